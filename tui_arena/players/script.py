"""A player that says what was written down before.

Law: a seat's replies come in their order; the same ask at the same attempt gets the same reply, so
an undone question is answered as before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tui_arena.core.game import Ask, AtOnce, Fault, PlayerFailed, Progress, Reply, View


class ScriptPlayer(AtOnce):
    """A seat's replies in order."""

    def __init__(self, replies: Sequence[tuple[str, str]]) -> None:
        """`replies`: pairs of ask name and text."""
        self._replies = replies
        self._given: dict[tuple[str, int], int] = {}

    def said(self, turns: Iterable[tuple[str, int]]) -> None:
        """Go on behind what was said before: key and attempt of each ask that was answered."""
        for turn in turns:
            self._given.setdefault(turn, len(self._given))

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        turn = (ask.key, ask.attempt)
        place = self._given.setdefault(turn, len(self._given))
        if place >= len(self._replies):
            raise PlayerFailed(f"{ask.seat}: the script has {len(self._replies)} replies and is used up")
        name, text = self._replies[place]
        if name not in (ask.name, *ask.also):
            raise PlayerFailed(
                f"{ask.seat}: reply {place + 1} of the script is for {name!r}, but {ask.name!r} is asked"
            )
        return Reply(text, ask=name)

"""The bets of people who only watch on how a game ends. They score nothing, and nobody has to bet."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tui_arena.core.game import TABLE
from tui_arena.room.device import Device
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import ending_question, is_story


class Audience:
    """The devices that look on at one table, and how they think that the game ends."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._said: dict[Device, str] = {}
        self._open = False
        """Whether it can still be said, by what the pages show."""

    def beside(self, device: Device) -> dict[str, Any] | None:
        """Returns the question to a device that looks on; None if it has answered, or it is too late."""
        if device in self._said or not self._open:
            return None
        question, answers = ending_question(self._runner, self._runner.names)
        return {"bet": {"question": question, "answers": [list(one) for one in answers]}}

    def say(self, device: Device, value: str) -> None:
        """Note what a device says; do nothing if it isn't asked, or the value isn't an answer."""
        asked = self.beside(device)
        if asked is not None and value in [one for one, _ in asked["bet"]["answers"]]:
            self._said[device] = value

    def went(self, device: Device) -> None:
        """Forget a device that is gone."""
        self._said.pop(device, None)

    def look(self) -> None:
        """Take in what the pages show from now on; a question that closes earlier would tell of the end.

        It can be said until the end; of a story, from its first line on.
        """
        runner = self._runner
        told = not is_story(runner) or bool(runner.views[TABLE].facts.get("statement"))
        self._open = told and not (runner.over or runner.play.over)

    @property
    def line(self) -> str:
        """Returns what the audience thinks, such as `The audience: Ada 3, Ben 1`; empty if nobody said."""
        if not self._said:
            return ""
        words = dict(ending_question(self._runner, self._runner.names)[1])
        count = Counter(self._said.values())
        return f"The audience: {', '.join(f'{words[value]} {n}' for value, n in count.most_common())}"

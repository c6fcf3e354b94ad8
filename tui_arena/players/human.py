"""Players that are people: a reply is a future that the screen resolves.

A person's reply is checked against the rules (`Play.trial`) before it is given, so a person never gets a
fault. A refused reply is reported at once and kept as a draft.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from tui_arena.core.game import Ask, Fault, OnProgress, Reply, View


@dataclass(slots=True)
class Waiting:
    """An ask that a person has to answer."""

    ask: Ask
    view: View
    fault: Fault | None
    answered: asyncio.Future[str]

    def answer(self, text: str) -> None:
        """Give the reply. Only the first one counts."""
        if not self.answered.done():
            self.answered.set_result(text)


class HumanPlayer:
    """A person at the keyboard. Several seats may each have one."""

    def __init__(self, name: str, asked: Callable[[Waiting], None]) -> None:
        """`asked` is called with every ask, which is resolved later by `Waiting.answer`."""
        self.name = name
        self._asked = asked

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._asked(Waiting(ask, view, fault, answered))
        return Reply(await answered)

"""Rulings at a table: what the matcher says about a reply, and how the people there overrule it.

Law: nothing is saved while a reply is typed; it is only tried. A ruling is overruled only after all people
at the table have agreed.
"""

from __future__ import annotations

from abc import abstractmethod

from textual import work

from tui_arena.table.hotseat import Hotseat
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.game_ui import GameUI
from tui_arena.ui.widgets.answer_bar import AnswerBar
from tui_arena.ui.widgets.dialogs import AgreeDialog


class TableRulings(ArenaScreen):
    """The part of the table screen that warns and overrules."""

    def __init__(self) -> None:
        super().__init__()
        self.hotseat: Hotseat | None = None
        """The seat whose person is at the screen, and what they see and do; None until the table is open."""
        self.game_ui = GameUI()

    @property
    def runner(self) -> SessionRunner | None:
        """The session in play; None until the table is open."""
        return self.hotseat.runner if self.hotseat is not None else None

    @property
    @abstractmethod
    def bar(self) -> AnswerBar:
        """The answer bar."""

    def warn(self, text: str) -> None:
        """While a reply is typed, show what the rules would say to it, where the manifest `warns`."""
        hotseat, runner = self.hotseat, self.runner
        waiting = hotseat.current if hotseat is not None else None
        if hotseat is None or runner is None or waiting is None or hotseat.view is None:
            return
        told = runner.info.asks.get(waiting.ask.name)
        if told is None or not told.warns:
            return
        reply = self.game_ui.answer(waiting.ask, hotseat.view, text, self.bar.choice)
        fault = runner.play.trial(waiting.ask, reply) if reply.strip() else None
        self.bar.tell(*self.game_ui.typing(waiting.ask, hotseat.view, text, fault))

    @work(group="rule", exclusive=True)
    async def action_overrule(self) -> None:
        """Ask the people at the table whether to overrule the matcher."""
        hotseat, runner = self.hotseat, self.runner
        waiting = hotseat.current if hotseat is not None else None
        if hotseat is None or runner is None or hotseat.view is None:
            return
        typed, choice = self.bar.typed, self.bar.choice
        text = self.game_ui.answer(waiting.ask, hotseat.view, typed, choice) if waiting else ""
        ruling = hotseat.ruling_on(text) or runner.ruling
        if ruling is None:
            self.bar.tell("There is nothing of the matcher's to overrule.")
            return
        told = self.game_ui.ruling(ruling, hotseat.view)
        asked = AgreeDialog(*told, runner.deciders, covers=hotseat.holds_secret)
        if await self.app.push_screen_wait(asked):
            if not await hotseat.overrule(ruling, text):
                self.bar.tell("Too late: it went on in the meantime. Take it back first.", "refused")
                return
            self.bar.tell("Overruled; that stands in the log.")
            if not ruling.of:
                self.bar.given()

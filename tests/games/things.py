"""Shared by tests of bots: a game over the deck of things, its knowledge, and its bot."""

from __future__ import annotations

from functools import cached_property

from tui_arena.core.game import Bot, Deck
from tui_arena.data import Catalogue, GameInfo
from tui_arena.questions.table import Knowledge


class Things:
    """A game over the deck of things; everything is loaded on demand."""

    def __init__(self, catalogue: Catalogue, info: GameInfo) -> None:
        self.catalogue = catalogue
        self.info = info

    def deck(self) -> Deck:
        return self.catalogue.deck("things", self.info).deck

    def known(self) -> Knowledge:
        found: Knowledge | None = self.deck().knowledge
        assert found is not None
        return found

    def bot(self) -> Bot:
        """The bot; always the same one."""
        return self._bot

    @cached_property
    def _bot(self) -> Bot:
        found = self.info.bot_for(None, self.deck())
        assert found is not None
        return found

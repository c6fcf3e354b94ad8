"""The catalogue: one object for all games, decks, word lists, prompts, personas and themes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from tui_arena.config import BadFile
from tui_arena.core.deal import deck_base
from tui_arena.core.game import Deck, Lexicon
from tui_arena.core.text import one_line
from tui_arena.data.card_decks import DeckColumn
from tui_arena.data.decks import (
    DeckFile,
    Items,
    shipped_deck,
    shipped_words,
    user_deck,
    user_decks,
    user_words,
)
from tui_arena.data.games import GameInfo, all_games
from tui_arena.data.personas import Persona, shelf
from tui_arena.data.prompts import Prompt, prompt_variants, read_common, read_prompt
from tui_arena.data.themes import ThemeFiles, read_themes


class Catalogue:
    """All shipped games and files, together with the user's own files."""

    def __init__(self, user: Path | None = None) -> None:
        """`user`: the config folder with `decks`, `prompts` and `themes`; None: shipped files only."""
        self.user = user
        self._decks: dict[tuple[object, ...], DeckFile] = {}

    @property
    def games(self) -> Mapping[str, GameInfo]:
        """The shipped games, then those of installed packages, by id."""
        return all_games().by_id

    @property
    def game_faults(self) -> tuple[str, ...]:
        """A sentence for each game of an installed package that can't be used."""
        return all_games().faults

    def game(self, name: str) -> GameInfo:
        """A game by id; raises BadFile, which lists the known games."""
        if name not in self.games:
            raise BadFile(f"no game {one_line(name, 40)!r}; games are {', '.join(self.games)}")
        return self.games[name]

    def lexicon(self, name: str | None, info: GameInfo) -> Lexicon | None:
        """The word list with this name, or the game's newest if `name` is None.

        Gives None if this machine doesn't have it, or if the game has no word list.
        """
        if info.words is None:
            return None
        if name is not None and "@" in name:
            return user_words(self.user, name, info.letters)
        return shipped_words(name or info.words, info.deck_folder)

    def deck(self, name: str | None, info: GameInfo) -> DeckFile:
        """A deck by name (`wordle`, `wordle-1`, a user's `NAME` or `NAME@digest`); None: the game's own deck.

        Raises BadFile if there is no such deck, if its digest differs, or if no line of it can be used.
        """
        name = name or info.deck
        if name is None:
            raise BadFile(f"{info.title} has no deck of its own; name one")
        key = (info.deck_folder, info.items, name, info.columns, info.letters)
        if key not in self._decks:
            self._decks[key] = self._read_deck(name, info)
        return self._decks[key]

    def forget(self) -> None:
        """Forget the decks read so far, so that the user's decks are read again when they are needed."""
        self._decks.clear()

    def source(self, name: str | None, info: GameInfo) -> Deck | None:
        """The deck that a session names, unchanged since; None if it names none or the deck is missing."""
        if name is None:
            return None
        try:
            return self.deck(name, info).deck
        except BadFile:
            return None

    def _read_deck(self, name: str, info: GameInfo) -> DeckFile:
        listed = deck_base(name) in info.decks
        shipped = shipped_deck(name, info.items, info.columns, info.deck_folder) if listed else None
        own = (
            DeckFile(shipped, None)
            if shipped
            else user_deck(self.user, name, info.items, info.columns, info.letters)
        )
        if own is None:
            known = ", ".join(self.deck_names(info))
            raise BadFile(f"no deck {one_line(name, 40)!r} for {info.title}; decks are {known}")
        return own

    def deck_names(self, info: GameInfo) -> list[str]:
        """Names of the decks for a game: the shipped ones, then the user's."""
        return [*info.decks, *user_decks(self.user, info.items, info.columns)[0]]

    def deck_faults(self) -> list[str]:
        """A sentence for each of the user's decks whose file name can't be used."""
        return user_decks(self.user)[1]

    def personas(self, info: GameInfo, *, shipped: bool = False) -> tuple[Persona, ...]:
        """The personas for a game: the shipped ones, then the user's unless `shipped`; raises BadFile."""
        return shelf(info.folder, None if shipped else self.user)[0]

    def persona_faults(self, info: GameInfo) -> tuple[str, ...]:
        """A sentence for each of the user's personas that can't be used."""
        return shelf(info.folder, self.user)[1]

    def topics(self, info: GameInfo) -> tuple[str, ...]:
        """The topics of the words that the game's bot knows, sorted; empty for most games."""
        if not (info.minds and info.knows):
            return ()
        return _topics(info.knows, info.items, info.columns, info.deck_folder)

    def themes(self) -> ThemeFiles:
        """Every theme file: the shipped ones, then the user's."""
        return read_themes(self.user)

    def prompt_variants(self, info: GameInfo, ask: str) -> list[str]:
        """The variants of an ask's prompt; the standard prompt has the empty name and comes first."""
        return prompt_variants(self.user, info, ask)

    def prompt(self, info: GameInfo, ask: str, variant: str = "") -> Prompt:
        """The prompt of an ask: the user's own if there is one, else the shipped one; raises BadFile."""
        return read_prompt(self.user, info, ask, variant)

    def common_prompt(self, name: str) -> str:
        """A text that is part of the prompts of all games: the user's own if there is one."""
        return read_common(self.user, name)


@lru_cache
def _topics(deck: str, items: Items, columns: tuple[DeckColumn, ...], folder: Path) -> tuple[str, ...]:
    """The topics of the words in a shipped deck, sorted."""
    found = shipped_deck(deck, items, columns, folder)
    return tuple(sorted({topic for item in found.items for topic in item["topics"]})) if found else ()

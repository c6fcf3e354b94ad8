"""The state of a party's set-up form: who plays, which games, and why the party can't be played yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tui_arena.config import Settings
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.party import (
    MOST_GAMES,
    MOST_PLAYERS,
    Party,
    PartyGame,
    PartyState,
    choice_of,
    name_of,
    with_choice,
)
from tui_arena.players.seating import NAME_CHARS
from tui_arena.ui.setup.setup_draft import ASK, MODEL

HUMAN = "human:"
OPEN_END = "open end"
ROUNDS = (1, 2, 3, 4)
"""Numbers of rounds that are offered, in addition to an open end."""
T = TypeVar("T")


@dataclass
class PartyDraft:
    """Who plays, which games, and for how many rounds."""

    catalogue: Catalogue
    players: list[str] = field(default_factory=list)
    """PLAYER texts."""
    games: list[PartyGame] = field(default_factory=list)
    rounds: int | None = 1
    """None: an open end."""
    name: str = ""
    people: list[str] = field(default_factory=list)
    """Names of people who have played before."""
    ready: list[str] = field(default_factory=list)
    """Models that answered when they were last tested."""

    @classmethod
    def of(cls, catalogue: Catalogue, settings: Settings, last: Party | None) -> PartyDraft:
        """A draft like the last party; without one, with the person at the keyboard and every game."""
        if last is not None:
            return cls(catalogue, list(last.players), list(last.games), last.rounds, last.name)
        own = [] if settings.name == Settings().name else [HUMAN + settings.name]
        return cls(catalogue, own, [PartyGame(game) for game in catalogue.games])

    # who plays

    def candidates(self, place: int) -> list[tuple[str, str, bool]]:
        """The players a row can take: PLAYER text, words for it, and whether it asks for a name."""
        taken = {text for n, text in enumerate(self.players) if n != place}
        here = self.players[place] if place < len(self.players) else ""
        people = [HUMAN + name for name in self.people]
        known = [here, *people] if here.startswith(HUMAN) else people
        out = [(text, name_of(text), False) for text in dict.fromkeys(known) if text not in taken]
        out.append((HUMAN + ASK, "somebody else…", True))
        machines = [f"bot:{level}" for level in LEVELS] + [MODEL + name for name in self.ready]
        if here.startswith(MODEL) and here not in machines:
            machines.append(here)
        words = {text: name_of(text) + (" (model)" if text.startswith(MODEL) else "") for text in machines}
        return out + [(text, words[text], False) for text in machines if text not in taken]

    def join(self, names: Sequence[str]) -> None:
        """Add people after the other players."""
        self.players += [HUMAN + name for name in names]
        self.people += [name for name in names if name not in self.people]

    def names_fault(self, text: str, place: int | None = None) -> str | None:
        """What is wrong with typed names, separated by commas; None if nothing is.

        `place`: the row that a single name is for.
        """
        names = names_in(text)
        others = [p.casefold() for n, p in enumerate(self.players) if n != place]
        if not names or any(not name.strip(" ?") for name in names):
            return "A name has at least one letter."
        if place is not None and len(names) > 1:
            return "One name for one row, please."
        twice = next((n for n in names if (HUMAN + n).casefold() in others), None)
        if twice is not None or len({n.casefold() for n in names}) < len(names):
            return f"{twice or 'Somebody'} would be there twice."
        if len(others) + len(names) > MOST_PLAYERS:
            return f"{MOST_PLAYERS} is a full table."
        return None

    # what is played

    def offers(self) -> list[tuple[str, str, PartyGame]]:
        """Every game with each of its choices: a key, words for it, the game."""
        out = []
        for info in self.catalogue.games.values():
            for choice in info.offered or ("",):
                game = with_choice(info, choice)
                out.append((key_of(game, info), f"{info.title}, {choice}" if choice else info.title, game))
        return out

    def key(self, game: PartyGame) -> str:
        """The text for a game and its choice in its row."""
        return key_of(game, self.catalogue.game(game.game))

    # lists

    def move(self, rows: list[T], place: int, by: int) -> int:
        """Move a row up or down; returns its new position."""
        to = min(max(place + by, 0), len(rows) - 1)
        rows.insert(to, rows.pop(place))
        return to

    @property
    def full_table(self) -> bool:
        return len(self.players) >= MOST_PLAYERS

    @property
    def full_programme(self) -> bool:
        return len(self.games) >= MOST_GAMES

    # the result

    def problem(self) -> str | None:
        """Why the party can't begin, in a sentence; None if it can."""
        if not self.players:
            return "Nobody yet: a adds people, several with commas between."
        return None if self.games else "No game yet: g adds one."

    def summary(self) -> str:
        """One line on who plays and how many games."""
        people = sum(p.startswith(HUMAN) for p in self.players)
        others = len(self.players) - people
        who = [_count(people, "person", "people"), _count(others, "other", "others")]
        at = " and ".join(filter(None, who))
        if self.rounds is None:
            return f"{at}, round after round."
        return f"{at}, {_count(self.rounds * len(self.games), 'game', 'games')}."

    def party(self, id: str, started: str) -> Party:  # noqa: A002  (its name in the note)
        """The party of this draft."""
        return Party(id, started, tuple(self.players), tuple(self.games), self.rounds, self.name)

    def changed(self, party_state: PartyState) -> Party:
        """A running party, changed by this draft."""
        party = party_state.party
        fresh = self.party(party.id, party.started)
        return replace(fresh, skipped=party.skipped, ended=party.ended)


def names_in(text: str) -> list[str]:
    """The names in a typed line.

    >>> names_in("Ada, Ben,, Eve ")
    ['Ada', 'Ben', 'Eve']
    """
    return [name for part in text.split(",") if (name := one_line(part, NAME_CHARS))]


def key_of(game: PartyGame, info: GameInfo) -> str:
    """A game and its choice as one text: `wordle/clue`."""
    return f"{info.id}/{choice_of(game, info)}"


def _count(n: int, one: str, several: str) -> str:
    return "" if not n else f"{n} {one if n == 1 else several}"

"""People's opinions after their games: their bets in "Who is the machine?", and their ratings.

In an unsigned session, people bet who is a machine. `passed` is about bots and models: the share of people's bets about their seats that took them for a person.
`taken_for_machine` is about people: the share of other people's bets that took them for a machine. The chance
level of each is what bets without any knowledge would reach; see `save/unsigned.py` for the bets that count.

A game is rated as in GameArena's user study: each of three questions is answered from 1 to 5. A rating counts
if its session counts, for the person who gave it. If a person rated one session several times, the last rating
counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.core.grouping import grouped
from tui_arena.data import Metric
from tui_arena.save.filters import Filter
from tui_arena.save.people import QUESTIONS, GivenRating
from tui_arena.save.store import Store
from tui_arena.save.unsigned import HUMAN, Bet
from tui_arena.stats.statistics import Figure, over_both, share, spread, t_interval, within
from tui_arena.stats.text_tables import TextTable, WrittenCell
from tui_arena.stats.written import REPORT

PASSED, TAKEN = "passed", "taken_for_machine"
ALL = {PASSED: "all machines", TAKEN: "all people"}
"""The names of the rows over all players."""
COUNTS = ("bets", "bettors", "sessions", "secrets")
"""The counts that are shown for each figure."""
TITLE = "Who is the machine?"
NOTES = (
    "Passed: the share of people's bets about a machine's seats that took it for a person.",
    "Taken for machine: the share of other people's bets about a person's seats that said machine.",
    "By chance: the share that blind bets would reach. The 95% intervals are over people and secrets at once.",
)


@dataclass(frozen=True, slots=True)
class Taken:
    """People's bets about the seats of one player of a game, of all its machines, or of all its people."""

    game: str
    kind: str
    """`bot`, `model`, `script` or `human`; for all machines `machine`."""
    player: str | None
    """The player's name, with its level for a bot; None for all machines or all people."""
    name: str
    """`PASSED` or `TAKEN`."""
    figure: Figure
    """The share of bets that were wrong; its interval is over people and secrets at once."""
    chance: float
    """The mean chance level of the bets, 0 to 1."""
    bettors: int
    sessions: int
    secrets: int

    @property
    def who(self) -> str:
        """The player's name, or what the row over all players is called."""
        return self.player or ALL[self.name]

    @property
    def counts(self) -> dict[str, int | None]:
        """Maps each of `COUNTS` to its number."""
        return dict(zip(COUNTS, (self.figure.n, self.bettors, self.sessions, self.secrets), strict=True))

    @property
    def label(self) -> str:
        """The figure's name for people."""
        return self.name.replace("_", " ")

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --json` prints it."""
        who = {"player": self.player, "kind": self.kind}
        return {**who, **self.counts, "chance": self.chance, self.name: self.figure.to_json()}


def taken(store: Store, wanted: Filter) -> list[Taken]:
    """The figures of a game: all its machines, each of them by name, all people, each by name; [] without bets.

    Raises BadFilter, SaveError.
    """
    return rows_of(wanted.game, store.bets(wanted))


def rows_of(game: str, bets: Iterable[Bet]) -> list[Taken]:
    """The figures of a game from its bets, in the order of `taken`."""
    found = []
    for name, of in sorted(grouped((TAKEN if not bet.machine else PASSED, bet) for bet in bets).items()):
        found.append(_row(game, "machine" if name == PASSED else HUMAN, None, name, of))
        by_player = grouped((bet.player, bet) for bet in of)
        for kind, player in sorted(by_player, key=lambda who: (who[1].casefold(), who)):
            found.append(_row(game, kind, player, name, by_player[kind, player]))
    return found


def _row(game: str, kind: str, player: str | None, name: str, bets: Sequence[Bet]) -> Taken:
    items = [bet.item or bet.session for bet in bets]
    wrong = [bet.wrong for bet in bets]
    by = [(bet.bettor, item) for bet, item in zip(bets, items, strict=True)]
    figure = over_both(share(sum(wrong), len(bets)), by, wrong)
    chance = sum(bet.chance for bet in bets) / len(bets)
    sessions = len({bet.session for bet in bets})
    return Taken(
        game, kind, player, name, figure, chance, len({one for one, _ in by}), sessions, len(set(items))
    )


def taken_table(title: str, rows: Sequence[Taken]) -> TextTable:
    """The figures of a game as a table; `title`: the game's title."""
    style = REPORT.shares
    cells = tuple(
        (
            one.who,
            one.label,
            WrittenCell(one.figure.value, style.value(one.figure), note=style.interval(one.figure)),
            WrittenCell(one.chance, style.number(one.chance)),
            *one.counts.values(),
        )
        for one in rows
    )
    header = ("player", "figure", "share", "by chance", *COUNTS)
    return TextTable(f"{title}: {TITLE}", header, cells, NOTES, words=2)


# ratings

EVERYBODY = "everybody"
"""The row over all people."""
ASKED: Mapping[str, str] = {
    "liked": "How much people liked it.",
    "satisfied": "How satisfied they were with how it went.",
    "often": "How often they would play it.",
}


@dataclass(frozen=True, slots=True)
class RatedBy:
    """The ratings that one person gave a game, or that everybody gave it."""

    game: str
    player: str | None
    """The person's name; None for everybody."""
    ratings: int
    """The number of ratings: one for each session and seat."""
    figures: Mapping[str, Figure]
    """Maps a question to the mean of 1 to 5 with Student's 95% interval, and the count of each number."""

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --json` prints it."""
        told = {
            name: {**one.to_json(), "low": one.low, "high": one.high} for name, one in self.figures.items()
        }
        return {"player": self.player, "ratings": self.ratings, **told}


def given_ratings(store: Store, wanted: Filter) -> list[RatedBy]:
    """The ratings of a game: everybody first, then each person who rated it, by name; empty if nobody did.

    Raises BadFilter, SaveError.
    """
    found = store.given_ratings(wanted)
    if not found:
        return []
    by_name = grouped((one.name, one) for one in found)
    people = sorted(by_name, key=str.casefold)
    return [_rated(wanted.game, None, found), *(_rated(wanted.game, name, by_name[name]) for name in people)]


def _rated(game: str, player: str | None, given: Sequence[GivenRating]) -> RatedBy:
    return RatedBy(game, player, len(given), {name: _figure(name, given) for name in QUESTIONS})


def _figure(name: str, given: Sequence[GivenRating]) -> Figure:
    values = [one.values[name] for one in given if name in one.values]
    about = Metric(name, name, "count", "high", ASKED[name], unit="1 to 5", measures="what people thought")
    mean = within(t_interval(spread(values)), (1, 5))
    return replace(mean, metric=about, distribution=dict(sorted(Counter(values).items())))

"""The content of a player's page, read from the save file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta, tzinfo

from tui_arena.core.highlights import Quote
from tui_arena.data import Catalogue, game_texts
from tui_arena.save.errors import Unreadable, reading
from tui_arena.save.skipping import opened
from tui_arena.save.store import Acquaintance, Participation, Store
from tui_arena.save.summary import FLAGS, player_of
from tui_arena.stats.person import (
    League,
    Milestone,
    PersonRecord,
    counting,
    day_by,
    league,
    milestones,
    person_of,
)
from tui_arena.ui.host_lines import filled
from tui_arena.ui.times import MONTHS

SEARCHED = 20
"""The number of newest sessions that lines to quote come from."""
QUOTED = 3
DAYS = 7
WEEKS = 26
"""The number of weeks in the picture of days."""
THEM = "_them"
"""The ending of the keys of texts about another person."""
ENOUGH = 2
"""The minimum number of games with another player before the page mentions the two."""


@dataclass(frozen=True, slots=True)
class QuotedLine:
    """A line that the player said."""

    quote: Quote
    game: str


@dataclass(frozen=True, slots=True)
class You:
    """A player's page."""

    kind: str
    name: str
    person: PersonRecord
    lines: tuple[QuotedLine, ...]
    league: League = field(default_factory=League)
    """All challenges between people; empty for a bot or a model."""
    whole: bool = True
    """False if the player has so many games that only the newest are on the page."""


def read_you(catalogue: Catalogue, store: Store, kind: str, name: str, zone: tzinfo | None) -> You:
    """Read a player's page. Raises SaveError."""
    sittings = store.played_by(kind, name)
    met = store.acquaintances(kind, name, FLAGS)
    person = person_of(sittings, met, catalogue.games, zone)
    lines = tuple(best_lines(catalogue, store, (kind, name), counting(sittings)))
    challenges = league(store, catalogue) if kind == "human" else League()
    return You(kind, name, person, lines, challenges, not store.has_older(kind, name))


def best_lines(
    catalogue: Catalogue, store: Store, who: tuple[str, str], sittings: Sequence[Participation]
) -> list[QuotedLine]:
    """The lines of a player (kind and name) that are most worth quoting, at most one from each session.

    They come from these sessions, and from sessions in which a seat changed hands.
    """
    found: list[QuotedLine] = []
    heard: set[str] = set()
    sought = [*store.handed_over(SEARCHED), *(one.id for one in sittings[-SEARCHED:])]
    for one in dict.fromkeys(reversed(sought)):
        try:
            session, info = opened(store, catalogue, one)
            with reading(session.id):
                play = session.fold(info.game)
                quotes = info.highlights(play).quotable
        except Unreadable:
            continue
        said = (quote for quote in quotes if player_of(play.holder_at(quote.seat, quote.seq)) == who)
        own = next((quote for quote in said if quote.text not in heard), None)
        if own is not None:
            heard.add(own.text)
            found.append(QuotedLine(own, info.id))
    return sorted(found, key=lambda line: -line.quote.worth)[:QUOTED]


def milestone_text(milestone: Milestone, catalogue: Catalogue) -> str:
    """A milestone as a sentence."""
    info = catalogue.games.get(milestone.game)
    slots = {"number": str(milestone.number), "game": info.title if info else milestone.game}
    return filled(_texts("milestones")[milestone.key], {}, slots)


def reached_with(catalogue: Catalogue, sittings: Sequence[Participation], session: str) -> list[str]:
    """The milestones that a person reached with this session, as sentences."""
    found = [one for one in milestones(sittings, catalogue.games, day_by(None)) if one.session == session]
    return [milestone_text(one, catalogue) for one in found]


def said_of(you: You, catalogue: Catalogue, *, own: bool) -> list[str]:
    """Sentences on a player's strength, weakness and company. `own`: whether the player is the reader."""
    texts, person = _texts("you"), you.person
    whose = "" if own else THEM
    told = []
    for key, game in (("good_at", person.good_at), ("falls_for", person.falls_for)):
        if game is not None:
            title = catalogue.games[game.game].title if game.game in catalogue.games else game.game
            slots = {"game": title, "won": str(game.won), "played": str(game.played)}
            told.append(filled(texts[key + whose], {}, slots))
    for key, one, won, played in _met(person.acquaintances):
        told.append(
            filled(texts[key + whose], {}, {"name": one.name, "won": str(won), "played": str(played)})
        )
    return told


def _met(met: Sequence[Acquaintance]) -> list[tuple[str, Acquaintance, int, int]]:
    """The best partner, the nemesis and the easiest rival: a text's key, the player, won, played."""
    by_text = {
        "connects": [(one, one.won_together, one.together) for one in met],
        "nemesis": [(one, one.lost, one.against) for one in met],
        "victim": [(one, one.won, one.against) for one in met],
    }
    found = []
    for key, each in by_text.items():
        mostly = [(one, won, played) for one, won, played in each if played >= ENOUGH and 2 * won > played]
        if mostly:
            found.append((key, *max(mostly, key=lambda one: (one[1] / one[2], one[2]))))
    return found


def nothing_yet(*, own: bool) -> str:
    """The text for a player who hasn't played yet. `own`: whether the player is the reader."""
    return str(_texts("you")["nothing" if own else "nothing" + THEM])


def calendar(days: Mapping[date, int], today: date) -> list[list[int | None]]:
    """The number of games by weekday (Monday first) and week, up to this week; None for future days."""
    monday = _first_monday(today)
    return [
        [
            days.get(day, 0) if (day := monday + timedelta(days=weekday, weeks=week)) <= today else None
            for week in range(WEEKS)
        ]
        for weekday in range(7)
    ]


def months(today: date) -> str:
    """The names of months over the columns of `calendar`, each over the first week that begins in it."""
    monday = _first_monday(today)
    line = ""
    for week in range(WEEKS):
        day = monday + timedelta(weeks=week)
        if day.day <= DAYS and len(line) <= week:  # the month's first Monday
            line = line.ljust(week) + MONTHS[day.month - 1][:3]
    return line


def _first_monday(today: date) -> date:
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)


def _texts(part: str) -> Mapping[str, str]:
    found: Mapping[str, str] = game_texts("", "host")[part]
    return found

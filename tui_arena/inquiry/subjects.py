"""Saved sessions that players are asked about: their stored answers, and the rounds without an answer.

A round is asked with the view that its seat had there. The player to ask is the player who had the seat when
the session continued. A question that was answered, live or afterwards and by any player, isn't asked again.
(GameArena, retrospective analysis; see `stats/README.md`.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tui_arena.core.blind import is_revealed
from tui_arena.core.events import Event
from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import BELIEF, SORTING, lists_of
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.players.seating import NAME_CHARS, Cast, cast_after, names_in
from tui_arena.save.errors import SaveError, SessionNotFound, reading
from tui_arena.save.filters import Filter
from tui_arena.save.queries import SessionRow
from tui_arena.save.skipping import opened
from tui_arena.save.store import SessionQuery, Store
from tui_arena.table.probes import (
    ASKED,
    AskableRound,
    ProbeRound,
    askable_rounds,
    has_probes,
    items_to_sort,
    rounds_of,
)

FIGURES = (
    "recall",
    "top5_recall",
    "top10_recall",
    "first_appear_round",
    "turns_to_top5",
    "final_rank",
    "ranks",
    "listed",
    "disparity_ratio",
    "evasive",
    "key_turns",
    "hopping_penalty",
    "spearman",
    "spearman_paper",
    "distances",
)
"""The metrics of all games that are computed from probes."""
SECRET_CHARS = 40
_PAGE = 1000


class CantAnalyse(ValueError):
    """A session that can't be analysed; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class InquiryPlan:
    """The questions for a session."""

    asked: tuple[AskableRound, ...]
    """The rounds to ask for lists and beliefs, in order."""
    sorted: tuple[AskableRound, ...]
    """The rounds to sort afterwards: a list by a later question, or the words of a round."""
    stored: int
    """The number of answers that are stored already."""

    @property
    def due(self) -> int:
        """The number of questions to ask, if all answers can be read."""
        return len(self.asked) + len(self.sorted)


@dataclass(frozen=True)
class Subject:
    """One session that is over, as in the save file; derived values are cached."""

    session: Session
    info: GameInfo
    play: Play[Any]
    sorts: str
    """The input of a sorter in this game: `lists`, `replies`, or nothing (empty)."""
    figures: Mapping[str, Any]
    """Maps the name of each metric from probes to its value."""

    @property
    def id(self) -> str:
        return self.session.id

    @cached_property
    def askable(self) -> tuple[AskableRound, ...]:
        """Every round in which somebody can be asked for a list or a belief."""
        return tuple(one for kind in ASKED for one in askable_rounds(self.play, kind))

    @cached_property
    def plans(self) -> tuple[InquiryPlan, InquiryPlan]:
        """The due questions without a sorter, and with one."""
        return self.plan(), self.plan(sorter=True)

    @cached_property
    def rounds(self) -> tuple[ProbeRound, ...]:
        """The stored answers by round."""
        return rounds_of(self.play)

    def plan(self, *, sorter: bool = False, again: bool = False) -> InquiryPlan:
        """The rounds that have no stored answer; with `again`, all rounds.

        `sorter`: True if there is a sorter; without a sorter only lists are sorted.
        """
        play = self.play
        stored = {_place(event) for event in _answers(play)}
        answered = set() if again else stored
        asked = tuple(one for one in self.askable if place_of(one) not in answered)
        sorts = [one for one in askable_rounds(play, SORTING) if sorter or self.info.sorts == "lists"]
        lists = {seat: lists_of(play, seat) for seat in {one.seat for one in sorts}}
        later = tuple(one for one in sorts if _sorts(play, one, lists[one.seat], asked, answered))
        return InquiryPlan(asked, later, len(stored & {place_of(one) for one in (*self.askable, *sorts)}))

    def due(self, *, sorter: bool) -> int:
        """The number of questions without a stored answer. `sorter`: True if there is a sorter."""
        return self.plans[sorter].due

    @property
    def total(self) -> int:
        """The number of rounds in which somebody can be asked."""
        return len(self.askable)

    @property
    def to_ask(self) -> int:
        """The number of rounds without an answer."""
        return len(self.plans[0].asked)

    @property
    def last(self) -> int:
        """The number of the last round in which somebody can be asked."""
        return max((one.round for one in self.askable), default=0)

    @property
    def believes(self) -> bool:
        """True if beliefs are asked for instead of lists."""
        return any(one.kind == BELIEF for one in self.askable)

    @property
    def asked(self) -> str:
        """The seat that is asked."""
        return self.askable[-1].seat if self.askable else ""

    @cached_property
    def sat(self) -> Mapping[str, Any]:
        """The player who had that seat in the last round, as saved in the session."""
        return self.sat_at(self.askable[-1]).spec if self.askable else {}

    def sat_at(self, one: AskableRound) -> Cast:
        """The player who had a round's seat when the session continued; an empty cast if there is none."""
        replies = (step.seq for step in self.play.standing() if step.ask.seat == one.seat)
        until = next((seq for seq in replies if seq > one.after), None)
        events = (event for event in self.play.events if until is None or event.seq < until)
        return Cast(cast_after(self.session.seats, events).get(one.seat) or {})

    @property
    def player(self) -> str:
        """The name of the player who had the seat that is asked."""
        return one_line(str(self.sat.get("name") or self.asked), NAME_CHARS)

    @property
    def seats(self) -> Mapping[str, str]:
        """The players' names by seat, with the names of those who had a seat before."""
        return names_in(self.session.seats, self.session.events)

    @cached_property
    def secret(self) -> str:
        """The secret: the word or thing to find, or whether the statement was true."""
        held = self.info.game.secret(self.play.state) or {}
        return one_line(next((v for v in held.values() if isinstance(v, str)), ""), SECRET_CHARS)

    @cached_property
    def statement(self) -> str:
        """The statement to be believed; empty if lists are asked for."""
        told = self.play.view(TABLE).facts.get("statement") if self.believes else None
        return one_line(str(told or ""), SECRET_CHARS)

    def shown(self) -> list[tuple[Metric, Any]]:
        """The figures that are a single value, in the manifest's order; undefined ones (None) come last."""
        single = [m for m in self.info.metrics.values() if m.kind in ("flag", "count", "number")]
        found = [(metric, self.figures[metric.name]) for metric in single if metric.name in self.figures]
        return sorted(found, key=lambda one: one[1] is None)


def read_subject(store: Store, catalogue: Catalogue, session_id: str) -> Subject:
    """Read a session that players can be asked about. Raises SaveError, Unreadable, CantAnalyse."""
    session, info = opened(store, catalogue, session_id)
    if not has_probes(info, catalogue):
        raise CantAnalyse(
            f"session {session.id} can't be analysed: in {info.title}, nobody is asked afterwards"
        )
    with reading(session_id):
        play = session.fold(info.game)
        figures = figures_of(info, play)
    if not is_revealed(play):
        raise CantAnalyse(f"session {session.id} is not over; finish it, then look back")
    sorts = info.sorts if catalogue.prompt_variants(info, SORTING) else ""
    subject = Subject(session, info, play, sorts, figures)
    with reading(session_id):
        _ = subject.rounds, subject.plans  # computed here: in a thread, where an error names the session
    return subject


def finished(store: Store, catalogue: Catalogue, wanted: Filter) -> list[str]:
    """The ids of the sessions that are over, pass a filter, and can be asked about.

    Raises CantAnalyse if nobody can be asked in the filter's game; BadFile for an unknown game, BadFilter,
    SaveError.
    """
    infos = [catalogue.game(wanted.game)] if wanted.game else list(catalogue.games.values())
    askable = {info.id for info in infos if has_probes(info, catalogue)}
    if not askable:
        raise CantAnalyse(f"nobody can be asked about {infos[0].title}")
    query = SessionQuery(filter=wanted, unfinished=False, limit=_PAGE)
    return [row.id for row in store.every(query) if row.game in askable]


def read_all(store: Store, catalogue: Catalogue, ids: Sequence[str]) -> tuple[list[Subject], list[str]]:
    """Read sessions, and write a sentence for each session that can't be asked about. Call it in a thread."""
    found, faults = [], []
    for session_id in ids:
        try:
            subject = read_subject(store, catalogue, session_id)
        except SessionNotFound:
            faults.append(deleted(session_id))
            continue
        except (SaveError, CantAnalyse) as error:
            faults.append(str(error))
            continue
        found.append(subject)
    return found, faults


def deleted(session_id: str) -> str:
    """The sentence about a session that was deleted just now."""
    return f"session {session_id} has been deleted in the meantime"


def refusal(row: SessionRow, catalogue: Catalogue) -> str:
    """The reason why a listed session can't be asked about in retrospect; empty if it can."""
    info = catalogue.games.get(row.game)
    if info is None:
        return f"There's no game {one_line(row.game, 40)} here."
    if not has_probes(info, catalogue):
        those = listed([one.title for one in catalogue.games.values() if has_probes(one, catalogue)])
        return f"{info.title} has no rounds to look back at; {those} do."
    if row.result == "unfinished":
        return "This session isn't over yet. Finish it, then look back."
    return ""


def chosen(rows: Sequence[SessionRow], catalogue: Catalogue) -> tuple[list[str], str]:
    """The ids of the sessions that can be asked about, and a sentence about the others."""
    fine = [row.id for row in rows if not refusal(row, catalogue)]
    left = [refusal(row, catalogue) for row in rows if row.id not in fine]
    if not left:
        return fine, ""
    if len(rows) == 1 or not fine:
        return fine, left[0]
    return (
        fine,
        f"{len(left)} of {len(rows)} are left out: not finished, or no rounds to look back at.",
    )


def figures_of(info: GameInfo, play: Play[Any]) -> dict[str, Any]:
    """The metrics of a session that are computed from probes."""
    metrics = info.compute(play)
    return {name: metrics[name] for name in FIGURES if name in metrics}


def place_of(one: AskableRound) -> tuple[str, str, int]:
    """Seat, kind and number of a round's question; each question is asked only once."""
    return one.seat, one.kind, one.round


def _place(event: Event) -> tuple[str, str, int]:
    """As `place_of`, for an answer; the round is -1 if the file has none."""
    number = event.get("round")
    return str(event.get("seat")), str(event.get("kind")), number if isinstance(number, int) else -1


def _answers(play: Play[Any]) -> Iterable[Event]:
    """The answered probes that were not undone; a reply that can't be read is an answer too."""
    for kind in (*ASKED, SORTING):
        for event in play.probes(kind):
            given = any(event.get(key) for key in ("items", "yes", "no", "text"))
            if given or not event.get("why"):
                yield event


def _sorts(
    play: Play[Any],
    one: AskableRound,
    lists: Mapping[int, Sequence[str]],
    asked: Iterable[AskableRound],
    answered: set[tuple[str, str, int]],
) -> bool:
    """True if a round's sorting is due once the lists in `asked` have arrived."""
    if one.ask.choices:
        return place_of(one) not in answered
    anew = {other.round for other in asked if other.seat == one.seat}
    if not {one.round - 1, one.round} <= lists.keys() | anew:
        return False
    return one.round - 1 in anew or place_of(one) not in answered or _is_stale(play, one, lists)


def _is_stale(play: Play[Any], one: AskableRound, lists: Mapping[int, Sequence[str]]) -> bool:
    """True if a new list has replaced the list that was sorted."""
    last = next(e for e in reversed(play.probes(SORTING)) if _place(e) == place_of(one))
    sides = [side for side in (last.get("yes"), last.get("no")) if isinstance(side, list)]
    return not {str(item) for side in sides for item in side} <= set(lists[one.round - 1])


def to_sort(play: Play[Any], rounds: Iterable[AskableRound]) -> list[tuple[AskableRound, tuple[str, ...]]]:
    """The rounds that have something to sort, each with its items."""
    rounds = tuple(rounds)
    lists = {seat: lists_of(play, seat) for seat in {one.seat for one in rounds}}
    return [(one, items) for one in rounds if (items := items_to_sort(one, lists[one.seat]))]

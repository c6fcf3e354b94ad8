"""A saved session that is looked back at: what is stored, what is due, what was found.

Law: read beside the loop from the save file; plain values. A session that nothing can be asked about is
refused in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core.belief_metrics import BELIEF
from tui_arena.core.candidate_lists import SORTING
from tui_arena.core.events import BadEvent
from tui_arena.core.game import TABLE
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.inquiry.due_rounds import CantAnalyse, plan_of, sat_at
from tui_arena.inquiry.results import figures_of
from tui_arena.save.errors import Gone, SaveError
from tui_arena.save.queries import SessionRow
from tui_arena.save.store import Store
from tui_arena.table.probes.asking import ASKED, has_probes
from tui_arena.table.probes.asking import rounds_of as rounds_due
from tui_arena.table.probes.rounds import ProbeRound, rounds_of
from tui_arena.table.runner import NAME_CHARS, cast_now, names_of

SECRET_CHARS = 40


@dataclass(frozen=True)
class Subject:
    """One session, as it stands in the save file."""

    session: Session
    info: GameInfo
    play: Play[Any]
    total: int
    """Rounds at which somebody can be asked."""
    last: int
    """The number of the last of them."""
    believes: bool
    """Whether beliefs are asked for, and no lists."""
    to_ask: int
    """Rounds without an answer."""
    to_sort: tuple[int, int]
    """Questions for a sorter: without one being named, and with."""
    sorts: str
    """What is sorted beside its game: `lists`, `replies`, or nothing."""
    seats: Mapping[str, str]
    """Names of who sat there, by seat."""
    asked: str
    """The seat that is asked."""
    sat: Mapping[str, Any]
    """Who held it at the last round, as its session has it."""
    figures: Mapping[str, Any]
    """Metrics that come from what players are asked beside a game, by name."""

    @property
    def id(self) -> str:
        return self.session.id

    @property
    def player(self) -> str:
        """The name of who held the seat that is asked."""
        return one_line(str(self.sat.get("name") or self.asked), NAME_CHARS)

    @cached_property
    def rounds(self) -> tuple[ProbeRound, ...]:
        """What is stored, round by round; takes a moment when it is first asked for."""
        return rounds_of(self.play)

    @cached_property
    def secret(self) -> str:
        """What was looked for, or whether the statement was true."""
        held = self.info.game.secret(self.play.state) or {}
        return one_line(next((v for v in held.values() if isinstance(v, str)), ""), SECRET_CHARS)

    @cached_property
    def statement(self) -> str:
        """What was to be believed; empty where lists are asked for."""
        told = self.play.view(TABLE).facts.get("statement") if self.believes else None
        return one_line(str(told or ""), SECRET_CHARS)

    def due(self, *, sorter: bool) -> int:
        """Questions that are not stored; `sorter`: whether somebody is named who sorts."""
        return self.to_ask + self.to_sort[sorter]

    def shown(self) -> list[tuple[Metric, Any]]:
        """The figures that are one value each, in the manifest's order; those that are not defined, None, last."""
        metrics = self.info.metrics
        found = [
            (metrics[n], self.figures[n]) for n in metrics if n in self.figures and one_value(metrics[n])
        ]
        return sorted(found, key=lambda one: one[1] is None)


def one_value(metric: Metric) -> bool:
    """Whether a metric is a single figure of a session."""
    return metric.kind in ("flag", "count", "number")


def read_subject(store: Store, catalogue: Catalogue, session_id: str) -> Subject:
    """Read a session and see what is due. Raises SaveError, BadFile, BadEvent, CantAnalyse."""
    session = store.load(session_id)
    info = catalogue.game(session.game)
    play = session.fold(info.game)
    plan, named = (plan_of(session.id, play, info, sorter=sorter) for sorter in (False, True))
    rounds = [one for kind in ASKED for one in rounds_due(play, kind)]
    sat = sat_at(session, play, rounds[-1]).spec if rounds else {}
    return Subject(
        session,
        info,
        play,
        len(rounds),
        max((one.number for one in rounds), default=0),
        any(one.ask.name == BELIEF for one in rounds),
        len(plan.asked),
        (len(plan.sorted), len(named.sorted)),
        info.sorts if catalogue.prompt_variants(info, SORTING) else "",
        names_of(cast_now(session)),
        rounds[-1].ask.seat if rounds else "",
        sat,
        figures_of(info, play),
    )


def refusal(row: SessionRow, catalogue: Catalogue) -> str:
    """Why a listed session can't be looked back at; empty if it can."""
    info = catalogue.games.get(row.game)
    if info is None:
        return f"There is no game {one_line(row.game, 40)} here."
    if not has_probes(info, catalogue):
        return f"{info.title} has no rounds to look back at; {_those(catalogue)} do."
    if row.result == "unfinished":
        return "This one is not over yet. Play it to its end, then look back."
    return ""


def _those(catalogue: Catalogue) -> str:
    *first, last = [info.title for info in catalogue.games.values() if has_probes(info, catalogue)]
    return f"{', '.join(first)} and {last}" if first else last


def chosen(rows: Sequence[SessionRow], catalogue: Catalogue) -> tuple[list[str], str]:
    """Ids of the sessions that can be looked back at, and what is to be said of the others."""
    fine = [row.id for row in rows if not refusal(row, catalogue)]
    left = [refusal(row, catalogue) for row in rows if row.id not in fine]
    if not left:
        return fine, ""
    if len(rows) == 1 or not fine:
        return fine, left[0]
    return (
        fine,
        f"{len(left)} of {len(rows)} are left out: not over, or of a game without rounds to look back at.",
    )


def read_all(store: Store, catalogue: Catalogue, ids: Sequence[str]) -> tuple[list[Subject], list[str]]:
    """Read sessions; those that can't be looked back at as a sentence each. In a thread."""
    found, faults = [], []
    for session_id in ids:
        try:
            subject = read_subject(store, catalogue, session_id)
        except Gone:
            faults.append(f"session {session_id} has been deleted meanwhile")
            continue
        except (SaveError, BadFile, BadEvent, CantAnalyse) as error:
            faults.append(str(error))
            continue
        _ = subject.rounds  # worked out here, so that drawing waits for nothing
        found.append(subject)
    return found, faults

"""The subjects of a retrospective: saved sessions with what is stored, what is due, and their figures.

They are read from the save file in a thread. A session that can't be asked about is refused with a sentence.
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
from tui_arena.players.seating import NAME_CHARS, cast_now, names_of
from tui_arena.save.errors import Gone, SaveError
from tui_arena.save.queries import SessionRow
from tui_arena.save.store import Store
from tui_arena.table.probes.asking import ASKED, has_probes
from tui_arena.table.probes.asking import rounds_of as rounds_due
from tui_arena.table.probes.rounds import ProbeRound, rounds_of

SECRET_CHARS = 40


@dataclass(frozen=True)
class Subject:
    """One session, as it is in the save file."""

    session: Session
    info: GameInfo
    play: Play[Any]
    total: int
    """Rounds at which somebody can be asked."""
    last: int
    """The number of the last of them."""
    believes: bool
    """Whether beliefs are asked for instead of lists."""
    to_ask: int
    """Rounds without an answer."""
    to_sort: tuple[int, int]
    """Questions to be sorted: without a sorter being named, and with one."""
    sorts: str
    """What a sorter sorts in this game: `lists`, `replies`, or nothing (empty)."""
    seats: Mapping[str, str]
    """The players' names by seat."""
    asked: str
    """The seat that is asked."""
    sat: Mapping[str, Any]
    """The player who held it at the last round, as saved in the session."""
    figures: Mapping[str, Any]
    """Metrics that come from probes, by name."""

    @property
    def id(self) -> str:
        return self.session.id

    @property
    def player(self) -> str:
        """The name of the player who held the seat that is asked."""
        return one_line(str(self.sat.get("name") or self.asked), NAME_CHARS)

    @cached_property
    def rounds(self) -> tuple[ProbeRound, ...]:
        """The stored answers by round; working them out takes a moment the first time."""
        return rounds_of(self.play)

    @cached_property
    def secret(self) -> str:
        """The secret: what was looked for, or whether the statement was true."""
        held = self.info.game.secret(self.play.state) or {}
        return one_line(next((v for v in held.values() if isinstance(v, str)), ""), SECRET_CHARS)

    @cached_property
    def statement(self) -> str:
        """The statement to be believed; empty where lists are asked for."""
        told = self.play.view(TABLE).facts.get("statement") if self.believes else None
        return one_line(str(told or ""), SECRET_CHARS)

    def due(self, *, sorter: bool) -> int:
        """The number of questions without a stored answer; `sorter`: whether a sorter is named."""
        return self.to_ask + self.to_sort[sorter]

    def shown(self) -> list[tuple[Metric, Any]]:
        """The figures of a single value, in the manifest's order; undefined ones (None) come last."""
        metrics = self.info.metrics
        found = [
            (metrics[n], self.figures[n]) for n in metrics if n in self.figures and one_value(metrics[n])
        ]
        return sorted(found, key=lambda one: one[1] is None)


def one_value(metric: Metric) -> bool:
    """Whether a metric is a single value per session."""
    return metric.kind in ("flag", "count", "number")


def read_subject(store: Store, catalogue: Catalogue, session_id: str) -> Subject:
    """Read a session and work out what is due. Raises SaveError, BadFile, BadEvent, CantAnalyse."""
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
    """Why a listed session can't be asked about in retrospect; empty if it can."""
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
    """The ids of the sessions that can be asked about, and a sentence about the others."""
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
    """Read sessions, with a sentence for each one that can't be asked about. Runs in a thread."""
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
        _ = subject.rounds  # worked out in this thread, so that drawing need not wait
        found.append(subject)
    return found, faults

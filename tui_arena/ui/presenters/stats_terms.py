"""The sessions behind a figure, and what one of them adds to it, term by term."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tui_arena.analysis.terms import OUTCOMES, terms_of
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.speaking import winning_side
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.evidence import Evidence
from tui_arena.save.summary import summarise
from tui_arena.ui.face import face_of
from tui_arena.ui.look import Look
from tui_arena.ui.presenters.columns import Column
from tui_arena.ui.presenters.replay import Sheet
from tui_arena.ui.presenters.sessions import when
from tui_arena.ui.presenters.stats_columns import StatColumn
from tui_arena.ui.presenters.stats_why import is_asked, who_was_asked

PAGE = 100
"""Sessions that are read at a time."""
WIDEST = 40
"""Cells of a value turn by turn, at most."""


@dataclass(slots=True)
class Behind:
    """The sessions behind one figure, the newest first."""

    column: StatColumn
    found: list[Evidence] = field(default_factory=list)
    complete: bool = False
    """Whether no more pages follow."""

    def take(self, page: Sequence[Evidence]) -> None:
        """A further page."""
        self.found += page
        self.complete = len(page) < PAGE

    def one(self, session_id: str | None) -> Evidence | None:
        """The session of that id."""
        return next((one for one in self.found if one.id == session_id), None)

    def columns(self, look: Look) -> list[Column]:
        """All columns, the ones that matter most ranked lowest."""
        values = max((len(value_text(self.column, one, look)) for one in self.found), default=0)
        title = one_line(self.column.title, 20)
        secrets = max((len(one.item or "") for one in self.found), default=0)
        return [
            Column("when", "when", 12, 2),
            Column("value", title, min(max(values, len(title)), WIDEST), 0),
            Column("result", "result", 8, 1),
            Column("secret", "secret", min(max(secrets, 6), 24), 3),
            Column("line", "what was played", 16, 4, 90),
        ]

    def cells(self, one: Evidence, columns: Sequence[Column], now: datetime, look: Look) -> list[str]:
        """One session's texts, column by column."""
        texts = {
            "when": when(one.started, now),
            "value": value_text(self.column, one, look),
            "result": one.standing if one.standing != "neutral" else one.result,
            "secret": one.item or look.dash,
            "line": one.line,
        }
        return [one_line(texts[c.key], c.width) for c in columns]


def value_text(column: StatColumn, one: Evidence, look: Look) -> str:
    """What a session adds to a figure."""
    if column.key in OUTCOMES:
        ended = {
            "won": one.standing == "won",
            "lost": one.standing == "lost",
            "aborted": one.standing == "aborted",
        }
        ended |= {"n": True, "completed": not ended["aborted"], "useful": ended["won"] or ended["lost"]}
        return str(int(ended[column.key]))
    if isinstance(one.value, tuple):
        return " ".join(look.dash if v is None else _number(v) for v in one.value)
    if column.percent:
        return f"{_number(100 * one.value)} %"
    return _number(100 * one.value if column.key == "quality" else one.value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def terms(info: GameInfo, session: Session, column: StatColumn, one: Evidence, look: Look) -> Sheet:
    """What one session adds to a figure, to the last term."""
    play, face = session.fold(info.game), face_of(info)
    who = (one.kind, one.name, one.group)
    own = [s for s in summarise(info, session, play).seats if (s.kind, s.name, s.group) == who]
    sat = "" if [s.seat for s in own] == [one.group] else f" as {', '.join(s.seat for s in own)}"
    parts = [("", f"{one.line} {look.dot} {one.id}"), ("how it ended", _ending(play))]
    lines = terms_of(info, play, own, column.key) if own else []
    if lines:
        parts.append((f"term by term{sat}", "\n".join(face.explained(line, look) for line in lines)))
    asked = who_was_asked([session.events], look) if is_asked(column) else ""
    if asked:
        parts.append(("who was asked", asked.replace(" in 1", "")))
    return Sheet(f"{column.title}: {value_text(column, one, look)}", tuple(parts))


def _ending(play: Play[Any]) -> str:
    outcome = play.outcome()
    cause = f" ({outcome.cause})" if outcome.cause else ""
    return one_line(f"{winning_side(play)} {outcome.result}{cause}".lstrip(), 200)

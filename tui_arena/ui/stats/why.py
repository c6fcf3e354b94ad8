"""The explanation of a figure of the stats: its definition, its span, and the sessions behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tui_arena.core.events import Event, Kind
from tui_arena.core.language.sentences import winning_side
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.rollup.deltas import MAIN, REQUEST_SUCCESS
from tui_arena.save.rollup.evidence import Evidence
from tui_arena.save.summary import summarise
from tui_arena.stats.ranking.references import printed_of
from tui_arena.stats.rows import StatRow
from tui_arena.stats.statistics import Spread
from tui_arena.stats.terms import OUTCOMES, terms_of
from tui_arena.ui.columns import Column
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import PromptSheet
from tui_arena.ui.sessions.presenter import when
from tui_arena.ui.stats.cells import figure_text, name_text
from tui_arena.ui.stats.columns import FIRST, REASONING, StatColumn
from tui_arena.ui.stats.lines import (
    BETTER,
    CellFigure,
    StatLine,
    digits_of,
    figure,
    over_turns,
    share_of,
    spread_text,
)
from tui_arena.ui.stats.presenter import Stats

DEFINITIONS = {
    "n": "Sessions that came to an end. Those that are still open count as started and in nothing else.",
    "won": "Share of the sessions that were won.",
    "lost": "Share of the sessions that were lost; giving up is losing.",
    "aborted": "Share of the sessions that a seat aborted by replies that could not be used.",
    "useful": "Sessions won or lost, out of all that were started.",
    "request_success": "Replies that could be read, out of all that were asked for; the mean of sessions.",
    "completed": "1 less the share of aborted sessions.",
    "quality": "100 times the mean main score of the sessions that were not aborted.",
    "requests": "Replies that the seat was asked for in a session, being asked again included.",
    "parsed": "Replies of a session that could be read, whatever the rules then made of them.",
    "violated": "Replies of a session that were turned down, for whatever reason.",
    "seconds": "Time that the seat took for its replies in a session.",
    "input_tokens": "Tokens that were sent to the model in a session; nobody else has any.",
    "output_tokens": "Tokens that the model wrote in a session; nobody else has any.",
    "cost_usd": "What the seat's replies cost in a session, in US dollars.",
}
WILSON = (
    "95 % Wilson interval: with so many sessions, the long-run share lies in it in 95 of 100 such "
    "experiments. It stays within 0 and 1 even where everything was won."
)
SPREAD = "± is the sample standard deviation: how much {} differ, not how sure the mean is."
DIFFER = {"sessions": "sessions", "prompts": "prompt variants", "repetitions": "repetitions"}
SLOTS = {
    "n": "won",
    "quality": MAIN,
    "completed": "aborted",
    "useful": "won",
    "request_success": REQUEST_SUCCESS,
}
"""For columns computed from other values: the key under which the save file holds a session's value."""


def explained(stats: Stats, line: StatLine, key: str, glyphs: Glyphs) -> PromptSheet:
    """A sheet that explains a cell's figure, apart from the sessions behind it."""
    column = stats.column(key)
    if column is None or column.words:
        column = next(c for c in stats.columns if c.key == "won")
    figures = figure(line, column.key, stats.over)
    digits = digits_of(figure(one, column.key, stats.over).value for one in stats.lines)
    text = " ".join(filter(None, figure_text(figures, column, 0 if key == "n" else digits, glyphs)))
    name = name_text(line, 80)
    who = f" {glyphs.dot} ".join(filter(None, (name, line.seat, line.variant)))
    parts = [("", who), ("what it is", _definition(stats, column))]
    if printed := printed_of(stats.info, column.key):
        parts.append(("what a paper prints", printed))
    if line.own is None:
        parts += _published(line, column)
    elif line.own.neutral and figures.value is None:
        parts.append(("why there is none", "This seat takes no side: it has sessions and counts alone."))
    else:
        parts += [("out of", _out_of(line.own, column)), *_spans(line.own, column, figures, glyphs)]
        parts += _placed(stats, line, column)
    return PromptSheet(f"{column.title}: {text}", tuple(parts))


def slot(key: str) -> str:
    """The key under which the save file holds one session's value of a column."""
    counts = ("requests", "parsed", "violated", "seconds", "input_tokens", "output_tokens", "cost_usd")
    return f"#{key}" if key in counts else SLOTS.get(key, key)


def is_asked(column: StatColumn) -> bool:
    """Whether a figure comes from probes."""
    return (column.measures or column.group).endswith(REASONING)


def who_was_asked(events: Iterable[Iterable[Event]], glyphs: Glyphs) -> str:
    """The players who answered probes, each with the number of these sessions; empty: nobody."""
    asked: Counter[str] = Counter()
    for session in events:
        asked.update({_prober(event) for event in session if event.type == Kind.PROBE})
    return f" {glyphs.dot} ".join(f"{name} in {n}" for name, n in asked.most_common())


def _prober(event: Event) -> str:
    player = event.get("player")
    if isinstance(player, Mapping):
        player = player.get("name") or player.get("level") or player.get("player")
    return one_line(str(player or "the player itself"), 40)


def _definition(stats: Stats, column: StatColumn) -> str:
    metric = stats.info.metrics.get(column.key)
    text = DEFINITIONS.get(column.key) or (metric.text if metric else "")
    unit = "%" if column.percent else metric.unit if metric else ""
    measures = column.measures or column.group
    facts = [BETTER[column.better], f"Unit: {unit}." if unit not in ("", column.title) else ""]
    facts.append(f"Measures: {measures}." if measures not in ("", FIRST) else "")
    return " ".join(filter(None, [text, *facts]))


def _out_of(row: StatRow, column: StatColumn) -> str:
    ended = "1 session" if row.sessions == 1 else f"{row.sessions} sessions"
    sessions = f"{ended} that ended, {row.started} started"
    share = share_of(row, column.key)
    if share is not None:
        return f"{share.count} of {share.of} sessions; {sessions}"
    found = row.metrics.get(column.key)
    if found is not None and found.metric.kind == "list":
        by_turn = ", ".join(f"{n}: {spread_text(t)} (n {t.n})" for n, t in enumerate(found.turns, 1))
        return f"{over_turns(found.turns).n} turns of {sessions}. Turn by turn: {by_turn or 'none'}."
    shown = figure(StatLine("", "", "", "", own=row), column.key)
    if shown.n is None:
        return sessions
    which = "the one session" if shown.n == 1 else f"the {shown.n} sessions"
    return f"{which} where it is defined, of {sessions}"


def _spans(row: StatRow, column: StatColumn, shown: CellFigure, glyphs: Glyphs) -> list[tuple[str, str]]:
    parts = []
    if shown.low is not None:
        parts.append(("the span", WILSON))
    elif shown.std is not None:
        parts.append(("the ±", SPREAD.format(_over(row, column, shown))))
    if column.key in ("n", "completed", "useful"):
        return parts
    line = StatLine("", "", "", "", own=row)
    texts = []
    for over, spreads in (("sessions", None), ("prompts", row.prompts), ("repetitions", row.repetitions)):
        one = figure(line, column.key) if spreads is None else _figure_of(spreads.get(column.key))
        digits = digits_of([one.value])
        text = " ".join(filter(None, figure_text(one, column, digits, glyphs)))
        number = f" (n {one.n})" if one.n is not None and one.value is not None else ""
        texts.append(f"over {DIFFER[over]} {text}{number}")
    return [*parts, ("mean and span", f" {glyphs.dot} ".join(texts))]


def _over(row: StatRow, column: StatColumn, shown: CellFigure) -> str:
    for over, spreads in (("prompts", row.prompts), ("repetitions", row.repetitions)):
        one = spreads.get(column.key)
        if one is not None and (one.mean, one.std) == (shown.value, shown.std):
            return DIFFER[over]
    return DIFFER["sessions"]


def _figure_of(one: Spread | None) -> CellFigure:
    return CellFigure() if one is None else CellFigure(one.mean, one.std, n=one.n)


def _placed(stats: Stats, line: StatLine, column: StatColumn) -> list[tuple[str, str]]:
    found = stats.places(column).get(line.key)
    if found is None:
        return []
    block = " ".join(filter(None, (line.seat, line.variant)))
    return [("place", f"{found.place} of {found.of} among one's own rows of {block}.")]


def _published(line: StatLine, column: StatColumn) -> list[tuple[str, str]]:
    row = line.published
    if row is None:
        return []
    doubt = row.doubts.get(column.key)
    parts = [("published in", row.source)]
    if row.differs:
        parts.append(("what differs in protocol", "\n".join(row.differs)))
    return [*parts, ("what speaks against it", doubt)] if doubt else parts


PAGE = 100
"""Sessions that are read at a time."""
WIDEST = 40
"""Most cells of a value that is listed by turn."""


@dataclass(slots=True)
class Behind:
    """The sessions behind one figure, the newest first."""

    column: StatColumn
    found: list[Evidence] = field(default_factory=list)
    complete: bool = False
    """Whether no more pages follow."""

    def take(self, page: Sequence[Evidence]) -> None:
        """Add a page of sessions."""
        self.found += page
        self.complete = len(page) < PAGE

    def one(self, session_id: str | None) -> Evidence | None:
        """The session with this id; None: there is none."""
        return next((one for one in self.found if one.id == session_id), None)

    def columns(self, glyphs: Glyphs) -> list[Column]:
        """All columns; the lower the rank, the longer a column stays when there is little room."""
        values = max((len(value_text(self.column, one, glyphs)) for one in self.found), default=0)
        title = one_line(self.column.title, 20)
        secrets = max((len(one.item or "") for one in self.found), default=0)
        return [
            Column("when", "when", 12, 2),
            Column("value", title, min(max(values, len(title)), WIDEST), 0),
            Column("result", "result", 8, 1),
            Column("secret", "secret", min(max(secrets, 6), 24), 3),
            Column("line", "what was played", 16, 4, 90),
        ]

    def cells(self, one: Evidence, columns: Sequence[Column], now: datetime, glyphs: Glyphs) -> list[str]:
        """The texts of one session, column by column."""
        texts = {
            "when": when(one.started, now),
            "value": value_text(self.column, one, glyphs),
            "result": one.standing if one.standing != "neutral" else one.result,
            "secret": one.item or glyphs.dash,
            "line": one.line,
        }
        return [one_line(texts[c.key], c.width) for c in columns]


def value_text(column: StatColumn, one: Evidence, glyphs: Glyphs) -> str:
    """What a session contributes to a figure, as text."""
    if column.key in OUTCOMES:
        ended = {
            "won": one.standing == "won",
            "lost": one.standing == "lost",
            "aborted": one.standing == "aborted",
        }
        ended |= {"n": True, "completed": not ended["aborted"], "useful": ended["won"] or ended["lost"]}
        return str(int(ended[column.key]))
    if isinstance(one.value, tuple):
        return " ".join(glyphs.dash if v is None else _number(v) for v in one.value)
    if column.percent:
        return f"{_number(100 * one.value)} %"
    return _number(100 * one.value if column.key == "quality" else one.value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def terms(info: GameInfo, session: Session, column: StatColumn, one: Evidence, glyphs: Glyphs) -> PromptSheet:
    """A sheet that explains what one session contributes to a figure, term by term."""
    play, game_ui = session.fold(info.game), game_ui_of(info)
    who = (one.kind, one.name, one.group)
    own = [s for s in summarise(info, session, play).seats if (s.kind, s.name, s.group) == who]
    sat = "" if [s.seat for s in own] == [one.group] else f" as {', '.join(s.seat for s in own)}"
    parts = [("", f"{one.line} {glyphs.dot} {one.id}"), ("how it ended", _ending(play))]
    lines = terms_of(info, play, own, column.key) if own else []
    if lines:
        parts.append((f"term by term{sat}", "\n".join(game_ui.explained(line, glyphs) for line in lines)))
    asked = who_was_asked([session.events], glyphs) if is_asked(column) else ""
    if asked:
        parts.append(("who was asked", asked.replace(" in 1", "")))
    return PromptSheet(f"{column.title}: {value_text(column, one, glyphs)}", tuple(parts))


def _ending(play: Play[Any]) -> str:
    outcome = play.outcome()
    cause = f" ({outcome.cause})" if outcome.cause else ""
    return one_line(f"{winning_side(play)} {outcome.result}{cause}".lstrip(), 200)

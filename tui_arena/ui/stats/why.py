"""The explanation of a figure of the stats: its definition, its span, and every session behind it.

Only finished sessions count towards a figure. They are read in a thread, a page at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.language.sentences import counted, ended_as
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.errors import SaveError, reading
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.derived_rows import Evidence
from tui_arena.save.skipping import Skipped, opened
from tui_arena.save.summary import summarise
from tui_arena.stats.aggregate import HOW_ASKED, StatRow, stats
from tui_arena.stats.differences import counts_text
from tui_arena.stats.form import PER_REPLY
from tui_arena.stats.ranking.published import printed_of
from tui_arena.stats.statistics import Figure, clustered, measured_by_item
from tui_arena.stats.terms import OUTCOMES, meaning, terms_of
from tui_arena.stats.written import COMPARED, PERCENT, number
from tui_arena.table.turns import Page
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.stats.presenter import (
    BETTER,
    REASONING,
    SPANLESS,
    SPANS,
    Over,
    StatColumn,
    StatLine,
    Stats,
    digits_of,
    figure_text,
    own_line,
    places,
    variant_line,
    with_spans,
)
from tui_arena.ui.stats.table_widget import name_text
from tui_arena.ui.times import when
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import Column, SessionTable, fitting

WILSON = (
    "After so few games, the true share is probably somewhere in this range (95% Wilson interval: it "
    "contains the true share 95 times out of 100)."
)
OVER_ITEMS = (
    "{} were behind these games, some of them more than once. Games with the same secret are alike, so this range is "
    "over the secrets: it contains the share over all secrets like these 95 times out of 100."
)
SPREAD = "± is the standard deviation: it says how much {} differ, not how sure we are of the average."
DIFFER: dict[Over, str] = {"sessions": "sessions", "prompts": "prompt variants", "repetitions": "repetitions"}


def shown_column(stats: Stats, key: str) -> StatColumn:
    """The column with this key, but the column of won sessions instead of a column of words."""
    column = stats.column(key)
    if column is None or column.words:
        column = next(c for c in stats.columns if c.key == "won")
    return column


def explained(stats: Stats, line: StatLine, key: str, glyphs: Glyphs) -> Page:
    """A sheet that explains the figure of a cell, without the sessions behind it."""
    column = shown_column(stats, key)
    shown = line.figure(column.key, stats.over)
    digits = digits_of(one.figure(column.key, stats.over).value for one in stats.lines)
    text = _joined(shown, column, 0 if key == "n" else digits, glyphs)
    who = glyphs.dotted((name_text(line, 80), line.seat, line.condition))
    parts = [("", who), ("what it is", _definition(stats, column))]
    if printed := printed_of(stats.info, column.key):
        parts.append(("what a paper prints", printed))
    if line.own is None:
        parts += _published(line, column)
    elif line.own.neutral and shown.value is None:
        parts.append(
            ("why it's missing", ("This seat isn't on either side, so it has only sessions and counts."))
        )
    else:
        parts += [("out of", _out_of(line, column, glyphs)), *_spans(stats, line, column, glyphs)]
        if line.own.asked:
            told = (f"{label}: {counts_text(line.own.by(part))}" for part, label in HOW_ASKED.items())
            parts.append(("how it was asked", "\n".join(told)))
        if stats.differs.notes:
            parts.append(("what differs", "\n".join(stats.differs.notes)))
        place = places(stats, column).get(line.key)
        if place is not None:
            block = " ".join(filter(None, (line.seat, line.condition)))
            parts.append(("place", f"{place.place} of {place.of} among your own rows of {block}."))
    return Page(f"{column.metric.label}: {text}", tuple(parts))


def _joined(shown: Figure, column: StatColumn, digits: int, glyphs: Glyphs) -> str:
    return " ".join(filter(None, figure_text(shown, column.metric, digits, glyphs)))


def is_asked(column: StatColumn) -> bool:
    """Whether a figure comes from probes."""
    return column.metric.measures.endswith(REASONING)


def who_was_asked(events: Iterable[Iterable[Event]], glyphs: Glyphs) -> str:
    """The players who answered probes, each with their number of sessions; empty: no player did."""
    asked: Counter[str] = Counter()
    for session in events:
        asked.update({_prober(event) for event in session if event.type == Kind.PROBE})
    return glyphs.dotted(f"{name} in {n}" for name, n in asked.most_common())


def _prober(event: Event) -> str:
    player = event.get("player")
    if isinstance(player, Mapping):
        player = player.get("name") or player.get("level") or player.get("player")
    return one_line(str(player or "the player itself"), 40)


def _definition(stats: Stats, column: StatColumn) -> str:
    metric = column.metric
    unit = "%" if metric.percent else metric.unit
    facts = [BETTER[metric.better], f"Unit: {unit}." if unit not in ("", metric.label) else ""]
    facts.append(f"Measures: {metric.measures}." if metric.measures else "")
    return " ".join(filter(None, [meaning(stats.info, column.key), *facts]))


def _out_of(line: StatLine, column: StatColumn, glyphs: Glyphs) -> str:
    row, one = line.own, line.figure(column.key)
    assert row is not None, "published figures come without sessions"
    sessions = f"{counted(row.sessions, 'session')} that ended, {row.started} started"
    if one.count is not None:
        return f"{one.count} of {counted(one.n or 0, 'session')}; {sessions}"
    if one.metric is not None and one.metric.kind == "list":
        turns = [(n, _joined(t, column, 1, glyphs) if t.n else "", t.n) for n, t in enumerate(one.turns, 1)]
        by_turn = ", ".join(f"{n}: {text} (n {of})" for n, text, of in turns)
        return f"{counted(one.n or 0, 'turn')} of {sessions}. Turn by turn: {by_turn or 'none'}."
    if one.n is None:
        return sessions
    if column.key in PER_REPLY:
        return f"{counted(one.n, 'reply', 'replies')} in {sessions}"
    which = "the one session" if one.n == 1 else f"the {one.n} sessions"
    return f"{which} where it is defined, of {sessions}"


def _spans(stats: Stats, line: StatLine, column: StatColumn, glyphs: Glyphs) -> list[tuple[str, str]]:
    parts, shown = [], line.figure(column.key, stats.over)
    if shown.low is not None:
        over = OVER_ITEMS.format(counted(shown.items or 0, "secret")) if clustered(shown) else WILSON
        parts.append(("the span", over))
    elif shown.std is not None:
        parts.append(("the ±", SPREAD.format(DIFFER[stats.over])))
    if column.key in SPANLESS:
        return parts
    texts = []
    for over in SPANS:
        one = line.figure(column.key) if over == "sessions" else line.spreads(over).get(column.key, Figure())
        number = f" (n {one.n})" if one.n is not None and one.value is not None else ""
        text = _joined(one, column, digits_of([one.value]), glyphs)
        texts.append(f"over {DIFFER[over]} {text}{number}")
    return [*parts, ("mean and span", glyphs.dotted(texts))]


def _published(line: StatLine, column: StatColumn) -> list[tuple[str, str]]:
    row = line.published
    if row is None:
        return []
    doubt = row.doubts.get(column.key)
    parts = [("published in", row.source)]
    if row.differs:
        parts.append(("how its rules differ", "\n".join(row.differs)))
    return [*parts, ("what to be careful about", doubt)] if doubt else parts


PAGE = 100
"""The number of sessions that are read at a time."""
WIDEST = 40
"""The maximum width of a value that is listed by turn, in cells."""


@dataclass(slots=True)
class Behind:
    """The sessions behind one figure, newest first."""

    column: StatColumn
    found: list[Evidence] = field(default_factory=list)
    complete: bool = False
    """Whether there are no more pages."""

    def take(self, page: Sequence[Evidence]) -> None:
        """Add a page of sessions."""
        self.found += page
        self.complete = len(page) < PAGE

    def one(self, session_id: str | None) -> Evidence | None:
        """The session with this id; None if there isn't one."""
        return next((one for one in self.found if one.id == session_id), None)

    def columns(self, glyphs: Glyphs) -> list[Column]:
        """All columns. The lower a column's rank, the longer the column stays as the room shrinks."""
        values = max((len(value_text(self.column, one, glyphs)) for one in self.found), default=0)
        title = one_line(self.column.metric.label, 20)
        secrets = max((len(one.item or "") for one in self.found), default=0)
        return [
            Column("when", "when", 12, 2),
            Column("value", title, min(max(values, len(title)), WIDEST), 0),
            Column("result", "result", 8, 1),
            Column("secret", "secret", min(max(secrets, 6), 24), 3),
            Column("line", "what was played", 16, 4, 90),
        ]

    def cells(self, one: Evidence, now: datetime, glyphs: Glyphs) -> dict[str, str]:
        """Maps each column to its text for a session."""
        return {
            "when": when(one.started, now),
            "value": value_text(self.column, one, glyphs),
            "result": one.standing if one.standing != "neutral" else one.result,
            "secret": one.item or glyphs.dash,
            "line": one.line,
        }


def value_text(column: StatColumn, one: Evidence, glyphs: Glyphs) -> str:
    """A session's contribution to a figure, as text."""
    if isinstance(one.value, tuple):
        return " ".join(glyphs.dash if v is None else number(v, 2, trimmed=True) for v in one.value)
    if column.metric.percent and column.key not in OUTCOMES:
        return f"{number(100 * one.value, 2, trimmed=True)}{PERCENT}"
    return number(one.value, 2, trimmed=True)


def terms(info: GameInfo, session: Session, column: StatColumn, one: Evidence, glyphs: Glyphs) -> Page:
    """A sheet that explains one session's contribution to a figure, term by term."""
    play, game_ui = session.fold(info.game), game_ui_of(info)
    who = (one.kind, one.name, one.group)
    own = [s for s in summarise(info, session, play).seats if (s.kind, s.name, s.group) == who]
    sat = "" if [s.seat for s in own] == [one.group] else f" as {', '.join(s.seat for s in own)}"
    parts = [("", f"{one.line} {glyphs.dot} {one.id}"), ("how it ended", one_line(ended_as(play), 200))]
    lines = terms_of(info, play, own, column.key) if own else []
    if lines:
        parts.append((f"term by term{sat}", "\n".join(game_ui.explained(line, glyphs) for line in lines)))
    asked = who_was_asked([session.events], glyphs) if is_asked(column) else ""
    if asked:
        parts.append(("who was asked", asked.replace(" in 1", "")))
    return Page(f"{column.metric.label}: {value_text(column, one, glyphs)}", tuple(parts))


ASKED = 20
"""The number of sessions that are opened to find the players who answered probes."""
WIDE, BESIDE = 110, 64
"""The minimum screen width for the explanation to the left of the sessions, and its width, in cells."""


class TermsSheet(SheetScreen):
    """The terms of a session. Returns `result` or `watch` if the person wants to see one of these."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "give('result')", "Result", show=False, id="terms.result"),
        Binding("w", "give('watch')", "Replay", show=False, id="terms.watch"),
    ]

    def action_give(self, what: str) -> None:
        self.dismiss(what)

    def _keys(self) -> list[str]:
        return ["o result", "w replay", *super()._keys()]


class BehindTable(SessionTable):
    """The sessions behind a figure."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Terms", id="why.terms"),
    ]


class WhyScreen(ArenaScreen):
    """Explains one figure."""

    TITLE = "WHY"
    CSS = """
    WhyScreen #body { height: 1fr; }
    WhyScreen #why { height: auto; max-height: 60%; padding: 0 1; scrollbar-size-vertical: 1; }
    WhyScreen #text { height: auto; }
    WhyScreen #table { height: 1fr; min-height: 4; background: $background; scrollbar-size-vertical: 1;
                       scrollbar-size-horizontal: 0; margin-top: 1; }
    WhyScreen.-wide #body, WhyScreen.-vast #body { layout: horizontal; }
    WhyScreen.-wide #why, WhyScreen.-vast #why { width: 64; height: 100%; max-height: 100%; padding: 1 2; }
    WhyScreen.-alone #why { height: 1fr; max-height: 100%; width: 1fr; }
    WhyScreen.-alone #table { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "result", "Result", id="why.result"),
        Binding("w", "watch", "Replay", id="why.watch"),
        Binding("R", "replies", "Replies", id="why.replies", tooltip="Every reply of that game in a list"),
    ]
    HELP = "Where a figure comes from, and the games behind it. Press Enter to see how one game counts."

    def __init__(self, stats: Stats, line: StatLine, key: str) -> None:
        super().__init__()
        self.stats = stats
        self.line = line
        self.behind = Behind(shown_column(stats, key))
        self.mean = ""
        """The mean with its 95% interval if the table shows no interval; empty: none, or not yet known."""
        self.asked = ""
        """The players who answered probes; empty: no player did, or not yet known."""

    def body(self) -> ComposeResult:
        with Container(id="body"):
            with VerticalScroll(id="why"):
                yield Static(id="text", markup=False)
            yield BehindTable(id="table", cursor_type="row", zebra_stripes=False)

    def on_mount(self) -> None:
        self.title = f"WHY {self.glyphs.dot} {self.stats.info.title}"
        self.set_class(self.line.own is None, "-alone")
        self._tell()
        (self.query_one("#why") if self.line.own is None else self.table).focus()
        if self.line.own is not None:
            self.load()
            self.learn_interval(self.line.own)

    table = getters.query_one(SessionTable)

    def _tell(self) -> None:
        sheet: Page = explained(self.stats, self.line, self.behind.column.key, self.glyphs)
        parts = [("", sheet.title), *sheet.parts]
        if self.mean:
            parts.append(("95% interval", self.mean))
        if self.asked:
            parts.append(("who was asked", self.asked))
        lines = [_part(heading, text) if heading else say(text, "bold") for heading, text in parts]
        lines[0] = say(sheet.title, "bold $primary")
        between = "\n\n" if self.size.width >= WIDE else "\n"
        self.query_one("#text", Static).update(Content(between).join(lines))

    # the sessions

    @property
    def wanted(self) -> Filter:
        """The filter for the line's sessions."""
        prompt = self.line.variant or self.stats.wanted.prompt
        return replace(self.stats.wanted, prompt=prompt)

    @work(exclusive=True, group="list")
    async def load(self) -> None:
        """Read the next page of sessions, and add it to the table."""
        row, found = self.line.own, self.behind.found
        if row is None or self.behind.complete:
            return
        arena = self.arena
        page = await self.looked_up(
            arena.store.evidence,
            self.wanted,
            metric=self.behind.column.key,
            kind=row.kind,
            name=row.player,
            group=row.seat,
            condition=row.condition,
            partner=row.partner,
            before=found[-1].rank if found else None,
            limit=PAGE,
        )
        if page is None:
            return
        first = not found
        self.behind.take(page)
        self._draw()
        if first and is_asked(self.behind.column):
            self.learn_who_was_asked()

    @work(exclusive=True, group="interval")
    async def learn_interval(self, row: StatRow) -> None:
        """Find the interval of a mean. The table already shows intervals of shares."""
        arena, info, metric = self.arena, self.stats.info, self.behind.column.metric
        if metric.name not in measured_by_item(info) or metric.name in with_spans(info):
            return
        wanted = replace(self.wanted, player=f"{row.kind}:{row.player}", seat=row.seat)
        rows = await self.looked_up(
            stats, arena.store, arena.catalogue, wanted, intervals=["won", metric.name]
        )
        line_of = variant_line if self.line.variant else own_line
        own = next((one for one in rows or () if line_of(one).key == self.line.key), None)
        if own is not None and (one := own.figure(metric.name)).low is not None:
            over = f", over {counted(one.items or 0, 'secret')}" if clustered(one) else ""
            self.mean = f"{COMPARED.of(metric).figure(replace(one, std=None))}{over}"
            self._tell()

    @work(exclusive=True, group="asked")
    async def learn_who_was_asked(self) -> None:
        """Open the newest sessions and find the players who answered probes."""
        arena = self.arena
        newest = [one.id for one in self.behind.found[:ASKED]]

        def read(one: str) -> Session:
            return opened(arena.store, arena.catalogue, one)[0]

        sessions = await self.looked_up(lambda: list(Skipped().each(newest, str, read)))
        if sessions is None:
            return
        told = who_was_asked([session.events for session in sessions], self.glyphs)
        if told:
            self.asked = f"{told} of the newest {len(sessions)}"
            self._tell()

    def _draw(self) -> None:
        now, panel = self.arena.now(), BESIDE if self.size.width >= WIDE else 0
        lines = ((one.id, self.behind.cells(one, now, self.glyphs), "") for one in self.behind.found)
        columns = fitting(self.behind.columns(self.glyphs), self.size.width - panel - 2)
        self.table.show(columns, lines, self.table.at)
        more = "" if self.behind.complete else "+"
        shown = len(self.behind.found)
        one = shown == 1 and self.behind.complete
        self.sub_title = "1 session" if one else f"{shown}{more} sessions"
        self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self._tell()
        if self.behind.found:
            self._draw()

    @on(DataTable.RowHighlighted)
    def _moved(self, event: DataTable.RowHighlighted) -> None:
        if event.cursor_row == self.table.row_count - 1 and self.behind.found and not self.behind.complete:
            self.load()

    # one session

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self.behind.found) if action in ("result", "watch", "replies") else True

    @on(DataTable.RowSelected)
    def _selected(self) -> None:
        self.show_terms()

    @work(exclusive=True, group="terms")
    async def show_terms(self) -> None:
        """Show the contribution of the session under the cursor, term by term."""
        one = self.behind.one(self.table.at)
        if one is None:
            return
        try:
            sheet = await self.arena.in_thread(self._terms, one)
        except (SaveError, BadEvent, BadFile, ValueError) as error:
            self.notify(str(error), severity="error", markup=False)
            return
        said = await self.app.push_screen_wait(TermsSheet(sheet))
        if said == "result":
            self.action_result()
        elif said == "watch":
            self.action_watch()

    def _terms(self, one: Evidence) -> Page:
        session, info = opened(self.arena.store, self.arena.catalogue, one.id)
        with reading(one.id):
            return terms(info, session, self.behind.column, one, self.glyphs)

    def action_result(self) -> None:
        if self.table.at is not None:
            self.arena.open_result(self.table.at)

    def action_watch(self) -> None:
        if self.table.at is not None:
            self.arena.open_replay(self.table.at)

    def action_replies(self) -> None:
        if self.table.at is not None:
            self.arena.open_replies(session=self.table.at, title=self.stats.info.title)


def _part(heading: str, text: str) -> Content:
    return Content.assemble(say(heading, "bold $accent"), "  ", say(text))

"""Sessions looked back at: what a player would have taken for likely, round by round.

Law: it draws what is stored and what comes, and asks nobody unasked. What it costs is told before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.table.pending_replies import without_reasoning
from tui_arena.table.probes.asking import SELF
from tui_arena.table.probes.rounds import Panel
from tui_arena.table.spending import count, money
from tui_arena.ui.columns import Column, fitting
from tui_arena.ui.elapsed import clock
from tui_arena.ui.glyphs import say
from tui_arena.ui.inquiry.analysing import NOBODY
from tui_arena.ui.inquiry.base import asking_keys
from tui_arena.ui.inquiry.offer import Offering
from tui_arena.ui.inquiry.presenter import (
    Course,
    figure_cells,
    figure_columns,
    mean_cells,
    meaning,
    means,
    session_cells,
    session_columns,
    stored_panel,
    terms,
)
from tui_arena.ui.inquiry.rank_curve import RankCurve
from tui_arena.ui.widgets.probe_panel import ProbePanel
from tui_arena.ui.widgets.rows import Choice, ChoiceRow
from tui_arena.ui.widgets.sheet import SheetScreen
from tui_arena.ui.widgets.tables import AnalysisTable

TICK = 0.1
"""Seconds between two drawings while somebody is asked."""
BAR = 20
"""Cells of the bar that says how far it is."""
STREAMED = 200
"""Characters of what is being said that are shown."""
WIDEST = 150
MEAN = "mean:"
"""Keys of rows that hold means begin so; no session id does."""
INTRO = {
    "belief": "Nobody has been asked about this session yet. Whoever you choose gets, round by round, what "
    "the {seat} knew then, and says how far to believe the statement. You see how near the truth they were, "
    "and when.",
    "candidates": "Nobody has been asked about this session yet. Whoever you choose gets, round by round, "
    "what the {seat} knew then, and names the likeliest. You see when the secret came up, and how high.",
}
"""What the screen is for, while it has nothing to show, by what is asked."""


class AnalyseScreen(Offering):
    """Who is asked about saved sessions, how far it is, and what they say."""

    TITLE: ClassVar[str] = "ANALYSE"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        *asking_keys("analyse", "Ask"),
        Binding("a", "ask", "Ask", id="analyse.go_on"),
        Binding("n", "turn(1)", "Next round", id="analyse.next"),
        Binding("N", "turn(-1)", "Round before", show=False, id="analyse.previous"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    HELP = "What is stored is never asked again: stop when you like, and go on another day."

    def __init__(self, ids: Sequence[str]) -> None:
        super().__init__(ids)
        self._round: int | None = None
        """The round that is looked at; None: the last."""
        self._changed_ones: set[str] = set()
        """Sessions of which something has come that is not drawn yet."""

    def body(self) -> ComposeResult:
        yield ChoiceRow("who is asked", [Choice(SELF, "its own player")], SELF, id="who")
        yield ChoiceRow("who sorts", [Choice(NOBODY, "whoever is asked")], NOBODY, id="sorter")
        yield Static(id="told", markup=False)
        yield Static(id="intro", markup=False)
        with Vertical(id="all"):
            with Horizontal(id="look"):
                yield ProbePanel(self.glyphs, id="likely", few=True)
                yield RankCurve(self.glyphs, id="curve")
            yield AnalysisTable(id="table", cursor_type="row")
            yield Static(id="about", markup=False)
            with VerticalScroll(id="course", can_focus=False):
                yield Static(id="rounds", markup=False)

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)
        self.read()
        self.meet()

    def on_screen_resume(self) -> None:
        if self.subjects and not self.asking:
            self.read()

    @property
    def info(self) -> GameInfo | None:
        """The game, for help, where all sessions are of one."""
        games = {one.info.id: one.info for one in self.subjects.values()}
        return next(iter(games.values())) if len(games) == 1 else None

    def was_read(self) -> None:
        if self.watched not in self.subjects:
            self.watched = next(iter(self.subjects), "")
        self._offer()
        self._fill()
        self.draw()
        if self.subjects and not (self.focused and self.focused.display):
            (self.query_one("#who") if self.due else self.table).focus()

    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self._fill()
        self.draw()
        self.learn_cost()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "turn":
            one = self.only
            return one is not None and not self.asking and len(one.rounds) > 1
        return super().check_action(action, parameters)

    # what is drawn

    @property
    def table(self) -> AnalysisTable:
        return self.query_one(AnalysisTable)

    def came(self, session_id: str) -> None:
        self._changed_ones.add(session_id)

    def _tick(self) -> None:
        """Draw what has come, or only how long it has taken."""
        if self.asking and (self._changed_ones or self.coming):
            self.draw()
        elif self.asking:
            self.query_one("#told", Static).update(self._progress())

    def on_resize(self) -> None:
        self._fill()
        self.draw()

    def draw(self) -> None:
        """Show what has come, or what is stored."""
        if not self.is_attached or not self.subjects:
            return
        one = self.only
        dot, n = self.glyphs.dot, len(self.subjects)
        if self.asking:
            self.title = f"ANALYSE {dot} {self._who_text()}"
        else:
            self.title = "ANALYSE"
        sessions = f"{n} session{'s' if n > 1 else ''}"
        self.sub_title = f"{one.info.title} {dot} {one.player} as {one.asked}" if one else sessions
        free = not self.asking and self.due > 0
        self.set_class(not free, "-settled")
        self.query_one("#who").display = free
        self.query_one("#sorter").display = free and bool(self._sorts)
        if self.asking:
            self.query_one("#told", Static).update(self._progress())
        panel = self._panel()
        self.query_one("#look").display = panel is not None
        self.table.display = one is None or (not self.asking and bool(one.rounds) and not self.hides)
        self.query_one("#about").set_class(not self.table.display or one is None, "-none")
        self._draw_look(panel)
        blank = one is not None and not one.rounds and not self.asking and one.total > 0
        kind = "belief" if one is not None and one.believes else "candidates"
        told = INTRO[kind].format(seat=one.asked) if one is not None and blank else self._streaming()
        self.put("intro", say(told, "italic $foreground-muted" if self.asking else ""))
        self._draw_rounds(self._round_lines())
        if self.asking and one is None:
            self._draw_rows()
        self._changed_ones.clear()
        self.refresh_bindings()

    def _progress(self) -> Content:
        """How far it is, what it took so far, and what is waited for."""
        glyphs, share = self.glyphs, min(self.done / max(self.total, 1), 1.0)
        cells = round(share * BAR)
        facts = [f"{self.done} of {self.total} asked", clock(self.seconds)]
        on_its_way = sum(one.tokens for one in self.coming.values())
        if self.spent.tokens or on_its_way:
            facts.append(f"{count(self.spent.tokens + on_its_way)} tok {glyphs.dot} {money(self.spent.usd)}")
        facts += [one.note for one in self.coming.values() if one.note][:1]
        return Content.assemble(
            (glyphs.full * cells, "$accent"),
            (glyphs.line * (BAR - cells), "$foreground-muted"),
            say(f"  {f' {glyphs.dot} '.join(facts)}"),
        )

    def _streaming(self) -> str:
        """The end of what somebody is saying now."""
        texts = ((ask, without_reasoning(one.text)) for (_, ask), one in self.coming.items() if one.text)
        ask, text = next(texts, ("", ""))
        return f"round {ask.rpartition(':')[2]}  {one_line(text[-STREAMED:])}" if text else ""

    def _panel(self) -> Panel | None:
        """The round that is looked at; None while there is nothing to show, or nothing may be shown."""
        one = self.subjects.get(self.watched)
        if one is None or (self.hides and self.asking):
            return None
        course = self.courses.get(self.watched)
        if self.asking and course is not None:
            return course.panel(secret=not self.hides)
        if not one.rounds or self.hides:
            return None
        return stored_panel(one, one.last if self._round is None else self._round, secret=True)

    def _round_lines(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """Each round that may be shown: its number, how good it was, what was said."""
        one = self.subjects.get(self.watched)
        if one is None or self.hides:
            return []
        course = self.courses.get(self.watched) or Course(one)
        return course.lines(self.glyphs)

    def _draw_rounds(self, lines: list[tuple[int, str, tuple[str, ...]]]) -> None:
        """All rounds, a line each, where there is room for them."""
        page, width = self.query_one("#course"), min(self.size.width, WIDEST) - 8
        page.display = bool(lines) and self.has_class("-tall")
        if not page.display:
            return
        drawn = [
            Content.assemble(
                (f"{number:>3}  ", "$foreground-muted"),
                (f"{how:<9}", "bold $accent" if how != self.glyphs.dot else "$foreground-muted"),
                say(self.glyphs.fit(", ".join(items) or self.glyphs.dash, width - 14)),
            )
            for number, how, items in lines
        ]
        place = "off by" if self.subjects[self.watched].believes else "place"
        head = say(f"{'':>5}{place:<9}round by round", "bold $primary")
        self.query_one("#rounds", Static).update(Content("\n").join([head, *drawn]))

    def _draw_look(self, panel: Panel | None) -> None:
        """The list, and beside it where the secret stood in all of them; a belief is its own picture."""
        ranks = panel.ranks if panel is not None else None
        self.query_one(RankCurve).show(ranks)
        self.query_one(ProbePanel).show(panel.without_ranks() if panel is not None and ranks else panel)

    # the table

    def _columns(self) -> list[Column]:
        width = min(self.size.width, WIDEST) - 4
        one = self.only
        wanted = figure_columns() if one is not None else session_columns(list(self.subjects.values()))
        return fitting(wanted, width)

    def _fill(self) -> None:
        """Fill the table again: the figures of one session, or a row a session and the means."""
        if not self.is_attached or not self.subjects:
            return
        table, columns, glyphs, one = self.table, self._columns(), self.glyphs, self.only
        at = table.at
        table.columns_anew(columns)
        if one is not None:
            table.add_lines((m.name, figure_cells(m, v, columns, glyphs), False) for m, v in one.shown())
        else:
            each, several = list(self.subjects.values()), self.info is None
            shows = partial(
                session_cells, columns=columns, glyphs=glyphs, secret=not self.hides, titled=several
            )
            table.add_lines((s.id, shows(s, self.courses.get(s.id)), False) for s in each)
            rows = {} if self.hides else means(each)
            table.add_lines((MEAN + t, mean_cells(t, row, columns, glyphs), True) for t, row in rows.items())
        table.stand_on(at)

    def _draw_rows(self) -> None:
        """How far each session is, where something of it has come."""
        changed, self._changed_ones = self._changed_ones, set()
        for session_id, course in self.courses.items():
            if session_id not in changed:
                continue
            left = max(course.subject.to_ask - course.done, 0)
            total = course.subject.total
            self.table.update_cell(session_id, "rounds", Text(f"{total - left}/{total}"))

    @on(DataTable.RowSelected)
    def _opened(self, event: DataTable.RowSelected) -> None:
        """Enter or a click: a figure to its last term, or a session by itself."""
        key, one = event.row_key.value, self.only
        if key is None or self.asking:
            return
        if one is not None:
            title, parts = terms(one, one.info.metrics[key], self.glyphs)
            self.app.push_screen(SheetScreen(title, parts))
        elif not key.startswith(MEAN):
            self.arena.open_analyse([key])

    @on(DataTable.RowHighlighted)
    def _pointed_at(self, event: DataTable.RowHighlighted) -> None:
        key, one = str(event.row_key.value), self.only
        if one is not None:
            self.query_one("#about", Static).update(say(meaning(one.info.metrics[key])))
        elif not self.asking and key in self.subjects and key != self.watched:
            self.watched = key
            self.draw()

    def action_turn(self, by: int) -> None:
        """To the list of another round."""
        one = self.only
        if one is not None and one.rounds:
            numbers = [r.number for r in one.rounds]
            here = numbers.index(self._round) if self._round in numbers else len(numbers) - 1
            self._round = numbers[(here + by) % len(numbers)]
            self.draw()

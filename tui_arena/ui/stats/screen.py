"""The stats screen: a table of each player's results, with pictures and an explanation of each figure.

A change of the filter causes one rollup query in a thread. The old table stays until the new table is ready.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.theme import Theme
from textual.widgets import DataTable, Static

from tui_arena.charts.builders import DRAWN, ENDED, distribution
from tui_arena.charts.model import Band, Distribution, Line, Span, step
from tui_arena.charts.text import column_lines, distribution_lines, span
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.reports.writing import write_report
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.sums import Key
from tui_arena.stats.aggregate import OWN, StatRow, stats
from tui_arena.stats.differences import Differences, differences
from tui_arena.stats.over import prompt_rows
from tui_arena.stats.ranking.published import has_rows, published_rows
from tui_arena.stats.written import SCREEN
from tui_arena.ui.app.bars import ChoiceBar
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.exports import FORMS, export_text
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.stats import filters
from tui_arena.ui.stats.presenter import (
    StatColumn,
    StatLine,
    Stats,
    figure_text,
    figures_table,
    with_spans,
)
from tui_arena.ui.stats.table_widget import (
    ROOMY,
    Laid,
    Scroll,
    StatTable,
    Window,
    fixed,
    laid,
    name_text,
    published_mark,
    shown_table,
)
from tui_arena.ui.stats.why import WhyScreen
from tui_arena.ui.widgets.charts import painted, signs
from tui_arena.ui.widgets.dialogs import AskLine
from tui_arena.ui.widgets.rows import Choice, Picker


def spread_of(info: GameInfo, row: StatRow) -> Distribution:
    """The distribution of the game's shared count; empty if the sessions' endings aren't known."""
    figure = row.figures.get(info.main.share)
    if figure is None or row.figure("aborted").count is None:
        return Distribution("", {})
    won, lost, drawn, aborted = (row.figure(end).count or 0 for end in ENDED)
    return distribution(info, figure.distribution, (won, lost, drawn, aborted))


def by_turn(row: StatRow) -> tuple[str, list[float | None]]:
    """The label and the means by turn of the first list metric; empty if there isn't one."""
    for figure in row.figures.values():
        if figure.metric is not None and figure.turns:
            return figure.metric.label, [turn.value for turn in figure.turns]
    return "", []


UNKNOWN_WIDTH = 36
"""The assumed width, in cells, of a picture without a layout."""
WIDEST_BARS, SCALE = 60, 32
"""The maximum width of a distribution, and the width of a scale from 0 to 1, in cells."""
LOW, TALL = 5, 14
"""The minimum and the maximum height of a curve, in lines."""
BELOW = 4
"""The lines of a picture's title and of the text below a curve."""


class StatPictures(Horizontal):
    """Draws the distribution of a count, a figure turn by turn, and the shares with their intervals."""

    DEFAULT_CSS = """
    StatPictures { height: 1fr; min-height: 10; max-height: 20; border-top: solid $panel; }
    StatPictures .picture { width: 1fr; height: 100%; padding: 0 1; color: $foreground; }
    StatPictures #shares { display: none; }
    StatPictures.-flat #curve { display: none; }
    StatPictures.-flat #shares { display: block; }
    """

    def compose(self) -> ComposeResult:
        for name in ("bars", "curve", "shares"):
            yield Static(id=name, classes="picture", markup=False)

    def draw(self, info: GameInfo, row: StatRow, glyphs: Glyphs, *, plain: bool) -> None:
        """Draw a row's pictures. If `plain` or without figures by turn, the shares replace the curve."""
        dot = f" {glyphs.dot} "
        who, drawn_with = f"{dot}{row.player}{dot}{row.condition}", signs(glyphs)
        label, means = by_turn(row)
        self.set_class(not label or plain, "-flat")
        top = step(max((mean for mean in means if mean is not None), default=0.0), 1)
        height = min(max(self.content_size.height - BELOW, LOW), TALL)
        pictures: dict[str, tuple[str, Callable[[int], list[Line]]]] = {
            "bars": (
                f"{info.metrics[info.main.share].label}{who}",
                lambda width: self._threaded(
                    distribution_lines(spread_of(info, row), min(width, WIDEST_BARS), drawn_with)
                ),
            ),
            "curve": (
                f"{label.partition(' by ')[0]} by turn{who}",
                lambda width: column_lines(means, top, height, width, drawn_with),
            ),
            "shares": (
                f"{'how it ended' if plain else '95% intervals'}{who}",
                lambda _: _shares(row, glyphs, plain=plain),
            ),
        }
        for name, (title, draw) in pictures.items():
            picture = self.query_one(f"#{name}", Static)
            width = picture.content_size.width or UNKNOWN_WIDTH
            head = say(one_line(title, width), "bold $primary")
            picture.update(Content("\n").join([head, *painted(draw(width))]))

    def _threaded(self, lines: list[Line]) -> list[Line]:
        """The lines, each followed by a blank line if there is room."""
        if 2 * len(lines) >= self.content_size.height:
            return lines
        return [part for line in lines for part in (line, [])]


def _shares(row: StatRow, glyphs: Glyphs, *, plain: bool) -> list[Line]:
    lines: list[Line] = []
    for name in ENDED:
        one = row.figure(name)
        if one.value is not None and plain:
            if one.count:
                bar = signs(glyphs).halves(one.value, SCALE // 2)
                lines.append(
                    [Span(f"{name:<8}"), Span(bar, "bar"), Span(f" {SCREEN.shares.number(one.value)}")]
                )
        elif one.value is not None and (one.count or name != DRAWN):
            lines.append([Span(f"{name:<8}{' '.join(figure_text(one, OWN[name], 0, glyphs))}")])
            lines.append(span(Band(name, one.value, one.low, one.high), 0, 1, SCALE - 2, signs(glyphs)))
    return lines


EXPORTS = (
    ("file csv", "CSV, to a file"),
    ("file json", "JSON, to a file"),
    ("file md", "Markdown, to a file"),
    ("copy csv", "CSV, to the clipboard"),
    ("copy json", "JSON, to the clipboard"),
    ("copy md", "Markdown, to the clipboard"),
    ("report html", "report with pictures, as a web page"),
    ("report md", "report with pictures, as Markdown"),
)
SINCE = ("Since when?", "A date such as 2026-11-21:")
"""The title and the text of the dialog that asks for a date."""


WIDEST = 240
"""The maximum width of the table, in cells."""
AROUND, PICTURES = 8, 10
"""The lines of title, filters, headings, texts and keys, and the minimum lines of the pictures."""
EMPTY = (
    "Nothing counts here yet. The stats leave out games with a hint, a peek or an undo, and games where a model's "
    "reasoning was played as its move. To include them, press / and pick “also count”.\n\nTo play a game, press "
    "Esc, then the game's key. Bots can play on their own, too: press w on the home screen to watch two of them, "
    "or let thirty games run: `tui-arena run {game} --sessions 30`."
)
OTHERS = "\n\nPress o to see what others have published."
NO_MATCH = "Nothing matches these filters. Press c to clear them."


class StatsScreen(ArenaScreen):
    """The aggregated figures of a game."""

    TITLE = "STATS"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "filter", "Filter", key_display="/", id="stats.filter"),
        Binding(
            "d",
            "details",
            "All figures",
            id="stats.details",
            tooltip="Every figure, with intervals; press d again for the first page",
        ),
        Binding("s", "sort", "Sort", id="stats.sort"),
        Binding("p", "plots", "Plots", id="stats.plots"),
        Binding("v", "compare", "Compare", id="stats.compare"),
        Binding("r", "rankings", "Rankings", id="stats.rankings"),
        Binding("o", "published", "Published", id="stats.published"),
        Binding("x", "export", "Export", id="stats.export"),
        Binding(
            "m",
            "over",
            "Span",
            id="stats.over",
            tooltip="What the spans cover: games, prompt variants, repetitions",
        ),
        Binding("g", "game", "Game", id="stats.game", tooltip="The figures of another game"),
        Binding("a", "left_out", "Count all", id="stats.left_out"),
        Binding("c", "clear", "Clear", id="stats.clear"),
        Binding("t", "picture", "Other picture", id="stats.picture"),
    ]
    HELP = (
        "Use the arrow keys to choose a figure. Press Enter to see where it comes from, and s to sort by its "
        "column. Small raised numbers (#2 in ASCII) are places in the column. Quality says how well games went, from "
        "0 to 100, not how often they were won."
    )

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self.stats: Stats
        self.loaded = False
        self._first = 1
        """The position of the first scrolled column in sight."""
        self._laid: dict[str, Laid] = {}
        self._window = Window((), (), ())

    def body(self) -> ComposeResult:
        yield ChoiceBar(id="filters")
        yield StatTable(id="table")
        yield Static(id="empty", markup=False)
        with Horizontal(id="below"):
            yield Static(id="summary", markup=False)
            yield Static(id="more", markup=False)
        yield Static(id="about", markup=False)
        yield StatPictures(id="pictures")

    def on_mount(self) -> None:
        self.of_game(self._game)
        self.table.focus()
        self.app.theme_changed_signal.subscribe(self, self._other_colours)
        self.call_after_refresh(self.load)

    def on_unmount(self) -> None:
        self.app.theme_changed_signal.unsubscribe(self)  # the signal would keep this screen alive

    def _other_colours(self, _: Theme) -> None:
        if self.loaded:
            self.draw()

    def of_game(self, game: str) -> None:
        info: GameInfo = self.arena.catalogue.game(game)
        shows = bool(self._game == game and self.loaded and self.stats.published)
        self._game, self.stats, self._first = game, Stats.of(info), 1
        self.stats.plain = not self.arena.settings.all_figures
        if shows:
            self.stats.show_published(published_rows(info))
        self.title = f"STATS {self.glyphs.dot} {info.title}"

    def on_screen_resume(self) -> None:
        if self.loaded:
            self.load()

    table = getters.query_one(StatTable)

    # the table

    @work(exclusive=True, group="load")
    async def load(self) -> None:
        """Query the figures and show them. The old figures stay until then."""
        self._tell()
        by_prompt = self.stats.over == "prompts"
        found = await self.looked_up(self._queried, self.stats.wanted, by_prompt=by_prompt)
        if found is not None:
            self.stats.take(*found)
            self.loaded = True
            self.draw()

    def _queried(
        self, wanted: Filter, *, by_prompt: bool
    ) -> tuple[list[StatRow], Differences, Sequence[StatRow]]:
        """The rows, what differs between them and, if `by_prompt`, a row for each prompt variant."""
        store, catalogue = self.arena.store, self.arena.catalogue
        spans = with_spans(catalogue.game(wanted.game))
        rows = stats(store, catalogue, wanted, intervals=spans)
        variants = (
            prompt_rows(store, catalogue, wanted, rows, spans)
            if by_prompt and any(row.prompts for row in rows)
            else ()
        )
        return rows, differences(store, wanted, rows), variants

    def draw(self, *, row: str | None = None, column: str | None = None) -> None:
        """Fill the table again. The cursor stays where it was, or moves to the given row and column."""
        at = self.table.at
        row, column = row or at[0], column or at[1]
        self._laid = {}
        keys = [c.key for c in self.stats.columns]
        scroll = self._scroll_of(self.stats.columns)
        place = keys.index(column) if column in keys else scroll.held
        self._first = scroll.first_for(place, max(self._first, scroll.held))
        self._window = scroll.window(self._first)
        self.table.show(
            [self._lay(c) for c in self._window.columns],
            self.stats.lines,
            self.stats.sort,
            descending=self.stats.descending,
            glyphs=self.glyphs,
        )
        self.table.stand_on(row, column)
        self.set_class(self.loaded and not self.stats.lines, "-none")
        room = self.size.height - AROUND - self.has_class("-tall") - len(self.stats.lines)
        self.set_class(room < PICTURES, "-full")
        others = OTHERS if has_rows(self.stats.info) else ""
        text = NO_MATCH if self.stats.filtered else EMPTY.format(game=self._game) + others
        self.query_one("#empty", Static).update(say(text))
        self._tell()
        self.call_after_refresh(self._follow)

    def _scroll_of(self, columns: Sequence[StatColumn]) -> Scroll:
        held = fixed(columns, roomy=self.size.width >= ROOMY)
        return Scroll(columns, held, min(self.size.width, WIDEST) - 1, lambda c: self._lay(c).width)

    def _lay(self, column: StatColumn) -> Laid:
        if column.key not in self._laid:
            self._laid[column.key] = laid(self.stats, column, self.glyphs, self.size.width)
        return self._laid[column.key]

    @on(StatTable.Beyond)
    def _scroll(self, event: StatTable.Beyond) -> None:
        """Move to the column next to the cursor, or to the first or the last column."""
        keys = [c.key for c in self.stats.columns]
        column = self.table.at[1]
        if column in keys:
            to = keys.index(column) + event.way
            if event.end:
                to = len(keys) - 1 if event.way > 0 else 0
            self._go_to(keys[min(max(to, 0), len(keys) - 1)])

    def _go_to(self, column: str) -> None:
        """Put the cursor on a column, and scroll to the column if necessary."""
        row = self.table.at[0]
        held = self._scroll_of(self.stats.columns).held
        seen = [c.key for c in self._window.columns[held if self._first > held else 0 :]]
        if column in seen:
            self.table.stand_on(row, column)
        else:
            self.draw(row=row, column=column)

    def _tell(self) -> None:
        wanted = self.stats.wanted
        self.query_one(ChoiceBar).show(filters.filter_pieces(wanted))
        marked = self.stats.published and self.size.width < ROOMY
        mark = f"{published_mark(self.glyphs)} published {self.glyphs.dot} " if marked else ""
        self.query_one("#summary", Static).update(say(mark + self.stats.summary()))
        self.query_one("#more", Static).update(self._more())
        self.refresh_bindings()

    def _more(self) -> Content:
        """The number of cut groups on each side."""
        left, right = ("<", ">") if self.glyphs.ascii else ("←", "→")
        before, after = self._window.before, self._window.after
        texts = [f"{left} {_groups(before)}" if before else "", f"{_groups(after)} {right}" if after else ""]
        return say("   ".join(filter(None, texts)), "bold $accent")

    @on(events.Click, "#more")
    def _more_clicked(self, event: events.Click) -> None:
        """Scroll to the group at the clicked arrow."""
        window, keys = self._window, self.stats.columns
        left = bool(window.before) and (not window.after or event.x < len(_groups(window.before)) + 4)
        group = window.before[-1] if left else window.after[0]
        cut = [c.key for c in keys if c.group == group and c not in window.columns]
        self._go_to(cut[-1] if left else cut[0])

    def on_resize(self, event: events.Resize) -> None:
        if self.loaded:
            self.draw()

    @property
    def line(self) -> StatLine | None:
        """The line under the cursor."""
        return self.stats.line(self.table.at[0]) if self.loaded else None

    @property
    def row(self) -> StatRow | None:
        """The own row under the cursor; None: there isn't one, or the line is published."""
        line = self.line
        return line.own if line is not None else None

    # pictures

    @on(DataTable.CellHighlighted)
    def _follow(self) -> None:
        """Describe the line under the cursor, and draw its pictures."""
        line = self.line
        if line is None or not self.is_attached:
            return
        self._about(line)
        self.set_class(line.own is None, "-unplayed")
        if line.own is not None:
            self.query_one(StatPictures).draw(self.stats.info, line.own, self.glyphs, plain=self.stats.plain)

    def _about(self, line: StatLine) -> None:
        facts = [name_text(line, 60), line.seat, line.condition]
        if line.published is not None:
            facts += [line.published.source, " ".join(line.published.differs)]
        elif not self.stats.plain:
            span = self.stats.span_line(line).replace("±", self.glyphs.plus_minus)
            facts += [span, "your rows are ranked within their seat and condition"]
        self.query_one("#about", Static).update(say(self.glyphs.dotted(facts)))

    def action_details(self) -> None:
        """Switch between all figures with intervals and a plain first page. The choice is remembered."""
        self.stats.show(plain=not self.stats.plain)
        self.run_worker(self.arena.change_settings(all_figures=not self.stats.plain), group="settings")
        self.draw()

    def action_picture(self) -> None:
        """Show the other picture, if there is only room for one."""
        self.toggle_class("-other")

    # sorting and other keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        full = self.loaded and bool(self.stats.lines)
        works = {
            "picture": full and self.has_class("-narrow") and not self.has_class("-full"),
            "sort": full,
            "export": full,
            "over": full,
            "compare": full and self.row is not None,
            "clear": self.loaded and self.stats.filtered,
            "published": self.loaded and has_rows(self.stats.info),
        }
        return works.get(action, True)

    def action_sort(self) -> None:
        """Sort by the column under the cursor. Again: reverse the order."""
        self._sort(self.table.at[1])

    @on(DataTable.HeaderSelected)
    def _header(self, event: DataTable.HeaderSelected) -> None:
        self._sort(event.column_key.value)

    def _sort(self, column: str | None) -> None:
        if column is not None:
            self.stats.sort_by(column)
            self.draw()

    def action_over(self) -> None:
        """Change to the next choice of what the ± is taken over."""
        self.stats.next_over()
        self.draw()
        if self.stats.lacks_variants:
            self.load()

    def action_published(self) -> None:
        """Show or hide published rows."""
        self.stats.show_published([] if self.stats.published else published_rows(self.stats.info))
        self.draw()

    def action_left_out(self) -> None:
        self.stats.toggle_left_out()
        self.load()

    def action_clear(self) -> None:
        self.stats.clear()
        self.load()

    def action_plots(self) -> None:
        self.arena.open_plots(self.stats.wanted)

    def action_rankings(self) -> None:
        self.arena.open_rankings(self.stats.wanted)

    def action_compare(self) -> None:
        """Compare this row's player, in its seat, with another player."""
        row = self.row
        if row is not None:
            wanted = replace(self.stats.wanted, seat=row.seat)
            self.arena.open_compare(wanted, f"{row.kind}:{row.player}")

    @on(DataTable.CellSelected)
    def _explain(self, event: DataTable.CellSelected) -> None:
        """Enter: show the sources of the figure under the cursor."""
        line, column = self.line, event.cell_key.column_key.value
        if line is not None and column is not None:
            self.app.push_screen(WhyScreen(self.stats, line, column))

    @on(ChoiceBar.Picked)
    def _clicked(self, event: ChoiceBar.Picked) -> None:
        self.action_filter(event.key)

    @work(exclusive=True, group="dialog")
    async def action_filter(self, name: str = "") -> None:
        """Pick a filter and its value. Kinds of sessions are ticked one by one."""
        if not name:
            rows = [Choice(*choice) for choice in filters.menu(self.stats.wanted)]
            picked: str | None = await self.app.push_screen_wait(Picker("Filter by", rows, ""))
            if picked is None:
                return
            name = picked
        values = await self._values()
        value = await self._value_of(name, values, "")
        while value is not None:
            before = self.stats.wanted
            self.stats.wanted = filters.asked(self.stats.info, before, name, value)
            if self.stats.wanted != before:
                self.load()
            value = await self._value_of(name, values, value) if name in filters.TICKED else None

    async def _value_of(self, name: str, values: Mapping[str, tuple[str, ...]], at: str) -> str | None:
        wanted, today = self.stats.wanted, self.arena.now().astimezone(UTC).date()
        found = filters.choices(wanted, name, values.get(name, ()), today, self.glyphs.check)
        now = at if name in filters.TICKED else getattr(wanted, name) or ""
        rows = [Choice(*choice) for choice in found]
        value: str | None = await self.app.push_screen_wait(Picker(filters.called(name), rows, now))
        if value == filters.TYPED:
            value = await self.app.push_screen_wait(AskLine(*SINCE, now))
        return value

    async def _values(self) -> Mapping[str, tuple[str, ...]]:
        """The values in saved sessions, queried when the person wants to pick one."""
        store, info = self.arena.store, self.stats.info

        def queried() -> Mapping[str, tuple[str, ...]]:
            keys: list[Key] = []

            def noted(key: Key) -> bool:
                keys.append(key)
                return False

            store.figures(info.id, "", None, noted)
            found = filters.values_of(info, keys, store.settings(info.id))
            return {**found, "run": tuple(store.runs(info.id))}

        return await self.looked_up(queried) or {}

    @work(exclusive=True, group="dialog")
    async def action_game(self) -> None:
        """Show the stats of another game."""
        games = [Choice(info.id, info.title) for info in self.arena.catalogue.games.values()]
        now = self.stats.info.id
        game = await self.app.push_screen_wait(Picker("Stats of", games, now))
        if game is not None and game != now:
            self.of_game(game)
            self.load()

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Ask for a target and a format, and export the lines on show."""
        rows = [Choice(*choice) for choice in EXPORTS]
        said = await self.app.push_screen_wait(Picker("Export what is shown", rows, ""))
        if said is None:
            return
        to, _, form = said.partition(" ")
        text = await self.looked_up(self._text, to, form)
        if text is None:
            return
        if to == "copy":
            self.app.copy_to_clipboard(text)
            self.notify("Copied, if your terminal allows it.", markup=False)
            return
        name = f"{'report' if to == 'report' else 'stats'}-{self.stats.info.id}.{form}"
        await export_text(self, text, name)

    def _text(self, to: str, form: str) -> str:
        if to == "report":
            return write_report(self.arena.store, self.arena.catalogue, self.stats.wanted, form)
        if form == "md":
            return FORMS[form](shown_table(self.stats, self.glyphs))
        return FORMS[form](figures_table(self.stats))


def _groups(names: tuple[str, ...]) -> str:
    return f"{len(names)} more group{'s' if len(names) > 1 else ''}"

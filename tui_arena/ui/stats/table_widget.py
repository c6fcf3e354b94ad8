"""The table widget of the stats: laid-out columns, group headings over titles, and cells shaded by place.

The table contains only the columns in sight. If the cursor leaves them, it asks for others. The player's
column doesn't scroll. Places are written in the cells, too. There are no shades under NO_COLOR or in a theme
of terminal colours. Text on a shade has a contrast of at least `READABLE`; if a theme allows no such shade,
the cell has none.

Law: a column is at least as wide as its widest figure, so that figures are never cut. Only words are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import lru_cache
from math import dist
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.color import Color

from tui_arena.core.text import clean, one_line
from tui_arena.stats.form import PER_REPLY
from tui_arena.stats.text_tables import TextTable
from tui_arena.ui.app.themes import contrast
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.stats.presenter import (
    SPANLESS,
    WHO,
    Place,
    StatColumn,
    StatLine,
    Stats,
    digits_of,
    figure_text,
    notes,
    places,
)
from tui_arena.ui.widgets.screen_base import OwnMessage
from tui_arena.ui.widgets.tables import Table

# layout


ROOMY = 100
"""The minimum width of a screen, in cells, for long names and for columns of words that don't scroll."""
NAME, NAME_ROOMY = 14, 27
"""The maximum width of a name, in cells, on a narrow and on a roomy screen."""
MARKED, MARKED_ROOMY = 22, 32
"""The same widths for tables with published rows, which have a mark, or with pairs, which have two names."""
WORD, WORD_ROOMY = 24, 40
"""The maximum width of other words, such as a condition, in cells."""
TITLE = 12
"""The width, in cells, above which a title takes a second line, unless its column is wider."""
AIR = 2
"""The number of blanks around a cell's text."""


@dataclass(frozen=True, slots=True)
class CellText:
    """The text of a cell, in parts that are styled differently."""

    value: str
    rest: str = ""
    """The span and n, as text."""
    rank: str = ""
    place: Place | None = None

    @property
    def plain(self) -> str:
        return self.value + self.rest + self.rank


@dataclass(frozen=True, slots=True)
class Laid:
    """A column that is ready to be drawn, with its width and texts."""

    column: StatColumn
    width: int
    """The width in cells, with the blanks around the text."""
    title: tuple[str, ...]
    """The lines of the title: one or two."""
    cells: Mapping[str, CellText]
    """The cells by the key of their line."""


def laid(stats: Stats, column: StatColumn, glyphs: Glyphs, screen: int) -> Laid:
    """The layout of a column for a screen that is `screen` cells wide."""
    if column.words:
        return _words(stats, column, glyphs, screen)
    digits = _digits(stats, column)
    parts = {line.key: _parts(stats, line, column, digits, glyphs) for line in stats.lines}
    found = places(stats, column)
    value, span, n = (max((len(p[i]) for p in parts.values()), default=0) for i in range(3))
    ranks = {key: place.text(ascii_only=glyphs.ascii) for key, place in found.items()}
    rank = max(map(len, ranks.values()), default=-1) + 1
    cells = {
        key: CellText(
            f"{one:>{value}}",
            (f" {two:<{span}}" if span else "") + (f" {three:<{n}}" if n else ""),
            f"{' ' + ranks.get(key, ''):<{rank}}" if rank else "",
            found.get(key),
        )
        for key, (one, two, three) in parts.items()
    }
    wide = max((len(cell.plain) for cell in cells.values()), default=0)
    return _titled(column, max(wide, 2), cells)


def title_lines(text: str, width: int) -> tuple[str, ...]:
    """A title on one line if it fits, otherwise on two lines.

    >>> title_lines("changed when doubted", 12)
    ('changed when', 'doubted')
    """
    if len(text) <= width:
        return (text,)
    words = text.split()
    first = words.pop(0)
    while words and len(first) + 1 + len(words[0]) <= width:
        first += " " + words.pop(0)
    return (first, " ".join(words)) if words else (first,)


def published_mark(glyphs: Glyphs) -> str:
    """The sign before the name of a published row, if there is no room for the word."""
    return "*" if glyphs.ascii else "†"


def name_text(line: StatLine, width: int, mark: str = "") -> str:
    """The player's name in `width` cells. A published row keeps its mark: the word, or `mark` if given."""
    if line.published is None:
        return one_line(line.player, width)
    if mark:
        return f"{mark} {one_line(line.player, width - len(mark) - 1)}"
    return f"{one_line(line.player, width - len(PUBLISHED) - 1)} {PUBLISHED}"


def _digits(stats: Stats, column: StatColumn) -> int:
    if column.key == "n":
        return 0
    return digits_of(line.figure(column.key, stats.over).value for line in stats.lines)


def _parts(
    stats: Stats, line: StatLine, column: StatColumn, digits: int, glyphs: Glyphs
) -> tuple[str, str, str]:
    """The texts of the figure, the span and n."""
    shown = line.figure(column.key, stats.over)
    value, span = figure_text(shown, column.metric, digits, glyphs)
    if stats.plain:
        return value, "", ""
    if (
        stats.over != "sessions"
        and not line.variant
        and line.own
        and shown.value is not None
        and column.key not in SPANLESS
    ):
        if column.key not in line.spreads(stats.over):
            return value, f"{glyphs.plus_minus}{glyphs.dash}", ""
        return value, span, f"n{shown.n}"
    own = line.own.sessions if line.own is not None else None
    told = shown.value is not None and shown.n is not None and shown.n != own and column.key not in PER_REPLY
    return value, span, f"n{shown.n}" if told else ""


def _words(stats: Stats, column: StatColumn, glyphs: Glyphs, screen: int) -> Laid:
    if column.key != "player":
        most = WORD_ROOMY if screen >= ROOMY else WORD
        texts = {line.key: one_line(line.word(column.key), most) or glyphs.dash for line in stats.lines}
        wide = max((len(text) for text in texts.values()), default=0)
        return _titled(column, max(wide, 4), {k: CellText(t) for k, t in texts.items()})
    roomy = screen >= ROOMY
    mark = "" if roomy else published_mark(glyphs)
    longest = max((cell_len(name_text(line, 60, mark)) for line in stats.lines), default=0)
    long = stats.published or any(line.own and line.own.partner for line in stats.lines)
    least = (MARKED_ROOMY if roomy else MARKED) if long else NAME_ROOMY if roomy else NAME
    most = max(least, screen // 5 if roomy else 0)
    width = min(max(longest, len("player")), most)
    return _titled(column, width, {line.key: CellText(name_text(line, width, mark)) for line in stats.lines})


def _titled(column: StatColumn, wide: int, cells: Mapping[str, CellText]) -> Laid:
    lines = title_lines(column.metric.label, max(wide, TITLE) - 1)
    wide = max(wide, *(len(line) + 1 for line in lines))
    return Laid(column, wide + AIR, lines, cells)


WIDE = 200
"""The screen width, in cells, for which exported tables are laid out."""
PUBLISHED = "(published)"
"""The mark after the name of a published row."""


def shown_table(stats: Stats, glyphs: Glyphs) -> TextTable:
    """A table of all figures as the screen shows them. Each title names its column's group."""
    stats = replace(stats, plain=False)
    columns = [laid(stats, column, glyphs, WIDE) for column in stats.every]
    header = tuple(
        f"{c.column.metric.label} ({c.column.group})" if c.column.group else c.column.metric.label
        for c in columns
    )
    rows = tuple(tuple(" ".join(c.cells[line.key].plain.split()) for c in columns) for line in stats.lines)
    return TextTable(f"{stats.info.title}: stats", header, rows, notes(stats))


# scrolling


@dataclass(frozen=True, slots=True)
class Window:
    """The columns in sight, and the groups that are cut on each side."""

    columns: tuple[StatColumn, ...]
    before: tuple[str, ...]
    """The groups with columns that are cut at the left."""
    after: tuple[str, ...]


def fixed(columns: Sequence[StatColumn], *, roomy: bool) -> int:
    """The number of columns at the left that don't scroll: the player, and on a roomy screen all words."""
    return sum(c.group == WHO for c in columns) if roomy else 1


@dataclass(frozen=True, slots=True)
class Scroll:
    """All columns, and the sizes that decide which columns are in sight."""

    columns: Sequence[StatColumn]
    held: int
    """The number of columns at the left that are always in sight."""
    room: int
    """The cells for all columns in sight."""
    width: Callable[[StatColumn], int]

    def first_for(self, at: int, first: int) -> int:
        """The first scrolled column, as near `first` as possible, with which column `at` is in sight."""
        if at < self.held:
            return self.held
        if at < first:
            return at
        left = self._left - sum(self.width(c) for c in self.columns[first : at + 1])
        while left < 0 and first < at:
            left += self.width(self.columns[first])
            first += 1
        return first

    def window(self, first: int) -> Window:
        """The columns in sight if the scrolled columns begin at number `first`, which is always included."""
        left = self._left
        seen: list[StatColumn] = []
        for column in self.columns[first:]:
            left -= self.width(column)
            if left < 0 and seen:
                break
            seen.append(column)
        before, after = self.columns[self.held : first], self.columns[first + len(seen) :]
        return Window((*self.columns[: self.held], *seen), _groups(before), _groups(after))

    @property
    def _left(self) -> int:
        return self.room - sum(self.width(c) for c in self.columns[: self.held])


def heads(columns: Sequence[StatColumn], widths: Sequence[int], rule: str) -> list[str]:
    """The line of group headings, cut into one piece for each column.

    >>> from tui_arena.stats.aggregate import OWN
    >>> column = StatColumn(OWN["won"], "pace")
    >>> heads([column, column], [5, 6], "-")
    [' pace', ' ---- ']
    """
    out: list[str] = []
    at = 0
    while at < len(columns):
        end = at
        while end < len(columns) and columns[end].group == columns[at].group:
            end += 1
        text = _head(columns[at].group, sum(widths[at:end]), rule)
        for width in widths[at:end]:
            out.append(text[:width])
            text = text[width:]
        at = end
    return out


def _head(group: str, width: int, rule: str) -> str:
    if not group:
        return " " * width
    name = one_line(group, max(width - 2, 1))
    return f" {name} {rule * max(width - len(name) - 3, 0)} "[:width].ljust(width)


def _groups(columns: Sequence[StatColumn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(c.group for c in columns))


# shades and drawing


STRONG, SOFT = 0.42, 0.22
"""The share of colour in a strong shade (best and worst) and in a soft shade (their neighbours)."""
EDGE, MIDDLE = 0.67, 0.25
"""Places beyond `EDGE` get a strong shade, and places within `MIDDLE` get none."""
APART = 90
"""The minimum distance between the best and the worst colour, as points in RGB with 0 to 255 each."""
READABLE = 5.5
"""The minimum contrast of text with its shade (WCAG 2 asks for 4.5)."""


def shade(theme: Mapping[str, str], place: float) -> str | None:
    """The background of a cell with a place from best (1) to worst (-1); None: no shade."""
    if abs(place) <= MIDDLE:
        return None
    tone = _best_of(theme["success"], theme["primary"], theme["error"]) if place > 0 else theme["error"]
    return _mixed(theme["background"], tone, theme["foreground"], STRONG if abs(place) > EDGE else SOFT)


@lru_cache(maxsize=16)
def _best_of(first: str, second: str, worst: str) -> str:
    """The colour of the best: `first`, or `second` if `first` is too close to the colour of the worst."""
    one, other = _colour(first), _colour(worst)
    near = one is not None and other is not None and dist(one.rgb, other.rgb) < APART
    return second if near else first


@lru_cache(maxsize=64)
def _mixed(background: str, tone: str, text: str, much: float) -> str | None:
    paper, ink, paint = _colour(background), _colour(text), _colour(tone)
    if paper is None or ink is None or paint is None:
        return None
    while much > 0:
        mixed = paper.blend(paint, much)
        if contrast(mixed, ink) >= READABLE:
            return mixed.hex
        much -= 0.04
    return paper.hex


def solid(theme: Mapping[str, str], name: str) -> str | None:
    """A theme's colour as it looks on the background; None for a terminal colour."""
    colour, paper = _colour(theme[name]), _colour(theme["background"])
    if colour is None or paper is None:
        return None
    return paper.blend(Color(colour.r, colour.g, colour.b), colour.a).hex


def _colour(text: str) -> Color | None:
    """A colour in a theme's notation, such as `#e4e1d8 60%`; None for a terminal colour."""
    name, _, share = text.rpartition(" ") if text.endswith("%") else (text, "", "")
    if name.startswith(("ansi_", "auto")):
        return None
    colour = Color.parse(name)
    return colour.multiply_alpha(float(share[:-1]) / 100) if share else colour


class Painter:
    """Draws figures and names in a theme's colours."""

    def __init__(self, theme: Mapping[str, str], *, shaded: bool) -> None:
        """`shaded`: whether cells are shaded by place and spans are faint. Otherwise figures are bold.

        In terminal colours, a faint span would be unreadable under the cursor.
        """
        self._theme = theme
        self._shaded = shaded
        self._figure = Style() if shaded else Style(bold=True)
        self._faint = Style(color=solid(theme, "foreground-muted")) if shaded else Style()
        self._published = Style(italic=True, color=solid(theme, "secondary"))

    def __call__(self, laid: Laid, cell: CellText, *, own: bool) -> Iterator[Segment]:
        """The segments of a cell. `own`: whether its row isn't a published row."""
        base = Style() if own else self._published
        if laid.column.words:
            yield Segment(set_cell_size(f" {_cut(clean(cell.value), laid.width - 2)}", laid.width), base)
            return
        found = shade(self._theme, cell.place.shade) if self._shaded and cell.place else None
        ground = Style(bgcolor=found) if found else Style()
        blank = laid.width - len(cell.plain) - 1
        yield Segment(" " * blank, ground)
        yield Segment(cell.value, base + self._figure + ground)
        yield Segment(cell.rest, (base if found or not own else self._faint) + ground)
        yield Segment(f"{cell.rank} ", Style(bold=True) + ground)


@dataclass(slots=True, eq=False)
class StatCell:
    """A cell as a Rich renderable that knows its width without being drawn.

    A table of hundreds of rows measures every cell but draws only the cells in sight.
    """

    painter: Painter
    laid: Laid
    cell: CellText
    own: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        yield from self.painter(self.laid, self.cell, own=self.own)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(self.laid.width, self.laid.width)


def _cut(text: str, cells: int) -> str:
    """A text of at most `cells` cells, with an ellipsis if it was cut. Wide characters take two cells."""
    return text if cell_len(text) <= cells else set_cell_size(text, cells - 1).rstrip() + "…"


class StatTable(Table[StatCell]):
    """The table of figures. Enter or a second click explains the figure under the cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select_cursor", "Why", id="stats.explain"),
        Binding("j", "cursor_down", show=False),
        Binding("k", "cursor_up", show=False),
        Binding("h", "cursor_left", show=False),
        Binding("l", "cursor_right", show=False),
    ]

    @dataclass
    class Beyond(OwnMessage):
        """The cursor is leaving the columns in sight: by one column, or to the first or last of all."""

        way: int
        _: KW_ONLY
        end: bool = False

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(
            id=id,
            cursor_type="cell",
            zebra_stripes=False,
            cell_padding=0,
            cursor_background_priority="css",
        )
        self._laid: Sequence[Laid] = ()

    @property
    def at(self) -> tuple[str | None, str | None]:
        """The keys of the row and the column under the cursor."""
        if not self.row_count:
            return None, None
        key = self.coordinate_to_cell_key(self.cursor_coordinate)
        return key.row_key.value, key.column_key.value

    def show(
        self,
        columns: Sequence[Laid],
        lines: Sequence[StatLine],
        sort: str,
        *,
        descending: bool,
        glyphs: Glyphs,
    ) -> None:
        """Show new columns and lines, and mark the sorted column."""
        self.clear(columns=True)
        self._laid = columns
        groups = heads([c.column for c in columns], [c.width for c in columns], glyphs.line)
        tall = max((len(c.title) for c in columns), default=1)
        self.header_height = 1 + tall
        theme = self.app.theme_variables
        group, title = Style(color=solid(theme, "primary")), Style(bold=True)
        for head, c in zip(groups, columns, strict=True):
            sign = "" if c.column.key != sort else _arrow(glyphs, descending=descending)
            label = Text(head, group)
            for text in ("",) * (tall - len(c.title)) + c.title:
                last = sign if text == c.title[-1] else ""
                label.append("\n" + _placed(text, last, c), title)
            self.add_column(label, width=c.width, key=c.column.key)
        plain = self.app.no_color or self.app.current_theme.ansi
        painter = Painter(theme, shaded=not plain)
        for line in lines:
            own = line.published is None
            cells = (StatCell(painter, c, c.cells[line.key], own) for c in columns)
            self.add_row(*cells, key=line.key)

    def stand_on(self, row: str | None, column: str | None) -> None:
        """Put the cursor on a cell, or on the first figure if the cell doesn't exist."""
        rows = [key.value for key in self.rows]
        columns = [c.column.key for c in self._laid]
        if rows:
            line = rows.index(row) if row in rows else 0
            words = sum(c.column.words for c in self._laid)
            first = columns.index("won") if "won" in columns else min(words, len(columns) - 1)
            self.move_cursor(row=line, column=columns.index(column) if column in columns else first)

    # beyond the columns in sight

    def action_cursor_right(self) -> None:
        if self.cursor_column == len(self._laid) - 1:
            self.post_message(self.Beyond(1))
        else:
            super().action_cursor_right()

    def action_cursor_left(self) -> None:
        self.post_message(self.Beyond(-1))

    def action_scroll_home(self) -> None:
        self.post_message(self.Beyond(-1, end=True))

    def action_scroll_end(self) -> None:
        self.post_message(self.Beyond(1, end=True))


def _placed(text: str, sign: str, laid: Laid) -> str:
    room = laid.width - 1
    return f" {text}{sign}".ljust(laid.width) if laid.column.words else f"{text + sign:>{room}} "


def _arrow(glyphs: Glyphs, *, descending: bool) -> str:
    down, up = ("v", "^") if glyphs.ascii else ("↓", "↑")
    return down if descending else up

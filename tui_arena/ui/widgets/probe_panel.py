"""A round's probe: the list of likely items and the rank over the rounds, or a belief on its scale.

It draws a `ProbeView` and knows no game. Ruled-out items and the secret each have a sign, so nothing depends
on colour or on struck-out text alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.content import Content

from tui_arena.core.probes import LEVELS
from tui_arena.core.text import one_line
from tui_arena.table.probes import ListedItem, ProbeView
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.text_block import TextBlock

FAINT = "$foreground-muted"
SHORT = ("true", "poss. true", "unknown", "poss. false", "false")
LEAD = 3
"""The cells before a label: a sign for the truth, a sign for the needle, a blank."""
MIDDLE = 3


def level_scale(
    glyphs: Glyphs,
    levels: Mapping[int, int],
    width: int,
    *,
    needle: int | None = None,
    goal: int | None = None,
) -> list[Content]:
    r"""The scale with true on top and a column for each round. `goal`: the true level, if known.

    >>> print(*[line.plain for line in level_scale(Glyphs(ascii=True), {1: 3, 2: 4}, 30, needle=4)], sep="\n")
       true           |
       possibly true  |
       unknown        | o
     > possibly false |   o
       false          |
                        1 2
    """
    first, last = (min(levels), max(levels)) if levels else (0, -1)
    rounds = range(first, last + 1)
    names = LEVELS if width >= LEAD + max(map(len, LEVELS)) + 3 + 2 * len(rounds) else SHORT
    labels = max(map(len, names))
    room = max(width - LEAD - labels - 3, 1)
    cell = 2 if room >= 2 * len(rounds) else 1
    rounds = rounds[-(room // cell) :]
    past, truth, here = ("o", "*", ">") if glyphs.ascii else ("●", "◆", "▸")
    sides = "|||||" if glyphs.ascii else "┐┤┤┤┘"
    lines = []
    for level, name in enumerate(names, 1):
        at = level == needle
        dots = "".join((past if levels.get(n) == level else " ").ljust(cell) for n in rounds)
        lines.append(
            Content.assemble(
                (truth if level == goal else " ", "bold $success"),
                (here if at else " ", "bold $accent"),
                " ",
                (name.ljust(labels), "bold $accent" if at else "$foreground" if level != MIDDLE else FAINT),
                (f" {sides[level - 1]}", FAINT),
                (f" {dots}".rstrip(), "bold $accent"),
            )
        )
    if rounds:
        numbers = "".join(str(n % 10).ljust(cell) for n in rounds).rstrip()
        lines.append(Content.assemble(" " * (LEAD + labels + 3), (numbers, FAINT)))
    return lines


def meter(
    glyphs: Glyphs, title: str, levels: Mapping[int, int], width: int, *, needle: int | None, note: str
) -> list[Content]:
    """The scale with its heading. `note`: the lines below it, such as the keys that move the needle."""
    width = max(width, 20)
    scale = level_scale(glyphs, levels, width, needle=needle)
    notes = (line for part in note.split("\n") if part for line in say(part, FAINT).wrap(width))
    return [say(title, "bold $primary"), *scale, *notes]


FEW, MANY = 5, 16
"""The number of listed items if there is little room, and if there is much."""
LOWEST = 5
"""The lowest rank that has its own row in the plot. All lower ranks share one row."""
TALL = 34
FAINT = "$foreground-muted"
HEADING, NOTHING = "likeliest", "no list yet"
BELIEF, UNASKED = "belief", "not asked yet"


class ProbePanel(TextBlock):
    """A panel of the items that are likely now."""

    ALLOW_SELECT = False

    def __init__(self, glyphs: Glyphs, *, id: str | None = None, few: bool = False) -> None:  # noqa: A002
        """`few`: whether to show at most five items of a list."""
        super().__init__(id=id, classes="-none")
        self._glyphs = glyphs
        self._few = few
        self.panel: ProbeView | None = None
        """The panel drawn now; None: no panel, and the widget takes no room."""

    def show(self, panel: ProbeView | None) -> None:
        """Draw this panel instead."""
        self.panel = panel
        self.lay_out(empty=panel is None)

    @property
    def roomy(self) -> bool:
        """Whether the screen is tall enough for a long list and a plot."""
        return self.app.size.height >= TALL

    def _lines(self, width: int) -> list[Content]:
        panel = self.panel
        if panel is None:
            return []
        width = max(width, 12)
        if panel.levels is not None:
            return self._belief(panel, panel.levels, width)
        lines = [self._head(panel, width)]
        lines += [self._item(n, item, width) for n, item in enumerate(self._listed(panel), 1)]
        lines += self._what_came(panel, width)
        if panel.parted:
            lines += say(panel.parted, FAINT).wrap(width)
        if panel.note:
            lines += say(panel.note, f"italic {FAINT}").wrap(width)
        if panel.ranks:
            lines += rank_plot(self._glyphs, panel.ranks, width, tall=self.roomy)
        return [*lines, Content("")] if self.roomy else lines

    def _belief(self, panel: ProbeView, levels: Mapping[int, int], width: int) -> list[Content]:
        """How far the statement was believed, round by round."""
        head = Content.assemble(
            (f"{BELIEF} {panel.number}" if levels or panel.number else BELIEF, "bold $primary"),
            ("" if levels or panel.number else f"  {UNASKED}", FAINT),
        )
        needle = levels.get(panel.number)
        lines = [head, *level_scale(self._glyphs, levels, width, needle=needle, goal=panel.goal)]
        if panel.note:
            lines += say(panel.note, f"italic {FAINT}").wrap(width)
        return [*lines, Content("")]

    def _head(self, panel: ProbeView, width: int) -> Content:
        if not panel.number:
            return Content.assemble((HEADING, "bold $primary"), (f"  {NOTHING}", FAINT))
        signs = self._signs()
        legend = []
        if any(item.out for item in self._listed(panel)):
            legend.append(f"{signs[0]} out")
        if any(item.sought for item in self._listed(panel)):
            legend.append(f"{signs[1]} secret")
        room = width - len(f"{HEADING} {panel.number}") - sum(map(len, legend))
        about = ("  " if room > 2 * len(legend) else " ").join(["", *legend])
        return Content.assemble((f"{HEADING} {panel.number}", "bold $primary"), (about, FAINT))

    def _signs(self) -> tuple[str, str]:
        return ("x", "*") if self._glyphs.ascii else ("×", "◆")

    def _listed(self, panel: ProbeView) -> tuple[ListedItem, ...]:
        return panel.items[: MANY if self.roomy and not self._few else FEW]

    def _item(self, n: int, item: ListedItem, width: int) -> Content:
        out, sought = self._signs()
        sign = (sought if item.sought else "") + (out if item.out else "")
        room = max(width - 6, 4)
        style = "bold $accent" if item.sought else FAINT if item.out else "$foreground"
        text = one_line(item.text, room)
        return Content.assemble(
            (f"{n:>2} ", FAINT),
            (f"{sign:<2} ", "bold $accent" if item.sought else FAINT),
            say(text, f"strike {style}" if item.out else style),
        )

    def _what_came(self, panel: ProbeView, width: int) -> list[Content]:
        """The next question, with its answer."""
        if not panel.question:
            return []
        answer = panel.answer or self._glyphs.ellipsis
        return list(Content.assemble(say(f"{panel.question} ", FAINT), (answer, "bold")).wrap(width))


def rank_plot(glyphs: Glyphs, ranks: Mapping[int, int | None], width: int, *, tall: bool) -> list[Content]:
    """The secret's rank over the rounds, with the first place on top. A missing round leaves a gap.

    If `tall` is False: a row of bars and a row of ranks, with one cell for each round.

    >>> [c.plain for c in rank_plot(Glyphs(ascii=True), {1: None, 2: 3, 3: 1}, 30, tall=False)]
    ['rank -=#', '   r -31']
    """
    first, last = min(ranks), max(ranks)
    room = max(width - 5, 4)
    first = max(first, last - room + 1)
    row = [ranks.get(n) for n in range(first, last + 1)]
    signs = "".join(_digit(glyphs, rank) if n in ranks else " " for n, rank in enumerate(row, first))
    digits = Content.assemble(("   r ", FAINT), (signs, "bold"))
    if not tall:
        height = len(glyphs.bars)
        bars = "".join(
            glyphs.dot if r is None else glyphs.bars[max(height - 1 - round((r - 1) * 1.5), 0)] for r in row
        )
        return [Content.assemble(("rank ", FAINT), (bars, "$primary")), digits]
    lines = [say("rank by round", "bold $primary")]
    dot = "o" if glyphs.ascii else "●"
    under = max((r for r in row if r is not None), default=0) > LOWEST
    for place in range(1, LOWEST + 1 + under):
        here = (r is not None and (r == place or (place > LOWEST and r > LOWEST)) for r in row)
        cells = "".join(dot if hit else " " for hit in here)
        label = f"{place}+" if place > LOWEST else str(place)
        side = "|" if glyphs.ascii else "│"
        lines.append(Content.assemble((f"{label:>3} {side}", FAINT), (cells, "bold $accent")))
    corner = "+" if glyphs.ascii else "└"
    lines.append(Content.assemble((f"    {corner}{glyphs.line * len(row)}", FAINT)))
    tens = "".join(str(n % 10) for n in range(first, last + 1))
    lines.append(Content.assemble(("     ", ""), (tens, FAINT), ("  round", FAINT)))
    return [*lines, digits]


def _digit(glyphs: Glyphs, rank: int | None) -> str:
    if rank is None:
        return glyphs.dot
    return str(rank) if rank <= 9 else "+"

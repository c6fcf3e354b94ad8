"""The text parts of a replay: the transcript, the figures, and the line that shows the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.core.text import one_line
from tui_arena.table.transcript import TranscriptLine
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.replay.presenter import MetricSoFar, Replay
from tui_arena.ui.widgets.rows import glyphs_of

SHOWN = 300
"""Most entries that are drawn; the newest are kept."""
MAX_TEXT = 2000
NAME = 10
"""Most cells of the column of names."""
FAINT = "$foreground-muted"
MARKS = {
    "early": ("!", "$warning"),
    "redundant": ("=", "$warning"),
    "inconsistent": ("x", "$error"),
    "key": ("*", "$success"),
    "blocked": ("#", "$error"),
    "own": ("o", "$warning"),
    "changed": ("~", "$warning"),
}
"""ASCII sign and colour by kind of mark; the kind is written after the sign."""
SIGNS = {"inconsistent": "×", "key": "◆", "blocked": "■", "own": "□"}
"""Signs that replace those in `MARKS` where there is more than ASCII."""


def transcript(replay: Replay, glyphs: Glyphs, *, board: bool, width: int) -> Content:
    """The transcript up to the position, in lines of `width` cells, with the newest entry marked."""
    cast = f" {glyphs.dot} ".join(f"{seat} {name}" for seat, name in replay.cast())
    lines = hung(say(cast, FAINT), width, 0)
    if replay.about:
        lines += hung(say(replay.about, f"italic {FAINT}"), width, 0)
    lines.append(Content(""))
    entries = replay.entries(board=board)[-SHOWN:]
    if not entries:
        lines.append(say("Nothing has been said yet.", FAINT))
    style = _Style(
        glyphs,
        width,
        min(max((len(e.who) for e in entries), default=0), NAME),
        name_asks=len({(e.who, e.ask) for e in entries if e.ask}) > len({e.who for e in entries if e.ask}),
        reasons=replay.reasons,
    )
    newest = entries[-1].seq if entries and replay.open else 0
    for i, entry in enumerate(entries):
        lines += _entry(entry, style, newest=newest > 0 and entry.seq == newest)
        if all(later.seq != entry.seq for later in entries[i + 1 : i + 2]):
            lines += mark_lines(replay.marked(entry.seq), glyphs, width)
        if replay.reasons:
            lines.append(Content(""))
    return Content("\n").join(lines)


def mark_lines(marks: Sequence[tuple[str, str]], glyphs: Glyphs, width: int) -> list[Content]:
    """For each mark of a reply: a sign, its kind and its reason, indented below the reply."""
    lines: list[Content] = []
    for kind, why in marks:
        sign, tone = MARKS.get(kind, ("-", "$warning"))
        shown = sign if glyphs.ascii or kind not in SIGNS else SIGNS[kind]
        lines += hung(Content.assemble((f"    {shown} {kind}: ", f"bold {tone}"), say(why, tone)), width, 6)
    return lines


def hung(text: Content, width: int, indent: int) -> list[Content]:
    """A text wrapped to a width, with all lines after the first indented."""
    room = max(width - indent, 8)
    first, *rest = text.wrap(max(width, 8)) or [Content("")]
    if rest:
        after = text[len(first.plain) :].plain.lstrip()
        tail = text[len(text.plain) - len(after) :].wrap(room)
        rest = [Content(" " * indent).append(line) for line in tail]
    return [first, *rest]


@dataclass(frozen=True, slots=True)
class _Style:
    glyphs: Glyphs
    width: int
    names: int
    """Cells of the column of names."""
    name_asks: bool
    """Whether the name of the ask is shown."""
    reasons: bool


def _entry(entry: TranscriptLine, style: _Style, *, newest: bool) -> list[Content]:
    glyphs = style.glyphs
    mark = (f"{glyphs.arrow if newest else ' '} ", "bold $accent")
    if not entry.who:
        note = Content.assemble(mark, (f"{glyphs.dot} {one_line(entry.text, MAX_TEXT)}", f"italic {FAINT}"))
        return hung(note, style.width, 4)
    indent = style.names + 4
    head = Content.assemble(
        mark,
        (one_line(entry.who, NAME).ljust(style.names) + "  ", "$primary"),
        (f"{entry.ask} " if style.name_asks and entry.ask else "", FAINT),
        (one_line(entry.text, MAX_TEXT), f"strike {FAINT}" if entry.void else "bold"),
        (f" {glyphs.dot} why{glyphs.ellipsis}" if entry.reason and not style.reasons else "", FAINT),
        ("  taken back" if entry.void else "", f"italic {FAINT}"),
    )
    lines = hung(head, style.width, indent)
    if entry.refused:
        refused = f"refused: {one_line(entry.refused, MAX_TEXT)}"
        lines += _indented(say(refused, "$error"), style.width, 4)
    if entry.reason and style.reasons:
        lines += _indented(say(one_line(entry.reason, MAX_TEXT), f"italic {FAINT}"), style.width, 4)
    return lines


def _indented(text: Content, width: int, indent: int) -> list[Content]:
    return [Content(" " * indent).append(line) for line in text.wrap(max(width - indent, 8))]


def figure_lines(figures: Sequence[MetricSoFar]) -> Content:
    """One line per figure; those with a value for each turn come first."""
    if not figures:
        return Content("")
    turns = [f for f in figures if " " in f.text]
    ordered = turns + [f for f in figures if f not in turns]
    width = max(len(f.label) for f in ordered)
    return Content("\n").join(
        Content.assemble((f"{f.label:<{width}}  ", "$foreground-muted"), (f.text, "bold")) for f in ordered
    )


class Scrub(Widget):
    """A line with a knob at the current position of the replay; a click asks to go elsewhere."""

    ALLOW_SELECT = False

    class Moved(Message):
        """A click on the line asks for another position."""

        def __init__(self, to: int) -> None:
            super().__init__()
            self.to = to
            """The position, from 0."""

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name)
        super().__init__(id=id)
        self.at = 0
        self.stops = 0

    def show(self, at: int, stops: int) -> None:
        """Show the position `at`, from 0 to `stops`."""
        self.at, self.stops = at, stops
        self.refresh()

    def render(self) -> Content:
        return scrubber(glyphs_of(self), self.at, self.stops, self.content_size.width)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        self.post_message(self.Moved(stop_at(x, self.stops, self.content_size.width)))


def scrubber(glyphs: Glyphs, at: int, stops: int, width: int) -> Content:
    """The position within `stops` steps, as a line of `width` cells with a knob."""
    width = max(width, 3)
    knob = place(at, stops, width)
    dot, done, rest = ("o", "=", "-") if glyphs.ascii else ("●", "━", "─")
    return Content.assemble(
        (done * knob, "$primary"), (dot, "bold $accent"), (rest * (width - knob - 1), FAINT)
    )


def place(at: int, stops: int, width: int) -> int:
    """The cell of a scrubber that stands for a stop; the inverse of `stop_at`."""
    return round(min(max(at, 0), stops) / stops * (width - 1)) if stops > 0 else 0


def stop_at(cell: int, stops: int, width: int) -> int:
    """The stop that a cell of a scrubber stands for; the inverse of `place`."""
    return round(min(max(cell, 0), width - 1) / (width - 1) * stops) if width > 1 else 0

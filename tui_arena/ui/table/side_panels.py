"""The panels at the side of a table: the seats, the streams of pending replies, and the list of probes.

Law: a person whose seat is probed sees no list before the end, as it would help them. Only a seat that
knows the secret sees its rank; the others see the list alone. An opponent of the probed seat sees the rank
without the list, and no belief.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from tui_arena.core.belief_metrics import BELIEF
from tui_arena.core.candidate_lists import CANDIDATES
from tui_arena.core.language.sentences import name_for
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.pending_replies import ReplyPreview
from tui_arena.table.probes.rounds import ProbeView, knows, panel_of
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.replay.presenter import LIST_LATER
from tui_arena.ui.widgets.talk import LEAST, column_of
from tui_arena.ui.widgets.text_block import TextBlock

WIDE = 100
"""Least width of the screen, in cells, at which the list shows without a key."""
BELIEF_LATER = "you'll see what the judge believed when the game is over"
ASKED = (CANDIDATES, BELIEF)
RANK_VEILED = "the rank shows only while the secret does"


def live_panel(hotseat: Hotseat, *, unveiled: bool = False) -> ProbeView | None:
    """The list of probes that the hotseat may see; None without probes, and behind the curtain.

    `unveiled`: whether the secret is shown on the board. While it is not, the rank
    is hidden if a person at this keyboard looks for the secret.
    """
    runner, viewer = hotseat.runner, hotseat.seat
    if not runner.probed or viewer is None:
        return None
    if viewer in runner.people and hotseat.is_solver:
        return ProbeView(note=LIST_LATER)
    seen = knows(runner.play, viewer) or (hotseat.may_look and runner.peeked)
    beside = {seat for seat in runner.people if runner.play.seats[seat].side == "solver"}
    veiled = seen and bool(beside) and not unveiled
    note = RANK_VEILED if veiled else asked_now(runner)
    panel = panel_of(runner.rounds, runner.seen_to, secret=seen and not veiled, ahead=False, note=note)
    seat = runner.play.seats.get(viewer)
    if seat is None or seat.side != "opponent" or runner.over:
        return panel
    return ProbeView(note=BELIEF_LATER) if panel.levels is not None else replace(panel, items=())


def asked_now(runner: SessionRunner) -> str:
    """A note that a probe is being asked; empty while none is."""
    if runner.prober is None or runner.over:
        return ""
    due = next((one for one in runner.prober.due(runner.play) if one.kind in ASKED), None)
    return f"asking about round {due.round}" if due is not None else ""


NAME = 14
"""Most cells that a name gets before its seat."""
SEAT = 10
STARS = 12
"""Cells kept for what stands beside a seat, before a name gets more."""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat with its player."""

    seat: str
    name: str
    on: bool
    """Whether the game waits for it."""
    failed: bool = False
    beside: tuple[str, ...] = ()
    """What its model has used, how well its bot plays, or that its guest is away; the longest form first."""


class Seats(TextBlock):
    """One line per seat; an arrow marks the seats whose turn it is."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._sitting: Sequence[SeatLine] = ()

    def show(self, sitting: Sequence[SeatLine]) -> None:
        """Draw these seats instead."""
        self._sitting = sitting
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        beside = any(s.beside for s in self._sitting)
        seats = max((len(s.seat) for s in self._sitting), default=0)
        room = max(NAME, width - seats - STARS)
        longest = (
            max((len(s.name) for s in self._sitting), default=0) + 1
        )  # a name of several words ends in sight
        names = min(longest, room) if beside else NAME
        names = min(max(width - max(SEAT, seats + 3), 6), names)
        left = width - 2 - names - 1 - seats
        return [
            Content.assemble(self._line(s, names, seats), (cost.rjust(left), "$foreground-muted"))
            if cost
            else self._line(s, names, 0)
            for s, cost in zip(self._sitting, self._costs(left), strict=True)
        ]

    def _costs(self, room: int) -> list[str]:
        """What each has used, in the longest form in which all of them fit."""
        longest = max((len(s.beside) for s in self._sitting), default=0)
        for form in range(longest):
            costs = [s.beside[min(form, len(s.beside) - 1)] if s.beside else "" for s in self._sitting]
            if all(len(cost) < room for cost in costs):
                return costs
        return ["" for _ in self._sitting]

    def _line(self, sitting: SeatLine, names: int, seats: int) -> Content:
        arrow = "!" if sitting.failed else self._glyphs.arrow if sitting.on else " "
        name = name_for(sitting.name, names).ljust(names)
        return Content.assemble(
            (f"{arrow} ", "bold $error" if sitting.failed else "bold $accent"),
            (name, "bold $foreground" if sitting.on else "$foreground"),
            (f" {sitting.seat.ljust(seats)}", "$foreground-muted"),
        )


LINES = ((34, 10, 2), (24, 5, 1), (0, 3, 1))
"""Least height of the screen, most lines that all streams get together, and least lines of each."""


class Streams(TextBlock):
    """A few lines for each pending reply, with its meter."""

    DEFAULT_CSS = "Streams { display: none; } Streams.-coming { display: block; }"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._streams: Sequence[ReplyPreview] = ()

    def show(self, streams: Sequence[ReplyPreview]) -> None:
        """Draw these instead."""
        if streams or self._streams:
            self._streams = streams
            self.set_class(bool(streams), "-coming")
            self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        if not self._streams or width < 1:
            return []
        room, least = next((lines, each) for height, lines, each in LINES if self.app.size.height >= height)
        each = max(room // len(self._streams), least)
        return [line for stream in self._streams for line in self._stream(stream, width, each)]

    def _stream(self, stream: ReplyPreview, width: int, most: int) -> list[Content]:
        """The end of its text, then its meter; only the meter where there is room for just one line."""
        column = column_of(width)
        name = (name_for(stream.who, column - 1).ljust(column), "bold $primary")
        meter = say(self._fitting(stream.meter, width if most > 1 else width - column), "$foreground-muted")
        if most == 1:
            return [Content.assemble(name, meter)]
        text = (
            say(stream.text) if stream.text else say(stream.doing + self._glyphs.ellipsis, "italic $accent")
        )
        wrapped = text.wrap(max(width - column, LEAST))[-(most - 1) :]
        blank = " " * column
        lines = [
            Content.assemble(name if n == 0 else blank, line.truncate(width - column, ellipsis=True))
            for n, line in enumerate(wrapped)
        ]
        return [*lines, meter]

    def _fitting(self, meter: Sequence[str], width: int) -> str:
        parts = list(meter)
        joint = f" {self._glyphs.dot} "
        while len(parts) > 1 and len(joint.join(parts)) > width:
            parts.pop()
        return joint.join(parts)

"""Charts of a result: letters over attempts, who named whose words, and how near that is to the best share.

Colour is never the only difference. Each column has its sign, each cell its figure, and every sign has an
ASCII form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from textual.content import Content

from tui_arena.ui.glyphs import Glyphs, say

FAINT = "$foreground-muted"
HEAD = "bold $primary"
ENDS: Mapping[str, tuple[str, str, str, str]] = {
    "reveal": ("✓", "+", "$success", "connected"),
    "guesser_wrong": ("✗", ".", "$warning", "missed"),
    "setter_blocked": ("■", "#", "$error", "blocked"),
    "forfeited": ("–", "-", "$foreground-muted", "no clue"),
    "won": ("★", "*", "bold $accent", "won"),
}
"""By how an attempt ended: its sign, its ASCII sign, its colour, a word for it."""
LOW, HIGH = 5, 12
"""The most rows of the curve, on a low screen and on any other."""
SHADES, PLAIN_SHADES = " ░▒▓█", " .:+#"
NAME = 9
"""The most cells of a name at the side."""
CELL, ROOMY = 7, 13
"""The least and the most cells of a share with its number."""
TRACK = 19
"""Cells of a scale from 0 to 100 %."""


@dataclass(frozen=True, slots=True)
class AttemptStep:
    """One attempt: letters shown before and after, and how it ended (a key of `ENDS`)."""

    before: int
    after: int
    end: str


@dataclass(frozen=True, slots=True)
class Shares:
    """How often each other seat named a giver's words: a row of the map."""

    name: str
    cells: tuple[tuple[int, int] | None, ...]
    """Times asked and times named, by column; None for the giver's own column."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """How often a giver's words were named, out of how many times others were asked, with a verdict."""

    name: str
    named: int
    asked: int
    verdict: str


def climb(glyphs: Glyphs, word: str, steps: Sequence[AttemptStep], width: int, *, low: bool) -> list[Content]:
    """Letters over attempts: one column for each attempt, as high as the number of letters shown after it.

    A letter is written where it was first seen. With more attempts than cells, a column stands for several
    attempts; with more letters than rows, a row stands for several letters.
    """
    if not word or not steps:
        return []
    band = ceil(len(word) / (LOW if low else HIGH))
    bands = [range(at, min(at + band, len(word))) for at in range(0, len(word), band)]
    side = band + 2
    room = max(width - side - 1, 4)
    columns = _columns(steps, room)
    wide = 2 if len(columns) * 2 <= room else 1
    lines = [
        Content.assemble(
            (f"{word[one.start : one.stop].upper():>{side - 1}} ", "bold" if band == 1 else FAINT),
            ("|" if glyphs.ascii else "│", FAINT),
            *_row(glyphs, columns, one, word, wide),
        )
        for one in reversed(bands)
    ]
    blank = " " * (side + 1)
    if len(columns) == len(steps):
        signs = (_sign(glyphs, step.end) for step in columns)
        lines.append(Content.assemble(blank, *((s.ljust(wide), tone) for s, tone in signs)))
    else:
        each = ceil(len(steps) / len(columns))
        lines.append(say(f"{blank}each column: {each} attempts", FAINT))
    return [*lines, *_legend(glyphs, steps, width)]


def _columns(steps: Sequence[AttemptStep], room: int) -> list[AttemptStep]:
    """The attempts, joined to at most `room` columns."""
    each = ceil(len(steps) / room)
    parts = [steps[at : at + each] for at in range(0, len(steps), each)]
    return [AttemptStep(part[0].before, part[-1].after, part[-1].end) for part in parts]


def _row(
    glyphs: Glyphs, columns: Sequence[AttemptStep], band: range, word: str, wide: int
) -> Iterator[tuple[str, str]]:
    """The cells of a row, which stands for a band of the word's letters."""
    for step in columns:
        shown = min(max(step.after - band.start, 0), len(band))
        fresh = step.before < band.stop and step.after > band.start and step.after > step.before
        if not shown:
            yield " " * wide, ""
        elif fresh and len(band) == 1:
            yield word[band.start].upper().ljust(wide), "bold $accent"
        else:
            part = shown / len(band)
            height = glyphs.bars[max(round(part * len(glyphs.bars)), 1) - 1]
            if glyphs.ascii:  # the ASCII bars use signs that mean ends of attempts here
                height = "=" if part == 1 else "-"
            yield height.ljust(wide), "$accent" if fresh else "$primary"


def _sign(glyphs: Glyphs, end: str) -> tuple[str, str]:
    sign, plain, tone, _ = ENDS[end]
    return (plain if glyphs.ascii else sign), tone


def _legend(glyphs: Glyphs, steps: Sequence[AttemptStep], width: int) -> list[Content]:
    """The meaning of each sign, and how many there are."""
    parts: list[tuple[str, str]] = []
    for end, (*_, word) in ENDS.items():
        count = sum(step.end == end for step in steps)
        if count:
            sign, tone = _sign(glyphs, end)
            told = f" {word}  " if end == "won" else f" {word} {count}  "
            parts += [(sign, tone), (told, FAINT)]
    return [line.rstrip() for line in Content.assemble(*parts).wrap(max(width, 20))]


def heat(
    glyphs: Glyphs, title: str, columns: Sequence[str], rows: Sequence[Shares], width: int
) -> list[Content]:
    """Who named whose words: a row for each giver, a column for each seat.

    A cell holds a shade, the share in percent and how many times the seat was asked.
    """
    if not any(asked for row in rows for cell in row.cells if cell for asked in cell[:1]):
        return []
    side = min(max(len(row.name) for row in rows), NAME, max(width - CELL * len(columns), 1))
    cell = min(max((width - side) // max(len(columns), 1), CELL), ROOMY)
    heads = "".join(_short(glyphs, name, cell - 1).rjust(cell) for name in columns)
    return [
        say(glyphs.fit(title, width), HEAD),
        Content.assemble(" " * side, (heads, FAINT)),
        *(
            Content.assemble(
                (_short(glyphs, row.name, side).ljust(side), "bold"),
                *(_shaded(glyphs, one, cell) for one in row.cells),
            )
            for row in rows
        ),
    ]


def _short(glyphs: Glyphs, name: str, width: int) -> str:
    """A name cut to a width. A long name becomes its last word, which tells players of one name apart."""
    return name if len(name) <= width else glyphs.fit(name.rpartition(" ")[2], width)


def _shaded(glyphs: Glyphs, cell: tuple[int, int] | None, width: int) -> Content:
    if cell is None or not cell[0]:
        return say((glyphs.dash if cell else "").rjust(width), FAINT)
    asked, named = cell
    share = named / asked
    shades = PLAIN_SHADES if glyphs.ascii else SHADES
    shade = shades[ceil(share * (len(shades) - 1))]
    figure = f"{share:.0%}/{asked}" if width < ROOMY else f"{share:4.0%} of {asked}".replace("%", " %")
    figure = figure if len(figure) < width else figure.replace("%", "")
    room = width - len(figure)
    return Content.assemble(
        (f"{shade} ".rjust(room) if room > 2 else shade.rjust(room), "$primary"),
        (figure, "bold" if share >= 0.5 else ""),
    )


def gauges(glyphs: Glyphs, title: str, best: float, rows: Sequence[Gauge], width: int) -> list[Content]:
    """How often each giver's words were named, on a scale with the best share marked."""
    if not rows:
        return []
    side = min(max(len(row.name) for row in rows), NAME)
    return [
        say(glyphs.fit(title, width), HEAD),
        *(line for row in rows for line in _gauge(glyphs, best, row, side, width)),
    ]


def _gauge(glyphs: Glyphs, best: float, row: Gauge, side: int, width: int) -> Iterator[Content]:
    name = (glyphs.fit(row.name, side).ljust(side) + " ", "bold")
    if not row.asked:
        yield Content.assemble(name, (row.verdict, FAINT))
        return
    share = row.named / row.asked
    at, goal = round(share * (TRACK - 1)), round(best * (TRACK - 1))
    rest, tick, dot = ("-", "|", "o") if glyphs.ascii else ("─", "┼", "●")
    cells = [
        (dot, "bold $accent") if i == at else (tick, "bold") if i == goal else (rest, FAINT)
        for i in range(TRACK)
    ]
    told = f" {share:.0%} of {row.asked}".replace("%", " %")
    line = Content.assemble(name, *cells, (told, "bold"))
    room = width - len(line.plain) - 2
    if len(row.verdict) <= room:
        yield Content.assemble(line, ("  " + row.verdict, FAINT))
    else:
        yield line
        yield say(" " * (side + 1) + row.verdict, FAINT)


def findings(
    glyphs: Glyphs,
    climbed: tuple[str, Sequence[tuple[int, int, str]]],
    named: tuple[Sequence[str], Sequence[tuple[str, tuple[tuple[int, int] | None, ...]]]],
    against: tuple[float, Sequence[tuple[str, int, int, str]]],
    width: int,
    *,
    low: bool,
) -> Content:
    """All three charts: the curve, the map and the scales.

    `climbed` is (word, steps), `named` is (columns, rows), and `against` is (best share, rows).
    """
    word, steps = climbed
    columns, rows = named
    best, givers = against
    share = f"{best:.0%}".replace("%", " %")
    blocks = [
        climb(glyphs, word, [AttemptStep(*one) for one in steps], width, low=low),
        heat(glyphs, "whose clues were named, by whom", columns, [Shares(*row) for row in rows], width),
        gauges(glyphs, f"clues named; best at {share}", best, [Gauge(*row) for row in givers], width),
    ]
    gap = "\n" if low else "\n\n"
    return Content(gap).join([Content("\n").join(block) for block in blocks if block])

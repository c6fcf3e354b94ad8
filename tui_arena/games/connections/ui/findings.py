"""What a session in attempts came to: letters over attempts, who named whom, and how near the best share.

Law: plain values in, lines of `Content` out. Each column has its sign and each cell its figure, so nothing
is told by colour alone; every sign comes from the `Glyphs`, so ASCII mode holds.
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
"""How an attempt ended: its sign, the same in ASCII, a tone, a word."""
LOW, HIGH = 5, 12
"""Rows of the curve on a screen with few lines, and at most."""
SHADES, PLAIN_SHADES = " ░▒▓█", " .:+#"
NAME = 9
"""Cells of a name at the side."""
CELL, ROOMY = 7, 13
"""Cells of a share with its number, and of one with air."""
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
    """How often one was named, by whom: a row of the map."""

    name: str
    cells: tuple[tuple[int, int] | None, ...]
    """Times asked and times named, by column; None: nobody can name themselves."""


@dataclass(frozen=True, slots=True)
class Gauge:
    """A measured share against the best one."""

    name: str
    named: int
    asked: int
    verdict: str


def climb(glyphs: Glyphs, word: str, steps: Sequence[AttemptStep], width: int, *, low: bool) -> list[Content]:
    """Letters over attempts: a column an attempt, as high as the letters that are shown after it.

    A letter stands where it was first seen. Where there are more attempts than cells a column is several
    of them; where there are more letters than rows a row is several letters.
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
    """The attempts, as many together as it takes."""
    each = ceil(len(steps) / room)
    parts = [steps[at : at + each] for at in range(0, len(steps), each)]
    return [AttemptStep(part[0].before, part[-1].after, part[-1].end) for part in parts]


def _row(
    glyphs: Glyphs, columns: Sequence[AttemptStep], band: range, word: str, wide: int
) -> Iterator[tuple[str, str]]:
    """The cells of a row that stands for a band of the word's letters."""
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
            if glyphs.ascii:  # its bars hold signs of ends
                height = "=" if part == 1 else "-"
            yield height.ljust(wide), "$accent" if fresh else "$primary"


def _sign(glyphs: Glyphs, end: str) -> tuple[str, str]:
    sign, plain, tone, _ = ENDS[end]
    return (plain if glyphs.ascii else sign), tone


def _legend(glyphs: Glyphs, steps: Sequence[AttemptStep], width: int) -> list[Content]:
    """What the signs mean, and how many there are of each."""
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
    """Who named whom: a row each giver, a column each other seat; shade, share in percent, times asked."""
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
    """A name in so many cells: where it is too long its last word, as that tells those called alike apart."""
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
    """How often each was named, on a scale on which the best share is marked."""
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
    """All three: the curve of (word, steps), the map of (columns, rows), the scales of (best, rows)."""
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

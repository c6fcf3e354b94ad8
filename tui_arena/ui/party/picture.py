"""A picture of an evening to keep or to share: the score, the best moments and the awards, as SVG.

Law: it shows only what the scoreboard of the evening shows.
"""

from __future__ import annotations

from tui_arena.charts.svg import EDGE, Canvas, broad, fit, wrapped
from tui_arena.data import Catalogue
from tui_arena.ui.party.presenter import FULL, PartyView, moments, score_line, side_name, title_of, verdict

WIDTH = 540
"""The width of the picture in pixels, for a phone held upright."""
NAMES = 0.36
"""The largest share of the width for the names."""
ROW, BAR = 34, 18
"""The pixels from one name to the next, and the height of a bar."""
HEAD, TEXT, LINE = 24, 15, 21
"""The font sizes of the headline and of text, and the pixels from one line of text to the next."""
PRIZES = 6
"""How many awards are shown, the newest."""


def evening_picture(catalogue: Catalogue, view: PartyView, day: str) -> str:
    """An evening that is over, as SVG text that suits light and dark pages. `day`: when it was, in words."""
    state, room = view.party_state, WIDTH - 2 * EDGE
    canvas = Canvas(WIDTH, EDGE)
    head, remark = verdict(state)
    canvas.y += TEXT
    about = " · ".join(filter(None, (title_of(state.party), day)))
    canvas.text(EDGE, canvas.y, fit(about, room, TEXT), "faint", size=TEXT)
    canvas.y += 10
    for line in wrapped(head, room, HEAD):
        canvas.y += HEAD + 6
        canvas.text(EDGE, canvas.y, line, size=HEAD, font_weight="bold")
    canvas.y += 4
    _lines(canvas, remark, room, "faint")
    canvas.y += 22
    _score(canvas, view, room)
    told = [*view.said, *moments(catalogue, state)]
    prizes = view.prizes[-PRIZES:]
    if told or prizes:
        canvas.y += 14
        canvas.line(EDGE, canvas.y, (WIDTH - EDGE, canvas.y), "grid")
        canvas.y += 10
    for line in told:
        _lines(canvas, line, room, "ink")
        canvas.y += 5
    for line in prizes:
        _lines(canvas, line, room - LINE, "ink", mark=True)
        canvas.y += 5
    canvas.y += EDGE + 6
    canvas.text(EDGE, canvas.y, "TUI Arena", "faint", size=12)
    canvas.y += EDGE
    return canvas.finished(head, score_line(state), adaptive=True)


def _lines(canvas: Canvas, text: str, room: float, paint: str, *, mark: bool = False) -> None:
    """Add a text in as many lines as it needs. `mark`: with a mark before it."""
    for n, line in enumerate(wrapped(text, room, TEXT)):
        canvas.y += LINE
        if mark and not n:
            canvas.mark(EDGE + 6, canvas.y - 5, 3, 6)
        canvas.text(EDGE + (LINE if mark else 0), canvas.y, line, paint, size=TEXT)


def _score(canvas: Canvas, view: PartyView, room: float) -> None:
    """Add a bar for each side, the leader first."""
    state = view.party_state
    points = sorted(state.standing.items(), key=lambda one: -one[1])
    names = [fit(side_name(state, side), room * NAMES, TEXT) for side, _ in points]
    column = max((broad(name, TEXT) for name in names), default=0.0) * 1.1 + 10
    best = max(FULL, *(n for _, n in points)) if points else FULL
    for name, (side, n) in zip(names, points, strict=True):
        leads = side[0] in state.leaders
        weight = {"font_weight": "bold"} if leads else {}
        canvas.text(EDGE, canvas.y + BAR - 4, name, size=TEXT, **weight)
        width = n / best * (room - column - 30)
        if width > 0:
            canvas.box((EDGE + column, canvas.y), width, BAR, "c2" if leads else "bar", rx=3)
        canvas.text(EDGE + column + width + 8, canvas.y + BAR - 4, str(n), size=TEXT, **weight)
        canvas.y += ROW

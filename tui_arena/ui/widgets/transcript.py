"""A transcript and the figures beside it, as one text each."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from tui_arena.core.text import one_line
from tui_arena.ui.look import Look, say
from tui_arena.ui.presenters.replay import Figure, Replay
from tui_arena.ui.presenters.transcript import Entry

SHOWN = 300
"""Entries that are drawn, the newest of them."""
MAX_TEXT = 2000
NAME = 10
"""Cells of the column of names."""


def transcript(replay: Replay, look: Look, *, board: bool) -> Content:
    """What was said and done up to the position, the newest marked."""
    cast = f" {look.dot} ".join(f"{seat} {name}" for seat, name in replay.cast())
    lines = [say(cast, "$foreground-muted")]
    if replay.about:
        lines.append(say(replay.about, "italic $foreground-muted"))
    entries = replay.entries(board=board)[-SHOWN:]
    asks = {e.ask for e in entries if e.ask}
    newest = entries[-1].seq if entries else 0
    if not entries:
        lines += [Content(""), say("Nothing has been said yet.", "$foreground-muted")]
    for entry in entries:
        lines.append(Content(""))
        mark = look.arrow if replay.open and entry.seq == newest else " "
        lines += _entry(entry, look, mark, name_ask=len(asks) > 1, reasons=replay.reasons)
    return Content("\n").join(lines)


def _entry(entry: Entry, look: Look, mark: str, *, name_ask: bool, reasons: bool) -> list[Content]:
    if not entry.who:
        return [say(f"{mark} {look.dot} {one_line(entry.text, MAX_TEXT)}", "italic $foreground-muted")]
    ink = "strike $foreground-muted" if entry.void else "bold"
    ask = f"{entry.ask} " if name_ask and entry.ask else ""
    head = Content.assemble(
        (f"{mark} ", "bold $accent"),
        (one_line(entry.who, NAME).ljust(NAME) + " ", "$primary"),
        (ask, "$foreground-muted"),
        (one_line(entry.text, MAX_TEXT), ink),
    )
    lines = [head]
    if entry.void:
        lines.append(say("  taken back", "italic $foreground-muted"))
    if entry.refused:
        lines.append(
            Content.assemble(("  refused: ", "bold $error"), (one_line(entry.refused, MAX_TEXT), "$error"))
        )
    if entry.reason:
        folded = one_line(entry.reason, MAX_TEXT) if reasons else f"why {look.ellipsis} (e)"
        lines.append(say(f"  {folded}", "italic $foreground-muted"))
    return lines


def figure_lines(figures: Sequence[Figure]) -> Content:
    """One line a figure, those of each turn first."""
    if not figures:
        return Content("")
    turns = [f for f in figures if " " in f.text]
    ordered = turns + [f for f in figures if f not in turns]
    width = max(len(f.label) for f in ordered)
    return Content("\n").join(
        Content.assemble((f"{f.label:<{width}}  ", "$foreground-muted"), (f.text, "bold")) for f in ordered
    )

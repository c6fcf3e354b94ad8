"""The reveal of an attempt: its words are turned over card by card, then how it ended is shown.

A card that is face down shows nothing that depends on its word. Every colour has a sign as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from textual.content import Content

from tui_arena.ui.glyphs import Glyphs, say

BACK = 7
"""The width in cells of a card that is face down."""
NAME, LEAST = 14, 6
"""The most cells of a name, and the least that it must get; with less room, notes are left out."""
GOOD, BAD, STOPPED, NONE = "good", "bad", "stopped", "none"
"""The kinds of a card or an end: a right word, a wrong word, a block, or none of these."""
SIGNS = {GOOD: ("✓", "+"), BAD: ("✗", "x"), STOPPED: ("■", "#"), NONE: (" ", " ")}
TONES = {GOOD: "$success", BAD: "$foreground-muted", STOPPED: "$error", NONE: "$accent"}
TURNING = "▒"


@dataclass(frozen=True, slots=True)
class Turned:
    """One card: a player's word."""

    who: str
    word: str
    """Empty: the player named no word."""
    kind: str = NONE
    note: str = ""
    """A short remark after the word."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """All cards of an attempt, and how it ended."""

    key: int
    """The number of the attempt, from 1."""
    head: str
    """The clue."""
    cards: tuple[Turned, ...]
    outcome: str
    kind: str
    letters: str = ""
    """The letters that are shown now, after the outcome; empty: they aren't repeated."""
    before: int = 0
    """How many of them were already shown before; these don't turn."""
    after: str = ""
    """A line on what comes next."""

    @property
    def steps(self) -> int:
        """The number of steps: one for each card, one for the outcome, one for a letter that turns."""
        return len(self.cards) + 1 + bool(self.letters)


def sign_of(kind: str, glyphs: Glyphs) -> str:
    """The sign of a card or an end."""
    return SIGNS[kind][glyphs.ascii]


def drawn(reveal: Reveal, step: int, glyphs: Glyphs, width: int) -> Iterator[Content]:
    """The lines after `step` steps; later cards are face down."""
    if reveal.head:
        head = say(glyphs.fit(reveal.head, 2 * width - width // 4), "italic $foreground-muted").wrap(width)
        yield from (_centred(line, width) for line in head)
    cards = _fitting(reveal.cards, width)
    name = max((min(len(card.who), NAME) for card in cards), default=0)
    widest = max([BACK, *(len(card.word) for card in cards)])
    name = max(
        min(name, width - widest - 4 - max((len(card.note) + 2 for card in cards if card.note), default=0)), 3
    )
    block = [_card(c, name, widest, glyphs, up=n < step) for n, c in enumerate(cards)]
    wide = max((line.cell_length for line in block), default=0)
    left = " " * max((width - wide) // 2, 0)
    yield from (Content.assemble(left, line) for line in block)
    told = step > len(reveal.cards)
    yield Content("")
    outcome = _outcome(reveal, width, turned=step >= reveal.steps, glyphs=glyphs)
    yield _centred(outcome if told else Content(" "), width)
    if reveal.after:
        yield _centred(say(reveal.after if step >= reveal.steps else " ", "$foreground-muted"), width)


def _card(card: Turned, name: int, widest: int, glyphs: Glyphs, *, up: bool) -> Content:
    who = (f"{glyphs.fit(card.who, name).ljust(name)}  ", "$foreground-muted")
    if not up:
        back = ("/" if glyphs.ascii else "░") * BACK
        return Content.assemble(who, "  ", (back.ljust(widest), "$foreground-disabled"))
    style = f"bold {TONES[card.kind]}" if card.word else "$foreground-muted"
    word = (card.word.upper() or glyphs.dash).ljust(widest)
    note = (f"  {card.note}", "$foreground-muted") if card.note else ""
    return Content.assemble(who, (f"{sign_of(card.kind, glyphs)} ", style), (word, style), note)


def _fitting(cards: tuple[Turned, ...], width: int) -> list[Turned]:
    """The cards, without their notes if there is too little room next to names and words."""
    word = max((len(card.word) for card in cards), default=0)
    note = max((len(card.note) + 2 for card in cards if card.note), default=0)
    return list(cards) if LEAST + word + 4 + note <= width else [replace(card, note="") for card in cards]


def _outcome(reveal: Reveal, width: int, *, turned: bool, glyphs: Glyphs) -> Content:
    """The outcome with the letters; only the last letters if there are too many."""
    letters, before = reveal.letters.upper(), reveal.before
    most = max((width - len(reveal.outcome) - 6) // 2, 1)
    cut = max(len(letters) - most, 0)
    parts: list[tuple[str, str]] = [(reveal.outcome, f"bold {TONES[reveal.kind]}")]
    if letters:
        parts.append((f"  {glyphs.ellipsis if cut else ''}", "bold"))
    for n, letter in enumerate(letters[cut:], cut):
        fresh, gap = n >= before, " " if n > cut else ""
        shown = letter if turned or not fresh else "/" if glyphs.ascii else TURNING
        parts.append((f"{gap}[{shown}]" if fresh else f"{gap}{letter}", "bold $accent" if fresh else "bold"))
    return Content.assemble(*parts)


def _centred(line: Content, width: int) -> Content:
    return Content(" " * max((width - line.cell_length) // 2, 0)).append(line)

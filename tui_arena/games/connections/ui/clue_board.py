"""A board for a word that is shown letter by letter: its tiles, the clue, who has answered, past attempts.

At the end of an attempt, all words are turned over card by card, and then the outcome is shown. A card that
is face down shows nothing that depends on its word. Every colour also has a sign. The panel shows the
setter's card, the attempts left, blocked words and personas.

The board draws a `Scene` of plain values, which the game makes from a view. A card behind a key is drawn only
while that key shows it, or if the hotseat is alone at the keyboard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from tui_arena.core.game import TABLE, Ask, Fault, View
from tui_arena.core.text import one_line
from tui_arena.games.connections.state import is_in_clue
from tui_arena.games.connections.ui.clue_form import ClueForm, typed_word
from tui_arena.table.notes import Note
from tui_arena.ui.boards.tiles import (
    EMPTY,
    HUGE,
    LARGE,
    MEDIUM,
    PROPOSED,
    Animation,
    Size,
    Tile,
    draw,
    pips,
)
from tui_arena.ui.boards.word_card import BROAD, VAST, CardBoard, CardFace, CardPanel, centred, together
from tui_arena.ui.glyphs import GREEN, GREY, Glyphs, say
from tui_arena.ui.widgets.text_block import Drawing, StillText, entitle, scroll_pages

FAINT = "$foreground-muted"
BACK = 7
"""The width in cells of a card that is face down."""
NAME, LEAST_NAME = 14, 6
"""The most cells of a name, and the fewest that it must get; if there is less room, notes are left out."""
GOOD, BAD, STOPPED, NONE = "good", "bad", "stopped", "none"
"""The kinds of a card or an end: a right word, a wrong word, a block, or none of these."""
SIGNS = {GOOD: ("✓", "+"), BAD: ("✗", "x"), STOPPED: ("■", "#"), NONE: (" ", " ")}
TONES = {GOOD: "$success", BAD: FAINT, STOPPED: "$error", NONE: "$accent"}
TURNING = "▒"


@dataclass(frozen=True, slots=True)
class Turned:
    """One card with a player's word."""

    who: str
    word: str
    """The word; empty if the player didn't name a word."""
    kind: str = NONE
    note: str = ""
    """A short remark after the word."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """All cards of an attempt, and its outcome."""

    key: int
    """The number of the attempt, from 1."""
    head: str
    """The clue."""
    cards: tuple[Turned, ...]
    outcome: str
    kind: str
    letters: str = ""
    """The letters that are shown now, after the outcome; empty if they aren't repeated."""
    before: int = 0
    """The number of letters that were shown before; these don't turn."""
    after: str = ""
    """A line about what comes next."""

    @property
    def steps(self) -> int:
        """The number of steps: one for each card, one for the outcome, one for a letter that turns."""
        return len(self.cards) + 1 + bool(self.letters)


def sign_of(kind: str, glyphs: Glyphs) -> str:
    """The sign of a card or an end."""
    return SIGNS[kind][glyphs.ascii]


def drawn(reveal: Reveal, step: int, glyphs: Glyphs, width: int) -> Iterator[Content]:
    """The lines after `step` steps; the cards of later steps are face down."""
    if reveal.head:
        head = say(one_line(reveal.head, 2 * width - width // 4), "italic $foreground-muted").wrap(width)
        yield from (centred(line, width) for line in head)
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
    yield centred(outcome if told else Content(" "), width)
    if reveal.after:
        yield centred(say(reveal.after if step >= reveal.steps else " ", FAINT), width)


def _card(card: Turned, name: int, widest: int, glyphs: Glyphs, *, up: bool) -> Content:
    who = (f"{one_line(card.who, name).ljust(name)}  ", FAINT)
    if not up:
        back = ("/" if glyphs.ascii else "░") * BACK
        return Content.assemble(who, "  ", (back.ljust(widest), "$foreground-disabled"))
    style = f"bold {TONES[card.kind]}" if card.word else FAINT
    word = (card.word.upper() or glyphs.dash).ljust(widest)
    note = (f"  {card.note}", FAINT) if card.note else ""
    return Content.assemble(who, (f"{sign_of(card.kind, glyphs)} ", style), (word, style), note)


def _fitting(cards: tuple[Turned, ...], width: int) -> list[Turned]:
    """The cards, without their notes if there is too little room next to names and words."""
    word = max((len(card.word) for card in cards), default=0)
    note = max((len(card.note) + 2 for card in cards if card.note), default=0)
    return (
        list(cards) if LEAST_NAME + word + 4 + note <= width else [replace(card, note="") for card in cards]
    )


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


@dataclass(frozen=True, slots=True)
class AnswerMark:
    """Whether a player has answered; `does` says so in words."""

    who: str
    done: bool
    does: str


@dataclass(frozen=True, slots=True)
class Past:
    """A past attempt."""

    kind: str
    """A key of `TONES`: how the attempt ended."""
    word: str
    end: str
    """The end of the attempt, in a word or two."""
    clue: str = ""
    who: str = ""
    """A line with the players and their words."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The data that the board draws for one view."""

    letters: str = ""
    """The letters that everybody sees."""
    rest: str = ""
    """The letters after `letters`, if this seat may see them."""
    more: bool = True
    """True if the word has more letters than are drawn."""
    title: str = ""
    """The frame's title."""
    foot: str = ""
    """The frame's subtitle: the clue's kind."""
    said: str = ""
    """The clue, shown in large letters; empty if there is none."""
    lines: tuple[str, ...] = ()
    """Lines below the clue. Without a clue they take its place, and the first line is shown large."""
    marks: tuple[AnswerMark, ...] = ()
    reveal: Reveal | None = None
    """The latest reveal, which is shown while there is no clue."""
    past: tuple[Past, ...] = ()
    card: CardFace | None = None
    blocked: tuple[str, ...] = ()
    left: int = 0
    of: int = 0
    """`left` of `of` attempts are left; if `of` is 0, attempts aren't shown."""
    about: tuple[tuple[str, str], ...] = ()
    """Personas: a heading and a text for each."""
    form: tuple[str, str] | None = None
    """The placeholders of the form's two fields; None if the answer bar takes the answer."""


DrawsClues = Callable[[View, Ask | None, Mapping[str, str], Glyphs], Scene]
"""Makes the scene from a view, the hotseat's ask (None if there is none), and the players' names by seat."""


WORD = 14
"""The most cells of a word or a name."""


def mark_lines(marks: Sequence[AnswerMark], glyphs: Glyphs, width: int) -> list[Content]:
    """The lines that say who has answered; each line has as many players as fit."""
    off, on = ("...", "+") if glyphs.ascii else ("…", "✓")
    looks = (((on, "bold $success"), "") if m.done else ((off, FAINT), FAINT) for m in marks)
    each = (
        Content.assemble(sign, (f" {one_line(mark.who, WORD)} {mark.does}", tone))
        for mark, (sign, tone) in zip(marks, looks, strict=True)
    )
    return together(each, width, "   ")


def past_lines(
    past: Sequence[Past], glyphs: Glyphs, width: int, *, roomy: bool, airy: bool = False
) -> list[Content]:
    """The past attempts, latest first. `roomy`: also show who said what. `airy`: blank lines between."""
    words = max((min(len(one.word), WORD) for one in past), default=0)
    ends = max((len(one.end) for one in past), default=0)
    lines: list[Content] = []
    for one in reversed(past):
        line = Content.assemble(
            (f"{sign_of(one.kind, glyphs)} {one.end.ljust(ends)}", TONES[one.kind]),
            (f"  {one_line(one.word.upper(), WORD).ljust(words)}", "bold"),
        )
        room, indent = width - line.cell_length - 3, " " * (ends + 4)
        lines += [Content("")] if airy and lines else []
        if one.clue and room >= len(one.clue):
            lines.append(Content.assemble(line, "  ", say(one.clue, FAINT)))
        else:  # on its own lines, as a clue is never cut
            clue = say(one.clue, FAINT).wrap(max(width - len(indent) - 3, WORD)) if one.clue else []
            lines += [line, *(Content.assemble(indent, more) for more in clue)]
        if one.who and roomy:
            said = say(one.who, FAINT).wrap(max(width - len(indent) - 3, WORD))
            lines += [Content.assemble(indent, line) for line in said]
    return lines


def clue_lines(scene: Scene, glyphs: Glyphs, width: int, *, airy: bool) -> list[Content]:
    """The clue and the lines below it. `airy`: a blank line between the clue and these lines."""
    parts = [line for text in (scene.said,) if text for line in say(text, "bold").wrap(width)]
    head, *rest = scene.lines or ("",)
    below = [say(head, "" if scene.said else "bold")] if head else []
    below += [say(line, FAINT) for line in rest]
    gap = [Content("")] if airy and parts and (below or scene.marks) else []
    lines = [
        *parts,
        *gap,
        *(one for line in below for one in line.wrap(width)),
        *mark_lines(scene.marks, glyphs, width),
    ]
    return [centred(line, width) for line in lines]


class BoardLines(Drawing):
    """Lines of the board; only changed lines are drawn again. The text of the lines can be selected."""

    ALLOW_SELECT = True

    def _lines(self, width: int) -> list[Content]:
        lines = super()._lines(width)
        return [part for one in lines for part in (one.wrap(width) if one.cell_length > width else [one])]


BEAT = 0.55
"""The seconds from one card to the next."""
AFTER = 1.6
"""The seconds for which a whole reveal stays before something else takes its place."""
ROOMY = 26
"""If the board has at least this many lines, past attempts also show who said what."""
PLACES = 2
"""The number of empty tiles after the shown letters; it is fixed, so that it doesn't reveal the length."""
SIZES = (MEDIUM, Size(5, 1), Size(3, 1), Size(3, 1, 0))


class ClueBoard(CardBoard):
    """The tiles, the frame with the clue or the reveal, and the past attempts."""

    DEFAULT_CSS = """
    ClueBoard { width: 1fr; height: 1fr; layout: vertical; padding: 1 1 0 1; }
    ClueBoard.-low { padding: 0 1; }
    ClueBoard > Static { width: 100%; height: auto; }
    ClueBoard > #clue-tiles { text-align: center; min-height: 1; }
    ClueBoard > #clue-frame { margin-top: 1; padding: 1 2; max-height: 70%; border: round $primary;
        border-title-color: $primary; border-title-style: bold; border-subtitle-color: $foreground-muted; }
    ClueBoard.-low > #clue-frame { margin-top: 0; padding: 0 1; }
    ClueBoard.-vast > #clue-frame { margin-top: 2; padding: 3 6; }
    ClueBoard.-vast > #clue-past { margin-top: 2; }
    ClueBoard.-ascii > #clue-frame { border: ascii $primary; }
    ClueBoard > #clue-frame.-revealed { max-height: 100%; border: round $accent; border-title-color: $accent; padding: 0 2; }
    ClueBoard.-ascii > #clue-frame.-revealed { border: ascii $accent; }
    ClueBoard > .none { display: none; }
    ClueBoard > #clue-past { height: 1fr; margin-top: 1; scrollbar-size-vertical: 1; }
    ClueBoard.-low > #clue-past { margin-top: 0; }
    """

    def __init__(self, glyphs: Glyphs, draws: DrawsClues, form: ClueForm, *, animated: bool) -> None:
        super().__init__(glyphs, CardPanel(glyphs, "blocked", "about"))
        self._draws = draws
        self._animated = animated
        self._typed = ""
        self._turning = Animation(self, self._next)
        """Turns the cards of the reveal, one at each step."""
        self._revealing: Reveal | None = None
        """The reveal that is being shown step by step."""
        self._seen: int | None = None
        """The key of the latest reveal so far; None before the first drawing."""
        self.scene = Scene()
        """The scene that is drawn now."""
        self._drawn: dict[str, tuple[object, ...]] = {}
        """Maps the name of a part to the values from which it was last drawn."""
        self._form = form
        self.form = form
        self._tiles = StillText(id="clue-tiles")
        self._frame = BoardLines(id="clue-frame")
        self._past = BoardLines()
        self._scroll = VerticalScroll(self._past, id="clue-past", can_focus=False)

    def compose(self) -> ComposeResult:
        yield from (self._tiles, self._frame, self._scroll)

    @property
    def answers(self) -> ClueForm | None:  # type: ignore[override]
        """The form while it takes the answer; otherwise None."""
        return self._form if self.scene.form is not None else None

    @property
    def lingers(self) -> float:  # type: ignore[override]
        """The seconds needed to turn the remaining cards over and to read them."""
        return self._turning.left

    @property
    def telling(self) -> bool:  # type: ignore[override]
        """True if cards are being turned over."""
        return self._revealing is not None

    @property
    def card(self) -> CardFace | None:
        return self.scene.card

    # calls from the table

    def meet(
        self, names: Mapping[str, str], notes: Sequence[Note], *, alone: bool, table: View | None = None
    ) -> None:
        if names != self._names:
            self._form.drop()
        super().meet(names, notes, alone=alone, table=table)

    def show(self, view: View | None, ask: Ask | None) -> None:
        self.scene = Scene() if view is None else self._draws(view, ask, self._names, self._glyphs)
        if view is None:
            self._unveiled, self._typed = False, ""
            self._stop()
        else:
            self._tell(view.seat)
        word, clue = self.scene.form or ("", "")
        on_table = view is not None and bool(view.facts["clue"]) and view.facts["giver"] != view.seat
        begins = str(view.facts["prefix"]) if view is not None else ""
        asked = ask if self.scene.form is not None else None
        self._form.show(asked, word, clue, begins=begins, outrun=on_table)
        self._draw()

    def refuse(self, fault: Fault | None = None) -> None:
        if fault is not None and self.answers is not None:
            self._form.refused(in_clue=is_in_clue(fault))

    def typing(self, text: str) -> None:
        if text != self._typed:
            self._typed = text
            self._draw_tiles()

    # the reveal

    def _tell(self, seat: str) -> None:
        """Begin to show a new reveal step by step; the table's view skips it once the next clue is there."""
        now = self.scene.reveal
        seen, self._seen = self._seen, now.key if now is not None else 0
        if self._revealing is not None and now is not None and now.key == self._revealing.key:
            self._revealing = now
            if seat == TABLE and self.scene.said:
                self._stop()
        elif now is None or seen is None or now.key < seen or self._revealing is not None:
            self._stop()
        elif now.key > seen and self._animated and not (seat == TABLE and self.scene.said):
            self._revealing = now
            self._turning.play(BEAT, now.steps, hold=AFTER)
            self.post_message(self.Tells())

    def _next(self) -> None:
        if self._turning.playing:
            self._draw()
        else:
            self._done()

    def _done(self) -> None:
        self._stop()
        self._draw()

    def _stop(self) -> None:
        self._turning.stop()
        if self._revealing is not None:
            self._revealing = None
            self.post_message(self.Tells())

    def skip(self) -> bool:
        if self._revealing is None:
            return False
        self._done()
        return True

    # keys

    def nudge(self, by: int) -> bool:
        """Scroll through the past attempts."""
        self._scroll.scroll_relative(y=by, animate=False)
        return self._scroll.max_scroll_y > 0

    def page(self, pages: int) -> bool:
        scroll_pages(self._scroll, pages)
        return True

    # drawing

    def _draw(self) -> None:
        """Draw the board if anything has changed: a reveal and each move call this method several times."""
        room = self.size, self.has_class("-low"), self.has_class("-vast")
        if not self._has_drawn(
            "all", room, self.scene, self._revealing, self._turning.at, self._typed, self.opened
        ):
            self._draw_tiles()
            self._draw_frame()
            self._draw_past()
            self._draw_panel()

    def _has_drawn(self, part: str, *of: object) -> bool:
        """True if a part was last drawn from these values; they are recorded as its last values."""
        before, self._drawn[part] = self._drawn.get(part), of
        return before == of

    def _draw_tiles(self) -> None:
        scene, told = self.scene, self._revealing
        shown, more = scene.letters, scene.more or (told is not None and bool(scene.rest))
        if told is not None and self._turning.at < told.steps and (told.letters or not scene.more):
            shown, more = shown[: told.before], True  # no new letter before the reveal's last step
        row = [Tile(c, GREEN) for c in shown]
        rest = scene.rest[len(shown) - len(scene.letters) :] if scene.rest and told is None else ""
        row += [Tile(c, GREY) for c in rest]
        if more and not rest and shown:
            row += [Tile(c, PROPOSED) for c in self._proposed(shown)] or [Tile("_", EMPTY)] * PLACES
        if not row:
            self._tiles.update("")
            return
        width = self.size.width - 6
        steps = ((VAST, (HUGE, LARGE, *SIZES)), (ROOMY, (LARGE, *SIZES)), (self.low, SIZES), (0, SIZES[1:]))
        sizes = next(sizes for height, sizes in steps if self.size.height >= height)
        quiet = len(shown) + PLACES if row and row[-1].mark == PROPOSED else len(row)
        size = next((s for s in sizes if s.across(quiet) <= width), None)
        if size is not None and len(row) > quiet:  # a long word is cut here; the field shows its end
            narrower = (s for s in sizes if s.pitch == size.pitch and s.across(len(row)) <= width)
            size = next(narrower, size)
            row = row[: (width + size.gap) // (size.width + size.gap)]
        if size is None:
            dots = [self._glyphs.ellipsis] if more and not rest else []
            letters = [t.letter.upper() for t in row if t.letter != "_"] + dots
            self._tiles.update(Content((" " if 2 * len(letters) <= width else "").join(letters)))
            return
        tiles = draw([row], size, self._glyphs)
        if more and not rest:
            first, *below = tiles.split("\n")
            at = size.pitch // 2 if size in (LARGE, HUGE) and not self._glyphs.ascii else 0
            lines = [first, *below]
            open_end = f" {self._glyphs.ellipsis}"
            lines = [ln.append(open_end if n == at else " " * len(open_end)) for n, ln in enumerate(lines)]
            tiles = Content("\n").join(lines)
        self._tiles.update(tiles)

    def _proposed(self, shown: str) -> str:
        """The typed letters after the shown letters; empty if the typed word doesn't begin with these."""
        typed = typed_word(self._typed)
        fits = typed.startswith(shown) and typed.isascii() and typed.isalpha()
        return typed[len(shown) :] if fits else ""

    @property
    def _reveal(self) -> Reveal | None:
        """The reveal in the frame, complete or up to the current step; None while there is a clue."""
        return self._revealing or (self.scene.reveal if not self.scene.said else None)

    def _draw_frame(self) -> None:
        scene, told, reveal, glyphs = self.scene, self._revealing, self._reveal, self._glyphs
        self._frame.set_class(reveal is not None, "-revealed")
        if reveal is not None:
            step = self._turning.at if told is not None else reveal.steps
            entitle(self._frame, "")
            self._frame.show(lambda width: list(drawn(reveal, step, glyphs, width)))
            return
        entitle(self._frame, scene.title, scene.foot)
        airy, empty = self.size.height >= self.low, not (scene.said or any(scene.lines) or scene.marks)
        self._frame.show(None if empty else lambda width: clue_lines(scene, glyphs, width, airy=airy))

    def _draw_past(self) -> None:
        past = self.scene.past
        if self._reveal is not None:
            past = past[: self._reveal.key - 1]  # the last attempt is shown in the frame
        roomy, airy = self.size.height >= ROOMY, self.has_class("-vast")
        if self._has_drawn("past", past, self.size.width, roomy, airy):
            return
        lines = past_lines(past, self._glyphs, self.size.width, roomy=roomy, airy=airy)
        self._past.show(lambda _: lines)
        self.call_after_refresh(self._scroll.scroll_home, animate=False)

    def _draw_panel(self) -> None:
        scene, no = self.scene, "x" if self._glyphs.ascii else "×"
        coming = {card.word for card in self._revealing.cards} if self._revealing is not None else set()
        blocked = [
            Content.assemble((f"{no} ", "$error"), say(word.upper(), "strike"))
            for word in scene.blocked
            if word not in coming
        ]
        head = [Content.styled("blocked", "bold $primary")] if blocked else []
        about = [
            Content.assemble((f"{head}  ", "bold $primary"), say(text, FAINT)) for head, text in scene.about
        ]
        self.panel.card.show(scene.card, opened=self.opened)
        self.panel.fill(
            left=pips(scene.left, scene.of, "attempt", self._glyphs) if scene.of else Content(""),
            blocked=Content("\n").join(together([*head, *blocked], self.panel.content_size.width or BROAD)),
            about=Content("\n").join(about),
        )

"""A board on which a player is questioned about a claim.

The claim is an exhibit at the top, with questions and answers below it and a belief meter in the panel. The
end shows the verdict in large letters, then the truth as a stamp, then a last line. The stamp is delayed only
if the verdict appeared while somebody was watching. Pairs are never cut. If there is no room for all of them,
the newest are in sight, and the player can scroll up to the others.

The board draws a `Hearing` of plain values, which the game makes from a view. A secret is drawn only while it
is unveiled, and a meter only if the hearing has one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.timer import Timer

from tui_arena.core.game import Ask, Belief, View
from tui_arena.core.probes import BELIEF, LEVELS
from tui_arena.core.text import one_line
from tui_arena.ui.boards.word_card import BROAD, VAST, fill
from tui_arena.ui.game_ui import Board
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.probe_panel import MIDDLE, meter
from tui_arena.ui.widgets.text_block import (
    Drawing,
    StillText,
    TextBlock,
    entitle,
    newest_whole,
    scroll_pages,
)

MOST_SAID = 2000
"""The most characters of a question or an answer that are drawn."""
LEAST = 8
"""The least width of a text, in cells."""
FAINT = "$foreground-muted"


@dataclass(frozen=True, slots=True)
class ExhibitExchange:
    """One question with its answer."""

    question: str
    answer: str = ""
    """The answer; empty until it is given."""
    nothing: bool = False
    """True if the setter gave no answer, so that `answer` is a default."""
    void: tuple[str, ...] = ()
    """Lines for the answers before it that don't count."""
    under: str = ""
    """A remark below the answer."""


SLOT = 6
"""If a board has this many lines for each question, every question has its own place from the start."""


class Interrogation(TextBlock):
    """The questions and answers, oldest first. A very tall board also numbers the questions still to come."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._pairs: Sequence[ExhibitExchange] = ()
        self._empty = ""
        self._of = 0

    def show(self, pairs: Sequence[ExhibitExchange], empty: str, *, of: int) -> None:
        """Draw these pairs, or the text `empty` if there are none; `of`: the most pairs that there can be."""
        self._pairs, self._empty, self._of = pairs, empty, of
        self.lay_out()

    def _lines(self, width: int) -> list[Content]:
        if not self._pairs:
            return list(say(self._empty, f"italic {FAINT}").wrap(max(width, LEAST))) if self._empty else []
        last = len(self._pairs)
        drawn = [self._pair(n, pair, width) for n, pair in enumerate(self._pairs, 1)]
        slot = self.room // self._of if self._of else 0
        if slot >= SLOT:
            lines: list[Content] = []
            to_come = [[self._to_come(n, width)] for n in range(last + 1, self._of + 1)]
            for pair in (*drawn, *to_come):
                lines += [*pair, *[Content("")] * max(slot - len(pair), 1)]
            if len(lines) <= self.room:
                return lines
        if sum(map(len, drawn)) + last - 1 <= self.room:
            drawn = [drawn[0], *([Content(""), *pair] for pair in drawn[1:])]
        return newest_whole(drawn, self.room)

    def _to_come(self, n: int, width: int) -> Content:
        """The line of a question that hasn't been asked yet."""
        return Content.styled(f" {n} {self._glyphs.dot * max(width - 3, 0)}", "$foreground-disabled")

    def _pair(self, n: int, pair: ExhibitExchange, width: int) -> list[Content]:
        newest = n == len(self._pairs)
        numbers = len(str(len(self._pairs))) + 2
        room = max(width - numbers, LEAST)
        question = say(one_line(pair.question, MOST_SAID), "bold $foreground" if newest else "")
        number = (f"{n:>{numbers - 1}} ", "bold $accent" if newest else FAINT)
        return [
            *self._hung(Content.assemble(number), question, room),
            *self._answer(pair, numbers, room),
        ]

    def _answer(self, pair: ExhibitExchange, indent: int, room: int) -> list[Content]:
        bar = "| " if self._glyphs.ascii else "│ "
        inner, faint = max(room - len(bar), LEAST), f"italic {FAINT}"
        quiet = Content.assemble(" " * indent, (bar, FAINT))
        void = [
            line for text in pair.void for line in self._hung(quiet, say(text, faint), inner, under=quiet)
        ]
        if not pair.answer:
            return [*void, Content.assemble(" " * indent, (self._glyphs.ellipsis, FAINT))]
        side = Content.assemble(" " * indent, (bar, "$accent"))
        text = say(one_line(pair.answer, MOST_SAID), faint if pair.nothing else "")
        under = [Content.assemble(" " * (indent + len(bar)), (pair.under, faint))] if pair.under else []
        return [*void, *self._hung(side, text, inner, under=side), *under]

    def _hung(
        self, head: Content, text: Content, room: int, *, under: Content | None = None
    ) -> list[Content]:
        """A text after its head, with its other lines indented."""
        first, *rest = text.wrap(room) or [Content("")]
        below = under or Content(" " * head.cell_length)
        return [Content.assemble(head, first), *(Content.assemble(below, line) for line in rest)]


BLANK = " ", " ", " "
"""Blank lines that keep room for a stamp that hasn't come yet."""
BEAT = 1.3
"""Seconds between the verdict and the stamp."""


class VerdictEnding(Vertical):
    """The verdict, the stamp and the last line."""

    DEFAULT_CSS = """
    VerdictEnding { width: 100%; height: auto; }
    VerdictEnding > Static { width: 100%; height: auto; text-align: center; margin-top: 1; }
    VerdictEnding > #end-stamp { color: $accent; text-style: bold; }
    VerdictEnding > #end-after { padding: 0 2; }
    VerdictEnding > .none { display: none; }
    """

    def __init__(self, glyphs: Glyphs, tells: Callable[[], object], *, animated: bool) -> None:
        """`tells` is called when the stamp begins to be awaited, and when it has come."""
        super().__init__()
        self._glyphs = glyphs
        self._tells = tells
        self._animated = animated
        self._texts = ("", "", "")
        self._beat: Timer | None = None
        """Runs until the stamp comes; None if no stamp is waiting."""
        self._verdict = StillText(id="end-verdict", classes="none")
        self._stamp = StillText(id="end-stamp", classes="none")
        self._after = StillText(id="end-after", classes="none")

    def compose(self) -> ComposeResult:
        yield from (self._verdict, self._stamp, self._after)

    @property
    def lingers(self) -> float:
        """The seconds needed to show the stamp and to read it; 0 without a stamp."""
        return 2 * BEAT if self._animated and self._texts[1] else 0.0

    @property
    def waits(self) -> bool:
        """Whether the stamp is still to come."""
        return self._beat is not None

    def show(self, verdict: str, stamp: str, after: str, *, comes: bool) -> None:
        """Draw these texts; empty texts are left out.

        `comes`: whether the end came while the board was on screen, so that the stamp may be delayed.
        """
        before, self._texts = self._texts[1], (verdict, stamp, after)
        if self._beat is not None and not stamp:
            self._beat.stop()
            self._beat = None
        if stamp and not before and comes and self._animated:
            self._beat = self.set_timer(BEAT, self.bring_stamp)
            self._tells()
        self._draw()

    def bring_stamp(self) -> bool:
        """Bring the stamp now. Returns False if none is to come."""
        if self._beat is None:
            return False
        self._beat.stop()
        self._beat = None
        self._draw()
        self._tells()
        return True

    def _draw(self) -> None:
        verdict, stamp, after = self._texts
        stamped = self._beat is None
        large = Content.assemble(("the judge says\n", "$foreground-muted"), say(spaced(verdict), "bold"))
        fill(self._verdict, large if verdict else Content(""))
        frame = Content("\n").join(framed(stamp, self._glyphs) if stamped else BLANK)
        fill(self._stamp, frame if stamp else Content(""))
        fill(self._after, say(after if stamped else " ", "italic"))


def spaced(text: str) -> str:
    """A text with a blank between its letters.

    >>> spaced("MADE UP")
    'M A D E   U P'
    """
    return " ".join(text)


def framed(text: str, glyphs: Glyphs) -> list[str]:
    r"""The lines of a stamp: a spaced word in a heavy frame.

    >>> print(*framed("TRUE", Glyphs(ascii=True)), sep="\n")
    #=============#
    #   T R U E   #
    #=============#
    """
    wide = f"   {spaced(text)}   "
    if glyphs.ascii:
        edge = f"#{'=' * len(wide)}#"
        return [edge, f"#{wide}#", edge]
    return [f"┏{'━' * len(wide)}┓", f"┃{wide}┃", f"┗{'━' * len(wide)}┛"]


def level_of(belief: Belief) -> int:
    """The level, 1 to 5, that a bot finds most likely; the middle level if it can't say.

    >>> level_of(Belief(2, (("true", 0.9), ("possibly true", 0.1)))), level_of(Belief(0))
    (1, 3)
    """
    likeliest = next((name for name, _ in belief.best if name in LEVELS), LEVELS[len(LEVELS) // 2])
    return 1 + LEVELS.index(likeliest)


MOST = 400
"""The most characters of a claim or a veil that are drawn."""
LOW = 17
"""A board with fewer lines than this leaves out blank lines."""
MANY, TALL = 4, 24
"""With at least `MANY` pairs on a board of fewer than `TALL` lines, the exhibit loses its padding."""
FEWEST = 20
"""The least width of a line of the claim, in cells."""
LONG = 110
"""A claim of more than this many characters counts like `MANY` pairs."""
PIPS = 10
"""Up to this many questions are drawn as pips; a greater number is written in digits."""
OFFERED = 3
"""The number of ideas that are shown at once."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """The data that the board draws for one view."""

    title: str = ""
    """The exhibit's title."""
    claim: str = ""
    """The claim; empty until it is made."""
    waiting: str = ""
    """The text shown while there is no claim."""
    done: int = 0
    of: int = 0
    """`done` of `of` questions are used up; if `of` is 0, there are no pips."""
    pairs: tuple[ExhibitExchange, ...] = ()
    empty: str = ""
    """The text shown while no question has been asked."""
    veil: str = ""
    """The line about a secret that a key shows; empty if this seat has no secret."""
    live: str = ""
    """The place where typed text appears on the board: `claim`, `question`, `answer`, or empty for none."""
    ideas: tuple[str, ...] = ()
    """Ideas for the player who has to think of a claim."""
    meter: str = ""
    """The meter's heading; empty if this seat sees no meter."""
    steers: bool = False
    """True if the hotseat moves the needle."""
    verdict: str = ""
    """The verdict, shown in large letters; empty until it is given."""
    stamp: str = ""
    """The truth, shown in a frame."""
    after: str = ""
    """The last line of the ending."""


class ExhibitBoard(Board):
    """The exhibit, the questions and answers, and the ending."""

    DEFAULT_CSS = """
    ExhibitBoard { width: 1fr; height: 1fr; layout: vertical; padding: 1 1 0 1; }
    ExhibitBoard.-low { padding: 0 1; }
    ExhibitBoard.-ended { align-vertical: middle; }
    ExhibitBoard > .none { display: none; }
    ExhibitBoard > #exhibit { height: auto; width: 100%; padding: 1 2; border: round $primary;
        border-title-color: $primary; border-subtitle-color: $foreground; text-align: center; text-style: bold; }
    ExhibitBoard.-low > #exhibit { padding: 0 1; }
    ExhibitBoard.-crowded > #exhibit { padding: 0 2; }
    ExhibitBoard.-vast > #exhibit { padding: 3 6; }
    ExhibitBoard.-ascii > #exhibit { border: ascii $primary; }
    ExhibitBoard > #exhibit.-waiting { color: $foreground-muted; text-style: italic; }
    ExhibitBoard > #veil { height: 1; width: 100%; text-align: center; color: $foreground-muted; }
    ExhibitBoard > #veil.-open { color: $accent; text-style: bold; }
    ExhibitBoard > #ideas { height: auto; width: 100%; margin-top: 1; padding: 0 1; }
    ExhibitBoard > #pairs { height: 1fr; margin-top: 1; scrollbar-size-vertical: 1; }
    ExhibitBoard.-low > #pairs { margin-top: 0; }
    ExhibitBoard.-low #end-verdict, ExhibitBoard.-low #end-stamp, ExhibitBoard.-low #end-after { margin-top: 0; }
    """

    def __init__(
        self,
        glyphs: Glyphs,
        hearing: Callable[[View, Ask | None], Hearing],
        decides: Callable[[str], bool],
        *,
        animated: bool,
    ) -> None:
        """`hearing` makes the hearing to draw from a view and an ask.

        `decides`: whether a typed text is a verdict, not a question.
        """
        super().__init__()
        self._glyphs = glyphs
        self._hearing_of = hearing
        self._decides = decides
        self._chance = Random()
        """Shuffles the ideas."""
        self.hearing = Hearing()
        """The hearing that is drawn now."""
        self.unveiled = ""
        """The secret while it is shown; otherwise empty."""
        self._typed = ""
        self._full = False
        """True if the player has paged, so that the whole claim is shown."""
        self._ideas: Sequence[str] = ()
        self._page = 0
        self._marks: dict[int, int] = {}
        """Maps a round to the level that the hotseat set the needle to."""
        self._believed: dict[int, int] = {}
        """Maps a round to the level of the bot's belief."""
        self._exhibit = StillText(id="exhibit", classes="none")
        self._veil = StillText(id="veil", classes="none")
        self._offer = StillText(id="ideas", classes="none")
        self._interrogation = Interrogation(glyphs)
        self._scroll = VerticalScroll(self._interrogation, id="pairs", can_focus=False)
        self._ending = VerdictEnding(glyphs, self._tell, animated=animated)
        self._meter = Drawing()
        self._meter.styles.margin = (0, 0, 1, 0)
        self.panel = self._meter
        self.set_class(glyphs.ascii, "-ascii")

    def compose(self) -> ComposeResult:
        yield from (self._exhibit, self._veil, self._offer, self._scroll, self._ending)

    @property
    def lingers(self) -> float:  # type: ignore[override]
        """The seconds needed to show the stamp and to read it."""
        return self._ending.lingers

    @property
    def telling(self) -> bool:  # type: ignore[override]
        """Whether the stamp is still to come."""
        return self._ending.waits

    def skip(self) -> bool:
        return self._ending.bring_stamp()

    def _tell(self) -> None:
        self.post_message(self.Tells())

    # the hearing that is drawn

    def show(self, view: View | None, ask: Ask | None) -> None:
        before, self.hearing = self.hearing, self._hearing_of(view, ask) if view is not None else Hearing()
        hearing = self.hearing
        if view is None or hearing.live != before.live:
            self._typed = ""
        if hearing.pairs != before.pairs:
            self._full = False
        if view is None:
            self.unveiled = ""
        else:
            for kept in (self._marks, self._believed):
                for n in [n for n in kept if n > hearing.done]:
                    del kept[n]
            if hearing.steers and self._marks:  # the needle stays at its last level
                self._marks.setdefault(hearing.done, self._marks[max(self._marks)])
        if hearing.ideas and set(hearing.ideas) != set(self._ideas):
            self._ideas, self._page = self._chance.sample(hearing.ideas, len(hearing.ideas)), 0
        self._ending.show(
            hearing.verdict, hearing.stamp, hearing.after, comes=bool(before.pairs or before.claim)
        )
        self._draw()

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Record the bot's belief for the round, for a hotseat that doesn't move the needle."""
        if belief is None:
            self._believed.clear()
        elif self.hearing.meter and not self.hearing.steers:
            self._believed[self.hearing.done] = level_of(belief)
        self._draw_meter()

    def typing(self, text: str) -> None:
        if text != self._typed:
            self._typed = text
            self._draw()

    def unveil(self, secret: str) -> bool:
        self.unveiled = secret
        self._draw()
        return True

    def page(self, pages: int) -> bool:
        """Show the whole claim, and scroll the answers."""
        if not self._full:
            self._full = True
            self._draw()
        self.call_after_refresh(scroll_pages, self._scroll, pages)
        return True

    def on_resize(self, event: events.Resize) -> None:
        self.set_class(self.size.height < LOW, "-low")
        self.set_class(self.size.height >= VAST and self.size.width >= BROAD, "-vast")
        self._draw()

    # keys

    def nudge(self, by: int) -> bool:
        """Show other ideas, or move the needle towards true (up) or false (down)."""
        hearing = self.hearing
        if hearing.ideas:
            self._page = (self._page + by) % -(-len(self._ideas) // OFFERED)
            self._draw()
            return True
        if hearing.steers:
            level = self._marks.get(hearing.done, MIDDLE) + by
            self._marks[hearing.done] = min(max(level, 1), len(LEVELS))
            self._draw_meter()
        return hearing.steers

    @property
    def marked(self) -> Mapping[str, Any] | None:  # type: ignore[override]
        """The needle's level as values of a `probe` event; None until the hotseat has moved the needle."""
        now = self.hearing.done
        if not self.hearing.steers or now not in self._marks:
            return None
        return {"kind": BELIEF, "round": now, "items": [LEVELS[self._marks[now] - 1]]}

    # drawing

    def _draw(self) -> None:
        hearing = self.hearing
        claim = self._typed.strip() if hearing.live == "claim" else hearing.claim
        self._exhibit.set_class(not claim, "-waiting")
        self._exhibit.set_class(not (claim or hearing.waiting), "none")
        self._exhibit.update(self._fitting(say(one_line(claim or hearing.waiting, MOST))))
        entitle(self._exhibit, hearing.title, self._pips())
        fill(self._veil, say(one_line(self.unveiled or hearing.veil, MOST)))
        self._veil.set_class(bool(self.unveiled), "-open")
        fill(self._offer, self._ideas_offered())
        self._scroll.set_class(bool(hearing.verdict or hearing.ideas), "none")
        self.set_class(bool(hearing.verdict), "-ended")
        full = len(hearing.pairs) >= MANY or len(claim) > LONG
        self.set_class(full and self.size.height < TALL, "-crowded")
        self._draw_meter()
        self._interrogation.show(self._pairs(), hearing.empty, of=hearing.of)
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """After the layout, scroll to the newest pair and show the key for scrolling if pairs are above."""
        self._scroll.scroll_end(animate=False)
        self._draw_meter()

    def _pairs(self) -> Sequence[ExhibitExchange]:
        """The questions and answers, including the text that is being typed."""
        hearing, typed = self.hearing, self._typed.strip()
        pairs = hearing.pairs
        if typed and hearing.live == "question" and not self._decides(typed):
            return (*pairs, ExhibitExchange(typed))
        if typed and hearing.live == "answer" and pairs:
            return (*pairs[:-1], replace(pairs[-1], answer=typed))
        return pairs

    def _fitting(self, claim: Content) -> Content:
        """The claim, cut so that there is room for the rest; the whole claim once the player has paged."""
        lines = claim.wrap(max(self.size.width - 8, FEWEST))
        most = max(self.size.height * 6 // 10 - 2, 2)
        if len(lines) <= most or self._full or not self.size.height:
            return claim
        return Content("\n").join([*lines[: most - 1], lines[most - 1].append(self._glyphs.ellipsis)])

    def _pips(self) -> Content:
        hearing, (empty, full) = self.hearing, self._glyphs.radio
        if not hearing.of:
            return Content("")
        left = f"{hearing.of - hearing.done} left"
        if hearing.of > PIPS or self._glyphs.ascii:
            return Content(f"{hearing.done} of {hearing.of} questions")
        return Content(f"{full * hearing.done}{empty * (hearing.of - hearing.done)} {left}")

    def _ideas_offered(self) -> Content:
        if not self.hearing.ideas:
            return Content("")
        start = self._page * OFFERED
        head = ("an idea?", "press up or down for more")
        lines = [Content.assemble((head[0], "bold $primary"), (f"  {head[1]}", "$foreground-muted"))]
        room = max(self.size.width - 6, 20)
        for idea in self._ideas[start : start + OFFERED]:
            first, *rest = say(idea).wrap(room)
            lines.append(Content.assemble((f"{self._glyphs.dot} ", "$accent"), first))
            lines += [Content.assemble("  ", line) for line in rest]
        return Content("\n").join(lines)

    def _draw_meter(self) -> None:
        hearing = self.hearing
        levels = self._marks if hearing.steers else self._believed
        if not hearing.meter or not (hearing.steers or levels):
            self._meter.show(None)
            return
        note = "up/down: move the needle" if hearing.steers else ""
        if note and self._scroll.max_scroll_y > 0:
            note += "\nPage Up: earlier answers"
        needle = levels.get(hearing.done, None if hearing.steers else levels[max(levels)])
        shown = dict(levels)
        self._meter.show(
            lambda width: meter(self._glyphs, hearing.meter, shown, width, needle=needle, note=note)
        )

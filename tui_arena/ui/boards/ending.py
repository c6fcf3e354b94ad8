"""How a question of belief ends: what was decided, large; a moment later what it was, stamped; the last word.

Law: the stamp waits only where the verdict is seen to come; who opens what is over finds all of it.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui_arena.ui.glyphs import Glyphs, say

BLANK = " ", " ", " "
"""What keeps the room of a stamp that is still to come."""
BEAT = 1.3
"""Seconds between the verdict and the stamp."""


class Ending(Vertical):
    """The verdict, the stamp, what is said last."""

    DEFAULT_CSS = """
    Ending { width: 100%; height: auto; }
    Ending > Static { width: 100%; height: auto; text-align: center; margin-top: 1; }
    Ending > #end-stamp { color: $accent; text-style: bold; }
    Ending > #end-after { padding: 0 2; }
    Ending > .none { display: none; }
    """

    def __init__(self, glyphs: Glyphs, *, animated: bool) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._animated = animated
        self._told = ("", "", "", "")
        self._beat: Timer | None = None
        """Runs until the stamp comes."""
        self._verdict = Static(id="end-verdict", classes="none", markup=False)
        self._stamp = Static(id="end-stamp", classes="none", markup=False)
        self._after = Static(id="end-after", classes="none", markup=False)

    def compose(self) -> ComposeResult:
        yield from (self._verdict, self._stamp, self._after)

    @property
    def lingers(self) -> float:
        """Seconds that it takes to bring a stamp and to read it."""
        return 2 * BEAT if self._animated and self._told[2] else 0.0

    def show(self, over: str, verdict: str, stamp: str, after: str, *, comes: bool) -> None:
        """Draw this; what is empty is left out. `comes`: whether something was seen before it."""
        before, self._told = self._told[2], (over, verdict, stamp, after)
        if self._beat is not None and not stamp:
            self._beat.stop()
            self._beat = None
        if stamp and not before and comes and self._animated:
            self._beat = self.set_timer(BEAT, self._bring_stamp)
        self._draw()

    def _bring_stamp(self) -> None:
        self._beat = None
        self._draw()

    def _draw(self) -> None:
        over, verdict, stamp, after = self._told
        stamped = self._beat is None
        large = Content.assemble((f"{over}\n", "$foreground-muted"), say(spaced(verdict), "bold"))
        fill(self._verdict, large if verdict else Content(""))
        frame = Content("\n").join(framed(stamp, self._glyphs) if stamped else BLANK)
        fill(self._stamp, frame if stamp else Content(""))
        fill(self._after, say(after if stamped else " ", "italic"))


def fill(line: Static, content: Content) -> None:
    """Write a line of a board anew; one with nothing in it is of class `none`, which takes no room."""
    line.set_class(not content.plain, "none")
    line.update(content)


def spaced(text: str) -> str:
    """A word written wide.

    >>> spaced("MADE UP")
    'M A D E   U P'
    """
    return " ".join(text)


def framed(text: str, glyphs: Glyphs) -> list[str]:
    r"""A stamp: a word written wide in a heavy frame.

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

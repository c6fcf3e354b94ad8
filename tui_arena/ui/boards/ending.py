"""The end of a game of belief: the verdict in large letters, then the truth as a stamp, then a last word.

The stamp comes with a delay only if the verdict appeared while somebody was watching. A session that's
opened when it is already over shows all three at once.
"""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from tui_arena.ui.glyphs import Glyphs, say

BLANK = " ", " ", " "
"""Blank lines that keep room for a stamp that hasn't come yet."""
BEAT = 1.3
"""Seconds between the verdict and the stamp."""


class Ending(Vertical):
    """The verdict, the stamp and the last line."""

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
        """Runs until the stamp comes; None when no stamp is waiting."""
        self._verdict = Static(id="end-verdict", classes="none", markup=False)
        self._stamp = Static(id="end-stamp", classes="none", markup=False)
        self._after = Static(id="end-after", classes="none", markup=False)

    def compose(self) -> ComposeResult:
        yield from (self._verdict, self._stamp, self._after)

    @property
    def lingers(self) -> float:
        """Seconds needed to bring the stamp and to read it; 0 without one."""
        return 2 * BEAT if self._animated and self._told[2] else 0.0

    def show(self, over: str, verdict: str, stamp: str, after: str, *, comes: bool) -> None:
        """Draw these texts; an empty one is left out.

        `comes`: whether the end came while the board was on screen, so that the stamp may be delayed.
        """
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
    """Update a line of a board; an empty line gets the class `none`, which takes no room."""
    line.set_class(not content.plain, "none")
    line.update(content)


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

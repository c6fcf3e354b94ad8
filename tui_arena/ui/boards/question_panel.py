"""The side panel of a question board: tallies, questions left, and what a bot still thinks possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.content import Content
from textual.widget import Widget

from tui_arena.core.game import Belief
from tui_arena.ui.glyphs import Glyphs, say

MOST = 20
"""The longest the bar of questions gets, in cells."""


@dataclass(frozen=True, slots=True)
class AnswerTally:
    """How often one answer was given."""

    word: str
    count: int
    style: str = ""


class QuestionPanel(Widget):
    """Tallies, a bar of the questions used up, notes, and the bot's belief."""

    DEFAULT_CSS = "QuestionPanel { width: 100%; height: auto; margin-bottom: 1; }"
    ALLOW_SELECT = False

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs
        self._tallies: Sequence[AnswerTally] = ()
        self._bar = (0, 0)
        self._notes: Sequence[str] = ()
        self.belief: Belief | None = None
        """What a bot thinks likely, given what is shown; None: nothing is drawn of it."""
        self._offered = False

    def show(self, tallies: Sequence[AnswerTally], done: int, of: int, notes: Sequence[str]) -> None:
        """Draw these values instead."""
        self._tallies, self._bar, self._notes = tallies, (done, of), notes
        if self.is_attached:
            self.refresh(layout=True)

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Draw this belief; `offered`: a key shows its best guesses."""
        self.belief, self._offered = belief, offered
        if self.is_attached:
            self.refresh(layout=True)

    def in_a_line(self, width: int) -> Content:
        """The tallies and the number left on one line, set closer together if it would be too long."""
        done, of = self._bar
        parts = [*self._each(), *([Content.styled(f"{of - done} left", "$foreground-muted")] if of else [])]
        line = Content("   ").join(parts)
        return line if line.cell_length <= width else Content(" ").join(parts)

    def render(self) -> Content:
        lines = [self._counts()] if self._tallies else []
        if self._bar[1]:
            lines.append(self._questions())
        lines += [say(note, "$foreground-muted") for note in self._notes]
        if self.belief is not None:
            lines.append(still_possible(self.belief, self._glyphs, offered=self._offered))
        return Content("\n").join(lines)

    def _counts(self) -> Content:
        return Content("   ").join(self._each())

    def _each(self) -> list[Content]:
        return [Content.assemble((f"{t.word} ", t.style), (str(t.count), "bold")) for t in self._tallies]

    def _questions(self) -> Content:
        done, of = self._bar
        used, open_sign = ("#", ".") if self._glyphs.ascii else ("━", "╌")
        cells = min(of, MOST, max(self.size.width - len(f" {of - done} left"), 0))
        full = round(cells * done / of)
        return Content.assemble(
            (used * full, "$primary"),
            (open_sign * (cells - full), "$foreground-disabled"),
            (f" {of - done} left", "$foreground-muted"),
        )


def still_possible(belief: Belief, glyphs: Glyphs, *, offered: bool) -> Content:
    """How many items a bot thinks possible, on two lines; `offered`: a key shows its best guesses."""
    says = f"says the bot {glyphs.dot} F5 its best" if offered else "says the bot"
    return Content.assemble(
        "still possible: ",
        (f"{belief.left:,}", "bold $accent"),
        (f"\n{says}", "$foreground-muted"),
    )

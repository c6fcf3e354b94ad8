"""A list of answers that are given with one key.

An answer given by key goes the same way as a typed one. A key answers the current ask and nothing else. Once it
has answered, the list of answers ignores keys until the next ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets import OwnMessage

READY = "ready"
"""The value of the answer that says: I have something in mind, go on."""
NONE = -1
"""In place of an index: no answer is marked."""
LEAST_KEYS = 5
"""The least height of the list, so that nothing moves while fewer answers are offered."""
KEYS_WIDTH = 24
"""The least width of the list in cells; the list is centred."""


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """One answer: its key, the value it gives, and the text shown with its style."""

    key: str
    value: str
    text: str
    style: str = ""


class AnswerKeys(Widget, can_focus=True):
    """A short list of answers, given by a key, by a click, or by the arrows and Enter."""

    DEFAULT_CSS = """
    AnswerKeys { width: 100%; }
    AnswerKeys.-deaf { opacity: 60%; }
    """
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", f"give('{READY}')", "I have it", id="answers.ready"),
        Binding("y", "give('yes')", "Yes", id="answers.yes"),
        Binding("n", "give('no')", "No", id="answers.no"),
        Binding("p", "give('probably yes')", "Prob. yes", id="answers.probably_yes"),
        Binding("o", "give('probably no')", "Prob. no", id="answers.probably_no"),
        Binding("d", 'give("don\'t know")', "Dunno", id="answers.dont_know"),
        Binding("m", "give('maybe')", "Maybe", id="answers.maybe"),
        Binding("d", "give('dunno')", "Dunno", id="answers.dunno"),
        Binding("t", "give('bingo')", "That's it!", id="answers.bingo"),
        Binding("c", "give('change')", "Change it", show=False, id="answers.change"),
        Binding("c", "give('keep')", "Keep it", show=False, id="answers.keep"),
        Binding("y", "give('correct')", "Correct", id="answers.correct"),
        Binding("n", "give('incorrect')", "Incorrect", id="answers.incorrect"),
        Binding("up", "move(-1)", "The one above", show=False, id="answers.up"),
        Binding("down", "move(1)", "The one below", show=False, id="answers.down"),
        Binding("enter,space", "take", "This one", show=False, id="answers.take"),
    ]

    class Given(OwnMessage):
        """An answer was given, by its value."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, glyphs: Glyphs, *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._glyphs = glyphs
        self._answers: Sequence[AnswerKey] = ()
        self._of: object = None
        """What the answers reply to; each is answered once. None: the list is only shown."""
        self._given = False
        self.at = 0
        """The index of the marked answer; `NONE`: none is marked."""

    def show(self, answers: Sequence[AnswerKey], of: object) -> None:
        """Offer these answers to `of`. When `of` is None they are only shown."""
        same = of is self._of and list(answers) == list(self._answers)
        if same and self.is_attached:
            return
        if not same:
            # an Enter too many after the one that starts it is no answer
            started = any(answer.value == READY for answer in self._answers)
            self.at = NONE if started or (self.at == NONE and self._of is None) else 0
            self._given = False
        self._answers, self._of = answers, of
        self.set_class(not self.hears, "-deaf")
        self.styles.height = max(len(answers), LEAST_KEYS)
        self.refresh(layout=True)
        if self.is_attached:
            self.refresh_bindings()

    def again(self) -> None:
        """Hear an answer to the same once more, since the one that was given came to nothing."""
        self._given = False
        self.refresh()
        self.refresh_bindings()

    @property
    def hears(self) -> bool:
        """Whether a key gives an answer now."""
        return self._of is not None and not self._given

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "give":
            return self.hears and any(a.value == parameters[0] for a in self._answers)
        return self.hears if action in ("take", "move") else True

    def action_give(self, value: str) -> None:
        """Give this answer, if it is one of the offered ones."""
        at = next((n for n, answer in enumerate(self._answers) if answer.value == value), None)
        if self.hears and at is not None:
            self.at, self._given = at, True
            self.refresh()
            self.refresh_bindings()
            self.post_message(self.Given(value))

    def action_move(self, by: int) -> None:
        if self._answers:
            at = len(self._answers) if self.at == NONE and by < 0 else self.at
            self.at = (at + by) % len(self._answers)
            self.refresh()

    def action_take(self) -> None:
        if self._answers and self.at != NONE:
            self.action_give(self._answers[self.at].value)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.focus()
        at = event.get_content_offset_capture(self).y
        if 0 <= at < len(self._answers):
            self.action_give(self._answers[at].value)

    def on_focus(self) -> None:
        self.refresh()

    def on_blur(self) -> None:
        self.refresh()

    def render(self) -> Content:
        signs = max((len(a.key) for a in self._answers), default=0)
        wide = max([KEYS_WIDTH, *(signs + len(a.text) + 6 for a in self._answers)])
        left = " " * max((self.size.width - wide) // 2, 0)
        lines = [
            Content.assemble(left, self._line(n, answer, signs, wide))
            for n, answer in enumerate(self._answers)
        ]
        return Content("\n").join(lines)

    def _line(self, n: int, answer: AnswerKey, signs: int, wide: int) -> Content:
        marked = n == self.at and self._of is not None and (self.has_focus or self._given)
        line = Content.assemble(
            f"{self._glyphs.arrow if marked else ' '} ",
            (answer.key.rjust(signs), "bold $accent"),
            "  ",
            say(answer.text, answer.style),
        )
        line = line.pad_right(max(wide - line.cell_length, 0))
        return line.stylize("bold on $panel-lighten-1") if marked else line

"""A question board whose answers are given with one key each; the answers are listed under the question.

Before the first answer, the board asks the setter to say that they have something in mind. An answer given
by key goes the same way as a typed one.

A key answers the current ask and nothing else. Once it has answered, the list ignores keys until the next
ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from tui_arena.core.game import Ask, Belief, View
from tui_arena.ui.boards.question_board import QuestionBoard, QuestionSheet
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.answer_bar import AnswerBar

READY = "ready"
"""The value of the answer that says: I have something in mind, go on."""
WIDTH = 24
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
    AnswerKeys { width: 100%; height: 5; }
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
        Binding("y", "give('correct')", "Correct", id="answers.correct"),
        Binding("n", "give('incorrect')", "Incorrect", id="answers.incorrect"),
        Binding("up", "move(-1)", "The one above", show=False, id="answers.up"),
        Binding("down", "move(1)", "The one below", show=False, id="answers.down"),
        Binding("enter,space", "take", "This one", show=False, id="answers.take"),
    ]

    class Given(Message):
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
        """The index of the marked answer."""

    def show(self, answers: Sequence[AnswerKey], of: object) -> None:
        """Offer these answers to `of`. When `of` is None they are only shown."""
        if of is not self._of or list(answers) != list(self._answers):
            self.at = 0
            self._given = False
        self._answers, self._of = answers, of
        self.set_class(not self.hears, "-deaf")
        self.refresh(layout=True)
        if self.is_attached:
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
            self.at = (self.at + by) % len(self._answers)
            self.refresh()

    def action_take(self) -> None:
        if self._answers:
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
        wide = max([WIDTH, *(signs + len(a.text) + 6 for a in self._answers)])
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


Drawing = Callable[[View, Ask | None, Belief | None, bool], QuestionSheet]
"""The sheet to draw of a view, the ask and a belief; the last says whether the setter has something in mind."""
Keyed = Callable[[View, bool], Sequence[AnswerKey] | None]
"""The answers that can be given by key for a view; None: the hotseat types."""


class KeyedBoard(QuestionBoard):
    """The questions so far, and for the setter the question to answer now."""

    DEFAULT_CSS = """
    KeyedBoard > AnswerKeys { margin-top: 1; }
    KeyedBoard.-low > AnswerKeys { margin-top: 0; }
    KeyedBoard > AnswerKeys.-none { display: none; }
    KeyedBoard.-asked > #rows { height: 1fr; max-height: 100%; }
    KeyedBoard.-asked.-bare > AnswerKeys { height: auto; }
    KeyedBoard > #large { max-height: 9; }
    """

    def __init__(self, glyphs: Glyphs, sheet: Drawing, keyed: Keyed) -> None:
        super().__init__(glyphs, lambda view, ask: sheet(view, ask, self._belief, self._ready))
        self._keyed_of = keyed
        self._keys = AnswerKeys(glyphs, id="answers")
        self._ready = False
        self._shown: tuple[View | None, Ask | None] = (None, None)
        self._belief: Belief | None = None

    @property
    def answers(self) -> Widget | None:  # type: ignore[override]
        """The list of answers while the hotseat answers by key; else None."""
        return self._keys if self._keyed is not None else None

    @property
    def _keyed(self) -> Sequence[AnswerKey] | None:
        view = self._shown[0]
        return self._keyed_of(view, self._ready) if view is not None else None

    def compose(self) -> ComposeResult:
        for part in super().compose():
            yield part
            if part.id == "large":
                yield self._keys

    def show(self, view: View | None, ask: Ask | None) -> None:
        self._shown = (view, ask)
        super().show(view, ask)
        self._offer()

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Show the belief. The player who answers by key sees the game's own words for it, and no names."""
        if self._keyed is not None:
            if belief != self._belief:
                self._belief = belief
                super().show(*self._shown)
            belief = None
        super().believe(belief, offered=offered)

    def on_answer_keys_given(self, event: AnswerKeys.Given) -> None:
        event.stop()
        if event.value == READY:
            self._ready = True
            self.show(*self._shown)
        else:
            self.post_message(AnswerBar.Given("", event.value))

    def _offer(self) -> None:
        keyed, ask = self._keyed, self._shown[1]
        self._keys.set_class(keyed is None, "-none")
        of = None if keyed is None or ask is None else READY if keyed[0].value == READY else ask
        self._keys.show(keyed or (), of)

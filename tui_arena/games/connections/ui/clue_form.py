"""A word and a clue to it in one form: two fields, and below the keys' reach what kind of clue it is.

Law: as in the answer bar, whatever is typed is text, and nothing of it comes into a clipboard. It is empty as
soon as it is not asked any more, and with it when another person sits down. What another clue came before
it waits unseen for the next question to the same seat, and for nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from tui_arena.core.game import Ask
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.answer_bar import AnswerBar, AnswerForm, AnswerInput

OUTRUN = "Another clue came first; what you typed waits for your next one."


class FormInput(AnswerInput):
    """One field; Tab goes to the other, up and down choose the kind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab,shift+tab", "switch", "Word, clue", id="form.switch"),
        Binding("up", "choose(-1)", show=False, id="form.up"),
        Binding("down", "choose(1)", "Kind", id="form.down"),
    ]
    sealed = True

    @property
    def _form(self) -> ClueForm:
        return self.query_ancestor(ClueForm)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return True

    def action_switch(self) -> None:
        self._form.to_other(self)

    def action_choose(self, by: int) -> None:
        self._form.choose_next(by)


class Kinds(Static):
    """What a clue may be called; a click calls it so."""

    ALLOW_SELECT = False

    def on_click(self, event: events.Click) -> None:
        """Which of them lies under the click is told by its cell."""
        event.stop()
        at = event.get_content_offset_capture(self).x
        self.query_ancestor(ClueForm).click_kind(at)


class ClueForm(AnswerForm):
    """`word` and `clue`, Tab between them, Enter sends both."""

    DEFAULT_CSS = """
    ClueForm { height: 2; width: 100%; display: none; }
    ClueForm.-asked { display: block; }
    ClueForm > Horizontal { height: 1; }
    ClueForm .name { width: 8; color: $primary; text-style: bold; }
    ClueForm #form-word { width: 22; }
    ClueForm #form-kinds { width: 1fr; padding-left: 2; color: $foreground-muted; text-wrap: nowrap; }
    ClueForm #form-send { width: auto; color: $foreground-muted; padding-left: 1; }
    """

    def __init__(self, glyphs: Glyphs, kinds: Sequence[str], max_chars: int) -> None:
        """`kinds`: what a clue may be called; `max_chars` of a clue."""
        super().__init__()
        self._glyphs = glyphs
        self._kinds = ("", *kinds)
        self._kind = ""
        self._of: tuple[str, str] | None = None
        """The seat and the question that it is filled in for."""
        self._sent = ""
        """What was sent of it last."""
        self._kept: tuple[str, tuple[str, str, str]] | None = None
        """A seat, and what it had typed when another was first."""
        self.word = FormInput(compact=True, select_on_focus=False, id="form-word", max_length=45)
        self.clue = FormInput(compact=True, select_on_focus=False, id="form-clue", max_length=max_chars)
        self._shown = Kinds(id="form-kinds", markup=False)

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Static(say(f"word {self._glyphs.arrow}"), classes="name", markup=False)
            yield self.word
            yield self._shown
        with Horizontal():
            yield Static(say(f"clue {self._glyphs.arrow}"), classes="name", markup=False)
            yield self.clue
            yield Static(say(f"{self._glyphs.enter} send"), id="form-send", markup=False)

    @property
    def text(self) -> str:
        parts = {"word": self.word.value, "clue": self.clue.value}
        lines = [f"{name}: {value.strip()}" for name, value in parts.items() if value.strip()]
        return "\n".join([*lines, f"kind: {self._kind}"] if lines and self._kind else lines)

    def show(self, ask: Ask | None, word: str = "", clue: str = "", *, outrun: bool = False) -> None:
        """Be filled in for an ask, or be away and empty; `word`, `clue`: what empty fields ask for.

        `outrun`: if it was asked before, another was faster.
        """
        of = (ask.seat, ask.key) if ask is not None else None
        if of != self._of:
            self._put_away(outrun)
        self._of = of
        if ask is not None:
            self._take_up(ask.seat)
        self.word.placeholder, self.clue.placeholder = word, clue
        self.set_class(of is not None, "-asked")
        if self.is_attached:
            self.query_ancestor(AnswerBar).set_class(of is not None, "-formed")
            self._draw()

    def _put_away(self, outrun: bool) -> None:
        """Empty all fields, but keep what was not sent because another was faster."""
        if outrun and self._of is not None and self.text and self.text != self._sent:
            self._kept = (self._of[0], (self.word.value, self.clue.value, self._kind))
            self.query_ancestor(AnswerBar).tell(OUTRUN, "hint")
        self._sent = ""
        self.forget()

    def _take_up(self, seat: str) -> None:
        """Fill in what was kept, if it is of this seat; it is gone if it is of another."""
        if self._kept is None:
            return
        (whose, (word, clue, kind)), self._kept = self._kept, None
        if whose == seat and not self.text:
            self._kind = kind
            for field, value in ((self.word, word), (self.clue, clue)):
                with field.prevent(Input.Changed):
                    field.value = value
                field.cursor_position = len(value)

    def drop(self) -> None:
        """Keep nothing for anybody."""
        self._kept = None

    def _send(self) -> None:
        self._sent = self.text
        self.query_ancestor(AnswerBar).post_message(AnswerBar.Given(self.text, None))

    def forget(self) -> None:
        """Empty all fields."""
        self._kind = ""
        for field in (self.word, self.clue):
            with field.prevent(Input.Changed):
                field.value = ""

    def focus(self, scroll_visible: bool = True) -> ClueForm:
        """Into the first field that is empty, unless one of them has the focus."""
        if not (self.word.has_focus or self.clue.has_focus):
            (self.clue if self.word.value.strip() else self.word).focus(scroll_visible)
        return self

    def to_other(self, field: Input) -> None:
        """Into the other field."""
        (self.clue if field is self.word else self.word).focus()

    def choose_next(self, by: int) -> None:
        """Call the clue by the kind before or after; none is one of them."""
        self._kind = self._kinds[(self._kinds.index(self._kind) + by) % len(self._kinds)]
        self._draw()

    def click_kind(self, at: int) -> None:
        """Call the clue by the kind at a cell, or by none if it was called so."""
        for kind, start, end in self._places():
            if start <= at < end:
                self._kind = "" if kind == self._kind else kind
                self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter sends what is complete, and goes to the field that is not."""
        event.stop()
        word, clue = self.word.value.strip(), self.clue.value.strip()
        if bool(word) != bool(clue):
            empty = self.clue if word else self.word
            if event.input is not empty:
                empty.focus()
                return
        self._send()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.widget is not None and event.widget.id == "form-send":
            self._send()
        self.focus()

    def on_resize(self) -> None:
        self._draw()

    def _signs(self) -> list[tuple[str, str]]:
        """The kinds with what is drawn of each: in short, or the chosen one alone, where there is little room."""
        room = self._shown.content_size.width
        off, on = self._glyphs.radio
        named = [kind for kind in self._kinds if kind]
        for cells in (max(map(len, named)), 4):
            signs = [(k, f"{on if k == self._kind else off} {k[:cells]}") for k in named]
            if sum(len(sign) + 2 for _, sign in signs) - 2 <= room:
                return signs
        return [(self._kind, f"{on} {self._kind}" if self._kind else "down: its kind")]

    def _places(self) -> list[tuple[str, int, int]]:
        places, at = [], 0
        for kind, sign in self._signs():
            places.append((kind, at, at + len(sign)))
            at += len(sign) + 2
        return places

    def _draw(self) -> None:
        parts = [(sign, "bold $accent" if kind == self._kind else "") for kind, sign in self._signs()]
        self._shown.update(Content("  ").join(Content.styled(*part) for part in parts))

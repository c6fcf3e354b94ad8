"""A form with two fields, for a word and a clue to it, and a choice of the clue's kind.

Law: typed text never reaches a clipboard, as in the answer bar. The form is emptied as soon as its ask is
closed or another person sits down. If another clue came first, the unsent text is kept, hidden, for the next
ask to the same seat; no other seat ever sees it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from tui_arena.core.game import Ask
from tui_arena.games.connections.state import name_in, tagged, written
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.answer_bar import AnswerBar, AnswerForm, AnswerInput
from tui_arena.ui.widgets.text_block import StillText

OUTRUN = "Somebody was faster. Your clue is kept for next time."


def typed_word(text: str) -> str:
    """The word in a text of the answer bar or the form, a name without its blanks; empty if there is none yet."""
    parts = tagged(text)
    typed = parts.get("word", "") if parts else text
    return name_in(typed).replace(" ", "") or typed.strip().casefold()


class FormInput(AnswerInput):
    """One field of the form. Tab moves on, shift+tab back; up and down choose the kind."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "switch", "Word, clue", id="form.switch"),
        Binding("shift+tab", "back", show=False, id="form.back"),
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
        self._form.move_on(self)

    def action_back(self) -> None:
        self._form.to_other(self)

    def action_choose(self, by: int) -> None:
        self._form.choose_next(by)


class Kinds(StillText):
    """The kinds of clue; a click chooses one."""

    ALLOW_SELECT = False

    def on_click(self, event: events.Click) -> None:
        """Choose the kind at the clicked cell."""
        event.stop()
        at = event.get_content_offset_capture(self).x
        self.query_ancestor(ClueForm).click_kind(at)


class ClueForm(AnswerForm):
    """The fields `word` and `clue`. Tab and Enter move from the word to its clue; then Enter sends both.

    However quickly somebody types, a clue never lands in the word's field:

    - Each ask begins in its first empty field.
    - Tab doesn't leave an empty clue if the word fits.
    - The next letter that is typed replaces a refused word.
    """

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
        """`kinds`: the kinds of clue. `max_chars`: the most characters of a clue."""
        super().__init__()
        self._glyphs = glyphs
        self._kinds = ("", *kinds)
        self._kind = ""
        self._of: tuple[str, str] | None = None
        """The seat and the key of the ask that the form is for; None if the form is hidden."""
        self._begins = ""
        """The letters with which the word must begin."""
        self._sent = ("", "")
        """The word and the clue that were sent last, as they were typed."""
        self._begun = False
        """Whether the ask is so new that the cursor hasn't been put anywhere yet."""
        self._mends = False
        """Whether the word was refused, so that another word needs another clue."""
        self._kept: tuple[str, tuple[str, str, str]] | None = None
        """A seat, with the word, clue and kind that it had typed when another clue came first."""
        self.word = FormInput(compact=True, select_on_focus=False, id="form-word", max_length=45)
        self.clue = FormInput(compact=True, select_on_focus=False, id="form-clue", max_length=max_chars)
        self._shown = Kinds(id="form-kinds")

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
        word, clue = self.word.value.strip(), self.clue.value.strip()
        return written(word, clue, self._kind if word or clue else "")

    @property
    def parts(self) -> dict[str, str]:
        return {"word": self.word.value, "clue": self.clue.value, "kind": self._kind}

    @property
    def typed_parts(self) -> Sequence[str]:
        return ("word", "clue")

    def take_up(self, parts: Mapping[str, str]) -> None:
        if not self.text:
            self._fill(parts["word"], parts["clue"], parts["kind"])
            self._draw()

    def show(
        self, ask: Ask | None, word: str = "", clue: str = "", *, begins: str = "", outrun: bool = False
    ) -> None:
        """Show the form for an ask, or empty and hide it for None. `word`, `clue`: the fields' placeholders.

        `begins`: the letters with which the word must begin. `outrun`: True if an earlier open form was
        closed because another clue came first.
        """
        self._begins = begins
        of = (ask.seat, ask.key) if ask is not None else None
        if of != self._of:
            self._put_away(outrun)
            self._begun = True
        self._of = of
        if ask is not None:
            self._take_up(ask.seat)
        self.word.placeholder, self.clue.placeholder = word, clue
        self.set_class(of is not None, "-asked")
        if self.is_attached:
            self.query_ancestor(AnswerBar).set_class(of is not None, "-formed")
            self._draw()

    def _put_away(self, outrun: bool) -> None:
        """Empty all fields, but keep text that wasn't sent because another clue came first."""
        typed = self.word.value, self.clue.value
        parts = list(zip(typed, self._sent, strict=True))
        if outrun and self._of is not None and self.text and typed != self._sent:
            self._kept = (self._of[0], (*typed, self._kind))
            self.query_ancestor(AnswerBar).tell(OUTRUN, "hint")
        elif self._sent[0] and all(now.startswith(sent) for now, sent in parts):
            after = "".join(now.removeprefix(sent) for now, sent in parts)  # typed while it was on its way
            self.query_ancestor(AnswerBar).keep_ahead(after)
        self._sent = ("", "")
        self.forget()

    def _take_up(self, seat: str) -> None:
        """Fill in the kept text if it belongs to this seat; otherwise discard it."""
        if self._kept is None:
            return
        (whose, typed), self._kept = self._kept, None
        if whose == seat and not self.text:
            self._fill(*typed)

    def _fill(self, word: str, clue: str, kind: str) -> None:
        self._kind = kind
        for field, value in ((self.word, word), (self.clue, clue)):
            with field.prevent(Input.Changed):
                field.value = value
            field.cursor_position = len(value)

    def drop(self) -> None:
        """Discard the kept text."""
        self._kept = None

    def send(self) -> None:
        self._sent, self._mends = (self.word.value, self.clue.value), False
        super().send()

    def refused(self, *, in_clue: bool) -> None:
        """Go to the field whose text was refused. A letter replaces a word; a clue stays for correction."""
        self._sent, self._mends = ("", ""), not in_clue
        if in_clue:
            self.clue.focus()
        else:
            self._to_word()

    def forget(self) -> None:
        """Empty all fields."""
        self._mends = False
        self._fill("", "", "")

    def focus(self, scroll_visible: bool = True) -> ClueForm:
        """Focus the first empty field, unless a field already has the focus and the ask isn't new."""
        if self._begun or not (self.word.has_focus or self.clue.has_focus):
            (self.clue if self.word.value.strip() else self.word).focus(scroll_visible)
        self._begun = False
        return self

    def move_on(self, field: Input) -> None:
        """Focus the field that comes next; a word that fits and has no clue yet keeps the cursor in the clue."""
        if field is self.word:
            self.clue.focus()
            if self._mends and self.clue.value:
                self.clue.type_over()
        elif self.clue.value.strip() or not self._fits:
            self.to_other(field)
        self._mends = False

    def to_other(self, field: Input) -> None:
        """Focus the other field."""
        if field is self.word:
            self.clue.focus()
        elif self._fits or not self.word.value:
            self.word.focus()
        else:
            self._to_word()

    @property
    def _fits(self) -> bool:
        """True if there is a word that begins with the letters shown."""
        word = typed_word(self.word.value)
        return bool(word) and word.startswith(self._begins)

    def _to_word(self) -> None:
        """Focus the word, and mark it for the next letter to replace."""
        self.word.focus()
        self.word.type_over()

    def choose_next(self, by: int) -> None:
        """Choose the kind before or after the current kind; "no kind" is also a choice."""
        self._kind = self._kinds[(self._kinds.index(self._kind) + by) % len(self._kinds)]
        self._draw()

    def click_kind(self, at: int) -> None:
        """Choose the kind at a cell, or no kind if that kind was already chosen."""
        for kind, start, end in self._places():
            if start <= at < end:
                self._kind = "" if kind == self._kind else kind
                self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Focus the empty field, or send the form."""
        event.stop()
        word, clue = self.word.value.strip(), self.clue.value.strip()
        if bool(word) != bool(clue):
            empty = self.clue if word else self.word
            if event.input is not empty:
                empty.focus()
                return
        self.send()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        if event.widget is not None and event.widget.id == "form-send":
            self.send()
        self.focus()

    def on_resize(self) -> None:
        self._draw()

    def _signs(self) -> list[tuple[str, str]]:
        """The kinds, each with its text: shortened, or only the chosen kind, if there is little room."""
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

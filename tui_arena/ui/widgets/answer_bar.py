"""The answer bar: the line in which a player answers.

Law: while the bar has the focus, every printing key is text. It forgets value, selection and choice when the
person in the hotseat changes. While its ask is sealed, it copies nothing to a clipboard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events, getters
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui_arena.core.game import View
from tui_arena.core.text import one_line, whole_words
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.widgets.screen_base import OwnMessage
from tui_arena.ui.widgets.text_block import StillText

MOST_AHEAD = 140
"""The maximum number of characters that are kept while nothing is asked."""
NOT_YET = "One moment, it isn't your turn yet."
CUT = "That was too long, so its end is missing."
TOO_LONG = "That's too long to fit here."
LONGEST_PASTE = 2000
"""The maximum number of pasted characters if the field has no limit."""
DIGITS = re.compile(r"\d")
FUNCTION_KEY = re.compile(r"f\d{1,2}")


class AnswerInput(Input):
    """The text field."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "Choose", show=False, id="bar.up"),
        Binding("down", "choose(1)", "Choose", show=False, id="bar.down"),
        Binding("tab", "switch", "Choose", id="bar.switch"),
    ]
    sealed = False
    """Whether the typed text is a secret."""
    refused = False
    """Whether the text is marked, so that the next letter replaces it."""
    is_word = False
    """Whether a word is asked for, so that digits before a reason do nothing."""

    def type_over(self) -> None:
        """Mark the text. A letter replaces it, and any other key starts a correction."""
        self.refused = True
        self.select_all()

    async def _on_key(self, event: events.Key) -> None:
        if self.query_ancestor(
            AnswerBar
        ).quiet:  # pressed before the bar went to rest: the table keeps the key
            event.prevent_default()
            return
        if FUNCTION_KEY.fullmatch(event.key):  # help or a hint: the text stays unchanged
            await super()._on_key(event)
            return
        in_word = self.is_word and "|" not in self.value[: self.cursor_position]
        if in_word and event.character is not None and event.character.isdigit():
            event.prevent_default()
            event.stop()
            return
        if not event.is_printable:
            self.mend()
        self.refused = False
        if event.key != "enter":
            self.query_ancestor(AnswerBar).early = None
        await super()._on_key(event)

    def mend(self) -> None:
        """Unmark a refused text and put the cursor at its end."""
        if self.refused:
            self.refused = False
            self.cursor_position = len(self.value)

    def action_copy(self) -> None:
        """Copy the selection, unless it is secret: other people at the keyboard could paste it."""
        if not self.sealed:
            super().action_copy()

    def action_cut(self) -> None:
        if not self.sealed:
            super().action_cut()

    def _on_paste(self, event: events.Paste) -> None:
        event.prevent_default()
        event.stop()
        self._put(event.text)

    def action_paste(self) -> None:
        self._put(self.app.clipboard)

    def _put(self, text: str) -> None:
        """Insert a pasted text up to the last whole word that fits. If it doesn't all fit, say so."""
        line, kept = one_line(text), len(self.value) - len(self.selected_text)
        fits = whole_words(line, (self.max_length or LONGEST_PASTE) - kept)
        if fits or not line:
            self.replace(fits, *self.selection)
        if fits != line:
            self.post_message(AnswerBar.CutShort(CUT if fits else TOO_LONG))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return self.query_ancestor(AnswerBar).by_tab if action == "switch" else True

    def action_switch(self) -> None:
        bar = self.query_ancestor(AnswerBar)
        bar.choose_next(1, tab=True)
        bar.soothe()

    def action_choose(self, by: int) -> None:
        bar = self.query_ancestor(AnswerBar)
        if not bar.choose_next(by):
            bar.post_message(AnswerBar.Nudged(by))


class Unsent(NamedTuple):
    """The text that a person had typed when they left a table."""

    seat: str
    key: str
    """The key of the ask that the text answers."""
    parts: Mapping[str, str]
    """The contents of the bar or its form, by field."""


class AnswerForm(Vertical):
    """Several fields instead of the bar's single field, for a board whose answer has several parts."""

    @property
    def text(self) -> str:
        """The contents of all fields as one text; empty if all fields are empty."""
        raise NotImplementedError

    @property
    def parts(self) -> dict[str, str]:
        """The contents of each field by its name, for `take_up`."""
        raise NotImplementedError

    @property
    def typed_parts(self) -> Sequence[str]:
        """The names of the fields for typed text, in order."""
        raise NotImplementedError

    def take_up(self, parts: Mapping[str, str]) -> None:
        """Restore the fields' contents from the time when the table was left."""
        raise NotImplementedError

    def type_in(self, text: str) -> None:
        """Insert a text that was typed before the form appeared. Each tab in it begins the next field."""
        self.take_up(self.parts | dict(zip(self.typed_parts, text.split("\t"), strict=False)))

    def send(self) -> None:
        """Send the reply."""
        self.query_ancestor(AnswerBar).post_message(AnswerBar.Given(self.text, None))


class Chip(Static):
    """One of the choices for an answer."""

    ALLOW_SELECT = False

    def __init__(self, value: str) -> None:
        super().__init__(say(f" {value} "), markup=False)
        self.value = value

    def mark(self, sign: str) -> None:
        """Show whether the chip is chosen: a chosen chip begins with `sign`, all others with a blank."""
        self.set_class(sign != " ", "-chosen")
        self.update(say(f"{sign}{self.value} "))

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.query_ancestor(AnswerBar).choose(self.value)


class AnswerBar(Vertical):
    """A notice above; below it the label, the choices, the text field and `send`."""

    DEFAULT_CSS = """
    AnswerBar { height: 3; padding: 0 1; border-top: solid $border-blurred; }
    AnswerBar.-ascii { border-top: ascii $border-blurred; }
    AnswerBar > #notice { height: 1; width: 100%; color: $foreground-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    AnswerBar > #notice.-refused { color: $error; text-style: bold; }
    AnswerBar > #notice.-hint { color: $accent; }
    AnswerBar > Horizontal { height: 1; }
    AnswerBar #label { width: auto; color: $primary; text-style: bold; }
    AnswerBar #send { width: auto; color: $foreground-muted; padding-left: 1; }
    AnswerBar Chip { width: auto; margin-right: 1; background: $surface-lighten-2; }
    AnswerBar Chip.-chosen { background: $primary; color: $background; text-style: bold; }
    AnswerBar #chips { width: auto; height: 1; }
    AnswerInput { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
    AnswerInput:focus { border: none; background: $surface; }
    AnswerBar.-quiet AnswerInput, AnswerBar.-quiet #send { display: none; }
    AnswerBar.-formed { height: 4; }
    AnswerBar.-tall, AnswerBar.-ascii.-tall { border-top: none; }
    AnswerBar.-tall > #notice { height: 2; text-wrap: wrap; }
    AnswerBar.-formed > Horizontal { display: none; }
    """

    @dataclass
    class Given(OwnMessage):
        """Enter or a click on `send`: the typed text and the marked choice."""

        text: str
        choice: str | None

    @dataclass
    class CutShort(OwnMessage):
        """A pasted text didn't all fit."""

        why: str

    class NoticeChanged(OwnMessage):
        """The sentence above the field has changed or gone."""

    @dataclass
    class Nudged(OwnMessage):
        """Up (-1) or down (1) was pressed and the bar has nothing to choose."""

        by: int

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__(classes="-quiet")
        self._glyphs = glyphs
        self._choices: tuple[str, ...] = ()
        self._choice: str | None = None
        self.by_tab = False
        """Whether Tab goes through the choices, and the up and down keys do something else."""
        self._ahead = self._resting = ""
        """The text typed while nothing was asked, and the bar's label meanwhile."""
        self.early: View | None = None
        """The view in sight when Enter was pressed before this person's turn; None: Enter wasn't pressed.

        The text typed so far is sent when the turn comes, unless a letter replaces it first.
        """
        self._sent: str | None = None
        """The text on its way; None: no text is on its way."""
        self._is_next = False
        """Whether the field contains the text for the next answer."""
        self.set_class(glyphs.ascii, "-ascii")

    def compose(self) -> ComposeResult:
        yield StillText(id="notice")
        with Horizontal():
            yield StillText(id="label")
            yield Horizontal(id="chips")
            yield AnswerInput(compact=True, select_on_focus=False)
            yield StillText(say(f"{self._glyphs.enter} send"), id="send")

    field = getters.query_one(AnswerInput)

    @property
    def quiet(self) -> bool:
        """Whether the person in the hotseat has no open ask."""
        return self.has_class("-quiet")

    @property
    def typed(self) -> str:
        """The text typed so far, in the field or in the form that replaces it."""
        return self.field.value if self._form is None else self._form.text

    @property
    def typed_ahead(self) -> str:
        """The text typed while nothing was asked."""
        return self._ahead

    @property
    def parts(self) -> Mapping[str, str]:
        """The typed text and the choice, for `take_up`; empty: nothing was typed."""
        if not self.typed.strip():
            return {}
        return {"text": self.typed, "choice": self._choice or ""} if self._form is None else self._form.parts

    def take_up(self, parts: Mapping[str, str]) -> None:
        """Restore the typed text and the choice for the same ask, from the time when the table was left."""
        if self._form is not None:
            self._form.take_up(parts)
        elif not self.field.value:
            self.field.value = parts["text"]
            self.field.cursor_position = len(parts["text"])
            self.choose(parts["choice"])

    @property
    def _form(self) -> AnswerForm | None:
        """The form that replaces the field; None: the field is in use."""
        return next(iter(self.query(AnswerForm)), None) if self.has_class("-formed") else None

    def given(self) -> None:
        """Empty the field, because its text was accepted."""
        with self.field.prevent(Input.Changed):
            self.field.value = ""
        self.field.refused = False

    @contextmanager
    def sending(self, text: str) -> Iterator[None]:
        """While the block runs, this text is on its way, and later letters belong to the next answer."""
        self._sent, self.early = text, None
        try:
            yield
        finally:
            self._sent = None

    @property
    def is_sending(self) -> bool:
        """Whether a text is on its way and hasn't been accepted or refused yet."""
        return self._sent is not None

    def taken(self) -> None:
        """Note that the text on its way was accepted. Only the text typed after it stays in the field."""
        if self._sent is not None:  # otherwise the bar has already moved on
            after = self._typed_after()
            self.given()
            with self.field.prevent(Input.Changed):
                self.field.value = after
            self.field.cursor_position = len(after)
            self._is_next = True

    def _typed_after(self) -> str:
        """The field's text for the next answer, while an answer is on its way or was just accepted."""
        typed, sent = self.field.value, self._sent or ""
        if self._sent is None:
            return typed if self._is_next else ""
        return typed.removeprefix(sent) if sent and typed.startswith(sent) else ""

    @property
    def notice(self) -> str:
        """The line above the field."""
        return str(self.query_one("#notice", StillText).content)

    def ask(
        self,
        label: str,
        placeholder: str,
        choices: tuple[str, ...],
        max_chars: int,
        *,
        sealed: bool,
        keep: bool,
        by_tab: bool = False,
        is_word: bool = False,
    ) -> None:
        """Take an answer. `is_word`: whether it is a word, so that digits before a reason do nothing.

        `keep`: whether the same person continues. If so, their text typed ahead stays, and stays marked if
        Enter followed it. `by_tab`: whether Tab goes through the choices, rather than up and down.
        """
        typed = self.field.value if self._sent is None else self._typed_after()
        ahead = (typed or self._ahead) if keep else ""
        if is_word:
            word, bar, reason = ahead.partition("|")
            ahead = f"{DIGITS.sub('', word)}{bar}{reason}"
        early = self.early if ahead else None
        self.forget()
        self.remove_class("-quiet")
        self.field.sealed = sealed
        self.field.placeholder = placeholder
        self.field.max_length = max_chars
        self.field.is_word = is_word
        self.early = early
        if self._form is not None and ahead:
            self._form.type_in(ahead)
        elif ahead:
            with self.field.prevent(Input.Changed):
                self.field.value = ahead.replace("\t", " ").rstrip()
            self.field.cursor_position = len(self.field.value)
        arrow = "" if choices else f"{self._glyphs.arrow} "  # among choices, the chosen one has the arrow
        self.query_one("#label", StillText).update(say(f"{label} {arrow}"))
        self._choices, self.by_tab = choices, by_tab
        chips = self.query_one("#chips")
        chips.mount_all(Chip(c) for c in choices)

    def rest(self, label: str) -> None:
        """Stop taking answers while the hotseat person has no open ask. `label`: what happens meanwhile."""
        if self.quiet and label == self._resting and not self.field.value:
            return
        ahead, early = self._ahead + self._typed_after(), self.early
        self.forget()
        self._resting, self._ahead, self.early = label, ahead, early
        self.add_class("-quiet")
        self._draw_rest()

    def type_ahead(self, key: str, sight: View) -> None:
        """Keep a letter for the same person's next ask. `backspace` removes the last letter.

        If a form may take the answer, `tab` and the first `enter` move to its next field. Otherwise `enter`
        sends the text when its turn comes; see `wait`.
        """
        fields = bool(self.query(AnswerForm)) and bool(self._ahead) and "\t" not in self._ahead
        if key == "tab" or (key == "enter" and fields):
            key = "\t" if fields else ""
        elif key == "enter":
            self.wait(sight)
            return
        before = self._ahead if key == "backspace" or self.early is None else ""
        self._ahead = before[:-1] if key == "backspace" else (before + key)[:MOST_AHEAD]
        if self.early is not None:
            self.early = None
            self.tell("")
        self._draw_rest()

    def keep_ahead(self, text: str) -> None:
        """Keep a text for the same person's next ask, as if the person had typed it while nothing was asked."""
        self._ahead = (self._ahead + text)[:MOST_AHEAD]

    def wait(self, sight: View) -> None:
        """Say that it isn't the person's turn yet, and mark the typed text, which waits for its turn."""
        if not (self._typed_after() if self._sent is not None else self._ahead if self.quiet else self.typed):
            return
        self.early = sight
        if self._sent is None:
            self.tell(NOT_YET, "hint")
        if self.quiet:
            self._draw_rest()

    def drop_ahead(self) -> None:
        """Forget the text typed while nothing was asked, or after the text on its way."""
        self._ahead, self.early = "", None
        self._sent, self._is_next = None, False

    def _draw_rest(self) -> None:
        label = say(self._resting)
        if self._ahead:
            style = "$foreground not bold" if self.early is None else "reverse"
            parts = (say(part, style) for part in self._ahead.split("\t"))
            label = Content(f"  {self._glyphs.arrow} ").join([label, *parts])
        self.query_one("#label", StillText).update(label)

    def forget(self) -> None:
        """Empty the field and drop the bar's whole memory."""
        self.field.value = ""
        self.field.placeholder = ""
        self._choice, self._choices, self.by_tab = None, (), False
        self.drop_ahead()
        self.query_one("#chips").remove_children()

    def tell(self, text: str, kind: str = "") -> None:
        """Put a sentence above the field, on two lines if it is long. `kind`: `refused`, `hint` or empty."""
        if text != self.notice:
            self.post_message(self.NoticeChanged())
        line = self.query_one("#notice", StillText)
        line.set_class(kind == "refused", "-refused")
        line.set_class(kind == "hint", "-hint")
        line.update(say(one_line(text, 300)))
        self._measure()

    def _measure(self) -> None:
        """Give the sentence above the field a second line if it is wider than the bar."""
        self.set_class(cell_len(self.notice) > self.content_size.width > 0, "-tall")

    def on_resize(self) -> None:
        self._measure()

    def refuse(self, why: str, *, over: bool = False) -> None:
        """Show the reason. A longer text stays for correction; with `over`, or one word, it is marked."""
        self.tell(why, "refused")
        if self.field.value and (over or " " not in self.field.value.strip()):
            self.field.type_over()

    def doubt(self, why: str) -> None:
        """Show the host's question about the text. Enter still sends the text, and a letter replaces it."""
        self.tell(why, "hint")
        if self.field.value and not self._typed_after():
            self.field.type_over()

    def soothe(self) -> None:
        """Remove the reason for a refusal, because the text is being corrected."""
        if self.query_one("#notice").has_class("-refused"):
            self.tell("")

    def choose(self, value: str) -> None:
        """Mark one of the choices."""
        if value in self._choices:
            self._choice = value
            for chip in self.query(Chip):
                chip.mark(self._glyphs.arrow if chip.value == value else " ")

    @property
    def choice(self) -> str | None:
        """The marked choice; None: no choice is marked."""
        return self._choice

    def choose_next(self, by: int, *, tab: bool = False) -> bool:
        """Mark the choice before or after the marked choice. Returns False if this key has no choices."""
        if self.by_tab and not tab:
            return False
        if self._choices:
            at = self._choices.index(self._choice) if self._choice else (-1 if by > 0 else 0)
            self.choose(self._choices[(at + by) % len(self._choices)])
        return bool(self._choices)

    def fill(self, text: str) -> None:
        """Replace the typed text."""
        if not self.quiet:
            self.field.value = text
            self.field.cursor_position = len(text)
            self.field.focus()

    def type_key(self, key: str) -> None:
        """Type a key that was clicked on the board: a letter, `backspace` or `enter`."""
        if self.quiet:
            return
        self.field.focus()
        if key == "enter":
            self.give()
        elif key == "backspace":
            self.field.mend()
            self.field.action_delete_left()
        else:
            self.field.replace(key, *self.field.selection)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.give()

    def on_click(self, event: events.Click) -> None:
        if not self.quiet:
            if event.widget is not None and event.widget.id == "send":
                self.give()
            (self._form or self.field).focus()

    def give(self) -> None:
        """Send the text in the field, or in the form that replaces it."""
        if self._form is not None:
            self._form.send()
        else:
            self.post_message(self.Given(self.field.value, self._choice))

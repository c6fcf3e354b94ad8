"""Rows of forms, one line each. Arrows, Tab and the mouse all reach them.

Law: a field for the name of an API key's variable never shows a text that looks like an API key.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.events import Key
from textual.reactive import reactive
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.config import BadFile, looks_like_key
from tui_arena.core.text import one_line
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel
from tui_arena.ui.widgets.menu import glyphs_of
from tui_arena.ui.widgets.screen_base import OwnMessage

BROAD = 40
"""If any text is wider than this many cells, the list is wider, too."""


class Picker(Panel[str]):
    """A list over the screen that returns the picked value.

    The typed text selects the next line that begins with it. If no line does, the typed text becomes the
    input of the first choice that asks for input.
    """

    DEFAULT_CSS = """
    Picker > Vertical { width: 46; max-height: 80%; padding: 0 1; }
    Picker .title { padding: 0 1; }
    Picker.-broad > Vertical { width: 64; }
    Picker OptionList { height: auto; max-height: 16; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="picker.close")
    ]

    def __init__(self, title: str, choices: Sequence[Choice], value: str) -> None:
        super().__init__(title)
        self._choices = choices
        self._value = value
        self.typed = ""
        """The typed text if no line begins with it: the input of the choice that asks for input."""
        self._begun = ""
        """The text typed since an arrow key was pressed."""
        self.set_class(any(len(choice.text) + len(choice.more) > BROAD for choice in choices), "-broad")

    def inside(self) -> ComposeResult:
        lines = (
            say(c.text).append(say(f"  {c.more}" if c.more else "", "$foreground-muted"))
            for c in self._choices
        )
        yield OptionList(*map(Option, lines), classes="plain", markup=False)

    def on_mount(self) -> None:
        values = [c.value for c in self._choices]
        self.query_one(OptionList).highlighted = values.index(self._value) if self._value in values else 0

    def on_key(self, event: Key) -> None:
        """Take a letter that has no other meaning here as typed. A blank counts only after a letter."""
        if event.key in self._bindings.key_to_bindings:
            return
        letter = event.character or ""
        if letter.isalnum() or (self._begun and event.is_printable):
            event.stop()
            self._type(self._begun + letter)
        elif event.key == "backspace":
            self._type(self._begun[:-1])
        else:
            self._begun = ""

    def _type(self, begun: str) -> None:
        """Mark the line that the typed text means. The same letter again means the next such line."""
        options = self.query_one(OptionList)
        now = options.highlighted or 0
        asks = next((n for n, choice in enumerate(self._choices) if choice.asks), None)
        found = self._beginning(begun, now if len(begun) > 1 else now + 1)
        if found is None and (asks is None or len(set(begun.casefold())) == 1):
            found = self._beginning(begun[-1:], now + 1)
            begun = begun if found is None else begun[-1:]
        self._begun, self.typed = begun, "" if found is not None or asks is None else begun
        if asks is not None:
            text = self._choices[asks].text
            told = f"{text.rstrip('….')}: {self.typed}" if self.typed else text
            options.replace_option_prompt_at_index(asks, say(told))
        options.highlighted = found if found is not None else asks if self.typed else options.highlighted

    def _beginning(self, begun: str, first: int) -> int | None:
        """The next line, from line `first` on, whose text begins with `begun`; None if there isn't one."""
        order = [(first + n) % len(self._choices) for n in range(len(self._choices))]
        meant = begun.casefold()
        return next((n for n in order if meant and self._choices[n].text.casefold().startswith(meant)), None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index].value)


LABEL = 15
"""The width of the column of labels, in cells."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A value that a row can take."""

    value: str
    text: str
    asks: bool = False
    """Whether the choice asks for more input. Arrows skip it, so that no dialog opens on the way."""
    more: str = ""
    """A dim text after the choice, only in the list of all choices."""


class ChoiceRow(Widget, can_focus=True):
    """A label and one of several values: all values in a line if they fit, or one value between arrows.

    Left and right change the value, Space lists all values, and a click picks a value.
    """

    DEFAULT_CSS = """
    ChoiceRow { height: 1; width: 1fr; padding: 0 1; }
    ChoiceRow:focus { background: $primary 20%; }
    ChoiceRow:focus:ansi { background: $panel; }
    ChoiceRow:hover { background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Change", show=False),
        Binding("right", "step(1)", "Change", show=False),
        Binding("space", "list", "List", show=False),
    ]
    ALLOW_SELECT = False

    value: reactive[str] = reactive("")

    class Changed(OwnMessage):
        """The row has a new value."""

        def __init__(self, row: ChoiceRow, typed: str = "") -> None:
            super().__init__()
            self.row = row
            self.value = row.value
            """The value when it changed, even if the row has changed again since."""
            self.typed = typed
            """The text typed for a value that asks for input."""

        @property
        def control(self) -> ChoiceRow:
            return self.row

    def __init__(
        self,
        label: str,
        choices: Sequence[Choice],
        value: str,
        *,
        title: str = "",
        id: str | None = None,  # noqa: A002  (Textual's name)
    ) -> None:
        """`title` is shown above the list of all values; empty: the label is shown."""
        super().__init__(id=id)
        self.label = label
        self.title = title or label
        self.choices = list(choices)
        self.note = ""
        """A dim text after the value, if there is room."""
        self.set_reactive(ChoiceRow.value, value)

    def offer(self, choices: Sequence[Choice], value: str, note: str = "") -> None:
        """Take other choices with a value and a note, without posting a `Changed` message."""
        offered = [*choices]
        if (offered, value, note) != (self.choices, self.value, self.note):
            self.choices, self.note = offered, note
            self.set_reactive(ChoiceRow.value, value)
            self.refresh()

    def choose(self, value: str, typed: str = "") -> None:
        """Take a value, and post `Changed` if the value is new."""
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self, typed))

    def action_step(self, by: int) -> None:
        steps = [c for c in self.choices if not c.asks]
        if steps:
            none = -1 if by > 0 and not self.value else 0  # before the first value, if none is chosen
            place = next((i for i, c in enumerate(steps) if c.value == self.value), none)
            self.choose(steps[(place + by) % len(steps)].value)

    def action_list(self) -> None:
        """Show all values in a list."""
        picker = Picker(self.title, self.choices, self.value)

        def picked(value: str | None) -> None:
            if value is not None:
                self.choose(value, picker.typed)

        self.app.push_screen(picker, picked)

    def on_click(self, event: events.Click) -> None:
        x = event.get_content_offset_capture(self).x
        for start, end, value in self._spots():
            if start <= x < end:
                if self._inline():
                    self.choose(value)
                elif value:
                    self.action_step(1 if value == ">" else -1)
                else:
                    self.action_list()
                return

    def render(self) -> Content:
        content = Content.assemble(*((text, style) for text, style, _ in self._parts())).rstrip()
        if self.note and content.cell_length + 3 + len(self.note) <= self.content_size.width:
            content = Content.assemble(content, (f"   {self.note}", "$foreground-muted"))
        return content

    def _parts(self) -> list[tuple[str, str, str | None]]:
        """The text and the style of each part, and the value that a click on the part chooses.

        Instead of a value: `<` or `>` for an arrow, empty for the list of all values, None for no action.
        """
        glyphs, focused = glyphs_of(self), self.has_focus
        parts: list[tuple[str, str, str | None]] = [
            (f"{glyphs.arrow} " if focused else "  ", "bold $accent", None),
            (one_line(self.label, LABEL - 1).ljust(LABEL), "bold" if focused else "$foreground-muted", None),
        ]
        if self._inline():
            for choice in self.choices:
                on = choice.value == self.value
                sign = f"{glyphs.radio[on]} "
                parts.append((sign, "$accent" if on else "$foreground-muted", choice.value))
                parts.append((choice.text, "bold $primary" if on else "", choice.value))
                parts.append(("   ", "", None))
            return parts
        now = next((c.text for c in self.choices if c.value == self.value), "")
        now = now or (self.choices[0].text if self.choices and self.value else glyphs.dash)
        if len(self.choices) == 1:
            text = one_line(now, max(self._room(), 4))
            return [*parts, (text, "" if self.disabled else "bold $primary", None)]
        text = one_line(now, max(self._room() - 4, 4))
        dim = "$accent" if focused else "$foreground-disabled"
        left, right = ("< ", " >") if glyphs.ascii else ("‹ ", " ›")
        return [*parts, (left, dim, "<"), (text, "bold $primary", ""), (right, dim, ">")]

    def _room(self) -> int:
        return self.content_size.width - LABEL - 2

    def _inline(self) -> bool:
        radio = len(glyphs_of(self).radio[0])
        return (
            1 < len(self.choices) <= 5 and sum(radio + 4 + len(c.text) for c in self.choices) <= self._room()
        )

    def _spots(self) -> list[tuple[int, int, str]]:
        """The clickable parts: first cell, the cell after the last, and the value that a click chooses."""
        spots, x = [], 0
        for text, _, value in self._parts():
            if value is not None:
                spots.append((x, x + len(text), value))
            x += len(text)
        return spots


@dataclass(frozen=True, slots=True)
class Number:
    """The numbers that a field accepts."""

    type: type[int | float]
    example: str
    least: float = 0.0
    most: float = 1e9


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form in its current state."""

    id: str
    label: str
    value: str = ""
    """The chosen value. For a text field, its initial text; afterwards the person's typing decides."""
    choices: Sequence[Choice] | None = None
    """The values that the field can take; None: the person types a text."""
    key: str = ""
    """If this isn't empty, the field is a menu line with this key."""
    about: str = ""
    """The hint that is shown while the field has the focus."""
    masked: bool = False
    """Whether the typed text is shown as dots."""
    note: str = ""
    """A dim text after the value, if there is room."""
    title: str = ""
    """The title of the list of all values; empty: the label."""
    empty: str = ""
    """The meaning of an empty text."""
    limit: int = 200
    """The maximum number of characters of a text."""
    number: Number | None = None
    """The numbers that the text may be; None: any text."""
    suggestions: Sequence[str] = ()
    key_name: bool = False
    """Whether the text is the name of an API key's variable."""
    shown: bool = True
    disabled: bool = False

    def read(self, text: str) -> float | int | None:
        """The number in a text; None if the text is empty or may be any text. Raises BadFile."""
        if not text or self.number is None:
            return None
        number = self.number
        try:
            value = number.type(text.replace(",", "") if number.type is int else text)
        except ValueError:
            raise BadFile(f"{self.label}: type a number, {number.example}") from None
        if not number.least <= value <= number.most:
            raise BadFile(f"{self.label}: between {number.least:g} and {number.most:g}, please")
        return value


class KeyNameInput(Input):
    """Takes the name of a variable. If an API key is typed or pasted, it is dropped before it is drawn."""

    @dataclass
    class KeyRemoved(OwnMessage):
        """The typed text looked like an API key and was removed."""

        field: KeyNameInput

        @property
        def control(self) -> KeyNameInput:
            return self.field

    def replace(self, text: str, start: int, end: int) -> None:
        start, end = sorted((max(0, start), min(len(self.value), end)))
        if looks_like_key(self.value[:start] + text + self.value[end:]):
            self.value = ""
            self.post_message(self.KeyRemoved(self))
        else:
            super().replace(text, start, end)


class MaskedInput(Input):
    """Shows dots and copies nothing to a clipboard."""

    def action_copy(self) -> None:
        """Copy nothing."""

    def action_cut(self) -> None:
        """Cut nothing."""


class FieldRow(Horizontal):
    """A label, a field, and a dim note about the meaning of an empty field."""

    DEFAULT_CSS = """
    FieldRow { height: 1; width: 1fr; padding: 0 1; }
    FieldRow .label { width: 17; height: 1; color: $foreground-muted; }
    FieldRow Input { width: 1fr; height: 1; background: $boost; padding: 0; }
    FieldRow:focus-within { background: $primary 20%; }
    FieldRow:focus-within:ansi { background: $panel; }
    FieldRow:focus-within .label { color: $foreground; text-style: bold; }
    FieldRow:focus-within Input { background: transparent; }
    FieldRow:focus-within:ansi Input { background: $panel; }
    """

    def __init__(self, item: Field) -> None:
        super().__init__(id=item.id)
        self.label = item.label
        kind = KeyNameInput if item.key_name else MaskedInput if item.masked else Input
        names = item.suggestions
        self.field = kind(
            item.value,
            placeholder=item.empty,
            max_length=item.limit,
            compact=True,
            select_on_focus=False,
            password=item.masked,
            suggester=SuggestFromList(names, case_sensitive=False) if names else None,
        )

    def compose(self) -> ComposeResult:
        yield Static(classes="label", markup=False)
        yield self.field

    def on_mount(self) -> None:
        self._mark(on=False)

    @property
    def value(self) -> str:
        """The field's text, cleaned."""
        return one_line(self.field.value, self.field.max_length or 200)

    def _mark(self, *, on: bool) -> None:
        lead = glyphs_of(self).arrow if on else " "
        self.query_one(".label", Static).update(say(f"{lead} {one_line(self.label, LABEL - 1)}"))

    def on_descendant_focus(self) -> None:
        self._mark(on=True)

    def on_descendant_blur(self) -> None:
        self._mark(on=False)

    def on_click(self, event: events.Click) -> None:
        self.field.focus()

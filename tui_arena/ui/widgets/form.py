"""A form: a screen or dialog that describes its fields, and decides what happens with their values.

The fields are plain values. After each change they are described again, and the form draws the difference.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, TypeVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile
from tui_arena.core.text import one_line
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Panel, TextDialog, confirm
from tui_arena.ui.widgets.menu import ARROWS, MenuRow, Rows
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, Field, FieldRow

CHOICE_CHARS = 40
"""The maximum number of characters of a choice's text."""
R = TypeVar("R")


Columns = Mapping[str, Sequence[Field | str]]
"""The fields at the `top`, at the `left` and `right` below it, and at the `bottom`. A text is a heading."""
FormRow = ChoiceRow | FieldRow | MenuRow


def plain(values: Iterable[str]) -> list[Choice]:
    """Choices whose texts are their values."""
    return choices((value, value) for value in values)


def choices(pairs: Iterable[tuple[str, str]], asks: Callable[[str], bool] = lambda _: False) -> list[Choice]:
    """Choices from pairs of a value and a text. `asks`: returns whether a value asks for more input."""
    return [Choice(value, one_line(text, CHOICE_CHARS), asks(value)) for value, text in pairs]


def dialog_keys(take: str, close: str, text: str = "") -> list[BindingType]:
    """The keys of a form in a dialog: Enter takes its values, and Esc closes it.

    `take` and `close`: the ids of the keys. `text`: the name of Enter in lists of keys; empty: it isn't listed.
    """
    return [
        Binding("escape", "close", "Close", show=False, id=close),
        Binding("enter", "take", text, show=False, id=take),
    ]


class FormFields(Vertical):
    """One row for each field. Up and down go from row to row, left and right change a choice."""

    def __init__(self, describe: Callable[[], Columns], first: Mapping[str, str]) -> None:
        """`first`: the initial values of the fields whose values only the form keeps."""
        super().__init__()
        self._describe = describe
        self.first = first
        self.fields: dict[str, Field] = {}
        """All fields as last drawn."""
        self._rows: dict[str, FormRow | Static] = {}

    def compose(self) -> ComposeResult:
        columns = {}
        for name, items in self._describe().items():
            rows = [self._drawn(item) for item in items]
            if rows:
                rows[0].add_class("-first")
            columns[name] = Vertical(*rows, id=f"form-{name}")
        for name, column in columns.items():
            if name == "left":
                yield Horizontal(column, columns["right"], id="form-both")
            elif name != "right":
                yield column

    def redraw(self) -> None:
        """Draw the fields from their current description. A field that isn't described any more is hidden."""
        if not (self.is_mounted and self.is_attached):  # not drawn yet, or the screen is gone
            return
        hidden = set(self._rows.values())
        for name, items in self._describe().items():
            last: Widget | None = None
            for item in items:
                row = self._drawn(item)
                if row.parent is None:
                    self.query_one(f"#form-{name}").mount(row, after=last)
                hidden.discard(row)
                last = row
        for row in hidden:
            row.display = False

    async def redraw_all(self) -> None:
        """Draw all fields again, in their current columns and order. The focus stays on its field."""
        at = self.at
        self.first = self.values
        self._rows.clear()
        self.fields.clear()
        await self.recompose()
        rows = [row for row in self._rows.values() if row.focusable]
        here = next((row for row in rows if at is not None and row.id == at.id), *rows[:1])
        here.focus()

    def _drawn(self, item: Field | str) -> FormRow | Static:
        """The row of a field in its current state."""
        key = item if isinstance(item, str) else item.id
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = _row_of(item)
        if isinstance(item, Field) and not isinstance(row, Static):
            self.fields[key] = item
            row.display, row.disabled = item.shown, item.disabled
            match row:
                case ChoiceRow():
                    row.offer(item.choices or (), item.value, item.note)
                case MenuRow():
                    row.say(item.label, item.note)
                case FieldRow():
                    row.field.placeholder = item.empty
        return row

    @property
    def values(self) -> dict[str, str]:
        """The values of all fields, including hidden fields."""
        now = {key: row.value for key, row in self._rows.items() if isinstance(row, ChoiceRow | FieldRow)}
        return {**self.first, **now}

    @property
    def at(self) -> Field | None:
        """The field with the focus; None: no field has it."""
        return next((one for name, one in self.fields.items() if self._rows[name].has_focus_within), None)


def _row_of(item: Field | str) -> FormRow | Static:
    if isinstance(item, str):
        return Static(item, classes="form-heading", markup=False)
    if item.key:
        return MenuRow(item.key, item.label, id=item.id)
    if item.choices is not None:
        return ChoiceRow(item.label, item.choices, item.value, title=item.title, id=item.id)
    return FieldRow(item)


class FormScreen(ArenaScreen):
    """A form that fills the screen. Below it are a hint, the current fault and buttons."""

    AUTO_FOCUS = "ChoiceRow"
    BINDINGS: ClassVar[list[BindingType]] = ARROWS
    BUTTONS: ClassVar[Sequence[tuple[str, str]]] = ()
    """The action and the label of each button below the form."""

    def __init__(self, first: Mapping[str, str] | None = None) -> None:
        """`first`: the initial values, for a form that keeps its values until they are saved."""
        super().__init__()
        self.form = FormFields(self.columns, first or {})

    @abstractmethod
    def columns(self) -> Columns:
        """The fields in their current state."""

    def taken(self, name: str, value: str) -> None:
        """React to a field's new value. The form is drawn again afterwards."""

    def asked(self, name: str, value: str, typed: str = "") -> None:
        """React to a menu line, or to a choice that asks for input. `typed`: the text typed in its list."""

    def below(self) -> ComposeResult:
        """The widgets between the fields and the hint."""
        yield from ()

    def body(self) -> ComposeResult:
        with Rows(id="form"):
            yield self.form
            yield from self.below()
        with Vertical(id="foot"):
            yield Static(id="hint", markup=False)
            with Horizontal(id="act"):
                yield Static(id="form-verdict", markup=False)
                for n, (action, label) in enumerate(self.BUTTONS):
                    yield Button(
                        say(label),
                        variant="default" if n else "primary",
                        id=action,
                        action=f"screen.{action}",
                        compact=True,
                    )

    def redraw(self) -> None:
        """Draw the fields in their current state."""
        self.form.redraw()
        self.show_hint()
        self.refresh_bindings()

    def on_descendant_focus(self) -> None:
        self.show_hint()
        self.refresh_bindings()

    def show_hint(self) -> None:
        """Show the hint of the focused field."""
        field = self.form.at
        if field is not None:
            self.hint(field.about)

    def hint(self, text: str) -> None:
        """Show a hint below the form."""
        for line in self.query("#hint").results(Static):
            line.update(say(text))

    def tell(self, text: str, *, bad: bool = True) -> None:
        """Show the current fault, or that all is well."""
        line = self.query_one("#form-verdict", Static)
        line.update(say(text))
        line.set_class(bad, "-bad")

    @on(ChoiceRow.Changed)
    def _choice_made(self, event: ChoiceRow.Changed) -> None:
        asks = any(choice.asks for choice in event.row.choices if choice.value == event.value)
        if asks:
            self.asked(str(event.row.id), event.value, event.typed)
        else:
            self.taken(str(event.row.id), event.value)
        self.redraw()

    @on(MenuRow.Chosen)
    def _line_called(self, event: MenuRow.Chosen) -> None:
        self.asked(str(event.row.id), "")

    def ask(self, dialog: Panel[R], take: Callable[[R], object]) -> None:
        """Open a dialog. If it has an answer, `take` gets the answer, and the form is drawn again."""

        def closed(answer: R | None) -> None:
            if answer is not None:
                take(answer)
            self.redraw()

        self.app.push_screen(dialog, closed)

    def ask_text(self, dialog: TextDialog, typed: str, take: Callable[[str], object]) -> None:
        """Ask for a text. If a valid text was already typed in a list, take it at once."""
        if typed and dialog.check(typed) is None:
            take(typed)
        else:
            self.ask(dialog, take)


class SaveForm(FormScreen, Generic[R]):
    """A form for one thing that is saved as a whole. Enter saves, and Esc asks before changes are lost."""

    def __init__(self, done: Callable[[R], object], first: Mapping[str, str]) -> None:
        """`done` gets the saved thing. `first`: the initial values of all fields."""
        super().__init__(first)
        self._done = done

    @abstractmethod
    def read(self) -> R:
        """The thing that the fields describe. Raises BadFile with the first invalid value."""

    @abstractmethod
    def write(self, made: R) -> None:
        """Save the thing. Runs in a thread. Raises BadFile."""

    @on(Input.Changed)
    def _typed(self) -> None:
        self.tell("")
        self.redraw()

    def taken(self, name: str, value: str) -> None:
        self.tell("")

    @on(Input.Submitted)
    def action_save(self) -> None:
        """Check the fields and save them. If one is invalid, show the fault and save nothing."""
        made = read_or_tell(self)
        if made is not None:
            self.run_worker(self._save(made), group="change", exclusive=True)

    async def _save(self, made: R) -> None:
        try:
            await self.arena.in_thread(self.write, made)
        except BadFile as error:
            self.tell(sentence(error))
            return
        self.arena.back()
        self._done(made)

    def action_back(self) -> None:
        """Leave the form. If anything has changed, ask first."""
        if self.form.values == self.form.first:
            self.arena.back()
        else:
            question = "Leave without saving?", "What you typed will be lost.", ("Stay", "Leave")
            confirm(self.app, question, self.arena.back)


class FormDialog(Panel[R]):
    """A form over the screen that opens it. It returns the value of `read`."""

    BINDINGS: ClassVar[list[BindingType]] = ARROWS

    def __init__(self, title: str, text: str, first: Mapping[str, str], take: str = "OK") -> None:
        """`first`: the initial values. `take`: the label of the button that returns the values."""
        super().__init__(title, text)
        self._take = take
        self.form = FormFields(lambda: {"top": self.fields()}, first)

    @abstractmethod
    def fields(self) -> Sequence[Field]:
        """The fields in their current state."""

    @abstractmethod
    def read(self) -> R:
        """The result that the fields describe. Raises BadFile with the first invalid value."""

    def below(self) -> ComposeResult:
        """The widgets between the fields and the fault."""
        yield from ()

    def inside(self) -> ComposeResult:
        with Rows():
            yield self.form
        yield from self.below()
        yield Static(classes="problem", markup=False)
        yield from self.buttons(("take", self._take), ("cancel", "Cancel"))

    @on(Input.Changed)
    @on(ChoiceRow.Changed)
    def _changed(self) -> None:
        self.form.redraw()
        self.changed()

    def changed(self) -> None:
        """Show the current fault after every change."""
        if read_or_tell(self) is not None:
            self.tell("")

    def tell(self, text: str) -> None:
        """Show a fault."""
        self.query_one(".problem", Static).update(say(text))

    @on(Input.Submitted)
    @on(Button.Pressed, "#take")
    def _done(self) -> None:
        self.action_take()

    def action_take(self) -> None:
        """Return the values if they are valid."""
        made = read_or_tell(self)
        if made is not None:
            self.dismiss(made)


def read_or_tell(form: SaveForm[R] | FormDialog[R]) -> R | None:
    """The result of a form's fields; None if one is invalid, and then the fault is shown."""
    try:
        return form.read()
    except BadFile as error:
        form.tell(sentence(error))
        return None


def sentence(error: Exception) -> str:
    """An error's text, ending with a full stop."""
    return f"{str(error).removesuffix('.')}."

"""Rows of forms that take text: one line each, a label and a field, as rows of choices have theirs.

Law: what looks like a key is never shown where the name of its variable is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.suggester import SuggestFromList
from textual.widgets import Input, Static

from tui_arena.config import looks_like_key
from tui_arena.core.text import one_line
from tui_arena.ui.look import say
from tui_arena.ui.widgets.rows import LABEL, look_of


class KeyNameInput(Input):
    """Takes the name of a variable; a key that is typed or pasted is dropped before it is drawn."""

    class Refused(Message):
        """What was typed looked like a key; it is gone."""

        def __init__(self, field: KeyNameInput) -> None:
            super().__init__()
            self.field = field

        @property
        def control(self) -> KeyNameInput:
            return self.field

    def replace(self, text: str, start: int, end: int) -> None:
        start, end = sorted((max(0, start), min(len(self.value), end)))
        if looks_like_key(self.value[:start] + text + self.value[end:]):
            self.value = ""
            self.post_message(self.Refused(self))
        else:
            super().replace(text, start, end)


class FieldRow(Horizontal):
    """A label, a field, and a dim note of what an empty field means."""

    DEFAULT_CSS = """
    FieldRow { height: 1; width: 1fr; padding: 0 1; }
    FieldRow .label { width: 17; height: 1; color: $foreground-muted; }
    FieldRow Input { width: 1fr; height: 1; background: $boost; padding: 0; }
    FieldRow:focus-within { background: $panel; }
    FieldRow:focus-within .label { color: $foreground; text-style: bold; }
    FieldRow:focus-within Input { background: $panel; }
    """

    class Focused(Message):
        """The field got the focus; its help can be shown."""

        def __init__(self, row: FieldRow) -> None:
            super().__init__()
            self.row = row

    def __init__(
        self,
        label: str,
        value: str = "",
        *,
        empty: str = "",
        about: str = "",
        limit: int = 200,
        suggestions: Sequence[str] = (),
        key_name: bool = False,
        id: str | None = None,  # noqa: A002  (Textual's name)
    ) -> None:
        """`empty`: what an empty field means; `key_name`: it names the variable of a key."""
        super().__init__(id=id)
        self.label = label
        self.about = about
        kind = KeyNameInput if key_name else Input
        self.field = kind(
            value,
            placeholder=empty,
            max_length=limit,
            compact=True,
            select_on_focus=False,
            suggester=SuggestFromList(suggestions, case_sensitive=False) if suggestions else None,
        )

    def compose(self) -> ComposeResult:
        yield Static(classes="label", markup=False)
        yield self.field

    def on_mount(self) -> None:
        self._mark(on=False)

    @property
    def value(self) -> str:
        """What stands in the field, cleaned."""
        return one_line(self.field.value, self.field.max_length or 200)

    def _mark(self, *, on: bool) -> None:
        lead = look_of(self).arrow if on else " "
        self.query_one(".label", Static).update(say(f"{lead} {one_line(self.label, LABEL - 1)}"))

    def on_descendant_focus(self) -> None:
        self._mark(on=True)
        self.post_message(self.Focused(self))

    def on_descendant_blur(self) -> None:
        self._mark(on=False)

    def on_click(self, event: events.Click) -> None:
        self.field.focus()

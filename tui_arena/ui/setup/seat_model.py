"""A dialog for one seat's wishes for its model (sampling, persona, prompt variant), for this game only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile, ModelEntry
from tui_arena.players.models.requests import is_published
from tui_arena.players.seating import PLAIN
from tui_arena.ui.glyphs import say
from tui_arena.ui.models.form_screen import LABELS, sampling_of
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, FieldRow

SAMPLING = ("temperature", "top_p", "max_tokens", "seed")
AS_SET = ""
"""The choice that leaves the prompt variant to the model's entry and the table."""


class SeatModelDialog(ModalScreen[dict[str, Any] | None]):
    """Gives the seat's wishes, empty if it has none; or None if it was closed with Esc."""

    DEFAULT_CSS = """
    SeatModelDialog { align: center middle; background: $background 60%; }
    SeatModelDialog > Vertical {
        width: 66; max-width: 96%; height: auto; padding: 1 1;
        background: $surface; border: round $primary;
    }
    SeatModelDialog .title { text-style: bold; color: $primary; padding: 0 1; }
    SeatModelDialog .text { color: $foreground-muted; padding: 0 1; margin-bottom: 1; height: auto; }
    SeatModelDialog .problem { height: auto; min-height: 1; color: $text-error; padding: 0 1; }
    SeatModelDialog #act { height: auto; align-horizontal: right; }
    SeatModelDialog Button { margin-left: 2; min-width: 10; }
    """
    AUTO_FOCUS = "FieldRow Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="seat_model.take"),
        Binding("escape", "close", "Close", show=False, id="seat_model.close"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(
        self,
        seat: str,
        entry: ModelEntry,
        own: Mapping[str, Any],
        variants: Sequence[str],
        preset: str | None = None,
    ) -> None:
        """`own`: the seat's wishes now; `variants`: prompt variants of the game other than the plain one."""
        super().__init__()
        self._seat = seat
        self._left = "as the model was added"
        if is_published(preset):
            entry = replace(entry, sampling={}, persona=None)
            self._left = f"as preset {preset} has it"
        self._entry = entry
        self._own = own
        self._variants = variants

    def compose(self) -> ComposeResult:
        entry, own = self._entry, self._own
        sampling = own.get("sampling", {})
        now = str(own.get("prompt", AS_SET))
        values = dict.fromkeys([AS_SET, PLAIN, *self._variants, now])
        with Vertical():
            yield Static(say(f"{entry.name} as {self._seat}"), classes="title", markup=False)
            yield Static(
                say(f"For this seat of this game; what is empty stays {self._left}."),
                classes="text",
                markup=False,
            )
            for name in SAMPLING:
                value, usual = sampling.get(name), entry.sampling.get(name)
                yield FieldRow(
                    LABELS[name],
                    "" if value is None else str(value),
                    empty="the model's own" if usual is None else str(usual),
                    limit=20,
                    id=f"own-{name}",
                )
            yield ChoiceRow(
                "prompt", [Choice(v, v or "as the table's") for v in values], now, id="own-prompt"
            )
            yield FieldRow(
                "persona", own.get("persona", ""), empty=entry.persona or "none", limit=2000, id="own-persona"
            )
            yield Static(classes="problem", markup=False)
            with Horizontal(id="act"):
                yield Button(say("OK"), id="ok", variant="primary", compact=True)
                yield Button(say("Cancel"), id="cancel", compact=True)

    @property
    def own(self) -> dict[str, Any]:
        """The wishes in the dialog. Raises BadFile."""
        fields = {name: self.query_one(f"#own-{name}", FieldRow).value for name in (*SAMPLING, "persona")}
        values = {
            "sampling": sampling_of(fields, SAMPLING),
            "prompt": self.query_one("#own-prompt", ChoiceRow).value,
            "persona": fields["persona"],
        }
        return {name: value for name, value in values.items() if value}

    @on(Input.Changed)
    def _typed(self) -> None:
        """Show at every key what is wrong."""
        fault = ""
        try:
            _ = self.own
        except BadFile as error:
            fault = f"{error}."
        self.query_one(".problem", Static).update(say(fault))

    @on(Input.Submitted)
    @on(Button.Pressed, "#ok")
    def action_take(self) -> None:
        """Give the wishes, if nothing is wrong with them."""
        try:
            self.dismiss(self.own)
        except BadFile as error:
            self.query_one(".problem", Static).update(say(f"{error}."))

    @on(Button.Pressed, "#cancel")
    def action_close(self) -> None:
        self.dismiss(None)

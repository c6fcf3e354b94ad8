"""What opens over a table: another player for a seat, the prompt of an ask, questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.players.bot import LEVELS
from tui_arena.players.seating import Cast, bot, read_player
from tui_arena.ui.look import say
from tui_arena.ui.widgets.dialog import Dialog


def resign_dialog() -> Dialog:
    """Asks whether to give up; `resign` or `stay`."""
    text = "The word is shown, and the game counts as lost."
    return Dialog("Give up?", text, [("stay", "Play on"), ("resign", "Give up")])


def trouble_dialog(why: str) -> Dialog:
    """Tells of an event that could not be saved; `again` or `leave`."""
    text = f"{why}\n\nThe game waits and shows nothing that is not saved. All moves before are safe."
    return Dialog("This could not be saved", text, [("again", "Try again"), ("leave", "Leave")])


def failed_dialog(seat: str, name: str, why: str) -> Dialog:
    """Tells of a player who could not answer; `again`, `recast` or `leave`."""
    answers = [("again", "Ask again"), ("recast", "Recast the seat"), ("leave", "Leave")]
    return Dialog(f"{name} ({seat}) can't answer", f"{why}\n\nEverything is saved.", answers)


class RecastScreen(ModalScreen[tuple[str, Cast] | None]):
    """Gives a seat and its new player, or None."""

    DEFAULT_CSS = """
    RecastScreen { align: center middle; background: $background 60%; }
    RecastScreen > Vertical {
        width: 52; max-width: 92%; height: auto; max-height: 90%; padding: 1 2;
        background: $surface; border: round $primary;
    }
    RecastScreen .title { text-style: bold; color: $primary; }
    RecastScreen .text { color: $foreground-muted; margin-bottom: 1; height: auto; }
    RecastScreen OptionList { height: auto; max-height: 14; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="recast.close"),
    ]

    def __init__(self, cast: Mapping[str, Cast], seats: Sequence[str], human: str, *, bots: bool) -> None:
        """The cast as it is, the seats that can be recast, and the name of a person who sits down."""
        super().__init__()
        self._choices: list[tuple[str, Cast]] = []
        taken = {str(c.spec.get("name")) for c in cast.values()}
        name = human if human not in taken else "Friend"
        players = [read_player("human", name), *([bot(level) for level in LEVELS] if bots else [])]
        for seat in seats:
            now = cast[seat].spec
            self._choices += [(seat, p) for p in players if not _same(p, now)]

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(say("Recast a seat"), classes="title", markup=False)
            yield Static(
                say("The new player goes on from here, and the session is marked as recast."),
                classes="text",
                markup=False,
            )
            yield OptionList(
                *(Option(self._label(seat, c), id=str(n)) for n, (seat, c) in enumerate(self._choices)),
                classes="plain",
                markup=False,
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[int(event.option.id or 0)])

    def action_close(self) -> None:
        self.dismiss(None)

    @staticmethod
    def _label(seat: str, cast: Cast) -> Content:
        kind = "a person: " if cast.kind == "human" else ""
        return Content.assemble((f"{seat:<10}", "$foreground-muted"), say(f"{kind}{cast.spec['name']}"))


def _same(cast: Cast, spec: Mapping[str, object]) -> bool:
    if cast.kind == "human":
        return spec.get("player") == "human"
    return dict(cast.spec) == dict(spec)


class PromptScreen(ModalScreen[None]):
    """The chat messages that a model on this seat would be sent."""

    DEFAULT_CSS = """
    PromptScreen { align: center middle; background: $background 60%; }
    PromptScreen > VerticalScroll {
        width: 90; max-width: 96%; height: 90%; padding: 1 2; scrollbar-size-vertical: 1;
        background: $surface; border: round $primary;
    }
    PromptScreen Static { height: auto; padding-right: 1; }
    PromptScreen .title { text-style: bold; color: $primary; margin-bottom: 1; }
    PromptScreen .role { color: $accent; text-style: bold; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f3,enter", "close", "Close", show=False, id="prompt.close"),
    ]

    def __init__(self, title: str, messages: Sequence[Mapping[str, str]]) -> None:
        super().__init__()
        self._title = title
        self._messages = messages

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(say(self._title), classes="title", markup=False)
            for message in self._messages:
                yield Static(say(message["role"]), classes="role", markup=False)
                yield Static(say(message["content"]), markup=False)

    def action_close(self) -> None:
        self.dismiss(None)

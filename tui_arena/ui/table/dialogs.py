"""The dialogs over a table: the curtain between two people, the recast of a seat, and questions.

Law: the curtain is opaque and shows only what the whole table knows. It takes no game input until the person
whom it calls confirms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.config import ModelEntry
from tui_arena.core.language.sentences import name_for
from tui_arena.core.text import one_line
from tui_arena.players.bot import LEVELS
from tui_arena.players.seating import Cast, bot, model, read_player
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import Dialog, Panel, Question

ADD = "add"
"""The result of the recast screen if the person wants to add a model first."""
WHO = 14
"""The width of the current player's name, in cells."""
KINDS = {"human": "a person: ", "model": "a model: "}


RESIGN: Question = (
    "Give up?",
    "That's a loss, and you see the answer.",
    ("Play on", "Give up"),
)


def failed_save_dialog(why: str) -> Dialog:
    """A dialog about an event that couldn't be saved; returns `again` or `leave`."""
    text = f"{why}\n\nThe game waits until it's saved. Every earlier move is safe."
    return Dialog("This couldn't be saved", text, [("again", "Try again"), ("leave", "Leave")])


def failed_dialog(
    seat: str, name: str, why: str, *, over_budget: bool = False, stopped: bool = False
) -> Dialog:
    """A dialog about a player who couldn't answer; returns `again` (or `raise`), `recast` or `leave`."""
    first = ("raise", "Raise the budget") if over_budget else ("again", "Ask again")
    answers = [first, ("recast", "Change the player"), ("leave", "Leave")]
    title = f"{name} ({seat}) was stopped" if stopped else f"{name} ({seat}) can't answer"
    return Dialog(title, f"{why}\n\nEverything before is saved.", answers)


class CurtainScreen(ArenaScreen):
    """Calls one person and reports whether that person is there or wants to leave."""

    TITLE = "TUI ARENA"
    CSS_PATH = "curtain.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "I am here", id="curtain.confirm"),
        Binding("escape", "back", "Leave the table", id="curtain.leave"),
    ]
    ALLOW_SELECT = False
    secret_up = True

    def __init__(self, name: str, task: str, last: Content, answered: Callable[[bool], None]) -> None:
        """`name`: the person who is called. `task`: what they do next. `last`: what everybody saw last.

        `answered` is called after the curtain is closed: with True if the person is there, with False to
        leave the table.
        """
        super().__init__()
        self.called = one_line(name, 40)
        self._todo = task
        self._last = last
        self._answered = answered

    def body(self) -> ComposeResult:
        bar = "///" if self.glyphs.ascii else "▞▞▞"
        with Vertical(id="call"):
            yield Static(say(f"{bar}  hand the keyboard to  {bar}"), id="hand", markup=False)
            yield Static(say(self.called.upper()), id="name", markup=False)
            yield Static(
                say(f"{self._todo} {self.glyphs.dot} no peeking, the rest of you"), id="task", markup=False
            )
            with Center():
                yield Button(say(f"It's my turn  {self.glyphs.enter}"), id="here", compact=True)
            yield Static(self._last, id="last", markup=False)
            yield Static(say("Your secrets come up after Enter."), id="calm", markup=False)

    @property
    def game_running(self) -> bool:
        return True

    @property
    def info(self) -> object:
        """The game at the table below, for help."""
        stack = self.app.screen_stack
        return getattr(stack[stack.index(self) - 1], "info", None) if self in stack[1:] else None

    def on_mount(self) -> None:
        self.set_focus(None)

    def on_button_pressed(self) -> None:
        self.action_confirm()

    def action_confirm(self) -> None:
        """The person confirms that they are there."""
        self._go(there=True)

    def action_back(self) -> None:
        self._go(there=False)

    def _go(self, *, there: bool) -> None:
        if self.is_current:
            self.arena.back()
            self._answered(there)


class RecastScreen(Panel[tuple[str, Cast] | str]):
    """Returns a seat and its new player, `ADD` if a model should be added first, or None if closed."""

    DEFAULT_CSS = """
    RecastScreen > Vertical { width: 60; }
    RecastScreen OptionList { height: auto; max-height: 14; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="recast.close"),
    ]

    def __init__(
        self,
        cast: Mapping[str, Cast],
        seats: Sequence[str],
        human: str,
        *,
        bots: bool,
        models: Sequence[ModelEntry],
        guests: Mapping[str, str],
        names: Mapping[str, str],
        blind: bool,
    ) -> None:
        """The current cast, the seats that can be recast, and the name of a person who may sit down.

        `guests`: maps the id of each person who has come by phone to their name; a guest without a seat can
        take any seat. `models`: the models that can be seated. `names`: maps each seat to its player's name.
        `blind`: whether the dialog hides who sits there now.
        """
        text = "The new player carries on from here. The game is marked as recast."
        super().__init__("Change a player", text)
        taken = {str(c.spec.get("name")) for c in cast.values()} | set(guests.values())
        friends = ("Friend", *(f"Friend {n}" for n in range(2, len(taken) + 3)))
        name = next(one for one in (human, *friends) if one not in taken)
        players = [
            read_player("human", name),
            *([bot(level) for level in LEVELS] if bots else []),
            *(model(entry) for entry in models),
        ]
        seated = {c.guest for c in cast.values()}
        others = [
            replace(read_player(f"human:{name}"), guest=guest)
            for guest, name in guests.items()
            if guest not in seated
        ]
        self._heads = {seat: f"{seat.replace('_', ' ')}, {name_for(names[seat], WHO)}" for seat in seats}
        self._choices = [
            (seat, p)
            for seat in seats
            for p in (*others, *players)
            if blind or p in others or not _same(p, cast[seat].spec)
        ]

    def inside(self) -> ComposeResult:
        yield OptionList(
            *(Option(self._label(seat, c), id=str(n)) for n, (seat, c) in enumerate(self._choices)),
            Option(say("add a model…", "$foreground-muted"), id=ADD),
            classes="plain",
            markup=False,
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option.id or "0"
        self.dismiss(ADD if chosen == ADD else self._choices[int(chosen)])

    def _label(self, seat: str, cast: Cast) -> Content:
        kind = "on a phone: " if cast.guest else KINDS.get(cast.kind, "")
        head = self._heads[seat].ljust(max(map(len, self._heads.values())) + 2)
        return Content.assemble((head, "$foreground-muted"), say(f"{kind}{cast.spec['name']}"))


def _same(cast: Cast, spec: Mapping[str, object]) -> bool:
    if cast.kind == "human":
        return spec.get("player") == "human"
    if cast.kind == "model":
        return all(spec.get(key) == cast.spec[key] for key in ("player", "name", "model"))
    return dict(cast.spec) == dict(spec)

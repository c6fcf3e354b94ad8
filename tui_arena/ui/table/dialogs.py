"""The dialogs over a table: the curtain between two people, the choice of a new player or of a duel, and questions.

Law: the curtain is opaque and shows only what the whole table knows. It takes no game input until the person
whom it calls confirms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.widgets import Button, Input, OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.config import BadFile, ModelBook, ModelEntry
from tui_arena.core.language.sentences import capital, first_name, name_for
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import Opening, new_session, unrepeatable
from tui_arena.players.seating import BadPlayer, Cast, bot, model, read_player
from tui_arena.table.opening import Duel, duel_seats
from tui_arena.ui.app.screen import ArenaScreen, arena_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.recent_setups import MODEL, player_text
from tui_arena.ui.widgets.dialogs import Dialog, Panel, Question
from tui_arena.ui.widgets.form import FormDialog, choices, dialog_keys, plain
from tui_arena.ui.widgets.rows import Choice, Field

ADD = "add"
"""The result of the list of players if the person wants to add a model first."""
NAME = 24
"""The width of a player's name, in cells."""
PAGE = 8
"""The number of lines on a page of the list of players."""
HERE = "at this keyboard"
KINDS = {"human": "a person", "bot": "a bot", "model": "a model"}
"""Maps the kinds of players to words."""

RESIGN: Question = (
    "Give up?",
    "You lose, and you get to see the answer.",
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
    who = f"{name} ({seat.replace('_', ' ')})"
    title = f"{who} was stopped" if stopped else f"{who} can't answer"
    if over_budget:  # several seats may wait for it
        title, why = "The budget is used up", capital(why.removeprefix(f"{seat}: "))
    return Dialog(title, f"{why}\n\nEverything before that is saved.", answers)


class CurtainScreen(ArenaScreen):
    """Calls one person and reports whether that person is there or wants to leave."""

    TITLE = "TUI ARENA"
    CSS_PATH = "curtain.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "confirm", "I'm here", id="curtain.confirm"),
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
            yield Static(say("Press Enter to see your secrets."), id="calm", markup=False)

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


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who may take a seat."""

    cast: Cast
    kind: str
    """The kind of player, such as `a bot`."""
    state: str = ""
    """For a model: what its last test said; for a person: where they play."""

    @property
    def name(self) -> str:
        return str(self.cast.spec["name"])


def seat_choices(
    seats: Sequence[str], cast: Mapping[str, Cast], names: Mapping[str, str], *, blind: bool
) -> list[Choice]:
    """The seats that can be recast, each with its player. `blind`: whether the kinds of players stay hidden."""
    width = max((len(seat) for seat in seats), default=0) + 2
    return [
        Choice(
            seat,
            f"{seat.replace('_', ' ').ljust(width)}{name_for(first_name(names[seat]), NAME)}"
            + ("" if blind else f", {KINDS.get(cast[seat].kind, 'a script')}"),
        )
        for seat in seats
    ]


def candidates(
    seat: str,
    cast: Mapping[str, Cast],
    human: str | None,
    *,
    bots: bool,
    models: Sequence[tuple[ModelEntry, str]],
    guests: Mapping[str, str] = MappingProxyType({}),
    blind: bool = False,
) -> list[Candidate]:
    """The players who may take a seat: people by phone, a person at the keyboard, bots, models.

    `human`: the name of the person at the keyboard; None: no person may play. `models`: the models with their state. `guests`: maps
    the id of each person who has come by phone to their name; a guest who sits elsewhere isn't offered.
    `blind`: whether the player who has the seat is offered too, as it stays hidden who that is.
    """
    taken = {str(c.spec.get("name")) for c in cast.values()} | set(guests.values())
    friends = ("Friend", *(f"Friend {n}" for n in range(2, len(taken) + 3)))
    name = None if human is None else next(one for one in (human, *friends) if one not in taken)
    seated = {c.guest for c in cast.values()}
    on_phones = [
        Candidate(replace(read_player(f"human:{called}"), guest=guest), KINDS["human"], "on a phone")
        for guest, called in guests.items()
        if guest not in seated
    ]
    others = [
        *([] if name is None else [Candidate(read_player("human", name), KINDS["human"], HERE)]),
        *([Candidate(bot(level), KINDS["bot"]) for level in LEVELS] if bots else []),
        *(Candidate(model(entry), KINDS["model"], state) for entry, state in models),
    ]
    return [*on_phones, *(one for one in others if blind or not _same(one.cast, cast[seat].spec))]


class PlayerPicker(Panel[Cast | str]):
    """A list of players with a search field.

    Returns the chosen player, `ADD` if a model should be added first, or None if closed.
    """

    DEFAULT_CSS = """
    PlayerPicker > Vertical { width: 64; }
    PlayerPicker Input { background: $panel; margin-bottom: 1; padding: 0 1; }
    PlayerPicker OptionList { height: auto; max-height: 10; }
    """
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", "Choose", priority=True, id="recast.take"),
        Binding("up", "mark(-1)", show=False),
        Binding("down", "mark(1)", show=False),
        Binding("pageup", f"mark(-{PAGE})", show=False),
        Binding("pagedown", f"mark({PAGE})", show=False),
        Binding("escape", "close", "Back", show=False, id="recast.close"),
    ]

    def __init__(self, title: str, players: Sequence[Candidate], *, may_add: bool = True) -> None:
        """`may_add`: whether the list ends with the offer to add a model."""
        super().__init__(title, "The new player takes over from here. The game is marked as recast.")
        self._players = players
        self._may_add = may_add
        self.found: Sequence[Candidate] = players
        """The players that fit the typed text."""

    def inside(self) -> ComposeResult:
        yield Input(placeholder="type to search: a name, or bot, model, ready", compact=True)
        options = OptionList(classes="plain", markup=False)
        options.can_focus = False
        yield options

    def on_mount(self) -> None:
        self._list()

    def on_input_changed(self, event: Input.Changed) -> None:
        """List the players whose line contains every typed word."""
        words = event.value.casefold().split()
        lines = [(one, f"{one.kind} {one.name} {one.state}".casefold()) for one in self._players]
        self.found = [one for one, line in lines if all(word in line for word in words)]
        self._list()

    def _list(self) -> None:
        options = self.query_one(OptionList)
        names = max((len(name_for(one.name, NAME)) for one in self._players), default=0) + 2
        kinds = max(len(kind) for kind in KINDS.values()) + 2
        lines = [
            Content.assemble(
                say(name_for(one.name, NAME).ljust(names)),
                (f"{one.kind.ljust(kinds)}{one.state}", "$foreground-muted"),
            )
            for one in self.found
        ]
        if self._may_add:
            lines.append(say("add a model…", "$foreground-muted"))
        options.clear_options()
        options.add_options(lines or [Option(say("Nobody found.", "$foreground-muted"), disabled=True)])
        options.highlighted = 0 if lines else None

    def action_mark(self, by: int) -> None:
        """Move the mark in the list. A move by one line goes round the ends."""
        options = self.query_one(OptionList)
        last = options.option_count - 1
        if options.highlighted is not None:
            to = options.highlighted + by
            options.highlighted = min(max(to, 0), last) if abs(by) > 1 else to % (last + 1)

    def action_take(self) -> None:
        """Return the marked player."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._take(at)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(event.option_index)

    def _take(self, at: int) -> None:
        self.dismiss(self.found[at].cast if at < len(self.found) else ADD)


def _same(cast: Cast, spec: Mapping[str, object]) -> bool:
    if cast.kind == "human":
        return spec.get("player") == "human"
    if cast.kind == "model":
        return all(spec.get(key) == cast.spec[key] for key in ("player", "name", "model"))
    return all(spec.get(key) == cast.spec.get(key) for key in ("player", "level", "mind"))


ABOUT = "Same secret, two tables, side by side. Bots take the people's seats. Both games are saved."
SIDES = ("left", "right")


def duellists(info: GameInfo, models: Iterable[str]) -> list[Choice]:
    """The players who can duel: models first, then bots by level. Values are PLAYER texts."""
    bots = [(f"bot:{level}", f"bot {level}") for level in LEVELS] if info.has_bot else []
    return choices([*((MODEL + name, name) for name in models), *bots])


class DuelDialog(FormDialog[Duel]):
    """Returns the chosen duel, or None if closed."""

    AUTO_FOCUS = "#left"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("duel_dialog.start", "duel_dialog.close", "Start")

    def __init__(self, opening: Opening, info: GameInfo, book: ModelBook, seat: str | None = None) -> None:
        """`seat`: the seat to duel for; None for the first seat that can be chosen."""
        self._opening = opening
        self._book = book
        self._seats = duel_seats(opening, info)
        self._players = duellists(info, book.all)
        seat = seat if seat in self._seats else self._seats[0]
        first = {"as": seat, **dict(zip(SIDES, self._first_two(seat), strict=True))}
        super().__init__(f"A duel of {info.title}", ABOUT, first, "Start")

    def _first_two(self, seat: str) -> tuple[str, str]:
        """The players chosen at first: the player cast on the seat, then models, then the strongest bots."""
        known = [c.value for c in self._players]
        sitting = self._opening.cast.get(seat)
        text = player_text(sitting) if sitting is not None else ""
        models = [value for value in known if value.startswith(MODEL)]
        wish = [value for value in (text, *models[:2], "bot:hard", "bot:medium", *known) if value in known]
        return wish[0], next((value for value in wish if value != wish[0]), wish[0])

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        seats = [Field("as", "as", now["as"], plain(self._seats))] if len(self._seats) > 1 else []
        return [*seats, *(Field(side, side, now[side], self._players) for side in SIDES)]

    def read(self) -> Duel:
        """The chosen duel, even if it can't be played. Raises BadPlayer."""
        now = self.form.values
        left, right = (read_player(now[side], book=self._book) for side in SIDES)
        return Duel(self._opening, now["as"], (left, right))

    def on_mount(self) -> None:
        self.changed()

    def changed(self) -> None:
        self._judge(start=False)

    def action_take(self) -> None:
        """Begin, if the duel can be played."""
        self._judge(start=True)

    @work(exclusive=True, group="verdict")
    async def _judge(self, *, start: bool) -> None:
        """Show why the duel can't be played. If it can be played and `start` is True, return it.

        The check runs in a thread, as reading a deck may take a while.
        """
        try:
            duel = self.read()
            fault = await arena_of(self).in_thread(_fault, duel, arena_of(self).catalogue)
        except BadPlayer as error:
            fault = str(error)
        self.tell(fault)
        self.query_one("#take", Button).disabled = bool(fault)
        if start and not fault:
            self.dismiss(duel)


def _fault(duel: Duel, catalogue: Catalogue) -> str:
    """Why a duel can't be played; empty if it can."""
    info = catalogue.game(duel.opening.game)
    try:
        for opening in duel.sides(info):
            session, _ = new_session(opening, catalogue, id="draft", seed=0, started=None)
    except (BadOption, BadPlayer, BadFile) as error:
        return str(error)
    why = unrepeatable(session, info)
    return f"Can't start a duel: {why.why}." if why is not None else ""

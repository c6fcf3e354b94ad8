"""The base class of the screens on which sessions are played, one table or a duel, and who plays there.

The caster follows a session as the settings say, and a bot thinks with the model of the settings.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

from textual import work
from textual.message import Message

from tui_arena.config import BadFile
from tui_arena.core.challenge import CHALLENGE
from tui_arena.core.events import BadEvent
from tui_arena.core.language.sentences import first_name, name_for
from tui_arena.core.options import BadOption
from tui_arena.players.models.check import seatable_models
from tui_arena.players.party import PARTY
from tui_arena.players.seating import BadPlayer, Cast, may_think, thinking
from tui_arena.save.store import SaveError
from tui_arena.table.caster import CasterModel, LiveCaster, Manner
from tui_arena.table.challenging import ghost_in
from tui_arena.table.opening import InUse, LeasedSession
from tui_arena.table.playback import Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.table.control import Peek, TableControl
from tui_arena.ui.table.dialogs import NAME, PlayerPicker, candidates, seat_choices
from tui_arena.ui.table.panel import TablePanel
from tui_arena.ui.widgets.rows import Picker
from tui_arena.ui.widgets.screen_base import OwnMessage

if TYPE_CHECKING:
    from tui_arena.ui.app.arena import Arena

S = TypeVar("S", bound="PlayScreen")


def acting(
    act: Callable[[TableControl], Coroutine[Any, Any, None] | None],
    group: str = "act",
    *,
    alone: bool = False,
) -> Callable[[S], None]:
    """Returns an action that calls `act` with the table that the keys of the screen act on.

    If `act` returns a coroutine, it runs in a worker of this group. `alone`: whether it cancels the other
    workers of the group.
    """

    def action(screen: S) -> None:
        if screen.chosen_table is not None:
            work = act(screen.chosen_table)
            if work is not None:
                screen.run_worker(work, group=group, exclusive=alone)

    return action


class PlayScreen(ArenaScreen):
    """A screen with sessions in play. It opens them, draws their changes, and releases them at the end."""

    AUTO_FOCUS = ""
    MARKED: ClassVar[str]
    """The note after a secret that is shown to a watcher: how to hide it, and what is marked."""

    @dataclass
    class TableChanged(OwnMessage):
        """A table has changed and must be drawn again."""

        table: TableControl

        def can_replace(self, message: Message) -> bool:
            """Whether a later message replaces this message. If so, the table is drawn once for both."""
            return isinstance(message, PlayScreen.TableChanged) and message.table is self.table

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[TableControl] = []
        """The sessions that are open."""
        self.secret = Peek(self.set_timer, self.show_secret)
        """The secret, while it is shown to a watcher."""
        self.playbacks: Sequence[Playback] = ()
        """The pace of each table, even of a table that isn't open yet."""
        self._leaving = False

    action_recast = acting(TableControl.recast, "recast", alone=True)
    action_cancel = acting(lambda table: table.runner.cancel())

    @property
    def chosen_table(self) -> TableControl | None:
        """The table that the keys of the screen act on; None until it is open."""
        return self.tables[0] if self.tables else None

    @abstractmethod
    def draw(self) -> None:
        """Draw all tables."""

    @abstractmethod
    def show(self, table: TableControl) -> None:
        """Draw what has changed at a table."""

    @abstractmethod
    def show_secret(self, text: str) -> None:
        """Show the secret to a watcher; an empty text hides it again."""

    @abstractmethod
    def action_to_result(self) -> None:
        """Open the result."""

    @abstractmethod
    async def another_player(self, table: TableControl, seat: str | None) -> tuple[str, Cast] | str | None:
        """Ask for another player for a seat, as `ControlledScreen` says."""

    def asks_about(self, table: TableControl) -> None:
        """React to a dialog that asks about a failure at this table."""

    def table_changed(self, table: TableControl) -> None:
        self.post_message(self.TableChanged(table))

    # state that others ask for

    @property
    def game_running(self) -> bool:
        return any(not table.runner.over for table in self.tables)

    @property
    def on_the_table(self) -> frozenset[str]:
        return frozenset(table.runner.session.id for table in self.tables)

    @property
    def secret_up(self) -> bool:  # type: ignore[override]
        """Whether palette, screenshots and copying are off: behind the curtain, and while a secret shows."""
        return bool(self.secret.text) or any(table.secret_up for table in self.tables)

    # beginning and end

    async def opened(
        self, ready: Awaitable[LeasedSession], panel: TablePanel, playback: Playback
    ) -> TableControl | None:
        """Open a table in a panel; None if that fails: the app leaves the screen and shows the error."""
        try:
            seated = await ready
            await self.arena.in_thread(game_ui_of, seated.info)  # the thread reads its module, not the loop
            table = TableControl(self, panel, seated, playback)
            if CHALLENGE in seated.session.setup.extra:
                table.runner.ghost = await self.arena.in_thread(
                    ghost_in, seated.session, self.arena.catalogue
                )
            self.tables.append(table)
            await panel.lay(table, animated=self.arena.settings.animations)
        except (BadOption, BadPlayer, BadFile, BadEvent, SaveError, InUse) as error:
            self._left_by_itself()
            self.arena.notify(str(error), severity="error", timeout=12)
            return None
        self.call_after_refresh(self._stands, table)
        return table

    def _stands(self, table: TableControl) -> None:
        """Get ready for the first move and the result, now that the table is on the screen."""
        self.arena.has_loaded(table.ready.info.id)
        self.run_worker(self._prepare(table.ready), group="prepare")

    async def _prepare(self, ready: LeasedSession) -> None:
        info, setup = ready.info, ready.session.setup

        def prepare() -> None:
            if setup.lexicon is not None:
                len(setup.lexicon.words)  # reads them here, not on the loop with the first key
            if (bot := info.bot_for(setup.lexicon, setup.source)) is not None:
                bot.prepare()

        try:
            await self.arena.in_thread(prepare)
        except BadFile as error:
            self._left_by_itself()
            self.arena.notify(str(error), severity="error", timeout=12)
            return
        await self.arena.load_ahead("result")

    async def on_unmount(self) -> None:
        """Release the sessions; all moves are saved already."""
        for table in self.tables:
            try:
                await table.runner.let_go(begun=table.runner.session.id in self.arena.unsent)
            finally:  # only then is the session free for the phones' ratings
                self.arena.door.leave(table.runner)
        if self.tables:
            self.arena.session_freed()

    def leave(self) -> None:
        """Leave the screen. Every session stays as it was saved."""
        if not self._leaving:
            self._leaving = True
            while self in self.app.screen_stack:
                self.arena.back()

    def _left_by_itself(self) -> None:
        """Leave without a key press, so that text being typed isn't a command for the screen below."""
        self.leave()
        self.arena.changed_by_itself()

    def action_back(self) -> None:
        self.action_leave()

    @abstractmethod
    def action_leave(self) -> None:
        """Esc: leave, unless something else comes first."""

    # drawing

    def on_play_screen_table_changed(self, event: TableChanged) -> None:
        """Draw what has changed, and open the dialogs that are due, one at a time."""
        if self._leaving or not self.is_attached:
            return
        if event.table.runner.left:
            self._left_by_itself()
            if event.table.runner.game_failed:
                self.arena.notify(event.table.runner.game_failed, severity="error", timeout=12)
            return
        self.show(event.table)
        if event.table.runner.play.steps:  # by then the bots have read their data
            self.arena.has_loaded(f"{event.table.ready.info.id}, played")
        for table in self.tables:
            if not any(one.asking for one in self.tables):
                table.ask_what_to_do()
        self.refresh_bindings()

    def on_screen_suspend(self) -> None:
        """Keep the text that was typed but not sent: the person may leave the table from here."""
        for table in self.tables:
            unsent = table.unsent or table.panel.unsent
            if unsent is not None and not table.runner.over:
                self.arena.unsent[table.runner.session.id] = unsent

    def on_screen_resume(self) -> None:
        """Draw what has changed while another screen was open."""
        for table in self.tables:
            self.arena.unsent.pop(table.runner.session.id, None)
            table.changed()

    # watching

    def _pace(self, act: Callable[[Playback], None]) -> None:
        for playback in self.playbacks:
            act(playback)
        self.draw()

    def action_pause(self) -> None:
        self._pace(Playback.pause)

    def action_step(self) -> None:
        self._pace(Playback.step)

    def action_faster(self) -> None:
        self._pace(Playback.faster)

    def action_slower(self) -> None:
        self._pace(Playback.slower)

    @work(group="peek", exclusive=True)
    async def action_secret(self) -> None:
        """Show a watcher the secret until the next press or for a few seconds; running games are marked."""
        if self.secret.text:
            self.secret.hide()
            return
        found = None
        for table in self.tables:
            if not table.runner.over:
                found = await table.runner.peek() or found
        if not found:
            self.tell("There's no secret yet.")
            return
        listed = {n: ", ".join(v) if isinstance(v, list | tuple) else v for n, v in found.items()}
        shown = [f"{name}: {value}" for name, value in listed.items()]
        self.secret.show(self.glyphs.dotted([*shown, self.MARKED]))

    @abstractmethod
    def tell(self, text: str) -> None:
        """Show the person a sentence."""


def follow(runner: SessionRunner, arena: Arena) -> None:
    """Let the caster follow a session in play, as the settings say."""
    settings = arena.settings
    if settings.caster == "off":
        return
    entry = arena.registry.book.all.get(settings.caster_model) if settings.caster_model else None
    model = CasterModel(arena.registry, entry, runner.players.budget) if entry is not None else None
    arena.spoken.begin(str(runner.session.setup.extra.get(PARTY) or runner.session.id))
    LiveCaster(runner, cast("Manner", settings.caster), arena.spoken, arena.in_thread, model)


def with_mind(cast: Cast, runner: SessionRunner, arena: Arena) -> Cast:
    """The player who takes a seat; a bot thinks with the model of the settings, if the session may have that."""
    name, book = arena.settings.bots_mind, arena.registry.book
    if cast.kind != "bot" or cast.asks or name not in book.all or not may_think(runner.session.setup):
        return cast
    return thinking(cast, name, book)


async def tell_of_mind(runner: SessionRunner, arena: Arena) -> None:
    """Say once, for each model with which bots think, what that means for privacy."""
    name = next((one.asks for one in runner.cast.values() if one.kind == "bot" and one.asks), "")
    entry = arena.registry.book.all.get(name)
    if entry is None or runner.is_blind or arena.settings.mind_told == name:
        return
    here = "It runs on this machine, so nothing you say leaves it."
    there = f"Everything said at the table is sent to {entry.provider}."
    told = here if entry.runs_here else there
    arena.notify(f"If a bot's own rules don't know what to say, the bot asks {name}. {told}", timeout=10)
    await arena.change_settings(mind_told=name)


async def another_player(
    screen: ArenaScreen, table: TableControl, seat: str | None
) -> tuple[str, Cast] | str | None:
    """Ask for another player for a seat, as `ControlledScreen.another_player`."""
    arena, runner = screen.arena, table.runner
    with arena.keys_in_turn.kept():  # the next keys are meant for the dialog
        models = await arena.in_thread(seatable_models, arena.store, arena.registry, runner.info)
    known_seats = [one for one in runner.play.seats if one in runner.cast] if seat is None else [seat]
    at, names = known_seats[0], table.hotseat.names
    while True:
        if len(known_seats) > 1:
            choices = seat_choices(known_seats, runner.cast, names, blind=runner.is_blind)
            picked = await arena.push_screen_wait(Picker("Change a player: which seat?", choices, at))
            if picked is None:
                return None
            at = picked
        players = candidates(
            at,
            runner.cast,
            arena.settings.name,
            bots=runner.info.has_bot,
            models=models,
            guests=arena.door.names,
            blind=runner.is_blind,
        )
        title = f"Who takes over from {name_for(first_name(names[at]), NAME)} as {at.replace('_', ' ')}?"
        chosen = await arena.push_screen_wait(PlayerPicker(title, players))
        if chosen is not None:
            return chosen if isinstance(chosen, str) else (at, with_mind(chosen, runner, arena))
        if len(known_seats) == 1:
            return None

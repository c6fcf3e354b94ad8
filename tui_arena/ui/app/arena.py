"""The app as its screens see it, and the screens as the app sees them.

The app imports a screen by name when it is first opened, so the first frame waits for none of them.
"""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

from textual.app import App
from textual.notifications import SeverityLevel
from textual.screen import ModalScreen, Screen, SystemModalScreen

from tui_arena.config import BadFile, Paths, read_settings, write_settings
from tui_arena.config.process import command_line, origin
from tui_arena.core.signs import lacking
from tui_arena.core.text import clean
from tui_arena.ui.app.bars import KeyBar
from tui_arena.ui.app.keys_in_turn import TypeAhead
from tui_arena.ui.app.themes import DEFAULT, Themes, read_themes
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.room.door import Door

if TYPE_CHECKING:
    from tui_arena.batch.sweep import BenchPlan
    from tui_arena.core.session import Session
    from tui_arena.data import Catalogue, GameInfo
    from tui_arena.players.models.registry import ModelRegistry
    from tui_arena.players.new_session import Opening, Regulars
    from tui_arena.players.party import PartyState
    from tui_arena.players.seating import Cast
    from tui_arena.save.filters import Filter
    from tui_arena.save.store import Store
    from tui_arena.table.caster import Spoken
    from tui_arena.table.notes import Comments
    from tui_arena.table.opening import Duel
    from tui_arena.table.spectators import TurnClock
    from tui_arena.ui.app.ending import AppEnding
    from tui_arena.ui.app.keys_in_turn import KeysInTurn
    from tui_arena.ui.app.sound import Sound
    from tui_arena.ui.models.getting import Getting
    from tui_arena.ui.widgets.answer_bar import Unsent

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

_LOCK = RLock()

AHEAD: Mapping[str, Sequence[str]] = {
    "table": ("tui_arena.ui.home.plays", "tui_arena.table.opening", "tui_arena.ui.table.screen"),
    "result": ("tui_arena.ui.result.screen",),
}
"""The modules that a screen needs, whatever the game, and the way to it."""


def terminal_lacks() -> str | None:
    """The encoding of the app's terminal if it lacks signs; None if it has them all."""
    return lacking(getattr(sys.__stderr__ or sys.__stdout__, "encoding", None))


class once(Generic[T]):  # noqa: N801  (a decorator, named like `property`)
    """A property that is computed once. Unlike with `cached_property`, other threads wait for the value."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> T:
        with _LOCK:
            made: dict[str, T] = vars(instance)
            if self._name not in made:
                made[self._name] = self._make(instance)
            return made[self._name]


def _load_game(info: GameInfo) -> None:
    """Import the code of a game, and read the texts of its bots, its host and its caster."""
    from tui_arena.data.narration import moment_lines  # noqa: PLC0415  (the first frame needs nothing of this)
    from tui_arena.data.personas import characters  # noqa: PLC0415  (as above)

    for module in (info.board, info.has_bot and f"{info.package}.bot"):
        if module:
            importlib.import_module(module)
    with suppress(BadFile):  # a table does without the texts, or reports it
        _ = info.speech, moment_lines(info.folder), characters()


def query_errors() -> tuple[type[Exception], ...]:
    """The errors whose texts are shown when a query fails. They are imported only after a failure."""
    from tui_arena.core.events import BadEvent  # noqa: PLC0415
    from tui_arena.save.errors import SaveError  # noqa: PLC0415
    from tui_arena.save.filters import BadFilter  # noqa: PLC0415

    return BadFilter, BadFile, BadEvent, SaveError


def is_panel(screen: Screen[Any]) -> bool:
    """Whether a screen is one of the app's own panels over another screen."""
    return isinstance(screen, ModalScreen) and not isinstance(screen, SystemModalScreen)


class StackedScreen(Screen[None]):
    """The interface that the app uses of each open screen."""

    secret_up: bool = False
    """Whether the screen shows a secret or a curtain. If so, palette, screenshot and copy are unavailable."""

    @property
    def game_running(self) -> bool:
        """Whether quitting the app from this screen should ask first."""
        return False

    @property
    def people_here(self) -> Collection[str]:
        """The names of people at the keyboard who are about to play. A guest can't take one of these names."""
        return ()

    @property
    def on_the_table(self) -> frozenset[str]:
        """The ids of the sessions that are played on this screen."""
        return frozenset()

    def session_freed(self) -> None:
        """React when a table that was left has released its session, which can now be resumed."""

    def show_notices(self) -> None:
        """React to notices that were added after this screen was opened."""


class Arena(App[None]):
    """The app as a screen uses it: stored and loaded things, messages, and the ways to other screens."""

    ending: AppEnding
    keys_in_turn: KeysInTurn

    def __init__(self, paths: Paths, now: Callable[[], datetime]) -> None:
        """Read the settings, but nothing else before it is needed. `now` returns the local, zoned time."""
        super().__init__()
        self.paths = paths
        self.now = now
        self.settings, self.notices = read_settings(paths)
        """The user's settings, and notices to show, one sentence each."""
        self.lacking = None if self.is_web else terminal_lacks()
        """The terminal's encoding if it lacks signs; otherwise None."""
        self.glyphs = Glyphs(self.ascii, self.settings.marks or self.no_color)
        self.type_ahead = TypeAhead()
        self.door = Door(self)
        """The entrance to the room of phones."""
        self.regulars: Regulars = {}
        """The bots' identities while this app runs."""
        self.unsent: dict[str, Unsent] = {}
        """The unsent texts at tables that were left while this app runs, by session."""
        self.turn_clocks: dict[str, TurnClock] = {}
        """The turn clock of each party table that was open while this app runs, by session."""
        self.getting: Getting | None = None
        """The last download of a model; None before the first."""
        self.refused: str | None = None
        """Why the save file can't be opened, which ends the app. None if it can, or before the first try."""
        self.loaded: Callable[[], None] | None = None
        """Called after much has been loaded for good: after the first frame, after each game's first table has opened,
        and after the first move at a table."""
        self.freed: Callable[[], None] | None = None
        """Called after the data of the previous game was unloaded, before the next game loads."""
        self._shown: set[str] = set()
        self._game = ""
        """The id of the game whose table was opened last."""
        self._asked = False
        """Whether anything has asked for the save file."""
        self._left = False
        """Whether the app is closing."""
        self._saving = asyncio.Lock()

    # loaded at the first use

    @once
    def catalogue(self) -> Catalogue:
        from tui_arena.data import Catalogue  # noqa: PLC0415  (the first frame needs nothing that is imported here)

        found = Catalogue(self.paths.config)
        self.notices += found.game_faults
        return found

    @once
    def store(self) -> Store:
        """The save file. Raises SaveError if it can't be opened, and then the app ends."""
        from tui_arena.save.store import SaveError, open_store  # noqa: PLC0415

        self._asked = True
        if self._left:
            raise SaveError("the app is closing")
        try:
            opened = open_store(self.paths.save_file, self.catalogue)
        except SaveError as error:
            self.refused = str(error)
            raise
        self.notices += opened.notices
        with suppress(SaveError):  # the next start reports it
            opened.store.go_on_rereading()
        return opened.store

    @property
    def writable(self) -> bool:
        """Whether the save file is open and can be changed. Asking doesn't open the file."""
        return "store" in self.__dict__ and not self.store.read_only

    @once
    def registry(self) -> ModelRegistry:
        """The models that can take a seat."""
        from tui_arena.players.models.registry import ModelRegistry  # noqa: PLC0415
        from tui_arena.players.models.requests import Purse, SpendingLimits  # noqa: PLC0415

        found = ModelRegistry(self.paths, self.catalogue, threaded=True)
        found.purse = Purse(
            lambda: self.store, lambda: SpendingLimits(self.settings.limit_day_usd, self.settings.limit_usd)
        )
        self.notices += found.notices
        return found

    @once
    def comments(self) -> Comments:
        """The comments that the bots' characters have made while this app runs."""
        from tui_arena.table.notes import Comments  # noqa: PLC0415

        return Comments()

    @once
    def spoken(self) -> Spoken:
        """The lines that the caster has said this evening."""
        from tui_arena.table.caster import Spoken  # noqa: PLC0415

        return Spoken()

    @once
    def themes(self) -> Themes:
        """All available themes."""
        found = read_themes(self.catalogue)
        self.notices += found.faults
        for theme in found.loaded:
            self.register_theme(theme)
        return found

    @once
    def _sound(self) -> Sound:
        from tui_arena.ui.app.sound import Sound  # noqa: PLC0415

        return Sound(self.paths.sounds, lambda: self.settings.sound)

    def read_the_rest(self) -> None:
        """Load what a key may need next, and collect its notices. Runs in a thread."""
        _ = self.registry, self.themes
        origin(command_line())  # every new session records it, and the first call is slow

    async def load_ahead(self, screen: str) -> None:
        """Import what a screen of `AHEAD` needs, in a thread, while nobody waits for it."""
        for module in AHEAD[screen]:
            if not self._left:
                await self.in_thread(importlib.import_module, module)

    async def load_games_ahead(self) -> None:
        """Load the code and the texts of the shipped games, but no decks, while nobody waits for it."""
        for info in self.catalogue.games.values():
            if not (self._left or info.is_foreign):
                await self.in_thread(_load_game, info)

    def has_loaded(self, what: str) -> None:
        """Record that home, a game or its bots were loaded. Only the first time counts."""
        if self.loaded is not None and what not in self._shown:
            self._shown.add(what)
            self.loaded()

    def cleared(self, game: Callable[[], str], ready: Callable[[], T]) -> Callable[[], T]:
        """Returns a function that unloads the last table's game and then calls `ready`. It runs in a thread."""

        def opened() -> T:
            self.clear_table(game())
            return ready()

        return opened

    def clear_table(self, game: str) -> None:
        """Unload the decks and bots of the previous game, if this is another game. Runs in a thread.

        The data of one game takes as much memory as everything else in the app.
        """
        before, self._game = self._game, game or self._game
        if before and game and before != game:
            self.catalogue.let_go()
            self._shown = {what for what in self._shown if what.partition(",")[0] not in self.catalogue.games}
            if self.freed is not None:
                self.freed()

    # settings

    async def change_settings(self, **changes: Any) -> str | None:
        """Apply and save changed settings. Returns a sentence if they couldn't be saved; otherwise None."""
        self.settings = replace(self.settings, **changes)
        self._apply_settings()
        return await self._save_settings()

    def preview_theme(self, name: str) -> None:
        """Show a theme without choosing it."""
        if self.themes.named(name):
            self.theme = name

    def _apply_settings(self) -> None:
        self.glyphs = Glyphs(self.ascii, self.settings.marks or self.no_color)
        self.set_class(self.ascii, "-ascii")
        self.animation_level = "full" if self.settings.animations else "none"
        if self.theme != self.settings.theme:
            self.theme = self.themes.named(self.settings.theme) or DEFAULT
        if self.settings.keys or self._keymap:
            from tui_arena.ui.app import keymap  # noqa: PLC0415  (few have keys of their own)

            self.set_keymap(keymap.readable(self.settings.keys))

    def keep_opening(self, opening: Opening) -> None:
        """Remember a game's set-up for the digit keys on the home screen."""
        from tui_arena.ui.setup.recent_setups import remember  # noqa: PLC0415  (loaded with the table)

        self.settings = remember(self.settings, opening)
        self.run_worker(self._save_settings(), group="settings")

    async def _save_settings(self) -> str | None:
        async with self._saving:
            try:
                await self.in_thread(write_settings, self.paths, self.settings)
            except BadFile as error:
                return str(error)
        return None

    # for screens

    @property
    def ascii(self) -> bool:
        """Whether everything is drawn in ASCII signs: the user wants that, or the terminal lacks others."""
        return self.settings.ascii or self.lacking is not None

    def sound(self, name: str) -> None:
        """Play a short tone, if the user wants sounds: `turn`, `reveal`, `time`, `won` or `lost`."""
        if self.settings.sound:
            self.run_worker(self.in_thread(self._sound.play, name), group="sound")

    async def in_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a call that may block, such as a query of the store, in a thread."""
        return await asyncio.to_thread(work, *args, **kwargs)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a toast, never as markup whatever `markup` says. Shows none over a secret or a curtain."""
        if self.secret_up:
            return
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def got(self) -> None:
        """Show how the download of a model has ended."""
        if self.getting is not None:
            self.notify(self.getting.outcome_line, severity="error" if self.getting.fault else "information")

    def announce(self, text: str) -> None:
        """Show a toast that everybody may read, even over a secret or a curtain."""
        super().notify(clean(text), markup=False)

    @property
    def secret_up(self) -> bool:
        """Whether any screen of the stack shows a secret or a curtain."""
        return any(isinstance(s, StackedScreen) and s.secret_up for s in self.screen_stack)

    @property
    def people_here(self) -> list[str]:
        """The names of people at the keyboard without a seat: the host, and the people named in a set-up."""
        screens = [screen for screen in self.screen_stack if isinstance(screen, StackedScreen)]
        return [self.settings.name, *(name for screen in screens for name in screen.people_here)]

    def changed_by_itself(self) -> None:
        """Note that the screen is about to change by itself. Dead single keys are grey in the footer."""
        self.type_ahead.changed()
        self._show_dead_keys()

    def shown_at_last(self) -> None:
        """Note that a screen has loaded and now shows its content. It may have opened without a key."""
        self.type_ahead.shown()
        self._show_dead_keys()

    def _show_dead_keys(self) -> None:
        if not self.screen_stack:
            return
        dead = self.type_ahead.dead
        for bar in self.screen.query(KeyBar):
            bar.dead = dead
        if dead:
            self.set_timer(0.1, self._show_dead_keys)

    # from screen to screen

    def back(self) -> None:
        """Go to the screen before this one. Home stays open."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    @property
    def game_running(self) -> bool:
        """Whether a game is being played, even if other screens cover it."""
        return any(isinstance(s, StackedScreen) and s.game_running for s in self.screen_stack)

    @property
    def on_the_table(self) -> frozenset[str]:
        """The ids of the sessions that are played on any open screen."""
        ids = [s.on_the_table for s in self.screen_stack if isinstance(s, StackedScreen)]
        return frozenset().union(*ids)

    def session_freed(self) -> None:
        """Tell the current screen that a table that was left has released its session."""
        if self.screen_stack and isinstance(self.screen, StackedScreen):
            self.screen.session_freed()

    def open_home(self) -> None:
        """Go home from any screen."""
        self._over_home(lambda: None)

    def _over_home(self, go: Callable[[], None]) -> None:
        """Close every screen above home, then call `go`. A running game stays saved."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        go()

    def open_setup(self, game: str) -> None:
        """Open a game's set-up: who plays, and how."""
        self._open("setup.screen", "SetupScreen", game)

    def open_table(
        self,
        opening: Opening,
        *,
        watch: bool = False,
        daily: str | None = None,
        guided: bool = False,
        party: str | None = None,
    ) -> None:
        """Open a new table above home.

        `daily`: the day (YYYY-MM-DD) whose word is played. `guided`: whether the host helps. `party`: the id
        of the party that the session belongs to.
        """

        def sit() -> None:
            usual = daily is None and not guided and party is None and opening.challenge is None
            if usual and not watch:
                self.keep_opening(opening)
            new = partial(
                importlib.import_module("tui_arena.table.opening").new_table,
                self.catalogue,
                self.store,
                opening,
                daily,
                guided=guided,
                party=party,
                regulars=self.regulars,
                mind=self.settings.bots_mind,
                book=self.registry.book,
            )
            ready = self.cleared(lambda: opening.game, new)
            self._open("table.screen", "TableScreen", ready, watch=watch)

        self._over_home(sit)

    def open_duel(
        self, opening: Opening, seat: str | None = None, casts: tuple[Cast, Cast] | None = None
    ) -> None:
        """Open a duel: two players with the same secret, side by side. Asks for players if none are given."""
        at_keyboard = {seat: replace(one, guest="") for seat, one in opening.cast.items()}
        # a phone can't show two tables, and a duel is about its two players, so they aren't hidden
        opening = replace(opening, cast=at_keyboard, blind=False)

        def begin(duel: Duel | None) -> None:
            if duel is not None:
                self._over_home(lambda: self._open("table.duel_screen", "DuelScreen", duel))

        if casts is None or seat is None:
            dialog = importlib.import_module("tui_arena.ui.table.dialogs")
            info = self.catalogue.game(opening.game)
            self.push_screen(dialog.DuelDialog(opening, info, self.registry.book, seat), begin)
        else:
            begin(importlib.import_module("tui_arena.table.opening").Duel(opening, seat, casts))

    def open_party_setup(self, party_state: PartyState | None = None) -> None:
        """Open the form of a party: who plays, and what. `party_state`: a running party to be changed."""
        self._open("party.setup_screen", "PartySetupScreen", party_state)

    def open_party(self, party: str) -> None:
        """Open a party's scoreboard directly above home."""
        self._over_home(lambda: self.look_at_party(party))

    def look_at_party(self, party: str) -> None:
        """Open a party's scoreboard over the current screen."""
        self._open("party.screen", "PartyScreen", party)

    def open_lobby(
        self, *, lan: bool = False, opening: Opening | None = None, seats: Sequence[str] = ()
    ) -> None:
        """Open the lobby, where phones join. `lan`: whether phones in this network may join from the start.

        `opening`: the table that the host starts in the lobby, with the players who have joined on these
        `seats`.
        """
        self._open("room.screen", "LobbyScreen", lan=lan, opening=opening, seats=seats)

    def open_parties(self) -> None:
        """Open the list of all parties."""
        self._open("party.screen", "PartyHistoryScreen")

    def resume_table(self, session_id: str) -> None:
        """Open the table of an unfinished session, or return to the table if it is already open."""
        if session_id not in self.on_the_table:
            resumed = importlib.import_module("tui_arena.table.opening").resumed_table
            ready = self.cleared(
                partial(self.store.game_of, session_id),
                partial(resumed, self.catalogue, self.store, session_id),
            )
            self._over_home(lambda: self._open("table.screen", "TableScreen", ready))
            return
        while isinstance(self.screen, StackedScreen) and not self.screen.on_the_table:
            self.pop_screen()

    def open_result(self, session_id: str) -> None:
        """Open the result of a finished session as soon as the session is read."""
        self.screen.run_worker(self.show_result(session_id), group="result", exclusive=True)

    async def show_result(self, session_id: str, first: Callable[[], None] = lambda: None) -> None:
        """Read a result and open it, in a worker. Until then the current screen stays, and keys wait.

        `first` is called before the result opens, and also if it can't be read.
        """
        with self.keys_in_turn.kept():
            for module in AHEAD["result"]:
                await self.in_thread(importlib.import_module, module)  # the loop would stand still meanwhile
            screen = cast("Any", self._screen("result.screen", "ResultScreen", session_id))
            found = await screen.read()
            if not self._left:
                first()
                if found:
                    self.push_screen(screen)

    def open_first(self, opening: Opening) -> None:
        """Open the table that the command line describes."""
        from tui_arena.core.options import BadOption  # noqa: PLC0415  (most begin at home)
        from tui_arena.players.new_session import people_seated  # noqa: PLC0415
        from tui_arena.players.seating import BadPlayer  # noqa: PLC0415

        info = self.catalogue.game(opening.game)
        try:
            self.open_table(people_seated(opening, info, self.settings.name))
        except (BadOption, BadPlayer, BadFile) as error:
            self.notify(str(error), severity="error")

    def open_sessions(self, player: str | None = None, run: str | None = None) -> None:
        """Open the list of saved sessions, of one player (`kind:name`) or of one run if these are given."""
        self._open("sessions.screen", "SessionsScreen", player, run)

    def open_replies(self, **source: Any) -> None:
        """Open a list of replies; `source`: the fields of `Source`; without them, all replies of models."""
        found = importlib.import_module("tui_arena.ui.replay.replies_presenter").Source(**source)
        self._open("replay.replies_screen", "RepliesScreen", found)

    def open_replay(self, source: str | Path, at: str = "", *, plays: bool = False) -> None:
        """Replay a saved session (by id) or a shipped demo (by path). `at`: `last` starts at its last turn.

        `plays`: whether the replay runs by itself.
        """
        self._open("replay.screen", "ReplayScreen", source, at, plays=plays)

    def open_side_by_side(self, session_id: str) -> None:
        """Open the two games of a challenge side by side."""
        self._open("challenge.ghost", "SideBySideScreen", session_id)

    def open_coach(self, info: GameInfo, session: Session) -> None:
        """Open the coach: a player's report on the play in a finished session."""
        self._open("inquiry.screen", "CoachScreen", info, session)

    def open_audit(self, info: GameInfo, session: Session) -> None:
        """Ask the judge of a session again."""
        self._open("inquiry.screen", "AuditScreen", info, session)

    def open_you(self, kind: str = "human", name: str = "") -> None:
        """Open a player's page; without a name, the page of the person at the keyboard."""
        self._open("home.you_screen", "YouScreen", kind, name or self.settings.name)

    def open_stats(self, game: str) -> None:
        """Open the figures of a game."""
        self._open("stats.screen", "StatsScreen", game)

    def open_plots(self, wanted: Filter) -> None:
        """Open plots of the results of the sessions that pass a filter."""
        self._open("stats.plots_screen", "PlotScreen", wanted)

    def open_rankings(self, wanted: Filter) -> None:
        """Open the rankings: who is better than whom, and by which figure."""
        self._open("stats.rankings_screen", "RankingsScreen", wanted)

    def open_compare(self, wanted: Filter, first: str | None = None) -> None:
        """Open a comparison of two players of a game. `first`: one of the two, as `kind:name`."""
        self._open("stats.compare_screen", "CompareScreen", wanted, first)

    def open_analyse(self, ids: Sequence[str]) -> None:
        """Ask a player what it would have thought likely in saved sessions."""
        self._open("inquiry.retrospective_screen", "RetrospectiveScreen", ids)

    def open_settings(self) -> None:
        """Open the settings."""
        self._open("app.settings_screen", "SettingsScreen")

    def open_models(self) -> None:
        """Open the list of models, where models can be added."""
        self._open("models.screen", "ModelsScreen")

    def open_bench(self, plan: BenchPlan) -> None:
        """Let models play the same secrets, and show the table."""
        self._open("models.bench_screen", "BenchScreen", plan, self.store, self.registry)

    def open_personas(self, game: str) -> None:
        """Open the list of personas for a game's seats, where personas can be added."""
        self._open("setup.personas_screen", "PersonasScreen", game)

    def action_help(self) -> None:
        """F1: open the help for the current screen or panel, or close the help."""
        if type(self.screen).__name__ == "HelpScreen":
            self.back()
        elif isinstance(self.screen, StackedScreen) or is_panel(self.screen):
            self._open("app.help", "HelpScreen", self.screen)

    def action_open(self, name: str) -> None:
        """Go to `home`, `you`, `sessions`, `parties`, `models`, `settings` or `phones`, for bindings."""
        ways = {
            "home": self.open_home,
            "you": self.open_you,
            "sessions": self.open_sessions,
            "parties": self.open_parties,
            "models": self.open_models,
            "settings": self.open_settings,
            "phones": self.open_lobby,
        }
        ways[name]()

    def _open(self, module: str, name: str, *args: object, **kwargs: object) -> None:
        if not self._left:  # a screen would find its widgets gone
            self.push_screen(self._screen(module, name, *args, **kwargs))

    def _screen(self, module: str, name: str, *args: object, **kwargs: object) -> Screen[None]:
        """Returns a screen of the class `name` in a module under `tui_arena.ui`."""
        found = importlib.import_module(f"tui_arena.ui.{module}")
        return cast("Screen[None]", getattr(found, name)(*args, **kwargs))

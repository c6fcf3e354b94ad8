"""How one gets from screen to screen.

Law: screens are imported when they are first opened, so that the first frame waits for none of them.
Home lies below everything; a table lies right above home, so that leaving it leads home.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import App
from textual.screen import Screen

from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.opening import Opening
from tui_arena.players.seating import Cast
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.dialog import leave_dialog

if TYPE_CHECKING:
    from tui_arena.analysis.aggregate import Filter
    from tui_arena.players.party import Evening
    from tui_arena.ui.duel import Duel


class Navigation(App[None]):
    """The ways of the app; `ArenaApp` adds what is to be found there."""

    def keep_opening(self, opening: Opening) -> None:
        """Remember how a game is played, for the digit on the home screen."""
        raise NotImplementedError

    def back(self) -> None:
        """To the screen before this one; home stays."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    @property
    def game_running(self) -> bool:
        """Whether a game is played, if under other screens."""
        return any(isinstance(s, ArenaScreen) and s.game_running for s in self.screen_stack)

    @property
    def on_the_table(self) -> frozenset[str]:
        """Ids of the sessions that are played in the stack."""
        ids = [s.on_the_table for s in self.screen_stack if isinstance(s, ArenaScreen)]
        return frozenset().union(*ids)

    def session_freed(self) -> None:
        """A table that was left has let go of its session: tell the screen that shows now."""
        if self.screen_stack and isinstance(self.screen, ArenaScreen):
            self.screen.session_freed()

    def open_home(self) -> None:
        """Home, whatever lies above it; a running game is left only after a question."""
        self._over_home(lambda: None)

    def _over_home(self, go: Callable[[], None]) -> None:
        """Take away what lies above home, then go on. A running game is left only after a question."""

        def cleared() -> None:
            while len(self.screen_stack) > 1:
                self.pop_screen()
            go()

        if self.game_running:
            self.push_screen(leave_dialog(), lambda said: cleared() if said == "leave" else None)
        else:
            cleared()

    def open_setup(self, game: str) -> None:
        """Who plays, and how."""
        self._open("setup", "SetupScreen", game)

    def open_table(
        self,
        opening: Opening,
        *,
        watch: bool = False,
        daily: str | None = None,
        guided: bool = False,
        party: str | None = None,
    ) -> None:
        """A new table over home. `daily`: the word of that day (YYYY-MM-DD). `guided`: the host helps.

        `party`: the id of the party that it is played at.
        """

        def sit() -> None:
            if not watch and daily is None and not guided and party is None:
                self.keep_opening(opening)
            self._open("table", "TableScreen", opening, watch=watch, daily=daily, guided=guided, party=party)

        self._over_home(sit)

    def open_duel(
        self, opening: Opening, seat: str | None = None, casts: tuple[Cast, Cast] | None = None
    ) -> None:
        """Two players on one secret, side by side; asks who where that is not said."""

        def begin(duel: Duel | None) -> None:
            if duel is not None:
                self._over_home(lambda: self._open("duel", "DuelScreen", duel))

        if casts is None or seat is None:
            dialog = importlib.import_module("tui_arena.ui.screens.duel_dialog")
            self.push_screen(dialog.DuelDialog(opening, seat), begin)
        else:
            begin(importlib.import_module("tui_arena.ui.duel").Duel(opening, seat, casts))

    def open_party_setup(self, evening: Evening | None = None) -> None:
        """Who plays at a party, and what. `evening`: one that has begun, to be changed."""
        self._open("party_setup", "PartySetupScreen", evening)

    def open_party(self, party: str) -> None:
        """The scoreboard of a party, right above home."""
        self._over_home(lambda: self.look_at_party(party))

    def look_at_party(self, party: str) -> None:
        """The scoreboard of a party, over the screen that asks."""
        self._open("party", "PartyScreen", party)

    def open_evenings(self) -> None:
        """The parties that there were."""
        self._open("evenings", "EveningsScreen")

    def resume_table(self, session_id: str) -> None:
        """The table of an unfinished session; back to it if it is played below."""
        if session_id not in self.on_the_table:
            self._over_home(lambda: self._open("table", "TableScreen", resume=session_id))
            return
        while isinstance(self.screen, ArenaScreen) and not self.screen.on_the_table:
            self.pop_screen()

    def open_result(self, session_id: str) -> None:
        """How a finished session came out, over the screen that asks."""
        self._open("result", "ResultScreen", session_id)

    def open_sessions(self) -> None:
        """Every saved session."""
        self._open("sessions", "SessionsScreen")

    def open_replay(self, source: str | Path, at: str = "") -> None:
        """Replay of a saved session (by id) or of a shipped demo (by path). `at`: `last` for its last turn."""
        self._open("replay", "ReplayScreen", source, at)

    def open_coach(self, info: GameInfo, session: Session) -> None:
        """How a session that is over was played, as somebody says."""
        self._open("coach", "CoachScreen", info, session)

    def open_audit(self, info: GameInfo, session: Session) -> None:
        """The judge of a session is asked again."""
        self._open("audit", "AuditScreen", info, session)

    def open_stats(self, game: str) -> None:
        """The figures of a game."""
        self._open("stats", "StatsScreen", game)

    def open_plots(self, wanted: Filter) -> None:
        """Pictures of what the sessions of a filter came to."""
        self._open("plots", "PlotScreen", wanted)

    def open_rankings(self, wanted: Filter) -> None:
        """Who is better than whom, by what."""
        self._open("rankings", "RankingsScreen", wanted)

    def open_compare(self, wanted: Filter, first: str | None = None) -> None:
        """Two players of a game side by side. `first`: one of them, as `kind:name`."""
        self._open("compare", "CompareScreen", wanted, first)

    def open_analyse(self, ids: Sequence[str]) -> None:
        """A player is asked what it would have taken for likely in saved sessions."""
        self._open("analyse", "AnalyseScreen", ids)

    def open_settings(self) -> None:
        """What the user may choose."""
        self._open("settings", "SettingsScreen")

    def open_models(self) -> None:
        """The models that there are, and how one gets another."""
        self._open("models", "ModelsScreen")

    def open_personas(self, game: str) -> None:
        """Who the seats of a game can be, and how one makes another."""
        self._open("personas", "PersonasScreen", game)

    def open_help(self) -> None:
        """The keys of the screen one is on, and how to play."""
        self._open("help", "HelpScreen", self.screen)

    def action_help(self) -> None:
        """F1: open the help, or close it."""
        if type(self.screen).__name__ == "HelpScreen":
            self.back()
        elif isinstance(self.screen, ArenaScreen):
            self.open_help()

    def action_open(self, name: str) -> None:
        """Go to `home`, `sessions`, `evenings`, `models`, `settings`; for bindings and the palette."""
        ways = {
            "home": self.open_home,
            "sessions": self.open_sessions,
            "evenings": self.open_evenings,
            "models": self.open_models,
            "settings": self.open_settings,
        }
        ways[name]()

    def _open(self, module: str, name: str, *args: object, **kwargs: object) -> None:
        found = importlib.import_module(f"tui_arena.ui.screens.{module}")
        self.push_screen(cast("Callable[..., Screen[None]]", getattr(found, name))(*args, **kwargs))

"""The history of parties: who played, and the final scores."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.core.language.sentences import counted
from tui_arena.players.party import Party, PartyState
from tui_arena.players.party_store import delete_party, parties
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.party.presenter import day_of, progress, score_line, title_of
from tui_arena.ui.widgets.dialogs import agreed

NONE_YET = "No parties yet. Press esc, then p: people, games, a running score."
PAGE = 50
"""Parties read at a time."""
GONE = "The evening and its scores will be gone. Its games stay in your sessions."


class PartyHistoryScreen(ArenaScreen):
    """The list of parties. Enter opens a party's scoreboard, del deletes the party."""

    TITLE = "EVENINGS"
    CSS_PATH = "history_screen.tcss"
    AUTO_FOCUS = "OptionList"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", "Look", id="evenings.look"),
        Binding("n", "new", "New evening", id="evenings.new"),
        Binding("x,delete", "delete", "Delete", key_display="x", id="evenings.delete"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.parties: list[PartyState] = []
        self._complete = False
        """Whether no more parties follow."""

    def body(self) -> ComposeResult:
        yield OptionList(classes="plain", markup=False)
        yield Static(say(NONE_YET), id="none", markup=False)

    def on_mount(self) -> None:
        self.query_one("#none").display = False

    def on_screen_resume(self) -> None:
        self.load()

    @work(exclusive=True, group="evenings")
    async def load(self) -> None:
        """Read the newest parties, as many as are listed, and list them."""
        found = await self._read(max(PAGE, len(self.parties)))
        if found is None:
            return
        self.parties = found
        shown = self.query_one(OptionList)
        at = shown.highlighted or 0
        shown.clear_options()
        shown.add_options(self._option(party_state) for party_state in self.parties)
        shown.highlighted = min(at, len(self.parties) - 1) if self.parties else None
        shown.display = bool(self.parties)
        self.query_one("#none").display = not self.parties
        self.refresh_bindings()

    @work(exclusive=True, group="evenings")
    async def load_more(self) -> None:
        """Read the parties before those that are listed."""
        found = await self._read(PAGE, before=self.parties[-1].party.id)
        if found:
            self.parties += found
            self.query_one(OptionList).add_options(self._option(party_state) for party_state in found)

    async def _read(self, most: int, *, before: str = "") -> list[PartyState] | None:
        """Some parties; None: they could not be read, or the screen is closing."""
        arena = self.arena
        place = arena.store, arena.catalogue, arena.registry.book
        found = await self.looked_up(parties, *place, most, before=before)
        if found is None or not self.query("#none"):
            return None
        self._complete = len(found) < most
        return found

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """At the last party that is listed, read those before it."""
        if event.option_index == len(self.parties) - 1 and not self._complete:
            self.load_more()

    def _option(self, party_state: PartyState) -> Option:
        return Option(self._line(party_state), party_state.party.id)

    def _line(self, party_state: PartyState) -> Content:
        dot = f" {self.glyphs.dot} "
        facts = [day_of(party_state, self.arena.now().tzinfo), counted(party_state.finished, "game")]
        if not party_state.over:
            facts.append(progress(party_state))
        return Content.assemble(
            say(title_of(party_state.party), "bold"),
            "\n",
            say(f"  {score_line(party_state)}"),
            say(dot + dot.join(filter(None, facts)), "$foreground-muted"),
        )

    @property
    def _chosen(self) -> Party | None:
        """The party under the cursor; None: there is none."""
        at = self.query_one(OptionList).highlighted
        return None if at is None else self.parties[at].party

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("look", "delete") or bool(self.parties)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.arena.look_at_party(str(event.option_id))

    def action_look(self) -> None:
        """Open the scoreboard of the party under the cursor."""
        if self._chosen is not None:
            self.arena.look_at_party(self._chosen.id)

    def action_new(self) -> None:
        """Set up a new party."""
        self.arena.open_party_setup()

    @work(exclusive=True, group="delete")
    async def action_delete(self) -> None:
        """Delete the party under the cursor, after a question."""
        party = self._chosen
        if party is None or not await agreed(
            self.app, (f"Forget {title_of(party)}?", GONE, ("Keep", "Forget"))
        ):
            return
        await self.looked_up(delete_party, self.arena.store, party.id)
        self.load()

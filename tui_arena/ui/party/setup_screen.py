"""The set-up of a party: who plays, which games, and for how many rounds.

The rows show a `PartyDraft`. A party that has begun can be changed here too, and keeps its past games.
"""

from __future__ import annotations

from typing import ClassVar, Literal, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from tui_arena.core.text import one_line
from tui_arena.players.models.check import ready_names
from tui_arena.players.party import MOST_GAMES, MOST_PLAYERS, Party, PartyState, name_of
from tui_arena.players.party_store import open_party, parties, save_party
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import SaveError, new_id
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.party.draft import HUMAN, OPEN_END, ROUNDS, PartyDraft, names_in
from tui_arena.ui.setup.setup_draft import ASK
from tui_arena.ui.widgets.dialogs import TextDialog
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, MenuRow, Picker, Rows

Kind = Literal["player", "game"]
ABOUT = {
    "player": "Left and right put somebody else here; u and d move the row.",
    "game": "Left and right change what is played, space lists all; twice is fine.",
    "rounds": "How often all games are played; an open end lasts until somebody says so.",
    "people": "Several at once: Ada, Ben, Eve.",
    "games": "One more, behind the others.",
}
JOIN = "They pass the keyboard round; bots take seats that nobody fills."


class PartySetupScreen(ArenaScreen):
    """One line for each player and each game; Enter begins."""

    TITLE = "PARTY"
    CSS_PATH = "setup_screen.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "start", "To the table", id="party_setup.start"),
        Binding("a", "join", "Add people", id="party_setup.join"),
        Binding("g", "add_game", "Add a game", id="party_setup.add_game"),
        Binding("x,delete", "remove", "Remove", id="party_setup.remove", key_display="x"),
        Binding("u", "move(-1)", "Up", id="party_setup.up"),
        Binding("d", "move(1)", "Down", id="party_setup.down"),
        Binding("n", "name", "Name", id="party_setup.name", tooltip="What the evening is called"),
        Binding("v", "evenings", "Evenings", id="party_setup.evenings", tooltip="Those there were"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, party_state: PartyState | None = None) -> None:
        """`party_state`: a running party to change; None: a new one."""
        super().__init__()
        self._party_state = party_state

    def body(self) -> ComposeResult:
        arena = self.arena
        last = self._party_state.party if self._party_state else None
        self.draft = PartyDraft.of(arena.catalogue, arena.settings, last)
        self.sub_title = "set-up of an evening" if self._party_state is None else "the evening as it goes on"
        with Rows(id="form"):
            with Horizontal(id="both"):
                with Vertical(id="left"):
                    yield Static("PEOPLE", classes="heading", markup=False)
                    for n in range(MOST_PLAYERS):
                        yield ChoiceRow(str(n + 1), [], "", about=ABOUT["player"], id=f"player-{n}")
                    yield MenuRow("a", "add people", ABOUT["people"], id="add-player")
                with Vertical(id="right"):
                    yield Static("GAMES", classes="heading", markup=False)
                    for n in range(MOST_GAMES):
                        yield ChoiceRow(str(n + 1), [], "", about=ABOUT["game"], id=f"game-{n}")
                    yield MenuRow("g", "add a game", ABOUT["games"], id="add-game")
            yield ChoiceRow("rounds", self._rounds(), self._round(), about=ABOUT["rounds"], id="rounds")
        with Vertical(id="foot"):
            yield Static(id="hint", markup=False)
            with Horizontal(id="act"):
                yield Static(id="verdict", markup=False)
                yield Button(say("To the table"), id="start", compact=True)

    def on_mount(self) -> None:
        self.redraw()
        self._first_focus()

    def on_screen_resume(self) -> None:
        self._meet()

    @work(exclusive=True, group="people")
    async def _meet(self) -> None:
        """Read who has played, which models are ready, and what the last party was."""
        arena, draft = self.arena, self.draft
        try:
            draft.people = await arena.in_thread(arena.store.people)
            draft.ready = await arena.in_thread(ready_names, arena.store, arena.registry)
            if self._party_state is None and draft == self._fresh():
                last = await arena.in_thread(parties, arena.store, arena.catalogue, arena.registry.book)
                self._take(last[0].party if last else None)
        except SaveError:
            return
        if self.query("#verdict"):  # otherwise the screen is closing
            self.redraw()
            self._first_focus()

    def _fresh(self) -> PartyDraft:
        """A new draft with the people and models that were read."""
        draft = PartyDraft.of(self.arena.catalogue, self.arena.settings, None)
        draft.people, draft.ready = self.draft.people, self.draft.ready
        return draft

    def _take(self, last: Party | None) -> None:
        """Offer the people and games of the last party, without its name."""
        if last is not None:
            people, ready = self.draft.people, self.draft.ready
            self.draft = PartyDraft.of(self.arena.catalogue, self.arena.settings, last)
            self.draft.people, self.draft.ready, self.draft.name = people, ready, ""

    def _first_focus(self) -> None:
        if self.focused is None or (self.focused.id == "add-player" and self.draft.players):
            self.query_one("#player-0" if self.draft.players else "#add-player").focus()

    # drawing

    def redraw(self) -> None:
        """Update every row to the draft."""
        draft = self.draft
        for n in range(MOST_PLAYERS):
            row = self.query_one(f"#player-{n}", ChoiceRow)
            row.display = n < len(draft.players)
            if row.display:
                choices = [Choice(t, one_line(w, NAME_CHARS), a) for t, w, a in draft.candidates(n)]
                row.offer(choices, draft.players[n])
        offers = [Choice(key, words) for key, words, _ in draft.offers()]
        for n in range(MOST_GAMES):
            row = self.query_one(f"#game-{n}", ChoiceRow)
            row.display = n < len(draft.games)
            if row.display:
                key = draft.key(draft.games[n])
                known = offers if key in [o.value for o in offers] else [Choice(key, key), *offers]
                row.offer(known, key)
        self.query_one("#add-player").display = not draft.full_table
        self.query_one("#add-game").display = not draft.full_programme
        self.query_one("#rounds", ChoiceRow).offer(self._rounds(), self._round())
        self.title = f"PARTY {self.glyphs.dot} {draft.name}" if draft.name else "PARTY"
        self._judge()

    def _rounds(self) -> list[Choice]:
        known = sorted({*ROUNDS, *([self.draft.rounds] if self.draft.rounds else [])})[-len(ROUNDS) :]
        return [*(Choice(str(n), str(n)) for n in known), Choice("", OPEN_END)]

    def _round(self) -> str:
        return str(self.draft.rounds or "")

    def _judge(self) -> None:
        problem = self.draft.problem()
        line = self.query_one("#verdict", Static)
        line.update(say(problem or self.draft.summary()))
        line.set_class(problem is not None, "-bad")
        self.query_one("#start", Button).disabled = problem is not None
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        draft = self.draft if hasattr(self, "draft") else None
        if draft is None:
            return action == "back"
        place = self._place
        return {
            "start": None if draft.problem() else True,
            "join": not draft.full_table,
            "add_game": not draft.full_programme,
            "remove": place is not None,
            "move": place is not None and len(self._list(place[0])) > 1,
        }.get(action, True)

    @on(ChoiceRow.Focused)
    def _hint(self, event: ChoiceRow.Focused) -> None:
        self._say(event.row.about)

    def on_descendant_focus(self) -> None:
        focused = self.focused
        if isinstance(focused, MenuRow):
            self._say(focused.text)
        self.refresh_bindings()

    def _say(self, hint: str) -> None:
        """Show the help of the row with the focus."""
        for line in self.query("#hint").results(Static):
            line.update(say(hint))

    @property
    def _place(self) -> tuple[Kind, int] | None:
        """The list of the row with the focus, and its position; None: no such row has the focus."""
        kind, _, n = str(self.focused.id if self.focused else "").partition("-")
        return (cast("Kind", kind), int(n)) if kind in ("player", "game") and n.isdigit() else None

    def _list(self, kind: Kind) -> list[object]:
        return cast("list[object]", self.draft.players if kind == "player" else self.draft.games)

    # choosing

    @on(ChoiceRow.Changed)
    def _changed(self, event: ChoiceRow.Changed) -> None:
        kind, _, n = str(event.row.id).partition("-")
        value = event.row.value
        if kind == "rounds":
            self.draft.rounds = int(value) if value else None
        elif kind == "game":
            self.draft.games[int(n)] = next(game for key, _, game in self.draft.offers() if key == value)
        elif value.endswith(ASK):
            self._ask_name(int(n))
        else:
            self.draft.players[int(n)] = value
        self.redraw()

    def _ask_name(self, place: int) -> None:
        def given(text: str | None) -> None:
            if text is not None:
                self.draft.players[place] = HUMAN + text
            self.redraw()

        now = self.draft.players[place]
        value = name_of(now) if now.startswith(HUMAN) else ""
        check = lambda text: self.draft.names_fault(text, place)  # noqa: E731
        self.app.push_screen(TextDialog("Who sits there?", JOIN, value, check, limit=NAME_CHARS), given)

    @work(exclusive=True, group="join")
    async def action_join(self) -> None:
        """Add people: someone who has played before, or names to type."""
        draft = self.draft
        known = [name for name in draft.people if HUMAN + name not in draft.players]
        chosen: str | None = ASK
        if known and draft.players and len(draft.people) > 1:
            choices = [Choice(ASK, "somebody new…"), *(Choice(n, one_line(n, NAME_CHARS)) for n in known)]
            chosen = await self.app.push_screen_wait(Picker("Who joins?", choices, known[0]))
        if chosen == ASK:
            limit = MOST_PLAYERS * (NAME_CHARS + 2)
            about = f"{JOIN} {ABOUT['people']}"
            chosen = await self.app.push_screen_wait(
                TextDialog("Who joins?", about, "", draft.names_fault, limit=limit)
            )
        if chosen is not None:
            draft.join(names_in(chosen))
            self.redraw()
            self.query_one(f"#player-{len(draft.players) - 1}").focus()

    @work(exclusive=True, group="join")
    async def action_add_game(self) -> None:
        """Add a game."""
        offers = {key: (words, game) for key, words, game in self.draft.offers()}
        choices = [Choice(key, words) for key, (words, _) in offers.items()]
        chosen = await self.app.push_screen_wait(Picker("Which game?", choices, choices[0].value))
        if chosen is not None:
            self.draft.games.append(offers[chosen][1])
            self.redraw()
            self.query_one(f"#game-{len(self.draft.games) - 1}").focus()

    def action_remove(self) -> None:
        """Remove the row with the focus."""
        if self._place is None:
            return
        kind, n = self._place
        rows = self._list(kind)
        rows.pop(n)
        self.redraw()
        self.query_one(f"#{kind}-{min(n, len(rows) - 1)}" if rows else f"#add-{kind}").focus()

    def action_move(self, by: int) -> None:
        """Move the row with the focus up or down."""
        if self._place is not None:
            kind, n = self._place
            to = self.draft.move(self._list(kind), n, by)
            self.redraw()
            self.query_one(f"#{kind}-{to}").focus()

    def action_name(self) -> None:
        """Ask for the name of the party."""

        def given(text: str | None) -> None:
            if text is not None:
                self.draft.name = text
                self.redraw()

        about = "It stands over the scores; left empty, the names do."
        self.app.push_screen(
            TextDialog(
                "What is the evening called?", about, self.draft.name, lambda _: None, limit=NAME_CHARS
            ),
            given,
        )

    @on(MenuRow.Chosen)
    def _chosen(self, event: MenuRow.Chosen) -> None:
        self.action_join() if event.row.id == "add-player" else self.action_add_game()

    # going on

    @on(Button.Pressed, "#start")
    @work(exclusive=True, group="start")
    async def action_start(self) -> None:
        """Save the party and go to its scoreboard."""
        if self.draft.problem() is not None:
            return
        arena = self.arena
        begun = self._party_state
        try:
            if begun is None:
                party = self.draft.party(new_id(), arena.now().isoformat(timespec="seconds"))
            else:  # it may have been changed in another window
                place = arena.store, arena.catalogue, arena.registry.book, begun.party.id
                now, _ = await arena.in_thread(open_party, *place)
                party = self.draft.changed(now or begun)
            await arena.in_thread(save_party, arena.store, party)
        except SaveError as error:
            arena.notify(str(error), severity="error", timeout=12)
            return
        arena.open_party(party.id)

    def action_evenings(self) -> None:
        """Open the history of parties."""
        self.arena.open_parties()

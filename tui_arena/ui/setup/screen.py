"""The setup screen: who sits where, and by which rules.

It knows the manifest, not the game. The rows show a `SetupDraft`. The screen says at once why the draft can't
be played, and what sessions with its models have cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from tui_arena.config import BadFile
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models.check import ready_names
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import SaveError
from tui_arena.stats.costs import table_cost
from tui_arena.table.probes.asking import has_probes
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.money import cost_in_words
from tui_arena.ui.setup.option_rows import SEAT, SeatRows, values_of, written
from tui_arena.ui.setup.recent_setups import recall, watched
from tui_arena.ui.setup.seat_model import SeatModelDialog
from tui_arena.ui.setup.setup_draft import ADD_MODEL, ASK, MODEL, PARTY, RANDOM, SetupDraft, seed_fault
from tui_arena.ui.widgets.dialogs import TextDialog, name_fault
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, Rows

ABOUT = {
    "preset": "party is kind to people; the others follow published protocols to the letter.",
    "deck": "Where the dealer draws from; your own lie in the decks folder of the config.",
    "seed": "The same seed and deck deal the same secret.",
    "model": "m says how it is asked; left and right change who sits there.",
    "probe": "Asked beside the game, before each question, what is likely; it changes nothing in the game.",
    "prompts": "The wording that models get; random draws one for each session, by its seed.",
}


class SetupScreen(ArenaScreen):
    """One line for each choice; Enter plays."""

    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "ChoiceRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", id="setup.play"),
        Binding("w", "watch", "Watch", id="setup.watch", tooltip="Bots take the seats of people"),
        Binding("d", "duel", "Duel", id="setup.duel", tooltip="Two players on one secret, side by side"),
        Binding("m", "model", "Model", id="setup.model", tooltip="How this seat asks its model"),
        Binding("p", "personas", "Personas", id="setup.personas", tooltip="Who seats can be"),
        Binding("r", "reset", "As it came", id="setup.reset"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._wanting: tuple[str, frozenset[str]] | None = None
        """The seat that waits for a new model, and the models that were ready before; None: no seat does."""
        self._cost = ""
        """What sessions with these models have cost, in words."""

    @property
    def info(self) -> GameInfo:
        """The game that is set up."""
        return self.arena.catalogue.game(self._game)

    def body(self) -> ComposeResult:
        info, settings = self.info, self.arena.settings
        book = self.arena.registry.book
        self.draft = SetupDraft(info, recall(settings, info, book), settings.name, book=book)
        self.title = info.title.upper()
        self.sub_title = "set-up"
        with Rows(id="form"):
            with Vertical(id="rules"):
                if info.variant:
                    yield self._option(info.variant)
                yield ChoiceRow(
                    "preset",
                    _plain([PARTY, *info.presets]),
                    self.draft.preset,
                    about=ABOUT["preset"],
                    id="preset",
                )
            with Horizontal(id="both"):
                with Vertical(id="left"):
                    yield Static("SEATS", classes="heading", markup=False)
                    yield SeatRows(self.draft)
                    yield ChoiceRow("prompts", [], "", about=ABOUT["prompts"], id="prompts")
                    if has_probes(info, self.arena.catalogue):
                        yield ChoiceRow("probe", [], "", about=ABOUT["probe"], id="probe")
                    yield Static("WORDS", classes="heading second", markup=False)
                    yield ChoiceRow("deck", self._decks(), self.draft.deck, about=ABOUT["deck"], id="deck")
                    yield ChoiceRow("seed", [], RANDOM, about=ABOUT["seed"], id="seed")
                with Vertical(id="right"):
                    yield Static("OPTIONS", classes="heading", markup=False)
                    for name in info.options:
                        if name != info.variant:
                            yield self._option(name)
        with Vertical(id="foot"):
            yield Static(id="hint", markup=False)
            with Horizontal(id="act"):
                yield Static(id="verdict", markup=False)
                yield Button(say("Play"), id="play", variant="primary", compact=True)
                yield Button(say("Watch"), id="watch", compact=True)

    def on_mount(self) -> None:
        self._draw()

    def on_screen_resume(self) -> None:
        self._meet()
        self._read_shelf()

    @work(exclusive=True, group="known")
    async def _read_shelf(self) -> None:
        """Read which personas there are."""
        arena, info = self.arena, self.info
        if info.minds:
            shelf = await arena.in_thread(arena.catalogue.personas, info)
            self.draft.shelf = [persona.name for persona in shelf]
            self._redraw()

    @work(exclusive=True, group="people")
    async def _meet(self) -> None:
        """Read who can be seated: people who have played, and models that answered their last test."""
        arena, draft = self.arena, self.draft
        try:
            people = await arena.in_thread(arena.store.people)
            draft.ready = await arena.in_thread(ready_names, arena.store, arena.registry)
        except SaveError:
            return
        draft.people += [p for p in people if p not in draft.people]
        draft.book = arena.registry.book
        seat, before = self._wanting or ("", frozenset(draft.ready))
        new = [name for name in draft.ready if name not in before]
        if new:
            draft.seat(seat, MODEL + new[-1])
            self._wanting = None
        self._redraw()

    def _option(self, name: str) -> ChoiceRow:
        option = self.info.options[name]
        now = self.draft.options[name]
        return ChoiceRow(
            option.label or name,
            _plain(values_of(option, now)),
            written(now),
            about=option.help,
            id=f"option-{name}",
        )

    def _decks(self) -> list[Choice]:
        decks = _plain(self.arena.catalogue.deck_names(self.info))
        return decks if self.draft.usual_deck else [Choice("", "none: the setter chooses"), *decks]

    # drawing

    def _redraw(self) -> None:
        """Draw what was read, unless the screen or its rows have gone meanwhile."""
        rows = {row.id for row in self.query(ChoiceRow)}
        if self in self.app.screen_stack and {f"seat-{seat}" for seat, _ in self.draft.seats()} <= rows:
            self._draw()

    def _draw(self) -> None:
        """Update every row to the draft."""
        options = self.draft.options
        self.query_one(SeatRows).show(self.draft)
        for name, option in self.info.options.items():
            value = options[name]
            self.query_one(f"#option-{name}", ChoiceRow).offer(
                _plain(values_of(option, value)), written(value)
            )
        seed = [Choice(RANDOM, RANDOM), Choice(ASK, "a number…", asks=True)]
        if self.draft.seed != RANDOM:
            seed.insert(1, Choice(self.draft.seed, self.draft.seed))
        self.query_one("#seed", ChoiceRow).offer(seed, self.draft.seed)
        self.query_one("#preset", ChoiceRow).offer(_plain([PARTY, *self.info.presets]), self.draft.preset)
        self._draw_models()
        if isinstance(self.focused, ChoiceRow):
            self.query_one("#hint", Static).update(say(self.focused.about))
        self._judge()

    def _draw_models(self) -> None:
        """Show the rows that matter only with a model at the table."""
        models, probed = self.draft.models(), self.draft.probed_models()
        for row in self.query("#probe").results(ChoiceRow):
            row.offer([Choice(t, one_line(w, NAME_CHARS)) for t, w in self.draft.probers()], self.draft.probe)
        prompts = self.query_one("#prompts", ChoiceRow)
        prompts.display = bool(models)
        self._cost = ""
        if models:
            prompts.offer(_plain(self.draft.prompt_variants(self._variants())), self.draft.prompts)
        if models or probed:
            self.arena.registry.start()
            self._learn_cost(models, probed)
        for seat, _ in self.draft.seats():
            row = self.query_one(f"#seat-{seat}", ChoiceRow)
            own = self.draft.own.get((seat, row.value))
            row.note = f"{len(own)} of its own" if own and seat in models else ""
            row.about = ABOUT["model"] if seat in models else SEAT

    def _variants(self) -> list[str]:
        info, catalogue = self.info, self.arena.catalogue
        return sorted({v for ask in info.asks for v in catalogue.prompt_variants(info, ask) if v})

    @work(exclusive=True, group="cost")
    async def _learn_cost(self, models: Mapping[str, str], probed: Sequence[tuple[str, str]]) -> None:
        """Find out what sessions with these models have cost; a probed model counts as a seat too."""
        arena = self.arena
        groups = {seat.name: seat.group for seat in self.info.game.seats(self.draft.options)}
        seats = [*((groups[seat], name) for seat, name in models.items()), *probed]
        try:
            cost = await arena.in_thread(table_cost, arena.store, self.info.id, seats)
        except SaveError:
            return
        self._cost = cost_in_words(cost, arena.settings)
        if self.is_attached:
            self._judge()

    def _judge(self) -> None:
        """Show whether the draft can be played; a deck that is slow to read is read in a thread."""
        if self.info.items != "words":
            self._judge_beside()
        else:
            self._judged(self.draft.problem(self.arena.catalogue))

    @work(exclusive=True, group="verdict")
    async def _judge_beside(self) -> None:
        problem = await self.arena.in_thread(self.draft.problem, self.arena.catalogue)
        if self.is_attached:
            self._judged(problem)

    def _judged(self, problem: str | None) -> None:
        verdict = self.query_one("#verdict", Static)
        verdict.update(say(problem or f"{self.draft.summary()} {self._cost}"))
        verdict.set_class(problem is not None, "-bad")
        for button in self.query(Button):
            button.disabled = problem is not None
        self.playable = problem is None
        self.refresh_bindings()

    playable = True
    """Whether the table could be opened now."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("play", "watch", "duel"):
            return True if self.playable else None
        if action == "personas":
            return self.info.minds
        return action != "model" or self._seat_with_model is not None

    @on(ChoiceRow.Focused)
    def _hint(self, event: ChoiceRow.Focused) -> None:
        self.query_one("#hint", Static).update(say(event.row.about))
        self.refresh_bindings()

    # choosing

    @on(ChoiceRow.Changed)
    def _changed(self, event: ChoiceRow.Changed) -> None:
        kind, _, name = str(event.row.id).partition("-")
        value = event.value
        self._wanting = None
        if value.endswith(ASK):
            self._ask_more(kind, name, value)
            return
        match kind:
            case "seat":
                self.draft.seat(name, value)
            case "as":
                self.draft.personas[name] = value
            case "option":
                self.draft.use(name, value)
            case "preset":
                self.draft.use_preset(value)
            case "deck":
                self.draft.deck = value
            case "seed":
                self.draft.seed = value
            case "prompts":
                self.draft.prompts = value
            case "probe":
                self.draft.probe = value
        self._draw()

    def _ask_more(self, kind: str, name: str, value: str) -> None:
        """Ask for the details of a choice that is not a value yet."""
        if value == ADD_MODEL:
            self._wanting = name, frozenset(self.draft.ready)
            self._draw()
            self.arena.open_models()
        elif kind == "as":
            self._draw()
            self.action_personas()
        else:
            self._ask(kind, name)

    def _ask(self, kind: str, name: str) -> None:
        def given(text: str | None) -> None:
            if text is not None and kind == "seat":
                self.draft.seat(name, f"human:{text}")
            elif text is not None:
                self.draft.seed = str(int(text))
            self._draw()

        if kind == "seat":
            about = f"They sit as {name}, at this keyboard."
            asked = TextDialog("Who joins?", about, "", name_fault, limit=NAME_CHARS)
        else:
            asked = TextDialog("Which seed?", ABOUT["seed"], "", seed_fault, limit=16)
        self.app.push_screen(asked, given)

    @property
    def _seat_with_model(self) -> str | None:
        """The seat that has the focus, if a model sits there; else None."""
        kind, _, seat = str(self.focused.id if self.focused else "").partition("-")
        return seat if kind == "seat" and seat in self.draft.models() else None

    def action_model(self) -> None:
        """Ask for the focused seat's wishes for its model."""
        seat = self._seat_with_model
        if seat is None:
            return
        text = dict(self.draft.seats())[seat]
        name = self.draft.models()[seat]

        def given(own: dict[str, Any] | None) -> None:
            if own is not None:
                self.draft.own[seat, text] = own
                self._draw()

        try:
            entry = self.draft.book.get(name)
        except BadFile:
            return
        own = self.draft.own.get((seat, text), {})
        self.app.push_screen(SeatModelDialog(seat, entry, own, self._variants(), self.draft.preset), given)

    def action_personas(self) -> None:
        """Open the list of personas."""
        self.arena.open_personas(self._game)

    # going on

    def action_play(self) -> None:
        """Open the table."""
        self.arena.open_table(self.draft.opening())

    def action_watch(self) -> None:
        """Open the table with bots in people's seats."""
        self.arena.open_table(watched(self.draft.opening(), self.info), watch=True)

    def action_duel(self) -> None:
        """Open a duel of two players, side by side."""
        self.arena.open_duel(self.draft.opening())

    def action_reset(self) -> None:
        """Go back to the defaults and the first cast."""
        name, people = self.arena.settings.name, self.draft.people
        book, ready, shelf = self.draft.book, self.draft.ready, self.draft.shelf
        first = recall(type(self.arena.settings)(name=name), self.info, book)
        self.draft = SetupDraft(self.info, first, name, people, book)
        self.draft.ready, self.draft.shelf = ready, shelf
        self._draw()

    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        self.action_play()

    @on(Button.Pressed, "#watch")
    def _watch(self) -> None:
        self.action_watch()


def _plain(values: list[str]) -> list[Choice]:
    return [Choice(v, one_line(v, 40)) for v in values]

"""Set-up: who sits where, and by which rules.

Law: generic over the manifest. Rows show a `Draft`; what it says can't be played is said at once.
"""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import Button, Static

from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import SaveError
from tui_arena.ui.draft import ASK, PARTY, RANDOM, Draft, seed_fault, values_of, written
from tui_arena.ui.look import say
from tui_arena.ui.remembered import recall, watched
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.rows import Choice, ChoiceRow
from tui_arena.ui.widgets.text_dialog import TextDialog, name_fault

ABOUT = {
    "preset": "party is kind to people; the others follow published protocols to the letter.",
    "deck": "Where the dealer draws from; your own lie in the decks folder of the config.",
    "seed": "The same seed and deck deal the same secret.",
    "seat": "Left and right change it, space lists all; any seat takes a person or a bot.",
}


class SetupScreen(ArenaScreen):
    """One line for each thing that can be chosen; Enter plays."""

    CSS_PATH = "setup.tcss"
    AUTO_FOCUS = "ChoiceRow"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", id="setup.play"),
        Binding("w", "watch", "Watch", id="setup.watch", tooltip="Bots take the seats of people"),
        Binding("r", "reset", "As it came", id="setup.reset"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game

    @property
    def info(self) -> GameInfo:
        """The game that is set up."""
        return self.arena.catalogue.game(self._game)

    def body(self) -> ComposeResult:
        info, settings = self.info, self.arena.settings
        self.draft = Draft(info, recall(settings, info), settings.name)
        self.title = info.title.upper()
        self.sub_title = "set-up"
        with VerticalScroll(id="form", can_focus=False):
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
                    for seat, _ in self.draft.seats():
                        yield ChoiceRow(seat, [], "", about=ABOUT["seat"], id=f"seat-{seat}")
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
        self.run_worker(self._meet_people(), group="people")

    async def _meet_people(self) -> None:
        try:
            people = await self.arena.in_thread(self.arena.store.people)
        except SaveError:
            return
        self.draft.people += [p for p in people if p not in self.draft.people]
        self._draw()

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
        return _plain(self.arena.catalogue.deck_names(self.info))

    # drawing

    def _draw(self) -> None:
        """Bring every row up to the draft."""
        options = self.draft.options
        here = options.get(self.info.variant or "", self.info.title)
        for seat, text in self.draft.seats():
            row = self.query_one(f"#seat-{seat}", ChoiceRow)
            row.disabled = not text
            players = [
                Choice(t, one_line(w, NAME_CHARS), t.endswith(ASK)) for t, w in self.draft.players(seat)
            ]
            row.offer(players if text else [Choice("", f"not in {here}")], text)
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
        self._judge()

    def _judge(self) -> None:
        problem = self.draft.problem(self.arena.catalogue)
        verdict = self.query_one("#verdict", Static)
        verdict.update(say(problem or self.draft.summary()))
        verdict.set_class(problem is not None, "-bad")
        for button in self.query(Button):
            button.disabled = problem is not None
        self.playable = problem is None
        self.refresh_bindings()

    playable = True
    """Whether the table could be opened now."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("play", "watch"):
            return True if self.playable else None
        return True

    @on(ChoiceRow.Focused)
    def _hint(self, event: ChoiceRow.Focused) -> None:
        self.query_one("#hint", Static).update(say(event.row.about))

    # choosing

    @on(ChoiceRow.Changed)
    def _changed(self, event: ChoiceRow.Changed) -> None:
        kind, _, name = str(event.row.id).partition("-")
        value = event.row.value
        if value.endswith(ASK):
            self._ask(kind, name)
            return
        match kind:
            case "seat":
                self.draft.seat(name, value)
            case "option":
                self.draft.use(name, value)
            case "preset":
                self.draft.use_preset(value)
            case "deck":
                self.draft.deck = value
            case "seed":
                self.draft.seed = value
        self._draw()

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

    # going on

    def action_play(self) -> None:
        """Sit down."""
        self.arena.open_table(self.draft.opening())

    def action_watch(self) -> None:
        """Let bots play it."""
        self.arena.open_table(watched(self.draft.opening(), self.info), watch=True)

    def action_reset(self) -> None:
        """The defaults, and the people at the table as at first."""
        name, people = self.arena.settings.name, self.draft.people
        first = recall(type(self.arena.settings)(name=name), self.info)
        self.draft = Draft(self.info, first, name, people)
        self._draw()

    @on(Button.Pressed, "#play")
    def _play(self) -> None:
        self.action_play()

    @on(Button.Pressed, "#watch")
    def _watch(self) -> None:
        self.action_watch()


def _plain(values: list[str]) -> list[Choice]:
    return [Choice(v, one_line(v, 40)) for v in values]

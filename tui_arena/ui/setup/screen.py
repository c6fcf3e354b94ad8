"""The setup screen: the seats, their players and the options of a game.

It knows the manifest, not the game. The fields show a `SetupDraft`. The screen says at once why the draft
can't be played, and how much sessions with its models have cost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button

from tui_arena.config import BadFile, ModelEntry
from tui_arena.config.models import AUTO, HELP, as_sent
from tui_arena.core.language.sentences import called_seat, listed
from tui_arena.data import DECK, GameInfo
from tui_arena.players.models.check import ready_names
from tui_arena.players.models.requests import is_published
from tui_arena.players.seating import NAME_CHARS, PLAIN
from tui_arena.save.store import SaveError
from tui_arena.table.probes import has_probes
from tui_arena.ui.models.form_screen import FIELDS, numbers_in
from tui_arena.ui.money import models_cost
from tui_arena.ui.setup.recent_setups import MODEL, recall, watched
from tui_arena.ui.setup.setup_draft import (
    ADD_MODEL,
    ASK,
    NAMES,
    PARTY,
    RANDOM,
    SetupDraft,
    seed_fault,
    values_of,
    written,
)
from tui_arena.ui.widgets.dialogs import TextDialog, name_fault
from tui_arena.ui.widgets.form import Columns, FormDialog, FormScreen, choices, dialog_keys, plain
from tui_arena.ui.widgets.rows import Choice, Field

ABOUT = {
    "preset": "party is made for people. The other presets follow published rules to the letter.",
    "seat": "Press left or right to change who sits here, Space to list all: people, bots, models.",
    "as": "Who the bot is. It knows most about what its persona likes. Press Space to list all, p to make your own.",
    "deck": "Where the words come from. Add your own to the decks folder; press o on the home screen to find it.",
    "seed": "Same seed and deck, same secret.",
    "model": "Press m to change how the model is asked, left or right to change who sits here.",
    "probe": "Along the way, we ask this player what it thinks is likely. The game isn't affected.",
    "blind": "Letters replace the players' names until the end. Guess who the machine is.",
    "prompts": "Which prompts the models get. random: a different variant each game.",
}


FIRST = ("difficulty",)
"""The options that are shown next to the deck."""


class SetupScreen(FormScreen):
    """One line for each choice; Enter plays."""

    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", id="setup.play"),
        Binding(
            "o",
            "more",
            "More",
            id="setup.more",
            tooltip=("Show every rule and option, or only the main ones"),
        ),
        Binding("w", "watch", "Watch", id="setup.watch", tooltip="Let bots play in people's seats"),
        Binding(
            "d", "duel", "Duel", id="setup.duel", tooltip=("Two players after the same secret, side by side")
        ),
        Binding("m", "model", "Model", id="setup.model", tooltip="How to ask the model in this seat"),
        Binding(
            "p", "personas", "Personas", id="setup.personas", tooltip="Look at the personas, or make your own"
        ),
        Binding("r", "reset", "Reset", id="setup.reset"),
    ]
    BUTTONS = (("play", "Play"), ("watch", "Watch"))
    folded: bool = True
    """Whether only the players and the main choices, such as the variant, are shown; a key shows the rest."""

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._wanting: tuple[str, frozenset[str]] | None = None
        """The seat that waits for a new model, and the models that were ready before; None without one."""
        self._cost = ""
        """A sentence on how much sessions with these models have cost."""
        self.playable = True
        """Whether the table can be opened now."""

    @property
    def info(self) -> GameInfo:
        """The game to set up."""
        return self.arena.catalogue.game(self._game)

    def body(self) -> ComposeResult:
        info, settings = self.info, self.arena.settings
        book = self.arena.registry.book
        self.draft = SetupDraft(info, recall(settings, info, book), settings.name, book=book)
        self.title = info.title.upper()
        self.sub_title = "set-up"
        yield from super().body()

    @property
    def people_here(self) -> list[str]:
        return self.draft.at_keyboard if hasattr(self, "draft") else []

    def on_mount(self) -> None:
        self.redraw()

    def on_screen_resume(self) -> None:
        self._meet()

    @work(exclusive=True, group="people")
    async def _meet(self) -> None:
        """Read the possible players: people who have played, models that passed their last test, personas."""
        arena, draft = self.arena, self.draft
        draft.meet_guests(arena.door.names)
        if self.info.minds:
            draft.shelf = await arena.in_thread(arena.catalogue.personas, self.info)
            self.redraw()
        try:
            people = await arena.in_thread(arena.store.people)
            draft.ready = await arena.in_thread(ready_names, arena.store, arena.registry, self.info.id)
        except SaveError:
            return
        draft.people += [p for p in people if p not in draft.people]
        draft.book = arena.registry.book
        seat, before = self._wanting or ("", frozenset(draft.ready))
        new = [name for name in draft.ready if name not in before]
        if new:
            draft.seat(seat, MODEL + new[-1])
            self._wanting = None
        self.redraw()

    # the fields

    def columns(self) -> Columns:
        info, draft = self.info, self.draft
        variant = [self._option(info.variant)] if info.variant else []
        preset = Field("preset", "preset", draft.preset, plain([PARTY, *info.presets]), about=ABOUT["preset"])
        probe = Field("probe", "probe", draft.probe, choices(draft.probers()), about=ABOUT["probe"])
        decks = plain(self.arena.catalogue.deck_names(info))
        if not draft.usual_deck:
            decks.insert(0, Choice("", "setter's choice"))
        seeds = [*plain(dict.fromkeys([RANDOM, draft.seed])), Choice(ASK, "a number…", asks=True)]
        deck = Field("deck", "words from", draft.deck, decks, about=ABOUT["deck"])
        if self.folded:
            first = [self._option(name) for name in FIRST if name in info.options]
            if info.offers == DECK:  # as on the home screen
                return {"top": [deck], "left": ["WHO", *self._players(), "WHAT", *first], "right": []}
            what: list[Field | str] = [*([deck] if len(decks) > 1 else []), *first]
            left = ["WHO", *self._players(), *(["WHAT", *what] if what else [])]
            return {"top": variant, "left": left, "right": []}
        return {
            "top": [*variant, preset],
            "left": [
                "SEATS",
                *self._seats(),
                Field(
                    "prompts",
                    "prompts",
                    draft.prompts,
                    plain(draft.prompt_variants(self._variants())),
                    about=ABOUT["prompts"],
                    shown=bool(draft.models()),
                ),
                *([probe] if has_probes(info, self.arena.catalogue) else []),
                Field(
                    "blind",
                    "names",
                    NAMES[draft.blind],
                    plain(NAMES),
                    about=ABOUT["blind"],
                ),
                "WORDS",
                replace(deck, label="deck"),
                Field("seed", "seed", draft.seed, seeds, about=ABOUT["seed"]),
            ],
            "right": ["OPTIONS", *(self._option(name) for name in info.options if name != info.variant)],
        }

    def _option(self, name: str) -> Field:
        option, now = self.info.options[name], self.draft.options[name]
        values = choices((v, "any" if option.deals and v == "none" else v) for v in values_of(option, now))
        return Field(f"option-{name}", option.label or name, written(now), values, about=option.help)

    def _seats(self) -> Sequence[Field]:
        """A field for the player of each seat, followed by its persona if the game's seats have personas."""
        draft, found = self.draft, []
        models = draft.models()
        here = draft.options.get(self.info.variant or "", self.info.title)
        for seat, text in draft.seats():
            own = draft.own.get((seat, text))
            players = choices(draft.players(seat), lambda player: player.endswith(ASK))
            found.append(
                Field(
                    f"seat-{seat}",
                    seat.replace("_", " "),
                    text,
                    players if text else [Choice("", f"not in {here}")],
                    about=ABOUT["model" if seat in models else "seat"],
                    note=f"{len(own)} of its own" if own and seat in models else "",
                    disabled=not text,
                )
            )
            if self.info.minds:
                offered = draft.personas_offered()
                minds = [Choice(mind, text, asks=mind == ASK, more=more) for mind, text, more in offered]
                chosen = draft.persona(seat)
                found.append(
                    Field(
                        f"as-{seat}",
                        f"{seat.replace('_', ' ')} as",
                        chosen,
                        minds,
                        about=ABOUT["as"],
                        note=next((one.more for one in minds if one.value == chosen), ""),
                    )
                )
        return found

    def _players(self) -> Sequence[Field]:
        """A field for the player of each seat that this variant has, and for the persona of each bot."""
        bots = {f"as-{seat}" for seat, text in self.draft.seats() if text.startswith("bot:")}
        found = [field for field in self._seats() if field.id.startswith("seat-") or field.id in bots]
        return [field for field in found if not field.disabled]

    async def action_more(self) -> None:
        """Switch between all options and only the main choices (`folded`)."""
        self.folded = not self.folded
        with self.arena.batch_update():
            await self.form.redraw_all()
        self.redraw()

    def _variants(self) -> list[str]:
        info, catalogue = self.info, self.arena.catalogue
        return sorted({v for ask in info.asks for v in catalogue.prompt_variants(info, ask) if v})

    def redraw(self) -> None:
        if not self.form.is_attached:  # the screen is closed
            return
        self.set_class(self.folded and self.info.minds, "-alone")  # room for what a persona knows
        super().redraw()
        groups = {seat.name: seat.group for seat in self.info.game.seats(self.draft.options)}
        models = [(groups[seat], name) for seat, name in self.draft.models().items()]
        models += self.draft.probed_models()
        self._cost = ""
        if models:
            self._learn_cost(models)
        self._judge()

    @work(exclusive=True, group="cost")
    async def _learn_cost(self, models: Sequence[tuple[str, str]]) -> None:
        """Find out how much sessions with these models have cost; a probed model counts as a seat as well."""
        try:
            self._cost = await models_cost(self.arena, {self.info.id: models})
        except SaveError:
            return
        self._judge()

    def _judge(self) -> None:
        """Show whether the draft can be played. Decks that are long to read, and prompts, are read in a thread."""
        if self.info.items != "words" or self.draft.models():
            self._judge_in_thread()
        else:
            self._judged(*self.draft.judged(self.arena.catalogue))

    @work(exclusive=True, group="verdict")
    async def _judge_in_thread(self) -> None:
        self._judged(*await self.arena.in_thread(self.draft.judged, self.arena.catalogue))

    def _judged(self, problem: str | None, hint: str) -> None:
        """Show why the draft can't be played, or else `hint` (what has no effect), or else the summary."""
        self.playable = problem is None
        changed = self.draft.changed() if self.folded else []
        told = f"Also changed: {listed(changed)} (o)." if changed else ""
        told = hint or f"{self.draft.summary()} {told}".strip()
        self.tell(problem or f"{told} {self._cost}".strip(), bad=not self.playable)
        for button in self.query(Button):
            button.disabled = not self.playable
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("play", "watch", "duel"):
            return True if self.playable else None
        if action == "personas":
            return self.info.minds
        return action != "model" or self._seat_with_model is not None

    # choosing

    def taken(self, name: str, value: str) -> None:
        kind, _, what = name.partition("-")
        self._wanting = None
        match kind:
            case "seat":
                self.draft.seat(what, value)
            case "as":
                self.draft.personas[what] = value
            case "option":
                self.draft.use(what, value)
            case "preset":
                self.draft.use_preset(value)
            case "blind":
                self.draft.blind = value == NAMES[True]
            case _:
                setattr(self.draft, kind, value)

    def asked(self, name: str, value: str, typed: str = "") -> None:
        kind, _, seat = name.partition("-")
        self._wanting = None
        if value == ADD_MODEL:
            self._wanting = seat, frozenset(self.draft.ready)
            self.arena.open_models()
        elif kind == "as":
            self.action_personas()
        elif kind == "seat":
            about = f"They'll be {called_seat(seat)}."
            dialog = TextDialog("Who joins?", about, typed, name_fault, limit=NAME_CHARS)
            self.ask_text(dialog, typed, lambda text: self.draft.seat(seat, f"human:{text}"))
        else:
            dialog = TextDialog("Which seed?", ABOUT["seed"], typed, seed_fault, limit=16)
            self.ask_text(dialog, typed, lambda text: self.taken("seed", str(int(text))))

    @property
    def _seat_with_model(self) -> str | None:
        """The seat that has the focus; None if no model sits there."""
        kind, _, seat = str(self.focused.id if self.focused else "").partition("-")
        return seat if kind == "seat" and seat in self.draft.models() else None

    def action_model(self) -> None:
        """Ask for the focused seat's wishes for its model."""
        draft, seat = self.draft, self._seat_with_model
        if seat is None:
            return
        text = dict(draft.seats())[seat]
        try:
            entry = draft.book.get(draft.models()[seat])
        except BadFile:
            return
        own = draft.own.get((seat, text), {})
        dialog = SeatModelDialog(seat, entry, own, self._variants(), draft.preset)
        self.ask(dialog, lambda own: draft.own.update({(seat, text): own}))

    def action_personas(self) -> None:
        """Open the list of personas."""
        self.arena.open_personas(self._game)

    # playing

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
        """Reset everything to the defaults and the first cast."""
        old, name = self.draft, self.arena.settings.name
        first = recall(type(self.arena.settings)(name=name), self.info, old.book)
        self.draft = SetupDraft(self.info, first, name, old.people, old.book)
        self.draft.ready, self.draft.shelf = old.ready, old.shelf
        self.redraw()


SAMPLING = ("temperature", "top_p", "max_tokens", "seed")
AS_SET = ""
"""The choice that takes the prompt variant from the model's entry or the table."""
HELPED = {AS_SET: "as set for the model", HELP: "help with forms", AUTO: "without help"}
"""The choices for the form of a seat's replies, in words."""


class SeatModelDialog(FormDialog[dict[str, Any]]):
    """Returns a seat's wishes for its model, for this game only; empty if it has none."""

    AUTO_FOCUS = "FieldRow Input"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("seat_model.take", "seat_model.close")

    def __init__(
        self,
        seat: str,
        entry: ModelEntry,
        own: Mapping[str, Any],
        variants: Sequence[str],
        preset: str | None = None,
    ) -> None:
        """`own`: the seat's current wishes. `variants`: the game's prompt variants, without the plain one."""
        left, usual = "as set for the model", {**entry.sampling, "persona": entry.persona}
        if is_published(preset):
            left, usual = f"as in preset {preset}", {}
        given = {**own.get("sampling", {}), **own}
        names = (*SAMPLING, "prompt", "structured", "persona")
        first = {name: str(as_sent(name, given.get(name, ""))) for name in names}
        text = f"Only for this seat in this game. Leave a field empty to keep it {left}."
        super().__init__(f"{entry.name} as {seat.replace('_', ' ')}", text, first)
        self._usual = {name: str(value) for name, value in usual.items() if value is not None}
        self._variants = variants

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        variants = dict.fromkeys([AS_SET, PLAIN, *self._variants, now["prompt"]])
        prompts = choices((name, name or "as for the table") for name in variants)
        typed = {
            name: replace(FIELDS[name], value=now[name], empty=self._usual.get(name, FIELDS[name].empty))
            for name in (*SAMPLING, "persona")
        }
        persona = typed.pop("persona")
        replies = choices(HELPED.items())
        helps = replace(FIELDS["structured"], value=now["structured"], choices=replies)
        return [*typed.values(), Field("prompt", "prompt", now["prompt"], prompts), helps, persona]

    def read(self) -> dict[str, Any]:
        values = self.form.values
        own = {
            "sampling": numbers_in(values, SAMPLING),
            "prompt": values["prompt"],
            "structured": values["structured"],
            "persona": values["persona"],
        }
        return {name: value for name, value in own.items() if value}

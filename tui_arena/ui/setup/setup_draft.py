"""The state of the setup screen: options and players, and why they can't be played yet.

This module knows only the manifest of a game. The same code that opens a table checks whether a draft can be
played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.language.sentences import counted, listed
from tui_arena.core.options import AUTO, BadOption, Option, resolve
from tui_arena.core.session import Session, known_fields
from tui_arena.data import DECK, Catalogue, GameInfo
from tui_arena.data.personas import DRAWN, NONE, Persona, knows
from tui_arena.players.bot import LEVELS
from tui_arena.players.models.prompt_check import seat_fault
from tui_arena.players.new_session import DEALER, Opening, Wish, idle, new_session, undealt, variants
from tui_arena.players.new_session import RANDOM as ANY_PROMPT
from tui_arena.players.seating import MIND, PLAIN, BadPlayer, read_player
from tui_arena.table.probes import SELF
from tui_arena.ui.setup.recent_setups import MODEL, player_text

PARTY = "party"
NAMES = ("shown", "hidden till the end")
"""The two values of the field for blind play, in words: off and on."""
RANDOM = "random"
ASK = "?"
"""The choice that asks for a name or a number."""
MAX_SEED = 2**53
ADD_MODEL = MODEL + ASK
PROBED_BOT = "bot:hard"
STEPS = 20
"""The number of steps that the form offers for an option of type `number`."""


class SetupDraft:
    """The players, options and words of a game that isn't opened yet."""

    def __init__(
        self,
        info: GameInfo,
        opening: Opening,
        name: str,
        people: Sequence[str] = (),
        book: ModelBook | None = None,
    ) -> None:
        """`name`: the person at the keyboard. `people`: others who have played. `book`: the models."""
        self.info = info
        self.book = book or ModelBook()
        self.ready: Sequence[str] = ()
        """Models that answered when they were last tested."""
        self.name = name
        self.people = [name, *(p for p in people if p != name)]
        self.preset = opening.preset or PARTY
        self.given: dict[str, Any] = dict(opening.options)
        """The options that were chosen here; all others come from the preset and the defaults."""
        self.deck = opening.deck or self.usual_deck
        self.seed = RANDOM if opening.seed is None else str(opening.seed)
        self.cast = {seat: text for seat, c in opening.cast.items() if (text := player_text(c))}
        """Maps seats to PLAYER texts, including `dealer`; seats of other variants are kept for later."""
        self.own = {(seat, player_text(c)): dict(c.own) for seat, c in opening.cast.items() if c.own}
        """Maps seat and PLAYER text to the seat's wishes for this model; kept for players who left."""
        self.prompts = opening.prompts or PLAIN
        """The prompt variant of all models without a wish of their own, or `random`."""
        self.probe = opening.probe or ""
        """The player that gets the probes: `self` or a PLAYER text; empty without probes."""
        self.blind = opening.blind
        """Whether letters replace the players' names until the end."""
        self.personas = {seat: w for seat, w in opening.personas.items() if isinstance(w, str)}
        """Maps seats to the personas chosen here: the name of a persona, `none` or `drawn`."""
        self.shelf: Sequence[Persona] = ()
        """The personas to choose from."""
        self.guests: Mapping[str, str] = {}
        """Maps the names of the people who have come by phone to their ids; here these names mean guests."""
        for text in self.cast.values():
            self._meet(text)

    # what can be chosen

    @property
    def usual_deck(self) -> str:
        """The deck that is used if the opening names no deck; empty if nothing is dealt then."""
        return self.info.deck or "" if self.info.dealt != "when_named" else ""

    @property
    def options(self) -> dict[str, Any]:
        """The current value of every option."""
        return resolve(self.info.options, self.info.presets, self.given, self.preset)

    def seats(self) -> list[tuple[str, str]]:
        """The seats of all variants with their PLAYER texts, empty for seats that this variant lacks."""
        now = {s.name: s for s in self.info.game.seats(self.options)}
        usual = self._defaults()
        names = sorted(usual, key=lambda seat: usual[seat] != "human")  # people's seats come first
        return [(name, self.sitting(name, now[name].default) if name in now else "") for name in names]

    def sitting(self, seat: str, default: str) -> str:
        """The PLAYER text of a seat's player; `default`: the kind of player that sits there by default."""
        chosen = self.cast.get(seat)
        if chosen is not None and (chosen != DEALER or default == DEALER):
            return chosen
        return {"human": f"human:{self.name}", DEALER: DEALER}.get(default, f"bot:{self.info.level}")

    def players(self, seat: str) -> list[tuple[str, str]]:
        """The players that can take a seat, each as a PLAYER text and a label."""
        sitting = self.cast.get(seat, "")
        models = dict.fromkeys([MODEL + name for name in self.ready])
        if sitting.startswith(MODEL):  # even if it isn't ready any more
            models[sitting] = None
        return [
            *((f"human:{name}", self._words_for(name)) for name in self.people),
            (f"human:{ASK}", "somebody new…"),
            *((f"bot:{level}", f"bot, {level}") for level in LEVELS if self.info.has_bot),
            *([(sitting, sitting)] if f"+{MIND}=" in sitting else []),
            *([(DEALER, "the dealer")] if self._defaults().get(seat) == DEALER else []),
            *((text, f"{text.removeprefix(MODEL)} (model)") for text in models),
            (ADD_MODEL, "add a model…"),
        ]

    def _words_for(self, name: str) -> str:
        """A person's name, with a note if they are the user or have a phone."""
        if name in self.guests:
            return f"{name} (phone)"
        return f"{name} (that's you)" if name == self.name != "You" else name

    def meet_guests(self, guests: Mapping[str, str]) -> None:
        """Offer the people who have come by phone as well. `guests`: maps their ids to their names."""
        self.guests = {name: guest for guest, name in guests.items()}
        self.people += [name for name in self.guests if name not in self.people]

    @property
    def at_keyboard(self) -> list[str]:
        """The names of the seated people without a phone."""
        names = [text.removeprefix("human:") for _, text in self.seats() if text.startswith("human:")]
        return [name for name in names if name not in self.guests]

    def persona(self, seat: str) -> str:
        """A seat's persona: a name, `none` or `drawn`; people have `none` unless they choose a persona."""
        chosen = self.personas.get(seat)
        there = (NONE, DRAWN, *(one.name for one in self.shelf))
        return chosen if chosen in there else self._usual_persona(seat)

    def knows(self, seat: str) -> str:
        """A sentence on what the chosen persona of a seat knows; empty if none is chosen."""
        chosen = self.persona(seat)
        return next((knows(one) for one in self.shelf if one.name == chosen), "")

    def _usual_persona(self, seat: str) -> str:
        return NONE if dict(self.seats()).get(seat, "").startswith("human:") else DRAWN

    def personas_offered(self) -> list[tuple[str, str, str]]:
        """The personas that a seat can have, each with a label, and what it knows."""
        shelf = [(one.name, one.name, known_fields(one.values)) for one in self.shelf]
        drawn = DRAWN, "drawn", "somebody else each time"
        return [(NONE, "nobody special", ""), drawn, *shelf, (ASK, "the shelf…", "")]

    def models(self) -> dict[str, str]:
        """Maps the seats of models to the models' names."""
        return {seat: text.removeprefix(MODEL) for seat, text in self.seats() if text.startswith(MODEL)}

    def probers(self) -> list[tuple[str, str]]:
        """The players that can get the probes, each with a label."""
        bots = [(PROBED_BOT, "bot, hard")] if self.info.has_bot else []
        found = [("", "off"), (SELF, "the guesser itself"), *bots]
        found += [(MODEL + name, f"{name} (model)") for name in self.ready]
        return found if self.probe in dict(found) else [*found, (self.probe, self.probe)]

    def probed_models(self) -> list[tuple[str, str]]:
        """The seat group and the name of each model that gets the probes."""
        now = [s for s in self.info.game.seats(self.options) if s.side == "solver"][:1]
        asked = self.sitting(now[0].name, now[0].default) if self.probe == SELF and now else self.probe
        return [(now[0].group, asked.removeprefix(MODEL))] if now and asked.startswith(MODEL) else []

    def prompt_variants(self, known: Sequence[str]) -> list[str]:
        """The values of the field for prompts; `known`: the names of the game's prompt variants."""
        rest = [v for v in (*known, self.prompts) if v not in (PLAIN, ANY_PROMPT)]
        return [PLAIN, *dict.fromkeys(rest), ANY_PROMPT]

    def _defaults(self) -> dict[str, str]:
        """Maps the seats of all variants to the default kind of player."""
        name = self.info.variant
        sets = [self.options]
        if name is not None:
            sets = [{**self.options, name: variant} for variant in self.info.options[name].choices]
        return {seat.name: seat.default for options in sets for seat in self.info.game.seats(options)}

    # choosing

    def seat(self, seat: str, text: str) -> None:
        """Seat the player with a PLAYER text."""
        self.cast[seat] = text
        self._meet(text)

    def _meet(self, text: str) -> None:
        kind, _, name = text.partition(":")
        if kind == "human" and name not in self.people:
            self.people.append(name)

    def use_preset(self, preset: str) -> None:
        """Use a preset, which replaces all chosen options except the variant."""
        self.preset = preset
        self.given = {n: v for n, v in self.given.items() if n == self.info.variant}

    def use(self, option: str, text: str) -> None:
        """Set an option to the value that its field shows."""
        self.given[option] = self.info.options[option].read(text)

    # the result

    def opening(self) -> Opening:
        """The opening that this draft describes."""
        standard = resolve(self.info.options, self.info.presets, {}, self.preset)
        given = {n: v for n, v in self.given.items() if v != standard[n] or n == self.info.variant}
        cast = {
            seat: replace(
                read_player(text, self.name, self.book),
                own=self.own.get((seat, text), {}),
                guest=self.guests.get(text.removeprefix("human:"), ""),
            )
            for seat, text in self.seats()
            if text and text != DEALER
        }
        return Opening(
            self.info.id,
            cast,
            given,
            None if self.preset == PARTY else self.preset,
            self.deck if self.deck != self.usual_deck else None,
            None if self.seed == RANDOM else int(self.seed),
            self.prompts if self.models() and self.prompts != PLAIN else None,
            self.probe or None,
            personas=self._chosen_personas(),
            blind=self.blind,
        )

    def _chosen_personas(self) -> dict[str, Wish]:
        """Maps the seats at the table to their personas, if these differ from the usual persona."""
        seats = [seat for seat, text in self.seats() if text and text != DEALER]
        return {seat: p for seat in seats if (p := self.persona(seat)) != self._usual_persona(seat)}

    def judged(self, catalogue: Catalogue) -> tuple[str | None, str]:
        """Why the draft can't be played, or None if it can; and the choices without any effect, or an empty text."""
        people = [(seat, t) for seat, t in self.seats() if t.startswith("human:")]
        twice = next((t for _, t in people if self._sits_twice([s for s, of in people if of == t])), None)
        if twice is not None:
            return f"{twice.partition(':')[2]} can't sit in two seats. Put somebody else in one of them.", ""
        try:
            opening = self.opening()
            session, _ = new_session(opening, catalogue, id="draft", seed=0, started=None)
        except (BadOption, BadPlayer, BadFile) as error:
            return f"{error}.", ""
        fault = self._prompt_fault(opening, session, catalogue)
        if fault is not None:
            return fault, ""
        names = idle(opening, session, self.info)
        why = undealt(session, self.info) if names else None
        labels = [self.info.options[name].label or name if name != DECK else name for name in names]
        return None, f"{listed(labels)}: no effect, as {why.why}." if why is not None else ""

    def _sits_twice(self, seats: Sequence[str]) -> bool:
        """Whether somebody on these seats plays against themselves; several seats without a side are fine."""
        sides = {seat.name: seat.side for seat in self.info.game.seats(self.options)}
        return len(seats) > 1 and any(sides.get(seat) != "neutral" for seat in seats)

    def _prompt_fault(self, opening: Opening, session: Session, catalogue: Catalogue) -> str | None:
        """A sentence on why a prompt of the user's own can't be used at this table; None if all can be."""
        for seat in self.info.game.seats(session.setup.options):
            spec = session.seats.get(seat.name, {})
            if spec.get("player") != "model":
                continue
            drawn = opening.prompts == ANY_PROMPT
            chosen = variants(self.info, catalogue, seat.group) if drawn else [str(spec.get("prompt") or "")]
            said = seat_fault(catalogue, self.info, seat.group, ["" if v == PLAIN else v for v in chosen])
            if said is not None:
                said = said.partition("; allowed: ")[0]
                return f"The prompt {said}. Fix it or choose another; `tui-arena doctor` says more."
        return None

    def summary(self) -> str:
        """One line on who is at the table."""
        kinds = [text.partition(":")[0] for _, text in self.seats()]
        words = {"human": ("person", "people"), "bot": ("bot", "bots"), "model": ("model", "models")}
        who = [counted(kinds.count(kind), *words[kind]) for kind in words if kind in kinds]
        known = " ".join(filter(None, map(self.knows, self._chosen_personas())))
        return f"{listed(who or ['Nobody'])} at the table. {self._hidden_persona_hint() or known}".rstrip()

    def changed(self) -> list[str]:
        """The labels of unusual settings, without the players and the choices on the home screen."""
        usual = resolve(self.info.options, self.info.presets, {}, PARTY)
        now, shown = self.options, {self.info.variant, self.info.offers, "difficulty"}
        names = [n for n in self.info.options if n not in shown and now[n] != usual[n]]
        found = [self.info.options[n].label or n for n in names]
        if self.preset != PARTY:
            found = [f"preset {self.preset}"]
        return [
            *found,
            *(["seed"] if self.seed != RANDOM else []),
            *(["probe"] if self.probe else []),
            *(["blind"] if self.blind else []),
        ]

    def _hidden_persona_hint(self) -> str:
        """A hint if option `personas` keeps a person's or model's persona from them; otherwise empty."""
        told = self.options.get("personas", NONE) != NONE
        texts = dict(self.seats())
        given = [seat for seat, wish in self._chosen_personas().items() if wish != NONE]
        hears = [seat for seat in given if not texts[seat].startswith("bot:")]
        return (
            "Only bots play their personas here. Set “personas” to “own” to tell everybody their persona."
            if hears and not told
            else ""
        )


def written(value: Any) -> str:
    """An option's value as a text that `Option.read` accepts.

    >>> written({"guesser": 1}), written(None), written(True)
    ('guesser=1', 'none', 'on')
    """
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, Mapping):
        return ";".join(f"{k}={v}" for k, v in value.items())
    if isinstance(value, float):
        return f"{value:g}"
    return "none" if value is None else str(value)


def values_of(option: Option, current: Any) -> list[str]:
    """All values that the form offers for an option, including the current value."""
    low, high = option.min or 0, option.max
    match option.type:
        case "flag":
            values = ["on", "off"]
        case "choice":
            values = list(option.choices)
        case "number":
            step = ((1.0 if high is None else high) - low) / STEPS
            values = [f"{round(low + step * n, 6):g}" for n in range(STEPS + 1)]
        case _:
            values = [str(n) for n in range(int(low), int(high or 100) + 1)]
    if option.nullable:
        values.insert(0, "none")
    if option.auto:
        values.insert(0, AUTO)
    now = written(current)
    return values if now in values else [now, *values]


def seed_fault(text: str) -> str | None:
    """What is wrong with a typed seed; None if it is valid."""
    if text.isascii() and text.isdigit() and int(text) <= MAX_SEED:
        return None
    return f"A seed is a whole number from 0 to {MAX_SEED}."

"""The state of the setup screen: options and players, and why they can't be played yet.

Nothing here knows a game, only its manifest. Whether a draft can be played is checked by the same code that
would open the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.options import BadOption, resolve
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.personas import DRAWN, NONE
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import DEALER, Opening, Wish, new_session
from tui_arena.players.new_session import RANDOM as ANY_PROMPT
from tui_arena.players.seating import PLAIN, BadPlayer, read_player
from tui_arena.table.probes.asking import SELF
from tui_arena.ui.setup.recent_setups import player_text

PARTY = "party"
RANDOM = "random"
ASK = "?"
"""The choice that asks for a name or a number."""
MAX_SEED = 2**53
MODEL = "model:"
"""The start of a model's PLAYER text."""
ADD_MODEL = MODEL + ASK
PROBED_BOT = "bot:hard"


class SetupDraft:
    """Who sits where, by which rules and with which words."""

    def __init__(
        self,
        info: GameInfo,
        opening: Opening,
        name: str,
        people: Sequence[str] = (),
        book: ModelBook | None = None,
    ) -> None:
        """`name`: the person at the keyboard; `people`: others who have played; `book`: the models."""
        self.info = info
        self.book = book or ModelBook()
        self.ready: Sequence[str] = ()
        """Models that answered when they were last tested."""
        self.name = name
        self.people = [name, *(p for p in people if p != name)]
        self.preset = opening.preset or PARTY
        self.given: dict[str, Any] = dict(opening.options)
        """Options that were chosen here; the others come from the preset and the defaults."""
        self.deck = opening.deck or self.usual_deck
        self.seed = RANDOM if opening.seed is None else str(opening.seed)
        self.cast = {seat: text for seat, c in opening.cast.items() if (text := player_text(c))}
        """PLAYER texts by seat, including `dealer`; seats of other variants are kept for later."""
        self.own = {(seat, player_text(c)): dict(c.own) for seat, c in opening.cast.items() if c.own}
        """Each seat's wishes for its model, by seat and PLAYER text; kept while another player sits there."""
        self.prompts = opening.prompts or PLAIN
        """The prompt variant of all models without a wish for another, or `random`."""
        self.probe = opening.probe or ""
        """The player that gets the probes: `self` or a PLAYER text; empty: no probes."""
        self.personas = {seat: w for seat, w in opening.personas.items() if isinstance(w, str)}
        """Personas chosen here, by seat: the name of a persona, `none` or `drawn`."""
        self.shelf: Sequence[str] = ()
        """Names of the personas to choose from."""
        for text in self.cast.values():
            self._meet(text)

    # what can be chosen

    @property
    def usual_deck(self) -> str:
        """The deck if none is named; empty if nothing is dealt then."""
        return self.info.deck or "" if self.info.dealt != "when_named" else ""

    @property
    def options(self) -> dict[str, Any]:
        """The current value of every option."""
        return resolve(self.info.options, self.info.presets, self.given, self.preset)

    def seats(self) -> list[tuple[str, str]]:
        """Every seat of any variant, and its player's PLAYER text; empty if this variant lacks the seat."""
        now = {s.name: s for s in self.info.game.seats(self.options)}
        return [
            (name, self.sitting(name, now[name].default) if name in now else "") for name in self._all_seats()
        ]

    def sitting(self, seat: str, default: str) -> str:
        """The PLAYER text of a seat's player; `default`: the kind of player that sits there by default."""
        chosen = self.cast.get(seat)
        if chosen is not None and (chosen != DEALER or default == DEALER):
            return chosen
        return {"human": f"human:{self.name}", DEALER: DEALER}.get(default, "bot:medium")

    def players(self, seat: str) -> list[tuple[str, str]]:
        """The players that can take a seat: PLAYER text and words for it."""
        out = [
            (f"human:{p}", f"{p} (that's you)" if p == self.name and p != "You" else p) for p in self.people
        ]
        out.append((f"human:{ASK}", "somebody new…"))
        if self.info.has_bot:
            out += [(f"bot:{level}", f"bot, {level}") for level in LEVELS]
        if self._defaults().get(seat) == DEALER:
            out.append((DEALER, "the dealer"))
        out += [(MODEL + name, f"{name} (model)") for name in self._models(seat)]
        out.append((ADD_MODEL, "add a model…"))
        return out

    def _models(self, seat: str) -> list[str]:
        """The models offered for a seat: those that are ready, and the one that sits there already."""
        sitting = self.cast.get(seat, "").removeprefix(MODEL)
        now = [sitting] if self.cast.get(seat, "").startswith(MODEL) and sitting not in self.ready else []
        return [*self.ready, *now]

    def persona(self, seat: str) -> str:
        """A seat's persona: a name, `none` or `drawn`; people have none unless they choose one."""
        chosen = self.personas.get(seat)
        return chosen if chosen in (NONE, DRAWN, *self.shelf) else self._usual_persona(seat)

    def _usual_persona(self, seat: str) -> str:
        return NONE if dict(self.seats()).get(seat, "").startswith("human:") else DRAWN

    def personas_offered(self) -> list[tuple[str, str]]:
        """The personas that a seat can have, and words for them."""
        return [
            (NONE, "nobody special"),
            (DRAWN, "drawn"),
            *((n, n) for n in self.shelf),
            (ASK, "the shelf…"),
        ]

    def models(self) -> dict[str, str]:
        """Names of the models at the table by seat."""
        return {seat: text.removeprefix(MODEL) for seat, text in self.seats() if text.startswith(MODEL)}

    def probers(self) -> list[tuple[str, str]]:
        """The players that can get the probes: text and words for it."""
        bots = [(PROBED_BOT, "bot, hard")] if self.info.has_bot else []
        found = [("", "off"), (SELF, "the guesser itself"), *bots]
        found += [(MODEL + name, f"{name} (model)") for name in self.ready]
        return found if self.probe in dict(found) else [*found, (self.probe, self.probe)]

    def probed_models(self) -> list[tuple[str, str]]:
        """Seat group and name of each model that gets the probes."""
        now = [s for s in self.info.game.seats(self.options) if s.side == "solver"][:1]
        asked = self.sitting(now[0].name, now[0].default) if self.probe == SELF and now else self.probe
        return [(now[0].group, asked.removeprefix(MODEL))] if now and asked.startswith(MODEL) else []

    def prompt_variants(self, known: Sequence[str]) -> list[str]:
        """The values of the row of prompts; `known`: the prompt variants of the game by name."""
        rest = [v for v in (*known, self.prompts) if v not in (PLAIN, ANY_PROMPT)]
        return [PLAIN, *dict.fromkeys(rest), ANY_PROMPT]

    def _all_seats(self) -> list[str]:
        """Seats of every variant; those that people hold by default come first."""
        found = self._defaults()
        return sorted(found, key=lambda seat: found[seat] != "human")

    def _defaults(self) -> dict[str, str]:
        """The default kind of player on each seat of all variants."""
        name = self.info.variant
        sets = [self.options]
        if name is not None:
            sets = [{**self.options, name: variant} for variant in self.info.options[name].choices]
        return {seat.name: seat.default for options in sets for seat in self.info.game.seats(options)}

    # choosing

    def seat(self, seat: str, text: str) -> None:
        """Seat the player of a PLAYER text."""
        self.cast[seat] = text
        self._meet(text)

    def _meet(self, text: str) -> None:
        kind, _, name = text.partition(":")
        if kind == "human" and name not in self.people:
            self.people.append(name)

    def use_preset(self, preset: str) -> None:
        """Take a preset; it replaces all chosen options but the variant."""
        self.preset = preset
        variant = self.info.variant
        self.given = {n: v for n, v in self.given.items() if n == variant}

    def use(self, option: str, text: str) -> None:
        """Take an option's value from the text of its row."""
        self.given[option] = self.info.options[option].read(text)

    # the result

    def opening(self) -> Opening:
        """The opening that this draft describes."""
        standard = resolve(self.info.options, self.info.presets, {}, self.preset)
        given = {n: v for n, v in self.given.items() if v != standard[n] or n == self.info.variant}
        cast = {
            seat: replace(read_player(text, self.name, self.book), own=self.own.get((seat, text), {}))
            for seat, text in self.seats()
            if text and text != DEALER
        }
        deck = self.deck if self.deck != self.usual_deck else None
        seed = None if self.seed == RANDOM else int(self.seed)
        preset = None if self.preset == PARTY else self.preset
        prompts = self.prompts if self.models() and self.prompts != PLAIN else None
        return Opening(
            self.info.id,
            cast,
            given,
            preset,
            deck,
            seed,
            prompts,
            self.probe or None,
            personas=self._chosen_personas(),
        )

    def _chosen_personas(self) -> dict[str, Wish]:
        """Personas of the seats at the table, where they differ from the usual."""
        seats = [seat for seat, text in self.seats() if text and text != DEALER]
        return {seat: p for seat in seats if (p := self.persona(seat)) != self._usual_persona(seat)}

    def problem(self, catalogue: Catalogue) -> str | None:
        """Why the draft can't be played, in a sentence; None if it can."""
        people = [t for _, t in self.seats() if t.startswith("human:")]
        twice = next((t for t in people if people.count(t) > 1), None)
        if twice is not None:
            return f"{twice.partition(':')[2]}: on two seats at once; one of them needs somebody else."
        try:
            new_session(self.opening(), catalogue, id="draft", seed=0, started=None)
        except (BadOption, BadPlayer, BadFile) as error:
            return f"{error}."
        return None

    def summary(self) -> str:
        """One line on who is at the table."""
        kinds = [text.partition(":")[0] for _, text in self.seats()]
        names = (("human", "person", "people"), ("bot", "bot", "bots"), ("model", "model", "models"))
        parts = [part for kind, *words in names if (part := _count(kinds.count(kind), *words))]
        *rest, last = parts or ["Nobody"]
        who = f"{', '.join(rest)} and {last} at the table." if rest else f"{last} at the table."
        return f"{who} {self._untold()}".rstrip()

    def _untold(self) -> str:
        """A hint if a person or model has a persona that option `personas` keeps from them; else empty."""
        told = self.options.get("personas", NONE) != NONE
        texts = dict(self.seats())
        given = [seat for seat, wish in self._chosen_personas().items() if wish != NONE]
        hears = [seat for seat in given if not texts[seat].startswith("bot:")]
        return "Only bots heed their personas; set personas to own to tell all." if hears and not told else ""


def _count(n: int, one: str, several: str) -> str:
    return "" if not n else f"{n} {one if n == 1 else several}"


def seed_fault(text: str) -> str | None:
    """What is wrong with a typed seed; None if nothing is."""
    if text.isascii() and text.isdigit() and int(text) <= MAX_SEED:
        return None
    return f"A seed is a whole number, 0 to {MAX_SEED}."

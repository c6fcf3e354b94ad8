"""A set-up while it is being made: plain values, generic over the manifest, no widget.

Law: nothing here knows a game. What can't be played is said in one sentence, by the same code that
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
from tui_arena.players.bot_profiles import Wish
from tui_arena.players.new_session import DEALER, Opening, new_session
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
"""How the PLAYER text of a model begins."""
ADD_MODEL = MODEL + ASK
PROBED_BOT = "bot:hard"


class SetupDraft:
    """Who sits where, by which rules, with which words."""

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
        """Models that answered when they were last tried."""
        self.name = name
        self.people = [name, *(p for p in people if p != name)]
        self.preset = opening.preset or PARTY
        self.given: dict[str, Any] = dict(opening.options)
        """Options as chosen here; the rest comes from preset and defaults."""
        self.deck = opening.deck or self.usual_deck
        self.seed = RANDOM if opening.seed is None else str(opening.seed)
        self.cast = {seat: text for seat, c in opening.cast.items() if (text := player_text(c))}
        """PLAYER texts by seat, `dealer` among them; seats of other variants are kept for later."""
        self.own = {(seat, player_text(c)): dict(c.own) for seat, c in opening.cast.items() if c.own}
        """What seats ask of their models, by seat and PLAYER text: it is there again when that returns."""
        self.prompts = opening.prompts or PLAIN
        """Prompt variant of all models that are asked for no other, or `random`."""
        self.probe = opening.probe or ""
        """Who is asked beside the game what is likely: `self` or a PLAYER text; empty: nobody."""
        self.personas = {seat: w for seat, w in opening.personas.items() if isinstance(w, str)}
        """Who seats shall be as chosen here: a name of the shelf, `none` or `drawn`."""
        self.shelf: Sequence[str] = ()
        """Names of the personas that there are."""
        for text in self.cast.values():
            self._meet(text)

    # what there is to choose from

    @property
    def usual_deck(self) -> str:
        """The deck where none is named; empty where then nothing is dealt."""
        return self.info.deck or "" if self.info.dealt != "when_named" else ""

    @property
    def options(self) -> dict[str, Any]:
        """Every option's value as it stands."""
        return resolve(self.info.options, self.info.presets, self.given, self.preset)

    def seats(self) -> list[tuple[str, str]]:
        """Every seat that any variant has, and who sits there; empty where this one has no such seat."""
        now = {s.name: s for s in self.info.game.seats(self.options)}
        return [
            (name, self.sitting(name, now[name].default) if name in now else "") for name in self._all_seats()
        ]

    def sitting(self, seat: str, default: str) -> str:
        """The PLAYER text of a seat."""
        chosen = self.cast.get(seat)
        if chosen is not None and (chosen != DEALER or default == DEALER):
            return chosen
        return {"human": f"human:{self.name}", DEALER: DEALER}.get(default, "bot:medium")

    def players(self, seat: str) -> list[tuple[str, str]]:
        """Who could sit on a seat: PLAYER text and words for it."""
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
        """The models that are offered: those that are ready, and the one that sits there anyway."""
        sitting = self.cast.get(seat, "").removeprefix(MODEL)
        now = [sitting] if self.cast.get(seat, "").startswith(MODEL) and sitting not in self.ready else []
        return [*self.ready, *now]

    def persona(self, seat: str) -> str:
        """Who a seat is: a name of the shelf, `none` or `drawn`; people are nobody unless they choose."""
        chosen = self.personas.get(seat)
        return chosen if chosen in (NONE, DRAWN, *self.shelf) else self._usual_persona(seat)

    def _usual_persona(self, seat: str) -> str:
        return NONE if dict(self.seats()).get(seat, "").startswith("human:") else DRAWN

    def personas_offered(self) -> list[tuple[str, str]]:
        """Who a seat could be, and words for it."""
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
        """Who could be asked beside the game: text and words for it."""
        bots = [(PROBED_BOT, "bot, hard")] if self.info.has_bot else []
        found = [("", "off"), (SELF, "the guesser itself"), *bots]
        found += [(MODEL + name, f"{name} (model)") for name in self.ready]
        return found if self.probe in dict(found) else [*found, (self.probe, self.probe)]

    def probed_models(self) -> list[tuple[str, str]]:
        """Group of the seat and name of each model that is asked beside the game."""
        now = [s for s in self.info.game.seats(self.options) if s.side == "solver"][:1]
        asked = self.sitting(now[0].name, now[0].default) if self.probe == SELF and now else self.probe
        return [(now[0].group, asked.removeprefix(MODEL))] if now and asked.startswith(MODEL) else []

    def prompt_variants(self, known: Sequence[str]) -> list[str]:
        """What the row of prompts offers; `known`: the variants of the game by name."""
        rest = [v for v in (*known, self.prompts) if v not in (PLAIN, ANY_PROMPT)]
        return [PLAIN, *dict.fromkeys(rest), ANY_PROMPT]

    def _all_seats(self) -> list[str]:
        """Seats of every variant, those that are people's by default first."""
        found = self._defaults()
        return sorted(found, key=lambda seat: found[seat] != "human")

    def _defaults(self) -> dict[str, str]:
        """Who sits on the seats of all variants when nobody is named."""
        name = self.info.variant
        sets = [self.options]
        if name is not None:
            sets = [{**self.options, name: variant} for variant in self.info.options[name].choices]
        return {seat.name: seat.default for options in sets for seat in self.info.game.seats(options)}

    # choosing

    def seat(self, seat: str, text: str) -> None:
        """Seat a player by PLAYER text."""
        self.cast[seat] = text
        self._meet(text)

    def _meet(self, text: str) -> None:
        kind, _, name = text.partition(":")
        if kind == "human" and name not in self.people:
            self.people.append(name)

    def use_preset(self, preset: str) -> None:
        """Take a preset; options that it or the defaults give again are not kept as chosen."""
        self.preset = preset
        variant = self.info.variant
        self.given = {n: v for n, v in self.given.items() if n == variant}

    def use(self, option: str, text: str) -> None:
        """Take an option's value, as its row writes it."""
        self.given[option] = self.info.options[option].read(text)

    # what it comes to

    def opening(self) -> Opening:
        """What is to be played."""
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
        """Personas of the seats at the table, where they are not what they are anyway."""
        seats = [seat for seat, text in self.seats() if text and text != DEALER]
        return {seat: p for seat in seats if (p := self.persona(seat)) != self._usual_persona(seat)}

    def problem(self, catalogue: Catalogue) -> str | None:
        """Why it can't be played, in a sentence; None if it can."""
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
        """One line: who is at the table."""
        kinds = [text.partition(":")[0] for _, text in self.seats()]
        names = (("human", "person", "people"), ("bot", "bot", "bots"), ("model", "model", "models"))
        parts = [part for kind, *words in names if (part := _count(kinds.count(kind), *words))]
        *rest, last = parts or ["Nobody"]
        who = f"{', '.join(rest)} and {last} at the table." if rest else f"{last} at the table."
        return f"{who} {self._untold()}".rstrip()

    def _untold(self) -> str:
        """A sentence where somebody is given a persona who would hear of it, and does not; else nothing."""
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

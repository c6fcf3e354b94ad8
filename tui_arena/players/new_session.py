"""Making a new session from players, options and a deck.

Every new session is made here, whether for the app, the command line or a headless run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING, Any

from tui_arena.core.game import Data, Deck, Player
from tui_arena.core.options import BadOption, resolve
from tui_arena.core.session import Session, deal
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.personas import DRAWN, NONE
from tui_arena.players.bot_profiles import Minds, Wish, minds_of
from tui_arena.players.seating import DEFAULT_LEVEL, PLAIN, BadPlayer, Cast, as_seated, bot, sit_down

if TYPE_CHECKING:
    from tui_arena.players.models.player import ModelSeats

DEALER = "dealer"
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Opening:
    """The game to play, its players and its options."""

    game: str
    cast: Mapping[str, Cast] = field(default_factory=dict)
    """Players by seat. A seat that isn't named gets a bot, or the dealer if a deck can set its secret."""
    options: Data = field(default_factory=dict)
    """Options as given; the others come from the preset and the defaults."""
    preset: str | None = None
    deck: str | None = None
    seed: int | None = None
    """None: a seed is drawn for each session."""
    prompts: str | None = None
    """Prompt variant of model seats that choose none, or `random`: drawn per session by its seed."""
    probe: str | None = None
    """The player that probes are put to during the game: `self` or a PLAYER text; None: no probes."""
    sorter: str | None = None
    """The player that sorts lists and replies, a PLAYER text; None: the probed player sorts the lists."""
    personas: Mapping[str, Wish] = field(default_factory=dict)
    """Wanted personas by seat, in a game with differing minds; other bots and models get drawn ones."""


def seated(opening: Opening, info: GameInfo) -> tuple[dict[str, Any], dict[str, Cast]]:
    """The resolved options and the full cast by seat. Raises BadOption, BadPlayer.

    >>> list(seated(Opening("wordle"), Catalogue().game("wordle"))[1])
    ['guesser']
    """
    options = resolve(info.options, info.presets, opening.options, opening.preset)
    seats = info.game.seats(options)
    names = [s.name for s in seats]
    for name in opening.cast:
        if name not in names:
            raise BadPlayer(
                f"no seat {name!r} in {info.title} with these options; seats are {', '.join(names)}"
            )
    cast = {}
    for seat in seats:
        if seat.name in opening.cast:
            cast[seat.name] = opening.cast[seat.name]
        elif seat.default != DEALER:
            cast[seat.name] = bot(DEFAULT_LEVEL)
    return options, cast


def new_session(
    opening: Opening,
    catalogue: Catalogue,
    *,
    id: str,  # noqa: A002  (its name in the session file)
    seed: int,
    started: str | None,
    index: int | None = None,
    repetition: int | None = None,
    secret: Data | None = None,
    extra: Mapping[str, Any] | None = None,
) -> tuple[Session, dict[str, Cast]]:
    """A session ready to start, and its cast with each `any:` replaced by the drawn player.

    The secret is dealt from the deck if no player sits as setter; `secret` replaces it. Raises BadOption,
    BadPlayer, BadFile.
    """
    info = catalogue.game(opening.game)
    options, cast = seated(opening, info)
    drawn = {seat: c.drawn(seed, seat) for seat, c in cast.items()}
    dealt_seats = [s.name for s in info.game.seats(options) if s.default == DEALER]
    gives = info.dealt == "never" or (
        any(seat in drawn for seat in dealt_seats) or (info.dealt == "when_named" and opening.deck is None)
    )
    wanted = not gives or (info.items != "words" and (info.dealt != "when_named" or opening.deck))
    file = catalogue.deck(opening.deck, info) if wanted else None
    if file is not None:
        options = _with_decks(options, file.deck, info)
    lexicon = (file.lexicon if file else None) or catalogue.lexicon(None, info)
    minds = minds_of(opening.personas, info, catalogue, drawn, seed)
    try:
        setup = deal(
            info.game,
            options,
            preset=opening.preset,
            deck=file.deck if file and not gives else None,
            named=file.deck if file else None,
            lexicon=lexicon,
            seed=seed,
            index=index,
            repetition=repetition,
            extra={**_probe_settings(opening), **_told(minds, options), **(extra or {})},
        )
    except ValueError as error:
        name = file.deck.name if file else "no deck"
        raise BadOption(f"deck {name} can't be dealt with these options: {error}") from None
    if secret is not None:
        setup = replace(setup, secret=secret)
    groups = {seat.name: seat.group for seat in info.game.seats(setup.options)}
    for seat, c in drawn.items():
        variant = opening.prompts
        if variant == RANDOM:
            own = variants(info, catalogue, groups.get(seat))
            variant = Random(f"{seed}/prompt/{seat}").choice(own) if own else None
        drawn[seat] = as_seated(minds.cast(seat, c), info, setup, seat, variant)
    seats = {seat: c.spec for seat, c in drawn.items()}
    return Session(id, info.id, info.game.rules, started, setup, seats), drawn


def _told(minds: Minds, options: Data) -> dict[str, Any]:
    """The personas to save in a set-up: the given ones, or all if the option `personas` shows them."""
    personas = minds.given if options.get("personas", "none") == "none" else minds.personas
    return {"personas": {seat: dict(values) for seat, values in personas.items()}} if personas else {}


def _probe_settings(opening: Opening) -> dict[str, str]:
    asked = {"probe": opening.probe, "sorter": opening.sorter}
    return {key: text for key, text in asked.items() if text}


def _with_decks(options: Mapping[str, Any], deck: Deck, info: GameInfo) -> dict[str, Any]:
    """The options, with the deck's values for those that aren't set; raises BadOption."""
    brought = {n: value for n, value in deck.options.items() if n in info.options and options[n] is None}
    try:
        return {**options, **{name: info.options[name].check(value) for name, value in brought.items()}}
    except BadOption as error:
        raise BadOption(f"deck {deck.name}: {error}") from None


def variants(info: GameInfo, catalogue: Catalogue, group: str | None = None) -> list[str]:
    """Names of the prompt variants of a game, or of the asks of one group of seats, sorted."""
    asks = [ask.name for ask in info.asks.values() if group in (None, ask.seat)]
    return sorted({v or PLAIN for ask in asks for v in catalogue.prompt_variants(info, ask)})


def machines(
    session: Session, cast: Mapping[str, Cast], info: GameInfo, models: ModelSeats | None = None
) -> dict[str, Player]:
    """The players of all seats that aren't held by a person. Raises BadPlayer, BadFile."""
    return {seat: sit_down(c, info, session.setup, models) for seat, c in cast.items() if c.kind != "human"}


def without_missing_personas(opening: Opening, info: GameInfo, catalogue: Catalogue) -> Opening:
    """The same without personas that no longer exist or that the game can't have."""
    if not opening.personas:
        return opening
    if not info.minds:
        return replace(opening, personas={})
    known = {NONE, DRAWN, *(one.name for one in catalogue.personas(info))}
    kept = {seat: w for seat, w in opening.personas.items() if not isinstance(w, str) or w in known}
    return replace(opening, personas=kept)


def daily_seed(day: str) -> int:
    """The seed of a day, the same for everybody.

    >>> daily_seed("2026-11-21")
    20261121
    """
    return int(day.replace("-", ""))

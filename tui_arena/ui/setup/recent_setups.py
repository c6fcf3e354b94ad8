"""The last cast and options of each game, so that one digit starts a game as it was last played.

The settings contain plain TOML values. Values that can't be used any more are dropped without a notice: an
unknown option, a seat that these options don't have, a model that isn't configured any more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tui_arena.config import ModelBook, Settings
from tui_arena.config.models import AUTO, HELP, TEXT_CHARS, sampling_fault
from tui_arena.core.game import deck_base
from tui_arena.core.language.sentences import YOU
from tui_arena.core.options import BadOption, resolve
from tui_arena.data import DECK, GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.new_session import Opening, people_seated, seats_at
from tui_arena.players.seating import DEFAULT_LEVEL, MIND, NAME_CHARS, BadPlayer, Cast, is_gone, read_player

NONE = "none"
"""The text for None, since TOML has no null."""
MODEL = "model:"
"""The prefix of a model's PLAYER text."""


def machines(info: GameInfo, models: Iterable[str]) -> list[tuple[str, str]]:
    """The bots of a game and these models, each as a PLAYER text and a label."""
    bots = [(f"bot:{level}", f"bot, {level}") for level in LEVELS] if info.has_bot else []
    return [*bots, *((MODEL + name, f"{name} (model)") for name in models)]


def player_text(cast: Cast) -> str:
    """The PLAYER text of a person, a bot or a model; empty for other players, which aren't remembered.

    >>> player_text(read_player("human:Ada"))
    'human:Ada'
    """
    if cast.kind in ("human", "model"):
        return f"{cast.kind}:{cast.spec.get('name') or ''}"
    thinks = f"+{MIND}={cast.asks}" if cast.asks else ""
    return f"bot:{cast.spec.get('level') or DEFAULT_LEVEL}{thinks}" if cast.kind == "bot" else ""


def remember(settings: Settings, opening: Opening) -> Settings:
    """The settings with this opening, without its seed, as the last opening of its game."""
    called = _table(
        settings.last.get(opening.game), "personas"
    )  # a persona given by its values keeps the last name
    personas = {s: w if isinstance(w, str) else called.get(s) for s, w in opening.personas.items()}
    values: dict[str, Any] = {
        "cast": {seat: text for seat, c in opening.cast.items() if (text := player_text(c))},
        "options": {n: NONE if v is None else v for n, v in opening.options.items()},
        "personas": {seat: name for seat, name in personas.items() if isinstance(name, str)},
        "own": {seat: dict(c.own) for seat, c in opening.cast.items() if c.own},
        "prompts": opening.prompts,
        "probe": opening.probe,
        "blind": opening.blind,
        "preset": opening.preset,
        "deck": opening.deck,
    }
    last = {key: value for key, value in values.items() if value or key in ("cast", "options")}
    return replace(settings, last={**settings.last, opening.game: last})


def recall(settings: Settings, info: GameInfo, book: ModelBook | None = None) -> Opening:
    """The last opening of a game, or else an opening with the defaults and the user in the usual seat.

    `book`: the models that are configured now.
    """
    book = book or ModelBook()
    last = _table(settings.last, info.id)
    personas = _table(last, "personas") if info.minds else {}
    opening = unseated(settings, info)
    if opening.probe is not None and is_gone(opening.probe, book):
        opening = replace(opening, probe=None)
    seats = {seat.name for seat in seats_at(opening, info)}
    cast = _cast(last, settings.name, book)
    opening = replace(
        opening,
        cast={seat: c for seat, c in cast.items() if seat in seats},
        personas={seat: name for seat, name in personas.items() if seat in seats and isinstance(name, str)},
    )
    return people_seated(opening, info, settings.name)


def unseated(settings: Settings, info: GameInfo) -> Opening:
    """The last opening of a game without its players, so that the rules needn't be loaded."""
    last = _table(settings.last, info.id)
    words = {key: text for key, text in last.items() if isinstance(text, str) and text}
    deck, preset = words.get("deck"), words.get("preset")
    if deck_base(deck) in info.decks:  # a session that is played again adds the deck's number
        deck = deck_base(deck)
    return Opening(
        info.id,
        {},
        _options(_table(last, "options"), info),
        preset if preset in info.presets else None,
        None if deck == info.learns else deck,  # the learned deck is always added anyway
        prompts=words.get("prompts"),
        probe=words.get("probe"),
        blind=last.get("blind") is True,
    )


def usual(settings: Settings, info: GameInfo, book: ModelBook | None = None) -> Opening:
    """An opening with the user in the usual seat against bots or the dealer, and the last options."""
    last = recall(settings, info, book)
    opening = Opening(info.id, {}, last.options, last.preset, last.deck)
    return people_seated(opening, info, settings.name)


def unusual(opening: Opening, info: GameInfo) -> list[str]:
    """How an opening differs from the usual game, in a few words for each difference.

    For example `critic`, `hard mode`, `guesses 4`, `preset paper` or `deck celebrities`.
    """
    usual_options = resolve(info.options, info.presets, {})
    now = resolve(info.options, info.presets, opening.options, opening.preset)
    found = []
    for name, value in now.items() if opening.preset is None else ():
        label = info.options[name].label or name.replace("_", " ")
        is_derived = info.options[name].default == AUTO and name not in opening.options
        if value != usual_options[name] and isinstance(value, str | bool | int) and not is_derived:
            plain = (
                f"no {label}"
                if value is False
                else label
                if value is True
                else f"{label} {value}".replace("_", " ")
            )
            found.append(str(value) if name in (info.variant, info.offers) else plain)
    preset = [f"preset {opening.preset}"] if opening.preset else []
    deck = [f"deck {opening.deck}"] if opening.deck not in (None, info.deck) else []
    return [*preset, *found, *deck]


def sitting(opening: Opening) -> str:
    """The players that an opening names, with their seats, in words.

    >>> sitting(Opening("wordle", {"setter": read_player("human:Ada"), "guesser": read_player("bot:hard")}))
    'Ada as setter, bot hard as guesser'
    """
    names = {seat: str(one.spec["name"]) for seat, one in opening.cast.items()}
    return ", ".join(
        f"{'you' if name == YOU else name} as {seat.replace('_', ' ')}" for seat, name in names.items()
    )


def with_variant(opening: Opening, info: GameInfo, variant: str, name: str) -> Opening:
    """The opening with another choice that the game offers. Players of missing seats are dropped."""
    if info.offers is None:
        return opening
    if info.offers == DECK:
        return replace(opening, deck=None if variant == info.deck else variant)
    opening = replace(opening, options={**opening.options, info.offers: variant})
    seats = {seat.name for seat in seats_at(opening, info)}
    cast = {seat: c for seat, c in opening.cast.items() if seat in seats}
    return people_seated(replace(opening, cast=cast), info, name)


def watched(opening: Opening, info: GameInfo) -> Opening:
    """The opening with a bot in every seat of a person."""
    people = {seat.name for seat in seats_at(opening, info) if seat.default == "human"}
    cast = {seat: c for seat, c in opening.cast.items() if c.kind != "human"}
    cast |= {seat: read_player("bot:hard") for seat in people if seat not in cast}
    return replace(opening, cast=cast)


def _table(values: object, key: str) -> Mapping[str, Any]:
    """A table within settings values; empty if there isn't one."""
    found = values.get(key) if isinstance(values, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def renamed(settings: Settings, old: str, new: str) -> Settings:
    """The settings after a person was renamed, with the new name in the last openings as well."""
    was, now = f"human:{old}", f"human:{new}"
    last = dict(settings.last)
    for game, values in last.items():
        cast = _table(values, "cast")
        if cast:
            seated = {seat: now if text == was else text for seat, text in cast.items()}
            last[game] = {**values, "cast": seated}
    return replace(settings, name=new if settings.name == old else settings.name, last=last)


def _options(values: Mapping[str, Any], info: GameInfo) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, value in values.items():
        option = info.options.get(name)
        if option is not None:
            with suppress(BadOption):
                out[name] = option.check(None if value == NONE and option.nullable else value)
    return out


def _cast(last: Mapping[str, Any], name: str, book: ModelBook) -> dict[str, Cast]:
    out: dict[str, Cast] = {}
    own = _table(last, "own")
    for seat, text in _table(last, "cast").items():
        if isinstance(text, str) and not is_gone(text, book):
            with suppress(BadPlayer):
                cast = read_player(text, name, book)
                out[seat] = replace(cast, own=own_of(own.get(seat) if cast.kind == "model" else None))
    return out


def own_of(values: object) -> dict[str, Any]:
    """A seat's wishes for its model, read from the settings; invalid values are dropped.

    >>> own_of({"sampling": {"temperature": 0.5, "seed": [], "stop": ["END"]}, "prompt": 3})
    {'sampling': {'temperature': 0.5, 'stop': ['END']}}
    """
    if not isinstance(values, Mapping):
        return {}
    sampling = {k: v for k, v in _table(values, "sampling").items() if sampling_fault(k, v) is None}
    out: dict[str, Any] = {"sampling": sampling} if sampling else {}
    for key, limit in (("prompt", NAME_CHARS), ("persona", TEXT_CHARS)):
        text = values.get(key)
        if isinstance(text, str) and text.strip() and len(text) <= limit:
            out[key] = text
    if values.get("structured") in (AUTO, HELP):
        out["structured"] = values["structured"]
    return out

"""The last cast and options of each game, so that a digit starts a game as it was last played.

Settings hold plain TOML values. Values that can't be used any more (an option that is gone, a seat that these
options do not have, a model that is no longer configured) are dropped without a notice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from tui_arena.config import ModelBook, Settings
from tui_arena.config.models import TEXT_CHARS
from tui_arena.core.options import BadOption, resolve
from tui_arena.data import DECK, GameInfo
from tui_arena.players.new_session import Opening, Wish
from tui_arena.players.seating import DEFAULT_LEVEL, NAME_CHARS, BadPlayer, Cast, is_gone, read_player

NONE = "none"
"""How None is written, since TOML has no null."""


def player_text(cast: Cast) -> str:
    """The PLAYER text of a person, a bot or a model; empty for other players, which are not remembered.

    >>> player_text(read_player("human:Ada"))
    'human:Ada'
    """
    if cast.kind in ("human", "model"):
        return f"{cast.kind}:{cast.spec.get('name') or ''}"
    return f"bot:{cast.spec.get('level') or DEFAULT_LEVEL}" if cast.kind == "bot" else ""


def people_seated(opening: Opening, info: GameInfo, name: str) -> Opening:
    """The opening with the person at the keyboard on every free seat that a person has by default."""
    options = resolve(info.options, info.presets, opening.options, opening.preset)
    mine = {
        seat.name: read_player("human", name)
        for seat in info.game.seats(options)
        if seat.default == "human" and seat.name not in opening.cast
    }
    return replace(opening, cast={**opening.cast, **mine})


def remember(settings: Settings, opening: Opening) -> Settings:
    """The settings with this opening as the last one of its game; the seed is dropped."""
    cast = {seat: player_text(c) for seat, c in opening.cast.items()}
    last: dict[str, Any] = {
        "cast": {seat: text for seat, text in cast.items() if text},
        "options": {n: NONE if v is None else v for n, v in opening.options.items()},
    }
    personas = _names(opening.personas, settings.last.get(opening.game))
    if personas:
        last["personas"] = personas
    own = {seat: dict(c.own) for seat, c in opening.cast.items() if c.own}
    if own:
        last["own"] = own
    if opening.prompts:
        last["prompts"] = opening.prompts
    if opening.probe:
        last["probe"] = opening.probe
    if opening.preset:
        last["preset"] = opening.preset
    if opening.deck:
        last["deck"] = opening.deck
    return replace(settings, last={**settings.last, opening.game: last})


def _names(personas: Mapping[str, Wish], before: object) -> dict[str, str]:
    """The personas' names by seat; where only values are given, the name from before, if there was one."""
    last = before.get("personas") if isinstance(before, Mapping) else None
    called = last if isinstance(last, Mapping) else {}
    named = {seat: wish if isinstance(wish, str) else called.get(seat) for seat, wish in personas.items()}
    return {seat: name for seat, name in named.items() if isinstance(name, str)}


def recall(settings: Settings, info: GameInfo, book: ModelBook | None = None) -> Opening:
    """The last opening of a game; at first, the person at the keyboard and the defaults.

    `book` holds the models that are configured now.
    """
    last = settings.last.get(info.id)
    last = last if isinstance(last, Mapping) else {}
    preset = last.get("preset")
    preset = preset if preset in info.presets else None
    options = _options(last.get("options"), info)
    seats = {s.name for s in info.game.seats(resolve(info.options, info.presets, options, preset))}
    deck, prompts = last.get("deck"), last.get("prompts")
    probe = last.get("probe")
    probe = probe if isinstance(probe, str) and not is_gone(probe, book or ModelBook()) else None
    cast = _cast(last.get("cast"), settings.name, book or ModelBook(), last.get("own"))
    opening = Opening(
        info.id,
        {s: c for s, c in cast.items() if s in seats},
        options,
        preset,
        deck if isinstance(deck, str) else None,
        prompts=prompts if isinstance(prompts, str) else None,
        probe=probe or None,
        personas=_personas(last.get("personas"), info, seats),
    )
    return people_seated(opening, info, settings.name)


def _personas(values: object, info: GameInfo, seats: Collection[str]) -> dict[str, Wish]:
    """Personas by seat, read from settings."""
    if not info.minds or not isinstance(values, Mapping):
        return {}
    return {seat: name for seat, name in values.items() if seat in seats and isinstance(name, str)}


def with_variant(opening: Opening, info: GameInfo, variant: str, name: str) -> Opening:
    """The opening with another of the choices that the game offers; it loses seats that this one lacks."""
    if info.offers is None:
        return opening
    if info.offers == DECK:
        return replace(opening, deck=None if variant == info.deck else variant)
    options = {**opening.options, info.offers: variant}
    seats = {s.name for s in info.game.seats(resolve(info.options, info.presets, options, opening.preset))}
    cast = {seat: c for seat, c in opening.cast.items() if seat in seats}
    return people_seated(replace(opening, options=options, cast=cast), info, name)


def watched(opening: Opening, info: GameInfo) -> Opening:
    """The opening with a bot on every seat that a person held."""
    options = resolve(info.options, info.presets, opening.options, opening.preset)
    defaults = {s.name: s.default for s in info.game.seats(options)}
    cast = {s: c for s, c in opening.cast.items() if c.kind != "human"}
    cast |= {s: read_player("bot:hard") for s, d in defaults.items() if d == "human" and s not in cast}
    return replace(opening, cast=cast)


def renamed(settings: Settings, old: str, new: str) -> Settings:
    """The settings after a person was renamed, with the new name in the last openings too."""
    was, now = f"human:{old}", f"human:{new}"
    last = {}
    for game, values in settings.last.items():
        cast = values.get("cast") if isinstance(values, Mapping) else None
        if isinstance(cast, Mapping):
            last[game] = {
                **values,
                "cast": {seat: now if text == was else text for seat, text in cast.items()},
            }
        else:
            last[game] = values
    return replace(settings, name=new if settings.name == old else settings.name, last=last)


def _options(values: object, info: GameInfo) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, value in values.items() if isinstance(values, Mapping) else ():
        option = info.options.get(str(name))
        if option is None:
            continue
        try:
            out[str(name)] = option.check(None if value == NONE and option.nullable else value)
        except BadOption:
            continue
    return out


def _cast(values: object, name: str, book: ModelBook, own: object) -> dict[str, Cast]:
    out: dict[str, Cast] = {}
    for seat, text in values.items() if isinstance(values, Mapping) else ():
        if not isinstance(text, str) or is_gone(text, book):
            continue
        try:
            cast = read_player(text, name, book)
        except BadPlayer:
            continue
        wishes = own.get(seat) if isinstance(own, Mapping) and cast.kind == "model" else None
        out[str(seat)] = replace(cast, own=own_of(wishes))
    return out


def own_of(values: object) -> dict[str, Any]:
    """The wishes of a seat for its model, read from settings; unusable values are dropped.

    >>> own_of({"sampling": {"temperature": 0.5, "seed": []}, "prompt": 3})
    {'sampling': {'temperature': 0.5}}
    """
    if not isinstance(values, Mapping):
        return {}
    out: dict[str, Any] = {}
    sampling = values.get("sampling")
    if isinstance(sampling, Mapping):
        plain = {str(k): v for k, v in sampling.items() if isinstance(v, (str, int, float))}
        out |= {"sampling": plain} if plain else {}
    for key, limit in (("prompt", NAME_CHARS), ("persona", TEXT_CHARS)):
        text = values.get(key)
        if isinstance(text, str) and text.strip() and len(text) <= limit:
            out[key] = text
    return out

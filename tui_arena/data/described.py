"""A game as plain values, for programs: printed by `games --json` and returned by `tui_arena.api.games`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tui_arena.core.options import Option, resolve
from tui_arena.data.catalogue import Catalogue
from tui_arena.data.games import GameInfo
from tui_arena.data.studies import pool_seats


def game_json(info: GameInfo, catalogue: Catalogue) -> dict[str, Any]:
    """One game with all that a program needs to play it; a game of minds also has topics and personas."""
    game = {
        "id": info.id,
        "title": info.title,
        "tagline": info.tagline,
        "rules": info.game.rules,
        "main": asdict(info.main),
        "seats": seats_json(info),
        "asks": [asdict(ask) for ask in info.asks.values()],
        "facts": dict(info.facts),
        "options": [_option_json(option, info) for option in info.options.values()],
        "presets": {name: preset_values(info, name) for name in ("party", *info.presets)},
        "sampling": dict(info.sampling),
        "decks": catalogue.deck_names(info),
        "pools": pool_seats(info.id),
        "metrics": [asdict(metric) for metric in info.metrics.values()],
    }
    if info.minds:
        game["topics"] = list(catalogue.topics(info))
        shelf = catalogue.personas(info)
        game["personas"] = [{"name": one.name, **one.values, "own": one.own} for one in shelf]
    return game


def seats_json(info: GameInfo) -> list[dict[str, Any]]:
    """Every seat that the game may have, with the variants that have it."""
    found: dict[str, dict[str, Any]] = {}
    option = info.options.get(info.variant or "")
    for variant in option.choices if option else ("",):
        given: dict[str, Any] = {option.name: variant} if option else {}
        if info.seats_by:
            given[info.seats_by] = int(info.options[info.seats_by].max or 0)
        for seat in info.game.seats(resolve(info.options, info.presets, given)):
            row = found.setdefault(seat.name, {**asdict(seat), "variants": []})
            row["variants"].append(variant)
    return list(found.values())


def _option_json(option: Option, info: GameInfo) -> dict[str, Any]:
    row = {**asdict(option), "choices": list(option.choices)}
    row["presets"] = {name: preset_values(info, name)[option.name] for name in ("party", *info.presets)}
    return row


def preset_values(info: GameInfo, name: str) -> Mapping[str, Any]:
    """Maps every option to its value in a preset."""
    return resolve(info.options, info.presets, {}, name)

"""The catalogue of games, for people and for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tui_arena.cli.arena import put
from tui_arena.cli.columns import put_table
from tui_arena.core.options import Option, resolve
from tui_arena.data import Catalogue, GameInfo


def game_json(info: GameInfo, catalogue: Catalogue) -> dict[str, Any]:
    """One game with seats, asks, options, presets, decks and metrics; where minds differ topics and personas."""
    return {
        "id": info.id,
        "title": info.title,
        "tagline": info.tagline,
        "rules": info.game.rules,
        "main": asdict(info.main),
        "seats": seats_json(info),
        "asks": [asdict(ask) for ask in info.asks.values()],
        "options": [_option_json(option, info) for option in info.options.values()],
        "presets": {name: _preset(info, name) for name in ("party", *info.presets)},
        "sampling": dict(info.sampling),
        "decks": catalogue.deck_names(info),
        "metrics": [asdict(metric) for metric in info.metrics.values()],
        **_minds_json(info, catalogue),
    }


def _minds_json(info: GameInfo, catalogue: Catalogue) -> dict[str, Any]:
    if not info.minds:
        return {}
    shelf = [{"name": one.name, **one.values, "own": one.own} for one in catalogue.personas(info)]
    return {"topics": list(catalogue.topics(info)), "personas": shelf}


def seats_json(info: GameInfo) -> list[dict[str, Any]]:
    """Every seat of the game, with the variants that have it."""
    found: dict[str, dict[str, Any]] = {}
    option = info.options.get(info.variant or "")
    for variant in option.choices if option else ("",):
        given = {option.name: variant} if option else {}
        for seat in info.game.seats(resolve(info.options, info.presets, given)):
            row = found.setdefault(seat.name, {**asdict(seat), "variants": []})
            row["variants"].append(variant)
    return list(found.values())


def _option_json(option: Option, info: GameInfo) -> dict[str, Any]:
    row = {**asdict(option), "choices": list(option.choices)}
    row["presets"] = {name: _preset(info, name)[option.name] for name in ("party", *info.presets)}
    return row


def _preset(info: GameInfo, name: str) -> Mapping[str, Any]:
    return resolve(info.options, info.presets, {}, name)


def put_game(info: GameInfo, catalogue: Catalogue) -> None:
    """Print one game."""
    put(f"{info.title} ({info.id}): {info.tagline}\n\n")
    seats = seats_json(info)
    put_table(["seat", "side", "in"], [[s["name"], s["side"], ", ".join(s["variants"])] for s in seats])
    put("\n")
    put_table(["ask", "seat", "form"], [[a.name, a.seat, a.form] for a in info.asks.values()], widest=None)
    put("\n")
    names = ("party", *info.presets)
    put_table(
        ["option", *names, "allowed"],
        [
            [o.name, *(_said(_preset(info, name)[o.name]) for name in names), o.allowed()]
            for o in info.options.values()
        ],
    )
    put("\n")
    put_table(
        ["metric", "better", "unit", "meaning"],
        [[m.name, m.better, m.unit, m.text] for m in info.metrics.values()],
        widest=None,
    )
    put(f"\ndecks: {', '.join(catalogue.deck_names(info))}\n")
    if info.minds:
        put("\n")
        put_table(
            ["persona", "profession", "age", "culture", "interests"],
            [
                [p.name, p.profession, p.age, p.culture, ", ".join(p.interests)]
                for p in catalogue.personas(info)
            ],
        )
        put(f"\ntopics: {', '.join(catalogue.topics(info))}\n")


def _said(value: Any) -> str:
    """An option's value as the command line takes it."""
    if value is None:
        return "none"
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)

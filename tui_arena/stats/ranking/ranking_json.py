"""Rankings as plain values, as `rank --json` prints them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from tui_arena.data import Catalogue
from tui_arena.save.filters import JOINED, Filter
from tui_arena.save.store import Store
from tui_arena.stats.ranking.agreement import FIGURES, Agreement, Order, shared
from tui_arena.stats.ranking.orders import PUBLISHED, named, published_named
from tui_arena.stats.ranking.published import CheckedCell, printed_comparison
from tui_arena.stats.statistics import Figure


def orders(
    texts: Sequence[str], store: Callable[[], Store], catalogue: Catalogue, wanted: Filter, least: int
) -> list[Order]:
    """The orders that texts name; `store` is called only if one of them needs a save file.

    Raises BadFile, BadFilter, SaveError.
    """
    found = []
    for text in texts:
        where, _, name = text.partition(":")
        if where == PUBLISHED:
            found.append(published_named(name, catalogue))
        else:
            found.append(named(text, store(), catalogue, wanted, least=least))
    return found


def in_other_conditions(
    order: Order, text: str, store: Callable[[], Store], catalogue: Catalogue, wanted: Filter, *, least: int
) -> Iterator[Order]:
    """The same order under each other condition that the filter passes, unless they are joined: as `orders`.

    `text`: what names the order; `wanted` is of its game. Those with the most sessions come first.
    """
    if order.condition != JOINED:
        for name in order.others:
            yield named(text, store(), catalogue, replace(wanted, condition=name), least=least)


def ranking_json(
    order: Order, compared: Sequence[tuple[Order, Agreement | None]], others: Sequence[Order] = ()
) -> dict[str, Any]:
    """An order, and its agreement with others. `others`: the same order under other conditions."""
    told = {"order": _order_json(order), "against": [_compared_json(order, *one) for one in compared]}
    conditions = {"conditions": [_order_json(one) for one in (order, *others)]} if others else {}
    return {**told, **conditions}


def kind_and_name(order: Order, player: str) -> tuple[str | None, str]:
    """Kind and name of a player; the kind is None in a published order."""
    if order.published:
        return None, player
    kind, _, name = player.partition(":")
    return kind, name


def printed_of(order: Order, other: Order) -> CheckedCell | None:
    """The printed comparison of two published orders; None if there is none."""
    if not (order.published and other.published):
        return None
    return printed_comparison(order.name, other.name) or printed_comparison(other.name, order.name)


def _order_json(order: Order) -> dict[str, Any]:
    players = []
    for player in order.players:
        kind, name = kind_and_name(order, player)
        placed = order.placed.get(player) or Figure(order.ranks[player])
        figures = {key: getattr(placed, key) for key in ("value", "std", "n", "low", "high")}
        players.append({"rank": order.ranks[player], "player": name, "kind": kind, **figures})
    return {
        "name": order.name,
        "source": order.source,
        "published": order.published,
        "better": order.better,
        "condition": order.condition or None,
        "notes": [*order.notes, *([f"Left out: {order.few}."] if order.few else [])],
        "players": players,
    }


def _compared_json(order: Order, other: Order, both: Agreement | None) -> dict[str, Any]:
    found = shared(order, other)
    printed = printed_of(order, other)
    return {
        "name": other.name,
        "source": other.source,
        "published": other.published,
        "n": len(found.pairs),
        "players": [{"player": own, "as": found.pairs[own]} for own in order.players if own in found.pairs],
        "doubtful": list(found.doubtful),
        **{name: None if both is None else getattr(both, name) for name in FIGURES},
        "printed": None if printed is None else _printed_json(printed),
    }


def _printed_json(cell: CheckedCell) -> dict[str, Any]:
    return {
        "tau": cell.printed_tau,
        "rbo": cell.printed_rbo,
        "rbo_p": cell.printed_rbo_p,
        "contradicts": cell.contradicts,
    }

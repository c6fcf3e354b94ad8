"""What repetitions of one item say together, beyond the mean of each figure.

Law: sessions count together if they were set up for the same item of the same run and the same player
held the seat; whoever plays an item once says nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tui_arena.analysis.statistics import Spread, spread
from tui_arena.core.record import Play
from tui_arena.data import GameInfo
from tui_arena.save.store import Store
from tui_arena.save.summary import player_of


def over_repetitions(
    store: Store, info: GameInfo, ids: Iterable[str]
) -> Mapping[tuple[str, str], Mapping[str, Spread]]:
    """By group of seats and player each figure of the game over repetitions, spread over the items.

    Sessions that are not over are left out. Empty for a game that measures nothing of the kind.
    """
    if not info.repeated:
        return {}
    plays: dict[tuple[str, str, str], list[Play[Any]]] = {}
    for one in ids:
        session = store.load(one)
        play = session.fold(info.game)
        secret = info.game.secret(play.state)
        if not play.over or secret is None:
            continue
        for name, seat in play.seats.items():
            if seat.side != "neutral" and name in session.seats:
                key = (seat.group, player_of(session.seats[name])[1], repr(sorted(secret.items())))
                plays.setdefault(key, []).append(play)
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    for (group, player, _), same in plays.items():
        if len(same) > 1:
            for figure, value in info.across(same).items():
                if value is not None:
                    found.setdefault((group, player), {}).setdefault(figure, []).append(value)
    return {who: {name: spread(values) for name, values in rows.items()} for who, rows in found.items()}

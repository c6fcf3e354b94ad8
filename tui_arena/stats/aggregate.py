"""Aggregates over sessions: the rows of the stats screens, standings, and figures over repetitions.

There is one row per player, seat and variant, and one per pair of players if neither is a person. See
`stats/README.md`.

Law: an unfinished session counts as started and nowhere else. A metric that is null in a session is left out
of the aggregate; it never counts as zero.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tui_arena.core.record import Play
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import INCLUDE, PLAIN, BadFilter, Filter, passes, run_of, since_day
from tui_arena.save.rollup.deltas import MAIN, MAX_TURNS, REQUEST_SUCCESS, Key
from tui_arena.save.rollup.groups import Cells
from tui_arena.save.store import Store
from tui_arena.save.summary import player_of
from tui_arena.stats.rows import Figure, PlayerStanding, StatRow
from tui_arena.stats.statistics import Spread, combined, share, spread, spread_of_sums

COUNTS = ("requests", "parsed", "violated", "seconds", "input_tokens", "output_tokens", "cost_usd")


__all__ = [
    "COUNTS",
    "INCLUDE",
    "BadFilter",
    "Figure",
    "Filter",
    "PlayerStanding",
    "StatRow",
    "standings",
    "stats",
]


def stats(store: Store, catalogue: Catalogue, wanted: Filter) -> list[StatRow]:
    """The rows of a game. Raises BadFile for an unknown game, BadFilter, SaveError."""
    info = catalogue.game(wanted.game)
    found = _figures(store, wanted)
    order = _Order(info)
    rows = [
        _row(info, order, parts, pair=False)
        for parts in _grouped(found, lambda k: (k.group, k.kind, k.name, k.variant))
    ]
    pairs = [
        _row(info, order, parts, pair=True)
        for parts in _grouped(
            [(k, c) for k, c in found if k.partner], lambda k: (k.kind, k.name, k.variant, k.partner)
        )
    ]
    return sorted(rows, key=order.rank) + sorted(pairs, key=order.rank)


def standings(store: Store, catalogue: Catalogue, wanted: Filter | None = None) -> list[PlayerStanding]:
    """Every player over all games, the best first; the filter's game is ignored."""
    base = wanted or Filter("")
    played: dict[tuple[str, str], dict[str, tuple[float, float | None]]] = {}
    sessions: dict[tuple[str, str], int] = {}
    for game, info in catalogue.games.items():
        for who, cells in player_sums(store, info, replace(base, game=game)).items():
            if cells["sessions"]:
                completed = 1 - cells["aborted"] / cells["sessions"]
                played.setdefault(who, {})[game] = (completed, quality_of(cells))
                sessions[who] = sessions.get(who, 0) + cells["sessions"]
    rows = [PlayerStanding(*who, games, combined(games), sessions[who]) for who, games in played.items()]
    return sorted(rows, key=lambda r: (-(r.combined or 0.0), r.player))


def player_sums(
    store: Store, info: GameInfo, wanted: Filter, groups: Collection[str] | None = None
) -> dict[tuple[str, str], Cells]:
    """The sums over each player's sessions, by kind and name: all variants and seats together.

    `groups`: only these groups of seats; None: all that have a side. Raises BadFilter, SaveError.
    """
    order = _Order(info)
    found = [
        (key, cells)
        for key, cells in _figures(store, replace(wanted, game=info.id))
        if not order.neutral(key.group) and (groups is None or key.group in groups)
    ]
    each = _grouped(found, lambda key: (key.kind, key.name))
    return {(parts[0][0].kind, parts[0][0].name): _summed(parts) for parts in each}


def side_groups(info: GameInfo) -> dict[str, str]:
    """The side of each group of seats that has one: `solver` or `opponent`."""
    return {group: side for group, side in _Order(info).sides.items() if side != "neutral"}


def solving_groups(info: GameInfo) -> list[str]:
    """The groups of seats on the solving side in any variant; at least one."""
    return [group for group, side in side_groups(info).items() if side == "solver"]


class _Order:
    """The order of a game's seats and variants, and which seats have no side."""

    def __init__(self, info: GameInfo) -> None:
        option = info.options.get(info.variant or "")
        self.variants = list(option.choices) if option else []
        defaults = {name: o.default for name, o in info.options.items()}
        every = [{**defaults, str(info.variant): choice} for choice in self.variants] or [defaults]
        seats = [seat for options in every for seat in info.game.seats(options)]
        self.sides = {seat.group: seat.side for seat in seats}
        self.groups = list(dict.fromkeys(s.group for s in seats if s.side != "neutral"))

    def neutral(self, group: str) -> bool:
        return self.sides.get(group) == "neutral"

    def rank(self, row: StatRow) -> tuple[int, int, str, float, str]:
        group = self.groups.index(row.seat) if row.seat in self.groups else len(self.groups)
        base = row.variant.removesuffix("*").partition(" ")[0]
        variant = self.variants.index(base) if base in self.variants else len(self.variants)
        best = -1.0 if row.quality is None else row.quality
        return group, variant, row.variant, -best, row.player.casefold()


def _figures(store: Store, wanted: Filter) -> list[tuple[Key, Cells]]:
    return store.figures(wanted.game, run_of(wanted), since_day(wanted.since), passes(wanted))


Part = tuple[Key, Cells]


def _grouped(found: Iterable[Part], by: Callable[[Key], Any]) -> list[list[Part]]:
    groups: dict[Any, list[Part]] = {}
    for part in found:
        groups.setdefault(by(part[0]), []).append(part)
    return list(groups.values())


def _summed(parts: list[Part]) -> Cells:
    total = Cells(parts[0][1].slots)
    for _, cells in parts:
        total.add(cells.values)
    return total


def _row(info: GameInfo, order: _Order, parts: list[Part], *, pair: bool) -> StatRow:
    key, cells = parts[0][0], _summed(parts)
    sessions, started = cells["sessions"], cells["started"]
    neutral, counted = order.neutral(key.group), _counted(cells)
    won, lost, aborted = (share(cells[name], sessions) for name in ("won", "lost", "aborted"))
    return StatRow(
        game=key.game,
        seat=key.group,
        kind=key.kind,
        player=key.name,
        variant=key.variant,
        partner=key.partner if pair else None,
        own=pair and key.partner == f"{key.kind}:{key.name}",
        neutral=neutral,
        started=started,
        sessions=sessions,
        won=None if neutral else won,
        lost=None if neutral else lost,
        aborted=None if neutral else aborted,
        useful=None if neutral else (won.count + lost.count) / started,
        completed=None if neutral or not sessions else 1 - aborted.count / sessions,
        quality=None if neutral else quality_of(cells),
        request_success=spread_of(cells, REQUEST_SUCCESS),
        counts={name: spread_of(cells, f"#{name}") for name in COUNTS},
        metrics={}
        if neutral
        else {
            name: _figure(m, cells, counted.get(name, {}))
            for name, m in info.metrics.items()
            if m.kind != "table"
        },
        repetitions={} if neutral else _over(info, parts, lambda key: key.repetition or None),
        prompts={} if neutral else _over(info, parts, _variant_of_prompts, least=2),
    )


def quality_of(cells: Cells) -> float | None:
    """100 x mean main score over sessions not aborted; None without any."""
    mean = spread_of(cells, MAIN).mean
    return None if mean is None else 100 * mean


def spread_of(cells: Cells, name: str) -> Spread:
    """Mean and deviation of a metric, `#main` or a count over the sessions where it is defined."""
    return spread_of_sums(cells[f"{name} n"], cells[f"{name} s"], cells[f"{name} q"])


def _counted(cells: Cells) -> dict[str, dict[int, int]]:
    """The number of sessions with each value, by metric."""
    found: dict[str, dict[int, int]] = {}
    for slot in cells.names():
        name, told, value = slot.partition("=")
        if told:
            found.setdefault(name, {})[int(value)] = cells[slot]
    return found


def _figure(metric: Metric, cells: Cells, distribution: dict[int, int]) -> Figure:
    name = metric.name
    if metric.kind == "list":
        last = MAX_TURNS
        while last and not cells[f"{name}@{last} n"]:  # a turn between may be undefined in every session
            last -= 1
        turns = [spread_of(cells, f"{name}@{turn}") for turn in range(1, last + 1)]
        return Figure(metric, Spread(None, None, 0), turns=tuple(turns))
    one = spread_of(cells, name)
    if metric.kind == "flag":
        return Figure(metric, one, share=share(round((one.mean or 0.0) * one.n), one.n))
    return Figure(metric, one, distribution=dict(sorted(distribution.items())))


def _variant_of_prompts(key: Key) -> str | None:
    """The prompt variant of a model's seat; None for people, bots and scripts."""
    return key.prompt or (PLAIN if key.kind == "model" else None)


def _over(
    info: GameInfo, parts: list[Part], by: Callable[[Key], str | int | None], least: int = 1
) -> dict[str, Spread]:
    """Mean and spread over the means of each repetition or prompt variant.

    `by` says which one a key belongs to; keys for which it gives None are left out. Empty if there are fewer
    than `least` of them; a single one has no deviation.
    """
    numbered = _grouped([p for p in parts if by(p[0]) is not None], by)
    each = [cells for cells in map(_summed, numbered) if cells["sessions"]]
    if len(each) < least:
        return {}
    out = {
        name: spread(cells[name] / cells["sessions"] for cells in each) for name in ("won", "lost", "aborted")
    }
    names = {
        "quality": MAIN,
        **{n: n for n, m in info.metrics.items() if m.kind not in ("list", "table") and n not in out},
    }
    for name, slot in names.items():
        means = [mean for cells in each if (mean := spread_of(cells, slot).mean) is not None]
        if means:
            scale = 100 if name == "quality" else 1
            out[name] = spread(scale * mean for mean in means)
    return out


def over_repetitions(
    store: Store, info: GameInfo, ids: Iterable[str]
) -> Mapping[tuple[str, str], Mapping[str, Spread]]:
    """The game's figures over repetitions, by group of seats and player, spread over the items.

    Sessions count as repetitions if they have the same secret and the same player held the seat. An item
    that a player played only once is left out, and so is a session that is not over. Empty for a game
    without such figures.
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

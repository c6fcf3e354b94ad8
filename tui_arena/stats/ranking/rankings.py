"""Orders of players: from saved sessions by any metric, and from papers by name.

In rankings from saved sessions a player is `kind:name`. Only sessions that pass the filter count, only on seats
that have a side, and only under one condition of each game. The notes of a ranking say how it was made.

`ranking_json` returns a ranking as `rank --json` prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import listed
from tui_arena.core.text import fold, one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import JOINED, BadFilter, Filter, for_other_game, is_player
from tui_arena.save.rollup.sums import MAIN, WON_BY_ERROR, Cells
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import (
    MODEL,
    OWN,
    PlayerStanding,
    group_of,
    player_sums,
    quality_of,
    side_groups,
    solving_groups,
    spread_of,
    standings,
    stats,
    two_sided,
)
from tui_arena.stats.conditions import check_condition, within
from tui_arena.stats.differences import between, differences
from tui_arena.stats.form import COST
from tui_arena.stats.ranking.agreement import COEFFICIENTS, Agreement, Ranking, ranked, shared
from tui_arena.stats.ranking.leaderboard import COMBINED, over_games, ratings, scored, shared_games
from tui_arena.stats.ranking.published import (
    CheckedCell,
    printed_comparison,
    printed_rankings,
    published_ranking_of,
    published_rows,
)
from tui_arena.stats.statistics import (
    Z95,
    Better,
    Figure,
    Items,
    combined,
    complement,
    items_note,
    items_of_players,
    of_wins,
    share,
    sums_of_share,
    with_interval,
)
from tui_arena.stats.terms import footnotes

OVERALL = "overall"
"""Used as a game, it means all games together; used as a metric, completed times quality."""
RATING = "rating"
WHOLE = (OVERALL, "quality", "completed", "won", WON_BY_ERROR)
"""Measures that every game has, taken over all seats that have a side."""
OVERALLS = (OVERALL, "quality", "completed")
"""Measures over all games together."""
PUBLISHED = "published"
_SLOTS = {"won": ("won",), WON_BY_ERROR: ("won",), "completed": ("aborted",), "quality": (MAIN,)}
"""The metrics that the intervals of the measures in `WHOLE` are computed from."""
_ONE = ("flag", "count", "number", "seats")
"""Kinds of metric with one figure per session and player."""
_OURS = "sessions saved here"
_FIRST = {
    "low": "The smallest figure comes first.",
    "none": "Neither end is better, so the largest figure comes first.",
}


def measures(info: GameInfo) -> list[str]:
    """The names of all measures by which the players of a game can be ordered."""
    metrics = [metric.name for metric in info.metrics.values() if metric.kind in _ONE]
    rated = [RATING] if two_sided(info) else []
    return list(dict.fromkeys([*metrics, *WHOLE, *rated]))


def ranking_of(
    store: Store,
    catalogue: Catalogue,
    game: str,
    metric: str,
    wanted: Filter,
    *,
    least: int = 1,
    spans: bool = True,
) -> Ranking:
    """The players of a game, or of `overall`, by the mean of a metric, the best first.

    `least`: players with fewer sessions that define the metric are left out. `spans`: True adds intervals,
    which needs the sums of every secret.

    The seat is the filter's. If the filter names none, a metric or a rating uses the first seat that solves;
    `quality`, `completed`, `won` and `overall` use all seats that have a side. If several conditions pass the
    filter, the one with the most sessions counts, unless the filter joins them. Raises BadFile, BadFilter,
    SaveError.
    """
    if game == OVERALL:
        return _over_games(store, catalogue, metric, wanted, least)
    info = catalogue.game(game)
    check_condition(store, replace(wanted, game=info.id))
    if metric not in measures(info):
        raise BadFilter(
            f"{info.title} has no measure {one_line(metric, 40)!r} to rank by; "
            f"allowed: {', '.join(measures(info))}"
        )
    wanted = replace(
        wanted, game=info.id, seat=wanted.seat and group_of(info, wanted.seat, side_groups(info))
    )
    if metric == RATING or metric in info.metrics:
        wanted = replace(wanted, seat=wanted.seat or solving_groups(info)[0])
    scaled = info.metrics.get(metric) or (
        info.metrics[info.main.metric] if metric in (OVERALL, "quality") else None
    )
    main = within(store, info, wanted, scaled)
    wanted = main.wanted
    if metric == RATING:
        ranking = _by_rating(store, info, wanted, least)
    elif metric in info.metrics:
        ranking = _by_metric(store, info, info.metrics[metric], wanted, least, spans=spans)
    else:
        where = f"as {wanted.seat}" if wanted.seat else "in every seat that has a side"
        items = items_of_players(store, wanted, _SLOTS.get(metric, ())) if spans else {}
        placed = {
            who: _whole(info, cells, metric, items.get(who, ()))
            for who, cells in player_sums(store, info, wanted).items()
        }
        better = OWN[metric].better if metric in OWN else "high"
        of = "wins" if metric == WON_BY_ERROR else "sessions"
        notes = [f"Over the {of} {where}.", *([_FIRST[better]] if better != "high" else [])]
        notes += [f"{OVERALL}: {COMBINED}"] if metric == OVERALL else []
        notes += footnotes(info, ["quality"]) if metric in (OVERALL, "quality") else []
        ranking = _ranking(f"{info.id} {metric}", placed, better, least, notes, of=of)
    return replace(
        _with_notes(
            ranking, store, catalogue, [wanted], [note] if (note := main.sentence("Ranked apart")) else []
        ),
        form=_form(store, info, wanted, ranking.ranks),
        condition=main.condition,
        others=main.others,
    )


def _form(
    store: Store, info: GameInfo, wanted: Filter, players: Collection[str]
) -> dict[str, dict[str, Figure]]:
    """Maps the players of a ranking to the share of their sessions played to an end, and a session's cost.

    Empty if no model is among them.
    """
    if not any(player.startswith(f"{MODEL}:") for player in players):
        return {}
    groups = {wanted.seat} if wanted.seat else None
    found = {}
    for (kind, name), cells in player_sums(store, info, wanted, groups).items():
        if cells["sessions"] and f"{kind}:{name}" in players:
            done = complement(share(cells["aborted"], cells["sessions"]))
            found[f"{kind}:{name}"] = {"completed": done, COST: spread_of(cells, COST)}
    return found


def _with_notes(
    ranking: Ranking, store: Store, catalogue: Catalogue, each: Sequence[Filter], notes: Sequence[str]
) -> Ranking:
    """Adds notes to a ranking, and further notes on what differs between its players' sessions.

    `each`: a filter for the sessions of each game.
    """
    game_notes: dict[str, None] = {}
    for wanted in each:
        rows = stats(store, catalogue, wanted, intervals=())
        ranked_rows = [row for row in rows if not row.neutral and f"{row.kind}:{row.player}" in ranking.ranks]
        found = between(ranked_rows) if len(each) > 1 else differences(store, wanted, ranked_rows)
        game = f"{catalogue.game(wanted.game).title}: " if len(each) > 1 else ""
        game_notes |= dict.fromkeys(f"{game}{note}" for note in found.notes)
    return replace(ranking, notes=(*ranking.notes, *notes, *game_notes))


def named(text: str, store: Store, catalogue: Catalogue, wanted: Filter, *, least: int = 1) -> Ranking:
    """The ranking that a text names.

    - From saved sessions: `akinator:recall`, `akinator` (its main metric) or `overall`.
    - Published: `published:GPQA` or `published:akinator:recall`.

    If the game isn't the filter's, the filter's seat, variant, condition, options, deck and run are ignored.
    Raises BadFile, BadFilter, SaveError.
    """
    game, _, metric = text.partition(":")
    if fold(game) == PUBLISHED:
        return published_named(metric, catalogue)
    if game != OVERALL and game not in catalogue.games:
        raise BadFilter(
            f"{one_line(text, 60)!r} isn't a ranking; allowed: {OVERALL}, {PUBLISHED}:NAME, and GAME:METRIC "
            f"of {', '.join(catalogue.games)}"
        )
    if game != wanted.game:
        wanted = for_other_game(wanted, game)
    main = OVERALL if game == OVERALL else catalogue.game(game).main.metric
    return ranking_of(store, catalogue, game, metric or main, wanted, least=least)


def published_named(text: str, catalogue: Catalogue) -> Ranking:
    """A published ranking: by its name, or from a published table as `GAME:METRIC` or `GAME:METRIC:DECK`.

    Raises BadFilter, which lists the known names.
    """
    rankings = {fold(ranking.name): ranking for ranking in printed_rankings()}
    if fold(text) in rankings:
        return rankings[fold(text)]
    game, _, rest = text.partition(":")
    name, _, variant = rest.partition(":")
    info = catalogue.games.get(game)
    if info is not None and name in info.metrics:
        for chosen in [variant] if variant else ["", *info.decks]:
            found = published_ranking_of(info, info.metrics[name], chosen)
            if found is not None:
                return found
    tables = [game for game, info in catalogue.games.items() if len(_players(info)) > 1]
    raise BadFilter(
        f"there is no published ranking {one_line(text, 60)!r}; allowed: "
        f"{', '.join(o.name for o in printed_rankings())}, "
        f"and GAME:METRIC of the published tables of {', '.join(tables)}"
    )


def _players(info: GameInfo) -> set[str]:
    return {row.player for row in published_rows(info)}


def _by_metric(
    store: Store, info: GameInfo, metric: Metric, wanted: Filter, least: int, *, spans: bool
) -> Ranking:
    sums = player_sums(store, info, wanted, {wanted.seat or ""})
    items = items_of_players(store, wanted, [metric.name]) if spans else {}
    placed = {who: _metric(cells, metric, items.get(who, ())) for who, cells in sums.items()}
    notes = [f"Over the sessions as {wanted.seat}."]
    if metric.better != "high":
        notes.append(_FIRST[metric.better])
    notes += footnotes(info, [metric.name])
    return _ranking(f"{info.id} {metric.name}", placed, metric.better, least, tuple(notes))


def _by_rating(store: Store, info: GameInfo, wanted: Filter, least: int) -> Ranking:
    met = store.meetings(replace(wanted, seat=None, player=None))
    placed = {
        (one.kind, one.name): Figure(
            one.mu, one.sigma, one.sessions, one.mu - Z95 * one.sigma, one.mu + Z95 * one.sigma
        )
        for one in ratings(met)
        if one.group == wanted.seat
        and (wanted.player is None or is_player(wanted.player)(one.kind, one.name))
    }
    notes = (
        f"Skill as {wanted.seat} (mu, ± sigma), from the last {len(met):,} sessions that a side won or that were drawn.",
    )
    return _ranking(f"{info.id} {RATING}", placed, "high", least, notes)


def _over_games(store: Store, catalogue: Catalogue, metric: str, wanted: Filter, least: int) -> Ranking:
    if metric not in OVERALLS:
        raise BadFilter(
            f"there is no measure {one_line(metric, 40)!r} over all games; allowed: {', '.join(OVERALLS)}"
        )
    rows = standings(store, catalogue, wanted)
    few = [row for row in rows if row.sessions < least]
    enough = [row for row in rows if row.sessions >= least]
    games = shared_games(enough)
    infos = [info for info in catalogue.games.values() if info.id in games]
    placed = {(row.kind, row.player): _overall(row, metric) for row in (*over_games(games, enough), *few)}
    notes = _same_games(catalogue, games, enough)
    ranking = _ranking(OVERALL if metric == OVERALL else f"{OVERALL} {metric}", placed, "high", least, notes)
    each = [
        within(store, info, replace(wanted, game=info.id), info.metrics[info.main.metric]) for info in infos
    ]
    notes = [f"{info.title}: {one.note}" for info, one in zip(infos, each, strict=True) if one.note]
    return _with_notes(ranking, store, catalogue, [one.wanted for one in each], notes)


def _overall(row: PlayerStanding, metric: str) -> Figure | None:
    """The value of a measure in `OVERALLS`; None for `quality` if every session was aborted."""
    qualities = [quality for _, quality in row.games.values() if quality is not None]
    completed = [done for done, _ in row.games.values()]
    value = {
        OVERALL: row.combined,
        "quality": sum(qualities) / len(qualities) if qualities else None,
        "completed": sum(completed) / len(completed),
    }[metric]
    return None if value is None else Figure(value, n=row.sessions)


_NAMED = 6
"""The most players that a sentence names."""


def _same_games(catalogue: Catalogue, games: frozenset[str], rows: Sequence[PlayerStanding]) -> list[str]:
    """Sentences on the games that players are ranked over, and on the games and players that are left out."""

    def titles(some: Collection[str]) -> str:
        return listed([one.title for one in catalogue.games.values() if one.id in some])

    if not games:
        return []
    notes = [f"Over {titles(games)}; every game counts equally, however many sessions it has."]
    if dropped := {game for row in rows for game in row.games} - games:
        notes.append(
            "Games with the fewest players are left out until two players have played all of the others: "
            f"{titles(dropped)}."
        )
    without = grouped((games.difference(row.games), f"{row.kind}:{row.player}") for row in rows)
    for missing, players in without.items():
        if missing:
            more = [f"{len(players) - _NAMED} more"] if len(players) > _NAMED else []
            who = listed([one_line(player, 60) for player in players[:_NAMED]] + more)
            notes.append(f"Left out: {who}, without a session of {titles(missing)}.")
    return notes


def _ranking(
    name: str,
    placed: Mapping[tuple[str, str], Figure | None],
    better: Better,
    least: int,
    notes: Sequence[str],
    *,
    of: str = "sessions",
) -> Ranking:
    known = {f"{kind}:{who}": one for (kind, who), one in placed.items() if one is not None}
    kept = {player: one for player, one in known.items() if (one.n or 0) >= least}
    over = items_note(kept.values())
    return Ranking(
        name,
        _OURS,
        published=False,
        ranks=ranked({player: one.value or 0.0 for player, one in kept.items()}, better),
        placed=kept,
        better=better,
        notes=(*notes, *([over] if over else [])),
        few=_few([one.n or 0 for player, one in known.items() if player not in kept], least, of),
    )


def _few(sessions: Sequence[int], least: int, of: str) -> str:
    """A phrase on how many players are left out, and the most sessions one of them has; empty for none.

    `sessions`: the number of sessions of each player that is left out. `of`: the word for these sessions.
    """
    if not sessions:
        return ""
    players = "1 player" if len(sessions) == 1 else f"{len(sessions):,} players"
    return f"{players} with fewer than {least:,} {of}, {max(sessions):,} at most"


def _metric(cells: Cells, metric: Metric, items: Items) -> Figure | None:
    """The mean of a metric; None if no session defines it."""
    mean = spread_of(cells, metric.name)
    if mean.value is None or mean.n is None:
        return None
    one = share(round(mean.value * mean.n), mean.n) if metric.kind == "flag" else mean
    return replace(with_interval(replace(one, metric=metric), items, cells.sums(metric.name)), count=None)


def _whole(info: GameInfo, cells: Cells, metric: str, items: Items) -> Figure | None:
    """The value of a measure in `WHOLE`; None without sessions, or without a score if one is needed."""
    sessions, aborted = cells["sessions"], cells["aborted"]
    if not sessions or (metric == WON_BY_ERROR and not cells["won"]):
        return None
    if metric in ("won", "completed", WON_BY_ERROR):
        slot = _SLOTS[metric][0]
        one = replace(share(cells[slot], sessions), metric=OWN[slot])
        one = with_interval(one, items, sums_of_share(one))
        if metric == WON_BY_ERROR:
            one = of_wins(share(cells[metric], cells["won"]), one)
        return replace(complement(one) if metric == "completed" else one, count=None)
    if metric == OVERALL:
        value = combined({"": (1 - aborted / sessions, quality_of(cells))})
        return None if value is None else Figure(value, n=sessions)
    found = scored(info, cells.sums(MAIN), items)
    return None if found.value is None else found


# rankings as commands name and print them


def rankings(
    texts: Sequence[str], store: Callable[[], Store], catalogue: Catalogue, wanted: Filter, least: int
) -> list[Ranking]:
    """The rankings that some texts name. `store` is called only if one of them needs a save file.

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
    ranking: Ranking,
    text: str,
    store: Callable[[], Store],
    catalogue: Catalogue,
    wanted: Filter,
    *,
    least: int,
) -> Iterator[Ranking]:
    """Yields the same ranking under each other condition that the filter passes, unless the filter joins them.

    `text`: the name of the ranking, as in `rankings`; `wanted` must be a filter of its game. The conditions with
    the most sessions come first.
    """
    if ranking.condition != JOINED:
        for name in ranking.others:
            yield named(text, store(), catalogue, replace(wanted, condition=name), least=least)


def ranking_json(
    ranking: Ranking, compared: Sequence[tuple[Ranking, Agreement | None]], others: Sequence[Ranking] = ()
) -> dict[str, Any]:
    """A ranking, and its agreement with others. `others`: the same ranking under other conditions."""
    told = {"order": _ranking_json(ranking), "against": [_compared_json(ranking, *one) for one in compared]}
    conditions = {"conditions": [_ranking_json(one) for one in (ranking, *others)]} if others else {}
    return {**told, **conditions}


def kind_and_name(ranking: Ranking, player: str) -> tuple[str | None, str]:
    """Kind and name of a player; the kind is None in a published ranking."""
    if ranking.published:
        return None, player
    kind, _, name = player.partition(":")
    return kind, name


def printed_of(ranking: Ranking, other: Ranking) -> CheckedCell | None:
    """The printed comparison of two published rankings; None if there is none."""
    if not (ranking.published and other.published):
        return None
    return printed_comparison(ranking.name, other.name) or printed_comparison(other.name, ranking.name)


def _ranking_json(ranking: Ranking) -> dict[str, Any]:
    players = []
    for player in ranking.players:
        kind, name = kind_and_name(ranking, player)
        placed = ranking.placed.get(player) or Figure(ranking.ranks[player])
        figures = {key: getattr(placed, key) for key in ("value", "std", "n", "low", "high")}
        form = {key: one.value for key, one in ranking.form.get(player, {}).items()}
        players.append({"rank": ranking.ranks[player], "player": name, "kind": kind, **figures, **form})
    return {
        "name": ranking.name,
        "source": ranking.source,
        "published": ranking.published,
        "better": ranking.better,
        "condition": ranking.condition or None,
        "notes": [*ranking.notes, *([f"Left out: {ranking.few}."] if ranking.few else [])],
        "players": players,
    }


def _compared_json(ranking: Ranking, other: Ranking, both: Agreement | None) -> dict[str, Any]:
    found = shared(ranking, other)
    printed = printed_of(ranking, other)
    return {
        "name": other.name,
        "source": other.source,
        "published": other.published,
        "n": len(found.pairs),
        "players": [{"player": own, "as": found.pairs[own]} for own in ranking.players if own in found.pairs],
        "doubtful": list(found.doubtful),
        **{name: None if both is None else getattr(both, name) for name in COEFFICIENTS},
        "printed": None if printed is None else _printed_json(printed),
    }


def _printed_json(cell: CheckedCell) -> dict[str, Any]:
    return {
        "tau": cell.printed_tau,
        "rbo": cell.printed_rbo,
        "rbo_p": cell.printed_rbo_p,
        "contradicts": cell.contradicts,
    }

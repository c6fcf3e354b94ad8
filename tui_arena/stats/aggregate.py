"""Aggregates over sessions: the rows of the stats screens, standings, and figures over repetitions.

The stats have a row for each player, seat and condition, and for each pair of players that aren't people. See
`stats/README.md`.

Law: an unfinished session counts only as started. A metric that is null in a session is left out of the
aggregate; it never counts as zero.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeVar

from tui_arena.core.grouping import grouped
from tui_arena.core.options import defaults_for
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import fold, one_line
from tui_arena.data import Catalogue, GameInfo, Metric, shipped_figures
from tui_arena.save.errors import reading
from tui_arena.save.filters import (
    BadFilter,
    Filter,
    asked_of,
    run_of,
    since_day,
)
from tui_arena.save.rollup.items import NO_MOMENTS, Moments
from tui_arena.save.rollup.sums import (
    COUNTS,
    ENDINGS,
    FAULTS,
    MAIN,
    MAX_TURNS,
    MEAN_TIMES,
    QUALITY,
    REQUEST_SUCCESS,
    SCALE,
    SESSIONS,
    STANDINGS,
    TOKENS,
    WON_BY_ERROR,
    Cells,
    Key,
    mean_time,
)
from tui_arena.save.setting import Kept
from tui_arena.save.skipping import Skipped
from tui_arena.save.store import Store
from tui_arena.save.summary import Asked, player_of
from tui_arena.stats.conditions import within
from tui_arena.stats.statistics import (
    FEW,
    Figure,
    Who,
    combined,
    items_of,
    measured_by_item,
    moments_by_metric,
    of_wins,
    share,
    spread,
    spread_of_sums,
    sums_of_share,
    with_moments,
)
from tui_arena.stats.statistics import within as clipped

REPLIES, SPENDING, OUTCOME = "replies", "cost", "outcome"
FORM = "form, speed, cost"
"""The things that the figures of every game measure. `FORM`: how models differ apart from the game itself."""
MODEL = "model"
"""The kind of the players that have figures of `FORM`."""
_KIND = re.compile(r"(?:^|(?<=, ))(?:human|model|bot|script):")
"""The kind before each name in a pair's partner."""


OWN: Mapping[str, Metric] = shipped_figures()
"""The figures that every game has, by key."""
Placed = TypeVar("Placed")
HOW_ASKED = MappingProxyType({"prompt": "prompt", "sampling": "sampling", "prompt_digest": "prompt text"})
"""The parts of how a model was asked that every row shows, with their names in tables."""
BARE = ("useful", "completed", QUALITY)
"""Figures of a row that have neither a number of values nor a deviation."""


@dataclass(frozen=True, slots=True)
class StatRow:
    """The aggregates of one player's sessions in one seat under one condition."""

    game: str
    seat: str
    """The group of seats."""
    kind: str
    player: str
    condition: str
    """The name of the condition, such as `things, noise 0.2`; no other condition of the game has it."""
    variant: str
    """The variant that the condition belongs to."""
    partner: str | None
    """For a pair: the players in the other seats. None in a row over all partners."""
    own: bool
    """For a pair: True if both are the same player, such as a critic of its own guesses."""
    neutral: bool
    """True if the seat has no side. Its row has only sessions and counts."""
    started: int
    """The number of all sessions, including the unfinished ones."""
    sessions: int
    """The number of sessions, without the unfinished ones."""
    figures: Mapping[str, Figure]
    """Maps a key to its figure: the keys of `OWN`, then the metrics of the game. A key is missing if its
    figure makes no sense here."""
    repetitions: Mapping[str, Figure] = field(default_factory=dict)
    """The spread over the means of each repetition, by key; empty outside repeated runs."""
    prompts: Mapping[str, Figure] = field(default_factory=dict)
    """The spread over the means of a model's prompt variants, by key, as in GameArena's tables. Empty below
    two variants."""
    asked: Mapping[Asked, int] = field(default_factory=dict)
    """Maps how the model was asked to the number of sessions; empty for other players."""

    @property
    def partner_names(self) -> str:
        """The names of the players in the other seats, without kinds; empty in a row over all partners."""
        return _KIND.sub("", self.partner or "")

    def by(self, part: str) -> dict[str, int]:
        """Maps the values of a part of `Asked` to the number of sessions; empty for players of other kinds."""
        found: Counter[str] = Counter()
        for asked, sessions in self.asked.items():
            found[getattr(asked, part)] += sessions
        return dict(sorted(found.items()))

    def figure(self, key: str) -> Figure:
        """The figure with this key; a figure without a value if the row has none."""
        return self.figures.get(key) or (Figure() if key in OWN else Figure(n=0))

    def to_json(self) -> dict[str, Any]:
        """The row as `stats --json` prints it."""
        row: dict[str, Any] = {
            "seat": self.seat,
            "player": self.player,
            "kind": self.kind,
            "condition": self.condition,
            "variant": self.variant,
            "started": self.started,
            "sessions": self.sessions,
        }
        if self.partner is not None:
            row |= {"partner": self.partner, "own": self.own}
        for name, one in self.figures.items():
            row[name] = one.value if name in BARE else one.to_json()
        row.pop(SESSIONS, None)
        if self.repetitions:
            row["repetitions_spread"] = {name: one.to_json() for name, one in self.repetitions.items()}
        if self.prompts:
            row["prompts_spread"] = {name: one.to_json() for name, one in self.prompts.items()}
        row |= {part: found for part in HOW_ASKED if (found := self.by(part))}
        return row


def alike(values: Mapping[str, int]) -> str:
    """The value that all sessions of a row have, or how many different values there are.

    >>> alike({"default": 3}), alike({"default": 3, "temperature=0.3": 1}), alike({})
    ('default', 'mixed (2)', '')
    """
    return next(iter(values), "") if len(values) < 2 else f"mixed ({len(values)})"


def variant_of(row: StatRow) -> str:
    """The prompt variant of a row that has a single variant; empty for a player that isn't a model."""
    return next(iter(row.by("prompt")), "")


@dataclass(frozen=True, slots=True)
class PlayerStanding:
    """One player over all games that it played."""

    kind: str
    player: str
    games: Mapping[str, tuple[float, float | None]]
    """Maps a game to its `completed` and `quality`; quality is None if all sessions were aborted."""
    counts: Mapping[str, int]
    """Maps a game to its number of sessions, without the unfinished ones. A session counts once per seat of
    the player."""

    @property
    def combined(self) -> float | None:
        """mean(completed) x mean(quality), 0 to 100."""
        return combined(self.games)

    @property
    def sessions(self) -> int:
        """The number of sessions in all these games."""
        return sum(self.counts.values())

    def over(self, games: Iterable[str]) -> PlayerStanding:
        """The same player over some of its games."""
        some = sorted(games)  # a fixed order, because the sum of floats depends on it
        return replace(
            self,
            games={game: self.games[game] for game in some},
            counts={game: self.counts[game] for game in some},
        )


def stats(
    store: Store,
    catalogue: Catalogue,
    wanted: Filter,
    runs: Iterable[str] | None = None,
    *,
    intervals: Collection[str] | None = None,
) -> list[StatRow]:
    """The rows of a game.

    `runs`: only the sessions of these runs count, whatever run the filter names. `intervals`: the figures
    that get an interval, because many secrets take a while; None: all that can have an interval. Raises
    BadFile for an unknown game, BadFilter, SaveError.
    """
    info = catalogue.game(wanted.game)
    order = _Order(info)
    each = [wanted] if runs is None else [replace(wanted, run=run) for run in runs]
    known = store.settings(info.id)
    found = [(key, cells) for one in each for key, cells in _parts(store, one) if key.setting in known]

    def by_player(key: Key) -> Who:
        return key.group, key.kind, key.name, known[key.setting].condition, ""

    def by_pair(key: Key) -> Who:
        return (*by_player(key)[:-1], key.partner)

    whole = grouped((by_player(part[0]), part) for part in found)
    paired = grouped((by_pair(part[0]), part) for part in found if part[0].partner)
    chosen = None if intervals is None else {*intervals, *(("won",) if WON_BY_ERROR in intervals else ())}
    names = [name for name in measured_by_item(info) if chosen is None or name in chosen]
    moments_of_row = _moments(store, names, each, whole, paired)

    def row(who: Who, parts: list[Part]) -> StatRow:
        one = _row(info, order, parts, known, pair=bool(who[-1]))
        figures = _with_intervals(one.figures, _summed(parts), names, moments_of_row.get(who))
        most, tries = info.most_tries(known[parts[0][0].setting].options), figures.get(info.main.share)
        if tries is not None and tries.value is not None and most is not None and tries.value <= most:
            figures[info.main.share] = clipped(tries, (None, most))
        return replace(one, figures=figures)

    rows = [row(who, parts) for who, parts in whole.items()]
    pairs = [row(who, parts) for who, parts in paired.items()]
    return sorted(rows, key=order.rank) + sorted(pairs, key=order.rank)


ByMetric = Mapping[str, Moments]
"""Maps a metric to the moments of a row's secrets: how far the secrets are apart."""
_NONE: ByMetric = MappingProxyType({})
"""The moments of a row without secrets."""


def _moments(
    store: Store,
    names: Sequence[str],
    each: Sequence[Filter],
    whole: Mapping[Who, list[Part]],
    paired: Mapping[Who, list[Part]],
) -> dict[Who, ByMetric]:
    """Maps each row to its moments by metric; a row is missing if its moments take too long to compute."""
    sessions = {who: _ended(parts) for who, parts in (*whole.items(), *paired.items())}
    if not names or max(sessions.values(), default=0) < 2:  # no secret can have come twice
        return dict.fromkeys(sessions, _NONE)
    kept = store.kept_moments(each[0]) if len(each) == 1 else None
    found: dict[Who, ByMetric]
    if kept is not None:
        found = {who: kept[who[:-1]] for who in whole if who[:-1] in kept}
    else:
        found = {who: moments_by_metric(own, names) for who, own in items_of(store, each, names).items()}
    of_player = {who: (*who[:-1], "") for who in paired}
    found |= {who: found.get(one, {}) for who, one in of_player.items() if sessions[who] == sessions[one]}
    apart = [who for who in paired if who not in found]
    players = {who[:3] for who in apart}
    if 0 < sum(n for who, n in sessions.items() if not who[-1] and who[:3] in players) <= FEW:
        of_players = [
            replace(one, seat=group, player=f"{kind}:{name}")
            for group, kind, name in sorted(players)
            for one in each
        ]
        pairs = items_of(store, of_players, names, by_partner=True)
        found |= {who: moments_by_metric(pairs.get(who, ()), names) for who in apart}
    return dict.fromkeys(whole, _NONE) | found


def standings(store: Store, catalogue: Catalogue, wanted: Filter | None = None) -> list[PlayerStanding]:
    """All players over all games, the best first; the filter's game is ignored.

    In each game only the condition with the most sessions counts, unless the filter joins them. Raises
    BadFilter, SaveError.
    """
    base = wanted or Filter("")
    played: dict[tuple[str, str], dict[str, tuple[float, float | None]]] = {}
    counts: dict[tuple[str, str], dict[str, int]] = {}
    for game, info in catalogue.games.items():
        main = within(store, info, replace(base, game=game), info.metrics[info.main.metric])
        for who, cells in player_sums(store, info, main.wanted).items():
            if cells["sessions"]:
                completed = 1 - cells["aborted"] / cells["sessions"]
                played.setdefault(who, {})[game] = (completed, quality_of(cells))
                counts.setdefault(who, {})[game] = cells["sessions"]
    rows = [PlayerStanding(*who, games, counts[who]) for who, games in played.items()]
    return sorted(rows, key=lambda r: (-(r.combined or 0.0), r.player))


def player_sums(
    store: Store, info: GameInfo, wanted: Filter, groups: Collection[str] | None = None
) -> dict[tuple[str, str], Cells]:
    """Maps each player, by kind and name, to the sums over its sessions: all variants and seats together.

    `groups`: only these groups of seats count; None: all that have a side. Raises BadFilter, SaveError.
    """
    order = _Order(info)
    found = [
        (key, cells)
        for key, cells in _parts(store, replace(wanted, game=info.id))
        if not order.neutral(key.group) and (groups is None or key.group in groups)
    ]
    each = _grouped(found, lambda key: (key.kind, key.name))
    return {(parts[0][0].kind, parts[0][0].name): _summed(parts) for parts in each}


def side_groups(info: GameInfo) -> dict[str, str]:
    """Maps each group of seats that has a side to it: `solver` or `opponent`."""
    return {group: side for group, side in _Order(info).sides.items() if side != "neutral"}


def solving_groups(info: GameInfo) -> list[str]:
    """The groups of seats that are on the solving side in any variant; at least one."""
    return [group for group, side in side_groups(info).items() if side == "solver"]


def group_of(info: GameInfo, seat: str, groups: Iterable[str]) -> str:
    """The group of seats with this name. Raises BadFilter, which lists the groups."""
    found = next((group for group in groups if fold(group) == fold(seat)), None)
    if found is None:
        raise BadFilter(
            f"{info.title} has no seat {one_line(seat, 40)!r} with a side; seats are {', '.join(groups)}"
        )
    return found


def two_sided(info: GameInfo) -> bool:
    """True if one side of players wins against another."""
    return {"solver", "opponent"} <= set(side_groups(info).values())


class _Order:
    """The order of a game's seats and variants, and the seats that have no side."""

    def __init__(self, info: GameInfo) -> None:
        option = info.options.get(info.variant or "")
        self.variants = list(option.choices) if option else []
        defaults = defaults_for(info.options, {})
        every = [{**defaults, str(info.variant): choice} for choice in self.variants] or [defaults]
        seats = [seat for options in every for seat in info.game.seats(options)]
        self.sides = {seat.group: seat.side for seat in seats}
        self.groups = list(dict.fromkeys(s.group for s in seats if s.side != "neutral"))

    def neutral(self, group: str) -> bool:
        return self.sides.get(group) == "neutral"

    def rank(self, row: StatRow) -> tuple[int, int, str, float, str]:
        group = self.groups.index(row.seat) if row.seat in self.groups else len(self.groups)
        base = row.variant.partition(" ")[0]
        variant = self.variants.index(base) if base in self.variants else len(self.variants)
        quality = row.figure(QUALITY).value
        best = -1.0 if quality is None else quality
        return group, variant, row.condition, -best, row.player.casefold()


Part = tuple[Key, Cells]


def _parts(store: Store, wanted: Filter) -> list[Part]:
    return store.figures(wanted.game, run_of(wanted), since_day(wanted.since), store.passing(wanted))


def _grouped(found: Iterable[Part], by: Callable[[Key], Any]) -> list[list[Part]]:
    return list(grouped((by(part[0]), part) for part in found).values())


def _ended(parts: list[Part]) -> int:
    return sum(cells["sessions"] for _, cells in parts)


def _summed(parts: list[Part]) -> Cells:
    return Cells.total([cells for _, cells in parts])


def _row(
    info: GameInfo, order: _Order, parts: list[Part], known: Mapping[str, Kept], *, pair: bool
) -> StatRow:
    key, cells = parts[0][0], _summed(parts)
    setting = known[key.setting]
    neutral = order.neutral(key.group)
    return StatRow(
        game=key.game,
        seat=key.group,
        kind=key.kind,
        player=key.name,
        condition=setting.name,
        variant=setting.variant,
        partner=key.partner if pair else None,
        own=pair and key.partner == f"{key.kind}:{key.name}",
        neutral=neutral,
        started=cells["started"],
        sessions=cells["sessions"],
        figures=_figures(info, cells, key.kind, neutral=neutral),
        repetitions={} if neutral else _over(info, parts, lambda key: key.repetition or None),
        prompts={} if neutral else _over(info, parts, _variant_of_prompts, least=2),
        asked=_by_asked(parts),
    )


def _by_asked(parts: list[Part]) -> dict[Asked, int]:
    found: Counter[Asked] = Counter()
    for key, cells in parts:
        if key.kind == "model":
            found[asked_of(key.kind, key.prompt)] += cells["sessions"]
    return {asked: sessions for asked, sessions in sorted(found.items()) if sessions}


def _figures(info: GameInfo, cells: Cells, kind: str, *, neutral: bool) -> dict[str, Figure]:
    sessions = cells["sessions"]
    found = {SESSIONS: Figure(sessions)}
    if not neutral:
        found |= {name: share(cells[name], sessions) for name in STANDINGS}
        found[WON_BY_ERROR] = share(cells[WON_BY_ERROR], cells["won"])
        found["useful"] = Figure(sum(cells[name] for name in ENDINGS["useful"]) / cells["started"])
        found["completed"] = Figure(1 - cells["aborted"] / sessions if sessions else None)
        found[QUALITY] = Figure(quality_of(cells))
    found |= {name: spread_of(cells, name) for name in (REQUEST_SUCCESS, *COUNTS)}
    if kind == MODEL:
        found |= _form(cells)
    found = {name: replace(one, metric=OWN[name]) for name, one in found.items()}
    if neutral:
        return found
    counted = _counted(cells)
    metrics = [m for m in info.metrics.values() if m.kind != "table" and m.name not in found]
    return found | {m.name: _figure(m, cells, counted.get(m.name, {})) for m in metrics}


def _form(cells: Cells) -> dict[str, Figure]:
    """A model's faults, tokens and times. All but the tokens are means per reply, not per session.

    Tokens and times are means over what was measured.
    """

    def whole(name: str) -> float:
        return cells.sums(name)[1] / SCALE

    requests = whole("requests")
    kinds = {kind: 100 * n / requests for kind, name in FAULTS.items() if requests and (n := whole(name))}
    metered, tokens, _ = cells.sums(TOKENS)
    return {
        "faults": Figure(sum(kinds.values(), 0.0), n=round(requests), kinds=kinds)
        if requests
        else Figure(n=0),
        TOKENS: Figure(tokens / SCALE / metered if metered else None, n=metered),
        **{key: Figure(mean, n=n) for key in MEAN_TIMES for mean, n in [mean_time(key, whole)]},
    }


def _with_intervals(
    figures: Mapping[str, Figure], cells: Cells, names: Collection[str], moments: ByMetric | None
) -> dict[str, Figure]:
    """The figures, with intervals for `names`; without any if the sums by secret aren't known."""
    found = {name: replace(one, low=None, high=None) for name, one in figures.items()}
    if moments is None:
        return found
    for name in names:
        if (one := figures.get(name)) is not None:  # a seat without a side has only counts
            whole = sums_of_share(one) if one.count is not None else cells.sums(name)
            found[name] = with_moments(one, moments.get(name, NO_MOMENTS), whole)
    if (by_error := figures.get(WON_BY_ERROR)) is not None:
        found[WON_BY_ERROR] = of_wins(by_error, found["won"])
    return found


def quality_of(cells: Cells) -> float | None:
    """100 x the mean main score over sessions that weren't aborted; None if there are none."""
    mean = spread_of(cells, MAIN).value
    return None if mean is None else 100 * mean


def spread_of(cells: Cells, key: str) -> Figure:
    """The mean and deviation of a metric, the main score or a count over the sessions that define it."""
    return spread_of_sums(*cells.sums(key))


def _counted(cells: Cells) -> dict[str, dict[int, int]]:
    """Maps each metric to the number of sessions with each value."""
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
        while (
            last and not cells.sums(f"{name}@{last}")[0]
        ):  # a turn in between may be undefined in every session
            last -= 1
        turns = tuple(spread_of(cells, f"{name}@{turn}") for turn in range(1, last + 1))
        return replace(over_turns(turns), metric=metric, turns=turns)
    one = spread_of(cells, name)
    if metric.kind == "flag":
        n = one.n or 0
        return replace(share(round((one.value or 0.0) * n), n), metric=metric)
    return replace(one, metric=metric, distribution=dict(sorted(distribution.items())))


def over_turns(turns: Iterable[Figure]) -> Figure:
    """The mean and number of values of a list metric over all turns. Turns vary too much for a deviation."""
    known = [(one.value or 0.0, one.n or 0) for one in turns]
    n = sum(n for _, n in known)
    return Figure(sum(value * n for value, n in known) / n if n else None, n=n)


def _variant_of_prompts(key: Key) -> str | None:
    """The prompt variant of a model's seat; None for people, bots and scripts."""
    return asked_of(key.kind, key.prompt).prompt or None


def _over(
    info: GameInfo, parts: list[Part], by: Callable[[Key], str | int | None], least: int = 1
) -> dict[str, Figure]:
    """The mean and spread over the means of each repetition or prompt variant.

    `by` returns the repetition or variant that a key belongs to; keys for which it returns None are left out.
    The result is empty if there are fewer than `least` of them. A single one has no deviation.
    """
    numbered = _grouped([p for p in parts if by(p[0]) is not None], by)
    each = [cells for cells in map(_summed, numbered) if cells["sessions"]]
    if len(each) < least:
        return {}
    out = {name: spread(cells[name] / cells["sessions"] for cells in each) for name in STANDINGS}
    if wins := [cells for cells in each if cells["won"]]:
        out[WON_BY_ERROR] = spread(cells[WON_BY_ERROR] / cells["won"] for cells in wins)
    names = {
        "quality": MAIN,
        **{n: n for n, m in info.metrics.items() if m.kind not in ("list", "table") and n not in out},
    }
    for name, slot in names.items():
        means = [mean for cells in each if (mean := spread_of(cells, slot).value) is not None]
        if means:
            scale = 100 if name == "quality" else 1
            out[name] = spread(scale * mean for mean in means)
    return out


def placed(values: Mapping[Placed, float], better: str) -> dict[Placed, int]:
    """The place of each figure, 1 for the best. Equal figures share the better place.

    Empty if all figures are equal, or if neither more nor less is better.
    """
    ordered = sorted(values.values(), reverse=better == "high")
    if better == "none" or len(set(ordered)) < 2:
        return {}
    return {who: ordered.index(value) + 1 for who, value in values.items()}


def over_repetitions(
    store: Store, info: GameInfo, ids: Iterable[str]
) -> Mapping[tuple[str, str], Mapping[str, Figure]]:
    """The game's figures over repetitions, by group of seats and player, spread over the items.

    Sessions count as repetitions if they have the same secret and the same player had the seat. Left out are:

    - an item that a player played only once,
    - a session that isn't over or can't be read.

    Empty for a game without such figures.
    """
    if not info.repeated:
        return {}
    found: dict[tuple[str, str], dict[str, list[float]]] = {}
    for (group, player, _), same in _repeated(store, info, ids).items():
        plays = [play for _, play in _folded(store, info, same)] if len(same) > 1 else []
        if len(plays) > 1:
            for figure, value in info.across(plays).items():
                if value is not None:
                    found.setdefault((group, player), {}).setdefault(figure, []).append(value)
    return {who: {name: spread(values) for name, values in rows.items()} for who, rows in found.items()}


def _folded(store: Store, info: GameInfo, ids: Iterable[str]) -> Iterator[tuple[Session, Play[Any]]]:
    """The sessions with these ids; a session that can't be read is left out."""

    def folded(one: str) -> tuple[Session, Play[Any]]:
        with reading(one):
            session = store.load(one)
            return session, session.fold(info.game)

    return Skipped().each(ids, str, folded)


def _repeated(store: Store, info: GameInfo, ids: Iterable[str]) -> Mapping[tuple[str, str, str], list[str]]:
    """The ids of the sessions that are over, by group of seats, player and secret.

    The caller reads the sessions again where it needs them, because many don't fit into memory together.
    """
    found: dict[tuple[str, str, str], list[str]] = {}
    for session, play in _folded(store, info, ids):
        secret = info.game.secret(play.state)
        if not play.over or secret is None:
            continue
        for name, seat in play.seats.items():
            if seat.side != "neutral" and name in session.seats:
                key = (seat.group, player_of(session.seats[name])[1], repr(sorted(secret.items())))
                found.setdefault(key, []).append(session.id)
    return found

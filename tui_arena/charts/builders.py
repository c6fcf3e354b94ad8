"""The charts of a game, built from rows, ratings and cells, and the list of its pictures.

A bar, a curve or a distribution shows one row of the tables: one player in one seat in one variant. Rows are
never merged here. A chart of secrets covers all conditions that pass the filter, and says so.

Only `built` queries the save file, so the app must call it in a thread and not in its event loop.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tui_arena.charts.model import (
    Band,
    Bars,
    Chart,
    Curve,
    Curves,
    Distribution,
    Histogram,
    Items,
    SecretRow,
    decimals,
    round_ends,
)
from tui_arena.core.blind import UNSIGNED
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.save.filters import Filter, narrowed_by
from tui_arena.save.rollup.items import ItemCell
from tui_arena.save.store import Store
from tui_arena.stats.aggregate import StatRow, side_groups, solving_groups, stats, two_sided
from tui_arena.stats.opinions import ASKED, EVERYBODY, NOTES, TITLE, RatedBy, Taken, given_ratings, taken
from tui_arena.stats.statistics import Z95, Figure, items_note
from tui_arena.stats.written import PERCENT, SCREEN, number

if TYPE_CHECKING:
    from tui_arena.stats.ranking.leaderboard import Rating
    from tui_arena.stats.ranking.published import PublishedRow

MOST_SIDE_BY_SIDE = 6
"""The most curves, distributions or columns in one chart; the players with the most sessions are drawn."""
WILSON = "95% intervals: Wilson."
STUDENT = "95% intervals of the mean: Student's t."
_BOUNDS = re.compile(r"(-?\d+)-(\d+)(?: |$)")
"""The ends of a scale at the start of a unit, such as `0-25 a turn`."""
_FLAG = re.compile(r"1 if (.+?)(?:, else 0)?(?:; [^.]+)?\.")
"""The text of a flag; the group is its condition."""
_EACH = re.compile(r"(?:^| )a (?:turn|round)$")
"""The end of a list metric's unit."""


def drawn_seat(info: GameInfo, rows: Sequence[StatRow]) -> str:
    """The group of seats to draw: the first solving group if it has rows, else the first group with rows."""
    there = {row.seat for row in rows if row.partner is None}
    solver = solving_groups(info)[0]
    return next((group for group in (solver, *side_groups(info)) if group in there), solver)


def of_seat(info: GameInfo, rows: Sequence[StatRow], seat: str | None = None) -> list[StatRow]:
    """The rows of one group of seats over all partners. `seat`: None for the group drawn by default."""
    group = seat or drawn_seat(info, rows)
    return [row for row in rows if row.partner is None and not row.neutral and row.seat == group]


# bars


def score_bars(
    info: GameInfo,
    rows: Sequence[StatRow],
    metric: str | None = None,
    *,
    seat: str | None = None,
    published: Sequence[PublishedRow] = (),
) -> Bars:
    """A bar for each player, the best first, with the published rows among the players.

    `metric`: None for the rules' main score. `seat`: a group of seats; None for the group that `drawn_seat`
    returns.
    """
    about = info.metrics[metric or info.main.metric]
    who = seat or drawn_seat(info, rows)
    opposing = metric is None and side_groups(info).get(who) == "opponent"
    chosen = of_seat(info, rows, who)
    theirs = [] if opposing else of_variants(chosen, [one for one in published if about.name in one.values])
    by_result = opposing or (metric is None and about.kind == "flag")
    figures = [row.figures.get("won") if by_result else row.figures.get(about.name) for row in chosen]
    own = [_band(label, one, _scale(about)) for label, one in zip(labels(chosen), figures, strict=True)]
    intervals = items_note(one for one in figures if one is not None)
    printed = [_scale(about) * (one.values[about.name].value or 0.0) for one in theirs]
    drawn = [value for band in own for value in (band.value, band.low, band.high) if value is not None]
    least, most = _ends(about, [*drawn, *printed])
    digits = decimals(_unit(about), most - least)
    bands = [*own, *(_published(one, about, digits) for one in theirs)]
    places = _places([*(row.variant for row in chosen), *(one.variant for one in theirs)])
    worst_first = -1 if about.better == "low" and not opposing else 1
    ranked = sorted(
        zip(places, bands, strict=True),
        key=lambda pair: (pair[0], pair[1].value is None, -worst_first * (pair[1].value or 0.0)),
    )
    text = f"Share of sessions that the {who} won." if opposing else described(about)
    return Bars(
        title=f"{info.title}: {'won' if opposing else about.label}, {who}",
        unit=PERCENT if opposing else _unit(about),
        items=tuple(band for _, band in ranked),
        least=least,
        most=most,
        note=f"{text} {intervals or (WILSON if about.kind == 'flag' or opposing else STUDENT)}",
        sources=_sources(theirs, about),
    )


def described(about: Metric) -> str:
    """A sentence on what a bar of a metric shows.

    A flag's text describes one session, but a bar shows many, so it becomes a share of sessions.

    >>> described(Metric("success", "found", "flag", "high", "1 if the word was found, else 0."))
    'Share of sessions in which the word was found.'
    """
    flag = _FLAG.fullmatch(about.text) if about.kind == "flag" else None
    return f"Share of sessions in which {flag[1]}." if flag else about.text


def base_of(variant: str) -> str:
    """A variant without the options that are not at their default: `things` for `things strict`."""
    return variant.partition(" ")[0]


def of_variants(rows: Sequence[StatRow], published: Sequence[PublishedRow]) -> list[PublishedRow]:
    """The published rows to show with these rows: for all variants, or for a variant of these rows."""
    played = {base_of(row.variant) for row in rows}
    return [one for one in published if not one.variant or one.variant in played]


def _places(variants: Sequence[str]) -> list[int]:
    """The place of each variant's group of bars; groups are in the order in which variants first occur."""
    order = list(dict.fromkeys(base_of(name) for name in variants if name))
    return [order.index(base_of(name)) if name else len(order) if len(order) > 1 else 0 for name in variants]


def labels(rows: Sequence[StatRow]) -> list[str]:
    """The labels of rows in a chart: the player, with kind and condition if needed to tell rows apart."""
    several = len({row.condition for row in rows}) > 1
    kinds = Counter({(row.player, row.kind): 1 for row in rows}.keys())
    names = Counter(player for player, _ in kinds)
    return [
        (f"{row.kind} {row.player}" if names[row.player] > 1 else row.player)
        + (f", {row.condition}" if several else "")
        for row in rows
    ]


def _unit(about: Metric) -> str:
    """The unit that figures are drawn in: `%` for shares, else the unit without bounds and `a turn`."""
    if about.kind == "flag" or about.unit == "share" or about.unit.startswith("0 or 1"):
        return PERCENT
    return _EACH.sub("", _BOUNDS.sub("", about.unit)).strip()


def _scale(about: Metric) -> float:
    return 100.0 if _unit(about) == PERCENT else 1.0


def _ends(about: Metric, values: Sequence[float]) -> tuple[float, float]:
    if _unit(about) == PERCENT:
        return 0.0, 100.0
    least, most = about.scale
    return round_ends(values) if least is None or most is None else (least, most)


def _band(label: str, one: Figure | None, scale: float) -> Band:
    if one is None or one.value is None:
        return Band(label, None)
    low, high = (None if end is None else scale * end for end in (one.low, one.high))
    return Band(label, scale * one.value, low, high, f"n {one.n}")


def _published(one: PublishedRow, about: Metric, digits: int) -> Band:
    figure, scale = one.values[about.name], _scale(about)
    mean, std = figure.printed
    if figure.std is not None and not std:
        std = number(scale * figure.std, digits)
    note = f"published {PLUS_MINUS}{std}" if std else "published"
    return Band(one.player, scale * (figure.value or 0.0), note=note, published=True, printed=mean)


def _sources(rows: Sequence[PublishedRow], about: Metric) -> tuple[str, ...]:
    """Sentences on sources, differences and contradictions in a source; each sentence occurs once."""
    doubts = [f"{one.player}: {one.doubts[about.name]}" for one in rows if about.name in one.doubts]
    said = [text for one in rows for text in (f"{one.source}.", *one.differs)]
    return tuple(dict.fromkeys([*said, *doubts]))


PLUS_MINUS = "\N{PLUS-MINUS SIGN}"


def rating_bars(info: GameInfo, ratings: Sequence[Rating]) -> Bars:
    """A bar for the skill of each player and seat, measured from the mean of all bars; the best first."""
    several = len({one.group for one in ratings}) > 1
    bands = [
        Band(
            f"{one.name}, {one.group}" if several else one.name,
            one.mu,
            one.mu - Z95 * one.sigma,
            one.mu + Z95 * one.sigma,
            f"n {one.sessions}",
        )
        for one in sorted(ratings, key=lambda r: -r.mu)
    ]
    mean = sum(one.mu for one in ratings) / len(ratings) if ratings else 0.0
    ends = [v - mean for b in bands for v in (b.low, b.high) if v is not None]
    reach = max(map(abs, ends), default=1.0)
    return Bars(
        title=f"{info.title}: skill",
        unit="rating",
        items=tuple(bands),
        least=mean - reach,
        most=mean + reach,
        base=mean,
        note="Skill after all sessions, in the order in which they ended, measured from the players' mean "
        f"(Weng-Lin, Plackett-Luce model); intervals are {PLUS_MINUS}1.96 standard deviations.",
    )


def liking_bars(info: GameInfo, rows: Sequence[RatedBy]) -> Bars:
    """Bars for how people rated a game, question by question.

    Everybody comes first, then the people with the most ratings.
    """
    people = [row for row in rows if row.player is not None]
    drawn = sorted(people, key=lambda row: -row.ratings)[:MOST_SIDE_BY_SIDE]
    shown = [*(row for row in rows if row.player is None), *(drawn if len(people) > 1 else [])]
    return Bars(
        title=f"{info.title}: what people thought",
        unit="1 to 5",
        items=tuple(
            _band(f"{question}, {row.player or EVERYBODY}", row.figures[question], 1.0)
            for question in ASKED
            for row in shown
        ),
        least=1.0,
        most=5.0,
        base=1.0,
        note=f"{' '.join(ASKED.values())} {STUDENT}{of_how_many(people)}",
    )


def taken_bars(info: GameInfo, rows: Sequence[Taken]) -> Bars:
    """Bars for how often people took players for the other kind.

    All players together come first, then the players with the most bets, in their order.
    """
    players = sorted((one for one in rows if one.player), key=lambda one: -(one.figure.n or 0))
    most = 2 * MOST_SIDE_BY_SIDE
    rows = [one for one in rows if one.player is None or one in players[:most]]
    more = f" Shown: the {most} of {len(players)} players with the most bets." if len(players) > most else ""
    bands = [_band(f"{one.who}, {one.label.partition(' ')[0]}", one.figure, 100.0) for one in rows]
    by_chance = [f", by chance {SCREEN.shares.number(one.chance)}" for one in rows]
    return Bars(
        title=f"{info.title}: {TITLE}",
        unit=PERCENT,
        items=tuple(replace(one, note=one.note + said) for one, said in zip(bands, by_chance, strict=True)),
        least=0.0,
        most=100.0,
        base=0.0,
        note=" ".join(NOTES) + more,
    )


# curves


def curves(info: GameInfo, rows: Sequence[StatRow], metric: str) -> Curves:
    """A list metric round by round, a curve for each player."""
    about = info.metrics[metric]
    scale = _scale(about)
    having = [r for r in of_seat(info, rows) if metric in r.figures]
    chosen = busiest(having)
    lines = tuple(
        Curve(
            label,
            tuple(None if t.value is None else scale * t.value for t in row.figures[metric].turns),
            tuple(t.n or 0 for t in row.figures[metric].turns),
        )
        for label, row in zip(labels(chosen), chosen, strict=True)
        if row.figures[metric].turns
    )
    least, most = _ends(about, [v for line in lines for v in line.values if v is not None])
    place = _unit(about) == "place"
    by = info.try_called
    label = about.label.partition(" by ")[0]
    return Curves(
        title=f"{info.title}: {label} by {by}",
        across=by,
        unit=_unit(about),
        lines=lines,
        least=1.0 if place else least,
        most=max(most, 5.0) if place else most,
        upside_down=place,
        note=f"{about.text} "
        f"{'Mean of the sessions in which it is listed.' if place else MEAN_SO_FAR}{of_how_many(having)}",
    )


MEAN_SO_FAR = "Mean of the n sessions that got that far."


def busiest(rows: Sequence[StatRow]) -> list[StatRow]:
    """The rows with the most sessions, at most `MOST_SIDE_BY_SIDE`, in their given order."""
    most = sorted(rows, key=lambda r: -r.sessions)[:MOST_SIDE_BY_SIDE]
    return [row for row in rows if row in most]


def of_how_many(players: Sized) -> str:
    """A sentence on how many players are shown; empty if all are.

    >>> of_how_many("Ada"), of_how_many("Ada, Ben")
    ('', ' Shown: the 6 of 8 players with the most sessions.')
    """
    drawn = MOST_SIDE_BY_SIDE
    if len(players) <= drawn:
        return ""
    return f" Shown: the {drawn} of {len(players)} players with the most sessions."


MOST_VALUES = 12
"""The most values with separate bars; with more values, each bar covers `RANGE` of them."""
RANGE = 5
LOST, GAVE_UP, DRAWN, ABORTED = "lost", "gave up", "drawn", "aborted"
BAD = (LOST, GAVE_UP, DRAWN, ABORTED)
ENDED = ("won", "lost", "drawn", "aborted")
"""The figures that count how sessions ended, in the order that `distribution` expects."""


def histogram(info: GameInfo, rows: Sequence[StatRow]) -> Histogram:
    """The number of rounds each player took, and the number of sessions without such a number."""
    about = info.metrics[info.main.share]
    having = [r for r in of_seat(info, rows) if r.sessions]
    chosen = busiest(having)
    counts = [row.figures[about.name].distribution for row in chosen]
    usual, _ = _limits(info)
    usual = usual if usual <= MOST_VALUES else 1
    spans = _bins([value for one in counts for value in one], usual, usual)
    found = [
        _tally(one, spans, [row.figure(end).count or 0 for end in ENDED])
        for row, one in zip(chosen, counts, strict=True)
    ]
    names = [*map(_label, spans), *(name for name in BAD if any(tally.get(name) for tally in found))]
    return Histogram(
        title=f"{info.title}: {about.label}, {drawn_seat(info, rows)}",
        unit=about.unit,
        tallies=tuple(
            Distribution(label, {name: tally.get(name, 0) for name in names}, frozenset(BAD))
            for label, tally in zip(labels(chosen), found, strict=True)
        ),
        note=f"{about.text} Share of each player's sessions.{of_how_many(having)}",
    )


def distribution(
    info: GameInfo,
    counts: Mapping[int, int],
    ended: tuple[int, int, int, int],
    *,
    tries: int | None = None,
    mine: Collection[int | str | None] = (),
) -> Distribution:
    """One player's sessions by the number of rounds, up to the game's limit if that is small.

    - `ended`: the numbers of sessions won, lost, drawn and aborted.
    - `tries`: the limit of rounds; None: the game's usual limit.
    - `mine`: the values to mark: a number of rounds (None: no number), `LOST`, `DRAWN` or `GAVE_UP`.
    """
    usual, most = _limits(info)
    spans = _bins(counts, usual if tries is None else tries, most)
    found = _tally(counts, spans, ended)
    marked = [_label(span) for span in spans if any(value in span for value in mine)]
    return Distribution(
        "",
        {name: n for name, n in found.items() if n or name not in (GAVE_UP, DRAWN, ABORTED)},
        frozenset(BAD),
        frozenset([*marked, *(value for value in mine if isinstance(value, str))]),
    )


def _limits(info: GameInfo) -> tuple[int, int]:
    """The usual limit of rounds and the highest limit; 0 if there is no limit."""
    option = info.options.get(info.main.tries)
    return info.usual_tries, int(option.max or 0) if option else 0


def _bins(found: Collection[int], tries: int, most: int) -> list[range]:
    """The values of each bar: up to `most` if that is small, else to `tries`; always up to the highest found.

    >>> _bins([2], 20, 40)[-1], _bins([2, 7], 5, 20)[-1], _bins([], 6, 6)[-1]
    (range(16, 21), range(7, 8), range(6, 7))
    """
    first, usual, last = min([1, *found]), max([tries, *found]), max([most, *found])
    last = last if last <= MOST_VALUES else usual
    by = 1 if last - first < MOST_VALUES else RANGE
    return [range(at, min(at + by, last + 1)) for at in range(first, last + 1, by)]


def _label(values: range) -> str:
    return f"{values[0]}" if len(values) == 1 else f"{values[0]}-{values[-1]}"


def _tally(counts: Mapping[int, int], spans: Sequence[range], ended: Sequence[int]) -> dict[str, int]:
    """Sessions by value, then the sessions without a value. `ended`: how many ended in each way of `ENDED`.

    Lost and drawn sessions have no value. If some of them have one, the sessions without a value count as
    given up.

    >>> _tally({3: 2}, [range(3, 4)], (2, 1, 0, 0)), _tally({3: 2, 5: 2}, [range(3, 6)], (2, 2, 1, 0))
    ({'3': 2, 'lost': 1, 'drawn': 0, 'aborted': 0}, {'3-5': 4, 'gave up': 1, 'aborted': 0})
    """
    counted, (won, lost, drawn, aborted) = sum(counts.values()), ended
    return {
        **{_label(span): sum(counts.get(value, 0) for value in span) for span in spans},
        **({LOST: lost, DRAWN: drawn} if counted <= won else {GAVE_UP: won + lost + drawn - counted}),
        ABORTED: aborted,
    }


def items(info: GameInfo, cells: Sequence[ItemCell]) -> Items:
    """The secrets and the players who found them, the easiest first."""
    group = solving_groups(info)[0]
    cells = [cell for cell in cells if cell.group == group and cell.item]
    alike = Counter(name for _, name in {(cell.kind, cell.name) for cell in cells})
    by_item: dict[str, dict[str, tuple[int, int]]] = {}
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for cell in cells:
        who = cell.name if alike[cell.name] == 1 else f"{cell.kind} {cell.name}"
        before = by_item.setdefault(cell.item, {}).get(who, (0, 0))
        by_item[cell.item][who] = (before[0] + cell.won, before[1] + cell.n)
        played[who] += cell.n
        won[who] += cell.won
    shown = sorted((p for p, _ in played.most_common(MOST_SIDE_BY_SIDE)), key=lambda p: -won[p] / played[p])
    rows: list[SecretRow] = []
    for label, by in by_item.items():
        found, of = (sum(counts) for counts in zip(*by.values(), strict=True))
        rows.append(SecretRow(label, found / of if of else 0.0, of, by))
    rows.sort(key=lambda one: (-one.share, -one.n, one.label.casefold()))
    conditions = len({cell.condition for cell in cells})
    joined = f" Sessions of {conditions} conditions count together." if conditions > 1 else ""
    return Items(
        title=f"{info.title}: secrets, easiest first, {group}",
        players=tuple(shown),
        items=tuple(rows),
        note=f"For each secret, the share of sessions that the {group} won, and how many of them each "
        "player won."
        f"{joined}{of_how_many(played)}",
    )


# pictures of a game

SCORE, SPREAD, ITEMS, SKILL, LIKING, BETS = "#score", "#spread", "#items", "#skill", "#liking", "#bets"
"""Keys of pictures. The key of a metric's picture is the metric's name; the key for an opposing seat's score
is `#score:SEAT`."""
PROBED = ("ranks", "listed", "distances")
"""List metrics that are computed from probes."""
BARS = ("flag", "count", "number", "seats")
"""Kinds of metric that are drawn as bars."""
TURNS = "turn"
"""The unit of a list of turn numbers; such a list has no curve."""
NOT_ASKED = (
    "Nobody has been asked yet what they thought likely, round by round.\n\n"
    "To ask a player about saved sessions, press a on the sessions screen, or run `tui-arena analyse`. "
    "To ask during play, set up a game with a probe."
)
NO_SECRETS = "No session with a secret counts here yet."
NO_RATINGS = (
    "Nobody has rated a session that counts here. To rate a game, press g on its result, or use a phone at a "
    "party."
)
NO_BETS = "Nobody has bet on who the machine is in the sessions counted here."
NO_SKILL = "No session between two sides counts here yet."


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture of a game."""

    key: str
    name: str
    """The picture's name in a list."""
    there: bool = True
    """True if there is anything to draw."""
    hint: str = ""
    """A text on how to get something to draw, if there is nothing yet."""


def pictures(info: GameInfo, rows: Sequence[StatRow]) -> list[Picture]:
    """The pictures for these rows, the most important first; empty if there are no rows.

    Pictures of probed metrics are listed even without data, because saved sessions can still be probed.
    """
    if not rows:
        return []
    own = of_seat(info, rows)
    main, share = info.metrics[info.main.metric], info.metrics[info.main.share]
    sides = side_groups(info)
    lists = [m for m in info.metrics.values() if m.kind == "list" and m.unit != TURNS]
    by_round = {m.name: any(row.figure(m.name).turns for row in own) for m in lists}
    return [
        Picture(SCORE, main.label, bool(own)),
        *(
            Picture(f"{SCORE}:{group}", f"won, {group}")
            for group, side in sides.items()
            if side == "opponent" and of_seat(info, rows, group)
        ),
        Picture(SPREAD, f"{share.label}, spread", bool(own)),
        *(
            Picture(m.name, m.label, by_round[m.name], "" if by_round[m.name] else NOT_ASKED)
            for m in lists
            if by_round[m.name] or m.name in PROBED
        ),
        Picture(ITEMS, "secrets", bool(own), NO_SECRETS),
        *([Picture(SKILL, "skill", hint=NO_SKILL)] if two_sided(info) else []),
        *([Picture(LIKING, "what people thought", hint=NO_RATINGS)] if _people(rows) else []),
        *([Picture(BETS, TITLE, hint=NO_BETS)] if any(UNSIGNED in r.condition for r in rows) else []),
        *(
            Picture(m.name, m.label)
            for m in info.metrics.values()
            if m.kind in BARS and m is not main and _defined(m, own)
        ),
    ]


def _people(rows: Sequence[StatRow]) -> bool:
    return any(row.kind == "human" for row in rows)


def _defined(about: Metric, rows: Sequence[StatRow]) -> bool:
    return any(row.figure(about.name).n for row in rows)


def built(
    store: Store,
    catalogue: Catalogue,
    wanted: Filter,
    key: str,
    *,
    published: bool = False,
    rows: Sequence[StatRow] | None = None,
) -> Chart | None:
    """The chart of a picture; None if the key is unknown. Raises BadFile, BadFilter, SaveError.

    `published`: True adds published rows if the picture has bars. `rows`: the `stats` of this filter, if the
    caller has them; None: they are computed.
    """
    from tui_arena.stats.ranking.leaderboard import rated  # noqa: PLC0415  (a result draws without rankings)
    from tui_arena.stats.ranking.published import published_rows  # noqa: PLC0415  (as above)

    info = catalogue.game(wanted.game)
    name, _, seat = key.partition(":")
    if rows is None and name not in (ITEMS, SKILL, LIKING, BETS):
        drawn = {"won", info.main.metric, name} if name == SCORE or name in info.metrics else ()
        rows = stats(store, catalogue, wanted, intervals=drawn)
    rows, published_figures = rows or (), published_rows(info) if published else []
    chart: Chart
    if name == ITEMS:
        chart = items(info, store.items(wanted, ()))
    elif name == SKILL:
        chart = rating_bars(info, rated(store, info, wanted) if two_sided(info) else [])
    elif name == BETS:
        chart = taken_bars(info, taken(store, wanted))
    elif name == LIKING:
        chart = liking_bars(info, given_ratings(store, wanted))
    elif name == SPREAD:
        chart = histogram(info, rows)
    elif name == SCORE:
        chart = score_bars(info, rows, seat=seat or None, published=published_figures)
    elif name not in info.metrics:
        return None
    elif info.metrics[name].kind == "list":
        chart = curves(info, rows, name)
    else:
        chart = score_bars(info, rows, name, published=published_figures)
    return _with_filter_note(chart, wanted)


def in_print(info: GameInfo, key: str) -> bool:
    """True if there are published figures for the picture with this key."""
    from tui_arena.stats.ranking.published import published_rows  # noqa: PLC0415  (as above)

    name = info.main.metric if key == SCORE else key
    return any(name in row.values for row in published_rows(info))


def _with_filter_note(chart: Chart, wanted: Filter) -> Chart:
    """The chart with a sentence on the filter added to its note."""
    narrowed = filtered_by(replace(wanted, include=frozenset()))
    more = filtered_by(Filter(wanted.game, include=wanted.include))
    said = [
        *([f"Only {narrowed}."] if narrowed else []),
        *([f"{more[0].upper()}{more[1:]}."] if more else []),
    ]
    return replace(chart, note=" ".join([chart.note, *said])) if said else chart


def filtered_by(wanted: Filter) -> str:
    """A filter in words; empty if it lets everything through.

    >>> filtered_by(Filter("wordle", variant="clue", include=frozenset({"imported"})))
    'variant clue; with imported sessions too'
    """
    parts = [f"{name} {one_line(str(value), 40)}" for name, value in narrowed_by(wanted)]
    if wanted.include:
        kinds = ", ".join(sorted(wanted.include))
        parts.append("sessions of every kind" if "all" in wanted.include else f"with {kinds} sessions too")
    return "; ".join(parts)

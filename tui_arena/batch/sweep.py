"""Several runs that are compared: sweeps and benches, with the table of each.

The runs of a sweep differ in one thing: in an option, in a seat's prompt or in its player. The runs of a bench are
of several games: in each game, one run for each player and prompt, with bots in the other seats. Every run of a game
has the same seeds, so any difference between their figures is due to that thing or to chance. Each line is compared
with the first line, secret by secret. The runs share one budget, and each can also be continued separately.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from statistics import fmean
from typing import Any

import msgspec

from tui_arena.batch.run import (
    BENCH,
    OVER,
    Budgets,
    Finished,
    Run,
    check,
    is_model,
    no_variant,
    remember,
    table_of,
)
from tui_arena.batch.setups import check_setups, dealt_out, numbered_deck
from tui_arena.core.game import Data
from tui_arena.core.grouping import grouped
from tui_arena.core.language.sentences import listed
from tui_arena.core.options import resolve
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import no_seat, seats_at, variants
from tui_arena.players.seating import BadPlayer, read_player
from tui_arena.save.rollup.sums import ENDINGS, SCALE, mean_time, tokens_of
from tui_arena.save.store import SaveError, SessionQuery, Store, new_id
from tui_arena.stats.comparison import ENOUGH, WON, measure
from tui_arena.stats.statistics import Figure, gap_within, over_items, share, spread, t_interval, within

SHOWN = 4
"""The number of metrics that are compared besides the main one, if the game names none."""


PLAYER, PROMPT = "player", "prompt"
PLAYED = "played"
"""The share of sessions that ended by the rules: the figure `completed` of the stats."""


@dataclass(frozen=True, slots=True)
class Axis:
    """The one thing in which the runs of a sweep differ, and its values."""

    option: str
    """An option of the game; with a seat `PLAYER` or `PROMPT`."""
    values: tuple[Any, ...]
    """The values of an option, PLAYER texts, or prompt variants."""
    seat: str | None = None
    """The seat whose player or prompt differs; None: an option of the game differs."""

    @property
    def label(self) -> str:
        """The heading of the values in a table: the option, or the seat whose player differs."""
        return self.seat if self.seat is not None and self.option == PLAYER else self.option

    def with_value(self, run: Run, value: Any) -> Run:
        """The run with one of the values. A player who isn't a model loses the settings for models."""
        if self.seat is None:
            return replace(run, options={**run.options, self.option: value})
        if self.option == PROMPT:
            asked = {**run.own.get(self.seat, {}), PROMPT: value}
            return replace(run, own={**run.own, self.seat: asked})
        seats = {**run.seats, self.seat: value}
        return replace(run, seats=seats, own=run.own if "model:" in value else _without(run.own, self.seat))

    def without_value(self, run: Run) -> Run:
        """A run of the sweep without its value."""
        if self.seat is None:
            return replace(run, options=_without(run.options, self.option))
        if self.option == PLAYER:
            return replace(run, seats=_without(run.seats, self.seat))
        rest = _without(run.own.get(self.seat, {}), PROMPT)
        own = {**run.own, self.seat: rest} if rest else _without(run.own, self.seat)
        return replace(run, own=own)


def _without(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in values.items() if key != name}


def open_seat(what: str, run: Run, registry: ModelRegistry) -> str:
    """The seat whose player or prompt differs in a sweep that names no seat. `run`: the run without the value.

    For players, it is the first seat that solves the game and has no player yet. For prompts, it is the seat
    that solves the game and has a model. Raises BadPlayer if there is no such seat, or for prompts if there
    are several.
    """
    seats = [seat for seat, _ in table_of(run, registry)]
    solving = [seat.name for seat in seats if seat.side == "solver"]
    if what == PLAYER:
        if free := [seat for seat in solving if seat not in run.seats]:
            return free[0]
        raise BadPlayer(
            f"--seat names a player for {listed(solving)}; leave out the seat whose player should vary"
        )
    modelled = [seat for seat, text in run.seats.items() if "model:" in text]
    if not modelled:
        raise BadPlayer(
            f"no seat has a model, so no prompt can vary; add one with `--seat {solving[0]}=model:NAME`"
        )
    found = [seat for seat in modelled if seat in solving] or modelled
    if len(found) > 1:
        said = listed([f"{seat}.{PROMPT}" for seat in found], "or")
        raise BadPlayer(f"several seats have a model, so say whose prompt should vary: {said}")
    return found[0]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Runs of the same seeds, one for each value of an axis."""

    id: str
    over: Axis
    runs: tuple[str, ...]
    """Run ids, one for each value."""


def remember_sweep(sweep: Sweep, store: Store) -> None:
    """Save which runs belong together. Raises SaveError."""
    note = {"id": sweep.id, "runs": sweep.runs, **asdict(sweep.over)}
    store.set_meta(OVER + sweep.id, json.dumps(note))


def recall_sweep(sweep_id: str, store: Store) -> Sweep | None:
    """The sweep with this id; None if there is none. Raises SaveError."""
    text = store.meta(OVER + sweep_id)
    if text is None:
        return None
    with _readable(sweep_id):
        note = json.loads(text)
        return msgspec.convert({**note, "over": note}, Sweep)


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Raises SaveError if the note of a sweep or a bench can't be read in the block."""
    try:
        yield
    except (ValueError, TypeError, RecursionError):
        raise SaveError(
            f"the saved data of {name!r} can't be read; you can still resume each of its runs"
        ) from None


@dataclass(frozen=True, slots=True)
class SweepRow:
    """The result of one run of a sweep."""

    value: Any
    """The value of the axis."""
    sessions: int
    """The number of sessions that are over."""
    played: Figure
    """The share of sessions that ended by the rules."""
    won: Figure
    """The share of sessions that were won."""
    metrics: Mapping[str, Figure]
    """The means with their intervals over secrets."""
    to_first: Mapping[str, Figure]
    """Maps each metric, and `won`, to the difference between this line and the first, with a paired interval.

    Only secrets that both runs played count. Empty in the first line. Leaves out metrics whose scale depends
    on the option.
    """

    def on_chance(self, metrics: Sequence[Metric]) -> str:
        """The differences from the first line that are unlikely to be chance, as part of a sentence."""
        if max((one.n or 0 for one in self.to_first.values()), default=0) < ENOUGH:
            return f"there are too few secrets to rule out chance; {ENOUGH} are needed"
        sure = [m.label for m in metrics if m.name in self.to_first and self.to_first[m.name].sure]
        if not sure:
            return "all differences may be chance"
        rest = "; the others may be chance" if len(sure) < len(self.to_first) else ""
        return f"chance alone is unlikely to explain the difference in {', '.join(sure)}{rest}"

    def figures_json(self) -> dict[str, Any]:
        """The figures of the row, and their differences from the first row."""
        means = {
            name: {**one.to_json(), "low": one.low, "high": one.high} for name, one in self.metrics.items()
        }
        gaps = {name: one.interval_json() for name, one in self.to_first.items()}
        shares = {PLAYED: self.played.to_json(), WON: self.won.to_json()}
        return {"sessions": self.sessions, **shares, **means, **({"to_first": gaps} if gaps else {})}

    def to_json(self) -> dict[str, Any]:
        """The row as `run --over --json` prints it."""
        return {"value": self.value, **self.figures_json()}


ByItem = Mapping[str, Sequence[float]]
"""Maps secrets to the values of a metric."""


def compared(
    info: GameInfo,
    store: Store,
    over: Axis,
    finished: Sequence[Finished],
    metrics: Sequence[Metric] | None = None,
    *,
    winner: str | None = None,
) -> list[SweepRow]:
    """The figures of runs, one for each value. A session in which a metric is None doesn't count for that mean.

    `metrics`: those to compare in; None: the usual ones of the game. `winner`: the seat whose wins count;
    None: the wins of the solving side. Raises ValueError if a run keeps no figures; SaveError.
    """
    means = [*(compared_by(info) if metrics is None else metrics), measure(info, WON)]
    alike = [metric for metric in means if metric.scale_by != over.option]
    each = [_values(info, store, one, [metric.name for metric in means], winner) for one in finished]
    rows: list[SweepRow] = []
    for value, values in zip(over.values, each, strict=True):
        figures = {m.name: within(_mean(m.name, values[m.name]), m.scale) for m in means}
        gaps = {m.name: _gap(m, values[m.name], each[0][m.name]) for m in alike} if rows else {}
        won, played = figures.pop(WON), _mean(PLAYED, values[PLAYED])
        known = {name: gap for name, gap in gaps.items() if gap.n}
        rows.append(SweepRow(value, won.n or 0, played, won, figures, known))
    return rows


def _values(
    info: GameInfo, store: Store, finished: Finished, names: Sequence[str], winner: str | None
) -> dict[str, dict[str, list[float]]]:
    """Maps metrics, `won` and `played` to their values by secret, in a run's sessions that are over."""
    run = finished.run
    options = resolve(info.options, info.presets, run.options, run.preset)
    seats = {winner} if winner else {s.name for s in info.game.seats(options) if s.side == "solver"}
    rows = store.sessions(SessionQuery(run=run.id, limit=max(len(finished.sessions), 1)))
    items = {row.id: row.secret for row in rows}
    values: dict[str, dict[str, list[float]]] = {name: {} for name in (*names, PLAYED)}
    for one in finished.sessions:
        if not one.over:
            continue
        known = one.figures
        won = bool(seats & set(known.outcome["winners"]))
        played = known.outcome["result"] in ENDINGS["completed"]
        told = {**known.metrics, WON: float(won), PLAYED: float(played)}
        for name, by_item in values.items():
            if (number := told.get(name)) is not None:
                by_item.setdefault(items.get(one.id) or one.id, []).append(number)
    return values


def _mean(name: str, values: ByItem) -> Figure:
    """The mean or share over sessions, with its interval over secrets."""
    every = [value for some in values.values() for value in some]
    mean = share(round(sum(every)), len(every)) if name in (WON, PLAYED) else spread(every)
    return over_items(mean, [(len(some), round(SCALE * sum(some)), 0) for some in values.values()])


def _gap(metric: Metric, values: ByItem, first: ByItem) -> Figure:
    """The mean difference over the secrets of both runs, with Student's interval if there are enough."""
    gaps = [fmean(some) - fmean(first[item]) for item, some in values.items() if item in first]
    if len(gaps) < ENOUGH:
        return replace(spread(gaps), std=None)
    return replace(gap_within(t_interval(spread(gaps)), metric.scale), std=None)


def compared_by(info: GameInfo) -> list[Metric]:
    """The metrics by which runs of a game are compared, the main one first."""
    if info.compared:
        return [info.metrics[name] for name in info.compared]
    numbers = [m for m in info.metrics.values() if m.kind in ("count", "number")]
    main = [m for m in numbers if m.name == info.main.metric]
    return [*main, *[m for m in numbers if m not in main][:SHOWN]]


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """The plan of a bench."""

    players: Sequence[str]
    """PLAYER texts."""
    games: Sequence[str]
    sessions: int
    """The number of sessions of each line."""
    seed: int
    prompts: Sequence[str] = ()
    """Prompt variants that each model plays with; empty: each model plays with its own."""
    seats: Mapping[str, str] = field(default_factory=dict)
    """Maps games to the seat that the players take; without an entry it is the first that solves."""
    presets: Mapping[str, str] = field(default_factory=dict)
    """Maps games to presets."""
    options: Mapping[str, Data] = field(default_factory=dict)
    """Maps games to their options."""
    own: Data = field(default_factory=dict)
    """The settings with which all models are asked: `sampling`, and `structured` for help with forms."""
    budgets: Budgets = field(default_factory=Budgets)


@dataclass(frozen=True, slots=True)
class BenchLine:
    """One line of a bench: a player with a prompt in a seat of a game."""

    game: str
    seat: str
    player: str
    """A PLAYER text."""
    name: str
    """The player's name."""
    prompt: str | None
    """The prompt variant; None: the model's own, or no model."""
    run: str
    """The run's id."""

    @property
    def label(self) -> str:
        """The player with the prompt."""
        return f"{self.name} ({self.prompt})" if self.prompt else self.name

    @property
    def contender(self) -> str:
        """The player as `kind:name`."""
        return f"{self.player.partition(':')[0]}:{self.name}"


@dataclass(frozen=True, slots=True)
class Bench:
    """A bench that was begun."""

    id: str
    lines: tuple[BenchLine, ...]


def bench_runs(plan: BenchPlan, registry: ModelRegistry) -> tuple[Bench, list[Run], list[str]]:
    """A new bench, its runs, and sentences on what the user may not expect. Nothing is saved.

    Loads the model library if a model takes part. Raises BadPlayer, BadOption or BadFile if a run can't be
    played.
    """
    runs: list[Run] = []
    remarks: dict[str, None] = {}
    planned = bench_lines(plan, registry)
    for game, here in grouped((line.game, run) for line, run in planned).items():
        for run in here:
            check(run, registry)
            found = check_setups(run, registry, deck_named=False)
            remarks |= dict.fromkeys(
                f"{registry.catalogue.game(game).title}: {sentence}" for sentence in found
            )
        dealt = dealt_out(here[0], registry)
        runs += [replace(run, dealing=dealt.dealing, items=dealt.items) for run in here]
    return Bench(new_id(), tuple(line for line, _ in planned)), runs, list(remarks)


def bench_lines(plan: BenchPlan, registry: ModelRegistry) -> list[tuple[BenchLine, Run]]:
    """The lines of a bench with their runs, which aren't checked yet.

    Raises BadPlayer, BadOption or BadFile for an unknown player, seat, option, preset or prompt.
    """
    names = [str(read_player(player, book=registry.book).spec["name"]) for player in plan.players]
    for n, name in enumerate(names):
        if name in names[:n]:
            raise BadPlayer(f"{one_line(name, 60)} is named twice; name each player only once")
    return [one for game in plan.games for one in _lines(plan, registry.catalogue.game(game), registry)]


def _lines(plan: BenchPlan, info: GameInfo, registry: ModelRegistry) -> Iterator[tuple[BenchLine, Run]]:
    """The lines of one game with their runs."""
    base = Run(
        "",
        info.id,
        plan.seed,
        plan.sessions,
        options=plan.options.get(info.id, {}),
        preset=plan.presets.get(info.id),
        deck=numbered_deck(None, info, registry.catalogue),
        budgets=plan.budgets,
    )
    there = {seat.name: seat for seat in seats_at(base.opening(registry), info)}
    usual = min(there, key=lambda name: there[name].side != "solver")
    seat = plan.seats.get(info.id, usual)
    if seat not in there:
        raise BadPlayer(no_seat(seat, info, there))
    known = variants(info, registry.catalogue, there[seat].group)
    for variant in plan.prompts:
        if variant not in known:
            raise BadPlayer(no_variant(variant, known, f"{seat} in {info.title}"))
    for player in plan.players:  # only models have prompts, so each other player gets one line
        cast = read_player(player, book=registry.book)
        model = is_model(cast)
        prompts: Sequence[str | None] = plan.prompts or (None,)
        for prompt in prompts if model else (None,):
            own = {**plan.own, "prompt": prompt} if prompt else dict(plan.own)
            run = replace(base, id=new_id(), seats={seat: player}, own={seat: own} if own and model else {})
            line = BenchLine(info.id, seat, player, str(cast.spec["name"]), prompt, run.id)
            yield line, run.with_models(registry)


def save_bench(bench: Bench, runs: Sequence[Run], store: Store) -> None:
    """Save a bench and its runs, before its first session. Raises SaveError."""
    for run in runs:
        remember(run, store)
    store.set_meta(BENCH + bench.id, json.dumps(asdict(bench)))


def recall_bench(bench_id: str, store: Store) -> Bench | None:
    """The bench with this id; None if there is none. Raises SaveError."""
    text = store.meta(BENCH + bench_id)
    if text is None:
        return None
    with _readable(bench_id):
        return msgspec.convert(json.loads(text), Bench)


def benches(store: Store) -> list[str]:
    """The ids of all benches, the newest first. Raises SaveError."""
    return sorted((key.removeprefix(BENCH) for key in store.notes(BENCH)), reverse=True)


@dataclass(frozen=True, slots=True)
class BenchRow:
    """The result of one line."""

    line: BenchLine
    left: int
    """The number of sessions that aren't over or haven't begun."""
    figures: SweepRow
    seconds: float | None
    """The mean of a reply's seconds; None if no reply was timed."""
    tokens: float | None
    """The mean of a session's tokens, in and out; None if they are known of no session."""
    usd: float | None
    """The mean of a session's dollars; None if one price is unknown, or if no session is over."""
    model: bool
    """True if a model plays, so that there are seconds, tokens and dollars to show."""

    def to_json(self, metric: Metric) -> dict[str, Any]:
        """The row as `bench --json` prints it."""
        return {
            **asdict(self.line),
            "metric": metric.name,
            "left": self.left,
            **self.figures.figures_json(),
            "seconds_per_reply": self.seconds,
            "session_tokens": self.tokens,
            "session_usd": self.usd,
        }


@dataclass(frozen=True, slots=True)
class BenchTable:
    """The lines of one game."""

    info: GameInfo
    over: Axis
    """The seat that the players take, with the names of the lines."""
    metric: Metric
    rows: tuple[BenchRow, ...]

    @property
    def figures(self) -> list[SweepRow]:
        """The figures of the lines."""
        return [row.figures for row in self.rows]


def bench_tables(
    bench: Bench, finished: Sequence[Finished], store: Store, registry: ModelRegistry
) -> list[BenchTable]:
    """The results of a bench, game by game. `finished`: the results of its runs, in the order of its lines.

    Raises ValueError if a run keeps no figures; SaveError.
    """
    tables = []
    for game, own in grouped((one[0].game, one) for one in zip(bench.lines, finished, strict=True)).items():
        info = registry.catalogue.game(game)
        over = Axis(PLAYER, tuple(line.label for line, _ in own), own[0][0].seat)
        metric = headline(info)
        compared_rows = compared(info, store, over, [one for _, one in own], [metric], winner=over.seat)
        rows = [_row(line, one, row) for (line, one), row in zip(own, compared_rows, strict=True)]
        tables.append(BenchTable(info, over, metric, tuple(rows)))
    return tables


def headline(info: GameInfo) -> Metric:
    """The main metric of a game; if that only says who won, the count that comes next to it."""
    main = info.metrics[info.main.metric]
    return info.metrics[info.main.share] if main.kind == "flag" else main


def _row(line: BenchLine, finished: Finished, figures: SweepRow) -> BenchRow:
    known = [one.figures for one in finished.sessions if one.over]
    over = [{**one.counts.get(line.seat, {}), **one.tallies.get(line.seat, {})} for one in known]
    seconds, _ = mean_time("seconds_per_reply", lambda name: sum(row.get(name, 0) for row in over))
    tokens = [used for row in over if (used := tokens_of(row.get)) is not None]
    costs = [row.get("cost_usd", 0.0) for row in over]
    return BenchRow(
        line,
        finished.left,
        figures,
        seconds,
        sum(tokens) / len(tokens) if tokens else None,
        sum(costs) / len(over) if over and None not in costs else None,
        bool(finished.run.models),
    )

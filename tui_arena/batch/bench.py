"""Benches: players and prompts compared over several games, with the same seeds and items for each.

Every line of a bench is one ordinary run: one player with one prompt in one game, bots on the other seats. The
runs share one budget. Within a game each line is compared with the first line, secret by secret.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import msgspec

from tui_arena.batch.run import BENCH, Budgets, Finished, Run, check, each, remember
from tui_arena.batch.setups import check_setups, dealt_out, numbered_deck
from tui_arena.batch.sweep import PLAYER, Axis, SweepRow, compared
from tui_arena.core.game import Data
from tui_arena.core.grouping import grouped
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import no_seat, seats_at, variants
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.save.rollup.sums import mean_time, tokens_of
from tui_arena.save.store import SaveError, Store, new_id


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """What a bench is to play."""

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
    """What all models are asked with: their `sampling`, and `structured` for help with forms."""
    budgets: Budgets = field(default_factory=Budgets)


@dataclass(frozen=True, slots=True)
class BenchLine:
    """One line of a bench: a player with a prompt on a seat of a game."""

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
    told: dict[str, None] = {}
    planned = bench_lines(plan, registry)
    for game, here in grouped((line.game, run) for line, run in planned).items():
        for run in here:
            check(run, registry)
            found = check_setups(run, registry, deck_named=False)
            told |= dict.fromkeys(f"{registry.catalogue.game(game).title}: {sentence}" for sentence in found)
        dealt = dealt_out(here[0], registry)
        runs += [replace(run, dealing=dealt.dealing, items=dealt.items) for run in here]
    return Bench(new_id(), tuple(line for line, _ in planned)), runs, list(told)


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
            raise BadPlayer(
                f"there is no prompt variant {one_line(variant, 40)!r} of {seat} in {info.title}; "
                f"allowed: {', '.join(known)}"
            )
    for player in plan.players:  # only models have prompts, so each other player gets one line
        cast = read_player(player, book=registry.book)
        model = is_model(cast)
        prompts: Sequence[str | None] = plan.prompts or (None,)
        for prompt in prompts if model else (None,):
            own = {**plan.own, "prompt": prompt} if prompt else dict(plan.own)
            run = replace(base, id=new_id(), seats={seat: player}, own={seat: own} if own and model else {})
            line = BenchLine(info.id, seat, player, str(cast.spec["name"]), prompt, run.id)
            yield line, run.with_models(registry)


def is_model(cast: Cast) -> bool:
    """Whether a model plays, or may be drawn."""
    return any(one.kind == "model" for one in each(cast))


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
    try:
        return msgspec.convert(json.loads(text), Bench)
    except (ValueError, RecursionError):
        raise SaveError(
            f"the saved data of {bench_id!r} can't be read; you can still resume each of its runs"
        ) from None


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
    """Whether a model plays, so that seconds, tokens and dollars say something."""

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

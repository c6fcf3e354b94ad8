"""Headless runs: `tui-arena run`, with its progress bar, cost forecast and report."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from tui_arena.batch import Batches, Budgets, Finished, Run, Sweep, each, table_of
from tui_arena.cli.columns import put_rows
from tui_arena.cli.context import BIGGEST, INTERRUPTED, Arena, Command, put, put_json, tell
from tui_arena.cli.options import read_options, read_own, read_personas, read_seats, table_options
from tui_arena.cli.run_specs import RunSpec, begin, go_on, put_sweep, read_over, rows_of, untold
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot_profiles import as_values
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import RANDOM, variants
from tui_arena.players.seating import Cast
from tui_arena.save.store import SaveError, Store
from tui_arena.stats.aggregate import Filter, StatRow, over_repetitions, stats
from tui_arena.stats.costs import table_cost
from tui_arena.stats.statistics import Figure


class Dollars(click.FloatRange):
    """An amount of money."""

    name = "dollars"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        amount = float(super().convert(value, param, ctx))
        if not math.isfinite(amount):
            self.fail("dollars are needed, such as 2.5", param, ctx)
        return amount


def said_spent(budget: Budget) -> str:
    """Tokens and cost so far, in words."""
    cost = "n/a" if budget.unpriced else said_usd(budget.spent_usd)
    return f"{budget.used_tokens:,} tokens, cost {cost}"


def said_usd(amount: float) -> str:
    """An amount of dollars; small ones to the hundredth of a cent.

    >>> said_usd(12.3), said_usd(0.00123)
    ('$12.30', '$0.0012')
    """
    return f"${amount:.2f}" if amount >= 1 else f"${amount:.4f}"


def forecast(
    run: Run, catalogue: Catalogue, store: Store, registry: ModelRegistry, left: int
) -> Iterator[str]:
    """Sentences on the cost of a run with models before it starts; `left`: its sessions that are not over."""
    table = [(seat.group, sits) for seat, sits in table_of(run, catalogue, registry)]
    entries = {one.entry.name: one.entry for _, sits in table for one in each(sits) if one.entry}
    unpriced = [one_line(name, 60) for name, entry in entries.items() if registry.price(entry) is None]
    if unpriced:
        names = ", ".join(unpriced)
        yield f"the price of {names} is not known, so cost is n/a; `input_price` and `output_price` say it"
    if unpriced and (run.budgets.usd is not None or run.budgets.session_usd is not None):
        yield (
            f"a budget in dollars does not stop {', '.join(unpriced)}; --budget-tokens or "
            "--session-budget-tokens does"
        )
    if left and len(unpriced) < len(entries):
        yield _estimate(run, store, table, left)


def _estimate(run: Run, store: Store, table: Sequence[tuple[str, Cast]], left: int) -> str:
    mean, n = 0.0, None
    what = "1 session" if left == 1 else f"{left} sessions"
    for group, sits in table:
        choices = list(each(sits))
        for one in choices:
            if one.kind != "model":
                continue
            known = table_cost(store, run.game, [(group, str(one.spec["name"]))])
            if known.mean_usd is None:
                return f"what {what} will cost is not known yet: these models have no past here"
            mean += known.mean_usd / len(choices)
            n = known.n if n is None else min(n, known.n)
    return f"{what} will cost about {said_usd(mean * left)}: {said_usd(mean)} each, by the mean of {n} before"


BAR = 30
"""Width of the progress bar, in columns."""
MOST_SESSIONS = 1_000_000
REDRAWN = 0.1
"""Least seconds between two drawings of the bar while no session ends."""
DOLLARS = Dollars(0, min_open=True)
TOKENS = click.IntRange(1, BIGGEST)
Repeats = Mapping[tuple[str, str], Mapping[str, Figure]]
"""Figures over repetitions by group of seats and player."""
_RAISE = " --budget MORE (or --budget-tokens, --session-budget, --session-budget-tokens)"


@click.command("run", cls=Command)
@table_options
@click.option("--sessions", type=click.IntRange(1, MOST_SESSIONS), metavar="N", help="Set-ups to play (1).")
@click.option(
    "--repetitions",
    type=click.IntRange(1, 10_000),
    metavar="R",
    help="Play each set-up R times: the same secret, fresh players.",
)
@click.option(
    "--concurrency",
    type=click.IntRange(1, 256),
    default=4,
    show_default=True,
    metavar="K",
    help="Sessions at once; it changes no session.",
)
@click.option("--prompts", metavar="VARIANT", help="Prompt variant of model seats that have none, or random.")
@click.option("--budget", type=DOLLARS, metavar="USD", help="Stop the run at this cost.")
@click.option("--budget-tokens", type=TOKENS, metavar="N", help="Stop the run at so many tokens, in and out.")
@click.option("--session-budget", type=DOLLARS, metavar="USD", help="Leave a session at this cost.")
@click.option("--session-budget-tokens", type=TOKENS, metavar="N", help="Leave a session at so many tokens.")
@click.option(
    "--over",
    metavar="OPTION=V1,V2,...",
    help="Play the same seeds once for each value of an option, such as personas=none,own,all, and print "
    "one table with a line for each.",
)
@click.option("--resume", metavar="RUN", help="Go on with a run that was stopped, or with all of an --over.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def run_(
    arena: Arena,
    /,
    game: str,
    *,
    seats: tuple[str, ...],
    settings: tuple[str, ...],
    sampling: tuple[str, ...],
    personas: tuple[str, ...],
    prompt: tuple[str, ...],
    concurrency: int,
    prompts: str | None,
    budget: float | None,
    budget_tokens: int | None,
    session_budget: float | None,
    session_budget_tokens: int | None,
    resume: str | None,
    over: str | None,
    as_json: bool,
    **given: Any,
) -> int:
    """Play sessions of GAME by models, bots and scripts, save them, and print what they came to.

    Seats that are not named hold bots. Ctrl-C or a budget stops: what came is saved, and --resume
    goes on from there.
    """
    info = arena.catalogue.game(game)
    texts, options = read_seats(seats), read_options(settings, info)
    wishes, told = read_personas(personas, texts, info, arena.catalogue)
    swept = read_over(over, info, options)
    given |= {  # preset, deck, seed, sessions, repetitions and probe are in it already and stay as given
        "game": game,
        "seats": texts,
        "options": options,
        "prompts": _prompts(arena, info, prompts),
        "own": read_own(sampling, told, prompt),
        "personas": as_values(wishes, info, arena.catalogue),
    }
    budgets = Budgets(budget, budget_tokens, session_budget, session_budget_tokens)
    if resume is None:
        begun = begin(arena, info, given, swept=swept, budgets=budgets)
    else:
        begun = go_on(arena, info, resume, given, swept=swept, budgets=budgets)
    store, runs = begun.store, begun.runs
    if all(untold(run, arena.catalogue, arena.registry) for run in runs):
        tell("no model is told who it is: --set personas=own tells it, all tells the others too")
    bar = ProgressBar(game)
    batches = Batches(
        runs, arena.catalogue, store, arena.registry, concurrency=concurrency, progress=bar.show
    )
    if runs[0].models:
        bar.spent = batches.budget
        for sentence in forecast(runs[0], arena.catalogue, store, arena.registry, batches.read_earlier()):
            tell(sentence)
    try:
        finished = batches.play()
    except SaveError:
        tell(f"the run stops here; later it goes on by {begun.to_go_on}")
        raise
    finally:
        bar.close()
    return _report(arena, info, begun, finished, as_json=as_json)


def _prompts(arena: Arena, info: GameInfo, variant: str | None) -> str | None:
    """The prompt variant, if the game has it; raises BadParameter if not."""
    if variant is None or variant == RANDOM:
        return variant
    known = variants(info, arena.catalogue)
    if variant not in known:
        raise click.BadParameter(
            f"no prompt variant {variant!r}; allowed: {', '.join([*known, RANDOM])}",
            param_hint="'--prompts'",
        )
    return variant


class ProgressBar:
    """Progress on stderr: a bar in a terminal, else a line after each tenth of the work."""

    def __init__(self, what: str, unit: str = "sessions") -> None:
        self.spent: Budget | None = None
        """What models have cost so far; None if no model plays."""
        self._what = what
        self._unit = unit
        self._tenth = 0
        self._drawn = 0
        self._at = 0.0
        self._done = -1
        self._terminal = sys.stderr.isatty()

    def show(self, done: int, total: int) -> None:
        """Show how many are done out of `total`, and what they have cost."""
        if self._terminal:
            now = time.monotonic()
            if done != self._done or now - self._at >= REDRAWN:
                self._at, self._done = now, done
                self._draw(done, total)
        elif done * 10 // total > self._tenth:
            self._tenth = done * 10 // total
            tell(f"{self._what}: {done} of {total} {self._unit}{self._costs()}")

    def _draw(self, done: int, total: int) -> None:
        full = BAR * done // total
        bar = "#" * full + "." * (BAR - full)
        line = f"{self._what} [{bar}] {done}/{total}{self._costs()}"
        sys.stderr.write(f"\r{line:{self._drawn}}")
        sys.stderr.flush()
        self._drawn = len(line)

    def _costs(self) -> str:
        return "" if self.spent is None else f", {said_spent(self.spent)}"

    def close(self) -> None:
        """End the line of the bar."""
        if self._drawn:
            sys.stderr.write("\n")


def _report(
    arena: Arena, info: GameInfo, begun: RunSpec, finished: Sequence[Finished], *, as_json: bool
) -> int:
    """Print the results; returns the exit status."""
    if begun.sweep is not None:
        _report_sweep(arena, info, begun, begun.sweep, finished, as_json=as_json)
    elif as_json:
        put_json(_run_json(arena, info, begun.store, finished[0]))
    else:
        rows = stats(begun.store, arena.catalogue, Filter(info.id, run=finished[0].run.id))
        _put_run(info, finished[0], rows)
        _put_repeats(info, _repeats(info, begun.store, finished[0]))
    failures = [failure for one in finished for failure in one.failures]
    for failure in failures[:3]:
        tell(f"not finished: {one_line(failure, 300)}")
    if len(failures) > 3:
        tell(f"not finished: {len(failures) - 3} more sessions")
    left = sum(one.left for one in finished)
    stopped = next((one.stopped for one in finished if one.stopped), None)
    if stopped is not None or (begun.runs[0].models and left):
        why = f"stopped ({stopped}); " if stopped else ""
        more = _RAISE if stopped == "budget" else ""
        played = sum(len(one.sessions) for one in finished)
        tell(f"{why}{played} sessions are saved, {left} are left: {begun.to_go_on}{more}")
    if stopped == "interrupted":
        return INTERRUPTED
    return 1 if stopped or failures else 0


def _report_sweep(
    arena: Arena,
    info: GameInfo,
    begun: RunSpec,
    sweep: Sweep,
    finished: Sequence[Finished],
    *,
    as_json: bool,
) -> None:
    """Print one table over all runs."""
    rows = rows_of(info, sweep, finished)
    if as_json:
        over = {"id": sweep.id, "option": sweep.option, "table": [row.to_json() for row in rows]}
        runs = [_run_json(arena, info, begun.store, one) for one in finished]
        put_json({"over": over, "runs": runs})
        return
    played, seconds = sum(row.sessions for row in rows), sum(one.wall_seconds for one in finished)
    put(f"{info.title}: {played} sessions in {seconds:.1f} s, seed {begun.runs[0].seed}, over {sweep.id}\n\n")
    put_sweep(info, sweep, rows)
    put(f"runs: {', '.join(sweep.runs)}\n")


def _repeats(info: GameInfo, store: Store, finished: Finished) -> Repeats:
    return over_repetitions(store, info, [one.id for one in finished.sessions])


def _put_repeats(info: GameInfo, repeats: Repeats) -> None:
    for (group, player), figures in repeats.items():
        for name, one in figures.items():
            if one.value is not None:
                put(f"{info.repeated[name]}, {group} {player}: {one.value:.2f} over {one.n} items\n")


def _run_json(arena: Arena, info: GameInfo, store: Store, finished: Finished) -> dict[str, Any]:
    repeats = _repeats(info, store, finished)
    metrics: dict[str, dict[str, Any]] = {}
    for row in stats(store, arena.catalogue, Filter(info.id, run=finished.run.id)):
        if row.partner is None:
            more = {name: one.to_json() for name, one in repeats.get((row.seat, row.player), {}).items()}
            metrics.setdefault(row.seat, {})[row.player] = row.to_json() | more
    return {
        "run": finished.run.id,
        "game": finished.run.game,
        "stopped": None if finished.stopped == "failed" else finished.stopped,
        "sessions": [one.to_json() for one in finished.sessions],
        "metrics": metrics,
        "wall_seconds": finished.wall_seconds,
        "usage": finished.usage(),
    }


def _put_run(info: GameInfo, finished: Finished, rows: Sequence[StatRow]) -> None:
    run = finished.run
    put(f"{info.title}: {len(finished.sessions)} sessions in {finished.wall_seconds:.1f} s, ")
    put(f"seed {run.seed}, run {run.id}\n\n")
    put_rows(info, rows)

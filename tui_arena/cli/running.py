"""Headless runs: `tui-arena run`."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import click

from tui_arena.analysis.aggregate import Filter, StatRow, stats
from tui_arena.analysis.repeats import over_repetitions
from tui_arena.analysis.statistics import Spread
from tui_arena.batch import Batch, Budgets, Finished, Run, check, recall, remember, table_of, variants
from tui_arena.cli.arena import BIGGEST, INTERRUPTED, Arena, Command, put, put_json, tell
from tui_arena.cli.figures import put_rows
from tui_arena.cli.forecast import Dollars, forecast, said_spent
from tui_arena.cli.tables import read_options, read_own, read_seats, table_options, unlike
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.limits import Budget
from tui_arena.players.opening import DEALER, RANDOM
from tui_arena.save.store import SaveError, Store, new_id

BAR = 30
"""Columns of the progress bar."""
MOST_SESSIONS = 1_000_000
REDRAWN = 0.1
"""Seconds between two drawings of the bar while no session ends."""
DOLLARS = Dollars(0, min_open=True)
TOKENS = click.IntRange(1, BIGGEST)
_OPTIONS = {"seats": "--seat", "options": "--set", "game": "GAME", "own": "--sampling, --persona, --prompt"}
Repeats = Mapping[tuple[str, str], Mapping[str, Spread]]
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
@click.option("--resume", metavar="RUN", help="Go on with a run that was stopped.")
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
    as_json: bool,
    **given: Any,
) -> int:
    """Play sessions of GAME by models, bots and scripts, save them, and print what they came to.

    Seats that are not named hold bots. Ctrl-C or a budget stops: what came is saved, and --resume
    goes on from there.
    """
    info = arena.catalogue.game(game)
    given |= {  # beside preset, deck, seed, sessions, repetitions and probe, which stand as they came
        "game": game,
        "seats": read_seats(seats),
        "options": read_options(settings, info),
        "prompts": _prompts(arena, info, prompts),
        "own": read_own(sampling, personas, prompt),
    }
    budgets = Budgets(budget, budget_tokens, session_budget, session_budget_tokens)
    if resume is None:
        store, run = _begun(arena, info, given, budgets)
    else:
        store, run = _resumed(arena, info, resume, given, budgets)
    bar = Bar(game)
    batch = Batch(run, arena.catalogue, store, arena.house, concurrency=concurrency, progress=bar.show)
    if run.models:
        bar.spent = batch.budget
        for sentence in forecast(run, arena.catalogue, store, arena.house, batch.read_earlier()):
            tell(sentence)
    try:
        finished = batch.play()
    except SaveError:
        tell(f"the run stops here; later it goes on by {_to_go_on(run)}")
        raise
    finally:
        bar.close()
    return _report(arena, info, store, finished, as_json=as_json)


def _prompts(arena: Arena, info: GameInfo, variant: str | None) -> str | None:
    """The prompt variant, if the game has it; raises BadParameter."""
    if variant is None or variant == RANDOM:
        return variant
    known = variants(info, arena.catalogue)
    if variant not in known:
        raise click.BadParameter(
            f"no prompt variant {variant!r}; allowed: {', '.join([*known, RANDOM])}",
            param_hint="'--prompts'",
        )
    return variant


def _numbered(arena: Arena, info: GameInfo, deck: str | None) -> str | None:
    """The deck's full name, so that a resumed run draws from the very same; None for no deck."""
    if deck is None and (info.deck is None or info.dealt == "when_named"):
        return None
    return arena.catalogue.deck(deck, info).deck.name


def _begun(arena: Arena, info: GameInfo, given: dict[str, Any], budgets: Budgets) -> tuple[Store, Run]:
    """A new run, checked before the save file is touched. Raises BadPlayer, BadOption, BadFile, SaveError."""
    chosen = {name: value for name, value in given.items() if value is not None}
    usual = Budgets(
        session_usd=arena.settings.budget_usd or None, session_tokens=arena.settings.budget_tokens or None
    )
    chosen |= {"id": new_id(), "budgets": usual.raised(budgets)}
    run = Run(**{"seed": secrets.randbelow(BIGGEST), **chosen})
    run = replace(run, deck=_numbered(arena, info, given["deck"])).with_models(arena.house)
    check(run, arena.catalogue, arena.house)
    if given["deck"] is not None and any(
        seat.default == DEALER for seat, _ in table_of(run, arena.catalogue, arena.house)
    ):
        tell(f"deck {given['deck']} is not used: the setter gives what is to be found")
    store = arena.store()
    remember(run, store)
    return store, run


def _resumed(
    arena: Arena, info: GameInfo, resume: str, given: dict[str, Any], budgets: Budgets
) -> tuple[Store, Run]:
    """The run to go on with; raises SaveError, UsageError if something else was given for it."""
    store = arena.store()
    run = recall(resume, store)
    if given["deck"] is not None:
        given["deck"] = _numbered(arena, info, given["deck"])
    kept = {name: getattr(run, name) for name in given}
    other = unlike(given, kept)
    if other is not None:
        option = _OPTIONS.get(other, f"--{other}")
        raise click.UsageError(
            f"{option}: run {resume} was begun with {kept[other]!r}; leave it out, or begin a new run"
        )
    check(run, arena.catalogue, arena.house)
    if budgets != Budgets():
        run = replace(run, budgets=run.budgets.raised(budgets))
        remember(run, store)
    return store, run


class Bar:
    """Progress on stderr: a bar in a terminal, else a line for every tenth."""

    def __init__(self, what: str) -> None:
        self.spent: Budget | None = None
        """What models have cost so far; None: none sits."""
        self._what = what
        self._tenth = 0
        self._drawn = 0
        self._at = 0.0
        self._done = -1
        self._terminal = sys.stderr.isatty()

    def show(self, done: int, total: int) -> None:
        """Say how many of how many sessions are over, and what they have cost."""
        if self._terminal:
            now = time.monotonic()
            if done != self._done or now - self._at >= REDRAWN:
                self._at, self._done = now, done
                self._draw(done, total)
        elif done * 10 // total > self._tenth:
            self._tenth = done * 10 // total
            tell(f"{self._what}: {done} of {total} sessions{self._costs()}")

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
        """Leave the line of the bar."""
        if self._drawn:
            sys.stderr.write("\n")


def _report(arena: Arena, info: GameInfo, store: Store, finished: Finished, *, as_json: bool) -> int:
    """Print what a run came to; gives the exit status."""
    rows = stats(store, arena.catalogue, Filter(info.id, run=finished.run.id))
    alone = [row for row in rows if row.partner is None]
    repeats = over_repetitions(store, info, [one.id for one in finished.sessions])
    if as_json:
        put_json(_run_json(finished, alone, repeats))
    else:
        _put_run(info, finished, rows)
        _put_repeats(info, repeats)
    for failure in finished.failures[:3]:
        tell(f"not finished: {one_line(failure, 300)}")
    if len(finished.failures) > 3:
        tell(f"not finished: {len(finished.failures) - 3} more sessions")
    run = finished.run
    if finished.stopped is not None or (run.models and finished.left):
        why = f"stopped ({finished.stopped}); " if finished.stopped else ""
        more = _RAISE if finished.stopped == "budget" else ""
        tell(
            f"{why}{len(finished.sessions)} sessions are saved, {finished.left} are left: "
            f"{_to_go_on(run)}{more}"
        )
    if finished.stopped == "interrupted":
        return INTERRUPTED
    return 1 if finished.stopped or finished.failures else 0


def _to_go_on(run: Run) -> str:
    return f"tui-arena run {run.game} --resume {run.id}"


def _put_repeats(info: GameInfo, repeats: Repeats) -> None:
    for (group, player), figures in repeats.items():
        for name, one in figures.items():
            if one.mean is not None:
                put(f"{info.repeated[name]}, {group} {player}: {one.mean:.2f} over {one.n} items\n")


def _run_json(finished: Finished, rows: Sequence[StatRow], repeats: Repeats) -> dict[str, Any]:
    metrics: dict[str, dict[str, Any]] = {}
    for row in rows:
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

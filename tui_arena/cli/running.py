"""Headless runs: `tui-arena run`."""

from __future__ import annotations

import math
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import click

from tui_arena.analysis.aggregate import Filter, StatRow, stats
from tui_arena.batch import Batch, Finished, Run, check, recall, remember
from tui_arena.cli.arena import BIGGEST, INTERRUPTED, Arena, Command, put, put_json, tell
from tui_arena.cli.figures import put_rows
from tui_arena.cli.tables import read_options, read_seats, table_options, unlike
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.save.store import Store, new_id

BAR = 30
"""Columns of the progress bar."""
MOST_SESSIONS = 1_000_000
RANDOM = "random"


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
@click.option("--prompts", metavar="VARIANT", help="Prompt variant of model seats, or random.")
@click.option("--budget", type=click.FloatRange(0, min_open=True), metavar="USD", help="Stop at this cost.")
@click.option("--resume", metavar="RUN", help="Go on with a run that was stopped.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def run_(
    arena: Arena,
    game: str,
    *,
    seats: tuple[str, ...],
    settings: tuple[str, ...],
    preset: str | None,
    deck: str | None,
    seed: int | None,
    sessions: int | None,
    repetitions: int | None,
    concurrency: int,
    prompts: str | None,
    budget: float | None,
    resume: str | None,
    as_json: bool,
) -> int:
    """Play sessions of GAME by bots and scripts, save each, and print what they came to.

    Seats that are not named hold bots. Ctrl-C stops: what was finished is saved, and --resume goes
    on from there.
    """
    info = arena.catalogue.game(game)
    if budget is not None and not math.isfinite(budget):
        raise click.BadParameter("dollars are needed, such as 2.5", param_hint="'--budget'")
    given: dict[str, Any] = {
        "game": game,
        "seats": read_seats(seats),
        "options": read_options(settings, info),
        "preset": preset,
        "deck": deck,
        "seed": seed,
        "sessions": sessions,
        "repetitions": repetitions,
        "prompts": _prompts(arena, info, prompts),
    }
    store, run = _begun(arena, info, given) if resume is None else _resumed(arena, info, resume, given)
    bar = Bar(game)
    batch = Batch(
        run, arena.catalogue, store, arena.house, concurrency=concurrency, budget=budget, progress=bar.show
    )
    finished = batch.play()
    bar.close()
    return _report(arena, info, store, finished, as_json=as_json)


def _prompts(arena: Arena, info: GameInfo, variant: str | None) -> str | None:
    """The prompt variant, if the game has it; raises BadParameter."""
    if variant is None or variant == RANDOM:
        return variant
    asks = {path.name.split(".")[0] for path in (info.folder / "prompts").glob("*.md")}
    known = {v or "plain" for ask in asks for v in arena.catalogue.prompt_variants(info, ask)}
    if variant not in known:
        allowed = ", ".join(sorted(known | {RANDOM}))
        raise click.BadParameter(
            f"no prompt variant {variant!r}; allowed: {allowed}", param_hint="'--prompts'"
        )
    return variant


def _numbered(arena: Arena, info: GameInfo, deck: str | None) -> str | None:
    """The deck's full name, so that a resumed run draws from the very same; None for no deck."""
    if deck is None and info.deck is None:
        return None
    return arena.catalogue.deck(deck, info).deck.name


def _begun(arena: Arena, info: GameInfo, given: dict[str, Any]) -> tuple[Store, Run]:
    """A new run, checked before the save file is touched. Raises BadPlayer, BadOption, BadFile, SaveError."""
    chosen = {name: value for name, value in given.items() if value is not None}
    run = Run(**{"seed": secrets.randbelow(BIGGEST), **chosen, "id": new_id()})
    run = replace(run, deck=_numbered(arena, info, given["deck"]))
    check(run, arena.catalogue, arena.house)
    store = arena.store()
    remember(run, store)
    return store, run


def _resumed(arena: Arena, info: GameInfo, resume: str, given: dict[str, Any]) -> tuple[Store, Run]:
    """The run to go on with; raises SaveError, UsageError if something else was given for it."""
    store = arena.store()
    run = recall(resume, store)
    if given["deck"] is not None:
        given["deck"] = _numbered(arena, info, given["deck"])
    kept = {name: getattr(run, name) for name in given}
    other = unlike(given, kept)
    if other is not None:
        option = {"seats": "--seat", "options": "--set", "game": "GAME"}.get(other, f"--{other}")
        raise click.UsageError(
            f"{option}: run {resume} was begun with {kept[other]!r}; leave it out, or begin a new run"
        )
    check(run, arena.catalogue, arena.house)
    return store, run


class Bar:
    """Progress on stderr: a bar in a terminal, else a line for every tenth."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._tenth = 0
        self._drawn = False
        self._terminal = sys.stderr.isatty()

    def show(self, done: int, total: int) -> None:
        """Say how many of how many sessions are over."""
        if self._terminal:
            full = BAR * done // total
            bar = "#" * full + "." * (BAR - full)
            sys.stderr.write(f"\r{self._what} [{bar}] {done}/{total}")
            sys.stderr.flush()
            self._drawn = True
        elif done * 10 // total > self._tenth:
            self._tenth = done * 10 // total
            tell(f"{self._what}: {done} of {total} sessions")

    def close(self) -> None:
        """Leave the line of the bar."""
        if self._drawn:
            sys.stderr.write("\n")


def _report(arena: Arena, info: GameInfo, store: Store, finished: Finished, *, as_json: bool) -> int:
    """Print what a run came to; gives the exit status."""
    rows = stats(store, arena.catalogue, Filter(info.id, run=finished.run.id))
    alone = [row for row in rows if row.partner is None]
    if as_json:
        put_json(_run_json(finished, alone))
    else:
        _put_run(info, finished, rows)
    for failure in finished.failures[:3]:
        tell(f"not finished: {one_line(failure, 300)}")
    if len(finished.failures) > 3:
        tell(f"not finished: {len(finished.failures) - 3} more sessions")
    if finished.stopped is not None:
        left = len(finished.run.places()) - len(finished.sessions)
        tell(
            f"stopped ({finished.stopped}); {len(finished.sessions)} sessions are saved, {left} are left: "
            f"tui-arena run {info.id} --resume {finished.run.id}"
        )
    if finished.stopped == "interrupted":
        return INTERRUPTED
    return 1 if finished.stopped or finished.failures else 0


def _run_json(finished: Finished, rows: Sequence[StatRow]) -> dict[str, Any]:
    metrics: dict[str, dict[str, Any]] = {}
    for row in rows:
        metrics.setdefault(row.seat, {})[row.player] = row.to_json()
    return {
        "run": finished.run.id,
        "game": finished.run.game,
        "stopped": finished.stopped,
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

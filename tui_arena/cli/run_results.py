"""The results of runs as `run` prints them: a table or JSON, and what is left to do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui_arena.batch.run import Finished, stopped_by
from tui_arena.batch.sweep import Sweep, compared
from tui_arena.cli.columns import put_rows
from tui_arena.cli.context import CommandContext, put, put_json, tell
from tui_arena.cli.headless import FORM_ADVICE, RAISE, ended
from tui_arena.cli.over import put_sweep
from tui_arena.core.language.sentences import counted
from tui_arena.data import GameInfo
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store
from tui_arena.save.summary import REASONING_PLAYED, reasoning_line
from tui_arena.stats.aggregate import over_repetitions, stats
from tui_arena.stats.written import TERMINAL


def report(
    arena: CommandContext,
    info: GameInfo,
    store: Store,
    finished: Sequence[Finished],
    *,
    sweep: Sweep | None,
    to_go_on: str,
    as_json: bool,
) -> int:
    """Print the results of a run, or of a sweep's runs; returns the exit status.

    `to_go_on`: the command that resumes them.
    """
    runs = [_run_json(arena, info, store, one) for one in finished] if as_json else []
    if sweep is None and as_json:
        put_json(runs[0])
    elif sweep is None:
        _put_run(arena, info, store, finished[0])
    else:
        rows = compared(info, store, sweep.over, finished)
        if as_json:
            seat = {"seat": sweep.over.seat} if sweep.over.seat else {}
            table = [row.to_json() for row in rows]
            over = {"id": sweep.id, "option": sweep.over.option, **seat, "table": table}
            put_json({"over": over, "runs": iter(runs)})
        else:
            played, seconds = sum(row.sessions for row in rows), sum(one.wall_seconds for one in finished)
            put(f"{info.title}: {counted(played, 'session')} in {seconds:.1f} s, ")
            put(f"seed {finished[0].run.seed}, over {sweep.id}\n\n")
            put_sweep(info, sweep.over, rows)
            put(f"runs: {', '.join(sweep.runs)}\n")
    if reasoned := sum(store.reasoned_in(one.run.id) for one in finished):
        tell(
            f"{reasoning_line(reasoned)}; `tui-arena stats --include {REASONING_PLAYED}` counts such sessions"
        )
    if broke := sum(played.stopped_by_model for one in finished for played in one.sessions):
        tell(f"{counted(broke, 'session')} aborted because of models' replies: {FORM_ADVICE}")
    failures = [failure for one in finished for failure in one.failures]
    left = sum(one.left for one in finished)
    stopped = stopped_by(finished)
    rest = ""
    if stopped is not None or (left and any(one.run.models for one in finished)):
        why = f"stopped ({stopped}); " if stopped else ""
        raise_it = RAISE if stopped == "budget" else ""
        played = sum(len(one.sessions) for one in finished)
        rest = f"{why}{counted(played, 'session')} saved, {left} left: {to_go_on}{raise_it}"
    return ended(stopped, failures, "not finished", more="session", left=rest)


def _run_json(arena: CommandContext, info: GameInfo, store: Store, finished: Finished) -> dict[str, Any]:
    """A run as `--json` prints it; its sessions can be iterated only once."""
    repeats = over_repetitions(store, info, [one.id for one in finished.sessions])
    metrics: dict[str, dict[str, Any]] = {}
    for row in stats(store, arena.catalogue, Filter(info.id, run=finished.run.id)):
        if row.partner is None:
            more = {name: one.to_json() for name, one in repeats.get((row.seat, row.player), {}).items()}
            metrics.setdefault(row.seat, {})[row.player] = row.to_json() | more
    return {
        "run": finished.run.id,
        "game": finished.run.game,
        "stopped": finished.stopped,
        "sessions": (one.to_json() for one in finished.sessions),
        "metrics": metrics,
        "wall_seconds": finished.wall_seconds,
        "usage": finished.usage(),
    }


def _put_run(arena: CommandContext, info: GameInfo, store: Store, finished: Finished) -> None:
    run = finished.run
    put(f"{info.title}: {counted(len(finished.sessions), 'session')} in {finished.wall_seconds:.1f} s, ")
    put(f"seed {run.seed}, run {run.id}\n\n")
    put_rows(info, stats(store, arena.catalogue, Filter(info.id, run=run.id)))
    repeats = over_repetitions(store, info, [one.id for one in finished.sessions])
    for (group, player), figures in repeats.items():
        for name, one in figures.items():
            if one.value is not None:
                put(
                    f"{info.repeated[name]}, {group} {player}: {TERMINAL.number(one.value)} over {counted(one.n or 0, 'item')}\n"
                )

"""The state of every run: what it plays, how many of its sessions are left, and how it stopped.

A run notes when it begins and when it stops. It also notes which opening of the save file plays it, and with
which program and command. A run was killed if it noted no stop and its opening is gone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any, Literal

import msgspec

from tui_arena.batch.run import BENCH, NOTE, OVER, SEARCH, Run, Stopped, read_note
from tui_arena.config.process import Origin, command_line, origin
from tui_arena.save.queries import RunCounts
from tui_arena.save.store import SaveError, Store, now

_RAN = "ran:"

RunState = Literal["done", "running", "killed", "not begun", "unknown", "budget", "interrupted", "failed"]
"""`unknown`: an older version played the run, and some of its sessions are left."""


@dataclass(frozen=True, slots=True)
class _Ran:
    """The note of when a run was played, and by what."""

    began: str
    owner: str
    """The opening of the save file that plays the run."""
    ended: str | None = None
    stopped: Stopped | None = None
    made: tuple[Origin, ...] = ()
    """The programs and commands that played the run, each once."""


def note_beginning(run: Run, store: Store) -> None:
    """Note that a run is being played. Raises SaveError."""
    before = _ran(store.meta(_RAN + run.id))
    made = dict.fromkeys((*(before.made if before else ()), origin(command_line())))
    _note(run, store, _Ran(before.began if before else now(), store.owner, made=tuple(made)))


def note_end(run: Run, store: Store, stopped: Stopped | None) -> None:
    """Note that a run is no longer played, and why. Raises SaveError."""
    before = _ran(store.meta(_RAN + run.id))
    began, made = (before.began, before.made) if before else (now(), ())
    _note(run, store, _Ran(began, store.owner, now(), stopped, made))


def _note(run: Run, store: Store, ran: _Ran) -> None:
    store.set_meta(_RAN + run.id, msgspec.json.encode(ran).decode())


def _ran(text: str | None) -> _Ran | None:
    try:
        return None if text is None else msgspec.json.decode(text, type=_Ran)
    except msgspec.MsgspecError:
        return None  # without the note, the run's sessions still say what it is


@dataclass(frozen=True, slots=True)
class PastRun:
    """A run with its present state."""

    run: Run
    over: str | None
    """The id of the sweep that the run is part of; None if it isn't part of a sweep."""
    counts: RunCounts
    state: RunState
    began: str | None
    ended: str | None
    made: tuple[Origin, ...] = ()
    """The programs and commands that played the run, each once; empty if an older version played it."""
    bench: str | None = None
    """The id of the bench that the run is part of; None if it isn't part of a bench."""

    @property
    def total(self) -> int:
        """The number of sessions that the run has when it is finished."""
        return self.run.total

    @property
    def left(self) -> int:
        """The number of sessions that aren't over or haven't begun."""
        return _left(self.run, self.counts)

    @property
    def to_go_on(self) -> str | None:
        """The command that plays the remaining sessions; None if none is left or the run is being played."""
        if not self.left or self.state == "running":
            return None
        if self.run.search is not None:
            return search_command(self.run.search)
        if self.bench is not None:
            return bench_command(self.bench)
        return f"tui-arena run {self.run.game} --resume {self.run.id}"

    def to_json(self) -> dict[str, Any]:
        """The run as `runs --json` prints it."""
        run = self.run
        return {
            "run": run.id,
            "game": run.game,
            "study": run.study,
            "over": self.over,
            "bench": self.bench,
            "search": run.search,
            "seats": dict(run.seats),
            "options": dict(run.options),
            "preset": run.preset,
            "deck": run.deck,
            "seed": run.seed,
            "set_ups": run.sessions,
            "repetitions": run.repetitions,
            "sessions": self.total,
            "done": self.counts.over,
            "aborted": self.counts.aborted,
            "unfinished": self.counts.unfinished,
            "left": self.left,
            "began": self.began,
            "ended": self.ended,
            "state": self.state,
            "made": [asdict(one) for one in self.made],
            "to_go_on": self.to_go_on,
        }


def bench_command(bench: str) -> str:
    """The command that continues a bench."""
    return f"tui-arena bench --resume {bench}"


def search_command(key: str) -> str:
    """The command that continues a search; `key`: `GAME/ASK.NAME`."""
    return f"tui-arena optimise {key.partition('/')[0]} --name {key.partition('.')[2]}"


def open_searches(store: Store) -> list[str]:
    """The commands that continue the unfinished searches. Raises SaveError."""
    found = []
    for key, text in store.notes(SEARCH).items():
        with suppress(
            ValueError, KeyError, TypeError, RecursionError
        ):  # the command itself reports a broken note
            if not json.loads(text)["done"]:
                found.append(search_command(key.removeprefix(SEARCH)))
    return found


def past_runs(store: Store) -> tuple[list[PastRun], list[str]]:
    """All runs, newest first, and a sentence for each run whose note can't be read. Raises SaveError."""
    counts, played, open_now = store.run_counts(), store.notes(_RAN), store.owners()
    over, bench = _members(store.notes(OVER)), _members(store.notes(BENCH))
    found, faults = [], []
    for key, text in store.notes(NOTE).items():
        run_id = key.removeprefix(NOTE)
        try:
            run = read_note(run_id, text)
        except SaveError as error:
            faults.append(str(error))
            continue
        ran, of_run = _ran(played.get(_RAN + run_id)), counts.get(run_id, RunCounts())
        began = ran.began if ran else of_run.first
        state = _state(run, ran, of_run, open_now)
        ended, made = (ran.ended, ran.made) if ran else (of_run.last, ())
        part_of = over.get(run_id), bench.get(run_id)
        found.append(PastRun(run, part_of[0], of_run, state, began, ended, made, part_of[1]))
    return sorted(found, key=lambda one: (one.began or "", one.run.id), reverse=True), faults


def study_runs(store: Store, study: str) -> list[str]:
    """The ids of a study's runs, in the order in which the runs were begun. Raises SaveError."""
    return [one.run.id for one in reversed(past_runs(store)[0]) if one.run.study == study]


def _state(run: Run, ran: _Ran | None, counts: RunCounts, open_now: set[str]) -> RunState:
    left = _left(run, counts)
    if ran is not None and ran.ended is None:
        return "running" if ran.owner in open_now else "killed" if left else "done"
    if not left:
        return "done"
    if ran is not None:
        return ran.stopped or "failed"
    return "unknown" if counts.over or counts.unfinished else "not begun"


def _left(run: Run, counts: RunCounts) -> int:
    return max(run.total - counts.over, 0)


def _members(notes: Mapping[str, str]) -> dict[str, str]:
    """Maps each run that is part of a sweep or a bench to that sweep's or bench's id."""
    found: dict[str, str] = {}
    for key, text in notes.items():
        try:
            note = json.loads(text)
            runs = note["runs"] if "runs" in note else [line["run"] for line in note["lines"]]
            found |= dict.fromkeys(runs, key.partition(":")[2])
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # the runs of a broken note are still listed, each by itself
    return found

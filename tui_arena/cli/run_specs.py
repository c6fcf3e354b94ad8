"""What `tui-arena run` plays: one run, or with `--over` one run for each value of an option.

Nothing is saved before all runs have been checked.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import click

from tui_arena.batch import (
    Budgets,
    Finished,
    Run,
    Sweep,
    SweepRow,
    check,
    compared,
    compared_by,
    each,
    interval,
    recall,
    recall_sweep,
    remember,
    remember_sweep,
    table_of,
)
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import BIGGEST, Arena, put, tell
from tui_arena.cli.options import unlike
from tui_arena.core.options import resolve
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue, GameInfo, Metric
from tui_arena.data.personas import NONE
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.new_session import DEALER
from tui_arena.save.store import Store, new_id
from tui_arena.stats.statistics import Figure

FORM = "OPTION=VALUE,VALUE,..., such as personas=none,own,all"


def read_over(
    text: str | None, info: GameInfo, set_: Mapping[str, Any]
) -> tuple[str, tuple[Any, ...]] | None:
    """The option and values of `--over`; None if not given.

    `set_`: the options given by `--set`. Raises BadOption for a bad value, BadParameter for anything else.
    """
    if text is None:
        return None
    name, equals, rest = text.partition("=")
    name = name.strip()
    if not equals or not name:
        raise _bad(f"{one_line(text, 60)!r} is not of the form {FORM}")
    if name not in info.options:
        raise _bad(f"no option {one_line(name, 40)!r} in {info.title}; allowed: {', '.join(info.options)}")
    if name in set_:
        raise _bad(f"{name} is given by --set too; leave that out")
    values = tuple(info.options[name].read(part) for part in rest.split(","))
    if any(value in values[:i] for i, value in enumerate(values)):
        raise _bad(f"{name}: each value once; {one_line(rest, 60)} has one twice")
    if len(values) < 2:
        raise _bad(f"{name}: at least two values are compared; --set {name}={one_line(rest, 40)} sets one")
    return name, values


def _bad(sentence: str) -> click.BadParameter:
    return click.BadParameter(sentence, param_hint="'--over'")


def rows_of(info: GameInfo, sweep: Sweep, finished: Sequence[Finished]) -> list[SweepRow]:
    """The results of the runs, in the order of the values."""
    return [compared(info, value, one) for value, one in zip(sweep.values, finished, strict=True)]


def put_sweep(info: GameInfo, sweep: Sweep, rows: Sequence[SweepRow]) -> None:
    """Print one line for each value, with 95 % intervals."""
    metrics = [m for m in compared_by(info) if any(row.metrics[m.name].n for row in rows)]
    put_table(
        [sweep.option, "sessions", *(m.label for m in metrics), "won"],
        [
            [
                said(row.value),
                row.sessions,
                *(_mean(row.metrics[m.name], m) for m in metrics),
                _rate(row.won),
            ]
            for row in rows
        ],
        keys=1,
    )
    put("\nmeans over sessions, with 95 % intervals; every line has the same seeds\n")


def said(value: Any) -> str:
    """An option's value as the command line takes it."""
    if value is None:
        return "none"
    if isinstance(value, Mapping):
        return ";".join(f"{name}={one}" for name, one in value.items())
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def _rate(one: Figure) -> str | None:
    if one.value is None or one.low is None or one.high is None:
        return None
    return f"{100 * one.value:.0f}% ({100 * one.low:.0f}-{100 * one.high:.0f})"


def _mean(one: Figure, metric: Metric) -> str | None:
    """A mean with its interval; a share is in percent, and its interval is kept within 0 and 100."""
    if one.value is None:
        return None
    ends = interval(one)
    if metric.unit == "share":
        text = f"{100 * one.value:.1f}%"
        low, high = (min(max(100 * end, 0.0), 100.0) for end in ends or (0.0, 0.0))
        return f"{text} ({low:.1f}-{high:.1f})" if ends else text
    return f"{one.value:.2f} ({ends[0]:.2f} to {ends[1]:.2f})" if ends else f"{one.value:.2f}"


_OPTIONS = {
    "seats": "--seat",
    "options": "--set",
    "game": "GAME",
    "own": "--sampling, --persona, --prompt",
    "personas": "--persona",
}


@dataclass(frozen=True, slots=True)
class RunSpec:
    """What to play: one run, or one run for each value of an option."""

    store: Store
    runs: list[Run]
    sweep: Sweep | None = None

    @property
    def to_go_on(self) -> str:
        """The command that resumes it."""
        name = self.sweep.id if self.sweep else self.runs[0].id
        return f"tui-arena run {self.runs[0].game} --resume {name}"


Swept = tuple[str, tuple[Any, ...]]
"""The name of an option and the values to play it with."""


def begin(
    arena: Arena, info: GameInfo, given: dict[str, Any], *, swept: Swept | None, budgets: Budgets
) -> RunSpec:
    """A new run, or one for each value, all checked before the save file is opened.

    Raises BadPlayer, BadOption, BadFile, SaveError.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    usual = Budgets(
        session_usd=arena.settings.budget_usd or None, session_tokens=arena.settings.budget_tokens or None
    )
    chosen |= {"budgets": usual.raised(budgets), "deck": _numbered(arena, info, given["deck"])}
    first = Run(**{"seed": secrets.randbelow(BIGGEST), "id": new_id(), **chosen}).with_models(arena.registry)
    runs, sweep = [first], None
    if swept is not None:
        name, values = swept
        runs = [replace(first, id=new_id(), options={**first.options, name: value}) for value in values]
        sweep = Sweep(first.id, name, values, tuple(run.id for run in runs))
    for run in runs:
        check(run, arena.catalogue, arena.registry)
    if given["deck"] is not None and any(
        seat.default == DEALER for seat, _ in table_of(runs[0], arena.catalogue, arena.registry)
    ):
        tell(f"deck {given['deck']} is not used: the setter gives what is to be found")
    store = arena.store()
    for run in runs:
        remember(run, store)
    if sweep is not None:
        remember_sweep(sweep, store)
    return RunSpec(store, runs, sweep)


def go_on(
    arena: Arena, info: GameInfo, resume: str, given: dict[str, Any], *, swept: Swept | None, budgets: Budgets
) -> RunSpec:
    """The run or sweep to resume. Raises SaveError; UsageError if an option differs from the saved one."""
    store = arena.store()
    sweep = recall_sweep(resume, store)
    runs = [recall(run, store) for run in (sweep.runs if sweep else (resume,))]
    if given["deck"] is not None:
        given["deck"] = _numbered(arena, info, given["deck"])
    kept: dict[str, Any] = {name: getattr(runs[0], name) for name in given}
    kept["over"] = (sweep.option, sweep.values) if sweep else None
    if sweep is not None:
        kept["options"] = {n: value for n, value in kept["options"].items() if n != sweep.option}
    other = unlike({**given, "over": swept}, kept)
    if other is not None:
        option = _OPTIONS.get(other, f"--{other}")
        raise click.UsageError(
            f"{option}: run {resume} was begun {_with(kept[other])}; leave it out, or begin a new run"
        )
    for run in runs:
        check(run, arena.catalogue, arena.registry)
    if budgets != Budgets():
        runs = [replace(run, budgets=run.budgets.raised(budgets)) for run in runs]
        for run in runs:
            remember(run, store)
    return RunSpec(store, runs, sweep)


def _with(value: Any) -> str:
    """A phrase on what a run was begun with, in the form that the command line takes."""
    if value in (None, {}):
        return "without"
    if isinstance(value, tuple):
        option, values = value
        return f"with {option}={','.join(map(said, values))}"
    if isinstance(value, Mapping):
        return f"with {', '.join(f'{name}={said(one)}' for name, one in value.items())}"
    return f"with {said(value)}"


def _numbered(arena: Arena, info: GameInfo, deck: str | None) -> str | None:
    """The deck's full name, so that a resumed run draws from the same deck; None for no deck."""
    if deck is None and (info.deck is None or info.dealt == "when_named"):
        return None
    return arena.catalogue.deck(deck, info).deck.name


def untold(run: Run, catalogue: Catalogue, registry: ModelRegistry) -> bool:
    """Whether a model has a persona that the options keep from it."""
    info = catalogue.game(run.game)
    options = resolve(info.options, info.presets, run.options, run.preset)
    given = {seat for seat, wish in run.personas.items() if wish != NONE}
    models = {
        seat.name
        for seat, sits in table_of(run, catalogue, registry)
        if any(one.kind == "model" for one in each(sits))
    }
    return bool(given & models) and options.get("personas") == NONE

"""One option over several values: `tui-arena run --over`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from tui_arena.analysis.statistics import Share, Spread
from tui_arena.batch import Compared, Finished, Sweep, compared, compared_by, interval
from tui_arena.cli.arena import put
from tui_arena.cli.columns import put_table
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric

FORM = "OPTION=VALUE,VALUE,..., such as personas=none,own,all"


def read_over(
    text: str | None, info: GameInfo, set_: Mapping[str, Any]
) -> tuple[str, tuple[Any, ...]] | None:
    """The option and its values; raises BadOption for a value, BadParameter for all else."""
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


def rows_of(info: GameInfo, sweep: Sweep, finished: Sequence[Finished]) -> list[Compared]:
    """What the runs came to, in the order of the values."""
    return [compared(info, value, one) for value, one in zip(sweep.values, finished, strict=True)]


def put_sweep(info: GameInfo, sweep: Sweep, rows: Sequence[Compared]) -> None:
    """Print one line a value, with 95 % intervals."""
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


def _rate(one: Share) -> str | None:
    if one.rate is None or one.low is None or one.high is None:
        return None
    return f"{100 * one.rate:.0f}% ({100 * one.low:.0f}-{100 * one.high:.0f})"


def _mean(one: Spread, metric: Metric) -> str | None:
    """A mean with its interval; a share in percent, within what a share can be."""
    if one.mean is None:
        return None
    ends = interval(one)
    if metric.unit == "share":
        text = f"{100 * one.mean:.1f}%"
        low, high = (min(max(100 * end, 0.0), 100.0) for end in ends or (0.0, 0.0))
        return f"{text} ({low:.1f}-{high:.1f})" if ends else text
    return f"{one.mean:.2f} ({ends[0]:.2f} to {ends[1]:.2f})" if ends else f"{one.mean:.2f}"

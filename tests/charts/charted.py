"""Hand-made rows of the stats, and one chart of each kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from tui_arena.charts.model import Band, Bars, Chart, Curve, Curves, Distribution, Histogram, Items, SecretRow
from tui_arena.data import GameInfo
from tui_arena.stats.aggregate import StatRow
from tui_arena.stats.statistics import Figure, share, spread, t_interval, within

HOSTILE = (
    "[b]bold[/b]",
    "<script>alert(1)</script> & \"'",
    "\x00\x07\x1b[31mred\x9b2J\x85",
    "\ud800\udfff\ufffe\uffff lone",
    "line\nbreak\ttab",
    "\u202egnp.exe\u202c",
    "e" + "\u0301" * 40,
    "漢字" * 30,
    "x" * 300,
    "]]>--><!--",
    "",
)


def row(
    info: GameInfo, player: str, results: tuple[int, int, int], values: Mapping[str, Any], **more: Any
) -> StatRow:
    """A row: sessions won, lost and aborted, and each metric's values; a list has the values of each turn."""
    won, lost, aborted = results
    n = sum(results)
    figures = {name: Figure(n=0, metric=m) for name, m in info.metrics.items() if m.kind != "table"}
    figures |= {name: _figure(info, name, found) for name, found in values.items()}
    figures |= {"won": share(won, n), "lost": share(lost, n), "aborted": share(aborted, n)}
    made: dict[str, Any] = {
        "game": info.id, "seat": "guesser", "kind": "bot", "player": player, "variant": "", "partner": None,
        "own": False, "neutral": False, "started": n, "sessions": n, "figures": figures,
    }  # fmt: skip
    return StatRow(**{"condition": more.get("variant", ""), **made, **more})


def _figure(info: GameInfo, name: str, values: Sequence[Any]) -> Figure:
    metric = info.metrics[name]
    if metric.kind == "list":
        return Figure(n=0, metric=metric, turns=tuple(spread(turn) for turn in values))
    flag = metric.kind == "flag"
    one = share(sum(values), len(values)) if flag else within(t_interval(spread(values)), metric.scale)
    counted = {v: list(values).count(v) for v in sorted(set(values))} if metric.kind == "count" else {}
    return replace(one, metric=metric, distribution=counted)


def each_kind(names: Sequence[str]) -> list[Chart]:
    """A chart of each kind, and one with values below zero, all with these names."""
    bands = [
        Band(name, 10.0 * n, 9.0 * n, 12.0 * n, f"n {n}", published=n == 2) for n, name in enumerate(names)
    ]
    lines = [Curve(name, (1.0, None, 3.0 + n, 5.0), (9, 0, 7, 1)) for n, name in enumerate(names)]
    tallies = [
        Distribution(name, {"1-5": n, "6": 2, "lost": 1}, frozenset({"lost"})) for n, name in enumerate(names)
    ]
    found = [
        SecretRow(name, n / len(names), n, {names[0]: (n, n), names[-1]: (0, n)})
        for n, name in enumerate(names)
    ]
    note = " ".join(names)
    return [
        Bars("bars", "%", (*bands, Band("none", None)), 0, 100, note=note, sources=tuple(names)),
        Bars("both sides", "rating", tuple(bands), -20, 120, base=40, note=note),
        Curves(names[1], names[2], "place", tuple(lines), 1, 16, upside_down=True, note=note),
        Curves("closeness", "guess", "", tuple(lines), 0, 16),
        Histogram("guesses", "guesses", tuple(tallies), note=note),
        Items("secrets", tuple(names), tuple(found), note=note),
    ]

"""The tables of options and metrics in each game's README say what its manifest says."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from tui_arena.core.options import Option
from tui_arena.data import GameInfo, shipped_games

GAMES = pytest.mark.parametrize("info", shipped_games().values(), ids=lambda info: info.id)
Row = dict[str, str]


def table_of(page: Path, heading: str) -> list[Row]:
    """The rows of the table under a heading, by column."""
    section = page.read_text("utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in section.splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


def quoted(cell: str) -> list[str]:
    """What stands in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def written(option: Option, value: Any) -> str:
    """A value as the tables have it."""
    if value is None:
        return "null"
    if option.type == "flag":
        return "on" if value else "off"
    return f"`{value}`" if isinstance(value, str) else f"{value:g}"


def says(cell: str, value: str) -> bool:
    """Whether a cell holds a value, whatever explains it."""
    return cell == value or cell.startswith((f"{value}:", f"{value},"))


def values_said(cell: str, option: Option) -> bool:
    """Whether a cell names all values of an option, and no other."""
    if ("null" in cell) != option.nullable or ("`auto`" in cell) != bool(option.auto):
        return False
    if option.type == "flag":
        return cell.startswith("flag")
    if option.type == "choice":
        counted = f"one of the deck's {len(option.choices)}" in cell
        return counted or set(quoted(cell.partition(":")[0])) == set(option.choices)
    return f"{option.min:,g} to {option.max:,g}" in cell


@GAMES
def test_the_game_has_a_page_and_some_rules_name_each_option(info: GameInfo) -> None:
    assert (info.folder / "README.md").is_file(), "a shipped game has a README.md"
    folders = info.folder, *(info.folder.parents[1] / name for name in ("core", "questions", "table"))
    code = "".join(path.read_text("utf-8") for folder in folders for path in folder.rglob("*.py"))
    unread = [name for name in info.options if f'"{name}"' not in code]
    assert unread == [], "nothing reads these options"


@GAMES
def test_options(info: GameInfo) -> None:
    rows = {quoted(row["option"])[0]: row for row in table_of(info.folder / "README.md", "Options")}
    assert set(rows) == set(info.options)
    for name, row in rows.items():
        option = info.options[name]
        assert values_said(row["values"], option), (name, option.allowed())
        assert says(row["party"], written(option, option.default)), (name, option.default)
        presets = {quoted(column)[0]: cell for column, cell in row.items() if column.startswith("`")}
        assert set(presets) == set(info.presets)
        for preset, cell in presets.items():
            own = info.presets[preset].get(name, option.default)
            wanted = "" if own == option.default else written(option, own)
            assert says(cell, wanted), (name, preset, wanted)


@GAMES
def test_metrics(info: GameInfo) -> None:
    found: dict[str, str] = {}
    for row in table_of(info.folder / "README.md", "Metrics"):
        names, better = quoted(row["metric"]), row["better"].split(", ")
        found |= dict(zip_longest(names, better, fillvalue=better[0]))
    assert found == {name: metric.better for name, metric in info.metrics.items()}

"""The English of the question games: the newest `decks/english-*.tsv`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import cast

from tui_arena.data.files import newest, read_rows
from tui_arena.questions.english import English, Kind, Measures, english_of


@cache
def english() -> English:
    """The shipped wordings, everyday questions and measures."""
    wordings = [
        (cast(Kind, row["kind"]), row["said"], row.get("means", "")) for row in _rows("english-words")
    ]
    questions = [(row["question"], row["means"]) for row in _rows("english-questions")]
    return english_of(wordings, questions, _measures())


def _measures() -> Measures:
    rows = _rows("english-measures")
    sizes = {row["thing"]: (float(row["metres"]), float(row["kilograms"])) for row in rows if row["metres"]}
    prices = {name.replace(" of ", " "): price for name, price in _numbers(rows, "dollars").items()}
    return Measures(sizes, prices, _numbers(rows, "holds"))


def _numbers(rows: list[Mapping[str, str]], column: str) -> dict[str, float]:
    return {row["thing"]: float(row[column]) for row in rows if row.get(column)}


def _rows(name: str) -> list[Mapping[str, str]]:
    path = newest(name, "tsv")
    return [row.values for row in read_rows(path.read_text("utf-8"))[1]] if path else []

"""The flat table of sessions as a Parquet file, with a type and a meaning for each column.

The package pyarrow (extra `parquet`) is needed, and only here.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from tui_arena.data import GameInfo
from tui_arena.save.exchange.flat import FlatRow, describe, gathered

GROUP = 5_000
"""Rows that are held in memory at once."""
_TYPES: Mapping[frozenset[type], str] = {
    frozenset({bool}): "bool_",
    frozenset({int}): "int64",
    frozenset({float}): "float64",
    frozenset({int, float}): "float64",
}
"""The type of a column by the types of its values; of any others it is text."""


def parquet(rows: Iterable[FlatRow], games: Mapping[str, GameInfo]) -> bytes:
    """The file of these rows. What is not known is null, a list or table is JSON in a text."""
    import pyarrow as pa  # noqa: PLC0415  (an extra)
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415  (the same)

    types: dict[str, set[type]] = {}
    with gathered(_typed(rows, types)) as (columns, kept):
        kinds = {name: _TYPES.get(frozenset(types.get(name, ())), "string") for name in columns}
        meanings = dict(describe(columns, games))
        schema = pa.schema(
            [
                pa.field(name, getattr(pa, kinds[name])(), metadata={"description": meanings[name]})
                for name in columns
            ]
        )
        out = io.BytesIO()
        with ParquetWriter(out, schema, compression="zstd") as writer:
            for group in _groups(kept):
                values = {name: [_value(row.get(name), kinds[name]) for row in group] for name in columns}
                writer.write_table(pa.Table.from_pydict(values, schema=schema))
    return out.getvalue()


def _typed(rows: Iterable[FlatRow], types: dict[str, set[type]]) -> Iterator[FlatRow]:
    """The rows, whose types of values are noted by column."""
    for row in rows:
        for name, value in row.items():
            if value is not None:
                types.setdefault(name, set()).add(type(value))
        yield row


def _groups(rows: Iterator[FlatRow]) -> Iterator[list[FlatRow]]:
    while group := list(islice(rows, GROUP)):
        yield group


def _value(value: Any, kind: str) -> Any:
    if value is None or kind != "string" or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)

"""Sessions as a flat table: a row for each session, a column for each value to group by or compute with.

A first pass gathers the rows on the disk; a second pass writes them with all columns. So a table of any
length needs little memory. As Parquet, the table has a type and a meaning for each column; only this needs
the package pyarrow (extra `parquet`).
"""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, one_line
from tui_arena.data import GameInfo
from tui_arena.data.catalogue import seats_json
from tui_arena.save.rollup.sums import FAULTS, FIRST_WORDS
from tui_arena.save.summary import summarise

SESSION = {
    "id": "the session's id",
    "run": "the headless run that the session belongs to",
    "study": "the study that the run belongs to",
    "game": "the game's id",
    "rules": "version of the game's rules",
    "preset": "the preset of its options",
    "condition": "the condition that it's counted under in the stats: the settings that differ from the defaults",
    "variant": "the variant of that condition",
    "deck": "the deck that the secret came from, without number or digest",
    "item": "what was hidden, once the session is over",
    "repetition": "which play of its set-up this is, from 1",
    "seed": "the random seed, once the session is over",
    "started": "when the session began, in UTC",
    "result": "won, lost, drawn, aborted or unfinished",
    "cause": "why it ended early",
    "winners": "the seats that won, separated by spaces",
    "score": "its main score, 0 to 1",
    "flags": "why it may be left out of figures, separated by spaces",
    "program": "the version of the program that played it",
    "commit": "the commit of that program, if its installer noted one",
    "litellm": "the version of LiteLLM used with it",
    "command": "the command line that played it, without keys",
}
"""The columns that every session has, with their meanings."""
SEAT = {
    "player": "the player's name",
    "kind": "human, bot, model or script",
    "model": "the model's name as its provider knows it",
    "level": "the bot's level",
    "prompt": "the variant of the prompts that the model was sent",
    "prompt_digest": "the digest of those prompts",
    "served": "what made the model's last reply, in the provider's words: model and fingerprint",
    "file": "the SHA-256 of the model's file",
    "rungs": "what the model's server doesn't accept, so that we asked differently, separated by +",
    "persona": "who the seat is",
    "sampling.*": "a parameter sent to the model",
    "requests": "replies that were requested",
    "parsed": "replies that could be read",
    "violated": "replies that the rules refused",
    "fault.*": "replies that were refused for this kind of fault; there are columns only for kinds that occurred",
    "broken": "replies that broke off and were requested again",
    "input_tokens": "tokens in everything that was sent",
    "output_tokens": "tokens in all replies",
    "seconds": "seconds for all replies",
    "first_word_seconds": "mean seconds until the first word of a model's reply, not counting thoughts",
    "cost_usd": "dollars for all replies; empty if a price is unknown",
}
"""The columns of every seat with their meanings; the seat's name and a point precede a column's name."""
_SCALAR = frozenset({"flag", "count", "number"})
_COUNTS = ("requests", "parsed", "violated", "broken", "input_tokens", "output_tokens", "seconds", "cost_usd")

FlatRow = dict[str, Any]


def flat_row(session: Session, info: GameInfo, play: Play[Any], document: Mapping[str, Any]) -> FlatRow:
    """The row of a session; metrics that are lists or tables are left out.

    `document`: the values that may be shown; it contains `metrics` and `counts` only if they may be shown,
    too.
    """
    told = summarise(info, session, play)
    setup = session.setup
    known = "metrics" in document
    made = given if isinstance(given := document.get("made"), Mapping) else {}
    computed = told.metrics if known else {}
    row: FlatRow = {
        "id": document.get("id"),
        "run": document["setup"].get("run"),
        "study": document["setup"].get("study"),
        "game": session.game,
        "rules": session.rules,
        "preset": setup.preset,
        "condition": told.setting.name or None,
        "variant": told.variant,
        "deck": told.deck,
        "item": told.secret if known else None,
        "repetition": setup.repetition,
        "seed": document["setup"].get("seed"),
        "started": document.get("started"),
        "result": told.result,
        "cause": told.cause,
        "winners": " ".join(told.winners),
        "score": info.main_score(play, told.metrics) if play.over else None,
        "flags": " ".join(sorted(told.flags)),
        **{name: made.get(name) for name in ("program", "commit", "litellm", "command")},
    }
    row |= {f"option.{name}": value for name, value in setup.options.items()}
    rungs, tallies = {one.seat: one.rungs or None for one in told.seats}, play.tallies()
    for seat, spec in document["seats"].items():
        by = {**_served(seat, document["events"]), "rungs": rungs.get(seat)}
        row |= _seat(seat, spec, document.get("counts", {}).get(seat, {}), by)
        row |= _form(seat, tallies.get(seat, {}))
    row |= {
        f"metric.{name}": value
        for name, value in computed.items()
        if name in info.metrics and info.metrics[name].kind in _SCALAR
    }
    return row


def _served(seat: str, events: Sequence[Mapping[str, Any]]) -> FlatRow:
    """The model and the model's file that a seat's last reply with such details names; None if unknown."""
    replies = (row.get("served") for row in reversed(events) if row.get("seat") == seat)
    told: Mapping[str, Any] = next((one for one in replies if isinstance(one, Mapping) and one), {})
    named = " ".join(str(told[name]) for name in ("model", "fingerprint") if name in told)
    return {"served": named or None, "file": told.get("file")}


def _form(seat: str, tallies: Mapping[str, float]) -> FlatRow:
    """The seat's faults by kind, and its mean time to the first word if that was measured."""
    found: FlatRow = {
        f"{seat}.fault.{kind}": tallies[name] for kind, name in FAULTS.items() if name in tallies
    }
    words, waited = (tallies.get(name, 0) for name in FIRST_WORDS)
    if words:
        found[f"{seat}.first_word_seconds"] = round(waited / words, 3)
    return found


def _seat(seat: str, spec: Mapping[str, Any], counts: Mapping[str, Any], served: FlatRow) -> FlatRow:
    values = {
        "player": spec.get("name"),
        "kind": spec.get("player"),
        **{name: spec.get(name) for name in ("model", "level", "prompt", "prompt_digest")},
        **served,
        "persona": spec.get("persona"),
        **{f"sampling.{name}": value for name, value in dict(spec.get("sampling") or {}).items()},
        **{name: counts.get(name) for name in _COUNTS},
        "broken": counts.get("broken", 0) if counts else None,
    }
    return {f"{seat}.{name}": value for name, value in values.items()}


def columns_of(found: Iterable[str]) -> list[str]:
    """Sorts columns: first those of the session, then options, seats and metrics.

    >>> columns_of(["metric.speed", "guesser.player", "option.hard", "id"])[-3:]
    ['option.hard', 'guesser.player', 'metric.speed']
    """
    names = list(dict.fromkeys(found))
    options = [name for name in names if name.startswith("option.")]
    metrics = [name for name in names if name.startswith("metric.")]
    seats = [name for name in names if name not in SESSION and name not in options and name not in metrics]
    return [*SESSION, *sorted(options), *seats, *metrics]


def table(rows: Iterable[FlatRow]) -> Iterator[str]:
    """The CSV of these rows, part by part; an unknown value is an empty cell."""
    with gathered(rows) as (columns, kept):
        yield csv_text([columns])
        for row in kept:
            yield csv_text([[row.get(column) for column in columns]])


@contextmanager
def gathered(rows: Iterable[FlatRow]) -> Iterator[tuple[list[str], Iterator[FlatRow]]]:
    """The columns of these rows, and the rows again; meanwhile the rows are on the disk, not in memory."""
    found: dict[str, None] = {}
    with tempfile.TemporaryFile("w+", encoding="utf-8") as kept:
        for row in rows:
            found.update(dict.fromkeys(row))
            kept.write(json.dumps(row, ensure_ascii=False) + "\n")
        kept.seek(0)
        yield columns_of(found), map(json.loads, kept)


def describe(columns: Iterable[str], games: Mapping[str, GameInfo]) -> list[tuple[str, str]]:
    """Pairs of each column and its meaning in plain words."""
    return [(column, _meaning(column, games)) for column in columns]


def _meaning(column: str, games: Mapping[str, GameInfo]) -> str:
    if column in SESSION:
        return SESSION[column]
    head, _, tail = column.partition(".")
    if head == "option":
        texts = [info.options[tail].help for info in games.values() if tail in info.options]
        return f"option: {one_line(texts[0])}" if texts else "an option of the game"
    if head == "metric":
        metrics = [info.metrics[tail] for info in games.values() if tail in info.metrics]
        return f"{metrics[0].label}: {one_line(metrics[0].text)}" if metrics else "a metric of the game"
    name = f"{tail.partition('.')[0]}.*" if "." in tail else tail
    return f"{head}: {SEAT.get(name, 'of this seat')}"


def all_columns(games: Mapping[str, GameInfo]) -> list[str]:
    """All columns that sessions of these games may have; `sampling.*` for all sampling parameters."""
    found: list[str] = []
    for info in games.values():
        found += [f"option.{name}" for name in info.options]
        found += [f"{seat['name']}.{name}" for seat in seats_json(info) for name in SEAT]
        found += [f"metric.{name}" for name, one in info.metrics.items() if one.kind in _SCALAR]
    return columns_of(found)


def csv_text(rows: Iterable[Iterable[Any]], *, whole: bool = False) -> str:
    """Rows as CSV. A text that a spreadsheet would take for a formula begins with `'`; None is an empty cell.

    `whole`: texts keep their lines; otherwise a cell is one line.

    >>> csv_text([("player", "n"), ("=1+1", 2), ("Ada", None)]).splitlines()
    ['player,n', "'=1+1,2", 'Ada,']
    """
    out = io.StringIO()
    laid = clean if whole else one_line
    csv.writer(out, lineterminator="\n").writerows([_cell(value, laid) for value in row] for row in rows)
    return out.getvalue()


def _cell(value: Any, laid: Callable[[str], str]) -> Any:
    if value is None:
        return ""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        text = laid(value)
        return f"'{text}" if text.startswith(FORMULA) else text
    return value


FORMULA = tuple("=+-@\t\r＝＋－＠")
"""The first characters that make a spreadsheet compute a cell."""


# as Parquet

GROUP = 5_000
"""The number of rows that are in memory at once."""
_TYPES: Mapping[frozenset[type], str] = {
    frozenset({bool}): "bool_",
    frozenset({int}): "int64",
    frozenset({float}): "float64",
    frozenset({int, float}): "float64",
}
"""Maps the types of a column's values to the column's type; for all other types it is text."""


def parquet(rows: Iterable[FlatRow], games: Mapping[str, GameInfo]) -> bytes:
    """The Parquet file of these rows. An unknown value is null; a list or table is JSON text."""
    types: dict[str, set[type]] = {}
    with gathered(_typed(rows, types)) as (columns, kept):
        return _parquet(kept, types, dict(describe(columns, games)))


def parquet_of(rows: Iterable[FlatRow], meanings: Mapping[str, str]) -> bytes:
    """The same for a few rows of another table; `meanings`: maps its columns to their meanings."""
    types: dict[str, set[type]] = {}
    return _parquet(iter([*_typed(rows, types)]), types, meanings)


def _parquet(rows: Iterator[FlatRow], types: Mapping[str, set[type]], meanings: Mapping[str, str]) -> bytes:
    import pyarrow as pa  # noqa: PLC0415  (an extra)
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415  (the same)

    kinds = {name: _TYPES.get(frozenset(types.get(name, ())), "string") for name in meanings}
    schema = pa.schema(
        [
            pa.field(name, getattr(pa, kind)(), metadata={"description": meanings[name]})
            for name, kind in kinds.items()
        ]
    )
    out = io.BytesIO()
    with ParquetWriter(out, schema, compression="zstd") as writer:
        for group in _row_groups(rows):
            values = {
                name: [_typed_value(row.get(name), kind) for row in group] for name, kind in kinds.items()
            }
            writer.write_table(pa.Table.from_pydict(values, schema=schema))
    return out.getvalue()


def _typed(rows: Iterable[FlatRow], types: dict[str, set[type]]) -> Iterator[FlatRow]:
    """Yields the rows, and notes the types of each column's values in `types`."""
    for row in rows:
        for name, value in row.items():
            if value is not None:
                types.setdefault(name, set()).add(type(value))
        yield row


def _row_groups(rows: Iterator[FlatRow]) -> Iterator[list[FlatRow]]:
    while group := list(islice(rows, GROUP)):
        yield group


def _typed_value(value: Any, kind: str) -> Any:
    if value is None or kind != "string" or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)

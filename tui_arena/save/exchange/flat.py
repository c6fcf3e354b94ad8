"""Sessions as flat tables: a row for each session, or a row for each reply.

The table of sessions has a column for each value to group by or compute with. A first pass gathers the rows on
the disk; a second pass writes them with all columns. So a table of any length needs little memory. As Parquet,
the table has a type and a meaning for each column; only this needs the package pyarrow (extra `parquet`).

The table of replies has the rules' verdict on each reply, its time and its tokens. Refused replies and replies that were
taken back have rows, too. So has each reply that broke off and was dropped, after which the seat was asked again.
Sums over the rows that aren't copied are the counts of the session.
"""

from __future__ import annotations

import csv
import io
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from tui_arena.core.blind import hides_players
from tui_arena.core.events import Kind
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session
from tui_arena.core.text import clean, fold, one_line
from tui_arena.data import GameInfo
from tui_arena.data.catalogue import seats_json
from tui_arena.save.exchange.public_view import VIEW
from tui_arena.save.filters import is_player
from tui_arena.save.rollup.sums import FAULTS, FIRST_WORDS
from tui_arena.save.setting import setting_of
from tui_arena.save.summary import ITEM_CHARS, player_of, rungs_of, summarise

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
    served: Mapping[str, Any] = next((one for one in replies if isinstance(one, Mapping) and one), {})
    named = " ".join(str(served[name]) for name in ("model", "fingerprint") if name in served)
    return {"served": named or None, "file": served.get("file")}


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


# replies

REPLY_FORMS = ("replies", "replies.jsonl")
"""The formats: CSV, and a JSON object a line."""
REPLY_COLUMNS: Mapping[str, str] = {
    "session": "the session's id; in an export without names, its number",
    "game": "the game's id",
    "condition": "the condition that the session is counted under in the stats",
    "run": "the headless run that the session belongs to",
    "item": "what was hidden, once the session is over",
    "seq": "the number of the reply's event in the session",
    "seat": "who was asked",
    "kind": "human, bot, model or script",
    "player": "the player's name",
    "model": "the model's name as its provider knows it",
    "level": "the bot's level",
    "prompt": "the variant of the prompts that the model was sent",
    "prompt_digest": "the digest of those prompts",
    "sampling": "the parameters sent to the model, as JSON",
    "ask": "what was asked; empty for a dropped reply after which the session paused",
    "attempt": "which attempt at this ask it was, from 1",
    "status": "the rules' verdict, played or rejected; empty for a dropped reply, which the rules never read",
    "fault": "the kind of fault that it was rejected for",
    "why": "why it was rejected, in words",
    "finish": "how it ended: stop, length (at the token limit), refused (by the provider) or broken",
    "text": "the reply as the rules read it",
    "raw": "the reply as it arrived, if the text differs",
    "origin": "for a bot that thinks with a model: own, mind (the model's line) or replaced (asked in vain)",
    "thinking_words": "how many words of reasoning came with it",
    "thinking": "the reasoning that came with it",
    "messages": "the hash of the messages that were sent; the session's JSON lists them under this hash",
    "seconds": "how long it took",
    "first_token_seconds": "how long the first token took",
    "first_word_seconds": "how long the first word of the reply itself took, after any reasoning",
    "input_tokens": "tokens in what was sent",
    "output_tokens": "tokens in the reply",
    "cost_usd": "dollars; empty if the price is unknown",
    "retries": "failed requests before it",
    "rungs": "what the model's server doesn't accept, so that we asked differently, separated by +",
    "dropped": "true: it broke off, nobody read it, and the seat was asked again",
    "cut": "true: it was cut off at the token limit",
    "from_thinking": "true: only reasoning arrived, and the text is the end of it",
    "copied": "true: a branch copied it from another session, so it counts there",
    "void": "true: it was undone",
}
"""The columns with their meanings."""
ANY_FAULT = "any"
"""The value of `ReplyFilter.fault` for all rejected replies."""

ReplyRow = dict[str, Any]

TIMES = ("seconds", "first_token_seconds", "first_word_seconds")
"""The times of a reply. In a save file that somebody edited they may be anything, so only numbers are listed."""


@dataclass(frozen=True, slots=True)
class ReplyFilter:
    """The replies to look at. A field that is None or False excludes nothing."""

    kind: str | None = None
    """The kind of player, such as `model`."""
    player: str | None = None
    """A player's name, or `kind:name`."""
    seat: str | None = None
    """A seat, or a group of seats, such as `guesser` in Connections."""
    fault: str | None = None
    """The kind of fault, or `ANY_FAULT`."""
    slower: float | None = None
    """The least number of seconds."""
    dropped: bool = False
    """True: only dropped replies."""
    cut: bool = False
    """True: only replies that were cut off at the limit of tokens."""

    def takes_seat(self, spec: Mapping[str, Any], names: Iterable[str]) -> bool:
        """True if replies of this player in this seat may pass. `names`: the seat's name and its group's."""
        kind, name = player_of(spec)
        return (
            self.kind in (None, kind)
            and (self.player is None or is_player(self.player)(kind, name))
            and (self.seat is None or fold(self.seat) in map(fold, names))
        )

    def takes(self, row: ReplyRow) -> bool:
        """True if a reply passes, whoever gave it."""
        return (
            (
                self.fault is None
                or row["fault"] == self.fault
                or bool(row["fault"] and self.fault == ANY_FAULT)
            )
            and (self.slower is None or (row["seconds"] or 0.0) >= self.slower)
            and (not self.dropped or row["dropped"])
            and (not self.cut or row["cut"])
        )


def reply_rows(
    session: Session,
    info: GameInfo,
    play: Play[Any],
    document: Mapping[str, Any],
    wanted: ReplyFilter = ReplyFilter(),
) -> Iterator[ReplyRow]:
    """The rows of a session's replies that pass a filter, in the order of its events.

    `document`: the values that may be shown. `session`: who really played, for the filter.
    """
    steps = {step.seq: step for step in play.steps}
    item = info.item(play)
    hidden = hides_players(play)  # a condition may tell that a model has help
    common = {
        "session": document.get("id"),
        "game": session.game,
        "condition": None if hidden else setting_of(info, play.setup).name,
        "run": document["setup"].get("run"),
        "item": None if item is None else one_line(item, ITEM_CHARS),
    }
    shown, real = dict(document["seats"]), dict(session.seats)
    recast = {event.seq: event["to"] for event in session.events if event.type == Kind.RECAST}
    for event in document["events"]:
        seat = str(event.get("seat"))
        if event["type"] == Kind.RECAST:
            shown[seat], real[seat] = event["to"], recast[event["seq"]]
        step = steps.get(event["seq"])
        if (step is None and event["type"] != Kind.PAUSED) or seat not in play.seats:
            continue
        if not wanted.takes_seat(real.get(seat, {}), (seat, play.seats[seat].group)):
            continue
        who = {**common, "seq": event["seq"], **_player(seat, shown.get(seat, {}))}
        found = _dropped(event, step)
        if step is not None:
            found.append(_judged(event, step, play, document))
        for values in found:
            row = dict.fromkeys(REPLY_COLUMNS) | who | values
            if wanted.takes(row):
                yield row


def _player(seat: str, spec: Mapping[str, Any]) -> ReplyRow:
    named = {name: spec.get(name) for name in ("model", "level", "prompt", "prompt_digest", "sampling")}
    return {"seat": seat, "kind": spec.get("player"), "player": spec.get("name"), **named}


def _dropped(event: Mapping[str, Any], step: Step[Any] | None) -> list[ReplyRow]:
    """The values of the replies that broke off before this reply or this pause."""
    asked = {} if step is None else {"ask": step.name, "attempt": step.ask.attempt}
    marks = {"dropped": True, "void": step is not None and step.void, "copied": bool(event.get("copied"))}
    return [
        {
            **asked,
            "finish": "broken",
            "text": part.get("text") or "",
            **_thinking(part.get("thinking")),
            **marks,
            "cut": False,
            "from_thinking": False,
        }
        for part in event.get("broken") or ()
    ]


def _judged(
    event: Mapping[str, Any], step: Step[Any], play: Play[Any], document: Mapping[str, Any]
) -> ReplyRow:
    """The values of a reply that the rules read."""
    partly = VIEW in document
    finish = None if partly and hides_players(play) else event.get("finish") or "stop"
    raw, usage = event.get("raw"), event.get("usage") or {}
    return {
        "ask": step.name,
        "attempt": step.ask.attempt,
        "status": step.status,
        "fault": step.fault and step.fault.kind,
        "why": event.get("why") if partly or step.fault is None else step.fault.why,
        "finish": finish,
        "text": event["text"],
        "raw": raw if raw != event["text"] else None,
        **_thinking(event.get("thinking")),
        **{name: event.get(name) for name in ("origin", "messages", "retries")},
        **{name: at if isinstance(at := event.get(name), int | float) else None for name in TIMES},
        **{name: usage.get(name) for name in ("input_tokens", "output_tokens", "cost_usd")},
        "rungs": rungs_of([event]) or None,
        "dropped": False,
        "cut": finish == "length",
        "from_thinking": bool(event.get("from_thinking")),
        "copied": bool(event.get("copied")),
        "void": step.void,
    }


def _thinking(text: str | None) -> ReplyRow:
    return {"thinking": text or None, "thinking_words": len(text.split()) if text else None}


def replies_text(rows: Iterable[ReplyRow], form: str) -> Iterator[str]:
    """The rows in one of `REPLY_FORMS`, part by part."""
    if form == REPLY_FORMS[1]:
        for row in rows:
            yield json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
        return
    yield csv_text([REPLY_COLUMNS])
    for row in rows:
        yield csv_text([row.values()], whole=True)

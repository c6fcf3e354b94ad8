"""Reading session files safely: their shape, their JSON Schema, their limits, and cleaning their text.

Other programs may rely on this shape (format `tui-arena-session`, version 1; see `save/README.md`). Unknown
keys and event types are allowed everywhere; the value of a known key has the key's type or is null. A .jsonl
file is read line by line, and each line may be as long as a whole session.

Law: nothing from a file is used before it has been checked here.

A session has at most 20 MB and 64 levels. Numbers are finite, and whole numbers are between -2^53 and 2^53.
No object has the same key twice, and all text is cleaned.
"""

from __future__ import annotations

import json
import math
import os
import select
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal

import msgspec
from msgspec import Meta, Struct

from tui_arena.config import BadFile
from tui_arena.config.files import not_plain
from tui_arena.core.session import FORMAT, VERSION
from tui_arena.core.text import clean, one_line

BIGGEST = 2**53
"""Whole numbers in a file are between -`BIGGEST` and `BIGGEST`, so that every program reads them exactly."""

Count = Annotated[int, Meta(ge=0, le=BIGGEST)]
Seq = Annotated[int, Meta(ge=1, le=BIGGEST)]
Whole = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]
Amount = Annotated[float, Meta(ge=0)]
TypeName = Annotated[str, Meta(min_length=1, max_length=64)]
Star = Annotated[int, Meta(ge=1, le=5)]
FaultName = Literal["format", "rule", "unknown_word", "empty", "refusal", "cut_off"]


class UsageRow(Struct):
    """The tokens and the cost of a reply; null if the provider didn't report them."""

    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cost_usd: Amount | None = None


class SeatRow(Struct):
    """The player in a seat at the start."""

    player: Literal["human", "model", "bot", "script"] | None = None
    name: str | None = None
    level: str | None = None
    character: str | None = None
    """The id of the shipped character that a bot has in the app."""
    mind: str | None = None
    """The name of the model that a bot thinks with; `model` is that model."""
    model: str | None = None
    sampling: dict[str, Any] | None = None
    prompt: str | None = None
    prompt_digest: str | None = None
    """The first 12 hex digits of the SHA-256 of all texts from which the seat's prompts are made."""
    persona: str | None = None


class ReplyRow(Struct, tag_field="type", tag="reply"):
    """The raw text that came back for an ask."""

    seat: str
    ask: str
    text: str
    seq: Seq | None = None
    status: Literal["played", "rejected"] | None = None
    fault: FaultName | None = None
    why: str | None = None
    at: str | None = None
    finish: Literal["stop", "length", "refused", "broken"] | None = None
    thinking: str | None = None
    """Reasoning that was removed: it isn't part of `text`."""
    from_thinking: bool | None = None
    """True if `text` is the end of the reasoning, because the reply had no other text."""
    seconds: Amount | None = None
    first_token_seconds: Amount | None = None
    first_word_seconds: Amount | None = None
    usage: UsageRow | None = None
    messages: str | None = None
    heard: dict[str, Any] | None = None
    """The matcher's result for the reply: `word` and `rule`."""
    sent: dict[str, Any] | None = None
    """The parameters that were really sent to a model."""
    served: dict[str, str] | None = None
    """The model that made the reply: `model` and `fingerprint` as the provider names them, or the SHA-256 of
    the model's `file`."""
    dropped: list[str] | None = None
    """Parameters that the model's provider doesn't accept."""
    raw: str | None = None
    """The original reply, if it was rewritten so that the rules can read it, or if reasoning was removed."""
    retries: Count | None = None
    """The number of failed tries before the try that brought this reply."""
    broken: list[dict[str, str]] | None = None
    """The received parts of earlier replies that broke off: `text` and `thinking`."""
    earlier: dict[str, str] | None = None
    """The `text` and `thinking` of an earlier reply without words, after which the model was asked again."""
    origin: Literal["own", "mind", "replaced"] | None = None
    """For a bot that thinks with a model: whether the line is its own, the model's, or its own because the model's
    lines couldn't be said."""
    mind: list[dict[str, str]] | None = None
    """What the model said, as `text`, with `why` it wasn't said."""
    rungs: list[str] | None = None
    """Parts of a request that the model's server doesn't accept; they were left out or sent differently."""
    copied: bool | None = None


class _EventRow(Struct, kw_only=True):
    seq: Seq | None = None
    at: str | None = None


class UndoneRow(_EventRow, tag_field="type", tag="undone"):
    """Makes replies, rulings and resignations after event `to` void; 0: all."""

    to: Count


class RedoneRow(_EventRow, tag_field="type", tag="redone"):
    """Takes back the last `undone` that is still in force."""


class AdjudicatedRow(_EventRow, tag_field="type", tag="adjudicated"):
    """Overrules the matcher for the reply `of`."""

    of: Seq
    question: Literal["hit", "says_word", "answers"]
    verdict: bool | Literal["yes", "no", "true", "false"]
    by: str | None = None


class AmendedRow(_EventRow, tag_field="type", tag="amended"):
    """Replaces the text of the reply `of`."""

    of: Seq
    text: str


class ResignedRow(_EventRow, tag_field="type", tag="resigned"):
    """A seat with a side gave up the session."""

    seat: str


class RecastRow(_EventRow, tag_field="type", tag="recast"):
    """Puts another player in a seat from this event on."""

    seat: str
    to: SeatRow


class RatedRow(_EventRow, tag_field="type", tag="rated"):
    """A person's rating of the session, 1 to 5 each."""

    seat: str | None = None
    liked: Star | None = None
    satisfied: Star | None = None
    often: Star | None = None


class VotedRow(_EventRow, tag_field="type", tag="voted"):
    """A person's vote for the best line of the session, after its end."""

    seat: str
    of: int


class VerdictRow(_EventRow, tag_field="type", tag="verdict"):
    """A person's bet about a seat of an unsigned session: a machine, or a person?"""

    by: str
    """The name of the person who bets."""
    seat: str
    machine: bool
    """True if the person took the seat for a machine's."""
    from_: str | None = msgspec.field(default=None, name="from")
    """The person's own seat; absent if they only watched."""


class RevealedRow(_EventRow, tag_field="type", tag="revealed"):
    """The bets are over, and everybody is told who sat where in an unsigned session."""


class OutcomeRow(Struct):
    """The outcome of a session."""

    result: Literal["won", "lost", "drawn", "aborted", "unfinished"] | None = None
    winners: list[str] | None = None
    cause: str | None = None


class EndedRow(_EventRow, tag_field="type", tag="ended"):
    """The session is over; `outcome` says how."""

    outcome: OutcomeRow | None = None


class NoteRow(Struct):
    """An event that the fold doesn't need, or that this version doesn't know."""

    type: TypeName
    seq: Seq | None = None
    seat: str | None = None
    at: str | None = None


ROWS: Mapping[str, type[Struct]] = {
    "reply": ReplyRow,
    "undone": UndoneRow,
    "redone": RedoneRow,
    "adjudicated": AdjudicatedRow,
    "amended": AmendedRow,
    "resigned": ResignedRow,
    "recast": RecastRow,
    "rated": RatedRow,
    "voted": VotedRow,
    "verdict": VerdictRow,
    "revealed": RevealedRow,
    "ended": EndedRow,
}
"""Maps the event types whose values are read to their shapes; an event of another type is kept as a note."""


class SetupRow(Struct):
    """The set-up of a session."""

    options: dict[str, Any]
    preset: str | None = None
    deck: str | None = None
    words: str | None = None
    matching: Count | None = None
    seed: Whole | None = None
    repetition: Seq | None = None
    secret: dict[str, Any] | None = None
    party: str | None = None
    """The id of the party at which the session was played."""
    blind: bool | None = None
    """True if letters are shown instead of the players' names until the session is over."""
    run: str | None = None
    probe: str | None = None
    """The player who answers the probes: `self` or a PLAYER text."""
    sorter: str | None = None
    """The player who sorts for the probes, as a PLAYER text."""


class SessionDocument(Struct):
    """A session file. Outcome, counts and metrics are computed again when the file is read."""

    format: Literal["tui-arena-session"]
    version: Literal[1]
    game: str
    setup: SetupRow
    events: list[dict[str, Any]]
    id: str | None = None
    rules: Seq | None = None
    started: str | None = None
    made: dict[str, Any] | None = None
    """The software that played the session: `program`, `commit`, `python`, `litellm` and `command`."""
    seats: dict[str, SeatRow] | None = None
    messages: dict[str, list[dict[str, Any]]] | None = None
    counts: dict[str, dict[str, Any]] | None = None
    metrics: dict[str, Any] | None = None


def check(document: Mapping[str, Any]) -> None:
    """Check a file's values against the shape. Raises ValueError with the path of the wrong value."""
    if document.get("format") != FORMAT:
        raise ValueError(f'this is not a session: "format" must be "{FORMAT}"')
    if document.get("version") != VERSION or document["version"] is True:
        shown = repr(document.get("version"))[:40]
        raise ValueError(f"version {shown} of the session format; this program reads version {VERSION}")
    _convert(document, SessionDocument, "$")
    for i, row in enumerate(document["events"]):
        check_row(row, f"$.events[{i}]")


def check_row(row: Mapping[str, Any], place: str = "$") -> None:
    """Check an event's values against its type's shape. Raises ValueError with the wrong value's path."""
    _convert(row, ROWS.get(str(row.get("type")), NoteRow), place)


def _convert(value: Any, shape: type[Struct], place: str) -> None:
    try:
        msgspec.convert(value, shape, strict=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise ValueError(f"{place}{where.rstrip('`')}: {what}") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a session document."""
    rows: list[type[Struct]] = [*ROWS.values(), NoteRow]
    _, parts = msgspec.json.schema_components([SessionDocument, *rows], ref_template="#/$defs/{name}")
    parts = {name: dict(part) for name, part in parts.items()}
    note = parts["NoteRow"]["properties"]
    note["type"] = {**note["type"], "not": {"enum": sorted(ROWS)}}
    document = parts.pop("SessionDocument")
    known = [{"$ref": f"#/$defs/{shape.__name__}"} for shape in rows]
    document["properties"]["events"] = {"type": "array", "maxItems": 100_000, "items": {"anyOf": known}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FORMAT}-{VERSION}",
        **document,
        "title": f"{FORMAT}, version {VERSION}",
        "$defs": parts,
    }


MAX_SESSION = 20 * 1024 * 1024
"""The maximum number of bytes of a session document, or of a line in a .jsonl file."""
MAX_PARTS = 1_000_000
"""The maximum number of opening brackets in a document; each takes about a hundred bytes of memory."""
MAX_BLANK = 256 * 1024
"""The maximum number of consecutive blank bytes between documents."""
MAX_BAD = 100_000
"""The maximum number of lines in a file that aren't JSON; after them, reading stops."""
PATIENCE = 10.0
"""Seconds to wait for another program to write to a pipe."""
MAX_DEPTH = 64
STDIN = "-"
_BIGGEST_DIGITS = len(str(BIGGEST))


@dataclass(frozen=True, slots=True)
class ParsedValue:
    """One JSON value of a file, or a sentence about what is wrong with it."""

    place: str
    """The file, and the line or number if the file contains several values."""
    value: Any = None
    error: str | None = None
    """A sentence that begins with the place; None if there is a value."""


def read_values(name: str) -> Iterator[ParsedValue]:
    """The JSON values of a .json or .jsonl file, or of standard input (`-`), one by one.

    The input is one document, an array of documents, or one document per line. A line that isn't JSON is
    reported in `ParsedValue.error`, and reading continues after it. These end the reading: an error of the
    file, more than `MAX_BLANK` bytes of blanks, and `MAX_BAD` lines that aren't JSON.
    """
    shown = "standard input" if name == STDIN else one_line(name, 200)
    try:
        if name == STDIN:
            yield from _values(sys.stdin.buffer, shown, lines=False)
        else:
            with _opened(Path(name)) as stream:
                yield from _values(stream, shown, lines=name.endswith(".jsonl"))
    except BadFile as error:
        yield ParsedValue(shown, error=f"{shown}: {one_line(str(error), 300)}")
    except OSError as error:
        yield ParsedValue(shown, error=f"{shown}: can't be read ({error.strerror})")


def _opened(path: Path) -> BinaryIO:
    """The file, open for reading; a pipe is opened once a program writes to it. Raises BadFile, OSError."""
    fault = not_plain(path)
    if fault is None:
        return path.open("rb")
    if not path.is_fifo():
        raise BadFile(f"{fault}; name a session file instead")
    pipe = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # without O_NONBLOCK, opening might wait forever
    if not select.select([pipe], [], [], PATIENCE)[0]:
        os.close(pipe)
        raise BadFile(f"is a pipe that nothing writes to; name a session file, or {STDIN} for standard input")
    os.set_blocking(pipe, True)
    return os.fdopen(pipe, "rb")


def _values(stream: BinaryIO, shown: str, *, lines: bool) -> Iterator[ParsedValue]:
    first = _after_blanks(stream)
    if lines or _is_whole(first, shown):
        yield from _by_line(stream, first, shown, lines=lines)
        return
    rest = stream.read(max(MAX_SESSION + 1 - len(first), 0))
    try:
        value = parse(first + rest, shown)
    except BadFile as error:
        yield ParsedValue(shown, error=str(error))
        return
    if isinstance(value, list) and value:
        yield from (ParsedValue(f"{shown} [{i}]", item) for i, item in enumerate(value))
    else:
        yield ParsedValue(shown, value)


def _line(stream: BinaryIO) -> bytes:
    return stream.readline(MAX_SESSION + 1)


def _after_blanks(stream: BinaryIO) -> bytes:
    """The next line that isn't blank; empty at the end. Raises BadFile after `MAX_BLANK` bytes."""
    blank = 0
    while (line := _line(stream)) and not line.strip():
        blank += len(line)
        if blank > MAX_BLANK:
            raise BadFile(f"more than {MAX_BLANK // 1024} KB of blank space; there is no session in it")
    return line


def _is_whole(line: bytes, shown: str) -> bool:
    """True if a file's first line is a whole document."""
    if len(line) > MAX_SESSION or not line.lstrip(b"\xef\xbb\xbf \t").startswith(b"{"):
        return False
    try:
        parse(line, shown)
    except BadFile:
        return False
    return True


def _by_line(stream: BinaryIO, first: bytes, shown: str, *, lines: bool) -> Iterator[ParsedValue]:
    number, bad, blank, line, after = 1, 0, 0, first, _line(stream)
    while line:
        if line.strip():
            blank = 0
            alone = number == 1 and not after.strip() and not lines
            place = shown if alone else f"{shown} line {number}"
            try:
                yield ParsedValue(place, parse(line, place))
            except BadFile as error:
                bad += 1
                yield ParsedValue(place, error=str(error))
            if len(line) > MAX_SESSION:
                return
            if bad >= MAX_BAD:
                raise BadFile(f"{bad} lines aren't sessions; everything after line {number} is ignored")
        else:
            blank += len(line)
            if blank > MAX_BLANK:
                raise BadFile(
                    f"more than {MAX_BLANK // 1024} KB of blank space at line {number}; the rest is ignored"
                )
        line, after, number = after, _line(stream), number + 1


def parse(raw: bytes | str, place: str, *, nan: bool = False) -> Any:
    """The value of a JSON text. Raises BadFile; the message begins with `place`.

    `nan`: read NaN, which some programs write for "not defined", as None instead of refusing it.

    >>> parse('{"a": NaN}', "x.json")
    Traceback (most recent call last):
    tui_arena.config.files.BadFile: x.json: NaN isn't a JSON number
    """
    if len(raw) > MAX_SESSION:
        raise BadFile(f"{place}: more than {MAX_SESSION // 1024 // 1024} MB; no session is that long")
    text = raw if isinstance(raw, str) else raw.decode("utf-8-sig", "surrogateescape")
    if not text.strip():
        raise BadFile(f"{place}: is empty; name a session file instead")
    if text.count("[") + text.count("{") > MAX_PARTS:
        raise BadFile(f"{place}: more than {MAX_PARTS} lists and objects; no session has that many")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_undefined if nan else _constant,
            parse_int=_whole,
            parse_float=_finite,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise BadFile(f"{place}: not JSON ({error.msg} at {where}); the file may be truncated") from None
    except RecursionError:
        raise BadFile(f"{place}: nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise BadFile(f"{place}: {error}") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        seen: set[str] = set()
        twice = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]
        raise ValueError(f"the key {one_line(twice, 40)!r} appears twice in one object")
    return values


def _constant(name: str) -> float:
    raise ValueError(f"{name} isn't a JSON number")


def _undefined(name: str) -> float | None:
    return None if name == "NaN" else _constant(name)


def _whole(digits: str) -> int:
    if len(digits) > _BIGGEST_DIGITS + 1 or abs(int(digits)) > BIGGEST:
        raise ValueError(f"the number {one_line(digits, 24)} is too big; at most 2^53 is allowed")
    return int(digits)


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"the number {one_line(digits, 24)} is too big")
    return value


@dataclass(slots=True)
class Dropped:
    """The numbers of changes that cleaning made in a file."""

    texts: int = 0
    """The number of texts that were changed."""
    characters: int = 0
    """The number of characters that were removed."""

    def __bool__(self) -> bool:
        return self.texts > 0

    def __str__(self) -> str:
        texts = "1 text" if self.texts == 1 else f"{self.texts} texts"
        return f"cleaning changed {texts} and removed {self.characters} characters"

    def text(self, text: str, limit: int | None = None) -> str:
        """Clean a text, and count the changes."""
        cleaned = clean(text, limit)
        if cleaned != text:
            self.texts += 1
            self.characters += max(len(text) - len(cleaned), 0)
        return cleaned

    def value(self, value: Any, place: str, depth: int = 0) -> Any:
        """A JSON value in which every text is cleaned, including keys. Raises BadFile."""
        if depth > MAX_DEPTH:
            raise BadFile(f"{place}: nested deeper than {MAX_DEPTH} levels")
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, list):
            return [self.value(item, place, depth + 1) for item in value]
        if isinstance(value, dict):
            cleaned = {self.text(k): self.value(v, place, depth + 1) for k, v in value.items()}
            if len(cleaned) != len(value):
                raise BadFile(f"{place}: two keys of one object are the same once they are cleaned")
            return cleaned
        return value

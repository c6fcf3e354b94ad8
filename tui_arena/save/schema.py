"""The shape of a session file, checked strictly, and its JSON Schema.

Law: what is written here is what other programs may rely on (format `tui-arena-session`, version 1).
Unknown keys and event types are allowed everywhere; a known key has its type or null.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from tui_arena.core.session import FORMAT, VERSION

BIGGEST = 2**53
"""Whole numbers of a file lie within plus and minus this, so that every program reads them alike."""

Count = Annotated[int, Meta(ge=0, le=BIGGEST)]
Seq = Annotated[int, Meta(ge=1, le=BIGGEST)]
Whole = Annotated[int, Meta(ge=-BIGGEST, le=BIGGEST)]
Amount = Annotated[float, Meta(ge=0)]
TypeName = Annotated[str, Meta(min_length=1, max_length=64)]
Star = Annotated[int, Meta(ge=1, le=5)]
FaultName = Literal["format", "rule", "unknown_word", "empty", "refusal", "cut_off"]


class UsageRow(Struct):
    """What a reply cost; null where the provider did not say."""

    input_tokens: Count | None = None
    output_tokens: Count | None = None
    cost_usd: Amount | None = None


class SeatRow(Struct):
    """Who sat on a seat at the start."""

    player: Literal["human", "model", "bot", "script"] | None = None
    name: str | None = None
    level: str | None = None
    model: str | None = None
    sampling: dict[str, Any] | None = None
    prompt: str | None = None
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
    seconds: Amount | None = None
    first_token_seconds: Amount | None = None
    usage: UsageRow | None = None
    messages: str | None = None
    heard: dict[str, Any] | None = None
    """What the matcher heard in it: `word` and `rule`."""
    sent: dict[str, Any] | None = None
    """The parameters that a model was really sent."""
    dropped: list[str] | None = None
    """Parameters that its provider does not take."""
    raw: str | None = None
    """The reply as it came, where `text` is the same in the form that the rules read."""
    retries: Count | None = None
    """Tries that failed before the one that this reply came by."""
    copied: bool | None = None


class UndoneRow(Struct, tag_field="type", tag="undone"):
    """Replies, rulings and resignations after event `to` are void; 0: all."""

    to: Count
    seq: Seq | None = None
    at: str | None = None


class RedoneRow(Struct, tag_field="type", tag="redone"):
    """Takes back the last `undone` still in force."""

    seq: Seq | None = None
    at: str | None = None


class AdjudicatedRow(Struct, tag_field="type", tag="adjudicated"):
    """Overrules the matcher for the reply `of`."""

    of: Seq
    question: Literal["hit", "says_word"]
    verdict: bool | Literal["yes", "no", "true", "false"]
    by: str | None = None
    seq: Seq | None = None
    at: str | None = None


class ResignedRow(Struct, tag_field="type", tag="resigned"):
    """A seat with a side gave the session up."""

    seat: str
    seq: Seq | None = None
    at: str | None = None


class RecastRow(Struct, tag_field="type", tag="recast"):
    """Another player on a seat from here on."""

    seat: str
    to: SeatRow
    seq: Seq | None = None
    at: str | None = None


class RatedRow(Struct, tag_field="type", tag="rated"):
    """What a person thought of the session, 1 to 5."""

    seat: str | None = None
    liked: Star | None = None
    satisfied: Star | None = None
    often: Star | None = None
    seq: Seq | None = None
    at: str | None = None


class OutcomeRow(Struct):
    """How a session ended."""

    result: Literal["won", "lost", "aborted", "unfinished"] | None = None
    winners: list[str] | None = None
    cause: str | None = None


class EndedRow(Struct, tag_field="type", tag="ended"):
    """Written when the outcome stood."""

    outcome: OutcomeRow | None = None
    seq: Seq | None = None
    at: str | None = None


class NoteRow(Struct):
    """An event beside the fold, or one that this version does not know."""

    type: TypeName
    seq: Seq | None = None
    seat: str | None = None
    at: str | None = None


ROWS: Mapping[str, type[Struct]] = {
    "reply": ReplyRow,
    "undone": UndoneRow,
    "redone": RedoneRow,
    "adjudicated": AdjudicatedRow,
    "resigned": ResignedRow,
    "recast": RecastRow,
    "rated": RatedRow,
    "ended": EndedRow,
}
"""Event types whose values are read; every other type is kept as a note."""


class SetupRow(Struct):
    """How a session was set up."""

    options: dict[str, Any]
    preset: str | None = None
    deck: str | None = None
    words: str | None = None
    matching: Count | None = None
    seed: Whole | None = None
    repetition: Seq | None = None
    secret: dict[str, Any] | None = None
    party: str | None = None
    """Id of the evening that it was played at."""
    run: str | None = None
    probe: str | None = None
    """Who was asked beside it: `self` or a PLAYER text."""
    sorter: str | None = None
    """Who sorted beside it, a PLAYER text."""


class SessionRow(Struct):
    """A session file. Outcome, counts and metrics are computed again when it is read."""

    format: Literal["tui-arena-session"]
    version: Literal[1]
    game: str
    setup: SetupRow
    events: list[dict[str, Any]]
    id: str | None = None
    rules: Seq | None = None
    started: str | None = None
    seats: dict[str, SeatRow] | None = None
    messages: dict[str, list[dict[str, Any]]] | None = None
    counts: dict[str, dict[str, Any]] | None = None
    metrics: dict[str, Any] | None = None


def check(document: Mapping[str, Any]) -> None:
    """Hold a file's values against the shape; raises ValueError with the path of what is wrong."""
    if document.get("format") != FORMAT:
        raise ValueError(f'this is no session: "format" must be "{FORMAT}"')
    if document.get("version") != VERSION or document["version"] is True:
        shown = repr(document.get("version"))[:40]
        raise ValueError(f"version {shown} of the session format; this program reads version {VERSION}")
    _convert(document, SessionRow, "$")
    for i, row in enumerate(document["events"]):
        _convert(row, ROWS.get(str(row.get("type")), NoteRow), f"$.events[{i}]")


def _convert(value: Any, shape: type[Struct], place: str) -> None:
    try:
        msgspec.convert(value, shape, strict=True)
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise ValueError(f"{place}{where.rstrip('`')}: {what}") from None


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a session document."""
    rows: list[type[Struct]] = [*ROWS.values(), NoteRow]
    _, parts = msgspec.json.schema_components([SessionRow, *rows], ref_template="#/$defs/{name}")
    parts = {name: dict(part) for name, part in parts.items()}
    note = parts["NoteRow"]["properties"]
    note["type"] = {**note["type"], "not": {"enum": sorted(ROWS)}}
    document = parts.pop("SessionRow")
    known = [{"$ref": f"#/$defs/{shape.__name__}"} for shape in rows]
    document["properties"]["events"] = {"type": "array", "maxItems": 100_000, "items": {"anyOf": known}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{FORMAT}-{VERSION}",
        **document,
        "title": f"{FORMAT}, version {VERSION}",
        "$defs": parts,
    }

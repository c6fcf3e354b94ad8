"""The common part of the readers of published logs: turning a log into a session and folding it.

A published log becomes a document of the session format. The log's own statuses, counts and figures are in
the document as a file's own values. If one of them differs from the value computed here, both are reported.
The log is folded as far as the rules allow.

Law: nothing in a log is trusted. It is read with the limits of a session file, and links inside a folder are
not followed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from tui_arena.config import BadFile
from tui_arena.config.files import not_plain, read_limited
from tui_arena.core.events import BadEvent, Event
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.core.session import FORMAT, VERSION
from tui_arena.core.text import clean, one_line
from tui_arena.data import Catalogue
from tui_arena.save.exchange.schema import MAX_SESSION, parse
from tui_arena.save.exchange.session_files import Difference, Incoming, read_document

MAX_REPLIES = 2_000
"""The maximum number of replies in one log; the longest published log has a few dozen."""


@dataclass(frozen=True, slots=True)
class Log:
    """A published log as a session, before its events are folded."""

    place: str
    """The file that the log was read from."""
    source: str
    """The program that wrote it, such as `clembench`."""
    game: str
    setup: Mapping[str, Any]
    seats: Mapping[str, Mapping[str, Any]]
    events: list[dict[str, Any]]
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Facts about the log from the log itself; the session has them under `published`."""
    started: str | None = None
    messages: Mapping[str, list[dict[str, str]]] = field(default_factory=dict)
    figures: Mapping[str, Any] = field(default_factory=dict)
    """Maps the metrics' names here to the published values."""
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    marks: tuple[tuple[str, ...], ...] = ()
    """The published colours of each guess."""
    notes: tuple[str, ...] = ()
    """Sentences about parts of the log that couldn't be mapped."""
    about: str = ""
    """See `Incoming.about`."""


def incoming(log: Log, catalogue: Catalogue) -> Incoming:
    """The session of a log, folded. Raises BadFile; the message begins with the log's place.

    If the rules here don't accept the log's next reply, the session ends there, and a note says so.
    """
    if len(log.events) > MAX_REPLIES:
        raise BadFile(f"{log.place}: {len(log.events)} replies; at most {MAX_REPLIES} are allowed")
    raw = _document(log)
    opened = read_document({**raw, "events": [], "metrics": {}, "counts": {}}, log.place, catalogue)
    play = Play(opened.info.game, opened.session.setup)
    taken: list[dict[str, Any]] = []
    notes = log.notes
    for i, row in enumerate(log.events):
        event = {**row, "text": clean(row["text"]), "seq": len(taken) + 1}
        if _only_refused_there(event, play):
            text = one_line(event["text"], 60)
            notes += (f"left out: a reply that was refused there but would be accepted here ({text})",)
            continue
        try:
            play.feed(Event.from_json(event, event["seq"]))
        except BadEvent as error:
            left = counted(len(log.events) - i, "reply", "replies")
            notes += (
                (
                    f"the log continues after the game ends by the rules here: {left} left out "
                    f"({one_line(str(error), 200)})"
                ),
            )
            break
        taken.append({**row, "seq": event["seq"]})
    found = read_document({**raw, "events": taken}, log.place, catalogue)
    differences = (*found.differences, *_of_marks(log.marks, found.play))
    return replace(found, differences=differences, notes=(*found.notes, *notes), about=log.about)


def _only_refused_there(event: Mapping[str, Any], play: Play[Any]) -> bool:
    """True if the other program refused a reply that the rules here would accept."""
    if event.get("status") != "rejected" or event.get("fault") == "unknown_word":
        return False
    asks = [ask for ask in play.asks() if ask.seat == event["seat"] and ask.name == event["ask"]]
    return any(play.trial(ask, event["text"]) is None for ask in asks)


def _document(log: Log) -> dict[str, Any]:
    core = [log.source, dict(log.facts), dict(log.setup), log.events]
    digest = hashlib.sha256(json.dumps(core, sort_keys=True).encode()).hexdigest()
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": f"{log.source}-{digest[:20]}",
        "game": log.game,
        "started": log.started,
        "setup": dict(log.setup),
        "seats": {seat: dict(spec) for seat, spec in log.seats.items()},
        "events": log.events,
        "messages": dict(log.messages),
        "counts": {seat: dict(row) for seat, row in log.counts.items()},
        "metrics": dict(log.figures),
        "published": {"by": log.source, **log.facts},
    }


def _of_marks(marks: tuple[tuple[str, ...], ...], play: Play[Any]) -> list[Difference]:
    """The guesses whose published colours differ from the computed ones, and a different number of them."""
    if not marks:
        return []
    here = [tuple(turn.marks) for turn in play.state.turns]
    found = [
        Difference(f"turns[{i}].marks", " ".join(own), " ".join(computed))
        for i, (own, computed) in enumerate(zip(marks, here, strict=False))
        if own != computed
    ]
    if len(marks) != len(here):
        found.append(Difference("turns", len(marks), len(here)))
    return found


def read_text(path: Path) -> bytes:
    """The bytes of a log file. Raises BadFile; the message begins with the path."""
    shown = one_line(str(path), 200)
    fault = not_plain(path)
    if fault is None and not path.exists():
        fault = "isn't there"
    if fault is not None:
        raise BadFile(f"{shown}: {fault}")
    return read_limited(path, MAX_SESSION)


def read_json(path: Path) -> Any:
    """The JSON value of a log file, with None for NaN. Raises BadFile; the message begins with the path."""
    return parse(read_text(path), one_line(str(path), 200), nan=True)


def utc(stamp: object) -> str | None:
    """A log's time in the form used in sessions, as UTC, since logs name no zone; None for any other value.

    >>> utc("2025-02-24T19:43:41.812845")
    '2025-02-24T19:43:41.812Z'
    """
    if not isinstance(stamp, str):
        return None
    try:
        return datetime.fromisoformat(stamp).replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"
    except ValueError:
        return None

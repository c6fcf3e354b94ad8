"""Sessions as text in one of the export formats.

Law: an unfinished session is exported as the table's view unless its secrets are asked for. A CSV cell that
a spreadsheet would take for a formula is marked as text. The file names made here hold no characters that
are special to a shell or a file system.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tui_arena.config import BadFile, write_atomically
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, one_line
from tui_arena.data import GameInfo
from tui_arena.save.exchange.public_view import Anonymous, table_view
from tui_arena.save.exchange.session_files import document
from tui_arena.save.exchange.transcript import markdown, player_name

FORMATS = ("json", "jsonl", "csv", "md")
FORMULA = "=+-@\t\r＝＋－＠"
"""First characters that make a spreadsheet compute a cell."""


@dataclass(frozen=True, slots=True)
class Exporting:
    """How sessions are exported."""

    format: str = "json"
    """One of `FORMATS`."""
    anonymous: bool = False
    """Whether names, times, ids and personas are left out."""
    secrets: bool = False
    """Whether unfinished sessions show what is hidden. A caller that sets this marks them `peeked` first."""


def export(sessions: Iterable[tuple[Session, GameInfo]], how: Exporting) -> Iterator[str]:
    """The parts of the export's text, in order."""
    writers: dict[str, Callable[[Iterator[_Ready]], Iterator[str]]] = {
        "json": _json,
        "jsonl": _jsonl,
        "csv": _csv,
        "md": _md,
    }
    anonymous = Anonymous() if how.anonymous else None
    yield from writers[how.format]((_ready(s, info, how, anonymous) for s, info in sessions))


def export_document(session: Session, info: GameInfo, how: Exporting) -> dict[str, Any]:
    """One session's document as an export writes it."""
    return _ready(session, info, how, Anonymous() if how.anonymous else None).document


def file_name(session: Session, suffix: str) -> str:
    """A safe name for a session's file: `wordle-01jd….json`."""
    stem = re.sub(r"[^a-z0-9_]+", "-", f"{session.game}-{session.id}".lower()).strip("-")
    return f"{stem[:60]}.{suffix}"


def write(path: Path, parts: Iterable[str]) -> None:
    """Write an export to the file; raises BadFile. An existing file is replaced whole."""
    shown = one_line(str(path), 200)
    if clean(path.name) != path.name or "\n" in path.name:
        raise BadFile(f"{shown}: this file name holds signs that can't be seen; choose another")
    try:
        if path.is_dir():
            raise BadFile(f"{shown}: is a folder; name a file in it")
        write_atomically(path, parts)
    except OSError as error:
        raise BadFile(f"{shown}: can't be written ({error.strerror})") from None


def write_new(folder: Path, name: str, parts: Iterable[str]) -> Path:
    """Write a new file, called `name`, or `name-2` and so on if that is taken; raises BadFile."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadFile(f"{folder}: can't be made ({error.strerror})") from None
    stem, dot, suffix = name.rpartition(".")
    path, number = folder / name, 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}{dot}{suffix}"
    write(path, parts)
    return path


@dataclass(frozen=True, slots=True)
class _Ready:
    """A session ready to be written in any format."""

    session: Session
    info: GameInfo
    play: Play[Any]
    document: dict[str, Any]
    how: Exporting


def _ready(session: Session, info: GameInfo, how: Exporting, anonymous: Anonymous | None) -> _Ready:
    play = session.fold(info.game)
    made = document(session, info, play)
    if not play.over and not how.secrets:
        made = table_view(made, play)
    if anonymous is not None:
        made = anonymous.document(made)
    return _Ready(session, info, play, made, how)


def _json(ready: Iterator[_Ready]) -> Iterator[str]:
    """One document, or an array of them."""
    documents = [one.document for one in ready]
    whole = documents[0] if len(documents) == 1 else documents
    yield json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _jsonl(ready: Iterator[_Ready]) -> Iterator[str]:
    for one in ready:
        yield json.dumps(one.document, ensure_ascii=False, separators=(",", ":")) + "\n"


def _md(ready: Iterator[_Ready]) -> Iterator[str]:
    for number, one in enumerate(ready, 1):
        name = f"session {number}" if one.how.anonymous else None
        session = _nameless(one) if one.how.anonymous else one.session
        yield ("\n" if number > 1 else "") + markdown(session, one.info, secrets=one.how.secrets, name=name)


def _nameless(one: _Ready) -> Session:
    """The session with the players' names of its anonymous document."""
    recast = {row["seq"]: row["to"] for row in one.document["events"] if row["type"] == "recast"}
    events = [
        replace(e, data={**e.data, "to": recast[e.seq]}) if e.seq in recast else e for e in one.session.events
    ]
    return replace(one.session, started=None, seats=one.document["seats"], events=events)


def _csv(ready: Iterator[_Ready]) -> Iterator[str]:
    """One row per session. The columns cover all sessions' seats and metrics; a cell without one is empty."""
    rows = [_row(one) for one in ready]
    columns = ["id", "game", "started"]
    for prefix in ("player.", "result", "cause", "metric."):
        columns += dict.fromkeys(c for row in rows for c in row if c.startswith(prefix))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(c.removeprefix("metric.") for c in columns)
    writer.writerows([_cell(row.get(c)) for c in columns] for row in rows)
    yield out.getvalue()


def _row(one: _Ready) -> dict[str, Any]:
    outcome = one.play.outcome()
    values = {k: one.document.get(k) for k in ("id", "game", "started")}
    players = {f"player.{seat}": player_name(spec) for seat, spec in one.document["seats"].items()}
    computed = one.info.compute(one.play) if "metrics" in one.document else {}
    metrics = {f"metric.{name}": value for name, value in computed.items()}
    return {**values, **players, "result": outcome.result, "cause": outcome.cause, **metrics}


def _cell(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list | dict):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        flat = one_line(value)
        return f"'{flat}" if flat.startswith(tuple(FORMULA)) else flat
    return value

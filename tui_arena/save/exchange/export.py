"""Sessions as text: the export formats, and the transcript that people read.

Law:
- An unfinished session is shown as the table knows it, unless the caller asks for its secrets.
- A CSV cell that a spreadsheet would take for a formula is marked as text.
- The file names made here contain no characters that are special to a shell or a file system.
- In a transcript, players' words are quoted so that they can't be mistaken for the transcript's own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from typing import Any

from tui_arena.config import BadFile, write_atomically
from tui_arena.core import blind
from tui_arena.core.events import Event, Kind
from tui_arena.core.options import defaults_for
from tui_arena.core.record import Play, Step
from tui_arena.core.session import Session
from tui_arena.core.terms import value_text
from tui_arena.core.text import clean, escaped, one_line, split_reasoning
from tui_arena.data import GameInfo
from tui_arena.save.connect import free_name
from tui_arena.save.errors import reading
from tui_arena.save.exchange.flat import (
    FlatRow,
    ReplyFilter,
    ReplyRow,
    csv_text,
    flat_row,
    parquet,
    parquet_of,
    replies_text,
    reply_rows,
    table,
)
from tui_arena.save.exchange.public_view import (
    Anonymous,
    answers,
    came_out,
    heard,
    heard_instead,
    table_view,
    tells_why,
)
from tui_arena.save.exchange.session_files import document
from tui_arena.save.skipping import Skipped, raised
from tui_arena.save.summary import rungs_of
from tui_arena.save.unsigned import BET_COLUMNS, BETS, BETS_PARQUET, bet_rows

FORMATS = ("json", "jsonl", "csv", "flat", "md", BETS)
FILES: Mapping[str, str] = {"parquet": "pyarrow", BETS_PARQUET: "pyarrow", "inspect": "inspect_ai"}
"""Maps each format that isn't text to the package that it needs; the extra has the name of the file's ending."""


def export(
    sessions: Iterable[tuple[Session, GameInfo]],
    form: str = "json",
    *,
    anonymous: bool = False,
    secrets: bool = False,
    skipped: Skipped | None = None,
) -> Iterator[str]:
    """The text of sessions in one of `FORMATS`, part by part.

    - `anonymous`: names, times, ids and personas are left out.
    - `secrets`: unfinished sessions show their secrets; the caller marks them `peeked` first.
    - `skipped`: collects the sessions that can't be written; if it is None, Unreadable is raised for them.

    If no session can be written, there are no parts.
    """
    skipped = skipped or Skipped(raised)
    renamed = Anonymous() if anonymous else None
    number = 0

    def made(one: tuple[Session, GameInfo]) -> Any:
        with reading(one[0].id):
            return _made(*one, form, secrets, renamed, number=number + 1)

    whole: list[Any] = []
    ready_ones = skipped.each(sessions, lambda one: one[0].id, made)
    if form == "flat":
        yield from table(ready_ones)
        return
    for one in ready_ones:
        number += 1
        match form:
            case "md":
                yield one
            case "jsonl":
                yield json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n"
            case _:
                whole.append(one)
    if form in _JOINED and (whole or not skipped.found):
        yield _JOINED[form](whole)


def _made(
    session: Session, info: GameInfo, form: str, secrets: bool, anonymous: Anonymous | None, *, number: int
) -> Any:
    """A session's part of an export: a text, a row, its rows or its document. `number`: its place, from 1."""
    if form == BETS:
        return _bets(session, info, secrets, anonymous, number)
    ready = _ready(session, info, secrets, anonymous)
    if form == "csv":
        return _row(ready)
    if form == "flat":
        return flat_row(ready.session, ready.info, ready.play, ready.document)
    if form == "md":
        return _md(ready, number, anonymous=anonymous is not None, secrets=secrets)
    return ready.document


def export_replies(
    sessions: Iterable[tuple[Session, GameInfo]],
    form: str,
    wanted: ReplyFilter,
    *,
    anonymous: bool = False,
    secrets: bool = False,
    skipped: Skipped | None = None,
) -> Iterator[str]:
    """The replies of sessions that pass a filter, in one of `REPLY_FORMS`, part by part; else as `export`."""
    skipped = skipped or Skipped(raised)
    renamed = Anonymous() if anonymous else None
    number = count(1)
    each = skipped.each(
        sessions,
        lambda one: one[0].id,
        lambda one: shown_replies(*one, wanted, secrets, renamed, number=next(number)),
    )
    first = next(each, None)
    if first is not None or not skipped.found:
        yield from replies_text(chain(first or (), chain.from_iterable(each)), form)


def shown_replies(
    session: Session,
    info: GameInfo,
    wanted: ReplyFilter,
    secrets: bool = False,
    anonymous: Anonymous | None = None,
    *,
    number: int | None = None,
) -> list[ReplyRow]:
    """The replies of a session that pass a filter, in order, with the values that may be shown.

    `number`: stands in for the id of an anonymous session.
    """
    with reading(session.id):
        ready = _ready(session, info, secrets, anonymous, figures=False)
        found = reply_rows(ready.session, info, ready.play, ready.document, wanted)
        return [{**row, "session": row["session"] or number} for row in found]


def check_format(form: str) -> None:
    """Raise BadFile if a format of `FILES` lacks its package."""
    if find_spec(FILES[form]) is None:
        raise BadFile(
            f"{form} needs the package {FILES[form]}; install it with "
            f"`pip install 'tui-arena[{form.rpartition('.')[2]}]'`"
        )


def write_files(
    sessions: Iterable[tuple[Session, GameInfo]],
    form: str,
    path: Path,
    *,
    anonymous: bool = False,
    secrets: bool = False,
    skipped: Skipped | None = None,
) -> None:
    """Write sessions in a format of `FILES`.

    `parquet` is one file, `inspect` a new folder with one file per evaluation. The other arguments are as in
    `export`. If no session can be written, an existing file stays. Raises BadFile.
    """
    check_format(form)
    if form == "inspect":
        check_new_folder(path)
    skipped = skipped or Skipped(raised)
    renamed = Anonymous() if anonymous else None
    if form == BETS_PARQUET:
        number = count(1)
        several = skipped.each(
            sessions, lambda one: one[0].id, lambda one: _bets(*one, secrets, renamed, next(number))
        )
        bets = [*chain.from_iterable(several)]
        if bets or not skipped.found:
            write(path, parquet_of(bets, BET_COLUMNS))
        return
    games: dict[str, GameInfo] = {}

    def made(one: tuple[Session, GameInfo]) -> tuple[GameInfo, Play[Any], dict[str, Any], FlatRow]:
        with reading(one[0].id):
            ready = _ready(*one, secrets, renamed)
            games[ready.info.id] = ready.info
            row = flat_row(ready.session, ready.info, ready.play, ready.document)
            return ready.info, ready.play, ready.document, row

    each = skipped.each(sessions, lambda one: one[0].id, made)
    first = next(each, None)
    if first is None and skipped.found:
        return
    rows = chain([first] if first else [], each)
    if form == "inspect":
        from tui_arena.save.exchange.inspect_log import logs  # noqa: PLC0415  (an extra)

        write_folder(path, logs(rows))
    else:
        write(path, parquet((row for *_, row in rows), games))


def file_name(session: Session, suffix: str) -> str:
    """A safe name for a session's file: `wordle-01jd….json`."""
    stem = re.sub(r"[^a-z0-9_]+", "-", f"{session.game}-{session.id}".lower()).strip("-")
    return f"{stem[:60]}.{suffix}"


def write(path: Path, parts: bytes | Iterable[str]) -> None:
    """Write an export to a file, and replace an existing file completely. Raises BadFile."""
    shown = one_line(str(path), 200)
    if clean(path.name) != path.name or "\n" in path.name:
        raise BadFile(f"{shown}: this file name has invisible characters; choose another")
    try:
        if path.is_dir():
            raise BadFile(f"{shown}: is a folder; name a file in it")
        write_atomically(path, parts)
    except OSError as error:
        raise BadFile(f"{shown}: can't be written ({error.strerror})") from None


def write_new(folder: Path, name: str, parts: Iterable[str]) -> Path:
    """Write a new file called `name`, or `name-2` and so on if that name is taken. Raises BadFile."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        raise BadFile(f"{folder}: can't be created ({error.strerror})") from None
    path = free_name(folder / name)
    write(path, parts)
    return path


SUMS = "SHA256SUMS"
"""The name of the file with the checksums, for `sha256sum -c`."""


def check_new_folder(folder: Path) -> None:
    """Raise BadFile if the path exists already, has an odd name, or its parent folder doesn't exist."""
    shown = one_line(str(folder), 200)
    if clean(folder.name) != folder.name or "\n" in folder.name or not folder.name:
        raise BadFile(f"{shown}: this can't be a folder's name; choose another")
    if folder.exists() or folder.is_symlink():
        raise BadFile(f"{shown}: already exists; name a new folder")
    if not folder.parent.is_dir():
        raise BadFile(f"{shown}: there is no folder {one_line(str(folder.parent), 200)}")


def write_folder(folder: Path, files: Iterable[tuple[str, Iterable[str | bytes]]]) -> list[str]:
    """Write a new folder with these files and `SUMS`; returns the files' paths in the folder. Raises BadFile.

    `files`: pairs of a path in the folder and the parts of the file's contents. The folder is created
    completely or not at all.
    """
    check_new_folder(folder)
    made = folder.with_name(f".{folder.name}.{os.getpid()}.unfinished")
    sums: list[tuple[str, str]] = []
    try:
        shutil.rmtree(made, ignore_errors=True)
        made.mkdir()
        for name, parts in files:
            sums.append((_written(made / name, parts), name))
        _written(made / SUMS, (f"{digest}  {name}\n" for digest, name in sums))
        made.rename(folder)
    except OSError as error:
        raise BadFile(f"{one_line(str(folder), 200)}: can't be written ({error.strerror})") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return [*(name for _, name in sums), SUMS]


def _written(path: Path, parts: Iterable[str | bytes]) -> str:
    """Write a file; returns the SHA-256 of its bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with path.open("xb") as file:
        for part in parts:
            raw = part if isinstance(part, bytes) else part.encode("utf-8", "backslashreplace")
            digest.update(raw)
            file.write(raw)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class _Ready:
    """A session ready to be written in any format."""

    session: Session
    info: GameInfo
    play: Play[Any]
    document: dict[str, Any]


def _ready(
    session: Session, info: GameInfo, secrets: bool, anonymous: Anonymous | None, *, figures: bool = True
) -> _Ready:
    session, play = _as_shown(session, info, secrets=secrets)
    made = document(session, info, play, figures=figures)
    if not play.over and not secrets:
        made = table_view(made, play)
    return _Ready(session, info, play, made if anonymous is None else anonymous.document(made))


def _bets(
    session: Session, info: GameInfo, secrets: bool, anonymous: Anonymous | None, number: int
) -> list[dict[str, Any]]:
    """The rows of the session's bets; `number` stands in for the id of an anonymous session."""
    if session.setup.extra.get(blind.UNSIGNED) is not True:
        return []
    ready = _ready(session, info, secrets, anonymous, figures=False)
    return list(bet_rows(ready.document, info.item(ready.play), number))


def _as_shown(session: Session, info: GameInfo, *, secrets: bool) -> tuple[Session, Play[Any]]:
    """The session as a reader may see it, and its fold; with `secrets`, a blind session shows its players."""
    play = session.fold(info.game)
    return (session, play) if secrets else blind.shown(session, play)


def _json(documents: list[dict[str, Any]]) -> str:
    """One document, or an array of them."""
    whole = documents[0] if len(documents) == 1 else documents
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _md(one: _Ready, number: int, *, anonymous: bool, secrets: bool) -> str:
    name = f"session {number}" if anonymous else None
    session = _nameless(one) if anonymous else one.session
    return ("\n" if number > 1 else "") + markdown(session, one.info, secrets=secrets, name=name)


def _nameless(one: _Ready) -> Session:
    """The session with the players' names from its anonymous document."""
    recast = {row["seq"]: row["to"] for row in one.document["events"] if row["type"] == "recast"}
    events = [
        replace(e, data={**e.data, "to": recast[e.seq]}) if e.seq in recast else e for e in one.session.events
    ]
    return replace(one.session, started=None, seats=one.document["seats"], events=events)


def _csv(rows: list[dict[str, Any]]) -> str:
    """One row per session. The columns cover the seats and metrics of all; missing values are empty cells."""
    columns = ["id", "game", "started"]
    for prefix in ("player.", "result", "cause", "metric."):
        columns += dict.fromkeys(c for row in rows for c in row if c.startswith(prefix))
    header = [c.removeprefix("metric.") for c in columns]
    return csv_text([header, *([row.get(c) for c in columns] for row in rows)])


def _bets_csv(sessions: list[list[dict[str, Any]]]) -> str:
    """One row per bet. `sessions`: the rows of each session."""
    return csv_text([BET_COLUMNS, *(row.values() for rows in sessions for row in rows)])


_JOINED: Mapping[str, Callable[[list[Any]], str]] = {"json": _json, "csv": _csv, BETS: _bets_csv}
"""Maps the formats whose text is one part to the functions that make it."""


def _row(one: _Ready) -> dict[str, Any]:
    outcome = one.play.outcome()
    values = {k: one.document.get(k) for k in ("id", "game", "started")}
    players = {f"player.{seat}": player_name(spec) for seat, spec in one.document["seats"].items()}
    computed = one.info.compute(one.play) if "metrics" in one.document else {}
    metrics = {f"metric.{name}": value for name, value in computed.items()}
    return {**values, **players, "result": outcome.result, "cause": outcome.cause, **metrics}


_CODE = "    "
"""Four spaces make a Markdown code block that no text inside it can end."""
_BESIDE = frozenset({"clue", "forms", "forbidden", "truth"})
"""The keys of a secret that are shown under their own names; all other keys are shown as `secret`."""

_APART = frozenset({"flag", "table"})
"""The kinds of metrics left out of the last line: the outcome implies the flags, and tables are drawn."""


@dataclass(frozen=True, slots=True)
class TranscriptEntry:
    """One entry of a transcript: a heading, a player's words, and the rules' answer."""

    head: str
    text: str = ""
    answer: str = ""


def plain(session: Session, info: GameInfo, *, secrets: bool = False, name: str | None = None) -> str:
    """The transcript for a terminal."""
    session, play = _as_shown(session, info, secrets=secrets)
    lines = [f"{info.title} · {_title(session, name)}", *_facts(session, info, play, secrets=secrets), ""]
    for entry in entries(session, play, secrets=secrets):
        lines.append(entry.head)
        lines += [f"{_CODE}{line}" for line in entry.text.split("\n") if entry.text]
        lines += [f"  {line}" for line in entry.answer.split("\n") if entry.answer]
    return "\n".join([*lines, "", ending(info, play)]) + "\n"


def markdown(session: Session, info: GameInfo, *, secrets: bool = False, name: str | None = None) -> str:
    """The transcript as Markdown."""
    session, play = _as_shown(session, info, secrets=secrets)
    lines = [f"# {info.title}: {escaped(_title(session, name))}", ""]
    lines += [f"- {escaped(fact)}" for fact in _facts(session, info, play, secrets=secrets)]
    for entry in entries(session, play, secrets=secrets):
        lines += ["", f"**{escaped(entry.head)}**"]
        if entry.text:
            lines += ["", *(f"{_CODE}{line}" for line in entry.text.split("\n"))]
        if entry.answer:
            lines += ["", *(f"{escaped(line)}  " for line in entry.answer.split("\n"))]
    return "\n".join([*lines, "", escaped(ending(info, play))]) + "\n"


def entries(session: Session, play: Play[Any], *, secrets: bool) -> Iterator[TranscriptEntry]:
    """The entries of a transcript, in order; `secrets` shows sealed replies before the end."""
    steps = {step.seq: step for step in play.steps}
    is_open = play.over or secrets
    for event in session.events:
        step = steps.get(event.seq)
        if step is not None:
            yield _reply(event, step, play, is_open=is_open)
        elif (note := _note(event, is_open=is_open)) is not None:
            yield note


def _reply(event: Event, step: Step[Any], play: Play[Any], *, is_open: bool) -> TranscriptEntry:
    head = f"{event.seq}. {step.ask.seat}, {step.name}"
    if step.void:
        head += " (taken back)"
    if step.ask.sealed and not is_open:
        return _sealed(head, step, play)
    hides = step.ask.private and not is_open
    text = heard(step, play) if hides else split_reasoning(str(event["text"])).body or "(nothing)"
    if step.fault is not None:
        put_in = heard_instead(step, play)
        why = f"refused ({step.fault.kind})"
        if is_open or tells_why(step, text):
            why = f"{why}: {step.fault.why}"
        return TranscriptEntry(head, text, f"{why}\nreplaced by: {put_in}" if put_in else why)
    return TranscriptEntry(
        head, text, "\n".join([*(_matched(step) if is_open else ()), *answers(step, play)])
    )


def _sealed(head: str, step: Step[Any], play: Play[Any]) -> TranscriptEntry:
    """A sealed reply as the table knows it, and the parts of other seats' replies that it opened."""
    refused = [] if step.fault is None else [f"refused ({step.fault.kind})"]
    told = "" if refused else came_out(step, play, step.ask.seat)
    others = [seat for seat in play.seats if seat != step.ask.seat]
    opened = [f"{seat}: {text}" for seat in others if (text := came_out(step, play, seat))]
    opened += answers(step, play)
    if refused or opened:
        return TranscriptEntry(head, told, "\n".join([*refused, *opened]))
    return TranscriptEntry(head, told, "partly sealed until the end" if told else "sealed until the end")


def _matched(step: Step[Any]) -> list[str]:
    """The word that the matcher heard in a move, and the rule by which it did; the word may be the secret."""
    word, rule = (one_line(str(step.heard.get(name) or ""), 60) for name in ("word", "rule"))
    return [f"heard: {word or 'the word'} ({rule})"] if rule else []


def _note(event: Event, *, is_open: bool) -> TranscriptEntry | None:
    seat = one_line(str(event.get("seat", "somebody")), 40)
    why = one_line(str(event.get("why", "")), 200)
    heads: dict[str, Callable[[], str]] = {
        Kind.UNDONE: lambda: f"undone back to event {event['to']}",
        Kind.REDONE: lambda: "redone",
        Kind.RESIGNED: lambda: f"{seat} gives up",
        Kind.ADJUDICATED: lambda: f"ruling on event {event['of']}: {event['question']} {event['verdict']}",
        Kind.AMENDED: lambda: f"the answer in event {event['of']} was changed",
        Kind.RECAST: lambda: (
            f"another player takes the seat of the {seat}"
            if event["to"].get("player") == blind.HIDDEN
            else f"{player_name(event['to'])} takes the seat of the {seat}"
        ),
        Kind.PAUSED: lambda: f"paused: {why}",
        Kind.HINT: lambda: f"a hint for the {seat}",
        Kind.PEEKED: lambda: "somebody looked at the secrets",
    }
    if event.type not in heads:
        return None
    text = str(event.get("text", "")) if event.type == Kind.HINT and is_open else ""
    return TranscriptEntry(f"{event.seq}. {heads[event.type]()}", text)


def player_name(spec: Mapping[str, Any]) -> str:
    """The name of a player in a session's `seats`, on one line."""
    return one_line(str(spec.get("name") or spec.get("player", "somebody")), 60)


def _title(session: Session, name: str | None) -> str:
    return name or session.id or "a session without an id"


def _facts(session: Session, info: GameInfo, play: Play[Any], *, secrets: bool) -> list[str]:
    facts = [f"{seat}: {player_name(spec)}" for seat, spec in session.seats.items()]
    asked = {seat: rungs_of(e.data for e in session.events if e.get("seat") == seat) for seat in play.seats}
    facts += [f"{seat}, asked in another form (rungs): {rungs}" for seat, rungs in asked.items() if rungs]
    if session.started:
        facts.append(f"started: {one_line(session.started, 40)}")
    given = session.setup.options
    usual = defaults_for(info.options, given)
    shown = {name: given[name] for name in info.options if name in given and given[name] != usual[name]}
    variant = given.get(info.variant) if info.variant else None
    if variant is not None:
        facts.append(f"{info.variant}: {variant}")
    facts += [f"{name}: {one_line(str(value), 60)}" for name, value in shown.items() if name != info.variant]
    secret = info.game.secret(play.state)
    if secret and (play.over or secrets):
        for label, texts in _named(secret).items():
            facts.append(f"{label}: " + " | ".join(one_line(text, 200) for text in texts))
    return facts


def _named(secret: Mapping[str, Any]) -> dict[str, list[str]]:
    """The parts of a secret by label: its names under `secret`, the other parts under their own keys."""
    named: dict[str, list[str]] = {}
    for key, part in secret.items():
        name = key if key in _BESIDE else "secret"
        named.setdefault(name, []).extend(map(str, part if isinstance(part, list | tuple) else [part]))
    return named


def ending(info: GameInfo, play: Play[Any]) -> str:
    """A session's outcome and metrics, on one line."""
    outcome = play.outcome()
    if not play.over:
        return "Not finished yet."
    parts: list[str] = [outcome.result]
    if outcome.winners:
        parts.append("winners: " + ", ".join(outcome.winners))
    if outcome.cause:
        parts.append(outcome.cause)
    for name, value in info.compute(play).items():
        if value is not None and name in info.metrics and info.metrics[name].kind not in _APART:
            parts.append(f"{name} {value_text(value)}")
    return " · ".join(parts)

"""Published logs: the common part of their readers, and the reader of the Entity-Deduction Arena's logs (EDA).

A published log becomes a document of the session format. The log's own statuses, counts and figures are in
the document as a file's own values. If one of them differs from the value computed here, both are reported.
The log is folded as far as the rules allow.

Law: nothing in a log is trusted. It is read with the limits of a session file, and links inside a folder are
not followed.

Each log of EDA (github.com/apple/ml-entity-deduction-arena) is a game of Twenty Questions, written by its
`save_session`. The first line is `item: NAME`, with further names after `|`. Each message is a line
`Turn N, Assistant: ...` or `Turn N, User: ...`; turn 0 is the task. These parts of a log are left out:

- Sentences that EDA adds to messages when it sends them: `You must guess now, ...` and `Is it right?`.
- The answer *Bingo!*: the rules here notice the hit themselves.
- The end of an older, longer log if EDA wrote a shorter log over it; a note says so.

The published figures are those that EDA's `eval_result.py` computes. They are read from `metrics.csv` next to
the log or one folder above; otherwise they are computed from all lines of the log. EDA counts one yes too
many in each game, since the task contains that word; it is subtracted here.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest
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


# logs of the Entity-Deduction Arena

METRICS = "metrics.csv"
"""The name of the file with the figures of a folder's logs."""
MAX_TURNS = 40
ABOUT = (
    "eval_result.py of the Entity-Deduction Arena counts the task of each game, which contains the "
    "word 'yes', as one more answer yes; the comparison here leaves that one out"
)
PEOPLE = "celebrit"
"""The word in the task that shows that the items are people."""

_FIRST = "item:"
_MESSAGE = re.compile(r"Turn (\d{1,4}), (Assistant|User): ?(.*)")
_TURN = re.compile(r"Turn (\d{1,4})")
_REMAINS = re.compile(r".{0,9}(Assistant|User): ")
_ADDED = (" You must guess now, what's it?", " Is it right?")
_BINGO = "bingo"
_FOLDER = re.compile(r"(?P<model>.+)_[^_]*")
_SESSION = re.compile(r"_session_(\d{1,6})")
_COLUMNS = {"Num_Turns": "turns", "Success": "success", "Num_Yes": "yes", "Score": "score"}


def begins_as_log(raw: bytes) -> bool:
    """True if the bytes of a file begin like a log."""
    return raw.lstrip(b"\xef\xbb\xbf").startswith(_FIRST.encode())


def read_game(path: Path) -> Log:
    """The game in a log file. Raises BadFile; the message begins with the file's path."""
    place = one_line(str(path), 200)
    raw = read_text(path)
    if not begins_as_log(raw):
        raise BadFile(
            f"{place}: isn't a log of the Entity-Deduction Arena: its first line must be item: NAME"
        )
    first, *lines = clean(raw.decode("utf-8-sig", "replace")).split("\n")
    names = [name for part in first.removeprefix(_FIRST).split("|") if (name := one_line(part))]
    if not names:
        raise BadFile(f"{place}: line 1 doesn't name an item")
    task, talk, notes = _messages(lines, place)
    events: list[dict[str, Any]] = []
    for question, answer in talk:
        events.append(_reply(len(events) + 1, "guesser", "question", question))
        if answer is not None and _BINGO not in answer.lower():
            events.append(_reply(len(events) + 1, "judge", "answer", answer))
    if talk[-1][1] is None:
        notes.append("the log ends with a question that nobody answered")
    turns = max(len(talk), 20)
    if turns > MAX_TURNS:
        raise BadFile(f"{place}: {len(talk)} questions; at most {MAX_TURNS} are allowed here")
    people = PEOPLE in task.lower()
    folder = path.parent.parent if _SESSION.fullmatch(path.parent.name) else path.parent
    session = _SESSION.fullmatch(path.parent.name)
    named = _FOLDER.fullmatch(folder.name)
    guesser = one_line(named["model"], 80) if named else "unknown model"
    setup: dict[str, Any] = {
        "preset": "paper",
        "options": {"max_turns": turns, "answers": "yes/no/dunno" if people else "yes/no/maybe"},
        "secret": {"entity": names[0], **({"aliases": names[1:]} if names[1:] else {})},
    }
    if session:
        setup["repetition"] = int(session[1]) + 1
    return Log(
        place=place,
        source="eda",
        game="entity",
        setup=setup,
        seats={
            "judge": {"player": "model", "name": "unknown model", "model": "unknown model"},
            "guesser": {"player": "model", "name": guesser, "model": guesser},
        },
        events=events,
        facts={"file": one_line(path.name, 120), "run": one_line(folder.name, 120)},
        figures=_published(path) or _figures(lines),
        notes=tuple(notes),
        about=ABOUT,
    )


def _messages(lines: list[str], place: str) -> tuple[str, list[tuple[str, str | None]], list[str]]:
    """The task, the questions with their answers (None if there is no answer), and notes. Raises BadFile."""
    said: list[list[str]] = []
    notes: list[str] = []
    for number, line in enumerate(lines, 2):
        found = _MESSAGE.fullmatch(line)
        at = int(found[1]) * 2 - (found[2] == "Assistant") if found else len(said) - 1
        if found and at == len(said):
            said.append([found[3]])
        elif at < 0 and not line.strip():
            continue
        elif at < 0 or at > len(said):
            expected = f"Turn {(len(said) + 1) // 2}, {('User', 'Assistant')[len(said) % 2]}:"
            raise BadFile(f"{place}: line {number} doesn't begin a message; it should begin with {expected}")
        elif found or (len(said) % 2 and _REMAINS.match(line)):
            del said[-1][1:]  # the remains of the older log begin with the rest of a line
            notes.append(f"an older log's leftovers are ignored from line {number - bool(found)} on")
            break
        else:
            said[-1].append(line)  # a message of several lines
    if len(said) < 2:
        raise BadFile(f"{place}: has no question; the log may be truncated")
    task, *texts = ("\n".join(parts).strip() for parts in said)
    answers = [_bare(text) for text in texts[1::2]]
    questions = [_bare(text) for text in texts[::2]]
    return task, list(zip_longest(questions, answers)), notes


def _bare(text: str) -> str:
    for added in _ADDED:
        text = text.removesuffix(added)
    return text


def _reply(seq: int, seat: str, ask: str, text: str) -> dict[str, Any]:
    return {"seq": seq, "type": "reply", "seat": seat, "ask": ask, "text": text, "status": "played"}


def _figures(lines: list[str]) -> dict[str, Any]:
    """The figures of a log, by their names here (EDA's `eval_result.py`, and Eq. 1 of its paper).

    EDA reads lines, not messages: the last line shows the number of the last turn and if it was a hit.
    """
    won = _BINGO in next((line for line in reversed(lines) if line.strip()), "").lower()
    turns = next((int(found[1]) for line in reversed(lines) if (found := _TURN.search(line))), 0)
    yes = sum("User:" in line and "yes" in line.lower() and not line.startswith("Turn 0,") for line in lines)
    score = 1 - max(turns - 5, 0) * 0.02 if won else 0
    return {"success": int(won), "turns": turns, "yes": yes, "score": round(score, 6)}


def _published(path: Path) -> dict[str, Any]:
    """The figures of a log in the nearest `metrics.csv`; empty if there is none. Raises BadFile."""
    for folder in (path.parent, path.parent.parent):
        table = folder / METRICS
        if table.is_symlink() or not table.is_file():
            continue
        rows = csv.DictReader(io.StringIO(read_text(table).decode("utf-8-sig", "replace")))
        row = next((one for one in rows if one.get("File") == path.stem), None)
        if row is None:
            continue
        try:
            found = {here: float(row[name]) for name, here in _COLUMNS.items()}
        except (KeyError, TypeError, ValueError):
            raise BadFile(
                f"{one_line(str(table), 200)}: the row of {one_line(path.stem, 60)} has no number for one of "
                f"{', '.join(_COLUMNS)}"
            ) from None
        return {**{name: int(found[name]) for name in ("success", "turns")}, "yes": int(found["yes"]) - 1,
                "score": found["score"]}  # fmt: skip
    return {}

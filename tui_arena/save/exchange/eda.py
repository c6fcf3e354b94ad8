"""Reading text logs of the Entity-Deduction Arena (EDA); each log is a game of Twenty Questions.

EDA (github.com/apple/ml-entity-deduction-arena) writes logs with its `save_session`. The first line is
`item: NAME`, with further names after `|`. Each message is a line `Turn N, Assistant: ...` or
`Turn N, User: ...`; turn 0 is the task. These parts of a log are left out:

- Sentences that EDA adds to messages when it sends them: `You must guess now, ...` and `Is it right?`.
- The answer *Bingo!*: the rules here notice the hit themselves.
- The end of an older, longer log if EDA wrote a shorter log over it; a note says so.

The published figures are those that EDA's `eval_result.py` computes. They are read from `metrics.csv` next to
the log or one folder above; otherwise they are computed from all lines of the log. EDA counts one yes too
many in each game, since the task contains that word; it is subtracted here.
"""

from __future__ import annotations

import csv
import io
import re
from itertools import zip_longest
from pathlib import Path
from typing import Any

from tui_arena.config import BadFile
from tui_arena.core.text import clean, one_line
from tui_arena.save.exchange.published_log import Log, read_text

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

"""Reading session files, writing them, and importing them (format `tui-arena-session`).

A session that is in the save file already is skipped. A session whose id belongs to another session gets a
new id. Both are reported. See `save/README.md` for the format.

Only a file's set-up and events count. Outcome, statuses, counts and metrics are computed from them. If one of
the file's own values differs, the difference is reported and the program uses the computed value. An export
still writes the file's own values exactly as they were.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from tui_arena.config import BadFile
from tui_arena.core import words
from tui_arena.core.events import FOLDED, Event, Kind, outcome_data
from tui_arena.core.guarded import ODD, odd
from tui_arena.core.options import BadOption, as_saved
from tui_arena.core.record import Play, Step
from tui_arena.core.session import FORMAT, VERSION, Session, setup_from, setup_json
from tui_arena.core.text import REPLY_BYTES, one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.errors import Unreadable, reading
from tui_arena.save.exchange.public_view import VIEW
from tui_arena.save.exchange.schema import Dropped, check, read_values
from tui_arena.save.store import Store, new_id

TOLERANCE = 1e-6
"""The maximum absolute or relative difference of numbers that count as equal."""

MEASURED = ("seconds", "input_tokens", "output_tokens", "cost_usd")
"""The counts that are sums of measurements in the replies."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value of a file that differs from the computed one."""

    place: str
    """The value's path in the document, such as `events[3].status`."""
    file: Any
    computed: Any

    def to_json(self) -> dict[str, Any]:
        """The difference in the form that `score --json` prints."""
        return {"place": self.place, "file": self.file, "computed": self.computed}

    def __str__(self) -> str:
        return f"{self.place} is {self.file!r} in the file, but was computed as {self.computed!r}"


def of_event(index: int, event: Event, step: Step[Any] | None, play: Play[Any]) -> list[Difference]:
    """The differences in one event that has just been folded."""
    if step is not None:
        computed = {"status": step.status, "fault": step.fault.kind if step.fault else None}
        own = {key: event.get(key) for key in computed if event.get(key) is not None}
        return _unequal(f"events[{index}]", own, computed)
    if event.type == Kind.ENDED and event.get("outcome") is not None:
        outcome = outcome_data(play.outcome())
        return _unequal(f"events[{index}].outcome", _sorted(event["outcome"]), _sorted(outcome))
    return []


def _sorted(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """An outcome's known values, with its winners sorted."""
    known = {k: outcome[k] for k in ("result", "winners", "cause") if k in outcome}
    if known.get("winners") is not None:
        known["winners"] = sorted(known["winners"])
    return known


def of_totals(
    document: Mapping[str, Any],
    play: Play[Any],
    metrics: Mapping[str, Any],
    unheld: Collection[str] = (),
) -> list[Difference]:
    """The differences between a file's counts and metrics and the computed ones.

    - Metrics that aren't computed here, or are in `unheld`, aren't compared.
    - Time, tokens and cost are compared only if every reply of the seat has them.
    """
    found: list[Difference] = []
    counts = play.counts()
    for seat, own in (document.get("counts") or {}).items():
        computed = counts.get(seat, {})
        said = {k: v for k, v in own.items() if v is not None}
        if computed:
            known = {k: v for k, v in said.items() if k in computed and _is_measured(play, seat, k)}
        else:
            known = {k: v for k, v in said.items() if v}
        found += _unequal(f"counts.{seat}", known, computed)
    held = set(metrics) - set(unheld)
    own_metrics = {k: v for k, v in (document.get("metrics") or {}).items() if k in held}
    return found + _unequal("metrics", own_metrics, metrics)


def of_secret(own: Mapping[str, Any] | None, info: GameInfo, play: Play[Any]) -> list[Difference]:
    """The differences between a set-up's secret and the played one, in a game that never deals a secret."""
    if not own or info.dealt != "never":
        return []
    played = dict(info.game.secret(play.state) or {})
    return _unequal("setup.secret", {k: v for k, v in own.items() if k in played or not played}, played)


def _is_measured(play: Play[Any], seat: str, name: str) -> bool:
    if name not in MEASURED:
        return True
    rows = [step.event for step in play.steps if step.ask.seat == seat and not step.event.get("copied")]
    values = (row.get("seconds") if name == "seconds" else (row.get("usage") or {}).get(name) for row in rows)
    return all(value is not None for value in values)


def _unequal(place: str, own: Mapping[str, Any], computed: Mapping[str, Any]) -> list[Difference]:
    return [
        Difference(f"{place}.{key}", value, computed.get(key))
        for key, value in own.items()
        if not _equal(value, computed.get(key))
    ]


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b)


MAX_EVENTS = 100_000
MAX_UNDOS = 1_000
"""The maximum number of undos, redos and rulings in one file; each of them folds the session again."""
MAX_NAME = 80
MAX_ID = 128
_WHOLE = "export it with --secrets to import it"

_TOP = frozenset(
    ("format", "version", "id", "game", "rules", "started", "setup", "seats", "events", "messages")
)
_OPTIONAL = frozenset(("id", "started", "messages"))


@dataclass(frozen=True, slots=True)
class Incoming:
    """One session of a file, folded."""

    place: str
    """The file, and the line or number if the file contains several sessions."""
    session: Session
    """The session; its `id` is empty if the file has none."""
    info: GameInfo
    play: Play[Any]
    metrics: Mapping[str, Any]
    differences: tuple[Difference, ...] = ()
    """The file's own statuses, faults, outcome, counts and metrics that differ from the computed ones."""
    dropped: Dropped = field(default_factory=Dropped)
    notes: tuple[str, ...] = ()
    """Sentences for the user, such as that a word list is missing on this computer."""
    about: str = ""
    """A note on all logs of the program that wrote this log, to be shown once; empty if there is no note."""


def read_file(name: str, catalogue: Catalogue) -> Iterator[Incoming | str]:
    """The sessions of a .json or .jsonl file or of standard input (`-`).

    Each session that can't be used yields one sentence that begins with its place; the rest is still read.
    """
    for found in read_values(name):
        if found.error is not None:
            yield found.error
            continue
        try:
            yield read_document(found.value, found.place, catalogue)
        except BadFile as error:
            yield str(error)


def read_session(path: Path, catalogue: Catalogue) -> Incoming:
    """The first session of a file, such as a shipped demo. Raises BadFile."""
    for found in read_file(str(path), catalogue):
        if isinstance(found, str):
            raise BadFile(found)
        return found
    raise BadFile(f"{path}: has no session")


def read_document(raw: Any, place: str, catalogue: Catalogue) -> Incoming:
    """The session of a JSON value from outside. Raises BadFile; the message begins with `place`.

    An object with the session under `session` (a test case with a known answer) is accepted, too.
    """
    if isinstance(raw, dict) and "format" not in raw and isinstance(raw.get("session"), dict):
        raw = raw["session"]
    if not isinstance(raw, dict):
        raise BadFile(f"{place}: isn't a JSON object; name a session file instead")
    if isinstance(raw.get("events"), list) and len(raw["events"]) > MAX_EVENTS:
        raise BadFile(f"{place}: {len(raw['events'])} events; at most {MAX_EVENTS} are allowed")
    dropped = Dropped()
    document = dropped.value(raw, place)
    try:
        check(document)
        if document.get(VIEW) == "table":
            raise ValueError(f"{VIEW}: this shows an unfinished session as the table sees it; {_WHOLE}")
        info = catalogue.game(document["game"])
        _tidy(document, dropped)
        session, notes = _session(document, info, catalogue)
        play, differences = _folded(session, info)
        differences += of_secret(document["setup"].get("secret"), info, play)
        metrics = info.compute(play)
        differences += of_totals(document, play, metrics, _unheld(info, play))
    except ValueError as error:
        raise BadFile(f"{place}: {one_line(str(error), 300)}") from None
    except ODD as error:
        raise BadFile(f"{place}: {odd(error)}") from None
    return Incoming(place, session, info, play, metrics, tuple(differences), dropped, notes)


def _unheld(info: GameInfo, play: Play[Any]) -> set[str]:
    """The metrics that a file's own values aren't compared with.

    They depend on the newest reading of questions, or on a deck that isn't on this computer.
    """
    by_deck = {name for name, metric in info.metrics.items() if metric.needs_deck}
    return {*info.by_reading, *(by_deck if play.setup.source is None else ())}


def _tidy(document: dict[str, Any], dropped: Dropped) -> None:
    """Put names on one line, cut replies to their maximum length, and count the changes."""
    document["id"] = _short(document.get("id") or "", MAX_ID, dropped)
    for seat in (document.get("seats") or {}).values():
        if seat.get("name") is not None:
            seat["name"] = _short(seat["name"], MAX_NAME, dropped)
    for row in document["events"]:
        if row["type"] == "reply":
            row["text"] = dropped.text(row["text"], REPLY_BYTES)
        elif row["type"] == "recast" and row["to"].get("name") is not None:
            row["to"]["name"] = _short(row["to"]["name"], MAX_NAME, dropped)


def _short(text: str, limit: int, dropped: Dropped) -> str:
    short = "".join(c for c in " ".join(text.split()) if c.isprintable())[:limit]
    if short != text:
        dropped.texts += 1
        dropped.characters += len(text) - len(short)
    return short


def _session(
    document: Mapping[str, Any], info: GameInfo, catalogue: Catalogue
) -> tuple[Session, tuple[str, ...]]:
    """The session of a checked document, and notes about it for the user. Raises ValueError."""
    _known_version("rules", document.get("rules"), info.game.rules, info.title)
    values = document["setup"]
    _known_version("setup.matching", values.get("matching"), words.VERSION, "the word matcher")
    options = _options(values, info)
    lexicon = catalogue.lexicon(values.get("words"), info)
    notes = []
    if lexicon is None and info.words is not None:
        name = one_line(str(values.get("words")), 60)
        notes.append(
            f"the word list {name} isn't installed here: words count as unknown only if the file says so"
        )
    events = [Event.from_json(row, i) for i, row in enumerate(document["events"], 1)]
    if sum(e.type in FOLDED and e.type not in ("reply", "resigned") for e in events) > MAX_UNDOS:
        raise ValueError(f"more than {MAX_UNDOS} undos, redos and rulings")
    session = Session(
        id=document["id"],
        game=info.id,
        rules=document.get("rules") or info.game.rules,
        started=document.get("started"),
        setup=setup_from(info.mended(values), options, lexicon, catalogue.source(values.get("deck"), info)),
        seats=_seats(document, info, options),
        events=tuple(events),
        messages=document.get("messages") or {},
        extra={k: v for k, v in document.items() if k not in _TOP},
    )
    return session, tuple(notes)


def _known_version(key: str, value: int | None, newest: int, what: str) -> None:
    if value is not None and not 1 <= value <= newest:
        known = "1" if newest == 1 else f"1 to {newest}"
        raise ValueError(f"{key}: version {value} of {what} isn't known here; known: {known}")


def _options(values: Mapping[str, Any], info: GameInfo) -> dict[str, Any]:
    try:
        return as_saved(info.options, info.presets, values["options"], values.get("preset"))
    except BadOption as error:
        raise ValueError(f"setup.options: {error}") from None


def _seats(document: Mapping[str, Any], info: GameInfo, options: Mapping[str, Any]) -> dict[str, Any]:
    """Maps seats to the players of a file. Raises ValueError for a seat that the game doesn't have."""
    allowed = [s.name for s in info.game.seats(options)]
    seats = {seat: dict(spec) for seat, spec in (document.get("seats") or {}).items()}
    unknown = next((seat for seat in seats if seat not in allowed), None)
    if unknown is not None:
        shown = one_line(unknown, 40)
        raise ValueError(f"seats: no seat {shown!r} with these options; seats are {', '.join(allowed)}")
    return seats


def _folded(session: Session, info: GameInfo) -> tuple[Play[Any], list[Difference]]:
    """The fold of a session, and the file's own values that differ from it. Raises ValueError."""
    play = Play(info.game, session.setup)
    _needs_secret(session, play)
    differences: list[Difference] = []
    for i, event in enumerate(session.events):
        step = play.feed(event)
        differences += of_event(i, event, step, play)
    return play, differences


def _needs_secret(session: Session, play: Play[Any]) -> None:
    """Raise ValueError if the rules need a secret and neither the set-up nor a reply gives it."""
    dealers = {s.name for s in play.seats.values() if s.default == "dealer"}
    missing = [ask.seat for ask in play.asks() if ask.seat in dealers]
    if not missing:
        return
    replies = [e for e in session.events if e.type == "reply"]
    if any(e["seat"] in missing for e in replies) or (not replies and missing[0] in session.seats):
        return
    raise ValueError(f"setup.secret: is missing, and no reply from the {missing[0]} gives it")


# writing


def document(
    session: Session, info: GameInfo, play: Play[Any] | None = None, *, figures: bool = True
) -> dict[str, Any]:
    """A session as a whole document: counts and metrics that its file didn't have are computed.

    `figures`: False if nobody needs counts and metrics; then only the file's own are in it.
    """
    play = play or session.fold(info.game)
    extra = dict(session.extra)
    own_counts, own_metrics = extra.pop("counts", None) or {}, extra.pop("metrics", None) or {}
    counted, computed = (play.counts(), info.compute(play)) if figures else ({}, {})
    counts = {seat: {**row, **own_counts.get(seat, {})} for seat, row in counted.items()}
    values = {
        "format": FORMAT,
        "version": VERSION,
        "id": session.id,
        "game": session.game,
        "rules": session.rules,
        "started": session.started,
        "setup": setup_json(session.setup),
        "seats": {seat: dict(spec) for seat, spec in session.seats.items()},
        "events": [event.to_json() for event in session.events],
        "messages": {name: list(sent) for name, sent in session.messages.items()},
        "counts": {**own_counts, **counts},
        "metrics": {**computed, **own_metrics},
    }
    return {k: v for k, v in values.items() if v or k not in _OPTIONAL} | extra


def to_store(incoming: Incoming) -> Session:
    """The session of a file in the form in which it is saved.

    The file's own counts and metrics of an unfinished session are left out, because they would be wrong as
    soon as play continues.
    """
    session = incoming.session
    if incoming.play.over:
        return session
    extra = {k: v for k, v in session.extra.items() if k not in ("counts", "metrics")}
    return replace(session, extra=extra)


def same(one: Session, other: Session) -> bool:
    """True if two sessions have the same game, set-up and folded events."""
    return _core(one) == _core(other)


def _core(session: Session) -> tuple[str, dict[str, Any], list[tuple[Any, ...]]]:
    """A session's game, set-up and folded events; references to events are places in the fold, not `seq`."""
    keys: Mapping[str, Sequence[str]] = {
        "reply": ("seat", "ask", "text"),
        "adjudicated": ("question", "verdict"),
        "amended": ("text",),
        "resigned": ("seat",),
    }
    folded = [e for e in session.events if e.type in FOLDED]
    seqs = [e.seq for e in folded]
    acts = [
        (
            str(e.type),
            *(e.get(key) for key in keys.get(e.type, ())),
            e.get("finish") or "stop",
            *(bisect_right(seqs, e[key]) for key in ("to", "of") if key in e.data),
        )
        for e in folded
    ]
    return session.game, setup_json(session.setup), acts


def _is_there(store: Store, own: str, session: Session) -> bool:
    """True if the save file has the same session under the id `own`; False if that session is unreadable."""
    try:
        with reading(own):
            return same(store.load(own), session)
    except Unreadable:
        return False


SHOWN = 3
"""The maximum number of differences that are reported for one session."""


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of importing one session of a file."""

    how: Literal["imported", "skipped"]
    id: str
    """The session's id in the save file."""
    remarks: tuple[str, ...] = ()
    """Sentences about removed, changed or differing values."""


def import_session(store: Store, found: Incoming, *, demo: bool = False) -> ImportResult:
    """Save one session of a file. Raises SaveError."""
    session, own = to_store(found), found.session.id
    remarks = [str(found.dropped)] if found.dropped else []
    remarks += [*found.notes, *(f"differs: {difference}" for difference in found.differences[:SHOWN])]
    if own and store.holds(own):
        if _is_there(store, own, session):
            return ImportResult("skipped", own, (f"you already have {own} with the same set-up and replies",))
        session = replace(session, id=new_id())
        remarks.insert(0, f"its id {own} belongs to another session, so it got a new one")
    elif not own:
        session = replace(session, id=new_id())
        remarks.insert(0, "it had no id")
    store.save(session, imported=not demo, demo=demo)
    return ImportResult("imported", session.id, tuple(remarks))

"""A branch out of a replay: who can sit where from one position on, and the session that comes of it.

Law: nobody is put on a seat unasked but for scripts, which have nothing more to say. Only who may know
all of a session branches it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tui_arena.analysis.branch import STOP_AFTER, branched, cast_after
from tui_arena.analysis.branching import seat_cast
from tui_arena.config import ModelBook
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.bot import LEVELS
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import Store, new_id, now
from tui_arena.ui.presenters.replay import Replay
from tui_arena.ui.widgets.rows import Choice

STAYS = "stays"
"""Whoever sits there goes on."""
MODEL = "model:"
ID_CHARS = 32


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat, and who could go on there."""

    seat: str
    choices: tuple[Choice, ...]
    first: str
    """Who is offered at first."""


def chairs(replay: Replay, human: str, models: Sequence[str]) -> list[Chair]:
    """Every seat that somebody holds, with who could go on there; the next to speak is offered another."""
    info, session = replay.info, replay.session
    at = replay.event.seq if replay.event is not None else 0
    sat = cast_after(session.seats, [event for event in session.events if event.seq <= at])
    asked = {ask.seat for ask in replay.play.asks()}
    speaker = next((ask.seat for ask in replay.play.asks()), "")
    others = _others(info, human, models)
    return [
        _chair(seat.name, sat.get(seat.name) or {}, others, speaks=seat.name == speaker)
        for seat in info.game.seats(session.setup.options)
        if seat.name in sat or seat.name in asked
    ]


def _others(info: GameInfo, human: str, models: Sequence[str]) -> list[Choice]:
    """Everybody who could sit down."""
    found = [Choice(f"human:{human}", f"{human} (a person)")]
    if info.has_bot:
        found += [Choice(f"bot:{level}", f"bot, {level}") for level in LEVELS]
    return found + [Choice(MODEL + m, f"{one_line(m, NAME_CHARS)} (model)") for m in models]


def _chair(seat: str, spec: Mapping[str, object], others: Sequence[Choice], *, speaks: bool) -> Chair:
    kind, name = spec.get("player"), one_line(str(spec.get("name") or ""), NAME_CHARS)
    stays = kind in ("human", "bot", "model")
    choices = [c for c in others if c.value not in (f"{kind}:{name}", f"bot:{spec.get('level')}")]
    first = next((c.value for c in choices if c.value == "bot:hard"), choices[0].value)
    if stays:
        choices.insert(0, Choice(STAYS, f"{name} goes on"))
    return Chair(seat, tuple(choices), STAYS if stays and not speaks else first)


def only_turn(replay: Replay) -> int | None:
    """The turn that a branch could end after; None where there is no such thing."""
    ask = next(iter(replay.play.asks()), None)
    if ask is None or STOP_AFTER not in replay.info.options:
        return None
    number = ask.key.rpartition(":")[2]
    solves = replay.end.seats[ask.seat].side == "solver"
    return int(number) if solves and number.isdecimal() else None


def models_of(players: Mapping[str, str], session: Session) -> dict[str, str]:
    """Names of the models that would play on, by seat."""
    kept = {s: spec for s, spec in session.seats.items() if players.get(s) == STAYS}
    found = {s: str(spec.get("name")) for s, spec in kept.items() if spec.get("player") == "model"}
    return found | {s: p.removeprefix(MODEL) for s, p in players.items() if p.startswith(MODEL)}


def begin(
    replay: Replay,
    players: Mapping[str, str],
    store: Store,
    *,
    book: ModelBook,
    human: str,
    stop_after: int | None = None,
) -> str:
    """Save a branch from the position of a replay; its id. In a thread.

    Raises BadBranch, BadPlayer, BadFile, BadEvent, SaveError.
    """
    info, session = replay.info, replay.session
    at = replay.event.seq if replay.event is not None else 0
    cast = {
        seat: seat_cast(session, info, seat, text, book=book, human=human)
        for seat, text in players.items()
        if text != STAYS
    }
    options = None if stop_after is None else {STOP_AFTER: stop_after}
    specs = {seat: one.spec for seat, one in cast.items()}
    new = branched(session, info, at, specs, id=new_id(), started=now(), options=options)
    store.create(new)
    return new.id


def branch_told(events: Sequence[Event]) -> str:
    """That a session is a branch, and of which; empty if it is none."""
    event = next((e for e in reversed(events) if e.type == Kind.BRANCHED), None)
    if event is None:
        return ""
    origin = event.get("from")
    known = origin if isinstance(origin, Mapping) else {}
    name, at = one_line(str(known.get("id") or "another session"), ID_CHARS), known.get("seq")
    return f"A branch of {name} from its start." if at == 0 else f"A branch of {name} after step {at}."

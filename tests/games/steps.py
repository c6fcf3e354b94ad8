"""Helpers for tests of any game's rules: play replies, and read off what happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.conformance import give
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained


def answer(play: Play[Any], *texts: str) -> Play[Any]:
    """The session after replies, each to the open ask."""
    for text in texts:
        give(play, play.asks()[0], text)
    return play


def rule(play: Play[Any], question: str, verdict: bool) -> None:
    """Let the table overrule the ruling on the last reply."""
    data = {"of": play.standing()[-1].seq, "question": question, "verdict": verdict, "by": "table"}
    play.feed(Event(play.next_seq, Kind.ADJUDICATED, data))


def resign(play: Play[Any], seat: str) -> Play[Any]:
    """The session after a seat has given up."""
    play.feed(Event(play.next_seq, Kind.RESIGNED, {"seat": seat}))
    return play


def probe(play: Play[Any], number: int, kind: str = "candidates", **values: Any) -> None:
    """Let the guesser answer a probe after a round."""
    data = {"seat": "guesser", "kind": kind, "round": number, "text": "", **values}
    play.feed(Event(play.next_seq, Kind.PROBE, data))


def probed(play: Play[Any], kind: str, seat: str = "guesser") -> str | None:
    """The key of the ask of a probe; None if it can't be asked now."""
    ask = play.game.probe(play.state, seat, kind)
    return None if ask is None else ask.key


def asked(play: Play[Any]) -> list[str]:
    """The open asks, each as its seat and name."""
    return [f"{ask.seat}/{ask.name}" for ask in play.asks()]


def faults(play: Play[Any]) -> list[str | None]:
    """Why each reply was refused; None for a move."""
    return [step.fault.kind if step.fault else None for step in play.steps]


def fault(play: Play[Any]) -> str | None:
    """Why the last reply was refused."""
    return faults(play)[-1]


def end(play: Play[Any]) -> tuple[str, tuple[str, ...], str | None]:
    """Result, winners and cause."""
    outcome = play.outcome()
    return outcome.result, outcome.winners, outcome.cause


def values(figures: Mapping[str, Explained]) -> dict[str, Any]:
    """The values of figures, without their terms."""
    return {name: figure.value for name, figure in figures.items()}

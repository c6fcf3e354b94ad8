"""Helpers for tests of any game's rules: play replies, and read off what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.conformance import CATALOGUE, give
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data, Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained
from tui_arena.data.decks import shipped_words


def begin(game: str, secret: Data | None, options: Data, preset: str | None = None, **more: Any) -> Play[Any]:
    """A session before its first reply; `more`: what else its set-up names."""
    info = CATALOGUE.game(game)
    chosen = resolve(info.options, info.presets, options, preset)
    return Play(info.game, Setup(chosen, secret, preset=preset, **more))


def with_words(play: Play[Any]) -> Play[Any]:
    """A session before its first reply whose set-up names the words of the language."""
    return Play(play.game, replace(play.setup, lexicon=shipped_words("lexicon")))


def answer(play: Play[Any], *texts: str) -> Play[Any]:
    """The session after replies, each to the open ask."""
    for text in texts:
        give(play, play.asks()[0], text)
    return play


def feed(play: Play[Any], kind: str, /, **data: Any) -> Play[Any]:
    """The session after an event."""
    play.feed(Event(play.next_seq, kind, data))
    return play


def rule(play: Play[Any], question: str, verdict: bool) -> None:
    """Let the table overrule the ruling on the last reply."""
    feed(play, Kind.ADJUDICATED, of=play.standing()[-1].seq, question=question, verdict=verdict, by="table")


def resign(play: Play[Any], seat: str) -> Play[Any]:
    """The session after a seat has given up."""
    return feed(play, Kind.RESIGNED, seat=seat)


def undo(play: Play[Any], to: int) -> Play[Any]:
    """The session as it was after an event."""
    return feed(play, Kind.UNDONE, to=to)


def probe(play: Play[Any], number: int, kind: str = "candidates", **values: Any) -> None:
    """Let the guesser answer a probe after a round, or another seat that is named."""
    feed(play, Kind.PROBE, **{"seat": "guesser", "kind": kind, "round": number, "text": "", **values})


def probed(play: Play[Any], kind: str, seat: str = "guesser") -> str | None:
    """The key of the ask of a probe; None if it can't be asked now."""
    ask = play.game.probe(play.state, seat, kind)
    return None if ask is None else ask.key


def asked(play: Play[Any]) -> list[str]:
    """The open asks, each as its seat and name."""
    return [f"{ask.seat}/{ask.name}" for ask in play.asks()]


def open_ask(play: Play[Any]) -> tuple[str, tuple[str, ...]]:
    """The key of the only open ask, and the other asks whose replies it takes."""
    (ask,) = play.asks()
    return ask.key, ask.also


def told(play: Play[Any]) -> list[str]:
    """The answers so far."""
    return [turn.answer for turn in play.state.turns]


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


def figures(play: Play[Any], *names: str) -> list[Any]:
    """The figures of these names."""
    metrics = CATALOGUE.game(play.game.id).compute(play)
    return [metrics[name] for name in names]

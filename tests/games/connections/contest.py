"""Sessions of guessers who share three topics with each other but not with the setter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from tests.conformance import CATALOGUE
from tui_arena.core.game import Bot, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.session import drawn
from tui_arena.games.connections.rules import GAME
from tui_arena.games.connections.state import SETTER, Attempt, ConnectionsState, seats_of

INFO = CATALOGUE.game("connections")
DECK = CATALOGUE.deck("connections", INFO).deck
MADE: Any = INFO.bot_for()
SHARED, OTHERS = ("animals", "sport", "food"), ("science", "politics", "religion")
"""The topics that the guessers know well, and those of the setter."""
MAX_ATTEMPTS = 12
"""With so many attempts, medium guessers win about half of their sessions."""
SIGNIFICANT = 1.96


def played(setup: Setup, bots: Mapping[str, Bot], levels: Mapping[str, str], seed: int) -> ConnectionsState:
    """A session played to its end; a fault of a bot is an error."""
    state = GAME.start(setup)
    while not state.over:
        for ask in GAME.asks(state):
            rng = Random(f"{seed}/1/{ask.seat}/{ask.key}/{ask.attempt}")
            text = bots[ask.seat].reply(ask, GAME.view(state, ask.seat), levels[ask.seat], rng)
            state = GAME.apply(state, GAME.parse(state, ask, Reply(text)))
            if ask.race and state.open is not None:
                break
    return state


def contest(level: str, seed: int, personas: str = "none", guessers: int = 2) -> ConnectionsState:
    """Guessers of a level against a medium setter; the same seed gives the same minds and secret."""
    options = resolve(
        INFO.options,
        INFO.presets,
        {"guessers": guessers, "max_attempts": MAX_ATTEMPTS, "personas": personas},
        None,
    )
    seats = seats_of(guessers)
    rng = Random(f"{seed}/vocabulary")
    topics = {SETTER: OTHERS, **dict.fromkeys(seats, SHARED)}
    bots = {
        seat: MADE.minded({"topics": own, "vocabulary": rng.randrange(2**31)}) for seat, own in topics.items()
    }
    told = {seat: {"interests": list(own)} for seat, own in topics.items()}
    secret = drawn(GAME, options, DECK, seed)["secret"]
    levels = {SETTER: "medium", **dict.fromkeys(seats, level)}
    return played(Setup(options, secret, extra={"personas": told}), bots, levels, seed)


@dataclass(frozen=True, slots=True)
class Row:
    """Shares over some sessions."""

    won: float
    connected: float
    blocked: float
    first_third: float
    last_third: float
    p: float


def row_of(states: Sequence[ConnectionsState]) -> Row:
    """Shares of the clues of all sessions together; thirds are cut as in the metrics."""
    clues = [[a for a in state.attempts if a.clue] for state in states]
    given = [a for some in clues for a in some]
    asked = sum((a.block is not None) + len(a.guesses) for a in given)
    right = sum(a.blocked + len(a.connected) for a in given)
    return Row(
        won=sum(state.found for state in states) / len(states),
        connected=sum(bool(a.connected) for a in given) / len(given),
        blocked=_blocked(given),
        first_third=_blocked([a for some in clues for a in some[: len(some) // 3]]),
        last_third=_blocked([a for some in clues for a in some[len(some) - len(some) // 3 :]]),
        p=right / asked,
    )


def _blocked(attempts: Sequence[Attempt]) -> float:
    return sum(a.blocked for a in attempts) / max(len(attempts), 1)


def mcnemar(before: Sequence[ConnectionsState], after: Sequence[ConnectionsState]) -> float:
    """McNemar's z: by how many standard deviations `after` wins more of the same seeds than `before`."""
    gained = sum(b.found and not a.found for a, b in zip(before, after, strict=True))
    lost = sum(a.found and not b.found for a, b in zip(before, after, strict=True))
    return (gained - lost) / sqrt(max(gained + lost, 1))

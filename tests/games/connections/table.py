"""Sessions of Connections for tests."""

from __future__ import annotations

from typing import Any

from tests.conformance import CATALOGUE, give
from tui_arena.core.game import Lexicon, Setup
from tui_arena.core.options import as_saved
from tui_arena.core.record import Play

INFO = CATALOGUE.game("connections")
SETTER, G1, G2, G3, G4, G5 = "setter", *(f"guesser_{n}" for n in range(1, 6))
LEXICON = Lexicon(
    "few-1",
    frozenset("catamaran cataclysm catapult catalogue comma cat card carpet cattle cot caterpillar".split()),
)


def start(
    word: str | None = "catamaran",
    preset: str | None = None,
    *,
    lexicon: Lexicon | None = LEXICON,
    given: Any = None,
    **options: Any,
) -> Play[Any]:
    """A session before its first reply; `word` None: the setter gives it. `given`: personas."""
    setup = Setup(
        options=as_saved(INFO.options, INFO.presets, options, preset),
        secret=None if word is None else {"word": word},
        preset=preset,
        words=None if lexicon is None else lexicon.name,
        extra={} if given is None else {"personas": given},
        lexicon=lexicon,
    )
    return Play(INFO.game, setup)


def clue(word: str, text: str = "one of those things", kind: str = "") -> str:
    """A giver's reply."""
    return f"word: {word}\nclue: {text}" + (f"\nkind: {kind}" if kind else "")


def say(play: Play[Any], *replies: tuple[str, str]) -> Play[Any]:
    """The session after replies, each of a seat to that seat's open ask."""
    for seat, text in replies:
        give(play, next(ask for ask in play.asks() if ask.seat == seat), text)
    return play


def attempt(play: Play[Any], word: str, block: str = "pass", **guesses: str) -> Play[Any]:
    """The session after an attempt of the first guesser who is asked for a clue.

    `g2=...` gives what another guesser says. The others name the giver's word, unless it is blocked.
    """
    giver = play.asks()[0].seat
    say(play, (giver, clue(word)), (SETTER, block))
    for ask in play.asks():
        if ask.name == "guess":
            say(play, (ask.seat, guesses.get(f"g{ask.seat[-1]}", word)))
    return play


def ends(play: Play[Any]) -> list[str | None]:
    """How the attempts ended."""
    return [one.end for one in play.state.attempts]

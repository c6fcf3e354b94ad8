"""Shared by tests and benchmarks of Bluffing's bot: a deck, its bot, sessions without an event loop."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from tests.conformance import CATALOGUE
from tui_arena.core.game import Bot, Deck, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.games.bluffing.bot import make
from tui_arena.games.bluffing.bot.reading import StoryVocabulary
from tui_arena.games.bluffing.rules import GAME, BluffingState

INFO = CATALOGUE.game("bluffing")
DECK: Deck = CATALOGUE.deck(None, INFO).deck
LEXICON = CATALOGUE.lexicon(None, INFO)
WORDS = StoryVocabulary(INFO.speech, None if LEXICON is None else LEXICON.words)
"""The words by which the bots read."""
LEVELS = ("easy", "medium", "hard")


@cache
def the_bot() -> Bot:
    return make(DECK, LEXICON, INFO.speech)


def started(preset: str = "party", **options: Any) -> BluffingState:
    return GAME.start(Setup(resolve(INFO.options, INFO.presets, options, preset)))


def said(state: BluffingState, *texts: str) -> BluffingState:
    """The state after these replies, each to the open ask."""
    for text in texts:
        state = GAME.apply(state, GAME.parse(state, GAME.asks(state)[0], Reply(text)))
    return state


def tried(statement: str, *talk: str, truth: bool = True, **options: Any) -> BluffingState:
    """The state after a statement, and replies to the asks that follow."""
    return said(started(**options), f"{str(truth).lower()} | {statement}", *talk)


def reply(state: BluffingState, level: str = "hard", seed: object = 0, bot: Bot | None = None) -> str:
    """A bot's reply to the open ask; without `bot`, that of the session's bot."""
    ask = GAME.asks(state)[0]
    rng = Random(f"{seed}/{ask.seat}/{ask.key}/{ask.attempt}")
    return (bot or the_bot()).reply(ask, GAME.view(state, ask.seat), level, rng)


def played(state: BluffingState, seed: object, setter: str = "hard", judge: str = "hard") -> BluffingState:
    """A session that bots play to its end."""
    levels = {"setter": setter, "judge": judge}
    while asks := GAME.asks(state):
        state = said(state, reply(state, levels[asks[0].seat], seed))
    return state


def beside(state: BluffingState, kind: str, level: str = "hard") -> str:
    """The bot's answer to a probe over the judge's view."""
    ask = GAME.probe(state, "judge", kind)
    assert ask is not None
    return the_bot().reply(ask, GAME.view(state, "judge"), level, Random(1))


def exchanged() -> Deck:
    """The deck with all honest and shaky answers exchanged."""
    return replace(
        DECK, items=[{**item, "honest": item["shaky"], "shaky": item["honest"]} for item in DECK.items]
    )

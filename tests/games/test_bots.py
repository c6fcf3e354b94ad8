"""What holds for the bots of several games."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.games.steps import begin
from tests.tables import each
from tui_arena.core.game import Ask, Bot, Line
from tui_arena.core.record import Play

THINGS = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck
PLAYS: dict[str, Play[Any]] = {
    "akinator": begin("akinator", {"object": "guitar"}, {"secret": "sealed"}, source=THINGS),
    "entity": begin("entity", {"entity": "guitar"}, {}, source=THINGS),
    "taboo": begin("taboo", {"word": "pillow"}, {}),
    "bluffing": begin("bluffing", None, {}),
    "connections": begin("connections", {"word": "camel"}, {}),
    "wordle": begin("wordle", {"word": "crane"}, {}),
}


def bot_of(play: Play[Any]) -> Bot:
    bot = CATALOGUE.game(play.game.id).bot_for(None, play.setup.source)
    assert bot is not None
    return bot


@each(*PLAYS)
def test_an_ask_of_another_game_is_refused(game: str) -> None:
    (ask, *_), bot = PLAYS[game].asks(), bot_of(PLAYS[game])
    with pytest.raises(ValueError, match="no ask 'handshake'"):
        bot.reply(Ask(ask.seat, "handshake", "handshake"), PLAYS[game].view(ask.seat), "hard", Random(1))


@each("akinator", "entity", "taboo")
def test_what_was_refused_is_not_said_again(game: str) -> None:
    (ask,), bot = PLAYS[game].asks(), bot_of(PLAYS[game])
    view = PLAYS[game].view(ask.seat)
    text = bot.reply(ask, view, "hard", Random(1))
    refused = replace(view, talk=(Line(ask.seat, text, ask.name, fault="no"),))
    assert bot.reply(ask, refused, "hard", Random(1)) != text

"""The tutorial: the other seats follow the script, and go on even if the person deviates from it."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import CATALOGUE, give
from tui_arena.core.game import Player
from tui_arena.core.record import Play
from tui_arena.data.narration import GUIDED
from tui_arena.games.connections.ui.board import GAME_UI
from tui_arena.players.new_session import Opening, machines, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.store import open_store
from tui_arena.table.opening import new_table

pytestmark = pytest.mark.asyncio(loop_scope="session")
INFO = CATALOGUE.game("connections")
GUIDE = INFO.tutorial()
ME = "guesser_1"
AS_GUIDED = [
    "pass",
    "word: comma\nclue: a pause",
    "pass",
    "castilian",
    "pass",
    "carpet",
    "word: caterpillar\nclue: it munches leaves",
    "pass",
    "catalyst",
    "pass",
    "catamaran",
]
"""The replies that the guide asks for, with the one guess that it expects to be wrong."""


def opened() -> tuple[Play[Any], dict[str, Player]]:
    assert GUIDE is not None
    cast = {seat: read_player(text) for seat, text in GUIDE.players.items()} | {ME: read_player("human")}
    opening = Opening("connections", cast, dict(GUIDE.options))
    session, drawn = new_session(
        opening, CATALOGUE, id="-", seed=1, started=None, secret=GUIDE.secret, extra={GUIDED: True}
    )
    return session.fold(INFO.game), machines(session, drawn, INFO)


async def played(*mine: str) -> tuple[Play[Any], list[str]]:
    """A guided game with these replies of the person, and what the guide said before each of them."""
    assert GUIDE is not None
    play, others = opened()
    left, heard = list(mine), []
    while play.asks() and not play.over:
        own = next((ask for ask in play.asks() if ask.seat == ME), None)
        ask = own or play.asks()[0]
        if own is None:
            said = await others[ask.seat].reply(ask, play.view(ask.seat), None, lambda _: None)
            give(play, ask, said.text)
            assert play.last_fault(ask) is None, "what is prepared is legal"
        elif left:
            view = play.view(ME)
            facts = view.facts
            heard.append(GUIDE.line(facts["turn"], facts["turns_left"], GAME_UI.events(view), facts))
            give(play, ask, left.pop(0))
        else:
            break
    return play, heard


async def test_the_published_game_comes_about() -> None:
    play, heard = await played(*AS_GUIDED)
    words = [attempt.clue.word for attempt in play.state.attempts]
    assert words == ["cat", "comma", "catalan", "carpet", "caterpillar", "catalyst", "catamaran"]
    got = INFO.compute(play)
    names = ("success", "attempts", "reveals", "guesser_wrong", "setter_blocked", "iterations")
    assert [got[name] for name in names] == [1, 7, 4, 1, 1, 6]
    assert got["letters"] == [1, 2, 2, 3, 4, 5, 9]
    for line, part in zip(
        heard,
        (
            "let your partner go first",
            "Think of COMMA",
            "see what comes back",
            "Which word is it",
            "So it was CATALAN",
            "Which word is it",
            "try CATERPILLAR",
            "chemistry",
            "Which word is it",
            "salt water",
            "the setter can't block it",
        ),
        strict=True,
    ):
        assert part in line


@pytest.mark.parametrize(
    "mine",
    [
        ["pass", "pass", "cold", "pass", "pass"],
        ["word: candle\nclue: it gives light at dinner", "pass", "pass"],
        ["pass", "word: cobra\nclue: a hooded snake", "pass"],
        ["pass", "word: comma\nclue: a pause", "pass", "catalan", "word: cattle\nclue: they moo"],
    ],
)
async def test_a_game_that_leaves_the_path_goes_on(mine: list[str]) -> None:
    play, heard = await played(*mine)
    assert len(heard) == len(mine)
    assert all(heard)
    assert not play.over


async def test_each_prepared_reply_is_given_once() -> None:
    play, _ = await played("pass", "pass", "cold", "pass")
    clues = [attempt.clue.text for attempt in play.state.attempts]
    assert len(set(clues)) == len(clues)


async def test_a_refused_reply_is_spoken_of() -> None:
    _, heard = await played("word: dog\nclue: it barks", "pass", "word: comma\nclue: comma", "pass")
    assert [line.startswith("Not that one") for line in heard] == [False, True, False, True]


async def test_a_partner_does_not_come_before_who_shall_give() -> None:
    play, _ = await played("pass")
    assert {ask.seat for ask in play.asks()} == {ME, "guesser_2"}
    ask = next(ask for ask in play.asks() if ask.seat != ME)
    partner = opened()[1][ask.seat]
    said = await partner.reply(ask, play.view(ask.seat), None, lambda _: None)
    assert said.text == "pass"
    give(play, next(ask for ask in play.asks() if ask.seat == ME), "pass")
    said = await partner.reply(ask, play.view(ask.seat), None, lambda _: None)
    assert said.text.startswith("word: comma")


async def test_a_guided_table_deals_the_word_of_its_guide(tmp_path: Path) -> None:
    assert GUIDE is not None
    with closing(open_store(tmp_path / "arena.db", CATALOGUE).store) as store:
        ready = new_table(CATALOGUE, store, Opening("connections"), None, guided=True)
        assert ready.session.setup.secret == GUIDE.secret
        assert ready.session.setup.extra[GUIDED] is True
        plain = new_table(CATALOGUE, store, Opening("connections"), None)
        assert (plain.session.setup.secret, GUIDED in plain.session.setup.extra) == (None, False)

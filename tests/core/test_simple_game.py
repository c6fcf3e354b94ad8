"""The base for games of one secret and one solver, by a game of higher and lower."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.games.steps import answer, values
from tests.tables import each
from tui_arena.core import terms
from tui_arena.core.game import TABLE, Data, Deck, Fault, Setup
from tui_arena.core.record import Play
from tui_arena.core.session import drawn
from tui_arena.core.simple_game import SimpleGame, Turns, one_word

OPTIONS = {"max_turns": 3, "reprompts": 1, "takebacks": True}


class Higher(SimpleGame):
    """The solver finds a number from 1 to 9, and is told whether it is higher."""

    id = "higher"
    ask = "number"

    def secret_of(self, item: Data, rng: Random) -> Data:
        return {"number": item["number"]}

    def read(self, state: Turns, text: str) -> str:
        if not text.isdigit():
            raise Fault("format", "a number is needed")
        return text

    def answer(self, state: Turns) -> str:
        return "" if self.found(state) else "higher" if int(state.turns[-1]) < number(state) else "lower"

    def found(self, state: Turns) -> bool:
        return bool(state.turns) and int(state.turns[-1]) == number(state)

    def facts(self, state: Turns) -> Data:
        return {"last": state.turns[-1] if state.turns else ""}


class Given(Higher):
    """The same, with a seat that gives the number."""

    setter_ask = "secret"

    def read_secret(self, text: str) -> Data:
        return {"number": int(self.read(Turns(Setup(OPTIONS)), text))}


def number(state: Turns) -> int:
    return int(state.secret["number"]) if state.secret else 0


def start(secret: int | None = 4, game: SimpleGame | None = None, **options: Any) -> Play[Turns]:
    dealt = None if secret is None else {"number": secret}
    return Play(game or Higher(), Setup({**OPTIONS, **options}, dealt))


@each(
    (["4"], "won", None, 1, 1.0),
    (["1", "9", "4"], "won", None, 3, 1.0),
    (["1", "x", "9", "5"], "lost", None, None, 0.0),
    (["1", "x", "y"], "aborted", "guesser: format", None, None),
    (["1"], "unfinished", None, None, None),
)
def test_a_session_to_its_end(
    texts: list[str], result: str, cause: str | None, turns: int | None, score: float | None
) -> None:
    play = answer(start(), *texts)
    outcome = play.outcome()
    assert (outcome.result, outcome.cause) == (result, cause)
    assert outcome.winners == (("guesser",) if result == "won" else ())
    metrics = values(terms.figures(play))
    assert metrics == {
        "success": int(result == "won"),
        "lost": int(result == "lost"),
        "aborted": int(result == "aborted"),
        "turns": turns,
    }
    assert terms.main_score(play, metrics) == score


def test_the_talk_and_the_facts_are_those_that_a_seat_may_know() -> None:
    play = answer(start(), "1", "9", "x")
    for seat in ("guesser", TABLE):
        view = play.view(seat)
        assert [(line.seat, line.text) for line in view.talk] == [
            ("guesser", "1"),
            (TABLE, "higher"),
            ("guesser", "9"),
            (TABLE, "lower"),
            ("guesser", "x"),
        ]
        assert view.talk[-1].fault == "a number is needed"
        assert (view.facts["number"], view.facts["last"], view.facts["turns_left"]) == ("", "9", 1)
        assert (view.facts["turn"], view.facts["max_turns"], view.facts["over"]) == (3, 3, False)
    assert play.view("guesser").facts["faults_left"] == 1
    assert answer(play, "4").view(TABLE).facts["number"] == 4


def test_a_setter_gives_the_secret_that_only_the_setter_sees() -> None:
    play = start(None, Given())
    ask = play.asks()[0]
    assert (ask.seat, ask.name, ask.sealed) == ("setter", "secret", True)
    assert play.view("setter").facts["turns_left"] == 0
    answer(play, "seven")
    assert [line.text for line in play.view("setter").talk] == ["seven"]
    assert play.view(TABLE).talk == (), "what a setter tried may hold the secret"
    answer(play, "7")
    assert play.asks()[0].seat == "guesser"
    assert (play.view("setter").facts["number"], play.view("guesser").facts["number"]) == (7, "")
    assert [line.text for line in play.view("guesser").talk] == ["has set a secret"]
    assert [line.text for line in answer(play, "7").view("guesser").talk] == ["7", "7"]


def test_chance_is_drawn_from_the_seed_and_a_secret_is_needed() -> None:
    deck = Deck("numbers", tuple({"number": n} for n in range(1, 10)))
    first, again = (drawn(Higher(), OPTIONS, deck, 3) for _ in range(2))
    assert first == again
    assert drawn(Given(), OPTIONS, None, 1) == {}
    with pytest.raises(ValueError, match=r"setup\.secret is missing"):
        start(None)


def test_the_terms_of_the_common_metrics() -> None:
    found = terms.figures(answer(start(), "1", "4"))
    assert found["turns"].lines() == ["1. 1", "2. 4"]
    assert found["success"].lines() == ["found in 2 turns"]
    lost = terms.figures(answer(start(max_turns=1), "1"))
    assert lost["lost"].lines() == ["not found in 1 turn"]
    assert lost["turns"].lines() == ["not found: turns only count if the secret was found"]
    aborted = terms.figures(answer(start(reprompts=0), "x"))
    assert aborted["success"].lines() == ["aborted (guesser: format)"]


@each(("Kettle", (4, 6), "kettle"), (" `e` ", (1, 6), "e"), ("abc", (3,), "abc"))
def test_one_word_is_read(text: str, lengths: tuple[int, ...], word: str) -> None:
    assert one_word(text, lengths) == word


@each(
    ("", (1, 6), "isn't a single word with only the letters a-z"),
    ("two words", (1, 6), "two words isn't a single word with only the letters a-z"),
    ("сaner", (5,), "isn't a single word with only the letters a-z"),
    ("abcd", (1, 6), "abcd has 4 letters; 1 or 6 are needed"),
    ("abc", range(4, 13), "abc has 3 letters; 4 to 12 are needed"),
    ("abc", (4,), "abc has 3 letters; 4 are needed"),
)
def test_a_reply_that_is_no_word_of_that_length(text: str, lengths: range, why: str) -> None:
    with pytest.raises(Fault, match=why):
        one_word(text, lengths)

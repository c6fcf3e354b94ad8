"""The forms of a page make replies that the rules take."""

from __future__ import annotations

from tests.room.rooms import CATALOGUE
from tests.tables import Cases
from tui_arena.core.game import Ask, Fault, View
from tui_arena.table.labels import call_of, refusal_of, ways_of

CASES = Cases(__file__)


def ways(
    game: str, ask: str, seat: str, choices: tuple[str, ...] = (), **facts: object
) -> list[tuple[str, list[str]]]:
    info = CATALOGUE.game(game)
    view = View(game, seat, facts)
    return [
        (w.label, [f.name for f in w.fields])
        for w in ways_of(info, Ask(seat, ask, "k", choices=choices), view)
    ]


def test_a_way_is_shown_where_its_fact_holds() -> None:
    assert ways("wordle", "target", "setter", needs_clue=False) == [("Send", ["word"])]
    assert ways("wordle", "target", "setter", needs_clue=True, one_clue=True) == [("Send", ["word", "clue"])]
    far = ways("wordle", "target", "setter", needs_clue=True, needs_near=True)
    assert far == [("Send", ["word", "hard clue", "easier clue"])]
    assert ways("bluffing", "statement", "setter", sealed=False) == [("Send", ["statement"])]


def test_buttons_stand_for_choices_and_for_whole_replies() -> None:
    assert ways("akinator", "answer", "setter", ("yes", "no")) == [("yes", []), ("no", [])]
    assert ways("connections", "block", "setter") == [("Send", ["word"]), ("no idea: let it pass", [])]
    assert ways("bluffing", "question", "judge") == [
        ("Send", ["question"]),
        ("it is true", []),
        ("it is made up", []),
    ]


@CASES.each
def test_values_make_a_reply(at: str, way: int, values: dict[str, str], reply: str) -> None:
    game, ask, seat = at.split()
    found = ways_of(CATALOGUE.game(game), Ask(seat, ask, "k"), View(game, seat, {"sealed": True}))[way]
    assert found.written(values) == reply


def test_a_field_that_is_missing_is_empty_and_another_one_is_ignored() -> None:
    way = ways_of(CATALOGUE.game("wordle"), Ask("guesser", "guess", "k"), View("wordle", "guesser", {}))[0]
    assert way.written({"secret": "{word}"}) == "guess: "


def test_every_ask_of_every_game_says_what_to_do() -> None:
    for info in CATALOGUE.games.values():
        for name, told in info.asks.items():
            call = call_of(info, Ask(told.seat, name, "k"))
            assert 3 < len(call) < 70
            assert not call.endswith("."), (info.id, name)


def test_a_person_is_told_in_plain_words_what_to_do_again() -> None:
    """What the rules say of a form is meant for machines."""
    wordle, taboo = CATALOGUE.game("wordle"), CATALOGUE.game("taboo")
    guess = Ask("guesser", "guess", "k")
    form = Fault("format", "one word is needed, or the lines explanation: and guess:")
    assert refusal_of(wordle, guess, form) == "Type one five-letter word."
    unlisted = Fault("unknown_word", "zzzzz is not in the word list", told="I don't know ZZZZZ.")
    assert refusal_of(wordle, guess, unlisted) == "I don't know ZZZZZ."
    said = Fault("rule", "`milk` may not be said: your word")
    assert refusal_of(taboo, Ask("setter", "prompt", "k"), said) == "“milk” may not be said: your word"

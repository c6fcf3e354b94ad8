"""Names and titles beyond the word list, as the word of a clue, a guess or a block."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.games.connections.table import G1, G2, INFO, SETTER, clue, ends, say, start
from tests.tables import each
from tui_arena.core.game import Fault, Lexicon
from tui_arena.core.options import resolve
from tui_arena.core.record import Play, fold
from tui_arena.games.connections.state import name_in, read_word

LEXICON = CATALOGUE.lexicon("lexicon-1", INFO)
GIVEN = clue("Margaritaville", "Jimmy Buffett lost his salt shaker there")


def begun(secret: str = "marble", **options: Any) -> Play[Any]:
    """A session in which names are words, unless the options say otherwise."""
    return start(secret, lexicon=LEXICON, **{"names": True, **options})


def last_fault(play: Play[Any]) -> str | None:
    fault = play.steps[-1].fault
    return fault.kind if fault is not None else None


@each(
    ("Margaritaville", "margaritaville"), ("Sgt. Pepper's", "sgt peppers"), ("sgt  pepper’s", "sgt peppers"), ("Pokémon", "pokemon"),
    ("Catcher in the Rye", "catcher in the rye"), ("Moby-Dick", "moby dick"), ("St. Louis", "st louis"),
    ("one two three four five six", ""), ("Catch 22", ""), ("a cat; a dog", ""), ("Moby. Dick", ""), ("word: cat", ""), ("猫", ""),
    ("- cat", ""), ("Mary Poppins.", "mary poppins"), ("Tiger\nIt has stripes", ""), ("the word is tiger", ""),
    ("i guess ink", ""), ("tiger or tomato", ""), ("tiger because of the stripes", ""), ("mad" + " " * 200 + "max", ""), ("", ""), ("a " * 40_000, ""), ("'" * 40_000, ""),
)  # fmt: skip
def test_the_words_of_a_name_are_folded(text: str, said: str) -> None:
    assert name_in(text) == said


def test_any_letters_may_be_a_name_beyond_a_short_list_of_ones_own() -> None:
    few = Lexicon("mine@0123456789ab", frozenset({"mango", "melon", "mocha"}))
    play = start("mango", lexicon=few, names=True)
    say(play, (G1, clue("Montmartre", "painters on a hill")))
    assert play.steps[-1].fault is None
    assert play.state.open is not None


def test_a_name_is_one_word_where_names_are_words() -> None:
    assert read_word("“Sgt. Pepper’s”", names=True) == "sgtpeppers"
    for names in (False, True):
        with pytest.raises(Fault):
            read_word("one two three four five six", names=names)
    with pytest.raises(Fault):
        read_word("Sgt. Pepper's")


def test_a_name_is_given_guessed_and_blocked_however_it_is_written() -> None:
    play = say(
        begun(), (G1, clue("Mary Poppins", "a spoonful of sugar")), (SETTER, "pass"), (G2, "mary-poppins")
    )
    assert ends(play) == ["reveal"]
    assert play.steps[0].heard == {"word": "mary poppins", "rule": "name"}
    say(play, (G2, clue("Mad Max", "cars in the desert")), (SETTER, "mad max"))
    assert ends(play) == ["reveal", "setter_blocked"]
    assert play.state.blocked == ("madmax",)


def test_a_word_of_the_list_is_kept_as_no_name() -> None:
    play = say(begun(), (G1, clue("mango", "the fruit in a lassi")), (SETTER, "marble"), (G2, "melon"))
    assert all(not step.heard for step in play.steps)


@each("mxqzt", "masdfgh", "mrgrt", "ma", "mmm")
def test_what_nobody_can_read_is_no_name(word: str) -> None:
    play = say(begun(), (G1, clue(word, "that thing over there")))
    assert last_fault(play) == "unknown_word"
    say(play, (G1, GIVEN), (SETTER, word))
    assert last_fault(play) == "unknown_word"
    say(play, (SETTER, "pass"), (G2, word))
    assert last_fault(play) == "unknown_word"
    assert play.state.open.guesses == ()


def test_any_letters_do_if_no_word_of_the_list_fits() -> None:
    play = say(begun("mxqzt"), (G1, clue("mxqzt", "the very thing")))
    assert last_fault(play) == "unknown_word"
    say(play, (G1, clue("mango", "the fruit in a lassi")), (SETTER, "pass"), (G2, "mango"))
    assert play.state.prefix == "mx"
    say(play, (G2, clue("mxqzt", "the very thing")), (SETTER, "mxqzt"), (G1, "mxqzt"))
    assert ends(play) == ["reveal", "won"]


def test_a_clue_says_its_name_with_its_blanks_too() -> None:
    play = say(begun(), (G1, clue("Mary Poppins", "what did mary poppins carry?")))
    assert last_fault(play) == "rule"


@each(None, "party", "paper")
def test_papers_and_sessions_of_before_take_letters_only(preset: str | None) -> None:
    assert resolve(INFO.options, INFO.presets, {}, preset)["names"] is (preset != "paper")
    play = begun(names=False)
    say(play, (G1, clue("Mad Max", "cars in the desert")))
    assert last_fault(play) == "format"
    say(play, (G1, clue("mxqzt", "any letters are a word")))
    assert last_fault(play) is None
    setup = {"options": {"giver": "first"}, "secret": {"word": "marble"}} | (
        {"preset": preset} if preset else {}
    )
    assert INFO.mended(setup)["options"]["names"] is False


def test_a_session_folds_alike_without_the_word_list() -> None:
    """The file then says which letters were refused."""
    play = say(begun(), (G1, clue("mxqzt")), (G1, GIVEN), (SETTER, "pass"), (G2, "margarita ville"))
    setup = replace(play.setup, lexicon=None)
    again = fold(INFO.game, setup, play.events)
    assert [step.fault and step.fault.kind for step in again.steps] == ["unknown_word", None, None, None]
    assert ends(again) == ["reveal"]

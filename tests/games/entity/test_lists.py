"""The figures of a guesser's lists of candidates."""

import pytest

from tests.games.entity.table import lists, start
from tests.games.steps import answer, figures
from tests.tables import Cases, each
from tui_arena.games.entity.metrics import figures as all_figures
from tui_arena.games.entity.metrics import marks, opening_overlap

CASES = Cases(__file__)


def test_the_likeliest_five() -> None:
    play = start("guitar", "axe")
    lists(play, 1, "cat", "dog", "cow", "hen", "pig", "guitar")
    answer(play, "Is it alive?", "no")
    lists(play, 2, "piano", "violin", "harp", "drum", "flute")
    answer(play, "Has it strings?", "yes")
    lists(play, 3, "violin", "Axes", "harp", "lute", "lyre")
    answer(play, "Is it small?", "no")
    lists(play, 4, "the guitar")
    assert figures(play, "top5_recall", "turns_to_top5", "key_turns") == [0.5, 3, [1, 3]]
    terms = {name: figure.lines() for name, figure in all_figures(play).items()}
    assert terms["key_turns"][0] == "1. Is it alive?  No. Ruled out: cat, dog, cow, hen, pig"
    assert figures(play, "recall", "first_appear_round", "final_rank") == [0.75, 1, 1], "whole lists"
    assert figures(play, "ranks", "listed") == [[6, None, 2, 1], [1, 0, 1, 1]]
    assert terms["ranks"][0] == "1. place 6 of 6"
    assert terms["top5_recall"][2] == "3. place 2  violin, Axes, harp, lute, lyre"


def test_strictly_an_alias_in_the_plural_is_not_it() -> None:
    play = start("guitar", "axe", match="strict")
    lists(play, 1, "axes")
    assert figures(play, "top5_recall", "turns_to_top5", "key_turns") == [0, None, []]


def test_a_turn_whose_next_list_is_missing_is_no_key_turn() -> None:
    play = start()
    assert figures(play, "top5_recall", "turns_to_top5", "key_turns", "recall", "ranks") == [None] * 5
    lists(play, 1, "cat")
    answer(play, "a?", "no", "b?", "no")
    lists(play, 3, "dog")
    assert figures(play, "key_turns") == [[]]


@each(
    (["car", "book", "chair", "phone", "table", "cat"], []),
    (["car", "book", "chair", "phone", "table", "pets (e.g. hamster, the cat)"], []),
    (["car", "book", "chair", "phone", "table", "otter"], [1]),
    ([f"thing {n}" for n in range(15)] + ["pig"], []),
    ([f"thing {n}" for n in range(16)] + ["pig"], [1]),
)
def test_a_key_turn_leaves_none_of_the_five_anywhere_in_the_whole_next_list(
    after: list[str], felled: list[int]
) -> None:
    play = start()
    lists(play, 1, "cat", "dog", "cow", "hen", "pig", "otter")
    answer(play, "Is it alive?", "no")
    lists(play, 2, *after)
    assert figures(play, "key_turns") == [felled]
    assert [mark.why for mark in marks(play) if mark.kind == "key"] == [
        "ruled out all five it had in mind" for _ in felled
    ]


@CASES.each
def test_how_alike_the_openings_are(sessions: list[list[str]], overlap: float | None) -> None:
    assert opening_overlap(sessions) == pytest.approx(overlap)

"""Hashes of many numbers at once are those of each alone, and weights by them are those of `own`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.connections.test_bot import MEANING
from tui_arena.games.connections.bot.minds import Mind
from tui_arena.games.connections.bot.similarity import Lanes, mixed

NUMBERS = st.integers(0, 2**32 - 1)


@given(st.lists(NUMBERS, max_size=50), NUMBERS)
def test_many_hashes_are_those_of_each_alone(numbers: list[int], seed: int) -> None:
    assert Lanes(numbers).mixed(seed) == [mixed(seed ^ number) for number in numbers]


@pytest.mark.thorough
@given(
    st.sampled_from(MEANING.words),
    st.integers(0, 2**31),
    st.sampled_from(["a plain board", "salt water", "x"]),
)
def test_thoughts_of_a_clue_are_made_of_its_own_weights(word: str, vocabulary: int, clue: str) -> None:
    mind, said, prefix = Mind(MEANING, ("sea",), vocabulary), MEANING.said(clue), word[:1]
    thoughts = mind.thoughts(said, prefix, strays=0.35, recall=4)
    assert {*thoughts} >= {*mind.known(prefix, 4)}
    for n, found in thoughts.items():
        topics = MEANING.topics[n]
        base = sum(said.leaning.get(topic, 0) for topic in topics) // (len(topics) or 1)
        heard = sum(
            mind.own(voice.weights[voice.words.index(n)], n, voice.number, strays=0.35)
            for voice in said.voices(prefix)
            if n in voice.words
        )
        if not said.known_to.get(n):
            assert found == mind.own(base, n, strays=0.35) + heard + said.heard(prefix).plain.get(n, 0)

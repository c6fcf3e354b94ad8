"""The notation of phrases in `host.toml`, and the tables that are written in it."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from tests.games.bluffing.table import INFO
from tests.tables import Cases
from tui_arena.games.bluffing.bot.facts import facts_in
from tui_arena.games.bluffing.bot.reading import OPEN, YES_NO, StoryVocabulary

CASES = Cases(__file__)

SIGNS: Mapping[str, Mapping[str, str]] = INFO.speech["signs"]


@CASES.each
def test_a_phrase_is_found_in_whole_words(row: str, holds: str, lacks: str) -> None:
    words = StoryVocabulary({"slots": {"kinds": {}}, "signs": {"answers": {"key": row}}})
    assert (words.says("key", holds), words.says("key", lacks)) == (True, False)


def test_a_row_is_for_an_aspect_that_stories_have() -> None:
    for table, aspects in (("open", OPEN), ("half", OPEN), ("same", YES_NO), ("opposite", YES_NO)):
        assert set(SIGNS[table]) <= set(aspects)
    assert set(SIGNS["open"]) == set(OPEN)
    assert set(SIGNS["leads"]) | set(SIGNS["nouns"]) <= set(OPEN)


def test_a_phrase_of_a_row_has_no_part_that_nothing_can_be() -> None:
    for rows in SIGNS.values():
        for row in rows.values():
            for phrase in row.split(" / "):
                parts = phrase.split()
                assert parts
                assert all(all(part.strip("!?").split("|")) for part in parts), phrase
                assert any(part[0] != "!" and part[-1] != "?" for part in parts), phrase


@given(
    st.text(max_size=80),
    st.lists(st.sampled_from(["but", "…", "🙂", "(", ")", ".", "I was there", "Yes!", "and"]), max_size=8),
)
def test_any_text_has_its_facts(text: str, pieces: list[str]) -> None:
    known = StoryVocabulary(INFO.speech)
    for answer in (text, " ".join(pieces)):
        assert all(fact.slot for fact in facts_in("Were you there?", answer, "I rode a camel.", known))

"""The meaning of free questions, over a small table in this module."""

from __future__ import annotations

import time

from tests.questions.tables import knowledge
from tests.tables import Cases, each
from tui_arena.core.language.families import stem
from tui_arena.data.entity_decks import english
from tui_arena.questions.meaning import Is, masks, said, truth
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import understand

CASES = Cases(__file__)


TABLE = knowledge(CASES["TABLE"], english())
ENTITIES = TABLE.entities


def test_every_text_of_the_table_is_its_own_question() -> None:
    for question in TABLE.questions.values():
        for text in (question.text, *question.also):
            for wording in (text, text.rstrip("?").lower(), f"Hmm, {text}"):
                assert understand(wording, TABLE) == Is(question.id), wording
    for prop in TABLE.properties.values():
        assert [text for text in prop.heard if understand(text, TABLE) != Is(prop.id)] == []


def test_typos_are_corrected_to_the_words_by_which_phrases_are_found() -> None:
    phrases = phrases_of(TABLE)
    said = {*phrases.in_names, *phrases._by_word, *map(stem, phrases._by_word)}
    known = phrases.vocabulary()
    assert [word for word in said if (word in known) != phrases.knows(word)] == []
    assert len(said) > len(known & said) > 30


@CASES.each
def test_a_wording_has_its_meaning(text: str, meaning: str) -> None:
    found = understand(text, TABLE)
    assert found is not None
    assert said(found, TABLE) == meaning


@each(
    "",
    "?",
    "...",
    "is it",
    "is it wooden and frobnicated",
    "is it an animal that sings opera",
    "fnord",
    "a" * 5000,
)
def test_what_is_not_understood_as_a_whole_is_not_understood(text: str) -> None:
    assert understand(text, TABLE) is None


@CASES.each
def test_comparisons_and_spelling_part_the_deck(text: str, yes: str) -> None:
    found = understand(text, TABLE)
    assert found is not None
    assert {e.name for i, e in enumerate(ENTITIES) if truth(found, TABLE, i) == "yes"} == set(yes.split())


def test_the_sets_are_the_answers_of_each_entity() -> None:
    texts = (
        "wood or metal?",
        "is it not red",
        "red and edible?",
        "bigger than a hand?",
        "violin?",
        "what is it?",
    )
    for text in (*texts, "neither red nor wood", "does it start with c", "was it invented after 1900"):
        found = understand(text, TABLE)
        assert found is not None
        sets = masks(found, TABLE)
        for i in range(len(ENTITIES)):
            assert sets.of(truth(found, TABLE, i)) >> i & 1
        assert sets.yes | sets.no | sets.sometimes | sets.unknown == TABLE.everything
        assert sets.yes & sets.no == 0


@each("or " * 1700, "is it not " * 500, "a, " * 1600, "is it wood or " * 350, "¿?!" * 1700)
def test_no_question_is_slow(text: str) -> None:
    understand("warm", TABLE)
    start = time.thread_time()  # what it works: others may have the processor
    understand(text, TABLE)
    assert time.thread_time() - start < 0.5


@each(
    (),
    ("has wheels", "Wheels?", "is it a car? or a bike?", "It isn't one", "does it have 3 legs"),
    (
        "colour, size",
        "U.S. cities",
        "naïve café-owner",
        "a\nline break",
        "m&m's",
        "$5",
        "can't",
        "?",
        "u r colour",
    ),
    ("small " + "big " * 2000, "3 small"),
)
def test_words_of_many_texts_are_found_as_in_each_text(texts: tuple[str, ...]) -> None:
    found = TABLE.english.by_word(texts)
    said = [set(TABLE.english.flat(text)) for text in texts]
    assert {word: set(numbers) for word, numbers in found.items() if numbers} == {
        word: {number for number, words in enumerate(said) if word in words} for word in set().union(*said)
    }

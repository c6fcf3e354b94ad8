"""The meaning of free questions, over a small table in this module."""

from __future__ import annotations

import time

from tests.tables import Cases, each
from tui_arena.data.entity_decks import english
from tui_arena.questions.meaning import Is, masks, said, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Entity, Knowledge, Property, Scale

CASES = Cases(__file__)


def _property(id_: str, question: str, also: str = "", words: str = "") -> Property:
    return Property(
        id_, question, tuple(filter(None, also.split(" | "))), tuple(filter(None, words.split("; ")))
    )


PROPERTIES = (
    _property("alive", "Is it a living thing?", "Is it alive?", "living; living being; not inanimate"),
    _property("animal", "Is it an animal?", "", "creature"),
    _property("fruit", "Is it a fruit?"),
    _property("tool", "Is it a tool?", "", "used for work"),
    _property("wood", "Is there wood in it?", "Is it made of wood?", "wooden; wood"),
    _property("metal", "Is there metal in it?", "Is it made of metal?", "metallic; metal"),
    _property("wheels", "Does it have wheels?", "", "wheeled"),
    _property("edible", "Can you eat or drink it?", "Is it edible?", "you eat it; eaten"),
    _property("kitchen", "Would you find it in a kitchen?", "Is it found in the kitchen?", "in the kitchen"),
    _property("red", "Is it red?"),
    _property("green", "Is it green?"),
    _property("instrument", "Is it a musical instrument?"),
    _property("lives-water", "Does it live in water?", "", "aquatic; lives in water"),
    _property("flies", "Can it fly?", "Does it fly?"),
)
SCALES = (
    Scale(
        "size",
        "Is it bigger than {step}?",
        ("a grain of rice", "a coin", "a hand", "a loaf of bread", "a chair", "a person", "a car", "a house"),
        more=("bigger", "larger"),
        less=("smaller",),
    ),
    Scale("price", "Does it cost more than {limit} dollars?", limits=(10, 100), more=("cost more",)),
    Scale("since", "Was it invented after {limit}?", limits=(1000, 1900), more=("after",), less=("before",)),
)
ENTITIES = (
    Entity(
        "violin",
        ("fiddle",),
        facts={"wood": "yes", "instrument": "yes"},
        amounts={"size": (4, 5), "price": (200, 900), "since": (1530, 1530)},
    ),
    Entity("cat", facts={"alive": "yes", "animal": "yes"}, amounts={"size": (4, 4)}),
    Entity(
        "apple",
        facts={"fruit": "yes", "edible": "yes", "red": "sometimes", "alive": "sometimes", "kitchen": "yes"},
        amounts={"size": (3, 3)},
    ),
    Entity("tool", facts={"tool": "yes"}),
    Entity(
        "hammer",
        facts={"tool": "yes", "wood": "sometimes", "metal": "yes"},
        amounts={"size": (4, 4), "price": (15, 15), "since": (-3000, -3000)},
    ),
    Entity(
        "car",
        ("automobile",),
        facts={"metal": "yes", "wheels": "yes"},
        amounts={"size": (7, 7), "price": (30000, 30000), "since": (1886, 1886)},
    ),
    Entity("wheel", facts={"wood": "sometimes", "metal": "sometimes"}, amounts={"size": (5, 5)}),
    Entity("kitchen"),
)
TABLE = Knowledge(
    "small", ENTITIES, {p.id: p for p in PROPERTIES}, {s.id: s for s in SCALES}, english=english()
)


def test_every_text_of_the_table_is_its_own_question() -> None:
    for question in TABLE.questions.values():
        for text in (question.text, *question.also):
            for wording in (text, text.rstrip("?").lower(), f"Hmm, {text}"):
                assert understand(wording, TABLE) == Is(question.id), wording
    for prop in TABLE.properties.values():
        assert [text for text in prop.heard if understand(text, TABLE) != Is(prop.id)] == []


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

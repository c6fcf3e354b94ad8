"""The meaning of free questions, over a small table in this module."""

from __future__ import annotations

import time

import pytest

from tui_arena.data.entity_decks import english
from tui_arena.questions.meaning import Is, masks, said, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Entity, Knowledge, Property, Scale


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


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("is it a living being", "alive"),
        ("OK so, is the thing alive by any chance?", "alive"),
        ("alive?", "alive"),
        ("isn't it alive?", "alive"),
        ("is it not alive", "not alive"),
        ("it isn't edible, is it?", "edible"),
        ("it is not edible", "not edible"),
        ("non-living?", "not alive"),
        ("is it inanimate", "not alive"),
        ("made of wood?", "wood"),
        ("is it made out of wood or metal", "wood or metal"),
        ("neither wood nor metal?", "not (wood or metal)"),
        ("can you eat it", "edible"),
        ("is it something that people eat", "edible"),
        ("could I find one in the kitchen", "kitchen"),
        ("has it got wheels?", "wheels"),
        ("does it have wheels", "wheels"),
        ("is it a red fruit", "red and fruit"),
        ("is it a red or green fruit", "(red or green) and fruit"),
        ("is it an animal that lives in water", "animal and lives-water"),
        ("is it an animal but not aquatic", "animal and not lives-water"),
        ("is it metalic", "metal"),
        ("is it a violin?", "violin"),
        ("are you thinking of a fiddle", "violin"),
        ("I guess it's a violin", "violin"),
        ("a violin or a hammer?", "violin or hammer"),
        ("is it a kitchen", "kitchen"),
        ("a tool?", "tool"),
        ("is it a musical instrument", "instrument"),
        ("is it a zither?", "zither (not in the deck)"),
        ("what is it?", "asks for the answer"),
        ("give me a hint", "asks for the answer"),
    ],
)
def test_a_wording_has_its_meaning(text: str, meaning: str) -> None:
    found = understand(text, TABLE)
    assert found is not None
    assert said(found, TABLE) == meaning


@pytest.mark.parametrize(
    "text",
    [
        "",
        "?",
        "...",
        "is it",
        "is it wooden and frobnicated",
        "is it an animal that sings opera",
        "fnord",
        "a" * 5000,
    ],
)
def test_what_is_not_understood_as_a_whole_is_not_understood(text: str) -> None:
    assert understand(text, TABLE) is None


@pytest.mark.parametrize(
    ("text", "yes"),
    [
        ("is it bigger than a hand", "violin cat hammer car wheel"),
        ("bigger than a breadbox?", "car wheel"),
        ("smaller than a car?", "violin cat apple hammer wheel"),
        ("bigger than a cat?", "car wheel"),
        ("does it cost more than $100", "violin car"),
        ("was it invented before 1900", "violin hammer car"),
        ("was it invented in the 19th century", "car"),
        ("is it older than 100 years", "violin hammer car"),
        ("does it start with a vowel", "apple"),
        ("does it start with the letter c", "cat car"),
        ("does it have more than 5 letters", "violin hammer kitchen"),
    ],
)
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


@pytest.mark.parametrize(
    "text", ["or " * 1700, "is it not " * 500, "a, " * 1600, "is it wood or " * 350, "¿?!" * 1700]
)
def test_no_question_is_slow(text: str) -> None:
    understand("warm", TABLE)
    start = time.thread_time()  # what it works: others may have the processor
    understand(text, TABLE)
    assert time.thread_time() - start < 0.5

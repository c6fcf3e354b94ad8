"""The shipped decks of entities are sound."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise

import pytest

from tests.tables import Cases, each
from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.data.decks import ENTITIES, shipped_deck
from tui_arena.data.entity_decks import read_deck, table_of
from tui_arena.data.files import DECKS, read_rows
from tui_arena.questions.guesser import QuestionGuesser
from tui_arena.questions.table import ANSWERS, Answer, Knowledge, Masks, above

CASES = Cases(__file__)

CATALOGUE = Catalogue()
ENTITY = CATALOGUE.game("entity")
SUITE = 30


def items(name: str) -> list[dict[str, object]]:
    return [dict(item) for item in CATALOGUE.deck(name, ENTITY).deck.items]


def known(name: str) -> Knowledge:
    found: Knowledge | None = CATALOGUE.deck(name, ENTITY).deck.knowledge
    assert found is not None
    return found


def answers_of(knowledge: Knowledge, masks: Masks) -> list[Answer]:
    return [masks.answer(number) for number in range(len(knowledge))]


@each(("things", 1300, 17), ("celebrities", 250, 10))
def test_sizes(name: str, least: int, topics: int) -> None:
    deck = items(name)
    assert len(deck) >= least
    counts = Counter(item["topic"] for item in deck)
    assert len(counts) >= topics
    assert min(counts.values()) >= 20
    levels = Counter(item["difficulty"] for item in deck)
    assert set(levels) == {"easy", "medium", "hard"}
    assert min(levels.values()) >= len(deck) // 8


@each(*sorted(p.stem for p in DECKS.glob("*.tsv") if "entity" in read_rows(p.read_text("utf-8"))[0]))
def test_no_deck_has_a_fault(name: str) -> None:
    deck = shipped_deck(name, ENTITIES)
    assert deck is not None
    assert deck.knowledge is not None
    assert [entity.name for entity in deck.knowledge.entities] == [item["entity"] for item in deck.items]
    assert len(deck.knowledge) == len(deck.items)


def test_facts_are_read_once_when_the_first_is_needed() -> None:
    raw, decks = (DECKS / "celebrities-1.tsv").read_bytes(), partial(shipped_deck, kind=ENTITIES)
    early, late = (
        read_deck(raw, "", "celebrities-1", partial(table_of, None), decks, late=late)[0].knowledge
        for late in (False, True)
    )
    assert early is not None
    assert late is not None
    guesser = QuestionGuesser(late)
    assert early.is_read
    assert not late.is_read
    with ThreadPoolExecutor(4) as pool:
        first, *others = pool.map(lambda _: late.entities[0], range(4))
    assert late.is_read
    assert all(other is first for other in others)
    assert tuple(late.entities) == tuple(early.entities)
    assert guesser.belief(()) == QuestionGuesser(early).belief(())


@each("things", "celebrities")
def test_thirty_are_held_out(name: str) -> None:
    assert sum(bool(item["suite"]) for item in items(name)) == SUITE


def test_what_families_think_of_first_can_be_thought_of() -> None:
    first = """
        pot, bikini, sticky tape, postcard, road, sword, bell, letterbox, fence, toothpick, zip, button, tattoo,
        lipstick, perfume, game console, wi-fi, lift, escalator, helmet, sauna, lighter, ashtray, sundial, fossil,
        feather, nest, seashell, pearl, beehive, eiffel tower, statue of liberty, big ben, great wall of china,
        bow and arrow, tea bag, traffic lights, stop sign, nail varnish, contact lenses, shopping trolley,
        steering wheel, seat belt, cobweb, compass, pill, pram, nappy, dummy, tuk-tuk, sari, taj mahal, crisps
    """
    deck = shipped_deck("things", ENTITIES)
    assert deck is not None
    names = {fold(each) for item in deck.items for each in (item["entity"], *item["aliases"])}
    assert [each for part in first.split(",") if fold(each := part.strip()) not in names] == []


def test_a_hundred_objects_in_two_halves() -> None:
    deck = items("objects")
    halves = Counter(item["set"] for item in deck)
    assert halves == {"1": 50, "2": 50}
    assert {fold(str(item["entity"])) for item in deck} <= set(known("things").numbers)


def test_characters_are_told_apart_by_what_is_known_of_them() -> None:
    deck = shipped_deck("characters", ENTITIES)
    assert deck is not None
    assert deck.knowledge is not None
    entities = deck.knowledge.entities
    assert len(entities) >= 200
    assert min(sum(answer == "yes" for answer in of.facts.values()) for of in entities) >= 8
    facts = [tuple(sorted(of.facts.items())) for of in entities]
    assert len(set(facts)) == len(facts)


@CASES.each
def test_whom_families_think_of_first_can_be_thought_of(names: str) -> None:
    knowledge = CATALOGUE.deck("anything", CATALOGUE.game("akinator")).deck.knowledge
    assert knowledge is not None
    assert [name for name in names.split(", ") if fold(name) not in knowledge.numbers] == []


def test_a_challenge_of_things_that_models_did_not_find() -> None:
    deck = items("beat-the-models")
    assert len(deck) == 8
    assert {item["difficulty"] for item in deck} == {"hard"}
    assert [known("beat-the-models").answer(i, "made") for i in range(8)].count("yes") == 8


@each("objects-1.tsv", "beat-the-models-1.tsv", "things-2.tsv", "celebrities-2.tsv", "characters-1.tsv")
def test_sorted_and_unique(name: str) -> None:
    lines = (DECKS / name).read_text("utf-8").splitlines()
    names = [fold(line.split("\t")[0]) for line in lines if line[0] != "#"][1:]
    assert all(a < b for a, b in pairwise(names))


@each("things", "celebrities", "characters")
def test_no_fact_contradicts_another_and_no_name_stands_twice(name: str) -> None:
    deck = shipped_deck(name, ENTITIES)  # raises an error at the first fault
    assert deck is not None
    names = [fold(each) for item in deck.items for each in (item["entity"], *item["aliases"])]
    assert len(names) == len(set(names))


def test_a_name_belongs_to_one_entity_of_the_joined_deck_and_is_no_association_of_it() -> None:
    decks = [shipped_deck(name, ENTITIES) for name in ("things", "celebrities", "characters")]
    entities = [entity for deck in decks if deck and deck.knowledge for entity in deck.knowledge.entities]
    owners: dict[str, str] = {}
    taken = [
        (entity.name, name, owner)
        for entity in entities
        for name in entity.names
        if (owner := owners.setdefault(fold(name), entity.name)) != entity.name
    ]
    associated = [
        (entity.name, phrase)
        for entity in entities
        for phrase in {fold(each) for each in entity.about} & set(map(fold, entity.names))
    ]
    assert (taken, associated) == ([], [])


@each("things", "celebrities")
def test_what_is_implied_holds_of_every_entity(name: str) -> None:
    knowledge = known(name)
    for prop in knowledge.properties.values():
        yes = knowledge.masks[prop.id].yes
        for token in prop.implies:
            masks = knowledge.masks[token.lstrip("-~?")]
            against = masks.yes if token[0] == "-" else masks.no
            broken = yes & against
            assert not broken, (prop.id, token, knowledge.entities[broken.bit_length() - 1].name)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["things", "celebrities"])
def test_every_entity_can_be_told_apart(name: str) -> None:
    knowledge = known(name)
    answers = zip(*(answers_of(knowledge, masks) for masks in knowledge.masks.values()), strict=True)
    alike: dict[tuple[Answer, ...], list[str]] = {}
    for entity, row in zip(knowledge.entities, answers, strict=True):
        alike.setdefault(row, []).append(entity.name)
    assert [names for names in alike.values() if len(names) > 1] == []


@each("things", "celebrities")
def test_every_property_is_asked_in_several_ways_and_divides_the_deck(name: str) -> None:
    knowledge = known(name)
    table = table_of(None, name)
    assert table is not None
    assert table.faults == ()
    for prop in knowledge.properties.values():
        assert prop.question.endswith("?")
        assert len(prop.also) + len(prop.words) >= 2, prop.id
        assert 0 < knowledge.masks[prop.id].yes.bit_count() < len(knowledge), prop.id


@each("things", "celebrities")
def test_answers_and_sets_of_entities_agree(name: str) -> None:
    knowledge = known(name)
    for question, masks in knowledge.masks.items():
        parts = [masks.of(answer) for answer in ANSWERS]
        assert sum(part.bit_count() for part in parts) == len(knowledge)
        scale, _, threshold = question.partition(">")
        for i in range(0, len(knowledge), 97):
            entity = knowledge.entities[i]
            own = entity.facts.get(question, "no")
            if threshold:
                own = above(entity.amounts.get(scale), float(threshold), knowledge.scales[scale].absent)
            assert knowledge.answer(i, question) == own

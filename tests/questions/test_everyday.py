"""Questions as people ask them, answered for the shipped decks."""

from __future__ import annotations

import pytest

from tui_arena.data import Catalogue
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.everyday_questions import EVERYDAY
from tui_arena.questions.reading.phrases import flat, phrases_of
from tui_arena.questions.table import Knowledge

CATALOGUE = Catalogue()


def known(deck: str) -> Knowledge:
    found: Knowledge | None = CATALOGUE.deck(deck, CATALOGUE.game("akinator")).deck.knowledge
    assert found is not None
    return found


def told(deck: str, entity: str, question: str) -> str:
    return judged(question, (entity,), known(deck), "hard").answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("zoo", "do most villages have their own one", "no"),
        ("refrigerator", "is it in pretty much every home", "yes"),
        ("toaster", "most kitchens have one dont they", "yes"),
        ("zombie", "would you be happy if one came to your house", "no"),
        ("zombie", "would most people be sad to meet one", "yes"),
        ("scissors", "do you let a two year old play with it alone", "no"),
        ("phoenix", "has anybody ever caught a real one", "no"),
        ("blackboard", "is it softer than a pillow", "no"),
        ("pillow", "is it softer than a hammer", "yes"),
        ("horse", "is it slower than a car", "unknown"),
        ("computer", "did knights have one", "no"),
        ("bread", "did the romans have it", "yes"),
        ("website", "did my great grandma have one as a kid", "no"),
        ("kitchen", "is it where you cook, normaly", "yes"),
        ("skirt", "is it clothing, most of them", "yes"),
        ("toothpaste", "should i swallow a big spoonful of it", "no"),
    ],
)
def test_everyday_frames_and_remarks(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("ice cream", "is it cold", "yes"),
        ("lion", "is it cold", "no"),
        ("coffee", "is it hot", "yes"),
        ("Wi-Fi", "can you see it", "no"),
        ("wind", "can you feel it", "yes"),
        ("wedding dress", "do men usually wear it", "no"),
        ("T-shirt", "do women wear it", "yes"),
        ("dragon", "have you ever seen one", "no"),
        ("lion", "does it eat people sometimes", "yes"),
        ("carrot", "does it eat people", "no"),
        ("carrot", "do people eat it", "yes"),
    ],
)
def test_everyday_words_mean_what_people_mean(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


def test_what_happens_sometimes_can_happen_and_does_not_always() -> None:
    assert told("things", "eel", "do you eat it") == "sometimes"
    assert told("things", "eel", "can you eat it") == "yes"
    assert told("things", "eel", "is it always electric") == "no"
    assert told("things", "eel", "are some of them electric, some of them") == "yes"


def test_what_the_table_is_silent_about_is_told_by_associated_words() -> None:
    assert told("things", "refrigerator", "do you keep milk in it") == "yes"
    assert told("things", "hammer", "do you keep milk in it") == "no"


def test_a_word_more_than_the_table_knows_leaves_a_no_open() -> None:
    assert told("things", "toaster", "would you take it in the bathtub, hopefully") != "yes"
    assert told("things", "polar bear", "coca cola used it in ads") == "yes"
    assert told("things", "hammer", "coca cola used it in adverts by stalwarts") == "unknown"


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("things", "bookshelf", "do you sit on it", "no"),
        ("things", "stomach", "is it on your head", "no"),
        ("things", "pancake", "does it come in a can", "no"),
        ("things", "toothpaste", "do you use it in the morning", "yes"),
        ("celebrities", "Greta Thunberg", "is she an opera singer", "no"),
        ("celebrities", "Friedrich Nietzsche", "did he have a big moustache", "yes"),
        ("celebrities", "Desmond Tutu", "did he support apartheid", "unknown"),
    ],
)
def test_only_what_is_said_of_it_as_a_whole_turns_a_no(
    deck: str, entity: str, question: str, answer: str
) -> None:
    assert told(deck, entity, question) == answer


def test_a_word_that_hardly_any_thing_has_makes_no_no() -> None:
    assert told("things", "hammer", "do you need a periscope for it") == "unknown"
    assert told("things", "pillow", "is there mustard on it") == "no"


@pytest.mark.parametrize(
    ("person", "question", "answer"),
    [
        ("Freddie Mercury", "is he still touring", "no"),
        ("Maria Callas", "is she still performing", "no"),
        ("Freddie Mercury", "is he still famous", "yes"),
        ("Walt Disney", "does his company still exist today", "yes"),
        ("Gabriel García Márquez", "is he colombian", "yes"),
        ("Richard the Lionheart", "did he have a phone", "no"),
        ("Barack Obama", "did he have a phone", "yes"),
        ("Julie Andrews", "is she under 50", "no"),
        ("Prince", "is that his real name", "yes"),
        ("Wolfgang Amadeus Mozart", "did he live longer than 50 years", "no"),
        ("Tim Berners-Lee", "is he still with us", "yes"),
    ],
)
def test_questions_about_people(person: str, question: str, answer: str) -> None:
    assert told("celebrities", person, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("milk", "does it go bad after a while", "yes"),
        ("salt", "does it go bad", "no"),
        ("soap", "does it get smaller as you use it up", "yes"),
        ("hammer", "does it run out", "no"),
        ("kick scooter", "can 5 people ride it at once", "no"),
        ("sofa", "can more than one person sit on it", "yes"),
        ("seesaw", "is it for one person only", "no"),
        ("guitar", "is it hard to learn", "yes"),
        ("bicycle", "does it pollute", "no"),
        ("sofa", "would i need help to carry it", "yes"),
        ("website", "is it older than the romans", "no"),
        ("chess set", "did they have it hundreds of years ago", "yes"),
        ("sneaker", "do people wear only one", "no"),
        ("finger", "do most people have a bunch of them", "yes"),
        ("ear", "can you hear with it", "yes"),
        ("mouth", "can you see with it", "no"),
        ("fork", "can you eat with it", "yes"),
        ("recorder", "can you buy one in a shop", "yes"),
        ("police officer", "are they allowed to arrest people", "yes"),
        ("nurse", "do they help sick people", "yes"),
        ("moon", "is it hot like the sun", "no"),
        ("pigeon", "is it dangerous like a lion", "no"),
        ("teddy bear", "is it a real animal", "no"),
        ("goose", "webbed feet?", "yes"),
        ("knife", "can you cut it", "yes"),
    ],
)
def test_what_comes_with_anything_is_read_as_it_is_meant(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("volcano", "can it destroy a city", "unknown"),
        ("bamboo", "does it grow very slow", "unknown"),
        ("nurse", "do they work with animals", "unknown"),
        ("banana", "does it have stairs", "no"),
    ],
)
def test_what_is_not_sure_is_not_said(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("John F. Kennedy", "did somebody shoot him", "yes"),
        ("Rumi", "was he christian", "no"),
        ("Marie Curie", "did she go to university", "yes"),
        ("Greta Garbo", "is she on tiktok", "no"),
        ("Hannibal", "did he live before jesus", "yes"),
        ("Hippocrates", "is he younger than my dad", "no"),
        ("Lionel Messi", "could i meet him today", "yes"),
        ("Queen Elizabeth II", "did she have four kids", "yes"),
        ("Desmond Tutu", "did he support apartheid", "unknown"),
        ("Spartacus", "did he rule rome as emperor", "sometimes"),
        ("Maria Callas", "did she sing opera", "yes"),
    ],
)
def test_what_comes_with_anybody_is_read_as_it_is_meant(entity: str, question: str, answer: str) -> None:
    assert told("celebrities", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("Shrek", "is he a human being", "no"),
        ("Barack Obama", "is he human", "yes"),
        ("Tom Hanks", "is he in movies", "yes"),
        ("Adele", "does she sing", "yes"),
        ("Barack Obama", "is he rich", "yes"),
        ("Barack Obama", "does he have kids", "yes"),
        ("Barack Obama", "is he still alive", "yes"),
        ("Harry Potter", "is he still alive", "no"),
        ("Harry Potter", "is he from a book", "yes"),
        ("Harry Potter", "Does this character have children?", "sometimes"),
        ("penguin", "can it fly", "no"),
    ],
)
def test_people_and_characters_in_one_game(entity: str, question: str, answer: str) -> None:
    assert told("anything", entity, question) == answer


def test_every_line_of_everyday_questions_counts_in_a_deck() -> None:
    decks = [known("things"), known("celebrities"), known("anything")]
    read = {text for deck in decks for text in phrases_of(deck).exact}
    lines = [line.partition(" = ")[0].split("|")[0] for line in EVERYDAY.strip().splitlines()]
    assert len(lines) > 150
    assert [line for line in lines if tuple(flat(line)) not in read] == []


def test_an_everyday_question_is_no_other_reading() -> None:
    assert judged("does it go bad", ("milk",), known("things"), "hard").took == ""

"""Questions as people ask them, answered for the shipped decks."""

from __future__ import annotations

import pytest

from tui_arena.data import Catalogue
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.everyday_questions import EVERYDAY
from tui_arena.questions.reading.evidence import likelihood
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
    assert told("things", "polar bear", "coca cola used it in adverts by stalwarts") == "unknown"
    assert told("things", "hammer", "coca cola used it in adverts by stalwarts") == "no"


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


def test_a_word_that_hardly_any_thing_has_makes_a_no_if_nothing_speaks_for_a_yes() -> None:
    assert told("things", "hammer", "do you need a periscope for it") == "unknown", "hardly anybody has one"
    assert told("things", "pillow", "is there ketchup on it") == "no"
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
        ("boxing", "do the participants wear gloves", "unknown"),
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
    assert [line for line in lines if tuple(flat(line.removeprefix("!"))) not in read] == []


def test_an_everyday_question_is_no_other_reading() -> None:
    assert judged("does it go bad", ("milk",), known("things"), "hard").took == ""


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("boxing", "can u kick the other guy", "no"),
        ("teapot", "is it used to fry eggs", "no"),
        ("birthday", "can you put it in a box", "no"),
        ("boxing", "is it played by teams of eleven", "no"),
        ("teapot", "can you pour tea from it", "yes"),
        ("bakery", "is it open very early", "unknown"),
    ],
)
def test_what_all_words_speak_against_is_a_no(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


def test_what_is_much_like_a_thing_that_has_a_word_may_have_it_too() -> None:
    things = known("things")
    phrases = phrases_of(things)
    words = ["does", "it", "have", "syrup"]
    without = list(things.numbered(("donut", "hammer", "stapler")))
    donut, hammer, stapler = (likelihood(words, "unknown", phrases, number) for number in without)
    assert donut > hammer
    assert hammer == pytest.approx(stapler, abs=0.1)


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("things", "zombie", "is it a real person", "no"),
        ("anything", "Jerry", "is it a real living creature", "no"),
        ("anything", "Dorothy Gale", "did she really live", "no"),
        ("anything", "King Kong", "is it a giant ape", "yes"),
        ("things", "hammer", "is it a real tool", "yes"),
        ("things", "birthday", "candles?", "yes"),
        ("things", "leash", "dog?", "no"),
        ("things", "shorts", "is it a holiday", "no"),
        ("things", "butter", "does it melt if i leave it in the sun", "yes"),
        ("things", "viola", "is it smaller than a violin", "sometimes"),
        ("things", "boxing", "is it small", "no"),
        ("celebrities", "Bruce Springsteen", "did he write born in the usa", "yes"),
        ("celebrities", "Mary Shelley", "was her husband a poet", "yes"),
    ],
)
def test_what_is_real_what_it_is_and_what_it_has_are_kept_apart(
    deck: str, entity: str, question: str, answer: str
) -> None:
    assert told(deck, entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("Mona Lisa", "is it huge like a whole wall", "no"),
        ("llama", "does he have a hump on the back like a camel", "no"),
        ("hedge", "can it work like a fence", "yes"),
        ("broom", "what color is it, brown?", "yes"),
        ("broom", "where would i find it, at home?", "yes"),
        ("tooth fairy", "is it real or pretend.. is it real", "sometimes"),
        ("birthday", "is it always the same size", "no"),
        ("Stonehenge", "is there only one in the world", "yes"),
        ("broom", "is there only one in the world", "no"),
        ("vulture", "does it eat only seeds and fruit", "no"),
        ("bathroom", "is it normally the biggest room in a house", "unknown"),
        ("hammer", "is it the tallest animal", "no"),
        ("canoe", "can it carry 100 people", "no"),
        ("bus", "can it carry 30 people", "yes"),
        ("butter", "is it harder than wood", "no"),
        ("broom", "older than spongebob", "yes"),
        ("light bulb", "older than dracula", "yes"),
        ("laptop", "is it newer than minecraft", "no"),
        ("zombie", "if it bites me do i turn into one", "unknown"),
        ("can opener", "would a cat be excited to hear you use it", "sometimes"),
    ],
)
def test_likenesses_suggestions_and_superlatives_are_read(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("hammer", "can i buy it", "yes"),
        ("hammer", "is it a brand", "no"),
        ("broom", "alive?", "no"),
        ("piano", "do we need it to live", "no"),
        ("heart", "do we need it to live", "yes"),
        ("ice cream", "do most people like it", "yes"),
        ("Christmas", "does it happen every year", "yes"),
        ("hammer", "does it happen every year", "no"),
        ("candle", "does it burn", "yes"),
        ("giraffe", "does it have stripes", "no"),
        ("zebra", "does it have stripes", "yes"),
        ("cow", "does it give milk", "yes"),
        ("chicken", "does it give us milk", "no"),
        ("pancake", "does it have eggs in it", "yes"),
        ("salad", "is it fattening", "no"),
        ("driver's license", "fits in a wallet?", "yes"),
        ("faucet", "can you turn it on and off", "yes"),
        ("bakery", "can you buy things there", "yes"),
        ("bakery", "is it a city", "no"),
        ("soccer", "do people watch it", "yes"),
        ("Easter", "can you touch it", "no"),
        ("waterfall", "does it move", "yes"),
        ("nose", "is it inside the body", "no"),
        ("butcher", "do they sell things", "yes"),
    ],
)
def test_what_anybody_asks_of_things_means_what_people_mean(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("deck", "person", "question", "answer"),
    [
        ("celebrities", "Albert Einstein", "is he still famous today", "yes"),
        ("celebrities", "Albert Einstein", "is he older than me", "yes"),
        ("celebrities", "Albert Einstein", "did he die recently", "no"),
        ("celebrities", "Lionel Messi", "is he single", "no"),
        ("celebrities", "Lionel Messi", "do kids like him", "yes"),
        ("celebrities", "Muhammad Ali", "is he the best in the world", "yes"),
        ("anything", "Black Widow", "is she in the avengers", "yes"),
        ("anything", "Puss in Boots", "does he wear something on his head", "yes"),
        ("anything", "Dorothy Gale", "is she from a movie", "yes"),
        ("anything", "Gollum", "is he nice", "no"),
        ("anything", "Batman", "does he help people", "yes"),
    ],
)
def test_what_anybody_asks_of_people_means_what_people_mean(
    deck: str, person: str, question: str, answer: str
) -> None:
    assert told(deck, person, question) == answer


@pytest.mark.parametrize(
    "frame",
    [
        "may I enquire whether it is {}",
        "tell me, good fellow, is it {}",
        "strictly speaking, is it {}",
        "is it, perchance, {}",
        "am i correct that it's {}",
        "could one say it is {}",
        "i put it to you that it is {}",
        "would most people call it {}",
        "could it be described as {}",
        "so we're talking about {}?",
        "gimme a sec... is it {}",
        "nope? then is it {}",
        "wait, so its {}?",
        "first things first is it {}",
        "is it {} thx",
        "is it {} or no",
        "would you agree that it's {}",
    ],
)
def test_how_somebody_opens_and_ends_a_question_changes_nothing(frame: str) -> None:
    assert told("things", "canary", frame.format("an animal")) == "yes"
    assert told("things", "hammer", frame.format("an animal")) == "no"
    assert told("celebrities", "Taylor Swift", frame.format("a singer").replace(" it", " she")) == "yes"

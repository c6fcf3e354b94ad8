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
    return judged(question, (entity,), known(deck)).answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is it made of glass", "sometimes"),
        ("is it mostly made of glass", "no"),
        ("does it have to be made of glass", "no"),
    ],
)
def test_what_is_so_only_sometimes_is_one_or_the_other_and_not_mostly(question: str, answer: str) -> None:
    assert told("things", "bowl", question) == answer


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


def test_a_word_that_a_thing_has_not_makes_a_no() -> None:
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
    assert judged("does it go bad", ("milk",), known("things")).took == ""


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("boxing", "can u kick the other guy", "unknown"),
        ("teapot", "is it used to fry eggs", "unknown"),
        ("birthday", "can you put it in a box", "no"),
        ("boxing", "is it played by teams of eleven", "no"),
        ("teapot", "can you pour tea from it", "yes"),
        ("bakery", "is it open very early", "unknown"),
    ],
)
def test_what_words_alone_speak_against_is_open(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("anything", "Dorothy Gale", "did she really live", "no"),
        ("things", "hammer", "is it a real tool", "yes"),
        ("things", "leash", "dog?", "no"),
        ("things", "shorts", "is it a holiday", "no"),
        ("things", "viola", "is it smaller than a violin", "sometimes"),
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


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("hat", "do you put it on your head", "yes"),
        ("glove", "do you put it on your hand", "yes"),
        ("dog", "does it have bones", "yes"),
        ("spoon", "does it make honey", "no"),
        ("spider", "does it give milk", "no"),
        ("guitar", "do you play it", "yes"),
        ("piano", "does it have a door", "no"),
        ("hammer", "does it have windows", "no"),
        ("hand", "is it a feeling", "no"),
        ("sun", "can you grow it", "no"),
        ("spider", "does it have six legs", "no"),
        ("rain", "does it come from a plant", "no"),
        ("soap", "can it make you ill", "no"),
    ],
)
def test_what_any_thing_may_be_asked_is_asked_of_the_right_kinds(
    entity: str, question: str, answer: str
) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("spider", "is it made of wood", "no"),  # it lives in woods
        ("pencil", "does it give light", "no"),  # it is light
        ("pencil", "is it made of wood", "yes"),
    ],
)
def test_the_table_answers_what_is_asked_word_for_word(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("Usain Bolt", "is he jamaican", "yes"),
        ("Usain Bolt", "is he cuban", "no"),
        ("Isaac Newton", "was he scottish", "no"),
        ("Ludwig van Beethoven", "was he deaf", "yes"),
        ("Ludwig van Beethoven", "was he blind", "no"),
        ("Mahatma Gandhi", "was he a pope", "no"),
        ("Florence Nightingale", "was she a nurse", "yes"),
        ("Marie Curie", "was she a nurse", "no"),
        ("Tom Hanks", "is he a billionaire", "no"),
        ("Tiger Woods", "is he a billionaire", "yes"),
        ("Sachin Tendulkar", "does he play baseball", "no"),
        ("Barack Obama", "did he have long hair", "no"),
        ("Michael Jackson", "did he have long hair", "yes"),
        ("Charlie Chaplin", "is he evil", "no"),  # he played a dictator
        ("Usain Bolt", "was he strong", "yes"),
        ("Tom Hanks", "did he go to war", "no"),
        ("Isaac Newton", "was he good at school", "yes"),
        ("Tom Hanks", "did he have a job", "yes"),
    ],
)
def test_what_is_true_of_a_part_of_a_kind_is_told_of_each(entity: str, question: str, answer: str) -> None:
    assert told("celebrities", entity, question) == answer


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("celebrities", "Wolfgang Amadeus Mozart", "was he around in the sixties", "no"),
        ("celebrities", "Elvis Presley", "was he a star in the fifties", "yes"),
        ("celebrities", "Elvis Presley", "was he famous in the thirties", "no"),
        ("celebrities", "Valentina Tereshkova", "did she go up there in the sixties", "unknown"),
        ("celebrities", "Mary Shelley", "did she go up there in the sixties", "no"),
        ("celebrities", "Mary Shelley", "has she been dead for 100 years", "yes"),
        ("celebrities", "Elvis Presley", "is he dead for more than 100 years", "no"),
        ("celebrities", "Albert Einstein", "was he famous while he was alive", "yes"),
        ("celebrities", "Vincent van Gogh", "was he famous in his lifetime", "no"),
        ("celebrities", "Albert Einstein", "did he become famous after he died", "no"),
        ("celebrities", "Albert Einstein", "was he already famous as a child", "no"),
        ("celebrities", "Michael Jackson", "was he a child star", "yes"),
        ("anything", "Wolfgang Amadeus Mozart", "was he around in the sixties", "no"),
        ("anything", "telephone", "was it around in the sixties", "yes"),
        ("anything", "Donald Duck", "was he famous in the sixties", "unknown"),
        ("things", "telephone", "was it invented in the sixties", "no"),
    ],
)
def test_when_somebody_lived_and_was_known_is_read(
    deck: str, entity: str, question: str, answer: str
) -> None:
    assert told(deck, entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("drum", "does it make a loud nosie", "yes"),  # two letters swapped, no nose
        ("swimming pool", "does it smell of clorine", "yes"),
        ("spider", "dose it have a web", "yes"),
        ("mustard", "is it spicey", "yes"),
        ("wedding", "is it a hapy day", "yes"),
    ],
)
def test_short_words_and_swapped_letters_are_mended(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("Harry Potter", "does he wear clothes", "yes"),
        ("Harry Potter", "does he have hair", "yes"),
        ("Homer Simpson", "does he have a family", "yes"),
        ("Lionel Messi", "does he eat", "yes"),
        ("hammer", "does it eat", "no"),
    ],
)
def test_characters_are_dressed_and_eat_as_people_do(entity: str, question: str, answer: str) -> None:
    assert told("anything", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("sofa", "is it like something you'd see in a living room", "yes"),
        ("church", "is it like a thing you'd carry", "no"),
        ("knife", "could you like cut yourself with it", "yes"),
        ("coffee", "do people drink it like in the morning", "yes"),
        ("hammer", "is it like, alive?", "no"),
        ("elephant", "is it like, alive?", "yes"),
        ("spoon", "is it for music or like dancing", "no"),
        ("lion", "is it a wild animal, kinda like a tiger", "yes"),
        ("football", "is it a sport, such as tennis", "yes"),
        ("tiger", "what does it look like is it striped", "yes"),
    ],
)
def test_a_like_that_fills_a_pause_or_begins_an_example_asks_nothing(
    entity: str, question: str, answer: str
) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("elephant", "is it bigger than a human being", "yes"),
        ("truck", "is it larger in size than a cow", "yes"),
        ("car", "does it cost more than 5 lakh rupees", "yes"),
        ("bread", "would it cost more than two thousand yen", "no"),
        ("coin", "will it fit in my trouser pocket", "yes"),
        ("fork", "can it be held easily in one hand", "yes"),
        ("train", "can more than a hundred people sit in it", "yes"),
    ],
)
def test_sizes_and_prices_are_read_in_anybodys_words(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("oven", "would my aunt use it every day", "yes"),
        ("trumpet", "would my mum use it every day", "no"),
        ("kettle", "would my granny have it", "yes"),
        ("helicopter", "do i have one at home d'ya think", "no"),
        ("bra", "is it something ladies would wear more than gents", "yes"),
        ("walking stick", "is it something old people would use", "yes"),
        ("knitting", "is it more of a granny thing", "yes"),
        ("toothbrush", "would two people share it", "no"),
        ("toothbrush", "does everyone have their own", "yes"),
        ("kettle", "would one cook with it", "yes"),
        ("hammer", "is it something you cook with", "no"),
        ("ice cream", "are children crazy about it", "yes"),
        ("coffee", "are kids very keen on it", "no"),
        ("bakery", "do you eat it", "no"),
        ("kettle", "have you one here in the house", "yes"),
        ("key", "would you be in trouble if you lost it", "yes"),
    ],
)
def test_whoever_has_uses_or_likes_it_is_read(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("bedroom", "is it outside the house", "no"),
        ("rabbit", "might you come across it in a forest", "yes"),
        ("hospital", "is it in canada", "yes"),
        ("kangaroo", "is it in norway", "no"),
        ("Colosseum", "is it in china", "no"),
        ("library", "would you be sad going there", "no"),
        ("zombie", "would you be scared or sad to meet it", "yes"),
        ("supermarket", "is there loads of them or just one", "yes"),
        ("moon", "is there lots of them or only one", "no"),
        ("Eiffel Tower", "is there more than one of them in the world", "no"),
        ("map", "does it help you find your way", "yes"),
        ("cave", "would you go in it, like a house", "yes"),
        ("pizza", "would you have it for your tea then, like a curry", "yes"),
        ("piano", "is it kept in the sitting room", "yes"),
    ],
)
def test_where_it_is_and_how_many_there_are_is_read(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("person", "question", "answer"),
    [
        ("Ryan Reynolds", "is he canadian, kinda like jim carrey", "yes"),
        ("Cleopatra", "has she expired", "yes"),
        ("Barack Obama", "has he departed this life", "no"),
        ("Barack Obama", "is he dead or alive", "no"),
        ("Cleopatra", "did she live like before there was tv and cars", "yes"),
        ("Napoleon", "did he rule over a country or kingdom", "yes"),
        ("Marie Curie", "did she rule over a country or kingdom", "no"),
        ("Angela Merkel", "is she from the country of germany", "yes"),
        ("Albert Einstein", "was his mother tongue german", "yes"),
        ("Elvis Presley", "is he known on account of a scientific contribution", "no"),
        ("Mother Teresa", "did she do religious or charitable work", "yes"),
        ("Meryl Streep", "has she received an academy award", "yes"),
        ("Emma Watson", "did she start her career as a child artist", "yes"),
        ("Elvis Presley", "do we use the thing he made every day", "no"),
        ("Taylor Swift", "does she belong to the present century", "yes"),
        ("Lady Gaga", "does she act also", "yes"),
        ("Billie Eilish", "is she a young thing, under forty", "yes"),
        ("Taylor Swift", "would my sister like her", "yes"),
        ("Chris Hemsworth", "did he do any marvel films", "yes"),
    ],
)
def test_what_is_asked_of_people_in_other_peoples_english_is_read(
    person: str, question: str, answer: str
) -> None:
    assert told("celebrities", person, question) == answer


def test_a_telling_word_after_do_is_not_dropped() -> None:
    assert told("celebrities", "Meryl Streep", "did she do any marvel films") != "yes"

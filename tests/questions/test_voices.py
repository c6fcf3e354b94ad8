"""Questions in many voices: slang, hedges, comparisons with anything at hand, and what a kind is asked."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.questions.test_everyday import told
from tui_arena.questions import slang
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.table import Entity, Knowledge, Property


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("things", "kangaroo", "aussie thing?", "yes"),
        ("things", "Mars", "is it bigger than the whole country of France?", "yes"),
        ("things", "moon", "bigger than the sun", "no"),
        ("things", "Mars", "Hotter than the sun?", "no"),
        ("things", "snail", "slower than walking", "yes"),
        ("things", "Earth", "am i standing on it", "yes"),
        ("things", "moon", "do we live on it", "no"),
        ("things", "ball", "Listen, buddy, is it round, more or less?", "yes"),
        ("things", "air", "Can ya see straight through it to the other side?", "yes"),
        ("things", "dog", "does it have a heartbeat", "yes"),
        ("things", "daisy", "has it got a pulse", "no"),
        ("things", "sword", "is it one of the seven dwarfs", "no"),
        ("things", "ruler", "Is it for measuring how wide something is?", "yes"),
        ("things", "pot", "do i use it for cooking the adobo", "yes"),
        ("things", "umbrella", "do you need it when it rains", "yes"),
        ("things", "swimming", "do you do it while you're asleep", "no"),
        ("things", "hammer", "is it something you can't even see, like love", "no"),
        ("things", "pencil", "can you write with it", "yes"),
        ("celebrities", "Usain Bolt", "comes from an island?", "yes"),
        ("celebrities", "Genghis Khan", "did he start a war", "yes"),
        ("celebrities", "Elton John", "did she start a war", "no"),
        ("celebrities", "Elton John", "is he openly gay", "yes"),
        ("celebrities", "Steffi Graf", "is she retired by now", "yes"),
        ("celebrities", "Prince William", "is he gonna be king", "yes"),
        ("celebrities", "Bob Dylan", "was he shot dead by a madman", "no"),
        ("celebrities", "Plato", "known for thinking rather than for fighting?", "yes"),
        ("things", "pancake", "do u eat it for brekkie", "yes"),
        ("things", "umbrella", "does it cost loads", "no"),
        ("things", "gold", "would it cost an arm and a leg", "yes"),
        ("things", "kangaroo", "does it live in the artic", "no"),
        ("things", "tiger", "is it a big pussycat basically", "yes"),
        ("things", "beer", "does it get you sloshed", "yes"),
        ("things", "clover", "does it weigh a ton", "no"),
        ("celebrities", "Elvis Presley", "rocknroll?", "yes"),
        ("celebrities", "James Cook", "was he a pom", "yes"),
        ("celebrities", "Walt Disney", "is he still knocking about", "no"),
        ("celebrities", "Albert Einstein", "did he kick the bucket", "yes"),
        ("celebrities", "Taylor Swift", "is she loaded", "yes"),
        ("anything", "Bluey", "is she a puppy", "yes"),
        ("things", "lamp", "can i lift it up", "yes"),
        ("things", "chameleon", "would one find it out of doors", "yes"),
        ("celebrities", "Georgia O'Keeffe", "is it a chick", "yes"),
        ("celebrities", "Whitney Houston", "did she belt out tunes", "yes"),
        ("celebrities", "Steffi Graf", "is tennis her thing", "yes"),
        ("celebrities", "Steffi Graf", "Is music her profession?", "no"),
        ("celebrities", "Leo Tolstoy", "did he die before cars", "yes"),
        ("celebrities", "Akbar", "man or a lady, is it a lady?", "no"),
        ("celebrities", "Sachin Tendulkar", "football? or any sport really", "yes"),
        ("celebrities", "Haile Selassie", "was he black, like martin luther king", "yes"),
        ("celebrities", "Frida Kahlo", "South American, maybe?", "no"),
        ("celebrities", "Antonio Banderas", "Is he having a beard?", "yes"),
        ("celebrities", "Stevie Wonder", "Is it a fella we're after?", "yes"),
        ("celebrities", "Nadia Comăneci", "was she born in another country and then moved here?", "yes"),
        ("celebrities", "Ray Charles", "did he die before cars", "no"),
        ("things", "piano", "can you pick it up with me own hands?", "no"),
        ("things", "violin", "is it an instrument, drums and flutes and that?", "yes"),
        ("things", "cup", "can u drink from it", "yes"),
        ("things", "fork", "could you drink out of it?", "no"),
        ("things", "zoo", "animals live in it?", "yes"),
        ("things", "car", "do animals live in it", "no"),
        ("things", "bicycle", "factory?", "no"),
        ("things", "radio", "does it make music, dance tunes and the like", "yes"),
        ("things", "castle", "do u pay to get in usually", "yes"),
        ("things", "tent", "is it fixed to the house?", "no"),
        ("things", "unicorn", "real or made up?", "no"),
        ("things", "love", "is it something people feel, in their hearts?", "yes"),
        ("celebrities", "Jimi Hendrix", "like an artsy guy? songs n stuff", "yes"),
        ("celebrities", "Akbar", "did he fight in wars, like a general or a conqueror?", "yes"),
        ("celebrities", "Mother Teresa", "did she fight in wars, like soldier or general?", "no"),
        ("celebrities", "Whitney Houston", "is it Karen Blixen, who wrote Out of Africa?", "no"),
        ("celebrities", "Leo Tolstoy", "writing, was it his profession?", "yes"),
        ("celebrities", "John Lennon", "did a bullet kill him", "yes"),
        ("anything", "Sherlock Holmes", "is it a real man, or a character in a book?", "no"),
    ],
)
def test_slang_means_what_plain_words_mean(deck: str, entity: str, question: str, answer: str) -> None:
    assert told(deck, entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("hedgehog", "has it got spikes or something pointy on it", "yes"),
        ("bicycle", "is it a vehicle of sorts", "yes"),
        ("pineapple", "can i buy it at tesco or wherever", "yes"),
        ("lighthouse", "Might I find this in the Sahara desert, do you reckon?", "no"),
        ("hammer", "Dear sir, might one find this in the kitchen?", "no"),
        ("hammer", "yo is it heavy-ish mate", "yes"),
        ("candle", "Pardon me, but is it an animal?", "no"),
        ("computer monitor", "is it alive or was it ever", "no"),
        ("umbrella", "kinda round when u open it?", "yes"),
        ("toaster", "If I dropped it on my foot would it hurt?", "yes"),
        ("hammer", "is it a tool or something along those lines", "yes"),
        ("guitar", "has it got like six strings", "yes"),
        ("dog", "is it an animal, like a cat or a cow", "yes"),
        ("king", "is it alive but", "yes"),
        ("nurse", "is it a real thing or just an idea, like is it just an idea?", "no"),
        ("black hole", "is it good eatin'?", "no"),
        ("geyser", "is it big as a mountain?", "no"),
        ("glasses", "if i dropped them, would they break?", "yes"),
        ("bookshelf", "Do you keep things inside it?", "yes"),
        ("koala", "Domestic or wild? Say yes for domestic.", "no"),
        ("spider web", "Is it white in colour generally, like chalk?", "yes"),
        ("corn", "would I eat it for lunch?", "yes"),
        ("carriage", "is it old school", "yes"),
        ("bark", "Would it be a class of a fruit?", "no"),
        ("fossil", "Animal, vegetal or thing? let's say: is it an animal?", "no"),
        ("wall", "does it serve for cleaning", "no"),
        ("lung", "tucker? can i put it in me gob", "no"),
        ("harmonica", "doot doot is it a trumpet", "no"),
        ("leopard", "Is it a plant or flower rather than a beast?", "no"),
        ("rickshaw", "You can go inside, like in a vehicle or building?", "yes"),
        ("calendar", "Is it larger than my old upright piano?", "no"),
        ("stethoscope", "Is it larger than a motor car?", "no"),
        ("stethoscope", "Is it a machine of some description?", "no"),
    ],
)
def test_hedges_and_chatter_add_nothing(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("kangaroo", "is it taller than a toddler", "yes"),
        ("acorn", "is it heavier than a house brick", "no"),
        ("piano", "is it longer than a double-decker", "no"),
        ("piano", "bigger than my mum", "yes"),
        ("toothbrush", "Would you say it's more expensive than a pair of shoes?", "no"),
        ("game console", "cheaper than a cup of coffee?", "no"),
        ("bicycle", "does it cost more than a fiver", "yes"),
        ("bicycle", "is it faster than walking", "yes"),
        ("sloth", "can it outrun a toddler", "no"),
        ("polar bear", "could you outrun it, as a normal person", "no"),
        ("playground", "can you put it in a bag and take it home", "no"),
        ("harp", "could u shove it in a rucksack", "no"),
        ("sofa", "Is there enough room on it for two or three people?", "yes"),
        ("guitar", "has it got 88 keys", "no"),
        ("bicycle", "has it only been around for the last five years", "no"),
        ("White House", "is it older than your grandma", "yes"),
    ],
)
def test_anything_at_hand_is_compared_with(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("spider", "has it got a backbone", "no"),
        ("cow", "has it got a backbone", "yes"),
        ("spider", "does it drink milk from its mum", "no"),
        ("cow", "does it drink milk from its mum", "yes"),
        ("pigeon", "was it hatched from an egg", "yes"),
        ("tiger", "does it hatch from an egg", "no"),
        ("cow", "does it breathe air", "yes"),
        ("walrus", "can you keep it in a flat", "no"),
        ("pancake", "does it come in a can", "no"),
        ("carrot", "is it one of your five a day", "yes"),
        ("oven mitt", "does it stop you burning yourself", "yes"),
        ("bicycle", "does it need petrol", "no"),
        ("car", "does it need petrol", "yes"),
        ("kick scooter", "does it have pedals", "no"),
        ("igloo", "could a person live inside", "yes"),
        ("igloo", "does it melt", "yes"),
        ("zoo", "good day out for the grandkids?", "yes"),
        ("charger", "does it go moo", "no"),
        ("hammer", "do you eat it with a fork", "no"),
        ("soup", "do you eat it with a spoon", "yes"),
        ("candle", "does it get smaller as time goes on", "yes"),
        ("hammer", "could you whack someone with it", "yes"),
    ],
)
def test_what_follows_from_a_kind_is_told_of_all_of_it(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("celebrities", "Serena Williams", "has she got a famous sis", "yes"),
        ("celebrities", "Serena Williams", "Would my great-grandparents have known of this lady?", "no"),
        ("celebrities", "Jules Verne", "did he ever go to the moon himself", "no"),
        ("celebrities", "Saint Patrick", "did he play sports professionally", "no"),
        ("celebrities", "Ada Lovelace", "did she have a computer at home", "no"),
        ("celebrities", "Ada Lovelace", "was her dad a poet", "yes"),
        ("celebrities", "Arnold Schwarzenegger", "was he born in the states", "no"),
        ("anything", "Simba", "is he a big cat", "yes"),
        ("anything", "Simba", "does he have four legs", "yes"),
        ("anything", "Simba", "does he lay eggs", "no"),
        ("anything", "Simba", "is he from a disney film", "yes"),
        ("anything", "Pippi Longstocking", "is she from a kids book", "yes"),
        ("anything", "Mulan", "is she from china", "yes"),
        ("anything", "Harry Potter", "is he a kid", "yes"),
        ("anything", "Harry Potter", "does he have powers", "yes"),
        ("anything", "E.T.", "is he from another planet", "yes"),
        ("anything", "Sonic the Hedgehog", "is he quick", "yes"),
        ("anything", "Homer Simpson", "is he clever", "no"),
        ("celebrities", "Nelson Mandela", "was he the boss of his country", "yes"),
    ],
)
def test_somebody_is_asked_in_other_words(deck: str, entity: str, question: str, answer: str) -> None:
    assert told(deck, entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("elephant", "is it big", "yes"),
        ("ant", "is it small", "yes"),
        ("White House", "is it a big building", "yes"),
        ("King Kong", "is he huge", "yes"),
        ("church", "is it old", "yes"),
        ("Wolfgang Amadeus Mozart", "did he have a phone", "no"),
        ("Lang Lang", "is he over 80", "no"),
        ("Cher", "is she older than 60", "yes"),
        ("Michelle Yeoh", "is she an actress", "yes"),
        ("playground", "do children like it", "yes"),
        ("Taylor Swift", "is she white", "yes"),
        ("Taylor Swift", "is she a household name", "yes"),
        ("Kalpana Chawla", "did she walk on the moon", "no"),
        ("clover", "is it lucky", "yes"),
    ],
)
def test_a_game_of_anything_reads_of_each_what_its_own_deck_does(
    entity: str, question: str, answer: str
) -> None:
    assert told("anything", entity, question) == answer


OUTDOORS = Knowledge(
    "outdoors",
    (
        Entity("backpack", about=("hiking", "strap", "school bus", "stain")),
        Entity("tent", about=("camping", "peg", "campfire", "hiker")),
        Entity("chair", about=("leg", "school", "shirt")),
        Entity("lamp", about=("bulb", "school", "desk")),
        Entity("pen", facts={"writes": "yes"}, about=("ink", "school")),
    ),
    {"writes": Property("writes", "Do you write with it?"), "red": Property("red", "Is it red?")},
)


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("lamp", "do hikers need it", "no"),
        ("tent", "is it by the campfire at school", "yes"),
        ("lamp", "is it by the campfire at school", "sometimes"),
        ("backpack", "would it stain your shirt", "unknown"),
        ("lamp", "would it stain your shirt", "no"),
    ],
)
def test_a_word_tells_as_much_as_few_have_it(entity: str, question: str, answer: str) -> None:
    assert judged(question, (entity,), OUTDOORS).answer == answer


def test_of_two_words_the_far_rarer_one_is_enough() -> None:
    found = words_of(OUTDOORS).having(("campfire", "school"))
    assert (found.yes, found.sometimes) == (0b00010, 0b11101)


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("bicycle", "is it faster than walkin", "yes"),
        ("piano", "do musicans play it", "yes"),
        ("fire", "is it dangeros", "yes"),
        ("acorn", "does it fall in autum", "yes"),
        ("piano", "is it an insturment", "yes"),
    ],
)
def test_typos_become_words_that_questions_use(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize("rows", [slang.WORDS, slang.IDIOMS])
def test_nothing_that_players_type_is_read_in_two_ways(rows: str) -> None:
    typed = Counter(text for row in rows.strip().splitlines() for text in row.partition(" = ")[0].split("|"))
    assert [text for text, times in typed.items() if times > 1] == []


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is it al capone", "no"),
        ("Ida B. Wells?", "no"),
        ("Is it Sojourner Truth?", "no"),
        ("is it georgia okeeffe", "yes"),
        ("Is she North American?", "yes"),
        ("is she very zesty", "unknown"),
    ],
)
def test_a_full_name_that_is_in_no_deck_is_somebody_else(question: str, answer: str) -> None:
    assert told("celebrities", "Georgia O'Keeffe", question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("Dua Lipa", "still performing?", "yes"),
        ("Freddie Mercury", "still making music?", "no"),
        ("Emma Watson", "speaks english?", "yes"),
        ("Emma Watson", "are they young", "yes"),
        ("Warren Buffett", "are they young", "no"),
        ("Warren Buffett", "are they loaded?", "yes"),
        ("Muhammad Ali", "changed their name", "yes"),
        ("Nelson Mandela", "hasn't died yet has it", "no"),
        ("Dua Lipa", "have they not yet passed away?", "yes"),
        ("Bob Marley", "is our mystery guest of the fairer sex?", "no"),
        ("Indira Gandhi", "would this be a lady, pet?", "yes"),
        ("Emma Watson", "is the nationality of this person British?", "yes"),
        ("Usain Bolt", "do kids get taught about this person", "no"),
        ("Isaac Newton", "is it in our textbooks", "yes"),
        ("Winston Churchill", "did they ever run for office, do you know?", "yes"),
        ("Bob Dylan", "did they ever run for office, do you know?", "no"),
        ("Simone Biles", "did they hail from the US?", "yes"),
        ("Akira Kurosawa", "natural causes?", "yes"),
        ("Abraham Lincoln", "natural causes?", "no"),
        ("Cher", "is there an e in the first name", "yes"),
        ("Bob Dylan", "is the last name longer than 5 letters", "no"),
        ("Vincent van Gogh", "do they say he cut off his ear", "yes"),
    ],
)
def test_they_are_one_person_who_may_be_left_out(entity: str, question: str, answer: str) -> None:
    assert told("celebrities", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("donkey", "could I go over and stroke it?", "yes"),
        ("feather", "is it light as anything", "yes"),
        ("bulldozer", "is it really light", "no"),
        ("rabbit", "would it be born, this animal?", "yes"),
        ("lettuce", "is it fruit or veg, do you know", "yes"),
        ("garlic", "so do they have it at the greengrocer's", "yes"),
        ("flute", "this thing, you can play a tune on it", "yes"),
        ("bagel", "please, one can eat it", "yes"),
        ("pebble", "is it wood or stone? stone?", "unknown"),
        ("table", "is it wood or cloth? cloth?", "no"),
        ("belt", "could it go in my gym bag", "yes"),
        ("ladder", "could it go in my gym bag", "no"),
        ("mitten", "do you put it on when it's chilly out?", "yes"),
        ("lily", "does it have a lovely smell", "yes"),
        ("skunk", "would it smell lovely", "no"),
        ("Colosseum", "is it famous", "yes"),
        ("fork", "is it famous", "no"),
        ("sausage", "did an animal have to die for it", "yes"),
        ("candle", "does it still work without electricity", "yes"),
        ("vacuum cleaner", "would it work in a power cut", "no"),
        ("ferry", "do I need a ticket to go on it", "yes"),
        ("doll", "is it one of thae things ye'd find in a wean's bedroom", "yes"),
        ("fork", "is it found in every French home", "yes"),
        ("running", "is it a solo sport", "yes"),
        ("hammer", "would it cope with the rain", "yes"),
        ("shark", "is it dangerous for surfers", "yes"),
        ("duck", "is it dangerous for surfers", "no"),
        ("spoon", "is it bread or anything, like my whole supper", "no"),
    ],
)
def test_what_people_at_a_party_ask_of_things(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer

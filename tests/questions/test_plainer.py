"""Longer wordings of everyday questions, names of nobody in the deck, and what only belongs to a thing."""

from __future__ import annotations

import pytest

from tests.questions.test_everyday import told
from tui_arena.questions.reading.plainer import plainer


@pytest.mark.parametrize(
    ("question", "plain"),
    [
        ("could you get it through the back door", "is it smaller than a door"),
        ("would you hurt your back carrying it", "is it heavy"),
        ("does my son want to be one when he grows up", "is it a job"),
        ("is it more of an animal than a plant", "is it a animal"),
        ("is it more expensive than a car", "is it more expensive than a car"),
        ("can they take a photo of it", "can you see it"),
        ("could a student afford it on her wage", "could i afford it"),
        ("do kids turn up their noses at it", "do kids hate it"),
        ("how many wings , is it two", "does it have two wings"),
        ("do you see them standing around in a park", "do you see it in a park"),
        ("could i buy one from a stall", "do i buy one from a stall"),
        ("is it small enough to fit in a lunchbox", "does it fit in a lunchbox"),
        ("would it be light enough to carry", "can you carry it"),
        ("is it big enough for a person to sleep in", "can you sleep in it"),
        ("is it sharp enough to hurt you", "can it hurt you"),
        ("is it too heavy to lift", "can you not lift it"),
        ("is it so heavy that you can nt lift it", "can you not lift it"),
        ("is it too tall for a room", "does it not fit in a room"),
        ("would my aunt know how to use it", "would most people know how to use it"),
        ("do kids know how to play it", "would a child know how to use it"),
        ("could you see one here in lisbon", "is it found in town"),
        ("have you used one in the last couple days", "have i used it this week"),
        ("is it a thing or an animal", "is it a object or an animal"),
        ("do girls play with it more than boys", "is it only for women"),
        ("is it one of the heaviest animals on earth", "is it a heavy animal"),
        ("was he one of the richest people", "was he rich"),
        ("is she known more for music than for films", "is she known for music and not for films"),
        ("did he die a long time ago , over 300 years", "did he die over 300 years ago"),
        ("is it a living thing or an animal", "is it a living thing or an animal"),
        ("hm , do they vary in size a lot", "does it come in different sizes"),
        ("is it used more at home than outside", "is it found indoors"),
        ("is it a bird , perhaps a parrot", "is it a bird"),
        ("could i touch it with bare hands", "could i touch it"),
        ("do we have it here in london", "is it found in town"),
        ("do we have it here in norway", "do we have it here in norway"),
        ("is it one famous city", "is it one famous city"),
        ("is it a real object , rather than an idea or an event", "can you touch it"),
    ],
)
def test_a_longer_wording_is_put_plainly(question: str, plain: str) -> None:
    assert " ".join(plainer(question.split())) == plain


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("key", "is it small enough to fit in a pocket", "yes"),
        ("sofa", "is it small enough to fit in a suitcase", "no"),
        ("tent", "is it big enough to sleep in", "yes"),
        ("pool table", "is it too heavy to carry", "yes"),
        ("cat", "would it fit on my lap", "yes"),
        ("horse", "does it fit on your lap", "no"),
        ("pencil", "do kids know how to use it", "yes"),
        ("syringe", "would a kid know how to use it", "no"),
        ("bed", "would I have used one in the past week", "yes"),
        ("volcano", "have I seen one in the last month", "no"),
        ("cat", "would I see one here in London", "yes"),
        ("lion", "would I see one here in London", "no"),
        ("bicycle", "is it in North or South America", "sometimes"),
        ("pencil", "is it from Asia", "no"),
        ("Taj Mahal", "is it in Africa", "no"),
        ("spider", "is it a thing or an animal", "yes"),
        ("lake", "is it a real thing, rather than an idea", "yes"),
        ("piano", "is it an actual object", "yes"),
        ("computer", "do you find it at work", "yes"),
        ("giraffe", "would you see one at work", "no"),
        ("printer", "would you find it at work, like in an office", "yes"),
        ("fork", "does it need plugin in", "no"),
        ("carrot", "is it somert you eat", "yes"),
        ("steak", "what about vegetarians, can they eat it", "no"),
        ("plate", "is it in the kitchen, I mean do you eat it", "no"),
        ("oven", "which room is it in, the kitchen", "yes"),
        ("toilet", "what room would you see it in, the kitchen", "no"),
        ("bridge", "was it built by human beings", "yes"),
        ("mountain", "was it made by mankind", "no"),
        ("scarf", "is it to do with winter, maybe a snowball", "yes"),
        ("castle", "hm, are there big ones and small ones", "yes"),
        ("candle", "could you touch it with your hand", "yes"),
        ("book", "is it a thing that one reads", "yes"),
        ("pencil", "an item, something one uses at school", "yes"),
        ("hammer", "is it like food or clothes", "no"),
        ("dog", "dont know?? so does it have legs", "yes"),
        ("sausage", "do americans eat it", "yes"),
        ("carrot", "do the germans eat it", "yes"),
        ("firefighter", "does he help you when youre in danger", "yes"),
        ("Eiffel Tower", "is it alive or was it", "no"),
        ("castle", "is it old af", "yes"),
        ("Statue of Liberty", "is it in Asia", "no"),
        ("Statue of Liberty", "is it a whole city", "no"),
        ("sofa", "is it found more inside than outdoors", "yes"),
        ("smartphone", "would my grandpa have had one when he was a kid", "no"),
        ("spoon", "would my grandma have used it as a child", "yes"),
        ("toothbrush", "do people use it for something in everyday life", "yes"),
        ("guitar", "does it grow outside", "no"),
        ("bus", "more than two wheels", "yes"),
        ("bicycle", "does it have more than two wheels", "no"),
        ("tree", "can i see it from my bedroom window", "yes"),
        ("submarine", "could I see it out of my window", "no"),
        ("toilet", "can you see one when you look out the window", "no"),
        ("cow", "is it found here in france", "yes"),
        ("hedgehog", "do you have them in england", "yes"),
        ("kangaroo", "do we have it here in Norway", "no"),
        ("crocodile", "can we see it here in Poland", "no"),
        ("Mount Everest", "is there one in dorset", "no"),
        ("church", "is there one in bristol", "unknown"),
        ("spoon", "is it a hat that my uncle forgot to wear", "no"),
        ("letter", "is it a letter that my uncle forgot to send", "unknown"),
        ("necklace", "do people put it on their body", "yes"),
        ("broom", "does it go on your body", "no"),
        ("piano", "hm, has it something to do with music, maybe a drum", "yes"),
        ("Christmas tree", "is it a plant or a toy or food. lets say food?", "no"),
    ],
)
def test_a_longer_wording_is_answered(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("tennis", "do you need at least one other person", "yes"),
        ("doll", "do you need two people to play with it", "no"),
        ("teddy bear", "can you play with it by yourself", "yes"),
        ("tennis", "can you play it on your own", "no"),
        ("boxing", "can you do it by yourself", "no"),
        ("milk", "do you put it on your toast", "no"),
        ("jam", "would it go on toast", "yes"),
        ("potato", "does it grow in the ground", "yes"),
        ("lemon", "does it grow in soil", "no"),
        ("goat", "does it graze", "yes"),
        ("fork", "can you carry stuff in it", "no"),
        ("bucket", "do you carry other things in it", "yes"),
        ("island", "would you find it on a map", "yes"),
        ("spoon", "is it a place on the map", "no"),
        ("television", "do you see a picture on it", "yes"),
        ("webcam", "does it show pictures", "no"),
        ("fern", "does it need watering", "yes"),
        ("dog", "do you have to walk it", "yes"),
        ("saucepan", "is it used for cooking", "yes"),
        ("corkscrew", "is it for cooking", "no"),
        ("lamp", "do grown ups use it too", "yes"),
        ("pacifier", "do grown ups use it", "no"),
        ("stethoscope", "does someone use it for their job", "yes"),
        ("refrigerator", "does it keep stuff cold", "yes"),
        ("cactus", "does it need a lot of water", "no"),
        ("mirror", "do you look at yourself in it", "yes"),
        ("tea", "does it keep you awake", "yes"),
        ("vacuum cleaner", "can you push it around", "yes"),
    ],
)
def test_what_is_done_with_a_thing_is_what_people_mean(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("plate", "is it something you eat", "no"),
        ("mug", "is it a liquid that you drink", "no"),
        ("wine", "is it a liquid that you drink", "yes"),
        ("tiger", "can I keep it as a pet", "no"),
        ("butter", "is it salt", "no"),
        ("ham", "is it meat", "yes"),
        ("Mars", "is it Neptune", "no"),
        ("shark", "does it live in a lake", "no"),
        ("goldfish", "does it live in a pond", "yes"),
        ("dream", "is it sadness", "no"),
        ("top hat", "cowboy hat?", "no"),
        ("broom", "is it a sponge or a scrubber", "no"),
        ("broom", "is it a mop or a broom", "yes"),
        ("Mars", "is it one of the planets", "yes"),
        ("black hole", "is it a planet", "no"),
        ("Eiffel Tower", "is it a whole city", "no"),
        ("shark", "is it a pet", "no"),
        ("baseball bat", "does it have wings", "no"),
    ],
)
def test_a_thing_is_not_what_it_has_to_do_with(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("deck", "entity", "question", "answer"),
    [
        ("things", "apple", "is it smaller than a paperback novel", "yes"),
        ("things", "cow", "is it bigger than a coffee table", "yes"),
        ("things", "bee", "is it bigger than a bottle cap", "no"),
        ("things", "telephone", "is it older than the printing press", "no"),
        ("things", "wheel", "is it older than the alphabet", "yes"),
        ("things", "sword", "did it exist before guns", "yes"),
        ("things", "smartphone", "is it newer than the moon landing", "yes"),
        ("things", "television", "was that in the last two hundred years", "yes"),
        ("things", "smartphone", "did it come out in the last thirty years", "yes"),
        ("things", "boat", "did they have it during the middle ages", "yes"),
        ("celebrities", "Julius Caesar", "did it happen more than a thousand years ago", "yes"),
        ("celebrities", "Barack Obama", "was this more than a hundred years ago", "no"),
        ("celebrities", "Albert Einstein", "did he live in the last two hundred years", "yes"),
        ("celebrities", "Steffi Graf", "did she live before the last century", "no"),
        ("celebrities", "Tutankhamun", "did he live thousands of years ago", "yes"),
        ("celebrities", "Plato", "did he live before the printing press", "yes"),
        ("celebrities", "Leonardo da Vinci", "was he alive when america was discovered", "yes"),
    ],
)
def test_amounts_and_years_by_everyday_things(deck: str, entity: str, question: str, answer: str) -> None:
    assert told(deck, entity, question) == answer


@pytest.mark.parametrize(
    ("person", "question", "answer"),
    [
        ("Plato", "is it Ivan the Terrible", "no"),
        ("Mick Jagger", "is it attila the hun", "no"),
        ("Joan of Arc", "is it Joan of Arc?", "yes"),
        ("Homer", "Is it Zeus?", "no"),
        ("Mary Shelley", "is it Frankenstein", "no"),
        ("J.K. Rowling", "Is it Harry Potter?", "no"),
        ("Astrid Lindgren", "Is she Pippi Longstocking?", "no"),
        ("Albert Einstein", "Is it Albert?", "yes"),
        ("Taylor Swift", "Is it Taylor?", "yes"),
        ("Prince William", "Is it Prince?", "sometimes"),
        ("Napoleon", "is it Josephine", "no"),
        ("Stan Lee", "Is it Spider-Man?", "no"),
        ("Shigeru Miyamoto", "is it super mario", "no"),
        ("Harrison Ford", "is it indiana jones", "no"),
        ("Nelson Mandela", "Is he South African?", "yes"),
        ("Donald Trump", "Is he Republican?", "yes"),
        ("Margaret Thatcher", "Is she Prime Minister?", "yes"),
        ("Genghis Khan", "Is he Mongolian?", "yes"),
        ("Walt Disney", "is he a mouse", "no"),
        ("Hans Christian Andersen", "is he a mermaid", "no"),
        ("Homer", "is he a god", "no"),
        ("Agatha Christie", "is she a character in a book", "no"),
        ("Arthur Conan Doyle", "was he a detective", "no"),
        ("Sappho", "was she so beautiful that men went to war for her", "sometimes"),
    ],
)
def test_a_name_in_no_deck_is_nobody_and_nobody_is_a_being_of_stories(
    person: str, question: str, answer: str
) -> None:
    assert told("celebrities", person, question) == answer


@pytest.mark.parametrize(
    ("person", "question", "answer"),
    [
        ("Albert Einstein", "was he alive when my grandpa was born, like 1930s", "yes"),
        ("Mozart", "was he alive when my granny was born, around the 1950s", "no"),
        ("Taylor Swift", "was she alive when my grandma was born", "no"),
        ("Taylor Swift", "so is she from a long time ago, before 1900", "no"),
        ("Plato", "is he from ages ago, like before 1900", "yes"),
        ("Queen Elizabeth II", "like an old lady, over 80", "yes"),
        ("Billie Eilish", "like an old man, over 60", "no"),
        ("Greta Thunberg", "had she something to do with politics", "yes"),
        ("Adele", "did she have anything to do with politics", "no"),
        ("Marilyn Monroe", "is she fit lol", "yes"),
        ("Cristiano Ronaldo", "have I seen him on instagram", "yes"),
        ("Plato", "did i hear of him on tiktok", "no"),
        ("Novak Djokovic", "is he still playing these days", "yes"),
        ("Roger Federer", "is he still playing today", "no"),
        ("Serena Williams", "does she still play", "no"),
        ("Angela Merkel", "is she still chancellor", "no"),
        ("Emmanuel Macron", "is he still president", "yes"),
        ("Queen Victoria", "did she have power over a country", "yes"),
        ("Albert Einstein", "did he have power over a country", "no"),
        ("Zinedine Zidane", "did he play for arsenal", "no"),
        ("David Beckham", "did he play for man united", "yes"),
        ("Adele", "is she married to Jay-Z", "no"),
        ("Anne Boleyn", "was she married to Henry the Eighth", "yes"),
        ("Vincent van Gogh", "do they say he cut off his ear", "yes"),
        ("Marie Curie", "is she famous for something other than acting", "yes"),
        ("Napoleon", "is he expired", "yes"),
        ("Elvis Presley", "did he die a long time ago, over 100 years", "no"),
        ("Nelson Mandela", "is he or she in the history books", "yes"),
        ("Jeff Bezos", "is he one of the richest people in the world", "yes"),
        ("Jane Austen", "did she write sci-fi", "no"),
        ("Frida Kahlo", "was she in an accident", "yes"),
        ("Julius Caesar", "is there a month named after him", "yes"),
        ("Muhammad Ali", "did he change his name", "yes"),
        ("Anne Frank", "did she die in the war", "yes"),
        ("J.K. Rowling", "was she poor once", "sometimes"),
    ],
)
def test_what_is_well_known_of_somebody_is_told(person: str, question: str, answer: str) -> None:
    assert told("celebrities", person, question) == answer


@pytest.mark.parametrize(
    ("entity", "question", "answer"),
    [
        ("pizza", "can I have one lying around at home", "yes"),
        ("giraffe", "could I have one standing in my house", "no"),
        ("ring", "can I slip it into my handbag", "yes"),
        ("piano", "can I stick it in my handbag", "no"),
        ("car", "could you fit it in your pocket", "no"),
        ("galaxy", "is it a building or a place", "no"),
        ("beach", "is it a building or like a place", "yes"),
        ("necklace", "do you put it on, like a ring", "yes"),
        ("lamp", "do you put it on, like a coat", "no"),
        ("goose", "is it bigger than a duck", "yes"),
        ("chicken", "is it bigger than a pigeon", "yes"),
        ("duck", "is it bigger than a cat", "no"),
        ("chicken", "does it fit in a shoebox", "no"),
        ("pigeon", "is it lighter than a bag of sugar", "yes"),
        ("canary", "is it known for its singing", "yes"),
        ("vulture", "is it known for its singing", "no"),
        ("tiger", "is it breathing", "yes"),
        ("bench", "is it breathing", "no"),
        ("knee", "does it move by itself, legs or wheels", "no"),
        ("dog", "does it move on its own, with legs or wheels", "yes"),
        ("washing machine", "can I buy it at B&Q", "yes"),
        ("cow", "do they sell it at B&Q", "no"),
        ("toilet", "do you have to plumb it in", "yes"),
        ("lamp", "do you need to plumb it in", "no"),
        ("television", "can you watch the football on it", "yes"),
        ("toaster", "could you watch the news on it", "no"),
        ("piano", "does it play tunes", "yes"),
        ("castle", "could you go inside of it", "yes"),
        ("garage", "are there dead people in it", "no"),
        ("tennis", "is it something people do, like a hobby", "yes"),
        ("toothbrush", "is it something I would use every single day", "yes"),
        ("radiator", "does it warm the room up", "yes"),
        ("hotel", "do people live or sleep there", "yes"),
        ("comet", "does it move around", "yes"),
        ("rock", "can it move on its own", "no"),
        ("nurse", "do people eat any part of it", "no"),
        ("carrot", "do you eat any part of it", "yes"),
    ],
)
def test_what_people_say_at_home_is_read_as_it_is_meant(entity: str, question: str, answer: str) -> None:
    assert told("things", entity, question) == answer


@pytest.mark.parametrize(
    ("person", "question", "answer"),
    [
        ("Mozart", "was he a king or some kind of leader", "no"),
        ("Winston Churchill", "was he some sort of leader", "yes"),
        ("Cleopatra", "was she alive a long, long time ago", "yes"),
        ("Elvis Presley", "did this person live a really long time ago", "no"),
        ("Marie Curie", "Peter the Great?", "no"),
        ("Henry VIII", "is it Anne Boleyn", "no"),
        ("Anne Boleyn", "is it Catherine of Aragon or isn't it", "no"),
        ("Alexander the Great", "Alexander the Great?", "yes"),
        ("Julius Caesar", "is it the queen, good old Victoria", "no"),
        ("Leonardo da Vinci", "was he around before phones were a thing", "yes"),
        ("Barack Obama", "was he alive before cars came along", "no"),
        ("Charlie Chaplin", "has he died since the second world war", "yes"),
        ("Napoleon", "died after the war", "no"),
        ("Barack Obama", "did he die since the war", "no"),
        ("Bill Gates", "did he make Amazon", "no"),
        ("Bill Gates", "did he make Microsoft", "yes"),
        ("Steve Jobs", "did he create Facebook", "no"),
        ("Oprah Winfrey", "has she got a show on the telly", "yes"),
        ("Beyoncé", "is she married to a superstar", "yes"),
        ("Charles Dickens", "did he write books or plays or that", "yes"),
    ],
)
def test_somebody_of_long_ago_or_of_another_name_is_told_apart(
    person: str, question: str, answer: str
) -> None:
    assert told("celebrities", person, question) == answer

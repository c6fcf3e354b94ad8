"""The texts in the shipped decks are understood as the questions that they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.questions.bots.judge import judged
from tui_arena.questions.meaning import Is, truth
from tui_arena.questions.reading.phrases import phrases_of
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import ANSWERS

CATALOGUE = Catalogue()


@pytest.mark.parametrize("name", ["things", "celebrities"])
def test_every_text_of_a_deck_is_its_own_question(name: str) -> None:
    knowledge = CATALOGUE.deck(name, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    assert phrases_of(knowledge).clashes == []
    for question in knowledge.questions.values():
        for text in (question.text, *question.also):
            assert understand(text, knowledge) == Is(question.id), text


HERE = Path(__file__).parent


def rows_of(name: str) -> list[list[str]]:
    return [line.split("\t") for line in (HERE / name).read_text("utf-8").splitlines()[1:]]


def share_right(rows: list[list[str]]) -> float:
    """The share of rows (deck, entity, question, answer, equally good answers) that are answered like that.

    An entity that is not in the deck is not known, so a question about it counts as wrong.
    """
    game = CATALOGUE.game("entity")
    tables = {name: CATALOGUE.deck(name, game).deck.knowledge for name in ("things", "celebrities")}
    right = 0
    for deck, entity, question, answer, also in rows:
        knowledge = tables[deck]
        assert knowledge is not None
        number = knowledge.numbers.get(fold(entity))
        meaning = None if number is None else understand(question, knowledge)
        told = "" if meaning is None or number is None else truth(meaning, knowledge, number)
        right += number is not None and (told if told in ("yes", "no") else "maybe") in (answer, also)
    return right / len(rows)


@pytest.mark.parametrize(("name", "least"), [("questions.tsv", 0.9), ("questions_more.tsv", 0.85)])
def test_questions_by_people_who_knew_neither_table_nor_code(name: str, least: float) -> None:
    rows = rows_of(name)
    assert len(rows) == 300
    assert share_right(rows) >= least


@pytest.mark.parametrize(("people", "least"), [("strangers", 0.85), ("own", 0.72)])
def test_questions_that_were_read_while_this_was_written(people: str, least: float) -> None:
    """The rows of `own` ask about things that belong to an entity, which is harder."""
    assert share_right([row for kind, *row in rows_of("questions_dev.tsv") if kind == people]) >= least


@pytest.mark.parametrize(
    ("deck", "entity", "question", "told"),
    [
        ("things", "pen", "is it only used by kids", "no"),
        ("things", "pen", "is it used by kids", "sometimes"),
        ("things", "dog", "does it have more than two legs", "yes"),
        ("things", "spider", "more than 2 legs?", "yes"),
        ("things", "pigeon", "more than two legs?", "no"),
        ("things", "hedge", "is it green most of the year", "yes"),
        ("things", "factory", "do people work there", "yes"),
        ("celebrities", "Michelle Yeoh", "did she die already", "no"),
        ("celebrities", "Marie Curie", "is she french", "yes"),
        ("celebrities", "Claude Monet", "was he born in france", "yes"),
        ("celebrities", "Albert Einstein", "does he have legs", "yes"),
        ("celebrities", "Eleanor Roosevelt", "did she die after 2000?", "no"),
        ("celebrities", "Eleanor Roosevelt", "did she die before 1970", "yes"),
        ("celebrities", "Eleanor Roosevelt", "did she die in the 60s", "yes"),
        ("celebrities", "Eleanor Roosevelt", "was she a first lady", "yes"),
        ("celebrities", "Marie Curie", "was she a first lady", "no"),
        ("celebrities", "Ronald Reagan", "was he a first lady", "no"),
        ("celebrities", "Mike Tyson", "is the person a she", "no"),
        ("celebrities", "Robin Williams", "were they born before 1800", "no"),
        ("celebrities", "Robin Williams", "did he do music or movies", "yes"),
        ("celebrities", "Arthur Conan Doyle", "would my grandma know who this is?", "yes"),
        ("things", "chainsaw", "does it make a racket when its on?", "yes"),
        ("celebrities", "Mike Tyson", "is she an actress", "no"),
        ("celebrities", "Eleanor Roosevelt", "was she married to a famous man", "yes"),
        ("things", "spaghetti", "is it pasta", "yes"),
        ("things", "kraken", "does it only exist in myths n fairytales", "yes"),
        ("things", "sandal", "would u only wear it when its cold out", "no"),
        ("things", "ski", "does it go on your head?", "no"),
        ("things", "sunflower", "does it live in water?", "no"),
        ("anything", "Thor", "is he from marvel", "yes"),
        ("anything", "Bart Simpson", "is he from marvel", "no"),
        ("anything", "Dumbledore", "does he wear glasses", "yes"),
        ("anything", "Kermit", "is it a puppet", "yes"),
        ("anything", "Tom", "does he chase a mouse", "yes"),
        ("anything", "Tweety", "is it a bird", "yes"),
        ("anything", "Zorro", "does he wear black", "yes"),
    ],
)
def test_what_people_ask(deck: str, entity: str, question: str, told: str) -> None:
    knowledge = CATALOGUE.deck(deck, CATALOGUE.game("akinator")).deck.knowledge
    assert knowledge is not None
    assert judged(question, (entity,), knowledge).answer == told


@pytest.mark.parametrize(
    ("deck", "entity", "question", "told", "clear"),
    [
        ("things", "microphone", "do performers use it on stage?", "sometimes", False),
        ("things", "tennis racket", "do you hit a ball over a mountain with it", "sometimes", False),
        ("things", "tennis racket", "do you hit a ball with it", "yes", True),
        ("things", "tennis racket", "is there a mountain on it", "no", True),
        ("things", "apple", "is it red", "sometimes", True),
        ("things", "spoon", "is it made of wood", "sometimes", True),
        ("things", "apple", "would a gribble snorf at the wug of it", "unknown", False),
        ("celebrities", "Frida Kahlo", "borges", "no", True),
        ("celebrities", "Frida Kahlo", "is it jorge luis borges?", "no", True),
        ("celebrities", "Frida Kahlo", "asdf", "unknown", False),
        ("things", "a thing that nobody knows", "is it red", "unknown", True),
        ("things", "a thing that nobody knows", "would a gribble snorf at the wug of it", "unknown", False),
    ],
)
def test_a_maybe_is_clear_only_if_the_table_says_it(
    deck: str, entity: str, question: str, told: str, clear: bool
) -> None:
    knowledge = CATALOGUE.deck(deck, CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    found = judged(question, (entity,), knowledge)
    assert (found.answer, found.clear) == (told, clear)


@pytest.mark.parametrize("question", ["can you reach it easily", "do you have to care for it"])
def test_an_english_word_is_no_typo_and_no_other_word(question: str) -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    said = judged(question, ("lamp",), knowledge).took
    assert "roach" not in said
    assert not said.endswith("car")


PANEL = Path(__file__).parent.parent / "benchmarks" / "panel"


@pytest.mark.parametrize("question", ["than", "Do I take it when I go to market and I have many bags?"])
def test_a_question_of_odd_words_is_read_or_not_understood(question: str) -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    assert judged(question, (knowledge.entities[0].name,), knowledge).answer in ANSWERS


@pytest.mark.parametrize(
    "step", [pytest.param(16, id="some"), pytest.param(1, id="all", marks=pytest.mark.thorough)]
)
def test_a_question_that_breaks_off_is_read_or_not_understood(step: int) -> None:
    knowledge = CATALOGUE.deck("things", CATALOGUE.game("entity")).deck.knowledge
    assert knowledge is not None
    lines = (PANEL / "judge_2.tsv").read_text("utf-8").splitlines()
    for line in lines[::step]:
        entity, question, _ = line.split("\t")
        words = question.split()
        for at in range(1, len(words)):
            for part in (words[:at], words[at:], words[:at][::-1]):
                assert judged(" ".join(part), (entity,), knowledge).answer in ANSWERS, part

"""Phrases with a relation and a sign: which questions they answer, and that a sign only narrows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.data.entity_decks import english
from tui_arena.questions.associated_words import stems_of
from tui_arena.questions.judge import judged
from tui_arena.questions.meaning import masks
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Answer, Entity, Knowledge, Phrase, Property

CASES = Cases(__file__)

ALIVE = {"alive": Property("alive", "Is it alive?")}
OTHERS = (
    Entity("hen", about=("egg", "lay", "feather", "barn", "vet")),
    Entity("sunhat", about=("straw", "cream", "beach", "loop", "swimmer", "cotton", "spill")),
)

ASKED = {
    "is": "is it a {}",
    "of": "is it made of {}",
    "has": "does it have a {}",
    "in": "would you find it on a {}",
    "with": "does it have to do with {}",
}
ANSWERED = CASES["ANSWERED"]
"""By the relation of a phrase, the answers to each of the questions about it; without one, it is a mere topic, which it is not."""


def _table(*phrases: Phrase, about: tuple[str, ...] = ()) -> Knowledge:
    towel = Entity("towel", about=about, phrases=phrases)
    return Knowledge("little", (towel, *OTHERS), ALIVE)


def _told(question: str, table: Knowledge) -> str:
    return judged(question, ("towel",), table).answer


@each(*ANSWERED)
def test_a_phrase_answers_what_its_relation_fits(relation: str) -> None:
    table = _table(Phrase(relation, "straw")) if relation else _table(about=("straw",))
    assert [_told(text.format("straw"), table) for text in ASKED.values()] == ANSWERED[relation].split()


@CASES.each
def test_a_sign_decides_what_has_all_words_of_its_phrase(
    relation: str, text: str, answer: Answer, question: str, told: str
) -> None:
    table = _table(Phrase(relation, text, answer), about=("egg", "barn", "loop"))
    assert _told(question, table) == told


WORDS = "egg beach loop straw".split()
FORMS = CASES["FORMS"]


@pytest.mark.thorough
@given(
    st.sampled_from(FORMS),
    st.lists(st.sampled_from(WORDS), min_size=2, max_size=2),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3, unique=True),
    st.sampled_from("is of has does for in by part with".split()),
    st.sampled_from(("no", "sometimes")),
)
def test_a_sign_only_narrows(
    form: str, asked: list[str], words: list[str], relation: str, answer: Answer
) -> None:
    """A phrase with a sign changes no answer to a question that lacks one of its words."""
    plain = _table(Phrase("has", "loop"), about=("egg", "beach"))
    towel = plain.entities[0]
    marked = replace(towel, phrases=(*towel.phrases, Phrase(relation, " ".join(words), answer)))
    signed = Knowledge("little", (marked, *OTHERS), ALIVE)
    question = form.format(*asked)
    if not stems_of(words) <= stems_of(english().flat(question)):
        assert judged(question, ("towel",), signed) == judged(question, ("towel",), plain)
        meaning = understand(question, signed)
        assert meaning == understand(question, plain)
        assert meaning is None or masks(meaning, signed) == masks(meaning, plain)


def test_what_the_table_asks_it_answers_whatever_a_phrase_says() -> None:
    meat = {"meat-eater": Property("meat-eater", "Does it eat meat?")}
    wolf = Entity("wolf", facts={"meat-eater": "yes"}, phrases=(Phrase("does", "eat meat", "no"),))
    deck = Knowledge("wolves", (wolf, Entity("hen")), meat, english=english())
    assert judged("Does it eat meat?", ("wolf",), deck).answer == "yes"

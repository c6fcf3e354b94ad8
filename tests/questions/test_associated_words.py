"""Questions about words that belong to entities, and about people's ages, over small tables."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from tests.questions.tables import knowledge
from tests.tables import Cases, each
from tui_arena.data.entity_decks import english
from tui_arena.questions.associated_words import fold_lines, words_of
from tui_arena.questions.meaning import About, masks, said, truth
from tui_arena.questions.reading.understanding import understand
from tui_arena.questions.table import Entity, Knowledge, Phrase

CASES = Cases(__file__)

THINGS, PEOPLE = knowledge(CASES["THINGS"]), knowledge(CASES["PEOPLE"], english())


def _by(answer: str, text: str, table: Knowledge) -> set[str]:
    found = understand(text, table)
    assert found is not None, text
    return {e.name for i, e in enumerate(table.entities) if truth(found, table, i) == answer}


@CASES.each
def test_a_word_of_an_entity_is_asked_by(text: str, yes: str) -> None:
    assert _by("yes", text, THINGS) == set(yes.split())


def test_whoever_lacks_a_known_word_says_no() -> None:
    assert "car" in _by("no", "made by bees?", THINGS)
    assert _by("sometimes", "is it an orange cake with a bite", THINGS) <= {"carrot", "vampire"}


def test_a_phrase_half_held_is_sometimes() -> None:
    sets = words_of(THINGS).having(("jar lid",))
    assert sets.yes == 1 << 3
    assert sets.yes | sets.no | sets.sometimes == THINGS.everything


@CASES.each
def test_what_nobody_has_or_what_turns_and_compares_is_not_understood(text: str) -> None:
    assert understand(text, THINGS) is None


def test_how_many_of_something_it_has_is_not_known() -> None:
    found = understand("does it have three trunks", THINGS)
    assert found == About(("trunk",), narrower=True, relations=("@has",), said=("have", "three", "trunks"))
    assert _by("yes", "does it have three trunks", THINGS) == set()


def test_a_thing_that_is_named_is_not_what_belongs_to_things() -> None:
    found = understand("is it a trunk?", THINGS)
    assert found is not None
    assert said(found, THINGS) == "trunk (not in the deck)"
    assert _by("yes", "was she a nun", PEOPLE) == {"Ada Smith"}


def test_it_is_said_in_the_words_of_the_deck() -> None:
    found = understand("made by the bees?", THINGS)
    assert isinstance(found, About)
    assert said(found, THINGS) == "to do with bee"


def test_lines_are_cut_as_questions_are() -> None:
    assert fold_lines("Ford's Theatre,ice-cream\nÉclair") == ["fords theatre,ice cream", "eclair"]


@given(st.text(st.characters(max_codepoint=127)))
@example("Rock-'n'-roll, Mr. T\n3_5|a  B")
def test_lines_are_cut_alike_with_and_without_accents(text: str) -> None:
    plain, accented = fold_lines(f"{text} cafe"), fold_lines(f"{text} café")
    assert [line.split() for line in plain] == [line.split() for line in accented]


def test_a_word_is_shown_as_in_the_first_line_that_has_it() -> None:
    phrases = (Phrase("does", "flying kites"), Phrase("is", "a fly"), Phrase("of", "flown", "no"))
    entities = (Entity("kite", phrases=phrases), Entity("gnat", about=("flies",)), Entity("wing"))
    words = words_of(Knowledge("flying", entities))
    assert (words.shown(("fli",)), words.having_all(("fli",))) == ("flies", 0b11)
    assert set(words.often(2)) == {"flies"}


@CASES.each
def test_people_are_asked_by_works_and_age(text: str, yes: str) -> None:
    assert _by("yes", text, PEOPLE) - {"Ada Smith" if "alive" in text else ""} == set(yes.split("|"))


def test_an_age_that_nobody_knows_is_unknown() -> None:
    assert _by("unknown", "is she older than 60", PEOPLE) == {"Dora Gone"}


@each("made by bees?", "orange cake or a coffin", "is she older than 60", "has it a trunk")
def test_the_sets_are_the_answers(text: str) -> None:
    for table in (THINGS, PEOPLE):
        found = understand(text, table)
        if found is None:
            continue
        sets = masks(found, table)
        for i in range(len(table)):
            assert sets.of(truth(found, table, i)) >> i & 1
        assert sets.yes | sets.no | sets.sometimes | sets.unknown == table.everything

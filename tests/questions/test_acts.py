"""What people do instead of asking one question, and questions that only look like it."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.questions.reading.understanding import act_of, asks_the_same
from tui_arena.questions.table import Knowledge

LINES = [line.split("\t") for line in Path(__file__).with_name("acts.tsv").read_text("utf-8").splitlines()]
"""An entity, what somebody says who looks for it, and what that is: an act, or `plain` for a question."""
FLOORS = {"either": 0.95, "double": 0.95, "chat": 0.9, "open": 0.95}
MOST_PLAIN = 0.05
CATALOGUE = Catalogue()


def known(deck: str) -> Knowledge:
    found: Knowledge | None = CATALOGUE.deck(deck, CATALOGUE.game("entity")).deck.knowledge
    assert found is not None
    return found


THINGS = known("things")
TEXTS = [prop.question for prop in THINGS.properties.values()]


def table_of(entity: str) -> Knowledge:
    """A deck that has an entity."""
    decks = known("things"), known("celebrities")
    return next(deck for deck in decks if fold(entity) in deck.numbers)


def test_what_is_no_question_is_told_from_questions() -> None:
    told: dict[str, list[str]] = {}
    for entity, text, kind in LINES:
        told.setdefault(kind, []).append(act_of(text, table_of(entity)) or "plain")
    share = {kind: acts.count(kind) / len(acts) for kind, acts in told.items()}
    assert {kind: share[kind] for kind, floor in FLOORS.items() if share[kind] < floor} == {}
    assert 1 - share["plain"] <= MOST_PLAIN


def test_the_tables_own_questions_are_questions() -> None:
    assert [text for text in TEXTS if act_of(text, THINGS) is not None] == []


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from(sorted({w for _, t, _ in LINES for w in t.split()}))).map(" ".join)
)
def test_any_text_is_one_of_them_or_none(text: str) -> None:
    assert act_of(text, THINGS) in (*FLOORS, None)
    assert asks_the_same(text, text, THINGS)


def test_a_question_is_the_same_as_itself_in_other_words_and_as_no_other() -> None:
    also = [(prop.question, text) for prop in THINGS.properties.values() for text in prop.also[:1]]
    assert all(asks_the_same(one, other, THINGS) for one, other in also)
    alike = [
        (one, other)
        for i, one in enumerate(TEXTS[::7])
        for other in TEXTS[::7][:i]
        if asks_the_same(one, other, THINGS)
    ]
    assert alike == []


def test_the_opposite_of_a_question_is_not_the_same() -> None:
    assert asks_the_same("Is it bigger than a car?", "bigger than a car", THINGS)
    assert not asks_the_same("Is it bigger than a car?", "Is it smaller than a car?", THINGS)


def test_a_name_of_the_deck_and_a_guess_are_never_refused() -> None:
    for deck in (THINGS, known("celebrities")):
        names = [name for entity in deck.entities for name in entity.names]
        assert [name for name in names if act_of(name, deck) or act_of(f"is it {name}?", deck)] == []
        guessed = [f"{opening} {names[0]}" for opening in ("my guess is", "i guess", "guess:")]
        assert [text for text in guessed if act_of(text, deck)] == []


def test_whoever_asks_the_answerer_asks_about_the_secret() -> None:
    people = known("celebrities")
    assert [act_of(text, people) for text in ("Are you a man?", "were you born in France?")] == [None, None]

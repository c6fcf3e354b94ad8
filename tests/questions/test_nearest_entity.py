"""What somebody may mean by a name that a table doesn't know."""

from __future__ import annotations

import pytest

from tests.tables import Cases
from tui_arena.data import Catalogue
from tui_arena.questions.judge import head, meant
from tui_arena.questions.table import Knowledge

CASES = Cases(__file__)


@pytest.fixture(scope="module")
def known() -> Knowledge:
    catalogue = Catalogue()
    found: Knowledge | None = catalogue.deck("anything", catalogue.game("akinator")).deck.knowledge
    assert found is not None
    return found


@CASES.each
def test_a_name_a_letter_away_means_the_known_one(name: str, entity: str, *, known: Knowledge) -> None:
    assert meant(name, known) == entity


@CASES.each
def test_a_name_that_ends_in_a_known_one_is_that(name: str, entity: str, *, known: Knowledge) -> None:
    assert head(name, known) == entity

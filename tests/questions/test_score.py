"""The judge's answers to the questions of the panel, as one score with a floor.

A floor shows what falls. A single wrong answer is mended in the decks or in the grammar, never by a rule for its question.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tui_arena.core.text import fold
from tui_arena.data import Catalogue
from tui_arena.questions.judge import judged
from tui_arena.questions.table import Knowledge

TESTS = Path(__file__).parent.parent
PANEL = ("judge.tsv", "judge_2.tsv", "judge_more.tsv")
OTHERS = ("questions.tsv", "questions_more.tsv", "questions_dev.tsv")
LEAST_RIGHT, MOST_WRONG, MOST_REFUSED = 0.89, 0.024, 0.02
"""Shares of all questions; the others are a maybe for a yes or no, or the other way round."""


def rows() -> list[tuple[str, str, set[str]]]:
    """Entity, question and the answers that are right."""
    out = []
    for name in PANEL:
        for line in (TESTS / "benchmarks" / "panel" / name).read_text("utf-8").splitlines():
            entity, question, answer = line.split("\t")
            out.append((entity, question, {answer}))
    for name in OTHERS:
        head, *lines = (TESTS / "questions" / name).read_text("utf-8").splitlines()
        for line in lines:
            row = dict(zip(head.split("\t"), line.split("\t"), strict=True))
            out.append((row["entity"], row["question"], {row["answer"], row["also"]} - {""}))
    return out


def known(name: str) -> Knowledge:
    catalogue = Catalogue()
    found: Knowledge | None = catalogue.deck(name, catalogue.game("akinator")).deck.knowledge
    assert found is not None
    return found


@pytest.mark.thorough
def test_the_panel_is_answered_as_people_would() -> None:
    decks = [known(name) for name in ("things", "celebrities", "anything")]
    kinds: Counter[str] = Counter()
    asked = 0
    for entity, question, right in rows():
        deck = next((deck for deck in decks if fold(entity) in deck.numbers), None)
        if deck is None:
            continue
        asked += 1
        told = judged(question, (entity,), deck)
        said = told.answer if told.answer in ("yes", "no") else "maybe"
        kinds["refused"] += not told.known
        kinds["right"] += said in right
        kinds["wrong"] += {said} | right == {"yes", "no"}
    assert asked > 3000
    shares = {kind: number / asked for kind, number in kinds.items()}
    assert shares["right"] >= LEAST_RIGHT, shares
    assert shares["wrong"] <= MOST_WRONG, shares
    assert shares["refused"] <= MOST_REFUSED, shares

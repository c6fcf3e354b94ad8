"""The forms of Bluffing's replies, case by case; `test_rules.py` has verdicts and headers."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import each
from tui_arena.core.game import Fault
from tui_arena.core.language.reply_forms import fitting
from tui_arena.core.text import clean
from tui_arena.games.bluffing.rules import (
    ANSWER_CHARS,
    BluffingQuestion,
    read_question,
    read_statement,
    read_truth,
    read_verdict,
)


@each(
    ("true", True), ("FALSE", False), ("It was false, I fear", False), ("yes, true", True),
    ("True story, true indeed", True), ("No, it was false", False),
)  # fmt: skip
def test_a_truth(text: str, truth: bool) -> None:
    assert read_truth(text) is truth


@each(
    "", "yes", "untrue", "truth", "not true", "isn't false", "It wasn't true", "true or false", "true and false", "half true",
    "possibly true", "maybe", "neither", "1",
)  # fmt: skip
def test_what_is_no_truth(text: str) -> None:
    with pytest.raises(Fault) as caught:
        read_truth(text)
    assert caught.value.kind == "format"


@each(
    ("true", True, True), ("false", True, False), ("true", False, None),
    ("I believe your statement is: False", False, False), ("I believe your statement: False", True, None), ("true true", True, None), ("Question 6: True", True, True), ("Question 6: True", False, None),
    ("i  believe\nyour statement is: false", False, False), ("I believe your statement is false", False, None),
)  # fmt: skip
def test_a_verdict(text: str, bare: bool, verdict: bool | None) -> None:
    assert read_verdict(text, bare=bare) is verdict


@settings(max_examples=150)
@given(st.text(max_size=200))
def test_whatever_is_said_is_read_or_refused(text: str) -> None:
    said = clean(text)
    with suppress(Fault):
        truth, statement = read_statement(said, sealed=True)
        assert truth in (True, False)
        assert any(c.isalnum() for c in statement)
    with suppress(Fault):
        assert isinstance(read_question(said), BluffingQuestion)
    with suppress(Fault):
        assert fitting(said, "answer", ANSWER_CHARS, "") == said
    with suppress(Fault):
        assert read_truth(said) in (True, False)
    with suppress(Fault):
        assert read_verdict(said, bare=True) in (True, False, None)


@each(
    ("I believe your statement is: " * 3000, ["rule", "format", "format", "format"]),
    ("i " * 40_000, ["rule", "format", None, "format"]),
    ("true | " + "true " * 15_000, ["rule", True, None, "rule"]),
    ("Question " * 9000, ["rule", "format", None, "format"]),
    ("question 1 : " * 6000, ["rule", "format", None, "format"]),
)
def test_a_reply_at_its_longest_is_read_in_no_time(text: str, heard: list[object]) -> None:
    """As a question, a truth, a verdict and a statement: what is heard, or the kind of the fault."""
    readings: list[Callable[[str], object]] = [
        read_question,
        read_truth,
        lambda said: read_verdict(said, bare=True),
        lambda said: read_statement(said, sealed=True),
    ]
    found: list[object] = []
    for read in readings:
        try:
            found.append(read(text[:65_536]))
        except Fault as fault:
            found.append(fault.kind)
    assert found == heard

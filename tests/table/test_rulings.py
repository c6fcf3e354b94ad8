"""Which rulings the people at a table can overrule."""

from typing import Any

import pytest

from tests.games.steps import answer, probe, resign, rule
from tests.games.taboo.test_rules import PHRASE, ROUND, start
from tui_arena.core.record import Play
from tui_arena.table.rulings import Ruling, ruling_on_draft, ruling_on_last

BOTH = ("hit", "says_word")


def said(reply: str, **options: Any) -> Play[Any]:
    return answer(start(**options), ROUND[0], reply)


@pytest.mark.parametrize(
    ("play", "ruling"),
    [
        (start(), None),
        (answer(start(), ROUND[0]), Ruling("says_word", True, 1)),
        (answer(start(), "A crane?"), Ruling("says_word", False, 1)),
        (answer(start(), "x" * 141), None),
        (said("The cranes, I think."), Ruling("says_word", False, 2)),
        (said("The gulls, I think."), Ruling("says_word", True, 2)),
        (said(f"{PHRASE}gull"), Ruling("hit", True, 2)),
        (said(f"{PHRASE}crane"), Ruling("hit", False, 2)),
        (answer(said("The crane, I think."), "pass"), None),
        (answer(said("The crane, I think."), "derrick"), Ruling("hit", True, 3)),
    ],
)
def test_what_can_be_ruled_on_the_last_reply(play: Play[Any], ruling: Ruling | None) -> None:
    assert ruling_on_last(play, BOTH) == ruling
    if ruling is not None:
        before = play.state
        rule(play, ruling.question, ruling.verdict)
        assert play.state != before
        back = ruling_on_last(play, BOTH)
        assert back is not None
        assert (back.of, back.verdict) == (ruling.of, not ruling.verdict), "what was ruled can be ruled again"


def test_after_a_resignation_nothing_is_ruled() -> None:
    assert ruling_on_last(resign(said("The crane, I think."), "setter"), BOTH) is None


def test_a_probe_in_between_is_no_reply() -> None:
    play = said(f"{PHRASE}gull")
    probe(play, 1, items=[])
    assert ruling_on_last(play, BOTH) == Ruling("hit", True, 2)


def test_only_what_an_ask_is_ruled_by() -> None:
    assert ruling_on_last(said(f"{PHRASE}gull"), ("says_word",)) is None
    assert ruling_on_last(said(f"{PHRASE}gull"), ()) is None


@pytest.mark.parametrize(
    ("text", "ruling"),
    [("A crane?", Ruling("says_word", False, 0)), ("What is it?", None), ("x" * 141, None), ("", None)],
)
def test_what_helps_a_draft(text: str, ruling: Ruling | None) -> None:
    play = start()
    assert ruling_on_draft(play, play.asks()[0], text, BOTH) == ruling

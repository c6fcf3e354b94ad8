"""Beliefs on five levels: how they are read and measured; the rank correlation against scipy's."""

import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.steps import probe, values
from tests.games.wordle.test_rules import start
from tests.tables import each
from tui_arena.core.probes import LEVELS, beliefs_of, measured, read_belief, spearman

PHRASE = "I believe your statement is: {}"
SAID = {
    "true": "True|**True**|TRUE.|true. Additional Information: it fits",
    "possibly true": "Possibly true|possibly **True**|Probably true|most likely true|Maybe true.|perhaps true",
    "unknown": "Unknown|unknown.|Uncertain|undecided|Unknown, it could be true or false|neutral so far",
    "possibly false": "Possibly false|**possibly False**|probably false|likely false",
    "false": "False|false!|FALSE - too vague|False. It may be true of others",
}


@each(*[(level, said) for level, texts in SAID.items() for said in texts.split("|")])
def test_a_belief(level: str, said: str) -> None:
    assert level in LEVELS
    assert read_belief(PHRASE.format(said)) == level
    assert read_belief(f"** {PHRASE.format(said)} **\n** Additional Information: not true, false **") == level
    assert (
        read_belief(f"<think>true</think>\nhm, let me see what there is to say\n{PHRASE.format(said)}")
        == level
    )


@each(
    ("True", "true"), ("possibly false", "possibly false"), ("- Unknown", "unknown"),
    ("verdict: probably true", "possibly true"), ("True\ntrue", "true"),
)  # fmt: skip
def test_a_level_that_stands_alone(text: str, level: str) -> None:
    assert read_belief(text) == level


@each(
    "", "hm", "yes", "I believe your statement is:", "I believe your statement is: true or false", "not true", "untrue",
    "I believe your statement is: not false", "I believe your statement is: a lie", "true\nfalse", "5", "possibly",
    "I believe your statement is: true\nI believe your statement is: false", "<think>I believe your statement is: true",
    "Additional Information: I believe your statement is: true", "It would be quite true to say that of most people",
    "I believe your statement is: possibly true, or possibly false", "trueish", "??",
)  # fmt: skip
def test_what_is_no_belief(text: str) -> None:
    assert read_belief(text) is None


@given(st.text(max_size=300))
def test_any_text_is_one_level_or_none(text: str) -> None:
    assert read_belief(text) in (None, *LEVELS)


def test_a_text_at_its_longest_is_read_in_no_time() -> None:
    texts = (PHRASE * 2000, "true " * 13_000, "i believe " * 6500, "true\n" * 13_000)
    assert [read_belief(text[:65_536]) for text in texts] == [None, None, None, "true"]


def test_without_truth_or_beliefs_figures_are_null() -> None:
    assert set(values(measured({}, truth=True)).values()) == {None}
    found = values(measured({1: 1, 2: 5}, truth=None))
    assert {name for name, value in found.items() if value is not None} == {"hopping_penalty"}


@given(st.dictionaries(st.integers(1, 40), st.integers(1, 5), max_size=20), st.booleans())
def test_what_holds_of_all_figures(levels: dict[int, int], truth: bool) -> None:
    levels = dict(sorted(levels.items()))
    found = values(measured(levels, truth))
    if not levels:
        return
    assert 0 <= found["recall"] <= 1
    assert (found["first_appear_round"] is None) == (found["recall"] == 0)
    assert found["first_appear_round"] in (None, *levels)
    assert 0 <= found["final_rank"] <= 4
    assert (found["hopping_penalty"] is None) == (found["spearman_paper"] is None) == (len(levels) == 1)
    mirrored = values(measured({t: 6 - level for t, level in levels.items()}, not truth))
    far = found.pop("distances")
    assert mirrored.pop("distances") == far
    assert [n for n, d in enumerate(far, 1) if d is not None] == list(levels)
    assert far[-1] == found["final_rank"]
    assert mirrored == pytest.approx(found, nan_ok=True)


@pytest.mark.thorough
@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 4)), min_size=2, max_size=20))
def test_the_rank_correlation_is_scipys(pairs: list[tuple[int, int]]) -> None:
    stats = pytest.importorskip("scipy.stats")
    xs, ys = ([pair[side] for pair in pairs] for side in (0, 1))
    mine = spearman(xs, ys)
    if len(set(xs)) == 1 or len(set(ys)) == 1:
        assert mine is None
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert mine == pytest.approx(stats.spearmanr(xs, ys).statistic, abs=1e-9)


def test_the_last_belief_of_a_round_that_is_a_level_counts() -> None:
    play = start()
    for number, items in (
        (2, ["false"]),
        (1, ["unknown"]),
        (1, [" True "]),
        (1, ["red"]),
        (1, ["true", "a"]),
        (0, ["true"]),
    ):
        probe(play, number, "belief", items=items)
    assert list(beliefs_of(play, "guesser").items()) == [(1, 1), (2, 5)]
    assert beliefs_of(play, "setter") == {}

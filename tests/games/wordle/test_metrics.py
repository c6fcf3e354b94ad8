"""Wordle's figures against hand-computed ones."""

from tests.games.steps import answer
from tests.games.wordle.test_rules import INFO, start
from tests.tables import Cases

CASES = Cases(__file__)


def test_a_win_in_four() -> None:
    play = answer(start(), "slate", "crony", "brace", "crane")
    metrics = INFO.compute(play)
    assert metrics["closeness"] == [10, 15, 18, 25]
    assert metrics["closeness_gain"] == 5
    assert metrics["strategy"] == [0, 0, 40, 70]
    assert (metrics["speed"], metrics["speed_inverse"], metrics["guesses"]) == (50, 25.0, 4)
    assert (
        INFO.explain(play, "strategy")[3]
        == "4. CRANE   70 = +20·R (green) +20·A (green) +10·C (yellow) +20·E (green)"
    )


@CASES.each
def test_speed(variant: str, n: int, speed: float) -> None:
    play = answer(start(variant=variant), *["slate"] * (n - 1), "crane")
    assert INFO.compute(play)["speed"] == speed
    assert INFO.compute(play)["strategy"][0] == (100 if n == 1 else 0)
    first = INFO.explain(play, "strategy")[0]
    assert first.endswith("100 = found at once" if n == 1 else "0 = nothing to go by yet")


def test_a_letter_of_two_colours_counts_for_both() -> None:
    play = answer(start("those"), "geese", "siege")
    assert INFO.compute(play)["strategy"] == [0, 20 - 20 - 20 + 20]


def test_opinions() -> None:
    play = start(variant="critic")
    answer(play, "slate", "no", "crony", "brace", "yes", "brace", "trace", "yes", "crane")
    metrics = INFO.compute(play)
    assert metrics["opinion_changes"] == [1, 0, 1]
    assert (metrics["opinion_changed"], metrics["opinion_kept"]) == (2, 1)
    assert metrics["repeats_on_agreement"] == metrics["changes_on_agreement"] == 0.5
    assert (metrics["repeats_on_disagreement"], metrics["changes_on_disagreement"]) == (0.0, 1.0)


def test_without_turns_of_a_kind_there_is_no_share() -> None:
    play = answer(start(variant="critic"), "crane", "yes", "crane")
    assert INFO.compute(play)["repeats_on_disagreement"] is None
    assert INFO.compute(answer(start(), "crane"))["opinion_changes"] is None


def test_aborted_sessions_keep_their_lists_and_null_the_rest() -> None:
    play = answer(start(reprompts=0), "slate", "four")
    metrics = INFO.compute(play)
    assert (metrics["aborted"], metrics["success"], metrics["lost"]) == (1, 0, 0)
    assert metrics["closeness"] == [10]
    assert metrics["speed"] is metrics["repetitions"] is None
    assert INFO.main_score(play, metrics) is None

"""Wordle's figures against hand-computed ones."""

from tests.games.steps import answer
from tests.games.wordle.test_rules import INFO, start
from tests.tables import Cases

CASES = Cases(__file__)


@CASES.each
def test_speed(variant: str, n: int, speed: float) -> None:
    play = answer(start(variant=variant), *["slate"] * (n - 1), "crane")
    assert INFO.compute(play)["speed"] == speed
    assert INFO.compute(play)["strategy"][0] == (100 if n == 1 else 0)
    first = INFO.explain(play, "strategy")[0]
    assert first.endswith("100 = found at once" if n == 1 else "0 = nothing to go by yet")

"""Every game of the catalogue passes the conformance suite."""

from collections.abc import Callable

import pytest

from tests.conformance import (
    CHECKS,
    Table,
    check_commuting,
    check_fields,
    check_prompts,
    holds_secret,
    tables,
)
from tui_arena.data import GameInfo, shipped_games

SEEDS = range(4)
FEWER: dict[Callable[[Table], None], range] = {
    check_fields: range(2),
    check_prompts: range(2),
    check_commuting: range(3),
}
"""Checks that need fewer seeds, as a seed changes little in them. Attacks are not drawn at random;
prompts are built in every variant at every ask of every set-up; each set-up has many asks at once."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
@pytest.mark.parametrize("info", shipped_games().values(), ids=lambda g: g.id)
def test_game_conforms(info: GameInfo, check: Callable[[Table], None]) -> None:
    seeds = FEWER.get(check, SEEDS)
    played = 0
    for table in tables(info, seeds):
        check(table)
        played += 1
    assert played >= len(seeds)


@pytest.mark.parametrize("text", ["it is zonal", "ZONAL", "z o n a l", "lanoz", "z-o-n-a-l"])
def test_a_leak_is_seen(text: str) -> None:
    assert holds_secret(text, "zonal")
    assert not holds_secret(text, "tonal")

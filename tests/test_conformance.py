"""Every game of the catalogue passes the conformance suite."""

from collections.abc import Callable

import pytest

from tests.conformance import CHECKS, Table, holds_secret, tables
from tui_arena.data import GameInfo, shipped_games

SEEDS = range(12)


@pytest.mark.parametrize("check", CHECKS, ids=lambda c: c.__name__)
@pytest.mark.parametrize("info", shipped_games().values(), ids=lambda g: g.id)
def test_game_conforms(info: GameInfo, check: Callable[[Table], None]) -> None:
    played = 0
    for table in tables(info, SEEDS):
        check(table)
        played += 1
    assert played >= len(SEEDS)


@pytest.mark.parametrize("text", ["it is zonal", "ZONAL", "z o n a l", "lanoz", "z-o-n-a-l"])
def test_a_leak_is_seen(text: str) -> None:
    assert holds_secret(text, "zonal")
    assert not holds_secret(text, "tonal")

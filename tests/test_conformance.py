"""Every game of the catalogue passes the conformance suite."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle

import pytest

from tests.conformance import (
    CHECKS,
    Table,
    check_commuting,
    check_fields,
    check_prompts,
    check_secrets,
    holds_secret,
    tables,
)
from tests.conformance_options import (
    Values,
    check_pairs,
    check_single,
    check_together,
    covering,
    singles,
    together,
)
from tests.tables import each
from tests.thorough import sampled
from tui_arena.data import GameInfo, shipped_games
from tui_arena.save.exchange.export import FORMATS

GAMES = shipped_games().values()
SEED, SEEDS = range(1), range(1, 3)
MORE = range(3, 20)
STEADY = {check_fields, check_prompts, check_commuting}
"""Checks in which a seed changes little. Attacks are not drawn at random; prompts are built in every variant at
every ask of every set-up; each set-up has many asks at once."""


OTHERS = [(g, check) for g in GAMES for check in CHECKS if check is not check_secrets]
"""One in nine of them has each check, and some of each game."""


def named(value: GameInfo | Values | Callable[[Table], None]) -> str:
    """How a case is called."""
    if isinstance(value, GameInfo):
        return value.id
    if callable(value):
        return str(value.__name__)
    return " ".join(f"{name}={one}" for name, one in value.items())


@pytest.mark.parametrize(
    ("info", "check"), [*((g, check_secrets) for g in GAMES), *sampled(OTHERS, 9)], ids=named
)
def test_game_conforms(info: GameInfo, check: Callable[[Table], None]) -> None:
    played = 0
    for table in tables(info, SEED):
        check(table)
        played += 1
    assert played >= len(SEED)


@pytest.mark.thorough
@pytest.mark.parametrize("info", GAMES, ids=lambda g: g.id)
def test_game_conforms_over_some_sessions(info: GameInfo) -> None:
    for number, table in enumerate(tables(info, SEEDS)):
        for check in CHECKS:
            if number % 2 == 0 or check not in STEADY:
                check(table)


@pytest.mark.torture
@pytest.mark.parametrize("info", GAMES, ids=lambda g: g.id)
def test_game_conforms_over_many_sessions(info: GameInfo) -> None:
    for table in tables(info, MORE):
        for check in CHECKS:
            check(table)


@pytest.mark.parametrize(
    ("info", "values"), sampled([(g, v) for g in GAMES for v in singles(g)], 9), ids=named
)
def test_each_value_off_its_default(info: GameInfo, values: Values) -> None:
    check_single(info, values)


@pytest.mark.parametrize(
    ("info", "values"), sampled([(g, v) for g in GAMES for v in together(g)], 19), ids=named
)
def test_the_built_in_players_play_with_each_value(info: GameInfo, values: Values) -> None:
    check_together(info, values)


@pytest.mark.parametrize(
    "info",
    [
        pytest.param(info, marks=pytest.mark.torture if info.id == "connections" else pytest.mark.thorough)
        for info in GAMES
    ],
    ids=lambda g: g.id,
)
def test_every_pair_of_values(info: GameInfo) -> None:
    formats = cycle((form,) for form in FORMATS)  # `check_single` exports in each of them
    played = [check_pairs(info, values, form) for values, form in zip(covering(info), formats, strict=False)]
    assert sum(played) >= len(played) / 3


@each("it is zonal", "ZONAL", "z o n a l", "lanoz", "z-o-n-a-l")
def test_a_leak_is_seen(text: str) -> None:
    assert holds_secret(text, "zonal")
    assert not holds_secret(text, "tonal")

"""A few attempts of every family; `python -m tests.torture` makes as many as one likes."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator

import pytest

from tests.torture.families import families
from tests.torture.family import run, spread

TRIES = 6


@pytest.fixture(scope="module", autouse=True)
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Whatever families keep between attempts goes where pytest cleans up."""
    before, tempfile.tempdir = tempfile.tempdir, str(tmp_path_factory.mktemp("torture"))
    yield
    tempfile.tempdir = before


@pytest.mark.torture
@pytest.mark.parametrize("name", families())
def test_nothing_is_lost(name: str) -> None:
    family = families()[name]
    result = run(family, 1, 200 if family.sized else TRIES)
    if result.skipped:
        pytest.skip(result.skipped)
    assert result.failures == []


def test_seeds_in_a_row_meet_every_case_once() -> None:
    for count in (1, 2, 7, 100, 38_912):
        assert sorted(spread(seed, count) for seed in range(13, 13 + count)) == list(range(count))

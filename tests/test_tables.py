"""Every table beside a test module is used by it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.tables import Cases

TABLES = sorted(Path(__file__).parent.glob("**/test_*.toml"))


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_no_table_is_left_over(path: Path) -> None:
    text = path.with_suffix(".py").read_text("utf-8")
    tables = tomllib.loads(path.read_text("utf-8"))
    assert [name for name in tables if f"test_{name}(" not in text and f'CASES["{name}"]' not in text] == []


def test_every_row_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_x.toml").write_text("doubles = [[1, 2], [2, 5], [3], [4, 8]]\n", "utf-8")
    cases = Cases(str(tmp_path / "test_x.py"))

    def test_doubles(one: int, other: int | None) -> None:
        assert 2 * one == other

    with pytest.raises(AssertionError, match=r"(?s)\(2, 5\).*\(3, None\)") as failed:
        cases.each(test_doubles)()
    assert "(1, 2)" not in str(failed.value)

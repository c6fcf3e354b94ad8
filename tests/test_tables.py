"""Every table beside a test module is used by it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.tables import Cases


def test_no_table_is_left_over() -> None:
    left = []
    for path in Path(__file__).parent.glob("**/test_*.toml"):
        text = path.with_suffix(".py").read_text("utf-8")
        names = tomllib.loads(path.read_text("utf-8"))
        left += [
            (path.stem, name)
            for name in names
            if f"test_{name}(" not in text and f'CASES["{name}"]' not in text
        ]
    assert left == []


def test_every_row_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_x.toml").write_text("doubles = [[1, 2], [2, 5], [3], [4, 8]]\n", "utf-8")
    cases = Cases(str(tmp_path / "test_x.py"))

    def test_doubles(one: int, other: int | None) -> None:
        assert 2 * one == other

    with pytest.raises(AssertionError, match=r"(?s)\(2, 5\).*\(3, None\)") as failed:
        cases.each(test_doubles)()
    assert "(1, 2)" not in str(failed.value)

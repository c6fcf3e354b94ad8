"""Circles of imports are found, whatever else modules import."""

from __future__ import annotations

from tests.circles import circles_of
from tests.tables import each


@each(
    ({"a": {"b"}, "b": {"c"}, "c": set()}, []),
    ({"a": {"b"}, "b": {"a"}}, [["a", "b"]]),
    ({"a": {"b"}, "b": {"c", "json"}, "c": {"a"}, "d": {"a"}}, [["a", "b", "c"]]),
    ({"a": {"b"}, "b": {"a", "c"}, "c": {"d"}, "d": {"c"}}, [["a", "b"], ["c", "d"]]),
    ({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}, "d": set()}, []),
)
def test_circles_are_found(imports: dict[str, set[str]], circles: list[list[str]]) -> None:
    assert circles_of(imports) == circles

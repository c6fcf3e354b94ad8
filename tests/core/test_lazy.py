"""Packages that load their parts when a name of theirs is asked for, and patterns that are compiled when used."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from tests.tables import each
from tui_arena import config, data
from tui_arena.core.lazy import late_pattern


@each(config, data)
def test_every_name_of_a_package_is_in_one_of_its_parts(package: object) -> None:
    for name in package.__all__:  # type: ignore[attr-defined]
        assert getattr(package, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        package.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_a_name_loads_its_own_part_only() -> None:
    code = "import sys; from tui_arena.config import Paths; print('tui_arena.config.models' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_late_pattern_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = re.compile

    def compile_(pattern: str, flags: int = 0) -> re.Pattern[str]:
        made.append(pattern)
        return compiled(pattern, flags)

    monkeypatch.setattr(re, "compile", compile_)
    late = late_pattern("(a+)b", re.IGNORECASE)
    assert made == []
    assert [bool(late.fullmatch(text)) for text in ("AAB", "aac", "ab")] == [True, False, True]
    assert made == ["(a+)b"]
    assert late.sub(r"<\1>", "xaab") == "x<aa>"
    assert late.pattern == "(a+)b"

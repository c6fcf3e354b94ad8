"""Caches that are cleared by package."""

from __future__ import annotations

from tui_arena.core.caches import let_go
from tui_arena.core.language.names import _readings
from tui_arena.core.language.stems import stem
from tui_arena.core.words import in_american


def test_only_the_caches_of_the_packages_named_are_cleared() -> None:
    stem("running"), in_american("colour"), _readings("the towel")

    let_go("tui_arena.core.language.stems", "tui_arena.core.words")

    assert stem.cache_info().currsize == 0
    assert in_american.cache_info().currsize == 0
    assert _readings.cache_info().currsize > 0

    let_go("tui_arena.core")

    assert _readings.cache_info().currsize == 0
    assert stem("running") == "run"


def test_a_package_is_named_in_full() -> None:
    stem("running")

    let_go("tui_arena.core.language.ste")

    assert stem.cache_info().currsize > 0

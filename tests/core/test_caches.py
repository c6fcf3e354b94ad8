"""Caches that are cleared by package."""

from __future__ import annotations

import gc
from typing import cast
from weakref import ref

from tui_arena.core.caches import clear_own, collected_seldom, lasting, let_go, own_cache
from tui_arena.core.language.families import stem
from tui_arena.core.language.names import _readings
from tui_arena.core.words import in_american


def test_only_the_caches_of_the_packages_named_are_cleared() -> None:
    stem("running"), in_american("colour"), _readings("the towel")

    let_go("tui_arena.core.language.families", "tui_arena.core.words")

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


class _Keeping:
    def __init__(self) -> None:
        self.kept = own_cache(8, self._made)

    def _made(self, word: str) -> list[str]:
        return [word]


def test_an_object_that_keeps_its_results_is_gone_as_soon_as_nobody_has_it() -> None:
    one = _Keeping()
    assert one.kept("a") is one.kept("a")
    left = ref(one)

    gc.disable()
    try:
        del one
        assert left() is None
    finally:
        gc.enable()


def test_what_an_object_keeps_may_refer_to_it_once_it_is_cleared() -> None:
    one = _Keeping()
    one.kept("a").append(cast("str", one))
    left = ref(one)

    gc.disable()
    try:
        clear_own(one)
        del one
        assert left() is None
    finally:
        gc.enable()


def test_while_a_run_is_played_what_was_there_before_is_not_collected() -> None:
    before = gc.get_threshold()
    gc.disable()
    try:
        gc.set_threshold(700, 10, 10)
        circles = [_circle(), _circle()]
        with collected_seldom():
            circles.append(_circle())
            gc.collect()
            assert [left() is None for left in circles] == [False, False, True]
            assert gc.get_threshold()[0] > 700
        assert gc.get_threshold() == (700, 10, 10)
    finally:
        gc.set_threshold(*before)
        gc.enable()


def test_what_lasts_is_not_collected_and_what_comes_later_is() -> None:
    assert gc.isenabled()
    with lasting():
        assert not gc.isenabled()
        circles = [_circle()]
    assert gc.isenabled()
    circles.append(_circle())
    gc.collect()
    assert [left() is None for left in circles] == [False, True]


def _circle() -> ref[_Keeping]:
    """An object that is garbage, but that only the collector finds."""
    one = _Keeping()
    one.kept("a").append(cast("str", one))
    return ref(one)

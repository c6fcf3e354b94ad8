"""Values that are made once, whichever thread asks first."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

from tui_arena.ui.app.arena import once

BEGUN, GO_ON = Event(), Event()


class House:
    def __init__(self) -> None:
        self.built = 0

    @once
    def roof(self) -> int:
        self.built += 1
        BEGUN.set()
        GO_ON.wait()
        return self.built


def test_a_second_thread_waits_for_what_the_first_one_makes() -> None:
    house = House()
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(lambda: house.roof)
        BEGUN.wait()
        second = pool.submit(lambda: house.roof)
        assert not second.done()
        GO_ON.set()
        assert (first.result(), second.result(), house.built) == (1, 1, 1)

"""The caches of the rules and the bots: how to make them, how to clear them, and how to fill them fast.

The engine, the questions and the games cache only the results of pure functions, so every result can be
computed again. Some of these results are the tables that a bot makes of a deck: tens of megabytes that only
one game needs.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import _lru_cache_wrapper, lru_cache
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakMethod

T = TypeVar("T")


def own_cache(most: int, method: Callable[..., T]) -> _lru_cache_wrapper[T]:
    """A cache of a bound method's last `most` results. It doesn't keep the method's object alive.

    So its memory is freed as soon as nobody needs the object, without a pause for the garbage collector.
    """
    own = WeakMethod(method)

    def made(*given: Any, **named: Any) -> T:
        of_object = own()
        assert of_object is not None, "its caller has the object"
        return of_object(*given, **named)

    return lru_cache(most)(made)


def clear_own(*objects: object) -> None:
    """Clear the caches of these objects and of their parts, even while they are in use."""
    packages = {"tui_arena", *(type(one).__module__.partition(".")[0] for one in objects)}
    seen: dict[int, Any] = {}
    left = list(objects)
    while left:
        one = left.pop()
        if isinstance(one, _lru_cache_wrapper):
            one.cache_clear()
        elif id(one) not in seen and type(one).__module__.partition(".")[0] in packages:
            seen[id(one)] = one
            left += getattr(one, "__dict__", {}).values()


def let_go(*packages: str) -> None:
    """Clear every cache of a function in the modules of these packages that are loaded.

    Code that already has a result keeps it; the next call computes it again.
    """
    below = tuple(f"{package}." for package in packages)
    for name, module in list(sys.modules.items()):
        if name in packages or name.startswith(below):
            for one in list(vars(module).values()):
                if isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()


class LateSequence(Sequence[T]):
    """Things that are all read when the first of them is needed, in whatever thread."""

    def __init__(self, read: Callable[[], Sequence[T]], count: int | None = None) -> None:
        """`count`: their number if it is known before they are read."""
        self._count = count
        self._read: Callable[[], Sequence[T]] | None = read
        self._found: Sequence[T] = ()
        self._lock = Lock()

    @property
    def is_read(self) -> bool:
        return self._read is None

    def read(self) -> Sequence[T]:
        """All things."""
        if self._read is not None:
            with self._lock:
                if self._read is not None:
                    self._found = self._read()
                    self._read = None
        return self._found

    def __getitem__(self, at: Any) -> Any:
        return self.read()[at]

    def __iter__(self) -> Iterator[T]:
        return iter(self.read())

    def __len__(self) -> int:
        return len(self.read()) if self._count is None else self._count


@contextmanager
def uncollected() -> Iterator[None]:
    """Pauses the garbage collector in the block, if it was on.

    The objects that are built there stay, so the collector would only go through all of them again and again,
    which takes a quarter of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def lasting() -> Iterator[None]:
    """As `uncollected`, for what is needed to the end, such as modules: the collector never looks at it later."""
    with uncollected():
        yield
        gc.freeze()


SELDOM = (3_000, 10, 5)
"""The thresholds of the garbage collector while many sessions are played at once."""


def collect_seldom() -> None:
    """Exempt every object that exists now from garbage collection, and collect new garbage seldom.

    The sessions of a run make much that lives until the next reply and hardly any garbage in circles, so the
    collector would only go through all of it again and again, and through all modules and decks.
    """
    gc.freeze()
    gc.set_threshold(*map(max, SELDOM, gc.get_threshold()))


@contextmanager
def collected_seldom() -> Iterator[None]:
    """In the block, as `collect_seldom`; then new garbage is collected as often as before.

    What was exempted stays exempt: only a count of all exempt objects could tell whether any were before, and
    with LiteLLM loaded that takes longer than a session of bots.
    """
    before = gc.get_threshold()
    collect_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*before)

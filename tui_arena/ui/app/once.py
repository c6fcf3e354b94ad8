"""Values of the app that are made when they are first asked for, whichever thread asks first."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_LOCK = RLock()


class once(Generic[T]):  # noqa: N801  (used as `cached_property` is, which does not hold other threads back)
    """A property that is made once; who asks meanwhile waits."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, instance: Any, owner: type[Any] | None = None) -> T:
        with _LOCK:
            made: dict[str, T] = vars(instance)
            if self._name not in made:
                made[self._name] = self._make(instance)
            return made[self._name]

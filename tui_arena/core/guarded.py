"""Guards rules that somebody else wrote: every error in them becomes a sentence that names the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tui_arena.core.events import BadEvent
from tui_arena.core.game import Fault
from tui_arena.core.text import one_line


class GameFailed(BadEvent):
    """Rules raised an exception that rules may not raise. The text names the game and the exception."""

    def __init__(self, game: str, error: BaseException) -> None:
        ValueError.__init__(
            self, f"The rules of {game} failed ({error_line(error)}). Everything saved so far is safe."
        )
        self.seq = 0
        self.why = str(self)


def error_line(error: BaseException) -> str:
    """The kind of an error and its text, on one line.

    >>> error_line(KeyError("word"))
    "KeyError: 'word'"
    """
    return f"{type(error).__name__}: {one_line(str(error), 200)}"


ODD = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""The exceptions that values of an unexpected shape can cause. `BadEvent` is among them, as a
`ValueError`."""


def odd(error: Exception) -> str:
    """Describes in words what is wrong with the values that raised an error of `ODD`.

    >>> odd(KeyError("seat")), odd(TypeError("x"))
    ("'seat' is missing", 'a value has the wrong type or shape (TypeError)')
    """
    if isinstance(error, KeyError):
        return f"{one_line(str(error), 60)} is missing"
    if type(error).__module__.partition(".")[0] == __package__.partition(".")[0]:
        return str(error)  # an error of this program is a sentence
    return f"a value has the wrong type or shape ({type(error).__name__})"


@contextmanager
def computing(title: str, *, foreign: bool) -> Iterator[None]:
    """Turns the exceptions that a game's figures raise in the block into `GameFailed`.

    `foreign`: whether the game is an installed package, whose figures may raise anything.
    """
    try:
        yield
    except BadEvent:
        raise
    except ODD as error:
        raise GameFailed(title, error) from error
    except Exception as error:
        if foreign:
            raise GameFailed(title, error) from error
        raise


class GuardedGame:
    """A game whose methods raise nothing but `Fault` and `GameFailed`."""

    def __init__(self, game: Any, title: str) -> None:
        self._game = game
        self._title = title

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._game, name)
        return self._guarded(value) if callable(value) else value

    def _guarded(self, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            try:
                return method(*args)
            except Fault as fault:
                raise Fault(fault.kind, str(fault.why), fault.heard, told=str(fault.told)) from fault
            except Exception as error:
                raise GameFailed(self._title, error) from error

        return call

"""Rules that somebody else wrote: whatever goes wrong in them becomes a sentence that names the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tui_arena.core.events import BadEvent
from tui_arena.core.game import Fault
from tui_arena.core.text import one_line


class GameFailed(BadEvent):
    """Rules raised what rules may not. The text names the game, and says what it was."""

    def __init__(self, game: str, error: BaseException) -> None:
        ValueError.__init__(self, f"The rules of {game} failed ({told(error)}). What is saved stays.")
        self.seq = 0
        self.why = str(self)


def told(error: BaseException) -> str:
    """The kind of an error and its text, on one line.

    >>> told(KeyError("word"))
    "KeyError: 'word'"
    """
    return f"{type(error).__name__}: {one_line(str(error), 200)}"


class GuardedGame:
    """A game, each of whose methods raises a `Fault`, or `GameFailed`, or nothing."""

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
                raise Fault(fault.kind, str(fault.why), fault.heard) from fault
            except Exception as error:
                raise GameFailed(self._title, error) from error

        return call

"""The files that the API works with: the user's decks, prompts and models, and named save files.

Nothing is written except a save file that the caller names.
"""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from os import PathLike
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from tui_arena.config import Paths, expanded
from tui_arena.data import Catalogue
from tui_arena.players.models.prompts import SeatPrompts
from tui_arena.players.models.registry import ModelRegistry

T = TypeVar("T")
PathName = str | PathLike[str]
"""A path, as Python's own functions accept it."""
DATABASE = ".db"
"""The ending of a save file's name; a path with any other ending is the folder of a save file."""


@dataclass(frozen=True, slots=True)
class Home:
    """The user's folders and their contents."""

    paths: Paths
    catalogue: Catalogue
    registry: ModelRegistry
    prompts: SeatPrompts
    """The prompts that were read so far; they don't change until the program ends."""


def home() -> Home:
    """The user's home, or the folder that TUI_ARENA_HOME names. Raises BadFile if its path is invalid."""
    return _home(Paths.find())


@lru_cache(maxsize=8)
def _home(paths: Paths) -> Home:
    catalogue = Catalogue(paths.config)
    registry = ModelRegistry(paths, catalogue, threaded=True)
    atexit.register(registry.close)
    return Home(paths, catalogue, registry, SeatPrompts(catalogue))


def own_registry(here: Home) -> closing[ModelRegistry]:
    """The models for one block, which asks them in its own event loop; they are closed at its end."""
    return closing(ModelRegistry(here.paths, here.catalogue, threaded=False))


def save_file(source: PathName | None) -> Path:
    """The save file of a path: the path itself if it ends in `.db`, else the save file in that folder.

    None: the user's own save file.
    """
    if source is None:
        return home().paths.save_file
    path = expanded(Path(source))
    return path if path.suffix == DATABASE else Paths.find(path).save_file


def outside_a_loop(work: Callable[[], T]) -> T:
    """Calls a function that runs an event loop, in a thread if a loop runs already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


async def in_daemon_thread(work: Callable[[], T]) -> T:
    """Calls a function in a thread that doesn't hold up the end of the program; returns its result.

    An exception is raised here and in the thread, whose hook reports it.
    """
    loop = asyncio.get_running_loop()
    come: asyncio.Future[T] = loop.create_future()

    def settle(how: Callable[[], object]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(lambda: None if come.done() else how())

    def run() -> None:
        try:
            done = work()
        except Exception as error:
            broken = error
            settle(lambda: come.set_exception(broken))
            raise
        settle(lambda: come.set_result(done))

    Thread(target=run, daemon=True).start()
    return await come


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine that never waits, without the cost of an event loop; returns its result."""
    try:
        while True:
            if work.send(None) is not None:
                work.close()
                raise RuntimeError("this coroutine was never meant to wait")
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]

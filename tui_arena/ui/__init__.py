"""The app: screens that show sessions and pass on what people type.

Law: a screen decides no rule of a game. It draws a game in play from `Play.view(seat)` alone. A person's
typed text is passed to the rules as a reply, through `Hotseat` and `SessionRunner`.
"""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tui_arena.save import LARGE

if TYPE_CHECKING:
    from tui_arena.config import Paths
    from tui_arena.players.new_session import Start


COLLECTED = (1_000, 3, 66)
"""The garbage collector's thresholds, low enough that no pause is long. `sweep` cleans up after screens."""

M_ARENA_MAX = -8
"""The option for glibc's maximum number of heaps, as in `malloc.h`."""

MANY = 20_000
"""The number of collectable objects, with only home open, above which `sweep` takes them for permanent."""


def keep() -> None:
    """Exempt every object that exists now from garbage collection, and collect from now on.

    Otherwise a full collection would walk through all modules and word lists while the event loop waits for
    it.
    """
    gc.freeze()
    gc.enable()


def free() -> None:
    """Collect what was exempt from collection and isn't used any more, such as the last game's screens.

    The C library returns the memory as well, if it can. All threads wait meanwhile, so call this only while
    a person waits anyway, such as for another game's table. It runs in a thread.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    _of_glibc("malloc_trim", 0)


def share_heap() -> None:
    """Have all threads of this process allocate from one heap. Call this before the first thread starts.

    Decks are read in threads. Otherwise glibc gives each thread its own heap, and returns hardly any of it
    when the thread has ended.
    """
    _of_glibc("mallopt", M_ARENA_MAX, 1)


def _of_glibc(name: str, *arguments: int) -> None:
    """Call a function of the C library, where that library is glibc."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415  (keeps this package light to import)

        with suppress(AttributeError, OSError):  # another C library
            getattr(ctypes.CDLL(None), name)(*arguments)


def sweep(screens: int) -> None:
    """Collect what a closed screen has left before it piles up. `screens`: the number of open screens.

    If only home is open and many objects remain, they were loaded for good and are exempt from now on.
    """
    gc.collect()
    if screens == 1 and len(gc.get_objects(generation=2)) > MANY:
        gc.freeze()


def run(paths: Paths, start: Start | None = None) -> int:
    """Run the app until the user leaves it or the system ends it, and return its exit status.

    `start` says what opens first; None: home. If the save file can't be opened, a line on stderr says why and
    the status is 1.
    """
    os.environ.pop("TEXTUAL_LOG", None)  # this log would contain every key typed, and so secrets, too
    share_heap()
    gc.disable()  # everything that is made before the first frame stays
    try:
        return _run(paths, start)
    finally:
        gc.enable()


def _run(paths: Paths, start: Start | None) -> int:
    from tui_arena.ui.app.app import ArenaApp  # noqa: PLC0415  (keeps this package light to import)
    from tui_arena.ui.app.ending import CRASHED  # noqa: PLC0415  (as above)

    app = ArenaApp(paths, start)
    if _is_large(paths.save_file):
        from tui_arena.save.store import SaveError, update_note  # noqa: PLC0415  (rarely needed)

        if note := update_note(paths.save_file):
            print(f"tui-arena: {note}", file=sys.stderr, flush=True)  # noqa: T201
            with suppress(SaveError):  # reported below
                _ = app.store
    gc.set_threshold(*COLLECTED)
    app.loaded, app.closed, app.freed = keep, sweep, free
    if app.refused is None:
        with app.ending:
            app.run(mouse=app.settings.mouse)
    if app.refused is not None:
        print(f"tui-arena: {app.refused}", file=sys.stderr)  # noqa: T201
        return 1
    return app.return_code or (CRASHED if app.ending.crashed else 0)


def _is_large(save_file: Path) -> bool:
    """Whether a save file is so large that updating it may make the app wait."""
    try:
        return save_file.stat().st_size >= LARGE
    except OSError:
        return False

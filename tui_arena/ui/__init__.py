"""The app: screens that show sessions and pass on what people type.

Law: a screen decides no rule of a game. A game in play is drawn from `Play.view(seat)` alone, and what a
person types goes to the rules as a reply, through `Hotseat` and `SessionRunner`.
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
"""The collector's thresholds, so that none of its pauses is long; what a closed screen leaves is collected apart."""

MANY = 20_000
"""Objects that a collection may walk through each time."""


def keep() -> None:
    """Leave out of every collection what is there now, and collect from now on.

    Otherwise a full collection walks through all modules and word lists while the loop waits for it.
    """
    gc.freeze()
    gc.enable()


def sweep(screens: int) -> None:
    """Collect what a closed screen has left, before there is more of it; `screens`: how many are open.

    If much has stayed at home, it was loaded for good.
    """
    gc.collect()
    if screens == 1 and len(gc.get_objects(generation=2)) > MANY:
        gc.freeze()


def run(paths: Paths, start: Start | None = None) -> int:
    """Run the app until the user leaves it or the system ends it, and return its exit status.

    `start` says where it begins; None: at home. A save file that can't be opened is
    reported in a line on stderr, with status 1.
    """
    os.environ.pop("TEXTUAL_LOG", None)  # that log holds every key typed, so it would hold secrets too
    gc.disable()  # up to the first frame all that is made stays
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
            with suppress(SaveError):  # told below
                _ = app.store
    gc.set_threshold(*COLLECTED)
    app.loaded, app.closed = keep, sweep
    if app.refused is None:
        with app.ending:
            app.run(mouse=app.settings.mouse)
    if app.refused is not None:
        print(f"tui-arena: {app.refused}", file=sys.stderr)  # noqa: T201
        return 1
    return app.return_code or (CRASHED if app.ending.crashed else 0)


def _is_large(save_file: Path) -> bool:
    """Whether a save file may take so long to be brought up to date that the app waits for it."""
    try:
        return save_file.stat().st_size >= LARGE
    except OSError:
        return False

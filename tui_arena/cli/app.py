"""Opening the app. It imports nothing that the app's first frame does not need."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from tui_arena.cli.context import Arena, Failed

if TYPE_CHECKING:
    from tui_arena.players.new_session import Start

WEB = ("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
"""The variable and the value by which a server says that it shows the app in a browser, over pipes."""


def served() -> bool:
    """Whether a server such as textual-serve shows the app in a browser, so that it needs no terminal."""
    return os.environ.get(WEB[0]) == WEB[1]


def open_app(arena: Arena, start: Start | None = None) -> int:
    """Run the app and return its exit status. `start`: where it begins; None: the home screen.

    Raises Failed if there is no terminal and nobody who shows the app in a browser.
    """
    if not served() and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failed("the app needs a terminal; `tui-arena --help` lists what works without one", 2)
    from tui_arena.ui import run  # noqa: PLC0415  (Textual is only loaded for the app)

    return run(arena.paths, start)

"""The message for a bug in this program.

Law: the message says where the bug is, but never shows the values of variables.
"""

from __future__ import annotations

import traceback
from pathlib import Path

from tui_arena.cli.context import complain


def tell(error: BaseException) -> None:
    """Print one line: the kind of error, the place it came from, and that saved sessions are safe."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    place = f"{Path(last.filename).name}:{last.lineno} in {last.name}" if last else "an unknown place"
    complain(
        f"stopped by a fault of its own ({type(error).__name__} at {place}); saved sessions are safe. "
        "Please report this line; `tui-arena doctor` checks the installation"
    )

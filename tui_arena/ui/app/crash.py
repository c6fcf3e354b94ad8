"""Crash reports: what is printed and logged when the app crashes.

Law: a report names the type and the place of each exception. It contains no local variables and no exception
texts, because both may contain a hidden word.
"""

from __future__ import annotations

import platform
import traceback
from datetime import datetime
from pathlib import Path

from textual.worker import WorkerFailed

import tui_arena
from tui_arena.config import BadFile, Paths, redact, write_log
from tui_arena.ui.app.ending import FAREWELL


def cause_of(error: BaseException) -> BaseException:
    """The exception itself; for a failed worker, the exception that was raised in the worker."""
    return error.error if isinstance(error, WorkerFailed) else error


def places(error: BaseException) -> list[str]:
    """The places that an exception passed, innermost last: only file, line and function."""
    out = []
    for frame in traceback.extract_tb(error.__traceback__):
        path = Path(frame.filename)
        short = "/".join(path.parts[-3:])
        out.append(f"{short}:{frame.lineno} in {frame.name}")
    return out


def chain(error: BaseException) -> list[BaseException]:
    """The exception and its causes, the first cause last."""
    out: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in out:
        out.append(current)
        current = current.__cause__ or (None if current.__suppress_context__ else current.__context__)
    return out


def report(error: BaseException, screen: str, when: datetime) -> str:
    """The text of a crash log."""
    from importlib.metadata import version  # noqa: PLC0415  (slow, and only needed here)

    lines = [
        f"TUI Arena {tui_arena.__version__} stopped on {when:%Y-%m-%d %H:%M:%S}",
        f"Python {platform.python_version()}, Textual {version('textual')}, {platform.system()}",
        f"Screen: {screen}",
        "Values and messages are left out: they could hold a secret.",
    ]
    for one in chain(error):
        lines += ["", type(one).__qualname__, *(f"  {place}" for place in places(one))]
    return redact("\n".join(lines) + "\n")


def save_report(error: BaseException, screen: str, paths: Paths) -> Path | None:
    """Write the crash log and return its path; None if it can't be written."""
    when = datetime.now().astimezone()
    try:
        return write_log(paths.logs, f"crash-{when:%Y%m%d-%H%M%S}.log", report(error, screen, when))
    except BadFile:
        return None


def farewell(error: BaseException, log: Path | None) -> str:
    """The text that the user sees in the terminal after a crash."""
    ours = [p for p in places(error) if p.startswith(("tui_arena/", "ui/", "screens/", "widgets/"))]
    where = ours[-1:] or places(error)[-1:] or ["an unknown place"]
    happened = f"What happened: {type(error).__qualname__} at {where[0]}.\n"
    return FAREWELL + happened + (f"A report is in {log}. It holds no secrets.\n" if log is not None else "")

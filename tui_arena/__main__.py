"""The command `tui-arena`.

Law: `--version` is answered before anything else is imported. The program ends when it is done,
whatever a model is busy with.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress

from tui_arena import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status (contract.md section 2)."""
    if argv is not None:
        return _run(list(argv))
    sys.excepthook = _crashed
    status = _run(sys.argv[1:])
    leave(status)
    return status


def leave(status: int) -> None:
    """End the process here if a daemon thread is left, such as the one of models.

    Python stops such a thread wherever it is, maybe with a lock in its hand that the tidying up of
    LiteLLM's objects then waits for in vain. All that is to be kept is saved and closed by now.
    """
    if any(thread.daemon for thread in threading.enumerate()):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(status)


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:
        sys.stdout.write(f"tui-arena {__version__}\n")
        return 0
    try:
        from tui_arena.cli import run  # noqa: PLC0415  (after --version)

        return run(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("tui-arena: interrupted\n")
        return 130


def _crashed(_kind: type[BaseException], error: BaseException, _trace: object) -> None:
    """Tell of a fault of this program in a line without values, because they may hold a secret."""
    from tui_arena.cli.crash import tell  # noqa: PLC0415  (only when it is needed)

    tell(error)
    leave(1)


if __name__ == "__main__":
    sys.exit(main())

"""The command `tui-arena`.

Law: `--version` is answered before anything else is imported. The process ends when the command is
done, even if a model is still busy.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress

from tui_arena import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if argv is not None:
        return _run(list(argv))
    sys.excepthook = _crashed
    if sys.argv[1:] != ["--version"]:
        from tui_arena.cli.context import speak_alone  # noqa: PLC0415  (after --version)

        speak_alone()
    status = _run(sys.argv[1:])
    leave(status)
    return status


def leave(status: int) -> None:
    """End the process here if a daemon thread is left, such as one that calls models, or a stream is dead.

    Python stops such a thread wherever it is. If the thread has a lock then, the clean-up of LiteLLM's
    objects waits for that lock forever. A stream that can't be flushed, because its terminal is gone, would
    replace the status. Everything that must be kept has been saved and closed by now.
    """
    dead = False
    for stream in (sys.stdout, sys.stderr):
        with suppress(ValueError, AttributeError):
            try:
                stream.flush()
            except OSError:
                dead = True
    if dead or any(thread.daemon for thread in threading.enumerate()):
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
    """Report a crash of this program in one line without values, because they may contain a secret."""
    from tui_arena.cli.context import complain_of_crash  # noqa: PLC0415  (only when it is needed)

    complain_of_crash(error)
    leave(1)


if __name__ == "__main__":
    sys.exit(main())

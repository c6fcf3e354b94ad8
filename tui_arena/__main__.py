"""The command `tui-arena`.

Law: `--version` is answered before anything else is imported.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tui_arena import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; gives the exit status (contract.md section 2)."""
    arguments = sys.argv[1:] if argv is None else list(argv)
    if argv is None:
        sys.excepthook = _crashed
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


if __name__ == "__main__":
    sys.exit(main())

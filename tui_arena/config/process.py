"""This process: the program, commit and command that something is played with, and the limit of open files."""

from __future__ import annotations

import json
import math
import platform
import shlex
import sys
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import PurePath

from tui_arena import __version__
from tui_arena.config.redaction import redact
from tui_arena.core.text import one_line

_COMMAND_CHARS = 2000


@dataclass(frozen=True, slots=True)
class Origin:
    """The origin of a run, or of a part of it. Keys in it are hidden."""

    program: str
    """The version of this program."""
    commit: str | None = None
    """The commit that this program was installed from, if the installer noted it."""
    python: str = ""
    litellm: str | None = None
    """The version of LiteLLM; None: it isn't installed."""
    command: str | None = None
    """The command line, without the name of the program; None if it is empty."""

    def to_json(self) -> dict[str, str]:
        """The known values by name."""
        return {name: value for name, value in asdict(self).items() if value}


@lru_cache(4)
def origin(command: str | None) -> Origin:
    """The origin of anything played now. `command`: `command_line` of this or another process."""
    return Origin(__version__, _commit(), platform.python_version(), installed_version("litellm"), command)


def command_line() -> str | None:
    """This program's command line without its own name; None if the program wasn't started by a command."""
    called = PurePath(sys.argv[0])
    ours = called.stem == "tui-arena" or called.parts[-2:] == ("tui_arena", "__main__.py")
    said = shlex.join(sys.argv[1:]) if ours else ""
    return one_line(redact(said), _COMMAND_CHARS) or None


def _commit() -> str | None:
    """The commit that an installer noted for a package from a repository; None if there is no such note."""
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415  (the app starts without it)

    try:
        noted = distribution("tui-arena").read_text("direct_url.json")
        commit = json.loads(noted or "{}").get("vcs_info", {}).get("commit_id")
    except (PackageNotFoundError, ValueError, AttributeError):
        return None
    return commit if isinstance(commit, str) else None


def installed_version(package: str) -> str | None:
    """The version of an installed package; None if it isn't installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  (as above)

    try:
        return version(package)
    except PackageNotFoundError:
        return None


# open files, and so connections: the system sets a limit for each process

MOST_AT_ONCE = 1000
"""The maximum number of sessions or questions at once that a command accepts."""
OWN = 64
"""The files that are reserved for other uses than connections: the save file, pipes, modules, libraries'
files."""


def make_room(at_once: int) -> None:
    """Raise this process's limit of open files for this many sessions at once.

    A session has one connection in use, and keeps a second one if it asks two servers. Raises BadOption if
    the system refuses.
    """
    needed = 2 * at_once + OWN
    if _raised(needed) < needed:
        from tui_arena.core.options import BadOption  # noqa: PLC0415  (the first frame needs no rules)

        raise BadOption(
            f"{at_once} at once need {needed} open files, more than the system allows (ulimit -Hn); "
            f"choose fewer, or raise the limit (ulimit -n {needed}) and start again"
        )


def places(wanted: int) -> int:
    """The number of connections that may be open at once, at most `wanted`.

    Raises the limit if the system allows it. Returns at least 1, and keeps `OWN` files in reserve if the
    limit isn't smaller than that.
    """
    return max(1, min(wanted, int(min(_raised(wanted + OWN), wanted + OWN)) - OWN))


def _raised(needed: int) -> float:
    """The limit of open files; a lower limit is first raised to `needed` if the system allows it."""
    try:
        import resource  # noqa: PLC0415  (not everywhere)
    except ImportError:
        return math.inf  # Windows has no such limit
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return math.inf
    if soft >= needed:
        return soft
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    except (ValueError, OSError):
        return soft
    return needed

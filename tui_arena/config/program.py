"""The program, commit and command that something is played with, as noted next to the results."""

from __future__ import annotations

import json
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

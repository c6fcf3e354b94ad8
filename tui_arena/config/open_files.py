"""The limit of open files, and so of connections, that the system sets for this process."""

from __future__ import annotations

import math

from tui_arena.core.options import BadOption

MOST_AT_ONCE = 1000
"""The most sessions or questions at once that a command accepts."""
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

"""How many files, and so how many connections, the system lets this process have open at once."""

from __future__ import annotations

import math

from tui_arena.core.options import BadOption

MOST_AT_ONCE = 1000
"""The most sessions or questions at once that are taken."""
OWN = 64
"""Files that are kept back for other things than connections: the save file, pipes, modules, what libraries read."""


def make_room(at_once: int) -> None:
    """Raise this process's limit of open files for so many sessions at once. Raises BadOption if the system refuses.

    A session has one connection in use, and one kept where it asks two servers.
    """
    needed = 2 * at_once + OWN
    if _raised(needed) < needed:
        raise BadOption(
            f"{at_once} at once need {needed} open files, more than the system allows (ulimit -Hn); take fewer, or "
            f"raise the limit (ulimit -n {needed}) and start again"
        )


def places(wanted: int) -> int:
    """How many of so many connections may be open at once: the limit is raised if the system allows it.

    At least one is, and `OWN` files are kept back if the limit isn't smaller than that.
    """
    return max(1, min(wanted, int(min(_raised(wanted + OWN), wanted + OWN)) - OWN))


def _raised(needed: int) -> float:
    """The limit of open files, after it was raised to so many if it was lower and the system allows it."""
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

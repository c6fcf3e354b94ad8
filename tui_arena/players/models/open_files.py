"""How many connections the system lets this process have at once."""

from __future__ import annotations

from tui_arena.core.options import BadOption

MOST_AT_ONCE = 1000
"""The most sessions or questions at once that are taken."""
OWN = 64
"""Files that are open beside connections: the save file, pipes, what libraries read."""


def make_room(at_once: int) -> None:
    """Raise this process's limit of open files for so many sessions at once. Raises BadOption if the system refuses.

    A session has one connection in use, and one kept where it asks two servers.
    """
    try:
        import resource  # noqa: PLC0415  (not everywhere)
    except ImportError:
        return  # Windows has no such limit
    needed = 2 * at_once + OWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
    except (ValueError, OSError):
        raise BadOption(
            f"{at_once} at once need {needed} open files, more than the system allows (ulimit -Hn); take fewer, or "
            f"raise the limit (ulimit -n {needed}) and start again"
        ) from None

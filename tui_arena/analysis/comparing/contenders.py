"""Who and what of a game can be compared: its seats, players and figures, by the names that people use.

Law: a name that means nothing here is answered by those that do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tui_arena.analysis.aggregate import side_groups
from tui_arena.core.text import fold, one_line
from tui_arena.data import GameInfo, Metric
from tui_arena.save.evidence import ItemCell
from tui_arena.save.figures import MAIN
from tui_arena.save.filters import BadFilter, is_player

Contender = tuple[str, str]
"""Kind and name of a player."""
WON = "won"
_OWN = (
    Metric(
        MAIN, "main score", "number", "high", "How well it went, from 0 to 1, as the game scores it.", "0-1"
    ),
    Metric(WON, "sessions won", "flag", "high", "Share of the sessions that were won."),
)
SUCCESS = "success"
"""The metric that says in every game whether the solving side won."""


def measures(info: GameInfo) -> list[Metric]:
    """What two players of a game can be compared in, its main metrics first."""
    own = [m for m in info.metrics.values() if m.kind not in ("list", "table")]
    first = [info.main.metric, info.main.share]
    own.sort(key=lambda m: first.index(m.name) if m.name in first else len(first))
    return [*own[: len(set(first))], *_OWN, *own[len(set(first)) :]]


def measure(info: GameInfo, name: str) -> Metric:
    """A metric by name. Raises BadFilter naming those that there are."""
    known = {metric.name: metric for metric in measures(info)}
    if name not in known:
        raise BadFilter(
            f"no figure {one_line(name, 40)!r} to compare in {info.title}; there are {', '.join(known)}"
        )
    return known[name]


def group_of(info: GameInfo, seat: str | None) -> str:
    """The group of seats that is meant: the one named, else the one that solves. Raises BadFilter."""
    groups = groups_of(info)
    if seat is None:
        return next(iter(groups))
    found = next((group for group in groups if fold(group) == fold(seat)), None)
    if found is None:
        raise BadFilter(
            f"no seat {one_line(seat, 40)!r} with a side in {info.title}; there are {', '.join(groups)}"
        )
    return found


def groups_of(info: GameInfo) -> dict[str, str]:
    """The groups of seats that have a side, and which; those that solve come first."""
    return dict(sorted(side_groups(info).items(), key=lambda one: one[1] != "solver"))


def players(cells: Iterable[ItemCell]) -> list[Contender]:
    """Who is there, by name."""
    return sorted({(cell.kind, cell.name) for cell in cells}, key=lambda who: (fold(who[1]), who[0]))


def named(text: str, there: Sequence[Contender]) -> Contender:
    """The player that a name or `kind:name` means. Raises BadFilter naming those that there are."""
    meant = is_player(text)
    found = [who for who in there if meant(*who)]
    if len(found) == 1:
        return found[0]
    said = one_line(text, 60)
    among = ", ".join(one_line(":".join(who), 60) for who in (found or there))
    if found:
        raise BadFilter(f"{said!r} may be any of {among}; name it by kind and name")
    raise BadFilter(f"no player {said!r} with sessions that count here; there are {among or 'none'}")


def on_side(metric: Metric, side: str) -> Metric:
    """A metric as the players of a side see it.

    What is good for those who solve is bad for the others where it says who won; of other figures only the
    solving side's direction is known, so for the others they have none.
    """
    if side != "opponent" or metric.name in (MAIN, WON) or metric.kind == "seats":
        return metric
    return replace(metric, better="low" if metric.name == SUCCESS else "none")


def chosen_pair(
    cells: Sequence[ItemCell], first: Contender | None, second: Contender | None
) -> tuple[Contender, Contender] | None:
    """The two that are meant: who is not there is replaced by who has most to compare. None: nobody is.

    The first is whoever played most; the second whoever else shares most items with the first.
    """
    items: dict[Contender, set[str]] = {}
    sessions: Counter[Contender] = Counter()
    for cell in cells:
        items.setdefault((cell.kind, cell.name), set()).add(cell.item)
        sessions[cell.kind, cell.name] += cell.n
    if not items:
        return None
    order = sorted(items)
    one = (
        first
        if first is not None and first in items
        else max(order, key=lambda who: (who != second, sessions[who]))
    )
    if second is not None and second in items:
        return one, second
    others = [who for who in order if who != one] or [one]
    return one, max(others, key=lambda who: (len(items[who] & items[one]), sessions[who]))

"""What the guesser took for likely before each question (rules.md sections 2, "Probe", and 7).

Law: for the top five and for key turns the first five of a list count, for all else the whole list.
The list before question t is round t; a turn is known as a key turn only where both its own list and
the next one stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

from tui_arena.core.names import equals
from tui_arena.core.ranked import kept, lists_of, measured, parts_of, rank_in
from tui_arena.core.record import Play
from tui_arena.games.entity.state import State

TOP = 5
WHOLE = ("recall", "first_appear_round", "final_rank", "ranks", "listed")
"""Figures of whole lists."""


def compared_by(state: State) -> str:
    """How an item is compared: `lenient` where the session's match is, else to the letter."""
    return "lenient" if state.setup.options["match"] in ("lenient", "judged") else "strict"


def top_five(play: Play[State]) -> dict[int, tuple[str, ...]]:
    """By turn the likeliest entities before its question, at most five."""
    return {turn: kept(items)[:TOP] for turn, items in whole_lists(play).items()}


def whole_lists(play: Play[State]) -> dict[int, tuple[str, ...]]:
    """By turn the likeliest entities before its question, as many as were named."""
    return {turn: items for turn, items in lists_of(play, "guesser").items() if turn > 0}


def list_figures(play: Play[State]) -> dict[str, object]:
    """`top5_recall`, `turns_to_top5`, `key_turns` and those of `WHOLE`; all None without a list."""
    lists, how = top_five(play), compared_by(play.state)
    if not lists:
        return dict.fromkeys(["top5_recall", "turns_to_top5", "key_turns", *WHOLE])
    found = measured(lists, play.state.names, how)
    whole = measured(whole_lists(play), play.state.names, how)
    return {
        "top5_recall": found["top5_recall"],
        "turns_to_top5": found["first_appear_round"],
        "key_turns": key_turns(lists, how),
        **{name: whole[name] for name in WHOLE},
    }


def key_turns(lists: Mapping[int, Sequence[str]], how: str) -> list[int]:
    """Turns after which none of the likeliest is among the likeliest any more."""
    return [
        turn
        for turn, items in lists.items()
        if turn + 1 in lists and not _shared(items, lists[turn + 1], how)
    ]


def _shared(items: Sequence[str], others: Sequence[str], how: str) -> bool:
    names = tuple(chain.from_iterable(map(parts_of, others)))
    return any(equals(part, names, how) for item in items for part in parts_of(item))


def ranks(play: Play[State]) -> dict[int, int | None]:
    """By turn the place of what was looked for among the five likeliest; None where it is not there."""
    how, names = compared_by(play.state), play.state.names
    return {turn: rank_in(items, names, how) for turn, items in top_five(play).items()}

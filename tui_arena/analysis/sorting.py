"""Sorting a list of likely objects by the next question: what is sent to a sorter, how it is read.

Law: a sorter sees the list and the question alone, never the dialogue. (GameArena, disparity ratio.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tui_arena.core.game import View
from tui_arena.core.text import split_reasoning
from tui_arena.core.words import tokens


def sorting_view(view: View, ask: str, number: int, items: Sequence[str]) -> View:
    """What a sorter sees: a list, and the question of a round by which it is to be sorted.

    `ask` is the ask name of the questions, where the view does not list them as `turns`.
    """
    asked = [str(turn.get("question", "")) for turn in view.facts.get("turns", ())]
    asked = asked or [line.text for line in view.talk if line.ask == ask and line.fault is None]
    numbered = "\n".join(f"{i}. {item}" for i, item in enumerate(items, 1))
    question = asked[number - 1] if len(asked) >= number else ""
    return replace(view, facts={**view.facts, "items": numbered, "sorted_question": question}, talk=())


def read_sorting(text: str, items: Sequence[str]) -> tuple[list[str], list[str]]:
    r"""The items that a reply sorts into yes and into no; an item it says nothing of is in neither.

    >>> read_sorting("1. cat: yes\n2. car: no", ["cat", "car", "cow"])
    (['cat'], ['car'])
    """
    found: dict[int, bool] = {}
    for line in split_reasoning(text).body.split("\n"):
        said = [word for word in tokens(line) if word in ("yes", "no")]
        if not said:
            continue
        head = line.strip(" *_-#`")
        number = head[: len(head) - len(head.lstrip("0123456789"))]
        place = int(number[:4]) - 1 if number else len(found)
        if 0 <= place < len(items):
            found.setdefault(place, said[-1] == "yes")
    yes = [item for i, item in enumerate(items) if found.get(i) is True]
    return yes, [item for i, item in enumerate(items) if found.get(i) is False]

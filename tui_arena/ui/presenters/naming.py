"""A list of the likeliest as a person types it: named one by one or with commas, put in order, taken back.

Law: no name stands in it twice, and it never holds more than count.
"""

from __future__ import annotations

from collections.abc import Sequence

from tui_arena.core.names import without_article
from tui_arena.core.ranked import MAX_ITEM, MOST
from tui_arena.core.text import fold, one_line


class Naming:
    """What has been named so far, the likeliest first.

    >>> naming = Naming()
    >>> naming.add("cat, dog, cow")
    ''
    >>> naming.add("Dog")
    ''
    >>> naming.names
    ['Dog', 'cat', 'cow']
    """

    def __init__(self, before: Sequence[str] = ()) -> None:
        """`before`: the list of the round before, which can be brought back."""
        self.names: list[str] = []
        self._before = list(before)

    def add(self, line: str) -> str:
        """Take the names of a line in; a single one that is there already goes to the top.

        Gives what is to be said to it, if only that there are enough.
        """
        new = [name for part in line.split(",") if (name := one_line(part, MAX_ITEM).strip())]
        for name in new:
            there = next((one for one in self.names if _same(one, name)), None)
            if there is not None and len(new) > 1:
                continue
            if there is not None:
                self.names.remove(there)
                self.names.insert(0, name)
            elif len(self.names) == MOST:
                return f"{MOST} are enough; backspace takes the last one away."
            else:
                self.names.append(name)
        return ""

    def take_back(self) -> str:
        """Take the last name out, to be typed anew; empty if there is none."""
        return self.names.pop() if self.names else ""

    @property
    def can_repeat(self) -> bool:
        """Whether the list of the round before can be brought back."""
        return bool(self._before) and not self.names

    def repeat(self) -> None:
        """Begin with the list of the round before."""
        if self.can_repeat:
            self.names = list(self._before)

    @property
    def text(self) -> str:
        """The list as a reply."""
        return "\n".join(f"{n}. {name}" for n, name in enumerate(self.names, 1))


def _same(one: str, other: str) -> bool:
    return fold(without_article(one)) == fold(without_article(other))

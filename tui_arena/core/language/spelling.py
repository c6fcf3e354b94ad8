"""Words that somebody may have meant who slipped while typing."""

from __future__ import annotations

from collections.abc import Collection
from string import ascii_lowercase


def one_slip_away(word: str, known: Collection[str], right: int = 0) -> list[str]:
    """The known words that are one slip away: those with the same letters, else those with one more, else all others.

    `right`: how many letters at the beginning of the word are taken for right.

    >>> one_slip_away("chutny", {"chutney", "chutes"}), one_slip_away("tarctor", {"tractor"}), one_slip_away("gras", {"grab", "gas"})
    (['chutney'], ['tractor'], ['gas', 'grab'])
    >>> one_slip_away("bat", {"cat", "bar"}, right=1)
    ['bar']
    """
    cuts = [(word[:n], word[n:]) for n in range(right, len(word) + 1)]
    swapped = {a[:-1] + b[0] + a[-1] + b[1:] for a, b in cuts if len(a) > right and b}
    longer = {a + letter + b for a, b in cuts for letter in ascii_lowercase}
    shorter = {a + b[1:] for a, b in cuts if b}
    other = {a + letter + b[1:] for a, b in cuts if b for letter in ascii_lowercase}
    for near in (swapped, longer, shorter | other):
        if found := sorted(one for one in near - {word} if one in known):
            return found
    return []


def slips(a: str, b: str) -> int:
    """How many letters were left out, added, changed or swapped with a neighbour between two words.

    >>> slips("telehpone", "telephone"), slips("gitar", "guitar")
    (1, 1)
    """
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, c in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, d in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (c != d))
            if i > 1 and j > 1 and c == b[j - 2] and a[i - 2] == d:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1]

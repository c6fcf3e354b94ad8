"""What the phrases of a table make of a clause.

Law: the longest phrases win; every content word of a clause must be part of one, or nothing is
understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from tui_arena.core.knowledge import wordings
from tui_arena.core.knowledge.clauses import Clause
from tui_arena.core.knowledge.meaning import All, Any, Meaning, Named
from tui_arena.core.knowledge.phrases import LONGEST, Phrases, content_of

MOST_CONTENT = 24


def segments(phrases: Phrases, clause: Clause, relation: str = "") -> list[Meaning] | None:
    """What the phrases of a clause mean, one by one; None if a word of it is left over."""
    words = clause.words
    if not content_of(words) or len(words) > MOST_CONTENT:
        return None
    whole = content_of(words)
    if len(whole) <= LONGEST and (meaning := phrases.lookup(relation or clause.relation, whole)):
        return [meaning]
    best: dict[tuple[int, str], tuple[float, list[Meaning]] | None] = {}

    def from_(i: int, rel: str) -> tuple[float, list[Meaning]] | None:
        if i == len(words):
            return 0, []
        if (i, rel) not in best:
            best[i, rel] = None
            best[i, rel] = min(_ways(phrases, words, i, rel, from_), key=lambda way: way[0], default=None)
        return best[i, rel]

    found = from_(0, relation or clause.relation)
    return found[1] if found and found[1] else None


def _ways(
    phrases: Phrases, words: Sequence[str], i: int, rel: str, from_: _From
) -> Iterator[tuple[float, list[Meaning]]]:
    """The ways to read on from a word: step over it, or begin a phrase with it."""
    word = words[i]
    step = _step(word)
    if step is not None:
        rest = from_(i + 1, word if word.startswith("@") else rel)
        if rest is not None:
            yield step + rest[0], rest[1]
    if word.startswith("@") or rel == "":
        return
    content: list[str] = []
    for j in range(i, min(len(words), i + 2 * LONGEST)):
        if words[j].startswith("@") or words[j] in wordings.SMALL:
            continue
        content.append(words[j])
        meaning = phrases.lookup(rel, tuple(content)) if len(content) <= LONGEST else None
        if meaning is None:
            continue
        rest = from_(j + 1, rel if rel in ("@is", "@as") else "")
        if rest is not None:
            yield 1 + rest[0], [meaning, *rest[1]]


def _step(word: str) -> float | None:
    """What it costs to leave a word out; None if it may not be."""
    if word.startswith("@") or word in wordings.SMALL:
        return 0
    if word in wordings.HARMLESS or word in wordings.ALONE:
        return 0.3
    return 0.4 if word in wordings.VAGUE else None


class _From(Protocol):
    """How reading goes on from a word on in a relation."""

    def __call__(self, i: int, rel: str, /) -> tuple[float, list[Meaning]] | None: ...


def joined(kind: type[All | Any], parts: Sequence[Meaning]) -> Meaning:
    """Parts as one meaning: each once, names together, nothing inside itself."""
    open_: list[Meaning] = []
    for part in parts:
        open_ += part.of if isinstance(part, kind) else (part,)
    named = [part for part in open_ if isinstance(part, Named)]
    if kind is Any and len(named) > 1:
        numbers = tuple(dict.fromkeys(n for part in named for n in part.numbers))
        first = Named(numbers, " or ".join(part.text for part in named))
        open_ = [first, *(part for part in open_ if not isinstance(part, Named))]
    once = tuple(dict.fromkeys(open_))
    return once[0] if len(once) == 1 else kind(once)

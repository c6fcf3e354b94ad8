"""Names and sizes in a clause: an entity of the deck, a name that is not in it, a big animal.

A name counts only if the clause says that the thing is it. An unknown plain noun is taken for the name of
something that is not in the deck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tui_arena.questions import wordings
from tui_arena.questions.meaning import AllOf, Meaning, Named
from tui_arena.questions.reading.clauses import Clause, clause_of
from tui_arena.questions.reading.phrases import Phrases, content_of, joined, segments

ARTICLES = ("a", "an", "the", "some")
_BEFORE_NAMES = frozenset(
    "kind of be just real typical regular normal like it called simple any".split()
) | set(ARTICLES)
_MOST_BEFORE, _MOST_NAME = 3, 3
_NO_NAMES = frozenset(
    "word idea part place part group category set way name substance matter event action feeling emotion "
    "noun verb brand company machine animal plant good service gift present body collection piece "
    "combination result process source symbol sign structure system natural once there here with too together".split()
)


def named(clause: Clause, phrases: Phrases) -> Named | None:
    """The entities that the thing is, according to a clause."""
    if clause.relation not in ("@is", "@as"):
        return None
    words = [word for word in clause.bare if word not in wordings.ALONE]
    for drop in range(_MOST_BEFORE + 1):
        if drop and words[drop - 1 : drop] and words[drop - 1] not in _BEFORE_NAMES:
            break
        numbers = phrases.named(words[drop:])
        if numbers:
            return Named(numbers, " ".join(words[drop:]))
    return None


def sized(clause: Clause, phrases: Phrases, sizes: Mapping[str, Meaning]) -> Meaning | None:
    """The meaning of a clause with a word for a size, such as `a big animal`."""
    content = [word for word in clause.words if word in sizes]
    if len(content) != 1 or clause.relation not in ("@is", "@as"):
        return None
    rest = replace(clause, words=tuple(word for word in clause.words if word != content[0]))
    left = [w for w in content_of(rest.words) if w not in wordings.HARMLESS | wordings.VAGUE | {"size"}]
    if not left:
        return sizes[content[0]]
    found = segments(phrases, rest)
    return joined(AllOf, [sizes[content[0]], *found]) if found else None


def foreign_asked(words: Sequence[str], phrases: Phrases, sizes: Mapping[str, Meaning]) -> Named | None:
    """The foreign name in a question such as `is it a zither`; None for any other question."""
    said = [word for word in words if word != ","]
    if said[:2] not in (["is", "it"], ["was", "it"]) or said[2:3] not in (["a"], ["an"]):
        return None
    return foreign(clause_of(said), phrases, sizes)


def foreign(clause: Clause, phrases: Phrases, sizes: Mapping[str, Meaning]) -> Named | None:
    """The name of something that is not in the deck; None if a clause is no such name."""
    words = [word for word in clause.bare if word not in ("a", "an", "the")]
    plain = content_of(clause.words)
    if not words or clause.negative or len(words) > _MOST_NAME or tuple(words) != plain:
        return None
    vague = wordings.VAGUE | wordings.HARMLESS | _NO_NAMES
    odd = any(w in vague or w in ("or", "and") or w in sizes or not w.isalpha() for w in words)
    known = any(phrases.lookup("@is", (word,)) for word in words)
    return None if odd or known else Named((), " ".join(words))


def stranger(text: str) -> Named | None:
    """The name in a question such as `Is it Maradona?`, for names that are not in the deck.

    Such a name is recognised by its capital letters. None for any other question.
    """
    words = text.strip().rstrip("?!. ").split()
    name = words[2:]
    asks = (
        len(words) > 2
        and words[0].casefold() in ("is", "was")
        and words[1] in ("it", "he", "she", "this", "that")
    )
    if (
        not asks
        or len(name) > _MOST_NAME
        or not all(word[:1].isupper() and word[1:].islower() for word in name)
    ):
        return None
    return Named((), " ".join(name))

"""Names as data: whether a text names something, and whether two names are the same.

Law: names are data, never patterns: nothing in them acts. A name hits as whole words, by one of the
readings below; it equals another name, or it does not: never by holding it.

`strict`: as it stands, case aside. `substring`: anywhere, inside of words too. `lenient`: strict, or
with a plural, a leading article, missing accents or punctuation, or a hyphen for a space.
(The Entity-Deduction Arena; rules.md sections 2, 3 and 7.)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tui_arena.core.words import plural_of, tokens

ARTICLES = ("a", "an", "the")
LEAST = 2
"""Letters and digits that a name must have to be found without its punctuation."""


def plain(text: str) -> str:
    """NFKC, no case, blanks folded; accents and punctuation stay."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def hits(text: str, names: Iterable[str], how: str) -> str | None:
    """The first of the names that a text names, by a reading; None if it names none."""
    flat = plain(text)
    for name in names:
        wanted = plain(name)
        if not wanted:
            continue
        if how == "substring":
            found = wanted in flat
        else:
            found = _stands_in(flat, wanted) or (how != "strict" and _named(text, name))
        if found:
            return name
    return None


def _stands_in(text: str, name: str) -> bool:
    """Whether a plain name stands in a plain text, not preceded or followed by a letter or digit."""
    bare = not any(c.isalnum() for c in name)
    start = text.find(name)
    while start >= 0:
        end = start + len(name)
        free = not (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
        if bare or free:
            return True
        start = text.find(name, start + 1)
    return False


def _named(text: str, name: str) -> bool:
    wanted, said = _bare(name), _tokens(text)
    size = len(wanted)
    if len("".join(wanted)) < LEAST:
        return False
    return any(_same(said[i : i + size], wanted) for i in range(len(said) - size + 1))


@lru_cache(maxsize=8192)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(tokens(text))


@lru_cache(maxsize=65536)
def _bare(name: str) -> tuple[str, ...]:
    """A name's folded words without a leading article."""
    parts = tuple(tokens(name))
    return parts[1:] if len(parts) > 1 and parts[0] in ARTICLES else parts


def _same(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether two runs of words are one name, the last word's plural folded."""
    if tuple(said[:-1]) != tuple(wanted[:-1]):
        return False
    return said[-1] == wanted[-1] or plural_of(said[-1], wanted[-1]) or plural_of(wanted[-1], said[-1])


def without_article(text: str) -> str:
    """A text without a leading article and with its blanks folded; its case stays.

    >>> without_article("an  Electric guitar")
    'Electric guitar'
    """
    flat = " ".join(text.split())
    head, _, rest = flat.partition(" ")
    return rest if rest and head.casefold() in ARTICLES else flat


def equals(item: str, names: Iterable[str], how: str) -> bool:
    """Whether an item is one of the names: equal as a whole, by `strict` or `lenient`."""
    said = plain(without_article(item))
    for name in names:
        wanted = plain(without_article(name))
        if said and said == wanted:
            return True
        if how != "strict":
            a, b = _bare(item), _bare(name)
            if a and len("".join(b)) >= LEAST and len(a) == len(b) and _same(a, b):
                return True
    return False

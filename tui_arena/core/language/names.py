"""Names as data: whether a text names something, and whether two names are the same.

Law: names are data, never patterns: nothing in them acts. A name hits as whole words, by one of the
readings below; it equals another name, or it does not: never by holding it.

`strict`: as it stands, case aside. `substring`: anywhere, inside of words too. `lenient`: strict, or
with a plural, a leading article, missing accents or punctuation (`jk rowling`), or a hyphen for a space.
(The Entity-Deduction Arena; rules.md sections 2, 3 and 7.)
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile

from tui_arena.core.language.inflections import plural_of
from tui_arena.core.text import fold
from tui_arena.core.words import tokens

ARTICLES = ("a", "an", "the")
LEAST = 2
"""Letters and digits that a name must have to be found without its punctuation."""
_LEADING = frozenset(
    "is it its was he she they hes shes this that you are thinking of my your guess answer a an the maybe "
    "so then ok okay could be called person thing i say think".split()
)


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
    """Whether a text names something but for a plural, an article, accents and punctuation."""
    texts = _readings(text)
    for wanted in _names(name):
        if len(wanted) == 1 and _led(name):
            if any(_is_plural_of(said, wanted) for said in map(_guessed, texts)):
                return True
            continue
        size = len(wanted)
        for said in texts:
            if any(_is_plural_of(said[i : i + size], wanted) for i in range(len(said) - size + 1)):
                return True
    return False


@lru_cache(maxsize=8192)
def _readings(text: str) -> tuple[tuple[str, ...], ...]:
    """The folded words of a text, with punctuation as blanks, and with punctuation as nothing."""
    spaced = tuple(tokens(text))
    joined = tuple("".join(c for c in word if c.isalnum()) for word in fold(text).split())
    joined = tuple(word for word in joined if word)
    return (spaced,) if spaced == joined else (spaced, joined)


@lru_cache(maxsize=65536)
def _names(name: str) -> tuple[tuple[str, ...], ...]:
    """A name's readings without a leading article that are long enough to be found.

    What is left of a short name without its signs may be any word (`I.T.`, `U.S.`).
    """
    spaced, *joined = (_bare(words) for words in _readings(name))
    out = [spaced] if len("".join(spaced)) >= LEAST else []
    return (*out, *(words for words in joined if len("".join(words)) > LEAST))


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def _led(name: str) -> bool:
    """Whether a name begins with an article: what is left of it is a common word (`The Rock`)."""
    return without_article(name) != " ".join(name.split())


def _guessed(words: tuple[str, ...]) -> tuple[str, ...]:
    """What stands behind the words that only lead to a guess: `is it rock` guesses `rock`."""
    return tuple(dropwhile(_LEADING.__contains__, words))


def _is_plural_of(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether words are a name, or its plural; a name in the plural is not hit by its singular.

    (`Is it short?` does not name shorts.)
    """
    if not said or len(said) != len(wanted) or tuple(said[:-1]) != tuple(wanted[:-1]):
        return False
    return said[-1] == wanted[-1] or plural_of(said[-1], wanted[-1])


def without_article(text: str) -> str:
    """A text without a leading article and with its blanks folded; its case stays.

    >>> without_article("an  Electric guitar")
    'Electric guitar'
    """
    flat = " ".join(text.split())
    head, _, rest = flat.partition(" ")
    return rest if rest and head.casefold() in ARTICLES else flat


def equals(item: str, names: Iterable[str], how: str) -> bool:
    """Whether an item is one of the names: equal as a whole, by `strict` or `lenient`.

    A full stop at the end is of no account (`Martin Luther King Jr.`). As items are names, singular and
    plural stand for each other here.
    """
    known = _known(tuple(names))
    if _whole(item) in known.wholes:
        return True
    if how == "strict":
        return False
    for words in map(_bare, _readings(item)):
        for wanted in known.begun.get(_head(words), ()) if words else ():
            if _is_plural_of(words, wanted) or _is_plural_of(wanted, words):
                return True
    return False


@dataclass(frozen=True, slots=True)
class _Known:
    """Names, sorted so that a list of many is held against many in no time."""

    wholes: frozenset[str]
    begun: Mapping[tuple[tuple[str, ...], str], list[tuple[str, ...]]]
    """By what a name and its plural share: all words but the last, and that one's first letter."""


@lru_cache(maxsize=512)
def _known(names: tuple[str, ...]) -> _Known:
    begun: dict[tuple[tuple[str, ...], str], list[tuple[str, ...]]] = {}
    for name in names:
        for words in _names(name):
            begun.setdefault(_head(words), []).append(words)
    return _Known(frozenset(map(_whole, names)) - {""}, begun)


def _whole(name: str) -> str:
    """A name as it stands, without what is of no account around it."""
    flat = plain(without_article(name))
    return flat.rstrip(".") or flat


def _head(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    return words[:-1], words[-1][:1]

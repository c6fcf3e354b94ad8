"""Finds names in a text, and decides if two names are the same.

There are three ways of matching (after The Entity-Deduction Arena):

- `strict`: exactly as written, except for case
- `substring`: anywhere in the text, also inside words
- `lenient`: strict, or with a plural, a leading article, missing accents or punctuation (`jk rowling`), or
  a hyphen for a space

Names are data, never patterns. Except for `substring`, only whole words match. Two names are equal only as
wholes, never because one contains the other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import dropwhile

from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import plural_of
from tui_arena.core.text import fold
from tui_arena.core.words import LETTERS, tokens

ARTICLES = ("a", "an", "the")
LEAST = 2
"""The minimum number of letters and digits in a name that is found leniently."""
LEAST_SPLIT = 5
"""The minimum number of letters and digits in a name that may be split differently."""
MOST_PARTS = 4
"""The maximum number of parts that a name may be split into."""
_LEADING = frozenset(
    "is it its was he she they hes shes this that you are thinking of my your guess answer a an the maybe "
    "so then ok okay could be called person thing i say think".split()
)


def plain(text: str) -> str:
    """A text in NFKC, without case and with single blanks; accents and punctuation stay."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


_FILLERS = "\u115f\u1160\u2800"
"""Letters and signs that are displayed as a blank."""


def name_key(name: str) -> str:
    r"""The visible part of a name: names with the same key look alike. Empty if nothing of it is visible.

    >>> name_key("Ada\u00a0L.") == name_key("\uff21da l"), name_key("\u0410da") == name_key("Ada"), name_key("\u3164")
    (True, True, '')
    """
    shown = [c for c in fold(name) if unicodedata.category(c)[0] not in "ZCM" and c not in _FILLERS]
    return ("".join(filter(str.isalnum, shown)) or "".join(shown)).translate(LETTERS)


def hits(text: str, names: Iterable[str], how: str) -> str | None:
    """The first of the names that a text contains; None if it contains none.

    `how`: `strict`, `substring` or `lenient` (see the module).
    """
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


def split_otherwise(text: str, names: Iterable[str]) -> bool:
    """True if a text guesses one of the names with different blanks in it: `row boat` for `rowboat`.

    The words must be the whole guess or follow an article, so that words side by side by chance don't count.
    """
    return any(
        _is_split(said, wanted) for name in names for wanted in _names(name) for said in _readings(text)
    )


def _is_split(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """True if some of the words, joined without blanks, are a name or its plural."""
    name = "".join(wanted)
    if len(name) < LEAST_SPLIT:
        return False
    guess = len(said) - len(_guessed(tuple(said)))
    starts = {guess, *(i for i, word in enumerate(said, 1) if word in ARTICLES)}
    sizes = range(1, MOST_PARTS + 1)
    parts = (said[i : i + size] for i in starts for size in sizes if i + size <= len(said))
    return any(_is_plural_of(("".join(part),), (name,)) for part in parts)


def _stands_in(text: str, name: str) -> bool:
    """True if a plain text has a plain name in it, not preceded or followed by a letter or digit."""
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
    """True if a text has a name in it, if a plural, an article, accents and punctuation don't matter."""
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
    """The folded words of a text: with punctuation replaced by blanks, and with punctuation removed."""
    spaced = tuple(tokens(text))
    joined = tuple("".join(c for c in word if c.isalnum()) for word in fold(text).split())
    joined = tuple(word for word in joined if word)
    return (spaced,) if spaced == joined else (spaced, joined)


@lru_cache(maxsize=65536)
def _names(name: str) -> tuple[tuple[str, ...], ...]:
    """A name's readings, without a leading article, that are long enough to be looked for.

    A short name without its signs may be a common word (`I.T.`, `U.S.`).
    """
    spaced, *joined = (_bare(words) for words in _readings(name))
    out = [spaced] if len("".join(spaced)) >= LEAST else []
    return (*out, *(words for words in joined if len("".join(words)) > LEAST))


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def _led(name: str) -> bool:
    """True if a name begins with an article: the rest may be a common word (`The Rock`)."""
    return without_article(name) != " ".join(name.split())


def _guessed(words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after those that only introduce a guess: `is it rock` guesses `rock`."""
    return tuple(dropwhile(_LEADING.__contains__, words))


def _is_plural_of(said: Sequence[str], wanted: Sequence[str]) -> bool:
    """True if words are a name or its plural.

    The singular does not match a name in the plural: `Is it short?` does not name shorts.
    """
    if not said or len(said) != len(wanted) or tuple(said[:-1]) != tuple(wanted[:-1]):
        return False
    return said[-1] == wanted[-1] or plural_of(said[-1], wanted[-1])


def without_article(text: str) -> str:
    """A text without a leading article and with single blanks; its case stays.

    >>> without_article("an  Electric guitar")
    'Electric guitar'
    """
    flat = " ".join(text.split())
    head, _, rest = flat.partition(" ")
    return rest if rest and head.casefold() in ARTICLES else flat


def equals(item: str, names: Iterable[str], how: str) -> bool:
    """True if an item as a whole is one of the names; `how`: `strict` or `lenient`.

    A full stop at the end is ignored (`Martin Luther King Jr.`). Singular and plural match each other here,
    because items are names.
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
    """Names, indexed so that long lists can be compared fast."""

    wholes: frozenset[str]
    begun: Mapping[tuple[tuple[str, ...], str], list[tuple[str, ...]]]
    """Maps all words of a name but the last, and the last's first letter, to the names that share them."""


@lru_cache(maxsize=512)
def _known(names: tuple[str, ...]) -> _Known:
    begun = grouped((_head(words), words) for name in names for words in _names(name))
    return _Known(frozenset(map(_whole, names)) - {""}, begun)


def _whole(name: str) -> str:
    """A name without a leading article and without full stops at its end."""
    flat = plain(without_article(name))
    return flat.rstrip(".") or flat


def _head(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    return words[:-1], words[-1][:1]

"""Confusables: letters of other scripts, digits and signs that a reader takes for Latin letters.

Letters that Unicode itself folds into Latin ones (fullwidth, circled, mathematical letters) are not listed.

Law: one character is read as one letter (`1` as i or l), so a text read this way keeps its length. These
tables belong to a released version of the matcher and are never edited.
"""

from __future__ import annotations

from collections.abc import Iterator

_LETTERS = {
    "a": "аɑαᴀꭺ",
    "b": "Ьвьβʙᏼ",
    "c": "сϲᴄꮯ",
    "d": "ԁɗđᴅ",
    "e": "еεҽɛᴇǝ",
    "f": "ƒꜰϝ",
    "g": "ɡɢԍց",
    "h": "һнʜηհħ",
    "i": "іιıɩɪӏ",
    "j": "јϳᴊյ",
    "k": "кκᴋқ",
    "l": "ⅼʟłƖ",
    "m": "мᴍϻ",
    "n": "пиɴռηո",
    "o": "оοσօøɵᴏө",
    "p": "рρᴘϸ",
    "q": "ԛզ",
    "r": "гʀɼ",
    "s": "ѕꜱʂտ",
    "t": "тτᴛŧ",
    "u": "υսᴜʊц",
    "v": "ѵνᴠ",
    "w": "ԝωᴡшա",
    "x": "хχ",
    "y": "уүγʏ",
    "z": "ᴢʐζ",
}
_SIGNS = {"0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s"}
_ONES = ("i", "l")
"""The letters that `1` can stand for."""
_CAPITALS = (0x1F150, 0x1F170, 0x1F1E6)
"""The code points of A among the negative circled, negative squared and regional indicator letters."""

LETTERS: dict[int, str] = {}
"""Maps a folded letter of another script to the Latin letter that it looks like."""
for _latin, _others in _LETTERS.items():
    for _other in _others.casefold():
        LETTERS.setdefault(ord(_other), _latin)
for _first in _CAPITALS:
    LETTERS.update({_first + i: chr(ord("a") + i) for i in range(26)})

SIGNS = "@$" + "".join(chr(first + i) for first in _CAPITALS for i in range(26))
"""Characters that are neither letters nor digits, but can stand for a letter in a word."""

_DIGITS_TOO = [LETTERS | {ord(k): v for k, v in _SIGNS.items()} | {ord("1"): one} for one in _ONES]
_UNITS = frozenset(
    """
st nd rd th s am pm a p k m b x d g t v w ft in yd mi km cm mm kg mg oz lb lbs ml cl dl gb mb kb hz khz mph
kmh sec secs min mins hr hrs yr yrs ish
""".split()
)
"""Endings and units after a number that don't make it a word: `4th`, `10am`."""


def readings(token: str) -> Iterator[str]:
    """The other readings of a folded token; none if it has only plain Latin letters.

    Digits and signs are read as letters only if the token has two real letters or more, and if it isn't a
    number with a unit.
    """
    plain = token.translate(LETTERS)
    if plain != token:
        yield plain
    if plain.isalpha() or sum(map(str.isalpha, plain)) < 2:
        return
    if plain.lstrip("0123456789$") in _UNITS:
        return
    first = plain.translate(_DIGITS_TOO[0])
    yield first
    if "1" in plain:
        yield plain.translate(_DIGITS_TOO[1])

"""Letters of other scripts and signs that a reader takes for Latin letters.

Law: one sign stands for one letter (`1` for i or l), so a text read this way keeps its places. What
Unicode itself folds into a Latin letter (fullwidth, circled, mathematical letters) isn't here. A
shipped version of the matcher is never edited: neither is this table once it is.
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
"""What `1` is read as."""
_CAPITALS = (0x1F150, 0x1F170, 0x1F1E6)
"""Where the alphabets of letters in dark circles, in dark squares and of flags begin."""

LETTERS: dict[int, str] = {}
"""Letter of another script, folded, to the Latin letter that it looks like."""
for _latin, _others in _LETTERS.items():
    for _other in _others.casefold():
        LETTERS.setdefault(ord(_other), _latin)
for _first in _CAPITALS:
    LETTERS.update({_first + i: chr(ord("a") + i) for i in range(26)})

SIGNS = "@$" + "".join(chr(first + i) for first in _CAPITALS for i in range(26))
"""What is no letter or digit and part of a word all the same when it is read so."""

_DIGITS_TOO = [LETTERS | {ord(k): v for k, v in _SIGNS.items()} | {ord("1"): one} for one in _ONES]
_UNITS = frozenset(
    """
st nd rd th s am pm a p k m b x d g t v w ft in yd mi km cm mm kg mg oz lb lbs ml cl dl gb mb kb hz khz mph
kmh sec secs min mins hr hrs yr yrs ish
""".split()
)
"""What follows a number without being a word with it: `4th`, `10am`."""


def readings(token: str) -> Iterator[str]:
    """What else a folded token can be read as; nothing where all of it is plain Latin letters.

    Digits and signs are letters only beside two real letters or more, and not in a number with its
    unit.
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

"""The words of a question: split, spelled plainly, and reduced to stems.

Stems are only compared with other stems, so a stem need not be a word. The table's phrases and the players'
questions go through the same steps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from tui_arena.core.language.inflections import base_of
from tui_arena.core.text import fold
from tui_arena.questions.slang import WORDS

MOST_WORDS = 60
"""Longer sentences are not read."""
MOST_CHARACTERS = 6000
"""Of a longer text, only the end is read."""

_PLAIN: Mapping[str, str] = {
    **{f"{w}nt": f"{w} nt" for w in ("is are was were does do did has have had could would should").split()},
    **{
        word: plain
        for row in WORDS.strip().splitlines()
        for words, _, plain in [row.partition(" = ")]
        for word in words.split("|")
    },
}
"""By word: the words that are read instead, for contractions, slips and other spellings."""
_SIGNS = {"$": " dollars ", "€": " dollars ", "£": " dollars ", "&": " and ", "/": " or ", "%": " percent "}
_SIMPLE = re.compile(r"[a-z \-']*\??")
"""Texts that can be split without looking at each character."""
_PAUSES = ",;:()—–"
_OWN = frozenset(
    "earring herring wedding glasses species series news always perhaps gas bus lens less this is was has its us yes plus across "
    "pass class glass dress brass grass mass boss cross during something anything nothing everything "
    "thing king ring wing string spring bring being morning evening ceiling wedding building clothing "
    "painting red bed need feed seed speed bleed weed indeed hundred sacred naked wicked under over never "
    "ever after water other paper number letter summer winter flower tower river silver finger butter "
    "spider tiger monster leather feather sister mother father brother weather computer dinner ladder "
    "rubber hammer trousers pants scissors physics mathematics politics olympics christmas princess gymnast "
    "chess wireless canvas atlas tennis molasses circus cactus octopus virus famous dangerous venomous "
    "poisonous delicious united married best west rest forest interest harvest chest nest guest test "
    "religious precious nervous writing drawing housing stuffing living housing sting sling beer deer "
    "farming fishing clothes ground saw left felt rose roses wound lay bore shot spoke bit die".split()
)
_IRREGULAR = {
    **dict.fromkeys(("used", "using", "uses"), "use"),
    **dict.fromkeys(("lives", "lived"), "live"),
    **dict.fromkeys(("dies", "died", "dying"), "die"),
    **{f"{word}s": word for word in ("rose", "shoe", "bone", "bit")},
}
_MUTE = re.compile(r"[^aeiou]+[aeiou][^aeiouwxy]e")
"""A word of one syllable whose last letter is mute but makes it another word: `care` is no car."""
_HARD = frozenset("bcdfghjklmnpqrstvwxyz")


def sentences(text: str) -> list[list[str]]:
    """The sentences of a text as plain words, with `,` for a pause and `?` at the end of a question."""
    said = text[-MOST_CHARACTERS:]
    flat = " ".join(said.lower().split()) if said.isascii() else fold(said)
    out: list[list[str]] = [[]]
    for word in _pieces(flat):
        if word in ("?", "."):
            if word == "?" and out[-1]:
                out[-1].append("?")
            if out[-1]:
                out.append([])
        else:
            out[-1] += _PLAIN.get(word, word).split()
    return [sentence for sentence in out if any(word not in (",", "?") for word in sentence)]


def _pieces(flat: str) -> list[str]:
    if _SIMPLE.fullmatch(flat):
        return flat.replace("'", "").replace("-", " ").replace("?", " ?").split()
    chars: list[str] = []
    for i, c in enumerate(flat):
        number = flat[i - 1 : i].isdigit() and flat[i + 1 : i + 2].isdigit()
        if c.isalnum():
            chars.append(c)
        elif c in "'’`´" or (c in ".," and number):
            chars.append("." if c == "." else "")
        elif c in "?!.\n":
            initial = not flat[max(0, i - 2) : i - 1].isalnum()
            abbreviated = c == "." and (flat[i + 1 : i + 2].isalpha() or (initial and i > 1))
            chars.append("" if abbreviated else f" {'?' if c == '?' else '.'} ")
        else:
            chars.append(_SIGNS.get(c, " , " if c in _PAUSES else " "))
    return "".join(chars).split()


def spelled_plain(word: str) -> str:
    """A single word in the spelling that is used for reading questions.

    >>> spelled_plain("colours")
    'colors'
    """
    plain = _PLAIN.get(word, word)
    return word if " " in plain else plain


@lru_cache(maxsize=65536)
def stem(word: str) -> str:  # noqa: C901, PLR0911  # one ending after another
    """The stem that the forms of a word have in common.

    >>> [stem(w) for w in ("cutting", "cuts", "worn", "batteries", "used", "toys")]
    ['cut', 'cut', 'wear', 'battery', 'use', 'toy']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word in _OWN:
        return word
    if len(word) < 4 or not word.isalpha():
        return base_of(word)
    known = base_of(word)
    if known != word:
        return _short(known)
    if word.endswith("ies"):
        return word[:-3] + "y" if len(word) > 4 else _short(word[:-1])
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return _short(word[:-2])
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        known = base_of(word[:-1])
        return _short(known)
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 1 and any(c in "aeiouy" for c in root):
            if root.endswith("i") and ending == "ed":
                return root[:-1] + "y"
            twice = len(root) > 3 and root[-1] == root[-2] and root[-1] in _HARD - set("lsz")
            return root[:-1] if twice else f"{root}e" if _MUTE.fullmatch(f"{root}e") else _short(root)
    return _short(word)


def _short(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 3 and not _MUTE.fullmatch(word) else word


def participle(word: str) -> bool:
    """Whether a word may be a past participle: `worn`, `eaten`, `used`."""
    return word.endswith("ed") or (base_of(word) != word and not word.endswith(("s", "ing")))

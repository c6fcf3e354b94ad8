"""The only word matcher: it decides if two words are the same word, and if a text says a word.

Only whole words match, never a substring (`pineapple` is not `apple`). A verdict names the rule that
applied. A session's set-up names the version of the matcher and of the reader of replies (`setup.matching`). If it
doesn't, or names a version that only a newer program knows, the newest version is used.

Version 1 has the rules `equal`, `inflection` and `form`, with the first tables of `core/language/families.py`.
Version 2 takes inflections from the whole tables and also has `look-alike` and `spelled`.
Version 3 has the same rules for words; a name may be split differently (`core/language/names.py`).
Version 4 also has `spelling`, and names match in either spelling.
Version 5 has the same rules for words; from this version on, `core/reading` reads lenient replies.

- `form`: one of the derived words that a deck lists with its word, or an inflection of one
- `look-alike`: a match once letters of other scripts and signs are read as the Latin letters that they look
  like (`readings`)
- `spelling`: a match once both have American spelling (`core/language/spelling.py`)
- `spelled`: a match whose letters or parts are separated by signs or blanks: `c-r-a-n-e`, `pan-cake`,
  `c r a n e`. Blanks may separate only single letters (`car go` is not `cargo`). The same applies to the
  signs `. , ; : ! ? / &`, because they end a sentence or separate the items of a list

Law: a released version of the matcher is never edited, because saved sessions name it; changes make a new
version.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from tui_arena.core.language.families import heads, inflections, irregular_forms, related
from tui_arena.core.language.spelling import american
from tui_arena.core.text import fold

VERSION = 5
SPELLINGS = 4
"""The first version for which a British and an American spelling are the same word."""

Rule = Literal["equal", "inflection", "form", "spelling", "look-alike", "spelled"]


NAME = "name"
"""The rule that is saved with a reply if its word is in no list and was accepted as a name or a title."""


class WordHit(NamedTuple):
    """A place where a text says a word: the folded text there, and the rule that applied."""

    token: str
    rule: Rule


def tokens(text: str) -> list[str]:
    """The folded words of a text: runs of letters and digits, without inner apostrophes."""
    flat = fold(text).replace("'", "").replace("’", "")
    return _WORD.findall(flat)


def same_word(a: str, b: str, *, version: int | None = None) -> Rule | None:
    """The rule by which two single words are the same word, in either order; None if they are not.

    A word may contain blanks or hyphens (`ice cream`); then only its last part is inflected. Derived forms
    are not known here.

    >>> same_word("mice", "mouse"), same_word("ice-cream", "icecream"), same_word("number", "numb")
    ('inflection', 'spelled', None)
    """
    if version == 1:
        return _same_word_1(a, b)
    rule = _same_word_2(a, b)
    if rule is None and knows_spellings(version):
        rule = _same_word_2(in_american(a), in_american(b))
        return "spelling" if rule in ("equal", "inflection") else rule
    return rule


def knows_spellings(version: int | None) -> bool:
    """True if a British and an American spelling are the same word for a version."""
    return version not in range(1, SPELLINGS)


@lru_cache(maxsize=65536)
def in_american(text: str) -> str:
    """A folded text with each word in American spelling.

    >>> in_american("A grey aeroplane")
    'a gray airplane'
    """
    return _WORD.sub(lambda word: american(word.group()), _flat(text))


@lru_cache(maxsize=65536)
def _same_word_1(a: str, b: str) -> Rule | None:
    a, b = fold(a), fold(b)
    if a == b:
        return "equal"
    if b in inflections(a) or a in inflections(b):
        return "inflection"
    return None


def says(
    text: str, word: str, forms: Sequence[str] = (), *, exact: bool = False, version: int | None = None
) -> WordHit | None:
    """The first place in a text that says the word, with the first rule that applies there; else None.

    The order of the rules: equal, inflection, form, look-alike, spelled; `spelling` only if none of them
    applies. `forms`: derived words that count too (`baker` for `bake`). `exact`: only the word itself counts.
    A word may contain blanks or hyphens; then it is found as a run of words, and the last may be inflected.

    >>> says("Two bakers bake.", "bake", ["baker", "bakery"])
    WordHit(token='bakers', rule='form')
    >>> says("elegant", "ant"), says("c-r-a-n-e", "crane")
    (None, WordHit(token='c-r-a-n-e', rule='spelled'))
    """
    if version == 1:
        return _says_1(text, word, forms, exact=exact)
    hit = _says_2(text, word, forms, exact=exact)
    if hit is None and not exact and knows_spellings(version):
        hit = _says_2(in_american(text), in_american(word), [*map(in_american, forms)], exact=False)
        if hit is not None:
            typed = {american(one): one for one in _WORD.findall(_flat(text))}
            token = _WORD.sub(lambda one: typed.get(one.group(), one.group()), hit.token)
            hit = WordHit(token, "spelling")
    return hit


def _says_2(text: str, word: str, forms: Sequence[str], *, exact: bool) -> WordHit | None:
    sought = _sought(word, () if exact else tuple(forms))
    if not sought.keys:
        return None
    return min(_places(_scanned(text), sought, exact=exact), default=(0, 0, None))[2]


def _says_1(text: str, word: str, forms: Sequence[str], *, exact: bool) -> WordHit | None:
    for token in tokens(text):
        rule = _same_word_1(token, word)
        if rule is not None and (rule == "equal" or not exact):
            return WordHit(token, rule)
        if not exact and any(_same_word_1(token, form) for form in forms):
            return WordHit(token, "form")
    return None


# Letters of other scripts, digits and signs that a reader takes for Latin letters. Letters that Unicode itself
# folds into Latin ones (fullwidth, circled, mathematical letters) are not listed. One character is read as one
# letter (`1` as i or l), so a text that is read this way keeps its length.

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


# Version 2

_RANKS: tuple[Rule, ...] = ("equal", "inflection", "form", "look-alike", "spelled")
_QUOTES: dict[int, int | str] = {ord(quote): "'" for quote in "’‘ʼ`´"}
_SENTENCES: dict[int, int | str] = dict.fromkeys((0xFDFA, 0xFDFB), " ")
"""Single characters that Unicode expands to whole sentences."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_PIECE = re.compile(r"[^\W_]+")
_ODD = re.compile(rf"(?:[^\W_]|[{re.escape(SIGNS)}])+")
_PARTING = frozenset(".,;:!?/\\&")
"""Signs that end a sentence or separate list items: in a spelled word, they separate only single letters."""
_WIDEST = 5
"""The maximum number of characters between two letters of a spelled word."""
_STRAY = "aio"
"""Single letters that are words, and so may be next to the letters of a spelled word."""
_SHORT = 3
_CLITICS = frozenset("s d ll re ve m".split())
_NEGATED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "be"}


@dataclass(frozen=True, slots=True)
class _Scanned:
    """A text, prepared so that many words can be looked for in it. Places are indices in `flat`."""

    flat: str
    words: tuple[tuple[int, str], ...]
    odd: tuple[tuple[int, str], ...]
    """Start and text of runs that may contain letters of other scripts, digits or signs."""
    pieces: tuple[tuple[int, int, str], ...]
    """Start, end and letters of all words, cut at apostrophes, with look-alike letters replaced."""
    chunks: tuple[tuple[int, int], ...]
    """Ranges of pieces without blanks between them."""
    letters: tuple[tuple[int, int], ...]
    """Ranges of pieces that are single letters, some with blanks between them."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A word or one of its forms: its letters, and its parts if it has several."""

    letters: str
    parts: tuple[str, ...]
    gaps: tuple[bool, ...]
    """For each pair of neighbouring parts: True if there is a blank between them."""
    contracted: bool
    heads: frozenset[str]
    form: bool


@dataclass(frozen=True, slots=True)
class _Sought:
    """A word with its forms. A token matches only if it begins with one of `near` or is one of `odd`."""

    keys: tuple[_Key, ...]
    near: tuple[str, ...]
    odd: frozenset[str]

    def rule(self, token: str, *, spelled: bool = False) -> Rule | None:
        """The rule by which a folded token is the word, or None; `spelled`: its parts may be joined."""
        if not token.startswith(self.near) and token not in self.odd:
            return None
        for key in self.keys:
            if spelled or not key.gaps:
                if token == key.letters:
                    return "form" if key.form else "equal"
                if not key.heads.isdisjoint(heads(token)):
                    return "form" if key.form else "inflection"
        return None

    @property
    def initials(self) -> frozenset[str]:
        """The characters that a match may begin with, including digits that are read as letters."""
        return frozenset([form[0] for form in (*self.near, *self.odd)]) | frozenset("0134579")

    @property
    def longest(self) -> int:
        return max(len(key.letters) for key in self.keys) + 4


def _flat(text: str) -> str:
    """A text as `fold` makes it, but with its blanks unchanged."""
    if text.isascii():
        return text.casefold().translate(_QUOTES)
    text = unicodedata.normalize("NFKC", text.translate(_QUOTES | _SENTENCES)).casefold()
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _key(word: str, *, form: bool) -> _Key | None:
    flat = _flat(word).strip()
    found = list(_WORD.finditer(flat))
    if not found:
        return None
    parts = tuple(match.group().replace("'", "") for match in found)
    gaps = tuple(any(map(str.isspace, flat[one.end() : other.start()])) for one, other in pairwise(found))
    letters = "".join(parts)
    return _Key(letters, parts, gaps, "'" in flat, heads(letters), form)


@lru_cache(maxsize=4096)
def _sought(word: str, forms: tuple[str, ...]) -> _Sought:
    made = [_key(word, form=False), *(_key(form, form=True) for form in forms)]
    keys = tuple(key for key in made if key is not None) if made[0] is not None else ()
    near = {head[: max(2, len(head) - 2)] for key in keys for head in key.heads}
    odd = {form for key in keys for form in irregular_forms(key.letters)}
    return _Sought(keys, tuple(sorted(near)), frozenset(odd))


@lru_cache(maxsize=4)
def _scanned(text: str) -> _Scanned:
    flat = _flat(text)
    words = tuple((match.start(), match.group()) for match in _WORD.finditer(flat))
    plain = flat.isascii() and not any(c in flat for c in "0134579@$")
    odd = (
        ()
        if plain
        else tuple(
            (match.start(), match.group())
            for match in _ODD.finditer(flat)
            if not (match.group().isascii() and match.group().isalpha())
        )
    )
    read = flat if flat.isascii() else flat.translate(LETTERS)
    pieces = tuple((*match.span(), match.group()) for match in _PIECE.finditer(read))
    return _Scanned(flat, words, odd, pieces, *_ranges(read, pieces))


def _ranges(
    flat: str, pieces: Sequence[tuple[int, int, str]]
) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    chunks: list[tuple[int, int]] = []
    letters: list[tuple[int, int]] = []
    kinds: dict[str, tuple[bool, bool, bool]] = {}
    chunk = run = 0
    blank = False
    for i, (start, end, _) in enumerate(pieces):
        after = pieces[i + 1] if i + 1 < len(pieces) else None
        gap = flat[end : after[0]] if after else " "
        single = after is not None and end - start == 1 == after[1] - after[0]
        if gap == " " and not single:
            linked = follows = False
        else:
            parted, joins, spells = kinds.get(gap) or kinds.setdefault(gap, _kind(gap))
            linked = after is not None and (joins or (spells and single and not parted))
            follows = spells and single
            blank = blank or (follows and parted)
        if not linked:
            if i > chunk:
                chunks.append((chunk, i + 1))
            chunk = i + 1
        if not follows:
            if i > run and blank:
                letters.append((run, i + 1))
            run, blank = i + 1, False
    return tuple(chunks), tuple(letters)


def _kind(gap: str) -> tuple[bool, bool, bool]:
    """Whether a gap has blanks, whether it can join parts of a word, and whether it can separate letters."""
    parted = any(map(str.isspace, gap))
    return parted, not parted and _PARTING.isdisjoint(gap) and gap != "'", gap != "'" and len(gap) <= _WIDEST


def _places(text: _Scanned, sought: _Sought, *, exact: bool) -> Iterator[tuple[int, int, WordHit]]:
    """The first place found by each method: its index, the rule's rank, and the hit."""
    for found in (
        _in_words(text, sought, exact=exact),
        _in_phrases(text, sought, exact=exact),
        *(() if exact else (_in_odd(text, sought), _in_chunks(text, sought), _in_letters(text, sought))),
    ):
        for at, token, rule in found:
            yield at, _RANKS.index(rule), WordHit(" ".join(token.split()), rule)
            break


_Found = Iterator[tuple[int, str, Rule]]


def _in_words(text: _Scanned, sought: _Sought, *, exact: bool) -> _Found:
    for at, token in text.words:
        if "'" in token:
            rule = _contracted(token, sought)
        elif token.startswith(sought.near) or token in sought.odd:
            rule = sought.rule(token)
            if rule is None and sought.rule(token, spelled=True):
                rule = "spelled"
        else:
            continue
        if rule is not None and (rule == "equal" or not exact):
            yield at, token, rule


def _contracted(token: str, sought: _Sought) -> Rule | None:
    """The rule for a token with an apostrophe, or None: `crane's` matches `crane`, `she'll` not `shell`."""
    joined = token.replace("'", "")
    stem, _, ending = token.replace("n't", "n'not").rpartition("'")
    stem = stem.replace("'", "")
    if ending == "not":
        stem = _NEGATED.get(stem[:-1], stem[:-1])
    elif ending not in _CLITICS:
        return sought.rule(joined)
    for key in sought.keys:
        if key.contracted and key.letters == joined:
            return "form" if key.form else "equal"
    rule = sought.rule(stem)
    return "inflection" if rule == "equal" else rule


def _in_odd(text: _Scanned, sought: _Sought) -> _Found:
    for at, token in text.odd:
        if any(sought.rule(reading, spelled=True) for reading in readings(token)):
            yield at, token, "look-alike"


def _in_phrases(text: _Scanned, sought: _Sought, *, exact: bool) -> _Found:
    """The first run of words for each key with several parts, ordered by place and rule."""
    found = [place for key in sought.keys if key.gaps for place in _first_phrase(text, key, exact=exact)]
    yield from sorted(found, key=lambda place: (place[0], _RANKS.index(place[2])))


def _first_phrase(text: _Scanned, key: _Key, *, exact: bool) -> _Found:
    pieces, size = text.pieces, len(key.parts)
    for i in range(len(pieces) - size + 1):
        if pieces[i][2] != key.parts[0] or any(pieces[i + n][2] != key.parts[n] for n in range(1, size - 1)):
            continue
        last, said = key.parts[-1], pieces[i + size - 1][2]
        gaps = [text.flat[pieces[n][1] : pieces[n + 1][0]] for n in range(i, i + size - 1)]
        blanks = [gap.isspace() for gap in gaps]
        joined = [_kind(gap)[1] for gap in gaps]
        if (said != last and not related(said, last)) or not all(map(max, blanks, joined)):
            continue
        surface = text.flat[pieces[i][0] : pieces[i + size - 1][1]]
        rule: Rule = "equal" if said == last else "inflection"
        if tuple(blanks) != key.gaps:
            rule = "spelled"
        if key.form:
            rule = "form"
        elif not surface.isascii() and surface.translate(LETTERS) != surface:
            rule = "look-alike"
        if rule == "equal" or not exact:
            yield pieces[i][0], surface, rule
            return


def _in_chunks(text: _Scanned, sought: _Sought) -> _Found:
    """Words whose parts are joined by signs, such as `pan-cake` and `c-r-a-n-e`; also in `pan-cake-house`."""
    initials, longest = sought.initials, sought.longest
    for first, behind in text.chunks:
        for i in range(first, behind - 1):
            joined = text.pieces[i][2]
            if joined[0] not in initials:
                continue
            for j in range(i + 1, behind):
                joined += text.pieces[j][2]
                if len(joined) > longest:
                    break
                if _stands_alone(text.pieces, range(first, behind), i, j) and _spells(joined, sought):
                    yield text.pieces[i][0], text.flat[text.pieces[i][0] : text.pieces[j][1]], "spelled"
                    return


def _stands_alone(pieces: Sequence[tuple[int, int, str]], chunk: range, i: int, j: int) -> bool:
    """True if the pieces i to j of a chunk can be the parts of one word.

    They can if they are the whole chunk. Otherwise a run of single letters must not be cut out of a longer
    one (`p-i-n-e-a-p-p-l-e`), and single letters must not be mixed with whole words (`hook-a-duck`).
    """
    if i == chunk.start and j == chunk.stop - 1:
        return True
    single = [len(piece) == 1 for _, _, piece in pieces[i : j + 1]]
    if not all(single):
        return not any(single)
    before = i > chunk.start and len(pieces[i - 1][2]) == 1
    return not before and not (j + 1 < chunk.stop and len(pieces[j + 1][2]) == 1)


def _spells(joined: str, sought: _Sought) -> bool:
    if sought.rule(joined, spelled=True):
        return True
    return not joined.isalpha() and any(sought.rule(r, spelled=True) for r in readings(joined))


def _in_letters(text: _Scanned, sought: _Sought) -> _Found:
    """Words spelled with blanks: a whole run of letters, or a part of it with equal gaps."""
    for first, behind in text.letters:
        for i, j in (first, behind), *_evenly(text, first, behind):
            joined = "".join(piece for _, _, piece in text.pieces[i:j])
            for cut, end in _unstrayed(joined):
                if len(joined) <= sought.longest + 2 and _spells(joined[cut:end], sought):
                    start, stop = text.pieces[i + cut][0], text.pieces[i + end - 1][1]
                    yield start, text.flat[start:stop], "spelled"
                    return


def _unstrayed(joined: str) -> Iterator[tuple[int, int]]:
    """A run of letters as it is, then without a first or last letter that may be a separate word."""
    size = len(joined)
    if size < 2:
        return
    yield 0, size
    before, after = joined[0] in _STRAY, joined[-1] in _STRAY
    if before and size - 1 > _SHORT:
        yield 1, size
    if after and size - 1 > _SHORT:
        yield 0, size - 1
    if before and after and size - 2 > _SHORT:
        yield 1, size - 1


def _evenly(text: _Scanned, first: int, behind: int) -> Iterator[tuple[int, int]]:
    """The parts of a run of letters, split at every gap that is not the most common one."""
    gaps = [text.flat[text.pieces[i][1] : text.pieces[i + 1][0]] for i in range(first, behind - 1)]
    common = Counter(gaps).most_common(1)[0][0]
    start = first
    for i, gap in enumerate(gaps, first):
        if gap != common:
            yield start, i + 1
            start = i + 1
    if start > first:
        yield start, behind


@lru_cache(maxsize=65536)
def _same_word_2(a: str, b: str) -> Rule | None:
    one, other = _key(a, form=False), _key(b, form=False)
    if one is None or other is None:
        return "equal" if fold(a) == fold(b) else None
    if (one.parts, one.gaps) == (other.parts, other.gaps):
        return "equal"
    if one.gaps == other.gaps and one.parts[:-1] == other.parts[:-1]:
        if related(one.parts[-1], other.parts[-1]):
            return "inflection"
    elif related(one.letters, other.letters):
        return "spelled"
    letters = {one.letters, *readings(one.letters)}, {other.letters, *readings(other.letters)}
    if len(one.parts) == len(other.parts) and any(related(x, y) for x in letters[0] for y in letters[1]):
        return "look-alike"
    return None

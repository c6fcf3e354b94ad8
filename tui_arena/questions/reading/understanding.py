"""Understanding: from a free yes-or-no question to its meaning for a table.

The exact texts of the table are tried first, then spelling, comparisons, names and the table's phrases. Typos
are corrected only if nothing else fits: an unknown word of `LEAST` letters or more becomes the one known word
with the same first letter that differs by a slip. A slip is one letter too many, missing, wrong or swapped
with the next; a `g` may also be missing: walkin. If several words fit, they must have one stem, and the word
nearest in length wins. Words of entities and of the language (`Knowledge.is_word`) are never changed.

Law: a question is understood as a whole or not at all; no word that matters is ignored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.spelling import one_slip_away
from tui_arena.core.language.stems import stem
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.meaning import About, AllOf, Begging, Meaning
from tui_arena.questions.reading.amounts import size_words
from tui_arena.questions.reading.clauses import AUX, BE, FRAMES, HAVE, clause_of
from tui_arena.questions.reading.parser import (
    ARTICLES,
    Reader,
    foreign_asked,
    has_all,
    has_half,
    name_asked,
    superlative,
    told_by_phrase,
)
from tui_arena.questions.reading.phrases import SUBJECTS, PhraseTable, phrases_of, telling
from tui_arena.questions.table import Answer, Knowledge
from tui_arena.questions.wordings import MOST_WORDS, English, rewritten

_PART = frozenset("only first most best worst same enough exactly".split())
"""Words that narrow a question: only a no to the rest of the question still answers it."""
_LEAST_LEFT = 3
"""The minimum number of words of a question that remain if a remark is left out."""
_ASKED_OF = frozenset("it he she they you i we people".split())
_BEGINNINGS: tuple[list[str], ...] = ([], ["is", "it"], ["is", "it", "a"], ["does", "it", "have"])
"""Words that may be missing at the beginning of a question: `more than two legs?`."""
_SIDE = frozenset("when while because since before after if rather".split())
"""Words that begin a side clause, which may be ignored as a last resort."""
_ASKS = frozenset("what which who whose whom where when why how".split())


@lru_cache(maxsize=8192)
def understand(text: str, knowledge: Knowledge) -> Meaning | None:
    """The meaning of a question; None if it isn't understood."""
    phrases = phrases_of(knowledge)
    asked = _asked(text, phrases)
    if asked is None:
        return None
    meaning = _meaning(asked, phrases)
    if meaning is None:
        better = mended(asked, phrases)
        meaning = _meaning(better, phrases, guess=True) if better else None
        meaning = meaning or _last(asked, better or asked, phrases)
    return name_asked(text, meaning, phrases) or meaning


def associated(text: str, knowledge: Knowledge, number: int) -> bool:
    """Whether an entity is associated with everything that a question names.

    False for a question of the table, and for what the thing is, has or is made of: a topic tells none of
    these.
    """
    phrases = phrases_of(knowledge)
    plain = _words(text, phrases)
    clause = clause_of(plain)
    kind = (
        clause.relations == ("@is",)
        and clause.bare[:1] in (("a",), ("an",))
        and len(telling(clause.words)) == 1
    )
    asked = phrases.asked(plain) is not None
    return not (asked or kind or clause.relation in ("@of", "@has")) and has_all(plain, phrases, number)


def told_by(text: str, knowledge: Knowledge, number: int) -> Answer | None:
    """The answer of an entity's phrase with a relation, if the question matches one; None if none matches."""
    phrases = phrases_of(knowledge)
    plain = _words(text, phrases)
    return told_by_phrase(plain, phrases, number) if plain else None


def half_associated(text: str, knowledge: Knowledge, number: int) -> bool:
    """Whether an entity is associated with half of what a question names."""
    phrases = phrases_of(knowledge)
    return has_half(_words(text, phrases), phrases, number)


def _words(text: str, phrases: PhraseTable) -> list[str]:
    """The plain words of the sentence that asks; empty if there is none."""
    english = phrases.knowledge.english
    return _plain(_asked(text, phrases) or [], english)[0]


def _asked(text: str, phrases: PhraseTable) -> list[str] | None:
    """The words of the last whole sentence that asks; None if there is none, or if it is too long."""
    english = phrases.knowledge.english
    said = [s for s in english.sentences(text) if _stripped([w for w in s if w != "?"], english)]
    asking = [s for s in said if s[-1] == "?" or s[0] in FRAMES - {"it"}] or said
    if not asking:
        return None
    whole = [s for s in asking if any(map(_opens, s, s[1:]))]
    words = _untagged([word for word in (whole or asking)[-1] if word != "?"])
    if tuple(words) not in phrases.verbatim:
        words = english.reworded(words, "idiom")
    for i, word in enumerate(words[1:], 1):  # a common slip: `bigger then a cat`
        if (
            word == "then"
            and words[i + 1 :]
            and (words[i - 1].endswith("er") or words[i - 1] in ("more", "less"))
        ):
            words[i] = "than"
    return words if len(words) <= MOST_WORDS else None


def _opens(word: str, after: str) -> bool:
    """Whether a question begins with two words: `is it`, `do people`."""
    return word in BE | AUX | HAVE and after in _ASKED_OF


def _untagged(words: list[str]) -> list[str]:
    """Remove a negation that a tag reverses: `it is not alive, is it` asks whether it is alive."""
    tagged = len(words) > _LEAST_LEFT + 1 and _opens(*words[-2:]) and words[0] not in BE | AUX | HAVE
    for i, word in enumerate(words[:4] if tagged else []):
        if word in ("not", "nt") and i > 0 and words[i - 1] in BE | AUX | HAVE:
            return [*words[:i], *words[i + 1 : -2]]
    return words


def _meaning(words: list[str], phrases: PhraseTable, *, guess: bool = False) -> Meaning | None:
    english = phrases.knowledge.english
    plain, naming = _plain(words, english)
    begun = [plain] if plain[:1] and plain[0] in FRAMES else [[*start, *plain] for start in _BEGINNINGS]
    for said in (words, _stripped(words, english), *begun):
        found = phrases.asked(said)
        if found is not None:
            return found
    if _begs(plain, english):
        return None if guess else Begging()
    found = Reader(phrases, naming=naming).read(plain)
    side = _side_clause(plain)
    if isinstance(found, AllOf) and side is not None:
        return _meaning(plain[:side], phrases, guess=guess) or found
    return found


def _begs(plain: Sequence[str], english: English) -> bool:
    if plain[:2] in (["what", "about"], ["how", "about"], ["what", "if"]):
        return False
    if plain[:1] and plain[0] in _ASKS and plain[0] != "when":
        return True
    return "@plea" in english.reworded(plain, "plea") and "eat" not in plain


def _plain(words: Sequence[str], english: English) -> tuple[list[str], bool]:
    """The words with `it` for the thing and without an introduction, and whether they guess a name."""
    left = _stripped(words, english)
    marked = english.reworded(left, "guess")
    naming = marked[:1] == ["@guess"]
    if naming:
        left = ["is", "it", *(word for word in marked[1:] if word not in ("@guess", ","))]
        if left[2:4] in (["it", "is"], ["is", "it"]):
            left = left[:2] + left[4:]
    if left[:2] in (["what", "about"], ["how", "about"]):
        left = left[2:]
    subject = rewritten(left, SUBJECTS)
    while subject[:2] == ["it", ","]:
        subject = ["it", *subject[2:]]
    if len(subject) > 2 and subject[0] == "it" and subject[1] in BE | AUX | HAVE and subject[2] == "it":
        subject = subject[1:]
    return subject, naming


def _stripped(words: Sequence[str], english: English) -> list[str]:
    """Words without fillers, openers and tags."""
    left = [word for word in english.reworded(words, "filler") if word not in wordings.ALONE]
    left = [
        word
        for word, after in zip(left, [*left[1:], ""], strict=False)
        if word != "like" or not after.isdigit()
    ]
    while left and (left[0] == "," or (left[0] in wordings.OPENERS and left[1:2] != ["one"])):
        left = left[1:]
    while left and left[-1] == ",":
        left.pop()
    size = next(iter(english.ends(left, "tag")), 0)
    after_noun = size and left[-size - 1] in ARTICLES
    if size and not after_noun and (size == 1 or left[-size - 1] == ","):
        return _stripped(left[:-size], english)
    return left


def _last(asked: list[str], better: list[str], phrases: PhraseTable) -> Meaning | None:
    """The last attempts: a name that isn't in the deck, leaving out remarks, and associated words."""
    english = phrases.knowledge.english
    plain, naming = _plain(asked, english)
    strange = foreign_asked(plain, phrases, size_words(phrases.knowledge))
    if strange is not None and not phrases.people:
        return strange
    reader = Reader(phrases, naming=naming, loose=True)
    whole, _ = _plain(better, english)
    heads = list(_without_remarks(whole, english))
    for words in heads:
        found = _meaning(words, phrases)
        if found is not None:
            return found
    for words in (whole, *heads):
        found = reader.read(words)
        guessed = better != asked and isinstance(found, About) and found.partly
        if found is not None and not guessed:
            return found
    return strange or _in_part(whole, phrases, reader)


def _in_part(plain: list[str], phrases: PhraseTable, reader: Reader) -> Meaning | None:
    """The meaning of a question without an `only` or a superlative; a yes becomes unknown."""
    extra = [word for word in plain if word in _PART or superlative(word)]
    left = [word for word in plain if word not in extra]
    if not extra or len(left) < _LEAST_LEFT:
        return None
    found = _meaning(left, phrases) or reader.read(left)
    if found is None or isinstance(found, Begging):
        return None
    return AllOf((found, About((extra[0],), partly=True, narrower=extra[0] in _PART)))


def _without_remarks(words: list[str], english: English) -> Iterator[list[str]]:
    """The words without a remark at their end: a side clause, the words after a pause, `most of them`."""
    side = _side_clause(words)
    pause = next((i for i, word in enumerate(words) if i >= _LEAST_LEFT and word == ","), None)
    ends = [end for end in (side, pause) if end is not None]
    ends += [len(words) - size for size in english.ends(words, "remark")]
    for end in sorted({end for end in ends if end >= _LEAST_LEFT}, reverse=True):
        left = [*words[:end]]
        while left and left[-1] == ",":
            left.pop()
        yield left
        yield from _without_remarks(left, english)


_ANY_USE = frozenset("use used need needed want wanted".split())
"""Words that say nothing about a thing that is used at some time: `do you need it when it rains`."""
_NOTHING_SAID = wordings.SMALL | wordings.HARMLESS | wordings.ALONE | BE | HAVE | AUX | _ANY_USE


def _side_clause(words: Sequence[str]) -> int | None:
    """The index of a side clause that may be left out; `after 1990` and `only when it rains` may not."""
    side = next((i for i, word in enumerate(words) if i > 2 and word in _SIDE), None)
    if side is None or "only" in words:
        return None
    if words[side] in ("when", "while") and _NOTHING_SAID.issuperset(words[:side]):
        return None  # `when` is the point of the question
    return None if words[side] in ("before", "after", "since") and len(words) - side <= _LEAST_LEFT else side


LEAST, LONGEST = 4, 30
"""The minimum and maximum number of letters of a word that may be a typo."""
OFTEN = 2
"""The minimum number of entities with an associated word for a typo to be corrected to that word."""
_FUNCTION = frozenset(
    word
    for text in (wordings.SUBJECT, wordings.PEOPLE, *(said for said, _ in wordings.MARKS))
    for word in text.replace("|", " ").split()
)
_KNOWN = _FUNCTION | wordings.ALONE | wordings.SMALL | wordings.HARMLESS | wordings.VAGUE | frozenset(NUMBERS)
_OFTEN = frozenset("bigger smaller larger heavier before after invented letter letters taller".split())


def mended(words: Sequence[str], phrases: PhraseTable) -> list[str] | None:
    """The words with their typos corrected; None if nothing was corrected."""
    own = words_of(phrases.knowledge)
    out = [word if _known(word, phrases) or own.of(word) else _nearest(word, phrases) for word in words]
    return out if out != list(words) else None


def _known(word: str, phrases: PhraseTable) -> bool:
    if not LEAST <= len(word) <= LONGEST or not word.isalpha() or word in _KNOWN or phrases.knows(word):
        return True
    return phrases.knows(stem(word)) or phrases.knowledge.is_word(word)


def _nearest(word: str, phrases: PhraseTable) -> str:
    is_word = phrases.knowledge.is_word
    if word.endswith("in") and is_word(f"{word}g"):
        return f"{word}g"
    if word.endswith("z") and is_word(word[:-1]):
        return f"{word[:-1]}s"
    found = [near for near in one_slip_away(word, _correct(phrases.knowledge)) if near[0] == word[0]]
    if len(set(map(stem, found))) != 1:
        return word
    return min(found, key=lambda near: (abs(len(near) - len(word)), near))


@lru_cache(maxsize=16)
def _correct(knowledge: Knowledge) -> frozenset[str]:
    """The words that a typo may be corrected to."""
    often = words_of(knowledge).often(OFTEN)
    known = {
        word for word in phrases_of(knowledge).vocabulary().union(often, _KNOWN, _OFTEN) if word.isalpha()
    }
    return frozenset(known | {f"{word}s" for word in known})

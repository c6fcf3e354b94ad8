"""Understanding: from a free yes-or-no question to its meaning for a table.

The exact texts of the table are tried first, then spelling, comparisons, names and the table's phrases. Typos
are corrected only if nothing else fits: an unknown word of `LEAST` letters or more becomes the one known word
with the same first letter that differs by a slip. A slip is one letter too many, missing, wrong or swapped
with the next; a `g` may also be missing: walkin. If several words fit, they must have one stem, and the word
nearest in length wins. Words of entities and of the language (`Knowledge.is_word`) are never changed.

Law: a question is understood as a whole or not at all; no word that matters is ignored.

`act_of` says whether a text asks one question that yes or no can answer, or does something else. It has a small
grammar over tokens: the opening of a clause, its subject, and how clauses are joined.

- A question with an `or` either lets the other player choose a side, or offers one idea that may be true. The
  sides exclude each other unless the form says otherwise (`any`, `than`, one article for both) or the table
  does: many entities are both.
- Small talk is about the game or a player, and not about the thing. A clause that names the thing is about
  it, unless only a player can do what it says: `do you like it`. Any other clause is about a player (`am I
  close`), unless it can mean anybody: `can you eat with it`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import AUXILIARIES, WH_WORDS, tells_nothing
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.spelling import one_slip_away
from tui_arena.core.words import tokens
from tui_arena.questions import wordings
from tui_arena.questions.associated_words import words_of
from tui_arena.questions.meaning import About, AllOf, Begging, Meaning, is_loose, masks
from tui_arena.questions.reading.amounts import size_words
from tui_arena.questions.reading.clauses import AUX, BE, FRAMES, HAVE, clause_of
from tui_arena.questions.reading.parser import (
    ARTICLES,
    Reader,
    answer_by_phrase,
    foreign_asked,
    has_all,
    name_asked,
    superlative,
)
from tui_arena.questions.reading.phrases import SUBJECTS, PhraseTable, phrases_of, telling
from tui_arena.questions.table import Answer, Knowledge
from tui_arena.questions.wordings import MOST_WORDS, English, rewritten

_PART = frozenset("only first most best worst same enough exactly".split())
"""Words that narrow a question: only a no to the rest of the question still answers it."""
_LEAST_LEFT = 3
"""The minimum number of words that must remain in a question if a remark is left out."""
_ASKED_OF = frozenset("it he she they you i we people".split())
_BEGINNINGS: tuple[list[str], ...] = ([], ["is", "it"], ["is", "it", "a"], ["does", "it", "have"])
"""Words that may be missing at the beginning of a question: `more than two legs?`."""
_DOERS = frozenset("you we people kids children".split())
"""The people who do something in a statement."""
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
    """True if an entity is associated with everything that a question names.

    False for a question of the table, and for what the thing is, has or is made of: a topic tells none of
    these.
    """
    phrases = phrases_of(knowledge)
    plain = list(_words(text, knowledge))
    clause = clause_of(plain)
    kind = (
        clause.relations == ("@is",)
        and clause.bare[:1] in (("a",), ("an",))
        and len(telling(clause.words)) == 1
    )
    asked = phrases.asked(plain) is not None
    return not (asked or kind or clause.relation in ("@of", "@has")) and has_all(plain, phrases, number)


def phrase_answer(text: str, knowledge: Knowledge, number: int) -> Answer | None:
    """The answer of an entity's phrase with a relation, if the question matches one; None if none matches."""
    phrases = phrases_of(knowledge)
    plain = list(_words(text, knowledge))
    return answer_by_phrase(plain, phrases, number) if plain else None


@lru_cache(maxsize=64)
def _words(text: str, knowledge: Knowledge) -> tuple[str, ...]:
    """The plain words of the sentence that asks; empty if there is none. Cached, as a judge needs them twice."""
    return tuple(_plain(_asked(text, phrases_of(knowledge)) or [], knowledge.english)[0])


def _asked(text: str, phrases: PhraseTable) -> list[str] | None:
    """The words of the last whole sentence that asks; None if there is none, or if it is too long."""
    english = phrases.knowledge.english
    said = [s for s in english.sentences(text) if _stripped([w for w in s if w != "?"], english)]
    asking = [s for s in said if s[-1] == "?" or s[0] in FRAMES - {"it"}] or said
    if not asking:
        return None
    whole = [s for s in asking if any(map(_opens, s, s[1:]))]
    words = _turned(_untagged([word for word in (whole or asking)[-1] if word != "?"]))
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
    """True if a question begins with two words: `is it`, `do people`."""
    return word in BE | AUX | HAVE and after in _ASKED_OF


def _untagged(words: list[str]) -> list[str]:
    """Remove a negation that a tag reverses: `it is not alive, is it` asks whether it is alive."""
    tagged = len(words) > _LEAST_LEFT + 1 and _opens(*words[-2:]) and words[0] not in BE | AUX | HAVE
    for i, word in enumerate(words[:4] if tagged else []):
        if word in ("not", "nt") and i > 0 and words[i - 1] in BE | AUX | HAVE:
            return [*words[:i], *words[i + 1 : -2]]
    return words


def _turned(words: list[str]) -> list[str]:
    """Turn a statement about people into a question: `you can go inside`, `you find it in the woods`."""
    if len(words) < _LEAST_LEFT or words[0] not in _DOERS or words[1] in BE | HAVE:
        return words
    return [words[1], words[0], *words[2:]] if words[1] in AUX else ["do", *words]


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
    """The last attempts: a name that isn't in the deck, the text without its remarks, and associated words."""
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
"""Verbs that say only that a thing is used at some time: `do you need it when it rains`."""
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
    out = [word if _is_said(word, phrases) else _nearest(word, phrases) for word in words]
    return out if out != list(words) else None


def _is_said(word: str, phrases: PhraseTable) -> bool:
    """True if a word is known, or if an entity has to do with it; only a rare word needs the table's words."""
    return _known(word, phrases) or bool(words_of(phrases.knowledge).of(word))


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


# acts

Act = Literal["either", "double", "chat", "open"]


def _set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


_BE_FORMS = _set("is are was were am be")
_AUXILIARIES = AUXILIARIES - _set("be been being doing done having need")
_US, _THIS = _set("i we you"), _set("this that")
_THING = _set("it its one 1 them they their he him his she her hers himself herself there these those")
_LEADS = _set("and or but also then so plus well no yes now right hey oh please just wait like okay")
"""Words that come before a question and don't belong to it."""
_OPINION = _set("think say guess reckon suppose bet believe thinking guessing")
_MENTAL = _set("like love hate know remember want understand agree prefer mind care lie cheat win lose")
_GENERAL = _set("can could may might would should do")
"""Verbs for questions about people in general, not about a player."""
_ANYBODY = _set("able likely allowed supposed meant got to need pick chosen thinking talking looking")
"""Words for people in general, or words that lead to a guess."""
_TO_US = _set("give tell help show let repeat rephrase explain ask say lets dont stop skip be")
_GAME = _set("hint hints clue clues tips question questions guess guesses typo answer answers rules yes")
_REMARKS = _set("wow lol omg oops sorry sry thanks ta cheers hi hello bye yeah idk gosh fine brb idea")
_TALK = _GAME | _REMARKS | _set("game round score turn player")
_WHICH = _set("this that my your last next previous good silly hard easy another different new still")
"""Words that make `one` a question or a game of the players, and not the thing."""
_ARTICLES = _set("a an the")
_PREPOSITIONS = _set("in on at for with without from by to of inside outside under over near before after")
_DETERMINERS = _ARTICLES | {"something", "someone", "somebody"}
_FREE = _set("can could may might any either ever anyone anybody all those some kind")
"""Words of a question that is a yes if either side is true."""
_VAGUE = _set("something anything somewhere anywhere whatever wherever some any similar so around")
"""Words at the beginning of a side that only widens the other side."""
_COMPARED = _set("more less bigger smaller taller shorter longer heavier lighter cheaper older younger")
"""Words at the beginning of a side that turns a comparison round: `longer than a car or shorter`."""
ALIKE, SEVERAL, FEWEST = 0.5, 0.75, 4
"""Two sides exclude each other if at most this share of the smaller one is also on the other: `ALIKE` for two
sides, `SEVERAL` for more. `FEWEST`: the minimum number of entities on a side."""
_JOINS = _set("and or but also then so plus ,")
_SUBJECTS = _US | _THING | _DETERMINERS | _set("this that my your our people anyone kids children")
_ASKS_NAME = frozenset((be, it) for be in ("is", "was") for it in ("it", "he", "she"))
_WE, _OF_IT = (["you"], ["i"]), (["a"], ["an"], ["born"])
"""`are you a man` and `am i an animal` ask about the secret, not about a player."""
_EMBEDDED = WH_WORDS - {"when", "where"}
_HUM = re.compile(r"[uh]+m+|[aou]+h+|e+r+m*|a+w+|[ua]r*gh+|(?:h[ae]){2,}h?|[a-z]*([a-z])\1\1[a-z]*")
_SHORTENED = (("’", "'"), ("'re ", " are "), ("'ll ", " will "), ("+", ","))
"""Texts that would be another word without the apostrophe (`we're`), or that mark a pause."""


class JoinedClause(NamedTuple):
    """A part of a text that may be a question, with the word that joins it, and whether a `?` ends it."""

    words: list[str]
    join: str
    asked: bool


def act_of(text: str, knowledge: Knowledge) -> Act | None:
    """The act that a text performs; None: it asks one question, or is read as one.

    - `either`: it lets the other player choose a side.
    - `double`: it asks two questions.
    - `chat`: it is talk, or a plea.
    - `open`: yes can't answer it.
    """
    if _is_of_the_table(knowledge.english.flat(text), knowledge):
        return None
    said = [clause for clause in _clauses(text, knowledge) if clause.words]
    real = [clause for clause in said if not is_small_talk(clause.words, knowledge, asked=clause.asked)]
    if not real:
        if any(clause.words[0] in _AUXILIARIES and _is_open(clause.words) for clause in said):
            return "open"
        addressed = any(
            a.words[0] in _BE_FORMS and a.words[1:2] in _WE and a.words[2:3] in _OF_IT for a in said
        )
        return None if addressed and understand(text, knowledge) is not None else "chat"
    if all(_is_open(clause.words) or begs(clause.words, knowledge) for clause in real):
        return "either" if {"or", ","}.issubset(real[-1].words) else "open"
    apart = [" ".join(a.words) for a in real if _is_question(a) and a.join != "or" and not _is_open(a.words)]
    several = len(apart) > 1 and len({understand(words, knowledge) or words for words in apart}) > 1
    if several or (len(apart) > 1 and "if not" in text):
        return "double"
    choices = (clause.words for clause in real if "or" in clause.words[1:-1])
    chosen = (lets_choose(words, knowledge, opened=words[0] in _AUXILIARIES) for words in choices)
    return "either" if any(clause.join == "or" for clause in real[1:]) or any(chosen) else None


def _is_of_the_table(words: list[str], knowledge: Knowledge) -> bool:
    """True if words are a question of the table, a name in the table, or a guess."""
    phrases = phrases_of(knowledge)
    named = words[2:] if tuple(words[:2]) in _ASKS_NAME else words
    guess = knowledge.english.reworded(words, "guess")[:1] == ["@guess"]
    return guess or tuple(words) in phrases.verbatim or bool(phrases.named(named))


def asks_the_same(text: str, before: str, knowledge: Knowledge) -> bool:
    """True if a question means the same as an earlier one; a loose reading must have the same words."""
    if tokens(text) == tokens(before):
        return True
    meant = understand(text, knowledge)
    return meant is not None and not is_loose(meant) and meant == understand(before, knowledge)


def _clauses(text: str, knowledge: Knowledge) -> list[JoinedClause]:
    """The clauses of a text; each begins a sentence, or a question after a pause or conjunction."""
    out: list[JoinedClause] = []
    for short, whole in _SHORTENED:
        text = text.replace(short, whole)
    for sentence in knowledge.english.sentences(text):
        told = sentence[:2] == ["do", "nt"] and not _opens_question(["do", *sentence[2:]])
        said = ["dont", *sentence[2:]] if told else sentence
        words = [word for word in said if word not in ("?", "nt") and not _HUM.fullmatch(word)]
        joins = (i for i, before in enumerate(words, 1) if before in _JOINS)
        starts = [0, *(i for i in joins if _opens_question(words[i:])), len(words)]
        for start, end in pairwise(starts):
            join = words[start - 1] if start else ""
            out.append(JoinedClause(_begun(words[start:end]), join, sentence[-1] == "?"))
    return out


def _begun(words: list[str]) -> list[str]:
    """The words of a question, without those that only introduce or close it, or lead on to the next."""
    while words and words[0] in _LEADS | _JOINS:
        words = words[1:]
    while words and (words[-1] in _JOINS or (words[-1] in _LEADS and words[-2:-1] == [","])):
        words = words[:-1]
    return words


def _opens_question(words: list[str]) -> bool:
    """True if these words can open a question within a sentence: an auxiliary and a plain subject."""
    return (
        len(words) > 1 and words[0] in _AUXILIARIES and (words[1] in _SUBJECTS or words[0] in ("does", "did"))
    )


def _is_question(clause: JoinedClause) -> bool:
    """True if a clause is a question with its own predicate; a tag (`isn't it`, `do you think`) has none."""
    words = [word for word in clause.words if word not in _LEADS and word != ","]
    tag = len(words) < 3 or (len(words) == 3 and words[1] == "you" and words[2] in _OPINION)
    stated = clause.asked and not tag and words[0] in _THING - {"one", "there"} and words[1] in _AUXILIARIES
    return words[:2] == ["how", "about"] or (not tag and (words[0] in _AUXILIARIES or stated))


def _is_open(words: list[str]) -> bool:
    """True if yes can't answer a clause: `in which room is it`, `can you say what it is`, `made of what`."""
    words = words[1:] if len(words) > 1 and words[0] in _PREPOSITIONS and words[1] in WH_WORDS else words
    first, after = words[0], words[1] if len(words) > 1 else ""
    if first in WH_WORDS:
        scene = first in ("when", "where") and after not in _AUXILIARIES | _PREPOSITIONS | {""}
        given = scene or after in ("about", "if")
        return not given and "," not in words[2:]  # the words after a pause are a suggestion
    if first in _AUXILIARIES:
        told = pairwise(words[3:6])
        return after == "you" and any(word in _EMBEDDED and then != "to" for word, then in told)
    ends = len(words) > 2 and words[-1] in _BE_FORMS | _EMBEDDED
    return ends or first in ("describe", "explain")


def lets_choose(words: Sequence[str], knowledge: Knowledge, *, opened: bool) -> bool:
    """True if a clause with an `or` lets the other choose a side; `opened`: it begins like a question."""
    at = len(words) - 1 - words[::-1].index("or")
    left, right = list(words[: at - (words[at - 1] == ",")]), list(words[at + 1 :])
    right = right[: right.index(",")] if "," in right[1:] else right
    if right[0] in ("only", "just", "both", "neither") or right[-1] == "else" or right[1:2] == ["other"]:
        return True
    if right[0] in _COMPARED:
        return right != ["less"] or "than" in left
    vague = right[0] in _VAGUE and right[0] not in left and _US.isdisjoint(right[1:2])
    whole = left[2:] and (
        not names_thing(right) or names_thing(left[2:]) or left[1] in _US | _THING - {"there"}
    )
    if vague or right in (["not"], ["no"], ["what"]) or (opened and not whole):
        return False
    if not _FREE.isdisjoint(words) or words[-2:] == ["at", "all"] or not {"like", "than"}.isdisjoint(left):
        return False
    numbers = [NUMBERS[word] for word in [*left[-2:], right[0]] if word in NUMBERS]
    if len(numbers) > 1:
        return abs(numbers[0] - numbers[-1]) > 1  # two or three is a rough number
    return right[0] in ("not", "no", "without") or _chooses(left, right, knowledge, first=2 * opened)


def _chooses(left: list[str], right: list[str], knowledge: Knowledge, *, first: int) -> bool:
    """True if the last two sides exclude each other in form and in the table; `first`: the earliest start."""
    bare, several = right[0] not in _PREPOSITIONS | _DETERMINERS, not {",", "or"}.isdisjoint(left[:-1])
    if several:
        cut = max(i for i, word in enumerate(left[:-1]) if word in (",", "or"))
        left = [*left[:first], *left[cut + 1 :]]
    elif sum(word in _ARTICLES for word in left[2:]) == 1 and bare and (first or _ARTICLES.isdisjoint(right)):
        return False  # one article, one idea: `a king or prince`
    kind = next((words for words in (_PREPOSITIONS, _DETERMINERS) if right[0] in words), {right[0]})
    starts = [i for i, word in enumerate(left) if word in kind and i >= first]
    starts = [i for i in starts if left[i] == right[0]][:1] or starts or [max(len(left) - len(right), first)]
    start = min(starts[-1], len(left) - 1)
    start += left[start] in _PREPOSITIONS and right[0] not in _PREPOSITIONS and start + 1 < len(left)
    front, side = left[:start], left[start:]
    alike = {side[0], right[0]} <= _PREPOSITIONS or (side[0] == right[0] not in _ARTICLES)
    short = not first and bare and max(len(left), len(right)) < 3
    if alike or short or ("it" in left[2:] and "it" in right):
        return True
    shares_object = (
        bare and len(side) == 1 < len(right) and not (_AUXILIARIES - _BE_FORMS).isdisjoint(front[:1])
    )
    place = not _PREPOSITIONS.isdisjoint(front[-1:]) and (bare or right[0] in _ARTICLES)
    inclusive = shares_object or place
    share = _share(" ".join(left), " ".join([*front, *right]), knowledge)
    return (0 if inclusive else -1) <= share <= (SEVERAL if several else ALIKE)


def _share(first: str, second: str, knowledge: Knowledge) -> float:
    """The share of the smaller side that is also on the other side; -1 if the table can't tell."""
    one, other = understand(first, knowledge), understand(second, knowledge)
    if one is not None and one == other:
        return 1.0
    if None in (one, other) or Begging() in (one, other) or is_loose(one) or is_loose(other):
        return -1.0
    a, b = masks(one, knowledge).yes, masks(other, knowledge).yes
    fewest = min(a.bit_count(), b.bit_count())
    return (a & b).bit_count() / fewest if fewest >= FEWEST else -1.0


def is_small_talk(words: Sequence[str], knowledge: Knowledge, *, asked: bool) -> bool:
    """True if a clause is small talk; `asked`: a question mark ends it."""
    while words and words[0] == "i" and not _OPINION.isdisjoint(words[1:2]):
        words = words[2:]
    rest = [*words]
    while rest and rest[0] in _REMARKS:
        rest = rest[1:]
    thing, rest = names_thing(words), rest or ["well"]
    if rest[0] in WH_WORDS or (thing and not {"if", "whether"}.isdisjoint(words)):
        return not thing and not (_US | _TALK).isdisjoint(rest)
    orders = rest[0] in _TO_US or (rest[1:2] == ["on"] and rest[0] in ("come", "hang", "hold", "go"))
    if begs(rest, knowledge) or (orders and not asked and not (thing and WH_WORDS.isdisjoint(rest))):
        return True
    opens = rest[0] in _AUXILIARIES
    said = [*rest[1:2], rest[0], *rest[2:]] if opens else rest  # the subject comes first
    if opens or said[0] in _US or (said[0] in _THIS and not _AUXILIARIES.isdisjoint(said[1:2])):
        return _is_of_us(said, knowledge, thing=thing, asked=asked or opens)
    light = all(word in _TALK | _MENTAL or word == "," or tells_nothing(word) for word in rest)
    if asked or "or" in rest or (thing and not (light and "one" in rest)):
        return False
    ours = any(a in ("", ",", "so") and b in _THIS | {"i", "my", "your"} for a, b in pairwise(["", *words]))
    states = len(rest) < len(words) or (len(rest) > 2 if ours else rest[-1] in _THIS)
    return states or _names_game(words) or (light and not _REMARKS.isdisjoint(words))


def begs(words: Sequence[str], knowledge: Knowledge) -> bool:
    """True if words ask a player for the answer or for a hint."""
    of_us = words[0] not in _AUXILIARIES or not _US.isdisjoint(words[1:2])
    english = knowledge.english
    return of_us and "@plea" in english.reworded(english.reworded(words, "filler"), "plea")


def names_thing(words: Sequence[str]) -> bool:
    """True if one of the words means the thing."""
    pairs = pairwise(["", *words])
    return any(b in _THING and a + b != "there" and not (b == "one" and a in _WHICH) for a, b in pairs)


def _names_game(words: Sequence[str]) -> bool:
    """True if one of the words, or a pair of them, means a question, an answer or the game."""
    return any(b in _GAME or (a in _WHICH and b in _TALK | {"one"}) for a, b in pairwise(["", *words]))


def _is_of_us(words: Sequence[str], knowledge: Knowledge, *, thing: bool, asked: bool) -> bool:
    """True if words about a subject, which comes first, describe the players."""
    subject, aux = words[0], words[1] if not _AUXILIARIES.isdisjoint(words[1:2]) else ""
    adverbs = ("not", "really", "even", "ever", "still", "just", ",")
    rest = [word for word in words[1 + bool(aux) :] if word not in adverbs]
    verb, after = (rest or [""])[0], rest[1:]
    game = not thing and _names_game(rest)
    if subject in _THIS:
        ours = rest[-2:-1] == ["for"] and rest[-1] in ("you", "me", "us")
        return game or (not thing and (ours or not asked)) or (rest[-1:] == ["one"] and not asked)
    if subject not in _US:
        return game and (subject in ("my", "your", "there") or not {"my", "your"}.isdisjoint(rest))
    if subject != "you":
        anybody = verb in _ANYBODY or ("this" in rest and aux not in _BE_FORMS)
        return not thing and (game or not (asked and anybody))
    if verb in _OPINION and after and after[0] not in _THIS:
        return is_small_talk(after, knowledge, asked=True)
    likes = verb in _MENTAL and aux in ("", "do", "did") and (not thing or len(after) < 3)
    to_us = game or verb in _TO_US or not {"me", "us"}.isdisjoint(after)
    told = aux in _BE_FORMS or verb == "been"
    of_self = aux not in _GENERAL or (aux == "do" and verb in ("have", "get", "feel", "speak"))
    player = of_self and told and _ANYBODY.isdisjoint(rest[:2])
    return likes or (not thing and (to_us or player))

"""Judges whether an answer fits its question's kind and topic, is language at all, and doesn't dodge.

Names and figures prove nothing here. A plain, vague or forgetful answer fits. Only clear signs show that an
answer doesn't fit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from tui_arena.core.answers import lack
from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import (
    DETERMINERS,
    FUNCTION_WORDS,
    NO_WORDS,
    YES_WORDS,
    misjoined,
    yes_no_of,
)
from tui_arena.core.language.numbers import NUMBERS, SIZES
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.reading import (
    KIN,
    READ,
    StoryVocabulary,
    alike,
    asked,
    folded,
    happened,
    kind_of,
    last_question,
    names_in,
    people_in,
    roots,
    shortened,
    without_speech,
    yes_or_no,
)

REPEATS = 0.65
"""An answer that is at least this much `alike` to an earlier answer repeats it."""
NEARLY = 0.6
"""An answer also repeats one if all words, and half of the meaningful words, are at least this much `alike`."""
ECHOES = 0.75
"""An answer says nothing new if at least this share of its roots comes from its question or the statement."""

_OWN = frozenset(
    "i me my mine myself we us our he him his she her they them their it that there this those im id ive".split()
)
_PRONOUN = _OWN | frozenset("its one you nobody everybody everyone somebody who these both".split())
_SELF = frozenset("i me my mine we us our it im id ive".split())
NO_ANSWERS = frozenset(("nonsense", "echo", "beside", "empty"))
"""An answer with one of these faults doesn't answer its question."""
_TIMED = re.compile(
    r"\b(?:(?:19|20)\d\d|\d+s?|ago|\w+ies|(?:when|before|after|during|since|until) (?:i|we|he|she|they|it|my|our|the)|(?:last|next|every) [a-z]+"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:in|this|one) (?:the )?(?:spring|summer|autumn|winter)"
    r"|(?:jan|febr)uary|march|april|may|june|july|august|september|october|november|december|christmas|easter"
    r"|yesterday|always|never|school|at night|morning|afternoon|evening)\b"
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
TERSE = 6
"""In an answer of fewer words than this, a name counts as the person who was asked for."""
_PLACED = re.compile(
    r"\b(?:in|on|at|near|by|outside|inside|behind|under|opposite|between|from|next to) (?:the|a|an|my|our|his|her|their|[a-z]+'s) "
    r"|\bat (?:home|school|work)\b|^(?:in|near|at) "
)
_REASON = re.compile(r"\b(?:because|cause|cos|so that|had to|wanted to|in order to|for a (?:bet|dare))\b")
_ORDINAL = frozenset("first second third fourth fifth sixth seventh eighth ninth tenth last".split())
_AGES = frozenset(
    """child kid teenager teen teens young younger little small tiny baby toddler student school born age year years old older
    twenties thirties forties fifties sixties seventies grown adult boy girl pregnant retired same kindergarten""".split()
)
_REASONS = frozenset("because cause cos since as so to for if no just never without".split())
SETTLED = frozenset(("when", "count", "why", "where", "who"))
"""The kinds of questions for which the words of an answer show whether it answers them."""
ASKS_SPEECH = re.compile(r"\bwhat (?:did|do|does) (?:\w+ ){1,4}say\b|\bwhat was said\b")
_NUMBERS = NUMBERS.keys() | SIZES.keys()
_KIN = frozenset(KIN)
_SOUNDS = frozenset("mm mmm mrs hmm brr pfft tsk shh psst grr pst nth bbc gps dvd cds".split())
_LETTERS = re.compile(
    r"[bcdfghjklmnpqrstvwxz]{5,}|(.)\1{3,}|asdf|qwe|hjkl|zxcv|sdfg|[bcdfghjklmnpqrtvwxz]{4,}$"
)


@dataclass(frozen=True, slots=True)
class Fit:
    """How an answer fits its question."""

    fault: str
    """The fault: `nonsense`, `echo`, `dodge`, `beside`, `forgets` or `empty`; or an empty text."""
    shaky: int
    """The number of signs of uncertainty in the answer."""
    weight: int
    """1 if the answer has what was asked for, -1 if nothing in it belongs to the question, else 0."""


@lru_cache(maxsize=4096)
def fit_of(statement: str, question: str, answer: str, known: StoryVocabulary) -> Fit:
    """How an answer fits its question; `known`: the vocabulary that decides this."""
    fault = next((fault for fault, so in _checked(statement, question, answer, known) if so), "")
    weight = -1 if fault in NO_ANSWERS else int(has_asked(question, answer))
    if not weight and _apart(statement, question, answer, known):
        weight = -1
    # `It must be ten years ago` is how people tell a time or a number
    hedged = weight > 0 and kind_of(question) in ("when", "count")
    return Fit(fault, 0 if hedged else known.unsure(answer, once=tells_once(statement, question)), weight)


def tells_once(statement: str, question: str) -> bool:
    """True if a question asks for something that happened once, not for a habit or what is so today."""
    today = {"do", "does", "is", "are", "have", "has"} & set(last_question(question)[:3])
    return not today and (happened(folded(statement)) or happened(folded(question)))


def _checked(
    statement: str, question: str, answer: str, known: StoryVocabulary
) -> Iterator[tuple[str, bool]]:
    """Each fault and whether an answer has it, the gravest fault first."""
    answer = shortened(answer)
    said, words = folded(without_speech(answer)), tokens(answer[:READ])
    yield "empty", not words or folded(answer).strip("() ") == "no answer"
    found = lack(answer, question, (), known.language)
    listed = _says(folded(question), {"which", "called", "names", "kinds", "sorts"})
    yield "nonsense", found == "no words" or (is_salad(answer, known) and not (listed and found is None))
    yield "echo", found == "same" or _echoes(statement, question, words, answer)
    kind = kind_of(question)
    concrete = fits_kind(kind, question, answer, known)
    yield "dodge", known.says("dodges", said) and not (concrete and len(words) > 12)
    yield "dodge", found == "question" and not (concrete and _says(said, _OWN | _NUMBERS))
    yield "forgets", known.says("forgets", said) and not has_asked(question, answer)
    timed = concrete and kind in ("when", "count")
    yield "beside", not timed and _generic(statement, question, answer, known)
    yield "beside", not concrete or (is_loose(answer) and _apart(statement, question, answer, known))


def has_asked(question: str, answer: str) -> bool:
    """True if an answer clearly has what its kind of question asks for, so that it can't be chance."""
    said, words = folded(without_speech(shortened(answer))), tokens(answer[:READ])
    if is_loose(answer):
        return False
    asked, names = folded(question), names_in(answer)
    number = _says(said, _NUMBERS - {"one", "zero", "second"}) or any(word.isdigit() for word in words)
    age = number and not _YEAR.search(said)
    person = _says(said, _KIN) or _begins(said, "me just nobody noone only")
    acts = _past(said) and _says(said, _SELF)
    has: Mapping[str, object] = {
        "when": age if "old" in asked else _TIMED.search(said),
        "count": number,
        "where": names or _PLACED.search(said),
        "who": person or people_in(answer) or (names and len(words) < TERSE),
        "why": acts or _REASON.search(said),
        "whether": _begins(said, "yes yeah yep no nope nah not never always"),
    }
    return bool(has.get(kind_of(question), len(words) > 2 and (acts or (person and _past(said)))))


def _apart(statement: str, question: str, answer: str, known: StoryVocabulary) -> bool:
    """True if nothing in an answer belongs to the question, the statement or a teller."""
    said = folded(without_speech(shortened(answer)))
    if roots(answer) & (roots(question) | roots(statement)) or _says(said, _SELF | _KIN):
        return False
    if is_loose(answer):
        return True
    verb = known.says("present", said) or _past(said)
    return len(said.split()) >= 4 and verb and not known.says("refers", said)


def _generic(statement: str, question: str, answer: str, known: StoryVocabulary) -> bool:
    """True if an answer only says how things are in general, although the question was about an event."""
    said = folded(without_speech(shortened(answer)))
    past = "did" in tokens(question) or _past(question)
    general = known.says("present", said) and not _past(said) and not _says(said, _OWN)
    whole = len(said.split()) >= 4 and not _begins(said, "with in on at by for from to of about like")
    return past and general and whole and _apart(statement, question, answer, known)


def fits_kind(kind: str, question: str, answer: str, known: StoryVocabulary) -> bool:
    """True if an answer may have what its kind of question asks for, read generously."""
    asked, said = folded(question), folded(without_speech(shortened(answer)))
    brief = len(said.split())
    if ASKS_SPEECH.search(asked):
        speech = not set(folded(answer)).isdisjoint('“”"‘')
        return brief < 5 or speech or known.says("spoken", folded(answer))
    if kind in ("when", "where", "count") and brief > 1 and _begins(said, "yes yeah yep no nope"):
        return False
    if kind == "when" and "old" in asked:
        return _says(said, _NUMBERS | _AGES) or any(c.isdigit() for c in said)
    if kind not in SETTLED or (kind != "why" and known.says(kind, said)):
        return True
    numbers, head = _NUMBERS - {"one", "zero"} if kind == "when" else _NUMBERS, answer.partition(",")[0]
    if kind in ("when", "count") and (any(c.isdigit() for c in said) or _says(said, numbers)):
        return True
    free: Mapping[str, Callable[[], object]] = {
        "who": lambda: (
            names_in(answer)
            or _names(head)
            or (
                known.language is not None
                and answer[:1].isupper()
                and tokens(answer)[0] not in known.language
            )
            or _says(said, _KIN | {"alone"})
            or (len(head.split()) < TERSE and (_says(folded(head), _OWN) or _thing(folded(head), known)))
            or _begins(said, "yes no nope yeah")
        ),
        "where": lambda: (
            _names(answer.partition(",")[0])
            or _says(said, _KIN)
            or brief < 3
            or _says(asked, {"came", "come", "get", "got", "learn", "from"})
        ),
        "when": lambda: _begins(said, "at on in during just right as by over with") or _says(said, _ORDINAL),
        "why": lambda: brief < 4 or _past(said) or _says(said, _OWN | _REASONS),
        "count": lambda: "far" in asked and known.says("where", said),
    }
    return bool(free[kind]())


def _thing(said: str, known: StoryVocabulary) -> bool:
    """True if a folded text names a thing and isn't a sentence: `the app`, `a book from the library`."""
    determined = tokens(said)[:1] and tokens(said)[0] in DETERMINERS
    return bool(determined) and not (known.says("present", said) or _past(said))


def _says(said: str, words: AbstractSet[str]) -> bool:
    """True if a folded text has one of the words; `it's` has `it` too."""
    return not words.isdisjoint(tokens(said)) or not words.isdisjoint(tokens(said.replace("'", " ")))


def _begins(said: str, words: str) -> bool:
    """True if a folded text begins with one of the words."""
    return not set(words.split()).isdisjoint(tokens(said.replace("'", " "))[:1])


def _names(answer: str) -> bool:
    """True if an answer names a person or a place; in a short answer the first word may be the name."""
    words = tokens(answer)
    first = answer.strip()[:1].isupper() and len(words) < 7 and words[0] not in FUNCTION_WORDS
    return bool(names_in(answer)) or first


def _past(text: str) -> bool:
    """True if a text is about the past."""
    return any(
        is_past(word.removesuffix("nt")) or word.startswith(("could", "would")) for word in tokens(text)
    )


def is_salad(answer: str, known: StoryVocabulary) -> bool:
    """True if an answer isn't language: random letters, or words and names without grammar."""
    text = folded(answer[:READ])
    words = tokens(text)
    letters = [word for word in words if word.isalpha()]
    if len(words) > 1 and len(set(words)) == 1 and words[0] not in FUNCTION_WORDS | YES_WORDS | NO_WORDS:
        return True
    both = set(words) <= YES_WORDS | NO_WORDS and set(words) & YES_WORDS and set(words) & NO_WORDS
    if both and len(words) > 2:
        return True
    if not words:
        return not any(c.isalpha() for c in answer)
    if letters and sum(map(_unspeakable, letters)) / len(letters) > 0.34:
        return True
    odd = misjoined(text) + _miscounted(answer, known)
    share = sum(word in FUNCTION_WORDS or word.isdigit() for word in words) / len(words)
    clause = (known.says("present", text) or _past(text)) and _says(text, _PRONOUN)
    if odd >= 2 or (len(words) >= 4 and odd and not clause):
        return True
    run = _longest_run(answer)
    return len(words) >= 5 and not clause and (run >= 6 or (run >= 4 and share <= 0.25))


def _unspeakable(word: str) -> bool:
    """True if nobody could pronounce a word."""
    silent = set("aeiouy").isdisjoint(word) and (len(word) > 2 or len(set(word)) == 1 < len(word))
    silent = silent and word not in _SOUNDS
    return silent or _LETTERS.search(word) is not None


def _miscounted(answer: str, known: StoryVocabulary) -> int:
    """The count of numbers that come before a word that can't be counted: `42 smell of`."""
    found = (
        word.rstrip(".,;:!?")
        for number, word in pairwise(answer.split())
        if number.isdecimal() and 2 <= len(number) <= 4 and not 1900 <= int(number) < 2100
    )
    return sum(
        word.isalpha()
        and word.islower()
        and not word.endswith("s")
        and word not in FUNCTION_WORDS
        and not known.says("counted", word)
        for word in found
    )


def _longest_run(answer: str) -> int:
    """The length of the longest run of words without a function word, a number or a pause."""
    longest = 0
    for part in re.split(r"[,.;:!?()“”\"–—-]|\d+", folded(answer[:READ])):
        run = 0
        for word in tokens(part):
            run = 0 if word in FUNCTION_WORDS else run + 1
            longest = max(longest, run)
    return longest


def _echoes(statement: str, question: str, words: Sequence[str], answer: str) -> bool:
    """True if an answer only repeats the question or the statement."""
    own = roots(answer)
    if len(words) < 4 or not own:
        return False
    if yes_or_no(question) and words[0] in ("yes", "no", "yeah") and len(words) > 5:
        own = own - roots(question)
        return not own and alike(roots(answer), roots(statement)) > ECHOES
    return any(
        len(roots(text)) > 1 and (alike(own, roots(text)) >= ECHOES or len(own & roots(text)) == len(own) > 2)
        for text in (statement, question)
    )


LOOSE_WORDS = 3
"""At least this many words without grammar are neither a sentence nor the name of a thing."""


def is_loose(answer: str) -> bool:
    """True if an answer is a few words that no grammar joins and no comma separates.

    >>> is_loose("purple monkey dishwasher"), is_loose("a purple monkey"), is_loose("oats, honey, raisins")
    (True, False, False)
    """
    said = tokens(answer)
    joined = any(word in FUNCTION_WORDS or word in _NUMBERS or any(map(str.isdigit, word)) for word in said)
    return len(said) >= LOOSE_WORDS and not joined and not any(c in answer for c in ",;:-")


def same_asked(one: str, two: str, known: StoryVocabulary) -> bool:
    """True if two questions ask for the same thing, perhaps in different words."""
    first, second = asked(one, known).aspects[:1], asked(two, known).aspects[:1]
    alike_enough = kind_of(one) == kind_of(two) and alike(roots(one), roots(two)) >= 0.5
    return bool(alike_enough or (first and first == second))


def repeats(turns: Sequence[tuple[str, str]], number: int, known: StoryVocabulary) -> int:
    """The number of the earlier answer that an answer repeats, from 1; 0 if there is none.

    A person who is asked the same thing again may say the same thing again, so such answers don't count.
    """
    question, answer = turns[number - 1]
    own, flat = roots(answer), tokens(answer)
    for n, (before, said) in enumerate(turns[: number - 1], 1):
        if same_asked(before, question, known):
            continue
        other = tokens(said)
        near = alike(frozenset(flat), frozenset(other))
        if min(len(flat), len(other)) < 3:
            if flat and flat == other and kind_of(before) != kind_of(question) and yes_no_of(flat[0]) is None:
                return n
            continue
        inside = min(len(flat), len(other)) >= 5 and " ".join(flat) in " ".join(other)
        much = min(len(own), len(roots(said))) > 2 and alike(own, roots(said)) >= REPEATS
        same = own == roots(said) and len(own) > 1 and not has_asked(question, answer)
        if flat == other or inside or much or same or (near >= NEARLY and alike(own, roots(said)) >= 0.5):
            return n
    return 0

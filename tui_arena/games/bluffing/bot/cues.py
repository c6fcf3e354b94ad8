"""The vocabulary of stories, which is data: phrases and names in a text, and what a question asks for.

The phrases are general spoken English. The stories of the deck were used to choose the phrases that are signs
of uncertainty. So figures on the deck don't apply to people; for people, see `tests/benchmarks/panel/`.

A question asks for aspects of a story, the best first. An aspect is a side of a story for which a card has a
line. Open questions ask for an aspect in `OPEN`. Yes-or-no questions mostly ask for an aspect in `YES_NO`.
Some of them ask for the opposite of its line ("Was anybody with you?" and "Were you alone?").
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import folded, last_question, root, roots, without_speech, yes_or_no

KIN = tuple(
    """mother father mum mom dad brother sister uncle aunt cousin wife husband son daughter grandmother grandfather
    grandma grandpa gran nan granddad niece nephew boss neighbour neighbor teacher friend mate colleague flatmate
    landlady landlord dog cat doctor coach partner girlfriend boyfriend""".split()
)
_DATE = re.compile(
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun|birth)day|january|february|april|june|july|august"
    r"|(?:sept|nov|dec)ember|october|christmas|easter|whitsun|new year|(?:19|20)\d\d)s?"
)
_TAG = re.compile(r"\b(?:\w{1,30}[ ,]+){2}\w{1,30}\?")
_EITHER = re.compile(
    r"\b\w{1,30},? or (?:a|an|the|it|he|she|in|at|on|perhaps|maybe|was|rather|next|overnight)\b"
)
_TAKEN_BACK = re.compile(r"[.;] (?:or (?!else)|well, |that is, |at least)|, (?:well|no), (?!i'm|not)")
"""A phrase with which a speaker corrects or takes back what was just said."""
_HABIT = re.compile(r"\b(?:i|we|he|she|they) (?:generally|usually)\b")
"""The words with which people tell a habit."""
_PERSON = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er) (?:[a-z]+ )?(?:{'|'.join(KIN)}) ([A-Z][a-zà-öø-ÿ]+)"
    r"|\b((?:Mr|Mrs|Ms|Dr|Miss|Aunt|Uncle) [A-Z][a-zà-öø-ÿ]+)"
    r"|\b([A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her|who) "
)
_NAME = re.compile(
    r"(?<!said, )(?<!say, )(?<!says, )(?<![.!?\"“:] )(?<!^)(?<![\"“])\b(St [A-Z][a-z]+(?:['’]s\b)?|[A-Z][a-zà-öø-ÿ]+(?:[ -][A-Z][a-zà-öø-ÿ]+)*)"
)
_SAINT = re.compile(r"\bSt\. (?=[A-Z])")
_NO_NAMES = frozenset(
    "I Mr Mrs Ms Miss OK TV Oh Well Yes No May March Go English French German Dutch Danish Italian Spanish "
    "Swedish Norwegian Finnish Polish Greek Turkish Irish Scottish Welsh British American Swiss Austrian Belgian".split()
)


class StoryVocabulary:
    """The words that fill the slots of a story, and the signs of what a text is about or asks for."""

    def __init__(self, speech: Mapping[str, Any], language: Collection[str] | None = None) -> None:
        """`speech`: the bots' phrases, with the tables `slots` and `signs`: words separated by ` / `.

        `language`: all words of the language; None: unknown, so any letters may be words.
        """
        self.language = language
        self.of = {
            slot: {key: tuple(row.split(" / ")) for key, row in rows.items()}
            for slot, rows in speech["slots"].items()
        }
        """Maps a slot and a meaning to the words with that meaning."""
        self._kinds = {key: frozenset(words) for key, words in self.of["kinds"].items()}
        self._signs: Mapping[str, Mapping[str, str]] = speech["signs"]
        same = dict[str, frozenset[str]]()
        for row in self.of.get("related", {}).values():
            group = frozenset(map(root, row))
            same |= {one: same.get(one, frozenset()) | group for one in group}
        self._same, self._related = same, dict(same)
        for sort, row in self.of.get("sorts", {}).items():
            for one in same.get(root(sort), frozenset((root(sort),))):
                self._related[one] = self.related(one) | frozenset(map(root, row))
        self._scope = {aspect: frozenset(map(root, row)) for aspect, row in self.of.get("scope", {}).items()}
        self._implied = {
            root(word): root(what) for what, row in self.of.get("implied", {}).items() for word in row
        }

    def any(self, key: str, words: Iterable[str]) -> bool:
        """True if at least one of the words is of a kind."""
        return not self._kinds[key].isdisjoint(words)

    def asks(self, table: str, words: str) -> tuple[str, ...]:
        """The rows of a table of signs that have a phrase in the folded words, in order."""
        return tuple(key for key, row in self._signs[table].items() if _phrases(row).search(f"^ {words} $ "))

    def phrase(self, table: str, key: str, words: str) -> str:
        """The first phrase of a row of a table of signs in the folded words; empty if there is none."""
        row = self._signs[table].get(key)
        found = _phrases(row).search(f"^ {words} $ ") if row else None
        return found[0] if found else ""

    def related(self, one: str) -> frozenset[str]:
        """The roots of words that may stand for the word of a root: others for it, and things of its sort."""
        return self._related.get(one, frozenset())

    def same(self, one: str) -> frozenset[str]:
        """The roots of words that may stand for the word of a root, without the things of its sort."""
        return self._same.get(one, frozenset())

    def scope(self, aspect: str) -> frozenset[str]:
        """The roots of words that the lines of an aspect are about anyway."""
        return self._scope.get(aspect, frozenset())

    def implied_by(self, said: Iterable[str]) -> set[str]:
        """The roots that some roots of a line mean, too: `june` means summer."""
        return {self._implied[one] for one in said if one in self._implied}

    def says(self, key: str, said: str) -> bool:
        """True if a folded answer has a phrase of a kind; `it's` is read as `its` and as `it`."""
        return _phrases(self._signs["answers"][key]).search(_both(said)) is not None

    def without(self, key: str, said: str) -> str:
        """A folded answer without its phrases of a kind."""
        return _phrases(self._signs["answers"][key]).sub("", _both(said))

    def unsure(self, answer: str, *, once: bool = True) -> int:
        """The number of signs of uncertainty in an answer.

        The signs are suppositions, alternatives, corrections and questions. Generalities are signs only if
        something that happened `once` is told: whoever tells a habit speaks in general.
        """
        text = folded(without_speech(answer))
        signs = self._signs["answers"]
        said = f"^ {' '.join(tokens(text))} $ "
        found = len(_phrases(signs["unsure"]).findall(said))
        if once:
            found += len(_phrases(signs["general"]).findall(_HABIT.sub("", said)))
        return found + sum(len(sign.findall(text)) for sign in (_TAG, _EITHER, _TAKEN_BACK))

    def unsure_part(self, answer: str, *, once: bool = True) -> str:
        """The first sentence of an answer with a sign of uncertainty; the whole answer if it has none."""
        parts = re.split(r"(?<=[.!?])\s+", answer[:2000])
        return next((part for part in parts if self.unsure(part, once=once)), answer)


@lru_cache(maxsize=4096)
def _both(said: str) -> str:
    """The words of a folded text without its apostrophes, and again with a blank for each apostrophe."""
    flat, cut = (" ".join(tokens(text)) for text in (said, said.replace("'", " ")))
    return f"^ {flat} $ " if flat == cut else f"^ {flat} $ ^ {cut} $ "


_MARKS = str.maketrans({"_": r"\w+", "*": r"\w*", "#": r"\d", ".": r"\w", "^": r"\^", "$": r"\$"})


@cache
def _phrases(row: str) -> re.Pattern[str]:
    """A pattern for any of the phrases, in folded words with blanks around. Notation: see `host.toml`."""
    return re.compile(
        rf"(?<!\S)(?:{'|'.join(''.join(map(_piece, text.split())) for text in row.split(' / '))})"
    )


def _piece(part: str) -> str:
    """A pattern for one part of a phrase."""
    one = f"(?:{part.strip('!?').translate(_MARKS)}) "
    return f"(?!{one})" if part[0] == "!" else f"(?:{one})?" if part[-1] == "?" else one


def saints_joined(text: str) -> str:
    """A text in which `St.` has no full stop, so that it belongs to the name after it: `St John's`."""
    return _SAINT.sub("St ", text)


@lru_cache(maxsize=8192)
def names_in(text: str) -> tuple[str, ...]:
    """The names of people and places in a text, found by their capitals; no days, months and feasts."""
    found = (m[1] for m in _NAME.finditer(saints_joined(text[:2000])))
    return tuple(dict.fromkeys(n for n in found if n not in _NO_NAMES and not _DATE.fullmatch(folded(n))))


def people_in(text: str) -> frozenset[str]:
    """The names in a text that clearly belong to people."""
    return frozenset(name for found in _PERSON.findall(text[:2000]) for name in found if name)


OPEN = tuple(
    """who when age where long many cost why begin how next end said others felt looked sense name weather
    worst proof today""".split()
)
"""The aspects that an open question asks for; the line of each aspect is a full answer."""
YES_NO = tuple("alone hurt afraid told trouble laughed helped planned again kept first regret".split())
"""The aspects that a yes-or-no question asks for; the line of each aspect begins with yes or no."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question asks for."""

    aspects: tuple[str, ...]
    """The aspects that the question may ask for, best first; empty if its words don't name any."""
    yes_no: bool
    """True if it is answered with yes or no."""
    opposite: bool
    """True if a yes to the question means a no to the line of its first aspect."""
    topic: frozenset[str]
    """The roots of the words that say what the question is about."""
    counted: str = ""
    """The root of the counted word after `how many` or `how much`; empty if there is none."""


_WRAPPED = re.compile(
    r"^(?:\w+ )?(?:can|could|would|do|will) you (?:still |please |perhaps |even )?"
    r"(?:(?:remember|recall|tell (?:me|us)|describe)\b(?= .*\b(?:about|the|his|her|its|their)\b|.*\b[hw]\w+)"
    r"|(?:say|know|explain)\b(?=.* (?:who|what|when|where|why|how|which)\b))"
)
"""The beginning of a question that looks like a yes-or-no question but asks for more."""
_COUNTED = re.compile(
    r"\bhow (?:many|much) (?:of |other |more |different )?(?!did|was|were|is|are|do|does|had|have|has|would|could)([a-z]+)"
)
_PEOPLE = frozenset(root(word) for word in "people persons others guests friends children kids".split())
_CLAUSE = re.compile(
    r"(?<=\w) (?:when|while|if|whenever|once)(?P<said> (?:you|it|that|this|he|she|they|the|your|i|nobody|everybody)\b.*)$"
)
"""A clause that says when something happened; the question proper comes before it."""


@lru_cache(maxsize=4096)
def asked(question: str, known: StoryVocabulary) -> Asked:
    """What a question asks for, decided by its last sentence that asks."""
    plain = folded(question.replace("’", "'"))
    last = " ".join(last_question(plain))
    topic = roots(last) or roots(question)
    wrapped = _WRAPPED.search(last)
    words = last[wrapped.end() :] if wrapped else last
    main = _CLAUSE.sub("", words)
    if wrapped or not yes_or_no(question):
        found = _COUNTED.search(main)
        aspects = _open_aspects(main, _CLAUSE.sub(r"\g<said>", words), known)
        if wrapped and not aspects:
            aspects = known.asks("nouns", words)
        counted = root(found[1]) if found and aspects[:1] == ("many",) else ""
        if counted in _PEOPLE:
            aspects = (*aspects[:1], "who", *aspects[1:])
        return Asked(aspects, yes_no=False, opposite=False, topic=topic, counted=counted)
    straight, turned = known.asks("same", main), known.asks("opposite", main)
    opposite = bool(turned) and (not straight or turned[0] == straight[0])
    both = dict.fromkeys((*(turned if opposite else straight), *straight, *turned, *known.asks("half", main)))
    return Asked(tuple(both), yes_no=True, opposite=opposite, topic=topic)


def _open_aspects(main: str, words: str, known: StoryVocabulary) -> tuple[str, ...]:
    """The aspects of the main clause; if it has none, the aspects of the whole question."""
    found = known.asks("open", main) or known.asks("open", words)
    lead = next((name for name in known.asks("leads", main) if name in found), None)
    return found if lead is None else tuple(dict.fromkeys((lead, *found)))

"""How texts of a story are read: quotations, the kind of a question, and what a question asks for.

Only the bot and the highlights use this module. For the rules, `core/words.py` decides whether two words are the
same word. The phrases and words by which a text is read are data (`StoryVocabulary`).

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

from tui_arena.core.language.families import is_past, stem
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, WH_WORDS
from tui_arena.core.text import fold, one_line
from tui_arena.core.words import tokens

READ = 2000
"""The number of characters of a text that are read."""
QUOTE = 48
"""The greatest length of a quotation, in characters."""
_WHOLE = 34
"""A clause of at most this many characters is quoted whole."""
_SPOKEN = re.compile(r"[“\"][^“”\"]{0,400}[”\"]")
_ENDLESS = re.compile(r"\w{40,}")
SENTENCE = re.compile(r"[.!?;:]+(?=\s|$)|\s[-–—]\s|\n")
CLAUSE = re.compile(r"[,.!?;:\n]|\s(?:but|because|although|though)\s")
_LOOSE = frozenset(
    """a an the of to in on at by for from with and or but my our his her their that which i it as so is was when then
    we had has were be been who me us him them after before because until while""".split()
)


@lru_cache(maxsize=1024)
def without_speech(text: str) -> str:
    """A text without its quotations, with plain apostrophes, at most `READ` characters long."""
    return _SPOKEN.sub(" ", shortened(text)).replace("’", "'")


def shortened(text: str) -> str:
    """The first `READ` characters of a text. Endless words are cut, so that reading takes linear time."""
    return _ENDLESS.sub(lambda found: found[0][:40], text[:READ])


def quoted(text: str, word: str = "") -> str:
    """The clause of a text that contains a word, ready to be quoted; part of the clause if it is long."""
    clauses = [part.strip(' -–—“”"*_`') for part in CLAUSE.split(text)]
    clause = next((part for part in clauses if part and word in part.casefold()), "")
    clause = clause or next(filter(None, clauses), "")
    if len(clause) > _WHOLE:
        at = clause.casefold().find(word)
        clause = clause[clause.rfind(" ", 0, max(0, at - 12)) + 1 :]
        words = clause.split()
        while len(" ".join(words)) > QUOTE or (len(words) > 2 and words[-1].casefold() in _LOOSE):
            words.pop()
        clause = " ".join(words) or clause
    for mark in '“”"':
        clause = clause.partition(mark)[0] or clause.replace(mark, "")
    return one_line(clause.strip(), QUOTE)


KINDS = ("who", "where", "when", "count", "why", "how", "what", "feeling", "whether")
"""The kinds of things that a question can ask for; `whether` is answered with yes or no."""
_COUNTS = frozenset("many much long far often old big large tall deep late heavy fast loud".split())
_TIMES = frozenset("year month day date weekday o'clock clock season age".split())
_PLACES = frozenset("place town city country village street room river".split())
_PEOPLE = frozenset("who whom whose".split())
_FEELINGS = frozenset("feel felt feeling smell smelt smelled taste tasted sound sounded".split())
_NOUNS = (("when", _TIMES), ("where", _PLACES), ("why", frozenset(("reason",))))
_LEADS = frozenset("and so but then well now ok okay really honestly again you say said".split())
_MEANS = {
    "teach": "show learn lesson trainer teacher instructor",
    "cost": "pay price earn money spend bill charge",
    "happen": "occur event",
    "use": "handy need",
    "wear": "dress clothes costume outfit",
    "end": "finish outcome",
    "begin": "start",
    "hurt": "injury pain",
    "react": "reaction response",
    "eat": "food meal dish",
}
"""Maps a word to other words that ask for the same thing."""


@lru_cache(maxsize=16384)
def folded(text: str) -> str:
    """The folded text; cached, because the same few texts are compared in every turn."""
    return fold(text)


@cache
def _meant() -> Mapping[str, str]:
    return {stem(form): stem(one) for one, forms in _MEANS.items() for form in forms.split()}


@lru_cache(maxsize=16384)
def root(word: str) -> str:
    """The stem of a folded word, or of the word in `_MEANS` that asks for the same thing.

    >>> root("trained"), root("training"), root("lessons") == root("taught")
    ('train', 'train', True)
    """
    return _meant().get(stem(word), stem(word))


@lru_cache(maxsize=8192)
def roots(text: str) -> frozenset[str]:
    """The roots of the words of a text, except words that say nothing."""
    return frozenset(root(w) for w in tokens(text) if len(w) > 1 and w not in FUNCTION_WORDS)


def alike(a: frozenset[str], b: frozenset[str]) -> float:
    """The share of the roots of two texts that both texts have, 0 to 1."""
    return len(a & b) / len(a | b) if a and b else 0.0


@lru_cache(maxsize=4096)
def yes_or_no(question: str) -> bool:
    """True if a question is answered with yes or no.

    >>> yes_or_no("And were you alone?"), yes_or_no("Who was there?")
    (True, False)
    """
    words = last_question(question)
    while words and words[0] in _LEADS:
        words = words[1:]
    return bool(words) and words[0] in AUXILIARIES


@lru_cache(maxsize=4096)
def kind_of(question: str) -> str:
    """The kind of a question, one of `KINDS`; `what` if nothing else is found.

    >>> kind_of("How many were there?"), kind_of("In which town was it?"), kind_of("Did you win?")
    ('count', 'where', 'whether')
    """
    words = last_question(question)
    if yes_or_no(question):
        return "whether"
    if _FEELINGS & set(words):
        return "feeling"
    first = next((i for i, word in enumerate(words) if word in WH_WORDS), None)
    if first is None:
        return "what"
    asks, about = words[first], set(words[first + 1 : first + 3])
    if asks == "how":
        return _kind_of_how(words)
    if asks in ("what", "which"):
        found = (kind for kind, nouns in _NOUNS if nouns & about)
        return next(found, "what")
    return "who" if asks in _PEOPLE else asks


def _kind_of_how(words: list[str]) -> str:
    """The thing that `how` asks for, decided by the word after it."""
    after = words[words.index("how") + 1 :][:1]
    if after and after[0] in _COUNTS:
        return "when" if after[0] == "old" else "count"
    return "how"


def last_question(text: str) -> list[str]:
    """The folded words of the last sentence that asks, without quoted text, which is somebody else's."""
    bare = without_speech(text)
    parts = [
        part
        for part in re.split(r"[.!?:;]\s+|,\s+(?=(?:who|what|when|where|why|how|which)\b)", bare)
        if part.strip()
    ]
    asking = [part for part in parts if part.rstrip().endswith("?")] or parts[-1:]
    return tokens(asking[-1]) if asking else []


def happened(statement: str) -> bool:
    """True if a statement is about something that happened, not about something that is always so.

    >>> happened("I once met a bear."), happened("I can whistle.")
    (True, False)
    """
    words = tokens(statement)
    return "once" in words or any(map(is_past, words))


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
        """The roots of words that may replace the word of a root: synonyms, and things of its sort."""
        return self._related.get(one, frozenset())

    def same(self, one: str) -> frozenset[str]:
        """The roots of words that may replace the word of a root, without the things of its sort."""
        return self._same.get(one, frozenset())

    def scope(self, aspect: str) -> frozenset[str]:
        """The roots of words that the lines of an aspect are about anyway."""
        return self._scope.get(aspect, frozenset())

    def implied_by(self, said: Iterable[str]) -> set[str]:
        """The roots that some roots of a line also imply: `june` implies summer."""
        return {self._implied[one] for one in said if one in self._implied}

    def says(self, key: str, said: str) -> bool:
        """True if a folded answer has a phrase of a kind; `it's` is read as `its` and as `it`."""
        return _phrases(self._signs["answers"][key]).search(_both(said)) is not None

    def without(self, key: str, said: str) -> str:
        """A folded answer without its phrases of a kind."""
        return _phrases(self._signs["answers"][key]).sub("", _both(said))

    def unsure(self, answer: str, *, once: bool) -> int:
        """The number of signs of uncertainty in an answer.

        The signs are suppositions, alternatives, corrections and questions. General statements are signs only
        in a story of something that happened `once`, because people tell habits in general terms.
        """
        text = folded(without_speech(answer))
        signs = self._signs["answers"]
        said = f"^ {' '.join(tokens(text))} $ "
        found = len(_phrases(signs["unsure"]).findall(said))
        if once:
            found += len(_phrases(signs["general"]).findall(_HABIT.sub("", said)))
        return found + sum(len(sign.findall(text)) for sign in (_TAG, _EITHER, _TAKEN_BACK))

    def unsure_part(self, answer: str, *, once: bool) -> str:
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
    """The names of people and places in a text, found by their capitals; days, months and holidays are left out."""
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
_COUNTED_PEOPLE = frozenset(
    root(word) for word in "people persons others guests friends children kids".split()
)
WHEN_CLAUSE = re.compile(
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
    main = WHEN_CLAUSE.sub("", words)
    if wrapped or not yes_or_no(question):
        found = _COUNTED.search(main)
        aspects = _open_aspects(main, WHEN_CLAUSE.sub(r"\g<said>", words), known)
        if wrapped and not aspects:
            aspects = known.asks("nouns", words)
        counted = root(found[1]) if found and aspects[:1] == ("many",) else ""
        if counted in _COUNTED_PEOPLE:
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

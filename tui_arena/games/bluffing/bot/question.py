"""Reads from a question to a teller what an answer must be about.

`reading.py` says which aspects of a story a question may ask for. This module adds the kind of thing that is asked
for, who does what the question asks about, and the words that an answer must take up.

The kinds are the open aspects and these:

- `whether`: yes or no; `thing`: `which hand`; `what`; `size`; `often`
- `do`: what somebody did; `happened`; `became`: what became of something
- `way`: how somebody got somewhere
- a preposition for `What was in the bag?`, and `whom` for `Who is it for?`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import AUXILIARIES, tells_nothing
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.reading import (
    KIN,
    WHEN_CLAUSE,
    Asked,
    StoryVocabulary,
    asked,
    folded,
    happened,
    last_question,
    names_in,
    root,
    roots,
    without_speech,
)

_FILLERS = (
    r"in the first place|of all (?:people|things|places)|on earth|by the way|or so|at all|so far(?=[ ?.!]|$)"
    r"|word for word|to be precise|if i may ask"
)
_PLAINER = tuple(
    (re.compile(wording, re.IGNORECASE), plain)
    for wording, plain in (
        (rf",? (?:{_FILLERS})\b", ""),
        (r"\b(what|who|where|when|why|how|which) (?:exactly|precisely|actually)\b", r"\1"),
        (r"\bhave you got\b", "do you have"),
        (r"\bhow come\b", "why"),
        (r"\bhow (?:is|was) (?:that|it|this) (?:even )?possible\b", "how did it come about"),
        (r"\bdescribe the (?:place|scene|spot)\b[^?.!]*", "where was it"),
        (
            r"\b(?:tell|give) (?:me|us) (?:one|a|some|another|any) (?:\w+ ){0,2}?details?\b[^?.!]*",
            "tell me more",
        ),
        (
            r"\bhow did (people|they|everybody|everyone|he|she|(?:the|your|his|her|their)(?: \w+){1,2}?) look at \w+",
            r"how did \1 react",
        ),
        (
            (
                r"\b(?:do|can|could) you (?:still |happen to |even )?(?:know|remember|recall) "
                r"(?=(?:what|which|who|where|when|why|how)\b(?! to\b))(?=\w+ \w)"
            ),
            "",
        ),
        (r"\b(what|which) (\w+) are we talking about", r"which \2 is it"),
        (r"\bwhat (?:made|makes|possessed|drove) you (?:decide to |want to )?(?!so sure)", "why did you "),
        (
            (
                r"\b(?:(?:can|could|would|will|do) you (?:\w+ )?(?:tell (?:me|us)|say|know|remember|recall|reveal)"
                r"|(?:just )?tell (?:me|us)|may i (?:ask|know)) (what|who|where|which)"
                r" ((?:(?:the|your|that|this|his|her|their) )?\w+) (is|was|are|were)(?=[?.!]|$)"
            ),
            r"\1 \3 \2",
        ),
        (
            r",? or (?:was|were|is|are|did|do|does|had|have|has) (?:it|that|you|he|she|they|there)\b[^?.!]*\?\s*$",
            "?",
        ),
    )
)
"""Pairs of a roundabout wording and a plainer one, in order."""
_ASKS = r"(?:who|whom|whose|what|which|where|when|why|how)"
_VERB = (
    r"(?:(?:did|do|does|was|were|is|are|have|has|had|can|could|would|will|should)(?:n['’]t)?"
    r"|(?:what|who|where|how)['’]s)"
)
_WHO = r"(?:you|it|he|she|they|we|i|that|this|there|the|your|his|her|their|any\w+|some\w+)"
_SECOND = re.compile(
    rf"(?P<first>\w),? (?:and|or) (?P<second>(?:{_VERB}|{_ASKS})\b[^?.!]*\?)\s*$", re.IGNORECASE
)
"""A second question in the same sentence."""
_SPLICED = re.compile(
    rf"^(?P<first>[^?.!,]*\b(?:{_ASKS} (?:\w+ ){{0,3}}?)?{_VERB} {_WHO}\b[^?.!,]*),"
    rf" (?P<second>(?:{_ASKS} (?:\w+ ){{0,2}}?)?{_VERB} {_WHO}\b[^?.!]*\?)\s*$",
    re.IGNORECASE,
)
"""Two questions with a comma between them."""
_GUESSED = re.compile(
    rf"^(?P<asks>\W*(?:{_ASKS}|(?:in|on|at|from|to|for|with|by|of) {_ASKS})\b[^?.!,]* [^?.!,]+), "
    rf"(?![^?]*\b(?:{_VERB}|{_ASKS}|and)\b)[^?.!,]{{2,50}}\?\s*$",
    re.IGNORECASE,
)
"""A question with a guess at its answer: `What did you use, kitchen scissors?`."""
_SENTENCES = re.compile(r"(?<=[.!?…])\s+")
_FIRST_WORDS = r"(?:(?:and|but|so|or|well|ok|okay|oh|hm+|then|now|honestly|sorry|wait),? )*"
_ASKING = re.compile(
    rf"^\W*{_FIRST_WORDS}(?:(?:in|on|at|from|to|for|with|by|of|about|under|until|since) )?(?:{_ASKS}|{_VERB})\b.*\?"
    rf"|.*\b{_ASKS} (?:\w+ ){{0,3}}?{_VERB} {_WHO}\b.*\?",
    re.IGNORECASE,
)
"""A sentence that is a question by its words, not only by its question mark."""
_OR = re.compile(r"^\W*or (?=\w)", re.IGNORECASE)
_QUESTION_WORD = re.compile(rf"\W*{_FIRST_WORDS}{_ASKS}\W*", re.IGNORECASE)
"""A second question that only makes sense with the first."""
_ALONE = re.compile(r"(how|why)\?")
_WHOLE = {"how": "How did it happen?", "why": "Why did it happen?"}
"""Maps a second question of one word to the full question."""


def plainly(text: str) -> str:
    """A question in plainer words that ask for the same.

    >>> plainly("How come they asked you of all people?"), plainly("Can you tell me what the object is?")
    ('why they asked you?', 'what is the object?')
    """
    for wording, plain in _PLAINER:
        text = wording.sub(plain, text)
    return text


def halves(text: str) -> tuple[str, str]:
    """The first and the second question of a text; the second is empty if there is only one.

    Anything said besides the questions is left out.

    >>> halves("Which finger, and how on earth?")
    ('Which finger?', 'How did it happen?')
    >>> halves("Where do you keep it? Does it have a name? I'd give it one.")
    ('Where do you keep it?', 'Does it have a name?')
    """
    asking = [one for one in _SENTENCES.split(text) if _ASKING.search(one)]
    if len(asking) > 1 and not _QUESTION_WORD.fullmatch(asking[1]):
        return _alone(asking[0]), _alone(asking[1])
    text = _alone(asking[0] if asking else text)
    found = _SECOND.search(text) or _SPLICED.search(text)
    if found is None:
        return text, ""
    second = found["second"]
    alone = _ALONE.fullmatch(second.lower())
    return f"{text[: found.end('first')]}?", _WHOLE[alone[1]] if alone else second


def _alone(text: str) -> str:
    """A question in plain words, without a guess at its answer."""
    return _GUESSED.sub(r"\g<asks>?", plainly(_OR.sub("", text)))


# what a question asks for

COMMON, LIGHT = 0.2, 0.4
"""The weight of a word that the statement has, too, and of a word that says little; other words weigh 1."""
LONG = 3
"""A word that is longer than this may be the end of a word of the statement."""
GENERIC = frozenset(
    map(root, "piece song tune music thing food dish drink animal book film game object item figure".split())
)
"""Roots of nouns that ask for no more than `what`."""
PREPOSITIONS = frozenset("in on under behind inside for about with from of at to into".split())
LIES = frozenset(map(root, ("lying", "lie", "joking", "kidding", "made", "make", "invent", "invented")))
"""Roots of questions that doubt a story."""
_NEUTRAL = frozenset(
    root(word) for word in """happen time place people person thing whole kind part story remember exactly actually
    really anybody anyone someone somebody else then there first still way much many day exact mean sort type
    experience situation event moment bit guess instead anyway course actual precise precisely new week today memory afterwards finally
    ever supposed original poor detail""".split()
)  # fmt: skip
"""Roots that don't show what a question is about."""
_WH = {
    "who": "who", "whom": "who", "whose": "who", "where": "where", "whereabout": "where", "when": "when",
    "why": "why", "how": "how", "what": "what", "which": "what",
}  # fmt: skip
_KIND_NOUNS: Mapping[str, str] = {
    word: kind
    for kind, words in {
        "when": "time year month day date season weekday decade point", "sense": "noise sound smell", "where": "place town city country village street",
        "why": "reason", "name": "name title", "age": "age", "said": "words",
    }.items()
    for word in words.split()
}  # fmt: skip
_KINDS_OF_HOW = {
    "old": "age",
    "young": "age",
    "long": "long",
    "often": "often",
    "expensive": "cost",
} | dict.fromkeys(
    "big large tall far deep heavy fast loud wide high far thick strong cold hot small warm".split(), "size"
)
_BY_ASPECT = frozenset("said felt looked sense name cost why".split())
"""The aspects that decide the kind of a question."""
_SORT = re.compile(r"^(?:exact |other )?(?:kind|sort|type|brand|breed) of (?:an? )?(?P<noun>\w+)")
_NO_SORTS = AUXILIARIES | frozenset(
    """made makes went goes gave gives became becomes got gets came comes kept keeps led leads brought took takes
    happens else exactly about if on""".split()
)
"""Words after `what` or `which` that aren't the noun of a thing."""
_SUBJECT = re.compile(
    rf"\b(?:{'|'.join(AUXILIARIES)}) (?P<one>\w+)"
    r"(?:(?:(?<= the)|(?<= your)|(?<= that)|(?<= this)) (?P<noun>\w+))?"
)
_NOUN = re.compile(
    r"\b(?:the|your|his|her|their|that|this|those|these|a|an|(?:kind|sort|type) of) (?P<noun>(?!an? )(?!\w+est\b)\w+)"
    rf"(?=$| (?:{'|'.join((*AUXILIARIES, *PREPOSITIONS))})\b"
    r"| (?:you|he|she|it|they|and|or|when|while|after|before|by|at|look|looked|cost|say|said|come|came|go|went|get|got"
    r"|mean|belong|happen|made|taste|smell|still|then|now|there|back|again|afterwards)\b)"
)
"""A noun, not a word that another noun follows."""
_IS_LIKE_THAT = re.compile(r"(?:was|were|is|are) (?:the|your|his|her|their|that|this) (?P<noun>\w+) \w+")
"""The whole of a question such as `Was the hat red?`."""
_SENTENCE_END = re.compile(r"[.!?:;]\s+")
_ASIDE = re.compile(
    r"\b(?:in the end|as a rule|or who puts up with it|at last|after all|at the time|of course|right (?=after|before|then)|straight (?=after)) ?"
)
_PRONOUNS = frozenset("it them they he him she her those these that this one".split())
_LEADS = re.compile(r"^(?:(?:so|and|then|but) )+")
_SUPPOSES = re.compile(r"^(?:(?:so|and|then|but) )*(?:you|he|she|they|it|we|nobody|everybody) \w")
"""The beginning of a statement with a question mark: `So you left it there?`."""
_MET = re.compile(r"\b(?:get|got|come|came) to know\b|\bhow did you (?:\w+ )?meet\b(?! again)")
_HOW = re.compile(r"\bhow (\w+)")
_LIKES = re.compile(r"\b(?:you|he|she|they|it) (?:really )?like\b(?!$)")
_DO_AGAIN = re.compile(r"\bwould you (?:ever )?(?:do|try|go|want)\b.*\bagain\b")
_PARTICLES = re.compile(
    r"\b(?:get|got|getting|go|went|come|came|put|bring|brought|give|gave|given|take|took|taken|let|pull|pulled|throw"
    r"|threw|thrown)(?: \w+){0,4}? (out|back|off|away)\b"
)
"""A verb whose meaning depends on the word after it."""
_WAY = re.compile(r"\bget (?:\w+ )?(?:there|here|home|back|in|into|up|down)\b")
_WRONG = re.compile(r"\b(?:did|do|done) (?:\w+ )*?wrong(?: that| so| to|$)")
_BECAME = re.compile(
    r"\bwhat (?:did|do|have) you (?:do|done) with\b|\b(?:became|become) of\b|\bhappened to\b"
)
_DONE_TO = re.compile(r"\bwhat (?:did|do|have|had) (?:you|they|he|she|your \w+|the \w+) (?:do|done) to \w+")
_IN_IT = re.compile(r"\b(in|on|under|inside) (?:it|there|them)$")
_BOUND = frozenset(map(root, "belong wish look ask hope search wait pay listen".split()))
"""Roots of verbs whose preposition adds nothing."""
_BARE = re.compile(
    r"(?:and |so |but )?(?:what|which one|which) (?:exactly |precisely |actually )?(?:is|was|are|were) "
    r"(?:it|that|this|they|(?:the|this|that|your) \w+)(?: exactly| then| called| actually)?"
)
"""A question for the statement's own thing."""
_OWNS = re.compile(r"['’]s\b")
_AT_ITS_END = re.compile(r" (?:now|then|there|today|afterwards|exactly|anyway|again)$")
_NOW = re.compile(r"\bnow(?:adays)?\b|\b(?:is|are) (?:it|he|she|they|the|your)\b|\btoday\b")
_NEGATIVE = re.compile(
    r"^(?:\w+ ){0,4}?(?:not|(?:did|do|does|was|were|is|are|could|would|had|has|have|can|ca|wo)nt) "
)
_DOUBT_LEADS = re.compile(
    r"^(?:(?:and|but|so|well|ok|okay|oh|now|wait|come on|hang on|sorry|be honest|tell me) )+"
)
_DOUBT_ENDS = re.compile(
    r"(?: (?:right|then|now|here|or (?:not|what|false|untrue)|(?:are|arent|did|didnt|have|havent) you"
    r"|(?:is|isnt|was|wasnt|did|didnt) it|when (?:it|that|this) happened|to (?:me|us|you)|with me"
    r"|about (?:this|that|it)|like (?:this|that)|in person|yourself|personally|or (?:did|are|is|was) .*))+$"
)
_STRESSES = re.compile(
    r"\b(?:really|actually|truly|honestly|genuinely|seriously|just|only|simply|all|quite|absolutely|not)\b ?"
)
"""Words that can be left out of a doubt without changing it."""
_DOUBTED = re.compile(
    r"\b(?:(?:any |half |some |most )?of )?(?:this|that|it|everything|(?:(?:the|your|this|that) )(?:whole )?(?:story|statement|thing)|stuff)\b"
    r"(?! (?:story|statement)\b)"
)
"""What a doubt is about."""
_STRESSED = re.compile(r"\b(?:really|actually|truly|honestly|genuinely|yourself|personally|in person)\b")
_STRESSED_DEED = re.compile(
    r"^(?:did|have|has|do|does|can|were|was|are|is)(?: \w+){1,3}? (?:really|actually|truly) "
)
_DENIES = re.compile(
    r"\b(?:never|not|no|nobody|nothing|cannot|(?:ca|wo|do|does|did|could|have|has|is|was)nt)\b"
)
_CHOICE = re.compile(r"\w or (?!so\b|not\b|(?:any|some)(?:thing|body|one|where)\b|two$|more$|less$)\w")
_NO_CHOICE = re.compile(r"\b(?:any|some|ever|never)\b.* or ")
_STILL_SEES = re.compile(r"\bwhat do you (?:still )?(?:see|remember|know)\b")
_PERSONS = frozenset(map(root, (*KIN, "man", "woman", "boy", "girl", "child", "owner", "family", "parent")))
CROWD = frozenset("people others everybody everyone anybody anyone somebody someone they".split())
_CALLED = frozenset(map(root, "name call title".split()))
_MORE = frozenset("more else tell describe go continue on".split())
_TELLS = frozenset(map(root, "tell describe go continue more hear know ask about".split()))


class Question:
    """A question to the teller of a statement."""

    def __init__(self, text: str, statement: str, known: StoryVocabulary) -> None:
        """`statement`: empty for a question of a card. `known`: the vocabulary that decides what is asked for."""
        text = halves(text)[0]
        self.text, self.known, self._statement = text, known, statement
        self.words = last_question(folded(text.replace("’", "'")))
        self.flat = _ASIDE.sub("", " ".join(self.words))
        self.asked = _asked(text, self.flat, known)
        self.common = roots(_OWNS.sub("", statement))
        """The roots of the statement, which all lines of its story are about."""
        how = _HOW.search(self.flat)
        self.pronouns = sum(word in _PRONOUNS for word in self.words)
        """The number of words that refer to something named before."""
        self.how = how[1] if how and how[1] in _KINDS_OF_HOW else ""
        """The word after `how` that decides what is asked for, such as `loud`; empty if there is none."""
        clause = WHEN_CLAUSE.search(self.flat)
        self._main = self.flat[: clause.start()] if clause else self.flat
        self.of_time = roots(clause["said"]) - roots(self._main) if clause else frozenset()
        """The roots that only say when something happened."""
        words = _AT_ITS_END.sub("", self._main).split()
        bound = not words or words[-1] == "of" or not _BOUND.isdisjoint(map(root, words))
        self.ends = "" if bound or words[-1] not in PREPOSITIONS else words[-1]
        """The preposition at the end, as in `What were you pointing at?`; empty if there is none."""
        self.topic = self._topic()
        """The roots of the words that an answer must take up."""
        self.names = names_in(text)
        self.particles = frozenset(_PARTICLES.findall(self._main))
        self.is_negative = _NEGATIVE.search(self.flat) is not None
        self.is_now = _NOW.search(self.flat) is not None and (not statement or happened(statement))
        """True if it asks how something is today that happened in the past."""
        self.kind, self.sort = self._kind()
        """The kind of thing asked for, and the root of the noun, `animal` in `Which animal was it?`."""
        if self.kind == "became":
            self.asked = replace(self.asked, aspects=("end",))
        if _MET.search(self.flat):
            self.asked = replace(self.asked, aspects=("begin",))
        if _DO_AGAIN.search(self.flat):
            self.asked = replace(self.asked, aspects=("regret",), opposite=True)
        subject = _SUBJECT.search(self.flat)
        asks_who = self.kind == "who" and self.words[1:2] and self.words[1] not in AUXILIARIES
        self.subject = subject["one"] if subject and not asks_who else ""
        """The first word of who does what is asked about; empty if the question asks for that."""
        if self.kind == "for" and self.subject in ("you", "they", "he", "she"):
            self.asked = replace(self.asked, aspects=("why",))
        if self.kind == "said" and self.subject in CROWD:
            self.asked = replace(self.asked, aspects=(*self.asked.aspects, "others"))
        self.who = next(iter(roots(subject["noun"] or "")), "") if subject else ""
        """The root of the subject's noun. It may call somebody in the statement by another word."""
        self.is_bare = _BARE.fullmatch(self.flat) is not None and not self.topic - self.common
        """True if it asks for no more than what the thing in the statement is: `What is it?`."""
        self.specific = any(self.weight(one) == 1 for one in self.topic)
        """True if it asks about something that the statement doesn't have."""

    @cached_property
    def doubt(self) -> str:
        """The answer that a question which doubts the story fishes for, `true` or `untrue`; else empty."""
        said = _DOUBT_LEADS.sub("", " ".join(self.words))
        plain = _DOUBT_ENDS.sub("", said)
        plain = _DOUBTED.sub("it", _STRESSES.sub("", plain).strip() or plain)
        doubt = next(iter(self.known.asks("doubts", plain)), "")
        stressed = _STRESSED.search(said) is not None
        denied = _DENIES.search(" ".join((*tokens(self._statement), *self.words)))
        deed = self.asked.yes_no and self.topic and not denied and _STRESSED_DEED.search(said)
        if deed and all(self.knows(one, self.common) for one in self.topic):
            return "true"
        return "true" * stressed if doubt == "deeds" else doubt

    @property
    def is_choice(self) -> bool:
        """True if it offers two things to choose from: `Did you run or walk?`."""
        return self.asked.yes_no and bool(_CHOICE.search(self.flat)) and not _NO_CHOICE.search(self.flat)

    def _topic(self) -> frozenset[str]:
        topic = roots(_SENTENCE_END.split(without_speech(self.text).rstrip(" ?!."))[-1]) - _NEUTRAL
        topic -= roots(" ".join(self.words)) - roots(self.flat)
        if self.how:
            topic -= {root(self.how)}
        meant = {
            "enjoy": _LIKES.search(self.flat),
            "owner": "whose" in self.words,
        }
        topic |= {root(word) for word, so in meant.items() if so}
        if self.asked.aspects[:1] == ("name",) and "who" not in self.words:
            topic -= _CALLED
        return topic - {root("wrong")} if _WRONG.search(self.flat) else topic

    def _kind(self) -> tuple[str, str]:
        if self.asked.yes_no:
            return "whether", ""
        at = next((i for i, word in enumerate(self.words) if word.removesuffix("s") in _WH), None)
        first = next(iter(self.asked.aspects), "")
        if at is None:
            return first or "what", ""
        short, rest = self.words[at].endswith("s"), self.words[at + 1 :]
        kind = _WH[self.words[at].removesuffix("s")]
        if kind == "how":
            kind = self._kind_of_how(rest)
        elif kind == "what":
            kind = self._kind_by_phrase(short, rest, first) or kind
        elif kind == "who" and self.ends and self.ends != "with":
            kind = "whom"
        if kind != "what":
            return kind, ""
        sort = _SORT.search(" ".join(rest))
        noun = sort["noun"] if sort else "".join(rest[:1])
        verb = noun in _NO_SORTS or (noun.endswith("ed") and is_past(noun)) or short
        if not noun or (verb and not sort):
            return self._kind_of_what(rest, first), ""
        kind = _KIND_NOUNS.get(noun, "thing")
        return kind, root(noun) if kind == "thing" and noun != "one" else ""

    def _kind_by_phrase(self, short: bool, rest: list[str], first: str) -> str:
        """The kind if a phrase after `what` decides it, else empty; `short`: `what's`."""
        if first == "why":
            return first
        for kind, phrase in (("why", _WRONG), ("became", _BECAME), ("how", _DONE_TO)):
            if phrase.search(self.flat):
                return kind
        begins = rest[:1] if short else rest[1:2] if rest[:1] and rest[0] in AUXILIARIES else []
        inside = _IN_IT.search(self._main)
        before = inside[1] if inside else next((word for word in begins if word in PREPOSITIONS), "")
        reason = "for" if self.ends == "for" and self.topic <= self.common else ""
        return before or reason

    def _kind_of_what(self, rest: list[str], first: str) -> str:
        if not {"happened", "happens", "happen", "next", "then"}.isdisjoint(rest[:2]):
            return "happened"
        if first in _BY_ASPECT:
            return first
        return "do" if rest[2:] and "do" in rest[1:] else "what"

    def _kind_of_how(self, rest: list[str]) -> str:
        if _WAY.search(self.flat):
            return "way"
        after, first = "".join(rest[:1]), next(iter(self.asked.aspects), "")
        if after in ("many", "much"):
            counts = self.asked.counted or after == "many"
            return "long" if first == "long" else "many" if counts else "cost"
        if after == "long" and "ago" in rest:
            return "when"
        if after == "long" and " ".join(rest[1:3]) in ("is it", "was it", "are they", "were they"):
            return "size"
        decides = after not in _KINDS_OF_HOW and first in ("felt", "looked", "cost", "sense")
        return first if decides else _KINDS_OF_HOW.get(after, "how")

    def weight(self, one: str) -> float:
        """How much a root matters for what the question is about, 0 to 1."""
        if one in self.common:
            return COMMON
        weight = LIGHT if tells_nothing(one) else 1.0
        return min(LIGHT, weight / 2) if one in self.of_time else weight

    def weight_of(self, those: Iterable[str]) -> float:
        """The sum of the weights of some roots."""
        return sum(map(self.weight, those))

    def is_common(self, one: str) -> bool:
        """True if the statement has the word of a root, or a word that ends with it: `room`, `bedroom`."""
        return one in self.common or (len(one) > LONG and any(word.endswith(one) for word in self.common))

    def knows(self, one: str, those: frozenset[str]) -> bool:
        """True if a root, or a related one, is among others."""
        return one in those or not self.known.related(one).isdisjoint(those)

    @property
    def believes(self) -> bool:
        """False if the question doubts the story: `Are you lying?`."""
        return LIES.isdisjoint(self.asked.topic)

    def asks_for_more(self, answers: Iterable[str]) -> bool:
        """True if the question only asks to hear more; `answers`: the answers so far."""
        if _STILL_SEES.search(self.flat):
            return True
        known = self.common.union(*map(roots, answers))
        open_ended = not self.topic and self.kind != "what"
        more = open_ended or not _MORE.isdisjoint(self.words)
        return more and self.kind in ("what", "happened", "do", "next") and self.topic - _TELLS <= known

    @property
    def thing(self) -> str:
        """The thing, not a person, that the question asks about and the statement doesn't have; else empty."""
        whole = _IS_LIKE_THAT.fullmatch(self.flat)
        for found in (whole,) if whole else _NOUN.finditer(self.flat):
            one = root(found["noun"])
            if (
                one in self.topic
                and self.weight(one) == 1
                and one not in _PERSONS
                and not self.is_common(one)
            ):
                return found["noun"]
        return ""


def _asked(text: str, flat: str, known: StoryVocabulary) -> Asked:
    found = asked(text, known)
    supposed = text.rstrip().endswith("?") and _SUPPOSES.search(flat) and not found.yes_no
    return asked(f"did {_LEADS.sub('', flat)}?", known) if supposed else found


@lru_cache(maxsize=16384)
def question_of_card(text: str, known: StoryVocabulary) -> Question:
    """A card's own question; cached, because the same few questions are compared in every turn."""
    return Question(text, "", known)

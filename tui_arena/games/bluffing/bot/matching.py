"""The lines of a story, and how well a line answers a question.

A line answers a question if it is of the kind that is asked for and about what is asked. It is about that if
the words of the question stand in the line, in the line's own question, or in the statement, which all lines
are about. Words that mean nearly the same count (`related` in `host.toml`). One word in common is not enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, tells_nothing, yes_no_of
from tui_arena.core.language.numbers import number_at, number_tokens
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import (
    StoryCard,
    alike,
    folded,
    happened,
    last_question,
    root,
    roots,
    without_speech,
)
from tui_arena.games.bluffing.bot.cues import KIN, OPEN, YES_NO, Asked, StoryVocabulary, asked, names_in
from tui_arena.games.bluffing.bot.fitting import fits_kind

COMMON, LIGHT = 0.2, 0.4
"""The weight of a word that the statement has, too, and of a word that says little; other words weigh 1."""
LONG = 3
"""A word that is longer than this may be the end of a word of the statement."""
IN_TEXT = 0.6
"""How much a word counts that stands in a line but not in the line's own question."""
LEFT_OUT = 0.45
"""The greatest weight of words that a line with its own question may leave out."""
LEFT_OUT_OF_SIDE = 0.3
"""The same for a line that answers any question for its aspect."""
ABOUT_THE_SAME = 0.4
"""The least share of its own question that a line must have in common with the question."""
ELSEWHERE = 0.9
"""The least points of a line that answers by the way, in words of its own."""

_NEUTRAL = frozenset(
    root(word) for word in """happen time place people person thing whole kind part story remember exactly actually
    really anybody anyone someone somebody else then there first still way much many day exact mean sort type
    experience situation event moment bit guess suppose course actual precise precisely new week afterwards finally ever""".split()
)  # fmt: skip
"""Roots that don't show what a question is about."""
_OTHER_KINDS: Mapping[str, frozenset[str]] = {
    "how": frozenset(("who", "what", "thing")), "who": frozenset(("name",)), "name": frozenset(("who", "thing")),
    "what": frozenset(("thing", "how", "happened")), "thing": frozenset(("what", "name")), "often": frozenset(("many",)),
    "happened": frozenset(("do", "what", "became")), "became": frozenset(("happened", "where")), "do": frozenset(("happened",)), "many": frozenset(("size",)),
    "looked": frozenset(("thing",)),
}  # fmt: skip
"""Maps a kind of question to the kinds whose lines may answer it, too."""
_ASPECTS: Mapping[str, str] = {
    "who": "who proof", "where": "where", "when": "when", "age": "age", "long": "long", "many": "many who",
    "size": "many", "often": "many", "cost": "cost", "why": "why begin", "how": "how begin end others said felt proof", "for": "why",
    "felt": "felt", "said": "said", "looked": "looked", "sense": "sense", "name": "name",
    "happened": "next begin end", "became": "end", "do": "begin next others today", "thing": "weather name worst proof",
    "what": "begin weather worst others end today begin next proof sense felt",
}  # fmt: skip
"""Maps a kind of question to the aspects whose lines may answer it."""
_SCOPE: Mapping[str, frozenset[str]] = {
    aspect: frozenset(map(root, words.split()))
    for aspect, words in {
        "who": "present around watch witness involve company see", "where": "do take begin start keep store stand lie hang live sit stay town city country village street address",
        "many": "get", "when": "do begin start take year month date season hour",
        "long": "take last", "cost": "pay cost", "why": "do decide want choose make bother earth", "how": "do work go manage get",
        "begin": "get come start begin do idea", "next": "do go next", "end": "finish come become end", "worst": "best worst",
        "others": "family react think take friend other everybody everyone anyone audience reaction",
        "felt": "feel go mind head think", "today": "do learn change think different differently today now life",
        "weather": "weather", "proof": "prove confirm know show believe true", "said": "say word", "looked": "look like describe",
        "told": "tell know believe find hear find", "hurt": "hurt injure", "afraid": "afraid fear panic worry stress",
        "laughed": "laugh smile", "trouble": "trouble angry get punish", "helped": "help", "planned": "plan purpose expect mean idea",
        "again": "again repeat often", "kept": "keep get own show", "first": "first try", "regret": "regret proud worth enjoy fun sorry",
        "alone": "alone see watch witness friend else there present",
    }.items()
}  # fmt: skip
"""Maps an aspect to roots that its lines are about anyway."""
_WORDED = frozenset("said others looked felt".split())
"""The aspects whose signs may hold any word; it must be in the line."""
_ALL_OF_IT = frozenset("why how begin next end others felt worst today proof told weather".split())
"""The aspects of the story as a whole."""
_ADJECTIVES = frozenset(
    "big large tall deep heavy fast loud wide high far thick strong cold hot small warm".split()
)
_MEASURES = re.compile(
    r"\d|metre|mile|centim|kilo|gram|feet|foot|inch|big|small|tall|high|long|wide|deep|far|size|as \w+ as|degree|pound|stone"
)
_SCENE = frozenset("who where when age long cost weather".split())
"""The kinds of things that a story has one of."""
_KIND_NOUNS: Mapping[str, str] = {
    word: kind
    for kind, words in {
        "when": "time year month day date season weekday decade", "where": "place town city country village street",
        "why": "reason", "name": "name title", "age": "age", "said": "words",
    }.items()
    for word in words.split()
}  # fmt: skip
_KIN = frozenset(map(root, (*KIN, "parents", "family", "partner")))
_BEFORE = frozenset("in on under behind inside for about with from of".split())
_IN_IT = re.compile(r"\b(in|on|under|inside) (?:it|there|them)$")
_NEGATIVE = re.compile(r"\b(?:not|(?:did|do|does|was|were|is|are|could|would|had|has|have|can|ca|wo)nt) ")
_PAST_AUXILIARIES = frozenset("did was were had".split())
_PICTURE = root("picture")
_SENSES = frozenset("smell smelt taste sound hear noise touch".split())
_FEELS = frozenset("feel felt feeling think mind head".split())
_SORT = re.compile(r"^(?:exact |other )?(?:kind|sort|type|brand|breed) of (?:an? )?(?P<noun>\w+)")
_SUBJECT = re.compile(rf"\b(?:{'|'.join(AUXILIARIES)}) (?P<one>\w+)(?:(?:(?<= the)|(?<= your)|(?<= that)|(?<= this)) (?P<noun>\w+))?")
_OWN_SPEECH = re.compile(
    r"\bI (?:only |just |could only )?(?:say|said|told|asked|shouted|called|answered|wrote)\b"
)
_NOUN = re.compile(r"\b(?:the|your|his|her|their|that|this|those|these|a|an) (?P<noun>\w+)")
_STILL_SEES = re.compile(r"\bwhat do you (?:still )?(?:see|remember|know)\b")
_MORE = frozenset("more else tell describe go continue on".split())
_TELLS = frozenset(map(root, "tell describe go continue more hear know ask about".split()))
_KIN_NAME = re.compile(rf"\b(?P<kin>{'|'.join(KIN)}),? (?:called )?(?P<name>[A-Z][a-zà-öø-ÿ]+)")
_NAME_KIN = re.compile(rf"\b(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her) (?P<kin>{'|'.join(KIN)})\b")
_LIKES = re.compile(r"\b(?:you|he|she|they|it) (?:really )?like\b(?!$)")
_IN_THE_END = re.compile(r"\b(?:in the end|as a rule|or who puts up with it|at last|after all|at the time|of course) ?")
_PARTICLES = re.compile(r"\b(?:out|back|off|away)\b")
_WAY = re.compile(r"\bget (?:\w+ )?(?:there|here|home|back|in|into|up|down)\b")
_DONE_WITH = re.compile(
    r"\bwhat (?:did|do|have) you (?:do|done) with\b|\bbecame of\b|\bhappened to\b|\bbecome of\b"
)
_DONE_TO = re.compile(r"\bwhat (?:did|do|have|had) (?:you|they|he|she|your \w+|the \w+) (?:do|done) to \w+")
_LAST = re.compile(r"[.!?:;]\s+")
_AGAIN = re.compile(r"\bwould you (?:ever )?(?:do|try|go|want)\b.*\bagain\b")
_FIND_OUT = re.compile(r"\b(?:find|found|finds|finding) (?:it )?out\b")
_LIES_THERE = re.compile(r"^Yes, (?:it|they|he|she)(?:'s| is|'re| are| lies?| hangs?| stands?| sits?) ")
_NOW = re.compile(r"\bnow(?:adays)?\b|\b(?:is|are) (?:it|he|she|they|the|your)\b|\btoday\b")
_PEOPLE = frozenset((*KIN, "nobody", "everybody"))
_CLOTHES = frozenset(map(root, ("wear", "dress")))
_GENERIC = frozenset(
    map(root, "piece song tune music thing food dish drink animal book film game object item figure".split())
)
"""Roots of nouns that ask for no more than `what`."""
_CLAUSE = re.compile(
    r"(?<=\w) (?:when|while|if|whenever)(?P<said> (?:you|it|that|this|he|she|they|the|your|i)\b.*)$"
)
"""A clause that says when something happened; the question proper comes before it."""
_BEST = frozenset("best nicest funniest finest favourite".split())
_WORST = frozenset("worst hardest scariest toughest".split())
_NOT = re.compile(r"\bwhy (?:on earth )?(?:\w+nt|(?:did|do|were|was|have|had|would|could) \w+ not|not)\b")
"""A question for the reason why something wasn't done."""
_NONE = frozenset("nothing nobody none never not neither hardly".split())
_LIES = frozenset(map(root, ("lying", "lie", "joking", "kidding", "made", "make", "invent", "invented")))
_YOUNG = frozenset(map(root, ("child", "kid", "young", "little", "small")))
_CHILDHOOD = range(3, 16)
"""The ages at which a person is a child."""
_ONLY_ANSWERS = frozenset("when because having that how to as not only since being so just".split())
"""First words of lines that answer a question and aren't a sentence without it."""
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|said|went|came|took|told|kept|got|gave|made|\w{3,}ed|\w+'(?:s|d|ve))\b"
)
_IMPLIED = {
    root(word): root(what)
    for what, words in {
        "summer": "june july august", "winter": "december january february",
        "spring": "march april may", "autumn": "september october november",
        "rain": "drizzle shower pour downpour", "cold": "frost ice snow", "dark": "night midnight",
        "night": "midnight", "windy": "wind gust storm", "sunny": "sun sunshine",
    }.items()
    for word in words.split()
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that a story can say."""

    text: str
    aspects: tuple[str, ...]
    """The aspect that the line answers; for a line with a question of its own, those of the question."""
    said: frozenset[str]
    """The roots of its words, and of what its names are to the teller: `brother` for the brother's name."""
    yes_no: bool
    """True if the line begins with yes or no."""
    question: str = ""
    """Its own question; empty if the line answers any question for its aspect."""
    own: frozenset[str] = frozenset()
    """The roots of its own question and of the word for what that question is about."""
    label: frozenset[str] = frozenset()
    """The roots of the word for what its question is about; empty if there is no such word."""
    shaky: str = ""
    """The words of somebody who wasn't present; empty if there are none."""


def lines_of(card: StoryCard, known: StoryVocabulary) -> tuple[StoryLine, ...]:
    """All the lines of a card."""
    texts = [
        *(point.honest for point in card.points),
        *(answer for _, answer in card.more),
        *card.facts.values(),
    ]
    kin = dict[str, str]()
    for text in (card.statement, *texts):
        for found in _relations(text):
            kin.setdefault(found["name"], root(found["kin"]))

    def line(text: str, aspects: tuple[str, ...]) -> StoryLine:
        said = roots(text).union(kin[name] for name in kin if re.search(rf"\b{name}\b", text))
        return StoryLine(text, aspects, said, yes_no_of(text) is not None)

    def own(question: str, answer: str, name: str = "", shaky: str = "") -> StoryLine:
        told = line(answer, asked(question, known).aspects)
        return replace(
            told, question=question, own=roots(question) | roots(name), label=roots(name), shaky=shaky
        )

    points = (own(point.question, point.honest, point.name, point.shaky) for point in card.points)
    more = (own(question, answer) for question, answer in card.more)
    told = (line(text, (name,)) for name, text in card.facts.items() if name in OPEN or name in YES_NO)
    return (*points, *more, *told)


class Question:
    """A question to a teller, read for what an answer to it must be about."""

    def __init__(self, text: str, statement: str, known: StoryVocabulary) -> None:
        """`known`: the vocabulary that decides what is asked for."""
        self.text, self._known = text, known
        self.asked: Asked = asked(text, known)
        self.words = last_question(folded(text.replace("’", "'")))
        self._flat = _FIND_OUT.sub("notice", _IN_THE_END.sub("", " ".join(self.words)))
        if _AGAIN.search(self._flat):
            self.asked = replace(self.asked, aspects=("regret",), opposite=True)
        self.common = roots(statement)
        self._is_now = bool(_NOW.search(self._flat)) and (not statement or happened(statement))
        self.topic = roots(_LAST.split(without_speech(text).rstrip(" ?!."))[-1]) - _NEUTRAL
        if "notice" in self._flat:
            self.topic = self.topic - {root("find")} | {root("notice")}
        if _LIKES.search(self._flat):
            self.topic |= {root("enjoy")}
        if "whose" in self.words:
            self.topic |= {root("owner")}
        self.topic -= roots(" ".join(self.words)) - roots(self._flat)
        self.particles = frozenset(_PARTICLES.findall(self._flat))
        clause = _CLAUSE.search(self._flat)
        self._beside = roots(clause["said"]) - roots(self._flat[: clause.start()]) if clause else frozenset()
        self.names = names_in(text)
        self.kind, self.sort = self._kind()
        if self.kind == "became":
            self.asked = replace(self.asked, aspects=("end",))
        subject = _SUBJECT.search(self._flat)
        asks_who = self.kind == "who" and self.words[1:2] and self.words[1] not in AUXILIARIES
        self.subject = subject["one"] if subject and not asks_who else ""
        # the noun of the subject, which may call a person or thing of the statement by another word
        self._who = root(subject["noun"]) if subject and subject["noun"] else ""
        self.specific = any(self._weight(one) == 1 for one in self.topic)

    def _kind(self) -> tuple[str, str]:
        """The kind of thing asked for, and the root of the noun, `animal` in `Which animal was it?`."""
        if self.asked.yes_no:
            return "whether", ""
        words = self.words
        at = next((i for i, word in enumerate(words) if word.removesuffix("s") in _WH), None)
        if at is None:
            return (self.asked.aspects[0] if self.asked.aspects else "what"), ""
        wh, rest = _WH[words[at].removesuffix("s")], words[at + 1 :]
        after = rest[0] if rest else ""
        if wh == "how":
            return "way" if _WAY.search(self._flat) else self._kind_of_how(after, rest), ""
        if wh != "what":
            return wh, ""
        if "wrong" in rest and {"did", "do"} & set(rest):
            self.topic -= {root("wrong")}
            return "why", ""
        if _DONE_WITH.search(self._flat):
            return "became", ""
        if _DONE_TO.search(self._flat):
            return "how", ""
        first = self.asked.aspects[:1]
        begins = rest[0] if words[at].endswith("s") else rest[1] if after in AUXILIARIES and rest[1:] else ""
        main = _IN_IT.sub(r"\1", _CLAUSE.sub("", self._flat))
        before = {begins, main.split()[-1]} & _BEFORE
        if before and first not in (("sense",), ("felt",), ("looked",)):
            return min(before), ""
        sort = _SORT.search(" ".join(rest))
        noun = sort["noun"] if sort else after
        if after and (sort or not (after in AUXILIARIES or words[at].endswith("s") or _is_verb(noun))):
            kind = _KIND_NOUNS.get(noun, "thing")
            return kind, root(noun) if kind == "thing" else ""
        if {"happened", "happens", "happen", "next", "then"} & set(rest[:2]):
            return "happened", ""
        if first and first[0] in ("said", "felt", "looked", "sense", "name", "cost", "weather", "why"):
            return ("what" if first[0] == "weather" else first[0]), ""
        return ("do" if rest[2:] and "do" in rest[1:] else "what"), ""

    def _kind_of_how(self, after: str, rest: list[str]) -> str:
        kinds = {"old": "age", "young": "age", "long": "long", "often": "often", "expensive": "cost"}
        kind = kinds.get(after, "size" if after in _ADJECTIVES else "how")
        if after == "long" and "ago" in rest:
            return "when"
        if after == "long" and rest[1:3] in (["is", "it"], ["was", "it"], ["are", "they"], ["were", "they"]):
            return "size"
        if after in ("many", "much"):
            kind = "many" if self.asked.counted or after == "many" else "cost"
            long = self.asked.aspects[:1] == ("long",)
            return "long" if long else kind
        first = self.asked.aspects[:1]
        return (
            first[0] if kind == "how" and first and first[0] in ("felt", "looked", "cost", "sense") else kind
        )

    def _weight(self, one: str) -> float:
        if one in self.common:
            return COMMON
        weight = LIGHT if tells_nothing(one) else 1.0
        return min(LIGHT, weight / 2) if one in self._beside else weight

    def fit(self, line: StoryLine) -> float:
        """How well a line answers the question; 0 if it doesn't."""
        if line.question:
            return self._fit_own(line)
        return self._fit_yes_no(line) if self.asked.yes_no else self._fit_open(line)

    def asks_for_more(self, told: Iterable[str]) -> bool:
        """True if the question only asks to hear more; `told`: the answers so far."""
        if _STILL_SEES.search(self._flat):
            return True
        known = self.common.union(*map(roots, told))
        more = bool(_MORE & set(self.words)) or (not self.topic and self.kind in ("happened", "do", "next"))
        return more and self.kind in ("what", "happened", "do", "next") and self.topic - _TELLS <= known

    def invented_aspect(self) -> str:
        """The aspect that an invented story answers; empty if it has no answer."""
        if self.asked.yes_no:
            aspects = [name for name in self.asked.aspects if name in YES_NO or name == "proof"]
        elif self.kind in ("who", "where", "when", "long", "cost", "why"):
            return self.kind
        elif self.kind in ("age", "many"):
            told = self.subject == "you" if self.kind == "age" else self.asked.counted
            return self.kind if told else ""
        else:
            fit = _ASPECTS.get(self.kind, "").split() if self.kind not in ("became", "size") else []
            aspects = [name for name in self.asked.aspects if name in fit]
        return next((name for name in aspects if self._leaves_out_little(name)), "")

    def _leaves_out_little(self, aspect: str) -> bool:
        tables = ("open", "half") if aspect in OPEN and aspect not in _WORDED else ()
        scope = roots(" ".join(self._known.phrase(table, aspect, self._flat) for table in tables))
        rest = self.topic - self.common - scope - _SCOPE.get(aspect, frozenset())
        return sum(map(self._weight, rest)) <= LEFT_OUT_OF_SIDE

    def thing(self) -> str:
        """The root of the thing that the question is about: a noun that the statement doesn't have."""
        nouns = (root(found["noun"]) for found in _NOUN.finditer(self._flat))
        return next((one for one in nouns if one in self.topic and self._weight(one) == 1), "")

    def mentions(self, line: StoryLine, thing: str) -> bool:
        """True if a line tells something about a thing, and can be told without its question."""
        told = stands_alone(line.text) and not tells_first(line.text)
        return told and thing in roots(line.text)

    # lines with a question of their own

    def _fit_own(self, line: StoryLine) -> float:
        if folded(line.question) == folded(self.text):
            return 100.0
        other = _read(line.question, self._known)
        if (other.asked.yes_no and not self.asked.yes_no) or self.particles != other.particles:
            return 0.0
        if bool(_NEGATIVE.search(self._flat)) != bool(_NEGATIVE.search(other._flat)):
            return 0.0
        same_kind = other.kind == self.kind
        by_kind = same_kind or other.kind in _OTHER_KINDS.get(self.kind, ())
        past = not _PAST_AUXILIARIES.isdisjoint(other.words)
        if (self.kind == "where" and self._is_now and not other._is_now) or ("now" in self.words and past):
            return 0.0
        if self.sort:
            generic = (
                self.sort in _GENERIC and other.kind == "what" and self.topic & other.topic
            )
            rest = (self.topic - {self.sort}) | (other.topic - {other.sort})
            bare = (
                {self.sort, other.sort} <= _GENERIC and rest <= self.common and self.subject == other.subject
            )
            alone = other.kind == "what" and other.topic == {self.sort}
            sorts = self.sort in line.label or self._knows(self.sort, frozenset((other.sort,)))
            by_kind = bool(generic) or bare or alone or sorts
            same_kind = same_kind and not bare
        presupposed = self.asked.yes_no and not other.asked.yes_no
        if not (by_kind or presupposed) or not self._same_subject(other):
            return 0.0
        left_out = self.left_out(line, {self.sort} if self.sort in _GENERIC else ())
        back = {one: min(self._weight(one), LIGHT if one in other._beside else 1) for one in other.topic}
        theirs = {
            one: weight for one, weight in back.items()
            if one in self.topic or one in self.common or self._known.related(one) & self.topic
        }  # fmt: skip
        share = sum(theirs.values()) / sum(back.values()) if back else float(not self.specific)
        if not self.specific and self.kind not in _SCENE:
            shared = sum(one in theirs and one in self.topic for one in other.topic)
            share = shared / len(other.topic) if other.topic else 1.0
        if line.label & ({self.sort} | self.topic - self.common):
            share = 1.0
        if (self.sort and bare) or (same_kind and self.kind in _BEFORE and all(map(tells_nothing, other.topic))):
            share = 1.0
        if presupposed:
            theirs_alone = other.topic - self.common
            named = any(self._weight(one) == 1 for one in self.topic & theirs_alone)
            inside = (theirs_alone or self.particles) and theirs_alone <= self.topic
            if not (named or inside) or left_out > LEFT_OUT_OF_SIDE:
                return 0.0
        if self.topic and left_out >= sum(map(self._weight, self.topic - self.common)) > 0:
            return 0.0
        strict = self.asked.yes_no or not (same_kind or self.sort)
        if left_out > (LEFT_OUT_OF_SIDE if strict else LEFT_OUT) or share < ABOUT_THE_SAME:
            return 0.0
        if not same_kind and share < 0.6:
            return 0.0
        return 2.0 + same_kind + share + alike(self.topic, other.topic) - left_out - presupposed

    def _same_subject(self, other: Question) -> bool:
        """True unless one question is about what the teller did and the other about somebody else."""
        if self._knows(_PICTURE, self.topic):  # it's the same picture, whoever took it
            return True
        if self.kind == "whether" and not other.subject:
            return self.subject != "you"
        if self.kind not in ("said", "do", "felt", "what", "whether") or not (self.subject and other.subject):
            return True
        if other._who and not self._who and other._who not in self.topic:
            return False
        both = self.kind == "what" and "you" in self.words and "you" in other.words
        return both or (self.subject == "you") == (other.subject == "you")

    def left_out(self, line: StoryLine, scope: Iterable[str] = ()) -> float:
        """The weight of the question's words that a line isn't about; `scope`: roots that don't count."""
        missing = 0.0
        for one in self.topic.difference(scope):
            if self._is_common(one) or (one == self._who and self._knows(one, self.common)):
                continue
            if self._knows(one, line.own):
                continue
            if self._knows(one, line.said):
                missing += (1 - IN_TEXT) * self._weight(one) * bool(line.question)
            else:
                missing += self._weight(one)
        return missing

    def _is_common(self, one: str) -> bool:
        """True if the statement has the word of a root, or a word that ends with it: `room`, `bedroom`."""
        return one in self.common or (len(one) > LONG and any(word.endswith(one) for word in self.common))

    def _knows(self, one: str, those: frozenset[str]) -> bool:
        return one in those or not self._known.related(one).isdisjoint(those)

    # lines that answer any question for their aspect

    def _fit_open(self, line: StoryLine) -> float:
        aspect = line.aspects[0]
        if line.yes_no:
            return self._fit_turned(line)
        rank = self._rank(aspect)
        if rank is None:
            return self._by_the_way(line)
        if not self.particles <= set(tokens(line.text)):
            return 0.0
        phrase = "" if aspect in _WORDED else self._known.phrase("open", aspect, self._flat)
        scope = roots(phrase) | _SCOPE.get(aspect, frozenset()) - {self.sort}
        if aspect == "begin":
            scope = scope.union(*map(roots, self.names))
        if aspect == "age":
            scope |= {one for one in self.topic if one.isdecimal()}
        if self.left_out(line, scope) > LEFT_OUT_OF_SIDE or not self._is_about(aspect, line, scope):
            return self._by_the_way(line)
        return 2.5 - 0.5 * rank + 0.5 * (self.left_out(line, scope) == 0)

    def _rank(self, aspect: str) -> int | None:
        """The place of an aspect among those that the question may ask for; None if it isn't one of them."""
        aspects = [one for one in self.asked.aspects if one in _ASPECTS.get(self.kind, "").split()]
        return aspects.index(aspect) if aspect in aspects else None

    def _is_about(self, aspect: str, line: StoryLine, scope: Iterable[str]) -> bool:
        """True if the line of an aspect is about the very person or thing that is asked for."""
        rest = self.topic.difference(scope)
        other = self.subject not in ("you", "it", "that", "this", "they", "things", "everything", "")
        about = rest - self.common
        match aspect:
            case "said":
                if self.subject in ("it", "that", "this"):
                    return False
                mine = self.subject == "you"
                named = all(self._knows(one, line.said) for one in rest if self._weight(one) != LIGHT)
                return bool(_OWN_SPEECH.search(line.text)) if mine else named
            case "felt":
                return not other
            case "age":
                return not other or (bool(rest) and all(self._knows(one, line.said) for one in rest))
            case "sense":
                senses = frozenset(map(root, _SENSES)) & line.said
                return not senses or any(self._knows(root(one), senses) for one in self.words)
            case "many":
                counted = self.asked.counted
                if counted:
                    return self._knows(counted, line.said)
                return self.kind == "size" and bool(_MEASURES.search(line.text))
            case "who":
                return not self.asked.counted or not rest - {self.asked.counted}
            case "looked":
                return not _CLOTHES & self.topic or self._knows(root("wear"), line.said)
            case "where":
                return not self._is_now
            case "name" if self.sort:
                return self._knows(self.sort, line.said)
            case "name":
                return all(self._knows(one, line.said) for one in rest if self._weight(one) != LIGHT)
            case "worst":
                asked_best, asked_worst = _BEST & set(self.words), _WORST & set(self.words)
                best = line.said & _BEST or not line.said & _WORST
                return (
                    not asked_best or bool(best and line.said & _BEST)
                    if not asked_worst
                    else not line.said & _BEST
                )
            case "others":
                return self.subject != "you"
            case "why":
                if _NOT.search(self._flat):
                    return bool(rest) and all(self._knows(one, self.common) for one in rest)
                return True
        return True if aspect in _ALL_OF_IT or not about else self.left_out(line, scope) <= LEFT_OUT_OF_SIDE

    def _by_the_way(self, line: StoryLine) -> float:
        """How well a line answers that has all that is asked about in its own words."""
        if self.kind == "do" and self.subject != "you":
            return 1.0 * self._tells_what_did(line.text)
        if self.kind == "how" and "know" in self.words:
            named = any(self._named(found["name"]) for found in _relations(line.text))
            return 1.0 * named or 0.5 * (line.aspects[0] == "who" and any(map(self._named, names_in(line.text))))
        if not self.specific or self.kind not in ("who", "where", "when", "many", "cost", "long"):
            return 0.0
        if not self.topic <= self.common | line.said or not stands_alone(line.text):
            return 0.0
        if self.kind in ("many", "cost", "long"):
            said = number_tokens(folded(line.text))
            return 0.5 * any(number_at(said, at)[1] for at in range(len(said)))
        said = tokens(line.text)
        if self.kind == "who" and said[0] in FUNCTION_WORDS and not set(said[:3]) & _PEOPLE:
            return 0.0
        return 0.5 * fits_kind(self.kind, self.text, line.text, self._known)

    def _named(self, name: str) -> bool:
        return root(folded(name)) in self.topic

    def _tells_what_did(self, text: str) -> bool:
        """True if a text tells what the person did that is asked about."""
        return any(
            root(word) in self.topic and is_past(after) and after not in AUXILIARIES
            for word, after in pairwise(tokens(text))
        )

    def _fit_turned(self, line: StoryLine) -> float:
        """How well the line of a yes-or-no aspect answers an open question, such as `Who helped you?`."""
        aspect = line.aspects[0]
        if self.kind == "where" and aspect == "kept" and self._is_now and line.text.startswith("Yes, "):
            about = self.left_out(line) <= LEFT_OUT_OF_SIDE
            return 1.2 * (about and bool(_LIES_THERE.search(line.text)))
        if aspect == "told" and "told" in self.words and not self.subject:
            return 0.0
        if (
            self.kind != "who"
            or not line.text.startswith("Yes, ")
            or aspect not in ("helped", "told", "laughed", "trouble")
        ):
            return 0.0
        phrase = self._known.phrase("same", aspect, self._flat)
        if not phrase or self.left_out(line, _SCOPE[aspect]) > LEFT_OUT_OF_SIDE:
            return 0.0
        return 1.5 * fits_kind("who", self.text, line.text.removeprefix("Yes, "), self._known)

    # yes or no

    def _fit_yes_no(self, line: StoryLine) -> float:
        aspect, aspects = line.aspects[0], self.asked.aspects
        if aspect not in aspects:
            return 0.0
        if line.yes_no:
            scope = _SCOPE[aspect]
            if line.text.startswith("No"):
                phrases = (self._known.phrase(table, aspect, self._flat) for table in ("same", "opposite"))
                scope |= roots(" ".join(phrases)) - _KIN
            fits = self.left_out(line, scope) <= LEFT_OUT_OF_SIDE
            return fits * (2.5 - 0.5 * aspects.index(aspect))
        if aspect == "proof":
            scope = roots(self._known.phrase("half", aspect, self._flat)) | _LIES
            return 1.5 * (self.left_out(line, scope) <= LEFT_OUT_OF_SIDE)
        if aspect in ("weather", "when", "age"):
            scope = roots(self._known.phrase("half", aspect, self._flat))
            whole = self.subject in ("it", "that", "this", "there", "you", "the")
            return 1.5 * (whole and self.left_out(line, scope) <= LEFT_OUT_OF_SIDE)
        about = self.topic - self.common
        return 1.2 * bool(about and self.specific and self.left_out(line) == 0 and stands_alone(line.text))

    @property
    def believes(self) -> bool:
        """False if the question doubts the story: `Are you lying?`."""
        return not self.asked.topic & _LIES

    def agrees(self, line: StoryLine) -> bool:
        """True if yes, not no, comes before an open answer to a yes-or-no question."""
        if set(tokens(line.text)[:2]) & _NONE:
            return False
        said = line.said | {_IMPLIED[one] for one in line.said if one in _IMPLIED}
        about = self.topic - self.common
        match line.aspects[:1]:
            case ("proof",) if not line.question:
                return self.believes
            case ("age",) if about & _YOUNG:
                words = number_tokens(folded(line.text))[:8]
                return max((number_at(words, at)[0] for at in range(len(words))), default=0) in _CHILDHOOD
            case ("weather" | "when" | "age",) if not line.question:
                return bool(about & said)
        return True


_WH = {
    "who": "who", "whom": "who", "whose": "who", "where": "where", "whereabout": "where", "when": "when",
    "why": "why", "how": "how", "what": "what", "which": "what",
}  # fmt: skip
_VERBS = frozenset(
    "made makes went goes gave gives became becomes got gets came comes kept keeps led leads brought took takes".split()
)


def _is_verb(word: str) -> bool:
    past = word.endswith("ed") and is_past(word)
    return past or word in _VERBS or word in ("happens", "else", "exactly", "about", "if", "on")


@lru_cache(maxsize=16384)
def _read(question: str, known: StoryVocabulary) -> Question:
    """A card's own question; kept, because the same few questions are compared in every turn."""
    return Question(question, "", known)


def stands_alone(text: str) -> bool:
    """True if a line is a sentence without its question."""
    return tokens(text)[0] not in _ONLY_ANSWERS and _VERB.search(text) is not None


def _relations(text: str) -> Iterator[re.Match[str]]:
    """The places where a text says what a person is to the teller."""
    yield from _KIN_NAME.finditer(text)
    yield from _NAME_KIN.finditer(text)


def tells_first(text: str) -> bool:
    """True if a line begins with a word that refers back to its question."""
    return tokens(text)[0] in ("it", "he", "she", "they", "that", "one", "both", "yes", "no")

"""The judge's next question: it follows up what was said, and never asks the same thing twice.

A question depends only on the statement, the answers and a deck's questions, never on a deck's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.numbers import value_of
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import alike, folded, happened, kind_of, roots
from tui_arena.games.bluffing.bot.cues import StoryVocabulary, names_in, people_in
from tui_arena.games.bluffing.bot.evidence import Case, WeighedAnswer
from tui_arena.games.bluffing.bot.facts import facts_in
from tui_arena.games.bluffing.bot.quoting import quoted
from tui_arena.games.bluffing.rules import TEXT_CHARS

SURE = ("who", "where", "when", "count")
"""Kinds of questions of which a judge can tell for sure that an answer leaves out what was asked for."""

# how a judge chooses among them

FOLLOWS: Mapping[str, float] = {"easy": 0.4, "medium": 0.7, "hard": 0.9}
"""The chance that a judge of each level asks again about an answer that didn't fit."""
CHECKS: Mapping[str, float] = {"easy": 0.15, "medium": 0.35, "hard": 0.5}
"""The chance that a judge of each level follows up a fact."""
FRAME = (
    "When was that?",
    "Where exactly was that?",
    "How old were you at the time?",
    "Were you alone?",
    "Who else was there?",
    "What was the weather like?",
)
"""Questions for the frame of a story, against which everything else can be heard."""
FRAMES: Mapping[str, float] = {"easy": 1.5, "medium": 2.4, "hard": 3.4}
"""Extra weight that a judge of each level gives to them."""
SAME = 0.6
LENT = 0.7
"""Extra weight of a question that comes from the deck."""
PRESSING: Mapping[str, float] = {
    "who": 3,
    "where": 3,
    "when": 3,
    "count": 2.5,
    "feeling": 1.5,
    "how": 2,
    "what": 2,
}
"""How hard each kind of question is to answer for somebody who wasn't there; 1 for the other kinds."""
_THING = re.compile(r"\b(?:a|an|the|my|our|two|three) (?:[a-z]+ )?([a-z]{4,})\b")
_ABSTRACT = frozenset("hour hours week weeks life whole half first single".split())
_NEVER = re.compile(r"\b(?:never|have not|haven't|refuse to|cannot|can't|won't|don't)\b")
_COMES_BACK = re.compile(
    r"“|^You (?:said|mentioned|were)|^Back to|^Those are|^I heard nothing|^I can make|^That could be|^If that is"
)


class QuestionPool:
    """The questions that a judge of a level could ask now."""

    def __init__(
        self,
        statement: str,
        lent: Sequence[str],
        asked: Sequence[str],
        case: Case,
        level: str,
        *,
        speech: Mapping[str, Any],
        words: StoryVocabulary,
        known: bool,
    ) -> None:
        """`lent`: questions from a deck. `speech`: what the bots say. `words`: those by which slots are filled.

        `known`: `lent` are of this very statement.
        """
        self._speech = speech
        self._words = words
        self._known = known
        self._statement = statement
        self._lent = lent
        self._asked = asked
        self._case = case
        self._level = level

    def next(self, rng: Random) -> str:
        """The next question; it has not been asked before unless nothing new is left."""
        first: list[str] = []
        last = self._asked[-1] if self._asked else ""
        if rng.random() < FOLLOWS[self._level] and not _COMES_BACK.search(last):
            first += self._again(rng)
        if rng.random() < CHECKS[self._level]:
            first += self._followed(rng)
        if self._level == "hard" and len(self._asked) > 2:
            first += self._clashing()
        rest: list[str] = [*self._fresh(rng), *self._followed(rng), *self._speech["last_resort"]]
        back: list[str] = [self._speech["back"].format(n=n) for n in range(2, len(self._asked) + 1)]
        return next((text for text in [*first, *rest, *back] if self._new(text)), [*back, *rest][-1])

    def _new(self, text: str) -> bool:
        own, words = roots(_asking(text)), folded(text)
        return len(text) <= TEXT_CHARS and all(
            folded(old) != words
            and not ("who else" in words and "who else" in folded(old))
            and alike(roots(_asking(old)), own) < SAME
            and not (
                kind_of(old) == kind_of(text)
                and kind_of(text) in ("why", "where", "when")
                and _wide(old)
                and _wide(text)
                and ("old" in folded(old)) == ("old" in folded(text))
            )
            for old in self._asked
        )

    def _clashing(self) -> list[str]:
        return [
            self._speech["check_clash" if clash.first else "check_first"].format(one=clash.one, two=clash.two)
            for clash in self._case.clashes
            if clash.slot != "yes or no"
        ]

    def _again(self, rng: Random) -> list[str]:
        """Questions about answers that didn't fit, the last first."""
        found = []
        for one in reversed(self._case.heard):
            if not one.fault or _COMES_BACK.search(one.question):
                continue
            quote = short_quote(one.answer)
            if quote and not any(quote in old for old in self._asked):
                asked = spoken(one.question)
                forms = [
                    form for form in self._speech["ask_again"][one.fault] if asked or "{asked}" not in form
                ]
                if one.fault == "beside" and kind_of(one.question) not in SURE:
                    continue
                if forms:
                    found.append(rng.choice(forms).format(quote=quote, asked=asked))
        return found

    def _followed(self, rng: Random) -> list[str]:
        """Questions about what answers brought up: a year, an age, a number, a place, a person."""
        found: list[str] = []
        for one in self._case.heard:
            if one.fault in ("nonsense", "again", "echo"):
                continue
            found += self._after_facts(one, rng)
            people = people_in(one.answer)
            for name in sorted(people)[:1]:
                if name not in self._statement and not any(name in old for old in self._asked):
                    found.append(rng.choice(self._speech["after_person"]).format(name=name))
        return sorted(found, key=lambda _: rng.random())

    def _after_facts(self, one: WeighedAnswer, rng: Random) -> Iterator[str]:
        for fact in facts_in(one.question, one.answer, "", self._words):
            forms = self._speech["after"].get(fact.slot)
            bare = fact.words
            if fact.slot in ("year", "age"):
                sure = fact.low == fact.high and (fact.slot == "age" or happened(folded(self._statement)))
                bare = f"{fact.low:.0f}" if sure else ""
            if fact.slot == "place":
                named = [name for name in names_in(f"it was {one.answer}") if folded(name) in fact.values]
                bare = named[0] if len(named) == 1 else ""
            if forms and bare and not any(bare in old for old in self._asked):
                yield rng.choice(forms).format(quote=spoken(fact.words) or fact.words, bare=bare)
        if kind_of(one.question) == "count" and value_of(folded(one.answer)) is not None:
            quote = short_quote(one.answer)
            asked = "duration" if "how long" in folded(one.question) else "number"
            if quote and not any(quote in old for old in self._asked):
                yield rng.choice(self._speech["after"][asked]).format(quote=spoken(quote) or quote)

    def _fresh(self, rng: Random) -> Iterator[str]:
        """New questions, the most pressing first."""
        own = list(self._lent)
        if not self._known or len(self._asked) > 2:
            own += self._thought_of(rng)
        elif FRAMES[self._level] and happened(folded(self._statement)) and self._asked:
            own += FRAME
        luck = 6.0 if self._level == "easy" else 1.5
        done = [kind_of(old) for old in self._asked]
        ranked = [(self._presses(text, done) + luck * rng.random(), text) for text in own]
        return (text for _, text in sorted(ranked, reverse=True))

    def _presses(self, text: str, done: Sequence[str]) -> float:
        """How much a question is worth; less if its kind was asked."""
        kind = kind_of(text)
        bonus = LENT * (text in self._lent) + FRAMES[self._level] * (text in FRAME)
        return PRESSING.get(kind, 1) - 0.8 * done.count(kind) + bonus

    def _thought_of(self, rng: Random) -> list[str]:
        """Questions that fit any statement of this sort, and questions about things that it names."""
        said = folded(self._statement)
        event = happened(said) and not _NEVER.search(said)
        table = self._speech["ask_never" if _NEVER.search(said) else "ask_event" if event else "ask_habit"]
        things = [word for word in _THING.findall(said) if word not in _ABSTRACT and not tells_nothing(word)]
        own = [text for texts in table.values() for text in texts]
        named = [rng.choice(self._speech["ask_thing"]).format(thing=thing) for thing in things[:1]]
        return own + (named if event else [])


def _asking(text: str) -> str:
    """The part of a question that asks, without what it quotes."""
    return text.rsplit(". ", 1)[-1]


def _wide(question: str) -> bool:
    """Whether a question asks for the place, time or reason of the whole story and for nothing else."""
    return len(roots(question) - roots("exactly happened come that place first")) < 2


def spoken(question: str) -> str:
    """A short question as the end of another sentence; empty if it is too long for that.

    >>> spoken("When was that?"), spoken("And how old were you?")
    ('when was that', 'how old were you')
    """
    words = question.split()
    text = (
        " ".join(words[1:] if folded(words[0]) in ("and", "so", "but") else words).rstrip("? ")
        if words
        else ""
    )
    if len(text) > 60 or "?" in text or "“" in text or ". " in text or not text:
        return ""
    return text if tokens(text)[:1] == ["i"] else text[0].lower() + text[1:]


def short_quote(answer: str) -> str:
    """A few words from the beginning of an answer, fit to be quoted; empty if there are none."""
    text = quoted(answer[:400]).translate(dict.fromkeys(map(ord, '“”"?*_`')))
    return text if any(c.isalnum() for c in text) else ""

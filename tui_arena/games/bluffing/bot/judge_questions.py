"""The judge's next question: it follows up what was said, and never asks the same thing twice.

A question depends only on the statement, the answers and a deck's questions, never on a deck's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tui_arena.games.bluffing.bot.cards import alike, folded, happened, kind_of, roots
from tui_arena.games.bluffing.bot.cues import names_in, people_in
from tui_arena.games.bluffing.bot.evidence import Case, WeighedAnswer
from tui_arena.games.bluffing.bot.facts import facts_in, quoted
from tui_arena.games.bluffing.rules import TEXT_CHARS

# questions of a judge who has no card for the statement: for an event, for a habit, for something never done

ASK_EVENT: Mapping[str, tuple[str, ...]] = {
    "where": ("Where exactly was that?", "Where were you when it happened?"),
    "when": ("When was that?", "How old were you at the time?"),
    "who": ("Who else was there?", "Who could tell me that it was so?"),
    "how": ("How did it come about in the first place?", "How did it end?"),
    "feeling": ("How did you feel at that very moment?",),
    "why": ("Why did it come to that?",),
    "what": ("What did the others say about it afterwards?", "What was the weather like?"),
    "count": ("How long did the whole thing take?",),
    "whether": ("Were you alone?", "Do you still have anything to show for it?"),
}
ASK_HABIT: Mapping[str, tuple[str, ...]] = {
    "where": ("Where do you do that, as a rule?", "Where did it begin?"),
    "when": ("When was the last time?", "How old were you when that started?"),
    "who": ("Who in your family knows about it?", "Who taught you, or who puts up with it?"),
    "how": ("How does it go, step by step?", "How did it start?"),
    "feeling": ("How does it feel?",),
    "why": ("Why is that so, in your case?",),
    "what": ("What do the people around you say to it?", "What has gone wrong with it so far?"),
    "count": ("How often does that happen?",),
    "whether": ("Could you show me here and now?",),
}
ASK_NEVER: Mapping[str, tuple[str, ...]] = {
    "when": ("When did you last come close to it?",),
    "why": ("Why not, of all things?",),
    "who": ("Who has tried hardest to talk you into it?",),
    "what": ("What do you say when somebody offers?", "What do you do instead?"),
    "where": ("Where would it have been easiest to do it?",),
    "count": ("How many people know about that?",),
    "how": ("How did you get away without it for so long?",),
}
ASK_THING = (
    "What did the {thing} look like?",
    "What became of the {thing}?",
)
"""Questions about a thing that a statement names."""

# questions that follow up an answer

ASK_AGAIN: Mapping[str, tuple[str, ...]] = {
    "nonsense": (
        "I can make nothing of “{quote}”. So once more, {asked}?",
        "Your “{quote}” went past me. In plain words, {asked}?",
    ),
    "again": ("You said that before. What else is there to tell?",),
    "echo": ("Those are my own words. In yours, {asked}?",),
    "dodge": (
        "Your “{quote}” goes nicely round my question. Straight out, {asked}?",
        "With “{quote}” I am no wiser. So, {asked}?",
    ),
    "beside": (
        "Your “{quote}” leaves out what I asked for. What do I write down: {asked}?",
        "You said “{quote}”, and I wanted something else. So, {asked}?",
    ),
    "general": (
        "You said “{quote}”, but so it is for everybody. How was it for you?",
        "That could be anybody's story. What happened in your own case?",
    ),
    "forgets": ("If that is gone, what do you still see before you when you think of it?",),
    "empty": ("I heard nothing there. So, {asked}?",),
    "shaky": (
        "You said “{quote}”. What do you know for certain?",
        "Now “{quote}” could be anything. What was it exactly?",
    ),
}
"""By fault of an answer. None begins with a quotation mark, because reading a reply strips it."""
SURE = ("who", "where", "when", "count")
"""Kinds of questions of which a judge can tell for sure that an answer leaves out what was asked for."""
AFTER: Mapping[str, tuple[str, ...]] = {
    "year": ("How old were you in {bare}?",),
    "age": ("You were {bare} then. Which year was that?",),
    "duration": ("You said {quote}. How do you know?",),
    "season": ("You said {quote}. What was the weather like?",),
    "weekday": (
        "You said {quote}. How come you still know the day?",
        "You said {quote}. What did you usually do on that day of the week?",
    ),
    "daytime": ("You said {quote}. What were you doing there at that time?",),
    "money": ("You said {quote}. Who paid?",),
    "place": ("How did you get to {bare}?", "What took you to {bare}?"),
    "number": ("You said {quote}. Who counted?",),
    "setting": ("You said {quote}. Who else was around?",),
}
"""By slot of a fact that an answer stated."""
AFTER_PERSON = (
    "You mentioned {name}. What did {name} do?",
    "What did {name} say to it?",
    "How do you know {name}?",
)
CHECK_CLASH = "You said “{one}”, and then “{two}”. Which of them is right?"
CHECK_FIRST = "Your statement says “{one}”, and you told me “{two}”. Which of them is right?"
LAST_RESORT = (
    "What happened right before that?",
    "What happened right after that?",
    "What was the best moment of it?",
    "What would you do differently today?",
    "What have I not asked yet that I should have?",
)
BACK = "Back to what you told me {n} questions ago: what else was there?"
"""Asked when nothing else is left."""

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
_ABSTRACT = frozenset(
    "time times year years hour hours week weeks life least most whole half first last once single".split()
)
_NEVER = re.compile(r"\b(?:never|have not|haven't|refuse to|cannot|can't|won't|don't)\b")
_COMES_BACK = re.compile(
    r"“|^You (?:said|mentioned|were)|^Back to|^Those are|^I heard nothing|^I can make|^That could be|^If that is"
)
_LEAD = re.compile(
    r"^(?:in|on|of|a|one|that|was|the|at|during|when|i|had|just|turned|only|aged|about|around|last)\s+",
    re.IGNORECASE,
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
        known: bool,
    ) -> None:
        """`lent`: questions from a deck. `known`: they belong to this very statement."""
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
        rest = [*self._fresh(rng), *self._followed(rng), *LAST_RESORT]
        back = [BACK.format(n=n) for n in range(2, len(self._asked) + 1)]
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
            (CHECK_CLASH if clash.first else CHECK_FIRST).format(one=clash.one, two=clash.two)
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
                forms = [form for form in ASK_AGAIN[one.fault] if asked or "{asked}" not in form]
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
                    found.append(rng.choice(AFTER_PERSON).format(name=name))
        return sorted(found, key=lambda _: rng.random())

    def _after_facts(self, one: WeighedAnswer, rng: Random) -> Iterator[str]:
        for fact in facts_in(one.question, one.answer):
            forms = AFTER.get(fact.slot.split()[0])
            bare = _bare(fact.words)
            if fact.slot == "year":
                bare = "".join(re.findall(r"\b(?:19|20)\d\d\b", fact.words)[:1])
            if fact.slot == "age":
                bare = "" if fact.low != fact.high else f"{fact.low:.0f}"
            if fact.slot == "place":
                named = [name for name in names_in(f"it was {one.answer}") if folded(name) in fact.values]
                bare = named[0] if len(named) == 1 else ""
            if fact.slot == "year" and not happened(folded(self._statement)):
                continue
            if forms and bare and fact.words and not any(bare in old for old in self._asked):
                yield rng.choice(forms).format(
                    quote=fact.words[0].lower() + fact.words[1:] if fact.words[:2] != "I " else fact.words,
                    bare=bare,
                )

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
        return PRESSING.get(kind, 1) - 0.8 * done.count(kind) + self._bonus(text)

    def _bonus(self, text: str) -> float:
        return LENT * (text in self._lent) + FRAMES[self._level] * (text in FRAME)

    def _thought_of(self, rng: Random) -> list[str]:
        """Questions that fit any statement of this sort, and questions about things that it names."""
        said = folded(self._statement)
        event = happened(said) and not _NEVER.search(said)
        table = ASK_NEVER if _NEVER.search(said) else ASK_EVENT if event else ASK_HABIT
        things = [word for word in _THING.findall(said) if word not in _ABSTRACT]
        own = [text for texts in table.values() for text in texts]
        named = [rng.choice(ASK_THING).format(thing=thing) for thing in things[:1]]
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
    text = re.sub(r"^(?:and|so|but)\s+", "", question.strip(), flags=re.IGNORECASE).rstrip("? ")
    if len(text) > 60 or "?" in text or "“" in text or ". " in text or not text:
        return ""
    return text if re.match(r"I\b", text) else text[0].lower() + text[1:]


def short_quote(answer: str) -> str:
    """A few words from the beginning of an answer, fit to be quoted; empty if there are none."""
    plain = re.sub(r"[“”\"?*_`]", "", answer[:400]).strip(" .,!-–—")
    text = quoted(plain, 0, 7)
    return text if any(c.isalnum() for c in text) else ""


def _bare(words: str) -> str:
    """Words without what leads up to them: `in June` is June."""
    old = ""
    while old != words:
        old, words = words, _LEAD.sub("", words)
    return words

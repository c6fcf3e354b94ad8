"""The judge's next question: about the weakest point, and never the same question twice.

A question depends only on the statement, the answers and a deck's questions, never on a deck's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tui_arena.games.bluffing.bot.cards import alike, folded, happened, kind_of, roots
from tui_arena.games.bluffing.bot.cues import BAD, names_in, people_in
from tui_arena.games.bluffing.bot.evidence import Case, WeighedAnswer, weight_of
from tui_arena.games.bluffing.rules import TEXT_CHARS

# questions of a judge who has no card for the statement: for an event, for a habit, for something never done

ASK_EVENT: Mapping[str, tuple[str, ...]] = {
    "where": ("Where exactly was that?", "Where were you when it happened?"),
    "when": ("What year was it, and how do you know?", "How old were you at the time?"),
    "who": ("Who else was there, by name?", "Who could I ring up to confirm it?"),
    "how": ("How did it come about in the first place?", "How did it end?"),
    "feeling": ("What did you see, hear or smell just then?", "What did it feel like at that very moment?"),
    "why": ("Why did you of all people end up in that?",),
    "what": ("What did the others say about it afterwards?", "What went wrong that nobody had planned?"),
    "count": ("How long did the whole thing take?",),
    "whether": ("Do you still have anything to show for it?",),
}
ASK_HABIT: Mapping[str, tuple[str, ...]] = {
    "where": ("Where are you when that comes up?", "Where did it begin?"),
    "when": ("When did it last come up, to the day?", "How old were you when that started?"),
    "who": ("Who knows this about you, by name?", "Who taught you, or who put up with it?"),
    "how": ("How does it go, step by step?", "How did you find that out about yourself?"),
    "feeling": ("What does it look, sound or smell like?",),
    "why": ("Why is that so, in your case?",),
    "what": ("What do the people around you say to it?", "What has gone wrong with it so far?"),
    "count": ("How often does that come up in a month?",),
    "whether": ("Could you show me something of it here and now?",),
}
ASK_NEVER: Mapping[str, tuple[str, ...]] = {
    "when": ("When did you last come close to it?",),
    "why": ("Why not, of all things?",),
    "who": ("Who has tried hardest to talk you into it, by name?",),
    "what": ("What do you say when somebody offers?", "What do you do instead?"),
    "where": ("Where would it have been easiest to do it?",),
    "count": ("How many people know about that?",),
    "how": ("How did you get away without it for so long?",),
}

ASK_THING = (
    "What can you tell me about the {thing} that I could not guess?",
    "What did the {thing} look like, close up?",
    "What became of the {thing}?",
)
"""Questions about a thing that a statement names."""

FOLLOW: Mapping[str, tuple[str, ...]] = {
    "hedge": (
        "With “{quote}” you leave yourself a way out. What do you know for certain?",
        "You said “{quote}”. Without the fog: how was it exactly?",
    ),
    "vague": (
        "Now “{quote}” could be anything. What was it exactly?",
        "You said “{quote}”. Which detail of it would nobody else have?",
    ),
    "either": (
        "You said “{quote}”. Which of the two do you keep?",
        "To me “{quote}” sounds like two answers. Which one is it?",
    ),
    "general": (
        "You said “{quote}”: so it is for everybody. How was it for you?",
        "You said “{quote}”, but what happened in your own case?",
    ),
    "dodge": (
        "Your “{quote}” goes nicely round my question. What is the straight answer?",
        "You said “{quote}”. What would somebody who stood beside you have seen?",
    ),
    "vow": ("To me “{quote}” is a label. What is inside the tin?",),
    "evades": (
        "You said “{quote}”, which does not tell me {needed}. What is missing there?",
        "Your “{quote}” leaves out {needed}. What do I write down?",
    ),
    "short": ("You said “{quote}”. That is rather brief: what is the rest of it?",),
    "": ("You said “{quote}”. What else do you remember of that?",),
}
"""By kind of sign. None begins with a quotation mark, because reading a reply strips it."""
NEEDED: Mapping[str, str] = {
    "who": "who it was", "where": "where it was", "when": "when it was", "count": "the figure"
}  # fmt: skip
CHECK_NAME = (
    "You mentioned {quote}. What do you remember of {quote}, beyond the name?",
    "Back to {quote} for a moment: what made it stick in your mind?",
)
CHECK_PERSON = (
    "What would {quote} say if I rang up this minute?",
    "You mentioned {quote}. How do you know each other?",
)
CHECK_NUMBER = (
    "Earlier you said “{quote}”. How do you know that so exactly?",
    "Earlier you said “{quote}”. What makes you so sure of it?",
)
CHECK_CLASH = "I heard {why}. Which of them is right?"
LAST_RESORT = (
    "What have I not asked yet that I should have?",
    "What part of this would you least like me to ask about?",
    "Which detail would nobody make up?",
    "What happened right before that?",
    "What happened right after that?",
)
BACK = "Back to answer {n}: what else was there?"
"""Asked when nothing else is left."""

# how a judge chooses among them

FOLLOWS: Mapping[str, float] = {"easy": 0.25, "medium": 0.5, "hard": 0.75}
"""The chance that a judge of each level asks again about an answer that sounded weak."""
CHECKS: Mapping[str, float] = {"easy": 0.05, "medium": 0.2, "hard": 0.35}
"""The chance that a judge of each level asks again about a detail."""
MOST_CHECKS = 2
WEAK = -0.3
"""An answer with a lower score deserves a further question."""
SAME = 0.6
LENT = 0.7
"""Extra weight of a question that comes from the deck."""
PRESSING: Mapping[str, float] = {
    "who": 3,
    "where": 3,
    "when": 2.5,
    "count": 2.5,
    "feeling": 2,
    "how": 2,
    "what": 2,
}
"""How hard each kind of question is to answer for somebody who wasn't there; 1 for the other kinds."""
_CHECKING = ("You mentioned", "Back to", "What would", "Earlier you said")
WORDS_BEFORE = 4
_WORDS_OF_QUOTE = 8
_LONGEST_QUOTE = 80
_BREAKS = ".,!?:;"
_JOINING = frozenset("and but so that which then because".split())
_DANGLING = frozenset(
    "a an the of to in on at by for from with and or but my our his her their that which i it as so is was".split()
)
_THING = re.compile(r"\b(?:a|an|the|my|our|two|three) (?:[a-z]+ )?([a-z]{4,})\b")
_ABSTRACT = frozenset(
    "time times year years hour hours week weeks life least most whole half first last once".split()
)
_NEVER = re.compile(r"\b(?:never|have not|haven't|refuse to|cannot|can't|won't|don't)\b")


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
        if self._level != "easy":
            first += [CHECK_CLASH.format(why=clash.why) for clash in self._case.clashes]
        if rng.random() < FOLLOWS[self._level]:
            first += self._followed(rng)
        checked = sum(text.startswith(_CHECKING) for text in self._asked)
        if len(self._asked) > 1 and checked < MOST_CHECKS and rng.random() < CHECKS[self._level]:
            first += self._checked(rng)
        rest = [*self._fresh(rng), *self._checked(rng), *LAST_RESORT]
        back = [BACK.format(n=n) for n in range(len(self._asked), 0, -1)]
        return next((text for text in [*first, *rest] if self._new(text)), back[0] if back else rest[-1])

    def _new(self, text: str) -> bool:
        own, words = roots(text), folded(text)
        return len(text) <= TEXT_CHARS and all(
            folded(old) != words and alike(roots(old), own) < SAME for old in self._asked
        )

    def _followed(self, rng: Random) -> list[str]:
        """Questions about weak answers, the weakest first; at most one for each quote."""
        weak = [h for h in self._case.heard if h.score < WEAK and not _comes_back(h.question)]
        found = []
        for one in sorted(weak, key=lambda h: (h.score, -h.number)):
            kind = _worst(one)
            quote = quoted(one.answer, (one.signs.get(kind) or ("",))[0])
            if quote and not any(quote in old for old in self._asked):
                needed = NEEDED.get(kind_of(one.question), "")
                found.append(rng.choice(FOLLOW[kind]).format(quote=quote, needed=needed))
        return found

    def _checked(self, rng: Random) -> list[str]:
        """Questions about details of earlier answers."""
        found = []
        for one in self._case.heard:
            if _comes_back(one.question):
                continue
            people = people_in(one.answer)
            others = (n for n in names_in(one.answer) if not any(n in person for person in people))
            for name in [*sorted(people), *others][:2]:
                if name not in self._statement and not any(name in old for old in self._asked):
                    table = CHECK_PERSON if name in people else CHECK_NAME
                    found.append(rng.choice(table).format(quote=name))
            for number in one.signs.get("number", ())[:1]:
                quote = quoted(one.answer, number)
                if quote and not any(quote in old for old in self._asked):
                    found.append(rng.choice(CHECK_NUMBER).format(quote=quote))
        return sorted(found, key=lambda _: rng.random())

    def _fresh(self, rng: Random) -> Iterator[str]:
        """New questions, the most pressing first."""
        own = list(self._lent)
        if not self._known or not own:
            own += self._thought_of(rng)
        luck = 6.0 if self._level == "easy" else 1.5
        done = [kind_of(old) for old in self._asked]
        told = () if self._known else self._told()
        ranked = [(self._presses(text, done, told) + luck * rng.random(), text) for text in own]
        return (text for _, text in sorted(ranked, reverse=True))

    def _presses(self, text: str, done: Sequence[str], told: Sequence[str]) -> float:
        """How much a question is worth; less if its kind was asked (`done`) or answered unasked (`told`)."""
        kind = kind_of(text)
        new = PRESSING.get(kind, 1) - 0.8 * done.count(kind) - 1.6 * (kind in told)
        return new + LENT * (text in self._lent)

    def _told(self) -> list[str]:
        """Kinds of questions that earlier answers have already covered without being asked."""
        signs = {sign for one in self._case.heard for sign in one.signs}
        return [kind for kind, sign in (("who", "kin"), ("where", "spot"), ("when", "date")) if sign in signs]

    def _thought_of(self, rng: Random) -> list[str]:
        """Questions that fit any statement of this sort, and questions about things that it names."""
        said = folded(self._statement)
        event = happened(said) and not _NEVER.search(said)
        table = ASK_NEVER if _NEVER.search(said) else ASK_EVENT if event else ASK_HABIT
        things = [word for word in _THING.findall(said) if word not in _ABSTRACT]
        own = [
            text for kind, texts in table.items() if kind not in map(kind_of, self._asked) for text in texts
        ]
        named = [rng.choice(ASK_THING).format(thing=thing) for thing in things[:2]]
        return own + (named if event else [])


def _comes_back(question: str) -> bool:
    """Whether a question is about an earlier answer."""
    return "“" in question or question.startswith(_CHECKING)


def _worst(one: WeighedAnswer) -> str:
    """The kind of sign that speaks most against an answer; empty if none does."""
    against = {kind: weight_of(kind, one.signs[kind]) for kind in BAD if kind in one.signs}
    worst = min(against, key=lambda kind: against[kind], default="")
    return worst if worst in FOLLOW else ""


def quoted(answer: str, sign: str) -> str:
    """A few words of an answer around a sign, fit to be quoted; empty if there are none."""
    words = answer.split()
    first = (folded(sign).split() or [""])[0]
    at = next((i for i, word in enumerate(words) if first and _bare(word) == _bare(first)), 0)
    start = end = at
    while start > max(0, at - WORDS_BEFORE) and words[start - 1][-1] not in _BREAKS:
        start -= 1
    while end < min(len(words), start + _WORDS_OF_QUOTE) and not _stops(words[start:end]):
        end += 1
    while end > at + 1 and end < len(words) and _bare(words[end - 1]) in _DANGLING:
        end -= 1
    while start < at and _bare(words[start]) in _JOINING:
        start += 1
    plain = "".join(c for c in " ".join(words[start:end]) if c.isalnum() or c in " ,'’-.").strip(" .,-")
    return plain if any(c.isalnum() for c in plain) and len(plain) <= _LONGEST_QUOTE else ""


def _stops(words: Sequence[str]) -> bool:
    """Whether a quotation may end here: at the end of a sentence, or at a pause after some words."""
    return bool(words) and (words[-1][-1] in ".!?" or (len(words) > 1 and words[-1][-1] in _BREAKS))


def _bare(word: str) -> str:
    return folded(word).strip(".,!?:;\"'“”()")

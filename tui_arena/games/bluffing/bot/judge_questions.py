"""The judge's next question: about the weakest point, and never the same question twice.

A question depends only on the statement, the answers and a deck's questions, never on a deck's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from tui_arena.games.bluffing.bot import phrases
from tui_arena.games.bluffing.bot.cues import BAD, names_in, people_in
from tui_arena.games.bluffing.bot.evidence import Case, WeighedAnswer, weight_of
from tui_arena.games.bluffing.bot.question_topics import alike, folded, happened, kind_of, roots
from tui_arena.games.bluffing.rules import TEXT_CHARS

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
            first += [phrases.CHECK_CLASH.format(why=clash.why) for clash in self._case.clashes]
        if rng.random() < FOLLOWS[self._level]:
            first += self._followed(rng)
        checked = sum(text.startswith(_CHECKING) for text in self._asked)
        if len(self._asked) > 1 and checked < MOST_CHECKS and rng.random() < CHECKS[self._level]:
            first += self._checked(rng)
        rest = [*self._fresh(rng), *self._checked(rng), *phrases.LAST_RESORT]
        back = [phrases.BACK.format(n=n) for n in range(len(self._asked), 0, -1)]
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
                needed = phrases.NEEDED.get(kind_of(one.question), "")
                found.append(rng.choice(phrases.FOLLOW[kind]).format(quote=quote, needed=needed))
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
                    table = phrases.CHECK_PERSON if name in people else phrases.CHECK_NAME
                    found.append(rng.choice(table).format(quote=name))
            for number in one.signs.get("number", ())[:1]:
                quote = quoted(one.answer, number)
                if quote and not any(quote in old for old in self._asked):
                    found.append(rng.choice(phrases.CHECK_NUMBER).format(quote=quote))
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
        if _NEVER.search(said):
            table = phrases.ASK_NEVER
        else:
            table = phrases.ASK_EVENT if happened(said) else phrases.ASK_HABIT
        things = [word for word in _THING.findall(said) if word not in _ABSTRACT]
        own = [
            text for kind, texts in table.items() if kind not in map(kind_of, self._asked) for text in texts
        ]
        named = [rng.choice(phrases.ASK_THING).format(thing=thing) for thing in things[:2]]
        return own + (named if table is phrases.ASK_EVENT else [])


def _comes_back(question: str) -> bool:
    """Whether a question is about an earlier answer."""
    return "“" in question or question.startswith(_CHECKING)


def _worst(one: WeighedAnswer) -> str:
    """The kind of sign that speaks most against an answer; empty if none does."""
    against = {kind: weight_of(kind, one.signs[kind]) for kind in BAD if kind in one.signs}
    worst = min(against, key=lambda kind: against[kind], default="")
    return worst if worst in phrases.FOLLOW else ""


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

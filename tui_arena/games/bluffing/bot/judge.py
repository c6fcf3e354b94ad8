"""The judge: its conclusions from a case, and its next question.

The conclusions are a level of belief, a verdict with its reasons, and the coach's comments.

The reasons are such as a person would give. They quote what was really said. They never ask a question,
because the rules would refuse such a verdict.

The next question follows up what was said. It depends only on the statement, the answers and a deck's
questions, never on a deck's answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from random import Random
from typing import Any

from tui_arena.core.belief_metrics import LEVELS
from tui_arena.core.game import Belief
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import tells_nothing
from tui_arena.core.language.numbers import value_of
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import one_line
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import (
    KINDS,
    MIDDLE,
    JudgedStatement,
    Likeness,
    alike,
    folded,
    happened,
    kind_of,
    quoted,
    roots,
    without_speech,
)
from tui_arena.games.bluffing.bot.cues import StoryVocabulary, names_in, people_in
from tui_arena.games.bluffing.bot.evidence import Case, WeighedAnswer, weighed
from tui_arena.games.bluffing.bot.facts import facts_in
from tui_arena.games.bluffing.bot.fitting import ASKS_SPEECH
from tui_arena.games.bluffing.rules import TEXT_CHARS

CENTRES = (1.8, 0.8, 0.0, -0.8, -1.8)
"""The log odds that each of the five levels represents."""
SPREAD = 0.55
THINKABLE = 0.1
"""A level with a smaller share of the belief doesn't count as possible."""
ENOUGH: Mapping[str, tuple[int, float, float]] = {
    "easy": (3, 2.2, -2.2),
    "medium": (3, 2.2, -2.4),
    "hard": (3, 2.0, -2.6),
}
"""For each level, when a judge stops asking: the least number of answers, and the two limits of log odds."""
NEAREST = 5
_TALL = frozenset(
    """king queen president palace lion tiger bear shark crocodile elephant camel whale snake lightning
    champion record famous film television radio prize won million treasure ghost parachute volcano
    submarine helicopter sank circus orchestra crown medal island lighthouse desert crashed rescued""".split()
)
TALL = 0.5
"""How much each word of a tall story lowers the likelihood of a statement that isn't in the deck."""
_SHORT = 60
COMMON, RARE = 4.5, 1.5
"""A likelihood of at least `COMMON` or at most `RARE` is itself a reason."""
_INNER = str.maketrans("“”", "‘’")
_QUOTE = 60
_DETAIL = re.compile(
    r"\b[Aa]n? (?:[a-z]{3,}(?:-[a-z]+)? )[a-z]{4,}(?=[.,;!]|$| (?:and|of|in|on|at|with|for|from|that|who|which|by|over|under|behind|between|but)\b)"
)
"""A thing with a word that describes it: `a flat basket`."""
_ABSTRACT = frozenset(
    """thing things moment time times way bit lot deal couple kind sort piece part quarter half minute minutes hour
    hours day days week weeks month months year years while good great few little long short same other such first
    second third last next whole certain number matter question word person people friend""".split()
)


def case_over(
    facts: Mapping[str, Any],
    level: str,
    judged: Sequence[JudgedStatement],
    likeness: Likeness,
    known: StoryVocabulary,
) -> Case:
    """A judge's case, from a view's facts; `known`: the words that fill slots."""
    said = str(facts["statement"])
    turns = [(str(turn["question"]), str(turn["answer"])) for turn in facts["turns"]]
    return weighed(said, likely(said, judged, likeness), turns, level, known)


def likely(statement: str, judged: Sequence[JudgedStatement], likeness: Likeness) -> float:
    """The likelihood of a statement before any answer, 1 to 5: from its card, or from similar statements."""
    place = likeness.same(statement)
    if place is not None:
        return float(judged[place].likely)
    near = [(judged[i].likely, weight) for i, weight in likeness.near(statement, NEAREST)]
    total = sum(weight for _, weight in near)
    mean = sum(value * weight for value, weight in near) / total if total else MIDDLE
    tall = sum(word in _TALL for word in set(statement.casefold().replace(".", "").split()))
    return max(1.0, min(5.0, (MIDDLE + mean) / 2 - TALL * tall))


def level_of(case: Case) -> str:
    """The one of the five levels that a case supports most."""
    shares = _shares(case)
    return LEVELS[max(range(len(LEVELS)), key=lambda i: shares[i])]


def believed(case: Case) -> Belief:
    """The belief, spread over the five levels."""
    shares = _shares(case)
    best = sorted(zip(LEVELS, shares, strict=True), key=lambda found: -found[1])
    return Belief(sum(share >= THINKABLE for share in shares), tuple((n, round(s, 3)) for n, s in best))


def _shares(case: Case) -> list[float]:
    odds = max(-CENTRES[0], min(CENTRES[0], case.odds))
    raw = [exp(-(((odds - centre) / SPREAD) ** 2) / 2) for centre in CENTRES]
    return [one / sum(raw) for one in raw]


def sure(case: Case, facts: Mapping[str, Any], level: str) -> bool:
    """True if a judge of a level is sure enough to give the verdict early."""
    least, above, below = ENOUGH[level]
    return len(facts["turns"]) >= least and not below < case.odds < above


# reasons


def reasons(case: Case, speech: Mapping[str, Any], true: bool | None = None) -> str:
    """The reasons for a case, in a sentence or two.

    `speech`: the bots' phrases, by occasion. `true`: the verdict that they support; None for a belief.
    """
    side = case.odds > 0 if true is None else true
    bad = _against(case, speech)
    if not case.heard:
        return str(speech[_at_first(case)])
    if side:
        good = speech["mostly" if bad else "hangs_together"]
        detail = _detail(case)
        told = str(speech["down_to" if detail else "as_heard"].format(good=good, detail=detail))
        return f"{told} {speech['only'].format(fault=_lower_part(bad[0]))}" if bad else told
    if not bad:
        return str(speech["hard_to_believe"])
    return " ".join(f"{one}." for one in bad[:2])


def _at_first(case: Case) -> str:
    if case.likely >= COMMON:
        return "common"
    return "tall" if case.likely <= RARE else "open"


def _lower_part(text: str) -> str:
    return text[0].lower() + text[1:] if text.startswith(("You ", "Your ", "When ")) else text


def _against(case: Case, speech: Mapping[str, Any]) -> list[str]:
    """The evidence against a statement, the worst first, each item as a sentence without its full stop."""
    slips = {folded(clash.two): clash for clash in reversed(case.clashes)}
    found = [clash.told(speech).rstrip(".") for clash in case.clashes if slips[folded(clash.two)] is clash]
    faulty = [one for one in case.heard if one.score < 0]
    by_fault = grouped((one.fault, one) for one in faulty)
    for _, those in sorted(by_fault.items(), key=lambda pair: sum(one.score for one in pair[1])):
        found.append(_said_of(those, speech))
    return found


def _said_of(those: Sequence[WeighedAnswer], speech: Mapping[str, Any]) -> str:
    """A sentence on the fault of one answer, or of several answers with the same fault."""
    one = min(those, key=lambda h: (h.score, h.number))
    names = list(dict.fromkeys(name for each in those for name in names_in(each.answer)))[:2]
    if one.fault == "nonsense" and names:
        return str(speech["names_only"].format(names=" and ".join(f"“{name}”" for name in names)))
    once = speech["against"][one.fault]
    form = speech["twice"].get(one.fault, once) if len(those) > 1 else once
    asked = asked_for(one.question, speech["asked"])
    return str(form.format(asked=asked, quote=_short(one.part)))


def asked_for(question: str, names: Mapping[str, str]) -> str:
    """The thing that a question asked for, in a few words; its kind decides the words."""
    words = folded(question)
    if "how old" in words:
        return names["age"]
    if "how long" in words:
        return names["long"]
    if ASKS_SPEECH.search(words):
        return names["said"]
    kind = kind_of(question)
    last = question.rstrip().rsplit(". ", 1)[-1]
    return f"“{_short(last)}”" if kind == "what" else names[kind]


_CLAUSES = re.compile(
    r"(?<=[,;])\s+|\s+(?=(?:and|but|who|which|because|when|while|until|so|before|after|as|that|where|whom|although)\b)"
)


def _short(answer: str) -> str:
    """The first clauses of an answer, short enough to be quoted in a verdict; a cut clause ends in `…`."""
    plain = answer.translate(_INNER).replace('"', "").replace("\n", " ")
    first = re.split(r"[.!?;:]+(?:\s|$)", plain.strip(), maxsplit=1)[0]
    plain = first if any(c.isalnum() for c in first) else plain
    clauses = _CLAUSES.split(plain)
    text = clauses.pop(0)
    while clauses and len(text) + len(clauses[0]) < _QUOTE:
        text += f" {clauses.pop(0)}"
    if len(text) > _QUOTE:
        text = f"{text[:_QUOTE].rpartition(' ')[0] or text[:_QUOTE]}…"
    return harmless(text.replace("?", "").strip(" ,.-–—"))


def harmless(text: str) -> str:
    """A quotation that the rules can't mistake for the verdict."""
    return (
        re.sub(r"\b(?:true|false)\b", "…", re.sub(r"(?i)i\s+believe\s+your", "…", text), flags=re.IGNORECASE)
        or "…"
    )


def _detail(case: Case) -> str:
    """Two or three words of a good answer for a thing that neither the statement nor a question named.

    Empty if there is none.
    """
    asked = frozenset().union(*(roots(one.question) for one in case.heard))
    for one in sorted(case.heard, key=lambda h: (-h.score, -len(h.answer))):
        if one.fault or kind_of(one.question) in ("when", "count"):
            continue
        for found in _DETAIL.finditer(without_speech(one.answer)):
            words = found[0].lower().split()
            if _ABSTRACT.isdisjoint(words) and not roots(found[0]) & asked and not is_past(words[-1]):
                return harmless(" ".join([words[0], *found[0].split()[1:]]))
    return ""


# the coach


def coached(case: Case, facts: Mapping[str, Any], speech: Mapping[str, Any]) -> str:
    """What each question pressed on, and which answers were convincing or gave the setter away.

    `speech`: the bots' phrases, by occasion.
    """
    if not case.heard:
        return NOTHING_ASKED
    lines = []
    for one in case.heard:
        asked = one_line(one.question, _SHORT).translate(_INNER)
        pressed = speech["kinds"][kind_of(one.question)]
        says = speech["coach_says"][one.fault or "fine"]
        against = next((clash.first for clash in case.clashes if clash.second == one.number), None)
        if against is not None and not one.fault:
            what = speech["coach_answer" if against else "coach_statement"].format(n=against)
            says = speech["coach_clash"].format(what=what)
        lines.append(speech["coach_line"].format(n=one.number, question=asked, kind=pressed, says=says))
    lines += [clash.told(speech) for clash in case.clashes]
    return "\n".join([*lines, *_summed_up(case, facts, speech)])


def _summed_up(case: Case, facts: Mapping[str, Any], speech: Mapping[str, Any]) -> list[str]:
    weakest = min(case.heard, key=lambda h: h.score)
    found = []
    if facts["is_made_up"] or facts["is_true"]:
        what = "lie" if facts["is_made_up"] else "truth"
        how = "_clash" if case.clashes else "" if weakest.score < 0 else "_held"
        found.append(speech[f"coach_{what}{how}"].format(n=weakest.number))
    asked = {kind_of(one.question) for one in case.heard}
    unasked = [speech["kinds"][kind] for kind in KINDS[:4] if kind not in asked]
    if unasked:
        found.append(speech["coach_unasked"].format(kinds=listed(unasked, "or")))
    return found


SURE = ("who", "where", "when", "count")
"""The kinds of questions for which a judge can be sure that an answer leaves out the thing asked for."""

# how a judge chooses its next question

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
"""Questions about the frame of a story, with which all other answers can be compared."""
FRAMES: Mapping[str, float] = {"easy": 1.5, "medium": 2.4, "hard": 3.4}
"""The extra weight that a judge of each level gives to the questions in `FRAME`."""
SAME = 0.6
LENT = 0.7
"""The extra weight of a question that comes from the deck."""
PRESSING: Mapping[str, float] = {
    "who": 3,
    "where": 3,
    "when": 3,
    "count": 2.5,
    "feeling": 1.5,
    "how": 2,
    "what": 2,
}
"""How hard each kind of question is for a person who wasn't present; 1 for the other kinds."""
_THING = re.compile(r"\b(?:a|an|the|my|our|two|three) (?:[a-z]+ )?([a-z]{4,})\b")
_NO_THINGS = frozenset("hour hours week weeks life whole half first single".split())
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
        """`lent`: a deck's questions. `speech`: the bots' phrases. `words`: the words that fill slots.

        `known`: True if the `lent` questions belong to this very statement.
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
        """The next question; it hasn't been asked before unless nothing new is left."""
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
        """Questions about answers that didn't fit, the latest answer first."""
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
        """Questions about things that answers mentioned: a year, an age, a number, a place, a person."""
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
        """The worth of a question; it is lower if its kind was asked before."""
        kind = kind_of(text)
        bonus = LENT * (text in self._lent) + FRAMES[self._level] * (text in FRAME)
        return PRESSING.get(kind, 1) - 0.8 * done.count(kind) + bonus

    def _thought_of(self, rng: Random) -> list[str]:
        """Questions that fit any statement of this kind, and questions about things in the statement."""
        said = folded(self._statement)
        event = happened(said) and not _NEVER.search(said)
        table = self._speech["ask_never" if _NEVER.search(said) else "ask_event" if event else "ask_habit"]
        things = [word for word in _THING.findall(said) if word not in _NO_THINGS and not tells_nothing(word)]
        own = [text for texts in table.values() for text in texts]
        named = [rng.choice(self._speech["ask_thing"]).format(thing=thing) for thing in things[:1]]
        return own + (named if event else [])


def _asking(text: str) -> str:
    """The part of a question that asks, without its quotations."""
    return text.rsplit(". ", 1)[-1]


def _wide(question: str) -> bool:
    """True if a question asks only for the place, time or reason of the whole story."""
    return len(roots(question) - roots("exactly happened come that place first")) < 2


def spoken(question: str) -> str:
    """A short question, worded as the end of another sentence; empty if the question is too long.

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
    """A few words from the beginning of an answer, ready to be quoted; empty if there are none."""
    text = quoted(answer[:400]).translate(dict.fromkeys(map(ord, '“”"?*_`')))
    return text if any(c.isalnum() for c in text) else ""

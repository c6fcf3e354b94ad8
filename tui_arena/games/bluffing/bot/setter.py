"""The setter: a statement with a story, and answers that stay consistent with it.

A question that no card foresees is answered with details of one story, which are the same whenever they are
asked for. The story follows from the statement and the answers so far, including those of another player
whose seat the bot took over.

The setter never contradicts an earlier answer. It finds that answer in the view and says it again in other
words; it makes up only what nobody has asked about yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from tui_arena.core.language.sentences import capital
from tui_arena.core.text import DECORATIONS
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot import stories
from tui_arena.games.bluffing.bot.cards import Point, StoryCard
from tui_arena.games.bluffing.bot.cues import names_in, people_in
from tui_arena.games.bluffing.bot.evidence import heard
from tui_arena.games.bluffing.bot.question_topics import (
    alike,
    folded,
    happened,
    kind_of,
    root,
    roots,
    yes_or_no,
)

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMPANION = re.compile(
    r"\b[Mm]y (cousin|brother|sister|uncle|aunt|neighbour|friend|husband|wife|colleague|daughter|son),? ([A-Z][a-zà-öø-ÿ]+)"
)
_PLACE = re.compile(r"\b(?:in|near|outside|at) ((?!January|February|March|April|May|June|July|August|September|"
                    r"October|November|December|Christmas|Easter|I\b)[A-Z][a-zà-öø-ÿ]{2,})")  # fmt: skip
_COUNTED = re.compile(rf"\bhow ({'|'.join(stories.UNITS)})\b")
_ALONE = re.compile(r"\b(?:alone|by yourself|on your own)\b")


def story_of(statement: str, told: Iterable[str], written: Iterable[str] = ()) -> dict[str, str]:
    """The details that all invented answers use.

    `told`: the answers so far, whose details come first; `written`: the card's answers, which may still be
    given.
    """
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(stories.COMPANIONS)
    story = {
        "kin": kin,
        "name": name,
        "year": str(rng.randint(1994, 2019)),
        "place": rng.choice(stories.PLACES),
        "number": rng.choice(stories.NUMBERS),
        "colour": rng.choice(stories.COLOURS),
        "thing": rng.choice(stories.THINGS),
        "smell": rng.choice(stories.SMELLS),
        "weekday": rng.choice(stories.WEEKDAYS),
        "month": rng.choice(stories.MONTHS),
    }
    for text in (*reversed(tuple(written)), *reversed(tuple(told))):
        if year := _YEAR.search(text):
            story["year"] = year[0]
        if place := _PLACE.search(text):
            story["place"] = place[1]
        if companion := _COMPANION.search(text):
            story["kin"], story["name"] = companion[1], companion[2]
    return story


def invented(statement: str, question: str, story: Mapping[str, str], *, firm: bool) -> str:
    """An answer that fits the story; the same for every question with the same words."""
    rng = Random(f"{folded(statement)}/{' '.join(sorted(roots(question)))}/{firm}")
    if yes_or_no(question):
        yes = not _ALONE.search(folded(question)) and rng.random() < 0.6
        texts = stories.WHETHER[yes, firm]
    else:
        texts = (stories.FIRM if firm else stories.VAGUE)[kind_of(question)]
    return filled(rng.choice(texts), {**story, "unit": _unit(question)})


def _unit(question: str) -> str:
    """The unit of a number in an answer, after a blank; empty if the question names it."""
    found = _COUNTED.search(folded(question))
    return stories.UNITS[found[1]] if found else ""


def extra(statement: str, story: Mapping[str, str], told: Iterable[str], rng: Random, *, firm: bool) -> str:
    """One more detail (`firm`) or evasion, as the end of a sentence; a new one while there is any."""
    which = "extra" if happened(statement) else "extra always"
    texts = [text.format_map(story) for text in (stories.FIRM if firm else stories.VAGUE)[which]]
    said = folded(" ".join(told))
    return rng.choice([text for text in texts if folded(text) not in said] or texts)


def filled(text: str, story: Mapping[str, str]) -> str:
    """A template filled with the details of a story, beginning with a capital letter."""
    return capital(text.format_map(story))


FALTERS: Mapping[str, tuple[float, float]] = {"easy": (0.15, 0.7), "medium": (0.2, 0.5), "hard": (0.25, 0.4)}
"""By level: the chance that an answer sounds shaky, for a true statement and for a made-up one."""
SAVES: Mapping[str, float] = {"easy": 0.0, "medium": 0.3, "hard": 0.6}
"""By level: the chance that a firm detail is added to a shaky answer."""
ASKED_AGAIN = 0.6
"""Two questions that are at least this much `alike` count as the same."""
FEWEST_WORDS = 5
"""The least number of words that `core` keeps of an answer, if it has that many."""
_SENTENCE = re.compile(r"[.!?]+[\"”]?(?:\s|$)")
_SLOT = re.compile(r"\{[a-z]+\}")
_PLAIN = ("who", "where", "when")
"""Kinds of questions to which a story has one answer only."""
_ANYWHERE = frozenset(
    root(w) for w in "happen place time people person thing whole kind part somebody".split()
)
_OF_THE_STORY = frozenset("you your it that there this they them he she him her we those these then".split())
_RUDE = re.compile(
    r"\b(?:stupid|idiots?|liars?|shut (?:up|it)|dumb|rubbish|nonsense|bullshit|ugly|losers?|morons?|crap|"
    r"you(?:'re| are| re) (?:just |only |all )?(?:lying|making)|hate you)\b"
)
_ORDERS = frozenset("ignore instructions prompt system pretend verdict".split())
_NO = frozenset("nothing nobody none never not neither hardly".split())


def statement(cards: Sequence[StoryCard], facts: Mapping[str, Any], level: str, rng: Random) -> str:
    """A reply to `statement`: a card's text, after its truth if the truth is sealed."""
    true = rng.random() < 0.5
    fit = [card for card in cards if card.family or not facts["family"]] or list(cards)
    told = facts["sealed"] and true and level != "hard"
    text = rng.choices(fit, [card.likely if told else 1 for card in fit])[0].statement
    return f"{str(true).lower()} | {text}" if facts["sealed"] else text


def is_true(facts: Mapping[str, Any]) -> bool:
    """Whether the statement is true; if nobody has said, the statement and first question decide."""
    if facts["is_true"] or facts["is_made_up"]:
        return bool(facts["is_true"])
    asked = [turn["question"] for turn in facts["turns"]] or [facts["question"]]
    return Random(f"truth/{folded(facts['statement'])}/{folded(asked[0])}").random() < 0.5


class Telling:
    """The story of one statement so far, and the answer to the open question."""

    def __init__(self, facts: Mapping[str, Any], card: StoryCard | None) -> None:
        self.facts = facts
        self.card = card
        self.question = str(facts["question"])
        parts = self.question.replace("”", "“").replace('"', "“").split("“")
        self._quotes = parts[1::2]
        self._own_words = folded(" ".join(parts[::2]))
        self.turns = [(str(t["question"]), str(t["answer"])) for t in facts["turns"] if not t["defaulted"]]
        told = [answer for _, answer in self.turns]
        written = [point.honest for point in card.points] if card else []
        self.story = story_of(str(facts["statement"]), told, written)

    def answer(self, level: str, rng: Random) -> str:
        """What a setter of a level answers to the open question."""
        return framed(self._answer(level, rng))

    def _answer(self, level: str, rng: Random) -> str:
        shaky = rng.random() < FALTERS[level][not is_true(self.facts)]
        saved = rng.random() < SAVES[level]
        if self.light():
            return rng.choice(stories.RUDE if _RUDE.search(self._own_words) else stories.BESIDE)
        turn = self._quoted()
        if turn is not None:
            return self._opened(self._pressed(turn, rng, shaky=shaky), shaky=shaky)
        turn = self._asked_before()
        if turn is not None:
            return self._opened(self._unused(stories.AGAIN, rng).format(core=core(turn[1])), shaky=False)
        point = self.point()
        if point is None:
            firm = not shaky
            text = invented(str(self.facts["statement"]), self.question, self.story, firm=firm)
        else:
            text = self._opened(point.shaky if shaky else point.honest, shaky=shaky)
        if shaky and saved:
            text = self._unused(stories.SAVED, rng).format(text=text, extra=self._extra(rng, firm=True))
        return text

    def point(self) -> Point | None:
        """The card's point that the open question is about; None if there is none."""
        if self.card is None or not self.card.points:
            return None
        kind, points = kind_of(self.question), self.card.points
        scores = [_fit(point, self.question, self.card.statement) for point in points]
        best = max(range(len(points)), key=lambda i: (scores[i], -i))
        if scores[best] >= 1:
            return points[best]
        same = [point for point in points if kind_of(point.question) == kind]
        plain = kind in _PLAIN and not roots(self.question) - roots(self.card.statement) - _ANYWHERE
        return same[0] if plain and len(same) == 1 else None

    def kept(self) -> str | None:
        """The core of the earlier answer that the open question is about; None if it is new."""
        turn = self._quoted() or self._asked_before()
        return core(turn[1]) if turn else None

    def light(self) -> bool:
        """Whether the open question isn't about the story: it is rude, gives orders or is off topic."""
        words = set(tokens(self._own_words))
        if _RUDE.search(self._own_words) or len(words & _ORDERS) > 1:
            return True
        known = roots(str(self.facts["statement"])).union(*(roots(a) for _, a in self.turns))
        if self.card:
            known = known.union(*(roots(point.question) for point in self.card.points))
        return not (words & _OF_THE_STORY or roots(self.question) & known) and bool(roots(self.question))

    # what was said before

    def _quoted(self) -> tuple[str, str] | None:
        """The turn whose answer the question quotes, or whose names it uses."""
        for part in self._quotes:
            for turn in self.turns:
                if len(part) > 2 and folded(part).rstrip(".,!") in folded(turn[1]):
                    return turn
        names = set(names_in(self.question)) - set(names_in(str(self.facts["statement"])))
        return next((turn for turn in self.turns if names & {*names_in(turn[1]), *people_in(turn[1])}), None)

    def _asked_before(self) -> tuple[str, str] | None:
        """The turn that asked the same question, or whose answer already gave the point."""
        own = roots(self.question)
        for turn in self.turns:
            if folded(turn[0]) == folded(self.question) or alike(roots(turn[0]), own) >= ASKED_AGAIN:
                return turn
        point = self.point()
        if point is None:
            kind = kind_of(self.question)
            made = (
                {filled(text, self.story) for text in (*stories.FIRM[kind], *stories.VAGUE[kind])}
                if kind in _PLAIN
                else ()
            )
            return next((turn for turn in self.turns if turn[1].startswith(tuple(made))), None)
        return next((turn for turn in self.turns if _holds(turn[1], point)), None)

    def _pressed(self, turn: tuple[str, str], rng: Random, *, shaky: bool) -> str:
        """An answer to a question that presses on an earlier answer."""
        more = self._extra(rng, firm=not shaky)
        texts: Sequence[str]
        who = next(iter(sorted(people_in(turn[1]) & set(names_in(self.question)))), "")
        if who:
            texts = stories.PERSON_UNSURE if shaky else stories.PERSON_SURE
        elif heard(1, *turn).score <= 0:
            texts = stories.DODGED if shaky else stories.RECALLED
        else:
            texts = stories.UNSURE if shaky else (*stories.PRESSED, *stories.SURE)
        return self._unused(texts, rng).format(core=core(turn[1]), extra=more, who=who)

    def _unused(self, texts: Sequence[str], rng: Random) -> str:
        """A template that has not been used before, while there is any."""
        said = " ".join(answer for _, answer in self.turns)
        parts = [max(_SLOT.split(text), key=len) for text in texts]
        return rng.choice([t for t, part in zip(texts, parts, strict=True) if part not in said] or texts)

    def _extra(self, rng: Random, *, firm: bool) -> str:
        told = (answer for _, answer in self.turns)
        return extra(str(self.facts["statement"]), self.story, told, rng, firm=firm)

    # how it is said

    def _opened(self, text: str, *, shaky: bool) -> str:
        """The answer, beginning with yes or no if the question asks for that."""
        if not yes_or_no(self.question) or tokens(text)[:1] in (["yes"], ["no"]):
            return text
        if shaky:
            return f"Yes and no. {text}"
        named = set(names_in(self.question)) - set(names_in(str(self.facts["statement"])))
        other = bool(named) and not named & set(names_in(text))
        alone = "alone" in tokens(self.question)
        return f"{'No' if other or alone or _NO & set(tokens(text)[:1]) else 'Yes'}. {text}"


def framed(text: str) -> str:
    """An answer that keeps its quotation marks when the reply is read."""
    if text[-1] in DECORATIONS:
        text = stories.WORD_FOR_WORD.format(text=text)
    return stories.IN_WORDS.format(text=text) if text[0] in DECORATIONS else text


def core(answer: str) -> str:
    """The first sentence or sentences of an answer, without a leading yes or no."""
    text = answer
    for lead in ("Yes and no. ", "Yes. ", "No. "):
        text = text.removeprefix(lead)
    for template in (*stories.AGAIN, *stories.PRESSED):
        text = text.removeprefix(template.partition("{")[0])
    end = 0
    while end < len(text) and len(text[:end].split()) < FEWEST_WORDS:
        stop = _SENTENCE.search(text, end)
        end = stop.end() if stop else len(text)
    return text[:end].strip()


def _holds(answer: str, point: Point) -> bool:
    return any(text.strip(DECORATIONS) in answer for text in (point.honest, point.shaky))


def _fit(point: Point, question: str, statement: str) -> float:
    """How well a point fits a question; 1 or more is good enough."""
    if folded(point.question) == folded(question):
        return 100.0
    asked, common = roots(question), roots(statement)
    shared = asked & (roots(point.question) | roots(point.name))
    kind = kind_of(question)
    same_kind = kind not in ("what", "how", "whether") and kind_of(point.question) == kind
    guessed = set(names_in(question)) & set(names_in(point.honest))
    return (
        len(shared - common)
        + 0.6 * len(shared & common)
        + (0.5 * len(shared) / len(asked) if asked else 0)
        + 0.4 * same_kind
        + 0.3 * len(asked & roots(point.honest) - shared)
        + 1.5 * bool(guessed)
    )

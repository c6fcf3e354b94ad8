"""The setter: a statement with a story, and answers that stay consistent with it.

`cues.py` finds what a question asks for. The answer is the line of the card that fits the question best: one
of the card's own answers, or what the story says about an aspect. A line is said only once. If the story
lacks a detail, the setter admits it and adds something that the story does contain.

If no card has the statement, the story is made up: its details follow from the statement. Details in earlier
answers come first, even in answers of a player whose seat the bot took over.

A true story is told as it is. A made-up story is told from the same lines, and it cracks at turns that are
planned from its beginning: an answer is shaky, or the setter lets slip something that contradicts an earlier
answer.

Law: no text in the stock gives away whether a statement is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from tui_arena.core.language.function_words import yes_no_of
from tui_arena.core.language.numbers import number_at, number_tokens
from tui_arena.core.language.sentences import capital
from tui_arena.core.text import DECORATIONS
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import StoryCard, alike, folded, root, roots
from tui_arena.games.bluffing.bot.cues import OPEN, YES_NO, Asked, StoryVocabulary, asked, names_in
from tui_arena.games.bluffing.rules import written_statement

PLACES = tuple(
    "Leeds Ghent Bergen Graz Lucca Cork Aarhus Bath Delft Siena Tartu Girona Ulm Perth Malmö Ely".split()
)
COMPANIONS = tuple(
    (kin, name)
    for kins, names in (
        ("cousin sister aunt neighbour", "Nora Anneke Ruth Ines Greta Lena Marta Clara Edith"),
        ("cousin brother uncle neighbour", "Tom Martin Paul Owen Hugo Finn Otto"),
    )
    for kin in kins.split()
    for name in names.split()
)
DETAILS: Mapping[str, tuple[str, ...]] = {
    "colour": tuple("red green yellow blue brown grey".split()),
    "smell": ("wet dog", "burnt toast", "floor polish", "cut grass", "old books", "onion soup", "damp wool"),
    "number": tuple("four six seven nine eleven fourteen seventeen".split()),
    "month": tuple("February March April June July September October November".split()),
    "age": tuple("eleven twelve fourteen nineteen twenty-three thirty".split()),
}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMPANION = re.compile(
    r"\b[Mm]y (cousin|brother|sister|uncle|aunt|neighbour|friend|husband|wife|colleague|daughter|son),? ([A-Z][a-zà-öø-ÿ]+)"
)
_PLACE = re.compile(r"\b(?:in|near|outside|at) ((?!January|February|March|April|May|June|July|August|September|"
                    r"October|November|December|Christmas|Easter|I\b)[A-Z][a-zà-öø-ÿ]{2,})")  # fmt: skip


def details_of(statement: str, told: Iterable[str]) -> dict[str, str]:
    """The details of a statement's story; `told`: the answers so far, whose details come first."""
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(COMPANIONS)
    story = {"kin": kin, "name": name, "year": str(rng.randint(1994, 2019)), "place": rng.choice(PLACES)}
    story |= {slot: rng.choice(values) for slot, values in DETAILS.items()}
    for text in reversed(tuple(told)):
        if year := _YEAR.search(text):
            story["year"] = year[0]
        if place := _PLACE.search(text):
            story["place"] = place[1]
        if companion := _COMPANION.search(text):
            story["kin"], story["name"] = companion[1], companion[2]
    return story


def invented(
    statement: str,
    what: Asked,
    story: Mapping[str, str],
    told: Iterable[str],
    lines: Mapping[str, Sequence[str]],
) -> str:
    """The story's answer to a question; it wasn't given before if an unused answer is left.

    `lines`: maps an aspect to answers with slots for the details of a story; `unknown` has the answers to any
    other question.
    """
    wanted = [name for name in what.aspects if (name in YES_NO) == what.yes_no]
    texts = lines[wanted[0] if wanted else "unknown"]
    slots = {**story, "Number": capital(story["number"])}
    said = set(told)
    filled = [capital(text.format_map(slots)) for text in texts]
    fresh = [text for text in filled if text not in said]
    rng = Random(f"{folded(statement)}/{wanted[:1]}/{sorted(what.topic)}")
    answer = rng.choice(fresh or filled)
    return f"{rng.choice(('Yes', 'No'))}. {answer}" if what.yes_no and not wanted else answer


CRACKS: Mapping[str, Sequence[int]] = {"easy": (2,), "medium": (2, 2, 1), "hard": (1, 2)}
"""Maps a level to possible numbers of cracks in each five answers of a made-up story; one is drawn."""
FIRST_CRACK, LAST_CRACK = 2, 5
"""The first and the last of each five answers that may crack; if an answer can't crack, the next one does."""
PLAIN = frozenset(("when", "age", "where", "alone", "who", "name"))
"""The aspects in which anybody notices a contradiction."""
FITS: Mapping[str, frozenset[str]] = {
    kind: frozenset((kind, *others.split()))
    for kind, others in {
        "who": "name proof others", "when": "", "where": "", "age": "", "long": "", "many": "", "cost": "",
        "why": "begin", "begin": "how why", "how": "begin next", "next": "end others", "end": "today next",
        "said": "others", "others": "said", "felt": "worst", "looked": "sense", "sense": "looked", "name": "",
        "weather": "", "worst": "felt", "proof": "today", "today": "end",
    }.items()
}  # fmt: skip
"""Maps an aspect to the aspects whose lines answer a question for it."""
GENERAL = ("next", "how", "worst", "begin", "end", "others", "looked", "said")
"""The aspects that continue the story when a question doesn't ask for any aspect."""
OFFERED = ("said", "others", "today", "sense", "begin", "looked", "weather", "next")
"""The aspects from which the setter offers a line when the story doesn't know the answer."""
ASPECT, ALSO, OWN_WORD, OTHER_WORD = 3.0, 1.5, 2.0, 1.0
"""The points that a line gets for its aspect and for a lesser aspect. Then the points for each word of the
question: in the line's own question, and elsewhere in the line."""
SIMILAR = 0.4
"""A question that is at least this much `alike` to a line's own question probably asks for that line."""
BESIDE_IT = 0.5
"""The points that a line loses if its own question is about something else."""
OLD = 0.75
"""A line says nothing new if an earlier answer has at least this part of its words."""
CLEAR = 1.0
"""The least points for the topic that a line needs if it has no aspect in common with the question."""
ASKED_AGAIN = 0.6
"""Two questions that are at least this much `alike` count as the same question."""
FEWEST_WORDS = 5
"""The least number of words of an answer that `core` keeps, if the answer has that many."""
_SENTENCE = re.compile(r"[.!?]+[\"”]?(?:\s|$)")
_ANYWHERE = frozenset(
    root(w) for w in """happen place time people person thing whole kind part somebody story tell remember like
    look exactly actually really anybody anyone somebody someone else then there first make come go take think
    know call name much many long old often way much man still""".split()
)  # fmt: skip
"""Roots that don't show what a question is about."""
_OF_THE_STORY = frozenset("you your it that there this they them he she him her we those these then".split())
_ORDERS = frozenset("ignore instructions prompt system pretend verdict".split())
_NONE = frozenset("nothing nobody none never not neither hardly".split())
_TIMES = root("times")
_NOT = re.compile(
    r"\bwhy (?:on earth )?(?:\w+n[’']?t|(?:did|do|were|was|have|had|would|could) \w+ not|not)\b"
)
"""A question for the reason why something wasn't done."""
_STEPS = frozenset(map(root, "want decide choose keep begin happen bother earth".split()))
"""Roots in a question for a reason that don't show what the reason is for."""
_WHICH = re.compile(
    r"\b(?:what|which) (?:kind of |sort of |type of |exact |other )?(?P<noun>[a-z]+) "
    r"(?:exactly |precisely )?(?:was|were|is|are|did|do|does|had|have|has)\b"
)
"""A question that asks which thing of a kind it was."""
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


def statement(cards: Sequence[StoryCard], facts: Mapping[str, Any], level: str, rng: Random) -> str:
    """A reply to `statement`: a card's text, preceded by its truth if the truth is sealed."""
    true = rng.random() < 0.5
    fit = [card for card in cards if card.family or not facts["family"]] or list(cards)
    told = facts["sealed"] and true and level != "hard"
    text = rng.choices(fit, [card.likely if told else 1 for card in fit])[0].statement
    return written_statement(text, truth=true) if facts["sealed"] else text


def is_true(facts: Mapping[str, Any]) -> bool:
    """True if the statement is true; if nobody has said so, the statement and the first question decide."""
    if facts["is_true"] or facts["is_made_up"]:
        return bool(facts["is_true"])
    return Random(f"truth/{_beginning(facts)}").random() < 0.5


def _beginning(facts: Mapping[str, Any]) -> str:
    questions = [turn["question"] for turn in facts["turns"]] or [facts["question"]]
    return f"{folded(facts['statement'])}/{folded(questions[0])}"


def cracks_due(facts: Mapping[str, Any], level: str) -> int:
    """The number of times that a made-up story should have cracked by the next answer."""
    fives, turn = divmod(len(facts["turns"]) + 1, 5)
    due = 0
    for five in range(fives + 1):
        rng = Random(f"cracks/{_beginning(facts)}/{level}/{five}")
        planned = rng.sample(range(FIRST_CRACK, LAST_CRACK + 1), rng.choice(CRACKS[level]))
        due += sum(five < fives or number <= turn for number in planned)
    return due


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One thing that a story can say."""

    text: str
    aspects: tuple[str, ...]
    """The aspects that the line answers, best first."""
    said: frozenset[str]
    """The roots of its words."""
    names: frozenset[str]
    """The names in the line."""
    core: str
    """The part of it that is said when the line is repeated."""
    yes_no: bool
    """True if the line begins with yes or no."""
    question: str = ""
    """Its own question, folded; empty if the line answers any question for its aspect."""
    asked: frozenset[str] = frozenset()
    """The roots of its own question."""
    own: frozenset[str] = frozenset()
    """The roots of its own question and of the word for what that question is about."""
    label: frozenset[str] = frozenset()
    """The roots of the word for what its question is about; empty if there is no such word."""
    shaky: str = ""
    """The words of somebody who wasn't present; empty if there are none."""


def lines_of(card: StoryCard, known: StoryVocabulary) -> tuple[StoryLine, ...]:
    """All the lines of a card."""
    points = (
        _own_line(known, point.question, point.honest, point.name, point.shaky) for point in card.points
    )
    more = (_own_line(known, question, answer) for question, answer in card.more)
    told = (_line(text, (name,)) for name, text in card.facts.items() if name in OPEN or name in YES_NO)
    return (*points, *more, *told)


def _own_line(
    known: StoryVocabulary, question: str, answer: str, name: str = "", shaky: str = ""
) -> StoryLine:
    """The line that answers one question; `name`: a word for what the question is about."""
    line = _line(answer, tuple(name for name in asked(question, known).aspects if name in OPEN))
    about = roots(question)
    return replace(
        line, question=folded(question), asked=about, own=about | roots(name), label=roots(name), shaky=shaky
    )


def _line(text: str, aspects: tuple[str, ...]) -> StoryLine:
    return StoryLine(
        text, aspects, roots(text), frozenset(names_in(f"x {text}")), core(text), yes_no_of(text) is not None
    )


class Telling:
    """The story of one statement so far, and the answer to the open question."""

    def __init__(
        self,
        facts: Mapping[str, Any],
        card: StoryCard | None,
        lines: Sequence[StoryLine],
        speech: Mapping[str, Any],
        known: StoryVocabulary,
    ) -> None:
        """`lines`: all the lines of the card; see `lines_of`. `speech`: the bots' phrases, by occasion."""
        self._speech, self._known = speech, known
        self.facts = facts
        self.card = card
        self.question = str(facts["question"])
        self.asked = asked(self.question, known)
        self._statement = str(facts["statement"])
        parts = self.question.replace("”", "“").replace('"', "“").split("“")
        self._quotes = parts[1::2]
        self._own_words = folded(" ".join(parts[::2]))
        self.turns = [(str(t["question"]), str(t["answer"])) for t in facts["turns"] if not t["defaulted"]]
        self._told = [answer for _, answer in self.turns]
        self._lines = lines
        self._said = [(text, roots(text)) for text in map(_bare, self._told)]
        self._topic = self.asked.topic - _ANYWHERE
        self._common = roots(self._statement)
        self._named = set(names_in(self.question)) - set(names_in(self._statement))

    def answer(self, level: str, rng: Random) -> str:
        """The answer of a setter of a level to the open question."""
        return framed(self._answer(level, rng), self._speech)

    def _answer(self, level: str, rng: Random) -> str:
        if self.light():
            return self._unused(self._speech["rude" if self._is_rude() else "beside"], rng)
        line = self.line
        text = self.plain(rng)
        if is_true(self.facts) or self._cracked() >= cracks_due(self.facts, level):
            return text
        slips = self._slips()
        shaky = line.shaky if line and not self._is_said(line) else ""
        if shaky and not (slips and rng.random() < 0.5):
            return self._opened(shaky, yes=True)
        return f"{text} {rng.choice(slips)}" if slips else text

    def plain(self, rng: Random) -> str:
        """The answer of a person who tells the story as it is; an honest word if the story has none."""
        line = self.line
        if line is None:
            return self._unknown(rng)
        if self._is_said(line):
            return self._again(line.text, rng, yes=self._agrees(line))
        if not self.asked.yes_no:
            return line.text
        if line.yes_no:
            turned = self.asked.opposite and line.aspects[:1] == self.asked.aspects[:1]
            return _turned(line.text) if turned else line.text
        return self._opened(line.text, yes=self._agrees(line))

    # which line

    @cached_property
    def line(self) -> StoryLine | None:
        """The line that the open question asks for; None if the story doesn't know, or if it has no card.

        A line that was said before is chosen only if the same thing is asked again or nothing else is left.
        """
        scores = [(self._fit(line), -n, line) for n, line in enumerate(self._lines)]
        fit = sorted((found for found in scores if found[0] > 0), key=lambda found: found[:2], reverse=True)
        if not fit:
            return self._next_of(GENERAL) if self._is_general() else None
        best = fit[0][2]
        if not self._is_said(best) or self._asked_before():
            return best
        near = (line for score, _, line in fit if score >= 0.5 * fit[0][0] and not self._is_said(line))
        settled = self.asked.yes_no or best.aspects[:1] == self.asked.aspects[:1] != ("next",)
        return next(near, None) or (None if settled else self._next_of(GENERAL)) or best

    def _is_general(self) -> bool:
        """True if the question only asks to hear more."""
        known = roots(self._statement).union(*map(roots, self._quotes), *map(roots, self._told))
        more = not self.asked.yes_no and not self.asked.aspects and self._topic <= known
        return more and self._sort not in self._topic

    @property
    def _sort(self) -> str:
        """The root of the noun, `animal` in `Which animal was it?`; empty for other questions."""
        found = _WHICH.search(folded(self.question))
        return root(found["noun"]) if found else ""

    def _next_of(self, aspects: Sequence[str]) -> StoryLine | None:
        """The first unsaid line of these aspects; lines with a question of their own don't count."""
        told = (line for line in reversed(self._lines) if line.aspects and not line.question)
        lines = {line.aspects[0]: line for line in told}
        found = (lines[name] for name in aspects if name in lines)
        return next((line for line in found if not self._is_said(line) and _stands_alone(line.text)), None)

    def _fit(self, line: StoryLine) -> float:
        """How well a line answers the open question; 0 if it doesn't answer it."""
        if line.yes_no and not self.asked.yes_no:
            return 0.0
        if line.question and line.question == folded(self.question):
            return 100.0
        common = self._common
        topic = sum(
            (OWN_WORD if one in line.own else OTHER_WORD) * (0.2 if one in common else 1.0)
            for one in self._topic
            if one in line.own or one in line.said
        )
        topic += 2 * OWN_WORD * len(self._named & line.names)
        if line.question and alike(roots(self.question), line.asked) >= SIMILAR:
            topic += ASPECT
        elif line.question and not line.own & self._topic - common:
            topic -= BESIDE_IT
        return (self._fit_yes_no if self.asked.yes_no else self._fit_open)(line, topic)

    def _fit_open(self, line: StoryLine, topic: float) -> float:
        """How well a line answers an open question; `topic`: its points for the topic."""
        wanted = self.asked.aspects
        if not wanted:
            topic += ASPECT * (self._sort in line.label)
            return topic if topic >= CLEAR else 0.0
        if wanted[0] == "why" and not self._is_reason(line):
            return 0.0
        if self.asked.counted and self.asked.counted not in line.own | line.said:
            return ALSO if "who" in wanted and line.aspects == ("who",) else 0.0
        if line.aspects[:1] == wanted[:1]:
            return ASPECT + topic
        if not FITS[wanted[0]].isdisjoint(line.aspects):
            return (ALSO + topic) if topic >= CLEAR else 0.5 * ALSO
        loose = wanted[0] in ("how", "next", "name", "end", "others", "looked")
        return topic if loose and topic >= OWN_WORD else 0.0

    def _is_reason(self, line: StoryLine) -> bool:
        """True if a line may be the reason that is asked for.

        The reason for the whole story isn't a reason for a step in it, or for something that wasn't done.
        """
        about = self._topic - _STEPS
        if _NOT.search(folded(self.question)) and not line.question:
            return bool(about) and about <= self._common
        if line.question:
            return bool(about & line.own) or alike(roots(self.question), line.asked) >= SIMILAR
        return not about or bool(about & (self._common | line.said))

    def _fit_yes_no(self, line: StoryLine, topic: float) -> float:
        wanted = self.asked.aspects
        shared = [name for name in line.aspects if name in wanted]
        if line.yes_no:
            return (
                (ASPECT if wanted[:1] == line.aspects else ALSO) + topic
                if shared
                else topic * (topic >= CLEAR)
            )
        if shared and not line.question:
            return ALSO + topic
        return topic if topic >= CLEAR and _stands_alone(line.text) else 0.0

    def _agrees(self, line: StoryLine) -> bool:
        """True if yes, not no, comes before an open answer to a yes-or-no question."""
        first = set(tokens(line.text)[:2])
        if first & _NONE:
            return False
        if self._named:
            return bool(self._named & line.names)
        said = line.said | {_IMPLIED[one] for one in line.said if one in _IMPLIED}
        about = self._topic - roots(self._statement)
        if line.aspects[:1] == ("proof",):
            return not self.asked.topic & _LIES
        if line.aspects[:1] == ("age",) and about & _YOUNG:
            first_words = number_tokens(folded(line.text))[:8]
            ages = {number_at(first_words, at)[0] for at in range(len(first_words))}
            return max(ages, default=0) in _CHILDHOOD
        if set(line.aspects[:1]) & set(self.asked.aspects) & {"weather", "when", "age", "where", "many"}:
            return bool(about & said)
        return True

    # what was said before

    def _is_said(self, line: StoryLine) -> bool:
        shaky = line.shaky or "\0"
        return any(
            line.core in text or shaky in text or len(line.said & words) >= OLD * len(line.said)
            for text, words in self._said
        )

    def _asked_before(self) -> bool:
        """True if an earlier question asked for the same thing."""
        own = roots(self.question)
        return any(
            folded(question) == folded(self.question) or alike(roots(question), own) >= ASKED_AGAIN
            for question, _ in self.turns
        )

    def light(self) -> bool:
        """True if the open question isn't about the story: it is rude, gives orders or is off topic."""
        words = set(tokens(self._own_words))
        if self._is_rude() or len(words & _ORDERS) > 1:
            return True
        known = roots(self._statement).union(*(roots(answer) for answer in self._told))
        known = known.union(*(line.own | line.said for line in self._lines))
        return not (words & _OF_THE_STORY or roots(self.question) & known or self.asked.aspects) and bool(
            roots(self.question)
        )

    def _is_rude(self) -> bool:
        return self._known.says("rude", self._own_words)

    def kept(self) -> str | None:
        """The core of the earlier answer that the open question asks for again; None if it is new."""
        line = self.line
        return core(line.text) if line and self._is_said(line) else None

    # other answers

    def _unknown(self, rng: Random) -> str:
        if self.card is None or not self.card.facts:
            story = details_of(self._statement, self._told)
            text = invented(self._statement, self.asked, story, self._told, self._speech["invented"])
            return _turned(text) if self.asked.opposite else text
        other = self._next_of(OFFERED) or self._next_of(OPEN)
        if other is None:
            return self._again(self._told[-1] if self._told else self._statement, rng, yes=True)
        if self.asked.yes_no:
            return str(self._speech["not_remembered"].format(line=other.text))
        if self.asked.counted:
            return self._number(other)
        why = self.asked.aspects[:1] == ("why",)
        frame = self._unused(self._speech["no_reason" if why else "forgotten"], rng)
        return frame.format(line=other.text)

    def _number(self, other: StoryLine) -> str:
        """The answer to a question for a number that no line gives; `other`: a line that may be added."""
        again = self.card.facts.get("again", "") if self.card else ""
        if self.asked.counted == _TIMES and again:
            return f"{'More than once' if again.startswith('Yes') else 'Just the once'}. {_bare(again)}"
        counted = (
            line for line in self._lines if self.asked.counted in line.said and not self._is_said(line)
        )
        if line := next(counted, None):
            return _bare(line.text)
        number = Random(f"{folded(self._statement)}/{self.asked.counted}").choice(self._speech["numbers"])
        return str(self._speech["number"].format(number=number, line=other.text))

    def _again(self, text: str, rng: Random, *, yes: bool) -> str:
        return self._opened(
            self._unused(self._speech["again"], rng).format(core=core(text)), yes=yes and text[:2] != "No"
        )

    def _cracked(self) -> int:
        """The number of answers so far that were shaky or let something slip."""
        if self.card is None:
            return 0
        texts = [point.shaky for point in self.card.points] + [text for _, text in self.card.slips]
        return sum(any(text in told for text in texts) for told in self._told)

    def _slips(self) -> list[str]:
        """The asides that contradict an earlier answer; only the plainest if there are several aspects."""
        if self.card is None:
            return []
        said = " ".join(self._told)
        common = roots(self._statement) | _ANYWHERE
        asked_for = {
            name
            for question, _ in self.turns
            for name in asked(question, self._known).aspects[:1]
            if asked(question, self._known).topic <= common
        }
        told = {name for name, text in self.card.facts.items() if name in asked_for or core(text) in said}
        fresh = [(name, text) for name, text in self.card.slips if name in told and text not in said]
        return [text for name, text in fresh if name in PLAIN] or [text for _, text in fresh]

    def _unused(self, texts: Sequence[str], rng: Random) -> str:
        """A phrase that hasn't been used before; any phrase if all have been used."""
        said = " ".join(self._told)
        return rng.choice([text for text in texts if text.partition("{")[0].strip() not in said] or texts)

    def _opened(self, text: str, *, yes: bool) -> str:
        """The answer, beginning with yes or no if the question asks for that."""
        if not self.asked.yes_no or yes_no_of(text) is not None:
            return text
        return f"{'Yes' if yes else 'No'}. {text}"


def framed(text: str, speech: Mapping[str, Any]) -> str:
    """An answer that keeps its quotation marks: a reply loses such marks at its ends when it is read."""
    if text[-1] in DECORATIONS:
        text = str(speech["word_for_word"].format(text=text))
    return str(speech["in_words"].format(text=text)) if text[0] in DECORATIONS else text


def core(answer: str) -> str:
    """The first sentence or sentences of an answer, without a leading yes or no.

    >>> core("Yes. It was red. Rather a dark one, in fact.")
    'It was red. Rather a dark one, in fact.'
    """
    text, end = _bare(answer), 0
    while end < len(text) and len(text[:end].split()) < FEWEST_WORDS:
        stop = _SENTENCE.search(text, end)
        end = stop.end() if stop else len(text)
    return text[:end].strip()


def _bare(answer: str) -> str:
    """An answer without its leading yes or no, beginning with a capital letter."""
    for lead in ("Yes. ", "No. ", "Yes, ", "No, "):
        if answer.startswith(lead):
            return capital(answer.removeprefix(lead))
    return answer


def _stands_alone(text: str) -> bool:
    """True if a line is a sentence without its question."""
    return tokens(text)[0] not in _ONLY_ANSWERS and _VERB.search(text) is not None


def _turned(text: str) -> str:
    """A line with the opposite yes or no at its beginning; any other text as it is."""
    for word, other in (("Yes", "No"), ("No", "Yes")):
        if tokens(text)[:1] == [word.lower()]:
            return f"{other}{text[len(word) :]}"
    return text

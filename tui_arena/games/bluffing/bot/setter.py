"""The setter: a statement with a story, and answers that stay consistent with it.

`matching.py` finds the line of the card that answers a question. A line is said only once. If the story has
no answer, the setter makes up a small fact or says that it doesn't know (`story.py`). It always keeps to the
question.

If no card has the statement, the story is made up: its details follow from the statement. Details from
earlier answers come first, even if the bot took over the seat from the player who gave them.

A true story is told as it is. A made-up story is told from the same lines, and it cracks at turns that are
planned from its beginning: an answer is shaky, or the setter lets slip something that contradicts an earlier
answer.

Law: no text in the stock gives away whether a statement is true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any

from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import yes_no_of
from tui_arena.core.language.sentences import capital
from tui_arena.core.text import DECORATIONS
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.matching import agrees, denies, fit, invented_aspect, loosely_fit, mentions
from tui_arena.games.bluffing.bot.question import Question, halves
from tui_arena.games.bluffing.bot.reading import StoryVocabulary, alike, asked, folded, happened, root, roots
from tui_arena.games.bluffing.bot.story import (
    StoryCard,
    StoryLine,
    bare,
    persona_of,
    small_fact,
    stands_alone,
    unknown,
)
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


def details_of(statement: str, answers: Iterable[str]) -> dict[str, str]:
    """The details of a statement's story; `answers`: the answers so far, whose details come first."""
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(COMPANIONS)
    story = {"kin": kin, "name": name, "year": str(rng.randint(1994, 2019)), "place": rng.choice(PLACES)}
    story |= {slot: rng.choice(values) for slot, values in DETAILS.items()}
    for text in reversed(tuple(answers)):
        if year := _YEAR.search(text):
            story["year"] = year[0]
        if place := _PLACE.search(text):
            story["place"] = place[1]
        if companion := _COMPANION.search(text):
            story["kin"], story["name"] = companion[1], companion[2]
    return story


def invented(
    question: Question, story: Mapping[str, str], answers: Iterable[str], lines: Mapping[str, Sequence[str]]
) -> str:
    """The story's answer to a question; empty if there is none.

    An answer wasn't given before if an unused one is left. `lines`: maps an aspect to answers with slots for
    the details of a story.
    """
    aspect = invented_aspect(question)
    slots = {**story, "Number": capital(story["number"])}
    said = set(answers)
    filled = [capital(text.format_map(slots)) for text in lines.get(aspect, ())]
    rng = Random(f"{sorted(story.items())}/{aspect}/{sorted(question.topic)}")
    return rng.choice([text for text in filled if text not in said] or filled or [""])


CRACKS: Mapping[str, Sequence[int]] = {"easy": (2,), "medium": (2, 2, 1), "hard": (1, 2)}
"""Maps a level to possible numbers of cracks in every five answers of a made-up story; one is drawn."""
FIRST_CRACK, LAST_CRACK = 2, 5
"""The first and the last of every five answers that may crack; if an answer can't crack, the next one does."""
PLAIN = frozenset(("when", "age", "where", "alone", "who", "name"))
"""The aspects in which anybody notices a contradiction; if one of them can slip, no other does."""
ON_WITH_IT = ("next", "how", "worst", "begin", "end", "others", "looked", "said")
"""The aspects that continue the story when a question only asks to hear more."""
NEARLY_AS_GOOD = 0.7
"""A line that wasn't said before is said instead of the best line if it has this share of the points."""
OLD = 0.75
"""A line says nothing new if an earlier answer has at least this part of its words."""
ASKED_AGAIN = 0.6
"""Two questions that are at least this much `alike` count as the same question."""
SURE = 2.0
"""The points that the line for the second half of a question must have to be said."""
MOST_CHARACTERS = 260
"""The greatest length of an answer to a question that asks twice; if it is longer, only the first half is answered."""
FEWEST_WORDS = 5
"""The least number of words of an answer that `core` keeps, if the answer has that many."""
_SENTENCE = re.compile(r"[.!?]+[\"”]?(?:\s|$)")
_OF_THE_STORY = frozenset("you your it that there this they them he she him her we those these then".split())
_HAPPENED = frozenset("did was were had".split())
"""Words of questions about an event; if the story is an event, too, the question may be about the story."""
_ORDERS = frozenset("ignore instructions prompt system pretend verdict".split())
_TIMES, _OWNER = root("times"), root("owner")
_EVERY = re.compile(r"\btimes (?:a|an|per|each|every)\b")
_COUNTS = re.compile(
    r"\b(?:twice|\w+ times?|once (?:more|again)|every|each|daily|regularly|often)\b|^once\b|\d"
)
"""The words and figures with which a line says how often something happened."""
_ONCE = re.compile(r"^(?:\w+ ){0,2}(?:once|twice|second|times?)\b")
_ONCE_MORE = re.compile(r"^Once\b(?! (?:more|again|every|(?:a|in a) (?:day|week|month|year|season|while)))")
"""The beginning of a line that says how often it happened again."""
_EXCEPTS = frozenset("only just merely except apart".split())
_CONTRASTS = frozenset(("But", "Though", "Although"))
_OWN = re.compile(r"\b[Mm]y (?:own )?((?:[\w-]+ ){0,2}[\w-]+)")


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
        self._statement = str(facts["statement"])
        self._read = Question(self.question, self._statement, known)
        self.asked = self._read.asked
        self._own_words = folded(" ".join(self.question.replace("”", "“").replace('"', "“").split("“")[::2]))
        self.turns = [(str(t["question"]), str(t["answer"])) for t in facts["turns"] if not t["defaulted"]]
        self._answers = [answer for _, answer in self.turns]
        self._lines = lines
        self._said = [(text, roots(text)) for text in map(bare, self._answers)]

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
        fresh = self._slips()
        if line is None and not (self._second and self._second.line):
            fresh = [(name, aside) for name, aside in fresh if name == self._read.kind]
        slips = [aside for name, aside in fresh if name in PLAIN] or [aside for _, aside in fresh]
        shaky = line.shaky if line and not self._is_said(line) else ""
        if shaky and not (slips and rng.random() < 0.5):
            return self._opened(shaky, yes=True)
        return f"{text} {rng.choice(slips)}" if slips else text

    def plain(self, rng: Random) -> str:
        """The answer of a person who tells the story as it is; an honest word if the story has none.

        If the question asks twice, each half that the story knows is answered.
        """
        second = self._second
        if second is None or (second.line and (second.line == self.line or second.kept() is not None)):
            return self.known_half(rng) or self._unknown(rng)
        first, then = self.known_half(rng), second.known_half(rng, SURE)
        words = roots(then)
        old = not then or 0 < OLD * len(words) <= len(words & roots(first))
        if old or len(first) + len(then) >= MOST_CHARACTERS:
            return first or self._unknown(rng)
        return f"{first} {then}".strip()

    def is_lost(self, rng: Random) -> bool:
        """True if the story has no answer to the open question, so that the teller makes one up or says so."""
        if self.light() or self.line is not None or self._read.doubt:
            return False
        return not (self._times(rng) or self._owner(rng) or self._made_before(rng))

    @property
    def story(self) -> Sequence[StoryLine]:
        """All the lines of the story."""
        return self._lines

    def known_half(self, rng: Random, least: float = 0.0) -> str:
        """The same, but empty if the teller has to say that it doesn't know.

        `least`: the points that a line of the story must have to be said.
        """
        line = self.line
        if line is None or self.fit < least:
            return self._made_up(rng)
        if self._is_said(line):
            return self._again(line.text, rng, yes=agrees(self._read, line))
        if line.yes_no and not self.asked.yes_no:
            frames = self._speech["today"] if line.aspects == ("regret",) else {}
            return str(frames.get(tokens(line.text)[0], "{text}")).format(text=bare(line.text))
        if not self.asked.yes_no:
            return line.text
        if line.yes_no:
            own = bool(line.question) and asked(line.question, self._known).opposite
            turned = self.asked.opposite != own and line.aspects[:1] == self.asked.aspects[:1]
            return self._turned(line) if turned else line.text
        return self._opened(line.text, yes=agrees(self._read, line))

    @cached_property
    def _second(self) -> Telling | None:
        """The telling for the second half of a question that asks twice; None if it asks once."""
        second = halves(self.question)[1]
        if not second or not self._lines:
            return None
        facts = {**self.facts, "question": second}
        return Telling(facts, self.card, self._lines, self._speech, self._known)

    # which line

    @cached_property
    def _found(self) -> list[tuple[float, int, StoryLine]]:
        """The lines that answer the question, the best first, each with its points and its place."""
        return self._fitting(fit) or self._fitting(loosely_fit)

    def _fitting(
        self, how_well: Callable[[Question, StoryLine], float]
    ) -> list[tuple[float, int, StoryLine]]:
        scores = [(how_well(self._read, line), -n, line) for n, line in enumerate(self._lines)]
        return sorted((one for one in scores if one[0] > 0), key=lambda one: one[:2], reverse=True)

    @property
    def fit(self) -> float:
        """How well the best line answers the question; 0 if none does."""
        return self._found[0][0] if self._found else 0.0

    @cached_property
    def line(self) -> StoryLine | None:
        """The line that the open question asks for; None if the story doesn't know, or if it has no card.

        A line that was said before is chosen only if the same thing is asked again or nothing else is left.
        """
        found = self._found
        if self._read.doubt:
            return None
        if not found:
            return self._next() if self._read.asks_for_more(self._answers) else None
        most, _, best = found[0]
        if not self._is_said(best) or self._asked_before():
            return best
        near = (
            line for score, _, line in found if score >= NEARLY_AS_GOOD * most and not self._is_said(line)
        )
        return next(near, best)

    def _next(self) -> StoryLine | None:
        """The first unsaid line that continues the story; lines with a question of their own don't count."""
        lines = {line.aspects[0]: line for line in self._lines if not line.question}
        found = (lines[name] for name in ON_WITH_IT if name in lines)
        return next((line for line in found if not self._is_said(line) and stands_alone(line.text)), None)

    # what was said before

    def _is_said(self, line: StoryLine) -> bool:
        shaky = line.shaky or "\0"
        first = core(line.text)
        return any(
            first in text or shaky in text or len(line.said & words) >= OLD * len(line.said)
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
        if self._read.doubt:
            return False
        if self._is_rude() or len(words & _ORDERS) > 1:
            return True
        known = roots(self._statement).union(*(roots(answer) for answer in self._answers))
        known = known.union(*(line.own | line.said for line in self._lines))
        if (
            (words & _HAPPENED or any(map(is_past, words)))
            and happened(self._statement)
            and not self._read.names
        ):
            return False
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

    def _made_up(self, rng: Random) -> str:
        """An answer that no line of the story has; empty if the teller must say that it doesn't know."""
        if self._read.doubt:
            return self._assured(rng)
        if self.card is None or not self.card.facts:
            story = details_of(self._statement, self._answers)
            if text := invented(self._read, story, self._answers, self._speech["invented"]):
                return self._opened(_turned(text) if self.asked.opposite else text, yes=self._read.believes)
        return self._times(rng) or self._owner(rng) or self._made_before(rng) or self.small()

    def _unknown(self, rng: Random) -> str:
        text = unknown(self._read, self._speech["unknown"], " ".join(self._answers), rng)
        thing = root(self._read.thing)
        about = (line for line in self._lines if thing and mentions(line, thing) and not self._is_said(line))
        line = None if self.asked.yes_no else next(about, None)
        if line is None:
            return self._no_more_known(rng) or text
        return f"{text} {self._unused(self._speech['related'], rng).format(line=bare(line.text))}"

    def small(self) -> str:
        """A small fact that the teller makes up for the open question; empty if there is none for it."""
        story = " ".join(line.text for line in self._lines)
        if any(name not in f"{self._statement} {story} {self._answers}" for name in self._read.names):
            return ""  # the story doesn't know who or what that is
        persona = persona_of(self._statement, story, tuple(self._speech["persona"].items()))
        return small_fact(self._read, persona, self._speech, self._answers, folded(self._statement))

    def _made_before(self, rng: Random) -> str:
        """The earlier answer if the same thing was asked before and the story has no line for it; else empty."""
        same = (answer for question, answer in self.turns if self._is_again(question))
        before = next(same, "")
        return self._again(before, rng, yes=False) if before else ""

    def _is_again(self, question: str) -> bool:
        """True if an earlier question asks the same of the same person or thing, perhaps in other words."""
        before = Question(question, self._statement, self._known)
        about = (before.kind, before.subject) == (self._read.kind, self._read.subject)
        return folded(question) == folded(self.question) or (
            about and alike(roots(question), roots(self.question)) >= ASKED_AGAIN
        )

    def _no_more_known(self, rng: Random) -> str:
        """A remark that the teller knows no more about a thing it has mentioned; empty if there is no such thing."""
        thing, said = self._read.thing, " ".join(self._answers)
        if not any(root(thing) in words for _, words in self._said):
            return ""
        fresh = [text for text in self._speech["unknown"]["told"] if text.partition("{")[0] not in said]
        return rng.choice(fresh).format(thing=thing) if fresh else ""

    def _turned(self, line: StoryLine) -> str:
        """The line as an answer to the opposite of what its aspect asks for.

        If the rest of a line denies something or makes an exception, its question is put before it instead.
        """
        asks = self._speech["turned"].get(line.aspects[0], "")
        rest = bare(line.text)
        bound = denies(rest) or not _EXCEPTS.isdisjoint(tokens(rest)[:1])
        return f"{asks} {line.text}" if asks and bound else _turned(line.text)

    def _assured(self, rng: Random) -> str:
        """A plain yes or no to a doubt, with the line that proves the story if that wasn't said yet."""
        lead = "Yes" if self._read.doubt == "true" else "No"
        proofs = (line for line in self._lines if line.aspects == ("proof",) and not line.question)
        proof = next(
            (line for line in proofs if not (self._is_said(line) or line.yes_no or denies(line.text))), None
        )
        if proof:
            return f"{lead}. {proof.text}"
        return self._unused(self._speech["doubts"][self._read.doubt], rng)

    def _times(self, rng: Random) -> str:
        """The answer to how many times the statement's own deed happened, if the story knows that; else empty."""
        one = self._read
        own = self.asked.counted == _TIMES and all(
            word == _TIMES or one.is_common(word) for word in one.topic
        )
        line = next((line for line in self._lines if line.aspects == ("again",) and not line.question), None)
        if not own or line is None or _EVERY.search(one.flat):
            return ""
        text, yes = bare(line.text), line.text.startswith("Yes")
        if (_COUNTS if yes else _ONCE).search(folded(text)) or _COUNTS.search(folded(self._statement)):
            text = _ONCE_MORE.sub("Once more", text) if yes else text
        else:
            lead, first = "More than once" if yes else "Just the once", text.partition(" ")[0]
            but = first in _CONTRASTS
            text = f"{lead}{', ' + first.lower() if but else '. ' + first}{text[len(first) :]}"
        heard = self._is_said(line) or text in self._answers
        return self._again(text, rng, yes=False) if heard else text

    def _owner(self, rng: Random) -> str:
        """The answer to whose thing it was, if the statement calls it the teller's own; else empty."""
        things = self._read.topic - {_OWNER} if _OWNER in self._read.topic else ()
        own = {root(word) for owned in _OWN.findall(self._statement) for word in tokens(owned)}
        return self._unused(self._speech["mine"], rng) if things and own.issuperset(things) else ""

    def _again(self, text: str, rng: Random, *, yes: bool) -> str:
        return self._opened(
            self._unused(self._speech["again"], rng).format(core=core(text)), yes=yes and text[:2] != "No"
        )

    def _cracked(self) -> int:
        """The number of answers so far that were shaky or let something slip."""
        if self.card is None:
            return 0
        texts = [point.shaky for point in self.card.points] + [text for _, text in self.card.slips]
        return sum(any(text in told for text in texts) for told in self._answers)

    def _slips(self) -> list[tuple[str, str]]:
        """The asides that contradict an earlier answer, each with its aspect."""
        if self.card is None:
            return []
        said = " ".join(self._answers)
        before = (Question(question, self._statement, self._known) for question, _ in self.turns)
        asked_for = {name for one in before for name in one.asked.aspects[:1] if not one.specific}
        told = {name for name, text in self.card.facts.items() if name in asked_for or core(text) in said}
        return [(name, text) for name, text in self.card.slips if name in told and text not in said]

    def _unused(self, texts: Sequence[str], rng: Random) -> str:
        """A phrase that hasn't been used before; any phrase if all have been used."""
        said = " ".join(self._answers)
        return rng.choice([text for text in texts if text.partition("{")[0].strip() not in said] or texts)

    def _opened(self, text: str, *, yes: bool) -> str:
        """The answer, beginning with yes or no if the question asks for that and offers no choice."""
        if not self.asked.yes_no or self._read.is_choice or yes_no_of(text) is not None:
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
    text, end = bare(answer), 0
    while end < len(text) and len(text[:end].split()) < FEWEST_WORDS:
        stop = _SENTENCE.search(text, end)
        end = stop.end() if stop else len(text)
    return text[:end].strip()


def _turned(text: str) -> str:
    """A line with the opposite yes or no at its beginning; any other text as it is."""
    for word, other in (("Yes", "No"), ("No", "Yes")):
        if tokens(text)[:1] == [word.lower()]:
            return f"{other}{text[len(word) :]}"
    return text

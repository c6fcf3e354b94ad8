"""What a teller can say: the cards of a deck, the lines of a story, small facts and honest words.

A judge doesn't know the answers of a card, so `JudgedStatement` has no field for them.

A person who tells a story can nearly always say something plain: who cleaned up, how they got home, whether
it was heavy. So can the bot: it makes up a small fact. The fact contradicts nothing, because nothing in the
story depends on it. It stays the same for a whole session, because it follows from the statement and the
question alone. `[bots.signs.small]` in `host.toml` says what a question asks for, and `[bots.small]` has the
facts.

If no small fact fits, the teller says an honest word that fits the kind of question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import log
from random import Random
from typing import Any

from tui_arena.core.game import Data, Deck
from tui_arena.core.grouping import grouped
from tui_arena.core.language.families import is_past
from tui_arena.core.language.function_words import AUXILIARIES, yes_no_of
from tui_arena.core.language.sentences import capital
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.question import CROWD, Question
from tui_arena.games.bluffing.bot.reading import (
    KIN,
    OPEN,
    YES_NO,
    StoryVocabulary,
    alike,
    asked,
    folded,
    root,
    roots,
)

MIDDLE = 3
"""The likelihood of a card that doesn't give a likelihood: the middle of 1 to 5."""
SAME = 0.75
"""Two statements that are at least this much `alike` count as the same statement."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something that can be asked about a statement, with an honest and a shaky answer."""

    name: str
    question: str
    honest: str
    shaky: str


@dataclass(frozen=True, slots=True)
class StoryCard:
    """A statement that a setter can make, with its likelihood (1 to 5) and its points."""

    statement: str
    likely: int
    family: bool
    points: tuple[Point, ...]
    facts: Mapping[str, str] = field(default_factory=dict)
    """Maps an aspect (see `reading.py`) to what the story says about it, as a full answer."""
    more: tuple[tuple[str, str], ...] = ()
    """Other questions about this story, each with its answer."""
    slips: tuple[tuple[str, str], ...] = ()
    """Asides of a teller who has lost track: an aspect, and a sentence that contradicts the story on it."""


@dataclass(frozen=True, slots=True)
class JudgedStatement:
    """A statement as a judge knows it: its likelihood (1 to 5) and its questions, but not the answers."""

    statement: str
    likely: int
    questions: tuple[str, ...]


def cards_of(deck: Deck) -> tuple[StoryCard, ...]:
    """The cards of a deck, for a setter."""
    return tuple(
        StoryCard(
            str(item["statement"]),
            _likely(item),
            bool(item.get("family", True)),
            tuple(Point(*four) for four in zip(*_lists(item), strict=False)),
            dict(_split(item, "facts", ": ")),
            tuple((f"{question}?", answer) for question, answer in _split(item, "more", "? ")),
            _split(item, "slips", ": "),
        )
        for item in deck.items
    )


def judged_of(deck: Deck) -> tuple[JudgedStatement, ...]:
    """The cards of a deck, for a judge."""
    return tuple(
        JudgedStatement(str(item["statement"]), _likely(item), tuple(item.get("questions") or ()))
        for item in deck.items
    )


def _lists(item: Data) -> Sequence[Sequence[str]]:
    return [item.get(name) or () for name in ("points", "questions", "honest", "shaky")]


def _split(item: Data, column: str, between: str) -> tuple[tuple[str, str], ...]:
    """The entries of a column, split in two parts each; entries without a second part are left out."""
    parts = (str(entry).partition(between) for entry in item.get(column) or ())
    return tuple((name.strip(), text.strip()) for name, _, text in parts if text.strip())


def _likely(item: Data) -> int:
    return int(item.get("likely") or MIDDLE)


class Likeness:
    """Finds the statements of a deck that are like a given one. Rare words count more than common ones."""

    def __init__(self, statements: Sequence[str]) -> None:
        self._roots = [roots(text) for text in statements]
        self._places = {folded(text): i for i, text in reversed(list(enumerate(statements)))}
        self._where = grouped((one, i) for i, found in enumerate(self._roots) for one in found)

    def same(self, statement: str) -> int | None:
        """The index of this statement, even if its wording differs slightly; None if it isn't in the deck."""
        place = self._places.get(folded(statement))
        if place is None:
            best = max(self.near(statement, 1), default=None, key=lambda found: found[1])
            place = best[0] if best and alike(roots(statement), self._roots[best[0]]) >= SAME else None
        return place

    def near(self, statement: str, most: int) -> list[tuple[int, float]]:
        """The indexes of up to `most` similar statements, best first, with the weight of the shared words."""
        shared: dict[int, float] = {}
        for one in sorted(roots(statement)):
            places = self._where.get(one, ())
            for i in places:
                shared[i] = shared.get(i, 0.0) + log(1 + len(self._roots) / len(places))
        ordered = sorted(
            shared.items(), key=lambda found: (-found[1] / (3 + len(self._roots[found[0]])), found[0])
        )
        return ordered[:most]


# the lines of a story

_RELATIONS = tuple(
    re.compile(rf"\b{form}")
    for form in (
        rf"(?P<kin>{'|'.join(KIN)}),? (?P<name>[A-Z][a-zà-öø-ÿ]+)",
        rf"(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:my|our|his|her) (?P<kin>{'|'.join(KIN)})\b(?! [A-Z])",
        r"(?P<kin>[a-z]+),? (?:was |is )?(?:called|named) (?:(?:Mr|Mrs|Ms|Dr) )?(?P<name>[A-Z][a-zà-öø-ÿ]+)",
        r"(?P<name>[A-Z][a-zà-öø-ÿ]+), (?:the|a|an|our) (?:[a-z]+ )?(?P<kin>[a-z]{3,})(?=[.,;]| of| at| with)",
        (
            r"(?P<kin>teacher|boss|owner|doctor|dentist|vet|neighbour|painter|guard|warden|cook|baker|coach),? "
            r"(?:Mr|Mrs|Ms|Dr|Miss|Doctor) (?P<name>[A-Z][a-zà-öø-ÿ]+)"
        ),
    )
)
"""Forms in which a text says what somebody is: `my brother Tom`, `a waiter called Lucien`, `Ilona, the pianist`."""
_ONLY_ANSWERS = frozenset("when because having that how to as not only since being so just".split())
"""Lines with one of these first words answer a question, and aren't a sentence without it."""
_VERB = re.compile(
    r"\b(?:was|were|is|are|had|has|have|said|went|came|took|told|kept|got|gave|made|\w{3,}ed|\w+'(?:s|d|ve))\b"
)


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
    """All the lines of a card that have words."""
    honest, answers = (point.honest for point in card.points), (answer for _, answer in card.more)
    kin = {
        found["name"]: root(found["kin"])
        for text in (card.statement, *honest, *answers, *card.facts.values())
        for found in relations_in(text)
    }

    def line(text: str, aspects: tuple[str, ...]) -> StoryLine:
        said = roots(text).union(kin[name] for name in kin if re.search(rf"\b{name}\b", text))
        return StoryLine(text, aspects, said, yes_no_of(text) is not None)

    def own(question: str, answer: str, name: str = "", shaky: str = "") -> StoryLine:
        label = roots(name)
        told = line(answer, asked(question, known).aspects)
        return replace(told, question=question, own=roots(_owned(question)) | label, label=label, shaky=shaky)

    points = [own(point.question, point.honest, point.name, point.shaky) for point in card.points]
    more = [own(question, answer) for question, answer in card.more]
    told = [line(text, (name,)) for name, text in card.facts.items() if name in OPEN or name in YES_NO]
    return tuple(one for one in (*points, *more, *told) if tokens(bare(one.text)))


def _owned(question: str) -> str:
    """A question with `owner` in place of `whose`, because people also ask for the owner in other words."""
    return re.sub(r"\bwhose\b", "owner", question, flags=re.IGNORECASE)


def bare(answer: str) -> str:
    """An answer without its leading yes or no, beginning with a capital letter."""
    for lead in ("Yes. ", "No. ", "Yes, ", "No, "):
        if answer.startswith(lead):
            return capital(answer.removeprefix(lead))
    return answer


def relations_in(text: str) -> Iterator[re.Match[str]]:
    """The places where a text says what somebody is: the groups `kin` and `name`."""
    return (found for form in _RELATIONS for found in form.finditer(text))


def stands_alone(text: str) -> bool:
    """True if a line is a sentence without its question."""
    return tokens(text)[0] not in _ONLY_ANSWERS and _VERB.search(text) is not None


# what is said if the story doesn't know

TAKEN_UP = 0.6
"""The chance that the teller takes up the question, if the question can be turned into a clause."""
MOST_WORDS = 9
"""A question of more words than this isn't taken up."""
OWN = frozenset(("you", "it", "that", "this", "the", "your", "there", ""))
"""The first words of a subject that isn't another person, who alone would know the reason."""
_PRESENT = frozenset("is are do does has have can will isnt arent dont doesnt hasnt havent cant wont".split())
_NOW = frozenset("happens whats wheres whos".split())
_LAST = re.compile(
    r"(?:^|[.!?:;]\s+)(?:(?:and|so|but|well|ok|okay|then),? )?([^.!?:;]+)\?\s*$", re.IGNORECASE
)
_NOUN = (
    r"(?!\w+est\b|(?:first|second|third|next|last|other|same|only|worst|most|one|two|three|very|whole)\b)\w+"
)
_THING = rf"(?:the|your|his|her|their|a|an) {_NOUN}"
_OBJECT = rf"(?:(?:you|it|him|her|them|that|this)(?!\S)|{_THING})"
_AT = r"(?:in|on|at|from|about|for|like|with|to|into|by|near|behind|under|over)"
_TURNED = re.compile(
    r"(?P<what>(?:who|what|which|how|where|when|why)(?: (?!you|he|she|it|they|that|this|there|the)\w+){0,3}?)"
    rf" (?P<verb>was|were|is|are) (?P<who>(?:you|he|she|it|they)(?: (?=\w+(?:ing|ed)\b|{_AT}\b|there|then|now|when|while)|$)"
    rf"|that$|{_THING}(?: of {_THING})?(?=$| \w+(?:ing|ed)\b| {_AT}$))"
    rf"(?P<rest>(?: ?\w+(?:ing|ed))?(?: ?{_AT}(?: {_OBJECT})?)?(?: ?(?:there|then|now))?)"
    r"(?P<clause>(?: ?(?:when|while) (?:you|he|she|it|they|the \w+) \w+(?: \w+){0,3})?)",
    re.IGNORECASE,
)
"""A question whose subject comes after its verb."""
_WHO = re.compile(
    rf"(?P<who>who) (?P<verb>(?!(?:was|were|is|are) {_OBJECT})\w+)(?P<rest>(?: {_OBJECT})?(?: {_THING})?(?: (?:{_AT}|after) {_OBJECT})?(?: there| then)?)",
    re.IGNORECASE,
)
"""A question about who did something."""
_NO_PART = re.compile(
    r"how many\b.* you\b|who (?:was|is) (?:the|your|his|her|their|an?) \w+ \w", re.IGNORECASE
)
"""Questions that would ask for something else as a clause."""
_SUBJECTS = (
    (re.compile(r"\byou were\b", re.IGNORECASE), "I was"),
    (re.compile(r"\byou are\b", re.IGNORECASE), "I am"),
    (re.compile(r"\byou\b", re.IGNORECASE), "I"),
)
_OBJECTS = ((re.compile(r"\byou\b", re.IGNORECASE), "me"),)
_YOUR = re.compile(r"\byour\b", re.IGNORECASE)
_NOT_TAKEN_UP = re.compile(r"\b(?:I|me|my|us|we|our|yours|yourself)\b|[“”\"(,]|\byou['’]|['’]t\b")


def unknown(question: Question, phrases: Mapping[str, Sequence[str]], said: str, rng: Random) -> str:
    """An honest word for a question that the story has no answer to.

    `phrases`: maps a kind of question to its honest words. `said`: what was said so far; no phrase of it is said again.
    """
    again = taken_up(question) if rng.random() < TAKEN_UP else ""
    if again:
        ends = [text for text in phrases["taken_up"] if text.partition("}")[2] not in said]
        if ends:
            return rng.choice(ends).format(asked=again)
    fit = phrases[_occasion(question)]
    fresh = [text for text in fit if text not in said]
    return rng.choice(fresh or [text for text in phrases["any"] if text not in said] or fit)


def _occasion(question: Question) -> str:
    """The key of the phrases for a question."""
    verb = next((word for word in question.words if word in AUXILIARIES), "")
    now = verb in _PRESENT or (not verb and not _NOW.isdisjoint(question.words))
    if question.kind == "whether" and not question.is_choice:
        if verb in ("have", "has", "havent", "hasnt"):
            now = False
        return f"{'now_' if now else ''}whether{'_you' if question.subject == 'you' and not (now and 'still' in question.words) else ''}"
    if question.kind == "size":
        return "size"
    if question.kind == "why" and question.subject not in OWN:
        return "why_others"
    kind = {"often": "many", "age": "when", "way": "how"}.get(question.kind, question.kind)
    if kind in ("who", "where", "when", "many", "long", "cost", "why", "said", "name", "felt", "how"):
        return "now" if now and kind in ("where", "when", "how", "said", "felt") else kind
    return "now" if now else "what"


def taken_up(question: Question) -> str:
    """The question as a part of the teller's own sentence; empty if it is long or can't be turned round safely.

    `What colour was the plate?` becomes `What colour the plate was`.
    """
    found = _LAST.search(question.text.strip())
    text = found[1].strip() if found else ""
    if not text or _NOT_TAKEN_UP.search(text) or len(text.split()) > MOST_WORDS:
        return ""
    if (turned := _TURNED.fullmatch(text)) and not _NO_PART.match(text):
        subject = _swapped(f"{turned['who'].strip()} {turned['verb']}", _SUBJECTS)
        rest, clause = _swapped(turned["rest"], _OBJECTS), _swapped(turned["clause"], _SUBJECTS)
        text = " ".join(f"{turned['what']} {subject} {rest} {clause}".split())
    elif (asks := _WHO.fullmatch(text)) and (is_past(asks["verb"].lower()) or asks["verb"] in ("was", "is")):
        text = f"{asks['who']} {asks['verb']}{_swapped(asks['rest'], _OBJECTS)}"
    else:
        return ""
    return capital(_YOUR.sub("my", text))


def _swapped(text: str, pairs: Iterable[tuple[re.Pattern[str], str]]) -> str:
    for pattern, said in pairs:
        text = pattern.sub(said, text)
    return text


_FORMS = {
    "i": ("I", "me", "my"),
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "it": ("it", "it", "its"),
    "they": ("they", "them", "their"),
}
"""Maps a pronoun to its forms: subject, object and possessive."""
_FIRST_CHOICE = re.compile(
    r"\b(?P<choice>(?:an?|(?<!\bwas )(?<!\bwere )(?<!\bis )(?<!\bare )(?:the|your)) (?:[\w-]+ ){0,2}?[\w-]+),? or\b",
    re.IGNORECASE,
)
"""The first of two things between which a question lets the teller choose."""
_YOUR_AT_FIRST = re.compile(r"^your\b")
_DETERMINERS = frozenset("the your my his her their our that this a an these those".split())
_PEOPLES_KINDS = frozenset(("said", "felt", "others"))
"""The aspects about things that only people do, so their subject is a person."""
_OF_PEOPLE = "_they"
"""A row with this end of its name says what people do or think, not what things do."""
_PLURAL_PRONOUNS = CROWD | {"we"}


@lru_cache(maxsize=256)
def persona_of(statement: str, story: str, choices: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """The small facts about a statement's teller that a whole session keeps, as slots: `hour` and `Hour`.

    `story`: all that the story says; no name in it is given to anybody else. `choices`: each slot with its
    possible words, separated by ` / `; one of them is drawn.
    """
    rng, taken = Random(f"persona/{folded(statement)}"), set(tokens(story))
    slots = dict[str, str]()
    for slot, row in choices:
        words = row.split(" / ")
        slots[slot] = rng.choice([word for word in words if taken.isdisjoint(tokens(word))] or words)
        taken |= set(tokens(slots[slot]))
    return slots | {capital(slot): capital(word) for slot, word in slots.items()}


def small_fact(
    one: Question, persona: Mapping[str, str], speech: Mapping[str, Any], answers: Sequence[str], seed: str
) -> str:
    """A plain answer to a question that the story has no answer to; empty if there is none for such a question.

    `speech`: the bots' phrases, by occasion. `answers`: the answers so far; no phrase is said twice. `seed`:
    chooses between several phrases, together with the question.
    """
    table = "small_yes_no" if one.asked.yes_no else "small"
    named = _FIRST_CHOICE.search(one.text) if one.is_choice else None
    choice = ("choice_named",) if named else ("choice",)
    rows = choice if one.is_choice else one.known.asks(table, one.flat)
    phrases: Mapping[str, Sequence[str]] = speech["small" if one.is_choice else table]
    slots = {
        **persona,
        **_pronouns(one),
        "choice": _YOUR_AT_FIRST.sub("my", named["choice"]) if named else "",
    }
    rng = Random(f"{seed}/{sorted(one.topic)}")
    for row in rows:
        if row.endswith(_OF_PEOPLE) and slots["he"] == "it":
            continue
        texts = [capital(text.format_map(slots)) for text in phrases[row]]
        fresh = [text for text in texts if not any(text in answer for answer in answers)]
        if fresh:
            return rng.choice(fresh)
    return ""


def _pronouns(one: Question) -> dict[str, str]:
    """The pronouns for whoever a question is about, as slots: `he`, `him`, `his` and `He`."""
    slots = dict(zip(("he", "him", "his"), _FORMS[_pronoun(one)], strict=True))
    return slots | {"He": capital(slots["he"])}


def _pronoun(one: Question) -> str:
    words = one.flat.split()
    at = next((n for n, word in enumerate(words) if word in AUXILIARIES), -1)
    after = words[at + 1 : at + 2]
    if not after or after == ["you"]:
        return "i"
    if after[0] in _FORMS:
        return after[0]
    if after[0] in _PLURAL_PRONOUNS:
        return "they"
    return _gender(words[at + 1 : at + 4], one.known, person=one.kind in _PEOPLES_KINDS)


def _gender(words: Sequence[str], known: StoryVocabulary, *, person: bool) -> str:
    """The pronoun for the noun among some words; `person`: True if it must be somebody, whatever the noun."""
    rows = known.of["pronouns"]
    for word in words:
        for pronoun, row in rows.items():
            if word in row:
                return str(pronoun)
            if word.removesuffix("s") in row:
                return "they"
    noun = next((word for word in words if word not in _DETERMINERS), "")
    plural = noun.endswith("s") and not noun.endswith(("ss", "us", "is"))
    return "they" if plural or person else "it"

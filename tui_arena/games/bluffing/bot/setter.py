"""The setter: a statement with a story, and answers that stay consistent with it.

A question that no card foresees is answered with details of one story, which are the same whenever they are
asked for. The story follows from the statement and the answers so far, including those of another player
whose seat the bot took over.

The setter never contradicts an earlier answer. It finds that answer in the view and says it again in other
words; it makes up only what nobody has asked about yet. All slots of a text are filled from one story, so
that invented details agree.

Law: no text of the stock gives away whether a statement is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from tui_arena.core.language.sentences import capital
from tui_arena.core.text import DECORATIONS
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import (
    Point,
    StoryCard,
    alike,
    folded,
    happened,
    kind_of,
    root,
    roots,
    yes_or_no,
)
from tui_arena.games.bluffing.bot.cues import names_in, people_in
from tui_arena.games.bluffing.bot.evidence import heard

# the stock of details and phrases in addition to the answers of the cards

FIRM: Mapping[str, tuple[str, ...]] = {
    "who": ("My {kin} {name}, who still brings it up every Christmas.",
            "{name}, my {kin}, with a {colour} scarf up to the ears."),
    "where": ("In {place}, two streets behind the station.", "Near {place}, opposite a bakery with a {colour} door."),
    "when": ("In {year}. I know because it was two days after my {kin}'s birthday.",
             "That was in {month} {year}, on a {weekday}."),
    "count": ("{number}{unit}. I counted, because {name} wouldn't believe me.",
              "{number}{unit}, and my {kin} {name} says it was one more."),
    "why": ("Because of a bet with my {kin} {name}, over {number} euros.",
            "My {kin} {name} dared me, and half of {place} was looking on."),
    "how": ("Slowly at first. Then my {kin} {name} got hold of my left sleeve, and after that it went by itself.",
            "With a {colour} cloth, a borrowed {thing} and {name} shouting from the door."),
    "what": ("My {kin} {name} always says that I looked as if I had swallowed a {thing}.",
             "The {colour} one, which {name} calls “the {thing}” to this day."),
    "feeling": ("Cold hands, warm ears, and a smell of {smell} that I'd know anywhere.",
                "My knees went soft. It smelt of {smell}, and my {kin} was humming."),
    "extra": ("my {kin} {name} still tells it every Christmas", "my {kin} {name} has the photograph",
              "my {kin} {name} laughed about it for a week", "I had a {colour} jumper on, with a hole in the sleeve",
              "there was a smell of {smell} that I'd know anywhere", "my {kin} {name} wrote it down in a {colour} notebook",
              "there was a wasp in the room, and nobody but my {kin} {name} saw it", "my left shoe had come undone",
              "a radio was playing next door, the shipping forecast", "my {kin} {name} asked the very same question",
              "it was raining, and my {kin} {name} had taken the umbrella", "I had a plaster on my thumb that day"),
    "extra always": ("my {kin} {name} teases me about it every Christmas", "my {kin} {name} can confirm it",
              "my {kin} {name} once timed me with the kitchen clock", "my {kin} {name} does just the same by now",
              "there is a {colour} notebook about it in my desk", "my {kin} {name} asked me that on the stairs on {weekday}",
              "a smell of {smell} always reminds me of it", "my {kin} {name} has sworn to write a book about it"),
}  # fmt: skip
UNITS = {"much": " euros", "long": " weeks", "often": " times", "far": " kilometres", "many": "", "old": ""}
"""The unit of a number, by the word after `how`."""
VAGUE: Mapping[str, tuple[str, ...]] = {
    "who": ("A few people, you know how it is, somebody is always around.", "Someone I knew at the time, more or less.",
            "I'd have to ask who else was there, we weren't a fixed group."),
    "where": ("Somewhere nearby, I suppose, those places all look alike.", "Not far from where I lived then, roughly.",
              "One of the usual places. The surroundings don't really matter here."),
    "when": ("A while ago now, years run into each other at my age.", "Some year or other, at a time when I was busy with a lot of things.",
             "Back then, you know, when everything was still a bit different."),
    "count": ("Quite a lot, or enough in any case.", "I never really counted, to be honest.", "Several, I'd say."),
    "why": ("It just sort of happened, things like that do.", "Why does one do anything?",
            "That's a long story, and most of it is rather dull."),
    "how": ("The normal way, I suppose, the way anybody would.", "Step by step, more or less, and then it was done.",
            "You get the knack of these things, it's hard to describe."),
    "what": ("Something or other, I didn't really pay attention.", "The usual things, you know.",
             "It was one of those moments, I couldn't say much more."),
    "feeling": ("Good, I think. Or strange. A mixture.", "The way it feels for everybody, I'd imagine.",
                "Oh, you know. It was quite something, really."),
    "extra": ("it's rather long ago", "more than that is hard to say", "that's about the size of it, I think",
              "you know how these things are"),
    "extra always": ("it's rather long ago", "more than that is hard to say", "that's about the size of it, I think",
              "you know how these things are"),
}  # fmt: skip
WHETHER: Mapping[tuple[bool, bool], tuple[str, ...]] = {
    (True, True): (
        "Yes, and my {kin} {name} was standing right there.",
        "Yes, twice, if you ask my {kin} {name}.",
    ),
    (False, True): (
        "No, and my {kin} {name} was glad of it.",
        "No, though my {kin} {name} likes to tell it that way.",
    ),
    (True, False): (
        "Yes, I think so, more or less.",
        "Yes and no, it depends how you look at it.",
        "Yes, something like that.",
    ),
    (False, False): (
        "No, not really, or hardly.",
        "No, not as far as I remember.",
        "No, I don't think so, not as such.",
    ),
}
"""By whether the answer is yes, and whether it is firm."""

AGAIN = (
    "It is as I said. {core}",
    "I can only repeat it. {core}",
    "Nothing has changed there. {core}",
    "Once more, then. {core}",
)
PRESSED = ("What I said is what it was. {core}", "I'll say it again. {core}")
SURE = (
    "I've told it so often that it sits. Besides, {extra}.",
    "Such a thing you don't forget, and {extra}.",
    "It is as I said, and {extra}.",
    "Ask me again in ten years. Mind you, {extra}.",
    "I'd put my bicycle on it. Besides, {extra}.",
)
UNSURE = (
    "That's just how I remember it, I suppose.",
    "One remembers some things and not others, who knows why.",
    "I must have told it that way so often that it has become so.",
    "Well, it was something of that sort, in any case.",
)
PERSON_SURE = (
    "{who} would tell you the same, only twice as long. And {extra}.",
    "{who} would ask who wants to know, and then agree with me. Besides, {extra}.",
)
PERSON_UNSURE = (
    "{who} would probably see it differently, people always do.",
    "Oh, {who} is hard to reach, you know, and no great talker.",
)
RECALLED = (
    "That bit is gone, I'm afraid. What has stayed: {extra}.",
    "I can't sharpen that one, but {extra}.",
    "More of that I haven't got. Then again, {extra}.",
    "You have me there. All I know is that {extra}.",
    "The rest has faded, but {extra}.",
)
SAVED = (
    "{text} What I do know: {extra}.",
    "{text} Oh, and {extra}.",
    "{text} And {extra}, that much I know.",
)
"""A shaky answer with a firm detail added."""
DODGED = (
    "There isn't much more to it. As I say, {extra}.",
    "I've told you roughly what I know about that, {extra}.",
    "Does it matter so much? I mean, {extra}.",
)
IN_WORDS = "It went like this: {text}"
WORD_FOR_WORD = "{text} Word for word."
"""For answers that begin or end with a quotation mark, because reading a reply strips it."""
RUDE = (
    "I'll put that down to the late hour. Shall we go on with the story?",
    "My mother warned me about judges. Ask me about the story and I'll tell you.",
)
BESIDE = (
    "That's for another evening. I'd rather go on with my story.",
    "A fine question, for another game. Mine was about something else.",
    "I haven't prepared for that subject. My story, on the other hand, I know by heart.",
)

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
COLOURS = tuple("red green yellow blue brown grey".split())
THINGS = tuple("bucket umbrella suitcase lamp kettle ladder basket cushion".split())
SMELLS = (
    "wet dog",
    "burnt toast",
    "floor polish",
    "cut grass",
    "old books",
    "onion soup",
    "petrol",
    "damp wool",
)
NUMBERS = tuple("three four six seven nine eleven fourteen seventeen".split())
WEEKDAYS = tuple("Monday Tuesday Thursday Friday Saturday Sunday".split())
MONTHS = tuple("February March April June July September October November".split())

# one story

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_COMPANION = re.compile(
    r"\b[Mm]y (cousin|brother|sister|uncle|aunt|neighbour|friend|husband|wife|colleague|daughter|son),? ([A-Z][a-zà-öø-ÿ]+)"
)
_PLACE = re.compile(r"\b(?:in|near|outside|at) ((?!January|February|March|April|May|June|July|August|September|"
                    r"October|November|December|Christmas|Easter|I\b)[A-Z][a-zà-öø-ÿ]{2,})")  # fmt: skip
_COUNTED = re.compile(rf"\bhow ({'|'.join(UNITS)})\b")
_ALONE = re.compile(r"\b(?:alone|by yourself|on your own)\b")


def story_of(statement: str, told: Iterable[str], written: Iterable[str] = ()) -> dict[str, str]:
    """The details that all invented answers use.

    `told`: the answers so far, whose details come first; `written`: the card's answers, which may still be
    given.
    """
    rng = Random(f"story/{folded(statement)}")
    kin, name = rng.choice(COMPANIONS)
    story = {
        "kin": kin,
        "name": name,
        "year": str(rng.randint(1994, 2019)),
        "place": rng.choice(PLACES),
        "number": rng.choice(NUMBERS),
        "colour": rng.choice(COLOURS),
        "thing": rng.choice(THINGS),
        "smell": rng.choice(SMELLS),
        "weekday": rng.choice(WEEKDAYS),
        "month": rng.choice(MONTHS),
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
        texts = WHETHER[yes, firm]
    else:
        texts = (FIRM if firm else VAGUE)[kind_of(question)]
    return filled(rng.choice(texts), {**story, "unit": _unit(question)})


def _unit(question: str) -> str:
    """The unit of a number in an answer, after a blank; empty if the question names it."""
    found = _COUNTED.search(folded(question))
    return UNITS[found[1]] if found else ""


def extra(statement: str, story: Mapping[str, str], told: Iterable[str], rng: Random, *, firm: bool) -> str:
    """One more detail (`firm`) or evasion, as the end of a sentence; a new one while there is any."""
    which = "extra" if happened(statement) else "extra always"
    texts = [text.format_map(story) for text in (FIRM if firm else VAGUE)[which]]
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
            return rng.choice(RUDE if _RUDE.search(self._own_words) else BESIDE)
        turn = self._quoted()
        if turn is not None:
            return self._opened(self._pressed(turn, rng, shaky=shaky), shaky=shaky)
        turn = self._asked_before()
        if turn is not None:
            return self._opened(self._unused(AGAIN, rng).format(core=core(turn[1])), shaky=False)
        point = self.point()
        if point is None:
            firm = not shaky
            text = invented(str(self.facts["statement"]), self.question, self.story, firm=firm)
        else:
            text = self._opened(point.shaky if shaky else point.honest, shaky=shaky)
        if shaky and saved:
            text = self._unused(SAVED, rng).format(text=text, extra=self._extra(rng, firm=True))
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
                {filled(text, self.story) for text in (*FIRM[kind], *VAGUE[kind])} if kind in _PLAIN else ()
            )
            return next((turn for turn in self.turns if turn[1].startswith(tuple(made))), None)
        return next((turn for turn in self.turns if _holds(turn[1], point)), None)

    def _pressed(self, turn: tuple[str, str], rng: Random, *, shaky: bool) -> str:
        """An answer to a question that presses on an earlier answer."""
        more = self._extra(rng, firm=not shaky)
        texts: Sequence[str]
        who = next(iter(sorted(people_in(turn[1]) & set(names_in(self.question)))), "")
        if who:
            texts = PERSON_UNSURE if shaky else PERSON_SURE
        elif heard(1, *turn).score <= 0:
            texts = DODGED if shaky else RECALLED
        else:
            texts = UNSURE if shaky else (*PRESSED, *SURE)
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
        text = WORD_FOR_WORD.format(text=text)
    return IN_WORDS.format(text=text) if text[0] in DECORATIONS else text


def core(answer: str) -> str:
    """The first sentence or sentences of an answer, without a leading yes or no."""
    text = answer
    for lead in ("Yes and no. ", "Yes. ", "No. "):
        text = text.removeprefix(lead)
    for template in (*AGAIN, *PRESSED):
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

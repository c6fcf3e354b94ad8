"""The ui of Akinator: the question large, one key for each answer, and the list of questions.

Before the first answer, the board asks the setter to say that they have something in mind.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import zip_longest
from random import Random
from textwrap import wrap
from typing import Any, ClassVar, Literal

from textual.app import ComposeResult
from textual.widgets import Static

from tui_arena.core.events import Kind
from tui_arena.core.game import TABLE, Ask, Belief, Deck, Fault, View, deck_base
from tui_arena.core.language.names import equals
from tui_arena.core.language.sentences import capital, counted
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.data import game_texts
from tui_arena.games.akinator.bot import AkinatorBot
from tui_arena.games.akinator.highlights import decided
from tui_arena.games.akinator.rules import (
    ANSWERS,
    ANYTHING,
    CORRECT,
    DONT_KNOW,
    INCORRECT,
    LEARNED,
    MEANINGS,
    PROBABLY_NO,
    PROBABLY_YES,
    AkinatorState,
    AkinatorTurn,
    read_question,
)
from tui_arena.questions.rules import NO, PEOPLE, YES
from tui_arena.questions.table import Answer
from tui_arena.ui.boards.question_board import COLOURS, READY, AnswerKey, QuestionBoard, QuestionSheet
from tui_arena.ui.boards.question_ui import AnswerLook, QuestionUI, of_all
from tui_arena.ui.game_ui import Board
from tui_arena.ui.glyphs import Glyphs, say
from tui_arena.ui.host_lines import HostLines
from tui_arena.ui.result.answer_review import MORE, Answered, AnswerReview, OneMore, review_answers

CHANGE, KEEP = "change", "keep"
"""The values of two answers: one opens the doubted answer again, the other leaves it as it is."""
KNOWN: Mapping[Answer, str] = {"yes": YES, "no": NO, "sometimes": "sometimes"}
_GUESS = re.compile(r"(?:my |i )?guess(?: is)?\b\s*:?\s*(?:it'?s |it is )?(.+)", re.IGNORECASE)
PLACES = {
    "object": "its name; add other names after a |",
    "question": "Is it …?   or, to guess:  guess kettle",
    "person": "Is this person …?   or, to guess:  guess Cleopatra",
    "answer": "press a key, or Tab to type",
    "reveal": "its name; leave it empty to keep it a secret",
}
LEAST_WORDS = 16
"""The minimum width, in cells, of the genie's words."""
SURE = 0.9
"""If one object has at least this share of belief, it counts as found."""
LEFT = (
    (1, "one left"),
    (6, "a few still fit"),
    (19, "a dozen or so still fit"),
    (60, "a few dozen still fit"),
    (199, "a hundred or so still fit"),
    (999, "hundreds still fit"),
)
"""Phrases for the number of objects left, each with the greatest number that it is for."""
DOUBTS = 2
"""The most answers that the genie doubts aloud in a game."""
CLOSE = 2
"""The genie is close if its phrase for the number left is one of the first `CLOSE` in `LEFT`."""


def typed_question(text: str) -> str:
    """A typed question in the form that the rules read: `guess kettle` becomes a full guess.

    >>> typed_question("guess: a kettle?"), typed_question("is it red?")
    ('This is a guess: are you thinking of a kettle?', 'is it red?')
    """
    guess = _GUESS.fullmatch(text)
    return f"This is a guess: are you thinking of {guess[1].rstrip('?! ')}?" if guess else text


def listed(guess: str | None, text: str) -> str:
    """A question in a list; a guess is shortened so that its name stays in sight.

    >>> listed("a golden ring", "This is a guess -- are you thinking of a golden ring?")
    'guess: a golden ring'
    """
    return f"guess: {one_line(guess, 120)}" if guess else text


def guessed_aloud(guess: str) -> str:
    """A guess as a person would say it; a thing without an article is only named.

    >>> guessed_aloud("a lamp"), guessed_aloud("Ada Lovelace"), guessed_aloud("lamp")
    ("It's a lamp!", "It's Ada Lovelace!", 'Lamp!')
    """
    whole = guess[:1].isupper() or guess.partition(" ")[0] in ("a", "an", "the")
    return f"It's {guess}!" if whole else f"{capital(guess)}!"


def by_key(view: View) -> bool:
    """True if the view belongs to a setter who has nothing to type and answers by key."""
    facts = view.facts
    return view.seat == "setter" and not facts["over"] and bool(facts["later"] or facts["known"])


def thinks(view: View) -> bool:
    """True if the setter should now think of something, without telling anybody."""
    return by_key(view) and bool(view.facts["later"]) and not view.facts["turns"]


def _in_mind(belief: Belief | None, answers: int) -> str:
    """The number of objects that the bot still has in mind, as a phrase that doesn't name anything."""
    if belief is None:
        return ""
    if not answers:
        return f"it knows {belief.left:,} by heart"
    if belief.best and belief.best[0][1] >= SURE:
        return "it thinks it knows"
    step = step_of(belief.left)
    return LEFT[step][1] if step < len(LEFT) else "over a thousand still fit"


def step_of(left: int) -> int:
    """The index in `LEFT` for a number of candidates; a bare count would go up and down with every answer.

    >>> step_of(1), step_of(4), step_of(2000)
    (0, 1, 6)
    """
    return bisect_left([most for most, _ in LEFT], left)


Mood = Literal[
    "wakes",
    "far",
    "nearer",
    "close",
    "puzzled",
    "stumped",
    "unsure",
    "doubts",
    "mended",
    "nearest",
    "guesses",
    "missed",
    "lost",
]


@dataclass(frozen=True, slots=True)
class Look:
    """The genie's face in a mood, and its lines."""

    face: tuple[str, ...]
    lines: tuple[str, ...]


@lru_cache(maxsize=1)
def looks() -> Mapping[str, Look]:
    """Maps each mood to the genie's look."""
    read = game_texts("akinator", "genie")
    return {mood: Look(tuple(of["face"]), tuple(of["lines"])) for mood, of in read.items()}


def mood_of(
    view: View, left: int, before: int, doubted: int, *, stumped: bool = False, strange: bool = False
) -> Mood:
    """The genie's mood.

    `left`, `before`: the numbers of objects that it has in mind now, and had before the last answer.
    `doubted`: the number of an answer that it doubts; 0 for none. `stumped`: whether the last answer left
    nothing that it knows. `strange`: whether nothing that it knows fits, so that it only names what is nearest.
    """
    facts = view.facts
    told = [turn["answer"] for turn in facts["turns"]]
    now, then = step_of(left), step_of(before)
    moods: Sequence[tuple[Mood, bool]] = (
        ("lost", bool(facts["reveals"])),
        ("nearest", bool(facts["is_guess"]) and strange),
        ("guesses", bool(facts["is_guess"])),
        ("doubts", bool(doubted)),
        ("wakes", not told),
        ("stumped", stumped),
        ("missed", told[-1:] == [INCORRECT]),
        ("unsure", told[-1:] == [DONT_KNOW]),
        ("puzzled", now > then),
        ("close", now < CLOSE),
        ("nearer", now < then),
    )
    return next((mood for mood, holds in moods if holds), "far")


class GenieFace(Static):
    """The genie's face, with its words next to it."""

    DEFAULT_CSS = """
    GenieFace { width: 100%; height: 3; margin-top: 1; color: $accent; }
    GenieFace.-none { display: none; }
    """

    def __init__(self, freshest: Callable[[Sequence[str], Random], str]) -> None:
        """`freshest`: chooses a line that hasn't been said before, if there is one."""
        super().__init__(id="genie", classes="-none", markup=False)
        self._freshest = freshest
        self._said: dict[tuple[str, int], str] = {}
        self.mood: Mood = "wakes"
        self.mended = 0
        """The number of answers so far when an earlier answer was last changed; 0 if none was changed."""

    def show(
        self,
        view: View | None,
        left: int,
        before: int,
        doubted: int = 0,
        *,
        stumped: bool = False,
        strange: bool = False,
    ) -> None:
        """Show the mood of a view, or nothing if the view is None. The rest is as in `mood_of`."""
        self.set_class(view is None, "-none")
        if view is None:
            return
        facts, turn = view.facts, len(view.facts["turns"])
        self.mood = mood_of(view, left, before, doubted, stumped=stumped, strange=strange)
        if turn and turn == self.mended and not doubted and not facts["reveals"]:
            self.mood = "mended"
        if not turn and not facts["question"]:
            self._said.clear()
            self._draw()
            return
        key = (self.mood, turn)
        if key not in self._said:
            rng = Random(f"{facts['question']}/{turn}/{left}")
            line = self._freshest(looks()[self.mood].lines, rng)
            of = facts["turns"][doubted - 1] if doubted else {}
            self._said[key] = line.format(**of) if doubted else line
        self._said[key] = self._said.pop(key)
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        """The face, with the last words next to it."""
        words = next(reversed(self._said.values()), "")
        face = looks()[self.mood].face
        lines = wrap(words, max(self.size.width - len(face[0]) - 2, LEAST_WORDS))[: len(face)]
        if len(lines) == 1:
            lines = ["", *lines]
        self.update(
            say("\n".join(f"{part}  {line}" for part, line in zip_longest(face, lines, fillvalue="")))
        )


@dataclass(frozen=True, slots=True)
class SetterStage:
    """The parts of the setter's position that the view doesn't have."""

    ready: bool = False
    """True if the setter has something in mind."""
    doubted: int = 0
    """The number of the answer that the genie doubts aloud; 0 for none."""
    again: bool = False
    """True if the doubted question is open again."""


Drawing = Callable[[View, Ask | None, Belief | None, SetterStage], QuestionSheet]
"""Makes the sheet to draw from a view, the ask, a belief and the stage."""
Keyed = Callable[[View, SetterStage], Sequence[AnswerKey] | None]
"""The answers that can be given by key for a view; None if the hotseat types."""


class GenieBoard(QuestionBoard):
    """The questions so far; for the setter, also the genie and the question to answer now."""

    def __init__(
        self,
        glyphs: Glyphs,
        sheet: Drawing,
        keyed: Keyed,
        freshest: Callable[[Sequence[str], Random], str],
    ) -> None:
        super().__init__(glyphs, lambda view, ask: sheet(view, ask, self._belief, self._stage))
        self._keyed_of = keyed
        self._stage = SetterStage()
        self._believed: set[int] = set()
        """The numbers of the answers that the genie doubted and then believed."""
        self._genie = GenieFace(freshest)
        self._belief: Belief | None = None
        self._left: dict[int, int] = {}
        """Maps a number of answers to the number of objects that the bot then had in mind."""
        self._stumped: set[int] = set()
        """The numbers of answers after which nothing that the bot knows fitted; it says so at the first."""

    @property
    def _person_asks(self) -> bool:
        """True if another person at the keyboard asks, and not the genie."""
        return "guesser" in self.people

    @property
    def keyed(self) -> Sequence[AnswerKey] | None:
        view = self._shown[0]
        return self._keyed_of(view, self._stage) if view is not None else None

    @property
    def answered(self) -> object:
        ask = self._shown[1]
        return None if ask is None else (ask, self._stage.ready, self._stage.again)

    def compose(self) -> ComposeResult:
        for part in super().compose():
            if part.id == "large":
                yield self._genie
            yield part

    def show(self, view: View | None, ask: Ask | None) -> None:
        if self._person_asks:  # the screen asked the setter to think before the other person asks
            self._stage = replace(self._stage, ready=True)
        before = self._shown[0]
        if view is None or before is None or len(view.facts["turns"]) != len(before.facts["turns"]):
            self._believed.add(self._stage.doubted)
            self._stage = replace(self._stage, doubted=0, again=False)
        self._show(view, ask)

    def _show(self, view: View | None, ask: Ask | None) -> None:
        self._doubt(view)
        super().show(view, ask)
        self._speak()

    def _doubt(self, view: View | None) -> None:
        """Show the doubt in the belief, unless the answer has been believed since."""
        belief = self._belief
        if view is None or belief is None or self._stage.again:
            return
        tired = len(self._believed - {0}) >= DOUBTS
        known = not view.facts["changes"] or view.facts["is_guess"] or belief.doubted in self._believed
        turn = 0 if tired or known or belief.doubted > len(view.facts["turns"]) else belief.doubted
        self._stage = replace(self._stage, doubted=turn)

    def _speak(self) -> None:
        """Let the genie react to the last answer."""
        view, belief = self._shown[0], self._belief
        if view is None or self.keyed is None or belief is None or self._person_asks:
            self._genie.show(None, 0, 0)
            return
        turn = len(view.facts["turns"])
        self._left[turn] = belief.left
        if not turn:
            self._stumped.clear()
        if belief.is_strange:
            self._stumped.add(turn)
        stumped = turn == min(self._stumped, default=0)
        before = self._left.get(turn - 1, belief.left)
        doubted, strange = self._stage.doubted, belief.is_strange
        self._genie.show(view, belief.left, before, doubted, stumped=stumped, strange=strange)

    def believe(self, belief: Belief | None, *, offered: bool) -> None:
        """Show the belief. A player who answers by key sees it in the game's own words, without names."""
        if self.keyed is not None:
            if belief != self._belief:
                self._belief = belief
                self._show(*self._shown)
            belief = None
        super().believe(belief, offered=offered)

    def give(self, value: str) -> None:
        stage = self._stage
        if value == READY:
            self._stage = replace(stage, ready=True)
        elif value in (CHANGE, KEEP):
            self._stage = replace(stage, again=value == CHANGE)
        elif stage.again:
            self._stage = replace(stage, again=False)
            view = self._shown[0]
            self._genie.mended = len(view.facts["turns"]) if view is not None else 0
            self.post_message(Board.AnswerChanged(f"answer:{stage.doubted}", value))
        else:
            super().give(value)
            return
        self._show(*self._shown)


class AkinatorUI(QuestionUI):
    """One question at a time for the setter, the list for the guesser."""

    roles: ClassVar[Mapping[str, str]] = {"setter": "thinks of something", "guesser": "asks"}
    host = HostLines("akinator")
    sought = "object"
    looks: ClassVar[Mapping[str, AnswerLook]] = {
        YES: AnswerLook("y", "good", "🟩", "Y"),
        NO: AnswerLook("n", "bad", "🟥", "N"),
        PROBABLY_YES: AnswerLook("p", "between", "🟨", "y"),
        PROBABLY_NO: AnswerLook("o", "between", "🟧", "n"),
        DONT_KNOW: AnswerLook("d", "between", "⬜", "?"),
        CORRECT: AnswerLook("y", "end", "🎯", "*", "found"),
        INCORRECT: AnswerLook("n", "bad", "❌", "x", "wrong guess"),
    }

    def spoken(self, ask: str, text: str) -> str:
        said = super().spoken(ask, text)
        try:
            guess = read_question(said).guess if ask == "question" else None
        except Fault:
            return said
        return f"My guess: {guess}!" if guess else said

    def board(self, glyphs: Glyphs, *, animated: bool) -> Board:
        return GenieBoard(glyphs, self.sheet, partial(self._keyed, glyphs.enter), self.host.freshest)

    def _keyed(self, enter: str, view: View, stage: SetterStage) -> Sequence[AnswerKey] | None:
        if not by_key(view):
            return None
        if thinks(view) and not stage.ready:
            return [AnswerKey(enter, READY, "I've thought of something")]
        looks = {answer: self.looks[answer] for answer in (ANSWERS if stage.again else view.facts["answers"])}
        keys = [AnswerKey(look.key, answer, answer, COLOURS[look.tone]) for answer, look in looks.items()]
        if stage.again:
            return [*keys, AnswerKey("c", KEEP, "keep it")]
        return [*keys, AnswerKey("c", CHANGE, f"change answer {stage.doubted}")] if stage.doubted else keys

    def placeholder(self, ask: Ask, view: View) -> str:
        if ask.name == "question" and view.facts["last_turn"]:
            return "last question: type guess and a name"
        return PLACES["person" if ask.name == "question" and view.facts["people"] else ask.name]

    def answer(self, ask: Ask, view: View, text: str, choice: str | None) -> str:
        said = super().answer(ask, view, text, choice)
        return typed_question(said) if ask.name == "question" else said

    def _happened(self, facts: Mapping[str, Any]) -> set[str]:
        told = [turn["answer"] for turn in facts["turns"]]
        words = {"all_open"} if told[-3:] == [DONT_KNOW] * 3 else set()
        if facts["is_guess"]:
            return words | {"guess"}
        return words | ({"missed"} if told[-1:] == [INCORRECT] else set())

    # the board

    def _asked(self, turn: Mapping[str, Any]) -> str:
        return listed(turn["what"], turn["question"])

    def sheet(self, view: View, ask: Ask | None, belief: Belief | None, stage: SetterStage) -> QuestionSheet:
        """The sheet that the board draws for a view."""
        facts, keys = view.facts, by_key(view)
        told, answered = facts["counts"], len(facts["turns"])
        between = sum(told[answer] for answer in (PROBABLY_YES, PROBABLY_NO, DONT_KNOW))
        note = _in_mind(belief, answered) if keys else ""
        over_large, large = self._large(facts, stage, first=thinks(view) and not stage.ready)
        return self._sheet(
            view,
            empty=_empty(view, ask),
            large=large if keys or (view.seat == "setter" and facts["reveals"]) else "",
            over_large=over_large,
            tallies=[("yes", told[YES], "good"), ("no", told[NO], "bad"), ("else", between, "between")],
            notes=[note] if note else [],
        )

    def _large(self, facts: Mapping[str, Any], stage: SetterStage, *, first: bool) -> tuple[str, str]:
        """The text that is shown large to a setter, preceded by the line above it.

        `first`: the setter has nothing in mind yet.
        """
        if facts["reveals"]:
            who = "Who" if facts["people"] else "What"
            return "not found", f"That was my last question, and I don't know. {who} was it?"
        if first:
            what = "a person" if facts["people"] else "a thing"
            what = "anything: a thing, an animal, a person, a character" if facts["anything"] else what
            return (
                f"{counted(facts['max_turns'], 'question')} to find out",
                f"Think of {what}. Don't tell anybody.",
            )
        if stage.again:
            turn = facts["turns"][stage.doubted - 1]
            return f"question {stage.doubted} again · you said {turn['answer']}", turn["question"]
        guess = f"{one_line(facts['what'], 120).upper()}?" if facts["what"] else ""
        which = f"question {of_all(facts)}" + (" · a guess" if facts["is_guess"] else "")
        return which, guess or facts["question"] or "…"

    # the result

    def nearness(self, play: Play[AkinatorState]) -> tuple[float, str]:
        """Nearness by the number of yes answers; the replies say nothing more exact."""
        told = [turn.answer for turn in play.state.turns]
        return float(told.count(YES)), f"{told.count(YES)} yes, {told.count(NO)} no" if told else ""

    def _endings(self, people: Collection[str]) -> tuple[str, str]:
        thought = "setter" in people and "guesser" not in people
        return ("I HAD IT", "YOU WIN") if thought else super()._endings(people)

    def thinks_first(self, view: View) -> bool:
        return view.seat == "setter" and bool(view.facts["later"]) and not view.facts["turns"]

    def _way(self, people: Collection[str]) -> str:
        return "mine" if "setter" in people and "guesser" not in people else super()._way(people)

    def _lost(self, play: Play[AkinatorState], names: Mapping[str, str], people: Collection[str]) -> str:
        if play.state.misjudged:
            return self.host.ending(play, "misjudged", names)
        if "setter" in people and "guesser" not in people:
            return self.host.ending(play, "beaten", names)
        return super()._lost(play, names, people)

    def _question_text(self, turn: AkinatorTurn) -> str:
        guess = turn.question.guess
        return guessed_aloud(guess) if guess else turn.question.text

    def one_more(self, play: Play[AkinatorState], deck: Deck | None) -> OneMore | None:
        told = _answers_since(play)
        if deck is None or deck.knowledge is None or len(told) >= MORE:
            return None
        question = AkinatorBot(deck, {}).one_more(play.view("setter").facts, told)
        keys = [(self.looks[answer].key, answer) for answer in ANSWERS]
        return OneMore(question, keys) if question is not None else None

    def answer_review(
        self, play: Play[AkinatorState], deck: Deck | None, people: Collection[str]
    ) -> AnswerReview | None:
        """The answers compared with the deck's knowledge; None if aborted, unfinished or without answers."""
        state = play.state
        mine = "setter" in people
        if not play.over or state.aborted or not state.turns:
            return None
        if state.entity is None:
            return AnswerReview(line="Nobody said what it was.", untold=mine and state.reveals)
        said = [(turn.question.text, turn.answer) for turn in state.turns]
        answers = [Answered(*one, MEANINGS.get(one[1])) for one in (*said, *_answers_since(play))]
        missed = mine and "guesser" not in people and not state.won and not state.misjudged
        astray = decided(play, deck.knowledge) if missed and deck is not None and deck.knowledge else None
        misled = astray.slots["question"] if astray is not None and astray.key == "misled" else ""
        found = review_answers(state.names, answers, deck, KNOWN, mine=mine, missed=missed, misled=misled)
        found = replace(found, remarks=_misjudged(state))
        if found.lesson is None:
            return found
        to, of = _deck_for(state, found.lesson.deck, found.lesson.of)
        return replace(found, lesson=replace(found.lesson, deck=to, of=of))


def _answers_since(play: Play[AkinatorState]) -> Sequence[tuple[str, str]]:
    """The questions asked after the end, each with its answer."""
    return [(event["question"], event["text"]) for event in play.events if event.type == Kind.TOLD]


def _empty(view: View, ask: Ask | None) -> str:
    """The text shown while no question has been asked."""
    facts = view.facts
    people, most = facts["people"], facts["max_turns"]
    if ask is not None and ask.name == "object":
        return f"Think of {'a person' if people else 'a thing'} and write it down. It's sealed until the end."
    if view.seat in ("guesser", TABLE):
        whom, what = ("somebody", "who") if people else ("something", "what")
        return f"They're thinking of {whom}. {counted(most, 'question')} to find out {what}."
    return "It's sealed. The first question is coming."


def _misjudged(state: AkinatorState) -> tuple[str, ...]:
    """A sentence for each right guess that was called incorrect."""
    return tuple(
        f"Question {n} guessed {one_line(turn.question.guess, 60)}, but the answer was no."
        for n, turn in enumerate(state.turns, 1)
        if turn.answer == INCORRECT
        and turn.question.guess is not None
        and equals(turn.question.guess, state.names, state.compared)
    )


def _deck_for(state: AkinatorState, deck: str, of: str) -> tuple[str, str]:
    """The user's deck that learns from a session, and the shipped deck on which it is based.

    `deck` and `of` are used for a session that doesn't name a deck.
    """
    named = state.setup.deck or ""
    if state.people:
        deck, of = f"{deck}-{PEOPLE}", PEOPLE
    elif not named or deck_base(named) in (ANYTHING, LEARNED):
        deck, of = LEARNED, ANYTHING
    return (named.partition("@")[0] if "@" in named else deck), of


GAME_UI = AkinatorUI()

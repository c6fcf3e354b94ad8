"""The rules of Akinator: the setter thinks of something, and the guesser finds out what by asking questions.

The setter answers yes, no, probably yes, probably no or don't know. A guess is a question too; it is either
correct or incorrect. If it is correct, the guesser wins. If `max_turns` questions are used up, the setter
wins.

See this game's README.md for the rules.

Law: with `secret = sealed` the rules and the setter know the object from the start. No other seat sees it
before the session is over. With `later` no view has it before the end. When the setter replies to a question,
the other seats see only the answer that was read. The guesser's `talk` never has the object, even at the end,
because the last probe uses it. A Fault's sentence never contains a secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from tui_arena.core.forms import ChoicePhrases, ReplyForm
from tui_arena.core.game import (
    TABLE,
    Ask,
    Data,
    Deck,
    Fault,
    Line,
    Move,
    Outcome,
    Reply,
    Seat,
    Setup,
    deck_base,
)
from tui_arena.core.language.names import equals, split_otherwise, without_article
from tui_arena.core.language.reply_forms import (
    ABBREVIATED,
    OFF,
    at_most,
    fitting,
    guessed,
    with_number,
    without_number,
)
from tui_arena.core.probes import SORTING
from tui_arena.core.text import one_line, read_reply
from tui_arena.core.words import in_american, tokens
from tui_arena.questions.rules import (
    ANSWER_CHARS,
    MARKS,
    MOST_ALIASES,
    NO,
    NO_QUESTION,
    QUESTION,
    QUESTION_CHARS,
    YES,
    Dialogue,
    QuestionGame,
    answers_in,
    names_form,
    names_given,
    names_in,
    one_answer,
    phrases_of,
    said,
)
from tui_arena.questions.table import GivenAnswer

# the state of a session

PROBABLY_YES, PROBABLY_NO, DONT_KNOW = "probably yes", "probably no", "don't know"
CORRECT, INCORRECT = "correct", "incorrect"
ANSWERS = (YES, NO, PROBABLY_YES, PROBABLY_NO, DONT_KNOW)
"""The possible answers to a plain question."""
MEANINGS: Mapping[str, GivenAnswer] = {
    YES: "yes",
    NO: "no",
    PROBABLY_YES: "probably yes",
    PROBABLY_NO: "probably no",
    DONT_KNOW: "unsure",
}
"""Maps the answers of the game to the answers of a table."""
VERDICTS = (CORRECT, INCORRECT)
"""The possible answers to a guess."""
LATER = "later"
ANYTHING, LEARNED = "anything", "learned"
"""Two decks: one for a game about anything, and the user's deck with that deck and all learned objects."""


@dataclass(frozen=True, slots=True)
class AkinatorQuestion:
    """A question as the guesser asked it."""

    text: str
    """The question on one line, without its number."""
    guess: str | None = None
    """The guessed name; None for a plain question."""
    number: int | None = None
    """The N of a leading `Question N:`; None if there was no number."""
    short: str | None = None
    """The guessed name up to its first full stop, even one after an initial or a title."""


@dataclass(frozen=True, slots=True)
class AkinatorTurn:
    """A question with its answer."""

    question: AkinatorQuestion
    answer: str
    """One of `ANSWERS`, or of `VERDICTS` for a guess."""
    ruled: bool = False
    """True if the rules said `correct` instead of the setter."""
    amended: bool = False
    """True if the setter changed the answer later."""


@dataclass(frozen=True, slots=True)
class AkinatorState(Dialogue):
    """A session so far. When the outcome is decided, a reveal may still be open."""

    found: ClassVar[str] = CORRECT

    turns: tuple[AkinatorTurn, ...] = ()
    open: AkinatorQuestion | None = None
    """The question that waits for the setter's answer."""
    revealed: bool = False
    """True if the reveal is done: it was answered, or its last attempt was refused."""
    misjudged: bool | None = None
    """True if the object revealed at the end had been guessed; None if nothing was revealed."""

    @property
    def later(self) -> bool:
        """True if the setter names nothing before the end, the way people play."""
        return bool(self.setup.options["secret"] == LATER)

    @property
    def reveals(self) -> bool:
        """True if the setter is asked now what the object was."""
        lost = self.over and not self.aborted and not self.won
        return lost and self.later and self.entity is None and not self.revealed

    @property
    def questions(self) -> tuple[AkinatorQuestion, ...]:
        """All questions so far, including the open one."""
        asked = tuple(turn.question for turn in self.turns)
        return asked if self.open is None else (*asked, self.open)


# reading replies

_GUESS = re.compile(
    rf"this\s+is\s+a\s+guess[{OFF}]*(?:-{{1,3}}|[‐-―−]|:)[{OFF}]*are\s+you\s+thinking\s+of\b:?([^\n]*)",
    re.IGNORECASE,
)


def read_question(text: str) -> AkinatorQuestion:
    """The question in a reply, or the guess; raises Fault."""
    number, text = without_number(text)
    line = one_line(fitting(text, "question", QUESTION_CHARS, NO_QUESTION))
    found = _GUESS.search(text)
    if found is None:
        return AkinatorQuestion(line, number=number)
    guess = guessed(found[1], ABBREVIATED)
    if not guess:
        raise Fault("format", "the guess names nothing; write `This is a guess -- are you thinking of X?`")
    return AkinatorQuestion(line, guess, number, guessed(found[1]))


def read_names(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the aliases in `name | alias | alias`; raises Fault."""
    name, aliases = names_given(text, "the object", void="-–— ")
    kept = [alias for alias in dict.fromkeys(aliases) if alias and alias != name]
    return without_article(name), tuple(kept[:MOST_ALIASES])


# reading answers

_YES = "yes|yeah|yep|yup|yea|aye"
_NO = "no|nope|nah|nay"
_STRONG = {
    YES: f"{_YES}|of course|no doubt|without doubt|without a doubt",
    NO: f"{_NO}|not at all|of course not|definitely not|certainly not|absolutely not",
    PROBABLY_YES: "i think so|i guess so|i believe so|not always|rather yes|more yes than no|somewhat",
    PROBABLY_NO: "i think not|i dont think so|i do not think so|i doubt it|rather not|rather no|unlikely"
    "|not likely|not really|not usually|not normally|not exactly|not quite|hardly|rarely|seldom|doubtful"
    "|more no than yes",
    DONT_KNOW: "dont know|do not know|dunno|idk|not sure|not certain|unsure|uncertain|no idea|no clue"
    "|cant say|cannot say|cant tell|cannot tell|hard to say|hard to tell|unknown|not known|depends",
}
_WEAK = {
    YES: "correct|right|true|affirmative|indeed|exactly|definitely|certainly|absolutely|sure|surely|always"
    "|not wrong|not false|not incorrect",
    NO: "incorrect|wrong|false|untrue|negative|never|not true|not correct|not right",
}
"""Words that occur in other sentences too; they count only if no phrase of `_STRONG` is found."""
_SHORT = {
    "y": YES,
    "n": NO,
    **dict.fromkeys(("py", "p y", "p yes"), PROBABLY_YES),
    **dict.fromkeys(("pn", "p n", "p no"), PROBABLY_NO),
    **dict.fromkeys(("dk", "ns"), DONT_KNOW),
}
"""Abbreviations that count only as a whole reply."""
_HEDGES = "probably|prob|likely|most likely|very likely|presumably|mostly|usually|generally|partly|partially"
_SOFT = "maybe|perhaps|possibly|sometimes"


def _hedged() -> dict[tuple[str, ...], str]:
    """Phrases like `probably not`, `yes, mostly`, `maybe`: a hedge alone, or before or after a yes or no."""
    out: dict[tuple[str, ...], str] = {}
    for hedges, alone in ((_HEDGES, PROBABLY_YES), (_SOFT, DONT_KNOW)):
        for hedge in (tuple(h.split()) for h in hedges.split("|")):
            out[hedge] = alone
            for yes in _YES.split("|"):
                out[*hedge, yes] = out[yes, *hedge] = PROBABLY_YES
            for no in (*_NO.split("|"), "not"):
                out[*hedge, no] = out[no, *hedge] = PROBABLY_NO
            out["no", *hedge, "not"] = out["not", *hedge] = PROBABLY_NO
    return out


STRONG: ChoicePhrases = _hedged() | phrases_of(_STRONG)
WEAK: ChoicePhrases = phrases_of(_WEAK)


_AS_VERDICT = {YES: CORRECT, NO: INCORRECT}
ANSWER = ReplyForm({"answer": " | ".join(ANSWERS)}, marks=MARKS["answer"], phrases={**WEAK, **STRONG})
VERDICT = ReplyForm(
    {"verdict": " | ".join(VERDICTS)},
    marks=MARKS["answer"],
    phrases={said: _AS_VERDICT[one] for said, one in ANSWER.phrases.items() if one in _AS_VERDICT},
)
FORMS = {
    "object": (names_form("object"),),
    "question": (QUESTION,),
    "answer": (ANSWER, VERDICT),
    "reveal": (names_form("object"),),
}


def read_answer(text: str) -> str:
    """The answer to a plain question, one of `ANSWERS`; raises Fault.

    The first answer in the reply counts. A reply with both a yes and a no is a `format` fault.
    """
    at_most("answer", text, ANSWER_CHARS, ", one word will do")
    whole = _SHORT.get(" ".join(tokens(text)))
    if whole is not None:
        return whole
    found = answers_in(text, STRONG) or answers_in(text, WEAK)
    both = not ({YES, PROBABLY_YES}.isdisjoint(found) or {NO, PROBABLY_NO}.isdisjoint(found))
    return one_answer(found, "yes, no, probably yes, probably no, don't know", both=both)


def read_verdict(text: str) -> str:
    """The answer to a guess: `correct` or `incorrect`, which may be said as yes or no; raises Fault."""
    try:
        answer = read_answer(text)
    except Fault as fault:
        if fault.kind != "format":
            raise
        answer = ""
    if answer not in (YES, NO):
        raise Fault("format", "that was a guess; answer correct or incorrect")
    return CORRECT if answer == YES else INCORRECT


# the game itself

START = "I have {what} in mind. You may begin with your questions."


class Akinator(QuestionGame[AkinatorState]):
    """The rules of Akinator, over `AkinatorState`."""

    id = "akinator"
    sought = "object"
    guess = "This is a guess -- are you thinking of {}?"
    lost = Outcome("won", ("setter",))
    forms = FORMS

    def seats(self, options: Data) -> tuple[Seat, ...]:
        return (
            Seat("setter", "opponent", "setter", "human"),
            Seat("guesser", "solver", "guesser", "bot"),
        )

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        return () if options["secret"] == LATER else super().items(options, deck)

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        if options["secret"] == LATER:
            return {"secret": {}}
        return {} if item is None else {"secret": self._secret(item)}

    def start(self, setup: Setup) -> AkinatorState:
        named = names_in(setup.secret or {}, "object")
        return AkinatorState(setup) if named is None else AkinatorState(setup, *named)

    def asks(self, state: AkinatorState) -> tuple[Ask, ...]:
        if state.reveals:
            return (self._names_ask(state, "reveal"),)
        if state.over:
            return ()
        if state.entity is None and not state.later:
            return (self._names_ask(state, "object", sealed=True),)
        if state.open is None:
            return (self._question_ask(state),)
        plain = state.open.guess is None
        choices, form = (ANSWERS, ANSWER) if plain else (VERDICTS, VERDICT)
        ask = self._choice_ask(state, "setter", "answer", choices, form)
        return (replace(ask, amendable=ask.amendable and plain),)

    # replies

    def parse(self, state: AkinatorState, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text, *ask.marks).body
        if ask.name == "question":
            return Move(ask, ask.name, self._judged(state, read_question(text), reply.ruling.get("hit")))
        if ask.name == "answer":
            guessed = state.open is not None and state.open.guess is not None
            answer = read_verdict(text) if guessed else read_answer(text)
            return Move(ask, ask.name, {"answer": answer, "amended": reply.amended})
        name, aliases = read_names(text)
        values: dict[str, Any] = {"object": name, "aliases": aliases}
        if ask.name == "reveal":
            guesses = [q.guess for q in state.questions if q.guess is not None]
            hit = any(_is_one_of(guess, (name, *aliases), state) for guess in guesses)
            values["misjudged"] = reply.ruling.get("hit", hit)
        return Move(ask, ask.name, values)

    @staticmethod
    def _judged(state: AkinatorState, question: AkinatorQuestion, ruled: bool | None) -> dict[str, Any]:
        """The values of a question's move. A guess is compared with the names of a sealed object."""
        if question.guess is None:
            return {"question": question, "correct": False}
        names = [] if state.later else [n for name in state.names for n in (name, name.rstrip(".?!"))]
        named = (question.guess, question.short or question.guess)
        hit = next((guess for guess in named if _is_one_of(guess, names, state)), None)
        if hit is not None:
            question = replace(question, guess=hit)
        return {"question": question, "correct": hit is not None if ruled is None else ruled}

    def apply(self, state: AkinatorState, move: Move) -> AkinatorState:
        state = replace(state, rejected=())
        values = move.values
        if move.name == "object":
            return replace(state, entity=values["object"], aliases=values["aliases"], given=True)
        if move.name == "reveal":
            names = {"entity": values["object"], "aliases": values["aliases"]}
            return replace(state, **names, revealed=True, misjudged=values["misjudged"])
        if move.name == "question":
            state = replace(state, open=values["question"])
            return self._with_answer(state, CORRECT, ruled=True) if values["correct"] else state
        return self._with_answer(state, values["answer"], amended=values["amended"])

    @staticmethod
    def _with_answer(
        state: AkinatorState, answer: str, *, ruled: bool = False, amended: bool = False
    ) -> AkinatorState:
        assert state.open is not None, "an answer is to a question"
        guess = state.open.guess
        found = state.later and answer == CORRECT and state.entity is None and guess is not None
        return replace(
            state,
            turns=(*state.turns, AkinatorTurn(state.open, answer, ruled, amended)),
            entity=without_article(guess) if found and guess else state.entity,
            open=None,
            rejected=(),
        )

    def _defaulted(self, state: AkinatorState, ask: Ask) -> AkinatorState | None:
        if ask.name == "answer":
            plain = state.open is None or state.open.guess is None
            return self._with_answer(state, DONT_KNOW if plain else INCORRECT)
        return replace(state, revealed=True) if ask.name == "reveal" else None

    def _round(self, state: AkinatorState) -> int:
        """The number of answers, including the winning guess; 0 while a question is open."""
        return len(state.turns) if state.open is None else 0

    def probe(self, state: AkinatorState, seat: str, kind: str) -> Ask | None:
        """Adds `sorting`, after each answer except the first; its prompt says nothing about the game.

        See `stats/README.md` (GameArena, retrospective analysis). The prompt for the list of candidates has
        the rules and the history of `question`.
        """
        turn = self._round(state)
        if seat == "guesser" and kind == SORTING and turn > 1:
            return Ask(seat, SORTING, f"{SORTING}:{turn}", sealed=True)
        return super().probe(state, seat, kind)

    # views

    def _facts(self, state: AkinatorState, seat: str) -> dict[str, Any]:
        knows = seat == "setter" or state.over
        told = [turn.answer for turn in state.turns]
        asked = state.open
        return {
            **self._shared_facts(state, seat, knows=knows),
            "anything": not state.people and deck_base(state.setup.deck or "") in ("", ANYTHING, LEARNED),
            "last_turn": len(told) == state.max_turns - 1,
            "turns": [_turn(turn) for turn in state.turns],
            "started": bool(told),
            "counts": {answer: told.count(answer) for answer in (*ANSWERS, *VERDICTS)},
            "guesses_made": sum(question.guess is not None for question in state.questions),
            "question": asked.text if asked else "",
            "is_guess": asked is not None and asked.guess is not None,
            "is_question": asked is not None and asked.guess is None,
            "what": (asked.guess or "") if asked else "",
            "answers": list(VERDICTS if asked and asked.guess is not None else ANSWERS),
            "secret": state.setup.options["secret"],
            "later": state.later,
            "known": bool(knows and state.entity),
            "kind": "person" if state.people else "object",
            "reveals": state.reveals,
            "revealed": (state.entity or "") if state.revealed else "",
            "found": state.won,
            "misjudged": state.misjudged,
        }

    def _talk(self, state: AkinatorState, seat: str) -> tuple[Line, ...]:
        lines: list[Line] = []
        open_to = seat == "setter" or (seat == TABLE and state.over)
        if state.given and open_to:
            lines.append(Line("setter", " | ".join(state.names), "object"))
        elif seat != "setter" and (state.later or state.entity is not None):
            what = "a person" if state.people else "an object"
            lines.append(Line("setter", START.format(what=what), read=True))
        for turn in state.turns:
            lines.append(_asked(turn.question, seat))
            lines.append(Line(TABLE if turn.ruled else "setter", said(turn.answer), "answer", read=True))
        if state.open is not None and seat != "setter":
            lines.append(_asked(state.open, seat))
        if state.revealed and state.entity is not None and seat != "guesser":
            lines.append(Line("setter", " | ".join(state.names), "reveal"))
        return (*lines, *self._refused(state, seat))


def _is_one_of(guess: str, names: Sequence[str], state: AkinatorState) -> bool:
    """True if a guess is one of the names, as the session compares them."""
    if equals(guess, names, state.compared):
        return True
    if state.compared == "strict":
        return False
    if state.splits_names and split_otherwise(guess, names):
        return True
    return state.knows_spellings and equals(in_american(guess), map(in_american, names), state.compared)


def _turn(turn: AkinatorTurn) -> dict[str, Any]:
    question = turn.question
    return {
        "question": question.text,
        "answer": turn.answer,
        "guess": question.guess is not None,
        "what": question.guess or "",
        "ruled": turn.ruled,
    }


def _asked(question: AkinatorQuestion, seat: str) -> Line:
    """A question as a line of talk; the guesser sees it with its original number."""
    number = question.number if seat == "guesser" else None
    return Line("guesser", with_number(number, question.text), "question")


GAME = Akinator()

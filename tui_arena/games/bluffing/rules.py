"""The rules of Bluffing: the setter makes a statement, true or made up, and the judge finds out which it is.

The judge asks up to `max_questions` questions, and the setter answers as if the statement were true. Then the
judge gives a verdict. If it is right, the judge wins; if it is wrong or missing, the setter wins. With the option
`calls` the judge may say, in place of a question or the verdict, that the last answer was none.

With `truth = sealed` the setter says together with the statement whether it is true; with `later` the setter
says so only after the verdict. See this game's README.md for the rules.

Law: until the session is over, only the setter's facts have the truth. The judge's `talk` never has it, not
even at the end, because belief probes use it. No other seat sees a player's thoughts before a marked line. A
Fault's sentence never gives the truth away. The setter's talk shows the statement as the judge heard it. A
model that reads `true | ...` there would continue to write in that form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.core.answers import (
    CALL,
    CALL_MARK,
    CAN_CALL,
    ENOUGH,
    RULED,
    Call,
    Lack,
    ask_key,
    call_lines,
    calls_on,
    decided,
    is_call,
    lack_in,
)
from tui_arena.core.answers import NO_ANSWER as NOT_ANSWERED
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import (
    TABLE,
    Ask,
    Attempts,
    Data,
    Deck,
    Fault,
    Line,
    Move,
    Outcome,
    Reply,
    Seat,
    Setup,
    View,
)
from tui_arena.core.language.reply_forms import OFF, fitting, with_number, without_number
from tui_arena.core.probes import BELIEF, COACH, coach_ask
from tui_arena.core.reading import formed
from tui_arena.core.text import fold, one_line, read_reply, undecorated
from tui_arena.core.words import tokens

# the state of a session

SEALED, LATER = "sealed", "later"
NO_ANSWER = "(no answer)"
NO_VERDICT = "judge: no verdict"
UNANSWERED = f"setter: {NOT_ANSWERED}"
GOALS = {
    "setter": "Lead the judge astray: to believe what you made up, or to doubt what is true.",
    "judge": "Find out whether it is true.",
}
"""The goal of each seat, in the words that help, boards and prompts use."""


@dataclass(frozen=True, slots=True)
class BluffingQuestion:
    """A question as the judge asked it."""

    text: str
    """The question on one line, without its number."""
    number: int | None = None
    """The N of a leading `Question N:`; None if there was no number."""


@dataclass(frozen=True, slots=True)
class BluffingTurn:
    """A question with its answer."""

    question: BluffingQuestion
    answer: str
    defaulted: bool = False
    """True if the setter gave no answer that the rules accept, so that `answer` is `NO_ANSWER`."""
    lack: Lack | None = None
    """Why it isn't an answer; None if it may be one, and without the option `calls`."""
    calls: tuple[Call, ...] = ()
    """The calls against the answers to this question, in order; an answer that was upheld is void."""


@dataclass(frozen=True, slots=True)
class BluffingState(Attempts):
    """A session so far. A state is never changed; each move makes a new one."""

    statement: str | None = None
    truth: bool | None = None
    """True if the statement is true; None while the rules don't know it."""
    turns: tuple[BluffingTurn, ...] = ()
    open: BluffingQuestion | None = None
    """The question that waits for the setter's answer."""
    calls: tuple[Call, ...] = ()
    """The upheld calls against the answers to the open question."""
    verdict: bool | None = None
    missing: bool = False
    """True if the judge gave no verdict."""
    reasons: str = ""
    """The whole reply of the judge that has the verdict."""
    aborted: str | None = None
    """`SEAT: FAULT` that ended the session."""
    untold: bool = False
    """True if the setter was asked for the truth after a missing verdict and never told it."""

    @property
    def later(self) -> bool:
        """True if the setter says only after the verdict if it was true, the way people play."""
        return bool(self.setup.options["truth"] == LATER)

    @property
    def max_questions(self) -> int:
        return int(self.setup.options["max_questions"])

    @property
    def may_call(self) -> bool:
        """True if the judge may say, in place of what is asked next, that the last answer was none."""
        if not calls_on(self.setup) or self.over or self.judged or self.open is not None:
            return False
        return bool(self.turns) and not any(not call.upheld for call in self.turns[-1].calls)

    @property
    def unanswered(self) -> bool:
        """True if upheld calls ended the session."""
        made = (*self.calls, *(call for turn in self.turns for call in turn.calls))
        return sum(call.upheld for call in made) >= ENOUGH

    @property
    def made(self) -> int:
        """The number of calls against the answers to the last question."""
        return len(self.calls if self.open is not None else self.turns[-1].calls if self.turns else ())

    @property
    def judged(self) -> bool:
        """True if the judge has given a verdict or failed to give a verdict."""
        return self.verdict is not None or self.missing

    @property
    def tells(self) -> bool:
        """True if the setter is asked for the truth now."""
        return self.judged and self.truth is None and not self.untold and not self.aborted

    @property
    def over(self) -> bool:
        """True if the outcome is decided; the truth may still be open after a missing verdict."""
        if self.aborted or self.missing or self.unanswered:
            return True
        return self.verdict is not None and self.truth is not None

    @property
    def questions(self) -> tuple[BluffingQuestion, ...]:
        """All questions so far, including the open one."""
        asked = tuple(turn.question for turn in self.turns)
        return asked if self.open is None else (*asked, self.open)


# reading replies

TEXT_CHARS = 300
"""The longest statement, and the longest question, in characters."""
ANSWER_CHARS = 2000
TRUTHS = {"true": True, "false": False}
BARE_WORDS = 2
"""A sentence counts as a verdict if it has at most this many words, among them `true` or `false`."""
_NOT = frozenset("not never hardly partly half possibly probably maybe isnt wasnt neither".split())
_SEALED = re.compile(rf"[{OFF}]*(true|false)[{OFF}]*\|(.*)", re.IGNORECASE | re.DOTALL)
_WORDS = rf"i[{OFF}]+believe[{OFF}]+your[{OFF}]+statement[{OFF}]+is[{OFF}]*:"
_PHRASE = re.compile(rf"{_WORDS}((?:(?!{_WORDS})[^\n])*)", re.IGNORECASE)
"""The sentence of a verdict, up to the end of its line or to the next such sentence."""
_SENTENCE_END = re.compile(r"[.!;](?:\s|$)")


def read_statement(text: str, *, sealed: bool) -> tuple[bool | None, str]:
    """The truth and the text in `true | text`; raises Fault. Without `sealed`, None and the text."""
    found = _SEALED.match(text)
    if found is None and sealed:
        raise Fault("format", "say first whether it is true: write `true | text` or `false | text`")
    if found is not None and not sealed:
        raise Fault(
            "format", "the statement alone is asked for; whether it is true is told after the verdict"
        )
    if found is not None and _echoes(found[2]):
        why = "behind the bar stands the form again; write the statement itself there"
        raise Fault("format", why, told="Say something about yourself.", once_taken=True)
    missing = "the statement is missing; say something about yourself"
    statement = fitting(undecorated(one_line(found[2] if found else text)), "statement", TEXT_CHARS, missing)
    return (TRUTHS[found[1].lower()] if found else None), statement


def written_statement(text: str, *, truth: bool) -> str:
    """A sealed statement in the form that `read_statement` reads."""
    return f"{truth_in_words(truth)} | {text}"


def read_answer(text: str) -> str:
    """The answer in a setter's reply; raises Fault."""
    if _SEALED.match(text):
        why = "that is the form of a statement; say something to the question"
        raise Fault("format", why, once_taken=True)
    return fitting(text, "answer", ANSWER_CHARS, "that is no answer; say something to the question")


def _echoes(text: str) -> bool:
    """True if a text only repeats the words that described its form.

    >>> _echoes(" true | text"), _echoes(" text"), _echoes(" I can text blindfolded")
    (True, True, False)
    """
    return _SEALED.match(text) is not None or tokens(text) == ["text"]


def read_question(text: str) -> BluffingQuestion:
    """The question in a reply; raises Fault."""
    number, text = without_number(text)
    missing = "that isn't a question; ask something about the statement"
    return BluffingQuestion(fitting(one_line(text), "question", TEXT_CHARS, missing), number)


def read_verdict(text: str, *, bare: bool) -> bool | None:
    """The verdict in a reply; None if there is none. Raises Fault for a verdict that can't be read.

    `bare`: `true` or `false` alone also counts. Any text after the sentence of the verdict is a reason.
    """
    phrases = list(_PHRASE.finditer(text))
    if not phrases:
        words = tokens(without_number(text)[1])
        alone = bare and len(words) == 1 and words[0] in TRUTHS
        return TRUTHS[words[0]] if alone else None
    said = {_value(found[1]) for found in phrases} | _taken_back(text)
    if len(said) > 1:
        raise Fault("format", "the verdict says both True and False; one of them is needed")
    number, before = without_number(text[: phrases[0].start()])
    if "?" in fold(text) or (number is not None and any(c.isalnum() for c in before)):
        raise Fault("format", "a verdict and a question in one; give the verdict alone, or ask")
    return said.pop()


def written_verdict(reasons: str = "", *, value: bool) -> str:
    """A verdict in the form that `read_verdict` reads."""
    sentence = f"I believe your statement is: {value}"
    return f"{sentence}. {reasons}" if reasons else sentence


def _taken_back(text: str) -> set[bool]:
    """The verdicts in very short sentences, such as `No, false.`, among the reasons."""
    short = (tokens(part) for part in re.split(r"[.!;\n]", text))
    return {TRUTHS[word] for words in short if len(words) <= BARE_WORDS for word in words if word in TRUTHS}


def _value(text: str) -> bool:
    """The value after the phrase of a verdict; raises Fault if it isn't exactly one of True and False."""
    words = tokens(_SENTENCE_END.split(text, maxsplit=1)[0])
    values = {word for word in words if word in TRUTHS}
    if len(values) > 1:
        raise Fault("format", "the verdict says both True and False; one of them is needed")
    if not values or words[0] not in TRUTHS:
        raise Fault(
            "format",
            f"the verdict is neither True nor False; write `{written_verdict(value=True)}` or `... False`",
        )
    return TRUTHS[words[0]]


def read_truth(text: str) -> bool:
    """True if the statement was true, according to the setter's reply; raises Fault."""
    words = set(tokens(text))
    values = words & TRUTHS.keys()
    if len(values) != 1 or words & _NOT:
        raise Fault("format", "say `true` or `false`, one of them")
    return TRUTHS[values.pop()]


# what each seat may know


def truth_in_words(value: bool | None) -> str:
    """`true` or `false`; empty for None.

    >>> truth_in_words(None)
    ''
    """
    return "" if value is None else str(value).lower()


def _facts(state: BluffingState, seat: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    done = len(state.turns)
    return {
        "goal": GOALS.get(seat, ""),
        "turn": min(done + 1, state.max_questions),
        "max_questions": state.max_questions,
        "turns_left": state.max_questions - done,
        "last_turn": done == state.max_questions - 1,
        "used_up": done >= state.max_questions,
        "turns": [_turn(turn) for turn in state.turns],
        "started": bool(state.turns),
        "statement": state.statement or "",
        "question": state.open.text if state.open else "",
        "later": state.later,
        "sealed": not state.later,
        "truth": truth_in_words(state.truth) if knows else "",
        "is_true": bool(knows and state.truth),
        "is_made_up": knows and state.truth is False,
        "calls": calls_on(state.setup),
        CAN_CALL: state.may_call,
        "no_answer": seat == "judge" and state.may_call and state.turns[-1].lack is not None,
        "called": bool(state.calls),
        "void": [call.data for call in state.calls],
        "unanswered": state.unanswered,
        "verdict": truth_in_words(state.verdict),
        "judged": state.judged,
        "missing": state.missing,
        "found": state.over and state.verdict is not None and state.verdict == state.truth,
        "tells": state.tells,
        "family": bool(state.setup.options["family"]),
        "faults_left": state.faults_left(seat),
        "over": state.over,
    }


def _turn(turn: BluffingTurn) -> dict[str, Any]:
    return {
        "question": turn.question.text,
        "answer": turn.answer,
        "defaulted": turn.defaulted,
        "calls": [call.data for call in turn.calls],
    }


def _asked(question: BluffingQuestion, seat: str) -> Line:
    """A question as a line of talk; the judge sees it with its original number."""
    number = question.number if seat == "judge" else None
    return Line("judge", with_number(number, question.text), "question")


def _talk(state: BluffingState, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    if state.statement is not None:
        lines.append(Line("setter", state.statement, "statement"))
    for turn in state.turns:
        lines += [_asked(turn.question, seat), *_void(turn.calls)]
        lines.append(Line("setter", turn.answer, "answer", read=turn.defaulted))
        lines += [line for call in turn.calls if not call.upheld for line in call_lines("judge", call)]
    if state.open is not None:
        lines += [_asked(state.open, seat), *_void(state.calls, last=state.unanswered)]
    if state.verdict is not None:
        lines.append(Line("judge", state.reasons or f"verdict: {truth_in_words(state.verdict)}", "verdict"))
    if state.later and state.truth is not None and (seat == "setter" or (state.over and seat == TABLE)):
        lines.append(Line("setter", truth_in_words(state.truth), "truth", read=True))
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.seat == "judge")
    ]
    return tuple(lines)


def _void(calls: Sequence[Call], *, last: bool = False) -> list[Line]:
    """The void answers to a question, each with the call. `last`: whether the last call ended the session."""
    upheld = [call for call in calls if call.upheld]
    lines: list[Line] = []
    for call in upheld:
        lines.append(Line("setter", call.reply, "answer", read=call.reply == NO_ANSWER))
        lines += call_lines("judge", call, last=last and call is upheld[-1])
    return lines


# the game itself

PREFIX = len("false | ")
SEALED_FORM = ReplyForm({"truth": "true | false", "statement": "text"}, "bar")
LATER_FORM = ReplyForm({"statement": "text"}, "bar")


def _with_calls(form: ReplyForm) -> ReplyForm:
    """A form in place of which the judge may call."""
    return replace(form, marks=(*form.marks, CALL_MARK), also={**form.also, CALL: NOT_ANSWERED})


QUESTION_FORM = ReplyForm(
    {"question": "text"},
    "alone",
    marks=("question:", "verdict:"),
    also={"verdict": "true | false"},
    own=_PHRASE,
)
VERDICT_FORM = ReplyForm({"verdict": "true | false"}, "alone", marks=("verdict:",), own=_PHRASE)
FORMS = {
    "statement": (SEALED_FORM, LATER_FORM),
    "question": (QUESTION_FORM, _with_calls(QUESTION_FORM)),
    "answer": (ReplyForm({"answer": "text"}, "alone", marks=("answer:",)),),
    "verdict": (VERDICT_FORM, _with_calls(VERDICT_FORM)),
    "truth": (ReplyForm({"truth": "true | false"}, "alone"),),
}
"""The forms of each ask. If there are two, the last is for a truth that is told later, or for `calls`."""


class Bluffing:
    """The rules of Bluffing, over `BluffingState`."""

    id = "bluffing"
    rules = 1
    forms = FORMS

    def seats(self, options: Data) -> tuple[Seat, ...]:
        return (
            Seat("setter", "opponent", "setter", "bot"),
            Seat("judge", "solver", "judge", "human"),
        )

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        return ()

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        return {}

    def start(self, setup: Setup) -> BluffingState:
        return BluffingState(setup)

    def asks(self, state: BluffingState) -> tuple[Ask, ...]:
        return tuple(self._formed(state, ask) for ask in self._asked(state))

    @staticmethod
    def _formed(state: BluffingState, ask: Ask) -> Ask:
        other = state.later if ask.name == "statement" else calls_on(state.setup)
        form = FORMS[ask.name][-1 if other else 0]
        return replace(ask, form=formed(form, state.setup))

    def _asked(self, state: BluffingState) -> tuple[Ask, ...]:
        turn, attempt = len(state.turns) + 1, state.attempt
        if state.tells:
            return (self._choice("setter", "truth", attempt),)
        if state.over:
            return ()
        if state.statement is None:
            most = TEXT_CHARS + (0 if state.later else PREFIX)
            ask = Ask("setter", "statement", "statement", max_chars=most, attempt=attempt, private=True)
            return (replace(ask, sealed=not state.later),)
        if state.open is not None:
            key = ask_key("answer", turn, calls=state.made)
            return (Ask("setter", "answer", key, max_chars=ANSWER_CHARS, attempt=attempt, private=True),)
        also = (CALL,) if state.may_call else ()
        if turn > state.max_questions:
            ask = replace(self._choice("judge", "verdict", attempt), also=also)
            return (replace(ask, key=ask_key("verdict", turn, calls=state.made)) if state.made else ask,)
        key = ask_key("question", turn, calls=state.made)
        ask = Ask("judge", "question", key, max_chars=TEXT_CHARS, also=("verdict", *also))
        return (replace(ask, attempt=attempt, private=True),)

    @staticmethod
    def _choice(seat: str, name: str, attempt: int) -> Ask:
        return Ask(seat, name, name, kind="choice", choices=("true", "false"), attempt=attempt)

    # replies

    def parse(self, state: BluffingState, ask: Ask, reply: Reply) -> Move:
        said = read_reply(reply.text, *ask.marks)
        if CALL_MARK in ask.marks and is_call(said, reply):
            return self._call(state, ask, reply.ruling.get(RULED))
        if ask.seat == "judge":
            bare = ask.name == "verdict" or reply.ask == "verdict" or said.mark == "verdict:"
            verdict = read_verdict(said.body, bare=bare)
            if verdict is not None:
                return Move(ask, "verdict", {"verdict": verdict, "reasons": said.body})
            if bare:
                raise Fault("format", "the verdict is missing; it is True or False, nothing between")
            return Move(ask, "question", {"question": read_question(said.shown)})
        if ask.name == "answer":
            return Move(ask, "answer", {"answer": read_answer(said.shown)})
        if ask.name == "truth":
            return Move(ask, "truth", {"truth": read_truth(said.body)})
        truth, statement = read_statement(said.body, sealed=not state.later)
        return Move(ask, "statement", {"truth": truth, "statement": statement})

    @staticmethod
    def _call(state: BluffingState, ask: Ask, ruled: bool | None) -> Move:
        if not state.may_call:
            why = "an answer is called at most once" if state.turns else "there is no answer to call yet"
            raise Fault("rule", f"{why}; ask, or give your verdict")
        last = state.turns[-1]
        return Move(ask, CALL, {"call": decided(last.answer, last.lack, ruled)})

    def apply(self, state: BluffingState, move: Move) -> BluffingState:
        state, values = replace(state, rejected=()), move.values
        match move.name:
            case "statement":
                return replace(state, statement=values["statement"], truth=values["truth"])
            case "question":
                return replace(state, open=values["question"])
            case "answer":
                return self._answered(state, values["answer"])
            case "call":
                return self._called(state, values["call"])
            case "verdict":
                return replace(state, verdict=values["verdict"], reasons=values["reasons"])
        return replace(state, truth=values["truth"])

    @staticmethod
    def _called(state: BluffingState, call: Call) -> BluffingState:
        """The state after a call. If it was upheld, the question is open again."""
        *earlier, last = state.turns
        calls = (*last.calls, call)
        if call.upheld:
            return replace(state, turns=tuple(earlier), open=last.question, calls=calls)
        return replace(state, turns=(*earlier, replace(last, calls=calls, lack=None)))

    @staticmethod
    def _answered(state: BluffingState, answer: str, *, defaulted: bool = False) -> BluffingState:
        assert state.open is not None, "an answer is to a question"
        said = [turn.answer for turn in state.turns if not turn.defaulted]
        lack = lack_in(state.setup, "" if defaulted else answer, state.open.text, said)
        turn = BluffingTurn(state.open, answer, defaulted, lack, state.calls)
        return replace(state, turns=(*state.turns, turn), open=None, calls=(), rejected=())

    def reject(self, state: BluffingState, ask: Ask, reply: Reply, fault: Fault) -> BluffingState:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        if ask.name == "answer":
            return self._answered(state, NO_ANSWER, defaulted=True)
        if ask.name == "verdict":
            return replace(state, missing=True, rejected=())
        if ask.name == "truth" and state.missing:
            return replace(state, untold=True, rejected=())
        return replace(state, aborted=f"{ask.seat}: {fault.kind}")

    def view(self, state: BluffingState, seat: str) -> View:
        return View(self.id, seat, _facts(state, seat), _talk(state, seat))

    def outcome(self, state: BluffingState) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.missing:
            return Outcome("won", ("setter",), NO_VERDICT)
        if state.unanswered:
            return Outcome("won", ("judge",), UNANSWERED)
        if not state.over:
            return None
        return Outcome("won", ("judge" if state.verdict == state.truth else "setter",))

    def secret(self, state: BluffingState) -> Data | None:
        return None if state.truth is None else {"truth": str(state.truth).lower()}

    def probe(self, state: BluffingState, seat: str, kind: str) -> Ask | None:
        """The ask of `belief` after the statement (round 0) and each answer, or of `coach` at the end.

        See `stats/README.md` (GameArena, retrospective analysis). Its prompt has the rules and the history of
        `question`. Round 0 is drawn but never counted.
        """
        if seat != "judge" or state.statement is None:
            return None
        if kind == COACH:
            return coach_ask(seat, over=state.over and not state.aborted)
        if kind != BELIEF or state.open is not None or state.judged or state.over:
            return None
        return Ask(seat, BELIEF, f"{BELIEF}:{len(state.turns)}", shares_prompt_of="question", sealed=True)


GAME = Bluffing()

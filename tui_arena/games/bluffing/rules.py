"""Bluffing: the setter says something about themselves, true or made up; the judge finds out which.

The judge asks up to `max_questions` times, the setter answers as if the statement were true, then the
judge gives a verdict. Right: the judge wins. Wrong, or none: the setter wins.

Law: rules.md section 5 to the letter. With `truth = sealed` the truth is known to the rules and the
setter from the start, with `later` to the setter alone until the verdict is in. What either thinks
before a marked line is nobody else's.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tui_arena.core.believing import BELIEF
from tui_arena.core.coaching import COACH, coach_ask
from tui_arena.core.game import Ask, Data, Deck, Fault, Move, Outcome, Reply, Seat, Setup, View
from tui_arena.core.text import read_reply
from tui_arena.games.bluffing.forms import (
    ANSWER_CHARS,
    TEXT_CHARS,
    read_answer,
    read_question,
    read_statement,
    read_truth,
    read_verdict,
)
from tui_arena.games.bluffing.state import NO_ANSWER, NO_VERDICT, State, Turn
from tui_arena.games.bluffing.views import view_of

MARKS = {"question": ("question:", "verdict:"), "answer": ("answer:",), "verdict": ("verdict:",)}
PREFIX = len("false | ")


class Bluffing:
    """The rules over `State`."""

    id = "bluffing"
    rules = 1

    def seats(self, options: Data) -> tuple[Seat, ...]:
        return (
            Seat("setter", "opponent", "setter", "bot"),
            Seat("judge", "solver", "judge", "human"),
        )

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        return {}

    def start(self, setup: Setup) -> State:
        return State(setup)

    def asks(self, state: State) -> tuple[Ask, ...]:
        turn, attempt = len(state.turns) + 1, state.attempt
        if state.tells:
            return (self._choice("setter", "truth", attempt),)
        if state.over:
            return ()
        if state.statement is None:
            most = TEXT_CHARS + (0 if state.later else PREFIX)
            ask = Ask(
                seat="setter",
                name="statement",
                key="statement",
                max_chars=most,
                attempt=attempt,
                sealed=not state.later,
                private=True,
            )
            return (ask,)
        if state.open is not None:
            key = f"answer:{turn}"
            return (Ask("setter", "answer", key, max_chars=ANSWER_CHARS, attempt=attempt, private=True),)
        if turn > state.max_questions:
            return (self._choice("judge", "verdict", attempt),)
        ask = Ask("judge", "question", f"question:{turn}", max_chars=TEXT_CHARS, also=("verdict",))
        return (replace(ask, attempt=attempt, private=True),)

    @staticmethod
    def _choice(seat: str, name: str, attempt: int) -> Ask:
        return Ask(seat, name, name, kind="choice", choices=("true", "false"), attempt=attempt)

    # replies

    def parse(self, state: State, ask: Ask, reply: Reply) -> Move:
        said = read_reply(reply.text, *MARKS.get(ask.name, ()))
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

    def apply(self, state: State, move: Move) -> State:
        state, values = replace(state, rejected=()), move.values
        match move.name:
            case "statement":
                return replace(state, statement=values["statement"], truth=values["truth"])
            case "question":
                return replace(state, open=values["question"])
            case "answer":
                return self._answered(state, values["answer"])
            case "verdict":
                return replace(state, verdict=values["verdict"], reasons=values["reasons"])
        return replace(state, truth=values["truth"])

    @staticmethod
    def _answered(state: State, answer: str, *, defaulted: bool = False) -> State:
        assert state.open is not None, "an answer is to a question"
        turns = (*state.turns, Turn(state.open, answer, defaulted))
        return replace(state, turns=turns, open=None, rejected=())

    def reject(self, state: State, ask: Ask, reply: Reply, fault: Fault) -> State:
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

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.missing:
            return Outcome("won", ("setter",), NO_VERDICT)
        if not state.over:
            return None
        return Outcome("won", ("judge" if state.verdict == state.truth else "setter",))

    def secret(self, state: State) -> Data | None:
        return None if state.truth is None else {"truth": str(state.truth).lower()}

    def probe(self, state: State, seat: str, kind: str) -> Ask | None:
        """`belief` after the statement (round 0) and after answer t; `coach` at the end.

        (rules.md section 7; GameArena, retrospective analysis.) Asked with the rules and the history of
        `question`; round 0 is drawn, never counted.
        """
        if seat != "judge" or state.statement is None:
            return None
        if kind == COACH:
            return coach_ask(seat, over=state.over and not state.aborted)
        if kind != BELIEF or state.open is not None or state.judged or state.over:
            return None
        return Ask(seat, BELIEF, f"{BELIEF}:{len(state.turns)}", beside="question", sealed=True)


GAME = Bluffing()

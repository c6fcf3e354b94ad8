"""Akinator: one seat thinks of something, the other finds out what by asking questions.

The setter answers yes, no, probably yes, probably no or don't know. A guess is a question like any
other and is correct or not. Correct: the guesser wins. `max_turns` used up: the setter wins.

Law: rules.md section 3 to the letter. With `secret = sealed` the object is known to the rules and the
setter from the start, with `later` to nobody before the end. Of an answer the guesser is told one word.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tui_arena.core.coaching import COACH, coach_ask
from tui_arena.core.dealing import dealt_item, names_in
from tui_arena.core.game import Ask, Data, Deck, Fault, Move, Outcome, Reply, Seat, Setup, View
from tui_arena.core.names import equals, without_article
from tui_arena.core.ranked import CANDIDATES, SORTING
from tui_arena.core.text import read_reply
from tui_arena.games.akinator.answers import read_answer, read_verdict
from tui_arena.games.akinator.forms import (
    ANSWER_CHARS,
    MOST_ALIASES,
    NAME_CHARS,
    QUESTION_CHARS,
    read_names,
    read_question,
)
from tui_arena.games.akinator.state import (
    ANSWERS,
    CORRECT,
    DONT_KNOW,
    INCORRECT,
    LATER,
    VERDICTS,
    Question,
    State,
    Turn,
)
from tui_arena.games.akinator.views import view_of

MARKS = {"question": ("question:",), "answer": ("answer:",)}


class Akinator:
    """The rules over `State`."""

    id = "akinator"
    rules = 1

    def seats(self, options: Data) -> tuple[Seat, ...]:
        return (
            Seat("setter", "opponent", "setter", "human"),
            Seat("guesser", "solver", "guesser", "bot"),
        )

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        if options["secret"] == LATER:
            return {"secret": {}}
        if deck is None:
            return {}
        item = dealt_item(options, deck, rng, index)
        return {"secret": {"object": item["entity"], "aliases": list(item["aliases"])}}

    def start(self, setup: Setup) -> State:
        named = names_in(setup.secret or {}, "object")
        return State(setup) if named is None else State(setup, *named)

    def asks(self, state: State) -> tuple[Ask, ...]:
        turn, attempt = len(state.turns) + 1, state.attempt
        names = NAME_CHARS * (MOST_ALIASES + 1)
        if state.reveals:
            return (Ask("setter", "reveal", "reveal", max_chars=names, attempt=attempt),)
        if state.over:
            return ()
        if state.object is None and not state.later:
            return (Ask("setter", "object", "object", max_chars=names, attempt=attempt, sealed=True),)
        if state.open is None:
            return (
                Ask("guesser", "question", f"question:{turn}", max_chars=QUESTION_CHARS, attempt=attempt),
            )
        ask = Ask(
            seat="setter",
            name="answer",
            key=f"answer:{turn}",
            kind="choice",
            choices=ANSWERS if state.open.guess is None else VERDICTS,
            max_chars=ANSWER_CHARS,
            attempt=attempt,
            private=True,
        )
        return (ask,)

    # replies

    def parse(self, state: State, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text, *MARKS.get(ask.name, ())).body
        if ask.name == "question":
            return Move(ask, ask.name, self._asked(state, read_question(text), reply.ruling.get("hit")))
        if ask.name == "answer":
            guessed = state.open is not None and state.open.guess is not None
            return Move(ask, ask.name, {"answer": read_verdict(text) if guessed else read_answer(text)})
        name, aliases = read_names(text)
        values: dict[str, Any] = {"object": name, "aliases": aliases}
        if ask.name == "reveal":
            guesses = [q.guess for q in state.questions if q.guess is not None]
            hit = any(equals(guess, (name, *aliases), state.match) for guess in guesses)
            values["misjudged"] = reply.ruling.get("hit", hit)
        return Move(ask, ask.name, values)

    @staticmethod
    def _asked(state: State, question: Question, ruled: bool | None) -> dict[str, Any]:
        """A question as a move: a guess of a sealed object is held against its names."""
        if question.guess is None:
            return {"question": question, "correct": False}
        names = [] if state.later else [n for name in state.names for n in (name, name.rstrip(".?!"))]
        named = (question.guess, question.short or question.guess)
        hit = next((guess for guess in named if equals(guess, names, state.match)), None)
        if hit is not None:
            question = replace(question, guess=hit)
        return {"question": question, "correct": hit is not None if ruled is None else ruled}

    def apply(self, state: State, move: Move) -> State:
        state = replace(state, rejected=())
        values = move.values
        if move.name == "object":
            return replace(state, object=values["object"], aliases=values["aliases"], given=True)
        if move.name == "reveal":
            names = {"object": values["object"], "aliases": values["aliases"]}
            return replace(state, **names, told=True, misjudged=values["misjudged"])
        if move.name == "question":
            state = replace(state, open=values["question"])
            return self._told(state, CORRECT, ruled=True) if values["correct"] else state
        return self._told(state, values["answer"])

    @staticmethod
    def _told(state: State, answer: str, *, ruled: bool = False) -> State:
        assert state.open is not None, "an answer is to a question"
        guess = state.open.guess
        found = state.later and answer == CORRECT and state.object is None and guess is not None
        return replace(
            state,
            turns=(*state.turns, Turn(state.open, answer, ruled)),
            object=without_article(guess) if found and guess else state.object,
            open=None,
            rejected=(),
        )

    def reject(self, state: State, ask: Ask, reply: Reply, fault: Fault) -> State:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        if ask.name == "answer":
            plain = state.open is None or state.open.guess is None
            return self._told(state, DONT_KNOW if plain else INCORRECT)
        if ask.name == "reveal":
            return replace(state, told=True)
        return replace(state, aborted=f"{ask.seat}: {fault.kind}")

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.won:
            return Outcome("won", ("guesser",))
        return Outcome("won", ("setter",)) if state.lost else None

    def secret(self, state: State) -> Data | None:
        if state.object is None:
            return None
        return {"object": state.object, **({"aliases": list(state.aliases)} if state.aliases else {})}

    def probe(self, state: State, seat: str, kind: str) -> Ask | None:
        """`candidates` and `sorting` after answer t, and after a guess that wins; `coach` at the end.

        (rules.md section 7; GameArena, retrospective analysis.) The list of round t is asked for with
        the rules and the history of `question`; a sorter is told nothing of the game.
        """
        if seat != "guesser":
            return None
        if kind == COACH:
            return coach_ask(seat, over=state.over)
        turn = len(state.turns)
        if state.open is not None or not turn:
            return None
        if kind == CANDIDATES:
            return Ask(seat, CANDIDATES, f"{CANDIDATES}:{turn}", beside="question", sealed=True)
        sorts = kind == SORTING and turn > 1
        return Ask(seat, SORTING, f"{SORTING}:{turn}", sealed=True) if sorts else None


GAME = Akinator()

"""Entity deduction: find what the judge has in mind by asking questions.

A setter (or the dealer) gives the entity. The guesser asks, the judge answers yes, no, or maybe
(dunno); a question that names the entity is a hit and wins. Within `max_turns` questions, else lost.

Law: rules.md section 2 to the letter. The judge is shown the entity and the question of this turn; the
guesser is told one word for each answer, and never the entity before the session is over.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from tui_arena.core.coaching import COACH, coach_ask
from tui_arena.core.dealing import dealt_item, names_in
from tui_arena.core.game import Ask, Data, Deck, Fault, Move, Outcome, Reply, Seat, Setup, View
from tui_arena.core.names import hits
from tui_arena.core.ranked import CANDIDATES
from tui_arena.core.text import read_reply
from tui_arena.games.entity.forms import (
    ANSWER_CHARS,
    MOST_ALIASES,
    NAME_CHARS,
    NEGATED,
    QUESTION_CHARS,
    read_answer,
    read_names,
    read_question,
    read_verdict,
)
from tui_arena.games.entity.state import BINGO, State, Turn
from tui_arena.games.entity.views import view_of

READINGS = ("strict", "substring", "lenient")
MOST_FLIPS = 1000
MARKS = {"question": ("question:",), "answer": ("answer:",)}


class EntityDeduction:
    """The rules over `State`."""

    id = "entity"
    rules = 1

    def seats(self, options: Data) -> tuple[Seat, ...]:
        seats = [
            Seat("setter", "neutral", "setter", "dealer"),
            Seat("judge", "neutral", "judge", "bot"),
            Seat("guesser", "solver", "guesser", "human"),
        ]
        if options["match"] == "judged":
            seats.append(Seat("umpire", "neutral", "umpire", "bot"))
        return tuple(seats)

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        dealt: dict[str, Any] = {}
        if deck is not None:
            item = dealt_item(options, deck, rng, index)
            dealt["secret"] = {"entity": item["entity"], "aliases": list(item["aliases"])}
        if options["noise"]:
            turns = range(1, int(options["max_turns"]) + 1)
            dealt["flips"] = [turn for turn in turns if rng.random() < options["noise"]]
        return dealt

    def start(self, setup: Setup) -> State:
        flips = setup.extra.get("flips") or ()
        if not isinstance(flips, list | tuple) or len(flips) > MOST_FLIPS:
            raise ValueError(f"setup.flips must be a list of turns, {MOST_FLIPS} at the most")
        if not all(isinstance(turn, int) for turn in flips):
            raise ValueError("setup.flips must be a list of turns")
        if setup.secret is None:
            return State(setup, None)
        named = names_in(setup.secret, "entity")
        if named is None:
            raise ValueError("setup.secret.entity is missing")
        return State(setup, *named)

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over:
            return ()
        turn, attempt = len(state.turns) + 1, state.attempt
        if state.entity is None:
            most = NAME_CHARS * (MOST_ALIASES + 1)
            ask = Ask("setter", "entity", "entity", max_chars=most, attempt=attempt, sealed=True)
        elif state.question is None:
            ask = Ask("guesser", "question", f"question:{turn}", max_chars=QUESTION_CHARS, attempt=attempt)
        else:
            judged = state.setup.options["match"] == "judged" and not state.umpired
            ask = Ask(
                seat="umpire" if judged else "judge",
                name="hit" if judged else "answer",
                key=f"{'hit' if judged else 'answer'}:{turn}",
                kind="choice",
                choices=("yes", "no") if judged else state.answers,
                max_chars=ANSWER_CHARS,
                attempt=attempt,
                private=True,
            )
        return (ask,)

    # replies

    def parse(self, state: State, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text, *MARKS.get(ask.name, ())).body
        if ask.name == "entity":
            name, aliases = read_names(text)
            values: dict[str, Any] = {"entity": name, "aliases": aliases}
        elif ask.name == "question":
            question = read_question(text, state.names)
            values = {"question": question, "hit": self._readings(state, question)}
            ruled = reply.ruling.get("hit")
            by = state.setup.options["match"]
            by = "lenient" if by == "judged" else by
            values |= {"wins": by in values["hit"] if ruled is None else ruled, "ruled": ruled is not None}
        elif ask.name == "hit":
            values = {"hit": reply.ruling.get("hit", read_verdict(text))}
        else:
            values = {"answer": read_answer(text, state.names, state.answers[2])}
        return Move(ask, ask.name, values)

    @staticmethod
    def _readings(state: State, question: str) -> frozenset[str]:
        return frozenset(how for how in READINGS if hits(question, state.names, how))

    def apply(self, state: State, move: Move) -> State:
        state = replace(state, rejected=())
        values = move.values
        if move.name == "entity":
            return replace(state, entity=values["entity"], aliases=values["aliases"], given=True)
        if move.name == "question":
            state = replace(state, question=values["question"], hit=values["hit"], umpired=values["ruled"])
            return self._told(state, BINGO) if values["wins"] else state
        if move.name == "hit":
            return self._told(state, BINGO) if values["hit"] else replace(state, umpired=True)
        return self._told(state, values["answer"])

    @staticmethod
    def _told(state: State, answer: str, *, defaulted: bool = False) -> State:
        flips = state.setup.extra.get("flips") or ()
        flipped = len(state.turns) + 1 in flips and answer in NEGATED
        turn = Turn(
            question=state.question or "",
            answer=NEGATED[answer] if flipped else answer,
            defaulted=defaulted,
            unruled=state.unruled,
            read=answer if flipped else None,
            hit=state.hit,
        )
        turns = (*state.turns, turn)
        asked = State(state.setup, state.entity, state.aliases, state.given)
        return replace(asked, turns=turns)

    def reject(self, state: State, ask: Ask, reply: Reply, fault: Fault) -> State:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        if ask.name == "answer":
            return self._told(state, state.answers[2], defaulted=True)
        if ask.name == "hit":
            return replace(state, umpired=True, unruled=True, rejected=())
        return replace(state, aborted=f"{ask.seat}: {fault.kind}")

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.won:
            return Outcome("won", ("guesser",))
        return Outcome("lost") if state.over else None

    def secret(self, state: State) -> Data | None:
        if state.entity is None:
            return None
        return {"entity": state.entity, **({"aliases": list(state.aliases)} if state.aliases else {})}

    def probe(self, state: State, seat: str, kind: str) -> Ask | None:
        """What may be asked beside the game (rules.md section 2, "Probe").

        `candidates`, before each question: the likeliest entities. `coach`, once it is over: what was
        well asked and what was not.
        """
        if seat != "guesser":
            return None
        if kind == COACH:
            return coach_ask(seat, over=state.over)
        if kind != CANDIDATES or state.over:
            return None
        if state.entity is None or state.question is not None:
            return None
        turn = len(state.turns) + 1
        return Ask("guesser", CANDIDATES, f"{CANDIDATES}:{turn}", beside="question", sealed=True)


GAME = EntityDeduction()

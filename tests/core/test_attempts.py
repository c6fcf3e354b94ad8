"""Refused replies to an open ask: saved, counted, and allowed a limited number of times."""

from dataclasses import dataclass, replace

from tests.tables import each
from tui_arena.core.game import Ask, Attempts, Fault, Line, Reply, Setup


@dataclass(frozen=True, slots=True)
class State(Attempts):
    turns: int = 0


ASK = Ask("guesser", "guess", "guess:1")


def refused(reprompts: object, times: int) -> State:
    state = State(Setup({"reprompts": reprompts}))
    for i in range(times):
        state = state.refused(ASK, Reply(f"try {i}"), Fault("format", "that is no word"))
    return state


@each((2, 0, 3), (2, 2, 1), (2, 3, 0), (2, 4, 0), (0, 1, 0), ({"guesser": 1}, 1, 1), ({"critic": 0}, 2, 1))
def test_so_many_replies_are_still_looked_at(reprompts: object, times: int, left: int) -> None:
    state = refused(reprompts, times)
    assert (state.attempt, state.faults_left("guesser")) == (times + 1, left)


def test_a_refused_reply_is_kept_as_it_was_said() -> None:
    state = refused(2, 1)
    assert state.rejected == (Line("guesser", "try 0", "guess", fault="that is no word"),)
    assert replace(state, turns=1, rejected=()) == State(state.setup, 1)

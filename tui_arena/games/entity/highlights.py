"""The highlights of a game of Twenty Questions."""

from __future__ import annotations

from tui_arena.core.game import TABLE
from tui_arena.core.highlights import Highlights, HostSentence, used_up
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.games.entity.bot import past_of
from tui_arena.games.entity.rules import EntityState
from tui_arena.questions.guesser import QuestionGuesser
from tui_arena.questions.question_bot import turning_points
from tui_arena.questions.rules import NO, YES
from tui_arena.questions.table import Knowledge

DRY = 6
"""In a game that was won, a yes after at least this many noes in a row was decisive."""
PATIENT = 9
"""With at least this many noes in a row, the guesser gets an award."""
QUICK = 6
"""A win with at most this many questions gets an award."""


def highlights(play: Play[EntityState]) -> Highlights:
    """The question that turned the game, and an award. There are no quotes, because questions aren't worth quoting."""
    state = play.state
    turns = state.turns
    if not turns:
        return Highlights()
    close = used_up(len(turns), state.max_turns) if state.won else 0.0
    return Highlights(_moment(state), _award(state), closeness=close)


def decided(play: Play[EntityState], knowledge: Knowledge) -> HostSentence | None:
    """The answer that decided the game, or how near it was; None if the secret is unknown."""
    state = play.state
    past = past_of(play.view(TABLE).facts, knowledge)
    found = turning_points(QuestionGuesser(knowledge), past, state.names)
    asked = [(turn.question, turn.answer) for turn in state.turns]
    return found.sentence(asked, won=state.won) if found and past else None


def _noes(state: EntityState) -> list[int]:
    """The number of noes in a row right before each question, and at the end."""
    runs = [0]
    for turn in state.turns:
        runs.append(runs[-1] + 1 if turn.answer == NO else 0)
    return runs


def _moment(state: EntityState) -> HostSentence | None:
    """The yes after the longest run of noes of a game that was won; None if no run was long."""
    turns = state.turns[:-1] if state.won else ()
    yes = [(run, turn) for run, turn in zip(_noes(state), turns, strict=False) if turn.answer == YES]
    run, turn = max(yes, key=lambda one: one[0], default=(0, None))
    if turn is None or run < DRY:
        return None
    return HostSentence("after_noes", {"number": str(run), "question": turn.question})


def _award(state: EntityState) -> HostSentence | None:
    longest = max(_noes(state))
    if state.won and len(state.turns) <= QUICK:
        return HostSentence("quick", {"count": counted(len(state.turns), "question")}, "guesser")
    if longest >= PATIENT:
        return HostSentence("patience", {"number": str(longest)}, "guesser")
    return None

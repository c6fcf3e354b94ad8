"""The highlights of a game of Akinator."""

from __future__ import annotations

from tui_arena.core.game import TABLE
from tui_arena.core.highlights import Highlights, HostSentence, used_up
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.games.akinator.bot import past_of
from tui_arena.games.akinator.rules import AkinatorState
from tui_arena.questions.belief import PEOPLE
from tui_arena.questions.guesser import QuestionGuesser
from tui_arena.questions.question_bot import turning_points
from tui_arena.questions.table import Knowledge

QUICK = 8
"""A win with at most this many questions gets an award."""
MANY = 3
"""With at least this many wrong guesses, the setter gets an award."""


def highlights(play: Play[AkinatorState]) -> Highlights:
    """The answer that was changed or the guess that was wrong, and an award."""
    state = play.state
    turns = state.turns
    if not turns:
        return Highlights()
    wrong = [turn.question.guess for turn in turns if turn.question.guess and turn is not turns[-1]]
    if not state.won and turns[-1].question.guess:
        wrong.append(turns[-1].question.guess)
    close = used_up(len(turns), state.max_turns) if state.won else 0.0
    return Highlights(_moment(state, wrong), _award(state, wrong), closeness=close)


def decided(play: Play[AkinatorState], knowledge: Knowledge) -> HostSentence | None:
    """The answer that decided the game; None if the secret is unknown, or if an answer was changed.

    For a lost game this is an answer that misled the guesser; None if no answer did, because the last guess
    says more.
    """
    state = play.state
    if any(turn.amended for turn in state.turns):
        return None
    past = past_of(play.view(TABLE).facts, knowledge)
    found = turning_points(QuestionGuesser(knowledge, PEOPLE), past, state.names)
    asked = [(turn.question.text, turn.answer) for turn in state.turns]
    return found.sentence(asked, won=state.won) if found and (state.won or found.misled is not None) else None


def _moment(state: AkinatorState, wrong: list[str]) -> HostSentence | None:
    changed = next((turn for turn in state.turns if turn.amended), None)
    if changed is not None:
        return HostSentence("changed", {"question": changed.question.text, "answer": changed.answer})
    return HostSentence("wrong_guess", {"name": wrong[-1]}) if wrong and not state.won else None


def _award(state: AkinatorState, wrong: list[str]) -> HostSentence | None:
    if state.won and len(state.turns) <= QUICK:
        return HostSentence("mind_reader", {"count": counted(len(state.turns), "question")}, "guesser")
    return HostSentence("dance", {"number": str(len(wrong))}, "setter") if len(wrong) >= MANY else None

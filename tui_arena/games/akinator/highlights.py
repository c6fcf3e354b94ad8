"""What of a game of Akinator is worth telling."""

from __future__ import annotations

from tui_arena.core.highlights import Highlights, Told, used_up
from tui_arena.core.record import Play
from tui_arena.games.akinator.rules import State

QUICK = 10
MANY = 3
"""Wrong guesses that are worth a word."""


def highlights(play: Play[State]) -> Highlights:
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


def _moment(state: State, wrong: list[str]) -> Told | None:
    changed = next((turn for turn in state.turns if turn.amended), None)
    if changed is not None:
        return Told("changed", {"question": changed.question.text, "answer": changed.answer})
    if wrong:
        return Told("wrong_guess", {"name": wrong[-1]})
    yes = [turn for turn in state.turns if turn.answer == "yes" and turn.question.guess is None]
    return Told("gave_it_away", {"question": yes[-1].question.text}) if yes and state.won else None


def _award(state: State, wrong: list[str]) -> Told | None:
    number = str(len(state.turns))
    if not state.won:
        return Told("unfound", {}, "setter")
    if len(state.turns) <= QUICK:
        return Told("mind_reader", {"number": number}, "guesser")
    if len(wrong) >= MANY:
        return Told("dance", {"number": str(len(wrong))}, "setter")
    if len(state.turns) == state.max_turns:
        return Told("last_breath", {}, "guesser")
    return Told("lamp", {"number": number}, "guesser")

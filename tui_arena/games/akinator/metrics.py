"""The metrics of a session of Akinator (see this game's README.md).

Law: a metric depends on the folded session alone, and uses probe lists as they were stored. None means "not
defined here", never zero. A metric that depends on the object is None until the session is over.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.candidate_lists import disparity, lists_of, measured, sortings_of
from tui_arena.core.game import Mark
from tui_arena.core.language.reply_forms import misnumbered
from tui_arena.core.record import Play
from tui_arena.core.words import tokens
from tui_arena.games.akinator.rules import State


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session may still be unfinished."""
    state, outcome = play.state, play.outcome()
    ended = outcome.result == "won" and play.resigned is None
    lists = lists_of(play, "guesser")
    return {
        "success": int("guesser" in outcome.winners),
        "rounds": len(state.turns) if ended else None,
        "guesses_made": sum(question.guess is not None for question in state.questions),
        "misnumbered": misnumbered(q.number for q in state.questions),
        "misjudged": None if state.misjudged is None else int(state.misjudged),
        **measured(lists, _names(play), state.match),
        "disparity_ratio": disparity(lists, sortings_of(play)),
    }


def _names(play: Play[State]) -> tuple[str, ...]:
    """The names that the lists are compared with; empty before the end."""
    return play.state.names if play.over else ()


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guesser's `success`; None when aborted or unfinished."""
    return float(metrics["success"]) if play.outcome().result == "won" else None


def marks(play: Play[State]) -> list[Mark]:
    """A mark for each question that was asked before and each guess that was made before."""
    asked: dict[str, int] = {}
    found = []
    steps = [s for s in play.standing() if s.ask.name == "question" and s.fault is None]
    for place, (step, question) in enumerate(zip(steps, play.state.questions, strict=True), 1):
        key = " ".join(tokens(question.guess or question.text))
        first = asked.setdefault(f"{question.guess is not None} {key}", place)
        if first != place:
            what = "guessed" if question.guess is not None else "asked"
            found.append(Mark(step.seq, "redundant", f"{what} before, as question {first}"))
    return found

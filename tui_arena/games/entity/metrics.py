"""What is measured of a session of entity deduction (rules.md section 2).

Law: functions of the folded session alone, and of the deck it names. None means "not defined here",
never zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui_arena.core.record import Play
from tui_arena.games.entity.lists import list_figures
from tui_arena.games.entity.marks import marks
from tui_arena.games.entity.noticing import contradictions, longest_no, noticed
from tui_arena.games.entity.opening import opening_overlap
from tui_arena.games.entity.reading import knowledge_of
from tui_arena.games.entity.rules import READINGS
from tui_arena.games.entity.state import YES, State
from tui_arena.games.entity.views import worth

__all__ = ["REPEATED", "across", "compute", "main_score", "marks"]

GUESSING = ("direct_guesses", "first_direct_guess", "early_guesses", "redundant", "inconsistent")


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name, also of one that is not over."""
    state, outcome = play.state, play.outcome()
    won, lost = outcome.result == "won", outcome.result == "lost"
    ended = (won or lost) and play.resigned is None
    turns = (len(state.turns) if won else state.max_turns) if ended else None
    return {
        "success": int(won),
        "turns": turns,
        "yes": sum(turn.answer == YES for turn in state.turns),
        "score": 0.0 if play.resigned else ((worth(len(state.turns)) if won else 0.0) if ended else None),
        "defaulted": sum(turn.defaulted + turn.unruled for turn in state.turns) + state.unruled,
        "judge_contradictions": len(contradictions(state)),
        **_guessing(play),
        "longest_no": len(longest_no(state)),
        **{f"hit_{how}": _first_hit(state, how) for how in READINGS},
        **list_figures(play),
    }


def _first_hit(state: State, how: str) -> int | None:
    readings = [turn.hit for turn in state.turns]
    if state.question is not None:
        readings.append(state.hit)
    return next((number for number, hit in enumerate(readings, 1) if how in hit), None)


def _guessing(play: Play[State]) -> dict[str, int | None]:
    """What the deck's knowledge says of how it was played; None where the deck is not here."""
    knowledge = knowledge_of(play.setup)
    if knowledge is None:
        return dict.fromkeys(GUESSING)
    turns = noticed(play.state, knowledge)
    return {
        "direct_guesses": sum(turn.direct for turn in turns),
        "first_direct_guess": next((turn.turn for turn in turns if turn.direct), None),
        "early_guesses": sum(bool(turn.early) for turn in turns),
        "redundant": sum(bool(turn.redundant) for turn in turns),
        "inconsistent": sum(bool(turn.inconsistent) for turn in turns),
    }


REPEATED = {"opening_overlap": "opening overlap"}


def across(plays: Sequence[Play[State]]) -> dict[str, float | None]:
    """What repetitions of one item say together: how alike the guesser opens."""
    return {"opening_overlap": opening_overlap([t.question for t in play.state.turns] for play in plays)}


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guesser's `score`, 0 to 1; 0 when resigned, None when aborted."""
    if play.resigned is not None:
        return 0.0
    score = metrics["score"]
    return None if score is None else float(score)

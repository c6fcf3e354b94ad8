"""What is measured of a session of entity deduction (rules.md section 2).

Law: functions of the folded session alone, and of the deck it names. None means "not defined here",
never zero.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.record import Play
from tui_arena.games.entity.state import State
from tui_arena.games.entity.views import worth


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name, also of one that is not over."""
    state, outcome = play.state, play.outcome()
    won, lost = outcome.result == "won", outcome.result == "lost"
    ended = (won or lost) and play.resigned is None
    turns = (len(state.turns) if won else state.max_turns) if ended else None
    return {
        "success": int(won),
        "turns": turns,
        "yes": sum(turn.answer == "yes" for turn in state.turns),
        "score": 0.0 if play.resigned else ((worth(len(state.turns)) if won else 0.0) if ended else None),
        "defaulted": sum(turn.defaulted for turn in state.turns),
        **dict.fromkeys(
            [
                "judge_contradictions",
                "direct_guesses",
                "first_direct_guess",
                "early_guesses",
                "redundant",
                "inconsistent",
                "longest_no",
                "hit_strict",
                "hit_substring",
                "hit_lenient",
                "top5_recall",
                "turns_to_top5",
                "key_turns",
            ]
        ),
    }


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guesser's `score`, 0 to 1; 0 when resigned, None when aborted."""
    score = metrics["score"]
    return None if score is None else float(score)


def explain(play: Play[State], metric: str) -> list[str]:
    """How a metric came about, line by line; empty where the definition says it all."""
    return []

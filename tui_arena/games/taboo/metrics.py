"""The metrics of Taboo; see this game's README.md.

Law: a metric depends only on the folded session, with its lists as they were stored. None means "not
defined here", never zero. What depends on the word is None until the session is over.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.candidate_lists import compared_by, lists_of, measured, sortings_of
from tui_arena.core.game import Mark
from tui_arena.core.record import Play
from tui_arena.core.text import fold
from tui_arena.games.taboo.rules import State, Turn


def compute(play: Play[State]) -> dict[str, Any]:
    """Every metric of a session by name; the session need not be over."""
    state, over = play.state, play.over
    ended = over and play.resigned is None
    judged = evades(play)
    return {
        "success": int("guesser" in play.outcome().winners),
        "rounds": len(state.turns) if ended else None,
        "uttered_round": state.uttered_round if over else None,
        "asked_back": sum(asks(turn) for turn in state.turns),
        "evasive": sum(judged.values()) if judged else None,
        **measured(
            lists_of(play, "guesser"), (state.word,) if over else (), compared_by(state.setup.options)
        ),
    }


def asks(turn: Turn) -> bool:
    """Whether the reply holds a question."""
    return "?" in fold(turn.reply or "")


def evades(play: Play[State]) -> dict[int, bool]:
    """By round, whether the reply is evasive; guesses and replies that nobody judged are left out."""
    said = {n for n, turn in enumerate(play.state.turns, 1) if turn.reply and turn.guess is None}
    return {n: yes > 0 for n, (yes, no) in sortings_of(play).items() if n in said and yes + no > 0}


def main_score(play: Play[State], metrics: dict[str, Any]) -> float | None:
    """The guesser's `success`; None while unfinished."""
    return float(metrics["success"]) if play.outcome().result == "won" else None


def marks(play: Play[State]) -> list[Mark]:
    """A mark on the reply that said the word, if any did."""
    found = []
    for step in play.standing():
        if step.ask.name != "reply" or step.fault is not None:
            continue
        turn = step.after.turns[-1]
        if turn.heard:
            token, rule = turn.heard
            found.append(Mark(step.seq, "uttered", f"`{token or play.state.word}` says the word ({rule})"))
    return found

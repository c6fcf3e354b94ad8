"""The metrics of Taboo, and the terms of each; see this game's README.md.

Law: a metric depends only on the folded session, with its lists as they were stored. None means "not
defined here", never zero. What depends on the word is None until the session is over.

`explain` lists, line by line, exactly what a metric counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from tui_arena.core.candidate_lists import (
    RANKED,
    compared_by,
    explained_ranks,
    lists_of,
    measured,
    sortings_of,
)
from tui_arena.core.game import Mark
from tui_arena.core.record import Play
from tui_arena.core.terms import How, ended, lines_of, none_of, term, unless_cut_short
from tui_arena.core.text import fold, one_line
from tui_arena.games.taboo.rules import State, Turn

# the metrics


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


# the terms of each metric

TAIL = 60
"""Characters of a question that are shown: the last ones, with the question mark."""


def explain(play: Play[State], metric: str) -> list[str]:
    """The lines that explain a metric: its terms, or why it isn't defined here."""
    return lines_of(_HOW, play, metric)


def _ending(play: Play[State]) -> list[str]:
    state = play.state
    if state.forfeited:
        return ended(play, "the setter forfeits: no prompt of it could be used")
    if state.passed:
        side = "guesser" if state.found else "setter"
        why = "the word was never said" if state.silent else "the word was said"
        return ended(play, f"no guess in the end, {why}: the {side} wins; the word: {state.word}")
    return ended(play, f"guessed: {state.guess}; the word: {state.word}")


@unless_cut_short
def _rounds(play: Play[State]) -> list[str]:
    lines = [term(n, turn.prompt) for n, turn in enumerate(play.state.turns, 1)]
    return lines or ["no prompt was given"]


def _uttered(play: Play[State]) -> list[str]:
    word = play.state.word
    heard = [(n, turn.heard) for n, turn in enumerate(play.state.turns, 1) if turn.heard]
    lines = [f"{n}. `{said[0] or word}` says {word}: {said[1]}" for n, said in heard]
    return lines or [f"{_no_reply(play)} says {word}"]


def _asked_back(play: Play[State]) -> list[str]:
    turns = enumerate(play.state.turns, 1)
    lines = [term(n, _question(turn.reply or "")) for n, turn in turns if asks(turn)]
    return lines or [f"{_no_reply(play)} holds a question"]


def _question(reply: str) -> str:
    """The end of the first sentence in a reply that is a question."""
    sentences = re.split(r"(?<=[.!?])\s+", one_line(reply))
    asked = next((sentence for sentence in sentences if "?" in fold(sentence)), reply)
    return asked if len(asked) <= TAIL else f"…{asked[1 - TAIL :]}"


def _no_reply(play: Play[State]) -> str:
    return none_of(sum(turn.reply is not None for turn in play.state.turns), "reply", "replies")


def _evasive(play: Play[State]) -> list[str]:
    turns = play.state.turns
    judged = evades(play).items()
    lines = [term(n, turns[n - 1].reply or "", "evasive" if yes else "answers") for n, yes in judged]
    return lines or ["nobody judged the replies"]


def _ranks(play: Play[State], metric: str) -> list[str]:
    return explained_ranks(
        metric, lists_of(play, "guesser"), (play.state.word,), compared_by(play.state.setup.options)
    )


_HOW: Mapping[str, How[State]] = {
    "success": _ending,
    "rounds": _rounds,
    "uttered_round": _uttered,
    "asked_back": _asked_back,
    "evasive": _evasive,
    **{name: partial(_ranks, metric=name) for name in RANKED},
}

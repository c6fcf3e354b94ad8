"""What each seat of Bluffing may know.

Law: whether the statement is true stands in the setter's facts alone until the session is over. What was
said (`talk`) tells no truth, to the judge not even at the end: beliefs are asked for over it. The setter's
own statement stands there as the judge heard it, since who reads `true | ...` above goes on like that.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.game import TABLE, Line, View
from tui_arena.core.numbering import with_number
from tui_arena.games.bluffing.state import Question, State, Turn


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("bluffing", seat, _facts(state, seat), _talk(state, seat))


def truth_in_words(value: bool | None) -> str:
    """`true`, `false`, or nothing.

    >>> truth_in_words(None)
    ''
    """
    return "" if value is None else str(value).lower()


def _facts(state: State, seat: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    done = len(state.turns)
    return {
        "turn": min(done + 1, state.max_questions),
        "max_questions": state.max_questions,
        "turns_left": state.max_questions - done,
        "last_turn": done == state.max_questions - 1,
        "used_up": done >= state.max_questions,
        "turns": [_turn(turn) for turn in state.turns],
        "started": bool(state.turns),
        "statement": state.statement or "",
        "question": state.open.text if state.open else "",
        "later": state.later,
        "sealed": not state.later,
        "truth": truth_in_words(state.truth) if knows else "",
        "is_true": bool(knows and state.truth),
        "is_made_up": knows and state.truth is False,
        "verdict": truth_in_words(state.verdict),
        "judged": state.judged,
        "missing": state.missing,
        "found": state.over and state.verdict is not None and state.verdict == state.truth,
        "tells": state.tells,
        "family": bool(state.setup.options["family"]),
        "faults_left": state.faults_left(seat),
        "over": state.over,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {"question": turn.question.text, "answer": turn.answer, "defaulted": turn.defaulted}


def _asked(question: Question, seat: str) -> Line:
    """A question; who asked it sees the number it had."""
    number = question.number if seat == "judge" else None
    return Line("judge", with_number(number, question.text), "question")


def _talk(state: State, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    if state.statement is not None:
        lines.append(Line("setter", state.statement, "statement"))
    for turn in state.turns:
        lines.append(_asked(turn.question, seat))
        lines.append(Line("setter", turn.answer, "answer", read=turn.defaulted))
    if state.open is not None:
        lines.append(_asked(state.open, seat))
    if state.verdict is not None:
        lines.append(Line("judge", state.reasons or f"verdict: {truth_in_words(state.verdict)}", "verdict"))
    if state.later and state.truth is not None and (seat == "setter" or (state.over and seat == TABLE)):
        lines.append(Line("setter", truth_in_words(state.truth), "truth", read=True))
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.seat == "judge")
    ]
    return tuple(lines)

"""What each seat of entity deduction may know.

Law: the entity stands in the views of setter, judge and umpire alone until the session is over; the
judge sees the question of this turn and, with `judge_memory`, the dialogue. What a judge said beside
the word that was read is seen by nobody else.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.game import TABLE, Line, View
from tui_arena.games.entity.state import BINGO, State, Turn

KNOWING = ("setter", "judge", "umpire")
FREE_TURNS = 5
STEP = 0.02


def worth(turns: int) -> float:
    """`score` of a session won in that many turns: 1 - 0.02 * max(turns - 5, 0).

    (The Entity-Deduction Arena, section on metrics; rules.md section 2.)
    """
    return round(1 - STEP * max(turns - FREE_TURNS, 0), 10)


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("entity", seat, _facts(state, seat), _talk(state, seat))


def _hears(state: State, seat: str) -> bool:
    """Whether a seat may know the dialogue."""
    return state.over or seat not in ("judge", "umpire") or _remembers(state, seat)


def _remembers(state: State, seat: str) -> bool:
    return seat == "judge" and bool(state.setup.options["judge_memory"])


def _facts(state: State, seat: str) -> dict[str, Any]:
    knows = seat in KNOWING or state.over
    turns = state.turns if _hears(state, seat) else ()
    done = len(state.turns)
    told = [turn.answer for turn in turns]
    between = state.answers[2]
    return {
        "turn": min(done + 1, state.max_turns),
        "max_turns": state.max_turns,
        "turns_left": state.max_turns - done,
        "turns": [_turn(turn) for turn in turns],
        "started": bool(turns),
        "question": state.question or "",
        "answers": list(state.answers),
        "between": between,
        "allowed": f"`Yes.`, `No.` or `{between.capitalize()}.`",
        "people": state.people,
        "kind": "person" if state.people else "thing",
        "yes": told.count("yes"),
        "no": told.count("no"),
        "maybe": told.count(between),
        "worth": worth(done + 1),
        "nudge": done == state.max_turns - 1 and done > 0,
        "match": state.setup.options["match"],
        "memory": bool(state.setup.options["judge_memory"]),
        "faults_left": state.faults_left(seat),
        "entity": state.entity if knows and state.entity else "",
        "aliases": ", ".join(state.aliases) if knows else "",
        "over": state.over,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {"question": turn.question, "answer": turn.answer}


def said(answer: str) -> str:
    """An answer as it is told.

    >>> said("yes"), said("bingo")
    ('Yes.', 'Bingo!')
    """
    return "Bingo!" if answer == BINGO else f"{answer.capitalize()}."


def _talk(state: State, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    if state.given:
        shown = "I have something in mind."
        if seat == "setter" or state.over:
            shown = " | ".join(state.names)
        if seat not in ("judge", "umpire"):
            lines.append(Line("setter", shown, "entity", read=seat != "setter" and not state.over))
    if _hears(state, seat):
        for turn in state.turns:
            lines.append(Line("guesser", turn.question, "question"))
            who = TABLE if turn.answer == BINGO else "judge"
            lines.append(Line(who, said(turn.answer), "answer", read=True))
    if state.question is not None and seat not in ("judge", "umpire"):
        lines.append(Line("guesser", state.question, "question"))
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.ask == "question")
    ]
    return tuple(lines)

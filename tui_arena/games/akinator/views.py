"""What each seat of Akinator may know.

Law: the object stands in the setter's view alone until the session is over, and with `later` in nobody's.
Of an answer the others see the word that was read, and nothing the setter said beside it. What the
guesser has heard (`talk`) holds no object even at the end: the last list is asked for over it.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.game import TABLE, Line, View
from tui_arena.core.numbering import with_number
from tui_arena.games.akinator.state import ANSWERS, VERDICTS, Question, State, Turn

START = "I have {what} in mind. You may begin with your questions."


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("akinator", seat, _facts(state, seat), _talk(state, seat))


def _facts(state: State, seat: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    done = len(state.turns)
    told = [turn.answer for turn in state.turns]
    asked = state.open
    return {
        "turn": min(done + 1, state.max_turns),
        "max_turns": state.max_turns,
        "turns_left": state.max_turns - done,
        "last_turn": done == state.max_turns - 1,
        "turns": [_turn(turn) for turn in state.turns],
        "started": bool(state.turns),
        "counts": {answer: told.count(answer) for answer in (*ANSWERS, *VERDICTS)},
        "guesses_made": sum(question.guess is not None for question in state.questions),
        "question": asked.text if asked else "",
        "is_guess": asked is not None and asked.guess is not None,
        "is_question": asked is not None and asked.guess is None,
        "what": (asked.guess or "") if asked else "",
        "answers": list(VERDICTS if asked and asked.guess is not None else ANSWERS),
        "secret": state.setup.options["secret"],
        "later": state.later,
        "known": bool(knows and state.object),
        "match": state.match,
        "people": state.people,
        "kind": "person" if state.people else "object",
        "object": state.object if knows and state.object else "",
        "aliases": ", ".join(state.aliases) if knows else "",
        "reveals": state.reveals,
        "revealed": (state.object or "") if state.told else "",
        "found": state.won,
        "misjudged": state.misjudged,
        "faults_left": state.faults_left(seat),
        "over": state.over,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    question = turn.question
    return {
        "question": question.text,
        "answer": turn.answer,
        "guess": question.guess is not None,
        "what": question.guess or "",
        "ruled": turn.ruled,
    }


def said(answer: str) -> str:
    """An answer as it is told.

    >>> said("probably no")
    'Probably no.'
    """
    return f"{answer.capitalize()}."


def _asked(question: Question, seat: str) -> Line:
    """A question; who asked it sees the number it had."""
    number = question.number if seat == "guesser" else None
    return Line("guesser", with_number(number, question.text), "question")


def _talk(state: State, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    open_to = seat == "setter" or (seat == TABLE and state.over)
    if state.given and open_to:
        lines.append(Line("setter", " | ".join(state.names), "object"))
    elif seat != "setter" and (state.later or state.object is not None):
        what = "a person" if state.people else "an object"
        lines.append(Line("setter", START.format(what=what), read=True))
    for turn in state.turns:
        lines.append(_asked(turn.question, seat))
        lines.append(Line(TABLE if turn.ruled else "setter", said(turn.answer), "answer", read=True))
    if state.open is not None and seat != "setter":
        lines.append(_asked(state.open, seat))
    if state.told and state.object is not None and seat != "guesser":
        lines.append(Line("setter", " | ".join(state.names), "reveal"))
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.ask == "question")
    ]
    return tuple(lines)

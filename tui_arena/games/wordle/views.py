"""What each seat of Wordle may know.

Law: the target stands in the setter's view alone until the session is over. A critic sees what
`critic_sees` says, a refused reply is seen by who gave it; the table sees all but the target.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.game import TABLE, Line, View
from tui_arena.games.wordle.state import GREEN, GREY, YELLOW, State, Turn, known_letters

SIGN = {GREEN: "X", YELLOW: "x", GREY: "-"}
WORDS_OF = {GREEN: "right place", YELLOW: "elsewhere", GREY: "not in it"}


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    sees = state.setup.options["critic_sees"] if seat == "critic" and not state.over else "board"
    return View("wordle", seat, _facts(state, seat, sees), _talk(state, seat, sees))


def _facts(state: State, seat: str, sees: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    board = sees == "board"
    return {
        "variant": state.variant,
        "is_critic": state.variant == "critic",
        "needs_clue": state.variant != "classic",
        "clue_and": " and the clue" if state.clue else "",
        "max_guesses": state.max_guesses,
        "hard": state.setup.options["hard"],
        "form": state.setup.options["form"],
        "turn": min(len(state.turns) + 1, state.max_guesses),
        "guesses_left": state.max_guesses - len(state.turns),
        "clue": state.clue or "",
        "proposal": state.proposal or "",
        "explanation": state.reason if sees != "word" else "",
        "agreement": {None: "", True: "yes", False: "no"}[state.agreed],
        "opinion": state.opinion,
        "turns": _turns(state) if board else [],
        "letters": known_letters(_turns(state)) if board else {},
        "board": _board_text(state) if board else "",
        "last_marks": _marks_text(state.turns[-1]) if board and state.turns else "",
        "faults_left": state.faults_left(seat),
        "word": state.target if knows and state.target else "",
        "over": state.over,
    }


def _turns(state: State) -> list[dict[str, Any]]:
    return [{"guess": t.guess, "marks": list(t.marks)} for t in state.turns]


def _marks_text(turn: Turn) -> str:
    pairs = zip(turn.guess, turn.marks, strict=True)
    return ", ".join(f"{letter.upper()} {WORDS_OF[mark]}" for letter, mark in pairs)


def _board_text(state: State) -> str:
    return "\n".join(f"{i}. {t.guess}: {_marks_text(t)}" for i, t in enumerate(state.turns, 1))


def _signs(marks: tuple[str, ...]) -> str:
    return "".join(SIGN[m] for m in marks)


def _talk(state: State, seat: str, critic_sees: str) -> tuple[Line, ...]:
    """What was said, as a seat may know it; refused replies are shown to who gave them."""
    lines: list[Line] = []
    if state.given:
        shown = "has set a word"
        if seat == "setter" or state.over:
            shown = f"{state.target} | {state.clue}" if state.clue else str(state.target)
        lines.append(Line("setter", shown, "target"))
    if critic_sees == "board":
        for turn in state.turns:
            lines += _turn_lines(turn)
    open_turn = Turn("", (), "", state.proposal, state.reason, state.agreed, state.opinion)
    lines += _before_guess(open_turn, reason=critic_sees != "word")
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.ask != "target")
    ]
    return tuple(lines)


def _turn_lines(turn: Turn) -> list[Line]:
    guess = Line("guesser", _two_lines(turn.guess, turn.explanation), "guess", None, _signs(turn.marks))
    return [*_before_guess(turn, reason=True), guess, Line(TABLE, _marks_text(turn))]


def _before_guess(turn: Turn, *, reason: bool) -> list[Line]:
    lines: list[Line] = []
    if turn.proposal is not None:
        said = _two_lines(turn.proposal, turn.reason if reason else "")
        lines.append(Line("guesser", said, "proposal"))
    if turn.agreed is not None:
        word = "yes" if turn.agreed else "no"
        lines.append(Line("critic", f"agreement: {word}\nexplanation: {turn.opinion}", "opinion"))
    return lines


def _two_lines(word: str, explanation: str) -> str:
    return f"explanation: {explanation}\nguess: {word}" if explanation else f"guess: {word}"

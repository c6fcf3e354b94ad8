"""What each seat of Taboo may know.

Law: the word, its forms and the forbidden words stand in the setter's view alone until the session is
over; of a reply that said the word the others learn that it did, never where. What the guesser has
heard (`talk`) names no word even at the end: the lists are asked for over it.
"""

from __future__ import annotations

from typing import Any

from tui_arena.core.game import TABLE, Line, View
from tui_arena.games.taboo.state import State, Turn

NOTHING = "(nothing said)"
SAID = "The word has been said. One guess is left."
SILENT = "That was the last prompt, and the word has not been said. A guess may be made now, or not."


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("taboo", seat, _facts(state, seat), _talk(state, seat))


def _facts(state: State, seat: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    options = state.setup.options
    done, waiting = len(state.turns), state.open is not None
    forbids = bool(options["forbidden"])
    return {
        "turn": min(done + (not waiting), state.max_prompts),
        "max_prompts": state.max_prompts,
        "prompts_used": done,
        "turns_left": state.max_prompts - done,
        "last_prompt": done == state.max_prompts,
        "max_chars": options["max_chars"],
        "min_words": options["min_words"],
        "on_silence": options["on_silence"],
        "silence_wins": options["on_silence"] == "guesser",
        "inflections": bool(options["inflections"]),
        "forbids": forbids,
        "turns": [_turn(turn, knows=knows) for turn in state.turns],
        "started": bool(state.turns),
        "prompt": state.open.prompt if state.open else "",
        "uttered": state.uttered_round is not None,
        "silent": state.silent,
        "word": state.word if knows else "",
        "forms": list(state.forms) if knows else [],
        "forbidden": list(state.forbidden) if knows and forbids else [],
        "forbidden_words": ", ".join(state.forbidden) if knows and forbids else "",
        "guess": state.guess or "",
        "right": state.right,
        "found": state.over and state.found,
        "forfeited": state.forfeited,
        "faults_left": state.faults_left(seat),
        "over": state.over,
    }


def _turn(turn: Turn, *, knows: bool) -> dict[str, Any]:
    """A prompt and its reply by the names under which every game's panels look for them."""
    return {
        "question": turn.prompt,
        "answer": turn.reply if turn.reply is not None else "",
        "answered": turn.reply is not None,
        "guess": turn.guess or "",
        "heard": list(turn.heard) if knows and turn.heard else [],
    }


def _talk(state: State, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    for turn in state.turns:
        lines.append(Line("setter", turn.prompt, "prompt"))
        if turn.reply is not None:
            lines.append(Line("guesser", turn.reply or NOTHING, "reply", read=not turn.reply))
        if turn.heard:
            lines.append(Line(TABLE, SAID, "last_guess", read=True))
    if state.silent:
        lines.append(Line(TABLE, SILENT, "last_guess", read=True))
    if state.guess is not None and (state.uttered_round is not None or state.silent):
        lines.append(Line("guesser", f"My guess of the word is: {state.guess}", "last_guess"))
    lines += [line for line in state.rejected if line.seat == seat]
    return tuple(lines)

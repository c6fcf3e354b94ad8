"""The metrics of a session of Akinator, and the terms of each; see this game's README.md.

Law: a metric depends on the folded session alone, and uses probe lists as they were stored. None means "not
defined here", never zero. A metric that depends on the object is None until the session is over.

The lines of a figure list exactly the items that it counted.
"""

from __future__ import annotations

from tui_arena.core.game import Mark
from tui_arena.core.language.sentences import counted
from tui_arena.core.probes import disparity, lists_of, ranked, sortings_of
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, endings, misnumbered, none_of, number_of, of_whole, term
from tui_arena.core.words import tokens
from tui_arena.games.akinator.rules import AkinatorState
from tui_arena.questions.rules import amended

UNTOLD = "nobody has said what it was"


def figures(play: Play[AkinatorState]) -> dict[str, Explained]:
    """Every metric of a session by name; the session may still be unfinished."""
    state = play.state
    n, lists = len(state.turns), lists_of(play, "guesser")
    how = f"found at question {n}" if state.won else f"not found in {counted(n, 'question')}"
    asked = [term(at, turn.question.text, turn.answer) for at, turn in enumerate(state.turns, 1)]
    guesses = _guesses(state)
    return {
        **endings(play, f"{how}: {state.entity or UNTOLD}"),
        "rounds": of_whole(play, n, lambda: asked),
        "guesses_made": guesses,
        "misnumbered": misnumbered([question.number for question in state.questions]),
        "misjudged": _misjudged(state, guesses),
        "amended": amended(state.turns),
        **ranked(lists, state.names if play.over else (), state.compared),
        "disparity_ratio": disparity(lists, sortings_of(play)),
    }


def marks(play: Play[AkinatorState]) -> list[Mark]:
    """A mark for each repeated question and each repeated guess."""
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


def _guesses(state: AkinatorState) -> Explained:
    told = (*(turn.answer for turn in state.turns), "not answered")
    lines = [
        term(n, question.guess, answer)
        for n, (question, answer) in enumerate(zip(state.questions, told, strict=False), 1)
        if question.guess is not None
    ]
    return number_of(lines, f"{none_of(len(state.questions), 'question')} is a guess")


def _misjudged(state: AkinatorState, guesses: Explained) -> Explained:
    """1 if the object revealed at the end had been guessed, else 0; None if nothing was revealed."""
    if state.misjudged is None:
        return Explained(None, lambda: ["nothing was named after the last question"])
    told = f"named at the end: {' | '.join(state.names)}"
    if state.misjudged:
        return Explained(1, lambda: [told, "it was guessed, but called incorrect:", *guesses.lines()])
    return Explained(0, lambda: [told, "no guess named it"])

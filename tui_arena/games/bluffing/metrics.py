"""The metrics of a session of Bluffing (see this game's README.md).

Law: a metric depends on the folded session alone, and uses beliefs as they were stored. None means "not
defined here", never zero. A metric that depends on the truth is None until the session is over.

The lines of a figure list exactly what it counted.
"""

from __future__ import annotations

from functools import partial

from tui_arena.core.belief_metrics import beliefs_of, explained, measured
from tui_arena.core.language.reply_forms import explained_numbers, misnumbered
from tui_arena.core.record import Play
from tui_arena.core.terms import Figure, ended, main_success, of_whole, term, told_by
from tui_arena.games.bluffing.rules import State

NO_VERDICT = "no verdict was given"


def figures(play: Play[State]) -> dict[str, Figure]:
    """Every metric of a session by name; the session may still be unfinished."""
    state = play.state
    levels = beliefs_of(play, "judge")
    numbers = [question.number for question in state.questions]
    verdict = NO_VERDICT if state.verdict is None else f"the judge said {state.verdict}"
    was = "was not told" if state.truth is None else f"was {state.truth}"
    rounds = enumerate([*(turn.question.text for turn in state.turns), verdict], 1)
    return {
        "success": Figure(
            int("judge" in play.outcome().winners), lambda: ended(play, f"{verdict}; the truth {was}")
        ),
        "rounds": of_whole(play, len(state.turns) + 1, lambda: [term(n, said) for n, said in rounds]),
        "verdict": Figure(None if state.verdict is None else int(state.verdict), lambda: [verdict]),
        "misnumbered": Figure(misnumbered(numbers), partial(explained_numbers, numbers)),
        **{
            # the setter must not learn what the judge believes before the end
            name: Figure(value if play.over else None, partial(explained, name, levels, state.truth))
            for name, value in measured(levels, _truth(play)).items()
        },
    }


compute, explain = told_by(figures)
main_score = main_success


def _truth(play: Play[State]) -> bool | None:
    return play.state.truth if play.over else None


def item(play: Play[State]) -> str | None:
    """The item that was judged: `true: ` or `false: ` and the statement; None before it is known."""
    statement, truth = play.state.statement, _truth(play)
    return None if statement is None or truth is None else f"{str(truth).lower()}: {statement}"

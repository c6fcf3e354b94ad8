"""The metrics of a session of Bluffing (see this game's README.md).

Law: a metric depends on the folded session alone, and uses beliefs as they were stored. None means "not
defined here", never zero. A metric that depends on the truth is None until the session is over.

The lines of a figure list exactly the items that it counted.
"""

from __future__ import annotations

from dataclasses import replace

from tui_arena.core.answers import figures_of
from tui_arena.core.probes import beliefs_of, measured
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, endings, misnumbered, of_whole, term
from tui_arena.games.bluffing.rules import BluffingState

NO_VERDICT = "no verdict was given"


def figures(play: Play[BluffingState]) -> dict[str, Explained]:
    """Maps each metric of a session to its figure; the session may still be unfinished."""
    state = play.state
    none = "two answers were no answer" if state.unanswered else NO_VERDICT
    verdict = none if state.verdict is None else f"the judge said {state.verdict}"
    was = (
        "nobody said if it was true"
        if state.truth is None
        else f"the story was {'true' if state.truth else 'made up'}"
    )
    rounds = enumerate([*(turn.question.text for turn in state.turns), verdict], 1)
    return {
        **endings(play, f"{verdict}; {was}"),
        "rounds": of_whole(play, len(state.turns) + 1, lambda: [term(n, said) for n, said in rounds]),
        "verdict": Explained(None if state.verdict is None else int(state.verdict), lambda: [verdict]),
        **_believed(state),
        **figures_of(play.setup, [*(turn.calls for turn in state.turns), state.calls]),
        "misnumbered": misnumbered([question.number for question in state.questions]),
        **{
            # the setter must not learn the judge's belief before the end
            name: figure if play.over else replace(figure, value=None)
            for name, figure in measured(beliefs_of(play, "judge"), _truth(play)).items()
        },
    }


def _believed(state: BluffingState) -> dict[str, Explained]:
    """The judge's belief and accuracy; the accuracy is separate for true and for made-up stories.

    A judge who believes everything is right about all true stories and wrong about all made-up stories.
    """
    believed = state.verdict
    told = NO_VERDICT if believed is None else f"the judge {'believed' if believed else 'doubted'} the story"
    right = None if believed is None or state.truth is None else believed == state.truth

    def accuracy(truth: bool) -> Explained:
        if right is None or state.truth is truth:
            line = told if right is None else f"{told} and was {'right' if right else 'wrong'}"
            return Explained(None if right is None else int(right), lambda: [line])
        return Explained(None, lambda: [f"the story was {'made up' if truth else 'true'}"])

    return {
        "believed": Explained(None if believed is None else int(believed), lambda: [told]),
        "accuracy_true": accuracy(True),
        "accuracy_made_up": accuracy(False),
    }


def _truth(play: Play[BluffingState]) -> bool | None:
    return play.state.truth if play.over else None


def item(play: Play[BluffingState]) -> str | None:
    """The item that was judged: `true: ` or `false: ` and the statement; None before it is known."""
    statement, truth = play.state.statement, _truth(play)
    return None if statement is None or truth is None else f"{str(truth).lower()}: {statement}"

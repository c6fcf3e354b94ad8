"""The one module that imports GEPA: the loop that keeps the better of two prompts, over minibatches of items.

GEPA keeps no state of its own here: every score and every reply is asked of the caller, who answers from what is
saved. So a search that goes on walks the same way again, at no cost, up to where it was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any


class NotInstalled(Exception):
    """A package of an extra is missing; the sentence names the extra."""


@dataclass(frozen=True, slots=True)
class Example:
    """How a prompt did on one item."""

    score: float
    """0 to 1; more is better."""
    record: Mapping[str, str] = field(default_factory=dict)
    """What a model is shown of it that is to write a better prompt, by heading."""


def check_installed() -> None:
    """Raise NotInstalled if GEPA is not there."""
    if find_spec("gepa") is None:
        raise NotInstalled(
            "a search needs GEPA, which is not installed: pip install 'tui-arena[optimise]' (or 'gepa>=0.1,<0.2')"
        )


def climb(
    text: str,
    items: Sequence[int],
    *,
    template: str,
    evaluate: Callable[[str, Sequence[int]], Sequence[Example]],
    reflect: Callable[[str], str],
    refused: Callable[[str], str | None],
    over: Callable[[], bool],
    minibatch: int,
    seed: int,
) -> None:
    """Look for better texts than `text` until `over`; what is found, `evaluate` has seen.

    `template`: the request for a better text, with `<curr_param>` and `<side_info>` where text and examples go.
    `reflect`: a model's reply to it. `refused`: why a text can't be used, None if it can; a model is told once and may
    try again. Whatever a callback raises that is no Exception ends the climb and is raised.
    """
    import gepa  # noqa: PLC0415  (an extra)
    from gepa.strategies.instruction_proposal import InstructionProposalSignature  # noqa: PLC0415

    def proposed(reply: str) -> str:
        return str(InstructionProposalSignature.output_extractor(reply)["new_instruction"])

    def reply(prompt: str) -> str:
        first = reflect(prompt)
        why = refused(proposed(first))
        if why is None:
            return first
        return reflect(
            f"{prompt}\n\nA prompt that you gave before was refused: {why}. Give it whole and right."
        )

    gepa.optimize(
        seed_candidate={_PART: text},
        trainset=list(items),
        valset=list(items),
        adapter=_Adapter(evaluate),
        reflection_lm=reply,
        reflection_prompt_template=template,
        reflection_minibatch_size=minibatch,
        skip_perfect_score=False,
        stop_callbacks=lambda _state: over(),
        logger=_Silent(),
        track_best_outputs=False,
        seed=seed,
    )


_PART = "prompt"


class _Adapter:
    """What GEPA asks for scores and examples."""

    propose_new_texts = None

    def __init__(self, evaluate: Callable[[str, Sequence[int]], Sequence[Example]]) -> None:
        self._evaluate = evaluate

    def evaluate(self, batch: list[int], candidate: dict[str, str], capture_traces: bool = False) -> Any:
        """The scores of a text on items, in the form of GEPA."""
        from gepa import EvaluationBatch  # noqa: PLC0415  (an extra)

        found = list(self._evaluate(candidate[_PART], batch))
        return EvaluationBatch(
            outputs=[None] * len(found),
            scores=[one.score for one in found],
            trajectories=found if capture_traces else None,
        )

    def make_reflective_dataset(
        self, candidate: dict[str, str], eval_batch: Any, components_to_update: list[str]
    ) -> dict[str, list[dict[str, str]]]:
        """What a model is shown of the examples."""
        return {name: [dict(one.record) for one in eval_batch.trajectories] for name in components_to_update}


class _Silent:
    """A log that nobody reads: what a search does is told by its page."""

    def log(self, message: str) -> None:
        """Drop it."""

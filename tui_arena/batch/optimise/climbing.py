"""The loop of a search, and its requests to models: for a better prompt, and for a verdict on one move.

This is the only module that imports GEPA, the loop that keeps the better of two prompts over minibatches of
items. GEPA keeps no state of its own here. It asks the caller for every score and every reply, and the caller
answers from the save file. Every reply is saved with its cost before it is used. So a search that continues
repeats the same steps, at no cost, up to the step at which it was stopped.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

import msgspec

from tui_arena.config import ModelEntry
from tui_arena.core.game import Usage
from tui_arena.core.reasoning import split_thoughts
from tui_arena.core.text import clean
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, ModelFailed, ModelRequest, ModelResponse
from tui_arena.save.store import Store


class NotInstalled(Exception):
    """A package of an extra is missing; the sentence names the extra."""


@dataclass(frozen=True, slots=True)
class Example:
    """The result of a prompt on one item."""

    score: float
    """From 0 to 1; higher is better."""
    record: Mapping[str, str] = field(default_factory=dict)
    """Texts by heading, for the model that writes a better prompt."""


def check_installed() -> None:
    """Raise NotInstalled if GEPA isn't installed."""
    if find_spec("gepa") is None:
        raise NotInstalled(
            "a search needs GEPA, which isn't installed; install it with: pip install "
            "'tui-arena[optimise]' (or 'gepa>=0.1,<0.2')"
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
    """Look for better texts than `text` until `over` returns True. `evaluate` sees every text that is found.

    `template`: the request for a better text; `<curr_param>` and `<side_info>` mark the places of text and
    examples. `reflect`: returns a model's reply to a request. `refused`: returns why a text can't be used, or
    None if it can; the model is told the reason once and may try again. If a callback raises a BaseException
    that isn't an Exception, the climb ends and passes it on.
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
    """The adapter that GEPA asks for scores and examples."""

    propose_new_texts = None

    def __init__(self, evaluate: Callable[[str, Sequence[int]], Sequence[Example]]) -> None:
        self._evaluate = evaluate

    def evaluate(self, batch: list[int], candidate: dict[str, str], capture_traces: bool = False) -> Any:
        """The scores of a text on items, in GEPA's form."""
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
        """The examples as a model is shown them."""
        return {name: [dict(one.record) for one in eval_batch.trajectories] for name in components_to_update}


class _Silent:
    """A log that nobody reads: the page of a search reports what it does."""

    def log(self, message: str) -> None:
        """Drop the message."""


_NOTE = "asked:"
_LOCAL_TOKENS = 1500
"""The maximum number of tokens in a reply by a model file, whose usual limit allows a move only."""

_RULES = """The prompt is a Markdown file. Keep these to the letter, or it is refused:
- every heading line, such as `# system` and `# ask`: each section must stay and hold something;
- every slot in double braces, such as {{name}}, {{?name}} and {{!name}}, in the section where it stands. The game \
fills {{name}}; the rest of a paragraph after {{?name}} is shown only if that holds, after {{!name}} only if not.
- the form in which it asks for replies.
Put no secret of an example into the prompt: the game will have others. Write what helps in every game: how to \
use what is known, what to try first, which mistakes to avoid."""

GEPA = f"""Here is the prompt of a player in a game:
```
<curr_param>
```

Here is how the player did with it, with the score of each session from 0 to 1:
```
<side_info>
```

Write a better prompt for this player. Find out from the sessions what it does badly, and tell it what to do instead.

{_RULES}

Give the whole new prompt between two lines of ``` and nothing else."""

GAMEARENA = f"""You are the evaluator of a player in a game. Here is the player's prompt:
```
<curr_param>
```

Here are sessions that were played with it. After each move of the player stands your verdict on it:
```
<side_info>
```

Let us think step by step. First say under `Reasoning:` which of the moves you found bad, why the player made them, \
and what in the prompt would have led to better ones. Then write the better prompt.

{_RULES}

After your reasoning give the whole new prompt between two lines of ```."""

_VERDICT = """You are the evaluator of a player in a game. The player had this task:
<task>
{task}
</task>

This is what was played:
<session>
{transcript}
</session>

Move {number} of the player was:
<move>
{move}
</move>

Was this a good {ask} at that moment: did it use all that was known then, and bring the player closer to its goal? \
Reason step by step in a few sentences. Then end with one line, `verdict: good` or `verdict: bad`."""
_SAID = re.compile(r"verdict\W{0,5}(good|bad)\b", re.IGNORECASE)


def verdict_on(task: str, transcript: str, number: int, move: str, ask: str) -> str:
    """The request for an evaluator's verdict on one move."""
    return _VERDICT.format(task=task, transcript=transcript, number=number, move=move, ask=ask)


def read_verdict(text: str) -> float:
    r"""1 for a good move, 0 for a bad one; a reply without a verdict counts as bad.

    >>> read_verdict("It repeats a letter.\\nverdict: bad"), read_verdict("**Verdict:** Good.")
    (0.0, 1.0)
    """
    said = _SAID.findall(text)
    return float(bool(said) and said[-1].lower() == "good")


class KeptReplies:
    """Asks models and keeps their replies."""

    def __init__(self, search: str, store: Store, registry: ModelRegistry, budget: Budget) -> None:
        """`search`: the key of the search. `budget`: is charged at once with the cost of saved replies."""
        self._note = f"{_NOTE}{search}:"
        self._store = store
        self._registry = registry
        self._budget = budget
        self._times: Counter[str] = Counter()
        self._kept: dict[str, str] = {}
        self.spent = Budget("run")
        """The cost of these replies, including the saved ones."""
        for key, text in store.notes(self._note).items():
            try:
                kept = msgspec.json.decode(text, type=_Kept)
            except msgspec.MsgspecError:
                continue  # it can't be read, so the model is asked again
            self._kept[key] = kept.text
            for each in (budget, self.spent):
                each.add(kept.usage)

    def ask(self, entry: ModelEntry, requests: Sequence[str], *, at_once: int = 1) -> list[str]:
        """The replies to several requests, in their order, without the reasoning that a model marks as such.

        A repeated request gets a new reply. The reply to a request that is too long for the model is empty.
        Raises ModelFailed or BudgetReached.
        """
        keys = [self._key(entry, request) for request in requests]
        left = [(key, one) for key, one in zip(keys, requests, strict=True) if key not in self._kept]
        if left:
            asyncio.run(self._ask(entry, left, at_once))
        return [self._kept[key] for key in keys]

    def _key(self, entry: ModelEntry, request: str) -> str:
        digest = hashlib.sha256(json.dumps([entry.name, request]).encode()).hexdigest()[:32]
        self._times[digest] += 1
        return f"{self._note}{digest}/{self._times[digest]}"

    async def _ask(self, entry: ModelEntry, left: Sequence[tuple[str, str]], at_once: int) -> None:
        room = asyncio.Semaphore(at_once)

        async def one(key: str, request: str) -> None:
            async with room:
                self._budget.check()
                sampling = {**({"max_tokens": _LOCAL_TOKENS} if entry.gguf else {}), **entry.sampling}
                call = ModelRequest(entry, ({"role": "user", "content": request},), sampling)
                try:
                    answer = await self._registry.models.ask(call, (self._budget,))
                except ModelFailed as failed:
                    if failed.kind != "context":
                        raise
                    answer = ModelResponse("", usage=Usage(0, 0, 0.0))
                self.spent.add(answer.usage)
                text = split_thoughts(clean(answer.text, None)).words
                self._store.set_meta(key, msgspec.json.encode(_Kept(text, answer.usage)).decode())
                self._kept[key] = text

        try:
            ended = await asyncio.gather(*(one(*each) for each in left), return_exceptions=True)
        finally:
            await self._registry.disconnect()
        for fault in ended:  # the replies that arrived are kept
            if fault is not None:
                raise fault


class _Kept(msgspec.Struct):
    """A reply as it is saved."""

    text: str
    usage: Usage | None

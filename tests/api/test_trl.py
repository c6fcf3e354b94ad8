"""The class for TRL's `environment_factory`, driven as `GRPOTrainer` drives it (TRL 1.x, `grpo_trainer.py`)."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest

from tests.stub_server import StubServer
from tui_arena import api

RESERVED = ("reset", "get_reward")
Call = tuple[str, Mapping[str, Any]]


class Trainer:
    """What GRPOTrainer does with environments: finds their tools, resets, calls, feeds errors back, rewards."""

    def __init__(self, factory: Callable[[], Any]) -> None:
        self.factory = factory
        self.pool = [factory()]

    @staticmethod
    def tools(instance: Any) -> dict[str, Callable[..., str]]:
        members = inspect.getmembers(instance, predicate=inspect.ismethod)
        return {name: one for name, one in members if name not in RESERVED and not name.startswith("_")}

    def rollouts(
        self, rows: Sequence[Mapping[str, Any]], policy: Callable[[str, list[str]], Call], turns: int = 60
    ) -> tuple[list[list[str]], list[float]]:
        """One rollout for each row, as a batch has them: rows are repeated for their generations."""
        while len(self.pool) < len(rows):
            self.pool.append(self.factory())
        told = []
        for instance, row in zip(self.pool, rows, strict=False):
            observation = instance.reset(**row)
            assert isinstance(observation, str)
            content = row["prompt"][-1]["content"] + observation
            chat, tools = [content], self.tools(instance)
            for _ in range(turns):
                name, arguments = policy(chat[-1], list(tools))
                try:
                    result = tools[name](**arguments)
                except Exception as error:  # noqa: BLE001  (as the trainer does)
                    chat.append(str({"error": str(error)}))
                    break
                chat.append(result)
            told.append(chat)
        return told, [float(instance.get_reward()) for instance in self.pool[: len(rows)]]


def row(seed: int) -> dict[str, Any]:
    return {"prompt": [{"role": "user", "content": ""}], "seed": seed, "topic": "ignored"}


def schema(tool: Callable[..., str]) -> dict[str, Any]:
    """The parameters of a tool as transformers reads them: from hints, signature and the docstring's `Args:`."""
    doc = inspect.getdoc(tool) or ""
    args = re.search(r"\n\s*Args:\n(.*?)[\n\s]*(Returns:|Raises:|\Z)", doc, re.DOTALL)
    assert args
    described = dict(re.findall(r"^\s*(\w+):\s*(.+)$", args[1], re.MULTILINE))
    hints = get_type_hints(tool)
    assert hints.pop("return") is str
    parameters = inspect.signature(tool).parameters
    assert set(described) == set(parameters) == set(hints) != set()
    assert set(hints.values()) == {str}
    return {"doc": doc.split("\n\n")[0], **{n: p.default is p.empty for n, p in parameters.items()}}


def test_every_kind_of_reply_is_a_tool_that_describes_itself() -> None:
    told = {}
    for game, seat in (
        ("wordle", "guesser"),
        ("entity", "guesser"),
        ("akinator", "setter"),
        ("taboo", "guesser"),
        ("bluffing", "judge"),
        ("bluffing", "setter"),
        ("connections", "guesser_2"),
    ):
        factory = api.environment_factory(game, seat)
        told[game, seat] = {name: schema(tool) for name, tool in Trainer.tools(factory()).items()}
    assert list(told["entity", "guesser"]) == ["question"]
    assert told["entity", "guesser"]["question"]["text"] is True
    assert set(told["wordle", "guesser"]) == {"guess", "proposal"}
    assert set(told["bluffing", "judge"]) == {"question", "verdict"}
    assert told["bluffing", "setter"]["statement"]["truth"] is False, "only some statements say it"
    assert set(told["connections", "guesser_2"]) == {"clue", "guess"}
    assert api.environment_factory("entity").__name__ == "EntityGuesser"


def test_a_batch_is_rolled_out_and_rewarded() -> None:
    trainer = Trainer(api.environment_factory("entity", reward="score+yes"))
    rng = Random(3)

    def policy(_: str, tools: list[str]) -> Call:
        return tools[0], {"text": rng.choice(["Is it alive?", "Is it made by people?", "Is it a guitar?"])}

    chats, rewards = trainer.rollouts([row(5), row(5), row(6), row(6)], policy)
    assert chats[0][0] == chats[1][0], "generations of one row begin alike"
    assert all(chat[-1] == "{'error': 'the game is over, so no reply is needed'}" for chat in chats)
    assert all("The game is over: " in chat[-2] for chat in chats)
    assert all(0 <= reward < 1 for reward in rewards)
    secrets = [env._env.table.session.setup.secret for env in trainer.pool]
    assert secrets[0] == secrets[1] != secrets[2] == secrets[3]
    again, same = trainer.rollouts([row(5)], lambda _, tools: (tools[0], {"text": "Is it alive?"}), turns=2)
    assert len(trainer.pool) == 4, "instances are used again"
    assert again[0][0] == chats[0][0]
    assert same[0] in (0.0, 0.02, 0.04), "an episode that was cut off is worth its yeses"


def test_a_solver_earns_more_than_a_guess_at_random() -> None:
    factory = api.environment_factory("wordle")
    trainer = Trainer(factory)
    chats, (lost,) = trainer.rollouts(
        [row(5)], lambda *_: ("guess", {"guess": "crane", "explanation": "why not"})
    )
    assert chats[0][1] != chats[0][2]
    secret = trainer.pool[0]._env.table.session.setup.secret["word"]
    _, (won,) = trainer.rollouts([row(5)], lambda *_: ("guess", {"guess": secret, "explanation": "known"}))
    assert (lost, won) == (0.0, 1.0)


def test_a_tool_that_is_not_asked_says_what_is() -> None:
    instance: Any = api.environment_factory("wordle")()
    told = instance.reset(**row(5))
    assert told.endswith("Reply by calling guess.")
    with pytest.raises(api.NotAsked, match="proposal is not asked now; call guess"):
        instance.proposal(guess="crane", explanation="")
    with pytest.raises(TypeError, match="explanation"):
        instance.guess(word="crane")
    told = instance.guess(guess="cranes", explanation="too long")
    assert "6 letters" in told
    judge: Any = api.environment_factory("bluffing", "judge")()
    assert judge.reset(**row(5)).endswith("Reply by calling question or verdict.")
    assert "The game is over" in judge.verdict(text="I believe your statement is: True")


def test_bad_arguments_are_a_sentence_before_training(home: Path) -> None:
    with pytest.raises(api.BadOption, match="'joy' isn't a metric"):
        api.environment_factory("entity", reward="joy")
    with pytest.raises(api.BadPlayer, match="no seat 'nobody'"):
        api.environment_factory("entity", "nobody")
    instance: Any = api.environment_factory("entity")()
    with pytest.raises(api.BadOption, match="a row needs a column `seed`"):
        instance.reset(prompt=[])
    assert not home.exists()


def test_a_model_may_judge(stub: StubServer) -> None:
    instance: Any = api.environment_factory(
        "wordle", others={"critic": "model:fair"}, options={"variant": "critic"}
    )()
    assert not stub.requests
    instance.reset(**row(4))
    assert "critic" in instance.proposal(guess="crane", explanation="a start")
    assert len(stub.requests) == 1

"""Environments: one seat learns, the others hold bots or models."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import playout_of
from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tests.tables import Cases
from tests.thorough import sampled
from tui_arena import api
from tui_arena.api.env import LEARNER

CASES = Cases(__file__)

SEATS = [
    ("wordle", "guesser", {}),
    ("wordle", "critic", {"variant": "critic"}),
    ("entity", "guesser", {}),
    ("entity", "judge", {}),
    ("entity", "setter", {}),
    ("akinator", "setter", {}),
    ("akinator", "guesser", {}),
    ("taboo", "setter", {}),
    ("taboo", "guesser", {}),
    ("bluffing", "setter", {}),
    ("bluffing", "judge", {}),
    ("connections", "setter", {}),
    ("connections", "guesser_2", {}),
    ("connections", "guesser_1", {"giver": "open"}),
]
Played = tuple[list[float], list[list[dict[str, str]]], dict[str, Any]]


def played(env: api.Env, seed: int) -> Played:
    """An episode in which the learner replies at random: its rewards, what it saw, and how it ended."""
    module, rng = playout_of(CATALOGUE.game(env.game)), Random(seed)
    seen = [env.reset(seed)]
    rewards: list[float] = []
    info: dict[str, Any] = {}
    while not env.done:
        assert len(rewards) < 400
        ask = env.table.ask(env.learner)
        assert ask is not None
        observation, reward, done, info = env.step(module.reply(ask, env.table.view(env.learner), rng))
        assert done == env.done
        seen.append(observation)
        rewards.append(reward)
    return rewards, seen, info


@pytest.mark.parametrize(("game", "seat", "options"), sampled(SEATS, 7, thorough=3))
def test_the_learner_may_sit_anywhere(game: str, seat: str, options: dict[str, Any]) -> None:
    neutral = seat in ("judge", "setter") and game == "entity"
    env = api.Env(game, seat, reward=(lambda table: 0.0) if neutral else "score", options=options)
    rewards, seen, info = played(env, 5)
    assert env.table.outcome.result != "unfinished"
    assert env.table.own == (seat,)
    assert all(messages[-1]["role"] == "user" for messages in seen)
    assert seen[-1][-1]["content"].split("\n\n")[-1].startswith("The game is over: ")
    assert rewards[:-1] == [0.0] * (len(rewards) - 1)
    if rewards:
        assert info["metrics"] == env.table.metrics
    assert played(env, 5) == (rewards, seen, info), "the same seed and replies give the same episode"


def test_the_score_is_that_of_the_learners_side() -> None:
    env = api.Env("entity", reward="score")
    env.reset(seed=3)
    entity = env.table.session.setup.secret
    assert entity is not None
    env.step("Is it alive?")
    _, reward, done, info = env.step(f"Is it {entity['entity']}?")
    assert done
    assert reward == env.table.metrics["score"] == info["metrics"]["score"] > 0.9
    loser = api.Env("taboo", "guesser")
    rewards, _, info = played(loser, 4)
    won = "guesser" in info["outcome"]["winners"]
    assert sum(rewards) == (1.0 if won else 0.0)


def test_the_other_side_earns_what_the_solver_does_not_and_a_draw_earns_nothing() -> None:
    ends = set()
    short = {"taboo": {}, "akinator": {"max_turns": 4}, "bluffing": {"max_questions": 1}}
    envs = {game: api.Env(game, "setter", options=options) for game, options in short.items()}
    for env, seed in (
        (env, seed) for game, env in envs.items() for seed in range(8 if game == "taboo" else 2)
    ):
        rewards, _, info = played(env, seed)
        assert sum(rewards) == (1.0 if "setter" in info["outcome"]["winners"] else 0.0)
        ends.add((info["outcome"]["result"], sum(rewards)))
    assert {("drawn", 0.0), ("won", 1.0)} <= ends


def test_an_aborted_episode_is_worth_nothing_to_either_side() -> None:
    for game, seat in (("connections", "setter"), ("akinator", "guesser")):
        env = api.Env(game, seat, options={"reprompts": 0})
        env.reset(3)
        _, reward, done, info = env.step("")
        assert (done, reward, info["outcome"]["result"]) == (True, 0.0, "aborted")
        assert info["fault"] == "the reply is empty"


@pytest.mark.thorough
def test_each_yes_is_worth_a_little_as_it_comes() -> None:
    env = api.Env("entity", reward="score+yes", dense=True, options={"max_turns": 4})
    for seed in range(2):
        env.reset(seed)
        told = []
        for question in (
            "Is it alive?",
            "Is it made by people?",
            "Is it bigger than a car?",
            "Is it a guitar?",
        ):
            _, reward, _, _ = env.step(question)
            told.append(reward)
        answers = [turn["answer"] for turn in env.table.view("guesser").facts["turns"]]
        assert told[:3] == pytest.approx([0.02 if answer == "yes" else 0.0 for answer in answers[:3]])


@pytest.mark.parametrize(
    ("game", "seat", "reward"), sampled(CASES["the_rewards_of_an_episode_add_up_to_the_same_dense_or_not"], 3)
)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**48 - 1))
def test_the_rewards_of_an_episode_add_up_to_the_same_dense_or_not(
    game: str, seat: str, reward: str, seed: int
) -> None:
    dense, final = (api.Env(game, seat, reward=reward, dense=dense) for dense in (True, False))
    step_by_step, at_the_end = played(dense, seed)[0], played(final, seed)[0]
    assert sum(step_by_step) == pytest.approx(sum(at_the_end))
    assert at_the_end[:-1] == [0.0] * (len(at_the_end) - 1)


def test_what_is_seen_is_what_a_model_there_would_be_sent() -> None:
    env = api.Env("entity", prompt="terse")
    seen = env.reset(3)
    assert [message["role"] for message in seen] == ["system", "user"]
    seen = env.step("Is it alive?")[0]
    assert [message["role"] for message in seen] == ["system", "user", "assistant", "user"]
    assert seen[2]["content"] == "Is it alive?"
    last = env.step("x" * 400)
    assert last[3]["fault"] is not None
    assert "300" in last[0][-1]["content"]


@pytest.mark.parametrize(
    "text",
    ["Is it alive or dead?", "Is it big? Is it red?", "Am I close?", "What is it?", "Gribble the wug?"],
)
def test_whatever_a_learner_asks_is_answered_and_counts(text: str) -> None:
    env = api.Env("entity")
    env.reset(3)
    for n in (1, 2):
        env.step(text)
        assert [turn["question"] for turn in env.table.view("guesser").facts["turns"]] == [text] * n


def test_no_observation_holds_the_secret_before_the_end() -> None:
    env = api.Env("entity")
    for seed in range(20):
        seen = [env.reset(seed), env.step("Is it alive?")[0]]
        secret = env.table.session.setup.secret
        assert secret is not None
        assert f" {secret['entity'].lower()} " not in json.dumps(seen).lower()


def test_an_episode_is_a_session_that_can_be_kept(tmp_path: Path) -> None:
    env = api.Env("wordle")
    played(env, 6)
    document = env.table.to_json()
    assert document["seats"] == {"guesser": dict(LEARNER.spec)}
    (row,) = api.score(document)
    assert row["differences"] == ""
    assert row["player.guesser"] == "learner"


def test_a_model_may_hold_another_seat(stub: StubServer) -> None:
    env = api.Env("wordle", others={"critic": "model:fair"}, options={"variant": "critic"})
    assert not stub.requests, "nobody is asked before an episode begins"
    env.reset(4)
    seen, _, done, _ = env.step("guess: crane\nexplanation: a start")
    assert not done
    assert len(stub.requests) == 1
    assert "crane" in seen[-1]["content"]


async def test_bots_need_no_event_loop_of_their_own() -> None:
    env = api.Env("connections", "guesser_1")
    await asyncio.sleep(0)
    env.reset(3)
    assert not env.done
    assert len(asyncio.all_tasks()) == 1


@pytest.mark.parametrize(
    ("given", "kind", "says"),
    [
        ({"game": "chess"}, api.BadFile, "no game 'chess'"),
        ({"game": "wordle", "learner": "judge"}, api.BadPlayer, "Wordle has no seat 'judge'"),
        ({"game": "wordle", "learner": "critic"}, api.BadPlayer, "Wordle has no seat 'critic'"),
        ({"game": "entity", "others": {"guesser": "bot"}}, api.BadPlayer, "guesser learns"),
        ({"game": "entity", "others": {"judge": None}}, api.BadPlayer, "no player 'None'"),
        ({"game": "entity", "others": {"judge": "human"}}, api.BadPlayer, "judge: nobody speaks for a person here"),
        ({"game": "entity", "others": {"critic": "bot"}}, api.BadPlayer, "Twenty Questions has no seat 'critic'"),
        pytest.param(  # it loads LiteLLM
            {"game": "entity", "others": {"judge": "model:gone"}}, api.BadPlayer, "gone", marks=pytest.mark.torture
        ),
        ({"game": "entity", "options": {"colour": 1}}, api.BadOption, "no option 'colour'"),
        ({"game": "entity", "deck": "gone"}, api.BadFile, "no deck 'gone'"),
        ({"game": "entity", "prompt": "gone"}, api.BadOption, "there is no prompt variant 'gone'"),
        ({"game": "entity", "reward": "joy"}, api.BadOption, "'joy' isn't a metric; rewards are score, score.yes, score.new_yes, success"),
        ({"game": "entity", "reward": "redundant"}, api.BadOption, "less is better"),
        ({"game": "entity", "learner": "judge"}, api.BadOption, "judge has no side, so it has no score"),
        ({"game": "wordle", "reward": "score+yes"}, api.BadOption, "gets no answers"),
    ],
)  # fmt: skip
def test_bad_input_is_a_sentence(given: dict[str, Any], kind: type[Exception], says: str, home: Path) -> None:
    with pytest.raises(kind, match=says):
        api.Env(**given)
    assert not home.exists()


def test_an_episode_that_has_not_begun_or_is_over_takes_no_step() -> None:
    env = api.Env("wordle", options={"max_guesses": 1})
    with pytest.raises(api.NotAsked, match="no episode has begun; `reset` deals one"):
        env.step("guess: crane")
    env.reset(3)
    _, _, done, _ = env.step("guess: crane")
    assert done
    events = len(env.table.session.events)
    with pytest.raises(api.NotAsked, match="the episode is over; `reset` deals another one"):
        env.step("guess: moist")
    assert len(env.table.session.events) == events
    with pytest.raises(api.BadOption, match="seed can't be -1"):
        env.reset(-1)
    assert env.done, "a bad seed leaves the episode as it was"


# splits and passes


def secret_of(env: api.Env) -> str:
    session = env.table.session
    told = [
        str(event["text"]).partition("|")[2].strip()
        for event in session.events
        if event.get("ask") == "statement"
    ]
    return str(next(iter((session.setup.secret or {"statement": told[0] if told else ""}).values())))


def held_out() -> set[str]:
    deck = CATALOGUE.deck(None, CATALOGUE.game("entity")).deck
    return {str(item["entity"]) for item in deck.items if item["suite"]}


@pytest.mark.thorough
def test_no_held_out_item_is_dealt_in_thousands_of_episodes_of_training() -> None:
    env = api.Env("entity", split="train")
    dealt = set()
    for seed in range(2500):
        env.reset(seed)
        dealt.add(secret_of(env))
    assert len(dealt) > 1000
    assert not dealt & held_out()


def test_an_episode_of_ones_own_choice_is_none_of_the_pass() -> None:
    env, passed = (
        api.Env("entity", split="eval", single_pass=True),
        api.Env("entity", split="eval", single_pass=True),
    )
    first = [env.reset() and secret_of(env) for _ in range(2)]
    passed.reset(index=5)
    assert passed.left == 30
    assert [passed.reset() and secret_of(passed) for _ in range(2)] == first
    assert passed.left == 28


def test_a_single_pass_of_the_held_out_items_has_each_once_and_then_ends() -> None:
    env, dealt = api.Env("entity", split="eval", single_pass=True), []
    while env.left:
        env.reset()
        dealt.append(secret_of(env))
    assert sorted(dealt) == sorted(held_out())
    with pytest.raises(api.NotAsked, match="the pass is over: all 30 items have been dealt"):
        env.reset()
    with pytest.raises(api.BadOption, match="a single pass chooses the episodes"):
        env.reset(3)
    for index in (-1, True, 0.5):
        with pytest.raises(api.BadOption, match="index can't be"):
            env.reset(0, index)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "learner", "options"),
    [("wordle", "guesser", {}), ("bluffing", "judge", {"max_questions": 1}), ("taboo", "guesser", {})],
)
def test_an_episode_by_its_index_is_that_session_of_a_run(
    game: str, learner: str, options: dict[str, Any]
) -> None:
    """By their seeds alone, two of these sessions of Bluffing would tell the same story."""
    rows = api.play(game, options=options, seed=45, sessions=4)
    env = api.Env(game, learner, options=options)
    dealt = []
    for index, row in enumerate(rows):
        env.reset(45, index)
        dealt.append(secret_of(env))
        assert env.table.seed == row["seed"]
    assert len(set(dealt)) == 4


@pytest.mark.thorough
def test_the_splits_of_stories_that_a_bot_tells_have_none_in_common() -> None:
    train = api.Env("bluffing", "judge", split="train", single_pass=True)
    told = []
    with pytest.raises(api.NotAsked, match="the pass is over"):  # noqa: PT012
        while True:
            train.reset()
            told.append(secret_of(train))
    assert len(told) == len(set(told)) > 150
    judged = api.Env("bluffing", "judge", split="eval")
    other = set()
    for seed in range(12):
        judged.reset(seed)
        other.add(secret_of(judged))
    assert other
    assert not other & set(told)


@pytest.mark.parametrize(("game", "learner", "more", "says"), CASES["a_split_that_nobody_knows_is_refused"])
def test_a_split_that_nobody_knows_is_refused(
    game: str, learner: str, more: dict[str, Any], says: str
) -> None:
    with pytest.raises(api.BadOption, match=says):
        api.Env(game, learner, **more)


LAND_AND_SEA = frozenset(
    "cat tiger shark horse cow bear dog lion wolf goat sheep pig fox rabbit elephant".split()
)


def test_a_repeated_question_is_paid_once() -> None:
    asked = ("Is it alive?", "Is it alive?", "is it  ALIVE", "Is it an animal?")
    rewards: dict[str, list[float]] = {}
    for reward in ("score+yes", "score+new_yes"):
        env = api.Env("entity", reward=reward, dense=True)
        seed = next(seed for seed in range(2_000) if (env.reset(seed), secret_of(env))[1] in LAND_AND_SEA)
        env.reset(seed)
        rewards[reward] = [round(env.step(question)[1], 6) for question in asked]
    assert rewards == {"score+yes": [0.02] * 4, "score+new_yes": [0.02, 0.0, 0.0, 0.02]}


ASIDE = "It could be a {name}, but I ask something general first. Is it alive?"


@pytest.mark.parametrize("reward", ["score", "score+yes", "score+new_yes"])
def test_a_name_in_the_reasoning_earns_nothing_unless_it_is_told_to(reward: str) -> None:
    earned = {}
    for any_hit in (False, True):
        for said in (ASIDE, "Is it a {name}?"):
            env = api.Env("entity", reward=reward, any_hit=any_hit)
            env.reset(7)
            told = env.step(said.format(name=env.table.play.state.entity))
            assert told[3]["metrics"]["success"] == 1, "the figures stay what they are"
            earned[any_hit, said] = told[1], env.worth
    assert earned.pop((False, ASIDE)) == (0.0, 0.0)
    assert set(earned.values()) == {(1.0, 1.0)}


def test_a_rollout_is_paid_for_what_it_asks() -> None:
    for any_hit in (False, True):
        rollout = api.environment_factory("entity", any_hit=any_hit)()
        rollout.reset(seed=7)
        rollout.question(text=ASIDE.format(name=rollout._env.table.play.state.entity))
        assert rollout.get_reward() == int(any_hit)

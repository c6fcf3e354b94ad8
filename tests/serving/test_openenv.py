"""OpenEnv's own client and its own check of servers, against ours in a process of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.started import Started

pytestmark = pytest.mark.extras


@pytest.fixture
def url(home: Path) -> Iterator[str]:
    """Where Twenty Questions is served, with a bot as judge."""
    command = "env serve entity --seat judge=bot:hard --port 0 --json --clients 2".split()
    server = Started(*command, stderr=None)
    assert server.stdout is not None
    lines = iter(server.stdout.readline, "}\n")
    try:
        yield json.loads("".join([*lines, "}"]))["url"]
    finally:
        server.terminate()
        server.stdout.close()
        assert server.wait(60) == 143
    assert not home.exists()


def test_a_loop_of_a_hundred_episodes(url: str) -> None:
    from openenv import GenericEnvClient

    results: list[Any] = []
    with GenericEnvClient(base_url=url).sync() as env:
        for seed in range(100):
            seen = env.reset(seed=seed, episode_id=f"episode {seed}")
            while not seen.done:
                seen = env.step({"text": "Is it alive?" if len(results) % 2 else "Is it a guitar?"})
            state = env.state()
            assert (state["episode_id"], state["seed"], state["done"]) == (f"episode {seed}", seed, True)
            assert state["outcome"] == seen.observation["outcome"]
            results.append((state["outcome"]["result"], seen.reward, state["step_count"]))
        with pytest.raises(RuntimeError, match=r"the episode is over; .* \(code: EXECUTION_ERROR\)"):
            env.step({"text": "one more"})
        with pytest.raises(RuntimeError, match=r"unknown field `sed`; a reset takes .*VALIDATION_ERROR"):
            env.reset(sed=7)
        assert env.reset(seed=1).observation["asks"] == ["question"]
    assert len(results) == 100
    assert all(0 <= reward <= 1 and steps <= 20 for _, reward, steps in results)


def test_a_client_without_a_place_hears_why(url: str) -> None:
    from openenv import GenericEnvClient

    with GenericEnvClient(base_url=url).sync() as first, GenericEnvClient(base_url=url).sync() as second:
        assert first.reset(seed=1).observation == second.reset(seed=1).observation
        with (
            GenericEnvClient(base_url=url).sync() as third,
            pytest.raises(RuntimeError, match="2 clients are already connected"),
        ):
            third.reset(seed=1)


def test_openenvs_own_check_passes(url: str) -> None:
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(url)
    assert report["passed"], report
    assert report["standard_profile"] == "openenv-http/1.x"
    assert report["mode"] == "simulation"

"""`tui-arena env serve`: what it says, how it ends, and what it refuses before it listens."""

from __future__ import annotations

import json
import signal
import socket
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.started import Started
from tests.stub_server import StubServer
from tests.thorough import sampled
from tui_arena.config import ModelEntry, Paths, with_entry, write_models

ENTITY = ("env", "serve", "entity", "--seat", "judge=bot:hard", "--port", "0")


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[Started, dict[str, Any]]]:
    """The command in a process of its own, and what it said when clients could come."""
    server = Started(*arguments, "--json")
    assert server.stdout is not None
    lines = list(iter(server.stdout.readline, "}\n"))
    try:
        yield server, json.loads("".join([*lines, "}"]))
    finally:
        server.kill()
        server.communicate()


def asked(url: str, path: str, body: object = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    with closing(urllib.request.urlopen(url + path, data, timeout=60)) as answer:
        said: dict[str, Any] = json.load(answer)
    return said


@pytest.mark.skipif(sys.platform == "win32", reason="sends the signals of Unix")
@pytest.mark.parametrize(
    ("number", "status"),
    sampled([(signal.SIGINT, 130), (signal.SIGTERM, 143)], 2),
    ids=lambda one: str(int(one)),
)
def test_an_episode_is_played_by_whoever_can_come_and_a_signal_ends_it_midway(
    number: int, status: int, home: Path
) -> None:
    options = ("--host", "0.0.0.0", "--seed", "7", "--set", "max_turns=3", "--reward", "score+yes")
    with serving(*ENTITY, *options) as (server, said):
        assert said == {"url": said["url"], "game": "entity", "learner": "guesser"}
        url = said["url"].replace("http://0.0.0.0:", "http://127.0.0.1:")
        assert asked(url, "/health") == {"status": "healthy"}
        seen = asked(url, "/reset", {})
        while not seen["done"]:
            seen = asked(url, "/step", {"action": {"text": "Is it alive?"}})
        state = asked(url, "/state")
        assert (state["step_count"], state["seed"]) == (3, 28270905895562)
        asked(url, "/reset", {})
        server.send_signal(number)
        out, told = server.communicate(timeout=60)
    warned, interrupted, _ = told.rsplit("\n", 2)
    assert (server.returncode, out, interrupted) == (status, "", "tui-arena: interrupted")
    assert warned.startswith(f"anybody who can reach {said['url']} can play there and use your models")
    assert "(set one with --token)" in warned
    assert not home.exists()


@pytest.mark.parametrize(("more", "worth"), sampled([((), 0.0), (("--any-hit",), 1.0)], 2, first=1))
@pytest.mark.thorough
def test_a_name_in_the_reasoning_earns_the_score_if_it_is_told_to(
    more: tuple[str, ...], worth: float, home: Path
) -> None:
    decks = home / "config" / "decks"
    decks.mkdir(parents=True)
    (decks / "one.tsv").write_text("entity\nguitar\n")
    with serving(*ENTITY, *more, "--deck", "one") as (_, said):
        asked(said["url"], "/reset", {})
        seen = asked(said["url"], "/step", {"action": {"text": "Not a guitar yet. Is it alive?"}})
        assert (seen["done"], seen["reward"]) == (True, worth)


@pytest.mark.parametrize("by", sampled(["--token", "TUI_ARENA_TOKEN"], 2))
def test_a_token_is_asked_for_and_shown_nowhere(by: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = "swordfish-and-chips"
    if by == "TUI_ARENA_TOKEN":
        monkeypatch.setenv(by, token)
    with serving(*ENTITY, "--host", "0.0.0.0", *([by, token] if by == "--token" else [])) as (server, said):
        url = f"http://127.0.0.1:{said['url'].rpartition(':')[2]}"
        with pytest.raises(urllib.error.HTTPError) as refused:
            asked(url, "/state")
        with closing(refused.value) as error:
            told = error.read().decode()
            assert (error.code, token in told) == (401, False)
        request = urllib.request.Request(f"{url}/health", headers={"Authorization": f"Bearer {token}"})
        with closing(urllib.request.urlopen(request, timeout=60)) as answer:
            assert json.load(answer) == {"status": "healthy"}
        server.send_signal(signal.SIGINT)
        out, complaint = server.communicate(timeout=60)
    assert (out, complaint.strip()) == ("", "tui-arena: interrupted")
    assert token not in json.dumps(said)


@pytest.mark.parametrize("token", ["", "with some blanks", "schöne-grüße-an-alle", "x" * 12 + "\n"])
def test_a_token_that_is_none_is_refused_unseen(token: str, run: Command) -> None:
    ran = run("env", "serve", "entity", "--port", "0", "--token", token)
    assert (ran.status, ran.out) == (2, "")
    assert "a token may only have ASCII letters" in ran.complaint
    assert not token or token not in ran.complaint


@pytest.mark.thorough  # it loads LiteLLM
def test_a_model_that_there_is_not_is_a_sentence_before_it_listens(run: Command, home: Path) -> None:
    ran = run("env", "serve", "entity", "--seat", "judge=model:nobody/knows")
    assert (ran.status, ran.out, "judge" in ran.complaint) == (2, "", True)
    assert not home.exists()


def test_a_port_that_is_taken_is_a_sentence(run: Command) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        ran = run("env", "serve", "entity", "--port", str(port))
    assert ran.status == 2
    assert ran.complaint.startswith(f"127.0.0.1:{port} can't be used to listen on (")
    assert ran.complaint.endswith("choose another port with --port, or 0 for any free one")


@pytest.mark.thorough
def test_what_models_cost_is_counted_and_limited(home: Path) -> None:
    with StubServer() as stub:
        priced = ModelEntry("fair", "ok", base_url=stub.url, input_price=1e6, output_price=1e6)
        paths = Paths.find(home)
        write_models(paths, with_entry(priced))
        paths.settings_file.write_text("limit_usd = 1.0\n", "utf-8")
        wordle = ("env", "serve", "wordle", "--set", "variant=critic", "--seat", "critic=model:fair")
        proposal = {"action": {"text": "guess: crane\nexplanation: a start"}}
        with serving(*wordle, "--port", "0") as (_, said):
            asked(said["url"], "/reset", {"seed": 4})
            assert asked(said["url"], "/step", proposal)["observation"]["asks"]
            asked(said["url"], "/reset", {"seed": 4})
            with pytest.raises(urllib.error.HTTPError) as refused:
                asked(said["url"], "/step", proposal)
            with closing(refused.value) as error:
                assert "the limit in all, $1, is spent" in json.load(error)["detail"]
    assert len(stub.requests) == 1

"""Environments over a wire: episodes, many clients at once, who is answered, and what nonsense comes to."""

from __future__ import annotations

import asyncio
import json
import threading
from base64 import b64encode
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import WSMsgType
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.serving.hostile import attacks
from tests.serving.served import JUDGE, Client, served
from tests.stub_server import StubServer
from tests.tables import Cases
from tests.thorough import sampled
from tui_arena import api
from tui_arena.batch.run import session_seed
from tui_arena.serving.environments import ID_CHARS, LONGEST, MOST_BYTES, Episodes, answer
from tui_arena.serving.listener import NoPort

CASES = Cases(__file__)

QUESTIONS = ("Is it alive?", "Is it made by people?", "Is it bigger than a car?", "Is it a tree?")


def untouched(home: Path) -> bool:
    """Whether nothing was written."""
    return not home.exists()


async def played(client: Client, seed: int | None) -> list[dict[str, Any]]:
    """All observations of an episode in which the same is asked again and again."""
    seen = [await client.reset(seed=seed)]
    while not seen[-1]["done"]:
        seen.append(await client.step(QUESTIONS[len(seen) % len(QUESTIONS)]))
    return seen


@pytest.mark.thorough
async def test_episodes_are_those_of_the_environment_itself(home: Path) -> None:
    env = api.Env("entity", "guesser", JUDGE, "score+yes", dense=True)
    async with served(reward="score+yes", dense=True) as it:
        client = await it.client()
        for seed in range(2):
            seen = await played(client, seed)
            messages, rewards = [env.reset(seed)], []
            while not env.done:
                told, reward, _, more = env.step(QUESTIONS[len(messages) % len(QUESTIONS)])
                messages.append(told)
                rewards.append(reward)
            assert [one["observation"]["messages"] for one in seen] == messages
            assert seen[0]["reward"] is None
            assert [one["reward"] for one in seen[1:]] == rewards
            assert seen[-1]["observation"]["outcome"] == more["outcome"]
            assert seen[-1]["observation"]["metrics"] == more["metrics"]
            assert (await client.state())["step_count"] == len(rewards)
    assert untouched(home)


async def test_an_observation_says_what_may_be_replied_and_why_not() -> None:
    async with served("bluffing", "judge", {}) as it:
        client = await it.client()
        seen = await client.reset(seed=3, episode_id="mine")
        assert seen["observation"]["asks"] == ["question", "verdict"]
        assert seen["observation"]["messages"][-1]["role"] == "user"
        assert (await client.step("who was there?", ask="question"))["observation"]["fault"] is None
        refused = await client.step("perhaps", ask="verdict")
        assert refused["observation"]["fault"]
        assert not refused["done"]
        state = await client.state()
        assert state == {
            "episode_id": "mine",
            "step_count": 2,
            "game": "bluffing",
            "learner": "judge",
            "seed": 3,
            "done": False,
            "outcome": None,
        }
        over = await client.step("I believe your statement is: True", ask="verdict", metadata={"x": [1]})
        assert (over["done"], over["observation"]["asks"]) == (True, [])
        assert over["observation"]["outcome"]["result"] == "won"
        assert (await client.state())["outcome"] == over["observation"]["outcome"]


@pytest.mark.parametrize(("game", "learner"), sampled(CASES["any_seat_may_learn"], 3))
async def test_any_seat_may_learn(game: str, learner: str) -> None:
    async with served(game, learner, {}) as it:
        client = await it.client()
        seen = await client.reset(seed=1)
        assert seen["observation"]["asks"]
        while not seen["done"]:
            seen = await client.step("a text that is no move")
        assert seen["observation"]["metrics"]


async def test_clients_have_episodes_of_their_own() -> None:
    async with served(options={"max_turns": 5}) as it:
        ada, ben = await it.client(), await it.client()
        alone = await played(await it.client(), 5)
        first, second = await asyncio.gather(played(ada, 5), played(ben, 12))
        assert first == alone != second
        await ada.reset(seed=5)
        await ada.step(QUESTIONS[0])
        assert (await ada.state())["step_count"] == 1
        assert (await ben.state())["step_count"] == len(second) - 1


async def test_an_episode_without_a_seed_has_that_of_a_run() -> None:
    async with served(seed=7) as it:
        ada, ben = await it.client(), await it.client()
        seeds = []
        for client in (ada, ben, ada):
            await client.reset()
            seeds.append((await client.state())["seed"])
        assert seeds == [session_seed(7, i) for i in range(3)]
    async with served() as it:
        ada = await it.client()
        await ada.reset()
        await ada.reset(seed=None, episode_id=None)
        assert (await ada.state())["episode_id"]


async def test_a_single_pass_is_dealt_to_all_clients_together_and_ends() -> None:
    seeds = []
    async with served(seed=7, split="eval", single_pass=True) as it:
        clients = [await it.client() for _ in range(3)]
        for number in range(30):
            client = clients[number % 3]
            await client.reset()
            seeds.append((await client.state())["seed"])
        said = await clients[0].sends("reset")
        assert said["data"] == {
            "message": "the pass is over: all 30 items have been dealt",
            "code": "EXECUTION_ERROR",
        }
        said = await clients[0].sends("reset", {"seed": 3})
        assert said["data"]["code"] == "VALIDATION_ERROR"
    assert seeds == [session_seed(7, number) for number in range(30)]


async def test_a_step_that_is_not_asked_is_a_sentence() -> None:
    async with served() as it:
        client = await it.client()
        early = await client.sends("step", {"text": "Is it alive?"})
        assert early == {
            "type": "error",
            "data": {"message": "no episode has begun; `reset` deals one", "code": "EXECUTION_ERROR"},
        }
        assert (await client.state())["episode_id"] is None
        await played(client, 5)
        state = await client.state()
        late = await client.sends("step", {"text": "Is it alive?"})
        assert late["data"]["message"] == "the episode is over; `reset` deals another one"
        assert await client.state() == state
        await client.reset(seed=5)
        other = await client.sends("step", {"text": "x", "ask": "verdict"})
        assert other["data"]["message"] == "guesser is asked for question, not verdict"
        assert not (await client.step(QUESTIONS[0]))["done"]


HOSTILE: dict[str, tuple[str | bytes, str]] = {
    **CASES["hostile"],
    "bytes": (b"\xff\xfe\x00", "INVALID_JSON"),
    "deep": ("[" * 60000, "INVALID_JSON"),
    "too long": (json.dumps({"type": "step", "data": {"text": "x" * LONGEST}}), "VALIDATION_ERROR"),
    "a type with controls": (json.dumps({"type": "\x1b[2J\n" * 99}), "UNKNOWN_TYPE"),
    "a seed too big": (f'{{"type": "reset", "data": {{"seed": {10**400}}}}}', "VALIDATION_ERROR"),
    "a long id": (
        json.dumps({"type": "reset", "data": {"episode_id": "x" * (ID_CHARS + 1)}}),
        "VALIDATION_ERROR",
    ),
}


async def test_nonsense_is_a_sentence_and_costs_nothing(home: Path) -> None:
    async with served() as it:
        client = await it.client()
        await client.reset(seed=5)
        await client.step(QUESTIONS[0])
        state = await client.state()
        for kind, (raw, code) in HOSTILE.items():
            told = await client.says(raw)
            assert (told["type"], told["data"]["code"]) == ("error", code), kind
            message = told["data"]["message"]
            assert 10 < len(message) <= 400, kind
            assert message.isprintable(), kind
            assert await client.state() == state, kind
        assert (await client.step(QUESTIONS[1]))["observation"]["fault"] is None
    assert untouched(home)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(["type", "data"]), inner),
    max_leaves=8,
)
MESSAGES = st.fixed_dictionaries(
    {"type": st.sampled_from(["reset", "step", "state", "close", "mcp"]) | JSON},
    optional={
        "data": JSON
        | st.dictionaries(st.sampled_from(["seed", "episode_id", "text", "ask", "metadata"]), JSON)
    },
)


@settings(max_examples=10)
@given(raw=st.binary() | st.text(max_size=80) | (JSON | MESSAGES).map(json.dumps))
def test_whatever_comes_is_answered(raw: str | bytes) -> None:
    episodes = Episodes(environment(), lambda: (5, 0))
    said = answer(episodes, raw)
    assert said is None or said["type"] in ("observation", "state", "error")
    json.dumps(said, allow_nan=False)


@cache
def environment() -> api.Env:
    return api.Env("entity", "guesser", JUDGE)


async def test_a_message_of_megabytes_ends_its_own_connection_alone() -> None:
    async with served() as it:
        big, other = await it.client(), await it.client()
        await other.reset(seed=5)
        await big.socket.send_str("x" * 2 * MOST_BYTES)
        assert (await big.socket.receive(timeout=60)).type is WSMsgType.CLOSE
        assert big.socket.close_code == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
        assert not (await other.step(QUESTIONS[0]))["done"]


async def test_a_client_that_dies_midway_leaves_its_place() -> None:
    async with served(clients=1) as it:
        first = await it.client()
        await first.reset(seed=5)
        await first.step(QUESTIONS[0])
        connection = first.socket._response.connection
        assert connection is not None
        assert connection.transport is not None
        connection.transport.abort()
        async with asyncio.timeout(60):
            while True:
                second = await it.client()
                told = await second.sends("reset", {"seed": 6})
                if told["type"] == "observation":
                    break
                assert told["data"]["code"] == "CAPACITY_REACHED"
        assert (await second.state())["step_count"] == 0


async def test_who_finds_no_place_hears_why() -> None:
    async with served(clients=2) as it:
        ada, ben, cleo = [await it.client() for _ in range(3)]
        await ada.reset()
        await ben.reset()
        told = await cleo.sends("reset", {})
        assert told["data"]["code"] == "CAPACITY_REACHED"
        assert told["data"]["message"].startswith("2 clients are already connected")
        assert (await cleo.socket.receive(timeout=60)).type is WSMsgType.CLOSE
        await ada.socket.send_str('{"type": "close"}')
        assert (await ada.socket.receive(timeout=60)).type is WSMsgType.CLOSE
        assert not (await (await it.client()).reset(seed=1))["done"]


async def test_clients_of_this_machine_may_take_all_places_and_silent_ones_take_none() -> None:
    async with served(clients=30) as it:
        silent = [await it.client() for _ in range(66)]
        clients = [await it.client() for _ in range(30)]
        for client in clients:
            await client.reset(seed=5)
        assert (await clients[0].state())["seed"] == 5
        assert (await silent[0].socket.receive(timeout=60)).type is WSMsgType.CLOSED


async def test_nonsense_takes_no_place_and_goes_by_the_clock() -> None:
    async with served(clients=1, patience=0.5) as it:
        odd, ada = await it.client(), await it.client()
        for nonsense in ("rubbish", "[]", '{"data": 1}'):
            await odd.socket.send_str(nonsense)
            assert (await odd.socket.receive_json(timeout=60))["type"] == "error"
        assert not (await ada.reset(seed=5))["done"]
        assert (await odd.socket.receive(timeout=60)).type is WSMsgType.CLOSED


async def test_an_episode_that_nobody_steps_ends_and_pings_are_no_steps() -> None:
    async with served(idle=0.5) as it:
        client = Client(await it.http.ws_connect(f"{it.url}/ws", heartbeat=0.05))
        await client.reset(seed=5)
        told = await client.socket.receive(timeout=60)
        assert told.type is WSMsgType.CLOSE
        assert (told.data, told.extra) == (
            aiohttp.WSCloseCode.GOING_AWAY,
            "the episode had no step for too long",
        )


@pytest.mark.parametrize("kind", ["requests", "sockets"])
async def test_whatever_strangers_send_the_clients_play_on(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with served(clients=2, patience=0.3, idle=60.0) as it:
        client = await it.client()
        await client.reset(seed=5)
        faults: list[dict[str, object]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: faults.append(told))
        port = int(it.url.rpartition(":")[2])
        every = attacks(kind, f"127.0.0.1:{port}", "/ws", origin=False)
        await asyncio.gather(*(_struck(port, name, data) for name, data in every.items()))
        assert (await client.state())["seed"] == 5
        assert not (await (await it.client()).reset(seed=6))["done"]
        assert faults == []
        assert [one for one in caplog.records if one.name.startswith("asyncio")] == []


async def _struck(port: int, name: str, data: bytes) -> None:
    """Attack a server, which does not break by it; it need not hang up, as a good request may be among it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError):
        writer.write(data)
        writer.write_eof()
        async with asyncio.timeout(60):
            told = await reader.read(65536)
        assert b"Traceback" not in told, name
        assert b"500 Internal" not in told, name
    writer.transport.abort()


# with a token


TOKEN = "swordfish-and-chips"


def basic(pair: str) -> str:
    """The header of a name and a password."""
    return f"Basic {b64encode(pair.encode()).decode()}"


async def test_whoever_brings_the_token_is_answered() -> None:
    async with served(token=TOKEN) as it:
        for header in (f"Bearer {TOKEN}", f"bearer  {TOKEN} ", basic(f"token:{TOKEN}"), basic(f":{TOKEN}")):
            assert (await it.plain("POST", "/reset", "{}", Authorization=header))[0] == 200, header
            assert (await (await it.client(Authorization=header)).reset(seed=5))["reward"] is None, header
        socket = await it.http.ws_connect(f"{it.url}/ws".replace("//", f"//token:{TOKEN}@", 1))
        assert not (await Client(socket).reset(seed=5))["done"]
        await socket.close()


NO_TOKEN = (
    *("", "Bearer", "Bearer x", f"Bearer {TOKEN}x", f"Bearer {TOKEN[:-1]}", TOKEN, f"Digest {TOKEN}"),
    *("Basic !", "Basic \xe4", basic(f"{TOKEN}:"), "Bearer " + "x" * 8000),
)


async def test_whoever_does_not_bring_the_token_is_refused() -> None:
    paths = (("GET", "/health"), ("POST", "/reset"), ("POST", "/step"), ("GET", "/nothing"))
    async with served(token=TOKEN) as it:
        for header, (method, path) in product(NO_TOKEN, paths):
            status, told = await it.plain(method, path, "{}", Authorization=header)
            assert (status, "this server needs a token" in told["detail"]) == (401, True), (header, path)
            assert TOKEN not in json.dumps(told)
        for header in NO_TOKEN:
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await it.client(Authorization=header)
            assert refused.value.status == 401, header


# by plain HTTP


async def test_an_episode_by_plain_http() -> None:
    async with served() as it:
        early = await it.plain("POST", "/step", '{"action": {"text": "x"}}')
        assert early == (409, {"detail": "no episode has begun; `reset` deals one"})
        status, seen = await it.plain("POST", "/reset", '{"seed": 5}')
        assert (status, seen["done"]) == (200, False)
        step = json.dumps({"action": {"text": QUESTIONS[0]}, "timeout_s": 3.0, "request_id": "x"})
        while not seen["done"]:
            status, seen = await it.plain("POST", "/step", step)
            assert status == 200
        _, state = await it.plain("GET", "/state")
        assert (state["seed"], state["done"]) == (5, True)
        late = await it.plain("POST", "/step", step)
        assert late == (409, {"detail": "the episode is over; `reset` deals another one"})
        assert (await it.plain("POST", "/reset"))[1]["done"] is False


NONSENSE: tuple[tuple[str, str, str | None, int, str], ...] = (
    ("POST", "/reset", '{"sed": 5}', 422, "unknown field `sed`"),
    ("POST", "/reset", "[]", 422, "a reset takes"),
    ("POST", "/step", "", 422, "valid JSON"),
    ("POST", "/step", "{", 422, "valid JSON"),
    ("POST", "/step", '{"text": "x"}', 422, "the body of a step is an `action`"),
    ("POST", "/step", '{"action": "x"}', 422, "the body of a step is an `action`"),
    ("POST", "/step", "x" * (LONGEST + 1), 422, "65536"),
    ("POST", "/step", "x" * (MOST_BYTES + 1), 413, "1048576 bytes"),
    ("GET", "/reset", None, 405, "accept this method"),
    ("GET", "/", None, 404, "clients connect to /ws"),
    ("GET", "/../pyproject.toml", None, 404, "nothing at this path"),
    ("GET", "/ws", None, 400, ""),
)


async def test_nonsense_by_plain_http_is_a_sentence() -> None:
    async with served() as it:
        for method, path, body, status, part in NONSENSE:
            told = await it.plain(method, path, body)
            assert (told[0], part in told[1]["detail"]) == (status, True), (method, path, told)
        assert (await it.plain("GET", "/state"))[1]["episode_id"] is None


async def test_it_says_what_it_is() -> None:
    async with served("bluffing", "setter", {}) as it:
        assert await it.plain("GET", "/health") == (200, {"status": "healthy"})
        _, named = await it.plain("GET", "/metadata")
        assert named["name"] == "bluffing"
        assert "setter" in named["description"]
        _, schema = await it.plain("GET", "/schema")
        assert schema["action"]["required"] == ["text"]
        client = await it.client()
        seen, state = (await client.reset(seed=1))["observation"], await client.state()
        assert set(seen["asks"]) < set(schema["action"]["properties"]["ask"]["enum"])
        assert list(schema["observation"]["properties"]) == list(seen)
        assert list(schema["state"]["properties"]) == list(state)
        _, openapi = await it.plain("GET", "/openapi.json")
        assert {"/reset", "/step", "/state", "/health", "/schema"} <= set(openapi["paths"])
        assert (await it.plain("POST", "/mcp", "{}"))[1]["jsonrpc"] == "2.0"


# who is answered


async def test_only_requests_under_its_own_names_are_answered() -> None:
    async with served() as it:
        for host in ("evil.example", "evil.example:8732", "127.0.0.2:8732", "[", ""):
            status, told = await it.plain("GET", "/state", Host=host)
            assert (status, list(told)) == (403, ["detail"]), host
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await it.client(Host=host)
            assert refused.value.status == 403, host
        for host in ("localhost", "localhost:9", "127.0.0.1", "[::1]:8732"):
            assert (await it.plain("GET", "/health", Host=host))[0] == 200, host


async def test_a_page_in_a_browser_is_refused() -> None:
    async with served() as it:
        for origin in ("http://evil.example", "null", it.url):
            assert (await it.plain("POST", "/reset", "{}", Origin=origin))[0] == 403
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await it.client(Origin=origin)
        assert (await it.plain("GET", "/state"))[1]["episode_id"] is None


async def test_it_listens_on_this_machine_alone_at_a_port_of_its_own() -> None:
    async with served() as it:
        port = int(it.url.rpartition(":")[2])
        with pytest.raises(OSError, match="Connect"):
            await asyncio.open_connection("127.0.0.2", port)
        with pytest.raises(NoPort, match=f"127.0.0.1:{port} can't be used to listen on"):
            async with served(port=port):
                pass


# faults


@pytest.mark.parametrize("thinking", [False, True])
async def test_a_fault_of_the_program_costs_one_request(
    thinking: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[BaseException | None] = []
    both = threading.Event()

    def tell(error: BaseException | None) -> None:
        told.append(error)
        if len(told) == 2:
            both.set()

    monkeypatch.setattr("threading.excepthook", lambda what: tell(what.exc_value))

    def reward(_: api.Table) -> float:
        return 1 / len(told[2:])

    async with served(reward=reward, dense=True, thinking=thinking, broke=tell) as it:
        client = await it.client()
        await client.reset(seed=5)
        broken = await client.sends("step", {"text": QUESTIONS[0]})
        assert broken["data"]["message"] == "internal error; see the server's own output for details"
        assert (await client.state())["seed"] == 5
        assert (await client.reset(seed=6))["reward"] is None
        await it.plain("POST", "/reset", '{"seed": 5}')
        assert (await it.plain("POST", "/step", '{"action": {"text": "Is it alive?"}}'))[0] == 500
    assert await asyncio.to_thread(both.wait, 30), "a thread tells of its fault after the client has heard"
    assert [type(one) for one in told] == [ZeroDivisionError] * 2


# models


async def test_a_model_that_thinks_holds_up_nobody_else(stub: StubServer) -> None:
    critic = {"critic": f"model:{HANGING}"}
    with_model(stub, HANGING, "hang")
    async with served("wordle", "guesser", critic, thinking=True, options={"variant": "critic"}) as it:
        ada, ben = await it.client(), await it.client()
        await ada.reset(seed=4)
        await ada.socket.send_str(json.dumps({"type": "step", "data": {"text": PROPOSAL}}))
        await asyncio.to_thread(stub.wait_for, lambda: stub.at_once == 1)
        assert not (await ben.reset(seed=4))["done"]
        assert (await it.plain("GET", "/health"))[0] == 200
        stub.stop()


async def test_a_model_that_fails_is_a_sentence_and_the_next_episode_goes_on(stub: StubServer) -> None:
    critic = {"critic": "model:locked"}
    async with served("wordle", "guesser", critic, thinking=True, options={"variant": "critic"}) as it:
        client = await it.client()
        await client.reset(seed=4)
        told = await client.sends("step", {"text": PROPOSAL})
        assert told["data"]["code"] == "EXECUTION_ERROR"
        assert told["data"]["message"].endswith("the episode can't continue; `reset` starts another one")
        assert not (await client.reset(seed=5))["done"]


async def test_a_model_may_sit_there(stub: StubServer) -> None:
    critic = {"critic": "model:fair"}
    async with served("wordle", "guesser", critic, thinking=True, options={"variant": "critic"}) as it:
        ada, ben = await it.client(), await it.client()
        for client in (ada, ben):
            await client.reset(seed=4)
        first, second = await asyncio.gather(ada.step(PROPOSAL), ben.step(PROPOSAL))
        assert first == second
        assert "critic" in first["observation"]["messages"][-1]["content"]
        assert len(stub.requests) == 2


HANGING = "hanging"
PROPOSAL = "guess: crane\nexplanation: a start"


def with_model(stub: StubServer, name: str, behaviour: str) -> None:
    """Configure one more model."""
    from tui_arena.config import ModelEntry, Paths, with_entry, write_models

    write_models(Paths.find(), with_entry(ModelEntry(name, behaviour, base_url=stub.url)))

"""Both transports to models over HTTP, with a server that behaves as the model's name says."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import warnings
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import clothes
from tests.attacks import ALL, acts, shown
from tests.stub_models import FINGERPRINT, INWARDS, OUTWARDS, THOUGHTS
from tests.stub_server import StubServer
from tests.tables import Cases
from tests.thorough import sampled
from tui_arena.config import ModelEntry
from tui_arena.config.models import direct_price
from tui_arena.core.game import Progress, Usage
from tui_arena.core.reasoning import split_thoughts
from tui_arena.players.models.direct_client import parameters, written
from tui_arena.players.models.guard import ERROR_BYTES, SERVED_CHARS, STREAM_BYTES
from tui_arena.players.models.litellm_client import LiteLLM
from tui_arena.players.models.registry import Transports
from tui_arena.players.models.requests import (
    ModelFailed,
    ModelRequest,
    ModelResponse,
    PartOfReply,
    ignore_progress,
)
from tui_arena.players.models.transport import REFUSAL_CHARS, StreamedReply, Transport

CASES = Cases(__file__)

pytestmark = pytest.mark.asyncio(loop_scope="session")

KEY = "canary-9f3b2a-never-shown"
ASKED = [
    {"role": "system", "content": "Be brief."},
    {"role": "user", "content": "Reply with guess: and a word"},
]


def entry(model: str, url: str | None, **more: Any) -> ModelEntry:
    return ModelEntry("Bob", model, base_url=url, **{"timeout": 120, "stall": 60, **more})


def call(model: str, stub: StubServer, **more: Any) -> ModelRequest:
    return ModelRequest(entry(model, stub.url, **more), ASKED)


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every entry of these tests has this key, in a variable with an innocent name."""
    monkeypatch.setenv("MY_PROVIDER_PASS", KEY)


def watched(_: Progress) -> None:
    """Somebody watches, so a reply comes as a stream."""


async def answered(transport: Transport, asked: ModelRequest, hear: Any = watched) -> ModelResponse:
    return await transport.answer(
        replace(asked, entry=replace(asked.entry, key_env="MY_PROVIDER_PASS")), None, None, hear
    )


async def failed(transport: Transport, asked: ModelRequest) -> ModelFailed:
    with pytest.raises(ModelFailed) as caught:
        await answered(transport, asked)
    assert KEY not in str(caught.value)
    assert "Bob" in caught.value.why
    assert "\n" not in caught.value.why
    assert "litellm" not in caught.value.why.lower()
    return caught.value


# what comes back


async def test_a_reply_comes_with_all_that_was_measured(transport: Transport, stub: StubServer) -> None:
    pieces: list[Progress] = []
    asked = call("say:guess: crane", stub, input_price=1.0, output_price=2.0)
    got = await answered(transport, asked, pieces.append)
    assert (got.text, got.finish, got.thinking) == ("guess: crane", "stop", "")
    assert got.usage == Usage(INWARDS, OUTWARDS, (INWARDS * 1.0 + OUTWARDS * 2.0) / 1e6)
    assert got.first_token_seconds is not None
    assert 0 <= got.first_token_seconds <= got.seconds
    assert "guess: crane".startswith(pieces[0].text)
    assert pieces[0].text
    assert len(stub.requests) == 1


@pytest.mark.parametrize("marks", THOUGHTS)
async def test_the_first_thought_is_not_the_first_word(
    transport: Transport, stub: StubServer, marks: str
) -> None:
    got = await answered(transport, call(f"thinks:{marks}", stub))
    assert split_thoughts(got.text).words == "guess: crane"
    assert got.first_token_seconds is not None
    assert got.first_word_seconds is not None
    assert got.first_token_seconds <= got.first_word_seconds <= got.seconds


def heard(*parts: str, field: str = "content", whole: bool = False) -> StreamedReply:
    """A reply whose pieces came at 1, 2, 3 and so on."""
    reply = StreamedReply()
    for at, part in enumerate(parts, 1):
        name, _, text = part.rpartition("@")
        said = {name or field: text}
        choice = {"message" if whole else "delta": said, "finish_reason": None}
        reply.take_value({"choices": [choice]}, float(at))
    return reply


@pytest.mark.parametrize(("parts", "first"), CASES["the_first_word_is_found_behind_all_reasoning"])
async def test_the_first_word_is_found_behind_all_reasoning(
    parts: tuple[str, ...], first: float | None
) -> None:
    assert heard(*parts).first_word() == first
    assert heard(*parts, whole=True).first_word() is None, "of a whole reply nothing came first"


@pytest.mark.parametrize("model", ["only-think", "null", "refused"])
async def test_a_reply_without_words_has_no_first_word(
    transport: Transport, stub: StubServer, model: str
) -> None:
    assert (await answered(transport, call(model, stub))).first_word_seconds is None


async def test_a_reply_keeps_by_what_it_was_made(transport: Transport, stub: StubServer) -> None:
    got = await answered(transport, call("say:x", stub))
    assert got.served == {"model": "stub", "fingerprint": FINGERPRINT}
    whole = await answered(transport, call("say:x", stub), ignore_progress)
    assert whole.served == got.served


@pytest.mark.parametrize("told", [7, None, ["fp"], "", "\n\x00", {"a": 1}])
async def test_a_fingerprint_that_is_none_is_left_out(
    transport: Transport, stub: StubServer, told: object
) -> None:
    got = await answered(transport, call("claims:" + json.dumps([told, told]), stub))
    assert (got.text, got.served) == ("x", {})


async def test_a_long_name_or_a_key_in_what_a_server_calls_itself_is_not_kept(
    transport: Transport, stub: StubServer
) -> None:
    got = await answered(transport, call("claims:" + json.dumps(["m" * 5000, f"fp {KEY}"]), stub))
    assert len(got.served["model"]) <= SERVED_CHARS
    assert KEY not in str(got.served)


async def test_what_is_sent_is_what_is_kept(transport: Transport, stub: StubServer) -> None:
    asked = replace(call("say:x", stub), sampling={"temperature": 0.25, "seed": 7, "top_k": 3, "stop": ["a"]})
    got = await answered(transport, asked)
    body = stub.requests[0]
    assert body["messages"] == ASKED
    assert body["stream"] is True
    sent = {k: v for k, v in body.items() if k not in ("messages", "stream", "stream_options")}
    assert sent == {**got.sent, "model": "say:x"}
    assert got.sent == {"model": "say:x", **asked.sampling}
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"


async def test_a_schema_is_sent_as_one(transport: Transport, stub: StubServer) -> None:
    schema = {"type": "object", "properties": {"guess": {"type": "string"}}, "required": ["guess"]}
    got = await answered(transport, replace(call("ok", stub), schema=schema))
    assert got.text == '{"guess": "crane"}'
    assert stub.requests[0]["response_format"]["json_schema"]["schema"] == schema
    assert "response_format" in got.sent


@pytest.mark.parametrize(
    "name",
    ["api_base", "base_url", "api_key", "custom_llm_provider", "model", "messages", "stream", "timeout",
     "extra_headers", "mock_response", "max_retries", "fallbacks", "extra_body", "organization"],
)  # fmt: skip
async def test_no_file_says_who_is_asked_and_how(transport: Transport, stub: StubServer, name: str) -> None:
    asked = replace(call("say:x", stub), sampling={name: "http://127.0.0.1:9/v1", "temperature": 1})
    try:
        got = await answered(transport, asked)
    except ModelFailed:
        pytest.fail(f"{name} reached the library")
    assert got.text == "x"
    body = stub.requests[0]
    assert body["model"] == "say:x"
    assert stub.headers[0]["authorization"] == f"Bearer {KEY}"


ODD_REPLIES = [
    ("reasoning", "guess: crane", "hm, guess: wrong", "stop"),
    ("length", "explanation: it would be", "", "length"),
    ("filtered", "", "", "refused"),
    ("refused", "I can't help with that.", "", "refused"),
    ("null", "", "", "stop"),
    ("blank", "", "", "stop"),
    ("echo-key", "guess: crane, your key is [key]", "", "stop"),
]
THOUGHT_ALOUD = [
    ("think", "<think>hm, guess: wrong</think>guess: crane", "", "stop"),
    ("only-think", "<think>hm, and hm", "", "stop"),
]
"""Of a whole reply, LiteLLM splits such thoughts off itself."""


@pytest.mark.parametrize(
    ("hear", "model", "text", "thinking", "finish"),
    [
        *((watched, *row) for row in ODD_REPLIES + THOUGHT_ALOUD),
        *((ignore_progress, *row) for row in ODD_REPLIES),
    ],
)
async def test_odd_replies_are_told_apart_whoever_watches(  # noqa: PLR0917  (pytest gives them by name)
    transport: Transport, stub: StubServer, hear: Any, model: str, text: str, thinking: str, finish: str
) -> None:
    got = await answered(transport, call(model, stub), hear)
    assert (got.text, got.thinking, got.finish) == (text, thinking, finish)
    assert got.usage == Usage(INWARDS, OUTWARDS, None)
    assert len(stub.requests) == 1


@pytest.mark.parametrize("attack", [*sampled(ALL, 5), "a\x1b ]0;PWN\x07 \x1b [2Jb"], ids=shown)
async def test_no_reply_acts_on_a_terminal(transport: Transport, stub: StubServer, attack: str) -> None:
    stub.script = [attack]
    pieces: list[Progress] = []
    got = await answered(transport, call("script", stub), pieces.append)
    assert not acts(got.text)
    assert not any(acts(piece.text) for piece in pieces)


async def test_no_usage_is_no_usage(transport: Transport, stub: StubServer) -> None:
    assert (await answered(transport, call("no-usage", stub))).usage is None


@pytest.mark.parametrize("tokens", ["-5", "1" + "0" * 30, '"abc"', "[1]", "NaN", "null"])
async def test_a_count_that_can_not_be_is_not_believed(
    transport: Transport, stub: StubServer, tokens: str
) -> None:
    got = await answered(transport, call(f"counts:{tokens}", stub, input_price=1.0, output_price=1.0))
    assert got.text == "guess: crane"
    assert got.usage in (None, Usage(0, 0, 0.0))


async def test_a_refusal_without_end_is_left_off(transport: Transport, stub: StubServer) -> None:
    got = await answered(transport, call("refuse-at-length", stub))
    assert got.finish == "refused"
    assert len(got.text) <= REFUSAL_CHARS


async def test_a_flood_is_left_off(
    transport: Transport, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui_arena.players.models.transport.MOST_CHARS", 40_000)
    got = await answered(transport, call("flood", stub))
    assert got.finish == "length"
    assert 40_000 < len(got.text) < 80_000
    await asyncio.to_thread(stub.wait_for, lambda: stub.lost == 1)


# a reply that nobody watches


async def test_one_that_nobody_watches_costs_litellm_no_stream(
    transports: Transports, stub: StubServer
) -> None:
    await answered(transports.litellm, call("ok", stub), ignore_progress)
    assert "stream" not in stub.requests[0]
    await answered(transports.direct, call("ok", stub), ignore_progress)
    assert stub.requests[1]["stream"] is True


async def test_no_usage_is_none_for_nobody(library: LiteLLM, stub: StubServer) -> None:
    stub.script = ["x"]
    got = await answered(library, call("script-uncounted", stub), ignore_progress)
    assert (got.text, got.usage) == ("x", None)


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("401", "auth"),
        ("500", "unreachable"),
        ("html", "bad_reply"),
        ("hang", "timeout"),
        ("endless:good", "bad_reply"),
    ],
)
async def test_trouble_that_nobody_watches_is_the_same(
    transport: Transport, stub: StubServer, model: str, kind: str
) -> None:
    with pytest.raises(ModelFailed) as caught:
        await answered(transport, call(model, stub, timeout=0.5 if model == "hang" else 60), ignore_progress)
    assert caught.value.kind == kind
    assert KEY not in str(caught.value)


# prices


def price(transport: Transport, one: ModelEntry) -> tuple[float, float] | None:
    """What a model costs by this transport."""
    return transport.price(one) if isinstance(transport, LiteLLM) else direct_price(one)


async def test_prices_are_known_own_or_none(transports: Transports, stub: StubServer) -> None:
    for transport in (transports.direct, transports.litellm):
        got = await answered(transport, call("say:x", stub))
        assert got.usage is not None
        assert got.usage.cost_usd is None
        assert price(transport, entry("nonsense-9000", None)) is None
        assert price(transport, entry("openai/nonsense-9000", None)) is None
        assert price(transport, entry("openai/gpt-4o", None, input_price=1, output_price=0)) == (1, 0)
    assert transports.litellm.price(entry("gigachat/GigaChat-2", None)) is None
    assert transports.litellm.price(entry("ollama/llama3", None)) == (0, 0)


async def test_a_known_price_is_right(
    transport: Transport, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
    monkeypatch.setitem(_behaviours(), "gpt-4o", _behaviours()["ok"])
    assert price(transport, entry("openai/gpt-4o", None)) == (2.5, 10.0)
    got = await answered(transport, ModelRequest(entry("openai/gpt-4o", None), ASKED))
    assert got.usage is not None
    assert got.usage.cost_usd == pytest.approx((INWARDS * 2.5 + OUTWARDS * 10) / 1e6)


# parameters that a provider refuses


async def test_what_a_provider_does_not_take_is_left_out_and_said(
    transport: Transport, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", stub.url)
    monkeypatch.setitem(_behaviours(), "gpt-5", _behaviours()["ok"])
    asked = ModelRequest(
        entry("openai/gpt-5", None),
        ASKED,
        {
            "temperature": 0.0,
            "presence_penalty": 1.0,
            "seed": 3,
            "min_q": 4,
            "api_base": "http://127.0.0.1:9",
        },
    )
    got = await answered(transport, asked)
    assert set(got.dropped) == {"temperature", "presence_penalty", "min_q", "api_base"}
    assert got.sent == {"model": "openai/gpt-5", "seed": 3}
    assert "temperature" not in stub.requests[0]
    assert stub.requests[0]["seed"] == 3


PARAMETERS: dict[str, Any] = {
    "temperature": 0.25, "top_p": 0.5, "presence_penalty": 1.0, "frequency_penalty": 1.0, "stop": ["a"], "seed": 3,
    "max_tokens": 9, "verbosity": "low",
}  # fmt: skip


async def test_both_roads_send_openai_the_same_at_the_same_price(library: LiteLLM) -> None:
    import litellm

    both, compared = Transports(), 0
    both.litellm = library
    for name, listed in litellm.model_cost.items():
        one = entry(f"openai/{name}", None)
        if (listed.get("litellm_provider"), listed.get("mode")) == ("openai", "chat") and both.is_direct(one):
            compared += 1
            assert both.price(one) == pytest.approx(library.price(one)), name
            for wanted in [*PARAMETERS.items(), ("temperature", 1)]:
                call = ModelRequest(one, ASKED, dict([wanted]))
                by_litellm = library._parameters(call, "openai", own=False)[1]
                assert parameters(call)[1] == by_litellm, (name, wanted)
    assert compared > 50


async def test_parameters_have_the_form_and_the_name_that_a_model_takes() -> None:
    call = ModelRequest(entry("mine", "http://127.0.0.1:9"), ASKED, {"top_k": 40.0, "temperature": 1.0})
    assert repr(parameters(call)[0]) == "{'top_k': 40, 'temperature': 1.0}", "whole numbers are sent as such"
    call = ModelRequest(entry("openai/gpt-5", None), ASKED, {"max_tokens": 9})
    sent, _ = parameters(call)
    assert (sent, written(call.entry, sent)) == ({"max_tokens": 9}, {"max_completion_tokens": 9})
    free = ModelRequest(call.entry, ASKED, {"reasoning_effort": "none", "temperature": 0.25})
    assert parameters(free)[1] == ()


@pytest.mark.parametrize(("model", "more", "direct"), CASES["which_road_a_model_takes"])
async def test_which_road_a_model_takes(model: str, more: dict[str, Any], direct: bool) -> None:
    assert Transports.is_direct(ModelEntry("Bob", model, **more)) is direct


async def test_a_server_of_ones_own_gets_all_that_is_asked_for(
    transport: Transport, stub: StubServer
) -> None:
    wanted = {"temperature": 0.0, "min_p": 0.1, "presence_penalty": 1.0}
    asked = replace(call("gpt-5-mine", stub), sampling=wanted)
    await failed(transport, asked)
    assert {name: stub.requests[0].get(name) for name in wanted} == wanted


# failures


@pytest.mark.parametrize(("model", "kind", "remedy"), CASES["trouble_is_said_with_its_remedy"])
async def test_trouble_is_said_with_its_remedy(
    transport: Transport, stub: StubServer, model: str, kind: str, remedy: str
) -> None:
    fault = await failed(transport, call(model, stub))
    assert (fault.kind, remedy in fault.why) == (kind, True), fault.why
    assert len(stub.requests) == 1, "the library tries once"
    assert fault.refused == ("won't take this request" in fault.why)


async def test_what_is_no_part_of_a_reply_ends_it_and_what_came_before_is_kept(
    transport: Transport, stub: StubServer
) -> None:
    fault = await failed(transport, call("garbage", stub))
    assert (fault.kind, fault.part) == ("bad_reply", PartOfReply("half a"))
    assert "isn't part of a reply" in fault.why


async def test_an_address_where_no_model_is_is_said(transport: Transport, stub: StubServer) -> None:
    bare, nowhere = stub.url.removesuffix("/v1"), "http://nowhere.invalid/v1"
    fault = await failed(transport, ModelRequest(entry("ok", bare), ASKED))
    assert (fault.kind, "most end in /v1" in fault.why) == ("not_found", True)
    assert (await failed(transport, ModelRequest(entry("ok", nowhere), ASKED))).kind == "unreachable"
    stub.stop()
    fault = await failed(transport, call("ok", stub))
    assert (fault.kind, stub.url in fault.why) == ("unreachable", True)
    assert "is the server running" in fault.why


async def test_the_wait_that_a_provider_asks_for(transport: Transport, stub: StubServer) -> None:
    assert (await failed(transport, call("429", stub))).retry_after == pytest.approx(0.05)
    assert (await failed(transport, call("quota", stub))).retry_after == pytest.approx(3600)


async def test_a_provider_that_repeats_the_prompt_is_not_quoted(
    transport: Transport, stub: StubServer
) -> None:
    secret = [{"role": "user", "content": "The hidden word is zonal, tell nobody"}]
    fault = await failed(transport, replace(call("echo-prompt", stub), messages=secret))
    assert fault.kind == "bad_reply"
    assert "zonal" not in fault.why


# time


@pytest.mark.parametrize("model", ["hang", "drip", "empty-drip"])
async def test_the_whole_time_has_a_limit(transport: Transport, stub: StubServer, model: str) -> None:
    if model == "drip":
        fault = await failed(transport, call(model, stub, timeout=2, stall=60))
        assert fault.part is not None
        assert fault.part.text[:9] == "drip drip"
    else:
        fault = await failed(transport, call(model, stub, timeout=0.8, stall=60))
        assert fault.part is None
    assert (fault.kind, " s; ask again" in fault.why) == ("timeout", True)
    assert len(stub.requests) == 1
    await asyncio.to_thread(stub.wait_for, lambda: stub.lost == 1)


@pytest.mark.parametrize(
    ("model", "stall", "part"), [("stall", 1, PartOfReply("half a")), ("stall-empty", 0.2, None)]
)
async def test_a_stall_has_a_limit(
    transport: Transport, stub: StubServer, model: str, stall: float, part: PartOfReply | None
) -> None:
    fault = await failed(transport, call(model, stub, timeout=600, stall=stall))
    assert (fault.kind, fault.part, "its `stall`" in fault.why) == ("broken", part, True)
    await asyncio.to_thread(stub.wait_for, lambda: stub.lost == 1)


@pytest.mark.parametrize("model", ["hang", "drip", "stall"])
async def test_cancelling_returns_at_once_and_hangs_up(
    transport: Transport, stub: StubServer, model: str
) -> None:
    heard = asyncio.Event()
    asked = asyncio.ensure_future(answered(transport, call(model, stub), lambda _: heard.set()))
    if model == "hang":
        await asyncio.to_thread(stub.wait_for, lambda: bool(stub.requests))
    else:
        await heard.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await asyncio.to_thread(stub.wait_for, lambda: stub.lost == 1)


async def test_cancelling_is_not_lost_while_a_stream_closes(
    library: LiteLLM, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library swallows what is raised while it closes a stream."""
    closing = asyncio.Event()

    class Slow:
        def __init__(self) -> None:
            self.completion_stream = None

        def __aiter__(self) -> Slow:
            return self

        async def __anext__(self) -> None:
            raise StopAsyncIteration

        async def aclose(self) -> None:
            closing.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                return

    async def acompletion(**_: Any) -> Slow:
        return Slow()

    monkeypatch.setattr(library._library, "acompletion", acompletion)
    asked = asyncio.ensure_future(answered(library, call("ok", stub)))
    await closing.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


async def test_progress_is_told_no_faster_than_anybody_reads(transport: Transport, stub: StubServer) -> None:
    pieces: list[Progress] = []
    stub.script = ["word " * 90]
    got = await answered(transport, call("script", stub), pieces.append)
    assert got.text.count("word") == 90
    assert 1 <= len(pieces) <= 2 + got.seconds * 20


# checks before anything is sent


async def test_a_missing_key_is_named_by_its_variable(
    transport: Transport, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("MY_PROVIDER_PASS")
    for one, variable in (
        (entry("openai/gpt-4o", None), "OPENAI_API_KEY"),
        (entry("ok", "http://127.0.0.1:9/v1", key_env="MY_PROVIDER_PASS"), "MY_PROVIDER_PASS"),
    ):
        with pytest.raises(ModelFailed) as caught:
            transport.check(one)
        assert (caught.value.kind, variable in caught.value.why) == ("auth", True)


@pytest.mark.parametrize(
    "model", ["ollama/llama3", "ollama_chat/x", "lemonade/x", "github_copilot/gpt-4o", "chatgpt/gpt-5"]
)
async def test_nobody_is_asked_before_a_model_is(
    library: LiteLLM, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, model: str
) -> None:
    asked = []

    def looked_up(*where: object, **_: object) -> None:
        asked.append(where)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    with suppress(ModelFailed):
        library.check(entry(model, None))
        assert library.price(entry(model, None)) == (0, 0)
    assert (asked, capsys.readouterr().out) == ([], "")


@pytest.mark.parametrize("model", ["nonsense", "no-provider/x", "a/b/c"])
async def test_an_unknown_provider_is_said(
    library: LiteLLM, capsys: pytest.CaptureFixture[str], model: str
) -> None:
    with pytest.raises(ModelFailed) as caught:
        library.check(entry(model, None))
    assert caught.value.kind == "not_found"
    assert "PROVIDER/MODEL" in caught.value.why
    assert capsys.readouterr().out == ""


async def test_a_server_without_a_key_is_sent_none(transport: Transport, stub: StubServer) -> None:
    await transport.answer(call("ok", stub), None, None, ignore_progress)
    assert stub.headers[0]["authorization"] == "Bearer none"


async def test_a_file_is_asked_where_it_is_served(transport: Transport, stub: StubServer) -> None:
    file = ModelEntry("Bob", gguf=Path("/home/somebody/tiny.gguf"))
    fault = None
    try:
        await transport.answer(ModelRequest(file, ASKED), stub.url, "made-here-key", ignore_progress)
    except ModelFailed as error:
        fault = error
    assert fault is not None
    assert "somebody" not in fault.why
    assert stub.requests[0]["model"] == "local"
    assert stub.headers[0]["authorization"] == "Bearer made-here-key"


# the library itself


async def test_the_library_says_nothing(
    transport: Transport,
    stub: StubServer,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG), warnings.catch_warnings():
        warnings.simplefilter("error")
        await failed(transport, call("401", stub))
        await failed(transport, call("500", stub))
        await answered(transport, call("ok", stub))
        await failed(transport, call("cut", stub))
    assert KEY not in caplog.text
    assert capfd.readouterr() == ("", "")


# a hostile server


@pytest.mark.parametrize(
    ("kind", "most"),
    [
        ("error", ERROR_BYTES),
        ("error-gzip", ERROR_BYTES),
        ("headers", 2 * ERROR_BYTES),
        ("good", ERROR_BYTES),
        ("good-comments", STREAM_BYTES),
        ("good-gzip", ERROR_BYTES),
    ],
)
async def test_a_reply_without_end_is_left(
    transport: Transport, stub: StubServer, kind: str, most: int
) -> None:
    fault = await failed(transport, call(f"endless:{kind}", stub, timeout=60, stall=60))
    assert fault.kind in ("bad_reply", "unreachable")
    await asyncio.to_thread(stub.wait_for, lambda: stub.lost == 1)
    assert stub.sent <= most + 8 * ERROR_BYTES, "what was in flight comes on top"


async def test_an_error_a_byte_at_a_time_ends_by_the_clock(transport: Transport, stub: StubServer) -> None:
    assert (await failed(transport, call("slow-error", stub, timeout=0.3))).kind == "timeout"
    await asyncio.to_thread(stub.wait_for, lambda: stub.lost == 1)


async def test_no_request_goes_on_to_another_server(transport: Transport, stub: StubServer) -> None:
    with StubServer() as other:
        address = f"{other.url}/chat/completions"
        fault = await failed(transport, call(f"sends-on:{address}", stub))
        assert other.requests == []
    assert fault.refused
    assert f"redirects requests to {address}?key=[key]," in fault.why


def joined(text: str) -> str:
    """A text without blanks, lines and signs, so that no layout keeps a key's parts asunder."""
    return "".join(c for c in text if c.isalnum())


@pytest.mark.parametrize("how", ["whole", "halves", "chars"])
async def test_no_field_of_a_reply_gives_the_key_back(
    transport: Transport,
    stub: StubServer,
    how: str,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    told: list[Progress] = []
    with caplog.at_level(logging.DEBUG), warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        got = await answered(transport, call(f"echo-fields:{how}", stub, timeout=60), told.append)
    assert not [w for w in warned if "serial" in str(w.message).lower()]
    assert got.usage == Usage(INWARDS, OUTWARDS, None), "the last counts that could be believed"
    assert "guess: crane [key]" in got.text
    middle = len(KEY) // 2
    for part in (KEY, KEY[:middle], KEY[middle:]):
        shows = [repr(got), caplog.text, *capfd.readouterr(), *(f"{p.text} {p.thinking}" for p in told)]
        for one in (*shows, "".join(shows)):
            assert joined(part) not in joined(one)


@pytest.mark.parametrize("how", ["whole", "halves", "chars"])
@pytest.mark.parametrize("status", ["400", "401", "500", "stream"])
async def test_no_field_of_an_error_gives_the_key_back(
    transport: Transport, stub: StubServer, how: str, status: str, capfd: pytest.CaptureFixture[str]
) -> None:
    fault = await failed(transport, call(f"echo-error:{how}:{status}", stub))
    middle = len(KEY) // 2
    for part in (KEY, KEY[:middle], KEY[middle:]):
        assert joined(part) not in joined(f"{fault.why}{fault!r}")
    assert capfd.readouterr() == ("", "")


DRESSED = sorted(clothes.WHOLE)


@pytest.mark.parametrize("name", sampled(DRESSED, 8, thorough=3))
async def test_no_reply_gives_the_key_back_in_other_clothes(
    transport: Transport, stub: StubServer, name: str
) -> None:
    asked = call(f"echo-dressed:{name.replace(' ', '-')}", stub)
    told: list[Progress] = []
    streamed = await answered(transport, asked, told.append)
    whole = await answered(transport, asked, ignore_progress)
    for got in (streamed, whole):
        assert "[key]" in got.text
        assert got.text.endswith("»")
        assert "[key]" in got.thinking
        assert not clothes.shown(got.text, KEY)
        assert not clothes.shown(got.thinking, KEY)
        assert not clothes.shown(repr(got.served), KEY)
    for one in told:
        assert not clothes.shown(one.text, KEY)
        assert not clothes.shown(one.thinking, KEY)


@pytest.mark.parametrize("name", sampled(DRESSED, 12, thorough=3))
@pytest.mark.parametrize("status", ["401", "500", "stream"])
async def test_no_error_gives_the_key_back_in_other_clothes(
    transport: Transport, stub: StubServer, name: str, status: str
) -> None:
    fault = await failed(transport, call(f"echo-dressed-error:{name.replace(' ', '-')}:{status}", stub))
    assert not clothes.shown(f"{fault.why}{fault!r}", KEY)
    assert ("I won't take" in fault.why) == ("[key]" in fault.why)


def _behaviours() -> dict[str, Any]:
    from tests.stub_models import BEHAVIOURS

    return BEHAVIOURS

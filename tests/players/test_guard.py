"""What a server may send: bytes, time, origin and fields, without any library for HTTP."""

from __future__ import annotations

import gzip
import json
import zlib
from types import SimpleNamespace
from typing import Any

import pytest

from tests.tables import each
from tui_arena.config import hide
from tui_arena.players.models import guard as guarding
from tui_arena.players.models.guard import (
    ERROR_BYTES,
    EVENT_BYTES,
    HEADER_BYTES,
    STREAM_BYTES,
    Body,
    ResponseGuard,
    WireFault,
)
from tui_arena.players.models.server_fields import counted, quotable_error, reduced
from tui_arena.players.models.transport import StreamedReply

KEY = "canary-9f3b2a-never-shown"
URL = "http://127.0.0.1:1/v1/chat/completions"


def guard() -> ResponseGuard:
    return ResponseGuard(lambda: 0.0, 1.0)


def opened(status: int = 200, url: str = URL, **headers: str) -> Body:
    named = [(name.replace("_", "-"), text) for name, text in headers.items()]
    return guard().opened(status, named, url)


def event(value: object) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"


def saying(text: str) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": text}, "logprobs": KEY}], KEY: KEY}


REDUCED = {"content": "crane"}


def test_an_event_keeps_only_what_is_needed() -> None:
    out = opened().feed(event({**saying("crane"), "id": KEY, "usage": {"prompt_tokens": KEY}}))
    assert json.loads(out.removeprefix(b"data: "))["choices"] == [
        {"index": 0, "delta": REDUCED, "finish_reason": None}
    ]
    assert KEY.encode() not in out
    assert b"usage" not in out


@each(b"\n", b"\r\n", b"\r")
def test_events_come_through_however_they_are_cut(end: bytes) -> None:
    raw = (b": x\nevent: " + KEY.encode() + b"\n" + event(saying("crane")) + b"data: [DONE]\n\n").replace(
        b"\n", end
    )
    whole, single = opened(), opened()
    at_once = whole.feed(raw + b" ") + whole.end()
    assert b"".join(single.feed(raw[i : i + 1]) for i in range(len(raw))) + single.feed(b" ") == at_once
    assert at_once.count(b"crane") == 1
    assert at_once.endswith(b"data: [DONE]\n\n")
    assert KEY.encode() not in at_once


def test_what_came_before_garbage_is_passed_on() -> None:
    body = opened()
    assert b"crane" in body.feed(event(saying("crane")) + b"data: {\n\n")
    with pytest.raises(WireFault, match="isn't part of a reply"):
        body.end()


def test_a_whole_reply_is_reduced_too() -> None:
    body = opened(content_type="application/json")
    message = {"content": "crane", "annotations": [KEY], "tool_calls": KEY, "refusal": 3}
    body.feed(json.dumps({"choices": [{"message": message, "finish_reason": KEY}], "model": KEY}).encode())
    out = json.loads(body.end())
    assert out["choices"] == [
        {"index": 0, "message": {"role": "assistant", **REDUCED}, "finish_reason": "stop"}
    ]
    assert KEY not in str(out)


def test_content_in_parts_is_text_and_reasoning() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
        {"type": "text", "text": "crane"},
        KEY,
    ]
    few = reduced({"choices": [{"delta": {"content": parts}}]}, "delta")
    assert few is not None
    assert few["choices"][0]["delta"] == {**REDUCED, "reasoning_content": "hm"}


@each(None, 3, [], "x", {}, {"choices": {}}, {"choices": None, "usage": {}})
def test_what_is_no_reply_is_left_out(value: object) -> None:
    assert reduced(value, "delta") is None
    assert reduced(value, "message") is None


@pytest.mark.parametrize(
    "tokens",
    [1e308, "many", "7", [7], {"n": 7}, float("nan"), float("inf"), -1, 10**10, 1.5, True, None, 10**400],
    ids=lambda value: str(value)[:12],
)
@pytest.mark.parametrize("field", ["prompt_tokens", "completion_tokens"])
def test_a_count_that_is_none_is_unknown(field: str, tokens: object) -> None:
    assert counted({"prompt_tokens": 7, "completion_tokens": 7, field: tokens}) is None


def test_a_count_is_taken() -> None:
    assert counted({"prompt_tokens": 7, "completion_tokens": 8.0}) == (7, 8)
    assert counted({}) is None


@each({}, {"delta": None}, {"delta": "crane"}, {"delta": [], "finish_reason": ["stop"]}, None, "crane")
def test_a_choice_without_words_or_end_is_no_reply(choice: object) -> None:
    few = reduced({"choices": [choice]}, "delta")
    assert few is not None
    assert few["choices"] == []


@pytest.mark.parametrize(
    ("choices", "worded"),
    [
        ([{"delta": None, "finish_reason": "stop"}], False), ([{"finish_reason": "stop"}], False), ([], False),
        ([{"delta": {}}], True), ([{"delta": {"content": None}, "finish_reason": "stop"}], True),
    ],
)  # fmt: skip
def test_a_reply_has_a_message_even_if_it_is_empty(choices: object, worded: bool) -> None:
    one = guard()
    body = one.opened(200, [], URL)
    body.feed(event({"choices": choices}))
    assert one.worded is worded


def test_the_end_of_a_reply_needs_no_words() -> None:
    few = reduced({"choices": [{"finish_reason": "length"}]}, "delta")
    assert few is not None
    assert few["choices"] == [{"index": 0, "delta": {}, "finish_reason": "length"}]


def test_only_texts_are_words_whatever_the_protocol() -> None:
    heard = StreamedReply()
    for odd in ({"summary": [KEY]}, [KEY], 7, b"x", None):
        piece = SimpleNamespace(content=odd, reasoning_content=odd, refusal=odd)
        chunk = SimpleNamespace(choices=[SimpleNamespace(delta=piece, finish_reason=odd)])
        heard.pass_by(chunk)
        assert not heard.take(chunk, 0.0)
    assert (heard.said, heard.thought, heard.refusal, heard.finish) == ("", "", "", None)


# bytes and time


def all_of(body: Body, part: bytes, most: int) -> int:
    """How many bytes went in before the body was refused, at most `most`."""
    fed = 0
    try:
        while fed <= most:
            body.feed(part)
            fed += len(part)
    except WireFault:
        return fed
    raise AssertionError(fed)


OTHER = "http://h/api/chat"


@each(
    (URL, b"", event(saying("x" * 100_000)), STREAM_BYTES),
    ("http://h/v1/messages", b"", event(saying("x" * 100_000)), STREAM_BYTES),
    (URL, b"", b"data: " + b"x" * 65536, EVENT_BYTES),
    (URL, b"", b"x" * 65536, EVENT_BYTES),
    (URL, b"", b"data: x\n" * 8192, EVENT_BYTES),
    (URL, b"", b"{" + b"x" * 65536, 9 * ERROR_BYTES),
    (OTHER, b"data: ", b"x" * 65536, 8 * ERROR_BYTES),
    (OTHER, b"{", b"x" * 65536, 8 * ERROR_BYTES),
)
def test_streams_and_events_have_an_end(url: str, begun: bytes, part: bytes, most: int) -> None:
    body = guard().opened(200, [("content-type", "application/json")] if url == OTHER else [], url)
    body.feed(begun)
    assert all_of(body, part, 2 * STREAM_BYTES) <= most


@each(300, 302, 404, 500, 600)
def test_an_error_has_an_end(status: int) -> None:
    assert all_of(opened(status), b"x" * 65536, STREAM_BYTES) == ERROR_BYTES


def test_several_responses_share_the_bytes() -> None:
    one = guard()
    one.left = 2 * ERROR_BYTES
    for _ in range(2):
        one.opened(302, [], URL).feed(b"x" * ERROR_BYTES)
    with pytest.raises(WireFault, match="endless"):
        one.opened(302, [], URL).feed(b"x")
    assert one.fault is not None


@each(200, 500)
def test_what_is_packed_counts_unpacked(status: int) -> None:
    one = guard()
    with pytest.raises(WireFault, match="endless"):
        one.opened(status, [("Content-Encoding", "gzip")], URL).feed(gzip.compress(b"x" * (4 * ERROR_BYTES)))
    assert STREAM_BYTES - one.left <= ERROR_BYTES + 65536


@each(gzip.compress, zlib.compress)
def test_what_is_packed_is_read(pack: Any) -> None:
    packed = pack(event(saying("crane")))
    body = opened(content_encoding="gzip")
    assert b"crane" in b"".join(body.feed(packed[i : i + 1]) for i in range(len(packed)))


@each(
    ({"x": "y" * HEADER_BYTES}, "headers"),
    ({"content_encoding": "gzip, gzip"}, "in a way that we"),
    ({"content_encoding": "gzip"}, "a compressed reply that can't be read"),
)
def test_headers_have_an_end_and_say_what_can_be_unpacked(headers: dict[str, str], said: str) -> None:
    with pytest.raises(WireFault, match=said):
        opened(**headers).feed(b"no gzip at all")  # type: ignore[arg-type]


def test_a_drip_ends_by_a_clock_that_counts_from_the_start() -> None:
    now = 0.0
    body = ResponseGuard(lambda: now, 30.0).opened(500, [], URL)
    for second in range(31):
        now = float(second)
        body.feed(b"x")
    now = 30.1
    with pytest.raises(WireFault) as caught:
        body.feed(b"x")
    assert caught.value.kind == "timeout"


@each(
    (b'{"error": "out of memory"}\n', "out of memory"),
    (b'data: {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}\n\n', "busy"),
)
def test_an_error_in_the_middle_ends_a_reply_of_any_protocol(line: bytes, words: str) -> None:
    one = guard()
    body = one.opened(200, [("content-type", "application/x-ndjson")], OTHER)
    begun = b'{"message": {"content": "the \\"error\\""}}\n'
    assert body.feed(begun + line[:9]) == begun
    with pytest.raises(WireFault) as caught:
        body.feed(line[9:] + begun)
    assert (caught.value.kind, one.complained, one.said) == ("unreachable", True, words)


def test_other_protocols_pass_as_they_came() -> None:
    raw = b'event: x\r\ndata: {"text": "crane", "error": null}\r\n\r\n: end'
    body = guard().opened(200, [("content-type", "text/event-stream")], OTHER)
    assert b"".join(body.feed(raw[i : i + 1]) for i in range(len(raw))) + body.end() == raw
    binary = guard().opened(200, [("content-type", "application/vnd.amazon.eventstream")], OTHER)
    assert binary.feed(b"\0\1") == b"\0\1"


# addresses and errors


@pytest.mark.parametrize(
    ("location", "stays"),
    [
        ("/v2", True), ("http://127.0.0.1:1/else", True), ("https://127.0.0.1:1/v1", False),
        ("http://127.0.0.1:2/v1", False), ("//evil.example/v1", False), ("http://[", False),
        (f"http://evil.example/?key={KEY}", False), ("http://127.0.0.1:1@evil.example/", False),
        ("http://127.0.0.1:99999/", False), ("\\\\evil.example", False),
    ],
)  # fmt: skip
def test_a_redirect_stays_at_its_origin(location: str, stays: bool) -> None:
    hide(KEY)
    if stays:
        assert opened(307, Location=location).headers == {"location": location}
        return
    with pytest.raises(WireFault, match="redirects requests to") as caught:
        opened(307, Location=location)
    assert KEY not in caught.value.why


@each(URL, "http://h/v1/messages")
def test_an_error_is_short_and_without_keys(url: str) -> None:
    hide(KEY)
    body = opened(500, url, X_Request_Id=KEY, Retry_After="3")
    nested: Any = KEY
    for _ in range(50):
        nested = [nested]
    parts = [KEY[:12], KEY[12:]]
    body.feed(
        json.dumps({"error": {"message": " ".join(KEY), "code": parts}, KEY: KEY, "x": nested}).encode()
    )
    out = body.end().decode()
    assert body.headers == {"retry-after": "3"}
    assert json.loads(out)["error"]["message"] == "[key]"
    assert KEY not in "".join(c for c in out if c.isalnum() or c == "-")


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"error": {"message": "the model\nis overloaded."}}, "the model is overloaded"),
        ({"error": "no such model"}, "no such model"),
        ([{"error": {"message": "bad key", "status": "INVALID_ARGUMENT"}}], "bad key"),
        ({"detail": [{"msg": "field required", "loc": ["body"]}]}, "field required"),
        ({"message": "slow down"}, "slow down"),
        ({"error": {"message": {"message": {"a": 1}}}}, ""),
        ({"error": {"message": 5}, "x": "y"}, ""),
        (f"your key is {KEY}", "your key is [key]"),
        (f"keys: {KEY} and {KEY[:16]} and {KEY[4:14].upper()}-{KEY[14:19]}", "keys: [key] and [key] and [key]"),
        (f"{KEY[:7]} {KEY[7:11]} then", "canary- 9f3b then"),
        ('Traceback (most recent call last):\n  File "/srv/x.py", line 1', ""),
        ("litellm.APIConnectionError: no", ""),
        ("KeyError: 1", ""),
        ("<!DOCTYPE html><title>Sign in</title>", ""),
        ("x" * 2**20, "x" * 219 + "…"),
        (None, ""), (7, ""), ([], ""), ({}, ""),
    ],
    ids=lambda value: str(value)[:30],
)  # fmt: skip
def test_only_a_servers_own_words_are_quoted(value: object, said: str) -> None:
    hide(KEY)
    few, words = quotable_error(value)
    assert words == said
    assert len(few["message"]) <= 2000
    assert set(few) <= {"message", "type", "code", "status"}


def test_words_with_much_of_a_key_are_dropped() -> None:
    long = "a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6"
    hide(long)
    assert quotable_error({"error": {"message": f"wrong: {long[:6]}-{long[6:13]}", "code": long[:20]}}) == (
        {"message": ""},
        "",
    )


def test_a_code_is_kept_for_telling_the_kind() -> None:
    error = {"message": "no", "type": "invalid_request_error", "code": 429, "status": "a b", "param": "x"}
    assert quotable_error({"error": error})[0] == {
        "message": "no",
        "type": "invalid_request_error",
        "code": "429",
    }


# what honest servers send


def heard(
    raw: bytes, status: int = 200, **headers: str
) -> tuple[StreamedReply, ResponseGuard, list[dict[str, Any]]]:
    """What a reply of these bytes says, and the errors in it."""
    rules, reply, errors = guard(), StreamedReply(), list[dict[str, Any]]()

    def take(value: dict[str, Any]) -> None:
        if "error" in value:
            errors.append(value["error"])
        else:
            reply.take_value(value, 0.0)

    named = [(name.replace("_", "-"), text) for name, text in headers.items()]
    body = rules.opened(status, named, URL, chat=True, take=take)
    for i in range(0, len(raw), 11):
        body.feed(raw[i : i + 11])
    body.end()
    return reply, rules, errors


def tight(*values: object) -> bytes:
    """Events that are parted by a single line break."""
    return b"".join(event(value)[:-1] for value in values)


END = {"choices": [{"delta": {}, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    "raw",
    [
        tight(saying("cra"), saying("ne"), END) + b"data: [DONE]\n",
        event(saying("crane")) + event(END)[:-2],
        b"data: : PROCESSING\n\n" + event(saying("crane")) + b"data:\n\nevent: ping\ndata: ok\n\n" + event(END),
        event({"choices": [{"message": {"content": "crane"}, "finish_reason": "stop"}]}),
        event(saying("crane")) + event({"choices": [{"message": {"content": "crane"}, "finish_reason": "stop"}]}),
        event({"choices": [{"text": "crane", "finish_reason": "stop"}]}),
        event({"choices": [{"delta": {"content": "crane"}, "finishReason": "stop"}]}),
        b"".join(event(saying("crane"[:end])) for end in range(1, 6)) + event(END),
        event({"choices": [{"delta": {"content": {"guess": "crane"}}, "finish_reason": "STOP"}]}),
        event({"choices": [{"delta": {"tool_calls": [{"function": {"arguments": "cra"}}]}}]})
        + event({"choices": [{"delta": {"tool_calls": [{"function": {"arguments": "ne"}}]}}]})
        + event({"choices": [{"delta": {}, "finish_reason": "tool_calls"}]}),
        b"\n\n" + json.dumps({"choices": [{"message": {"content": "crane"}}]}).encode() + b"\n\ndata: [DONE]\n\n",
    ],
    ids=["one break", "no break", "comments", "message", "repeated", "text", "otherwise named", "all each time", "object", "call", "whole with done"],
)  # fmt: skip
def test_a_reply_is_heard_however_it_is_wrapped(raw: bytes) -> None:
    reply, rules, errors = heard(raw)
    assert reply.said.removeprefix('{"guess": "').removesuffix('"}') == "crane"
    assert rules.ended is not False
    assert not errors


def test_reasoning_in_parts_is_heard_as_such_however_deep_it_lies() -> None:
    parts = [
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]},
        {"type": "text", "text": "crane"},
    ]
    reply, _, _ = heard(event({"choices": [{"delta": {"content": parts}}]}) + event(END))
    assert (reply.said, reply.thought) == ("crane", "hm")


def test_tokens_are_counted_wherever_they_stand() -> None:
    usage = {"prompt_tokens": 5, "completion_tokens": 7}
    reply, _, _ = heard(event(saying("crane")) + event({**END, "x_groq": {"usage": usage}}))
    assert counted(reply.usage) == (5, 7)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b'event: error\ndata: {"message": "The cat sat on it"}\n\n', 200),
        (b"event: error\ndata: The cat sat on it\n\n", 200),
        (b': hello\nerror: {"message": "The cat sat on it"}\n\n', 200),
        (b'{"success": false, "msg": "The cat sat on it"}', 200),
        (event({"object": "error", "message": "The cat sat on it", "code": 500}), 200),
        (event({"choices": [{"delta": {}, "finish_reason": "error"}], "error": {"message": "The cat sat on it"}}), 200),
        (b'[{"error": {"message": "The cat sat on it"}}]', 400),
        (b"The cat sat on it", 422),
    ],
)  # fmt: skip
def test_a_servers_own_words_are_quoted(raw: bytes, status: int) -> None:
    _, rules, errors = heard(raw, status)
    assert len(errors) == 1
    assert (rules.complained, rules.said) == (True, "The cat sat on it")


def test_what_a_server_names_is_found_wherever_it_stands() -> None:
    said = {
        "detail": [
            {"type": "extra_forbidden", "loc": ["body", "stream_options"], "input": {"content": "system"}}
        ]
    }
    _, rules, _ = heard(json.dumps({"message": said}).encode(), 422)
    assert "stream_options" in rules.signs
    assert "system" not in rules.signs, "what it repeats of the request names nothing"


def test_comments_are_heard_as_signs_of_life() -> None:
    rules, beats = guard(), list[int]()
    rules.heard = lambda: beats.append(1)
    body = rules.opened(200, [], URL, chat=True, take=lambda _: None)
    body.feed(b": alive\n\n")
    body.feed(b": alive\n\n")
    assert len(beats) == 2


USUAL: dict[str, Any] = {
    "id": "x",
    "object": "chat.completion.chunk",
    "created": 1,
    "model": "served",
    "system_fingerprint": "fp",
    "service_tier": "default",
    "usage": None,
    "choices": [{"index": 0, "delta": {"content": " words"}, "logprobs": None, "finish_reason": None}],
}
EVENTS: list[Any] = [
    USUAL,
    USUAL | {"usage": {"prompt_tokens": 3, "completion_tokens": 4}},
    USUAL | {"error": {"message": "out of memory"}},
    USUAL | {"success": False},
    USUAL | {"object": "error"},
    USUAL | {"choices": []},
    USUAL | {"choices": USUAL["choices"] * 2},
    USUAL | {"model": 7},
    {name: value for name, value in USUAL.items() if name != "object"},
    *(
        USUAL | {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        for delta, finish in [
            ({"role": "assistant", "content": ""}, None),
            ({"content": None}, None),
            ({"content": "end"}, "stop"),
            ({"content": "end"}, ""),
            ({}, "length"),
            ({"content": "a", "reasoning_content": "b"}, None),
            ({"content": "a", "reasoning": None, "refusal": None, "tool_calls": None}, None),
            ({"content": ["a"]}, None),
            ({"content": "\ud83d"}, None),
            ({"tool_calls": [{"function": {"arguments": "{}"}}]}, None),
        ]
    ),
    *(
        USUAL | {"choices": [{"index": 0, "text": "older", "finish_reason": None, name: "stop"}]}
        for name in ("finishReason", "stop_reason", "done_reason")
    ),
]


@pytest.mark.parametrize("first", EVENTS)
def test_a_usual_event_is_read_quickly_and_as_any_other(first: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def taken() -> tuple[list[Any], Any]:
        found: list[Any] = []
        rules = guard()
        body = rules.opened(200, [("content-type", "text/event-stream")], URL, take=found.append)
        body.feed(event(first) + event(USUAL) + b"data: [DONE]\n\n")
        body.end()
        few = [value if "error" in value else (value["choices"], value.get("usage")) for value in found]
        return few, (rules.worded, rules.ended, rules.served, rules.complained, rules.said, rules.whole)

    quick = taken()
    monkeypatch.setattr(guarding, "piece_of", lambda _: None)
    assert taken() == quick

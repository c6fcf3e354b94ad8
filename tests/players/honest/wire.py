"""How a reply comes: its events, its end, what stands between, and a server that isn't ready yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from tests.players.honest.serving import (
    COUNTED,
    DONE,
    THOUGHT,
    Answer,
    Asked,
    add,
    honest,
    in_one,
    say,
    stream,
    texts,
    whole,
)
from tests.stub_models import USAGE, chunk, pieces

END = chunk({}, "stop")

# each event of a good stream, written in another way


def _data(sent: bytes) -> str:
    return sent.decode().removeprefix("data: ").rstrip()


def _in_utf8(sent: bytes) -> bytes:
    return (
        sent
        if sent == DONE
        else f"data: {json.dumps(json.loads(_data(sent)), ensure_ascii=False)}\n\n".encode()
    )


def _crlf(events: list[bytes]) -> list[bytes]:
    return [
        f"id:{n}\r\nevent:result\r\n:HTTP_STATUS/200\r\ndata:{_data(e)}\r\n\r\n".encode()
        for n, e in enumerate(events)
    ]


def _in_lines(events: list[bytes]) -> list[bytes]:
    return [
        e if e == DONE else b"data: " + _data(e).replace(', "', ',\ndata: "').encode() + b"\n\n"
        for e in events
    ]


def _before_each(*sent: bytes) -> Callable[[list[bytes]], list[bytes]]:
    return lambda events: [part for event in events for part in (*sent, event)]


def _anywhere(events: list[bytes]) -> list[bytes]:
    raw = b"".join(_in_utf8(e) for e in events)
    return [raw[i : i + 17] for i in range(0, len(raw), 17)]


STREAMS: dict[str, tuple[str, Callable[[list[bytes]], list[bytes]]]] = {
    "comments": ("OpenRouter, DeepSeek: openai-go #227", _before_each(b": OPENROUTER PROCESSING\n\n")),
    "comment_as_data": ("llm-gateway #2053", lambda events: [b"data: : OPENROUTER PROCESSING\n\n", *events]),
    "pings": (
        "Claude behind gateways, Dify",
        lambda events: [
            b"retry: 3000\n\n",
            *_before_each(b'event: ping\ndata: {"type": "ping"}\n\n', b"data:\n\n")(events),
        ],
    ),
    "crlf_and_ids": ("DashScope: sub2api PR #1975, openai-python #498", _crlf),
    "data_on_several_lines": ("term-llm PR #487", _in_lines),
    "cut_anywhere": ("opencode #8282", _anywhere),
    "one_line_break": ("sseclient #18, #70", lambda events: [e.rstrip() + b"\n" for e in events]),
    "last_event_open": ("llama.cpp #14268", lambda events: [*events[:-2], events[-2].rstrip()]),
    "done_open": ("llama.cpp #14268", lambda events: [*events[:-1], DONE.rstrip()]),
}

for title, (source, change) in STREAMS.items():

    def _streamed(it: Asked, change: Callable[[list[bytes]], list[bytes]] = change) -> Answer:
        answer = say(it, thought="Überlegen … 思考中 ✅ fünf Buchstaben")
        events = [part for part in answer.sent if isinstance(part, bytes)]
        return replace(answer, sent=change(events)) if it.streams else answer

    add(title, "wire", source, _streamed)


@honest("wire", "DeepSeek: docker-agent #2349: empty lines before JSON")
def empty_lines_before_json(it: Asked) -> Answer:
    (body,) = whole({"content": it.text}).sent
    return Answer([b"\n", 0.01, b"\n\n", body], kind="application/json")


def _is_first_ask(it: Asked) -> bool:
    """Whether nothing was said yet in the game; asked once more, it's the same."""
    return len(it.messages) < 3


@honest("wire", "OpenRouter: a comment now and then, for longer than a stall", stall=0.4)
def comments_in_the_midst(it: Asked) -> Answer:
    waits = [b": OPENROUTER PROCESSING\n\n", 0.15] * 4 if _is_first_ask(it) else []
    return stream([chunk({"role": "assistant", "content": ""}), *waits, *texts(it.text), END])


@honest("wire", "gateways: empty pieces that keep a stream alive", stall=0.4)
def empty_pieces_in_the_midst(it: Asked) -> Answer:
    waits = [chunk({"content": ""}), 0.15] * 4 if _is_first_ask(it) else []
    return stream([*waits, *texts(it.text), END])


# the end


@honest("wire", "pi PR #7441: no [DONE], the body ends with the connection")
def no_done(it: Asked) -> Answer:
    return replace(stream([*texts(it.text), END], done=False), framing="closed")


@honest("wire", "openai-python #2065: it drops once all is said")
def cut_after_the_finish(it: Asked) -> Answer:
    return stream([*texts(it.text), END], done=False, cut=True)


@honest("wire", "sglang #3912, ollama #4357")
def no_finish(it: Asked) -> Answer:
    return stream(
        [{**part, "choices": [{**part["choices"][0], "finish_reason": ""}]} for part in texts(it.text)]
    )


for title in ("eos_token", "STOP", "end_turn", "stop_sequence"):

    def _finished(it: Asked, title: str = title) -> Answer:
        return say(it, finish=title)

    add(f"finish_{title}", "wire", "TGI, Gemini, Claude by gateways", _finished)


@honest("wire", "Cerebras, Groq, cached replies")
def all_in_one_piece(it: Asked) -> Answer:
    return stream([{**chunk({"role": "assistant", "content": it.text}, "stop"), "usage": USAGE}])


@honest("wire", "MiniMax: OpenBitFun PR #792, GoModel PR #1068")
def message_at_the_end(it: Asked) -> Answer:
    (last,) = whole({"content": it.text}).sent
    assert isinstance(last, bytes)
    return stream([*texts(it.text), json.loads(last)])


@honest("wire", "gateways that send all of the text each time")
def all_the_text_each_time(it: Asked) -> Answer:
    parts = pieces(it.text)
    so_far = ["".join(parts[: n + 1]) for n in range(len(parts))]
    return stream([*(chunk({"content": text}) for text in so_far), END])


@honest("wire", "braintrust-proxy PR #125: `stream` is ignored")
def whole_for_a_stream(it: Asked) -> Answer:
    return whole({"content": it.text, "reasoning_content": THOUGHT})


@honest("wire", "9router #3492")
def whole_with_done(it: Asked) -> Answer:
    (body,) = whole({"content": it.text}).sent
    return Answer([body, b"\n\n" + DONE])


@honest("wire", "gateways: a message in each event")
def messages_for_deltas(it: Asked) -> Answer:
    choices = [{"index": 0, "message": {"content": part}, "finish_reason": None} for part in pieces(it.text)]
    return stream([*({**chunk({}), "choices": [choice]} for choice in choices), END])


@honest("wire", "kaito #1880: a stream whatever was asked for")
def stream_for_whole(it: Asked) -> Answer:
    if it.streams:
        return in_one({"error": {"message": "'stream' does not support true", "param": "stream"}}, 400)
    return stream([*texts(it.text), END, COUNTED])


# what else stands in the events


@honest("wire", "Azure: mentat #429, autogen #6465")
def azure(it: Asked) -> Answer:
    blank = {"id": "", "created": 0, "model": "", "object": ""}
    first = {
        **blank,
        "choices": [],
        "prompt_filter_results": [{"prompt_index": 0, "content_filter_results": {}}],
    }
    late = {
        **blank,
        "choices": [{"finish_reason": None, "index": 0, "content_filter_offsets": {"start_offset": 3}}],
    }
    return stream(
        [first, chunk({"role": "assistant", "content": "", "refusal": None}), *texts(it.text), late, END]
    )


@honest("wire", "DashScope, SGLang, MiniMax: null wherever there is nothing")
def nulls_everywhere(it: Asked) -> Answer:
    rest = {"function_call": None, "refusal": None, "role": None, "tool_calls": None}

    def piece(content: str | None, thought: str | None, **more: Any) -> dict[str, Any]:
        return {**chunk({"content": content, "reasoning_content": thought, **rest}), "usage": None, **more}

    end = chunk({"content": None, "reasoning_content": None, **rest}, "stop")
    thoughts = [piece(None, part) for part in pieces(THOUGHT)]
    return stream([*thoughts, *(piece(part, None) for part in pieces(it.text)), {**end, "usage": USAGE}])


@honest("wire", "various: tokens counted in every event")
def counted_each_time(it: Asked) -> Answer:
    return stream([*({**part, "usage": USAGE} for part in texts(it.text)), {**END, "usage": USAGE}])


@honest("wire", "Groq")
def counted_elsewhere(it: Asked) -> Answer:
    return stream([*texts(it.text), {**END, "x_groq": {"id": "req_1", "usage": USAGE}}])


@honest("wire", "various: no count, though one was asked for")
def not_counted(it: Asked) -> Answer:
    return stream([*texts(it.text), END])


@honest("wire", "an emoji in halves, each in its own event")
def halves_of_letters(it: Asked) -> Answer:
    halves = [b'data: {"choices": [{"index": 0, "delta": {"reasoning_content": "\\ud83d"}}]}\n\n',
              b'data: {"choices": [{"index": 0, "delta": {"reasoning_content": "\\udc4d \\ufffd"}}]}\n\n']  # fmt: skip
    return stream([*halves, *texts(it.text), END])


# trouble now and then; asked again all is fine


def _now_and_then(name: str, source: str, trouble: Callable[[Asked], Answer], **more: Any) -> None:
    add(name, "wire", source, lambda it: trouble(it) if it.n % 4 == 2 else say(it), **more)


PARTED = {"code": 502, "message": "Provider disconnected unexpectedly"}


def _begun(it: Asked) -> Iterable[dict[str, Any]]:
    return texts(it.text)[:2]


_now_and_then(
    "error_in_the_midst",
    "local-operator PR #223, langchainjs PR #11579",
    lambda it: stream([*_begun(it), {**chunk({"content": ""}, "error"), "error": PARTED}]),
)
_now_and_then(
    "event_error",
    "various: an event of its own for the error",
    lambda it: stream(
        [*_begun(it), b"event: error\n" + b'data: {"message": "upstream went away"}\n\n'], done=False
    ),
)
_now_and_then(
    "error_line",
    "llama.cpp's older servers",
    lambda it: stream([*_begun(it), b'error: {"code": 500, "message": "slot unavailable"}\n\n'], done=False),
)
_now_and_then("cut_in_the_midst", "deer-flow #1923", lambda it: stream(_begun(it), done=False, cut=True))
_now_and_then(
    "nothing_said", "Gemini: litellm PR #24453, gemini-cli #28351", lambda it: say(it, ""), refused=1
)
_now_and_then(
    "gateway_timeout",
    "nginx",
    lambda it: in_one("<html><h1>504 Gateway Time-out</h1></html>", 504, "text/html"),
)
_now_and_then(
    "overloaded", "Anthropic by gateways", lambda it: in_one({"error": {"type": "overloaded_error"}}, 529)
)
_now_and_then(
    "limit_in_the_body",
    "Gemini: the wait stands in the body",
    lambda it: in_one(
        [{"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "Please retry in 1s.",
                    "details": [{"retryDelay": "1s"}]}}],
        429,
    ),
)  # fmt: skip


# a model that is loaded when it is first asked


def _loads(name: str, source: str, times: int, body: object, **headers: str) -> None:
    add(name, "loading", source, lambda it: in_one(body, 503, **headers) if it.n <= times else say(it))


UNAVAILABLE = {"error": {"code": 503, "message": "Loading model", "type": "unavailable_error"}}
CURRENTLY = {"error": "Model Qwen/Qwen3-8B is currently loading", "estimated_time": 1.0}
_loads("loading", "llama.cpp: llama-swap #146", 2, UNAVAILABLE, **{"retry-after": "1"})
_loads("loading_for_long", "llama.cpp: ramalama #2343", 7, UNAVAILABLE)
_loads("loading_in_words", "Hugging Face's endpoints", 1, CURRENTLY)


@honest("loading", "llama-swap #366, PR #371: the wait is told as reasoning")
def loading_in_the_stream(it: Asked) -> Answer:
    said = ["━━━━━\n", "llama-swap loading model: m\n", "Done! (0.30s)\n━━━━━\n"] if it.n == 1 else []
    return stream([*(chunk({"reasoning_content": line}) for line in said), *texts(it.text), END])

"""What a hostile server says when it fails, and the key in everything that it says."""

from __future__ import annotations

from typing import Any

from tests import clothes
from tests.stub_models import chunk
from tests.torture.hostile.server import Visit, add, alter, hostile, said
from tests.torture.hostile.words import DIGITS, Reply, first_choice

# the key in every field

PARTS = {"whole": 1, "halves": 2, "letters": 10**6}
"""How the key is said: in how many parts."""


def parts_of(key: str, way: str) -> list[str]:
    """The key in parts."""
    size = -(-len(key) // min(PARTS[way], len(key) or 1)) or 1
    return [key[start : start + size] for start in range(0, len(key), size)] or [""]


def in_identity(reply: Reply, key: list[str]) -> None:
    text = " ".join(key)
    reply.update(id=text, model=text, object=text, system_fingerprint=text, service_tier=text, created=text)


def in_choice(reply: Reply, key: list[str]) -> None:
    first_choice(reply).update(
        finish_reason=" ".join(key), stop_reason=key, matched_stop=key, index=" ".join(key)
    )


def in_logprobs(reply: Reply, key: list[str]) -> None:
    first_choice(reply)["logprobs"] = {
        "content": [{"token": part, "logprob": part, "bytes": key} for part in key]
    }


def in_odd_logprobs(reply: Reply, key: list[str]) -> None:
    first_choice(reply)["logprobs"] = key if len(key) > 1 else key[0]


def in_delta(reply: Reply, key: list[str]) -> None:
    text = " ".join(key)
    said(reply).update(role=text, refusal=text, name=text, tool_calls=key, function_call=key, audio=key)


def in_annotations(reply: Reply, key: list[str]) -> None:
    said(reply)["annotations"] = key


def in_text_annotations(reply: Reply, key: list[str]) -> None:
    said(reply)["annotations"] = "".join(key)


def in_provider_fields(reply: Reply, key: list[str]) -> None:
    said(reply).update(provider_specific_fields=key, thinking_blocks=key, images=key, citations="".join(key))
    reply.update(provider_specific_fields=key, citations="".join(key), search_results=key)


def in_usage(reply: Reply, key: list[str]) -> None:
    if "usage" in reply:
        text = "".join(key)
        reply["usage"] = {
            "prompt_tokens": text, "completion_tokens": key, "total_tokens": text, "cost": text,
            "prompt_tokens_details": {"cached_tokens": text}, "completion_tokens_details": key,
        }  # fmt: skip


def in_tool_calls(reply: Reply, key: list[str]) -> None:
    function = {"name": "".join(key), "arguments": " ".join(key)}
    said(reply)["tool_calls"] = [{"index": 0, "id": "".join(key), "type": "".join(key), "function": function}]


def in_names(reply: Reply, key: list[str]) -> None:
    text = "".join(key)
    reply[text] = {text: key}
    first_choice(reply)[text] = text
    said(reply)[text] = text


def in_an_error(reply: Reply, key: list[str]) -> None:
    text = " ".join(key)
    reply["error"] = {"message": text, "type": key, "code": text, "param": text, "metadata": {"raw": text}}


FIELDS = {
    "identity": in_identity, "choice": in_choice, "logprobs": in_logprobs, "odd logprobs": in_odd_logprobs,
    "delta": in_delta, "annotations": in_annotations, "text annotations": in_text_annotations,
    "provider fields": in_provider_fields, "usage": in_usage, "tool calls": in_tool_calls, "names": in_names,
    "an error": in_an_error,
}  # fmt: skip

for title, fill in FIELDS.items():
    for way in PARTS:

        def _filled(it: Visit, reply: Reply, fill: Any = fill, way: str = way) -> None:
            fill(reply, parts_of(it.key, way))

        alter(f"key in {title}, {way}", "keys", f"the key in {title}, {way}", _filled)

for title in ("content", "reasoning_content", "refusal"):
    for way in PARTS:

        async def _says(it: Visit, title: str = title, way: str = way) -> None:
            parts = parts_of(it.key, way)
            if not it.streams:
                await it.play(
                    "".join(parts) if title == "content" else None,
                    **{title: " ".join(parts)} if title != "content" else {},
                )
                return
            await it.tell([*(chunk({title: part}) for part in parts), *it.objects()])

        add(f"key in {title}, {way}", "keys", f"says the key as {title}, {way}, a piece each", _says)


@hostile("keys", "says the key with blanks, dashes, in capitals, backwards, escaped")
async def key_in_disguise(it: Visit) -> None:
    key = it.key
    ways = [
        " ".join(key),
        "-".join(key),
        key.upper(),
        "".join(f"%{ord(letter):02x}" for letter in key),
        "\u200b".join(key),
    ]
    await it.play("\n".join(ways) + "\n" + it.answer)


for status in (
    "400 Bad Request",
    "401 Unauthorized",
    "403 No",
    "404 Gone",
    "429 Slow",
    "500 Error",
    "503 Busy",
):

    async def _echo(it: Visit, status: str = status) -> None:
        key = it.key
        error = {
            "message": f"Incorrect API key provided: {key}. {key[: len(key) // 2]} {key[len(key) // 2 :]} {' '.join(key)}",
            "type": key, "param": f"Bearer {key}", "code": key, "headers": it.headers, "raw": list(key),
        }  # fmt: skip
        await it.reply(
            {"error": error, "detail": key}, f"{status}", f"X-Request-Id: {key}", f"Retry-After: {key}"
        )

    add(f"key in {status[:3]}", "keys", f"{status} with the key in every field", _echo, "fails")

SPOKEN: dict[str, str] = {
    "bare": "{key}", "html": "<html><body>{key}</body></html>", "header": "Authorization: Bearer {key}", "list": '["{key}"]',
    "text": '"{key}"', "half": "{half}", "lines": "{lines}", "escaped": '{{"error": {{"message": "{escaped}"}}}}',
    "json string": '{{"error": "{key}"}}', "detail": '{{"detail": [{{"msg": "{key}", "loc": ["{half}"]}}]}}',
}  # fmt: skip

for title, form in SPOKEN.items():

    async def _spoken(it: Visit, form: str = form) -> None:
        key = it.key
        escaped = "".join(f"\\u{ord(letter):04x}" for letter in key)
        half = key[: len(key) // 2]
        await it.reply(
            form.format(key=key, half=half, lines="\n".join(key), escaped=escaped),
            "500 Error",
            kind="text/plain",
        )

    add(f"key in error, {title}", "keys", f"an error body that is the key, {title}", _spoken, "fails")


for title, dress in clothes.WHOLE.items():

    async def _dressed_error(it: Visit, dress: clothes.Dress = dress) -> None:
        dressed = dress(it.key)
        error = {"message": f"no «{dressed}»", "type": dressed, "code": dressed}
        await it.reply({"error": error, "detail": dressed}, "401 No", f"Retry-After: {it.key.encode().hex()}")

    async def _dressed_reply(it: Visit, dress: clothes.Dress = dress) -> None:
        dressed = dress(it.key)
        await it.play(f"{dressed}\n{it.answer}", reasoning_content=dressed)

    add(f"key in error, as {title}", "keys", f"an error with the key as {title}", _dressed_error, "fails")
    add(f"key in content, as {title}", "keys", f"says and thinks the key as {title}", _dressed_reply)


@hostile("keys", "200, and an error with the key in the middle of a stream", "fails")
async def key_in_error_midway(it: Visit) -> None:
    await it.head()
    await it.event(it.objects()[0])
    await it.event(
        {"error": {"message": f"lost {it.key} {' '.join(it.key)}", "code": it.key, "type": it.key}}
    )
    await it.last()


@hostile("keys", "an event named error whose data is the key", "fails")
async def key_in_error_event(it: Visit) -> None:
    await it.head()
    await it.piece(f": {it.key}\nid: {it.key}\nevent: error\ndata: {it.key}\n\n")
    await it.last()


@hostile("keys", "the key where an event should be, as no JSON", "either")
async def key_for_event(it: Visit) -> None:
    await it.head()
    await it.event(it.key)
    await it.event(f'{{"choices": "{it.key}"}}')
    await it.event("{" + it.key)
    await it.last()


@hostile("keys", "the key in headers that libraries read")
async def key_in_headers(it: Visit) -> None:
    names = (
        "X-Request-Id", "Openai-Organization", "Openai-Processing-Ms", "X-Ratelimit-Remaining-Tokens", "Server", "Date",
        "X-Ratelimit-Reset-Requests", "Llm_provider-x", "Content-Language", "Etag", "X-Litellm-Response-Cost", "Cf-Ray",
    )  # fmt: skip
    await it.play(None, *(f"{name}: {it.key}" for name in names))


@hostile("keys", "the key as status line, header name and length", "fails")
async def key_as_protocol(it: Visit) -> None:
    turn = len(it.server.requests) % 3
    forms = [
        f"HTTP/1.1 {it.key}",
        f"HTTP/1.1 200 OK\r\n{it.key}",
        f"HTTP/1.1 200 OK\r\nContent-Length: {it.key}",
    ]
    await it.send(forms[turn] + "\r\n\r\n")


@hostile("keys", "the key as chunk size, encoding and charset", "fails")
async def key_as_framing(it: Visit) -> None:
    turn = len(it.server.requests) % 3
    if turn == 0:
        await it.head()
        await it.send(f"{it.key}\r\ndata\r\n")
    else:
        more = f"Content-Encoding: {it.key}" if turn == 1 else "X-A: b"
        await it.reply("\xff{", "200 OK", more, kind=f"application/json; charset={it.key}")


# errors

WRONG_ERRORS: dict[str, object] = {
    "text": "no", "list": [1, [2]], "number": 5, "null": None, "empty": {}, "nested": {"message": {"message": {"a": 1}}},
    "numbers": {"message": 5, "code": [], "type": {}}, "long": {"message": "long " * 200_000},
    "trace": {"message": 'Traceback (most recent call last):\n  File "/srv/x.py", line 1, in <module>\nKeyError: 1'},
    "library": {"message": "litellm.APIConnectionError: pydantic_core._pydantic_core.ValidationError: 1 error for X"},
    "context": {"message": "This model's maximum context length is 5 tokens", "code": "context_length_exceeded"},
    "schema": {"message": "response_format: json_schema is not supported by this model", "code": "x"},
    "parameter": {"message": "Unsupported parameter: 'messages'", "param": "messages", "code": "unsupported_parameter"},
    "money": {"message": "You exceeded your current quota", "code": "insufficient_quota"},
    "address": {"message": "see http://127.0.0.1:9/pay?key=1 file:///etc/passwd \x1b]8;;http://x\x07here\x1b]8;;\x07"},
}  # fmt: skip

for title, wrong in WRONG_ERRORS.items():

    async def _wrong(it: Visit, wrong: object = wrong) -> None:
        await it.reply({"error": wrong}, "400 Bad Request")

    add(f"error {title}", "errors", f"400 whose error is {title}", _wrong, "fails")

    async def _wrong_well(it: Visit, wrong: object = wrong) -> None:
        await it.head()
        await it.event(it.objects()[0])
        await it.event({"error": wrong})
        await it.last()

    if title in ("text", "list", "null", "numbers", "long", "trace", "library", "nested"):
        add(f"error {title} midway", "errors", f"an error in the middle: {title}", _wrong_well)


@hostile("errors", "an error that quotes the prompt", "fails")
async def error_quotes_prompt(it: Visit) -> None:
    await it.error(f"I can't answer: {it.prompt}")


@hostile("errors", "an error that quotes the end of the prompt, a word a line", "fails")
async def error_quotes_words(it: Visit) -> None:
    await it.error("\n".join(it.prompt[-600:].split()), "500 Error")


@hostile("errors", "an error in the middle that quotes the prompt", "fails")
async def error_quotes_midway(it: Visit) -> None:
    await it.head()
    await it.event(it.objects()[0])
    await it.event({"error": {"message": it.prompt, "code": 400}})
    await it.last()


@hostile("errors", "another status each time", "fails")
async def status_each_time(it: Visit) -> None:
    codes = (
        "400 A",
        "401 B",
        "403 C",
        "404 D",
        "408 E",
        "409 F",
        "413 G",
        "422 H",
        "429 I",
        "500 J",
        "503 K",
        "529 L",
    )
    await it.error("no", codes[len(it.server.requests) % len(codes)])


# retry-after

WAITS = {
    "huge": "99999999999", "below zero": "-5", "nan": "NaN", "infinite": "1e400", "date": "Fri, 31 Dec 9999 23:59:59 GMT",
    "past": "Thu, 01 Jan 1970 00:00:00 GMT", "text": "soon", "zero": "0", "empty": "", "digits": DIGITS, "half": "0.5",
    "no date": "Fri, 99 Foo 99999 99:99:99 GMT", "year 0": "Mon, 01 Jan 0000 00:00:00 GMT", "other digits": "\u0665",
    "escape": "\x1b[2J",
}  # fmt: skip

for title, wait in WAITS.items():

    async def _waits(it: Visit, wait: str = wait) -> None:
        more = (
            f"Retry-After: {wait}",
            f"Retry-After-Ms: {wait}",
            f"X-Ratelimit-Reset-Requests: {wait}",
            "X-Should-Retry: true",
        )
        await it.error("slow down", "429 Too Many Requests", *more)

    add(f"retry after {title}", "retry-after", f"429, to come back after {wait[:30]!r}", _waits, "fails")


@hostile("retry-after", "429 with a hundred times to come back", "fails")
async def many_waits(it: Visit) -> None:
    await it.error("slow down", "503 Busy", *(f"Retry-After: {n * 1000}" for n in range(100)))


@hostile("retry-after", "429 once, 500 once, then well", "plays")
async def well_at_last(it: Visit) -> None:
    asked = len(it.server.requests)
    if asked == 1:
        await it.error("slow down", "429 Too Many Requests", "Retry-After: 0")
    elif asked == 2:
        await it.error("oops", "500 Error")
    else:
        await it.play()

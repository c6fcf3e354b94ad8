"""What a hostile server sends as a body: lengths, encodings, events of a stream, and what never ends."""

from __future__ import annotations

import gzip
import json
import zlib
from functools import cache

from tests.torture.hostile.server import NDJSON, Outcome, Visit, add, hostile, said, whole

BLOCK = "x" * 65536


@cache
def bomb() -> bytes:
    """64 MB of zeros in 64 KB."""
    return gzip.compress(b"\0" * 2**26, 9)


# body

for code in ("500 Error", "401 Unauthorized", "400 Bad Request", "429 Too Many Requests", "200 OK"):

    async def _endless(it: Visit, code: str = code) -> None:
        await it.head(code, kind="application/json")
        await it.piece('{"error": {"message": "')
        await it.endless_pieces(BLOCK)

    add(f"endless {code[:3]}", "body", f"{code} with a body that never ends", _endless, "fails")


@hostile("body", "an error without length or chunks that never ends", "fails")
async def endless_bare_500(it: Visit) -> None:
    await it.send("HTTP/1.1 500 Error\r\nContent-Type: text/plain\r\n\r\n")
    await it.endless(BLOCK)


@hostile("body", "an error that is a gzip bomb", "fails")
async def bomb_in_error(it: Visit) -> None:
    await it.head("500 Error", "Content-Encoding: gzip", kind="application/json")
    await it.endless_pieces(bomb())


@hostile("body", "a stream that is a gzip bomb", "fails")
async def bomb_in_stream(it: Visit) -> None:
    await it.head("200 OK", "Content-Encoding: gzip")
    await it.endless_pieces(bomb())


@hostile("body", "a gzip bomb in a bomb", "fails")
async def bomb_in_bomb(it: Visit) -> None:
    await it.reply(gzip.compress(bomb() * 20), "200 OK", "Content-Encoding: gzip, gzip")


@hostile("encodings", "says gzip and sends none", "fails")
async def false_gzip(it: Visit) -> None:
    await it.play(None, "Content-Encoding: gzip")


@hostile("encodings", "a good stream that ends in the middle of its gzip")
async def cut_gzip(it: Visit) -> None:
    text = "".join(f"data: {json.dumps(value)}\n\n" for value in it.objects())
    await it.reply(
        gzip.compress(text.encode())[:-12], "200 OK", "Content-Encoding: gzip", kind="text/event-stream"
    )


@hostile("encodings", "a good answer in deflate", "either")
async def deflate(it: Visit) -> None:
    text = "".join(f"data: {json.dumps(value)}\n\n" for value in it.objects())
    text = text if it.streams else json.dumps(whole(it.answer))
    await it.reply(
        zlib.compress(text.encode()), "200 OK", "Content-Encoding: deflate", kind="text/event-stream"
    )


for coding in ("br", "zstd", "x-secret", ", ".join(["gzip"] * 200)):

    async def _coded(it: Visit, coding: str = coding) -> None:
        await it.reply(b"\x1b\x0f\x00\xf8\xffnothing\xff", "200 OK", f"Content-Encoding: {coding}")

    add(f"encoding {coding[:8].strip(', ')}", "encodings", "a body that can't be decoded", _coded, "fails")


@hostile("body", "promises more than comes, and closes", "either")
async def length_too_long(it: Visit) -> None:
    await it.head(kind="application/json", length=100_000)
    await it.send(json.dumps(whole(it.answer)))
    it.writer.write_eof()
    await it.left()


@hostile("body", "promises more than comes, and waits", "fails")
async def length_too_long_waits(it: Visit) -> None:
    await it.head(kind="application/json", length=100_000)
    await it.send(json.dumps(whole(it.answer)))
    await it.left()


@hostile("body", "sends more than it promised", "fails")
async def length_too_short(it: Visit) -> None:
    await it.head(kind="application/json", length=10)
    await it.send(json.dumps(whole(it.answer)))


for length in ("-1", "99999999999999999999", "0x10", "1e3", "12, 12", "\u0663"):

    async def _length(it: Visit, length: str = length) -> None:
        await it.send(f"HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{{}}")
        it.writer.write_eof()
        await it.left()

    add(f"length {length!a}", "body", "a length that is none", _length, "fails")

BODIES = {
    "html": "<!DOCTYPE html><html><head><title>Sign in</title></head><body>" + "<p>pay here</p>" * 300,
    "empty": "", "null": "null", "list": "[]", "number": "7", "text": '"hello"', "object": "{}", "true": "true",
    "cut json": '{"id": "x", "choices": [{"index": 0, "message": {"role": "assi', "nan": "NaN",
    "xml": '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>',
    "braces": "{" * 200_000, "brackets": "[" * 200_000 + "]" * 200_000, "newlines": "\n" * 500_000,
}  # fmt: skip

for title, content in BODIES.items():

    async def _body(it: Visit, content: str = content, title: str = title) -> None:
        await it.reply(content, kind="text/html" if title == "html" else "application/json")

    add(f"body {title}", "body", f"200 with {title}", _body, "fails")

    async def _failed(it: Visit, content: str = content, title: str = title) -> None:
        await it.reply(content, "500 Error", kind="text/html" if title == "html" else "application/json")

    if title in ("html", "empty", "brackets", "list", "cut json"):
        add(f"500 {title}", "errors", f"500 with {title}", _failed, "fails")


@hostile("encodings", "bytes that are not UTF-8, in a stream and in an error")
async def not_utf_8(it: Visit) -> None:
    if len(it.server.requests) % 2:
        await it.reply(b'{"error": {"message": "\xff\xfe\xc3\x28\x80 caf\xe9"}}', "400 Bad Request")
    else:
        await it.head()
        await it.piece(b'data: {"choices": [{"index": 0, "delta": {"content": "caf\xe9 \xff"}}]}\n\n')
        await it.last()


@hostile("encodings", "a byte order mark before the stream")
async def byte_order_mark(it: Visit) -> None:
    await it.head()
    await it.piece(b"\xef\xbb\xbf")
    for value in it.objects():
        await it.event(value)
    await it.event("[DONE]")
    await it.last()


@hostile("encodings", "NUL bytes between the events")
async def nul_between(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.piece(b"\0\0" + f"data: {json.dumps(value)}\0\n\n".encode())
    await it.last()


@hostile("encodings", "a stream in UTF-16")
async def utf_16(it: Visit) -> None:
    await it.head()
    await it.piece("".join(f"data: {json.dumps(value)}\n\n" for value in it.objects()).encode("utf-16"))
    await it.last()


# framing

SEPARATORS = {"crlf": "\r\n\r\n", "cr": "\r\r", "mixed": "\r\n\n", "many": "\n" * 20}

for title, ends in SEPARATORS.items():

    async def _separated(it: Visit, ends: str = ends) -> None:
        await it.head()
        for value in it.objects():
            await it.piece(f"data: {json.dumps(value)}{ends}")
        await it.piece(f"data: [DONE]{ends}")
        await it.last()

    add(f"lines by {title}", "framing", f"events that end in {ends!r}"[:60], _separated)


@hostile("framing", "every byte in a chunk of its own", "plays")
async def byte_chunks(it: Visit) -> None:
    if not it.streams:
        await it.play()
        return
    await it.head()
    text = "".join(f"data: {json.dumps(value)}\n\n" for value in it.objects()) + "data: [DONE]\n\n"
    for letter in text:
        await it.piece(letter)
    await it.last()


@hostile("framing", "comments for ever", "fails")
async def endless_comments(it: Visit) -> None:
    await it.head()
    await it.endless_pieces(": nothing\n\n" * 5000)


@hostile("framing", "empty events for ever", "fails")
async def endless_empty_events(it: Visit) -> None:
    await it.head()
    await it.endless_pieces("data:\n\n" * 5000)


@hostile("framing", "a line that never ends", "fails")
async def endless_line(it: Visit) -> None:
    await it.head()
    await it.piece("data: ")
    await it.endless_pieces(BLOCK)


@hostile("framing", "newlines for ever", "fails")
async def endless_newlines(it: Visit) -> None:
    await it.head()
    await it.endless_pieces("\n" * 65536)


@hostile("framing", "[DONE] for ever")
async def endless_done(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.event(value)
    await it.endless_pieces("data: [DONE]\n\n" * 1000)


@hostile("framing", "[DONE] twice", "plays")
async def two_dones(it: Visit) -> None:
    if not it.streams:
        await it.play()
        return
    await it.head()
    for value in [*it.objects(), "[DONE]", "[DONE]"]:
        await it.event(value)
    await it.last()


@hostile("framing", "goes on talking behind [DONE]")
async def talk_after_done(it: Visit) -> None:
    await it.head()
    for value in [*it.objects(), "[DONE]", *it.objects("guess: OTHER")]:
        await it.event(value)
    await it.last()


@hostile("framing", "[DONE] and nothing else", "fails")
async def only_done(it: Visit) -> None:
    await it.head()
    await it.event("[DONE]")
    await it.last()


@hostile("framing", "no [DONE]", "either")
async def no_done(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.event(value)
    await it.last()


@hostile("framing", "one event of 10 MB", "either")
async def big_line(it: Visit) -> None:
    await it.play("w" * 10_000_000)


@hostile("framing", "a million pieces of one letter", "either")
async def million_pieces(it: Visit) -> None:
    await it.head()
    event = (
        f"data: {json.dumps({**it.objects()[0], 'choices': [{'index': 0, 'delta': {'content': 'x'}}]})}\n\n"
    )
    block = f"{len(event):x}\r\n{event}\r\n" * 1000
    for _ in range(1000):
        await it.send(block)
    await it.event("[DONE]")
    await it.last()


@hostile("framing", "a million empty pieces", "either")
async def million_nothings(it: Visit) -> None:
    await it.head()
    event = f"data: {json.dumps({**it.objects()[0], 'choices': [{'index': 0, 'delta': {}}]})}\n\n"
    for _ in range(1000):
        await it.piece(event * 1000)
    await it.last()


@hostile("framing", "no blank behind data:, other fields around it", "either")
async def other_fields(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.piece(f"retry: 999999999999\nid: \0\nevent: x\nevil: y\ndata:{json.dumps(value)}\n\n")
    await it.piece("data:[DONE]\n\n")
    await it.last()


@hostile("framing", "an event over several data lines")
async def several_lines(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.piece("".join(f"data: {line}\n" for line in json.dumps(value, indent=1).split("\n")) + "\n")
    await it.event("[DONE]")
    await it.last()


@hostile("framing", "two objects in one event")
async def two_objects(it: Visit) -> None:
    await it.head()
    await it.event("".join(json.dumps(value) for value in it.objects()))
    await it.event("[DONE]")
    await it.last()


@hostile("framing", "one whole reply where a stream is wanted")
async def whole_for_stream(it: Visit) -> None:
    await it.reply(whole(it.answer))


@hostile("framing", "a stream where one reply is wanted, and the other way round")
async def stream_for_whole(it: Visit) -> None:
    if it.streams:
        await it.reply(whole(it.answer))
        return
    it.body["stream"] = True
    await it.play()


@hostile("framing", "lines of JSON instead of events")
async def lines_of_json(it: Visit) -> None:
    await it.head(kind=NDJSON)
    for value in it.objects():
        await it.piece(json.dumps(value) + "\n")
    await it.last()


@hostile("framing", "an event that is no JSON in the middle", "either")
async def broken_event(it: Visit) -> None:
    await it.head()
    first, *rest = it.objects()
    for value in [first, "{broken", "\x1b[2J", *rest, "[DONE]"]:
        await it.event(value)
    await it.last()


@hostile("framing", "chunks whose size is wrong", "fails")
async def wrong_chunk_size(it: Visit) -> None:
    await it.head()
    await it.send("5\r\ndata: this is more than five\r\n0\r\n\r\n")


@hostile("framing", "chunks with a size of words or below zero", "fails")
async def no_chunk_size(it: Visit) -> None:
    await it.head()
    await it.send(("zz" if len(it.server.requests) % 2 else "-5") + "\r\ndata: x\r\n")


@hostile("framing", "a chunk of nine exabytes", "fails")
async def huge_chunk_size(it: Visit) -> None:
    await it.head()
    await it.send("7fffffffffffffff\r\n")
    await it.left()


@hostile("framing", "a letter of several bytes cut by chunks", "plays")
async def cut_letters(it: Visit) -> None:
    if not it.streams:
        await it.play()
        return
    await it.head()
    for value in it.objects():
        if said(value).get("content"):
            said(value)["content"] += "\u00a0"
        data = f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode()
        for start in range(0, len(data), 3):
            await it.piece(data[start : start + 3])
    await it.last()


# talks for ever

told: Outcome
for what in ("content", "reasoning_content", "tool_calls", "refusal", "unknown"):

    async def _talks(it: Visit, what: str = what) -> None:
        call = [
            {"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": "x" * 500}}
        ]
        delta = {what: call if what == "tool_calls" else "blah " * 100}
        event = json.dumps(
            {**it.objects()[0], "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}
        )
        await it.head()
        await it.endless_pieces(f"data: {event}\n\n" * 50)

    # what is long enough is cut off, and counts as a reply
    told = "fails" if what == "unknown" else "either"
    add(f"endless {what}", "sizes", f"a stream whose {what} never ends", _talks, told)

for what in ("usage", "role", "whitespace"):

    async def _repeats(it: Visit, what: str = what) -> None:
        *_, last = it.objects()
        values = {
            "usage": last,
            "role": {**last, "choices": [{"index": 0, "delta": {"role": "assistant"}}]},
            "whitespace": {**last, "choices": [{"index": 0, "delta": {"content": " \n"}}]},
        }
        await it.head()
        await it.endless_pieces(f"data: {json.dumps(values[what])}\n\n" * 100)

    add(
        f"endless {what}",
        "sizes",
        f"a stream of {what} that never ends",
        _repeats,
        "either" if what == "whitespace" else "fails",
    )

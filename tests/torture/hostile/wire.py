"""What a hostile server does on the wire: connection, headers, status, timing, redirects, dialects."""

from __future__ import annotations

import json

from tests.torture.hostile.server import NDJSON, Visit, add, anthropic_events, hostile, whole

BLOCK = "x" * 65536
SLOW = 0.5
"""Seconds between two bytes of what comes slowly."""

# connection


@hostile("connection", "hangs up as soon as somebody calls", "fails", unread=True)
async def hang_up_at_once(it: Visit) -> None:
    pass


@hostile("connection", "resets as soon as somebody calls", "fails", unread=True)
async def reset_at_once(it: Visit) -> None:
    it.reset()


@hostile("connection", "resets in the middle of the request", "fails", unread=True)
async def reset_in_request(it: Visit) -> None:
    await it.reader.readexactly(20)
    it.reset()


@hostile("connection", "resets when it has the request", "fails")
async def reset_after_request(it: Visit) -> None:
    it.reset()


@hostile("connection", "resets in the status line", "fails")
async def reset_in_status(it: Visit) -> None:
    await it.send("HTTP/1.1 20")
    it.reset()


@hostile("connection", "resets in the headers", "fails")
async def reset_in_headers(it: Visit) -> None:
    await it.send("HTTP/1.1 200 OK\r\nContent-Type: text/ev")
    it.reset()


@hostile("connection", "resets in the middle of a piece", "fails")
async def reset_in_body(it: Visit) -> None:
    await it.head()
    await it.send('ff\r\ndata: {"id": "x", "choices": [{"index"')
    it.reset()


@hostile("connection", "resets when all is said but the end", "either")
async def reset_before_end(it: Visit) -> None:
    await it.head()
    for value in it.objects()[:-2]:
        await it.event(value)
    it.reset()


@hostile("connection", "accepts and says nothing", "fails")
async def silent(it: Visit) -> None:
    await it.left()


async def _never(it: Visit) -> None:
    await it.left()


add("deaf", "connection", "a port whose queue is full: nobody accepts", _never, "fails", deaf=True)


@hostile("connection", "is asked over TLS and does not speak it", "fails", unread=True, scheme="https")
async def no_tls(it: Visit) -> None:
    await it.reader.read(5)
    await it.send("HTTP/1.1 400 Bad Request\r\n\r\n")


@hostile("connection", "is asked over TLS and says nothing", "fails", unread=True, scheme="https")
async def silent_tls(it: Visit) -> None:
    await it.left()


@hostile("connection", "answers with a TLS alert", "fails")
async def tls_alert(it: Visit) -> None:
    await it.send(b"\x15\x03\x03\x00\x02\x02\x46")


@hostile("connection", "answers with HTTP/2 frames", "fails")
async def http_2(it: Visit) -> None:
    await it.send(b"\x00\x00\x12\x04\x00\x00\x00\x00\x00" + b"\x00\x03\x00\x00\x00\x64" * 3)
    await it.left()


@hostile("connection", "answers as an SSH server", "fails")
async def ssh(it: Visit) -> None:
    await it.send("SSH-2.0-OpenSSH_9.6\r\n")
    await it.left()


@hostile("connection", "closes its side and goes on listening", "fails")
async def half_closed(it: Visit) -> None:
    it.writer.write_eof()
    await it.left()


@hostile("connection", "closes its side in the middle of the stream and goes on listening", "fails")
async def half_closed_midway(it: Visit) -> None:
    await it.head()
    await it.event(it.objects()[0])
    it.writer.write_eof()
    await it.left()


@hostile("connection", "says everything, without a length, and never closes")
async def never_closes(it: Visit) -> None:
    kind = "text/event-stream" if it.streams else "application/json"
    await it.send(f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n")
    if it.streams:
        for value in it.objects():
            await it.send(f"data: {json.dumps(value)}\n\n")
        await it.send("data: [DONE]\n\n")
    else:
        await it.send(json.dumps(whole(it.answer)))
    await it.left()


@hostile("connection", "sends a second answer right behind the first", "plays")
async def second_answer(it: Visit) -> None:
    await it.play()
    await it.reply(whole("guess: POISON"))


@hostile("connection", "sends garbage behind its answer")
async def garbage_behind(it: Visit) -> None:
    await it.play()
    await it.send(bytes(range(256)) * 64)


@hostile("connection", "answers before it is asked", unread=True)
async def speaks_first(it: Visit) -> None:
    await it.reply(whole("guess: EARLY"))
    await it.read()
    await it.reply(whole("guess: LATER"))


@hostile("connection", "answers once and takes no more connections")
async def listens_once(it: Visit) -> None:
    it.server.stop_listening()
    await it.play()
    it.writer.write_eof()


@hostile("connection", "answers on and on, each time once more than it was asked")
async def endless_answers(it: Visit) -> None:
    while True:
        await it.play()


@hostile("connection", "floods its connection once it has answered")
async def flood_behind(it: Visit) -> None:
    await it.play()
    await it.endless(BLOCK)


@hostile("connection", "answers and hangs up without having said so", "plays")
async def hangs_up_behind(it: Visit) -> None:
    await it.play()
    it.writer.write_eof()
    await it.left()


@hostile("connection", "resets at the second request on a connection", "plays")
async def reset_at_second(it: Visit) -> None:
    if it.asked > 1:
        it.reset()
    else:
        await it.play()


@hostile("connection", "hangs up at the second request on a connection", "plays")
async def hangs_up_at_second(it: Visit) -> None:
    if it.asked > 1:
        it.writer.write_eof()
        await it.left()
    else:
        await it.play()


@hostile("connection", "breaks off its second answer on a connection")
async def half_of_second(it: Visit) -> None:
    if it.asked > 1:
        await it.head()
        for value in it.objects()[:3]:
            await it.event(value)
        it.reset()
    else:
        await it.play()


@hostile("connection", "answers at the second request on a connection what nobody asked")
async def garbage_at_second(it: Visit) -> None:
    if it.asked > 1:
        await it.send(bytes(range(256)) * 64)
    else:
        await it.play()


# headers


@hostile("headers", "headers that never end", "fails")
async def endless_headers(it: Visit) -> None:
    await it.send("HTTP/1.1 200 OK\r\n")
    await it.endless("X-More: and more\r\n" * 1000)


@hostile("headers", "one header that never ends", "fails")
async def endless_header(it: Visit) -> None:
    await it.send("HTTP/1.1 200 OK\r\nX-More: ")
    await it.endless(BLOCK)


@hostile("headers", "a header of 1 MB")
async def big_header(it: Visit) -> None:
    await it.play(None, "X-Big: " + "b" * 2**20)


@hostile("headers", "5000 cookies, one with the key")
async def cookies(it: Visit) -> None:
    await it.play(
        None, f"Set-Cookie: k={it.key}", *(f"Set-Cookie: c{n}={'v' * 50}; Path=/" for n in range(5000))
    )


@hostile("headers", "a cookie for everybody that holds the key", "plays")
async def key_in_cookie(it: Visit) -> None:
    await it.play(None, f"Set-Cookie: k={it.key}; Domain=localhost; Max-Age=99999999")


@hostile("headers", "asks for other credentials and shows the key", "fails")
async def www_authenticate(it: Visit) -> None:
    line = f'WWW-Authenticate: Basic realm="{it.key}", Digest nonce="1", Negotiate, NTLM'
    await it.error("who are you?", "401 Unauthorized", line, "Proxy-Authenticate: Basic")


@hostile("headers", "wants the credentials of a proxy", "fails")
async def proxy_wanted(it: Visit) -> None:
    await it.error(
        "proxy", "407 Proxy Authentication Required", f'Proxy-Authenticate: Basic realm="{it.key}"'
    )


@hostile("headers", "escape codes in headers")
async def escapes_in_headers(it: Visit) -> None:
    await it.play(None, "X-Request-Id: \x1b[2J\x1b]0;owned\x07", "Server: \x9b31m", "Openai-Model: \x1bc")


@hostile("headers", "a NUL in a header")
async def nul_in_header(it: Visit) -> None:
    await it.play(None, "X-Request-Id: a\0b")


@hostile("headers", "bytes that are no text in a header")
async def bytes_in_header(it: Visit) -> None:
    await it.send(b"HTTP/1.1 500 B\xff\xfe\r\nX-\xff: \xc3\x28\xff\r\nContent-Length: 2\r\n\r\n{}")


@hostile("headers", "a header over several lines")
async def folded_header(it: Visit) -> None:
    await it.play(None, "X-Folded: one\r\n two\r\n\tthree")


@hostile("headers", "a header without a colon")
async def no_colon(it: Visit) -> None:
    await it.play(None, "this is no header")


@hostile("headers", "two lengths that differ")
async def two_lengths(it: Visit) -> None:
    await it.reply(whole(it.answer), "200 OK", "Content-Length: 5")


@hostile("headers", "a length and chunks")
async def length_and_chunks(it: Visit) -> None:
    await it.play(None, "Content-Length: 3")


@hostile("headers", "a transfer encoding that nobody knows")
async def unknown_transfer(it: Visit) -> None:
    await it.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n")


@hostile("headers", "a stream that is called HTML")
async def called_html(it: Visit) -> None:
    await it.head(kind="text/html; charset=utf-7")
    for value in it.objects():
        await it.event(value)
    await it.last()


@hostile("headers", "a charset that is none")
async def wrong_charset(it: Visit) -> None:
    await it.reply(
        json.dumps(whole("gues\u0161: \u00e9")).encode("utf-16"), kind="application/json; charset=klingon"
    )


@hostile("headers", "100 Continue for ever", "fails")
async def endless_continue(it: Visit) -> None:
    await it.endless("HTTP/1.1 100 Continue\r\n\r\n" * 1000)


@hostile("headers", "early hints, one a second, for ever", "fails")
async def endless_hints(it: Visit) -> None:
    while True:
        await it.drip("HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n", SLOW)


@hostile("headers", "points to another origin in every header but Location")
async def pointers(it: Visit) -> None:
    there = it.server.elsewhere
    await it.play(
        None, f"Refresh: 0; url={there}", f"Link: <{there}/next>; rel=next", f"Content-Location: {there}",
        f'Alt-Svc: h2="{there.removeprefix("http://")}"', f"Report-To: {there}",
    )  # fmt: skip


@hostile("headers", "trailers that never end")
async def endless_trailers(it: Visit) -> None:
    await it.head()
    for value in it.objects()[:-1]:
        await it.event(value)
    await it.send("0\r\n")
    await it.endless("X-Trailer: more\r\n" * 1000)


@hostile("headers", "a chunk whose extension never ends", "fails")
async def endless_extension(it: Visit) -> None:
    await it.head()
    await it.send("5;ext=")
    await it.endless(BLOCK)


@hostile("headers", "a chunk size that never ends", "fails")
async def endless_chunk_size(it: Visit) -> None:
    await it.head()
    await it.endless("0" * 65536)


# status

for line in (
    "204 No Content",
    "205 Reset",
    "304 Not Modified",
    "418 Teapot",
    "101 Switching Protocols",
    "206 Part",
):

    async def _status(it: Visit, line: str = line) -> None:
        await it.send(f"HTTP/1.1 {line}\r\n\r\n")

    add(f"status {line[:3]}", "status", f"{line} and nothing else", _status, "fails")

for line in ("999 Strange", "600 Beyond", "000 Nothing", "-1 Less", "abc Word", "2000000000000 Long", ""):

    async def _no_status(it: Visit, line: str = line) -> None:
        await it.send(f"HTTP/1.1 {line}\r\nContent-Length: 2\r\n\r\n{{}}")

    add(
        f"status {line.split()[0] if line else 'none'}",
        "status",
        "a status that is none",
        _no_status,
        "fails",
    )


@hostile("status", "a body without any head", "fails")
async def http_0_9(it: Visit) -> None:
    await it.send(json.dumps(whole("guess: BARED")))


@hostile("status", "a reason that never ends", "fails")
async def endless_reason(it: Visit) -> None:
    await it.send("HTTP/1.1 500 ")
    await it.endless(BLOCK)


@hostile("status", "escape codes, markup and the key in the reason", "fails")
async def reason_attack(it: Visit) -> None:
    await it.send(f"HTTP/1.1 500 \x1b[2J[bold]{it.key}[/nope]\r\nContent-Length: 0\r\n\r\n")


@hostile("status", "HTTP of version 9.9")
async def http_9_9(it: Visit) -> None:
    await it.send("HTTP/9.9 200 OK\r\nContent-Length: 2\r\n\r\n{}")


# timing


@hostile("timing", "the head comes a byte a second", "fails")
async def slow_head(it: Visit) -> None:
    while True:
        for letter in "HTTP/1.1 200 OK\r\n" + "X-A: b\r\n" * 1000:
            await it.drip(letter, SLOW)


@hostile("timing", "an error comes a byte a second, for ever", "fails")
async def slow_error(it: Visit) -> None:
    await it.head("500 Error", kind="application/json")
    while True:
        await it.drip("1\r\nx\r\n", SLOW)


@hostile("timing", "a stream comes a byte a second, for ever", "fails")
async def slow_stream(it: Visit) -> None:
    await it.head()
    while True:
        for letter in f"data: {json.dumps(it.objects()[0])}\n\n":
            await it.drip(f"1\r\n{letter}\r\n", SLOW)


@hostile("timing", "a comment a second, for ever", "fails")
async def slow_comments(it: Visit) -> None:
    await it.head()
    while True:
        await it.piece(": wait\n\n")
        await it.drip("", SLOW)


@hostile("timing", "a word a second, for ever")
async def slow_words(it: Visit) -> None:
    await it.head()
    while True:
        await it.event({**it.objects()[0], "choices": [{"index": 0, "delta": {"content": "word "}}]})
        await it.drip("", SLOW)


@hostile("timing", "an empty word a second, for ever", "fails")
async def slow_nothing(it: Visit) -> None:
    await it.head()
    while True:
        await it.event({**it.objects()[0], "choices": [{"index": 0, "delta": {"content": ""}}]})
        await it.drip("", SLOW)


@hostile("timing", "says all and holds the end back", "either")
async def held_end(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.event(value)
    await it.left()


@hostile("timing", "says all, the end too, and then comments, for ever")
async def comments_after_end(it: Visit) -> None:
    await it.head()
    for value in it.objects():
        await it.event(value)
    await it.event("[DONE]")
    while True:
        await it.piece(": still here\n\n")
        await it.drip("", SLOW / 4)


# redirects

for code in (301, 302, 303, 307, 308):

    async def _away(it: Visit, code: int = code) -> None:
        await it.reply("", f"{code} Moved", f"Location: {it.server.elsewhere}/v1/chat/completions")

    add(f"redirect {code}", "redirects", f"{code} to another origin", _away, "fails")

PLACES = {
    "loop": "{target}", "file": "file:///etc/passwd", "data": "data:application/json,{{}}", "javascript": "javascript:1",
    "bare": "//{host}/v1/chat/completions", "user": "http://a:b@{host}/v1/x", "escapes": "http://{host}/\x1b[2J",
    "empty": "", "long": "http://{host}/" + "p" * 500_000, "other scheme": "ftp://{host}/x", "no port": "http://:/",
    "brackets": "http://[::1", "key": "http://{host}/?key={key}", "space": " {elsewhere}/v1 ", "https": "https://{host}/",
}  # fmt: skip

for title, place in PLACES.items():

    async def _redirect(it: Visit, place: str = place) -> None:
        there = it.server.elsewhere
        host = there.partition("//")[2]
        await it.reply(
            "",
            "307 Moved",
            "Location: " + place.format(target=it.target, host=host, elsewhere=there, key=it.key),
        )

    add(f"redirect {title}", "redirects", f"307 to {place[:40]!r}", _redirect, "fails")


@hostile("redirects", "307 to a new path each time, for ever", "fails")
async def redirect_on_and_on(it: Visit) -> None:
    await it.reply("", "307 Moved", f"Location: /v1/{len(it.server.requests)}")


@hostile("redirects", "307 to another origin with a body that never ends", "fails")
async def redirect_endless(it: Visit) -> None:
    await it.head("307 Moved", f"Location: {it.server.elsewhere}/v1/x", kind="text/html")
    await it.endless_pieces(BLOCK)


@hostile("redirects", "300 with places to choose from", "fails")
async def redirect_300(it: Visit) -> None:
    await it.reply(
        "choose", "300 Choices", f"Location: {it.server.elsewhere}/a", f"Location: {it.server.elsewhere}/b"
    )


# the protocols of Ollama and Anthropic

for dialect in ("ollama", "anthropic"):

    async def _plays(it: Visit) -> None:
        await it.play_as(it.server.behaviour.dialect)

    async def _echoes(it: Visit) -> None:
        message = f"wrong: Authorization: Bearer {it.key} \x1b[2J {' '.join(it.key)}"
        await it.reply({"type": "error", "error": {"type": it.key, "message": message}}, "401 Unauthorized")

    async def _floods(it: Visit) -> None:
        await it.head("500 Error", kind="application/json")
        await it.endless_pieces(BLOCK)

    async def _moves(it: Visit) -> None:
        await it.reply("", "307 Moved", f"Location: {it.server.elsewhere}/api/chat")

    async def _openai(it: Visit) -> None:
        await it.play()

    add(f"{dialect} plays", "dialects", f"a good {dialect} server", _plays, "plays", dialect=dialect)
    add(f"{dialect} key", "dialects", f"{dialect}: an error with the key", _echoes, "fails", dialect=dialect)
    add(
        f"{dialect} flood",
        "dialects",
        f"{dialect}: an error that never ends",
        _floods,
        "fails",
        dialect=dialect,
    )
    add(f"{dialect} moves", "dialects", f"{dialect}: a redirect", _moves, "fails", dialect=dialect)
    add(f"{dialect} other", "dialects", f"{dialect}: answers as OpenAI does", _openai, dialect=dialect)


@hostile("dialects", "Ollama: counts that are none, in lines that never end", dialect="ollama")
async def ollama_counts(it: Visit) -> None:
    await it.head(kind=NDJSON)
    line = {
        "model": it.key,
        "message": {"role": "assistant", "content": "x", "thinking": it.key},
        "done": False,
    }
    for _ in range(3):
        await it.piece(json.dumps(line) + "\n")
    done = {**line, "done": True, "eval_count": "NaN", "prompt_eval_count": -5, "total_duration": it.key}
    await it.piece(json.dumps(done) + "\n")
    await it.last()


@hostile("dialects", "Ollama: an error in the middle of a stream", dialect="ollama")
async def ollama_error_midway(it: Visit) -> None:
    await it.head(kind=NDJSON)
    await it.piece(json.dumps({"model": "m", "message": {"content": "x"}, "done": False}) + "\n")
    await it.piece(json.dumps({"error": f"lost {it.key} \x1b[2J"}) + "\n")
    await it.last()


@hostile("dialects", "Anthropic: counts that are none, and the key in every field", dialect="anthropic")
async def anthropic_counts(it: Visit) -> None:
    await it.head()
    for value in anthropic_events("guess: crane", {"input_tokens": it.key, "output_tokens": -1e308}):
        filled = {**value, "id": it.key, "model": it.key, "stop_sequence": it.key}
        await it.piece(f"event: {value['type']}\ndata: {json.dumps(filled)}\n\n")
    await it.last()


@hostile("dialects", "Anthropic: pings for ever", "fails", dialect="anthropic")
async def anthropic_pings(it: Visit) -> None:
    await it.head()
    await it.endless_pieces('event: ping\ndata: {"type": "ping"}\n\n' * 1000)


@hostile("dialects", "Anthropic: an error event in the middle", "fails", dialect="anthropic")
async def anthropic_error_midway(it: Visit) -> None:
    await it.head()
    for value in anthropic_events("guess: crane")[:2]:
        await it.piece(f"event: {value['type']}\ndata: {json.dumps(value)}\n\n")
    error = {"type": "error", "error": {"type": "overloaded_error", "message": f"{it.key} \x1b[2J"}}
    await it.piece(f"event: error\ndata: {json.dumps(error)}\n\n")
    await it.last()

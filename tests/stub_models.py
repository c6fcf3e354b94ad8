"""What the models of the stub server do, by name.

`NAME:ARGUMENT` gives a behaviour an argument: `say:TEXT`, `delay:SECONDS:TEXT`, `status:CODE`.
"""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tests import clothes
from tui_arena.data import game_texts

if TYPE_CHECKING:
    from tests.stub_server import Exchange

WORDS = "crane pilot dusky humid flown badge vixen ghost quilt jumpy".split()
"""The guesses of `ok`, one after the other."""
REASON = "because it fits"
SAID = {
    "Reply to the last prompt": "Two of them, by the window",
    "A verdict is due now": "I believe your statement is: True",
}
"""What `ok` says if a prompt holds these words."""
INWARDS, OUTWARDS = 20, 7
"""Tokens that every reply reports as used."""
DRIP = 0.02
"""Seconds between two pieces of a drip."""

Behaviour = Callable[["Exchange"], Awaitable[None]]


class Dead(Exception):
    """The connection ends here, in the middle of what is sent."""


# pieces of replies


FINGERPRINT = "fp_stub"


def chunk(delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {
        "id": "stub",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "stub",
        "system_fingerprint": FINGERPRINT,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


USAGE = {"prompt_tokens": INWARDS, "completion_tokens": OUTWARDS, "total_tokens": INWARDS + OUTWARDS}


def pieces(text: str) -> list[str]:
    """A text in the pieces in which it is sent: words, each with the blanks before it."""
    return re.findall(r"\s*\S+|\s+$", text)


async def say(
    it: Exchange,
    text: str | None,
    *,
    finish: str = "stop",
    more: dict[str, str] | None = None,
    usage: bool = True,
) -> None:
    """A reply as a provider sends it; `more`: other fields of the message, such as reasoning."""
    if not it.body.get("stream"):
        message = {"role": "assistant", "content": text, **(more or {})}
        choice = {"index": 0, "message": message, "finish_reason": finish}
        whole = {**chunk({}), "object": "chat.completion", "choices": [choice], "usage": USAGE}
        await it.whole(whole)
        return
    await it.piece(chunk({"role": "assistant", "content": None if text is None else ""}))
    for name, value in (more or {}).items():
        for part in pieces(value):
            await it.piece(chunk({name: part}))
    for part in pieces(text or ""):
        await it.piece(chunk({"content": part}))
    await it.piece(chunk({}, finish))
    if usage and it.body.get("stream_options", {}).get("include_usage"):
        await it.piece({**chunk({}), "choices": [], "usage": USAGE})
    await it.end()


async def fail(
    it: Exchange, status: int, message: str, code: str | None = None, headers: dict[str, str] | None = None
) -> None:
    """An error in OpenAI's format."""
    kind = "invalid_request_error" if status < 500 else "server_error"
    await it.whole(
        {"error": {"message": message, "type": kind, "param": None, "code": code}}, status, headers
    )


# a player of Wordle


def parts_wanted(body: dict[str, Any]) -> dict[str, str]:
    """The fields of a good Wordle reply to the last question; in other games the minimum a form needs."""
    text = "\n".join(str(m["content"]) for m in body["messages"])
    last = re.sub("<data.*?</data>", "", str(body["messages"][-1]["content"]))  # what others said
    word = next((w for w in WORDS if w not in text), WORDS[-1])
    letters = re.search("The letters shown: ([A-Z]+)", last)
    if letters is not None:
        return _connecting(letters[1].lower(), last)
    if "agreement" in last:
        return {"explanation": REASON, "agreement": "yes"}
    if "guess:" in last or '"guess"' in last:
        return {"explanation": REASON, "guess": word}
    if '"clue"' in last or "word | clue" in last:
        return {"word": word, "clue": "a thing with five letters"}
    said = next((text for phrase, text in SAID.items() if phrase in last), "ok")
    return {"word": word} if "word" in last and said == "ok" else {"": said}


def _connecting(letters: str, last: str) -> dict[str, str]:
    """The fields of a good reply in Connections."""
    if "`keep`" in last:
        return {"": "keep"}
    parts = {"word": f"{letters}ing"}
    return {**parts, "clue": "a thing that goes on", "kind": "association"} if "clue: …" in last else parts


def schema_of(body: dict[str, Any]) -> dict[str, Any] | None:
    given = body.get("response_format") or {}
    found = given.get("json_schema", {}).get("schema")
    return found if isinstance(found, dict) else None


def lines(parts: dict[str, str]) -> str:
    if "word" in parts and "kind" not in parts:
        return " | ".join(parts.values())
    return "\n".join(f"{name}: {value}" if name else value for name, value in parts.items())


async def ok(it: Exchange) -> None:
    """Plays Wordle, in JSON if a schema is sent; says ok to everything else."""
    parts, schema = parts_wanted(it.body), schema_of(it.body)
    if schema is None:
        await say(it, lines(parts))
        return
    shown = {
        name: parts.get(name, (kind.get("enum") or ["ok"])[0]) for name, kind in schema["properties"].items()
    }
    await say(it, json.dumps(shown))


async def weak(it: Exchange) -> None:
    """Rambles, unless a schema holds it: then it fills in the first values, and words in the place of texts."""
    schema = schema_of(it.body)
    if schema is None:
        await say(it, RAMBLING)
        return
    await say(it, json.dumps({name: filled(kind) for name, kind in schema["properties"].items()}))


RAMBLING = "Well, there is so much to say about that. " * 20


def filled(kind: dict[str, Any]) -> str:
    """A value that a part of a schema allows."""
    if "enum" in kind:
        return str(kind["enum"][0])
    return "crane" if kind.get("pattern") == "^[A-Za-z]{5,5}$" else "Is it by the window?"


async def plain(it: Exchange) -> None:
    """As `ok`, but ignores every schema."""
    await say(it, lines(parts_wanted(it.body)))


async def no_schema(it: Exchange) -> None:
    """As `ok`, but refuses every schema."""
    if "response_format" in it.body:
        await fail(it, 400, "response_format: json_schema is not supported by this model")
    else:
        await ok(it)


async def script(it: Exchange) -> None:
    """Says the texts that the test put into `stub.script`, one after the other."""
    await say(it, it.server.script.pop(0) if it.server.script else "")


async def script_uncounted(it: Exchange) -> None:
    """As `script`, in one piece and without a count of tokens."""
    message = {"role": "assistant", "content": it.server.script.pop(0)}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    await it.whole({**chunk({}), "object": "chat.completion", "choices": [choice]})


# a player that obeys its prompt, and those who write prompts for it

RULES: dict[str, Callable[[str, int, str, str], bool]] = {
    "Never use a letter again that is not in it.": lambda word, _i, letter, mark: (
        mark != "not in it" or letter not in word
    ),
    "Keep a letter in the right place where it is.": lambda word, i, letter, mark: (
        mark != "right place" or word[i] == letter
    ),
    "Use a letter that is elsewhere, in another place.": lambda word, i, letter, mark: (
        mark != "elsewhere" or (letter in word and word[i] != letter)
    ),
}
"""What `obeys` heeds if its prompt says so: whether a word fits a letter of an earlier guess."""
_MARK = re.compile("([A-Z]) (not in it|right place|elsewhere)")


@lru_cache
def deck_words() -> tuple[str, ...]:
    from tui_arena.data import Catalogue

    catalogue = Catalogue()
    return tuple(str(item["word"]) for item in catalogue.deck(None, catalogue.game("wordle")).deck.items)


@lru_cache(None)
def _fitting(rows: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str, ...]:
    """The words that heed these rules; games begin alike and grow a row at a time."""
    if not rows:
        return deck_words() if kept else ()
    words = _fitting(rows[:-1], kept)
    for i, (letter, mark) in enumerate(_MARK.findall(rows[-1])):
        for rule in kept:
            words = tuple(word for word in words if RULES[rule](word, i, letter.lower(), mark))
    return words


async def obeys(it: Exchange) -> None:
    """Plays Wordle by those of `RULES` that stand in its prompt, and else by chance, always the same.

    `obeys:trips`: some boards are too much for it.
    """
    system, last = (str(it.body["messages"][i]["content"]) for i in (0, -1))
    board = last.partition("so far:")[2].partition("Your last guess")[0]
    if _argument(it) == "trips" and zlib.crc32(board.encode()) % 40 == 1:
        await context(it)
        return
    kept = tuple(rule for rule in RULES if rule in system)
    words = _fitting(tuple(board.strip().splitlines()), kept) or deck_words()
    await say(it, f"explanation: {REASON}\nguess: {words[zlib.crc32(board.encode()) % len(words)]}")


async def reflects(it: Exchange) -> None:
    """Adds to a prompt the first of `RULES` that it lacks; judges moves by the first rule.

    `reflects:breaks`: loses a slot. `reflects:mends`: does so until it is told.
    """
    request = str(it.body["messages"][-1]["content"])
    if "verdict: good" in request:
        await say(it, f"Let us see.\nverdict: {_verdict(request)}")
        return
    prompt = request.split("```\n")[1].rstrip("\n")
    lacks = [rule for rule in RULES if rule not in prompt]
    better = prompt.replace("\n# ask", f"\n{lacks[0]}\n\n# ask") if lacks else prompt
    how = _argument(it)
    if how == "breaks" or (how == "mends" and "was refused" not in request):
        better = better.replace("{{board}}", "{board}")
    await say(it, f"Reasoning: it forgets.\n```\n{better}\n```")


def _verdict(request: str) -> str:
    number, move = re.findall(r"Move (\d+) of the player was:\n<move>\n(.*)\n", request)[0]
    before = request.partition(f"\n{number}. ")[0]
    gone = {letter.lower() for letter, mark in _MARK.findall(before) if mark == "not in it"}
    return "bad" if gone & set(move.rpartition("guess: ")[2]) else "good"


# trouble


async def hang(it: Exchange) -> None:
    await asyncio.Event().wait()


async def stall(it: Exchange) -> None:
    for part in ("half", " a"):
        await it.piece(chunk({"content": part}))
    await hang(it)


async def stall_empty(it: Exchange) -> None:
    await it.piece(chunk({"role": "assistant", "content": ""}))
    await it.piece(chunk({"content": ""}))
    await hang(it)


async def drip(it: Exchange) -> None:
    while True:
        await it.piece(chunk({"content": "drip "}))
        await asyncio.sleep(DRIP)


async def empty_drip(it: Exchange) -> None:
    while True:
        await it.piece(chunk({"content": ""}))
        await asyncio.sleep(DRIP)


async def flood(it: Exchange) -> None:
    while True:
        await it.piece(chunk({"content": "flood " * 1000}))


async def refuse_at_length(it: Exchange) -> None:
    for _ in range(100):
        await it.piece(chunk({"refusal": "no " * 1000}))
    await it.end()


async def counts(it: Exchange) -> None:
    """`counts:N`: reports that its reply used so many tokens in, and as many out."""
    tokens = json.loads(_argument(it))
    usage = {"prompt_tokens": tokens, "completion_tokens": tokens, "total_tokens": tokens}
    await it.piece(chunk({"content": "guess: crane"}))
    await it.piece({**chunk({}), "choices": [], "usage": usage})
    await it.end()


async def claims(it: Exchange) -> None:
    """`claims:[MODEL, FINGERPRINT]`: what it says that made its reply."""
    model, fingerprint = json.loads(_argument(it))
    named = {"model": model, "system_fingerprint": fingerprint}
    await it.piece({**chunk({"content": "x"}), **named})
    await it.piece({**chunk({}, "stop"), **named})
    await it.end()


THOUGHTS: dict[str, tuple[str, str]] = {
    "field": ("", ""),
    "think": ("<think>hm, guess: wrong", "</think>"),
    "closer": ("hm, guess: wrong", "</think>"),
    "lead": ("Thinking...\nhm, guess: wrong", "\n...done thinking.\n"),
    "channels": (
        "<|channel|>analysis<|message|>hm, guess: wrong",
        "<|end|><|start|>assistant<|channel|>final<|message|>",
    ),
    "nothing": ("guess:", ""),
}
"""How a model marks its reasoning: how it begins, and what ends it. `field`: in a field of its own."""
THOUGHT = 0.05
"""Seconds that `thinks` waits after its first thought."""


async def thinks(it: Exchange) -> None:
    """`thinks:MARKS`: a thought at once, and its words later; `thinks:nothing`: a word at once."""
    marks = _argument(it)
    thought, end = THOUGHTS[marks]
    for part in pieces(thought) if thought else ["hm, ", "guess: wrong"]:
        await it.piece(chunk({"content" if thought else "reasoning_content": part}))
    await asyncio.sleep(THOUGHT)
    for part in (*pieces(end), *([] if marks == "nothing" else ["gue", "ss:"]), " crane"):
        await it.piece(chunk({"content": part}))
    await it.piece(chunk({}, "stop"))
    await it.end()


async def cut(it: Exchange) -> None:
    for part in ("explanation: it", " was", " cut"):
        await it.piece(chunk({"content": part}))
    raise Dead


async def cut_empty(it: Exchange) -> None:
    await it.begin()
    raise Dead


async def cut_thinking(it: Exchange) -> None:
    await it.piece(chunk({"reasoning_content": "hm, let me"}))
    raise Dead


async def die(it: Exchange) -> None:
    """The server goes down in the middle of its reply."""
    await it.piece(chunk({"content": "half a"}))
    it.server.close_listener()
    raise Dead


async def garbage(it: Exchange) -> None:
    await it.piece(chunk({"content": "half a"}))
    await it.piece('{"choices": [{"delta": {"content": ')
    await it.end()


async def error_in_stream(it: Exchange) -> None:
    await it.piece(
        {"error": {"message": f"the engine broke, key {it.key}", "type": "server_error", "code": 500}}
    )
    await it.end()


async def denied(it: Exchange) -> None:
    await fail(it, 401, f"Incorrect API key provided: {it.key}. Find yours on the site.", "invalid_api_key")


async def forbidden(it: Exchange) -> None:
    await fail(it, 403, f"Key {it.key} may not use this model")


async def busy(it: Exchange) -> None:
    """Refuses requests as too many; `busy:N`: accepts the one after N refusals."""
    turns = int(_argument(it) or 1_000_000)
    asked = sum(body.get("model") == it.body["model"] for body in it.server.requests)
    if asked > turns:
        await ok(it)
    else:
        await fail(it, 429, "Rate limit reached, slow down", "rate_limit_exceeded", {"retry-after": "0.05"})


async def quota(it: Exchange) -> None:
    await fail(it, 429, "You exceeded your current quota", "insufficient_quota", {"retry-after": "86400"})


async def context(it: Exchange) -> None:
    message = (
        "This model's maximum context length is 4096 tokens. However, your messages resulted in 5000 tokens."
    )
    await fail(it, 400, message, "context_length_exceeded")


async def llama_context(it: Exchange) -> None:
    message = "request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it"
    error = {"code": 400, "message": message, "type": "exceed_context_size_error", "n_prompt_tokens": 5000}
    await it.whole({"error": error}, 400)


async def missing(it: Exchange) -> None:
    await fail(it, 404, f"The model `{it.body['model']}` does not exist", "model_not_found")


async def status(it: Exchange) -> None:
    code = int(_argument(it) or 500)
    await fail(it, code, f"status {code}, key {it.key}")


async def echo_prompt(it: Exchange) -> None:
    last = str(it.body["messages"][-1]["content"])
    await fail(it, 400, f"bad request, input was: {last!r}")


async def html(it: Exchange) -> None:
    page = "<!DOCTYPE html><html><body><h1>Log in to the network</h1></body></html>"
    await it.whole(page, kind="text/html")


async def nothing(it: Exchange) -> None:
    """A reply without choices."""
    if it.body.get("stream"):
        await it.piece({**chunk({}), "choices": []})
        await it.end()
    else:
        await it.whole({**chunk({}), "choices": []})


# a server that gives the key back, in one piece, in halves, or a character at a time


def key_parts(key: str, how: str) -> list[str]:
    """A key `whole`, in `halves`, or in `chars`."""
    middle = len(key) // 2
    return {"whole": [key], "halves": [key[:middle], key[middle:]], "chars": list(key)}[how]


async def echo_fields(it: Exchange) -> None:
    """`echo-fields:HOW`: a reply with the key in every field, first as wrong types, then as its text."""
    parts = key_parts(it.key, _argument(it))
    marks = [parts[0], parts, {"key": parts}]
    for mark in marks if it.body.get("stream") else marks[:1]:
        for field in ("role", "content", "reasoning_content", "refusal", "annotations", "tool_calls", "name",
                      "function_call", "audio", "provider_specific_fields", "thinking_blocks", "images"):  # fmt: skip
            if not isinstance(mark, str) or field not in {"content", "reasoning_content", "refusal"}:
                await it.piece(chunk({"role": "assistant", field: mark}))
        for field in ("finish_reason", "logprobs", "index", "native_finish_reason", "text"):
            await it.piece({**chunk({}), "choices": [{"index": 0, "delta": {"content": ""}, field: mark}]})
        for field in ("id", "model", "created", "object", "system_fingerprint", "service_tier", "citations",
                      "provider", "x-unknown"):  # fmt: skip
            await it.piece({**chunk({"content": ""}), field: mark})
        for field in ("prompt_tokens", "completion_tokens", "total_tokens", "prompt_tokens_details", "cost"):
            await it.piece({**chunk({}), "choices": [], "usage": {**USAGE, field: mark}})
    for field in ("reasoning_content", "content"):
        for part in ("guess: crane ", *parts, *(f"{part}\n" for part in parts)):
            await it.piece(chunk({field: part}))
    await it.piece(chunk({}, "stop"))
    await it.piece({**chunk({}), "choices": [], "usage": {**USAGE, "prompt_tokens": parts}})
    await it.end()


async def echo_error(it: Exchange) -> None:
    """`echo-error:HOW:STATUS`: an error with the key in every field and in the headers."""
    how, _, code = _argument(it).partition(":")
    parts = key_parts(it.key, how)
    text = f"The key was {' '.join(parts)}"
    error = {"message": text, "type": parts[0], "code": parts[-1], "param": parts, "key": {"key": parts}}
    headers = {"x-request-id": it.key, "retry-after": f"x{it.key}", "x-ratelimit-reset": it.key}
    if code == "stream":
        await it.piece({"error": error, "choices": [], "id": it.key})
        await it.end()
    else:
        whole = {"error": error, "message": text, "detail": [{"msg": text, "input": parts}], it.key: it.key}
        await it.whole(whole, int(code), headers)


def _dressed(it: Exchange) -> tuple[str, str]:
    """The key in the clothes that the model's argument names, and what follows the name."""
    name, _, rest = _argument(it).partition(":")
    return clothes.WHOLE[name.replace("-", " ")](it.key), rest


async def echo_dressed(it: Exchange) -> None:
    """`echo-dressed:CLOTHES`: a reply with the key in these clothes, in pieces of five characters if it streams."""
    dressed, _ = _dressed(it)
    if not it.body.get("stream"):
        await say(it, f"guess: crane «{dressed}»", more={"reasoning_content": f"hm «{dressed}»"})
        return
    for field in ("reasoning_content", "content"):
        await it.piece(chunk({field: "guess: crane «"}))
        for start in range(0, len(dressed), 5):
            await it.piece(chunk({field: dressed[start : start + 5]}))
        await it.piece(chunk({field: "»"}))
    await it.piece({**chunk({}, "stop"), "model": dressed, "system_fingerprint": dressed})
    await it.piece({**chunk({}), "choices": [], "usage": USAGE})
    await it.end()


async def echo_dressed_error(it: Exchange) -> None:
    """`echo-dressed-error:CLOTHES:STATUS`: an error with the key in these clothes."""
    dressed, code = _dressed(it)
    error = {"message": f"I won't take «{dressed}».", "type": dressed, "code": dressed, "param": dressed}
    if code == "stream":
        await it.piece({"error": error, "choices": [], "id": dressed})
        await it.end()
    else:
        await it.whole({"error": error, "detail": dressed}, int(code))


# replies without end


async def endless(it: Exchange) -> None:
    """`endless:KIND`: sends one thing for ever, as fast as it is read."""
    kind = _argument(it)
    good = kind.startswith("good")
    head = f"HTTP/1.1 {200 if good else 500} Stub\r\nContent-Type: text/event-stream\r\n"
    if kind == "headers":
        it.writer.write(head.encode())
        piece = b"X-More: " + b"x" * 1000 + b"\r\n"
    else:
        packed = "Content-Encoding: gzip\r\n" if "gzip" in kind else ""
        it.writer.write(f"{head}{packed}Transfer-Encoding: chunked\r\n\r\n".encode())
        packer = zlib.compressobj(wbits=31)
        inside = b"x" * 1_000_000 if "gzip" in kind else b"x" * 65536
        inside = b": " + b"x" * 65536 + b"\n" if kind == "good-comments" else inside
        piece = b"%x\r\n%s\r\n" % (len(inside), inside)
    while True:
        if kind.endswith("gzip"):
            some = packer.compress(inside) + packer.flush(zlib.Z_SYNC_FLUSH)
            piece = b"%x\r\n%s\r\n" % (len(some), some)
        it.writer.write(piece)
        await it.writer.drain()
        it.server.sent += len(piece)


async def slow_error(it: Exchange) -> None:
    """An error whose body comes a byte at a time, for ever."""
    it.writer.write(b"HTTP/1.1 500 Stub\r\nTransfer-Encoding: chunked\r\n\r\n")
    while True:
        it.writer.write(b"1\r\nx\r\n")
        await it.writer.drain()
        await asyncio.sleep(DRIP)


async def sends_on(it: Exchange) -> None:
    """`sends-on:URL`: a redirect to another address, which names the key."""
    await it.whole("gone", 307, {"Location": f"{_argument(it)}?key={it.key}"})


# odd replies


async def delayed(it: Exchange) -> None:
    seconds, _, text = _argument(it).partition(":")
    await asyncio.sleep(float(seconds or 0))
    await say(it, text or lines(parts_wanted(it.body)))


def _argument(it: Exchange) -> str:
    return str(it.body["model"]).partition(":")[2]


def easy(it: Exchange) -> str:
    """The right answer to an easy question of the exam of a model that bots think with; else empty."""
    asked = it.body["messages"][-1]["content"]
    return next((one["right"][0] for one in game_texts("", "mind")["exam"] if one["question"] == asked), "")


def _saying(text: str | None, **how: Any) -> Behaviour:
    return lambda it: say(it, text, **how)


BEHAVIOURS: dict[str, Behaviour] = {
    "ok": ok,
    "json": ok,
    "plain": plain,
    "no-schema": no_schema,
    "obeys": obeys,
    "weak": weak,
    "reflects": reflects,
    "script": script,
    "script-uncounted": script_uncounted,
    "say": lambda it: say(it, _argument(it)),
    "able": lambda it: say(it, easy(it) or _argument(it)),
    "able-hang": lambda it: say(it, easy(it)) if easy(it) else hang(it),
    "delay": delayed,
    "hang": hang,
    "stall": stall,
    "stall-empty": stall_empty,
    "echo-prompt": echo_prompt,
    "drip": drip,
    "empty-drip": empty_drip,
    "flood": flood,
    "refuse-at-length": refuse_at_length,
    "counts": counts,
    "claims": claims,
    "thinks": thinks,
    "cut": cut,
    "cut-empty": cut_empty,
    "cut-thinking": cut_thinking,
    "die": die,
    "garbage": garbage,
    "error-in-stream": error_in_stream,
    "401": denied,
    "403": forbidden,
    "404": missing,
    "429": busy,
    "busy": busy,
    "quota": quota,
    "500": lambda it: fail(it, 500, f"the engine broke, key {it.key}"),
    "503": lambda it: fail(it, 503, "loading model"),
    "status": status,
    "context": context,
    "llama-context": llama_context,
    "html": html,
    "empty": nothing,
    "null": _saying(None),
    "blank": _saying(""),
    "think": _saying("<think>hm, guess: wrong</think>guess: crane"),
    "only-think": _saying("<think>hm, and hm"),
    "reasoning": _saying("guess: crane", more={"reasoning_content": "hm, guess: wrong"}),
    "length": _saying("explanation: it would be", finish="length"),
    "filtered": _saying("", finish="content_filter"),
    "refused": _saying(None, more={"refusal": "I can't help with that."}),
    "no-usage": _saying("guess: crane", usage=False),
    "echo-fields": echo_fields,
    "echo-error": echo_error,
    "echo-dressed": echo_dressed,
    "echo-dressed-error": echo_dressed_error,
    "endless": endless,
    "slow-error": slow_error,
    "sends-on": sends_on,
    "echo-key": lambda it: say(it, f"guess: crane, your key is {it.key}"),
}
LISTED = ("ok", "plain", "hang", "401")
"""The models that the server lists."""


def behaviour(model: str) -> Behaviour:
    """The behaviour of a model; a model with any other name does not exist."""
    return BEHAVIOURS.get(model.partition(":")[0], missing)

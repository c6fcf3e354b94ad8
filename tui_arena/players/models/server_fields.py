"""The fields of what a model's server sends: the few that are needed, each with a checked type.

A server may send any value anywhere, so nothing is passed on that isn't named here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from tui_arena.config import redact
from tui_arena.config.redaction import shows_key
from tui_arena.core.lazy import late_pattern
from tui_arena.core.text import one_line

MOST_TOKENS = 1_000_000_000
"""A provider's token count for one reply is ignored if it is higher than this or negative."""
_FINISHES = {
    "length": "length", "max_tokens": "length", "model_length": "length", "max_output_tokens": "length",
    "content_filter": "content_filter", "refusal": "refusal", "safety": "content_filter",
    "error": "error",
}  # fmt: skip
"""Maps a server's word for how a reply ended to OpenAI's word. Any other word counts as `stop`."""
_TEXTS = ("content", "reasoning_content", "reasoning", "refusal")
SAID = 220
"""The number of characters of a server's own words about a failure that may be quoted."""
ERROR_CHARS = 2000
"""The number of characters of an error that are passed on. Libraries search all of it again and again."""
_WORDS = ("message", "error", "detail", "msg", "reason")
"""The fields in which servers put the words of an error, in the order in which they are searched."""
_CODE = late_pattern(r"[A-Za-z_-]{1,64}|[0-9]{3}")
_LIBRARY = late_pattern(
    r"\b(?:litellm|pydantic|httpx|aiohttp|httpcore|asyncio|openai\.)|site-packages|Traceback|\bFile \"|"
    r"\b[A-Z]\w+(?:Error|Exception|Warning)\b|<[!/a-z]",
    re.IGNORECASE,
)
"""Matches words of a program instead of a server's own words. They don't help the user."""


class _Delta(msgspec.Struct, forbid_unknown_fields=True):
    content: str
    role: str | msgspec.UnsetType = msgspec.UNSET
    refusal: None = None
    reasoning: None = None
    reasoning_content: None = None
    tool_calls: None = None
    function_call: None = None


class _Choice(msgspec.Struct, forbid_unknown_fields=True):
    delta: _Delta
    index: int = 0
    finish_reason: None = None
    stop_reason: None = None
    logprobs: None = None


class _Piece(msgspec.Struct, forbid_unknown_fields=True):
    """The usual event of a stream: some words and nothing else. Any other event is read field by field."""

    choices: list[_Choice]
    object: Literal["chat.completion.chunk"]
    id: Any = None
    created: Any = None
    model: str | None = None
    system_fingerprint: str | None = None
    service_tier: Any = None
    obfuscation: Any = None
    usage: None = None

    def few(self) -> dict[str, Any]:
        """Returns the needed fields, as `reduced` does."""
        delta = self.choices[0].delta
        role = {} if delta.role is msgspec.UNSET else {"role": "assistant"}
        return {"choices": [{"index": 0, "delta": {**role, "content": delta.content}, "finish_reason": None}]}


_pieces = msgspec.json.Decoder(_Piece)


def piece_of(content: bytes) -> _Piece | None:
    """Returns an event that is only some words; None for any other event."""
    try:
        piece = _pieces.decode(content)
    except (ValueError, RecursionError):
        return None
    return piece if len(piece.choices) == 1 else None


def reduced(value: object, part: Literal["delta", "message"]) -> dict[str, Any] | None:
    """The needed fields of an event (`delta`) or a whole reply (`message`) in OpenAI's protocol, with checked types.

    None if the value is neither. The text in an event isn't redacted, because a key may be spread over several events.
    """
    if not isinstance(value, dict):
        return None
    if is_complaint(value):
        return {"error": quotable_error(value)[0]}
    choices = value.get("choices")
    if not isinstance(choices, list):
        return None
    kind = "chat.completion" if part == "message" else "chat.completion.chunk"
    few: dict[str, Any] = {"id": "-", "object": kind, "created": 0, "model": "-"}
    few["choices"] = _choices(choices, part)
    usage = counted(value.get("usage")) or counted(_of(value.get("x_groq"), "usage"))
    if usage is not None:
        few["usage"] = _usage(*usage)
    return few


def is_complaint(value: object) -> bool:
    """True if a value reports a failure instead of a part of a reply.

    >>> is_complaint({"success": False, "msg": "no such model"}), is_complaint({"choices": [], "error": None})
    (True, False)
    """
    if not isinstance(value, dict):
        return False
    failed = value.get("success") is False or value.get("object") == "error" or value.get("type") == "error"
    return bool(value.get("error")) or (failed and not value.get("choices"))


def _of(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, Mapping) else None


def counted(usage: object) -> tuple[int, int] | None:
    """Returns the tokens in and out by a provider's count; None if the count isn't plausible."""
    if isinstance(usage, Mapping):
        counts = [usage.get("prompt_tokens", 0), usage.get("completion_tokens", 0)]
    elif usage is None:
        return None
    else:
        counts = [getattr(usage, "prompt_tokens", 0), getattr(usage, "completion_tokens", 0)]
    inwards, outwards = (_count(one) for one in counts)
    return None if inwards is None or outwards is None or not usage else (inwards, outwards)


def _count(value: object) -> int | None:
    if isinstance(value, float) and value.is_integer():
        value = int(value) if abs(value) <= MOST_TOKENS else None
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    return value if 0 <= value <= MOST_TOKENS else None


def _usage(inwards: int, outwards: int) -> dict[str, int]:
    return {"prompt_tokens": inwards, "completion_tokens": outwards, "total_tokens": inwards + outwards}


def _choices(choices: list[object], part: str) -> list[dict[str, Any]]:
    """Returns the first choice in a list; empty if the choice says nothing, unless it ends a stream."""
    return [
        _choice(one, part)
        for one in choices[:1]
        if isinstance(one, dict)
        and (_given_part(one, part) is not None or (part == "delta" and _ending(one) is not None))
    ]


def _given_part(choice: Mapping[str, Any], part: str) -> Mapping[str, Any] | None:
    """A choice's delta or message (`part` first), or the older protocol's text; None without any of them."""
    for name in (part, "message" if part == "delta" else "delta"):
        if isinstance(choice.get(name), dict):
            said: Mapping[str, Any] = choice[name]
            return {**said, "whole": True} if name == "message" and part == "delta" else said
    return {"content": choice["text"]} if isinstance(choice.get("text"), str) else None


def has_delta(chunk: Any) -> bool:
    """True if an event has a delta or a message, even an empty one."""
    choice = chunk["choices"][0] if chunk["choices"] else None
    return isinstance(choice, dict) and _given_part(choice, "delta") is not None


def _ending(choice: Mapping[str, Any]) -> str | None:
    """Returns how a reply ended, under any of the names that servers use; None while the reply continues."""
    named = (choice.get(name) for name in ("finish_reason", "finishReason", "stop_reason", "done_reason"))
    return next((name for name in named if isinstance(name, str) and name), None)


def _choice(choice: Mapping[str, Any], part: str) -> dict[str, Any]:
    finish = _ending(choice)
    given = _given_part(choice, part)
    said: dict[str, Any] = {}
    if given is not None:
        if part == "message" or "role" in given:
            said["role"] = "assistant"
        said.update({name: given[name] for name in _TEXTS if isinstance(given.get(name), str)})
        if isinstance(given.get("content"), list):
            said.update(_joined(given["content"]))
        elif isinstance(given.get("content"), dict):
            said["content"] = json.dumps(given["content"])
        if called := _called(given):
            said["called"] = called
        if given.get("whole"):
            said["whole"] = True
    if part == "message":
        said.setdefault("content", None)
    ends = None if finish is None else _FINISHES.get(finish.lower(), "stop")
    return {"index": 0, part: said, "finish_reason": ends}


def _called(given: Mapping[str, Any]) -> str:
    """The arguments of a tool call. Some models put a reply by schema there, even without tools."""
    calls = given.get("tool_calls")
    one = calls[0] if isinstance(calls, list) and calls else {"function": given.get("function_call")}
    arguments = _of(_of(one, "function"), "arguments")
    if isinstance(arguments, dict):
        return json.dumps(arguments)
    return arguments if isinstance(arguments, str) else ""


def _joined(parts: list[object]) -> dict[str, str]:
    """Returns content that comes as a list of parts, as text and reasoning."""
    out = {"content": "", "reasoning_content": ""}
    for part in parts:
        if isinstance(part, dict):
            kind = str(part.get("type") or "text").lower()
            thinks = any(sign in kind for sign in ("think", "reason"))
            out["reasoning_content" if thinks else "content"] += _texts(part)
    return {name: text for name, text in out.items() if text}


_PARTS = ("text", "thinking", "reasoning", "summary", "content")


def _texts(part: object, depth: int = 0) -> str:
    """Returns the texts in a part of content, up to four levels deep."""
    if isinstance(part, str):
        return part
    if depth > 3:
        return ""
    if isinstance(part, list):
        return "".join(_texts(one, depth + 1) for one in part)
    if isinstance(part, dict):
        return next((text for name in _PARTS if (text := _texts(part.get(name), depth + 1))), "")
    return ""


_SIGN_KEYS = ("message", "msg", "error", "errors", "detail", "details", "reason", "param", "loc", "raw", "metadata", "code",
              "type", "title", "error_type", "description", "cause")  # fmt: skip


def signs_of(value: object) -> str:
    """Returns all words of an error, in lower case. They are never shown, as they may contain anything."""
    found: list[str] = []

    def gather(one: object, depth: int) -> None:
        if isinstance(one, str | int | float) and not isinstance(one, bool):
            found.append(str(one)[:ERROR_CHARS])
        elif depth < 8 and isinstance(one, list):
            for each in one[:20]:
                gather(each, depth + 1)
        elif depth < 8 and isinstance(one, dict):
            found.extend(key for key in one if key == "estimated_time")
            for key in _SIGN_KEYS:
                gather(one.get(key), depth + 1)

    gather(value, 0)
    return " ".join(found)[: 2 * ERROR_CHARS].lower()


def code_of(value: object, depth: int = 0) -> int | None:
    """Returns the status that an error names; None if it names none."""
    if not isinstance(value, dict) or depth > 3:
        return None
    for key in ("code", "status", "status_code", "http_code"):
        text = str(value.get(key))
        if text.isdecimal() and len(text) == 3:
            return int(text)
    return code_of(value.get("error"), depth + 1)


def quotable_error(value: object) -> tuple[dict[str, Any], str]:
    """An error in OpenAI's form, short and without keys, and those of its words that may be quoted."""
    error = value.get("error", value) if isinstance(value, dict) else value
    few: dict[str, Any] = {"message": ""}
    text = _worded(value)[: 2 * ERROR_CHARS]
    shown = redact(text)
    if not shows_key(shown):
        few["message"] = shown[:ERROR_CHARS]
    if isinstance(error, dict):
        for name in ("type", "code", "status"):
            sign = str(given) if isinstance(given := error.get(name), str | int) else ""
            if _CODE.fullmatch(sign) and not shows_key(sign):
                few[name] = sign
    said = one_line(few["message"], SAID).rstrip(".")
    return few, "" if _LIBRARY.search(said) else said


def _worded(value: object, depth: int = 0) -> str:
    """Returns the words of an error; empty if it has none."""
    if isinstance(value, str):
        return value
    if depth > 5:
        return ""
    if isinstance(value, list):
        return next((text for one in value[:1] if (text := _worded(one, depth + 1))), "")
    if isinstance(value, dict):
        return next((text for name in _WORDS if (text := _worded(value.get(name), depth + 1))), "")
    return ""


def decoded(content: bytes) -> object:
    """Returns the value of a JSON text; None if the text isn't JSON."""
    try:
        return msgspec.json.decode(content)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(content)  # accepts half a surrogate pair, because some servers split a pair
    except (ValueError, RecursionError):
        return None


def encoded(value: object) -> bytes:
    """Returns a value as JSON, even if one of its texts contains half a surrogate pair."""
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return json.dumps(value).encode()

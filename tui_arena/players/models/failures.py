"""Turning LiteLLM's errors into `ModelFailed`, with a kind and a sentence.

Every sentence names the model and says what to do. A provider's own words are quoted in one line and without
keys. They are left out if they repeat any of the messages, which may hold secrets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from tui_arena.config import ModelEntry, redact
from tui_arena.config.redaction import KEY_VARIABLES
from tui_arena.core.text import one_line
from tui_arena.players.models.requests import FailureKind, ModelFailed

SAID = 220
"""How many characters of a provider's own words an error quotes at most."""
REPEATED = 12
"""A provider's words count as repeating the messages if they share this many characters in a row."""
LONGEST = 3600.0
"""A longer retry-after, in seconds, is cut to this."""

LIBRARY_FAULTS = (
    OSError, ValueError, TypeError, LookupError, AttributeError, RuntimeError, ImportError,
    ArithmeticError, AssertionError,
)  # fmt: skip
"""Errors that LiteLLM raises, in addition to its own, when it meets something unexpected."""

_AUTH, _QUOTA = (401, 402, 403), "insufficient_quota"
_AUTH_SIGNS = ("missing credentials", "api_key client option", "invalid api key", "api key not valid")
_CONTEXT_SIGNS = ("exceeds the available context", "exceed_context_size", "context_length_exceeded")
_NO_REPLY_SIGNS = ("empty or invalid response",)
_NOISE = ("connection error", "payload is not completed", "peer closed connection", "request timed out")
_NAMES = ("Error", "Exception", "Timeout")

_SENTENCES: Mapping[str, str] = {
    "auth": "{name}: {where} did not take the key; look at {key}",
    "not_found": "{name}: {where} has no such model; `tui-arena models` lists those that were found",
    "address": "{name}: there is no model {model} at {where}; is the address whole (most end in /v1), "
    "and the model there?",
    "rate_limited": "{name}: {where} takes no more requests for now; wait a little, or recast the seat",
    "context": "{name}: the game needs more context than this model has; take one with a longer context, "
    "or raise `context` for a file on disk",
    "timeout": "{name}: {where} did not answer in time; ask again, or allow it a longer `timeout`",
    "unreachable": "{name}: {where} can't be reached; is the server running, and the network up?",
    "broken": "{name} broke off in the middle of its reply; ask again, or recast the seat",
    "trouble": "{name}: {where} has trouble of its own; ask again in a while, or recast the seat",
    "bad_reply": "{name}: {where} did not send what a model sends; are address and model right?",
    "refused": "{name}: {where} does not take this request; look at the model's `sampling`, or recast the seat",
}


def failure(
    found: Any, entry: ModelEntry, error: Exception, messages: Iterable[Mapping[str, str]], *, begun: bool
) -> ModelFailed:
    """The `ModelFailed` for an error of LiteLLM.

    `found`: LiteLLM's module of exceptions. `begun`: whether part of the reply had come already.
    """
    kind = _kind(found, error)
    sentence = _sentence(found, entry, error, kind, begun=begun)
    why = _SENTENCES[sentence].format(
        name=entry.name, where=where(entry), key=_key_name(entry), model=entry.model
    )
    words = "" if kind == "timeout" else said(error, messages)
    if words:
        why += f"{'' if why.endswith('?') else '.'} It was said: {words}"
    return ModelFailed(kind, why, retry_after=_retry_after(error), refused=sentence == "refused")


def where(entry: ModelEntry) -> str:
    """The file, address or provider that was asked, as named in a sentence."""
    if entry.gguf:
        return f"the file {entry.gguf.name}"
    return redact(entry.base_url) if entry.base_url else entry.provider


def said(error: Exception, messages: Iterable[Mapping[str, str]] = ()) -> str:
    """A provider's own words in one line, without keys; empty if they are noise or repeat the prompt."""
    text = str(getattr(error, "message", "") or error)
    first = text.partition(" Original exception:")[0].partition("\n")[0]
    for noise in ("litellm.", "OpenAIException - "):
        first = first.replace(noise, "")
    while (head := first.partition(": "))[1] and head[0].isidentifier() and head[0].endswith(_NAMES):
        first = head[2]
    words = one_line(redact(first), SAID).rstrip(".")
    if any(noise in words.lower() for noise in _NOISE) or _repeats(words, messages):
        return ""
    return words


def _repeats(words: str, messages: Iterable[Mapping[str, str]]) -> bool:
    sent = "\n".join(str(m.get("content", "")) for m in messages)
    return any(words[i : i + REPEATED] in sent for i in range(len(words) - REPEATED + 1))


def _kind(found: Any, error: Exception) -> FailureKind:
    text = str(error)[:2000].lower()
    if _status(error) in _AUTH or _code(error) == _QUOTA or _any(_AUTH_SIGNS, text):
        return "auth"
    if isinstance(error, found.ContextWindowExceededError) or _any(_CONTEXT_SIGNS, text):
        return "context"
    if _any(_NO_REPLY_SIGNS, text):
        return "bad_reply"
    kinds: tuple[tuple[FailureKind, tuple[type[Exception], ...]], ...] = (
        ("auth", (found.AuthenticationError, found.PermissionDeniedError)),
        ("not_found", (found.NotFoundError,)),
        ("rate_limited", (found.RateLimitError,)),
        ("timeout", (found.Timeout,)),
        ("bad_reply", (found.BadRequestError, found.UnprocessableEntityError)),
        ("bad_reply", (found.APIResponseValidationError,)),
        ("unreachable", (found.openai.OpenAIError, OSError)),
    )
    return next((kind for kind, classes in kinds if isinstance(error, classes)), "bad_reply")


def _sentence(found: Any, entry: ModelEntry, error: Exception, kind: FailureKind, *, begun: bool) -> str:
    if kind == "unreachable":
        if begun:
            return "broken"
        from_provider = isinstance(error, found.openai.APIStatusError)
        return "trouble" if from_provider and said(error) else "unreachable"
    if kind == "not_found" and entry.base_url:
        return "address"
    refusals = (found.BadRequestError, found.UnprocessableEntityError)
    if kind == "bad_reply" and isinstance(error, refusals) and not _any(_NO_REPLY_SIGNS, str(error).lower()):
        return "refused"
    return kind


def _status(error: Exception) -> int | None:
    """The HTTP status that the provider sent, which LiteLLM's own error may hide."""
    for one in (error.__context__, error):
        status = getattr(one, "status_code", None)
        if isinstance(status, int):
            return status
    return None


def _code(error: Exception) -> object:
    body = getattr(error, "body", None)
    return body.get("code") if isinstance(body, dict) else None


def _any(signs: Iterable[str], text: str) -> bool:
    return any(sign in text for sign in signs)


def _key_name(entry: ModelEntry) -> str:
    name = entry.key_env or (None if entry.base_url else KEY_VARIABLES.get(entry.provider))
    return f"the variable {name}" if name else "the key that it wants (`key_env` names its variable)"


def _retry_after(error: Exception) -> float | None:
    """Seconds that the provider asks to wait, 0 to `LONGEST`; None if it doesn't say."""
    headers = getattr(error, "litellm_response_headers", None)
    headers = headers or getattr(getattr(error, "response", None), "headers", None) or {}
    text = str(headers.get("retry-after") or "")
    try:
        seconds = float(text)
    except ValueError:
        seconds = _until(text)
    return min(max(seconds, 0.0), LONGEST) if math.isfinite(seconds) else None


def _until(text: str) -> float:
    """Seconds until an HTTP date; nan if the text isn't one."""
    from email.utils import parsedate_to_datetime  # noqa: PLC0415  (seldom needed)

    try:
        return (parsedate_to_datetime(text) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return math.nan

"""The sentences for models that fail, whichever road they were asked by.

Law: no key and no text of a library is in them. A server's own words are quoted in one line and without keys;
they are left out if they repeat any of the messages, which may hold secrets.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from tui_arena.config import ModelEntry, redact
from tui_arena.players.models.guard import Guard, WireFault
from tui_arena.players.models.requests import FailureKind, ModelFailed

REPEATED = 12
"""A server's words count as repeating the messages if they share this many characters in a row."""
LONGEST = 3600.0
"""A longer retry-after, in seconds, is cut to this."""
CONTEXT_SIGNS = ("exceeds the available context", "exceed_context_size", "context_length_exceeded")
"""Words of a server by which a prompt is too long for its model."""
QUOTA = "insufficient_quota"
"""A server's code for an account without money."""

_SENTENCES: Mapping[str, str] = {
    "auth": "{name}: {where} didn't accept the key; check {key}",
    "not_found": "{name}: {where} has no such model; `tui-arena models` lists what it has",
    "address": "{name}: there's no model {model} at {where}; is the address whole (most end in /v1), "
    "and the model there?",
    "rate_limited": "{name}: {where} won't take more requests for now; wait a little, or change the player",
    "context": "{name}: the game needs more context than this model has; take one with a longer context, "
    "or raise `context` for a file on disk",
    "timeout": "{name}: {where} didn't answer in time; ask again, or give it a longer `timeout`",
    "unreachable": "{name}: {where} can't be reached; is the server running, and the network up?",
    "broken": "{name} broke off in the middle of its reply; ask again, or change the player",
    "trouble": "{name}: {where} is having trouble; ask again in a while, or change the player",
    "bad_reply": "{name}: {where} didn't send what a model sends; are the address and model right?",
    "refused": "{name}: {where} won't take this request; check the model's `sampling`, or change the player",
}


def failure(
    entry: ModelEntry,
    kind: FailureKind,
    guard: Guard,
    messages: Iterable[Mapping[str, str]],
    *,
    begun: bool = False,
    refused: bool = False,
    retry_after: float | None = None,
) -> ModelFailed:
    """The failure of a kind, with its sentence.

    `begun`: whether part of the reply had come already. `refused`: whether the server doesn't take this very
    request. `retry_after`: seconds.
    """
    sentence: str = kind
    if kind == "unreachable" and (begun or guard.complained):
        sentence = "broken" if begun else "trouble"
    elif kind == "not_found" and entry.base_url:
        sentence = "address"
    elif refused:
        sentence = "refused"
    why = _SENTENCES[sentence].format(
        name=entry.name, where=where(entry), key=_key_name(entry), model=entry.model
    )
    if kind != "timeout":
        why = _with_words(why, guard.said, messages)
    return ModelFailed(kind, why, retry_after=retry_after, refused=refused, answered=guard.complained)


def against_rules(
    entry: ModelEntry, guard: Guard, fault: WireFault, messages: Iterable[Mapping[str, str]], seconds: float
) -> ModelFailed:
    """The failure for a server that broke the guard's rules; asking such a server again is pointless."""
    if fault.kind == "unreachable":
        why = _SENTENCES["trouble"].format(name=entry.name, where=where(entry))
        return ModelFailed("unreachable", _with_words(why, guard.said, messages), answered=True)
    if fault.kind == "timeout":
        return late(entry, max(seconds, entry.timeout))
    return ModelFailed("bad_reply", f"{entry.name}: {where(entry)} {fault.why}", refused=True)


def late(entry: ModelEntry, seconds: float) -> ModelFailed:
    """The failure for a reply that had not ended after so many seconds."""
    if seconds < entry.timeout:
        why = f"nothing more came for {entry.stall:g} s; ask again, or raise its `stall`"
    else:
        why = f"no whole reply within {entry.timeout:g} s; ask again, or raise its `timeout`"
    return ModelFailed("timeout", f"{entry.name}: {why}")


def no_reply(entry: ModelEntry) -> ModelFailed:
    """The failure for a server that sent something else than a reply."""
    return ModelFailed(
        "bad_reply", f"{entry.name} sent nothing that is a reply; is {where(entry)} the address of a model?"
    )


def where(entry: ModelEntry) -> str:
    """The file, address or provider that was asked, as named in a sentence."""
    if entry.gguf:
        return f"the file {entry.gguf.name}"
    return redact(entry.base_url) if entry.base_url else entry.provider


def quoted(words: str, messages: Iterable[Mapping[str, str]]) -> str:
    """A server's own words; empty if they repeat any of the messages, however they lay it out."""
    bare = _bare(words)
    sent = _bare("\n".join(str(m.get("content", "")) for m in messages))
    repeats = any(bare[i : i + REPEATED] in sent for i in range(len(bare) - REPEATED + 1))
    return "" if repeats else words


def _bare(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


def _with_words(why: str, words: str, messages: Iterable[Mapping[str, str]]) -> str:
    """A sentence, with a server's own words behind it if they may be quoted."""
    words = quoted(words, messages)
    return why if not words else f"{why}{'' if why.endswith('?') else '.'} It was said: {words}"


def _key_name(entry: ModelEntry) -> str:
    name = entry.key_variable
    return f"the variable {name}" if name else "the key that it wants (`key_env` names its variable)"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a server asks to wait, 0 to `LONGEST`; None if it doesn't say."""
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

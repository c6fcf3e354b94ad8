"""The ladder: how a model is asked if its server doesn't take a field of the request.

Each rung leaves out one thing, or sends it in another form. If a server names what it refuses, that rung is
tried. If it doesn't, each rung is tried alone, and then they are tried together. The rungs that worked are
remembered for the model at its address, for all runs and windows (`config/models.py`).

Law: only a refusal of a field starts a climb. A wrong key, a missing model, too little context, a rate limit
or a server fault doesn't. No parameter that a published protocol names is left out.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from tui_arena.config import ModelEntry, Paths, redact
from tui_arena.config.models import change_rungs, read_rungs
from tui_arena.core.lazy import late_pattern
from tui_arena.players.models.requests import ModelFailed, ModelRequest

SCHEMA, USAGE, SYSTEM, STREAM, TOKENS = "schema", "stream_options", "system", "stream", "max_tokens"
OPEN_END = "end"
"""Not tried in a climb: `models test` finds servers that send neither `finish_reason` nor `[DONE]`."""
ORDER = (SCHEMA, USAGE, SYSTEM, STREAM, TOKENS)
"""The order in which rungs are tried if the server names none."""
SAID: Mapping[str, str] = {
    SCHEMA: "asked for plain text, not JSON",
    USAGE: "not asked for its token count",
    SYSTEM: "system text in the first message",
    STREAM: "whole replies, no streaming",
    TOKENS: "max_completion_tokens instead of max_tokens",
    OPEN_END: "doesn't mark the end of a reply",
}
"""The rungs in words. Any other rung is the name of a parameter that is left out."""
MOST_TRIES = 14
"""The maximum number of requests in one climb."""

_SIGNS: Mapping[str, re.Pattern[str]] = {
    name: late_pattern(pattern)
    for name, pattern in {
        SCHEMA: r"response_?format|json.?schema|json.?mode|json.?object|structured.?output|guided|grammar|\bschema",
        USAGE: r"stream_options|include_usage",
        SYSTEM: r"system.?(?:role|message|prompt|instruction)|role\W{1,3}(?:'|\"|`)?system|(?:'|\"|`)system(?:'|\"|`)|"
        r"roles? must|only .{0,20}user and assistant|developer.?(?:role|message|instruction)",
        TOKENS: r"max_completion_tokens|max_tokens\W.{0,40}(?:not supported|unsupported|deprecated|not allowed|extra)",
        STREAM: r"\bstream(?:ing|ed)?\b(?!_)",
    }.items()
}
"""Matches the words by which a server names what it refuses."""
_MAY_REFUSE = frozenset({400, 415, 422})
MAY_FAIL_AT = frozenset({500, 501})
"""Statuses that some servers send for a field that they can't handle."""
_UNSUPPORTED = late_pattern(
    r"parameter|support|feature|unknown (?:name|field)|extra (?:fields|inputs)|not permitted"
)
_OTHERWISE = frozenset({"auth", "denied", "context", "rate_limited", "timeout", "loading", "broken"})
"""Kinds of failure that aren't a refusal of a field, whatever the server's words."""


def key_of_model(entry: ModelEntry) -> str:
    """Returns the key of a model at its address, without a login in the address."""
    if not entry.base_url:
        return f"{entry.provider} {entry.said_model}"
    parts = urlsplit(entry.base_url)
    return redact(
        f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')} {entry.said_model}"
    )


def rungs_in_words(rungs: Iterable[str]) -> list[str]:
    """Returns rungs in words, in the ladder's order."""
    return [SAID.get(rung, f"no {rung}") for rung in in_order(rungs)]


def in_order(rungs: Iterable[str]) -> list[str]:
    """Returns rungs in the ladder's order, parameters last."""
    places = {rung: place for place, rung in enumerate((*ORDER, OPEN_END))}
    return sorted(rungs, key=lambda rung: (places.get(rung, len(places)), rung))


class Ladder:
    """The rungs on which each model is asked, as far as they are known."""

    def __init__(self, paths: Paths | None = None) -> None:
        """`paths`: where the rungs are saved; None: they aren't saved."""
        self._paths = paths
        self._rungs = dict(read_rungs(paths)) if paths is not None else {}
        self._mine: dict[str, tuple[str, ...]] = {}
        """The rungs learned by this process, in case the file can't be written."""
        self._hopeless: dict[tuple[str, frozenset[str], bool], str] = {}
        """Maps a failed climb (model, rungs, whether there was a schema) to what the server said."""
        self._locks: dict[str, asyncio.Lock] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def known(self, entry: ModelEntry) -> frozenset[str]:
        """Returns the rungs on which a model is asked."""
        return frozenset(self._rungs.get(key_of_model(entry), ()))

    def answered(self, entry: ModelEntry) -> bool:
        """True if a model has ever answered without a failure."""
        return key_of_model(entry) in self._rungs

    def works(self, entry: ModelEntry, rungs: frozenset[str] = frozenset()) -> None:
        """Remember that a model answers on these rungs and on the rungs known before."""
        key = key_of_model(entry)
        if key in self._rungs and rungs <= set(self._rungs[key]):
            return

        def add(rows: dict[str, tuple[str, ...]]) -> None:
            rows[key] = tuple(in_order(rungs | set(rows.pop(key, ()))))

        add(self._mine)
        self._change(add)

    def forget(self, entry: ModelEntry) -> bool:
        """Forget what was learned about a model. Returns whether anything was known."""
        key = key_of_model(entry)
        had = bool(self.known(entry))
        self._mine.pop(key, None)
        self._hopeless.clear()
        self._change(lambda rows: rows.pop(key, None))
        return had

    def look_again(self) -> None:
        """Read what other runs and windows have learned meanwhile."""
        if self._paths is not None:
            self._rungs = {**read_rungs(self._paths), **self._mine}

    def led_nowhere(self, call: ModelRequest, failed: ModelFailed) -> None:
        """Note that a server takes a request on no rungs, so that the next such request needn't climb."""
        self._hopeless[self._kind_of(call)] = failed.signs

    def _kind_of(self, call: ModelRequest) -> tuple[str, frozenset[str], bool]:
        return key_of_model(call.entry), call.without, call.schema is not None

    def _change(self, change: Callable[[dict[str, tuple[str, ...]]], Any]) -> None:
        if self._paths is None:
            change(self._rungs)
        else:
            self._rungs = {**change_rungs(self._paths, change), **self._mine}

    def climbing(self, entry: ModelEntry) -> asyncio.Lock:
        """The lock of the request that looks for a model's rungs; the other requests wait for it."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # a lock belongs to the loop that first waits for it
            self._loop, self._locks = loop, {}
        return self._locks.setdefault(key_of_model(entry), asyncio.Lock())

    def may_climb(self, call: ModelRequest, failed: ModelFailed, tries: int) -> bool:
        """True if a failure may mean that the server doesn't take a field of this request.

        `tries`: how often the same request has failed before.
        """
        in_vain = self._hopeless.get(self._kind_of(call)) == failed.signs
        if failed.kind in _OTHERWISE or in_vain:  # a climb after the same answer has already failed
            return False
        if failed.status in _MAY_REFUSE:
            return failed.kind != "not_found"
        if failed.status in MAY_FAIL_AT:
            return tries > 0 and not self.answered(call.entry)
        named = next(named_rungs(call, failed.signs), None) is not None
        if failed.status is not None and 400 <= failed.status < 500:
            return named or (failed.status == 404 and _UNSUPPORTED.search(failed.signs) is not None)
        if failed.status == 200 and failed.answered:
            return named
        return failed.kind == "bad_reply" and call.schema is not None and tries > 0


def on_rungs(call: ModelRequest, rungs: frozenset[str]) -> ModelRequest:
    """Returns a request on these rungs. Its `streaming` is left to the transports."""
    if not rungs:
        return call
    schema, messages, sampling = call.schema, call.messages, dict(call.sampling)
    if SCHEMA in rungs and schema is not None:
        schema, messages = None, call.messages if call.plain is None else call.plain
    if SYSTEM in rungs:
        messages = without_system(messages)
    if call.published:
        rungs &= _KNOWN
    for name in rungs - _KNOWN:
        sampling.pop(name, None)
    if TOKENS in rungs and "max_tokens" in sampling:
        sampling["max_completion_tokens"] = sampling.pop("max_tokens")
    return replace(call, schema=schema, messages=messages, sampling=sampling, without=rungs)


_KNOWN = frozenset(SAID)


def streaming(without: frozenset[str]) -> dict[str, Any]:
    """The fields that ask for a stream and its token count, but not those that the server doesn't take."""
    if STREAM in without:
        return {}
    return {"stream": True, **({} if USAGE in without else {"stream_options": {"include_usage": True}})}


def without_system(messages: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Returns the messages with the system text at the beginning of the user's first message."""
    system = "\n\n".join(m["content"] for m in messages if m["role"] == "system")
    rest = [dict(m) for m in messages if m["role"] != "system"]
    first = next((m for m in rest if m["role"] == "user"), None)
    if not system:
        return rest
    if first is None:
        return [{"role": "user", "content": system}, *rest]
    first["content"] = f"{system}\n\n{first['content']}"
    return rest


def named_rungs(call: ModelRequest, signs: str) -> Iterator[str]:
    """Returns the rungs that a server's words name and that the request doesn't have yet, in order."""
    for rung in ORDER:
        if rung not in call.without and _applies(call, rung) and _SIGNS[rung].search(signs):
            yield rung
    for name in call.sampling:
        if name not in ("max_tokens", "max_completion_tokens") and re.search(
            rf"\b{re.escape(name)}\b", signs
        ):
            yield name


def _applies(call: ModelRequest, rung: str) -> bool:
    if rung == SCHEMA:
        return call.schema is not None
    if rung == SYSTEM:
        return any(m["role"] == "system" for m in call.messages)
    if rung == TOKENS:
        return "max_tokens" in call.sampling
    return True


class Climb:
    """The rungs that one climb tries. `next` returns the request to send after each failure."""

    def __init__(self, call: ModelRequest, known: frozenset[str], order: Sequence[str] = ORDER) -> None:
        """`order`: the rungs to try if the server names none."""
        self._call = call
        self._order = order
        self._base = known
        self._tried = {known}
        self._trial = known
        self.refused_parameter = ""
        """The parameter of a published protocol that the server refuses; empty if there is none."""

    def next(self, failed: ModelFailed) -> ModelRequest | None:
        """Returns the next request; None if nothing is left to try."""
        on_trial = on_rungs(self._call, self._trial)
        for rung in named_rungs(on_trial, failed.signs):
            if rung not in _KNOWN and self._call.published:
                self.refused_parameter = rung
                return None
            self._base = self._trial
            if (request := self._on(self._trial | {rung})) is not None:
                return request
        return next(filter(None, map(self._on, self._unnamed())), None)

    def _unnamed(self) -> Iterator[frozenset[str]]:
        """Yields the rungs to try if the server names none: each alone, then more and more together."""
        on_base = on_rungs(self._call, self._base)
        rungs = [rung for rung in self._order if rung not in self._base and _applies(on_base, rung)]
        yield from (self._base | {rung} for rung in rungs)
        yield from (self._base | set(rungs[:many]) for many in range(2, len(rungs) + 1))

    def _on(self, rungs: frozenset[str]) -> ModelRequest | None:
        if rungs in self._tried or len(self._tried) > MOST_TRIES:
            return None
        self._tried.add(rungs)
        self._trial = rungs
        return on_rungs(self._call, rungs)

"""The ladder: how a model is asked whose server doesn't take a field of the request.

Each rung leaves out one thing, or says it in another way. A server that names what it refuses is believed; for one that
doesn't, each rung is tried alone, and then they are tried together. What worked is remembered for the model at its
address, by all runs and windows (`config/rungs.py`).

Law: only a refusal climbs. A wrong key, a missing model, too little context, a limit and a fault of the server
don't. No parameter that a published protocol names is left out.
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
from tui_arena.players.models.requests import ModelFailed, ModelRequest

SCHEMA, USAGE, SYSTEM, STREAM, TOKENS = "schema", "stream_options", "system", "stream", "max_tokens"
OPEN_END = "end"
"""Not tried: `models test` finds a server that sends neither `finish_reason` nor `[DONE]`."""
ORDER = (SCHEMA, USAGE, SYSTEM, STREAM, TOKENS)
"""The order in which rungs are tried that a server doesn't name."""
SAID: Mapping[str, str] = {
    SCHEMA: "asked for plain text, not JSON",
    USAGE: "not asked for its token count",
    SYSTEM: "system text in the first message",
    STREAM: "whole replies, no streaming",
    TOKENS: "max_completion_tokens instead of max_tokens",
    OPEN_END: "marks no end of a reply",
}
"""The rungs in words; any other one is the name of a parameter that is left out."""
MOST_TRIES = 14
"""Requests of one climb."""

_SIGNS: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern)
    for name, pattern in {
        SCHEMA: r"response_?format|json.?schema|json.?mode|json.?object|structured.?output|guided|grammar|\bschema",
        USAGE: r"stream_options|include_usage",
        SYSTEM: r"system.?(?:role|message|prompt|instruction)|role\W{1,3}(?:'|\"|`)?system|(?:'|\"|`)system(?:'|\"|`)|"
        r"roles? must|only .{0,20}user and assistant|developer.?(?:role|message|instruction)",
        TOKENS: r"max_completion_tokens|max_tokens\W.{0,40}(?:not supported|unsupported|deprecated|not allowed|extra)",
        STREAM: r"\bstream(?:ing|ed)?\b(?!_)",
    }.items()
}
"""The words by which a server names what it refuses."""
_MAY_REFUSE = frozenset({400, 415, 422})
MAY_FAIL_AT = frozenset({500, 501})
"""Statuses that some servers send for a field that they can't handle."""
_UNSUPPORTED = re.compile(
    r"parameter|support|feature|unknown (?:name|field)|extra (?:fields|inputs)|not permitted"
)
_OTHERWISE = frozenset({"auth", "denied", "context", "rate_limited", "timeout", "loading", "broken"})
"""Kinds of failure that are no refusal of a field, whatever the words."""


def key_of_model(entry: ModelEntry) -> str:
    """The key of a model at its address, without a login in it."""
    if not entry.base_url:
        return f"{entry.provider} {entry.said_model}"
    parts = urlsplit(entry.base_url)
    return redact(
        f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')} {entry.said_model}"
    )


def rungs_in_words(rungs: Iterable[str]) -> list[str]:
    """Rungs in words, in the ladder's order."""
    return [SAID.get(rung, f"no {rung}") for rung in in_order(rungs)]


def in_order(rungs: Iterable[str]) -> list[str]:
    """Rungs in the ladder's order, parameters last."""
    places = {rung: place for place, rung in enumerate((*ORDER, OPEN_END))}
    return sorted(rungs, key=lambda rung: (places.get(rung, len(places)), rung))


class Ladder:
    """On which rungs each model is asked, as far as that is known."""

    def __init__(self, paths: Paths | None = None) -> None:
        """`paths`: where it is kept; None: nowhere."""
        self._paths = paths
        self._rungs = dict(read_rungs(paths)) if paths is not None else {}
        self._mine: dict[str, tuple[str, ...]] = {}
        """What was learned here; the file may not take it."""
        self._hopeless: dict[tuple[str, frozenset[str], bool], str] = {}
        """Climbs that led nowhere, by model, rungs and whether there was a schema: what the server said."""
        self._locks: dict[str, asyncio.Lock] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def known(self, entry: ModelEntry) -> frozenset[str]:
        """The rungs on which a model is asked."""
        return frozenset(self._rungs.get(key_of_model(entry), ()))

    def answered(self, entry: ModelEntry) -> bool:
        """Whether a model ever answered well."""
        return key_of_model(entry) in self._rungs

    def works(self, entry: ModelEntry, rungs: frozenset[str] = frozenset()) -> None:
        """Remember that a model answers on these rungs and those known before."""
        key = key_of_model(entry)
        if key in self._rungs and rungs <= set(self._rungs[key]):
            return

        def add(rows: dict[str, tuple[str, ...]]) -> None:
            rows[key] = tuple(in_order(rungs | set(rows.pop(key, ()))))

        add(self._mine)
        self._change(add)

    def forget(self, entry: ModelEntry) -> bool:
        """Forget what was learned of a model; returns whether anything was."""
        key = key_of_model(entry)
        had = bool(self.known(entry))
        self._mine.pop(key, None)
        self._hopeless.clear()
        self._change(lambda rows: rows.pop(key, None))
        return had

    def look_again(self) -> None:
        """Take what other runs and windows have learned meanwhile."""
        if self._paths is not None:
            self._rungs = {**read_rungs(self._paths), **self._mine}

    def led_nowhere(self, call: ModelRequest, failed: ModelFailed) -> None:
        """Note that a server takes a request on no rungs, so that the next one like it needn't climb."""
        self._hopeless[self._kind_of(call)] = failed.signs

    def is_hopeless(self, call: ModelRequest, failed: ModelFailed) -> bool:
        """Whether a climb from such a request, after such words, led nowhere before."""
        return self._hopeless.get(self._kind_of(call)) == failed.signs

    def _kind_of(self, call: ModelRequest) -> tuple[str, frozenset[str], bool]:
        return key_of_model(call.entry), call.without, call.schema is not None

    def _change(self, change: Callable[[dict[str, tuple[str, ...]]], Any]) -> None:
        if self._paths is None:
            change(self._rungs)
        else:
            self._rungs = {**change_rungs(self._paths, change), **self._mine}

    def climbing(self, entry: ModelEntry) -> asyncio.Lock:
        """Held by the one request that looks for the rungs of a model; the others wait for it."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # a lock belongs to the loop that first waits for it
            self._loop, self._locks = loop, {}
        return self._locks.setdefault(key_of_model(entry), asyncio.Lock())

    def on_its_rungs(self, call: ModelRequest) -> ModelRequest:
        """A request as its model is asked, by what is known."""
        return on_rungs(call, self.known(call.entry))

    def may_climb(self, call: ModelRequest, failed: ModelFailed, tries: int) -> bool:
        """Whether a failure may mean that the server doesn't take a field of this request.

        `tries`: how often the same request has failed before.
        """
        if failed.kind in _OTHERWISE or self.is_hopeless(call, failed):
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
    """A request on these rungs; its `streaming` is up to the transports."""
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
    """The fields that ask for a stream and its count of tokens, without those that the server doesn't take."""
    if STREAM in without:
        return {}
    return {"stream": True, **({} if USAGE in without else {"stream_options": {"include_usage": True}})}


def without_system(messages: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """Messages with the system text at the head of the first message of the user."""
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
    """The rungs that a server's words name, of those on which the request doesn't stand yet, in order."""
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
    """The rungs that one climb tries: `next` gives the request to send after each failure."""

    def __init__(self, call: ModelRequest, known: frozenset[str], order: Sequence[str] = ORDER) -> None:
        """`order`: the rungs that are tried if the server names nothing."""
        self._call = call
        self._order = order
        self._base = known
        self._tried = {known}
        self._trial = known
        self.refused_parameter = ""
        """The parameter that the server refuses and a published protocol names; empty: none."""

    def next(self, failed: ModelFailed) -> ModelRequest | None:
        """The next request; None if nothing is left to try."""
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
        """What to try if the server names nothing: each rung alone, then more and more of them together."""
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

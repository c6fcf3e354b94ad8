"""A transport to models: one request and one reply, with what all transports share.

The *direct* transport speaks OpenAI's protocol itself; the other transport uses LiteLLM. A `StreamedReply`
collects the pieces of a reply, and a `ProgressReporter` reports them.
"""

from __future__ import annotations

import asyncio
import math
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tui_arena.config import ModelEntry, hide, key_of, keyless, source_of
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.config.models import as_sent, may_be_sampled
from tui_arena.config.redaction import without_begun_key
from tui_arena.core.game import Finish, OnProgress, Progress, Usage
from tui_arena.core.reasoning import spelled_out, split_thoughts
from tui_arena.core.text import clean
from tui_arena.players.models.failures import against_rules, endless, failure, late, no_reply, quoted
from tui_arena.players.models.guard import ResponseGuard
from tui_arena.players.models.ladder import OPEN_END
from tui_arena.players.models.requests import (
    ModelFailed,
    ModelRequest,
    ModelResponse,
    PartOfReply,
    ignore_progress,
)
from tui_arena.players.models.server_fields import counted

MOST_CHARS = 400_000
"""A reply is cut off beyond this many characters, because no game needs such a long one."""
MOST_BLANK = 2000
"""A reply ends after this much white space without a word: under a schema, some servers send it forever."""
AFTER_END = 3.0
"""Seconds that a server has after the end of a reply, for example to send its token count."""
STEPS = 100
"""A piece moves the time limit only if 1/100 of a stall has passed, because moving it costs time."""
OPENAI = frozenset(
    "temperature top_p max_tokens max_completion_tokens seed stop presence_penalty frequency_penalty "
    "response_format reasoning_effort logit_bias user".split()
)
"""OpenAI's parameters. For every provider it is known whether the provider accepts them."""
OTHERS = frozenset(
    "top_k min_p typical_p repetition_penalty repeat_penalty mirostat mirostat_eta mirostat_tau num_ctx "
    "num_predict keep_alive think thinking verbosity".split()
)
"""The parameters of single providers that are passed on. Any other might be one of LiteLLM's own."""
NO_KEY = "none"
"""The key that is sent to a server without keys."""
RATE = 20
"""The maximum number of progress reports per second for one reply, already more than anyone can read."""
ALL_EACH_TIME = 3
"""If this many pieces each begin with the piece before, the last piece is the whole text."""
REFUSAL_CHARS = 4000
"""The maximum length of a refusal. The rest is cut off."""
STOPS = ("\nQuestion:", "\nAnswer:", "\n\n")
"""Texts of `TEMPLATE` (`local.py`) that end a base model's reply; it would go on to write more questions."""
LINE = "\n"
"""The text that ends a reply of a single line, too."""
_FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "refused", "refusal": "refused"}


class Transport(Protocol):
    """A way to ask models."""

    def check(self, entry: ModelEntry) -> None:
        """Raise ModelFailed if a model can't be asked at all, because its provider or key is missing."""

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """Returns one reply to one request. Raises ModelFailed, with the part of a reply that broke off."""

    async def close(self) -> None:
        """Close the connections that are kept open in this event loop."""


@dataclass(slots=True)
class StreamedReply:
    """The part of a reply that has come so far."""

    text: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    came: list[float] = field(default_factory=list)
    """Loop time when each piece came."""
    streamed: bool = False
    """True if the reply comes in pieces; the words of a whole reply all come at its end."""
    refusal: str = ""
    pieces: int = 0
    chars: int = 0
    first: float | None = None
    """Loop time when the first piece came; None before that."""
    finish: str | None = None
    usage: Any = None
    grows: bool = True
    """True if each piece of text began with the piece before it, as some servers resend all the text."""
    grown: int = 0
    """The number of pieces with text."""
    whole: str = ""
    """The last piece with text."""
    called: list[str] = field(default_factory=list)
    """Arguments of calls to a tool that the model wasn't given; the reply if there is no other."""
    blank: int = 0
    """The number of white-space characters since the last word."""
    replied: bool = False
    """True if the provider sent any reply, even an empty one."""
    counted: bool = False
    """True if the provider itself sent a token count."""

    def take(self, chunk: Any, now: float) -> bool:
        """Add a piece from LiteLLM. Returns whether the piece had any text or reasoning."""
        self.usage = getattr(chunk, "usage", None) or self.usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            return False
        choice, self.streamed = choices[0], True
        finish = getattr(choice, "finish_reason", None)
        self.finish = finish if isinstance(finish, str) and finish else self.finish
        return self._add(text_of(choice, "content"), text_of(choice, "reasoning_content"), now)

    def take_value(self, value: Mapping[str, Any], now: float) -> bool:
        """Add an event that the guard has reduced. Returns whether the event had any text or reasoning."""
        usage = value.get("usage")
        if usage:
            self.usage, self.counted = usage, True
        choices = value["choices"]
        if not choices:
            return False
        self.replied, choice = True, choices[0]
        self.streamed = self.streamed or "delta" in choice
        said = choice.get("delta") or choice.get("message") or {}
        self.finish = choice["finish_reason"] or self.finish
        if "refusal" in said:
            self.refusal = (self.refusal + said["refusal"])[:REFUSAL_CHARS]
        if "called" in said:
            self.called.append(said["called"])
            self.chars += len(said["called"])
        came = "".join(self.text) if "whole" in said else ""
        if came and said.get("content", "").startswith(came):
            said = {**said, "content": said["content"][len(came) :]}  # it repeats the earlier pieces
        thought = said.get("reasoning_content") or said.get("reasoning") or ""
        return self._add(said.get("content") or "", thought, now)

    def _add(self, said: str, thought: str, now: float) -> bool:
        if not said and not thought:
            return False
        self.text.append(said)
        self.thinking.append(thought)
        self.came.append(now)
        if said:
            again = (
                said == self.whole and self.grown >= ALL_EACH_TIME
            )  # the end of such a stream may repeat it
            self.grows = self.grows and (again or (said != self.whole and said.startswith(self.whole)))
            self.grown += 1
            self.whole = said
        self.blank = self.blank + len(said) if not thought and not said.strip() else 0
        self.pieces += 1
        self.chars += len(said) + len(thought)
        self.first = now if self.first is None else self.first
        return True

    def pass_by(self, chunk: Any) -> None:
        """Read a piece as the provider sent it to LiteLLM."""
        self.counted = self.counted or bool(getattr(chunk, "usage", None))
        choices = getattr(chunk, "choices", True)
        self.replied = self.replied or bool(choices)
        if isinstance(choices, list) and choices:
            self.refusal = (self.refusal + text_of(choices[0], "refusal"))[:REFUSAL_CHARS]

    @property
    def anything(self) -> bool:
        return bool(self.pieces or self.refusal or self.called)

    @property
    def said(self) -> str:
        """Returns the text so far, safe to show. It is cut only after its reasoning was split off."""
        text = self._joined(len(self.text))
        return keyless(clean(text or self.refusal or "".join(self.called), None))

    def _joined(self, pieces: int) -> str:
        """Returns the text of the first `pieces` pieces, including reasoning."""
        if self.grows and self.grown >= ALL_EACH_TIME:
            return next((text for text in reversed(self.text[:pieces]) if text), "")
        return "".join(self.text[:pieces])

    def first_word(self) -> float | None:
        """Returns the loop time when the first word came that isn't reasoning.

        None if there are no such words, or if the reply came whole. Reasoning may only be recognisable by
        its end (`</think>`), so this looks back from the whole reply.
        """

        def come(pieces: int) -> str:
            return clean(self._joined(pieces), None)

        split = split_thoughts(spelled_out(come(len(self.text))))
        if not self.streamed or not split.words.strip():
            return None
        pieces = range(1, len(self.text) + 1)
        return self.came[bisect_right(pieces, split.start, key=lambda one: len(come(one)))]

    @property
    def thought(self) -> str:
        """Returns the reasoning so far, safe to show."""
        return keyless(clean("".join(self.thinking), None))

    def progress(self) -> Progress:
        """Returns the reply so far. The beginning of a possible key is held back until more has come."""
        said, thought = without_begun_key(self.said), without_begun_key(self.thought)
        split = split_thoughts(spelled_out(said))
        thought = "\n".join(part for part in (thought, split.thinking) if part)
        return Progress(clean(keyless(split.words)), clean(keyless(thought)), self.pieces)

    def ended(self) -> Finish:
        """Returns how a finished reply ended."""
        if self.refusal and not any(self.text):
            return "refused"
        return _FINISHES.get(self.finish or "", "stop")


def text_of(choice: Any, field: str) -> str:
    """A text in a piece, whatever its protocol; empty if there is none, or if the value isn't a text."""
    value = getattr(getattr(choice, "delta", None), field, None)
    return value if isinstance(value, str) else ""


class ProgressReporter:
    """Reports a reply's progress, at most `RATE` times a second.

    The last piece before a pause is reported too; a piece is skipped only if a later one is reported.
    """

    def __init__(self, heard: StreamedReply, hear: OnProgress) -> None:
        self._heard = heard
        self._hear = hear
        self._loop = asyncio.get_running_loop()
        self._next = 0.0
        self._late: asyncio.TimerHandle | None = None

    def piece(self, now: float) -> None:
        """Note that another piece has come."""
        if self._late is not None or self._hear is ignore_progress:
            return
        if now >= self._next:
            self._tell()
        else:
            self._late = self._loop.call_at(self._next, self._tell)

    def _tell(self) -> None:
        self._late = None
        self._next = self._loop.time() + 1 / RATE
        self._hear(self._heard.progress())

    def end(self) -> None:
        """Stop reporting."""
        if self._late is not None:
            self._late.cancel()


@dataclass(slots=True)
class ModelExchange:
    """One request to a model, and its reply as it arrives."""

    call: ModelRequest
    hear: OnProgress
    guard: ResponseGuard
    reply: StreamedReply = field(default_factory=StreamedReply)
    left_off: bool = False
    """True if the rest of the reply was left unread because it was too long."""
    _limit: asyncio.Timeout | None = None
    _moved: float = -math.inf
    """Loop time when a piece last moved the time limit."""
    _ends: bool = False
    """True if the reply had already ended when the time limit was last moved."""
    _teller: ProgressReporter | None = None

    def piece(self, take: Callable[[float], bool]) -> bool:
        """Take a piece, which moves the time limit. Returns whether the reply may continue.

        `take` adds the piece to the reply, at this loop time, and returns whether the piece had any text.
        """
        now = self.guard.clock()
        self._move(now)
        if take(now) and self.hear is not ignore_progress:
            self._teller = self._teller or ProgressReporter(self.reply, self.hear)
            self._teller.piece(now)
        if self.reply.chars > MOST_CHARS or self.reply.blank > MOST_BLANK:
            self.reply.finish, self.left_off = "length", True
            return False
        return True

    def _move(self, now: float) -> None:
        """Start the time again within which the next bytes must come."""
        ends = bool(self.guard.ended)
        stall = min(self.call.entry.stall, AFTER_END if ends else math.inf)
        if now - self._moved > stall / STEPS or ends is not self._ends:
            assert self._limit is not None, "it is being heard"
            self._limit.reschedule(min(self.guard.until, now + stall))
            self._moved, self._ends = now, ends

    def alive(self) -> None:
        """Note that bytes came. A comment that keeps a stream alive starts its time limit again, too."""
        if self._moved > -math.inf:
            self._move(self.guard.clock())

    def heard_value(self, value: dict[str, Any]) -> bool:
        """Take an event or a whole reply, reduced by the guard. Returns whether the reply may continue."""
        return self.piece(lambda now: self.reply.take_value(value, now))

    def refuse(self) -> None:
        """Record that the server doesn't let its model reply to this request."""
        self.reply.refusal = quoted(self.guard.said, self.call.messages) or "refused"
        self.reply.replied = True

    async def heard(self, ask: Callable[[], Awaitable[None]]) -> ModelFailed | None:
        """Wait until `ask` has received the reply, or until it is late. Returns the failure, or None."""
        entry, guard = self.call.entry, self.guard
        task = asyncio.current_task()
        cancelled = task.cancelling() if task else 0
        began = guard.until - entry.timeout
        broken: ModelFailed | None = None
        try:
            async with asyncio.timeout_at(guard.until) as self._limit:
                await ask()
        except TimeoutError:
            broken = late(entry, guard.clock() - began)
        except ModelFailed as failed:
            broken = failed
        finally:
            if self._teller is not None:
                self._teller.end()
        if task is not None and task.cancelling() > cancelled:
            raise asyncio.CancelledError  # LiteLLM swallows the cancellation while it closes a stream
        if guard.fault is not None:
            broken = against_rules(entry, guard, guard.fault, self.call.messages, guard.clock() - began)
        return broken


async def exchanged(
    call: ModelRequest,
    hear: OnProgress,
    ask: Callable[[ModelExchange], Awaitable[None]],
    *,
    sent: Mapping[str, Any],
    dropped: tuple[str, ...],
    cost: Callable[[int, int], float | None],
) -> ModelResponse:
    """Returns one reply, within the time that its model has. Raises ModelFailed.

    `ask` sends the request, passes each piece to the exchange and raises ModelFailed. `sent`: the parameters
    of the request. `dropped`: the parameters that are left out. `cost` returns the dollars for so many tokens in and out.
    """
    entry, clock = call.entry, asyncio.get_running_loop().time
    began = clock()
    exchange = ModelExchange(call, hear, ResponseGuard(clock, began + entry.timeout))
    exchange.guard.heard = exchange.alive
    broken = await exchange.heard(lambda: ask(exchange))
    reply, guard = exchange.reply, exchange.guard
    if broken is None and reply.finish == "error":
        broken = failure(entry, "broken", guard, call.messages, begun=True)
    if broken is not None and not (
        guard.ended and reply.anything and not guard.complained and guard.fault is None
    ):
        raise _with_part(broken, reply)  # after the end, an error loses nothing of the reply
    if not reply.anything and (not reply.replied or guard.worded is False):
        raise no_reply(entry)
    rungs = call.without
    if guard.ended is False and not exchange.left_off:
        if not guard.whole or not (OPEN_END in rungs or call.learns_end):
            raise _with_part(endless(entry), reply)
        rungs |= {OPEN_END}
    counts = counted(reply.usage) if reply.counted else None
    return ModelResponse(
        text=reply.said,
        thinking=reply.thought,
        finish=reply.ended(),
        usage=None if counts is None else Usage(*counts, cost(*counts)),
        seconds=round(clock() - began, 3),
        first_token_seconds=_after(began, reply.first),
        first_word_seconds=_after(began, reply.first_word()),
        sent={"model": entry.said_model, **sent},
        served=_served(entry, guard.served),
        dropped=dropped,
        messages=call.messages,
        without=rungs,
    )


def _after(began: float, at: float | None) -> float | None:
    return None if at is None else round(at - began, 3)


def _with_part(failed: ModelFailed, reply: StreamedReply) -> ModelFailed:
    """Returns a failure with the part of the reply that arrived."""
    if reply.pieces:
        failed.part = PartOfReply(clean(reply.said), clean(reply.thought))
        failed.parts = (failed.part,)
    return failed


def _served(entry: ModelEntry, served: Mapping[str, str]) -> dict[str, str]:
    """The source that a reply names, without the name that was asked for and without the name of a file."""
    asked = entry.gguf is not None or entry.said_model.endswith(served.get("model", ""))
    return {name: value for name, value in served.items() if name != "model" or not asked}


def key_for(entry: ModelEntry, provider: str, *, needed: bool) -> str | None:
    """The key to send; None if there is none and none is `needed`. Raises ModelFailed if one is needed."""
    own = entry.base_url or entry.gguf
    name = entry.key_env or (None if own else KEY_VARIABLES.get(provider))
    if name is None:
        return NO_KEY if own else None
    key = key_of(name)
    if key is None and (entry.key_env is not None or needed):
        asked = source_of(name) == "keyring"
        raise ModelFailed(
            "auth",
            f"{entry.name}: the system's keyring didn't return the key {name}; is it locked?"
            if asked
            else f"{entry.name}: there's no key; press k on the models screen to enter it, or put it in the "
            f"variable {name} and restart",
        )
    if key is not None:
        hide(key)
    return key


def divided(call: ModelRequest, takes: Callable[[str, Any], bool]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Returns the parameters of a request that are sent, and the names of those that its model doesn't take.

    A parameter that would change the address, the key or the way of asking is never sent. A session file from
    elsewhere may name any parameter.
    """
    wanted = {name: as_sent(name, value) for name, value in call.sampling.items() if may_be_sampled(name)}
    if call.schema is not None:
        schema = {"name": "reply", "strict": True, "schema": call.schema}
        wanted["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif call.entry.is_base and not call.published:
        wanted.setdefault("stop", [*STOPS, LINE] if call.is_line else [*STOPS])
    sent = {name: value for name, value in wanted.items() if takes(name, value)}
    every = [*call.sampling, *(["response_format"] if call.schema is not None else [])]
    return sent, tuple(name for name in dict.fromkeys(every) if name not in sent)

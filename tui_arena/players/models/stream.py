"""A streamed reply: collecting its pieces and reporting its progress.

LiteLLM drops pieces without text, such as those of a refusal, and makes up a count of tokens if the
provider gives none. So the provider's own pieces are read before LiteLLM handles them (`pass_by`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from tui_arena.config import keyless
from tui_arena.config.redaction import without_begun_key
from tui_arena.core.game import Finish, OnProgress, Progress
from tui_arena.core.reasoning import spelled_out, split_thoughts
from tui_arena.core.text import clean
from tui_arena.players.models.requests import ignore_progress

RATE = 20
"""Most progress reports per second for one reply, already more than anyone can read."""
ALL_EACH_TIME = 3
"""From so many pieces on, each of which begins with the one before it, the last one is all of the text."""
REFUSAL_CHARS = 4000
"""The greatest length of a refusal; the rest is cut off."""
_FINISHES: dict[str, Finish] = {"length": "length", "content_filter": "refused", "refusal": "refused"}


@dataclass(slots=True)
class StreamedReply:
    """The part of a reply that has come so far."""

    text: list[str] = field(default_factory=list)
    thinking: list[str] = field(default_factory=list)
    refusal: str = ""
    pieces: int = 0
    chars: int = 0
    first: float | None = None
    """Loop time when the first piece came; None before that."""
    finish: str | None = None
    usage: Any = None
    grows: bool = True
    """Whether each piece of text so far begins with the one before it, as where a server sends all of it each time."""
    grown: int = 0
    """How many pieces had text."""
    whole: str = ""
    """The last of them."""
    called: list[str] = field(default_factory=list)
    """What was said to a tool that the model wasn't given; it is the reply if there is no other."""
    blank: int = 0
    """How many characters of white space came last, without a word between."""
    replied: bool = False
    """Whether the provider sent any reply, even an empty one."""
    counted: bool = False
    """Whether the provider itself gave a count of tokens."""

    def take(self, chunk: Any, now: float) -> bool:
        """Add a piece of LiteLLM's; returns whether it had any text or reasoning."""
        self.usage = getattr(chunk, "usage", None) or self.usage
        choices = getattr(chunk, "choices", None)
        if not choices:
            return False
        choice = choices[0]
        finish = getattr(choice, "finish_reason", None)
        self.finish = finish if isinstance(finish, str) and finish else self.finish
        return self._add(text_of(choice, "content"), text_of(choice, "reasoning_content"), now)

    def take_value(self, value: Mapping[str, Any], now: float) -> bool:
        """Add an event that the guard has reduced; returns whether it had any text or reasoning."""
        usage = value.get("usage")
        if usage:
            self.usage, self.counted = usage, True
        choices = value["choices"]
        if not choices:
            return False
        self.replied, choice = True, choices[0]
        said = choice.get("delta") or choice.get("message") or {}
        self.finish = choice["finish_reason"] or self.finish
        if "refusal" in said:
            self.refusal = (self.refusal + said["refusal"])[:REFUSAL_CHARS]
        if "called" in said:
            self.called.append(said["called"])
            self.chars += len(said["called"])
        came = "".join(self.text) if "whole" in said else ""
        if came and said.get("content", "").startswith(came):
            said = {**said, "content": said["content"][len(came) :]}  # it repeats what came in pieces
        thought = said.get("reasoning_content") or said.get("reasoning") or ""
        return self._add(said.get("content") or "", thought, now)

    def _add(self, said: str, thought: str, now: float) -> bool:
        if not said and not thought:
            return False
        self.text.append(said)
        self.thinking.append(thought)
        if said:
            again = (
                said == self.whole and self.grown >= ALL_EACH_TIME
            )  # as the end of such a stream may say it
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
        """The text so far, safe to show. It is cut only after its reasoning was split off."""
        text = self.whole if self.grows and self.grown >= ALL_EACH_TIME else "".join(self.text)
        return keyless(clean(text or self.refusal or "".join(self.called), None))

    @property
    def thought(self) -> str:
        """The reasoning so far, safe to show."""
        return keyless(clean("".join(self.thinking), None))

    def progress(self) -> Progress:
        """The reply so far; a key's first characters are held back until it is clear what they are."""
        said, thought = without_begun_key(self.said), without_begun_key(self.thought)
        split = split_thoughts(spelled_out(said))
        thought = "\n".join(part for part in (thought, split.thinking) if part)
        return Progress(clean(keyless(split.words)), clean(keyless(thought)), self.pieces)

    def ended(self) -> Finish:
        """How a finished reply ended."""
        if self.refusal and not any(self.text):
            return "refused"
        return _FINISHES.get(self.finish or "", "stop")


def text_of(choice: Any, field: str) -> str:
    """A text in a piece, whatever protocol it came by; empty if there is none, or anything but a text."""
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


class TappedStream:
    """A provider's stream whose pieces are read on their way to LiteLLM."""

    def __init__(self, stream: Any, heard: StreamedReply) -> None:
        self._stream = stream
        self._pieces: AsyncIterator[Any] = aiter(stream)
        self._heard = heard

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Any:
        chunk = await anext(self._pieces)
        self._heard.pass_by(chunk)
        return chunk


def tap(stream: Any, heard: StreamedReply) -> None:
    """Read the pieces that LiteLLM's stream gets from the provider, if it gets them one by one."""
    source = getattr(stream, "completion_stream", None)
    if hasattr(source, "__aiter__"):
        stream.completion_stream = TappedStream(source, heard)
    else:
        heard.replied = heard.counted = True  # this can't be checked, so LiteLLM is trusted

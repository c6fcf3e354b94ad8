"""Requests to models, their responses and what they may cost, as plain values that don't depend on LiteLLM.

An error is a sentence that says what happened and what to do, with every key hidden.

A budget is checked before every request, so a run stops between two replies and loses none. A reply of unknown
price adds no dollars and is counted in `unpriced`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tui_arena.config import ModelEntry
from tui_arena.core.game import Finish, PlayerFailed, Progress, Usage

FailureKind = Literal[
    "auth",
    "denied",
    "not_found",
    "rate_limited",
    "context",
    "timeout",
    "unreachable",
    "bad_reply",
    "loading",
    "broken",
]
"""`denied`: the account or its place may not ask this. `loading`: the server gets its model ready. `broken`: a reply
without its end."""


@dataclass(frozen=True, slots=True)
class PartOfReply:
    """What came of a reply without its end. It is no reply: it is kept to be looked at, and nobody reads it."""

    text: str
    thinking: str = ""

    def to_json(self) -> dict[str, str]:
        """The part as a session file holds it."""
        return {"text": self.text, **({"thinking": self.thinking} if self.thinking else {})}


class ModelFailed(PlayerFailed):
    """A model couldn't answer; the sentence says what happened and what to do."""

    def __init__(
        self,
        kind: FailureKind,
        why: str,
        *,
        retry_after: float | None = None,
        refused: bool = False,
        answered: bool = False,
        status: int | None = None,
        signs: str = "",
        part: PartOfReply | None = None,
    ) -> None:
        super().__init__(why)
        self.kind: FailureKind = kind
        self.why = why
        self.retry_after = retry_after
        """Seconds that the provider asks to wait; None if it doesn't say."""
        self.refused = refused
        """Whether the request itself was rejected, so that sending it again is pointless."""
        self.answered = answered
        """Whether the server is there and told the failure itself."""
        self.status = status
        """The status of its response, or the one that its error names; None if there is none."""
        self.signs = signs
        """All its words about the failure, in small letters; they are searched and never shown."""
        self.part = part
        """What came of a reply without its end; None if nothing did."""
        self.parts: tuple[PartOfReply, ...] = () if part is None else (part,)
        """The same of all tries."""

    @property
    def kept(self) -> dict[str, Any]:
        return {"broken": [part.to_json() for part in self.parts]} if self.parts else {}

    def said(self, why: str) -> ModelFailed:
        """This failure with another sentence."""
        self.why, self.args = why, (why,)
        return self


class BudgetReached(PlayerFailed):
    """Models have cost as much as the budget of a session or run, or a limit for all, allows; the user can raise it."""

    def __init__(self, why: str, *, of: Literal["session", "run", "limit"]) -> None:
        super().__init__(why)
        self.of = of


@dataclass(slots=True)
class Budget:
    """What the models of one session or one run have cost, and what they may cost."""

    of: Literal["session", "run"] = "session"
    usd: float | None = None
    """Dollars that may be spent; None: no limit."""
    tokens: int | None = None
    """Tokens, in and out, that may be used; None: no limit."""
    spent_usd: float = 0.0
    used_tokens: int = 0
    unpriced: int = 0
    """How many replies had no known price."""
    broken: int = 0
    """How many replies had no end, and were asked for again or given up."""

    def check(self) -> None:
        """Raise BudgetReached if no more requests are allowed."""
        if self.usd is not None and self.spent_usd >= self.usd:
            raise BudgetReached(
                f"the budget of this {self.of}, ${self.usd:.4g}, is spent (${self.spent_usd:.4f}); "
                "raise it to go on",
                of=self.of,
            )
        if self.tokens is not None and self.used_tokens >= self.tokens:
            raise BudgetReached(
                f"the budget of this {self.of}, {self.tokens:,} tokens, is used up "
                f"({self.used_tokens:,}); raise it to go on",
                of=self.of,
            )

    def add(self, usage: Usage | None) -> None:
        """Add the usage of one reply; None if the provider gave none."""
        if usage is None:
            self.unpriced += 1
            return
        self.used_tokens += usage.tokens
        if usage.cost_usd is None:
            self.unpriced += 1
        else:
            self.spent_usd += usage.cost_usd


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request to a model."""

    entry: ModelEntry
    messages: Sequence[Mapping[str, str]]
    sampling: Mapping[str, Any] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """JSON schema that the reply must follow; None for plain text."""
    plain: Sequence[Mapping[str, str]] | None = None
    """The messages that ask for plain text, where there is a schema; None: the same."""
    published: bool = False
    """Whether a published protocol names the sampling, so that no parameter of it may be left out."""
    without: frozenset[str] = frozenset()
    """The rungs of the ladder (`ladder.py`) on which the request stands: what is left out, or asked in another way."""
    learns_end: bool = False
    """Whether a whole reply without a mark of its end shows that this server sends none."""


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """A model's response."""

    text: str
    thinking: str = ""
    finish: Finish = "stop"
    usage: Usage | None = None
    seconds: float = 0.0
    first_token_seconds: float | None = None
    sent: Mapping[str, Any] = field(default_factory=dict)
    """The parameters that were really sent, without messages, address, key and headers."""
    served: Mapping[str, str] = field(default_factory=dict)
    """By what it was made, as far as that is known: the `model` and the `fingerprint` that the provider names,
    and the SHA-256 of a model `file`."""
    dropped: tuple[str, ...] = ()
    """Parameters that were left out because the provider doesn't accept them."""
    retries: int = 0
    """Tries that failed before this one."""
    messages: Sequence[Mapping[str, str]] = ()
    """The messages that were really sent."""
    without: frozenset[str] = frozenset()
    """The rungs of the ladder on which the request stood."""
    parts: tuple[PartOfReply, ...] = ()
    """What came of replies without their end before this one."""

    @property
    def by_schema(self) -> bool:
        """Whether it was asked for by a schema."""
        return "response_format" in self.sent


def ignore_progress(_: Progress) -> None:
    """Do nothing; for callers that need no progress."""


def is_published(preset: str | None) -> bool:
    """Whether a preset is a published protocol, so that a model is sent only what the protocol names."""
    return preset not in (None, "party")

"""Requests to models and their responses, as plain values that don't depend on LiteLLM.

An error is a sentence that says what happened and what to do, with every key hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tui_arena.config import ModelEntry
from tui_arena.core.game import Finish, PlayerFailed, Progress, Usage

FailureKind = Literal["auth", "not_found", "rate_limited", "context", "timeout", "unreachable", "bad_reply"]


class ModelFailed(PlayerFailed):
    """A model couldn't answer; the sentence says what happened and what to do."""

    def __init__(
        self, kind: FailureKind, why: str, *, retry_after: float | None = None, refused: bool = False
    ) -> None:
        super().__init__(why)
        self.kind: FailureKind = kind
        self.why = why
        self.retry_after = retry_after
        """Seconds that the provider asks to wait; None if it doesn't say."""
        self.refused = refused
        """Whether the request itself was rejected, so that sending it again is pointless."""


class BudgetReached(PlayerFailed):
    """The models of a session or run have cost as much as the budget allows; the user can raise it."""

    def __init__(self, why: str, *, of: Literal["session", "run"]) -> None:
        super().__init__(why)
        self.of = of


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request to a model."""

    entry: ModelEntry
    messages: Sequence[Mapping[str, str]]
    sampling: Mapping[str, Any] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """JSON schema that the reply must follow; None for plain text."""


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
    dropped: tuple[str, ...] = ()
    """Parameters that were left out because the provider doesn't accept them."""
    retries: int = 0
    """Tries that failed before this one."""


OnProgress = Callable[[Progress], None]
"""Is called with a reply's progress; only in the event loop of the task that asks."""


def ignore_progress(_: Progress) -> None:
    """Do nothing; for callers that need no progress."""


def is_published(preset: str | None) -> bool:
    """Whether a preset is a published protocol, so that a model is sent only what the protocol names."""
    return preset not in (None, "party")

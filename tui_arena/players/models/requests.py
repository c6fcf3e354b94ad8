"""What is asked of a model, and what comes back: plain values, whoever asks and however it is reached.

Law: nothing here knows LiteLLM. An error is a sentence that says what happened and what to do, with
every key hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from tui_arena.config import ModelEntry
from tui_arena.core.game import Finish, PlayerFailed, Progress, Usage

FailureKind = Literal["auth", "not_found", "rate_limited", "context", "timeout", "unreachable", "bad_reply"]


class ModelFailed(PlayerFailed):
    """A model could not answer; the sentence says what happened and what to do."""

    def __init__(
        self, kind: FailureKind, why: str, *, retry_after: float | None = None, refused: bool = False
    ) -> None:
        super().__init__(why)
        self.kind: FailureKind = kind
        self.why = why
        self.retry_after = retry_after
        """Seconds for which the provider wants to be left alone."""
        self.refused = refused
        """The request itself was not taken: it is in vain to send it again."""


class BudgetReached(PlayerFailed):
    """The models of a session or run have cost what they may; it can be raised."""

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
    """JSON schema that the reply shall follow; None: plain text."""


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """What came back."""

    text: str
    thinking: str = ""
    finish: Finish = "stop"
    usage: Usage | None = None
    seconds: float = 0.0
    first_token_seconds: float | None = None
    sent: Mapping[str, Any] = field(default_factory=dict)
    """Every parameter as it was really sent; no message, address, key or header."""
    dropped: tuple[str, ...] = ()
    """Parameters that the provider does not take and that were left out."""
    retries: int = 0
    """Tries that failed before this one."""


OnProgress = Callable[[Progress], None]
"""Hears of a reply on its way; may be called from the task that asks only."""


def ignore_progress(_: Progress) -> None:
    """Nobody listens."""


class Provider(Protocol):
    """One way to reach models: a single try."""

    async def answer(
        self, call: ModelRequest, base_url: str | None, key: str | None, hear: OnProgress
    ) -> ModelResponse:
        """One reply; raises ModelFailed. `base_url` and `key` go before the entry's own."""


def is_published(preset: str | None) -> bool:
    """Whether a preset is a published protocol, where a model is sent what that names and no more."""
    return preset not in (None, "party")

"""Requests to models, their responses and what they may cost, as plain values that don't depend on LiteLLM.

An error is a sentence that says what happened and what to do, with every key hidden.

A budget is checked before every request, so a run stops between two replies and loses none. A reply of
unknown price adds no dollars and is counted in `unpriced`.

The purse counts what all models cost, today and ever: in the app, in runs, tests and analyses. The spending is saved in
the save file, so it counts for all programs that share the file, and for all days.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from tui_arena.config import ModelEntry
from tui_arena.core.game import Finish, OnProgress, PlayerFailed, Progress, Usage
from tui_arena.core.language.sentences import money
from tui_arena.save.errors import SaveError

if TYPE_CHECKING:
    from tui_arena.save.store import Store

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
"""`denied`: the account or its region may not ask this. `loading`: the server gets its model ready. `broken`:
the reply broke off."""


@dataclass(frozen=True, slots=True)
class PartOfReply:
    """The part of a broken reply that arrived. It is kept for inspection; the rules never read it."""

    text: str
    thinking: str = ""

    def to_json(self) -> dict[str, str]:
        """Returns the part as a session file contains it."""
        return {"text": self.text, **({"thinking": self.thinking} if self.thinking else {})}


class ModelFailed(PlayerFailed):
    """A model couldn't answer. The sentence says what happened and what to do."""

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
        """The seconds that the provider asks the client to wait; None if it doesn't say."""
        self.refused = refused
        """True if the request itself was rejected, so that sending it again is pointless."""
        self.answered = answered
        """True if the server is there and reported the failure itself."""
        self.status = status
        """The status of the server's response, or of the error in it; None if there is none."""
        self.signs = signs
        """All the server's words about the failure, in lower case; they are searched and never shown."""
        self.part = part
        """The part of a broken reply that arrived; None if nothing did."""
        self.parts: tuple[PartOfReply, ...] = () if part is None else (part,)
        """The parts of all tries."""

    @property
    def kept(self) -> dict[str, Any]:
        return {"broken": [part.to_json() for part in self.parts]} if self.parts else {}

    def said(self, why: str) -> ModelFailed:
        """Returns this failure with another sentence."""
        self.why, self.args = why, (why,)
        return self


class BudgetReached(PlayerFailed):
    """Models have used up the budget of a session or run, or a general limit; the user can raise it."""

    def __init__(self, why: str, *, of: Literal["session", "run", "limit"]) -> None:
        super().__init__(why)
        self.of = of


@dataclass(slots=True)
class Budget:
    """What the models of one session or run have cost, and what they may cost."""

    of: Literal["session", "run"] = "session"
    usd: float | None = None
    """The dollars that may be spent; None: no limit."""
    tokens: int | None = None
    """The tokens, in and out, that may be used; None: no limit."""
    spent_usd: float = 0.0
    used_tokens: int = 0
    unpriced: int = 0
    """The number of replies without a known price."""
    broken: int = 0
    """The number of replies that broke off, and were asked for again or given up."""

    def check(self) -> None:
        """Raise BudgetReached if no more requests are allowed."""
        if self.usd is not None and self.spent_usd >= self.usd:
            raise BudgetReached(
                f"the budget of this {self.of}, ${self.usd:.4g}, is spent ({money(self.spent_usd)}); "
                "raise it to continue",
                of=self.of,
            )
        if self.tokens is not None and self.used_tokens >= self.tokens:
            raise BudgetReached(
                f"the budget of this {self.of}, {self.tokens:,} tokens, is used up "
                f"({self.used_tokens:,}); raise it to continue",
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


Sends = Callable[["ModelRequest", str | None, str | None, OnProgress], Awaitable["ModelResponse"]]
"""Sends a request, to another address and with another key if they are given."""


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One request to a model."""

    entry: ModelEntry
    messages: Sequence[Mapping[str, str]]
    sampling: Mapping[str, Any] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    """The JSON schema that the reply must follow; None for plain text."""
    grammar: str = ""
    """The grammar (GBNF) that the reply of a model file must follow; empty if there is none."""
    plain: Sequence[Mapping[str, str]] | None = None
    """If there is a schema, the messages that ask for plain text instead; None: the same messages."""
    published: bool = False
    """True if a published protocol names the sampling, so that no parameter may be left out or added."""
    is_line: bool = False
    """True if the reply is a single line, so that a base model stops at its end."""
    without: frozenset[str] = frozenset()
    """The request's rungs of the ladder (`ladder.py`): what is left out, or asked for in another form."""
    learns_end: bool = False
    """True if a whole reply without an end mark shows that this server sends no end marks."""
    sends: Sends | None = None
    """Sends it once, from another process; None: a transport of this process sends it."""


@dataclass(frozen=True, slots=True)
class ModelResponse:
    """A model's response."""

    text: str
    thinking: str = ""
    finish: Finish = "stop"
    usage: Usage | None = None
    seconds: float = 0.0
    first_token_seconds: float | None = None
    """Seconds until anything came, which may be reasoning."""
    sent: Mapping[str, Any] = field(default_factory=dict)
    """The parameters that were really sent, without messages, address, key and headers."""
    served: Mapping[str, str] = field(default_factory=dict)
    """The source of the reply, as far as it is known: the `model` and the `fingerprint` that the provider
    names, and the SHA-256 of a model `file`."""
    dropped: tuple[str, ...] = ()
    """Parameters that were left out because the provider doesn't accept them."""
    retries: int = 0
    """The number of tries that failed before this one."""
    messages: Sequence[Mapping[str, str]] = ()
    """The messages that were really sent."""
    without: frozenset[str] = frozenset()
    """The request's rungs of the ladder."""
    parts: tuple[PartOfReply, ...] = ()
    """The parts of earlier replies that broke off."""
    first_word_seconds: float | None = None
    """Seconds until the first word that isn't reasoning; None without words, or if the response came whole."""

    @property
    def by_schema(self) -> bool:
        """True if the request had a schema."""
        return "response_format" in self.sent


def ignore_progress(_: Progress) -> None:
    """Do nothing. For callers that need no progress."""


def is_published(preset: str | None) -> bool:
    """True if a preset is a published protocol, so that a model is sent only what the protocol names."""
    return preset not in (None, "party")


_DAY, _ALL = "spent:{day}", "spent"
"""The keys in the save file's notes."""


@dataclass(frozen=True, slots=True)
class SpendingLimits:
    """The dollars that all models may cost; 0: no limit."""

    day: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class Spending:
    """The dollars that all models have cost."""

    day: float = 0.0
    total: float = 0.0


def today() -> str:
    """Returns the local date, by which days are counted."""
    return datetime.now().astimezone().date().isoformat()


def spending(store: Store) -> Spending:
    """Returns what has been spent today and in all. Raises SaveError."""
    return Spending(*(store.number(key) for key in (_DAY.format(day=today()), _ALL)))


class Purse:
    """Counts the cost of replies, and lets no request through beyond a limit."""

    def __init__(self, store: Callable[[], Store], limits: Callable[[], SpendingLimits]) -> None:
        """`limits` returns the current limits. Spent money or a limit makes `store` open the save file."""
        self._store = store
        self._limits = limits
        self._lock = Lock()
        self._unsaved = 0.0
        """Dollars that could not be saved yet."""

    def check(self) -> None:
        """Raise BudgetReached if a limit is reached, or if the spending can't be read."""
        limits = self._limits()
        if not limits.day and not limits.total:
            return
        try:
            spent = spending(self._store())
        except SaveError as error:
            raise BudgetReached(
                f"the amount spent can't be read, so the limit can't be checked: {error}", of="limit"
            ) from None
        for limit, used, of in ((limits.day, spent.day, "of a day"), (limits.total, spent.total, "in all")):
            if limit and used + self._unsaved >= limit:
                raise BudgetReached(
                    f"the limit {of}, ${limit:.4g}, is spent ({money(used + self._unsaved)}); raise it in the settings",
                    of="limit",
                )

    def add(self, usage: Usage | None) -> None:
        """Count one reply."""
        cost = usage.cost_usd if usage is not None else None
        if not cost:
            return
        with self._lock:
            self._unsaved += cost
            try:
                self._store().count({_DAY.format(day=today()): self._unsaved, _ALL: self._unsaved})
            except SaveError:
                return  # the next reply tries again, and the amount counts until then
            self._unsaved = 0.0

"""Replies of models on their way: since when they are waited for, and what has come of them.

Law: nothing here is saved or decides; whoever draws it asks `privy` first who may read it.

Replies on their way, as who sits in front may see them.

Law: text comes from `privy` or not at all; reasoning never comes. What is left is how long it takes and
how much has come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tui_arena.core.game import Ask, Fault, Player, Progress, Reply, View
from tui_arena.core.text import clean
from tui_arena.table.spending import count, money

REASONING = "<think>", "</think>"
TAIL = 6000
"""Characters of a reply on its way that are looked at, from its end."""


@dataclass(slots=True)
class PendingReply:
    """One reply that a model is asked for."""

    ask: Ask
    began: float
    """When its request was sent, by the clock of the loop."""
    progress: Progress = field(default_factory=Progress)
    ended: float | None = None
    """When it had come; it stays until it is saved and shown."""

    def seconds(self, now: float) -> float:
        return (self.ended or now) - self.began

    @property
    def said(self) -> str:
        """What it says so far, without its reasoning."""
        return without_reasoning(self.progress.text)

    @property
    def reasons(self) -> bool:
        """Whether nothing but reasoning has come."""
        marked = self.progress.thinking or REASONING[0] in self.progress.text[:TAIL].casefold()
        return bool(marked) and not self.said.strip()


class PendingReplies:
    """All replies of one table that are on their way, by seat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._replies: dict[str, PendingReply] = {}

    def begin(self, ask: Ask) -> None:
        """A model is asked now."""
        self._replies[ask.seat] = PendingReply(ask, self._clock())

    def hear(self, ask: Ask, heard: Progress) -> None:
        """Something more has come."""
        reply = self._replies.get(ask.seat)
        if reply is not None and reply.ask == ask:
            reply.progress = heard

    def came(self, ask: Ask) -> None:
        """It is whole."""
        reply = self._replies.get(ask.seat)
        if reply is not None and reply.ask == ask:
            reply.ended = self._clock()

    def drop(self, ask: Ask) -> None:
        """It will not come."""
        reply = self._replies.get(ask.seat)
        if reply is not None and reply.ask == ask:
            del self._replies[ask.seat]

    def keep(self, asks: Sequence[Ask]) -> None:
        """Forget all but replies to these asks: the others are shown, or nobody wants them."""
        self._replies = {seat: reply for seat, reply in self._replies.items() if reply.ask in asks}

    def __getitem__(self, seat: str) -> PendingReply:
        return self._replies[seat]

    def __bool__(self) -> bool:
        return bool(self._replies)

    @property
    def now(self) -> float:
        return self._clock()

    @property
    def replies(self) -> list[PendingReply]:
        """All of them, as they are drawn."""
        return list(self._replies.values())

    @property
    def awaited(self) -> list[PendingReply]:
        """Those that have not come yet."""
        return [reply for reply in self._replies.values() if reply.ended is None]


class ObservedPlayer:
    """A player whose reply is listened to on its way."""

    def __init__(
        self, player: Player, pending: PendingReplies, failed: Callable[[str, Exception], None]
    ) -> None:
        """`failed` hears of a seat whose player could not answer, before anybody is told."""
        self._player = player
        self._pending = pending
        self._failed = failed

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        def hear(heard: Progress) -> None:
            self._pending.hear(ask, heard)
            progress(heard)

        try:
            reply = await self._player.reply(ask, view, fault, hear)
        except BaseException as error:
            self._pending.drop(ask)
            if isinstance(error, Exception):
                self._failed(ask.seat, error)
            raise
        self._pending.came(ask)
        return reply


def without_reasoning(text: str) -> str:
    """What a reply says so far once its reasoning falls off, marked or not yet closed.

    >>> without_reasoning("<think>is it slate?</think>guess: sl")
    'guess: sl'
    """
    tail = text[-TAIL:]
    lower = tail.casefold()
    if len(lower) != len(tail):
        lower = tail.lower() if len(tail.lower()) == len(tail) else tail
    opener, closer = REASONING
    closed, opened = lower.rfind(closer), lower.rfind(opener)
    if opened > closed:
        return tail[closed + len(closer) : opened] if closed >= 0 else tail[:opened]
    return tail[closed + len(closer) :] if closed >= 0 else tail


SHOWN = 1200
"""Characters of a reply that are drawn at most, from its end."""


@dataclass(frozen=True, slots=True)
class ReplyPreview:
    """One reply on its way."""

    who: str
    text: str
    """What it says; empty where that may not be read, or nothing has come."""
    doing: str
    """What it does instead: `thinking`, `reasoning`, or what it waits for."""
    meter: tuple[str, ...]
    """Seconds, tokens, cost, how to stop it; the last are the first to go."""


def previews(
    coming: Sequence[PendingReply],
    now: float,
    names: Callable[[str], str],
    may_hear: Callable[[Ask], bool],
    cost: Callable[[PendingReply], float | None],
) -> list[ReplyPreview]:
    """One a reply, in the order in which they were asked for."""
    stoppable = next((reply for reply in coming if reply.ended is None), None)
    out = []
    for reply in coming:
        text = reply.said[-SHOWN:] if may_hear(reply.ask) else ""
        meter = [f"{reply.seconds(now):.1f} s"]
        if reply.progress.tokens:
            meter.append(f"{count(reply.progress.tokens)} tok")
            spent = cost(reply)
            if spent is not None:
                meter.append(f"~{money(spent)}")
        if reply is stoppable:
            meter.append("esc cancels")
        doing = clean(reply.progress.note) or ("reasoning" if reply.reasons else "thinking")
        out.append(ReplyPreview(names(reply.ask.seat), clean(text).strip(), doing, tuple(meter)))
    return out

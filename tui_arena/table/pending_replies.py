"""Pending replies: what models have sent so far of replies that are still streaming in.

Law: a preview has text only if `visibility` allows it, and never has reasoning. Otherwise it shows only how
long the reply takes and how much of it has arrived.

Nothing here is saved or decides anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tui_arena.core.game import Ask, Fault, OnProgress, Player, Progress, Reply, View
from tui_arena.core.text import clean
from tui_arena.table.spending import count, money

REASONING = "<think>", "</think>"
TAIL = 6000
"""How many characters at the end of a pending reply are searched for reasoning."""
SHOWN = 1200
"""At most this many characters of a reply are shown, from its end."""


@dataclass(slots=True)
class PendingReply:
    """One reply that a model is asked for."""

    ask: Ask
    clock: Callable[[], float]
    progress: Progress = field(default_factory=Progress)
    ended: float | None = None
    """When it was complete, by the clock; it stays until it is saved and shown."""
    began: float = field(init=False)
    """When its request was sent, by the clock."""

    def __post_init__(self) -> None:
        self.began = self.clock()

    @property
    def seconds(self) -> float:
        """How long it has taken."""
        return (self.ended or self.clock()) - self.began

    @property
    def said(self) -> str:
        """What it says so far, without reasoning."""
        return without_reasoning(self.progress.text)

    @property
    def reasons(self) -> bool:
        """Whether only reasoning has come so far."""
        marked = self.progress.thinking or REASONING[0] in self.progress.text[:TAIL].casefold()
        return bool(marked) and not self.said.strip()


@dataclass(frozen=True, slots=True)
class ReplyPreview:
    """One pending reply as it is shown."""

    who: str
    text: str
    """What it says; empty if the reader may not see it, or nothing has come."""
    doing: str
    """What the model does as long as there is no text: `thinking`, `reasoning`, or what it waits for."""
    meter: tuple[str, ...]
    """Seconds, tokens, cost, how to stop it; on a narrow screen the last are dropped first."""


class PendingReplies:
    """All pending replies of one table, by seat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.by_seat: dict[str, PendingReply] = {}
        """In the order in which they are shown."""

    def begin(self, ask: Ask) -> None:
        """A model is asked now."""
        self.by_seat[ask.seat] = PendingReply(ask, self._clock)

    def hear(self, ask: Ask, heard: Progress) -> None:
        """More of a reply has come."""
        if (reply := self.of(ask)) is not None:
            reply.progress = heard

    def came(self, ask: Ask) -> None:
        """The reply is complete."""
        if (reply := self.of(ask)) is not None:
            reply.ended = self._clock()

    def drop(self, ask: Ask) -> None:
        """The reply will not come."""
        if self.of(ask) is not None:
            del self.by_seat[ask.seat]

    def of(self, ask: Ask) -> PendingReply | None:
        """The reply to an ask; None if it is not pending."""
        reply = self.by_seat.get(ask.seat)
        return reply if reply is not None and reply.ask == ask else None

    def keep(self, asks: Sequence[Ask]) -> None:
        """Forget all but the replies to these asks: the others are shown already, or no longer wanted."""
        self.by_seat = {seat: reply for seat, reply in self.by_seat.items() if reply.ask in asks}

    def previews(
        self,
        names: Callable[[str], str],
        may_hear: Callable[[Ask], bool],
        cost: Callable[[PendingReply], float | None],
    ) -> list[ReplyPreview]:
        """One preview for each reply, in the order in which they were asked for."""
        coming = list(self.by_seat.values())
        stoppable = next((reply for reply in coming if reply.ended is None), None)
        out = []
        for reply in coming:
            text = reply.said[-SHOWN:] if may_hear(reply.ask) else ""
            meter = [f"{reply.seconds:.1f} s"]
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


class ObservedPlayer:
    """A player whose reply is followed while it streams in."""

    def __init__(
        self, player: Player, pending: PendingReplies, failed: Callable[[str, Exception], None]
    ) -> None:
        """`failed` is called with the seat and the error before that error is raised."""
        self._player = player
        self._pending = pending
        self._failed = failed

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
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
    """What a reply says so far without its marked reasoning, even if that is not closed yet.

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

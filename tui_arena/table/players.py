"""The players of one table: how they are seated, how much of the models' replies has come, and what they may cost.

A player that can't be seated doesn't keep a table from opening; its seat waits to be recast. While the
playback is paused, no request is sent. A pending reply is never saved and has no effect on the game.

Law: a preview has text only if its reader may hear the reply (`may_hear` in `turns.py`), and never has
reasoning. Otherwise it shows only how long the reply takes and how much of it has arrived.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tui_arena.config import BadFile, ModelBook, ModelEntry
from tui_arena.core.game import Ask, Fault, OnProgress, Player, PlayerFailed, Progress, Reply, View
from tui_arena.core.language.sentences import money
from tui_arena.core.session import Session
from tui_arena.core.text import clean
from tui_arena.data import GameInfo
from tui_arena.players.bot import Before, BotPlayer, HumanPlayer, InThread, Waiting
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, BudgetReached
from tui_arena.players.seating import BadPlayer, Cast, built_in, entry_of, sit_down, with_model
from tui_arena.table.playback import Lines, Paced, Playback, Unsigned
from tui_arena.table.spending import count, count_saved

if TYPE_CHECKING:
    from tui_arena.players.thinking_bot import ThinkingBot

PATIENCE = 5.0
"""The seconds that a model has for the line of a bot, both tries together, if people wait for it."""


class UnseatedPlayer:
    """A player that this program can't seat. Its seat waits to be recast."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        raise PlayerFailed(self._why)


class TablePlayers:
    """The players at one table, and what its models are doing."""

    def __init__(
        self,
        info: GameInfo,
        session: Session,
        registry: ModelRegistry | None,
        budget: Budget | None,
        *,
        playback: Playback,
        in_thread: InThread,
        blind: Callable[[], bool],
        in_sight: Callable[[], bool],
        person_asked: Callable[[Waiting], None],
        model_asked: Callable[[], None],
        lines: Lines | None,
    ) -> None:
        """Without a `registry` no model can be seated. `budget`: the session's; None: there is no limit.

        `blind`: whether the players are shown as letters now. `in_sight`: whether all others see a person
        typing. `person_asked` is called when a person is asked, `model_asked` at each request to a model.
        """
        self.lines = lines
        """What the players of an unsigned table share; None at any other table."""
        self._info = info
        self._session = session
        self._registry = registry
        self.budget = budget or Budget()
        count_saved(self.budget, session.events)
        self._playback = playback
        self._models_playback = (
            Playback(0.0) if blind() else playback
        )  # a blind table has its own pace (`Paced`)
        self._in_thread, self._blind, self._in_sight = in_thread, blind, in_sight
        self._person_asked, self._model_asked = person_asked, model_asked
        self.pending = PendingReplies(lambda: asyncio.get_running_loop().time())
        self.over_budget: set[str] = set()
        """Seats that wait because the budget is used up."""
        self.stopped: set[str] = set()
        """Seats whose pending reply a person has cancelled."""
        self._thinking: dict[str, ThinkingBot] = {}
        """The bots that think with a model, by seat."""
        self._prices: dict[str, tuple[float, float] | None] = {}
        self._took: dict[str, float] = {}
        """Maps a seat to the seconds that its last reply took."""

    def player(self, seat: str, cast: Cast) -> Player:
        """A seat's player. At a blind table, all players keep one pace, except people whom everybody sees typing."""
        if not self._blind():
            return self._seated(seat, cast, self._playback.wait)
        player, seed = self._seated(seat, cast, None), self._session.setup.seed
        if self.lines is not None:
            return Unsigned(player, self.lines, cast.kind)
        if cast.kind == "human":
            return Paced(player, seed, in_sight=self._in_sight)
        return Paced(player, seed, self._playback.wait)

    def _seated(self, seat: str, cast: Cast, before: Before | None) -> Player:
        setup = self._session.setup
        self._thinking.pop(seat, None)
        if cast.kind == "human":
            return HumanPlayer(str(cast.spec.get("name")), self._person_asked)
        try:
            if cast.kind == "bot":
                alone = built_in(cast, self._info, setup, before, think=self._in_thread)
                return self._with_model(seat, alone, cast) if cast.asks else alone
            return self._model(seat, cast) if cast.kind == "model" else sit_down(cast, self._info, setup)
        except (BadPlayer, BadFile) as error:
            return UnseatedPlayer(f"{seat}: {error}")

    def _with_model(self, seat: str, alone: BotPlayer, cast: Cast) -> Player:
        """Returns the bot with the model that it thinks with, and starts to load this model."""
        from tui_arena.players.thinking_bot import ThinkingBot  # noqa: PLC0415  (not needed without models)

        if self._registry is None:
            return alone
        seats = self._registry.seats([self.budget])
        player = with_model(
            alone, cast, self._info, self._session.setup, seats, patience=PATIENCE, changed=self._model_asked
        )
        if isinstance(player, ThinkingBot) and player.entry is not None:
            self._thinking[seat] = player
            self._registry.warm(player.entry, player.warm())
        return player

    def _model(self, seat: str, cast: Cast) -> Player:
        """Returns the player of a model seat. Raises BadPlayer, BadFile."""
        if self._registry is None:
            raise BadPlayer("models can't play here")
        seats = self._registry.seats([self.budget], self._before)
        entry = self._entry(cast)
        known = replace(cast, entry=entry)
        player = sit_down(known, self._info, self._session.setup, seats)
        self._registry.start(entry)
        self._prices.pop(seat, None)
        return ObservedPlayer(player, self.pending, self._failed)

    def _entry(self, cast: Cast) -> ModelEntry:
        """Returns the model entry that the cast's name means now.

        If the name isn't configured or now means another model, the result is the entry that this process
        knows.
        """
        book = self._registry.book if self._registry is not None else ModelBook()
        now = book.all.get(str(cast.spec.get("name")))
        if cast.entry is not None and (now is None or now.said_model != cast.entry.said_model):
            return cast.entry
        return entry_of(cast.spec, book)

    # what the models are doing

    async def _before(self, ask: Ask) -> None:
        """Wait as long as the playback requires, then start counting the seconds of a reply."""
        self.over_budget.discard(ask.seat)
        self.stopped.discard(ask.seat)
        await self._models_playback.wait(ask, self._took.get(ask.seat, 0.0))
        self.pending.begin(ask)
        self._model_asked()

    @property
    def thinks(self) -> bool:
        """True if a bot waits for the model that it thinks with."""
        return any(bot.waits for bot in self._thinking.values())

    def give_up(self) -> None:
        """Let all bots stop waiting for their models. They say their own lines."""
        for bot in self._thinking.values():
            bot.give_up()

    def _failed(self, seat: str, error: Exception) -> None:
        if isinstance(error, BudgetReached) and error.of != "limit":
            self.over_budget.add(seat)

    def took(self, seat: str, seconds: object) -> None:
        """Remember how many seconds a seat's saved reply took."""
        if isinstance(seconds, int | float):
            self._took[seat] = float(seconds)

    def cost_so_far(self, cast: Cast, reply: PendingReply) -> float | None:
        """Returns the dollars for the tokens of a reply so far; None if the price is unknown."""
        seat = reply.ask.seat
        if seat not in self._prices:
            if self._registry is None:
                return None
            try:
                entry = self._entry(cast)
                if not self._registry.transports.ready(entry):
                    return None
                self._prices[seat] = self._registry.transports.price(entry)
            except (BadPlayer, BadFile):
                self._prices[seat] = None
        price = self._prices[seat]
        return None if price is None else reply.progress.tokens * price[1] / 1e6


SHOWN = 1200
"""The maximum number of characters of a reply that are shown, from its end."""


@dataclass(slots=True)
class PendingReply:
    """One reply that a model has been asked for."""

    ask: Ask
    clock: Callable[[], float]
    progress: Progress = field(default_factory=Progress)
    ended: float | None = None
    """Clock time when the reply was complete; None before. The reply stays until it is saved and shown."""
    began: float = field(init=False)
    """Clock time when the request was sent."""

    def __post_init__(self) -> None:
        self.began = self.clock()

    @property
    def seconds(self) -> float:
        """Returns how many seconds the reply has taken."""
        return (self.ended or self.clock()) - self.began

    @property
    def reasons(self) -> bool:
        """True if only reasoning has come so far."""
        return bool(self.progress.thinking) and not self.progress.text.strip()


@dataclass(frozen=True, slots=True)
class ReplyPreview:
    """One pending reply as it is shown."""

    who: str
    text: str
    """The reply's text; empty if the reader may not see it, or nothing has come."""
    doing: str
    """What the model does while there is no text: `thinking`, `reasoning`, or what it waits for."""
    meter: tuple[str, ...]
    """Seconds, tokens, cost, how to stop the reply. A narrow screen drops the last entries first."""


class PendingReplies:
    """All pending replies of one table, by seat."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.by_seat: dict[str, PendingReply] = {}
        """The pending replies, in the order in which they are shown."""

    def begin(self, ask: Ask) -> None:
        """Note that a model is asked now."""
        self.by_seat[ask.seat] = PendingReply(ask, self._clock)

    def hear(self, ask: Ask, heard: Progress) -> None:
        """Note that more of a reply has come."""
        if (reply := self.of(ask)) is not None:
            reply.progress = heard

    def came(self, ask: Ask) -> None:
        """Note that the reply is complete."""
        if (reply := self.of(ask)) is not None:
            reply.ended = self._clock()

    def drop(self, ask: Ask) -> None:
        """Note that the reply will not come."""
        if self.of(ask) is not None:
            del self.by_seat[ask.seat]

    def of(self, ask: Ask) -> PendingReply | None:
        """Returns the reply to an ask; None if it isn't pending."""
        reply = self.by_seat.get(ask.seat)
        return reply if reply is not None and reply.ask == ask else None

    def keep(self, asks: Sequence[Ask]) -> None:
        """Keep only the replies to these asks. The others are already shown, or no longer wanted."""
        self.by_seat = {seat: reply for seat, reply in self.by_seat.items() if reply.ask in asks}

    def previews(
        self,
        names: Callable[[str], str],
        may_hear: Callable[[Ask], bool],
        cost: Callable[[PendingReply], float | None],
    ) -> list[ReplyPreview]:
        """Returns one preview for each reply, in the order in which they were asked for."""
        coming = list(self.by_seat.values())
        stoppable = next((reply for reply in coming if reply.ended is None), None)
        out = []
        for reply in coming:
            text = reply.progress.text[-SHOWN:] if may_hear(reply.ask) else ""
            meter = [f"{reply.seconds:.1f} s"]
            if reply.progress.tokens:
                meter.append(f"{count(reply.progress.tokens)} tok")
                spent = cost(reply)
                if spent is not None:
                    meter.append(f"~{money(spent)}")
            if reply is stoppable:
                meter.append("Esc cancels")
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

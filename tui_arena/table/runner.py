"""One table in play, without a screen: its players, its referee, its save, and who looks at it.

Law: what is shown is what is saved. `views`, `asks` and `asides` move on only when an event is safe,
and only `view`, the view of the seat in front, may be drawn. A save that fails is asked about and
tried again; the session waits for it.

What a table in play is made of beside its runner.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from tui_arena.config import BadFile
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import TABLE, Ask, Fault, Outcome, Player, PlayerFailed, Progress, Reply, View
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.bot import InThread
from tui_arena.players.bot_profiles import joined
from tui_arena.players.human import HumanPlayer, Waiting
from tui_arena.players.models.limits import Budget
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.seating import BadPlayer, Cast, built_in, sit_down
from tui_arena.save.store import SaveError, now
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.models import TableModels
from tui_arena.table.notes import Note, notes_of, with_note
from tui_arena.table.playback import Playback
from tui_arena.table.probes.asking import PROBE, prober_at
from tui_arena.table.probes.rounds import rounds_of
from tui_arena.table.rulings import RunnerRulings
from tui_arena.table.runner_models import RunnerModels

NAME_CHARS = 40


class Saves(Protocol):
    """What a table needs of the store."""

    def append(self, session_id: str, event: Event, messages: Messages) -> None:
        """Commit one event. Raises SaveError."""

    def summarise(self, session_id: str, play: Play[Any]) -> Any:
        """Write what is computed from the session. Raises SaveError."""


@dataclass(slots=True)
class FailedSave:
    """A save that failed, and what is to be done about it."""

    why: str
    decided: asyncio.Future[bool]
    """True: try again. False: leave the table."""

    def decide(self, *, again: bool) -> None:
        if not self.decided.done():
            self.decided.set_result(again)


class Left(Exception):
    """The table was left while an event could not be saved."""


class UnseatedPlayer:
    """A player that this program can't seat; the seat waits to be recast."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        raise PlayerFailed(self._why)


def cast_now(session: Session) -> dict[str, Cast]:
    """Who sits where by the log: the first cast, with every recast after it."""
    specs = {seat: dict(spec) for seat, spec in session.seats.items()}
    for event in session.events:
        if event.type == Kind.RECAST:
            specs[event["seat"]] = dict(event["to"])
    return {seat: Cast(spec) for seat, spec in specs.items()}


def names_of(cast: Mapping[str, Cast]) -> dict[str, str]:
    """The players' names by seat, fit to be shown."""
    return {seat: one_line(str(c.spec.get("name") or seat), NAME_CHARS) for seat, c in cast.items()}


DERIVED = frozenset(
    {
        Kind.REPLY,
        Kind.ENDED,
        Kind.UNDONE,
        Kind.REDONE,
        Kind.RESIGNED,
        Kind.ADJUDICATED,
        Kind.HINT,
        Kind.RECAST,
        Kind.PEEKED,
        Kind.PROBE,
    }
)
"""Events after which what is computed from the session (its line in lists, its flags) is written anew."""
SLOW = 10.0
"""Seconds after which nobody sits waiting at the screen any more."""


class SessionRunner(RunnerModels, RunnerRulings):
    """Plays one session; a screen reads its state whenever `changed` is called."""

    def __init__(
        self,
        info: GameInfo,
        session: Session,
        saves: Saves,
        in_thread: InThread,
        *,
        registry: ModelRegistry | None = None,
        budget: Budget | None = None,
        cast: Mapping[str, Cast] | None = None,
        playback: Playback | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """`session` with the events it has; `cast` where this process knows more than its `seats`.

        `house` knows the models, whose replies `budget` counts from the saved ones on. Raises
        BadEvent where the events do not fit.
        """
        super().__init__()
        self.info = info
        self.session = session
        self.playback = playback or Playback()
        self.changed = changed
        self.play: Play[Any] = session.fold(info.game)
        self.cast: dict[str, Cast] = {**cast_now(session), **(cast or {})}
        self.notes: list[Note] = notes_of(info.game, session)
        self.trouble: FailedSave | None = None
        self.left = False
        self.messages = dict(session.messages)
        self.bell_due = False
        """Whether a person is asked now, after a model that was slow."""
        self._slow = False
        self.models = TableModels(
            info, session, registry, budget, playback=self.playback, asked=self._is_changed
        )
        self._saves = saves
        self._in_thread = in_thread
        self._waiting: dict[str, Waiting] = {}
        self.hotseat = Hotseat(seat for seat, c in self.cast.items() if c.kind == "human")
        players = {seat: self._player(seat, c) for seat, c in self.cast.items()}
        self.prober = prober_at(
            info, session, self.cast.__getitem__, in_thread, registry=registry, budget=self.models.budget
        )
        self.referee: Referee[Any] = Referee(
            self.play,
            players,
            self._append,
            tell=self._tell,
            prober=self.prober,
            now=now,
            clock=lambda: asyncio.get_running_loop().time(),
            attended=lambda: self.hotseat.next is None,
        )
        self._show()

    # what may be shown

    @property
    def view(self) -> View | None:
        """What the seat in front may know; None behind the curtain."""
        return self.views[self.hotseat.seat] if self.hotseat.seat else None

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat."""
        return names_of(self.cast)

    @property
    def current(self) -> Waiting | None:
        """The ask that the person in front has to answer."""
        waiting = self._waiting.get(self.hotseat.seat or "")
        return None if waiting is None or waiting.answered.done() else waiting

    @property
    def over(self) -> bool:
        return self.outcome.result != "unfinished"

    @property
    def failed(self) -> tuple[str, str] | None:
        """A seat whose player failed, and the sentence that says why."""
        return next(iter(self.referee.paused.items()), None)

    @property
    def failure(self) -> int | None:
        """Which failure `failed` is: the number of its event; None while it is not saved."""
        seat = self.failed[0] if self.failed else None
        paused = (e.seq for e in reversed(self.play.events) if e.type == Kind.PAUSED and e["seat"] == seat)
        return next(paused, None)

    @property
    def holds_secret(self) -> bool:
        """Whether who sits in front sees, or is typing, what others at the keyboard may not know."""
        seat = self.hotseat.seat
        if len(self.hotseat.people) < 2 or seat not in self.play.seats or self.over:
            return False
        sealed = [a for a in self.asks if a.sealed] + [s.ask for s in self.play.steps if s.ask.sealed]
        return any(ask.seat == seat for ask in sealed)

    @property
    def probed(self) -> bool:
        """Whether somebody is asked beside this table what is likely."""
        return bool(self.session.setup.extra.get(PROBE))

    @property
    def watching(self) -> bool:
        """Whether the people at this table (if any) have nothing to do but look on."""
        sides = {self.play.seats[seat].side for seat in self.hotseat.people}
        return sides <= {"neutral"} and not any(a.seat in self.hotseat.people for a in self.asks)

    def _show(self) -> None:
        self.views: dict[str, View] = {s: self.play.view(s) for s in (*self.play.seats, TABLE)}
        self.asks: tuple[Ask, ...] = self.play.asks()
        self.outcome: Outcome = self.play.outcome()
        self.rounds = rounds_of(self.play) if self.probed else ()
        self.seen_to = self.play.next_seq - 1
        self.models.live.keep(self.asks)

    # how it runs

    async def run(self) -> None:
        """Play until it is over or left."""
        try:
            await self.referee.run()
        except Left:
            self.left = True
        self.changed()

    def stop(self) -> None:
        """Leave it as it is; it can be resumed."""
        self.referee.stop()
        if self.trouble is not None:
            self.trouble.decide(again=False)

    async def let_go(self, release: Callable[[str], None]) -> None:
        """Stop, bring its line in the lists up to date, and end its lease by `release`."""
        self.stop()
        with suppress(SaveError):  # what it would write is derived, and a lease falls with its window
            if not self.over:
                await self._in_thread(self._saves.summarise, self.session.id, self.play)
            await self._in_thread(release, self.session.id)

    def sit_down(self) -> None:
        """The person whom the curtain calls is there."""
        self.hotseat.sit_down()
        self.referee.more_time()
        self.changed()

    def all_look(self) -> None:
        """Nobody sits in front while everybody looks; then whoever is asked is called."""
        self.hotseat.step_back(self._asked())

    # what a person does; each gives back once it is saved

    async def answer(self, text: str, marked: Mapping[str, Any] | None = None) -> Fault | None:
        """Give the reply of the person in front, or keep it as a draft and say what is wrong.

        `marked`: what they marked beside it, kept as their answer to a probe.
        """
        waiting = self.current
        if waiting is None:
            return None
        fault = self.play.trial(waiting.ask, text)
        if fault is None:
            if marked is not None:
                seat = waiting.ask.seat
                who = dict(self.cast[seat].spec)
                await self._guarded(self.referee.note(Kind.PROBE, seat=seat, **marked, text="", player=who))
            waiting.answer(text)
            return None
        ask = waiting.ask
        await self._guarded(
            self.referee.note(
                Kind.DRAFT, seat=ask.seat, ask=ask.name, text=text, fault=fault.kind, why=fault.why
            )
        )
        return fault

    @property
    def can_undo(self) -> bool:
        return not self.over and self.undo_point is not None

    @property
    def undo_point(self) -> int | None:
        """Where an undo by the person in front goes to."""
        seat = self.hotseat.seat
        return None if seat in (None, TABLE) else self.play.undo_point(self.hotseat.people, seat)

    async def undo(self) -> None:
        to = self.undo_point
        if to is not None:
            await self._guarded(self.referee.undo(to))

    @property
    def can_redo(self) -> bool:
        """Whether the last undo still stands and took back what the person in front had said."""
        if self.over or not self.play.can_redo:
            return False
        to = next((e["to"] for e in reversed(self.play.events) if e.type == Kind.UNDONE), 0)
        first = next((s for s in self.play.steps if s.void and s.seq > to), None)
        return first is None or first.ask.seat == self.hotseat.seat

    async def redo(self) -> bool:
        """Play again what was taken back; False: after a ruling it fits no more."""
        try:
            if self.can_redo:
                await self._guarded(self.referee.redo())
        except BadEvent:
            return False
        return True

    @property
    def hints_allowed(self) -> bool:
        """Whether help is for the having: in the kind preset, where there is a bot."""
        return self.session.setup.preset in (None, "party") and self.info.has_bot

    @property
    def can_hint(self) -> bool:
        """Hints are for a person's own word, and for asks that the manifest names."""
        ask = self.current.ask if self.current else None
        if ask is None or not self.hints_allowed:
            return False
        told = self.info.asks.get(ask.name)
        return ask.kind == "word" or (told is not None and told.hint)

    async def hint(self) -> str | None:
        """A line of help from the strongest bot, over what the person in front knows."""
        waiting, view = self.current, self.view
        bot = self.info.bot_for(self.session.setup.lexicon, self.session.setup.source)
        if waiting is None or view is None or bot is None or not self.can_hint:
            return None
        text: str | None = await self._in_thread(bot.hint, waiting.ask, view)
        if text and waiting is self.current:
            await self.hinted(text)
        return text

    async def hinted(self, text: str) -> None:
        """The person in front is helped by this line; the log says so."""
        if self.current is not None:
            await self._guarded(self.referee.note(Kind.HINT, seat=self.current.ask.seat, text=text))

    @property
    def believes(self) -> bool:
        """Whether who sits in front looks for the secret, so that a bot's belief is help."""
        seat = self.hotseat.seat
        return seat in self.play.seats and self.play.seats[str(seat)].side == "solver"

    @property
    def can_resign(self) -> bool:
        seat = self.hotseat.seat
        return not self.over and seat in self.play.seats and self.play.seats[str(seat)].side != "neutral"

    async def resign(self) -> None:
        if self.can_resign and self.hotseat.seat:
            await self._guarded(self.referee.resign(self.hotseat.seat))

    async def recast(self, seat: str, cast: Cast) -> None:
        """Put another player on a seat from here on."""
        if cast.kind == "model":
            cast = self.models.spec(seat, cast)
        cast = joined(cast, self.session, self.info, seat)
        self.cast[seat] = cast
        self._waiting.pop(seat, None)
        self.hotseat.recast(seat, person=cast.kind == "human", asked=self._asked())
        await self._guarded(self.referee.recast(seat, self._player(seat, cast), cast.spec))
        self.changed()

    async def retry(self, seat: str) -> None:
        """Ask a seat again; a model by what its name means now."""
        cast = self.cast[seat]
        if cast.kind == "model":
            self.referee.players[seat] = self._player(seat, cast)
        await self._guarded(self.referee.retry(seat))
        self.changed()

    async def resumed(self) -> None:
        """Say in the log that play goes on after a break."""
        await self._guarded(self.referee.note(Kind.RESUMED))

    async def peek(self) -> Mapping[str, Any] | None:
        """The secret, for a watcher who asks for it; the first look is kept in the log."""
        if not self.peeked:
            await self._guarded(self.referee.note(Kind.PEEKED, seat=TABLE))
        return self.info.game.secret(self.play.state)

    # behind it

    def _player(self, seat: str, cast: Cast) -> Player:
        setup = self.session.setup
        if cast.kind == "human":
            return HumanPlayer(str(cast.spec.get("name")), self._is_asked)
        try:
            if cast.kind == "bot":
                return built_in(cast, self.info, setup, self.playback.wait, think=self._in_thread)
            if cast.kind == "model":
                return self.models.player(seat, cast)
            return sit_down(cast, self.info, setup)
        except (BadPlayer, BadFile) as error:
            return UnseatedPlayer(f"{seat}: {error}")

    def _asked(self) -> list[str]:
        open_now = [a.seat for a in self.play.asks()]
        return [s for s in open_now if s in self._waiting and not self._waiting[s].answered.done()]

    def _is_asked(self, waiting: Waiting) -> None:
        self._waiting[waiting.ask.seat] = waiting
        self.bell_due, self._slow = self.bell_due or self._slow, False
        self.hotseat.settle(self._asked())
        self.changed()

    def _is_changed(self) -> None:
        self.changed()

    async def _append(self, event: Event, messages: Messages) -> None:
        self.messages.update(messages)
        await self._saved(self._saves.append, self.session.id, event, messages)
        if event.type in DERIVED:
            await self._saved(self._saves.summarise, self.session.id, self.play)

    async def _saved(self, work: Callable[..., Any], *args: Any) -> None:
        while True:
            try:
                await self._in_thread(work, *args)
            except SaveError as error:
                decided = asyncio.get_running_loop().create_future()
                self.trouble = FailedSave(str(error), decided)
                self.changed()
                again = await decided
                self.trouble = None
                if not again:
                    raise Left from None
            else:
                return

    def _tell(self, event: Event) -> None:
        self._show()
        if event.type == Kind.REPLY and self.cast[event["seat"]].kind == "model":
            self.models.took(event["seat"], event.get("seconds"))
            self._slow = self._slow or (event.get("seconds") or 0) > SLOW
        if event.type == Kind.REPLY:
            self.hotseat.settle(self._asked())  # of several who are asked at once the next one is called
        self.notes = with_note(self.notes, event, self.views)
        self.changed()

    async def _guarded(self, work: Awaitable[Any]) -> None:
        try:
            await work
        except Left:
            self.left = True
            self.stop()
            self.changed()

"""One session in play, for any front end: its players, referee, saving and notes.

A front end reads the state whenever its listener is called. It acts by seat: it answers, takes back, asks for
a hint, resigns or overrules for the seat that it names. The `Hotseat` knows which seat the person at the
keyboard holds.

Law: what is shown is what is saved. `views`, `asks` and `notes` change only once an event is saved. If a
save fails, the session waits until somebody decides to try again or to leave.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Container, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from tui_arena.config import BadFile
from tui_arena.core.blind import is_blind, letters, masked
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import TABLE, Ask, Fault, OnProgress, Outcome, Player, PlayerFailed, Reply, View
from tui_arena.core.guarded import GameFailed
from tui_arena.core.language.sentences import first_name
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.data.personas import Moment
from tui_arena.players.bot import Before, InThread
from tui_arena.players.daily import DAILY
from tui_arena.players.human import HumanPlayer, Waiting
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget
from tui_arena.players.new_session import joined
from tui_arena.players.party import PARTY
from tui_arena.players.seating import BadPlayer, Cast, as_seated, built_in, cast_now, names_of, sit_down
from tui_arena.save.store import SaveError, Store, now
from tui_arena.save.summary import was_marked
from tui_arena.table.comments import OFTEN, PAUSE, Comments
from tui_arena.table.models import TableModels
from tui_arena.table.notes import COMMENT, Note, notes_of, with_note
from tui_arena.table.opening import Ready
from tui_arena.table.pace import Paced
from tui_arena.table.pending_replies import PendingReply, ReplyPreview
from tui_arena.table.playback import Playback
from tui_arena.table.probes.asking import PROBE, prober_at
from tui_arena.table.probes.rounds import rounds_of
from tui_arena.table.rulings import Ruling, deciders, last_ruling, ruled, ruling_on_draft
from tui_arena.table.spending import Spent, raised, spent_by_seat
from tui_arena.table.turns import Page, turns
from tui_arena.table.visibility import may_hear

DERIVED = frozenset(
    {
        Kind.REPLY,
        Kind.ENDED,
        Kind.UNDONE,
        Kind.REDONE,
        Kind.RESIGNED,
        Kind.ADJUDICATED,
        Kind.AMENDED,
        Kind.HINT,
        Kind.RECAST,
        Kind.PEEKED,
        Kind.PROBE,
    }
)
"""Events after which derived data of the session (its line in lists, its flags) is written again."""
KEPT = 32
"""Answers to `may_hear` that are remembered: it is asked many times a second."""
UNTOLD = "No answer came. Why is saved, and shown once the game is over."
SLOW = 10.0
"""After a model reply that took more seconds than this, people may have left the screen."""


class Attendant(Protocol):
    """A front end that brings people to their seats, such as one keyboard that several share."""

    @property
    def attended(self) -> bool:
        """Whether the person who is asked can answer now; while False, the clock of a race stands still."""

    def asked(self, seats: Sequence[str]) -> None:
        """People's seats with an open ask, in the order in which they are asked."""

    def recast(self, seat: str) -> None:
        """Another player took a seat, or its person took up a phone or put it down."""


@dataclass(slots=True)
class FailedSave:
    """A save that failed, and the decision about it."""

    why: str
    decided: asyncio.Future[bool]
    """True: try again. False: leave the table."""

    def decide(self, *, again: bool) -> None:
        if not self.decided.done():
            self.decided.set_result(again)


class Left(Exception):
    """The table was left while an event could not be saved."""


class UnseatedPlayer:
    """A player that this program can't seat; its seat waits to be recast."""

    def __init__(self, why: str) -> None:
        self._why = why

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        raise PlayerFailed(self._why)


class SessionRunner:
    """Plays one session. Its front ends read its state whenever they are told that it has changed."""

    def __init__(
        self,
        ready: Ready,
        store: Store,
        in_thread: InThread,
        *,
        registry: ModelRegistry | None = None,
        budget: Budget | None = None,
        playback: Playback | None = None,
        comments: Comments | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Without a `registry` no model can play, without `comments` bots say nothing beside their moves.

        `budget` is the session's; its saved replies count in it.

        Raises BadEvent if the session's events do not fit its rules.
        """
        self.info = info = ready.info
        self.session = session = ready.session
        self.playback = playback or Playback()
        self.listeners: list[Callable[[], None]] = [changed]
        """Called whenever there is something else to show; each front end may add its own."""
        self.play: Play[Any] = session.fold(info.game)
        self.cast: dict[str, Cast] = {**cast_now(session), **ready.cast}
        events = [self._as_shown(event) for event in session.events]
        self.notes: list[Note] = notes_of(info.game, session.with_events(events))
        self._comments = comments
        self._commented = 0
        self.failed_save: FailedSave | None = None
        self.left = False
        self.game_failed = ""
        """Why the rules could not go on; empty: they can."""
        self.messages: dict[str, Sequence[Mapping[str, str]]] = dict(session.messages)
        """Chat messages that models were sent, by their hash."""
        self.bell_due = False
        """Whether a person is asked now after a slow reply of a model."""
        self.attendants: list[Attendant] = []
        """The front ends that bring people to their seats."""
        self.on_phones = False
        """Whether phones show this table too."""
        self._slow = False
        self._may_hear: dict[tuple[Ask, str, int], bool] = {}
        blind = is_blind(session.setup, over=self.play.over)
        paced = Playback(0.0) if blind else self.playback  # what is blind keeps a pace of its own
        self.models = TableModels(info, session, registry, budget, playback=paced, asked=self.changed)
        self._store = store
        self._in_thread = in_thread
        self._waiting: dict[str, Waiting] = {}
        self._objected: dict[str, str] = {}
        """By seat, the reply that was objected to last."""
        self._saving: set[asyncio.Task[Any]] = set()
        """What is being played and saved; it is not broken off."""
        self._stopped = False
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
            attended=lambda: all(one.attended for one in self.attendants),
        )
        self._show()
        if not session.events:
            self._comment("begins", 0)

    # state

    def changed(self) -> None:
        """Tell every front end that there is something else to show."""
        for listener in self.listeners:
            listener()

    @property
    def is_blind(self) -> bool:
        """Whether letters stand for the players now."""
        return is_blind(self.session.setup, over=self.over)

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat, as everybody may read them."""
        return self.names_for(())

    def names_for(self, seats: Collection[str], *, masked: bool = False) -> dict[str, str]:
        """The players' names by seat, as the people on these seats may read them: their own are never hidden.

        `masked`: whether letters stand for the others even if the session is over.
        """
        names = names_of(self.cast)
        if not (masked or self.is_blind):
            return names
        own = {seat: names[seat] for seat in names if seat in seats and seat in self.people}
        return {**letters(self.session.setup, self.cast), **own}

    @property
    def people(self) -> frozenset[str]:
        """The seats that people hold now."""
        return frozenset(seat for seat, cast in self.cast.items() if cast.kind == "human")

    @property
    def asked(self) -> list[str]:
        """People's seats with an open ask, in the order in which they are asked."""
        return [ask.seat for ask in self.play.asks() if self.waiting(ask.seat) is not None]

    def waits_for(self, away: Container[str] = (), own: Collection[str] = ()) -> list[str]:
        """The first names of those whom the game waits for, each once; it says who of the guests is `away` (ids).

        `own`: the seats of those who read it.
        """
        names, away = self.names_for(own), () if self.is_blind else away
        found = [
            first_name(names.get(ask.seat, ask.seat)) + (" (away)" if self.guest(ask.seat) in away else "")
            for ask in self.asks
        ]
        return list(dict.fromkeys(found))

    def guest(self, seat: str) -> str:
        """The id of the guest who plays a seat on a phone; empty: nobody does."""
        return self.cast[seat].guest if seat in self.cast else ""

    def waiting(self, seat: str) -> Waiting | None:
        """The ask that the person on a seat has to answer."""
        waiting = self._waiting.get(seat)
        return None if waiting is None or waiting.answered.done() else waiting

    @property
    def over(self) -> bool:
        return self.outcome.result != "unfinished"

    @property
    def failed(self) -> tuple[str, str] | None:
        """A seat whose player failed, and the sentence that says why; a blind table doesn't tell the reason."""
        found = next(iter(self.referee.paused.items()), None)
        return (found[0], UNTOLD) if found is not None and self.is_blind else found

    @property
    def failure(self) -> int | None:
        """The number of the event of `failed`; None while it is not saved."""
        seat = self.failed[0] if self.failed else None
        paused = (e.seq for e in reversed(self.play.events) if e.type == Kind.PAUSED and e["seat"] == seat)
        return next(paused, None)

    @property
    def probed(self) -> bool:
        """Whether a player is probed during this session, and it is no secret who."""
        return bool(self.session.setup.extra.get(PROBE)) and not self.is_blind

    @property
    def peeked(self) -> bool:
        """Whether a watcher has looked at what is hidden."""
        return any(e.type == Kind.PEEKED for e in self.play.events)

    def solves(self, seat: str) -> bool:
        """Whether a seat looks for the secret."""
        return seat in self.play.seats and self.play.seats[seat].side == "solver"

    def holds_secret(self, seat: str) -> bool:
        """Whether a seat of several people has, or had, a sealed ask, whose reply the others may not see."""
        if len(self.people) < 2 or seat not in self.play.seats or self.over:
            return False
        sealed = [a for a in self.asks if a.sealed] + [s.ask for s in self.play.steps if s.ask.sealed]
        return any(ask.seat == seat for ask in sealed)

    def may_hear(self, ask: Ask, eyes: str) -> bool:
        """Whether these eyes (a seat, or `table`) may read a reply to this ask while it comes."""
        asked = (ask, eyes, len(self.play.events))
        if asked not in self._may_hear:
            kept = self._may_hear if len(self._may_hear) < KEPT else {}
            self._may_hear = {asked: may_hear(self.play, ask, eyes)} | kept
        return self._may_hear[asked]

    def previews(self, eyes: str) -> list[ReplyPreview]:
        """The pending replies of models, as these eyes may see them; none at a blind table."""
        if self.is_blind:
            return []
        names = self.names
        return self.models.pending.previews(
            lambda seat: names.get(seat, seat),
            lambda ask: self.may_hear(ask, eyes),
            lambda reply: self.models.cost_so_far(self.cast[reply.ask.seat], reply),
        )

    def turns(self, eyes: str, *, watching: bool) -> list[Page]:
        """The turns of machines that these eyes may read, newest first.

        `watching`: nobody plays here, so turns that are hidden are listed, and open once somebody peeked. A
        blind table shows none.
        """
        if self.is_blind:
            return []
        return turns(
            self.play, self.messages, self.session.seats, eyes, watching=watching, peeked=self.peeked
        )

    def _show(self, saved: Event | None = None) -> None:
        """Show what the play is now, after the event that was saved; an ending only once it is saved itself."""
        self.views: dict[str, View] = {s: self.play.view(s) for s in (*self.play.seats, TABLE)}
        self.asks: tuple[Ask, ...] = self.play.asks()
        if saved is None or saved.type == Kind.ENDED or not self.play.over or self.over:
            self.outcome: Outcome = self.play.outcome()
        self.rounds = rounds_of(self.play) if self.probed else ()
        self.seen_to = self.play.next_seq - 1
        self.models.pending.keep(self.asks)

    # running

    async def run(self) -> None:
        """Play until it is over or left."""
        try:
            await self._to_the_end(self.referee.run())
        except Left:
            self.left = True
        except GameFailed as failed:
            self._give_up(failed)
        self.changed()

    def _give_up(self, failed: GameFailed) -> None:
        """Leave the table, because its rules can't go on."""
        self.left, self.game_failed = True, str(failed)
        self.stop()

    def stop(self) -> None:
        """Stop playing. The session stays as it is and can be resumed."""
        self._stopped = True
        self.referee.stop()
        if self.failed_save is not None:
            self.failed_save.decide(again=False)

    async def let_go(self, *, begun: bool = False) -> None:
        """Stop, bring the session's line in the lists up to date, and end its lease.

        A session in which no person and no model has made a move is deleted: there is nothing to go on with,
        unless it is `begun` otherwise.
        """
        self.stop()
        await asyncio.gather(*self._saving, return_exceptions=True)
        with suppress(
            SaveError, GameFailed
        ):  # the data is only derived, and a lease ends with its window anyway
            if not (self.over or begun or self._begun):
                await self._in_thread(self._store.delete, [self.session.id])
                return
            if not self.over:
                await self._in_thread(self._store.summarise, self.session.id, self.play)
            await self._in_thread(self._store.release, self.session.id)

    @property
    def _begun(self) -> bool:
        """Whether a person or a model has made a move, even one that was undone; any move where only bots sit.

        What models have used counts as well, as it cost something, and so does a seat that could not answer.
        """
        if self.failed is not None or any(used.tokens for used in self.spent.values()):
            return True
        seats = {event.get("seat") for event in self.play.events if event.type == Kind.REPLY}
        machines = {seat for seat, one in self.cast.items() if one.kind not in ("human", "model")}
        return bool(seats - machines if set(self.cast) - machines else seats)

    # what people do; each call returns once it is saved

    def trial(self, ask: Ask, text: str) -> Fault | None:
        """What the rules would say to a reply; None if they take it, or if they fail, which leaves the table."""
        try:
            return self.play.trial(ask, text)
        except GameFailed as failed:
            self._give_up(failed)
            self.changed()
            return None

    @property
    def bots(self) -> frozenset[str]:
        """The seats of built-in bots; none at a blind table, where that would tell who is one."""
        return frozenset(s for s, cast in self.cast.items() if cast.kind == "bot" and not self.is_blind)

    async def objection(self, seat: str, text: str) -> str:
        """What a bot says to the person on a seat before it is asked what this reply asks it; empty: nothing.

        Nobody is told so where the rules hold players to the letter.
        """
        waiting = self.waiting(seat)
        bot = self.info.bot_for(self.session.setup.lexicon, self.session.setup.source)
        lenient = self.session.setup.preset in (None, "party")
        if waiting is None or bot is None or not (self.bots and lenient):
            return ""
        try:
            nexts = self.play.asked_next(waiting.ask, text) if self.trial(waiting.ask, text) is None else []
        except GameFailed:  # the reply itself will leave the table
            return ""
        for then, view in nexts if not self.left else ():
            if then.seat in self.bots:
                why: str = await self._in_thread(bot.objection, then, view, self.views[seat])
                if why:
                    return why
        return ""

    async def held_back(self, seat: str, text: str) -> str:
        """The objection to a reply that is about to be given; empty if it was made before, and the reply is given again."""
        why = "" if self._objected.get(seat) == text else await self.objection(seat, text)
        self._objected[seat] = text if why else ""
        return why

    async def answer(self, seat: str, text: str, marked: Mapping[str, Any] | None = None) -> Fault | None:
        """Give the reply of the person on a seat, or save it as a draft and say what is wrong.

        `marked`: what they marked on the board with it, saved as their answer to a probe.
        """
        waiting = self.waiting(seat)
        if waiting is None:
            return None
        ask = waiting.ask
        fault = self.trial(ask, text)
        if self.left:
            return None
        if fault is None:
            if marked is not None:
                player = dict(self.cast[seat].spec)
                await self.guarded(self.referee.note(Kind.PROBE, seat=seat, **marked, text="", player=player))
            waiting.answer(text)
            return None
        await self.guarded(
            self.referee.note(
                Kind.DRAFT, seat=seat, ask=ask.name, text=text, fault=fault.kind, why=fault.told
            )
        )
        return fault

    def undo_point(self, seat: str) -> int | None:
        """The event that an undo for a person's seat goes back to; None if nothing can be taken back.

        At a party nothing is that the rules have said something about: points hang on it.
        """
        if self.stands or seat not in self.play.seats:
            return None
        to = self.play.undo_point(self.people, seat)
        shown = self.is_party and to is not None and self._marked_after(to)
        return None if shown else to

    def _marked_after(self, seq: int) -> bool:
        return any(s.seq > seq and s.fault is None and was_marked(self.play, s) for s in self.play.standing())

    @property
    def is_party(self) -> bool:
        """Whether it is played at a party."""
        return PARTY in self.session.setup.extra

    @property
    def is_daily(self) -> bool:
        """Whether it is a daily, in which nothing is taken back and nobody helps."""
        return DAILY in self.session.setup.extra

    @property
    def stands(self) -> bool:
        """Whether nothing is taken back and nobody helps: in a daily, and at a blind table, where only people would."""
        return self.is_daily or self.is_blind

    @property
    def _ends(self) -> bool:
        """Whether nothing more is played: it is over, or its ending is just being saved."""
        return self.over or self.play.over

    def can_undo(self, seat: str) -> bool:
        return not self._ends and self.undo_point(seat) is not None

    async def undo(self, seat: str) -> None:
        """Take back the last reply of a seat, and everything after it."""
        to = self.undo_point(seat)
        if to is not None:
            await self.guarded(self.referee.undo(to))

    def can_redo(self, seat: str) -> bool:
        """Whether the last undo still stands, and it took back a reply of this seat."""
        if self._ends or not self.play.can_redo:
            return False
        to = next((e["to"] for e in reversed(self.play.events) if e.type == Kind.UNDONE), 0)
        first = next((s for s in self.play.steps if s.void and s.seq > to), None)
        return first is None or first.ask.seat == seat

    async def redo(self, seat: str) -> bool:
        """Play again what was taken back; False if it no longer fits after a ruling."""
        try:
            if self.can_redo(seat):
                await self.guarded(self.referee.redo())
        except BadEvent:
            return False
        return True

    async def amend(self, seat: str, key: str, text: str) -> bool:
        """Change an earlier reply of a seat, named by the key of its ask; False if it can't be changed."""
        steps = [step for step in self.play.amendable() if step.ask.seat == seat and step.ask.key == key]
        if not steps or self.stands:
            return False
        try:
            await self.guarded(self.referee.amend(steps[-1].seq, text))
        except BadEvent:
            return False
        return True

    @property
    def hints_allowed(self) -> bool:
        """Whether there are hints: under the party preset, in a game with a bot, but for what `stands`."""
        return not self.stands and self.session.setup.preset in (None, "party") and self.info.has_bot

    def can_hint(self, seat: str) -> bool:
        """Whether the seat's person can have a hint: when asked for a word, or if the manifest says so."""
        waiting = self.waiting(seat)
        if waiting is None or not self.hints_allowed:
            return False
        told = self.info.asks.get(waiting.ask.name)
        return waiting.ask.kind == "word" or (told is not None and told.hint)

    async def hint(self, seat: str) -> str | None:
        """A hint from the strongest bot, based on what this seat knows; None if there is none.

        A hint in steps goes one step further each time. One that nothing was said after is not recorded again.
        """
        waiting = self.waiting(seat)
        bot = self.info.bot_for(self.session.setup.lexicon, self.session.setup.source)
        if waiting is None or bot is None or not self.can_hint(seat):
            return None
        steps: str | None = await self._in_thread(bot.hint, waiting.ask, self.views[seat])
        text = self._next_step(seat, steps) if steps else None
        if text and waiting is self.waiting(seat) and not self.was_just_hinted(seat, text):
            await self.hinted(seat, text)
        return text

    def was_just_hinted(self, seat: str, text: str) -> bool:
        """Whether the seat was given this hint since anything was last said."""
        for event in reversed(self.play.events):
            if event.type in (Kind.REPLY, Kind.UNDONE, Kind.REDONE):
                return False
            if event.type == Kind.HINT and event.get("seat") == seat and event.get("text") == text:
                return True
        return False

    def _next_step(self, seat: str, steps: str) -> str:
        """The first step of a hint that the seat was not given yet; the last one again if it was given all."""
        given = {e.get("text") for e in self.play.events if e.type == Kind.HINT and e.get("seat") == seat}
        lines = steps.split("\n")
        return next((line for line in lines if line not in given), lines[-1])

    async def hinted(self, seat: str, text: str) -> None:
        """Record that the person on a seat was given this hint."""
        if self.waiting(seat) is not None:
            await self.guarded(self.referee.note(Kind.HINT, seat=seat, text=text))

    def can_resign(self, seat: str) -> bool:
        return not self._ends and seat in self.play.seats and self.play.seats[seat].side != "neutral"

    async def resign(self, seat: str) -> None:
        if self.can_resign(seat):
            await self.guarded(self.referee.resign(seat))

    @property
    def deciders(self) -> list[str]:
        """The names of the people at this table, who all have to agree to a ruling."""
        return deciders(self.names, self.people)

    @property
    def ruling(self) -> Ruling | None:
        """The ruling that the people at this table could make about the last reply; None without one.

        There is none at a blind table, as it would tell who is a person.
        """
        return last_ruling(self.info, self.play) if self.people and not self.is_blind else None

    def ruling_on(self, seat: str, text: str) -> Ruling | None:
        """The ruling that would let a text of a seat's person pass though the matcher refuses it."""
        waiting = self.waiting(seat)
        if waiting is None or not text.strip() or self.is_blind:
            return None
        return ruling_on_draft(self.play, waiting.ask, text, ruled(self.info, waiting.ask.name))

    async def overrule(self, ruling: Ruling, seat: str = TABLE, text: str = "") -> bool:
        """Record a ruling that all people at the table agree on.

        A ruling on a draft needs the `seat` whose reply `text` it lets pass. False if it is too late,
        because another reply came in the meantime.
        """
        by = ", ".join(self.deciders)
        if ruling.of:
            try:
                await self.guarded(self.referee.rule(ruling.of, ruling.question, ruling.verdict, by))
            except BadEvent:
                return False
        elif (waiting := self.waiting(seat)) is not None:
            await self.guarded(self.referee.insist(waiting.ask, text, ruling.question, ruling.verdict, by))
        return True

    async def recast(self, seat: str, cast: Cast) -> None:
        """Put another player on a seat from here on."""
        if cast.kind == "model":
            cast = as_seated(cast, self.info, self.session.setup, seat)
        cast = joined(cast, self.session, self.info, seat)
        self.cast[seat] = cast
        self._waiting.pop(seat, None)
        for one in self.attendants:
            one.recast(seat)
        await self.guarded(self.referee.recast(seat, self._player(seat, cast), cast.spec))
        self.changed()

    def hand(self, guests: Mapping[str, str]) -> None:
        """Let the people on these seats play from guests' phones, or at the keyboard (empty); it is no recast."""
        moved = [seat for seat, guest in guests.items() if self.cast[seat].guest != guest]
        for seat in moved:
            self.cast[seat] = replace(self.cast[seat], guest=guests[seat])
        for seat in moved:
            for one in self.attendants:
                one.recast(seat)
        if moved:
            self.changed()

    async def retry(self, seat: str) -> None:
        """Ask a seat again. A model is looked up again by its name, as its configuration may have changed."""
        cast = self.cast[seat]
        if cast.kind == "model":
            self.referee.players[seat] = self._player(seat, cast)
        await self.guarded(self.referee.retry(seat))
        self.changed()

    async def resumed(self) -> None:
        """Record that play goes on after a break."""
        await self.guarded(self.referee.note(Kind.RESUMED))

    async def peek(self) -> Mapping[str, Any] | None:
        """The secret, for a watcher who wants to see it; the first look is recorded."""
        if not self.peeked:
            await self.guarded(self.referee.note(Kind.PEEKED, seat=TABLE))
        return self.info.game.secret(self.play.state)

    # models

    @property
    def has_models(self) -> bool:
        """Whether a model sits here, or did earlier."""
        return any(c.kind == "model" for c in self.cast.values()) or bool(self.spent)

    @property
    def spent(self) -> dict[str, Spent]:
        """What the models have used, by seat."""
        return spent_by_seat(self.play.events)

    @property
    def awaited(self) -> PendingReply | None:
        """The pending reply of a model that `cancel` would stop; none at a blind table, where it would tell."""
        if self.is_blind:
            return None
        replies = [self.models.pending.of(ask) for ask in self.asks]
        return next((reply for reply in replies if reply is not None and reply.ended is None), None)

    async def cancel(self) -> None:
        """Stop waiting for a model; its seat is paused."""
        reply = self.awaited
        if reply is None:
            return
        seat = reply.ask.seat
        after = reply.seconds
        why = f"{seat}: {names_of(self.cast)[seat]} was stopped after {after:.1f} s"
        self.models.stopped.add(seat)
        await self.guarded(self.referee.cancel(seat, why))
        self.changed()

    @property
    def over_budget(self) -> bool:
        """Whether the first seat that failed waits for a higher budget."""
        return self.failed is not None and self.failed[0] in self.models.over_budget

    async def raise_budget(self) -> str:
        """Double the budget, ask all seats that waited for it again, and return the new figure."""
        figure = raised(self.models.budget)
        for seat in [s for s in self.referee.paused if s in self.models.over_budget]:
            await self.retry(seat)
        return figure

    # internals

    async def guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        """Save what a person did. If it can't be saved and the person gives up, stop the table."""
        try:
            await self._to_the_end(work)
        except Left:
            self.left = True
            self.stop()
            self.changed()

    async def _to_the_end(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do what saves, even if the screen that waits for it is left meanwhile: a move is saved with its ending."""
        task = asyncio.create_task(work)
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)
        await asyncio.shield(task)

    def _player(self, seat: str, cast: Cast) -> Player:
        """The player of a seat; at a blind table all keep one pace, but for people whom all others see typing."""
        setup = self.session.setup
        if not is_blind(setup, over=self.play.over):
            return self._seated(seat, cast, self.playback.wait)
        player = self._seated(seat, cast, None)
        if cast.kind == "human":
            return Paced(player, setup.seed, in_sight=lambda: not self.on_phones)
        return Paced(player, setup.seed, self.playback.wait)

    def _seated(self, seat: str, cast: Cast, before: Before | None) -> Player:
        setup = self.session.setup
        if cast.kind == "human":
            return HumanPlayer(str(cast.spec.get("name")), self._is_asked)
        try:
            if cast.kind == "bot":
                return built_in(cast, self.info, setup, before, think=self._in_thread)
            if cast.kind == "model":
                return self.models.player(seat, cast)
            return sit_down(cast, self.info, setup)
        except (BadPlayer, BadFile) as error:
            return UnseatedPlayer(f"{seat}: {error}")

    def _is_asked(self, waiting: Waiting) -> None:
        self._waiting[waiting.ask.seat] = waiting
        self.bell_due, self._slow = self.bell_due or self._slow, False
        self._call()
        self.changed()

    def _call(self) -> None:
        """Tell the front ends which people are asked."""
        for one in self.attendants:
            one.asked(self.asked)

    async def _append(self, event: Event, messages: Messages) -> None:
        self.messages.update(messages)
        play = self.play if event.type in DERIVED else None
        await self._saved(self._store.append, self.session.id, event, messages, play)

    async def _saved(self, work: Callable[..., Any], *args: Any) -> None:
        while True:
            try:
                await self._in_thread(work, *args)
            except SaveError as error:
                if self._stopped:  # nobody is there who could decide
                    raise Left from None
                decided = asyncio.get_running_loop().create_future()
                self.failed_save = FailedSave(str(error), decided)
                self.changed()
                again = await decided
                self.failed_save = None
                if not again:
                    raise Left from None
            else:
                return

    def _as_shown(self, event: Event) -> Event:
        """An event as notes tell it: at a blind table, without who sits down."""
        if not is_blind(self.session.setup, over=self.play.over):
            return event
        return masked(event, letters(self.session.setup, self.cast))

    def _tell(self, event: Event) -> None:
        self._show(event)
        if event.type == Kind.REPLY:
            if self.cast[event["seat"]].kind == "model":
                self.models.took(event["seat"], event.get("seconds"))
                slow = not self.is_blind and (event.get("seconds") or 0) > SLOW
                self._slow = self._slow or slow
            self._call()  # if several people are asked at once, the next one is called
        self.notes = with_note(self.notes, self._as_shown(event), self.views)
        self._comment_on(event)
        self.changed()

    def _comment_on(self, event: Event) -> None:
        """Now and then let somebody comment on a move, and always on the ending."""
        if event.type == Kind.ENDED:
            winners = self.play.outcome().winners
            losers = tuple(seat for seat in self.cast if seat not in winners)
            if winners and not self._comment("won", event.seq, winners):
                self._comment("lost", event.seq, losers)
            return
        taken = event.type == Kind.REPLY and event.get("fault") is None
        rng = Random(f"{self.session.setup.seed}/comment/{event.seq}")
        if taken and event.seq - self._commented > PAUSE and rng.random() < OFTEN:
            self._comment("turn", event.seq)

    def _comment(self, moment: Moment, seq: int, seats: Collection[str] = ()) -> bool:
        """Whether somebody says something at this moment, in the talk of all; nobody does at a blind table."""
        if self._comments is None or is_blind(self.session.setup, over=False):
            return False
        rng = Random(f"{self.session.setup.seed}/comment/{moment}/{seq}")
        text = self._comments.line(self.cast, moment, rng, seats)
        if text:
            self._commented = seq
            self.notes = [*self.notes, Note(TABLE, COMMENT, text, len(self.views[TABLE].talk))]
        return bool(text)

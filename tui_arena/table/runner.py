"""One session in play, for any front end: its players, referee, saving and notes.

A front end reads the state whenever its listener is called. It acts for the seat that it names: it answers,
takes back, asks for a hint, resigns or overrules. The `Hotseat` knows the seat of the person at the keyboard.

Law: what is shown is what is saved. `views`, `asks` and `notes` change only after an event is saved. If a
save fails, the session waits until a person decides to try again or to leave.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Protocol

from tui_arena.core.blind import hides_players, is_blind, is_revealed, is_unsigned, letters, masked
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import TABLE, Ask, Fault, Outcome, Reply, View
from tui_arena.core.guarded import GameFailed
from tui_arena.core.language.sentences import first_name
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.text import clean
from tui_arena.players.bot import InThread, Waiting
from tui_arena.players.daily import DAILY
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget
from tui_arena.players.new_session import joined
from tui_arena.players.party import PARTY
from tui_arena.players.seating import Cast, as_seated, cast_now, names_in, names_of
from tui_arena.save.store import Store, now
from tui_arena.save.summary import was_marked
from tui_arena.table.challenging import Ghost
from tui_arena.table.notes import (
    COMMENT,
    Commenting,
    Comments,
    Note,
    next_hint,
    notes_of,
    refused_try,
    was_just_hinted,
    with_note,
    without_free_looks,
)
from tui_arena.table.opening import LeasedSession
from tui_arena.table.playback import Lines, Playback
from tui_arena.table.players import PendingReply, ReplyPreview, TablePlayers
from tui_arena.table.probes import PROBE, prober_at, rounds_of
from tui_arena.table.rulings import Ruling, deciders, last_ruling, ruled, ruling_on_draft
from tui_arena.table.saving import Left, Saving, was_begun
from tui_arena.table.spending import Spent, raised, spent_by_player, spent_by_seat
from tui_arena.table.turns import Page, may_hear, turns

KEPT = 32
"""The number of `may_hear` answers that are cached, because it is called many times a second."""
UNTOLD = "No answer came. You can see why once the game is over."
SLOW = 10.0
"""After a model reply that took more seconds than this, people may have left the screen."""


class Attendant(Protocol):
    """A front end that brings people to their seats, such as one keyboard that several people share."""

    @property
    def attended(self) -> bool:
        """True if the person who is asked can answer now. While False, the clock of a race is stopped."""

    def asked(self, seats: Sequence[str]) -> None:
        """Take people's seats with an open ask, in the order in which they are asked."""

    def recast(self, seat: str) -> None:
        """Note that another player took a seat, or that its person changed between phone and keyboard."""


class SessionRunner:
    """Plays one session. Its front ends read its state when their listeners report a change."""

    def __init__(
        self,
        ready: LeasedSession,
        store: Store,
        in_thread: InThread,
        *,
        playback: Playback,
        registry: ModelRegistry | None = None,
        budget: Budget | None = None,
        comments: Comments | None = None,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Without a `registry` no model can play. Without `comments` bots say nothing outside their moves.

        `budget`: the session's budget, to which its saved replies are added.

        Raises BadEvent if the session's events don't fit its rules.
        """
        self.info = info = ready.info
        self.session = session = ready.session
        self.playback = playback
        self.listeners: list[Callable[[], None]] = [changed]
        """Called whenever there is something new to show. Each front end may add its own."""
        self.play: Play[Any] = session.fold(info.game)
        self.cast: dict[str, Cast] = {**cast_now(session), **ready.cast}
        self.unsigned = is_unsigned(session.setup)
        """True if it is played as *Who is the machine?*."""
        events = [self._as_shown(event) for event in session.events if self._may_be_noted(event)]
        as_shown, tells = session.with_events(events), not hides_players(self.play)
        self.notes: list[Note] = notes_of(info.game, as_shown, tells=tells, freely=self.looks_freely)
        self._commenting = Commenting(comments, session.setup)
        self.saving = Saving(store, session.id, in_thread, self.changed)
        self.left = False
        self.game_failed = ""
        """Why the rules could not continue; empty if they can."""
        self.messages: dict[str, Sequence[Mapping[str, str]]] = dict(session.messages)
        """The chat messages that models were sent, by their hash."""
        self.bell_due = False
        """True if a person is asked now after a model's slow reply."""
        self.attendants: list[Attendant] = []
        """The front ends that bring people to their seats."""
        self.has_looked = any(note.tried is not None and note.tried.freely for note in self.notes)
        """True if a spectator has looked freely at what is hidden. If a person sits down, that is recorded."""
        self.caster = ""
        """What the caster says of the last moment, for everybody (`caster.py`); empty if there is nothing."""
        self.ghost: Ghost | None = None
        """The game of the person who sent the challenge; None without a challenge. The front end reads it."""
        self._leaving: dict[str, Cast] = {}
        """The players who are leaving their seats, until the recast is saved. Until then, what was said there is theirs."""
        self.on_phones = False
        """True if phones show this table too."""
        self._slow = False
        self._may_hear = lru_cache(KEPT)(lambda ask, viewer, _events: may_hear(self.play, ask, viewer))
        self.players = TablePlayers(
            info,
            session,
            registry,
            budget,
            playback=self.playback,
            in_thread=in_thread,
            blind=lambda: hides_players(self.play),
            in_sight=lambda: not self.on_phones,
            person_asked=self._is_asked,
            model_asked=self.changed,
            lines=Lines(info, self.play, ready.paces, self.recast, self._draft) if self.unsigned else None,
        )
        self.in_thread = in_thread
        self._waiting: dict[str, Waiting] = {}
        players = {seat: self.players.player(seat, c) for seat, c in self.cast.items()}
        self.prober = prober_at(
            info, session, self.cast.__getitem__, in_thread, registry=registry, budget=self.players.budget
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
            self._comment(self._commenting.begin(self.cast))

    # state

    def changed(self) -> None:
        """Report to every front end that there is something new to show."""
        for listener in self.listeners:
            listener()

    @property
    def is_blind(self) -> bool:
        """True if the players are shown as letters now."""
        return is_blind(self.session.setup, over=self.over and is_revealed(self.play))

    @property
    def names(self) -> dict[str, str]:
        """Returns the players' names by seat, as everybody may read them."""
        return self.names_for(())

    def names_for(self, seats: Collection[str], *, masked: bool = False) -> dict[str, str]:
        """Returns the players' names by seat for the people on these seats. Their own names are never hidden.

        `masked`: whether the others are shown as letters even if the session is over.
        """
        names = names_in(self.session.seats, self.play.events, {**self.cast, **self._leaving})
        if not (masked or self.is_blind):
            return names
        own = {seat: names[seat] for seat in names if seat in seats and seat in self.people}
        return {**letters(self.session.setup, self.cast), **own}

    @property
    def people(self) -> frozenset[str]:
        """Returns the seats that people have now."""
        return frozenset(seat for seat, cast in self.cast.items() if cast.kind == "human")

    def sits_on_all(self, seats: Collection[str]) -> bool:
        """True if one person has all of these seats, none of which has a side, such as setter and judge."""
        neutral = all(self.play.seats[seat].side == "neutral" for seat in seats)
        return neutral and len({str(self.cast[seat].spec.get("name")) for seat in seats}) == 1

    @property
    def asked(self) -> list[str]:
        """Returns people's seats with an open ask, in the order in which they are asked."""
        return [ask.seat for ask in self.play.asks() if self.waiting(ask.seat) is not None]

    def waits_for(self) -> list[str]:
        """Returns the first names of the players for whom the game waits, each once."""
        names = self.names
        return list(dict.fromkeys(first_name(names.get(ask.seat, ask.seat)) for ask in self.asks))

    def guest(self, seat: str) -> str:
        """Returns the id of the guest who plays a seat by phone; empty if nobody does."""
        return self.cast[seat].guest if seat in self.cast else ""

    def waiting(self, seat: str) -> Waiting | None:
        """Returns the ask that the person in a seat has to answer."""
        waiting = self._waiting.get(seat)
        return None if waiting is None or waiting.answered.done() else waiting

    @property
    def over(self) -> bool:
        return self.outcome.result != "unfinished"

    @property
    def failed(self) -> tuple[str, str] | None:
        """A seat whose player failed, and the reason in a sentence. A blind table hides the reason."""
        found = next(iter(self.referee.paused.items()), None)
        return (found[0], UNTOLD) if found is not None and self.is_blind else found

    @property
    def failure(self) -> int | None:
        """Returns the number of the event of `failed`; None while it isn't saved."""
        seat = self.failed[0] if self.failed else None
        paused = (e.seq for e in reversed(self.play.events) if e.type == Kind.PAUSED and e["seat"] == seat)
        return next(paused, None)

    @property
    def probed(self) -> bool:
        """True if a player is probed during this session and everybody may know who."""
        return bool(self.session.setup.extra.get(PROBE)) and not self.is_blind

    @property
    def peeked(self) -> bool:
        """True if a spectator has looked at what is hidden."""
        return any(e.type == Kind.PEEKED for e in self.play.events)

    @property
    def looks_freely(self) -> bool:
        """True if nobody profits from a look at what is hidden, so that it isn't recorded.

        That is so if no person has a seat, but never at a party, where people without a seat bet on the end.
        """
        return not self.people and not self.is_party

    def holds_secret(self, seat: str) -> bool:
        """True if several people play, and this seat has or had a sealed ask with a hidden reply."""
        if len(self.people) < 2 or seat not in self.play.seats or self.over:
            return False
        sealed = [a for a in self.asks if a.sealed] + [s.ask for s in self.play.steps if s.ask.sealed]
        return any(ask.seat == seat for ask in sealed)

    def may_hear(self, ask: Ask, viewer: str) -> bool:
        """True if this viewer (a seat, or `table`) may read a reply to this ask while it arrives."""
        return self._may_hear(ask, viewer, len(self.play.events))

    def previews(self, viewer: str) -> list[ReplyPreview]:
        """Returns the pending replies of models, as this viewer may see them; empty at a blind table."""
        if self.is_blind:
            return []
        names = self.names
        return self.players.pending.previews(
            lambda seat: names.get(seat, seat),
            lambda ask: self.may_hear(ask, viewer),
            lambda reply: self.players.cost_so_far(self.cast[reply.ask.seat], reply),
        )

    def turns(self, viewer: str, *, watching: bool) -> list[Page]:
        """Returns the turns of machines that this viewer may read, newest first; empty at a blind table.

        `watching`: nobody plays here, so hidden turns are listed. They open after a spectator has peeked, or
        if `looks_freely`.
        """
        if self.is_blind:
            return []
        peeked = self.peeked or self.looks_freely
        return turns(self.play, self.messages, self.session.seats, viewer, watching=watching, peeked=peeked)

    def _show(self, saved: Event | None = None) -> None:
        """Show the play after the event that was saved. An ending is shown only after it is saved itself."""
        self.views: dict[str, View] = {s: self.play.view(s) for s in (*self.play.seats, TABLE)}
        self.asks: tuple[Ask, ...] = self.play.asks()
        if saved is None or saved.type == Kind.ENDED or not self.play.over or self.over:
            self.outcome: Outcome = self.play.outcome()
        self.rounds = rounds_of(self.play) if self.probed else ()
        self.seen_to = self.play.next_seq - 1
        if self.players.pending.by_seat:
            self.players.pending.keep(self.asks)

    # running

    async def run(self) -> None:
        """Play until the session is over or left."""
        self._seat_bots()
        try:
            await self.saving.to_the_end(self.referee.run())
        except Left:
            self.left = True
        except GameFailed as failed:
            self._give_up(failed)
        self.changed()

    def _give_up(self, failed: GameFailed) -> None:
        """Leave the table, because its rules can't continue."""
        self.left, self.game_failed = True, str(failed)
        self.stop()

    def stop(self) -> None:
        """Stop playing. The session stays as it is and can be resumed."""
        self.referee.stop()
        self.saving.stop()

    async def let_go(self, *, begun: bool = False) -> None:
        """Stop, bring the session's line in the lists up to date, and end its lease.

        If no person and no model has made a move, there is nothing to resume. Then the session is deleted,
        unless it is `begun` otherwise.
        """
        self.stop()
        await self.saving.wait()
        begun = begun or self.failed is not None or was_begun(self.play, self.cast)
        await self.saving.let_go(self.play, over=self.over, begun=begun)

    # what people do; each call returns once it is saved

    def trial(self, ask: Ask, text: str) -> Fault | None:
        """The fault of a reply by the rules; None if they take it, or if they fail (the table is left)."""
        try:
            lines = self.players.lines
            return lines.plain(ask, Reply(clean(text)))[1] if lines else self.play.trial(ask, text)
        except GameFailed as failed:
            self._give_up(failed)
            self.changed()
            return None

    @property
    def bots(self) -> frozenset[str]:
        """Returns the seats of built-in bots; empty at a blind table, where it would reveal them."""
        return frozenset(s for s, cast in self.cast.items() if cast.kind == "bot" and not self.is_blind)

    async def answer(self, seat: str, text: str, marked: Mapping[str, Any] | None = None) -> Fault | None:
        """Give the reply of the person in a seat, or save it as a draft and return what is wrong.

        `marked`: what the person marked on the board with it, saved as an answer to a probe.
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
        await self.guarded(self._draft(ask, text, fault))
        return fault

    async def _draft(self, ask: Ask, text: str, fault: Fault) -> None:
        """Keep a reply that the rules refuse, with its seat."""
        said = {"seat": ask.seat, "ask": ask.name, "text": text, "fault": fault.kind, "why": fault.told}
        await self.referee.note(Kind.DRAFT, **said)

    def undo_point(self, seat: str) -> int | None:
        """Returns the event to which a person's undo goes back; None if nothing can be taken back.

        At a party, a reply that the rules have answered can't be taken back, because points depend on it.
        """
        if self.stands or seat not in self.play.seats:
            return None
        to = self.play.undo_point(self.people, seat)
        if to is None or not self.is_party:
            return to
        later = (s for s in self.play.standing() if s.seq > to and s.fault is None)
        return None if any(was_marked(self.play, s) for s in later) else to

    @property
    def is_party(self) -> bool:
        """True if the session is played at a party."""
        return PARTY in self.session.setup.extra

    @property
    def is_daily(self) -> bool:
        """True if the session is a daily, in which nothing is taken back and nobody helps."""
        return DAILY in self.session.setup.extra

    @property
    def stands(self) -> bool:
        """True if undo and help are off: in a daily, and at a blind table, where only people use them."""
        return self.is_daily or self.is_blind

    @property
    def _ends(self) -> bool:
        """True if nothing more is played: the session is over, or its ending is just being saved."""
        return self.over or self.play.over

    def can_undo(self, seat: str) -> bool:
        return not self._ends and self.undo_point(seat) is not None

    async def undo(self, seat: str) -> None:
        """Take back the last reply of a seat, and everything after it."""
        to = self.undo_point(seat)
        if to is not None:
            await self.guarded(self.referee.undo(to))

    def can_redo(self, seat: str) -> bool:
        """True if the last undo is still in force, and it took back a reply of this seat."""
        if self._ends or not self.play.can_redo:
            return False
        to = next((e["to"] for e in reversed(self.play.events) if e.type == Kind.UNDONE), 0)
        first = next((s for s in self.play.steps if s.void and s.seq > to), None)
        return first is None or first.ask.seat == seat

    async def redo(self, seat: str) -> bool:
        """Play again what was taken back. Returns False if it no longer fits after a ruling."""
        return not self.can_redo(seat) or await self._fits(self.referee.redo())

    async def amend(self, seat: str, key: str, text: str) -> bool:
        """Change an earlier reply of a seat, named by its ask's key. Returns False if it can't be changed."""
        steps = [step for step in self.play.amendable() if step.ask.seat == seat and step.ask.key == key]
        return bool(steps) and not self.stands and await self._fits(self.referee.amend(steps[-1].seq, text))

    @property
    def hints_allowed(self) -> bool:
        """True if there are hints: under the party preset, in a game with a bot, unless `stands`."""
        return not self.stands and self.session.setup.preset in (None, "party") and self.info.has_bot

    def can_hint(self, seat: str) -> bool:
        """True if the seat's person can have a hint: for a word, or if the manifest allows it."""
        waiting = self.waiting(seat)
        if waiting is None or not self.hints_allowed:
            return False
        told = self.info.asks.get(waiting.ask.name)
        return waiting.ask.kind == "word" or (told is not None and told.hint)

    async def hint(self, seat: str) -> str | None:
        """Returns a hint from the strongest bot, based on what this seat knows; None if there is none.

        A hint in steps goes one step further each time. If nothing was said since the same hint, it isn't
        recorded again.
        """
        waiting = self.waiting(seat)
        bot = self.info.bot_for(self.session.setup.lexicon, self.session.setup.source)
        if waiting is None or bot is None or not self.can_hint(seat):
            return None
        steps: str | None = await self.in_thread(bot.hint, waiting.ask, self.views[seat])
        text = next_hint(self.play, seat, steps) if steps else None
        if text and waiting is self.waiting(seat) and not was_just_hinted(self.play, seat, text):
            await self.hinted(seat, text)
        return text

    async def hinted(self, seat: str, text: str) -> None:
        """Record that the person in a seat was given this hint."""
        if self.waiting(seat) is not None:
            await self.guarded(self.referee.note(Kind.HINT, seat=seat, text=text))

    def can_resign(self, seat: str) -> bool:
        if self.unsigned:  # only people can give up
            return False
        return not self._ends and seat in self.play.seats and self.play.seats[seat].side != "neutral"

    async def resign(self, seat: str) -> None:
        if self.can_resign(seat):
            await self.guarded(self.referee.resign(seat))

    @property
    def deciders(self) -> list[str]:
        """Returns the names of the people at this table, who all have to agree to a ruling."""
        return deciders(self.names, self.people)

    @property
    def ruling(self) -> Ruling | None:
        """Returns the ruling that the people at this table could make about the last reply; None without one.

        There is none at a blind table, because it would reveal who is a person.
        """
        return last_ruling(self.info, self.play, self.people) if self.people and not self.is_blind else None

    def ruling_on(self, seat: str, text: str) -> Ruling | None:
        """Returns the ruling that would accept a text of a seat's person, though the matcher refuses it."""
        waiting = self.waiting(seat)
        if waiting is None or not text.strip() or self.is_blind:
            return None
        return ruling_on_draft(self.play, waiting.ask, text, ruled(self.info, waiting.ask.name))

    async def overrule(self, ruling: Ruling, seat: str = TABLE, text: str = "") -> bool:
        """Record a ruling that all people at the table agree on.

        A ruling on a draft needs the `seat` whose reply `text` it accepts. Returns False if it is too late,
        because another reply came in the meantime.
        """
        by = ", ".join(self.deciders)
        if ruling.of:
            return await self._fits(self.referee.rule(ruling.of, ruling.question, ruling.verdict, by))
        if (waiting := self.waiting(seat)) is not None:
            await self.guarded(self.referee.insist(waiting.ask, text, ruling.question, ruling.verdict, by))
        return True

    async def recast(self, seat: str, cast: Cast) -> None:
        """Put another player in a seat from now on."""
        if cast.kind == "model":
            cast = as_seated(cast, self.info, self.session.setup, seat)
        cast = joined(cast, self.session, self.info, seat)
        if cast.kind == "human":
            self.notes = without_free_looks(self.notes)
            if self.has_looked:
                await self.peek()
        leaving = self._leaving[seat] = self.cast[seat]
        self.cast[seat] = cast
        self._waiting.pop(seat, None)
        for one in self.attendants:
            one.recast(seat)
        try:
            await self.guarded(self.referee.recast(seat, self.players.player(seat, cast), cast.spec))
        finally:
            if self._leaving.get(seat) is leaving:
                del self._leaving[seat]
        self._seat_bots()
        self.changed()

    def hand(self, guests: Mapping[str, str]) -> None:
        """Move the people on these seats to guests' phones or the keyboard (empty). This isn't a recast."""
        moved = [seat for seat, guest in guests.items() if self.cast[seat].guest != guest]
        for seat in moved:
            self.cast[seat] = replace(self.cast[seat], guest=guests[seat])
        for seat in moved:
            for one in self.attendants:
                one.recast(seat)
        if moved:
            self._seat_bots()
            self.changed()

    def _seat_bots(self) -> None:
        """At an unsigned table, put bots on the seats of people without a phone: everybody sees the big screen."""
        if self.players.lines is not None and not self.over:
            for seat in self.people:
                if not self.guest(seat):
                    self.players.lines.stand_in(seat)

    async def retry(self, seat: str) -> None:
        """Ask a seat again. A model's name is looked up again, because its configuration may have changed."""
        cast = self.cast[seat]
        if cast.kind == "model":
            self.referee.players[seat] = self.players.player(seat, cast)
        await self.guarded(self.referee.retry(seat))
        self.changed()

    async def resumed(self) -> None:
        """Record that play continues after a break."""
        await self.guarded(self.referee.note(Kind.RESUMED))

    async def peek(self) -> Mapping[str, Any] | None:
        """Returns the secret, for a spectator who wants to see it. The first look is recorded."""
        if not self.peeked:
            await self.guarded(self.referee.note(Kind.PEEKED, seat=TABLE))
        return self.info.game.secret(self.play.state)

    # models

    @property
    def has_models(self) -> bool:
        """True if a model sits here, or did earlier."""
        return any(c.asks for c in self.cast.values()) or bool(self.spent)

    @property
    def spent(self) -> dict[str, Spent]:
        """Returns what the models have used, by seat."""
        return spent_by_seat(self.play.events)

    @property
    def spent_by_player(self) -> dict[str, Spent]:
        """Returns what the models that have a seat now have used, by seat."""
        return spent_by_player(self.play.events)

    @property
    def awaited(self) -> PendingReply | None:
        """The model's pending reply that `cancel` would stop; None at a blind table, to hide models."""
        if self.is_blind:
            return None
        replies = [self.players.pending.of(ask) for ask in self.asks]
        return next((reply for reply in replies if reply is not None and reply.ended is None), None)

    @property
    def can_cancel(self) -> bool:
        """True if a model is awaited, in a seat or by a bot; False at a blind table, to hide models."""
        return self.awaited is not None or (self.players.thinks and not self.is_blind)

    async def cancel(self) -> None:
        """Stop waiting for a model. Its seat is paused; a bot says its own line."""
        reply = self.awaited
        if reply is None:
            if self.can_cancel:
                self.players.give_up()
            return
        seat = reply.ask.seat
        why = f"{seat}: {names_of(self.cast)[seat]} was stopped after {reply.seconds:.1f} s"
        self.players.stopped.add(seat)
        await self.guarded(self.referee.cancel(seat, why))
        self.changed()

    @property
    def over_budget(self) -> bool:
        """True if the first seat that failed waits for a higher budget."""
        return self.failed is not None and self.failed[0] in self.players.over_budget

    async def raise_budget(self) -> str:
        """Double the budget, ask all seats again that waited for it, and return the new figure."""
        figure = raised(self.players.budget)
        for seat in [s for s in self.referee.paused if s in self.players.over_budget]:
            await self.retry(seat)
        return figure

    # internals

    async def guarded(self, work: Coroutine[Any, Any, Any]) -> None:
        """Save what a person did. If it can't be saved and the person gives up, stop the table."""
        try:
            await self.saving.to_the_end(work)
        except Left:
            self.left = True
            self.stop()
            self.changed()

    async def _fits(self, work: Coroutine[Any, Any, Any]) -> bool:
        """Save what a person did. Returns False if it doesn't fit what was said before."""
        try:
            await self.guarded(work)
        except BadEvent:
            return False
        return True

    def _is_asked(self, waiting: Waiting) -> None:
        self._waiting[waiting.ask.seat] = waiting
        self.bell_due, self._slow = self.bell_due or self._slow, False
        self._call()
        self.changed()

    def _call(self) -> None:
        """Report to the front ends which people are asked."""
        for one in self.attendants:
            one.asked(self.asked)

    async def _append(self, event: Event, messages: Messages) -> None:
        self.messages.update(messages)
        await self.saving.append(event, messages, self.play)

    def _may_be_noted(self, event: Event) -> bool:
        """True if a note may mention an event: at an unsigned table, no note says that a seat changed hands."""
        return not (self.unsigned and event.type == Kind.RECAST)

    def _as_shown(self, event: Event) -> Event:
        """Returns an event as notes show it: at a blind table, without the new player's name."""
        if not hides_players(self.play):
            return event
        return masked(event, letters(self.session.setup, self.cast))

    def _tell(self, event: Event) -> None:
        self._show(event)
        if event.type == Kind.REPLY:
            if self.cast[event["seat"]].kind == "model":
                self.players.took(event["seat"], event.get("seconds"))
                slow = not self.is_blind and (event.get("seconds") or 0) > SLOW
                self._slow = self._slow or slow
            self._call()  # if several people are asked at once, the next person is called
        tried = None if hides_players(self.play) else refused_try(self.play, event, freely=self.looks_freely)
        self.has_looked = self.has_looked or (tried is not None and tried.freely)
        if self._may_be_noted(event):
            self.notes = with_note(self.notes, self._as_shown(event), self.views, tried)
        left = int(self.views[TABLE].facts.get("turns_left", 0))
        self._comment(self._commenting.after(event, self.cast, self.outcome.winners, left))
        self.changed()

    def _comment(self, text: str) -> None:
        """Show a character's comment in everybody's talk; do nothing if it is empty."""
        if text:
            self.notes = [*self.notes, Note(TABLE, COMMENT, text, len(self.views[TABLE].talk))]

"""The seat whose person is at the screen, what that person sees, and what a bot believes for that person.

Several people may share one keyboard. If everybody may see the screen, it passes from one person to the next
unchanged. If a seat would show a secret, or a person types one, a curtain comes between. While nobody is at
the screen, it shows the view of the table, which contains no secret. A front end acts at the runner, for the
seat in `viewer`.

An interlude is a moment that everybody looks at before the curtain. A person who plays alone sees the moment
in the normal view, without waiting.

A person who doesn't hear all the talk at the table never sees a bot's belief. If a game's manifest reserves
beliefs for spectators (`belief`), players don't see them either: there a belief is a hint, which a player
asks for and which is recorded.

Law: only `view`, the view of the active seat, is shown, and nothing behind the curtain. An interlude shows
only the view of the table, takes no answer, and stays until somebody continues. A belief is computed from the
view of a seat that looks for the secret, never from a view that contains it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui_arena.core.blind import is_blind
from tui_arena.core.game import TABLE, Belief, View, keeps_beliefs
from tui_arena.players.bot import InThread, Waiting
from tui_arena.table.players import ReplyPreview
from tui_arena.table.runner import SessionRunner
from tui_arena.table.turns import Page


class Hotseat:
    """One keyboard for all people of a table: who is at the screen, whom the curtain calls, and what they see."""

    def __init__(
        self,
        runner: SessionRunner,
        in_the_open: Callable[[str], bool] = lambda _: False,
        has_own_device: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """The hotseat registers with the runner, which reports to it the seats that are asked.

        `in_the_open`: whether everybody may look while the person in a seat answers the current ask.
        `has_own_device`: whether the person in a seat plays from their own device. Then the screen is a stage for
        all, and the curtain guards only the seats of this keyboard.
        """
        self.runner = runner
        self._in_the_open = in_the_open
        self._has_own_device = has_own_device
        self._ever = set(self._here)
        """The seats that people at this keyboard have or had."""
        self.seat: str | None = TABLE
        """A person's seat, `table`, or None behind the curtain."""
        self.next: str | None = None
        """The seat that the curtain calls; None while the curtain is open."""
        self._called: str | None = None
        """The seat whose person came through the curtain last; None before anybody did."""
        self.asked(runner.asked)
        runner.attendants.append(self)

    # who is at the screen

    @property
    def _here(self) -> frozenset[str]:
        """The seats of people at this keyboard; at an unsigned table nobody has one, as everybody sees the screen."""
        if self.runner.unsigned:
            return frozenset()
        return frozenset(seat for seat in self.runner.people if not self._has_own_device(seat))

    @property
    def masked(self) -> bool:
        """True if this screen hides the players' names: at a blind table, until it is left for the result."""
        return is_blind(self.runner.session.setup, over=False)

    @property
    def names(self) -> dict[str, str]:
        """Returns the players' names by seat, as this screen shows them."""
        return self.runner.names_for(self._here, masked=self.masked)

    @property
    def people(self) -> frozenset[str]:
        """Returns the seats that people have, as far as this screen may show that."""
        return self._here if self.masked else self.runner.people

    @property
    def on_stage(self) -> bool:
        """True if somebody plays from their own device, so that everybody may see this screen."""
        return bool(self.runner.people - self._here)

    @property
    def alone(self) -> bool:
        """True if the person at the screen is the only person at the keyboard."""
        return self.seat is not None and self._is_alone_on(self.seat) and not self.on_stage

    def _is_alone_on(self, seat: str) -> bool:
        """True if nobody but the person in a seat has sat at this keyboard.

        Somebody alone may have several seats without a side, such as setter and judge.
        """
        return self._ever == {seat} or (seat in self._ever and self.runner.sits_on_all(self._ever))

    @property
    def attended(self) -> bool:
        """True if somebody is at the screen. While the curtain calls, nobody is."""
        return self.next is None

    @property
    def on_view(self) -> bool:
        """True if others may look at the screen, too: the person at it didn't come through the curtain."""
        return self.seat in self._here and self.seat != self._called and not self.alone

    def cover(self) -> None:
        """Let the curtain call the person at the screen, so that all others look away."""
        self.seat, self.next = None, self.seat
        self.runner.changed()

    def asked(self, seats: Sequence[str]) -> None:
        """Seat the right person. `seats`: the people's seats with an open ask, in their order.

        The person at the screen stays while that person is asked or nobody else is. No curtain is needed for
        a person alone at the table, or for an ask that is answered in the open.
        """
        people, stage = self._here, self.on_stage
        seats = [seat for seat in seats if seat in people]
        if self.next is not None:
            return
        if self.seat in people and (self.seat in seats or not (seats or stage)):
            return
        alone = next((seat for seat in sorted(people) if self._is_alone_on(seat)), None)
        wanted = seats[0] if seats else None if stage else alone
        if wanted is None:
            self.seat = self.seat if self.seat in people and not stage else TABLE
        elif (self._is_alone_on(wanted) and not stage) or self._in_the_open(wanted):
            self.seat, self._called = wanted, None
        else:
            self.seat, self.next = None, wanted

    def recast(self, seat: str) -> None:
        """Another player took a seat. If a person had the seat, that person leaves the screen."""
        if seat in self._here:
            self._ever.add(seat)
        elif self.next == seat:
            self.seat, self.next = TABLE, None
        elif self.seat == seat:
            self.seat = TABLE
        self.asked(self.runner.asked)

    def sit_down(self) -> None:
        """The person whom the curtain calls is at the screen."""
        if self.next is not None:
            self.seat = self._called = self.next
            self.next = None
        self.asked(self.runner.asked)  # another person may be asked since the curtain called
        self.runner.referee.more_time()
        self.runner.changed()

    @property
    def calls(self) -> bool:
        """True if the curtain would call the next person who is asked.

        True also while nobody is asked, unless somebody plays by phone: then the next person may not be at
        the keyboard.
        """
        asked = [seat for seat in self.runner.asked if seat in self._here]
        return not self._in_the_open(asked[0]) if asked else not self.on_stage

    def all_look(self) -> None:
        """Show the table's view to everybody. The next person is called even if that person was just here."""
        self.seat, self.next, self._called = TABLE, None, None
        self.asked(self.runner.asked)

    # what they see

    @property
    def viewer(self) -> str:
        """Returns the seat whose view the screen shows, or `table`."""
        return self.seat or TABLE

    @property
    def view(self) -> View | None:
        """Returns what the active seat may know; None behind the curtain."""
        return self.runner.views[self.seat] if self.seat else None

    @property
    def current(self) -> Waiting | None:
        """Returns the ask that the person at the screen has to answer."""
        return self.runner.waiting(self.seat) if self.seat else None

    @property
    def watching(self) -> bool:
        """True if the people at this table, if any, are only spectators."""
        runner = self.runner
        if runner.is_blind:  # the screen's offers mustn't reveal when a person is asked
            return not (runner.people or runner.unsigned)
        sides = {runner.play.seats[seat].side for seat in runner.people}
        return sides <= {"neutral"} and not any(ask.seat in runner.people for ask in runner.asks)

    @property
    def may_look(self) -> bool:
        """True if no person plays here, so that a spectator may look at what is hidden. A look is logged."""
        return self.watching and not self.runner.people

    @property
    def is_solver(self) -> bool:
        """True if this person looks for the secret, so that a bot's belief is helpful."""
        seat = self.runner.play.seats.get(self.viewer)
        return seat is not None and seat.side == "solver"

    def previews(self) -> list[ReplyPreview]:
        """Returns the pending replies, as this person may see them; empty behind the curtain."""
        return [] if self.seat is None else self.runner.previews(self.viewer)

    @property
    def can_read_turns(self) -> bool:
        """True if there may be turns to read. `turns` itself is computed only on demand."""
        if self.runner.is_blind:
            return False
        return bool(self.runner.play.steps) and (self.may_look or self.runner.has_models)

    @property
    def turns(self) -> list[Page]:
        """Returns the turns that this person may read, newest first."""
        return self.runner.turns(self.viewer, watching=self.may_look)


class Interludes:
    """Keeps the moment that everybody should see before the curtain, and whether they still look at it."""

    def __init__(self, hotseat: Hotseat, moment: Callable[[View], str]) -> None:
        """`moment` returns what everybody should see, from the table's view; empty if there is nothing."""
        self._hotseat = hotseat
        self._runner = hotseat.runner
        self._moment = moment
        self._seen = self._now
        self._held = ""
        """The moment for which the screen was last held."""

    @property
    def _now(self) -> str:
        return self._moment(self._runner.views[TABLE])

    @property
    def _is_new(self) -> bool:
        """True if several people are at the table and there is a moment that not everybody has seen."""
        return len(self._runner.people) > 1 and not self._runner.over and self._now not in ("", self._seen)

    @property
    def up(self) -> bool:
        """True if the table waits until everybody has looked."""
        return self._is_new and self._now == self._held

    def remember(self) -> None:
        """Mark the current moment as seen."""
        self._seen = self._now

    def hold(self, hide: Callable[[], None] | None) -> None:
        """Hold the screen if there is a new moment for everybody.

        `hide` clears what the previous person leaves on the screen; None: the curtain is up, so no moment
        begins.
        """
        if not self._is_new:
            return
        if not self._hotseat.calls:
            self.remember()  # the moment stays on the screen that everybody sees
        elif not self.up and hide is not None:
            hide()
            self._hotseat.all_look()
            self._held = self._now

    def end(self) -> None:
        """Continue after the moment that everybody has looked at."""
        if self.up:
            self.remember()
            self._runner.changed()


class Beliefs:
    """A bot's belief about the secret from the newest view. One belief at a time is computed, in a thread."""

    def __init__(self, hotseat: Hotseat, in_thread: InThread, changed: Callable[[], None]) -> None:
        """`changed` is called when the belief changes."""
        self._hotseat = hotseat
        self._runner = runner = hotseat.runner
        setup = runner.session.setup
        bot = runner.info.bot_for(setup.lexicon, setup.source)
        self._bot = bot if keeps_beliefs(bot) else None
        """None if the game's bot has no belief. Then nothing is computed or shown."""
        self._in_thread = in_thread
        self._changed = changed
        self._of: View | None = None
        self._belief: Belief | None = None
        self._busy = False

    @property
    def shown(self) -> Belief | None:
        """Returns the belief, if it may be shown next to the board for the person at the screen."""
        told = self._runner.info.belief == "all" or self._hotseat.watching
        return self.known if told else None

    @property
    def known(self) -> Belief | None:
        """The belief if the person may have it as a hint; the old one while a newer one is computed."""
        return None if self._runner.over or not self.wanted else self._belief

    @property
    def offered(self) -> bool:
        """True if a person may ask the bot for the likeliest secret: not if its last view gave no belief."""
        return self._bot is not None and (self._of is None or self._belief is not None)

    @property
    def wanted(self) -> bool:
        """True if a belief is computed for the person at the screen.

        The person must hear all the talk, and either hints are allowed or the person only watches.
        """
        runner = self._runner
        hotseat = self._hotseat
        view, table = hotseat.view, runner.views[TABLE]
        if self._bot is None or view is None or not table.talk:
            return False
        if len(view.facts.get("turns", view.talk)) < len(table.facts.get("turns", table.talk)):
            return False
        return runner.hints_allowed or hotseat.watching

    async def learn(self) -> None:
        """Compute the belief from the newest view, unless a computation is already running."""
        runner, bot = self._runner, self._bot
        if bot is None or self._busy or not self.wanted or runner.over:
            return
        self._busy = True
        try:
            while (view := self._solver()) is not None and view != self._of and not runner.over:
                belief = await self._in_thread(bot.belief, view)
                self._of = view
                if belief != self._belief:
                    self._belief = belief
                    self._changed()
        finally:
            self._busy = False

    def _solver(self) -> View | None:
        """Returns the view of the seat that looks for the secret."""
        runner = self._runner
        seat = next((s for s, seat in runner.play.seats.items() if seat.side == "solver"), None)
        return runner.views[seat] if seat else None

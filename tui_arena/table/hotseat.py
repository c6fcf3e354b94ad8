"""The seat whose person is at the screen, what that person sees, and what a bot believes for them.

Several people may share one keyboard. What everybody may see passes from one to the next as it is; where a
seat would show a secret, or somebody types one, the screen goes through a curtain. With nobody at the screen
it shows the view of the table, which holds no secret. A front end acts at the runner, for the seat in `viewer`.

An interlude is a moment that everybody looks at before the curtain. A person who plays alone sees the moment
in their view and is not kept waiting.

A person who doesn't hear all the talk at the table doesn't get to see a bot's belief, and in a game whose
manifest keeps it for watchers (`belief`) nobody who plays is shown it: there it is a hint, which is asked for
and marked.

Law: only `view`, the view of the active seat, is shown; behind the curtain there is none. An interlude shows
only the view of the table, takes no answer, and stays until somebody goes on. A belief is computed from the
view of a seat that looks for the secret, never from one that knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tui_arena.core.blind import is_blind
from tui_arena.core.game import TABLE, Belief, View, keeps_beliefs
from tui_arena.players.bot import InThread
from tui_arena.players.human import Waiting
from tui_arena.table.players import ReplyPreview
from tui_arena.table.runner import SessionRunner
from tui_arena.table.turns import Page


class Hotseat:
    """One keyboard for all people of a table: who is at the screen, whom the curtain calls, and what they see."""

    def __init__(
        self,
        runner: SessionRunner,
        in_the_open: Callable[[str], bool] = lambda _: False,
        elsewhere: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """The hotseat registers with the runner, which tells it which seats are asked.

        `in_the_open`: whether everybody may look while the person on a seat answers what is asked now.
        `elsewhere`: whether the person on a seat plays from a device of their own; the screen is then a stage
        for all, and the curtain guards only the seats of this keyboard.
        """
        self.runner = runner
        self._in_the_open = in_the_open
        self._elsewhere = elsewhere
        self._ever = set(self._here)
        """The seats that people at this keyboard hold or held."""
        self.seat: str | None = TABLE
        """A person's seat, `table`, or None behind the curtain."""
        self.next: str | None = None
        """The seat that the curtain calls; None while it is open."""
        self.asked(runner.asked)
        runner.attendants.append(self)

    # who is at the screen

    @property
    def _here(self) -> frozenset[str]:
        """The seats of people at this keyboard."""
        return frozenset(seat for seat in self.runner.people if not self._elsewhere(seat))

    @property
    def masked(self) -> bool:
        """Whether this screen hides who plays; at a blind table until it is left, so that its result tells all."""
        return is_blind(self.runner.session.setup, over=False)

    @property
    def names(self) -> dict[str, str]:
        """The players' names by seat, as this screen shows them."""
        return self.runner.names_for(self._here, masked=self.masked)

    @property
    def people(self) -> frozenset[str]:
        """The seats that people hold, as far as this screen may tell."""
        return self._here if self.masked else self.runner.people

    @property
    def on_stage(self) -> bool:
        """Whether somebody plays from a device of their own, so that this screen is for all to see."""
        return bool(self.runner.people - self._here)

    @property
    def alone(self) -> bool:
        """Whether one person, who is at the screen, has the keyboard to themselves."""
        return self._ever == {self.seat} and not self.on_stage

    @property
    def attended(self) -> bool:
        """Whether somebody is at the screen: while the curtain calls, nobody is."""
        return self.next is None

    def asked(self, seats: Sequence[str]) -> None:
        """Seat the right person; `seats` are the people's seats with an open ask, in their order.

        The person at the screen stays while they are asked or nobody else is. One person alone at the
        table needs no curtain, nor does an ask that is answered in the open.
        """
        people, stage = self._here, self.on_stage
        seats = [seat for seat in seats if seat in people]
        if self.next is not None:
            return
        if self.seat in people and (self.seat in seats or not (seats or stage)):
            return
        alone = next(iter(people)) if self._ever == people and len(people) == 1 and not stage else None
        wanted = seats[0] if seats else alone
        if wanted is None:
            self.seat = self.seat if self.seat in people and not stage else TABLE
        elif (self._ever == {wanted} and not stage) or self._in_the_open(wanted):
            self.seat = wanted
        else:
            self.seat, self.next = None, wanted

    def recast(self, seat: str) -> None:
        """Another player took a seat; a person who held it leaves the screen."""
        if seat in self._here:
            self._ever.add(seat)
        elif self.next == seat:
            self.seat, self.next = TABLE, None
        elif self.seat == seat:
            self.seat = TABLE
        self.asked(self.runner.asked)

    def sit_down(self) -> None:
        """The person whom the curtain calls is there."""
        if self.next is not None:
            self.seat, self.next = self.next, None
        self.asked(self.runner.asked)  # somebody else may be asked since the curtain called
        self.runner.referee.more_time()
        self.runner.changed()

    @property
    def calls(self) -> bool:
        """Whether the next person who is asked would be called by the curtain.

        Also while nobody is asked, unless somebody plays from a phone: those at the keyboard may not be next.
        """
        asked = [seat for seat in self.runner.asked if seat in self._here]
        return not self._in_the_open(asked[0]) if asked else not self.on_stage

    def all_look(self) -> None:
        """Show the table's view to everybody. The next person is called even if they were just here."""
        self.seat, self.next = TABLE, None
        self.asked(self.runner.asked)

    # what they see

    @property
    def viewer(self) -> str:
        """Whose view the screen shows: a seat's, or the table's."""
        return self.seat or TABLE

    @property
    def view(self) -> View | None:
        """What the active seat may know; None behind the curtain."""
        return self.runner.views[self.seat] if self.seat else None

    @property
    def current(self) -> Waiting | None:
        """The ask that the person at the screen has to answer."""
        return self.runner.waiting(self.seat) if self.seat else None

    @property
    def watching(self) -> bool:
        """Whether the people at this table, if any, only look on."""
        runner = self.runner
        if runner.is_blind:  # what a screen offers mustn't tell when a person is asked
            return not runner.people
        sides = {runner.play.seats[seat].side for seat in runner.people}
        return sides <= {"neutral"} and not any(ask.seat in runner.people for ask in runner.asks)

    @property
    def may_look(self) -> bool:
        """Whether no person plays here, so that a watcher may see what is hidden; a look is logged."""
        return self.watching and not self.runner.people

    @property
    def is_solver(self) -> bool:
        """Whether this person looks for the secret, so that a bot's belief helps them."""
        seat = self.runner.play.seats.get(self.viewer)
        return seat is not None and seat.side == "solver"

    def previews(self) -> list[ReplyPreview]:
        """Pending replies, as this person may see them; none behind the curtain."""
        return [] if self.seat is None else self.runner.previews(self.viewer)

    @property
    def can_read_turns(self) -> bool:
        """Whether there may be turns to read; `turns` itself is computed only on demand."""
        if self.runner.is_blind:
            return False
        return bool(self.runner.play.steps) and (self.may_look or self.runner.has_models)

    @property
    def turns(self) -> list[Page]:
        """Turns that this person may read, newest first."""
        return self.runner.turns(self.viewer, watching=self.may_look)


class Interludes:
    """Knows what everybody at the keyboard should look at before the curtain, and whether they still do."""

    def __init__(self, hotseat: Hotseat, moment: Callable[[View], str]) -> None:
        """`moment`: what everybody should look at, by the table's view; empty: nothing."""
        self._hotseat = hotseat
        self._runner = hotseat.runner
        self._moment = moment
        self._seen = self._now
        self._held = ""
        """The moment that the screen was held for last."""

    @property
    def _now(self) -> str:
        return self._moment(self._runner.views[TABLE])

    @property
    def _is_new(self) -> bool:
        """Whether there is a moment that not everybody has seen, at a table of several people."""
        return len(self._runner.people) > 1 and not self._runner.over and self._now not in ("", self._seen)

    @property
    def up(self) -> bool:
        """Whether the table waits until everybody has looked."""
        return self._is_new and self._now == self._held

    def remember(self) -> None:
        """Take the current moment as seen."""
        self._seen = self._now

    def hold(self, hide: Callable[[], None] | None) -> None:
        """Hold the screen if there is a new moment for everybody.

        `hide` clears what the person before leaves on the screen; None: the curtain is up, so no moment begins.
        """
        if not self._is_new:
            return
        if not self._hotseat.calls:
            self.remember()  # it stays on the screen that everybody looks at
        elif not self.up and hide is not None:
            hide()
            self._hotseat.all_look()
            self._held = self._now

    def end(self) -> None:
        """Go on from the moment that everybody has looked at."""
        if self.up:
            self.remember()
            self._runner.changed()


class Beliefs:
    """A bot's belief about the secret over the newest view, computed in a thread; one at a time."""

    def __init__(self, hotseat: Hotseat, in_thread: InThread, changed: Callable[[], None]) -> None:
        """`changed` is called when there is a different belief."""
        self._hotseat = hotseat
        self._runner = runner = hotseat.runner
        setup = runner.session.setup
        bot = runner.info.bot_for(setup.lexicon, setup.source)
        self._bot = bot if keeps_beliefs(bot) else None
        """None for a game whose bot has no belief: nothing is computed or shown."""
        self._in_thread = in_thread
        self._changed = changed
        self._of: View | None = None
        self._belief: Belief | None = None
        self._busy = False

    @property
    def shown(self) -> Belief | None:
        """The belief, if it may stand beside the board for the person at the screen."""
        told = self._runner.info.belief == "all" or self._hotseat.watching
        return self.known if told else None

    @property
    def known(self) -> Belief | None:
        """The belief, if the person may have it as a hint; the old one while a newer one is computed."""
        return None if self._runner.over or not self.wanted else self._belief

    @property
    def offered(self) -> bool:
        """Whether the bot may be asked what it takes for likeliest: not if it had no belief from its last view."""
        return self._bot is not None and (self._of is None or self._belief is not None)

    @property
    def wanted(self) -> bool:
        """Whether it is worked out for the person at the screen.

        They must hear all the talk, and either hints are allowed or they only watch.
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
        """Compute the belief over the newest view, unless that is going on already."""
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
        """The view of the seat that looks for the secret."""
        runner = self._runner
        seat = next((s for s, seat in runner.play.seats.items() if seat.side == "solver"), None)
        return runner.views[seat] if seat else None

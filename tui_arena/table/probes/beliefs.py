"""A bot's belief about the secret, computed in a thread from what has been said so far.

Law: a belief is computed from the view of a seat that looks for the secret, never from one that knows it.

A person who doesn't hear all the talk at the table doesn't get to see it, and in a game whose manifest keeps
it for watchers (`belief`) nobody who plays is shown it: there it is a hint, which is asked for and marked.
"""

from __future__ import annotations

from collections.abc import Callable

from tui_arena.core.game import TABLE, Belief, Bot, View, keeps_beliefs
from tui_arena.players.bot import InThread
from tui_arena.table.hotseat import Hotseat


class Beliefs:
    """The belief over the newest view; only one is computed at a time."""

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
        runner = self._runner
        if self._busy or not self.wanted or runner.over:
            return
        self._busy = True
        try:
            while (view := self._solver()) is not None and view != self._of and not runner.over:
                belief = await self._in_thread(believed, self._bot, view)
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


def believed(bot: Bot, view: View) -> Belief | None:
    """What a bot believes from a view. It may be slow, so it runs in a thread."""
    return bot.belief(view)

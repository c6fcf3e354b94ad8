"""Objections: what is said to a person before a reply that they may not mean is taken."""

from __future__ import annotations

from tui_arena.core.game import Reply
from tui_arena.core.guarded import GameFailed
from tui_arena.core.text import clean
from tui_arena.core.words import NAME
from tui_arena.data import is_known
from tui_arena.table.notes import asks_about
from tui_arena.table.runner import SessionRunner


async def bots_objection(runner: SessionRunner, seat: str, text: str) -> str:
    """Returns a bot's objection to the question that this reply would ask it; empty if there is none.

    There are no objections if the rules hold players to the letter.
    """
    waiting, setup = runner.waiting(seat), runner.session.setup
    if waiting is None or not runner.bots or setup.preset not in (None, "party"):
        return ""
    bot = runner.info.bot_for(setup.lexicon, setup.source)
    if bot is None:
        return ""
    try:
        nexts = runner.play.asked_next(waiting.ask, text) if runner.trial(waiting.ask, text) is None else []
    except GameFailed:  # the reply itself will leave the table
        return ""
    for then, view in nexts if not runner.left else ():
        if then.seat in runner.bots:
            why: str = await runner.in_thread(bot.objection, then, view, runner.views[seat])
            if why:
                return why
    return ""


class Objections:
    """The objections at one table."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._met: dict[str, str] = {}
        """Maps a seat to its last reply that met an objection."""

    async def to(self, seat: str, text: str, again: str) -> str:
        """The objection to a reply that is about to be given; empty if the same reply is given again.

        `again`: what a person can do about an objection to a question.
        """
        why = ""
        if self._met.get(seat) != text:
            if why := await bots_objection(self._runner, seat, text):
                why = f"{why} {again}"
            elif name := await self._runner.in_thread(self._unknown_name, seat, text):
                why = f"{asks_about(name)} Give it again, and it's taken."
        self._met[seat] = text if why else ""
        return why

    def _unknown_name(self, seat: str, text: str) -> str:
        """The name or title beyond all lists that the rules would take this reply for; empty if they wouldn't."""
        runner = self._runner
        waiting, lexicon = runner.waiting(seat), runner.session.setup.lexicon
        heard = {} if waiting is None else runner.play.judge(waiting.ask, Reply(clean(text))).heard
        name = str(heard.get("word")) if heard.get("rule") == NAME else ""
        return "" if lexicon is None or is_known(name, lexicon.words) else name

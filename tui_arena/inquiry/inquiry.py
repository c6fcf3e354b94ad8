"""One inquiry: it puts questions about saved sessions to players, until all are answered or it is stopped.

The retrospective and the audit say what is asked, how a reply is read, and where it is kept. The coach is in
this module.

Law: an inquiry stops between two answers, and keeps the answers received by then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from tui_arena.config import BadFile
from tui_arena.core.blind import is_told
from tui_arena.core.game import Ask, Player, PlayerFailed, Progress, Reply, View
from tui_arena.core.language.sentences import YOU, first_name
from tui_arena.core.probes import COACH
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, split_reasoning
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.models.requests import ModelFailed
from tui_arena.players.seating import BadPlayer, Cast
from tui_arena.table.spending import Spent
from tui_arena.table.worker_pool import Health, run_workers

Stopped = Literal["budget", "interrupted", "failed"]
Seated = Callable[[Session, GameInfo, str, Cast], Player]
"""Makes the player of a cast, who answers for a seat of a session. Raises BadPlayer, BadFile."""


class Inquiry:
    """Puts questions to players, several at once, and counts the cost; it can be stopped."""

    def __init__(
        self,
        seated: Seated,
        *,
        concurrency: int = 4,
        progress: Callable[[str, Ask, Progress], None] = lambda *_: None,
    ) -> None:
        """`concurrency`: the number of questions that are asked at the same time.

        `progress` is called with a session id, an ask and the reply so far.
        """
        self.concurrency = max(concurrency, 1)
        self.room = asyncio.Semaphore(self.concurrency)
        """A slot for each question, taken from asking until the answer is kept."""
        self.spent = Spent()
        """The tokens and dollars that the replies have used so far."""
        self.health = Health()
        self.stopped: Stopped | None = None
        self._seated = seated
        self._progress = progress
        self._asking: set[asyncio.Task[Any]] = set()

    def stop(self, why: Stopped = "interrupted") -> None:
        """Ask no further question and cancel pending replies. Call it in the event loop."""
        if self.stopped is not None:
            return
        self.stopped = why
        for task in self._asking - {asyncio.current_task()}:  # a player may call it while it is asked
            task.cancel()

    async def all(self, questions: Iterable[Coroutine[Any, Any, None]]) -> None:
        """Wait for all questions. If one can't be asked or kept, the others are cancelled.

        A cancellation stops the inquiry and isn't raised. Raises the first fault.
        """
        await run_workers(questions, self.stop)

    def _refuses(self, name: str) -> bool:
        return self.stopped is not None or name in self.health.dead

    async def put(self, session: Session, info: GameInfo, cast: Cast, ask: Ask, view: View) -> Reply | None:
        """The player's reply; None if the inquiry is stopped, or the player has failed too often.

        Raises PlayerFailed, BadPlayer, BadFile.
        """
        name = str(cast.spec.get("name"))
        if self._refuses(name):
            return None
        task = asyncio.current_task()
        assert task is not None, "it runs in a task"
        self._asking.add(task)
        try:
            player = self._seated(session, info, ask.seat, cast)
            reply = await player.reply(ask, view, None, lambda said: self._progress(session.id, ask, said))
        except (PlayerFailed, BadPlayer, BadFile) as failed:
            if self.stopped:
                return None
            if not (isinstance(failed, ModelFailed) and failed.kind == "context"):  # others are shorter
                self.health.failed(name, failed)
            raise
        except asyncio.CancelledError:
            if not self.stopped:
                raise
            task.uncancel()
            return None
        finally:
            self._asking.discard(task)
        self.health.answered(name)
        if reply.usage is not None:
            self.spent += Spent.of(reply.usage)
        return replace(reply, text=clean(reply.text))


# the coach: a player comments on how a session was played, only after its end; nothing is saved


def coach_ask(info: GameInfo, play: Play[object], catalogue: Catalogue) -> Ask | None:
    """The ask for a coach; None before the end, and for games without a coach."""
    if not is_told(play) or not catalogue.prompt_variants(info, COACH):
        return None
    asks = (info.game.probe(play.state, seat, COACH) for seat in play.seats)
    return next((ask for ask in asks if ask is not None), None)


def by_name(text: str, names: Mapping[str, str]) -> str:
    """A coach's answer with players' names in place of numbered seats, unless two players have the same name.

    >>> by_name("what guesser_1 said, by guesser_2", {"guesser_1": "You", "guesser_2": "Thabo, village mayor"})
    'what you said, by Thabo'
    """
    for seat, name in names.items():
        if seat[-1:].isdigit():
            alike = list(names.values()).count(name) > 1
            called = seat.replace("_", " ") if alike else "you" if name == YOU else first_name(name)
            text = text.replace(seat, called)
    return text


def said(reply: Reply) -> str:
    """The coach's answer without its reasoning, or a sentence that explains the missing answer."""
    if reply.finish == "refused":
        return "No answer: the provider refused."
    return split_reasoning(clean(reply.text)).body.strip() or "No answer came: the reply was empty."

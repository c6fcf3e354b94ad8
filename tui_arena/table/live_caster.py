"""The caster of a session in play: follows its events and keeps the line that everybody may read.

A model may speak in the caster's place. It is told the moment, its facts and the line that the app would say. If
its line doesn't come in time, can't be paid, is too long or names what is hidden, the app's own line is said.

Law: the game never waits for the caster. While a moment is worked out, the line before it stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tui_arena.config import BadFile, ModelEntry
from tui_arena.core.caster import Fact, Insight, Scene, Who
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, PlayerFailed, View
from tui_arena.core.holders import people_on
from tui_arena.core.language.sentences import called_seat, first_name, listed
from tui_arena.core.text import clean, one_line, split_reasoning
from tui_arena.data.narration import casters_persona
from tui_arena.players.bot import InThread
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, ModelRequest
from tui_arena.table.caster import Beholder, Casting, Manner, Said, Spoken, is_cast, scene_of
from tui_arena.table.runner import SessionRunner
from tui_arena.table.turns import hidden_from, holds

PATIENCE = 6.0
"""The seconds that a model has for its line."""
LONGEST = 120
"""The maximum number of characters of a model's line."""
TOKENS = 1000
"""The maximum number of tokens of a model's reply, which may begin with reasoning."""
ORDER = """Say one line of at most {most} characters about this moment, in your own words. Answer with the line alone.

The game: {game}
The moment: {kind}
The facts, all that you know and may tell:
{facts}
As the app would say it: {line}"""


class CasterModel:
    """A model that speaks in the caster's place."""

    def __init__(self, registry: ModelRegistry, entry: ModelEntry, budget: Budget) -> None:
        """`budget`: the session's, to which its lines are added."""
        self._registry, self._entry = registry, entry
        self.budget = budget
        self._busy = False

    async def line(self, said: Said, game: str) -> str:
        """The model's line; empty if it has none in time, or if another line of it is still awaited."""
        if self._busy:
            return ""
        facts = "\n".join(f"- {name}: {_plain(fact, said.names)}" for name, fact in said.moment.facts.items())
        kind = said.moment.kind.replace("_", " ")
        order = ORDER.format(most=LONGEST, game=game, kind=kind, facts=facts or "- none", line=said.text)
        messages = (
            {"role": "system", "content": casters_persona()},
            {"role": "user", "content": order},
        )
        tokens = min(int(self._entry.sampling.get("max_tokens", TOKENS)), TOKENS)
        sampling = {**self._entry.sampling, "max_tokens": tokens}
        call = ModelRequest(self._entry, messages, sampling, is_line=True)
        self._busy = True
        try:
            async with asyncio.timeout(PATIENCE):
                response = await self._registry.models.ask(call, [self.budget])
        except (PlayerFailed, BadFile, TimeoutError):
            return ""
        finally:
            self._busy = False
        return proper_line(response.text) if response.finish == "stop" else ""


def proper_line(text: str) -> str:
    r"""A model's reply as the caster's line; empty if it isn't one short line.

    >>> proper_line('"What a guess!"'), proper_line("One.\nTwo."), proper_line("x" * 200)
    ('What a guess!', '', '')
    """
    said = split_reasoning(clean(text)).body.strip().strip('"“”').strip()
    return said if said and "\n" not in said and len(said) <= LONGEST else ""


def _plain(fact: Fact, names: Mapping[str, str]) -> str:
    if isinstance(fact, Who):
        return listed([first_name(names.get(seat, called_seat(seat))) for seat in fact.seats])
    return one_line(str(fact), 200)


class LiveCaster:
    """Keeps `runner.caster` up to date: what the caster says of the last moment, for everybody at the table."""

    def __init__(
        self,
        runner: SessionRunner,
        manner: Manner,
        spoken: Spoken,
        in_thread: InThread,
        model: CasterModel | None = None,
    ) -> None:
        """`spoken`: what was said this evening. People read more if none of them has a side in the game."""
        self._runner, self._in_thread, self._model = runner, in_thread, model
        setup = runner.session.setup
        self._casts = manner != "off" and is_cast(setup, over=False)
        self._casting = Casting(runner.info, setup, manner, spoken)
        self._seen, self._before = runner.seen_to, runner.views[TABLE]
        self._waiting: tuple[Scene, Event, Any] | None = None
        """The newest moment that has to be worked out after the one at work."""
        self._work: asyncio.Task[None] | None = None
        self._due = False
        """Whether `_take_in` is about to run."""
        if self._casts:
            self._beholders = {
                watchers: Beholder(runner.info, setup, watchers=watchers) for watchers in (False, True)
            }
            runner.listeners.append(self._heed)

    def _heed(self) -> None:
        """Take in what has happened when the event loop next runs, so that no move waits for it."""
        if not self._due:
            self._due = True
            asyncio.get_running_loop().call_soon(self._take_in)

    def _take_in(self) -> None:
        """Take in what has happened since the last call."""
        self._due = False
        runner = self._runner
        seq, before = self._seen, self._before
        if runner.seen_to <= seq:
            return
        self._seen, self._before = runner.seen_to, runner.views[TABLE]
        news = [event for event in runner.play.events[-FRESH:] if seq < event.seq <= runner.seen_to]
        if runner.caster and any(
            event.type in (Kind.UNDONE, Kind.REDONE, Kind.ADJUDICATED) for event in news
        ):
            runner.caster = ""
            runner.changed()
        scenes = ((self._scene(event, before, self._before), event) for event in reversed(news))
        scene, event = next((one for one in scenes if one[0] is not None), (None, None))
        if scene is None or event is None:
            return
        found = self._beholders[self._only_watched].prepared(runner.play, before, self._before)
        if isinstance(found, Insight) and self._model is None and self._work is None:
            self._say(replace(scene, insight=found), event)
            runner.changed()
            return
        self._waiting = (scene, event, found)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._work_out())

    @property
    def _only_watched(self) -> bool:
        """Whether nobody who looks for the secret, or bets on the end, reads the caster."""
        runner = self._runner
        sat = people_on(runner.session.seats, runner.play.events)  # who is away reads it on coming back
        sides = {runner.play.seats[seat].side for seat in {*sat, *runner.people}}
        return sides <= {"neutral"} and not runner.is_party

    def _scene(self, event: Event, before: View, after: View) -> Scene | None:
        return scene_of(self._runner.play, event, before, after, self._runner.session.seats)

    async def _work_out(self) -> None:
        """Work out the waiting moments one by one; older ones that are still waiting are left out."""
        try:
            while self._waiting is not None:
                (scene, event, found), self._waiting = self._waiting, None
                insight = found if isinstance(found, Insight) else await self._in_thread(found)
                said = self._found(replace(scene, insight=insight), event)
                if said is not None and self._model is not None:
                    own = await self._model.line(said, self._runner.info.title)
                    if own and not holds(own, hidden_from(self._runner.play, TABLE)):
                        said = replace(said, text=own)
                self._show(said, scene)
                self._runner.changed()
        finally:
            self._work = None

    def _say(self, scene: Scene, event: Event) -> None:
        self._show(self._found(scene, event), scene)

    def _found(self, scene: Scene, event: Event) -> Said | None:
        return self._casting.said(scene, event.seq, self._runner.names)

    def _show(self, said: Said | None, scene: Scene) -> None:
        if said is not None or scene.is_new_turn:
            self._runner.caster = said.text if said is not None else ""


FRESH = 8
"""The number of newest events that are looked through for a moment."""

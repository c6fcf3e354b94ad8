"""The caster of a session: what it may say about a reply, and the line that says it.

`caster_lines` goes through a whole session, for a replay. A `LiveCaster` follows a session in play, and keeps the
line that everybody may read. A model may speak in the caster's place. It is told the moment, its facts and
the line that the app would say. If its line doesn't come in time, would exceed the budget, is too long or
names what is hidden, the app's own line is said.

Law: nothing is said in a daily, in a blind game or under a paper's preset. People at the table never read
what a bot or a probe adds to what they see, unless the game shows it to everybody. No line comes twice in an
evening: a party, or a session outside a party. Nothing is saved. The game never waits for the caster: while a
moment is worked out, the line before it stays.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Literal

from tui_arena.config import BadFile, ModelEntry
from tui_arena.core.blind import is_blind, is_revealed
from tui_arena.core.caster import NO_INSIGHT, Fact, Insight, Moment, Scene, Who, filled
from tui_arena.core.events import Event, Kind, holder_at, people_on, speaker
from tui_arena.core.game import TABLE, Belief, Bot, Data, Outcome, PlayerFailed, Setup, View, keeps_beliefs
from tui_arena.core.guarded import ODD, GameFailed, computing
from tui_arena.core.language.sentences import YOU, called_seat, first_name, listed
from tui_arena.core.probes import LEVELS, beliefs_of, sought
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import clean, fold, one_line, split_reasoning
from tui_arena.data.games import GameInfo
from tui_arena.data.narration import casters_persona, moment_lines
from tui_arena.players.bot import InThread
from tui_arena.players.daily import DAILY
from tui_arena.players.models.registry import ModelRegistry
from tui_arena.players.models.requests import Budget, ModelRequest
from tui_arena.players.seating import names_in
from tui_arena.table.runner import SessionRunner
from tui_arena.table.turns import hidden_from, holds

Manner = Literal["off", "quiet", "lively"]
ALWAYS = 3
"""The worth of a moment that is told whatever was said before."""
LITTLE = 1
"""The worth of a moment that is told once in a session."""
LEAST: Mapping[Manner, int] = {"quiet": 2, "lively": 1}
"""A moment is told only if it has at least this worth."""
PAUSE: Mapping[Manner, int] = {"quiet": 3, "lively": 0}
"""The minimum number of replies between two lines, except for moments that are always told."""
JUDGE = "judge"


def is_cast(setup: Setup, *, over: bool) -> bool:
    """True if a session may have a caster: it is neither a daily nor blind, and has no paper's preset."""
    return not is_blind(setup, over=over) and DAILY not in setup.extra and setup.preset in (None, "party")


@dataclass(slots=True)
class Spoken:
    """The lines that the caster has said this evening."""

    evening: str = ""
    """The id of the party, or of the session outside a party."""
    lines: set[str] = field(default_factory=set)

    def begin(self, evening: str) -> None:
        """Forget what was said if this is a different evening."""
        if evening != self.evening:
            self.evening = evening
            self.lines.clear()


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the caster, with the moment that it tells."""

    text: str
    moment: Moment
    names: Mapping[str, str] = field(default_factory=dict)
    """The names that it uses, by seat."""


class Beholder:
    """Adds a bot's count to what the table sees and, for spectators, what a probed player believed."""

    def __init__(self, info: GameInfo, setup: Setup, *, watchers: bool) -> None:
        """`watchers`: whether the readers are all people who don't play."""
        self._info, self._watchers = info, watchers
        bot = info.bot_for(setup.lexicon, setup.source) if watchers or info.belief == "all" else None
        self._bot: Bot | None = bot if keeps_beliefs(bot) else None
        self._last: tuple[object, Belief | None] = (None, None)
        """The turns for which the bot was last asked, and what it believed then. The next reply starts from there."""

    def prepared(self, play: Play[Any], before: View, after: View) -> Insight | Callable[[], Insight]:
        """The insight into a reply or, if a bot has to work it out first, a function that does so.

        The work may be done in another thread.
        """
        levels = beliefs_of(play, JUDGE) if self._watchers and JUDGE in play.seats else {}
        if self._bot is None or before.facts.get("turns") == after.facts.get("turns"):
            return Insight(levels=levels) if levels else NO_INSIGHT
        secret = play.game.secret(play.state) or {}
        bot, names = self._bot, [fold(name) for name in sought(secret)] if self._watchers else ()

        def worked_out() -> Insight:
            turns, was = self._last
            try:
                with computing(self._info.title, foreign=self._info.is_foreign):
                    now = bot.belief(after)
                    if now is not None and turns != before.facts.get("turns"):
                        was = bot.belief(before)
                    found = _insight(was, now, names, levels)
            except GameFailed:  # a package's bot that fails isn't asked again, and the game continues
                self._bot = None
                return Insight(levels=levels)
            self._last = (after.facts.get("turns"), now)
            return found

        return worked_out

    def insight(self, play: Play[Any], before: View, after: View) -> Insight:
        """The insight into a reply. It may take a while."""
        found = self.prepared(play, before, after)
        return found if isinstance(found, Insight) else found()


def _insight(
    was: Belief | None, now: Belief | None, names: Sequence[str], levels: Mapping[int, int]
) -> Insight:
    if was is None or now is None:
        return Insight(levels=levels)
    if {name for name, _ in now.best} <= set(LEVELS):
        return Insight(levels=levels, needle=(_believed(was), _believed(now)))
    place = (_place(was, names), _place(now, names)) if names else None
    return Insight((was.left, now.left), place, levels)


def _believed(belief: Belief) -> int:
    """How far a statement is believed, in percent: each level's share, weighted by how much belief the level means."""
    shares = dict(belief.best)
    weights = zip(LEVELS, (1.0, 0.75, 0.5, 0.25, 0.0), strict=True)
    return round(100 * sum(shares.get(level, 0.0) * weight for level, weight in weights))


def _place(belief: Belief, names: Sequence[str]) -> int:
    return next((n for n, (name, _) in enumerate(belief.best, 1) if fold(name) in names), 0)


def scene_of(
    play: Play[Any], event: Event, before: View, after: View, seats: Mapping[str, Data]
) -> Scene | None:
    """The scene of an event; None unless it is a resignation, or a reply after which the game moved on.

    `before` and `after`: the table's views. `seats`: the session's first cast, as in its file.
    """
    seat, outcome = str(event.get("seat")), play.outcome()
    if event.type == Kind.RESIGNED:
        return Scene(seat, "", before, after, outcome)
    step = next((step for step in reversed(play.steps) if step.seq <= event.seq), None)
    if event.type != Kind.REPLY or step is None or step.seq != event.seq:
        return None
    if step.fault is not None and all(
        before.facts.get(one) == after.facts.get(one) for one in ("turns", "over")
    ):
        return None  # the caster mentions a refused reply only if the game moved on without it
    if after.facts.get("over") is False:  # a later reply, which isn't shown yet, may have ended the session
        outcome = Outcome("unfinished")
    holder = holder_at(seats, play.events, seat, event.seq) or {}
    seconds = float(event.get("seconds") or 0.0) if holder.get("player") == "human" else 0.0
    return Scene(seat, step.name, before, after, outcome, seconds)


class Casting:
    """The caster of one session, reply by reply."""

    def __init__(self, info: GameInfo, setup: Setup, manner: Manner, spoken: Spoken) -> None:
        """`spoken`: what was said this evening; the caster adds its lines."""
        self._info, self._seed, self._manner, self._spoken = info, setup.seed, manner, spoken
        try:
            self._lines = moment_lines(info.folder) if manner != "off" else {}
        except BadFile:  # a package's file must not stop its game from being played
            self._lines = {}
        self._since = PAUSE.get(manner, 0)
        """The number of replies since the last line."""
        self._said_once = set[str]()
        """The kinds of minor moments that were told; they aren't told again."""
        self._last = ""
        """The kind of the last line, which doesn't come twice in a row unless it is always told."""

    def said(self, scene: Scene, seq: int, names: Mapping[str, str]) -> Said | None:
        """The line about a reply; None if there is nothing to say. It counts as said. `names`: by seat."""
        self._since += 1
        if not self._lines:
            return None
        try:
            return self._chosen_line(self._info.moments(scene), seq, names_in_lines(names, seq))
        except (GameFailed, *ODD):  # a package's caster that fails says nothing more, and the game continues
            self._lines = {}
            return None

    def _chosen_line(self, moments: Sequence[Moment], seq: int, names: Mapping[str, str]) -> Said | None:
        found = [(self._lines[m.kind].worth, m) for m in moments if m.kind in self._lines]
        for worth, moment in sorted(found, key=lambda one: -one[0]):
            if worth < LEAST[self._manner] or (worth < ALWAYS and self._since <= PAUSE[self._manner]):
                return None
            if moment.kind in self._said_once:
                continue
            unsaid = [line for line in self._lines[moment.kind].lines if line not in self._spoken.lines]
            if unsaid and (worth == ALWAYS or moment.kind != self._last):
                line = Random(f"{self._seed}/caster/{moment.kind}/{seq}").choice(unsaid)
                text = filled(line, moment.facts, names)
                self._spoken.lines.add(line)
                self._since, self._last = 0, moment.kind
                if worth == LITTLE:
                    self._said_once.add(moment.kind)
                return Said(text, moment, names)
        return None


def names_in_lines(names: Mapping[str, str], seq: int) -> dict[str, str]:
    """The players' names at an event by seat, without names that several players have.

    >>> names_in_lines({"setter": "bot hard", "guesser_1": "Ada", "guesser_2": "bot hard"}, 1)
    {'guesser_1': 'Ada'}
    """
    found = {seat: speaker(names, seat, seq) for seat in names}
    times = Counter(map(first_name, found.values()))
    return {seat: name for seat, name in found.items() if name == YOU or times[first_name(name)] == 1}


def caster_lines(
    info: GameInfo, session: Session, manner: Manner, *, watchers: bool = True
) -> dict[int, Said | None]:
    """Maps events to what the caster says after them, for a whole session. It may take a while.

    None: a turn is over, and there is nothing to say; the line before it is out of date.
    """
    if manner == "off" or not is_cast(session.setup, over=is_revealed(session.fold(info.game))):
        return {}
    casting, beholder = (
        Casting(info, session.setup, manner, Spoken()),
        Beholder(info, session.setup, watchers=watchers),
    )
    names = names_in(session.seats, session.events)
    play: Play[Any] = Play(info.game, session.setup)
    before, told = play.view(TABLE), dict[int, Said | None]()
    for event in session.events:
        play.feed(event)
        after = play.view(TABLE)
        scene = scene_of(play, event, before, after, session.seats)
        if scene is not None:
            scene = replace(scene, insight=beholder.insight(play, before, after))
            said = casting.said(scene, event.seq, names)
            if said is not None or scene.is_new_turn:
                told[event.seq] = said
        elif event.type in (Kind.UNDONE, Kind.REDONE):
            told[event.seq] = None
        before = after
    return told


def line_at(lines: Mapping[int, Said | None], seq: int) -> str:
    """The line shown after an event: the latest line that isn't out of date; empty if there is none."""
    last = max((one for one in lines if one <= seq), default=None)
    said = lines[last] if last is not None else None
    return said.text if said is not None else ""


# a session in play

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
    """Keeps `runner.caster` up to date: what the caster says about the last moment, for everybody at the table."""

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
        """The newest moment that waits to be worked out after the current one."""
        self._work: asyncio.Task[None] | None = None
        self._due = False
        """True if `_take_in` is about to run."""
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
        seats = runner.session.seats
        scenes = (
            (scene_of(runner.play, event, before, self._before, seats), event) for event in reversed(news)
        )
        scene, event = next((one for one in scenes if one[0] is not None), (None, None))
        if scene is None or event is None:
            return
        found = self._beholders[self._only_watched].prepared(runner.play, before, self._before)
        if isinstance(found, Insight) and self._model is None and self._work is None:
            scene = replace(scene, insight=found)
            self._show(self._found(scene, event), scene)
            runner.changed()
            return
        self._waiting = (scene, event, found)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._work_out())

    @property
    def _only_watched(self) -> bool:
        """True if nobody who looks for the secret, or bets on the end, reads the caster."""
        runner = self._runner
        sat = people_on(runner.session.seats, runner.play.events)  # people who are away read it later
        sides = {runner.play.seats[seat].side for seat in {*sat, *runner.people}}
        return sides <= {"neutral"} and not runner.is_party

    async def _work_out(self) -> None:
        """Work out the waiting moments one by one; older moments that are still waiting are left out."""
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

    def _found(self, scene: Scene, event: Event) -> Said | None:
        return self._casting.said(scene, event.seq, self._runner.names)

    def _show(self, said: Said | None, scene: Scene) -> None:
        if said is not None or scene.is_new_turn:
            self._runner.caster = said.text if said is not None else ""


FRESH = 8
"""The number of newest events that are looked through for a moment."""

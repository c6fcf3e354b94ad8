"""The caster of one session: finds what is worth a line after each reply, and chooses the line.

Law: nothing is said in a daily, in a blind game or under a paper's preset. People at the table never read what a
bot or a probe adds to what they see, unless the game shows it to everybody. No line comes twice in an evening,
that is while the app runs. Nothing is saved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from tui_arena.core.belief_metrics import beliefs_of
from tui_arena.core.blind import is_blind
from tui_arena.core.caster import Insight, Moment, Scene, filled
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Belief, Bot, Setup, View, keeps_beliefs
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.core.text import fold
from tui_arena.data.casters import moment_lines
from tui_arena.data.games import GameInfo
from tui_arena.players.daily import DAILY

Manner = Literal["off", "quiet", "lively"]
MANNERS: tuple[Manner, ...] = ("off", "quiet", "lively")
ALWAYS = 3
"""The worth of a moment that is told whatever was said before."""
LEAST: Mapping[Manner, int] = {"quiet": 2, "lively": 1}
"""The least worth of a moment that is told."""
PAUSE: Mapping[Manner, int] = {"quiet": 3, "lively": 0}
"""The fewest replies between two lines, unless the moment is one that is always told."""


def is_cast(setup: Setup, *, over: bool) -> bool:
    """Whether a session may have a caster: no daily, no blind game, and the app's own preset."""
    return not is_blind(setup, over=over) and DAILY not in setup.extra and setup.preset in (None, "party")


@dataclass(slots=True)
class Spoken:
    """The lines that the caster has said in an evening."""

    lines: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the caster, with the moment that it tells."""

    text: str
    moment: Moment
    worth: int


class Beholder:
    """What the app may add to what the table sees: a bot's count, and for spectators what a probed player believed."""

    def __init__(self, info: GameInfo, setup: Setup, *, watchers: bool) -> None:
        """`watchers`: whether only people read it who don't play."""
        self._watchers = watchers
        bot = info.bot_for(setup.lexicon, setup.source) if watchers or info.belief == "all" else None
        self._bot: Bot | None = bot if keeps_beliefs(bot) else None

    @property
    def computes(self) -> bool:
        """Whether an insight takes a bot's time."""
        return self._bot is not None

    def insight(self, play: Play[Any], before: View, after: View) -> Insight:
        """What is known beside the game about a reply. It may take a while."""
        levels = beliefs_of(play, "judge") if self._watchers and "judge" in play.seats else {}
        known = [self._bot.belief(view) if self._bot is not None else None for view in (before, after)]
        if known[0] is None or known[1] is None:
            return Insight(levels=levels)
        left = (known[0].left, known[1].left)
        names = _names(play) if self._watchers else ()
        place = (_place(known[0], names), _place(known[1], names)) if names else None
        return Insight(left, place, levels)


def _names(play: Play[Any]) -> Sequence[str]:
    """What the secret is called; empty if nothing is hidden, or if it isn't a name."""
    secret = play.game.secret(play.state) or {}
    aliases = secret.get("aliases") or ()
    name = next((value for value in secret.values() if isinstance(value, str)), "")
    return [fold(str(one)) for one in (name, *aliases)] if name else ()


def _place(belief: Belief, names: Sequence[str]) -> int:
    return next((n for n, (name, _) in enumerate(belief.best, 1) if fold(name) in names), 0)


def scene_of(
    play: Play[Any], event: Event, before: View, after: View, *, people: frozenset[str], insight: Insight
) -> Scene | None:
    """The scene of an event that was just folded; None if it isn't a reply that was taken, or a resignation.

    `people`: the seats that people have.
    """
    seat = str(event.get("seat"))
    if event.type == Kind.RESIGNED:
        name, seconds = "", 0.0
    elif (
        event.type == Kind.REPLY
        and play.steps
        and play.steps[-1].seq == event.seq
        and play.steps[-1].fault is None
    ):
        name = play.steps[-1].name
        seconds = float(event.get("seconds") or 0.0) if seat in people else 0.0
    else:
        return None
    return Scene(seat, name, before, after, play.outcome(), tuple(play.seats), seconds, insight)


class Casting:
    """The caster of one session, reply by reply."""

    def __init__(self, info: GameInfo, setup: Setup, manner: Manner, spoken: Spoken) -> None:
        """`spoken`: what was said this evening; it is added to."""
        self._info, self._seed, self._manner, self._spoken = info, setup.seed, manner, spoken
        self._lines = moment_lines(info.folder) if manner != "off" else {}
        self._since = PAUSE.get(manner, 0)
        """The number of replies since the last line."""

    def said(self, scene: Scene, seq: int, names: Mapping[str, str]) -> Said | None:
        """The line about a reply; None if there is nothing to say. It counts as said. `names`: by seat."""
        self._since += 1
        if not self._lines:
            return None
        found = [(self._lines[m.kind].worth, m) for m in self._info.moments(scene) if m.kind in self._lines]
        for worth, moment in sorted(found, key=lambda one: -one[0]):
            if worth < LEAST[self._manner] or (worth < ALWAYS and self._since <= PAUSE[self._manner]):
                return None
            unsaid = [line for line in self._lines[moment.kind].lines if line not in self._spoken.lines]
            if unsaid:
                line = Random(f"{self._seed}/caster/{moment.kind}/{seq}").choice(unsaid)
                self._spoken.lines.add(line)
                self._since = 0
                return Said(filled(line, moment.facts, names), moment, worth)
        return None


def told_in(
    info: GameInfo, session: Session, manner: Manner, names: Mapping[str, str], *, watchers: bool = True
) -> dict[int, Said]:
    """What the caster says in a whole session, by the event after which it says it. It may take a while."""
    if manner == "off" or not is_cast(session.setup, over=session.fold(info.game).over):
        return {}
    casting = Casting(info, session.setup, manner, Spoken())
    beholder = Beholder(info, session.setup, watchers=watchers)
    people = frozenset(seat for seat, spec in session.seats.items() if spec.get("player") == "human")
    play: Play[Any] = Play(info.game, session.setup)
    before, told = play.view(TABLE), {}
    for event in session.events:
        play.feed(event)
        after = play.view(TABLE)
        if scene_of(play, event, before, after, people=people, insight=Insight()) is not None:
            insight = beholder.insight(play, before, after)
            scene = scene_of(play, event, before, after, people=people, insight=insight)
            said = casting.said(scene, event.seq, names) if scene is not None else None
            if said is not None:
                told[event.seq] = said
        before = after
    return told

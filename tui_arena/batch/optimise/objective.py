"""The objective of a search: how well one session went, from 0 to 1, with degrees among lost sessions.

Three quarters come from the named metric, scaled to 0 to 1 by its unit; a metric without a range is divided
by the number of tries. A session without that figure gets 0 for this part, such as a lost session without a
number of guesses. One quarter is the mean of these grades:
- the share of the seat's replies that the rules accepted
- the share of the tries that were left (for an opponent: that were used up)
- the game's `graded` metric
- in games whose bot keeps beliefs: how far the talk narrowed down what the bot believes possible

The grades are needed because a weak player loses most sessions. By success alone all of these look alike, and
a search finds no way up.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from tui_arena.core.game import keeps_beliefs
from tui_arena.core.options import BadOption
from tui_arena.core.record import Play, fold
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, Metric

NAMED = 0.75
"""The weight of the named metric."""
_SUCCESS = "success"
_RANGE = re.compile(r"(-?\d+(?:\.\d+)?)(?:-| or )(-?\d+(?:\.\d+)?)")
_SIDES = ("solver", "opponent")
_AVERAGED = ("flag", "count", "number", "list")


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of one session."""

    score: float
    """The objective, 0 to 1."""
    figure: float | None
    """The metric itself; None if the session has none."""


@dataclass(frozen=True, slots=True)
class Objective:
    """The objective for one seat of a game."""

    info: GameInfo
    seat: str
    metric: Metric

    @classmethod
    def of(cls, info: GameInfo, seat: str, metric: str | None) -> Objective:
        """The objective for a metric's name; None: the game's main metric. Raises BadOption."""
        allowed = [
            one.name
            for one in info.metrics.values()
            if one.kind in _AVERAGED and (one.better != "none" or one.name == info.main.metric)
        ]
        name = metric or info.main.metric
        if name not in allowed:
            raise BadOption(
                f"{info.title} has no metric {one_line(name, 40)!r} to search by; allowed: "
                f"{', '.join(allowed)}"
            )
        return cls(info, seat, info.metrics[name])

    def of_session(self, session: Session, play: Play[Any]) -> Scored:
        """The score and the figure of a session that is over."""
        metrics = self.info.compute(play)
        figure = self._figure(play, metrics)
        named = 0.0 if figure is None else self._on_scale(self.metric, figure, play)
        grades = [self._taken(play), *self._graded(play, metrics)]
        if (narrowed := self._narrowed(session, play)) is not None:
            grades.append(narrowed)
        return Scored(NAMED * named + (1 - NAMED) * fmean(grades), figure)

    def _graded(self, play: Play[Any], metrics: Mapping[str, Any]) -> Iterator[float]:
        """The grades for tries and for the `graded` metric, as the seat's side sees them."""
        side, main = play.seats[self.seat].side, self.info.main
        tries, used = float(play.setup.options.get(main.tries) or 0), _mean(metrics.get(main.share))
        if side in _SIDES and tries:
            left = 0.0 if used is None else min(max(1.0 - used / tries, 0.0), 1.0)
            yield left if side == "solver" else 1.0 - left
        if side in _SIDES and main.graded:
            value = _mean(metrics.get(main.graded))
            found = 0.0 if value is None else self._on_scale(self.info.metrics[main.graded], value, play)
            yield found if side == "solver" else 1.0 - found

    def _figure(self, play: Play[Any], metrics: Mapping[str, Any]) -> float | None:
        """The value of the metric; success is the seat's own success, whichever side it is on."""
        if self.metric.name == _SUCCESS and play.seats[self.seat].side == "opponent":
            return float(self.seat in play.outcome().winners)
        return _mean(metrics.get(self.metric.name))

    def _on_scale(self, metric: Metric, value: float, play: Play[Any]) -> float:
        low, high = 0.0, 1.0
        if (found := _RANGE.match(metric.unit)) is not None:
            low, high = float(found[1]), float(found[2])
        elif not metric.percent:
            high = float(play.setup.options.get(self.info.main.tries) or 1)
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        return 1.0 - share if metric.better == "low" else share

    def _taken(self, play: Play[Any]) -> float:
        """The share of the seat's replies that the rules accepted."""
        row = play.counts().get(self.seat)
        return 1.0 - row["violated"] / row["requests"] if row and row["requests"] else 0.0

    def _narrowed(self, session: Session, play: Play[Any]) -> float | None:
        """How far the talk narrowed down what the bot believes possible, in bits, 0 to 1; None if unknown."""
        setup = session.setup
        bot = self.info.bot_for(setup.lexicon, setup.source)
        if bot is None or not keeps_beliefs(bot) or play.seats[self.seat].side != "solver":
            return None
        first = bot.belief(fold(self.info.game, setup, ()).view(self.seat))
        last = bot.belief(play.view(self.seat))
        if first is None or last is None or first.left < 2:
            return None
        return min(max(1.0 - math.log(max(last.left, 1)) / math.log(first.left), 0.0), 1.0)


def _mean(value: Any) -> float | None:
    """A figure of one session as one number: a list becomes its mean."""
    if isinstance(value, list | tuple):
        numbers = [float(one) for one in value if isinstance(one, int | float)]
        return fmean(numbers) if numbers else None
    return float(value) if isinstance(value, int | float) else None

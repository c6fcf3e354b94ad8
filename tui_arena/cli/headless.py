"""The parts shared by commands that play or ask without the app: concurrency, budgets, progress, the end."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Self

import click

from tui_arena.batch.run import Budgets
from tui_arena.cli.context import BIGGEST, INTERRUPTED, Decorator, tell, with_options
from tui_arena.config import ModelEntry
from tui_arena.config.process import MOST_AT_ONCE, make_room
from tui_arena.core.game import Progress
from tui_arena.core.language.sentences import counted, money, time_left
from tui_arena.core.options import BadOption
from tui_arena.core.text import one_line
from tui_arena.players.models.requests import Budget


class Finite(click.FloatRange):
    """A finite number within a range."""

    def __init__(
        self,
        *args: Any,
        name: str = click.FloatRange.name,
        fault: str = "{!r} isn't a finite number.",
        **more: Any,
    ) -> None:
        """`name`: the name of the number in messages. `fault`: the sentence if the number isn't finite."""
        super().__init__(*args, **more)
        self.name = name
        self._fault = fault

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(self._fault.format(value), param, ctx)
        return number


DOLLARS = Finite(0, min_open=True, name="dollars", fault="give an amount in dollars, such as 2.5")
TOKENS = click.IntRange(1, BIGGEST)
RAISE = " --budget MORE (or --budget-tokens, --session-budget, --session-budget-tokens)"
"""Follows the command that continues after a budget was used up."""


class _AtOnce(click.IntRange):
    """The number of sessions or questions at once, limited by the files that the process may open."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = int(super().convert(value, param, ctx))
        try:
            make_room(number)
        except BadOption as error:
            self.fail(str(error), param, ctx)
        return number


AT_ONCE = _AtOnce(1, MOST_AT_ONCE)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def _concurrency_option(said: str) -> Decorator:
    return click.option("--concurrency", type=AT_ONCE, default=4, show_default=True, metavar="K", help=said)


concurrency_option = _concurrency_option(
    "How many sessions to play at once; this doesn't affect the results."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="How many processes play (for models, 1; for bots and scripts, one per core if that saves time).",
)
secrets_option = click.option(
    "--secrets", is_flag=True, help="Include unfinished sessions, and mark them as peeked."
)


def budget_options(usd: str, tokens: str, *, per_session: bool = False) -> Decorator:
    """Give a command the options for its budgets as one value `budgets`.

    `usd`, `tokens`: what --budget and --budget-tokens do, for the help.
    """
    options = [
        click.option("--budget", type=DOLLARS, metavar="USD", help=usd),
        click.option("--budget-tokens", type=TOKENS, metavar="N", help=tokens),
    ]
    if per_session:
        options += [
            click.option(
                "--session-budget",
                type=DOLLARS,
                metavar="USD",
                help="Abandon a session when it has cost this much.",
            ),
            click.option(
                "--session-budget-tokens",
                type=TOKENS,
                metavar="N",
                help="Abandon a session after this many tokens.",
            ),
        ]

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def limited(
            *args: Any,
            budget: float | None,
            budget_tokens: int | None,
            session_budget: float | None = None,
            session_budget_tokens: int | None = None,
            **rest: Any,
        ) -> Any:
            budgets = Budgets(budget, budget_tokens, session_budget, session_budget_tokens)
            return command(*args, budgets=budgets, **rest)

        return with_options(limited, options)

    return decorated


TOGETHER = "Stop when everything together has cost this much.", "Stop after this many tokens, in and out."
"""The help of the budget options where a command plays several runs."""


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options `concurrency` and `budgets`."""
    options = (
        _concurrency_option("How many sessions or questions at once."),
        budget_options("Stop when it has cost this much.", "Stop after this many tokens."),
    )
    return with_options(command, options)


BAR = 30
"""The width of the progress bar, in columns."""
LINE_EVERY = 30.0
"""Seconds between two lines about a server that is loading its model."""
REDRAWN = 0.1
"""The least number of seconds between two drawings of the bar while nothing ends."""


SURE_AFTER = 3.0
"""Seconds after which the remaining time is estimated."""


class ProgressBar:
    """Progress on stderr: a bar in a terminal, else a line after each tenth of the work."""

    def __init__(self, what: str, unit: str = "session") -> None:
        self.spent: Budget | None = None
        """The cost of models so far; None if no model plays."""
        self._what = what
        self._unit = unit
        self._tenth = 0
        self._drawn = 0
        self._at = 0.0
        self._done = -1
        self._last = 0, 1
        """The number done and the total when the bar was last drawn."""
        self._waits = ""
        self._reported_at = 0.0
        self._began: tuple[float, int] | None = None
        """When the bar was first shown, and the number done by then."""
        self._terminal = sys.stderr.isatty()

    def show(self, done: int, total: int) -> None:
        """Show the number done out of `total`, the cost so far, and the time left."""
        now = time.monotonic()
        self._began = self._began or (now, done)
        if self._terminal:
            if done != self._done or now - self._at >= REDRAWN:
                self._at, self._done = now, done
                self._draw(done, total)
        elif done * 10 // total > self._tenth:
            self._tenth = done * 10 // total
            tell(
                f"{self._what}: {done} of {counted(total, self._unit)}{self._costs()}{self._left(done, total)}"
            )

    def waits(self, entry: ModelEntry, seconds: float) -> None:
        """Report that a server is still loading its model: in the bar, or in a line every half minute."""
        told = f"{entry.name} is loading, {seconds:.0f} s so far"
        if self._terminal:
            self._waits = f", {told}"
            self._draw(*self._last)
            self._waits = ""
        elif seconds == 0 or seconds - self._reported_at >= LINE_EVERY:
            self._reported_at = seconds
            tell(f"{self._what}: {told}")

    def _draw(self, done: int, total: int) -> None:
        self._last = done, total
        full = BAR * done // total
        bar = "#" * full + "." * (BAR - full)
        line = f"{self._what} [{bar}] {done}/{total}{self._costs()}{self._left(done, total)}{self._waits}"
        sys.stderr.write(f"\r{line:{self._drawn}}")
        sys.stderr.flush()
        self._drawn = len(line)

    def _costs(self) -> str:
        """Tokens and cost so far, in words."""
        if self.spent is None:
            return ""
        cost = money(None if self.spent.unpriced else self.spent.spent_usd)
        broken = f", {self.spent.broken} broken off" if self.spent.broken else ""
        return f", {self.spent.used_tokens:,} tokens, cost {cost}{broken}"

    def _left(self, done: int, total: int) -> str:
        """How long the rest will take, estimated from the time so far; empty while too little is known."""
        began, before = self._began or (time.monotonic(), done)
        gone = time.monotonic() - began
        said = time_left(gone, done - before, total - done) if gone >= SURE_AFTER else ""
        return f", {said}" if said else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the line of the bar."""
        if self._drawn:
            sys.stderr.write("\n")


LINE_WIDTH = 78
"""The width of a status line, in cells."""


class StatusLine:
    """One line on stderr with what a command waits for; empty if stderr isn't a terminal."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._shown = False

    def show(self, progress: Progress) -> None:
        """Show what the command is waiting for."""
        if self._terminal and progress.note:
            sys.stderr.write(f"\r{one_line(progress.note, LINE_WIDTH):<{LINE_WIDTH}}")
            sys.stderr.flush()
            self._shown = True

    def close(self) -> None:
        """Clear the line."""
        if self._shown:
            sys.stderr.write(f"\r{'':<{LINE_WIDTH}}\r")


FORM_ADVICE = (
    "next time, try --help-forms, another prompt (--prompts) or a lower token limit (--sampling "
    "SEAT.max_tokens=60)"
)
"""The next step after a model's replies stopped a session."""
SAID = 3
"""The most failures that are printed."""


def ended(
    stopped: str | None, failures: Sequence[str], failed: str, *, more: str | None = None, left: str = ""
) -> int:
    """Report on stderr which parts failed and what is left, and return the exit status.

    `failed` is printed before each failure. `more` is the noun for those that are only counted, in the singular;
    empty: no noun; None: they aren't counted.
    """
    for failure in dict.fromkeys(failures[:SAID]):
        tell(f"{failed}: {one_line(failure, 300)}")
    if more is not None and len(failures) > SAID:
        left_out = len(failures) - SAID
        tell(f"{failed}: {counted(left_out, f'more {more}') if more else f'{left_out} more'}")
    if left:
        tell(left)
    if stopped == "interrupted":
        return INTERRUPTED
    return 1 if stopped or failures else 0

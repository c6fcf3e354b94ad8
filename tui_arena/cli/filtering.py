"""The filter options `--where`, `--since` and `--include`, which all commands that read figures share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

import click

from tui_arena.cli.context import bad, with_options
from tui_arena.cli.options import read_pairs, split_list
from tui_arena.data import GameInfo
from tui_arena.save.filters import INCLUDE, BadFilter, Filter
from tui_arena.stats.conditions import ALLOWED, narrowed


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """The values of the filter options."""

    wheres: tuple[str, ...]
    since: str | None
    include: str | None

    @property
    def given(self) -> bool:
        """True if any of the options has a value."""
        return any((self.wheres, self.since, self.include))

    def or_all(self) -> FilterChoice:
        """The same choice, but without `--include` all kinds of sessions count."""
        return replace(self, include="all") if self.include is None else self

    def in_run(self, run: str | None) -> FilterChoice:
        """The same choice, but only for the sessions of one run; None: of any run."""
        return replace(self, wheres=(*self.wheres, f"run={run}")) if run else self

    def of(self, info: GameInfo | None) -> Filter:
        """The filter for a game; None: for all games. Raises BadParameter.

        This checks only the values of game options; functions that use the filter raise BadFilter for other
        bad values.
        """
        pairs = read_pairs(self.wheres, "--where", f"KEY=VALUE, where KEY is one of {ALLOWED}")
        try:
            chosen = narrowed(info, pairs)
        except BadFilter as error:
            raise bad("--where", str(error)) from None
        kinds = frozenset(split_list(self.include or ""))
        return Filter(info.id if info else "", since=self.since, include=kinds, **chosen)


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--where`, `--since` and `--include` as one value `chosen`."""

    @wraps(command)
    def filtered(
        *args: Any, wheres: tuple[str, ...], since: str | None, include: str | None, **rest: Any
    ) -> Any:
        return command(*args, chosen=FilterChoice(wheres, since, include), **rest)

    options = (
        click.option("--where", "wheres", multiple=True, metavar="KEY=VALUE", help=f"KEY: {ALLOWED}."),
        click.option("--since", metavar="DATE", help="Only sessions from this day on, such as 2026-11-21."),
        click.option(
            "--include", metavar="KIND,...", help=f"Count these sessions, too: {', '.join(INCLUDE)}."
        ),
    )
    return with_options(filtered, options)

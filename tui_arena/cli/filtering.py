"""Which sessions a command looks at: `--where`, `--since` and `--include`.

Law: every command that reads figures takes the same three options and reads them alike.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from tui_arena.save.filters import INCLUDE, Filter

WHERE = ("player", "seat", "variant", "deck", "preset", "prompt", "persona", "run", "repetition")
"""What a KEY of `--where` may be: fields of `Filter`."""


def filter_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--where`, `--since` and `--include`, which it gets as `filter_of` takes them."""
    for option in (
        click.option("--include", metavar="KIND,...", help=f"Count these too: {', '.join(INCLUDE)}."),
        click.option("--since", metavar="DATE", help="From this day on, such as 2026-11-21."),
        click.option(
            "--where", "wheres", multiple=True, metavar="KEY=VALUE", help=f"KEY: {', '.join(WHERE)}."
        ),
    ):
        command = option(command)
    return command


def filter_of(game: str, *, wheres: tuple[str, ...], since: str | None, include: str | None) -> Filter:
    """The filter that the options of `filter_options` name. Raises click.BadParameter.

    Values are looked at by whoever uses the filter, which raises BadFilter.
    """
    chosen: dict[str, Any] = {}
    for text in wheres:
        key, equals, value = text.partition("=")
        if not equals or key not in WHERE:
            raise click.BadParameter(
                f"{text!r} is not KEY=VALUE with a KEY out of {', '.join(WHERE)}", param_hint="'--where'"
            )
        if key in chosen:
            raise click.BadParameter(f"{key} is given twice", param_hint="'--where'")
        chosen[key] = value
    kinds = frozenset(part.strip() for part in (include or "").split(",") if part.strip())
    return Filter(game, since=since, include=kinds, **chosen)

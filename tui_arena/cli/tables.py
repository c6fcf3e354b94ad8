"""The options that name a table: seats, options, preset, deck, seed. `play` and `run` share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from tui_arena.cli.arena import BIGGEST
from tui_arena.core.options import BadOption
from tui_arena.data import GameInfo
from tui_arena.players.seating import FORMS

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("game", metavar="GAME"),
    click.option("--seat", "seats", multiple=True, metavar="SEAT=PLAYER", help=f"Who sits there: {FORMS}."),
    click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option of the game."),
    click.option("--preset", metavar="P", help="A set of options; `tui-arena games` lists them."),
    click.option("--deck", metavar="D", help="What the secret is drawn from."),
    click.option(
        "--seed", type=click.IntRange(-BIGGEST, BIGGEST), metavar="N", help="All chance comes from it."
    ),
)


def table_options(command: F) -> F:
    """Put the options on a command, in this order."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read_seats(seats: tuple[str, ...]) -> dict[str, str]:
    """PLAYER texts by seat; raises BadParameter."""
    return _pairs(seats, "--seat", "SEAT=PLAYER, such as guesser=bot:hard")


def read_options(settings: tuple[str, ...], info: GameInfo) -> dict[str, Any]:
    """Option values by name; raises BadOption, BadParameter."""
    values = {}
    for name, text in _pairs(settings, "--set", "OPTION=VALUE, such as max_guesses=5").items():
        if name not in info.options:
            raise BadOption(f"no option {name!r} in {info.title}; allowed: {', '.join(info.options)}")
        values[name] = info.options[name].read(text)
    return values


def _pairs(texts: tuple[str, ...], option: str, form: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise click.BadParameter(f"{text!r} is not of the form {form}", param_hint=f"'{option}'")
        if name in pairs:
            raise click.BadParameter(f"{name} is given twice", param_hint=f"'{option}'")
        pairs[name] = value
    return pairs


def unlike(given: Mapping[str, Any], kept: Mapping[str, Any]) -> str | None:
    """The first of the given values that is not the kept one; None if all agree or are not given."""
    return next((k for k, v in given.items() if v not in (None, {}) and v != kept[k]), None)

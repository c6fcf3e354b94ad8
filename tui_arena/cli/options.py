"""The options of a table, which `play`, `run` and `env serve` share: seats, game options, preset, deck, seed.

Other commands that take some of these options read them with the same functions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any

import click

from tui_arena.cli import completion
from tui_arena.cli.context import BIGGEST, Decorator, bad, with_options
from tui_arena.config.models import HELP, TEXT_CHARS, may_be_sampled, sampling_fault
from tui_arena.core.challenge import Challenge, is_code
from tui_arena.core.options import BadOption
from tui_arena.core.text import clean, one_line
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.personas import DRAWN, NONE
from tui_arena.players.new_session import Wish
from tui_arena.players.seating import FORMS

_OPTIONS: tuple[Decorator, ...] = (
    click.argument("game", metavar="GAME", shell_complete=completion.games),
    click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="SEAT=PLAYER",
        shell_complete=completion.seats,
        help=f"The player in that seat: {FORMS}.",
    ),
    click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option for the game."),
    click.option("--preset", metavar="P", help="A set of options; `tui-arena games` lists them."),
    click.option(
        "--deck", metavar="D", shell_complete=completion.decks, help="The deck that the secret is drawn from."
    ),
    click.option(
        "--seed", type=click.IntRange(-BIGGEST, BIGGEST), metavar="N", help="Same seed, same secrets."
    ),
    click.option(
        "--sampling",
        multiple=True,
        metavar="SEAT.KEY=VALUE",
        help="A parameter to send to a seat's model, such as guesser.temperature=0.8.",
    ),
    click.option(
        "--persona",
        "personas",
        multiple=True,
        metavar="SEAT=NAME|TEXT",
        help="Who a seat is. In a game with personas, give a persona's name (`tui-arena games` lists them), "
        "drawn or none. Any other text tells the seat's model who to be.",
    ),
    click.option(
        "--prompt", multiple=True, metavar="SEAT=VARIANT", help="The prompt variant for a seat's model."
    ),
    click.option(
        "--help-forms",
        is_flag=True,
        help="Make the models' replies follow the game's formats, so that weak models can play. Such "
        "sessions count as a separate condition.",
    ),
)
_BESIDE: tuple[Decorator, ...] = (
    click.option(
        "--probe",
        metavar="PLAYER|self",
        shell_complete=completion.player,
        help="Who to ask during play what's likely: self (the player in each seat), bot:LEVEL, model:NAME.",
    ),
    click.option(
        "--sorter",
        metavar="PLAYER",
        shell_complete=completion.player,
        help="Who sorts the lists made alongside the game and, in Taboo, decides which replies are evasive.",
    ),
)


@dataclass(frozen=True, slots=True)
class TableChoice:
    """The values of a table's options. Their names are known; whether they go together isn't checked yet."""

    info: GameInfo
    seats: Mapping[str, str]
    """Maps seats to PLAYER texts."""
    options: Mapping[str, Any]
    wishes: Mapping[str, Wish]
    """Maps a seat to the persona that it wants, one that the game knows by name."""
    own: Mapping[str, Mapping[str, Any]]
    """Maps a seat to the sampling, persona and prompt that it asks of its model."""
    help_forms: bool
    """True if all models get help with forms."""
    preset: str | None
    deck: str | None
    seed: int | None
    probe: str | None
    sorter: str | None
    challenge: Challenge | None = None
    """The challenge whose code was given instead of a game; None for a game's name."""

    @property
    def own_with_help(self) -> Mapping[str, Mapping[str, Any]]:
        """As `own`, with help with forms for the named seats; raises BadParameter if none has a model."""
        return with_help(self.own, self.seats) if self.help_forms else self.own


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options of a table, in this order, as one value `table`; the game may be a code."""
    return _seated(command, _OPTIONS + _BESIDE, codes=True)


def episode_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """As `table_options`, but without `--probe` and `--sorter`, so that nothing is asked outside the game."""
    return _seated(command, _OPTIONS, codes=False)


def _seated(command: Callable[..., Any], options: Sequence[Decorator], *, codes: bool) -> Callable[..., Any]:
    @wraps(command)
    def seated(
        *,
        game: str,
        seats: tuple[str, ...],
        settings: tuple[str, ...],
        sampling: tuple[str, ...],
        personas: tuple[str, ...],
        prompt: tuple[str, ...],
        help_forms: bool,
        preset: str | None,
        deck: str | None,
        seed: int | None,
        probe: str | None = None,
        sorter: str | None = None,
        **rest: Any,
    ) -> Any:
        catalogue = click.get_current_context().obj.catalogue
        challenge = None
        if codes and is_code(game):
            from tui_arena.players.challenges import read_challenge  # noqa: PLC0415  (few games are challenges)

            challenge = read_challenge(game, catalogue)
            decided = {"--set": settings, "--preset": preset, "--deck": deck, "--seed": seed}
            check_excluded(decided, "the challenge already decides this")
        info = catalogue.game(challenge.game if challenge is not None else game)
        texts, values = read_seats(seats), read_options(settings, info)
        wishes, told = read_personas(personas, texts, info, catalogue)
        own = read_own(sampling, told, prompt)
        table = TableChoice(
            info, texts, values, wishes, own, help_forms, preset, deck, seed, probe, sorter, challenge
        )
        return command(table=table, **rest)

    return with_options(seated, options)


def check_excluded(given: Mapping[str, Any], why: str) -> None:
    """Raise UsageError if one of these options has a value. `given`: maps options to values."""
    for option, value in given.items():
        if value not in (None, (), {}):
            raise click.UsageError(f"{option}: {why}; leave it out")


excel_option = click.option(
    "--excel", is_flag=True, help="CSV: start with the mark that tells Excel the encoding."
)


def excel_mark(form: str, *, excel: bool) -> str:
    """The beginning of a text: the byte order mark for Excel, or nothing.

    Raises UsageError if the form isn't CSV.
    """
    if excel and form not in ("csv", "flat", "replies", "bets"):
        raise click.UsageError(f"--excel only works with CSV, not with --format {form}")
    return "\ufeff" if excel else ""


def read_seats(seats: tuple[str, ...]) -> dict[str, str]:
    """Maps seats to PLAYER texts; raises BadParameter."""
    return read_pairs(seats, "--seat", "SEAT=PLAYER, such as guesser=bot:hard")


def read_options(settings: tuple[str, ...], info: GameInfo) -> dict[str, Any]:
    """Maps names of game options to their values; raises BadOption, BadParameter."""
    values = {}
    for name, text in read_pairs(settings, "--set", "OPTION=VALUE, such as max_guesses=5").items():
        if name not in info.options:
            raise BadOption(f"{info.title} has no option {name!r}; allowed: {', '.join(info.options)}")
        values[name] = info.options[name].read(text)
    return values


def read_personas(
    personas: tuple[str, ...], seats: Mapping[str, str], info: GameInfo, catalogue: Catalogue
) -> tuple[dict[str, Wish], dict[str, str]]:
    """Two mappings from seats: to personas that the game knows by name, and to texts for a model's persona.

    In a game of minds, raises BadParameter if a name is unknown and the seat has no model.
    """
    names = {one.name.casefold(): one.name for one in catalogue.personas(info)} if info.minds else {}
    known = {**names, NONE: NONE, DRAWN: DRAWN} if info.minds else {}
    wishes: dict[str, Wish] = {}
    told: dict[str, str] = {}
    for seat, text in read_pairs(personas, "--persona", "SEAT=NAME or SEAT=TEXT").items():
        wish = known.get(" ".join(text.split()).casefold())
        if wish is not None:
            wishes[seat] = wish
        elif info.minds and "model:" not in seats.get(seat, ""):
            shelf = ", ".join(known.values())
            raise bad("--persona", f"{seat}: there is no persona {one_line(text, 40)!r}; personas: {shelf}")
        else:
            told[seat] = text
    return wishes, told


def read_own(
    sampling: tuple[str, ...], personas: Mapping[str, str], variants: tuple[str, ...]
) -> dict[str, dict[str, Any]]:
    """Maps a seat to the sampling, persona and prompt that it asks of its model; raises BadParameter."""
    own: dict[str, dict[str, Any]] = {}
    form = "SEAT.KEY=VALUE, such as guesser.temperature=0.8"
    for name, text in read_pairs(sampling, "--sampling", form).items():
        seat, _, key = name.rpartition(".")
        if not seat or not key.isidentifier():
            raise bad("--sampling", f"{name!r} isn't in the form {form}")
        if not may_be_sampled(key):
            raise bad(
                "--sampling",
                f"{key} isn't a sampling parameter: it says which model is asked, and how; set it with "
                "`tui-arena models`",
            )
        own.setdefault(seat, {}).setdefault("sampling", {})[key] = read_sampled("--sampling", key, text)
    for seat, text in personas.items():
        persona = clean(text, TEXT_CHARS).strip()
        if not persona:
            raise bad("--persona", f"{seat}: a persona needs a text")
        own.setdefault(seat, {})["persona"] = persona
    for seat, text in read_pairs(variants, "--prompt", "SEAT=VARIANT, such as guesser=terse").items():
        own.setdefault(seat, {})["prompt"] = text.strip()
    return own


def with_help(own: Mapping[str, Mapping[str, Any]], seats: Mapping[str, str]) -> dict[str, Mapping[str, Any]]:
    """The seats' wishes, with help with forms for every model; raises BadParameter if there is no model."""
    models = [seat for seat, text in seats.items() if "model:" in text]
    if not models:
        raise bad("--help-forms", "no seat has a model; add one with `--seat SEAT=model:NAME`")
    return {**own, **{seat: {**own.get(seat, {}), "structured": HELP} for seat in models}}


def read_sampled(option: str, name: str, text: str) -> bool | float | int | str | list[str]:
    """The value that a user wrote for a sampling parameter; raises BadParameter."""
    value = read_texts(text) if name == "stop" else read_value(text)
    fault = sampling_fault(name, value)
    if fault:
        raise bad(option, fault)
    return value


def read_texts(text: str) -> list[str]:
    r"""The texts that a user wrote, as a JSON list or as one plain text.

    >>> read_texts('["\\n", "END"]'), read_texts("END")
    (['\n', 'END'], ['END'])
    """
    with suppress(ValueError, RecursionError):
        values = json.loads(text) if text.startswith(("[", '"')) else text
        return values if isinstance(values, list) else [values]
    return [text]


def read_value(text: str) -> bool | float | int | str:
    """The number, flag or text that a user wrote."""
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        with suppress(ValueError):
            value = kind(text)
            if abs(value) <= BIGGEST:
                return value
    return text


def split_list(text: str) -> list[str]:
    """The parts of a comma-separated list, without blanks and empty parts.

    >>> split_list("plain, terse,")
    ['plain', 'terse']
    """
    return [part.strip() for part in text.split(",") if part.strip()]


def read_pairs(texts: tuple[str, ...], option: str, form: str) -> dict[str, str]:
    """Maps names to texts; raises BadParameter if a text isn't in this form, or if a name is given twice."""
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise bad(option, f"{text!r} isn't in the form {form}")
        if name in pairs:
            raise bad(option, f"{name} is given twice")
        pairs[name] = value
    return pairs


def unlike(given: Mapping[str, Any], kept: Mapping[str, Any]) -> str | None:
    """The name of the first given value that differs from the kept value; None if all are equal.

    Values that are None or empty count as not given.
    """
    return next((k for k, v in given.items() if v not in (None, {}) and v != kept[k]), None)

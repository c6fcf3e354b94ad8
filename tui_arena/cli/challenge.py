"""`tui-arena challenge`: codes of finished games, of things of one's own, and of a week for a club."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace

import click

from tui_arena.cli.context import BAD, Command, CommandContext, Failed, put, put_json, tell
from tui_arena.cli.headless import json_option
from tui_arena.cli.options import read_options
from tui_arena.core.challenge import SEEDS, BadCode, Challenge, is_code
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.data.catalogue import shipped_challenges
from tui_arena.players.challenges import (
    challenge_of,
    code_of,
    new_challenge,
    own_challenge,
    read_challenge,
    told,
)
from tui_arena.save.errors import SaveError
from tui_arena.save.skipping import opened
from tui_arena.table.challenging import note_sender

WEEK, SHELF = "week", "shelf"
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@click.command("challenge", cls=Command)
@click.argument("what", metavar="SESSION|GAME|CODE|week|shelf")
@click.argument("games", nargs=-1, metavar="[GAME...]")
@click.option("--own", metavar="TEXT", help="Your own word, thing, card or statement for GAME.")
@click.option("--set", "settings", multiple=True, metavar="OPTION=VALUE", help="An option for GAME.")
@click.option("--from", "by", metavar="NAME", help="The sender's name (the name in the settings).")
@click.option("--without-moves", is_flag=True, help="For a session: include what was played, but not how.")
@json_option
@click.pass_obj
def challenge_(
    arena: CommandContext,
    *,
    what: str,
    games: tuple[str, ...],
    own: str | None,
    settings: tuple[str, ...],
    by: str | None,
    without_moves: bool,
    as_json: bool,
) -> None:
    """Print a code that lets somebody else play the same game: `tui-arena play CODE`, or c on home.

    For a finished SESSION: what was played, and how, so that others play against its ghost. For a GAME: a new
    secret that nobody has seen, or one of your --own, in the form in which the game's setter gives it, such
    as `challenge wordle --own crane`, `challenge taboo --own "beaver | dam | teeth | river"`, `challenge
    bluffing --own "true | I was born on a ferry."`. `week` prints seven, of the games that are named, `shelf`
    those of machines that come with the program. Of a CODE: what it is, without its secret.
    """
    catalogue, name = arena.catalogue, by or arena.settings.name
    if what != WEEK and games:
        raise click.UsageError("several games make a week: `tui-arena challenge week GAME...`")
    if what == WEEK:
        infos = [catalogue.game(game) for game in games] or [catalogue.game("wordle")]
        _put_week(arena, infos, as_json=as_json)
        return
    if what == SHELF:
        _put_shelf(arena, as_json=as_json)
        return
    if what in catalogue.games:
        info = catalogue.game(what)
        options = read_options(settings, info)
        if own is None:
            found = new_challenge(info, catalogue, options, seed=secrets.randbelow(SEEDS))
        else:
            seed = secrets.randbelow(SEEDS)
            found = own_challenge(info, catalogue, own, options, by=one_line(name, 40), seed=seed)
            note_sender(arena.store(), found, name)
    elif own is not None or settings:
        raise click.UsageError("--own and --set go with a GAME only")
    elif is_code(what) and not _is_session(arena, what):
        found = read_challenge(what, catalogue)
        _put(found, arena, found.code, as_json=as_json)
        return
    else:
        store = arena.store()
        session, info = opened(store, catalogue, store.find(what))
        found = challenge_of(session, info, catalogue, me=name, moves=not without_moves)
        if by is not None and found.kind == "human":
            found = replace(found, by=one_line(name, 40))
    _put(found, arena, code_of(found, catalogue), as_json=as_json)


def _is_session(arena: CommandContext, what: str) -> bool:
    """Whether a text that looks like a code is the beginning of a session's id."""
    if any(c in what for c in " -"):
        return False
    try:
        return bool(arena.store().find(what))
    except SaveError:
        return False


def _put(found: Challenge, arena: CommandContext, code: str, *, as_json: bool) -> None:
    """Print a code on standard output, and what it is on standard error."""
    if as_json:
        put_json(
            {
                "code": code,
                "game": found.game,
                "puzzle": found.puzzle,
                "by": found.by or None,
                "kind": found.kind or None,
                "result": found.result or None,
                "tries": found.tries,
                "moves": bool(found.moves),
            }
        )
        return
    put(f"{code}\n")
    tell(told(found, arena.catalogue.game(found.game)))


def _put_shelf(arena: CommandContext, *, as_json: bool) -> None:
    """Print the shipped challenges."""
    found = [
        (one.title, read_challenge(one.code, arena.catalogue))
        for one in shipped_challenges(arena.catalogue.games.values())
    ]
    if as_json:
        put_json([{"title": title, "game": one.game, "by": one.by, "code": one.code} for title, one in found])
        return
    for title, one in found:
        put(f"{title}, {told(one, arena.catalogue.game(one.game))}\n{one.code}\n\n")


def _put_week(arena: CommandContext, infos: Sequence[GameInfo], *, as_json: bool) -> None:
    """Print seven codes, the games in turn."""
    found: list[tuple[str, GameInfo, str]] = []
    for number, day in enumerate(DAYS):
        info = infos[number % len(infos)]
        try:
            challenge = new_challenge(info, arena.catalogue, {}, seed=secrets.randbelow(SEEDS))
            found.append((day, info, code_of(challenge, arena.catalogue)))
        except BadCode as error:
            raise Failed(f"{info.title}: {error}", BAD) from None
    if as_json:
        put_json([{"day": day, "game": info.id, "code": code} for day, info, code in found])
        return
    wide = max(len(info.title) for info in infos)
    put("".join(f"{day:<10} {info.title:<{wide}}  {code}\n" for day, info, code in found))
    tell(
        f"{counted(len(found), 'code')} for a club: everybody presses c on the home screen and types "
        "the day's code"
    )

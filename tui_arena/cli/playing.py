"""Opening the app at a table or a party: `tui-arena play` and `tui-arena party`.

`tui-arena challenge` prints the codes that `play` takes: for finished games, for your own secrets, and for a
club's week.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import replace

import click

from tui_arena.batch.run import check_own
from tui_arena.cli.context import BAD, Command, CommandContext, Failed, open_app, put, put_json, served, tell
from tui_arena.cli.headless import json_option
from tui_arena.cli.options import TableChoice, read_options, table_options
from tui_arena.core.challenge import SEEDS, BadCode, Challenge, is_code
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.data.catalogue import shipped_challenges
from tui_arena.players.challenges import (
    challenge_of,
    challenged_seat,
    code_of,
    description_of,
    new_challenge,
    opening_for,
    own_challenge,
    read_challenge,
)
from tui_arena.players.new_session import Opening, Start, check_effect, minds_of, new_session, seated
from tui_arena.players.seating import read_player
from tui_arena.save.errors import SaveError
from tui_arena.save.skipping import opened
from tui_arena.table.challenging import note_sender
from tui_arena.table.probes import check_probe

PHONE = "phone"
"""The PLAYER text for somebody who joins by phone."""
LAN = "Let phones on this network join. Nothing sent is encrypted."


@click.command("play", cls=Command)
@table_options
@click.option("--blind", is_flag=True, help="Show letters instead of the players' names until the end.")
@click.option("--lan", is_flag=True, help=LAN)
@click.option("--plain", is_flag=True, help="Use plain lines instead of the app; good for screen readers.")
@click.pass_obj
def play_(arena: CommandContext, *, table: TableChoice, blind: bool, lan: bool, plain: bool) -> int:
    """Open the app at a table of GAME, or of the challenge with this CODE.

    Seats that you don't name get their usual players. A seat with the player `phone` is for somebody who
    joins by phone: the lobby opens first.
    """
    info, own = table.info, table.own_with_help
    name, book = arena.settings.name, arena.registry.book
    phones = [seat for seat, text in table.seats.items() if text == PHONE]
    cast = {
        seat: replace(read_player(text, name, book), own=own.get(seat, {}))
        for seat, text in table.seats.items()
        if seat not in phones
    }
    cast |= {seat: read_player("human:" + seat.replace("_", " "), name, book) for seat in phones}
    opening = Opening(
        info.id,
        cast,
        table.options,
        table.preset,
        table.deck,
        table.seed,
        probe=table.probe,
        sorter=table.sorter,
        personas=table.wishes,
        blind=blind,
    )
    if table.challenge is not None:
        opening = _taken_up(arena, table.challenge, opening)
    check_probe(table.probe, table.sorter, info, arena.catalogue, book)
    check_own(own, opening, info, arena.catalogue)
    minds_of(table.wishes, info, arena.catalogue, seated(opening, info)[1], table.seed or 0)
    if table.deck is not None or any(info.options[name].deals for name in table.options):
        session, _ = new_session(opening, arena.catalogue, id="-", seed=table.seed or 0, started=None)
        check_effect(opening, session, info)
    from tui_arena.cli.plain import play_plainly, wanted  # noqa: PLC0415  (not for completion)

    if plain or (not phones and not served() and wanted(os.environ)):
        if phones:
            raise Failed("phones need the app, so leave out --plain", 2)
        return play_plainly(arena, opening)
    return open_app(arena, Start(opening, phones=phones or None, lan=lan))


def _taken_up(arena: CommandContext, challenge: Challenge, opening: Opening) -> Opening:
    """The table of a challenge with the players of an opening; the user sits if nobody else is named."""
    seat = challenged_seat(challenge, arena.catalogue.game(challenge.game))
    me = None if seat in opening.cast else read_player("human", arena.settings.name)
    table = opening_for(challenge, arena.catalogue, me)
    return replace(
        table,
        cast={**table.cast, **opening.cast},
        probe=opening.probe,
        sorter=opening.sorter,
        personas=opening.personas,
        blind=opening.blind,
    )


@click.command("party", cls=Command)
@click.option("--phones", is_flag=True, help="Start in the lobby, where people join by phone.")
@click.option("--lan", is_flag=True, help=LAN)
@click.pass_obj
def party_(arena: CommandContext, *, phones: bool, lan: bool) -> int:
    """Open the app, and set up a party."""
    return open_app(arena, Start(party=True, phones=[] if phones or lan else None, lan=lan))


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

    The code of a finished SESSION contains what was played, and how, so that others play against its ghost.
    The code of a GAME contains a new secret that nobody has seen. With --own, it contains your own secret,
    written as the game's setter gives it: `challenge wordle --own crane`, `challenge taboo --own "beaver |
    dam | teeth | river"`, `challenge bluffing --own "true | I was born on a ferry."`. `week` prints seven
    codes for the named games. `shelf` prints the challenges that come with the program. For a CODE, the
    command says what it is, without its secret.
    """
    catalogue, name = arena.catalogue, by or arena.settings.name
    if what != WEEK and games:
        raise click.UsageError("only `week` takes several games: `tui-arena challenge week GAME...`")
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
        raise click.UsageError("--own and --set only work with a GAME")
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
    """True if a text that looks like a code is the beginning of a session's id."""
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
    tell(description_of(found, arena.catalogue.game(found.game)))


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
        put(f"{title}, {description_of(one, arena.catalogue.game(one.game))}\n{one.code}\n\n")


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

"""Opening the app: `tui-arena play`, and `tui-arena` without a command."""

from __future__ import annotations

import os
from dataclasses import replace

import click

from tui_arena.batch.run import check_own
from tui_arena.cli.context import Command, CommandContext, Failed, open_app, served
from tui_arena.cli.options import TableChoice, table_options
from tui_arena.core.challenge import Challenge
from tui_arena.players.challenges import challenged_seat, opening_for
from tui_arena.players.dealing import check_effect
from tui_arena.players.new_session import Opening, Start, minds_of, new_session, seated
from tui_arena.players.seating import read_player
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
    """Open the app at the set-up of a party."""
    return open_app(arena, Start(party=True, phones=[] if phones or lan else None, lan=lan))

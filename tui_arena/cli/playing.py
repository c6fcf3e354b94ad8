"""Opening the app: `tui-arena play`, and `tui-arena` without a command."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from tui_arena.batch.run import check_own
from tui_arena.cli.context import Arena, Command, Failed
from tui_arena.cli.options import TableChoice, table_options
from tui_arena.players.dealing import check_effect
from tui_arena.players.new_session import Opening, minds_of, new_session, seated
from tui_arena.players.seating import read_player
from tui_arena.table.probes.asking import check_probe


@click.command("play", cls=Command)
@table_options
@click.pass_obj
def play_(arena: Arena, *, table: TableChoice) -> int:
    """Open the app at a table of GAME; seats that are not named sit as the game says."""
    info, own = table.info, table.own
    name, book = arena.settings.name, arena.registry.book
    cast = {
        seat: replace(read_player(text, name, book), own=own.get(seat, {}))
        for seat, text in table.seats.items()
    }
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
    )
    check_probe(table.probe, table.sorter, info, arena.catalogue, book)
    check_own(own, opening, info, arena.catalogue)
    minds_of(table.wishes, info, arena.catalogue, seated(opening, info)[1], table.seed or 0)
    if table.deck is not None or any(info.options[name].deals for name in table.options):
        session, _ = new_session(opening, arena.catalogue, id="-", seed=table.seed or 0, started=None)
        check_effect(opening, session, info)
    return open_app(arena, opening)


def open_app(arena: Arena, opening: Opening | None) -> int:
    """Run the app and return its exit status. `opening`: the table to open at; None: the home screen.

    Raises Failed if there is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failed("the app needs a terminal; `tui-arena --help` lists what works without one", 2)
    from tui_arena.ui import run  # noqa: PLC0415  (Textual is only loaded for the app)

    return run(arena.paths, opening)

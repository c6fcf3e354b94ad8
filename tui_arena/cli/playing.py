"""Opening the app: `tui-arena play`, and `tui-arena` without a command."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from tui_arena.batch.run import check_own
from tui_arena.cli.context import Arena, Command, Failed
from tui_arena.cli.options import read_options, read_own, read_personas, read_seats, table_options
from tui_arena.players.new_session import Opening, minds_of, seated
from tui_arena.players.seating import read_player
from tui_arena.table.probes.asking import check_probe


@click.command("play", cls=Command)
@table_options
@click.pass_obj
def play_(
    arena: Arena,
    game: str,
    *,
    seats: tuple[str, ...],
    settings: tuple[str, ...],
    preset: str | None,
    deck: str | None,
    seed: int | None,
    sampling: tuple[str, ...],
    personas: tuple[str, ...],
    prompt: tuple[str, ...],
    probe: str | None,
    sorter: str | None,
) -> int:
    """Open the app at a table of GAME; seats that are not named sit as the game says."""
    info = arena.catalogue.game(game)
    options = read_options(settings, info)
    name, book = arena.settings.name, arena.registry.book
    texts = read_seats(seats)
    wishes, told = read_personas(personas, texts, info, arena.catalogue)
    own = read_own(sampling, told, prompt)
    cast = {
        seat: replace(read_player(text, name, book), own=own.get(seat, {})) for seat, text in texts.items()
    }
    opening = Opening(game, cast, options, preset, deck, seed, probe=probe, sorter=sorter, personas=wishes)
    check_probe(probe, sorter, info, arena.catalogue, book)
    check_own(own, opening, info, arena.catalogue)
    minds_of(wishes, info, arena.catalogue, seated(opening, info)[1], seed or 0)
    if deck is not None:
        arena.catalogue.deck(deck, info)
    return open_app(arena, opening)


def open_app(arena: Arena, opening: Opening | None) -> int:
    """Run the app and return its exit status. `opening`: the table to open at; None: the home screen.

    Raises Failed if there is no terminal.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failed("the app needs a terminal; `tui-arena --help` lists what works without one", 2)
    from tui_arena.ui import run  # noqa: PLC0415  (Textual is only loaded for the app)

    return run(arena.paths, opening)

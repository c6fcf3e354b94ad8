"""Environments for training: `tui-arena env serve` lets other programs play, over HTTP and web sockets."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import click

from tui_arena.api.env import LEARNER, SCORE, WITH_NEW_YES, WITH_YES, Env
from tui_arena.api.home import Home
from tui_arena.api.table import SEEDS
from tui_arena.batch.run import check_own, each
from tui_arena.cli.context import BAD, CommandContext, Failed, Group, complain_of_crash, put, put_json, tell
from tui_arena.cli.headless import json_option
from tui_arena.cli.options import TableChoice, episode_options
from tui_arena.config import hide
from tui_arena.config.open_files import make_room
from tui_arena.core.dealing import Split
from tui_arena.core.options import BadOption
from tui_arena.players.models.prompts import SeatPrompts
from tui_arena.players.new_session import Opening, seated
from tui_arena.players.seating import read_player
from tui_arena.serving import CLIENTS, LOOPBACK, PORT

OPEN = (
    "whoever reaches {url} can play there, and have your models asked at your cost; nothing that is sent is "
    "encrypted, and nobody is asked for a token (--token)"
)
SHORTEST = 12
"""The least number of characters of a token, so that nobody can guess it."""


@click.group("env", cls=Group)
def env_() -> None:
    """Serve environments for training: one seat of a table is a learner's, bots or models hold the others."""


@env_.command("serve", short_help="Serve a game as an environment, until Ctrl-C.")
@episode_options
@click.option("--learner", default="guesser", show_default=True, metavar="SEAT", help="The seat that learns.")
@click.option(
    "--reward",
    default=SCORE,
    show_default=True,
    metavar="METRIC",
    help=f"What an episode is worth: {SCORE}, {WITH_YES} (0.02 more for each yes), {WITH_NEW_YES} (for "
    "each that is no repetition), or a metric of the game.",
)
@click.option(
    "--split",
    type=click.Choice(["train", "eval"]),
    help="Deal only the items for training or for evaluation, as `export --split` tells them apart.",
)
@click.option(
    "--single-pass", is_flag=True, help="Deal each item once, to all clients together; then no more."
)
@click.option(
    "--any-hit",
    is_flag=True,
    help="Twenty Questions: a name anywhere in a question wins the score, not only where it is what is asked.",
)
@click.option(
    "--dense", is_flag=True, help="Each step brings what it added; else all comes with the last one."
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen at, such as 0.0.0.0 for all networks of this machine.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="0: any that is free.",
)
@click.option(
    "--clients",
    type=click.IntRange(1, 1024),
    default=CLIENTS,
    show_default=True,
    metavar="N",
    help="Clients at once, each with an episode of its own.",
)
@click.option(
    "--token",
    envvar="TUI_ARENA_TOKEN",
    metavar="TOKEN",
    help="What every client has to send to be answered. Others on this machine can read a command line: better set "
    "the variable TUI_ARENA_TOKEN.",
)
@json_option
@click.pass_obj
def serve_(
    arena: CommandContext,
    *,
    table: TableChoice,
    learner: str,
    reward: str,
    dense: bool,
    split: Split | None,
    single_pass: bool,
    any_hit: bool,
    host: str,
    port: int,
    clients: int,
    token: str | None,
    as_json: bool,
) -> None:
    """Serve GAME as an environment that speaks OpenEnv's protocol (reset, step, state).

    Each client plays episodes of its own; nothing is saved. Seats that are not named hold bots. With --seed the
    i-th episode that a client gives no seed is session i of a run with this seed. It listens on this
    machine alone unless --host says otherwise, until Ctrl-C.
    """
    if token is not None:
        hide(token)
        if not token or not (token.isascii() and token.isprintable()) or " " in token:
            raise BadOption("a token has letters, digits and signs of ASCII, and no blanks")
        if len(token) < SHORTEST:
            tell(f"this token is short enough to be guessed; one of {SHORTEST} signs or more is safe")
    make_room(clients)
    kind = partial(Env, dense=dense, split=split, single_pass=single_pass, any_hit=any_hit)
    make, thinking = _environment(arena, table, learner, reward, kind)
    from tui_arena.serving.environments import EnvironmentServer, is_loopback  # loads aiohttp  # noqa: PLC0415
    from tui_arena.serving.listener import NoPort  # noqa: PLC0415

    server = EnvironmentServer(
        make,
        table.info,
        seed=secrets.randbelow(SEEDS) if single_pass and table.seed is None else table.seed,
        clients=clients,
        thinking=thinking,
        token=token,
        broke=complain_of_crash,
    )

    async def serve() -> None:
        try:
            await server.start(host, port)
        except NoPort as error:
            raise Failed(f"{error}; --port names another port, 0 any that is free", BAD) from None
        if token is None and not is_loopback(host):
            tell(OPEN.format(url=server.url))
        if as_json:
            put_json({"url": server.url, "game": table.info.id, "learner": learner})
        else:
            put(f"{table.info.title} for a {learner} at {server.url}, until Ctrl-C\n")
        sys.stdout.flush()
        try:
            await asyncio.Event().wait()
        finally:
            await server.stop()

    asyncio.run(serve())


def _environment(
    arena: CommandContext, table: TableChoice, learner: str, reward: str, kind: Callable[..., Env]
) -> tuple[Callable[[], Env], bool]:
    """A function that makes a client's environment, and True if models play in it.

    Raises BadFile, BadOption or BadPlayer; SaveError if models play and their costs can't be counted.
    """
    info, own = table.info, {seat: dict(wanted) for seat, wanted in table.own_with_help.items()}
    prompt = str(own.get(learner, {}).pop("prompt", ""))
    own = {seat: wanted for seat, wanted in own.items() if wanted}
    registry = arena.new_registry(threaded=True)
    others = {
        seat: replace(read_player(text, book=registry.book), own=own.get(seat, {}))
        for seat, text in table.seats.items()
    }
    make = partial(
        kind,
        info.id,
        learner,
        others,
        reward,
        options=dict(table.options),
        deck=table.deck,
        preset=table.preset,
        personas=table.wishes,
        prompt=prompt,
        where=Home(arena.paths, arena.catalogue, registry, SeatPrompts(arena.catalogue)),
    )
    make()
    opening = Opening(info.id, {**others, learner: LEARNER}, table.options, table.preset, table.deck)
    check_own(own, opening, info, arena.catalogue)
    entries = [
        one.entry for sits in seated(opening, info)[1].values() for one in each(sits) if one.entry is not None
    ]
    if entries:
        arena.count_costs()
    for entry in entries:
        registry.start(entry)
    return make, bool(entries)

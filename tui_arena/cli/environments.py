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
from tui_arena.config.process import make_room
from tui_arena.core.options import BadOption
from tui_arena.core.session import Split
from tui_arena.players.models.prompts import SeatPrompts
from tui_arena.players.new_session import Opening, seated
from tui_arena.players.seating import read_player
from tui_arena.serving import CLIENTS, LOOPBACK, PORT

OPEN = (
    "anybody who can reach {url} can play there and use your models at your cost; nothing sent is "
    "encrypted, and no token is required (set one with --token)"
)
SHORTEST = 12
"""The least number of characters of a token, so that nobody can guess it."""


@click.group("env", cls=Group)
def env_() -> None:
    """Serve training environments: a learner has one seat at a table, and bots or models have the others."""


@env_.command("serve", short_help="Serve a game as an environment, until Ctrl-C.")
@episode_options
@click.option("--learner", default="guesser", show_default=True, metavar="SEAT", help="The seat that learns.")
@click.option(
    "--reward",
    default=SCORE,
    show_default=True,
    metavar="METRIC",
    help=f"What an episode is worth: {SCORE}, {WITH_YES} (0.02 more for each yes), {WITH_NEW_YES} (the "
    "same, but not for repetitions), or a metric of the game.",
)
@click.option(
    "--split",
    type=click.Choice(["train", "eval"]),
    help="Deal only the items for training or for evaluation, split as `export --split` does.",
)
@click.option("--single-pass", is_flag=True, help="Deal each item only once across all clients, then stop.")
@click.option(
    "--any-hit",
    is_flag=True,
    help="Twenty Questions: naming the thing anywhere in a question scores, even if the question isn't a "
    "guess.",
)
@click.option(
    "--dense", is_flag=True, help="Give the reward step by step instead of all of it with the last step."
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on, such as 0.0.0.0 for all of this machine's networks.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    metavar="N",
    help="0: any free port.",
)
@click.option(
    "--clients",
    type=click.IntRange(1, 1024),
    default=CLIENTS,
    show_default=True,
    metavar="N",
    help="Maximum number of clients at once, each with its own episode.",
)
@click.option(
    "--token",
    envvar="TUI_ARENA_TOKEN",
    metavar="TOKEN",
    help="The token that every client has to send. Others on this machine can read a command line, so it's "
    "better to set the variable TUI_ARENA_TOKEN.",
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

    Each client plays its own episodes; nothing is saved. Bots take the seats that you don't name. With
    --seed, the i-th episode for which a client gives no seed is session i of a run with this seed. The server
    listens on this machine only, unless you set --host. Press Ctrl-C to stop it.
    """
    if token is not None:
        hide(token)
        if not token or not (token.isascii() and token.isprintable()) or " " in token:
            raise BadOption("a token may only have ASCII letters, digits and signs, and no spaces")
        if len(token) < SHORTEST:
            tell(f"this token is short enough to be guessed; use at least {SHORTEST} characters")
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
            raise Failed(f"{error}; choose another port with --port, or 0 for any free one", BAD) from None
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

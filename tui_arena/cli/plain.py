"""`tui-arena play --plain`: a table as numbered lines on standard output, for screen readers and dumb terminals."""

from __future__ import annotations

import asyncio
import getpass
import sys
from collections.abc import Mapping

import click

from tui_arena.api.home import in_daemon_thread
from tui_arena.cli.context import INTERRUPTED, CommandContext, Failed
from tui_arena.core.signs import KEEPS_COLUMNS
from tui_arena.core.text import clean
from tui_arena.players.new_session import Opening, people_seated
from tui_arena.save.store import SaveError
from tui_arena.table.challenging import challenge_lines, ghost_in
from tui_arena.table.opening import InUse, new_table
from tui_arena.table.plain import PlainTable, Quit
from tui_arena.table.playback import Playback
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import session_budget

LATER = "Everything is saved. You can carry on from the app's home screen."


def wanted(environment: Mapping[str, str]) -> bool:
    """True if lines are better even without `--plain`: in a dumb terminal, or if the environment says so."""
    return environment.get("TERM") == "dumb" or environment.get("ACCESSIBLE", "") not in ("", "0")


def play_plainly(arena: CommandContext, opening: Opening) -> int:
    """Play a table as plain lines and return the exit status. Raises Failed."""
    store = arena.store()
    try:
        seated = people_seated(opening, arena.catalogue.game(opening.game), arena.settings.name)
        ready = new_table(arena.catalogue, store, seated, None)
    except (SaveError, InUse) as error:
        raise Failed(str(error)) from None
    runner = SessionRunner(
        ready,
        store,
        asyncio.to_thread,
        registry=arena.registry,
        budget=session_budget(arena.settings),
        playback=Playback(0.0),
    )
    try:
        asyncio.run(_played(runner))
    except (Quit, EOFError):
        click.echo(LATER)
    except KeyboardInterrupt:
        click.echo(f"\n{LATER}")
        return INTERRUPTED
    if runner.over:
        ghost = ghost_in(runner.session, arena.catalogue)
        for line in challenge_lines(ghost, runner.session, runner.play):
            click.echo(line)
        click.echo(f"See it all: tui-arena show {runner.session.id}")
    return 0


async def _played(runner: SessionRunner) -> None:
    try:
        await PlainTable(runner, click.echo, _heard).play()
    finally:
        await runner.let_go()


async def _heard(prompt: str, secret: bool) -> str:
    """A line of the input; in a terminal, a secret isn't shown while it is typed.

    A thread reads the line, and the program can end without waiting for it, so Ctrl-C works at once. Raises EOFError.
    """

    def read() -> str | None:
        try:
            unseen = secret and sys.stdin.isatty()
            return clean(getpass.getpass(_written(prompt)) if unseen else input(prompt))
        except (EOFError, OSError, UnicodeError):
            return None

    text = await in_daemon_thread(read)
    if text is None:
        raise EOFError
    return text


def _written(text: str) -> str:
    """A text that standard output can encode, for a function that writes to the terminal itself."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, KEEPS_COLUMNS).decode(encoding)

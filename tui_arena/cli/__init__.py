"""The command line: one function per command, in modules that are imported only when they are called.

Nothing here imports the app or a model library before it is needed.

Law: an error is one line on stderr. The exit statuses are:

- 0 if all went well,
- 1 if the work failed,
- 2 for bad arguments or a bad file,
- 130 if interrupted (143 by SIGTERM, 129 by SIGHUP).

If the reader of a pipe closes it, a command that only prints ends with status 0. A command that saves ends
with 1, because its work may be incomplete.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import cast

import click
from click.shell_completion import CompletionItem

from tui_arena import __version__
from tui_arena.cli.context import (
    BAD,
    INTERRUPTED,
    CommandContext,
    Failed,
    Group,
    complain,
    interrupted_by_signals,
    open_app,
)
from tui_arena.core.signs import KEEPS_COLUMNS
from tui_arena.core.text import one_line

COMMANDS = {
    "play": ("playing", "Open the app at a table."),
    "party": ("playing", "Open the app and set up a party."),
    "run": ("running", "Play sessions without the app and save them."),
    "score": ("files", "Score session files without saving them."),
    "challenge": ("playing", "Print a code that lets somebody else play the same game."),
    "import": ("files", "Import session files into the save file."),
    "export": ("files", "Write saved sessions to a file."),
    "sessions": ("listing", "List saved sessions."),
    "show": ("listing", "Print the transcript of a session."),
    "stats": ("listing", "Print the figures of the stats screens."),
    "compare": ("comparing", "Compare two players on the secrets that both have played."),
    "env": ("environments", "Serve training environments to other programs."),
    "runs": ("listing", "List headless runs and what's left of them."),
    "games": ("listing", "List games with seats, asks, options, presets and metrics."),
    "bench": ("bench", "Compare models and prompts on the same seeds, over several games."),
    "study": ("study", "Plan, play, tabulate and bundle a study."),
    "optimise": ("optimise", "Search for a better prompt for a seat, and save it as a prompt variant."),
    "prompts": ("own", "Check your own prompts, such as copies of a paper's."),
    "models": ("models", "List, add, test and remove models."),
    "deck": ("own", "Share your own decks, personas and prompts as one file."),
    "branch": ("inquiry", "Branch sessions: same past, different players from there on."),
    "rank": ("comparing", "Rank players, and compare the ranking with another."),
    "audit": ("inquiry", "Ask a session's judge again, and see whether it contradicts itself."),
    "report": ("comparing", "Write a report, with tables and pictures, to one file."),
    "analyse": ("inquiry", "Ask players afterwards what they thought was likely, round by round."),
    "backup": ("upkeep", "Copy the save file."),
    "restore": ("upkeep", "Restore the save file from a copy."),
    "completion": ("completion", "Print the completion script for bash, zsh or fish."),
    "man": ("manual", "Print the manual page."),
    "schema": ("files", "Print the JSON Schema of a session file."),
    "doctor": ("upkeep", "Check paths, versions, terminal, settings and save file."),
}
"""Maps each command to its module in this package and a description."""
NO_MEMORY = (
    "there isn't enough memory to continue; what is saved is safe. Close other programs, then run the "
    "command again"
)
COMPLETE = "_TUI_ARENA_COMPLETE"
"""The variable by which a shell asks for completions; click derives its name from the program's name."""


class ReaderGone(Exception):
    """Nobody reads the output any more. It isn't an OSError: click has its own exit status for an OSError."""


class Commands(Group):
    """The commands by name; a command's module is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = f"tui_arena.cli.{COMMANDS[cmd_name][0]}"
        if name not in sys.modules:
            from tui_arena.core.caches import lasting  # noqa: PLC0415  (`--help` needs no command)

            with lasting():
                import_module(name)
        return cast("click.Command", getattr(sys.modules[name], f"{cmd_name}_"))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; raises ReaderGone if nobody reads its output any more."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
        """The commands that fit, without importing any; for an option, the options of the program itself."""
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        return [CompletionItem(n, help=text) for n, (_, text) in COMMANDS.items() if n.startswith(incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.command(
    cls=Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, prog_name="tui-arena", message="%(prog)s %(version)s")
@click.pass_context
def command(ctx: click.Context) -> None:
    """Party games of words and deduction for people, language models and bots.

    Without a command the app opens.
    """
    if ctx.invoked_subcommand is None:
        ctx.exit(open_app(ctx.obj))


def run(arguments: Sequence[str]) -> int:
    """Run a command line and return its exit status; expected errors are printed and never raised."""
    _fill_closed()
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, KEEPS_COLUMNS), (sys.stderr, KEEPS_COLUMNS)):
        if isinstance(stream, io.TextIOWrapper):
            with suppress(io.UnsupportedOperation):  # a program that calls this may already have read from it
                stream.reconfigure(errors=errors)
    if COMPLETE in os.environ:
        import_module("tui_arena.cli.completion")  # the shell's completion classes
    arena = CommandContext()
    with interrupted_by_signals() as told:
        try:
            status = command.main(list(arguments), "tui-arena", obj=arena, standalone_mode=False)
            sys.stdout.flush()
        except (ReaderGone, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1 if arena.saves else 0
        except (click.Abort, click.ClickException, Failed, OSError) as error:
            status = _report_error(error)
        except KeyboardInterrupt:
            status = _report_error(click.Abort())
        except SystemExit:
            raise  # click raises it after answering a shell
        except MemoryError:
            complain(NO_MEMORY)
            status = 1
        except _bad_input() as error:
            complain(str(error))
            status = BAD
    return told.status(status) if isinstance(status, int) else 0


def _fill_closed() -> None:
    """Replace streams that were closed before the start (`>&-`) with the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _report_error(error: Exception) -> int:
    """Print the error that stopped a command; returns its exit status."""
    match error:
        case click.Abort():
            complain("interrupted")
            return INTERRUPTED
        case click.UsageError():
            help_line = f"; see {error.ctx.command_path} --help" if error.ctx else ""
            complain(error.format_message().rstrip(".") + help_line)
            return BAD
        case Failed():
            complain(str(error))
            return error.status
        case OSError():
            name = one_line(str(error.filename or "the output"), 200)
            complain(f"{name}: {error.strerror or error}")
            return BAD if error.errno == errno.ENAMETOOLONG else 1
    complain(str(error))
    return 1


def _bad_input() -> tuple[type[Exception], ...]:
    """The errors whose text is a sentence about the user's input; imported only when an error occurs."""
    from tui_arena.config import BadFile  # noqa: PLC0415
    from tui_arena.core.challenge import BadCode  # noqa: PLC0415
    from tui_arena.core.events import BadEvent  # noqa: PLC0415
    from tui_arena.core.options import BadOption  # noqa: PLC0415
    from tui_arena.inquiry.subjects import CantAnalyse  # noqa: PLC0415
    from tui_arena.players.seating import BadPlayer  # noqa: PLC0415
    from tui_arena.save.errors import SaveError  # noqa: PLC0415
    from tui_arena.save.filters import BadFilter  # noqa: PLC0415
    from tui_arena.table.branches import BadBranch  # noqa: PLC0415

    return (BadBranch, BadCode, BadEvent, BadFile, BadFilter, BadOption, BadPlayer, CantAnalyse, SaveError)

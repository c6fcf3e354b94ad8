"""`tui-arena man`: the manual page, made from the texts that `--help` prints."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from tui_arena import __version__
from tui_arena.cli.context import Command, put_lines

_ESCAPES = {
    ord("\\"): r"\e",
    ord("-"): r"\-",
    ord("'"): r"\(aq",
    ord("^"): r"\(ha",
    ord("~"): r"\(ti",
    ord("`"): r"\(ga",
}
_ENVIRONMENT = {
    "TUI_ARENA_HOME": "One folder for the save file, settings and logs, like --data-dir.",
    "NO_COLOR": "If it's set to anything, there are no colours.",
    "ACCESSIBLE": "If it's 1, or TERM is dumb, `play` uses plain numbered lines instead of opening the app.",
    "OPENAI_API_KEY, ANTHROPIC_API_KEY, ...": "A provider's key, under its usual name. It's read when a model is asked, and never written "
    "anywhere.",
}
_STATUS = {
    "0": "Done.",
    "1": "The work failed, or a budget stopped it.",
    "2": "Bad arguments, a bad file, or a save file that can't be used.",
    "129, 130, 143": "Ended by SIGHUP, SIGINT or SIGTERM; what was finished is saved.",
}


@click.command("man", cls=Command)
@click.pass_context
def man_(ctx: click.Context) -> None:
    """Print the manual page, for `man -l -` or a folder man1.

    \b
    tui-arena man | man -l -
    tui-arena man > ~/.local/share/man/man1/tui-arena.1
    """  # noqa: D301  (click reads the sign, and leaves these lines as they are)
    put_lines(_page(ctx.find_root()))


def _page(root: click.Context) -> Iterator[str]:
    """Yields the lines of the page."""
    first, *rest = _paragraphs(root.command)
    yield f'.TH TUI\\-ARENA 1 "" "tui\\-arena {__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"tui\\-arena \\- {_roff(first.rstrip('.'))}"
    yield ".SH SYNOPSIS"
    yield ".B tui\\-arena"
    yield "[COMMAND] [OPTION...] [ARGUMENT...]"
    yield ".SH DESCRIPTION"
    yield from _prose(rest)
    yield ".SH OPTIONS"
    yield from _options(root)
    yield ".SH COMMANDS"
    yield from _commands(root)
    for title, told in (("ENVIRONMENT", _ENVIRONMENT), ("EXIT STATUS", _STATUS)):
        yield f".SH {title}"
        for name, text in told.items():
            yield from _item(name, text)
    yield ".SH FILES"
    yield from _prose(
        ["`tui-arena doctor` lists the folders of the save file, settings, decks, themes, prompts and logs."]
    )


def _commands(parent: click.Context) -> Iterator[str]:
    """Yields each command of a group with its options, followed by its own subcommands."""
    group = parent.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(parent):
        command = group.get_command(parent, name)
        if command is None:
            continue
        ctx = click.Context(command, info_name=name, parent=parent)
        usage = " ".join((ctx.command_path, *command.collect_usage_pieces(ctx)))
        yield f".SS {_roff(usage)}"
        yield from _prose(_paragraphs(command))
        yield from _options(ctx)
        if isinstance(command, click.Group):
            yield from _commands(ctx)


def _paragraphs(command: click.Command) -> list[str]:
    return inspect.cleandoc(command.help or "").split("\n\n")


def _prose(paragraphs: list[str]) -> Iterator[str]:
    """Yields paragraphs of help, wrapped again, except for paragraphs that click leaves as they are."""
    for i, text in enumerate(paragraphs):
        if i:
            yield ".PP"
        if text.startswith("\b\n"):
            yield ".nf"
            yield from (_roff(line) for line in text.splitlines()[1:])
            yield ".fi"
        else:
            yield _roff(" ".join(text.split()))


def _options(ctx: click.Context) -> Iterator[str]:
    for param in ctx.command.get_params(ctx):
        record = param.get_help_record(ctx)
        if record is not None and record[1]:
            yield from _item(*record)


def _item(name: str, text: str) -> Iterator[str]:
    yield ".TP"
    yield f".B {_roff(name)}"
    yield _roff(" ".join(text.split()))


def _roff(text: str) -> str:
    """A line of text for roff: control characters and characters outside ASCII are escaped."""
    plain = text.translate(_ESCAPES)
    plain = re.sub(r"[^\x20-\x7e]", lambda found: f"\\[u{ord(found[0]):04X}]", plain)
    return rf"\&{plain}" if plain.startswith((".", "\\(aq")) else plain

"""Prompts of one's own: `tui-arena prompts`."""

from __future__ import annotations

import click

from tui_arena.cli import completion
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import BAD, Arena, Failed, Group, put, put_json
from tui_arena.cli.headless import json_option
from tui_arena.core.text import one_line
from tui_arena.data.files import PROMPTS, SAFE_NAME
from tui_arena.players.models.prompt_check import FILE, CheckedPrompt, check_variant


@click.group("prompts", cls=Group)
def prompts_() -> None:
    """Check your own prompts, such as copies of those that papers print."""


@prompts_.command("check", short_help="Say what a prompt variant lacks.")
@click.argument("name", metavar="NAME")
@click.option("--game", metavar="G", shell_complete=completion.games, help="Only this game.")
@json_option
@click.pass_obj
def check_(arena: Arena, name: str, *, game: str | None, as_json: bool) -> int:
    """Say which files of the prompt variant NAME are there, and what they lack to be those that the papers print.

    Without --game it looks at the games in which NAME has a file; if there is none, at all games whose papers
    print prompts. The status is 0 if nothing is missing, 1 if something is, and 2 if a file can't be used.

    \b
    --json: {"variant", "files": [{"game", "ask", "file", "printed": WHERE|null,
    "state": "fine"|"missing"|"broken", "missing": [...], "broken": [...]}]}.
    """  # noqa: D301  (the sign is click's own: these lines are not wrapped anew)
    if not SAFE_NAME.fullmatch(name) or "." in name:
        raise Failed(f"{one_line(name, 40)!r} is no name for a prompt variant: letters, digits, - and _", BAD)
    found = _found(arena, name, game)
    if not found:
        raise Failed(
            f"{arena.catalogue.game(str(game)).title}: no paper prints prompts for it, and {name} has no file"
        )
    if as_json:
        put_json({"variant": name, "files": [one.to_json() for one in found]})
    else:
        _put(found)
    states = {one.state for one in found}
    return BAD if "broken" in states else 1 if "missing" in states else 0


def _found(arena: Arena, name: str, game: str | None) -> list[CheckedPrompt]:
    infos = [arena.catalogue.game(game)] if game else list(arena.catalogue.games.values())
    checked = [check_variant(arena.catalogue, info, name) for info in infos]
    begun = [files for files in checked if game or any(FILE not in one.missing for one in files)]
    return [one for files in begun or checked for one in files]


def _put(found: list[CheckedPrompt]) -> None:
    put_table(
        ["game", "file", "", "printed in the paper"],
        [[one.game, one.path.name, one.state, one.where or None] for one in found],
        widest=None,
    )
    for one in found:
        for fault in one.broken:
            put(f"{one.path}: {fault}\n")
        if one.missing and one.missing != (FILE,):
            put(f"{one.path}: has no {', no '.join(one.missing)}\n")
    absent = [one for one in found if one.missing == (FILE,)]
    if absent:
        put(f"\nmissing files go into {absent[0].path.parent.parent / 'GAME'}\n")
    if any(one.missing for one in found):
        put(f"which text of a paper goes where: {PROMPTS / 'README.md'}\n")

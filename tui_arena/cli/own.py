"""The user's own files: `tui-arena deck` packs them as one file, `tui-arena prompts` checks prompts."""

from __future__ import annotations

import click

from tui_arena.cli import completion
from tui_arena.cli.columns import put_table
from tui_arena.cli.context import (
    BAD,
    FILE,
    CommandContext,
    Failed,
    Group,
    new_path,
    put,
    put_json,
    tell,
    whole_path,
)
from tui_arena.cli.headless import json_option
from tui_arena.config import write_atomically
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.data.files import PROMPTS, SAFE_NAME
from tui_arena.data.lists import read_list, save_deck, twice
from tui_arena.data.packs import own_things, packed, read_pack, take_in
from tui_arena.players.models.prompt_check import FILE as NO_FILE
from tui_arena.players.models.prompt_check import CheckedPrompt, check_variant


@click.group("deck", cls=Group, invoke_without_command=True)
@click.pass_context
def deck_(ctx: click.Context) -> None:
    """List your own decks, personas and prompts; with a command, share them or add somebody else's."""
    if ctx.invoked_subcommand is not None:
        return
    arena: CommandContext = ctx.obj
    things = own_things(arena.catalogue)
    put(
        "".join(f"{one}\n" for one in things) or f"you have nothing of your own yet in {arena.paths.config}\n"
    )


@deck_.command("pack", short_help="Write your own decks, personas and prompts to one file.")
@click.argument("file", metavar="FILE", type=FILE)
@click.argument("names", nargs=-1, metavar="[NAME...]")
@click.option("--all", "everything", is_flag=True, help="Everything of your own.")
@click.pass_obj
def pack_(arena: CommandContext, file: str, names: tuple[str, ...], *, everything: bool) -> None:
    """Write your own decks, personas and prompts to FILE, a new file.

    NAME is a deck's name, persona:NAME or prompt:GAME/ASK.VARIANT, as `tui-arena deck` lists them. A deck
    brings its word list and its table of facts with it.
    """
    if everything == bool(names):
        raise click.UsageError("name what to pack, or give --all; `tui-arena deck` lists what you have")
    target = new_path(file)
    chosen = own_things(arena.catalogue) if everything else names
    if not chosen:
        raise Failed(f"you have nothing of your own yet in {arena.paths.config}", 2)
    raw = packed(arena.catalogue, chosen)
    write_atomically(target, raw)
    put(f"{one_line(str(target))}: {len(raw)} bytes with {', '.join(dict.fromkeys(chosen))}\n")


@deck_.command("import", short_help="Make a deck from a published list.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=FILE)
@click.option("--name", metavar="NAME", help="The deck's name (the name of the first file).")
@click.option("--replace", is_flag=True, help="Replace anything that has the same name.")
@click.pass_obj
def import_(arena: CommandContext, files: tuple[str, ...], name: str | None, *, replace: bool) -> None:
    """Make one deck from clembench's instance files of Wordle, or from lists of the Entity-Deduction Arena.

    The name of a file says what it's for. Items of `.dev.`, `.test.` and `_eval.` files are held out, so that
    `--split` and `--set suite=30` can tell them apart. A word that's in a list twice is dealt twice; a thing
    or person that's there twice becomes one, with all its names.
    """
    paths = [whole_path(file) for file in files]
    lists = [read_list(path) for path in paths]
    if any((one.words, one.people) != (lists[0].words, lists[0].people) for one in lists):
        raise Failed(
            "these lists are of different kinds, so they can't make one deck; import each of them separately",
            BAD,
        )
    name = name or paths[0].name.removesuffix(paths[0].suffix)
    target = save_deck(arena.paths.config, name, lists, replace=replace)
    rows = [row for one in lists for row in one.rows]
    put(f"{one_line(str(target))}: {counted(len(rows), 'item')} of {counted(len(lists), 'list')}")
    held = sum(row.held for row in rows)
    put(f", {held} of them held out\n" if held else "\n")
    for item, times in twice(rows).items():
        often = "twice" if times == 2 else f"{times} times"
        how = f"so it's dealt {often}" if lists[0].words else "but in the deck once"
        put(f"{one_line(item, 60)} is in the list {often}, {how}\n")


@deck_.command("unpack", short_help="Add the contents of a file made by `deck pack`.")
@click.argument("file", metavar="FILE", type=FILE)
@click.option("--replace", is_flag=True, help="Replace anything that has the same name.")
@click.pass_obj
def unpack_(arena: CommandContext, file: str, *, replace: bool) -> None:
    """Copy decks, personas and prompts from FILE into the folders next to your settings.

    Everything is checked before anything is written. Without --replace, nothing is copied if it would replace
    something that's there, or override a shipped prompt or persona.
    """
    path = whole_path(file)
    pack = read_pack(path, arena.catalogue)
    done = take_in(pack, arena.catalogue, one_line(str(path)), replace=replace)
    tell(*pack.faults)
    put_table(["", ""], [[name, what] for name, what in done], widest=None)


@click.group("prompts", cls=Group)
def prompts_() -> None:
    """Check your own prompts, such as copies of prompts from papers."""


@prompts_.command("check", short_help="Say what a prompt variant is missing.")
@click.argument("name", metavar="NAME")
@click.option("--game", metavar="G", shell_complete=completion.games, help="Only this game.")
@json_option
@click.pass_obj
def check_(arena: CommandContext, name: str, *, game: str | None, as_json: bool) -> int:
    """List the files of the prompt variant NAME, and say what they still need to match the papers' prompts.

    Without --game, it checks the games in which NAME has a file or, if there are none, all games whose papers
    print prompts. The status is 0 if nothing is missing, 1 if something is, and 2 if a file can't be used.

    \b
    --json: {"variant", "files": [{"game", "ask", "file", "printed": WHERE|null,
    "state": "fine"|"missing"|"broken", "missing": [...], "broken": [...]}]}.
    """  # noqa: D301  (click reads the sign, and leaves these lines as they are)
    if not SAFE_NAME.fullmatch(name) or "." in name:
        raise Failed(
            f"{one_line(name, 40)!r} can't be a prompt variant's name; use letters, digits, - and _", BAD
        )
    found = _found(arena, name, game)
    if not found:
        raise Failed(
            f"{arena.catalogue.game(str(game)).title}: no paper prints prompts for this game, and "
            f"{name} has no file for it"
        )
    if as_json:
        put_json({"variant": name, "files": [one.to_json() for one in found]})
    else:
        _put(found)
    states = {one.state for one in found}
    return BAD if "broken" in states else 1 if "missing" in states else 0


def _found(arena: CommandContext, name: str, game: str | None) -> list[CheckedPrompt]:
    infos = [arena.catalogue.game(game)] if game else list(arena.catalogue.games.values())
    checked = [check_variant(arena.catalogue, info, name) for info in infos]
    begun = [files for files in checked if game or any(NO_FILE not in one.missing for one in files)]
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
        if one.missing and one.missing != (NO_FILE,):
            put(f"{one.path}: has no {', no '.join(one.missing)}\n")
    absent = [one for one in found if one.missing == (NO_FILE,)]
    if absent:
        put(f"\nmissing files go into {absent[0].path.parent.parent / 'GAME'}\n")
    if any(one.missing for one in found):
        put(f"which text of a paper goes where: {PROMPTS / 'README.md'}\n")

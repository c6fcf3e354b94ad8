"""Care of the save file and the installation: the commands `backup`, `restore` and `doctor`."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import click

from tui_arena import __version__
from tui_arena.cli.context import FILE, Command, CommandContext, Failed, put, whole_path
from tui_arena.cli.headless import ProgressBar
from tui_arena.config import HOME_VARIABLE, BadFile, keys, keys_found, read_models, read_settings, source_of
from tui_arena.config.files import model_file_fault
from tui_arena.config.process import installed_version
from tui_arena.core.language.sentences import counted
from tui_arena.core.signs import lacking, why_lacking
from tui_arena.core.text import one_line
from tui_arena.players.models import local
from tui_arena.players.models.check import remarks
from tui_arena.players.models.prompt_check import own_prompts
from tui_arena.players.models.registry import brought
from tui_arena.players.models.shelf import unfinished
from tui_arena.players.seating import PLAIN
from tui_arena.save.store import SaveError, Store, open_store, restore

LIBRARIES = ("textual", "click", "msgspec", "platformdirs", "tomli-w")
OLDEST_PYTHON = (3, 11)
LEAST_ROOM = 20_000_000
"""The free bytes that are needed in addition to the room for a backup."""
MOST_NAMED = 100
"""The most unreadable sessions that are named; the others are only counted."""
COLUMNS, LINES = 60, 20
"""The smallest terminal size that the app can be played in."""

Finding = tuple[Literal["ok", "wrong", "note"], str]


@click.command("backup", cls=Command)
@click.argument("path", metavar="PATH", type=FILE)
@click.pass_obj
def backup_(arena: CommandContext, path: str) -> None:
    """Write a full copy of the save file to PATH, a new file."""
    if not arena.paths.save_file.exists():
        raise Failed(f"{arena.paths.save_file}: there's no save file yet, so there's nothing to copy", 2)
    target = whole_path(path)
    if target.is_dir():
        raise Failed(f"{target}: is a folder; name a file in it", 2)
    arena.store(reading=True).backup(target)
    put(f"saved to {one_line(str(target))}\n")


@click.command("restore", cls=Command)
@click.argument("path", metavar="PATH", type=FILE)
@click.pass_obj
def restore_(arena: CommandContext, path: str) -> None:
    """Replace the save file with the copy at PATH; the old file is kept."""
    kept = restore(whole_path(path), arena.paths.save_file)
    put(f"restored to {one_line(str(arena.paths.save_file))}\n")
    if kept is not None:
        put(f"the old file is kept as {one_line(str(kept))}\n")


@click.command("doctor", cls=Command)
@click.option(
    "--rebuild", is_flag=True, help=("First add up all saved sessions again; this can take several minutes.")
)
@click.pass_obj
def doctor_(arena: CommandContext, *, rebuild: bool) -> int:
    """Check paths, versions, terminal, settings, your own prompts, models and save file, and say what to do."""
    wrong = 0
    if rebuild and arena.paths.save_file.exists():
        store = open_store(arena.paths.save_file, arena.catalogue).store
        try:
            store.rebuild()
        finally:
            store.close()
    for title, findings in (
        ("Paths", _paths(arena)),
        ("Versions", _versions()),
        ("Terminal", _terminal()),
        ("Settings, themes, decks and personas", _config(arena)),
        ("Prompts", _prompts(arena)),
        ("Models", _models(arena)),
        ("Save file", _save_file(arena)),
    ):
        put(f"{title}\n")
        for state, text in findings:
            wrong += state == "wrong"
            put(f"  {'!' if state == 'wrong' else '-'} {one_line(text)}\n")
    put("\n" + ("all is well\n" if not wrong else f"{counted(wrong, 'problem')}, marked with !\n"))
    return 1 if wrong else 0


def _paths(arena: CommandContext) -> Iterator[Finding]:
    where = f" ({HOME_VARIABLE} or --data-dir)" if arena.home or os.environ.get(HOME_VARIABLE) else ""
    for name, path in (
        ("save file", arena.paths.save_file),
        ("config", arena.paths.config),
        ("downloaded models", arena.paths.models),
        ("logs", arena.paths.logs),
    ):
        yield "ok", f"{name}: {path}{where}"
    folder = arena.paths.data
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not folder.is_dir():
        yield "wrong", f"{folder} isn't a folder, so nothing can be saved in it; move it out of the way"
    elif not os.access(folder, os.W_OK):
        yield "wrong", f"{folder} can't be written to; change its permissions, or set {HOME_VARIABLE}"


def _versions() -> Iterator[Finding]:
    yield "ok", f"tui-arena {__version__}"
    python = platform.python_version()
    if sys.version_info[:2] < OLDEST_PYTHON:
        yield "wrong", f"Python {python}; 3.11 or later is needed"
    else:
        yield "ok", f"Python {python} on {platform.system()}"
    yield "ok", f"SQLite {sqlite3.sqlite_version}"
    for name in LIBRARIES:
        if found := installed_version(name):
            yield "ok", f"{name} {found}"
        else:
            yield "wrong", f"{name} isn't installed; install tui-arena again"


def _terminal() -> Iterator[Finding]:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield "note", "there's no terminal here, and the app needs one"
    size = shutil.get_terminal_size()
    if sys.stdout.isatty() and (size.columns < COLUMNS or size.lines < LINES):
        yield "wrong", f"{size.columns}x{size.lines} is too small; you need at least {COLUMNS}x{LINES}"
    else:
        yield "ok", f"{size.columns}x{size.lines}"
    for name in ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL"):
        if name in os.environ:
            yield "ok", f"{name}={os.environ[name]}"
    if lacked := lacking(sys.stdout.encoding):
        why = f"the terminal's encoding is {lacked}, not UTF-8 ({why_lacking(os.environ)})"
        yield (
            "note",
            (
                f"{why}, so the app uses ASCII signs, and shows ? for other letters. Set LANG=C.UTF-8 to "
                "see everything"
            ),
        )


def _config(arena: CommandContext) -> Iterator[Finding]:
    path = arena.paths.settings_file
    faults = read_settings(arena.paths)[1]
    if not faults:
        yield "ok", f"settings: {path if path.exists() else 'none, so the defaults are used'}"
    themes = arena.catalogue.themes()
    yield "ok", f"themes: {len(themes.loaded)}"
    for info in arena.catalogue.games.values():
        for name in arena.catalogue.deck_names(info):
            try:
                deck = arena.catalogue.deck(name, info)
            except BadFile as error:
                faults = [*faults, str(error)]
                continue
            yield "ok", f"deck {name} for {info.title}: {counted(len(deck.deck.items), 'item')}"
            faults = [*faults, *deck.faults]
    for info in arena.catalogue.games.values():
        if info.minds:
            shelf = arena.catalogue.personas(info)
            own = sum(persona.own for persona in shelf)
            yield "ok", f"personas for {info.title}: {len(shelf)}" + (f", {own} of your own" if own else "")
            faults = [*faults, *arena.catalogue.persona_faults(info)]
    for fault in dict.fromkeys(
        (*faults, *arena.catalogue.game_faults, *arena.catalogue.deck_faults(), *themes.faults)
    ):
        yield "wrong", fault


def _prompts(arena: CommandContext) -> Iterator[Finding]:
    """Yields a finding for each prompt of the user's own."""
    none = True
    for path, info, variant, fault in own_prompts(arena.catalogue):
        none = False
        if fault:
            yield "wrong", f"{path}: {fault}"
        else:
            yield "ok", f"{variant or PLAIN}: {path.name} for {info.title if info else 'all games'}, fine"
    if none:
        yield "ok", "none of your own"


def _models(arena: CommandContext) -> Iterator[Finding]:
    """Yields findings on models and their libraries; LiteLLM isn't imported, because that takes seconds."""
    for name, missing in (
        ("litellm", "isn't installed, so no model can play; install it with `pip install litellm`"),
        (local.PACKAGE, f"isn't installed: {local.NEEDED}"),
    ):
        version = installed_version(name)
        yield ("ok", f"{name} {version}") if version else ("note", f"{name} {missing}")
    book, faults = read_models(arena.paths)
    keys.expect(book.keyring)
    yield "ok", f"configured: {', '.join(book.entries) or 'none'}"
    if found := brought():
        yield "ok", f"added by a package: {', '.join(found)}"
    yield "ok", f"keys found: {', '.join(name for _, name in keys_found()) or 'none'}"
    for entry in book.entries.values():
        fault = model_file_fault(entry.gguf) if entry.gguf else None
        if fault:
            faults = [*faults, f"model {entry.name}: {fault}"]
        else:
            yield from (("note", f"model {entry.name}: {remark}") for remark in remarks(entry))
        if entry.key_env and source_of(entry.key_env) is None:
            yield "note", f"model {entry.name}: the variable {entry.key_env} isn't set here"
    yield from (("note", part) for part in unfinished(arena.paths))
    for fault in faults:
        yield "wrong", fault


def _save_file(arena: CommandContext) -> Iterator[Finding]:
    path = arena.paths.save_file
    if not path.exists():
        yield "ok", "none yet; the first session creates it"
        return
    backups = path.parent / "backups"
    if os.path.lexists(backups) and not backups.is_dir():
        yield "wrong", f"{backups}: isn't a folder, so no backups are kept; move it out of the way"
    yield from _room(path)
    try:
        opened = open_store(path, arena.catalogue, read_only=True)
        with closing(opened.store) as store:
            for notice in opened.notices:
                yield "wrong", notice
            yield "ok", store.health()[0]
            faults = store.check()
            for fault in faults:
                yield "wrong", fault
            if not faults:
                yield "ok", "checked: no damage found"
            yield from _sessions(store)
            if missing := store.catch_up():
                yield "wrong", missing
    except SaveError as error:
        yield "wrong", str(error)


def _room(path: Path) -> Iterator[Finding]:
    """Checks that the disk has room for a backup and for the next sessions."""
    try:
        free, size = shutil.disk_usage(path.parent).free, path.stat().st_size
    except OSError as error:
        yield "wrong", f"{path.parent}: the free space on its disk can't be read ({error.strerror})"
        return
    if free < 2 * size + LEAST_ROOM:
        yield (
            "wrong",
            (
                f"{path.parent}: only {free / 1e6:.0f} MB are free on its disk, and a backup and new "
                "sessions need "
                f"{(2 * size + LEAST_ROOM) / 1e6:.0f} MB; free some space"
            ),
        )
    else:
        yield "ok", f"free on its disk: {free / 1e6:,.0f} MB"


def _sessions(store: Store) -> Iterator[Finding]:
    """Checks that every session can be read, folded and added up."""
    with ProgressBar("read") as bar:
        faults = list(store.faults(bar.show if sys.stderr.isatty() else None))
    for fault in faults[:MOST_NAMED]:
        yield "wrong", fault
    if len(faults) > MOST_NAMED:
        yield "wrong", f"{counted(len(faults) - MOST_NAMED, 'more session')} can't be read"
    if not faults:
        yield "ok", "every session can be read"

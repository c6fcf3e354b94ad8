"""A report of what was played: one file with tables and pictures."""

from __future__ import annotations

from pathlib import Path

import click

from tui_arena.analysis.report.writing import WRITERS, write_report
from tui_arena.cli.arena import Arena, Command, Failed, put, tell, whole_path
from tui_arena.cli.filtering import filter_of, filter_options
from tui_arena.core.text import one_line
from tui_arena.save.export import write

BAD = 2


@click.command("report", cls=Command)
@click.option("--game", metavar="G", help="Only this game; else all of them.")
@click.option("--out", metavar="FILE", help="FILE.html or FILE.md; else Markdown goes to standard output.")
@filter_options
@click.pass_obj
def report_(
    arena: Arena,
    *,
    game: str | None,
    out: str | None,
    wheres: tuple[str, ...],
    since: str | None,
    include: str | None,
) -> None:
    """Write tables and pictures of what was played as one file that needs nothing else.

    An HTML page opens in any browser, prints, and loads nothing from anywhere. A file that is there
    already is replaced. The same save file gives the same report.
    """
    if game is not None:
        arena.catalogue.game(game)
    path = None if out is None else whole_path(out)
    form = "md" if path is None else _form(path)
    wanted = filter_of(game or "", wheres=wheres, since=since, include=include)
    text = write_report(arena.store(reading=True), arena.catalogue, wanted, form)
    if path is None:
        put(text)
        return
    write(path, [text])
    tell(f"written to {path}")


def _form(path: Path) -> str:
    """The form that a file's ending asks for; raises Failed for another one."""
    form = path.suffix.lower().removeprefix(".")
    if form not in WRITERS:
        endings = " or ".join(f".{ending}" for ending in WRITERS)
        raise Failed(f"{one_line(str(path), 200)}: a report is a file that ends in {endings}", BAD)
    return form

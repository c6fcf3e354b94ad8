"""Adding an entity to a deck of the user's own.

Law: a line is added or replaced and nothing else in the file changes; a crash leaves the old file or
the new one. A deck that is not there yet is made, with all things in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tui_arena.config import BadFile
from tui_arena.config.files import alone, write_atomically
from tui_arena.core.knowledge import OPEN, SIGN_OF, Answer
from tui_arena.core.text import fold, one_line
from tui_arena.data.entity_decks import MAX_LINE, MAX_NAME
from tui_arena.data.files import MAX_FILE, read_bytes, user_file

MINE = "mine"
"""The deck that things are added to where none is named."""
COLUMNS = ("entity", "aliases", "facts")


def add_entity(
    user: Path,
    name: str,
    aliases: Sequence[str],
    facts: Mapping[str, Answer],
    *,
    deck: str = MINE,
    of: str = "things",
) -> Path:
    """Put an entity into a user's deck and give the deck's file.

    `of`: the shipped deck that a new deck includes and whose table `facts` are of. An entity that stands
    there is replaced; what is not among its facts is unknown of it. Raises BadFile with a sentence if it can't be written.
    """
    name = one_line(name)
    if not name or len(name) > MAX_NAME or name.startswith("#"):
        raise BadFile(f"{name[:40]!r} can't be the name of an entity; 1 to {MAX_NAME} characters are allowed")
    path = user_file(user, "decks", f"{deck}.tsv")
    if path is None:
        raise BadFile(f"{one_line(deck, 40)!r} can't be a deck's name")
    row = {
        "entity": name,
        "aliases": " | ".join(one_line(a) for a in aliases),
        "facts": " ".join([*(SIGN_OF[answer] + fact for fact, answer in sorted(facts.items())), OPEN]),
    }
    if sum(map(len, row.values())) > MAX_LINE // 2:
        raise BadFile(f"{name}: too much is said of it for one line of a deck")
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone(path.parent):
        write_atomically(path, "\n".join(_with(_lines(path, of), row)) + "\n")
    return path


def _lines(path: Path, of: str) -> list[str]:
    if path.is_file():
        return read_bytes(path, MAX_FILE).decode("utf-8", "replace").rstrip("\n").split("\n")
    return [f"# knowledge: {of}", f"# includes: {of}", "\t".join(COLUMNS)]


def _with(lines: Sequence[str], row: Mapping[str, str]) -> list[str]:
    """The lines of a deck with a row in it, in the order of its own columns."""
    start = next((i for i, line in enumerate(lines) if line.strip() and line[0] != "#"), len(lines))
    header = lines[start].split("\t") if start < len(lines) else list(COLUMNS)
    missing = [column for column in COLUMNS if column not in header]
    if "entity" in missing:
        raise BadFile("the deck has no column `entity`; nothing was added")
    kept = [*lines[:start], "\t".join([*header, *missing])]
    place = header.index("entity")
    for line in lines[start + 1 :]:
        values = line.split("\t")
        if line[:1] == "#" or place >= len(values) or fold(values[place]) != fold(row["entity"]):
            kept.append(line)
    return [*kept, "\t".join(row.get(column, "") for column in (*header, *missing))]

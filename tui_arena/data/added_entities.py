"""Adding an entity to a user's deck, such as one that the bot didn't know.

Law: this adds or replaces one line of the deck and changes nothing else. A crash leaves the old file or the new
one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tui_arena.config import BadFile, read_limited
from tui_arena.config.files import alone, write_atomically
from tui_arena.core.text import fold, one_line
from tui_arena.data.entity_decks import DIFFICULTIES, MAX_LINE, MAX_NAME
from tui_arena.data.files import user_file
from tui_arena.questions.table import OPEN, SIGN_OF, Answer

MINE = "mine"
"""The deck that entities are added to if none is named."""
COLUMNS = ("entity", "aliases", "facts")
"""The columns that a deck needs before entities can be added; a new deck also has `difficulty`."""


def add_entity(
    user: Path,
    name: str,
    aliases: Sequence[str],
    facts: Mapping[str, Answer],
    *,
    difficulty: str = DIFFICULTIES[0],
    whole: bool = False,
    deck: str = MINE,
    of: str = "things",
) -> Path:
    """Put an entity into a user's deck and return the deck's path.

    - `of`: the shipped deck that a new deck includes, and whose table defines the `facts`.
    - `difficulty`: easy by default, because a person who thought of it may think of it again.
    - `whole`: True if properties without a fact are no; else they are unknown.

    An entity with the same name is replaced, except for columns that are not given here. Raises BadFile if
    the deck can't be written.
    """
    name = one_line(name)
    if not name or len(name) > MAX_NAME or name.startswith("#"):
        raise BadFile(f"{name[:40]!r} can't be the name of an entity; 1 to {MAX_NAME} characters are allowed")
    path = user_file(user, "decks", f"{deck}.tsv")
    if path is None:
        raise BadFile(f"{one_line(deck, 40)!r} can't be a deck's name")
    row = {
        "entity": name,
        "difficulty": difficulty,
        "aliases": " | ".join(one_line(a) for a in aliases),
        "facts": " ".join(
            [*(SIGN_OF[answer] + fact for fact, answer in sorted(facts.items())), *([] if whole else [OPEN])]
        ),
    }
    if sum(map(len, row.values())) > MAX_LINE // 2:
        raise BadFile(f"{name}: it has too many facts for one line of a deck")
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with alone(path.parent):
        write_atomically(path, "\n".join(_with(_lines(path, of), row)) + "\n")
    return path


def _lines(path: Path, of: str) -> list[str]:
    if path.is_file():
        return read_limited(path).decode("utf-8", "replace").rstrip("\n").split("\n")
    return [f"# knowledge: {of}", f"# includes: {of}", "\t".join((*COLUMNS, "difficulty"))]


def _with(lines: Sequence[str], row: Mapping[str, str]) -> list[str]:
    """The lines of a deck with a row added or replaced, in the order of the deck's columns."""
    start = next((i for i, line in enumerate(lines) if line.strip() and line[0] != "#"), len(lines))
    header = lines[start].split("\t") if start < len(lines) else list(COLUMNS)
    missing = [column for column in COLUMNS if column not in header]
    if "entity" in missing:
        raise BadFile("the deck has no column `entity`; nothing was added")
    kept = [*lines[:start], "\t".join([*header, *missing])]
    place = header.index("entity")
    told: dict[str, str] = {}
    for line in lines[start + 1 :]:
        values = line.split("\t")
        if line[:1] == "#" or place >= len(values) or fold(values[place]) != fold(row["entity"]):
            kept.append(line)
        else:
            told = dict(zip(header, values, strict=False))
    row = {**told, **row}
    line = "\t".join(row.get(column, "") for column in (*header, *missing))
    if len(line) > MAX_LINE:
        raise BadFile(f"{row['entity']}: it has too many facts for one line of a deck")
    return [*kept, line]

"""Decks of entities with what is known of them: the shipped ones, and the user's own.

Law: a line that can't be used is named in a sentence and left out, a fact likewise; a name is data,
whatever signs it holds. Above `MOST` entities, or where nothing can be used, a deck is refused.

A deck is a file with tabs: lines `# key: value` on top, a line of column names with `entity`, then an
entity a line. Keys: `knowledge` (the shipped table that facts are read by; an entity without facts of
its own is known as in the deck of that name), `includes` (a shipped deck whose entities belong to this
one too), and any option of a game that the deck brings, such as `answers`.

Adding an entity to a deck of the user's own.

Law: a line is added or replaced and nothing else in the file changes; a crash leaves the old file or
the new one. A deck that is not there yet is made, with all things in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from tui_arena.config import BadFile
from tui_arena.config.files import alone, write_atomically
from tui_arena.core.game import Data, Deck
from tui_arena.core.text import clean, fold, one_line
from tui_arena.data.files import MAX_FILE, read_bytes, told, user_file
from tui_arena.data.property_tables import PropertyTable
from tui_arena.questions import OPEN, SIGN_OF, Answer, Entity, Knowledge, resolve

MOST = 20_000
"""Entities of a deck; with more of them no question could be chosen while people wait."""
MAX_LINE = 8192
MAX_NAME = 80
MOST_ALIASES = 16
"""Of one entity, as many as a setter may give."""
DIFFICULTIES = ("easy", "medium", "hard")
_KEYS = ("knowledge", "includes")

FindTable = Callable[[str], PropertyTable | None]
FindDeck = Callable[[str], Deck | None]


@dataclass(slots=True)
class _Reading:
    """A file as far as it has been read."""

    place: str
    table: PropertyTable
    entities: list[Entity] = field(default_factory=list)
    items: list[Data] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)
    """Folded names, and whose they are."""
    faults: list[str] = field(default_factory=list)


def read_deck(
    raw: bytes, place: str, name: str, table_of: FindTable, deck_of: FindDeck
) -> tuple[Deck, tuple[str, ...]]:
    """The deck of a file's bytes, and a sentence for each thing that was left out; raises BadFile."""
    lines = clean(raw.decode("utf-8", "replace"), None).split("\n")
    keys, start = _keys(lines)
    header = lines[start].split("\t") if start < len(lines) else []
    if "entity" not in header:
        raise BadFile(f"{place}: no column `entity`; the first line names the columns, with tabs between")
    rows = [
        (n, line) for n, line in enumerate(lines[start + 1 :], start + 2) if line.strip() and line[0] != "#"
    ]
    included = deck_of(keys["includes"]) if "includes" in keys else None
    size = len(rows) + (len(included.items) if included else 0)
    if size > MOST:
        raise BadFile(f"{place}: {size} entities; a deck has at most {MOST}. Split it into several.")
    known_by = keys.get("knowledge", "things")
    table = table_of(known_by)
    reading = _Reading(place, table or PropertyTable())
    if table is None:
        reading.faults.append(f"{place}: no table {one_line(known_by, 40)!r}; its facts are left out")
    reading.faults += reading.table.faults
    if "includes" in keys and included is None:
        reading.faults.append(f"{place}: no deck {one_line(keys['includes'], 40)!r} to include")
    facts = header.index("facts") if "facts" in header else len(header)
    bare = any(not "".join(line.split("\t")[facts : facts + 1]).strip() for _, line in rows)
    like = deck_of(known_by) if bare else None
    for number, line in rows:
        _row(reading, number, line, header, like.knowledge if like else None)
    if included is not None and included.knowledge is not None:
        _include(reading, included, included.knowledge)
    if not reading.entities:
        first = reading.faults[0] if reading.faults else f"{place}: holds no entities"
        raise BadFile(
            f"{first}. A deck has a header line `entity<TAB>aliases<TAB>facts` and an entity a line."
        )
    knowledge = Knowledge(name, tuple(reading.entities), reading.table.properties, reading.table.scales)
    options = {key: value for key, value in keys.items() if key not in _KEYS}
    faults = told(reading.faults, place, "faults like these")
    return Deck(name, tuple(reading.items), knowledge, options), faults


def _keys(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    """The lines `# key: value` on top, and the number of the line after them."""
    keys: dict[str, str] = {}
    for i, line in enumerate(lines):
        if line.strip() and not line.startswith("#"):
            return keys, i
        key, colon, value = line[1:].partition(":")
        if colon and key.strip().isidentifier():
            keys[key.strip()] = value.strip()
    return keys, len(lines)


def _row(reading: _Reading, number: int, line: str, header: Sequence[str], like: Knowledge | None) -> None:
    where = f"{reading.place} line {number}"
    if len(line) > MAX_LINE:
        reading.faults.append(f"{where}: longer than {MAX_LINE} characters; it is left out")
        return
    row = dict(zip(header, line.split("\t"), strict=False))
    name = one_line(row.get("entity", ""))
    if not name or len(name) > MAX_NAME:
        what = "no name" if not name else f"a name longer than {MAX_NAME} characters"
        reading.faults.append(f"{where}: {what}; it is left out")
        return
    if fold(name) in reading.taken:
        of = reading.taken[fold(name)]
        reading.faults.append(
            f"{where}: {name!r} is already {'there' if fold(of) == fold(name) else f'a name of {of!r}'}"
        )
        return
    reading.taken[fold(name)] = name
    aliases = _aliases(reading, where, name, row.get("aliases", ""))
    entity = _entity(reading, where, name, aliases, row)
    known = like.numbers.get(fold(name)) if like and not row.get("facts", "").strip() else None
    if known is not None and like is not None:
        entity = _like(entity, like.entities[known], row)
    _add(reading, entity, row)


def _entity(
    reading: _Reading, where: str, name: str, aliases: tuple[str, ...], row: Mapping[str, str]
) -> Entity:
    difficulty = row.get("difficulty", "").strip() or "medium"
    if difficulty not in DIFFICULTIES:
        reading.faults.append(
            f"{where}: difficulty {one_line(difficulty, 24)!r} is none of {', '.join(DIFFICULTIES)}"
        )
        difficulty = "medium"
    found = resolve(row.get("facts", "").split(), reading.table.properties, reading.table.scales)
    reading.faults += [f"{where}: {name}: {fault}" for fault in found.faults]
    topic = one_line(row.get("topic", ""), 24)
    about = tuple(filter(None, (one_line(word) for word in row.get("about", "").split(","))))
    return Entity(name, aliases, cast("Any", difficulty), topic, found.facts, found.amounts, about)


def _like(entity: Entity, known: Entity, row: Mapping[str, str]) -> Entity:
    """An entity without facts of its own, as another deck knows it; what its line does say stays."""
    return replace(
        known,
        name=entity.name,
        aliases=entity.aliases or known.aliases,
        difficulty=entity.difficulty if row.get("difficulty") else known.difficulty,
        topic=entity.topic or known.topic,
    )


def _aliases(reading: _Reading, where: str, name: str, text: str) -> tuple[str, ...]:
    kept = []
    for alias in (one_line(part) for part in text.split("|")):
        if not alias or fold(alias) == fold(name):
            continue
        of = reading.taken.get(fold(alias))
        if of == name:
            continue
        if of is not None or len(alias) > MAX_NAME:
            why = (
                f"is a name of {of!r} already" if of is not None else f"is longer than {MAX_NAME} characters"
            )
            reading.faults.append(f"{where}: alias {one_line(alias, 40)!r} {why}; it is left out")
            continue
        reading.taken[fold(alias)] = name
        kept.append(alias)
    if len(kept) > MOST_ALIASES:
        reading.faults.append(
            f"{where}: {len(kept)} aliases; those after the first {MOST_ALIASES} are left out"
        )
    return tuple(kept[:MOST_ALIASES])


def _add(reading: _Reading, entity: Entity, row: Mapping[str, str]) -> None:
    reading.entities.append(entity)
    reading.items.append(
        {
            "entity": entity.name,
            "aliases": list(entity.aliases),
            "difficulty": entity.difficulty,
            "topic": entity.topic,
            "suite": bool(row.get("suite", "").strip()),
            "set": row.get("set", "").strip(),
        }
    )


def _include(reading: _Reading, included: Deck, others: Knowledge) -> None:
    """Add the entities of another deck that this one does not name itself."""
    for item, entity in zip(included.items, others.entities, strict=True):
        if all(fold(name) not in reading.taken for name in entity.names):
            reading.entities.append(entity)
            reading.items.append(item)


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

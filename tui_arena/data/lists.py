r"""Published lists of items, read from their files: the items of one game in order, possibly with repeats.

- clembench's instance files of Wordle, versions 1.6 to 3: JSON with `experiments`, and in each
  `game_instances`
- the Entity-Deduction Arena's lists: an item a line, with further names after ` | `; the file's name says its
  purpose (`.train.`, `.dev.`, `.test.`, `_eval.`)
- decks: tab-separated, with the column names in the first line

A list keeps its order and its repeated items. Its contents are never trusted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from tui_arena.config import BadFile, read_limited, write_atomically
from tui_arena.core.game import Data
from tui_arena.core.session import item_name
from tui_arena.core.text import clean, fold, one_line
from tui_arena.data.decks import GROUPS, DeckKind, bare_item, is_word
from tui_arena.data.files import read_rows, user_file

MOST = 20_000
"""The maximum number of items of a list."""
_NAME_CHARS, _CLUE_CHARS = 300, 4096
_KEYS = ("word", "entity", "statement")
"""The columns that identify a deck."""
_SPLIT = re.compile(r"[._](train|dev|test|eval)(?=[._]|$)")
_PEOPLE = re.compile(r"celeb|people")
_DIFFICULTY = re.compile(r"(high|medium|low)_frequency")


@dataclass(frozen=True, slots=True)
class ListRow:
    """One item of a list."""

    name: str
    place: str
    """The place of the item, such as `instances.json, row 5`."""
    aliases: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()
    group: str = ""
    """The item's group by frequency; empty: the list doesn't name it."""
    held: bool = False
    """True if the item is held out from training."""


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list that was read."""

    rows: tuple[ListRow, ...]
    words: bool = False
    """True if the list has words, with or without clues; else it has names of things or people."""
    people: bool = False
    allowed: tuple[str, ...] = ()
    """The words that may be guessed; empty: the list doesn't name them."""


def twice(rows: Iterable[ListRow]) -> dict[str, int]:
    """Maps each name that occurs more than once to its number of occurrences."""
    times = Counter(fold(row.name) for row in rows)
    return {name: number for name, number in times.items() if number > 1}


def named(names: Sequence[str], place: str) -> ItemList:
    """The list of these names, each in the form of a line in a file; raises BadFile."""
    rows = [_named(name, f"{place}, row {number}") for number, name in enumerate(names, 1) if name.strip()]
    return ItemList(_checked(rows, place))


def read_list(path: Path) -> ItemList:
    """The list in a file; raises BadFile with the file and the place in it."""
    place, raw = one_line(str(path), 200), read_limited(path)
    if raw.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"{", b"["):
        return _instances(raw, place)
    text = clean(raw.decode("utf-8-sig", "replace"), None)
    header, rows = read_rows(text)
    key = header[0] if header and header[0] in _KEYS else None
    if key is not None:
        found = [
            ListRow(
                one_line(row.values.get(key, "")),
                f"{place} line {row.number}",
                _parts(row.values.get("aliases", "")),
                _parts(row.values.get("clues", "")),
                row.values.get("group", "").strip(),
                bool(row.values.get("suite", "").strip()),
            )
            for row in rows
        ]
        return ItemList(_checked(found, place), words=key == "word")
    split = _SPLIT.search(path.name)
    held = split is not None and split[1] != "train"
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    found = [_named(line, f"{place} line {number}", held=held) for number, line in lines]
    return ItemList(_checked(found, place), people=_PEOPLE.search(str(path).lower()) is not None)


def _named(line: str, place: str, *, held: bool = False) -> ListRow:
    name, *aliases = _parts(line) or ("",)
    return ListRow(name, place, tuple(aliases), held=held)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for one in text.split("|") if (part := one_line(one)))


def _instances(raw: bytes, place: str) -> ItemList:
    """The words of an instance file of clembench, in the order of its experiments."""
    try:
        told = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFile(f"{place}: invalid JSON ({one_line(str(error), 120)})") from None
    experiments = told.get("experiments") if isinstance(told, dict) else None
    if not isinstance(experiments, list):
        raise BadFile(
            f"{place}: no `experiments`; the only JSON files that can be read are clembench's instance files"
        )
    rows: list[ListRow] = []
    allowed: dict[str, None] = {}
    for number, experiment in enumerate(map(_object, experiments), 1):
        instances = experiment.get("game_instances")
        for instance in map(_object, instances if isinstance(instances, list) else ()):
            word, clue = instance.get("target_word"), instance.get("target_word_clue")
            if not isinstance(word, str):
                raise BadFile(
                    f"{place}: experiment {number} has an instance without `target_word`; of "
                    "clembench's instance files, only those of Wordle can be read"
                )
            group = _DIFFICULTY.match(str(instance.get("target_word_difficulty")))
            rows.append(
                ListRow(
                    one_line(word).lower(),
                    f"{place}, row {len(rows) + 1}",
                    clues=(one_line(clue),) if isinstance(clue, str) and clue.strip() else (),
                    group=group[1] if group else "",
                )
            )
        listed = _object(experiment.get("lang_keywords")).get("official_words_list")
        allowed |= dict.fromkeys(one for one in listed or () if isinstance(one, str) and is_word(one))
    return ItemList(_checked(rows, place), words=True, allowed=tuple(allowed))


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _checked(rows: Sequence[ListRow], place: str) -> tuple[ListRow, ...]:
    if not rows:
        raise BadFile(f"{place}: has no items; write one per line, or name an instance file of clembench")
    if len(rows) > MOST:
        raise BadFile(f"{place}: {len(rows)} items; a list has at most {MOST}")
    for row in rows:
        if not row.name or len(row.name) > _NAME_CHARS or any(len(clue) > _CLUE_CHARS for clue in row.clues):
            raise BadFile(f"{row.place}: {'an item without a name' if not row.name else 'too long'}")
    return tuple(rows)


def items_of_list(rows: Sequence[ListRow], kind: DeckKind, known: Sequence[Data]) -> list[Data]:
    """The items of a list for decks of this kind. Values that it doesn't give come from the `known` items.

    Raises BadFile for a word that the game can't play, and for a card that isn't a known item.
    """
    by_name = {fold(item_name(item)): item for item in known}
    return [_item(row, kind, by_name.get(fold(row.name))) for row in rows]


def _item(row: ListRow, kind: DeckKind, known: Data | None) -> Data:
    if kind.items == "entities":
        return {**(known or _NO_FACTS), "entity": row.name, "aliases": list(row.aliases)}
    if kind.items == "cards":
        if known is None:
            raise BadFile(
                f"{row.place}: {one_line(row.name, 40)} isn't in the deck; choose another deck with --deck"
            )
        return known
    word = row.name.lower()
    if not is_word(word, kind.letters):
        low, high = kind.letters
        length = str(low) if low == high else f"{low} to {high}"
        raise BadFile(
            f"{row.place}: {one_line(word, 40)} can't be played; it must be a word of {length} letters a-z"
        )
    item = {**(known or bare_item(word)), "word": word}
    own = {"clues": row.clues, "far": "", "near": ""} if row.clues else {}
    return {**item, **own, **({"group": row.group} if row.group in GROUPS else {})}


_NO_FACTS: Data = {"difficulty": None, "topic": "", "suite": False, "set": ""}


def save_deck(user: Path, name: str, lists: Sequence[ItemList], *, replace: bool) -> Path:
    """Write the lists as one deck of the user's, with the words that may be guessed; returns the deck's file.

    Raises BadFile if the name isn't allowed, or if such a deck exists and `replace` is False.
    """
    target, words = (user_file(user, "decks", f"{name}.{end}") for end in ("tsv", "words"))
    if target is None or words is None:
        raise BadFile(f"{one_line(name, 60)!r} can't be a deck's name; choose another with --name")
    there = next((path for path in (target, words) if path.exists()), None)
    if there is not None and not replace:
        raise BadFile(f"{there}: already exists; choose another --name, or give --replace")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    allowed = dict.fromkeys(word for one in lists for word in one.allowed)
    words.unlink(missing_ok=True)
    write_atomically(target, _deck_text(lists))
    if allowed:
        write_atomically(words, "".join(f"{word}\n" for word in allowed))
    return target


def _deck_text(lists: Sequence[ItemList]) -> str:
    """The lists as the text of one deck. The name of a thing or person occurs once, with all its aliases."""
    rows = [row for one in lists for row in one.rows]
    if lists[0].words:
        lines = [(row.name, " | ".join(row.clues), row.group) for row in rows]
        return _table(("word", "clues", "group"), lines)
    merged: dict[str, ListRow] = {}
    for row in rows:
        before = merged.setdefault(fold(row.name), row)
        aliases = tuple(dict.fromkeys((*before.aliases, *row.aliases)))
        merged[fold(row.name)] = ListRow(before.name, before.place, aliases, held=before.held or row.held)
    top = (
        "# knowledge: celebrities\n# answers: yes/no/dunno\n" if lists[0].people else "# knowledge: things\n"
    )
    lines = [(row.name, " | ".join(_others(row)), "yes" if row.held else "") for row in merged.values()]
    return top + _table(("entity", "aliases", "suite"), lines)


def _others(row: ListRow) -> list[str]:
    """The item's further names, each once."""
    return list({fold(one): one for one in row.aliases if fold(one) != fold(row.name)}.values())


def _table(header: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    return "".join("\t".join(cell.replace("\t", " ") for cell in line) + "\n" for line in (header, *lines))

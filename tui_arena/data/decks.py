"""Decks and word lists: shipped ones are named by number, the user's by the digest of their file.

A line of a user's deck that can't be used is reported in a sentence and left out.

Law: a released deck or list is never edited; a new version gets a new number.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from tui_arena.config import BadFile
from tui_arena.core.deal import deck_base
from tui_arena.core.game import Data, Deck, Lexicon
from tui_arena.core.text import clean, one_line
from tui_arena.data.card_decks import DeckColumn, read_cards
from tui_arena.data.entity_decks import read_deck
from tui_arena.data.files import DECKS, SAFE_NAME, read_bytes, told, user_file
from tui_arena.data.property_tables import table_of

Items = Literal["words", "entities", "cards"]
"""What a deck holds: words with clues, entities with facts, or cards with the columns of their game."""
Columns = Sequence[DeckColumn]
WORD_COLUMNS = ("word", "clues", "frequency", "topics", "cues", "group")
"""The columns that a deck of words may have."""
LEXICON = "lexicon"
"""The shipped deck from which other decks of words take clues, topics and all else about a word."""
MAX_LINE = 4096
"""Most characters of a clue, and the bytes read to find a file's header."""
Letters = tuple[int, int]
"""The fewest and the most letters of a word."""
FIVE: Letters = (5, 5)


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck, with its word list and the faults of its file."""

    deck: Deck
    lexicon: Lexicon | None
    """The deck's own word list; None: the game's newest is used."""
    faults: tuple[str, ...] = ()
    """A sentence for each line of the file that was left out."""


def shipped_words(name: str, folder: Path = DECKS) -> Lexicon | None:
    """The shipped word list with this name, with or without its number; None if there is none.

    `folder`: where a game that was installed as a package has its own.
    """
    path = _numbered(name, "words", folder)
    return _words(path) if path else None


def shipped_deck(
    name: str, items: Items = "words", columns: Columns = (), folder: Path = DECKS
) -> Deck | None:
    """The shipped deck with this name, with or without its number; None if there is none.

    `columns`: for a deck of cards. `folder`: where a game that was installed as a package has its own.
    Raises BadFile if the file can't be read.
    """
    path = _numbered(name, "tsv", folder)
    if path is None:
        return None
    if items == "cards":
        return _cards(path, tuple(columns))
    return _entities(path) if items == "entities" else _deck(path)


def user_decks(
    user: Path | None, items: Items | None = None, columns: Columns = ()
) -> tuple[list[str], list[str]]:
    """Names of the user's decks, and a sentence for each file whose name can't be used.

    `items`: only files that look like decks of that kind, by their header line; None: all. `columns`: for
    decks of cards.
    """
    folder = user / "decks" if user else None
    files = sorted(folder.glob("*.tsv")) if folder and folder.is_dir() else []
    good = [
        p.stem
        for p in files
        if SAFE_NAME.fullmatch(p.name) and p.is_file() and (items is None or _holds(p, items, columns))
    ]
    return good, [
        f"{folder}: {one_line(ascii(p.name), 80)} can't be a deck's name; letters, digits, blanks and _ . - "
        "only, at most 64"
        for p in files
        if not SAFE_NAME.fullmatch(p.name)
    ]


def user_words(user: Path | None, name: str, letters: Letters = FIVE) -> Lexicon | None:
    """A user's word list `NAME@digest`; None if it is missing or has changed since."""
    bare, _, digest = name.partition("@")
    path = user_file(user, "decks", f"{bare}.words")
    if path is None or not path.is_file():
        return None
    words = _own_words(path, letters)[0]
    return words if words.name == f"{bare}@{digest}" else None


def _holds(path: Path, items: Items, columns: Columns) -> bool:
    """Whether the header of a user's file fits a kind of deck; a file that can't be read counts as fitting.

    A deck of words has only columns of words. A deck of cards has at least one column of its game that
    words don't have.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(MAX_LINE).decode("utf-8", "replace").splitlines()
    except OSError:
        return True
    named = next((line.split("\t") for line in head if line.strip() and line[0] != "#"), [])
    if items == "cards":
        own = {column.name for column in columns} - set(WORD_COLUMNS)
        return columns[0].name in named and not own.isdisjoint(named)
    if items == "entities":
        return "entity" in named or not {"word", "statement"} & set(named)
    others = {"entity", "statement"} & set(named)
    return not others and ("word" not in named or set(named) <= set(WORD_COLUMNS))


def user_deck(
    user: Path | None, name: str, items: Items = "words", columns: Columns = (), letters: Letters = FIVE
) -> DeckFile | None:
    """A user's deck, `NAME` or `NAME@digest`; None if there is no such file.

    `columns`: for a deck of cards. `letters`: for a deck of words. Raises BadFile if its digest differs or
    no line of it can be used.
    """
    bare, _, digest = name.partition("@")
    path = user_file(user, "decks", f"{bare}.tsv")
    if path is None or not path.is_file():
        return None
    raw = read_bytes(path)
    named = _digested(path, raw)
    if digest and named != name:
        raise BadFile(f"{path}: has changed since (now {named}, not {name})")
    if items == "entities":
        deck, faults = read_deck(
            raw, str(path), named, lambda n: table_of(user, n), lambda n: shipped_deck(n, "entities")
        )
        return DeckFile(deck, None, faults)
    if items == "cards":
        deck, faults = read_cards(raw, str(path), named, columns)
        return DeckFile(deck, None, faults)
    return _user_deck(path, raw, named, letters)


def _numbered(name: str, suffix: str, folder: Path = DECKS) -> Path | None:
    """The shipped file with this numbered name; for a name without a number, the newest file.

    It is looked for in the folder, then among the decks of this project.
    """
    if not SAFE_NAME.fullmatch(name):
        return None
    for place in dict.fromkeys((folder, DECKS)):
        exact = place / f"{name}.{suffix}"
        if exact.is_file() and deck_base(name) != name:
            return exact
        found = [p for p in place.glob(f"{name}-*.{suffix}") if deck_base(p.stem) == name]
        if found:
            return max(found, key=lambda p: int(p.stem.rpartition("-")[2]))
    return None


@lru_cache(maxsize=8)
def _words(path: Path) -> Lexicon:
    return Lexicon(path.stem, frozenset(path.read_text("utf-8").split()))


@lru_cache(maxsize=8)
def _lexicon(path: Path) -> Mapping[str, Data]:
    return {row["word"]: _entry(row) for _, row in _rows(path.read_text("utf-8"))}


@lru_cache(maxsize=8)
def _deck(path: Path) -> Deck:
    """A deck of words; what it does not say of a word is taken from the lexicon with the deck's number."""
    lexicon = DECKS / f"{LEXICON}-{path.stem.rpartition('-')[2]}.tsv"
    entries = _lexicon(lexicon) if lexicon.is_file() else {}
    if path == lexicon:
        return Deck(path.stem, tuple(entries.values()))
    items = []
    for _, row in _rows(path.read_text("utf-8")):
        own = _entry(row)
        items.append({**entries.get(row["word"], own), **row, **{k: own[k] for k in own if k in row}})
    return Deck(path.stem, tuple(items))


@lru_cache(maxsize=8)
def _entities(path: Path) -> Deck:
    """A shipped deck of entities; raises BadFile if one of its facts can't be read."""
    deck, faults = read_deck(
        path.read_bytes(),
        path.name,
        path.stem,
        lambda name: table_of(None, name),
        lambda name: shipped_deck(name, "entities"),
    )
    if faults:
        raise BadFile(faults[0])
    return deck


@lru_cache(maxsize=8)
def _cards(path: Path, columns: tuple[DeckColumn, ...]) -> Deck:
    """A shipped deck of cards; raises BadFile if one of its lines can't be read."""
    deck, faults = read_cards(path.read_bytes(), path.name, path.stem, columns)
    if faults:
        raise BadFile(faults[0])
    return deck


def _rows(text: str) -> list[tuple[int, dict[str, str]]]:
    """Line number, and values by column, for each row of a tab-separated file with a header line."""
    lines = text.splitlines()
    header = lines[0].split("\t") if lines else []
    return [
        (number, dict(zip(header, line.split("\t"), strict=False)))
        for number, line in enumerate(lines[1:], 2)
        if line.strip() and not line.startswith("#")
    ]


def _entry(row: Mapping[str, str]) -> dict[str, Any]:
    return {
        "word": row["word"],
        "frequency": float(row.get("frequency") or 0.0),
        "topics": tuple(t for t in row.get("topics", "").split(",") if t),
        "clues": tuple(c.strip() for c in row.get("clues", "").split(" | ") if c.strip()),
        "cues": tuple(row.get("cues", "").split()),
    }


def _user_deck(path: Path, raw: bytes, name: str, letters: Letters) -> DeckFile:
    """A user's deck; raises BadFile if no line of it can be used."""
    text = clean(raw.decode("utf-8", "replace"), None)
    faults: list[str] = []
    items: dict[str, dict[str, Any]] = {}
    for number, row in _rows(text):
        try:
            item = _user_item(row, letters)
        except ValueError as error:
            faults.append(f"{path} line {number}: {error}")
            continue
        if item["word"] in items:
            faults.append(f"{path} line {number}: {item['word']} stands there twice")
            continue
        items[item["word"]] = item
    if not items:
        first = faults[0] if faults else f"{path}: holds no words"
        raise BadFile(f"{first}. A deck has a header line `word<TAB>clues` and a word a line.")
    _grouped(items)
    left_out = told(faults, path, "lines left out")
    words = path.with_suffix(".words")
    lexicon, odd = _own_words(words, letters) if words.is_file() else (None, 0)
    if odd:
        left_out = (*left_out, f"{words}: {odd} words left out that are not {_spelled(letters)} letters a-z")
    return DeckFile(Deck(name, tuple(items.values())), lexicon, left_out)


def _spelled(letters: Letters) -> str:
    """The number of letters in words.

    >>> _spelled((5, 5)), _spelled((3, 20))
    ('five', '3 to 20')
    """
    return "five" if letters == FIVE else "{} to {}".format(*letters)


def _is_word(word: str, letters: Letters) -> bool:
    return word.isascii() and word.isalpha() and word.islower() and letters[0] <= len(word) <= letters[1]


def _user_item(row: Mapping[str, str], letters: Letters) -> dict[str, Any]:
    if "word" not in row:
        raise ValueError("no column `word`; the header line must name it")
    word = row["word"].strip().lower()
    if not _is_word(word, letters):
        raise ValueError(f"{one_line(word, 24)!r} is not {_spelled(letters)} letters a-z")
    try:
        item = _entry({**row, "word": word})
    except ValueError:
        item = {"frequency": math.nan}
    if not math.isfinite(item["frequency"]):
        raise ValueError(f"frequency {one_line(row['frequency'], 24)!r} is no number")
    if any(len(clue) > MAX_LINE for clue in item["clues"]):
        raise ValueError(f"a clue is longer than {MAX_LINE} characters")
    return item


def _grouped(items: Mapping[str, dict[str, Any]]) -> None:
    """Split a deck into three groups by frequency; a remainder goes to `low`, then `medium`."""
    ranked = sorted(items, key=lambda w: (-items[w]["frequency"], w))
    third, rest = divmod(len(ranked), 3)
    bounds = (third, 2 * third + (rest == 2))
    for i, word in enumerate(ranked):
        items[word]["group"] = "high" if i < bounds[0] else "medium" if i < bounds[1] else "low"


def _own_words(path: Path, letters: Letters) -> tuple[Lexicon, int]:
    """A user's word list, and how many of its words were left out."""
    raw = read_bytes(path)
    words = frozenset(raw.decode("utf-8", "replace").lower().split())
    good = frozenset(word for word in words if _is_word(word, letters))
    return Lexicon(_digested(path, raw), good), len(words) - len(good)


def _digested(path: Path, raw: bytes) -> str:
    """The name of a user's file in a session: `NAME@` and 12 hex digits of its SHA-256."""
    return f"{path.stem}@{hashlib.sha256(raw).hexdigest()[:12]}"

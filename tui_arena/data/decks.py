"""Decks and word lists: shipped files are named by number, a user's file by its digest.

A deck is a tab-separated file: a line of column names, then one item a line. Decks contain words with clues,
entities with facts (`entity_decks.py`), or cards. A game's manifest names the columns of its cards and the
kind of each column. The first column is the card's text, which is unique in a deck. The entries of a list are
separated by ` | `, and optional columns may be missing.

A line of a user's deck that can't be used is reported in a sentence and left out.

Law: a released deck or list is never edited; a new version gets a new number.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from sys import intern
from typing import Any, Literal, cast

from tui_arena.config import BadFile, read_limited
from tui_arena.config.files import open_plain
from tui_arena.core.caches import LateSequence
from tui_arena.core.game import Data, Deck, LateDeck, Lexicon
from tui_arena.core.language.families import keep, singulars_of
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import clean, one_line
from tui_arena.core.word_table import LateTable, WordTable
from tui_arena.core.words import tokens
from tui_arena.data.files import DECKS, SAFE_NAME, Faults, TextRow, newest, read_items, read_rows, user_file

MOST = 20_000
"""The maximum number of cards of a deck."""
MOST_WORDS = 500_000
"""The maximum number of words of a deck or a word list; the size limit of a file would allow millions."""
MAX_CELL = 8192
"""The maximum length of a cell, in characters."""
_FLAGS = {"yes": True, "no": False}
_EMPTY: Mapping[str, Any] = {"text": "", "list": (), "choice": None, "number": None, "flag": True}


@dataclass(frozen=True, slots=True)
class DeckColumn:
    """One column of a game's cards."""

    name: str
    kind: Literal["text", "list", "choice", "number", "flag"] = "text"
    choices: tuple[str, ...] = ()
    needed: bool = False
    """True if every card must have a value. If not, a missing value is empty, and a missing flag is yes."""
    least: int | None = None
    """The smallest number, or the fewest entries of a list that isn't empty; None: 0 or no limit."""
    most: int | None = None
    """The largest number, or the maximum length of a text or entry, in characters; None: no limit."""
    like: str = ""
    """The name of another list column that must have as many entries as this column; empty: none."""

    def read(self, text: str) -> Any:
        """The value of a cell; raises ValueError with a sentence."""
        text = text.strip()
        if not text:
            if self.needed:
                raise ValueError(f"`{self.name}` is empty")
            return _EMPTY[self.kind]
        match self.kind:
            case "list":
                return self._list(text)
            case "number":
                return self._number(text)
            case "flag" if text in _FLAGS:
                return _FLAGS[text]
            case "choice" if text in self.choices:
                return text
            case "text":
                return self._text(text)
        allowed = self.choices or tuple(_FLAGS)
        raise ValueError(f"`{self.name}` is {one_line(text, 24)!r}; allowed: {', '.join(allowed)}")

    def _text(self, text: str) -> str:
        return self._short(one_line(text))

    def _short(self, text: str) -> str:
        if self.most is not None and len(text) > self.most:
            raise ValueError(f"`{self.name}` has {len(text)} characters; at most {self.most} are allowed")
        return text

    def _list(self, text: str) -> tuple[str, ...]:
        found = tuple(filter(None, map(str.strip, one_line(text).split("|"))))
        if found:
            self._short(max(found, key=len))
        if self.least is not None and len(found) < self.least:
            raise ValueError(
                f"`{self.name}` has {counted(len(found), 'entry', 'entries')}; at least {self.least} are needed"
            )
        return found

    def _number(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
        low, high = self.least or 0, 10**9 if self.most is None else self.most
        if number is None or not low <= number <= high:
            raise ValueError(
                f"`{self.name}` is {one_line(text, 24)!r}; it must be a whole number from {low} to {high}"
            )
        return number


def read_cards(
    raw: bytes, place: str, name: str, columns: Sequence[DeckColumn]
) -> tuple[Deck, tuple[str, ...]]:
    """The deck in a file's bytes, and a sentence for each line that was left out; raises BadFile."""
    header, rows = read_rows(clean(raw.decode("utf-8", "replace"), None))
    key = columns[0].name
    if key not in header:
        raise BadFile(f"{place}: no column `{key}`; the first line must name the columns, separated by tabs")
    if len(rows) > MOST:
        raise BadFile(f"{place}: {len(rows)} cards; a deck has at most {MOST}. Split it into several.")
    faults = Faults()
    items = [item for _, item in read_items(rows, place, lambda row: _card(row, columns), faults)]
    if not items:
        first = faults.first[0] if faults.first else f"{place}: has no cards"
        raise BadFile(f"{first}. Write one card per line.")
    return Deck(name, tuple(items)), faults.sentences(place, "line left out", "lines left out")


def _card(row: Mapping[str, str], columns: Sequence[DeckColumn]) -> tuple[str, Data]:
    if any(len(cell) > MAX_CELL for cell in row.values()):
        raise ValueError(f"a cell is longer than {MAX_CELL} characters")
    item = {column.name: column.read(row.get(column.name, "")) for column in columns}
    for column in columns:
        if column.like and len(item[column.name]) != len(item[column.like]):
            raise ValueError(
                f"`{column.name}` has {counted(len(item[column.name]), 'entry', 'entries')}, "
                f"`{column.like}` has "
                f"{len(item[column.like])}; they need the same number"
            )
    key = columns[0].name
    if not any(c.isalnum() for c in item[key]):
        raise ValueError(f"`{key}` has no letters or digits")
    return item[key], item


Items = Literal["words", "entities", "cards"]
"""The items of a deck: words with clues, entities with facts, or cards with the columns of their game."""
WORD_COLUMNS = (
    *("word", "clues", "frequency", "topics", "cues", "group", "said_by", "kinds", "sorts", "described"),
)
"""The columns that a deck of words may have."""
GROUPS = ("high", "medium", "low")
"""The groups of a deck's words by frequency."""
LEXICON = "lexicon"
"""The shipped deck that gives other decks of words the clues, topics and other values of a word."""
STEMS = "english-1.stems"
"""The file with the stems of all words in the newest decks: a word, and its stem if the stem differs."""
NAMING = (LEXICON, "celebrities", "characters", "things")
"""The shipped decks with words and names that a player is likely to say."""
ALIASES = 4
"""The index, from 0, of the column for other names in a shipped deck of entities."""
MAX_LINE = 4096
"""The maximum length of a clue, in characters, and the bytes read to find a file's header."""
Letters = tuple[int, int]
"""The minimum and maximum number of letters in a word."""
FIVE: Letters = (5, 5)


@dataclass(frozen=True, slots=True)
class DeckKind:
    """The form of a game's decks."""

    items: Items = "words"
    columns: tuple[DeckColumn, ...] = ()
    """The columns of a deck of cards."""
    letters: Letters = FIVE
    """The minimum and maximum number of letters in a word in a deck of words."""
    folder: Path = DECKS
    """The folder with the decks of a game that was installed as a package."""


WORDS, ENTITIES = DeckKind(), DeckKind("entities")


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck, with its word list and the faults of its file."""

    deck: Deck
    lexicon: Lexicon | None
    """The deck's own word list; None: the game's newest list is used."""
    faults: tuple[str, ...] = ()
    """A sentence for each line of the file that was left out."""


def shipped_words(name: str, folder: Path = DECKS) -> Lexicon | None:
    """The shipped word list with this name, with or without its number; None if there is none.

    `folder`: the folder with the lists of a game that was installed as a package.
    """
    path = newest(name, "words", folder)
    return _words(path) if path else None


def shipped_deck(name: str, kind: DeckKind = WORDS) -> Deck | None:
    """The shipped deck with this name, with or without its number; None if there is none.

    Raises BadFile if the file can't be read.
    """
    path = newest(name, "tsv", kind.folder)
    if path is None:
        return None
    if kind.items == "words":
        return _deck(path)
    found = _shipped(path, kind)
    included_deck.cache_clear()
    return found


def late_deck(name: str, kind: DeckKind) -> Deck | None:
    """As `shipped_deck`, but a deck of this project is read, and may raise BadFile, when it is needed."""
    path = newest(name, "tsv", kind.folder)
    if path is None or path.parent != DECKS:
        return shipped_deck(name, kind)
    return LateDeck(path.stem, lambda: cast("Deck", shipped_deck(path.stem, kind)))


def user_decks(user: Path | None, kind: DeckKind | None = None) -> tuple[list[str], list[str]]:
    """The names of the user's decks, and a sentence for each file whose name can't be used.

    `kind`: only files whose header line looks like decks of that kind; None: all.
    """
    folder = user / "decks" if user else None
    files = sorted(folder.glob("*.tsv")) if folder and folder.is_dir() else []
    good = [
        p.stem
        for p in files
        if SAFE_NAME.fullmatch(p.name) and p.is_file() and (kind is None or _holds(p, kind))
    ]
    return good, [
        f"{folder}: {one_line(ascii(p.name), 80)} can't be a deck's name; use at most 64 letters, "
        "digits, spaces and _ . -"
        for p in files
        if not SAFE_NAME.fullmatch(p.name)
    ]


def user_words(user: Path | None, name: str, letters: Letters = FIVE) -> Lexicon | None:
    """A user's word list `NAME@digest`; None if it is missing or has changed since then."""
    bare, _, digest = name.partition("@")
    path = user_file(user, "decks", f"{bare}.words")
    if path is None or not path.is_file():
        return None
    words = _own_words(path, letters)[0]
    return words if words.name == f"{bare}@{digest}" else None


def _holds(path: Path, kind: DeckKind) -> bool:
    """True if the header of a user's file fits a kind of deck; an unreadable file counts as fitting.

    A deck of words has only columns of words. A deck of cards has at least one column of its game that decks
    of words don't have.
    """
    try:
        with open_plain(path) as stream:
            named = read_rows(stream.read(MAX_LINE).decode("utf-8", "replace"))[0]
    except (BadFile, OSError):
        return True
    if kind.items == "cards":
        own = {column.name for column in kind.columns} - set(WORD_COLUMNS)
        return kind.columns[0].name in named and not own.isdisjoint(named)
    if kind.items == "entities":
        return "entity" in named or not {"word", "statement"} & set(named)
    others = {"entity", "statement"} & set(named)
    return not others and ("word" not in named or set(named) <= set(WORD_COLUMNS))


def user_deck(user: Path | None, name: str, kind: DeckKind = WORDS) -> DeckFile | None:
    """A user's deck, `NAME` or `NAME@digest`; None if there is no such file.

    Raises BadFile if its digest differs or no line of it can be used.
    """
    bare, _, digest = name.partition("@")
    path = user_file(user, "decks", f"{bare}.tsv")
    if path is None or not path.is_file():
        return None
    raw = read_limited(path)
    named = _digested(path, raw)
    if digest and named != name:
        raise BadFile(f"{path}: has changed since then (it's now {named}, not {name})")
    if kind.items == "words":
        return _user_deck(path, raw, named, kind.letters)
    deck, faults = _read(raw, str(path), named, kind, user)
    included_deck.cache_clear()
    return DeckFile(deck, None, faults)


def _read(
    raw: bytes, place: str, name: str, kind: DeckKind, user: Path | None, *, late: bool = False
) -> tuple[Deck, tuple[str, ...]]:
    """A deck of entities or cards, and a sentence for each part that was left out; raises BadFile.

    `late`: as for `read_deck`.
    """
    if kind.items == "cards":
        return read_cards(raw, place, name, kind.columns)
    from tui_arena.data.entity_decks import read_deck, table_of  # noqa: PLC0415  (not for games of words)

    return read_deck(raw, place, name, partial(table_of, user), included_deck, late=late)


@lru_cache(maxsize=8)
def included_deck(name: str) -> Deck | None:
    """A shipped deck from which another deck takes entities. It's kept only until that deck was read."""
    path = newest(name, "tsv")
    return _shipped.__wrapped__(path, ENTITIES) if path else None


@lru_cache(maxsize=8)
def _words(path: Path) -> Lexicon:
    return Lexicon(path.stem, LateTable(lambda: path.read_text("utf-8").split()))


def _stems() -> WordTable:
    """Maps the words of the newest decks to their stems, as `build_words.py` wrote them; empty if it is the word."""
    lines = (DECKS / STEMS).read_text("utf-8").splitlines()
    plain = filter(str.isascii, lines)  # a text with other letters would take twice the memory
    return WordTable(line if "\t" in line else f"{line}\t" for line in plain)


keep(_stems)


@lru_cache(maxsize=1)
def known_words() -> Collection[str]:
    """All words that a player may mean: the words of lexicons and of entities' names, in small letters.

    The entities' other names count too. The files are read at the first call.
    """
    found: set[str] = set()
    for path in (path for kind in NAMING for path in DECKS.glob(f"{kind}-*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            names = line.split("\t")[: ALIASES + 1]
            if len(names) == ALIASES + 1 and not line.startswith("#"):
                told = (names[0],) if path.stem.startswith(LEXICON) else (names[0], names[ALIASES])
                found.update(word for name in told for word in tokens(name) if word.isalpha())
    return WordTable.of(found)


def is_known(word: str, listed: Collection[str]) -> bool:
    """True if a player probably means this word: it is listed, a name, or the plural of such a word."""
    names = known_words()
    return any(one in listed or one in names for one in (word, *singulars_of(word)))


@lru_cache(maxsize=16)
def topics_of(words: frozenset[str]) -> Mapping[str, Sequence[str]]:
    """Maps those of these words that the lexicon has to their topics."""
    path = newest(LEXICON, "tsv")
    return {} if path is None else {word: one["topics"] for word, one in _lexicon(path, words).items()}


@lru_cache(maxsize=8)
def topics_in(name: str, kind: DeckKind) -> tuple[str, ...]:
    """The topics of the words in a shipped deck, sorted. If the deck gives them, nothing else of it is read."""
    path, found = newest(name, "tsv", kind.folder), shipped_deck(name, kind)
    if path is None or found is None:
        return ()
    header, rows = read_rows(path.read_text("utf-8"))
    if "topics" not in header:
        return tuple(sorted({topic for item in found.items for topic in item["topics"]}))
    return tuple(sorted({topic for cell in set(rows.column("topics")) for topic in _PARTS["topics"](cell)}))


def _lexicon(path: Path, words: Collection[str] | None = None) -> Mapping[str, Data]:
    """Maps words to their entries in a lexicon. `words`: only these words; None: all.

    For a small deck, only a small part of the lexicon is kept in memory.
    """
    read = lru_cache(None)(_part)  # so that words share equal texts, such as topics, in memory
    return {row.values["word"]: _entry(row.values, read) for row in read_rows(_lines_of(path, words))[1]}


def _lines_of(path: Path, words: Collection[str] | None) -> str:
    """The header of a lexicon and the lines of these words; None: all."""
    with path.open(encoding="utf-8", newline="") as file:
        if words is None:
            return file.read()
        heads = {"word", *words}
        return "".join(line for line in file if line.partition("\t")[0] in heads)


class LateEntry(Mapping[str, Any]):
    """A word or a card of a deck, whose values are read when the first of them is needed."""

    __slots__ = ("_known", "_read")

    def __init__(self, read: Callable[[], Data]) -> None:
        self._read: Callable[[], Data] | None = read
        self._known: Data = {}

    def _values(self) -> Data:
        if (read := self._read) is not None:
            self._known, self._read = read(), None
        return self._known

    def __getitem__(self, name: str) -> Any:
        return self._values()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values())

    def __len__(self) -> int:
        return len(self._values())


@lru_cache(maxsize=8)
def _deck(path: Path) -> Deck:
    """A deck of words, which are read when the first of them is needed."""
    return Deck(path.stem, LateSequence(partial(_word_items, path)))


def _word_items(path: Path) -> Sequence[Data]:
    """The words of a deck.

    Values that it doesn't give for a word come from the lexicon with the deck's number, or the last one
    before it.
    """
    number = int(path.stem.rpartition("-")[2])
    lexicons = [DECKS / f"{LEXICON}-{n}.tsv" for n in range(number, 0, -1)]
    lexicon = next((one for one in lexicons if one.is_file()), None)
    if path == lexicon:
        return tuple(_lexicon(path).values())
    rows = [row.values for row in read_rows(path.read_text("utf-8"))[1]]
    header, *lines = (_lines_of(lexicon, {row["word"] for row in rows}) if lexicon else "word").splitlines()
    entries = {line.partition("\t")[0]: line for line in lines}
    names, read = header.split("\t"), lru_cache(None)(_part)

    def entry(row: Mapping[str, str], line: str | None) -> Data:
        known = _entry(row if line is None else dict(zip(names, line.split("\t"), strict=False)), read)
        own = {name: _part(name, value) for name, value in row.items() if name in _PARTS}
        return {**known, **row, **own}

    return tuple(LateEntry(partial(entry, row, entries.get(row["word"]))) for row in rows)


@lru_cache(maxsize=16)
def _shipped(path: Path, kind: DeckKind) -> Deck:
    """A shipped deck of entities or cards; raises BadFile if one of its facts or lines can't be read.

    Each card of this project's own decks is read, and may raise BadFile, when it is needed.
    """
    own = path.parent == DECKS
    if own and kind.items == "cards":
        return Deck(path.stem, LateSequence(partial(_own_cards, path, kind.columns)))
    deck, faults = _read(path.read_bytes(), path.name, path.stem, kind, None, late=own)
    if faults:
        raise BadFile(faults[0])
    return deck


def _own_cards(path: Path, columns: Sequence[DeckColumn]) -> Sequence[Data]:
    def card(row: TextRow) -> Data:
        try:
            return _card(row.values, columns)[1]
        except ValueError as error:
            raise BadFile(f"{path.name} line {row.number}: {error}") from None

    rows = read_rows(clean(path.read_text("utf-8"), None))[1]
    return tuple(LateEntry(partial(card, row)) for row in rows)


def _joined(sign: str | None = None) -> Callable[[str], tuple[str, ...]]:
    """A reader of texts that this sign separates; None: white space. Equal texts are in memory once."""
    return lambda text: tuple(map(intern, text.split(sign))) if text else ()


_PARTS: Mapping[str, Callable[[str], Any]] = {
    "frequency": lambda text: float(text or 0.0),
    "topics": lambda text: tuple(map(intern, filter(None, text.split(",")))) if text else (),
    "clues": lambda text: tuple(filter(None, map(str.strip, text.split(" | ")))) if text else (),
    "cues": _joined(),
    "said_by": _joined(" | "),
    "kinds": _joined(" | "),
    "sorts": _joined(),
    "described": _joined(),
}
"""How the values of a word are read, by column. A column that a row doesn't have is read as empty."""


def _part(name: str, text: str) -> Any:
    return _PARTS[name](text)


_NO_PARTS = {name: _part(name, "") for name in _PARTS}


def _entry(row: Mapping[str, str], read: Callable[[str, str], Any] = _part) -> dict[str, Any]:
    told = {name: read(name, text) for name, text in row.items() if text and name in _PARTS}
    return {"word": intern(row["word"]), **_NO_PARTS, **told}


def deck_faults(user: Path | None, name: str, kind: DeckKind) -> tuple[str, ...]:
    """The faults of a user's deck, found by the same reading as later, but without keeping its words.

    Raises BadFile if there is no such file, or if no line of it can be used.
    """
    path = user_file(user, "decks", f"{name}.tsv")
    if path is None or not path.is_file():
        raise BadFile(f"no deck {one_line(name, 40)!r}")
    raw = read_limited(path)
    if kind.items != "words":
        return _read(raw, str(path), name, kind, user)[1]
    faults = Faults()
    return _words_read(path, kind.letters, faults, sum(1 for _ in _items(path, raw, kind.letters, faults)))[1]


def _user_deck(path: Path, raw: bytes, name: str, letters: Letters) -> DeckFile:
    """A user's deck; raises BadFile if no line of it can be used."""
    faults = Faults()
    items = list(_items(path, raw, letters, faults))
    lexicon, left_out = _words_read(path, letters, faults, len(items))
    _grouped(items)
    return DeckFile(Deck(name, tuple(items)), lexicon, left_out)


def _items(path: Path, raw: bytes, letters: Letters, faults: Faults) -> Iterator[dict[str, Any]]:
    """Yields the words of a user's deck with its values for them; raises BadFile if there are too many."""
    rows = read_rows(clean(raw.decode("utf-8", "replace"), None))[1]
    if len(rows) > MOST_WORDS:
        raise BadFile(f"{path}: {len(rows)} words; a deck has at most {MOST_WORDS}. Split it into several.")
    seen: set[str] = set()
    for row in rows:
        where = f"{path} line {row.number}"
        try:
            item = _user_item(row.values, letters)
        except ValueError as error:
            faults.add(f"{where}: {error}")
            continue
        if item["word"] in seen:
            faults.add(f"{where}: {item['word']} is in the list twice, so it's dealt twice")
        seen.add(item["word"])
        yield item


def _words_read(
    path: Path, letters: Letters, faults: Faults, size: int
) -> tuple[Lexicon | None, tuple[str, ...]]:
    """The word list of a deck of `size` words of the user's, and the faults of both.

    Raises BadFile if the deck has no word.
    """
    if not size:
        first = faults.first[0] if faults.first else f"{path}: has no words"
        raise BadFile(f"{first}. A deck has a header line `word<TAB>clues`, then one word per line.")
    left_out = faults.sentences(path, "line left out", "lines left out")
    words = path.with_suffix(".words")
    lexicon, odd = _own_words(words, letters) if words.is_file() else (None, 0)
    if odd:
        left_out = (
            *left_out,
            f"{words}: {counted(odd, 'word')} left out, because they aren't {_spelled(letters)} letters a-z",
        )
    return lexicon, left_out


def _spelled(letters: Letters) -> str:
    """The number of letters in words.

    >>> _spelled((5, 5)), _spelled((3, 20))
    ('five', '3 to 20')
    """
    return "five" if letters == FIVE else "{} to {}".format(*letters)


def is_word(word: str, letters: Letters = FIVE) -> bool:
    """True if a text is a word that a game of words can play."""
    return word.isascii() and word.isalpha() and word.islower() and letters[0] <= len(word) <= letters[1]


def bare_item(word: str) -> dict[str, Any]:
    """The item of a word without any other values."""
    return {**_entry({"word": word}), "group": GROUPS[-1]}


def _user_item(row: Mapping[str, str], letters: Letters) -> dict[str, Any]:
    if "word" not in row:
        raise ValueError("no column `word`; the header line must name it")
    word = row["word"].strip().lower()
    if not is_word(word, letters):
        raise ValueError(f"{one_line(word, 24)!r} isn't {_spelled(letters)} letters a-z")
    try:
        item = _entry({**row, "word": word})
    except ValueError:
        item = {"frequency": math.nan}
    if not math.isfinite(item["frequency"]):
        raise ValueError(f"frequency {one_line(row['frequency'], 24)!r} isn't a number")
    if any(len(clue) > MAX_LINE for clue in item["clues"]):
        raise ValueError(f"a clue is longer than {MAX_LINE} characters")
    return {**item, "group": row.get("group", "").strip()}


def _grouped(items: Sequence[dict[str, Any]]) -> None:
    """Split a deck without a group for each word by frequency; the words left over go to `low`, then `medium`."""
    if all(item["group"] in GROUPS for item in items):
        return
    third, rest = divmod(len(items), 3)
    bounds = (third, 2 * third + (rest == 2))
    for i, item in enumerate(sorted(items, key=lambda item: (-item["frequency"], item["word"]))):
        item["group"] = GROUPS[(i >= bounds[0]) + (i >= bounds[1])]


def _own_words(path: Path, letters: Letters) -> tuple[Lexicon, int]:
    """A user's word list, and the number of words that were left out."""
    raw = read_limited(path)
    good: set[str] = set()
    odd = 0
    for found in re.finditer(r"\S+", raw.decode("utf-8", "replace").lower()):
        if is_word(found[0], letters):
            good.add(found[0])
            if len(good) > MOST_WORDS:
                raise BadFile(f"{path}: more than {MOST_WORDS} words; a word list has at most {MOST_WORDS}")
        else:
            odd += 1
    return Lexicon(_digested(path, raw), frozenset(good)), odd


def _digested(path: Path, raw: bytes) -> str:
    """The name that a session gives a user's file: `NAME@` and 12 hex digits of its SHA-256."""
    return f"{path.stem}@{hashlib.sha256(raw).hexdigest()[:12]}"

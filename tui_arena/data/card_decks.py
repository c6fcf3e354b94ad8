"""Decks of cards: items whose columns the game defines, unlike words with clues and entities with facts.

A game's manifest names the columns of its cards and the kind of each. The first column is the card's text,
which is unique in a deck. A deck is a tab-separated file: a line of column names, then one card a line. The
entries of a list are separated by ` | `. Optional columns may be missing; lines that begin with `#` are
comments.

A line that can't be used is reported in a sentence and left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tui_arena.config import BadFile
from tui_arena.core.game import Data, Deck
from tui_arena.core.text import clean, one_line
from tui_arena.data.files import read_items, read_rows, told

MOST = 20_000
"""Most cards of a deck."""
MAX_CELL = 8192
"""Most characters of a cell."""
_FLAGS = {"yes": True, "no": False}
_EMPTY: Mapping[str, Any] = {"text": "", "list": (), "choice": None, "number": None, "flag": True}


@dataclass(frozen=True, slots=True)
class DeckColumn:
    """One column of a game's cards."""

    name: str
    kind: Literal["text", "list", "choice", "number", "flag"] = "text"
    choices: tuple[str, ...] = ()
    needed: bool = False
    """Whether every card must have a value. If not, a missing value is empty, and a missing flag is yes."""
    least: int | None = None
    """Smallest number, or fewest entries of a list that is not empty; None: 0 or no limit."""
    most: int | None = None
    """Largest number, or most characters of a text or of an entry; None: no limit."""
    like: str = ""
    """Another list column that must have as many entries as this one; empty: none."""

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
        raise ValueError(f"`{self.name}` is {one_line(text, 24)!r}; allowed are {', '.join(allowed)}")

    def _text(self, text: str) -> str:
        text = one_line(text)
        if self.most is not None and len(text) > self.most:
            raise ValueError(f"`{self.name}` has {len(text)} characters; at most {self.most} are allowed")
        return text

    def _list(self, text: str) -> tuple[str, ...]:
        found = tuple(self._text(part) for part in text.split("|") if part.strip())
        if self.least is not None and len(found) < self.least:
            raise ValueError(f"`{self.name}` has {len(found)} entries; at least {self.least} are needed")
        return found

    def _number(self, text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else None
        low, high = self.least or 0, 10**9 if self.most is None else self.most
        if number is None or not low <= number <= high:
            raise ValueError(
                f"`{self.name}` is {one_line(text, 24)!r}; a whole number {low} to {high} is needed"
            )
        return number


def read_cards(
    raw: bytes, place: str, name: str, columns: Sequence[DeckColumn]
) -> tuple[Deck, tuple[str, ...]]:
    """The deck of a file's bytes, and a sentence for each line that was left out; raises BadFile."""
    header, rows = read_rows(clean(raw.decode("utf-8", "replace"), None))
    key = columns[0].name
    if key not in header:
        raise BadFile(f"{place}: no column `{key}`; the first line names the columns, with tabs between")
    if len(rows) > MOST:
        raise BadFile(f"{place}: {len(rows)} cards; a deck has at most {MOST}. Split it into several.")
    items, faults = read_items(rows, place, lambda row: _card(row, columns))
    if not items:
        raise BadFile(f"{faults[0] if faults else f'{place}: holds no cards'}. A card a line is needed.")
    return Deck(name, tuple(items.values())), told(faults, place, "lines left out")


def _card(row: Mapping[str, str], columns: Sequence[DeckColumn]) -> tuple[str, Data]:
    if any(len(cell) > MAX_CELL for cell in row.values()):
        raise ValueError(f"a cell is longer than {MAX_CELL} characters")
    item = {column.name: column.read(row.get(column.name, "")) for column in columns}
    for column in columns:
        if column.like and len(item[column.name]) != len(item[column.like]):
            raise ValueError(
                f"`{column.name}` has {len(item[column.name])} entries, `{column.like}` has "
                f"{len(item[column.like])}; they go together"
            )
    key = columns[0].name
    if not any(c.isalnum() for c in item[key]):
        raise ValueError(f"`{key}` has neither letter nor digit")
    return item[key], item

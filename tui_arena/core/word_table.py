"""Many words in little memory: as objects of their own, they take ten times the memory of their letters."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from sys import intern
from typing import Any


class WordTable(Mapping[str, str]):
    r"""Maps words to short texts: one text of all lines in order, and a hash table of where each line begins.

    Words and texts have no tab or line break, and a text may be empty. Tables are compared by identity, so that
    they can be keys of caches.

    >>> table = WordTable(["cat\t", "cats\tcat"])
    >>> "cat" in table, "ca" in table, table["cats"], list(table)
    (True, False, 'cat', ['cat', 'cats'])
    """

    __slots__ = ("_lines", "_size", "_starts")

    def __init__(self, lines: Iterable[str]) -> None:
        """`lines`: each is a word, a tab and the word's text. No word occurs twice."""
        every = sorted(lines)
        self._size = len(every)
        self._lines = "\n".join(("", *every, ""))
        starts = array("i", (-1,)) * (1 << (3 * self._size // 2).bit_length())
        last, start = len(starts) - 1, 0
        for line in every:
            place = hash(line.partition("\t")[0]) & last
            while starts[place] >= 0:
                place = (place + 1) & last
            starts[place] = start
            start += len(line) + 1
        self._starts = starts

    @classmethod
    def of(cls, words: Iterable[str]) -> WordTable:
        """The table of these words, without texts."""
        return cls([f"{word}\t" for word in dict.fromkeys(words)])

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self.get(word) is not None

    def __getitem__(self, word: str) -> str:
        text: str | None = self.get(word)
        if text is None:
            raise KeyError(word)
        return text

    def get(self, word: str, default: Any = None) -> Any:
        """The text of a word, or the default; faster than `Mapping.get`, as many words are looked up."""
        lines, starts, line = self._lines, self._starts, f"\n{word}\t"
        last = len(starts) - 1
        place = hash(word) & last
        while (start := starts[place]) >= 0:
            if lines.startswith(line, start) and "\n" not in word:
                start += len(line)
                return intern(lines[start : lines.find("\n", start)])
            place = (place + 1) & last
        return default

    def rows(self) -> Iterator[tuple[str, str]]:
        """All words in order, each with its text; for code that needs most of them at once."""
        for line in self._lines.split("\n")[1:-1]:
            word, _, text = line.partition("\t")
            yield word, text

    def __iter__(self) -> Iterator[str]:
        return iter(self.beginning(""))

    def beginning(self, prefix: str) -> list[str]:
        """The words that begin with a prefix, in order."""
        lines, line = self._lines, f"\n{prefix}"
        start, last = lines.find(line), lines.rfind(line, 0, -1)
        found = lines[start + 1 : lines.index("\n", last + 1)].split("\n") if last >= 0 else []
        return [line.partition("\t")[0] for line in found]

    def __len__(self) -> int:
        return self._size

    def __reduce__(self) -> tuple[type[WordTable], tuple[list[str]]]:
        return WordTable, (self._lines.split("\n")[1:-1],)  # another process has other hashes

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class LateTable(WordTable):
    """A table of words that are read when the first of them is looked up."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[], Iterable[str]]) -> None:
        """`read` returns the words. If several threads look one up at once, each may call it."""
        self._read = read

    def __getattr__(self, name: str) -> Any:
        """A part of the table that isn't made yet."""
        if name not in WordTable.__slots__:
            raise AttributeError(name)
        super().__init__([f"{word}\t" for word in dict.fromkeys(self._read())])
        return getattr(self, name)

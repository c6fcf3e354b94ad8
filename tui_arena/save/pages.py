"""Reading the rows of a save file from its pages, without the schema and without indexes.

A lost page costs only the rows that were on it: every other page is read by itself, and the shape of a row
shows to which table the row belongs. For the file format see https://sqlite.org/fileformat2.html.

Law: nothing is changed. A page that the file counts as free isn't read, so deleted rows stay deleted.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from tui_arena.core.guarded import ODD, odd
from tui_arena.save.codec import shape, text_of, unpacked_header
from tui_arena.save.errors import SaveError

MAGIC = b"SQLite format 3\0"
USUAL = 4096
"""The number of bytes of a page, unless the file says otherwise."""
TRIES = 2
"""How often the program tries to read a page that the disk can't read."""
_LEAVES = {0x0D: "table", 0x0A: "index", 0x02: "index"}
"""Maps the first byte of a page to the kind of its rows. An inner page of an index (2) has rows, too."""
_INNER = (0x05, 0x02)
_SHAPES: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("header", "table", re.compile("n.{6}t")),
    ("head", "table", re.compile("nb")),
    ("message", "table", re.compile("i.t")),
    ("event", "index", re.compile("ii..")),
    ("renamed", "index", re.compile("ii.")),
    ("meta", "index", re.compile("tt")),
)
"""Table, kind of page, and a letter for each column: null, integer, float, text, blob.

Rows of `rollup` can have one of these shapes, too; their text distinguishes them from messages."""
_DESCRIPTION = re.compile("ttti.")
_CHAT = b"[{"
"""The beginning of the text of a row of `message`."""
_WHOLE = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
"""Maps the serial type of a whole number to its number of bytes."""


class PageRow(NamedTuple):
    """A row of a table that can't be derived. Texts are bytes, as they may not be valid UTF-8."""

    table: str
    number: int
    """The row's `rowid`; 0 if the table has none."""
    values: tuple[int | float | bytes | None, ...]


class Broken(ValueError):
    """A page, or a row on it, can't be read."""


@dataclass(frozen=True)
class _Layout:
    """The length of the pages in bytes."""

    page: int
    kept_free: int = 0
    """The number of unused bytes at the end of each page."""


class _File:
    """The pages of a save file, including the changes in its write-ahead log."""

    def __init__(self, file: IO[bytes], log: bytes, layout: _Layout) -> None:
        self._file = file
        self._log = log
        self.size, self.usable = layout.page, layout.page - layout.kept_free
        self._logged = _logged(log, self.size)
        length = file.seek(0, 2)
        self.count = max(-(-length // self.size), *self._logged, 0)

    def page(self, number: int) -> bytes:
        """The page with this number, counted from 1. If the last page is cut off, zeros fill it up."""
        if not 1 <= number <= self.count:
            raise Broken("it extends past the end of the file")
        if number in self._logged:
            at = self._logged[number]
            return self._log[at : at + self.size]
        for _ in range(TRIES):
            with suppress(OSError):
                self._file.seek((number - 1) * self.size)
                return self._file.read(self.size).ljust(self.size, b"\0")
        return bytes(self.size)  # a page that the disk can't read counts as empty


def _logged(log: bytes, size: int) -> dict[int, int]:
    """Maps the number of a page to the place in the log where its newest committed version begins.

    A frame that can't be read is skipped; the frames after it are still checked and used.
    """
    found: dict[int, int] = {}
    if len(log) < 32 or int.from_bytes(log[8:12], "big") != size:
        return found
    order = ">" if log[3] & 1 else "<"
    before, pending = struct.unpack(">2I", log[24:32]), dict[int, int]()
    for at in range(32, len(log) - size - 23, size + 24):
        number, commits, *salts, first, second = struct.unpack(">6I", log[at : at + 24])
        if struct.pack(">2I", *salts) != log[16:24]:
            break  # the following frames are left over from an earlier use of the log
        whole = _checksum(log[at : at + 8] + log[at + 24 : at + 24 + size], order, before) == (first, second)
        before = first, second
        if whole:
            pending[number] = at + 24
            if commits:
                found |= pending
                pending.clear()
    return found


def _checksum(data: bytes, order: str, start: Iterable[int]) -> tuple[int, int]:
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for one, other in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second


SAMPLE = 1 << 20
"""The number of bytes at a file's start, and again at its end, whose rows show how long its pages are."""


def _layouts(first: bytes, log: bytes) -> Iterator[_Layout]:
    """The possible lengths of the pages: as the first page says, as the log says, and the usual length."""
    told = int.from_bytes(first[16:18], "big")
    sizes = [65536 if told == 1 else told, int.from_bytes(log[8:12], "big"), USUAL]
    kept_free = first[20] if len(first) > 20 and first[20] <= 32 else 0
    for size in dict.fromkeys(sizes):
        if 512 <= size <= 65536 and size & (size - 1) == 0:
            yield from dict.fromkeys((_Layout(size, kept_free), _Layout(size)))


def rows(path: Path, lose: Callable[[str, str], None] = lambda _where, _why: None) -> Iterator[PageRow]:
    """The rows of a save file that can be read. Raises OSError.

    `lose` is called with the place of each unreadable page or row of these tables, and with the reason.
    """
    log_path = path.with_name(f"{path.name}-wal")
    log = log_path.read_bytes() if log_path.exists() else b""
    with path.open("rb", buffering=0) as file:
        first = file.read(100)
        files = [_File(file, log, layout) for layout in _layouts(first, log)]
        if len(files) > 1:  # with a wrong page length, fewer rows can be read
            files.sort(key=_fitting, reverse=True)
        for one in files:
            found = False
            for row in _Reading(one, lose).rows():
                found = True
                yield row
            if found:
                return


def _fitting(file: _File) -> int:
    """The number of rows that can be read from a sample of the pages, given the file's page length."""
    reading, many = _Reading(file, lambda _where, _why: None), SAMPLE // file.size
    pages = {*range(2, many + 2), *range(file.count - many, file.count + 1)}
    return sum(1 for number in sorted(pages) if 2 <= number <= file.count for _ in reading.rows_of(number))


class _Reading:
    """One reading of all pages."""

    def __init__(self, file: _File, lose: Callable[[str, str], None]) -> None:
        self._file = file
        self._lose = lose
        self._parents: dict[int, list[int]] = {}
        """Maps the number of an inner page to the numbers of its child pages."""
        self._roots: dict[int, str] = {}
        """Maps the number of a table's root page to the table's name, as far as the schema can be read."""
        self._tables: dict[int, str] = {}
        """Maps the number of a page to the table of its rows."""
        self._unreadable: list[int] = []

    def rows(self) -> Iterator[PageRow]:
        """The rows of all pages; afterwards the pages that can't be read are reported."""
        if not self._file.count:
            return
        free = self._look_over()
        for number in range(2, self._file.count + 1):
            if number not in free:
                yield from self.rows_of(number)
        self._tell()

    def _look_over(self) -> frozenset[int]:
        """Note the children of inner pages and the root pages of tables; returns the free pages."""
        claimed = self._free()
        for number in range(1, self._file.count + 1):
            if number in claimed:
                continue
            page = self._file.page(number)
            start = 100 if number == 1 else 0
            if page[start] in _INNER:
                self._parents[number] = [*_children(page, start)]
            elif page[start] == 0x0D:
                self._note_roots(page, start)
        known = {child for children in self._parents.values() for child in children}
        return claimed - known - self._roots.keys()

    def _free(self) -> frozenset[int]:
        """The pages that the file counts as free; empty if the file's list of them is inconsistent."""
        first = self._file.page(1)
        trunk, count = struct.unpack(">2I", first[32:40])
        found: list[int] = []
        if not first.startswith(MAGIC):
            return frozenset()
        while trunk and len(found) <= count and trunk <= self._file.count:
            page = self._file.page(trunk)
            following, leaves = struct.unpack(">2I", page[:8])
            if leaves > self._file.size // 4 - 2:
                return frozenset()
            found += [trunk, *struct.unpack(f">{leaves}I", page[8 : 8 + 4 * leaves])]
            trunk = following
        return frozenset(found) if len(set(found)) == len(found) == count else frozenset()

    def _note_roots(self, page: bytes, start: int) -> None:
        for at in _pointers(page, start):
            try:
                _, payload = self._cell(page, at, "table")
                shape, values = _record(payload)
                if not _DESCRIPTION.fullmatch(shape):
                    return  # the page's rows belong to another table
                self._roots[int(values(3))] = values(2).decode("utf-8", "replace")
            except (Broken, IndexError, struct.error):
                continue

    def rows_of(self, number: int) -> Iterator[PageRow]:
        """The rows of one page."""
        page = self._file.page(number)
        kind = _LEAVES.get(page[0])
        if kind is None:
            if page[0] != 0x05:
                self._unreadable.append(number)
            return
        broken: list[tuple[int, str]] = []
        for place, at in enumerate(_pointers(page, 0)):
            try:
                row = self._row(page, at, kind)
            except (Broken, IndexError, struct.error) as error:
                broken.append((place, str(error) or "it is truncated"))
                continue
            if row is not None:
                self._tables[number] = row.table
                yield row
        if number in self._tables:
            for place, why in broken:
                self._lose(f"row {place + 1} of page {number}, {self._tables[number]}", why)

    def _row(self, page: bytes, at: int, kind: str) -> PageRow | None:
        """The row that begins at this place on a page; None if it isn't of one of the wanted tables."""
        number, payload = self._cell(page, at, kind)
        shape, value = _record(payload)
        table = next((table for table, of, known in _SHAPES if of == kind and known.fullmatch(shape)), None)
        if table is None:
            return None
        values = tuple(value(column) for column in range(len(shape)))
        return (
            None if table == "message" and not values[2].startswith(_CHAT) else PageRow(table, number, values)
        )

    def _cell(self, page: bytes, at: int, kind: str) -> tuple[int, bytes]:
        """The number and the bytes of a row."""
        at += 4 * (page[0] == 0x02)
        length, at = _varint(page, at)
        number = 0
        if kind == "table":
            number, at = _varint(page, at)
        if not 0 <= length <= self._file.count * self._file.size:
            raise Broken("it is longer than the file")
        here = self._here(length, kind)
        if at + here > self._file.usable:
            raise Broken("it extends past the end of its page")
        parts, left = [page[at : at + here]], length - here
        if left:
            following = int.from_bytes(page[at + here : at + here + 4], "big")
            while left > 0:
                more = self._file.page(following)
                following = int.from_bytes(more[:4], "big")
                parts.append(more[4 : min(4 + left, self._file.usable)])
                left -= len(parts[-1])
        return number, b"".join(parts)

    def _here(self, length: int, kind: str) -> int:
        """The number of a row's bytes that are on its own page; the rest is on overflow pages."""
        usable = self._file.usable
        most = usable - 35 if kind == "table" else (usable - 12) * 64 // 255 - 23
        least = (usable - 12) * 32 // 255 - 23
        if length <= most:
            return length
        fitting = least + (length - least) % (usable - 4)
        return fitting if fitting <= most else least

    def _tell(self) -> None:
        """Report the unreadable pages that belonged to one of the tables."""
        for _ in range(4):  # one round per level, from the leaves up to the root
            for parent, children in self._parents.items():
                tables = {self._tables[child] for child in children if child in self._tables}
                if parent not in self._tables and len(tables) == 1:
                    self._tables[parent] = tables.pop()
        parent_of = {child: parent for parent, children in self._parents.items() for child in children}
        wanted = {table for table, _, _ in _SHAPES if table != "head"}
        for number in self._unreadable:
            table = self._roots.get(number) or self._tables.get(parent_of.get(number, 0))
            if table in wanted:
                self._lose(f"page {number}, {table}", "it can't be read, so the rows on it are lost")


def _pointers(page: bytes, start: int) -> tuple[int, ...]:
    """The places on a page at which its rows begin."""
    count = int.from_bytes(page[start + 3 : start + 5], "big")
    at = start + (12 if page[start] in _INNER else 8)
    count = min(count, (len(page) - at) // 2)
    return struct.unpack(f">{count}H", page[at : at + 2 * count])


def _children(page: bytes, start: int) -> Iterator[int]:
    yield int.from_bytes(page[start + 8 : start + 12], "big")
    for at in _pointers(page, start):
        yield int.from_bytes(page[at : at + 4], "big")


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A whole number of one to nine bytes, and the place after its last byte."""
    value = 0
    for place in range(8):
        byte = data[at + place]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + place + 1
    value = value << 8 | data[at + 8]
    return value - (1 << 64 if value >> 63 else 0), at + 9


def _record(payload: bytes) -> tuple[str, Callable[[int], Any]]:
    """The kinds of a row's values, one letter each, and a function that returns the value of a column."""
    head, at = _varint(payload, 0)
    serials: list[int] = []
    while at < head:
        serial, at = _varint(payload, at)
        serials.append(serial)
    if at != head:
        raise Broken("its columns can't be told apart")
    starts = [head]
    for serial in serials:
        starts.append(starts[-1] + _length(serial))
    if starts[-1] != len(payload):
        raise Broken("it is longer or shorter than its columns")

    def value(column: int) -> Any:
        return _value(serials[column], payload[starts[column] : starts[column + 1]])

    return "".join(map(_kind, serials)), value


def _length(serial: int) -> int:
    if serial < 0 or serial in (10, 11):
        raise Broken("a column has an unknown type")
    return (serial - 12) // 2 if serial >= 12 else 8 if serial == 7 else _WHOLE.get(serial, 0)


def _kind(serial: int) -> str:
    if serial >= 12:
        return "t" if serial & 1 else "b"
    return "n" if serial == 0 else "f" if serial == 7 else "i"


def _value(serial: int, data: bytes) -> int | float | bytes | None:
    if serial in _WHOLE:
        return int.from_bytes(data, "big", signed=True)
    if serial == 7:
        return float(struct.unpack(">d", data)[0])
    return data if serial >= 12 else {0: None, 8: 0, 9: 1}[serial]


# headers


def header_copy(row: PageRow) -> tuple[Any, ...] | None:
    """The columns of a header's second copy, with texts as bytes; None if the copy is damaged."""
    try:
        found = unpacked_header(row.values[1])  # type: ignore[arg-type]  # a blob, by the shape of its row
        return tuple(v.encode("utf-8", "surrogateescape") if isinstance(v, str) else v for v in found)
    except ValueError:
        return None


def holds_sessions(path: Path) -> bool:
    """True if the pages of a file contain sessions, whatever its first page says. Raises SaveError."""
    try:
        return any(
            (row.table == "head" and header_copy(row) is not None)
            or (row.table == "header" and _is_header(row))
            for row in rows(path)
        )
    except OSError as error:
        raise SaveError(f"{path}: can't be read ({error.strerror})") from None


def _is_header(row: PageRow) -> bool:
    values = tuple(text_of(value) if isinstance(value, bytes) else value for value in row.values)
    return header_fault((row.number, *values[1:])) is None


def header_fault(row: tuple[Any, ...]) -> str | None:
    """Why a header's set-up can't be used; None if it can. The id, times and origin aren't checked."""
    try:
        shape((row[0], "id", *row[2:4], None, "", "", row[7]))
    except ODD as error:
        return odd(error)
    return None

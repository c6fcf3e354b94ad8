"""Packs: what is handed on arrives as it was, and a hostile one leaves no trace."""

from __future__ import annotations

import io
import json
import stat
import struct
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.attacks import acts
from tests.tables import Cases, each
from tui_arena.config import BadFile
from tui_arena.config.files import MAX_FILE, open_plain
from tui_arena.data import Catalogue
from tui_arena.data.files import read_rows
from tui_arena.data.packs import FORMAT, MANIFEST, Pack, own_things, packed, read_pack, take_in

CASES = Cases(__file__)
DECK = b"word\tclues\ncrane\ta bird\nslate\ta roof\n"
PROMPT = b"# system\nBe brief.\n# ask\nGuess.\n"
DIVER = b'["the diver"]\nprofession = "diver"\ninterests = ["sea"]\n'
Files = dict[str, bytes]


def tree(folder: Path) -> dict[str, bytes]:
    """All files in a folder with what they hold."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture
def mine(tmp_path: Path) -> Catalogue:
    """A config folder with things of the user's own."""
    user = tmp_path / "mine"
    for name, raw in {
        "decks/birds.tsv": DECK,
        "decks/birds.words": b"crane slate stale\n",
        "decks/tools.tsv": b"# knowledge: workshop\nentity\tfacts\nhammer\theavy\n",
        "decks/workshop.toml": b'[property.heavy]\nquestion = "is it heavy?"\n',
        "prompts/wordle/guess.mine.md": PROMPT,
        "personas.toml": DIVER,
    }.items():
        path = user / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    return Catalogue(user)


@pytest.fixture
def theirs(tmp_path: Path) -> Catalogue:
    """The empty config folder of somebody else."""
    return Catalogue(tmp_path / "theirs")


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Path]:
    """Writes a pack with any files, whatever they are."""

    def make(files: Files, *, manifest: object = None, name: str = "some.pack") -> Path:
        said = {"format": FORMAT, "version": 1, "files": list(files)} if manifest is None else manifest
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(MANIFEST, json.dumps(said))
            for inside, raw in files.items():
                archive.writestr(inside, raw)
        return path

    return make


def taken(path: Path, catalogue: Catalogue, *, replace: bool = False) -> dict[str, str]:
    """Read a pack and take it in: what became of each thing."""
    return dict(take_in(read_pack(path, catalogue), catalogue, str(path), replace=replace))


def test_what_is_handed_on_arrives_as_it_was(mine: Catalogue, theirs: Catalogue, tmp_path: Path) -> None:
    assert own_things(mine) == ["birds", "tools", "persona:the diver", "prompt:wordle/guess.mine"]
    raw = packed(mine, own_things(mine))
    assert raw == packed(mine, own_things(mine)), "the same things make the same file"
    path = tmp_path / "all.pack"
    path.write_bytes(raw)
    assert set(taken(path, theirs).values()) == {"new"}
    assert mine.user is not None
    assert theirs.user is not None
    left, arrived = tree(mine.user), tree(theirs.user)
    assert {n: arrived[n] for n in arrived if n != "personas.toml"} == {
        n: left[n] for n in left if n != "personas.toml"
    }
    assert own_things(theirs) == own_things(mine)
    wordle, connections = (theirs.game(name) for name in ("wordle", "connections"))
    assert theirs.deck("birds", wordle).deck.name == mine.deck("birds", wordle).deck.name
    assert next(p for p in theirs.personas(connections) if p.own) == next(
        p for p in mine.personas(connections) if p.own
    )
    assert theirs.prompt(wordle, "guess", "mine").sections["system"] == "Be brief."
    assert set(taken(path, theirs).values()) == {"was already there"}


@each("nothing", "persona:nobody", "prompt:wordle/guess", "../mine/decks/birds", "prompt:../x", "")
def test_only_what_is_ones_own_is_packed(name: str, *, mine: Catalogue) -> None:
    with pytest.raises(
        BadFile, match=r"you have nothing called .* you have: birds, tools, persona:the diver"
    ):
        packed(mine, [name])


def test_what_can_not_be_taken_in_is_not_handed_on(mine: Catalogue) -> None:
    assert mine.user is not None
    (mine.user / "decks" / "empty.tsv").write_bytes(b"word\nno word at all\n")
    with pytest.raises(BadFile, match=r"^the pack: decks/empty\.tsv line 2"):
        packed(mine, ["empty"])


def hostile(name: str, text: str | None) -> Files:
    return {name: (PROMPT if name.startswith("prompts") else DECK) if text is None else text.encode()}


HOSTILE: list[tuple[Files, str]] = [
    *((hostile(name, text), says) for name, says, text in CASES["hostile"]),
    ({f"decks/{'a' * 61}.tsv": DECK}, "isn't allowed here"),
    ({"decks/good.tsv": DECK, "decks/lpt9.toml": b""}, "can't be a file name on Windows because of 'lpt9'"),
    ({"prompts/wordle/guess.long.md": b"x" * 70000}, "more than 65536 bytes"),
    ({"personas.toml": b"a" + b".a" * 5000 + b" = 1\n"}, "dots outside quotes"),
    ({"decks/bad.tsv": b"\x00\xff\xfe" * 100}, "bad.tsv"),
    ({"decks/good.tsv": DECK, "decks/GOOD.tsv": DECK}, "twice"),
    ({"decks/good.tsv": DECK, "decks/bad.tsv": b"word\n!!!\n"}, "bad.tsv line 2"),
    ({"decks/bomb.tsv": b"0" * (MAX_FILE + 1)}, f"more than {MAX_FILE} bytes"),
    ({f"decks/bomb{n}.tsv": b"0" * (MAX_FILE - 1) for n in range(5)}, "when it's unpacked"),
    ({f"decks/d{n}.tsv": DECK for n in range(201)}, "at most 200"),
    ({}, "is empty"),
]


@pytest.mark.parametrize(
    ("files", "says"),
    HOSTILE,
    ids=[next(reversed(f), "empty")[:30].encode("unicode_escape").decode() for f, _ in HOSTILE],
)
def test_a_hostile_pack_is_refused_and_leaves_no_trace(
    files: Files, says: str, made: Callable[..., Path], mine: Catalogue
) -> None:
    assert mine.user is not None
    before = tree(mine.user.parent)
    path = made(files)
    with pytest.raises(BadFile, match=says) as refused:
        taken(path, mine, replace=True)
    assert not acts(str(refused.value))
    assert "tui-arena-" not in str(refused.value), "nobody is told a place that is gone"
    after = tree(mine.user.parent)
    assert after.pop("some.pack")
    assert after == before


@each(
    ({}, "has no pack.json"),
    ({"format": "another", "version": 1, "files": ["decks/birds.tsv"]}, "doesn't say"),
    ({"format": FORMAT, "version": 2, "files": ["decks/birds.tsv"]}, "newer version"),
    ({"format": FORMAT, "version": 1, "files": []}, "aren't the ones"),
    ({"format": FORMAT, "version": 1, "files": ["decks/birds.tsv", "decks/more.tsv"]}, "aren't the ones"),
    ([1] * 1000, "has no pack.json"),
)
def test_a_manifest_must_fit(
    manifest: object, says: str, *, made: Callable[..., Path], theirs: Catalogue
) -> None:
    with pytest.raises(BadFile, match=says):
        read_pack(made({"decks/birds.tsv": DECK}, manifest=manifest), theirs)


def test_links_folders_and_encrypted_files_are_refused(tmp_path: Path, theirs: Catalogue) -> None:
    for kind, target in ((stat.S_IFLNK, b"/etc/passwd"), (stat.S_IFDIR, b""), (stat.S_IFIFO, b"")):
        path = tmp_path / "linked.pack"
        with zipfile.ZipFile(path, "w") as archive:
            info = zipfile.ZipInfo("decks/birds.tsv")
            info.external_attr = (kind | 0o777) << 16
            archive.writestr(info, target)
        with pytest.raises(BadFile, match="regular files"):
            read_pack(path, theirs)
    raw = bytearray(path.read_bytes())
    place = raw.rindex(b"PK\x01\x02")
    raw[place + 8] |= 1
    raw[place + 38 : place + 42] = struct.pack("<I", stat.S_IFREG << 16)
    path.write_bytes(raw)
    with pytest.raises(BadFile, match="encrypted"):
        read_pack(path, theirs)


def test_a_size_that_lies_is_found(tmp_path: Path, made: Callable[..., Path], theirs: Catalogue) -> None:
    raw = bytearray(made({"decks/bomb.tsv": b"0" * (2 * MAX_FILE)}).read_bytes())
    for sign, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = raw.rindex(sign) + offset
        raw[place : place + 4] = struct.pack("<I", 100)
    path = tmp_path / "lies.pack"
    path.write_bytes(raw)
    with pytest.raises(BadFile, match="damaged"):
        read_pack(path, theirs)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_python_unpacks_without_a_bound_is_refused_unread(
    method: int, tmp_path: Path, theirs: Catalogue
) -> None:
    path = tmp_path / "bomb.pack"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr(MANIFEST, json.dumps({"format": FORMAT, "version": 1, "files": ["decks/a.tsv"]}))
        archive.writestr("decks/a.tsv", b"a" * 4 * MAX_FILE)
    assert path.stat().st_size < MAX_FILE
    with little_memory(), pytest.raises(BadFile, match=r"pack\.json is compressed with a method other than"):
        read_pack(path, theirs)


def test_lines_that_are_left_out_are_told_by_their_place_in_the_pack(
    made: Callable[..., Path], theirs: Catalogue
) -> None:
    pack = read_pack(made({"decks/mixed.tsv": b"word\ncrane\nc-3po\n"}), theirs)
    (fault,) = pack.faults
    assert fault.endswith(": decks/mixed.tsv line 3: 'c-3po' isn't five letters a-z")


def test_a_name_goes_on_behind_a_nul(made: Callable[..., Path], theirs: Catalogue) -> None:
    path = made({"decks/birds.tsv.sh.tsv": DECK})
    path.write_bytes(path.read_bytes().replace(b"birds.tsv.sh", b"birds.tsv\0sh"))
    with pytest.raises(BadFile, match=r"birds\.tsv\\x00sh\.tsv isn't allowed here"):
        read_pack(path, theirs)


@contextmanager
def little_memory() -> Iterator[None]:
    """Fail if more memory was taken within than a few of the largest files need."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 3 * MAX_FILE, f"{peak} bytes"


LINES = 60_000


@pytest.mark.parametrize(
    ("files", "says"),
    [
        pytest.param(
            {"decks/a.tsv": b"word\n" + b"".join(b"w%d\n" % n for n in range(LINES))},
            "line 2: 'w0' isn't",
            marks=pytest.mark.torture,
        ),
        pytest.param(
            {"decks/a.tsv": b"word\n" + b"a\n" * 600_000},
            "600000 words; a deck has at most 500000",
            marks=pytest.mark.torture,
        ),
        ({"decks/a.tsv": b"entity\n" + b"".join(b"e%d\n" % n for n in range(LINES))}, "60000 entities"),
        ({"decks/a.tsv": b"statement\ttruth\n" + b"a\tyes\n" * LINES}, "60000 cards"),
    ],
)
@pytest.mark.thorough
def test_many_lines_take_little_memory(
    files: Files, says: str, made: Callable[..., Path], theirs: Catalogue
) -> None:
    path = made(files)
    with little_memory(), pytest.raises(BadFile, match=says):
        read_pack(path, theirs)


def many_facts() -> Files:
    facts = b"".join(b"e%d\t%s\n" % (n, b"x " * 400) for n in range(500))
    return {"decks/a.tsv": b"entity\tfacts\n" + facts}


def many_words() -> Files:
    return {"decks/a.tsv": DECK, "decks/a.words": b"".join(b"%x " % n for n in range(9 * LINES))}


@pytest.mark.parametrize(
    ("files", "says"),
    [
        (many_facts, "a.tsv: 199980 more faults like these"),
        pytest.param(
            many_words,
            "540,000 words left out, because they aren't five letters a-z",
            marks=pytest.mark.torture,
        ),
    ],
)
def test_many_faults_take_little_memory(
    files: Callable[[], Files], says: str, made: Callable[..., Path], theirs: Catalogue
) -> None:
    path = made(files())
    read_pack(made({"decks/a.tsv": b"entity\nhammer\n"}, name="warm.pack"), theirs)
    with little_memory():
        pack = read_pack(path, theirs)
    assert pack.faults[-1].endswith(says)


def test_a_deck_is_looked_at_once_for_each_game(
    made: Callable[..., Path], theirs: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [f"decks/d{n}.tsv" for n in range(40)]
    path = made(dict.fromkeys(names, DECK))
    looked: list[Path] = []

    def look(place: Path) -> Any:
        looked.append(place)
        return open_plain(place)

    monkeypatch.setattr("tui_arena.data.decks.open_plain", look)
    read_pack(path, theirs)
    assert len(names) <= len(looked) <= len(names) * len(theirs.games)


def test_an_archive_of_countless_files_is_not_listed(made: Callable[..., Path], theirs: Catalogue) -> None:
    path = made({})
    raw = path.read_bytes()
    entry, end = raw.index(b"PK\x01\x02"), raw.index(b"PK\x05\x06")
    size = struct.pack("<I", 120_000 * (end - entry))
    path.write_bytes(raw[:entry] + raw[entry:end] * 120_000 + raw[end : end + 12] + size + raw[end + 16 :])
    with little_memory(), pytest.raises(BadFile, match="120000 files; a pack has at most 200"):
        read_pack(path, theirs)


@given(st.lists(st.text("ab#\t \n", max_size=6)), st.integers(1, 9))
def test_a_table_is_taken_apart_line_by_line(lines: list[str], block: int) -> None:
    text = "\n".join(lines)
    kept = [
        (n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip() and not line.startswith("#")
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui_arena.data.files.BLOCK", block)
        header, rows = read_rows(text)
        assert header == ([cell.strip() for cell in kept[0][1].split("\t")] if kept else [])
        assert [(row.number, row.line) for row in rows] == kept[1:]
        assert len(rows) == len(kept[1:])


@given(st.data())
def test_a_pack_with_a_broken_byte_is_whole_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    raw = _small()
    at = data.draw(st.integers(0, len(raw) - 1))
    cut = data.draw(st.booleans())
    broken = raw[:at] if cut else raw[:at] + bytes([raw[at] ^ data.draw(st.integers(1, 255))]) + raw[at + 1 :]
    path = tmp_path_factory.getbasetemp() / "broken.pack"
    path.write_bytes(broken)
    try:
        found: Pack | None = read_pack(path, Catalogue())
    except BadFile:
        found = None
    assert found is None or found.files == {"decks/birds.tsv": DECK}


def _small(method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr(MANIFEST, json.dumps({"format": FORMAT, "version": 1, "files": ["decks/birds.tsv"]}))
        archive.writestr("decks/birds.tsv", DECK)
    return out.getvalue()


def test_stored_files_are_taken(tmp_path: Path, theirs: Catalogue) -> None:
    path = tmp_path / "stored.pack"
    path.write_bytes(_small(zipfile.ZIP_STORED))
    assert taken(path, theirs) == {"decks/birds.tsv": "new"}


@pytest.mark.parametrize(
    ("files", "name"),
    [
        ({"decks/birds.tsv": b"word\nbirdy\n"}, "decks/birds.tsv"),
        ({"prompts/wordle/guess.mine.md": b"# system\nOther.\n"}, "prompts/wordle/guess.mine.md"),
        ({"prompts/wordle/guess.md": PROMPT}, "prompts/wordle/guess.md"),
        ({"personas.toml": b'["the diver"]\nprofession = "cook"\n'}, "the diver"),
        ({"personas.toml": b'["the vet"]\nprofession = "cook"\n'}, "the vet"),
    ],
)
def test_what_is_there_is_replaced_only_if_that_is_wanted(
    files: Files, name: str, made: Callable[..., Path], mine: Catalogue
) -> None:
    assert mine.user is not None
    before = tree(mine.user)
    path = made({**files, "decks/new.tsv": DECK})
    with pytest.raises(BadFile, match=f"{name} would replace what's there; nothing was imported"):
        taken(path, mine)
    assert tree(mine.user) == before
    done = taken(path, mine, replace=True)
    assert sorted(done.values()) == ["new", "replaced"]
    for inside, raw in files.items():
        if inside != "personas.toml":
            assert (mine.user / inside).read_bytes() == raw
    kept = tree(mine.user)
    assert {n for n in before if before[n] != kept[n]} <= set(files)


def test_a_link_out_of_the_folder_is_not_followed(
    made: Callable[..., Path], mine: Catalogue, tmp_path: Path
) -> None:
    assert mine.user is not None
    outside = tmp_path / "outside.tsv"
    outside.write_text("mine")
    (mine.user / "decks" / "way.tsv").symlink_to(outside)
    with pytest.raises(BadFile, match="isn't a regular file in your config folder"):
        taken(made({"decks/way.tsv": DECK}), mine, replace=True)
    assert outside.read_text() == "mine"

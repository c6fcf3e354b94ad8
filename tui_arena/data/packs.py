"""Packs: the user's own decks, personas and prompts as one file, to be passed to others.

A pack is a zip archive. Its `pack.json` identifies it as a pack and names its files, which have the same
places as in the config folder: `decks/NAME.tsv` with `NAME.words` and `NAME.toml`,
`prompts/GAME/ASK.VARIANT.md`, `personas.toml`.

Law: nothing of a pack is written before all of it has been checked: the size, the file names, and that each
file can be used from its folder. Existing files are replaced only if the user says so.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import tomli_w

from tui_arena.config import BadFile, read_limited, write_own
from tui_arena.config.files import MAX_FILE, MAX_TOML
from tui_arena.core.text import one_line
from tui_arena.data.catalogue import MAX_PROMPT, Catalogue
from tui_arena.data.decks import DeckKind, deck_faults
from tui_arena.data.entity_decks import MAX_TABLE, read_table, table_named
from tui_arena.data.files import SAFE_NAME, newest, user_file
from tui_arena.data.games import GameInfo
from tui_arena.data.personas import FILE as PERSONAS
from tui_arena.data.personas import Persona, with_persona, write_personas

MANIFEST = "pack.json"
FORMAT, VERSION = "tui-arena pack", 1
MOST_FILES = 200
MAX_PACK = 4 * MAX_FILE
"""The maximum size of a pack's unpacked files together, in bytes; the archive may have `MAX_FILE`."""
_LIMITS = {".tsv": MAX_FILE, ".words": MAX_FILE, ".toml": MAX_TABLE, ".md": MAX_PROMPT}
_PERSONA, _PROMPT = "persona:", "prompt:"
_FORM = "a deck's name, persona:NAME or prompt:GAME/ASK.VARIANT"
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    RuntimeError,
    ValueError,
)
"""The errors that Python raises for archives with wrong entries or a missing end."""
_DATE = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a pack, so that the same files make the same pack."""


class _Manifest(msgspec.Struct, frozen=True):
    format: str
    version: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack that was read and checked."""

    files: Mapping[str, bytes]
    """Maps a path in the config folder to the file's bytes, for all files except the personas."""
    personas: tuple[Persona, ...]
    faults: tuple[str, ...]
    """A sentence for each line that was left out of a deck, as `doctor` would report it."""


# making a pack


def own_things(catalogue: Catalogue) -> list[str]:
    """The names of everything that the user can pack, in the form that `packed` takes."""
    user = catalogue.user
    decks = (
        sorted(p.stem for p in (user / "decks").glob("*.tsv") if SAFE_NAME.fullmatch(p.name)) if user else []
    )
    shelf = {one.name for info in catalogue.games.values() for one in catalogue.personas(info) if one.own}
    prompts = [
        f"{_PROMPT}{info.id}/{path.stem}"
        for info in catalogue.games.values()
        for path in sorted((user / "prompts" / info.id).glob("*.md") if user else [])
        if _is_prompt(info, path.name)
    ]
    return [*decks, *(_PERSONA + name for name in sorted(shelf)), *prompts]


def packed(catalogue: Catalogue, names: Iterable[str]) -> bytes:
    """The pack with these files of the user's. Raises BadFile, which lists the possible names."""
    files: dict[str, bytes] = {}
    personas: list[Persona] = []
    for name in dict.fromkeys(names):
        if name.startswith(_PERSONA):
            personas.append(_own_persona(catalogue, name))
        elif name.startswith(_PROMPT):
            files |= _own_file(catalogue, f"prompts/{name.removeprefix(_PROMPT)}.md", name)
        else:
            files |= _own_deck(catalogue, name)
    if personas:
        files[PERSONAS] = tomli_w.dumps({one.name: one.values for one in personas}).encode()
    raw = _zipped(files)
    _checked(_unzipped(raw, "the pack"), "the pack", catalogue)  # so that every pack can be unpacked
    return raw


def _own_persona(catalogue: Catalogue, name: str) -> Persona:
    found = (one for info in catalogue.games.values() for one in catalogue.personas(info) if one.own)
    wanted = next((one for one in found if one.name == name.removeprefix(_PERSONA)), None)
    if wanted is None:
        raise _unknown(catalogue, name)
    return wanted


def _own_deck(catalogue: Catalogue, name: str) -> dict[str, bytes]:
    """A deck with its word list and the table that defines its facts, if these are the user's own."""
    files = _own_file(catalogue, f"decks/{name}.tsv", name)
    table = table_named(files[f"decks/{name}.tsv"])
    for companion in (f"{name}.words", f"{table}.toml"):
        path = user_file(catalogue.user, "decks", companion)
        if path is not None and path.is_file():
            files[f"decks/{companion}"] = read_limited(path)
    return files


def _own_file(catalogue: Catalogue, place: str, name: str) -> dict[str, bytes]:
    folder, _, file = place.rpartition("/")
    path = (
        user_file(catalogue.user, folder, file) if all(map(SAFE_NAME.fullmatch, place.split("/"))) else None
    )
    if path is None or not path.is_file():
        raise _unknown(catalogue, name)
    return {place: read_limited(path)}


def _unknown(catalogue: Catalogue, name: str) -> BadFile:
    there = ", ".join(own_things(catalogue)) or "nothing yet"
    return BadFile(f"you have nothing called {one_line(name, 60)!r} ({_FORM}); you have: {there}")


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    manifest = msgspec.json.encode(_Manifest(FORMAT, VERSION, tuple(files)))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in {MANIFEST: manifest, **files}.items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o600 << 16
            archive.writestr(info, raw)
    return out.getvalue()


# reading a pack


def read_pack(path: Path, catalogue: Catalogue) -> Pack:
    """The pack in a file from outside, completely checked; nothing is written. Raises BadFile."""
    place = one_line(str(path))
    return _checked(_unzipped(read_limited(path), place), place, catalogue)


def _unzipped(raw: bytes, place: str) -> dict[str, bytes]:
    """Maps the paths in an archive, except for the manifest, to the files' bytes; raises BadFile."""
    if len(raw) > MAX_FILE:
        raise BadFile(f"{place}: {len(raw)} bytes; a pack has at most {MAX_FILE}")
    try:
        # counted before Python lists them, because Python needs far more memory for an entry than the archive
        if raw.count(_ENTRY) > MOST_FILES + 1:
            raise BadFile(f"{place}: {raw.count(_ENTRY)} files; a pack has at most {MOST_FILES}")
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            seen: set[str] = set()
            found: dict[str, bytes] = {}
            left = MAX_PACK
            for info in archive.infolist():
                limit = _limit(info, place)
                if info.filename.casefold() in seen:
                    raise BadFile(f"{place}: has {one_line(info.filename, 80)} twice")
                seen.add(info.filename.casefold())
                with archive.open(info) as file:
                    content = file.read(min(limit, left) + 1)
                left -= len(content)
                if len(content) > limit:
                    raise BadFile(f"{place}: {info.filename} is more than {limit} bytes")
                if left < 0:
                    raise BadFile(
                        f"{place}: more than {MAX_PACK} bytes when it's unpacked, so it isn't a valid pack"
                    )
                found[info.filename] = content
    except BadFile:
        raise
    except _DAMAGED:
        raise BadFile(
            f"{place}: isn't a pack, or is damaged; make packs with `tui-arena deck pack`"
        ) from None
    _check_manifest(found.pop(MANIFEST, None), found, place)
    return found


_ENTRY = b"PK\x01\x02"
"""The first bytes of each entry in an archive's list."""
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""The allowed compression methods. For these, Python never unpacks more than it is asked for."""
_PATHS = re.compile(
    r"pack\.json|personas\.toml|decks/[^/]+\.(?:tsv|words|toml)|prompts/[a-z][a-z0-9_]*/[^/]+\.md"
)
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9]) *(?:\..*)?", re.IGNORECASE)
"""Names that mean a device on Windows, with any ending."""


def _limit(info: zipfile.ZipInfo, place: str) -> int:
    """The maximum size of a pack's file, in bytes; raises BadFile for a file that can't be in a pack."""
    name = info.orig_filename  # Python's own `filename` ends at a NUL
    shown = one_line(ascii(name)[1:-1], 80)
    kind = stat.S_IFMT(info.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadFile(f"{place}: {shown} is a link or a folder; a pack may only contain regular files")
    if info.flag_bits & 1:
        raise BadFile(f"{place}: {shown} is encrypted; a pack can't be encrypted")
    if info.compress_type not in _METHODS:
        raise BadFile(
            f"{place}: {shown} is compressed with a method other than deflate; pack it again with "
            "`tui-arena deck pack`"
        )
    if (
        name != info.filename
        or not _PATHS.fullmatch(name)
        or not all(map(SAFE_NAME.fullmatch, name.split("/")))
    ):
        raise BadFile(
            f"{place}: {shown} isn't allowed here; a pack may contain decks/NAME.tsv, .words, .toml, "
            f"prompts/GAME/ASK.VARIANT.md and {PERSONAS}, with names of letters, digits, spaces and _ . -"
        )
    if (why := _unportable(name)) is not None:
        raise BadFile(f"{place}: {shown} {why}; give it another name and pack it again")
    if name in (MANIFEST, PERSONAS):
        return MAX_TOML
    return _LIMITS[Path(name).suffix]


def _unportable(name: str) -> str | None:
    """Why a file can't have this name on every system, or why the name is easily misread; None if it can.

    >>> _unportable("decks/con.tsv"), _unportable("decks/icon.tsv")
    ("can't be a file name on Windows because of 'con'", None)
    """
    for part in name.split("/"):
        stem = part.rpartition(".")[0] or part
        if _DEVICE.fullmatch(part):
            return f"can't be a file name on Windows because of {part.partition('.')[0].strip()!r}"
        if part[0] in ".- ":
            return f"has a name that begins with {_CALLED[part[0]]}"
        if stem[-1] in ". ":
            return f"has a name that ends with {_CALLED[stem[-1]]}"
    return None


_CALLED = {".": "a dot", "-": "a dash", " ": "a blank"}


def _check_manifest(raw: bytes | None, files: Mapping[str, bytes], place: str) -> None:
    """Raise BadFile unless the manifest is of a pack that this version knows, and names just these files."""
    try:
        manifest = msgspec.json.decode(raw or b"", type=_Manifest)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadFile(f"{place}: has no {MANIFEST}, so it isn't a pack") from None
    if manifest.format != FORMAT:
        raise BadFile(f"{place}: {MANIFEST} doesn't say that it's a {FORMAT}")
    if manifest.version > VERSION:
        raise BadFile(f"{place}: was made by a newer version of this program; update to import it")
    if sorted(manifest.files) != sorted(files):
        raise BadFile(f"{place}: its files aren't the ones that {MANIFEST} lists")
    if not files:
        raise BadFile(f"{place}: is empty")


def _checked(files: Mapping[str, bytes], place: str, catalogue: Catalogue) -> Pack:
    """The pack with these files, read as they will be in the config folder. Raises BadFile."""
    with TemporaryDirectory(prefix="tui-arena-") as folder:
        stage = Path(folder).resolve()
        for name, raw in files.items():
            path = stage / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)
        try:
            faults = _faults(files, Catalogue(stage), catalogue, stage)
            personas = _personas(Catalogue(stage)) if PERSONAS in files else ()
        except BadFile as error:
            raise BadFile(_with_place(str(error), stage, place)) from None
    rest = {name: raw for name, raw in files.items() if name != PERSONAS}
    return Pack(rest, personas, tuple(_with_place(fault, stage, place) for fault in faults))


def _with_place(sentence: str, stage: Path, place: str) -> str:
    """A sentence about a file of a pack, with its place in the pack, not in the folder of the check."""
    return sentence.replace(f"{stage}/", f"{place}: ")


def _faults(
    files: Mapping[str, bytes], staged: Catalogue, catalogue: Catalogue, stage: Path
) -> Sequence[str]:
    """A sentence for each line that is left out; raises BadFile for a file that can't be used at all."""
    faults: list[str] = []
    fits = {info.id: frozenset(staged.deck_names(info)) for info in staged.games.values()}
    for name in files:
        path = Path(name)
        folder, file = path.parts[0], path.name
        if folder == "prompts":
            info = catalogue.games.get(path.parent.name)
            if info is None:
                raise BadFile(f"{stage}/{name}: there is no game {path.parent.name!r} here")
            if not _is_prompt(info, file):
                raise BadFile(
                    f"{stage}/{name}: {info.title} has no such ask; asks are {', '.join(info.asks)}"
                )
            ask, _, variant = path.stem.partition(".")
            staged.prompt(info, ask, variant)
        elif folder == "decks":
            if newest(path.stem, path.suffix[1:]) or any(
                path.stem in i.decks for i in catalogue.games.values()
            ):
                raise BadFile(
                    f"{stage}/{name}: a shipped deck has that name; give your own deck another name"
                )
            if path.suffix == ".tsv":
                kinds = {info.deck_kind: None for info in staged.games.values() if path.stem in fits[info.id]}
                faults += _deck_faults(stage, path.stem, list(kinds))
            elif path.suffix == ".toml":
                faults += read_table(stage / name).faults
            elif f"decks/{path.stem}.tsv" not in files:
                raise BadFile(f"{stage}/{name}: a word list needs a deck with the same name")
    return list(dict.fromkeys(faults))


def _deck_faults(stage: Path, name: str, kinds: Sequence[DeckKind]) -> tuple[str, ...]:
    """The lines that are left out of a deck in the game that it fits best; raises BadFile if it fits none."""
    found: list[tuple[str, ...]] = []
    first: BadFile | None = None
    for kind in kinds:
        try:
            found.append(deck_faults(stage, name, kind))
        except BadFile as error:
            first = first or error
    if not found:
        raise first or BadFile(
            f"{stage}/decks/{name}.tsv: isn't a deck for any game here; its first line must name the "
            "game's columns"
        )
    return min(found, key=len)


def _personas(staged: Catalogue) -> tuple[Persona, ...]:
    """The personas of a pack; raises BadFile if one can't be used."""
    minded = next(info for info in staged.games.values() if info.minds)
    if faults := staged.persona_faults(minded):
        raise BadFile(faults[0])
    return tuple(one for one in staged.personas(minded) if one.own)


def _is_prompt(info: GameInfo, file: str) -> bool:
    """True if a file has the name of a prompt of the game."""
    return bool(SAFE_NAME.fullmatch(file)) and file.removesuffix(".md").partition(".")[0] in info.asks


# unpacking a pack


def take_in(pack: Pack, catalogue: Catalogue, place: str, *, replace: bool) -> list[tuple[str, str]]:
    """Put the files of a pack into the config folder; returns pairs of a name and the result for it.

    Raises BadFile, before anything is written, if a pack's file would take the place of a different one with
    that name: a file, a persona, or a shipped prompt or persona that it would override. `replace`: True
    allows it.
    """
    user = catalogue.user
    if user is None:
        raise BadFile(f"{place}: there is no config folder to put it into")
    targets = {name: _target(user, name, place) for name in pack.files}
    there = {
        name for name, path in targets.items() if path.is_file() and read_limited(path) == pack.files[name]
    }
    taken = [
        name
        for name, path in targets.items()
        if name not in there and (path.exists() or _goes_before(name, catalogue))
    ]
    known = {one.name: one for info in catalogue.games.values() for one in catalogue.personas(info)}
    there |= {one.name for one in pack.personas if known.get(one.name) == one}
    taken += [one.name for one in pack.personas if one.name in known and one.name not in there]
    if taken and not replace:
        raise BadFile(
            f"{place}: {', '.join(taken[:5])}{' and more' if len(taken) > 5 else ''} "
            "would replace what's there; nothing was imported. Give --replace to allow it"
        )
    done = []
    for name, path in targets.items():
        if name not in there:
            write_own(path, pack.files[name])
        done.append((name, _became(name, there, taken)))
    for one in pack.personas:
        if one.name not in there:
            write_personas(user, with_persona(one))
        done.append((f"{_PERSONA}{one.name}", _became(one.name, there, taken)))
    catalogue.forget()
    return done


def _became(name: str, there: Iterable[str], taken: Iterable[str]) -> str:
    return "was already there" if name in there else "replaced" if name in taken else "new"


def _target(user: Path, name: str, place: str) -> Path:
    """The path for a file of a pack; raises BadFile if there is something else than a plain file."""
    folder, _, file = name.rpartition("/")
    path = user_file(user, folder, file)
    if path is None or (path.exists() and not path.is_file()):
        raise BadFile(f"{place}: {user / name} isn't a regular file in your config folder; move it elsewhere")
    return path


def _goes_before(name: str, catalogue: Catalogue) -> bool:
    """True if a prompt would be used instead of a shipped prompt."""
    folder, _, file = name.rpartition("/")
    info = catalogue.games.get(folder.rpartition("/")[2]) if folder.startswith("prompts/") else None
    return info is not None and (info.folder / "prompts" / file).is_file()

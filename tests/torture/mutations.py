"""Files that are nearly right: sessions, decks, packs, themes, settings, models, personas, prompts, parties, runs.

Whatever is in them, reading them ends with a value or with this program's own error, soon; a save file into
which nothing could be taken is as before; and what was taken comes out as it went in.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sqlite3
import tempfile
import tomllib
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path, PurePosixPath, PureWindowsPath
from random import Random
from types import FrameType
from typing import Any

import tomlkit

from tests.conformance import tables
from tests.save.sessions import CATALOGUE, GOLDEN, random_session
from tests.torture import mutators
from tests.torture.family import Family
from tests.torture.flips import small
from tests.torture.program import said
from tui_arena.batch.run import Run, recall
from tui_arena.batch.sweep import Axis, Sweep, recall_sweep, remember_sweep
from tui_arena.config import BadFile, ModelBook, Paths, read_models, read_settings
from tui_arena.core.options import BadOption
from tui_arena.data import Catalogue, GameInfo
from tui_arena.data.files import DECKS, THEMES
from tui_arena.data.packs import read_pack
from tui_arena.players.models.prompts import MissingSlot, messages
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.party import Party, PartyGame, PartyState
from tui_arena.players.party_store import read_party
from tui_arena.players.seating import BadPlayer
from tui_arena.save.exchange.export import FORMATS, export, plain
from tui_arena.save.exchange.session_files import (
    Incoming,
    document,
    import_session,
    read_document,
    read_file,
    same,
    to_store,
)
from tui_arena.save.store import SaveError, Store, open_store
from tui_arena.ui.app import themes

WORK = 30.0
"""Seconds of this process's own work that reading one file may take."""
DEMOS = sorted((DECKS.parent / "demos").glob("*.json"))
OTHERS = 12
"""Random sessions of each set-up of a game that are changed, too."""
PACK_MEMORY = 110 * 2**20
"""Bytes that reading a pack may take, apart from what is shipped."""
WARM = 4
"""How many lines of a long deck are kept."""


class TooLong(Exception):
    """Reading took more work than it may."""


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """Raise TooLong after so much work; the time that others take does not count."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise TooLong(f"reading took more than {WORK} s of work")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, WORK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# sessions


@cache
def documents() -> list[dict[str, Any]]:
    """Sessions to begin with: the golden ones, the demos, and random ones of all games."""
    found = [json.loads(path.read_text("utf-8")) for path in (*GOLDEN, *DEMOS)]
    found = [one.get("session", one) for one in found]
    for info in CATALOGUE.games.values():
        for table in tables(info, range(2)):
            session = random_session(table, cut=None if table.seed else 3)
            found.append(document(session, info))
    return [one for one in found if len(json.dumps(one)) < 60_000]


_stores: dict[int, Store] = {}


def _store() -> Store:
    """The save file of this worker."""
    if os.getpid() not in _stores:
        folder = Path(tempfile.mkdtemp(prefix="torture-store-"))
        _stores[os.getpid()] = open_store(folder / "arena.db", CATALOGUE).store
    return _stores[os.getpid()]


def sessions(rng: Random, folder: Path) -> list[str]:
    """A session file that is scored, imported and exported."""
    lines = rng.random() < 0.15
    path = folder / ("in.jsonl" if lines else "in.json")
    chosen = [rng.choice(documents()) for _ in range(2 if lines else 1)]
    path.write_bytes(b"\n".join(mutators.json_file(one, rng).replace(b"\n", b" ") for one in chosen))
    if not lines:
        path.write_bytes(mutators.json_file(chosen[0], rng))
    faults: list[str] = []
    for found in read_file(str(path), CATALOGUE):
        if isinstance(found, Incoming):
            faults += _taken(found) + _goes_out(found)
        elif not found.startswith(str(path)):
            faults.append(f"a fault does not name its place: {found[:200]}")
    return faults


def _taken(found: Incoming) -> list[str]:
    store = _store()
    before = store._access.db.total_changes
    try:
        result = import_session(store, found)
    except SaveError:
        return (
            ["an import that failed changed the save file"]
            if store._access.db.total_changes != before
            else []
        )
    session = store.load(result.id)
    faults = [] if same(session, to_store(found)) else ["what was imported is not what is saved"]
    if len(session.events) != len(found.session.events):
        faults.append(f"{len(found.session.events)} events went in, {len(session.events)} came out")
    if result.how == "imported":
        store.delete([result.id])
    return faults


def _goes_out(found: Incoming) -> list[str]:
    """What was read goes out and comes in again as the same, and is written in every format."""
    out = document(found.session, found.info, found.play)
    text = json.dumps(out, allow_nan=False)
    again = read_document(json.loads(text), "again", CATALOGUE)
    faults = []
    if json.dumps(document(again.session, again.info, again.play)) != text:
        faults.append("a session that was read and written is another one when it is read again")
    if again.dropped:
        faults.append(f"a session that was read and written is cleaned again: {again.dropped}")
    for form in FORMATS:
        for secrets in (False, True):
            "".join(export([(found.session, found.info)], form, secrets=secrets)).encode("utf-8")
    plain(found.session, found.info).encode("utf-8")
    return faults


# what a save file holds as text


def rows(rng: Random, folder: Path) -> list[str]:
    """A save file in which the JSON of one row was changed."""
    home = folder / "home"
    home.mkdir()
    path = home / "arena.db"
    path.write_bytes(small())
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        table = rng.choice(
            (
                "header",
                "event",
                "event",
                "seat",
                "metric",
                "rollup",
                "rollup_item",
                "rollup_part",
                "rollup_moments",
            )
        )
        column = {
            "seat": "counts",
            "rollup": "cells",
            "rollup_item": "sums",
            "rollup_part": "sums",
            "rollup_moments": "moments",
        }.get(table, "body")
        key = (
            "rowid"
            if table in ("header", "metric", "rollup")
            else "game, grp, kind, name, condition, item"
            if table == "rollup_item"
            else "k, item"
            if table == "rollup_part"
            else "game, grp, kind, name, condition"
            if table == "rollup_moments"
            else "n, place"
            if table == "seat"
            else "n, seq"
        )
        found = db.execute(f"SELECT {key}, {column} FROM {table} ORDER BY 1, 2").fetchall()
        *where, text = rng.choice(found)
        new = mutators.json_file(json.loads(text), rng).decode("utf-8", "replace")
        bound = " AND ".join(f"{name.strip()} = ?" for name in key.split(","))
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {bound}", (new, *where))
    faults: list[str] = []
    for arguments in (
        ["sessions"],
        ["export", "--all"],
        ["stats", "wordle"],
        ["doctor"],
        ["doctor", "--rebuild"],
    ):
        ran = said(home, *arguments)
        crashed = ran.faults(" ".join(arguments))
        faults += [fault.replace("(at ", f"(at {table} {new[:200]!r}: ") for fault in crashed]
        if ran.status not in (0, 1, 2) and not crashed:
            faults.append(f"{arguments[0]} ends with {ran.status} (at {table}: {new[:200]!r})")
    return faults


def _run_text() -> str:
    return json.dumps(
        asdict(Run("r", "wordle", 7, seats={"guesser": "bot:easy"}, options={"variant": "classic"}))
    )


def runs(rng: Random, _folder: Path) -> list[str]:
    """The saved note of a run, or of an `--over`."""
    store = _store()
    remember_sweep(Sweep("s", Axis("variant", ("classic", "clue")), ("r", "t")), store)
    note = json.loads(store.meta("over:s") or "")
    store.set_meta("run:r", _decoded(mutators.json_file(json.loads(_run_text()), rng)))
    store.set_meta("over:s", _decoded(mutators.json_file(note, rng)))
    for read in (lambda: recall("r", store), lambda: recall_sweep("s", store)):
        with contextlib.suppress(SaveError, BadFile, BadPlayer, BadOption):
            read()
    return []


def parties(rng: Random, _folder: Path) -> list[str]:
    """The saved note of a party."""
    party = Party(
        "p", "2026-11-21T10:00:00Z", ("human:Ada", "bot:easy"), (PartyGame("taboo"), PartyGame("wordle"))
    )
    text = _decoded(mutators.json_file(asdict(party), rng))
    read, _ = read_party("p", text, CATALOGUE, ModelBook())
    if read is not None:
        state = PartyState(read)
        assert state.position >= 0
        if not state.over:
            state.seating(CATALOGUE.game(state.game.game))
    return []


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


# the user's folder


def _paths(folder: Path) -> Paths:
    paths = Paths.find(folder / "home")
    paths.config.mkdir(parents=True)
    return paths


SETTINGS = """name = "Ada"
theme = "ember"
animations = true
pace = 1.0
budget_usd = 1.5
budget_tokens = 1000
"""
MODELS = """[model.one]
model = "openai/gpt-4o"
key_env = "OPENAI_API_KEY"
base_url = "http://127.0.0.1:1/v1"
input_price = 1.5
output_price = 2
json = false
[model.one.sampling]
temperature = 0.5
[model.two]
gguf = "/nowhere/x.gguf"
[limit.openai]
requests_per_minute = 60
concurrency = 2
"""


def settings(rng: Random, folder: Path) -> list[str]:
    """The settings."""
    paths = _paths(folder)
    paths.settings_file.write_bytes(mutators.toml_file(tomllib.loads(SETTINGS), SETTINGS, rng))
    read_settings(paths)
    return []


def models(rng: Random, folder: Path) -> list[str]:
    """The configured models."""
    paths = _paths(folder)
    paths.models_file.write_bytes(mutators.toml_file(tomllib.loads(MODELS), MODELS, rng))
    read_models(paths)
    return []


def theme_files(rng: Random, folder: Path) -> list[str]:
    """A theme."""
    paths = _paths(folder)
    source = rng.choice(sorted(THEMES.glob("*.toml"))).read_text("utf-8").replace('name = "', 'name = "my ')
    (paths.config / "themes").mkdir()
    (paths.config / "themes" / "mine.toml").write_bytes(
        mutators.toml_file(tomllib.loads(source), source, rng)
    )
    for theme in themes.read_themes(Catalogue(paths.config)).loaded:
        theme.to_color_system().generate()
    return []


def personas(rng: Random, folder: Path) -> list[str]:
    """The user's personas."""
    paths = _paths(folder)
    info = next(info for info in CATALOGUE.games.values() if info.minds)
    text = tomlkit.dumps({one.name: one.values for one in CATALOGUE.personas(info)[:3]})
    (paths.config / "personas.toml").write_bytes(mutators.toml_file(tomllib.loads(text), text, rng))
    catalogue = Catalogue(paths.config)
    catalogue.personas(info)
    catalogue.persona_faults(info)
    return []


@cache
def decks() -> list[tuple[GameInfo, str, str, str]]:
    """Shipped decks, cut to a few lines: game, lines, and of entities the text and name of their properties."""
    found = []
    for info in CATALOGUE.games.values():
        for name in info.decks:
            path = max(DECKS.glob(f"{name}-*.tsv"))
            lines = path.read_text("utf-8").split("\n")
            known = path.with_suffix(".toml")
            properties = known.read_text("utf-8") if known.exists() else ""
            found.append((info, "\n".join(lines[: 3 + WARM]), properties, known.stem))
    return found


def deck_files(rng: Random, folder: Path) -> list[str]:
    """A deck of the user's, from which a session is dealt."""
    paths = _paths(folder)
    info, text, properties, _ = rng.choice(decks())
    (paths.config / "decks").mkdir()
    path = paths.config / "decks" / "mine.tsv"
    path.write_bytes(mutators.table_file(text, rng))
    if properties and rng.random() < 0.3:
        path.write_text(text.replace(text.split("\n")[0], "# knowledge: mine"))
        own = "\n\n".join(properties.split("\n\n")[:6])
        path.with_suffix(".toml").write_bytes(mutators.text_file(own, rng))
    catalogue = Catalogue(paths.config)
    catalogue.deck_faults()
    with contextlib.suppress(BadFile, BadOption, BadPlayer):
        deck = catalogue.deck("mine", info)
        session, _cast = new_session(
            Opening(info.id, {}, deck=deck.deck.name), catalogue, id="-", seed=rng.randrange(99), started=None
        )
        play = session.fold(info.game)
        for seat in play.seats:
            play.view(seat)
    return []


NAMES = (
    "../a.tsv", "/a.tsv", "decks/con.tsv", "decks/NUL .tsv", "decks/.a.tsv", "decks/-a.tsv", "decks/a .tsv", "decks/A.TSV",
    "decks/a..tsv", "decks/a:b.tsv", "decks/a\0.tsv", "decks/\u202ea.tsv", "prompts/aux/guess.md", "decks/ａ.tsv", "decks/",
    "decks\\a.tsv", "decks/a.tsv", "decks/" + "a" * 200 + ".tsv", "settings.toml", "prompts/wordle/guess.mine.md",
)  # fmt: skip
"""Names of files in a pack, hardly any of which can be taken."""
METHODS = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
    zipfile.ZIP_DEFLATED,
    zipfile.ZIP_BZIP2,
    zipfile.ZIP_LZMA,
)
BLOWN = (b"a", b"a\n", b"abcde\n", b"\t", b"a|", b"\n", b"x ", "é\n".encode())
"""What fills a file up to its limit and beyond."""


def packs(rng: Random, folder: Path) -> list[str]:
    """A pack: other names, other methods, too much in it, or spoilt bytes."""
    _, text, _, _ = rng.choice(decks())
    content = mutators.table_file(text, rng)
    if rng.random() < 0.3:
        blown = rng.choice(BLOWN)
        content = (
            text.encode()[: rng.choice((5, 400))]
            + b"\n"
            + blown * (rng.choice((2**16, 2**20, 2**24)) // len(blown))
        )
    names = ["decks/a.tsv", *rng.sample(NAMES, rng.choice((0, 0, 1, 2)))]
    manifest = {"format": "tui-arena pack", "version": 1, "files": names}
    path = folder / "some.pack"
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(path, "w", rng.choice(METHODS)) as archive:
        plain_manifest = rng.random() < 0.8
        archive.writestr(
            "pack.json", json.dumps(manifest) if plain_manifest else mutators.json_file(manifest, rng)
        )
        for name in names:
            archive.writestr(name, content, rng.choice((None, *METHODS)))
    if rng.random() < 0.4:
        path.write_bytes(mutators.bytes_changed(path.read_bytes(), rng))
    home = _paths(folder)
    tracemalloc.start()
    try:
        found = read_pack(path, Catalogue(home.config))
    except BadFile as error:
        faults = (
            []
            if str(error).startswith(str(path))
            else [f"a refusal does not name the pack: {str(error)[:200]}"]
        )
    else:
        faults = [] if all(map(_plain_name, found.files)) else [f"names were taken: {list(found.files)}"]
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    if peak > PACK_MEMORY:
        faults.append(f"a pack took {peak >> 20} MB (at {path.stat().st_size} bytes)")
    if any(home.config.iterdir()):
        faults.append("reading a pack wrote into the config folder")
    return faults


def _plain_name(name: str) -> bool:
    """Whether every system can have a file of this name in the folder that it is meant for."""
    *_, file = PurePosixPath(name).parts
    return (
        not PureWindowsPath(name).is_reserved() and ".." not in name and file[0].isalnum() and file.isascii()
    )


def prompts(rng: Random, folder: Path) -> list[str]:
    """A prompt of the user's."""
    paths = _paths(folder)
    table = rng.choice([t for info in CATALOGUE.games.values() for t in tables(info, [1])])
    play = table.start()
    ask = play.asks()[0]
    source = table.info.folder / "prompts" / f"{ask.name}.md"
    if not source.exists():
        return []
    own = paths.config / "prompts" / table.info.id
    own.mkdir(parents=True)
    (own / source.name).write_bytes(mutators.text_file(source.read_text("utf-8"), rng))
    with contextlib.suppress(BadFile, MissingSlot):
        messages(Catalogue(paths.config).prompt(table.info, source.stem), ask, play.view(ask.seat), None)
    return []


KINDS: tuple[tuple[int, Callable[[Random, Path], list[str]]], ...] = (
    (46, sessions),
    (16, deck_files),
    (4, packs),
    (3, rows),
    (6, theme_files),
    (5, settings),
    (5, models),
    (5, personas),
    (4, parties),
    (3, runs),
    (3, prompts),
)
"""What is changed, each with its share of a hundred attempts."""
_SHARES = [change for share, change in KINDS for _ in range(share)]


def attempt(seed: int, folder: Path) -> list[str]:
    """Change one file and read it."""
    change = _SHARES[seed * 37 % 100]
    try:
        with bounded():
            faults = change(Random(f"mutations/{seed}"), folder)
    except TooLong as late:
        faults = [str(late)]
    return [f"{change.__name__}: {fault}" for fault in faults]


def prepare() -> None:
    """Read what is changed."""
    documents()
    decks()
    small()


FAMILY = Family("mutations", 100_000, attempt, prepare=prepare)

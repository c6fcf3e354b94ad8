"""SIGKILL at random moments of all that writes: what was acknowledged stays, and nothing else breaks."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.save.sessions import CATALOGUE, GOLDEN
from tests.stub_server import StubServer
from tests.torture import in_app
from tests.torture.family import Family
from tests.torture.program import (
    Child,
    acknowledged,
    command,
    forked,
    kill_at_statement,
    opened,
    said,
    sessions_in,
    unsound,
)
from tui_arena.batch import job
from tui_arena.batch.optimise import search
from tui_arena.config import ModelBook
from tui_arena.core.session import Session
from tui_arena.players.new_session import Opening
from tui_arena.players.party import Party, PartyGame, next_opening
from tui_arena.players.party_store import open_party, save_party
from tui_arena.players.seating import bot
from tui_arena.save.store import SessionQuery, Store, open_store
from tui_arena.table.opening import AlreadyPlayed, LeasedSession, new_table, resumed_table
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.runner import SessionRunner

GAMES = tuple(CATALOGUE.games)
OLD_FILES = tuple((Path(__file__).parent.parent / "save" / "files").glob("schema_*.sql"))
AGAIN = 6
"""How often an activity is begun until it is killed; most are killed the first time."""
REAL = 12
"""One attempt of so many kills a process of its own, with its start."""


@dataclass
class Place:
    """The folder of an attempt, and what the activity needs to know."""

    folder: Path
    rng: Random
    before: Mapping[str, Session] = field(default_factory=dict)
    noticed: bool = False

    @property
    def home(self) -> Path:
        return self.folder / "home"

    @property
    def save_file(self) -> Path:
        return self.home / "arena.db"


Work = Callable[[], int]


def _nothing(_place: Place) -> list[str]:
    return []


@dataclass(frozen=True)
class Activity:
    """Something that writes and may be killed."""

    name: str
    begin: Callable[[Place], Work]
    """Prepares the folder; returns what the killed process does. It may be done again after a kill."""
    after: Callable[[Place], list[str]] = _nothing
    """What else has to be true once the save file was found to be sound."""
    real: Callable[[Place], list[str]] | None = None
    """The command line of it, if a process of its own can do it."""


# the save file to begin with


@cache
def template() -> Path:
    """A folder with a save file: sessions of all games by bots, unfinished ones, a party."""
    folder = Path(tempfile.mkdtemp(prefix="torture-kills-"))
    for game in GAMES:
        assert said(folder, "run", game, "--sessions", "2", "--seed", "3").status == 0, game
    assert said(folder, "import", *map(str, GOLDEN[:4])).status == 0
    with opened(folder / "arena.db") as (store, _):
        ready = new_table(CATALOGUE, store, Opening("wordle", {"guesser": bot("easy")}, seed=5), None)
        store.release(ready.session.id)
    shutil.rmtree(folder / "backups", ignore_errors=True)
    return folder


@cache
def held_in_template() -> Mapping[str, Session]:
    with opened(template() / "arena.db") as (store, _):
        return sessions_in(store)


def template_file(home: Path) -> None:
    """Put the save file of the template into a new folder."""
    home.mkdir()
    shutil.copy(template() / "arena.db", home / "arena.db")


def furnish(place: Place) -> None:
    """Put the save file of the template into the folder, if there is none yet."""
    if not place.home.exists():
        template_file(place.home)
        place.before = held_in_template()


# runs


def _live() -> None:
    """Save every reply of a bot as it comes, as if a model had given it."""
    job._ALONE = frozenset()


def _run_of(place: Place) -> list[str]:
    game, seed = place.rng.choice(GAMES), place.rng.randrange(3)
    at_once = place.rng.choice((1, 2, 3, 4, 8, 16))
    return ["run", game, "--sessions", "4", "--seed", str(seed), "--concurrency", str(at_once)]


def _begin_run(place: Place) -> Work:
    furnish(place)
    arguments, live = _run_of(place), place.rng.random() < 0.6

    def work() -> int:
        if live:
            _live()
        return command(place.home, *arguments)

    return work


Shape = dict[tuple[int, int], list[tuple[Any, ...]]]


def _shape(store: Store, run: str) -> Shape:
    """What was said in the sessions of a run, by seed and repetition; without ids, times and breaks."""
    found = {}
    for row in store.every(SessionQuery(run=run)):
        session = store.load(row.id)
        place = (session.setup.seed or 0, session.setup.repetition or 1)
        assert place not in found, f"two sessions of run {run} have the place {place}"
        found[place] = [
            (e.type, *(e.get(key) for key in ("seat", "ask", "text", "status", "fault", "outcome")))
            for e in session.events
            if e.type not in ("resumed", "paused")
        ]
    return found


@cache
def _unkilled(game: str, seed: int, sessions: int) -> str:
    """The shape of a whole run, as text."""
    with tempfile.TemporaryDirectory(prefix="torture-whole-") as folder:
        home = Path(folder)
        ran = said(home, "run", game, "--sessions", str(sessions), "--seed", str(seed))
        assert ran.status == 0, ran.err
        with opened(home / "arena.db") as (store, _):
            (run,) = store.notes("run:")
            return str(sorted(_shape(store, run.removeprefix("run:")).items()))


def _resumes(place: Place) -> list[str]:
    """Every run that was begun goes on to what it would have been."""
    with opened(place.save_file) as (store, _):
        notes = {key.removeprefix("run:"): json.loads(text) for key, text in store.notes("run:").items()}
        over = {
            run
            for run, note in notes.items()
            if sum(row.result != "unfinished" for row in store.every(SessionQuery(run=run)))
            >= note["sessions"]
        }
    faults = []
    for run, note in notes.items():
        if run in over and place.before and note["seed"] == 3 and note["sessions"] == 2:
            continue  # of the template
        went = said(place.home, "run", note["game"], "--resume", run)
        faults += went.faults("run --resume")
        if went.status != 0:
            faults.append(f"run --resume ends with {went.status}: {went.err[-300:]}")
            continue
        with opened(place.save_file) as (store, _):
            shape = str(sorted(_shape(store, run).items()))
        if shape != _unkilled(note["game"], note["seed"], note["sessions"]):
            faults.append(f"run {run} of {note['game']}, seed {note['seed']}, resumed to other sessions")
    return faults


# tables


async def _directly(work: Callable[..., Any], *args: Any) -> Any:
    await asyncio.sleep(0)
    return work(*args)


async def _play(store: Store, *tables: LeasedSession) -> None:
    """Play tables side by side, as the app does."""
    runners = [SessionRunner(ready, store, _directly, playback=Playback(FASTEST)) for ready in tables]
    await asyncio.gather(*(runner.run() for runner in runners))
    for runner in runners:
        assert runner.over, runner.failed
        await runner.let_go()


def _opening(rng: Random, seed: int | None = None) -> Opening:
    return Opening(rng.choice(GAMES), {}, seed=seed if seed is not None else rng.randrange(10**6))


async def play_tables(store: Store, rng: Random, count: int) -> None:
    """Play tables of bots side by side."""
    await _play(store, *(new_table(CATALOGUE, store, _opening(rng), None) for _ in range(count)))


def _begin_table(place: Place) -> Work:
    furnish(place)
    opening = _opening(place.rng)

    def work() -> int:
        store = open_store(place.save_file, CATALOGUE).store
        asyncio.run(_play(store, new_table(CATALOGUE, store, opening, None)))
        store.close()
        return 0

    return work


def _begin_duel(place: Place) -> Work:
    furnish(place)
    opening = _opening(place.rng)

    def work() -> int:
        store = open_store(place.save_file, CATALOGUE).store
        tables = [new_table(CATALOGUE, store, opening, None) for _ in range(2)]
        asyncio.run(_play(store, *tables))
        store.close()
        return 0

    return work


def _goes_on(place: Place) -> list[str]:
    """Every table of bots that was left unfinished is resumed and played to its end."""
    with opened(place.save_file) as (store, _):
        for row in list(store.every(SessionQuery(unfinished=True))):
            if row.id in place.before:
                continue
            try:
                asyncio.run(_play(store, resumed_table(CATALOGUE, store, row.id)))
            except AlreadyPlayed:
                continue  # killed between the last reply and its end
    return []


PARTY_GAMES = ("taboo", "wordle", "akinator")


def _begin_party(place: Place) -> Work:
    furnish(place)
    games = tuple(PartyGame(game) for game in place.rng.sample(PARTY_GAMES, 2))
    party = Party("torture", "2026-11-21T10:00:00Z", ("bot:easy", "bot:medium", "bot:hard"), games)

    def work() -> int:
        store = open_store(place.save_file, CATALOGUE).store
        state = open_party(store, CATALOGUE, ModelBook(), party.id)[0]
        if state is None:
            save_party(store, party)
        while (state := open_party(store, CATALOGUE, ModelBook(), party.id)[0]) and not state.over:
            asyncio.run(_play(store, _next_table(store, state)))
        store.close()
        return 0

    return work


def _next_table(store: Store, state: Any) -> LeasedSession:
    if state.running is not None:
        try:
            return resumed_table(CATALOGUE, store, state.running.row.id)
        except AlreadyPlayed:
            store.summarise(*_folded(store, state.running.row.id))
    info = CATALOGUE.game(state.game.game)
    return new_table(CATALOGUE, store, next_opening(state, info, ModelBook()), None, party=state.party.id)


def _folded(store: Store, session_id: str) -> tuple[str, Any]:
    session = store.load(session_id)
    return session_id, session.fold(CATALOGUE.game(session.game).game)


def _party_ends(place: Place) -> list[str]:
    """The party goes on to its end: each of its games is played once."""
    child = forked(place.folder, _begin_party_again(place))
    status = child.wait()
    if status != 0:
        return [f"the party does not go on: {child.faults() or status}"]
    with opened(place.save_file) as (store, _):
        state = open_party(store, CATALOGUE, ModelBook(), "torture")[0]
        played = 0 if state is None else len(state.sessions)
    return [] if played == 2 else [f"a party of 2 games came to {played} sessions"]


def _begin_party_again(place: Place) -> Work:
    with opened(place.save_file) as (store, _):
        had = store.meta("party:torture")
    return _begin_party(place) if had is None else _begin_party(replace(place, rng=Random(1)))


# commands


def _begin_command(*arguments: str, prepare: Callable[[Place], None] = furnish) -> Callable[[Place], Work]:
    def begin(place: Place) -> Work:
        prepare(place)
        filled = [text.format(folder=place.folder, n=place.rng.randrange(10**6)) for text in arguments]
        return lambda: command(place.home, *filled)

    return begin


def _again(*arguments: str) -> Callable[[Place], list[str]]:
    """The same command once more does it, without complaint."""

    def after(place: Place) -> list[str]:
        ran = said(place.home, *(text.format(folder=place.folder) for text in arguments))
        return [
            *ran.faults(arguments[0]),
            *([] if ran.status == 0 else [f"{arguments[0]} again: {ran.err[-300:]}"]),
        ]

    return after


def _with_golden(place: Place) -> None:
    furnish(place)
    documents = [json.loads(path.read_text("utf-8")) for path in GOLDEN]
    lines = (json.dumps(one.get("session", one)) for one in documents)
    (place.folder / "in.jsonl").write_text("\n".join(lines))


def _whole_copy(place: Place) -> list[str]:
    """A copy that bears the name that was asked for is a whole one."""
    faults = []
    for copy in place.folder.glob("copy-*"):
        home = place.folder / f"of-{copy.name}"
        home.mkdir()
        shutil.copy(copy, home / "arena.db")
        if copy.name.endswith(("-journal", "-wal", "-shm")):
            faults.append(f"{copy.name} is left over")
        elif copy.stat().st_size == 0:
            faults.append("backup: an empty file is left under the name that was asked for")
        else:
            faults += [f"backup: {fault}" for fault in unsound(home, before=place.before)]
    return faults


def _with_backup(place: Place) -> None:
    furnish(place)
    copy = place.folder / "backup.db"
    if not copy.exists():
        assert forked(place.folder, lambda: command(place.home, "backup", str(copy))).wait() == 0
        with opened(place.save_file) as (store, _):
            ready = new_table(CATALOGUE, store, Opening("wordle", {}, seed=9), None)
            store.release(ready.session.id)


def _with_old_file(place: Place) -> None:
    if place.home.exists():
        return
    place.home.mkdir()
    db = sqlite3.connect(place.save_file)
    db.executescript(place.rng.choice(OLD_FILES).read_text("utf-8"))
    db.close()


def _migrated(place: Place) -> list[str]:
    with opened(place.save_file) as (store, _):
        lines = sorted(row.line for row in store.sessions())
    return [] if lines == ["Ada, won in 3", "Cleo, 2 of 6 guesses"] else [f"the old file holds {lines}"]


def _with_damage(place: Place) -> None:
    if place.home.exists():
        return
    furnish(place)
    place.noticed = True
    path = place.save_file
    how = place.rng.randrange(3)
    if how == 0:
        (place.home / "arena.db.damaged").touch()
    else:
        data = bytearray(path.read_bytes())
        pages = len(data) // 4096
        if how == 1:
            (place.home / "arena.db.damaged").touch()
            page = place.rng.randrange(pages * 2 // 3, pages)
            data[page * 4096 : (page + 1) * 4096] = place.rng.randbytes(4096)
        else:
            data = data[: int(len(data) * place.rng.uniform(0.7, 0.95))]
        path.write_bytes(data)
    whole = place.folder / "salvaged"
    shutil.copytree(place.home, whole)
    with opened(whole / "arena.db") as (store, _):
        place.before = sessions_in(store)


# studies, searches, and the app

STUDY = """
name = "small"
title = "A small study"
players = ["bot:hard", "bot:easy"]
seeds = [7]
items = 2

[[game]]
game = "wordle"
on = ["guesser"]
options = { max_guesses = [5, 6] }

[[game]]
game = "taboo"
on = ["guesser"]
seats = { setter = "bot:medium" }
"""


def _with_study(place: Place) -> None:
    furnish(place)
    (place.folder / "study.toml").write_text(STUDY)


def _study_ends(place: Place) -> list[str]:
    """The study goes on to its end, and has each of its sessions once."""
    faults = _again("study", "run", "{folder}/study.toml")(place)
    with opened(place.save_file) as (store, _):
        found = [one.setup for one in sessions_in(store).values() if one.setup.extra.get("study") == "small"]
    places = {(one.extra["run"], one.seed, one.repetition) for one in found}
    return [
        *faults,
        *([] if len(found) == len(places) == 12 else [f"a study of 12 sessions has {len(found)}"]),
    ]


SEARCH = (
    *("optimise", "wordle", "--seat", "guesser", "--ask", "guess", "--player", "model:player"),
    *("--reflect", "model:writer", "--sessions", "12", "--seed", "7", "--name", "better", "--budget", "5"),
)


@cache
def _models() -> StubServer:
    """A server for models that play and that write prompts; it lasts as long as this process."""
    server = StubServer()
    server.start()
    return server


def _with_models(place: Place) -> None:
    furnish(place)
    config = place.home / "config"
    config.mkdir(exist_ok=True)
    prices = f'base_url = "{_models().url}"\ninput_price = 10.0\noutput_price = 10.0\n'
    lines = (
        f'[model.{name}]\nmodel = "{model}"\n{prices}'
        for name, model in (("player", "obeys"), ("writer", "reflects"))
    )
    (config / "models.toml").write_text("".join(lines))


def _begin_search(place: Place) -> Work:
    _with_models(place)

    def work() -> int:
        search.HELD_OUT = 6
        return command(place.home, *SEARCH)

    return work


def _search_ends(place: Place) -> list[str]:
    """The search goes on to its end, and the prompt is there."""
    child = forked(place.folder, _begin_search(place))
    status = child.wait()
    made = list((place.home / "config" / "prompts" / "wordle").glob("guess.better.md"))
    told = (place.folder / "stderr").read_text()[-300:]
    return [
        *child.faults(),
        *([] if status == 0 and made else [f"the search does not go on ({status}): {told}"]),
    ]


def _begin_in_app(work: Callable[[Path], int]) -> Callable[[Place], Work]:
    def begin(place: Place) -> Work:
        furnish(place)
        in_app.prepare(place.home)
        return lambda: work(place.home)

    return begin


ACTIVITIES = (
    Activity("run", _begin_run, _resumes, real=_run_of),
    Activity("table", _begin_table, _goes_on),
    Activity("duel", _begin_duel, _goes_on),
    Activity("party", _begin_party, _party_ends),
    Activity(
        "analyse",
        _begin_command("analyse", "--all", "--player", "bot:easy", "--again"),
        _again("analyse", "--all", "--player", "bot:easy"),
    ),
    Activity(
        "import",
        _begin_command("import", "{folder}/in.jsonl", prepare=_with_golden),
        _again("import", "{folder}/in.jsonl"),
    ),
    Activity("backup", _begin_command("backup", "{folder}/copy-{n}.db"), _whole_copy),
    Activity(
        "restore",
        _begin_command("restore", "{folder}/backup.db", prepare=_with_backup),
        _again("restore", "{folder}/backup.db"),
    ),
    Activity("migrate", _begin_command("sessions", prepare=_with_old_file), _migrated),
    Activity("rebuild", _begin_command("doctor", "--rebuild")),
    Activity(
        "study", _begin_command("study", "run", "{folder}/study.toml", prepare=_with_study), _study_ends
    ),
    Activity("optimise", _begin_search, _search_ends),
    Activity("keyboard", _begin_in_app(in_app.keyboard)),
    Activity("phone", _begin_in_app(in_app.with_phone)),
    Activity("salvage", _begin_command("sessions", prepare=_with_damage)),
)


BY_RUNS = ("run", "study", "optimise")
"""What plays runs, which bring the rows of a session up to date when they end it or leave it."""


# an attempt


_learnt: dict[str, int] = {}


def _statements(activity: Activity, folder: Path) -> int:
    """About how many SQL statements an activity begins; found out once by each worker."""
    if activity.name not in _learnt:
        place = Place(folder / "learn", Random(0))
        place.folder.mkdir()
        work = activity.begin(place)

        def counted() -> int:
            begun = [0]
            connected = sqlite3.connect

            def connect(*args: Any, **kwargs: Any) -> sqlite3.Connection:
                db: sqlite3.Connection = connected(*args, **kwargs)
                db.set_trace_callback(lambda _: begun.__setitem__(0, begun[0] + 1))
                return db

            sqlite3.connect = connect  # type: ignore[assignment]
            work()
            (place.folder / "count").write_text(str(begun[0]))
            return 0

        child = forked(place.folder, counted)
        assert child.wait() == 0, (place.folder / "stderr").read_text()
        _learnt[activity.name] = int((place.folder / "count").read_text())
        shutil.rmtree(place.folder)
    return _learnt[activity.name]


def attempt(seed: int, folder: Path) -> list[str]:
    """Kill one activity once, and look."""
    rng = Random(f"kills/{seed}")
    activity = ACTIVITIES[seed % len(ACTIVITIES)]
    place = Place(folder, rng)
    if activity.real and rng.randrange(REAL) == 0:
        furnish(place)
        faults = _kill_real(place, activity.real(place))
    else:
        faults = _kill_forked(place, activity)
    told = acknowledged(folder / "acks")
    faults += unsound(
        place.home,
        told=told,
        before=place.before,
        noticed=place.noticed,
        lines=activity.name not in BY_RUNS,
        sums=activity.name != "optimise",
    )
    if not faults:
        faults = activity.after(place)
    if not faults:
        faults = [f"afterwards: {fault}" for fault in unsound(place.home, before=place.before)]
    return [f"{activity.name}: {fault}" for fault in faults]


def _kill_forked(place: Place, activity: Activity) -> list[str]:
    most = _statements(activity, place.folder)
    for _ in range(AGAIN):
        work = activity.begin(place)
        by_statement = place.rng.random() < 0.6
        at = place.rng.randrange(1, most + 1)
        delay = place.rng.uniform(0, 0.4)

        def killed_there(work: Work = work, at: int = at, by_statement: bool = by_statement) -> int:
            if by_statement:
                kill_at_statement(at)
            return work()

        child: Child = forked(place.folder, killed_there)
        if by_statement:
            status = child.wait()
            killed = status == -signal.SIGKILL
        else:
            killed = child.kill(delay)
        faults = child.faults()
        if killed or faults:
            return faults
    return []


def _kill_real(place: Place, arguments: list[str]) -> list[str]:
    told = [sys.executable, "-m", "tests.torture.program", str(place.folder / "acks"), *arguments]
    with (place.folder / "stderr").open("wb") as err:
        process = subprocess.Popen(
            [*told, "--data-dir", str(place.home)],
            stdout=subprocess.DEVNULL,
            stderr=err,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        Child(process.pid, place.folder).kill(place.rng.uniform(0.3, 2.5))
        process.returncode = 0
    return Child(process.pid, place.folder).faults()


def prepare() -> None:
    """Make what all attempts copy, and load what they use."""
    from tui_arena.players.models.litellm_client import LiteLLM

    template()
    held_in_template()
    _models()
    LiteLLM().load(warm=True)


def missing() -> str:
    return "" if hasattr(os, "fork") else "processes can't be forked here"


FAMILY = Family("kills", 2_000, attempt, prepare=prepare, missing=missing)

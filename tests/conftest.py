"""Fixtures and settings for all tests."""

from __future__ import annotations

import gc
import os
import sqlite3
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal import charmap
from hypothesis.internal.conjecture import providers
from hypothesis.internal.intervalsets import IntervalSet

from tests.save.sessions import CATALOGUE
from tests.stub_server import StubServer
from tui_arena.save.migrations import migrate
from tui_arena.save.store import Store, open_store


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the screens' golden files anew")


def pytest_configure() -> None:
    # Images of Python often forbid compiled files; then each worker and each started program would compile all
    # modules anew, for longer than most of the tests take.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # Objects made while tests are collected (modules, decks, thousands of tests) stay, so searching them for
    # garbage is useless; it would take more than half of the time of collecting.
    gc.disable()
    # No test asserts on a clock, so no example has a deadline. The examples are the same every time, like all that
    # is drawn by chance, and fifteen of them are enough where a test doesn't name another number.
    patient = settings(
        deadline=None, derandomize=True, max_examples=15, suppress_health_check=[HealthCheck.too_slow]
    )
    settings.register_profile("patient", patient)
    settings.load_profile("patient")
    # Hypothesis would read the source of every loaded module for constants, for seconds in each worker, and draw
    # other examples as soon as another module is loaded.
    providers._get_local_constants = lambda: providers._local_constants
    # On a clean checkout it would write every character as UTF-8, in each worker, to see which can be written.
    utf8 = IntervalSet(((0, 0xD7FF), (0xE000, 0x10FFFF))), IntervalSet(())
    other = charmap.intervals_from_codec
    charmap.intervals_from_codec = cache(lambda codec: utf8 if codec == "utf-8" else other(codec))


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    # On a clean checkout each worker would rewrite the asserts of all modules and compile them, all at once and in
    # the same order. So each begins elsewhere, and finds as compiled files what others have been through.
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args != session.config.getini("testpaths"):
        return
    root = session.config.rootpath
    modules = sorted(path.relative_to(root).with_suffix("") for path in root.glob("tests/**/test_*.py"))
    mine = int(worker["workerid"].removeprefix("gw")) * len(modules) // worker["workercount"]
    for path in (*modules[mine:], *modules[:mine]):
        import_module(".".join(path.parts))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # A worker that needs LiteLLM loads it for seconds. At the beginning of one worker's tests no other takes them.
    items.sort(key=lambda item: "library" not in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    # The objects made so far are never searched again. Apps make hundreds of thousands of objects that stay
    # for their test, and Python's default thresholds would search all of them again and again.
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


@pytest.fixture(autouse=True)
def _drawn_alike_every_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn by chance is the same whenever a test runs, else one in hundreds would meet a first guess
    that hits, or two secrets that are one."""
    chance = Random(request.node.nodeid)
    monkeypatch.setattr("secrets.randbelow", chance.randrange)
    monkeypatch.setattr("secrets.randbits", chance.getrandbits)
    monkeypatch.setattr("secrets.choice", chance.choice)


@pytest.fixture(scope="session", autouse=True)
def _empty_save_files_are_copied() -> Iterator[None]:
    """Every new save file goes through all migrations, four fifths of the time in which one is opened, and comes
    out the same. So only the first does, and the others are its copies. How a file is made on a disk that is full
    is tested in a process of its own, without this."""
    whole = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    turn = threading.Lock()

    def copied(db: sqlite3.Connection) -> None:
        if db.execute("SELECT 1 FROM sqlite_schema").fetchone() is not None:
            migrate(db)
            return
        with turn:
            migrate(whole)
            whole.backup(db)

    with closing(whole), pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui_arena.save.connect.migrate", copied)
        yield


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """An empty store on disk; some test folders define a different one."""
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    yield opened
    opened.close()


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """A server at which models are asked; some test folders define a different one."""
    with StubServer() as server:
        yield server

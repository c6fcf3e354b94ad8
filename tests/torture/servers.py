"""The hostile server against `run`, `models test` and a table in the app, and what has to be true afterwards.

An attempt is one behaviour against one front, in a home of its own. The program runs in a process that is
forked from one which has loaded the libraries, with the first wait before a retry shortened; one attempt of
`FRESH` starts it as a user does. A second process then asks the same server, which behaves now.

    python -m tests.torture.servers [--only TEXT]... [--front FRONT]... [--jobs N]
"""

from __future__ import annotations

import argparse
import atexit
import gc
import importlib
import json
import multiprocessing
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests import clothes
from tests.attacks import ACTING
from tests.torture.family import Family
from tests.torture.hostile import bodies, errors, wire, words
from tests.torture.hostile.processes import MEMORY, Child, Ran, Talk, forked, fresh
from tests.torture.hostile.server import TABLE, Behaviour, HostileServer, Visit
from tests.torture.hostile.table import LONGEST_WAIT, at_table
from tui_arena.config import HOME_VARIABLE
from tui_arena.players.models.registry import TRANSPORTS

assert all((wire, bodies, words, errors))  # they fill the table

FRONTS = ("run", "test", "table")
CASES = [(name, front) for name in TABLE for front in FRONTS]
FRESH = 24
"""One attempt of so many is a process with its own start."""

TIMEOUT, STALL = 3, 1.5
"""Seconds, as the attempt's models.toml has them."""
LONGEST = {"run": 75.0, "test": 110.0, "table": 2 * LONGEST_WAIT + 10}
"""Seconds until the process has ended: of a table one request with all its tries; of a run several guesses,
of a test all asks, should each of them be cut off."""
START = 30.0
"""Seconds more for a process with its own start, whose waits before a retry are not shortened (31 s)."""
LINES, CHARS = 6, 500
"""Lines on stderr, and characters of each."""

KEY = "Zq9fTn4xWb7-RkM2vLc8sHd3-PyJ6gUe5aBw1"
"""It doesn't look like a key, so only its known value can be hidden."""
OTHER_KEY = "sk-other-7Yh3mQ9zXc5vB1nM8kL2pW4t"
"""The key of another provider, which this server must never hear."""
VARIABLE = "MY_PASSPORT"

LIBRARY = re.compile(
    r"litellm|pydantic|httpx|aiohttp|httpcore|openai\.|asyncio|site-packages|Traceback|File \"|Unclosed|"
    r"never retrieved|never awaited|\b[A-Z]\w+(?:Error|Exception|Warning)\b|stopped by a fault of its own",
    re.IGNORECASE,
)
"""Text of a library, or of a crash."""


# what must not be seen


def letters(text: str) -> str:
    return re.sub("[^a-z0-9]", "", text.lower())


def leaked(text: str, key: str = KEY) -> str:
    """How a text shows a key: a word for it, empty if it doesn't."""
    if key in text:
        return "in one piece"
    plain, whole = letters(text), letters(key)
    if whole in plain:
        return "with other characters between"
    if whole[: len(whole) // 2] in plain or whole[len(whole) // 2 :] in plain:
        return "a half of it"
    return f"{part} in other clothes" if (part := clothes.shown(text, key)) else ""


def around(text: str, key: str = KEY) -> str:
    """The text around a key, for a sentence; the key's letters may be far apart."""
    at = text.find(key[:8])
    return ascii(text[max(at - 100, 0) : at + 80]) if at >= 0 else ascii(text[:160])


def ugly(text: str, what: str) -> list[str]:
    """What is wrong with a text that people see."""
    faults = []
    if how := leaked(text):
        faults.append(f"{what} shows the key, {how}: {around(text)}")
    if acting := sorted(ACTING & set(text)):
        faults.append(f"{what} has control characters {acting[:5]}")
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        faults.append(f"{what} has halves of letters")
    if found := LIBRARY.search(text):
        start = max(found.start() - 80, 0)
        faults.append(f"{what} has text of a library: {text[start : found.end() + 120]!a}")
    return faults


# what runs there


def run_command(arguments: Sequence[str]) -> Callable[[Talk], int]:
    """The command, in a process that has loaded the libraries."""

    def work(_talk: Talk) -> int:
        from tui_arena.__main__ import main

        return main(arguments)

    return work


def hurried(work: Callable[[Talk], int]) -> Callable[[Talk], int]:
    """The same work with short waits before a failed request is repeated; of its process, for good."""

    def hurry(talk: Talk) -> int:
        from tui_arena.players.models import client

        client.FIRST_WAIT = 0.02
        return work(talk)

    return hurry


COMMANDS = {
    "run": ("run", "wordle", "--seat", "guesser=model:evil", "--seed", "3", "--sessions", "2", "--json"),
    "test": ("models", "test", "evil"),
}


def follow_up(front: str, old: str, *, whole: bool) -> Callable[[Talk], int]:
    """What is done when the server behaves: play where a run failed, and export all in all ways.

    `whole`: let `doctor` look at all, too, which reads every deck.
    """

    def work(talk: Talk) -> int:
        from tui_arena.__main__ import main

        again = talk("again")
        run = ["--resume", again] if again else ["--seat", "guesser=model:evil", "--seed", "4"]
        status = main(["run", "wordle", *run, "--json"]) if front == "run" else 0
        print("\n--- exports", flush=True)
        for form in ("json", "jsonl", "csv", "md", "sft"):
            main(["export", "--all", "--format", form, "--secrets"])
        main(["sessions", "--json"])
        print("\n--- old", flush=True)
        main(["export", old, "--format", "json"])
        print("\n--- doctor", flush=True)
        return status * 10 + (main(["doctor"]) if whole else 0)

    return work


# attempts

MODELS = """
[model.evil]
model = "{model}"
{address}key_env = "{variable}"
timeout = {timeout}
stall = {stall}
"""
WIRE_MODEL = {"openai": "evil", "ollama": "ollama_chat/evil", "anthropic": "anthropic/claude-evil"}


def models_toml(behaviour: Behaviour, url: str) -> str:
    address = f'base_url = "{url}"\n' if behaviour.dialect == "openai" else ""
    model = WIRE_MODEL[behaviour.dialect]
    return MODELS.format(model=model, address=address, variable=VARIABLE, timeout=TIMEOUT, stall=STALL)


@cache
def template() -> tuple[Path, str, str]:
    """A home with a session that was played before: its folder, the session's id and its export."""
    home = Path(tempfile.mkdtemp(prefix="hostile-home-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    out = _said_there(home, "run", "wordle", "--seed", "1", "--json")
    old = json.loads(out)["sessions"][0]["id"]
    return home, old, _said_there(home, "export", old, "--format", "json")


def _said_there(home: Path, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tui_arena", *arguments],
        env={**os.environ, HOME_VARIABLE: str(home)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return done.stdout


@cache
def prepare() -> None:
    """Load what every attempt needs, so that it is not loaded in each of them."""
    from tests.ui import playing
    from tui_arena import __main__
    from tui_arena.cli import models, running
    from tui_arena.players.models.litellm_client import LiteLLM
    from tui_arena.ui.app import app

    assert all((playing, __main__, models, running, app))
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    template()
    LiteLLM().load(warm=True)
    for name in _loaded():
        with suppress(Exception):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()


def _loaded() -> list[str]:
    """The modules that the fronts load on their way, told by processes that go it."""
    found: set[str] = set()
    for front in FRONTS:
        with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as folder:
            trial = Attempt(Behaviour("good", "", "", Visit.play), front, Path(folder), alone=False)
            trial.faults()
            found.update((Path(folder) / "first" / "modules").read_text().split())
    return sorted(found - set(sys.modules))


async def _hears(it: Visit) -> None:
    await it.reply({"choices": []})


BYSTANDER = Behaviour("elsewhere", "", "another origin, which nobody may call", _hears)


def attempt(number: int, folder: Path) -> list[str]:
    """One behaviour against one front; returns what went wrong, in sentences."""
    prepare()
    name, front = CASES[number * 577 % len(CASES)]
    return tried(name, front, folder, alone=number % FRESH == 0)


def tried(name: str, front: str, folder: Path, *, alone: bool = False) -> list[str]:
    """What went wrong when this behaviour met this front. `alone`: with a start of its own."""
    return [f"{name} ({front}): {fault}" for fault in Attempt(TABLE[name], front, folder, alone).faults()]


class Attempt:
    """One behaviour against one front."""

    def __init__(self, behaviour: Behaviour, front: str, folder: Path, alone: bool) -> None:
        self.behaviour = behaviour
        self.front = front
        self.folder = folder
        self.home = folder / "home"
        self.alone = alone and front != "table"
        self.whole = alone
        self.found: list[str] = []
        self.outside = folder / "outside"

    def faults(self) -> list[str]:
        made, self.old, self.old_text = template()
        shutil.copytree(made, self.home)
        for name in ("user", "tmp"):
            (self.outside / name).mkdir(parents=True)
        environment = {
            HOME_VARIABLE: str(self.home), VARIABLE: KEY, "OPENAI_API_KEY": OTHER_KEY, "ANTHROPIC_API_KEY": OTHER_KEY,
            "HOME": str(self.outside / "user"), "TMPDIR": str(self.outside / "tmp"), "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(self.outside / "user"), "XDG_CONFIG_HOME": str(self.outside / "user"),
        }  # fmt: skip
        elsewhere = HostileServer(BYSTANDER)
        server = HostileServer(self.behaviour)
        ports = (server.reserve(), elsewhere.reserve())  # before anybody forks, so that all know the address
        server.elsewhere = f"http://127.0.0.1:{ports[1]}"
        environment |= (
            {"ANTHROPIC_API_BASE": server.url, "OLLAMA_API_BASE": server.url}
            if (self.behaviour.dialect != "openai")
            else {}
        )
        file = self.home / "config" / "models.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(models_toml(self.behaviour, server.url))
        work = at_table(self.home) if self.front == "table" else run_command(COMMANDS[self.front])
        first = None if self.alone else forked(self.folder / "first", environment, hurried(work))
        second = forked(
            self.folder / "second", environment, follow_up(self.front, self.old, whole=self.whole)
        )
        with elsewhere, server:
            if first is None:
                first = fresh(self.folder / "first", environment, COMMANDS[self.front])
            self.first(server, first)
            server.listen_again()
            if self.behaviour.scheme != "http":
                file.write_text(models_toml(self.behaviour, server.url.replace("https", "http")))
            self.second(second)
            if elsewhere.callers:
                told = [
                    what
                    for what, text in (("the key", KEY), ("a prompt", '"messages"'))
                    if text in elsewhere.all_heard
                ]
                self.found.append(
                    f"another origin was asked, and heard {' and '.join(told) or 'nothing else'}"
                )
            if strange := server.keys - {KEY}:
                self.found.append(f"another key than the model's was sent: {sorted(strange)}")
            self.asked = len(server.requests)
        self.files()
        return self.found

    def first(self, server: HostileServer, child: Child) -> None:
        """The program meets the hostile server."""
        child.begin()

        def answer(_line: str) -> str:
            if not server.wait_until_idle(5):
                self.found.append(f"{server.busy} connections were still open when the reply was given up")
            server.listen_again()
            return "mended"

        longest = LONGEST[self.front] + (START + 31 if self.alone else 0)
        ran = self.ran = child.end(longest, answer)
        if ran.killed:
            self.found.append(f"the process {ran.killed}")
        elif ran.grown > MEMORY:
            self.found.append(f"the process took {ran.grown} MB more")
        crash = self.folder / "first" / "crash"
        if crash.exists():
            self.found.append(f"the program crashed: {crash.read_text()[:300]}")
        if self.front == "table":
            self.table(ran)
        else:
            self.command(ran)

    def command(self, ran: Ran) -> None:
        """What a command printed, and its exit status."""
        self.found += ugly(ran.out.replace(TRANSPORTS["litellm"], ""), "stdout") + ugly(ran.err, "stderr")
        lines = ran.err.splitlines()
        if len(lines) > LINES or any(len(line) > CHARS for line in lines):
            self.found.append(
                f"stderr has {len(lines)} lines, the longest of {max(map(len, lines))} characters"
            )
        if ran.status is None:
            return
        if ran.status not in (0, 1):
            self.found.append(f"the exit status is {ran.status}: {ran.err[-300:]!a}")
        if ran.status == 1 and "evil" not in ran.err:
            self.found.append(f"it failed without a sentence that names the model: {ran.err[-300:]!a}")
        wanted = {"plays": 0, "fails": 1}.get(self.behaviour.outcome, ran.status)
        if ran.status != wanted:
            what = "took for a reply what is none" if wanted else "did not take a proper reply"
            self.found.append(f"it {what}: {ran.err[-200:]!a}")

    def table(self, ran: Ran) -> None:
        """What a person saw."""
        self.found += ugly(ran.err, "stderr")
        if ran.err:
            self.found.append(f"the app wrote to stderr: {ran.err[:300]!a}")
        if ran.status != 0 or not ran.out:
            self.found += [] if ran.killed else [f"the app ended with status {ran.status}"]
            return
        seen = json.loads(ran.out.splitlines()[-1])
        self.screens(seen["seen"], seen["secret"])
        self.found += ugly(seen["result"], "the result")
        if seen["link"]:
            self.found.append(f"the screen has something to click that a model wrote: {seen['link']!a}")
        if seen["tasks"]:
            self.found.append(f"tasks are left: {seen['tasks'][:3]}")
        first, *rest = seen["ways"]
        wanted = {"plays": ("plays", "over"), "fails": ("failed",)}.get(self.behaviour.outcome, (first,))
        if first == "hangs":
            self.found.append("the table waits on: no reply, no failure")
        elif first not in wanted:
            self.found.append(f"the table {first}")
        if rest and rest[0] not in ("plays", "over") and self.behaviour.scheme == "http":
            said = " ".join(seen["said"].split())[:400]
            self.found.append(f"asked again, with a server that behaves, the table {rest[0]}: {said!a}")

    def screens(self, seen: Sequence[str], secret: str) -> None:
        """Everything that the person at the screen could reach before the end of the game."""
        shown = {fault.partition(":")[0]: fault for text in seen for fault in ugly(text, "the screen")}
        self.found += shown.values()
        quoted = self.behaviour.kind in ("errors", "headers", "status") or "thinks" in self.behaviour.name
        if quoted and secret and any(re.search(rf"\b{secret}\b", text, re.IGNORECASE) for text in seen):
            self.found.append(f"the screen shows the secret {secret!r} to the guesser")

    def second(self, child: Child) -> None:
        """The program meets the same server, which behaves now."""
        again = ""
        if self.front == "run" and self.ran.status == 1:
            with suppress(ValueError, KeyError, TypeError):
                again = json.loads(self.ran.out)["run"]
        child.begin()
        ran = child.end(60.0, lambda _line: again)
        crash = self.folder / "second" / "crash"
        if ran.killed or crash.exists():
            self.found.append(f"afterwards the process {ran.killed or crash.read_text()[:300]}")
            return
        played, status = divmod(ran.status or 0, 10)
        if played:
            self.found.append(
                f"afterwards a run on a server that behaves has status {played}: {ran.err[:300]!a}"
            )
        body, _, doctor = ran.out.partition("\n--- doctor\n")
        if status:
            self.found.append(f"afterwards doctor is not content: {doctor[-300:]!a}")
        body, _, old = body.partition("\n--- old\n")
        if old.strip() != self.old_text.strip():
            self.found.append("the session that was there before is not as it was")
        if how := leaked(body):
            self.found.append(f"an export shows the key, {how}: {around(body)}")
        if acting := sorted((ACTING - {"\r"}) & set(body)):
            self.found.append(f"an export has control characters {acting[:5]}")
        self.found += ugly(ran.err, "stderr afterwards")

    def files(self) -> None:
        """The files of the home, and those outside."""
        for path in sorted(self.home.rglob("*")):
            if path.is_file() and (how := leaked(path.read_bytes().decode("latin-1"))):
                self.found.append(f"the file {path.relative_to(self.home)} holds the key, {how}")
        if strange := [p for p in self.outside.rglob("*") if p.is_file()]:
            self.found.append(
                f"files outside the home were written: {[str(p.relative_to(self.outside)) for p in strange][:5]}"
            )


# by hand


def main() -> int:
    """Try what was asked for, and print what went wrong."""
    parser = argparse.ArgumentParser("python -m tests.torture.servers")
    parser.add_argument("--only", nargs="+", default=[], metavar="TEXT", help="part of a name, or a class")
    parser.add_argument("--front", nargs="+", default=FRONTS, choices=FRONTS)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--listen", action="store_true", help="take cases as JSON, one a line, and answer so")
    parser.add_argument("--alone", action="store_true", help="each process with a start of its own")
    given = parser.parse_args()
    chosen = [
        (name, front)
        for name, front in CASES
        if front in given.front
        and (not given.only or any(t in name or t == TABLE[name].kind for t in given.only))
    ]
    prepare()
    if given.listen:
        return _listen()
    return 1 if _all(chosen, given.jobs, alone=given.alone) else 0


def _all(chosen: Sequence[tuple[str, str]], jobs: int, *, alone: bool) -> int:
    """Try these in processes of their own; returns how many failed."""
    began, failed, slow = time.monotonic(), 0, []
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        for case, seconds, faults in pool.imap_unordered(_one, [(*case, alone) for case in chosen]):
            failed += bool(faults)
            slow.append((round(seconds, 1), case))
            for fault in faults:
                print(fault, flush=True)
    print(
        f"{len(chosen)} tried, {failed} failed, {time.monotonic() - began:.0f} s; the slowest: {sorted(slow)[-5:]}"
    )
    return failed


def _listen() -> int:
    for line in sys.stdin:
        name, front = json.loads(line)
        print(json.dumps(_one((name, front, False))[2]), flush=True)
    return 0


def _one(case: tuple[str, str, bool]) -> tuple[tuple[str, str], float, list[str]]:
    start = time.monotonic()
    name, front, alone = case
    with tempfile.TemporaryDirectory(prefix="hostile-", ignore_cleanup_errors=True) as folder:
        try:
            faults = tried(name, front, Path(folder), alone=alone)
        except (OSError, TimeoutError, ValueError) as error:
            faults = [f"{name} ({front}): the attempt itself failed: {error!r}"]
    return (name, front), time.monotonic() - start, faults


FAMILY = Family("server", len(CASES), attempt, prepare=prepare)

if __name__ == "__main__":
    sys.exit(main())

"""`--concurrency` and the system's limit of open files, in processes with a limit of their own."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Command, python

pytest.importorskip("resource")

PLACES = """
import resource, sys
from tui_arena.config.process import places
for allowed in map(int, sys.argv[1:]):
    resource.setrlimit(resource.RLIMIT_NOFILE, (100, allowed))
    print(places(100), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
LIMITED = """
import resource, sys
from tui_arena.__main__ import main
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 300))
status = main(sys.argv[1:])
print(resource.getrlimit(resource.RLIMIT_NOFILE))
sys.exit(status)
"""


def limited(home: Path, at_once: int) -> subprocess.CompletedProcess[str]:
    command = ["--data-dir", str(home), "run", "wordle", "--workers", "1", "--concurrency", str(at_once)]
    return python(LIMITED, *command)


@pytest.mark.thorough
def test_the_limit_is_raised_as_far_as_is_needed(tmp_path: Path) -> None:
    done = limited(tmp_path, 100)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "(264, 300)")


def test_more_than_the_system_allows_is_refused(tmp_path: Path) -> None:
    done = limited(tmp_path, 1000)
    assert (done.returncode, done.stdout) == (2, "(100, 300)\n")
    assert "1000 at once need 2064 open files" in done.stderr
    assert "ulimit -n 2064" in done.stderr
    assert not list(tmp_path.rglob("*.db")), "nothing is kept of a run that can't begin"


def test_files_are_kept_back_from_connections() -> None:
    done = python(PLACES, "300", "120", "100")
    assert done.stdout.splitlines() == ["100 164", "36 100", "36 100"]


@pytest.mark.thorough
def test_clients_of_an_environment_need_files_too(tmp_path: Path) -> None:
    command = ["--data-dir", str(tmp_path), "env", "serve", "entity", "--port", "0", "--clients", "200"]
    done = python(LIMITED, *command)
    assert (done.returncode, done.stdout) == (2, "(100, 300)\n")
    assert "200 at once need 464 open files" in done.stderr


def test_more_than_a_thousand_is_refused(run: Command) -> None:
    assert "1001 is not in the range 1<=x<=1000" in run("run", "wordle", "--concurrency", "1001").complaint

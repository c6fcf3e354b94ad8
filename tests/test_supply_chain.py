"""What the gate installs: by hash, nothing that is known to be bad, nothing that the project doesn't need."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / ".ci" / "constraints.txt").read_text("utf-8")
LOCKED = dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", LOCK, re.MULTILINE))


def _wheel(folder: Path, name: str, *files: str) -> None:
    with ZipFile(folder / name, "w") as archive:
        for inside in files:
            archive.writestr(inside, "")


def _checked(folder: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, ROOT / ".ci" / "check_packages.py", folder],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_good_wheels_pass(tmp_path: Path) -> None:
    _wheel(tmp_path, "litellm-1.106.2-py3-none-any.whl", "litellm/__init__.py")
    assert _checked(tmp_path) == (0, ["no wheel is known to be bad"])


@pytest.mark.parametrize(
    ("wheel", "said"),
    [
        ("litellm-1.82.7-py3-none-any.whl", "litellm 1.82.7 is known to be bad: it steals credentials"),
        ("litellm-1.82.8-py3-none-any.whl", "litellm 1.82.8 is known to be bad: it steals credentials"),
        ("Guardrails_AI-0.10.1-py3-none-any.whl", "guardrails-ai 0.10.1 is known to be bad: malicious"),
        ("h11-0.14.0-py3-none-any.whl", "h11 0.14.0 is known to be bad: lenient chunked bodies"),
        ("h11-0.15.1-py3-none-any.whl", "h11 0.15.1 is known to be bad: lenient chunked bodies"),
    ],
)
def test_a_bad_version_is_named(tmp_path: Path, wheel: str, said: str) -> None:
    _wheel(tmp_path, wheel)
    _wheel(tmp_path, "click-8.3.1-py3-none-any.whl")
    status, lines = _checked(tmp_path)
    assert status == 1
    assert [line[: len(said)] for line in lines] == [said]


def test_a_wheel_that_runs_code_at_every_start_is_named(tmp_path: Path) -> None:
    _wheel(tmp_path, "litellm-1.106.2-py3-none-any.whl", "litellm/__init__.py", "litellm_init.pth")
    assert _checked(tmp_path) == (
        1,
        ["litellm-1.106.2-py3-none-any.whl brings litellm_init.pth, which runs at every start of Python"],
    )


def test_everything_that_the_project_names_is_locked_to_a_version_that_it_takes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["project"]["optional-dependencies"]
    named = [
        *project["build-system"]["requires"],
        *project["project"]["dependencies"],
        *(line for extra in ("test", "local") for line in extras[extra]),
    ]
    wanted = {canonicalize_name(r.name): r.specifier for r in map(Requirement, named)}
    assert {name for name in wanted if name not in LOCKED} == set()
    assert {name for name, versions in wanted.items() if LOCKED[name] not in versions} == set()


def test_every_locked_package_has_hashes_of_its_files() -> None:
    without = [
        block.split(" ", 1)[0]
        for block in re.split(r"\n(?=[A-Za-z0-9])", LOCK.partition("\n")[2])
        if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", block)
    ]
    assert (without, len(LOCKED) >= 90) == ([], True)

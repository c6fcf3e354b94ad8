"""Every behaviour of the hostile server against every front."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.torture.servers import CASES

pytestmark = pytest.mark.torture


@pytest.fixture(scope="session")
def torturer() -> Iterator[subprocess.Popen[str]]:
    """A process that has loaded the libraries and takes cases, one a line."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.torture.servers", "--listen"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.mark.parametrize(("name", "front"), CASES)
def test_nothing_leaks_and_nothing_is_lost(torturer: subprocess.Popen[str], name: str, front: str) -> None:
    assert torturer.stdin is not None
    assert torturer.stdout is not None
    torturer.stdin.write(json.dumps([name, front]) + "\n")
    torturer.stdin.flush()
    assert json.loads(torturer.stdout.readline()) == []

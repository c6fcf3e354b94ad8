"""The page that `python -m tests.benchmarks` writes has every figure, and nothing printed becomes markup."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.benchmarks.lines import line
from tests.benchmarks.page import Part, machine, written

PART = Part(
    "bench_x", "How fast x is", "python -m x", "a bare menu", 1, 2.0, "", {"its frame": "as people see it"}
)


def test_every_figure_is_on_the_page_with_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert line("from a key to its frame <b>", 31.25, 30, peer="a menu 9.5 ms")
    assert not line("replies after 7 games", 41, unit="/s", least=40)
    assert not line("memory", 42, None, "MiB")
    print("won 7 of 9")
    part = replace(PART, text=capsys.readouterr().out)
    found = [(one.name, one.value, one.unit, one.wanted, one.verdict, one.peer) for one in part.figures()]
    assert found == [
        ("from a key to its frame <b>", 31.25, "ms", "at most 30", "missed", "a menu 9.5 ms"),
        ("replies after 7 games", 41.0, "/s", "at least 40", "reached", ""),
        ("memory", 42.0, "MiB", "", "", ""),
    ]
    assert part.rest() == "won 7 of 9"
    pages = written(machine(), [part])
    for page in pages.values():
        told = (
            "31.25 ms",
            "42.00 MiB",
            "a menu 9.5 ms",
            "as people see it",
            "won 7 of 9",
            "beside a bare menu",
        )
        assert all(one in " ".join(page.split()) for one in told)
        assert "1 of 2 limits are reached; missed: 1." in page
        assert "pace  " not in page
        assert "failed" not in page
    assert "<b>" not in pages["figures.html"]


def test_a_module_that_failed_is_named() -> None:
    for page in written(machine(), [replace(PART, text="Traceback")]).values():
        assert "These modules failed: bench_x." in page
        assert "failed with status 1" in page.lower()

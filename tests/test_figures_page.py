"""The page that `python -m tests.benchmarks` writes has every figure, and nothing printed becomes markup."""

from __future__ import annotations

import pytest

from tests.benchmarks.lines import line
from tests.benchmarks.page import Part, limited, machine, written


def test_every_figure_is_on_the_page_with_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    assert line("from a key to its frame <b>", 31.25, 30)
    line("memory", 42, None, "MiB")
    part = Part("bench_x", "How fast x is.", "python -m x", "a bare menu", 1, 2.0, capsys.readouterr().out)
    (one,) = limited([part])
    assert (one.name, one.value, one.limit, one.unit, one.over) == (
        "from a key to its frame <b>",
        31.25,
        30,
        "ms",
        True,
    )
    pages = written(machine(), [part])
    assert all("31.25" in page and "42.00 MiB" in page and "a bare menu" in page for page in pages.values())
    assert "<b>" not in pages["figures.html"]
    assert "OVER" in pages["figures.txt"]

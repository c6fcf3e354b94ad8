"""report."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Command

File = Callable[..., str]


def test_a_report_goes_to_a_file_or_to_standard_output(
    run: Command, session_file: File, tmp_path: Path
) -> None:
    run("import", session_file())
    told = run("report", "--game", "wordle", "--include", "imported")
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("# TUI Arena: Wordle\n\n1 session that ended")
    out = tmp_path / "report.html"
    out.write_text("something older")
    ran = run("report", "--include", "all", "--where", "seat=guesser", "--out", str(out))
    assert (ran.status, ran.out) == (0, "")
    assert str(out) in ran.err
    page = out.read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Only sessions with seat guesser." in page
    assert run("report", "--out", str(tmp_path / "r.MD")).status == 0

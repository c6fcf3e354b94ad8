"""Tables in terminals of some width."""

from __future__ import annotations

from typing import Any

import pytest

from tui_arena.cli.columns import put_table


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 40 columns."""
    monkeypatch.setattr("tui_arena.cli.columns.terminal_width", lambda: 40)


def test_figures_stand_right_and_empty_columns_go(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(["name", "empty", "n", "x"], [["a", None, 5, 1.5], ["long name", "", 12, 0.25]])
    assert capsys.readouterr().out.splitlines() == [
        "name        n     x",
        "a           5   1.5",
        "long name  12  0.25",
    ]


def test_wide_letters_and_marks_keep_the_columns(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(["a", "b"], [["日本", "x"], ["e\u0301e", "x"], ["four", "x"]])
    assert capsys.readouterr().out.splitlines() == ["a     b", "日本  x", "\xe9e    x", "four  x"]


@pytest.mark.usefixtures("terminal")
def test_a_narrow_terminal_gets_a_paragraph_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    header = ["who", "seat", "with", "variant", "won", "quality", "score"]
    rows: list[list[Any]] = [
        ["ada", "judge", None, "things", "50%", 1.5, "12345"],
        ["ben", "judge", "eve", "things", "", 2, "9"],
    ]
    put_table(header, rows, keys=4)
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "ada  judge  variant things",
        "  won      50%     quality  1.5",
        "  score    12345",
        "",
        "ben  judge  with eve  variant things",
        "  quality  2       score    9",
    ]


@pytest.mark.parametrize(
    ("columns", "shown"),
    [(25, "player kind ± cost"), (22, "player kind cost"), (21, "player kind cost"), (15, "player cost")],
)
def test_the_least_important_columns_go_first_in_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int, shown: str
) -> None:
    monkeypatch.setattr("tui_arena.cli.columns.terminal_width", lambda: columns)
    put_table(["player", "kind", "±", "cost"], [["gpt", "model", "0.5", "$0.01"]], least=("±", "kind"))
    assert capsys.readouterr().out.splitlines()[0].split() == shown.split()


def test_a_table_of_figures_in_a_pipe_has_at_most_160_columns(capsys: pytest.CaptureFixture[str]) -> None:
    header, row = ["who", *(f"figure {n}" for n in range(20))], ["ada", *("0.50 ±0.25" for _ in range(20))]
    put_table(header, [row], keys=1)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) in range(120, 161)
    assert sum(line.count("0.50 ±0.25") for line in lines) == 20
    put_table(header, [row], keys=1, whole=True)
    assert len(capsys.readouterr().out.splitlines()) == 2
    path = "/a-folder" * 30
    put_table(["name", "text"], [["x", "word " * 60], ["y", path]], widest=None)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines[:-1])) in range(120, 161)
    assert lines[-1] == f"y     {path}", "what is one word stays one"
    put_table(["name", "text"], [["x", "word " * 60]], widest=None, cut=True)
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.usefixtures("terminal")
def test_a_narrow_terminal_gets_the_last_column_below_itself(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(["name", "text"], [["x", "many words that need more than a line to be said"]], widest=None)
    assert capsys.readouterr().out.splitlines() == [
        "name  text",
        "x     many words that need more than a",
        "      line to be said",
    ]


@pytest.mark.usefixtures("terminal")
def test_a_list_in_a_narrow_terminal_has_a_line_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    put_table(["name", "text"], [["x", "y" * 50]], cut=True)
    assert capsys.readouterr().out.splitlines()[1] == "x     " + "y" * 33 + "…"

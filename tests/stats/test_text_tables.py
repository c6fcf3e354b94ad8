"""Tables as files: text from outside stays text."""

from __future__ import annotations

import csv
import io
import json

from tests.tables import each
from tui_arena.stats.text_tables import (
    TextTable,
    WrittenCell,
    to_csv,
    to_json,
    to_latex,
    to_markdown,
    written_cell,
)

HOSTILE = (
    "=HYPERLINK(1)",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "a|b\nc",
    "\x1b]0;x\x07red",
    "<script>",
    'say "x", y',
)
TABLE = TextTable(
    "Figures | of *Ada*", ("player", "mean", "n", "n", "own"), (("Ada", 2 / 3, 4, 9, True),), ("A note.",)
)


def hostile() -> TextTable:
    return TextTable("", ("player", "n"), tuple((name, n) for n, name in enumerate(HOSTILE)))


def test_csv_rounds_nothing_and_leaves_the_undefined_empty() -> None:
    rows = list(csv.reader(io.StringIO(to_csv(TABLE))))
    assert rows == [["player", "mean", "n", "n", "own"], ["Ada", repr(2 / 3), "4", "9", "True"]]
    assert to_csv(TextTable("", ("a", "b"), ((None, float("nan")),))) == "a,b\n,\n"
    assert to_csv(TextTable("", ("a",), ((-1.5,),))) == "a\n-1.5\n", "a negative figure is a figure"


def test_no_cell_of_csv_is_computed_or_breaks_its_row() -> None:
    rows = list(csv.reader(io.StringIO(to_csv(hostile()))))[1:]
    assert [row[1] for row in rows] == [str(n) for n in range(len(HOSTILE))]
    assert not any(row[0][0] in "=+-@\t\r" for row in rows)
    assert all(c.isprintable() for row in rows for c in row[0])
    assert rows[-1][0] == 'say "x", y'


def test_json_keeps_every_column_and_is_json_alone() -> None:
    whole = json.loads(to_json(TABLE))
    assert whole["rows"] == [{"player": "Ada", "mean": 2 / 3, "n": 4, "n (2)": 9, "own": True}]
    assert whole["notes"] == ["A note."]
    assert json.loads(to_json(TextTable("", ("a",), ((float("inf"),),))))["rows"] == [{"a": None}]
    assert "\x1b" not in to_json(hostile())


def test_markdown_is_a_table_that_nothing_breaks_out_of() -> None:
    lines = to_markdown(hostile()).splitlines()
    assert len(lines) == 2 + len(HOSTILE)
    assert lines[1] == "| --- | ---: |"
    bare = [line.replace("\\|", "") for line in lines]
    assert {line.count("|") for line in bare} == {3}
    assert "<script>" not in "".join(line.replace("\\<", "") for line in lines)


@each((2, "0.67"), (4, "0.6667"))
def test_markdown_rounds_for_people(digits: int, shown: str) -> None:
    text = to_markdown(TABLE, digits)
    assert f"| Ada | {shown} | 4 | 9 | yes |" in text
    assert text.startswith("## Figures \\| of \\*Ada\\*\n")
    assert text.endswith("- A note.\n")
    assert "| – |" in to_markdown(TextTable("", ("a",), ((None,),)))


def test_what_is_told_of_a_cell_is_for_screens_and_files_get_its_value() -> None:
    cells = (
        WrittenCell(0.75, "75%"),
        WrittenCell(70.0, "70.0", span="20.3-100.0"),
        WrittenCell(None, "", note="0%"),
    )
    table = TextTable("", ("completed", "quality", "none"), (cells,))
    assert to_csv(table) == "completed,quality,none\n0.75,70.0,\n"
    assert json.loads(to_json(table))["rows"] == [{"completed": 0.75, "quality": 70.0, "none": None}]
    assert to_markdown(table).splitlines()[1:] == ["| ---: | ---: | --- |", "| 0.75 | 70.00 | – |"]


def test_a_report_takes_some_columns_under_other_titles() -> None:
    table = TextTable(
        "skill", ("place", "player", "mu"), (("1", "Ada", WrittenCell(25.5, "25.5", "20.3-30.7")),)
    )
    chosen = table.only({"mu": "rating", "player": "who"}, words=1, notes=("a note",))
    assert (chosen.header, chosen.notes) == (("rating", "who"), ("a note",))
    assert [written_cell(cell).text for cell in chosen.rows[0]] == ["25.5", "Ada"]
    assert [written_cell(cell).aside for cell in chosen.rows[0]] == ["[20.3–30.7]", ""]


def test_a_cell_is_told_as_people_read_it() -> None:
    assert [written_cell(cell).text for cell in (None, 1234, "Ada", WrittenCell(0.5, "50%", note="n 4"))] == [
        "",
        "1,234",
        "Ada",
        "50%",
    ]
    assert written_cell(WrittenCell(0.5, "50%", note="n 4")).aside == "n 4"


def test_latex_acts_on_nothing_in_a_name() -> None:
    table = TextTable("50% & more", ("player", "n"), (("\\input{x}_#$^~|<>±", None),), ("a {note}.",))
    text = to_latex(table)
    assert r"\textbackslash{}input\{x\}\_\#\$\textasciicircum{}\textasciitilde{}" in text
    assert r"\textbar{}\textless{}\textgreater{}$\pm$ & -- \\" in text
    assert r"\caption{50\% \& more. a \{note\}.}" in text

"""Reports: what they contain, what they leave out, and that no text from outside becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests import attacks
from tests.save.making import ended, played, started, won
from tests.tables import each
from tui_arena.charts.model import Band, Bars, Items, SecretRow
from tui_arena.config import BadFile
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.reports.documents import Block, Document, Section
from tui_arena.reports.writing import MOST_ROWS, WRITERS, capped, write_report
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.store import Store, open_store
from tui_arena.stats.text_tables import TextTable, WrittenCell

NAMES = [
    "<script>alert(1)</script>",
    "]]>&lt;",
    "a|b`c``d",
    "\u05e9\u05dc\u05d5\u05dd",
    "=1+1",
    "[x](http://e)",
]
CATALOGUE = Catalogue()
CANARY = "vexed"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(tmp_path_factory.mktemp("report") / "arena.db", CATALOGUE).store
    rng = Random(3)
    for n, name in enumerate(NAMES * 2):
        opened.save(ended(CATALOGUE, started(CATALOGUE, n, {"guesser": f"human:{name}"}), rng))
    opened.save(won(CATALOGUE, started(CATALOGUE, 50, {"guesser": "human:Zoe"}, at="2026-11-19T10:00:00Z")))
    open_one = started(CATALOGUE, 60, {"guesser": "human:Ada", "setter": "human:Ben"})
    opened.save(played(CATALOGUE, open_one, [CANARY, "slate"]))
    yield opened
    opened.close()


def tags(page: str) -> list[str]:
    """Every element of a page by name; raises an error if the page is not well-formed."""
    return [element.tag.rpartition("}")[2] for element in ET.fromstring(page).iter()]


def test_a_report_says_what_was_played_and_by_whom(store: Store) -> None:
    page = write_report(store, CATALOGUE, Filter(""), "html")
    text = " ".join(ET.fromstring(page).itertext())
    assert "13 sessions that ended, 2026-11-19 to 2026-11-21" in text
    assert "script" not in tags(page)
    assert {"svg", "table", "caption", "main", "nav"} <= set(tags(page))
    for name in NAMES:
        assert name in text
    links = re.findall(r'href="([^"]*)"', page)
    assert links
    assert all(link.startswith("#") for link in links)
    assert not re.search(r'url\(|@import|src=|(?<!xmlns)="[^"<>]*//', page)
    assert "the 95% interval, which never leaves the scale of its figure" in text
    assert CATALOGUE.game("wordle").metrics["speed"].text.split(".")[0] in text


def test_the_same_save_file_gives_the_same_report(store: Store) -> None:
    for form in WRITERS:
        one, other = (write_report(store, CATALOGUE, Filter("wordle"), form) for _ in range(2))
        assert one == other


def test_no_secret_of_an_open_session_is_told(store: Store) -> None:
    text = write_report(store, CATALOGUE, Filter("wordle"), "md")
    assert CANARY not in text.lower()
    assert "| Wordle | 13 | 1 |" in text


def test_a_filter_narrows_all_of_it_and_is_said(store: Store) -> None:
    text = write_report(store, CATALOGUE, Filter("wordle", player="human:Zoe"), "md")
    assert "Only sessions with player human:Zoe." in text
    assert "1 session that ended, 2026-11-19" in text
    assert "alert" not in text
    with pytest.raises(BadFilter):
        write_report(store, CATALOGUE, Filter("", since="yesterday"), "md")
    with pytest.raises(BadFile):
        write_report(store, CATALOGUE, Filter("chess"), "md")


def test_nothing_played_is_said_and_not_drawn(tmp_path: Path) -> None:
    empty = open_store(tmp_path / "arena.db", CATALOGUE).store
    text = write_report(empty, CATALOGUE, Filter("akinator"), "md")
    empty.close()
    assert "There is nothing to report yet." in text
    assert "```" not in text


def test_it_quotes_what_was_said_and_names_only_games_that_were_played(tmp_path: Path) -> None:
    store = open_store(tmp_path / "arena.db", CATALOGUE).store
    players = {"setter": "human:Ben", "guesser": "human:Ada"}
    over = played(CATALOGUE, started(CATALOGUE, 1, players, variant="clue"), ["pride | a few lions", "pride"])
    still = played(CATALOGUE, started(CATALOGUE, 2, players, variant="clue"), ["mound | a heap nobody saw"])
    again = played(
        CATALOGUE, started(CATALOGUE, 3, players, variant="clue"), ["pride | a few lions", "pride"]
    )
    for session in (over, still, again):
        store.save(session)
    text = write_report(store, CATALOGUE, Filter(""), "md")
    store.close()
    assert "Well said" in text
    assert text.count("“a few lions”, Ben, the clue for PRIDE") == 1, "no line twice"
    assert "a heap nobody saw" not in text
    assert "| Wordle |" in text
    assert "| Taboo |" not in text


def test_long_tables_are_cut_and_that_is_said() -> None:
    grid = capped(TextTable("g", ("player",), tuple((str(n),) for n in range(MOST_ROWS + 5))))
    assert len(grid.rows) == MOST_ROWS
    assert grid.notes[0].startswith("5 more rows")


def document(name: str) -> Document:
    """A report with a text from outside in every place that can hold one."""
    bars = Bars(name, name, (Band(name, 0.5, 0.2, 0.8, name), Band("Ben", None)), 0, 1, note=name)
    items = Items(name, (name,), (SecretRow(name, 0.5, 2, {name: (1, 2)}),))
    grid = TextTable(
        name, (name, "n"), ((name, WrittenCell(1, "1", note=name, place=1, among=2)),), notes=(name,)
    )
    blocks: tuple[Block, ...] = (grid, bars, items, name, (name,), {name: name})
    return Document(name, name, (Section("one", name, blocks),))


HOSTILE = st.text(
    alphabet=st.sampled_from("<>&\"'`|*_[]()#\\~!-]=/:@w.\n\u202e\u05d0\x1b\ufffea1 "), max_size=40
)
PLAIN = tags(WRITERS["html"](document("plain")))
STRUCTURE = frozenset("a script style section h1 h2 ul li table tr th td small p dl dt dd figure svg".split())
PICTURES = frozenset("svg g rect line path text tspan title desc style circle polyline".split())


@settings(max_examples=60)
@given(HOSTILE | st.text(max_size=20))
@example("````")
@example("\ufffe")
@example("]]><script>alert(1)</script>")
@example("https://example.org and www.example.org")
@example("```\n~~~\n| a | b |\n\n# head")
def test_no_text_becomes_markup(text: str) -> None:
    page = WRITERS["html"](document(text))
    assert [t for t in tags(page) if t in STRUCTURE] == [t for t in PLAIN if t in STRUCTURE]
    assert set(tags(page)) <= set(PLAIN) | PICTURES
    assert not attacks.acts(page)
    told = WRITERS["md"](document(text))
    assert not attacks.acts(told)
    outside = re.sub(r"^(`{3,})text\n.*?^\1`*$", "", told, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"(?<!\\)[<`\[]|://|www\.", outside), "no markup, and nothing that becomes a link"
    rows = [line for line in outside.splitlines() if line.startswith("| ")]
    assert [len(re.findall(r"(?<!\\)\|", row)) for row in rows] == [3, 3, 3]
    if one_line(text):
        assert outside.count("\n#") == 1


@each(*attacks.ALL)
def test_known_attacks_stay_text(attack: str) -> None:
    test_no_text_becomes_markup.hypothesis.inner_test(attack[:300])  # type: ignore[attr-defined]

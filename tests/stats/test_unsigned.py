"""Who is the machine?: bets become figures, the same in every place."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tui_arena
from tests.cli.conftest import Ran, home, run
from tests.save.sessions import CATALOGUE
from tui_arena import api
from tui_arena.charts.builders import BETS, built, pictures
from tui_arena.charts.text import lines
from tui_arena.core.events import Event
from tui_arena.reports.writing import write_report
from tui_arena.save.exchange.session_files import read_document
from tui_arena.save.filters import Filter
from tui_arena.save.store import Store, open_store
from tui_arena.save.unsigned import counted_bets
from tui_arena.stats.aggregate import stats
from tui_arena.stats.opinions import Taken, taken
from tui_arena.stats.statistics import Figure, over_both, over_items, share, sums_of, t95

__all__ = ["home", "run"]

PAGE = Path(tui_arena.__file__).parent / "stats" / "WHO_IS_THE_MACHINE.md"
WANTED = Filter("connections")
HARD = {"player": "bot", "name": "bot", "level": "hard"}
QWEN = {"player": "model", "name": "qwen", "model": "openai/qwen"}
Bet = tuple[str, str | None, str, bool]
"""Who bets, from which seat (None: they watch), about which seat, and whether they take it for a machine's."""


def person(name: str) -> dict[str, Any]:
    return {"player": "human", "name": name}


def evening(
    session: str,
    word: str,
    seats: dict[str, Any],
    *bets: Bet,
    after: tuple[dict[str, Any], ...] = ({"type": "revealed"},),
    **setup: Any,
) -> dict[str, Any]:
    """A session that its setter gave up, with these bets."""
    said = [
        {"type": "verdict", "by": by, "seat": seat, "machine": machine} | ({"from": own} if own else {})
        for by, own, seat, machine in bets
    ]
    return {
        "format": "tui-arena-session",
        "version": 1,
        "id": session,
        "game": "connections",
        "setup": {"options": {}, "secret": {"word": word}, "blind": True, "unsigned": True, **setup},
        "seats": seats,
        "events": [{"type": "resigned", "seat": "setter"}, *said, *after],
    }


ADA_BEN_BOT = {"setter": person("Ada"), "guesser_1": person("Ben"), "guesser_2": HARD}
FIRST = evening(
    "first",
    "crane",
    ADA_BEN_BOT,
    ("Ada", "setter", "guesser_1", True),
    ("Ada", "setter", "guesser_2", False),
    ("Ben", "guesser_1", "setter", False),
    ("Ben", "guesser_1", "guesser_2", False),
    ("Cy", None, "setter", False),
    ("Cy", None, "guesser_1", True),
    ("Cy", None, "guesser_2", False),
    ("Cy", None, "guesser_2", True),
)
SECOND = evening(
    "second",
    "pride",
    {"setter": QWEN, "guesser_1": HARD, "guesser_2": person("Cy")},
    ("Ada", None, "setter", True),
    ("Ada", None, "guesser_1", False),
    ("Ada", None, "guesser_2", True),
    ("Cy", "guesser_2", "setter", True),
    ("Cy", "guesser_2", "guesser_1", True),
)
THIRD = evening(
    "third",
    "crane",
    {"setter": HARD, "guesser_1": person("Ben"), "guesser_2": QWEN},
    ("Ada", None, "setter", False),
    ("Ada", None, "guesser_1", False),
    ("Ben", "guesser_1", "setter", True),
    ("Ben", "guesser_1", "guesser_2", False),
)


def kept(store: Store, *documents: dict[str, Any], imported: bool = False) -> None:
    for document in documents:
        store.save(read_document(document, "a test", CATALOGUE).session, imported=imported)


def by_name(rows: list[Taken]) -> dict[str, Taken]:
    return {row.who: row for row in rows}


def told(row: Taken) -> tuple[int | None, int | None, int, int, int, float]:
    return row.figure.count, row.figure.n, row.bettors, row.sessions, row.secrets, round(row.chance, 6)


def test_figures_are_those_that_a_person_counts_by_hand(store: Store) -> None:
    kept(store, FIRST, SECOND, THIRD)
    rows = by_name(taken(store, WANTED))
    assert list(rows) == ["all machines", "bot hard", "qwen", "all people", "Ada", "Ben", "Cy"]
    # of Ada's and Ben's others, one of two is a person; of Cy's two of three; in the other sessions one of three, or none
    assert told(rows["bot hard"]) == (
        4,
        7,
        3,
        3,
        2,
        round((1 / 2 + 1 / 2 + 2 / 3 + 1 / 3 + 0 + 1 / 3 + 0) / 7, 6),
    )
    assert told(rows["qwen"]) == (1, 3, 3, 2, 2, round((1 / 3 + 0 + 0) / 3, 6))
    assert told(rows["all machines"])[:5] == (5, 10, 3, 3, 2)
    assert told(rows["Ada"]) == (0, 2, 2, 1, 1, round((1 / 2 + 1 / 3) / 2, 6))
    assert told(rows["Ben"]) == (2, 3, 2, 2, 1, round((1 / 2 + 1 / 3 + 2 / 3) / 3, 6))
    assert told(rows["Cy"]) == (1, 1, 1, 1, 1, round(2 / 3, 6))
    hard = rows["bot hard"].figure
    assert (hard.low, hard.high) == (0.0, 1.0), "two secrets say next to nothing"
    assert rows["Ben"].figure.low is None, "Ben had one secret, so nothing tells how secrets differ"


def test_only_bets_about_others_in_whole_and_revealed_sessions_count(store: Store) -> None:
    bet: Bet = ("Cy", None, "guesser_2", False)
    recast = {"type": "recast", "seat": "guesser_2", "to": person("Eve")}
    late = {"type": "verdict", "by": "Cy", "seat": "guesser_2", "machine": True}
    revealed = {"type": "revealed"}
    kept(
        store,
        evening("open", "crane", ADA_BEN_BOT, bet, after=()),
        evening("recast", "crane", ADA_BEN_BOT, bet, after=(recast, revealed)),
        evening("lent", "crane", ADA_BEN_BOT, ("Eve", "guesser_2", "setter", True), after=(recast, revealed)),
        evening(
            "self", "crane", ADA_BEN_BOT, ("Ada", "setter", "setter", True), ("Ben", None, "guesser_1", True)
        ),
        evening("signed", "crane", ADA_BEN_BOT, bet, unsigned=None),
        evening("nobody", "crane", ADA_BEN_BOT, ("", None, "guesser_2", False), ("Cy", None, "judge", True)),
    )
    every = Filter("connections", include=frozenset({"all"}))
    assert store.bets(every) == []
    kept(store, evening("late", "crane", ADA_BEN_BOT, bet, after=(revealed, late)))
    (one,) = store.bets(every)
    assert (one.session, one.said, one.wrong) == ("late", False, True)
    kept(store, {**FIRST, "id": "theirs"}, imported=True)
    assert len(store.bets(WANTED)) == 1, "imported sessions count as everywhere"
    assert len(store.bets(every)) == 8
    assert {bet.player for bet in store.bets(Filter("connections", player="bot:bot hard"))} == {
        ("bot", "bot hard")
    }
    assert {bet.seat for bet in store.bets(Filter("connections", seat="setter", include=every.include))} == {
        "setter"
    }


def test_an_unsigned_session_has_a_condition_of_its_own(store: Store) -> None:
    kept(store, FIRST, {**SECOND, "setup": {**SECOND["setup"], "blind": False, "unsigned": False}})
    one, other = sorted({row.condition for row in stats(store, CATALOGUE, WANTED)})
    assert other == f"{one}, unsigned"


WHO = st.sampled_from([person("Ada"), person("Ben"), HARD, QWEN])
BET = st.tuples(
    st.sampled_from(["Ada", "Ben", "Cy"]),
    st.sampled_from([None, "a", "b", "c"]),
    st.sampled_from("abcd"),
    st.booleans(),
)


@settings(max_examples=30)
@given(st.lists(WHO, min_size=2, max_size=4), st.lists(BET, max_size=12))
def test_chance_is_a_share_and_a_later_bet_replaces_an_earlier_one(who: list[Any], made: list[Bet]) -> None:
    seats = dict(zip("abcd", who, strict=False))
    rows = [
        Event(n, "verdict", {"by": by, "from": own, "seat": seat, "machine": said})
        for n, (by, own, seat, said) in enumerate(made, 1)
    ]
    events = [*rows, Event(len(rows) + 1, "revealed", {})]
    found = counted_bets("s", "g", None, seats, events)
    assert len({(bet.bettor, bet.seat) for bet in found}) == len(found)
    for bet in found:
        assert 0 <= bet.chance <= 1
        assert seats[bet.seat] != person(bet.bettor)
        assert bet.said == next(
            e["machine"]
            for e in reversed(rows)
            if (e["by"], e["seat"]) == (bet.bettor, bet.seat) and e["from"] != bet.seat
        )
        assert bet.people + bet.machine <= bet.others


def test_an_interval_over_one_grouping_is_the_one_of_secrets_and_over_two_it_is_computed_by_hand() -> None:
    values = [1, 0, 1, 1, 0, 0, 1, 0]
    people = ["a", "a", "b", "b", "c", "c", "d", "d"]
    alone = [(who, str(n)) for n, who in enumerate(people)]
    clustered = over_items(share(4, 8), [sums_of(values[n : n + 2]) for n in range(0, 8, 2)])
    one = over_both(share(4, 8), alone, values)
    assert (one.low, one.high) == pytest.approx((clustered.low, clustered.high))
    assert one.items == 4
    # four people bet on four secrets; by person and by secret the sums are 3, 2, 1, 0, so each is 3/2, 1/2, ... apart
    table = ["1110", "1100", "1000", "0000"]
    cells = [(str(row), str(at), int(table[row][at])) for row in range(4) for at in range(4)]
    both = over_both(share(6, 16), [cell[:2] for cell in cells], [cell[2] for cell in cells])
    by_one, by_cell = 4 / 3 * 5, 16 / 15 * 16 * 3 / 8 * 5 / 8
    assert both.high == pytest.approx(3 / 8 + t95(3) * (2 * by_one - by_cell) ** 0.5 / 16)
    assert (both.low, both.items) == (0, 4)
    assert over_both(share(3, 3), [("a", "x"), ("b", "x"), ("c", "y")], [1, 1, 1]).low == share(2, 2).low
    assert over_both(share(1, 2), [("a", "x"), ("b", "x")], [1, 0]) == Figure(0.5, None, 2, count=1, items=1)
    assert over_both(share(1, 2), [("a", "x"), ("b", "y")], [1, 0]).low == share(1, 2).low


def test_a_bettor_is_renamed_merged_and_withdrawn(store: Store) -> None:
    kept(store, FIRST, SECOND, THIRD)
    assert store.people() == ["Ada", "Ben", "Cy"]
    store.rename_person("Ada", "Eva")
    assert {bet.bettor for bet in store.bets(WANTED)} == {"Ben", "Cy", "Eva"}
    assert by_name(taken(store, WANTED))["Eva"].figure.n == 2
    store.forget_person("Eva", {})
    assert [(bet.session, bet.bettor) for bet in store.bets(WANTED)] == [
        ("second", "Cy"),
        ("second", "Cy"),
        ("third", "Ben"),
        ("third", "Ben"),
    ]
    assert "Eva" not in json.dumps([e.data for e in store.load("second").events])
    assert store.people() == ["Ben", "Cy"]


def test_a_recovered_file_brings_no_withdrawn_bet_back(store: Store, tmp_path: Path) -> None:
    kept(store, FIRST)
    store.forget_person("Cy", {})
    assert {bet.bettor for bet in store.bets(WANTED)} == {"Ada", "Ben"}
    store.close()
    (tmp_path / "arena.db.damaged").touch()
    opened = open_store(tmp_path / "arena.db", CATALOGUE)
    with closing(opened.store) as recovered:
        assert opened.notices
        assert {bet.bettor for bet in recovered.bets(WANTED)} == {"Ada", "Ben"}
        assert recovered.people() == ["Ada", "Ben"]
        assert "Cy" not in json.dumps([e.data for e in recovered.load("first").events])


def evenings() -> list[dict[str, Any]]:
    """Ten sessions of four people over four secrets; everybody bets in each."""
    rng = Random(5)
    people, made = ["p1", "p2", "p3", "p4"], []
    for number in range(10):
        sitting = [HARD, QWEN if number % 2 else person(people[number % 4]), person(people[(number + 1) % 4])]
        rng.shuffle(sitting)
        seats = dict(zip(("setter", "guesser_1", "guesser_2"), sitting, strict=True))
        own = {spec["name"]: seat for seat, spec in seats.items() if spec["player"] == "human"}
        bets: list[Bet] = [
            (who, own.get(who), seat, rng.random() < 0.5)
            for who in people
            for seat in seats
            if own.get(who) != seat
        ]
        made.append(evening(f"e{number}", ("crane", "pride", "slate", "mound")[number % 4], seats, *bets))
    return made


def recomputed(text: str, game: str, player: str) -> dict[str, Any]:
    """What the lines of the page compute from an export."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    values: dict[str, Any] = {"game": game, "player": player, "file": io.StringIO(text)}
    exec(code, values)
    return values


def test_every_place_tells_the_same_and_an_export_brings_it_back(
    run: Callable[..., Ran], home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "some.json").write_text(json.dumps(evenings()), "utf-8")
    assert run("import", str(tmp_path / "some.json")).status == 0
    shown = run("stats", "connections", "--include", "imported").out
    assert "Who is the machine?" in shown
    assert re.search(r"bot hard +passed +\d+% \(\d+-\d+\) +\d+% +\d+ +4 ", shown)
    first = run("stats", "--include", "imported", "--json").json["unsigned"]["connections"]
    assert "unsigned" not in run("stats", "--json").json
    table = run("export", "--all", "--format", "bets").out
    number = len(list(csv.DictReader(io.StringIO(table))))
    assert "chance level" in run("export", "--format", "bets", "--describe").out
    rows = api.unsigned(home, "connections", include=["imported"])
    assert len(api.bets(home, include=["imported"])) == number > 50
    checked = 0
    for told, row in zip(first, rows, strict=True):
        name = "passed" if "passed" in told else "taken_for_machine"
        assert (row[name], row[f"{name}.n"], row["chance"]) == (
            told[name]["rate"],
            told["bets"],
            told["chance"],
        )
        if told["player"] and told[name]["low"] is not None and 0 < told[name]["rate"] < 1:
            again = recomputed(table, "connections", told["player"])
            assert (again["share"], again["chance"]) == pytest.approx((told[name]["rate"], told["chance"]))
            assert (again["low"], again["high"]) == pytest.approx((told[name]["low"], told[name]["high"]))
            checked += told[name]["low"] > 0 and told[name]["high"] < 1
    assert checked
    whole, nameless = (run("export", "--all", *more).out for more in ((), ("--anonymous",)))
    assert "Ada" not in nameless
    for number, text in enumerate((whole, nameless)):
        monkeypatch.setenv("TUI_ARENA_HOME", str(tmp_path / f"home-{number}"))
        (tmp_path / "all.json").write_text(text, "utf-8")
        assert run("import", str(tmp_path / "all.json")).status == 0
        again = run("stats", "connections", "--include", "imported", "--json").json["unsigned"]["connections"]
        if number:
            assert sorted(map(_nameless, again)) == sorted(map(_nameless, first))
        else:
            assert again == first


def _nameless(row: dict[str, Any]) -> str:
    return json.dumps({**row, "player": None})


def test_reports_and_pictures_have_it(store: Store) -> None:
    kept(store, FIRST, SECOND, THIRD)
    assert BETS in {
        one.key for one in pictures(CATALOGUE.game("connections"), stats(store, CATALOGUE, WANTED))
    }
    chart = built(store, CATALOGUE, WANTED, BETS)
    assert chart is not None
    assert "bot hard, passed" in "\n".join(lines(chart))
    for form in ("html", "md"):
        page = write_report(store, CATALOGUE, WANTED, form)
        assert "taken for machine" in page
        assert "bettors" in page

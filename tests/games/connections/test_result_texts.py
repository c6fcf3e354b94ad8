"""The result of Connections: letters over attempts, who named whose word, and the coach's text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.data.test_demos import DEMOS, read, replayed
from tests.games.connections.table import attempt, start
from tests.tables import Cases
from tui_arena.data import topics_of
from tui_arena.games.connections.metrics import figures, marks
from tui_arena.games.connections.ui import result
from tui_arena.games.connections.ui.result import Gauge, SharesRow
from tui_arena.ui.glyphs import Glyphs

CASES = Cases(__file__)

BY_NAME = {path.stem: path for path in DEMOS}
HARBOUR = replayed(read(BY_NAME["connections-harbour"]))
RARE = replayed(read(BY_NAME["connections-rare-words"]))
CHANGED = replayed(read(BY_NAME["connections-change-of-plan"]))
NAMES = {"setter": "Cleo", "guesser_1": "Ada", "guesser_2": "Ben"}


def test_the_curve_goes_through_every_attempt() -> None:
    drawn = result.findings(HARBOUR, NAMES, Glyphs(), 60, low=False).plain
    assert [attempt.after for attempt in HARBOUR.state.attempts] == [1, 2, 2, 3, 4, 5, 9]
    assert drawn.startswith(" N │            N \n")
    assert "✓ connected 4  ✗ missed 1  ■ blocked 1  ★ won" in drawn


def test_the_map_has_a_row_for_each_giver_and_nobody_names_themselves() -> None:
    columns, rows = result.pairs(HARBOUR, NAMES)
    assert columns == ["setter", "Ada", "Ben"]
    assert rows == [SharesRow("Ada", ((5, 1), None, (4, 3))), SharesRow("Ben", ((2, 0), (2, 2), None))]
    assert [row.name for row in result.pairs(RARE, NAMES)[1]] == ["Ada"], "Ben gave no clue"


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    bots = {"guesser_1": "bot medium", "guesser_2": "bot medium", "guesser_3": "Ada"}
    assert list(result.called(bots, list(bots)).values()) == ["medium 1", "medium 2", "Ada"]


def test_each_givers_clues_are_held_against_the_best_share() -> None:
    best, rows = result.reading(CHANGED, NAMES)
    assert best == 0.5
    assert rows == [Gauge("Ada", 3, 8, "too vague"), Gauge("Ben", 3, 4, "too easy")]


@CASES.each
def test_a_word_on_the_clues_of_a_giver(row: dict[str, list[int]], said: str) -> None:
    assert result.verdict(row, 0.5) == said


def test_the_coach_speaks_to_whoever_gave_clues() -> None:
    alone = result.coach_line(CHANGED, {**NAMES, "guesser_1": "You"}, {"guesser_1"})
    assert alone == "3 of your 4 clues got across. One more hint in each clue would do it."
    assert not result.coach_line(CHANGED, NAMES, {"guesser_2"}), "two clues say nothing"
    assert not result.coach_line(CHANGED, NAMES, {"setter"}), "who gives no clue needs no advice on them"


def test_the_coach_says_none_where_nothing_got_across() -> None:
    unheard = replayed(read(BY_NAME["connections-change-of-plan"]))
    lost = tuple(replace(attempt, guesses=()) for attempt in unheard.state.attempts)
    unheard.state = replace(unheard.state, attempts=lost)
    said = result.coach_line(unheard, {**NAMES, "guesser_1": "You"}, {"guesser_1"})
    assert said.startswith(("None of your 4 clues got across", "Of your 4 clues, none got across"))


def test_few_clues_that_got_across_are_never_called_just_right() -> None:
    """As many named the words as is best, but for two of four it was the setter."""
    play = replayed(read(BY_NAME["connections-change-of-plan"]))
    first, second, third, last = (a for a in play.state.attempts if a.clue and a.clue.giver == "guesser_1")
    blocked = [
        replace(one, block=one.clue.word, guesses=(), end="setter_blocked")
        for one in (second, third)
        if one.clue
    ]
    play.state = replace(play.state, attempts=(first, *blocked, last))
    said = result.coach_line(play, {**NAMES, "guesser_1": "You"}, {"guesser_1"})
    assert "1" in said
    assert said.endswith(("friends know.", "got there first.")), said
    missed = replace(second, guesses=(("guesser_2", "carpet"),), end="guesser_wrong")
    play.state = replace(play.state, attempts=(first, blocked[1], missed, last))
    said = result.coach_line(play, {**NAMES, "guesser_1": "You"}, {"guesser_1"})
    assert "fastest" not in said
    assert "just right" not in said


def test_who_understood_whom_has_a_sign_for_each_clue() -> None:
    drawn = [line.plain for line in result.understood(HARBOUR, NAMES, Glyphs())]
    assert drawn == [
        "WHO UNDERSTOOD WHOM",
        "Ada ▸ Ben   ●●●○",
        "    ▸ Cleo  ■□□□□",
        "Ben ▸ Ada   ●●",
        "    ▸ Cleo  □□",
    ]
    assert all(line.plain.isascii() for line in result.understood(HARBOUR, NAMES, Glyphs(ascii=True)))


def test_every_clue_is_told_within_its_column() -> None:
    head, *told = result.clue_list(HARBOUR, NAMES, Glyphs(), 40).plain.split("\n")
    assert head == "WHO UNDERSTOOD WHICH CLUE"
    assert max(map(len, told)) <= 40
    assert all(line.startswith((" " * 7, "✓ ", "✗ ", "■ ", "★ ")) for line in told)


def test_marks_stand_where_the_table_heard_of_it() -> None:
    found = [(mark.seq, mark.kind) for mark in marks(HARBOUR)]
    assert found == [(2, "blocked"), (19, "own"), (20, "key")]
    (changed,) = (mark for mark in marks(CHANGED) if mark.kind == "changed")
    assert changed.why == "from CATAMARAN to CATACLYSM"


def test_a_word_that_shows_the_last_letter_is_not_called_the_word() -> None:
    golden = Path(__file__).parents[2] / "golden" / "connections_last_letter.json"
    (key,) = marks(replayed(json.loads(golden.read_text("utf-8"))["session"]))
    assert (key.seq, key.why) == (6, "CAB showed the last letter of CAT")


def test_objects_are_explained_line_by_line() -> None:
    found = figures(HARBOUR)
    assert "guesser_1 -> setter: 1 of 5" in found["pairs"].lines()
    assert "with 1 shown: 2 attempts" in found["attempts_at"].lines()
    assert "personal: 2 given, 1 connected, 1 blocked" in found["kinds"].lines()


PERSONAS = {
    "setter": {"interests": ["sea"]},
    "guesser_1": {"interests": ["time", "tools"]},
    "guesser_2": {"interests": ["numbers", "time"]},
}


def carried(given: dict[str, dict[str, list[str]]], *words: str, personas: str = "all", g2: str = "") -> str:
    play = start("catamaran", given=given, personas=personas, giver="first")
    for word in words:
        attempt(play, word, g2=g2 or word)
    return result.carried(play, {"setter": "Cleo", "guesser_1": "You", "guesser_2": "Mei Ling, clockmaker"})


def test_the_result_says_which_shared_field_carried_a_clue() -> None:
    told = carried(PERSONAS, "carpet", "calendar")
    assert "CALENDAR" in told
    assert "locks" in told, "as people call the field"
    assert "Mei Ling and you" in told
    assert "clockmaker" not in told


def test_the_fields_of_all_clues_are_looked_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up: list[frozenset[str]] = []

    def noted(words: frozenset[str]) -> Mapping[str, Sequence[str]]:
        looked_up.append(words)
        return topics_of(words)

    monkeypatch.setattr(result, "topics_of", noted)
    assert "CALENDAR" in carried(PERSONAS, "carpet", "calendar")
    assert looked_up == [frozenset({"carpet", "calendar"})]
    assert carried(PERSONAS, "calendar", g2="canal") == ""
    assert len(looked_up) == 1, "nothing was understood"


def test_no_field_is_said_to_have_carried_what_it_did_not() -> None:
    assert carried(PERSONAS, "calendar", g2="canal") == "", "nobody understood it"
    assert carried(PERSONAS, "carrot") == "", "it's no word of their field"
    assert carried(PERSONAS, "calendar", personas="none") == "", "nobody was told"
    assert carried({}, "calendar") == ""
    only = {**PERSONAS, "guesser_1": {"interests": ["tools"]}}
    assert carried(only, "calendar") == "", "one of the two doesn't know it"


def test_of_a_person_without_interests_the_field_is_the_friends() -> None:
    told = carried({"guesser_2": PERSONAS["guesser_2"]}, "calendar")
    assert "CALENDAR" in told
    assert "for Mei Ling" in told
    assert "you" not in told

"""The caster's lines: every one of every game is in form, and fills its slots for one player, you, and several."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tables import Cases
from tui_arena.config import BadFile
from tui_arena.core.caster import Fact, filled, slots_of, who
from tui_arena.data import Catalogue
from tui_arena.data.files import GAMES
from tui_arena.data.narration import casters_persona, moment_lines

CASES = Cases(__file__)

CATALOGUE = Catalogue()
FOLDERS = [info.folder for info in CATALOGUE.games.values() if (info.folder / "caster.py").exists()]
KINDS, LINES = 40, 5
NAMES = {"guesser": "Ada", "setter": "You", "judge": "Édith, museum guard"}
PLAYERS = (who("guesser"), who("setter"), who("guesser", "setter"), who("judge", "guesser"), who("dealer"))
NUMBERS = (0, 1, 2, 14, 2310)
TEXT = "is it {a} cat?"


def fillings(line: str, number_slots: frozenset[str], players: frozenset[str]) -> Iterator[str]:
    """The line with every kind of value in its slots."""
    for player in PLAYERS:
        for number in NUMBERS:
            facts: dict[str, Fact] = {}
            for slot in slots_of(line):
                facts[slot] = player if slot in players else number if slot in number_slots else TEXT.upper()
            yield filled(line, facts, NAMES)


def kinds_of_slots(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The slots that hold numbers, and those that hold players, by how the lines use them."""
    lines = "\n".join(line for told in moment_lines(folder).values() for line in told.lines)
    code = (folder / "caster.py").read_text("utf-8")
    players = {slot for slot in slots_of(lines) if re.search(rf'"{slot}": who\(', code)} | {"who"}
    numbers = {slot for slot in slots_of(lines) if re.search(rf"\{{{slot}[:?]", lines)} - players
    return frozenset(numbers), frozenset(players)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_lines_are_enough_all_different_and_fill_for_one_player_for_you_and_for_several(folder: Path) -> None:
    numbers, players = kinds_of_slots(folder)
    found = moment_lines(folder)
    assert 0 < len(found) <= KINDS + 7
    lines = [line for told in found.values() for line in told.lines]
    assert len(set(lines)) == len(lines)
    for kind, told in found.items():
        assert len(told.lines) >= LINES, kind
        for line in told.lines:
            for text in fillings(line, numbers, players):
                assert "{A}" in text or "{" not in text, (kind, line)
                assert "|" not in text, (kind, line)
                assert "  " not in text, (kind, line)
                assert text[0].isupper() or not text[0].isalpha(), (kind, line)


WRONG = {
    who("guesser"): re.compile(r"\bAda (?:have|are|were|do|need|don't|get)\b"),
    who("setter"): re.compile(
        r"\b[Yy]ou (?:has|is|was|does|needs|doesn't|gets)\b|\b[Dd]oes you\b|[Yy]ou's\b|, you[.!?]"
    ),
}
"""What no line may say of one player, and what no line may say to you."""


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_verbs_follow_the_person_and_nobody_is_addressed(folder: Path) -> None:
    numbers, players = kinds_of_slots(folder)
    for kind, told in moment_lines(folder).items():
        for line in told.lines:
            for player, wrong in WRONG.items():
                facts: dict[str, Fact] = {slot: 2 if slot in numbers else "X" for slot in slots_of(line)}
                facts |= dict.fromkeys(slots_of(line) & players, player)
                text = filled(line, facts, NAMES)
                assert not wrong.search(text), (kind, text)


GOOD = {"slots": '["who"]', "worth": "3", "lines": '["{who:has|have} won."]'}


@pytest.mark.parametrize(("key", "value"), CASES["a_file_out_of_form_is_refused_with_a_sentence"])
def test_a_file_out_of_form_is_refused_with_a_sentence(tmp_path: Path, key: str, value: str) -> None:
    written = "".join(f"{name} = {told}\n" for name, told in {**GOOD, key: value}.items())
    (tmp_path / "caster.toml").write_text(f"[won]\n{written}")
    with pytest.raises(BadFile, match=r"caster\.toml: .*won"):
        moment_lines(tmp_path)
    good = "".join(f"{name} = {told}\n" for name, told in GOOD.items())
    (tmp_path / "caster.toml").write_text(f"[won]\n{good}")
    assert moment_lines(tmp_path)["won"].lines == ("{who:has|have} won.",)


FRIENDS = {"a": "Ada B.", "b": "Ben", "you": "You"}


@CASES.each
def test_a_line_is_in_good_english(line: str, players: tuple[str, ...], text: str) -> None:
    assert filled(line, {"who": who(*players), "left": 2}, FRIENDS) == text


def test_a_list_may_grow_from_one() -> None:
    for game in ("entity", "akinator"):
        for line in moment_lines(GAMES / game)["more_again"].lines:
            text = filled(line, {"who": who("a"), "before": 1, "after": 3}, FRIENDS)
            assert not re.search(r"\bone were\b|\bwere one\b", text), text


def test_a_count_of_the_app_is_told_as_the_apps() -> None:
    """An answer may be wrong, or more may fit than the app knows."""
    for game in ("entity", "akinator", "taboo"):
        kinds = moment_lines(GAMES / game)
        for kind in kinds.keys() & {"one_left", "few_left", "few_left_in_time"}:
            for line in kinds[kind].lines:
                assert "app" in line, line


def test_the_caster_has_a_persona() -> None:
    assert "caster" in casters_persona()
    assert (GAMES / "caster.toml").is_file()

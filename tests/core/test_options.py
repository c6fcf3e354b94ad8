"""Options come from the given values, else from the preset, else from the defaults."""

from typing import Any

import pytest

from tests.tables import Cases
from tui_arena.core.game import per_seat
from tui_arena.core.options import BadOption, resolve
from tui_arena.data import shipped_games

CASES = Cases(__file__)

WORDLE = shipped_games()["wordle"]


def options(preset: str | None = None, **given: Any) -> dict[str, Any]:
    return resolve(WORDLE.options, WORDLE.presets, given, preset)


def test_party_is_the_defaults() -> None:
    assert options() == options("party")
    assert options()["form"] == "lenient"
    assert options()["unknown_words"] is None
    assert options()["takebacks"] is True


def test_presets_name_what_differs() -> None:
    published = {"clues": "one", "form": "strict", "critic_sees": "word", "takebacks": False}
    assert options("paper") == {**options(), **published}
    assert options("clembench-2") == {**options("paper"), "reprompts": 0, "unknown_words": 5}


def test_given_goes_before_preset() -> None:
    assert options("clembench-2", reprompts=3)["reprompts"] == 3


@CASES.each
def test_the_command_line_is_read_by_type(name: str, text: str, value: object) -> None:
    assert WORDLE.options[name].read(text) == value


@CASES.each
def test_other_values_are_refused_and_the_allowed_ones_named(name: str, value: Any) -> None:
    with pytest.raises(BadOption, match=f"{name} can't be .*; allowed: "):
        options(**{name: value})


def test_unknown_names_are_refused() -> None:
    with pytest.raises(BadOption, match=r"no option 'speed'; allowed: variant, "):
        options(speed=3)
    with pytest.raises(BadOption, match="no preset 'fast'; allowed: party, paper"):
        options("fast")


def test_seats_that_are_not_named_have_the_presets_number() -> None:
    assert options(reprompts={"guesser": 5})["reprompts"] == {"setter": 2, "guesser": 5, "critic": 2}
    strict = options("clembench-2", reprompts={"critic": 1})["reprompts"]
    assert strict == {"setter": 0, "guesser": 0, "critic": 1}
    with pytest.raises(BadOption, match=r"one per seat \(setter, guesser, critic\)"):
        options(reprompts={"judge": 1})


def test_per_seat_numbers() -> None:
    assert per_seat({"guesser": 0}, "guesser", 2) == 0
    assert per_seat({"guesser": 0}, "critic", 2) == 2
    assert per_seat(4, "critic", 2) == 4

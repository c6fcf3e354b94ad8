"""User-defined keys: valid ones, clashes, and unknown actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.harness import opened, press
from tests.ui.playing import lacking
from tui_arena.config import Settings
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.app.keymap import Remappable, every_binding, faults, keys_of, readable
from tui_arena.ui.app.settings_screen import SettingsScreen
from tui_arena.ui.home.screen import HomeScreen

KNOWN = [
    Remappable("app.help", "Help", ("f1",)),
    Remappable("home.play_1", "Play", ("1",)),
    Remappable("home.stats", "Stats", ("t",)),
    Remappable("table.hint", "Hint", ("f2",)),
]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("f2", ("f2",)),
        ("f2, ctrl+n", ("f2", "ctrl+n")),
        ("?", ("question_mark",)),
        ("+", ("plus",)),
        ("blub", ()),
        ("", ()),
        ("f2,", ()),
        ("hyper+weird+x", ()),
        (5, ()),
        ("[/nope]", ()),
        ("x" * 10_000, ()),
    ],
)
def test_keys_are_read_or_not_taken(text: object, keys: tuple[str, ...]) -> None:
    assert keys_of(text) == keys


@pytest.mark.parametrize(
    "own",
    [{}, {"home.stats": "f2"}, {"home.stats": "1", "home.play_1": "t"}],
    ids=["none", "apart", "swapped"],
)
def test_nothing_is_wrong_with_one_key_on_two_screens_or_two_that_change_places(own: dict[str, str]) -> None:
    assert faults(KNOWN, own) == []


@pytest.mark.parametrize(
    ("own", "named"),
    [
        ({"home.gone": "x"}, "home.gone"),
        ({"home.stats": "blub"}, "home.stats"),
        ({"home.stats": 3}, "home.stats"),
        ({"home.stats": "1"}, "home.play_1"),
        ({"home.stats": "f1"}, "app.help"),
    ],
)
def test_what_is_wrong_is_named(own: dict[str, object], named: str) -> None:
    (fault,) = faults(KNOWN, own)
    assert named in fault


def test_only_what_can_be_read_reaches_textual() -> None:
    assert readable({"home.stats": "f9, x", "home.play_1": "", "app.help": 3}) == {"home.stats": "f9,x"}


def test_every_id_is_there_once_with_a_scope() -> None:
    ids = [one.id for one in every_binding(ArenaApp)]
    assert len(ids) == len(set(ids))
    assert all("." in i for i in ids)
    assert {"app.help", "home.stats", "setup.play"} <= set(ids)


def test_no_two_keys_clash_as_they_come() -> None:
    known = every_binding(ArenaApp)
    assert faults(known, {one.id: ",".join(one.keys) for one in known}) == []


def test_what_shares_a_key_as_it_comes_does_not_clash() -> None:
    known = [
        Remappable("screen.back", "Back", ("escape",)),
        Remappable("home.disarm", "Never mind", ("escape",)),
    ]
    assert faults(known, {"screen.back": "escape,left"}) == []
    assert len(faults([*known, *KNOWN], {"screen.back": "t"})) == 1


async def test_another_key_works_and_the_old_one_does_not_and_a_clash_is_told_at_the_start(
    tmp_path: Path,
) -> None:
    own = {"home.settings": "f9", "home.stats": "s", "nope.x": "y"}
    async with opened(tmp_path, settings=Settings(keys=own)) as (app, pilot):
        assert not lacking(" ".join(app.notices), "home.stats", "nope.x")
        await press(pilot, "o")
        assert isinstance(pilot.app.screen, HomeScreen)
        await press(pilot, "f9")
        assert isinstance(pilot.app.screen, SettingsScreen)

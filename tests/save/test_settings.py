"""The setting and the condition of a session, and how those of an older file are found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.save.making import change, started, won
from tests.tables import each
from tui_arena.core.game import Setup
from tui_arena.core.options import Option
from tui_arena.data import Catalogue, GameInfo
from tui_arena.save.filters import Filter, OptionIs
from tui_arena.save.setting import Setting, setting_of
from tui_arena.save.store import Store, open_store
from tui_arena.stats.aggregate import stats

CATALOGUE = Catalogue()
MIXED = Path(__file__).parent / "files" / "mixed_10.sql"


def setting(game: str, deck: str | None = "-", preset: str | None = None, **given: Any) -> Setting:
    """The setting of a set-up with these options, the others by the preset; `-`: the game's own deck."""
    info = CATALOGUE.game(game)
    options = info.presets.get(preset or "", {}) | given
    named = (f"{info.deck}-1" if info.dealt != "when_named" else None) if deck == "-" else deck
    whole = {name: option.default for name, option in info.options.items()} | options
    whole = {name: info.options[name].settled(value, whole) for name, value in whole.items()}
    return setting_of(
        info,
        Setup(options=whole, secret=None, deck=named, preset=preset, source=CATALOGUE.source(named, info)),
    )


@each(
    (setting("wordle"), "classic", {"deck": "wordle"}),
    (setting("wordle", variant="critic"), "critic", {"deck": "wordle", "variant": "critic"}),
    (setting("wordle", hard=True, takebacks=False), "classic, hard mode, no takebacks", None),
    (setting("wordle", preset="paper", variant="clue"), "clue, paper", None),
    (setting("wordle", preset="paper", variant="clue", max_guesses=4), "clue, paper, guesses 4", None),
    (setting("wordle", deck="mine-2@0123456789ab"), "classic, deck mine-2", {"deck": "mine-2"}),
    (setting("wordle", deck=None), "classic, own secret", {"deck": "own"}),
    (setting("wordle", group="high", suite="30"), "classic", {"deck": "wordle"}),
    (setting("wordle", clues="one"), "classic", {"deck": "wordle"}),
    (setting("wordle", form="strict"), "classic, form strict", {"deck": "wordle", "form": "strict"}),
    (setting("entity"), "things", {"deck": "things"}),
    (setting("entity", noise=0.2), "things, noise 0.2", {"deck": "things", "noise": 0.2}),
    (setting("entity", form="strict", suite="all"), "things", {"deck": "things"}),
    (setting("entity", preset="paper"), "things, paper", None),
    (setting("entity", deck="celebrities-1"), "celebrities", None),
    (setting("bluffing"), "party", {"deck": "bluffing"}),
    (setting("bluffing", deck=None), "own secret", {"deck": "own"}),
    (setting("bluffing", max_questions=3), "questions 3", None),
    (setting("taboo", preset="paper", reprompts=1), "paper, reprompts 1", None),
    (setting("connections", preset="paper", spellings=True), "paper, spellings", None),
    (setting("wordle", clues="one", variant="clue"), "clue, one clue", None),
    (setting("connections", guessers=3), "3 guessers", {"deck": "own", "guessers": 3}),
)
def test_a_condition_has_a_name_that_says_what_is_off(
    found: Setting, name: str, condition: dict[str, Any] | None
) -> None:
    assert found.name == name
    if condition is not None:
        assert json.loads(found.condition) == condition


def test_a_missing_option_counts_as_what_it_meant_before_there_was_a_choice() -> None:
    info = CATALOGUE.game("taboo")
    before = {name: option.before for name, option in info.options.items() if option.before is not None}
    said = setting_of(info, Setup(options=before, secret=None, deck="taboo-1"))
    missing = setting_of(info, Setup(options={}, secret=None, deck="taboo-1"))
    assert said == missing
    assert missing != setting("taboo")


def values(option: Option) -> st.SearchStrategy[Any]:
    """Values that an option may have."""
    some: list[Any] = [option.default, *option.choices]
    if option.type == "flag":
        some = [True, False]
    elif option.type in ("int", "number", "per_seat"):
        some += [int(option.min or 0), int(option.max or 9)]
    return st.sampled_from([one for one in some if one is not None or option.nullable])


@given(st.data(), st.sampled_from(sorted(CATALOGUE.games)))
def test_two_conditions_of_a_game_never_have_one_name(data: st.DataObject, game: str) -> None:
    info: GameInfo = CATALOGUE.game(game)
    found = []
    for _ in range(2):
        names = data.draw(st.lists(st.sampled_from(sorted(info.options)), max_size=4, unique=True))
        given = {name: data.draw(values(info.options[name])) for name in names}
        deck = data.draw(st.sampled_from(["-", None, *(f"{deck}-1" for deck in info.decks)]))
        preset = data.draw(st.sampled_from([None, *info.presets]))
        found.append(setting(game, deck, preset, **given))
    one, other = found
    assert (one.name == other.name) is (one.condition == other.condition), (one, other)


def old_file(path: Path) -> None:
    """A file of schema 10 in which rows of the stats mix several conditions."""
    change(path, MIXED.read_text("utf-8"))


def test_the_sessions_of_an_old_file_have_their_settings(path: Path) -> None:
    old_file(path)
    opened = open_store(path, CATALOGUE)
    names = {one.name for one in opened.store.settings("entity").values()}
    assert names == {"things", "things, noise 0.2", "things, noise 0.4", "things, paper"}
    assert (opened.notices, opened.store.check()) == ([], [])


@pytest.mark.thorough
def test_an_old_file_that_is_only_read_has_the_same_figures(path: Path) -> None:
    old_file(path)
    wanted = Filter("entity", condition="things, noise 0.4")
    before = path.read_bytes()
    read = open_store(path, CATALOGUE, read_only=True).store
    found = read.items(wanted, ["score"])
    read.close()
    assert path.read_bytes() == before
    store = open_store(path, CATALOGUE).store
    assert store.items(wanted, ["score"]) == found != []


def test_sessions_are_found_by_their_condition_and_by_any_option(path: Path) -> None:
    old_file(path)
    store = open_store(path, CATALOGUE).store

    def started(**narrowed: Any) -> int:
        wanted = replace(Filter("entity"), **narrowed)
        found = store.figures("entity", "", None, store.passing(replace(wanted, seat="guesser")))
        return sum(cells["started"] for _, cells in found)

    assert started() == 12
    assert started(condition="Things, Noise 0.4") == 4
    assert started(condition="things") == 4
    assert started(options=(OptionIs("form", "strict", default=False),)) == 4  # two of them by the preset
    assert started(options=(OptionIs("form", "lenient", default=True),), condition="things") == 2
    assert started(options=(OptionIs("noise", 0, default=True),)) == 6
    assert started(condition="things, noise 0.9") == 0


@pytest.mark.parametrize("deck", ["слова", "mots-dété@0123456789ab"])
def test_a_deck_whose_name_is_in_any_script_has_figures_and_is_found(store: Store, deck: str) -> None:
    session = won(CATALOGUE, started(CATALOGUE))
    store.save(replace(session, setup=replace(session.setup, deck=deck)))
    named = deck.partition("@")[0]
    (kept,) = store.settings("wordle").values()
    assert kept.options["deck"] == named
    assert {
        row.sessions for row in stats(store, CATALOGUE, Filter("wordle", deck=named, variant="classic"))
    } == {1}

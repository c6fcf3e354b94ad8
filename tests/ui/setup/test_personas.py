"""The personas screen, its form, and personas in a set-up, with keys and mouse."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from textual.widgets import Input, Static

from tests.ui.harness import NORMAL, SMALL, opened, press, settle
from tests.ui.playing import lacking, seen, sees
from tui_arena.config import BadFile, Settings
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.data.personas import Persona, persona_of
from tui_arena.players.new_session import Opening, new_session, without_missing_personas
from tui_arena.players.seating import bot, read_player
from tui_arena.table.opening import opening_of
from tui_arena.ui.setup.personas_screen import (
    PersonaForm,
    PersonasScreen,
    TopicGrid,
    in_a_sentence,
    persona_in,
    strange,
)
from tui_arena.ui.setup.recent_setups import recall, remember
from tui_arena.ui.setup.screen import SetupScreen
from tui_arena.ui.setup.setup_draft import SetupDraft
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.rows import ChoiceRow

pytestmark = pytest.mark.usefixtures("bare")

INFO = Catalogue().games["connections"]
SHELF = Catalogue().personas(INFO)
FIELDS = {"name": "the diver", "profession": "", "age": "", "culture": "", "interests": "Sea,  sea, chess"}


def draft(opening: Opening | None = None) -> SetupDraft:
    made = SetupDraft(INFO, opening or recall(Settings(), INFO), "Ada")
    made.shelf = SHELF
    return made


def test_a_form_gives_what_the_file_would_hold() -> None:
    assert persona_in(FIELDS, []) == Persona("the diver", interests=("sea", "chess"), own=True)
    assert persona_in({**FIELDS, "age": "30"}, []).age == 30


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("name", "", "needs a name"),
        ("name", "The Vet", "is on the shelf already"),
        ("name", "drawn", "means something else"),
        ("age", "0", "1 to 120"),
        ("age", "old", "1 to 120"),
        ("age", "1" * 4000, "1 to 120"),
        ("interests", "a,b,c,d,e,f,g,h,i", "pick 8 at most"),
    ],
)
def test_what_a_form_may_not_say_is_said_in_a_sentence(field: str, text: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        persona_in({**FIELDS, field: text}, ["the vet"])


def test_interests_that_bots_have_no_words_for_are_named() -> None:
    assert "yachting and elves" in strange(Persona("x", interests=("sea", "yachting", "elves")), ["sea"])
    assert strange(Persona("x", interests=("sea",)), ["sea"]) == ""
    assert in_a_sentence(Persona("x")) == "Knows a bit of everything."


def test_people_are_nobody_special_and_others_are_drawn_unless_somebody_chooses() -> None:
    d = draft()
    assert d.opening().personas == {}
    assert [d.persona(seat) for seat in ("guesser_1", "setter")] == ["none", "drawn"]
    d.personas |= {"guesser_1": "drawn", "setter": "the vet", "guesser_2": "drawn", "guesser_5": "the vet"}
    assert d.opening().personas == {"guesser_1": "drawn", "setter": "the vet"}
    assert d.judged(Catalogue())[0] is None
    d.use("personas", "none")
    assert "Set “personas” to “own”" in d.summary()
    d.use("personas", "own")
    assert d.summary().endswith("at the table. Jenna knows animals, medicine and farming.")
    assert ("the vet", "the vet", "animals, medicine and farming") in d.personas_offered()


def test_personas_are_remembered_by_name_and_fall_away_when_they_are_gone() -> None:
    opening = Opening("connections", personas={"setter": "the vet", "guesser_2": "the diver"})
    again = recall(remember(Settings(), opening), INFO)
    assert again.personas == opening.personas
    assert without_missing_personas(again, INFO, Catalogue()).personas == {"setter": "the vet"}
    assert draft(again).opening().personas == {"setter": "the vet"}
    wordle = Catalogue().games["wordle"]  # a file may contain anything
    assert (
        without_missing_personas(
            Opening("wordle", personas={"guesser": {"age": 3}}), wordle, Catalogue()
        ).personas
        == {}
    )


@pytest.mark.parametrize("values", ["x", {"setter": 3}, {"nobody": "the vet"}, [1]])
def test_settings_that_make_no_sense_give_nobody_a_persona(values: object) -> None:
    assert recall(Settings(last={"connections": {"personas": values}}), INFO).personas == {}


def rematch(**swap: tuple[str, str]) -> tuple[Session, Opening]:
    opening = Opening(
        "connections",
        {"guesser_1": read_player("human:Ada"), "setter": bot("hard")},
        personas={"guesser_1": "the vet", "setter": "none"},
    )
    session, cast = new_session(opening, Catalogue(), id="s", seed=4, started=None)
    return session, opening_of(session, cast, **swap)


def test_a_rematch_keeps_who_was_who() -> None:
    session, again = rematch()
    assert again.personas == session.setup.extra["personas"]
    assert again.personas["guesser_1"] == _values("the vet")
    assert rematch(swap=("setter", "guesser_1"))[1].personas["setter"] == _values("the vet")
    settings = remember(Settings(), Opening("connections", personas={"guesser_1": "the vet"}))
    assert recall(remember(settings, again), INFO).personas["guesser_1"] == "the vet"


def _values(name: str) -> object:
    return next(one.values for one in Catalogue().personas(INFO) if one.name == name)


async def test_the_shelf_is_read_made_changed_copied_and_cleared(tmp_path: Path) -> None:
    file = tmp_path / "config" / "personas.toml"
    async with opened(tmp_path) as (app, pilot):
        app.open_personas("connections")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, PersonasScreen)
        shelf: PersonasScreen = screen
        assert not lacking(seen(pilot), "the ship's cook", "n New")
        assert "e Edit" not in seen(pilot)

        await press(pilot, "n")
        form = pilot.app.screen
        assert isinstance(form, PersonaForm)
        await press(pilot, "enter")
        await sees(pilot, "needs a name")
        form.query_one("#name Input", Input).value = "the diver"
        form.query_one("#interests Input", Input).value = "wrecks"
        form.query_one(TopicGrid).focus()
        await press(pilot, "right", "space", "down", "up", "space", "space")
        assert form.form.values["interests"] == "wrecks, art"
        await press(pilot, "enter")
        await settle(pilot)
        assert pilot.app.screen is screen
        assert tomllib.loads(file.read_text())["the diver"]["interests"] == ["wrecks", "art"]
        assert "know nothing about wrecks" in seen(pilot)
        assert shelf.persona == persona_of("the diver", {"interests": ["wrecks", "art"]}, own=True)

        await press(pilot, "e")
        pilot.app.screen.query_one("#name Input", Input).value = "the frogwoman"
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Dialog)
        await press(pilot, "escape", "enter")
        await settle(pilot)
        assert list(tomllib.loads(file.read_text())) == ["the frogwoman"]

        await press(pilot, "down", "c", "enter")
        await settle(pilot)
        assert list(tomllib.loads(file.read_text())) == ["the frogwoman", "the ship's cook 2"]

        await press(pilot, "delete", "right", "enter")
        await settle(pilot)
        assert list(tomllib.loads(file.read_text())) == ["the frogwoman"]

        file.write_text("x = [", encoding="utf-8")
        shelf.table.move_cursor(row=0)
        await pilot.pause()
        await press(pilot, "delete", "right", "enter")
        await settle(pilot)
        assert file.read_text() == "x = ["
        assert "nothing was changed" in " ".join(seen(pilot).split())


@pytest.mark.thorough
async def test_each_seat_is_given_a_persona_in_the_set_up(tmp_path: Path) -> None:
    settings = replace(Settings(), last={"connections": {"personas": {"setter": "the vet"}}})
    async with opened(tmp_path, settings=settings) as (app, pilot):
        app.open_setup("connections")
        await settle(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SetupScreen)
        assert not lacking(seen(pilot), "the vet", "nobody special")

        screen.query_one("#as-guesser_1", ChoiceRow).choose("the judge")
        screen.query_one("#option-guessers", ChoiceRow).choose("5")
        await settle(pilot)
        seats = [row.id for row in screen.query("#form-left ChoiceRow") if row.display and "-" in str(row.id)]
        names = ["guesser_1", "setter", "guesser_2", "guesser_3", "guesser_4", "guesser_5"]
        assert seats == [f"{kind}-{seat}" for seat in names for kind in ("seat", "as")]
        screen.query_one("#as-guesser_5", ChoiceRow).choose("the baker")
        screen.query_one("#option-guessers", ChoiceRow).choose("3")
        await settle(pilot)
        seats = [row.id for row in screen.query("#form-left ChoiceRow") if row.display and "-" in str(row.id)]
        assert seats == [f"{kind}-{seat}" for seat in names[:4] for kind in ("seat", "as")]
        assert screen.draft.opening().personas == {"guesser_1": "the judge", "setter": "the vet"}

        await press(pilot, "p")
        assert isinstance(pilot.app.screen, PersonasScreen)
        await press(pilot, "escape", "r")
        assert screen.draft.opening().personas == {}


@pytest.mark.thorough
async def test_only_a_game_of_minds_that_differ_offers_personas(tmp_path: Path) -> None:
    async with opened(tmp_path, SMALL) as (app, pilot):
        app.open_setup("wordle")
        await settle(pilot)
        assert not pilot.app.screen.query("#as-guesser")
        await press(pilot, "p")
        assert isinstance(pilot.app.screen, SetupScreen)
        app.open_personas("connections")
        await sees(pilot, "ship's cook")
        await press(pilot, "c")
        assert pilot.app.screen.query_one("#hint", Static).size.height
    assert NORMAL > SMALL

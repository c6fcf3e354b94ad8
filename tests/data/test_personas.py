"""The user's personas: what their file may contain, and writing it without losing anything."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.attacks import ALL, acts
from tests.tables import each
from tui_arena.config import BadFile
from tui_arena.data import Catalogue
from tui_arena.data.personas import FILE, Persona, persona_of, with_persona, without_persona, write_personas

INFO = Catalogue().game("connections")
DIVER = Persona("the diver", "diver", 40, "Malta", ("sea", "wrecks"), own=True)


def test_the_games_own_shelf_has_somebody_for_every_topic() -> None:
    personas = Catalogue().personas(INFO)
    topics = Catalogue().topics(INFO)
    known = [topic for one in personas for topic in one.interests]
    assert len(personas) == 30
    assert set(known) == set(topics)
    assert all(2 <= len(one.interests) <= 4 for one in personas)
    assert all(one.profession and one.age and one.culture and not one.own for one in personas)


@each(
    ("x", "must be a table with a name"),
    ({"interests": "sea"}, "must be a list of words"),
    ({"interests": [3]}, "must be a list of words"),
    ({"interests": list("abcdefghi")}, "at most 8"),
    ({"age": True}, "1 to 120"),
    ({"age": 1000}, "1 to 120"),
    ({"profession": "x" * 61}, "at most 60"),
    ({"culture": 3}, "a text of"),
    ({"hair": "red"}, "no key 'hair'"),
)
def test_what_is_no_persona_is_said(values: Any, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        persona_of("the diver", values)
    for name in ("", "  ", "none", "drawn"):
        with pytest.raises(BadFile):
            persona_of(name, {})


@each(*ALL)
def test_no_text_of_a_persona_acts(text: str) -> None:
    one = persona_of(f"a{text}", {"profession": text[:60], "interests": [text]})
    assert not any(acts(part) for part in (one.name, one.profession, *one.interests))


def test_the_users_stand_behind_and_take_the_place_of_their_namesakes(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(
        '["the vet"]\nprofession = "veteran"\n["the diver"]\n["bad"]\nage = 0\n', "utf-8"
    )
    catalogue = Catalogue(tmp_path)
    by_name = {one.name: one for one in catalogue.personas(INFO)}
    assert len(by_name) == 31
    assert (by_name["the vet"].profession, by_name["the vet"].own) == ("veteran", True)
    assert len(catalogue.persona_faults(INFO)) == 1
    assert "bad: age must be" in catalogue.persona_faults(INFO)[0]


@each("x = [", "a" * 70_000, "\x00")
def test_a_file_that_can_not_be_read_is_told_and_never_written_over(text: str, *, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    assert len(Catalogue(tmp_path).personas(INFO)) == 30
    assert len(Catalogue(tmp_path).persona_faults(INFO)) == 1
    with pytest.raises(BadFile, match="nothing was changed"):
        write_personas(tmp_path, with_persona(DIVER))
    assert (tmp_path / FILE).read_text() == text


def test_what_is_written_is_read_back_in_its_place(tmp_path: Path) -> None:
    user = tmp_path / "config"
    for name in ("one", "two", "three"):
        write_personas(user, with_persona(Persona(name, own=True)))
    write_personas(user, with_persona(DIVER, old="two"))
    mine = [one for one in Catalogue(user).personas(INFO) if one.own]
    assert [one.name for one in mine] == ["one", "the diver", "three"]
    assert mine[1] == DIVER
    write_personas(user, with_persona(Persona("one", own=True), old="three"))
    write_personas(user, without_persona("nobody"))
    assert list(tomllib.loads((user / FILE).read_text())) == ["the diver", "one"]
    assert "three" in tomllib.loads((user / f"{FILE}.bak").read_text()) or (user / f"{FILE}.bak").exists()


def test_a_change_keeps_what_can_not_be_used(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('title = "mine"\n[odd]\nhair = "red"\n', "utf-8")
    write_personas(tmp_path, with_persona(DIVER))
    write_personas(tmp_path, without_persona(DIVER.name))
    assert tomllib.loads((tmp_path / FILE).read_text()) == {"title": "mine", "odd": {"hair": "red"}}


def test_a_full_shelf_takes_no_more(tmp_path: Path) -> None:
    write_personas(tmp_path, with_persona(DIVER))
    before = (tmp_path / FILE).read_text()
    with pytest.raises(BadFile, match="no room for more"):
        write_personas(tmp_path, lambda _: {f"p{i}": {"profession": "x" * 60} for i in range(900)})
    assert (tmp_path / FILE).read_text() == before

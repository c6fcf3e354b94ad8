"""Personas of seats: what a set-up may say about them, and how they are shown."""

from __future__ import annotations

from typing import Any

import pytest

from tests.attacks import ALL
from tests.games.connections.table import G1, SETTER, start
from tests.save.sessions import read
from tests.tables import each
from tui_arena.config import BadFile
from tui_arena.core.session import check_personas, described, interests_of
from tui_arena.core.text import one_line


@each(
    ([], "must be an object with the seats as keys"), ("baker", "must be an object with the seats as keys"), (3, "must be an object with the seats as keys"),
    ({"guesser_3": {}}, "no seat 'guesser_3'; seats are setter, guesser_1, guesser_2"), ({"": {}}, "no seat ''"),
    ({"x" * 999: {}}, "no seat 'xx"), ({SETTER: "baker"}, "setup.personas.setter must be an object with profession, age"),
    ({SETTER: None}, "setter must be an object"), ({SETTER: ["baker"]}, "setter must be an object"),
    ({G1: {"profession": ["baker"]}}, r"guesser_1\.profession must be a text"), ({G1: {"age": 4.5}}, r"age must be a text or a whole"),
    ({G1: {"age": True}}, r"guesser_1\.age must be"), ({G1: {"culture": {}}}, r"guesser_1\.culture must be"),
    ({G1: {"interests": "chess"}}, "interests must be a list of words"), ({G1: {"interests": [1]}}, "interests must be a list"),
    ({G1: {"interests": {"chess": 1}}}, "interests must be a list"), ({G1: {"interests": [None]}}, "interests must be a list"),
)  # fmt: skip
def test_a_persona_of_another_shape_is_refused(personas: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        start(given=personas)


@each(
    None, {}, {SETTER: {}}, {G1: {"profession": None, "age": 58, "culture": "", "interests": None, "shoe": 42}},
    {G1: {"age": "about sixty", "interests": ["a"] * 99}},
)  # fmt: skip
def test_what_is_left_out_is_left_out(personas: Any) -> None:
    check_personas(personas, (SETTER, G1))
    assert start(given=personas).setup.extra.get("personas") == personas


def test_a_file_with_a_bad_persona_says_where() -> None:
    raw = {
        "format": "tui-arena-session", "version": 1, "id": "p", "game": "connections",
        "setup": {"options": {}, "secret": {"word": "cat"}, "personas": {"guesser_1": {"interests": 4}}},
        "seats": {}, "events": [],
    }  # fmt: skip
    with pytest.raises(BadFile, match=r"setup\.personas\.guesser_1\.interests"):
        read(raw)


def test_a_persona_in_a_line() -> None:
    vet = {"profession": "vet", "age": 61, "culture": "Cornwall", "interests": ["Sea", "sea", " ", "chess"]}
    assert described(vet) == "vet, 61, Cornwall; knows about sea, chess"
    assert described({"interests": ["sea"]}) == "knows about sea"
    assert described({"age": 61}) == "61"
    assert described({}) == ""


@each(*ALL)
def test_a_persona_is_short_and_on_one_line(text: str) -> None:
    persona = {"profession": text, "age": text, "culture": text, "interests": [text, *map(str, range(20))]}
    check_personas({G1: persona}, (G1,))
    told = described(persona)
    assert told == one_line(told)
    assert len(told) < 60 * 12
    assert len(interests_of(persona)) <= 8

"""A reply in another layout than the published one: every lenient form takes it, every published preset refuses it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.conformance import CATALOGUE
from tests.games.steps import answer, begin, fault
from tests.tables import Cases, each
from tui_arena.core.options import as_saved
from tui_arena.core.record import Play
from tui_arena.core.words import VERSION
from tui_arena.data import shipped_games

CASES = Cases(__file__)

TABLES: dict[str, tuple[dict[str, Any], dict[str, Any] | None, list[str]]] = {
    "wordle": ({}, {"word": "pride", "clue": "of lions"}, []),
    "entity": ({}, {"entity": "guitar"}, ["Is it alive?"]),
    "akinator": ({"secret": "sealed"}, {"object": "guitar"}, ["Is it alive?"]),
    "taboo": ({"max_prompts": 1}, {"word": "crane"}, ["What lifts?", "Some big machine does."]),
    "bluffing": ({"max_questions": 1, "truth": "later"}, None, ["I can juggle.", "Where?", "At home."]),
    "connections": ({}, {"word": "harbour"}, []),
}
"""By game: options, what is hidden, and the replies before the one that is laid out otherwise."""
LAID_OUT = CASES["LAID_OUT"]
LAYOUTS = [(game, text) for game, texts in LAID_OUT.items() for text in texts]
PUBLISHED = [(info.id, name) for info in shipped_games().values() for name in info.presets]


def table(game: str, preset: str = "party", matching: int | None = VERSION, **options: Any) -> Play[Any]:
    own, secret, before = TABLES[game]
    play = begin(game, secret, {**own, **options}, preset, matching=matching)
    lines = [f"explanation: so\n{text}" for text in before] if play.setup.options.get("clues") else before
    return answer(play, *lines)


@each(*LAYOUTS)
def test_a_lenient_form_takes_it_and_a_strict_one_does_not(game: str, text: str) -> None:
    assert fault(answer(table(game), text)) is None
    assert fault(answer(table(game, form="strict"), text)) is not None


@each(*PUBLISHED)
def test_a_published_preset_refuses_what_it_refused(game: str, preset: str) -> None:
    for text in LAID_OUT[game]:
        play = table(game, preset)
        assert not any(ask.form is None or ask.form.lenient for ask in play.asks())
        assert fault(answer(play, text)) is not None, text


@each(*TABLES)
def test_a_session_saved_before_is_read_as_it_was(game: str) -> None:
    info = CATALOGUE.game(game)
    for preset in ("party", *info.presets):
        saved = as_saved(info.options, info.presets, {}, preset)
        assert saved["form"] == ("lenient" if (game, preset) == ("wordle", "party") else "strict")
        assert info.mended({"options": {}})["options"]["form"] == (
            "lenient" if game == "wordle" else "strict"
        )
    old = table(game, matching=VERSION - 1)
    assert not any(ask.form is None or ask.form.lenient for ask in old.asks())
    for text in LAID_OUT[game][:1]:
        assert fault(answer(old, text)) is not None, "the reader came with a later version"


def test_a_view_shows_what_was_read() -> None:
    play = answer(table("connections"), "- word: hat\n- clue: {you wear it}")
    assert play.steps[0].event["text"].startswith("- word")
    assert play.view("setter").facts["clue"] == "{you wear it}"
    refused = answer(table("wordle"), "- guess: cranes")
    assert [line.text for line in refused.view("guesser").talk] == ["guess: cranes"]


def test_a_judge_who_names_it_is_refused_in_any_layout() -> None:
    for text in ("Yes, a guitar is.", "A guitar? **Yes**", "guitar: yes"):
        assert fault(answer(table("entity"), text)) == "rule"
    assert fault(answer(table("entity"), "A guitar is not.\nanswer: no")) is None


def test_an_ask_is_the_same_whatever_its_form_is() -> None:
    ask = table("wordle").asks()[0]
    assert hash(ask) == hash(replace(ask, form=None))

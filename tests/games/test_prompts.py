"""What holds for the prompts of every game: their variants, their marks, and what each seat plays for."""

from typing import Any

from tests.conformance import CATALOGUE
from tests.games.prompts import FAULTS
from tests.tables import each
from tui_arena.core.game import Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play

VARIANTS = {
    "bluffing": {
        "question": "bold patient steps terse",
        **dict.fromkeys(("answer", "verdict"), "steps terse"),
        "statement": "terse",
        **dict.fromkeys(("truth", "belief", "coach"), ""),
    },
    "connections": {
        **dict.fromkeys(("clue", "guess", "block"), "playful steps terse warm"),
        **dict.fromkeys(("word", "change"), "steps terse"),
        "coach": "",
    },
    "entity": {
        "question": "formal steps terse warm",
        "answer": "steps terse",
        "entity": "terse",
        **dict.fromkeys(("hit", "candidates", "coach"), ""),
    },
    "taboo": {
        "reply": "playful steps terse warm",
        "last_guess": "steps terse",
        "prompt": "playful steps terse",
        **dict.fromkeys(("candidates", "sorting", "coach"), ""),
    },
}
MARKS = {
    "bluffing": {"question": "question:", "answer": "answer:", "verdict": "verdict:"},
    "connections": {"guess": "guess:", "block": "word:", "word": "word:", "change": "word:"},
    "entity": {"question": "question:", "answer": "answer:"},
    "taboo": {"prompt": "prompt:", "reply": "reply:", "last_guess": "guess:"},
}
GOALS = {
    "bluffing": {
        "setter": "Lead the judge astray: to believe what you made up, or to doubt what is true.",
        "judge": "Find out whether it is true.",
    },
    "taboo": {
        "setter": "Make them say the word, and don't let them find it.",
        "guesser": "Find the word.",
    },
}
SECRETS = {"taboo": {"word": "crane"}}


@each(*VARIANTS)
def test_the_variants_there_are(game: str) -> None:
    info = CATALOGUE.game(game)
    for ask, variants in VARIANTS[game].items():
        assert CATALOGUE.prompt_variants(info, ask) == ["", *variants.split()], ask


@each(*[(game, ask) for game, marks in MARKS.items() for ask in marks])
def test_who_thinks_first_marks_the_last_line(game: str, ask: str) -> None:
    mark = MARKS[game][ask]
    sections = CATALOGUE.prompt(CATALOGUE.game(game), ask, "steps").sections
    line = sections["ask"].splitlines()[-1]
    if game == "entity":
        assert mark in line
        assert sections["system"].splitlines()[-1].startswith(mark)
        return
    assert line.startswith(mark if game == "bluffing" else f"{mark} …")
    if game == "connections":
        assert "Think step by step" in sections["ask"]
    else:
        assert f"`{mark}`" in sections["system"].split("\n\n")[-1]
    for kind in FAULTS:
        assert f"`{mark}" in sections[f"fault.{kind}"]


@each(*GOALS)
def test_what_each_seat_plays_for_is_said_in_the_same_words(game: str) -> None:
    info = CATALOGUE.game(game)
    play: Play[Any] = Play(info.game, Setup(resolve(info.options, info.presets, {}, None), SECRETS.get(game)))
    for seat, goal in GOALS[game].items():
        assert play.view(seat).facts["goal"] == goal
        assert goal in info.how_to_play()

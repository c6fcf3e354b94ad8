"""Codes by somebody who knows their form: whatever they hold, it is refused with a sentence or is a game."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.core.test_challenge import packed, signed
from tests.players.test_challenges import HERE, bots
from tests.tables import each
from tui_arena.core import challenge as codes
from tui_arena.core.challenge import LONGEST, BadCode
from tui_arena.players.challenges import challenge_of, description_of, opening_for, read_challenge
from tui_arena.players.new_session import new_session
from tui_arena.table.challenging import Ghost
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs

GAMES = ("wordle", "entity", "akinator", "taboo", "bluffing", "connections")
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**15, 1.5, "", "x", "yes", "no", "bot:hard", "human:Eve", "script:/etc/passwd",
    "../../../../etc/passwd", "wordle-1", "things@0123456789ab", "a" * 60, "ф" * 40, "\u202egnirts", "[b]bold[/b]",
    [], {}, [[]], {"word": "crane"}, {"word": {"word": "crane"}}, {"entity": ["guitar"]}, {"object": ""},
    {"word": "", "forbidden": "dam"}, ["guesser", "guess", "slate"], [["guesser", "guess", "slate"]], ["setter"],
    [[1, "hit", True]], [[1, "text"]], {"variant": "critic"}, {"max_guesses": 10**9}, {"flips": [1, 2]}, {"flips": "x"},
    {"personas": {"setter": "vet"}}, {"challenge": "x", "known": ["guesser"], "run": "r", "daily": "soon"},
)  # fmt: skip


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a document, by the keys that lead to it."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inside:
        yield (*at, key)
        yield from places(one, (*at, key))


def forged(document: dict[str, Any], chance: Random) -> dict[str, Any]:
    """A document with one to three values changed, left out or put in."""
    document = copy.deepcopy(document)
    for _ in range(chance.randint(1, 3)):
        at = chance.choice([*places(document)])
        holder: Any = document
        for key in at[:-1]:
            holder = holder[key]
        match chance.randrange(4):
            case 0:
                del holder[at[-1]]
            case 1:
                document[chance.choice("gopdsxecbrmwykznfv")] = copy.deepcopy(chance.choice(VALUES))
            case _:
                holder[at[-1]] = copy.deepcopy(chance.choice(VALUES))
        if not document:
            break
    return document


def tried(game: str, count: int) -> int:
    """Forge so many codes of a game, and play what is taken as far as a ghost is shown; how many were taken."""
    challenge = challenge_of(bots(game, 12), HERE.game(game), HERE)
    document = codes._document(challenge)
    chance = Random(f"forged/{game}")
    taken = 0
    for _ in range(count):
        code = signed(packed(codes._json(forged(document, chance))))
        try:
            found = read_challenge(code, HERE)
        except BadCode as error:
            assert len(str(error)) < 400  # noqa: PT017
            continue
        assert len(code) <= LONGEST
        taken += 1
        session, cast = new_session(opening_for(found, HERE), HERE, id="-", seed=1, started=None)
        assert {one.kind for one in cast.values()} <= {"bot"}
        assert not session.fold(HERE.game(found.game).game).over
        ghost = Ghost(found, HERE)
        game_ui = game_ui_of(ghost.info)
        for turns in (0, 1, 50):
            game_ui.ghost(ghost.so_far(turns), Glyphs(), 30)
        game_ui.grid(ghost.play, Glyphs(), 40, small=True)
    return taken


@each(*GAMES)
def test_forged_codes_are_refused_or_are_games(game: str) -> None:
    assert tried(game, 12) < 12


@pytest.mark.torture
@pytest.mark.parametrize("game", GAMES)
def test_many_forged_codes_are_refused_or_are_games(game: str) -> None:
    assert 0 < tried(game, 600) < 600


PLAIN: dict[str, Any] = {"g": "wordle", "x": {"word": "crane"}, "y": "Ada", "k": "human"}
SIX = [["guesser", "guess", "slate"]] * 6


@each("run", "blind", "party", "known", "daily", "duel", "guided", "answers", "odd")
def test_a_code_brings_nothing_but_its_game(key: str) -> None:
    with pytest.raises(BadCode, match="more than its game"):
        read_challenge(signed(packed(codes._json({**PLAIN, "e": {key: True}}))), HERE)


@each({"z": "won", "n": 1}, {"z": "lost", "n": 3}, {})
def test_moves_lead_to_the_end_that_a_code_tells(told: dict[str, Any]) -> None:
    with pytest.raises(BadCode, match="don't lead to the end"):
        read_challenge(signed(packed(codes._json({**PLAIN, **told, "v": SIX, "r": 1}))), HERE)


@pytest.mark.parametrize(
    "odd",
    [
        {"z": "[b]hacked"}, {"z": "won", "n": -5}, {"z": "won", "n": 10**9}, {"k": "alien"}, {"h": 1},
        {"e": {"x": float("inf")}}, {"x": {"word": "crane", "clue": "a\nb"}}, {"x": {"word": "a" * 1001}},
    ],
)  # fmt: skip
def test_odd_values_are_refused(odd: dict[str, Any]) -> None:
    with pytest.raises(BadCode, match="isn't part of any challenge"):
        read_challenge(signed(packed(codes._json(PLAIN | odd))), HERE)


def test_a_code_by_you_is_by_somebody() -> None:
    found = read_challenge(signed(packed(codes._json({**PLAIN, "y": "You", "z": "won", "n": 1}))), HERE)
    assert found.by == ""
    assert "as somebody played it" in description_of(found, HERE.game("wordle"))

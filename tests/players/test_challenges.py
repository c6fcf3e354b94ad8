"""A finished game as a challenge: in another home its code deals the same game, and folds to the same end."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from tests.conformance import Table, finished, tables
from tests.core.test_challenge import changed
from tests.tables import each
from tests.thorough import sampled
from tui_arena.core.challenge import LONGEST, BadCode, Challenge, written_long
from tui_arena.core.events import Event, Kind
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.challenges import (
    _number_of,
    challenge_of,
    challenged_seat,
    code_of,
    ghost_of,
    new_challenge,
    opening_for,
    own_challenge,
    read_challenge,
    shelves,
    turns_of,
)
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player

HERE, ELSEWHERE = Catalogue(), Catalogue()
GAMES = ("wordle", "entity", "akinator", "taboo", "bluffing", "connections")
SHORT = 14
"""The length of a short code with its dashes."""


def played(table: Table) -> Session:
    """A random session of a game, with people in all seats that somebody has."""
    play = finished(table)
    seats = {
        name: {"player": "human", "name": f"Person {n}"}
        for n, (name, seat) in enumerate(play.seats.items())
        if table.gives or seat.default != "dealer"
    }
    return Session("-", table.info.id, table.info.game.rules, None, play.setup, seats, tuple(play.events))


def said(play: Play[Any]) -> list[Any]:
    """The turns, without the note whether a matcher or a person found a guess right: that hangs on who knows."""
    return [{k: v for k, v in turn.items() if k != "ruled"} for turn in turns_of(play)]


def sendable(session: Session) -> Challenge | None:
    try:
        return challenge_of(session, HERE.game(session.game), HERE)
    except BadCode:
        return None


def check(session: Session, *, needs_moves: bool = False) -> bool:
    """A session plays the same elsewhere; False if it can't be sent, which is told in a sentence."""
    info = HERE.game(session.game)
    play: Play[Any] = session.fold(info.game)
    challenge = sendable(session)
    if challenge is None:
        return False
    code = code_of(challenge, HERE)
    assert len(code) <= (400 if session.game == "wordle" else LONGEST)
    found = read_challenge(code, ELSEWHERE)
    assert found == challenge
    ghost = ghost_of(found, ELSEWHERE).fold(info.game)
    if found.moves or needs_moves:
        assert ghost.outcome() == play.outcome()
        assert said(ghost) == said(play)
    dealt, _ = new_session(opening_for(found, ELSEWHERE), ELSEWHERE, id="-", seed=1, started=None)
    again = dealt.fold(info.game)
    assert not again.over
    if session.setup.secret:
        assert dealt.setup.secret == session.setup.secret
        assert {
            k: v for k, v in dealt.setup.options.items() if k in session.setup.options
        } == session.setup.options
    short = read_challenge(code_of(challenge_of(session, info, HERE, moves=False), HERE), ELSEWHERE)
    assert short.puzzle == challenge.puzzle
    return True


@pytest.mark.parametrize("game", sampled(GAMES, 3, first=1))
def test_random_sessions_play_the_same_elsewhere(game: str) -> None:
    sent = [check(played(table)) for table in tables(HERE.game(game), range(2))]
    assert any(sent)


@pytest.mark.torture
@pytest.mark.parametrize("game", GAMES)
def test_three_hundred_sessions_play_the_same_elsewhere(game: str) -> None:
    setups = len([*tables(HERE.game(game), range(1))])
    sent = [check(played(table)) for table in tables(HERE.game(game), range(50 // setups + 1))]
    assert len(sent) >= 50
    assert sum(sent) > len(sent) // 2


def bots(game: str, seed: int, **options: Any) -> Session:
    """A game that bots play to its end."""
    from tests.players.bot_games import play_bots

    return play_bots(HERE, Opening(game, {}, options), seed)


@pytest.mark.parametrize("game", sampled(GAMES, 3))
def test_games_of_bots_keep_every_move(game: str) -> None:
    session = bots(game, 4711)
    assert check(session, needs_moves=True)
    challenge = challenge_of(session, HERE.game(game), HERE)
    assert challenge.moves
    assert challenge.result in ("won", "lost", "drawn")


@each(*GAMES)
def test_a_new_challenge_is_short(game: str) -> None:
    challenge = new_challenge(HERE.game(game), HERE, {}, seed=7)
    code = code_of(challenge, HERE)
    assert len(code) == SHORT
    assert read_challenge(code, ELSEWHERE) == challenge


def test_a_seed_above_a_million_and_other_options_need_a_long_code() -> None:
    info = HERE.game("wordle")
    assert len(code_of(new_challenge(info, HERE, {}, seed=999_999), HERE)) == SHORT
    assert len(code_of(new_challenge(info, HERE, {}, seed=1_000_000), HERE)) > SHORT
    assert len(code_of(new_challenge(info, HERE, {"hard": True}, seed=7), HERE)) > SHORT
    assert len(code_of(new_challenge(info, HERE, {"variant": "clue"}, seed=7), HERE)) == SHORT


def test_no_two_shelves_have_one_number() -> None:
    found = list(shelves(HERE))
    assert len({_number_of(shelf) for shelf in found}) == len(found)
    assert {shelf.info.id for shelf in found} == set(GAMES)


OWN: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("wordle", "crane", {"word": "crane"}),
    ("taboo", "beaver | dam | teeth", {"word": "beaver", "forbidden": ["dam", "teeth"]}),
    ("entity", "guitar", {"entity": "guitar"}),
    ("akinator", "my old bicycle | bike", {"object": "my old bicycle", "aliases": ["bike"]}),
    ("connections", "harbour", {"word": "harbour"}),
)


@pytest.mark.parametrize(("game", "text", "secret"), OWN, ids=[game for game, _, _ in OWN])
def test_a_challenge_of_ones_own(game: str, text: str, secret: dict[str, Any]) -> None:
    challenge = own_challenge(HERE.game(game), HERE, text, {}, by="Ada", seed=7)
    found = read_challenge(code_of(challenge, HERE), ELSEWHERE)
    assert found == challenge
    session, _ = new_session(opening_for(found, ELSEWHERE), ELSEWHERE, id="-", seed=1, started=None)
    assert session.setup.secret == secret
    assert session.fold(HERE.game(game).game).asks()


def test_a_statement_of_ones_own_is_told_and_a_bot_answers_for_it() -> None:
    info = HERE.game("bluffing")
    challenge = own_challenge(info, HERE, "false | I was born on a ferry.", {}, by="Ada", seed=7)
    found = read_challenge(code_of(challenge, HERE), ELSEWHERE)
    session, cast = new_session(opening_for(found, ELSEWHERE), ELSEWHERE, id="-", seed=1, started=None)
    play = session.fold(info.game)
    assert play.view("judge").facts["statement"] == "I was born on a ferry."
    assert [ask.seat for ask in play.asks()] == ["judge"]
    assert cast["setter"].kind == "bot"
    assert "born" not in code_of(challenge, HERE)


NOT_OWN: tuple[tuple[str, str, str], ...] = (
    ("wordle", "cranes", "five"),
    ("entity", "the thing in my pocket", "knows nothing"),
    ("bluffing", "I was born on a ferry.", "true"),
    ("taboo", " | dam", "Type the word"),
)


@each(*NOT_OWN)
def test_what_cannot_be_set_is_refused_with_a_sentence(game: str, text: str, why: str) -> None:
    with pytest.raises(BadCode, match=why):
        own_challenge(HERE.game(game), HERE, text, {}, by="Ada", seed=7)


def a_game() -> Session:
    """A game of Wordle that a person has finished."""
    session = bots("wordle", 12)
    return replace(session, seats={"guesser": {"player": "human", "name": "Ada"}})


def test_an_unfinished_game_is_not_given_away() -> None:
    session = a_game()
    with pytest.raises(BadCode, match="isn't over"):
        challenge_of(session.with_events(session.events[:1]), HERE.game("wordle"), HERE)


NEEDS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"game": "chess"}, "chess"),
    ({"rules": 99}, "version 99 of the rules of Wordle"),
    ({"matching": 99}, "version 99 of the word matcher"),
    ({"words": "wordle-9"}, "wordle-9"),
    ({"game": "entity", "words": None, "deck": "pub@0123456789ab", "secret": {"entity": "guitar"}}, "“pub”"),
    ({"options": {"variant": "backwards"}}, "backwards"),
    ({"options": {"colour": "red"}}, "colour"),
    ({"seat": "umpire"}, "seat"),
    ({"players": {"guesser": "bot:genius"}}, "genius"),
    ({"secret": {"word": 5}}, "can't be played"),
    ({"moves": (Event(1, Kind.REPLY, {"seat": "guesser", "ask": "opinion", "text": "yes"}),)}, "don't fit"),
    ({"moves": (Event(1, Kind.RESIGNED, {"seat": "nobody"}),)}, "don't fit"),
    ({"moves": (Event(1, Kind.AMENDED, {"of": 7, "text": "x"}),)}, "don't fit"),
)


@pytest.mark.parametrize(("other", "why"), NEEDS, ids=[why for _, why in NEEDS])
def test_a_code_says_what_it_needs(other: dict[str, Any], why: str) -> None:
    whole = replace(challenge_of(a_game(), HERE.game("wordle"), HERE), **other)
    code = written_long(whole)
    assert code is not None
    with pytest.raises(BadCode, match=why) as refused:
        read_challenge(code, ELSEWHERE)
    assert str(refused.value).startswith("This code")


def test_a_player_of_a_code_is_never_a_script_or_a_model() -> None:
    """A code names bots alone: what else it says about a seat is not read."""
    for text in ("script:/etc/passwd", "model:gpt", "human:Eve"):
        whole = replace(challenge_of(a_game(), HERE.game("wordle"), HERE), players={"guesser": text})
        cast = opening_for(whole, HERE).cast
        assert not cast


def test_long_replies_are_cut_where_the_game_stays_the_same() -> None:
    """A model's explanations don't fit into a code for Wordle; its guesses do."""
    info = HERE.game("wordle")
    session, _ = new_session(
        Opening("wordle", {"guesser": read_player("human:Ada")}), HERE, id="-", seed=3, started=None
    )
    chance = Random(5)
    play = session.fold(info.game)
    for word in ("slate", "crony", "dumpy", "fight", "vixen", "joker"):
        why = " ".join("".join(chance.choice("abcdefghijklmnop") for _ in range(7)) for _ in range(60))
        data = {"seat": "guesser", "ask": "guess", "text": f"guess: {word}\nexplanation: {why}"}
        play.feed(Event(play.next_seq, Kind.REPLY, data))
    session = session.with_events(play.events)
    assert check(session, needs_moves=True)
    code = code_of(challenge_of(session, info, HERE), HERE)
    assert len(code) <= 400


def test_only_the_end_is_told_if_the_moves_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tui_arena.players.challenges.written_long", lambda one: None if one.moves else written_long(one)
    )
    challenge = challenge_of(a_game(), HERE.game("wordle"), HERE)
    assert not challenge.moves
    assert (challenge.by, challenge.result) == ("Ada", "won")
    found = read_challenge(code_of(challenge, HERE), ELSEWHERE)
    assert not ghost_of(found, ELSEWHERE).events


@pytest.mark.parametrize("game", sampled(list(GAMES), 2))
def test_changed_codes_of_games_are_refused_in_little_time(game: str) -> None:
    session = bots(game, 12)
    code = code_of(challenge_of(session, HERE.game(game), HERE), HERE)
    chance = Random(game)
    for _ in range(30):
        text = changed(code, chance)
        if text != code:
            with pytest.raises(BadCode):
                read_challenge(text, ELSEWHERE)


def test_the_usual_seat_takes_a_challenge_up() -> None:
    assert challenged_seat(Challenge("taboo"), HERE.game("taboo")) == "setter"
    assert challenged_seat(Challenge("connections"), HERE.game("connections")) == "guesser_1"
    assert challenged_seat(Challenge("bluffing", seat="setter"), HERE.game("bluffing")) == "setter"


@each(*((g, t) for g, t, _ in OWN), ("bluffing", "true | I was born at sea."))
def test_the_answer_to_ones_own_is_the_same_puzzle(game: str, text: str) -> None:
    """Whoever set it is known by that."""
    from tests.players.bot_games import play_bots

    own = own_challenge(HERE.game(game), HERE, text, {}, by="Ada", seed=7)
    found = read_challenge(code_of(own, HERE), ELSEWHERE)
    session = play_bots(ELSEWHERE, opening_for(found, ELSEWHERE), 1)
    answer = challenge_of(session, ELSEWHERE.game(game), ELSEWHERE)
    assert read_challenge(code_of(answer, ELSEWHERE), HERE).puzzle == own.puzzle


def test_where_no_option_lets_a_seat_give_the_secret_there_is_no_challenge() -> None:
    info = HERE.game("akinator")
    assert new_challenge(info, HERE, {"secret": "later"}, seed=7).options != {"secret": "later"}, (
        "the option that lets a seat give it"
    )
    with pytest.raises(BadCode, match="Nothing is dealt"):
        new_challenge(msgspec.structs.replace(info, options={}), HERE, {"secret": "later"}, seed=7)

"""Parties: seating of the next game, points, and reading party notes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.config import ModelBook
from tui_arena.core.game import Seat
from tui_arena.core.options import resolve
from tui_arena.data import Catalogue
from tui_arena.players.new_session import seated
from tui_arena.players.party import (
    GIVER,
    RANG,
    WORD,
    Call,
    Party,
    PartyGame,
    PartyState,
    going_on,
    next_opening,
    onlookers,
    options_of,
    seating,
    skipping,
    text_of,
    winners,
)
from tui_arena.players.party_store import read_party
from tui_arena.save.store import PartySession, SessionRow
from tui_arena.save.summary import SeatSummary

CASES = Cases(__file__)

CATALOGUE = Catalogue()
THREE = ("human:Ada", "human:Ben", "human:Eve")
FOR_TWO = [info.id for info in CATALOGUE.games.values() if info.seats_by is None]
"""Games for two people, against each other or against the secret."""
NAMES = tuple(f"human:{name}" for name in ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"))


def seats_in(game: str, **options: Any) -> tuple[Seat, ...]:
    info = CATALOGUE.game(game)
    return info.game.seats(resolve(info.options, info.presets, options, None))


def session(
    n: int,
    game: str,
    seats: Mapping[str, str],
    result: str = "won",
    winner: str = "solver",
    *,
    options: Mapping[str, Any] | None = None,
) -> PartySession:
    """A session as the store would list it; `winner` is the side that won it."""
    over = result in ("won", "lost")
    row = SessionRow(
        str(n), game, None, None, result, None, "", None, "", (), {}, frozenset(), None, ("", n), "P"
    )
    sat = []
    for seat in seats_in(game, **(options or {})):
        if seat.name not in seats:
            continue
        kind, _, name = seats[seat.name].partition(":")
        standing = "neutral" if seat.side == "neutral" and over else result
        if over and seat.side != "neutral":
            standing = "won" if result == "won" and seat.side == winner else "lost"
        name = f"bot {name}" if kind == "bot" else name
        sat.append(SeatSummary(seat.name, seat.group, kind, name, standing, None, {}, side=seat.side))
    return PartySession(row, tuple(sat))


def party(players: Sequence[str] = THREE, games: Sequence[str] = ("wordle",), **more: Any) -> Party:
    return Party("P", "2026-11-21T19:00:00Z", tuple(players), tuple(PartyGame(g) for g in games), **more)


def played_out(of: Party, games: int) -> list[PartySession]:
    """The sessions of a party, each with the seating that is due."""
    sessions: list[PartySession] = []
    for n in range(games):
        party_state = PartyState(of, tuple(sessions))
        info = CATALOGUE.game(party_state.game.game)
        options = options_of(party_state.game, info, len(of.players))
        sessions.append(session(n, info.id, party_state.seating(info).seats, options=options))
    return sessions


def test_three_people_take_all_roles_in_turn() -> None:
    told = [{s.seat: s.name for s in one.seats} for one in played_out(party(games=("taboo", "bluffing")), 6)]
    assert told == [
        {"setter": "Ada", "guesser": "Ben"},
        {"setter": "Eve", "judge": "Ada"},
        {"setter": "Ben", "guesser": "Eve"},
        {"setter": "Ada", "judge": "Ben"},
        {"setter": "Eve", "guesser": "Ada"},
        {"setter": "Ben", "judge": "Eve"},
    ]


@settings(max_examples=15)
@given(
    players=st.permutations(NAMES).flatmap(lambda all_: st.integers(2, 8).map(lambda n: all_[:n])),
    games=st.lists(st.sampled_from(FOR_TWO), min_size=1, max_size=4),
)
@example(list(NAMES[:3]), ["akinator", "bluffing", "bluffing"])
def test_the_secret_goes_round_evenly_whoever_plays_what(players: list[str], games: list[str]) -> None:
    gave: Counter[str] = Counter(dict.fromkeys(players, 0))
    played: Counter[str] = Counter(dict.fromkeys(players, 0))
    sat: Counter[str] = Counter(dict.fromkeys(players, 0))
    for one in played_out(party(players, games, rounds=None), 2 * len(players)):
        for seat in one.seats:
            side = seat.side != "neutral"
            gave[f"human:{seat.name}"] += seat.group == GIVER
            played[f"human:{seat.name}"] += seat.group != GIVER and side
        sat.update({f"human:{s.name}" for s in one.seats})
        for count in (gave, played, sat):
            assert max(count.values()) - min(count.values()) <= (1 if count is not sat else 2)
    assert set(gave.values()) == {2}
    assert set(played.values()) == {2}


@each(*range(2, 9))
def test_in_a_game_for_all_everybody_sets_once_and_those_left_over_look_on_in_turn(people: int) -> None:
    info = CATALOGUE.game("connections")
    of = party(NAMES[:people], ("connections",), rounds=None)
    first = PartyState(of).seating(info)
    guessers = options_of(PartyState(of).game, info, people)["guessers"]
    assert guessers == min(max(people - 1, 2), 5)
    assert len(first.looking_on) == max(people - 6, 0)
    opening = next_opening(PartyState(of), info, ModelBook())
    kinds = [cast.kind for cast in seated(opening, info)[1].values()]
    assert kinds == ["human"] * min(people, 6) + ["bot"] * (people == 2)
    sessions = played_out(of, people)
    assert sorted(next(s.name for s in one.seats if s.group == GIVER) for one in sessions) == sorted(
        name.removeprefix("human:") for name in NAMES[:people]
    )
    sat = Counter(s.name for one in sessions for s in one.seats)
    assert max(sat.values()) - min(sat.values()) <= 1
    assert len(winners(sessions[0])) == min(people - 1, 5), "a point to each guesser"


def test_a_number_that_was_agreed_on_stands() -> None:
    info = CATALOGUE.game("connections")
    agreed = PartyGame("connections", {"guessers": 2})
    assert options_of(agreed, info, 6) == {"guessers": 2}


def test_every_way_to_sit_comes_and_then_the_first_again() -> None:
    seats = seats_in("taboo")
    ways = [seating(THREE, seats, "taboo", [], turn) for turn in range(6)]
    assert len({tuple(way.seats.items()) for way in ways}) == 6
    assert all({*way.seats.values(), *way.looking_on} == set(THREE) for way in ways)
    assert seating(THREE, seats, "taboo", [], 6) == ways[0]


@CASES.each
def test_who_sits_down_first(game: str, players: int, options: dict[str, Any], seats: dict[str, str]) -> None:
    found = seating(NAMES[:players], seats_in(game, **options), game, [])
    assert found.seats == seats
    assert len(found.looking_on) == players - len(set(seats.values()))


def test_two_change_places_and_one_alone_changes_sides_with_the_bot() -> None:
    sessions = played_out(party(NAMES[:2], ("wordle", "taboo")), 4)
    assert [one.seats[0].name for one in sessions] == ["Ada", "Ben", "Ben", "Ada"], "and the games change"
    for game, seats in (("taboo", ["setter", "guesser", "setter"]), ("connections", ["setter", "guesser_1"])):
        told = [[s.seat for s in one.seats] for one in played_out(party(NAMES[:1], (game,)), len(seats))]
        assert told == [[seat] for seat in seats]
    opening = next_opening(PartyState(party(NAMES[:1], ("taboo",))), CATALOGUE.game("taboo"), ModelBook())
    cast = seated(opening, CATALOGUE.game("taboo"))[1]
    assert [c.kind for c in cast.values()] == ["human", "bot"]


@each(
    ({"setter": "human:Ben", "guesser": "human:Eve"}, True),
    ({"setter": "human:Ben", "guesser": "bot:hard"}, True),
    ({"setter": "human:Ben", "guesser": "human:Somebody else"}, False),
    ({"setter": "human:Ben", "judge": "human:Eve"}, False),
)
def test_a_planned_seating_stands_for_its_seats_and_people_alone(
    planned: Mapping[str, str], stands: bool
) -> None:
    found = PartyState(party(games=("taboo",), plan=(planned,)), ()).seating(CATALOGUE.game("taboo"))
    assert (found.seats == planned) is stands
    assert set(THREE) <= {*found.seats.values(), *found.looking_on}


def test_a_point_goes_to_each_winner_of_a_won_session() -> None:
    ada_ben = {"setter": "human:Ada", "guesser": "human:Ben"}
    critic = {**ada_ben, "critic": "human:Eve"}
    assert winners(session(1, "wordle", ada_ben)) == ("human:Ben",)
    assert winners(session(1, "wordle", critic, options={"variant": "critic"})) == ("human:Ben", "human:Eve")
    assert winners(session(1, "taboo", ada_ben, winner="opponent")) == ("human:Ada",)
    assert [winners(session(1, "wordle", ada_ben, how)) for how in ("lost", "aborted", "unfinished")] == [
        ()
    ] * 3


def test_points_are_by_player_and_a_stand_in_has_its_own() -> None:
    ada_bot = {"setter": "bot:hard", "guesser": "human:Ada"}
    sessions = (
        session(1, "taboo", ada_bot),
        session(2, "taboo", ada_bot, winner="opponent"),
        session(3, "taboo", ada_bot, "unfinished"),
    )
    party_state = PartyState(party(), sessions)
    assert party_state.points == {"human:Ada": 1, "human:Ben": 0, "human:Eve": 0, "bot:hard": 1}
    assert party_state.leaders == ("human:Ada", "bot:hard")
    assert text_of("bot", "bot hard") == "bot:hard"
    assert PartyState(party()).leaders == ()


def test_how_far_an_evening_is() -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    over, waiting = session(1, "wordle", seats), session(2, "taboo", seats, "unfinished")
    party_state = PartyState(party(games=("wordle", "taboo")), (over, waiting))
    assert (party_state.position, party_state.total, party_state.over, party_state.running) == (
        1,
        2,
        False,
        waiting,
    )
    left = PartyState(skipping(party_state), party_state.sessions)
    assert (left.position, left.over, left.running) == (2, True, None)
    won_late = PartyState(left.party, (over, session(2, "taboo", seats, winner="opponent")))
    assert (won_late.position, won_late.points["human:Ada"]) == (2, 1)
    undone = PartyState(left.party, (session(1, "wordle", seats, "unfinished"), waiting))
    assert (undone.position, undone.over, undone.game.game) == (1, False, "wordle")


def test_a_game_that_had_not_begun_is_passed_over() -> None:
    party_state = PartyState(party(games=("wordle", "taboo"), rounds=None))
    on = PartyState(skipping(party_state))
    assert (on.position, on.game.game, on.total, on.over) == (1, "taboo", None, False)


def test_another_round_after_the_end() -> None:
    party_state = PartyState(party(games=("wordle", "taboo"), skipped=("", "")))
    assert party_state.over
    again = PartyState(going_on(party_state))
    assert (again.over, again.total, again.position) == (False, 4, 2)
    ended = PartyState(replace(again.party, ended=True))
    assert ended.over
    assert going_on(ended) == again.party


# notes


def written(**values: Any) -> str:
    games: list[Any] = [{"game": "wordle", "options": {"variant": "clue"}}]
    return json.dumps({"players": list(THREE), "games": games, "started": "2026-11-21", **values})


def test_a_party_is_read_as_it_was_written() -> None:
    of = Party(
        "P",
        "2026-11-21T19:00:00Z",
        (*THREE, "bot:hard"),
        (PartyGame("wordle", {"variant": "critic"}), PartyGame("entity", deck="celebrities")),
        None,
        "Grandma's [b]eighty[/b]",
        ("", "01JD"),
        ended=True,
    )
    assert read_party("P", msgspec.json.encode(of).decode(), CATALOGUE, ModelBook()) == (of, [])


@each(
    (written(rounds=0), "rounds"),
    (written(rounds="two"), "rounds"),
    (written(name=7), "name"),
    (written(ended="yes"), "ended"),
    (written(skipped=[1]), "skipped"),
    (written(players=[*THREE, 5]), "A player of the party"),
    (written(players=[*THREE, *(f"human:{n}" for n in range(1000))]), "A party has at most 8 players"),
    (written(players=[*THREE, "script:/etc/passwd"]), "A player of the party"),
    (written(players=[*THREE, "bot:superb"]), "bot superb"),
    (
        written(players=[*THREE, "model:Gone"]),
        "Gone isn't here any more; bot medium stands in",
    ),
    (written(games=[{"game": "wordle"}, {"game": "chess"}]), "no game 'chess'"),
    (written(games=[{"game": "wordle"}, 7]), "A game"),
    (written(games=[{"game": "wordle", "options": {"variant": "blue"}}]), "Wordle has no variant"),
    (written(games=[{"game": "wordle", "options": {"nope": 1}}]), "Wordle has no nope"),
    (written(games=[{"game": "entity", "deck": "gone"}]), "no deck 'gone'"),
)
def test_what_can_not_be_used_falls_away_with_a_sentence(note: str, told: str) -> None:
    found, sentences = read_party("P", note, CATALOGUE, ModelBook())
    assert found is not None
    assert len(sentences) == 1
    assert told in sentences[0]
    assert sentences[0].endswith(".")
    assert found.players[:3] == THREE
    assert PartyState(found).game.game in ("wordle", "entity")


@each(
    "",
    "[]",
    "{",
    "\ud800",
    '{"players": 1}',
    written(players=[]),
    written(games=[]),
    "[" * 100_000,
    '{"a":' * 9_000,
)
def test_a_note_with_nothing_left_is_no_party(note: str) -> None:
    found, sentences = read_party("P", note, CATALOGUE, ModelBook())
    assert found is None
    assert sentences


def test_a_name_with_blanks_around_it_is_the_name_that_is_played_under() -> None:
    found, _ = read_party(
        "P", written(players=["human: Ada ", "human:Ada", "human:Ben"]), CATALOGUE, ModelBook()
    )
    assert found is not None
    assert found.players == ("human:Ada", "human:Ben")


def test_a_stand_in_takes_nobody_s_place() -> None:
    gone = ["bot:medium", "model:Gone", "model:Lost", "model:Missed"]
    found, _ = read_party("P", written(players=gone), CATALOGUE, ModelBook())
    assert found is not None
    assert found.players == ("bot:medium", "bot:easy", "bot:hard")


# calls, the last round, the genie


def lost_word(n: int) -> PartySession:
    return session(n, "wordle", {"setter": "human:Ada", "guesser": "human:Ben"}, "lost")


def test_who_gave_a_word_that_was_not_found_gets_a_point() -> None:
    assert PartyState(party(), (lost_word(1),)).points == {"human:Ada": 1, "human:Ben": 0, "human:Eve": 0}


@CASES.each
def test_a_call_that_comes_true_is_a_point(value: str, result: str, right: int) -> None:
    played = session(1, "wordle", {"setter": "human:Ada", "guesser": "human:Ben"}, result)
    state = PartyState(
        party(calls=(Call("1", "human:Eve", value), Call("2", "human:Eve", "found"))), (played,)
    )
    assert state.points["human:Eve"] == right


@each(
    ("true", 1, True, 1),
    ("true", 1, False, 0),
    ("made up", 1, False, 1),
    ("made up", 0, True, 1),
    ("true", None, True, 0),
)
def test_of_a_story_the_truth_is_called(value: str, verdict: int | None, seen: bool, right: int) -> None:
    seats = {"setter": "human:Ada", "judge": "human:Ben"}
    played = session(1, "bluffing", seats, winner="solver" if seen else "opponent")
    played = replace(played, row=replace(played.row, metrics={"verdict": verdict}))
    state = PartyState(party(calls=(Call("1", "human:Eve", value),)), (played,))
    assert state.points["human:Eve"] == right


@CASES.each
def test_a_secret_in_writing_is_a_point_next_to_the_call(word: str, result: str, right: int) -> None:
    played = session(1, "wordle", {"setter": "human:Ada", "guesser": "human:Ben"}, result)
    played = replace(played, row=replace(played.row, secret="pride"))
    wrote = Call("1", "human:Eve", word, WORD)
    assert PartyState(party(calls=(wrote,)), (played,)).points["human:Eve"] == right
    bet = Call("1", "human:Eve", "found")
    state = PartyState(party(calls=(bet, wrote), double_last=True), (played,))
    assert state.points["human:Eve"] == 2 * (right + (result == "won"))


def test_each_time_the_clock_rings_a_point_is_lost_but_nobody_owes_one() -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    games = tuple(session(n, "wordle", seats) for n in (1, 2))
    late = (Call("2", "human:Ben", "guesser", RANG), *(Call("1", "human:Ada", "setter", RANG),) * 3)
    assert PartyState(party(calls=late), games).points == {"human:Ada": 0, "human:Ben": 1, "human:Eve": 0}


def test_the_last_round_counts_double_for_winners_and_calls() -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    games = tuple(session(n, "wordle", seats) for n in range(3))
    calls = tuple(Call(str(n), "human:Eve", "found") for n in range(3))
    agreed = party(rounds=3, double_last=True, calls=calls)
    assert PartyState(agreed, games).points == {"human:Ada": 0, "human:Ben": 4, "human:Eve": 4}
    skipped = replace(agreed, skipped=("@1",))
    assert PartyState(skipped, games[:2]).points["human:Ben"] == 3, "a skipped game takes its place"
    assert PartyState(replace(agreed, rounds=None), games).points["human:Ben"] == 3


def test_everybody_plays_against_the_genie() -> None:
    genie = replace(party(games=("akinator",)), games=(PartyGame("akinator", genie=True),))
    info = CATALOGUE.game("akinator")
    seated = PartyState(genie).seating(info)
    assert seated.seats == {"setter": "human:Ada", "guesser": "bot:hard"}
    assert seated.looking_on == ()
    unfound = session(1, "akinator", dict(seated.seats), winner="opponent")
    assert PartyState(genie, (unfound,)).points == dict.fromkeys(THREE, 1)
    found = session(1, "akinator", dict(seated.seats), winner="solver")
    assert {one: PartyState(genie, (found,)).points[one] for one in THREE} == dict.fromkeys(THREE, 0)
    assert PartyState(genie, (unfound,)).seating(info).seats["setter"] == "human:Ben"
    assert PartyState(genie).named("bot:hard") == "the genie"
    assert PartyState(party()).named("bot:hard") == "bot hard"


def test_calls_and_the_rest_are_kept() -> None:
    calls = Call("s1", "human:Eve", "kept"), Call("s1", "human:Eve", "pride", WORD)
    agreed = party(rounds=2, double_last=True, calls=calls, clock=30)
    agreed = replace(agreed, games=(*agreed.games, PartyGame("akinator", genie=True)))
    read, told = read_party("P", msgspec.json.encode(agreed).decode(), CATALOGUE, ModelBook())
    assert (read, told) == (agreed, [])


def test_who_has_no_seat_and_is_a_person_may_call() -> None:
    agreed = party((*THREE, "bot:easy"))
    assert onlookers(agreed, ["human:Ben", "bot:hard"]) == ("human:Ada", "human:Eve")


FOUR = ("human:Ada", "human:Ben", "human:Cleo", "human:Dan")


def test_two_teams_add_up_their_points() -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    games = (
        session(1, "wordle", seats),
        session(2, "wordle", {**seats, "guesser": "human:Dan"}),
        lost_word(3),
    )
    state = PartyState(party(FOUR, teams=True), games)
    assert state.standing == {("human:Ada", "human:Cleo"): 1, ("human:Ben", "human:Dan"): 2}
    assert state.leaders == ("human:Ben", "human:Dan")
    alone = PartyState(party(FOUR), games)
    assert alone.standing == {(one,): n for one, n in alone.points.items()}
    few = PartyState(party(THREE, teams=True), games[:1])
    assert len(few.standing) == 3, "two against one is no team"


def test_who_had_a_bot_in_the_seat_for_a_while_takes_nobodys_point_against_the_genie() -> None:
    genie = replace(party(games=("akinator",)), games=(PartyGame("akinator", genie=True),))
    unfound = session(1, "akinator", {"setter": "human:Ada", "guesser": "bot:hard"}, winner="opponent")
    lent = replace(unfound, played={"setter": (("bot", "bot medium"), ("human", "Ada"))})
    assert PartyState(genie, (lent,)).points == {**dict.fromkeys(THREE, 1), "bot:medium": 1}
    bots = replace(unfound, played={"setter": (("bot", "bot medium"),)})
    assert PartyState(genie, (bots,)).points == {**dict.fromkeys(THREE, 0), "bot:medium": 1}

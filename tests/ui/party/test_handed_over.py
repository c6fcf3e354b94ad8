"""What somebody did stays theirs when a seat changes hands: at a party, on the result and in the awards."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest

from tests.games.steps import answer
from tests.ui.party.test_party import evening, only_party, says, to_table, told
from tests.ui.playing import app_in, called, result_of, shown, table_of, until
from tui_arena.core.events import Event, Kind
from tui_arena.core.highlights import votes_in
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.games.connections.state import ConnectionsState
from tui_arena.games.connections.ui.result import coach_line, pairs, understood
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import names_in, read_player
from tui_arena.table.labels import ending_of
from tui_arena.table.transcript import full
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.home.you_presenter import read_you

pytestmark = pytest.mark.usefixtures("bare")
CATALOGUE = Catalogue()
CLUES = (
    ("camel", "two humps in one breath", "camel"),
    ("castle", "a home with a moat", "castle"),
    ("cattle", "they chew twice", "catch"),
    ("catapult", "it throws stones", "catapult"),
    ("catalogue", "everything in the shop, on paper", "catalogue"),
)


async def test_who_left_and_who_took_over_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda below: 7)
    async with evening(tmp_path, "wordle", "Ada", "Ben") as (app, pilot):
        runner = await to_table(pilot, app)
        await says(pilot, app, runner, "Ada", "pride")
        await says(pilot, app, runner, "Ben", "crime")
        await called(pilot, app, runner, "Ben")
        await pilot.press(*"sla")
        await runner.recast("guesser", read_player("human:Cleo"))
        await until(pilot, lambda: table_of(app).bar.notice == "Cleo, your turn.")
        assert not table_of(app).bar.typed, "that was Ben's"
        await says(pilot, app, runner, "Cleo", "pride")
        await result_of(pilot, app)
        await told(pilot, app, "The guesser was Ben, then Cleo.")
        await told(pilot, app, "A point each to Ben and Cleo. Ada 0, Ben 1, Cleo 1")
        assert "BEN AND CLEO WIN" in shown(app)
        assert any(f"to Ben and Cleo{end}" in shown(app) for end in (",", ":", "."))
        assert only_party(app).points == {"human:Ada": 0, "human:Ben": 1, "human:Cleo": 1}
        assert only_party(app).left_by("human:Cleo")[0].points == {"human:Ben": 1, "human:Cleo": 1}
        app.store.forget_person("Ben", {})
        assert only_party(app).points == {"human:Ada": 0, "gone:1": 1, "human:Cleo": 1}


@pytest.mark.thorough
async def test_who_gave_a_secret_scores_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda below: 7)
    async with evening(tmp_path, "entity", "Ada", "Ben") as (app, pilot):
        runner = await to_table(pilot, app)
        await says(pilot, app, runner, "Ada", "hammer")
        await called(pilot, app, runner, "Ben")
        await runner.recast("setter", read_player("human:Cleo"))
        await runner.resign("guesser")
        await result_of(pilot, app)
        assert only_party(app).points == {"human:Ada": 1, "human:Ben": 0}


def handed_over(*, back: int = 0) -> tuple[Session, Play[ConnectionsState]]:
    """A session in which Ada gives two clues that Eve understands, and a bot in her place gives the third.

    `back`: the number of clues that Ada then gives, back on her seat; Eve understands them.
    """
    cast = {
        seat: read_player(f"human:{name}")
        for seat, name in (("setter", "Sam"), ("guesser_1", "Ada"), ("guesser_2", "Eve"))
    }
    options = {"giver": "first", "max_attempts": 3 + back}
    info = CATALOGUE.game("connections")
    secret = {"word": "cataclysm"}
    opening = Opening("connections", cast, options)
    session, _ = new_session(opening, CATALOGUE, id="x", seed=1, started=None, secret=secret)
    play = session.fold(info.game)
    players = {2: read_player("bot:easy"), 3: cast["guesser_1"]}
    for number, (word, text, said) in enumerate(CLUES[: 3 + back]):
        if number in players:
            to = dict(players[number].spec)
            play.feed(Event(play.next_seq, Kind.RECAST, {"seat": "guesser_1", "to": to}))
        answer(play, f"word: {word}\nclue: {text}", "pass", said)
    return session.with_events(play.events), play


def test_an_award_counts_what_one_player_did() -> None:
    session, play = handed_over(back=2)
    info = CATALOGUE.game("connections")
    award, host = info.highlights(play).award, game_ui_of(info).host
    assert award is not None
    assert host is not None
    assert (award.key, award.slots["number"]) == ("clearest", "4")
    told = host.remark(play, "awards", award, names_in(session.seats, session.events))
    assert "Ada" in told
    assert "bot" not in told


def test_pictures_and_advice_tell_the_players_of_a_seat_apart() -> None:
    session, play = handed_over()
    names = names_in(session.seats, session.events)
    lines = [line.plain.split() for line in understood(play, names, Glyphs())]
    assert [line[:-1] for line in lines[1:]] == [
        ["Ada", "▸", "Eve"],
        ["▸", "Sam"],
        ["bot", "easy", "▸", "Eve"],
        ["▸", "Sam"],
    ]
    assert [row.name for row in pairs(play, names)[1]] == ["guesser 1"], "its figures are those of two"
    later, four = handed_over(back=1)
    assert not coach_line(four, names_in(later.seats, later.events), {"guesser_1"}), "three of four are hers"
    assert coach_line(four, {"guesser_1": "Ada"}, {"guesser_1"})
    winners, _ = ending_of(play, ["guesser_1", "guesser_2"], names)
    assert winners == "Ada, bot easy and Eve", "on a phone, too"


async def test_the_page_of_who_left_has_what_they_said(tmp_path: Path) -> None:
    session, _ = handed_over()
    async with app_in(tmp_path) as (app, _):
        app.store.save(session)
        told = {name: read_you(CATALOGUE, app.store, "human", name, None) for name in ("Ada", "Eve")}
        bot = read_you(CATALOGUE, app.store, "bot", "bot easy", None)
    assert [one.quote.text for one in told["Ada"].lines] == ["two humps in one breath"]
    assert not bot.lines, "nobody understood its clue"
    assert not told["Eve"].lines
    assert [one.person.played for one in told.values()] == [0, 0], "such games are in no figure, as before"


def test_a_vote_on_an_end_that_was_taken_back_is_over() -> None:
    session, play = handed_over()
    info = CATALOGUE.game("connections")
    (quote, *_) = info.highlights(play).quotes
    assert quote.seq is not None
    play.feed(Event(play.next_seq, Kind.VOTED, {"seat": "setter", "of": quote.seq}))
    assert info.highlights(play).quotes[0].votes == 1
    play.feed(Event(play.next_seq, Kind.UNDONE, {"to": play.standing()[-2].seq}))
    play.feed(Event(play.next_seq, Kind.REDONE, {}))
    assert not votes_in(play.events)
    assert all(one.votes == 0 for one in info.highlights(play).quotes)
    play.feed(Event(play.next_seq, Kind.VOTED, {"seat": "setter", "of": quote.seq}))
    votes = [
        one
        for one in full(play, session.seats, sealed=False, spoken_marks=False)
        if "the best line" in one.text
    ]
    assert [one.void for one in votes] == [True, False]


@pytest.mark.thorough
async def test_two_who_are_deleted_after_an_evening_stay_two_and_keep_their_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda below: 7)
    async with evening(tmp_path, "wordle", "Ada", "Ben", "Cleo", "Dan") as (app, pilot):
        runner = await to_table(pilot, app, "1", "1", "enter")
        await says(pilot, app, runner, "Ada", "pride")
        for name, word in (("Ben", "crime"), ("Eve", "crane"), ("Cleo", "slate"), ("Dan", "pride")):
            if name != "Ben":
                await runner.recast("guesser", read_player(f"human:{name}"))
            await says(pilot, app, runner, name, word)
        await result_of(pilot, app)
        points = {"human:Ada": 0, "human:Ben": 1, "human:Cleo": 2, "human:Dan": 2, "human:Eve": 1}
        assert only_party(app).points == points
        for name, gone in (("Cleo", "gone:1"), ("Ben", "gone:2")):
            app.store.forget_person(name, {})
            points = {gone if player == f"human:{name}" else player: n for player, n in points.items()}
            assert only_party(app).points == points
        app.store.forget_person("Eve", {})
        assert sorted(only_party(app).points.values()) == [0, 1, 1, 2, 2], "a guest is nobody of the evening"
        saved = app.store.load(runner.session.id)
        names = [event["to"]["name"] for event in saved.events if event.type == Kind.RECAST]
        assert len({str(saved.seats["guesser"]["name"]), *names}) == 4

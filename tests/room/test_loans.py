"""A seat that a bot has for whoever is away goes back to its person, and to nobody who has it no longer."""

from __future__ import annotations

from tests.room.rooms import Phone, Stage, joined_and_played, played, staged
from tests.room.test_seats import by_word, person
from tests.table.test_runner import until
from tui_arena.core.events import Kind
from tui_arena.players.seating import bot
from tui_arena.room.lent import Loans
from tui_arena.room.people import Room
from tui_arena.save.store import Store
from tui_arena.table.runner import SessionRunner

WORDLE = {"setter": "human:Ada", "guesser": "human:Ben"}


async def test_a_seat_that_was_lent_is_given_back_even_after_the_host_was_killed(store: Store) -> None:
    kept, port, token = Room(), 0, ""
    async with staged(kept) as stage:
        port = stage.server.port
        ada = await stage.join("Ada")
        await stage.join("Ben")
        token = ada.token
        async with played(store, stage, "wordle", WORDLE) as runner:
            session = runner.session.id
            guest = stage.host.room.guests[ada.frame["you"]["id"]]
            await ada.until(lambda: ada.frame.get("asked"))
            await ada.close()
            await lend(stage, guest.id)
            assert runner.cast["setter"].kind == "bot"
            text = stage.host.room.text(port, 1.0, lan=False)
        await stage.server.vanish()
    found = Room.kept(text)
    assert found is not None
    assert (found[0].watch, len(found[0].places)) == (kept.watch, 2)
    async with (
        staged(found[0], port) as stage,
        played(store, stage, "wordle", WORDLE, resume=session) as runner,
    ):
        assert runner.cast["setter"].kind == "bot"
        ada = await stage.back(token)
        await ada.until(lambda: ada.frame.get("seat") == "setter")
        recasts = [event["to"]["name"] for event in runner.play.events if event.type == Kind.RECAST]
        assert recasts == ["bot medium", "Ada"]


async def lend(stage: Stage, guest: str) -> None:
    """Let a bot play for a guest once the host has noticed that they are gone."""
    one = stage.host.room.guests[guest]
    await until(lambda: one.away)
    await stage.host.stand_in_for(one)


async def lent(stage: Stage, runner: SessionRunner, ada: Phone) -> None:
    """Let a bot play for Ada, who leaves."""
    await ada.until(lambda: ada.frame.get("asked"))
    guest = ada.frame["you"]["id"]
    await ada.close()
    await lend(stage, guest)
    assert runner.cast["setter"].kind == "bot"


async def test_a_seat_that_is_given_away_after_a_loan_stays_with_its_new_player(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, _]):
        await lent(stage, runner, ada)
        back = await stage.back(ada.token)
        await back.until(lambda: back.frame.get("seat") == "setter")
        await runner.recast("setter", bot("easy"))
        guest = stage.host.room.guests[back.frame["you"]["id"]]
        await back.close()
        await until(lambda: guest.away)
        again = await stage.back(ada.token)
        await again.until(lambda: again.frame["page"] == "table")
        assert (again.frame["seat"], runner.names["setter"]) == ("", "bot easy")
        assert stage.host.room.holder(runner.session.id, "setter") is None


async def test_a_seat_that_is_given_away_during_a_loan_stays_with_its_new_player(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, _]):
        await lent(stage, runner, ada)
        assert stage.host.stands_in_for("setter") == "Ada"
        await runner.recast("setter", bot("easy"))
        assert not stage.host.stands_in_for("setter")
        back = await stage.back(ada.token)
        await back.until(lambda: back.frame["page"] == "table")
        assert (back.frame["seat"], runner.names["setter"]) == ("", "bot easy")


async def test_who_goes_to_the_keyboard_has_their_lent_seat_there(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, _]):
        await lent(stage, runner, ada)
        asks = person(stage, "Ada")
        assert asks.places == ((runner.session.id, "setter"),)
        stage.host.hand(asks, None)
        await until(lambda: runner.names["setter"] == "Ada")
        assert (runner.names["setter"], runner.guest("setter")) == ("Ada", "")
        assert [guest.name for guest in stage.host.room.guests.values()] == ["Ben"]


async def test_who_comes_by_a_word_has_their_lent_seat_on_the_new_phone(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, _]):
        await lent(stage, runner, ada)
        new = await by_word(stage, "Ada")
        await new.until(lambda: new.frame.get("seat") == "setter")
        assert runner.names["setter"] == "Ada"


async def test_the_lent_seat_of_who_is_taken_out_stays_with_the_bot_until_they_ask(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben Eve", "wordle", WORDLE) as (runner, stage, [ada, _, eve]):
        await lent(stage, runner, ada)
        stage.host.remove(ada.frame["you"]["id"])
        assert (runner.cast["setter"].kind, person(stage, "Ada").guest) == ("bot", None)
        stage.host.hand(person(stage, "Ada"), stage.host.room.guests[eve.frame["you"]["id"]])
        await eve.until(lambda: eve.frame.get("seat") == "setter")
        assert runner.names["setter"] == "Ada"


async def test_a_game_that_is_over_gives_no_seat_back(store: Store) -> None:
    async with joined_and_played(store, "Ada Ben", "wordle", WORDLE) as (runner, stage, [ada, _]):
        await lent(stage, runner, ada)
        await runner.resign("guesser")
        back = await stage.back(ada.token)
        await back.until(lambda: back.frame.get("over"))
        loans = Loans(runner)
        loans.remember("setter", "ada")
        assert loans.by_seat
        await loans.give_back(["setter"])
        recasts = [event["to"]["name"] for event in runner.play.events if event.type == Kind.RECAST]
        assert recasts == ["bot medium"]

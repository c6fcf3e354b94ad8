"""A seat belongs to a guest: by no name, no word of before and no old token does anybody else get it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.room.rooms import Phone, Stage, joined_and_played, played, staged
from tests.table.test_runner import until
from tests.thorough import sampled
from tui_arena.core.events import Kind
from tui_arena.core.language.sentences import first_name
from tui_arena.players.seating import bot
from tui_arena.room import people
from tui_arena.room.people import Room, RoomPerson
from tui_arena.save.store import Store
from tui_arena.table.runner import SessionRunner

GAMES: tuple[tuple[str, Mapping[str, str], Mapping[str, Any]], ...] = (
    ("taboo", {"setter": "human:Sam", "guesser": "human:Bea"}, {}),
    ("wordle", {"setter": "human:Sam", "guesser": "human:Bea"}, {"variant": "clue"}),
    ("entity", {"setter": "human:Sam", "guesser": "human:Bea", "judge": "bot:hard"}, {}),
    ("akinator", {"setter": "human:Sam", "guesser": "human:Bea"}, {"secret": "sealed"}),
    ("bluffing", {"setter": "human:Sam", "judge": "human:Bea"}, {}),
    ("connections", {"setter": "human:Sam", "guesser_1": "human:Bea", "guesser_2": "bot:easy"}, {}),
)
"""Bea comes by phone, Sam plays at the keyboard."""
TABOO = GAMES[0][1]


def person(stage: Stage, name: str) -> RoomPerson:
    return next(one for one in stage.host.persons if one.name == name)


async def by_word(stage: Stage, name: str) -> Phone:
    """A phone that comes in by the word that the stage shows for somebody."""
    word = stage.host.invite(person(stage, name))
    phone = await stage.phone()
    await phone.say("enter", version=1, word=word.text.lower())
    await phone.until(lambda: phone.frame)
    return phone


async def refused(stage: Stage, name: str, **more: Any) -> str:
    phone = await stage.phone()
    await phone.say("join", version=1, code=stage.host.room.code, name=name, **more)
    return str((await phone.until_told("refused"))["why"])


@pytest.mark.parametrize(("game", "seats", "options"), sampled(GAMES, 3))
async def test_nobody_takes_the_seat_of_who_plays_at_the_keyboard(
    store: Store, game: str, seats: Mapping[str, str], options: Mapping[str, Any]
) -> None:
    async with joined_and_played(store, "Bea", game, seats, options=options) as (runner, stage, [bea]):
        await bea.until(lambda: bea.frame["page"] == "table")
        assert "There's a Sam at the table already. Are you Sam?" in await refused(stage, "Sam")
        assert "There's already a Bea." in await refused(stage, "BEA")
        assert [runner.guest(seat) != "" for seat in seats] == [one == "human:Bea" for one in seats.values()]


@pytest.mark.parametrize(
    "name", sampled(["sam", " Sam ", "Sam", "Sａm", "Sаm", "S am", "ㅤSamㅤ", "Sám", "S⠀am", "Sam."], 5)
)
async def test_a_name_that_looks_like_another_is_the_same(store: Store, name: str) -> None:
    async with joined_and_played(store, "Bea", "taboo", TABOO) as (_, stage, _):
        assert "There's a Sam at the table already." in await refused(stage, name)


async def test_who_has_joined_first_gets_no_seat_of_a_person_with_that_name(store: Store) -> None:
    async with staged() as stage, played(store, stage, "taboo", TABOO, seed=3) as runner:
        session = runner.session.id
    async with staged() as stage:
        sam = await stage.join("Sam")  # nobody sits yet
        async with played(store, stage, "taboo", TABOO, resume=session) as runner:
            await sam.until(lambda: sam.frame["page"] == "table")
            assert (sam.frame["seat"], sam.frame["card"]) == ("", [])
            assert not any(runner.guest(seat) for seat in TABOO)


async def test_a_bot_keeps_its_name(store: Store) -> None:
    seats = {"setter": "bot:easy", "guesser": "human:Bea"}
    async with joined_and_played(store, "Bea", "taboo", seats) as (runner, stage, _):
        name = first_name(runner.names["setter"])
        assert await refused(stage, name.upper()) == "That name is taken at this table. Pick another one."


@pytest.mark.parametrize(("game", "seats", "options"), sampled(GAMES, 2))
async def test_a_seat_goes_to_a_phone_and_back_and_the_session_knows_nothing_of_it(
    store: Store, game: str, seats: Mapping[str, str], options: Mapping[str, Any]
) -> None:
    async with joined_and_played(store, "Bea", game, seats, options=options) as (runner, stage, [bea]):
        await until(lambda: runner.asks)
        before = repr(store.load(runner.session.id))
        sam = await by_word(stage, "Sam")
        assert (sam.frame["page"], sam.frame["seat"]) == ("table", "setter")
        assert runner.guest("setter") == sam.frame["you"]["id"]
        assert "already" in await refused(stage, "Sam"), "now it is a guest's name"
        stage.host.hand(person(stage, "Sam"), None)
        assert "at the big screen" in (await sam.until_told("gone"))["why"]
        assert runner.guest("setter") == ""
        await bea.until(lambda: not next(p for p in bea.frame["people"] if p["name"] == "Sam")["sign"])
        assert repr(store.load(runner.session.id)) == before
        assert not any(guest in before for guest in stage.host.room.guests)
        assert not any(event.type == Kind.RECAST for event in runner.play.events)


async def test_who_lends_a_phone_stays_a_guest_and_who_borrows_it_keeps_the_name(store: Store) -> None:
    async with joined_and_played(store, "Bea Eve", "taboo", TABOO) as (runner, stage, [bea, eve]):
        lender = eve.frame["you"]["id"]
        stage.host.hand(person(stage, "Sam"), stage.host.room.guests[lender])
        await eve.until(lambda: eve.frame.get("card"))
        assert eve.frame["seat"] == "setter", "a guest without a seat takes up those of Sam"
        assert "Sam" in {one["name"] for one in eve.frame["people"]}
        await bea.until(lambda: bea.frame["people"][0]["sign"])
        assert runner.names["setter"] == "Sam"
        assert "Are you Sam? Then ask at the screen." in await refused(stage, "Sam")
        stage.host.hand(person(stage, "Sam"), None)
        assert runner.guest("setter") == ""
        assert lender in stage.host.room.guests
        await eve.until(lambda: not eve.frame.get("card"))
        stage.host.hand(person(stage, "Sam"), stage.host.room.guests[lender])
        sam = await by_word(stage, "Sam")
        assert sam.frame["you"]["name"] == "Sam"
        assert runner.guest("setter") == sam.frame["you"]["id"] != lender
        assert lender in stage.host.room.guests


async def test_no_page_has_a_secret_of_a_seat_that_was_handed_over_or_found_again(store: Store) -> None:
    async with joined_and_played(store, "Bea Eve", "taboo", TABOO, seed=5) as (runner, stage, [bea, eve]):
        await until(lambda: runner.views["setter"].facts.get("word"))
        secret = str(runner.views["setter"].facts["word"])
        sam = await by_word(stage, "Sam")
        await sam.until(lambda: sam.frame.get("asked"))
        await sam.say("draft", key=sam.frame["asked"]["key"], values={"prompt": "a draft of Sam's"})
        again = await by_word(stage, "Sam")
        await again.until(lambda: again.frame.get("asked"))
        assert again.frame["asked"]["draft"] == {"prompt": "a draft of Sam's"}
        assert "another phone" in (await sam.until_told("gone"))["why"]
        bea_again = await by_word(stage, "Bea")
        stage.host.hand(person(stage, "Sam"), None)
        await again.until_told("gone")
        tokens = {phone.token for phone in (bea, eve, sam, again, bea_again)}
        assert len(tokens) == 5
        for phone in (bea, eve, bea_again):
            seen = "".join(phone.texts)
            assert secret not in seen
            assert "a draft of Sam's" not in seen
        for phone in (bea, eve, sam, again, bea_again):
            assert not any(token in text for token in tokens - {phone.token} for text in phone.texts)
        for old in (bea, sam, again):
            late = await stage.back(old.token)
            assert late.told[-1]["page"] == "refused", "the token died with the word, and with the seat"


@pytest.mark.thorough
async def test_what_is_not_one_question_costs_a_phone_nothing_unless_it_is_sent_again(store: Store) -> None:
    seats = {"judge": "bot:hard", "guesser": "human:Bea"}
    async with joined_and_played(store, "Bea", "entity", seats) as (runner, _, [bea]):
        await bea.until(lambda: bea.frame.get("asked"))

        async def send(text: str) -> None:
            key = bea.frame["asked"]["key"]
            await bea.say("reply", key=key, way=0, values={"text": text})

        await send("is it alive or dead?")
        told = await bea.until_told("fault")
        assert told["why"] == "One or the other? Ask one at a time. Send it again to ask anyway."
        assert runner.play.steps == []
        await send("is it alive or dead?")
        await bea.until_told("sent")
        await until(lambda: len(runner.play.state.turns) == 1)


async def test_a_phone_is_asked_once_whether_an_unknown_word_is_a_name(store: Store) -> None:
    _, seats, _ = GAMES[-1]
    options = {"giver": "first", "personas": "all"}
    async with joined_and_played(store, "Bea", "connections", seats, options=options) as (runner, _, [bea]):
        await until(lambda: runner.waiting("setter") is not None)
        await runner.answer("setter", "planet")
        await bea.until(lambda: bea.frame.get("asked"))
        known = next(told for label, told in bea.frame["facts"] if label == "who knows what")
        friend = first_name(runner.names["guesser_2"])
        assert known.startswith(f"{friend}: "), "by name, not by seat"

        async def send(word: str) -> None:
            key = bea.frame["asked"]["key"]
            await bea.say("reply", key=key, way=0, values={"word": word, "clue": "a beach in the sun"})

        await send("pxqzt")
        assert (await bea.until_told("fault"))["why"] == "PXQZT isn't a word I know, and it can't be a name."
        bea.told.clear()
        await send("Pelvira Plage")
        why = "I don't know PELVIRA PLAGE. Is it a name or a title? Give it again to keep it."
        assert (await bea.until_told("fault"))["why"] == why
        assert runner.play.state.open is None
        await send("Pelvira Plage")
        await bea.until_told("sent")
        await until(lambda: runner.play.state.open is not None)
        assert runner.play.steps[-1].heard == {"word": "pelvira plage", "rule": "name"}


async def test_a_draft_is_kept_for_a_seat_of_ones_own_alone(store: Store) -> None:
    async with joined_and_played(store, "Bea", "taboo", TABOO) as (runner, stage, [bea]):
        await bea.until(lambda: bea.frame["page"] == "table")
        await until(lambda: runner.asks)
        await bea.say("draft", key=runner.asks[0].key, values={"prompt": "mine"})
        await bea.say("ready", ready=True)
        await bea.until(lambda: bea.frame["you"]["ready"])
        sam = await by_word(stage, "Sam")
        assert sam.frame["asked"]["draft"] == {}
        assert not stage.host._drafts


# the word


async def test_a_word_is_good_once_and_tries_are_counted(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with joined_and_played(store, "Bea", "taboo", TABOO) as (_, stage, _):
        word = stage.host.invite(person(stage, "Bea"))
        other = stage.host.invite(person(stage, "Bea"))
        phone = await stage.phone()
        for text in ("", "BABABA" if other.text != "BABABA" else "DADADA", word.text):
            await phone.say("enter", version=1, word=text)
            assert "isn't the word" in (await phone.until_told("refused"))["why"]
        await phone.say("enter", version=1, word=other.text)
        await phone.until_told("in")
        late = await stage.phone()
        await late.say("enter", version=1, word=other.text)
        assert "isn't the word" in (await late.until_told("refused"))["why"]
        third = stage.host.invite(person(stage, "Bea"))
        now = stage.host._now
        monkeypatch.setattr(stage.host, "_now", lambda: now() + 1000.0)
        assert stage.host.seconds_left(third) == 0
        await late.say("enter", version=1, word=third.text)
        assert "isn't the word" in (await late.until_told("refused"))["why"]
        for _ in range(20):
            await late.say("enter", version=1, word="NONONO")
            if "Too many" in (await late.until_told("refused"))["why"]:
                return
        raise AssertionError("somebody could try for as long as they liked")


async def test_whoever_asks_at_the_screen_comes_in_before_they_have_a_seat() -> None:
    async with staged() as stage:
        stage.host.others = lambda: ["Sam", "You"]
        assert "Ask at the screen" not in await refused(stage, "Sam")
        assert [one.name for one in stage.host.persons] == ["Sam"], "nobody is called You"
        assert "That name is taken" in await refused(stage, "You")
        sam = await by_word(stage, "Sam")
        assert sam.frame["you"]["name"] == "Sam"
        assert len(stage.host.persons) == 1, "it is still one person"


# who is taken out


async def test_who_is_barred_comes_in_by_neither_token_name_nor_browser() -> None:
    async with staged() as stage:
        ada, bea = await stage.join("Ada"), await stage.join("Bea")
        code = stage.host.room.code
        stage.host.remove(bea.frame["you"]["id"])
        assert "taken you out" in (await bea.until_told("gone"))["why"]
        await bea.until(lambda: bea.socket.closed)
        assert stage.host.room.code == code
        assert "not in this room" in (await stage.back(bea.token)).told[-1]["why"]
        assert "taken you out" in await refused(stage, " bea")
        assert "taken you out" in await refused(stage, "Zoe", before=bea.token)
        kept = Room.kept(stage.host.room.text(8722, 1.0, lan=False))
        assert kept is not None
        assert kept[0].barred == stage.host.room.barred
        assert (await stage.join("Zoe")).frame["you"]["name"] == "Zoe"
        await ada.until(lambda: [one["name"] for one in ada.frame["people"]] == ["Ada", "Zoe"])


async def test_a_new_code_keeps_out_who_knows_the_old_one_and_nobody_else() -> None:
    async with staged() as stage:
        ada, bea = await stage.join("Ada"), await stage.join("Bea")
        code = stage.host.room.code
        stage.host.remove(bea.frame["you"]["id"], bar=False)
        await bea.until_told("gone")
        assert stage.host.room.code != code
        phone = await stage.phone()
        await phone.say("join", version=1, code=code, name="Anybody")
        assert "isn't the code" in (await phone.until_told("refused"))["why"]
        assert (await stage.back(ada.token)).frame["you"]["name"] == "Ada"


async def test_who_is_taken_out_has_their_seats_at_the_keyboard_and_their_name(store: Store) -> None:
    async with joined_and_played(store, "Bea", "taboo", TABOO) as (runner, stage, [bea]):
        assert runner.guest("guesser")
        stage.host.remove(bea.frame["you"]["id"], bar=False)
        assert not runner.guest("guesser")
        assert "There's a Bea at the table already" in await refused(stage, "Bea")
        assert (await by_word(stage, "Bea")).frame["seat"] == "guesser"


# a new start


async def test_phones_find_their_seats_with_the_room_and_without_it_nobody_does(store: Store) -> None:
    async with staged() as stage:
        bea = await stage.join("Bea")
        async with played(store, stage, "taboo", TABOO) as runner:
            session = runner.session.id
            await by_word(stage, "Sam")
            sam_token = stage.phones[-1].token
            kept = stage.host.room.text(8722, 1.0, lan=False)
        assert {(at, who) for at, who, _ in json.loads(kept)["places"]} == {
            (session, "setter"),
            (session, "guesser"),
        }
    found = Room.kept(kept)
    assert found is not None
    async with staged(found[0]) as stage, played(store, stage, "taboo", {}, resume=session):
        assert (await stage.back(sam_token)).frame["seat"] == "setter"
        assert (await stage.back(bea.token)).frame["seat"] == "guesser"
    async with staged() as stage, played(store, stage, "taboo", {}, resume=session) as runner:
        assert not any(runner.guest(seat) for seat in TABOO)


async def test_a_recast_seat_is_no_longer_the_guests(store: Store) -> None:
    async with joined_and_played(store, "Bea", "taboo", TABOO) as (runner, stage, [bea]):
        await until(lambda: runner.waiting("setter") is not None)
        await runner.answer("setter", "Do you like the sea?")
        await bea.until(lambda: bea.frame.get("seat") == "guesser" and bea.frame["asked"])
        await runner.answer("guesser", "Only in summer.")
        await until(lambda: runner.waiting("setter") is not None)
        await runner.recast("guesser", bot("easy"))
        await bea.until(lambda: bea.frame["seat"] == "")
        said = [(line["who"], line["text"]) for line in bea.frame["talk"] if line["who"]]
        assert said == [("Sam", "Do you like the sea?"), ("Bea", "Only in summer.")]
        assert runner.names["guesser"] == "bot easy"
        assert stage.host.room.holder(runner.session.id, "guesser") is None


# what the stage says


async def test_the_stage_says_who_comes_and_goes_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    async with staged() as stage:
        stage.host.said = said.append
        bea = await stage.join("Bea")
        token, guest = bea.token, stage.host.room.guests[bea.frame["you"]["id"]]
        for _ in range(5):
            await bea.close()
            await until(lambda: guest.away)
            bea = await stage.back(token)
        assert said == ["Bea is here."]
        monkeypatch.setattr(people, "STEADY", 0.0)
        monkeypatch.setattr(people, "QUIET", -1000.0)
        await bea.close()
        await until(lambda: said[1:] == ["Bea has left."])
        await stage.back(token)
        await until(lambda: said[2:] == ["Bea is back."])


async def test_phones_are_told_whom_the_game_waits_for_and_who_is_away(store: Store) -> None:
    async with joined_and_played(store, "Bea", "taboo", TABOO) as (_, stage, [bea]):
        sam = await by_word(stage, "Sam")
        await bea.until(lambda: bea.frame.get("turn") == "Waiting for Sam")
        await sam.close()
        await bea.until(lambda: bea.frame["turn"] == "Waiting for Sam, who is away")
        assert [one["away"] for one in bea.frame["people"]] == [True, False]


async def test_the_rest_of_the_table_stays_with_whoever_sat_there(store: Store) -> None:
    """A race of the host's hands and the phones' leaving leaves no seat with a guest who isn't there."""
    async with joined_and_played(store, "Bea Eve", "taboo", TABOO) as (runner, stage, [bea, eve]):
        sam, guest = person(stage, "Sam"), stage.host.room.guests[eve.frame["you"]["id"]]
        stage.host.remove(guest.id)
        stage.host.hand(sam, guest)
        await asyncio.sleep(0)
        assert _held(stage, runner) == {"guesser": bea.frame["you"]["id"]}


def _held(stage: Stage, runner: SessionRunner) -> dict[str, str]:
    places = stage.host.room.places.items()
    return {who: guest for (at, who), guest in places if at == runner.session.id}


async def test_a_phone_shows_the_notes_of_its_own_seat_and_those_for_all(store: Store) -> None:
    """Somebody else's hint and refused try are for their eyes alone; what was taken back is for all."""
    seats = {"setter": "human:Sam", "guesser": "human:Bea"}
    async with joined_and_played(store, "Bea Eve", "wordle", seats) as (runner, stage, [bea, eve]):
        await until(lambda: runner.waiting("setter"))
        assert await runner.answer("setter", "zzzzq") is not None, "a word that nobody knows"
        assert await runner.answer("setter", "crane") is None
        await bea.until(lambda: bea.frame.get("asked"))
        assert await runner.answer("guesser", "xxxxq") is not None
        hint = await runner.hint("guesser")
        assert hint
        assert await runner.answer("guesser", "plumb") is None
        await until(lambda: runner.waiting("guesser") and runner.can_undo("guesser"))
        await runner.undo("guesser")
        sam = await by_word(stage, "Sam")
        phones = {"setter": sam, "guesser": bea, "nobody": eve}
        for phone in phones.values():
            await phone.until(lambda: "taken back" in notes_on(phone))  # noqa: B023
        assert not any("zzzzq" in text for phone in phones.values() for text in notes_on(phone)), "it is past"
        refused = "Not accepted: xxxxq"
        assert {seat: refused in notes_on(one) for seat, one in phones.items()} == own("guesser")
        assert {seat: hint in notes_on(one) for seat, one in phones.items()} == own("guesser")
        assert not any(hint in text or "xxxxq" in text for text in (*sam.texts, *eve.texts))


def notes_on(phone: Phone) -> list[str]:
    """What stands among the talk on a phone that nobody at the table has said."""
    return [line["text"] for line in phone.frame.get("talk", ()) if not line["who"]]


def own(seat: str) -> dict[str, bool]:
    """Who sees what is for one seat alone."""
    return {one: one == seat for one in ("setter", "guesser", "nobody")}

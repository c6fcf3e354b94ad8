"""Blind tables without a screen: the pace that all keep, who sits where, and what a failure tells."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from tests.save.sessions import CATALOGUE
from tests.table.test_runner import directly, until
from tui_arena.core.blind import letters
from tui_arena.core.game import Ask, AtOnce, Fault, OnProgress, PlayerFailed, Reply, View
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import Cast, bot, read_player, unmasked
from tui_arena.save.store import Store
from tui_arena.table import playback
from tui_arena.table.branches import BadBranch, branched
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.opening import LeasedSession, new_table, opening_of, resumed_table
from tui_arena.table.playback import FASTEST, LEAST, MOST, Paced, Playback, pause
from tui_arena.table.runner import UNTOLD, SessionRunner

ASK = Ask("guesser", "guess", "guess:1", "text")
VIEW = View("wordle", "guesser", {})


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that were made, none of which takes time."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(playback, "sleep", sleep)
    return made


class Quick(AtOnce):
    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        return Reply("quick")


class Slow:
    """Takes as many seconds as it is told, by a clock that the test moves."""

    def __init__(self, clock: list[float], seconds: float) -> None:
        self._clock, self._seconds = clock, seconds

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
        self._clock[0] += self._seconds
        return Reply("slow")


async def test_a_reply_comes_when_its_pause_is_over(
    pauses: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]

    class Loop:
        @staticmethod
        def time() -> float:
            return clock[0]

    monkeypatch.setattr(playback, "get_running_loop", Loop)
    due = pause(7, ASK)
    quick = await Paced(Quick(), 7).reply(ASK, VIEW, None, lambda _: None)
    slow = await Paced(Slow(clock, 3.0), 7).reply(ASK, VIEW, None, lambda _: None)
    late = await Paced(Slow(clock, 300.0), 7).reply(ASK, VIEW, None, lambda _: None)
    assert pauses == pytest.approx([due, due - 3.0, 0.0])
    assert LEAST <= due <= MOST
    assert (quick.seconds, slow.seconds, late.seconds) == (0.0, 3.0, 300.0), "the file has the true time"
    assert not isinstance(Paced(Quick(), 7), AtOnce), "no race tells who is quick"


def test_a_pause_is_drawn_from_the_seed_and_the_ask_alone() -> None:
    drawn = {pause(seed, replace(ASK, key=f"guess:{n}")) for seed in (1, 2) for n in range(20)}
    assert len(drawn) > 30
    assert pause(1, ASK) == pause(1, ASK)
    assert pause(1, replace(ASK, race=True)) == pytest.approx(playback.IN_A_RACE * pause(1, ASK))


def at_table(store: Store, opening: Opening, ready: LeasedSession | None = None) -> SessionRunner:
    return SessionRunner(
        ready or new_table(CATALOGUE, store, opening, None), store, directly, playback=Playback(FASTEST)
    )


@pytest.mark.parametrize(
    ("people", "on_phones"), [({"guesser"}, False), ({"guesser", "critic"}, False), ({"guesser"}, True)]
)
async def test_all_keep_the_pace_but_people_at_one_keyboard(
    store: Store, monkeypatch: pytest.MonkeyPatch, people: set[str], *, on_phones: bool
) -> None:
    paced: list[str] = []

    def none(_seed: int | None, ask: Ask) -> float:
        paced.append(ask.seat)
        return 0.0

    monkeypatch.setattr(playback, "pause", none)
    cast = {s: read_player(f"human:{s}x") if s in people else bot("hard") for s in ("guesser", "critic")}
    opening = Opening("wordle", {**cast, "setter": bot("easy")}, {"variant": "critic"}, seed=3, blind=True)
    runner = at_table(store, opening)
    runner.on_phones = on_phones
    task = asyncio.create_task(runner.run())
    await until(lambda: runner.waiting("guesser"))
    assert paced == ["setter"]
    await runner.answer("guesser", "crane")
    await until(lambda: len(runner.play.steps) == 2)
    assert ("guesser" in paced) == on_phones
    runner.stop()
    await task


async def test_who_is_at_the_keyboard_knows_themselves_and_nobody_else(store: Store) -> None:
    cast = {"guesser": read_player("human:Ada"), "setter": bot("hard")}
    runner = at_table(store, Opening("wordle", cast, seed=3, blind=True))
    called = letters(runner.session.setup, runner.cast)
    assert (sorted(called.values()), runner.names) == (["A", "B"], called)
    assert Hotseat(runner).names == {**called, "guesser": "Ada"}
    assert runner.names_for({"setter"}) == called, "a seat that no person holds has no name for anybody"


async def test_nobody_takes_back_helps_or_rules_at_a_blind_table(store: Store, pauses: list[float]) -> None:
    async def offered(*, blind: bool) -> tuple[bool, bool, bool]:
        cast = {"guesser": read_player("human:Ada"), "setter": bot("hard")}
        runner = at_table(store, Opening("wordle", cast, {"variant": "clue"}, seed=3, blind=blind))
        task = asyncio.create_task(runner.run())
        await until(lambda: runner.waiting("guesser"))
        await runner.answer("guesser", "crane")
        await until(lambda: len(runner.play.steps) == 2 and runner.waiting("guesser"))
        found = runner.can_undo("guesser"), runner.can_hint("guesser"), bool(Hotseat(runner).watching)
        assert (not runner.bots) == blind
        runner.stop()
        await task
        return found

    assert await offered(blind=False) == (True, True, False)
    assert await offered(blind=True) == (False, False, False)


async def test_a_failure_does_not_tell_what_failed(store: Store, pauses: list[float]) -> None:
    class Failing:
        async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: OnProgress) -> Reply:
            raise PlayerFailed("openai: rate limit")

    cast = {"guesser": bot("hard"), "setter": bot("hard")}
    runner = at_table(store, Opening("wordle", cast, seed=3, blind=True))
    runner.referee.players["guesser"] = Paced(Failing(), 3)
    task = asyncio.create_task(runner.run())
    await until(lambda: runner.failed)
    assert runner.failed == ("guesser", UNTOLD)
    await runner.recast("guesser", read_player("human:Ada"))
    assert [note.text for note in runner.notes] == ["Another player is the guesser now"]
    runner.stop()
    await task
    assert any(e.get("why") == "openai: rate limit" for e in store.load(runner.session.id).events)
    store.release(runner.session.id)
    again = at_table(store, Opening("wordle"), resumed_table(CATALOGUE, store, runner.session.id))
    assert [note.text for note in again.notes] == ["Another player is the guesser now"]


def test_players_of_seats_that_are_alike_change_places_by_the_seed() -> None:
    cast: dict[str, Cast] = {f"guesser_{n}": read_player(f"human:P{n}") for n in (1, 2, 3)}
    opening = Opening("connections", {"setter": bot("hard"), **cast}, {"guessers": 3})

    def sat(seed: int, *, blind: bool) -> list[str]:
        dealt = replace(opening, blind=blind)
        session, _ = new_session(dealt, CATALOGUE, id="x", seed=seed, started=None)
        assert session.seats["setter"]["player"] == "bot"
        assert session.setup.options["personas"] == ("own" if blind else "all"), "people have no personas"
        return [str(session.seats[seat]["name"]) for seat in cast]

    orders = {tuple(sat(seed, blind=True)) for seed in range(12)}
    assert len(orders) > 3
    assert {tuple(sorted(order)) for order in orders} == {("P1", "P2", "P3")}
    assert sat(1, blind=False) == ["P1", "P2", "P3"]


def test_a_branch_waits_for_the_end_and_is_not_blind_itself(store: Store) -> None:
    cast = {"guesser": bot("hard"), "setter": bot("hard")}
    opening = Opening("wordle", cast, seed=3, blind=True)
    session, _ = new_session(opening, CATALOGUE, id="x", seed=3, started=None)
    with pytest.raises(BadBranch, match="blind and isn't over"):
        branched(session, CATALOGUE.game("wordle"), 0, {}, id="y", started=None)
    assert opening_of(session, cast).blind, "a rematch is blind again"


def test_the_end_names_everybody_by_letter() -> None:
    cast = {
        "guesser": read_player("human"),
        "setter": bot("easy"),
        "judge": Cast({"player": "model", "name": "m"}),
    }
    session, _ = new_session(Opening("wordle", seed=3, blind=True), CATALOGUE, id="x", seed=3, started=None)
    told = unmasked(session.setup, cast)
    assert told.startswith("Masks off: A was ")
    assert all(text in told for text in ("was you", "was bot easy", "was m (model)"))
    assert unmasked(replace(session.setup, extra={}), cast) == ""

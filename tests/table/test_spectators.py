"""Who looks on at a party's table, however its seats change hands."""

from __future__ import annotations

from collections.abc import Sequence

from tests.table.test_runner import running, until
from tui_arena.players.party import Call, Party, PartyGame, PartyState
from tui_arena.players.seating import bot, read_player
from tui_arena.save.store import Store
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import Spectators

PEOPLE = ("human:Ada", "human:Ben", "human:Cleo")


def looking_on(runner: SessionRunner) -> Spectators:
    async def note(calls: Sequence[Call]) -> None:
        pass

    return Spectators(runner, PartyState(Party("P", "", PEOPLE, (PartyGame("wordle"),))), note)


async def test_who_has_had_a_seat_neither_bets_nor_guesses_on_coming_back(store: Store) -> None:
    seats = {"setter": read_player("human:Ada"), "guesser": read_player("human:Ben")}
    async with running(store, seats, party="P") as runner:
        await until(lambda: runner.waiting("setter"))
        await runner.answer("setter", "plumb")
        await until(lambda: runner.waiting("guesser"))
        await runner.recast("setter", bot("medium"))
        session = runner.session.id
    async with running(store, {}, resume=session) as runner:
        spectators = looking_on(runner)
        assert (spectators.may_bet, spectators.may_buzz) == (["human:Cleo"], ["human:Cleo"]), "Ada is away"
        await runner.recast("setter", seats["setter"])
        assert spectators.may_bet == ["human:Cleo"]
        await runner.recast("guesser", read_player("human:Cleo"))
        assert (spectators.may_bet, spectators.may_buzz) == ([], [])

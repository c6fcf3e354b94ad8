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


async def test_bets_close_with_the_first_guess_and_a_bet_that_came_true_is_told(store: Store) -> None:
    seats = {"setter": read_player("human:Ada"), "guesser": read_player("human:Ben")}
    async with running(store, seats, party="P") as runner:
        spectators = looking_on(runner)
        await until(lambda: runner.waiting("setter"))
        await runner.answer("setter", "plumb")
        await until(lambda: runner.waiting("guesser"))
        assert spectators.may_bet == ["human:Cleo"]
        await spectators.bet({"human:Cleo": "found"})
        await spectators.buzz("human:Cleo", "crane")
        assert spectators.called("human:Cleo") == ""
        await runner.answer("guesser", "crane")
        await until(lambda: len(runner.play.standing()) == 2)
        spectators.calls = []
        assert spectators.may_bet == [], "a guess stands"
        await spectators.note(
            [
                Call(runner.session.id, "human:Cleo", "found"),
                Call(runner.session.id, "human:Cleo", "crane", "word"),
            ]
        )
        await until(lambda: runner.waiting("guesser"))
        await runner.answer("guesser", "plumb")
        await until(lambda: runner.over)
        assert (
            spectators.called("human:Cleo") == "You called it, and you score! That's not what you wrote down."
        )
        assert spectators.called("human:Ada") == ""

"""Several asks at once: which players wait in a race, and in which order sealed replies are saved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from tests.core.test_referee import Desk, Failing, Seat
from tests.games.connections.table import G1, G2, G3, G4, INFO, SETTER, clue, start
from tui_arena.core import referee
from tui_arena.core.events import Kind
from tui_arena.core.game import Ask, AtOnce, Fault, Player, Progress, Reply, View
from tui_arena.core.record import Play, fold
from tui_arena.core.referee import PATIENCE, Referee

LONG = 1e6
"""Seconds of patience, so many that no test waits for them."""


class Quick(AtOnce):
    """A player who answers at once with its replies in turn; the last one is repeated."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[Ask] = []

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        self.asked.append(ask)
        return Reply(self.texts.pop(0) if len(self.texts) > 1 else self.texts[0])


class Race:
    """A session with `giver = open` and its front end."""

    def __init__(self, players: Mapping[str, Any], patience: float, play: Play[Any] | None = None) -> None:
        self.play = play or start(giver="open", guessers=3, max_attempts=1)
        seated: dict[str, Player] = {
            seat: one.player if isinstance(one, Seat) else one for seat, one in players.items()
        }
        self.desk = Desk(self.play, seated)
        self.referee = self.desk.referee = Referee(
            self.play, seated, self.desk.append, tell=self.desk.hear, patience=patience
        )
        self.running = asyncio.create_task(self.referee.run())

    async def settle(self) -> None:
        """Let all players act until they have to wait."""
        for _ in range(30):
            await asyncio.sleep(0)

    async def heard(self, replies: int) -> None:
        """Wait until the front end has heard of so many replies."""
        while len(self.said) < replies:
            self.desk.news.clear()
            await self.desk.news.wait()

    async def left(self) -> None:
        self.referee.stop()
        await self.running

    @property
    def said(self) -> list[tuple[str, str]]:
        """The saved replies, each with its seat."""
        return [(e["seat"], e["text"]) for e in self.desk.saved if e.type == Kind.REPLY]


def test_those_who_need_time_have_half_a_minute() -> None:
    assert PATIENCE == 30


async def test_with_bots_alone_they_are_asked_one_after_the_other_in_the_order_of_the_asks() -> None:
    second, third = Quick("dog", clue("comma"), clue("cot")), Quick(clue("cab"))
    race = Race(
        {G1: Quick("pass"), G2: second, G3: third, SETTER: Quick("comma", "cot")},
        LONG,
        start(giver="open", guessers=3, max_attempts=2),
    )
    await race.running
    assert race.said == [(G1, "pass"), (G2, "dog"), (G2, clue("comma")), (SETTER, "comma"),
                         (G2, clue("cot")), (SETTER, "cot")]  # fmt: skip
    assert third.asked == [], "not while who comes before it may still give"


async def test_bots_hold_back_until_a_person_has_passed() -> None:
    person, first, second = Seat(), Quick("pass"), Quick(clue("comma"))
    race = Race({G1: first, G2: person, G3: second, SETTER: Quick("comma")}, LONG)
    await race.settle()
    assert (first.asked, second.asked) == ([], [])
    await person.answer("pass")
    await race.running
    assert race.said == [(G2, "pass"), (G1, "pass"), (G3, clue("comma")), (SETTER, "comma")]


async def test_a_persons_clue_withdraws_the_others() -> None:
    one, other, bot = Seat(), Seat(), Quick(clue("comma"))
    race = Race({G1: one, G2: bot, G3: other, SETTER: Quick("cot")}, LONG)
    late = await one.asked.get()
    await other.answer(clue("cot"))
    await race.running
    assert late.answered.cancelled()
    assert (race.said, bot.asked) == ([(G3, clue("cot")), (SETTER, "cot")], [])


async def test_a_refused_clue_ends_no_time() -> None:
    person, bot = Seat(), Quick(clue("comma"))
    race = Race({G1: bot, G2: person, G3: bot, SETTER: Quick("cot")}, LONG)
    await person.answer(clue("dog"))
    await race.settle()
    assert bot.asked == []
    await person.answer(clue("cot"))
    await race.running
    assert race.said == [(G2, clue("dog")), (G2, clue("cot")), (SETTER, "cot")]


async def test_once_the_time_is_over_bots_go_one_by_one_beside_a_person() -> None:
    person, first, second = Seat(), Quick("pass"), Quick(clue("comma"))
    race = Race({G1: second, G2: person, G3: first, SETTER: Quick("comma")}, 0.0)
    waiting = await person.asked.get()
    await race.running
    assert waiting.answered.cancelled()
    assert race.said == [(G1, clue("comma")), (SETTER, "comma")]
    assert first.asked == []


async def test_in_time_out_a_person_may_still_be_first() -> None:
    person, bot = Seat(), Quick("pass")
    race = Race({G1: bot, G2: person, G3: bot, SETTER: Quick("cot")}, 0.0)
    waiting = await person.asked.get()
    await race.heard(2)
    assert race.said == [(G1, "pass"), (G3, "pass")]
    waiting.answer(clue("cot"))
    await race.running
    assert race.said[2:] == [(G2, clue("cot")), (SETTER, "cot")]


async def test_each_attempt_gives_time_anew() -> None:
    person, bot = Seat(), Quick(clue("comma"))
    play = start(giver="open", guessers=2, max_attempts=2)
    race = Race({G1: person, G2: bot, SETTER: Quick("cot", "comma")}, LONG, play)
    await person.answer(clue("cot"))
    await race.settle()
    assert race.said == [(G1, clue("cot")), (SETTER, "cot")]
    assert bot.asked == []
    await person.answer("pass")
    await race.running
    assert race.said[2:] == [(G1, "pass"), (G2, clue("comma")), (SETTER, "comma")]


async def test_nobody_holds_back_for_a_paused_seat_and_it_has_its_time_when_it_is_back() -> None:
    failing, bot, person = Failing(), Quick("pass"), Seat()
    race = Race({G1: bot, G2: failing, G3: person, SETTER: Quick("cot")}, LONG)
    await race.desk.heard(Kind.PAUSED)
    await race.settle()
    assert bot.asked == [], "a person is there as well"
    await person.answer("pass")
    await race.settle()
    assert race.said == [(G3, "pass"), (G1, "pass")]
    assert not race.running.done(), "one has not passed yet"
    failing.mended = True
    await race.referee.retry(G2)
    await race.settle()
    assert race.said[2:] == [(G2, "crane")] * 4, "asked again, and past its reprompts it has passed"
    assert [a.end for a in race.play.state.attempts] == ["forfeited"]
    await race.running


async def test_a_bot_that_takes_over_waits_for_nobody() -> None:
    person, bot = Seat(), Quick(clue("comma"))
    race = Race({G1: Quick("pass"), G2: person, G3: Quick("pass"), SETTER: Quick("comma")}, LONG)
    waiting = await person.asked.get()
    await race.referee.recast(G2, bot, {"player": "bot", "name": "b"})
    await race.running
    assert waiting.answered.cancelled()
    assert race.said == [(G1, "pass"), (G2, clue("comma")), (SETTER, "comma")]


async def test_a_person_who_takes_over_is_waited_for() -> None:
    one, other, bot = Seat(), Seat(), Quick(clue("comma"))
    race = Race({G1: bot, G2: one, G3: bot, SETTER: Quick("cot")}, LONG)
    await one.asked.get()
    await race.referee.recast(G1, other.player, {"player": "human", "name": "Bea"})
    await other.answer(clue("cot"))
    await race.running
    assert (race.said, bot.asked) == ([(G1, clue("cot")), (SETTER, "cot")], [])


async def test_a_resumed_race_gives_time_anew_to_who_has_not_passed() -> None:
    one, other, bot = Seat(), Seat(), Quick(clue("comma"))
    players = {G1: one, G2: bot, G3: other, SETTER: Quick("comma")}
    race = Race(players, LONG)
    await one.answer("pass")
    await race.settle()
    await race.left()
    assert (race.said, bot.asked) == ([(G1, "pass")], [])
    again = Race(players, LONG, fold(INFO.game, race.play.setup, race.desk.saved))
    await again.settle()
    assert bot.asked == []
    assert [ask.seat for ask in again.play.asks()] == [G2, G3]
    await again.left()


async def test_an_undone_clue_gives_its_time_again() -> None:
    person, setter, bot = Seat(), Seat(), Quick("pass")
    race = Race({G1: person, G2: bot, G3: Quick("pass"), SETTER: setter}, 0.0)
    await race.heard(2)
    await person.answer(clue("cot"))
    await setter.asked.get()
    race.referee._race._patience = LONG
    await race.referee.undo(0)
    await race.settle()
    assert len(bot.asked) == 1, "its time was over before the clue"
    await person.answer(clue("cab"))
    await setter.answer("cab")
    await race.running
    assert race.said[2:] == [(G1, clue("cot")), (G1, clue("cab")), (SETTER, "cab")]


async def test_time_does_not_run_out_while_nobody_can_take_it_and_begins_anew_for_who_sits_down() -> None:
    asks, there, woken = start(giver="open", guessers=2).asks(), [False], asyncio.Event()
    race = referee.Race(0.0, woken.set, lambda: there[0])

    def held() -> list[str]:
        return [ask.seat for ask in race.holding_back(asks, lambda ask: ask.seat == G2)]

    assert held() == [G2]
    for _ in range(5):
        await asyncio.sleep(0)
    first = race._timer
    assert (held(), woken.is_set()) == ([G2], False)
    assert first is not None
    race.more_time()
    assert (first.cancelled(), race._timer is first) == (True, False)
    there[0] = True
    await woken.wait()
    assert held() == []
    race.more_time()
    assert held() == [], "what is over stays over"


# sealed answers of several at once


async def test_simultaneous_replies_are_kept_in_the_order_of_the_asks() -> None:
    players = {G1: Quick(clue("comma")), G2: Quick("dog", "cot"), G3: Quick("comma"), SETTER: Quick("pass")}
    race = Race(players, LONG, start(guessers=3, max_attempts=1))
    await race.running
    assert race.said == [(G1, clue("comma")), (SETTER, "pass"), (G2, "dog"), (G3, "comma"), (G2, "cot")]
    assert [a.end for a in race.play.state.attempts] == ["reveal"]


async def test_a_reply_is_kept_when_it_comes_and_a_seat_that_is_silent_holds_up_the_end_alone() -> None:
    failing, person = Failing(), Seat()
    race = Race(
        {G1: Quick(clue("comma")), G2: failing, G3: person, SETTER: Quick("pass")}, LONG, start(guessers=3)
    )
    await person.answer("comma")
    await race.desk.heard(Kind.PAUSED)
    await race.settle()
    assert race.said[2:] == [(G3, "comma")]
    assert [ask.seat for ask in race.play.asks()] == [G2]
    await race.left()
    again = fold(INFO.game, race.play.setup, race.desk.saved)
    assert (again.asks(), again.over) == (race.play.asks(), False)


async def test_a_silent_seat_can_be_given_to_somebody_else() -> None:
    person, quick = Seat(), Quick("comma")
    race = Race(
        {G1: Quick(clue("comma")), G2: person, G3: quick, SETTER: Quick("pass")},
        LONG,
        start(guessers=3, max_attempts=1),
    )
    waiting = await person.asked.get()
    assert await race.referee.cancel(G2, "no answer for a while")
    assert waiting.answered.cancelled()
    await race.referee.recast(G2, Quick("cot"), {"player": "bot", "name": "b"})
    assert (await race.running).winners == (SETTER,)
    assert race.said[2:] == [(G3, "comma"), (G2, "cot")]


class Slow(Quick):
    """A bot that computes its reply in a thread until the test lets it go."""

    def __init__(self, *texts: str) -> None:
        super().__init__(*texts)
        self.go = asyncio.Event()

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        await self.go.wait()
        return await super().reply(ask, view, fault, progress)


async def test_bots_are_kept_in_the_order_of_the_asks_however_long_they_think() -> None:
    slow, person, quick = Slow("cot"), Seat(), Quick("comma")
    players = {G1: Quick(clue("comma")), G2: slow, G3: quick, G4: person, SETTER: Quick("pass")}
    race = Race(players, LONG, start(guessers=4, max_attempts=1))
    await person.answer("cab")
    await race.settle()
    assert race.said[2:] == [(G4, "cab")], "who is no bot is kept when it comes"
    assert len(quick.asked) == 1
    slow.go.set()
    await race.running
    assert race.said[2:] == [(G4, "cab"), (G2, "cot"), (G3, "comma")]


async def test_a_bot_that_is_taken_away_holds_nobody_up() -> None:
    slow, quick = Slow("cot"), Quick("comma")
    players = {G1: Quick(clue("comma")), G2: slow, G3: quick, SETTER: Quick("pass")}
    race = Race(players, LONG, start(guessers=3, max_attempts=1))
    await race.settle()
    assert race.said[2:] == []
    assert await race.referee.cancel(G2, "no answer for a while")
    await race.settle()
    assert race.said[2:] == [(G3, "comma")]
    await race.left()

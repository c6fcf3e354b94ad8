"""The referee: saving before showing, withdrawn asks, pauses, and undo while a player is asked."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.akinator.test_rules import start as start_akinator
from tests.games.entity.table import start as start_entity
from tests.games.wordle.test_rules import start
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, Fault, Move, Outcome, Player, PlayerFailed, Progress, Reply, View
from tui_arena.core.probes import Due, ProbeResult
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Probing, Referee, message_hash
from tui_arena.games.wordle.rules import Wordle, WordleState
from tui_arena.players.bot import HumanPlayer, ScriptPlayer, Waiting


class Desk:
    """A front end: it keeps the saved rows and the events that it heard of."""

    def __init__(self, play: Play[Any], players: dict[str, Player]) -> None:
        self.saved: list[Event] = []
        self.messages: dict[str, Any] = {}
        self.told: list[Event] = []
        self.news = asyncio.Event()
        self.referee = Referee(play, players, self.append, tell=self.hear)

    async def append(self, event: Event, messages: Messages) -> None:
        await asyncio.sleep(0)
        self.saved.append(event)
        self.messages |= messages

    def hear(self, event: Event) -> None:
        assert self.saved[-1] is event, "nothing is shown before it is saved"
        self.told.append(event)
        self.news.set()

    async def heard(self, kind: Kind) -> None:
        """Wait until the front end has heard of an event of this kind."""
        while all(event.type != kind for event in self.told):
            self.news.clear()
            await self.news.wait()


class Seat:
    """A person whose asks the test answers."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[Waiting] = asyncio.Queue()
        self.player = HumanPlayer("Ada", self.asked.put_nowait)

    async def answer(self, text: str) -> None:
        (await self.asked.get()).answer(text)


def seated() -> tuple[Seat, Desk, asyncio.Task[Outcome]]:
    """A person at the table of a session that runs."""
    seat = Seat()
    desk = Desk(start(), {"guesser": seat.player})
    return seat, desk, asyncio.create_task(desk.referee.run())


class Failing:
    """A player whose connection is down until the test mends it."""

    def __init__(self) -> None:
        self.mended = False

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        if not self.mended:
            raise PlayerFailed("guesser: no answer from 127.0.0.1; is the server running?")
        return Reply("crane", messages=({"role": "user", "content": "go"},))


class Loud:
    """A player whose reply and reasoning would act on a terminal."""

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        return Reply("\x1b[2Jcrane", thinking="\x1b]52;c;UFdO\x07a bird")


async def test_a_reply_and_its_reasoning_are_cleaned_before_they_are_saved() -> None:
    desk = Desk(start(), {"guesser": Loud()})
    await desk.referee.run()
    assert (desk.saved[0]["text"], desk.saved[0]["thinking"]) == ("crane", "a bird")


async def test_the_rules_judge_a_reply_once(monkeypatch: pytest.MonkeyPatch) -> None:
    judged: list[str] = []
    parse = Wordle.parse

    def counted(game: Wordle, state: WordleState, ask: Ask, reply: Reply) -> Move:
        judged.append(reply.text)
        return parse(game, state, ask, reply)

    monkeypatch.setattr(Wordle, "parse", counted)
    seat, play = Seat(), start()
    desk = Desk(play, {"guesser": seat.player})
    running = asyncio.create_task(desk.referee.run())
    for text in ("slate", "crane"):
        waiting = await seat.asked.get()
        assert play.trial(waiting.ask, "slat") is not None, "while it is typed"
        assert play.trial(waiting.ask, text) is None
        waiting.answer(text)
    await running
    assert judged == ["slat", "slate", "slat", "crane"]
    assert (play.outcome().result, len(play.steps)) == ("won", 2)


async def test_a_session_to_its_end() -> None:
    script = ScriptPlayer([("guess", "four"), ("guess", "slate"), ("guess", "\x1b[2Jcrane")])
    desk = Desk(start(), {"guesser": script})
    outcome = await desk.referee.run()
    assert outcome.result == "won"
    assert [e.type for e in desk.told] == ["reply", "reply", "reply", "ended"]
    assert [e.get("status") for e in desk.told] == ["rejected", "played", "played", None]
    assert desk.told[2]["text"] == "crane"
    assert desk.told[-1]["outcome"] == {"result": "won", "winners": ["guesser"], "cause": None}


async def test_a_reply_after_the_outcome_writes_no_second_end() -> None:
    seats: dict[str, Player] = {
        "guesser": ScriptPlayer([("question", "This is a guess -- are you thinking of a kite?")]),
        "setter": ScriptPlayer([("answer", "incorrect"), ("reveal", "a ball")]),
    }
    desk = Desk(start_akinator(max_turns=1), seats)
    outcome = await desk.referee.run()
    assert outcome.winners == ("setter",)
    assert [(e.type, e.get("ask")) for e in desk.saved] == [
        ("reply", "question"),
        ("reply", "answer"),
        ("ended", None),
        ("reply", "reveal"),
    ]


async def test_what_was_put_in_for_a_seat_is_noted() -> None:
    play = start_entity(max_turns=2, reprompts=1)
    judge = ScriptPlayer([("answer", text) for text in ("er", "no", "er", "er")])
    guesser = ScriptPlayer([("question", "Is it alive?"), ("question", "Is it red?")])
    desk = Desk(play, {"judge": judge, "guesser": guesser})
    await desk.referee.run()
    assert [e.type for e in desk.told] == ["reply"] * 6 + ["defaulted", "ended"]
    assert (desk.told[-2]["seat"], desk.told[-2]["ask"]) == ("judge", "answer")


async def test_what_ends_a_session_is_put_in_for_nobody() -> None:
    guesser = ScriptPlayer([("question", "?")])
    desk = Desk(start_entity(reprompts=0), {"guesser": guesser})
    await desk.referee.run()
    assert [e.type for e in desk.told] == ["reply", "ended"]


async def test_a_failed_player_pauses_and_is_retried() -> None:
    failing = Failing()
    desk = Desk(start(), {"guesser": failing})
    running = asyncio.create_task(desk.referee.run())
    await desk.heard(Kind.PAUSED)
    assert "server running" in desk.referee.paused["guesser"]
    failing.mended = True
    await desk.referee.retry("guesser")
    assert (await running).result == "won"
    assert [e.type for e in desk.saved] == ["paused", "resumed", "reply", "ended"]
    assert desk.saved[2]["messages"] in desk.messages
    assert desk.saved[2]["messages"] == message_hash([{"role": "user", "content": "go"}])


async def test_a_failed_player_stops_a_headless_run() -> None:
    desk = Desk(start(), {"guesser": Failing()})
    assert (await desk.referee.run(stop_on_failure=True)).result == "unfinished"


async def test_recast_while_waiting() -> None:
    seat, desk, running = seated()
    waiting = await seat.asked.get()
    await desk.referee.recast(
        "guesser", ScriptPlayer([("guess", "crane")]), {"player": "script", "name": "s"}
    )
    assert (await running).result == "won"
    assert waiting.answered.cancelled()
    assert desk.saved[0].type == Kind.RECAST


async def test_undo_asks_again() -> None:
    seat, desk, running = seated()
    await seat.answer("slate")
    second = await seat.asked.get()
    assert second.ask.key == "guess:2"
    await desk.referee.undo(0)
    again = await seat.asked.get()
    assert second.answered.cancelled()
    assert again.ask.key == "guess:1"
    again.answer("crane")
    assert (await running).result == "won"


async def test_a_session_that_ends_twice_says_so_twice() -> None:
    seat, desk, running = seated()
    await seat.answer("slate")
    await seat.asked.get()
    await desk.referee.resign("guesser")
    assert (await running).result == "lost"
    await desk.referee.undo(1)
    running = asyncio.create_task(desk.referee.run())
    await seat.answer("crane")
    assert (await running).result == "won"
    assert [e.type for e in desk.saved].count("ended") == 2


async def test_stop_leaves_the_session_open() -> None:
    seat, desk, running = seated()
    waiting = await seat.asked.get()
    desk.referee.stop()
    assert (await running).result == "unfinished"
    assert waiting.answered.cancelled()
    assert desk.saved == []


async def test_notes_stand_beside_the_fold() -> None:
    play = start()
    desk = Desk(play, {})
    await desk.referee.note(Kind.DRAFT, seat="guesser", text="zzzzz")
    assert (desk.saved[0].seq, play.steps) == (1, [])


async def test_a_save_that_fails_is_not_hidden() -> None:
    async def full(event: Event, messages: Messages) -> None:
        raise OSError(28, "no space left")

    referee = Referee(start(), {"guesser": ScriptPlayer([("guess", "slate")])}, full)
    with pytest.raises(OSError, match="no space"):
        await referee.run()


async def test_a_script_that_is_used_up_fails_with_a_sentence() -> None:
    desk = Desk(start(), {"guesser": ScriptPlayer([("guess", "slate")])})
    await desk.referee.run(stop_on_failure=True)
    assert desk.referee.paused["guesser"] == "guesser: the script has 1 reply and no more"


async def test_a_probe_that_failed_is_not_asked_again() -> None:
    class Prober:
        asked = 0

        def due(self, play: Play[Any]) -> tuple[Due, ...]:
            return (Due(play.asks()[0], 0),)

        async def ask(self, due: Due, play: Play[Any]) -> ProbeResult:
            self.asked += 1
            raise PlayerFailed("no answer")

    prober, came = Prober(), asyncio.Event()
    probing = Probing(start(), prober, lambda _: came.set())
    probing.ask(probing.due(), set())
    await came.wait()
    assert (probing.taken(), probing.due(), prober.asked) == ([], (), 1)

"""Probes while a session is played: due once a round, before the seat's move, and never blocking it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.inquiry.asking import ENTITY, Fails, Says, play_of, plays, said, session
from tests.save.sessions import CATALOGUE
from tests.table.test_runner import directly
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, Fault, Player, Progress, Reply, View
from tui_arena.core.probes import read_sorting
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.players.models.requests import BudgetReached
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import Cast, bot, read_player
from tui_arena.save.store import Store
from tui_arena.table.opening import LeasedSession, new_table, opening_of
from tui_arena.table.playback import FASTEST, Playback
from tui_arena.table.probes import PROBE, LiveProber, askable_rounds
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import probed

Told = Callable[[Progress], None]


class Waits:
    """A player that never answers; it records when it is asked and when it is cancelled."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.gone = asyncio.Event()

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: Told) -> Reply:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.gone.set()
        raise AssertionError


class At:
    """A table with a prober."""

    def __init__(
        self,
        one: Session,
        players: Player,
        probe: Player | None,
        *,
        who: Cast | None = None,
        patient: bool = True,
    ) -> None:
        self.info = CATALOGUE.game(one.game)
        self.play: Play[Any] = play_of(one)
        self.told: list[Event] = []
        self.ends_after = 0
        prober = LiveProber(
            self.info,
            one,
            lambda seat: Cast(one.seats[seat]),
            lambda _, cast: probe or players,
            {PROBE: who},
            patient=patient,
        )
        seats: dict[str, Player] = dict.fromkeys(self.play.seats, players)
        self.referee = Referee(self.play, seats, self.append, tell=self.told.append, prober=prober)

    async def append(self, event: Event, messages: Messages) -> None:
        await asyncio.sleep(0)
        if event.seq == self.ends_after:
            self.referee.stop()

    @property
    def happened(self) -> list[str]:
        return [
            f"{e['kind']}:{e['round']}" if e.type == Kind.PROBE else str(e.get("ask", e.type))
            for e in self.told
        ]


async def test_a_guesser_is_probed_before_each_question_and_no_more_than_once() -> None:
    at = At(session(max_turns=2), Says(plays), None)
    await at.referee.run()
    assert at.happened == [
        *("candidates:1", "question", "answer"),
        *("candidates:2", "question", "answer", "ended"),
    ]
    first = at.told[0]
    assert first["items"] == [f"thing candidates:1-{i}" for i in range(1, 6)]
    assert first["player"] == {"player": "bot", "name": "bot hard", "level": "hard"}
    assert first["text"].startswith("1. thing")
    assert (set(at.play.counts()), at.play.counts()["guesser"]["requests"]) == ({"guesser", "judge"}, 2)


async def test_akinators_lists_are_sorted_by_the_next_question_and_the_last_ones_come_after_the_end() -> None:
    players = Says(plays)
    at = At(session("akinator", max_turns=2), players, None)
    await at.referee.run()
    assert at.happened == [
        *("question", "answer", "candidates:1", "question", "answer", "ended"),
        *("candidates:2", "reveal", "sorting:2"),
    ]
    sorting = at.told[-1]
    assert (len(sorting["yes"]), len(sorting["no"])) == (2, 3)
    view = next(view for ask, view in players.asked if ask.name == "sorting")
    assert view.facts["sorted_question"] == "Is it number question:2?"
    assert view.facts["items"].startswith("1. thing candidates:1-1\n2. thing")
    assert view.talk == ()


async def test_what_can_not_be_read_or_asked_is_kept_and_holds_nobody_up() -> None:
    at = At(session(max_turns=1), Says(plays), Fails(), who=bot("hard"))
    assert ((await at.referee.run()).result, at.told[0]["items"]) == ("lost", [])
    assert at.told[0]["why"] == "guesser: no network"
    assert not at.referee.paused
    dumb = At(
        session(max_turns=1), Says(plays), Says(lambda *_: "I would rather not say what I think it is!")
    )
    await dumb.referee.run()
    assert (dumb.told[0]["items"], dumb.told[0]["text"][:7]) == ([], "I would")


async def test_a_session_goes_on_without_asking_again_what_was_answered() -> None:
    first = At(session(max_turns=1), Says(plays), None)
    first.ends_after = 1
    await first.referee.run()
    again = At(session(max_turns=1).with_events(first.play.events), Says(plays), None)
    await again.referee.run()
    assert first.happened + again.happened == ["candidates:1", "question", "answer", "ended"]


async def test_an_undo_voids_a_probe_and_withdraws_the_one_on_its_way() -> None:
    waits = Waits()
    one = said(session(max_turns=3), "Is it alive?", "no")
    at = At(one, Says(plays), waits)
    running = asyncio.create_task(at.referee.run())
    await waits.asked.wait()
    waits.asked.clear()
    await at.referee.undo(0)
    await waits.asked.wait()
    assert waits.gone.is_set()
    at.referee.stop()
    await running
    assert at.happened == ["undone"]
    probe = Event(3, Kind.PROBE, {"seat": "guesser", "kind": "candidates", "round": 2, "items": ["cat"]})
    play = play_of(one.with_events([*one.events, probe, Event(4, Kind.UNDONE, {"to": 1})]))
    assert play.probes("candidates") == []


async def test_a_probe_can_be_given_up_while_it_runs() -> None:
    waits = Waits()
    at = At(session(max_turns=1), Says(plays), waits)
    running = asyncio.create_task(at.referee.run())
    await waits.asked.wait()
    assert await at.referee.cancel("guesser", "guesser: was stopped")
    assert waits.gone.is_set()
    assert (await running).result == "lost"
    assert at.happened == ["candidates:1", "question", "answer", "ended"]
    assert (at.told[0]["why"], at.referee.paused) == ("guesser: was stopped", {})


async def test_nobody_is_probed_after_a_resignation() -> None:
    at = At(session(max_turns=3), Says(plays), Waits())
    running = asyncio.create_task(at.referee.run())
    await asyncio.sleep(0)
    await at.referee.resign("guesser")
    assert ((await running).result, at.happened) == ("lost", ["resigned", "ended"])


async def test_a_person_is_stood_in_for_by_the_hard_bot() -> None:
    one = session()
    for seat, who in (({"player": "human", "name": "Ada"}, "bot hard"), (one.seats["judge"], "bot medium")):
        sits, found = {"guesser": Cast(seat)}, list[Any]()

        def seated(_seat: str, cast: Cast, found: list[Any] = found) -> Player:
            found.append(cast.spec["name"])
            return Says(plays)

        prober = LiveProber(ENTITY, one, sits.__getitem__, seated, {PROBE: None})
        play = play_of(one)
        await prober.ask(prober.due(play)[0], play)
        assert found == [who]


def test_earlier_rounds_are_asked_as_they_stood() -> None:
    one = said(session(max_turns=3), "Is it alive?", "what?", "yes", "Is it big?", "no", "Is it a dog?", "no")
    play = play_of(one)
    undone = one.with_events([*one.events, Event(8, Kind.UNDONE, {"to": 5})])
    found = list(askable_rounds(play_of(undone), "candidates"))
    assert [(r.round, r.ask.key, r.ask.shares_prompt_of) for r in found] == [
        (n, f"candidates:{n}", "question") for n in (1, 2, 3)
    ]
    assert [len(r.view.facts["turns"]) for r in found] == [0, 1, 2]
    assert not any(line.fault for r in found for line in r.view.talk)
    assert play.over
    assert not play_of(undone).over
    asked = said(session("akinator", max_turns=2), "Is it alive?", "no", "Is it big?", "yes")
    assert [r.round for r in askable_rounds(play_of(asked), "candidates")] == [1, 2]
    assert [r.round for r in askable_rounds(play_of(asked), "sorting")] == [2]


def test_a_sorted_list_is_read_by_number_or_in_order() -> None:
    items = ["cat", "7-Up", "cow"]
    assert read_sorting("1. yes\n3) no\n2: **No**", items) == (["cat"], ["7-Up", "cow"])
    assert read_sorting("yes\nno\nyes\nno", items) == (["cat", "cow"], ["7-Up"])
    assert read_sorting("<think>1. no</think>- cat: yes", items) == (["cat"], [])
    assert read_sorting("9. yes\nwho knows", items) == ([], [])


def test_what_probes_cost_is_counted_apart() -> None:
    usage = {"input_tokens": 20, "output_tokens": 7, "cost_usd": 0.5}
    events = [Event(1, Kind.PROBE, {"usage": usage, "sent": {}}), Event(2, Kind.PROBE, {"text": ""})]
    assert probed(events) == {"input_tokens": 20, "output_tokens": 7, "cost_usd": 0.5}
    copied = [replace(events[0], data={**events[0].data, "copied": True})]
    assert probed(copied) is None
    assert probed([*events, Event(3, Kind.PROBE, {"sent": {}})]) == {**usage, "cost_usd": None}


class Broke:
    """A model whose budget is spent."""

    async def reply(self, ask: Ask, view: View, fault: Fault | None, progress: Told) -> Reply:
        raise BudgetReached("the budget of this session is spent", of="session")


async def test_what_a_budget_stops_is_left_for_later_or_said() -> None:
    headless = At(session(max_turns=1), Says(plays), Broke())
    await headless.referee.run()
    assert headless.happened == ["question", "answer", "ended"]
    at = At(session(max_turns=1), Says(plays), Broke(), patient=False)
    await at.referee.run()
    assert at.happened == ["candidates:1", "question", "answer", "ended"]
    assert at.told[0]["why"] == "the budget of this session is spent"


def runner_of(store: Store, probe: str) -> SessionRunner:
    cast = {seat: read_player("bot:hard") for seat in ("guesser", "judge")}
    opening = Opening("entity", cast, {"max_turns": 2}, deck="objects", seed=7, probe=probe)
    ready = new_table(CATALOGUE, store, opening, None)
    return SessionRunner(ready, store, directly, playback=Playback(FASTEST))


async def test_a_table_is_probed_as_it_was_opened_and_opened_so_again(store: Store) -> None:
    runner = runner_of(store, "self")
    await runner.run()
    saved = store.load(runner.session.id)
    probes = [event for event in saved.events if event.type == Kind.PROBE]
    assert [event["round"] for event in probes] == list(range(1, len(probes) + 1))
    assert len(probes) in (1, 2)
    assert all(len(event["items"]) == 5 for event in probes)
    assert (opening_of(saved, runner.cast).probe, runner.spent) == ("self", {})


async def test_nobody_is_asked_where_the_text_means_nobody(store: Store) -> None:
    runner = runner_of(store, "self")
    setup = replace(runner.session.setup, extra={"probe": "human:Ada"})
    one = replace(runner.session, setup=setup)
    table = SessionRunner(
        LeasedSession(runner.info, one, runner.cast, resumed=False),
        store,
        directly,
        playback=Playback(FASTEST),
    )
    await table.run()
    assert table.over
    assert not any(event.type == Kind.PROBE for event in table.play.events)


def test_what_a_deck_brought_is_not_chosen_for_another_deck(store: Store) -> None:
    """Whoever plays on from people to things hears maybe again, not dunno."""
    cast = {seat: read_player("bot:hard") for seat in ("guesser", "judge")}
    opening = Opening("entity", cast, {"max_turns": 2}, deck="celebrities", seed=7)
    ready = new_table(CATALOGUE, store, opening, None)
    assert ready.session.setup.options["answers"] == "yes/no/dunno"
    again = opening_of(ready.session, ready.cast)
    assert again.options["max_turns"] == 2
    things = new_table(CATALOGUE, store, replace(again, deck="things"), None)
    assert things.session.setup.options["answers"] in (None, "yes/no/maybe")
    assert set(ready.session.setup.options) - set(again.options) == {"answers"}, (
        "a none that was chosen stays"
    )
    same = new_table(CATALOGUE, store, again, None)
    assert same.session.setup.options == ready.session.setup.options

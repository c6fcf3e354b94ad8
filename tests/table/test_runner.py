"""`SessionRunner`, without a screen."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.save.sessions import CATALOGUE
from tests.tables import Cases
from tests.thorough import sampled
from tests.ui.playing import hotseat_of
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import TABLE, Fault
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import Cast, bot, read_player
from tui_arena.save.queries import SessionQuery
from tui_arena.save.store import SaveError, Store, open_store
from tui_arena.table import playback as playback_module
from tui_arena.table.hotseat import Hotseat
from tui_arena.table.opening import AlreadyPlayed, InUse, new_table, resumed_table
from tui_arena.table.playback import FASTEST, GLANCE, SLOWEST, STEPS, UNHURRIED, Playback
from tui_arena.table.rulings import Ruling
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.times import clock, played_seconds

CASES = Cases(__file__)

ALONE = {"guesser": read_player("human:Ada")}


async def directly(work: Callable[..., Any], *args: Any) -> Any:
    """Replaces the app's thread: runs the work at once."""
    await asyncio.sleep(0)
    return work(*args)


@asynccontextmanager
async def running(
    store: Store,
    cast: dict[str, Cast],
    *,
    variant: str = "classic",
    preset: str | None = None,
    resume: str | None = None,
    party: str | None = None,
    sampling: dict[str, Any] | None = None,
    **more: Any,
) -> AsyncIterator[SessionRunner]:
    """A runner that plays in a task until the block ends.

    `sampling`: the guesser's, in place of what the game has; `more`: as for `SessionRunner`.
    """
    if resume:
        ready = resumed_table(CATALOGUE, store, resume)
    else:
        opening = Opening("wordle", cast, {"variant": variant}, preset, seed=7)
        ready = new_table(CATALOGUE, store, opening, None, party=party)
    if sampling is not None:
        by_preset = {preset or "party": {"guesser": sampling}}
        ready = replace(ready, info=msgspec.structs.replace(ready.info, sampling=by_preset))
    runner = SessionRunner(ready, store, directly, playback=Playback(FASTEST), **more)
    Hotseat(runner)
    task = asyncio.create_task(runner.run())
    try:
        yield runner
    finally:
        runner.stop()
        await task
        store.release(runner.session.id)


async def until(true: Callable[[], object]) -> None:
    for _ in range(2000):
        if true():
            return
        await asyncio.sleep(0.001)
    raise AssertionError("never true")


async def give(runner: SessionRunner, text: str) -> Fault | None:
    """Answer for the person at the screen; what is wrong, if anything is."""
    return await runner.answer(hotseat_of(runner).viewer, text)


async def answered(runner: SessionRunner, text: str) -> None:
    """Give an answer and wait until the next ask, or until the session is over."""
    before = hotseat_of(runner).current
    assert before is not None
    assert await give(runner, text) is None
    await until(
        lambda: (
            runner.over
            or (hotseat_of(runner).current is not None and hotseat_of(runner).current is not before)
        )
    )


async def test_nothing_is_shown_before_it_is_saved(store: Store) -> None:
    async with running(store, ALONE) as runner:
        seen: list[tuple[int, int]] = []

        def look() -> None:
            saved = sum(e.type == "reply" for e in store.load(runner.session.id).events)
            seen.append((len(runner.views[TABLE].facts["turns"]), saved))

        runner.listeners.append(look)
        await until(lambda: hotseat_of(runner).current)
        for word in ("slate", "crony", str(runner.play.state.target)):
            await answered(runner, word)
        await until(lambda: runner.over)
    assert seen
    assert all(shown <= saved for shown, saved in seen)


async def test_a_draft_is_kept_is_no_reply_and_is_told_after_a_resume(store: Store) -> None:
    async with running(store, ALONE) as runner:
        await until(lambda: hotseat_of(runner).current)
        fault = await give(runner, "zzzzz")
        assert fault is not None
        assert fault.kind == "unknown_word"
        assert hotseat_of(runner).current is not None, "it is still asked"
        assert [e.type for e in store.load(runner.session.id).events] == [Kind.DRAFT]
        assert [(a.seat, a.text, a.kind) for a in runner.notes] == [("guesser", "zzzzz", "draft")]
        await answered(runner, "slate")
        await give(runner, "qqqqq")
        before = runner.notes
    async with running(store, {}, resume=runner.session.id) as again:
        assert again.notes == before


async def test_an_undo_takes_the_later_tries_with_it(store: Store) -> None:
    async with running(store, ALONE) as runner:
        await until(lambda: hotseat_of(runner).current)
        await answered(runner, "slate")
        await give(runner, "qqqqq")
        await runner.undo(hotseat_of(runner).viewer)
        assert [a.kind for a in runner.notes] == ["undone"]
        assert runner.can_redo(hotseat_of(runner).viewer)
        assert await runner.redo(hotseat_of(runner).viewer)
        assert len(runner.views[TABLE].facts["turns"]) == 1


@pytest.mark.parametrize("party", [None, "P1"])
async def test_no_reply_is_taken_back_at_a_party_if_points_hang_on_it(
    store: Store, party: str | None
) -> None:
    people = {seat: read_player("human:Ada") for seat in ("setter", "guesser")}
    async with running(store, people, party=party) as runner:

        async def says(seat: str, text: str) -> None:
            await until(lambda: runner.waiting(seat))
            assert await runner.answer(seat, text) is None

        await says("setter", "pride")
        await until(lambda: runner.waiting("guesser"))
        assert runner.can_undo("setter"), "the rules have said nothing about a secret"
        await says("guesser", "slate")
        await until(lambda: len(runner.views[TABLE].facts["turns"]) == 1)
        assert runner.can_undo("guesser") == (party is None), "its letters are known"
        await runner.undo("guesser")
        assert len(runner.views[TABLE].facts["turns"]) == (0 if party is None else 1)


async def test_a_hint_is_in_the_summary_as_soon_as_it_is_given(store: Store) -> None:
    async with running(store, ALONE) as runner:
        await until(lambda: hotseat_of(runner).current)
        assert await runner.hint("guesser")
        row = next(row for row in store.sessions(SessionQuery()) if row.id == runner.session.id)
        assert "hinted" in row.flags


async def test_what_came_too_late_or_fits_no_more_changes_nothing(store: Store) -> None:
    """A reply comes while people agree on a ruling; and after a ruling, nothing fits to be redone."""
    people = {seat: read_player("human:Ada") for seat in ("setter", "guesser")}
    async with running(store, people, variant="clue") as runner:
        for text in ("pride | lions together", "slate"):
            await until(lambda: hotseat_of(runner).next)
            hotseat_of(runner).sit_down()
            assert await give(runner, text) is None
        await until(lambda: len(runner.play.steps) == 2)
        ruling = Ruling("says_word", True, runner.play.steps[0].seq)
        before = runner.play.state
        assert not await runner.overrule(ruling)
        assert runner.play.state == before
        await runner.undo(hotseat_of(runner).viewer)
        assert await runner.overrule(ruling)
        hotseat_of(runner).seat = "guesser"
        assert runner.can_redo(hotseat_of(runner).viewer)
        assert not await runner.redo(hotseat_of(runner).viewer)


@pytest.mark.parametrize("step", sampled([3, 1], 2))
async def test_after_a_kill_at_any_event_the_game_goes_on_to_the_same_end(store: Store, step: int) -> None:
    cast = {"guesser": bot("medium"), "critic": bot("easy")}
    async with running(store, cast, variant="critic") as runner:
        await until(lambda: runner.over)
    whole = store.load(runner.session.id)
    store.delete([whole.id])
    for n in range(0, len(whole.events) - 1, step):
        part = whole.with_events(whole.events[:n])
        store.save(part)
        async with running(store, {}, resume=part.id) as again:
            await until(lambda r=again: r.over)  # type: ignore[misc]
        ended = store.load(part.id)
        texts = [e["text"] for e in ended.events if e.type == "reply"]
        assert texts == [e["text"] for e in whole.events if e.type == "reply"]
        assert ended.events[-1].type == "ended"
        store.delete([part.id])


@pytest.mark.parametrize("how", ["the last guess", "resigning"])
async def test_a_move_is_saved_with_its_ending_though_the_screen_is_left(store: Store, how: str) -> None:
    """A disk may be slow, and the screen that plays may be gone before it has written the ending."""
    writing = asyncio.Event()

    async def slowly(work: Callable[..., Any], *args: Any) -> Any:
        if any(isinstance(one, Event) and one.type == Kind.ENDED for one in args):
            writing.set()
            await asyncio.sleep(0.01)
        return work(*args)

    ready = new_table(CATALOGUE, store, Opening("wordle", ALONE, {"variant": "classic"}, seed=7), None)
    runner = SessionRunner(ready, store, slowly, playback=Playback(FASTEST))
    Hotseat(runner)
    playing = asyncio.create_task(runner.run())
    await until(lambda: hotseat_of(runner).current)
    last = (
        give(runner, str(runner.play.state.target)) if how == "the last guess" else runner.resign("guesser")
    )
    moving = asyncio.create_task(last)
    await writing.wait()
    assert shown_result(runner) == "unfinished", "a result that opened now would be without its ending"
    assert not any(may("guesser") for may in (runner.can_undo, runner.can_redo, runner.can_resign))
    playing.cancel()
    moving.cancel()
    await asyncio.gather(playing, moving, return_exceptions=True)
    assert "ended" not in saved_kinds(store, runner)
    await runner.let_go()
    assert shown_result(runner) != "unfinished"
    assert saved_kinds(store, runner)[-2:] == ["reply" if how == "the last guess" else "resigned", "ended"]


async def test_a_table_that_is_left_while_the_disk_fails_is_let_go(store: Store) -> None:
    """Nobody is there to be asked whether to try again."""
    failing = False

    async def failing_thread(work: Callable[..., Any], *args: Any) -> Any:
        await asyncio.sleep(0)
        if failing:
            raise SaveError("The disk is full.")
        return work(*args)

    ready = new_table(CATALOGUE, store, Opening("wordle", ALONE, {"variant": "classic"}, seed=7), None)
    runner = SessionRunner(ready, store, failing_thread, playback=Playback(FASTEST))
    Hotseat(runner)
    playing = asyncio.create_task(runner.run())
    await until(lambda: hotseat_of(runner).current)
    failing = True
    resigning = asyncio.create_task(runner.resign("guesser"))
    runner.stop()
    async with asyncio.timeout(60):
        await runner.let_go()
        await asyncio.gather(playing, resigning)
    assert runner.left
    assert "resigned" not in saved_kinds(store, runner)


def shown_result(runner: SessionRunner) -> str:
    """How the session ended, as the front ends are told."""
    return runner.outcome.result


def saved_kinds(store: Store, runner: SessionRunner) -> list[str]:
    """The types of the events that are saved."""
    return [str(event.type) for event in store.load(runner.session.id).events]


async def test_a_session_that_is_over_or_held_is_not_opened(store: Store, tmp_path: Path) -> None:
    async with running(store, ALONE) as runner:
        other = open_store(tmp_path / "arena.db", CATALOGUE).store
        with pytest.raises(InUse, match="another window"):
            resumed_table(CATALOGUE, other, runner.session.id)
        other.close()
        await until(lambda: hotseat_of(runner).current)
        await answered(runner, str(runner.play.state.target))
        await until(lambda: runner.over)
    await until(lambda: store.load(runner.session.id).events[-1].type == "ended")
    with pytest.raises(AlreadyPlayed):
        resumed_table(CATALOGUE, store, runner.session.id)


async def test_a_script_that_is_gone_waits_to_be_recast(store: Store, tmp_path: Path) -> None:
    script = tmp_path / "one.jsonl"
    script.write_text('{"ask": "guess", "text": "slate"}\n')
    cast = {"guesser": Cast({"player": "script", "name": "one"}, script)}
    async with running(store, cast) as runner:
        await until(lambda: runner.failed)
    async with running(store, {}, resume=runner.session.id) as again:
        await until(lambda: again.failed)
        assert again.failed is not None
        assert again.failed[0] == "guesser"
        await again.recast("guesser", bot("hard"))
        await until(lambda: again.over)
    assert again.outcome.result == "won"


async def test_a_person_who_sits_down_while_watching_is_asked(store: Store) -> None:
    async with running(store, {"guesser": bot("medium")}) as runner:
        assert hotseat_of(runner).watching
        runner.playback.pause()
        await runner.recast("guesser", read_player("human:Ada"))
        await until(lambda: hotseat_of(runner).current)
        assert hotseat_of(runner).seat == "guesser"
        assert not hotseat_of(runner).watching


# the person at the screen


class People:
    """Stands for a runner at whose table these people sit, and nobody is asked."""

    def __init__(self, *seats: str) -> None:
        self.people = set(seats)
        self.asked: list[str] = []
        self.attendants: list[Hotseat] = []
        self.referee = self
        self.unsigned = None

    def hotseat(self) -> Hotseat:
        return Hotseat(cast(SessionRunner, self))

    def sits_on_all(self, seats: object) -> bool:
        """Each seat has a person of its own."""
        return False

    def more_time(self) -> None:
        """Nobody is in a race."""

    def changed(self) -> None:
        """Nobody draws."""


CURTAINS = CASES["the_curtain_calls_whoever_is_next"]


@pytest.mark.parametrize(("people", "steps"), CURTAINS.values(), ids=CURTAINS)
def test_the_curtain_calls_whoever_is_next(people: str, steps: Sequence[tuple[str, str, str]]) -> None:
    table = People(*people.split())
    hotseat = table.hotseat()
    for step, seat, called in steps:
        what, _, who = step.partition(" ")
        if what == "asked":
            table.asked = who.split()
            hotseat.asked(table.asked)
        elif what == "sits":
            hotseat.sit_down()
        elif what == "recast":
            table.people.remove(who)
            hotseat.recast(who)
        assert (step, hotseat.seat or "", hotseat.next or "") == (step, seat, called)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), max_size=20))
def test_a_view_changes_hands_only_through_the_curtain(steps: list[tuple[str, bool]]) -> None:
    hotseat = People("a", "b", "c").hotseat()
    for seat, confirms in steps:
        before = hotseat.seat
        hotseat.asked([seat])
        assert hotseat.seat in (before, None), "never from one person to another"
        if confirms and hotseat.next is not None:
            wanted = hotseat.next
            hotseat.sit_down()
            assert hotseat.seat == wanted


# playback and time


async def test_a_step_lets_one_answer_through_and_holds_the_next() -> None:
    playback = Playback(SLOWEST)
    ask: Any = None
    first = asyncio.create_task(playback.wait(ask))
    await asyncio.sleep(0)
    playback.step()
    await first
    second = asyncio.create_task(playback.wait(ask))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not second.done()
    playback.seconds = FASTEST
    playback.pause()
    await second
    assert not playback.paused


async def test_an_answer_comes_by_itself_once_nothing_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody tells it: it looks again what is true."""
    monkeypatch.setattr(playback_module, "GLANCE", 0.001)
    playback, ask = Playback(FASTEST), cast(Any, None)
    for holds in ("looks", "watches"):
        held = [True]
        setattr(playback, holds, lambda held=held: held[0])
        if holds == "watches":
            playback.pause()
        waiting = asyncio.create_task(playback.wait(ask))
        await asyncio.wait([waiting], timeout=0.01)
        assert not waiting.done()
        held[0] = False
        await until(waiting.done)


async def test_there_is_time_to_think_after_a_look_but_for_who_is_in_a_hurry() -> None:
    playback = Playback(UNHURRIED)
    looks = iter([True, False])
    playback.looks = lambda: next(looks, False)
    ask: Any = None
    waiting = asyncio.create_task(playback.wait(ask, takes=UNHURRIED))
    await asyncio.wait([waiting], timeout=2 * GLANCE)
    assert not waiting.done()
    playback.faster()
    await waiting


def test_plus_and_minus_walk_through_the_paces() -> None:
    playback = Playback(99)
    assert playback.seconds == SLOWEST
    for seconds in reversed(STEPS[:-1]):
        playback.faster()
        assert playback.seconds == seconds
    playback.faster()
    assert playback.seconds == FASTEST
    playback.slower()
    assert playback.seconds == STEPS[1]


def test_time_away_does_not_count() -> None:
    def at(seq: int, kind: Kind, time: str) -> Event:
        return Event(seq, kind, {"at": f"2026-11-21T{time}Z"})

    events = [
        at(1, Kind.REPLY, "20:00:30"),
        at(2, Kind.RESUMED, "22:00:00"),
        at(3, Kind.ENDED, "22:00:10"),
        at(4, Kind.RATED, "23:00:00"),
        Event(5, Kind.DRAFT, {"at": "soon"}),
    ]
    assert (played_seconds("2026-11-21T20:00:00Z", events), played_seconds(None, events)) == (40, 10)
    assert clock(3661) == "1:01:01"


async def test_a_bot_thinks_beside_the_loop_and_says_what_it_says_headless(store: Store) -> None:
    thought: list[threading.Thread] = []

    async def beside(work: Callable[..., Any], *args: Any) -> Any:
        def called() -> Any:
            if work.__name__ == "reply":
                thought.append(threading.current_thread())
            return work(*args)

        return await asyncio.to_thread(called)

    cast = {seat: bot("hard") for seat in ("setter", "guesser", "critic")}
    opening = Opening("wordle", cast, {"variant": "critic"}, seed=7)
    said = []
    for in_thread in (beside, directly):
        ready = new_table(CATALOGUE, store, opening, None)
        runner = SessionRunner(ready, store, in_thread, playback=Playback(FASTEST))
        await runner.run()
        assert runner.over
        said.append([step.event["text"] for step in runner.play.steps])
    assert len(thought) == len(said[0])
    assert threading.main_thread() not in thought
    assert said[0] == said[1]

"""Marked models play the same secrets: the dialog, the table as it fills, stopping and going on."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from textual.pilot import Pilot

from tests.stub_server import StubServer
from tests.thorough import sampled
from tests.ui.harness import NORMAL, WIDE, arena_of, opened, press, settle, write
from tests.ui.models_made import answered, until
from tests.ui.playing import lacking, seen
from tui_arena.config import ModelEntry, Settings
from tui_arena.core.language.sentences import money
from tui_arena.save.store import SessionQuery
from tui_arena.ui.models import bench_screen
from tui_arena.ui.models.bench_screen import BenchDialog, BenchScreen
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.replay.replies_screen import RepliesScreen
from tui_arena.ui.sessions.screen import SessionsScreen
from tui_arena.ui.widgets.dialogs import Dialog

pytestmark = pytest.mark.usefixtures("bare")
MARK_TWO = ("m", "space", "down", "space")
REPLY_USD = 0.001
"""What a reply of each model costs."""


def models(home: Path, stub: StubServer) -> None:
    """Three models that play on the stub."""
    says = {"dear": "obeys", "fair": "ok", "third": "ok"}
    answered(
        home,
        *(ModelEntry(n, m, base_url=stub.url, input_price=50.0, output_price=0.0) for n, m in says.items()),
    )


def bench_of(pilot: Pilot[None]) -> BenchScreen:
    return cast(BenchScreen, pilot.app.screen)


async def stopped(pilot: Pilot[None]) -> None:
    """Wait until nothing is played, and the table shows what was."""
    bench = bench_of(pilot)
    await until(pilot, lambda: not bench.play.playing)
    done = bench.play.over[0]
    await until(
        pilot, lambda: sum(row.figures.sessions for table in bench.tables for row in table.rows) == done
    )


async def a_line_opens_its_own_run(pilot: Pilot[None]) -> None:
    """Open the sessions and the replies of the line under the cursor, `third` in Wordle."""
    bench = bench_of(pilot)
    wordle = bench.tables[0].rows
    own = {row.id for row in arena_of(pilot).store.sessions(SessionQuery(run=wordle[1].line.run))}
    await press(pilot, "enter")
    listed = cast(SessionsScreen, pilot.app.screen)
    assert {row.id for row in listed.sessions.rows} == own
    assert "2 listed · third · one run" in seen(pilot)
    await press(pilot, "c")
    assert len(listed.sessions.rows) == 12
    await press(pilot, "escape", "r")
    said = cast(RepliesScreen, pilot.app.screen)
    assert "REPLIES · third in Wordle" in seen(pilot)
    assert {row["session"] for row in said.replies.rows} == own
    await press(pilot, "escape", "down")
    assert wordle[2].line.run == bench.table.at
    assert "r Replies" not in seen(pilot), "a bot says nothing of its own"


async def test_marked_models_play_one_set_of_secrets_and_lines_lead_on(
    tmp_path: Path, stub: StubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench_screen, "SESSIONS", ("2", "10"))
    models(tmp_path, stub)
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "space")
        assert "Mark another model" in seen(pilot)
        assert "b Bench" not in seen(pilot)
        await press(pilot, "down", "down", "space", "b")
        dialog = cast(BenchDialog, pilot.app.screen)
        assert "Bench dear and third" in seen(pilot)
        assert "20 sessions. Nobody knows yet what dear and third will cost." in seen(pilot)
        await press(pilot, "down", *["right"] * 4, "down", "left", "down", "right", "down", "right")
        assert "28 sessions." in seen(pilot)
        plan = dialog.read()
        assert (plan.games, plan.sessions, plan.prompts) == (
            ["wordle", "bluffing"],
            2,
            ["plain", "steps", "terse"],
        )
        await press(pilot, "up", "left")
        assert "12 sessions." in seen(pilot)
        await press(pilot, "enter")
        await stopped(pilot)
        bench = bench_of(pilot)
        for table in bench.tables:
            assert [row.line.label for row in table.rows] == ["dear", "third", "bot hard"]
            assert [row.figures.sessions for row in table.rows] == [2] * 3
        text = seen(pilot)
        assert not lacking(text, "12 of 12 sessions", "The others in Wordle are compared with dear.")
        assert f"tok · {money(REPLY_USD * len(stub.requests))}" in text
        shown = [line.split()[-1] for line in text.splitlines() if line.split()[:1] in (["dear"], ["third"])]
        means = [row.usd for table in bench.tables for row in table.rows if row.model]
        assert shown == [money(usd) for usd in means]
        assert 2 * sum(usd or 0 for usd in means) == pytest.approx(REPLY_USD * len(stub.requests))
        await pilot.resize_terminal(*WIDE)
        await press(pilot, "down")
        text = seen(pilot)
        assert not lacking(text, "tokens", "third minus dear: speed ")
        for key, screen in (("c", "CompareScreen"), ("t", "StatsScreen"), ("enter", "SessionsScreen")):
            await press(pilot, key)
            assert type(pilot.app.screen).__name__ == screen
            await press(pilot, "escape")
            assert pilot.app.screen is bench
        await a_line_opens_its_own_run(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ModelsScreen)
        await press(pilot, "b")
        assert "20 sessions, about $" in seen(pilot), "their past says what they cost"


@pytest.mark.thorough
async def test_a_bench_stops_keeps_what_was_played_and_goes_on(tmp_path: Path, stub: StubServer) -> None:
    models(tmp_path, stub)
    stub.delay = 0.2
    async with opened(tmp_path, NORMAL) as (app, pilot):
        await press(pilot, *MARK_TWO, "b", "enter")
        bench = bench_of(pilot)
        await until(pilot, lambda: bench.play.over[0] > 1)
        await press(pilot, "escape")
        assert pilot.app.screen is bench
        await stopped(pilot)
        done, total = bench.play.over
        assert 1 < done < total == 20
        told = f"{total - done} sessions left. Press g to continue, or later run tui-arena bench --resume"
        await until(pilot, lambda: told in " ".join(seen(pilot).split()))
        over = SessionQuery(unfinished=False)
        assert len(app.store.sessions(over)) == done
        asked, stub.delay = len(stub.requests), 0.0
        await press(pilot, "g")
        await stopped(pilot)
        assert (bench.play.over, len(app.store.sessions(over))) == ((20, 20), 20)
        assert len(stub.requests) - asked <= 6 * (20 - done)


@pytest.mark.thorough
@pytest.mark.parametrize("whole", sampled([True, False], 2))
async def test_a_used_up_budget_is_raised_before_a_bench_goes_on(
    tmp_path: Path, stub: StubServer, *, whole: bool
) -> None:
    models(tmp_path, stub)
    settings = Settings() if whole else Settings(budget_usd=0.004)
    async with opened(tmp_path, NORMAL, settings=settings) as (_, pilot):
        await press(pilot, *MARK_TWO, "b", "up", "up", "up")
        await write(pilot, "0.004" if whole else "9")
        await press(pilot, "enter")
        bench = bench_of(pilot)
        await stopped(pilot)
        more, option = ("$0.0080", "--budget") if whole else ("$0.0080 a session", "--session-budget")
        told = (
            f"20 sessions left. Press g to raise it to {more} and continue, or later run tui-arena bench --resume "
            f"{bench.play.id} {option} 0.008"
        )
        await until(pilot, lambda: told in " ".join(seen(pilot).split()))
        asked = len(stub.requests)
        await press(pilot, "g", "escape")
        assert (bench.play.playing, len(stub.requests)) == (False, asked)
        raised = 0
        while bench.play.over[0] < 20:
            await press(pilot, "g")
            assert isinstance(pilot.app.screen, Dialog)
            assert more in seen(pilot) or raised
            await press(pilot, "enter")
            await stopped(pilot)
            raised += 1
        assert raised == (5 if whole else 1)
        assert bench.play.more is None


async def test_a_limit_on_all_spending_is_told_and_not_raised_here(tmp_path: Path, stub: StubServer) -> None:
    models(tmp_path, stub)
    async with opened(tmp_path, NORMAL, settings=Settings(limit_usd=0.004)) as (_, pilot):
        await press(pilot, *MARK_TWO, "b", "enter")
        await stopped(pilot)
        told = ("limit in all, $0.004, is spent", "Press g to continue")
        await until(pilot, lambda: all(one in seen(pilot) for one in told))
        await press(pilot, "g")
        assert pilot.app.screen is bench_of(pilot)


@pytest.mark.thorough
async def test_leaving_for_home_stops_a_bench(tmp_path: Path, stub: StubServer) -> None:
    models(tmp_path, stub)
    stub.delay = 0.05
    async with opened(tmp_path) as (app, pilot):
        await press(pilot, *MARK_TWO, "b", "enter")
        play = bench_of(pilot).play
        await until(pilot, lambda: bool(stub.requests) and play.over[1] > 0)
        app.open_home()
        await until(pilot, lambda: not play.playing)
        assert play.over[0] < 20


async def test_what_can_not_be_played_is_said(tmp_path: Path, stub: StubServer) -> None:
    models(tmp_path, stub)
    answered(tmp_path, ModelEntry("keyless", "ok", base_url=stub.url, key_env="NO_SUCH_KEY"))
    async with opened(tmp_path) as (_, pilot):
        await press(pilot, "m", "space", *["down"] * 3, "space", "b", "up", "up", "up")
        assert isinstance(pilot.app.screen, BenchDialog)
        await write(pilot, "-1")
        assert "stop at $" in seen(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, BenchDialog)
        await press(pilot, "backspace", "backspace", "enter")
        await until(pilot, lambda: bool(bench_of(pilot).play.fault))
        await settle(pilot)
        await until(pilot, lambda: "the variable NO_SUCH_KEY" in " ".join(seen(pilot).split()))
        assert not stub.requests
        await until(pilot, lambda: bool(pilot.app.screen.check_action("back", ())))
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, ModelsScreen)

"""The audit screen: a session's questions asked again, new next to old answers, contradictions marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.thorough import sampled
from tests.ui.harness import Golden
from tests.ui.playing import app_in, kinds, on, sees, shown, until
from tests.ui.probing_made import demo, opened, session_of
from tui_arena.core.events import Event
from tui_arena.core.game import TABLE
from tui_arena.core.session import Session
from tui_arena.inquiry.inquiry import has_judge
from tui_arena.ui.app.app import ArenaApp
from tui_arena.ui.inquiry.screen import AuditScreen
from tui_arena.ui.replay.branch_screen import BranchScreen
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.screen import ResultScreen


def with_a_slip() -> Session:
    """A session whose judge said that a printer is alive, and later that it is not."""
    session, _ = session_of("asked-already")
    first, second, *rest = session.events
    return session.with_events(
        [first, Event(second.seq, second.type, {**second.data, "text": "Yes."}), *rest]
    )


def audit_of(app: ArenaApp) -> AuditScreen:
    assert isinstance(app.screen, AuditScreen)
    return app.screen


def done(app: ArenaApp, n: int) -> bool:
    return isinstance(app.screen, AuditScreen) and len(app.screen.found) == n and not app.screen.asking


def test_only_a_session_with_answers_to_choose_has_a_judge() -> None:
    session, info = session_of("guitar")
    assert has_judge(session, info)
    assert not has_judge(session.with_events(session.events[:1]), info)
    assert TABLE not in session.seats


@pytest.mark.usefixtures("bare")
async def test_a_second_judge_is_asked_and_where_it_differs_is_marked(tmp_path: Path, golden: Golden) -> None:
    async with app_in(tmp_path) as (app, pilot):
        session = with_a_slip()
        app.store.save(session)
        before = kinds(app, session.id)
        app.open_result(session.id)
        await on(pilot, ResultScreen, lambda s: s.result is not None)
        await pilot.press("A")
        await on(pilot, AuditScreen, lambda s: s.asked)
        n = len(audit_of(app).asked)
        await sees(pilot, f"Press Enter to ask {n} times in all.")
        await until(pilot, lambda: shown(app).count("≠") == 2)
        await pilot.press("right", "right", "enter")
        await until(pilot, lambda: done(app, n))
        await pilot.pause()
        await golden(pilot, "audit_80x24")
        assert kinds(app, session.id) == before
        assert "1 contradicted ≠" in shown(app)
        assert [line.split()[0] for line in shown(app).split("\n")[6:] if "≠" in line] == ["1", "5"]


@pytest.mark.thorough
async def test_it_can_be_asked_several_times_over(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, demo("forgotten"))
        await pilot.press("A")
        await on(pilot, AuditScreen, lambda s: s.asked)
        n = len(audit_of(app).asked)
        await pilot.press("down", "right")
        await sees(pilot, f"Press Enter to ask {3 * n} times in all.")
        await pilot.press("enter")
        await until(pilot, lambda: done(app, n))
        assert all(len(a.answers) == 3 for a in audit_of(app).found.values())
        await pilot.press("escape")
        assert isinstance(app.screen, ReplayScreen)


async def test_a_session_that_is_not_over_has_no_coach_and_nobody_audits_it_who_may_not_know(
    tmp_path: Path,
) -> None:
    async with app_in(tmp_path) as (app, pilot):
        session, _ = session_of("guitar")
        app.store.save(session.with_events(session.events[:20]))
        screen = await opened(pilot, app, session.id)
        for key, action in (("A", "audit"), ("c", "coach")):
            assert screen.check_action(action, ()) is False
            await pilot.press(key)
            assert app.screen is screen


@pytest.mark.thorough
@pytest.mark.parametrize(
    "judge", sampled([{"player": "bot"}, {"player": "bot", "level": "genius"}, {"player": "model"}], 3)
)
async def test_a_file_that_says_little_of_players_breaks_nothing(
    tmp_path: Path, judge: dict[str, str]
) -> None:
    async with app_in(tmp_path) as (app, pilot):
        session = replace(session_of("guitar")[0], seats={"guesser": {"player": "human"}, "judge": judge})
        app.store.save(session)
        app.open_result(session.id)
        await on(pilot, ResultScreen, lambda s: s.result is not None)
        await pilot.press("A")
        await on(pilot, AuditScreen, lambda s: s.asked)
        await pilot.press("enter")
        await until(pilot, lambda: not audit_of(app).asking)
        await pilot.press("escape", "w")
        await on(pilot, ReplayScreen, lambda s: s.replay is not None)
        await pilot.press("home", "b")
        await until(pilot, lambda: isinstance(app.screen, BranchScreen))
        await pilot.press("escape", "escape", "enter")
        await until(pilot, lambda: not isinstance(app.screen, ResultScreen | ReplayScreen | BranchScreen))
        await pilot.pause()

"""Marks in a replay: next to their reply, with the reason, and the keys that go from one to the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.playing import app_in, lacking, shown
from tests.ui.probing_made import demo, opened, replay_of, session_of
from tui_arena.core.game import Mark
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import UNTOLD, Replay, neighbour, reason
from tui_arena.ui.replay.screen import transcript


def said(replay: Replay, *, ascii_only: bool = False) -> list[str]:
    lines = transcript(replay, Glyphs(ascii=ascii_only), board=True, width=70).plain.split("\n")
    return [line.strip() for line in lines]


def test_each_kind_of_mark_has_its_sign_its_word_and_its_reason() -> None:
    lines = [*said(replay_of("forgotten", 99)), *said(replay_of("asked-already", 99))]
    lines += said(replay_of("guitar", 99))
    assert "! early: a wrong guess in the first half of the 8 questions" in lines
    assert "× inconsistent: question 1 ruled it out: it needs electricity" in lines
    assert "= redundant: already asked as question 1" in lines
    assert "◆ key: ruled out all five it had in mind" in lines


def test_without_unicode_there_are_other_signs() -> None:
    lines = [
        *said(replay_of("forgotten", 99), ascii_only=True),
        *said(replay_of("guitar", 99), ascii_only=True),
    ]
    assert "x inconsistent: question 1 ruled it out: it needs electricity" in lines
    assert "* key: ruled out all five it had in mind" in lines


def test_a_mark_comes_with_its_reply_and_not_before() -> None:
    assert not any("redundant" in line for line in said(replay_of("asked-already", 2)))
    assert any("redundant" in line for line in said(replay_of("asked-already", 3)))


def test_of_a_session_that_is_not_over_no_mark_is_told() -> None:
    session, info = session_of("forgotten")
    half = Replay(info, session.with_events(session.events[:8]))
    half.go(8)
    assert half.stops == []
    assert not any("early" in line for line in said(half))


def test_a_reason_that_holds_the_secret_waits_for_it() -> None:
    mark = Mark(3, "inconsistent", "it named the printer twice")
    assert (reason(mark, {"entity": "printer"}), reason(mark, None)) == (UNTOLD, mark.why)
    assert reason(mark, {"entity": "guitar"}) == mark.why


def test_neighbours_of_a_position() -> None:
    assert [neighbour([3, 9], at, 1) for at in (0, 3, 9)] == [3, 9, None]
    assert [neighbour([3, 9], at, -1) for at in (3, 9, 20)] == [None, 3, 9]


async def test_n_goes_from_mark_to_mark_and_capital_n_back(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await opened(pilot, app, demo("asked-already"))
        assert screen.replay is not None
        places = []
        for key in ("n", "n", "n", "n", "N", "N", "N"):
            await pilot.press(key)
            places.append(screen.replay.at)
        assert places == [3, 9, 15, 15, 9, 3, 3]
        await pilot.pause()
        text = " ".join(shown(app).split())
        assert not lacking(text, "3 marks", "= redundant:")


@pytest.mark.thorough
async def test_a_session_without_marks_does_not_offer_the_key(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        screen = await opened(pilot, app, demo("halving"))
        assert screen.check_action("mark", (1,)) is False
        assert "n Mark" not in shown(app)

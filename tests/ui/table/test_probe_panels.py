"""Panels of probes: their lists, the items an answer rules out, and who may see which part."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.harness import SMALL, Golden
from tests.ui.playing import (
    app_in,
    asked,
    at_table,
    hotseat_of,
    lacking,
    on,
    seated,
    sees,
    shown,
    table_of,
    until,
)
from tests.ui.probing_made import cut, demo, opened, replay_of, session_of
from tui_arena.core.game import TABLE
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.table.probes import ProbeView, knows, panel_of, rounds_of
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.replay.presenter import RANK_LATER, Replay
from tui_arena.ui.setup.screen import SetupScreen
from tui_arena.ui.table import screen
from tui_arena.ui.table.panel import RANK_VEILED, asked_now, live_panel
from tui_arena.ui.widgets.probe_panel import ProbePanel, rank_plot
from tui_arena.ui.widgets.rows import ChoiceRow


def panel_at(name: str, at: int) -> ProbeView:
    found = replay_of(name, at).panel
    assert found is not None
    return found


def struck(panel: ProbeView) -> list[str]:
    return [item.text for item in panel.items if item.out]


def test_a_list_stands_with_what_was_asked_next_and_loses_what_is_not_in_the_next_one() -> None:
    panel = panel_at("guitar", 10)
    assert panel.number == 4
    assert [item.text for item in panel.items] == ["smartphone", "book", "pen", "key", "mug"]
    assert (panel.question, panel.answer) == ("Is there anything electronic in it?", "no")
    assert struck(panel) == ["smartphone"]


def test_after_the_last_list_the_deck_knows_what_the_answer_rules_out() -> None:
    session, info = session_of("guitar")
    play = session.fold(info.game)
    assert session.setup.source is not None
    knowing = rounds_of(play, knowledge=session.setup.source.knowledge)[-1]
    assert knowing.items[0] == "guitar"
    assert knowing.out >= {"ukulele", "banjo"}
    assert "guitar" not in knowing.out
    assert rounds_of(play)[-1].out == frozenset()


def test_the_list_of_a_round_stays_until_the_next_one() -> None:
    assert [panel_at("guitar", at).number for at in (0, 1, 2, 3, 4)] == [0, 1, 1, 1, 2]


def test_ranks_and_the_secret_show_only_once_the_secret_does() -> None:
    replay = replay_of("guitar", 40)
    hidden = replay.panel
    assert hidden is not None
    assert hidden.ranks is None
    assert hidden.note == RANK_LATER
    assert not any(item.sought for item in hidden.items)
    replay.revealed = True
    panel = replay.panel
    assert panel is not None
    assert panel.ranks == {**dict.fromkeys(range(1, 14)), 14: 3}
    assert [item.text for item in panel.items if item.sought] == ["guitar"]


@pytest.mark.thorough
def test_akinators_lists_come_after_the_answer_and_rank_by_its_own_match() -> None:
    panel = panel_at("stage", 45)
    assert panel.ranks is not None
    assert ([panel.ranks[n] for n in (4, 5, 7, 15)], panel_at("stage", 2).number) == ([4, None, 1, 1], 0)


def test_of_a_session_in_play_everybody_gets_the_list_and_nothing_else() -> None:
    play = cut("guitar", 41)
    panel = panel_of(rounds_of(play), 41, secret=False, ahead=False)
    assert [item.text for item in panel.items][2] == "guitar"
    assert panel.ranks is None
    assert not struck(panel)
    assert not any(item.sought for item in panel.items)
    assert [knows(play, viewer) for viewer in ("judge", "guesser", TABLE)] == [True, False, False]


def test_an_unfinished_session_is_replayed_with_lists_alone_and_with_none_of_a_persons() -> None:
    session, info = session_of("guitar")
    half = session.with_events(session.events[:41])
    replay = Replay(info, half)
    replay.go(41)
    assert replay.panel is not None
    assert replay.panel.items
    assert replay.panel.ranks is None
    assert replay.stops == []
    seats = {**session.seats, "guesser": {"player": "human", "name": "Ada"}}
    mine = Replay(info, type(half)(**{f: getattr(half, f) for f in half.__slots__} | {"seats": seats}))
    mine.go(41)
    assert mine.panel is not None
    assert not mine.panel.items
    assert "when the game is over" in mine.panel.note


@pytest.mark.parametrize("ascii_only", [False, True])
def test_the_plot_has_a_point_for_each_rank_and_a_gap_where_it_is_absent(ascii_only: bool) -> None:
    glyphs = Glyphs(ascii=ascii_only)
    lines = [c.plain for c in rank_plot(glyphs, {1: None, 2: 9, 4: 1}, 30, tall=True)]
    dot = "o" if ascii_only else "●"
    points = {line[:4].strip(): line[5:] for line in lines if dot in line and line[4] in "|│"}
    assert points == {"1": f"   {dot}", "6+": f" {dot}  "}
    assert lines[-1].endswith(f"{glyphs.dot}9 1")
    assert all(ord(c) < 128 for line in lines for c in line) is ascii_only


def test_a_plot_that_does_not_fit_shows_its_newest_rounds() -> None:
    low = [c.plain for c in rank_plot(Glyphs(), dict.fromkeys(range(1, 40), 2), 25, tall=False)]
    assert all(len(line) <= 25 for line in low)


@pytest.mark.thorough
async def test_the_replay_at_80x24(tmp_path: Path, golden: Golden) -> None:
    async with app_in(tmp_path) as (app, pilot):
        await opened(pilot, app, demo("guitar"))
        await pilot.press("end", "left", "left", "left", "v")
        await pilot.pause()
        await golden(pilot, "replay_probes_80x24")
        await pilot.resize_terminal(*SMALL)
        await pilot.press("end")
        await pilot.pause()
        text = shown(app)
        assert "◆  guitar" in text
        assert "Bingo" in text or "the end" in text


# at the table


def twenty(judge: str, guesser: str, probe: str = "self") -> Opening:
    cast = {"judge": read_player(judge), "guesser": read_player(guesser)}
    return Opening("entity", cast, {"max_turns": 4}, None, "objects", 3, probe=probe)


def listed(runner: SessionRunner) -> list[str]:
    panel = live_panel(hotseat_of(runner))
    return [item.text for item in panel.items] if panel is not None else []


async def test_a_key_hides_the_list_of_a_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "clock", lambda _: "01:23")
    async with at_table(tmp_path, twenty("human:Ada", "bot:hard"), (120, 40)) as (app, pilot, runner):
        await until(pilot, lambda: hotseat_of(runner).current is not None and listed(runner))
        await pilot.pause()
        panel = live_panel(hotseat_of(runner))
        assert panel is not None
        assert panel.ranks is not None
        assert not lacking(shown(app), "rank by round", listed(runner)[0])
        await pilot.press("f7")
        await pilot.pause()
        assert "likeliest" not in shown(app).replace("Likeliest", "")
        await pilot.press("f7")
        await sees(pilot, "likeliest 1")
        assert asked_now(runner) == ""
        runner.play = type(runner.play)(runner.info.game, runner.session.setup)
        assert asked_now(runner) == "asking about round 1"


@pytest.mark.thorough
async def test_where_there_is_no_room_the_key_shows_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty("human:Ada", "bot:hard")) as (app, pilot, runner):
        await until(pilot, lambda: hotseat_of(runner).current is not None and listed(runner))
        await pilot.pause()
        assert table_of(app).query_one(ProbePanel).panel is None
        await pilot.press("f7")
        await sees(pilot, "likeliest 1")


async def test_a_person_who_asks_gets_no_list_of_the_bot_that_is_asked_in_their_place(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty("bot:hard", "human:Ada"), (120, 40)) as (app, pilot, runner):
        await until(pilot, lambda: hotseat_of(runner).current is not None and runner.rounds)
        await pilot.pause()
        assert listed(runner) == []
        assert runner.rounds[0].items[0] not in shown(app)


@pytest.mark.thorough
async def test_who_watches_sees_the_list_alone_until_they_peek(tmp_path: Path) -> None:
    async with app_in(tmp_path, size=(120, 40), pace=60.0) as (app, pilot):
        app.open_table(twenty("bot:hard", "bot:hard"), watch=True)
        runner = await seated(pilot, app)
        await until(pilot, lambda: listed(runner))
        panel = live_panel(hotseat_of(runner))
        assert panel is not None
        assert panel.ranks is None
        await runner.peek()
        peeked = live_panel(hotseat_of(runner))
        assert peeked is not None
        assert peeked.ranks is not None


@pytest.mark.thorough
async def test_beside_somebody_who_asks_the_rank_shows_only_while_the_secret_does(tmp_path: Path) -> None:
    async with at_table(tmp_path, twenty("human:Ben", "human:Ada")) as (_, pilot, runner):
        await until(pilot, lambda: runner.rounds)
        hotseat_of(runner).seat = "judge"
        veiled, open_ = live_panel(hotseat_of(runner)), live_panel(hotseat_of(runner), unveiled=True)
        assert veiled is not None
        assert open_ is not None
        assert veiled.ranks is None
        assert veiled.note == RANK_VEILED
        assert open_.ranks is not None
        hotseat_of(runner).seat = None
        assert live_panel(hotseat_of(runner)) is None


# the set-up


@pytest.mark.thorough
async def test_who_is_asked_beside_the_game_is_chosen_kept_and_saved(tmp_path: Path) -> None:
    async with app_in(tmp_path) as (app, pilot):
        app.open_setup("wordle")
        await on(pilot, SetupScreen)
        await pilot.pause()
        assert not app.screen.query("#probe"), "nobody can be asked beside this game"
        app.open_home()
        app.open_setup("entity")
        await on(pilot, SetupScreen)
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        row = screen.query_one("#probe", ChoiceRow)
        assert [c.value for c in row.choices][:3] == ["", "self", "bot:hard"]
        row.focus()
        await pilot.press("right", "right")
        assert screen.draft.opening().probe == "bot:hard"
        await until(pilot, lambda: screen.playable)
        await pilot.press("enter")
        runner = await seated(pilot, app)
        assert runner.session.setup.extra["probe"] == "bot:hard"
        assert app.settings.last["entity"]["probe"] == "bot:hard"


@pytest.mark.thorough
async def test_who_lures_sees_the_rank_of_the_word_and_not_what_the_other_side_fears(tmp_path: Path) -> None:
    cast = {"setter": read_player("human:Ada"), "guesser": read_player("bot:hard")}
    async with app_in(tmp_path, size=(120, 40)) as (app, pilot):
        app.open_table(Opening("taboo", cast, {}, None, None, 3, probe="self"))
        runner = await seated(pilot, app)
        await asked(pilot, runner)
        table_of(app).bar.field.value = "What is it that you like best about the summer?"
        await pilot.press("enter")
        await until(pilot, lambda: runner.rounds)
        await until(pilot, lambda: runner.over or hotseat_of(runner).current is not None)
        await pilot.pause()
        panel = live_panel(hotseat_of(runner))
        assert panel is not None
        assert not panel.items
        assert panel.ranks is not None
        assert runner.rounds[0].items
        assert all(item not in shown(app) for item in runner.rounds[0].items[1:5])

"""The plots screen, by its keys."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

from textual.pilot import Pilot
from textual.widgets import OptionList

from tests.save.making import ended, started, won
from tests.ui.harness import WIDE, arena_of, opened, press
from tests.ui.playing import lacking, on, seen, until
from tests.ui.sessions.test_sessions import CATALOGUE, exports, footer
from tui_arena.charts.model import Bars, Chart, Curves, Items
from tui_arena.save.filters import Filter
from tui_arena.ui.stats.plots_screen import PlotScreen
from tui_arena.ui.widgets.charts import ChartSheet
from tui_arena.ui.widgets.rows import Picker


async def plots_of(pilot: Pilot[None], wanted: Filter) -> PlotScreen:
    app = arena_of(pilot)
    app.open_plots(wanted)
    screen = await on(pilot, PlotScreen, lambda s: s.loaded)
    await pilot.pause()
    return screen


def shows(screen: PlotScreen, kind: type[Chart]) -> bool:
    return isinstance(screen.chart, kind)


async def at(pilot: Pilot[None], screen: PlotScreen, key: str) -> None:
    """Press a key that leads to another chart, and wait until it is drawn."""
    before = screen.at
    await pilot.press(key)
    await until(pilot, lambda: screen.at != before and screen.drawn is screen.picture)
    await pilot.pause()


async def the_list_of_secrets_scrolls(pilot: Pilot[None], screen: PlotScreen) -> None:
    place = [one.key for one in screen.pictures].index("#items")
    await pilot.click(OptionList, offset=(4, place))
    await until(pilot, lambda: shows(screen, Items))
    await pilot.pause()
    sheet = screen.query_one(ChartSheet)
    assert sheet.max_scroll_y > 0
    await press(pilot, "end")
    assert sheet.scroll_y == sheet.max_scroll_y
    assert isinstance(screen.chart, Items)
    assert screen.chart.items[-1].label in seen(pilot)
    assert screen.chart.items[0].label not in seen(pilot)


async def test_pictures_are_looked_at_one_by_one_and_saved(tmp_path: Path) -> None:
    rng = Random(2)
    sessions = [ended(CATALOGUE, started(CATALOGUE, n, {"guesser": "human:Ada"}), rng) for n in range(6)]
    sessions += [
        won(CATALOGUE, started(CATALOGUE, 10 + n, {"guesser": "human:Ben [b]"}), 3) for n in range(30)
    ]
    async with opened(tmp_path, WIDE, sessions=sessions) as (app, pilot):
        screen = await plots_of(pilot, Filter("wordle"))
        text = seen(pilot)
        assert shows(screen, Bars)
        assert not lacking(text, "Wordle: speed, guesser   1 of", "Ben [b]", "all sessions that count")
        assert not lacking(text, "n 30", "Student's t")
        assert "Published" not in footer(app), "no paper has rows for this game"

        await at(pilot, screen, "3")
        assert shows(screen, Curves)
        assert screen.query_one(ChartSheet).max_scroll_y == 0, "curves fill the room they have"
        text = seen(pilot)
        assert all(mark in text for mark in "●■")
        assert "by guess:  ● Ben [b]  ■ Ada" in text
        await press(pilot, "x")
        await until(pilot, lambda: exports(tmp_path, "svg"))
        (saved,) = exports(tmp_path, "svg")
        assert saved.name == "wordle-closeness.svg"
        await until(pilot, lambda: saved.read_text("utf-8").endswith("</svg>"))
        assert ET.fromstring(saved.read_text("utf-8")).tag.endswith("svg")

        await at(pilot, screen, "left")
        assert screen.at == 1
        await pilot.press("space")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Picker)
        await press(pilot, "escape")

        await the_list_of_secrets_scrolls(pilot, screen)
        await pilot.press("escape")
        screen = await plots_of(pilot, Filter("wordle", player="Ada"))
        assert "player Ada" in seen(pilot)
        assert "Ben" not in seen(pilot)
        await pilot.press("escape")
        await plots_of(pilot, Filter("wordle", player="nobody"))
        assert "Nothing matches this filter" in seen(pilot)
        await pilot.press("escape")

        screen = await plots_of(pilot, Filter("akinator"))
        assert screen.chart is None
        assert "tui-arena run akinator" in seen(pilot)
        await pilot.press("left", "right", "o", "x", "3", "space")
        await pilot.pause()
        assert app.screen is screen

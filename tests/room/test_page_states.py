"""What a page shows from one frame to the next, in a real browser: nothing old stays, nothing is tapped twice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.room.faces import others, pages
from tests.room.rooms import played, staged
from tests.room.test_browser import browsing, window
from tests.room.test_browser import pytestmark as pytestmark  # noqa: PLC0414  (marks these tests too)
from tests.room.test_faces import DRAW, SIZES, shown
from tests.room.test_stage_page import page_at
from tests.ui.room.test_stage import looking_on
from tui_arena.save.store import Store

Frames = Mapping[str, Mapping[str, Any]]


@pytest.fixture
async def frames(store: Store) -> Frames:
    found = {**await pages(store, "taboo"), **await pages(store, "wordle")}
    return {**found, **others(found)}


async def draws(page: Page, frame: Mapping[str, Any]) -> None:
    await page.evaluate("frame => draw(frame)", frame)


async def test_a_moment_ends_with_its_game_a_picture_with_its_evening(
    chromium: Browser, frames: Frames
) -> None:
    won, lobby, evening = frames["moment won"], frames["lobby later"], frames["lobby evening"]
    async with staged() as stage, browsing(chromium) as browser:
        page = await shown(browser, stage, SIZES["large phone"], "dark")
        moment = page.locator("#moment")
        await page.evaluate(DRAW, won)
        await expect(moment).to_be_visible()
        await draws(page, {**frames["taboo setter prompt"], "asked": None})
        await expect(moment).to_be_hidden()
        await page.evaluate(DRAW, {**won, "table": "another"})
        await expect(moment).to_be_visible()
        await draws(page, lobby)
        await expect(moment).to_be_hidden()
        await draws(page, evening)
        await expect(moment).to_be_visible()
        await page.tap("#moment-close")
        await page.tap("#picture")
        await expect(moment).to_be_visible()
        await draws(page, lobby)
        await expect(moment).to_be_hidden()
        await expect(page.locator("#picture")).to_be_hidden()


async def test_the_face_stays_in_sight_and_marks_are_heard(chromium: Browser, frames: Frames) -> None:
    waits, watching = frames["taboo without a seat waits"], frames["beside watching"]
    talk = [{"who": "Ada", "text": f"This is line {n} of the talk."} for n in range(40)]
    async with staged() as stage, browsing(chromium) as browser:
        page = await shown(browser, stage, SIZES["phone"], "light")
        await page.evaluate(DRAW, {**watching, "talk": talk})
        await page.evaluate("$('page').scrollTop = $('page').scrollHeight")
        await expect(page.locator("#caster")).to_be_in_viewport()
        await page.evaluate("$('heard').textContent = 'c in place'")
        await draws(page, {**waits, "table": "another"})
        await expect(page.locator("#heard")).to_have_text("")


async def test_an_answer_is_sent_once_and_a_note_goes_with_its_cause(chromium: Browser, store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with staged() as stage, browsing(chromium) as browser:
        ada = await window(browser, stage, "Ada")
        async with played(store, stage, "taboo", seats):
            await ada.asked()
            await ada.page.locator("#ways [data-field]").first.fill("what burns")
            button = ada.page.locator("#ways button[data-way]").first
            await button.evaluate("key => { key.click(); window.twice = key.disabled; }")
            assert await ada.page.evaluate("window.twice")
            await expect(ada.page.locator("#answer")).to_be_hidden()
            await ada.page.evaluate("note(LOST); socket.close(); tries = 5")
            await expect(ada.page.locator("#note")).to_be_hidden()


async def test_those_who_only_look_on_see_the_bet_and_make_it(chromium: Browser, store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with staged() as stage, browsing(chromium) as browser:
        stage.host.room.audience_votes = True
        async with played(store, stage, "taboo", seats):
            watcher, other = await page_at(browser, stage.watch_link), await looking_on(stage)
            await watcher.page.locator("#bets button").first.click()
            await other.until(lambda: other.frame.get("audience"))
            await expect(watcher.page.locator("#bet")).to_be_hidden()


async def test_the_stage_tells_how_to_come_in_and_shows_a_vote(chromium: Browser, frames: Frames) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        wall = await page_at(browser, stage.stage_link, (1280, 720))
        await expect(wall.page.locator("#room")).to_have_text(stage.host.room.code)
        stage.host.room.open = False
        stage.host.refresh()
        await expect(wall.page.locator("#join")).to_be_hidden()
        vote = {"id": "v", "text": "Ben wants to take back the last move.", "asked": False}
        await draws(wall.page, {**frames["wordle guesser guess"], "vote": vote, "watching": True})
        await expect(wall.page.locator("#vote")).to_have_text("A vote: Ben wants to take back the last move.")
        await expect(wall.page.locator("#grid .tiles")).to_have_count(6)
        await expect(wall.page.locator("#keys .key")).to_have_count(26)
        assert wall.faults == []

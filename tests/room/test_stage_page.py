"""The pages of those who only look on, in a real browser: a phone, and the stage for a projector."""

from __future__ import annotations

from playwright.async_api import Browser, expect

from tests.room.rooms import Phone, joined_and_played, staged
from tests.room.test_browser import PHONE, Window, browsing
from tests.room.test_browser import pytestmark as pytestmark  # noqa: PLC0414  (marks these tests too)
from tests.ui.room.test_stage import looking_on
from tui_arena.room.people import MOST_WATCHERS_PER_ADDRESS
from tui_arena.save.store import Store
from tui_arena.serving.listener import Limits

SIZES = ((1280, 720), (1920, 1080), (1080, 1920))


async def page_at(browser: Browser, url: str, size: tuple[int, int] = PHONE) -> Window:
    """A window that has opened a page."""
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]})
    found = Window(await context.new_page())
    await found.page.goto(url)
    return found


async def say(phone: Phone, word: str) -> None:
    await phone.until(lambda: phone.frame.get("asked"))
    key = phone.frame["asked"]["key"]
    await phone.say("reply", key=key, way=0, values={"word": word})
    await phone.until(lambda: (phone.frame.get("asked") or {}).get("key") != key)


async def test_a_projector_and_a_phone_follow_the_table_unasked(chromium: Browser, store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with (
        browsing(chromium) as browser,
        joined_and_played(store, "Ada Ben", "wordle", seats) as (_, stage, phones),
    ):
        ada, ben = phones
        stages = [await page_at(browser, stage.stage_link, size) for size in SIZES]
        watcher = await page_at(browser, stage.watch_link)
        await say(ada, "plumb")
        for word in ("crane", "slate", "pluck"):
            await say(ben, word)
        for one, size in zip(stages, SIZES, strict=True):
            await expect(one.page.locator("#turn")).to_have_text("Waiting for Ben")
            await expect(one.page.locator("#grid .right")).to_have_count(4)
            assert "plumb" not in (await one.page.content()).casefold()
            wide = await one.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= size[0], "nothing is cut off"
        await expect(watcher.page.locator("#turn")).to_have_text("Waiting for Ben")
        for hidden in ("#join", "#answer", "#more", "#vote", "#you", "#card"):
            await expect(watcher.page.locator(hidden)).to_be_hidden()
        await say(ben, "plumb")
        for one in stages:
            await expect(one.page.locator("#over")).to_contain_text("Ben won. It was plumb")
        stage.host.room.renew()
        late = await page_at(browser, f"{stage.url}/stage#XXXX")
        await expect(late.page.locator("#note")).to_contain_text("isn't the code for watching")
        await late.page.fill("#code", stage.host.room.watch)
        await late.page.click("#enter button")
        await expect(late.page.locator("#turn")).to_have_text("That's it!")
        assert [one.faults for one in (*stages, watcher, late)] == [[]] * 5


async def test_a_page_for_which_there_is_no_place_comes_in_as_soon_as_there_is_one(chromium: Browser) -> None:
    async with browsing(chromium) as browser, staged(limits=Limits(connections=100, patience=0.5)) as stage:
        watchers = [await looking_on(stage) for _ in range(MOST_WATCHERS_PER_ADDRESS)]
        pages = [await page_at(browser, link) for link in (stage.stage_link, stage.watch_link)]
        for one in pages:
            await expect(one.page.locator("#note")).to_contain_text("as soon as one of them leaves")
        for gone in watchers[: len(pages)]:
            await gone.close()
        await expect(pages[0].page.locator("#show")).to_be_visible(timeout=20_000)
        await expect(pages[1].page.locator("#lobby-head")).to_have_text("You're watching")
        for one in pages:
            await expect(one.page.locator("#note")).to_be_hidden()
            assert not one.faults

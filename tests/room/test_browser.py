"""Rooms in a real browser: Debian's chromium, driven by playwright. `pytest -m browser tests/room` runs them."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from playwright.async_api import Browser, Page, expect

from tests.players.test_challenges import bots
from tests.room.rooms import Stage, played, staged
from tests.save.sessions import CATALOGUE
from tui_arena.players.challenges import challenge_of, code_of
from tui_arena.room.people import Guest, Room
from tui_arena.save.store import Store
from tui_arena.table.challenging import Ghost

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.asyncio(loop_scope="session"),  # the loop of the browser that they share
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine"),
]
PHONE = (360, 640)


@asynccontextmanager
async def browsing(chromium: Browser) -> AsyncIterator[Browser]:
    """The browser that all tests share; what a test opened in it is closed at the end."""
    yield chromium
    for context in chromium.contexts:
        await context.close()


class Window:
    """One person's browser window; a script error in it fails the test."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)

    async def asked(self) -> None:
        await expect(self.page.locator("#answer")).to_be_visible()

    async def answers(self, *values: str, way: int = 0) -> None:
        """Fill in the fields of a way, and press its button."""
        await self.asked()
        box = self.page.locator(".way").nth(way)
        for n, value in enumerate(values):
            await box.locator("[data-field]:not([type=radio])").nth(n).fill(value)
        await box.locator("button[data-way]").tap()


async def window(
    browser: Browser, stage: Stage, name: str, size: tuple[int, int] = PHONE, scheme: str = "dark"
) -> Window:
    """Somebody scans the code, types a name and comes in."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light" if scheme == "light" else "dark",
        has_touch=True,
        is_mobile=True,
    )
    found = Window(await context.new_page())
    await found.page.goto(f"{stage.url}/#{stage.host.room.code}")
    await expect(found.page.locator("#code")).to_have_value(stage.host.room.code)
    await found.page.fill("#who", name)
    await found.page.tap("#join button")
    await expect(found.page.locator("#lobby")).to_be_visible()
    return found


async def test_six_people_play_connections_and_see_a_clue_at_once(chromium: Browser, store: Store) -> None:
    names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
    seats = {"setter": "human:Ada"} | {f"guesser_{n}": f"human:{names[n]}" for n in range(1, 6)}
    async with staged() as stage, browsing(chromium) as browser:
        windows = {name: await window(browser, stage, name) for name in names}
        async with played(store, stage, "connections", seats, {"guessers": 5}) as runner:
            await windows["Ada"].answers("planet")
            await windows["Ben"].answers("piano", "my aunt's was out of tune")
            others = [windows[name] for name in names if name != "Ben"]
            for one in others:
                await one.asked()
                await expect(one.page.locator("#quote")).to_contain_text("out of tune")
                assert "piano" not in await one.page.content()
                assert one is windows["Ada"] or "planet" not in await one.page.content()
            await windows["Ada"].answers(way=1)
            for one in others[1:]:
                await one.answers("piano")
            await expect(windows["Fay"].page.locator("#letters")).to_contain_text("PL")
            assert runner.play.standing()
        assert [one.faults for one in windows.values()] == [[]] * 6


async def test_a_reload_a_broken_network_and_a_new_host_lose_nothing(chromium: Browser, store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with browsing(chromium) as browser:
        async with staged() as stage:
            port = stage.server.port
            ada, ben = await window(browser, stage, "Ada"), await window(browser, stage, "Ben")
            async with played(store, stage, "wordle", seats) as runner:
                session = runner.session.id
                await ada.answers("crane")
                await ben.asked()
                await ben.page.fill("#field-0-word", "plu")
                await ben.page.locator("#field-0-word").press("End")
                await ben.page.keyboard.type("m")
                await ben.page.reload()  # at once: the host hasn't heard of it yet
                await expect(ben.page.locator("#field-0-word")).to_have_value("plum")
                await ben.page.fill("#field-0-word", "plu")
                await ben.page.reload()
                await expect(ben.page.locator("#field-0-word")).to_have_value("plu")
                await ben.page.context.set_offline(True)
                await ben.page.evaluate("socket.close()")
                await expect(ben.page.locator("#state")).to_have_text("away")
                await ben.page.context.set_offline(False)
                await expect(ben.page.locator("#state")).to_have_text("")
                await ben.answers("plumb")
                await expect(ada.page.locator("#grid .out")).to_have_count(5)
                kept = stage.host.room.text(port, 1.0, lan=False)
            await stage.server.vanish()
            await expect(ben.page.locator("#state")).to_have_text("away")
        found = Room.kept(kept)
        assert found is not None
        async with staged(found[0], port) as stage, played(store, stage, "wordle", seats, resume=session):
            await expect(ben.page.locator("#answer")).to_be_visible(timeout=20_000)
            await ben.answers("crane")
            await expect(ada.page.locator("#over")).to_contain_text("Ben won. It was crane.")


async def test_a_word_on_the_stage_lets_in_whoever_lost_their_phone(chromium: Browser, store: Store) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        ada = await window(browser, stage, "Ada")
        async with played(store, stage, "taboo", {"setter": "human:Ada", "guesser": "bot:easy"}):
            await ada.asked()
            await ada.page.locator("#ways [data-field]").first.fill("what burns")
            context = await browser.new_context(
                viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True, is_mobile=True
            )
            other = Window(await context.new_page())
            await other.page.goto(stage.url)
            await other.page.locator("#enter summary").tap()
            await other.page.fill("#way-in", "bababa")
            await other.page.tap("#enter button")
            await expect(other.page.locator("#note")).to_contain_text("isn't the word")
            word = stage.host.invite(stage.host.persons[0])
            await other.page.fill("#way-in", word.text.lower())
            await other.page.tap("#enter button")
            await other.asked()
            await expect(other.page.locator("#name")).to_have_text("Ada")
            await expect(ada.page.locator("#why")).to_have_text("You're playing on another phone now.")
            await ada.page.tap("#again")
            await expect(ada.page.locator("#join")).to_be_visible()
            assert "what burns" not in await ada.page.evaluate("JSON.stringify(sessionStorage)")
            assert ada.faults == other.faults == []


async def test_a_form_is_filled_by_touch_or_an_input_method(chromium: Browser, store: Store) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        ben = await window(browser, stage, "Ben", scheme="light")
        async with played(store, stage, "bluffing", {"setter": "human:Ben", "judge": "bot:easy"}) as runner:
            await ben.answers("私は猫を飼っています")
            await expect(ben.page.locator("#fault")).to_have_text("Choose one.")
            await ben.page.locator("label", has_text="true").first.tap()
            field = ben.page.locator("#ways [data-field]:not([type=radio])")
            await field.evaluate(
                "f => f.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', isComposing: true, keyCode: 229}))"
            )
            assert runner.asks[0].name == "statement", "Enter that ends a composition sends nothing"
            await field.press("Enter")
            await expect(ben.page.locator("#answer")).to_contain_text("Answer as if it were true")
            assert runner.views["judge"].facts["statement"] == "私は猫を飼っています"


async def test_a_card_shows_only_while_a_finger_is_on_it(chromium: Browser, store: Store) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        ada = await window(browser, stage, "Ada")
        async with played(store, stage, "taboo", {"setter": "human:Ada", "guesser": "bot:easy"}):
            await ada.asked()
            facts = ada.page.locator("#card-facts")
            await expect(facts).to_be_hidden()
            await ada.page.dispatch_event("#card", "pointerdown")
            await expect(facts).to_be_visible()
            await ada.page.dispatch_event("#card", "pointerup")
            await expect(facts).to_be_hidden()


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("size", [PHONE, (412, 915), (1280, 800)])
async def test_nothing_is_cut_and_everything_has_a_name(
    chromium: Browser, store: Store, size: tuple[int, int], scheme: str
) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        ada = await window(browser, stage, "Ada", size, scheme)
        wide = (
            "[document.documentElement, ...document.querySelectorAll('main, #dock')]"
            ".every(one => one.scrollWidth <= one.clientWidth)"
        )
        assert await ada.page.evaluate(wide)
        async with played(
            store,
            stage,
            "connections",
            {"setter": "bot:easy", "guesser_1": "human:Ada", "guesser_2": "bot:easy"},
        ):
            await ada.asked()
            assert await ada.page.evaluate(wide)
            await ada.page.evaluate("document.documentElement.style.fontSize = '36px'")  # zoomed to 200%
            assert await ada.page.evaluate(wide)
            unnamed = await ada.page.evaluate(
                "[...document.querySelectorAll('input, button')].filter(e => e.offsetParent && !e.labels?.length"
                " && !e.textContent.trim() && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')).length"
            )
            assert unnamed == 0
            small = await ada.page.evaluate(
                "[...document.querySelectorAll('button')].filter(e => e.offsetParent && e.offsetHeight < 48).length"
            )
            assert small == 0, "a finger needs 48 pixels"


async def test_what_one_does_is_seen_on_all_other_phones(chromium: Browser) -> None:
    names = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
    async with staged() as stage, browsing(chromium) as browser:
        windows = [await window(browser, stage, name) for name in names]
        await windows[0].page.tap("#ready")
        for one in windows[1:]:
            await expect(one.page.locator("#guests li").first).to_contain_text("ready")


async def test_a_challenge_is_pasted_and_its_ghost_has_marks_alone(chromium: Browser, store: Store) -> None:
    session = replace(bots("wordle", 12), seats={"guesser": {"player": "human", "name": "Ada"}})
    challenge = challenge_of(session, CATALOGUE.game("wordle"), CATALOGUE)
    code = code_of(challenge, CATALOGUE)
    pasted = []

    async def refused(guest: Guest, text: str) -> str:
        pasted.append((guest.name, text))
        return "This code has a mistake in it."

    async with staged() as stage, browsing(chromium) as browser:
        stage.host.challenged = refused
        ben = await window(browser, stage, "Ben")
        await ben.page.tap("#challenge summary")
        await ben.page.fill("#challenge-code", code)
        await ben.page.tap("#challenge button")
        await expect(ben.page.locator("#note")).to_have_text("This code has a mistake in it.")
        assert pasted == [("Ben", code)]
        async with played(store, stage, "wordle", {"guesser": "human:Ben"}, seed=12) as runner:
            runner.ghost = Ghost(challenge, CATALOGUE)
            await expect(ben.page.locator("#challenge")).to_be_hidden()
            await ben.answers("vixen")
            await expect(ben.page.locator("#ghost-told")).to_have_text("1 guess")
            await expect(ben.page.locator("#ghost-marks li")).to_have_count(1)
            assert not any(c.isalpha() for c in await ben.page.locator("#ghost-marks").inner_text())
            await ben.answers(str(runner.play.state.target))
            await expect(ben.page.locator("#over")).to_contain_text("beat")
        assert not ben.faults

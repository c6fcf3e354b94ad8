"""The faces of the games on phones: their data, and in a browser their contrast, their targets and how they are used."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from msgspec import structs
from playwright.async_api import Browser, Page, expect

from tests.room.faces import AUDIT, TABLES, Frames, others, pages
from tests.room.rooms import CATALOGUE, Phone, Stage, joined_and_played, played, staged
from tests.room.test_browser import CHROMIUM, browsing, window
from tui_arena.core.game import View
from tui_arena.data.files import THEMES
from tui_arena.data.games import read_manifest
from tui_arena.data.manifests import Face
from tui_arena.room.frames import face
from tui_arena.room.server import PAGES
from tui_arena.save.store import Store

browser_only = pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium on this machine")
PAGE = Path(__file__).parents[2] / "tui_arena" / "room" / "page"
SIZES = {"phone": (360, 640), "large phone": (390, 844), "tablet": (1024, 768)}


def test_the_page_is_small_and_needs_nothing_from_elsewhere() -> None:
    html = (PAGE / "index.html").read_text("utf-8")
    paths = ["/", *re.findall(r'(?:src|href)="(/[^"]+)"', html)]
    files = [PAGE / name for path in paths for name in PAGES[path][0]]
    assert (len(paths), len(files)) == (4, 6)
    assert sum(file.stat().st_size for file in files) < 60_000
    for file in files:
        assert "//" not in file.read_text("utf-8").replace("ws://", "").replace("// ", ""), file.name


def test_the_page_has_the_colours_of_the_apps_themes() -> None:
    dark, light = (PAGE / "room.css").read_text("utf-8").split("@media (prefers-color-scheme: light)", 1)
    for name, css in (("arena-dark", dark), ("arena-light", light)):
        theme = tomllib.loads((THEMES / f"{name}.toml").read_text("utf-8"))
        tiles = theme["variables"]
        for variable, colour in {
            "paper": theme["background"],
            "ink": theme["foreground"],
            "panel": theme["panel"],
            "act": theme["primary"],
            "good": tiles["tile-green"],
            "near": tiles["tile-yellow"],
        }.items():
            assert f"--{variable}: {colour};" in css, (name, variable)


def test_a_face_draws_facts_of_the_view_and_nothing_else() -> None:
    facts = {"turns": [{"question": "Is it big?", "answer": "no", "secret": "lamp"}], "turns_left": 19}
    drawn = face(CATALOGUE.game("entity"), View("entity", "guesser", facts))
    assert (drawn["strip"], (drawn["left"], drawn["unit"])) == ([["no", "bad"]], (19, "questions left"))
    assert "lamp" not in str(drawn)
    assert drawn["quote"] == ""
    assert "questions left" in drawn["draws"], "the page doesn't say it twice"


def test_a_strangers_game_has_the_same_widgets_and_one_without_a_face_a_plain_page() -> None:
    folder = Path(__file__).parents[1] / "examples" / "hangman" / "tui_arena_hangman"
    info = read_manifest(folder / "game.toml", "tui_arena_hangman")
    view = View("hangman", "guesser", {"pattern": "_ A _ _", "wrong": "E, S", "balloons": "O O . ."})
    drawn = face(info, view)
    assert (drawn["colour"], drawn["quote"], drawn["words"]) == (
        "yellow",
        "_ A _ _",
        {"not in it": ["E", "S"]},
    )
    plain = face(structs.replace(info, face=Face()), view)
    assert (plain["quote"], plain["words"], plain["tiles"], plain["draws"]) == ("", {}, 0, [])


async def test_a_card_is_in_its_owners_hand_alone_also_when_the_game_is_over(store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with joined_and_played(store, "Ada Ben Cleo", "taboo", seats) as (runner, _, phones):
        ada = phones[0]
        await ada.until(lambda: ada.frame.get("card"))
        assert [bool(phone.frame.get("card")) for phone in phones] == [True, False, False]
        assert ada.frame["face"]["words"]["forbidden"]
        assert phones[1].frame["face"]["words"] == {}
        await runner.resign("guesser")
        for phone in phones:
            await over(phone)
            assert phone.frame["card"] == []


async def over(phone: Phone) -> None:
    await phone.until(lambda: phone.frame.get("over"))


async def test_a_game_is_rated_by_name_right_after_its_end_and_once(store: Store) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with staged() as stage:
        ada, ben, cleo = [await stage.join(name) for name in ("Ada", "Ben", "Cleo")]
        async with played(store, stage, "taboo", seats) as runner:
            await ada.until(lambda: ada.frame["page"] == "table")
            assert ada.frame["rates"] == ""
            await runner.resign("guesser")
            await ada.until(lambda: ada.frame["rates"] == "Taboo")
            assert cleo.frame["rates"] == "", "she had no seat"
            await ada.say("rate", liked=4, satisfied=5, often=3)
            await ada.until(lambda: not ada.frame["rates"])
        async with played(store, stage, "wordle", seats) as runner:
            await ben.until(lambda: ben.frame["page"] == "table" and ben.frame["game"] == "Wordle")
            assert ben.frame["rates"] == "", "he hasn't rated Taboo, and isn't asked in the next game"


@pytest.fixture
async def frames(store: Store, request: pytest.FixtureRequest) -> Frames:
    """The pages of one game, or with `others` those that any game may have."""
    if request.param != "others":
        return await pages(store, request.param)
    return others({**await pages(store, "taboo"), **await pages(store, "wordle")})


async def shown(browser: Browser, stage: Stage, size: tuple[int, int], scheme: str, **more: object) -> Page:
    """A page that shows what it is told, in place of a socket's frames."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="light" if scheme == "light" else "dark",
        reduced_motion="reduce",
        has_touch=True,
        is_mobile=size[0] < 800,
    )
    page = await context.new_page()
    await page.goto(stage.url)
    return page


DRAW = "frame_ => { $('moment').close(); asked = ''; frame = null; draw(frame_); }"


@pytest.mark.browser
@browser_only
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("frames", [*TABLES, "others"], indirect=True)
async def test_every_page_can_be_read_and_touched(chromium: Browser, frames: Frames, scheme: str) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        faults = {}
        for size in SIZES.values():
            page = await shown(browser, stage, size, scheme)
            assert await page.evaluate(AUDIT) == [], "the page that lets people in"
            for name, frame in frames.items():
                await page.evaluate(DRAW, frame)
                if found := await page.evaluate(AUDIT):
                    faults[name, size] = found
        assert faults == {}


@pytest.mark.browser
@browser_only
@pytest.mark.asyncio(loop_scope="session")
async def test_a_word_is_typed_on_the_pages_keyboard_or_a_real_one_and_marks_colour_the_keys(
    chromium: Browser, store: Store
) -> None:
    seats = {"setter": "human:Ada", "guesser": "human:Ben"}
    async with staged() as stage, browsing(chromium) as browser:
        ada, ben = await window(browser, stage, "Ada"), await window(browser, stage, "Ben")
        async with played(store, stage, "wordle", seats):
            await ada.answers("crane")
            await ben.asked()
            for letter in "REACT":
                await ben.page.locator(".key:not(.wide)", has_text=letter).first.tap()
            await expect(ben.page.locator(".tiles.now")).to_have_text("REACT")
            await ben.page.locator(".key", has_text="⌫").tap()
            await expect(ben.page.locator(".tiles.now")).to_have_text("REAC")
            await ben.page.locator("body").press("h")
            await ben.page.locator("body").press("Enter")
            await expect(ben.page.locator("#grid .tiles").first).to_have_attribute(
                "aria-label", "r wrong place, e wrong place, a right place, c wrong place, h not in the word"
            )
            await expect(ben.page.locator(".key", has_text="A").first).to_have_class("key right")
            await expect(ben.page.locator(".key", has_text="H")).to_have_class("key out")
            await expect(ben.page.locator("#heard")).to_contain_text("a right place")
            await expect(ada.page.locator("#grid .right")).to_have_text("A")
            await expect(ada.page.locator("#card")).to_be_visible()
            await expect(ada.page.locator("#talk")).not_to_contain_text("crane")
        assert ada.faults == ben.faults == []


@pytest.mark.browser
@browser_only
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("frames", ["others"], indirect=True)
async def test_nothing_new_shows_while_the_stage_turns_something_and_a_moment_is_seen_once(
    chromium: Browser, frames: Frames
) -> None:
    held, won = frames["stage held"], frames["moment won"]
    async with staged() as stage, browsing(chromium) as browser:
        page = await shown(browser, stage, SIZES["phone"], "dark")
        await page.evaluate(DRAW, {**held, "held": False})
        await page.evaluate("frame => draw(frame)", {**won, "held": True})
        await expect(page.locator("#held")).to_have_text("Look up")
        await expect(page.locator("#moment")).to_be_hidden()
        await expect(page.locator("#over")).to_be_hidden()
        await page.evaluate("frame => draw(frame)", won)
        await expect(page.locator("#held")).to_be_hidden()
        await expect(page.locator("#moment")).to_contain_text("You found it in three!")
        await page.tap("#moment-close")
        await expect(page.locator("#over")).to_be_visible()
        await page.evaluate("frame => draw(frame)", {**won, "can": []})
        await expect(page.locator("#moment")).to_be_hidden()
        await page.evaluate("frame => draw(frame)", frames["lobby evening"])
        await expect(page.locator("#keep")).to_be_visible()
        assert await page.locator("#moment-picture").get_attribute("alt") == "What an evening!"


@pytest.mark.browser
@browser_only
@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("frames", ["others"], indirect=True)
async def test_onlookers_have_no_forms_and_who_is_away_is_greyed(chromium: Browser, frames: Frames) -> None:
    async with staged() as stage, browsing(chromium) as browser:
        page = await shown(browser, stage, SIZES["phone"], "light")
        await page.evaluate(DRAW, {**frames["beside bet"], "watching": True})
        assert await page.locator("form, button:not(#bets *), input").filter(visible=True).count() == 0
        assert await page.locator("#bets button").filter(visible=True).count() == 3
        await page.evaluate(DRAW, frames["lobby watching"])
        assert await page.locator("form, button, input").filter(visible=True).count() == 0
        await expect(page.locator("#guests .away")).to_contain_text("Ben")
        await page.evaluate(DRAW, frames["beside bet"])
        await expect(page.locator("#caster")).to_contain_text("out of easy words")
        await page.locator("#bets button").first.tap()
        await expect(page.locator("#bet")).to_be_hidden()
        await expect(page.locator("#note")).to_have_text("Your bet: Ada.")

"""The replies screen, by its keys: the list, its filters, the page of a reply, and the ways to it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.save.making import AT, played, started, won
from tests.save.test_exchange_replies import REPLIES, everything
from tests.stub_server import StubServer
from tests.ui.harness import NORMAL, SMALL, arena_of, opened, press, screen_text
from tests.ui.models_made import configured, until
from tests.ui.playing import on
from tests.ui.sessions.test_sessions import CATALOGUE, exports, footer
from tui_arena.config import ModelEntry
from tui_arena.core.session import Session
from tui_arena.players.models.check import FOLLOWS, Trial, TrialReply
from tui_arena.save.exchange.flat import ReplyRow, replies_text
from tui_arena.save.store import Store, new_id
from tui_arena.table.transcript import NOTHING
from tui_arena.table.turns import BROKEN, Page
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.models.screen import ModelsScreen
from tui_arena.ui.replay import replies_presenter as presenter
from tui_arena.ui.replay.replies_presenter import LISTED, SLOW, Replies, Source, said
from tui_arena.ui.replay.replies_screen import RepliesScreen, ReplySheet
from tui_arena.ui.replay.screen import ReplayScreen
from tui_arena.ui.result.screen import ResultScreen

pytestmark = pytest.mark.usefixtures("bare")

EACH = len(REPLIES) + 2 + 3
"""The replies of a session of `everything`: with the one that was undone, the last one, and three dropped."""


def several(number: int = 3) -> list[Session]:
    """Sessions of models, and one of a bot, which isn't listed."""
    bot = won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "bot:easy"}))
    return [bot, *(replace(everything(), id=new_id()) for _ in range(number))]


async def listed(pilot: Pilot[None], **source: Any) -> RepliesScreen:
    """The replies screen, once it has read all."""
    arena_of(pilot).open_replies(**source)
    return await read(pilot)


async def read(pilot: Pilot[None]) -> RepliesScreen:
    screen = await on(pilot, RepliesScreen, lambda s: s.replies.complete)
    await pilot.pause()
    assert screen.table.row_count == len(screen.replies.rows)
    return screen


def texts(screen: RepliesScreen) -> list[str]:
    return [row["text"] for row in screen.replies.rows]


async def test_replies_of_models_are_listed_newest_first(tmp_path: Path) -> None:
    sessions = several(2)
    async with opened(tmp_path, sessions=sessions) as (app, pilot):
        screen = await listed(pilot)
        assert len(texts(screen)) == 2 * EACH, "a bot's replies aren't listed"
        newest = [row["seq"] for row in screen.replies.rows if row["session"] == sessions[-1].id]
        assert newest == sorted(newest, reverse=True)
        shown = screen_text(app)
        for words in ("✗ rule", "✗ dropped", "✗ cut off", "✓ undone", "✓ played", "1.2 s", "prides"):
            assert words in shown
        await press(pilot, "down")
        assert "It broke off, so it wasn't used." in screen_text(app)


CHOSEN = {
    "d": ["pri", "", "vix"],
    "u": ["sla"],
    "l": ["zzzzz"],
    "l l l": [],
    "f a enter": ["prides"],
    "f r enter l": ["zzzzz"],
    "m o enter d": ["pri", "", "vix"],
    "s g enter u": ["sla"],
    "u d": [],
}
"""The replies that keys choose."""


async def test_keys_choose_replies_enter_shows_one_with_its_prompt_and_arrows_turn(tmp_path: Path) -> None:
    async with opened(tmp_path, NORMAL, sessions=several(1)) as (app, pilot):
        screen = await listed(pilot)
        for keys, expected in CHOSEN.items():
            await press(pilot, *keys.split())
            assert await read(pilot) is screen
            assert (keys, texts(screen)) == (keys, expected)
            assert "Show all" in footer(app)
            await press(pilot, "c")
            await read(pilot)
            assert len(texts(screen)) == EACH

        await press(pilot, "f", "r", "enter")
        await read(pilot)
        await press(pilot, "enter")
        sheet = app.screen
        assert isinstance(sheet, ReplySheet)
        assert dict(sheet.page.parts)["reply as received"] == "no"
        assert "refusal" in screen_text(app)
        seen = []
        for _ in range(9):
            seen.append(dict(sheet.page.parts)["reply as received"])
            await press(pilot, "left")
        raw = {text: more.get("raw", text) for text, _, more in REPLIES}
        assert list(dict.fromkeys(seen)) == [raw[text] for text in texts(screen)]
        await press(pilot, "right")
        assert dict(sheet.page.parts)["not accepted"] == screen.replies.rows[-2]["why"]
        await press(pilot, "escape")
        assert screen.table.cursor_row == len(texts(screen)) - 2, "the cursor has turned with the pages"


async def test_the_filter_is_one_line_that_a_click_changes(tmp_path: Path) -> None:
    async with opened(tmp_path, SMALL, sessions=several(1)) as (app, pilot):
        screen = await listed(pilot)
        line = screen_text(app).splitlines()[1]
        assert line.split() == "m model s seat f verdict l time d dropped u cut off".split()
        await pilot.click("#chips", offset=(line.index("time") + 1, 0))
        await until(pilot, lambda: screen.replies.wanted.slower == SLOW[1])
        await read(pilot)
        assert "over 5 s" in screen_text(app)
        assert texts(screen) == ["zzzzz"]


def pages_of(store: Store, session: Session) -> dict[str, Page]:
    """The page of each listed reply of a session, by its text; newest first."""
    store.save(session)
    replies = Replies(Source())
    replies.take(presenter.read_batch(store, CATALOGUE, replies.wanted, replies.left[0]))
    assert replies.complete
    return {row["text"]: presenter.page_of(store, CATALOGUE, row) for row in replies.rows}


def test_the_page_has_what_was_sent(store: Store) -> None:
    sent = [{"role": "user", "content": "a canary in the prompt"}]
    pages = pages_of(store, replace(everything(), messages={"sha256:1": sent}))
    assert pages["crony"].parts[-1] == ("the prompt, as it was sent · user", "a canary in the prompt")
    assert "the prompt, as a model would get it · system" in dict(pages["dumpy"].parts)
    assert pages["vix"].parts[:2] == (("reasoning", "so"), (BROKEN, "vix"))
    assert pages["pri"].parts == ((BROKEN, "pri"), ("then it paused", "it broke off"))


def test_an_unfinished_game_shows_no_prompt(store: Store) -> None:
    session = started(CATALOGUE, 3, {"guesser": "human:Cleo", "setter": "human:Dan"}, variant="clue")
    session = played(CATALOGUE, session, ["fjord | norway's deep cut", "slate"])
    gpt = {"player": "model", "name": "gpt", "model": "x/m"}
    session = replace(session, seats={"setter": gpt, "guesser": gpt})
    pages = pages_of(store, session)
    assert [*pages] == ["slate", ""]
    for page in pages.values():
        assert page.parts[-1] == ("", presenter.NOT_OVER)
        assert "fjord" not in str(page)


@pytest.mark.thorough
async def test_the_cursor_on_the_last_reply_reads_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "SESSIONS", 1)
    monkeypatch.setattr("tui_arena.ui.replay.replies_screen.PAGE", EACH)
    async with opened(tmp_path, sessions=several(3)) as (app, pilot):
        app.open_replies()
        screen = await on(pilot, RepliesScreen, lambda s: s.replies.read == 1)
        assert f"{EACH}+ replies · 1 session read" in screen_text(app)
        await press(pilot, "end")
        await until(pilot, lambda: screen.replies.read == 2)
        await press(pilot, "end", "enter", "left")
        await until(pilot, lambda: screen.table.cursor_row == 2 * EACH)
        assert isinstance(app.screen, ReplySheet), "a page turns into what is read only then"


@pytest.mark.thorough
async def test_replies_are_found_from_where_they_were_given(tmp_path: Path) -> None:
    session = everything()
    async with opened(tmp_path, sessions=[*several(1), session]) as (app, pilot):
        app.open_replay(session.id)
        await on(pilot, ReplayScreen, lambda s: s.replay is not None)
        await press(pilot, "R")
        screen = await read(pilot)
        assert {row["session"] for row in screen.replies.rows} == {session.id}
        await press(pilot, "escape", "escape")
        app.open_result(session.id)
        await on(pilot, ResultScreen)
        await press(pilot, "R")
        assert {row["session"] for row in (await read(pilot)).replies.rows} == {session.id}
        await press(pilot, "w")
        await on(pilot, ReplayScreen)


async def test_replies_of_runs_and_of_a_model(tmp_path: Path) -> None:
    other = won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "bot:easy"}, extra={"run": "r2"}))
    other = replace(other, seats={"guesser": {"player": "model", "name": "third", "model": "x/3"}})
    async with opened(tmp_path, sessions=[everything(), other]) as (app, pilot):
        for runs, names in (
            (("r1",), {"gpt", "other"}),
            (("r2",), {"third"}),
            (("r2", "r1"), {"gpt", "other", "third"}),
        ):
            screen = await listed(pilot, runs=runs)
            assert {row["player"] for row in screen.replies.rows} == names
        screen = await listed(pilot, player="model:third")
        assert {row["player"] for row in screen.replies.rows} == {"third"}
        assert "m any model" not in screen_text(app)


@pytest.mark.thorough
async def test_a_long_list_is_drawn_in_several_turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys are heard between them, and the cursor stays on its reply."""
    monkeypatch.setattr("tui_arena.ui.replay.replies_screen.AT_ONCE", 4)
    monkeypatch.setattr("tui_arena.ui.widgets.screen_base.TURN", 0.0)
    async with opened(tmp_path, SMALL, sessions=several(2)) as (_, pilot):
        screen = await listed(pilot)
        await press(pilot, "end")
        await pilot.resize_terminal(*NORMAL)
        await until(pilot, lambda: screen.table.cursor_row == 2 * EACH - 1)
        screen.draw(9)
        assert screen.table.row_count == 4
        await until(pilot, lambda: screen.table.row_count == 2 * EACH)
        assert screen.table.cursor_row == 9
        await press(pilot, "d")
        assert (await read(pilot)).table.cursor_row == 0, "another list begins at its top"


@pytest.mark.thorough
async def test_the_listed_replies_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()

    def watched(rows: Iterable[ReplyRow], form: str) -> Iterator[str]:
        threads.add(get_ident())
        yield from replies_text(rows, form)

    monkeypatch.setattr("tui_arena.ui.replay.replies_screen.replies_text", watched)
    async with opened(tmp_path, sessions=several(1)) as (_, pilot):
        screen = await listed(pilot)
        await press(pilot, "d", "x")
        await until(pilot, lambda: bool(exports(tmp_path, "csv")))
        [path] = exports(tmp_path, "csv")
        assert (
            [row["text"] for row in csv.DictReader(path.read_text().splitlines())]
            == texts(screen)
            == ["pri", "", "vix"]
        )
        assert threads
        assert get_ident() not in threads, "many replies take a while"


@pytest.mark.thorough
async def test_the_replies_of_a_test_are_listed_with_their_pages(tmp_path: Path) -> None:
    with StubServer() as stub:
        configured(tmp_path, ModelEntry("Bob", "say:no", base_url=stub.url))
        async with opened(tmp_path) as (app, pilot):
            app.open_models()
            models = await on(pilot, ModelsScreen, lambda s: s.loaded)
            assert "Said" not in footer(app), "there was no test"
            await press(pilot, "t", "enter")
            await until(pilot, lambda: not models.models.testing and bool(models.models.trials))
            await press(pilot, "s")
            screen = await read(pilot)
            assert screen.replies.subtitle(app.glyphs) == "1 of 4 follow the rules"
            assert [row["fault"] for row in screen.replies.rows] == ["rule", "rule", None, "rule"]
            await press(pilot, "end", "enter")
            sheet = app.screen
            assert isinstance(sheet, ReplySheet)
            parts = dict(sheet.page.parts)
            assert (parts["reply as received"], parts["not accepted"][:3]) == ("no", "no ")
            assert stub.requests[-1]["messages"][-1]["content"] in parts.values()
            await press(pilot, "right", "escape", "escape", "r")
            assert await read(pilot) is not screen
            assert "No replies yet." in screen_text(app)


def test_a_reply_of_a_test_is_a_row_like_any_other() -> None:
    one = TrialReply(
        "wordle/guess", "guesser", "rule: prides has 6 letters", text="prides", raw="guess: prides"
    )
    fine = replace(one, said=FOLLOWS)
    replies = Replies(Source(trial=Trial(ok=True, at=AT, model="x", replies=(one, fine))))
    first, second = replies.rows
    assert (first["status"], first["fault"], first["why"]) == ("rejected", "rule", "prides has 6 letters")
    assert (second["status"], second["fault"], second["why"]) == ("played", None, None)
    assert replies.complete


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ({"text": "explanation: it fits best\n\nguess: crane\n"}, "guess: crane · explanation: it fits best"),
        ({"text": "crane"}, "crane"),
        ({"text": " \n", "thinking": "hm\nhm"}, "(hm hm)"),
        ({"raw": "{}"}, "{}"),
        ({}, NOTHING),
        ({"text": "guess: crane\n" + "e" * 1_000_000}, "guess: crane · " + "e" * (LISTED - 13)),
    ],
)
def test_a_reply_is_one_line_with_its_move_in_front(row: ReplyRow, shown: str) -> None:
    empty = dict.fromkeys(("text", "raw", "thinking"))
    assert said(empty | row, Glyphs()) == shown

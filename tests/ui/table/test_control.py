"""What a table and a duel share: a peek at a secret, and a name for what a look marks."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App
from textual.widget import Widget

from tests.thorough import sampled
from tests.ui.playing import app_in, kinds, seated, sees, shown, table_of, until
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import bot, read_player
from tui_arena.ui.table import control
from tui_arena.ui.table.control import Peek


async def test_a_peek_ends_by_itself_and_ends_no_later_one(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    app = App[None]()
    async with app.run_test() as pilot:
        widget = Widget()
        await app.mount(widget)
        peek = Peek(widget.set_timer, drawn.append)
        peek.hide()
        assert drawn == [], "nothing to hide"
        monkeypatch.setattr(control, "PEEK_SECONDS", 0.05)
        peek.show("pride")
        peek.hide()
        monkeypatch.setattr(control, "PEEK_SECONDS", 3600.0)
        peek.show("crane")
        await pilot.pause(0.1)
        assert peek.text == "crane"
        peek.hide()
        monkeypatch.setattr(control, "PEEK_SECONDS", 0.05)
        peek.show("slate")
        await pilot.pause(0.2)
        assert peek.text == ""
        assert drawn == ["pride", "", "crane", "", "slate", ""]


@pytest.mark.thorough
@pytest.mark.parametrize("duelled", sampled([False, True], 2))
async def test_a_watcher_sees_every_part_of_a_secret_and_the_mark(tmp_path: Path, *, duelled: bool) -> None:
    opening = Opening("taboo", {"guesser": read_player("bot:easy")}, {}, None, None, 3)
    async with app_in(tmp_path, (200, 60), pace=8.0) as (app, pilot):
        if duelled:
            app.open_duel(opening, "guesser", (bot("hard"), bot("easy")))
            await until(pilot, lambda: len(getattr(app.screen, "tables", ())) == 2)
        else:
            app.open_table(opening, watch=True)
            await seated(pilot, app)
        tables = app.screen.tables if duelled else table_of(app).tables  # type: ignore[attr-defined]
        await pilot.press("v")
        await sees(pilot, "word: ")
        secret = tables[0].runner.info.game.secret(tables[0].runner.play.state)
        assert secret is not None
        assert f"forbidden: {', '.join(secret['forbidden'])}"[:60] in shown(app)
        assert "[" not in next(line for line in shown(app).splitlines() if "word: " in line)
        assert [kinds(app, table.runner.session.id) for table in tables] == [["peeked"]] * len(tables)

"""A stranger's game whose manifest says `id` and `title` and nothing more, seen from every place where a game is met.

It is written as a folder of `tui_arena/games`, or as a package of its own. `python -m tests.examples.new_game FOLDER`
looks at it in a program of its own.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.room.rooms import played, staged
from tests.ui.playing import app_in, result_of, seated, shown, until
from tui_arena.data import Catalogue
from tui_arena.save.store import open_store

ID, TITLE = "dice", "The Die"
MANIFEST = f'id = "{ID}"\ntitle = "{TITLE}"\n'
RULES = '''"""The guesser names the number of a die, in three tries."""

from tui_arena.core.game import Fault
from tui_arena.core.simple_game import SimpleGame


class Dice(SimpleGame):
    id = "dice"

    def deal(self, options, item, rng):
        return {"secret": {"number": str(rng.randint(1, 6))}}

    def read(self, state, text):
        if text.strip() not in "123456":
            raise Fault("rule", f"{text.strip()} is on no die")
        return text.strip()

    def found(self, state):
        return state.secret["number"] in state.turns

    def turns_left(self, state):
        return 3 - len(state.turns)


GAME = Dice()
'''
PROMPT = "# system\nName the number of a die, 1 to 6.\n\n# ask\nWhich number is it?\n"


def write(folder: Path) -> None:
    """Write the game's three files."""
    (folder / "prompts").mkdir(parents=True)
    for name, text in (("game.toml", MANIFEST), ("rules.py", RULES), ("prompts/guess.md", PROMPT)):
        (folder / name).write_text(text, "utf-8")


async def look(home: Path) -> None:
    """Meet the game at home, in its help, at the table, and on the page of a phone."""
    catalogue = Catalogue()
    info = catalogue.game(ID)
    assert info.title == TITLE
    assert TITLE in info.how_to_play()
    async with app_in(home) as (app, pilot):
        await until(pilot, lambda: f"  {TITLE}" in shown(app))
        (key,) = [line.split()[0] for line in shown(app).splitlines() if f"  {TITLE}" in line]
        await pilot.press(key)
        runner = await seated(pilot, app)
        assert runner.info is info
        await pilot.press("f1")
        await until(pilot, lambda: f"HOW TO PLAY {TITLE.upper()}" in shown(app))
        await pilot.press("escape")
        await pilot.press("9", "enter")
        await until(pilot, lambda: "9 is on no die" in shown(app))
        await pilot.press("backspace", *runner.play.state.secret["number"], "enter")
        await result_of(pilot, app)
        assert "FOUND" in shown(app)
    store = open_store(home / "phone.db", catalogue).store
    async with staged() as stage:
        phone = await stage.join("Bea")
        async with played(store, stage, ID, {"guesser": "human:Bea"}) as runner:
            await phone.until(lambda: phone.frame["page"] == "table" and phone.frame["asked"])
            assert phone.frame["game"] == TITLE
            (way,) = phone.frame["asked"]["ways"]
            (field,) = way["fields"]
            values = {field["name"]: runner.play.state.secret["number"]}
            await phone.say("reply", key=phone.frame["asked"]["key"], way=0, values=values)
            await phone.until(lambda: phone.frame["over"])
    store.close()


if __name__ == "__main__":
    asyncio.run(look(Path(sys.argv[1])))

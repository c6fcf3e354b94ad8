"""What the screen of stats asks in dialogs: filters, another game, where an export goes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC

from textual import on, work

from tui_arena.config import BadFile
from tui_arena.reports.writing import write_report
from tui_arena.save.errors import SaveError
from tui_arena.save.exchange.export import write_new
from tui_arena.save.rollup.deltas import Key
from tui_arena.stats.text_tables import to_csv, to_json, to_markdown
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.stats import filters
from tui_arena.ui.stats.cells import figures_table, shown_table
from tui_arena.ui.stats.filters import FilterBar
from tui_arena.ui.stats.presenter import Stats
from tui_arena.ui.widgets.dialogs import AskLine
from tui_arena.ui.widgets.rows import Choice, Picker

EXPORTS = (
    ("file csv", "CSV, to a file"),
    ("file json", "JSON, to a file"),
    ("file md", "Markdown, to a file"),
    ("copy csv", "CSV, to the clipboard"),
    ("copy json", "JSON, to the clipboard"),
    ("copy md", "Markdown, to the clipboard"),
    ("report html", "report with pictures, as a web page"),
    ("report md", "report with pictures, as Markdown"),
)
SINCE = ("Since when?", "A date such as 2026-11-21:")
"""Title and text of the line that asks for a date."""


class StatsAsking(ArenaScreen):
    """The dialogs of the stats screen."""

    stats: Stats
    loaded: bool

    def load(self) -> object:
        """Ask for the figures anew."""
        raise NotImplementedError

    def of_game(self, game: str) -> None:
        """Forget what was asked of another game."""
        raise NotImplementedError

    # filters

    @on(FilterBar.Picked)
    def _clicked(self, event: FilterBar.Picked) -> None:
        self.action_filter(event.name)

    @work(exclusive=True, group="dialog")
    async def action_filter(self, name: str = "") -> None:
        """Pick what to filter by, and its value; kinds to count are ticked one by one."""
        if not name:
            rows = [Choice(*choice) for choice in filters.menu(self.stats.wanted)]
            picked: str | None = await self.app.push_screen_wait(Picker("Filter by", rows, ""))
            if picked is None:
                return
            name = picked
        values = await self._values()
        value = await self._value_of(name, values, "")
        while value is not None:
            before = self.stats.wanted
            self.stats.wanted = filters.asked(before, name, value)
            if self.stats.wanted != before:
                self.load()
            value = await self._value_of(name, values, value) if name == "include" else None

    async def _value_of(self, name: str, values: Mapping[str, tuple[str, ...]], at: str) -> str | None:
        wanted, today = self.stats.wanted, self.arena.now().astimezone(UTC).date()
        found = filters.choices(wanted, name, values.get(name, ()), today, self.glyphs.check)
        now = at if name == "include" else getattr(wanted, name) or ""
        rows = [Choice(*choice) for choice in found]
        value: str | None = await self.app.push_screen_wait(Picker(filters.called(name), rows, now))
        if value == filters.TYPED:
            value = await self.app.push_screen_wait(AskLine(*SINCE, now))
        return value

    async def _values(self) -> Mapping[str, tuple[str, ...]]:
        """The values that occur, asked for when somebody wants to pick one."""
        keys: list[Key] = []
        runs: list[str] = []
        store, game = self.arena.store, self.stats.info.id

        def noted(key: Key) -> bool:
            keys.append(key)
            return False

        try:
            await self.arena.in_thread(store.figures, game, "", None, noted)
            runs = await self.arena.in_thread(store.runs, game)
        except SaveError as error:
            self.notify(str(error), severity="error", markup=False)
        return {**filters.values_of(keys), "run": tuple(runs)}

    @work(exclusive=True, group="dialog")
    async def action_game(self) -> None:
        """The same of another game."""
        games = [Choice(info.id, info.title) for info in self.arena.catalogue.games.values()]
        now = self.stats.info.id
        game = await self.app.push_screen_wait(Picker("Stats of", games, now))
        if game is not None and game != now:
            self.of_game(game)
            self.load()

    # exports

    @work(exclusive=True, group="dialog")
    async def action_export(self) -> None:
        """Ask where the rows that are shown go and in which form, and put them there."""
        rows = [Choice(*choice) for choice in EXPORTS]
        said = await self.app.push_screen_wait(Picker("Export what is shown", rows, ""))
        if said is None:
            return
        to, _, form = said.partition(" ")
        try:
            text = await self.arena.in_thread(self._text, to, form)
            if to == "copy":
                self.app.copy_to_clipboard(text)
                self.notify("Copied, if the terminal lets programs copy.", markup=False)
                return
            name = f"{'report' if to == 'report' else 'stats'}-{self.stats.info.id}.{form}"
            path = await self.arena.in_thread(write_new, self.arena.paths.exports, name, [text])
        except (BadFile, SaveError, ValueError) as error:
            self.notify(str(error), severity="error", timeout=10, markup=False)
            return
        self.notify(f"Written to {path}", timeout=10, markup=False)

    def _text(self, to: str, form: str) -> str:
        if to == "report":
            return write_report(self.arena.store, self.arena.catalogue, self.stats.wanted, form)
        if form == "md":
            return to_markdown(shown_table(self.stats, self.glyphs))
        return (to_csv if form == "csv" else to_json)(figures_table(self.stats))

"""The settings screen: how the app looks and plays, the people, the keys, and where files are.

Law: every change is applied and saved at once. A settings file that can't be read is never overwritten:
changes then last until the app is closed, and the screen says so.
"""

from __future__ import annotations

from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.core.text import one_line
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import SaveError
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import GREEN, GREY, YELLOW, say
from tui_arena.ui.money import amount
from tui_arena.ui.setup.recent_setups import renamed
from tui_arena.ui.widgets.dialogs import Dialog, TextDialog, name_fault
from tui_arena.ui.widgets.rows import LABEL, Choice, ChoiceRow, MenuRow, Rows

PACES = (0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0)
ON, OFF = "on", "off"
FLAGS = ("ascii", "marks", "animations", "rating", "mouse", "bell")
DOLLARS = (0.05, 0.2, 1.0, 5.0)
TOKENS = (10_000, 50_000, 200_000, 1_000_000)
"""Presets for what the models of one session may cost or use."""
NO_LIMIT = "0"
ASK = "?"
MOST = 1e9
"""The highest budget that can be typed."""


class ThemeList(OptionList):
    """Previews a theme when the cursor reaches it, and keeps it on Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Keep theme", id="settings.keep_theme"),
        Binding("right", "app.focus_next", show=False),
    ]


class SettingsScreen(ArenaScreen):
    """Themes at the left, everything else at the right."""

    TITLE = "SETTINGS"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "#themes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "keys", "Keys", id="settings.keys"),
        Binding("m", "app.open('models')", "Models", id="settings.models"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def body(self) -> ComposeResult:
        choices = self.arena.themes.choices
        with Horizontal(id="both"):
            with Vertical(id="left"):
                yield Static("THEME", classes="heading", markup=False)
                yield ThemeList(
                    *(Option(self._theme_line(c.name)) for c in choices),
                    id="themes",
                    classes="plain",
                    markup=False,
                )
                yield Static(id="sample", markup=False)
                yield Static(id="about-theme", markup=False)
            with Rows(id="right"):
                yield from self._rows()
        yield Static(id="problem", markup=False)

    def _rows(self) -> ComposeResult:
        s = self.arena.settings
        yield Static("LOOK", classes="heading", markup=False)
        yield _flag("ascii", "ASCII only", s.ascii, "for fonts without box and bar signs")
        yield _flag("marks", "tile marks", s.marks, "signs beside the colours of tiles")
        yield _flag("animations", "animations", s.animations, "")
        yield Static("PLAY", classes="heading", markup=False)
        paces = sorted({*PACES, float(s.pace)})
        yield ChoiceRow(
            "pace", [Choice(str(p), f"{p:g} s a move") for p in paces], str(float(s.pace)), id="pace"
        )
        yield _flag("rating", "ask to rate", s.rating, "once an evening")
        yield _flag("mouse", "mouse", s.mouse, "from the next start")
        yield Static("MODELS", classes="heading", markup=False)
        yield self._budget("budget_usd")
        yield self._budget("budget_tokens")
        yield _flag("bell", "bell", s.bell, "when a slow one is done")
        yield _aligned(MenuRow("m", "Models", "add, test and try them", id="models"))
        yield Static("PEOPLE", classes="heading", markup=False)
        yield Vertical(id="people")
        yield Static("KEYS", classes="heading", markup=False)
        yield _aligned(MenuRow("k", "Keys", self._keys_line(), id="keys"))
        yield Static("FILES", classes="heading", markup=False)
        yield Static(self._files(), id="files", markup=False)

    def on_mount(self) -> None:
        self.sub_title = "saved as you go"
        names = [c.name for c in self.arena.themes.choices]
        current = self.arena.settings.theme
        self.query_one(OptionList).highlighted = names.index(current) if current in names else 0
        self._sample()
        faults = self.arena.themes.faults
        self._problem(" ".join(faults))
        self.run_worker(self._show_people(), group="people", exclusive=True)

    # themes

    def _theme_line(self, name: str) -> Content:
        kept = name == self.arena.settings.theme
        return Content.assemble(
            (f"{self.glyphs.radio[kept]} ", "$accent" if kept else "$foreground-disabled"), name
        )

    @on(OptionList.OptionHighlighted, "#themes")
    def _preview(self, event: OptionList.OptionHighlighted) -> None:
        choice = self.arena.themes.choices[event.option_index]
        self.arena.preview_theme(choice.name)
        whose = "yours: " if choice.own else ""
        self.query_one("#about-theme", Static).update(say(whose + choice.about))
        self.refresh_bindings()

    @on(OptionList.OptionSelected, "#themes")
    def _keep_theme(self, event: OptionList.OptionSelected) -> None:
        name = self.arena.themes.choices[event.option_index].name
        self.run_worker(self._change(theme=name), group="change")

    def on_unmount(self) -> None:
        self.arena.preview_theme(self.arena.settings.theme)

    def _sample(self) -> None:
        marks = ((GREEN, "w"), (YELLOW, "o"), (GREY, "r"), (YELLOW, "d"), (GREEN, "s"))
        parts: list[tuple[str, str] | str] = []
        for mark, letter in marks:
            parts += [(self.glyphs.tile(letter, mark), f"bold $tile-text on $tile-{mark}"), " "]
        self.query_one("#sample", Static).update(Content.assemble(*parts))

    # values

    @on(ChoiceRow.Changed)
    def _changed(self, event: ChoiceRow.Changed) -> None:
        name, value = str(event.row.id), event.row.value
        if value == ASK:
            self._ask_budget(event.row)
            return
        if name in FLAGS:
            change: dict[str, Any] = {name: value == ON}
        else:
            change = {name: int(value) if name == "budget_tokens" else float(value)}
        self.run_worker(self._change(**change), group="change")

    async def _change(self, **changes: Any) -> None:
        problem = await self.arena.change_settings(**changes)
        self._problem(f"Holds for this evening only. {problem}" if problem else "")
        themes = self.query_one(OptionList)
        for n, choice in enumerate(self.arena.themes.choices):
            themes.replace_option_prompt_at_index(n, self._theme_line(choice.name))
        self._sample()
        self.refresh(layout=True)
        for row in self.query("ChoiceRow, MenuRow"):
            row.refresh()

    # budgets

    def _budget(self, name: str) -> ChoiceRow:
        row = ChoiceRow("USD budget" if name == "budget_usd" else "token budget", [], NO_LIMIT, id=name)
        self._offer_budget(row)
        row.note = "a session"
        return row

    def _offer_budget(self, row: ChoiceRow) -> None:
        """Offer the presets and the current value."""
        usd = row.id == "budget_usd"
        now = getattr(self.arena.settings, str(row.id))
        values = sorted({*(DOLLARS if usd else TOKENS), *([now] if now else [])})
        choices = [Choice(f"{v:.10g}", amount(v) if usd else f"{v:,}") for v in values]
        offered = [Choice(NO_LIMIT, "no limit"), *choices, Choice(ASK, "a value…", asks=True)]
        row.offer(offered, f"{now:.10g}")

    def _ask_budget(self, row: ChoiceRow) -> None:
        """Ask for a value that is not a preset."""
        usd = row.id == "budget_usd"
        what = "dollars" if usd else "tokens"

        async def change(text: str) -> None:
            await self._change(**{str(row.id): float(text) if usd else int(text)})
            self._offer_budget(row)

        def given(text: str | None) -> None:
            if text is None:
                self._offer_budget(row)
            else:
                self.run_worker(change(text), group="change")

        about = "The models of one session pause it when they have taken so much; 0: no limit."
        check = _dollars_fault if usd else _tokens_fault
        self.app.push_screen(TextDialog(f"How many {what}?", about, "", check, limit=16), given)

    def _problem(self, text: str) -> None:
        line = self.query_one("#problem", Static)
        line.update(say(text))
        line.display = bool(text)

    # people

    async def _show_people(self) -> None:
        try:
            names = await self.arena.in_thread(self.arena.store.people)
        except SaveError as error:
            self._problem(str(error))
            return
        own = self.arena.settings.name
        shelf = self.query_one("#people", Vertical)
        await shelf.remove_children()
        await shelf.mount(*(_person(name, own) for name in [own, *(n for n in names if n != own)]))

    @on(MenuRow.Chosen)
    def _chosen(self, event: MenuRow.Chosen) -> None:
        if event.row.id == "keys":
            self.action_keys()
        elif event.row.id == "models":
            self.arena.open_models()
        else:
            self._ask_name(event.row.title)

    def _ask_name(self, old: str) -> None:
        def named(new: str | None) -> None:
            if new is not None and new != old:
                self.run_worker(self._rename(old, new), group="rename")

        text = "A name that exists already takes over the sessions of this one."
        self.app.push_screen(TextDialog(f"Rename {old}", text, old, name_fault, limit=NAME_CHARS), named)

    async def _rename(self, old: str, new: str) -> None:
        """Rename a person; two people are merged only after a question."""
        people = await self.arena.in_thread(self.arena.store.people)
        if new not in people and new != self.arena.settings.name:
            await self._do_rename(old, new)
            return

        def answered(answer: str | None) -> None:
            if answer == "merge":
                self.run_worker(self._do_rename(old, new), group="rename")

        text = f"{new} has sessions already. Those of {old} join them, for good."
        answers = [("keep", "Keep both"), ("merge", "Make them one")]
        self.app.push_screen(Dialog(f"Is {old} the same as {new}?", text, answers), answered)

    async def _do_rename(self, old: str, new: str) -> None:
        try:
            count = await self.arena.in_thread(self.arena.store.rename_person, old, new)
        except SaveError as error:
            self._problem(str(error))
            return
        after = renamed(self.arena.settings, old, new)
        await self._change(name=after.name, last=after.last)
        await self._show_people()
        self.app.notify(f"{old} is {new} now; {count} session{'s' * (count != 1)} followed.")

    # keys and files

    def action_keys(self) -> None:
        """List every key that can be changed."""
        from tui_arena.ui.settings.keys_screen import KeysScreen  # noqa: PLC0415  (imports every screen)

        def closed(_: None) -> None:
            self.query_one("#keys", MenuRow).say(text=self._keys_line())

        self.app.push_screen(KeysScreen(), closed)

    def _keys_line(self) -> str:
        count = len(self.arena.settings.keys)
        return f"{count} of your own" if count else "all as they came"

    def _files(self) -> Content:
        paths = self.arena.paths
        lines = (
            ("settings", paths.settings_file),
            ("models", paths.models_file),
            ("themes", paths.config / "themes"),
            ("games", paths.save_file),
            ("reports", paths.logs),
        )
        parts: list[tuple[str, str] | str] = []
        for label, path in lines:
            parts += [(f"{label.ljust(10)}", "$foreground-muted"), f"{one_line(str(path), 300)}\n"]
        return Content.assemble(*parts).rstrip()


def _flag(name: str, label: str, value: bool, note: str) -> ChoiceRow:
    row = ChoiceRow(label, [Choice(ON, ON), Choice(OFF, OFF)], ON if value else OFF, id=name)
    row.note = note
    return row


def _dollars_fault(text: str) -> str | None:
    """What is wrong with a typed budget; None if nothing is."""
    try:
        good = 0 <= float(text) <= MOST
    except ValueError:
        good = False
    return None if good else "An amount such as 0.50."


def _tokens_fault(text: str) -> str | None:
    good = text.isascii() and text.isdigit() and int(text) <= MOST
    return None if good else "A whole number such as 50000."


def _person(name: str, own: str) -> MenuRow:
    return _aligned(MenuRow(" ", name, "you, in new games" if name == own else "enter renames"))


def _aligned(row: MenuRow) -> MenuRow:
    """A row whose text is aligned with the values of the other rows."""
    row.title_width = LABEL - 5
    return row

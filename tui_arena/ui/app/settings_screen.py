"""The settings screen: how the app looks and plays, the people, the keys, and where files are.

Law: every change is applied and saved at once. An unreadable settings file is never overwritten. Then changes
last only until the app is closed, and the screen says so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.css.styles import RulesMap
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from tui_arena.config import Settings
from tui_arena.config.settings import CASTERS
from tui_arena.core.language.sentences import YOU, capital, counted, money, number_word
from tui_arena.core.text import one_line
from tui_arena.players.models.requests import Spending, spending
from tui_arena.players.party_store import forget_person
from tui_arena.players.seating import NAME_CHARS
from tui_arena.save.store import SaveError
from tui_arena.ui.app import keymap
from tui_arena.ui.app.keymap import Remappable, every_binding
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.app.sound import player
from tui_arena.ui.glyphs import GREEN, GREY, TILE_INK, YELLOW, say
from tui_arena.ui.money import amount
from tui_arena.ui.setup.recent_setups import renamed
from tui_arena.ui.widgets.dialogs import TextDialog, agreed, name_fault
from tui_arena.ui.widgets.form import Columns, FormScreen, choices, plain
from tui_arena.ui.widgets.menu import MenuRow, Rows
from tui_arena.ui.widgets.rows import Field

REST = 0.12
"""The seconds that the cursor has to rest on a theme before the theme is shown."""
PACES = (0.0, 0.3, 0.6, 1.0, 1.5, 2.0, 3.0, 5.0)
ON, OFF = "on", "off"
NO_LIMIT = "0"
AS_THEY_CAME = "all unchanged"
ASK = "?"
MANY = 50
"""The number of keys that are listed at once, before the event loop has its turn."""
MOST = 1e9
"""The maximum budget that can be typed."""


class ThemeList(OptionList):
    """A list of themes. It previews the theme under the cursor, and Enter keeps the theme."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "select", "Keep theme", id="settings.keep_theme"),
        Binding("right", "app.focus_next", show=False),
    ]


class SettingsScreen(FormScreen):
    """The settings: themes at the left, everything else at the right."""

    TITLE = "SETTINGS"
    CSS_PATH = "settings_screen.tcss"
    AUTO_FOCUS = "#themes"
    HELP = "Changes are saved as you make them. Move through the themes to try them."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "keys", "Keys", id="settings.keys"),
        Binding("m", "app.open('models')", "Models", id="settings.models"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._people: list[str] | None = None
        """The people who have played; None until they are read."""
        self._spent: Spending | None = None
        """The models' costs so far; None until they are read."""

    def body(self) -> ComposeResult:
        lines = [Option(self._theme_line(theme.name)) for theme in self.arena.themes.choices]
        with Horizontal(id="both"):
            with Vertical(id="left"):
                yield Static("THEME", classes="form-heading -first", markup=False)
                yield ThemeList(*lines, id="themes", classes="plain", markup=False)
                yield Static(id="sample", markup=False)
                yield Static(id="about-theme", markup=False)
            with Rows(id="right"):
                yield self.form
                yield Static(self._files(), id="files", markup=False)
        yield Static(id="problem", markup=False)

    def columns(self) -> Columns:
        s, own = self.arena.settings, self.arena.settings.name
        people = [own, *(name for name in self._people if name != own)] if self._people is not None else []
        known = self.arena.registry.book.all
        mind = self._model("bots_mind", "bots think", "by their rules", "with ")
        paces = [(str(p), f"{p:g} s a move") for p in sorted({*PACES, float(s.pace)})]
        return {
            "top": [
                "LOOK",
                _flag("ascii", "ASCII only", s.ascii, self._ascii_note()),
                _flag("marks", "tile marks", s.marks, "signs on the tiles as well as colours"),
                _flag("animations", "animations", s.animations),
                "PLAY",
                Field("pace", "pace", str(float(s.pace)), choices(paces)),
                _flag("comments", "bots comment", s.comments, "now and then"),
                Field(
                    "caster",
                    "caster",
                    s.caster,
                    plain(list(CASTERS)),
                    note="comments next to the board",
                ),
                self._model("caster_model", "its voice", "the app's own"),
                replace(mind, note=known[mind.value].needs) if mind.value in known else mind,
                _flag("rating", "ratings", s.rating, "once an evening"),
                _flag("sound", "sound", s.sound, SOUND if player() else NO_PLAYER),
                _flag("mouse", "mouse", s.mouse, "the next time you start"),
                "MODELS",
                *(_budget(name, getattr(s, name), self._spent) for name in BUDGETS),
                _flag("bell", "bell", s.bell, "when a slow model has answered"),
                Field("models", "Models", key="m", note="add, test and try them"),
                "PEOPLE",
                *(_person(n, name, own) for n, name in enumerate(people)),
                "KEYS",
                Field("keys", "Keys", key="k", note=f"{len(s.keys)} of your own" if s.keys else AS_THEY_CAME),
                "FILES",
            ]
        }

    def _model(self, name: str, label: str, none: str, before: str = "") -> Field:
        """The field for one of the models that the person has added, or `none`. `before`: a word before each name."""
        known, now = self.arena.registry.book.all, getattr(self.arena.settings, name)
        offered = ((one, f"{before}{one}") for one in dict.fromkeys([*known, *([now] if now else [])]))
        note = "not in your list of models" if now and now not in known else ""
        return Field(name, label, now, choices([("", none), *offered]), note=note)

    def _ascii_note(self) -> str:
        lacked = self.arena.lacking
        return (
            f"always on: the terminal is {lacked}" if lacked else "for fonts without box and bar characters"
        )

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
        self._try_on(choice.name)
        whose = "yours: " if choice.own else ""
        self.query_one("#about-theme", Static).update(say(whose + choice.about))
        self.refresh_bindings()

    @work(exclusive=True, group="preview")
    async def _try_on(self, name: str) -> None:
        """Show a theme once the cursor rests on it. Keys shouldn't wait for it: it computes all styles."""
        await asyncio.sleep(REST)
        self.arena.preview_theme(name)

    @on(OptionList.OptionSelected, "#themes")
    def _keep_theme(self, event: OptionList.OptionSelected) -> None:
        name = self.arena.themes.choices[event.option_index].name
        self.run_worker(self._change(theme=name), group="change")

    def on_unmount(self) -> None:
        self.arena.preview_theme(self.arena.settings.theme)

    def _sample(self) -> None:
        """Draw some tiles in the theme."""
        marks = ((GREEN, "w"), (YELLOW, "o"), (GREY, "r"), (YELLOW, "d"), (GREEN, "s"))
        parts: list[tuple[str, str] | str] = []
        for mark, letter in marks:
            parts += [(self.glyphs.tile(letter, mark), TILE_INK[mark]), " "]
        self.query_one("#sample", Static).update(Content.assemble(*parts))

    # values

    def taken(self, name: str, value: str) -> None:
        kind = type(getattr(Settings(), name))
        self.run_worker(self._change(**{name: value == ON if kind is bool else kind(value)}), group="change")

    def asked(self, name: str, value: str, typed: str = "") -> None:
        if name == "keys":
            self.action_keys()
        elif name == "models":
            self.arena.open_models()
        elif name in BUDGETS:
            _, _, words, check = BUDGETS[name]
            about = LIMITS.get(
                name, ("The game stops to ask when its models have used this much. 0: no limit.")
            )
            dialog = TextDialog(words, about, typed, check, limit=16)
            self.ask_text(dialog, typed, lambda text: self.taken(name, text))
        else:
            old = self.query_one(f"#{name}", MenuRow).title
            self.ask(rename_dialog(old), lambda new: self._rename(old, new))

    async def _change(self, **changes: Any) -> None:
        problem = await self.arena.change_settings(**changes)
        self._problem(f"That only lasts until you quit. {problem}" if problem else "")
        themes = self.query_one(OptionList)
        for n, choice in enumerate(self.arena.themes.choices):
            themes.replace_option_prompt_at_index(n, self._theme_line(choice.name))
        self._sample()
        self.refresh(layout=True)
        for row in self.form.query("MenuRow, ChoiceRow"):
            row.refresh()  # the signs may have changed
        self.redraw()

    def _problem(self, text: str) -> None:
        self.put("problem", say(text))

    # people

    async def _show_people(self) -> None:
        try:
            self._people = await self.arena.in_thread(self.arena.store.people)
            self._spent = await self.arena.in_thread(spending, self.arena.store)
        except SaveError as error:
            self._problem(str(error))
            return
        self.redraw()

    @work(group="rename")
    async def _rename(self, old: str, new: str) -> None:
        """Rename a person. Two people are merged only after a question."""
        if await rename_person(self, old, new):
            await self._show_people()

    # keys and files

    def action_keys(self) -> None:
        """List every key that can be changed."""
        self.app.push_screen(KeysScreen(), lambda _: self.redraw())

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


SOUND = "tones at turn, reveal, win"
NO_PLAYER = "needs paplay, aplay or afplay"


def _flag(name: str, label: str, value: bool, note: str = "") -> Field:
    return Field(name, label, ON if value else OFF, plain([ON, OFF]), note=note)


def _person(n: int, name: str, own: str) -> Field:
    return Field(
        f"person-{n}", name, key=" ", note="you, in new games" if name == own else "press Enter to rename"
    )


def _budget(name: str, now: float, spent: Spending | None) -> Field:
    """The field of a budget, with its presets and current value. `spent`: the models' costs, once read."""
    label, presets, _, _ = BUDGETS[name]
    note = "a session"
    if name in LIMITS and spent is not None:
        used = spent.day if name == "limit_day_usd" else spent.total
        note = f"{money(used)} so far"
    values = sorted({*presets, *([now] if now else [])})
    told = [(f"{v:.10g}", amount(v) if name != "budget_tokens" else f"{v:,}") for v in values]
    offered = choices([(NO_LIMIT, "no limit"), *told, (ASK, "a value…")], lambda value: value == ASK)
    return Field(name, label, f"{now:.10g}", offered, note=note)


def _dollars_fault(text: str) -> str | None:
    """The fault of a typed budget; None if it has none."""
    try:
        good = 0 <= float(text) <= MOST
    except ValueError:
        good = False
    return None if good else "Type an amount such as 0.50."


def _tokens_fault(text: str) -> str | None:
    good = text.isascii() and text.isdigit() and int(text) <= MOST
    return None if good else "Type a whole number such as 50000."


BUDGETS = {
    "budget_usd": ("dollars", (0.05, 0.2, 1.0, 5.0), "How many dollars?", _dollars_fault),
    "budget_tokens": (
        "tokens",
        (10_000, 50_000, 200_000, 1_000_000),
        "How many tokens?",
        _tokens_fault,
    ),
    "limit_day_usd": ("dollars a day", (0.5, 1.0, 5.0, 20.0), "How many dollars a day?", _dollars_fault),
    "limit_usd": ("dollars in all", (5.0, 20.0, 100.0), "How many dollars in all?", _dollars_fault),
}
"""Each budget of a session and each overall limit: its label, its presets, its question, and the check of a
typed value."""
LIMITS = {
    "limit_day_usd": (
        "After that, no model is asked anything today: no games, runs, tests or analyses. 0: no limit."
    ),
    "limit_usd": "After that, no model is asked anything: no games, runs, tests or analyses. 0: no limit.",
}
"""The consequence of reaching an overall limit, as a text."""


class KeyLine(Content):
    """A line of the list of keys. Most lines need no wrapping, which is slow in a list of hundreds."""

    def get_height(self, rules: RulesMap, width: int) -> int:
        return 1 if self.cell_length <= width else super().get_height(rules, width)


class KeyList(OptionList):
    """A list with one line for each action that has a key."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "Change", id="keys.change")]


class KeysScreen(ArenaScreen):
    """All actions whose keys can be changed. Enter changes an action's keys, Delete restores the defaults."""

    TITLE = "KEYS"
    AUTO_FOCUS = "OptionList"
    DEFAULT_CSS = """
    KeysScreen { align-horizontal: center; }
    KeysScreen Vertical { width: 100%; max-width: 90; height: 1fr; padding: 1 2 0 2; }
    KeysScreen OptionList { height: 1fr; }
    KeysScreen #clashes { height: auto; max-height: 5; color: $text-error; margin-bottom: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "restore", "Reset", id="keys.restore"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._known: Sequence[Remappable] = ()

    def body(self) -> ComposeResult:
        with Vertical():
            yield Static(id="clashes", markup=False)
            yield KeyList(markup=False, classes="plain")

    def on_mount(self) -> None:
        self._fill()

    @work(group="keys")
    async def _fill(self) -> None:
        self._known = await self.arena.in_thread(every_binding, type(self.arena))
        keys = self.query_one(OptionList)
        for n in range(0, len(self._known), MANY):
            keys.add_options(Option(self._line(one)) for one in self._known[n : n + MANY])
            keys.highlighted = keys.highlighted or 0
            await asyncio.sleep(0)
        self._tell()

    def _line(self, one: Remappable) -> Content:
        own = keymap.keys_of(self.arena.settings.keys.get(one.id))
        keys = ", ".join(own or one.keys)
        line = Content.assemble(
            (one.id.ljust(24), "$foreground-muted"),
            (one.text.ljust(22), ""),
            (keys, "bold $accent" if own else "$accent"),
            ("  yours" if own else "", "$foreground-muted"),
        )
        return KeyLine(line.plain, [*line.spans])

    def _tell(self) -> None:
        faults = keymap.faults(self._known, self.arena.settings.keys)
        line = self.query_one("#clashes", Static)
        line.update(say("\n".join(faults)))
        line.display = bool(faults)
        self.sub_title = counted(len(faults), "problem") if faults else "saved as you go"

    def _at(self) -> Remappable | None:
        """The action under the cursor; None until the list is read."""
        place = self.query_one(OptionList).highlighted
        return None if place is None else self._known[place]

    @on(OptionList.OptionSelected)
    def _change(self) -> None:
        """Ask for new keys for the chosen action."""
        one = self._at()
        if one is None:
            return
        now = ", ".join(keymap.keys_of(self.arena.settings.keys.get(one.id)) or one.keys)
        about = "Several keys? Put commas between them: f2, ctrl+n, question_mark."
        dialog = TextDialog(f"Keys of {one.id}: {one.text}", about, now, _fault, limit=60)

        def given(text: str | None) -> None:
            if text is not None:
                self._give(one, text)

        self.app.push_screen(dialog, given)

    def action_restore(self) -> None:
        """Restore the default keys."""
        one = self._at()
        if one is not None:
            self._give(one, ",".join(one.keys))

    @work(group="keys")
    async def _give(self, one: Remappable, text: str) -> None:
        """Give these keys to an action, and save the change."""
        keys = dict(self.arena.settings.keys)
        keys.pop(one.id, None)
        if keymap.keys_of(text) != one.keys:
            keys[one.id] = text
        problem = await self.arena.change_settings(keys=keys)
        self.query_one(OptionList).replace_option_prompt_at_index(self._known.index(one), self._line(one))
        self._tell()
        if problem:
            self.app.notify(f"That only lasts until you quit. {problem}", severity="warning")


def _fault(text: str) -> str | None:
    return None if keymap.keys_of(text) else "A terminal can't send those keys. Try f2 or ctrl+n."


def rename_dialog(name: str) -> TextDialog:
    """Asks for a person's new name, for `rename_person`."""
    text = "Pick a name that already exists to merge the two."
    return TextDialog(f"Rename {name}", text, name, name_fault, limit=NAME_CHARS)


async def rename_person(screen: ArenaScreen, old: str, new: str) -> bool:
    """Rename a person, or merge two people after a question. Returns whether it was done; for a worker."""
    arena = screen.arena
    people = await screen.looked_up(arena.store.people)
    if new == old or people is None:
        return False
    if new in people or new == arena.settings.name:
        text = f"There's already a {new}. All of {old}'s games become {new}'s, and that can't be undone."
        if not await agreed(
            screen.app, (f"Are {old} and {new} the same person?", text, ("Keep both", "Merge them"))
        ):
            return False
    count = await screen.looked_up(arena.store.rename_person, old, new)
    if count is None:
        return False
    after = renamed(arena.settings, old, new)
    problem = await arena.change_settings(name=after.name, last=after.last)
    arena.notify(problem or f"{old} is now called {new} in {counted(count, 'session')}.")
    return True


async def delete_person(screen: ArenaScreen, name: str) -> bool:
    """Delete a person with their sessions, after a question. Returns whether it was done; for a worker."""
    arena = screen.arena
    sat = await screen.looked_up(arena.store.sat_in, name)
    if sat is None:
        return False
    if not await agreed(screen.app, (f"Delete {name}?", about_to_go(name, *sat), ("Keep", "Delete"))):
        return False
    gone = await screen.looked_up(forget_person, arena.store, arena.catalogue, arena.registry.book, name)
    if gone is None:
        return False
    arena.notify(f"{name} has been deleted, along with {counted(gone, 'session')}.")
    return True


def about_to_go(name: str, finished: int, unfinished: int) -> str:
    """The text of the dialog before a person is deleted, with the numbers of their sessions.

    >>> about_to_go("Ada", 2, 1)
    "All 3 of Ada's games, one of them unfinished, will be gone for good, for everybody who played them. Parties keep their points."
    """
    whose, games = "your" if name == YOU else f"{name}'s", finished + unfinished
    if not games:
        gone = f"None of {whose} games are saved any more."
    elif games == 1:
        which = "only game, still unfinished," if unfinished else "only game"
        gone = f"{capital(whose)} {which} will be gone for good, for everybody who played it."
    else:
        few = number_word(unfinished) if finished else "none"
        which = f", {few} of them {'unfinished' if finished else 'finished'}," if unfinished else ""
        all_of = "Both of" if games == 2 else f"All {games} of"
        gone = f"{all_of} {whose} games{which} will be gone for good, for everybody who played them."
    return f"{gone} Parties keep their points."

"""The models screen: it lists models that are configured or found, and adds and tests models.

A test runs in the background and shows its progress; Esc stops it.

Law: the app looks for servers only when the user asks, and only on this machine.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Static

from tui_arena.config import BadFile, ModelEntry, keys, keys_found, with_entry, with_keyring, write_models
from tui_arena.config.models import AUTO, HELP, ModelBook
from tui_arena.core.game import Progress
from tui_arena.core.language.sentences import counted
from tui_arena.core.text import one_line
from tui_arena.players.models.check import Trial, TrialReply, keep, kept, remarks, try_model
from tui_arena.players.models.ladder import rungs_in_words
from tui_arena.players.models.registry import PORTS, servers, spare_name
from tui_arena.players.models.shelf import ShelfModel, on_disk
from tui_arena.players.seating import model
from tui_arena.save.errors import SaveError
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.models.dialogs import (
    LAST,
    NAMES,
    KeyDialog,
    NewKey,
    QuickGame,
    QuickGameDialog,
    ServerDialog,
    opening_of,
    seats_of,
)
from tui_arena.ui.models.form_screen import ModelForm
from tui_arena.ui.models.getting import Getting
from tui_arena.ui.models.presenter import (
    EMPTY,
    ENTRY,
    EVERY,
    KEY,
    MANY_MARKED,
    MARKED,
    ON_SHELF,
    SERVER,
    SHELF_HINT,
    SUGGESTIONS,
    WAYS,
    ModelLine,
    ModelsView,
    Removal,
    removal_of,
)
from tui_arena.ui.widgets.dialogs import confirm
from tui_arena.ui.widgets.rows import Choice, Picker
from tui_arena.ui.widgets.tables import ModelTable

Change = Callable[[ModelBook], ModelBook]
WIDEST = 170
LABELS = 17
"""The width of the labels' column in the details, in cells."""
LOOKED = 0.25
"""Seconds between two looks at a download."""
SAID = 600
"""The maximum length of the shown part of a reply while a model is tested, in characters."""


class ModelsScreen(ArenaScreen):
    """The list of models, and the details of one model below it or to its right."""

    TITLE = "MODELS"
    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = "ModelTable"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Cancel the test", id="models.cancel"),
        Binding("escape", "back", "Back", id="screen.back"),
        Binding(
            "b", "bench", "Bench", id="models.bench", tooltip="Let the marked models play the same secrets"
        ),
        Binding("t", "test", "Test", id="models.test"),
        Binding("s", "said", "Said", id="models.said", tooltip="What it said in its last test"),
        Binding("p", "play", "Play", id="models.play", tooltip="Play against it"),
        Binding("w", "watch", "Watch", id="models.watch", tooltip="Watch it play with bots"),
        Binding("a", "add", "Add", id="models.add"),
        Binding("k", "key", "Key", id="models.key", tooltip="Paste a provider's key"),
        Binding("g", "get", "Get", id="models.get", tooltip="Get a small model that plays here"),
        Binding(
            "x", "stop", "Stop", id="models.stop", tooltip="Stop the download; the downloaded part is kept"
        ),
        Binding("l", "look", "Look", id="models.look", tooltip="Look for servers on this machine"),
        Binding("e", "edit", "Edit", id="models.edit"),
        Binding(
            "h",
            "help_forms",
            "Help forms",
            id="models.help",
            tooltip="Switch help with forms on or off",
        ),
        Binding(
            "f",
            "forget",
            "Forget",
            id="models.forget",
            tooltip="Forget which request format its server needs",
        ),
        Binding("r", "replies", "Replies", id="models.replies", tooltip="What it said in your games"),
        Binding("space", "mark", "Mark", id="models.mark", tooltip="Mark it to compare it with others"),
        Binding("W", "watch_again", "Watch again, same as last time", id="models.watch_again"),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("delete,backspace", "remove", "Remove", key_display="del", id="models.remove"),
    ]
    HELP = "A model that passed its last test can take any seat. Press Space to mark models, and b to compare them."

    def __init__(self) -> None:
        super().__init__()
        self.models = ModelsView()
        self.loaded = False
        self._last: QuickGame | None = None
        self._heard = Progress()
        self._drawn: object = None
        """The state of a download that was drawn last."""
        self._ended: Getting | None = None
        """The last download whose end is shown."""

    def body(self) -> ComposeResult:
        with Container(id="both"):
            yield ModelTable(id="table", cursor_type="row", zebra_stripes=False)
            yield Static(say(EMPTY), id="empty", markup=False)
            with VerticalScroll(id="about", can_focus=False):
                yield Static(id="name", markup=False)
                yield Static(id="details", markup=False)
        yield Static(id="status", markup=False)

    def on_mount(self) -> None:
        self._tell("")
        self.load()
        self._ended = None if self._gets else self.arena.getting
        self.set_interval(LOOKED, self._watch)

    table = getters.query_one(ModelTable)

    @property
    def line(self) -> ModelLine | None:
        """The line under the cursor; None if the list is empty."""
        at = self.table.at if self.loaded else None
        return next((line for line in self.models.lines() if line.key == at), None)

    @property
    def entry(self) -> ModelEntry | None:
        """The named model under the cursor; None if the line isn't a named model."""
        line = self.line
        return line.entry if line is not None and line.kind == ENTRY else None

    # the list

    @work(exclusive=True, group="known")
    async def load(self) -> None:
        """Read the models and the results of their last tests."""
        await self._read()

    async def _read(self) -> None:
        arena = self.arena
        try:
            await arena.in_thread(arena.registry.read)
            known = arena.registry.book.all
            trials = await arena.in_thread(kept, arena.store, known)
            told = await arena.in_thread(lambda: {name: remarks(entry) for name, entry in known.items()})
            note = await arena.in_thread(arena.store.meta, LAST)
        except SaveError as error:
            self._tell(str(error))
            return
        self._last = QuickGame.read(note)
        self.models.book, self.models.trials = arena.registry.book, trials
        self.models.remarks, self.models.keys = told, keys_found()
        self.models.getting = arena.getting
        if self.models.shelf or (arena.getting is not None and not arena.getting.name):
            await self._read_shelf()
        self.loaded = True
        self._tell(" ".join(arena.registry.notices))
        self.draw()

    async def _read_shelf(self) -> None:
        arena = self.arena
        self.models.shelf = await arena.in_thread(on_disk, arena.paths, self.models.book)

    def draw(self) -> None:
        """Fill the list again and show the details of the line under the cursor."""
        if not self.is_attached:
            return
        lines = self.models.lines()
        rows = [(line.key, self._texts(line), "" if line.kind == ENTRY else "dim") for line in lines]
        self.table.show_fitting(self.models.columns, WIDEST, rows)
        self.set_class(self.loaded and not lines, "-none")
        if lines and self.focused is None:  # the list loses the focus while it is empty and hidden
            self.table.focus()
        self.sub_title = self.models.summary()
        self.draw_details()

    def _move_to(self, wanted: Callable[[ModelLine], bool]) -> bool:
        """Move the cursor to the first line that is wanted. Returns whether there is one."""
        line = next((one for one in self.models.lines() if wanted(one)), None)
        if line is not None:
            self.table.move_cursor(row=self.table.get_row_index(line.key))
        return line is not None

    def _texts(self, line: ModelLine) -> dict[str, str]:
        now, models = self.arena.now(), self.models
        return {column.key: models.text(line, column.key, self.glyphs, now) for column in models.columns}

    def draw_details(self) -> None:
        """Show the details of the line under the cursor, or the progress of its test."""
        line = self.line
        name, details = self.query_one("#name", Static), self.query_one("#details", Static)
        self.refresh_bindings()
        if line is None:
            name.update("")
            details.update("")
            return
        name.update(say(line.name, "bold $primary"))
        if line.kind == ENTRY and line.name == self.models.testing:
            rows = self._progress()
        else:
            registry = self.arena.registry
            price = registry.transports.price(line.entry) if line.kind == ENTRY and line.entry else None
            loaded = line.entry is None or registry.transports.ready(line.entry)
            rungs = rungs_in_words(registry.ladder.known(line.entry)) if line.entry else ()
            rows = self.models.details(line, self.glyphs, price, loaded=loaded, rungs=rungs)
        details.update(self._page(rows))

    def _progress(self) -> list[tuple[str, str]]:
        heard = self._heard
        said = heard.text[-SAID:] or (heard.thinking[-SAID:] and f"thinking: {heard.thinking[-SAID:]}")
        doing = self.models.about + (f"  {self.glyphs.dot}  {heard.tokens} tokens" if heard.tokens else "")
        return [("testing", doing), ("it says", said or "nothing yet")]

    def _page(self, rows: list[tuple[str, str]]) -> Content:
        """Labels on the left, with the texts wrapped to their right."""
        room = max(self.query_one("#about").content_size.width - LABELS - 2, 20)
        parts: list[tuple[str, str] | str] = []
        for label, text in rows:
            for n, part in enumerate(
                textwrap.wrap(one_line(text, 2000), room, break_on_hyphens=False) or [""]
            ):
                head = one_line(label, LABELS - 1) if n == 0 else ""
                parts += [(head.ljust(LABELS), "$foreground-muted"), f"{part}\n"]
        return Content.assemble(*parts).rstrip()

    def _tell(self, text: str) -> None:
        self.put("status", say(text))

    @on(DataTable.RowHighlighted)
    def _moved(self) -> None:
        self.query_one("#about").scroll_home(animate=False)
        self.draw_details()

    @on(DataTable.RowSelected)
    def _chosen(self) -> None:
        line = self.line
        if line is not None and line.kind == ENTRY:
            self.action_edit()
        elif line is not None:
            self.action_add()

    def action_page(self, way: int) -> None:
        """Scroll the details by a page."""
        about = self.query_one("#about", VerticalScroll)
        about.scroll_page_down() if way > 0 else about.scroll_page_up()

    @on(ModelTable.Resized)
    def _resized(self) -> None:
        if self.loaded:
            self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("cancel", "back"):
            return (self.models.testing is not None) is (action == "cancel")
        entry = self.entry
        works: dict[str, Callable[[], bool]] = {
            "stop": lambda: self._gets,
            **dict.fromkeys(("test", "play", "watch", "edit", "mark", "replies"), lambda: entry is not None),
            "bench": lambda: len(self.models.marked) > 1,
            "said": lambda: bool(self._trial_replies),
            "watch_again": lambda: entry is not None and self._last is not None,
            "forget": lambda: entry is not None and bool(self.arena.registry.ladder.known(entry)),
            "help_forms": lambda: entry is not None and self._has_help(entry),
            "remove": lambda: self._removal is not None,
        }
        if not self.loaded:
            return action not in (*works, "look", "get")
        return works[action]() if action in works else True

    def _has_help(self, entry: ModelEntry) -> bool:
        """Whether a model has help with forms, or its last test tried it."""
        trial = self.models.trial(entry)
        return entry.structured == HELP or bool(trial and trial.helped)

    # adding, changing, removing

    def action_add(self) -> None:
        """Add the model under the cursor if a server offers it; otherwise open a form or a list of ways."""
        line = self.line
        if line is not None and line.kind == SERVER and line.entry is not None:
            if line.entry.model:
                self._add(line.entry)
            else:
                self.app.push_screen(ModelForm(self._saved, base_url=line.entry.base_url))
        elif line is not None and line.shelf is not None:
            self._get(line.shelf.model)
        elif line is not None and line.kind == KEY:
            first = SUGGESTIONS.get(line.provider, (f"{line.provider}/",))[0]
            self.app.push_screen(ModelForm(self._saved, model=first))
        else:
            self.app.push_screen(Picker("Add a model", WAYS, WAYS[0].value), self._add_by)

    def _add_by(self, way: str | None) -> None:
        if way == "key":
            self._take_key(None)
        elif way == "server":
            self._find_server()
        elif way == "shelf":
            self.action_get()
        elif way is not None:
            self.app.push_screen(ModelForm(self._saved, gguf="" if way == "file" else None))

    def action_key(self) -> None:
        """Ask for the key of the model under the cursor, or of any provider."""
        line = self.line
        entry = line.entry if line is not None else None
        variable = line.name if line is not None and line.kind == KEY else entry and entry.key_variable
        self._take_key(variable or None)

    @work(exclusive=True, group="dialog")
    async def _take_key(self, variable: str | None) -> None:
        arena = self.arena
        fault = await arena.in_thread(keys.keyring_fault)
        new = await self.app.push_screen_wait(KeyDialog(variable, fault))
        if new is None:
            return
        try:
            await arena.in_thread(self._use_key, new)
        except (keys.NoKeyring, BadFile) as error:
            self._tell(f"{error}.")
            return
        await self._read()
        how = "is in the system's keyring" if new.kept else "is used until you quit"
        self._tell(f"The key {new.variable} {how}.")
        mine = [e for e in self.models.book.all.values() if e.key_variable == new.variable]
        if mine:
            self.test(self.entry if self.entry in mine else mine[0])
            return
        names = SUGGESTIONS.get(new.provider, ())
        offered = [Choice(name, name.partition("/")[2]) for name in names] + [Choice("", "another model...")]
        said = f"Which model from {NAMES.get(new.provider, new.variable)}?"
        model = await self.app.push_screen_wait(Picker(said, offered, offered[0].value))
        if model:
            await self._change_and_test(ModelEntry(spare_name(model, set(self.models.book.all)), model))
        elif model is not None:
            self.app.push_screen(ModelForm(self._saved, model=f"{new.provider}/"))

    def _use_key(self, new: NewKey) -> None:
        if new.kept:
            keys.keep(new.variable, new.key)
            write_models(self.arena.paths, with_keyring(new.variable, kept=True))
        else:
            keys.give(new.variable, new.key)

    @work(exclusive=True, group="dialog")
    async def _find_server(self) -> None:
        """Ask for a server's address, choose one of its models, and add it."""
        found = await self.app.push_screen_wait(ServerDialog())
        if found is None:
            return
        served, variable = found.served, found.variable
        if variable is not None:
            keys.give(variable, found.key)
        model = served.models[0]
        if len(served.models) > 1:
            offered = [Choice(name, one_line(name, 60)) for name in served.models]
            picked = await self.app.push_screen_wait(Picker("Which of its models?", offered, model))
            if picked is None:
                return
            model = picked
        entry = served.entry(model, spare_name(model, set(self.models.book.all)))
        await self._change_and_test(replace(entry, key_env=variable))

    async def _change_and_test(self, entry: ModelEntry) -> None:
        if await self._change(with_entry(entry)):
            self._saved(entry)

    def action_edit(self) -> None:
        """Open the form of the model under the cursor."""
        entry = self.entry
        trial = self.models.trial(entry) if entry is not None else None
        saved = partial(self._saved, old=entry)
        self.app.push_screen(ModelForm(saved, old=entry, tested=trial is not None and trial.ok))

    @work(exclusive=True, group="change")
    async def action_help_forms(self) -> None:
        """Switch help with forms on or off for the model under the cursor. Its last test covers both ways."""
        entry = self.entry
        assert entry is not None
        helped = entry.structured != HELP
        if await self._change(with_entry(replace(entry, structured=HELP if helped else AUTO))):
            await self._read()
            told = (
                "has help with forms now. Stats count its games separately"
                if helped
                else "plays without help again"
            )
            self._tell(f"{entry.name} {told}.")

    @work(exclusive=True, group="change")
    async def _add(self, entry: ModelEntry) -> None:
        await self._change_and_test(entry)

    @work(exclusive=True, group="saved")
    async def _saved(self, entry: ModelEntry, test: bool = True, *, old: ModelEntry | None = None) -> None:
        """List a saved model and test it, so that it can be seated; `test`: whether it needs a test.

        `old`: the entry that was changed; its last test stays with a model that isn't tested again.
        """
        if old is not None and old.name != entry.name and not test:
            await self._renamed(old.name, entry)
        await self._read()
        self._move_to(lambda one: one.entry == entry and one.kind == ENTRY)
        self.table.focus()
        if test:
            self.test(entry)
        else:
            self._tell(f"{entry.name} is saved. Its last test still counts.")

    async def _renamed(self, before: str, entry: ModelEntry) -> None:
        """Save the last test of a model under its new name."""
        trial = self.models.trials.get(before)
        try:
            if trial is not None:
                await self.arena.in_thread(keep, self.arena.store, entry, trial)
        except SaveError as error:
            self._tell(str(error))

    @work(exclusive=True, group="change")
    async def action_forget(self) -> None:
        """Forget which form of request the model's server needs; the next request finds it again."""
        entry = self.entry
        if entry is not None:
            await self.arena.in_thread(self.arena.registry.ladder.forget, entry)
            self._tell(f"{entry.name} gets requests in the usual format again.")
            self.draw_details()
            self.refresh_bindings()

    @property
    def _removal(self) -> Removal | None:
        """The thing that can be removed at the line under the cursor; None without one."""
        return removal_of(self.line, self.models, self.arena.paths)

    def action_remove(self) -> None:
        """Remove the thing at the line under the cursor, after a question."""
        removal = self._removal
        assert removal is not None
        confirm(self.app, removal.question, lambda: self._remove(removal))

    @work(exclusive=True, group="change")
    async def _remove(self, removal: Removal) -> None:
        try:
            await self.arena.in_thread(removal.carry_out, self.arena.paths)
        except (keys.NoKeyring, BadFile) as error:
            self._tell(f"{error}.")
            return
        await self._read()

    # getting a model

    @property
    def _gets(self) -> bool:
        """Whether a download is running."""
        return self.arena.getting is not None and self.arena.getting.running

    @work(exclusive=True, group="known")
    async def action_get(self) -> None:
        """List the models on the shelf."""
        await self._read_shelf()
        self.draw()
        some = self._move_to(lambda one: one.kind == ON_SHELF)
        self._tell(SHELF_HINT if some else "You already have every model on the list.")

    def _get(self, model: ShelfModel) -> None:
        """Begin to download a model."""
        arena = self.arena
        if arena.getting is not None and arena.getting.running:
            self._tell(f"Still downloading {arena.getting.model.name}. Press x to stop it.")
            return
        arena.getting = self.models.getting = Getting(model, arena.paths, arena.got)
        self._tell("")
        self.draw()

    def action_stop(self) -> None:
        """Stop the download; the downloaded part is kept."""
        assert self.arena.getting is not None
        self.arena.getting.stop()

    def _watch(self) -> None:
        """Show the progress of the download, and its end."""
        getting = self.arena.getting
        if getting is not None and self.loaded and self.is_current and getting.now is not self._drawn:
            self._drawn = getting.now
            self.draw()
        if getting is not None and self.loaded and not getting.running and self._ended is not getting:
            self._ended = getting
            self._show_ended(getting)

    @work(exclusive=True, group="known")
    async def _show_ended(self, getting: Getting) -> None:
        """Show the end of a download, with the cursor on its model."""
        await self._read()
        self._move_to(lambda one: one.kind == ENTRY and one.name == getting.name)
        self._tell(getting.outcome_line)

    async def _change(self, change: Change) -> bool:
        """Save a change to the model book. Returns whether that worked, after showing any error."""
        try:
            await self.arena.in_thread(write_models, self.arena.paths, change)
        except BadFile as error:
            self._tell(str(error))
            return False
        return True

    # looking for servers

    @work(exclusive=True, group="look")
    async def action_look(self) -> None:
        """Look for models at the usual ports of this machine."""
        ports = ", ".join(str(port) for port in PORTS)
        self._tell(f"Looking on this machine, at {ports}{self.glyphs.ellipsis}")
        self.models.served = found = await servers(tuple(PORTS))
        if not found:
            self._tell("No server on this machine. Start one and press l, or press a to add one elsewhere.")
        else:
            new = self.models.offered
            rest = f"{counted(new, 'model')} to add; press Enter." if new else "Nothing new to add."
            self._tell(f"{counted(len(found), 'server')}. {rest}")
        self.draw()
        self._move_to(lambda one: one.kind == SERVER)

    # testing

    def action_test(self) -> None:
        """Test the model under the cursor in a chosen game, or in all games."""
        entry = self.entry
        if self.models.testing is not None:
            self._tell(f"Still testing {self.models.testing}. Press Esc to cancel.")
        elif entry is not None:
            catalogue = self.arena.catalogue
            offered = self.models.tests(entry, catalogue)

            def chosen(game: str | None) -> None:
                if game is not None:
                    self.test(entry, list(catalogue.games) if game == EVERY else [game])

            self.app.push_screen(Picker(f"Test {entry.name} in", offered, self._usual_game), chosen)

    @property
    def _trial_replies(self) -> Sequence[TrialReply]:
        """The replies of the last test of the model under the cursor."""
        trial = self.models.trial(self.entry) if self.entry is not None else None
        return trial.replies if trial is not None else ()

    def action_said(self) -> None:
        """List what the model under the cursor said in its last test."""
        entry = self.entry
        if entry is not None and self._trial_replies:
            self.arena.open_replies(trial=self.models.trial(entry), title=f"test of {entry.name}")

    def action_replies(self) -> None:
        """List what the model under the cursor said in saved sessions."""
        entry = self.entry
        if entry is not None:
            self.arena.open_replies(player=f"model:{entry.name}")

    @property
    def _usual_game(self) -> str:
        """The game that is proposed for a test: the last game played here, or else the first game."""
        games = self.arena.catalogue.games
        return self._last.game if self._last is not None and self._last.game in games else next(iter(games))

    @work(exclusive=True, group="test")
    async def test(self, entry: ModelEntry, games: Sequence[str] = ()) -> None:
        """Test a model in these games, or in the usual game; show the progress, and save the result."""
        arena = self.arena
        infos = [arena.catalogue.game(game) for game in games or [self._usual_game]]
        self._heard = Progress()
        self.models.testing, self.models.about = entry.name, "getting ready"
        self._tell("")
        self.draw()
        try:
            trial = await try_model(arena.registry, entry, games=infos, hear=self._hear)
            trial = await arena.in_thread(keep, arena.store, entry, trial)
        except SaveError as error:
            self._tell(f"{error} The test counts until you quit.")
        finally:
            self.models.testing = None
            if self.is_attached:
                self.draw()
        self._tried(entry, trial)

    def _hear(self, progress: Progress) -> None:
        if progress.note:
            self.models.about = progress.note
        self._heard = progress
        line = self.line
        if self.is_attached and line is not None and line.name == self.models.testing:
            self.draw_details()

    def _tried(self, entry: ModelEntry, trial: Trial) -> None:
        self.models.trials = {**self.models.trials, entry.name: trial}
        self.draw()
        if trial.ok:
            self._tell(self.models.verdict(entry.name, trial, self.arena.catalogue))

    def action_cancel(self) -> None:
        """Esc: stop a running test without leaving the screen."""
        name = self.models.testing
        self.workers.cancel_group(self, "test")
        self._tell(f"Stopped testing {name}.")

    # playing

    def action_play(self) -> None:
        """Choose a game and the model's seat, and play with the model."""
        self._choose_game(opposite=True)

    def action_watch(self) -> None:
        """Choose a game, a seat and a seed, and watch the model play."""
        self._choose_game(opposite=False)

    @work(exclusive=True, group="dialog")
    async def _choose_game(self, *, opposite: bool) -> None:
        entry = self.entry
        assert entry is not None
        games = list(self.arena.catalogue.games.values())
        dialog = QuickGameDialog(entry.name, games, self._last, opposite=opposite)
        probe = await self.app.push_screen_wait(dialog)
        if probe is not None:
            await self._play(entry, probe, opposite=opposite)

    def action_mark(self) -> None:
        """Mark the model under the cursor, or remove its mark."""
        entry = self.entry
        if entry is not None:
            self.models.marks ^= {entry.name}
            self.draw()
            self._tell(MARKED.get(len(self.models.marked), MANY_MARKED))

    @work(exclusive=True, group="dialog")
    async def action_bench(self) -> None:
        """Let the marked models play the same secrets, after a dialog on games, sessions and prompts."""
        from tui_arena.batch.run import Budgets  # noqa: PLC0415  (few who look at models compare them)
        from tui_arena.ui.models.bench_screen import BenchDialog  # noqa: PLC0415

        arena = self.arena
        budgets = Budgets.usual(arena.settings)
        dialog = BenchDialog(self.models.marked, arena.catalogue, arena.registry, budgets)
        plan = await self.app.push_screen_wait(dialog)
        if plan is not None:
            arena.open_bench(plan)

    @work(exclusive=True, group="dialog")
    async def action_watch_again(self) -> None:
        """Watch the model play again with the last choices."""
        if self.entry is not None and self._last is not None:
            await self._play(self.entry, self._last, opposite=False)

    async def _play(self, entry: ModelEntry, probe: QuickGame, *, opposite: bool) -> None:
        arena = self.arena
        info = arena.catalogue.games.get(probe.game)
        if info is None or probe.seat not in seats_of(info):
            self._tell("That game isn't available any more. Press w to choose again.")
            return
        try:
            await arena.in_thread(arena.store.set_meta, LAST, probe.written())
        except SaveError as error:
            self._tell(str(error))
        you = arena.settings.name if opposite else None
        arena.open_table(opening_of(probe, info, model(entry), you), watch=not opposite)

"""The personas screen: the personas of a game and the user's own, and making new ones."""

from __future__ import annotations

from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Static

from tui_arena.config import BadFile
from tui_arena.data import GameInfo
from tui_arena.data.personas import Persona, without_persona, write_personas
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.persona_form import PersonaForm, cell, columns, in_a_sentence, spare_name, strange
from tui_arena.ui.widgets.dialogs import Dialog
from tui_arena.ui.widgets.tables import Column, ModelTable

WIDEST = 130


class PersonasScreen(ArenaScreen):
    """One line for each persona, the user's first; below the list, the one under the cursor in words."""

    TITLE = "PERSONAS"
    CSS_PATH = "personas_screen.tcss"
    AUTO_FOCUS = "ModelTable"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", id="personas.new"),
        Binding("e", "edit", "Edit", id="personas.edit"),
        Binding("c", "copy", "Copy", id="personas.copy", tooltip="Make another that begins like this one"),
        Binding("delete,backspace", "remove", "Remove", key_display="del", id="personas.remove"),
    ]
    HELP = "The set-up of the game seats them: each seat has a line for who sits there."

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._shelf: tuple[Persona, ...] = ()
        self._topics: tuple[str, ...] = ()
        self._columns: list[Column] = []

    @property
    def info(self) -> GameInfo:
        """The game whose seats the personas are for."""
        return self.arena.catalogue.game(self._game)

    def body(self) -> ComposeResult:
        yield ModelTable(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="about", markup=False)
        yield Static(id="told", markup=False)

    def on_mount(self) -> None:
        self.load()

    @property
    def table(self) -> ModelTable:
        return self.query_one(ModelTable)

    @property
    def persona(self) -> Persona | None:
        """The persona under the cursor; None: the list is empty."""
        at = self.table.at
        return next((one for one in self._shelf if one.name == at), None)

    # the list

    @work(exclusive=True, group="known")
    async def load(self, at: str | None = None, told: str = "") -> None:
        """Read the personas again. `at`: the name to put the cursor on; `told`: a notice to show."""
        arena, info = self.arena, self.info
        found = await arena.in_thread(arena.catalogue.personas, info)
        faults = await arena.in_thread(arena.catalogue.persona_faults, info)
        self._topics = await arena.in_thread(arena.catalogue.topics, info)
        if not self.is_attached:
            return
        self._shelf = tuple(sorted(found, key=lambda one: not one.own))
        self._tell(" ".join(filter(None, [told, *(f"{fault}." for fault in faults)])))
        self.draw()
        names = [one.name for one in self._shelf]
        if at in names:
            self.table.move_cursor(row=names.index(at))

    def draw(self) -> None:
        """Fill the list again."""
        own = sum(one.own for one in self._shelf)
        self.sub_title = f"{self.info.title}, {len(self._shelf)} on the shelf" + (
            f", {own} of them yours" if own else ""
        )
        width = (self.table.size.width or self.size.width) - 1
        self._columns = columns(self._shelf, min(width, WIDEST))
        rows = [
            (one.name, [self.glyphs.fit(cell(one, c.key), c.width) for c in self._columns], False)
            for one in self._shelf
        ]
        self.table.show(self._columns, rows)
        self._draw_about()

    def _draw_about(self) -> None:
        one = self.persona
        self.query_one("#about", Static).update(say(in_a_sentence(one)) if one else "")
        self.refresh_bindings()

    def _tell(self, text: str) -> None:
        self.put("told", say(text))

    @on(DataTable.RowHighlighted)
    def _moved(self) -> None:
        self._draw_about()

    @on(DataTable.RowSelected)
    def _chosen(self) -> None:
        if self.persona is not None:
            self._form(self.persona, change=self.persona.own)

    @on(ModelTable.Resized)
    def _resized(self) -> None:
        if self._shelf:
            self.draw()

    def action_page(self, way: int) -> None:
        """Scroll the list by a page."""
        self.table.action_page_down() if way > 0 else self.table.action_page_up()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        one = self.persona if self.is_mounted else None
        match action:
            case "edit" | "remove":
                return one is not None and one.own
            case "copy":
                return one is not None
        return True

    # making, changing, removing

    def action_new(self) -> None:
        """Open an empty form."""
        self._form(Persona(""), change=False)

    def action_edit(self) -> None:
        """Open a form to change the persona under the cursor, one of the user's."""
        if self.persona is not None:
            self._form(self.persona, change=True)

    def action_copy(self) -> None:
        """Open a form for a new persona, filled like the one under the cursor."""
        if self.persona is not None:
            self._form(self.persona, change=False)

    def _form(self, first: Persona, *, change: bool) -> None:
        taken = [one.name for one in self._shelf if not (change and one.name == first.name)]
        name = first.name if change or not first.name else spare_name(first.name, taken)
        begins = Persona(name, first.profession, first.age, first.culture, first.interests)
        old = first.name if change else None
        self.app.push_screen(PersonaForm(self._saved, self._topics, taken, begins, old=old))

    def _saved(self, persona: Persona) -> None:
        self.load(persona.name, strange(persona, self._topics))

    def action_remove(self) -> None:
        """Remove one of the user's personas, after a question."""
        one = self.persona
        if one is None or not one.own:
            return

        def answered(answer: str | None) -> None:
            if answer == "remove":
                self._remove(one.name)

        text = "Sessions that it sat in keep what they know of it."
        answers = [("keep", "Keep it"), ("remove", "Remove")]
        self.app.push_screen(Dialog(f"Remove {one.name}?", text, answers), answered)

    @work(exclusive=True, group="change")
    async def _remove(self, name: str) -> None:
        arena = self.arena
        try:
            await arena.in_thread(write_personas, arena.paths.config, without_persona(name))
        except BadFile as error:
            self._tell(f"{error}.")
        else:
            self.load(told=f"{name} is gone from the shelf.")

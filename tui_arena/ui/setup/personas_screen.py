"""The personas screen: a list of the game's and the user's personas, and the form of a persona.

A persona is checked before it is saved, and saving keeps all other personas.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import events, getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import DataTable, Static

from tui_arena.config import BadFile
from tui_arena.core.language.sentences import capital, listed
from tui_arena.core.session import INTERESTS, PART_CHARS
from tui_arena.data import GameInfo
from tui_arena.data.personas import (
    NAME_CHARS,
    Persona,
    persona_of,
    with_persona,
    without_persona,
    write_personas,
)
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import confirm
from tui_arena.ui.widgets.form import Columns, SaveForm
from tui_arena.ui.widgets.menu import glyphs_of
from tui_arena.ui.widgets.rows import Field, FieldRow
from tui_arena.ui.widgets.screen_base import OwnMessage
from tui_arena.ui.widgets.tables import Column, ModelTable

WIDEST = 130


class PersonasScreen(ArenaScreen):
    """One line for each persona, the user's first, and a description of the persona under the cursor."""

    TITLE = "PERSONAS"
    CSS_PATH = "personas_screen.tcss"
    AUTO_FOCUS = "ModelTable"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", id="personas.new"),
        Binding("e", "edit", "Edit", id="personas.edit"),
        Binding("c", "copy", "Copy", id="personas.copy", tooltip="Make a new persona from this one"),
        Binding("delete,backspace", "remove", "Remove", key_display="del", id="personas.remove"),
    ]
    HELP = "To give a persona a seat, open the game's set-up."

    def __init__(self, game: str) -> None:
        super().__init__()
        self._game = game
        self._shelf: tuple[Persona, ...] = ()
        self._topics: tuple[str, ...] = ()

    @property
    def info(self) -> GameInfo:
        """The game whose seats the personas are for."""
        return self.arena.catalogue.game(self._game)

    def body(self) -> ComposeResult:
        yield ModelTable(id="table", cursor_type="row", zebra_stripes=False)
        yield Static(id="about", markup=False)
        yield Static(id="status", markup=False)

    def on_mount(self) -> None:
        self.load()

    table = getters.query_one(ModelTable)

    @property
    def persona(self) -> Persona | None:
        """The persona under the cursor; None if the list is empty."""
        at = self.table.at
        return next((one for one in self._shelf if one.name == at), None)

    # the list

    @work(exclusive=True, group="known")
    async def load(self, at: str | None = None, notice: str = "") -> None:
        """Read the personas again. `at`: the name to move the cursor to. `notice`: a sentence to show."""
        arena, info = self.arena, self.info
        found = await arena.in_thread(arena.catalogue.personas, info)
        faults = await arena.in_thread(arena.catalogue.persona_faults, info)
        self._topics = await arena.in_thread(arena.catalogue.topics, info)
        self._shelf = tuple(sorted(found, key=lambda one: not one.own))
        self._tell(" ".join(filter(None, [notice, *(f"{fault}." for fault in faults)])))
        self.draw()
        names = [one.name for one in self._shelf]
        if at in names:
            self.table.move_cursor(row=names.index(at))

    def draw(self) -> None:
        """Fill the list again."""
        own = sum(one.own for one in self._shelf)
        yours = f", {own} of them yours" if own else ""
        self.sub_title = f"{self.info.title}, {len(self._shelf)} on the shelf{yours}"
        whose = [column for column in COLUMNS if own or column.key != WHOSE]
        lines = [(one.name, {c.key: cell(one, c.key) for c in whose}, "") for one in self._shelf]
        self.table.show_fitting(whose, WIDEST, lines)
        self._draw_about()

    def _draw_about(self) -> None:
        one = self.persona
        self.query_one("#about", Static).update(say(in_a_sentence(one)) if one else "")
        self.refresh_bindings()

    def _tell(self, text: str) -> None:
        self.put("status", say(text))

    @on(DataTable.RowHighlighted)
    def _moved(self) -> None:
        self._draw_about()

    @on(DataTable.RowSelected)
    def _chosen(self) -> None:
        self._form(self.persona, change=self.persona is not None and self.persona.own)

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
        self._form(Persona(""))

    def action_edit(self) -> None:
        """Open a form to change the persona under the cursor, if it's the user's own."""
        self._form(self.persona, change=True)

    def action_copy(self) -> None:
        """Open a form for a new persona, filled in with the persona under the cursor."""
        self._form(self.persona)

    def _form(self, first: Persona | None, *, change: bool = False) -> None:
        if first is None:
            return
        taken = [one.name for one in self._shelf if not (change and one.name == first.name)]
        name = first.name if change or not first.name else spare_name(first.name, taken)
        old = first.name if change else None
        begins = replace(first, name=name)
        self.app.push_screen(PersonaForm(self._saved, self._topics, taken, begins, old=old))

    def _saved(self, persona: Persona) -> None:
        self.load(persona.name, strange(persona, self._topics))

    def action_remove(self) -> None:
        """Remove one of the user's personas, after a question."""
        one = self.persona
        assert one is not None
        text = "Games already played keep their copy."
        question = f"Remove {one.name}?", text, ("Keep it", "Remove")
        confirm(self.app, question, lambda: self._remove(one.name))

    @work(exclusive=True, group="change")
    async def _remove(self, name: str) -> None:
        arena = self.arena
        try:
            await arena.in_thread(write_personas, arena.paths.config, without_persona(name))
        except BadFile as error:
            self._tell(f"{error}.")
        else:
            self.load(notice=f"{name} is gone from the shelf.")


GAP = 2
"""Cells between two words."""


class TopicGrid(Widget, can_focus=True):
    """Words next to each other, each on or off. Arrow keys move; space or a click turns a word on or off."""

    DEFAULT_CSS = "TopicGrid { width: 1fr; height: auto; padding: 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "line(-1)", show=False),
        Binding("down", "line(1)", show=False),
        Binding("space", "pick", "Take", show=False, id="topics.toggle"),
    ]
    ALLOW_SELECT = False

    at: reactive[int] = reactive(0)

    @dataclass
    class Toggled(OwnMessage):
        """A word was turned on or off."""

        topic: str

    def __init__(self, topics: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._topics = topics
        self._on: Collection[str] = ()

    def show(self, on: Collection[str]) -> None:
        """Turn on these words, and turn off all others."""
        self._on = on
        self.refresh()

    @property
    def _wide(self) -> int:
        sign = len(glyphs_of(self).radio[0]) + 1
        return max((len(topic) for topic in self._topics), default=1) + sign + GAP

    def _columns(self, width: int) -> int:
        return max((width + GAP) // self._wide, 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return -(-len(self._topics) // self._columns(width))

    def render(self) -> Content:
        glyphs, width = glyphs_of(self), self._wide
        columns = self._columns(self.content_size.width)
        parts: list[tuple[str, str]] = []
        for place, topic in enumerate(self._topics):
            on, here = topic in self._on, self.has_focus and place == self.at
            style = "bold reverse" if here else "bold $primary" if on else "$foreground-muted"
            text = f"{glyphs.radio[on]} {topic}"
            parts += [(text, style), (" " * (width - len(text)), "")]
            if (place + 1) % columns == 0:
                parts.append(("\n", ""))
        return Content.assemble(*parts).rstrip()

    def action_move(self, by: int) -> None:
        """Move to the next word, or to the previous."""
        self.at = min(max(self.at + by, 0), len(self._topics) - 1)

    def action_line(self, by: int) -> None:
        """Move a line up or down; from the first line up or the last line down, leave for the next widget."""
        place = self.at + by * self._columns(self.content_size.width)
        if 0 <= place < len(self._topics):
            self.at = place
        elif by > 0:
            self.screen.focus_next()
        else:
            self.screen.focus_previous()

    def action_pick(self) -> None:
        """Turn the word under the cursor on or off."""
        if self._topics:
            self.post_message(self.Toggled(self._topics[self.at]))

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset_capture(self)
        columns = self._columns(self.content_size.width)
        column = spot.x // self._wide
        place = spot.y * columns + column
        if 0 <= column < columns and 0 <= place < len(self._topics):
            self.at = place
            self.action_pick()


PICK = "Press Space to pick a topic. Bots will then know more words on it."
_FIELDS = (
    Field("name", "name", empty="such as the ship's cook", limit=NAME_CHARS),
    Field("profession", "profession", empty="not given", limit=PART_CHARS),
    Field("age", "age", empty="not given", limit=3),
    Field("culture", "from", empty="not given", limit=PART_CHARS),
    Field("interests", "knows about", empty="a bit of everything", limit=300),
)
ABOUT = {
    "name": "What you call them.",
    "profession": "What they do all day.",
    "age": "In years, 1 to 120.",
    "culture": "Where they grew up: a town, a country.",
    "interests": "Pick topics below, or type your own, separated by commas. Bots only know the topics below.",
}


class PersonaForm(SaveForm[Persona]):
    """Five fields and the topics; Enter saves."""

    CSS_PATH = "personas_screen.tcss"
    AUTO_FOCUS = "#name Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,enter", "save", "Save", key_display="↵", id="persona_form.save"),
    ]
    BUTTONS = (("save", "Save"),)
    HELP = "Press Enter in any field to save, Tab to go to the topics, and Space to pick one."

    def __init__(
        self,
        done: Callable[[Persona], object],
        topics: Sequence[str],
        taken: Collection[str],
        first: Persona,
        *,
        old: str | None = None,
    ) -> None:
        """`done` is called with the saved persona. `taken`: the names of all other personas.

        `old`: the current name of a persona that is changed; None for a new persona.
        """
        super().__init__(done, {field.id: cell(first, field.id) for field in _FIELDS})
        self._topics = topics
        self._taken = taken
        self._old = old
        self.title = "CHANGE A PERSONA" if old else "A NEW PERSONA"
        self.sub_title = old or ""

    def columns(self) -> Columns:
        now = self.form.values
        return {"top": [*(replace(one, value=now[one.id], about=ABOUT[one.id]) for one in _FIELDS), "TOPICS"]}

    def below(self) -> ComposeResult:
        yield TopicGrid(self._topics, id="topics")

    def redraw(self) -> None:
        """Draw the fields, and turn on the topics that the field of interests lists."""
        super().redraw()
        self.query_one(TopicGrid).show(frozenset(interests_in(self.form.values["interests"])))

    def on_mount(self) -> None:
        self.redraw()

    @on(TopicGrid.Toggled)
    def _picked(self, event: TopicGrid.Toggled) -> None:
        field = self.query_one("#interests", FieldRow).field
        field.value = toggled(field.value, event.topic)

    def show_hint(self) -> None:
        super().show_hint()
        if isinstance(self.focused, TopicGrid):
            self.hint(PICK)

    def read(self) -> Persona:
        return persona_in(self.form.values, self._taken)

    def write(self, made: Persona) -> None:
        write_personas(self.arena.paths.config, with_persona(made, self._old))


def strange(persona: Persona, topics: Collection[str]) -> str:
    """A sentence on interests that aren't topics; empty if all are topics."""
    own = [one for one in persona.interests if one not in topics]
    return f"Bots know nothing about {listed(own)}. Models will be told." if own else ""


WHOSE = "whose"
"""The column that says whose a persona is; it is shown only if the user has personas."""
COLUMNS = (
    Column("name", "persona", 18, 0, grows=24),
    Column("interests", "knows about", 24, 1, grows=44),
    Column(WHOSE, "", 5, 2),
    Column("age", "age", 3, 4),
    Column("culture", "from", 11, 3, grows=20),
    Column("profession", "profession", 18, 5, grows=30),
)


DIGITS = 9
"""An age with at least this many digits stays a text, so the check refuses it."""


def cell(persona: Persona, column: str) -> str:
    """The text of a persona in a column of the list."""
    match column:
        case "interests":
            return ", ".join(persona.interests)
        case "whose":
            return "yours" if persona.own else ""
        case "age":
            return str(persona.age or "")
    return str(getattr(persona, column))


def in_a_sentence(persona: Persona) -> str:
    """A persona's description.

    >>> in_a_sentence(Persona("the vet", "vet", 35, "Cornwall", ("animals", "sea")))
    'Vet, 35, from Cornwall. Knows about animals and sea.'
    """
    parts = [persona.profession, str(persona.age or ""), f"from {persona.culture}" if persona.culture else ""]
    who = ", ".join(filter(None, parts))
    knows = f"Knows about {listed(persona.interests)}." if persona.interests else "Knows a bit of everything."
    return f"{capital(who)}. {knows}" if who else knows


def interests_in(text: str) -> list[str]:
    """The interests that a field lists, in lower case and without repeats.

    >>> interests_in("Sea, chess,, sea")
    ['sea', 'chess']
    """
    return list(dict.fromkeys(filter(None, (" ".join(one.split()).lower() for one in text.split(",")))))


def toggled(text: str, topic: str) -> str:
    """The list of interests with a topic added, or removed if the list had it.

    >>> toggled("sea, chess", "law"), toggled("sea, chess", "sea")
    ('sea, chess, law', 'chess')
    """
    now = interests_in(text)
    return ", ".join([one for one in now if one != topic] if topic in now else [*now, topic])


def persona_in(fields: Mapping[str, str], taken: Collection[str]) -> Persona:
    """The persona that a form describes. Raises BadFile about the first invalid value.

    `taken`: the names of the other personas.
    """
    name = fields["name"]
    if not name:
        raise BadFile("A persona needs a name, such as the ship's cook")
    if name.casefold() in {one.casefold() for one in taken}:
        raise BadFile(f"“{name}” is on the shelf already; pick another name")
    age = fields["age"]
    interests = interests_in(fields["interests"])
    if len(interests) > INTERESTS:
        raise BadFile(f"{len(interests)} interests are too many; pick {INTERESTS} at most")

    values: dict[str, object] = {key: fields[key] for key in ("profession", "culture") if fields[key]}
    if age:
        values["age"] = int(age) if age.isascii() and age.isdigit() and len(age) < DIGITS else age
    return persona_of(name, {**values, "interests": interests}, own=True)


def spare_name(name: str, taken: Collection[str]) -> str:
    """A name for a copy that no other persona has.

    >>> spare_name("the vet", ["the vet", "the vet 2"])
    'the vet 3'
    """
    number = 2
    while f"{name[: NAME_CHARS - 4]} {number}" in taken:
        number += 1
    return f"{name[: NAME_CHARS - 4]} {number}"

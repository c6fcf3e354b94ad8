"""A persona's form (name, background, interests), and the texts of personas for forms and lists.

A persona is checked before it is saved, and saving loses no other persona.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile
from tui_arena.core.language.sentences import capital, listed
from tui_arena.core.session import INTERESTS, PART_CHARS
from tui_arena.data.personas import NAME_CHARS, Persona, persona_of, with_persona, write_personas
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.dialogs import unsaved_dialog
from tui_arena.ui.widgets.rows import FieldRow, Rows, glyphs_of
from tui_arena.ui.widgets.tables import Column, fitting

GAP = 2
"""Cells between two words."""


class TopicGrid(Widget, can_focus=True):
    """Words side by side, each on or off. Arrows move, space or a click turns a word on or off."""

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

    class Toggled(Message):
        """A word was turned on or off."""

        def __init__(self, topic: str) -> None:
            super().__init__()
            self.topic = topic

    class Focused(Message):
        """The grid got the focus; its help can be shown."""

    def __init__(self, topics: Sequence[str], *, id: str | None = None) -> None:  # noqa: A002  (Textual's name)
        super().__init__(id=id)
        self._topics = topics
        self._on: Collection[str] = ()

    def show(self, on: Collection[str]) -> None:
        """Mark these words as on."""
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
        """Move to the next word, or the one before."""
        self.at = min(max(self.at + by, 0), len(self._topics) - 1)

    def action_line(self, by: int) -> None:
        """Move a line up or down; above the first or below the last line, to the next widget there."""
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

    def on_focus(self) -> None:
        self.post_message(self.Focused())

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset_capture(self)
        columns = self._columns(self.content_size.width)
        column = spot.x // self._wide
        place = spot.y * columns + column
        if 0 <= column < columns and 0 <= place < len(self._topics):
            self.at = place
            self.action_pick()


ABOUT = {
    "name": "What you call it on the shelf.",
    "profession": "What it does all day.",
    "age": "In years, 1 to 120.",
    "culture": "A town, a country, a people: where it grew up.",
    "interests": "Pick below, or type your own with commas; bots know topics alone.",
}
PICK = "Space takes a topic; bots know more of its words."
EMPTY = {
    "name": "such as the ship's cook",
    "profession": "not said",
    "age": "not said",
    "culture": "not said",
    "interests": "a bit of everything",
}
LIMITS = {"name": NAME_CHARS, "profession": PART_CHARS, "age": 3, "culture": PART_CHARS, "interests": 300}


class PersonaForm(ArenaScreen):
    """Five fields and the topics; Enter saves."""

    CSS_PATH = "persona_form.tcss"
    AUTO_FOCUS = "#field-name Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s,enter", "save", "Save", key_display="↵", id="persona_form.save"),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    HELP = "Enter saves from any field. Tab leads to the topics, space takes one."

    def __init__(
        self,
        done: Callable[[Persona], None],
        topics: Sequence[str],
        taken: Collection[str],
        first: Persona,
        *,
        old: str | None = None,
    ) -> None:
        """`done` gets the saved persona; `taken`: names of others; `old`: name of the one being changed."""
        super().__init__()
        self._done = done
        self._topics = topics
        self._taken = taken
        self._old = old
        self._first = fields_of(first)
        self.title = "CHANGE A PERSONA" if old else "A NEW PERSONA"
        self.sub_title = old or ""

    def body(self) -> ComposeResult:
        with Rows(id="form"):
            for name, label in FIELDS.items():
                yield FieldRow(
                    label,
                    self._first[name],
                    empty=EMPTY[name],
                    about=ABOUT[name],
                    limit=LIMITS[name],
                    id=f"field-{name}",
                )
            yield Static("TOPICS", classes="heading", markup=False)
            yield TopicGrid(self._topics, id="topics")
        with Vertical(id="foot"):
            yield Static(id="hint", markup=False)
            with Horizontal(id="act"):
                yield Static(id="problem", markup=False)
                yield Button(say("Save"), id="save", variant="primary", compact=True)

    def on_mount(self) -> None:
        self._mark()

    @property
    def fields(self) -> dict[str, str]:
        """The texts of all fields."""
        return {name: self.query_one(f"#field-{name}", FieldRow).value for name in FIELDS}

    @property
    def _interests(self) -> Input:
        return self.query_one("#field-interests", FieldRow).field

    def _mark(self) -> None:
        """Mark the topics that the field lists."""
        self.query_one(TopicGrid).show(frozenset(interests_in(self._interests.value)))

    @on(TopicGrid.Toggled)
    def _picked(self, event: TopicGrid.Toggled) -> None:
        self._interests.value = toggled(self._interests.value, event.topic)

    @on(Input.Changed)
    def _typed(self) -> None:
        self._mark()
        self._say("")

    @on(FieldRow.Focused)
    def _hint(self, event: FieldRow.Focused) -> None:
        self.query_one("#hint", Static).update(say(event.row.about))

    @on(TopicGrid.Focused)
    def _hint_topics(self) -> None:
        self.query_one("#hint", Static).update(say(PICK))

    def _say(self, text: str) -> None:
        self.query_one("#problem", Static).update(say(text))

    # saving

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Check the persona and save it; a fault is shown, and nothing is saved."""
        try:
            persona = persona_in(self.fields, self._taken)
        except BadFile as error:
            self._say(f"{error}.")
            return
        self.run_worker(self._save(persona), group="change", exclusive=True)

    async def _save(self, persona: Persona) -> None:
        arena = self.arena
        try:
            await arena.in_thread(write_personas, arena.paths.config, with_persona(persona, self._old))
        except BadFile as error:
            self._say(f"{error}.")
            return
        arena.back()
        self._done(persona)

    def action_back(self) -> None:
        """Leave the form; after changes, only after a question."""
        if self.fields == self._first:
            self.arena.back()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.arena.back()

        self.app.push_screen(unsaved_dialog(), answered)


def strange(persona: Persona, topics: Collection[str]) -> str:
    """A sentence on interests that are not topics; empty if all are."""
    own = [one for one in persona.interests if one not in topics]
    return f"Bots have no words about {listed(own)}; models are told of it." if own else ""


WHOSE = "whose"


COLUMNS = (
    Column("name", "persona", 18, 0, grows=24),
    Column("interests", "knows about", 24, 1, grows=44),
    Column(WHOSE, "", 5, 2),
    Column("age", "age", 3, 4),
    Column("culture", "from", 11, 3, grows=20),
    Column("profession", "profession", 18, 5, grows=30),
)


FIELDS = {
    "name": "name",
    "profession": "profession",
    "age": "age",
    "culture": "from",
    "interests": "knows about",
}
"""Fields of the form, with their labels."""


DIGITS = 9
"""An age with this many digits or more is passed on as text, for the check to refuse."""


def columns(shelf: Sequence[Persona], width: int) -> list[Column]:
    """The columns that fit; a column for ownership only if some personas are the user's."""
    some = any(one.own for one in shelf)
    return fitting([column for column in COLUMNS if some or column.key != WHOSE], width)


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


def fields_of(persona: Persona) -> dict[str, str]:
    """The texts of the form's fields for a persona."""
    return {name: cell(persona, name) for name in FIELDS}


def interests_in(text: str) -> list[str]:
    """The interests that a field lists, each once, in lower case.

    >>> interests_in("Sea, chess,, sea")
    ['sea', 'chess']
    """
    return list(dict.fromkeys(filter(None, (" ".join(one.split()).lower() for one in text.split(",")))))


def toggled(text: str, topic: str) -> str:
    """The list of interests with a topic added, or removed if it was there.

    >>> toggled("sea, chess", "law"), toggled("sea, chess", "sea")
    ('sea, chess, law', 'chess')
    """
    now = interests_in(text)
    return ", ".join([one for one in now if one != topic] if topic in now else [*now, topic])


def persona_in(fields: Mapping[str, str], taken: Collection[str]) -> Persona:
    """The persona that a form describes; raises BadFile with the first value that is not allowed.

    `taken`: names of the other personas.
    """
    name = fields["name"]
    if not name:
        raise BadFile("A persona needs a name, such as the ship's cook")
    if name.casefold() in {one.casefold() for one in taken}:
        raise BadFile(f"{name} stands on the shelf already; take another name")
    age = fields["age"]
    interests = interests_in(fields["interests"])
    if len(interests) > INTERESTS:
        raise BadFile(f"{len(interests)} interests; at most {INTERESTS} make a person")

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

"""A persona's form: a name, who that is, and what it knows about.

Law: what is saved was checked first; nothing that was there is lost by it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile
from tui_arena.core.personas import PART_CHARS
from tui_arena.core.sentences import listed
from tui_arena.data.personas import NAME_CHARS, Persona, with_persona, write_personas
from tui_arena.ui.look import say
from tui_arena.ui.presenters.personas import FIELDS, fields_of, interests_in, persona_in, toggled
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.dialog import unsaved_dialog
from tui_arena.ui.widgets.field_row import FieldRow
from tui_arena.ui.widgets.rows import Rows
from tui_arena.ui.widgets.topic_grid import TopicGrid

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
        """`done` gets what was saved; `taken`: names of others; `old`: the one that is changed."""
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

    # keeping it

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Check it and save it; what is wrong is said, and nothing saved."""
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
        """Leave; what was typed is given up only after a question."""
        if self.fields == self._first:
            self.arena.back()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.arena.back()

        self.app.push_screen(unsaved_dialog(), answered)


def strange(persona: Persona, topics: Collection[str]) -> str:
    """What to know of interests that are no topics, a sentence; empty if all are."""
    own = [one for one in persona.interests if one not in topics]
    return f"Bots have no words about {listed(own)}; models are told of it." if own else ""

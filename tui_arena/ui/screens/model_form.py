"""A model's form: what it is, how it answers, what it may take.

Law: what is saved was checked first, and is tested right after. A key is never kept, only the name of
the variable that holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from tui_arena.config import BadFile, ModelEntry, keys_found, with_entry, without, write_models
from tui_arena.config.models import AUTO, CONTEXT, OFF, STALL, TOTAL, ModelBook
from tui_arena.config.redaction import KEY_VARIABLES
from tui_arena.players.seating import PLAIN
from tui_arena.ui.look import say
from tui_arena.ui.presenters import model_form as form
from tui_arena.ui.presenters.models import provider_of, suggestions
from tui_arena.ui.screens.base import ArenaScreen
from tui_arena.ui.widgets.dialog import unsaved_dialog
from tui_arena.ui.widgets.field_row import FieldRow, KeyNameInput
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, Rows

ABOUT = {
    "name": "What you call it; empty takes the model's own name.",
    "kind": "A provider with a key, a server that speaks OpenAI's protocol, or a file on this disk.",
    "model": "As LiteLLM writes it, PROVIDER/MODEL; right takes what is suggested.",
    "served": "The name the server has for it; l on the models screen lists what runs here.",
    "base_url": "Ollama http://127.0.0.1:11434/v1, LM Studio :1234/v1, llama.cpp :8080/v1, vLLM :8000/v1.",
    "gguf": "The file is run on this machine when it is first asked, and stopped with the app.",
    "key_env": "Only the name of the variable; the key stays in your environment.",
    "temperature": "How freely it picks its words: 0 is steady, 1 lively.",
    "top_p": "Only the likeliest words that come to this share, 0 to 1.",
    "max_tokens": "A reply is cut off there, and counts as cut off.",
    "structured": "auto asks for JSON where the model keeps to it; off never does.",
    "prompt": "Which wording of the games' prompts it gets.",
    "persona": "One sentence that it is told to be, before the rules of the game.",
    "timeout": "For a whole reply, in seconds.",
    "stall": "For the first word, and between two words, in seconds.",
    "context": "How much it can read, in tokens; more takes more memory.",
    "input_price": "USD for a million tokens that it reads, where LiteLLM's list does not know it.",
    "output_price": "USD for a million tokens that it writes.",
}


class ModelForm(ArenaScreen):
    """One line for each thing that can be said of a model; Enter saves and tests it."""

    CSS_PATH = "model_form.tcss"
    AUTO_FOCUS = "#field-model Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save", "Save and test", id="model_form.save"),
        Binding("enter", "save", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]
    HELP = "Enter saves from any field. Empty fields mean what stands in them, dim."

    def __init__(
        self,
        done: Callable[[ModelEntry], None],
        *,
        old: ModelEntry | None = None,
        model: str = "",
        base_url: str | None = None,
    ) -> None:
        """`done` gets what was saved; `old`: the entry to change; else what a new one begins with."""
        super().__init__()
        self._done = done
        self._told = ""
        self._old = old
        first = old or ModelEntry("", model, base_url=base_url)
        self._kind = form.kind_of(first)
        self._first = form.fields_of(first)
        self.title = "CHANGE A MODEL" if old else "ADD A MODEL"
        self.sub_title = old.name if old else ""

    def body(self) -> ComposeResult:
        with Rows(id="form"):
            with Vertical(id="what"):
                yield ChoiceRow(
                    "it is",
                    [Choice(kind, text) for kind, text in form.KINDS.items()],
                    self._kind,
                    about=ABOUT["kind"],
                    id="kind",
                )
                yield self._field("model", "", suggestions=suggestions(keys_found()))
                yield self._field("base_url", "such as http://127.0.0.1:11434/v1")
                yield self._field("gguf", f"such as {form.EXAMPLES[form.FILE]}", limit=1000)
                yield self._field("name", "the model's own", limit=40)
                yield self._field("key_env", "", key_name=True)
            with Horizontal(id="both"):
                with Vertical(id="left"):
                    yield Static("HOW IT ANSWERS", classes="heading", markup=False)
                    yield self._field("temperature", "the model's own")
                    yield self._field("top_p", "the model's own")
                    yield self._field("max_tokens", "the model's own")
                    yield self._choice("structured", [AUTO, OFF])
                    yield self._choice("prompt", self._prompts())
                with Vertical(id="right"):
                    yield Static("WHAT IT MAY TAKE", classes="heading", markup=False)
                    yield self._field("timeout", f"{TOTAL:g} s")
                    yield self._field("stall", f"{STALL:g} s")
                    yield self._field("context", f"{CONTEXT} tokens")
                    yield self._field("input_price", "")
                    yield self._field("output_price", "")
            yield self._field("persona", "none", limit=2000)
        with Vertical(id="foot"):
            yield Static(id="hint", markup=False)
            with Horizontal(id="act"):
                yield Static(id="problem", markup=False)
                yield Button(say("Save and test"), id="save", variant="primary", compact=True)

    def _field(
        self,
        name: str,
        empty: str,
        *,
        limit: int = 200,
        suggestions: Sequence[str] = (),
        key_name: bool = False,
    ) -> FieldRow:
        return FieldRow(
            form.LABELS[name],
            self._first[name],
            empty=empty,
            about=ABOUT[name],
            limit=limit,
            suggestions=suggestions,
            key_name=key_name,
            id=f"field-{name}",
        )

    def _choice(self, name: str, values: list[str]) -> ChoiceRow:
        now = self._first[name]
        values = values if now in values else [*values, now]
        choices = [Choice(value, value) for value in values]
        return ChoiceRow(form.LABELS[name], choices, now, about=ABOUT[name], id=f"field-{name}")

    def _prompts(self) -> list[str]:
        """The prompt variants of all games."""
        catalogue = self.arena.catalogue
        games = catalogue.games.values()
        found = {v for info in games for ask in info.asks for v in catalogue.prompt_variants(info, ask)}
        return [PLAIN, *sorted(found - {""})]

    def on_mount(self) -> None:
        self._draw()
        if self._kind == form.FILE:
            self.query_one("#field-gguf", FieldRow).field.focus()

    # what stands there

    @property
    def fields(self) -> dict[str, str]:
        """The texts of all fields."""
        rows = {str(row.id).partition("-")[2]: row.value for row in self.query(FieldRow)}
        choices = ("structured", "prompt")
        return {**rows, **{name: self.query_one(f"#field-{name}", ChoiceRow).value for name in choices}}

    @property
    def kind(self) -> str:
        """What it is said to be."""
        return self.query_one("#kind", ChoiceRow).value

    def _draw(self) -> None:
        """Show the fields that this kind of model has."""
        kind = self.kind
        shown = {
            "model": kind != form.FILE,
            "base_url": kind == form.SERVER,
            "gguf": kind == form.FILE,
            "key_env": kind != form.FILE,
            "context": kind == form.FILE,
        }
        for name, on_ in shown.items():
            self.query_one(f"#field-{name}").display = on_
        for name in ("input_price", "output_price"):
            price = self.query_one(f"#field-{name}", FieldRow)
            price.field.placeholder = "from LiteLLM's list" if kind == form.PROVIDER else "n/a"
        model = self.query_one("#field-model", FieldRow)
        model.field.placeholder = f"such as {form.EXAMPLES[kind]}"
        model.about = ABOUT["served" if kind == form.SERVER else "model"]
        self._name_key()

    def _name_key(self) -> None:
        """Say which variable holds the key when none is named."""
        provider = provider_of(self.query_one("#field-model", FieldRow).value)
        usual = KEY_VARIABLES.get(provider or "", "the provider's usual one")
        self.query_one("#field-key_env", FieldRow).field.placeholder = (
            "none" if self.kind == form.SERVER else usual
        )

    @on(ChoiceRow.Changed, "#kind")
    def _kind_taken(self) -> None:
        self._problem("")
        self._draw()

    @on(Input.Changed)
    def _typed(self) -> None:
        self._problem("")
        self._name_key()

    @on(KeyNameInput.Refused)
    def _refused(self) -> None:
        self._problem(f"{form.LABELS['key_env']}: {form.A_KEY}.")

    @on(FieldRow.Focused)
    @on(ChoiceRow.Focused)
    def _hint(self, event: FieldRow.Focused | ChoiceRow.Focused) -> None:
        self.query_one("#hint", Static).update(say(event.row.about))

    def _problem(self, text: str) -> None:
        if text != self._told:
            self._told = text
            self.query_one("#problem", Static).update(say(text))

    # keeping it

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Check it and save it; what is wrong is said, and nothing saved."""
        try:
            entry = form.entry_of(self.kind, self.fields, self.arena.house.book, self._old)
        except BadFile as error:
            self._problem(f"{error}.")
            return
        self.run_worker(self._save(entry), group="change", exclusive=True)

    async def _save(self, entry: ModelEntry) -> None:
        arena, old = self.arena, self._old

        def change(book: ModelBook) -> ModelBook:
            renamed = old is not None and old.name != entry.name
            return with_entry(entry)(without(old.name)(book) if renamed and old else book)

        try:
            await arena.in_thread(write_models, arena.paths, change)
        except BadFile as error:
            self._problem(str(error))
            return
        await arena.in_thread(arena.house.read)
        arena.back()
        self._done(entry)

    @property
    def changed(self) -> bool:
        """Whether anything stands there that would be lost."""
        before = {**self._first, "kind": self._kind}
        return {**self.fields, "kind": self.kind} != before

    def action_back(self) -> None:
        """Leave; what was typed is given up only after a question."""
        if not self.changed:
            self.arena.back()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.arena.back()

        self.app.push_screen(unsaved_dialog(), answered)

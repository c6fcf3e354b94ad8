"""The form of one model: its fields as texts, and back to an entry that is checked, saved and tested.

An empty field means the default.

Law: an API key is never saved, only the name of its variable. No message repeats a text that might be a key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from tui_arena.config import (
    BadFile,
    ModelBook,
    ModelEntry,
    checked,
    expanded,
    keys_found,
    looks_like_key,
    redact,
    with_entry,
    without,
    write_models,
)
from tui_arena.config.files import model_file_fault
from tui_arena.config.models import AUTO, CONTEXT, OFF, STALL, TOTAL
from tui_arena.config.redaction import KEY_VARIABLES
from tui_arena.players.models.registry import spare_name
from tui_arena.players.seating import PLAIN
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.glyphs import say
from tui_arena.ui.models.presenter import provider_of, suggestions
from tui_arena.ui.widgets.dialogs import unsaved_dialog
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, FieldRow, KeyNameInput, Rows

PROVIDER, SERVER, FILE = "provider", "server", "file"
KINDS = {PROVIDER: "a provider", SERVER: "a server", FILE: "a GGUF file"}
"""The kinds of models, in words."""
SAMPLING = ("temperature", "top_p", "max_tokens")
NUMBERS = {
    "temperature": (float, "such as 0.7"),
    "top_p": (float, "such as 0.9"),
    "max_tokens": (int, "such as 400"),
    "seed": (int, "such as 3"),
    "timeout": (float, f"seconds, such as {TOTAL:g}"),
    "stall": (float, f"seconds, such as {STALL:g}"),
    "context": (int, f"tokens, such as {CONTEXT}"),
    "input_price": (float, "USD per million tokens"),
    "output_price": (float, "USD per million tokens"),
}
RANGES = {"temperature": (0.0, 10.0), "top_p": (0.0, 1.0), "max_tokens": (1.0, 1e6), "seed": (0.0, 2.0**53)}
ENDING = ".gguf"
A_KEY = "that looks like a key; put it in a variable, and give that variable's name here"
_SHARED = ("timeout", "stall", "context", "input_price", "output_price")


def kind_of(entry: ModelEntry) -> str:
    """The kind of an entry: `PROVIDER`, `SERVER` or `FILE`."""
    if entry.gguf:
        return FILE
    return SERVER if entry.base_url else PROVIDER


def fields_of(entry: ModelEntry) -> dict[str, str]:
    """The texts of the form's fields for an entry."""
    default = ModelEntry("")
    values: dict[str, Any] = {"name": entry.name, "model": entry.model, "gguf": entry.gguf}
    values |= {"base_url": entry.base_url, "key_env": entry.key_env, "persona": entry.persona}
    values |= {name: entry.sampling.get(name) for name in SAMPLING}
    values |= {n: v for n in _SHARED if (v := getattr(entry, n)) != getattr(default, n)}
    out = {name: "" if value is None else _written(value) for name, value in values.items()}
    return {
        **dict.fromkeys(_SHARED, ""),
        **out,
        "prompt": entry.prompt or PLAIN,
        "structured": entry.structured,
    }


def _written(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def entry_of(
    kind: str, fields: Mapping[str, str], book: ModelBook, old: ModelEntry | None = None
) -> ModelEntry:
    """The entry that a form describes; raises BadFile with the first value that is not allowed.

    `old`: the entry that is changed; its values that the form has no field for are kept.
    """
    for name in ("name", "model", "base_url", "gguf"):
        if redact(fields[name]) != fields[name]:
            raise BadFile(f"{LABELS[name]}: {A_KEY}")
    if looks_like_key(fields["key_env"]):
        raise BadFile(f"{LABELS['key_env']}: {A_KEY}")
    values: dict[str, Any] = {"sampling": _sampling(fields, old)}
    values |= {n: number for n in _SHARED if (number := number_of(n, fields[n])) is not None}
    values |= _address(kind, fields)
    if fields["persona"]:
        values["persona"] = fields["persona"]
    if fields["prompt"] != PLAIN:
        values["prompt"] = fields["prompt"]
    if fields["structured"] != AUTO:
        values["structured"] = fields["structured"]
    if not values["sampling"]:
        del values["sampling"]
    others = {name for name in book.all if old is None or name != old.name}
    name = fields["name"] or spare_name(_tail(fields["gguf"]) if kind == FILE else fields["model"], others)
    if name in others:
        raise BadFile(f"name: there is a model {name!r} already")
    try:
        return checked(name, {**(old.unknown if old else {}), **values})
    except BadFile as error:
        raise BadFile(_short(str(error), name)) from None


def _address(kind: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The values that say where the model is. Raises BadFile."""
    if kind == FILE:
        if not fields["gguf"]:
            raise BadFile("file: the path of a GGUF file is needed")
        fault = model_file_fault(expanded(fields["gguf"]))
        if fault:
            raise BadFile(f"file: {fault}")
        return {"gguf": fields["gguf"]}
    if not fields["model"]:
        raise BadFile(f"model: its name is needed, such as {EXAMPLES[kind]}")
    values = {"model": fields["model"]}
    if kind == SERVER:
        if not fields["base_url"]:
            raise BadFile("address: it is needed, such as http://127.0.0.1:11434/v1")
        values["base_url"] = fields["base_url"]
    if fields["key_env"]:
        values["key_env"] = fields["key_env"]
    return values


def _tail(path: str) -> str:
    """The name of a file without its folder and the ending of model files."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return name[: -len(ENDING)] if name.lower().endswith(ENDING) else name


def _sampling(fields: Mapping[str, str], old: ModelEntry | None) -> dict[str, Any]:
    kept = {n: v for n, v in old.sampling.items() if n not in SAMPLING} if old else {}
    return {**kept, **sampling_of(fields, SAMPLING)}


def sampling_of(fields: Mapping[str, str], names: tuple[str, ...]) -> dict[str, Any]:
    """The sampling parameters that are given. Raises BadFile."""
    return {n: value for n in names if (value := number_of(n, fields.get(n, ""))) is not None}


def number_of(name: str, text: str) -> float | int | None:
    """The number in a field; None if it is empty. Raises BadFile."""
    if not text:
        return None
    read, example = NUMBERS[name]
    low, high = RANGES.get(name, (0.0, 1e9))
    try:
        value: float | int = read(text.replace(",", "") if read is int else text)
    except ValueError:
        raise BadFile(f"{LABELS[name]}: a number is needed, {example}") from None
    if not low <= value <= high:
        raise BadFile(f"{LABELS[name]}: {low:g} to {high:g} are allowed")
    return value


def _short(why: str, name: str) -> str:
    """A fault of an entry, without the name, which the form shows already."""
    return why.removeprefix(f"model {name}: ").removeprefix(f"model {name!r}: ")


EXAMPLES = {PROVIDER: "openai/gpt-5-mini", SERVER: "llama3.2", FILE: "~/models/phi-4.gguf"}
LABELS = {
    "name": "name",
    "model": "model",
    "gguf": "file",
    "base_url": "address",
    "key_env": "key variable",
    "temperature": "temperature",
    "top_p": "top_p",
    "max_tokens": "max tokens",
    "seed": "seed",
    "persona": "persona",
    "prompt": "prompt",
    "structured": "JSON replies",
    "timeout": "timeout",
    "stall": "stall",
    "context": "context",
    "input_price": "price in",
    "output_price": "price out",
}
"""The labels of the fields."""


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
    """One line for each property of a model; Enter saves and tests it."""

    CSS_PATH = "form_screen.tcss"
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
        """`done` gets the saved entry; `old`: the entry to change; None: a new one."""
        super().__init__()
        self._done = done
        self._told = ""
        self._old = old
        first = old or ModelEntry("", model, base_url=base_url)
        self._kind = kind_of(first)
        self._first = fields_of(first)
        self.title = "CHANGE A MODEL" if old else "ADD A MODEL"
        self.sub_title = old.name if old else ""

    def body(self) -> ComposeResult:
        with Rows(id="form"):
            with Vertical(id="what"):
                yield ChoiceRow(
                    "it is",
                    [Choice(kind, text) for kind, text in KINDS.items()],
                    self._kind,
                    about=ABOUT["kind"],
                    id="kind",
                )
                yield self._field("model", "", suggestions=suggestions(keys_found()))
                yield self._field("base_url", "such as http://127.0.0.1:11434/v1")
                yield self._field("gguf", f"such as {EXAMPLES[FILE]}", limit=1000)
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
            LABELS[name],
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
        return ChoiceRow(LABELS[name], choices, now, about=ABOUT[name], id=f"field-{name}")

    def _prompts(self) -> list[str]:
        """The prompt variants of all games."""
        catalogue = self.arena.catalogue
        games = catalogue.games.values()
        found = {v for info in games for ask in info.asks for v in catalogue.prompt_variants(info, ask)}
        return [PLAIN, *sorted(found - {""})]

    def on_mount(self) -> None:
        self._draw()
        if self._kind == FILE:
            self.query_one("#field-gguf", FieldRow).field.focus()

    # the fields

    @property
    def fields(self) -> dict[str, str]:
        """The texts of all fields."""
        rows = {str(row.id).partition("-")[2]: row.value for row in self.query(FieldRow)}
        choices = ("structured", "prompt")
        return {**rows, **{name: self.query_one(f"#field-{name}", ChoiceRow).value for name in choices}}

    @property
    def kind(self) -> str:
        """The kind that is chosen."""
        return self.query_one("#kind", ChoiceRow).value

    def _draw(self) -> None:
        """Show the fields that this kind of model has."""
        kind = self.kind
        shown = {
            "model": kind != FILE,
            "base_url": kind == SERVER,
            "gguf": kind == FILE,
            "key_env": kind != FILE,
            "context": kind == FILE,
        }
        for name, on_ in shown.items():
            self.query_one(f"#field-{name}").display = on_
        for name in ("input_price", "output_price"):
            price = self.query_one(f"#field-{name}", FieldRow)
            price.field.placeholder = "from LiteLLM's list" if kind == PROVIDER else "n/a"
        model = self.query_one("#field-model", FieldRow)
        model.field.placeholder = f"such as {EXAMPLES[kind]}"
        model.about = ABOUT["served" if kind == SERVER else "model"]
        self._name_key()

    def _name_key(self) -> None:
        """Show which variable holds the key if none is named."""
        provider = provider_of(self.query_one("#field-model", FieldRow).value)
        usual = KEY_VARIABLES.get(provider or "", "the provider's usual one")
        self.query_one("#field-key_env", FieldRow).field.placeholder = (
            "none" if self.kind == SERVER else usual
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
        self._problem(f"{LABELS['key_env']}: {A_KEY}.")

    @on(FieldRow.Focused)
    @on(ChoiceRow.Focused)
    def _hint(self, event: FieldRow.Focused | ChoiceRow.Focused) -> None:
        self.query_one("#hint", Static).update(say(event.row.about))

    def _problem(self, text: str) -> None:
        if text != self._told:
            self._told = text
            self.query_one("#problem", Static).update(say(text))

    # saving

    @on(Input.Submitted)
    @on(Button.Pressed, "#save")
    def action_save(self) -> None:
        """Check the entry and save it; a fault is shown, and nothing is saved."""
        try:
            entry = entry_of(self.kind, self.fields, self.arena.registry.book, self._old)
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
        await arena.in_thread(arena.registry.read)
        arena.back()
        self._done(entry)

    @property
    def changed(self) -> bool:
        """Whether the form has changes that would be lost."""
        before = {**self._first, "kind": self._kind}
        return {**self.fields, "kind": self.kind} != before

    def action_back(self) -> None:
        """Leave the form; after changes, only after a question."""
        if not self.changed:
            self.arena.back()
            return

        def answered(answer: str | None) -> None:
            if answer == "leave":
                self.arena.back()

        self.app.push_screen(unsaved_dialog(), answered)

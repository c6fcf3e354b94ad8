"""The form of one model: turns an entry into fields, and the fields into an entry to check, save and test.

An empty field means the default.

Law: an API key is never saved, only the name of its variable. No message repeats a text that may be a key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Button

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
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.config.models import AUTO, CONTEXT, HELP, LITELLM, OFF, STALL, TOTAL, sampling_fault
from tui_arena.core.language.sentences import UNKNOWN
from tui_arena.players.models.registry import spare_name
from tui_arena.players.seating import PLAIN
from tui_arena.ui.glyphs import say
from tui_arena.ui.models.presenter import provider_of, suggestions
from tui_arena.ui.widgets.form import Columns, SaveForm, choices, plain
from tui_arena.ui.widgets.rows import Field, FieldRow, KeyNameInput, Number

PROVIDER, SERVER, FILE = "provider", "server", "file"
KINDS = {PROVIDER: "a provider", SERVER: "a server", FILE: "a GGUF file"}
"""Maps the kinds of models to words."""
EXAMPLES = {PROVIDER: "openai/gpt-5-mini", SERVER: "llama3.2", FILE: "~/models/phi-4.gguf"}
ENDING = ".gguf"
A_KEY = "that looks like a key. Put it in a variable and type the variable's name here"
OWN = "the model's own"
_PRICE = Number(float, "USD per million tokens")
ASKED = {AUTO: "auto", LITELLM: "through LiteLLM"}
"""Maps the values of the field for the transport to words."""
REPLIES = {AUTO: "JSON if it can", OFF: "plain text", HELP: "help with forms"}
"""Maps the values of the field for the form of replies to words."""
_FIELDS = (
    Field("kind", "from", choices=choices(KINDS.items())),
    Field("model", "model"),
    Field("base_url", "address", empty="such as http://127.0.0.1:11434/v1"),
    Field("gguf", "file", empty=f"such as {EXAMPLES[FILE]}", limit=1000),
    Field("name", "name", empty=OWN, limit=40),
    Field("key_env", "key variable", key_name=True),
    Field("temperature", "temperature", empty=OWN, number=Number(float, "such as 0.7", most=10)),
    Field("top_p", "top_p", empty=OWN, number=Number(float, "such as 0.9", most=1)),
    Field("max_tokens", "max tokens", empty=OWN, number=Number(int, "such as 400", -1, 1e6)),
    Field("seed", "seed", empty=OWN, number=Number(int, "such as 3", most=2.0**53)),
    Field("structured", "replies", choices=choices(REPLIES.items())),
    Field("prompt", "prompt"),
    Field("road", "requests", choices=choices(ASKED.items())),
    Field("timeout", "timeout", empty=f"{TOTAL:g} s", number=Number(float, f"seconds, such as {TOTAL:g}")),
    Field("stall", "stall", empty=f"{STALL:g} s", number=Number(float, f"seconds, such as {STALL:g}")),
    Field("context", "context", empty=f"{CONTEXT} tokens", number=Number(int, f"tokens, such as {CONTEXT}")),
    Field("input_price", "price in", number=_PRICE),
    Field("output_price", "price out", number=_PRICE),
    Field("persona", "persona", empty="none", limit=2000),
)
SERVED = "What the server calls it. Press l on the models screen to list what's running here."
ABOUT = {
    "kind": "A provider with a key, a server that speaks OpenAI's protocol, or a file on this disk.",
    "model": "Write it as PROVIDER/MODEL. Press the right arrow to take the suggestion.",
    "base_url": "Ollama http://127.0.0.1:11434/v1, LM Studio :1234/v1, llama.cpp :8080/v1, vLLM :8000/v1.",
    "gguf": "The model starts on this machine when it's first needed, and stops when you quit.",
    "name": "Call it what you like. Empty: the model's own name.",
    "key_env": "Just the variable's name. The key itself stays in your environment.",
    "temperature": "How freely it picks words: 0 is steady, 1 is lively.",
    "top_p": "Only picks from the likeliest words, up to this share (0 to 1).",
    "max_tokens": "Longer replies are cut off here. Many local servers take -1 for no limit.",
    "structured": "Help with forms lets a weak model reply only in the game's forms; stats count its games separately.",
    "prompt": "Which version of the prompts it gets.",
    "road": "auto: direct where that works (faster), else through LiteLLM.",
    "timeout": "How many seconds a whole reply may take.",
    "stall": "How many seconds it may stay silent.",
    "context": "How much it can read, in tokens. More needs more memory.",
    "input_price": "Dollars per million tokens it reads. Only if LiteLLM doesn't know the price.",
    "output_price": "Dollars per million tokens it writes.",
    "persona": "Who it should be, in a sentence. It hears this before the rules.",
}
FIELDS = {field.id: replace(field, about=ABOUT.get(field.id, "")) for field in _FIELDS}
"""Maps ids to the fields of a model, for this form and for one seat of a game."""
SAMPLING = ("temperature", "top_p", "max_tokens")
_NUMBERS = ("timeout", "stall", "context", "input_price", "output_price")
_ONLY_IN = {
    "model": (PROVIDER, SERVER),
    "base_url": (SERVER,),
    "gguf": (FILE,),
    "key_env": (PROVIDER, SERVER),
    "context": (FILE,),
}
"""Maps fields to the kinds of models that have them; all kinds have the other fields."""


def values_of(entry: ModelEntry) -> dict[str, str]:
    """Maps the form's fields to their values for an entry."""
    default = ModelEntry("")
    found: dict[str, Any] = {name: getattr(entry, name, None) for name in FIELDS}
    found |= {name: None for name in _NUMBERS if found[name] == getattr(default, name)}
    found |= {name: entry.sampling.get(name) for name in SAMPLING}
    found["kind"] = FILE if entry.gguf else SERVER if entry.base_url else PROVIDER
    found["prompt"] = entry.prompt or PLAIN
    texts = {name: f"{value:g}" if isinstance(value, float) else value for name, value in found.items()}
    return {name: "" if text is None else str(text) for name, text in texts.items()}


def entry_of(values: Mapping[str, str], book: ModelBook, old: ModelEntry | None = None) -> ModelEntry:
    """The entry that a form describes. Raises BadFile about the first invalid value.

    `old`: the entry to change; it keeps its values without a field in the form.
    """
    for name in ("name", "model", "base_url", "gguf", "key_env"):
        text = values[name]
        if looks_like_key(text) if name == "key_env" else redact(text) != text:
            raise BadFile(f"{FIELDS[name].label}: {A_KEY}")
    kept = {n: v for n, v in old.sampling.items() if n not in SAMPLING} if old else {}
    given = {
        "sampling": {**kept, **numbers_in(values, SAMPLING)},
        **numbers_in(values, _NUMBERS),
        **_address(values),
        "persona": values["persona"],
        "prompt": values["prompt"] if values["prompt"] != PLAIN else "",
        **{name: values[name] if values[name] != AUTO else "" for name in ("structured", "road")},
    }
    others = {name for name in book.all if old is None or name != old.name}
    said = _tail(values["gguf"]) if values["kind"] == FILE else values["model"]
    name = values["name"] or spare_name(said, others)
    if name in others:
        raise BadFile(f"name: you already have a model called {name!r}")
    try:
        known = old.unknown if old else {}
        return checked(name, {**known, **{n: value for n, value in given.items() if value not in ("", {})}})
    except BadFile as error:  # the form already shows the name
        told = str(error).removeprefix(f"model {name}: ").removeprefix(f"model {name!r}: ")
        field, _, rest = told.partition(" can't be ")
        raise BadFile(f"{FIELDS[field].label} can't be {rest}" if field in FIELDS else told) from None


def _address(values: Mapping[str, str]) -> dict[str, str]:
    """The values for the location of the model. Raises BadFile."""
    kind = values["kind"]
    if kind == FILE:
        if not values["gguf"]:
            raise BadFile("file: type the path of a GGUF file")
        fault = model_file_fault(expanded(values["gguf"]))
        if fault:
            raise BadFile(f"file: {fault}")
    elif not values["model"]:
        raise BadFile(f"model: type its name, such as {EXAMPLES[kind]}")
    elif kind == SERVER and not values["base_url"]:
        raise BadFile("address: type it, such as http://127.0.0.1:11434/v1")
    return {name: values[name] for name in ("model", "gguf", "base_url", "key_env") if kind in _ONLY_IN[name]}


def _tail(path: str) -> str:
    """The name of a model file without its folder and its suffix."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return name[: -len(ENDING)] if name.lower().endswith(ENDING) else name


def numbers_in(values: Mapping[str, str], names: Sequence[str]) -> dict[str, float | int]:
    """Maps each of these fields with a number to the number. Raises BadFile."""
    found = {name: number for name in names if (number := FIELDS[name].read(values[name])) is not None}
    for fault in filter(None, (sampling_fault(name, number) for name, number in found.items())):
        raise BadFile(fault)
    return found


UNTESTED = frozenset({"name", "timeout", "stall", "input_price", "output_price", "persona"})
"""The fields that a test of the model doesn't depend on."""
SAVE, SAVE_AND_TEST = "Save", "Save and test"


class ModelForm(SaveForm[ModelEntry]):
    """One line for each property of a model; Enter saves it, and tests it if the last test no longer counts."""

    CSS_PATH = "form_screen.tcss"
    AUTO_FOCUS = "#model Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "save_and_test", SAVE_AND_TEST, id="model_form.save"),
        Binding("ctrl+s", "save_only", SAVE, id="model_form.save_only"),
        Binding("enter", "save", show=False),
    ]
    BUTTONS = (("save", SAVE_AND_TEST),)
    HELP = "Press Enter in any field to save. Leave a field empty to use what it shows in grey."

    def __init__(
        self,
        done: Callable[[ModelEntry, bool], object],
        *,
        old: ModelEntry | None = None,
        tested: bool = False,
        model: str = "",
        base_url: str | None = None,
        gguf: str | None = None,
    ) -> None:
        """`done` is called with the saved entry and whether it has to be tested.

        `old`: the entry to change; None for a new entry. `tested`: whether its last test went well.
        `model`, `base_url` and `gguf`: the first values of these fields for a new entry; `gguf` may be empty.
        """
        first = values_of(old or ModelEntry("", model, base_url=base_url))
        values = first if gguf is None else {**first, "kind": FILE, "gguf": gguf}
        super().__init__(lambda made: done(made, not self.only_saves), values)
        self._old = old
        self._tested = tested
        self.title = "CHANGE A MODEL" if old else "ADD A MODEL"
        self.sub_title = old.name if old else ""

    def body(self) -> ComposeResult:
        """The form, which offers the prompt variants of all games."""
        catalogue = self.arena.catalogue
        games = catalogue.games.values()
        found = {v for info in games for ask in info.asks for v in catalogue.prompt_variants(info, ask)}
        self._prompts = [PLAIN, *sorted(found - {""})]
        yield from super().body()

    def on_mount(self) -> None:
        self._label()
        if self.form.values["kind"] == FILE:
            self.query_one("#gguf", FieldRow).field.focus()

    @property
    def only_saves(self) -> bool:
        """Whether saving needs no test: no field that a test depends on has changed since the last test."""
        now, first = self.form.values, self.form.first
        return self._tested and all(now[name] == first[name] for name in now.keys() - UNTESTED)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return {"save_only": self.only_saves, "save_and_test": not self.only_saves}.get(action, True)

    action_save_only = action_save_and_test = SaveForm.action_save

    def redraw(self) -> None:
        super().redraw()
        self._label()

    def _label(self) -> None:
        self.query_one("#save", Button).label = say(SAVE if self.only_saves else SAVE_AND_TEST)

    def columns(self) -> Columns:
        now = self.form.values
        kind = now["kind"]
        usual_key = KEY_VARIABLES.get(provider_of(now["model"]) or "", "the provider's usual one")
        price = "from LiteLLM's list" if kind == PROVIDER else UNKNOWN
        here: dict[str, dict[str, Any]] = {
            "model": {
                "empty": f"such as {EXAMPLES[kind]}",
                "about": SERVED if kind == SERVER else ABOUT["model"],
                "suggestions": suggestions(keys_found()),
            },
            "key_env": {"empty": "none" if kind == SERVER else usual_key},
            "prompt": {"choices": plain(dict.fromkeys([*self._prompts, now["prompt"]]))},
            "input_price": {"empty": price},
            "output_price": {"empty": price},
        }

        def fields(*names: str) -> list[Field]:
            return [
                replace(
                    FIELDS[name],
                    value=now[name],
                    shown=kind in _ONLY_IN.get(name, KINDS),
                    **here.get(name, {}),
                )
                for name in names
            ]

        return {
            "top": fields("kind", "model", "base_url", "gguf", "name", "key_env"),
            "left": ["HOW IT ANSWERS", *fields(*SAMPLING, "structured", "prompt", "road")],
            "right": ["TIME AND COST", *fields(*_NUMBERS)],
            "bottom": fields("persona"),
        }

    @on(KeyNameInput.KeyRemoved)
    def _tell_of_key(self) -> None:
        self.tell(f"{FIELDS['key_env'].label}: {A_KEY}.")

    def read(self) -> ModelEntry:
        return entry_of(self.form.values, self.arena.registry.book, self._old)

    def write(self, made: ModelEntry) -> None:
        old = self._old

        def change(book: ModelBook) -> ModelBook:
            return with_entry(made)(without(old.name)(book) if old and old.name != made.name else book)

        write_models(self.arena.paths, change)
        self.arena.registry.read()

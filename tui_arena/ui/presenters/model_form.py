"""A model's entry as a form: texts by field, and back to an entry that is checked.

Law: an empty field means what the program does without it. No sentence repeats what might be a key.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.config import (
    BadFile,
    ModelBook,
    ModelEntry,
    checked,
    expanded,
    looks_like_key,
    redact,
)
from tui_arena.config.files import model_file_fault
from tui_arena.config.models import AUTO, CONTEXT, STALL, TOTAL
from tui_arena.players.finding import spare_name
from tui_arena.players.seating import PLAIN

PROVIDER, SERVER, FILE = "provider", "server", "file"
KINDS = {PROVIDER: "a provider", SERVER: "a server", FILE: "a GGUF file"}
"""What a model can be, in words."""
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
    """Which of the three kinds an entry is."""
    if entry.gguf:
        return FILE
    return SERVER if entry.base_url else PROVIDER


def fields_of(entry: ModelEntry) -> dict[str, str]:
    """What stands in the form for an entry."""
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
    """The entry that a form says; raises BadFile with the first thing that is not allowed.

    `old`: the entry that is changed; what a form does not know of it is kept.
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
    """What says where the model is. Raises BadFile."""
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
    """The name of a file without what says that it is a model file."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return name[: -len(ENDING)] if name.lower().endswith(ENDING) else name


def _sampling(fields: Mapping[str, str], old: ModelEntry | None) -> dict[str, Any]:
    kept = {n: v for n, v in old.sampling.items() if n not in SAMPLING} if old else {}
    return {**kept, **sampling_of(fields, SAMPLING)}


def sampling_of(fields: Mapping[str, str], names: tuple[str, ...]) -> dict[str, Any]:
    """The parameters that are given. Raises BadFile."""
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
    """A fault of an entry, without the name that stands in the form anyway."""
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
"""How the fields are called."""

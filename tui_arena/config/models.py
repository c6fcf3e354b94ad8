"""The models that the user configured: `models.toml` in the config folder.

A broken entry is reported and skipped; a broken file is reported.

Law: the file never contains an API key, only the name of the key's variable. A broken file is never
overwritten, and unknown keys are kept.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tui_arena.config.files import (
    BadFile,
    Paths,
    Rule,
    alone,
    expanded,
    number,
    read_limited,
    rewrite_toml,
    saved_toml,
    whole,
    write_atomically,
)
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.config.model_files import has_chat_template
from tui_arena.core.text import one_line

NAME_CHARS = 40
TEXT_CHARS = 2000
"""The maximum length of a persona, or of a text in the sampling, in characters."""
MODEL_CHARS = 200
"""The maximum length of a model string or of a variable's name, in characters."""
TOTAL, STALL = 180.0, 30.0
"""Default time-outs in seconds: for a whole reply, and between two pieces of it."""
CONTEXT = 4096
"""The tokens of context for a model file on disk, unless its entry says otherwise."""
SERVER_BYTES = 400_000_000
"""The memory that a model file takes besides its own size: its context, and the prompts that it keeps."""
LOCAL_TOKENS = 400
"""Tokens for a reply of a model file on disk, unless its entry gives a number: small models ramble."""
MOST_SAMPLED = 2**53
"""The largest number in the sampling: JSON readers may round larger whole numbers."""
MOST_TOKENS = 10_000_000
"""The maximum number of tokens that a parameter of the sampling can name."""
MOST_TEXTS = 16
"""The maximum number of texts at which a reply stops."""
SMALL = 1_000_000_000
"""A model file with fewer bytes than this is small."""
OWN_PROVIDERS = frozenset({"ollama", "ollama_chat", "lm_studio", "hosted_vllm", "llamafile", "lemonade"})
"""LiteLLM's names for servers on the user's own machine, which cost nothing."""
AUTO, OFF, HELP = "auto", "off", "help"
LITELLM = "litellm"
_ALLOWED = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _.-")
_NOT_SAMPLED = frozenset(
    "model messages stream stream_options timeout n functions tools response_format".split()
)
"""Parameters that only this program may set."""
_NOT_IN_SAMPLED = re.compile(
    "key|secret|passw|credential|header|url|api_|base|proxy|mock|callback|retries|provider|organization"
)
_IN_MODEL = (_ALLOWED | frozenset("/:@+")) - frozenset(" ")


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One model, under the name that the user gave it."""

    name: str
    model: str = ""
    """LiteLLM's model string; with `base_url`, the server's name for the model; empty for a file on disk."""
    gguf: Path | None = None
    """The path of a model file that this program runs; None for a model on a server."""
    base_url: str | None = None
    """The address of a server that speaks OpenAI's protocol, such as http://127.0.0.1:11434/v1. None: the
    provider's usual address."""
    key_env: str | None = None
    """The name of the environment variable with the key; None: the provider's usual variable."""
    sampling: Mapping[str, Any] = field(default_factory=dict)
    """`temperature`, `top_p`, `max_tokens`, `seed` and any other parameter that the provider accepts: numbers,
    texts, flags, and lists of texts (`stop`)."""
    persona: str | None = None
    prompt: str | None = None
    """The prompt variant; None: the standard prompt."""
    structured: str = AUTO
    """`auto`: ask for JSON if the provider supports it; `off`: never; `help`: hold each reply to its form, as
    help for weak models, which is counted as a condition of its own."""
    road: str = AUTO
    """`auto`: a server that speaks OpenAI's protocol is asked directly; `litellm`: it is asked through
    LiteLLM."""
    timeout: float = TOTAL
    stall: float = STALL
    context: int = CONTEXT
    """The tokens of context; only for a file on disk."""
    input_price: float | None = None
    """USD per million tokens, if LiteLLM's price table doesn't have it."""
    output_price: float | None = None
    unknown: Mapping[str, Any] = field(default_factory=dict)
    """Keys of the file that this version does not know; they are written back."""

    @property
    def small(self) -> bool:
        """True if it is a small model file, whose model needs help to play at all."""
        try:
            return self.gguf is not None and self.gguf.stat().st_size < SMALL
        except OSError:
            return False

    @property
    def is_base(self) -> bool:
        """True if it is a base model: a model file without a chat template, so that it only continues text."""
        return self.gguf is not None and has_chat_template(self.gguf) is False

    @property
    def runs_here(self) -> bool:
        """True if it runs on the user's own machine or network, so that it costs nothing."""
        if self.gguf is not None or self.base_url is None:
            return self.gguf is not None or self.provider in OWN_PROVIDERS
        try:
            host = urlsplit(self.base_url).hostname or ""
            return host == "localhost" or host.endswith(".local") or ip_address(host).is_private
        except ValueError:  # the host is a name, not an address
            return False

    @property
    def needs(self) -> str:
        """What a bot needs to think with it, in a few words: memory, or a server."""
        if self.gguf is None:
            return f"asks {self.provider}"
        try:
            size = self.gguf.stat().st_size + SERVER_BYTES
        except OSError:
            return "its file isn't there"
        return f"takes about {size / 1e9:.1f} GB of memory"

    @property
    def said_model(self) -> str:
        """The model's name in session files; it reveals nothing about this machine."""
        return f"gguf/{self.gguf.name}" if self.gguf else self.model

    @property
    def key_variable(self) -> str | None:
        """The environment variable with the key; None if none is named and the provider has no usual one."""
        own = self.gguf or self.base_url
        return self.key_env or (None if own else KEY_VARIABLES.get(self.provider))

    @property
    def provider(self) -> str:
        """The provider of the model. All models of one provider share its limits."""
        if self.gguf:
            return f"file {self.gguf.name}"
        if self.base_url:
            return self.base_url.partition("://")[2].partition("/")[0].rpartition("@")[2]
        return self.model.partition("/")[0] if "/" in self.model else "openai"


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of one provider; None: no limit."""

    concurrency: int | None = None
    """The maximum number of requests at the same time."""
    per_minute: int | None = None
    """The maximum number of requests per minute."""
    tokens_per_minute: int | None = None


@dataclass(frozen=True, slots=True)
class ModelBook:
    """All configured models by name, and the limits of providers."""

    entries: Mapping[str, ModelEntry] = field(default_factory=dict)
    limits: Mapping[str, Limit] = field(default_factory=dict)
    found: Mapping[str, ModelEntry] = field(default_factory=dict)
    """Models found on this machine, which need no entry. An entry of the same name takes precedence."""
    keyring: tuple[str, ...] = ()
    """The variables whose key is in the system's keyring."""
    unknown: Mapping[str, Any] = field(default_factory=dict)

    @property
    def all(self) -> Mapping[str, ModelEntry]:
        """Every model that was found or configured, by name."""
        return {**self.found, **self.entries}

    def get(self, name: str) -> ModelEntry:
        """The model with this name or LiteLLM model string; raises BadFile, which lists the known names."""
        if name in self.all:
            return self.all[name]
        if 0 < len(name) <= MODEL_CHARS and set(name) <= _IN_MODEL:
            return ModelEntry(name, name)
        raise BadFile(f"there is no model {one_line(name, 60)!r}; {self._known()}")

    def _known(self) -> str:
        names = ", ".join(self.all) or "none yet"
        return f"configured: {names}; a LiteLLM model string such as openai/gpt-4o works, too"


def _text(value: object) -> bool:
    return isinstance(value, str) and bool(one_line(value[:1000])) and len(value) <= TEXT_CHARS


def _line(value: object) -> bool:
    return isinstance(value, str) and _text(value) and value.isprintable()


def _variable(value: object) -> bool:
    return isinstance(value, str) and value.isidentifier() and value.isascii() and len(value) <= MODEL_CHARS


def _url(value: object) -> bool:
    if not isinstance(value, str) or not value.isprintable() or " " in value or "@" in value:
        return False
    return value.startswith(("http://", "https://"))


def may_be_sampled(name: str) -> bool:
    """True if a parameter is allowed as sampling: it must not set the model, the connection or the key.

    >>> may_be_sampled("top_k"), may_be_sampled("api_key"), may_be_sampled("max_tokens")
    (True, False, True)
    """
    return name not in _NOT_SAMPLED and not _NOT_IN_SAMPLED.search(name)


def _texts(value: object) -> bool:
    if not isinstance(value, list) or not 0 < len(value) <= MOST_TEXTS:
        return False
    return all(isinstance(one, str) and 0 < len(one) <= TEXT_CHARS for one in value)


def _sampled(value: object) -> bool:
    if isinstance(value, bool | str):
        return len(str(value)) <= TEXT_CHARS
    return number(-MOST_SAMPLED, MOST_SAMPLED)(value) or _texts(value)


def _sampling(value: object) -> bool:
    return isinstance(value, dict) and all(may_be_sampled(str(k)) and _sampled(v) for k, v in value.items())


_SHARE: Rule = (number(0, 1), "a number, 0 to 1")
_PENALTY: Rule = (number(-2, 2), "a number, -2 to 2")
_REPEAT: Rule = (number(0, 10), "a number, 0 to 10, where 1 means no penalty")
_WHOLE: dict[str, Rule] = {
    "top_k": (whole(-1, MOST_TOKENS), f"a whole number, -1 to {MOST_TOKENS}"),
    **dict.fromkeys(
        ("max_tokens", "max_completion_tokens"),
        (
            lambda v: v == -1 or whole(1, MOST_TOKENS)(v),
            f"a whole number, 1 to {MOST_TOKENS}, or -1 for no limit",
        ),
    ),
    "num_ctx": (whole(1, MOST_TOKENS), f"a whole number, 1 to {MOST_TOKENS}"),
    "num_predict": (whole(-2, MOST_TOKENS), f"a whole number, -2 to {MOST_TOKENS}"),
    "seed": (whole(-MOST_SAMPLED, MOST_SAMPLED), "a whole number"),
    "mirostat": (whole(0, 2), "0, 1 or 2"),
}
"""Maps the parameters that are whole numbers to their rules."""
_PARAMETERS: dict[str, Rule] = {
    **_WHOLE,
    "temperature": (number(0, 10), "a number, 0 to 10"),
    "top_p": _SHARE,
    "min_p": _SHARE,
    "typical_p": _SHARE,
    "stop": (lambda v: _texts(v) or _texts([v]), 'texts that stop the reply, such as stop=["\\n", "END"]'),
    "presence_penalty": _PENALTY,
    "frequency_penalty": _PENALTY,
    "repeat_penalty": _REPEAT,
    "repetition_penalty": _REPEAT,
}
"""Maps the common sampling parameters to their rules. Any other takes any number, text or flag."""


def sampling_fault(name: str, value: object) -> str | None:
    """Why a sampling parameter can't have a value, as a sentence that doesn't repeat the value; None if it can.

    >>> sampling_fault("top_p", 0.5), sampling_fault("top_p", 5)
    (None, 'top_p takes a number, 0 to 1')
    """
    good, allowed = _PARAMETERS.get(name, (_sampled, "a number, a text or a flag"))
    return None if good(as_sent(name, value)) else f"{one_line(name, 40)} takes {allowed}"


def as_sent(name: str, value: Any) -> Any:
    """The value of a sampling parameter as it is sent: a whole number if servers take nothing else.

    >>> as_sent("top_k", 40.0), as_sent("temperature", 1.0), as_sent("top_k", 1.5)
    (40, 1.0, 1.5)
    """
    return int(value) if name in _WHOLE and isinstance(value, float) and value.is_integer() else value


_ENTRY: dict[str, Rule] = {
    "model": (_line, "a LiteLLM model string in quotes"),
    "gguf": (_line, "a path in quotes"),
    "base_url": (_url, "an address such as http://127.0.0.1:11434/v1, without a password"),
    "key_env": (_variable, "the name of a variable such as OPENAI_API_KEY, never the key itself"),
    "sampling": (_sampling, "a table of numbers, texts, lists of texts and flags, such as temperature = 0.8"),
    "persona": (_text, "a text in quotes, at most 2,000 characters"),
    "prompt": (_line, "a prompt variant in quotes"),
    "structured": (lambda v: v in (AUTO, OFF, HELP), f"{AUTO}, {OFF}, {HELP}"),
    "road": (lambda v: v in (AUTO, LITELLM), f"{AUTO}, {LITELLM}"),
    "timeout": (number(1, 3600), "seconds, 1 to 3600"),
    "stall": (number(1, 3600), "seconds, 1 to 3600"),
    "context": (whole(256, 1_048_576), "tokens, 256 to 1048576"),
    "input_price": (number(0, 1e6), "USD per million tokens"),
    "output_price": (number(0, 1e6), "USD per million tokens"),
}
_UNSAID = ("key_env", "sampling", "base_url")
"""Fields that may contain a key by mistake: no error message repeats their values."""
_LIMIT: dict[str, Rule] = {
    "concurrency": (whole(1, 1024), "requests at once, 1 to 1024"),
    "per_minute": (whole(1, 1_000_000), "requests per minute"),
    "tokens_per_minute": (whole(1, 1_000_000_000), "tokens per minute"),
}


def name_fault(name: str) -> str | None:
    """Why a model can't have this name; None if it can."""
    if not name or len(name) > NAME_CHARS or name != name.strip():
        return f"a name has 1 to {NAME_CHARS} characters, with no spaces at either end"
    if not set(name) <= _ALLOWED:
        return "a name can have letters, digits, spaces, and . _ -"
    return None


def checked(name: str, values: Mapping[str, Any], where: str = "") -> ModelEntry:
    """The entry with these values; raises BadFile with a sentence about the first invalid value."""
    fault = name_fault(name)
    if fault:
        raise BadFile(f"{where}model {one_line(name, 60)!r}: {fault}")
    known = {k: v for k, v in values.items() if k in _ENTRY}
    for key, value in known.items():
        good, allowed = _ENTRY[key]
        if not good(value):
            shown = "that value" if key in _UNSAID else one_line(repr(value), 60)
            raise BadFile(f"{where}model {name}: {key} can't be {shown}; allowed: {allowed}")
    for parameter, value in known.get("sampling", {}).items():
        if said := sampling_fault(parameter, value):
            raise BadFile(f"{where}model {name}: sampling: {said}")
    if ("model" in known) == ("gguf" in known):
        raise BadFile(f"{where}model {name}: give either `model` or `gguf`, not both")
    if "gguf" in known:
        known["gguf"] = expanded(known["gguf"])
    return ModelEntry(name, **known, unknown={k: v for k, v in values.items() if k not in _ENTRY})


def read_models(paths: Paths) -> tuple[ModelBook, list[str]]:
    """The configured models, and one sentence for each fault of the file; never raises."""
    path = paths.models_file
    try:
        values = saved_toml(path)
    except BadFile as error:
        return ModelBook(), [f"{error}. For now, there are no configured models; the file isn't changed."]
    entries: dict[str, ModelEntry] = {}
    limits: dict[str, Limit] = {}
    faults: list[str] = []
    for name, table in _tables(values, "model", path, faults):
        try:
            entries[name] = checked(name, table, f"{path}: ")
        except BadFile as error:
            faults.append(f"{error}. It's skipped.")
    for name, table in _tables(values, "limit", path, faults):
        bad = [k for k, v in table.items() if k not in _LIMIT or not _LIMIT[k][0](v)]
        faults += [
            f"{path}: limit {one_line(name, 60)!r}: {one_line(k, 40)} isn't allowed here; it's skipped"
            for k in bad
        ]
        limits[name] = Limit(**{k: v for k, v in table.items() if k not in bad})
    named = values.get("keyring", [])
    if not isinstance(named, list) or not all(map(_variable, named)):
        faults.append(f"{path}: keyring isn't a list of variables' names; it's skipped")
        named = []
    unknown = {k: v for k, v in values.items() if k not in ("model", "limit", "keyring")}
    return ModelBook(entries, limits, keyring=tuple(dict.fromkeys(named)), unknown=unknown), faults


def _tables(
    values: Mapping[str, Any], key: str, path: Path, faults: list[str]
) -> list[tuple[str, Mapping[str, Any]]]:
    tables = values.get(key, {})
    if not isinstance(tables, dict):
        faults.append(f"{path}: {key} isn't a table; it's skipped")
        return []
    faults += [
        f"{path}: {key} {one_line(n, 40)!r} isn't a table"
        for n, t in tables.items()
        if not isinstance(t, dict)
    ]
    return [(n, t) for n, t in tables.items() if isinstance(t, dict)]


def write_models(paths: Paths, change: Callable[[ModelBook], ModelBook]) -> ModelBook:
    """Change the configured models and save them; raises BadFile if the present file can't be used.

    The file is read again before the change, and the old file is kept (see `rewrite_toml`).
    """
    book = ModelBook()

    def changed() -> Mapping[str, Any]:
        nonlocal book
        book, faults = read_models(paths)
        if faults:
            raise BadFile(f"{faults[0]} Fix it first; nothing was changed.")
        book = change(book)
        return _file(book)

    rewrite_toml(paths.models_file, "models", changed)
    return book


def _file(book: ModelBook) -> dict[str, Any]:
    """The values to write to the file for this book."""
    values: dict[str, Any] = {**book.unknown}
    if book.keyring:
        values["keyring"] = list(book.keyring)
    if book.limits:
        values["limit"] = {
            n: {k: v for k in _LIMIT if (v := getattr(limit, k)) is not None}
            for n, limit in book.limits.items()
        }
    values["model"] = {name: _values(entry) for name, entry in book.entries.items()}
    return values


def with_entry(entry: ModelEntry) -> Callable[[ModelBook], ModelBook]:
    """The change that adds an entry, or replaces the entry of the same name."""
    return lambda book: replace(book, entries={**book.entries, entry.name: entry})


def without(name: str) -> Callable[[ModelBook], ModelBook]:
    """The change that removes an entry."""
    return lambda book: replace(book, entries={n: e for n, e in book.entries.items() if n != name})


def with_keyring(variable: str, *, kept: bool) -> Callable[[ModelBook], ModelBook]:
    """The change that records whether the key of a variable is in the system's keyring."""

    def change(book: ModelBook) -> ModelBook:
        others = tuple(name for name in book.keyring if name != variable)
        return replace(book, keyring=(*others, variable) if kept else others)

    return change


def _values(entry: ModelEntry) -> dict[str, Any]:
    default = ModelEntry(entry.name)
    values = {k: getattr(entry, k) for k in _ENTRY if getattr(entry, k) != getattr(default, k)}
    return {**entry.unknown, **{k: str(v) if isinstance(v, Path) else v for k, v in values.items()}}


MOST_ROWS = 500
"""The maximum number of rows in the file; the oldest rows beyond this number are dropped."""
Rungs = Mapping[str, tuple[str, ...]]


def read_rungs(paths: Paths) -> Rungs:
    """Maps the key of each model to its rungs, oldest first."""
    try:
        return msgspec.json.decode(read_limited(paths.rungs_file), type=dict[str, tuple[str, ...]])
    except (BadFile, OSError, msgspec.DecodeError, UnicodeError):
        return {}


def change_rungs(paths: Paths, change: Callable[[dict[str, tuple[str, ...]]], None]) -> Rungs:
    """Change the rows in the file as they are now, whichever process wrote them; returns the changed rows.

    Rows that can't be written are learned again the next time.
    """
    rows: dict[str, tuple[str, ...]] = {}
    with suppress(OSError, BadFile):
        paths.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        with alone(paths.data):
            rows = dict(read_rungs(paths))
            change(rows)
            rows = dict(list(rows.items())[-MOST_ROWS:])
            write_atomically(paths.rungs_file, msgspec.json.format(msgspec.json.encode(rows)))
        return rows
    rows = dict(read_rungs(paths))
    change(rows)
    return rows


# prices: from LiteLLM's list, a file of the installed package that is read without loading LiteLLM

_PACKAGE, _FILE = "litellm", "model_prices_and_context_window_backup.json"


class ListedModel(msgspec.Struct, frozen=True):
    """One model of the list."""

    mode: str | None = None
    """The protocol that the model speaks, such as `chat` or `responses`."""
    input_cost_per_token: float = 0.0
    """In USD; 0 if the list has no price."""
    output_cost_per_token: float = 0.0
    default_reasoning_effort: str | None = None

    @property
    def priced(self) -> bool:
        """True if the list has a price for the model."""
        total = self.input_cost_per_token + self.output_cost_per_token
        return total > 0 and math.isfinite(total)


def listed_model(name: str) -> ListedModel | None:
    """The model with this name in the list; None if there is none. A fine-tuned model has its base's price."""
    raw = _list()
    found = raw.get(name)
    if found is None and name.startswith("ft:"):
        found = raw.get(":".join(name.split(":")[:2]))
    if found is None:
        return None
    try:
        return msgspec.json.decode(found, type=ListedModel, strict=False)
    except msgspec.DecodeError:
        return None


def direct_price(entry: ModelEntry) -> tuple[float, float] | None:
    """USD per million tokens in and out, for a model that is asked without LiteLLM; None if it is unknown.

    A server's own name for a model says nothing about its price.
    """
    if entry.input_price is not None and entry.output_price is not None:
        return entry.input_price, entry.output_price
    listed = None if entry.gguf or entry.base_url else listed_model(entry.model.removeprefix("openai/"))
    if listed is None or not listed.priced:
        return None
    return listed.input_cost_per_token * 1e6, listed.output_cost_per_token * 1e6


@cache
def _list() -> dict[str, msgspec.Raw]:
    """The list; each model is still unparsed JSON."""
    spec = find_spec(_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        return {}
    try:
        text = Path(spec.submodule_search_locations[0], _FILE).read_bytes()
        return msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (OSError, msgspec.DecodeError):
        return {}

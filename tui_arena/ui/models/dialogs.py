"""The dialogs of the models screen: a key, the address of a server, and a quick game.

A quick game has one model in a seat, bots on the others, and possibly you on the seat opposite. A game that
you watch has a seed. The same seed gives the same secret, so you can watch two models with the same secret.

Law: a key is shown as dots, never copied to the clipboard and never written to a file.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar
from urllib.parse import urlsplit

import msgspec
from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from tui_arena.config import KEY_VARIABLES, BadFile, checked
from tui_arena.config.keys import key_fault, provider_by
from tui_arena.data import GameInfo
from tui_arena.players.models.registry import Served, server_at, whole_address
from tui_arena.players.new_session import DEALER, Opening, seats_at
from tui_arena.players.seating import Cast, bot, read_player
from tui_arena.ui.glyphs import say
from tui_arena.ui.setup.setup_draft import seed_fault
from tui_arena.ui.widgets.form import FormDialog, choices, dialog_keys, read_or_tell
from tui_arena.ui.widgets.rows import Field

LAST = "probe"
"""The key in the save file's `meta` table under which the last choices are saved."""
LEVEL = "hard"
MOST_SEED = 1_000_000
"""The limit for seeds, so that they are short enough to tell a friend."""
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
"""Maps providers to the names that people use for them."""
HERE = "http://127.0.0.1"
USUAL = [f"{HERE}:{port}/v1" for port in (11434, 1234, 8080, 8000)]


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key, its provider and variable, and whether to save it in the system's keyring."""

    provider: str
    """The provider; empty for a variable that the user has named."""
    variable: str
    key: str
    kept: bool

    def __repr__(self) -> str:
        return f"NewKey({self.variable})"


class KeyDialog(FormDialog[NewKey]):
    """Returns a pasted key. The key's prefix shows its provider, or the person chooses the provider."""

    AUTO_FOCUS = "#key Input"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("key.take", "key.close")

    def __init__(self, variable: str | None, no_keyring: str | None) -> None:
        """`variable`: the variable that the key is for; None if the person chooses the provider.

        `no_keyring`: why the system's keyring can't be used; None if it can.
        """
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
                "provider",
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
    """A server that has answered, and the key that was sent to it."""

    served: Served
    key: str

    @property
    def variable(self) -> str | None:
        """The name of the variable for the key, made of the server's address; None without a key."""
        host = urlsplit(self.served.base_url).netloc
        name = "".join(c if c.isalnum() else "_" for c in host).upper()
        return f"KEY_OF_{name}" if self.key else None

    def __repr__(self) -> str:
        return f"FoundServer({self.served})"


class ServerDialog(FormDialog[FoundServer]):
    """Asks for the address of a server, queries it, and returns the models that it lists."""

    AUTO_FOCUS = "#address Input"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("server.take", "server.close")

    def __init__(self) -> None:
        text = "Ollama, LM Studio, llama.cpp, vLLM or any other that speaks OpenAI's protocol, here or elsewhere."
        super().__init__("Where is the server?", text, {"address": ""}, "Look")

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
        """The server to query, without its models. Raises BadFile."""
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
        """Query the server, and return it with the models that it lists."""
        asked = read_or_tell(self)
        if asked is not None:
            self._look(asked)

    @work(exclusive=True, group="look")
    async def _look(self, asked: FoundServer) -> None:
        self._doing("Looking for models...")
        address = asked.served.base_url
        found = await server_at(address, asked.key or None)
        self._doing("")
        if found is None:
            self.tell(
                f"Can't find any models at {address}. Check that the server is running and the address is complete."
            )
        elif found.wants_key:
            self.tell("The server didn't accept the key." if asked.key else "The server needs a key.")
            self.query_one("#key Input").focus()
        elif not found.models:
            self.tell("The server answers, but has no models. Load one there first.")
        else:
            self.dismiss(FoundServer(found, asked.key))

    def _doing(self, text: str) -> None:
        self.query_one("#looking", Static).update(say(text))
        if text:
            self.tell("")


@dataclass(frozen=True, slots=True)
class QuickGame:
    """The game, the model's seat and the seed of a quick game."""

    game: str
    seat: str
    seed: int

    def written(self) -> str:
        """These choices as text for the save file."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str | None) -> QuickGame | None:
        """The choices from a text made by `written`; None if it is invalid."""
        try:
            return msgspec.json.decode(text, type=cls) if text else None
        except (msgspec.DecodeError, UnicodeError):
            return None


def seats_of(info: GameInfo) -> dict[str, str | None]:
    """Maps every seat of every variant to the first variant that has it; people's seats come first."""
    option = info.options.get(info.variant or "")
    variants: tuple[str | None, ...] = (option.default, *option.choices) if option else (None,)
    found: dict[str, tuple[bool, str | None]] = {}
    for variant in variants:
        for seat in seats_at(_empty(info, variant), info):
            found.setdefault(seat.name, (seat.default != "human", variant))
    return {seat: found[seat][1] for seat in sorted(found, key=lambda seat: found[seat][0])}


def opening_of(probe: QuickGame, info: GameInfo, model: Cast, you: str | None = None) -> Opening:
    """The opening with the model in its seat, and bots on all others except the dealer's.

    `you`: the name of the person who plays; None if they only watch. The person sits on the usual seat of
    people or, if the model has that seat, on another.
    """
    opening = _empty(info, seats_of(info)[probe.seat])
    seats = seats_at(opening, info)
    cast = {seat.name: bot(LEVEL) for seat in seats if seat.default != DEALER}
    if you is None:
        return replace(opening, cast={**cast, probe.seat: model}, seed=probe.seed)
    free = [seat for seat in seats if seat.name != probe.seat]
    yours = next((seat for seat in free if seat.default == "human"), free[0])
    return replace(opening, cast={**cast, probe.seat: model, yours.name: read_player("human", you)})


def opposite_seat(info: GameInfo) -> str:
    """The seat of a model that plays against you, which isn't your seat."""
    seats = seats_of(info)
    return list(seats)[1 if len(seats) > 1 else 0]


def _empty(info: GameInfo, variant: str | None) -> Opening:
    """The opening of a game's variant, without players."""
    return Opening(info.id, {}, {} if info.variant is None or variant is None else {info.variant: variant})


class QuickGameDialog(FormDialog[QuickGame]):
    """Returns the choices, or None if closed. Enter plays at once."""

    AUTO_FOCUS = "#seat"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("probe.play", "probe.close")

    def __init__(
        self, name: str, games: Sequence[GameInfo], last: QuickGame | None, *, opposite: bool = False
    ) -> None:
        """`name`: the model. `last`: the last choices. `opposite`: whether you play opposite the model."""
        self._opposite = opposite
        self._games = {info.id: info for info in games}
        if last is None or last.game not in self._games:
            last = QuickGame(games[0].id, "", secrets.randbelow(MOST_SEED))
        title, text = f"Watch {name} play", "Bots take the other seats. Same seed, same secret."
        if opposite:
            title, text = f"Play with {name}", "You sit opposite; bots take the rest."
        first = {"game": last.game, "seat": "" if opposite else last.seat, "seed": str(last.seed)}
        super().__init__(title, text, first, "Play")

    def fields(self) -> Sequence[Field]:
        """The fields for game, seat and seed. A seat names its variant unless it's the default variant."""
        now = self.form.values
        info = self._games[now["game"]]
        seats = seats_of(info)
        default = info.options[info.variant].default if info.variant else None
        told = {
            seat: seat if variant == default else f"{seat} ({variant})" for seat, variant in seats.items()
        }
        games = choices((info.id, info.title) for info in self._games.values())
        usual = opposite_seat(info) if self._opposite else next(iter(seats))
        seat = now["seat"] if now["seat"] in seats else usual
        return [
            Field("game", "game", now["game"], games),
            Field("seat", "its seat", seat, choices(told.items())),
            Field("seed", "seed", now["seed"], limit=16, shown=not self._opposite),
        ]

    def read(self) -> QuickGame:
        now = self.form.values
        fault = seed_fault(now["seed"])
        if fault is not None:
            raise BadFile(fault)
        return QuickGame(now["game"], now["seat"], int(now["seed"]))

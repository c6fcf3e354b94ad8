"""Providers' API keys: in environment variables, given for this run, or in the system's keyring.

Law: no file of this program contains a key. The keyring is the system's own, which keeps keys encrypted; a
keyring that would write keys to a file in plain text is refused. `models.toml` names the variables whose key
is in the keyring, and the program never looks for any other. Every key that this module handles is hidden
from all texts (`redaction.py`).

The package `keyring` is an extra, and is loaded only when a key is needed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from tui_arena.config.redaction import hide

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

KEY_VARIABLES = {
    "openai": "OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    "gemini": "GEMINI_API_KEY",
    "mistral": "MISTRAL_API_KEY",
    "groq": "GROQ_API_KEY",
    "openrouter": "OPENROUTER_API_KEY",
    "deepseek": "DEEPSEEK_API_KEY",
    "xai": "XAI_API_KEY",
    "together_ai": "TOGETHERAI_API_KEY",
    "fireworks_ai": "FIREWORKS_AI_API_KEY",
    "cohere": "COHERE_API_KEY",
    "perplexity": "PERPLEXITYAI_API_KEY",
    "cerebras": "CEREBRAS_API_KEY",
    "huggingface": "HF_TOKEN",
    "azure": "AZURE_API_KEY",
}
"""Maps LiteLLM's name for a provider to the variable with the provider's key."""
BEGINNINGS = {
    "sk-ant-": "anthropic",
    "sk-or-": "openrouter",
    "sk-proj-": "openai",
    "gsk_": "groq",
    "xai-": "xai",
    "AIza": "gemini",
    "hf_": "huggingface",
    "pplx-": "perplexity",
    "csk-": "cerebras",
}
"""Maps the beginning of a key to its provider, for some providers."""
LONGEST = 4000
"""The maximum length of a key, in characters."""
SERVICE = "tui-arena"
"""The name of this program in the system's keyring."""

Source = Literal["environment", "this run", "keyring"]

_given: dict[str, str] = {}
"""Maps a variable to the key given for this run."""
_in_keyring: set[str] = set()
"""The variables whose key is in the system's keyring."""
_read: dict[str, str] = {}
"""Maps a variable to the key that the keyring returned."""


class NoKeyring(ValueError):
    """The system's keyring can't be used; the sentence says why."""


def key_of(variable: str) -> str | None:
    """The key for a variable; None if there is none. May wait for the system's keyring."""
    key = os.environ.get(variable, "").strip() or _given.get(variable)
    if key is None and variable in _in_keyring:
        try:
            key = _from_keyring(variable)
        except NoKeyring:
            return None
    return key


def source_of(variable: str) -> Source | None:
    """Where a variable's key is stored; None if there is none. Never waits."""
    if os.environ.get(variable, "").strip():
        return "environment"
    if variable in _given:
        return "this run"
    return "keyring" if variable in _in_keyring else None


def keys_found() -> list[tuple[str, str]]:
    """Providers with a key, each with the variable's name, never with the key."""
    return [(provider, name) for provider, name in KEY_VARIABLES.items() if source_of(name)]


def provider_by(key: str) -> str | None:
    """The provider whose keys begin like this key; None if it is unknown.

    >>> provider_by("sk-ant-..."), provider_by("sk-...")
    ('anthropic', None)
    """
    return next((provider for begins, provider in BEGINNINGS.items() if key.startswith(begins)), None)


def key_fault(key: str) -> str | None:
    """Why a text can't be a key; None if it can. The text is not repeated."""
    if not key:
        return "you didn't give a key"
    if len(key) > LONGEST or not key.isascii() or not key.isprintable() or " " in key:
        return "that isn't a key; a key is one word of plain letters, digits and signs"
    return None


def give(variable: str, key: str) -> None:
    """Use a key for this run; it is forgotten when the process ends."""
    hide(key)
    _given[variable] = key


def drop(variable: str) -> None:
    """Stop using the key that was given for this run."""
    _given.pop(variable, None)


# the system's keyring


def expect(variables: Iterable[str]) -> None:
    """From now on, only these variables are looked up in the keyring."""
    _in_keyring.clear()
    _in_keyring.update(variables)
    for variable in _read.keys() - _in_keyring:
        del _read[variable]


def keyring_fault() -> str | None:
    """Why the system's keyring can't be used; None if it can. May wait."""
    try:
        _keyring()
    except NoKeyring as error:
        return str(error)
    return None


def keep(variable: str, key: str) -> None:
    """Put a key into the system's keyring. Raises NoKeyring."""
    hide(key)
    from keyring.errors import KeyringError  # noqa: PLC0415  (an extra)

    ring = _keyring()
    try:
        ring.set_password(SERVICE, variable, key)
    except (KeyringError, OSError, RuntimeError) as error:
        raise NoKeyring(f"the system's keyring didn't store the key ({type(error).__name__})") from None
    _read[variable] = key


def remove(variable: str) -> None:
    """Remove a key from the system's keyring, if it is there. Raises NoKeyring."""
    ring = _keyring()
    from keyring.errors import KeyringError, PasswordDeleteError  # noqa: PLC0415  (an extra)

    try:
        ring.delete_password(SERVICE, variable)
    except PasswordDeleteError:
        pass  # the key isn't there
    except (KeyringError, OSError, RuntimeError) as error:
        raise NoKeyring(f"the system's keyring didn't remove the key ({type(error).__name__})") from None
    _read.pop(variable, None)


def _from_keyring(variable: str) -> str | None:
    """The key in the keyring; None if it isn't there. Raises NoKeyring."""
    if variable in _read:
        return _read[variable]
    ring = _keyring()
    from keyring.errors import KeyringError  # noqa: PLC0415  (an extra)

    try:
        key = ring.get_password(SERVICE, variable)
    except (KeyringError, OSError, RuntimeError) as error:
        raise NoKeyring(f"the system's keyring didn't return the key ({type(error).__name__})") from None
    if key is None or key_fault(key.strip()):
        return None
    hide(key.strip())
    _read[variable] = key.strip()
    return _read[variable]


def _keyring() -> KeyringBackend:
    """The system's keyring. Raises NoKeyring if there is none that the package recommends."""
    try:
        import keyring  # noqa: PLC0415  (an extra)
    except ImportError:
        raise NoKeyring("install access to the system's keyring with `pip install keyring`") from None
    from keyring.backends.chainer import ChainerBackend  # noqa: PLC0415  (as above)

    found = keyring.get_keyring()
    for one in found.backends if isinstance(found, ChainerBackend) else (found,):
        if one.priority >= 1:  # the package's own measure: below it, keys are in a plain file, or nowhere
            return one
    raise NoKeyring("this system has no keyring that encrypts keys")

"""Keyrings of their own kind for tests: one in memory, one that fails, and those that libraries bring."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import keyring
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

from tui_arena.config import keys


class MemoryKeyring(KeyringBackend):
    """Keeps keys in memory, as a system's keyring keeps them encrypted."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("it is not there")


class WeakKeyring(MemoryKeyring):
    """One that its library does not recommend."""

    priority = 0


class LockedKeyring(KeyringBackend):
    """Is there, and gives and takes nothing."""

    priority = 5

    def __init__(self) -> None:
        super().__init__()

    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked(f"{service} {username} {password}")

    def delete_password(self, service: str, username: str) -> None:
        raise KeyringLocked(f"{service} {username}")


@contextmanager
def system_keyring(ring: KeyringBackend) -> Iterator[None]:
    """Let the system have this keyring, and forget afterwards what it gave and what was given for this run."""
    before = keyring.get_keyring()
    keyring.set_keyring(ring)
    try:
        yield
    finally:
        keyring.set_keyring(before)
        keys.expect(())
        keys._given.clear()
        keys._read.clear()

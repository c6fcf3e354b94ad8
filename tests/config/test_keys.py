"""Keys: in the environment, given for this run, or in the system's keyring, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.backends.fail import Keyring as FailKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyrings.alt.file import PlaintextKeyring

from tests.keyrings import LockedKeyring, MemoryKeyring, system_keyring
from tui_arena.config import Paths, keys, read_models, redact, with_keyring, write_models

KEY = "sk-canary-0123456789abcdef"
VARIABLE = "GROQ_API_KEY"


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    """The system's keyring, in memory."""
    ring = MemoryKeyring()
    with system_keyring(ring):
        yield ring


def test_a_key_given_for_this_run_is_known_hidden_and_dropped(ring: MemoryKeyring) -> None:
    assert keys.key_of(VARIABLE) is None
    keys.give(VARIABLE, KEY)
    assert (keys.key_of(VARIABLE), keys.source_of(VARIABLE)) == (KEY, "this run")
    assert ("groq", VARIABLE) in keys.keys_found()
    assert KEY not in redact(f"the key {KEY} was refused")
    keys.drop(VARIABLE)
    assert (keys.key_of(VARIABLE), keys.source_of(VARIABLE)) == (None, None)
    assert ring.kept == {}


def test_the_environment_goes_first(ring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    keys.give(VARIABLE, "given-for-this-run")
    monkeypatch.setenv(VARIABLE, KEY)
    assert (keys.key_of(VARIABLE), keys.source_of(VARIABLE)) == (KEY, "environment")


def test_the_keyring_is_asked_only_for_keys_that_it_is_said_to_have(ring: MemoryKeyring) -> None:
    ring.set_password(keys.SERVICE, VARIABLE, KEY)
    assert keys.key_of(VARIABLE) is None
    keys.expect([VARIABLE])
    assert keys.source_of(VARIABLE) == "keyring"
    assert keys.key_of(VARIABLE) == KEY
    assert KEY not in redact(KEY)
    keys.expect([])
    assert keys.key_of(VARIABLE) is None


def test_a_key_is_kept_and_removed(ring: MemoryKeyring) -> None:
    keys.keep(VARIABLE, KEY)
    assert ring.kept == {(keys.SERVICE, VARIABLE): KEY}
    keys.expect([VARIABLE])
    assert keys.key_of(VARIABLE) == KEY
    keys.remove(VARIABLE)
    keys.remove(VARIABLE)  # it is gone already
    assert ring.kept == {}
    assert keys.key_of(VARIABLE) is None


def test_a_locked_keyring_is_told_of_without_its_words(ring: MemoryKeyring) -> None:
    with system_keyring(LockedKeyring()):
        for act in (lambda: keys.keep(VARIABLE, KEY), lambda: keys.remove(VARIABLE)):
            with pytest.raises(keys.NoKeyring) as failed:
                act()
            assert "didn't" in str(failed.value)
            assert "KeyringLocked" in str(failed.value)
            assert KEY not in str(failed.value)
        keys.expect([VARIABLE])
        assert keys.key_of(VARIABLE) is None
        assert keys.source_of(VARIABLE) == "keyring"


@pytest.mark.parametrize("backend", [FailKeyring, NullKeyring, PlaintextKeyring])
def test_a_keyring_that_keeps_keys_in_plain_text_or_nowhere_is_refused(
    backend: type[KeyringBackend], tmp_path: Path
) -> None:
    ring: KeyringBackend = backend()
    if isinstance(ring, PlaintextKeyring):
        ring.file_path = str(tmp_path / "keys.cfg")
    with system_keyring(ring):
        assert keys.keyring_fault() == "this system has no keyring that encrypts keys"
        with pytest.raises(keys.NoKeyring):
            keys.keep(VARIABLE, KEY)
    assert list(tmp_path.iterdir()) == []


def test_of_a_chain_the_one_is_taken_that_keeps_keys_encrypted(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = MemoryKeyring()
    monkeypatch.setattr(ChainerBackend, "backends", [PlaintextKeyring(), ring])
    with system_keyring(ChainerBackend()):
        keys.keep(VARIABLE, KEY)
    assert ring.kept == {(keys.SERVICE, VARIABLE): KEY}


@pytest.mark.parametrize(
    ("text", "good"),
    [(KEY, True), ("", False), ("two words", False), ("näh", False), ("a\nb", False), ("x" * 4001, False)],
)
def test_what_can_be_a_key(text: str, good: bool) -> None:
    fault = keys.key_fault(text)
    assert (fault is None) is good
    assert not fault or not text or text not in fault


def test_the_file_of_models_names_variables_and_never_a_key(tmp_path: Path) -> None:
    paths = Paths.find(tmp_path)
    write_models(paths, with_keyring(VARIABLE, kept=True))
    write_models(paths, with_keyring("MY_KEY", kept=True))
    write_models(paths, with_keyring(VARIABLE, kept=True))
    assert read_models(paths)[0].keyring == ("MY_KEY", VARIABLE)
    write_models(paths, with_keyring("MY_KEY", kept=False))
    assert read_models(paths) == (read_models(paths)[0], [])
    assert read_models(paths)[0].keyring == (VARIABLE,)
    paths.models_file.write_text(f'keyring = ["{KEY}"]\n', "utf-8")
    book, faults = read_models(paths)
    assert book.keyring == ()
    assert "keyring isn't a list of variables' names" in faults[0]
    assert KEY not in faults[0]

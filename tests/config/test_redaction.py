"""Keys are kept out of every text."""

from __future__ import annotations

import time

import pytest

from tests.tables import Cases
from tui_arena.config import hide, key_of, keyless, keys_found, redact
from tui_arena.config.keys import KEY_VARIABLES
from tui_arena.config.redaction import HIDDEN, shows_key, without_begun_key

CASES = Cases(__file__)

KEY = "canary-5d1c-never-shown"


@pytest.mark.parametrize("name", [*KEY_VARIABLES.values(), "MY_SECRET", "GITHUB_TOKEN", "AWS_ACCESS_KEY_ID"])
def test_what_a_variable_calls_secret_is_hidden(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, f" {KEY}\n")
    assert KEY not in keyless(f"it said {KEY}, {KEY}")
    assert keyless(f"it said {KEY}.") == f"it said {HIDDEN}."
    assert keyless("nothing else is changed: key=abcdefgh sk-abcdefghijkl") == (
        "nothing else is changed: key=abcdefgh sk-abcdefghijkl"
    )


def test_a_key_of_any_variable_is_hidden_once_it_was_hidden() -> None:
    made = "made-here-77aa-secret"
    assert made in keyless(made)
    hide(made)
    assert keyless(f"x{made}y") == f"x{HIDDEN}y"


def test_a_key_within_a_longer_one_leaves_no_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", KEY)
    monkeypatch.setenv("B_TOKEN", f"{KEY}-and-more")
    assert keyless(f"{KEY}-and-more") == HIDDEN


def test_a_short_value_is_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", "guess")
    hide("none")
    assert keyless("guess: crane, or none") == "guess: crane, or none"


@pytest.mark.parametrize(
    "text",
    CASES["what_looks_like_a_key_is_hidden"],
)  # fmt: skip
def test_what_looks_like_a_key_is_hidden(text: str) -> None:
    shown = redact(f"It was said: {text} there")
    assert HIDDEN in shown
    for part in ("abcdefgh", "hunter22", "abcd.efgh"):
        assert part not in shown


@pytest.mark.parametrize(
    "text",
    ["the key is in OPENAI_API_KEY", "guess: crane", "your key: see the site", "disk-space ran out", ""],
)
def test_other_words_stay(text: str) -> None:
    assert redact(text) == text


@pytest.mark.parametrize(
    "text", ["sk-" + "a" * 200_000, "key=" * 50_000, "bearer " * 30_000, "://a" * 50_000, " " * 200_000]
)
def test_no_text_takes_long(text: str) -> None:
    began = time.thread_time()  # what it works: others may have the processor
    redact(text)
    assert time.thread_time() - began < 1


def test_keys_are_found_by_name_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEY_VARIABLES.values():
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MISTRAL_API_KEY", KEY)
    monkeypatch.setenv("GROQ_API_KEY", "  ")
    assert keys_found() == [("mistral", "MISTRAL_API_KEY")]
    assert key_of("MISTRAL_API_KEY") == KEY
    assert key_of("GROQ_API_KEY") is None


@pytest.mark.parametrize("text", ["canary", "never show", "5d1c", "a canary that was never seen: 5d1c"])
def test_a_little_of_a_key_is_no_key(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("A_TOKEN", KEY)
    assert keyless(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (KEY, True), (" ".join(KEY[:12]).upper(), True), (KEY[3:14], False), (KEY[5:20], True),
        ("a canary that was never seen", False), ("", False),
    ],
)  # fmt: skip
def test_words_with_much_of_a_key_are_told(monkeypatch: pytest.MonkeyPatch, text: str, shown: bool) -> None:
    monkeypatch.setenv("A_TOKEN", KEY)
    assert shows_key(text) is shown


def test_a_begun_key_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", KEY)
    assert without_begun_key(f"guess: {KEY[:5].upper()}") == "guess: "
    shown = [without_begun_key(keyless(f"guess: {KEY[:size]}")) for size in range(len(KEY) + 1)]
    assert set(shown) == {"guess: ", "guess: c", "guess: ca", f"guess: {HIDDEN}", *shown[12:]}
    assert max(len(one) for one in shown) <= len(f"guess: {HIDDEN}") + 10
    assert without_begun_key("guess: c a\nn") == "guess: "
    assert without_begun_key("guess: crane") == "guess: crane"
    assert without_begun_key("") == ""

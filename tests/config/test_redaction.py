"""Keys are told from the names of their variables."""

from __future__ import annotations

import pytest

from tui_arena.config import looks_like_key


@pytest.mark.parametrize(
    "text",
    [
        "sk-0123456789abcdef",
        "sk_live_0123456789",
        "hf_abcdefghijklmnop",
        "AIzaSyA0123456789_abcdefgh",
        "0123456789abcdef0123456789abcdef",
        "0123456789ABCDEF0123456789ABCDEF",
        "Bearer abcdefgh",
        " sk-0123456789abcdef ",
    ],
)
def test_a_key_is_no_name(text: str) -> None:
    assert looks_like_key(text)


@pytest.mark.parametrize(
    "text", ["", "OPENAI_API_KEY", "HF_TOKEN", "my_key", "MY_VERY_OWN_PROVIDER_KEY_2", "_X", "k"]
)
def test_a_name_is_no_key(text: str) -> None:
    assert not looks_like_key(text)


def test_what_a_variable_holds_is_a_key_whatever_it_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not looks_like_key("correcthorse")
    monkeypatch.setenv("SOME_API_KEY", "correcthorse")
    assert looks_like_key("correcthorse")

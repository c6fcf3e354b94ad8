"""What comes from a terminal: bytes that are no letters, and texts that are pasted without marks."""

from __future__ import annotations

import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs the terminals of Unix")

if sys.platform != "win32":
    from tui_arena.core.text import REPLY_BYTES
    from tui_arena.ui.app.terminal import TYPED, Burst

LONG = "is it alive? " * TYPED


def read(*texts: str) -> list[tuple[str, bool]]:
    """What becomes of texts that are read one after the other."""
    burst = Burst()
    return [part for text in texts for part in burst.parts(text)]


def test_what_a_hand_types_is_typed() -> None:
    assert read("a", "word\r", "\x1b[A", "q" * TYPED) == [
        ("a", False),
        ("word\r", False),
        ("\x1b[A", False),
        ("q" * TYPED, False),
    ]


def test_a_long_text_at_once_is_pasted_with_what_follows_until_there_is_a_pause() -> None:
    assert read(LONG, "its end", "", "typed") == [(LONG, True), ("its end", True), ("typed", False)]


def test_keys_and_the_mouse_stay_what_they_are_around_a_pasted_text() -> None:
    assert read(f"\x1b[<35;3;4M{LONG}\x1b[B", "x") == [
        ("\x1b[<35;3;4M", False),
        (LONG, True),
        ("\x1b[B", False),
        ("x", False),
    ]


@pytest.mark.parametrize("cut", [0, 1, 3, 5, 6, 8, 20])
def test_a_marked_text_goes_to_the_parser_wherever_it_is_cut(cut: int) -> None:
    whole = f"\x1b[200~{LONG}\x1b[201~"
    parts = read(whole[:cut], whole[cut:]) if cut else read(whole)
    assert "".join(text for text, _ in parts) == whole
    assert not any(pasted for _, pasted in parts)


def test_no_more_is_pasted_than_a_reply_may_have() -> None:
    parts = read(*["x" * 4096] * 100)
    assert sum(len(text) for text, _ in parts) == REPLY_BYTES
    assert all(pasted for _, pasted in parts)

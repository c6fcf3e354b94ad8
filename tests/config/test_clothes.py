"""A key is hidden in any clothes, and nothing else is."""

from __future__ import annotations

import json
import string
import time
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import clothes
from tests.thorough import sampled
from tui_arena.config import keyless, redact
from tui_arena.config.redaction import HALF, HIDDEN, decoded, decoded_places, shows_key, without_begun_key

KEYS = (
    "sk-proj-Zq9fTn4xWb7RkM2vLc8sHd3PyJ6gUe5aBw1",
    "Zq9fTn4xWb7-RkM2vLc8sHd3",
    "canary-5d1c-never-shown",
    "aB3/xY+9zQ==",
    "pass-word",
    "0123456789012",
)
DRESSED = sorted(clothes.WHOLE)
LAID_OUT = {"capitals in percent", "blanks between entities", "numbers of C"}
"""More than clothes: a key of few letters and digits isn't hidden in capitals, or with signs between."""
LETTERS, SIGNS = string.ascii_letters + string.digits, "-_.~+/=:!$"


def _key(seed: int, size: int) -> str:
    """A key as chance makes them; its ends are letters, so that it is known where it ends."""
    rng = Random(seed)
    return "".join((rng.choice(LETTERS), *rng.choices(LETTERS + SIGNS, k=size - 2), rng.choice(LETTERS)))


keys = st.builds(_key, st.integers(), st.integers(14, 80))
"""Keys with more letters and digits than are hidden only as they stand."""
keys = keys.filter(lambda key: sum(map(str.isalnum, key)) > HALF)
words = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('%&\\=0xU+"{ '), max_size=40)


@pytest.fixture(params=sampled(KEYS, 3, thorough=4))
def key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("A_TOKEN", request.param)
    return str(request.param)


@pytest.mark.parametrize("name", DRESSED)
def test_a_key_is_hidden_in_any_clothes(key: str, name: str) -> None:
    if name in LAID_OUT and len(clothes.letters(key)) <= HALF:
        return
    dressed = clothes.WHOLE[name](key)
    assert clothes.shown(dressed, key), "the clothes can be taken off"
    for hide in (keyless, redact):
        hidden = hide(f"it was said: «{dressed}», see")
        assert hidden.startswith("it was said: «"), hidden
        assert hidden.endswith("», see"), hidden
        assert HIDDEN in hidden
        assert not clothes.shown(hidden, key), hidden
        assert len(hidden) < len("it was said: «», see") + 2 * len(HIDDEN) + 16, hidden
    assert shows_key(f"it was said: «{dressed}»")
    assert not shows_key(hidden)


@pytest.mark.parametrize("name", DRESSED)
def test_half_of_a_long_key_is_hidden_in_any_clothes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    key = KEYS[0]
    monkeypatch.setenv("A_TOKEN", key)
    for part in (key[: len(key) // 2 + 4], key[len(key) // 2 - 3 :]):
        hidden = keyless(f"it was said: «{clothes.WHOLE[name](part)}», see")
        assert HIDDEN in hidden
        assert not clothes.shown(hidden, part), hidden


@given(keys, words, words, st.integers())
def test_a_key_in_mixed_clothes_is_hidden_wherever_it_stands(
    key: str, before: str, after: str, seed: int
) -> None:
    rng = Random(seed)
    dressed = clothes.mixed(key, rng)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("A_TOKEN", key)
        hidden = keyless(f"{before} «{dressed}» {after}")
        assert f" «{HIDDEN}" in hidden
        assert hidden.startswith(keyless(f"{before} «"))
        assert hidden.endswith(keyless(f"» {after}"))
        assert keyless(hidden) == hidden


@given(keys, st.lists(words | st.sampled_from(["crane", "sk-test-12345678", "&amp;", "%41%42"]), max_size=9))
def test_nothing_else_is_hidden(key: str, parts: list[str]) -> None:
    text = " ".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("A_TOKEN", key)
        assert keyless(text) == text


@settings(max_examples=12)
@given(keys, st.sampled_from(DRESSED), st.integers(), st.integers(1, 9))
def test_a_begun_key_is_held_back_in_any_clothes(key: str, name: str, seed: int, size: int) -> None:
    dressed = clothes.mixed(key, Random(seed)) if seed % 2 else clothes.WHOLE[name](key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("A_TOKEN", key)
        for end in range(0, len(dressed), size):
            text = f"guess: «{dressed[:end]}"
            seen = without_begun_key(keyless(text)).removeprefix("guess: «")
            bare = clothes.letters(key)
            for reading in clothes.readings(seen.replace(HIDDEN, "")):
                said = clothes.letters(reading)
                assert not any(bare[i : i + 6] in said for i in range(len(bare) - 5)), seen


@given(words)
def test_what_a_text_says_is_read_alike_with_and_without_places(text: str) -> None:
    plain, starts, ends = decoded_places(text)
    assert [c for c in plain if c.isalnum()] == [c for c in decoded(text) if c.isalnum()]
    assert len(plain) == len(starts) == len(ends)
    assert starts == sorted(starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("100% sure & = \\ 0 U", "100% sure & = \\ 0 U"), ("C:\\temp\\new", "C:\\temp\\new"), ("%ff%F0", "\udcff\udcf0"),
        ("&nosuch; &#x110000; &lt;", "&nosuch; &#x110000; <"), ("%2525253C", "%3C"), ("ﬁ ﾊﾟ", "fi ハ\u309a"),
        ("\\ud83d\\ude00 \\ud83d", "😀 \ud83d"), ("=\n=C3=A9", "=\ne\u0301"),
    ],
)  # fmt: skip
def test_a_text_is_read_as_programs_read_it(text: str, says: str) -> None:
    assert decoded(text) == says
    assert decoded_places(text)[0] == says


@pytest.mark.parametrize(
    "text", ["%41" * 60_000, "&" * 200_000, "&#65" * 50_000, "\\u00" * 50_000, "0x" * 90_000, "é" * 100_000, "Ａ" * 90_000]
)  # fmt: skip
def test_no_text_takes_long(key: str, text: str) -> None:
    began = time.thread_time()  # what it works: others may have the processor
    keyless(text)
    without_begun_key(text)
    shows_key(text)
    assert time.thread_time() - began < 2


def test_without_a_key_nothing_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui_arena.config.redaction._known", tuple)
    monkeypatch.setattr("tui_arena.config.redaction.decoded", None)
    text = json.dumps({"a": "%41" * 9})
    assert keyless(text) is text
    assert without_begun_key(text) == text
    assert not shows_key(text)

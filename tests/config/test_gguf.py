"""The metadata of model files: whether there is a chat template, and files of bad intent."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path

import pytest

from tests.gguf_bytes import TEMPLATE, VOCABULARY, metadata
from tui_arena.config import ModelEntry
from tui_arena.config.model_files import MOST_BYTES, MOST_VALUES, has_chat_template

HUGE = 2**63
WHOLE = metadata({**VOCABULARY, TEMPLATE: "{{ messages }}"})
NESTED = b"".join([struct.pack("<I", 9), struct.pack("<IQ", 9, 1) * 20, struct.pack("<IQ", 0, 0)])


def claims(kind: int, *numbers: int) -> bytes:
    """A value that claims a length or a count, with nothing behind it."""
    form = "<IQ" if kind == 8 else "<IIQ"
    return struct.pack(form, kind, *numbers)


@pytest.mark.parametrize(
    ("raw", "has"),
    [
        (WHOLE, True),
        (metadata({TEMPLATE: "{{ messages }}", **VOCABULARY}, version=2), True),
        (metadata(VOCABULARY), False),
        (metadata({}), False),
        (metadata({**VOCABULARY, TEMPLATE: " \n"}), False),
        (metadata({**VOCABULARY, TEMPLATE: 7}), False),
        (metadata({"nested": [["a", "b"], ["c"]], TEMPLATE: "{{ messages }}"}), True),
        (WHOLE[:-1], None),
        (metadata(VOCABULARY)[:-1], None),
        (b"GGUF and more", None),
        (b"GGUF", None),
        (b"", None),
        (metadata(VOCABULARY, begins=b"GGML"), None),
        (metadata(VOCABULARY, version=1), None),
        (metadata(VOCABULARY, version=99), None),
        (metadata(VOCABULARY, count=len(VOCABULARY) + 1), None),
        (metadata(VOCABULARY, count=HUGE), None),
        (metadata({"a": claims(8, HUGE)}), None),
        (metadata({TEMPLATE: claims(8, HUGE)}), None),
        (metadata({"a": claims(9, 8, HUGE)}), None),
        (metadata({"a": claims(9, 9, HUGE)}), None),
        (metadata({"a": claims(9, 0, HUGE)}), None),
        (metadata({"a": claims(9, 6, MOST_BYTES // 4)}), None),
        (metadata({"a": claims(9, 8, MOST_VALUES + 1) + bytes(8 * (MOST_VALUES + 1))}), None),
        (metadata({"a": claims(9, 8, 9) + bytes(72), "b": claims(9, 8, MOST_VALUES) + bytes(64)}), None),
        (metadata({"a": struct.pack("<I", 77)}), None),
        (metadata({"a": NESTED}), None),
    ],
)
def test_a_chat_template_is_found_and_a_broken_file_harms_nobody(
    raw: bytes, has: bool | None, tmp_path: Path
) -> None:
    path = tmp_path / "some.gguf"
    path.write_bytes(raw)
    tracemalloc.start()
    try:
        assert has_chat_template(path) is has
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert ModelEntry("mine", gguf=path).is_base is (has is False)


def test_no_more_is_read_of_a_large_file_than_metadata_may_have(tmp_path: Path) -> None:
    path = tmp_path / "some.gguf"
    path.write_bytes(metadata({"a": claims(8, 2 * MOST_BYTES)}))
    with path.open("r+b") as file:
        file.truncate(3 * MOST_BYTES)
    tracemalloc.start()
    try:
        assert has_chat_template(path) is None
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


def test_a_long_vocabulary_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "some.gguf"
    path.write_bytes(metadata({"tokens": ["token"] * 100_000, TEMPLATE: "{{ messages }}"}) + b"tensors")
    assert has_chat_template(path) is True


def test_a_file_that_changes_is_read_again_and_one_that_is_gone_has_none(tmp_path: Path) -> None:
    path = tmp_path / "some.gguf"
    assert has_chat_template(path) is None
    path.write_bytes(metadata(VOCABULARY))
    assert has_chat_template(path) is False
    path.write_bytes(WHOLE)
    assert has_chat_template(path) is True
    assert has_chat_template(tmp_path) is None
    assert ModelEntry("x", "openai/gpt-4o").is_base is False

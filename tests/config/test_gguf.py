"""The metadata of model files: whether there is a chat template, and files of bad intent."""

from __future__ import annotations

import struct
import tracemalloc
from pathlib import Path

import pytest

from tests.gguf_bytes import TEMPLATE, VOCABULARY, metadata, text
from tui_arena.config import ModelEntry
from tui_arena.config.model_files import MOST_BYTES, MOST_VALUES, has_chat_template

HUGE = 2**63
WHOLE = metadata({**VOCABULARY, TEMPLATE: "{{ messages }}"})
NESTED = b"".join([struct.pack("<I", 9), struct.pack("<IQ", 9, 1) * 20, struct.pack("<IQ", 0, 0)])


def claims(kind: int, *numbers: int) -> bytes:
    """A value that claims a length or a count, with nothing behind it."""
    form = "<IQ" if kind == 8 else "<IIQ"
    return struct.pack(form, kind, *numbers)


MANY = claims(9, 8, 100_000) + text("token") * 100_000


@pytest.mark.parametrize(
    ("raw", "has", "size"),
    [
        (WHOLE, True, 0),
        (metadata({TEMPLATE: "{{ messages }}", **VOCABULARY}, version=2), True, 0),
        (metadata(VOCABULARY), False, 0),
        (metadata({}), False, 0),
        (metadata({**VOCABULARY, TEMPLATE: " \n"}), False, 0),
        (metadata({**VOCABULARY, TEMPLATE: 7}), False, 0),
        (metadata({"nested": [["a", "b"], ["c"]], TEMPLATE: "{{ messages }}"}), True, 0),
        (WHOLE[:-1], None, 0),
        (metadata(VOCABULARY)[:-1], None, 0),
        (b"GGUF and more", None, 0),
        (b"GGUF", None, 0),
        (b"", None, 0),
        (metadata(VOCABULARY, begins=b"GGML"), None, 0),
        (metadata(VOCABULARY, version=1), None, 0),
        (metadata(VOCABULARY, version=99), None, 0),
        (metadata(VOCABULARY, count=len(VOCABULARY) + 1), None, 0),
        (metadata(VOCABULARY, count=HUGE), None, 0),
        (metadata({"a": claims(8, HUGE)}), None, 0),
        (metadata({TEMPLATE: claims(8, HUGE)}), None, 0),
        (metadata({"a": claims(9, 8, HUGE)}), None, 0),
        (metadata({"a": claims(9, 9, HUGE)}), None, 0),
        (metadata({"a": claims(9, 0, HUGE)}), None, 0),
        (metadata({"a": claims(9, 6, MOST_BYTES // 4)}), None, 0),
        (metadata({"a": claims(9, 8, MOST_VALUES + 1) + bytes(8 * (MOST_VALUES + 1))}), None, 0),
        (metadata({"a": claims(9, 8, 9) + bytes(72), "b": claims(9, 8, MOST_VALUES) + bytes(64)}), None, 0),
        (metadata({"a": struct.pack("<I", 77)}), None, 0),
        (metadata({"a": NESTED}), None, 0),
        (metadata({"a": claims(8, 2 * MOST_BYTES)}), None, 3 * MOST_BYTES),
        (metadata({"tokens": MANY, TEMPLATE: "{{ messages }}"}) + b"tensors", True, 0),
    ],
)
def test_a_chat_template_is_found_and_a_broken_file_harms_nobody(
    raw: bytes, has: bool | None, size: int, tmp_path: Path
) -> None:
    path = tmp_path / "some.gguf"
    path.write_bytes(raw)
    with path.open("r+b") as file:
        file.truncate(max(size, len(raw)))
    tracemalloc.start()
    try:
        assert has_chat_template(path) is has
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()
    assert ModelEntry("mine", gguf=path).is_base is (has is False)


def test_a_file_that_changes_is_read_again_and_one_that_is_gone_has_none(tmp_path: Path) -> None:
    path = tmp_path / "some.gguf"
    assert has_chat_template(path) is None
    path.write_bytes(metadata(VOCABULARY))
    assert has_chat_template(path) is False
    path.write_bytes(WHOLE)
    assert has_chat_template(path) is True
    assert has_chat_template(tmp_path) is None
    assert ModelEntry("x", "openai/gpt-4o").is_base is False

"""Model files as bytes: their metadata alone, without a model."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

TEMPLATE = "tokenizer.chat_template"
VOCABULARY: Mapping[str, object] = {
    "general.architecture": "llama",
    "llama.context_length": 4096,
    "tokenizer.ggml.tokens": ["<s>", "the", "tokenizer.chat_template"],
    "tokenizer.ggml.scores": [0.5, 1.5],
    "tokenizer.ggml.add_bos_token": True,
}


def metadata(
    pairs: Mapping[str, object], *, begins: bytes = b"GGUF", version: int = 3, count: int | None = None
) -> bytes:
    """The beginning of a model file with these pairs. `count`: the number of pairs that it claims."""
    head = begins + struct.pack("<IQQ", version, 0, len(pairs) if count is None else count)
    return head + b"".join(text(key) + valued(value) for key, value in pairs.items())


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def valued(value: object) -> bytes:
    """A value with its type before it."""
    kind, raw = _parts(value)
    return struct.pack("<I", kind) + raw


def _parts(value: object) -> tuple[int, bytes]:
    match value:
        case bytes():  # already with its type
            return struct.unpack("<I", value[:4])[0], value[4:]
        case bool():
            return 7, struct.pack("<?", value)
        case int():
            return 4, struct.pack("<I", value)
        case float():
            return 6, struct.pack("<f", value)
        case str():
            return 8, text(value)
        case Sequence():
            parts = [_parts(one) for one in value]
            return 9, struct.pack("<IQ", parts[0][0], len(parts)) + b"".join(raw for _, raw in parts)
        case _:
            raise TypeError(value)

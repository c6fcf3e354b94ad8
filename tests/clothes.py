"""Keys in other clothes: the ways in which a text can spell a key, and how a text is searched for one in any of them.

Nothing here is the program's own, so that what it overlooks is found.
"""

from __future__ import annotations

import base64
import codecs
import html
import json
import quopri
import re
import unicodedata
from collections.abc import Callable, Iterator
from random import Random
from urllib.parse import unquote_to_bytes

Dress = Callable[[str], str]


def _shaped(kind: str) -> Dress:
    """Letters and digits of another shape, where Unicode has them."""

    def dress(char: str) -> str:
        if not char.isalnum():
            return char
        size = "DIGIT" if char.isdigit() else "CAPITAL" if char.isupper() else "SMALL"
        name = unicodedata.name(char).rpartition(" ")[2]
        try:
            return unicodedata.lookup(f"{kind} {size} {name if char.isdigit() else char.upper()}")
        except KeyError:
            return char

    return dress


CHARS: dict[str, Dress] = {
    "percent": lambda char: f"%{ord(char):02X}",
    "small percent": lambda char: f"%{ord(char):02x}",
    "entity": lambda char: f"&#{ord(char)};",
    "hex entity": lambda char: f"&#x{ord(char):x};",
    "padded entity": lambda char: f"&#x{ord(char):06X};",
    "backslash x": lambda char: f"\\x{ord(char):02x}",
    "backslash u": lambda char: f"\\u{ord(char):04x}",
    "backslash braces": lambda char: f"\\u{{{ord(char):x}}}",
    "backslash U": lambda char: f"\\U{ord(char):08x}",
    "percent u": lambda char: f"%u{ord(char):04X}",
    "octal": lambda char: f"\\{ord(char):03o}",
    "quoted printable": lambda char: f"={ord(char):02X}",
    "numbers of C": lambda char: f"0x{ord(char):02X}, ",
    "full width": lambda char: chr(ord(char) + 0xFEE0),
    "bold": _shaped("MATHEMATICAL BOLD"),
    "monospace": _shaped("MATHEMATICAL MONOSPACE"),
    "double struck": _shaped("MATHEMATICAL DOUBLE-STRUCK"),
    "sans serif": _shaped("MATHEMATICAL SANS-SERIF"),
    "escaped bold": lambda char: json.dumps(_shaped("MATHEMATICAL BOLD")(char))[1:-1],
    "quoted full width": lambda char: "".join(f"%{byte:02X}" for byte in chr(ord(char) + 0xFEE0).encode()),
    "plain": lambda char: char,
}
"""For a single character of ASCII that can be seen."""


def _base64(before: str, after: str = "", *, url: bool = False, pad: bool = True) -> Dress:
    def dress(key: str) -> str:
        raw = f"{before}{key}{after}".encode()
        out = (base64.urlsafe_b64encode if url else base64.b64encode)(raw).decode()
        return out if pad else out.rstrip("=")

    return dress


def _lines(size: int) -> Dress:
    return lambda key: "\n".join(re.findall(rf".{{1,{size}}}", base64.b64encode(key.encode()).decode()))


WHOLE: dict[str, Dress] = {
    "base64": _base64(""),
    "base64 of Bearer": _base64("Bearer "),
    "base64 of Basic": _base64(":"),
    "base64 of a name": _base64("user:", "\n"),
    "base64 without padding": _base64("a", pad=False),
    "base64 for addresses": _base64("", url=True),
    "base64 of Bearer for addresses": _base64("Bearer ", "!", url=True, pad=False),
    "base64 in lines": _lines(16),
    "base64 in an address": lambda key: base64.b64encode(key.encode()).decode().replace("+", "%2B").replace("=", "%3D"),
    "hex": lambda key: key.encode().hex(),
    "capital hex": lambda key: key.encode().hex().upper(),
    "hex with colons": lambda key: key.encode().hex(":"),
    "hex with blanks": lambda key: key.encode().hex(" ", 2),
    "numbers": lambda key: json.dumps(list(key.encode())),
    "octal numbers": lambda key: " ".join(f"{code:o}" for code in key.encode()),
    **{name: lambda key, dress=dress: "".join(map(dress, key)) for name, dress in CHARS.items()},  # type: ignore[misc]
    "capitals in percent": lambda key: "".join(f"%{ord(char):02X}" for char in key.upper()),
    "blanks between entities": lambda key: " ".join(f"&#{ord(char)};" for char in key),
    "twice in percent": lambda key: "".join(f"%25{ord(char):02X}" for char in key),
    "JSON in JSON": lambda key: json.dumps("".join(f"\\u{ord(char):04x}" for char in key))[1:-1],
}  # fmt: skip
"""For a whole key."""


def mixed(key: str, rng: Random) -> str:
    """A key each of whose characters wears other clothes."""
    return "".join(rng.choice(list(CHARS.values()))(char) for char in key)


# searching a text


def letters(text: str) -> str:
    """The letters and digits of a text in small letters, so that no layout keeps a key's parts asunder."""
    return re.sub("[^a-z0-9]", "", text.lower())


def readings(text: str) -> Iterator[str]:
    """What a text says, however it is read."""
    yield text
    once = html.unescape(unquote_to_bytes(text).decode("utf-8", "replace"))
    yield once
    yield html.unescape(unquote_to_bytes(once).decode("utf-8", "replace"))
    spelt = re.sub(
        r"\\+u\{([0-9a-f]+)\}|%u([0-9A-F]{4})|0x(..), ", lambda m: chr(int(m[1] or m[2] or m[3], 16)), once
    )
    for one in (spelt, spelt.replace("\\\\", "\\")):
        raw = one.encode("ascii", "backslashreplace")
        said = codecs.decode(re.sub(rb"\\(?![xuU0-7])", b"", raw), "unicode_escape", "ignore")
        yield unicodedata.normalize(
            "NFKC", said.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        )
    yield quopri.decodestring(once.encode()).decode("utf-8", "replace")
    yield unicodedata.normalize("NFKC", once)
    joined = re.sub(r"[^A-Za-z0-9+/]", "", once.replace("-", "+").replace("_", "/"))
    for run in {joined, *re.findall(r"[A-Za-z0-9+/]{8,}", once.replace("-", "+").replace("_", "/"))}:
        for start in range(4):
            part = run[start:]
            yield base64.b64decode(part[: len(part) // 4 * 4]).decode("latin-1")
    for base in (8, 10):
        numbers = [
            int(one, base) for one in re.findall(r"\b[0-7]{2,3}\b" if base == 8 else r"\b[0-9]{2,3}\b", once)
        ]
        yield "".join(map(chr, numbers))
    digits = re.sub(r"[^0-9a-fA-F]", "", once)
    for run in {digits, *re.findall(r"[0-9a-fA-F]{8,}", once)}:
        for start in range(2):
            part = run[start:]
            yield bytes.fromhex(part[: len(part) // 2 * 2]).decode("latin-1")


def shown(text: str, key: str) -> str:
    """The part of a key that a text shows in any clothes: the whole, or a half; empty if it shows neither."""
    whole = letters(key)
    half = len(whole) // 2
    for reading in readings(text):
        said = letters(reading)
        for part in (whole, whole[:half], whole[half:]):
            if part in said:
                return part
    return ""

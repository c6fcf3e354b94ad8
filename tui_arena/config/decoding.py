r"""What a text says once its escapes are read and its letters are plain, and where each character of that stands.

Read are `%5A`, `=5A`, `\x5A`, `0x5A`, octal `\132`, `\u005A`, `\u{5A}`, `%u005A`, `\U0000005A`, `U+005A`, `\\`, and
HTML's `&#90;`, `&#x5A;` and names. Letters of other shapes, such as those of full width, become plain by NFKD.
Escapes within escapes are read up to `ROUNDS` deep.
"""

from __future__ import annotations

import re
import unicodedata

ROUNDS = 3
_MARKS = ("%", "=", "\\", "&", "0x", "0X", "U+")
"""Without any of these a text holds no escape."""
_BYTE = re.compile(r"(?:[%=]|\\[xX]|0[xX])([0-9a-fA-F]{2})|\\([0-7]{2,3})")
_ESCAPE = re.compile(
    r"""[%=\\&0U](?:  # a set of first characters, because Python looks for one of a set quickly
    (?P<bytes>(?:(?<=[%=])[0-9a-fA-F]{2}|(?<=[\\0])[xX][0-9a-fA-F]{2}|(?<=\\)[0-7]{2,3})
        (?:(?:[%=]|\\[xX]|0[xX])[0-9a-fA-F]{2}|\\[0-7]{2,3})*)
    |(?<=\\)u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})
    |(?<=[\\%])u(?P<four>[0-9a-fA-F]{4})
    |(?:(?<=\\)[uUxX]\{|(?<=&)\#[xX])(?P<some>[0-9a-fA-F]{1,8})[};]?
    |(?<=\\)U(?P<eight>[0-9a-fA-F]{8})
    |(?<=U)\+(?P<six>[0-9a-fA-F]{4,6})
    |(?<=\\)(?P<backslash>\\)
    |(?<=&)\#(?P<decimal>[0-9]{1,8});?
    |(?<=&)(?P<name>[a-zA-Z][a-zA-Z0-9]{1,31};))""",
    re.VERBOSE,
)
BEGUN = re.compile(
    r"(?:&\#?[0-9a-z]{0,31}|[%\\][ux]?\{?[0-9a-f]{0,8}|=[0-9a-f]?|0x?[0-9a-f]?|U\+?[0-9a-f]{0,5})\Z",
    re.IGNORECASE,
)
"""The end of a text that may be a begun escape."""


def decoded(text: str) -> str:
    r"""What a text says; the text itself if it holds no escape and only plain letters.

    >>> decoded("cr&#97;%6E\\u0065")
    'crane'
    """
    for _ in range(ROUNDS):
        if not _marked(text):
            break
        before, text = text, _ESCAPE.sub(_meant, text)
        if text == before:
            break
    return text if text.isascii() else unicodedata.normalize("NFKD", text)


def decoded_places(text: str) -> tuple[str, list[int], list[int]]:
    """What a text says, and for each character of that where it begins and ends in the text."""
    starts, ends = list(range(len(text))), list(range(1, len(text) + 1))
    for _ in range(ROUNDS):
        found = list(_ESCAPE.finditer(text)) if _marked(text) else []
        if not found:
            break
        out, first, last, at = [], [], [], 0
        for escape in found:
            begin, end = escape.span()
            out.append(text[at:begin])
            first += starts[at:begin]
            last += ends[at:begin]
            for char, left, right in _spelt(escape):
                out.append(char)
                first += [starts[begin + left]] * len(char)
                last += [ends[begin + right - 1]] * len(char)
            at = end
        text, starts, ends = "".join((*out, text[at:])), [*first, *starts[at:]], [*last, *ends[at:]]
    if text.isascii():
        return text, starts, ends
    plain = [unicodedata.normalize("NFKD", char) for char in text]
    return (
        "".join(plain),
        [start for start, chars in zip(starts, plain, strict=True) for _ in chars],
        [end for end, chars in zip(ends, plain, strict=True) for _ in chars],
    )


def _marked(text: str) -> bool:
    return any(mark in text for mark in _MARKS)


def _meant(escape: re.Match[str]) -> str:
    if escape["bytes"] is None:
        return _char(escape)
    run = escape[0]
    for mark in ("%", "=", "\\x"):
        if run.count(mark) * (len(mark) + 2) == len(run):
            return bytes.fromhex(run.replace(mark, "")).decode("utf-8", "surrogateescape")
    return _bytes(run).decode("utf-8", "surrogateescape")


def _spelt(escape: re.Match[str]) -> list[tuple[str, int, int]]:
    """The characters that an escape or a run of bytes means, each with its place in that."""
    run = escape[0]
    if escape["bytes"] is None:
        return [(_char(escape), 0, len(run))]
    places = [one.span() for one in _BYTE.finditer(run)]
    out, at = [], 0
    for char in _bytes(run).decode("utf-8", "surrogateescape"):
        size = len(char.encode("utf-8", "surrogateescape"))
        out.append((char, places[at][0], places[at + size - 1][1]))
        at += size
    return out


def _bytes(run: str) -> bytes:
    return bytes(int(hexed, 16) if hexed else int(octal, 8) & 0xFF for hexed, octal in _BYTE.findall(run))


def _char(escape: re.Match[str]) -> str:
    if escape["name"]:
        from html.entities import html5  # noqa: PLC0415  (seldom needed)

        return html5.get(escape["name"], escape[0])
    if escape["backslash"]:
        return "\\"
    if escape["high"]:
        return bytes.fromhex(escape["high"] + escape["low"]).decode("utf-16-be")
    hexed = escape["some"] or escape["four"] or escape["eight"] or escape["six"]
    number = int(hexed, 16) if hexed else int(escape["decimal"])
    return chr(number) if number <= 0x10FFFF else escape[0]

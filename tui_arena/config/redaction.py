r"""Redaction: it keeps keys out of every text.

Law: a key appears in no file, screen, log or error of this program. Every text from a provider or a library
passes `redact` before anybody sees it.

A key is found even if it is escaped. These escapes are read: `%5A`, `=5A`, `\x5A`, `0x5A`, octal `\132`,
`\u005A`, `\u{5A}`, `%u005A`, `\U0000005A`, `U+005A`, `\\`, and HTML's `&#90;`, `&#x5A;` and names. NFKD turns
letters of other shapes, such as full-width letters, into plain letters. Escapes within escapes are read up to
`ROUNDS` deep.
"""

from __future__ import annotations

import os
import re
import unicodedata
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress

ROUNDS = 3
_MARKS = ("%", "=", "\\", "&", "0x", "0X", "U+")
"""A text without any of these has no escape."""
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
"""Matches the end of a text that may be the beginning of an escape."""


def decoded(text: str) -> str:
    r"""The decoded text; the text itself if it has no escape and only plain letters.

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
    """The decoded text, and the beginning and end of each of its characters in the original text."""
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
    """The characters that an escape or a run of bytes means, each with its place in the escape."""
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


HIDDEN = "[key]"
SHORTEST = 8
"""The minimum length of a key, in characters. Hiding shorter values would hide words."""
LONG = 20
"""A text of at least this many characters with letters and digits counts as a key, unless it looks like the
name of a variable."""
HALF = 10
"""This many letters and digits, at least, are half of a key. Half of a known key is hidden like the whole."""
SHOWN = 12
"""With this many letters and digits of a known key in a row, an error's text is dropped altogether."""
BEGUN_CHARS = 3
"""This many characters at the end of an unfinished text may be the beginning of a key."""
TAIL = 4096
"""The number of last characters of an unfinished text that are searched for the beginning of a key."""
LONGEST_ESCAPE = 34
"""The maximum length of an unfinished escape, in characters."""
_SECRET_NAMES = ("_API_KEY", "_APIKEY", "_TOKEN", "_SECRET", "_ACCESS_KEY", "_KEY_ID", "_PASSWORD")
_PATTERNS = (
    re.compile(r"\b(?:sk|pk|rk|gsk|xai|hf|AIza)[-_][A-Za-z0-9_\-]{8,256}"),
    re.compile(r"\bAIza[A-Za-z0-9_\-]{16,128}"),
    re.compile(r"(?i)\bbearer +[A-Za-z0-9._~+/\-]{4,512}=*"),
    re.compile(
        r"(?i)\b(?:api[-_]?key|x-api-key|authorization|token|key)\"?'? ?[=:] ?\"?'?[A-Za-z0-9._~+/\-]{8,512}"
    ),
    re.compile(r"://[^/\s:@]{1,128}:[^/\s:@]{1,256}@"),
)
_made_here: set[str] = set()


def hide(value: str) -> None:
    """From now on, hide this value like a key. Local servers, for example, get keys made for them."""
    _made_here.add(value)


def keyless(text: str) -> str:
    """The text with every known key hidden, and nothing else changed.

    The known keys are the values of environment variables with a secret's name, and the values given to
    `hide`. A key is found:

    - whole or by half, in capitals or small letters, and with any blanks and signs between its characters,
    - if any of these characters are escaped or are letters of another shape,
    - in Base64, in hex, and as the numbers of its characters.
    """
    known = _known() if text else ()
    if not known:
        return text
    hidden = _found(text, known)
    if (said := decoded(text)) != text and _found(said, known):
        plain, starts, ends = decoded_places(text)
        hidden += [(starts[first], ends[end - 1]) for first, end in _found(plain, known)]
    out, at = [], 0
    for first, end in sorted(hidden):  # sorted together, because a key may be partly plain and partly escaped
        if first >= at:
            out += [text[at:first], HIDDEN]
        at = max(at, end)
    return "".join((*out, text[at:]))


@dataclass(frozen=True, slots=True)
class _Form:
    """A form of a key: its letters and digits in a text, and how many of them lead to an action."""

    bare: str
    """The letters and digits, as `_bare` returns them."""
    part: int
    """This many in a row are hidden. For a short key the number is larger than the form, so that only the
    exact key is hidden."""
    shown: int
    """With this many in a row, an error's text is dropped altogether."""

    def pieces(self, size: int) -> Iterator[str]:
        """Pieces of this form. A text with `size` of its letters and digits in a row has at least one."""
        grid = max((size + 1) // 2, 1)
        return (self.bare[i : i + grid] for i in range(0, len(self.bare) - grid + 1, grid))


@lru_cache(128)
def _forms(key: str) -> tuple[_Form, ...]:
    """The forms of a key: plain, in Base64 at each possible offset, in hex, and as numbers.

    In Base64, the characters before and after the key change only its first and last characters, which are
    left out.
    """
    raw, bare = key.encode("utf-8", "surrogateescape"), _bare(key)
    long = len(bare) >= 2 * HALF
    shown = max(min(SHOWN, len(bare) // 2), min(SHORTEST, len(bare)))
    out = [
        _Form(one, len(one) // 2 if long else len(one) + (len(one) <= HALF), shown)
        for one in dict.fromkeys((bare, _bare(decoded(key))))
    ]
    numbers = (raw.hex(), "".join(map(str, raw)), "".join(f"{code:o}" for code in raw))
    out += [_Form(one, len(one) // 2 if long else len(one), 2 * shown) for one in numbers]
    for before in range(3):
        whole = b64encode(bytes(before) + raw).decode()[(8 * before + 5) // 6 : 8 * (before + len(raw)) // 6]
        kept = _bare(whole)
        signs = len(whole) - len(kept)
        part, few = ((8 * size - 4) // 6 - signs for size in (len(raw) // 2, shown))
        out.append(_Form(kept, max(part, HALF) if long else len(kept), max(few, SHORTEST)))
    return tuple(out)


def _found(text: str, known: Sequence[str]) -> list[tuple[int, int]]:
    """The beginning and end of each key, or part of a key, in a text."""
    bare = _bare(text)
    places: list[int] = []
    out: list[tuple[int, int]] = []
    for key in known:
        out += [(at, at + len(key)) for at in _all(key, text)]
        for form in _forms(key):
            part = form.part
            if not any(piece in bare for piece in form.pieces(part)):
                continue
            for i in range(len(form.bare) - part + 1):
                for at in _all(form.bare[i : i + part], bare):
                    places = places or list(compress(range(len(text)), map(str.isalnum, text)))
                    out.append((places[at], places[at + part - 1] + 1))
    return out


def _all(part: str, text: str) -> Iterator[int]:
    """Yields each position of a part in a text."""
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())


def _bare(text: str) -> str:
    """The letters and digits of a text, in small letters."""
    if text.isascii():
        return text.lower().encode().translate(None, _SIGNS).decode()
    return "".join(filter(str.isalnum, text.lower()))


def without_begun_key(text: str) -> str:
    """An unfinished text without its end, if the end may be the beginning of a known key."""
    known = _known() if text else ()
    tail = text[-TAIL:]
    kept = len(tail)
    for end in dict.fromkeys((len(tail), _escape_begins(tail))) if known else ():
        said = tail[:end]
        if (begun := _begun(said, known)) is not None:
            kept = min(kept, begun)
        if (meant := decoded(said)) != said and _begun(meant, known) is not None:
            plain, starts, _ = decoded_places(said)
            if (begun := _begun(plain, known)) is not None:
                kept = min(kept, starts[begun])
    return text[: len(text) - len(tail) + kept]


def _escape_begins(text: str) -> int:
    """The position of an unfinished escape at the end of a text; the text's length if there is none."""
    begun = BEGUN.search(text, max(len(text) - LONGEST_ESCAPE, 0))
    return begun.start() if begun else len(text)


def _begun(text: str, known: Sequence[str]) -> int | None:
    """The position of the longest beginning of a key at the end of a text; None if there is none."""
    bare = _bare(text)
    longest = 0
    for key in known:
        for form in _forms(key):
            for size in range(min(len(form.bare), len(bare)), max(longest, BEGUN_CHARS - 1), -1):
                if form.bare[size - 1] == bare[-1] and bare.endswith(form.bare[:size]):
                    longest = size
                    break
    return [i for i, char in enumerate(text) if char.isalnum()][-longest] if longest else None


def shows_key(text: str) -> bool:
    """True if a text has so much of a known key, in any form, that it should be dropped."""
    known = _known() if text else ()
    for bare in dict.fromkeys((_bare(text), _bare(decoded(text)))) if known else ():
        for form in (form for key in known for form in _forms(key)):
            size = form.shown
            if any(piece in bare for piece in form.pieces(size)) and any(
                form.bare[i : i + size] in bare for i in range(max(len(form.bare) - size + 1, 1))
            ):
                return True
    return False


def redact(text: str) -> str:
    """The text of an error or a log, with every known key and every text that looks like a key hidden."""
    text = keyless(text)
    for pattern in _PATTERNS:
        text = pattern.sub(HIDDEN, text)
    return text


def looks_like_key(text: str) -> bool:
    """True if a text that should name a variable looks like a key.

    >>> looks_like_key("OPENAI_API_KEY"), looks_like_key("sk-0123456789")
    (False, True)
    """
    text = text.strip()
    if redact(text) != text:
        return True
    chance = any(c.isdigit() for c in text) and any(c.isalpha() for c in text)
    return len(text) >= LONG and chance and not (text.isupper() and "_" in text)


@lru_cache(1024)
def _secret_name(variable: str | bytes) -> str | None:
    """A variable's name if it is a secret's name. `variable`: the name as the system stores it."""
    name = os.fsdecode(variable)
    return name if name.upper().endswith(_SECRET_NAMES) else None


@dataclass(slots=True)
class _Known:
    """The known keys, and the values they were found from. Comparing these is far quicker than a new search."""

    environment: Mapping[str | bytes, str | bytes] = field(default_factory=dict)
    made_here: frozenset[str] = frozenset()
    keys: list[str] = field(default_factory=list)


_found_last = _Known()


def _known() -> list[str]:
    global _found_last  # noqa: PLW0603  (one assignment, so that threads see all of it or nothing)
    now: dict[str | bytes, str | bytes] = os.environ._data  # type: ignore[attr-defined]  # noqa: SLF001  (decoding all names is slow)
    last = _found_last
    if now != last.environment or last.made_here != _made_here:
        environment, made_here = dict(now), frozenset(_made_here)
        named = [os.environ.get(name, "") for raw in environment if (name := _secret_name(raw))]
        keys = {v for value in (*named, *made_here) if len(v := value.strip()) >= SHORTEST}
        last = _found_last = _Known(environment, made_here, sorted(keys, key=len, reverse=True))
    return last.keys

"""Keys are kept out of every text.

Law: a key appears in no file, screen, log or error of this program. Every text from a provider or a library
passes `redact` before anybody sees it.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase

HIDDEN = "[key]"
SHORTEST = 8
"""A shorter value is no key; hiding it would hide words."""
LONG = 20
"""A text of at least this many characters with letters and digits counts as a key, unless it looks like
the name of a variable."""
HALF = 10
"""At least this many letters and digits are half of a key; half of a known key is hidden like the whole."""
SHOWN = 12
"""So many letters and digits of a known key in a row are reason to drop an error's words altogether."""
BEGUN = 3
"""This many characters at the end of an unfinished text may be the beginning of a key."""
_SECRET_NAMES = ("_API_KEY", "_APIKEY", "_TOKEN", "_SECRET", "_ACCESS_KEY", "_KEY_ID", "_PASSWORD")
_BETWEEN = re.compile(r"[\W_]+")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
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
    """From now on, hide this value like a key. For example, a local server gets a key made for it."""
    _made_here.add(value)


def keyless(text: str) -> str:
    """The text with every known key hidden, and nothing else changed.

    The known keys are the values of environment variables with a secret's name, and those given to `hide`.
    A key is found whole, by half, in capitals or small letters, and with any blanks and signs between its
    characters.
    """
    known = _known() if text else []
    for value in known:
        if value in text:
            text = text.replace(value, HIDDEN)
    bare = _bare(text) if known else ""
    for value in known:
        text, bare = _without_parts(text, bare, _bare(value))
    return text


def _bare(text: str) -> str:
    """The letters and digits of a text, those of ASCII small."""
    return _BETWEEN.sub("", text).translate(_SMALL)


def _without_parts(text: str, bare: str, key: str) -> tuple[str, str]:
    """The text without parts of a key; `bare` and `key`: the letters and digits of both, by `_bare`."""
    part = _part(key)
    if part is None:
        return text, bare
    grid = max(part // 2, 1)  # a part as long as this holds one of the key's pieces of half its length
    if not any(key[i : i + grid] in bare for i in range(0, len(key) - grid + 1, grid)):
        return text, bare
    places = [i for i, c in enumerate(text) if not _BETWEEN.match(c)]
    hidden: list[tuple[int, int]] = []
    for i in range(len(key) - part + 1):
        at = bare.find(key[i : i + part])
        while at >= 0:
            hidden.append((places[at], places[at + part - 1] + 1))
            at = bare.find(key[i : i + part], at + 1)
    if not hidden:
        return text, bare
    out, end = [], 0
    for first, last in sorted(hidden):
        if first >= end:
            out += [text[end:first], HIDDEN]
        end = max(end, last)
    text = "".join((*out, text[end:]))
    return text, _bare(text)


def _part(key: str) -> int | None:
    """How many letters and digits of a key in a row are hidden; None if it is hidden only as it stands."""
    if len(key) >= 2 * HALF:
        return len(key) // 2
    return len(key) if len(key) > HALF else None


def without_begun_key(text: str) -> str:
    """An unfinished text without an end that may be the beginning of a known key."""
    tail = text[-512:]
    places = [i for i, c in enumerate(tail) if not _BETWEEN.match(c)]
    bare = _bare(tail)
    longest = 0
    for value in _known() if bare else ():
        key = _bare(value)
        for size in range(min(len(key), len(bare)), max(longest, BEGUN - 1), -1):
            if bare.endswith(key[:size]):
                longest = size
                break
    return text if not longest else text[: len(text) - len(tail) + places[-longest]]


def shows_key(text: str) -> bool:
    """Whether a text has so much of a known key that it should be dropped: letters and digits, in any case."""
    bare = _bare(text)
    for value in _known() if bare else ():
        key = _bare(value)
        size = max(min(SHOWN, len(key) // 2), min(SHORTEST, len(key)))
        if any(key[i : i + size] in bare for i in range(max(len(key) - size + 1, 1))):
            return True
    return False


def redact(text: str) -> str:
    """The text of an error or a log, with every known key and everything that looks like one hidden."""
    text = keyless(text)
    for pattern in _PATTERNS:
        text = pattern.sub(HIDDEN, text)
    return text


def looks_like_key(text: str) -> bool:
    """Whether a text that should name a variable seems to be the key itself.

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
    """A variable's name if it is a secret's, of a variable as the system writes it."""
    name = os.fsdecode(variable)
    return name if name.upper().endswith(_SECRET_NAMES) else None


def _known() -> list[str]:
    raw: list[str | bytes] = list(os.environ._data)  # type: ignore[attr-defined]  # noqa: SLF001  (decoding all names is slow)
    named = [os.environ.get(name, "") for variable in raw if (name := _secret_name(variable))]
    found = {v.strip() for v in (*named, *_made_here)}
    return sorted((v for v in found if len(v) >= SHORTEST), key=len, reverse=True)

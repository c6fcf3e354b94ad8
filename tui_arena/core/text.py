"""Text from outside: cleaned, folded for comparison, and separated from a model's reasoning.

Nothing here uses a regular expression on long input, so no input is slow.

Law: every text of a person, a model or a file passes `clean` once, before it is parsed, stored or shown.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

REPLY_BYTES = 64 * 1024
"""A cleaned reply is cut to this many bytes of UTF-8."""

MAX_MARKS = 4
"""The maximum number of combining marks that are kept on one base character."""

_INNER = str.maketrans("“”", "‘’")
DECORATIONS = "*_`\"'“”‘’„«»"
"""Characters that are stripped from both ends of a line before it is parsed."""

_JOINING = "‌‍"
_DROPPED = frozenset(
    [chr(c) for c in (*range(0x20), *range(0x7F, 0xA0)) if chr(c) not in "\n\t"]
    + [chr(c) for c in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
    + list("​⁠﻿­‎‏؜⁡⁢⁣⁤")
    + [chr(c) for c in range(0xE0000, 0xE0080)]
)
_PLAIN = re.compile("[\n\t -~\xa1-\xac\xae-\u024f\u2010-\u2027]*")
"""A text of Latin letters and usual punctuation marks. Nothing in it needs cleaning."""
_STRING_OPENERS = frozenset("]PX^_")
_C1_STRING_OPENERS = frozenset("\x9d\x90\x98\x9e\x9f")
_ACTIVE = frozenset("\\`*_{}[]()<>#+!|~&")
_ESC, _BEL, _ST = "\x1b", "\x07", "\x9c"


def clean(text: str, limit: int | None = REPLY_BYTES) -> str:
    """Text that can be stored and shown without affecting a terminal.

    Lone surrogates become U+FFFD. Line ends become newlines, and the text is normalized to NFC. `limit` is in
    bytes of UTF-8; None: no limit. These are removed: terminal escape sequences with their content (an
    unterminated one up to the end of its line), control characters except newline and tab, bidi controls,
    invisible characters that join nothing, and all but `MAX_MARKS` combining marks of a character.
    """
    if text.isascii():
        if text.replace("\n", "").replace("\t", "").isprintable():
            return text if limit is None else text[:limit]
    elif _PLAIN.fullmatch(text):
        return text if limit is None else _cut(text, limit)
    else:
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _without_escapes(text)
    if any(c in _DROPPED or c in _JOINING or unicodedata.combining(c) for c in set(text)):
        text = "".join(_kept(text))
    text = unicodedata.normalize("NFC", text)
    return text if limit is None else _cut(text, limit)


def _without_escapes(text: str) -> str:
    if not any(c in text for c in (_ESC, "\x9b", *_C1_STRING_OPENERS)):
        return text
    out: list[str] = []
    i, end = 0, len(text)
    while i < end:
        c = text[i]
        if c == _ESC and i + 1 < end:
            follower = text[i + 1]
            if follower == "[":
                i = _after_escape(text, i + 2, "@")
            elif follower in _STRING_OPENERS:
                i = _after_string(text, i + 2)
            else:
                i = _after_escape(text, i + 1, "0")
        elif c == "\x9b":
            i = _after_escape(text, i + 1, "@")
        elif c in _C1_STRING_OPENERS:
            i = _after_string(text, i + 1)
        else:
            if c != _ESC:
                out.append(c)
            i += 1
    return "".join(out)


def _after_escape(text: str, i: int, final: str) -> int:
    """The index past the bytes before `final` of an escape, and one final byte, from `final` on."""
    while i < len(text) and " " <= text[i] < final:
        i += 1
    return i + 1 if i < len(text) and final <= text[i] <= "~" else i


def _after_string(text: str, i: int) -> int:
    while i < len(text):
        c = text[i]
        if c in (_BEL, _ST):
            return i + 1
        if c == _ESC:
            return i + 2 if text[i + 1 : i + 2] == "\\" else i
        if c == "\n":
            return i
        i += 1
    return i


def _kept(text: str) -> list[str]:
    out: list[str] = []
    marks = 0
    for i, c in enumerate(text):
        if c in _DROPPED:
            continue
        if c in _JOINING and not _joins(text, i):
            continue
        if unicodedata.combining(c):
            marks += 1
            if marks > MAX_MARKS:
                continue
        elif c not in _JOINING:
            marks = 0
        out.append(c)
    return out


def _joins(text: str, i: int) -> bool:
    """True if a zero-width joiner is between two characters that are not ASCII."""
    return 0 < i < len(text) - 1 and text[i - 1] > "\x7f" and text[i + 1] > "\x7f"


def _cut(text: str, limit: int) -> str:
    raw = text.encode()
    return text if len(raw) <= limit else raw[:limit].decode("utf-8", "ignore")


def within_quotes(text: str) -> str:
    """A text ready to stand between quotation marks: its own double marks become single ones."""
    first, *rest = text.translate(_INNER).split('"')
    return first + "".join("‘’"[n % 2] + part for n, part in enumerate(rest))


def one_line(text: str, width: int | None = None) -> str:
    """Cleaned text on one line, with single blanks; cut to `width` characters with an ellipsis."""
    if width is None and text.isascii() and text.isprintable():
        return " ".join(text.split())  # nothing to clean, and files have hundreds of thousands of such texts
    line = " ".join(clean(text, None if width is None else 4 * width + 64).split())
    return line if width is None or len(line) <= width else line[: max(width - 1, 0)] + "…"


def escaped(text: str) -> str:
    r"""Text for Markdown: on one line, with every character escaped that has a meaning there or in HTML.

    >>> print(escaped("a|b <i>"))
    a\|b \<i\>
    """
    return "".join(f"\\{c}" if c in _ACTIVE else c for c in one_line(text))


def whole_words(line: str, most: int) -> str:
    """As many whole words of a line as fit into `most` characters; empty if not even the first one does.

    >>> whole_words("a kettle on the stove", 10), whole_words("kettle", 3)
    ('a kettle', '')
    """
    return line if len(line) <= most else line[: max(most, 0) + 1].rpartition(" ")[0].rstrip()


def fold(text: str) -> str:
    """The form in which names are compared: NFKC, no case, no accents, single blanks."""
    if text.isascii():
        return " ".join(text.casefold().split())
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return " ".join("".join(c for c in bare if not unicodedata.combining(c)).split())


@dataclass(frozen=True, slots=True)
class SplitReply:
    """A reply split for parsing: `body` is what the rules parse, `thinking` is the rest."""

    body: str
    thinking: str
    mark: str = ""
    """The mark that was removed from the start of the body's line; empty if there was none."""
    shown: str = ""
    """The body for display: a reply of one word keeps its `.,!?`. Only `read_reply` sets this."""


def lowered(text: str) -> str:
    """A text in lower case, with each character at the same index."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def split_reasoning(text: str) -> SplitReply:
    """Splits a reply into body and reasoning.

    Reasoning is `<think>...</think>` at any place, everything up to a lone `</think>`, and everything after
    an unclosed `<think>`. Case is ignored.
    """
    opener, closer = "<think>", "</think>"
    lower = lowered(text)
    if opener not in lower and closer not in lower:
        return SplitReply(text, "")
    body: list[str] = []
    thinking: list[str] = []
    i = 0
    start = lower.find(opener)
    while True:
        start = (
            lower.find(opener, i) if 0 <= start < i else start
        )  # searched for once, however many closers there are
        stop = lower.find(closer, i)
        if stop >= 0 and (start < 0 or stop < start):
            thinking.extend([*body, text[i:stop]])
            body.clear()
            i = stop + len(closer)
        elif start >= 0:
            body.append(text[i:start])
            stop = lower.find(closer, start)
            inside = start + len(opener)
            thinking.append(text[inside : stop if stop >= 0 else None])
            if stop < 0:
                break
            i = stop + len(closer)
        else:
            body.append(text[i:])
            break
    return SplitReply("".join(body).strip(), "\n".join(t.strip() for t in thinking if t.strip()))


def undecorated(line: str) -> str:
    """A line without blanks and decorations at its ends."""
    return line.strip(DECORATIONS + " \t\xa0").strip()


def read_reply(text: str, *marks: str) -> SplitReply:
    """The part of a cleaned reply that the rules parse.

    Reasoning is removed, then decorations at both ends of each line, then `.,!?` after a reply of one word.
    If lines start with one of the `marks` (such as `question:`), the body is the last such line, without its
    mark. The other lines join `thinking`.
    """
    said = split_reasoning(text)
    lines = [undecorated(line) for line in said.body.split("\n")]
    thinking = said.thinking
    found = ""
    for last in range(len(lines) - 1, -1, -1):
        found = next((mark for mark in marks if lines[last].lower().startswith(mark.lower())), "")
        if found:
            around = [line for i, line in enumerate(lines) if i != last and line]
            thinking = "\n".join(part for part in (thinking, *around) if part)
            lines = [undecorated(lines[last][len(found) :])]
            break
    shown = body = "\n".join(lines).strip()
    if len(body.split()) == 1:
        body = body.rstrip(".,!?").strip(DECORATIONS)
    return SplitReply(body, thinking, found, shown)

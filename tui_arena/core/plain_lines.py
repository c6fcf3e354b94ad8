"""One style for the lines of an unsigned session, so that nobody's spelling tells who they are.

A reply is read by the rules, and written again from a template of the game's manifest with what the rules read.
A field `{name:line}` is a sentence in plain style, `{name:word}` a word in lower case, `{name}` the value
itself. So what the rules judge is exactly what everybody reads.

Law: a plain line in plain style is itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import Formatter
from typing import Any
from unicodedata import normalize

from tui_arena.core.game import Ask, Data, Fault, Game, Move, Reply, S
from tui_arena.core.reading import heard
from tui_arena.core.text import one_line, whole_words

MOST = 120
"""The maximum number of characters of a line."""
NOTHING_LEFT = "Write it in words. Signs and pictures are left out here, so nothing would be left."
Template = tuple[str, ...]
"""The lines of a reply, with fields in braces."""
NO_NAMES: Mapping[str, str] = {}
STYLES = ("", "line", "word")
"""The styles of a template's field."""
_ONE_KIND = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛`´′", "'"),
        **dict.fromkeys("“”„‟«»″", '"'),
        **dict.fromkeys("‐‑‒−", "-"),
        **dict.fromkeys("–—―", " - "),
        **dict.fromkeys("!;。！", "."),
        "？": "?",
        "…": ".",
    }
)
"""Replaces signs of which people and machines use different kinds."""
_LINK = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,200}\)")
"""A link in Markdown."""
_LEAD = re.compile(r"^(?:[-+*•#>.,:?\s]|\d{1,2}[.)]\s+(?=\S))+")
"""What Markdown puts before a line, and stray signs."""
_ODD = re.compile(r"[^\w\s.,:?'\"()/&%+$€£°-]|_")
"""Every sign that isn't plain: emojis, Markdown, and the like."""
_STOPS = re.compile(r"[.?](?:\s*[.?])+")
_BEFORE = re.compile(r"\s+([.,:?])")
_FIRST = re.compile(r"(?:^|[.?]\s+)[^\w]*(\w)")
"""The first letter of each sentence."""
_WORD = re.compile(r"\w+")
_I = re.compile(r"\bi\b")
_END = " ,:-/&+("


def plain_line(text: str, names: Mapping[str, str] = NO_NAMES) -> str:
    """A sentence or two in plain style, of at most `MOST` characters; empty if no letter or digit is in it.

    `names`: the words that have a capital however they are typed, by their lower case.

    >>> plain_line("  It's **HOT** … isn't it!! 🔥"), plain_line("- Kitchen stuff")
    ("It's hot. Isn't it.", 'Kitchen stuff.')
    """
    line = _LEAD.sub("", one_line(_LINK.sub(r"\1", text)))
    line = _ODD.sub(" ", normalize("NFC", line.lower()).translate(_ONE_KIND))
    line = _STOPS.sub(lambda found: "?" if "?" in found[0] else ".", line)
    line = _BEFORE.sub(r"\1", " ".join(line.split()))
    line = _LEAD.sub("", line)
    if not any(c.isalnum() for c in line):
        return ""
    line = _cut(line)
    line = _FIRST.sub(lambda found: found[0][:-1] + _upper(found[1]), line)
    return (
        _WORD.sub(lambda found: names.get(found[0], found[0]), _I.sub("I", line))
        if names
        else _I.sub("I", line)
    )


def _cut(line: str) -> str:
    """The whole sentences that fit, or else the whole words, with a stop at the end."""
    line = line.rstrip(_END)
    if len(line) > MOST or (len(line) == MOST and line[-1] not in ".?"):
        end = max(line.rfind(". ", 0, MOST), line.rfind("? ", 0, MOST))
        short = whole_words(line, MOST - 1) or line[: MOST - 1]
        line = line[: end + 1] if end >= MOST // 2 else short.rstrip(_END)
    return line if line.endswith((".", "?")) else f"{line}."


def _upper(letter: str) -> str:
    upper = letter.upper()
    return upper if len(upper) == 1 and upper.lower() == letter else letter


def plain_word(text: str) -> str:
    """A word or a name in plain style.

    >>> plain_word("  My-Kettle!")
    'my-kettle'
    """
    line = one_line(text).translate(_ONE_KIND).lower()
    kept = "".join(c if c.isalnum() or c in "'-" else " " for c in line)
    return " ".join(kept.split()).strip("-' ")


def from_template(template: Template, values: Data, names: Mapping[str, str] = NO_NAMES) -> str | None:
    """A template with its fields filled in; None if a value is missing, None or empty. `names`: as for a line."""
    out: list[str] = []
    for before, field, style, _ in Formatter().parse("\n".join(template)):
        out.append(before)
        if field is None:
            continue
        try:
            value = Formatter().get_field(field, (), values)[0]
        except (AttributeError, KeyError):
            return None
        text = "" if value is None else str(value)
        text = (
            plain_line(text, names=names)
            if style == "line"
            else plain_word(text)
            if style == "word"
            else text
        )
        if not text:
            return None
        out.append(text)
    return "".join(out)


def written(
    move: Move, templates: Mapping[str, Sequence[Template]], names: Mapping[str, str] = NO_NAMES
) -> str | None:
    """A move in plain style, by the first template of its ask that fits; None if none does."""
    found = (from_template(one, move.values, names) for one in templates.get(move.name, ()))
    return next((text for text in found if text is not None), None)


def plain_reply(
    game: Game[S],
    state: S,
    ask: Ask,
    reply: Reply,
    templates: Mapping[str, Sequence[Template]],
    *,
    names: Mapping[str, str] = NO_NAMES,
) -> Reply:
    """A reply in plain style, with its own text as `raw`; unchanged if its ask has no templates.

    Raises Fault if the rules can't read the reply, or if nothing of it is left in plain style.
    """
    text = written(game.parse(state, ask, heard(reply, ask)), templates, names)
    if text is None and ask.name in templates:
        raise Fault("format", NOTHING_LEFT)
    if text is None or text == reply.text:
        return reply
    return replace(reply, text=text, extra={"raw": reply.text, **reply.extra})


def template_fault(template: Template) -> str:
    """What is wrong with a template; empty if nothing is."""
    try:
        fields: list[Any] = [
            field for field in Formatter().parse("\n".join(template)) if field[1] is not None
        ]
    except ValueError:
        return "has a brace that is not closed"
    odd = next((style for _, _, style, _ in fields if style not in STYLES), None)
    return "" if odd is None else f"has a style {odd!r}; styles are line and word"

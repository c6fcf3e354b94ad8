"""The parts of a reply in JSON, wherever it stands in a text, however it is wrapped and however it is broken.

A library mends what is broken. It makes things up, so only what stands in the text literally is taken from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from tui_arena.core.reading.layouts import ANY_ANSWER, WRAPPERS
from tui_arena.core.reading.values import (
    MAX_PART,
    NOT_IT,
    SHORT,
    choices_in,
    denied,
    short_in,
    value_in,
)
from tui_arena.core.text import one_line
from tui_arena.core.words import tokens

if TYPE_CHECKING:
    from tui_arena.core.reading import ReplyForm

CANDIDATES = 6
"""How many places are tried from each end of a reply."""
NODES = 60
"""How many objects and lists are looked into."""
MENDED = 3000
"""The longest broken JSON that is mended, in characters."""
NESTED = 12
"""The most brackets in it, because a mender may go back to each of them."""

_OPENS = re.compile(r"\{\s*[\"'“‘\w/#]|\[\s*\{|\"\s*\{")
_DECODER = json.JSONDecoder(strict=False)
_ENDINGS = ("", "}", '"}', ': ""}', '"": ""}')
_STYLE = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]")
_CLOSERS = tuple("\"'}]”’")
"""One of these ends broken JSON, unless it was cut off within a value."""
THOUGHT = re.compile(r"think|thought|reason|analysis|scratch", re.IGNORECASE)
"""Keys under which a model thinks: nothing in them is its reply."""
_LETTERS = re.compile(r"[^\W_]+")


def in_json(form: ReplyForm, body: str) -> dict[str, str] | None:
    """The parts in the last JSON object of a reply that has all that are needed; None if there is none.

    Plain lines after it count instead, since what was said last holds.
    """
    first = [one.start() for one in islice(_OPENS.finditer(body), CANDIDATES)]
    if not first:
        return None
    later = max(first[-1] + 1, len(body) - MENDED)
    last = [one.start() for one in _OPENS.finditer(body, later)][-CANDIDATES:]
    places = [at for at in (*first, *last) if not _talked_about(form, body, at)]
    found, end, said = None, 0, 0
    for at in places:
        if at < end:
            continue
        try:
            value, end = _DECODER.raw_decode(body, at)
        except (ValueError, RecursionError):
            continue
        parts = _filling(form, value)
        found, said = (found, said) if parts is None else (parts, end)
    if found is not None and form.stands(body[said:].strip("` \n")):
        return None
    if found is None and places and not (form.single and body[: places[0]].strip("`json \n")):
        found = _mended(form, body, places[0]) or (_mended(form, body, places[-1]) if places[1:] else None)
    return found


def begun_json(form: ReplyForm, text: str) -> dict[str, str] | None:
    """The parts that an unfinished JSON reply has so far; None while it can't be read."""
    start = text.find("{")
    for ending in _ENDINGS if start >= 0 else ():
        try:
            values = json.loads((text[start:] + ending).rstrip().removesuffix("```").rstrip())
        except (ValueError, RecursionError):
            continue
        if isinstance(values, dict):
            return _matched(form, values) or {}
    return None


def _talked_about(form: ReplyForm, body: str, at: int) -> bool:
    """Whether a place is within the text of a labelled line, so that an object there is only talked about."""
    line = body[max(body.rfind("\n", 0, at) + 1, at - MAX_PART) : at]
    if form.single or form.join == "bar":
        return bool(tokens(line)) and not line.rstrip().endswith(":")
    if denied(line):
        return True
    label, colon, _ = line[: 2 * SHORT].partition(":")
    part = form.names.get(tuple(tokens(label))) if colon and "{" not in label else None
    return part is not None and form.parts.get(part) == "text"


def _filling(form: ReplyForm, value: Any) -> dict[str, str] | None:
    """The parts in a decoded value: in an object, or in one within it, however it is wrapped."""
    queue = [value]
    for looked in range(NODES):
        if looked >= len(queue):
            break
        one = queue[looked]
        if isinstance(one, str) and "{" in one:
            try:
                one = json.loads(one, strict=False)
            except (ValueError, RecursionError):
                continue
        if isinstance(one, dict):
            parts = _matched(form, one) or {}
            if parts.keys() >= set(form.needed) or parts.keys() & form.also.keys():
                return parts
            queue += [inner for key, inner in one.items() if not THOUGHT.search(str(key))]
        elif isinstance(one, list):
            queue += reversed(one)
    return None


def _matched(form: ReplyForm, values: Mapping[str, Any]) -> dict[str, str] | None:
    """The parts that an object's keys name, in any case and style; the very name counts before another for it."""
    kinds = {**form.also, **form.parts}
    found: dict[str, str] = {}
    for very in (True, False):
        for key, value in values.items():
            words = tuple(tokens(_STYLE.sub(" ", str(key))))
            if not very and NOT_IT.intersection(words):
                continue
            part = form.names.get(words) if very else _of_other_name(form, words, len(values))
            said = None if part is None or part in found else _said(form, kinds[part], value)
            if part is None or said is None:
                continue
            if very or kinds[part] == "text" or short_in(form, kinds[part], said):
                found[part] = said
    return found or None


def _of_other_name(form: ReplyForm, words: tuple[str, ...], keys: int) -> str | None:
    """The part that a key ends with; the main part for a key such as `response`, or the only one for the only key."""
    if not words:
        return None
    ends = next((part for name, part in form.names.items() if words[-len(name) :] == name), None)
    if ends is not None and (form.parts.get(ends) != "text" or keys == 1):
        return ends
    if form.main and words[-1] in ANY_ANSWER:
        return form.main
    return form.needed[0] if keys == 1 and len(form.needed) == 1 and "_".join(words) in WRAPPERS else None


def _said(form: ReplyForm, kind: str, value: Any) -> str | None:
    """A value as text; None if it is none."""
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, dict) and len(value) == 1:
        ((key, inner),) = value.items()
        value = (
            inner if tuple(tokens(str(key))) in form.names or key in ("value", "text", "answer") else value
        )
    if isinstance(value, dict):  # a schema that was filled in
        value = next((value[key] for key in ("value", "const", "default") if key in value), value)
    if isinstance(value, bool):
        return ("no", "yes")[value] if {"yes", "no"} <= set(choices_in(kind)) else str(value).lower()
    if isinstance(value, int | float):
        return str(value)[:MAX_PART]
    if value is None and kind == "text":
        return ""
    if not isinstance(value, str):
        return None
    return one_line(value_in(form, kind, value) if form.lenient and kind != "text" else value, MAX_PART)


def _mended(form: ReplyForm, body: str, at: int) -> dict[str, str] | None:
    """The parts of a broken object, once it is mended, as far as they stand in it literally."""
    end = body.rfind("}", at) + 1
    text = body[at : end or len(body)].rstrip().removesuffix("```")
    if len(text) > MENDED or sum(map(text.count, "{[(")) > NESTED or text[-1:] not in _CLOSERS:
        return None
    from json_repair import repair_json  # noqa: PLC0415  (few replies are broken, and it takes a while)

    try:
        found = _filling(form, repair_json(text, return_objects=True, skip_json_loads=True))
    except (ValueError, RecursionError):
        return None
    stands = _letters(text)
    if found is None or not all(_letters(said) in stands or said in ("yes", "no") for said in found.values()):
        return None
    return found


def _letters(text: str) -> str:
    return "".join(_LETTERS.findall(text.casefold()))

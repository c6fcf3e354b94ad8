"""The tolerant reader: it finds what a reply says, whatever layout a model uses.

Each ask has a `ReplyForm`: the parts of its reply, and how the rules want them written. In a lenient form,
the reader finds the parts in JSON, tags, labelled lines, headings, boxes, bold and the like (`layouts.py`).
It writes them plainly, so the rules don't know any layout. A reply in a strict form is left unchanged.

Law: text that the reader doesn't understand passes through unchanged. A free text loses only its wrapping,
and the labels, tags and JSON that name it. No reply takes long to read, whatever it contains: a long text is
never read twice, and no regular expression backtracks over what it has read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from tui_arena.core.forms import (
    MAX_PART,
    NOT_IT,
    SHORT,
    ReplyForm,
    choices_in,
    denied,
    short_in,
    value_in,
)
from tui_arena.core.game import Ask, Reply, Setup
from tui_arena.core.reading.layouts import ANY_ANSWER, WRAPPERS, laid_out
from tui_arena.core.text import one_line, split_reasoning, undecorated
from tui_arena.core.words import tokens

READER = 5
"""The first version of `setup.matching` whose lenient forms are read here."""
_LAYERS = 4
"""The maximum depth of nested layouts."""
_PLAIN = re.compile(r"\w[^\n{}<>\[\]`*\\|#：]*\n?")


def lenient(setup: Setup) -> bool:
    """True if this reader reads a session's replies."""
    matching = READER if setup.matching is None else setup.matching
    return matching >= READER and setup.options.get("form") == "lenient"


def formed(form: ReplyForm, setup: Setup) -> ReplyForm:
    """The form, made lenient if the session is read leniently."""
    return form.in_lenient if lenient(setup) else form


def parted(ask: Ask | None) -> ReplyForm | None:
    """An ask's form if it has parts to fill in; None if the reply is one text."""
    form = ask.form if ask is not None else None
    return None if form is None or form.join == "alone" else form


def read(form: ReplyForm, text: str) -> str | None:
    r"""The reply as the rules want it written; None if it doesn't fill in the form.

    A strict form accepts only JSON, which was asked for, and lines as the rules read them.

    >>> read(ReplyForm({"guess": "word"}), '{"guess": "pride"}')
    'guess: pride'
    >>> read(ReplyForm({"guess": "word"}, lenient=True), "**My guess:** [P R I D E]!")
    'guess: PRIDE'
    """
    said = in_json(form, text)
    if said is not None:
        return said
    body = split_reasoning(text).body.strip()
    if form.stands(body):
        return text
    return laid_out(form, body) if form.lenient and body else None


def in_json(form: ReplyForm, text: str) -> str | None:
    """Like `read`, but only for JSON, which may be anywhere in the reply and may be broken."""
    values = _json_parts(form, split_reasoning(text).body.strip()) if "{" in text else None
    return None if values is None else form.written(values)


def ending(form: ReplyForm, text: str) -> str | None:
    """The reply at the end of a text, in JSON or in plain labelled lines; None if the text ends otherwise.

    So a draft within a model's thoughts isn't taken for a reply. If the text is a choice, it needs no label.
    """
    text = text.rstrip("` \n")
    if text.endswith(("}", "]")):
        return in_json(form, text)
    if len(form.parts) == 1 and undecorated(text).casefold() in form.choices:
        return undecorated(text)
    lines = [line for line in text.split("\n") if line.strip()]
    for count in (len(form.parts), len(form.needed)):
        last = lines[-count:]
        labelled = all(undecorated(line.partition(":")[0]).lower() in form.parts for line in last)
        if labelled and form.stands("\n".join(last)):
            return "\n".join(last)
    return None


def heard_as(form: ReplyForm, text: str) -> str:
    """A reply's text as the rules judge it: in a lenient form, what `read` returns; otherwise unchanged."""
    if not form.lenient or _is_plain(form, text):
        return text
    for _ in range(_LAYERS):
        said = read(form, text)
        if said is None or said == text:
            break
        text = said
    return text


def partial(form: ReplyForm, text: str) -> str | None:
    """An unfinished JSON reply so far, as the rules want it written; None while it can't be read."""
    values = _begun_json(form, text)
    return None if values is None else form.written(values)


def _is_plain(form: ReplyForm, text: str) -> bool:
    """True if a reply is so plain that it has no layout to read, like most replies."""
    if form.single and not (form.also and len(text) <= SHORT and ":" in text):
        return len(text) <= MAX_PART and _PLAIN.fullmatch(text) is not None
    if form.main and form.parts[form.main] == "word":
        return text.isascii() and text.isalpha()
    return text in form.chosen.values()


def heard(reply: Reply, ask: Ask) -> Reply:
    """A reply as the rules judge it; if that changes its text, `came` is the original text."""
    text = reply.text if ask.form is None else heard_as(ask.form, reply.text)
    return reply if text == reply.text else replace(reply, text=text, came=reply.text)


def in_words(reply: Reply, ask: Ask, *, json_asked: bool = False) -> Reply:
    """A machine's reply as it is saved: JSON becomes plain words, and `raw` is the original text.

    So the saved reply of a model, a script or a program never depends on how a library repairs JSON. Other
    layouts are saved unchanged, and read with the rules.
    """
    form = ask.form
    said = in_json(form, reply.text) if form is not None and (form.lenient or json_asked) else None
    return reply if said is None else replace(reply, text=said, extra={"raw": reply.text, **reply.extra})


# JSON anywhere in a text, which may be wrapped or broken. A library repairs broken JSON. It may invent
# values, so a repaired value counts only if the text contains it literally.

CANDIDATES = 6
"""The maximum number of places that are tried from each end of a reply."""
NODES = 60
"""The maximum number of objects and lists that are searched."""
MENDED = 3000
"""The maximum length of broken JSON that is repaired, in characters."""
NESTED = 12
"""The maximum number of brackets in broken JSON, because the repair may go back to each of them."""

_OPENS = re.compile(r"\{\s*[\"'“‘\w/#]|\[\s*\{|\"\s*\{")
_DECODER = json.JSONDecoder(strict=False)
_ENDINGS = ("", "}", '"}', ': ""}', '"": ""}')
_STYLE = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]")
_CLOSERS = tuple("\"'}]”’")
"""Broken JSON ends with one of these, unless it was cut off within a value."""
THOUGHT = re.compile(r"think|thought|reason|analysis|scratch", re.IGNORECASE)
"""Keys for a model's thoughts: their values are never its reply."""
_LETTERS = re.compile(r"[^\W_]+")


def _json_parts(form: ReplyForm, body: str) -> dict[str, str] | None:
    """The parts in a reply's last JSON object that has all needed parts; None if no object has.

    If plain lines after the object fill in the form, the result is None: the last statement counts.
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


def _begun_json(form: ReplyForm, text: str) -> dict[str, str] | None:
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
    """True if a place is within the text of a labelled line, which then only talks about the object there."""
    line = body[max(body.rfind("\n", 0, at) + 1, at - MAX_PART) : at]
    if form.single or form.join == "bar":
        return bool(tokens(line)) and not line.rstrip().endswith(":")
    if denied(line):
        return True
    label, colon, _ = line[: 2 * SHORT].partition(":")
    part = form.names.get(tuple(tokens(label))) if colon and "{" not in label else None
    return part is not None and form.parts.get(part) == "text"


def _filling(form: ReplyForm, value: Any) -> dict[str, str] | None:
    """The parts in a decoded value, from an object at any depth; None if no object fills in the form."""
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
    """The parts that an object's keys name, in any case and style; an exact name counts before any other."""
    kinds = {**form.also, **form.parts}
    found: dict[str, str] = {}
    for very in (True, False):
        if found.keys() >= kinds.keys():
            break
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
    """The part that a key's last words name, or the main part for a key such as `response`; else None."""
    if not words:
        return None
    ends = next((part for name, part in form.names.items() if words[-len(name) :] == name), None)
    if ends is not None and (form.parts.get(ends) != "text" or keys == 1):
        return ends
    if form.main and words[-1] in ANY_ANSWER:
        return form.main
    return form.needed[0] if keys == 1 and len(form.needed) == 1 and "_".join(words) in WRAPPERS else None


def _said(form: ReplyForm, kind: str, value: Any) -> str | None:
    """A value as text; None if it can't be read as text."""
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
    """The parts of a broken object after its repair; None unless it contains all of them literally."""
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


_APART = re.compile(r"[|\n]|(?<=\w):\s")
_TAGGED = re.compile(r"<(\w{1,40})>([^<>]*)</\1>")
_BRACKETED = re.compile(r"<[^<>]{0,80}>|\[[^\[\]]{0,80}\]|\{[^{}]{0,80}\}|[.…]+")
_ONE_TEXT = ReplyForm({}, "alone")
_OF_A_FORM = frozenset("a an the my your one or of here text word".split())


def echoes_form(text: str, form: ReplyForm | None) -> bool:
    r"""True if a reply repeats the form of an ask instead of filling it in. `form`: None for one text.

    >>> bluff = ReplyForm({"truth": "true | false", "statement": "text"}, "bar")
    >>> echoes_form("true | true | text", bluff), echoes_form("true | I can juggle", bluff)
    (True, False)
    >>> guess = ReplyForm({"guess": "word"})
    >>> [echoes_form(text, guess) for text in ("guess: <your guess>", "guess: word", '{"Guess": "crane"}')]
    [True, False, False]
    >>> answer = ReplyForm({"answer": "yes | no"})
    >>> [echoes_form(text, answer) for text in ("[no]", "[answer]", "<answer>no</answer>")]
    [False, True, False]
    """
    form = form or _ONE_TEXT
    names = set() if form.join == "alone" else {name.casefold() for name in form.parts}
    kinds = {"text"} if not names or "text" in form.values else ()

    def echoes(piece: str) -> bool:
        if _BRACKETED.fullmatch(piece) is None or piece[1:-1].strip() in form.choices:
            return piece in kinds
        return all(word in form.prompt_words or word in _OF_A_FORM for word in tokens(piece))

    text = _TAGGED.sub(r"\n\2\n", text[:MAX_PART])  # a tag around a text isn't a placeholder
    pieces = [piece.strip(" `*\"'").casefold() for piece in _APART.split(text)]
    said = [
        piece
        for piece in pieces
        if piece and piece not in names and (piece in kinds or piece not in form.values)
    ]
    said = [piece for piece in said if names or piece not in ("true", "false")]
    return bool(said) and all(map(echoes, said))

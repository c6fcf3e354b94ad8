"""The tolerant reader: what a reply says, in whatever layout a model says it.

Each ask has a `ReplyForm`: the parts of its reply, and how the rules want them written. In a lenient form the reader
finds the parts in JSON (`objects.py`), tags, labelled lines, headings, boxes, bold and the like (`layouts.py`), and
writes them plainly, so no rule knows of any layout. A strict form is left as it is.

Law: what the reader doesn't understand passes through unchanged. A free text loses only what stands around the
whole of it, and the labels, tags and JSON that name it. No reply takes long, whatever it holds: nothing here
looks twice at a long text, and no expression goes back over what it has read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from tui_arena.core.reading.layouts import LOOKED_AT, laid_out
from tui_arena.core.reading.objects import begun_json, in_json
from tui_arena.core.reading.values import MAX_PART, SHORT, choices_in
from tui_arena.core.text import one_line, split_reasoning, undecorated
from tui_arena.core.words import tokens

if TYPE_CHECKING:
    from tui_arena.core.game import Ask, Reply, Setup

READER = 5
"""The first version of `setup.matching` whose lenient forms are read here."""
WORD = "^[A-Za-z]{1,20}$"
_LAYERS = 4
"""How many layouts may stand one in another."""
_PLAIN = re.compile(r"\w[^\n{}<>\[\]`*\\|#：]*\n?")

ChoicePhrases = Mapping[tuple[str, ...], str]
"""The words of phrases, and the choice that each stands for."""


@dataclass(frozen=True)
class ReplyForm:
    """The parts of a reply, and how the rules want them written."""

    parts: Mapping[str, str]
    """What each part takes, by name: `text`, `word`, `name` (a few words), or the choices joined by ` | `."""
    join: Literal["lines", "bar", "alone"] = "lines"
    """`lines`: each part on a line, as `name: value`; `bar`: the values joined by ` | `; `alone`: one part, the
    reply itself."""
    optional: tuple[str, ...] = ()
    """Parts that a lenient reply may leave out."""
    marks: tuple[str, ...] = ()
    """The marks that the rules take off a reply of one part, such as `question:`."""
    also: Mapping[str, str] = field(default_factory=dict)
    """What may be given in place of the one part, with its name as a label, and the choices for it."""
    phrases: ChoicePhrases = field(default_factory=dict)
    """The rules' words for the choices; empty: the choices alone."""
    most_words: int = 1
    """The most words of a `name`."""
    own: re.Pattern[str] | None = None
    """A sentence that the rules find wherever it stands, so a reply that has it is left as it is."""
    lenient: bool = False

    def schema(self, most: int | None = None) -> dict[str, Any]:
        """The JSON schema: an object with exactly these parts, all of them required.

        `most`: the greatest length of a text; a word is then limited to letters. None sets no limits,
        because some providers don't accept them.
        """
        return {
            "type": "object",
            "properties": {name: _schema(kind, most) for name, kind in self.parts.items()},
            "required": list(self.parts),
            "additionalProperties": False,
        }

    def closing(self, text: str) -> str:
        """The paragraph, added after a prompt, that asks for JSON; `text` has `{{parts}}` for the parts."""
        return text.replace("{{parts}}", ", ".join(f'"{name}"' for name in self.parts))

    def read(self, text: str) -> str | None:
        r"""The reply as the rules want it written; None if it doesn't fill in the form.

        Of a strict form only JSON, which was asked for, and lines as the rules read them are taken.

        >>> ReplyForm({"guess": "word"}).read('{"guess": "pride"}')
        'guess: pride'
        >>> ReplyForm({"guess": "word"}, lenient=True).read("**My guess:** [P R I D E]!")
        'guess: PRIDE'
        """
        said = self.in_json(text)
        if said is not None:
            return said
        body = split_reasoning(text).body.strip()
        if self.stands(body):
            return text
        return laid_out(self, body) if self.lenient and body else None

    def in_json(self, text: str) -> str | None:
        """The same, but only of a reply in JSON, wherever that stands in it and however it is broken."""
        values = in_json(self, split_reasoning(text).body.strip()) if "{" in text else None
        return None if values is None else self.written(values)

    def ending(self, text: str) -> str | None:
        """The reply with which a text ends, in JSON or in plain lines that each have a label; None if it doesn't.

        So the drafts within a model's thoughts are no reply. A choice that is the whole text needs no label.
        """
        text = text.rstrip("` \n")
        if text.endswith(("}", "]")):
            return self.in_json(text)
        if len(self.parts) == 1 and undecorated(text).casefold() in self.choices:
            return undecorated(text)
        lines = [line for line in text.split("\n") if line.strip()]
        for count in (len(self.parts), len(self.needed)):
            last = lines[-count:]
            labelled = all(undecorated(line.partition(":")[0]).lower() in self.parts for line in last)
            if labelled and self.stands("\n".join(last)):
                return "\n".join(last)
        return None

    def heard(self, text: str) -> str:
        """A reply as the rules judge it: read, if the form is lenient and the reply fills it in."""
        if not self.lenient or self._is_plain(text):
            return text
        for _ in range(_LAYERS):
            read = self.read(text)
            if read is None or read == text:
                break
            text = read
        return text

    def partial(self, text: str) -> str | None:
        """What an unfinished JSON reply says so far; None while it can't be read."""
        values = begun_json(self, text)
        return None if values is None else self.written(values)

    def written(self, values: Mapping[str, str]) -> str:
        """The parts as the rules want them, each on one line."""
        parts = [(name, one_line(values[name], MAX_PART)) for name in self.parts if name in values]
        if self.join == "bar":
            return " | ".join(value for _, value in parts if value)
        if self.join == "alone" and parts:
            return parts[0][1]
        instead = [(name, values[name]) for name in self.also if name in values]
        return "\n".join(f"{name}: {value}" for name, value in parts or instead)

    # what the reader needs to know of a form

    @cached_property
    def in_lenient(self) -> ReplyForm:
        """The same form, read leniently."""
        return replace(self, lenient=True)

    @cached_property
    def single(self) -> bool:
        """Whether it is one free text."""
        return list(self.parts.values()) == ["text"]

    @cached_property
    def choices(self) -> frozenset[str]:
        """What there is to choose from, in small letters."""
        return frozenset(c.casefold() for kind in self.parts.values() for c in choices_in(kind) if c != kind)

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The parts without which a reply doesn't fill it in."""
        return tuple(name for name in self.parts if not (self.lenient and name in self.optional))

    @cached_property
    def main(self) -> str:
        """The part that is a word or a choice, which a reply may give without its label; empty if there is none."""
        short = [name for name, kind in self.parts.items() if kind != "text" and name not in self.optional]
        return short[0] if len(short) == 1 else ""

    @cached_property
    def names(self) -> Mapping[tuple[str, ...], str]:
        """The words of each label, with the part that it is for."""
        marks = {tuple(tokens(mark)): next(iter(self.parts)) for mark in self.marks}
        return {**marks, **{tuple(tokens(name)): name for name in (*self.parts, *self.also)}}

    @cached_property
    def chosen(self) -> ChoicePhrases:
        """The words of each choice of the main part."""
        choices = choices_in(self.parts.get(self.main, ""))
        return self.phrases or {tuple(tokens(choice)): choice for choice in choices if choices[1:]}

    @cached_property
    def own_words(self) -> frozenset[str]:
        """The words of which the choices themselves consist."""
        return frozenset(tokens(self.parts.get(self.main, "")))

    def _is_plain(self, text: str) -> bool:
        """Whether a reply is so plain that there is nothing to read: most replies are."""
        if self.single and not (self.also and len(text) <= SHORT and ":" in text):
            return len(text) <= MAX_PART and _PLAIN.fullmatch(text) is not None
        if self.main and self.parts[self.main] == "word":
            return text.isascii() and text.isalpha()
        return text in self.chosen.values()

    def stands(self, body: str) -> bool:
        """Whether every part stands as the rules read it."""
        if self.join == "bar" or len(body) > LOOKED_AT:
            return False
        labels = (
            self.parts
            if self.join == "lines"
            else dict.fromkeys(self.marks, self.parts.get(self.main, "text"))
        )
        seen: set[str] = set()
        for line in body.split("\n"):
            tag, colon, value = line.partition(":")
            name = undecorated(tag).lower() + ("" if self.join == "lines" else ":")
            if colon and name in labels:
                if seen & {name} or not _is_clean(labels[name], undecorated(value)):
                    return False
                seen.add(name)
        return seen >= set(self.needed) if self.join == "lines" else len(seen) == 1 and "\n" not in body


def _is_clean(kind: str, value: str) -> bool:
    """Whether the rules read a value as it stands."""
    if kind == "text":
        return bool(value)
    if kind in ("word", "name"):
        return value.isascii() and value.isalpha()
    return value.lower() in choices_in(kind)


def _schema(kind: str, most: int | None) -> dict[str, Any]:
    choices = choices_in(kind)
    if len(choices) > 1:
        return {"type": "string", "enum": choices}
    if most is None:
        return {"type": "string"}
    return {"type": "string", "pattern": WORD} if kind == "word" else {"type": "string", "maxLength": most}


def lenient(setup: Setup) -> bool:
    """Whether a session's replies are read by this reader."""
    matching = READER if setup.matching is None else setup.matching
    return matching >= READER and setup.options.get("form") == "lenient"


def formed(form: ReplyForm, setup: Setup) -> ReplyForm:
    """A form as a session's options have it read."""
    return form.in_lenient if lenient(setup) else form


def parted(ask: Ask | None) -> ReplyForm | None:
    """The form of a reply that has parts to fill in; None if it is one text."""
    form = ask.form if ask is not None else None
    return None if form is None or form.join == "alone" else form


def heard(reply: Reply, ask: Ask) -> Reply:
    """A reply as the rules judge it; `came` is then what was said, if that was more."""
    text = reply.text if ask.form is None else ask.form.heard(reply.text)
    return reply if text == reply.text else replace(reply, text=text, came=reply.text)


def in_words(reply: Reply, ask: Ask, *, json_asked: bool = False) -> Reply:
    """A reply of a model, a script or a program as it is kept: JSON becomes plain words, and `raw` is what came.

    So a saved reply never depends on how a library mends JSON. Other layouts are kept and read with the rules.
    """
    form = ask.form
    said = form.in_json(reply.text) if form is not None and (form.lenient or json_asked) else None
    return reply if said is None else replace(reply, text=said, extra={"raw": reply.text, **reply.extra})


# echoes

_APART = re.compile(r"[|\n]|(?<=\w):\s")
_TAGGED = re.compile(r"<(\w{1,40})>([^<>]*)</\1>")
_BRACKETED = re.compile(r"<[^<>]{0,80}>|\[[^\[\]]{0,80}\]|\{[^{}]{0,80}\}|[.…]+")
_OF_A_FORM = frozenset("a an the my your one or of here text word".split())


def echoes_form(text: str, form: ReplyForm | None) -> bool:
    r"""Whether a reply repeats the form of an ask instead of filling it in. None: the reply is one text.

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
    parts = {} if form is None or form.join == "alone" else form.parts
    names = {name.casefold() for name in parts}
    taken = {choice.casefold() for kind in parts.values() for choice in choices_in(kind)}
    answers = form.choices if form else ()
    kinds = taken & {"text"} if parts else {"text"}
    own = _OF_A_FORM.union(tokens(" ".join((*(form.parts if form else ()), *taken))))

    def echoes(piece: str) -> bool:
        bracketed = _BRACKETED.fullmatch(piece) is not None and piece[1:-1].strip() not in answers
        return piece in kinds or (bracketed and own.issuperset(tokens(piece)))

    text = _TAGGED.sub(r"\n\2\n", text[:MAX_PART])  # a tag around something is no placeholder
    pieces = [piece.strip(" `*\"'").casefold() for piece in _APART.split(text)]
    said = [
        piece for piece in pieces if piece and piece not in names and (piece in kinds or piece not in taken)
    ]
    said = [piece for piece in said if parts or piece not in ("true", "false")]
    return bool(said) and all(map(echoes, said))

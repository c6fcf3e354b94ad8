"""The form of a reply: its parts, and what a short piece of a reply is for one of them.

A short piece is one word, a few words, or one of the choices, whatever stands around it. Whoever asks gives the form
(`Ask.form`); `core/reading` finds the parts of a whole reply.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from tui_arena.core.text import DECORATIONS, one_line, undecorated
from tui_arena.core.words import tokens

LOOKED_AT = 8000
"""A reply with more characters is only looked at in parts."""
WORD = "^[A-Za-z]{1,20}$"
MAX_PART = 4000
"""The longest part of a reply, in characters."""
SHORT = 80
"""A label, a word or a choice is no longer."""
AROUND = DECORATIONS + "~$| \t\xa0\u3000\n"
"""Signs that mean nothing at either end of a short piece."""
BOLD = re.compile(r"(\*{1,3}|_{2,3})([^*_\n]{1,80})\1")

SPEAKS_AGAINST = re.compile(
    r"\b(?:not|never|hardly|doubt\w*|wrong|unlikely|cannot|cant|isnt|wont|neither|nor|refuse\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words before a word or a choice by which it is not what is meant."""
NOT_IT = frozenset({"not", "no", "previous", "earlier", "old", "rejected", "wrong", "first", "bad"})
"""Words in a label or a key by which it names something else than the reply."""
_SENTENCE = re.compile(r"[.!?;]\s|\n")
_OR = re.compile(r"[ \t]*or\b", re.IGNORECASE)
_ENDS = ".,;:!?。．，；：！？、…"
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "【": "】", "「": "」", "《": "》", "（": "）", "‹": "›"}
_COMMAND = re.compile(r"\\[()\[\]]|\\(?:text|textbf|textit|mathrm|mathbf|boxed|fbox) {0,4}\{([^{}]*)\}")
_ELEMENT = re.compile(r"<([a-z][\w-]{0,19})>([^<>]*)</\1>", re.IGNORECASE)
_SPELLED_APART = re.compile(r"[^\W\d_]([ \t]{1,3}|[ \t]?[-–—.,·|/+*•][ \t]?)[^\W\d_](?:\1[^\W\d_])+")
"""Letters with the same sign between them."""
_QUOTED = re.compile(r"[\"“„`]([^\"“”„`\n]{1,40})[\"”“`]")
_COMMENT = re.compile(
    r"[ \t]*(?:[(\[{,;:!?]|[-=]>|[-–—][ \t]|\.(?:[ \t]|$)|because\b|since\b)", re.IGNORECASE
)
"""What may follow a word that is commented on."""
_PAUSE = re.compile(
    r"[,.;:!?…，。；：！？(\[]|[ \t][-–]+[ \t]|—|[ \t](?:because|since|as)[ \t]", re.IGNORECASE
)
"""What ends a choice at the beginning of a sentence."""
_JOINING = re.compile(r"[ \t]*(?:(?:and|or|but|well|rather|then|also|wait)[ \t]+)+", re.IGNORECASE)

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


def sentence_of(before: str) -> str:
    """The part of the sentence before a place that belongs to it."""
    return _SENTENCE.split(before)[-1]


def denied(before: str) -> bool:
    """Whether what stands before a word or a choice in its sentence speaks against it."""
    return SPEAKS_AGAINST.search(sentence_of(before)) is not None


def choices_in(kind: str) -> list[str]:
    """The choices that a part takes, or the one kind of text."""
    return [choice.strip() for choice in kind.split("|")]


def peeled(text: str) -> str:
    r"""A short piece without what stands around it: decorations, brackets, boxes, tags and end marks.

    >>> peeled("**[crane]**!"), peeled(r"$\boxed{\text{crane}}$"), peeled("<b>crane</b>.")
    ('crane', 'crane', 'crane')
    """
    before, text = None, text[: 2 * SHORT]
    while text != before:
        before = text
        text = _COMMAND.sub(lambda found: found[1] or "", text.strip(AROUND).rstrip(_ENDS))
        if found := _ELEMENT.fullmatch(text):
            text = found[2]
        if len(text) > 1 and _PAIRS.get(text[0]) == text[-1]:
            text = text[1:-1]
    return text


def _joined(text: str) -> str:
    """A piece as one word, if its letters are spelled apart."""
    return "".join(c for c in text if c.isalpha()) if _SPELLED_APART.fullmatch(text) else text


def word_in(text: str) -> str:
    """The one word that a piece is; empty if it is more, or none."""
    if len(text) > 2 * SHORT:
        return ""
    word = _joined(unicodedata.normalize("NFKC", peeled(text)))
    return word if word.isalpha() else ""


def choice_in(form: ReplyForm, text: str, *, plainly: bool = False) -> str:
    """The choice that a piece is; empty if it is none.

    `plainly`: in the words of the choices themselves, and not in others that stand for them.
    """
    if len(text) > 2 * SHORT:
        return ""
    said = tuple(tokens(_joined(peeled(text))))
    return "" if plainly and form.own_words.isdisjoint(said) else form.chosen.get(said, "")


def short_in(form: ReplyForm, kind: str, text: str) -> str:
    """What a piece is, for a part that takes a word, a few words or a choice; empty if it isn't that."""
    if kind == "word":
        return word_in(text)
    if kind == "name":
        name = peeled(text) if len(text) <= 2 * SHORT else ""
        return name if 0 < len(name.split()) <= form.most_words and "\n" not in name else ""
    return choice_in(form, text)


def begun(form: ReplyForm, text: str) -> str:
    """The choice with which a text begins, as in `Yes, because …`; empty if there is none, or another beside it."""
    first, *more = _PAUSE.split(text[: 4 * SHORT].strip().partition("\n")[0], 4)
    choice = choice_in(form, first, plainly=True)
    if any(map(_OR.match, more)):
        return ""
    others = {choice_in(form, _JOINING.sub("", piece, count=1)) for piece in more}
    return choice if others <= {choice, ""} else ""


def understood(form: ReplyForm, kind: str, raw: str) -> str:
    """A part's value without what is said around it; empty if it isn't understood."""
    if kind == "text":
        return undecorated(raw)
    said = short_in(form, kind, raw)
    if said or kind == "name":
        return said
    return _commented(raw[: 4 * SHORT]) if kind == "word" else begun(form, peeled(raw))


def value_in(form: ReplyForm, kind: str, raw: str) -> str:
    """A part's value, as far as it is understood; else as it stands."""
    return understood(form, kind, raw) or undecorated(raw)


def _commented(value: str) -> str:
    """The word of a value that says more: the only one in bold or quotes, or the first with a comment behind it."""
    for stressed in ([one for _, one in BOLD.findall(value)], _QUOTED.findall(value)):
        words = {word_in(one) for one in stressed}
        if len(words) == 1 and "" not in words:
            return words.pop()
    head, _, rest = value.strip().partition(" ")
    word = word_in(head)
    return word if word and (head[-1] in _ENDS or _COMMENT.match(rest)) else ""

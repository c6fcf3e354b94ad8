"""The form of a reply: its parts, and how a short piece of text is read as one of them.

A short piece is one word, a few words or one of the choices, with any decoration around it. The rules give
each ask its form (`Ask.form`); `core/reading` finds the parts of a whole reply.
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
"""A reply with more characters than this is read only in part."""
MAX_PART = 4000
"""The longest part of a reply, in characters."""
SHORT = 80
"""The maximum length of a label, a word or a choice, in characters."""
AROUND = DECORATIONS + "~$| \t\xa0\u3000\n"
"""Characters that mean nothing at either end of a short piece."""
BOLD = re.compile(r"(\*{1,3}|_{2,3})([^*_\n]{1,80})\1")

SPEAKS_AGAINST = re.compile(
    r"\b(?:not|never|hardly|doubt\w*|wrong|unlikely|cannot|cant|isnt|wont|neither|nor|refuse\w*)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words that deny a word or a choice after them."""
NOT_IT = frozenset({"not", "no", "previous", "earlier", "old", "rejected", "wrong", "first", "bad"})
"""A label or a key with one of these words names something other than the reply."""
_SENTENCE = re.compile(r"[.!?;]\s|\n")
_OR = re.compile(r"[ \t]*or\b", re.IGNORECASE)
_ENDS = ".,;:!?。．，；：！？、…"
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "【": "】", "「": "」", "《": "》", "（": "）", "‹": "›"}
_COMMAND = re.compile(r"\\[()\[\]]|\\(?:text|textbf|textit|mathrm|mathbf|boxed|fbox) {0,4}\{([^{}]*)\}")
_ELEMENT = re.compile(r"<([a-z][\w-]{0,19})>([^<>]*)</\1>", re.IGNORECASE)
_SPELLED_APART = re.compile(r"[^\W\d_]([ \t]{1,3}|[ \t]?[-–—.,·|/+*•][ \t]?)[^\W\d_](?:\1[^\W\d_])+")
"""Letters with the same separator between them."""
_QUOTED = re.compile(r"[\"“„`]([^\"“”„`\n]{1,40})[\"”“`]")
_COMMENT = re.compile(
    r"[ \t]*(?:[(\[{,;:!?]|[-=]>|[-–—][ \t]|\.(?:[ \t]|$)|because\b|since\b)", re.IGNORECASE
)
"""The beginning of a comment after a word."""
_PAUSE = re.compile(
    r"[,.;:!?…，。；：！？(\[]|[ \t][-–]+[ \t]|—|[ \t](?:because|since|as)[ \t]", re.IGNORECASE
)
"""The end of a choice that begins a sentence."""
_JOINING = re.compile(r"[ \t]*(?:(?:and|or|but|well|rather|then|also|wait)[ \t]+)+", re.IGNORECASE)

ChoicePhrases = Mapping[tuple[str, ...], str]
"""Maps the words of a phrase to the choice that the phrase means."""


@dataclass(frozen=True)
class ReplyForm:
    """The parts of a reply, and how the rules want them written."""

    parts: Mapping[str, str]
    """Maps a part's name to its kind: `text`, `word`, `name` (a few words), or choices joined by ` | `."""
    join: Literal["lines", "bar", "alone"] = "lines"
    """`lines`: each part on a line, as `name: value`; `bar`: the values joined by ` | `; `alone`: one part, the
    reply itself."""
    optional: tuple[str, ...] = ()
    """Parts that a lenient reply may leave out."""
    marks: tuple[str, ...] = ()
    """The marks, such as `question:`, that the rules remove from a reply of one part."""
    also: Mapping[str, str] = field(default_factory=dict)
    """Maps a label that may be given instead of the one part to the choices for it."""
    phrases: ChoicePhrases = field(default_factory=dict)
    """The rules' phrases for the choices; empty: only the choices themselves count."""
    most_words: int = 1
    """The maximum number of words in a `name`."""
    most_chars: int = MAX_PART
    """The maximum length of a free text, in characters."""
    letters: tuple[int, int] = (1, 20)
    """The least and the greatest number of letters in a `word`."""
    own: re.Pattern[str] | None = None
    """A sentence that the rules find anywhere, so a reply that contains it is left unchanged."""
    lenient: bool = False

    def schema(self, most: int | None = None) -> dict[str, Any]:
        """The JSON schema: an object with exactly these parts, all of them required.

        `most`: the maximum length of a text; a word is then limited to letters. None sets no limits,
        because some providers don't accept limits.
        """
        return {
            "type": "object",
            "properties": {name: self._schema(kind, most) for name, kind in self.parts.items()},
            "required": list(self.parts),
            "additionalProperties": False,
        }

    def _schema(self, kind: str, most: int | None) -> dict[str, Any]:
        choices = choices_in(kind)
        if len(choices) > 1:
            return {"type": "string", "enum": choices}
        if most is None:
            return {"type": "string"}
        if kind == "word":
            least, greatest = self.letters
            return {"type": "string", "pattern": f"^[A-Za-z]{{{least},{greatest}}}$"}
        return {"type": "string", "maxLength": most}

    def closing(self, text: str) -> str:
        """The paragraph after a prompt that asks for JSON; `{{parts}}` in `text` becomes the parts' names."""
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

    # what the reader needs to know about a form

    @cached_property
    def in_lenient(self) -> ReplyForm:
        """The same form, read leniently."""
        return replace(self, lenient=True)

    @cached_property
    def single(self) -> bool:
        """True if the form is one free text."""
        return list(self.parts.values()) == ["text"]

    @cached_property
    def choices(self) -> frozenset[str]:
        """All choices of all parts, in lower case."""
        return frozenset(c.casefold() for kind in self.parts.values() for c in choices_in(kind) if c != kind)

    @cached_property
    def values(self) -> frozenset[str]:
        """All that a prompt names as a part's value, in lower case: its choices, or its kind if it has none.

        Empty if the reply is one text.
        """
        kinds = () if self.join == "alone" else self.parts.values()
        return frozenset(choice.casefold() for kind in kinds for choice in choices_in(kind))

    @cached_property
    def prompt_words(self) -> frozenset[str]:
        """The words by which a prompt describes the form: those of its parts' names and values."""
        return frozenset(tokens(" ".join((*self.parts, *self.values))))

    @cached_property
    def needed(self) -> tuple[str, ...]:
        """The parts that a reply must have."""
        return tuple(name for name in self.parts if not (self.lenient and name in self.optional))

    @cached_property
    def main(self) -> str:
        """The only required part that isn't a free text, so a reply may omit its label; else empty."""
        short = [name for name, kind in self.parts.items() if kind != "text" and name not in self.optional]
        return short[0] if len(short) == 1 else ""

    @cached_property
    def names(self) -> Mapping[tuple[str, ...], str]:
        """Maps the words of each label to its part."""
        marks = {tuple(tokens(mark)): next(iter(self.parts)) for mark in self.marks}
        return {**marks, **{tuple(tokens(name)): name for name in (*self.parts, *self.also)}}

    @cached_property
    def chosen(self) -> ChoicePhrases:
        """Maps the words of each choice of the main part to the choice."""
        choices = choices_in(self.parts.get(self.main, ""))
        return self.phrases or {tuple(tokens(choice)): choice for choice in choices if choices[1:]}

    @cached_property
    def own_words(self) -> frozenset[str]:
        """The words of the choices themselves, without `phrases`."""
        return frozenset(tokens(self.parts.get(self.main, "")))

    def stands(self, body: str) -> bool:
        """True if every part is already written as the rules read it."""
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
    """True if the rules can read a value unchanged."""
    if kind == "text":
        return bool(value)
    if kind in ("word", "name"):
        return value.isascii() and value.isalpha()
    return value.lower() in choices_in(kind)


def sentence_of(before: str) -> str:
    """The last sentence of a text, which may be incomplete."""
    return _SENTENCE.split(before)[-1]


def denied(before: str) -> bool:
    """True if the sentence before a word or a choice denies it."""
    return SPEAKS_AGAINST.search(sentence_of(before)) is not None


def choices_in(kind: str) -> list[str]:
    """The choices that a part takes; for a part without choices, only its kind."""
    return [choice.strip() for choice in kind.split("|")]


def peeled(text: str) -> str:
    r"""A short piece without the decorations, brackets, boxes, tags and end marks around it.

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
    """The piece as one word; empty if it isn't exactly one word."""
    if len(text) > 2 * SHORT:
        return ""
    word = _joined(unicodedata.normalize("NFKC", peeled(text)))
    return word if word.isalpha() else ""


def choice_in(form: ReplyForm, text: str, *, plainly: bool = False) -> str:
    """The choice that a piece names; empty if it doesn't name a choice.

    `plainly`: the piece must have a word of the choices themselves, not only words of `ReplyForm.phrases`.
    """
    if len(text) > 2 * SHORT:
        return ""
    said = tuple(tokens(_joined(peeled(text))))
    return "" if plainly and form.own_words.isdisjoint(said) else form.chosen.get(said, "")


def short_in(form: ReplyForm, kind: str, text: str) -> str:
    """The value of a piece for a part that takes a word, a few words or a choice; empty if it doesn't fit."""
    if kind == "word":
        return word_in(text)
    if kind == "name":
        name = peeled(text) if len(text) <= 2 * SHORT else ""
        return name if 0 < len(name.split()) <= form.most_words and "\n" not in name else ""
    return choice_in(form, text)


def begun(form: ReplyForm, text: str) -> str:
    """The choice with which a text begins, as in `Yes, because …`; empty if there is none, or several."""
    first, *more = _PAUSE.split(text[: 4 * SHORT].strip().partition("\n")[0], 4)
    choice = choice_in(form, first, plainly=True)
    if any(map(_OR.match, more)):
        return ""
    others = {choice_in(form, _JOINING.sub("", piece, count=1)) for piece in more}
    return choice if others <= {choice, ""} else ""


def understood(form: ReplyForm, kind: str, raw: str) -> str:
    """A part's value without the comments around it; empty if it isn't understood."""
    if kind == "text":
        return undecorated(raw)
    said = short_in(form, kind, raw)
    if said or kind == "name":
        return said
    return _commented(raw[: 4 * SHORT]) if kind == "word" else begun(form, peeled(raw))


def value_in(form: ReplyForm, kind: str, raw: str) -> str:
    """A part's value if it is understood; otherwise the raw text without decorations."""
    return understood(form, kind, raw) or undecorated(raw)


def _commented(value: str) -> str:
    """The word in a longer value: the only word in bold or quotes, or the first word before a comment."""
    for stressed in ([one for _, one in BOLD.findall(value)], _QUOTED.findall(value)):
        words = {word_in(one) for one in stressed}
        if len(words) == 1 and "" not in words:
            return words.pop()
    head, _, rest = value.strip().partition(" ")
    word = word_in(head)
    return word if word and (head[-1] in _ENDS or _COMMENT.match(rest)) else ""

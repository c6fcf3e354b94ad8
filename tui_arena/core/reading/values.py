"""What a short piece of a reply is: one word, a few words, or one of the choices, whatever stands around it."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from tui_arena.core.text import DECORATIONS, undecorated
from tui_arena.core.words import tokens

if TYPE_CHECKING:
    from tui_arena.core.reading import ReplyForm

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
_APART = re.compile(r"[^\W\d_]([ \t]{1,3}|[ \t]?[-–—.,·|/+*•][ \t]?)[^\W\d_](?:\1[^\W\d_])+")
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
    return "".join(c for c in text if c.isalpha()) if _APART.fullmatch(text) else text


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

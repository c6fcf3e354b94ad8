"""The forms of replies in Bluffing.

Law: reads text that is already cleaned; raises Fault with a sentence that holds no truth.
"""

from __future__ import annotations

import re

from tui_arena.core.game import Fault
from tui_arena.core.numbering import OFF, without_number
from tui_arena.core.text import fold, one_line, undecorated
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.state import Question

TEXT_CHARS = 300
"""Of a statement, and of a question."""
ANSWER_CHARS = 2000
TRUTHS = {"true": True, "false": False}
VERDICT = "I believe your statement is: True"
BARE_WORDS = 2
"""Words of a sentence that is a verdict by itself."""
_NOT = frozenset("not never hardly partly half possibly probably maybe isnt wasnt neither".split())
_SEALED = re.compile(rf"[{OFF}]*(true|false)[{OFF}]*\|(.*)", re.IGNORECASE | re.DOTALL)
_WORDS = rf"i[{OFF}]+believe[{OFF}]+your[{OFF}]+statement[{OFF}]+is[{OFF}]*:"
_PHRASE = re.compile(rf"{_WORDS}((?:(?!{_WORDS})[^\n])*)", re.IGNORECASE)
"""The sentence of a verdict up to the end of its line, or to the next such sentence."""
_SENTENCE_END = re.compile(r"[.!;](?:\s|$)")


def read_statement(text: str, *, sealed: bool) -> tuple[bool | None, str]:
    """Truth and text of `true | text`, or of the text alone with None; raises Fault."""
    found = _SEALED.match(text)
    if found is None and sealed:
        raise Fault("format", "say first whether it is true: write `true | text` or `false | text`")
    if found is not None and not sealed:
        raise Fault(
            "format", "the statement alone is asked for; whether it is true is told after the verdict"
        )
    statement = undecorated(one_line(found[2] if found else text))
    if not any(c.isalnum() for c in statement):
        raise Fault("format", "the statement is missing; say something about yourself")
    if len(statement) > TEXT_CHARS:
        raise Fault(
            "rule", f"the statement has {len(statement)} characters; at most {TEXT_CHARS} are allowed"
        )
    return (TRUTHS[found[1].lower()] if found else None), statement


def read_question(text: str) -> Question:
    """The question in a reply; raises Fault."""
    number, text = without_number(text)
    line = one_line(text)
    if not any(c.isalnum() for c in line):
        raise Fault("format", "that is no question; ask something about the statement")
    if len(line) > TEXT_CHARS:
        raise Fault("rule", f"the question has {len(line)} characters; at most {TEXT_CHARS} are allowed")
    return Question(line, number)


def read_verdict(text: str, *, bare: bool) -> bool | None:
    """The verdict in a reply; None where it holds none. Raises Fault for one that can't be read.

    `bare`: `true` or `false` alone is taken too. What is said behind the sentence of the verdict is
    its reasons.
    """
    phrases = list(_PHRASE.finditer(text))
    if not phrases:
        words = tokens(without_number(text)[1])
        alone = bare and len(words) == 1 and words[0] in TRUTHS
        return TRUTHS[words[0]] if alone else None
    said = {_value(found[1]) for found in phrases} | _taken_back(text)
    if len(said) > 1:
        raise Fault("format", "the verdict says both True and False; one of them is needed")
    number, before = without_number(text[: phrases[0].start()])
    if "?" in fold(text) or (number is not None and any(c.isalnum() for c in before)):
        raise Fault("format", "a verdict and a question in one; give the verdict alone, or ask")
    return said.pop()


def _taken_back(text: str) -> set[bool]:
    """What sentences say that are little more than a verdict: `No, false.` among the reasons."""
    short = (tokens(part) for part in re.split(r"[.!;\n]", text))
    return {TRUTHS[word] for words in short if len(words) <= BARE_WORDS for word in words if word in TRUTHS}


def _value(text: str) -> bool:
    """What stands behind the phrase of a verdict; raises Fault where that is not one of the two."""
    words = tokens(_SENTENCE_END.split(text, maxsplit=1)[0])
    values = {word for word in words if word in TRUTHS}
    if len(values) > 1:
        raise Fault("format", "the verdict says both True and False; one of them is needed")
    if not values or words[0] not in TRUTHS:
        raise Fault("format", f"the verdict is neither True nor False; write `{VERDICT}` or `... False`")
    return TRUTHS[words[0]]


def read_truth(text: str) -> bool:
    """Whether the statement was true, as the setter tells; raises Fault."""
    words = set(tokens(text))
    values = words & TRUTHS.keys()
    if len(values) != 1 or words & _NOT:
        raise Fault("format", "say `true` or `false`, one of them")
    return TRUTHS[values.pop()]


def read_answer(text: str) -> str:
    """The answer in a reply; raises Fault."""
    if not any(c.isalnum() for c in text):
        raise Fault("format", "that is no answer; say something to the question")
    if len(text) > ANSWER_CHARS:
        raise Fault("rule", f"the answer has {len(text)} characters; at most {ANSWER_CHARS} are allowed")
    return text

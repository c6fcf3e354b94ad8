"""The forms of replies in entity deduction.

Law: reads text that is already cleaned; raises Fault with a sentence that holds no secret.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tui_arena.core.game import Fault
from tui_arena.core.names import hits, plain, without_article
from tui_arena.core.text import one_line, undecorated
from tui_arena.core.words import tokens

QUESTION_CHARS = 300
ANSWER_CHARS = 2000
NAME_CHARS = 80
MOST_ALIASES = 16

_WORDS = {
    "yes": "yes yeah yep yup yea correct right true affirmative indeed",
    "no": "no nope nah incorrect wrong false negative",
    "maybe": "maybe sometimes perhaps possibly depends partly partially occasionally",
    "dunno": "dunno unknown unsure idk uncertain unclear",
}
ANSWER_OF = {word: answer for answer, said in _WORDS.items() for word in said.split()}
_PHRASES = (("dont", "know"), ("do", "not", "know"), ("not", "sure"), ("no", "idea"), ("not", "certain"))
NEGATED = {"yes": "no", "no": "yes"}


def read_question(text: str, names: Iterable[str] = ()) -> str:
    """The question in a reply, on one line; raises Fault.

    Signs alone are no question, unless they are a name of what is looked for.
    """
    question = one_line(text)
    if len(question) > QUESTION_CHARS:
        raise Fault(
            "rule", f"the question has {len(question)} characters; at most {QUESTION_CHARS} are allowed"
        )
    if not any(c.isalnum() for c in question) and not hits(question, names, "strict"):
        raise Fault("format", "that is no question; ask one that can be answered with yes or no")
    return question


def read_answer(text: str, names: Iterable[str], between: str) -> str:
    """The answer in a reply: `yes`, `no`, or `between` (`maybe` or `dunno`); raises Fault.

    The first of these words and their synonyms counts; yes and no in one reply is `format`. An answer
    that is one word is an answer, also where something is called so.
    """
    found = list(answers_in(text))
    bare = len(found) == 1 and text.casefold().strip(".,!? ") in ANSWER_OF
    if not bare and hits(text, names, "lenient"):
        raise Fault("rule", "the answer must not say what is looked for")
    _check(text, found, f"yes, no or {between}")
    return found[0] if found[0] in ("yes", "no") else between


def read_verdict(text: str) -> bool:
    """Whether an umpire says that it is a hit: yes or no, nothing between; raises Fault."""
    found = [answer for answer in answers_in(text) if answer in ("yes", "no")]
    _check(text, found, "yes or no")
    return found[0] == "yes"


def _check(text: str, found: Sequence[str], allowed: str) -> None:
    if len(text) > ANSWER_CHARS:
        raise Fault("rule", f"the reply has {len(text)} characters; at most {ANSWER_CHARS} are allowed")
    if not found or {"yes", "no"} <= set(found):
        why = "says yes and no at once" if found else "holds none of the answers"
        raise Fault("format", f"the reply {why}; one of {allowed} is needed")


def answers_in(text: str) -> Iterable[str]:
    """Every answer that a text says, in order; `not true` is a no."""
    said = tokens(text)
    i = 0
    while i < len(said):
        phrase = next((p for p in _PHRASES if tuple(said[i : i + len(p)]) == p), None)
        if phrase is not None:
            yield "dunno"
            i += len(phrase)
            continue
        negated = said[i] == "not" and i + 1 < len(said) and ANSWER_OF.get(said[i + 1]) in NEGATED
        answer = ANSWER_OF.get(said[i + 1] if negated else said[i])
        if answer is not None:
            yield NEGATED[answer] if negated else answer
        i += 2 if negated else 1


def read_names(text: str, what: str = "the entity") -> tuple[str, tuple[str, ...]]:
    """Name and aliases of `name | alias | alias`; raises Fault."""
    parts = [undecorated(one_line(part)) for part in text.split("|")]
    name, aliases = parts[0], parts[1:]
    if not name:
        raise Fault("format", f"{what} is missing; write `name | alias | alias`")
    if any(len(part) > NAME_CHARS for part in (name, *aliases)):
        raise Fault("rule", f"a name has at most {NAME_CHARS} characters")
    name = without_article(name)
    kept = {plain(alias): alias for alias in reversed(aliases) if alias and plain(alias) != plain(name)}
    return name, tuple(reversed(kept.values()))[:MOST_ALIASES]

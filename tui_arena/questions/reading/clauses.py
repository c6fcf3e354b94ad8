"""Clauses of questions, reduced to a relation and content words: `has wheels`, `at kitchen`.

A clause keeps its content words in order; words without content are dropped.

The table's phrases and the players' questions go through the same reduction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tui_arena.questions import wordings
from tui_arena.questions.wordings import participle, rewritten, table_of

BE = frozenset("is are was were be been being am".split())
HAVE = frozenset("has have had".split())
AUX = frozenset("do does did can could will would may might must should shall".split())
NEGATIVE = frozenset("not nt never".split())
RELATIVE = frozenset("that which who".split())
FRAMES = BE | HAVE | AUX | {"it"}

_MARKS = table_of(wordings.MARKS)
_PEOPLE = table_of([(wordings.PEOPLE, "@people")])
_LIGHT = frozenset(
    "find see use keep have buy get meet put encounter spot store want own take expect look come".split()
)
_NOT_SUBJECTS = frozenset("use wear play carry eat need own have keep".split())


@dataclass(frozen=True, slots=True)
class Clause:
    """A reduced clause."""

    negative: bool
    relation: str
    """How the first words relate to the thing: a mark of `wordings.MARKS`, `@is`, `@do` or `@done`."""
    words: tuple[str, ...]
    """The content words, with a mark before each new relation."""
    bare: tuple[str, ...]
    """The words after the opening (`is it`, `does it`), unchanged; for names."""

    named: bool = True
    """True if the relation is expressed; False if it is only assumed to be the plainest one: `freckles`."""

    @property
    def relations(self) -> tuple[str, ...]:
        """All relations that a question asks about: `is it eaten` asks what it is and how people use it."""
        inner = [word for word in self.words if word.startswith("@")]
        if not self.named and self.relation == "@is":
            return tuple(inner)
        done = ["@done"] if self.relation == "@is" and self.words and participle(self.words[0]) else []
        return tuple(dict.fromkeys((self.relation, *inner, *done)))


def clause_of(words: Sequence[str]) -> Clause:
    """Reduce a clause whose subject is already `it`."""
    left = list(words)
    relation, negative, named = "@is", False, True
    if left and left[0] in BE:
        left = left[1:]
        if left[:1] == ["nt"]:
            left = left[1:]
        if left[:1] == ["there"]:
            relation, left = "@has", left[1:]
        elif left[:1] == ["it"]:
            left = left[1:]
    elif len(left) > 1 and left[0] in HAVE and "it" in left[1:3]:
        left.remove("it")
        left = [word for word in left[1:] if word not in ("nt", "ever", "been", "got")]
        relation = "@is" if "been" in words[:4] else "@has"
    elif left and left[0] in AUX:
        return _after_aux(left[1:])
    elif left and left[0] == "it":
        return _statement(left[1:])
    else:
        people = rewritten(left, _PEOPLE)
        if people[:1] == ["@people"] and len(people) > 1:
            return _done(people[1:])
        named = left[:1] in (["a"], ["an"])
    negative, left = _negated(left)
    return replace(_clause(negative, relation, left), named=named)


def _negated(words: list[str]) -> tuple[bool, list[str]]:
    if words and (words[0] in NEGATIVE or words[0] in ("no", "non")):
        return True, words[1:]
    return False, words


def _statement(words: list[str]) -> Clause:
    """The clause of a statement, from the words after `it`."""
    if words[:1] and words[0] in BE:
        negative, left = _negated(words[1:])
        return _clause(negative, "@is", left)
    if words[:1] and words[0] in AUX:
        negative, left = _negated(words[1:])
        if left[:1] == ["be"]:
            return _clause(negative, "@is", left[1:])
        return _clause(negative, "@do", left)
    if words[:1] and words[0] in HAVE:
        return _clause(False, "@has", words[1:])
    if words[:1] == ["as"]:
        return _clause(False, "@is", words[1:])
    return _clause(False, "@do", words)


def _after_aux(words: list[str]) -> Clause:
    if words[:1] == ["nt"]:
        words = words[1:]
    people = rewritten(words[:4], _PEOPLE) + words[4:]
    if words[:1] == ["there"]:
        return _clause(False, "@has", [w for w in words[1:] if w != "be"])
    if words[:1] == ["it"] or (
        words and words[0] not in wordings.SMALL and people[0] != "@people" and "it" not in words
    ):
        left = words[1:] if words[0] == "it" else words
        negative, left = _negated(left)
        if left[:1] in (["be"], ["been"]):
            return _clause(negative, "@is", left[1:])
        return _clause(negative, "@do", left)
    if people[:1] == ["@people"]:
        return _done(people[1:])
    return _by_others(words)


def _done(words: list[str]) -> Clause:
    """The clause for what people do with the thing."""
    negative, left = _negated(words)
    if left[:1] and left[0] in AUX:
        negative, left = _negated(left[1:])
    while left[:1] and left[0] in ("ever", "be", "able", "to", "usually"):
        left = left[1:]
    return _clause(negative, "@done", left)


def _by_others(words: list[str]) -> Clause:
    """The clause for what certain people do with the thing: `do doctors use it`."""
    if "it" in words:
        verb = words.index("it") - 1
        if verb > 0 and words[verb] in _NOT_SUBJECTS and words[verb] in ("use", "need", "own", "have"):
            return _clause(False, "@by", words[:verb] + words[verb + 2 :])
        return _clause(False, "@done", [*words[verb:], *words[:verb]])
    return _clause(False, "@do", words)


def _clause(negative: bool, relation: str, words: list[str]) -> Clause:
    tokens = _related(words)
    relation, tokens = _lead(relation, tokens)
    if tokens and tokens[0] in ("no", "not", "non"):
        negative, tokens = not negative, tokens[1:]
    while tokens and not tokens[-1].strip("@"):
        tokens = tokens[:-1]
    return Clause(negative, relation, tuple(tokens), tuple(words))


def _lead(relation: str, tokens: list[str]) -> tuple[str, list[str]]:
    """Move leading marks, with small words and light verbs before them, into the relation."""
    i = 0
    while i < len(tokens):
        word = tokens[i]
        if word == "@must":
            tokens = tokens[:i] + tokens[i + 1 :]
        elif word.startswith("@"):
            relation, tokens, i = word, tokens[i + 1 :], 0
        elif word in wordings.SMALL or word in _LIGHT:
            i += 1
        else:
            break
    return relation, tokens


def _related(words: Sequence[str]) -> list[str]:
    """The words, with relations replaced by marks."""
    marked = rewritten(words, _MARKS)
    out: list[str] = []
    i = 0
    while i < len(marked):
        word = marked[i]
        follows = marked[i + 1] if i + 1 < len(marked) else ""
        before = out[-1] if out else ""
        if word in RELATIVE and out:
            i, mark = _relative(marked, i + 1)
            out += [mark] if mark else []
            continue
        if (
            word in ("you", "people", "we", "one")
            and follows
            and (before in wordings.VAGUE or before == "place")
        ):
            out.append("@done")
            if follows in AUX:
                i += 1
        elif word == "to" and out and follows:
            out.append("@for")
        else:
            out.append(word)
        i += 1
    return [word for word in out if word != "@people"]


def _relative(words: Sequence[str], i: int) -> tuple[int, str]:
    """The index after a relative clause's opening words (`that you can`), and the mark for them."""
    word = words[i] if i < len(words) else ""
    follows = words[i + 1] if i + 1 < len(words) else ""
    if word in ("you", "people", "we", "one", "i", "someone", "it") or (
        word == "most" and follows == "people"
    ):
        i += 2 if word == "most" else 1
        if i < len(words) and words[i] in AUX:
            i += 1
        return i, "@done"
    if word in BE:
        return i + 1, "@is"
    if word in AUX:
        if follows == "be":
            return i + 2, "@is"
        return i + 1, "@done" if follows in ("you", "people") else "@do"
    return (i, "") if word.startswith("@") else (i, "@do")

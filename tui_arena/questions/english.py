"""English as people type it: the words of a question, and wordings that are replaced by others.

The wordings are data (`decks/english-*.tsv`); `data` passes them on with a deck, as `Knowledge.english`.

| kind | what it is |
|---|---|
| `word` | a single word that is always replaced by another: `u`, `colour` |
| `idiom` | several words that are replaced before anything else is read |
| `filler` | words that add nothing anywhere: `by any chance` |
| `tag` | words that add nothing at the end: `isn't it` |
| `remark` | words that are left out at the end if a question is not understood otherwise |
| `plea` | a request for the answer or for a hint |
| `era` | a time, and its years |
| `unit` | what it measures, and its amount in metres, kilograms, dollars or years |
| `guess` | words that come before a name: `are you thinking of` |

`Measures` are the sizes of everyday things, as a sensible person would guess them. If it lists all steps of a
scale, everything that it lists can be compared on that scale.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from tui_arena.core.language.families import irregular_base
from tui_arena.core.text import fold

THIS_YEAR = 2025
"""The year from which `a hundred years ago` is counted: fixed, so that answers never depend on the date."""

METRES = "metres"
KILOGRAMS = "kilograms"
_BEYOND = math.log(5)
"""The logarithm of one step beyond the last step that a scale names."""
MOST_WORDS = 60
"""The maximum number of words in a sentence that is read."""
MOST_CHARACTERS = 6000
"""Only this many characters at the end of a longer text are read."""
Kind = Literal["word", "idiom", "filler", "tag", "remark", "plea", "guess", "era", "unit"]
Table = Mapping[str, Sequence[tuple[tuple[str, ...], tuple[str, ...]]]]
"""Maps a first word to wordings, longest first, each with the words that replace it."""

_CONTRACTED = {
    f"{w}nt": f"{w} nt" for w in "is are was were does do did has have had could would should".split()
}
_SIGNS = {"$": " dollars ", "€": " dollars ", "£": " dollars ", "&": " and ", "/": " or ", "%": " percent "}
_SIMPLE = re.compile(r"[a-z \-']*\??")
"""Matches a text that can be split without looking at each character."""
_PAUSE_OR_END = frozenset((",", "?"))
_PAUSES = ",;:()—–"


@dataclass(frozen=True, eq=False)
class Measures:
    """The sizes and prices of everyday things, whose names are in lower case."""

    sizes: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The longest side in metres and the weight in kilograms."""
    prices: Mapping[str, float] = field(default_factory=dict)
    """The price of one in dollars; the names omit `of`: `cup tea`."""
    inside: Mapping[str, float] = field(default_factory=dict)
    """Maps containers to the length of the longest thing that fits into them, in metres."""

    @cached_property
    def _spaceless(self) -> Mapping[str, tuple[float, float]]:
        return {name.replace(" ", ""): row for name, row in self.sizes.items()}

    def size(self, name: str) -> tuple[float, float] | None:
        """The metres and kilograms of a thing, however its name is spaced; None if it isn't listed."""
        return self.sizes.get(name) or self._spaceless.get(name.replace(" ", ""))

    def on_ladder(self, steps: Sequence[str], amount: float, unit: str) -> float | None:
        """The place of an amount on a scale with steps: 1 is the first step, 1.5 is halfway to the second.

        Halfway is logarithmic. Beyond the last step, each factor of five counts as a step. None if the things
        of the steps aren't all listed. `unit`: the unit of the amount.
        """
        column = 0 if unit == METRES else 1
        known = [
            self.sizes.get(" ".join(w for w in step.split() if w not in ("a", "an", "the"))) for step in steps
        ]
        logs = [math.log(row[column]) for row in known if row is not None]
        if len(logs) != len(steps) or len(logs) < 2 or amount <= 0:
            return None
        value = math.log(amount)
        if value <= logs[0]:
            return 0.5 if value < logs[0] - 0.05 else 1.0
        for i in range(len(logs) - 1):
            if value <= logs[i + 1]:
                share = (value - logs[i]) / (logs[i + 1] - logs[i])
                return round(i + 1 + share, 2)
        return round(len(logs) + (value - logs[-1]) / _BEYOND, 2)


@dataclass(frozen=True, eq=False)
class English:
    """The wordings of a language that are data; without any, questions are read word by word."""

    words: Mapping[str, str] = field(default_factory=dict)
    """Maps single words, in lower case and without apostrophes, to the words that replace them."""
    tables: Mapping[Kind, Table] = field(default_factory=dict)
    questions: Sequence[tuple[str, str]] = ()
    """Questions that people ask about anything, each with its meaning."""
    measures: Measures = field(default_factory=Measures)

    def sentences(self, text: str) -> list[list[str]]:
        """The sentences of a text as plain words, with `,` for a pause and `?` at the end of a question."""
        said = text[-MOST_CHARACTERS:]
        out: list[list[str]] = [[]]
        for word in _pieces(" ".join(said.lower().split()) if said.isascii() else fold(said)):
            if word in ("?", "."):
                if word == "?" and out[-1]:
                    out[-1].append("?")
                if out[-1]:
                    out.append([])
            else:
                out[-1] += self.words.get(word, _CONTRACTED.get(word, word)).split()
        return [sentence for sentence in out if not _PAUSE_OR_END.issuperset(sentence)]

    def flat(self, text: str) -> list[str]:
        """The words of all sentences of a text, without question marks."""
        lower = text.lower()
        if len(text) <= MOST_CHARACTERS and _SIMPLE.fullmatch(lower):
            pieces = lower.replace("'", "").replace("-", " ").replace("?", " ").split()
            if self.words.keys().isdisjoint(pieces) and _CONTRACTED.keys().isdisjoint(pieces):
                return pieces
        return [word for sentence in self.sentences(text) for word in sentence if word != "?"]

    def spelled(self, word: str) -> str:
        """A single word in the spelling that is used for reading; if it stands for several, it stays."""
        plain = self.words.get(word, word)
        return word if " " in plain else plain

    def reworded(self, words: Sequence[str], kind: Kind) -> list[str]:
        """Words in which all wordings of a kind are replaced."""
        return rewritten(words, self.tables.get(kind, {}))

    def unit_of(self, word: str) -> tuple[str, float] | None:
        """What a unit measures, and its amount in metres, kilograms, dollars or years; None: it isn't one."""
        table = self.tables.get("unit", {})
        rows = table.get(word) or table.get(irregular_base(word).removesuffix("s")) or ()
        return next(((means[0], float(means[1])) for said, means in rows if len(said) == 1), None)

    def ends(self, words: Sequence[str], kind: Kind) -> Iterator[int]:
        """The length, in words, of each wording of a kind at the end of the words, longest first."""
        table = self.tables.get(kind, {})
        for start in range(1, len(words)):
            if any(tuple(words[start:]) == said for said, _ in table.get(words[start], ())):
                yield len(words) - start


def english_of(
    wordings: Iterable[tuple[Kind, str, str]], questions: Iterable[tuple[str, str]], measures: Measures
) -> English:
    """The English made from rows (kind, wording, replacement) and from questions with their meanings."""
    words: dict[str, str] = {}
    pairs: dict[Kind, list[tuple[str, str]]] = {}
    for kind, said, means in wordings:
        if kind == "word":
            words[said] = means
        else:
            pairs.setdefault(kind, []).append((said, means))
    return English(words, {kind: table_of(rows) for kind, rows in pairs.items()}, tuple(questions), measures)


def table_of(pairs: Iterable[tuple[str, str]]) -> Table:
    """A table of wordings and their replacements; `|` separates wordings with the same replacement.

    >>> rewritten("was it made out of wood".split(), table_of([("made of|made out of", "@of")]))
    ['was', 'it', '@of', 'wood']
    """
    out: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
    for wordings, means in pairs:
        for wording in wordings.split("|"):
            said = tuple(wording.split())
            out.setdefault(said[0], []).append((said, tuple(means.split())))
    for rows in out.values():
        rows.sort(key=lambda row: -len(row[0]))
    return out


def rewritten(words: Sequence[str], table: Table) -> list[str]:
    """Words with every wording of a table replaced, from left to right, the longest match first."""
    if table.keys().isdisjoint(words):
        return list(words)
    out: list[str] = []
    i = 0
    while i < len(words):
        for said, means in table.get(words[i], ()):
            if len(said) == 1 or tuple(words[i : i + len(said)]) == said:
                out += means
                i += len(said)
                break
        else:
            out.append(words[i])
            i += 1
    return out


def _pieces(flat: str) -> list[str]:
    if _SIMPLE.fullmatch(flat):
        return flat.replace("'", "").replace("-", " ").replace("?", " ?").split()
    chars: list[str] = []
    for i, c in enumerate(flat):
        number = flat[i - 1 : i].isdigit() and flat[i + 1 : i + 2].isdigit()
        if c.isalnum():
            chars.append(c)
        elif c in "'’`´" or (c in ".," and number):
            chars.append("." if c == "." else "")
        elif c in "?!.\n":
            initial = not flat[max(0, i - 2) : i - 1].isalnum()
            abbreviated = c == "." and (flat[i + 1 : i + 2].isalpha() or (initial and i > 1))
            chars.append("" if abbreviated else f" {'?' if c == '?' else '.'} ")
        else:
            chars.append(_SIGNS.get(c, " , " if c in _PAUSES else " "))
    return "".join(chars).split()


@lru_cache(maxsize=65536)
def participle(word: str) -> bool:
    """Whether a word may be a past participle: `worn`, `eaten`, `used`."""
    return word.endswith("ed") or (irregular_base(word) != word and not word.endswith(("s", "ing")))

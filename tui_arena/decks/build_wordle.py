"""Builds Wordle's word lists from SCOWL, wordfreq and the hand-written lexicon. Not shipped.

Needs Debian's `scowl` package (its lists under /usr/share/dict/scowl) and `pip install wordfreq`.

    python build_wordle.py candidates   lists words that the lexicon neither holds nor leaves out
    python build_wordle.py              rewrites lexicon-1.tsv (frequencies), wordle-1.tsv (targets
                                        with their group) and wordle-1.words (allowed guesses)

Topics and clues in lexicon-1.tsv are written by hand and are only carried over; left-out.tsv says
which candidates were judged and not taken, and why. A list that has been released is never
rewritten: build the next number.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from wordfreq import zipf_frequency  # type: ignore[import-not-found]

HERE = Path(__file__).parent
SCOWL = Path("/usr/share/dict/scowl")
AMERICAN = ("english", "american")
LENGTH = 5
ALLOWED_SIZE, RARE_SIZE = 80, 95
"""SCOWL size whose words are all allowed; of the rarer ones plain inflections of those are."""
BARRED = ("slur", "obscene")
"""Reasons in left-out.tsv for which a word is not even allowed."""
CANDIDATE_SIZE, CANDIDATE_ZIPF = 55, 1.85
TARGETS = 2315
GROUPS = ("high", "medium", "low")


def scowl(size: int, spellings: tuple[str, ...] | None = AMERICAN) -> set[str]:
    """Lower-case words of SCOWL up to a size, of some spellings (None: all)."""
    words: set[str] = set()
    for path in SCOWL.glob("*-words.*"):
        spelling, _, n = path.name.rpartition("-words.")
        if int(n) <= size and (spellings is None or spelling in spellings):
            words.update(re.findall(r"^[a-z]+$", path.read_text("latin-1"), re.MULTILINE))
    return words


def is_plural(word: str, known: set[str]) -> bool:
    if not word.endswith("s") or word.endswith(("ss", "us")):
        return False
    return word[:-1] in known or (word.endswith("es") and word[:-2] in known) or word.endswith("ies")


def is_past(word: str, known: set[str]) -> bool:
    if not word.endswith("ed"):
        return False
    doubled = word[-3] == word[-4] and word[:-3] in known
    return word[:-1] in known or word[:-2] in known or word.endswith("ied") or doubled


def zipf(word: str) -> float:
    return round(float(zipf_frequency(word, "en")), 2)


def candidates() -> set[str]:
    known = scowl(80)
    return {
        w
        for w in scowl(CANDIDATE_SIZE)
        if len(w) == LENGTH
        and zipf(w) >= CANDIDATE_ZIPF
        and not is_plural(w, known)
        and not is_past(w, known)
    }


def names() -> set[str]:
    """Words of SCOWL that are names or abbreviations when written otherwise, in lower case."""
    found: set[str] = set()
    for kind in ("proper-names", "upper", "abbreviations"):
        for path in SCOWL.glob(f"*-{kind}.*"):
            found.update(path.read_text("latin-1").lower().split())
    return found


def guessable() -> set[str]:
    """Words of every spelling that a guess may be, of any length."""
    usual = scowl(ALLOWED_SIZE, None)
    rare = scowl(RARE_SIZE, None) - usual - names()
    return usual | {w for w in rare if is_inflected(w, usual)}


def is_inflected(word: str, usual: set[str]) -> bool:
    """Whether a word is a usual one with -s, -y, -d, -ed, -r or -er."""
    if word.endswith(("s", "y", "d", "r")) and word[:-1] in usual:
        return word[-1] in "sy" or word[-2] == "e"
    return word.endswith(("ed", "er")) and word[:-2] in usual


def read_tsv(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def write_lines(name: str, lines: list[str]) -> None:
    (HERE / name).write_text("\n".join(lines) + "\n", "utf-8")


def build() -> None:
    lexicon = {row[0]: row for row in read_tsv("lexicon-1.tsv")}
    rows = [[w, f"{zipf(w):.2f}", *lexicon[w][2:]] for w in sorted(lexicon)]
    write_lines("lexicon-1.tsv", ["word\tfrequency\ttopics\tclues", *("\t".join(r) for r in rows)])
    ranked = sorted((r[0] for r in rows), key=lambda w: (-zipf(w), w))[:TARGETS]
    third, rest = divmod(len(ranked), 3)
    sizes = [third, third + (rest == 2), third + (rest > 0)]
    group = dict(zip(ranked, (g for g, n in zip(GROUPS, sizes, strict=True) for _ in range(n)), strict=True))
    write_lines("wordle-1.tsv", ["word\tgroup", *(f"{w}\t{group[w]}" for w in sorted(group))])
    barred = {row[0] for row in read_tsv("left-out.tsv") if row[1] in BARRED}
    allowed = {w for w in guessable() if len(w) == LENGTH} - barred | set(group)
    write_lines("wordle-1.words", sorted(allowed))
    print(len(rows), "lexicon", len(group), "targets", len(allowed), "allowed")


if __name__ == "__main__":
    if sys.argv[1:] == ["candidates"]:
        judged = {r[0] for r in read_tsv("lexicon-1.tsv")} | {r[0] for r in read_tsv("left-out.tsv")}
        print("\n".join(sorted(candidates() - judged)))
    else:
        build()

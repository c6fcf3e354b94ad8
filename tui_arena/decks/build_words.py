"""Builds the word lists from SCOWL, wordfreq and files written by hand. Not shipped.

The stems need nothing else. The other lists need Debian's package `scowl` (lists under /usr/share/dict/scowl) and
`pip install wordfreq`.

    python build_words.py candidates   lists words that Wordle's guessers might seek but nobody has judged
    python build_words.py gaps         lists common beginnings with too few words in the lexicon
    python build_words.py secrets      lists words that Connections might deal but doesn't
    python build_words.py stems        rewrites english-1.stems, without changing any deck
    python build_words.py              rewrites lexicon-1.tsv (sorted, with frequencies), lexicon-1.words
                                       and tests/data/common_beginnings.txt; checks connections-1.tsv

- lexicon-1.tsv: topics, clues and cues are written by hand and stay. A new word gets its frequency here.
- connections-1.tsv and published-words-1.tsv: chosen by hand.
- left-out.tsv: the words that were judged and left out, and why.
- Wordle's lists: from the five-letter words that the lexicon had when they were made. A released list is never
  rewritten; build the next number.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from tui_arena.core.language.families import made
from tui_arena.core.words import tokens
from tui_arena.data.files import newest

HERE = Path(__file__).parent
SCOWL = Path("/usr/share/dict/scowl")
AMERICAN = ("english", "american")
LENGTH = 5
ALLOWED_SIZE, RARE_SIZE = 80, 95
"""All words up to the first SCOWL size are allowed; up to the second, only plain inflections of these words."""
BARRED = ("slur", "obscene")
"""The reasons in left-out.tsv for which a word is never allowed, not even as a guess."""
CANDIDATE_SIZE, CANDIDATE_ZIPF = 55, 1.85
TARGETS = 2315
GROUPS = ("high", "medium", "low")
RELEASED = ("wordle-1.tsv", "wordle-1.words")
EVERYDAY = frozenset(
    """acais admin aioli akita bhuna bossa botox burek cafes catio chibi covid cyber dango dosas doxed doxes dukka
    ebike elote finna fleek hashi hygge idlis intro jamon kefta labne larps legos lotta lungo makis manti mecha
    merch mochi nerfs niqab noobs otaku outro palak panko ponzu queso regen shiba stans swole tarte tryna umami
    vaper vaxed vaxes vibed vlogs voxel wifis yeets yoyos zoomy zumba""".split()
)
"""Five-letter words that people type but SCOWL lacks. They are allowed guesses in Wordle, never targets."""
BEGINNINGS = HERE.parent.parent / "tests" / "data" / "common_beginnings.txt"
COMMON, OFTEN = 20_000, 20
"""A beginning is common if at least `OFTEN` of the `COMMON` most frequent words have it."""
COVER = {2: 8, 3: 4}
"""Maps the length of a common beginning to the number of words that the lexicon needs for it."""
ONLY_NAMES = ("mc",)
"""Common beginnings that only names have, such as McDonald and McCain."""
CHANGE_SIZE, CHANGE_LETTERS = 60, (3, 20)
"""The SCOWL size, and the minimum and maximum length, of words that the setter of Connections may change to."""
STEMMED = (
    "lexicon",
    "wordle",
    "taboo",
    "bluffing",
    "celebrities",
    "characters",
    "things",
    "english-questions",
)
"""The decks whose texts bots read as a whole, with their tables, so that all their words need stems."""
SECRET_LETTERS, SECRET_ZIPF = (5, 10), 2.2


def scowl(size: int, spellings: tuple[str, ...] | None = AMERICAN) -> set[str]:
    """The lower-case words of SCOWL up to a size, in these spellings (None: all)."""
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
    from wordfreq import zipf_frequency  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

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
    """The words of SCOWL that are names or abbreviations if they are capitalised; here in lower case."""
    found: set[str] = set()
    for kind in ("proper-names", "upper", "abbreviations"):
        for path in SCOWL.glob(f"*-{kind}.*"):
            found.update(path.read_text("latin-1").lower().split())
    return found


def guessable() -> set[str]:
    """The words that may be guessed, in every spelling and of any length."""
    usual = scowl(ALLOWED_SIZE, None)
    rare = scowl(RARE_SIZE, None) - usual - names()
    return usual | {w for w in rare if is_inflected(w, usual)}


def is_inflected(word: str, usual: set[str]) -> bool:
    """True if a word is a usual word with -s, -y, -d, -ed, -r or -er."""
    if word.endswith(("s", "y", "d", "r")) and word[:-1] in usual:
        return word[-1] in "sy" or word[-2] == "e"
    return word.endswith(("ed", "er")) and word[:-2] in usual


def read_tsv(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]


def write_lines(name: str, lines: list[str]) -> None:
    (HERE / name).write_text("\n".join(lines) + "\n", "utf-8")


def lexicon_lines() -> list[str]:
    """The lines of the lexicon, sorted. A word without a frequency gets one."""
    rows = {row[0]: row for row in read_tsv("lexicon-1.tsv")}
    lines = [
        "\t".join([word, rows[word][1] or f"{zipf(word):.2f}", *rows[word][2:]]) for word in sorted(rows)
    ]
    return ["word\tfrequency\ttopics\tclues\tcues", *lines]


def wordle_lines(words: list[str]) -> dict[str, list[str]]:
    """Wordle's targets with their groups, and its allowed guesses, by file."""
    ranked = sorted(words, key=lambda w: (-zipf(w), w))[:TARGETS]
    third, rest = divmod(len(ranked), 3)
    sizes = [third, third + (rest == 2), third + (rest > 0)]
    group = dict(zip(ranked, (g for g, n in zip(GROUPS, sizes, strict=True) for _ in range(n)), strict=True))
    allowed = {w for w in guessable() if len(w) == LENGTH} - barred() | set(group)
    released = (HERE / "wordle-1.words").read_text("utf-8").split()
    return {
        "wordle-2.words": sorted(EVERYDAY.union(released)),
        "wordle-1.tsv": ["word\tgroup", *(f"{w}\t{group[w]}" for w in sorted(group))],
        "wordle-1.words": sorted(allowed),
    }


def change_lines(words: list[str]) -> list[str]:
    """The words that the setter of Connections may change to. `words`: the words of the lexicon."""
    least, most = CHANGE_LETTERS
    known = {w for w in scowl(CHANGE_SIZE, None) if least <= len(w) <= most} - barred()
    return sorted(known.union(words, (row[0] for row in read_tsv("published-words-1.tsv"))))


def barred() -> set[str]:
    return {row[0] for row in read_tsv("left-out.tsv") if row[1] in BARRED}


def stem_lines() -> list[str]:
    """Every word of the newest decks that bots read, with its stem if the stem is another word."""
    paths = filter(None, (newest(name, ending) for name in STEMMED for ending in ("tsv", "toml")))
    words = {word for path in paths for word in tokens(path.read_text("utf-8")) if word.isalpha()}
    return [word if made(word) == word else f"{word}\t{made(word)}" for word in sorted(words)]


def beginnings(words: list[str]) -> Counter[str]:
    """Counts the words by their first two and their first three letters."""
    return Counter(word[:n] for word in words for n in COVER if len(word) >= n)


def common_beginnings() -> list[str]:
    from wordfreq import top_n_list  # type: ignore[import-not-found, unused-ignore]  # noqa: PLC0415

    common = [w for w in top_n_list("en", COMMON) if re.fullmatch("[a-z]+", w)]
    return sorted(b for b, n in beginnings(common).items() if n >= OFTEN and b not in ONLY_NAMES)


def gaps(words: list[str]) -> list[str]:
    """The common beginnings that too few of these words have."""
    covered = beginnings(words)
    return [b for b in common_beginnings() if covered[b] < COVER[len(b)]]


def on_the_ground(word: str, covered: Counter[str]) -> bool:
    """True if the lexicon has enough words for both beginnings of a secret."""
    return all(covered[word[:n]] >= least for n, least in COVER.items())


def possible_secrets(words: list[str]) -> list[str]:
    covered = beginnings(words)
    least, most = SECRET_LETTERS
    return [
        w for w in words if least <= len(w) <= most and zipf(w) >= SECRET_ZIPF and on_the_ground(w, covered)
    ]


def build() -> None:
    lexicon = lexicon_lines()
    words = [line.split("\t")[0] for line in lexicon[1:]]
    lists = {
        "english-1.stems": stem_lines(),
        "lexicon-1.tsv": lexicon,
        "lexicon-1.words": change_lines(words),
        **wordle_lines([w for w in words if len(w) == LENGTH]),
    }
    for name, lines in lists.items():
        if name in RELEASED:
            print(name, "is released, so it isn't changed")
        else:
            write_lines(name, lines)
            print(name, len(lines))
    BEGINNINGS.write_text(
        f"# Beginnings of at least {OFTEN} of the {COMMON} most frequent English words (a-z only), by wordfreq 3.1;\n"
        f"# without {', '.join(ONLY_NAMES)}, which only names have. Made by decks/build_words.py.\n"
        + " ".join(common_beginnings())
        + "\n",
        "utf-8",
    )
    covered = beginnings(words)
    strays = [
        r[0] for r in read_tsv("connections-1.tsv") if r[0] not in words or not on_the_ground(r[0], covered)
    ]
    print("gaps:", *gaps(words), "secrets that don't belong:", *strays)


def main(asked: list[str]) -> None:
    words = [row[0] for row in read_tsv("lexicon-1.tsv")]
    if asked == ["candidates"]:
        judged = {*words, *(row[0] for row in read_tsv("left-out.tsv"))}
        print("\n".join(sorted(candidates() - judged)))
    elif asked == ["gaps"]:
        print("\n".join(gaps(words)))
    elif asked == ["secrets"]:
        dealt = {row[0] for row in read_tsv("connections-1.tsv")}
        print("\n".join(w for w in possible_secrets(words) if w not in dealt))
    elif asked == ["stems"]:
        write_lines("english-1.stems", stem_lines())
    else:
        build()


if __name__ == "__main__":
    main(sys.argv[1:])

"""Released decks stay: sessions name their versions. Only a column may be added behind those that they had."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tests.tables import each
from tui_arena.data.decks import shipped_deck
from tui_arena.data.files import DECKS

RELEASED = """
bluffing-1.tsv 8 722b8211972c8384
celebrities-1.tsv 7 6fe1654e1dc19de7
connections-1.tsv 1 5885b264b40a18c9
lexicon-1.tsv 5 0caf1583b469c489
lexicon-1.words 1 99ee391f6d5e070f
objects-1.tsv 3 f6d3e85d737c14ba
published-words-1.tsv 1 555c9c6caa890191
taboo-1.tsv 7 e6fe26ee2fb6fe80
things-1.tsv 7 c2f77473b0ec692a
wordle-1.tsv 2 c6515e00fd9199bb
wordle-1.words 1 d325c705b88ecca9
wordle-2.tsv 2 37e8837292444f47
wordle-2.words 1 cf9eccc39e691d78
""".split("\n")[1:-1]
"""File, number of columns, and the first digits of the hash of these columns."""


def digest(path: Path, columns: int) -> str:
    lines = path.read_text("utf-8").splitlines()
    kept = ("\t".join(line.split("\t")[:columns]) for line in lines if not line.startswith("#"))
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


@each(*RELEASED)
def test_a_released_deck_is_as_it_was(row: str) -> None:
    name, columns, told = row.split()
    assert digest(DECKS / name, int(columns)) == told


def test_no_word_that_was_left_out_is_in_a_newest_list() -> None:
    rows = [line.split("\t")[:2] for line in (DECKS / "left-out.tsv").read_text("utf-8").splitlines()[1:]]
    barred = {word for word, why in rows if why in {"slur", "obscene"}}
    assert len(barred) > 150
    for name, words in (("connections", {word for word, _ in rows}), ("lexicon", barred)):
        deck = shipped_deck(name)
        assert deck is not None
        assert words.isdisjoint(item["word"] for item in deck.items), name


def test_the_published_words_are_nineteen() -> None:
    deck = shipped_deck("published-words")
    assert deck is not None
    words = [item["word"] for item in deck.items]
    assert (len(words), words) == (19, sorted(words))
    assert {"goldfish", "kaleidoscope", "xenophobia"} <= set(words)

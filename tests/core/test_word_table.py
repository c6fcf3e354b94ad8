"""Words and short texts in one text."""

from __future__ import annotations

import pickle
import subprocess
import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui_arena.core.word_table import LateTable, WordTable
from tui_arena.data.decks import shipped_words

_TEXTS = st.text(st.characters(exclude_characters="\t\n", exclude_categories=["Cs"]), max_size=5)


@given(st.dictionaries(_TEXTS.filter(bool), _TEXTS), _TEXTS)
def test_a_table_maps_words_like_a_dict(known: dict[str, str], prefix: str) -> None:
    table = WordTable(f"{word}\t{text}" for word, text in known.items())
    assert dict(table) == dict(table.rows()) == known
    assert len(table) == len(known)
    assert table.beginning(prefix) == sorted(word for word in known if word.startswith(prefix))
    for word in (*known, prefix):
        assert (word in table, table.get(word, 7)) == (word in known, known.get(word, 7))


def test_a_missing_word_raises_and_other_objects_are_missing() -> None:
    table = WordTable.of(["cat", "dog", "cat"])
    found: list[object] = [one for one in ("cat", "ca", "cat\t\ndog", 3) if one in table]
    assert (len(table), found) == (2, ["cat"])
    with pytest.raises(KeyError, match="mouse"):
        table["mouse"]
    assert list(WordTable.of(())) == []


def test_a_late_table_reads_its_words_when_the_first_is_looked_up() -> None:
    read: list[str] = []

    def words() -> list[str]:
        read.append("read")
        return ["cat", "dog", "cat"]

    table = LateTable(words)
    assert not read
    assert ("dog" in table, "mouse" in table, len(table), list(table)) == (True, False, 2, ["cat", "dog"])
    assert read == ["read"]
    assert pickle.loads(pickle.dumps(LateTable(words)))["cat"] == ""


def test_a_copy_for_another_process_finds_its_words() -> None:
    script = "import pickle, sys; table = pickle.load(sys.stdin.buffer); print('dog' in table, table['cats'], len(table))"
    packed = pickle.dumps(WordTable(["cats\tcat", "dog\t"]))
    ran = subprocess.run([sys.executable, "-c", script], input=packed, capture_output=True, check=True)
    assert ran.stdout.decode().split() == ["True", "cat", "2"]


def test_the_words_of_english_take_a_few_bytes_each() -> None:
    lexicon = shipped_words("lexicon-1")
    assert lexicon is not None
    words = list(lexicon.words)
    tracemalloc.start()
    try:
        table = WordTable.of(words)
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert list(table) == words
    assert taken < 25 * len(words)

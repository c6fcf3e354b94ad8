from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from tui_arena.core.language import families
from tui_arena.core.language.families import _OWN, MANY, first_letter, inflections, made, many_stems, stem
from tui_arena.data.files import DECKS

ENDS = ("est", "ing", "es", "ed", "ly", "isation", "fulness", "ments")


def test_all_forms_of_an_irregular_word_have_the_stem_of_one_of_its_bases() -> None:
    bases = families._IRREGULAR_HEADS.items()
    apart = {form for form, heads in bases if stem(form) not in {stem(head.lstrip("~")) for head in heads}}
    assert apart <= _OWN


@pytest.mark.thorough
def test_nearly_all_forms_that_are_words_have_the_stem_of_their_word() -> None:
    words = set((DECKS / "lexicon-1.words").read_text("utf-8").split())
    entries = [line.partition("\t")[0] for line in (DECKS / "lexicon-2.tsv").read_text("utf-8").splitlines()]
    pairs = [
        (word, form)
        for word in entries
        for form in inflections(word) & words
        if form != word and form.endswith(("s", "ed", "ing"))
    ]
    assert sum(stem(word) == stem(form) for word, form in pairs) > 0.96 * len(pairs) > 10_000


def test_the_stems_of_many_words_are_the_stems_of_each() -> None:
    words = dict.fromkeys((DECKS / "wordle-2.words").read_text("utf-8").split()[:MANY])
    words |= dict.fromkeys(("went", "happiest", "zorbings", "1800s"))
    assert many_stems(words) == {word: stem(word) for word in words}
    assert len(words) > MANY


def test_the_first_letter_of_a_stem_is_known_without_the_stem() -> None:
    kept = [word for table in families._kept() for word in table]
    assert len(kept) > MANY
    words = {*kept, *families._IRREGULAR_HEADS, *_OWN, "zorbings", "ysaye", "1800s"}
    assert [word for word in words if first_letter(word) != stem(word)[:1]] == []


def test_other_words_keep_their_own_stems() -> None:
    pairs = (("news", "new"), ("rose", "rise"), ("hope", "hop"), ("planet", "plane"), ("ground", "grind"))
    assert [pair for pair in pairs if stem(pair[0]) == stem(pair[1])] == []


def test_every_verb_has_a_past_form_and_no_other_form_is_one() -> None:
    rows = families._VERB_FORMS
    without = [
        head for head, forms in rows.items() if head[0] != "~" and not any(map(families.is_past, forms))
    ]
    others = {form for forms in rows.values() for form in forms if form.endswith("ing")} | {
        "am",
        "is",
        "red",
        "goes",
    }
    assert (without, [form for form in others if families.is_past(form)]) == ([], [])
    assert all(map(families.is_past, ("walked", "ran", "worn", "put", "was", "bent")))


def test_threads_that_make_stems_at_once_make_the_same() -> None:
    words = [f"{start}{end}" for start in ("happi", "runn", "citi", "wander", "national") for end in ENDS]
    alone = [made(word) for word in words]
    every = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            together = list(pool.map(lambda _: [made(word) for word in words], range(24)))
    finally:
        sys.setswitchinterval(every)
    assert [one for one in together if one != alone] == []


def test_equal_stems_are_one_object_so_that_tables_share_them() -> None:
    for words in (("kettle", "kettles"), ("cit" + "ies", "city"), ("abaf" + "t", "".join("abaft"))):
        stem.cache_clear()
        first = stem(words[0])
        stem.cache_clear()
        assert stem(words[1]) is first

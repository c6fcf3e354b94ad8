from __future__ import annotations

from tui_arena.core.language import families
from tui_arena.core.language.stems import _OWN, stem


def test_all_forms_of_an_irregular_word_have_the_stem_of_one_of_its_bases() -> None:
    bases = families._IRREGULAR_HEADS.items()
    apart = {form for form, heads in bases if stem(form) not in {stem(head.lstrip("~")) for head in heads}}
    assert apart <= _OWN


def test_other_words_keep_their_own_stems() -> None:
    pairs = (("news", "new"), ("rose", "rise"), ("hope", "hop"), ("planet", "plane"), ("ground", "grind"))
    assert [pair for pair in pairs if stem(pair[0]) == stem(pair[1])] == []

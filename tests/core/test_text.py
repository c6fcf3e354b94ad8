"""Text from outside can't act on a terminal, and is read by the rules."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.core.text import MAX_MARKS, REPLY_BYTES, clean, fold, one_line, read_reply, split_reasoning

CASES = Cases(__file__)

ESCAPES = CASES["ESCAPES"]


@each(*ESCAPES.items())
def test_escapes_fall_with_what_they_carry(dirty: str, expected: str) -> None:
    assert clean(dirty) == expected


@each("a [/] b", "[@click=app.quit]x[/]", '{"a":[true]}', "trailing \\", "$who")
def test_markup_is_plain_text(text: str) -> None:
    assert clean(text) == text


def test_lone_surrogates_can_be_encoded() -> None:
    assert clean("\ud800x").encode() == "\ufffdx".encode()


def test_combining_marks_are_capped() -> None:
    marks = [c for c in clean("e" + "\u0323" * 500) if unicodedata.combining(c)]
    assert len(marks) <= MAX_MARKS


def test_joined_emoji_survive_and_hidden_joiners_do_not() -> None:
    family = "\U0001f468\u200d\U0001f469"
    assert clean(family) == family
    assert clean("cr\u200dane") == "crane"


def test_long_text_is_cut_at_bytes() -> None:
    assert len(clean("é" * 200_000).encode()) <= REPLY_BYTES
    assert clean("a" * 200_000) == "a" * REPLY_BYTES


@given(st.text(st.characters(exclude_categories=[]), max_size=200))
def test_clean_is_idempotent_and_safe(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert not any(unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t" for c in once)
    once.encode()


def test_latin_text_is_cleaned_like_any_other() -> None:
    for number in range(0x80, 0x3000):
        c = chr(number)
        assert clean(f"漢{c}") == f"漢{clean(c)}", ascii(c)
    assert clean("é" * REPLY_BYTES, 5) == "éé"


@given(st.text(max_size=300), st.integers(1, 40))
def test_one_line_fits(text: str, width: int) -> None:
    line = one_line(text, width)
    assert "\n" not in line
    assert len(line) <= width


@CASES.each
def test_reasoning_falls_off(text: str, body: str, thinking: str) -> None:
    said = split_reasoning(text)
    assert (said.body, said.thinking) == (body, thinking)


def test_many_openers_are_read_at_once() -> None:
    assert split_reasoning("<think>" * 20_000).body == ""


@CASES.each
def test_decorations_and_marks_fall_off(text: str, body: str, mark: str | None) -> None:
    assert read_reply(text, *([mark] if mark else [])).body == body


def test_what_stands_around_a_mark_is_reasoning() -> None:
    assert read_reply("hm\nanswer: yes\nso", "answer:").thinking == "hm\nso"


def test_fold_takes_case_accents_and_blanks() -> None:
    assert fold("  Émile\tZOLA ") == "emile zola"
    assert fold("саt") != fold("cat")

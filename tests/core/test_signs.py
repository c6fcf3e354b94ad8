"""Texts in encodings that lack their signs keep their columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis.strategies import sampled_from, text

from tests.tables import each
from tui_arena.core.signs import KEEPS_COLUMNS, TABLE, columns_of, lacking

ENCODINGS = ("ascii", "latin-1", "cp437", "koi8-r", "shift_jis", "euc-kr")


@given(text(), sampled_from(ENCODINGS))
def test_any_text_keeps_its_columns_in_any_encoding(whole: str, encoding: str) -> None:
    shown = whole.encode(encoding, KEEPS_COLUMNS).decode(encoding)
    assert columns_of(shown) == columns_of(whole)


def test_drawing_signs_become_ascii_and_other_letters_question_marks() -> None:
    assert "a…│─→ é日".encode("ascii", KEEPS_COLUMNS) == b"a.|-> ???"
    assert "a… é".encode("latin-1", KEEPS_COLUMNS) == b"a. \xe9"


def test_every_drawing_sign_has_an_ascii_sign_of_one_column() -> None:
    assert all(len(sign) == 1 and sign.isascii() for sign in TABLE.values())


@each(None, "utf-8", "UTF8", "utf-16", "gb18030", "no such encoding")
def test_an_encoding_that_has_all_signs_lacks_none(encoding: str | None) -> None:
    assert lacking(encoding) is None


def test_half_a_letter_pair_is_spelt_out_where_all_signs_are() -> None:
    assert "\udce4".encode("utf-8", KEEPS_COLUMNS) == b"\\udce4"

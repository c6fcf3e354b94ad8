"""The QR code of a room's link."""

from __future__ import annotations

import numpy as np
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st

from tui_arena.room.people import LETTERS
from tui_arena.room.protocol import link
from tui_arena.ui.room.screen import qr_lines, qr_rows


@given(st.ip_addresses(v=4).map(str), st.integers(1024, 65535), st.text(LETTERS, min_size=4, max_size=4))
def test_the_qr_code_is_read_back_by_another_library(host: str, port: int, code: str) -> None:
    text = link(host, port, code)
    rows = np.array([[0 if dark else 255 for dark in row] for row in qr_rows(text)], dtype=np.uint8)
    picture = np.kron(np.pad(rows, 4, constant_values=255), np.ones((6, 6), dtype=np.uint8))
    assert [found.text for found in zxingcpp.read_barcodes(picture)] == [text]


def test_what_the_terminal_draws_is_that_code() -> None:
    text = link("192.168.178.21", 8722, "BCDF")
    signs = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}
    drawn: list[list[bool]] = []
    for line in qr_lines(text):
        drawn += [[signs[c][half] for c in line] for half in (0, 1)]
    rows = [list(row) for row in qr_rows(text)]
    assert drawn[: len(rows)] == rows
    assert len(qr_lines(text)) <= 21, "it fits a screen of 24 lines"
    assert max(map(len, qr_lines(text))) <= 40


def test_the_large_code_has_two_cells_a_module() -> None:
    text = link("192.168.178.21", 8722, "BCDF")
    drawn = [[line[n : n + 2] == "  " for n in range(0, len(line), 2)] for line in qr_lines(text, large=True)]
    assert drawn == [list(row) for row in qr_rows(text)]

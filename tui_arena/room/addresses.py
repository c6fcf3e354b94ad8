"""Where a room is reached: the address of this machine in its network, and the QR code of a link."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from contextlib import closing
from functools import lru_cache

PORT = 8722
"""The port that is tried first, so that a phone finds the room again."""
ELSEWHERE = "192.0.2.1"
"""An address of documentation (RFC 5737). Nothing is sent to it; it is asked for the way there."""


def lan_address() -> str | None:
    """The address of this machine that others in its network reach; None if it is in none."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    address = ipaddress.ip_address(found)
    return None if address.is_loopback or address.is_unspecified else found


def link(host: str, port: int, code: str) -> str:
    """The link to a room. The code stands behind the `#`, where no log sees it."""
    return f"http://{host}:{port}/#{code}"


@lru_cache(maxsize=1)
def qr_rows(text: str) -> Sequence[Sequence[bool]]:
    """The modules of a QR code, dark ones True, row by row, with a margin of two light ones; kept for the next time."""
    import segno  # only a lobby needs it  # noqa: PLC0415

    made = segno.make(text, error="l", micro=False)
    return [[bool(module) for module in row] for row in made.matrix_iter(border=2)]


def qr_lines(text: str, *, large: bool = False) -> list[str]:
    """A QR code for white on black: in half blocks two rows of modules a line; `large`: a module in two cells."""
    rows = list(qr_rows(text))
    if large:
        return ["".join("  " if dark else "██" for dark in row) for row in rows]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    signs = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return [
        "".join(signs[pair] for pair in zip(*two, strict=True))
        for two in zip(rows[::2], rows[1::2], strict=True)
    ]

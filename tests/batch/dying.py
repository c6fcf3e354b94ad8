"""What ends the process that is to play; it stands apart, so that the process loads little before."""

from __future__ import annotations

import os


def die(_: bytes, __: bytes) -> bytes:
    os._exit(9)

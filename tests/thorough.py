"""Cases of which README's line runs a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int, first: int = 0, *, whole: bool = False) -> list[Any]:
    """All cases; but for one of `every`, from the `first`, they are marked `thorough`.

    A tuple is the values of several names, unless it is `whole`: then it is the value of one.
    """
    return [
        case
        if n % every == first
        else pytest.param(*(case if isinstance(case, tuple) and not whole else (case,)), marks=_THOROUGH)
        for n, case in enumerate(cases)
    ]


_THOROUGH = pytest.mark.thorough

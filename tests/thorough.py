"""Cases of which README's line runs a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(
    cases: Iterable[Any], every: int, first: int = 0, *, whole: bool = False, thorough: int = 1
) -> list[Any]:
    """All cases; but for one of `every`, from the `first`, they are marked `thorough`.

    A tuple is the values of several names, unless it is `whole`: then it is the value of one. If `thorough` is
    above 1, only one of so many is marked `thorough`, and the others `torture`.
    """

    def case_of(n: int, case: Any) -> Any:
        if n % every == first:
            return case
        mark = pytest.mark.thorough if n % thorough == 0 else pytest.mark.torture
        return pytest.param(*(case if isinstance(case, tuple) and not whole else (case,)), marks=mark)

    return [case_of(n, case) for n, case in enumerate(cases)]

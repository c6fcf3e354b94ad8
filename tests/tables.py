"""Tests over the rows of a table: in the test module, or as TOML beside it."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Any

import pytest

Check = Callable[..., None]


def each(*rows: Any) -> Callable[[Check], Check]:
    """One test for all these rows; it names every row that fails.

    A row has the values of the check's parameters; for a check of one parameter it may be the value itself.
    Parameters behind a `*` are fixtures, which all rows share.
    """

    def of(check: Check) -> Check:
        parameters = signature(check).parameters.values()
        shared = [one for one in parameters if one.kind is Parameter.KEYWORD_ONLY]
        alone = len(parameters) - len(shared) == 1

        def test(**fixtures: Any) -> None:
            failed = []
            for row in rows:
                values = (row,) if alone and not (isinstance(row, tuple) and len(row) == 1) else row
                try:
                    check(*values, **fixtures)
                except (AssertionError, pytest.fail.Exception) as error:
                    failed.append(f"{row!r}: {error}")
            assert not failed, "\n".join(failed)

        test.__doc__ = check.__doc__
        test.__signature__ = Signature(shared)  # type: ignore[attr-defined]  # pytest reads it
        return test

    return of


class Cases:
    """The tables of a test module: `test_x.toml` beside `test_x.py`.

    A row shorter than the longest one has None in the cells that it lacks.
    """

    def __init__(self, module: str) -> None:
        self._tables = tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))

    def __getitem__(self, name: str) -> Any:
        """A table by its name, with tuples for all lists."""
        table = _frozen(self._tables[name])
        width = max((len(row) for row in table if isinstance(row, tuple)), default=0)
        if isinstance(table, dict) or not width:
            return table
        return tuple((*row, *[None] * (width - len(row))) for row in table)

    def each(self, check: Check) -> Check:
        """One test for all rows of the table that is named like the check."""
        return each(*self[check.__name__.removeprefix("test_")])(check)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(one) for key, one in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value

"""Which of one's own players is one that a paper names.

Law: rather none than a wrong one. Only models are in papers; a snapshot of one date is never taken for one
of another date, and a name that two players could be is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_MODEL = "model:"
_DATE = re.compile(r"[-@](latest|\d{4}-\d{2}-\d{2}|20\d{6}|\d{4})$")
"""A snapshot: `-2024-08-06`, `-20240620`, `-2407`; `latest` is none."""
_BETWEEN = re.compile(r"[\s._-]+")


@dataclass(frozen=True, slots=True)
class Matching:
    """Who is who."""

    pairs: Mapping[str, str]
    """The published name by one's own `kind:name`."""
    doubtful: tuple[str, ...] = ()
    """Published names that several of one's own players could be, and that nobody is therefore."""


def matched(own: Iterable[str], published: Iterable[str]) -> Matching:
    """Own players, as `kind:name`, by the published names that can only be theirs.

    Case, a provider's prefix, dots and hyphens are of no account; a date is of account where both have one.

    >>> matched(["model:openai/GPT-4o", "human:Ada"], ["gpt-4o-2024-08-06", "gpt-4"]).pairs
    {'model:openai/GPT-4o': 'gpt-4o-2024-08-06'}
    """
    models = {name: _read(name.removeprefix(_MODEL)) for name in own if name.startswith(_MODEL)}
    known = {name: _read(name) for name in published}
    could = {name: [m for m, it in models.items() if _same(it, known[name])] for name in known}
    pairs: dict[str, str] = {}
    doubtful = []
    for name, several in could.items():
        exact = [m for m in several if len(several) == 1 or models[m] == known[name]]
        if len(exact) == 1 and sum(exact[0] in others for others in could.values()) == 1:
            pairs[exact[0]] = name
        elif several:
            doubtful.append(name)
    return Matching(pairs, tuple(doubtful))


def _read(name: str) -> tuple[str, str]:
    """A model's name without provider, case and separators, and its date; empty if it has none."""
    bare = name.casefold().rpartition("/")[2].strip()
    found = _DATE.search(bare)
    date = "" if found is None or found[1] == "latest" else found[1].replace("-", "")
    return _BETWEEN.sub("-", bare[: found.start()] if found else bare), date


def _same(one: tuple[str, str], other: tuple[str, str]) -> bool:
    return one[0] == other[0] and (not one[1] or not other[1] or one[1] == other[1])

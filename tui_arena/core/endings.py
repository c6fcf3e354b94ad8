"""Words without their endings, by which bots find words that go together.

Law: no rule reads them; what counts as the same word is `words.py`'s alone.
"""

from __future__ import annotations

from collections.abc import Sequence

LEAST = 3
"""Letters that a stem has at least."""


def without_ending(token: str, endings: Sequence[str]) -> str:
    """A folded word without the first of these endings that it has, and without a double letter there.

    >>> without_ending("planning", ("ing", "s")), without_ending("plans", ("ing", "s"))
    ('plan', 'plan')
    """
    for ending in endings:
        if token.endswith(ending) and len(token) - len(ending) >= LEAST:
            token = token[: -len(ending)]
            break
    return token[:-1] if len(token) > LEAST and token[-1] == token[-2] else token

"""What something cost, in words.

Law: what nobody knows is `n/a`, and never looks like nothing.
"""

from __future__ import annotations

UNKNOWN = "n/a"
_LEAST = 0.0001


def dollars(usd: float | None) -> str:
    """An amount of US dollars.

    >>> dollars(0.00123), dollars(12.5), dollars(0.0), dollars(None), dollars(0.00000123)
    ('$0.0012', '$12.50', '$0', 'n/a', '<$0.0001')
    """
    if usd is None:
        return UNKNOWN
    if usd <= 0:
        return "$0"
    if usd < _LEAST:
        return f"<${_LEAST}"
    return f"${usd:.2f}" if usd >= 1 else f"${usd:.4f}"

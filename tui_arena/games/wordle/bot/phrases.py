"""The phrases of the Wordle bots, from the table `bots` of `host.toml`.

Law: no phrase holds a word of five letters, so that none says the secret by chance. For the same reason
counts are written in digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any
from zlib import crc32


class Phrases:
    """What the bots say, by occasion."""

    def __init__(self, said: Mapping[str, Any]) -> None:
        self._said = said

    def one(self, occasion: str, **slots: object) -> str:
        """The only phrase of an occasion, with its slots filled."""
        return str(self._said[occasion]).format(**slots)

    def turned(self, turn: int, key: str, occasion: str, **slots: object) -> str:
        """The phrase of a turn with its slots filled: another one each turn, beginning somewhere by the key."""
        phrases = self._said[occasion]
        return str(phrases[(crc32(key.encode()) + turn) % len(phrases)]).format(**slots)

    def pick(self, rng: Random, occasion: str, **slots: object) -> str:
        """Some phrase of an occasion with its slots filled."""
        return str(rng.choice(self._said[occasion])).format(**slots)

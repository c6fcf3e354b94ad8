"""What a bot has seen of the others: a picture of each, made of the words that it got, missed and gave (Parikh 2026).

Everybody's picture is the same at first. After an attempt the word's vector is added to the pictures of
those who got the clue and to the giver's, and taken from those who missed it.

Law: pictures are worked out of a view's facts each time, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tui_arena.games.connections.meaning import UNIT
from tui_arena.games.connections.mind import Mind
from tui_arena.games.connections.state import SETTER, seats_of

ETA = 4.0
"""How much one attempt changes a picture, in parts of the word's vector."""
TOLD = 2.0
"""What a topic that somebody is said to know well counts in their first picture."""

Picture = Mapping[str, int]
"""By topic how well somebody seems to know it, in thousandths; below 0: not."""


def pictures(facts: Mapping[str, Any], seat: str, mind: Mind) -> dict[str, dict[str, int]]:
    """By other seat its picture, as a seat may have it with all that it has seen so far."""
    seats = (SETTER, *seats_of(int(facts["guessers"])))
    found: dict[str, dict[str, int]] = {other: {} for other in seats if other != seat}
    for other, interests in facts["others"].items():
        if other in found:
            found[other] = dict.fromkeys(map(str, interests), round(UNIT * TOLD))
    numbers = mind.meaning.numbers
    for turn in facts["turns"]:
        word = numbers.get(str(turn["word"]))
        if word is None:
            continue
        seen = {str(guess["seat"]): bool(guess["right"]) for guess in turn["guesses"]}
        seen[SETTER] = turn["end"] == "setter_blocked"
        seen[str(turn["giver"])] = True
        vector = mind.vector(word)
        for other, got in seen.items():
            if other in found:
                _add(found[other], vector, ETA if got else -ETA)
    return found


def _add(picture: dict[str, int], vector: Mapping[str, int], by: float) -> None:
    for at, weight in vector.items():
        picture[at] = picture.get(at, 0) + round(by * weight)


def promise(vector: Mapping[str, int], seen: Mapping[str, Picture]) -> float:
    """How much better the other guessers seem to know a word than the setter does."""
    others = [picture for seat, picture in seen.items() if seat != SETTER]
    setter, total = seen.get(SETTER, {}), 0.0
    for at, weight in vector.items():
        mean = sum([picture.get(at, 0) for picture in others]) / max(len(others), 1)
        total += weight * (mean - setter.get(at, 0))
    return total / UNIT**2

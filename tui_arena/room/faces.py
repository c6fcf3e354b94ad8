"""The data of a game's face on a phone: what its widgets draw, from the view of the phone's own seat.

The page knows no game. A game names its widgets in `game.toml` (`data/manifests.py`), so a stranger's game has them too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.game import View
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.table.labels import LONGEST

MOST_WORDS = 60
"""The number of words in a list of cards; the newest are drawn."""


def face(info: GameInfo, view: View) -> dict[str, Any]:
    """Returns what the widgets of a page draw, as plain values. An empty value: there is nothing to draw."""
    own, facts = info.face, view.facts
    said = next((name for name in own.quote if _text(facts.get(name))), "")
    words = {name: _words(facts.get(name)) for name in own.words}
    left = facts.get(own.left)
    drawn = [said, own.letters, own.left, *words, *own.without]
    return {
        "colour": own.colour,
        "sign": own.sign,
        "quote": _text(facts.get(said)),
        "quoted": info.facts.get(said, ""),
        "letters": _text(facts.get(own.letters)).replace(" ", ""),
        "words": {info.facts.get(name, name): found for name, found in words.items() if found},
        "left": left if isinstance(left, int) and not isinstance(left, bool) and left > 0 else 0,
        "unit": info.facts.get(own.left, ""),
        "strip": _strip(facts.get(own.strip), own.tones),
        "tiles": own.tiles,
        "draws": [info.facts[name] for name in drawn if name in info.facts],
    }


def _text(value: object) -> str:
    return one_line(value, LONGEST) if isinstance(value, str) else ""


def _words(value: object) -> list[str]:
    if isinstance(value, str):
        value = value.split(", ")
    if not isinstance(value, Sequence):
        return []
    return [one_line(one, LONGEST) for one in value if isinstance(one, str) and one.strip()][-MOST_WORDS:]


def _strip(turns: object, tones: Mapping[str, str]) -> list[list[str]]:
    """Returns each turn's answer with its tone; an answer without a tone has an empty one."""
    if not isinstance(turns, Sequence) or isinstance(turns, str):
        return []
    answers = [turn.get("answer") for turn in turns if isinstance(turn, Mapping)]
    return [[one_line(one, LONGEST), tones.get(one, "")] for one in answers if isinstance(one, str) and one]

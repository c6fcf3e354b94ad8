"""Access to a deck for the bots of several games: its knowledge, an entity to set, a question to ask.

Of a deck without a table, only the names are known.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Any

from tui_arena.core.game import Deck, View
from tui_arena.questions.bots.dialogue_history import Past, asked
from tui_arena.questions.bots.guesser import QuestionGuesser
from tui_arena.questions.bots.phrasing import worded
from tui_arena.questions.table import Entity, Knowledge


def knowledge_of(deck: Deck) -> Knowledge:
    """The knowledge about a deck's entities."""
    known: Knowledge | None = deck.knowledge
    if known is not None:
        return known
    return Knowledge(deck.name, tuple(Entity(str(i["entity"]), tuple(i["aliases"])) for i in deck.items))


def setting(deck: Deck, level: str, rng: Random, not_these: Collection[str] = ()) -> str:
    """An entity for others to find, as `name | alias`, of the level's difficulty if there is one.

    `not_these`: entities that were refused; one of them is chosen only if there is no other.
    """
    items = [item for item in deck.items if _given(item) not in not_these] or list(deck.items)
    return _given(rng.choice([item for item in items if item["difficulty"] == level] or items))


def _given(item: Any) -> str:
    return " | ".join([item["entity"], *item["aliases"]])


def names_given(name: str, aliases: str) -> tuple[str, ...]:
    """The names in a view: the name, and its aliases, which are separated by commas."""
    return tuple(part for part in (name, *aliases.split(", ")) if part)


def to_ask(guesser: QuestionGuesser, past: Past, rng: Random) -> str:
    """A random question that was not asked yet; empty if there is none."""
    used = asked(past)
    open_ = [c.meaning for c in guesser.pool("hard") if c.meaning not in used]
    return worded(rng.choice(open_), guesser.knowledge, rng) if open_ else ""


def refused(view: View, ask: str) -> tuple[str, ...]:
    """The refused replies of a view's seat to an ask."""
    return tuple(line.text for line in view.talk if line.ask == ask and line.fault and line.seat == view.seat)

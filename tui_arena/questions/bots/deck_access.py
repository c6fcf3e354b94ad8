"""What the bots of several games do alike with a deck: know it, draw from it, find something to ask.

Law: a deck without a table is known by its names alone.
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
    """What is known of a deck's entities."""
    known: Knowledge | None = deck.knowledge
    if known is not None:
        return known
    return Knowledge(deck.name, tuple(Entity(str(i["entity"]), tuple(i["aliases"])) for i in deck.items))


def setting(deck: Deck, level: str, rng: Random, not_these: Collection[str] = ()) -> str:
    """An entity for others to find, `name | alias`, as hard as the level; never one that was refused."""
    items = [item for item in deck.items if _given(item) not in not_these] or list(deck.items)
    return _given(rng.choice([item for item in items if item["difficulty"] == level] or items))


def _given(item: Any) -> str:
    return " | ".join([item["entity"], *item["aliases"]])


def names_given(name: str, aliases: str) -> tuple[str, ...]:
    """The names in a view: one, and others between commas."""
    return tuple(part for part in (name, *aliases.split(", ")) if part)


def to_ask(guesser: QuestionGuesser, past: Past, rng: Random) -> str:
    """Another question that was not asked; empty where there is none."""
    used = asked(past)
    open_ = [c.meaning for c in guesser.pool("hard") if c.meaning not in used]
    return worded(rng.choice(open_), guesser.knowledge, rng) if open_ else ""


def refused(view: View, ask: str) -> tuple[str, ...]:
    """What the seat of a view has said on an ask in vain."""
    return tuple(line.text for line in view.talk if line.ask == ask and line.fault and line.seat == view.seat)

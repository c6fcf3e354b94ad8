"""The coach: a player says how a session was played. It is asked only after the end, and nothing is saved."""

from __future__ import annotations

from collections.abc import Mapping

from tui_arena.core.game import Ask, Reply
from tui_arena.core.language.sentences import YOU, first_name
from tui_arena.core.probes import COACH
from tui_arena.core.record import Play
from tui_arena.core.text import clean, split_reasoning
from tui_arena.data import Catalogue, GameInfo


def coach_ask(info: GameInfo, play: Play[object], catalogue: Catalogue) -> Ask | None:
    """The ask for a coach; None before the end, and for games without a coach."""
    if not play.over or not catalogue.prompt_variants(info, COACH):
        return None
    asks = (info.game.probe(play.state, seat, COACH) for seat in play.seats)
    return next((ask for ask in asks if ask is not None), None)


def by_name(text: str, names: Mapping[str, str]) -> str:
    """A coach's answer in which numbered seats are called by their players' names, unless two are named alike.

    >>> by_name("what guesser_1 said, by guesser_2", {"guesser_1": "You", "guesser_2": "Thabo, village mayor"})
    'what you said, by Thabo'
    """
    for seat, name in names.items():
        if seat[-1:].isdigit():
            alike = list(names.values()).count(name) > 1
            called = seat.replace("_", " ") if alike else "you" if name == YOU else first_name(name)
            text = text.replace(seat, called)
    return text


def said(reply: Reply) -> str:
    """The coach's answer without its reasoning, or a sentence that says why there is none."""
    if reply.finish == "refused":
        return "No answer: the provider refused."
    return split_reasoning(clean(reply.text)).body.strip() or "No answer came: the reply was empty."

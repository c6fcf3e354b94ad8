"""Helpers for tests of prompts: what a model is sent, and whether it tells what it must."""

from __future__ import annotations

from typing import Any

from tests.conformance import CATALOGUE
from tui_arena.core.game import Ask
from tui_arena.core.record import Play
from tui_arena.players.models.prompts import Message, messages
from tui_arena.players.models.requests import is_published

FAULTS = ("format", "rule", "empty", "refusal", "cut_off")


def sent(play: Play[Any], variant: str = "", ask: Ask | None = None) -> tuple[Message, ...]:
    """The messages for a model with that variant; a probe has the rules of the seat's prompt."""
    ask, info = ask or play.asks()[0], CATALOGUE.game(play.game.id)
    beside = CATALOGUE.prompt(info, ask.shares_prompt_of, variant) if ask.shares_prompt_of else None
    prompt = CATALOGUE.prompt(info, ask.name, "" if beside else variant)
    published, fault = is_published(play.setup.preset), play.last_fault(ask)
    return messages(prompt, ask, play.view(ask.seat), fault, game_prompt=beside, published=published)


def text(play: Play[Any], variant: str = "", ask: Ask | None = None) -> str:
    """All that the model is told, without its own replies."""
    return "\n".join(m["content"] for m in sent(play, variant, ask) if m["role"] != "assistant")


def last(play: Play[Any], variant: str = "") -> str:
    """The last message, with the ask."""
    return sent(play, variant)[-1]["content"]


def beside(play: Play[Any], seat: str, kind: str) -> Ask:
    """The ask of a probe."""
    ask = play.game.probe(play.state, seat, kind)
    assert ask is not None
    return ask


def tells(told: str, wanted: str) -> None:
    """A text has each of the phrases `one | two / deux`, the last in one of its wordings."""
    for phrase in wanted.split(" | "):
        assert any(wording in told for wording in phrase.split(" / ")), phrase

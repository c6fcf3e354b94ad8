"""Replies on their way, as who sits in front may see them.

Law: text comes from `privy` or not at all; reasoning never comes. What is left is how long it takes and
how much has come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tui_arena.core.game import Ask
from tui_arena.core.text import clean
from tui_arena.ui.live import OnItsWay
from tui_arena.ui.spending import count, money

SHOWN = 1200
"""Characters of a reply that are drawn at most, from its end."""


@dataclass(frozen=True, slots=True)
class Stream:
    """One reply on its way."""

    who: str
    text: str
    """What it says; empty where that may not be read, or nothing has come."""
    doing: str
    """What it does instead: `thinking`, `reasoning`, or what it waits for."""
    meter: tuple[str, ...]
    """Seconds, tokens, cost, how to stop it; the last are the first to go."""


def streams(
    coming: Sequence[OnItsWay],
    now: float,
    names: Callable[[str], str],
    may_hear: Callable[[Ask], bool],
    cost: Callable[[OnItsWay], float | None],
) -> list[Stream]:
    """One a reply, in the order in which they were asked for."""
    stoppable = next((reply for reply in coming if reply.ended is None), None)
    out = []
    for reply in coming:
        text = reply.said[-SHOWN:] if may_hear(reply.ask) else ""
        meter = [f"{reply.seconds(now):.1f} s"]
        if reply.heard.tokens:
            meter.append(f"{count(reply.heard.tokens)} tok")
            spent = cost(reply)
            if spent is not None:
                meter.append(f"~{money(spent)}")
        if reply is stoppable:
            meter.append("esc cancels")
        doing = clean(reply.heard.note) or ("reasoning" if reply.reasons else "thinking")
        out.append(Stream(names(reply.ask.seat), clean(text).strip(), doing, tuple(meter)))
    return out

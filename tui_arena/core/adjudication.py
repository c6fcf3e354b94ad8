"""Overruling the matcher: what the people at the table can decide about the last reply.

The possible rulings are found by trying them on the rules, so no game has to explain how it read a reply.

A ruling is about one reply and follows it directly (event `adjudicated`, see `save/README.md`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tui_arena.core.events import Event, Kind, reply_of
from tui_arena.core.game import Ask, Fault, Reply
from tui_arena.core.record import Play, judge
from tui_arena.core.text import clean


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision that would change how the rules took a reply."""

    question: str
    """`says_word` or `hit`."""
    verdict: bool
    of: int
    """Seq of the reply; 0 for one that has not been given yet."""


def ruling_on_last(play: Play[Any], questions: Sequence[str]) -> Ruling | None:
    """The ruling that would change how the last reply was taken; None if no ruling would.

    `questions`: those that can be ruled on for that ask.
    """
    acts = [act for act in play.acts if act.type != Kind.PROBE]
    replies = [act for act in acts if act.type == Kind.REPLY]
    if not replies or play.resigned is not None:
        return None
    step = next((s for s in reversed(play.standing()) if s.seq == replies[-1].seq), None)
    if step is None:
        return None
    reply = reply_of(step.event)
    for question in questions:
        for verdict in (False, True):
            ruled = replace(reply, ruling={**_given(acts, step.seq), question: verdict})
            if judge(play.game, step.before, step.ask, ruled).state != play.state:
                return Ruling(question, verdict, step.seq)
    return None


def _given(acts: Sequence[Event], of: int) -> dict[str, bool]:
    """The verdicts already given on a reply, by question."""
    ruled = (act for act in acts if act.type == Kind.ADJUDICATED and act["of"] == of)
    return {str(act["question"]): str(act["verdict"]).lower() in ("true", "yes", "1") for act in ruled}


def ruling_on_draft(play: Play[Any], ask: Ask, text: str, questions: Sequence[str]) -> Ruling | None:
    """The ruling that would make the rules take a text that they now refuse; None if none would."""
    if judge(play.game, play.state, ask, Reply(clean(text))).fault is None:
        return None
    for question in questions:
        for verdict in (False, True):
            fault: Fault | None = judge(
                play.game, play.state, ask, Reply(clean(text), ruling={question: verdict})
            ).fault
            if fault is None:
                return Ruling(question, verdict, 0)
    return None

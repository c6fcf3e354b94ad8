"""The turns of a session in play, newest first, as far as who sits in front may read them.

Law: a turn of a seat that is told more of the secret is for nobody before the end, but for a watcher
who asked for it, whose look is kept in the log. A player is not even told that there is such a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.core.events import Event
from tui_arena.core.game import TABLE
from tui_arena.core.record import Play, Step
from tui_arena.ui.presenters.replies import Part, message_parts, reply_parts
from tui_arena.ui.presenters.transcript import Names
from tui_arena.ui.privy import hidden_from, holds, may_hear, texts_of

Sent = Mapping[str, Sequence[Mapping[str, Any]]]
"""Messages by their hash."""
HIDDEN = (
    "This turn may tell of what is hidden until the end. Looking at it marks the session as peeked: the "
    "stats leave it out from then on."
)


@dataclass(frozen=True, slots=True)
class Page:
    """One turn, or one prompt."""

    title: str
    parts: tuple[Part, ...]
    hidden: bool = False
    """Whether `parts` only say that it is hidden."""


def turns(
    play: Play[Any],
    messages: Sent,
    seats: Mapping[str, Mapping[str, Any]],
    eyes: str,
    *,
    watching: bool,
    peeked: bool,
) -> list[Page]:
    """Every turn of a machine that these eyes may read, newest first.

    `seats`: the first cast. `watching`: nobody plays here, so hidden turns are told of; `peeked`: and
    may be read.
    """
    named = _named(play, seats)
    told = list(texts_of(play.view(eyes)))
    hidden = [s for s in hidden_from(play, eyes) if not any(holds(text, [s]) for text in told)]
    pages = []
    for step in reversed(play.steps):
        by, kind = named[step.seq]
        if kind == "human" or (kind != "model" and not watching):
            continue
        taken_back = " · taken back" if step.void else ""
        title = f"{step.ask.seat} · {step.name} · {by}{taken_back}"
        if (watching and peeked) or _open(play, step, messages, eyes, hidden):
            pages.append(Page(title, tuple(_parts(step, messages))))
        elif watching:
            pages.append(Page(title, (("", HIDDEN),), hidden=True))
    return pages


def _open(play: Play[Any], step: Step[Any], messages: Sent, eyes: str, hidden: Sequence[str]) -> bool:
    """Whether these eyes may read a turn."""
    if play.over:
        return True
    if step.ask.seat == TABLE or not may_hear(play, step.ask, eyes):
        return False
    texts = [text for _, text in _parts(step, messages)]
    return not any(holds(text, hidden) for text in (*texts, str(step.event["text"])))


def _parts(step: Step[Any], messages: Sent) -> Iterable[Part]:
    sent = messages.get(str(step.event.get("messages")))
    yield from message_parts(sent) if sent else [("", "Nothing was sent: this player is no model.")]
    yield from reply_parts(step.event)


def _named(play: Play[Any], seats: Mapping[str, Mapping[str, Any]]) -> dict[int, tuple[str, str]]:
    """Name and kind of who gave each reply."""
    names = Names(seats)
    kinds = {seat: str(spec.get("player") or "") for seat, spec in seats.items()}
    out: dict[int, tuple[str, str]] = {}
    for event in play.events:
        _recast(event, kinds)
        names.hear(event)
        if event.type == "reply":
            out[event.seq] = names.of(event["seat"]), kinds.get(event["seat"], "")
    return out


def _recast(event: Event, kinds: dict[str, str]) -> None:
    to = event.get("to")
    if event.type == "recast" and isinstance(to, Mapping):
        kinds[str(event.get("seat"))] = str(to.get("player") or "")

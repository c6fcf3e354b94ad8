"""What a saved session can still be asked: its rounds without an answer, and who is asked there.

Law: a round is asked over the view that its seat had there, by who sat there when the session went on
from it. What is stored, live or afterwards and by anybody, is not asked again. (GameArena,
retrospective analysis; rules.md section 7.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tui_arena.config import ModelBook
from tui_arena.core.candidate_lists import SORTING, lists_of
from tui_arena.core.events import Event
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.seating import BadPlayer, Cast, read_player
from tui_arena.table.branches import cast_after
from tui_arena.table.probes.asking import ASKED, SELF, AskableRound, rounds_of


class CantAnalyse(ValueError):
    """A session that can't be looked back at; a sentence."""


@dataclass(frozen=True, slots=True)
class InquiryPlan:
    """What a session is to be asked."""

    asked: tuple[AskableRound, ...]
    """Lists and beliefs, in the order of the rounds."""
    sorted: tuple[AskableRound, ...]
    """What is to be sorted then: lists by a later question, or what was said in a round."""
    stored: int
    """Answers that are there already."""

    @property
    def due(self) -> int:
        """Questions to ask, as far as all answers can be read."""
        return len(self.asked) + len(self.sorted)


def plan(session: Session, info: GameInfo, *, sorter: bool = False, again: bool = False) -> InquiryPlan:
    """The rounds of a session that are not stored, or with `again` all of them.

    `sorter`: whether somebody is named who sorts; without one only lists are sorted. Raises BadEvent,
    CantAnalyse.
    """
    return plan_of(session.id, session.fold(info.game), info, sorter=sorter, again=again)


def plan_of(
    session_id: str, play: Play[Any], info: GameInfo, *, sorter: bool = False, again: bool = False
) -> InquiryPlan:
    """As `plan`, of a session that is folded already. Raises CantAnalyse."""
    if not play.over:
        raise CantAnalyse(f"session {session_id} is not over; play it to its end, then look back")
    stored = {_place(event) for event in _answers(play)}
    answered = set() if again else stored
    every = [one for kind in ASKED for one in rounds_of(play, kind)]
    asked = tuple(one for one in every if place_of(one) not in answered)
    sorts = [one for one in rounds_of(play, SORTING) if sorter or info.sorts == "lists"]
    lists = {seat: lists_of(play, seat) for seat in {one.ask.seat for one in sorts}}
    later = tuple(one for one in sorts if _sorts(play, one, lists[one.ask.seat], asked, answered))
    return InquiryPlan(asked, later, len(stored & {place_of(one) for one in (*every, *sorts)}))


def place_of(one: AskableRound) -> tuple[str, str, int]:
    """Seat, kind and number of a round's question: what is asked there once."""
    return one.ask.seat, one.ask.name, one.number


def _place(event: Event) -> tuple[str, str, int]:
    """As `place_of`, of an answer; -1 for the round of a file that names none."""
    number = event.get("round")
    return str(event.get("seat")), str(event.get("kind")), number if isinstance(number, int) else -1


def _answers(play: Play[Any]) -> Iterable[Event]:
    """The probes that stand and were answered: a reply that can't be read is an answer too."""
    for kind in (*ASKED, SORTING):
        for event in play.probes(kind):
            given = any(event.get(key) for key in ("items", "yes", "no", "text"))
            if given or not event.get("why"):
                yield event


def _sorts(
    play: Play[Any],
    one: AskableRound,
    lists: Mapping[int, Sequence[str]],
    asked: Iterable[AskableRound],
    answered: set[tuple[str, str, int]],
) -> bool:
    """Whether a round's sorting is due, once what is asked before is there."""
    if one.ask.choices:
        return place_of(one) not in answered
    anew = {other.number for other in asked if other.ask.seat == one.ask.seat}
    if not {one.number - 1, one.number} <= lists.keys() | anew:
        return False
    return one.number - 1 in anew or place_of(one) not in answered or _is_stale(play, one, lists)


def _is_stale(play: Play[Any], one: AskableRound, lists: Mapping[int, Sequence[str]]) -> bool:
    """Whether the list that was sorted has been asked for anew since."""
    last = next(e for e in reversed(play.probes(SORTING)) if _place(e) == place_of(one))
    sides = [side for side in (last.get("yes"), last.get("no")) if isinstance(side, list)]
    return not {str(item) for side in sides for item in side} <= set(lists[one.number - 1])


def to_sort(play: Play[Any], rounds: Iterable[AskableRound]) -> list[tuple[AskableRound, tuple[str, ...]]]:
    """Those of some rounds that have something to sort: what the question brings, else the list before.

    A list is sorted only where the round's own one stands too: no other counts.
    """
    rounds = tuple(rounds)
    lists = {seat: lists_of(play, seat) for seat in {one.ask.seat for one in rounds}}
    found = []
    for one in rounds:
        known = lists[one.ask.seat]
        before = known[one.number - 1] if {one.number - 1, one.number} <= known.keys() else ()
        if items := one.ask.choices or before:
            found.append((one, items))
    return found


def sat_at(session: Session, play: Play[Any], one: AskableRound) -> Cast:
    """Who held a round's seat when the session went on from there; without a player where no file says."""
    seat = one.ask.seat
    replies = (step.seq for step in play.standing() if step.ask.seat == seat)
    until = next((seq for seq in replies if seq > one.after), None)
    events = (event for event in play.events if until is None or event.seq < until)
    return Cast(cast_after(session.seats, events).get(seat) or {})


def read_asked(text: str, book: ModelBook, human: str = "You") -> Cast | None:
    """Who a PLAYER text asks about a session that is over; None for the seat's own player. Raises BadPlayer."""
    if text == SELF:
        return None
    cast = read_player(text, human, book)
    if cast.kind not in ("bot", "model", "human"):
        raise BadPlayer(
            f"a {cast.kind} can't be asked afterwards; {SELF}, bot:LEVEL, model:NAME or human[:NAME] can"
        )
    return cast

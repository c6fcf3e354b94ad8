"""The rounds of a saved session that still have no answer, and the player who is to be asked there.

A round is asked over the view that its seat had there. The player to ask is the one who held the seat when
the session continued. What has been answered, live or afterwards and by any player, is not asked again.
(GameArena, retrospective analysis; see `stats/README.md`.)
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
from tui_arena.players.seating import BadPlayer, Cast, cast_after, read_player
from tui_arena.table.probes.asking import ASKED, SELF, AskableRound, rounds_of


class CantAnalyse(ValueError):
    """A session that can't be analysed; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class InquiryPlan:
    """What a session is to be asked."""

    asked: tuple[AskableRound, ...]
    """Lists and beliefs, in the order of the rounds."""
    sorted: tuple[AskableRound, ...]
    """What is to be sorted afterwards: lists by a later question, or what was said in a round."""
    stored: int
    """Answers that are stored already."""

    @property
    def due(self) -> int:
        """Questions to ask, provided that all answers can be read."""
        return len(self.asked) + len(self.sorted)


def plan(session: Session, info: GameInfo, *, sorter: bool = False, again: bool = False) -> InquiryPlan:
    """The rounds of a session that have no stored answer, or with `again` all of them.

    `sorter`: whether a sorter is named; without one only lists are sorted. Raises BadEvent or CantAnalyse.
    """
    return plan_of(session.id, session.fold(info.game), info, sorter=sorter, again=again)


def plan_of(
    session_id: str, play: Play[Any], info: GameInfo, *, sorter: bool = False, again: bool = False
) -> InquiryPlan:
    """As `plan`, for a session that is folded already. Raises CantAnalyse."""
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
    """Seat, kind and number of a round's question; each is asked only once."""
    return one.ask.seat, one.ask.name, one.number


def _place(event: Event) -> tuple[str, str, int]:
    """As `place_of`, for an answer; the round is -1 if the file names none."""
    number = event.get("round")
    return str(event.get("seat")), str(event.get("kind")), number if isinstance(number, int) else -1


def _answers(play: Play[Any]) -> Iterable[Event]:
    """The answered probes that were not undone; a reply that can't be read is an answer too."""
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
    """Whether a round's sorting is due once the lists in `asked` have arrived."""
    if one.ask.choices:
        return place_of(one) not in answered
    anew = {other.number for other in asked if other.ask.seat == one.ask.seat}
    if not {one.number - 1, one.number} <= lists.keys() | anew:
        return False
    return one.number - 1 in anew or place_of(one) not in answered or _is_stale(play, one, lists)


def _is_stale(play: Play[Any], one: AskableRound, lists: Mapping[int, Sequence[str]]) -> bool:
    """Whether the list that was sorted has been replaced by a new one."""
    last = next(e for e in reversed(play.probes(SORTING)) if _place(e) == place_of(one))
    sides = [side for side in (last.get("yes"), last.get("no")) if isinstance(side, list)]
    return not {str(item) for side in sides for item in side} <= set(lists[one.number - 1])


def to_sort(play: Play[Any], rounds: Iterable[AskableRound]) -> list[tuple[AskableRound, tuple[str, ...]]]:
    """The rounds that have something to sort, each with it: the ask's choices or the previous round's list.

    A list is sorted only if the round has a list too, because only then does the sorting count.
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
    """The player who held a round's seat when the session continued; an empty cast if the file names none."""
    seat = one.ask.seat
    replies = (step.seq for step in play.standing() if step.ask.seat == seat)
    until = next((seq for seq in replies if seq > one.after), None)
    events = (event for event in play.events if until is None or event.seq < until)
    return Cast(cast_after(session.seats, events).get(seat) or {})


def read_asked(text: str, book: ModelBook, human: str = "You") -> Cast | None:
    """The player that a PLAYER text names, to be asked afterwards; None: the seat's own. Raises BadPlayer."""
    if text == SELF:
        return None
    cast = read_player(text, human, book)
    if cast.kind not in ("bot", "model", "human"):
        raise BadPlayer(
            f"a {cast.kind} can't be asked afterwards; {SELF}, bot:LEVEL, model:NAME or human[:NAME] can"
        )
    return cast

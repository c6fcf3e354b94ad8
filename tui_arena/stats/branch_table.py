"""Results of branches by first and last player: the table of the last-turn experiment.

The sessions that were branched have separate rows, in which one player played to the end. The published table
is Table 4 of The Entity-Deduction Arena; its figures are never mixed with ours.

A figure that isn't defined is left out; it is never zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tui_arena.core.events import Kind
from tui_arena.core.game import Data
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.seating import cast_after
from tui_arena.save.setting import deck_name
from tui_arena.save.summary import player_of
from tui_arena.stats.ranking.published import as_printed
from tui_arena.stats.statistics import Figure, over_items, share, spread, sums_of, within
from tui_arena.table.branches import STOP_AFTER, Branched

NO_DECK = "-"
"""The column for sessions without a deck, in which a seat chose the secret."""


@dataclass(slots=True)
class SwapCell:
    """The sessions of one pair of players with one deck."""

    scores: list[float] = field(default_factory=list)
    """Main scores of the sessions that were not aborted."""
    by_repetition: dict[int, list[float]] = field(default_factory=dict)
    """The same scores, by the number of the repetition."""
    by_item: dict[str, list[float]] = field(default_factory=dict)
    """The same scores, by secret."""
    found: int = 0
    """The number of sessions won by the seat that changed hands."""
    found_by_item: dict[str, list[bool]] = field(default_factory=dict)
    """Maps each secret to its sessions: True if that seat won."""
    sessions: int = 0
    aborted: int = 0
    open: int = 0
    """The number of sessions that aren't over; they count nowhere else."""

    @property
    def score(self) -> Figure:
        """The mean and deviation over sessions; its interval is over secrets if some came more than once."""
        return within(over_items(spread(self.scores), [*map(sums_of, self.by_item.values())]), (0, 1))

    @property
    def over_repetitions(self) -> Figure | None:
        """The spread over the means of each repetition, as in the published table; None below two of them."""
        if len(self.by_repetition) < 2:
            return None
        return spread(sum(values) / len(values) for values in self.by_repetition.values())

    @property
    def success(self) -> Figure:
        return over_items(share(self.found, self.sessions), [*map(sums_of, self.found_by_item.values())])

    def to_json(self) -> dict[str, Any]:
        repeated = self.over_repetitions
        return {
            "score": self.score.to_json(),
            "over_repetitions": repeated.to_json() if repeated else None,
            "success": self.success.to_json(),
            "sessions": self.sessions,
            "aborted": self.aborted,
            "unfinished": self.open,
        }


InCell = TypeVar("InCell", SwapCell, Figure)


@dataclass(frozen=True, slots=True)
class SwapRow(Generic[InCell]):
    """One first player and one last player, from saved sessions or as published."""

    plays: str
    last_turn: str
    decks: dict[str, InCell]
    """Maps the name of a deck, without its number or digest, to a cell."""

    def to_json(self) -> dict[str, Any]:
        decks = {name: cell.to_json() for name, cell in self.decks.items()}
        return {"plays": self.plays, "last_turn": self.last_turn, "decks": decks}


def swap_rows(
    info: GameInfo, branches: Iterable[tuple[Branched, Play[Any]]], seats: Sequence[str]
) -> list[SwapRow[SwapCell]]:
    """The rows of the branches in which `seats` changed hands, and of the sessions that were branched.

    If a session was also branched to its own player, that branch counts in place of the session.
    """
    rows: dict[tuple[str, str], dict[str, SwapCell]] = {}
    whole: dict[str, tuple[str, Session]] = {}
    again: set[str] = set()
    for branch, play in branches:
        first = _named(branch.of.seats, branch.of, _sat_at(branch), seats)
        last = "+".join(player_of(branch.cast[seat].spec)[1] for seat in seats)
        _count(rows.setdefault((first, last), {}), info, branch.session, play)
        whole[branch.of.id] = first, branch.of
        if first == last:
            again.add(branch.of.id)
    for name, (first, session) in whole.items():
        if name not in again:
            _count(rows.setdefault((first, first), {}), info, session, session.fold(info.game))
    return [SwapRow(*pair, dict(sorted(decks.items()))) for pair, decks in sorted(rows.items())]


def _sat_at(branch: Branched) -> int:
    """The sequence number of the last event that a branch took from its session."""
    of = [event["from"]["seq"] for event in branch.session.events if event.type == Kind.BRANCHED]
    return int(of[-1])


def _named(seats: Data, session: Session, at: int, wanted: Sequence[str]) -> str:
    sat = cast_after(seats, (event for event in session.events if event.seq <= at))
    return "+".join(player_of(sat.get(seat))[1] for seat in wanted)


def _count(decks: dict[str, SwapCell], info: GameInfo, session: Session, play: Play[Any]) -> None:
    cell = decks.setdefault(deck_name(session.setup.deck) or NO_DECK, SwapCell())
    metrics = info.compute(play)
    result = play.outcome().result
    if result == "unfinished":
        cell.open += 1
        return
    cell.sessions += 1
    cell.aborted += result == "aborted"
    won, item = bool(metrics.get("success")), repr(info.game.secret(play.state))
    cell.found += won
    cell.found_by_item.setdefault(item, []).append(won)
    score = info.main_score(play, metrics)
    if score is not None:
        cell.scores.append(score)
        cell.by_item.setdefault(item, []).append(score)
        if session.setup.repetition is not None:
            cell.by_repetition.setdefault(session.setup.repetition, []).append(score)


def is_last_turn(branches: Iterable[Branched]) -> bool:
    """True if only the last turn changed hands in all of these branches."""
    return all(b.session.setup.options.get(STOP_AFTER) is not None for b in branches)


def published_swaps(info: GameInfo) -> tuple[str, list[SwapRow[Figure]]]:
    """Source and rows of the published experiment; both empty if the game has none."""
    swaps = info.published.get("swaps", {"source": "", "row": ()})
    rows = [
        SwapRow(
            row["plays"],
            row["last_turn"],
            {deck: as_printed(row[deck], info.metrics["score"]) for deck in info.decks if deck in row},
        )
        for row in swaps["row"]
    ]
    return swaps["source"], rows

"""The two players of a duel: their tables and clocks, how they stand, and who won.

A price never decides a duel; an unknown price is shown as `n/a`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tui_arena.core.game import TABLE
from tui_arena.core.record import Play, standing
from tui_arena.table.playback import Playback
from tui_arena.table.players import PendingReply
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spending import count, money
from tui_arena.ui.glyphs import Glyphs

if TYPE_CHECKING:
    from tui_arena.ui.table.control import TableControl

SAME_TIME = 0.1
"""Times that differ by less than this many seconds count as equal."""


@dataclass(frozen=True, slots=True)
class PlayerSpent:
    """What a player has used so far."""

    seconds: float
    """Total seconds of thinking, without the pauses of the playback."""
    tokens: int | None = None
    """Tokens in and out; None: the player uses none, like a bot."""
    cost_usd: float | None = None
    """None: unknown."""

    def words(self, dot: str) -> str:
        """One line, such as `4.2 s · 212 tok · $0.0012`."""
        parts = [f"{self.seconds:.1f} s"]
        if self.tokens is not None:
            parts += [f"{count(self.tokens)} tok", money(self.cost_usd)]
        return f" {dot} ".join(parts)


@dataclass(frozen=True, slots=True)
class DuelStanding:
    """One of the two players, so far."""

    name: str
    result: str
    """`won`, `lost`, `drawn`, `aborted` or `unfinished`, for the seat they duel for."""
    score: float
    """The game's main score, 0 to 1."""
    count: float | None
    """What the game counts (guesses); less is better. None: it has no count."""
    unit: str
    near: float
    """How near the player is in a running game, by the ui's `nearness`; more is nearer."""
    words: str
    """`near` in words."""
    spent: PlayerSpent
    stuck: bool = False
    """Whether the player could not answer and the person has to decide what to do."""

    @property
    def over(self) -> bool:
        return self.result != "unfinished"

    @property
    def came_to(self) -> str:
        """How it ended, in a word or two."""
        if self.result == "won" and self.count is not None:
            return f"{self.count:g} {self.unit}"
        told = {
            "won": "won",
            "lost": "lost",
            "drawn": "drew",
            "aborted": ("was stopped: too many replies that didn't fit"),
        }
        return told.get(self.result, "")

    @property
    def rank(self) -> tuple[float, ...]:
        """How good the result is apart from time; more is better."""
        won = self.result == "won"
        worth = {"won": 3, "drawn": 2, "lost": 1}.get(self.result, 0)
        return worth, self.score if won else 0.0, -(self.count or 0.0) if won else 0.0


class DuelSide:
    """One of the two players, with their table, its playback and a clock."""

    def __init__(self, place: int, seat: str, name: str, playback: float) -> None:
        """`place`: 0 left, 1 right. `name`: the player's, until the table is open. `playback`: seconds per move."""
        self.place = place
        self.seat = seat
        self.playback = Playback(playback)
        self.table: TableControl | None = None
        """None until it is open."""
        self.figures: Mapping[str, Any] | None = None
        """The metrics of the game; None before the end."""
        self._name = name
        self._lost = 0.0
        """Seconds spent on replies that were cancelled or failed."""
        self._heard: PendingReply | None = None
        self._heard_for = 0.0

    @property
    def runner(self) -> SessionRunner | None:
        """The session in play; None until its table is open."""
        return self.table.runner if self.table is not None else None

    @property
    def name(self) -> str:
        """The player's name as it is now."""
        return self._name if self.runner is None else self.runner.names.get(self.seat, self._name)

    @property
    def over(self) -> bool:
        """Whether the game has ended and its metrics are there."""
        return self.figures is not None

    @property
    def playing(self) -> bool:
        return self.runner is not None and not self.runner.over

    @property
    def failed(self) -> tuple[str, str] | None:
        """A seat of this side whose player failed, and why."""
        return None if self.runner is None or self.runner.over else self.runner.failed

    @property
    def spent(self) -> PlayerSpent:
        """What the player has used, the pending reply included."""
        runner, coming = self.runner, self.coming
        if runner is None:
            return PlayerSpent(0.0)
        seconds, tokens, cost = self._lost, 0, None
        if (row := runner.play.counts().get(self.seat)) is not None:
            seconds += row["seconds"]
            tokens = row["input_tokens"] + row["output_tokens"]
            replies = [step.event for step in runner.play.steps if step.ask.seat == self.seat]
            known = all((event.get("usage") or {}).get("cost_usd") is not None for event in replies)
            cost = row["cost_usd"] if known else None
        if coming is not None:
            seconds += coming.seconds
            tokens += coming.progress.tokens
        elif runner.cast[self.seat].kind != "model":
            return PlayerSpent(seconds)
        return PlayerSpent(seconds, tokens, cost)

    @property
    def coming(self) -> PendingReply | None:
        """The pending reply of the player; None: there is none."""
        return self.runner.players.pending.by_seat.get(self.seat) if self.runner is not None else None

    def keep_time(self) -> None:
        """Read the clock, so that the seconds of a reply that is cancelled or fails still count."""
        runner, coming = self.runner, self.coming
        if runner is None:
            return
        gone = self._heard
        if gone is not None and coming is not gone and gone.ask in runner.asks:
            self._lost += self._heard_for
        self._heard = coming
        self._heard_for = coming.seconds if coming is not None else 0.0

    def now(self, glyphs: Glyphs) -> str:
        """What is being said, awaited or wrong at this table."""
        runner = self.runner
        if runner is None or runner.over:
            return ""
        if runner.failed is not None:
            seat, why = runner.failed
            return why.removeprefix(f"{seat}: ").removeprefix(f"{self.name}: ")
        stream = next(iter(runner.previews(TABLE)), None)
        if stream is None:
            return ""
        ask = next(iter(runner.players.pending.by_seat.values())).ask
        fault = runner.play.last_fault(ask) if runner.may_hear(ask, TABLE) else None
        again = f"asked again: {fault.why} {glyphs.dot} " if fault else ""
        told = stream.text or again + stream.doing + glyphs.ellipsis
        return told if stream.who == self.name else f"{stream.who}: {told}"

    @property
    def status(self) -> str:
        """How far the game is, or how it ended, without the player's name."""
        if self.table is None:
            return ""
        runner, game_ui = self.table.runner, self.table.game_ui
        if runner.over:
            return game_ui.headline(runner.play, runner.names, ())[0]
        ask = runner.asks[0] if runner.asks else None
        return game_ui.status(runner.views[TABLE], ask, runner.names).removeprefix(self.name).lstrip(" :")

    def standing(self, name: str) -> DuelStanding | None:
        """How the player stands, under a name that differs from the other's; None before the table is open."""
        if self.table is None:
            return None
        info, play, figures = self.table.runner.info, self.table.runner.play, self.figures or {}
        near, words = self.table.game_ui.nearness(play)
        return DuelStanding(
            name,
            self._result(play),
            (info.main_score(play, dict(figures)) or 0.0) if self.over else 0.0,
            info.tries_in(figures),
            info.tries_called,
            near,
            words,
            self.spent,
            stuck=self.failed is not None,
        )

    def _result(self, play: Play[Any]) -> str:
        """How it ended for the player; a neutral one wins with the solvers at their table."""
        result: str = play.outcome().result if self.over else "unfinished"
        if result not in ("won", "lost"):
            return result
        own = standing(play, self.seat)
        if own != "neutral":
            return own
        solvers = {name for name, seat in play.seats.items() if seat.side == "solver"}
        return "won" if solvers & set(play.outcome().winners) else "lost"


def winner(a: DuelStanding, b: DuelStanding) -> int | None:
    """Which of the two won (0 or 1), once both games are over; None: neither."""
    if a.rank != b.rank:
        return 0 if a.rank > b.rank else 1
    if a.result != "won" or abs(a.spent.seconds - b.spent.seconds) < SAME_TIME:
        return None
    return 0 if a.spent.seconds < b.spent.seconds else 1


def ahead(a: DuelStanding, b: DuelStanding) -> int | None:
    """Which of the two is nearer (0 or 1) while they play; None: neither."""
    return None if a.near == b.near else 0 if a.near > b.near else 1


def verdict(both: Sequence[DuelStanding], dot: str) -> tuple[str, str]:
    """Who is ahead or who won, then the details (times and prices): a main text and a quiet one."""
    a, b = both
    if a.over and b.over:
        return _ended(a, b), _took(a, b, dot)
    for one, other in ((a, b), (b, a)):
        if one.over:
            loud = f"{one.name}: {one.came_to}"
            if other.stuck:
                return loud, f"{other.name} can't answer"
            return loud, f"{other.name} is still playing" + (f", {other.words}" if other.words else "")
    first = ahead(a, b)
    if first is not None:
        one = both[first]
        return f"{one.name} is ahead", one.words
    return ("level", a.words) if a.words else ("nobody's ahead yet", "")


def _ended(a: DuelStanding, b: DuelStanding) -> str:
    won = winner(a, b)
    if won is None:
        how = f"both {a.came_to}" if a.came_to == b.came_to else f"{a.came_to}, {b.came_to}"
        return f"a dead heat: {how}" if a.result == "won" else f"nobody wins: {how}"
    one, other = (a, b) if won == 0 else (b, a)
    if one.came_to == other.came_to:
        return f"{one.name} wins on time: both {one.came_to}"
    if other.result == "won":
        return f"{one.name} wins: {one.came_to} to {other.came_to.removesuffix(' ' + other.unit)}"
    return f"{one.name} wins: {one.came_to}, {other.name} {other.came_to}"


def _took(a: DuelStanding, b: DuelStanding, dot: str) -> str:
    """Times, and prices if a model played, in the order of the halves."""
    parts = [f"{a.spent.seconds:.1f} s to {b.spent.seconds:.1f} s"]
    if a.spent.tokens is not None or b.spent.tokens is not None:
        parts.append(
            " to ".join("free" if s.tokens is None else money(s.cost_usd) for s in (a.spent, b.spent))
        )
    return f" {dot} ".join(parts)

"""The highlights of a game of Connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tui_arena.core.highlights import Highlights, HostSentence, Quote, best_first, used_up
from tui_arena.core.record import Play
from tui_arena.games.connections.state import SETTER, Attempt, ConnectionsState

DRY = 5
"""In a game that was won, a clue that got through after at least this many lost clues was decisive."""
MANY = 4
"""With at least this many understood clues, their giver or a listener gets an award."""
BLOCKS = 6
"""With at least this many blocks, the setter gets an award."""


def highlights(play: Play[ConnectionsState]) -> Highlights:
    """The missed chance or the clue that mattered most, the best clues, and an award."""
    state = play.state
    placed = [(place, one) for place, one in enumerate(state.attempts) if one.clue is not None]
    if not placed:
        return Highlights()
    attempts = [one for _, one in placed]
    close = (
        used_up(len(state.attempts), state.max_attempts or 0) if SETTER not in play.outcome().winners else 0.0
    )
    moment = _in_hand(state) or _moment(attempts, state.secret, found=state.found)
    return Highlights(moment, _award(placed, play), _quotes(attempts), close)


def _in_hand(state: ConnectionsState) -> HostSentence | None:
    """The clue for the secret that nobody understood; None if there was none.

    Its word was the secret even then, because a word that was seen can't become the secret.
    """
    for number, one in enumerate(state.attempts, 1):
        if one.end == "guesser_wrong" and one.clue is not None and one.clue.word == state.secret:
            return HostSentence(
                "in_hand", {"word": one.clue.word.upper(), "turn": str(number)}, one.clue.giver
            )
    return None


def _moment(attempts: Sequence[Attempt], secret: str | None, *, found: bool) -> HostSentence | None:
    """The clue after many lost ones, or the last one if it was for the secret or if the setter blocked it."""
    dry, longest, key, one = 0, DRY - 1, "", attempts[-1]
    for attempt in attempts if found else ():
        if attempt.end in ("reveal", "won") and attempt.connected:
            if dry > longest:
                longest, key, one = dry, "after_drought", attempt
            dry = 0
        else:
            dry += 1
    if one.clue is None:
        return None
    slots = {"clue": one.clue.text, "word": one.clue.word.upper()}
    if key:
        return HostSentence(key, {"number": str(longest), **slots}, one.clue.giver)
    if found and one.clue.word == secret:
        return HostSentence("last_clue", slots, one.clue.giver)
    return HostSentence("stolen", slots, one.clue.giver) if one.blocked and not found else None


def _award(attempts: list[tuple[int, Attempt]], play: Play[ConnectionsState]) -> HostSentence | None:
    """An award for one player, by the number of clues. `attempts`: those with a clue, by place from 0."""
    said = {(len(s.before.attempts), s.ask.seat): s.seq for s in play.standing() if s.fault is None}
    givers, listeners, officers = (Counter[tuple[str, int]]() for _ in range(3))
    last_reply: dict[tuple[str, int], int | None] = {}

    def player(place: int, seat: str) -> tuple[str, int]:
        """The seat and the number of the player who had it in an attempt."""
        seq = said.get((place, seat))
        one = seat, play.holder_number(seat, seq)
        last_reply[one] = seq
        return one

    for place, one in attempts:
        assert one.clue is not None
        givers[player(place, one.clue.giver)] += bool(one.connected)
        listeners.update(player(place, seat) for seat in one.connected)
        officers[player(place, SETTER)] += one.blocked
    (giver, understood), (ear, heard), (officer, blocked) = (
        (counts.most_common(1) or [(("", 0), 0)])[0] for counts in (givers, listeners, officers)
    )
    if blocked >= BLOCKS:
        return HostSentence("customs", {"number": str(blocked)}, SETTER, last_reply[officer])
    if heard >= MANY and heard > understood:
        return HostSentence("ear", {"number": str(heard)}, ear[0], last_reply[ear])
    if understood >= MANY:
        return HostSentence("clearest", {"number": str(understood)}, giver[0], last_reply[giver])
    return None


def _quotes(attempts: list[Attempt]) -> tuple[Quote, ...]:
    """The clues: those that connected come first. The others lost an attempt, so they are only there for the vote."""
    found = []
    for one in attempts:
        if one.clue is None:
            continue
        kind = "clue" if one.connected else "stolen" if one.blocked else "unheard"
        worth = {"clue": 0.8, "stolen": 0.2, "unheard": 0.1}[kind] + min(len(one.clue.text), 40) / 400
        found.append(Quote(one.clue.giver, kind, one.clue.text, one.clue.word.upper(), worth))
    return best_first(found)

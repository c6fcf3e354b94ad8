"""The highlights of a game of Connections."""

from __future__ import annotations

from collections import Counter

from tui_arena.core.highlights import Highlights, HostSentence, Quote, best_first, used_up
from tui_arena.core.record import Play
from tui_arena.games.connections.state import SETTER, Attempt, ConnectionsState

ROW = 3
"""The least number of missed, blocked or understood clues that the host remarks on."""


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
    return Highlights(_in_hand(state) or _moment(attempts), _award(placed, play), _quotes(attempts), close)


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


def _moment(attempts: list[Attempt]) -> HostSentence | None:
    dry, best = 0, HostSentence("")
    longest = 0
    for one in attempts:
        assert one.clue is not None
        if one.end in ("reveal", "won") and one.connected:
            if dry > longest:
                slots = {"number": str(dry), "clue": one.clue.text, "word": one.clue.word.upper()}
                longest, best = dry, HostSentence("after_drought", slots, one.clue.giver)
            dry = 0
        else:
            dry += 1
    if longest >= ROW:
        return best
    last = attempts[-1]
    assert last.clue is not None
    if last.connected:
        slots = {"clue": last.clue.text, "word": last.clue.word.upper()}
        return HostSentence("last_clue", slots, last.clue.giver)
    stolen = Counter(one.clue.word for one in attempts if one.clue and one.blocked)
    if stolen:
        word = next(iter(stolen))
        clue = next(one.clue for one in attempts if one.clue and one.blocked and one.clue.word == word)
        return HostSentence("stolen", {"clue": clue.text, "word": word.upper()}, clue.giver)
    return None


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
    if blocked >= ROW and blocked >= max(understood, heard):
        return HostSentence("customs", {"number": str(blocked)}, SETTER, last_reply[officer])
    if heard >= ROW and heard > understood:
        return HostSentence("ear", {"number": str(heard)}, ear[0], last_reply[ear])
    if understood >= ROW - 1:
        return HostSentence("clearest", {"number": str(understood)}, giver[0], last_reply[giver])
    place, last = attempts[-1]
    if play.state.found and last.clue is not None:
        seat = last.clue.giver
        return HostSentence("last_word", {"word": last.clue.word.upper()}, seat, said.get((place, seat)))
    return HostSentence("gatekeeper", {}, SETTER)


def _quotes(attempts: list[Attempt]) -> tuple[Quote, ...]:
    """The clues: those that connected come first, then those that the setter blocked, then the others."""
    found = []
    for one in attempts:
        if one.clue is None:
            continue
        kind = "clue" if one.connected else "stolen" if one.blocked else "unheard"
        worth = {"clue": 0.8, "stolen": 0.5, "unheard": 0.3}[kind] + min(len(one.clue.text), 40) / 400
        found.append(Quote(one.clue.giver, kind, one.clue.text, one.clue.word.upper(), worth))
    return best_first(found)

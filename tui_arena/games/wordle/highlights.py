"""What of a game of Wordle is worth telling."""

from __future__ import annotations

from tui_arena.core.highlights import Highlights, Quote, Told, best_first, used_up
from tui_arena.core.record import Play
from tui_arena.games.wordle.rules import GREEN, YELLOW, State, Turn

LETTERS = 5
GAIN = 2
"""Letters that one guess has to bring for it to have decided something."""


def highlights(play: Play[State]) -> Highlights:
    """The guess that brought most, the clue and the critic's reasons, and an award."""
    state = play.state
    if not state.turns or state.target is None:
        return Highlights()
    return Highlights(
        _moment(state), _award(state), best_first([*_clue(state), *_reasons(state)]), _closeness(state)
    )


def _known(turn: Turn) -> int:
    """How much a guess shows: letters in place count twice."""
    return 2 * turn.marks.count(GREEN) + turn.marks.count(YELLOW)


def _moment(state: State) -> Told | None:
    turns = state.turns
    known = [_known(turn) for turn in turns]
    near = next((n for n, turn in enumerate(turns) if turn.marks.count(GREEN) == LETTERS - 1), None)
    if near is not None and len(turns) - near > GAIN:
        words = ", ".join(turn.guess.upper() for turn in turns[near + 1 :])
        return Told("so_near", {"word": turns[near].guess.upper(), "later": words})
    before = turns[:-1] if state.won else turns
    if not before:
        return None
    gains = [now - max(known[:n], default=0) for n, now in enumerate(known[: len(before)])]
    most = max(gains)
    at = gains.index(most)
    if most < GAIN:
        return Told("groped", {"word": turns[0].guess.upper()}) if len(turns) > GAIN else None
    key = "good_start" if at == 0 else "turned"
    return Told(key, {"word": turns[at].guess.upper(), "number": str(at + 1)})


def _award(state: State) -> Told | None:
    turns = state.turns
    tried = [c for turn in turns for c, mark in zip(turn.guess, turn.marks, strict=True) if mark == GREEN]
    seen: set[str] = set()
    again = 0
    for turn in turns:
        again += len(seen & set(turn.guess))
        seen |= {c for c in turn.guess if c not in (state.target or "")}
    if state.won and len(turns) <= GAIN + 1:
        return Told("quick", {"number": str(len(turns))}, "guesser")
    if again >= LETTERS:
        return Told("faithful", {"number": str(again)}, "guesser")
    if not state.won and not tried and state.given:
        return Told("locked_door", {}, "setter")
    if state.won:
        key = "whisker" if len(turns) == state.max_guesses else "steady"
        return Told(key, {"number": str(len(turns))}, "guesser")
    if any(turn.marks.count(GREEN) == LETTERS - 1 for turn in turns):
        return Told("one_short", {}, "guesser")
    number = {"number": str(len(turns))}
    return Told("strongbox", number, "setter") if state.given else Told("long_walk", number, "guesser")


def _clue(state: State) -> list[Quote]:
    return [Quote("setter", "clue", clue, (state.target or "").upper(), 0.6) for clue in state.clues[:1]]


def _reasons(state: State) -> list[Quote]:
    """What a critic said against a word that was changed after it."""
    against = (turn for turn in state.turns if turn.opinion and turn.agreed is False)
    changed = [turn for turn in against if turn.proposal and turn.proposal != turn.guess]
    return [Quote("critic", "reason", turn.opinion, (turn.proposal or "").upper(), 0.7) for turn in changed]


def _closeness(state: State) -> float:
    if state.won:
        return used_up(len(state.turns), state.max_guesses)
    return max(turn.marks.count(GREEN) for turn in state.turns) / LETTERS

"""The highlights of a game of Wordle."""

from __future__ import annotations

from tui_arena.core.highlights import Highlights, HostSentence, Quote, best_first, used_up
from tui_arena.core.language.sentences import counted
from tui_arena.core.record import Play
from tui_arena.games.wordle.caster import reads_of
from tui_arena.games.wordle.rules import GREEN, LENGTH, WordleState

QUICK = 2
"""A win with at most this many guesses gets an award."""
FAITHFUL = 6
"""With at least this many grey letters in later guesses, the guesser gets an award."""
LATER = 2
"""If the win comes more than this many guesses after a guess with four letters in place, the host says so."""
GAIN = 4
"""A guess is decisive if it reveals at least this much: a letter counts 1, and its place counts 1 more."""


def highlights(play: Play[WordleState]) -> Highlights:
    """The guess that decided it, the clue and the critic's reasons, and an award."""
    state = play.state
    if not state.turns or state.target is None:
        return Highlights()
    return Highlights(
        _moment(state), _award(state), best_first([*_clue(state), *_reasons(state)]), _closeness(state)
    )


def _moment(state: WordleState) -> HostSentence | None:
    """The guess that decided a win; for a word that wasn't found, only how near somebody came."""
    turns = state.turns
    near = next((n for n, turn in enumerate(turns) if turn.marks.count(GREEN) == LENGTH - 1), None)
    if near is not None and (not state.won or len(turns) - near > LATER):
        words = ", ".join(turn.guess.upper() for turn in turns[near + 1 :])
        key = "so_near" if state.won else "stuck"
        return HostSentence(key, {"word": turns[near].guess.upper(), "later": words})
    marked = [{"guess": turn.guess, "marks": turn.marks} for turn in turns[:-1]]
    worth = [len(read.new_letters) + len(read.new_places) for read in reads_of(marked)]
    if not state.won or not worth:
        return None
    at = worth.index(max(worth))
    if worth[at] < GAIN:
        return None
    return HostSentence("turned" if at else "good_start", {"word": turns[at].guess.upper()})


def _award(state: WordleState) -> HostSentence | None:
    turns = state.turns
    seen: set[str] = set()
    again = 0
    for turn in turns:
        again += len(seen & set(turn.guess))
        seen |= {c for c in turn.guess if c not in (state.target or "")}
    if state.won and len(turns) <= QUICK:
        return HostSentence("quick", {"count": counted(len(turns), "guess", "guesses")}, "guesser")
    if again >= FAITHFUL:
        return HostSentence("faithful", {"number": str(again)}, "guesser")
    if not state.won and state.given and not any(GREEN in turn.marks for turn in turns):
        return HostSentence("locked_door", {}, "setter")
    return None


def _clue(state: WordleState) -> list[Quote]:
    return [Quote("setter", "clue", clue, (state.target or "").upper(), 0.6) for clue in state.clues[:1]]


def _reasons(state: WordleState) -> list[Quote]:
    """The reasons that a critic gave against a word that the guesser then changed."""
    against = (turn for turn in state.turns if turn.opinion and turn.agreed is False)
    changed = [turn for turn in against if turn.proposal and turn.proposal != turn.guess]
    return [Quote("critic", "reason", turn.opinion, (turn.proposal or "").upper(), 0.7) for turn in changed]


def _closeness(state: WordleState) -> float:
    if state.won:
        return used_up(len(state.turns), state.max_guesses)
    return max(turn.marks.count(GREEN) for turn in state.turns) / LENGTH

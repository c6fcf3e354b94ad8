"""The highlights of a game of Twenty Questions."""

from __future__ import annotations

from tui_arena.core.game import TABLE
from tui_arena.core.highlights import Highlights, HostSentence, Quote, best_first, used_up
from tui_arena.core.record import Play
from tui_arena.games.entity.bot import past_of
from tui_arena.games.entity.rules import EntityState, EntityTurn
from tui_arena.questions.bots.guesser import QuestionGuesser
from tui_arena.questions.bots.turning_points import turning_points
from tui_arena.questions.rules import NO, YES
from tui_arena.questions.table import Knowledge

DRY = 5
"""The number of no answers in a row from which the host remarks on them."""
QUICK = 9


def highlights(play: Play[EntityState]) -> Highlights:
    """The question that turned the game, the last questions, and an award."""
    state = play.state
    turns = state.turns
    if not turns:
        return Highlights()
    close = used_up(len(turns), state.max_turns) if state.won else 0.0
    return Highlights(_moment(state), _award(state), _quotes(state), close)


def decided(play: Play[EntityState], knowledge: Knowledge) -> HostSentence | None:
    """The answer that decided the game, or how near it was; None if the secret is unknown."""
    state = play.state
    past = past_of(play.view(TABLE).facts, knowledge)
    found = turning_points(QuestionGuesser(knowledge), past, state.names)
    asked = [(turn.question, turn.answer) for turn in state.turns]
    return found.told(asked, won=state.won) if found and past else None


def _moment(state: EntityState) -> HostSentence | None:
    turns: tuple[EntityTurn, ...] = state.turns
    run, most = 0, HostSentence("")
    longest = 0
    for turn in turns:
        if turn.answer == NO:
            run += 1
            continue
        if turn.answer == YES and run >= DRY and run > longest:
            longest, most = run, HostSentence("after_noes", {"number": str(run), "question": turn.question})
        run = 0
    if longest:
        return most
    yes = [turn for turn in (turns[:-1] if state.won else turns) if turn.answer == YES]
    return (
        HostSentence("best_yes" if state.won else "last_yes", {"question": yes[-1].question}) if yes else None
    )


def _award(state: EntityState) -> HostSentence | None:
    turns = state.turns
    run = longest = 0
    for turn in turns:
        run = run + 1 if turn.answer == NO else 0
        longest = max(longest, run)
    if state.won and len(turns) <= QUICK:
        return HostSentence("quick", {"number": str(len(turns))}, "guesser")
    if state.won and len(turns) == state.max_turns:
        return HostSentence("last_breath", {}, "guesser")
    if longest > DRY:
        return HostSentence("patience", {"number": str(longest)}, "guesser")
    number = {"number": str(len(turns))}
    if state.won:
        return HostSentence("compass", number, "guesser")
    return (
        HostSentence("sphinx", number, "setter")
        if state.given
        else HostSentence("tireless", number, "guesser")
    )


def _quotes(state: EntityState) -> tuple[Quote, ...]:
    """The last questions before the end with a yes answer: these aim at something definite."""
    turns = state.turns[:-1] if state.won else state.turns
    last = [turn for turn in turns if turn.answer == YES][-2:]
    what = state.names[0].upper() if state.names else ""
    return best_first(
        Quote("guesser", "question", turn.question, what, 0.3 + 0.1 * n) for n, turn in enumerate(last)
    )

"""The spectators of a party's table: the people without a seat, and what they may say about the end.

They predict how a game ends, or whether a story is true, and may write its secret down. These calls are saved
with the party, and points are counted from them.

Law: after a judge's decision, nobody is shown whether a story was true while it is `kept_back` for the
spectators who haven't said what they think.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from tui_arena.core.game import TABLE
from tui_arena.core.holders import people_on
from tui_arena.core.language.sentences import first_name, listed
from tui_arena.core.words import same_word
from tui_arena.players.party import (
    ENDS,
    FOUND,
    HUMAN,
    KEPT,
    MADE_UP,
    NOBODY,
    TRUE,
    WORD,
    Call,
    PartyState,
    came_true,
    name_of,
    onlookers,
    text_of,
)
from tui_arena.table.labels import ending_of
from tui_arena.table.runner import SessionRunner
from tui_arena.table.unmasking import Unmasking

ON_SILENCE = "on_silence"
"""A game's option for who wins, or `nobody`, if neither side reaches its goal."""
LONGEST = 60
"""The maximum number of characters of a secret that a spectator writes down."""

SAID = {
    ENDS: ("You called it wrong.", "You called it, and you score!"),
    WORD: ("It isn't what you wrote down.", "You wrote it down, and you score!"),
}
"""What a spectator is told about a call at the end: if it was wrong, and if it was right."""

Note = Callable[[Sequence[Call]], Awaitable[object]]
"""Saves the spectators' calls."""


@dataclass(slots=True)
class TurnClock:
    """The clock of a turn at one session's table; it outlasts the screen, so that nobody gets more time by leaving."""

    of: str = ""
    """The key of the ask for which it runs."""
    left: float = 0.0
    """Seconds."""
    rang: bool = False


def is_story(runner: SessionRunner) -> bool:
    """Whether a table's game is about whether a story is true."""
    return "verdict" in runner.info.metrics


def ending_question(runner: SessionRunner, names: Mapping[str, str]) -> tuple[str, list[tuple[str, str]]]:
    """Returns the question how a game ends, and the answers: each as its value and its words."""
    if is_story(runner):
        who = first_name(names.get("setter", "the setter"))
        return f"What do you say: was {who}'s story true?", [(TRUE, TRUE), (MADE_UP, MADE_UP)]
    sides: dict[str, list[str]] = {}
    for seat, one in runner.play.seats.items():
        sides.setdefault(one.side, []).append(first_name(names.get(seat, seat)))
    solvers = listed(sides["solver"])
    if "opponent" in sides:
        answers = [(FOUND, solvers), (KEPT, listed(sides["opponent"]))]
        even = runner.session.setup.options.get(ON_SILENCE) == NOBODY
        return "Place your bets: who wins?", [*answers, (NOBODY, NOBODY)] if even else answers
    return f"Place your bets: does {solvers} find it?", [(FOUND, "yes"), (KEPT, "no")]


class Spectators:
    """The people without a seat at one party's table, and their calls."""

    def __init__(self, runner: SessionRunner, state: PartyState, note: Note) -> None:
        self._runner, self._note = runner, note
        self.party = state.party
        self._all_play = state.game.genie
        self.calls = [call for call in state.party.calls if call.session == runner.session.id]
        people = [name_of(one) for one in state.party.present if one.startswith(HUMAN)]
        self.unmasking = Unmasking(runner, people) if runner.unsigned else None
        """The bets at the end of an unsigned game; None at any other table."""
        self._told = False
        """Whether the truth of a story is shown."""

    @property
    def looking(self) -> Sequence[str]:
        """The people who have never had a seat at this table, as PLAYER texts."""
        if self._all_play or self._runner.unsigned:  # a bet would tell who has no seat
            return ()
        runner = self._runner
        sat = people_on(runner.session.seats, runner.play.events)
        people = [spec for specs in sat.values() for spec in specs]
        people += [runner.cast[seat].spec for seat in runner.people]
        return onlookers(self.party, (text_of("human", str(one.get("name"))) for one in people))

    @property
    def is_story(self) -> bool:
        """Whether the game is about whether a story is true."""
        return is_story(self._runner)

    @property
    def due(self) -> bool:
        """Whether it is time to call: at the start; for a story, before the first answer and after the verdict."""
        heard = self.is_story and not self.judged and self._runner.views[TABLE].facts.get("turns")
        return self._open and not heard

    @property
    def judged(self) -> bool:
        """Whether the game is about a story and the judge has decided."""
        return self.is_story and bool(self._runner.views[TABLE].facts.get("verdict"))

    @property
    def _open(self) -> bool:
        """Whether calls are taken.

        For a story, from its first line until the truth is shown. In all other games, until the first answer
        has come, so that people predict the ending and don't just report it.
        """
        facts = self._runner.views[TABLE].facts
        if not self.is_story:
            play = self._runner.play
            tries = sum(play.seats[step.ask.seat].side == "solver" for step in play.standing())
            unanswered = tries == 1 and bool(facts.get("question"))
            return not self._runner.over and (not tries or unanswered)
        return bool(facts.get("statement")) and not self._told and (not self._runner.over or self.judged)

    @property
    def kept_back(self) -> bool:
        """Whether a story is judged, and some spectators may still say whether it is true."""
        return self.is_story and self._runner.play.over and bool(self.may_bet)

    @property
    def last_call(self) -> str:
        """Returns a sentence that names for whom a truth is kept back; empty if it isn't."""
        if not self.kept_back:
            return ""
        return (
            f"Last call: {listed([name_of(player) for player in self.may_bet])} can still say if it's true."
        )

    @property
    def caster(self) -> str:
        """What the caster says to people who only watch; empty if it says nothing."""
        return "" if self.kept_back else self._runner.caster

    def show_truth(self) -> None:
        """Take no more calls, so that the truth of a story is shown."""
        self._told = True
        self._runner.changed()

    def owing(self, kind: str) -> list[str]:
        """Returns the spectators who may still make a call of a kind: `ends` or `word`."""
        said = {call.player for call in self.calls if call.kind == kind}
        return [player for player in self.looking if player not in said]

    @property
    def may_bet(self) -> list[str]:
        """Returns the spectators who may predict the end now."""
        return self.owing(ENDS) if self._open else []

    @property
    def may_buzz(self) -> list[str]:
        """Returns the spectators who may write the secret down; empty if there is none to find."""
        hidden = self._secret if not self.is_story else None
        return [] if self._runner.over or hidden is None else self.owing(WORD)

    @property
    def _secret(self) -> Mapping[str, object] | None:
        return self._runner.play.game.secret(self._runner.play.state)

    def question(self, names: Mapping[str, str]) -> tuple[str, list[tuple[str, str]]]:
        """Returns the question to the spectators, and the answers: each as its value and its words."""
        return ending_question(self._runner, names)

    def called(self, player: str) -> str:
        """Returns a sentence on whether a player's calls came true; empty without calls, or before the end."""
        runner = self._runner
        if not runner.over or self.kept_back:
            return ""
        seats, winners = runner.play.seats, runner.outcome.winners
        verdict = runner.views[TABLE].facts.get("verdict")
        told = []
        for call in self.calls:
            if call.player == player and call.kind in SAID:
                right = came_true(
                    call,
                    result=runner.outcome.result,
                    found=any(seats[seat].side == "solver" for seat in winners),
                    secret=ending_of(runner.play, winners, runner.names)[1],
                    verdict=str(verdict) == TRUE if verdict else None,
                )
                told.append(SAID[call.kind][right])
        return " ".join(told)

    async def bet(self, bets: Mapping[str, str]) -> None:
        """Take calls by player. A player who may not call any more is left out."""
        session = self._runner.session.id
        await self.note([Call(session, who, value) for who, value in bets.items() if who in self.may_bet])

    async def buzz(self, player: str, word: str) -> None:
        """Save a player's guess at the secret. An alias of the secret is saved as its name."""
        if player not in self.may_buzz:
            return
        hidden = self._secret or {}
        aliases, name = hidden.get("aliases"), hidden.get("entity")
        others = aliases if isinstance(aliases, list | tuple) else ()
        known = bool(name) and any(same_word(word, str(one)) for one in others)
        await self.note([Call(self._runner.session.id, player, str(name) if known else word[:LONGEST], WORD)])

    async def note(self, calls: Sequence[Call]) -> None:
        """Save calls."""
        if calls:
            self.calls += calls
            await self._note(calls)
            self._runner.changed()

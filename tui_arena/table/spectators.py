"""The spectators of a party's table: who has no seat there, and what they may say about how it ends.

They call how a game ends, of a story whether it is true, and may write its secret down. What they say is saved
with the party; points are counted from it.

Law: once a judge has decided, nobody is shown whether a story was true while it is `kept_back` from those who
have not said what they think.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import first_name, listed
from tui_arena.core.words import same_word
from tui_arena.players.party import (
    ENDS,
    FOUND,
    KEPT,
    MADE_UP,
    NOBODY,
    TRUE,
    WORD,
    Call,
    PartyState,
    onlookers,
    text_of,
)
from tui_arena.table.runner import SessionRunner

HEARD = 2
"""Answers after which those who listen to a story say whether it is true."""
ON_SILENCE = "on_silence"
"""The option of a game that says who wins, `nobody` too, if neither side does what it is after."""
LONGEST = 60
"""Characters of a secret that somebody writes down."""

Note = Callable[[Sequence[Call]], Awaitable[object]]
"""Saves what was said beside the table."""


@dataclass(slots=True)
class TurnClock:
    """The clock of a turn at one session's table; it outlasts the screen, so that nobody gets more time by leaving."""

    of: str = ""
    """The key of the ask for which it runs."""
    left: float = 0.0
    """Seconds."""
    rang: bool = False


class Spectators:
    """The people without a seat at one party's table, and what they have called."""

    def __init__(self, runner: SessionRunner, state: PartyState, note: Note) -> None:
        self._runner, self._note = runner, note
        self.party = state.party
        seated = (text_of(one.kind, str(one.spec.get("name"))) for one in runner.cast.values())
        self.looking: Sequence[str] = () if state.game.genie else onlookers(state.party, seated)
        """The people without a seat, as PLAYER texts."""
        self.calls = [call for call in state.party.calls if call.session == runner.session.id]
        self._told = False
        """Whether the truth of a story is shown."""

    @property
    def is_story(self) -> bool:
        """Whether the game is about whether something is true."""
        return "verdict" in self._runner.info.metrics

    @property
    def due(self) -> bool:
        """Whether it is time to call: at the start, or of a story when some of it was heard or it is judged."""
        if not self.is_story or not self._open:
            return self._open
        asked = any(ask.name == "verdict" for ask in self._runner.asks)
        return asked or self.judged or len(self._runner.views[TABLE].facts.get("turns", ())) >= HEARD

    @property
    def judged(self) -> bool:
        """Whether it is a story, and the judge has decided."""
        return self.is_story and bool(self._runner.views[TABLE].facts.get("verdict"))

    @property
    def _open(self) -> bool:
        """Whether calls are taken: of a story from its first line until the truth is shown."""
        if not self.is_story:
            return not self._runner.over
        facts = self._runner.views[TABLE].facts
        return bool(facts.get("statement")) and not self._told and (not self._runner.over or self.judged)

    @property
    def kept_back(self) -> bool:
        """Whether a story is judged, and some may still say whether it is true."""
        return self.is_story and self._runner.play.over and bool(self.may_bet)

    def show_truth(self) -> None:
        """Take no more calls, so that whether a story was true is shown."""
        self._told = True
        self._runner.changed()

    def owing(self, kind: str) -> list[str]:
        """Those who may still say something of a kind: `ends` or `word`."""
        said = {call.player for call in self.calls if call.kind == kind}
        return [player for player in self.looking if player not in said]

    @property
    def may_bet(self) -> list[str]:
        """Those who may call now how it ends."""
        return self.owing(ENDS) if self._open else []

    @property
    def may_buzz(self) -> list[str]:
        """Those who may write the secret down; nobody where there is none to find."""
        hidden = self._secret if not self.is_story else None
        return [] if self._runner.over or hidden is None else self.owing(WORD)

    @property
    def _secret(self) -> Mapping[str, object] | None:
        return self._runner.play.game.secret(self._runner.play.state)

    def question(self, names: Mapping[str, str]) -> tuple[str, list[tuple[str, str]]]:
        """What is asked of them, and the answers: each its value and its words."""
        if self.is_story:
            who = first_name(names.get("setter", "the setter"))
            return f"What do you say: was {who}'s story true?", [(TRUE, TRUE), (MADE_UP, MADE_UP)]
        sides: dict[str, list[str]] = {}
        for seat, one in self._runner.play.seats.items():
            sides.setdefault(one.side, []).append(first_name(names.get(seat, seat)))
        solvers = listed(sides["solver"])
        if "opponent" in sides:
            answers = [(FOUND, solvers), (KEPT, listed(sides["opponent"]))]
            even = self._runner.session.setup.options.get(ON_SILENCE) == NOBODY
            return "Place your bets: who wins?", [*answers, (NOBODY, NOBODY)] if even else answers
        return f"Place your bets: does {solvers} find it?", [(FOUND, "yes"), (KEPT, "no")]

    async def bet(self, bets: Mapping[str, str]) -> None:
        """Take calls by player; those who may not call any more are left out."""
        session = self._runner.session.id
        await self.note([Call(session, who, value) for who, value in bets.items() if who in self.may_bet])

    async def buzz(self, player: str, word: str) -> None:
        """Take down what somebody thinks the secret is; a secret that goes by another name is told by its own."""
        if player not in self.may_buzz:
            return
        hidden = self._secret or {}
        aliases, name = hidden.get("aliases"), hidden.get("entity")
        others = aliases if isinstance(aliases, list | tuple) else ()
        known = bool(name) and any(same_word(word, str(one)) for one in others)
        await self.note([Call(self._runner.session.id, player, str(name) if known else word[:LONGEST], WORD)])

    async def note(self, calls: Sequence[Call]) -> None:
        """Save what was said."""
        if calls:
            self.calls += calls
            await self._note(calls)
            self._runner.changed()

"""The spectators of a party's table, and the bets about who is a machine at the end of an unsigned game.

Spectators are the people without a seat. They predict how a game ends, or whether a story is true, and may write its
secret down. These calls are saved with the party, and points are counted from them.

At the end of an unsigned game, everybody bets who is a machine, and then the players are revealed letter by
letter. Each bet is saved as it is made, so none is lost if the app ends. After the last letter, `revealed` is
saved, and from then on the session shows its players.

Law: after a judge's decision, nobody is shown whether a story was true while this is `kept_back` for
spectators who haven't called yet. Nobody learns anything about an unsigned seat before all bets are closed,
and a closed bet is never changed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.blind import FOOLED, SeatVerdict, bets_in, is_revealed, letters, points, verdicts
from tui_arena.core.events import Kind, people_on
from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import capital, counted, first_name, listed
from tui_arena.core.words import same_word
from tui_arena.data import game_texts
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
from tui_arena.players.seating import names_in, unmasked_name
from tui_arena.table.labels import ending_of
from tui_arena.table.runner import SessionRunner

ON_SILENCE = "on_silence"
"""A game's option for who wins, or `nobody`, if neither side reaches its goal."""
LONGEST = 60
"""The maximum number of characters of a secret that a spectator writes down."""

SAID = {
    ENDS: ("You got it wrong.", "You called it, and you score!"),
    WORD: ("That's not what you wrote down.", "You wrote it down, and you score!"),
}
"""Maps a kind of call to what the spectator is told at the end: if it was wrong, and if it was right."""

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
    """True if a table's game is about whether a story is true."""
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
        return "Place your bets: who will win?", [*answers, (NOBODY, NOBODY)] if even else answers
    return f"Place your bets: will {solvers} find it?", [(FOUND, "yes"), (KEPT, "no")]


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
        self._truth_shown = False
        """True if the truth of a story is shown."""

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
        """True if the game is about whether a story is true."""
        return is_story(self._runner)

    @property
    def due(self) -> bool:
        """True if it is time to call: at the start; for a story, before the first answer and after the verdict."""
        heard = self.is_story and not self.judged and self._runner.views[TABLE].facts.get("turns")
        return self._open and not heard

    @property
    def judged(self) -> bool:
        """True if the game is about a story and the judge has decided."""
        return self.is_story and bool(self._runner.views[TABLE].facts.get("verdict"))

    @property
    def _open(self) -> bool:
        """True if calls are taken.

        For a story, from its first line until the truth is shown. In all other games, until the first answer
        has come, so that people predict the ending and don't just report it.
        """
        facts = self._runner.views[TABLE].facts
        if not self.is_story:
            play = self._runner.play
            tries = sum(play.seats[step.ask.seat].side == "solver" for step in play.standing())
            unanswered = tries == 1 and bool(facts.get("question"))
            return not self._runner.over and (not tries or unanswered)
        return (
            bool(facts.get("statement")) and not self._truth_shown and (not self._runner.over or self.judged)
        )

    @property
    def kept_back(self) -> bool:
        """True if a story is judged, and some spectators may still say whether it is true."""
        return self.is_story and self._runner.play.over and bool(self.may_bet)

    @property
    def last_call(self) -> str:
        """Returns a sentence with the names for whom the truth is kept back; empty if it isn't kept back."""
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
        self._truth_shown = True
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


# bets about who is a machine

PERSON, MACHINE, AGAIN = "person", "machine", "again"
"""The two values of an answer, which follow its letter; and the answer that asks for all bets again."""


class Unmasking:
    """The bets at one unsigned table, and how many letters are revealed."""

    def __init__(self, runner: SessionRunner, people: Sequence[str]) -> None:
        """`people`: the names of the people at the party."""
        self._runner, self._people = runner, people
        self.letters = letters(runner.session.setup, runner.session.seats)
        self.closed = False
        """True if no more bets are taken."""
        self.revealed = 0
        """The number of letters that are revealed, in their order."""
        self._changing: dict[str, set[str]] = {}
        """The seats about which somebody bets again, by name."""

    # the bets

    @property
    def due(self) -> bool:
        """True if the game is over and its players are still hidden."""
        return self._runner.over and not is_revealed(self._runner.play)

    @property
    def open(self) -> bool:
        """True if bets are taken."""
        return self.due and not self.closed

    @property
    def bettors(self) -> list[str]:
        """The names of all who may bet: the people at the party, and everybody else who sat."""
        sat = [str(spec.get("name")) for specs in self._sat.values() for spec in specs]
        return list(dict.fromkeys([*self._people, *sat]))

    @property
    def _sat(self) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        return people_on(self._runner.session.seats, self._runner.play.events)

    def seats_of(self, name: str) -> list[str]:
        """Returns the seats that a person has or had."""
        return [seat for seat, specs in self._sat.items() if any(one.get("name") == name for one in specs)]

    def bets_of(self, name: str) -> dict[str, bool]:
        """Returns a person's bets: by seat, whether it is taken for a machine's."""
        found = bets_in(self._runner.play.events)
        return {seat: bool(bet["machine"]) for (by, seat), bet in found.items() if by == name}

    def owing(self, name: str) -> list[str]:
        """Returns the seats about which a person can still bet, in the order of their letters."""
        given = self.bets_of(name).keys() - self._changing.get(name, set())
        own = self.seats_of(name)
        return [seat for seat in self.order if seat not in given and seat not in own] if self.open else []

    @property
    def order(self) -> list[str]:
        """The seats in the order of their letters."""
        return sorted(self.letters, key=lambda seat: (len(self.letters[seat]), self.letters[seat]))

    async def bet(self, name: str, seat: str, *, machine: bool) -> None:
        """Save a person's bet about another seat; do nothing if bets are closed, or if the bet is already saved."""
        own = self.seats_of(name)
        if not self.open or name not in self.bettors or seat not in self.letters or seat in own:
            return
        self._changing.get(name, set()).discard(seat)
        if self.bets_of(name).get(seat) is machine:
            self._runner.changed()
            return
        bet = {"by": name, **({"from": own[0]} if own else {}), "seat": seat, "machine": machine}
        await self._runner.guarded(self._runner.referee.note(Kind.VERDICT, **bet))
        self._runner.changed()

    def change(self, name: str) -> None:
        """Ask a person for all bets again. The old bets count until they are replaced."""
        self._changing[name] = set(self.order)
        self._runner.changed()

    def question(self, name: str) -> dict[str, Any] | None:
        """Returns the next bet of a person, as a page asks for it; None if there is nothing to bet."""
        if not self.open or name not in self.bettors:
            return None
        owing = self.owing(name)
        if not owing:
            bets = self.bets_of(name)
            said = [
                f"{self.letters[seat]} is a {MACHINE if bets[seat] else PERSON}"
                for seat in self.order
                if seat in bets
            ]
            return (
                {"question": f"You say: {listed(said)}.", "answers": [[AGAIN, "Bet again"]]} if said else None
            )
        letter = self.letters[owing[0]]
        answers = [[f"{letter}:{PERSON}", "a person"], [f"{letter}:{MACHINE}", "a machine"]]
        return {"question": f"Is {letter} a person or a machine?", "answers": answers}

    async def say(self, name: str, value: str) -> None:
        """Take an answer to `question`; do nothing with any other text."""
        letter, _, what = value.partition(":")
        seat = next((seat for seat, one in self.letters.items() if one == letter), None)
        if value == AGAIN and self.open:
            self.change(name)
        elif seat is not None and what in (PERSON, MACHINE):
            await self.bet(name, seat, machine=what == MACHINE)

    # the reveal

    async def tell_next(self) -> None:
        """Close the bets, then reveal the next letter. After the last one, the session is revealed."""
        self.closed = True
        self.revealed = min(self.revealed + 1, len(self.letters))
        if self.revealed == len(self.letters):
            await self.reveal()
        self._runner.changed()

    async def reveal(self) -> None:
        """Show the players from now on."""
        self.closed, self.revealed = True, len(self.letters)
        if self.due:
            await self._runner.guarded(self._runner.referee.note(Kind.REVEALED))
            self._runner.changed()

    def player(self, seat: str) -> str:
        """Returns the players who had a seat, in words."""
        runner = self._runner
        names = names_in(runner.session.seats, runner.play.events, runner.cast)
        turns = names.mapped(first_name).in_turn(seat)
        if len(turns) > 1:
            return listed([*dict.fromkeys(turns)])
        return unmasked_name(runner.cast[seat], names[seat])

    def is_person(self, seat: str) -> bool:
        """True if a person has a seat."""
        return seat in self._runner.people

    def names(self, names: Mapping[str, str]) -> dict[str, str]:
        """Returns names by seat as pages show them: the revealed letters have their players' names."""
        told = self.order[: self.revealed] if self.due else ()
        return {
            seat: f"{name}: {self.player(seat)}" if seat in told else name for seat, name in names.items()
        }

    @property
    def lines(self) -> list[str]:
        """The line about each letter that is revealed so far."""
        found = {one.seat: one for one in verdicts(self._runner.session, self._runner.play.events)}
        return [self._line(found[seat]) for seat in self.order[: self.revealed]]

    def _line(self, one: SeatVerdict) -> str:
        key = "changed" if not one.counts else "nobody_bet" if not one.by else ""
        key = key or f"{MACHINE if one.machine else PERSON}_{'fooled' if one.fooled else 'found'}"
        slots = {
            "letter": self.letters[one.seat],
            "name": self.player(one.seat),
            "wrong": one.wrong,
            "right": len(one.by) - one.wrong,
            "all": len(one.by),
        }
        return capital(self._text(key, one.seat).format(**slots))

    def _text(self, key: str, salt: str) -> str:
        texts: Sequence[str] = game_texts("", "host")["who"][key]
        return Random(f"{self._runner.session.setup.seed}/{key}/{salt}").choice(texts)

    @property
    def awards(self) -> list[str]:
        """Who found out most, who fooled others, and which machines passed; empty until all letters are revealed."""
        if self.revealed < len(self.letters):
            return []
        session, events = self._runner.session, self._runner.play.events
        counted_ones = [one for one in verdicts(session, events) if one.counts]
        told = []
        if all(one.counts and not one.machine for one in verdicts(session, events)):
            told.append(self._text("no_machine", ""))
        right = {name: self.right(name) for name in self.bettors}
        best = max(right.values(), default=0)
        if best:
            names = [first_name(name) for name, n in right.items() if n == best]
            told.append(self._text("nose", "").format(names=listed(names), number=counted(best, "seat")))
        fooled = [self.player(one.seat) for one in counted_ones if one.fooled and not one.machine]
        if fooled:
            told.append(self._text("fooled", "").format(names=listed(fooled)))
        told += [
            self._text("passed", one.seat).format(
                name=self.player(one.seat), wrong=one.wrong, all=len(one.by)
            )
            for one in counted_ones
            if one.machine and one.fooled
        ]
        scored = points(session, events)
        score = listed([f"{first_name(name)} {n}" for name, n in scored.most_common()])
        return [*told, f"Points: {score}."] if scored else told

    def right(self, name: str) -> int:
        """Returns how many right bets of a person count."""
        found = verdicts(self._runner.session, self._runner.play.events)
        return sum(one.counts and one.by.get(name) == one.machine for one in found)

    def results_for(self, name: str) -> str:
        """Returns the text on a person's own page once all letters are revealed; empty before, or for others."""
        if self.revealed < len(self.letters) or name not in self.bettors:
            return ""
        found = verdicts(self._runner.session, self._runner.play.events)
        bets, right = sum(one.counts and name in one.by for one in found), self.right(name)
        fooled = any(one.fooled and not one.machine and one.player.get("name") == name for one in found)
        told = [f"You were right about {right} out of {bets}."] if bets else []
        told += [f"You fooled them: {counted(FOOLED, 'point')}!"] if fooled else []
        return " ".join([*told, *self.awards])

    def turn(self, name: str) -> str:
        """Returns the line at the top of a page; `name`: the person whose page it is; empty: the spectators' page."""
        if self.revealed:
            return self.lines[-1]
        if not self.owing(name) or name not in self.bettors:
            return self.waiting([])
        return "Place your bets: who is a machine?"

    def waiting(self, away: Sequence[str]) -> str:
        """Returns a sentence that says whose bets are missing. `away`: names of people who aren't waited for."""
        late = [first_name(name) for name in self.bettors if self.owing(name) and name not in away]
        return f"Waiting for bets from {listed(late)}." if late else "All bets are in."

"""The end of an unsigned game: everybody bets who is a machine, then the players are told letter by letter.

Each bet is saved as it is made, so none is lost if the app ends. After the last letter, `revealed` is saved, and
from then on the session shows its players.

Law: nobody learns anything about a seat before all bets are closed, and a closed bet is never changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tui_arena.core.blind import is_told, letters
from tui_arena.core.events import Kind
from tui_arena.core.holders import people_on
from tui_arena.core.language.sentences import capital, counted, first_name, listed
from tui_arena.core.verdicts import FOOLED, SeatVerdict, bets_in, points, verdicts
from tui_arena.data import game_texts
from tui_arena.players.seating import names_in, unmasked_name
from tui_arena.table.runner import SessionRunner

PERSON, MACHINE, AGAIN = "person", "machine", "again"
"""The values of an answer, after the letter that it is about; and the answer that asks for all bets again."""


class Unmasking:
    """The bets at one unsigned table, and how many letters are told."""

    def __init__(self, runner: SessionRunner, people: Sequence[str]) -> None:
        """`people`: the names of the people at the party."""
        self._runner, self._people = runner, people
        self.letters = letters(runner.session.setup, runner.session.seats)
        self.closed = False
        """Whether no more bets are taken."""
        self.told = 0
        """How many letters are told, in their order."""
        self._changing: dict[str, set[str]] = {}
        """The seats about which somebody bets again, by name."""

    # the bets

    @property
    def due(self) -> bool:
        """Whether the game is over and its players are still hidden."""
        return self._runner.over and not is_told(self._runner.play)

    @property
    def open(self) -> bool:
        """Whether bets are taken."""
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
        """Save a person's bet about another seat; do nothing if bets are closed. What already holds isn't saved again."""
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
        """Ask a person for all bets again. The old ones hold until they are replaced."""
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
                f"{self.letters[seat]} a {MACHINE if bets[seat] else PERSON}"
                for seat in self.order
                if seat in bets
            ]
            return (
                {"question": f"You say: {listed(said)}.", "answers": [[AGAIN, "Bet again"]]} if said else None
            )
        letter = self.letters[owing[0]]
        answers = [[f"{letter}:{PERSON}", "a person"], [f"{letter}:{MACHINE}", "a machine"]]
        return {"question": f"Who is {letter}: a person or a machine?", "answers": answers}

    async def say(self, name: str, value: str) -> None:
        """Take an answer to `question`; do nothing if it isn't one."""
        letter, _, what = value.partition(":")
        seat = next((seat for seat, one in self.letters.items() if one == letter), None)
        if value == AGAIN and self.open:
            self.change(name)
        elif seat is not None and what in (PERSON, MACHINE):
            await self.bet(name, seat, machine=what == MACHINE)

    # the reveal

    async def tell_next(self) -> None:
        """Close the bets, then tell the next letter. After the last one, the session is revealed."""
        self.closed = True
        self.told = min(self.told + 1, len(self.letters))
        if self.told == len(self.letters):
            await self.reveal()
        self._runner.changed()

    async def reveal(self) -> None:
        """Show the players from now on."""
        self.closed, self.told = True, len(self.letters)
        if self.due:
            await self._runner.guarded(self._runner.referee.note(Kind.REVEALED))
            self._runner.changed()

    def player(self, seat: str) -> str:
        """Returns who had a seat, in words: all of them if it changed hands."""
        runner = self._runner
        names = names_in(runner.session.seats, runner.play.events, runner.cast)
        turns = names.mapped(first_name).in_turn(seat)
        if len(turns) > 1:
            return listed([*dict.fromkeys(turns)])
        return unmasked_name(runner.cast[seat], names[seat])

    def is_person(self, seat: str) -> bool:
        """Whether a person has a seat."""
        return seat in self._runner.people

    def names(self, names: Mapping[str, str]) -> dict[str, str]:
        """Returns names by seat as pages show them: the letters that are told, with their players."""
        told = self.order[: self.told] if self.due else ()
        return {
            seat: f"{name}: {self.player(seat)}" if seat in told else name for seat, name in names.items()
        }

    @property
    def lines(self) -> list[str]:
        """What is told of each letter so far."""
        found = {one.seat: one for one in verdicts(self._runner.session, self._runner.play.events)}
        return [self._line(found[seat]) for seat in self.order[: self.told]]

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
        """Who found out most, who fooled whom, and which machines passed; empty until all letters are told."""
        if self.told < len(self.letters):
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

    def told_to(self, name: str) -> str:
        """Returns what a person's own page says once all letters are told; empty before, or if they aren't in."""
        if self.told < len(self.letters) or name not in self.bettors:
            return ""
        found = verdicts(self._runner.session, self._runner.play.events)
        bets, right = sum(one.counts and name in one.by for one in found), self.right(name)
        fooled = any(one.fooled and not one.machine and one.player.get("name") == name for one in found)
        told = [f"You were right about {right} out of {bets}."] if bets else []
        told += [f"You fooled them: {counted(FOOLED, 'point')}!"] if fooled else []
        return " ".join([*told, *self.awards])

    def turn(self, name: str) -> str:
        """Returns the line at the top of a page; `name`: whose page it is, empty: of those who look on."""
        if self.told:
            return self.lines[-1]
        if not self.owing(name) or name not in self.bettors:
            return self.waiting([])
        return "Place your bets: who is a machine?"

    def waiting(self, away: Sequence[str]) -> str:
        """Returns for whose bets the reveal waits. `away`: the names of those for whom it doesn't."""
        late = [first_name(name) for name in self.bettors if self.owing(name) and name not in away]
        return f"Waiting for the bets of {listed(late)}." if late else "All bets are in."

"""The bets of guests and of people who watch, and motions: votes on what a guest wants to do.

Guests without a seat at a party's table bet on how the game ends, write its secret down, or bet on who is a machine
(`GuestBets`). People who only watch bet on how it ends (`Audience`). Their bets score nothing, and nobody has to bet.
If a guest wants to take a move back or change a ruling, the others have to agree (`Motions`).

Law: nobody decides alone while somebody else is in the room, whoever is away.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tui_arena.core.events import reply_of
from tui_arena.core.game import TABLE
from tui_arena.core.text import one_line
from tui_arena.players.party import ENDS, WORD, name_of
from tui_arena.room.people import Guest, Room
from tui_arena.room.protocol import Bet, Device
from tui_arena.table.labels import labelled_facts, said
from tui_arena.table.rulings import Ruling
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import Spectators, ending_question, is_story


class GuestBets:
    """The bets of guests without a seat at one table, and the secrets that they write down."""

    def __init__(self, runner: SessionRunner, spectators: Spectators, room: Room) -> None:
        self.spectators = spectators
        self._runner, self._room = runner, room

    def _player(self, guest: Guest) -> str:
        """Returns a guest's PLAYER text at the party; empty if the guest isn't at the party."""
        party, places = self.spectators.party.id, self._room.places.items()
        return next((who for (at, who), one in places if at == party and one == guest.id), "")

    def called(self, guest: Guest) -> str:
        """Returns the outcome of a guest's calls or bets; empty if there were none."""
        player, unmasking = self._player(guest), self.spectators.unmasking
        return self.spectators.called(player) if unmasking is None else unmasking.results_for(name_of(player))

    def offered(self, guest: Guest) -> dict[str, Any] | None:
        """Returns what a guest's page offers to say now; None if there is nothing."""
        spectators, player, offer = self.spectators, self._player(guest), dict[str, Any]()
        if spectators.unmasking is not None:
            bet = spectators.unmasking.question(name_of(player)) if player else None
            return {"bet": bet} if bet is not None else None
        if player in spectators.may_bet:
            question, answers = spectators.question(self._runner.names)
            question = f"Last call! {question}" if spectators.kept_back else question
            offer["bet"] = {"question": question, "answers": [list(one) for one in answers]}
        if player in spectators.may_buzz:
            offer["word"] = {"question": "Do you know it? Write down one word. It scores if it's right."}
        return offer or None

    async def say(self, guest: Guest, bet: Bet) -> str:
        """Take what a guest says. Returns a sentence if it is too late for it; otherwise an empty text."""
        spectators, player, why = self.spectators, self._player(guest), ""
        if spectators.unmasking is not None:
            await spectators.unmasking.say(name_of(player), bet.value)
        elif bet.what == ENDS and bet.value in [one for one, _ in spectators.question(self._runner.names)[1]]:
            why = "" if player in spectators.may_bet else "That's too late. Bets are closed."
            await spectators.bet({player: bet.value})
        elif bet.what == WORD:
            await spectators.buzz(player, one_line(bet.value, 60))
        return why


class Audience:
    """The devices that watch one table, and their bets on how the game ends."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._said: dict[Device, str] = {}
        self._open = False
        """Whether the pages still show something on which the devices may bet."""

    def question(self, device: Device) -> dict[str, Any] | None:
        """Returns the question to a device that looks on; None if it has answered, or it is too late."""
        if device in self._said or not self._open:
            return None
        question, answers = ending_question(self._runner, self._runner.names)
        return {"bet": {"question": question, "answers": [list(one) for one in answers]}}

    def say(self, device: Device, value: str) -> None:
        """Note a device's bet; do nothing if the device isn't asked, or the value isn't an answer."""
        asked = self.question(device)
        if asked is not None and value in [one for one, _ in asked["bet"]["answers"]]:
            self._said[device] = value

    def went(self, device: Device) -> None:
        """Forget a device that is gone."""
        self._said.pop(device, None)

    def look(self) -> None:
        """Open or close the bets when the pages show what is new. If bets closed earlier, that would give the end away.

        They are open until the end; for a story, only once its first line is told.
        """
        runner = self._runner
        begun = not is_story(runner) or bool(runner.views[TABLE].facts.get("statement"))
        self._open = begun and not (runner.over or runner.play.over)

    @property
    def line(self) -> str:
        """Returns what the audience thinks, such as `The audience: Ada 3, Ben 1`; empty if nobody said."""
        if not self._said:
            return ""
        words = dict(ending_question(self._runner, self._runner.names)[1])
        count = Counter(self._said.values())
        return f"The audience: {', '.join(f'{words[value]} {n}' for value, n in count.most_common())}"


RULED = {
    ("says_word", True): "{what} contains the word",
    ("says_word", False): "{what} doesn't contain the word",
    ("hit", True): "{what} names the secret",
    ("hit", False): "{what} doesn't name the secret",
    ("answers", True): "{what} answered the question",
    ("answers", False): "{what} didn't answer the question",
}
"""The claim of a guest who wants a ruling changed, by question and verdict; `what` is the reply."""
AT_SCREEN = ""
"""The id that stands for the people at the big screen."""
QUOTED = 80
"""The maximum number of characters of a reply that is quoted."""


@dataclass(slots=True)
class Motion:
    """An act that one guest wants and to which others have to agree."""

    id: str
    what: str
    by: Guest
    seat: str
    text: str
    at: int
    """The number of the next event when the act was proposed. The motion lapses with that event."""
    ruling: Ruling | None = None
    agreed: set[str] = field(default_factory=set)
    """The ids of those who have agreed."""


class Motions:
    """The open motion at one table, if there is one."""

    def __init__(
        self,
        runner: SessionRunner,
        room: Room,
        changed: Callable[[], None],
        note: Callable[[Guest, str], None],
    ) -> None:
        """`changed` is called when there is something new to show, `note` with a note for a guest."""
        self._runner, self._room, self._changed, self._note = runner, room, changed, note
        self._open: Motion | None = None

    def frame(self, guest: Guest | None, *, at_screen: bool = False) -> dict[str, Any] | None:
        """Returns what a guest's page shows of the motion; None if there is none. It lapses with a new move.

        Without a guest, it is the page of somebody who only looks on, and isn't asked. `at_screen`: it is the big
        screen.
        """
        motion = self._standing()
        if motion is None:
            return None
        who = AT_SCREEN if at_screen else guest.id if guest is not None else None
        asked = who in self._voters(motion) - motion.agreed
        return {"id": motion.id, "text": self._question(motion, guest), "asked": asked}

    def _standing(self) -> Motion | None:
        if self._open is not None and self._runner.play.next_seq != self._open.at:
            self._open = None
        return self._open

    def _question(self, motion: Motion, guest: Guest | None) -> str:
        """Returns the question, with the word on the card for a guest who holds one."""
        runner = self._runner
        own = [seat for seat in runner.people if guest is not None and runner.guest(seat) == guest.id]
        cards = [
            labelled_facts({name: name for name in runner.info.card[:1]}, runner.views[s], ()) for s in own
        ]
        word = next((card[0][1] for card in cards if card), "") if motion.ruling is not None else ""
        return (
            f"{motion.text} The word is “{word}”. Do you agree?" if word else f"{motion.text} Do you agree?"
        )

    async def undo(self, guest: Guest, seat: str) -> None:
        """Ask others whether the last move of a guest's seat may be taken back."""
        await self._move(guest, "undo", seat, f"{guest.name} wants to take back the last move.")

    async def overrule(self, guest: Guest, seat: str, ruling: Ruling) -> None:
        """Ask others whether a ruling may be changed."""
        says = RULED.get((ruling.question, ruling.verdict), "the ruling is wrong").format(what=self._reply())
        await self._move(guest, "overrule", seat, f"{guest.name} says that {says}.", ruling)

    def _reply(self) -> str:
        """Returns the last reply in quotes if the whole table has heard it, or else `it`."""
        steps = self._runner.play.standing()
        if not steps:
            return "it"
        seat, given = steps[-1].ask.seat, reply_of(steps[-1].event).text.casefold()
        lines = [said(line)[0] for line in self._runner.views[TABLE].talk if line.seat == seat]
        heard = bool(lines) and lines[-1].casefold() in given
        return f"“{one_line(lines[-1], QUOTED)}”" if heard and lines[-1] else "it"

    async def vote(self, guest: Guest | None, motion: str, *, yes: bool) -> None:
        """Take a guest's vote on the motion with this id; do nothing if the guest isn't asked.

        Without a guest, it is the vote of the people at the big screen.
        """
        found = self._standing()
        who = guest.id if guest is not None else AT_SCREEN
        if found is None or found.id != motion or who not in self._voters(found):
            return
        if yes:
            found.agreed.add(who)
            await self._decided()
        else:
            self._open = None
            name = guest.name if guest is not None else "The host"
            self._note(found.by, f"{name} doesn't agree.")
            self._changed()

    def _voters(self, motion: Motion) -> set[str]:
        """Returns the ids of all who have to agree.

        These are all people who play here, on a connected device or at the keyboard. If the people of the other
        side are all away, or the person plays with bots alone, the guests without a seat are asked as well;
        if there are none, whoever is at the big screen. With nobody else in the room, nobody is asked.
        """
        runner, guests, by = self._runner, self._room.guests, motion.by.id
        side, seats = runner.play.seats[motion.seat].side, runner.play.seats
        sitting = {seat: runner.guest(seat) for seat in runner.people}
        lent = {
            at: guest for (session, at), guest in self._room.places.items() if session == runner.session.id
        }
        rivals = {guest for seat, guest in (lent | sitting).items() if seats[seat].side != side}
        players, away = set(sitting.values()), {guest.id for guest in guests.values() if guest.away}
        asked = players - away - {by}
        if rivals & asked or (asked and not rivals):
            return asked
        if not rivals and set(guests) == players == {by}:
            return set()
        return asked | (set(guests) - players - away - {by} or {AT_SCREEN})

    async def _move(
        self, guest: Guest, what: str, seat: str, text: str, ruling: Ruling | None = None
    ) -> None:
        """Ask others to agree, and act at once if nobody has to be asked."""
        if self._standing() is None:
            at = self._runner.play.next_seq
            self._open = Motion(secrets.token_hex(4), what, guest, seat, text, at, ruling)
            await self._decided()

    async def _decided(self) -> None:
        """Do what is wanted after all have agreed."""
        motion, runner = self._open, self._runner
        if motion is not None and not self._voters(motion) - motion.agreed:
            self._open = None
            if motion.what == "undo":
                await runner.undo(motion.seat)
            elif motion.ruling is not None and motion.ruling == runner.ruling:
                await runner.overrule(motion.ruling)
        self._changed()

"""What people without a seat may say at a table.

Guests at a party's table bet on how it ends, write its secret down, or bet on who is a machine (`Beside`). People
who only watch bet on how it ends (`Audience`). Their bets score nothing, and nobody has to bet.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tui_arena.core.game import TABLE
from tui_arena.core.text import one_line
from tui_arena.players.party import ENDS, WORD, name_of
from tui_arena.room.people import Guest, Room
from tui_arena.room.protocol import Beside as Said
from tui_arena.room.protocol import Device
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import Spectators, ending_question, is_story


class Beside:
    """What guests may say beside one table."""

    def __init__(self, runner: SessionRunner, spectators: Spectators, room: Room) -> None:
        self.spectators = spectators
        self._runner, self._room = runner, room

    def _player(self, guest: Guest) -> str:
        """Returns a guest's PLAYER text at the party; empty if the guest isn't at the party."""
        party, places = self.spectators.party.id, self._room.places.items()
        return next((who for (at, who), one in places if at == party and one == guest.id), "")

    def called(self, guest: Guest) -> str:
        """Returns what came of a guest's calls or bets; empty if there were none."""
        player, unmasking = self._player(guest), self.spectators.unmasking
        return self.spectators.called(player) if unmasking is None else unmasking.told_to(name_of(player))

    def offered(self, guest: Guest) -> dict[str, Any] | None:
        """Returns what a guest's page offers to say now; None if there is nothing."""
        spectators, player, told = self.spectators, self._player(guest), dict[str, Any]()
        if spectators.unmasking is not None:
            bet = spectators.unmasking.question(name_of(player)) if player else None
            return {"bet": bet} if bet is not None else None
        if player in spectators.may_bet:
            question, answers = spectators.question(self._runner.names)
            question = f"Last call! {question}" if spectators.kept_back else question
            told["bet"] = {"question": question, "answers": [list(one) for one in answers]}
        if player in spectators.may_buzz:
            told["word"] = {"question": "Do you know it? Write down one word. It scores if it's right."}
        return told or None

    async def say(self, guest: Guest, said: Said) -> str:
        """Take what a guest says. Returns a sentence if it is too late for it; otherwise an empty text."""
        spectators, player, why = self.spectators, self._player(guest), ""
        if spectators.unmasking is not None:
            await spectators.unmasking.say(name_of(player), said.value)
        elif said.what == ENDS and said.value in [
            one for one, _ in spectators.question(self._runner.names)[1]
        ]:
            why = "" if player in spectators.may_bet else "That's too late. Bets are closed."
            await spectators.bet({player: said.value})
        elif said.what == WORD:
            await spectators.buzz(player, one_line(said.value, 60))
        return why


class Audience:
    """The devices that look on at one table, and how they think that the game ends."""

    def __init__(self, runner: SessionRunner) -> None:
        self._runner = runner
        self._said: dict[Device, str] = {}
        self._open = False
        """Whether it can still be said, by what the pages show."""

    def beside(self, device: Device) -> dict[str, Any] | None:
        """Returns the question to a device that looks on; None if it has answered, or it is too late."""
        if device in self._said or not self._open:
            return None
        question, answers = ending_question(self._runner, self._runner.names)
        return {"bet": {"question": question, "answers": [list(one) for one in answers]}}

    def say(self, device: Device, value: str) -> None:
        """Note what a device says; do nothing if it isn't asked, or the value isn't an answer."""
        asked = self.beside(device)
        if asked is not None and value in [one for one, _ in asked["bet"]["answers"]]:
            self._said[device] = value

    def went(self, device: Device) -> None:
        """Forget a device that is gone."""
        self._said.pop(device, None)

    def look(self) -> None:
        """Take in what the pages show from now on; a question that closes earlier would tell of the end.

        It can be said until the end; of a story, from its first line on.
        """
        runner = self._runner
        told = not is_story(runner) or bool(runner.views[TABLE].facts.get("statement"))
        self._open = told and not (runner.over or runner.play.over)

    @property
    def line(self) -> str:
        """Returns what the audience thinks, such as `The audience: Ada 3, Ben 1`; empty if nobody said."""
        if not self._said:
            return ""
        words = dict(ending_question(self._runner, self._runner.names)[1])
        count = Counter(self._said.values())
        return f"The audience: {', '.join(f'{words[value]} {n}' for value, n in count.most_common())}"

"""What the stage shows in addition to the game: a guest whose phone is away, and a vote on the phones."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tui_arena.core.language.sentences import first_name
from tui_arena.core.text import one_line
from tui_arena.players.party import PARTY, skipping
from tui_arena.players.party_store import open_party, save_party
from tui_arena.ui.widgets.dialogs import Dialog, Question, agreed

if TYPE_CHECKING:
    from tui_arena.room.lent import Absent
    from tui_arena.table.runner import SessionRunner
    from tui_arena.ui.app.screen import ArenaScreen


NAME = 12
"""The maximum width of a name, in cells."""
LEFT = (
    "This game stops here, and nobody scores for it. The party continues without {name}, who can play again "
    "after coming back."
)


class Absence:
    """The guest who is away from a screen's table, and what the host can do about it."""

    def __init__(self, screen: ArenaScreen, runner: SessionRunner) -> None:
        self._screen, self._runner = screen, runner
        self.found: Absent | None = None
        """The guest for whom the game has waited for a while, as of the last look."""

    def looked(self) -> bool:
        """Look up who is away. Returns whether something has changed."""
        before, self.found = self.found, self._screen.arena.door.absent()
        return before != self.found

    @property
    def can_lend(self) -> bool:
        """Whether a bot can play for the guest."""
        return self.found is not None and self.found.can_lend

    @property
    def can_skip(self) -> bool:
        """Whether the party can skip to its next game."""
        return self.found is not None and self._runner.is_party

    @property
    def _name(self) -> str:
        return one_line(first_name(self.found.guest.name), NAME) if self.found is not None else ""

    @property
    def words(self) -> str:
        """What the host can do, with the keys; empty if nobody is away."""
        if self.found is None:
            return ""
        parts = [f"{self._name} is away", "w: wait"]
        parts += ["b: let a bot play"] if self.can_lend else []
        parts += ["g: skip this game"] if self.can_skip else []
        return self._screen.glyphs.dotted(parts)

    def wait(self) -> None:
        """Wait longer."""
        if self.found is not None:
            self._screen.arena.door.host.wait_for(self.found.guest)

    async def stand_in(self) -> None:
        """Let a bot play until the guest is back."""
        if self.found is not None:
            await self._screen.arena.door.host.stand_in_for(self.found.guest)

    async def go_on_without(self) -> None:
        """After a question, skip to the next game of the party."""
        screen, runner, name = self._screen, self._runner, self._name
        question: Question = (f"Continue without {name}?", LEFT.format(name=name), ("Wait", "Continue"))
        if not self.can_skip or not await agreed(screen.app, question) or runner.over:
            return
        arena, party = screen.arena, str(runner.session.setup.extra[PARTY])
        await runner.let_go()  # this comes first, as it changes the party that is read next
        found = await screen.looked_up(open_party, arena.store, arena.catalogue, arena.registry.book, party)
        if found and found[0] is not None:
            await screen.carried_out(partial(save_party, arena.store, skipping(found[0])))
        arena.open_party(party)


TITLE = "A vote: you decide at this screen"
OVER = "over"
"""Closes the question without an answer, because the vote is over. Esc answers no."""
ANSWERS = (("no", "No"), ("yes", "Yes"))


class StageVote:
    """The vote at the table of one screen."""

    def __init__(self, screen: ArenaScreen) -> None:
        self._screen = screen
        self._dialog: Dialog | None = None
        self._asked = ""
        """The id of the vote about which this screen was asked last."""

    @property
    def words(self) -> str:
        """What is voted on; empty without a vote."""
        motion = self._screen.arena.door.motion()
        return f"A vote: {motion['text']}" if motion is not None else ""

    def look(self, ask: Callable[[], object]) -> None:
        """Call `ask` if this screen has to be asked, and close the question if the vote is over."""
        motion = self._screen.arena.door.motion()
        open_here = motion is not None and motion["asked"]
        if self._dialog is not None and (not open_here or motion["id"] != self._asked):  # type: ignore[index]
            self._dialog.dismiss(OVER)
        elif self._dialog is None and motion is not None and open_here and motion["id"] != self._asked:
            ask()

    async def ask(self) -> None:
        """Ask whoever is at the screen, and hand the answer on. Call this in a worker."""
        arena = self._screen.arena
        motion = arena.door.motion()
        if motion is None or self._dialog is not None:
            return
        self._asked = str(motion["id"])
        self._dialog = Dialog(TITLE, str(motion["text"]), ANSWERS)
        arena.changed_by_itself()
        try:
            said = await self._screen.app.push_screen_wait(self._dialog)
        finally:
            self._dialog = None
        if said != OVER and arena.door.open:
            await arena.door.host.vote(self._asked, yes=said == "yes")

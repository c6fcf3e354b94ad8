"""Spectators of a party's table at the keyboard: their bets, their buzzes, and the clock of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil
from time import monotonic
from typing import ClassVar

from textual.binding import BindingType
from textual.events import Key
from textual.widgets import Input

from tui_arena.config import BadFile
from tui_arena.core.game import Ask
from tui_arena.players.party import PARTY, RANG, Call, name_of, text_of
from tui_arena.players.party_store import note_calls, open_party
from tui_arena.table.runner import SessionRunner
from tui_arena.table.spectators import LONGEST, Spectators, TurnClock, Unmasking
from tui_arena.ui.app.screen import ArenaScreen
from tui_arena.ui.widgets.form import FormDialog, dialog_keys
from tui_arena.ui.widgets.rows import Choice, ChoiceRow, Field

ABOUT = "Guess right and score a point. Choose with the arrows or a number, then press Enter."
ABOUT_UNSEEN = (
    "Guess right and score a point. Choose with the arrows or a number; nobody sees your choice. "
    "Rather hear the answers first? Then press Esc."
)
ABOUT_WORD = "Write it down before they find it! One word each, and it scores only if it's right."
LAST_CALL = 20
"""Seconds for which the app holds back the truth of a story, so that spectators with phones can bet."""
KEYS = dialog_keys("calls.take", "calls.close")


class CallsDialog(FormDialog[dict[str, str]]):
    """Asks each spectator for a call, one per line. Returns the calls by PLAYER text.

    A number or Enter moves to the next person who hasn't chosen.
    """

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(
        self, question: str, players: Sequence[str], choices: Sequence[Choice], *, unseen: bool = False
    ) -> None:
        """`unseen`: whether what somebody has chosen is hidden from those who choose after them."""
        self._players, self._choices, self._unseen = players, choices, unseen
        about = ABOUT_UNSEEN if unseen else ABOUT
        super().__init__(question, about, {f"call-{n}": "" for n in range(len(players))}, "That's it")

    def fields(self) -> Sequence[Field]:
        return [self._field(f"call-{n}", player) for n, player in enumerate(self._players)]

    def _field(self, name: str, player: str) -> Field:
        value = self.form.values[name]
        hidden = bool(self._unseen and value and self.focused is not None and self.focused.id != name)
        choices = [Choice(value, "has chosen")] if hidden else self._choices
        return Field(name, name_of(player), value, choices, disabled=hidden)

    def changed(self) -> None:
        """Show no fault while people are still choosing."""
        self.tell("")

    def on_descendant_focus(self) -> None:
        """Hide what the previous person has chosen."""
        self.form.redraw()

    def on_key(self, event: Key) -> None:
        """A number key chooses on the line that has the focus."""
        row, number = self.focused, event.character or ""
        if isinstance(row, ChoiceRow) and number.isdecimal() and 0 < int(number) <= len(self._choices):
            event.stop()
            row.choose(self._choices[int(number) - 1].value)
            self._to_next()

    def _to_next(self) -> None:
        """Go to the first person who hasn't chosen, or else to the button."""
        values = self.form.values
        row = next((name for name, value in values.items() if not value), "take")
        self.query_one(f"#{row}").focus()

    def action_take(self) -> None:
        """Return the calls; as long as one is missing, go to the person who hasn't made it."""
        self._to_next()
        super().action_take()

    def read(self) -> dict[str, str]:
        calls = {player: self.form.values[f"call-{n}"] for n, player in enumerate(self._players)}
        for player, call in calls.items():
            if not call:
                raise BadFile(f"{name_of(player)}, choose with the arrows or a number")
        return calls


class WordDialog(FormDialog[tuple[str, str]]):
    """Asks who buzzes, and for the secret, which is typed unseen. Returns the PLAYER text and the word."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(self, players: Sequence[str]) -> None:
        self._players = [Choice(player, name_of(player)) for player in players]
        super().__init__("Buzz! What is it?", ABOUT_WORD, {"who": players[0], "word": ""}, "That's it")

    def fields(self) -> Sequence[Field]:
        word = Field("word", "the secret", limit=LONGEST, masked=True, empty="what you type stays hidden")
        who = Field("who", "who", self.form.values["who"], self._players)
        return [who, word] if len(self._players) > 1 else [word]

    def on_key(self, event: Key) -> None:
        """Text typed outside the field is put into the field."""
        field = self.query_one(Input)
        if event.character is not None and event.is_printable and not field.has_focus:
            event.stop()
            field.focus()
            field.insert_text_at_cursor(event.character)

    def read(self) -> tuple[str, str]:
        values = self.form.values
        if not values["word"].strip():
            raise BadFile("Type what you think it is.")
        return values.get("who", self._players[0].value), values["word"].strip()


class KeyboardSpectators:
    """The spectators of a party's table who share the keyboard, and the clock of a turn."""

    def __init__(self, screen: ArenaScreen, runner: SessionRunner, spectators: Spectators) -> None:
        self._screen, self._runner, self._spectators = screen, runner, spectators
        self._asking = self._waits = False
        """Whether people here are being asked for bets, and whether phones still have time."""
        self._asked: set[bool] = set()
        """Whether people here were asked before a story was judged (False), and after that (True)."""
        self._clock = screen.arena.turn_clocks.setdefault(runner.session.id, TurnClock())
        self._looked = 0.0
        self._running = False

    def _here(self, players: Sequence[str]) -> list[str]:
        """The players without a phone."""
        arena, party = self._screen.arena, self._spectators.party.id
        return [player for player in players if arena.door.holder(party, player) is None]

    def _on_phones(self, players: Sequence[str]) -> list[str]:
        """The players with a phone that isn't away."""
        arena, party = self._screen.arena, self._spectators.party.id
        held = {player: arena.door.holder(party, player) for player in players}
        return [player for player, guest in held.items() if guest is not None and not guest.away]

    @property
    def unmasking(self) -> Unmasking | None:
        """The bets at the end of an unsigned game; None at any other table."""
        return self._spectators.unmasking

    @property
    def there(self) -> bool:
        """Whether a spectator is at the keyboard."""
        return any(player.startswith("human:") for player in self._here(self._spectators.looking))

    @property
    def bets_due(self) -> bool:
        """Whether it is time to ask the spectators how the game ends. They are asked once, at the start.

        A spectator who would rather hear the answers to a story first is asked again after the judgement. In
        between, the dialog would disturb the judge.
        """
        spectators = self._spectators
        return (
            spectators.due and spectators.judged not in self._asked and bool(self._here(spectators.may_bet))
        )

    def may_open(self, *, typing: bool, asked: bool) -> bool:
        """Whether the dialog for the bets may open now.

        `typing`: whether somebody typed a moment ago. `asked`: whether the rules ask somebody here. If not, the
        typing was the storyteller's, who is done.
        """
        has_told = not asked and not self._spectators.judged
        return self.bets_due and (has_told or not typing)

    async def take_bets(self) -> None:
        """Ask the spectators for their bets and save them. Call this in a worker."""
        unseen = self._spectators.is_story and not self._spectators.judged
        self._asked.add(self._spectators.judged)
        self._asking = True
        arena, players = self._screen.arena, self._here(self._spectators.may_bet)
        arena.changed_by_itself()
        question, answers = self._spectators.question(self._runner.names)
        choices = [Choice(value, words) for value, words in answers]
        given = await arena.push_screen_wait(CallsDialog(question, players, choices, unseen=unseen))
        await self._spectators.bet(given or {})
        self._asking = False
        self._runner.changed()

    def keeps_back(self) -> bool:
        """Whether the truth of a story can't be shown yet. Ask again after every change."""
        spectators = self._spectators
        if not spectators.kept_back:
            return False
        if self.bets_due or self._asking:
            return True
        if not self._on_phones(spectators.may_bet):  # those here were asked, but didn't bet
            spectators.show_truth()
            return False
        if not self._waits:
            self._waits = True
            self._screen.set_timer(LAST_CALL, spectators.show_truth)
        return True

    @property
    def last_call(self) -> str:
        """A sentence that names for whom a truth is kept back; empty if it isn't."""
        return self._spectators.last_call

    @property
    def may_buzz(self) -> list[str]:
        """The spectators here who may write the secret down."""
        return self._here(self._spectators.may_buzz)

    async def buzz(self) -> None:
        """Let a spectator write the secret down. Call this in a worker."""
        given = await self._screen.arena.push_screen_wait(WordDialog(self.may_buzz))
        if given and not self._runner.over:
            player, word = given
            await self._spectators.buzz(player, word)
            self._screen.arena.notify(
                f"{name_of(player)} has put it in writing. We'll see at the end if it's right."
            )

    def time_left(self, ask: Ask | None, *, running: bool) -> int | None:
        """Whole seconds left for an ask; None without a clock or an ask.

        The first call with an ask starts its clock, which pauses while `running` is False. When the time is
        up, the clock rings once. The ring is saved and costs a point.
        """
        seconds, clock = self._spectators.party.clock, self._clock
        if not seconds or ask is None or self._runner.unsigned:
            return None
        now = monotonic()
        if ask.key != clock.of:
            clock.of, clock.left, clock.rang = ask.key, float(seconds), False
        elif self._running:
            clock.left -= now - self._looked
        self._looked, self._running = now, running
        if clock.left <= 0 and not clock.rang:
            clock.rang = True
            self._ring(ask.seat)
        return max(ceil(clock.left), 0)

    def _ring(self, seat: str) -> None:
        one = self._runner.cast[seat]
        player, arena = text_of(one.kind, str(one.spec.get("name"))), self._screen.arena
        arena.sound("time")
        arena.notify(f"Time's up! {name_of(player)} loses a point.", severity="warning")
        call = Call(self._runner.session.id, player, seat, RANG)
        self._screen.run_worker(self._spectators.note([call]), group="rang")


async def spectators_of(screen: ArenaScreen, runner: SessionRunner) -> Spectators | None:
    """The spectators of a party's table; None at any other table, and if the party was deleted."""
    arena, party = screen.arena, runner.session.setup.extra.get(PARTY)
    if not isinstance(party, str):
        return None
    found = await screen.looked_up(open_party, arena.store, arena.catalogue, arena.registry.book, party)
    if not found or found[0] is None:
        return None

    async def note(calls: Sequence[Call]) -> None:
        work = partial(note_calls, arena.store, party, calls)
        await screen.carried_out(work, arena.catalogue, arena.registry.book)

    return Spectators(runner, found[0], note)

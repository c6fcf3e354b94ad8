"""What is done beside a party's table: bets on how it ends, the secret written down, and the clock of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from time import monotonic
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Input

from tui_arena.config import BadFile
from tui_arena.core.game import TABLE, Ask
from tui_arena.core.language.sentences import first_name, listed
from tui_arena.core.words import same_word
from tui_arena.players.party import (
    ENDS,
    FOUND,
    KEPT,
    MADE_UP,
    PARTY,
    RANG,
    TRUE,
    WORD,
    Call,
    PartyState,
    name_of,
    onlookers,
    text_of,
)
from tui_arena.players.party_store import note_calls, open_party
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.widgets.form import FormDialog
from tui_arena.ui.widgets.rows import Choice, Field

HEARD = 2
"""Answers after which those who listen to a story say whether it is true."""
ABOUT = "A point for each of you who is right. Up and down, left and right; Enter goes on."
ABOUT_WORD = "Write it down before they find it. One word for each of you, and it counts only if it is right."
LONGEST = 60
"""Characters that fit a secret written down."""


KEYS: list[BindingType] = [
    Binding("enter", "take", show=False, id="calls.take"),
    Binding("escape", "close", "Close", show=False, id="calls.close"),
]


class CallsDialog(FormDialog[dict[str, str]]):
    """One line for each onlooker; gives their calls by PLAYER text."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(self, question: str, players: Sequence[str], choices: Sequence[Choice]) -> None:
        self._players, self._choices = players, choices
        first = {f"call-{n}": choices[n % len(choices)].value for n in range(len(players))}
        super().__init__(question, ABOUT, first, "That's it")

    def fields(self) -> Sequence[Field]:
        now = self.form.values
        return [
            Field(f"call-{n}", name_of(player), now[f"call-{n}"], self._choices)
            for n, player in enumerate(self._players)
        ]

    def read(self) -> dict[str, str]:
        return {player: self.form.values[f"call-{n}"] for n, player in enumerate(self._players)}


class WordDialog(FormDialog[tuple[str, str]]):
    """Who has it, and what it is, typed unseen; gives PLAYER text and word."""

    BINDINGS: ClassVar[list[BindingType]] = KEYS

    def __init__(self, players: Sequence[str]) -> None:
        self._players = [Choice(player, name_of(player)) for player in players]
        super().__init__("Buzz! What is it?", ABOUT_WORD, {"who": players[0], "word": ""}, "That's it")

    def fields(self) -> Sequence[Field]:
        word = Field("word", "the secret", limit=LONGEST, masked=True, empty="nobody sees what you type")
        who = Field("who", "who", self.form.values["who"], self._players)
        return [who, word] if len(self._players) > 1 else [word]

    def on_key(self, event: Key) -> None:
        """What is typed beside the field goes into it."""
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


def is_story(runner: SessionRunner) -> bool:
    """Whether the game is about whether something is true."""
    return "verdict" in runner.info.metrics


def due(runner: SessionRunner) -> bool:
    """Whether it is time to call: at the start, or of a story when some of it was heard."""
    if runner.over:
        return False
    if not is_story(runner):
        return True
    heard = runner.views[TABLE].facts.get("turns", ())
    return len(heard) >= HEARD or any(ask.name == "verdict" for ask in runner.asks)


def asked_of(runner: SessionRunner, names: Mapping[str, str]) -> tuple[str, list[Choice]]:
    """The question to the onlookers, and its answers."""
    if is_story(runner):
        who = first_name(names.get("setter", "the setter"))
        return f"What do you say: was {who}'s story true?", [Choice(TRUE, TRUE), Choice(MADE_UP, MADE_UP)]
    seats = runner.play.seats
    solvers = listed(
        [first_name(names.get(seat, seat)) for seat, one in seats.items() if one.side == "solver"]
    )
    others = [first_name(names.get(seat, seat)) for seat, one in seats.items() if one.side == "opponent"]
    if others:
        return "Place your bets: who wins?", [Choice(FOUND, solvers), Choice(KEPT, listed(others))]
    return f"Place your bets: does {solvers} find it?", [Choice(FOUND, "yes"), Choice(KEPT, "no")]


class Sideline:
    """One party's table as seen from beside it: who has no seat there, what they may still do, and the clock."""

    def __init__(self, screen: ArenaScreen, runner: SessionRunner, state: PartyState) -> None:
        self._screen, self._runner, self._party = screen, runner, state.party
        seated = (text_of(one.kind, str(one.spec.get("name"))) for one in runner.cast.values())
        self._looking = () if state.game.genie else onlookers(state.party, seated)
        self._calls = [call for call in state.party.calls if call.session == runner.session.id]
        self._bets_taken = any(call.kind == ENDS for call in self._calls)
        self._timed = ""
        """The key of the ask for which the clock runs."""
        self._left = self._looked = 0.0
        self._running = self._rang = False

    # calls

    @property
    def bets_due(self) -> bool:
        """Whether it is time to ask how it ends."""
        return bool(self._looking) and not self._bets_taken and due(self._runner)

    async def take_bets(self) -> None:
        """Ask those without a seat for their calls, once, and save them; for a worker."""
        runner, arena = self._runner, self._screen.arena
        self._bets_taken = True
        arena.changed_by_itself()
        question, choices = asked_of(runner, runner.names)
        given = await arena.push_screen_wait(CallsDialog(question, self._looking, choices))
        if given:
            await self._note(*(Call(runner.session.id, player, value) for player, value in given.items()))

    @property
    def may_buzz(self) -> Sequence[str]:
        """Those without a seat who have not written the secret down yet; nobody where there is no secret to find."""
        runner = self._runner
        hidden = runner.play.game.secret(runner.play.state) if not is_story(runner) else None
        if runner.over or hidden is None:
            return ()
        wrote = {call.player for call in self._calls if call.kind == WORD}
        return [player for player in self._looking if player not in wrote]

    async def buzz(self) -> None:
        """Let one of them write the secret down; for a worker."""
        runner = self._runner
        given = await self._screen.arena.push_screen_wait(WordDialog(self.may_buzz))
        if given and not runner.over:
            player, word = given
            await self._note(Call(runner.session.id, player, self._secret_called(word), WORD))
            self._screen.arena.notify(
                f"{name_of(player)} has it in writing. Whether it is right, the end will tell."
            )

    def _secret_called(self, word: str) -> str:
        """The secret's own name, if it goes by another one that somebody wrote down; else what they wrote."""
        hidden = self._runner.play.game.secret(self._runner.play.state) or {}
        others, name = hidden.get("aliases", ()), hidden.get("entity")
        return str(name) if name and any(same_word(word, str(one)) for one in others) else word

    async def _note(self, *calls: Call) -> None:
        self._calls += calls
        arena = self._screen.arena
        place = arena.store, self._party.id, calls, arena.catalogue, arena.registry.book
        await self._screen.carried_out(note_calls, *place)

    # the clock

    def time_left(self, ask: Ask | None, *, running: bool) -> int | None:
        """Whole seconds that the person at the screen has left for an ask; None without a clock or an ask.

        The first look at an ask starts its clock, which stands still while nothing is `running`. It rings
        once, which is saved and costs a point.
        """
        if not self._party.clock or ask is None:
            return None
        now = monotonic()
        if ask.key != self._timed:
            self._timed, self._left, self._rang = ask.key, float(self._party.clock), False
        elif self._running:
            self._left -= now - self._looked
        self._looked, self._running = now, running
        if self._left <= 0 and not self._rang:
            self._rang = True
            self._ring(ask.seat)
        return max(ceil(self._left), 0)

    def _ring(self, seat: str) -> None:
        one = self._runner.cast[seat]
        player, arena = text_of(one.kind, str(one.spec.get("name"))), self._screen.arena
        arena.sound("time")
        arena.notify(f"Time! That is a point less for {name_of(player)}.", severity="warning")
        call = Call(self._runner.session.id, player, seat, RANG)
        self._screen.run_worker(self._note(call), group="rang")


async def sideline_of(screen: ArenaScreen, runner: SessionRunner) -> Sideline | None:
    """What is beside a party's table; None if it is no party's, or the party is gone."""
    arena, party = screen.arena, runner.session.setup.extra.get(PARTY)
    if not isinstance(party, str):
        return None
    found = await screen.looked_up(open_party, arena.store, arena.catalogue, arena.registry.book, party)
    return Sideline(screen, runner, found[0]) if found and found[0] is not None else None

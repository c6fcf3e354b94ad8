"""What those without a seat do: before a game they call how it ends; of a story, whether it is true."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from tui_arena.core.game import TABLE
from tui_arena.core.language.sentences import first_name, listed
from tui_arena.players.party import FOUND, KEPT, MADE_UP, PARTY, TRUE, Call, name_of, onlookers, text_of
from tui_arena.players.party_store import note_calls, open_party
from tui_arena.table.runner import SessionRunner
from tui_arena.ui.app.app import ArenaScreen
from tui_arena.ui.widgets.form import FormDialog
from tui_arena.ui.widgets.rows import Choice, Field

HEARD = 2
"""Answers after which those who listen to a story say whether it is true."""
ABOUT = "A point for each of you who is right. Up and down, left and right; Enter goes on."


class CallsDialog(FormDialog[dict[str, str]]):
    """One line for each onlooker; gives their calls by PLAYER text."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "take", show=False, id="calls.take"),
        Binding("escape", "close", "Close", show=False, id="calls.close"),
    ]

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


async def take_calls(screen: ArenaScreen, runner: SessionRunner) -> None:
    """Ask the onlookers of a party's game for their calls, once, and save them; for a worker."""
    arena = screen.arena
    party = runner.session.setup.extra.get(PARTY)
    if not isinstance(party, str):
        return
    place = arena.store, arena.catalogue, arena.registry.book, party
    found = await screen.looked_up(open_party, *place)
    state = found[0] if found else None
    if state is None or any(call.session == runner.session.id for call in state.party.calls):
        return
    seated = (text_of(one.kind, str(one.spec.get("name"))) for one in runner.cast.values())
    looking = onlookers(state.party, seated)
    if not looking or state.game.genie:
        return
    arena.changed_by_itself()
    question, choices = asked_of(runner, runner.names)
    given = await arena.push_screen_wait(CallsDialog(question, looking, choices))
    if given:
        calls = [Call(runner.session.id, player, value) for player, value in given.items()]
        await screen.carried_out(note_calls, arena.store, party, calls, arena.catalogue, arena.registry.book)

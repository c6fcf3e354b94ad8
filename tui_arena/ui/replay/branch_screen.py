"""The dialog that branches a session: the same moves up to a position, then other players from there.

Players keep their seats unless the person chooses others. At first, the dialog proposes other players for
scripts, as they have no more replies, and for the next player to speak.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from tui_arena.config import BadFile, ModelBook
from tui_arena.core.events import BadEvent
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.players.models.check import ready_names
from tui_arena.players.seating import NAME_CHARS, BadPlayer, cast_after
from tui_arena.save.errors import SaveError
from tui_arena.save.store import Store, new_id, now
from tui_arena.table.branches import STOP_AFTER, BadBranch, branched, seat_cast
from tui_arena.ui.app.screen import arena_of
from tui_arena.ui.glyphs import say
from tui_arena.ui.money import models_cost
from tui_arena.ui.replay.presenter import Replay
from tui_arena.ui.setup.recent_setups import MODEL, machines
from tui_arena.ui.widgets.form import FormDialog, choices, dialog_keys
from tui_arena.ui.widgets.rows import Choice, Field

STAYS = "stays"
"""The value of the choice that keeps the player of a seat."""


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat, and the players who can play on there."""

    seat: str
    choices: tuple[Choice, ...]
    first: str
    """The value that is chosen at first."""


def chairs(replay: Replay, human: str, models: Sequence[str]) -> list[Chair]:
    """The choices for every seat with a player or an ask. The next seat to speak starts with a new player."""
    info, session = replay.info, replay.session
    at = replay.event.seq if replay.event is not None else 0
    sat = cast_after(session.seats, [event for event in session.events if event.seq <= at])
    asked = {ask.seat for ask in replay.play.asks()}
    speaker = next((ask.seat for ask in replay.play.asks()), "")
    players = [(f"human:{human}", f"{human} (a person)"), *machines(info, models)]
    others = [Choice(*one) for one in players]
    return [
        _chair(seat.name, sat.get(seat.name) or {}, others, speaks=seat.name == speaker)
        for seat in info.game.seats(session.setup.options)
        if seat.name in sat or seat.name in asked
    ]


def _chair(seat: str, spec: Mapping[str, object], others: Sequence[Choice], *, speaks: bool) -> Chair:
    kind, name = spec.get("player"), one_line(str(spec.get("name") or ""), NAME_CHARS)
    stays = kind in ("human", "bot", "model")
    choices = [c for c in others if c.value not in (f"{kind}:{name}", f"bot:{spec.get('level')}")]
    first = next((c.value for c in choices if c.value == "bot:hard"), choices[0].value)
    if stays:
        choices.insert(0, Choice(STAYS, f"{name} stays"))
    return Chair(seat, tuple(choices), STAYS if stays and not speaks else first)


def only_turn(replay: Replay) -> int | None:
    """The turn after which a branch could stop.

    None if the game has no such option, or if it isn't a solver's turn.
    """
    ask = next(iter(replay.play.asks()), None)
    if ask is None or STOP_AFTER not in replay.info.options:
        return None
    number = ask.key.rpartition(":")[2]
    solves = replay.end.seats[ask.seat].side == "solver"
    return int(number) if solves and number.isdecimal() else None


def models_of(players: Mapping[str, str], session: Session) -> dict[str, str]:
    """Maps each seat that a model would take to the name of the model."""
    kept = {s: spec for s, spec in session.seats.items() if players.get(s) == STAYS}
    found = {s: str(spec.get("name")) for s, spec in kept.items() if spec.get("player") == "model"}
    return found | {s: p.removeprefix(MODEL) for s, p in players.items() if p.startswith(MODEL)}


def begin(
    replay: Replay,
    players: Mapping[str, str],
    store: Store,
    *,
    book: ModelBook,
    human: str,
    stop_after: int | None = None,
) -> str:
    """Save a branch from the position of a replay and return its id. Runs in a thread.

    Raises BadBranch, BadPlayer, BadFile, BadEvent, SaveError.
    """
    info, session = replay.info, replay.session
    at = replay.event.seq if replay.event is not None else 0
    cast = {
        seat: seat_cast(session, info, seat, text, book=book, human=human)
        for seat, text in players.items()
        if text != STAYS
    }
    options = None if stop_after is None else {STOP_AFTER: stop_after}
    specs = {seat: one.spec for seat, one in cast.items()}
    new = branched(session, info, at, specs, id=new_id(), started=now(), options=options)
    store.save(new)
    return new.id


ABOUT = "Everything up to here is kept. A new game continues from here, at its own table."
END, TURN = "end", "turn"


class BranchScreen(FormDialog[str]):
    """Returns the id of the saved branch, or None if closed."""

    DEFAULT_CSS = "BranchScreen #cost { height: auto; color: $foreground-muted; padding: 0 3; }"
    AUTO_FOCUS = "ChoiceRow"
    BINDINGS: ClassVar[list[BindingType]] = dialog_keys("branch.start", "branch.close", "Play on")

    def __init__(self, replay: Replay) -> None:
        """`replay`: a replay at the position where the branch begins."""
        super().__init__(f"Branch from step {replay.at} of {replay.last}", ABOUT, {"far": END}, "Play on")
        self._replay = replay
        self._turn = only_turn(replay)
        self._ready: Sequence[str] = ()
        """Models that can take a seat."""
        self._busy = False

    def fields(self) -> Sequence[Field]:
        """A field for each seat. If the branch can stop after one turn, another field asks for its length."""
        now = self.form.values
        found = []
        for chair in chairs(self._replay, arena_of(self).settings.name, self._ready):
            name = f"seat-{chair.seat}"
            found.append(Field(name, chair.seat, now.get(name, chair.first), chair.choices))
        ends = choices([(END, "to the end"), (TURN, "just this question")])
        return [*found, Field("far", "plays on", now["far"], ends, shown=self._turn is not None)]

    def below(self) -> ComposeResult:
        yield Static(id="cost", markup=False)

    def on_mount(self) -> None:
        self.meet()

    @work(exclusive=True, group="people")
    async def meet(self) -> None:
        """Find the models that can take a seat."""
        arena = arena_of(self)
        try:
            self._ready = await arena.in_thread(ready_names, arena.store, arena.registry)
        except SaveError:
            return
        self.form.redraw()
        self.learn_cost()

    @property
    def players(self) -> Mapping[str, str]:
        """Maps each seat to the chosen player."""
        now = self.form.values
        return {name.removeprefix("seat-"): text for name, text in now.items() if name.startswith("seat-")}

    def changed(self) -> None:
        self.tell("")
        self.learn_cost()

    @work(exclusive=True, group="cost")
    async def learn_cost(self) -> None:
        """Show how much sessions with these models have cost."""
        arena, r = arena_of(self), self._replay
        models = models_of(self.players, r.session)
        words = ""
        if models:
            groups = [(r.end.seats[seat].group, name) for seat, name in models.items()]
            try:
                words = await models_cost(arena, {r.info.id: groups})
            except SaveError as error:
                words = str(error)
        self.query_one("#cost", Static).update(say(words))

    def action_take(self) -> None:
        if not self._busy:
            self._busy = True
            self._begin()

    @work(exclusive=True, group="saved")
    async def _begin(self) -> None:
        """Save the branch and return its id; show an error in the dialog."""
        arena = arena_of(self)
        try:
            made = await arena.in_thread(
                begin,
                self._replay,
                self.players,
                arena.store,
                book=arena.registry.book,
                human=arena.settings.name,
                stop_after=self._turn if self.form.values["far"] == TURN else None,
            )
        except (BadBranch, BadPlayer, BadFile, BadEvent, SaveError) as error:
            self._busy = False
            self.tell(str(error))
            return
        self.dismiss(made)

"""A table: one session in play. A program speaks for some of its seats; bots and models have the others.

Law: `view` and `messages` reveal only what their seat may know. A reply is treated like a person's. It is
cleaned and judged once by the rules. If there is a save file, it is saved before it can be seen.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tui_arena.api.home import Home, PathName, at_once, home, outside_a_loop, save_file
from tui_arena.batch.run import Budgets, check_models, no_variant
from tui_arena.config import BadFile, read_settings
from tui_arena.core.events import Event
from tui_arena.core.game import (
    TABLE,
    Ask,
    AtOnce,
    Data,
    Fault,
    Outcome,
    PlayerFailed,
    Reply,
    View,
)
from tui_arena.core.options import BadOption
from tui_arena.core.reading import in_words
from tui_arena.core.reasoning import without_thoughts
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo
from tui_arena.players.models.prompts import Message, MissingSlot
from tui_arena.players.models.requests import is_published
from tui_arena.players.new_session import (
    DEALER,
    Opening,
    Wish,
    machines,
    new_session,
    seated,
    usual_seats,
    variants,
)
from tui_arena.players.seating import PLAIN, BadPlayer, Cast, read_player
from tui_arena.save.exchange.session_files import document
from tui_arena.save.store import Piece, Store, new_id, now, open_store

SEEDS = 2**48
"""Seeds are whole numbers from 0 to below this."""
PROGRAM = Cast({"player": "script", "name": "program"})
"""The player of a seat for which the program speaks, unless the program names a person."""


class NotAsked(ValueError):
    """A call needs an ask that isn't open; the text says which asks are."""


def is_own(cast: Cast) -> bool:
    """True if the program speaks for this player: a person, or a script without a file."""
    return cast.kind == "human" or (cast.kind == "script" and cast.path is None)


class Table:
    """One session in play.

    Whenever a call returns, the players have replied, and the table waits for the program or is over. Only a
    loaded table waits until `go_on` is called, because its players may cost money.
    """

    def __init__(
        self,
        where: Home,
        info: GameInfo,
        session: Session,
        cast: Mapping[str, Cast],
        save: Path | None = None,
    ) -> None:
        """For `deal` and `load`. `save`: the save file, which gets the session with its first reply."""
        self._where = where
        self._info = info
        self._session = session
        seats = info.game.seats(session.setup.options)
        dealt = {seat.name for seat in seats if seat.default == DEALER}
        self._cast = {
            s.name: cast.get(s.name, PROGRAM) for s in seats if s.name in cast or s.name not in dealt
        }
        self._others = {seat: one for seat, one in self._cast.items() if not is_own(one)}
        self._models = any(one.asks for one in self._others.values())
        self._save = save
        self._store: Store | None = None
        self._kept = False
        self._unsaved: list[Event] = []
        self._sent: dict[str, list[Mapping[str, str]]] = {}
        self._play: Play[Any] = session.fold(info.game)
        self._computed: tuple[int, dict[str, Any]] | None = None
        """The metrics, and the number of events from which they were computed."""

    @cached_property
    def _referee(self) -> Referee[Any]:
        """Seats the players, but only when they are needed to play. Raises BadPlayer and BadFile."""
        models = None
        if self._models:
            usual = Budgets.usual(read_settings(self._where.paths)[0])  # the budget of each session
            models = self._where.registry.seats([usual.of_session(())])
        players = machines(self._session, self._others, self._info, models)
        stamped = self._models or self._save is not None
        return Referee(self._play, players, self._append, now=now if stamped else None)

    # properties and views

    @property
    def id(self) -> str:
        """The session's id."""
        return self._session.id

    @property
    def game(self) -> str:
        """The id of the game."""
        return self._session.game

    @property
    def seed(self) -> int | None:
        """The seed of everything random in the session; None for a foreign session without a seed."""
        return self._session.setup.seed

    @property
    def options(self) -> Data:
        """Maps every option to its value."""
        return self._session.setup.options

    @property
    def seats(self) -> dict[str, str]:
        """Maps each seat to its player's name."""
        return {seat: one_line(str(one.spec.get("name") or one.kind)) for seat, one in self._cast.items()}

    @property
    def own(self) -> tuple[str, ...]:
        """The seats for which the program speaks."""
        return tuple(seat for seat, one in self._cast.items() if is_own(one))

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open asks, in the game's order; empty when nothing is left to ask."""
        return self._play.asks()

    @property
    def over(self) -> bool:
        """True if the session has an outcome; a last ask, such as for the secret, may still be open."""
        return self._play.over

    @property
    def outcome(self) -> Outcome:
        """How the session ended; the result is `unfinished` before the end."""
        return self._play.outcome()

    @property
    def metrics(self) -> dict[str, Any]:
        """Maps every metric of the game to its value, or None if undefined. Metrics may reveal the secret."""
        if self._computed is None or self._computed[0] != len(self._play.events):
            self._computed = (len(self._play.events), self._info.compute(self._play))
        return dict(self._computed[1])

    @property
    def score(self) -> float | None:
        """The solving side's main score, 0 to 1; None before the end, and when aborted."""
        return self._info.main_score(self._play, self.metrics) if self.over else None

    def view(self, seat: str = TABLE) -> View:
        """All that a seat may know, and only that; `table`: all that everybody may know. Raises BadPlayer."""
        if seat != TABLE:
            self._check(seat)
        return self._play.view(seat)

    def ask(self, seat: str) -> Ask | None:
        """The open ask of a seat; None if it is not asked now. Raises BadPlayer for an unknown seat."""
        for ask in self._play.asks():
            if ask.seat == seat:
                return ask
        self._check(seat)
        return None

    def messages(self, seat: str, prompt: str = "") -> list[Message]:
        """The chat messages that a model in a seat would get for its open ask, each with `role` and `content`.

        `prompt`: a variant of the game's prompts; empty: that of the seat's model, or the plain one.
        Raises NotAsked if the seat is not asked, BadPlayer for an unknown seat, BadOption for an unknown variant,
        BadFile for a prompt that can't be used.
        """
        ask = self._asked(seat)
        spec = self._cast[seat].spec
        chosen = checked_prompt(self._where, self._info, prompt) if prompt else str(spec.get("prompt") or "")
        try:
            made = self._where.prompts.messages(
                self._info,
                ask,
                self._play.view(seat),
                self._play.last_fault(ask),
                variant=chosen,
                persona=str(spec.get("persona") or ""),
                published=is_published(self._session.setup.preset),
            )
        except MissingSlot as error:
            raise BadFile(f"the prompt for {ask.name} can't be used: {error}") from None
        return list(made)

    def to_json(self) -> dict[str, Any]:
        """The whole session as in a session file, which `load` reads back. It includes the secret."""
        return document(self.session, self._info, self._play)

    @property
    def play(self) -> Play[Any]:
        """The session folded so far. It includes the secret."""
        return self._play

    @property
    def session(self) -> Session:
        """The session with all its events."""
        messages = {**self._session.messages, **self._sent}
        return replace(self._session, events=tuple(self._play.events), messages=messages)

    # acting

    def say(self, seat: str, text: str, *, ask: str | None = None) -> Fault | None:
        """Replies for a seat; then the players reply until the program is asked again.

        Marked reasoning is removed from the text (`core/reasoning.py`) and kept next to the reply.

        `ask`: the name of the ask that the text answers, if one ask takes several kinds of replies
        (`Ask.also`). Returns why the rules refused the text, or None if they accepted it. Raises NotAsked,
        and BadPlayer for an unknown seat; after PlayerFailed or SaveError, `go_on` tries again.
        """
        open_ask = self._asked(seat)
        if seat in self._others:
            raise NotAsked(f"{seat} is {self.seats[seat]}; the program speaks for {_or(self.own)}")
        if not isinstance(text, str):
            raise NotAsked(f"{seat}: a reply must be a text, not {type(text).__name__}")
        if ask not in (None, open_ask.name, *open_ask.also):
            raise NotAsked(
                f"{seat} is asked for {_or((open_ask.name, *open_ask.also))}, not {one_line(str(ask), 40)}"
            )
        at_once(self._referee.take(open_ask, in_words(without_thoughts(Reply(text, ask=ask)), open_ask)))
        fault = self._play.steps[-1].fault
        self.go_on()
        return fault

    def go_on(self) -> None:
        """Lets the players reply until the program is asked, or nobody is. Raises PlayerFailed, SaveError.

        This is only needed after a player failed, and for a loaded table. The replies of the other players
        are kept.
        """
        while due := self._due():
            failed = None
            for ask, reply in self._replies(due):
                if isinstance(reply, PlayerFailed):
                    failed = failed or reply
                else:
                    at_once(self._referee.take(ask, reply))
            if failed is not None:
                raise failed

    def undo(self, seat: str | None = None) -> None:
        """Takes back the last reply of the program and everything after it, and asks again.

        `seat`: only if that seat gave the reply. Raises NotAsked if there is nothing to take back, or if the
        option `takebacks` is off. Raises BadPlayer for an unknown seat.
        """
        if seat is not None:
            self._check(seat)
        to = self._play.undo_point(self.own, seat)
        if to is None:
            why = "there is nothing to take back" if self.options.get("takebacks") else "takebacks are off"
            raise NotAsked(f"{why}{f' for {seat}' if seat else ''}")
        at_once(self._referee.undo(to))
        self.go_on()

    def close(self) -> None:
        """Closes the save file, if there is one; an unfinished session can be resumed in the app."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    # internal steps

    def _check(self, seat: str) -> None:
        if seat not in self._cast:
            raise BadPlayer(
                f"there is no seat {one_line(str(seat), 40)!r}; seats are {', '.join(self._cast)}"
            )

    def _asked(self, seat: str) -> Ask:
        ask = self.ask(seat)
        if ask is None:
            asked = ", ".join(f"{ask.seat} ({ask.name})" for ask in self.asks)
            raise NotAsked(f"{seat} is not asked; {f'open: {asked}' if asked else 'the session is over'}")
        return ask

    def _due(self) -> list[Ask]:
        """The asks that players answer now.

        In a race, all players wait for the program, and quick players wait for the others.
        """
        asks = self.asks
        if not any(ask.race for ask in asks):
            return [ask for ask in asks if ask.seat in self._others]
        due = [ask for ask in asks if not ask.race and ask.seat in self._others]
        race = [ask for ask in asks if ask.race]
        if all(ask.seat in self._others for ask in race):
            slow = [ask for ask in race if not self._is_quick(ask)]
            due += slow or race[:1]
        return due

    def _is_quick(self, ask: Ask) -> bool:
        return isinstance(self._referee.players[ask.seat], AtOnce)

    def _replies(self, due: Sequence[Ask]) -> list[tuple[Ask, Reply | PlayerFailed]]:
        """The replies of players, in the order of their asks; only players who think need an event loop."""
        slow = [ask for ask in due if not self._is_quick(ask)]
        if not slow:
            return [(ask, at_once(self._reply(ask))) for ask in due]
        come = outside_a_loop(lambda: asyncio.run(self._thought(slow)))
        come |= {ask: at_once(self._reply(ask)) for ask in due if ask not in slow}
        return [(ask, come[ask]) for ask in due if ask in come]

    async def _thought(self, asks: Sequence[Ask]) -> dict[Ask, Reply | PlayerFailed]:
        """The replies of players who think, all asked at the same time; in a race, only the first replies."""
        tasks = {asyncio.create_task(self._reply(ask)): ask for ask in asks}
        when = asyncio.FIRST_COMPLETED if asks[0].race else asyncio.ALL_COMPLETED
        done, late = await asyncio.wait(tasks, return_when=when)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        return {tasks[task]: task.result() for task in done}

    async def _reply(self, ask: Ask) -> Reply | PlayerFailed:
        try:
            return await self._referee.reply(ask)
        except PlayerFailed as failed:
            return failed

    async def _append(self, event: Event, messages: Messages) -> None:
        """Keeps an event, and saves it with the events that could not be saved before. Raises SaveError."""
        self._sent |= messages
        if self._save is None:
            return
        if self._store is None:
            self._store = open_store(self._save, self._where.catalogue).store
        self._unsaved.append(event)
        named = {str(one.get("messages")) for one in self._unsaved}
        sent = {name: chat for name, chat in self._sent.items() if name in named}
        self._store.add([Piece(self._session, self._unsaved, sent, not self._kept, self._play)])
        self._kept = True
        self._unsaved = []


def opening_of(
    where: Home,
    game: str,
    seats: Mapping[str, str | Cast] | None,
    options: Data | None,
    deck: str | None,
    *,
    preset: str | None = None,
    personas: Mapping[str, Wish] | None = None,
    spoken_for: bool = True,
) -> Opening:
    """A table's opening, checked as far as possible. Raises BadFile, BadOption, BadPlayer.

    `spoken_for`: whether the program speaks for unnamed seats that a person has by default. It does so only
    if no other seat has a `human`; otherwise these seats get bots.
    """
    info = where.catalogue.game(game)
    cast = {
        seat: one if isinstance(one, Cast) else read_player(str(one), book=where.registry.book)
        for seat, one in (seats or {}).items()
    }
    opening = Opening(info.id, cast, options or {}, preset, deck, personas=personas or {})
    if spoken_for:
        opening = replace(opening, cast={**cast, **dict.fromkeys(usual_seats(opening, info), PROGRAM)})
    seated(opening, info)
    check_models(opening.cast, where.registry)
    return opening


def checked_seed(seed: object) -> int:
    """The seed itself; raises BadOption unless it is valid."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise BadOption(f"seed can't be {one_line(repr(seed), 40)}; allowed: a whole number, 0 to 2^48 - 1")
    return seed


def checked_prompt(where: Home, info: GameInfo, variant: str) -> str:
    """The name of a prompt variant, or empty for the plain prompt; raises BadOption if it is unknown."""
    known = variants(info, where.catalogue)
    if variant and variant not in known:
        raise BadOption(no_variant(variant, known))
    return "" if variant == PLAIN else variant


def dealt(
    where: Home,
    opening: Opening,
    seed: int | None,
    save: PathName | None = None,
    *,
    items: Sequence[Data] | None = None,
    index: int | None = None,
) -> Table:
    """A new table; see `deal`. `items`, `index`: as in `new_session`."""
    seed = secrets.randbelow(SEEDS) if seed is None else checked_seed(seed)
    info = where.catalogue.game(opening.game)
    session, cast = new_session(
        opening, where.catalogue, id=new_id(), seed=seed, started=now(), items=items, index=index
    )
    table = Table(where, info, session, cast, None if save is None else save_file(save))
    try:
        table.go_on()
    except BaseException:
        table.close()
        raise
    return table


def deal(
    game: str,
    seats: Mapping[str, str] | None = None,
    options: Data | None = None,
    seed: int | None = None,
    deck: str | None = None,
    *,
    preset: str | None = None,
    personas: Mapping[str, Wish] | None = None,
    save: PathName | None = None,
) -> Table:
    """Deals a session, and lets the players reply until the program is asked.

    Args:
        game: The id of a game, as in `games()`.
        seats: Maps seats to players, as on the command line: `bot:hard`, `model:NAME`, `human:NAME`. The
            program speaks for a `human`. Without a `human`, it speaks for the seat that a person has by
            default, unless another player is named for it. All other seats get bots, and the secret is dealt
            if the game can deal it.
        options: Values of the game's options; the preset sets the others.
        seed: Everything random, including the bots, is drawn from it; 0 to 2^48 - 1. None: a random seed.
        deck: A deck of the game, shipped or the user's own; None: the game's own.
        preset: `party` (None) or another preset of the game.
        personas: Maps seats to personas, in a game that has them.
        save: A save file (`NAME.db`) or its folder, to which every reply is saved before it can be seen.
            None: nothing is saved.

    Raises BadFile, BadOption or BadPlayer if something named here doesn't exist, before anything is written
    or any model is asked. Later it raises SaveError, and PlayerFailed if a player can't answer.
    """
    where = home()
    return dealt(
        where, opening_of(where, game, seats, options, deck, preset=preset, personas=personas), seed, save
    )


def _or(names: Sequence[str]) -> str:
    return " or ".join(names) or "no seat"

"""A table: one session in play, whose other seats bots and models hold and which a program speaks at.

Law: what `view` and `messages` say is what that seat may know. A reply counts as one of a person does: cleaned,
judged once by the rules, and saved, where there is a save file, before it can be seen.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from tui_arena.api.home import Home, PathName, at_once, home, outside_a_loop, save_file
from tui_arena.batch.run import Budgets, check_models
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

if TYPE_CHECKING:
    from tui_arena.players.models.player import ModelSeats

SEEDS = 2**48
"""Seeds lie between 0 and this."""
PROGRAM = Cast({"player": "script", "name": "program"})
"""Who sits on a seat for which the program speaks, unless it names a person."""


class NotAsked(ValueError):
    """Something was said or wanted at a seat that is not asked; the sentence says who is."""


def is_own(cast: Cast) -> bool:
    """Whether the program speaks for a seat: a person's, or that of a script without a file."""
    return cast.kind == "human" or (cast.kind == "script" and cast.path is None)


class Table:
    """One session in play.

    Whenever a call returns, the players have replied and the table waits for the program, or is over; only a
    table that was loaded waits until `go_on` is called, as its players may cost money.
    """

    def __init__(
        self,
        where: Home,
        info: GameInfo,
        session: Session,
        cast: Mapping[str, Cast],
        save: Path | None = None,
    ) -> None:
        """For `deal` and `load`. `save`: the save file that begins to hold it with its first reply."""
        self._where = where
        self._info = info
        self._session = session
        seats = info.game.seats(session.setup.options)
        dealt = {seat.name for seat in seats if seat.default == DEALER}
        self._cast = {
            s.name: cast.get(s.name, PROGRAM) for s in seats if s.name in cast or s.name not in dealt
        }
        self._others = {seat: one for seat, one in self._cast.items() if not is_own(one)}
        self._models = any(one.kind == "model" for one in self._others.values())
        self._save = save
        self._store: Store | None = None
        self._kept = False
        self._unsaved: list[Event] = []
        self._sent: dict[str, list[Mapping[str, str]]] = {}
        self._play: Play[Any] = session.fold(info.game)
        self._computed: tuple[int, dict[str, Any]] | None = None
        """The metrics, with the number of events that they are of."""

    @cached_property
    def _referee(self) -> Referee[Any]:
        """Seats the players, so it raises BadPlayer and BadFile; to look at a table nobody has to be there."""
        models = _model_seats(self._where) if self._models else None
        players = machines(self._session, self._others, self._info, models)
        stamped = self._models or self._save is not None
        return Referee(self._play, players, self._append, now=now if stamped else None)

    # what there is to know

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
        """What all chance of the session was drawn from; None for a session from elsewhere without one."""
        return self._session.setup.seed

    @property
    def options(self) -> Data:
        """Every option with its value."""
        return self._session.setup.options

    @property
    def seats(self) -> dict[str, str]:
        """The name of each seat's player."""
        return {seat: one_line(str(one.spec.get("name") or one.kind)) for seat, one in self._cast.items()}

    @property
    def own(self) -> tuple[str, ...]:
        """The seats for which the program speaks."""
        return tuple(seat for seat, one in self._cast.items() if is_own(one))

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The open asks, in the game's order; none when nothing is left to ask."""
        return self._play.asks()

    @property
    def over(self) -> bool:
        """Whether there is an outcome; a last ask, such as what it was, may still be open."""
        return self._play.over

    @property
    def outcome(self) -> Outcome:
        """How it ended; the result is `unfinished` before the end."""
        return self._play.outcome()

    @property
    def metrics(self) -> dict[str, Any]:
        """Every metric of the game by name; None where one is not defined. They may tell what is hidden."""
        if self._computed is None or self._computed[0] != len(self._play.events):
            self._computed = (len(self._play.events), self._info.compute(self._play))
        return dict(self._computed[1])

    @property
    def score(self) -> float | None:
        """The solving side's main score, 0 to 1; None before the end, and when aborted."""
        return self._info.main_score(self._play, self.metrics) if self.over else None

    def view(self, seat: str = TABLE) -> View:
        """What a seat may know, and nothing else; `table`: what everybody may know. Raises BadPlayer."""
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
        """The chat messages that a model on a seat would get for its open ask, each with `role` and `content`.

        `prompt`: a variant of the game's prompts; empty: the plain one, or that of the model on the seat.
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
        """The whole session in the form of session files, which `load` reads back; it holds what is hidden."""
        return document(self.session, self._info, self._play)

    @property
    def play(self) -> Play[Any]:
        """The session folded so far; it holds what is hidden."""
        return self._play

    @property
    def session(self) -> Session:
        """The session with all its events."""
        messages = {**self._session.messages, **self._sent}
        return replace(self._session, events=tuple(self._play.events), messages=messages)

    # acting

    def say(self, seat: str, text: str, *, ask: str | None = None) -> Fault | None:
        """Reply for a seat; then the players reply until the program is asked again.

        Reasoning in the text is taken out by its marks (`core/reasoning.py`) and kept beside the reply.

        `ask`: the name of what is replied to, where one ask takes two kinds of replies (`Ask.also`). Returns why
        the rules refused the text, or None if they took it. Raises NotAsked, BadPlayer for an unknown seat,
        PlayerFailed and SaveError; `go_on` tries again after these two.
        """
        open_ask = self._asked(seat)
        if seat in self._others:
            raise NotAsked(f"{seat} is {self.seats[seat]}; the program speaks for {_or(self.own)}")
        if not isinstance(text, str):
            raise NotAsked(f"{seat}: a reply is a text, not {type(text).__name__}")
        if ask not in (None, open_ask.name, *open_ask.also):
            raise NotAsked(
                f"{seat} is asked for {_or((open_ask.name, *open_ask.also))}, not {one_line(str(ask), 40)}"
            )
        at_once(self._referee.take(open_ask, in_words(without_thoughts(Reply(text, ask=ask)), open_ask)))
        fault = self._play.steps[-1].fault
        self.go_on()
        return fault

    def go_on(self) -> None:
        """Let the players reply until the program is asked, or nobody is. Raises PlayerFailed, SaveError.

        Needed only after a player failed, and for a table that was loaded. What the other players said is kept.
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
        """Take back the last reply of the program, with all that came after it, and ask again.

        `seat`: only if that seat gave it. Raises NotAsked if there is nothing to take back, or if the option
        `takebacks` is off; BadPlayer for an unknown seat.
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
        """Close the save file, if there is one; an unfinished session can be resumed in the app."""
        if self._store is not None:
            self._store.close()
            self._store = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    # parts

    def _check(self, seat: str) -> None:
        if seat not in self._cast:
            raise BadPlayer(
                f"no player on a seat {one_line(str(seat), 40)!r}; seats are {', '.join(self._cast)}"
            )

    def _asked(self, seat: str) -> Ask:
        ask = self.ask(seat)
        if ask is None:
            asked = ", ".join(f"{ask.seat} ({ask.name})" for ask in self.asks)
            raise NotAsked(f"{seat} is not asked; {f'open: {asked}' if asked else 'the session is over'}")
        return ask

    def _due(self) -> list[Ask]:
        """The asks that players answer now; in a race they wait for the program, then those at once for others."""
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
        """The replies of players, in the order of their asks; only those that think need an event loop."""
        slow = [ask for ask in due if not self._is_quick(ask)]
        if not slow:
            return [(ask, at_once(self._reply(ask))) for ask in due]
        come = outside_a_loop(lambda: asyncio.run(self._thought(slow)))
        come |= {ask: at_once(self._reply(ask)) for ask in due if ask not in slow}
        return [(ask, come[ask]) for ask in due if ask in come]

    async def _thought(self, asks: Sequence[Ask]) -> dict[Ask, Reply | PlayerFailed]:
        """The replies of players who think, all asked at the same time; of a race, those that come first."""
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
        """Keep an event, and save it with those that could not be saved before. Raises SaveError."""
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


def _model_seats(where: Home) -> ModelSeats:
    """What seats models, with the budgets that the user set for each session."""
    usual = Budgets.usual(read_settings(where.paths)[0])
    return where.registry.seats([usual.of_session(())])


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
    """The table that is set up, checked as far as it can be. Raises BadFile, BadOption, BadPlayer.

    `spoken_for`: whether the program speaks where a person sits by default, if it isn't named for another seat and
    nobody is named for this one; else that is a bot.
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
    """The seed; raises BadOption unless it is one."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise BadOption(f"seed can't be {one_line(repr(seed), 40)}; allowed: a whole number, 0 to 2^48 - 1")
    return seed


def checked_prompt(where: Home, info: GameInfo, variant: str) -> str:
    """The variant of a game's prompts; raises BadOption unless there is one. Empty: the plain prompt."""
    known = variants(info, where.catalogue)
    if variant and variant not in known:
        raise BadOption(f"no prompt variant {one_line(str(variant), 40)!r}; allowed: {', '.join(known)}")
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
    """Deal a session, and let the players reply until the program is asked.

    Args:
        game: The id of a game, as in `games()`.
        seats: Players by seat, as on the command line: `bot:hard`, `model:NAME`, `human:NAME`. The program
            speaks for a `human`; if no seat is named so, for the one that a person has by default, unless another
            player is named for it. On all other seats sit bots, and a secret is dealt where the game can.
        options: Values of the game's options; the others are those of the preset.
        seed: All chance is drawn from it, that of bots too; 0 to 2^48 - 1. None: another one each time.
        deck: A deck of the game, shipped or the user's own; None: the game's own.
        preset: `party` (None) or another preset of the game.
        personas: Personas by seat, in a game that has them.
        save: A save file (`NAME.db`) or the folder of one, where every reply is saved before it can be seen.
            None: nothing is saved.

    Raises BadFile, BadOption or BadPlayer for what there isn't, before anything is written or any model is asked;
    then SaveError, and PlayerFailed if a player can't answer.
    """
    where = home()
    return dealt(
        where, opening_of(where, game, seats, options, deck, preset=preset, personas=personas), seed, save
    )


def _or(names: Sequence[str]) -> str:
    return " or ".join(names) or "no seat"

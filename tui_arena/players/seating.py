"""Who is meant by a PLAYER text, and the player that sits there.

Law: a cast member is plain values (`seats` of a session file); players are made from them anew for
every session.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random

from tui_arena.core.game import Data, Player, Setup
from tui_arena.core.text import one_line
from tui_arena.data import GameInfo, read_script
from tui_arena.players.bot import LEVELS, BotPlayer
from tui_arena.players.script import ScriptPlayer

DEFAULT_LEVEL = "medium"
NAME_CHARS = 40
FORMS = "human[:NAME], bot[:easy|medium|hard], script:FILE, any:PLAYER,PLAYER,…"


class BadPlayer(ValueError):
    """A PLAYER that can't be seated; the sentence says what is allowed."""


@dataclass(frozen=True, slots=True)
class Cast:
    """One player as a session file's `seats` holds it, with what only this process needs."""

    spec: Data
    """`player`, `name`, and what its kind adds (`level` of a bot); a file may leave out any of them."""
    path: Path | None = None
    """A script's file."""
    choices: tuple[Cast, ...] = ()
    """`any:`: one of these is drawn per session by its seed."""

    @property
    def kind(self) -> str:
        return str(self.spec.get("player") or "script")

    def drawn(self, seed: int, seat: str) -> Cast:
        """The cast of one session: itself, or one of its choices."""
        if not self.choices:
            return self
        return Random(f"{seed}/cast/{seat}").choice(self.choices).drawn(seed, seat)


def read_player(text: str, human: str = "You") -> Cast:
    """The cast of a PLAYER text; `human` names people who are not named. Raises BadPlayer."""
    kind, _, rest = text.strip().partition(":")
    match kind:
        case "human":
            return Cast({"player": "human", "name": one_line(rest, NAME_CHARS) or human})
        case "bot":
            return bot(rest or DEFAULT_LEVEL)
        case "script" if rest:
            return Cast({"player": "script", "name": one_line(Path(rest).stem, NAME_CHARS)}, Path(rest))
        case "any" if rest:
            parts = rest.split(",")
            if any(part.strip().startswith("any:") for part in parts):
                raise BadPlayer(f"{one_line(text, 60)!r}: an any: can't stand in another; name all in one")
            choices = tuple(read_player(part, human) for part in parts)
            return Cast({"player": "any", "name": one_line(rest, NAME_CHARS)}, None, choices)
        case "model":
            raise BadPlayer(f"{one_line(text, 60)!r}: this version seats no models yet; PLAYER is {FORMS}")
    raise BadPlayer(f"no player {one_line(text, 60)!r}; PLAYER is {FORMS}")


def bot(level: str) -> Cast:
    """A bot of a level; raises BadPlayer."""
    if level not in LEVELS:
        raise BadPlayer(f"no bot level {one_line(level, 40)!r}; levels are {', '.join(LEVELS)}")
    return Cast({"player": "bot", "name": f"bot {level}", "level": level})


def sit_down(cast: Cast, info: GameInfo, setup: Setup) -> Player:
    """The player of a bot or a script; people are seated by the app. Raises BadPlayer, BadFile."""
    if cast.kind == "bot":
        built_in = info.bot_for(setup.lexicon)
        if built_in is None:
            raise BadPlayer(f"{info.title} has no bot")
        return BotPlayer(built_in, str(cast.spec["level"]), setup.seed, setup.repetition)
    if cast.kind == "script" and cast.path is not None:
        return ScriptPlayer(read_script(cast.path))
    raise BadPlayer(f"a {cast.kind} can't play without the app")

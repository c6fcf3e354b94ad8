"""What of a set-up is dealt: which choices have no effect where a seat gives the secret, and what can be repeated.

Nothing here is a rule of a game. A set-up is looked at as it was dealt, and the manifest says which options only
narrow what is dealt (`deals`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tui_arena.core.game import Data
from tui_arena.core.language.sentences import listed
from tui_arena.core.options import BadOption
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.new_session import DEALER, Opening

DECK = "deck"


@dataclass(frozen=True, slots=True)
class Undealt:
    """Why the secret of a set-up is not dealt."""

    why: str
    """Part of a sentence, for every reader."""
    way: str = ""
    """How the command line would have it dealt; empty: it can't be."""

    def __str__(self) -> str:
        return f"{self.why}; {self.way}" if self.way else self.why


def undealt(session: Session, info: GameInfo) -> Undealt | None:
    """Why the secret of a new session is not dealt; None if it is."""
    setup = session.setup
    if setup.secret:
        return None
    if setup.secret is not None:  # not even a seat puts it down
        name, value = _way_out(setup.options, info)
        why = f"nothing is dealt with {name} = {setup.options[name]}" if name else "nothing is dealt here"
        return Undealt(why, f"--set {name}={value} --deck D deals it" if name else "")
    if info.dealt == "never":
        return Undealt(f"nothing is dealt in {info.title}")
    givers = [
        s.name for s in info.game.seats(setup.options) if s.default == DEALER and s.name in session.seats
    ]
    if givers:
        return Undealt(f"the secret is given by {givers[0]}", f"without --seat {givers[0]} it is dealt")
    if info.dealt == "when_named":
        return Undealt("the secret is given by a seat, as no deck is named", "--deck D deals it")
    return Undealt(f"nothing is dealt in {info.title} with these options")


def idle(opening: Opening, session: Session, info: GameInfo) -> list[str]:
    """The options that were given and have no effect, because nothing is dealt; `deck` may be among them."""
    if session.setup.secret:
        return []
    found = [n for n, value in opening.options.items() if info.options[n].deals and value is not None]
    return [*found, DECK] if opening.deck is not None and session.setup.source is None else found


def check_effect(opening: Opening, session: Session, info: GameInfo) -> None:
    """Raise BadOption if an option that only narrows what is dealt was given where nothing is dealt."""
    names = idle(opening, session, info)
    why = undealt(session, info) if names else None
    if why is not None:
        have = "have" if len(names) > 1 else "has"
        raise BadOption(f"{listed(names)} {have} no effect: {why}")


def unrepeatable(session: Session, info: GameInfo) -> Undealt | None:
    """Why a set-up can't be played again with the same secret; None if it can.

    A secret that a seat gives at the start is dealt when the set-up is played again. That is not possible where
    the rules know no dealt secret.
    """
    found = never_dealt(session, info)
    if found is None:
        return None
    here, way = found
    why = f"the same secret can't be played again in {here}, as it is never dealt"
    return Undealt(why, f"{way} keeps it" if way else "--sessions plays more of them")


def never_dealt(session: Session, info: GameInfo) -> tuple[str, str] | None:
    """Where it is that no secret can be dealt, in words, and how the command line would have one; None: it can be."""
    if session.setup.secret is not None and not session.setup.secret:
        name, value = _way_out(session.setup.options, info)
        if name:
            return f"{info.title} with {name} = {session.setup.options[name]}", f"--set {name}={value}"
    elif info.dealt != "never":
        return None
    return info.title, ""


def check_repeatable(session: Session, info: GameInfo) -> None:
    """Raise BadOption if a set-up can't be played again with the same secret."""
    why = unrepeatable(session, info)
    if why is not None:
        raise BadOption(f"--repetitions: {why}")


def items_of(session: Session, info: GameInfo) -> Sequence[Data]:
    """What could be dealt to a new session, in the deck's order; empty if its secret is not dealt."""
    setup = session.setup
    return info.game.items(setup.options, setup.source) if setup.secret and setup.source is not None else ()


def _way_out(options: Mapping[str, Any], info: GameInfo) -> tuple[str, str]:
    """The option and its value with which a seat gives the secret at the start; empty if there is none."""
    for option in info.options.values():
        for value in option.choices:
            secret = info.game.deal({**options, option.name: value}, None, Random(0)).get("secret")
            if secret is None:
                return option.name, value
    return "", ""

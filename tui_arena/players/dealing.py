"""Whether a secret is dealt, which options have no effect if it isn't, and which set-ups can be repeated.

This module contains no rule of any game. It looks at a set-up after dealing, and a game's manifest says which
options only narrow what is dealt (`deals`).
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
from tui_arena.data import DECK, GameInfo
from tui_arena.players.new_session import DEALER, Opening


@dataclass(frozen=True, slots=True)
class Undealt:
    """The reason why the secret of a set-up isn't dealt."""

    why: str
    """The reason as part of a sentence, for users of any front end."""
    way: str = ""
    """How a user of the command line gets the secret dealt; empty if that is impossible."""

    def __str__(self) -> str:
        return f"{self.why}; {self.way}" if self.way else self.why


def undealt(session: Session, info: GameInfo) -> Undealt | None:
    """Returns the reason why the secret of a new session isn't dealt; None if it is dealt."""
    setup = session.setup
    if setup.secret:
        return None
    if setup.secret is not None:  # an empty secret: no seat gives it at the start either
        name, value = way_out(setup.options, info)
        why = f"nothing is dealt with {name} = {setup.options[name]}" if name else "nothing is dealt here"
        return Undealt(why, f"use --set {name}={value} --deck D to have it dealt" if name else "")
    if info.dealt == "never":
        return Undealt(f"nothing is dealt in {info.title}")
    givers = [
        s.name for s in info.game.seats(setup.options) if s.default == DEALER and s.name in session.seats
    ]
    if givers:
        return Undealt(f"the {givers[0]} gives the secret", f"leave out --seat {givers[0]} to have it dealt")
    if info.dealt == "when_named":
        return Undealt("a seat gives the secret because no deck is named", "use --deck D to have it dealt")
    return Undealt(f"nothing is dealt in {info.title} with these options")


def idle(opening: Opening, session: Session, info: GameInfo) -> list[str]:
    """Returns the given options that have no effect because nothing is dealt; `deck` may be among them."""
    if session.setup.secret:
        return []
    found = [n for n, value in opening.options.items() if info.options[n].deals and value is not None]
    return [*found, DECK] if opening.deck is not None and session.setup.source is None else found


def check_effect(opening: Opening, session: Session, info: GameInfo) -> None:
    """Raise BadOption if nothing is dealt, but an option was given that only narrows what is dealt."""
    names = idle(opening, session, info)
    why = undealt(session, info) if names else None
    if why is not None:
        have = "have" if len(names) > 1 else "has"
        raise BadOption(f"{listed(names)} {have} no effect: {why}")


def unrepeatable(session: Session, info: GameInfo) -> Undealt | None:
    """Returns the reason why a set-up can't be played again with the same secret; None if it can.

    If a seat gave the secret at the start, the secret is dealt when the set-up is played again. That is
    impossible if the game's rules never deal a secret.
    """
    found = never_dealt(session, info)
    if found is None:
        return None
    here, way = found
    why = f"the same secret can't be played again in {here}, because it is never dealt"
    return Undealt(why, f"use {way} to keep it" if way else "use --sessions to play more of them")


def never_dealt(session: Session, info: GameInfo) -> tuple[str, str] | None:
    """The choice that rules out a dealt secret, in words, and the option to set instead; None if one can be dealt."""
    if session.setup.secret is not None and not session.setup.secret:
        name, value = way_out(session.setup.options, info)
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
    """The items that could be dealt to a new session, in deck order; empty if its secret isn't dealt."""
    setup = session.setup
    return info.game.items(setup.options, setup.source) if setup.secret and setup.source is not None else ()


def way_out(options: Mapping[str, Any], info: GameInfo) -> tuple[str, str]:
    """The option and value with which a seat gives the secret at the start; both empty if there is none."""
    for option in info.options.values():
        for value in option.choices:
            secret = info.game.deal({**options, option.name: value}, None, Random(0)).get("secret")
            if secret is None:
                return option.name, value
    return "", ""

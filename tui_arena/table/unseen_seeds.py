"""Deals people what they haven't had yet: cards, stories and secrets. After the whole deck, these come again.

A new table without its own seed tries seeds until the hidden thing is new to every person who sits there. A
setter bot is asked in advance what it will hide, and it says the same at the table. If a deck has hardly
anything new left, the session gets one of its last new items directly, although its seed alone would deal
another.

The hidden thing is identified by its text, ignoring case: the first text of the secret, or the first thing
that a setter bot says.

Law: a seed is chosen only by what is saved of the people's own sessions of that game, and reveals none of it.
A table with a seed, a word of the day, a run, and a table without people use their seed alone.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from tui_arena.core.challenge import SEEDS
from tui_arena.core.forms import ReplyForm, choices_in
from tui_arena.core.game import Data, Deck, PlayerFailed
from tui_arena.core.session import Session, drawn, item_name
from tui_arena.core.text import fold
from tui_arena.data import Catalogue, GameInfo
from tui_arena.players.bot import BotPlayer
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import Cast, sit_down
from tui_arena.save.people import WasHidden
from tui_arena.save.store import Store

TRIES = 1000
"""The maximum number of seeds that are tried."""
WORK = 400_000
"""The maximum number of items in all tries together, so a large deck gets fewer tries."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The thing that a new session hides."""

    text: str
    ask: str = ""
    """The ask in which a setter bot gives it; empty if it is dealt."""


def unseen_seed(catalogue: Catalogue, store: Store, opening: Opening) -> tuple[int, Data | None]:
    """Returns a seed that deals something new to these people, and the secret if the seed isn't enough.

    Raises BadOption, BadPlayer, BadFile and SaveError.
    """
    info = catalogue.game(opening.game)
    seed = secrets.randbelow(SEEDS)
    session, cast = _made(catalogue, opening, seed)
    people = [str(s.get("name")) for s in session.seats.values() if s.get("player") == "human"]
    before = store.hidden_from(info.id, people) if people else []
    first = (
        hidden(session, cast, info) if before else None
    )  # else anything is new, and a bot needn't be asked
    if first is None:
        return seed, None
    had = _had(info, before, first.ask)
    if not had[fold(first.text)]:
        return seed, None
    return (
        _least_heard_seed(catalogue, opening, info, first.ask, had)
        if first.ask
        else _dealt(session, info, had)
    )


def _made(catalogue: Catalogue, opening: Opening, seed: int) -> tuple[Session, Mapping[str, Cast]]:
    return new_session(opening, catalogue, id="-", seed=seed, started=None)


def hidden(session: Session, cast: Mapping[str, Cast], info: GameInfo) -> Hidden | None:
    """Returns what a session hides; None if a person or model gives it, or if nothing is hidden."""
    dealt = item_name(session.setup.secret or {})
    if dealt:
        return Hidden(dealt)
    play = session.fold(info.game)
    ask = next(iter(play.asks()), None)
    if ask is None or play.seats[ask.seat].side == "solver" or cast[ask.seat].kind != "bot":
        return None
    player = sit_down(cast[ask.seat], info, session.setup)
    try:
        text = player.would_say(ask, play.view(ask.seat)) if isinstance(player, BotPlayer) else ""
    except PlayerFailed:  # the table will report the failure
        return None
    return Hidden(_given(info.game.forms.get(ask.name, ()), text), ask.name)


def seats_that_had(
    store: Store, session: Session, cast: Mapping[str, Cast], info: GameInfo, seats: Sequence[str]
) -> list[str]:
    """Returns those of these seats whose person has had what a new session hides. Raises SaveError."""
    first = hidden(session, cast, info)
    if first is None and session.events:  # somebody else's first move is given
        event = session.events[0]
        ask = str(event.get("ask", ""))
        first = Hidden(_given(info.game.forms.get(ask, ()), str(event.get("text", ""))), ask)
    if first is None:
        return []
    names = {seat: str(session.seats[seat].get("name")) for seat in seats}
    had = {seat: _had(info, store.hidden_from(info.id, [name]), first.ask) for seat, name in names.items()}
    return [seat for seat in names if had[seat][fold(first.text)]]


def _given(forms: Sequence[ReplyForm], text: str) -> str:
    """Returns the hidden part of a setter's reply: the first part that isn't a choice, such as `true`."""
    kinds = [kind for form in forms for kind in form.parts.values() if "|" in kind]
    choices = {choice for kind in kinds for choice in choices_in(kind)}
    return next((part for part in map(str.strip, text.split("|")) if fold(part) not in choices), text)


def _had(info: GameInfo, before: Sequence[WasHidden], ask: str) -> Counter[str]:
    """Maps the folded text of each thing that was hidden before to how often it was."""
    had: Counter[str] = Counter()
    for one in before:
        text = _given(info.game.forms.get(ask, ()), one.reply) if ask and one.ask == ask else one.secret
        if text:
            had[fold(text)] += 1
    return had


def _dealt(session: Session, info: GameInfo, had: Counter[str]) -> tuple[int, Data | None]:
    """A seed that deals one of the items that the people had least often, or a seed and such an item."""
    setup = session.setup
    deck = setup.source
    assert deck is not None, "what is dealt comes from a deck"

    def deal(seed: int, source: Deck) -> Data:
        secret: Data = drawn(info.game, setup.options, source, seed).get("secret") or {}
        return secret

    start = secrets.randbelow(SEEDS)
    last: Data = {}
    most = 0
    times = [had[fold(item_name(item))] for item in deck.items]
    for most in sorted(set(times)):
        few = replace(deck, items=[item for item, n in zip(deck.items, times, strict=True) if n <= most])
        try:
            last = deal(start, few)
        except ValueError:  # the options narrow the deck, and all items that they leave were dealt more often
            continue
        break
    for seed in _seeds(len(deck.items)):
        if had[fold(item_name(deal(seed, deck)))] <= most:
            return seed, None
    return start, last


def _least_heard_seed(
    catalogue: Catalogue, opening: Opening, info: GameInfo, ask: str, had: Counter[str]
) -> tuple[int, Data | None]:
    """The seed, of the tried seeds, with which a setter bot says what the people heard least often."""
    best: tuple[int, int] | None = None
    for seed in _seeds(1):
        found = hidden(*_made(catalogue, opening, seed), info)
        times = had[fold(found.text)] if found is not None and found.ask == ask else 0
        if best is None or times < best[0]:
            best = times, seed
        if not times:
            break
    assert best is not None, "at least one seed is tried"
    return best[1], None


def _seeds(items: int) -> list[int]:
    """Returns seeds to try, in any order. `items`: the number of items in each try."""
    tries = max(min(TRIES, WORK // max(items, 1)), 1)
    chance = Random(secrets.randbits(64))
    return [chance.randrange(SEEDS) for _ in range(tries)]

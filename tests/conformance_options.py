"""The options of a game: each value off its default is played, and every pair of values.

Sessions are played at random by the game's `playout` (`tests/conformance.py`), and by the built-in players.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from random import Random
from typing import Any

from tests.conformance import (
    CATALOGUE,
    MOST_REPLIES,
    Table,
    check_ended,
    give,
    play_out,
    playout_of,
    sent_for,
)
from tui_arena.core.game import TABLE, Ask
from tui_arena.core.options import AUTO, BadOption, Option
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.players.new_session import Opening, check_effect, new_session
from tui_arena.players.seating import Cast, built_in
from tui_arena.save.exchange.export import FORMATS
from tui_arena.table.labels import call_of, labelled_facts, ways_of
from tui_arena.ui.game_ui import game_ui_of
from tui_arena.ui.glyphs import Glyphs

Values = dict[str, Any]
Pair = frozenset[tuple[str, int]]
"""Two options, each with the place of its value."""


FEW = 4
LONGEST = 60
"""So many replies of a session at random are looked at; most are over by then."""


def values_of(option: Option) -> list[Any]:
    """The default, then the other values: all choices, both ends of a range, null and `auto` where they are values."""
    match option.type:
        case "choice":
            found: list[Any] = [*option.choices]
        case "flag":
            found = [True, False]
        case "number":
            found = [option.min, option.max]
        case _:
            found = [int(end) for end in (option.min, option.max) if end is not None]
    if option.type == "per_seat":
        found.append({option.seats[-1]: found[0]})
    found += [None] * option.nullable + [AUTO] * bool(option.auto)
    return [option.default, *(value for value in found if value != option.default)]


def singles(info: GameInfo) -> Iterator[Values]:
    """Each value off its default, with the values of other options without which it means nothing."""
    for option in info.options.values():
        needed = {name: allowed[0] for name, allowed in option.only.items()}
        for value in values_of(option)[1:]:
            yield {**needed, option.name: value}


def together(info: GameInfo) -> Iterator[Values]:
    """Few sets that hold each of these values once, but for what is dealt: first all limits at their least."""
    least: Values = {}
    others: dict[str, list[Any]] = {}
    for name, option in info.options.items():
        if not option.deals:
            if option.min is not None:
                least[name] = option.min if option.type == "number" else int(option.min)
            others[name] = [
                value for value in values_of(option)[1:] if value != least.get(name, option.default)
            ]
    yield least
    for number in range(max(map(len, others.values()))):
        yield {name: values[number] for name, values in others.items() if number < len(values)}


def covering(info: GameInfo) -> Iterator[Values]:
    """Sets that hold every pair of values of two options at least once.

    A deck may have many topics, which are alike to the rules: only the first few are among the values.
    """
    values = {
        name: values_of(option)[: FEW if option.deals else None] for name, option in info.options.items()
    }
    places = {name: [(name, place) for place in range(len(of))] for name, of in values.items()}
    missing = {_pair(a, b) for of in combinations(places.values(), 2) for a, b in product(*of)}
    while missing:
        chosen = _greedy(values, missing)
        missing -= {_pair(a, b) for a, b in combinations(chosen.items(), 2)}
        yield {name: values[name][place] for name, place in chosen.items()}


def _pair(one: tuple[str, int], other: tuple[str, int]) -> Pair:
    return frozenset((one, other))


def _greedy(values: Mapping[str, Sequence[Any]], missing: set[Pair]) -> dict[str, int]:
    """The places of one value each: first a missing pair, then what covers most of the missing pairs."""
    chosen = dict(min(missing, key=sorted))
    for name in values:
        if name not in chosen:
            _, place = max(
                (sum(_pair((name, place), one) in missing for one in chosen.items()), -place)
                for place in range(len(values[name]))
            )
            chosen[name] = -place
    return chosen


def check_single(info: GameInfo, values: Values) -> None:
    """Options off their defaults are played at random; those that only narrow what is dealt have something to deal."""
    session, _ = _first_dealt(info, values)
    assert session.fold(info.game).asks()
    if not _narrow(info, values):
        _play_at_random(info, values)


def check_together(info: GameInfo, values: Values) -> None:
    """The built-in players play with options off their defaults."""
    _play_by_bots(info, *_session(info, values, None))


def check_pairs(info: GameInfo, values: Values, formats: Sequence[str]) -> bool:
    """Values that may exclude each other are played; False: a sentence refuses them, as the manifest says (`deals`).

    `formats`: those in which the sessions are exported.
    """
    decks = (*(() if info.dealt == "when_named" else (None,)), *info.decks)
    for deck in decks if _narrow(info, values) else (None,):
        try:
            session, cast = _session(info, values, deck)
        except BadOption as error:
            if not _narrow(info, values) or len(str(error).split()) < 4:
                raise
            continue
        _play_by_bots(info, session, cast, formats)
        if deck is None or deck == info.deck:
            _play_at_random(info, values, formats)
        return True
    return False


def _narrow(info: GameInfo, values: Values) -> list[str]:
    """The options among them that narrow what is dealt: the manifest says of them that they may be refused."""
    return [name for name, value in values.items() if info.options[name].deals and value is not None]


def _session(info: GameInfo, values: Values, deck: str | None) -> tuple[Session, dict[str, Cast]]:
    """A session of bots. Raises BadOption for options that exclude each other, or that would have no effect."""
    opening = Opening(info.id, options=values, deck=deck)
    session, cast = new_session(opening, CATALOGUE, id="x", seed=7, started=None, command="run")
    check_effect(opening, session, info)
    return session, cast


def _first_dealt(info: GameInfo, values: Values) -> tuple[Session, dict[str, Cast]]:
    """The session in which these values have an effect; for some a deck must be named, or a choice made elsewhere."""
    choices = [{option.name: choice} for option in info.options.values() for choice in option.choices]
    ways = product((None, *info.decks), ({}, *choices)) if _narrow(info, values) else [(None, Values())]
    for deck, more in ways:
        try:
            return _session(info, {**more, **values}, deck)
        except BadOption as error:
            refused = error
    raise refused


def _play_by_bots(
    info: GameInfo, session: Session, cast: Mapping[str, Cast], formats: Sequence[str] = FORMATS
) -> None:
    play, rng = session.fold(info.game), Random("bots")
    players = {seat: built_in(one, info, session.setup) for seat, one in cast.items()}
    for _ in range(MOST_REPLIES):
        asks = play.asks()
        if not asks:
            break
        ask = rng.choice(asks)
        _look(info, play, ask)
        give(play, ask, players[ask.seat].would_say(ask, play.view(ask.seat)))
    assert play.over or not info.most_tries(session.setup.options), "its own players come to an end"
    check_ended(info, play, formats)


def _play_at_random(info: GameInfo, values: Values, formats: Sequence[str] = FORMATS) -> None:
    short, gives = playout_of(info).SETUPS[0]
    table = Table(info, {**short, **values}, gives, 1)
    play = table.start()
    for ask in islice(play_out(table, play), LONGEST):
        _look(info, play, ask)
    check_ended(info, play, formats)


def _look(info: GameInfo, play: Play[Any], ask: Ask) -> None:
    """Everybody looks at the table: each seat, a model that is asked, the screen and the page of a phone."""
    for seat in (*play.seats, TABLE):
        json.dumps(dict(play.view(seat).facts), default=str)
    view, ui, names = play.view(ask.seat), game_ui_of(info), {seat: seat for seat in play.seats}
    assert next(sent_for(info, play, ask))
    assert ui.heading(info, play.setup)
    assert ui.task(ask)
    assert ui.label(ask)
    ui.status(view, ask, names)
    ui.placeholder(ask, view)
    ui.chips(ask, view)
    ui.transcript(view, (), names, Glyphs())
    assert call_of(info, ask)
    assert ways_of(info, ask, view)
    labelled_facts(info.facts, view, info.card)

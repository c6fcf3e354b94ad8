"""Games that bots play to their end, for tests of challenges."""

from __future__ import annotations

from typing import Any

from tui_arena.core.events import Event, Kind, reply_data
from tui_arena.core.game import Reply
from tui_arena.core.record import Play, judge
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.bot import BotPlayer
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import sit_down


def play_bots(catalogue: Catalogue, opening: Opening, seed: int) -> Session:
    """A session in which bots have all seats, played to its end."""
    info = catalogue.game(opening.game)
    session, cast = new_session(opening, catalogue, id="-", seed=seed, started=None)
    players = {seat: sit_down(one, info, session.setup) for seat, one in cast.items()}
    play: Play[Any] = session.fold(info.game)

    while asks := play.asks():
        ask = asks[0]
        player = players[ask.seat]
        assert isinstance(player, BotPlayer)
        reply = Reply(player.would_say(ask, play.view(ask.seat)))
        name, fault, heard = judge(play.game, play.state, ask, reply)[1:4]
        play.feed(Event(play.next_seq, Kind.REPLY, reply_data(ask, reply, name, fault, heard)))
    return session.with_events(play.events)

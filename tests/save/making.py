"""Sessions to save: dealt by the program, played with random or given words."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from tui_arena.core.events import Event, Kind, outcome_data, reply_data
from tui_arena.core.game import Ask, Reply
from tui_arena.core.record import Play, judge
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save import summary
from tui_arena.save.store import Store, new_id, open_store

CATALOGUE = Catalogue()
WORDS = ("slate", "crony", "pride", "mound", "spree", "eerie", "light", "vigor")
AT = "2026-11-21T10:00:00Z"
MODEL = {"player": "model", "name": "m", "model": "x/m"}
ALOUD = "<thought>it may be a verb</thought>\nguess: slate"
"""A reply in which the rules read reasoning."""


def started(
    catalogue: Catalogue,
    seed: int = 1,
    players: Mapping[str, str] | None = None,
    *,
    at: str | None = AT,
    extra: Mapping[str, Any] | None = None,
    repetition: int | None = None,
    **options: Any,
) -> Session:
    """A session that is dealt but not begun; `players` by seat as on the command line."""
    cast = {seat: read_player(text) for seat, text in (players or {"guesser": "human:Ada"}).items()}
    opening = Opening("wordle", cast, options)
    session, _ = new_session(
        opening, catalogue, id=new_id(), seed=seed, started=at, repetition=repetition, extra=extra
    )
    return session


def target(session: Session) -> str:
    """The word of a dealt session."""
    assert session.setup.secret is not None
    return str(session.setup.secret["word"])


def reply(play: Play[Any], text: str, **more: Any) -> Event:
    """Feed a reply to the first open ask; returns its event."""
    ask: Ask = play.asks()[0]
    answer = Reply(text)
    name, fault = judge(play.game, play.state, ask, answer)[1:3]
    event = Event(play.next_seq, Kind.REPLY, {**reply_data(ask, answer, name, fault), **more})
    play.feed(event)
    return event


def note(play: Play[Any], kind: str, **data: Any) -> Event:
    """Feed an event that is no reply; returns it."""
    event = Event(play.next_seq, kind, data)
    play.feed(event)
    return event


def end(play: Play[Any], at: str | None = AT) -> Event:
    """Feed the `ended` event; returns it."""
    stamp = {"at": at} if at else {}
    return note(play, Kind.ENDED, outcome=outcome_data(play.outcome()), **stamp)


def open_play(catalogue: Catalogue, session: Session) -> Play[Any]:
    """The fold of a session, to go on from."""
    return session.fold(catalogue.game(session.game).game)


def begun(store: Store) -> tuple[Session, Play[Any]]:
    """A new session that is saved, and its fold."""
    session = started(CATALOGUE)
    store.save(session)
    return session, open_play(CATALOGUE, session)


def save_one(path: Path) -> None:
    """Make a save file with one session that was won."""
    with closing(open_store(path, CATALOGUE).store) as store:
        store.save(won(CATALOGUE, started(CATALOGUE)))


def played(catalogue: Catalogue, session: Session, texts: Sequence[str]) -> Session:
    """The session with these replies, and ended if it is over."""
    play = open_play(catalogue, session)
    for text in texts:
        reply(play, text)
    if play.over:
        end(play)
    return session.with_events(play.events)


def won(catalogue: Catalogue, session: Session, turn: int = 2) -> Session:
    """The session, won on that turn; only its guesser replies."""
    word = target(session)
    misses = [w for w in WORDS if w != word]
    return played(catalogue, session, [*misses[: turn - 1], word])


def ended(catalogue: Catalogue, session: Session, rng: Random) -> Session:
    """The session, played to its end at random."""
    play = open_play(catalogue, session)
    while not play.over:
        ask = play.asks()[0]
        word = target(session) if rng.random() < 0.2 else rng.choice(WORDS)
        texts = {"opinion": rng.choice(("yes", "no"))}
        garbage = rng.random() < 0.03
        reply(
            play, "two words here" if garbage else texts.get(ask.name, word), seconds=round(rng.random(), 2)
        )
    end(play)
    return session.with_events(play.events)


def said(
    catalogue: Catalogue, texts: Sequence[str], sits: Mapping[str, Any] | None = MODEL, **more: Any
) -> Session:
    """A session with these replies of one player, given up at the end; `more`: other values of each reply."""
    session = started(catalogue)
    play = open_play(catalogue, session)
    for text in texts:
        reply(play, text, **more)
    note(play, "resigned", seat="guesser")
    end(play)
    return replace(session.with_events(play.events), seats={} if sits is None else {"guesser": sits})


def old_file(path: Path, catalogue: Catalogue, some: Sequence[Session]) -> None:
    """Save sessions as version 8 of the save file did, which did not know that reasoning was played."""
    with (
        patch.object(summary, "reasoning_played", lambda *_: []),
        closing(open_store(path, catalogue).store) as store,
    ):
        for session in some:
            store.save(session)
    change(path, "PRAGMA user_version = 8; DELETE FROM meta WHERE key = 'derived'")


def change(path: Path, *statements: str) -> None:
    """Change a file behind the program's back, or make one; a statement may be a whole script."""
    path.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            db.executescript(statement)


def without_backups(path: Path) -> None:
    """Take away the backups beside a file."""
    for copy in (path.parent / "backups").iterdir():
        copy.unlink()

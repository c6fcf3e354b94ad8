"""Taking up challenges: who knew the secret, what an answer belongs to, and the league of it all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.players.bot_games import play_bots
from tests.save.sessions import CATALOGUE
from tui_arena.core.challenge import KNOWN, Challenge
from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.session import Session
from tui_arena.players.challenges import (
    challenge_of,
    code_of,
    new_challenge,
    opening_for,
    own_challenge,
    read_challenge,
)
from tui_arena.players.new_session import Opening
from tui_arena.players.seating import read_player
from tui_arena.save.queries import SessionQuery, SessionRow
from tui_arena.save.store import Store, new_id, now, open_store
from tui_arena.stats.person import league
from tui_arena.table.challenging import (
    ANSWERS,
    HELPED,
    THEIRS_HELPED,
    UNCOUNTED,
    answered,
    challenge_lines,
    ghost_in,
    note_sender,
    senders,
    take_in,
)
from tui_arena.table.opening import new_table

WORDLE = CATALOGUE.game("wordle")
WRONG = ("slate", "crony", "dumpy", "fight", "vixen")


def dealt(store: Store, challenge: Challenge, name: str) -> Session:
    """The session of a challenge that a person takes up."""
    opening = opening_for(challenge, CATALOGUE, read_player(f"human:{name}"))
    ready = new_table(CATALOGUE, store, opening, None)
    store.release(ready.session.id)
    return ready.session


def finished(store: Store, session: Session, wrong: int) -> Session:
    """A game of Wordle with so many wrong guesses, saved."""
    word = str((session.setup.secret or {})["word"])
    play = session.fold(WORDLE.game)
    for text in (*[w for w in WRONG if w != word][:wrong], word):
        play.feed(Event(play.next_seq, Kind.REPLY, {"seat": "guesser", "ask": "guess", "text": text}))
    ended = {"outcome": outcome_data(play.outcome()), "at": now()}
    play.feed(Event(play.next_seq, Kind.ENDED, ended))
    done = session.with_events(play.events)
    store.save(replace(done, id=new_id()))
    return done


def coded(challenge: Challenge) -> Challenge:
    """A challenge as it comes out of its code."""
    return read_challenge(code_of(challenge, CATALOGUE), CATALOGUE)


def sent(store: Store, name: str, wrong: int, seed: int = 7, **other: Any) -> Challenge:
    """The challenge of a game that somebody has finished in this save file, or in none if `store` is a copy."""
    plain = coded(new_challenge(WORDLE, CATALOGUE, {}, seed=seed))
    session = finished(store, dealt(store, plain, name), wrong)
    return coded(replace(challenge_of(session, WORDLE, CATALOGUE, me=name), **other))


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(tmp_path_factory.mktemp("elsewhere") / "arena.db", CATALOGUE).store
    yield opened
    opened.close()


def test_who_had_the_secret_is_flagged_and_others_are_not(store: Store) -> None:
    challenge = sent(store, "Ada", 2)
    assert dealt(store, challenge, "Ada").setup.extra[KNOWN] == ["guesser"]
    assert KNOWN not in dealt(store, challenge, "Ben").setup.extra
    flags = {row.id: row.flags for row in store.sessions(SessionQuery())}
    assert sorted(map(sorted, flags.values())) == [[], [], [], ["known"]]


def test_who_sends_a_word_of_their_own_is_flagged(store: Store) -> None:
    own = coded(own_challenge(WORDLE, CATALOGUE, "crane", {}, by="You", seed=7))
    assert KNOWN not in dealt(store, own, "Ben").setup.extra
    note_sender(store, own, "Ada")
    assert dealt(store, own, "ada").setup.extra[KNOWN] == ["guesser"]
    named = coded(own_challenge(WORDLE, CATALOGUE, "plumb", {}, by="Eve", seed=7))
    assert dealt(store, named, "Eve").setup.extra[KNOWN] == ["guesser"]
    assert KNOWN not in dealt(store, named, "Dan").setup.extra


def test_who_heard_a_statement_before_is_flagged(store: Store) -> None:
    info = CATALOGUE.game("bluffing")
    own = coded(own_challenge(info, CATALOGUE, "false | I was born on a ferry.", {}, by="Eve", seed=7))
    assert KNOWN not in dealt(store, own, "Ada").setup.extra
    assert dealt(store, own, "Ada").setup.extra[KNOWN] == ["judge"]


def test_an_answer_is_laid_beside_the_game_that_it_answers(store: Store, elsewhere: Store) -> None:
    first = sent(store, "Ada", 3)
    reply = finished(elsewhere, dealt(elsewhere, first, "Ben"), 1)
    answer = coded(challenge_of(reply, WORDLE, CATALOGUE, me="Ben"))
    own = answered(store, CATALOGUE, answer, "Ada")
    assert own is not None
    assert answered(store, CATALOGUE, answer, "Eve") is None
    taken = take_in(store, CATALOGUE, answer, own)
    assert take_in(store, CATALOGUE, answer, own) == taken, "a second time it is the same"
    kept = store.load(taken)
    assert kept.setup.extra[ANSWERS] == own
    assert kept.seats["guesser"] == {"player": "human", "name": "Ben"}
    for place, name, theirs in ((store, "Ada", (0, 1)), (elsewhere, "Ben", (1, 0))):
        (pair,) = league(place, CATALOGUE).against(name)
        assert (pair.won, pair.lost) == theirs


def test_a_ghost_stands_beside_its_session(store: Store) -> None:
    session = dealt(store, sent(store, "Ada", 3), "Ben")
    ghost = ghost_in(session, CATALOGUE)
    assert ghost is not None
    assert [len(ghost.so_far(n).state.turns) for n in range(6)] == [0, 1, 2, 3, 4, 4]
    assert ghost.finish is not None
    assert (ghost.finish.name, ghost.finish.result, ghost.finish.tries) == ("Ada", "won", 4)


def test_the_league_counts_people_who_did_better(store: Store, elsewhere: Store) -> None:
    """Ada sends three games; Ben, Eve and a bot's ghost play for the table."""
    for seed, ada, ben, eve in ((1, 3, 2, 3), (2, 1, 2, 0), (3, 2, 2, 4)):
        challenge = sent(elsewhere, "Ada", ada, seed)
        finished(store, dealt(store, challenge, "Ben"), ben)
        finished(store, dealt(store, challenge, "Ben"), 0)  # a second time counts for nothing
        finished(store, dealt(store, challenge, "Eve"), eve)
    bots = play_bots(CATALOGUE, Opening("wordle"), 44)
    finished(store, dealt(store, coded(challenge_of(bots, WORDLE, CATALOGUE)), "Ben"), 0)
    found = league(store, CATALOGUE)
    (against,) = found.against("ben")
    assert (against.other, against.won, against.drawn, against.lost) == ("Ada", 1, 1, 1)
    assert [(one.name, one.played, one.points) for one in found.table()] == [
        ("Ada", 6, 6),
        ("Ben", 3, 3),
        ("Eve", 3, 3),
    ]
    assert not found.against("Fay")


def test_a_person_is_renamed_in_the_league_or_deleted_from_it(store: Store, elsewhere: Store) -> None:
    challenge = sent(elsewhere, "Ada", 3)
    session = finished(store, dealt(store, challenge, "Ben"), 1)
    note_sender(store, challenge, "Ada")
    store.rename_person("Ada", "Ada L.")
    (pair,) = league(store, CATALOGUE).against("Ben")
    assert ((pair.other, pair.won), senders(store, challenge)) == (("Ada L.", 1), ["Ada L."])
    kept = [store.load(row.id) for row in store.sessions(SessionQuery(challenged=True, unfinished=False))]
    assert [one.fold(WORDLE.game).outcome() for one in kept] == [session.fold(WORDLE.game).outcome()]
    store.forget_person("Ada L.", {})
    assert not league(store, CATALOGUE).against("Ben")
    assert senders(store, challenge) == []
    for row in store.sessions(SessionQuery(challenged=True)):
        ghost = ghost_in(store.load(row.id), CATALOGUE)
        assert ghost is not None
        assert ghost.name == ""
        assert ghost.moved


def test_help_and_knowledge_are_told_and_not_counted(store: Store, elsewhere: Store) -> None:
    challenge = sent(elsewhere, "Ada", 3)
    session = dealt(store, challenge, "Ben")
    hinted = session.with_events([Event(1, Kind.HINT, {"seat": "guesser", "text": "try a vowel"})])
    done = finished(store, hinted, 0)
    ghost = ghost_in(done, CATALOGUE)
    assert ghost is not None
    assert challenge_lines(ghost, done, done.fold(WORDLE.game)) == ["Ben beat Ada: 1 guess to 4.", HELPED]
    assert not league(store, CATALOGUE).matches
    again = finished(store, dealt(store, challenge, "Ben"), 0)
    assert challenge_lines(ghost, again, again.fold(WORDLE.game))[1:] == [UNCOUNTED]
    assert not league(store, CATALOGUE).matches


def test_a_game_with_help_is_not_counted_where_it_is_sent(store: Store, elsewhere: Store) -> None:
    plain = coded(new_challenge(WORDLE, CATALOGUE, {}, seed=7))
    session = dealt(elsewhere, plain, "Ada")
    hinted = session.with_events([Event(1, Kind.HINT, {"seat": "guesser", "text": "try a vowel"})])
    done = finished(elsewhere, hinted, 0)
    challenge = coded(challenge_of(done, WORDLE, CATALOGUE, me="Ada"))
    assert challenge.helped
    reply = finished(store, dealt(store, challenge, "Ben"), 1)
    told = challenge_lines(ghost_in(reply, CATALOGUE), reply, reply.fold(WORDLE.game))
    assert told == ["Ada beat Ben: 1 guess to 2.", THEIRS_HELPED]
    assert not league(store, CATALOGUE).matches


def test_whoever_set_a_word_is_told_that_their_own_game_counts_nowhere(store: Store) -> None:
    own = coded(own_challenge(WORDLE, CATALOGUE, "crane", {}, by="Ada", seed=7))
    done = finished(store, dealt(store, own, "Ada"), 0)
    assert challenge_lines(ghost_in(done, CATALOGUE), done, done.fold(WORDLE.game)) == [UNCOUNTED]
    assert coded(challenge_of(done, WORDLE, CATALOGUE, me="Ada")).helped


def test_the_league_reads_the_list_of_sessions_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    finished(store, dealt(store, sent(store, "Ada", 2), "Ben"), 1)
    asked: list[SessionQuery] = []
    sessions = store.sessions

    def counted(query: SessionQuery) -> list[SessionRow]:
        asked.append(query)
        return sessions(query)

    monkeypatch.setattr(store, "sessions", counted)
    league(store, CATALOGUE)
    assert len(asked) == 1

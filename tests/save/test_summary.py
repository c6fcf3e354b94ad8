from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.save.making import AT, end, note, open_play, played, reply, started, target, won
from tests.save.sessions import CATALOGUE
from tests.tables import Cases, each
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.setting import deck_name, setting_of
from tui_arena.save.store import new_id
from tui_arena.save.summary import Summary, player_of, summarise

CASES = Cases(__file__)


def of(session: Session) -> Summary:
    info = CATALOGUE.game(session.game)
    return summarise(info, session, session.fold(info.game))


def after(session: Session, act: Callable[[Play[Any]], object]) -> Summary:
    play = open_play(CATALOGUE, session)
    act(play)
    return of(session.with_events(play.events))


def test_a_win_in_words_and_figures() -> None:
    summary = of(won(CATALOGUE, started(CATALOGUE), 3))
    assert (summary.result, summary.cause, summary.winners) == ("won", None, ("guesser",))
    assert (summary.ended, summary.line) == (AT, "Ada, won in 3")
    (seat,) = summary.seats
    assert (seat.seat, seat.group, seat.kind, seat.name) == ("guesser", "guesser", "human", "Ada")
    assert (seat.standing, seat.main) == ("won", 1.0)
    assert seat.counts["requests"] == 3
    assert summary.secret is not None


def test_what_is_not_over_has_no_score_no_end_and_no_secret() -> None:
    summary = of(played(CATALOGUE, started(CATALOGUE), ["slate", "zzzzz", "crony"]))
    assert (summary.result, summary.ended, summary.secret) == ("unfinished", None, None)
    assert summary.line == "Ada, 2 of 6 guesses"
    assert summary.seats[0].main is None


TWO = {"setter": "human:Ada", "guesser": "human:Ben"}
HIDDEN = {"setter": "human:Ada", "guesser": "bot:easy"}
BLUFF = {"setter": "human:Ada", "judge": "human:Ben"}
SAID = ("true | I once rode an ostrich.", "Where?", "In Kenya.", "Who saw it?", "My mother.")
VERDICT = "I believe your statement is: False"


@pytest.mark.parametrize(
    ("game", "cast", "options", "said", "result", "line"),
    [
        ("akinator", TWO, {}, ("Is it red?", "yes", "Is it big?", "no", "Is it new?"), "unfinished",
         "Ada and Ben, 2 of 20 questions"),
        ("bluffing", BLUFF, {"max_questions": 2}, SAID[:3], "unfinished", "Ada and Ben, 1 of 2 questions"),
        ("bluffing", BLUFF, {"max_questions": 2}, (*SAID, VERDICT), "won", "Ada and Ben, Ada won in 2"),
        ("connections", {}, {"max_attempts": 1}, ("lamp", "word: lake\nclue: a place to row", "pass", "lava"), "won",
         "bot medium, setter won in 1"),
        ("wordle", HIDDEN, {}, ("jazzy", "slate", "crony", "pride", "mound", "spree", "light"), "lost", "Ada, won"),
        ("wordle", HIDDEN, {}, ("jazzy", "slate", "jazzy"), "won", "Ada, bot easy won in 2"),
        ("wordle", {"guesser": "human:Ada"}, {}, ("slate", "zzzzz", "crony"), "unfinished", "Ada, 2 of 6 guesses"),
        ("wordle", {"guesser": "human:Ada"}, {"reprompts": 0}, ("what is this",), "aborted",
         "Ada, aborted (guesser: format)"),
    ],
)  # fmt: skip
def test_the_line_of_a_session_says_who_did_what(  # noqa: PLR0917  (pytest gives them by name)
    game: str,
    cast: Mapping[str, str],
    options: Any,
    said: Sequence[str],
    result: str,
    line: str,
) -> None:
    opening = Opening(game, {seat: read_player(text) for seat, text in cast.items()}, options)
    session, _ = new_session(opening, CATALOGUE, id=new_id(), seed=1, started=AT)
    summary = of(played(CATALOGUE, session, said))
    assert (summary.result, summary.line) == (result, line)
    if game == "bluffing" and summary.ended is None and result == "won":
        assert summary.metrics["rounds"] == 3, "as the papers count"
    if result == "aborted":
        assert (summary.seats[0].standing, summary.seats[0].main) == ("aborted", None)


@each(True, False)
def test_a_resignation_scores_nothing_also_before_the_first_reply(named: bool) -> None:
    session = started(CATALOGUE)
    session = session if named else replace(session, seats={})
    summary = after(session, lambda play: note(play, "resigned", seat="guesser"))
    assert (summary.result, summary.seats[0].main, summary.seats[0].standing) == ("lost", 0.0, "lost")
    assert summary.line == "Ada, gave up" or not named


def test_a_neutral_seat_has_counts_and_no_score() -> None:
    session = started(CATALOGUE, 1, {"setter": "human:Ben", "guesser": "human:Ada"})
    summary = of(played(CATALOGUE, session, ["pride", "pride"]))
    setter = next(s for s in summary.seats if s.seat == "setter")
    assert (setter.standing, setter.main, setter.side) == ("neutral", None, "neutral")
    assert setter.counts["requests"] == 1
    assert summary.line == "Ben and Ada, won in 1"
    assert summary.deck is None


@CASES.each
def test_options_in_no_row_leave_the_variant_as_it_is(options: dict[str, Any], row: str) -> None:
    setup = started(CATALOGUE, **options).setup
    for named in (setup, replace(setup, preset="paper")):
        assert setting_of(CATALOGUE.game("wordle"), named).variant == row


@each(
    ("entity", "things", {}, "things"),
    ("entity", "things", {"match": "strict"}, "things strict"),
    ("entity", "things", {"noise": 0.1, "match": "judged"}, "things judged"),
    ("entity", "celebrities", {}, "celebrities"),
    ("entity", "celebrities", {"form": "strict"}, "celebrities"),
    ("entity", "celebrities", {"answers": "yes/no/maybe"}, "celebrities"),
    ("akinator", None, {}, "later"),
    ("akinator", "things", {"secret": "sealed", "match": "strict"}, "sealed strict"),
    ("akinator", "objects", {"secret": "sealed", "set": "1"}, "sealed"),
)
def test_deck_and_options_make_rows_where_the_game_says_so(
    game: str, deck: str | None, options: dict[str, Any], row: str
) -> None:
    opening = Opening(game, options=options, deck=deck)
    session = new_session(opening, CATALOGUE, id="x", seed=1, started=None)[0]
    assert setting_of(CATALOGUE.game(game), session.setup).variant == row


@each(
    ("wordle-1", "wordle"),
    ("wordle", "wordle"),
    ("mine@0123456789ab", "mine"),
    ("a-2@00", "a-2"),
    (None, None),
)
def test_a_deck_is_named_without_number_or_digest(name: str | None, bare: str | None) -> None:
    assert deck_name(name) == bare


@each(
    ({"player": "human", "name": "Ada"}, ("human", "Ada")),
    ({"player": "bot", "name": "bot hard", "level": "hard"}, ("bot", "bot hard")),
    ({"player": "bot", "level": "easy"}, ("bot", "bot easy")),
    ({"player": "model", "name": "GPT \x1b[2J\n4o"}, ("model", "GPT 4o")),
    (None, ("script", "recorded")),
    ({"player": None, "name": None}, ("script", "script")),
)
def test_a_player_is_kind_and_name(spec: dict[str, Any] | None, player: tuple[str, str]) -> None:
    assert player_of(spec) == player


ALONE: dict[str, Any] = {}
DEALT = {"players": {"setter": "human:Ben", "guesser": "human:Ada"}}
ADVISED = {"players": {"guesser": "human:Ada", "critic": "bot:hard"}, "variant": "critic"}
MACHINES = {"players": {"guesser": "bot:hard", "critic": "bot:hard"}, "variant": "critic"}
UNDO, REDO, GIVE_UP = {"kind": "undone", "to": 0}, {"kind": "redone"}, {"kind": "resigned", "seat": "guesser"}
HINT, PEEK = {"kind": "hint", "text": "an e"}, {"kind": "peeked"}
BRANCH = {"kind": "branched", "from": {"id": "x", "seq": 1}}


def recast(name: str, kind: str = "human", seat: str = "guesser", **more: str) -> dict[str, Any]:
    return {"kind": "recast", "seat": seat, "to": {"player": kind, "name": name, **more}}


BOT = recast("bot easy", "bot", level="easy")


def done(how: Mapping[str, Any], acts: Sequence[str | Mapping[str, Any]]) -> Summary:
    """The summary after these acts: a text is a reply, anything else an event."""

    def act(play: Play[Any]) -> None:
        for one in acts:
            if isinstance(one, str):
                reply(play, one.removeprefix("copied: "), copied=one.startswith("copied: "))
            else:
                note(play, **one)

    return after(started(CATALOGUE, **how), act)


@each(
    (DEALT, ["pride", UNDO, "mound"], set()),  # nobody had judged it
    (ALONE, ["slate", UNDO, "crony"], {"undone"}),
    (ALONE, ["slate", UNDO, REDO], set()),
    (ADVISED, ["slate", "no", UNDO], {"undone"}),
    (ADVISED, ["slate", UNDO, "crony"], set()),  # there was no opinion yet
    (ALONE, [GIVE_UP, UNDO, "slate"], {"undone"}),
    (ALONE, [GIVE_UP, UNDO, REDO], set()),
    ({"reprompts": 0}, ["what is this", UNDO, "slate"], {"undone"}),  # that was the end
    (ALONE, ["what is this", UNDO, "slate"], set()),  # it was asked again
    (ALONE, [BRANCH, HINT, PEEK], {"branched", "hinted", "peeked"}),
    (ALONE, ["copied: slate"], {"branched"}),
    (ALONE, [BOT, "slate"], set()),
    (ALONE, ["slate", BOT, "crony"], {"recast"}),
    (ALONE, ["slate", recast("Ada"), "crony"], set()),
)
def test_what_was_done_is_flagged(how: dict[str, Any], acts: list[Any], flags: set[str]) -> None:
    assert done(how, acts).flags == flags


@each(
    (ALONE, [BOT, "slate"], {"guesser": False}),
    (ALONE, ["slate", BOT, "crony"], {"guesser": True}),
    (MACHINES, ["slate", "no", recast("Ben", seat="critic")], {"guesser": False, "critic": True}),
)
def test_a_seat_is_recast_if_another_player_gave_a_reply_of_it(
    how: dict[str, Any], acts: list[Any], is_recast: dict[str, bool]
) -> None:
    seats = done(how, acts).seats
    assert {one.seat: one.recast for one in seats} == is_recast
    assert [one.name for one in seats] == (["bot easy"] if how is ALONE else ["bot hard", "Ben"])


def test_seats_that_nobody_is_named_for_still_count() -> None:
    session = replace(won(CATALOGUE, started(CATALOGUE)), seats={})
    (seat,) = of(session).seats
    assert (seat.kind, seat.name, seat.standing) == ("script", "recorded", "won")


def test_a_summary_names_no_secret_before_the_end() -> None:
    session = started(CATALOGUE, 7, variant="clue")
    word = target(session)
    summary = of(played(CATALOGUE, session, [w for w in ("slate", "crony") if w != word]))
    assert word not in repr(summary).lower()


def test_an_end_without_a_time_is_an_end() -> None:
    def win(play: Play[Any]) -> None:
        reply(play, play.setup.secret["word"])  # type: ignore[index]
        end(play, None)

    assert after(started(CATALOGUE), win).ended is None

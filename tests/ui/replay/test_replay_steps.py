"""The replay's presenter: positions, and what may be seen at them."""

from __future__ import annotations

from dataclasses import replace
from string import Formatter
from typing import Any

import pytest

from tests.tables import Cases
from tui_arena.core.events import Event
from tui_arena.core.options import resolve
from tui_arena.core.session import Session, setup_from
from tui_arena.data import Catalogue, demo_files
from tui_arena.save.exchange.session_files import read_session
from tui_arena.table.transcript import parted
from tui_arena.ui.replay.presenter import PACES, Replay

CASES = Cases(__file__)

CATALOGUE = Catalogue()
INFO = CATALOGUE.game("wordle")
SECRET = "fjord"


def rows_of(*rows: dict[str, Any]) -> list[Event]:
    return [Event.from_json(row, place) for place, row in enumerate(rows, 1)]


def reply(seat: str, ask: str, text: str, **more: Any) -> dict[str, Any]:
    return {"type": "reply", "seat": seat, "ask": ask, "text": text, **more}


def session_of(*rows: dict[str, Any], dealt: bool = False, **options: Any) -> Session:
    values = {"words": "wordle-1", "secret": {"word": SECRET} if dealt else None}
    resolved = resolve(INFO.options, INFO.presets, options, None)
    setup = setup_from(values, resolved, CATALOGUE.lexicon("wordle-1", INFO))
    seats = {
        "setter": {"player": "human", "name": "Ben"},
        "guesser": {"player": "human", "name": "Ada"},
        "critic": {"player": "bot", "name": "bot hard"},
    }
    named = {s.name: seats[s.name] for s in INFO.game.seats(resolved)}
    if dealt:
        named.pop("setter")
    return Session("01TEST", "wordle", 1, "2026-11-21T20:00:00Z", setup, named, rows_of(*rows))


SET_AND_GUESS = (
    {"type": "draft", "seat": "setter", "ask": "target", "text": "fjorde", "why": "fjorde has 6 letters"},
    reply(
        "setter", "target", f"<think>{SECRET} is hard</think>{SECRET} | norway's deep cut", thinking=SECRET
    ),
    reply("guesser", "guess", "explanation: vowels first\nguess: adieu"),
    reply("guesser", "guess", "explanation: a typo\nguess: ploib", status="rejected"),
    {"type": "hint", "seat": "guesser", "text": "try an O"},
    reply("guesser", "guess", "guess: ocean"),
)


def everything_shown(replay: Replay) -> str:
    """All text that is shown, at every position."""
    shown = []
    for at in range(replay.last + 1):
        replay.go(at)
        shown += [repr(replay.entries(board=b)) for b in (True, False)]
        shown += [
            repr(replay.figures()),
            repr(replay.in_words()),
            replay.secret,
            replay.outcome(),
            replay.title,
            replay.about,
        ]
        shown += [repr(replay.view), repr(replay.cast()), repr(replay.sheet(CATALOGUE))]
    return " ".join(shown).lower()


def unfinished(**more: Any) -> Replay:
    return Replay(INFO, session_of(*SET_AND_GUESS, variant="clue"), **more)


def test_an_unfinished_session_gives_nothing_of_its_secret_away() -> None:
    shown = everything_shown(unfinished())
    assert SECRET not in shown
    assert SECRET[::-1] not in shown
    assert " ".join(SECRET) not in shown
    assert "fjorde" not in shown
    assert "adieu" in shown


def test_a_look_behind_shows_it() -> None:
    replay = unfinished(peeking=True)
    replay.go(replay.last)
    assert replay.secret == SECRET
    assert SECRET in repr(replay.entries(board=True))


def test_a_finished_session_keeps_its_secret_until_the_end_or_until_it_is_asked_for() -> None:
    session = session_of(*SET_AND_GUESS, reply("guesser", "guess", SECRET), variant="clue")
    replay = Replay(INFO, session)
    replay.go(replay.last - 1)
    assert replay.secret == ""
    assert "has set a word" in [e.text for e in replay.entries(board=True)]
    assert SECRET not in repr(replay.entries(board=True)).lower()
    replay.next_viewer()
    assert replay.viewer == "setter"
    assert SECRET in repr(replay.entries(board=True)).lower()
    replay.next_viewer()
    assert SECRET not in repr((replay.view, replay.entries(board=True))).lower()
    replay.next_viewer()
    replay.revealed = True
    assert replay.secret == SECRET
    replay.revealed = False
    replay.go(replay.last)
    assert (replay.secret, replay.outcome()) == (SECRET, "won")
    assert SECRET in [e.text.split(" |")[0] for e in replay.entries(board=True)]


def test_stepping_forward_and_back_gives_the_same_positions() -> None:
    replay = Replay(INFO, session_of(*SET_AND_GUESS, variant="clue"), peeking=True)
    forward = []
    for at in range(replay.last + 1):
        replay.go(at)
        forward.append((replay.view, replay.entries(board=True), replay.figures()))
    for at in range(replay.last, -1, -1):
        replay.go(at)
        assert (replay.view, replay.entries(board=True), replay.figures()) == forward[at]


def test_a_position_out_of_range_is_brought_into_it() -> None:
    replay = unfinished()
    assert not replay.go(-3)
    assert replay.at == 0
    assert replay.go(99)
    assert replay.at == replay.last == len(SET_AND_GUESS)
    assert not replay.go(99)


def test_notes_and_refusals_are_told() -> None:
    session = session_of(
        reply("guesser", "guess", "crane"),
        reply("guesser", "guess", "zzzzz"),
        {"type": "hint", "seat": "guesser", "text": "think of Norway"},
        {"type": "draft", "seat": "guesser", "ask": "guess", "text": "fjor", "why": "too short"},
        {"type": "undone", "to": 0},
        {"type": "recast", "seat": "guesser", "to": {"player": "bot", "name": "bot easy"}},
        reply("guesser", "guess", SECRET),
        {"type": "ended", "outcome": {"result": "won", "winners": ["guesser"], "cause": None}},
        {"type": "rated", "liked": 5, "often": 3},
        {"type": "from the future", "text": "x"},
        dealt=True,
    )
    replay = Replay(INFO, session)
    replay.go(replay.last)
    told = replay.entries(board=True)
    assert told[0].void
    assert told[1].refused == "zzzzz is not in the word list; no try is lost"
    assert [e.text for e in told[2:6]] == [
        "hint: think of Norway",
        "Ada tried “fjor”: too short",
        "took everything back",
        "bot easy takes over from Ada as guesser",
    ]
    assert told[6].who == "bot easy"
    assert [e.text for e in told[7:]] == ["the end", "rated: liked 5, would play often 3", "a note"]


def test_figures_grow_with_the_position() -> None:
    replay = Replay(INFO, read_session(_demo("pride"), CATALOGUE).session)
    replay.go(1)
    assert ("closeness", "5") in [(f.label, f.text) for f in replay.figures()]
    replay.go(replay.last)
    figures = {f.label: f.text for f in replay.figures()}
    assert (figures["closeness"], figures["guesses"]) == ("5 15 20 25", "4")
    assert figures["closeness gain"] == "6.67"
    assert "found" not in figures


@CASES.each
def test_figures_are_told_in_words(demo: str, at: int, words: tuple[str, ...]) -> None:
    session = read_session(_demo(demo), CATALOGUE).session
    replay = Replay(CATALOGUE.game(session.game), session)
    replay.go(at if at >= 0 else replay.last)
    assert replay.in_words() == [*words]


def test_each_slot_of_what_a_figure_says_is_a_figure() -> None:
    for info in CATALOGUE.games.values():
        for metric in info.metrics.values():
            slots = {name for text in metric.said for _, name, _, _ in Formatter().parse(text) if name}
            assert slots - {"n"} <= set(info.metrics), metric.name


@pytest.mark.parametrize(("number", "shown"), [(2, []), (1, ["1"])])
def test_a_fault_that_nobody_made_is_no_figure(number: int, shown: list[str]) -> None:
    session = read_session(_demo("classroom"), CATALOGUE).session
    events = [
        Event.from_json(
            row | {"text": str(row.get("text", "")).replace("Question 2:", f"Question {number}:")}, row["seq"]
        )
        for row in (event.to_json() for event in session.events)
    ]
    replay = Replay(CATALOGUE.game("bluffing"), replace(session, events=events))
    replay.go(replay.last)
    assert [f.text for f in replay.figures() if f.label == "misnumbered"] == shown


def test_a_prompt_is_what_was_sent_or_would_be() -> None:
    replay = Replay(INFO, read_session(_demo("haunted"), CATALOGUE).session)
    first = replay.sheet(CATALOGUE)
    assert first is not None
    assert "guesser · proposal" in first.title
    assert "as a model would get it" in first.title
    replay.go(2)
    sheet = replay.sheet(CATALOGUE)
    assert sheet is not None
    assert "critic · opinion" in sheet.title
    headings = [heading for heading, _ in sheet.parts]
    assert headings == ["system", "user", "reply as received"]
    assert "uncle" in sheet.parts[1][1]
    assert sheet.parts[2][1].startswith("agreement: no")
    replay.go(replay.last)
    assert replay.sheet(CATALOGUE) is None


def test_messages_that_were_sent_are_shown_as_they_were() -> None:
    session = session_of(reply("guesser", "guess", "crane", messages="sha256:1"), dealt=True)
    sent = [{"role": "user", "content": "guess, please"}]
    kept = Session(
        session.id, "wordle", 1, None, session.setup, session.seats, session.events, {"sha256:1": sent}
    )
    replay = Replay(INFO, kept, peeking=True)
    replay.go(1)
    sheet = replay.sheet(CATALOGUE)
    assert sheet is not None
    assert sheet.parts == (("user", "guess, please"), ("reply as received", "crane"))


def test_a_demo_has_its_own_title() -> None:
    replay = Replay(INFO, read_session(_demo("pride"), CATALOGUE).session)
    assert (replay.title, replay.variant, replay.cast()) == ("A family of cats", "clue", [("guesser", "Ada")])


def test_two_players_of_one_name_are_told_apart_by_their_seats() -> None:
    session = session_of(reply("guesser", "proposal", "crane"), dealt=True, variant="critic")
    twins = {seat: {"player": "bot", "name": "bot easy"} for seat in ("guesser", "critic")}
    replay = Replay(INFO, Session("x", "wordle", 1, None, session.setup, twins, session.events))
    replay.go(1)
    assert [e.who for e in replay.entries(board=True)] == ["guesser"]


def test_the_pace_stays_within_its_steps() -> None:
    replay = unfinished()
    for _ in PACES:
        replay.change_pace(-1)
    assert replay.seconds == PACES[0]
    for _ in range(2 * len(PACES)):
        replay.change_pace(1)
    assert replay.seconds == PACES[-1]


@CASES.each
def test_a_reply_is_parted_from_its_reasons(text: str, said: str, reason: str) -> None:
    assert parted(text) == (said, reason)


def _demo(name: str) -> Any:
    return next(path for path in demo_files() if name in path.name)

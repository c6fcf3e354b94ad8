"""Wordle's rules, case by case."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance import CATALOGUE, give
from tests.games.steps import answer, begin, faults, feed
from tests.tables import Cases, each
from tui_arena.core.events import BadEvent, Event, Kind
from tui_arena.core.game import Fault, Lexicon, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play
from tui_arena.core.text import read_reply
from tui_arena.games.wordle.rules import (
    GAME,
    GREEN,
    GREY,
    WordleState,
    feedback,
    known_letters,
    parse_guess,
    published_suite,
)

CASES = Cases(__file__)

INFO = CATALOGUE.game("wordle")
WORDS = CATALOGUE.lexicon(None, INFO)
LETTERS = st.text("abcde", min_size=5, max_size=5)


def start(word: str | None = "crane", preset: str | None = None, **options: Any) -> Play[Any]:
    secret = None if word is None else {"word": word, "clue": "a long-necked bird"}
    return begin("wordle", secret, options, preset, words="wordle-1", lexicon=WORDS)


@CASES.each
def test_feedback(target: str, guess: str, signs: str) -> None:
    expected = "".join({"green": "g", "yellow": "y", "grey": "-"}[m] for m in feedback(target, guess))
    assert expected == signs


@given(LETTERS, LETTERS)
def test_feedback_never_colours_a_letter_more_often_than_the_target_has_it(target: str, guess: str) -> None:
    marks = feedback(target, guess)
    coloured = Counter(g for g, m in zip(guess, marks, strict=True) if m != GREY)
    both = Counter(target) & Counter(guess)
    assert coloured == both
    assert [m == GREEN for m in marks] == [t == g for t, g in zip(target, guess, strict=True)]


@CASES.each
def test_a_lenient_guess(text: str) -> None:
    assert parse_guess(read_reply(text).body, strict=False)[0] == "crane"


@CASES.each
def test_a_guess_that_is_refused(text: str, kind: str, strict: bool) -> None:
    with pytest.raises(Fault) as caught:
        parse_guess(text, strict=strict)
    assert caught.value.kind == kind


@CASES.each
def test_strictly_a_tag_stands_once_in_the_whole_reply(text: str, refused: str | None) -> None:
    for options in ({"preset": "clembench-2"}, {"preset": "paper"}, {"form": "strict", "variant": "critic"}):
        play = answer(start(**options), text)
        assert faults(play) == [refused], options


def saved(play: Play[Any], *replies: tuple[str, str, str]) -> Play[Any]:
    """The session after replies that an earlier program took."""
    for seat, name, text in replies:
        feed(play, Kind.REPLY, seat=seat, ask=name, text=text, status="played")
    return play


def test_no_other_reply_may_come_after_the_end() -> None:
    refused = ("guesser", "guess", "crane")
    with pytest.raises(BadEvent, match="the session is over"):
        saved(start(preset="clembench-2"), refused, refused)


@CASES.each
def test_how_a_reply_finished(finish: Any, text: str, fault: str | None) -> None:
    play = start()
    give(play, play.asks()[0], text, finish)
    expected = "cut_off" if finish == "length" else fault
    assert faults(play) == [expected]


@CASES.each
def test_an_opinion_is_yes_or_no_and_its_stop_falls_off_only_when_it_is_bare(
    text: str, agreed: bool | None
) -> None:
    play = answer(start(variant="critic", form="strict"), "explanation: so\nguess: slate", text)
    assert play.state.open.agreed is agreed
    assert faults(play) == [None, "format" if agreed is None else None]


@each(("word", False, False), ("explanation", True, False), ("board", True, True))
def test_what_the_critic_sees(sees: str, reason: bool, board: bool) -> None:
    play = answer(start(variant="critic", critic_sees=sees), "slate", "no", "slate")
    answer(play, "explanation: ends like a bird\nguess: crone")
    view = play.view("critic")
    text = f"{view.facts} {view.talk}"
    assert "crone" in text
    assert ("ends like a bird" in text) == reason
    assert ("slate" in text) == board


def test_without_the_list_only_the_file_knows_unknown_words() -> None:
    setup = Setup(
        options=resolve(INFO.options, {}, {}, None), secret={"word": "crane"}, words="gone@0123456789ab"
    )
    play = Play(INFO.game, setup)
    row = {"seat": "guesser", "ask": "guess", "text": "zzzzz"}
    play.feed(Event(1, Kind.REPLY, row))
    play.feed(Event(2, Kind.REPLY, {**row, "status": "rejected", "fault": "unknown_word"}))
    assert faults(play) == [None, "unknown_word"]


def test_the_secret_is_always_allowed() -> None:
    setup = Setup(
        options=resolve(INFO.options, {}, {}, None),
        secret={"word": "zzzzz"},
        lexicon=Lexicon("x", frozenset({"slate"})),
    )
    assert answer(Play(INFO.game, setup), "zzzzz").outcome().result == "won"


@each("cranes", "cr4ne", "", None, 5)
def test_a_secret_that_is_no_word_is_refused(word: object) -> None:
    with pytest.raises(ValueError, match=r"setup\.secret\.word"):
        Play(INFO.game, Setup(options=resolve(INFO.options, {}, {}, None), secret={"word": word}))


def test_the_suite_holds_ten_of_each_group() -> None:
    suite = published_suite(CATALOGUE.deck(None, INFO).deck.items)
    assert Counter(i["group"] for i in suite) == {"high": 10, "medium": 10, "low": 10}
    assert suite == published_suite(CATALOGUE.deck(None, INFO).deck.items)


def test_known_letters_keep_the_best() -> None:
    turns = [{"guess": "sassy", "marks": list(feedback("brass", "sassy"))}]
    assert known_letters(turns) == {"s": "green", "a": "yellow", "y": "grey"}


# two clues


def two_clues(near: str | None = "lions that live together") -> WordleState:
    options = resolve(INFO.options, INFO.presets, {"variant": "clue"})
    secret = {"word": "pride", "clue": "it comes before a fall", **({"near": near} if near else {})}
    return GAME.start(Setup(options, secret))


def test_the_near_clue_stands_after_the_fourth_guess() -> None:
    state = two_clues()
    seen = []
    for _ in range(5):
        seen.append(GAME.view(state, "guesser").facts["clue"])
        state = GAME.apply(state, GAME.parse(state, GAME.asks(state)[0], Reply("crane")))
    assert seen == ["it comes before a fall"] * 4 + ["it comes before a fall · lions that live together"]
    assert GAME.secret(state) == {
        "word": "pride",
        "clue": "it comes before a fall",
        "near": "lions that live together",
    }


@each((0, False), (2, False), (3, False), (4, True), (5, True))
def test_a_win_brings_no_near_clue_that_did_not_stand_before_it(misses: int, near: bool) -> None:
    state = two_clues()
    for word in (*["crane"] * misses, "pride"):
        state = GAME.apply(state, GAME.parse(state, GAME.asks(state)[0], Reply(word)))
    assert state.won
    assert ("lions" in GAME.view(state, "guesser").facts["clue"]) == near


def test_one_clue_shows_no_near_one() -> None:
    options = resolve(INFO.options, INFO.presets, {"variant": "clue", "clues": "one"})
    secret = {"word": "pride", "clue": "it comes before a fall", "near": "lions that live together"}
    state = GAME.start(Setup(options, secret))
    assert state.near is None


@each(
    ("pride | before a fall | lions at home", ("before a fall", "lions at home")),
    ("pride | before a fall", ("before a fall", None)),
    ("pride | before a fall | ", ("before a fall", None)),
)
def test_a_setter_gives_a_far_clue_and_perhaps_a_near_one(text: str, clues: tuple[str, str | None]) -> None:
    options = resolve(INFO.options, INFO.presets, {"variant": "clue"})
    state = GAME.start(Setup(options, None))
    move = GAME.parse(state, GAME.asks(state)[0], Reply(text))
    assert (move.values["clue"], move.values["near"]) == clues

"""Over random games, each seat sees the words that the rules allow it to see at that time, and no more."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from string import ascii_lowercase
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conformance import give, sent_for
from tests.games.connections.table import G1, G2, G3, INFO, SETTER, attempt, clue, say, start
from tests.games.steps import answer, resign
from tests.tables import each
from tui_arena.core.events import Event
from tui_arena.core.game import TABLE, Ask
from tui_arena.core.record import Play
from tui_arena.core.session import Session
from tui_arena.save.exchange.export import plain
from tui_arena.save.exchange.public_view import table_view
from tui_arena.save.exchange.session_files import document


def words_in(value: Any) -> set[str]:
    """All runs of letters in a value, in lower case."""
    return set(re.findall("[a-z]+", json.dumps(value, default=str).lower()))


def shown(play: Play[Any], seat: str) -> set[str]:
    """All words that a seat's view holds."""
    view = play.view(seat)
    return words_in([view.facts, [(line.seat, line.text, line.fault) for line in view.talk]])


@dataclass
class Ledger:
    """Which seat may know which word, by the written rules and without the game's code."""

    seats: list[str]
    secret: str
    said: set[str] = field(default_factory=set)
    """Every word that a seat said or was given."""
    known: dict[str, set[str]] = field(default_factory=dict)
    own: dict[str, set[str]] = field(default_factory=dict)
    """Words that a seat said without effect; its view may show them or not."""
    sealed: set[str] = field(default_factory=set)
    """Words of the open attempt that all seats will see."""

    def __post_init__(self) -> None:
        self.known = {seat: set() for seat in (*self.seats, TABLE)}
        self.own = {seat: set() for seat in (*self.seats, TABLE)}
        self.said.add(self.secret)
        self.known[SETTER].add(self.secret)

    def says(self, seat: str, word: str) -> None:
        self.said.add(word)
        self.known[seat].add(word)
        self.sealed.add(word)

    def wastes(self, seat: str, word: str) -> None:
        """A refused word, or one that is no block."""
        self.said.add(word)
        self.own[seat].add(word)

    def opens(self) -> None:
        for words in self.known.values():
            words.update(self.sealed)
        self.sealed = set()

    def changes(self, word: str) -> None:
        self.own[SETTER].add(self.secret)
        if self.secret not in self.known[TABLE]:
            self.known[SETTER].discard(self.secret)
        self.secret = word
        self.said.add(word)
        self.known[SETTER].add(word)

    def may(self, play: Play[Any], seat: str) -> set[str]:
        """The words that a seat may see; a word whose letters were all shown is no secret."""
        return self.known[seat] | self.own[seat] | _shown_so_far(play)

    def check(self, play: Play[Any], seat: str) -> None:
        seen = shown(play, seat) & self.said
        assert self.known[seat] <= seen | _shown_so_far(play), (seat, self.known[seat] - seen)
        assert seen <= self.may(play, seat), (seat, seen - self.may(play, seat))


def _shown_so_far(play: Play[Any]) -> set[str]:
    prefix = play.state.prefix
    return {prefix[:n] for n in range(1, len(prefix) + 1)}


class Game:
    """A random session. Every word is said by one seat only, so a word identifies its seat."""

    def __init__(self, seed: int, **options: Any) -> None:
        self.rng = Random(seed)
        pick = self.rng.choice
        options = {
            "guessers": pick([2, 3, 4]),
            "giver": pick(["turns", "first", "open"]),
            "secret_word": pick(["fixed", "improvised"]),
            "last_letter": pick(["wins", "plays_on"]),
            "memory": pick(["none", "table"]),
            "exhausted": pick(["forfeits", "forfeits", "aborts"]),
            "reprompts": 1,
            "max_attempts": 6,
            **options,
        }
        secret = self.word("", length=self.rng.randint(3, 9))
        self.play = start(secret, lexicon=None, **options)
        self.ledger = Ledger(list(self.play.seats), secret)

    def word(self, prefix: str, length: int = 14) -> str:
        """A random word, so long that no other seat says it by chance."""
        return prefix + "".join(self.rng.choices(ascii_lowercase, k=max(length - len(prefix), 5)))

    def step(self) -> None:
        """Give one reply, and record what each seat may know after it."""
        play, ledger, rng = self.play, self.ledger, self.rng
        ask = rng.choice(play.asks())
        prefix = play.state.prefix
        word = self.word(prefix)
        if rng.random() < 0.12:
            wrong = self.word("zq" if prefix[0] != "z" else "qz")
            give(play, ask, clue(wrong, f"such a {wrong}") if ask.name == "clue" else wrong)
            assert play.steps[-1].fault is not None
            ledger.wastes(ask.seat, wrong)
            word = ""
        else:
            word = self._move(ask, word)
        if self._all_in(ask):
            ledger.opens()
        if word and ask.name == "change":
            ledger.changes(word)

    def _move(self, ask: Ask, word: str) -> str:
        play, ledger, rng = self.play, self.ledger, self.rng
        before = play.state.open
        meant = before.clue.word if before else ""
        passes = ask.optional and rng.random() < 0.3
        if passes:
            word = ""
        elif ask.name == "guess" and rng.random() < 0.5:
            word = meant
        elif ask.name == "block" and rng.random() < 0.4:
            word = rng.choice([meant, ledger.secret])
        elif ask.name == "clue" and rng.random() < 0.1:
            word = ledger.secret
        give(play, ask, clue(word, "a thing") if ask.name == "clue" and word else word)
        if play.steps[-1].fault is not None:  # the word was blocked earlier
            return ""
        if ask.name == "block" and word == ledger.secret:
            ledger.wastes(SETTER, word)
        elif word and ask.name != "change":
            ledger.says(ask.seat, word)
        return word

    def _all_in(self, ask: Ask) -> bool:
        """Whether everybody may know the attempt's words: it is blocked, or all guesses are in."""
        asked = {one.name for one in self.play.asks()}
        return ask.name in ("block", "guess") and not asked & {"guess", "block"}


@settings(max_examples=6)
@given(st.integers(0, 10**6))
def test_each_seat_sees_what_the_rules_tell_it_and_no_more(seed: int) -> None:
    game = Game(seed)
    while game.play.asks():
        for seat in (*game.play.seats, TABLE):
            game.ledger.check(game.play, seat)
        game.step()
    assert all(game.ledger.secret in shown(game.play, seat) for seat in (*game.play.seats, TABLE))


def sessions(game: Game) -> Iterator[tuple[Session, Play[Any]]]:
    """A game's session after each reply, until it is over."""
    while game.play.asks():
        events = tuple(Event(e.seq, e.type, e.data) for e in game.play.events)
        seats = {seat: {"player": "human", "name": "x"} for seat in game.play.seats}
        yield Session("s", "connections", 1, None, game.play.setup, seats, events), game.play
        game.step()


@settings(max_examples=2)
@given(st.integers(0, 10**6))
def test_what_leaves_the_save_file_before_the_end_is_what_the_table_knows(seed: int) -> None:
    game = Game(seed)
    for session, play in sessions(game):
        known = game.ledger.may(play, TABLE)
        told = words_in(plain(session, INFO)) & game.ledger.said
        assert told <= known
        if not play.state.changing:  # the result of an attempt is shown once it is over
            assert known & game.ledger.said <= told | _shown_so_far(play)
        told = words_in(table_view(document(session, INFO, play), play)) & game.ledger.said
        assert told <= known


@settings(max_examples=2)
@given(st.integers(0, 10**6))
def test_no_prompt_holds_what_its_reader_may_not_know(seed: int) -> None:
    game = Game(seed)
    while asks := game.play.asks():
        for ask in asks:
            may = game.ledger.may(game.play, ask.seat)
            for sent in sent_for(INFO, game.play, ask):
                assert words_in(sent) & game.ledger.said <= may
        game.step()


# one by one


def test_a_failed_block_stays_sealed_until_all_guesses_are_in() -> None:
    play = answer(start(guessers=3), clue("comma", "a breath"), "colon")
    for seat, word in ((G2, "cot"), (G3, "cab")):
        for other in (G2, G3, TABLE):
            assert not {"comma", "colon"} & shown(play, other)
        assert "colon" not in shown(play, G1)
        assert not {"comma", "cot"} & shown(play, SETTER)
        say(play, (seat, word))
    for seat in (SETTER, G1, G2, G3, TABLE):
        assert {"comma", "colon", "cot", "cab"} <= shown(play, seat)


def test_a_block_shows_its_word_and_the_clue_was_told_to_all_before() -> None:
    play = answer(start(), clue("comma", "a breath", "personal"))
    for seat in (SETTER, G2, TABLE):
        facts = play.view(seat).facts
        assert (facts["clue"], facts["kind"], facts["clue_word"], facts["giver"]) == (
            "a breath",
            "personal",
            "",
            G1,
        )
    assert play.view(G1).facts["clue_word"] == "comma"
    answer(play, "comma")
    assert play.view(G2).facts["blocked"] == play.view(TABLE).facts["blocked"] == ["comma"]
    assert play.view(G2).facts["turns"][0]["word"] == "comma"


def test_a_block_with_the_secret_looks_like_a_pass_until_the_end() -> None:
    own = attempt(start(max_attempts=2, memory="table"), "comma", "catamaran", g2="cot")
    passed = attempt(start(max_attempts=2, memory="table"), "comma", "pass", g2="cot")
    for seat in (G1, G2, TABLE):
        assert own.view(seat) == passed.view(seat)
        assert not own.view(seat).facts["turns"][0]["own_word"]
        assert "catamaran" not in own.view(seat).facts["played"]
    assert own.view(SETTER).facts["turns"][0] == own.view(SETTER).facts["turns"][0] | {
        "block": "catamaran", "own_word": True}  # fmt: skip
    attempt(own, "cab", g1="car")
    for seat in (SETTER, G1, G2, TABLE):
        assert (own.over, own.view(seat).facts["turns"][0]["block"]) == (True, "catamaran")
        assert ("catamaran", "block") in [(line.text, line.ask) for line in own.view(seat).talk]


@each("none", "own", "all")
def test_personas_are_told_as_the_option_says(told: str) -> None:
    personas = {
        SETTER: {"profession": "baker"},
        G1: {"interests": ["Sea"]},
        G2: {"age": 9, "culture": "Leeds"},
    }
    play = start(given=personas, personas=told)
    own = {SETTER: "baker", G1: "knows about sea", G2: "9, Leeds", TABLE: ""}
    for seat, text in own.items():
        facts = play.view(seat).facts
        assert facts["persona"] == (text if told != "none" else "")
        others = {s: t for s, t in own.items() if s not in (seat, TABLE)}
        assert facts["personas"] == (others if told == "all" else {})
    assert play.view(G1).facts["interests"] == (["sea"] if told != "none" else [])
    assert play.view(G2).facts["others"] == ({SETTER: [], G1: ["sea"]} if told == "all" else {})


def test_refused_replies_are_their_seats_own() -> None:
    play = answer(start(), clue("dog", "it barks"), clue("comma"), "dingo")
    assert [line.fault is not None for line in play.view(SETTER).talk] == [False, True]
    for seat in (G1, G2, TABLE):
        assert not {"dog", "dingo"} & shown(play, seat)


def test_a_resignation_shows_no_words_by_itself_but_the_secret_is_told() -> None:
    play = resign(answer(start(), clue("comma")), G1)
    assert play.game.secret(play.state) == {"word": "catamaran"}


def test_the_last_letter_is_told_as_such() -> None:
    play = attempt(attempt(start("cat"), "cot"), "cab")
    assert play.view(TABLE).talk[-1].text == "Connected: the word was CAB. With its last letter it is CAT."
    assert attempt(start("cat"), "cat").view(TABLE).talk[-1].text == (
        "Connected: the word was CAT, and CAT is the secret."
    )


def test_clues_and_blocked_words_leave_the_save_file_before_the_end() -> None:
    play = answer(attempt(start(), "comma", "comma"), clue("cot", "a small bed"), "cab")
    seats = {seat: {"player": "human", "name": "x"} for seat in play.seats}
    session = Session("s", "connections", 1, None, play.setup, seats, tuple(play.events))
    rows = table_view(document(session, INFO, play), play)["events"]
    assert [row["text"] for row in rows] == ["one of those things", "comma", "a small bed", ""]


def test_while_a_word_may_change_all_is_told_but_the_letter() -> None:
    play = attempt(start(secret_word="improvised"), "comma", "cot")
    for seat in (SETTER, G1, G2, TABLE):
        talk = [(line.text, line.ask) for line in play.view(seat).talk]
        assert talk[1:] == [("cot", "block"), ("comma", "guess"), ("Connected: the word was COMMA.", "end")]
        assert (play.view(seat).facts["clue_word"], play.view(seat).facts["letters"]) == ("comma", "C")

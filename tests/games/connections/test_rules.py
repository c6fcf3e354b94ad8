"""Connections' rules, case by case: asks, refusals and endings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conformance import CATALOGUE
from tests.games.connections.table import G1, G2, G3, G4, INFO, SETTER, attempt, clue, ends, say, start
from tests.games.steps import answer, asked, end, fault, resign
from tests.tables import each
from tui_arena.core.game import TABLE, Deck, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import judge
from tui_arena.core.session import drawn
from tui_arena.save.exchange.session_files import read_document

# seats and the dealer


@each(2, 3, 4, 5)
def test_the_seats(guessers: int) -> None:
    seats = INFO.game.seats({"guessers": guessers})
    assert [s.name for s in seats] == [SETTER, *(f"guesser_{n}" for n in range(1, guessers + 1))]
    assert [s.side for s in seats] == ["opponent", *["solver"] * guessers]
    assert {s.group for s in seats[1:]} == {"guesser"}


def test_a_word_is_dealt_from_a_deck_that_is_named() -> None:
    deck = CATALOGUE.deck("published-words", INFO).deck
    dealt = drawn(INFO.game, {}, deck, 3)
    assert dealt == drawn(INFO.game, {}, deck, 3)
    assert dealt["secret"]["word"] in {item["word"] for item in deck.items}
    assert drawn(INFO.game, {}, None, 3) == {}
    with pytest.raises(ValueError, match="3 to 20 letters"):
        drawn(INFO.game, {}, Deck("own", [{"word": "ab"}]), 3)


@each(
    {}, {"word": ""}, {"word": "ab"}, {"word": "a" * 21}, {"word": 4}, {"word": None},
    {"word": True}, {"word": ["cat"]}, {"word": "c4t"}, {"word": "café"}, {"word": "two words"},
)  # fmt: skip
def test_a_secret_that_is_none_is_refused(secret: Any) -> None:
    with pytest.raises(ValueError, match=r"setup\.secret\.word"):
        INFO.game.start(Setup(resolve(INFO.options, INFO.presets, {}, None), secret))


@each(
    ("cat", None), ("a" * 20, None), ("CAT.", None), ("<think>dog</think>`cat`", None), ("I take\nword: cat", None),
    ("ab", "rule"), ("a" * 21, "rule"), ("c4t", "rule"), ("café", "rule"), ("cat-fish", "rule"), ("", "empty"),
    ("<think>cat", "empty"), ("cat fish", "format"), ("?", "empty"), ("word: pass", None), ("pass", None),
)  # fmt: skip
def test_what_can_be_the_word(word: str, kind: str | None) -> None:
    assert fault(answer(start(None), word)) == kind


# the giver


def test_open_asks_all_for_a_clue_and_the_first_one_counts() -> None:
    play = start(giver="open", guessers=3)
    for order in ((G1, G2, G3), (G2, G3, G1), (G3, G1, G2), (G1, G2, G3)):
        asks = play.asks()
        assert tuple(a.seat for a in asks) == order
        assert all(a.name == "clue" and a.race and a.optional and a.sealed for a in asks)
        say(play, (G3, clue("comma")))
        assert asked(play) == ["setter/block"]
        say(play, (SETTER, "pass"), (G1, "cab"), (G2, "cab"))


# the block


@each("pass", "PASS.", "-", "", " `-` ", "word: -", "word:", "hm\nword: -")
def test_a_setter_may_pass(passes: str) -> None:
    play = answer(start(), clue("comma"), passes)
    assert (fault(play), asked(play)) == (None, ["guesser_2/guess"])
    assert play.state.open.block == ""


@each(None, "party", "paper")
def test_a_session_that_does_not_name_spellings_has_them_as_before(preset: str | None) -> None:
    assert resolve(INFO.options, INFO.presets, {}, preset)["spellings"] is (preset != "paper")
    document: dict[str, Any] = {
        "format": "tui-arena-session", "version": 1, "game": "connections",
        "setup": {"options": {"giver": "first"}, "matching": 5, "secret": {"word": "trap"}, **({"preset": preset} if preset else {})},
        "events": [{"type": "reply", "seat": "guesser_1", "ask": "clue", "text": clue("theater")},
                   {"type": "reply", "seat": "setter", "ask": "block", "text": "theatre"}],
    }  # fmt: skip
    assert ends(read_document(document, "a file", CATALOGUE).play) == ["setter_blocked"]
    assert INFO.mended(document["setup"])["options"]["spellings"] is True


# the guesses


def test_all_others_guess_at_once_and_sealed() -> None:
    play = answer(start(guessers=4), clue("comma"), "cot")
    asks = play.asks()
    assert [a.seat for a in asks] == [G2, G3, G4]
    assert all(a.name == "guess" and a.sealed and not a.race and not a.optional for a in asks)


@each(*list(permutations((G2, G3, G4))))
def test_the_order_of_guesses_is_of_no_account(order: tuple[str, ...]) -> None:
    words = {G2: "cot", G3: "comma", G4: "cab"}
    play = answer(start(guessers=4), clue("comma"), "card")
    for seat in order:
        assert ends(play) == []
        say(play, (seat, words[seat]))
    assert ends(play) == ["reveal"]
    assert play.state.attempts[0].guesses == tuple(words.items())
    assert play.state.attempts[0].connected == (G3,)


# which words fit

MISFITS = [("dog", "rule"), ("c", "rule"), ("cá", "rule"), ("ça", "rule"), ("caт", "rule"), ("ca7", "rule"), ("ca-t", "rule"),
           ("ca t", "format"), ("…", "format"), ("ca" * 23, "rule"), ("c" * 10_000, "rule"), ("cat, I think", "format")]  # fmt: skip


@each(*MISFITS)
def test_every_word_begins_with_the_letters_and_has_no_others(word: str, kind: str) -> None:
    play = attempt(start(), "comma")
    assert play.state.prefix == "ca"
    assert fault(answer(play, clue(word))) == kind
    assert fault(answer(play, clue("carpet"), word)) == kind
    assert fault(answer(play, "pass", word)) == kind


@each("a cat", "CATS", "c-a-t", "c a t", "сat", "it is a *cat*")
def test_a_clue_holds_neither_its_word_nor_a_form_of_it(text: str) -> None:
    play = answer(start(), clue("cat", text))
    assert fault(play) == "rule"
    heard = play.steps[-1].fault
    assert heard is not None
    assert heard.heard["rule"] in ("equal", "inflection", "spelled", "look-alike")


@each("catalogue of pets", "concatenate", "purrs", "a catfish")
def test_a_clue_may_hold_longer_words(text: str) -> None:
    assert fault(answer(start(), clue("cat", text))) is None


@each(("x" * 200, None), ("x" * 201, "rule"), ("x" * 10_000, "rule"), ("", "format"), ("…", "format"))
def test_how_long_a_clue_is(text: str, kind: str | None) -> None:
    assert fault(answer(start(), clue("cat", text))) == kind


# letters and the end


@each(*product([SETTER, G1], ["together", "in_order"]))
def test_an_attempt_that_is_open_at_a_resignation_counts_nothing(seat: str, answers: str) -> None:
    def played(*said: tuple[str, str]) -> dict[str, Any]:
        play = attempt(start(guessers=3, answers=answers), "comma")
        return INFO.compute(resign(say(play, *said), seat))

    begun = [(G2, clue("card")), (SETTER, "cat"), (G1, "card")]
    for n in range(len(begun) + 1):
        assert played(*begun[:n]) == played(), "neither the clue nor any answer to it"


# faults and their consequences


@each(*list(permutations((G2, G3, G4))))
def test_nothing_ends_before_all_are_in(order: tuple[str, ...]) -> None:
    replies = {G2: "catamaran", G3: "dog", G4: "a b"}
    play = answer(start(guessers=4, exhausted="aborts", reprompts=0), clue("catamaran"), "pass")
    for seat in order:
        assert end(play)[0] == "unfinished"
        say(play, (seat, replies[seat]))
    assert end(play) == ("aborted", (), "guesser_3: rule")


@each((G1, G2), (G2, G1))
def test_in_open_a_seat_that_may_not_go_on_ends_nothing_while_others_may_give(order: tuple[str, ...]) -> None:
    play = start(giver="open", exhausted="aborts", reprompts=0)
    gives = say(
        start(giver="open", exhausted="aborts", reprompts=0), (order[0], "no"), (order[1], clue("comma"))
    )
    assert asked(gives) == ["setter/block"]
    assert ends(say(gives, (SETTER, "comma"))) == ["setter_blocked"]
    for seat in order:
        assert end(play)[0] == "unfinished"
        say(play, (seat, "no"))
    assert end(play) == ("aborted", (), "guesser_1: format")


@each(
    (Reply("comma", finish="refused"), "refusal"), (Reply("com ma", finish="length"), "cut_off"),
    (Reply("comma", finish="length"), None), (Reply("I can't help with that"), "format"),
)  # fmt: skip
def test_what_comes_back_broken(reply: Reply, kind: str | None) -> None:
    play = answer(start(), clue("comma"), "pass")
    found = judge(play.game, play.state, play.asks()[0], reply).fault
    assert (found.kind if found else None) == kind


# improvised


def changing(**options: Any) -> Any:
    """A session whose setter may change the word, with `ca` shown and `cat...` to come."""
    play = say(attempt(start(secret_word="improvised", **options), "comma"), (SETTER, "keep"))
    say(play, (G2, clue("carpet")), (SETTER, "cot"), (SETTER, "card"), (G1, "carpet"))
    assert (asked(play), play.state.prefix) == (["setter/change"], "ca")
    return play


@each(
    ("cattle", None), ("CATTLE", None), ("word: caterpillar", None), ("cot", "rule"), ("ca", "rule"), ("carpet", "rule"),
    ("card", "rule"), ("comma", "rule"), ("cabbage", "unknown_word"), ("ca" * 11, "rule"), ("cá", "rule"),
    ("two words", "format"), ("word: keep", "rule"), ("<think>hm", "empty"),
)  # fmt: skip
def test_what_the_word_may_change_to(word: str, kind: str | None) -> None:
    play = answer(changing(), word)
    assert fault(play) == kind
    assert asked(play) == (["setter/change"] if kind else ["guesser_1/clue"])
    assert play.state.secret == (word.removeprefix("word: ").lower() if kind is None else "catamaran")


def test_the_letter_shown_is_of_the_new_word_and_its_first_is_kept() -> None:
    play = answer(changing(), "carp")
    assert fault(play) == "unknown_word"
    play = answer(changing(lexicon=None), "cabinet")
    assert play.state.prefix == "cab"
    assert (play.game.secret(play.state), play.first_secret()) == ({"word": "cabinet"}, {"word": "catamaran"})
    assert (play.state.first, play.setup.secret) == ("catamaran", {"word": "catamaran"})


def test_each_attempt_asks_anew() -> None:
    play = answer(start(), "no", clue("comma"), "comma")
    assert [step.ask.key for step in play.steps] == ["clue:1", "clue:1", "block:1"]
    assert (play.asks()[0].key, play.asks()[0].attempt) == ("clue:2", 1)
    assert play.last_fault(play.asks()[0]) is None


# setter and guessers answer at the same time

TOGETHER: dict[str, Any] = {"answers": "together", "guessers": 3}


@each(*list(permutations([(SETTER, "pass"), (G2, "comma"), (G3, "cat")])))
def test_together_a_guess_connects_when_all_are_in(order: Sequence[tuple[str, str]]) -> None:
    play = say(start(**TOGETHER), (G1, clue("comma")), *order[:2])
    assert play.state.attempts == ()
    say(play, order[2])
    assert (ends(play), play.state.prefix) == (["reveal"], "ca")


def test_together_nobody_sees_an_answer_before_all_are_in() -> None:
    play = say(start(**TOGETHER), (G1, clue("comma")), (SETTER, "comma"))
    for seat in (G1, G2, G3, None):
        view = play.view(seat or TABLE)
        told = [line.text for line in view.talk if line.seat == SETTER]
        assert told == [], seat
        assert view.facts["block"] == ""


WORDS = st.sampled_from(["catalogue", "cat", "cattle", "catamaran", "pass"])


@given(words=st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=6))
def test_the_same_words_give_the_same_outcome_either_way(words: list[tuple[str, str, str]]) -> None:
    found = []
    for answers in ("together", "in_order"):
        play = start(answers=answers, max_attempts=4)
        for word, block, guess in words:
            if play.state.over or word == "pass" or guess == "pass" or not play.asks():
                break
            giver = play.asks()[0].seat
            said = {word, block, guess} - {"pass"}
            if said & set(play.state.blocked) or not all(w.startswith(play.state.prefix) for w in said):
                break
            say(play, (giver, clue(word)), (SETTER, block))
            for ask in play.asks():
                if ask.name == "guess":
                    say(play, (ask.seat, guess))
        found.append((ends(play), play.state.prefix, play.state.blocked, play.state.over))
    assert found[0] == found[1]


def test_attempts_are_by_the_number_of_guessers() -> None:
    numbers = [resolve(INFO.options, INFO.presets, {"guessers": n})["max_attempts"] for n in (2, 3, 4, 5)]
    assert numbers == [15, 11, 9, 8]

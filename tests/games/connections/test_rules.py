"""Connections' rules, case by case: asks, refusals and endings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.connections.table import (
    CATALOGUE,
    G1,
    G2,
    G3,
    G4,
    INFO,
    SETTER,
    attempt,
    clue,
    ends,
    say,
    start,
)
from tests.games.steps import answer, asked, end, fault, resign, rule
from tui_arena.core.game import TABLE, Deck, Reply, Setup
from tui_arena.core.options import resolve
from tui_arena.core.record import Play, defaulted, judge
from tui_arena.core.session import drawn
from tui_arena.save.exchange.session_files import read_document

FOUND = ("won", (G1, G2), None)
KEPT = ("won", (SETTER,), None)


# seats and the dealer


@pytest.mark.parametrize("guessers", [2, 3, 4, 5])
def test_the_seats(guessers: int) -> None:
    seats = INFO.game.seats({"guessers": guessers})
    assert [s.name for s in seats] == [SETTER, *(f"guesser_{n}" for n in range(1, guessers + 1))]
    assert [s.side for s in seats] == ["opponent", *["solver"] * guessers]
    assert {s.group for s in seats[1:]} == {"guesser"}


def test_paper_names_what_differs() -> None:
    options = start(preset="paper").setup.options
    assert {n: v for n, v in options.items() if v != INFO.options[n].default} == {
        "giver": "first", "max_attempts": None, "last_letter": "plays_on", "reprompts": 25,
        "exhausted": "aborts", "form": "strict", "takebacks": False, "answers": "in_order", "personas": "none",
        "names": False}  # fmt: skip


def test_the_setter_gives_the_word_unless_it_was_dealt() -> None:
    play = start(None)
    assert (asked(play), play.game.secret(play.state), play.first_secret()) == (["setter/word"], None, None)
    answer(play, "word: **Catamaran**.")
    assert play.first_secret() == {"word": "catamaran"}
    assert asked(play) == asked(start()) == ["guesser_1/clue"]
    assert play.view(G1).facts["letters"] == "C"


def test_a_word_is_dealt_from_a_deck_that_is_named() -> None:
    deck = CATALOGUE.deck("published-words", INFO).deck
    dealt = drawn(INFO.game, {}, deck, 3)
    assert dealt == drawn(INFO.game, {}, deck, 3)
    assert dealt["secret"]["word"] in {item["word"] for item in deck.items}
    assert drawn(INFO.game, {}, None, 3) == {}
    with pytest.raises(ValueError, match="3 to 20 letters"):
        drawn(INFO.game, {}, Deck("own", [{"word": "ab"}]), 3)


@pytest.mark.parametrize(
    "secret", [{}, {"word": ""}, {"word": "ab"}, {"word": "a" * 21}, {"word": 4}, {"word": None},
               {"word": True}, {"word": ["cat"]}, {"word": "c4t"}, {"word": "café"}, {"word": "two words"}])  # fmt: skip
def test_a_secret_that_is_none_is_refused(secret: Any) -> None:
    with pytest.raises(ValueError, match=r"setup\.secret\.word"):
        INFO.game.start(Setup(resolve(INFO.options, INFO.presets, {}, None), secret))


@pytest.mark.parametrize(
    ("word", "kind"),
    [("cat", None), ("a" * 20, None), ("CAT.", None), ("<think>dog</think>`cat`", None), ("I take\nword: cat", None),
     ("ab", "rule"), ("a" * 21, "rule"), ("c4t", "rule"), ("café", "rule"), ("cat-fish", "rule"), ("", "empty"),
     ("<think>cat", "empty"), ("cat fish", "format"), ("?", "empty"), ("word: pass", None), ("pass", None)],
)  # fmt: skip
def test_what_can_be_the_word(word: str, kind: str | None) -> None:
    assert fault(answer(start(None), word)) == kind


def test_no_word_aborts_whatever_happens_else() -> None:
    play = answer(start(None, reprompts=1), "ab", "")
    assert end(play) == ("aborted", (), "setter: empty")


# the giver


@pytest.mark.parametrize(("giver", "givers"), [("turns", [G1, G2, G3, G1]), ("first", [G1] * 4)])
def test_whose_turn_it_is(giver: str, givers: list[str]) -> None:
    play = start(giver=giver, guessers=3)
    for seat in givers:
        assert asked(play) == [f"{seat}/clue"]
        assert not play.asks()[0].race
        say(play, *[(seat, "no clue")] * 4)
    assert ends(play) == ["forfeited"] * 4


def test_open_asks_all_for_a_clue_and_the_first_one_counts() -> None:
    play = start(giver="open", guessers=3)
    for order in ((G1, G2, G3), (G2, G3, G1), (G3, G1, G2), (G1, G2, G3)):
        asks = play.asks()
        assert tuple(a.seat for a in asks) == order
        assert all(a.name == "clue" and a.race and a.optional and a.sealed for a in asks)
        say(play, (G3, clue("comma")))
        assert asked(play) == ["setter/block"]
        say(play, (SETTER, "pass"), (G1, "cab"), (G2, "cab"))


def test_in_open_a_guesser_may_pass_and_all_passed_is_forfeited() -> None:
    play = say(start(giver="open", guessers=3), (G2, "pass"), (G1, ""))
    assert asked(play) == ["guesser_3/clue"]
    say(play, (G3, "-"))
    assert (ends(play), play.state.passed) == (["forfeited"], ())
    assert asked(play) == ["guesser_2/clue", "guesser_3/clue", "guesser_1/clue"]
    assert [s.fault for s in play.steps] == [None] * 3
    assert fault(answer(start(), "pass")) == "format", "where one is asked alone there is nothing to pass"
    assert fault(answer(start(), "")) == "empty"
    assert fault(answer(start(giver="open"), "<think>cat</think>")) == "empty"


def test_in_open_who_is_past_its_reprompts_has_passed() -> None:
    play = say(start(giver="open", reprompts=1), (G1, "a"), (G2, "b"), (G1, "c"))
    assert asked(play) == ["guesser_2/clue"]
    assert play.asks()[0].attempt == 2
    say(play, (G2, clue("comma")))
    assert (asked(play), ends(play)) == (["setter/block"], [])
    both = say(start(giver="open", reprompts=0), (G1, "a"), (G2, "pass"))
    assert ends(both) == ["forfeited"]


def test_passes_come_in_any_order() -> None:
    plays = [
        say(start(giver="open", guessers=3), *((s, "pass") for s in order))
        for order in permutations((G1, G2))
    ]
    assert plays[0].state == plays[1].state


# the block


@pytest.mark.parametrize("passes", ["pass", "PASS.", "-", "", " `-` ", "word: -", "word:", "hm\nword: -"])
def test_a_setter_may_pass(passes: str) -> None:
    play = answer(start(), clue("comma"), passes)
    assert (fault(play), asked(play)) == (None, ["guesser_2/guess"])
    assert play.state.open.block == ""


def test_a_pass_behind_its_mark_is_the_word() -> None:
    assert answer(start("parade"), clue("party"), "word: pass").state.open.block == "pass"
    assert fault(answer(start(), clue("comma"), "<think>comma?</think>")) == "empty"
    assert fault(answer(start(), clue("comma"), "I think of commas\nword:")) == "empty"


def test_a_block_ends_the_attempt_and_nobody_else_is_asked() -> None:
    play = answer(start(), clue("Comma"), "word: COMMA!")
    assert (ends(play), asked(play)) == (["setter_blocked"], ["guesser_2/clue"])
    assert play.state.blocked == ("comma",)
    assert play.view(G2).facts["prefix"] == "c"


def test_words_compare_letter_for_letter() -> None:
    assert ends(attempt(start(), "comma", "commas", g2="com")) == ["guesser_wrong"]
    assert ends(attempt(start(), "comma", "commas", g2="COMMA.")) == ["reveal"]


@pytest.mark.parametrize(("matching", "same"), [(4, True), (3, False), (None, False)])
def test_a_word_may_be_spelled_as_across_the_atlantic(matching: int | None, same: bool) -> None:
    def begun() -> Play[Any]:
        setup = start().setup
        return Play(INFO.game, replace(setup, matching=matching, secret={"word": "colour"}))

    assert ends(attempt(begun(), "caliber", g2="calibre")) == ["reveal" if same else "guesser_wrong"]
    assert ends(attempt(begun(), "center", "centre", g2="cat")) == [
        "setter_blocked" if same else "guesser_wrong"
    ]
    assert ends(attempt(begun(), "color", g2="color")) == ["won" if same else "reveal"]
    play = answer(begun(), clue("color"), "color")
    assert play.state.open is None or play.state.open.own_word, "the secret blocks nothing"
    assert ends(play) == ([] if same else ["setter_blocked"])


def test_letter_for_letter_where_spellings_are_off() -> None:
    def begun(**options: Any) -> Play[Any]:
        setup = start(**options).setup
        return Play(INFO.game, replace(setup, matching=5, secret={"word": "theatre"}))

    for options, same in (({}, True), ({"spellings": False}, False)):
        assert ends(attempt(begun(**options), "tumour", "tumor", g2="trap")) == [
            "setter_blocked" if same else "guesser_wrong"
        ]
        assert ends(attempt(begun(**options), "tumour", g2="tumor")) == [
            "reveal" if same else "guesser_wrong"
        ]
        assert ends(attempt(begun(**options), "theater")) == ["won" if same else "reveal"]


@pytest.mark.parametrize("preset", [None, "party", "paper"])
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


@pytest.mark.parametrize("word", ["cat", "catamaran"])
def test_a_block_with_the_secret_is_none(word: str) -> None:
    play = answer(start(), clue(word), "CATAMARAN")
    assert (fault(play), asked(play)) == (None, ["guesser_2/guess"])
    assert play.state.open.own_word
    say(play, (G2, word))
    assert ends(play) == ["won" if word == "catamaran" else "reveal"]
    assert play.state.blocked == ()


def test_an_own_word_is_one_of_the_secret_that_holds_by_then() -> None:
    play = attempt(start(secret_word="improvised"), "comma")
    say(play, (SETTER, "card"))
    attempt(play, "catamaran", "catamaran")
    assert ends(play) == ["reveal", "setter_blocked"]


# the guesses


def test_all_others_guess_at_once_and_sealed() -> None:
    play = answer(start(guessers=4), clue("comma"), "cot")
    asks = play.asks()
    assert [a.seat for a in asks] == [G2, G3, G4]
    assert all(a.name == "guess" and a.sealed and not a.race and not a.optional for a in asks)


@pytest.mark.parametrize("order", list(permutations((G2, G3, G4))))
def test_the_order_of_guesses_is_of_no_account(order: tuple[str, ...]) -> None:
    words = {G2: "cot", G3: "comma", G4: "cab"}
    play = answer(start(guessers=4), clue("comma"), "card")
    for seat in order:
        assert ends(play) == []
        say(play, (seat, words[seat]))
    assert ends(play) == ["reveal"]
    assert play.state.attempts[0].guesses == tuple(words.items())
    assert play.state.attempts[0].connected == (G3,)


def test_one_is_enough_and_none_is_a_miss() -> None:
    assert ends(attempt(start(guessers=3), "comma", g2="cot", g3="comma")) == ["reveal"]
    assert ends(attempt(start(guessers=3), "comma", g2="cot", g3="cab")) == ["guesser_wrong"]


def test_a_connection_on_the_secret_wins() -> None:
    play = attempt(start(), "catamaran")
    assert (ends(play), end(play), asked(play)) == (["won"], FOUND, [])


def test_a_guess_of_the_secret_at_another_clue_wins_nothing() -> None:
    play = attempt(start(), "comma", g2="catamaran")
    assert (ends(play), end(play)[0]) == (["guesser_wrong"], "unfinished")


def test_a_guess_has_no_pass() -> None:
    play = answer(start("parade"), clue("party"), "pass")
    assert fault(answer(play, "pass")) is None, "it is the word"
    assert fault(answer(start(), clue("comma"), "-", "-")) == "format"
    assert fault(answer(start(), clue("comma"), "-", "guess:")) == "empty"


# which words fit

MISFITS = [("dog", "rule"), ("c", "rule"), ("cá", "rule"), ("ça", "rule"), ("caт", "rule"), ("ca7", "rule"), ("ca-t", "rule"),
           ("ca t", "format"), ("…", "format"), ("ca" * 23, "rule"), ("c" * 10_000, "rule"), ("cat, I think", "format")]  # fmt: skip


@pytest.mark.parametrize(("word", "kind"), MISFITS)
def test_every_word_begins_with_the_letters_and_has_no_others(word: str, kind: str) -> None:
    play = attempt(start(), "comma")
    assert play.state.prefix == "ca"
    assert fault(answer(play, clue(word))) == kind
    assert fault(answer(play, clue("carpet"), word)) == kind
    assert fault(answer(play, "pass", word)) == kind


def test_the_letters_alone_are_a_word() -> None:
    assert ends(attempt(attempt(start(), "comma"), "ca")) == ["reveal", "reveal"]


def test_a_blocked_word_is_used_by_nobody() -> None:
    play = answer(start(), clue("cat"), "cat")
    assert fault(answer(play, clue("Cat"))) == "rule"
    assert fault(answer(play, clue("comma"), "cat")) == "rule"
    assert fault(answer(play, "pass", "cat")) == "rule"
    assert fault(answer(play, "cats")) is None, "another form is another word"


def test_a_blocked_word_leaves_when_the_letters_leave_it() -> None:
    play = answer(start(), clue("comma"), "comma")
    attempt(play, "cot")
    assert (play.state.prefix, play.state.blocked, play.view(G1).facts["blocked"]) == ("ca", (), [])


def test_words_of_other_attempts_may_be_used_again() -> None:
    play = attempt(start(), "comma", "cot", g2="cab")
    assert ends(attempt(play, "comma", "cot", g1="cab")) == ["guesser_wrong"] * 2


@pytest.mark.parametrize("text", ["a cat", "CATS", "c-a-t", "c a t", "сat", "it is a *cat*"])
def test_a_clue_holds_neither_its_word_nor_a_form_of_it(text: str) -> None:
    play = answer(start(), clue("cat", text))
    assert fault(play) == "rule"
    heard = play.steps[-1].fault
    assert heard is not None
    assert heard.heard["rule"] in ("equal", "inflection", "spelled", "look-alike")


@pytest.mark.parametrize("text", ["catalogue of pets", "concatenate", "purrs", "a catfish"])
def test_a_clue_may_hold_longer_words(text: str) -> None:
    assert fault(answer(start(), clue("cat", text))) is None


@pytest.mark.parametrize(("text", "kind"), [("x" * 200, None), ("x" * 201, "rule"), ("x" * 10_000, "rule"), ("", "format"), ("…", "format")])  # fmt: skip
def test_how_long_a_clue_is(text: str, kind: str | None) -> None:
    assert fault(answer(start(), clue("cat", text))) == kind


def test_the_table_overrules_what_a_clue_says() -> None:
    play = answer(start(), clue("cat", "cats purr"))
    rule(play, "says_word", False)
    assert asked(play) == ["setter/block"]
    other = answer(start(giver="open"), clue("cat", "felines purr"))
    rule(other, "says_word", True)
    assert (fault(other), asked(other)) == ("rule", ["guesser_1/clue", "guesser_2/clue"])


# letters and the end


def test_the_last_letter_wins_and_is_no_reveal() -> None:
    play = attempt(attempt(start("cat"), "cot"), "cab")
    assert (ends(play), end(play), play.state.prefix) == (["reveal", "won"], FOUND, "cat")


def test_plays_on_until_the_word_is_connected() -> None:
    play = attempt(attempt(start("cat", last_letter="plays_on"), "cot"), "cab")
    assert (ends(play), end(play)[0], play.state.prefix) == (["reveal", "reveal"], "unfinished", "cat")
    attempt(play, "cattle")
    assert (ends(play)[-1], play.state.attempts[-1].after) == ("reveal", 3)
    assert end(attempt(play, "cat", "cat")) == FOUND


def test_attempts_are_used_up() -> None:
    play = attempt(start(max_attempts=2), "comma", "comma")
    assert end(play)[0] == "unfinished"
    assert end(attempt(play, "cot", g1="cab")) == KEPT
    assert end(attempt(start(max_attempts=1), "catamaran")) == FOUND, "the last attempt can still win"
    assert end(attempt(start(max_attempts=1), "comma")) == KEPT
    assert start(max_attempts=None).view(G1).facts["attempts_left"] == ""


@pytest.mark.parametrize(("seat", "winners"), [(G2, (SETTER,)), (SETTER, (G1, G2))])
def test_resigning(seat: str, winners: tuple[str, ...]) -> None:
    play = resign(answer(start(), clue("comma")), seat)
    assert (end(play), play.asks()) == (("won", winners, f"{seat}: resigned"), ())


@pytest.mark.parametrize("seat", [SETTER, G1])
@pytest.mark.parametrize("answers", ["together", "in_order"])
def test_an_attempt_that_is_open_at_a_resignation_counts_nothing(seat: str, answers: str) -> None:
    def played(*said: tuple[str, str]) -> dict[str, Any]:
        play = attempt(start(guessers=3, answers=answers), "comma")
        return INFO.compute(resign(say(play, *said), seat))

    begun = [(G2, clue("card")), (SETTER, "cat"), (G1, "card")]
    for n in range(len(begun) + 1):
        assert played(*begun[:n]) == played(), "neither the clue nor any answer to it"


# faults and their consequences


def test_reprompts_are_counted_by_seat() -> None:
    play = answer(start(guessers=3, reprompts={G2: 1, G3: 0}), clue("comma"), "pass")
    say(play, (G2, "dog"), (G3, "dog"))
    assert asked(play) == ["guesser_2/guess"]
    assert play.asks()[0].attempt == 2
    say(play, (G2, "comma"))
    assert (ends(play), play.state.attempts[0].guesses) == (["reveal"], ((G2, "comma"), (G3, "")))
    assert play.state.rejected == ()


def test_a_bad_block_is_a_pass_and_a_bad_guess_is_none() -> None:
    play = answer(start(reprompts=0), clue("comma"), "dog")
    assert defaulted(play, play.steps[-1])
    assert (play.state.open.block, asked(play)) == ("", ["guesser_2/guess"])
    assert ends(answer(play, "dog")) == ["guesser_wrong"]


def test_only_the_givers_faults_forfeit() -> None:
    play = start(reprompts=1)
    answer(play, clue("dog"), clue("dog"))
    assert (ends(play), asked(play)) == (["forfeited"], ["guesser_2/clue"])
    assert play.state.attempts[0].clue is None


def test_five_in_a_row_abort() -> None:
    play = start(reprompts=0, max_attempts=5)
    answer(play, *["no"] * 4)
    assert end(play)[0] == "unfinished"
    answer(play, clue("dog"))
    assert end(play) == ("aborted", (), "guesser_1: rule")
    assert not play.view(G1).facts["used_up"]
    broken = answer(start(reprompts=0, guessers=3), *["no"] * 4)
    attempt(broken, "comma", "comma")
    assert end(answer(broken, *["no"] * 4))[0] == "unfinished"
    passed = start(giver="open")
    for _ in range(5):
        say(passed, (G2, "-"), (G1, "-"))
    assert end(passed) == ("aborted", (), "guesser_1: forfeit")


@pytest.mark.parametrize(
    ("before", "cause"),
    [((), "guesser_1: format"), ((clue("comma"),), "setter: format"), ((clue("comma"), "pass"), "guesser_2: format"),
     ((clue("comma"), "pass", "comma"), "setter: format")],
)  # fmt: skip
def test_exhausted_aborts(before: tuple[str, ...], cause: str) -> None:
    play = answer(start(exhausted="aborts", reprompts=1, secret_word="improvised"), *before, "a b", "a b")
    assert (end(play), asked(play)) == (("aborted", (), cause), [])


@pytest.mark.parametrize("order", list(permutations((G2, G3, G4))))
def test_nothing_ends_before_all_are_in(order: tuple[str, ...]) -> None:
    replies = {G2: "catamaran", G3: "dog", G4: "a b"}
    play = answer(start(guessers=4, exhausted="aborts", reprompts=0), clue("catamaran"), "pass")
    for seat in order:
        assert end(play)[0] == "unfinished"
        say(play, (seat, replies[seat]))
    assert end(play) == ("aborted", (), "guesser_3: rule")


@pytest.mark.parametrize("order", [(G1, G2), (G2, G1)])
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


@pytest.mark.parametrize(
    ("reply", "kind"),
    [(Reply("comma", finish="refused"), "refusal"), (Reply("com ma", finish="length"), "cut_off"),
     (Reply("comma", finish="length"), None), (Reply("I can't help with that"), "format")],
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


@pytest.mark.parametrize("keeps", ["keep", "Keep.", "-", "", "word: -", "catamaran"])
def test_a_setter_may_keep_its_word(keeps: str) -> None:
    play = answer(changing(), keeps)
    assert (fault(play), play.state.secret, play.state.prefix) == (None, "catamaran", "cat")


def test_a_secret_that_others_have_said_can_still_be_kept_by_its_name() -> None:
    play = say(attempt(start("catfish", secret_word="improvised"), "comma"), (SETTER, "keep"))
    attempt(play, "cab", g1="catfish")
    say(attempt(play, "card"), (SETTER, "catfish"))
    assert (fault(play), play.state.prefix, play.state.secret) == (None, "cat", "catfish")


@pytest.mark.parametrize(
    ("word", "kind"),
    [("cattle", None), ("CATTLE", None), ("word: caterpillar", None), ("cot", "rule"), ("ca", "rule"), ("carpet", "rule"),
     ("card", "rule"), ("comma", "rule"), ("cabbage", "unknown_word"), ("ca" * 11, "rule"), ("cá", "rule"),
     ("two words", "format"), ("word: keep", "rule"), ("<think>hm", "empty")],
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


def test_a_change_is_asked_for_after_connections_on_other_words_alone() -> None:
    play = attempt(start(secret_word="improvised"), "comma", "comma")
    assert asked(play) == ["guesser_2/clue"]
    assert asked(attempt(play, "cot", g1="cab")) == ["guesser_1/clue"]
    assert end(attempt(play, "catamaran")) == FOUND
    assert asked(attempt(start(), "comma")) == ["guesser_2/clue"], "fixed"


def test_past_its_reprompts_a_setter_keeps_and_unknown_words_count_as_well() -> None:
    play = answer(changing(reprompts=1), "cabbage", "carpet")
    assert (asked(play), play.state.secret, play.state.prefix) == (["guesser_1/clue"], "catamaran", "cat")


def test_a_change_can_put_off_the_last_letter() -> None:
    play = say(attempt(start("car", secret_word="improvised"), "comma"), (SETTER, "keep"))
    attempt(play, "cattle")
    assert ends(say(play, (SETTER, "cat"))) == ["reveal", "won"], "it has no letter more to show"
    other = say(attempt(start("car", secret_word="improvised"), "comma"), (SETTER, "keep"))
    say(attempt(other, "cattle"), (SETTER, "carpet"))
    assert (ends(other), other.state.prefix) == (["reveal", "reveal"], "car")


def test_a_word_to_change_to_has_a_letter_more_to_show() -> None:
    play = say(answer(changing(), "keep"), (G1, clue("cattle")), (SETTER, "pass"), (G2, "cattle"))
    assert (play.state.prefix, fault(answer(play, "cat"))) == ("cat", "rule")
    assert fault(answer(play, "catapult")) is None


@pytest.mark.parametrize(
    "said",
    ["guess: comma", "WORD: comma.", "guess: cab\nguess: comma", "word: cab\nGuess: **comma**\nI am sure", "**guess:** comma"],
)  # fmt: skip
def test_the_marks_of_a_guess(said: str) -> None:
    assert ends(answer(start(), clue("comma"), "pass", said)) == ["reveal"]


@pytest.mark.parametrize("said", ["word: comma", "I'd say cot\nword: cab\nword: comma\nor not", "Word:comma"])
def test_the_mark_of_a_block(said: str) -> None:
    assert ends(answer(start(), clue("comma"), said)) == ["setter_blocked"]
    assert fault(answer(start(), clue("comma"), "guess: comma")) == "format"


def test_each_attempt_asks_anew() -> None:
    play = answer(start(), "no", clue("comma"), "comma")
    assert [step.ask.key for step in play.steps] == ["clue:1", "clue:1", "block:1"]
    assert (play.asks()[0].key, play.asks()[0].attempt) == ("clue:2", 1)
    assert play.last_fault(play.asks()[0]) is None


def test_a_word_that_somebody_guessed_has_been_seen() -> None:
    play = start(secret_word="improvised", guessers=3)
    say(attempt(play, "comma", g3="cattle"), (SETTER, "keep"))
    attempt(play, "car")
    assert fault(answer(play, "cattle")) == "rule"


def test_what_is_found_in_the_last_attempt_is_not_used_up() -> None:
    facts = attempt(start(max_attempts=1), "catamaran").view(G1).facts
    assert (facts["found"], facts["used_up"]) == (True, False)


# setter and guessers answer at the same time

TOGETHER: dict[str, Any] = {"answers": "together", "guessers": 3}


def test_together_setter_and_guessers_are_asked_at_once() -> None:
    play = say(start(**TOGETHER), (G1, clue("comma")))
    assert [(ask.seat, ask.name) for ask in play.asks()] == [(SETTER, "block"), (G2, "guess"), (G3, "guess")]


@pytest.mark.parametrize("order", list(permutations([(SETTER, "comma"), (G2, "comma"), (G3, "cat")])))
def test_together_a_block_counts_first_and_the_guesses_are_kept(order: Sequence[tuple[str, str]]) -> None:
    play = say(start(**TOGETHER), (G1, clue("comma")), *order)
    (one,) = play.state.attempts
    assert (one.end, one.guesses, one.after) == ("setter_blocked", ((G2, "comma"), (G3, "cat")), 1)
    assert play.state.blocked == ("comma",)
    assert one.named == {SETTER: True}


@pytest.mark.parametrize("order", list(permutations([(SETTER, "pass"), (G2, "comma"), (G3, "cat")])))
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


def test_together_a_setter_past_its_reprompts_has_passed() -> None:
    play = start(**TOGETHER, reprompts=0)
    say(play, (G1, clue("comma")), (SETTER, "dog"))
    assert [ask.seat for ask in play.asks()] == [G2, G3]
    say(play, (G2, "comma"), (G3, "cat"))
    assert ends(play) == ["reveal"]


def test_together_a_seat_that_aborts_waits_for_all() -> None:
    play = start(**TOGETHER, reprompts=0, exhausted="aborts")
    say(play, (G1, clue("comma")), (SETTER, "dog"))
    assert play.state.aborted is None
    say(play, (G2, "comma"), (G3, "cat"))
    assert play.state.aborted == "setter: rule"


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

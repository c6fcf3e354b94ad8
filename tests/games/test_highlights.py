"""What is worth telling of a session: of every golden session, and of some whose moment is known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conformance import CATALOGUE
from tests.games.steps import answer
from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core.game import Deck
from tui_arena.core.highlights import LONGEST, SHORTEST, Highlights, HostSentence, Quote, best_first
from tui_arena.core.record import Play
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.questions.table import Entity, Knowledge, Property
from tui_arena.save.exchange.session_files import read_document

CASES = Cases(__file__)

GOLDEN = sorted((Path(__file__).parents[1] / "golden").glob("*.json"))


@pytest.mark.parametrize("path", sampled(GOLDEN, 3), ids=lambda path: path.stem)
def test_what_is_told_of_a_golden_session_fits_it(path: Path) -> None:
    document = json.loads(path.read_text("utf-8"))
    session = read_document(document["session"], path.name, CATALOGUE).session
    info = CATALOGUE.game(session.game)
    play = session.fold(info.game)
    found = info.highlights(play)
    assert 0 <= found.closeness <= 1
    worth = [quote.worth for quote in found.quotes]
    assert worth == sorted(worth, reverse=True)
    for quote in found.quotes:
        assert quote.seat in play.seats
        assert SHORTEST <= len(quote.text) <= LONGEST
        assert 0 <= quote.worth <= 1
    for told in (found.moment, found.award):
        assert told is None or not told.seat or told.seat in play.seats
    if not play.over:
        assert found == Highlights()


def told_of(
    game: str, secret: dict[str, Any] | None, *replies: str, known: Deck | None = None, **options: Any
) -> Highlights:
    """The highlights of a session with this secret and these replies."""
    return CATALOGUE.game(game).highlights(played(game, secret, *replies, **options), known)


def played(game: str, secret: dict[str, Any] | None, *replies: str, **options: Any) -> Play[Any]:
    """A session with this secret and these replies; people sit in every seat that plays."""
    seats = {
        "wordle": "guesser",
        "entity": "guesser judge",
        "taboo": "setter guesser",
        "bluffing": "setter judge",
        "connections": "setter guesser_1 guesser_2",
        "akinator": "setter guesser",
    }[game]
    cast = {seat: read_player(f"human:{seat}") for seat in seats.split()}
    opening = Opening(game, cast, options)
    session, _ = new_session(opening, CATALOGUE, id="x", seed=1, started=None, secret=secret)
    return answer(session.fold(CATALOGUE.game(game).game), *replies)


@each(("no", True), ("yes", False))
def test_a_critic_is_quoted_for_what_they_held_against_a_word(agreed: str, quoted: bool) -> None:
    said = f"agreement: {agreed}\nexplanation: nothing in the clue is against it"
    replies = "stone", said, "truck", "pride", "yes", "pride"
    found = told_of("wordle", {"word": "pride"}, *replies, variant="critic")
    assert any(quote.kind == "reason" for quote in found.quotes) == quoted


SIGNS = ("alive", "red", "big", "sharp", "warm", "sweet")
RARE = "rare"
"""Only one thing in eight has this sign."""
THINGS = Knowledge(
    "sixty-four",
    tuple(
        Entity(
            f"thing{n}",
            facts={
                sign: "yes"
                for bit, sign in enumerate((*SIGNS, RARE))
                if (n % 8 == 0 if sign == RARE else n >> bit & 1)
            },
        )
        for n in range(64)
    ),
    {sign: Property(sign, f"Is it {sign}?") for sign in (*SIGNS, RARE)},
)
"""A thing for each set of the six signs: each answer halves them, but the rare sign tells more."""
KNOWN = Deck(THINGS.name, (), THINGS)


@CASES.each
def test_the_moment_of_a_question_game_is_what_its_answers_did_to_the_secret(
    secret: str, replies: tuple[str, ...], turns: int, moment: tuple[str, dict[str, str]] | None
) -> None:
    assert told_of("entity", {"entity": secret}, *replies, known=KNOWN, max_turns=turns).moment == (
        HostSentence(*moment) if moment else None
    )


def test_a_result_counts_what_is_still_likely_as_the_table_did() -> None:
    """More are likely than fit as well as the secret, since two answers can't both be right."""
    said = "yes", "yes", "no", "no", "no"
    signs = "alive", "not alive", "red", "big", "sharp"
    replies = [word for sign, reply in zip(signs, said, strict=True) for word in (f"Is it {sign}?", reply)]
    secret = {"entity": "thing0"}
    bot = CATALOGUE.game("entity").bot_for(None, KNOWN)
    assert bot is not None
    belief = bot.belief(played("entity", secret, *replies, max_turns=9).view("guesser"))
    assert belief is not None
    moment = told_of("entity", secret, *replies, "Is it thing0?", known=KNOWN, max_turns=9).moment
    assert moment == HostSentence("leap", {"name": "a thing0", "left": str(belief.left)})


def test_an_answer_of_akinator_that_misled_is_told_and_one_that_was_right_too() -> None:
    right = [word for sign in SIGNS for word in (f"Is it {sign}?", "no")]
    guess = "This is a guess -- are you thinking of thing0?"
    won = told_of("akinator", {"object": "thing0"}, *right, guess, "correct", known=KNOWN)
    assert won.moment is None, "each answer halved them"
    wrong = ["Is it alive?", "yes", *right[2:]]
    found = told_of("akinator", {"object": "thing0"}, *wrong, guess, "correct", known=KNOWN)
    slots = {"name": "a thing0", "question": "Is it alive?", "answer": "yes", "more": "6"}
    assert found.moment == HostSentence("astray", slots)


@CASES.each
def test_a_word_of_the_language_spells_no_other_word(word: str, prompt: str, blamed: bool) -> None:
    last = "I hate you", f"My guess of the word is: {word}"
    found = told_of("taboo", {"word": word}, prompt, "Nothing that I could tell you of.", *last)
    assert found.moment == (HostSentence("gave_it_away", {"prompt": prompt}) if blamed else None)


@each(*CASES["a_reply_is_quoted_if_it_tells_something_and_is_no_echo"])
def test_a_reply_is_quoted_if_it_tells_something_and_is_no_echo(reply: str, quoted: bool) -> None:
    said = ("Where do you sleep at home?", reply, *([] if reply.startswith("My guess") else ["pass"]))
    found = told_of("taboo", {"word": "umbrella"}, *said, max_prompts=1)
    assert [quote.text for quote in found.quotable] == [reply] * quoted


@CASES.each
def test_a_story_is_quoted_for_what_it_was(truth: str, verdict: str, kind: str, seat: str | None) -> None:
    replies = (f"{truth} | I once sang in a tram.", "Which tram was it?", "The 4 to Graz main station.")
    found = told_of("bluffing", None, *replies, f"I believe your statement is: {verdict}")
    assert found.award == (HostSentence(kind, {}, seat) if seat else None)
    best = found.quotes[0]
    assert best.text == "I once sang in a tram."
    assert best.kind == ("caught" if kind == "one_question" else kind)


@each(*CASES["an_answer_beside_its_question_is_no_line_to_quote"])
def test_an_answer_beside_its_question_is_no_line_to_quote(answer: str, quoted: bool) -> None:
    replies = ("true | I once sang in a tram.", "Which tram was it?", answer)
    found = told_of("bluffing", None, *replies, "I believe your statement is: true")
    assert (answer in [quote.text for quote in found.quotes]) is quoted


@each(*CASES["a_line_to_quote_has_what_its_question_asks_for"])
def test_a_line_to_quote_has_what_its_question_asks_for(question: str, answer: str, quoted: bool) -> None:
    found = told_of(
        "bluffing",
        None,
        "true | I once sang in a tram.",
        question,
        answer,
        "I believe your statement is: true",
    )
    assert (answer in [quote.text for quote in found.quotes]) is quoted


def test_who_saw_through_a_story_without_a_question_asked_none() -> None:
    found = told_of("bluffing", None, "false | I once sang in a tram.", "I believe your statement is: false")
    assert found.award == HostSentence("no_question", {}, "judge")


def test_lines_that_are_too_short_or_too_long_are_not_quoted() -> None:
    lines = ["no", "x" * (LONGEST + 1), "a fine line", "a finer line"]
    found = best_first(Quote("a", "clue", line, worth=n / 4) for n, line in enumerate(lines))
    assert [quote.text for quote in found] == ["a finer line", "a fine line"]


def test_a_clue_for_the_secret_itself_that_nobody_heard_is_the_best_moment() -> None:
    def clue(word: str) -> str:
        return f"word: {word}\nclue: what it leads to"

    def moment(*replies: str, secret: str = "catamaran", **options: Any) -> HostSentence | None:
        return told_of("connections", {"word": secret}, *replies, personas="none", **options).moment

    comma = (clue("comma"), "pass", "comma")
    missed, won = (clue("catamaran"), "pass", "cattle"), (clue("catamaran"), "pass", "catamaran")
    in_hand = HostSentence("in_hand", {"word": "CATAMARAN", "turn": "2"}, "guesser_2")
    assert moment(*comma, *missed, *won) == in_hand
    assert moment(*comma, *missed, max_attempts=2) == in_hand
    last = moment(*comma, *won)
    assert last is not None
    assert last.key == "last_clue"
    other = (clue("catapult"), "pass", "cattle")
    changed = moment(*other, *comma, "catamaran", *won, secret="catapult", secret_word="improvised")
    assert changed is not None
    assert changed.key == "last_clue", "CATAPULT is not what comes out"


@each((2, None), (4, "clearest"))
def test_a_clue_that_several_understand_is_one_clue_of_its_giver(clues: int, award: str | None) -> None:
    words = ("comma", "castle", "cattle", "catapult")[:clues]
    replies = [text for one in words for text in (f"word: {one}\nclue: so it is", "pass", *[one] * 3)]
    table: dict[str, Any] = {"guessers": 4, "personas": "none", "max_attempts": clues, "giver": "first"}
    found = told_of("connections", {"word": "catamaran"}, *replies, **table)
    assert (found.award and found.award.key) == award


def test_what_is_told_of_a_session_is_as_the_table_says() -> None:
    wrong: dict[str, Any] = {}
    for name, case in CASES["told"].items():
        found = told_of(case["game"], case.get("secret"), *case["said"], **case.get("with", {}))
        moment, award = (
            (one and (one.key, dict(one.slots), one.seat or "")) for one in (found.moment, found.award)
        )
        whole: dict[str, Any] = {"moment": moment or (), "award": award or (), "closeness": found.closeness}
        whole |= {"key": found.moment and found.moment.key, "quotes": tuple(one.kind for one in found.quotes)}
        wrong |= {f"{name}, {key}": whole[key] for key in whole.keys() & case if whole[key] != case[key]}
    assert wrong == {}

"""What the prompts of Connections' seats contain, and what they must not."""

from dataclasses import replace
from itertools import product
from typing import Any

from tests.conformance import CATALOGUE
from tests.games.prompts import last, sent, tells, text, wrongly_told
from tests.games.steps import answer
from tests.tables import Cases, each
from tui_arena.core.game import Lexicon, Setup
from tui_arena.core.options import as_saved
from tui_arena.core.record import Play

CASES = Cases(__file__)

INFO = CATALOGUE.game("connections")
FIVE = ["", "playful", "steps", "terse", "warm"]
THREE = ["", "steps", "terse"]
PUBLISHED = ["", "terse"]
"""The variants with the published texts and no more."""
SECRET = "camel"
BLOCKED = ("word: cat\nclue: it purrs", "cat")
PERSONAS = {
    "setter": {"profession": "baker", "age": 52, "culture": "Vienna", "interests": ["bread"]},
    "guesser_1": {"profession": "diver", "age": 30, "interests": ["sea"]},
    "guesser_2": {"profession": "nurse", "interests": ["medicine"]},
}


def start(preset: str | None = None, *, word: str | None = SECRET, **options: Any) -> Play[Any]:
    resolved = as_saved(INFO.options, INFO.presets, options, preset)
    secret = {"word": word} if word else None
    extra = {"personas": PERSONAS}
    return Play(INFO.game, Setup(resolved, secret=secret, preset=preset, extra=extra))


def asked(name: str, preset: str | None = None, **options: Any) -> Play[Any]:
    """A session that waits for an ask of that name, with one word blocked and only the letter C shown."""
    if name == "word":
        return start(preset, word=None, **options)
    if name == "change":
        play = answer(start(preset, secret_word="improvised", **options), *BLOCKED)
        return answer(play, "word: comma\nclue: a small pause", "colon", "comma")
    play = answer(start(preset, **options), *BLOCKED)
    more = ["clue", "block", "guess"].index(name)
    return answer(play, *("word: comma\nclue: a small pause\nkind: personal", "colon")[:more])


@each(*FIVE)
def test_the_rules_are_the_same_all_session_long(variant: str) -> None:
    play = start(secret_word="improvised", memory="table")
    rules: dict[str, set[str]] = {}
    turns = (*BLOCKED, "word: comma\nclue: a small pause", "colon", "comma", "camera")
    for reply in turns:
        seat = play.asks()[0].seat
        known = variant if play.asks()[0].name != "change" or variant in THREE else ""
        if known == variant:
            rules.setdefault(seat, set()).add(sent(play, variant)[0]["content"])
        answer(play, reply)
    assert set(rules) == {"setter", "guesser_1", "guesser_2"}
    assert all(len(systems) == 1 for systems in rules.values())


@each(*FIVE)
def test_a_giver_is_asked_for_word_and_clue_together(variant: str) -> None:
    told = last(asked("clue", "paper"), variant)
    tells(
        told,
        "The letters shown: C\n | Blocked words, which nobody may use again: CAT | "
        "word that begins with C | none of the blocked words | short description of it | "
        "not resemble the word | word alone | nothing else / nothing after them",
    )
    lines = ["word: …", "clue: …", *([] if variant in PUBLISHED else ["kind: …"])]
    assert told.splitlines()[-len(lines) :] == lines
    assert "Blocked words" not in last(start(), variant)


@each(*FIVE)
def test_who_guesses_and_who_blocks_are_asked_the_same(variant: str) -> None:
    block, guess = (last(asked(name, "paper"), variant) for name in ("block", "guess"))
    for told in (block, guess):
        tells(
            told,
            "The letters shown: C\n | Blocked words, which nobody may use again: CAT | "
            'The clue: <data name="clue">a small pause</data> | begins with C | '
            "none of the blocked words | word alone",
        )
    assert "Your own word, which is not to be named: CAMEL" in block
    assert "is not your own word" in block
    if variant in PUBLISHED:
        own = "\n\nYour own word, which is not to be named: CAMEL"
        asked_last = guess[guess.index("The letters shown") :]
        asked_first = block[block.index("The letters shown") :]
        assert asked_first.replace(own, "").replace(" and is not your own word", "") == asked_last


@each(*product(PUBLISHED, ["clue", "guess", "block"]))
def test_published_prompts_say_no_more(variant: str, name: str) -> None:
    more = {"left", "kind", "personal", "baker", "diver", "score"}
    ours = {"`pass`", "misses", "best", "Best"}
    for preset, words in (("paper", more | ours), ("party", more)):
        told = text(asked(name, preset), variant)
        assert not [word for word in words if word in told], preset
    told = text(asked(name, "party", max_attempts=31), variant)
    assert "31" not in told
    assert "30" not in told


@each(*FIVE)
def test_who_one_is_is_told_as_the_option_says(variant: str) -> None:
    for name, own, others, leans in (
        (
            "clue",
            "nurse; knows about medicine",
            "guesser_1: diver, 30; knows about sea",
            "the setter does not",
        ),
        ("block", "baker, 52, Vienna; knows about bread", "guesser_2: nurse", "you do not"),
    ):
        none, mine, everyone = (text(asked(name, personas=told), variant) for told in ("none", "own", "all"))
        assert own.split(";")[0] not in none
        assert f'<data name="persona">{own}</data>' in mine
        assert "other_personas" not in mine
        assert '<data name="other_personas">' in everyone
        assert others in everyone
        assert leans in everyone
        system = sent(asked(name, personas="all"), variant)[0]["content"]
        rules = next(
            part for part in ("Each round", "The first letter", "They see the first") if part in system
        )
        assert system.index("Connections") < system.index(own) < system.index(rules)


def test_the_dialogue_stands_as_it_was() -> None:
    turns = sent(asked("block"))[1:]
    assert [m["role"] for m in turns] == ["user", "assistant", "user"]
    assert turns[0]["content"] == '<data name="guesser_1">it purrs</data>'
    assert turns[1]["content"] == "cat"
    told = 'CAT is blocked.\n\n<data name="guesser_2">a small pause</data>\n\nThe letters shown: C'
    assert turns[2]["content"].startswith(told)


@CASES.each
def test_a_fault_says_which_it_was_and_asks_for_all_again(name: str, reply: str, why: str) -> None:
    for variant in FIVE:
        play = answer(asked(name), reply)
        again = sent(play, variant)[-1]["content"]
        assert sent(play, variant)[-2] == {"role": "assistant", "content": reply}
        assert why in again
        assert again.startswith("That can't be taken: ")
        tells(
            again,
            "Try again. Tries left: 3. | The letters shown: C\n | "
            "Blocked words, which nobody may use again: CAT | word alone | none of the blocked words",
        )
        assert ("The clue: " in again) == (name != "clue")
        assert ("CAMEL" in again) == (name == "block")


def test_a_word_that_nobody_knows_is_no_change() -> None:
    play = asked("change")
    play.state = replace(play.state, setup=replace(play.setup, lexicon=Lexicon("few", {"cobra"})))
    answer(play, "cqqz")
    for variant in THREE:
        told = last(play, variant)
        assert told.startswith("That word is not known here: cqqz is not in the word list")
        tells(
            told,
            "Your word: CAMEL | The letters shown: C\n | CAT, COMMA, COLON | `keep`",
        )


def test_prompts_tell_what_the_table_says() -> None:
    assert wrongly_told(start, CASES["told"]) == []

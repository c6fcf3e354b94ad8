"""The tolerant reader: one row for each kind of layout, for a word, a choice, parts between bars and a free text."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tests.thorough import sampled
from tui_arena.core import reading
from tui_arena.core.forms import LOOKED_AT, ReplyForm
from tui_arena.core.game import Ask, Reply, Setup
from tui_arena.core.reading import ending, formed, heard_as, in_json, in_words, read
from tui_arena.core.text import read_reply
from tui_arena.games.akinator.rules import ANSWER as PROBABLY
from tui_arena.games.bluffing.rules import FORMS as BLUFFING
from tui_arena.games.connections.rules import FORMS as CONNECTIONS
from tui_arena.games.entity.rules import FORMS as ENTITY
from tui_arena.games.taboo.rules import FORMS as TABOO
from tui_arena.games.wordle.rules import FORMS as WORDLE
from tui_arena.games.wordle.rules import GUESS, parse_guess

CASES = Cases(__file__)

ANSWER = ENTITY["answer"][0]
QUESTION = ENTITY["question"][0]
STATEMENT = BLUFFING["statement"][0]
VERDICT = BLUFFING["verdict"][0]
CLUE = CONNECTIONS["clue"][0]
BLOCK = CONNECTIONS["block"][0]
LAST_GUESS = TABOO["last_guess"][0]
FORM = {
    "guess": GUESS, "answer": ANSWER, "probably": PROBABLY, "question": QUESTION, "statement": STATEMENT, "verdict": VERDICT,
    "clue": CLUE, "block": BLOCK, "last_guess": LAST_GUESS, "target": WORDLE["target"][1], "asked": BLUFFING["question"][0],
}  # fmt: skip
"""The forms by the names that the tables give them."""
ALL = [GUESS, ANSWER, PROBABLY, QUESTION, STATEMENT, VERDICT, CLUE, BLOCK, LAST_GUESS, *WORDLE["target"]]

BOTH = "explanation: so\nguess: crane"


def lenient(form: ReplyForm, text: str) -> str:
    """A reply as the rules judge it, if its form is read leniently."""
    return heard_as(form.in_lenient, text)


LINES = CASES["LINES"]


@each(*LINES.values())
def test_a_word_is_found_in_any_layout(text: str) -> None:
    said = lenient(GUESS, text)
    assert parse_guess(read_reply(said).body, strict=False)[0] == "crane"
    assert lenient(GUESS, said) == said


OBJECT = '{"explanation": "so", "guess": "crane"}'
JSON = CASES["JSON"]


@each(*JSON.values())
def test_json_is_read_wherever_it_stands_and_however_it_is_broken(text: str) -> None:
    assert lenient(GUESS, text).lower() == BOTH


@CASES.each
def test_only_what_ends_thoughts_is_a_reply(text: str, said: str | None) -> None:
    assert ending(GUESS.in_lenient, text) == said


def test_what_a_mender_makes_up_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    import json_repair

    monkeypatch.setattr(json_repair, "repair_json", lambda *_, **__: {"guess": "slate"})
    text = "{'guess' 'crane'"
    assert lenient(GUESS, text) == text


CHOICES = CASES["CHOICES"]


@each(*CHOICES.values())
def test_a_choice_is_found_whatever_else_is_talked_of(text: str) -> None:
    assert lenient(ANSWER, text) in ("answer: yes", "yes", "Answer: yes")


@CASES.each
def test_two_choices_in_one_place_or_none_are_left_to_the_rules(text: str) -> None:
    assert lenient(ANSWER, text).removeprefix("answer: ") == text.removeprefix("Answer: ")


@CASES.each
def test_other_forms_are_read_in_the_same_way(form: str, text: str, read: str) -> None:
    assert lenient(FORM[form], text) == read


UNREAD: Mapping[str, tuple[str, Sequence[str]]] = CASES["UNREAD"]


@each(*UNREAD.values())
def test_what_is_not_surely_meant_is_left_to_the_rules(form: str, texts: Sequence[str]) -> None:
    for text in texts:
        assert lenient(FORM[form], text) == text


@each('{"explanation": "so", "guess": "cran', '{"guess": "crane", "explanation": "it h')
def test_json_that_was_cut_off_within_a_value_says_nothing(text: str) -> None:
    assert in_json(GUESS.in_lenient, text) is None


FREE = CASES["FREE"]


@each(*FREE.values())
def test_a_free_text_loses_what_stands_around_it(text: str) -> None:
    assert lenient(QUESTION, text).removeprefix("question: ") == "Is it alive?"


PIECES = st.sampled_from(
    "guess answer question word clue truth yes no true maybe crane : ： = -> | - * ** # > ` ``` \" ' { } [ ] ( ) < > \\boxed{ </answer> "
    '<answer> <guess> </guess> {"guess": "answer": , . ! ? assistant \n \n\n'.split(" ")
)
TEXTS = st.lists(PIECES, max_size=14).map(" ".join) | st.text(max_size=40)


@given(st.sampled_from(ALL), TEXTS)
@example(QUESTION, '{"question": "{\\"question\\": \\"x\\"}"}')
def test_reading_what_was_read_changes_nothing(form: ReplyForm, text: str) -> None:
    said = lenient(form, text)
    assert lenient(form, said) == said


@given(st.sampled_from(ALL), TEXTS)
def test_a_strict_form_changes_nothing(form: ReplyForm, text: str) -> None:
    assert heard_as(form, text) == text


@given(st.text(st.characters(exclude_characters="<>{}:：#`", exclude_categories=["Cs"]), max_size=60))
@example("[I]")
@example("assistant\nx")
def test_every_letter_of_a_free_text_is_kept(text: str) -> None:
    said = lenient(QUESTION, text)
    kept = [c for c in text.strip().removeprefix("assistant\n") if c.isalnum()]
    assert [c for c in said if c.isalnum()] in (kept, [c for c in text if c.isalnum()])


@given(
    st.sampled_from(ALL),
    st.lists(st.text("abcdefgh ij", min_size=1).filter(str.strip), min_size=3, max_size=3),
)
def test_the_plain_text_of_a_form_reads_as_itself(form: ReplyForm, values: list[str]) -> None:
    filled: dict[str, str] = {}
    for (name, kind), value in zip(form.parts.items(), values, strict=False):
        said = " ".join(value.split())
        filled[name] = (
            said
            if kind == "text"
            else said.replace(" ", "")
            if kind in ("word", "name")
            else kind.split(" | ")[0]
        )
    plain = form.written(filled)
    assert lenient(form, plain) == plain


@each(
    ({"form": "lenient"}, 5, True),
    ({"form": "lenient"}, None, True),
    ({"form": "lenient"}, 4, False),
    ({"form": "strict"}, 5, False),
    ({}, 5, False),
)
def test_a_session_is_read_leniently_by_its_option_and_its_version(
    options: dict[str, Any], matching: int | None, leniently: bool
) -> None:
    assert formed(GUESS, Setup(options, matching=matching)).lenient is leniently


# the door


@each(
    (GUESS.in_lenient, False, OBJECT, BOTH),
    (GUESS, True, OBJECT, BOTH),
    (GUESS, False, OBJECT, OBJECT),
    (GUESS.in_lenient, False, "- guess: crane", "- guess: crane"),
    (None, True, OBJECT, OBJECT),
)
def test_json_becomes_words_at_the_door(form: ReplyForm | None, asked: bool, text: str, kept: str) -> None:
    reply = in_words(Reply(text), Ask("guesser", "guess", "1", form=form), json_asked=asked)
    assert reply.text == kept
    assert reply.extra == ({} if kept == text else {"raw": text})


# how long it takes

LONG = 64 * 1024
FLOODS = CASES["FLOODS"]


class Counted:
    """Counts the lines of the reader that run."""

    def __init__(self) -> None:
        self.lines = 0

    def __call__(self, frame: Any, event: str, arg: object) -> Any:
        if "reading" not in frame.f_code.co_filename and "forms" not in frame.f_code.co_filename:
            return None
        self.lines += event == "line"
        return self


def work(form: ReplyForm, text: str) -> int:
    """How many lines of the reader a reply takes."""
    counted, before = Counted(), sys.gettrace()
    sys.settrace(counted)
    try:
        heard_as(form, text)
    finally:
        sys.settrace(before)
    return counted.lines


@pytest.mark.parametrize("form", sampled(ALL, 4), ids=lambda form: "-".join(form.parts))
def test_no_reply_takes_more_work_than_a_bounded_one(form: ReplyForm) -> None:
    """At some 5 million lines a second, 25,000 lines are a quarter of the 20 ms that a reply may take."""
    most = max(FLOODS, key=lambda flood: work(form.in_lenient, (flood * LONG)[:LONG]))
    assert work(form.in_lenient, (most * LONG)[:LONG]) < 25_000, most


def test_a_mender_sees_only_what_is_short_and_flat(monkeypatch: pytest.MonkeyPatch) -> None:
    import json_repair

    seen: list[str] = []

    def mend(text: str, **_: Any) -> dict[str, str]:
        seen.append(text)
        return {}

    monkeypatch.setattr(json_repair, "repair_json", mend)
    for flood in FLOODS:
        seen.clear()
        read(GUESS.in_lenient, f"{{'guess': {(flood * LONG)[:LONG]}")
        assert len(seen) <= 2
        assert all(len(text) <= reading.MENDED for text in seen)
        assert all(sum(map(text.count, "{[(")) <= reading.NESTED for text in seen)
    seen.clear()
    read(GUESS.in_lenient, "Here: {'guess': 'crane'}.")
    assert seen == ["{'guess': 'crane'}"]


def test_of_a_long_reply_its_beginning_and_its_end_are_read() -> None:
    talk = "I think about it.\n" * LOOKED_AT
    assert lenient(GUESS, f"{talk}- guess: crane") == "guess: crane"
    assert lenient(GUESS, f"- guess: crane\n{talk}") == "guess: crane"


TRUE, FALSE = "I believe your statement is: True", "I believe your statement is: False"


@CASES.each
def test_the_rules_own_sentence_holds_where_it_stands_alone(text: str, said: str | None) -> None:
    question = BLUFFING["question"][0]
    for form in (VERDICT, question):
        assert lenient(form, text) == (said or text)
        assert heard_as(form, text) == text

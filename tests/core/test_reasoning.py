"""Reasoning is taken out at the door: a row for each mark, and what holds for any text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.core.game import Reply
from tui_arena.core.reasoning import MOST_MARKS, SIGNS, split_thoughts, without_thoughts
from tui_arena.core.text import REPLY_BYTES

CASES = Cases(__file__)

THOUGHT, SAID = "It may be a VIOLIN, or no", "Is it big?"
CHANNELS = f"<|channel|>analysis<|message|>{THOUGHT}<|end|>"

MARKED = CASES["MARKED"]
ENDED = CASES["ENDED"]
BEGUN = CASES["BEGUN"]


@each(*MARKED)
def test_every_mark_divides_a_reply(came: str) -> None:
    split = split_thoughts(came)
    assert split.words == SAID
    assert "VIOLIN" in split.thinking
    assert split.marks
    assert came[split.start :].startswith(SAID), "it says where the words begin"


@each(*MARKED)
def test_a_sign_stands_in_every_text_with_reasoning(came: str) -> None:
    assert any(sign in came for sign in SIGNS)


@each(*(SAID + end for end in ENDED), *(begin + SAID for begin in BEGUN))
def test_marks_of_turns_fall_off(came: str) -> None:
    split = split_thoughts(came)
    assert split.words == SAID
    assert split.marks
    assert came[split.start :].startswith(SAID)


@each(f"<think>{THOUGHT}", f"[THINK]{THOUGHT}", CHANNELS, f"<|channel>thought\n{THOUGHT}")
def test_an_opener_without_a_closer_leaves_no_words(came: str) -> None:
    assert split_thoughts(came).words == ""
    assert split_thoughts(came).thinking == THOUGHT


@each(
    "3 < 4 and 5 > 4", "<b>crane</b>", "analysis: it is big", "Thinking...\nno", "<guess>crane</guess>",
    "</details>", "Is it <s>big</s> or small?", "Ġgantija", "I think it is <blue>", "x<y|z>w",
)  # fmt: skip
def test_what_only_looks_like_a_mark_stays(said: str) -> None:
    assert split_thoughts(said).words == said
    assert split_thoughts(said).thinking == ""


PIECES = st.sampled_from(
    ["<think>", "</think>", "[THINK]", "[/THINK]", "<|channel|>", "final", "analysis", "<|message|>", "<|end|>",
     "<|start|>", "assistant", "user", "<|channel>", "<channel|>", "thought\n", "</s>", "<|im_end|>", "<|im_start|>",
     " word ", "\n", "<", ">", "|"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join))
def test_words_are_what_came_in_its_order(came: str) -> None:
    split = split_thoughts(came)
    rest = iter(came)
    assert all(letter in rest for letter in split.words)
    assert split.marks or split.words == came


def test_many_marks_are_read_in_one_pass() -> None:
    came = "<think>a</think>" * MOST_MARKS + SAID
    assert split_thoughts(came).words.startswith("<think>")
    assert split_thoughts("<think>a</think>" * (MOST_MARKS // 2) + SAID).words == SAID


def test_long_reasoning_costs_no_words() -> None:
    came = f"<think>{'hm ' * REPLY_BYTES}</think>{SAID}"
    reply = without_thoughts(Reply(came))
    assert reply.text == SAID
    assert reply.thinking is not None
    assert len(reply.thinking) == REPLY_BYTES
    assert reply.extra["raw"].startswith("<think>hm")


def test_a_reply_without_marks_is_as_it_came() -> None:
    assert without_thoughts(Reply(SAID, thinking="hm")) == Reply(SAID, thinking="hm")
    both = without_thoughts(Reply(f"<think>b</think>{SAID}", thinking="a"))
    assert (both.text, both.thinking) == (SAID, "a\nb")


def test_a_text_whose_blanks_were_never_decoded_is_spelled_out() -> None:
    reply = without_thoughts(Reply("guess:ĠcraneĊexplanation:Ġso"))
    assert (reply.text, reply.extra["raw"]) == (
        "guess: crane\nexplanation: so",
        "guess:ĠcraneĊexplanation:Ġso",
    )


@each("Here is my thought process:\n", "analysis")
def test_a_reply_that_was_cut_off_within_its_thoughts_has_no_words(lead: str) -> None:
    reply = without_thoughts(Reply(f"{lead}It may be a VIOLIN", finish="length"))
    assert reply.text == ""
    assert "VIOLIN" in (reply.thinking or "")

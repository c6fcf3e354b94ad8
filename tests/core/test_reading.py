"""The tolerant reader: one row for each kind of layout, for a word, a choice, parts between bars and a free text."""

from __future__ import annotations

import json
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
ALL = [GUESS, ANSWER, PROBABLY, QUESTION, STATEMENT, VERDICT, CLUE, BLOCK, LAST_GUESS, *WORDLE["target"]]

BOTH = "explanation: so\nguess: crane"


def lenient(form: ReplyForm, text: str) -> str:
    """A reply as the rules judge it, if its form is read leniently."""
    return heard_as(form.in_lenient, text)


LINES = {
    "list": "- guess: crane",
    "numbers": "1. explanation: so\n2) guess: crane",
    "quotation": "> explanation: so\n> guess: crane",
    "heading with the value below": "### Explanation:\nso\n### Guess\n**crane**",
    "bold label, value below": "**Explanation**\nso\n\n**Guess**\ncrane",
    "quotes and a full stop": 'guess: "crane".',
    "fence": "Here:\n```text\nguess: `crane`!\n```\nDone.",
    "round brackets": "guess: (crane)",
    "square brackets": "guess: [crane]",
    "braces": "guess: {crane}",
    "angle brackets": "guess: <crane>",
    "box": r"**Final Answer**" + "\n" + r"guess: \boxed{crane}",
    "box of text, no label": r"So I say $\boxed{\text{crane}}$.",
    "tags named like the parts": "<explanation>so</explanation><guess>crane</guess>",
    "lines in a wrapper": f"<answer>\n{BOTH}\n</answer>",
    "word in a wrapper": "Hm. <final_answer>crane</final_answer>",
    "box of GLM": f"<|begin_of_box|>{BOTH}<|end_of_box|>",
    "full-width colon": "explanation：so\nguess：crane",
    "equals sign": 'explanation=so\nguess="crane".',
    "arrow": "guess -> crane",
    "dash": "guess – crane",
    "letters apart": "guess: C R A N E",
    "letters with dashes": "guess: c-r-a-n-e",
    "full-width letters": "guess: ＣＲＡＮＥ",
    "role": f"assistant\n\n- {BOTH}",
    "role as a label": "Assistant: guess: crane",
    "label in other words": "My final guess: crane",
    "label for any answer": "Final answer: crane",
    "label with a number": "Guess #3 (five letters): crane",
    "heading without a mark": "Explanation\n-----\nso\n\nGuess\n-----\ncrane",
    "tags of a page": "<p><b>Guess:</b> crane</p>",
    "line breaks encoded twice": "explanation: so\\nguess: crane",
    "block of YAML": "guess: |\n  crane",
    "sentence that names it": "The word is **crane**.",
    "table": "| part | value |\n|---|---|\n| explanation | so |\n| guess | crane |",
    "table with heads": "Here:\n\n| explanation | guess |\n|---|:---:|\n| so | crane |",
    "twice, the last holds": "guess: stare\nOr rather:\nguess: crane",
    "in one line": "It has two vowels. **Guess**: crane",
    "comment behind it": "guess: crane (a bird)",
    "bold alone": "I would go with **crane** here",
    "alone on the last line": "It has two vowels and an R.\n\nCrane",
}


@each(*LINES.values())
def test_a_word_is_found_in_any_layout(text: str) -> None:
    said = lenient(GUESS, text)
    assert parse_guess(read_reply(said).body, strict=False)[0] == "crane"
    assert lenient(GUESS, said) == said


OBJECT = '{"explanation": "so", "guess": "crane"}'
JSON = {
    "bare": OBJECT,
    "fenced, with talk": f"Sure:\n```json\n{OBJECT}\n```\nThis object has all.",
    "twice, the last holds": f'{{"explanation": "", "guess": "stare"}}\n{OBJECT}',
    "head twice": '{"explan' + OBJECT,
    "list of one": f"[{OBJECT}]",
    "under one key": f'{{"reply": {OBJECT}}}',
    "in the schema": f'{{"type": "object", "properties": {OBJECT}, "required": ["guess"]}}',
    "string": json.dumps(OBJECT),
    "call of a tool": json.dumps({"name": "reply", "arguments": OBJECT}),
    "single quotes": "{'explanation': 'so', 'guess': 'crane'}",
    "trailing comma, open fence": '```json\n{"explanation": "so",\n"guess": "crane",\n}',
    "raw line break": '{"explanation":\n "so", "guess": "crane\n"}',
    "unclosed": '{"explanation": "so", "guess": "crane"',
    "comments": '{"explanation": "so", // why\n "guess": "crane"}',
    "keys without quotes": "{explanation: so, guess: crane}",
    "keys in another case, one more": '{"Guess": "crane", "Explanation": "so", "Confidence": 0.8}',
    "keys in another style": '{"myExplanation": "so", "final_guess": "crane", "explanation": "so"}',
    "values in lists": '{"explanation": ["so"], "guess": ["crane"]}',
    "value decorated": '{"explanation": "so", "guess": "**Crane.**"}',
}


@each(*JSON.values())
def test_json_is_read_wherever_it_stands_and_however_it_is_broken(text: str) -> None:
    assert lenient(GUESS, text).lower() == BOTH


@each(
    (f"Hm.\n{BOTH}", BOTH),
    (f"guess: stare\nNo.\n\n{BOTH}\n", BOTH),
    ("No vowels.\nguess: crane", "guess: crane"),
    (f"Hm. {OBJECT}", BOTH),
    (f"{BOTH}\nBut is that right?", None),
    ('I could say {"guess": "stare"}. Or another.', None),
    ("**crane**", None),
    ("", None),
)
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


@each(
    (PROBABLY, "Probably not, though some might say yes", "answer: probably no"),
    (PROBABLY, '{"answer": "don\'t know"}', "answer: don't know"),
    (VERDICT, "It may be true, it may be false.\n\nFinal verdict: False", "verdict: false"),
    (
        VERDICT,
        "**I believe your statement is: True**\nfalse modesty",
        "**I believe your statement is: True**\nfalse modesty",
    ),
    (STATEMENT, "Sure!\n\n- true | I can juggle\n\nHow is that?", "true | I can juggle"),
    (STATEMENT, "**Truth:** true\n**Statement:** I can juggle", "true | I can juggle"),
    (STATEMENT, '{"truth": false, "statement": "I can juggle"}', "false | I can juggle"),
    (STATEMENT, "true | I once\nate a bug", "true | I once\nate a bug"),
    (WORDLE["target"][1], "word: crane\nclue: a bird", "crane | a bird"),
    (CLUE, "### Word\ncat.\n### Clue\na pet", "word: cat\nclue: a pet"),
    (CLUE, "My word: C A T\nMy clue: a pet\nKind: personal", "word: CAT\nclue: a pet\nkind: personal"),
    (BLOCK, "**pass**", "pass"),
    (BLOCK, "- word: pass", "word: pass"),
    (BLOCK, "word: pass", "word: pass"),
    (BLOCK, "I think they mean **cat**.", "cat"),
    (LAST_GUESS, "My final guess: ice cream!", "guess: ice cream"),
    (LAST_GUESS, '{"guess": "ice cream"}', "ice cream"),
    (LAST_GUESS, "My guess of the word is: crane", "My guess of the word is: crane"),
    # what JSON leaves out may be missing only if it is optional
    (GUESS, '{"guess": "crane"}', "guess: crane"),
    # what was said last holds, in JSON and in lines
    (GUESS, f'A draft: {{"guess": "stare"}}\n\n{BOTH}', f'A draft: {{"guess": "stare"}}\n\n{BOTH}'),
    (GUESS, f"guess: stare\n\n{OBJECT}", BOTH),
    # a key for any answer counts only with an answer, and one for thoughts never
    (ANSWER, '{"guess": "stare"} so, yes', "answer: yes"),
    (ANSWER, '{"guess": "yes"}', "answer: yes"),
    (ANSWER, '{"thinking": {"answer": "yes"}, "result": {"answer": "no"}}', "answer: no"),
)
def test_other_forms_are_read_in_the_same_way(form: ReplyForm, text: str, read: str) -> None:
    assert lenient(form, text) == read


UNREAD: Mapping[str, tuple[ReplyForm, Sequence[str]]] = {
    "a part is missing": (CLUE, ['{"word": "crane"}']),
    "JSON cut off within a value": (QUESTION, ['{"question": "Is it bigger than ']),
    "a guess denied, or talked about": (
        GUESS,
        [
            'explanation: I first thought of {"guess": "stare"}\nguess: crane',
            "It is not **crane**",
            "Previous guess: stare",
        ],
    ),
    "a verdict denied": (VERDICT, ["It's not **true**", "I doubt the verdict is true", "true! or made up!"]),
    "an answer denied, or two": (
        ANSWER,
        [
            "It would be wrong to answer: yes",
            "Final answer: no. (Earlier answer: yes)",
            "No.\n\nSorry, yes",
            "Yes\nNo",
        ],
    ),
    "an answer doubted": (PROBABLY, ["I don't know if the answer is yes"]),
    "a statement about JSON": (STATEMENT, ['true | see {"truth": false, "statement": "x"}']),
    "a question about a verdict": (
        BLUFFING["question"][0],
        ["What is your answer: true?", "Did it say <verdict>true</verdict>?"],
    ),
    "a free text": (
        QUESTION,
        [
            "Sure! Is it alive?",
            "Is it in [brackets] or (not)?",
            "[a] or [b]?",
            "(laughs) Is it alive?",
            "Is it 3) or 4. of these?",
            "1. Is it alive?",
            "Assistant: is that its job?",
            "Is its answer: yes?",
            'Is it {"alive": true}?',
            "Is it\n\nalive?",
            "question: Is it alive?",
            'Does JSON such as {"question": "ok"} come from it?',
        ],
    ),
}


@each(*UNREAD.values())
def test_what_is_not_surely_meant_is_left_to_the_rules(form: ReplyForm, texts: Sequence[str]) -> None:
    for text in texts:
        assert lenient(form, text) == text


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
FLOODS = [
    *"{[(<\"'`*_\\\n\t a|#>-.:：=",
    '{"a":',
    '[{"a":',
    '{"guess": "',
    "{'guess': 'a', ",
    "{#",
    "guess: ",
    "guess: \n",
    "answer: yes\n",
    "the answer is yes ",
    "\\boxed{",
    "boxed{yes} ",
    "<answer>",
    "</answer>",
    "<guess>crane</guess>",
    "**yes** ",
    "yes, ",
    "yes\n",
    "C R ",
    "- - ",
    "```\n",
    "assistant\n",
    "true | ",
    "| a ",
    "\n\n",
]


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


@each(
    (f"**`{TRUE}`**\n\nI weighed `{FALSE}` too, but it doesn't fit.", TRUE),
    (f"At first I would say {FALSE}.\n\n### Verdict\n**{TRUE}**", TRUE),
    (f"Question: What do you answer?\nAnswer: {TRUE}", TRUE),
    (f"{TRUE}\nIt all fits.", None),
    ("I believe your statement is：True。", "I believe your statement is:True."),
    (f"{TRUE}\n{FALSE}", None),
    (f"Question 3: Were you there?\n{TRUE}", None),
)
def test_the_rules_own_sentence_holds_where_it_stands_alone(text: str, said: str | None) -> None:
    question = BLUFFING["question"][0]
    for form in (VERDICT, question):
        assert lenient(form, text) == (said or text)
        assert heard_as(form, text) == text

"""Replies in JSON, and the texts that the rules read."""

from __future__ import annotations

import json
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.attacks import ALL
from tests.tables import each
from tui_arena.core.forms import MAX_PART, ReplyForm
from tui_arena.core.game import Ask, Progress, Reply
from tui_arena.core.reading import partial, read
from tui_arena.data import Catalogue
from tui_arena.players.models.player import _without_json, in_form

CATALOGUE = Catalogue()
GUESS = ReplyForm({"explanation": "text", "guess": "word"}, "lines")
VERDICT = ReplyForm({"explanation": "text", "agreement": "yes | no"}, "lines")
TARGET = ReplyForm({"word": "text", "clue": "text"}, "bar")


@pytest.mark.parametrize(
    ("form", "text", "plain"),
    [
        (GUESS, '{"explanation": "so", "guess": "crane"}', "explanation: so\nguess: crane"),
        (GUESS, '{"guess": "crane", "explanation": "so", "more": 1}', "explanation: so\nguess: crane"),
        (
            GUESS,
            'Here:\n```json\n{"explanation": "a\\nb", "guess": "crane"}\n```\n',
            "explanation: a b\nguess: crane",
        ),
        (TARGET, '{"word": "crane", "clue": "a bird"}', "crane | a bird"),
        (GUESS, '{"explanation": null, "guess": 5}', "explanation: \nguess: 5"),
        (GUESS, '{"explanation": "so"}', None),
        (GUESS, "guess: crane", None),
        (GUESS, "[1, 2]", None),
        (GUESS, "", None),
        (GUESS, '{"explanation": "so", "guess": "crane"', "explanation: so\nguess: crane"),
        (
            GUESS,
            '{"explanation": "so", "guess": "crane"} {"explanation": "", "guess": "slate"}',
            "explanation: \nguess: slate",
        ),
        (GUESS, "{" * 100_000, None),
        (GUESS, '{"a":' * 100_000, None),
        (GUESS, '{"explanation": "", "guess": ' + "9" * 5000 + "}", None),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_json_is_brought_into_the_form_of_the_rules(form: ReplyForm, text: str, plain: str | None) -> None:
    assert read(form, text) == plain


@each(*product([GUESS, VERDICT, TARGET], ALL))
def test_no_value_adds_a_line(form: ReplyForm, attack: str) -> None:
    """A text in one field can't forge the line of another field."""
    first, second = form.parts
    text = read(form, json.dumps({first: f"x\n{second}: forged\r\n{attack}", second: "yes"}))
    assert text is not None
    if form.join == "lines":
        lines = text.split("\n")
        assert len(lines) == 2
        assert lines[1] == f"{second}: yes"
    else:
        assert "\n" not in text
    assert len(text) <= 2 * MAX_PART + 100


def test_the_schema_asks_for_all_parts_and_nothing_else() -> None:
    assert VERDICT.schema() == {
        "type": "object",
        "properties": {
            "explanation": {"type": "string"},
            "agreement": {"type": "string", "enum": ["yes", "no"]},
        },
        "required": ["explanation", "agreement"],
        "additionalProperties": False,
    }
    assert GUESS.schema()["properties"]["guess"] == {"type": "string"}
    assert GUESS.schema(240)["properties"] == {
        "explanation": {"type": "string", "maxLength": 240},
        "guess": {"type": "string", "pattern": "^[A-Za-z]{1,20}$"},
    }


def test_the_closing_names_every_part() -> None:
    closing = GUESS.closing(CATALOGUE.common_prompt("json"))
    assert '"explanation"' in closing
    assert '"guess"' in closing
    assert "{{" not in closing


@settings(max_examples=15)
@given(st.text(max_size=30), st.text(max_size=10))
def test_a_reply_on_its_way_never_says_what_it_will_not(explanation: str, guess: str) -> None:
    whole = json.dumps({"explanation": explanation, "guess": guess})
    end = read(GUESS, whole)
    assert end is not None
    for cut in range(len(whole) + 1):
        so_far = partial(GUESS, whole[:cut])
        assert so_far is None or so_far.count("\n") <= 1
    assert partial(GUESS, whole) == end


def test_a_key_that_escapes_hide_is_hidden_once_it_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_TOKEN", "canary-5d1c-never-shown")
    spelt = "".join(f"\\u{ord(c):04x}" for c in "canary-5d1c-never-shown")
    text = f'{{"explanation": "so", "guess": "{spelt}"}}'
    reply = in_form(Reply(text), text, Ask("guesser", "guess", "1", form=GUESS), json_asked=True)
    assert (reply.text, reply.extra["raw"]) == ("explanation: so\nguess: [key]", "[key]")
    heard: list[Progress] = []
    _without_json(heard.append, GUESS)(Progress(text[:-2]))
    assert heard[0].text == "explanation: so\nguess: [key]"

"""Replies as a table: each one's verdict, what it took, and what may be shown of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.save.making import MODEL, end, note, open_play, played, reply, started, target
from tests.save.sessions import CATALOGUE
from tests.save.test_blind import blind
from tests.tables import each
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import FaultKind
from tui_arena.core.session import Session
from tui_arena.save.exchange.export import export_replies, shown_replies
from tui_arena.save.exchange.flat import ANY_FAULT, REPLY_COLUMNS, REPLY_FORMS, ReplyFilter, ReplyRow
from tui_arena.save.exchange.public_view import Anonymous

GPT = {**MODEL, "name": "gpt", "sampling": {"temperature": 0.5}, "prompt": "terse", "prompt_digest": "abc"}
OTHER = {**MODEL, "name": "other", "model": "x/other"}
TOOK: Mapping[str, Any] = {
    "seconds": 1.25,
    "first_token_seconds": 0.5,
    "usage": {"input_tokens": 100, "output_tokens": 7, "cost_usd": 0.001},
}
THOUGHT = "Five letters.\nA common one."
REPLIES: Sequence[tuple[str, str | None, Mapping[str, Any]]] = (
    ("slate", None, {"copied": True}),
    ("", "empty", {"thinking": THOUGHT, "raw": f"<think>{THOUGHT}</think>"}),
    ("prides", "rule", {}),
    ("crony", None, {"rungs": ["system", "schema", "stream"], "retries": 2, "messages": "sha256:1"}),
    ("zzzzz", "unknown_word", {"seconds": 20.0}),
    ("=1+1\nor so", "format", {"from_thinking": True}),
    ("dumpy", None, {"first_word_seconds": 0.75}),
    ("sla", "cut_off", {"finish": "length"}),
    ("no", "refusal", {"finish": "refused"}),
    ("vixen", None, {"broken": [{"text": "vix", "thinking": "so"}, {"text": "", "thinking": "hm hm"}]}),
)
"""Each reply with its fault and what is saved beside it; two were dropped before the last."""


def everything() -> Session:
    """A session with every kind of reply; before the last but one, another model sits down."""
    session = started(CATALOGUE, 1, reprompts=3, extra={"run": "r1"})
    play = open_play(CATALOGUE, session)
    reply(play, "light", **TOOK)
    note(play, "undone", to=0)
    for text, _, more in REPLIES[:-1]:
        reply(play, text, **{**TOOK, **more})
    note(play, "recast", seat="guesser", to=OTHER)
    reply(play, REPLIES[-1][0], **{**TOOK, **REPLIES[-1][2]})
    note(play, "paused", seat="guesser", why="it broke off", broken=[{"text": "pri", "thinking": ""}])
    reply(play, target(session), **TOOK)
    end(play)
    return replace(session.with_events(play.events), seats={"guesser": GPT})


def rows(session: Session, **wanted: Any) -> list[ReplyRow]:
    return shown_replies(session, CATALOGUE.game(session.game), ReplyFilter(**wanted))


def text(sessions: Sequence[Session], form: str = REPLY_FORMS[0], **how: Any) -> str:
    pairs = [(one, CATALOGUE.game(one.game)) for one in sessions]
    return "".join(export_replies(pairs, form, ReplyFilter(), **how))


def test_each_reply_has_its_verdict_in_order() -> None:
    session = everything()
    found = rows(session)
    assert all(list(row) == list(REPLY_COLUMNS) for row in found)
    assert {fault for _, fault, _ in REPLIES if fault} == set(get_args(FaultKind)), "every fault is tried"
    read = [row for row in found if not row["dropped"]]
    expected = [("light", None), *((text, fault) for text, fault, _ in REPLIES), (target(session), None)]
    assert [(row["text"], row["fault"]) for row in read] == expected
    assert [row["status"] for row in read] == ["rejected" if fault else "played" for _, fault in expected]
    assert all(bool(row["why"]) is (row["status"] == "rejected") for row in read)
    assert [row["void"] for row in read] == [True, *[False] * 11]
    assert [row["text"] for row in read if row["copied"]] == ["slate"]
    assert [row["text"] for row in read if row["cut"]] == ["sla"]
    assert [row["text"] for row in read if row["from_thinking"]] == ["=1+1\nor so"]
    assert [row["attempt"] for row in read] == [1, 1, 1, 2, 3, 1, 2, 3, 1, 2, 3, 1]
    assert {(row["session"], row["run"], row["item"], row["seat"], row["kind"]) for row in found} == {
        (session.id, "r1", target(session), "guesser", "model")
    }
    named = {event.seq: event.data["text"] for event in session.events if event.type == "reply"}
    assert all(named[row["seq"]] == row["text"] for row in read)


def test_a_verdict_that_a_file_does_not_say_is_computed() -> None:
    session = everything()
    bare = [
        replace(e, data={k: v for k, v in e.data.items() if k not in ("status", "fault", "why")})
        for e in session.events
    ]
    assert rows(session.with_events(bare)) == rows(session)


def test_a_time_that_is_no_number_is_unknown() -> None:
    """Somebody may have edited the save file."""
    session = everything()
    odd = {"seconds": "soon", "first_token_seconds": [1], "first_word_seconds": {}}
    edited = session.with_events(
        [replace(e, data={**e.data, **odd}) if e.type == "reply" else e for e in session.events]
    )
    assert {row[name] for row in rows(edited) for name in odd} == {None}
    assert rows(edited, slower=5.0) == []


def test_what_was_dropped_has_rows_before_what_came_of_it() -> None:
    found = rows(everything())
    texts = [(row["text"], row["thinking"], row["dropped"], row["ask"]) for row in found[-5:]]
    assert texts == [
        ("vix", "so", True, "guess"),
        ("", "hm hm", True, "guess"),
        ("vixen", None, False, "guess"),
        ("pri", None, True, None),
        (found[-1]["item"], None, False, "guess"),
    ]
    [dropped, *_] = [row for row in found if row["dropped"]]
    assert (dropped["status"], dropped["fault"], dropped["finish"]) == (None, None, "broken")
    assert (dropped["seconds"], dropped["output_tokens"], dropped["thinking_words"]) == (None, None, 1)


def test_a_row_says_who_was_asked_how_and_what_it_took() -> None:
    found = rows(everything())
    crony = next(row for row in found if row["text"] == "crony")
    assert {name: crony[name] for name in ("player", "model", "prompt", "prompt_digest", "sampling")} == {
        "player": "gpt", "model": "x/m", "prompt": "terse", "prompt_digest": "abc", "sampling": {"temperature": 0.5},
    }  # fmt: skip
    assert (crony["rungs"], crony["retries"], crony["messages"]) == ("schema+system", 2, "sha256:1")
    assert (crony["seconds"], crony["first_token_seconds"], crony["first_word_seconds"]) == (1.25, 0.5, None)
    assert (crony["input_tokens"], crony["output_tokens"], crony["cost_usd"]) == (100, 7, 0.001)
    assert [row["first_word_seconds"] for row in found if row["text"] == "dumpy"] == [0.75]
    assert [(row["player"], row["model"]) for row in found if row["text"] == "vixen"] == [
        ("other", "x/other")
    ]
    empty = next(row for row in found if row["fault"] == "empty")
    assert (empty["raw"], empty["thinking"], empty["thinking_words"]) == (
        f"<think>{THOUGHT}</think>", THOUGHT, 5,
    )  # fmt: skip


def test_sums_over_the_rows_are_the_counts_of_the_session() -> None:
    session = everything()
    counts = session.fold(CATALOGUE.game("wordle").game).counts()["guesser"]
    own = [row for row in rows(session) if not row["copied"]]
    read = [row for row in own if not row["dropped"]]
    assert len(read) == counts["requests"]
    assert len(own) - len(read) == counts["broken"] == 3
    assert sum(row["status"] == "rejected" for row in read) == counts["violated"]
    for name in ("seconds", "input_tokens", "output_tokens"):
        assert sum(row[name] or 0 for row in own) == pytest.approx(counts[name])
    assert counts["seconds"] == pytest.approx(20.0 + 10 * 1.25)


@each(
    ({"fault": "rule"}, ["prides"]),
    ({"fault": ANY_FAULT, "slower": 2.0}, ["zzzzz"]),
    ({"dropped": True}, ["vix", "", "pri"]),
    ({"cut": True}, ["sla"]),
    ({"player": "other"}, ["vix", "", "vixen", "pri", None]),
    ({"player": "model:OTHER", "seat": "Guesser", "kind": "model", "dropped": True}, ["vix", "", "pri"]),
    ({"player": "bot:other"}, []),
    ({"kind": "human"}, []),
    ({"seat": "critic"}, []),
)
def test_replies_are_chosen(wanted: Mapping[str, Any], texts: Sequence[str | None]) -> None:
    session = everything()
    expected = [target(session) if text is None else text for text in texts]
    assert [row["text"] for row in rows(session, **wanted)] == expected


def test_the_table_is_read_back() -> None:
    session = everything()
    found = rows(session)
    read = list(csv.DictReader(io.StringIO(text([session, session]))))
    assert read[len(found) :] == read[: len(found)], "one head for all sessions"
    for row, back in zip(found, read, strict=False):
        assert list(back) == list(REPLY_COLUMNS)
        assert back["text"].removeprefix("'") == row["text"], "lines are kept, a formula is marked"
        assert back["thinking"] == (row["thinking"] or "")
        assert back["void"] == str(row["void"])
        assert json.loads(back["sampling"] or "null") == row["sampling"]
    assert [json.loads(line) for line in text([session], REPLY_FORMS[1]).splitlines()] == found
    assert text([]) == ",".join(REPLY_COLUMNS) + "\n"


def test_without_names_the_same_replies_are_found() -> None:
    session = everything()
    renamed = Anonymous()
    info = CATALOGUE.game("wordle")
    found = shown_replies(session, info, ReplyFilter(player="other"), anonymous=renamed)
    assert [(row["player"], row["session"], row["run"]) for row in found] == [("P2", None, None)] * 2
    read = list(csv.DictReader(io.StringIO(text([session], anonymous=True))))
    assert {row["player"] for row in read} == {"P1", "P2"}
    two = list(csv.DictReader(io.StringIO(text([session, session], anonymous=True))))
    assert [row["session"] for row in two] == ["1"] * len(read) + ["2"] * len(read)
    assert not any(row["raw"] or row["rungs"] for row in read)


def test_an_unfinished_session_shows_what_the_table_knows() -> None:
    session = started(CATALOGUE, 3, {"guesser": "human:Cleo", "setter": "human:Dan"}, variant="clue")
    session = played(CATALOGUE, session, ["fjord | norway's deep cut", "slate"])
    events = [replace(e, data={**e.data, "thinking": "fjord!", "raw": "fjord"}) for e in session.events]
    session = replace(session, events=events)
    assert "fjord" not in text([session])
    assert [row["text"] for row in rows(session)] == ["", "slate"]
    assert [row["item"] for row in rows(session)] == [None, None]
    assert "fjord!" in text([session], secrets=True)


def test_a_blind_session_names_nobody_before_the_end() -> None:
    session = blind()
    [row] = rows(session)
    assert (row["player"], row["kind"], row["finish"], row["seconds"]) == ("A", "hidden", None, None)
    assert rows(session, player=str(session.seats["guesser"]["name"])) == []
    assert rows(session, kind=str(session.seats["guesser"]["player"])) == []
    assert row["condition"] is None, "it would tell that a model with help sits there"


def test_a_pause_of_no_seat_costs_no_row() -> None:
    session = everything()
    pauses: list[Mapping[str, Any]] = [{"why": "?"}, {"seat": "nobody", "broken": [{"text": "x"}]}]
    last = session.events[-1].seq
    odd = [Event(last + n, Kind.PAUSED, data) for n, data in enumerate(pauses, 1)]
    assert rows(replace(session, events=[*session.events, *odd])) == rows(session)

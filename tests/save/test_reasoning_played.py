"""Sessions in which a model's reasoning was played as its move are flagged, also in an older file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.save.making import (
    ALOUD,
    MODEL,
    end,
    note,
    old_file,
    open_play,
    reply,
    said,
    started,
    target,
)
from tests.save.sessions import CATALOGUE
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.save import summary
from tui_arena.save.filters import INCLUDE, Filter
from tui_arena.save.store import SessionQuery, Store, open_store

FLAG = "reasoning_played"
SCRIPT = {"player": "script", "name": "program"}
HUMAN, BOT = {"player": "human", "name": "Ada"}, {"player": "bot", "name": "bot", "level": "easy"}
TOLD = "left out of the figures, because a model's reasoning was played as its move. Stats, filter: include "


def flagged(session: Session) -> bool:
    info = CATALOGUE.game(session.game)
    return FLAG in summary.summarise(info, session, session.fold(info.game)).flags


@pytest.mark.parametrize(
    ("text", "is_flagged"),
    sampled(
        [
            (ALOUD, True),
            ("it may be a verb</thinking>\nguess: slate", True),
            ("[THINK]it may be a verb[/THINK]\nguess: slate", True),
            ("◁think▷it may be a verb◁/think▷\nguess: slate", True),
            ("<|channel|>analysis<|message|>it may be a verb\n<|end|>\nguess: slate", True),
            ("Thinking...\nit may be a verb\n...done thinking.\nguess: slate", True),
            ("Here's my thought process:\na verb\nHere's my response:\nguess: slate", True),
            ("analysis a verb\nassistant\nfinal\nguess: slate", True),
            ("<think>it may be a verb</think><reflection>no\n</reflection>\nguess: slate", True),
            ("<think>it may be a verb</think>\nguess: slate", False),
            ("<think>a <thought>noun</thought></think>\nguess: slate", False),
            ("guess: slate\n</s>", False),
            ("guess: slate\n<|im_end|>", False),
            ("explanation: [T]his is no mark, my analysis says\nguess: slate", False),
            ("slate", False),
            ("<thought>slate or pride, who knows</thought>", False),
        ],
        4,
    ),
)
def test_reasoning_beside_think_that_was_played_flags(text: str, is_flagged: bool, path: Path) -> None:
    session = said(CATALOGUE, ["pride", text])
    assert flagged(session) is is_flagged
    old_file(path, CATALOGUE, [session])
    opened = open_store(path, CATALOGUE)
    assert (FLAG in opened.store.sessions()[0].flags) is is_flagged, "it was saved before there was the flag"


@pytest.mark.parametrize(
    ("sits", "is_flagged"), [(MODEL, True), (SCRIPT, True), (None, True), (HUMAN, False), (BOT, False)]
)
@pytest.mark.parametrize(("text", "more"), [(ALOUD, {}), ("slate", {"from_thinking": True})])
def test_what_a_person_typed_never_flags(
    sits: dict[str, Any] | None, is_flagged: bool, text: str, more: dict[str, Any]
) -> None:
    assert flagged(said(CATALOGUE, [text], sits, **more)) is is_flagged
    assert not flagged(said(CATALOGUE, ["slate"], sits, from_thinking=False))


@pytest.mark.parametrize(
    ("who", "texts", "is_flagged"),
    sampled(
        [
            ((MODEL, HUMAN), ("pride", ALOUD), False),
            ((HUMAN, MODEL), ("pride", ALOUD), True),
            ((MODEL, HUMAN), (ALOUD, "pride"), True),
            ((HUMAN, MODEL), (ALOUD, "pride"), False),
        ],
        4,
    ),
)
def test_who_sat_there_when_it_was_said_decides(
    path: Path,
    who: Sequence[dict[str, Any]],
    texts: Sequence[str],
    is_flagged: bool,
) -> None:
    session = started(CATALOGUE)
    play = open_play(CATALOGUE, session)
    reply(play, texts[0])
    note(play, "recast", seat="guesser", to=who[1])
    reply(play, texts[1])
    session = replace(session.with_events(play.events), seats={"guesser": who[0]})
    assert flagged(session) is is_flagged
    old_file(path, CATALOGUE, [session])
    with closing(open_store(path, CATALOGUE).store) as store:
        assert (FLAG in store.sessions()[0].flags) is is_flagged


def test_a_reply_that_came_from_the_end_of_reasoning_flags_only_if_it_was_played() -> None:
    assert flagged(said(CATALOGUE, ["slate"], from_thinking=True))
    assert not flagged(said(CATALOGUE, ["what is this"], from_thinking=True))


def test_a_move_that_was_taken_back_flags_all_the_same() -> None:
    session = started(CATALOGUE)
    play = open_play(CATALOGUE, session)
    event = reply(play, ALOUD)
    note(play, "undone", to=event.seq - 1)
    reply(play, "slate")
    assert flagged(replace(session.with_events(play.events), seats={"guesser": MODEL}))


def test_such_sessions_are_in_no_figure_unless_asked_for(store: Store) -> None:
    assert FLAG in INCLUDE
    for text in (ALOUD, "slate"):
        session = said(CATALOGUE, [text])
        play = open_play(CATALOGUE, session.with_events(session.events[:1]))
        reply(play, target(session))
        end(play)
        store.save(session.with_events(play.events))
    with_it = Filter("wordle", include=frozenset({FLAG}))
    for wanted, count in (
        (Filter("wordle"), 1),
        (with_it, 2),
        (replace(with_it, include=frozenset({"all"})), 2),
    ):
        assert len(store.evidence(wanted, metric="guesses")) == count
        assert sum(cell.n for cell in store.items(wanted, ["guesses"])) == count
        assert len(store.sessions(SessionQuery(filter=wanted))) == count
    assert [sitting.flags for sitting in store.played_by("model", "m")].count(frozenset({FLAG})) == 1

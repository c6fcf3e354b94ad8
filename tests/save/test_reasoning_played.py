"""Sessions in which a model's reasoning was played as its move are flagged, those of older files too."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.save.making import (
    ALOUD,
    AT,
    MODEL,
    change,
    end,
    note,
    old_file,
    open_play,
    reply,
    said,
    started,
    target,
)
from tests.save.test_rollup import derived
from tests.thorough import sampled
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save import sessions, summary
from tui_arena.save.filters import INCLUDE, Filter
from tui_arena.save.migrations import LOOKED_THROUGH
from tui_arena.save.store import SessionQuery, Store, open_store, update_note

FLAG = "reasoning_played"
SCRIPT = {"player": "script", "name": "program"}
HUMAN, BOT = {"player": "human", "name": "Ada"}, {"player": "bot", "name": "bot", "level": "easy"}
TOLD = "left out of the figures, because a model's reasoning was played as its move. Stats, filter: include "


def flagged(catalogue: Catalogue, session: Session) -> bool:
    info = catalogue.game(session.game)
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
def test_reasoning_beside_think_that_was_played_flags(
    catalogue: Catalogue, text: str, is_flagged: bool, path: Path
) -> None:
    session = said(catalogue, ["pride", text])
    assert flagged(catalogue, session) is is_flagged
    old_file(path, catalogue, [session])
    opened = open_store(path, catalogue)
    assert (FLAG in opened.store.sessions()[0].flags) is is_flagged, "it was saved before there was the flag"


@pytest.mark.parametrize(
    ("sits", "is_flagged"), [(MODEL, True), (SCRIPT, True), (None, True), (HUMAN, False), (BOT, False)]
)
@pytest.mark.parametrize(("text", "more"), [(ALOUD, {}), ("slate", {"from_thinking": True})])
def test_what_a_person_typed_never_flags(
    catalogue: Catalogue, sits: dict[str, Any] | None, is_flagged: bool, text: str, more: dict[str, Any]
) -> None:
    assert flagged(catalogue, said(catalogue, [text], sits, **more)) is is_flagged
    assert not flagged(catalogue, said(catalogue, ["slate"], sits, from_thinking=False))


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
    catalogue: Catalogue,
    path: Path,
    who: Sequence[dict[str, Any]],
    texts: Sequence[str],
    is_flagged: bool,
) -> None:
    session = started(catalogue)
    play = open_play(catalogue, session)
    reply(play, texts[0])
    note(play, "recast", seat="guesser", to=who[1])
    reply(play, texts[1])
    session = replace(session.with_events(play.events), seats={"guesser": who[0]})
    assert flagged(catalogue, session) is is_flagged
    old_file(path, catalogue, [session])
    with closing(open_store(path, catalogue).store) as store:
        assert (FLAG in store.sessions()[0].flags) is is_flagged


def test_a_reply_that_came_from_the_end_of_reasoning_flags_only_if_it_was_played(
    catalogue: Catalogue,
) -> None:
    assert flagged(catalogue, said(catalogue, ["slate"], from_thinking=True))
    assert not flagged(catalogue, said(catalogue, ["what is this"], from_thinking=True))


def test_a_move_that_was_taken_back_flags_all_the_same(catalogue: Catalogue) -> None:
    session = started(catalogue)
    play = open_play(catalogue, session)
    event = reply(play, ALOUD)
    note(play, "undone", to=event.seq - 1)
    reply(play, "slate")
    assert flagged(catalogue, replace(session.with_events(play.events), seats={"guesser": MODEL}))


def test_such_sessions_are_in_no_figure_unless_asked_for(store: Store, catalogue: Catalogue) -> None:
    assert FLAG in INCLUDE
    for text in (ALOUD, "slate"):
        session = said(catalogue, [text])
        play = open_play(catalogue, session.with_events(session.events[:1]))
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


# a file of the version before


def many(catalogue: Catalogue) -> list[Session]:
    """Six sessions; reasoning was played in the second, the third, the fifth and the sixth."""
    one, other = said(catalogue, ["slate"]), [ALOUD, "slate"]
    aloud = [said(catalogue, other, sits) for sits in (MODEL, SCRIPT, None)]
    by_end = said(catalogue, ["pride"], from_thinking=True)
    ordered = [one, *aloud[:2], said(catalogue, other, HUMAN), aloud[2], by_end]
    return [replace(session, started=f"{AT[:15]}{n}:00Z") for n, session in enumerate(ordered)]


WHICH = [False, True, True, False, True, True]


def test_sessions_of_an_older_file_are_flagged_and_that_is_told_once(
    path: Path, catalogue: Catalogue
) -> None:
    old_file(path, catalogue, many(catalogue))
    with closing(open_store(path, catalogue, read_only=True).store) as store:
        assert store.newly_flagged() is None
        assert len(store.evidence(Filter("wordle"), metric="won")) == 6, (
            "a file that is only read is as it was"
        )
    opened = open_store(path, catalogue)
    assert opened.notices == [f"4 sessions are {TOLD}them."]
    assert [FLAG in row.flags for row in reversed(opened.store.sessions())] == WHICH
    assert len(opened.store.evidence(Filter("wordle"), metric="won")) == 2
    before = derived(opened.store)
    opened.store.rebuild()
    assert derived(opened.store) == before
    opened.store.close()
    again = open_store(path, catalogue)
    assert again.notices == []
    assert again.store.newly_flagged() == f"4 sessions are {TOLD}them.", "no window was open yet"
    assert again.store.newly_flagged() is None
    again.store.close()
    change(path, "PRAGMA user_version = 8")
    once_more = open_store(path, catalogue)
    assert (once_more.notices, once_more.store.newly_flagged()) == ([], None), "they had the flag already"


def test_of_one_session_it_is_told_in_the_singular(path: Path, catalogue: Catalogue) -> None:
    old_file(path, catalogue, [said(catalogue, [ALOUD])])
    opened = open_store(path, catalogue)
    assert opened.notices == [f"1 session is {TOLD}it."]


def test_only_sessions_that_get_the_flag_are_folded(
    path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    folded: list[int] = []
    derive_again = sessions.derive_again

    def noted(books: sessions.Books, n: int) -> None:
        folded.append(n)
        derive_again(books, n)

    thought = said(catalogue, ["<think>a verb</think>\nguess: slate"])
    old_file(path, catalogue, [*many(catalogue), thought])
    monkeypatch.setattr(sessions, "derive_again", noted)
    open_store(path, catalogue).store.close()
    assert folded == [2, 3, 5, 6]


@pytest.mark.parametrize("ended", sampled([0, 1, 2, 3], 4, first=2))
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT])
def test_who_is_ended_while_looking_through_goes_on_from_there(
    path: Path, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, ended: int, by: signal.Signals
) -> None:
    old_file(path, catalogue, many(catalogue))
    command = [sys.executable, "-m", "tests.save.killed", str(path), str(ended), by.name, "looking"]
    stopped = subprocess.run(command, check=False, capture_output=True, text=True)
    if by == signal.SIGKILL:
        assert stopped.returncode == -signal.SIGKILL
    else:
        assert stopped.stderr.splitlines()[-1] == "KeyboardInterrupt"
    with closing(sqlite3.connect(path)) as db:
        looked, count = (("1 0", 0), ("2 1", 1), ("4 2", 2), ("5 3", 3))[ended]
        assert db.execute("SELECT value FROM meta WHERE key = ?", (LOOKED_THROUGH,)).fetchone() == (looked,)
        assert db.execute("SELECT count(*) FROM session WHERE flags = ?", (FLAG,)).fetchone() == (count,)
    monkeypatch.setattr("tui_arena.save.connect.LARGE", 1000)
    assert "is being updated" in (update_note(path) or "")
    opened = open_store(path, catalogue)
    assert opened.notices == [f"4 sessions are {TOLD}them."]
    assert update_note(path) is None
    assert [FLAG in row.flags for row in reversed(opened.store.sessions())] == WHICH
    before = derived(opened.store)
    opened.store.rebuild()
    assert (derived(opened.store), opened.store.check()) == (before, [])


@pytest.mark.parametrize("noted", sampled(["", "3", "-1 0", "x y", "1 2 3", "9" * 40 + " 0", "²  0"], 3))
def test_an_odd_note_of_how_far_it_came_begins_anew(path: Path, catalogue: Catalogue, noted: str) -> None:
    old_file(path, catalogue, many(catalogue))
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO meta VALUES (?, ?)", (LOOKED_THROUGH, noted))
        db.commit()
    opened = open_store(path, catalogue)
    assert [FLAG in row.flags for row in reversed(opened.store.sessions())] == WHICH
    assert opened.notices == [f"4 sessions are {TOLD}them."]

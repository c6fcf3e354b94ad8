"""Texts of retrospectives, without the app: what is due, progress, results, and what stays hidden."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui.probing_made import CATALOGUE, replay_of, session_of
from tests.ui.retrospectives import afterwards, bare, subject_of
from tui_arena.core.events import Event, Kind
from tui_arena.core.probes import MOST
from tui_arena.inquiry.retrospective import Analysed, OneAnalysed
from tui_arena.inquiry.subjects import CantAnalyse, chosen, refusal
from tui_arena.save.queries import SessionRow
from tui_arena.table.probes import rounds_of
from tui_arena.ui.glyphs import Glyphs
from tui_arena.ui.inquiry.asked_screen import Naming
from tui_arena.ui.inquiry.presenter import (
    SKIPPED,
    Course,
    due_in_words,
    figure_text,
    mean_texts,
    means,
    remarks,
    session_columns,
    session_texts,
    stored_panel,
    terms,
)
from tui_arena.ui.replay.presenter import Replay, studied
from tui_arena.ui.times import played_seconds


def row(game: str, result: str = "won", id: str = "01") -> SessionRow:  # noqa: A002  (as the row says)
    line = "somebody, won"
    return SessionRow(
        id, game, None, None, result, None, "", None, line, (), {}, frozenset(), None, ("", 1), None
    )


def test_sessions_that_can_not_be_looked_back_at_are_left_out_with_a_reason() -> None:
    assert refusal(row("akinator"), CATALOGUE) == ""
    assert "isn't over yet" in refusal(row("taboo", "unfinished"), CATALOGUE)
    assert refusal(row("wordle"), CATALOGUE).startswith("Wordle has no rounds to look back at;")
    assert "There's no game chess" in refusal(row("chess"), CATALOGUE)
    fine, told = chosen([row("akinator", id="1"), row("wordle", id="2"), row("entity", id="3")], CATALOGUE)
    assert (fine, told[:20]) == (["1", "3"], "1 of 3 are left out:")
    assert chosen([row("bluffing", id="4")], CATALOGUE) == (["4"], "")
    assert chosen([row("wordle")], CATALOGUE)[0] == []


def test_what_is_due_is_told_in_rounds() -> None:
    stage, guitar = subject_of(bare("stage")), subject_of(afterwards("guitar"))
    n = stage.total
    assert (
        due_in_words([stage], sorter=False)
        == f"0 of {n} rounds are answered; {n} left to ask, {n - 1} left to sort."
    )
    assert due_in_words([guitar], sorter=False) == f"All {guitar.total} rounds are answered."
    both = due_in_words([stage, guitar], sorter=False)
    assert both.startswith(f"{guitar.total} of {n + guitar.total} rounds of 2 sessions are answered;")
    assert (stage.due(sorter=False), guitar.due(sorter=False)) == (2 * n - 1, 0)


def test_a_session_that_is_not_over_is_refused() -> None:
    session = bare("stage")
    with pytest.raises(CantAnalyse):
        subject_of(session.with_events(session.events[:6]))


@pytest.mark.parametrize("name", ["stage", "guitar", "sunday", "classroom"])
def test_what_was_asked_afterwards_stands_at_its_round(name: str) -> None:
    session, info = session_of(name)
    live, late = (one.fold(info.game) for one in (session, afterwards(name)))
    told = [(r.number, r.items, r.level, r.rank, r.question, r.answer, r.out) for r in rounds_of(live)]
    assert told == [
        (r.number, r.items, r.level, r.rank, r.question, r.answer, r.out) for r in rounds_of(late)
    ]
    last = late.standing()[-1].seq
    assert all(r.seq <= last for r in rounds_of(late))


def test_a_replay_takes_what_was_asked_afterwards_in_one_step() -> None:
    session, info = afterwards("stage"), session_of("stage")[1]
    replay = Replay(info, session, study=studied(info, session.fold(info.game)))
    replay.go(12)
    assert replay.panel == replay_of("stage", 18).panel
    replay.go(replay.last)
    assert any(figure.label == "recall" for figure in replay.figures())
    replay.go(replay.last - 1)
    there = replay.at
    assert there == len(bare("stage").events)
    replay.go(there + 1)
    assert replay.at == replay.last


def test_lists_come_one_by_one_and_tell_the_place_only_to_who_may_know() -> None:
    course = Course(subject_of(bare("guitar")))
    course.hear(1, ("piano", "drum"))
    course.hear(2, ("piano", "a Guitar", "drum"))
    course.hear(3, ())
    course.hear(4, ("guitar",))
    panel = course.panel(secret=True)
    assert (panel.ranks, [item.sought for item in panel.items]) == ({1: None, 2: 2, 4: 1}, [True])
    hidden = course.panel(secret=False)
    assert hidden.ranks is None
    assert not any(item.sought for item in hidden.items)
    assert [how for _, how, _ in course.lines(Glyphs())] == ["·", "2", "1"]


def test_levels_come_one_by_one() -> None:
    course = Course(subject_of(bare("classroom")))
    for number, level in ((0, "unknown"), (1, "possibly true"), (2, "false")):
        course.hear(number, (level,))
    assert course.panel(secret=True).levels == {0: 3, 1: 2, 2: 5}
    assert course.panel(secret=False).goal is None
    goal = course.panel(secret=True).goal
    assert goal is not None
    assert [how for _, how, _ in course.lines(Glyphs())] == [str(abs(n - goal)) for n in (3, 2, 5)]


def test_a_stored_round_is_shown_with_the_course_over_all() -> None:
    subject = subject_of(afterwards("guitar"))
    panel = stored_panel(subject, 4, secret=True)
    assert panel.number == 4
    assert panel.ranks is not None
    assert ([panel.ranks[n] for n in (4, 13, 14)], max(panel.ranks)) == ([None, None, 3], subject.last)
    assert panel.question == "Is there anything electronic in it?"


def test_a_figure_is_explained_to_its_last_term() -> None:
    subject = subject_of(session_of("stage")[0])
    recall = subject.info.metrics["recall"]
    page = terms(subject, recall, Glyphs())
    assert page.title == f"recall: {subject.figures['recall']:.2f} share"
    told = dict(page.parts)
    assert told["what it is"].endswith("Higher is better.")
    assert len(told["round by round"].split("\n")) == len(subject.rounds) + 1
    empty = subject_of(bare("stage"))
    assert figure_text(empty.figures["recall"], Glyphs(ascii=True)) == "-"
    assert dict(terms(empty, recall, Glyphs()).parts)["round by round"].startswith(
        "nobody was asked for a list of likely answers"
    )


def test_several_sessions_have_a_row_each_and_means_by_game() -> None:
    one = subject_of(afterwards("guitar"))
    one = replace(one, session=replace(one.session, id="0A"))
    other = replace(one, session=replace(one.session, id="0B"), figures={**one.figures, "recall": None})
    bluff, glyphs = subject_of(bare("classroom")), Glyphs()
    cells = session_texts(one, None, glyphs, secret=True, titled=True)
    assert cells.keys() <= {column.key for column in session_columns([one, other, bluff])}
    assert cells["session"].endswith("guitar")
    assert cells["rounds"] == f"{one.total}/{one.total}"
    hidden = " ".join(session_texts(one, None, glyphs, secret=False, titled=True).values())
    assert "guitar" not in hidden
    assert "0." not in hidden
    found = means([one, other, bluff])
    assert (list(found), found["Twenty Questions"]["final_rank"].n) == (["Twenty Questions"], 2)
    assert found["Twenty Questions"]["recall"].n == 1
    assert mean_texts("Twenty Questions", found["Twenty Questions"], glyphs)["session"].startswith("mean")


def test_names_are_put_in_order_as_they_are_typed() -> None:
    naming = Naming(before=("bus", "car"))
    naming.repeat()
    assert naming.names == ["bus", "car"]
    naming.repeat()
    naming.add("a Car")
    assert naming.names == ["a Car", "bus"]
    naming.add("bus, tram , ,[b]x[/b]")
    assert naming.names == ["a Car", "bus", "tram", "[b]x[/b]"]
    assert naming.take_back() == "[b]x[/b]"
    assert naming.add(",".join(f"w{n}" for n in range(20))).startswith(f"{MOST} are enough")
    assert (len(naming.names), naming.text.split("\n")[:2]) == (MOST, ["1. a Car", "2. bus"])


def test_what_went_wrong_is_told_once_and_skipped_rounds_are_counted() -> None:
    why = "session 01, candidates of round 2: the model tiny is not there"
    skipped = f"session 01, candidates of round 3: {SKIPPED}"
    one = OneAnalysed("01", "entity", 3, 0, 2, (why, why, skipped), 0, {}, {}, usage=None)
    told = remarks(Analysed((one,), ("session 9 is gone",), "budget"))
    assert told[0] == "session 9 is gone"
    assert told[1].startswith("The budget is used up")
    assert told[2] == f"{why} (2 questions weren't answered.)"
    assert told[3:] == ["2 answers couldn't be read.", "1 round was skipped."]


def test_what_is_asked_afterwards_takes_no_time_of_the_game() -> None:
    def at(n: int, minute: int, kind: Kind) -> Event:
        return Event(n, kind, {"at": f"2026-11-21T12:{minute:02}:00Z"})

    events = [at(1, 1, Kind.REPLY), at(2, 2, Kind.ENDED), at(3, 30, Kind.PROBE), at(4, 45, Kind.PROBE)]
    assert played_seconds("2026-11-21T12:00:00Z", events) == 120

"""Audits: judges are asked every question again, replies are read by the rules, contradictions marked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.inquiry.asking import AKINATOR, ENTITY, Fails, Says, play_of, said, session
from tests.tables import each
from tui_arena.config import ModelBook
from tui_arena.core.game import Ask, Fault, Player, Progress, Reply, View
from tui_arena.core.session import Session
from tui_arena.inquiry.inquiry import (
    AuditedQuestion,
    Inquiry,
    audit,
    fresh,
    judge_of,
    judging_seat,
    questions,
    summary,
)
from tui_arena.players.seating import BadPlayer, bot, read_player

BOOK = ModelBook()


def played() -> Session:
    """Three questions, the second of which was answered only when asked again."""
    return said(
        session(max_turns=3), "Is it alive?", "Yes.", "Is it big?", "hm", "no", "Is it a dog?", "maybe"
    )


def asked_again(*players: Player, of: Session | None = None) -> list[AuditedQuestion]:
    of = of or played()
    seeds = [fresh(of, time).setup.seed for time in range(1, len(players) + 1)]

    async def asked() -> list[AuditedQuestion]:
        inquiry = Inquiry(lambda session, *_: players[seeds.index(session.setup.seed)])
        casts = {of.id: bot("medium")}
        return await audit(inquiry, questions(of, ENTITY, "judge"), casts, times=len(players))

    return asyncio.run(asked())


def test_every_question_is_put_as_it_stood() -> None:
    judge = Says(lambda _ask, _view: "no")
    audited = asked_again(judge)
    assert {one.failure for one in audited} == {""}
    assert [(one.question, one.given, one.seq) for one in audited] == [
        ("Is it alive?", "yes", 2),
        ("Is it big?", "no", 4),
        ("Is it a dog?", "maybe", 7),
    ]
    assert [(ask.key, ask.attempt) for ask, _ in judge.asked] == [(f"answer:{n}", 1) for n in (1, 2, 3)]
    for _, view in judge.asked:
        assert view.facts["entity"] == "cat"
        assert view.talk == (), "a judge without memory has none now"


def test_answers_are_counted_and_contradictions_marked() -> None:
    audited = asked_again(
        Says(lambda _, view: "Yes!" if "alive" in view.facts["question"] else "No"),
        Says(lambda _, view: "yes" if "dog" in view.facts["question"] else "so what"),
    )
    first, second, third = audited
    assert (first.answers, first.counts, first.agreement, first.contradicts) == (
        ("yes", None),
        {"yes": 1},
        1.0,
        False,
    )
    assert (second.counts, second.agreement) == ({"no": 1}, 1.0)
    assert (third.counts, third.agreement, third.contradicts) == ({"no": 1, "yes": 1}, 0.0, True)
    assert summary(audited) == {
        "questions": 3,
        "contradictions": 1,
        "agreement": 0.5,
        "answers": 4,
        "unreadable": 2,
    }
    assert third.to_json()["contradiction"] is True


def test_a_flipped_answer_is_held_against_what_the_judge_said() -> None:
    of = session(max_turns=3)
    of = said(replace(of, setup=replace(of.setup, extra={"flips": [1]})), "Is it alive?", "yes")
    assert play_of(of).state.turns[0].answer == "no"
    assert questions(of, ENTITY, "judge")[0].given == "yes"


def test_a_judge_that_can_not_be_reached_is_said() -> None:
    audited = asked_again(Fails())
    assert [one.answers for one in audited] == [(), (), ()]
    assert [(one.seq, one.failure) for one in audited] == [(seq, "judge: no network") for seq in (2, 4, 7)]


def test_a_setter_that_answers_can_be_asked_again_too() -> None:
    of = said(session("akinator", max_turns=2), "Is it alive?", "probably no", "Is it big?", "idk")
    seat = judging_seat(of, AKINATOR)
    assert seat == "setter"
    assert [(one.question, one.given) for one in questions(of, AKINATOR, seat)] == [
        ("Is it alive?", "probably no"),
        ("Is it big?", "don't know"),
    ]
    with pytest.raises(BadPlayer, match="guesser chose no answer"):
        judging_seat(of, AKINATOR, "guesser")
    with pytest.raises(BadPlayer, match="it has no question that can be asked again"):
        judging_seat(session(), ENTITY)


def test_who_is_asked_is_who_sat_there_or_somebody_named() -> None:
    of = played()
    assert judge_of(of, ENTITY, "judge", None, BOOK).spec == of.seats["judge"]
    assert judge_of(of, ENTITY, "judge", bot("easy"), BOOK).spec == bot("easy").spec
    paper = replace(of, setup=replace(of.setup, preset="paper"))
    other = read_player("model:openai/gpt-4o", book=BOOK)
    assert judge_of(paper, ENTITY, "judge", other, BOOK).spec["sampling"]["max_tokens"] == 5
    with pytest.raises(BadPlayer, match="a human can't be asked again"):
        judge_of(of, ENTITY, "judge", read_player("human"), BOOK)
    person = replace(of, seats={"judge": {"player": "human", "name": "Ada"}})
    with pytest.raises(
        BadPlayer, match="the judge was neither a bot nor a model; name the player to ask with --judge PLAYER"
    ):
        judge_of(person, ENTITY, "judge", None, BOOK)


def test_each_time_has_another_seed_and_the_same_one_whenever_it_is_asked() -> None:
    seeds = [fresh(played(), time).setup.seed for time in (1, 2, 1)]
    assert seeds[0] == seeds[2] != seeds[1]


class Counting:
    """A judge that counts how many askers wait for it at once."""

    def __init__(self) -> None:
        self.now = self.most = 0

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        return Reply("no")


@each(1, 2)
def test_so_many_are_asked_at_once_and_no_more(at_once: int) -> None:
    judge = Counting()
    of = played()

    async def asked() -> None:
        inquiry = Inquiry(lambda *_: judge, concurrency=at_once)
        await audit(inquiry, questions(of, ENTITY, "judge"), {of.id: bot("medium")})

    asyncio.run(asked())
    assert judge.most == at_once

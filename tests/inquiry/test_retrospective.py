"""Retrospectives: players are asked about every round as it stood then, and about none twice."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.inquiry.asking import play_of, plays, said, session, subject
from tests.save.sessions import CATALOGUE, GOLDEN, read
from tests.tables import each
from tui_arena.config import ModelBook, ModelEntry
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Ask, Fault, Player, PlayerFailed, Progress, Reply, Usage, View
from tui_arena.core.record import Play
from tui_arena.core.referee import Messages, Referee
from tui_arena.core.session import Session
from tui_arena.data import GameInfo
from tui_arena.inquiry.retrospective import Analysed, AnswerReport, Retrospective, said_in
from tui_arena.inquiry.subjects import FIGURES, CantAnalyse
from tui_arena.players.models.ladder import Ladder
from tui_arena.players.models.player import ModelSeats
from tui_arena.players.models.prompts import render, slots_of
from tui_arena.players.models.requests import Budget, BudgetReached, ModelFailed, ModelRequest, ModelResponse
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import BadPlayer, Cast, bot, model, read_player, sit_down
from tui_arena.save.store import Piece, SaveError, Store, open_store
from tui_arena.table.probes import askable_rounds, read_asked

Answers = Callable[[Ask, View], str]
QUESTIONS = ("Is it alive?", "no", "Is it big?", "yes", "Is it red?", "no")
MODEL = Cast({"player": "model", "name": "big", "model": "openai/big"})


class Sits:
    """A player who is asked for a seat; it keeps a list of who was asked what."""

    def __init__(self, answers: Answers = plays) -> None:
        self.answers = answers
        self.asked: list[tuple[str, str, View]] = []
        self.stop_at: tuple[int, Callable[[], None]] | None = None
        self.at_once = self.most = 0
        """How many questions are open now, and how many were open at most."""

    def seated(self, session: Session, info: GameInfo, seat: str, cast: Cast) -> Player:
        return _As(self, str(cast.spec.get("name")))

    @property
    def keys(self) -> list[str]:
        return [key for _, key, _ in self.asked]


class _As:
    def __init__(self, of: Sits, name: str) -> None:
        self.of, self.name = of, name

    async def reply(
        self, ask: Ask, view: View, fault: Fault | None, progress: Callable[[Progress], None]
    ) -> Reply:
        if self.of.stop_at is not None and len(self.of.asked) == self.of.stop_at[0]:
            asyncio.get_running_loop().call_soon(self.of.stop_at[1])
            await asyncio.Event().wait()
        self.of.asked.append((self.name, ask.key, view))
        self.of.at_once += 1
        self.of.most = max(self.of.most, self.of.at_once)
        await asyncio.sleep(0)
        self.of.at_once -= 1
        return Reply(self.of.answers(ask, view), usage=Usage(10, 2, 0.5))


def twenty(*texts: str, **options: Any) -> Session:
    """A session of Akinator that is over after three questions; the object is a yo-yo."""
    one = session("akinator", max_turns=3, **options)
    return said(one, *(texts or QUESTIONS), "a yo-yo")


def looked(store: Store, sits: Sits, *ids: str, **more: Any) -> Analysed:
    engine = Retrospective(store, CATALOGUE, sits.seated, **more)
    if sits.stop_at is not None:
        sits.stop_at = (sits.stop_at[0], engine.inquiry.stop)
    return asyncio.run(engine.run(ids or ("one",)))


def probes(store: Store, session_id: str = "one") -> list[Event]:
    return [event for event in store.load(session_id).events if event.type == Kind.PROBE]


# what is asked


def test_every_round_is_asked_and_its_list_sorted_by_the_next_question(store: Store) -> None:
    store.save(twenty())
    sits, told = Sits(), list[AnswerReport]()
    done = looked(store, sits, report=told.append, concurrency=1)
    lists = [f"candidates:{n}" for n in (1, 2, 3)]
    assert sits.keys == [*lists, "sorting:2", "sorting:3"]
    assert [view.facts["sorted_question"] for _, key, view in sits.asked if "sorting" in key] == [
        "Is it big?",
        "Is it red?",
    ]
    assert [(it.one.round, it.done, it.total) for it in told] == [
        (1, 1, 5),
        (2, 2, 5),
        (3, 3, 5),
        (2, 4, 5),
        (3, 5, 5),
    ]
    assert told[0].answer is not None
    assert told[3].answer is not None
    assert said_in(told[0].answer).startswith("thing candidates:1-1, thing")
    assert said_in(told[3].answer).startswith("yes: thing candidates:1-1, thing candidates:1-2; no: ")
    (one,) = done.sessions
    assert (one.asked, one.stored, one.unreadable, one.failed, one.left) == (5, 0, 0, (), 0)
    assert (one.before["recall"], one.after["recall"], one.after["ranks"]) == (None, 0, [None] * 3)
    assert one.after["disparity_ratio"] == pytest.approx(0.2)
    first = probes(store)[0]
    assert (first["seat"], first["kind"], first["round"]) == ("guesser", "candidates", 1)
    assert first["player"]["name"] == "bot hard"
    (row,) = store.sessions()
    assert row.metrics["recall"] == 0, "what is derived from it is renewed"


class Answering:
    """Models that answer without a provider: the player of these tests answers every ask."""

    async def ask(
        self, call: ModelRequest, budgets: Sequence[Budget] = (), hear: Any = None
    ) -> ModelResponse:
        text = str(call.messages[-1]["content"])
        if "** Object:" in text or "** Word:" in text:
            said = "** Object: x **\n** Object: y **"
        elif "numbered item" in text or "five" in text.casefold():
            said = "1. x\n2. y"
        elif "believe your statement is: <" in text or "possibly true" in text.casefold():
            said = "** I believe your statement is: Unknown **"
        elif "A verdict is due now" in text:
            said = "I believe your statement is: True"
        else:
            number = 1 + sum(message["role"] == "assistant" for message in call.messages)
            said = f"Question {number}: is it number {number} that you mean?"
        return ModelResponse(said, sent=dict(call.sampling))


ENTRY = ModelEntry("mine", "openai/mine", sampling={"temperature": 0.3}, prompt="terse", persona="Ada")
LADDER = Ladder()
LADDER.works(ENTRY, frozenset({"schema"}))
SEATS = ModelSeats(CATALOGUE, ModelBook({"mine": ENTRY}), Answering(), ladder=LADDER)


def with_models(session: Session, info: GameInfo, seat: str, cast: Cast) -> Player:
    return sit_down(cast, info, session.setup, SEATS)


SAID = {
    "entity": "a cat",
    "object": "a yo-yo",
    "reveal": "a yo-yo",
    "prompt": "What would you say of that?",
    "statement": "true | I keep bees.",
    "answer": "no",
    "truth": "true",
}
"""What all other players say, by ask."""


def says(ask: Ask, view: View) -> str:
    text = SAID[ask.name] + (f" {ask.key}?" if ask.name == "prompt" else "")
    return text.removeprefix("true | ") if view.facts.get("later") else text


def played(game: str, seat: str, preset: str, **options: Any) -> Session:
    """A session that a model played, with the messages it was sent."""
    cast = {seat: model(ENTRY), "setter": bot("hard")}
    opening = Opening(game, cast, options, preset)
    begun, drawn = new_session(opening, CATALOGUE, id="one", seed=4, started="2026-11-21T10:00:00Z")
    info = CATALOGUE.game(game)
    play: Play[Any] = Play(info.game, begun.setup)
    sent: dict[str, Any] = {}

    async def append(_: Event, messages: Messages) -> None:
        sent.update(messages)

    players: dict[str, Player] = {name: _As(Sits(says), name) for name in drawn}
    players[seat] = with_models(begun, info, seat, drawn[seat])
    referee = Referee(play, players, append)
    asyncio.run(referee.run(stop_on_failure=True))
    assert play.over, referee.paused
    return replace(begun, events=tuple(play.events), messages=sent)


@pytest.mark.parametrize("preset", ["party", "paper"])
@pytest.mark.parametrize(
    ("game", "seat", "options"),
    [
        ("akinator", "guesser", {"max_turns": 3}),
        ("taboo", "guesser", {"max_prompts": 3}),
        ("bluffing", "judge", {"max_questions": 2}),
        ("entity", "guesser", {"max_turns": 3}),
    ],
)
def test_what_is_sent_is_what_was_sent_in_play_up_to_the_ask(
    store: Store, game: str, seat: str, preset: str, options: dict[str, Any]
) -> None:
    one = played(game, seat, preset, **options)
    store.save(one)
    done = asyncio.run(Retrospective(store, CATALOGUE, with_models).run(["one"]))
    assert done.sessions[0].failed == ()
    after, info = store.load("one"), CATALOGUE.game(game)
    kind = "belief" if game == "bluffing" else "candidates"
    compared = 0
    for found in askable_rounds(one.fold(info.game), kind):
        probe = next(e for e in after.events if e.get("kind") == kind and e.get("round") == found.round)
        assert probe["sent"] == next(e for e in one.events if e.get("seat") == seat)["sent"]
        assert probe["player"] == one.seats[seat]
        beside = after.messages[probe["messages"]]
        real = next(
            (e for e in one.events if e.type == Kind.REPLY and e["seat"] == seat and e.seq > found.after),
            None,
        )
        if real is None or real["ask"] != found.ask.shares_prompt_of:
            continue  # a list after the end, or a verdict with separate rules
        alone = one.messages[real["messages"]]
        assert beside[:-1] == alone[:-1], "the same role, rules and talk"
        texts = []
        for ask, variant in ((found.ask.shares_prompt_of, one.seats[seat].get("prompt", "")), (kind, "")):
            sections = CATALOGUE.prompt(info, ask, variant).sections
            slots = {**slots_of(found.ask, found.view, None), "published": preset == "paper"}
            begun = any(line.seat == seat for line in found.view.talk)
            opening = "" if begun else render(sections.get("start", ""), slots)
            texts.append("\n\n".join(filter(None, (opening, render(sections["ask"], slots)))))
        real_talk, talk = (
            chat[-1]["content"].removesuffix(text).strip()
            for chat, text in zip((alone, beside), texts, strict=True)
        )
        assert real_talk == talk
        assert beside[-1]["content"].endswith(texts[1])
        compared += 1
    assert compared >= 2


def test_whoever_sat_there_is_asked_and_void_replies_are_no_round() -> None:
    one = session(max_turns=4)
    play = play_of(said(one, "Is it alive?", "no", "Is it big?"))
    play.feed(Event(4, Kind.UNDONE, {"to": 2}))
    play.feed(Event(5, Kind.RECAST, {"seat": "guesser", "to": {"player": "human", "name": "Ada"}}))
    one = said(one.with_events(play.events), "Is it small?", "no")
    play.events[:] = one.events
    play.feed(Event(8, Kind.RECAST, {"seat": "guesser", "to": MODEL.spec}))
    one = said(one.with_events([*one.events, play.events[-1]]), "A cat?")
    found = subject(one).plan()
    assert [r.round for r in found.asked] == [1, 2, 3]
    assert [view_of.facts["turns"][-1]["question"] for view_of in (r.view for r in found.asked[1:])] == [
        "Is it alive?",
        "Is it small?",
    ]
    sat = [subject(one).sat_at(r).spec["name"] for r in found.asked]
    assert sat == ["bot hard", "Ada", "big"]


def test_people_scripts_and_nobody_are_stood_in_for_by_the_hard_bot(store: Store) -> None:
    for seats in ({"guesser": {"player": "human", "name": "Ada"}}, {"guesser": {"player": "script"}}, {}):
        store.save(replace(twenty(), seats=seats))
        sits = Sits()
        looked(store, sits)
        assert {name for name, _, _ in sits.asked} == {"bot hard"}
        store.delete(["one"])


def test_a_person_is_asked_in_order_and_never_sorts_unasked(store: Store) -> None:
    store.save(twenty())
    sits = Sits()
    looked(store, sits, player=read_player("human:Ada"), concurrency=9)
    assert [(name, key) for name, key, _ in sits.asked] == [
        *(("Ada", f"candidates:{n}") for n in (1, 2, 3)),
        *(("bot hard", f"sorting:{n}") for n in (2, 3)),
    ]
    assert probes(store)[0]["player"] == {"player": "human", "name": "Ada"}
    assert sits.most == 1
    sorts = Sits()
    looked(store, sorts, again=True, sorter=read_player("human:Ada"), concurrency=9)
    assert sorts.most == 1, "a person who sorts is asked one question at a time, too"
    many = Sits()
    looked(store, many, again=True, concurrency=2)
    assert many.most == 2


def test_replies_are_sorted_only_if_somebody_is_named_who_does(store: Store) -> None:
    word = {"word": "kite"}
    one = replace(session("taboo", max_prompts=2), id="one")
    one = replace(one, setup=replace(one.setup, secret=word))
    texts = ("What flies?", "Birds do, I would say.", "And on a line?", "Fish hang there, I think.", "pass")
    store.save(said(one, *texts))
    assert [subject(said(one, *texts)).due(sorter=named) for named in (False, True)] == [2, 4]
    sits = Sits()
    looked(store, sits, concurrency=1)
    assert sits.keys == ["candidates:1", "candidates:2"]
    looked(store, sits, sorter=bot("easy"), concurrency=1)
    assert [(name, key) for name, key, _ in sits.asked[2:]] == [("bot easy", f"sorting:{n}") for n in (1, 2)]
    assert store.sessions()[0].metrics["evasive"] == 2


@pytest.mark.parametrize(
    ("ended", "asked"), [({"type": Kind.RESIGNED, "seat": "guesser"}, [1, 2]), (None, [1])]
)
def test_the_rounds_up_to_a_resignation_or_an_abortion_count(
    store: Store, ended: dict[str, Any] | None, asked: list[int]
) -> None:
    one = said(session("akinator", max_turns=5, reprompts=0), *QUESTIONS[:4])
    if ended:
        one = one.with_events([*one.events, Event(5, str(ended["type"]), {"seat": ended["seat"]})])
    else:
        one = said(session("akinator", max_turns=5, reprompts=0), *QUESTIONS[:2], "")
    assert play_of(one).over
    store.save(one)
    looked(store, Sits())
    assert [e["round"] for e in probes(store) if e["kind"] == "candidates"] == asked


def test_a_session_of_an_older_matching_is_asked_as_it_was_played(store: Store) -> None:
    store.save(replace(twenty(), setup=replace(twenty().setup, matching=1)))
    assert looked(store, Sits()).sessions[0].asked == 5
    assert store.load("one").setup.matching == 1


# what is stored


def test_nothing_that_is_stored_is_asked_twice_unless_it_is_asked_for(store: Store) -> None:
    store.save(twenty())
    looked(store, Sits())
    sits = Sits()
    (one,) = looked(store, sits, player=bot("easy")).sessions
    assert (sits.asked, one.asked, one.stored, one.before) == ([], 0, 5, one.after)
    (one,) = looked(store, sits, player=bot("easy"), again=True).sessions
    assert (one.asked, one.stored, len(probes(store))) == (5, 5, 10)
    assert probes(store)[-1]["player"]["name"] == "bot easy"


def test_live_answers_count_and_those_that_nobody_gave_are_asked_for() -> None:
    one = twenty()

    def probe(seq: int, number: int, **more: Any) -> Event:
        values = {"seat": "guesser", "kind": "candidates", "round": number, "items": [], "text": ""}
        return Event(seq, Kind.PROBE, {**values, **more})

    seq = one.events[-1].seq
    stored = [
        probe(seq + 1, 1, items=["cat"]),
        probe(seq + 2, 2, text="Who knows?"),
        probe(seq + 3, 3, why="no network"),
    ]
    found = subject(one.with_events([*one.events, *stored])).plan()
    assert ([r.round for r in found.asked], found.stored) == ([3], 2)
    assert found.sorted == (), "an unreadable list is no round, so nothing is sorted by it or into it"


def test_a_list_that_was_asked_anew_is_sorted_anew(store: Store) -> None:
    store.save(twenty())
    looked(store, Sits())
    play = play_of(store.load("one"))
    newer = {"seat": "guesser", "kind": "candidates", "round": 1, "items": ["kite"], "text": "kite"}
    one = store.load("one")
    one = one.with_events([*one.events, Event(play.next_seq, Kind.PROBE, newer)])
    assert [r.round for r in subject(one).plan().sorted] == [2]


def test_what_stops_an_analysis_leaves_what_came_and_it_goes_on_from_there(store: Store) -> None:
    store.save(twenty())
    for player, kept in ((MODEL, 2), (bot("hard"), 2)):
        sits = Sits()
        sits.stop_at = (2, lambda: None)
        done = looked(store, sits, player=player, concurrency=1, again=player is not MODEL)
        assert (done.stopped, done.sessions[0].asked, done.sessions[0].left) == ("interrupted", kept, 3)
        assert len(probes(store)) == (2 if player is MODEL else 7)
        if player is MODEL:
            assert "at" in probes(store)[0].data
            rest = Sits()
            assert looked(store, rest, player=player, concurrency=1).stopped is None
            assert rest.keys == ["candidates:3", "sorting:2", "sorting:3"]


async def test_a_cancelled_analysis_ends_with_what_came(store: Store) -> None:
    store.save(twenty())
    sits, waits = Sits(), asyncio.Event()
    sits.stop_at = (1, waits.set)
    engine = Retrospective(store, CATALOGUE, sits.seated, player=MODEL, concurrency=1)
    running = asyncio.create_task(engine.run(["one"]))
    await waits.wait()
    running.cancel()
    done = await running
    assert (done.stopped, done.sessions[0].asked, len(probes(store))) == ("interrupted", 1, 1)
    assert done.sessions[0].usage == {"input_tokens": 10, "output_tokens": 2, "cost_usd": 0.5}
    assert store.lease("one"), "it is let go of"


def test_what_a_model_says_is_on_the_disk_at_once_and_what_a_bot_says_at_the_end(store: Store) -> None:
    store.save(twenty())
    seen: list[int] = []

    def told(_: AnswerReport) -> None:
        seen.append(len(probes(store)))

    looked(store, Sits(), player=MODEL, report=told, concurrency=1)
    assert seen == [1, 2, 3, 4, 5]
    looked(store, Sits(), player=bot("hard"), report=told, again=True)
    assert (seen[5:], len(probes(store))) == ([5] * 5, 10)


def test_a_session_that_is_not_for_it_is_refused_with_a_sentence(store: Store, tmp_path: Path) -> None:
    store.save(twenty())
    store.save(replace(said(session("akinator"), *QUESTIONS), id="open"))
    store.save(replace(read(json.loads(GOLDEN[-1].read_text())["session"]).session, id="w"))
    held = replace(twenty(), id="held")
    store.save(held)
    other = open_store(store.path, CATALOGUE).store
    assert other.lease("held")
    done = looked(store, Sits(), "open", "w", "held", "one")
    other.close()
    assert [one.id for one in done.sessions] == ["one"]
    why = " ".join(done.refused)
    assert "session open is not over" in why
    assert "nobody is asked afterwards" in why
    assert "session held is being played or analysed in another window" in why
    with pytest.raises(CantAnalyse, match="is not over"):
        subject(store.load("open"))


# what fails


def failing(error: Exception) -> Answers:
    def answers(ask: Ask, view: View) -> str:
        if ask.key == "candidates:2":
            raise error
        return plays(ask, view)

    return answers


def test_a_question_that_nobody_answers_is_left_to_be_asked_again(store: Store) -> None:
    store.save(twenty())
    (one,) = looked(store, Sits(failing(PlayerFailed("no network")))).sessions
    assert one.failed == ("session one, candidates of round 2: no network",)
    assert (one.asked, len(probes(store))) == (2, 2), "no list of round 2, so nothing is sorted"
    assert looked(store, Sits()).sessions[0].asked == 3


def test_a_budget_stops_it(store: Store) -> None:
    store.save(twenty())
    done = looked(store, Sits(failing(BudgetReached("spent", of="run"))), concurrency=1)
    assert (done.stopped, done.sessions[0].asked, done.sessions[0].left) == ("budget", 1, 4)


def test_a_model_that_can_not_be_reached_is_asked_no_more(store: Store) -> None:
    def answers(ask: Ask, view: View) -> str:
        raise ModelFailed("auth", "a bad key")

    for n in range(3):
        store.save(replace(twenty(), id=f"s{n}"))
    sits = Sits(answers)
    done = looked(store, sits, "s0", "s1", "s2", player=MODEL, concurrency=1)
    assert (done.stopped, len(sits.asked)) == ("failed", 3)
    assert [one.left for one in done.sessions] == [0, 3, 3]


def test_a_disk_that_fails_ends_it_and_what_is_there_stays(
    store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store.save(twenty())
    add, pieces = store.add, list[Piece]()

    def full(given: Iterable[Piece]) -> None:
        pieces.extend(given)
        if len(pieces) > 1:
            raise SaveError("the disk is full")
        add(pieces)

    monkeypatch.setattr(store, "add", full)
    with pytest.raises(SaveError, match="the disk is full"):
        looked(store, Sits(), player=MODEL)
    gc.collect()
    assert caplog.text == "", "each failure has been heard"
    assert len(probes(store)) == 1
    monkeypatch.undo()
    assert looked(store, Sits(), player=MODEL).sessions[0].asked == 4


@pytest.mark.parametrize("player", [MODEL, bot("hard")], ids=["at once", "at its end"])
def test_a_session_that_is_deleted_meanwhile_is_refused_and_the_next_is_asked(
    store: Store, player: Cast
) -> None:
    for name in ("one", "two", "never"):
        store.save(replace(twenty(), id=name))
    store.delete(["never"])

    def answers(ask: Ask, view: View) -> str:
        if ask.key == "candidates:2":
            store.delete(["one"])
        return plays(ask, view)

    done = looked(store, Sits(answers), "never", "one", "two", player=player, concurrency=1)
    assert done.refused == (
        "session never has been deleted in the meantime",
        "session one has been deleted in the meantime",
    )
    assert [(one.id, one.asked, one.left) for one in done.sessions] == [("two", 5, 0)]
    assert done.stopped is None


def test_who_may_be_asked() -> None:
    assert read_asked("self", ModelBook()) is None
    assert read_asked("human", ModelBook(), "Ada") == read_player("human:Ada")
    with pytest.raises(BadPlayer, match="any can't be asked afterwards"):
        read_asked("any:bot,bot", ModelBook(), "You")


@each("akinator_lists", "bluffing_ties", "entity_probed", "taboo_dairy")
def test_the_figures_are_those_that_need_answers_from_beside_the_game(name: str) -> None:
    path = next(p for p in GOLDEN if p.stem == name)
    one = read(json.loads(path.read_text())["session"]).session
    info = CATALOGUE.game(one.game)
    bare = one.with_events([e for e in one.events if e.type != Kind.PROBE])
    with_them, without = (info.compute(s.fold(info.game)) for s in (one, bare))
    changed = {metric for metric in with_them if with_them[metric] != without[metric]}
    assert changed <= set(FIGURES)
    assert {without[metric] for metric in FIGURES if metric in without} == {None}

"""The filter of the roll-up and the filter of lists count the same sessions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.save.making import started
from tests.tables import each
from tui_arena.core.grouping import grouped
from tui_arena.data import Catalogue
from tui_arena.save import sessions
from tui_arena.save.filters import INCLUDE, Filter, OptionIs, run_of, since_day
from tui_arena.save.rollup import derived_rows
from tui_arena.save.rollup import items as by_secret
from tui_arena.save.rollup.derived_rows import Evidence
from tui_arena.save.rollup.sums import (
    COUNTS,
    MAIN,
    REQUEST_SUCCESS,
    SCALE,
    STANDINGS,
    WON_BY_ERROR,
    Key,
    RollupEntry,
    additions,
    slot_of,
)
from tui_arena.save.setting import Setting
from tui_arena.save.store import SessionQuery, Store, new_id, open_store
from tui_arena.save.summary import FLAGS, SeatSummary, Summary

CATALOGUE = Catalogue()
PLAYERS = (
    ("human", "Ada"),
    ("human", "ÁDA"),
    ("model", "Ada"),
    ("bot", "bot hard"),
    ("bot", "bot easy"),
    ("model", "x' OR 1=1 --"),
    ("model", '%", "a": _'),
)
PROMPTS = (None, "terse", "Terse", "step by step")
RUNGS = ("", "", "schema", "schema+system", "top_k")
SAMPLINGS = ("", "temperature=0.3", "max_tokens=120 temperature=1")
DIGESTS = ("", "0123456789ab", "ba9876543210")
PERSONAS = (None, "nurse", "clown")
DAYS = ("2024-02-29", "2025-12-31", "2026-01-01", "2026-11-20", "2026-11-21")
SETTINGS = (
    Setting("classic", '{"deck":"wordle"}', '{"deck":"wordle"}', "classic"),
    Setting("Classic", '{"deck":"mine"}', '{"deck":"mine"}', "Classic, deck mine"),
    Setting("clue", '{"deck":"wordle","noise":0.2}', '{"deck":"wordle","noise":0.2}', "clue, noise 0.2"),
    Setting(
        "clue",
        '{"deck":"wordle","noise":0.2,"suite":"all"}',
        '{"deck":"wordle","noise":0.2}',
        "clue, noise 0.2",
    ),
    Setting("clue", '{"deck":"wordle","noise":0.4}', '{"deck":"wordle","noise":0.4}', "clue, noise 0.4"),
)
METRICS = ("attempts", "letters@1", "letters@2", "p_guess_of", MAIN, REQUEST_SUCCESS, "seconds", "cost_usd")


@dataclass(frozen=True)
class Full:
    """A file with sessions of every kind, and a list of what was put there."""

    store: Store = field(repr=False)
    saved: list[Saved] = field(repr=False)


@dataclass(frozen=True)
class Saved:
    """A session as the roll-up counts it."""

    id: str
    entry: RollupEntry
    secret: str | None


def seat(rng: Random, name: str, group: str, side: str, standing: str) -> SeatSummary:
    kind, player = rng.choice(PLAYERS)
    by_rungs = Random(rng.random())
    judged = side != "neutral" and standing in ("won", "lost")
    counts = {
        "requests": rng.randrange(3),
        "parsed": 1,
        "seconds": rng.choice((None, 0.1, 2.5)),
        "cost_usd": 0.001,
    }
    return SeatSummary(
        seat=name,
        group=group,
        kind=kind,
        name=player,
        standing="neutral" if side == "neutral" and standing != "unfinished" else standing,
        main=rng.choice((0.0, 1 / 3, 1.0)) if judged else None,
        counts=counts if rng.random() < 0.9 else {},
        side=side,
        recast=rng.random() < 0.15,
        prompt=rng.choice(PROMPTS) if kind == "model" else None,
        persona=rng.choice(PERSONAS),
        rungs=by_rungs.choice(RUNGS) if kind == "model" else "",
        sampling=by_rungs.choice(SAMPLINGS) if kind == "model" else "",
        prompt_digest=by_rungs.choice(DIGESTS) if kind == "model" else "",
    )


def summary(rng: Random) -> Summary:
    result = rng.choice(("won", "won", "won", "aborted", "unfinished"))
    solved = rng.random() < 0.5
    told = dict.fromkeys(("solver", "opponent"), result)
    if result == "won":
        told = {"solver": "won" if solved else "lost", "opponent": "lost" if solved else "won"}
    shape = [("guesser_1", "guesser", "solver"), ("setter", "setter", rng.choice(("opponent", "neutral")))]
    if rng.random() < 0.5:
        shape.insert(1, ("guesser_2", "guesser", "solver"))
    seats = tuple(seat(rng, *names, told.get(names[2], result)) for names in shape)
    by_flag = Random(rng.random())  # one more flag changes nothing else
    flags = {flag for flag in FLAGS if flag != "recast" and by_flag.random() < 0.1}
    flags |= {"recast"} if any(s.recast for s in seats) else set()
    metrics: dict[str, Any] = {
        "attempts": rng.choice((None, 0, 33.33, 100)),
        "letters": rng.choice((None, [], [None, 3], [25])),
        "p_guess_of": rng.choice((None, {"guesser_1": 4, "guesser_2": 1.5, "setter": None})),
        "said": rng.choice((True, "yes", None)),
    }
    return Summary(
        result=result,
        cause=Random(rng.random()).choice((None, "setter: resigned", "guesser_1: rule")),
        winners=(),
        ended=rng.choice((None, "2026-11-21T10:00:00Z")),
        metrics=metrics if result != "unfinished" else {},
        seats=seats,
        flags=frozenset(flags),
        setting=rng.choice(SETTINGS),
        deck=rng.choice((None, "wordle", "mine-2")),
        prompt=None,
        line="",
        secret=rng.choice(("crane", "slate", "O'Hara"))
        if result != "unfinished" and rng.random() < 0.9
        else None,
    )


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Full]:
    store = open_store(Path(tmp_path_factory.mktemp("full")) / "arena.db", CATALOGUE).store
    rng, saved, plain = Random(7), [], started(CATALOGUE)
    with store._writing() as db:
        for _ in range(120):
            told = summary(rng)
            setup = replace(
                plain.setup,
                preset=rng.choice((None, "party", "paper")),
                repetition=rng.choice((None, 1, 2)),
                extra={"run": rng.choice(("r1", "r'2"))} if rng.random() < 0.5 else {},
            )
            one = replace(
                plain,
                id=new_id(),
                game="connections",
                setup=setup,
                started=f"{rng.choice(DAYS)}T1{rng.randrange(10)}:00:00Z",
            )
            head = sessions.put(db, one, "")
            derived_rows.write(db, store._rollup, head, one, info=None, summary=told)
            saved.append(Saved(one.id, derived_rows._entry(head, one, None, told), told.secret))
    yield Full(store, saved)
    store.close()


FIELDS = {
    "player": (
        "ada",
        "human:Ada",
        "model:ada",
        " BOT  hard",
        "x' or 1=1 --",
        '%", "a": _',
        "%",
        "nobody",
        "",
    ),
    "seat": ("guesser", "Setter", "guesser_1"),
    "variant": ("classic", "critic", "clue", "%"),
    "condition": ("Clue", "clue, noise 0.2", SETTINGS[2].condition_digest, "%", "classic, noise 0.2"),
    "options": (
        (OptionIs("noise", 0.2, default=False),),
        (OptionIs("noise", 0, default=True),),
        (OptionIs("suite", "all", default=False), OptionIs("noise", 0, default=True)),
        (OptionIs("noise", 0.4, default=False),),
    ),
    "deck": ("wordle-1", "mine-2@0123456789ab", "mine", ""),
    "preset": ("Party", "paper", ""),
    "prompt": ("plain", "terse", "", "step by step"),
    "rungs": ("none", "", "Schema", "system+SCHEMA", "top_k", "system"),
    "sampling": ("default", "", "Temperature=0.30", "temperature=1.0, max_tokens=120", "temperature=1"),
    "prompt_digest": ("none", "", "0123456789AB", "0123"),
    "persona": ("Nurse", "clown", "", "nobody"),
    "run": ("r1", "r'2", "", "r3"),
    "repetition": ("0", "1", "02", "9" * 30),
    "since": (*DAYS, "2026-02-28", "20261121", "9999-12-31"),
    "include": (
        frozenset({"all"}),
        frozenset({"recast"}),
        frozenset({"imported", "hinted"}),
        frozenset(INCLUDE[:-1]),
    ),
}


@st.composite
def filters(draw: st.DrawFn) -> Filter:
    names = draw(st.lists(st.sampled_from(list(FIELDS)), max_size=3, unique=True))
    chosen: dict[str, Any] = {name: draw(st.sampled_from(FIELDS[name])) for name in names}
    return Filter(draw(st.sampled_from(("connections",) * 9 + ("taboo",))), **chosen)


def looked_at(store: Store, saved: list[Saved], wanted: Filter) -> list[tuple[Saved, Key]]:
    """The players and sessions that the roll-up counts, listed one by one."""
    day, passing = since_day(wanted.since), store.passing(wanted)
    return [
        (one, key)
        for one in saved
        for key, _ in additions(one.entry)
        if key.run == run_of(wanted)
        and key.game == wanted.game
        and passing(key)
        and one.entry.day >= (day or "")
    ]


@pytest.mark.thorough
@settings(max_examples=15)
@given(wanted=filters(), metric=st.sampled_from(METRICS))
def test_lists_and_roll_up_count_the_same_sessions(full: Full, wanted: Filter, metric: str) -> None:
    store = full.store
    expected = looked_at(store, full.saved, wanted)
    cells = [
        c
        for _, c in store.figures(wanted.game, run_of(wanted), since_day(wanted.since), store.passing(wanted))
    ]
    assert sum(c["started"] for c in cells) == len(expected)
    rows = store.sessions(SessionQuery(filter=wanted, limit=1000))
    assert {row.id for row in rows} == {one.id for one, _ in expected}
    assert [row.rank for row in rows] == sorted({row.rank for row in rows}, reverse=True)
    found = store.evidence(wanted, metric=metric, limit=1000)
    assert list(pages(store, wanted, metric)) == found
    with_item = [one for one in found if one.item == "O'Hara"]
    assert store.evidence(wanted, metric=metric, item="O'Hara", limit=1000) == with_item
    values = [round(one.value * SCALE) for one in found if isinstance(one.value, int | float)]
    assert [len(values), sum(values), sum(v * v for v in values)] == [
        sum(c[f"{slot_of(metric)} {figure}"] for c in cells) for figure in "nsq"
    ]
    ends = (*STANDINGS, WON_BY_ERROR)
    outcomes = {how: store.evidence(wanted, metric=how, limit=1000) for how in ends}
    for how, behind in outcomes.items():
        assert sum(int(str(one.value)) for one in behind) == sum(c[how] for c in cells)
    check_items(store, wanted, metric, outcomes["won"], found)
    check_meetings(store, wanted, expected)


def test_runs_are_listed_and_secrets_found_in_any_case(full: Full) -> None:
    assert sorted(full.store.runs("connections")) == ["r'2", "r1"]
    assert full.store.runs("wordle") == []
    found = full.store.sessions(SessionQuery(text="o'hara", limit=1000))
    assert {row.id for row in found} == {one.id for one in full.saved if one.secret == "O'Hara"} != set()


@each(
    ({}, False),
    ({"player": "ada"}, False),
    ({"seat": "guesser"}, False),
    ({"variant": "classic"}, False),
    ({"condition": "clue, noise 0.2"}, False),
    ({"options": (OptionIs("noise", 0.2, default=False),)}, False),
    ({"deck": "wordle-1"}, False),
    ({"preset": "party"}, False),
    ({"prompt": "terse"}, False),
    ({"rungs": "schema"}, False),
    ({"sampling": "temperature=0.3"}, False),
    ({"prompt_digest": "0123456789ab"}, False),
    ({"persona": "nurse"}, False),
    ({"include": frozenset({"all"})}, False),
    ({"deck": "wordle-1", "variant": "classic", "player": "ada"}, False),
    ({"run": "r1"}, True),
    ({"repetition": "1"}, True),
    ({"since": DAYS[0]}, True),
)
def test_figures_by_secret_read_sessions_for_runs_and_days_alone(
    more: dict[str, Any], sessions_read: bool, *, full: Full
) -> None:
    asked: list[str] = []
    with full.store._reading() as db:
        db.set_trace_callback(asked.append)
        full.store.items(Filter("connections", **more), ["won"])
        db.set_trace_callback(None)
    assert any("JOIN seat" in sql for sql in asked) is sessions_read


@each("2024-03-01", *DAYS)
def test_figures_by_secret_since_a_day_are_the_same_from_either_side(day: str, *, full: Full) -> None:
    wanted = Filter("connections", since=day)
    with full.store._reading() as db:
        kinds = {name: one.kind for name, one in CATALOGUE.game("connections").metrics.items()}
        one_by_one = by_secret._read(db, wanted, kinds, ["won"])
    assert sorted(full.store.items(wanted, ["won"]), key=itemgetter(0, 1, 2, 3, 4)) == sorted(
        one_by_one, key=itemgetter(0, 1, 2, 3, 4)
    )


def pages(store: Store, wanted: Filter, metric: str, size: int = 23) -> Iterator[Evidence]:
    """The same list, page by page."""
    before = None
    while page := store.evidence(wanted, metric=metric, before=before, limit=size):
        yield from page
        before = page[-1].rank


def check_items(
    store: Store, wanted: Filter, metric: str, over: list[Evidence], found: list[Evidence]
) -> None:
    """Items are the evidence, grouped by secret and player."""
    cells = store.items(wanted, [metric, "won"])
    with store._reading() as db:
        kinds = {name: one.kind for name, one in CATALOGUE.game(wanted.game).metrics.items()}
        assert sorted(
            by_secret._read(db, wanted, kinds, [metric, "won"]), key=itemgetter(0, 1, 2, 3, 4)
        ) == sorted(cells, key=itemgetter(0, 1, 2, 3, 4))
    assert sum(cell.n for cell in cells) == sum(one.item is not None for one in over)
    played = grouped(((cell.kind, cell.name, cell.group, cell.condition), cell.item) for cell in cells)
    secrets = {who: own for who, own in store.secrets(wanted).items() if own}
    assert secrets == {who: set(own) for who, own in played.items()}
    for who, alike in grouped((cell[:4], cell) for cell in cells).items():
        assert len({cell.condition for cell in alike}) == len(alike)
        cell = alike[0]
        for more in alike[1:]:
            (cell,) = by_secret._with([cell], [more._replace(condition=cell.condition)], 1)
        mine = [one for one in over if (one.item, one.kind, one.name, one.group) == who]
        assert (cell.n, cell.won) == (len(mine), sum(one.value == 1 for one in mine))
        values = [
            round(one.value * SCALE)
            for one in found
            if (one.item, one.kind, one.name, one.group) == who
            and isinstance(one.value, int | float)
            and one.standing != "neutral"
        ]
        sums = (len(values), sum(values), sum(v * v for v in values))
        counted = metric in (*COUNTS, REQUEST_SUCCESS)
        assert cell.sums.get(metric, (0, 0, 0)) == ((0, 0, 0) if counted else sums)
        assert cell.sums["won"] == (cell.n, cell.won * SCALE, cell.won * SCALE * SCALE)


def check_meetings(store: Store, wanted: Filter, expected: list[tuple[Saved, Key]]) -> None:
    """Meetings: won sessions with two sides; those with a recast are left out unless they are requested."""
    recast_too = wanted.include & {"recast", "all"}
    fought = {
        one.id
        for one, _ in expected
        if one.entry.result == "won"
        and {s.side for s in one.entry.seats} == {"solver", "opponent"}
        and (recast_too or "recast" not in one.entry.flags)
    }
    meetings = store.meetings(wanted)
    assert {meeting.id for meeting in meetings} == fought
    by_id = {one.id: one for one, _ in expected}
    for meeting in meetings:
        won = {s.side for s in by_id[meeting.id].entry.seats if s.standing == "won"}
        assert won == {meeting.winner}
        assert len(set(meeting.sides["solver"])) == len(meeting.sides["solver"])

from __future__ import annotations

import json
import statistics
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.data.test_demos import DEMOS
from tests.save.making import ended, note, open_play, played, reply, started, won
from tests.tables import each
from tui_arena.config import BadFile, ModelBook, ModelEntry
from tui_arena.core.events import Event, Kind
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, new_session
from tui_arena.players.seating import read_player
from tui_arena.save.exchange.session_files import read_document, read_session
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.rollup.sums import COUNTS
from tui_arena.save.store import Store
from tui_arena.save.summary import summarise
from tui_arena.stats.aggregate import OWN, StatRow, placed, standings, stats
from tui_arena.stats.statistics import Figure, share

CATALOGUE = Catalogue()
WORDLE = Filter("wordle")


def only(store: Store, wanted: Filter = WORDLE) -> StatRow:
    (row,) = stats(store, CATALOGUE, wanted)
    return row


def lost(session: Session) -> Session:
    play = open_play(CATALOGUE, session)
    reply(play, "slate")
    note(play, "resigned", seat="guesser")
    return session.with_events(play.events)


def aborted(seed: int = 1, **options: Any) -> Session:
    return played(CATALOGUE, started(CATALOGUE, seed, reprompts=0, **options), ["what is this"])


def test_every_figure_is_that_of_the_single_sessions(store: Store) -> None:
    info = CATALOGUE.game("wordle")
    sessions = [
        ended(CATALOGUE, started(CATALOGUE, i, {"guesser": "bot:hard"}, reprompts=0), Random(i))
        for i in range(30)
    ]
    for session in sessions:
        store.save(session)
    row = only(store)
    singles = [summarise(info, s, s.fold(info.game)) for s in sessions]
    assert {s.result for s in singles} == {"won", "lost", "aborted"}
    assert (row.player, row.kind, row.seat, row.condition) == (
        "bot hard",
        "bot",
        "guesser",
        "classic, reprompts 0",
    )
    for name in ("won", "lost", "aborted"):
        part = row.figures[name]
        assert part.count == sum(s.result == name for s in singles)
        known = share(part.count, 30)
        assert (part.value, part.low, part.high) == (part.count / 30, known.low, known.high)
    for name in info.metrics:
        figure = row.figures[name]
        values = [s.metrics[name] for s in singles if s.metrics[name] is not None]
        if info.metrics[name].kind == "list":
            for turn, spread in enumerate(figure.turns):
                at = [v[turn] for v in values if len(v) > turn]
                assert spread.n == len(at)
                assert spread.value == pytest.approx(statistics.fmean(at), abs=1e-6)
            assert len(figure.turns) == max((len(v) for v in values), default=0)
            continue
        assert figure.n == len(values), name
        if len(values) > 1:
            assert figure.value == pytest.approx(statistics.fmean(values), abs=1e-6)
            if info.metrics[name].kind == "flag":
                assert figure.count == sum(values)
                continue
            assert figure.std == pytest.approx(statistics.stdev(values), abs=1e-6)
    guesses = [s.metrics["guesses"] for s in singles if s.metrics["guesses"]]
    assert row.figures["guesses"].distribution == {n: guesses.count(n) for n in sorted(set(guesses))}
    scores = [s.seats[0].main for s in singles if s.seats[0].main is not None]
    assert row.figures["quality"].value == pytest.approx(100 * statistics.fmean(scores), abs=1e-4)
    assert row.figures["completed"].value == pytest.approx(
        1 - sum(s.result == "aborted" for s in singles) / 30
    )
    parsed = [s.seats[0].counts["parsed"] / s.seats[0].counts["requests"] for s in singles]
    assert row.figures["request_success"].value == pytest.approx(statistics.fmean(parsed), abs=1e-6)
    assert row.figures["request_success"].std == pytest.approx(statistics.stdev(parsed), abs=1e-6)


def test_unfinished_sessions_are_started_and_nothing_else(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE, 1)))
    store.save(lost(started(CATALOGUE, 2)))
    store.save(started(CATALOGUE, 3))
    store.save(played(CATALOGUE, started(CATALOGUE, 4), ["slate"]))
    row = only(store)
    assert (row.started, row.sessions, row.figures["useful"].value) == (4, 2, 0.5)
    assert row.figures["closeness"].turns[0].n == 2


def test_a_player_with_unfinished_sessions_alone_has_a_row_without_figures(store: Store) -> None:
    store.save(started(CATALOGUE))
    row = only(store)
    assert (
        row.started,
        row.sessions,
        row.figures["useful"].value,
        row.figures["completed"].value,
        row.figures["quality"].value,
    ) == (1, 0, 0.0, None, None)
    assert row.figures.get("won") is not None
    assert row.figures["won"].value is None
    assert standings(store, CATALOGUE) == []
    json.dumps(row.to_json(), allow_nan=False)


def test_null_is_left_out_and_never_zero(store: Store) -> None:
    store.save(aborted())
    store.save(won(CATALOGUE, started(CATALOGUE, 2, reprompts=0), 3))
    row = only(store)
    assert (row.figures["speed"].value, row.figures["speed"].n) == (100.0, 1)
    assert (row.figures["quality"].value, row.figures["completed"].value) == (100.0, 0.5)
    assert row.figures["success"].to_json()["count"] == 1
    assert row.figures["opinion_kept"].n == 0


def test_a_turn_that_is_defined_nowhere_ends_no_list(store: Store) -> None:
    path = Path(__file__).parents[1] / "golden" / "entity_probed.json"
    raw = json.loads(path.read_text("utf-8"))["session"]
    store.save(read_document(raw, path.name, CATALOGUE).session)
    ranks = only(store, Filter("entity", seat="guesser")).figures["ranks"]
    assert [turn.value for turn in ranks.turns] == [None, None, None, None, 2, None, None, 2]


def test_a_row_per_player_seat_and_condition(store: Store) -> None:
    players = {"guesser": "bot:hard", "critic": "bot:easy", "setter": "human:Ben"}
    session = started(CATALOGUE, 1, players, variant="critic")
    store.save(played(CATALOGUE, session, ["pride | lions", "pride", "yes", "pride"]))
    store.save(won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "bot:hard"})))
    store.save(won(CATALOGUE, started(CATALOGUE, 3, {"guesser": "bot:hard"}, hard=True)))
    rows = [(r.seat, r.player, r.condition, r.partner) for r in stats(store, CATALOGUE, WORDLE)]
    assert rows == [
        ("guesser", "bot hard", "classic", None),
        ("guesser", "bot hard", "classic, hard mode", None),
        ("guesser", "bot hard", "critic, own secret", None),
        ("critic", "bot easy", "critic, own secret", None),
        ("setter", "Ben", "critic, own secret", None),
        ("guesser", "bot hard", "critic, own secret", "bot:bot easy"),
    ]


def test_a_neutral_seat_has_counts_alone(store: Store) -> None:
    session = started(CATALOGUE, 1, {"guesser": "human:Ada", "setter": "human:Ben"})
    store.save(played(CATALOGUE, session, ["pride", "pride"]))
    row = only(store, replace(WORDLE, seat="setter"))
    assert (row.neutral, row.sessions) == (True, 1)
    assert list(row.figures) == ["n", "request_success", *COUNTS]
    assert (row.figure("won"), row.figure("speed")) == (Figure(), Figure(n=0))
    assert row.figures["requests"].value == 1
    assert "won" not in row.to_json()
    assert [s.player for s in standings(store, CATALOGUE)] == ["Ada"]


def test_pairs_are_of_players_that_are_no_people_and_own_critics_are_marked(store: Store) -> None:
    for seed, (guesser, critic) in enumerate(
        [
            ("bot:hard", "bot:easy"),
            ("bot:hard", "bot:hard"),
            ("human:Ada", "bot:easy"),
            ("bot:hard", "human:Ada"),
        ]
    ):
        players = {"guesser": guesser, "critic": critic}
        session = started(CATALOGUE, seed, players, variant="critic")
        store.save(ended(CATALOGUE, session, Random(seed)))
    rows = stats(store, CATALOGUE, WORDLE)
    pairs = {(r.player, r.partner): r.own for r in rows if r.partner is not None}
    assert pairs == {("bot hard", "bot:bot easy"): False, ("bot hard", "bot:bot hard"): True}
    whole = next(r for r in rows if r.player == "bot hard" and r.seat == "guesser" and r.partner is None)
    assert whole.sessions == 3


@pytest.mark.parametrize("flag", ["hint", "peeked", "branched"])
def test_sessions_with_help_are_left_out_unless_asked_for(store: Store, flag: str) -> None:
    session = started(CATALOGUE)
    play = open_play(CATALOGUE, session)
    note(play, flag)
    reply(play, "slate")
    note(play, "resigned", seat="guesser")
    store.save(session.with_events(play.events))
    assert stats(store, CATALOGUE, WORDLE) == []
    name = {"hint": "hinted"}.get(flag, flag)
    assert only(store, replace(WORDLE, include=frozenset({name}))).sessions == 1
    assert only(store, replace(WORDLE, include=frozenset({"all"}))).sessions == 1
    assert stats(store, CATALOGUE, replace(WORDLE, include=frozenset({"imported"}))) == []


def test_imported_sessions_and_demos_are_left_out_unless_asked_for(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE, 1)), imported=True)
    store.save(won(CATALOGUE, started(CATALOGUE, 2)), imported=True, demo=True)
    assert stats(store, CATALOGUE, WORDLE) == []
    assert only(store, replace(WORDLE, include=frozenset({"imported"}))).sessions == 2


def test_a_recast_leaves_out_its_own_seat_alone(store: Store) -> None:
    session = started(CATALOGUE, 1, {"guesser": "bot:hard", "critic": "bot:hard"}, variant="critic")
    play = open_play(CATALOGUE, session)
    reply(play, "slate")
    reply(play, "no")
    note(play, "recast", seat="critic", to={"player": "bot", "name": "bot easy", "level": "easy"})
    reply(play, "slate")
    note(play, "resigned", seat="guesser")
    store.save(session.with_events(play.events))
    first, *_ = stats(store, CATALOGUE, WORDLE)
    assert (first.seat, first.partner) == ("guesser", None)
    assert stats(store, CATALOGUE, replace(WORDLE, seat="critic")) == []
    with_it = replace(WORDLE, seat="critic", include=frozenset({"recast"}))
    assert only(store, with_it).player == "bot easy"


def test_filters_narrow(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE, 1, {"guesser": "human:Zoë"}, at="2026-11-01T10:00:00Z")))
    store.save(
        won(CATALOGUE, started(CATALOGUE, 2, {"guesser": "bot:hard"}, variant="clue", extra={"run": "r1"}))
    )
    prompted = {"guesser": {"player": "model", "name": "GPT", "prompt": "terse"}}
    store.save(replace(won(CATALOGUE, started(CATALOGUE, 3, repetition=2)), seats=prompted))

    def found(**values: Any) -> list[str]:
        return sorted(row.player for row in stats(store, CATALOGUE, replace(WORDLE, **values)))

    assert found() == ["GPT", "Zoë", "bot hard"]
    assert found(player="ZOE") == ["Zoë"]
    assert found(player="bot:bot hard") == ["bot hard"]
    assert found(player="human:bot hard") == []
    assert found(variant="clue") == ["bot hard"]
    assert found(deck="wordle-1") == found(deck="wordle") == found()
    assert found(deck="other") == []
    assert found(since="2026-11-02") == ["GPT", "bot hard"]
    assert found(since="2026-11-22") == []
    assert found(run="r1") == ["bot hard"]
    assert found(run="r1", since="2026-11-21") == ["bot hard"]
    assert found(run="r2") == []
    assert found(prompt="terse") == ["GPT"]
    assert found(repetition="2") == ["GPT"]
    assert found(preset="party") == found()
    assert found(persona="teacher") == []
    assert found(prompt="plain") == [], "people and bots have no prompt"


def test_the_plain_prompt_and_a_long_persona_can_be_asked_for(store: Store) -> None:
    long = "You are Grumbold, who weighs every letter twice before he says a word."
    seat = {"player": "model", "name": "GPT", "persona": long}
    store.save(replace(won(CATALOGUE, started(CATALOGUE, 1)), seats={"guesser": seat}))
    store.save(replace(won(CATALOGUE, started(CATALOGUE, 2)), seats={"guesser": {**seat, "prompt": "terse"}}))

    def counted(**values: Any) -> int:
        return sum(row.sessions for row in stats(store, CATALOGUE, replace(WORDLE, **values)))

    assert counted() == 2
    assert counted(prompt="plain") == counted(prompt="terse") == 1
    assert counted(persona=long) == 2
    assert counted(persona="You are Grumbold") == 0


@each(
    {"since": "yesterday"},
    {"since": "2026-13-01"},
    {"include": frozenset({"everything"})},
    {"repetition": "two"},
    {"repetition": "²"},
)
def test_a_filter_that_can_not_be_is_told(values: dict[str, Any], *, store: Store) -> None:
    with pytest.raises(BadFilter):
        stats(store, CATALOGUE, replace(WORDLE, **values))


def test_an_unknown_game_is_told(store: Store) -> None:
    with pytest.raises(BadFile, match="no game"):
        stats(store, CATALOGUE, Filter("chess"))


def test_wordings_that_do_nothing_have_no_deviation_though_items_differ(store: Store) -> None:
    book = ModelBook({"gpt": ModelEntry("gpt", "x/gpt")})
    opening = Opening("wordle", {"guesser": read_player("model:gpt", book=book)}, seed=8, prompts="random")
    for item, turn in enumerate((1, 2, 6, 6)):
        for repetition in (1, 2, 3):
            seed = 10 * item + repetition
            drawn, _ = new_session(
                opening,
                CATALOGUE,
                id="-",
                seed=item,
                started=None,
                index=item,
                repetition=repetition,
                repetitions=3,
            )
            session = won(CATALOGUE, started(CATALOGUE, seed, repetition=repetition), turn)
            store.save(replace(session, seats={"guesser": drawn.seats["guesser"]}))
    prompts = only(store).prompts["guesses"]
    assert (prompts.value, prompts.std, prompts.n) == (3.75, 0.0, 3)
    assert only(store).figures["guesses"].std == pytest.approx(2.378884)


@pytest.mark.parametrize("over", ["repetitions", "prompts"])
def test_repetitions_and_prompts_are_averaged_each_before_their_spread_is_taken(
    store: Store, over: str
) -> None:
    turns: dict[str | None, tuple[int, ...]] = {None: (1, 3, 4), "terse": (2, 6), "steps": (5,)}
    seeds = count(1)
    for repetition, (prompt, found_in) in enumerate(turns.items(), 1):
        seat = {"player": "model", "name": "GPT", "prompt": prompt if over == "prompts" else None}
        for turn in found_in:
            number = repetition if over == "repetitions" else None
            session = won(CATALOGUE, started(CATALOGUE, next(seeds), repetition=number), turn)
            store.save(replace(session, seats={"guesser": seat}))
        if over == "prompts" and prompt is None:
            assert only(store).prompts == {}, "one prompt has no spread"
    row = only(store)
    found = {"repetitions": row.repetitions, "prompts": row.prompts}
    means = [statistics.fmean(t) for t in turns.values()]
    guesses = found.pop(over)["guesses"]
    assert guesses.n == 3
    assert row.figures["guesses"].value == pytest.approx(3.5)
    assert guesses.value == pytest.approx(statistics.fmean(means), abs=1e-6)
    assert guesses.std == pytest.approx(statistics.stdev(means), abs=1e-6)
    assert list(found.values()) == [{}]
    assert row.to_json()[f"{over}_spread"]["won"] == {"mean": 1.0, "std": 0.0, "n": 3}


def test_standings_take_the_condition_with_most_sessions(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE, 1), 4))
    store.save(lost(started(CATALOGUE, 2, variant="clue")))
    store.save(aborted(3))
    store.save(won(CATALOGUE, started(CATALOGUE, 4, {"guesser": "bot:easy"}), 1))
    first, second = standings(store, CATALOGUE)
    assert (first.player, first.combined) == ("bot easy", 100.0)
    assert second.player == "Ada"
    assert second.games["wordle"] == pytest.approx((1, 50.0)), (
        "with a clue and without reprompts is not classic"
    )
    assert second.combined == pytest.approx(50)


def test_a_row_as_json_is_what_is_promised(store: Store) -> None:
    store.save(won(CATALOGUE, started(CATALOGUE), 3))
    row = json.loads(json.dumps(only(store).to_json(), allow_nan=False))
    assert (row["seat"], row["player"], row["variant"], row["sessions"]) == ("guesser", "Ada", "classic", 1)
    assert set(row["won"]) == {"count", "rate", "low", "high"}
    assert row["speed"] == {"mean": 100.0, "std": None, "n": 1}
    assert row["guesses"]["distribution"] == {"3": 1}
    assert [turn["n"] for turn in row["closeness"]["turns"]] == [1, 1, 1]


def test_partners_of_one_group_are_one_pair_whoever_sits_where(store: Store) -> None:
    told = read_session(next(p for p in DEMOS if p.stem == "connections-harbour"), CATALOGUE).session
    easy, hard = ({"player": "bot", "name": f"bot {n}", "level": n} for n in ("easy", "hard"))
    for n, guessers in enumerate([(easy, hard), (hard, easy), (hard, hard)]):
        seats = {"setter": hard, "guesser_1": guessers[0], "guesser_2": guessers[1]}
        store.save(replace(told, id=f"s{n}", seats=seats))
    wanted = Filter("connections", include=frozenset({"all"}))
    pairs = [row for row in stats(store, CATALOGUE, wanted) if row.partner is not None]
    assert [(row.partner_names, row.sessions, row.own) for row in pairs] == [
        ("bot easy, bot hard", 2, False),
        ("bot hard", 1, True),
    ]


def test_places_go_by_the_better_end_and_level_ones_share_the_better() -> None:
    figures = {"Ada": 3.0, "Ben": 1.0, "Cleo": 3.0}
    assert placed(figures, "high") == {"Ada": 1, "Ben": 3, "Cleo": 1}
    assert placed(figures, "low") == {"Ada": 2, "Ben": 1, "Cleo": 2}
    assert placed(figures, "none") == placed({"Ada": 1.0, "Ben": 1.0}, "high") == {}


def test_the_figures_that_every_game_has_are_declared_like_those_of_a_game() -> None:
    assert list(OWN)[:9] == [
        "n",
        "won",
        "won_by_error",
        "lost",
        "drawn",
        "aborted",
        "useful",
        "completed",
        "quality",
    ]
    assert tuple(OWN)[10:] == (*COUNTS, "faults", "tokens", "seconds_per_reply", "first_word_seconds")
    assert [name for name, metric in OWN.items() if metric.percent] == [
        "won", "won_by_error", "lost", "drawn", "aborted", "useful", "completed", "request_success",
    ]  # fmt: skip
    assert all(metric.text for metric in OWN.values())


def test_wins_that_another_seats_error_gave_are_told_apart(store: Store) -> None:
    for n, seat in enumerate(("setter", "setter", "guesser")):
        cast = {name: read_player("bot:hard") for name in ("setter", "guesser")}
        session = new_session(Opening("taboo", cast), CATALOGUE, id=f"s{n}", seed=n, started=None)[0]
        resigned = Event(1, Kind.RESIGNED, {"seat": seat})
        store.save(session.with_events([resigned, Event(2, Kind.ENDED, {})]))
    rows = {row.seat: row.figure("won_by_error") for row in stats(store, CATALOGUE, Filter("taboo"))}
    assert {seat: (one.count, one.n) for seat, one in rows.items()} == {"guesser": (2, 2), "setter": (1, 1)}
    told = {row.seat: row.to_json()["won_by_error"] for row in stats(store, CATALOGUE, Filter("taboo"))}
    assert told["guesser"]["count"] == 2
    (alone,) = stats(
        store, CATALOGUE, Filter("taboo", seat="guesser", player="bot hard"), intervals=["won_by_error"]
    )[:1]
    assert alone.figure("won_by_error") == rows["guesser"]


def test_an_interval_of_tries_ends_where_there_are_no_more(store: Store) -> None:
    for seed, guesses in enumerate((6, 6, 1)):
        store.save(won(CATALOGUE, started(CATALOGUE, seed, max_guesses=6), guesses))
    tries = only(store).figures["guesses"]
    assert tries.value == pytest.approx(13 / 3)
    assert tries.high == 6
    assert CATALOGUE.game("bluffing").most_tries({"max_questions": 3}) == 4
    assert CATALOGUE.game("connections").most_tries({"guessers": 3}) == 11

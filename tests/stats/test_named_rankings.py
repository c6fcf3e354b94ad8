"""Orders of players from hand-made sessions, and a leaderboard counted by hand; see `stats/README.md`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.save.making import played, started, won
from tests.save.sessions import read, reply
from tests.tables import Cases, each
from tui_arena.core.events import Event, Kind
from tui_arena.core.options import resolve
from tui_arena.core.session import Session
from tui_arena.data import Catalogue
from tui_arena.save.filters import BadFilter, Filter
from tui_arena.save.store import Store, new_id, open_store
from tui_arena.stats.aggregate import standings
from tui_arena.stats.ranking.agreement import Ranking, agreement
from tui_arena.stats.ranking.leaderboard import leaderboard
from tui_arena.stats.ranking.rankings import measures, named, ranking_of
from tui_arena.stats.statistics import share, spread

CASES = Cases(__file__)

CATALOGUE = Catalogue()
TABOO = CATALOGUE.game("taboo")
ALPHA, BETA, GAMMA = "model:alpha", "model:beta", "model:gamma"


def seat(player: str) -> dict[str, Any]:
    kind, _, name = player.partition(":")
    return {"player": kind, "name": name}


def wordle(players: dict[str, str], turn: int | None, seed: int, **options: Any) -> Session:
    """Found on that turn; None: the guesser never gave a single word and is out."""
    session = started(CATALOGUE, seed, reprompts=0, **options)
    done = won(CATALOGUE, session, turn) if turn else played(CATALOGUE, session, ["what is this"])
    return replace(done, seats={name: seat(player) for name, player in players.items()})


def taboo(setter: str, guesser: str, number: int, *, found: bool) -> Session:
    """One prompt and one guess."""
    said = f"My guess of the word is: {'milk' if found else 'bread'}"
    raw = {
        "format": "tui-arena-session",
        "version": 1,
        "id": f"taboo-{number}",
        "game": "taboo",
        "started": f"2026-11-21T10:{number:02}:00Z",
        "setup": {"options": resolve(TABOO.options, TABOO.presets, {}, None), "secret": {"word": "milk"}},
        "seats": {"setter": seat(setter), "guesser": seat(guesser)},
        "events": [
            reply("prompt", "it is white and comes from a cow", 1, "setter"),
            reply("reply", said, 2),
        ],
    }
    return read(raw).session


SESSIONS = [
    wordle({"guesser": ALPHA}, 3, 1),
    wordle({"guesser": ALPHA, "setter": GAMMA}, 2, 2, variant="clue"),
    wordle({"guesser": ALPHA}, None, 3),
    wordle({"guesser": BETA}, None, 4),
    taboo(BETA, ALPHA, 1, found=True),
    taboo(ALPHA, BETA, 2, found=True),
    taboo(ALPHA, BETA, 3, found=False),
    taboo("bot:bot easy", ALPHA, 4, found=True),
    taboo("bot:bot easy", "human:Ada", 5, found=True),
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    opened = open_store(Path(tmp_path_factory.mktemp("orders")) / "arena.db", CATALOGUE).store
    for session in SESSIONS:
        opened.save(session)
    yield opened
    opened.close()


def placed(order: Ranking) -> dict[str, float]:
    return {player: order.placed[player].value or 0.0 for player in order.players}


def by(store: Store, game: str, metric: str, **values: Any) -> Ranking:
    return ranking_of(store, CATALOGUE, game, metric, Filter(game, **values))


def test_the_leaderboard_is_counted_as_section_0_has_it(store: Store) -> None:
    rows = {(row.kind, row.player): row for row in standings(store, CATALOGUE)}
    assert ("model", "gamma") not in rows, "a setter of Wordle has no side"
    alpha, beta = rows["model", "alpha"], rows["model", "beta"]
    # Wordle: of its conditions the classic one has most sessions: 100, one aborted. Taboo: found twice; as setter
    # once found, once not
    assert alpha.games["wordle"] == pytest.approx((1 / 2, 100))
    assert alpha.games["taboo"] == pytest.approx((1, 75))
    assert alpha.combined == pytest.approx((1 / 2 + 1) / 2 * (100 + 75) / 2)
    # all of Wordle aborted: 0 in the first mean, left out of the second; as setter lost, as guesser 1 of 2
    completed, quality = beta.games["wordle"]
    assert (completed, quality is None) == (0, True)
    assert beta.games["taboo"] == pytest.approx((1, 100 / 3))
    assert beta.combined == pytest.approx(1 / 2 * 100 / 3)
    overall = by(store, "overall", "overall")
    assert placed(overall) == {ALPHA: pytest.approx(65.625), BETA: pytest.approx(100 / 6)}
    assert overall.placed[ALPHA].n == 6
    assert overall.notes[:2] == (
        "Over Wordle and Taboo; every game counts equally, however many sessions it has.",
        "Left out: human:Ada and bot:bot easy, without a session of Wordle.",
    )
    assert any(note.startswith("Wordle: Only under the condition classic, ") for note in overall.notes)
    assert placed(by(store, "overall", "completed")) == {ALPHA: 3 / 4, BETA: 1 / 2}
    assert by(store, "overall", "quality").players == [ALPHA, BETA]
    alone = by(store, "overall", "overall", player="Ada")
    assert (placed(alone), alone.notes[0].split(";")[0]) == ({"human:Ada": 100}, "Over Taboo")
    enough = ranking_of(store, CATALOGUE, "overall", "overall", Filter("overall"), least=2)
    assert (set(placed(enough)), enough.few) == (
        {ALPHA, BETA},
        "1 player with fewer than 2 sessions, 1 at most",
    )


def test_a_game_that_only_one_player_played_is_no_part_of_the_overall_ranking(tmp_path: Path) -> None:
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    opened.save(wordle({"guesser": ALPHA}, 3, 1))
    for number, guesser in enumerate((ALPHA, BETA)):
        opened.save(taboo(GAMMA, guesser, number, found=guesser == BETA))
    found = by(opened, "overall", "overall")
    assert placed(found) == {BETA: 100, GAMMA: 50, ALPHA: 0}, "what alpha did in Wordle counts for nothing"
    assert found.placed[ALPHA].n == 1
    assert found.notes == (
        "Over Taboo; every game counts equally, however many sessions it has.",
        "Games with the fewest players are left out until two players have played all of the others: Wordle.",
    )
    nobody = ranking_of(opened, CATALOGUE, "overall", "overall", Filter("overall", player="nobody"))
    assert (nobody.ranks, nobody.notes) == ({}, ())
    opened.save(wordle({"guesser": BETA}, 3, 2))
    assert placed(by(opened, "overall", "overall")).keys() == {ALPHA, BETA}, "gamma played no Wordle"
    for number in range(2, 5):
        opened.save(taboo(GAMMA, "bot:bot easy", number, found=True))
    least = ranking_of(opened, CATALOGUE, "overall", "overall", Filter("overall"), least=3)
    assert placed(least).keys() == {GAMMA, "bot:bot easy"}, "who has too few sessions chooses no games"
    assert least.few == "2 players with fewer than 3 sessions, 2 at most"
    opened.close()


def test_a_filter_narrows_the_leaderboard(store: Store) -> None:
    (alpha,) = [r for r in standings(store, CATALOGUE, Filter("", seat="setter")) if r.player == "alpha"]
    assert alpha.games == {"taboo": (1.0, 50.0)}
    assert by(store, "taboo", "quality", seat="SETTER").ranks.keys() == {ALPHA, BETA, "bot:bot easy"}


def test_a_game_is_ordered_by_what_all_seats_came_to(store: Store) -> None:
    assert placed(by(store, "taboo", "overall")) == placed(by(store, "taboo", "quality"))
    completed = by(store, "wordle", "completed")
    assert (placed(completed), completed.condition) == (
        {ALPHA: pytest.approx(1 / 2), BETA: 0},
        "classic, reprompts 0",
    )
    assert completed.placed[ALPHA].n == 2
    assert placed(by(store, "wordle", "overall")) == {ALPHA: pytest.approx(50), BETA: 0}
    assert placed(by(store, "wordle", "quality")) == {ALPHA: pytest.approx(100)}, "beta has no score"
    setters = by(store, "taboo", "quality", seat="setter")
    assert setters.placed[ALPHA].std == pytest.approx(100 / 2**0.5)
    assert placed(by(store, "taboo", "won"))[BETA] == pytest.approx(1 / 3)


def test_conditions_are_ranked_apart_and_joined_where_that_is_asked_for(store: Store) -> None:
    main = by(store, "wordle", "guesses")
    assert main.notes[-1] == (
        "Only under the condition classic, reprompts 0, which has the most sessions. Ranked apart: clue, reprompts 0."
    )
    clue = by(store, "wordle", "guesses", condition="Clue, reprompts 0")
    assert (placed(clue), clue.condition) == ({ALPHA: 2}, "clue, reprompts 0")
    joined = by(store, "wordle", "guesses", condition="all")
    assert (placed(joined), joined.condition) == ({ALPHA: 2.5}, "all")
    assert joined.placed[ALPHA].std == pytest.approx(0.5**0.5)
    assert joined.notes[-1] == "These conditions are combined: classic, reprompts 0; clue, reprompts 0."
    assert by(store, "taboo", "success").notes == ("Over the sessions as guesser.",), (
        "one condition, nothing to say"
    )
    for metric in ("speed", "quality", "overall"):
        with pytest.raises(
            BadFilter, match=r"speed has different scales in classic and clue, which can't be joined"
        ):
            by(store, "wordle", metric, condition="all")
    with pytest.raises(BadFilter, match="allowed: classic, reprompts 0; clue, reprompts 0"):
        by(store, "wordle", "guesses", condition="critic")


def taboo_given_up(number: int, setter: str, guesser: str, word: str) -> Session:
    """The setter resigns, so the guesser has won."""
    whole = taboo(setter, guesser, number, found=True)
    said = [Event(1, Kind.RESIGNED, {"seat": "setter"}), Event(2, Kind.ENDED, {})]
    setup = replace(whole.setup, secret={"word": word})
    return replace(whole, setup=setup, events=(), extra={}).with_events(said)


def test_wins_by_error_are_ranked_by_their_share_of_the_wins(store: Store, tmp_path: Path) -> None:
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    opened.save(taboo(BETA, ALPHA, 1, found=True))
    opened.save(taboo_given_up(2, BETA, ALPHA, "bread"))
    opened.save(taboo_given_up(3, ALPHA, "bot:bot easy", "cheese"))
    found = by(opened, "taboo", "won_by_error")
    assert placed(found) == {"bot:bot easy": 1, ALPHA: 1 / 2}, "beta won nothing"
    assert (found.placed[ALPHA].n, found.better) == (2, "none")
    assert found.notes[:2] == (
        "Over the wins in every seat that has a side.",
        "Neither end is better, so the largest figure comes first.",
    )
    two = ranking_of(opened, CATALOGUE, "taboo", "won_by_error", Filter("taboo"), least=2)
    assert two.few == "1 player with fewer than 2 wins, 1 at most"
    whole = share(1, 2)
    assert (found.placed[ALPHA].low, found.placed[ALPHA].high) == (whole.low, whole.high)
    opened.save(taboo_given_up(4, BETA, ALPHA, "bread"))
    again = by(opened, "taboo", "won_by_error").placed[ALPHA]
    assert (again.value, again.n, again.low) == (2 / 3, 3, None), "bread came twice"
    opened.close()
    assert not by(store, "wordle", "won_by_error", player="beta").ranks


def test_a_metric_is_that_of_the_seat_that_solves_unless_another_is_named(store: Store) -> None:
    found = by(store, "taboo", "success")
    assert found.ranks == {"human:Ada": 1.5, ALPHA: 1.5, BETA: 3}
    assert found.placed[BETA].n == 2
    assert (found.placed[BETA].low, found.placed[BETA].items) == (None, 1), (
        "one secret says nothing about others"
    )
    completed = by(store, "wordle", "completed").placed[ALPHA]
    assert 0 < (completed.low or 0) < 0.5 < (completed.high or 0) < 1
    assert "guesser" in found.notes[0]
    as_setter = by(store, "taboo", "success", seat="setter")
    assert placed(as_setter) == {"bot:bot easy": 1, ALPHA: 0.5, BETA: 1}


def test_intervals_are_over_secrets_where_some_came_more_than_once(tmp_path: Path) -> None:
    """Four words, each found three times on one turn: twelve sessions say no more than four."""
    turns = dict(enumerate((1, 3, 4, 6)))
    opened = open_store(tmp_path / "arena.db", CATALOGUE).store
    for seed, turn in turns.items():
        for _ in range(3):
            opened.save(replace(wordle({"guesser": ALPHA}, turn, seed), id=new_id()))
    guesses = by(opened, "wordle", "guesses")
    found = guesses.placed[ALPHA]
    half = 3.182446 * (spread(map(float, turns.values())).std or 0) / 2
    assert (found.value, found.n, found.items) == (3.5, 12, 4)
    assert (found.low, found.high) == pytest.approx((max(3.5 - half, 0), 3.5 + half), abs=1e-4)
    assert guesses.notes[-1].startswith(
        "Some secrets were played more than once, so 95% intervals are over 4 "
    )
    won = by(opened, "wordle", "won").placed[ALPHA]
    assert (won.value, won.low) == (1, share(4, 4).low)
    done = by(opened, "wordle", "completed").placed[ALPHA]
    assert (done.value, done.low, done.high) == (1, share(4, 4).low, 1)
    half = 3.182446 * (spread([100.0, 100.0, 50.0, 20.0]).std or 0) / 2
    quality = by(opened, "wordle", "quality").placed[ALPHA]
    assert (quality.value, quality.low, quality.high) == pytest.approx(
        (67.5, max(67.5 - half, 0), 100), abs=1e-3
    )
    (leader,) = leaderboard(opened, CATALOGUE.game("wordle"), Filter("wordle"))
    assert leader.span == (quality.low, quality.high)
    opened.close()


def test_the_manifest_says_which_end_is_best(store: Store) -> None:
    guesses = by(store, "wordle", "guesses")
    assert (placed(guesses), guesses.better) == ({ALPHA: 3}, "low")
    assert any("smallest" in note for note in guesses.notes)
    asked = by(store, "taboo", "uttered_round")
    assert asked.better == "none"
    assert any("Neither end is better" in note for note in asked.notes)


def test_players_with_too_few_sessions_are_left_out(store: Store) -> None:
    order = ranking_of(store, CATALOGUE, "taboo", "success", Filter("taboo"), least=2)
    assert order.ranks == {ALPHA: 1, BETA: 2}
    assert order.few == "1 player with fewer than 2 sessions, 1 at most"


def test_ratings_are_of_one_seat(store: Store) -> None:
    guessers = by(store, "taboo", "rating")
    assert guessers.players[-1] == BETA
    assert guessers.placed[BETA].n == 2
    assert guessers.placed[BETA].std is not None
    setters = by(store, "taboo", "rating", seat="setter")
    assert setters.players[0] == ALPHA
    assert by(store, "taboo", "rating", player="alpha").ranks == {ALPHA: 1}
    assert "overall" in measures(TABOO)
    assert "rating" not in measures(CATALOGUE.game("entity"))


def test_orders_are_named_as_on_the_command_line(store: Store) -> None:
    def called(text: str, **values: Any) -> Ranking:
        return named(text, store, CATALOGUE, Filter("taboo", **values))

    assert called("taboo").name == called("taboo:success").name == "taboo success"
    assert called("overall").name == "overall"
    assert called("overall:quality").name == "overall quality"
    assert called("published:gpqa").name == "GPQA"
    assert called("PUBLISHED:Akinator outcome").published
    assert called("published:akinator:recall").players[0].startswith("claude")
    assert called("published:entity:score").name == "entity things score"
    assert called("published:entity:score:celebrities").name == "entity celebrities score"
    # a filter's seats and variants of one game mean nothing in another
    assert called("wordle:guesses", seat="setter", variant="judge").ranks == {ALPHA: 1}
    assert called("taboo", seat="setter").ranks.keys() == {ALPHA, BETA, "bot:bot easy"}
    both = agreement(called("taboo:quality"), called("taboo"))
    assert both is not None
    assert both.players == ("human:Ada", ALPHA, BETA)


@CASES.each
def test_what_is_no_order_is_answered_by_those_that_there_are(text: str, said: str, *, store: Store) -> None:
    with pytest.raises(BadFilter, match=said):
        named(text, store, CATALOGUE, Filter("wordle"))


@each("judge", "umpire", "dealer")
def test_a_seat_without_a_side_orders_nobody(name: str, *, store: Store) -> None:
    with pytest.raises(BadFilter, match="guesser"):
        by(store, "entity", "success", seat=name)

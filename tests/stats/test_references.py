"""Published rows under our names for players, and contradictions within their sources."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from tests.tables import each
from tui_arena.data import Catalogue, published_rankings
from tui_arena.games.connections.metrics import best_p
from tui_arena.games.wordle.rules import SUITE_DRAWN, SUITE_SEED, published_suite
from tui_arena.stats.ranking.published import notes, printed_of, published_rows
from tui_arena.stats.split_half import printed_sets, printed_sets_json
from tui_arena.stats.statistics import Figure

CATALOGUE = Catalogue()
GAMES = CATALOGUE.games


@each("akinator", "taboo", "bluffing")
def test_rows_of_gamearena_stand_by_our_names_and_units(game: str) -> None:
    info = GAMES[game]
    rows = published_rows(info)
    assert [row.player for row in rows] == [row["player"] for row in info.published["row"]]
    for row, printed in zip(rows, info.published["row"], strict=True):
        for name, value in printed["values"].items():
            found = row.values[name]
            if name in ("success", "rounds"):
                assert [found.value, found.std] == value
            else:
                assert found.std is None
                assert found.value == pytest.approx(value / 100 if "recall" in name else value)
        assert row.values.keys() <= info.metrics.keys()
        assert row.source
        assert len(row.differs) >= 3
        shares = [
            row.values[n].value or 0 for n in ("top5_recall", "top10_recall", "recall") if n in row.values
        ]
        impossible = [a > b for a, b in pairwise(shares)]
        assert any(impossible) == bool(row.doubts) == ((game, row.player) == ("taboo", "gemini-1.5-pro"))


def test_what_the_sources_say_against_themselves_is_known() -> None:
    (doubt,) = [row.doubts for row in published_rows(GAMES["taboo"]) if row.doubts]
    assert doubt.keys() == {"top10_recall"}
    assert any("gemini-1.5-pro, top10_recall" in note for note in notes(GAMES["taboo"]))
    for game in ("akinator", "taboo", "bluffing"):
        assert any("llama-3-405b" in note for note in notes(GAMES[game]))
    assert any("0.05" in note and "0.04" in note for note in notes(GAMES["entity"]))
    sigmas = [
        row for row in published_rows(GAMES["entity"]) if (row.player, row.variant) == ("Vicuna 7B", "things")
    ]
    swapped = [
        s for s in GAMES["entity"].published["swaps"]["row"] if s["plays"] == s["last_turn"] == "Vicuna 7B"
    ]
    assert (sigmas[0].values["score"], swapped[0]["things"]) == (Figure(0.10, 0.05), [0.10, 0.04])


def test_rows_of_entity_by_deck() -> None:
    rows = published_rows(GAMES["entity"])
    assert {row.variant for row in rows} == {"things", "celebrities"} <= set(GAMES["entity"].decks)
    assert len(rows) == len(GAMES["entity"].published["row"]) == 2 * len({row.player for row in rows})
    assert all(row.values.keys() == {"turns", "success", "yes", "score"} for row in rows)
    people = {row.variant: row.sessions for row in rows if row.player == "Human"}
    assert people == {"things": 140, "celebrities": 68}
    assert {row.sessions for row in rows if row.player != "Human"} == {150}
    assert "108 people" in next(row.differs[-1] for row in rows if row.player == "Human")
    assert any("gpt-3.5-turbo" in sentence for sentence in rows[0].differs)


def test_the_printed_scores_of_entity_go_along_with_their_turns_and_successes() -> None:
    """A game won in t >= 5 turns scores 1.1 - 0.02 t, one lost after 20 scores 0: so means give means."""
    excluded = []
    for row in published_rows(GAMES["entity"]):
        success, turns, score = (row.values[name].value or 0 for name in ("success", "turns", "score"))
        assert 0.7 * (success - 0.005) - 0.005 <= score <= success
        if score != pytest.approx(1.1 * success - 0.02 * (turns - 20 * (1 - success)), abs=0.0101):
            excluded.append((row.player, row.variant))
        assert bool(row.doubts) == ((row.player, row.variant) in excluded)
    assert excluded == [("Vicuna 13B", "celebrities")]


def test_rows_of_connections_and_their_mean() -> None:
    mean, *rows = published_rows(GAMES["connections"])
    assert len(rows) == mean.sessions == 19
    assert {row.player for row in rows} == {mean.player} == {"GPT-4o"}
    for row in rows:
        ends = [row.values[name].value or 0 for name in ("reveals", "guesser_wrong", "setter_blocked")]
        assert row.values["iterations"] == Figure(sum(ends))
        assert row.values.keys() <= GAMES["connections"].metrics.keys()
    assert mean.values["iterations"].value == pytest.approx(
        sum(r.values["iterations"].value or 0 for r in rows) / 19
    )
    assert "mean" in mean.source


def test_the_printed_best_probabilities_but_one_are_the_formulas() -> None:
    printed = dict(enumerate(GAMES["connections"].published["p_star_printed"], 2))
    assert printed == {2: 0.5, 3: 0.43, 4: 0.37, 5: 0.33}
    assert {n for n, p in printed.items() if abs(best_p(n) - p) > 0.005} == {3}
    assert best_p(3) == pytest.approx(0.4226, abs=5e-5)
    told = "Printed for 2 to 5 guessers: p* 0.5, 0.43, 0.37 and 0.33; for 3 the formula gives 0.4226."
    assert notes(GAMES["connections"])[-1] == printed_of(GAMES["connections"], "p_star") == told


def test_two_sets() -> None:
    counts = {game: len(printed_sets(info)) for game, info in GAMES.items()}
    assert {game: n for game, n in counts.items() if n} == {"akinator": 10, "bluffing": 10}
    found, rounds = printed_sets(GAMES["akinator"])[:2]
    assert (found.player, found.metric.name) == ("claude-3-5-sonnet-20240620", "success")
    assert (found.first, rounds.second) == (Figure(0.56, 0.11), Figure(17.28, 1.79))
    assert found.difference.value == pytest.approx(0.03)
    assert "Table 5" in found.source
    told = printed_sets_json(printed_sets(GAMES["akinator"]))
    assert len(told) == 5
    assert told[0]["first"] == {
        "success": {"mean": 0.56, "std": 0.11},
        "rounds": {"mean": 16.44, "std": 1.76},
    }


def test_questions_go_along_with_the_games_that_were_found_but_once() -> None:
    """A lost game takes 20 questions and a found one at least one."""
    akinator = GAMES["akinator"]
    by_metric = {(row.player, row.metric.name): row for row in printed_sets(akinator)}
    sets = [(row.player, row.values) for row in published_rows(akinator)]
    for player, _ in list(sets):
        found, rounds = by_metric[player, "success"], by_metric[player, "rounds"]
        sets += [
            (player, {"success": found.first, "rounds": rounds.first}),
            (player, {"success": found.second, "rounds": rounds.second}),
        ]
    short = [
        (player, one["rounds"].value or 0)
        for player, one in sets
        if (one["rounds"].value or 0) + 0.005 < 20 - 19 * ((one["success"].value or 0) + 0.005)
    ]
    assert short == [("mistral-large-latest", 19.19)]
    assert any("19.19" in note for note in notes(akinator))


def test_the_shipped_words_of_wordle_are_drawn_as_published_from_other_words() -> None:
    printed = GAMES["wordle"].published
    sizes, used = printed["groups"], printed["used"]
    assert printed["targets"] - printed["without_frequency"] - printed["without_clue"] == used
    # three equal groups, the last with the remainder: ours are cut like the published ones
    assert list(sizes.values()) == [used // 3, used // 3, used - 2 * (used // 3)]
    wordle = GAMES["wordle"]
    items = CATALOGUE.deck("wordle", wordle).deck.items
    groups = Counter(item["group"] for item in items)
    assert sorted(groups.values()) in ([len(items) // 3] * 3, sorted(len(items[i::3]) for i in range(3)))
    assert groups.keys() == sizes.keys()
    assert (printed["seed"], printed["drawn_per_group"]) == (SUITE_SEED, SUITE_DRAWN)
    drawn = Counter(item["group"] for item in published_suite(items))
    assert drawn == dict.fromkeys(sizes, printed["drawn_per_group"])
    # but the lists differ: about as many targets, fewer words that may be guessed
    assert len(items) == pytest.approx(printed["targets"], rel=0.01)
    assert len(items) != printed["targets"]
    assert published_rows(wordle) == []
    (note,) = notes(wordle)
    assert "2,309" in note
    assert "12,953" in note


def test_every_game_has_its_published_file_beside_its_manifest_and_says_its_source() -> None:
    assert all(info.published["source"] for info in GAMES.values())
    assert all((info.folder / "reference.toml").is_file() for info in GAMES.values())
    assert replace(GAMES["wordle"], folder=GAMES["wordle"].folder.parent).published == {}
    assert published_rankings().keys() == {"ranking", "agreement", "tau_test", "rbo_test"}

"""The published ranks against the printed results, and the places where the source contradicts itself."""

from __future__ import annotations

import pytest

from tui_arena.data import shipped_games
from tui_arena.stats.ranking.published import (
    followed,
    printed_rankings,
    published_agreement,
    published_ranking_of,
    published_tau_tests,
)

CELLS = {(cell.row, cell.against): cell for cell in published_agreement()}
AGAINST = ("Chatbot Arena", "LiveBench Reasoning", "GPQA")


def test_15_of_the_18_printed_taus_follow_and_the_row_of_taboo_gives_others() -> None:
    assert len(CELLS) == 18
    right = [cell for cell in CELLS.values() if cell.computed.tau == pytest.approx(cell.printed_tau)]
    assert len(right) == 15
    assert all(not cell.tau_contradicts for cell in right)
    wrong = {place: CELLS["Taboo outcome", place] for place in AGAINST}
    assert [cell.computed.tau for cell in wrong.values()] == pytest.approx([-0.2, 0, 0])
    assert [cell.printed_tau for cell in wrong.values()] == [0.2, -0.2, -0.2]
    assert all(cell.tau_contradicts and cell.contradicts for cell in wrong.values())


def test_9_of_the_18_printed_overlaps_are_the_extrapolated_ones() -> None:
    right = {at for at, cell in CELLS.items() if abs(cell.computed.rbo - cell.printed_rbo) <= 0.0051}
    assert right == {
        (row, against)
        for row in ("Akinator outcome", "Bluffing outcome", "Bluffing retrospective")
        for against in AGAINST
    }
    assert right == {at for at, cell in CELLS.items() if not cell.rbo_contradicts}
    # none of the overlaps is, if it is computed as printed, without the part beyond the last rank
    assert not [c for c in CELLS.values() if abs(c.computed.rbo_paper - c.printed_rbo) <= 0.0051]


def test_a_cell_says_what_is_wrong_with_it() -> None:
    assert CELLS["Akinator outcome", "GPQA"].why == ""
    assert CELLS["Taboo retrospective", "GPQA"].why == "Printed: overlap 0.98, but its ranks give 0.973."
    assert CELLS["Taboo outcome", "GPQA"].why == (
        "Printed: tau -0.2, but its ranks give 0.0; overlap 0.61, but its ranks give 0.810."
    )


def test_every_printed_p_of_the_overlaps_is_near_and_even_where_the_overlap_is_not() -> None:
    for cell in CELLS.values():
        assert cell.computed.rbo_p == pytest.approx(cell.printed_rbo_p, abs=0.05)


def test_every_printed_z_and_p_of_tau() -> None:
    tests = published_tau_tests()
    assert [round(test.z, 4) for test in tests] == [test.printed_z for test in tests]
    assert [test.p for test in tests] == pytest.approx([test.printed_p for test in tests], abs=0.001)
    assert {test.printed_p: round(test.p, 4) for test in tests if test.contradicts} == {
        0.1038: 0.1030,
        0.0287: 0.0289,
    }
    known = {round(test.tau, 1): test.z for test in tests}
    for cell in CELLS.values():
        if cell.computed.tau:
            assert cell.computed.z == pytest.approx(known[round(cell.computed.tau, 1)])


def test_the_p_over_all_orders_stands_beside() -> None:
    cell = CELLS["Akinator outcome", "GPQA"].computed
    assert (round(cell.p or 0, 4), round(cell.p_exact or 0, 4)) == (0.0289, 0.1167)


def test_the_published_orders() -> None:
    orders = {order.name: order for order in printed_rankings()}
    assert len(orders) == 12
    assert all(order.published and "Table 6" in order.source for order in orders.values())
    assert orders["Chatbot Arena"].players == [
        "gpt-4o-2024-08-06",
        "gemini-1.5-pro",
        "claude-3-5-sonnet-20240620",
        "llama-3.1-405b",
        "mistral-large-latest",
    ]
    assert orders["AgentBench"].players == ["gemini-1.5-pro", "claude-3-5-sonnet-20240620"]
    assert orders["Auto Arena"].players[-1] == "mistral-large-latest"


def test_which_printed_orders_follow_from_the_printed_tables() -> None:
    found = [one for info in shipped_games().values() for one in followed(info)]
    assert {(one.ranking, one.metric) for one in found if one.follows} == {
        ("Akinator outcome", "success"),
        ("Akinator outcome", "top5_recall"),
        ("Akinator outcome", "top10_recall"),
        ("Akinator retrospective", "recall"),
        ("Akinator retrospective", "first_appear_round"),
        ("Taboo outcome", "success"),
        ("Bluffing outcome", "success"),
        ("Bluffing retrospective", "success"),
    }
    # two players have won the same share of Taboo games; the printed order puts one of them first
    assert [
        round(one.tau or 0, 3) for one in found if (one.ranking, one.metric) == ("Taboo outcome", "success")
    ] == [0.949]
    # no figure of the source's retrospective tables gives the order that it prints for Taboo and Bluffing
    assert "Taboo retrospective" not in {one.ranking for one in found if one.follows}


def test_a_published_table_can_be_an_order() -> None:
    games = shipped_games()
    entity, akinator = games["entity"], games["akinator"]
    things = published_ranking_of(entity, entity.metrics["turns"], "things")
    assert things is not None
    assert things.players[:2] == ["GPT-4", "Claude-2"]
    assert (things.placed["GPT-4"].value, things.placed["GPT-4"].std, things.placed["GPT-4"].n) == (
        16.9,
        0.2,
        150,
    )
    assert things.source == "The Entity-Deduction Arena, Table 1"
    assert published_ranking_of(entity, entity.metrics["turns"]) is None
    assert published_ranking_of(akinator, akinator.metrics["misjudged"]) is None
    bluffing = games["bluffing"]
    first = published_ranking_of(bluffing, bluffing.metrics["first_appear_round"])
    assert first is not None
    assert "mistral-large-latest" not in first.ranks

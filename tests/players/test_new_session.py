"""Random prompt variants of a run: balanced over items, over repetitions, and over all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from tui_arena.players.new_session import balanced


def test_the_variants_go_round_as_in_a_latin_square() -> None:
    known = {"guesser": ["plain", "steps", "terse"]}
    found = [[balanced(known, 4, i, r, 3)["guesser"] for r in (1, 2, 3)] for i in range(4)]
    assert found == [
        ["steps", "terse", "plain"],
        ["terse", "plain", "steps"],
        ["plain", "steps", "terse"],
        ["steps", "terse", "plain"],
    ]
    assert balanced(known, 5, 0, 1, 3) == {"guesser": "terse"}, "another seed has another order"
    assert balanced({"guesser": []}, 4, 0, 1, 3) == {}


@settings(max_examples=60)
@given(st.lists(st.integers(1, 5), min_size=1, max_size=3), st.integers(1, 20), st.integers(1, 7))
def test_no_variant_occurs_twice_more_than_another(counts: list[int], items: int, repetitions: int) -> None:
    known = {f"seat_{n}": [str(v) for v in range(count)] for n, count in enumerate(counts)}
    places = [(i, r) for i in range(items) for r in range(1, repetitions + 1)]
    drawn = {(i, r): balanced(known, 3, i, r, repetitions) for i, r in places}

    def even(seat: str, some: Iterable[tuple[int, int]]) -> bool:
        found = Counter(drawn[place][seat] for place in some)
        times = [found[variant] for variant in known[seat]]
        return max(times) - min(times) <= 1

    for seat in known:
        assert even(seat, places)
        assert all(even(seat, [(i, r) for r in range(1, repetitions + 1)]) for i in range(items))
        assert all(even(seat, [(i, r) for i in range(items)]) for r in range(1, repetitions + 1))


def test_every_variant_of_one_seat_meets_every_variant_of_the_other() -> None:
    known = {"setter": ["plain", "steps", "terse"], "guesser": ["plain", "steps", "terse"]}
    pairs = Counter(tuple(balanced(known, 9, i, 1, 1).values()) for i in range(9))
    assert (len(pairs), set(pairs.values())) == (9, {1})

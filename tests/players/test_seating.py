"""Which player a PLAYER text means, and how a table opens."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tables import Cases, each
from tui_arena.config import BadFile
from tui_arena.core.options import BadOption
from tui_arena.core.session import Session, setup_json
from tui_arena.data import Catalogue
from tui_arena.players.new_session import Opening, balanced, machines, new_session, seated
from tui_arena.players.seating import BadPlayer, read_player

CASES = Cases(__file__)

CATALOGUE = Catalogue()
WORDLE = CATALOGUE.game("wordle")


def open_table(opening: Opening, seed: int = 7, catalogue: Catalogue = CATALOGUE, **more: Any) -> Session:
    return new_session(opening, catalogue, id="X", seed=seed, started=None, **more)[0]


@CASES.each
def test_players_are_read(text: str, spec: dict[str, str]) -> None:
    assert read_player(text, "Ada").spec == spec


@each("", "dog", "bot:genius", "script:", "any:", "any:bot,dog", "model:", "model:a b?")
def test_other_players_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadPlayer):
        read_player(text)


def test_any_draws_by_the_seed() -> None:
    cast = read_player("any:bot:easy,bot:hard")
    drawn = [cast.drawn(seed, "guesser").spec["level"] for seed in range(20)]
    assert set(drawn) == {"easy", "hard"}
    assert drawn == [cast.drawn(seed, "guesser").spec["level"] for seed in range(20)]


def test_seats_that_are_not_named_get_bots_and_the_dealer() -> None:
    assert set(seated(Opening("wordle", options={"variant": "critic"}), WORDLE)[1]) == {"guesser", "critic"}
    with pytest.raises(BadPlayer, match=r"Wordle has no seat 'critic' .*setter, guesser"):
        seated(Opening("wordle", {"critic": read_player("bot")}), WORDLE)


def test_the_dealer_deals_the_same_secret_for_the_same_seed() -> None:
    opening = Opening("wordle", options={"variant": "clue"})
    first, again = open_table(opening), open_table(opening)
    assert setup_json(first.setup) == setup_json(again.setup)
    assert first.setup.secret is not None
    assert first.setup.secret["clue"]
    assert open_table(opening, seed=8).setup.secret != first.setup.secret


def test_a_setter_keeps_the_dealer_away() -> None:
    session = open_table(Opening("wordle", {"setter": read_player("bot")}))
    assert session.setup.secret is None
    assert session.fold(WORDLE.game).asks()[0].name == "target"
    assert open_table(
        Opening("wordle", {"setter": read_player("bot")}), secret={"word": "crane"}
    ).setup.secret


@each("high", "medium", "low")
def test_groups_are_drawn_from(group: str) -> None:
    items = {i["word"]: i["group"] for i in CATALOGUE.deck(None, WORDLE).deck.items}
    for seed in range(10):
        secret = open_table(Opening("wordle", options={"group": group}), seed).setup.secret
        assert secret is not None
        assert items[secret["word"]] == group


def test_the_suite_is_walked_through() -> None:
    words = [
        (open_table(Opening("wordle", options={"suite": "30"}), seed=i, index=i).setup.secret or {})["word"]
        for i in range(31)
    ]
    assert len(set(words)) == 30
    assert words[0] == words[30]
    alone = {
        (open_table(Opening("wordle", options={"suite": "30"}), seed=i).setup.secret or {})["word"]
        for i in range(20)
    }
    assert len(alone) > 5, "outside a run the seed draws from the suite"
    assert alone <= set(words)


def test_a_group_narrows_the_suite() -> None:
    items = {item["word"]: item["group"] for item in CATALOGUE.deck(None, WORDLE).deck.items}
    options = {"suite": "30", "group": "low"}
    words = [
        (open_table(Opening("wordle", options=options), seed=1, index=i).setup.secret or {})["word"]
        for i in range(11)
    ]
    assert {items[word] for word in words} == {"low"}
    assert (len(set(words)), words[0]) == (10, words[10])


def test_a_script_is_seated_and_a_person_is_left_to_the_app(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_text('{"ask": "guess", "text": "slate"}\n\n')
    cast = {"guesser": read_player(f"script:{file}")}
    session = open_table(Opening("wordle", cast))
    assert set(machines(session, cast, WORDLE)) == {"guesser"}
    file.write_text("{}")
    with pytest.raises(BadFile, match=r"line 1: isn't in the form"):
        machines(session, cast, WORDLE)
    assert machines(session, {"guesser": read_player("human")}, WORDLE) == {}


def test_a_users_deck_is_dealt_and_named_by_its_digest(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "family.tsv").write_text(
        "word\tclues\nzesty\tlike a lemon\nfour\tno\nzesty\tagain\nquilt\n", "utf-8"
    )
    catalogue = Catalogue(tmp_path)
    file = catalogue.deck("family", WORDLE)
    assert [i["word"] for i in file.deck.items] == ["zesty", "zesty", "quilt"]
    assert [f.partition("line ")[2] for f in file.faults] == [
        "3: 'four' isn't five letters a-z",
        "4: zesty is in the list twice, so it's dealt twice",
    ]
    session = open_table(Opening("wordle", deck="family"), catalogue=catalogue)
    assert session.setup.deck == file.deck.name
    assert len(file.deck.name) == len("family@") + 12


@each("nope", "../decks/wordle-1", "a/b", "x\x00y", "wordle-9", "wordle@123")
def test_decks_that_are_not_there_are_refused_with_what_is(name: str, *, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="decks are wordle"):
        open_table(Opening("wordle", deck=name), catalogue=Catalogue(tmp_path))


def test_a_deck_without_clues_says_so(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "bare.tsv").write_text("word\nzesty\n")
    with pytest.raises(BadOption, match="needs 10 words in each group, high has 0"):
        open_table(Opening("wordle", options={"suite": "30"}, deck="bare"), catalogue=Catalogue(tmp_path))
    words = [f"{a}{b}{a}{b}{a}" for a in "abcdef" for b in "bcdefg"]
    rows = [f"{word}\ta clue" if i < 6 else word for i, word in enumerate(words)]
    (tmp_path / "decks" / "few.tsv").write_text("\n".join(["word\tclues", *rows]))
    with pytest.raises(BadOption, match="needs 10 words in each group"):
        open_table(
            Opening("wordle", options={"suite": "30", "variant": "clue"}, deck="few"),
            catalogue=Catalogue(tmp_path),
        )
    with pytest.raises(BadOption, match=r"bare@.* has no word with a clue"):
        open_table(Opening("wordle", options={"variant": "clue"}, deck="bare"), catalogue=Catalogue(tmp_path))


def test_a_bot_plays_with_the_words_of_the_session(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "odd.tsv").write_text("word\nabcde\nbcdea\n")
    (tmp_path / "decks" / "odd.words").write_text("cdeab\n")
    catalogue = Catalogue(tmp_path)
    session = open_table(Opening("wordle", deck="odd"), catalogue=catalogue)
    bot = WORDLE.bot_for(session.setup.lexicon)
    play = session.fold(WORDLE.game)
    assert bot is not None
    said = bot.reply(play.asks()[0], play.view("guesser"), "hard", Random(1))
    assert play.trial(play.asks()[0], said) is None
    assert WORDLE.bot_for() is WORDLE.bot_for(None, session.setup.source)


def test_what_a_deck_brings_and_can_not_be_is_told_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "zoo.tsv").write_text("# answers: banana\nentity\naliases\nrex\n")
    with pytest.raises(BadOption, match=r"deck zoo@\w+: answers can't be 'banana'; allowed: "):
        open_table(Opening("entity", deck="zoo"), catalogue=Catalogue(tmp_path))


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


@settings(max_examples=20)
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

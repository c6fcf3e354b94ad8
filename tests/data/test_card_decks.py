"""Users' card decks: bad lines are reported with a message, the rest is used."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.attacks import ALL, acts
from tests.tables import each
from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE, BadFile, Paths
from tui_arena.core.game import Deck, LateDeck
from tui_arena.data import Catalogue, decks
from tui_arena.data.decks import MOST, DeckColumn, DeckKind, read_cards, shipped_deck
from tui_arena.data.files import MAX_FAULTS

TABOO, BLUFFING, WORDLE = (Catalogue().game(name) for name in ("taboo", "bluffing", "wordle"))
COLUMNS = (
    DeckColumn("name", needed=True, most=12),
    DeckColumn("level", "choice", choices=("easy", "hard")),
    DeckColumn("worth", "number", least=1, most=5),
    DeckColumn("family", "flag"),
    DeckColumn("points", "list", most=8),
    DeckColumn("asked", "list", like="points"),
    DeckColumn("hints", "list", least=2),
)
HEAD = "name\tlevel\tworth\tfamily\tpoints\tasked\thints\n"


def read(text: str | bytes, columns: Sequence[DeckColumn] = COLUMNS) -> tuple[Deck, tuple[str, ...]]:
    return read_cards(text.encode() if isinstance(text, str) else text, "mine.tsv", "mine", columns)


def test_every_kind_of_cell() -> None:
    deck, faults = read(f"# a remark\n{HEAD} a  cat \thard\t5\tno\tone | two||\tx|y\tp | q\n\nbare\n# end\n")
    assert faults == ()
    assert deck.items[0] == {"name": "a cat", "level": "hard", "worth": 5, "family": False, "points": ("one", "two"),
                             "asked": ("x", "y"), "hints": ("p", "q")}  # fmt: skip
    assert deck.items[1] == {
        "name": "bare",
        "level": None,
        "worth": None,
        "family": True,
        "points": (),
        "asked": (),
        "hints": (),
    }
    assert deck.name == "mine"


def test_columns_may_stand_anywhere_be_missing_or_be_others() -> None:
    deck, faults = read("colour\tworth\tname\r\nred\t3\tcat\r\n")
    assert (deck.items[0]["name"], deck.items[0]["worth"], faults) == ("cat", 3, ())
    assert "colour" not in deck.items[0]
    assert read(b"\xef\xbb\xbfname\ncat\n")[0].items[0]["name"] == "cat"


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("\thard", "`name` is empty"), ("?!", "`name` has no letters or digits"), ("x" * 13, "`name` has 13 characters; at most 12"),
        ("cat\tmedium", "`level` is 'medium'; allowed: easy, hard"), ("cat\t\t0", "`worth` is '0'; it must be a whole number from 1 to 5"),
        ("cat\t\t6", "`worth` is '6'"), ("cat\t\tone", "`worth` is 'one'"), ("cat\t\t1.5", "`worth` is '1.5'"), ("cat\t\t٣", "`worth` is"),
        ("cat\t\t" + "9" * 400, "`worth` is '99"), ("cat\t\t\tmaybe", "`family` is 'maybe'; allowed: yes, no"),
        ("cat\t\t\t\tone|two\tx", "`asked` has 1 entry, `points` has 2; they need the same number"),
        ("cat\t\t\t\t\tx", "`asked` has 1 entry, `points` has 0"), ("cat\t\t\t\t" + "x" * 9 + "\tx", "`points` has 9 characters"),
        ("cat\t\t\t\t\t\tone", "`hints` has 1 entry; at least 2"), ("x" * 8193, "a cell is longer than 8192"),
        ("Dog", "Dog appears twice"), ("dóg", "appears twice"),
    ],
)  # fmt: skip
def test_one_fault_is_one_sentence_and_the_rest_is_used(row: str, told: str) -> None:
    deck, faults = read(f"{HEAD}dog\n{row}\ncow\n")
    assert [item["name"] for item in deck.items] == ["dog", "cow"]
    assert len(faults) == 1
    assert faults[0].startswith("mine.tsv line 3: ")
    assert told in faults[0]


def test_too_many_faults_are_summed_up() -> None:
    _, faults = read(HEAD + "dog\n" + "\tx\n" * 50)
    assert (len(faults), faults[-1]) == (MAX_FAULTS + 1, "mine.tsv: 30 more lines left out")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no column `name`"), ("\n\n", "no column `name`"), ("word\tlevel\ncat\t\n", "no column `name`"), (HEAD, "has no cards"),
        (f"{HEAD}\thard\n", "line 2: `name` is empty"), (b"\x00\xff\xfe\x00" * 99, "no column `name`"),
        (HEAD + "".join(f"c{i}\n" for i in range(MOST + 1)), f"{MOST + 1} cards; a deck has at most {MOST}"),
    ],
)  # fmt: skip
def test_a_deck_that_gives_nothing_to_play_with_is_refused(text: str | bytes, told: str) -> None:
    with pytest.raises(BadFile, match=told):
        read(text)


@each(*ALL)
def test_no_input_acts_or_breaks(text: str) -> None:
    line = " ".join(text.splitlines())
    raw = f"# {line}\n{HEAD}dog\ncat\t{line}\t{line}\t{line}\t{line}\n{line}\t\t\n".encode(
        "utf-8", "surrogatepass"
    )
    deck, faults = read(raw)
    assert deck.items[0]["name"] == "dog"
    assert not any(acts(said) for said in (*faults, *(item["name"] for item in deck.items)))


# a user's deck

OWN = "word\tcategory\tforms\tforbidden\nzither\tfood\tzitherist\tharp | string\n?!\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    folder = Paths.find(str(tmp_path)).config
    (folder / "decks").mkdir(parents=True)
    (folder / "decks" / "mine.tsv").write_text(OWN)
    (folder / "decks" / "told.tsv").write_text("statement\nI can fly a kite.\n")
    return folder


def test_a_deck_is_offered_to_the_game_whose_columns_it_has(home: Path) -> None:
    catalogue = Catalogue(home)
    assert [catalogue.deck_names(info) for info in (TABOO, BLUFFING)] == [
        ["taboo", "mine"],
        ["bluffing", "told"],
    ]
    assert not {"mine", "told"} & set(catalogue.deck_names(WORDLE))
    file = catalogue.deck("mine", TABOO)
    assert (len(file.deck.items), len(file.faults)) == (1, 1)
    with pytest.raises(BadFile, match="no column `statement`"):
        catalogue.deck("mine", BLUFFING)


def test_a_deck_is_played_from_end_to_end(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*more: str) -> int:
        return main(["run", "taboo", "--deck", "mine", "--seed", "1", "--json", *more])

    assert run() == 0
    (played,) = json.loads(capsys.readouterr().out)["sessions"]
    assert main(["export", played["id"], "--secrets"]) == 0
    setup = json.loads(capsys.readouterr().out)["setup"]
    assert setup["secret"] == {"word": "zither", "forms": ["zitherist"], "forbidden": ["harp", "string"]}
    assert setup["deck"].startswith("mine@")
    assert len(setup["deck"]) == len("mine@") + 12
    assert run("--set", "category=animals") == 2
    assert "it has nothing with category = animals" in capsys.readouterr().err
    (home / "decks" / "mine.tsv").write_text("word\tcategory\n?!\tfood\n")
    assert run() == 2
    assert "no letters or digits" in capsys.readouterr().err


def test_a_card_of_a_shipped_deck_is_read_when_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks, "DECKS", tmp_path)
    (tmp_path / "cards-1.tsv").write_text(f"{HEAD}kettle\teasy\t3\nteapot\tquick\t3\n", "utf-8")
    deck = shipped_deck("cards", DeckKind("cards", COLUMNS, folder=tmp_path))
    assert deck is not None
    assert (len(deck.items), deck.items[0]["worth"]) == (2, 3)
    with pytest.raises(BadFile, match=r"cards-1.tsv line 3: `level` is 'quick'"):
        dict(deck.items[1])


def test_a_late_deck_is_read_once_and_only_for_a_part_that_is_missing() -> None:
    read: list[str] = []

    def whole() -> Deck:
        read.append("read")
        return Deck("six", ({"word": "harp"},), "facts", {"form": "strict"})

    deck = LateDeck("six", whole, options={"form": "strict"})
    assert (deck.name, deck.options, deck.is_read, read) == ("six", {"form": "strict"}, False, [])
    assert (deck.knowledge, deck.items, deck.is_read, read) == ("facts", ({"word": "harp"},), True, ["read"])
    assert replace(deck, items=()).knowledge == "facts"
    with pytest.raises(AttributeError):
        _ = LateDeck("six", whole).words
    assert read == ["read"]

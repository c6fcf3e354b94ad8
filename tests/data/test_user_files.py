"""The user's decks, word lists, themes and scripts: faults are reported and stop nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.attacks import ALL, acts, shown
from tests.tables import each
from tui_arena.config import BadFile
from tui_arena.data import Catalogue

FILE_NAMES = [a for a in ALL if not set("/\0\ud800") & set(a) and len(a) < 100]


@pytest.fixture
def user(tmp_path: Path) -> Path:
    for kind in ("decks", "themes"):
        (tmp_path / kind).mkdir()
    return tmp_path


@pytest.mark.parametrize("name", FILE_NAMES, ids=shown)
def test_a_file_name_that_acts_is_told_and_left_out(user: Path, name: str) -> None:
    (user / "decks" / f"{name}.tsv").write_text("word\ncrane\n")
    (user / "themes" / f"{name}.toml").write_text("primary = '#ffffff'\n")
    catalogue = Catalogue(user)
    faults = [*catalogue.deck_faults(), *catalogue.themes().faults]
    listed = catalogue.deck_names(catalogue.game("wordle"))
    assert listed in (["wordle"], ["wordle", name])
    assert len(faults) == 2 * (listed == ["wordle"])
    assert not any(acts(text) for text in (*faults, *listed))


def test_links_in_a_circle_are_no_deck(user: Path) -> None:
    (user / "decks" / "a.tsv").symlink_to(user / "decks" / "b.tsv")
    (user / "decks" / "b.tsv").symlink_to(user / "decks" / "a.tsv")
    (user / "decks" / "folder.tsv").mkdir()
    catalogue = Catalogue(user)
    for name in ("a", "folder"):
        with pytest.raises(BadFile, match=f"no deck '{name}' for Wordle; decks are wordle$"):
            catalogue.deck(name, catalogue.game("wordle"))


def test_a_deck_of_words_is_read_by_the_lengths_of_its_game(user: Path) -> None:
    (user / "decks" / "mine.tsv").write_text(
        "word\tclues\tcues\nCrane\ta bird | it lifts\tbird lift\nkaleidoscope\t\t\nox\t\t\n"
        "ice-cream\t\t\nantidisestablishment\t\t\nantidisestablishments\t\t\ncafé\t\t\ncrane\t\t\n"
    )
    (user / "decks" / "mine.words").write_bytes(b"crane ox kaleidoscope na1ls\n")
    catalogue = Catalogue(user)
    deck = catalogue.deck("mine", catalogue.game("connections"))
    words = ["crane", "kaleidoscope", "antidisestablishment", "crane"]
    assert [item["word"] for item in deck.deck.items] == words
    assert (deck.deck.items[0]["clues"], deck.deck.items[0]["cues"]) == (
        ("a bird", "it lifts"),
        ("bird", "lift"),
    )
    path = f"{user}/decks/mine"
    assert deck.faults == (
        *(
            f"{path}.tsv line {line}: {word!r} isn't 3 to 20 letters a-z"
            for line, word in ((4, "ox"), (5, "ice-cream"), (7, "antidisestablishments"), (8, "café"))
        ),
        f"{path}.tsv line 9: crane is in the list twice, so it's dealt twice",
        f"{path}.words: 2 words left out, because they aren't 3 to 20 letters a-z",
    )
    assert deck.lexicon is not None
    assert deck.lexicon.words == {"crane", "kaleidoscope"}
    fives = catalogue.deck("mine", catalogue.game("wordle"))
    assert [item["word"] for item in fives.deck.items] == ["crane", "crane"]
    assert "'kaleidoscope' isn't five letters a-z" in fives.faults[0]
    assert fives.lexicon is not None
    assert fives.lexicon.words == {"crane"}


def test_comments_may_stand_above_the_columns_of_any_deck(user: Path) -> None:
    (user / "decks" / "mine.tsv").write_text("# mine\n\nword\tclues\ncrane\ta bird | it lifts\n# end\n")
    found = Catalogue(user).deck("mine", Catalogue(user).game("wordle"))
    assert (found.faults, found.deck.items[0]["clues"]) == ((), ("a bird", "it lifts"))


def test_only_what_can_be_read_is_a_prompt_variant(user: Path) -> None:
    folder = user / "prompts" / "wordle"
    folder.mkdir(parents=True)
    (folder / "guess.mine.md").write_text("# system\nBe brief.\n# ask\nGuess.\n")
    (folder / "guess.folder.md").mkdir()
    os.mkfifo(folder / "guess.pipe.md")
    (folder / "guess.endless.md").symlink_to("/dev/zero")
    (folder / "guess.circle.md").symlink_to(folder / "guess.circle.md")
    (folder / "guess.es\x1b[2Jcape.md").write_text("# system\n")
    catalogue = Catalogue(user)
    wordle = catalogue.game("wordle")
    known = catalogue.prompt_variants(wordle, "guess")
    assert set(known) - set(Catalogue().prompt_variants(wordle, "guess")) == {"mine"}
    for variant in known:
        assert catalogue.prompt(wordle, "guess", variant).sections["system"]
    with pytest.raises(BadFile, match=r"no prompt 'guess\.pipe\.md' for Wordle"):
        catalogue.prompt(wordle, "guess", "pipe")
    assert catalogue.prompt(wordle, "guess", "pipe", or_plain=True) == catalogue.prompt(wordle, "guess")
    assert catalogue.prompt(wordle, "guess", "mine", or_plain=True).sections["system"] == "Be brief."


@each("nan", "inf", "1e999", "often")
def test_a_frequency_is_a_number(frequency: str, *, user: Path) -> None:
    (user / "decks" / "mine.tsv").write_text(f"word\tfrequency\ncrane\t{frequency}\nslate\t2.5\n")
    catalogue = Catalogue(user)
    deck = catalogue.deck("mine", catalogue.game("wordle"))
    assert [item["word"] for item in deck.deck.items] == ["slate"]
    assert deck.faults == (f"{user}/decks/mine.tsv line 2: frequency {frequency!r} isn't a number",)

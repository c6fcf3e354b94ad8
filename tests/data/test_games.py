"""What a game's manifest and folder say about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables import Cases
from tui_arena.config import BadFile
from tui_arena.data import Catalogue
from tui_arena.data.files import GAMES
from tui_arena.data.games import read_manifest

CASES = Cases(__file__)


def test_whether_there_is_a_bot_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table asks this at every key; if it read the folder each time, a busy bot could delay the screen."""
    info = read_manifest(GAMES / "entity" / "game.toml")
    assert (info.has_bot, info.has_tutorial) == (True, True)
    monkeypatch.setattr(Path, "exists", lambda _: pytest.fail("looked again"))
    assert (info.has_bot, info.has_tutorial) == (True, True)


def manifest(folder: Path, text: str) -> Path:
    path = folder / "game.toml"
    path.write_text(f'id = "x"\ntitle = "X"\n{text}', "utf-8")
    return path


def test_a_manifest_of_two_lines_is_a_game_with_what_all_games_have(tmp_path: Path) -> None:
    info = read_manifest(manifest(tmp_path, ""))
    assert (info.id, info.title, info.tagline, info.decks, info.rows, info.offers) == (
        "x",
        "X",
        "",
        (),
        (),
        None,
    )
    assert list(info.options) == ["reprompts", "form", "takebacks"]
    assert list(info.metrics) == ["success", "lost", "aborted", "turns"]
    assert (info.main.metric, info.main.share, info.main.tries) == ("success", "turns", "max_turns")
    assert info.board is None
    assert not info.has_bot


def test_what_a_game_says_of_a_common_option_or_metric_replaces_only_that(tmp_path: Path) -> None:
    text = (
        '[options.max_turns]\ndefault = 3\n[metrics.turns]\nlabel = "tries"\n[presets.hard]\nmax_turns = 2\n'
    )
    info = read_manifest(manifest(tmp_path, text))
    assert list(info.options) == ["max_turns", "reprompts", "form", "takebacks"]
    assert (info.options["max_turns"].default, info.options["max_turns"].max) == (3, 100)
    assert list(info.metrics) == ["turns", "success"]
    assert (info.metrics["turns"].label, info.metrics["turns"].better) == ("tries", "low")
    assert info.presets == {"hard": {"max_turns": 2}}


def test_the_variant_is_offered_and_makes_rows_unless_the_game_says_otherwise(tmp_path: Path) -> None:
    option = '[options.kind]\ntype = "choice"\nchoices = ["a", "b"]\ndefault = "a"\n'
    info = read_manifest(manifest(tmp_path, f'variant = "kind"\n{option}'))
    assert (info.offers, info.rows, info.offered) == ("kind", ("kind",), ("a", "b"))


@CASES.each
def test_a_manifest_that_cannot_be_used_is_told(text: str, told: str, *, tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"game\.toml: ") as caught:
        read_manifest(manifest(tmp_path, text))
    assert told in str(caught.value)


def test_a_game_without_a_deck_says_how_a_secret_gets_into_it(tmp_path: Path) -> None:
    info = read_manifest(manifest(tmp_path, ""))
    with pytest.raises(BadFile, match=r"no deck of its own\. Name one \(--deck NAME\), .* or let `deal` "):
        Catalogue().deck(None, info)


def test_the_metrics_that_charts_show_first_come_with_those_that_a_game_names(tmp_path: Path) -> None:
    text = '[metrics.mine]\nlabel = "mine"\nkind = "number"\nbetter = "none"\ntext = "Mine."\n'
    info = read_manifest(manifest(tmp_path, text))
    assert list(info.metrics) == ["mine", "success", "turns"]


def test_no_text_of_a_manifest_acts_on_a_screen(tmp_path: Path) -> None:
    text = 'tagline = "a\\u001b[31mb\\nc"\n[facts]\nword = "\\u001b]0;x\\u0007word"\n'
    info = read_manifest(manifest(tmp_path, text))
    assert (info.tagline, info.facts["word"]) == ("ab c", "word")

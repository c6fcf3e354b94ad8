"""`tui-arena deck`: things of one's own out and in."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Command


def test_a_deck_goes_from_one_folder_to_another(run: Command, home: Path, tmp_path: Path) -> None:
    assert run("deck").out.startswith("you have nothing of your own yet")
    (home / "config" / "decks").mkdir(parents=True)
    (home / "config" / "decks" / "birds.tsv").write_text("word\ncrane\n")
    assert run("deck").out == "birds\n"
    pack = str(tmp_path / "birds.pack")
    assert "with birds" in run("deck", "pack", pack, "birds").out
    assert "already exists" in run("deck", "pack", pack, "--all").complaint
    other = str(tmp_path / "other")
    assert run("deck", "unpack", pack, "--data-dir", other).out.split() == ["decks/birds.tsv", "new"]
    played = run("run", "wordle", "--deck", "birds", "--sessions", "1", "--json", "--data-dir", other)
    assert played.status == 0
    (home / "config" / "decks" / "birds.tsv").write_text("word\nheron\n")
    refused = run("deck", "unpack", pack)
    assert refused.status == 2
    assert "would replace what's there; nothing was imported. Give --replace to allow it" in refused.complaint
    assert run("deck", "unpack", pack, "--replace").out.split() == ["decks/birds.tsv", "replaced"]


def test_a_file_that_is_no_pack_is_one_line(run: Command, tmp_path: Path) -> None:
    other = tmp_path / "other.pack"
    other.write_text("no pack")
    ran = run("deck", "unpack", str(other))
    assert (ran.status, "isn't a pack, or is damaged" in ran.complaint) == (2, True)

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


def test_bad_words_and_files_are_one_line(run: Command, tmp_path: Path) -> None:
    nothing = str(tmp_path / "nothing.pack")
    other = tmp_path / "other.pack"
    other.write_text("no pack")
    for line, says in (
        (("deck", "pack", nothing), "or give --all; `tui-arena deck` lists what you have"),
        (("deck", "pack", nothing, "--all"), "you have nothing of your own yet"),
        (("deck", "pack", nothing, "x"), "you have nothing called 'x'"),
        (("deck", "unpack", nothing), "can't be read"),
        (("deck", "unpack", str(tmp_path)), "can't be read (Is a directory)"),
        (("deck", "unpack", str(other)), "isn't a pack, or is damaged"),
        (("deck", "frob"), "no command 'frob'; commands are import, pack, unpack"),
    ):
        ran = run(*line)
        assert ran.status == 2
        assert says in ran.complaint
    assert not Path(nothing).exists()

"""backup, restore, doctor, and save files that are damaged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Command, change
from tui_arena.players.models.shelf import shelf

File = Callable[..., str]


def test_a_backup_comes_back(run: Command, session_file: File, tmp_path: Path, home: Path) -> None:
    run("import", session_file())
    copy = tmp_path / "copy.db"
    assert run("backup", str(copy)).out == f"saved to {copy}\n"
    run("import", session_file("two.json", id="two"))
    ran = run("restore", str(copy))
    assert ran.out.splitlines()[0] == f"restored to {home}/arena.db"
    assert "is kept as" in ran.out
    assert [row["id"] for row in run("sessions", "--json").json["sessions"]] == ["one"]


def test_who_waits_for_an_old_file_is_told_beside_the_result(
    run: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Path(__file__).parents[1] / "save" / "files" / "schema_1.sql"
    home.mkdir(exist_ok=True)
    with closing(sqlite3.connect(home / "arena.db")) as db:
        db.executescript(old.read_text("utf-8"))
    monkeypatch.setattr("tui_arena.save.connect.LARGE", 1000)
    first, again = run("sessions", "--json"), run("sessions", "--json")
    assert "is being updated for this version" in first.err
    assert again.err == ""
    assert first.json == again.json


def test_the_doctor_finds_nothing_wrong_on_a_new_machine(run: Command, home: Path) -> None:
    ran = run("doctor")
    assert ran.status == 0
    for word in (f"save file: {home}/arena.db", "Python 3", "SQLite", "textual", "none yet", "all is well"):
        assert word in ran.out
    assert not home.exists(), "looking makes nothing"


def test_the_doctor_says_what_is_wrong_and_where(run: Command, session_file: File, home: Path) -> None:
    run("import", session_file())
    config = home / "config"
    (config / "decks").mkdir(parents=True)
    (config / "themes").mkdir()
    (config / "settings.toml").write_text("ascii = 3\n")
    (config / "decks" / "mine.tsv").write_text("word\tclues\ncrane\ta bird\ntoolong\tx\n")
    (config / "decks" / "own.tsv").write_text("entity\tfacts\ncat\tnosuchfact\n")  # for two games, told once
    (config / "themes" / "bad.toml").write_text("[[[")
    part = shelf()["qwen"].part(home / "models")
    with part.opened():
        part.append(b"GGUF" * 100_000)
    (home / "models" / "old.gguf.part").touch()
    ran = run("doctor")
    assert ran.status == 1
    wrong = [line for line in ran.out.splitlines() if line.startswith("  !")]
    assert len(wrong) == 4, ran.out
    for place in ("settings.toml: ascii can't be 3", "mine.tsv line 3", "own.tsv line 2", "bad.toml"):
        assert any(place in line for line in wrong), place
    assert "1 session, journal" in ran.out
    assert "qwen: 0.4 MB of 1,117 MB downloaded; `tui-arena models get qwen` continues" in ran.out
    assert f"{home / 'models' / 'old.gguf.part'}: part of a file that isn't on the shelf" in ran.out


def test_the_doctor_looks_at_prompts_of_your_own(run: Command, home: Path) -> None:
    assert "none of your own" in run("doctor").out
    folder = home / "config" / "prompts"

    def write(name: str, text: str) -> None:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)

    write("wordle/guess.mine.md", "# system\nBe brief.\n")
    write("wordle/opinion.md", "# system\nBe brief.\n\n# ask\nDo you agree with {{proposal}}?\n")
    write("fault.md", "# fault.rule\nNo: {{why}}. Tries left: {{faults_left}}.\n")
    sound = run("doctor")
    assert sound.status == 0
    assert "all is well" in sound.out
    for told in (
        "mine: guess.mine.md for Wordle, fine",
        "plain: opinion.md for Wordle, fine",
        "plain: fault.md for all games, fine",
    ):
        assert f"  - {told}\n" in sound.out
    for name, text, why in (
        ("wordle/guess.yours.md", "# ask\n{{bord}}\n", "section `# ask`, line 1: {{bord}} isn't a slot"),
        ("wordle/guess.odd.md", "# aks\nx\n", "section `# aks`: isn't used"),
        ("wordle/target.md", "# system\nx\n", "section `# ask`: is missing"),
        ("wordle/gues.mine.md", "# ask\nx\n", "Wordle has no ask of that name"),
        ("wordle/guess.$a.md", "# ask\nx\n", "skipped; give it a name of letters"),
        ("chess/guess.mine.md", "# ask\nx\n", "there is no game chess"),
        ("guess.mine.md", "# ask\nx\n", "skipped; a prompt of a game belongs in"),
        ("fault.md", "# fault.rule\n{{wy}}\n", "section `# fault.rule`, line 1: {{wy}} isn't a slot"),
        ("wordle/guess.long.md", "x" * 1_000_000, "bytes; at most"),
    ):
        write(name, text)
        broken = run("doctor")
        assert broken.status == 1, name
        assert any(
            line.startswith("  ! ") and f"{Path(name).name}: " in line and why in line
            for line in broken.out.splitlines()
        ), broken.out
        (folder / name).unlink()


def test_the_doctor_tells_of_a_damaged_save_file_and_leaves_it(run: Command, home: Path) -> None:
    home.mkdir()
    path = home / "arena.db"
    path.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    before = path.read_bytes()
    ran = run("doctor")
    assert ran.status == 1
    assert f"  ! {path}: " in ran.out
    assert path.read_bytes() == before


def test_a_file_from_the_future_is_shown_and_not_written(
    run: Command, session_file: File, home: Path
) -> None:
    run("import", session_file())
    change(home, "PRAGMA user_version = 99")
    ran = run("sessions", "--json")
    assert (ran.status, len(ran.json["sessions"])) == (0, 1)
    assert "newer version" in ran.err
    refused = run("import", session_file("two.json", id="two"))
    assert refused.status == 2
    assert "read-only" in refused.err


def test_reading_goes_on_while_another_program_writes(run: Command, session_file: File, home: Path) -> None:
    run("import", session_file())
    with closing(sqlite3.connect(home / "arena.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ran = run("sessions", "--json")
    assert (ran.status, len(ran.json["sessions"])) == (0, 1)


def test_the_doctor_adds_up_anew_what_an_older_program_saved(
    run: Command, session_file: File, home: Path
) -> None:
    run("import", session_file())
    change(home, "DELETE FROM meta WHERE key = 'derived'")
    ran = run("doctor")
    assert ran.status == 1
    assert "! " in ran.out
    assert "figures are missing" in ran.out
    ran = run("doctor", "--rebuild")
    assert (ran.status, "figures are missing" in ran.out) == (0, False)


def test_the_doctor_names_what_can_not_be_read(run: Command, session_file: File, home: Path) -> None:
    run("import", session_file(), session_file("two.json", id="two"))
    assert "every session can be read" in run("doctor").out
    change(home, "DROP TRIGGER event_stays", "UPDATE event SET body = '{}' WHERE n = 2 AND seq = 1")
    ran = run("doctor", "--rebuild")
    assert ran.status == 1
    assert "  ! session two can't be read: event 1: 'seat' is missing\n" in ran.out
    assert len(run("sessions", "--json").json["sessions"]) == 2


def test_the_doctor_tells_of_a_marked_file_and_mends_it(run: Command, session_file: File, home: Path) -> None:
    run("import", session_file(), session_file("two.json", id="two"))
    change(home, "UPDATE header SET id = 'tw' || char(7) WHERE n = 2")
    (home / "arena.db.damaged").touch()
    ran = run("doctor")
    assert ran.status == 1
    assert "is marked as damaged" in ran.out
    run("doctor", "--rebuild")
    assert run("doctor").status == 0
    assert len(run("sessions", "--json").json["sessions"]) == 2


def test_the_doctor_looks_for_room(run: Command, session_file: File, monkeypatch: pytest.MonkeyPatch) -> None:
    run("import", session_file())
    assert "free on its disk" in run("doctor").out
    monkeypatch.setattr("tui_arena.cli.upkeep.LEAST_ROOM", 2**60)
    ran = run("doctor")
    assert (ran.status, "free some space" in ran.out) == (1, True)


@pytest.mark.parametrize(
    "command", ["sessions", "import --demos", "run wordle --seed 1", "restore {here}/text.db"]
)
@pytest.mark.parametrize(
    ("what", "says"), [("folder", "is a folder; name a save file"), ("text", "isn't a save file")]
)
def test_a_place_that_is_no_save_file_is_one_line_and_stays(
    command: str, what: str, says: str, run: Command, home: Path
) -> None:
    home.mkdir()
    text = "my diary, do not touch " * 10
    (home / "text.db").write_text(text)
    (home / "arena.db").mkdir() if what == "folder" else (home / "arena.db").write_text(text)
    ran = run(*command.format(here=home).split())
    assert ran.status == 2
    assert says in ran.complaint or command.startswith("restore")
    assert what == "folder" or (home / "arena.db").read_text() == text
    assert run("backup", str(home / "text.db")).status == 2
    assert (home / "text.db").read_text() == text

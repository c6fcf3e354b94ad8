"""Small files: reading is limited in size, and writing replaces only plain files."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from tui_arena.config import BadFile, expanded, parse_toml, read_limited, write_atomically
from tui_arena.config.files import model_file_fault, rewrite_toml


def test_a_file_up_to_the_limit_is_read_and_a_longer_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x" * 10)
    assert read_limited(path, 10) == b"x" * 10
    with pytest.raises(BadFile, match="10 bytes; at most 9 are allowed"):
        read_limited(path, 9)


def test_what_never_ends_or_never_comes_is_not_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    endless = tmp_path / "endless"
    endless.symlink_to("/dev/zero")
    for path in (pipe, endless):
        with pytest.raises(BadFile, match="a regular file"):
            read_limited(path, 10)


@pytest.mark.parametrize(
    ("name", "says"), [(".", "directory"), ("none", "No such file"), ("x" * 300, "name")]
)
def test_what_can_not_be_read_is_said(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(BadFile, match=rf"(?i)can't be read \(.*{says}"):
        read_limited(tmp_path / name, 10)


@pytest.mark.parametrize("text", ["~nobody-has-this-name/x", "a\0b"])
def test_a_path_that_can_not_be_is_a_sentence(text: str) -> None:
    with pytest.raises(BadFile):
        expanded(text)


def test_what_can_be_no_model_file_is_said_and_never_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "endless").symlink_to("/dev/zero")
    says = {
        "pipe": "a regular file",
        "endless": "a regular file",
        "loop": "no file",
        "x" * 300: "can't be read",
        ".": "a folder",
    }
    for name, why in says.items():
        assert why in (model_file_fault(tmp_path / name) or "")


def test_a_link_stays_and_its_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    real, link = tmp_path / "dotfiles" / "real", tmp_path / "link"
    real.write_text("old")
    link.symlink_to(real)
    write_atomically(link, ["new", "er"])
    assert link.is_symlink()
    assert real.read_text() == "newer"
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["dotfiles", "link", "real"]


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[str] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text()))
    reader.start()
    write_atomically(pipe, "text")
    reader.join()
    assert heard == ["text"]
    assert pipe.is_fifo()


def test_a_long_name_leaves_room_for_the_temporary_one(tmp_path: Path) -> None:
    for name in ("n" * 250, "ä" * 125):
        write_atomically(tmp_path / name, "text")
        assert (tmp_path / name).read_text() == "text"


def test_a_text_that_breaks_off_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, ["new", "\ud800"])
    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a", "old")]


def test_rewriting_keeps_the_old_file_and_reads_it_again_under_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "config" / "mine.toml"
    rewrite_toml(path, "mine", lambda: {"a": 1})
    rewrite_toml(path, "mine", lambda: {**parse_toml(path), "b": 2})
    assert path.read_text() == "a = 1\nb = 2\n"
    assert path.with_suffix(".toml.bak").read_text() == "a = 1\n"

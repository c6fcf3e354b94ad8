"""Nonsensical settings are reported, left in the file and ignored."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from tests.attacks import ALL, acts, shown
from tui_arena.config import BadFile, Paths, Settings, read_settings, write_settings
from tui_arena.config.settings import _KNOWN


def written(home: Path, text: str) -> Paths:
    paths = Paths.find(home)
    paths.config.mkdir(parents=True)
    paths.settings_file.write_text(text, encoding="utf-8")
    return paths


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("pace = inf", "seconds, 0 to 8"),
        ("pace = nan", "seconds, 0 to 8"),
        ("pace = -1", "seconds, 0 to 8"),
        (f"pace = {'9' * 4000}", "seconds, 0 to 8"),
        ("pace = true", "seconds, 0 to 8"),
        ("theme = 3", "a theme's name in quotes"),
        ("name = ''", "a name in quotes"),
        ('name = "\\u200b\\u001b[2J"', "a name in quotes"),
        ("mouse = 'on'", "true or false"),
        ("keys = []", "a table"),
    ],
)
def test_a_value_that_is_not_allowed_is_told_with_what_is(tmp_path: Path, line: str, allowed: str) -> None:
    paths = written(tmp_path, f"ascii = true\n{line}\n")
    settings, (fault,) = read_settings(paths)
    assert settings == Settings(ascii=True)
    assert fault.endswith(f"allowed: {allowed}. Its default is used.")
    assert len(fault) < 400


@pytest.mark.parametrize("attack", [a for a in ALL if a.isprintable() or a[0] in "\x1b\x9b\x9d"], ids=shown)
def test_a_name_is_one_clean_line(tmp_path: Path, attack: str) -> None:
    spelt = "".join(f"\\U{ord(c):08x}" for c in f"x{attack[:5000]}")
    settings, faults = read_settings(written(tmp_path, f'name = "{spelt}"'))
    assert faults == []
    assert settings.name.startswith("x")
    assert len(settings.name) <= 40
    assert not acts(settings.name)


def test_a_settings_file_that_is_a_pipe_or_a_folder_is_not_waited_for(tmp_path: Path) -> None:
    paths = Paths.find(tmp_path)
    paths.config.mkdir()
    os.mkfifo(paths.settings_file)
    for says in ("a regular file", "Is a directory"):
        settings, (fault,) = read_settings(paths)
        assert settings == Settings()
        assert says in fault
        with pytest.raises(BadFile, match=says):
            write_settings(paths, Settings(ascii=True))
        paths.settings_file.rmdir() if paths.settings_file.is_dir() else paths.settings_file.unlink()
        paths.settings_file.mkdir()


def test_every_setting_has_a_rule_for_its_values() -> None:
    assert {*_KNOWN} == {one.name for one in fields(Settings)} - {"unknown"}


def test_a_folder_that_can_not_be_named_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="no such home folder"):
        Paths.find("~nobody-has-this-name/arena")
    settings, faults = read_settings(Paths.find(tmp_path / ("x" * 300)))
    assert settings == Settings()
    assert "can't be read" in faults[0]

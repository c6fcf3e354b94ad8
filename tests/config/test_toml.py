"""TOML from outside: nesting depth is limited, whatever the quotes look like."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.config import MAX_TOML, BadFile, parse_toml
from tui_arena.config.files import rewrite_toml, saved_toml

DEEP = ".a" * 2000


@pytest.mark.parametrize(
    "text",
    [
        f"a{DEEP} = 1",
        f"[a{DEEP}]",
        f'"\\"#"{DEEP} = 1',
        f'x = [{{a = """\n#""", b{DEEP} = 1}}]',
        f'x = [{{a = """x"""", b{DEEP} = 1}}]',
        f"x = [{{a = '''\n\"''', b{DEEP} = 1}}]",
        f'x = [{{a = "\'", b{DEEP} = 1}}]',
        f'x = [{{a = "\\\\", b{DEEP} = 1}}]',
        f"\n\nx = 1\r\na{DEEP} = 1",
    ],
)
def test_a_deep_key_never_reaches_the_parser(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, newline="")
    with pytest.raises(BadFile, match=r"a\.toml: line \d has more than 16 dots outside quotes"):
        parse_toml(path)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (f"a = '{'.' * 40}' # {'.' * 40}", {"a": "." * 40}),
        (f'a = "\\"{"." * 40}"', {"a": '"' + "." * 40}),
        (f'a = """\n{"." * 40}\n"""', {"a": "." * 40 + "\n"}),
        ("a.b.c = 1.5", {"a": {"b": {"c": 1.5}}}),
        ("\ufeffa = 1", {"a": 1}),
        ("a = 1\r\nb = 2\r\n", {"a": 1, "b": 2}),
    ],
)
def test_dots_in_texts_are_no_depth(tmp_path: Path, text: str, values: object) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8", newline="")
    assert parse_toml(path) == values


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"x = " + b"[" * 20_000, "nested too deep"),
        (b"x = " + b"{a=" * 5_000, "nested too deep"),
        (b"x = " + b"9" * 5_000, r"Exceeds the limit \(4300 digits\)[^;]*$"),
        (b"#" * (MAX_TOML + 1), "65537 bytes; at most 65536"),
        (b"a = '\xff'", "byte 5 isn't valid UTF-8"),
        (b"a = 1\na = 2", "the last line repeats something that has already been set"),
        (b"a = \x00", "line 1"),
        (b"a = 1\nb = [2 3]\n", "line 2 can't be read"),
    ],
)
def test_what_can_not_be_parsed_is_one_sentence(tmp_path: Path, text: bytes, says: str) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(text)
    with pytest.raises(BadFile, match=says) as found:
        parse_toml(path)
    assert "\n" not in str(found.value)


def test_a_file_that_could_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "new" / "shelf.toml"
    rewrite_toml(path, "fruit", lambda: {"apple": 1})
    with pytest.raises(
        BadFile, match="the file may have at most 65536 bytes, so there's no room for more fruit"
    ):
        rewrite_toml(path, "fruit", lambda: {"apple": "x" * MAX_TOML})
    assert saved_toml(path) == {"apple": 1}
    assert saved_toml(tmp_path / "none.toml") == {}

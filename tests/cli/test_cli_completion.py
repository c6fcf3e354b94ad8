"""Completion in a shell: lines are typed into a real bash, zsh and fish, and Tab is pressed."""

from __future__ import annotations

import os
import pty
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from select import select

import pytest

from tests.cli.conftest import Command
from tests.cli.test_cli_start import loaded_by
from tests.started import ran
from tui_arena.__main__ import main
from tui_arena.config import HOME_VARIABLE

SECONDS = 60.0
"""Most seconds to wait for what a shell shows; it is there long before."""
SETUP = {
    "bash": """PS1='ready> '; bind 'set enable-bracketed-paste off'; bind 'set bell-style none'
show() { printf '\\n<<%s>>\\n' "$READLINE_LINE"; READLINE_LINE=; READLINE_POINT=0; }
bind -x '"\\C-t": show'
eval "$(tui-arena completion bash)"; echo begun
""",
    "zsh": """PS1='ready> '; unsetopt zle_bracketed_paste 2>/dev/null; autoload -Uz compinit; compinit -u -D
show() { zle -I; print -r -- "<<$BUFFER>>"; BUFFER=; }
zle -N show; bindkey '^T' show; zstyle ':completion:*' list-colors ''; unsetopt beep
eval "$(tui-arena completion zsh)"; echo begun
""",
}
needs_zsh = pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
needs_fish = pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
SHELLS = ["bash", pytest.param("zsh", marks=needs_zsh)]


class Shell:
    """A shell in a terminal of its own, in which lines are typed."""

    def __init__(self, name: str, environment: dict[str, str]) -> None:
        start = {"bash": ["bash", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"]}[name]
        self._pid, self._terminal = pty.fork()
        if self._pid == 0:
            os.execvpe(start[0], start, environment)
        self.seen = ""
        self._type(SETUP[name])
        self._until(r"\nbegun\r?\n")

    def typed(self, keys: str, *, shown: str = "") -> str:
        """The line after these keys; `shown`: what must be seen before it is looked at."""
        self._type(keys)
        if shown:
            self._until(shown)
        self._type("\x14")
        return self._until(r"<<(.*?)>>")[1]

    def _type(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def _until(self, pattern: str) -> re.Match[str]:
        while not (found := re.search(pattern, self.seen, re.DOTALL)):
            assert select([self._terminal], [], [], SECONDS)[0], self.seen
            self.seen += os.read(self._terminal, 65536).decode("utf-8", "replace")
        self.seen = self.seen[found.end() :]
        return found

    def end(self) -> None:
        """End the shell."""
        with suppress(OSError):
            os.write(self._terminal, b"\x15exit\n")
            while os.read(self._terminal, 65536):
                pass
        os.close(self._terminal)
        os.waitpid(self._pid, 0)


@pytest.fixture
def environment(tmp_path: Path, home: Path) -> dict[str, str]:
    """Variables with which a shell finds this program alone, under its name."""
    program = tmp_path / "bin" / "tui-arena"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tui_arena "$@"\n')
    program.chmod(0o755)
    root = str(Path(__file__).parents[2])
    return {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PYTHONPATH": root,
        HOME_VARIABLE: str(home),
        "HOME": str(tmp_path),
        "TERM": "xterm",
        "LC_ALL": "C.UTF-8",
        "INPUTRC": "/dev/null",
    }


@pytest.fixture
def shell(environment: dict[str, str]) -> Iterator[Callable[[str], Shell]]:
    """Starts shells, and ends them behind the test."""
    begun: list[Shell] = []

    def start(name: str) -> Shell:
        begun.append(Shell(name, environment))
        return begun[-1]

    yield start
    for one in begun:
        one.end()


COMPLETED = (
    ("tui-arena bac\t", "tui-arena backup "),
    ("tui-arena play wor\t", "tui-arena play wordle "),
    ("tui-arena play wordle --seat crit\t", "tui-arena play wordle --seat critic="),
    ("tui-arena play wordle --seat critic=bot:h\t", "tui-arena play wordle --seat critic=bot:hard "),
    ("tui-arena play wordle --seat=critic=bot:h\t", "tui-arena play wordle --seat=critic=bot:hard "),
    (
        "tui-arena run wordle --seat guesser=model:the\t",
        "tui-arena run wordle --seat guesser=model:the\\ big\\ one ",
    ),
    (
        "tui-arena run wordle --seat critic=any:bot:easy,bot:h\t",
        "tui-arena run wordle --seat critic=any:bot:easy,bot:hard ",
    ),
    ("tui-arena show nothing\t", "tui-arena show nothing"),
)
"""What is typed and what becomes of it."""


@pytest.mark.parametrize(
    "lines", [COMPLETED[::3], pytest.param(COMPLETED, marks=pytest.mark.thorough)], ids=len
)
@pytest.mark.parametrize("name", SHELLS)
@pytest.mark.thorough
def test_words_are_completed_where_they_stand(
    name: str, shell: Callable[[str], Shell], home: Path, lines: Sequence[tuple[str, str]]
) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / "models.toml").write_text('[model."the big one"]\nmodel = "openai/gpt-4o-mini"\n')
    at = shell(name)
    for typed, line in lines:
        assert at.typed(typed) == line
    assert "tui-arena:" not in at.seen, "nothing is said into a line that is being typed"


@needs_fish
def test_fish_completes_with_what_words_mean(environment: dict[str, str]) -> None:
    def offered(line: str) -> list[list[str]]:
        done = subprocess.run(
            ["fish", "--no-config", "-c", f"tui-arena completion fish | source\ncomplete -C {line!r}"],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
        assert done.stderr == ""
        return [row.split("\t") for row in done.stdout.splitlines()]

    [[game, tagline]] = offered("tui-arena play wor")
    assert game == "wordle"
    assert tagline
    levels = ["critic=bot:easy", "critic=bot:medium", "critic=bot:hard"]
    assert [row[0] for row in offered("tui-arena play wordle --seat critic=bot:")] == levels
    assert ["--seat=critic=bot:hard"] in offered("tui-arena run wordle --seat=critic=bot:h")


@pytest.fixture
def asked(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., list[str]]:
    """The words that are offered behind a line, as bash would ask for them."""

    def ask(line: str) -> list[str]:
        asks = {
            "_TUI_ARENA_COMPLETE": "bash_complete",
            "COMP_LINE": line,
            "COMP_WORD": line.rpartition(" ")[2],
        }
        capsys.readouterr()
        with monkeypatch.context() as patch:
            for name, value in asks.items():
                patch.setenv(name, value)
            with suppress(SystemExit):
                main([])
        told, err = capsys.readouterr()
        assert "Traceback" not in err
        rows = [row.partition(",") for row in told.splitlines() if row]
        return [value if kind == "plain" else kind for kind, _, value in rows]

    return ask


@pytest.mark.parametrize(
    ("line", "offers"),
    [
        ("", {"play", "run", "completion"}),
        ("play ", {"wordle", "entity", "akinator", "taboo", "bluffing", "connections"}),
        ("rank tab", {"taboo"}),
        ("bench bot:", {"bot:easy", "bot:hard"}),
        ("play connections --seat guesser_5=", {"guesser_5=bot:hard", "guesser_5=phone", "guesser_5=human:"}),
        ("run connections --seat guesser_1=bot:hard+ch", {"guesser_1=bot:hard+chess"}),
        ("run entity --deck ", {"things", "celebrities"}),
        ("run akinator --probe ", {"self", "bot:hard"}),
        ("export --format j", {"json", "jsonl"}),
        ("score ", {"file"}),
        ("doctor --data-dir ", {"dir"}),
        ("completion ", {"bash", "zsh", "fish"}),
        ("compare wordle ", set()),
        ("models test nob", set()),
        ("frob ", set()),
    ],
)
def test_what_is_offered(line: str, offers: set[str], asked: Callable[..., list[str]]) -> None:
    found = asked(f"tui-arena {line}")
    assert offers <= set(found), found
    assert offers or not found


@pytest.mark.parametrize("broken", ["models.toml", "settings.toml"])
def test_a_broken_file_of_the_users_costs_nothing_else(
    broken: str, asked: Callable[..., list[str]], home: Path
) -> None:
    (home / "config").mkdir(parents=True)
    (home / "config" / broken).write_text("= [")
    (home / "arena.db").write_bytes(b"not a save file at all")
    assert "guesser_1=bot:hard" in asked("tui-arena run connections --seat guesser_1=")
    assert asked("tui-arena compare wordle ") == []
    assert (home / "arena.db").read_bytes() == b"not a save file at all"


def test_completing_loads_neither_the_app_nor_a_model_library() -> None:
    code = (
        "import os\n"
        "os.environ |= {'_TUI_ARENA_COMPLETE': 'bash_complete', 'COMP_WORD': '', "
        "'COMP_LINE': 'tui-arena play wordle --seat guesser='}\n"
        "from tui_arena.__main__ import main\n"
        "try: main([])\nexcept SystemExit: pass"
    )
    assert not {"textual", "rich", "litellm", "aiohttp"} & loaded_by(code)
    listed = code.replace("play wordle --seat guesser=", "pla")
    assert not {"tui_arena.data", "tui_arena.save", "msgspec"} & loaded_by(listed)


def test_the_command_says_how_it_is_switched_on(run: Command) -> None:
    told = run("completion").out
    assert [line.split()[0] for line in told.splitlines()] == ["bash", "zsh", "fish"]
    assert run("completion", "csh").status == 2
    for name, sign in (("bash", "complete "), ("zsh", "#compdef tui-arena"), ("fish", "complete ")):
        assert sign in run("completion", name).out


def test_a_script_that_click_made_is_answered(home: Path) -> None:
    given = {
        **os.environ,
        "_TUI_ARENA_COMPLETE": "bash_complete",
        "COMP_WORDS": "tui-arena r",
        "COMP_CWORD": "1",
    }
    done = ran(environment=given)
    assert (done.returncode, done.stderr) == (0, "")
    assert "plain,play" in done.stdout.splitlines()


def test_what_the_user_has_is_offered_and_nothing_twice(
    asked: Callable[..., list[str]], run: Command, home: Path
) -> None:
    (home / "config" / "decks").mkdir(parents=True)
    (home / "config" / "decks" / "kitchen.tsv").write_text("fork\nspoon\n")
    (home / "config" / "models.toml").write_text('[model.gpt]\nmodel = "openai/gpt-4o-mini"\n')
    assert run("run", "wordle", "--sessions", "1", "--seed", "1", "--json").status == 0
    for line, offers in (
        ("compare wordle bot", ["bot medium"]),
        ("compare taboo bot", []),
        ("models test gp", ["gpt"]),
        ("run wordle --seat guesser=model:gp", ["guesser=model:gpt"]),
        ("run entity --deck ki", ["kitchen"]),
        ("run wordle --seat critic=bot --seat ", ["setter=", "guesser="]),
    ):
        assert asked(f"tui-arena {line}") == offers, line

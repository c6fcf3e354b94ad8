"""Rules between the layers that import contracts can't check."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import tui_arena
from tests.tables import each

PACKAGE = Path(tui_arena.__file__).parent
OPENS_FILES = ("data", "save", "config", "decks")
FILE_CALLS = {"open", "read_text", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "rename"}
CALLED = re.compile(rf"\b({'|'.join(sorted(FILE_CALLS))})\s*\(")
PURE = ("core", "questions", "games")
GLOBAL_CHANCE = {"random", "choice", "shuffle", "randint", "seed", "sample"}


def sources(*parts: str) -> list[Path]:
    return sorted(PACKAGE.joinpath(*parts).rglob("*.py"))


def file_calls(path: Path) -> Iterator[tuple[int, str]]:
    text = path.read_text("utf-8")
    if not CALLED.search(text):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in FILE_CALLS and "os.devnull" not in ast.unparse(node):
                yield node.lineno, name


@cache
def imported(path: Path) -> list[tuple[int, str]]:
    """The line and the whole name of each module that a file imports, or imports from."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.append((node.lineno, node.module))
    return found


def imports(path: Path) -> set[str]:
    return {name.split(".")[0] for _, name in imported(path)}


def pure_modules() -> list[Path]:
    """The files of core, questions, and of each game except its UI."""
    return [p for p in sources() if p.relative_to(PACKAGE).parts[0] in PURE and "ui" not in p.parts]


def test_only_data_save_and_config_open_files() -> None:
    layers = [p for p in sources() if p.relative_to(PACKAGE).parts[0].removesuffix(".py") not in OPENS_FILES]
    found = [f"{p.relative_to(PACKAGE)}:{line} {name}" for p in layers for line, name in file_calls(p)]
    assert found == []


@each(*sources("core"))
def test_core_imports_the_standard_library_and_itself(path: Path) -> None:
    """Two modules have a library that they import once they need it: a mender of broken JSON, and a stemmer."""
    libraries = {"reading/__init__.py": {"json_repair"}, "language/families.py": {"snowballstemmer"}}
    own = libraries.get(path.relative_to(PACKAGE / "core").as_posix(), set())
    assert imports(path) <= set(sys.stdlib_module_names) | {"tui_arena"} | own


@each(*[p for p in pure_modules() if "games" in p.parts])
def test_a_game_imports_the_standard_library_lower_layers_and_itself(path: Path) -> None:
    allowed = (
        "tui_arena.core",
        "tui_arena.questions",
        f"tui_arena.games.{path.relative_to(PACKAGE).parts[1]}",
    )
    for line, name in imported(path):
        if name.startswith("tui_arena"):
            assert name.startswith(allowed), f"{path.name}:{line}"
            assert ".ui" not in name, f"{path.name}:{line}: what draws a game is for the app"
    assert imports(path) <= set(sys.stdlib_module_names) | {"tui_arena"}


@each(*pure_modules())
def test_rules_and_bots_know_no_clock_and_no_global_chance(path: Path) -> None:
    assert not imports(path) & {"time", "datetime", "os", "pathlib", "sqlite3", "secrets", "uuid"}
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text)) if "random" in text else ():
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            assert node.attr not in GLOBAL_CHANCE, f"{path.name}:{node.lineno}"


def test_nothing_catches_everything_and_keeps_it() -> None:
    for path in sources():
        text = path.read_text("utf-8")
        broad = re.search(r"except\*?\s*(:|\(?\s*(Base)?Exception\b)", text)
        for node in ast.walk(ast.parse(text)) if broad else ():
            if isinstance(node, ast.ExceptHandler):
                if isinstance(node.body[-1], ast.Raise):
                    continue
                kind = ast.unparse(node.type) if node.type else ""
                assert kind not in ("", "Exception", "BaseException"), f"{path.name}:{node.lineno}"


TABLE = ", ".join(
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sources("table")
)
ABOVE = {f"tui_arena.{name}" for name in ("inquiry", "stats", "charts", "reports", "batch", "ui", "cli")}


@each(
    [
        ("tui_arena.__main__", {"click", "textual", "msgspec", "asyncio"}),
        ("tui_arena.cli", {"textual", "litellm", "sqlite3", "snowballstemmer"}),
    ],
    [
        (TABLE, {"textual", "rich", "litellm"} | ABOVE),
        ("tui_arena.players.models.player", {"json_repair"}),
        ("tui_arena.api", {"textual", "rich", "litellm", "aiohttp", "click"}),
        ("tui_arena.ui.app.app", {"litellm", "scipy", "pydantic", "snowballstemmer"}),
        ("tui_arena.ui.table.screen, tui_arena.ui.result.screen", {"tui_arena.questions.meaning"}),
    ],
)
def test_what_an_import_does_not_load(imports: list[tuple[str, set[str]]]) -> None:
    """One process imports all of a list: what is loaded by an import was loaded by none before it either."""
    code = "import sys\n" + "".join(
        f"import {modules}\nprint(*[name for name in {sorted(absent)!r} if name in sys.modules])\n"
        for modules, absent in imports
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == []

"""The package: pages whose links hold, and a wheel that works in an environment of its own, from anywhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path
from types import ModuleType

import msgspec.yaml
import pytest

from tests.torture.families import families
from tui_arena import __version__
from tui_arena.config import HOME_VARIABLE
from tui_arena.data import demo_files

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PAGES = sorted(
    page
    for place in (ROOT, ROOT / ".github", *(ROOT / "tui_arena").rglob(""), *(ROOT / "tests").rglob(""))
    for page in place.glob("*.md")
)
HOME = "https://example.org/arena"


def headings(page: Path) -> set[str]:
    """The anchors of a page."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", line).strip().lower().replace(" ", "-") for line in found}


def script(name: str) -> ModuleType:
    """A script of `.ci` as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / ".ci" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    """What fills in the package page."""
    return script("package_page")


def test_every_link_of_every_page_leads_somewhere() -> None:
    assert len(PAGES) > 20
    lost = []
    for page in PAGES:
        for target in LINK.findall(page.read_text("utf-8")):
            path, _, anchor = target.partition("#")
            file = page.parent / path if path else page
            if target.startswith(("https://", "http://")):
                continue
            if not file.exists() or (anchor and anchor not in headings(file)):
                lost.append(f"{page.relative_to(ROOT)}: {target}")
    assert lost == []


def test_the_pages_of_the_tools_name_all_that_they_have() -> None:
    named = {
        tool: (ROOT / "tests" / tool / "README.md").read_text("utf-8") for tool in ("benchmarks", "torture")
    }
    measuring = [path.stem for path in (ROOT / "tests" / "benchmarks").glob("bench_*.py")]
    assert [one for one in measuring if f"`{one}`" not in named["benchmarks"]] == []
    assert [one for one in families() if f"\n| `{one}` |" not in named["torture"]] == []


def test_links_of_the_package_page_are_absolute_once_there_is_an_address(hook: ModuleType) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    page = hook.page(text, HOME, "1.2")
    targets = LINK.findall(page)
    assert len(targets) == len(LINK.findall(text))
    assert {t for t in targets if not t.startswith(("https://", "#"))} == set()
    assert f"]({HOME}/raw/v1.2/.github/round.svg)" in page
    assert f"]({HOME}/blob/v1.2/tui_arena/ui/README.md)" in page
    assert set(hook.urls(HOME, "1.2")) == {"Homepage", "Documentation", "Changelog", "Issues", "Source"}


def test_without_an_address_no_link_leads_nowhere(hook: ModuleType) -> None:
    page = hook.page((ROOT / "README.md").read_text("utf-8"), "", "1.2")
    assert page.startswith("# TUI Arena\n")
    assert {t for t in LINK.findall(page) if not t.startswith(("https://", "#"))} == set()
    assert "![" not in page
    assert "How to play" in page
    assert hook.urls("", "1.2") == {}


def test_the_lists_of_the_package_are_known_words() -> None:
    from trove_classifiers import classifiers  # hatchling brings it

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(project["classifiers"]) <= set(classifiers)
    assert project["description"]


def test_workflows_try_the_pythons_that_the_package_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [found[1] for line in project["classifiers"] if (found := re.fullmatch(r".*:: (3\.\d+)", line))]
    workflow = msgspec.yaml.decode((ROOT / ".github" / "workflows" / "tests.yml").read_bytes())
    matrix = workflow["jobs"]["tests"]
    assert matrix["strategy"]["matrix"]["python"] == named
    assert project["requires-python"] == f">={named[0]}"


@pytest.mark.parametrize(
    ("tag", "part", "repository", "lacking"),
    [
        ("v1.2", "1.2 (2027-01-31)", "https://example.org/a", []),
        ("v1.3", "1.2 (2027-01-31)", "https://example.org/a", ["the tag is v1.3"]),
        ("v1.2", "1.2 (unreleased)", "https://example.org/a", ["CHANGELOG.md has no part"]),
        (
            "1.2",
            "1.1 (2026-01-31)",
            "",
            ["the tag is 1.2", "CHANGELOG.md has no part", "pyproject.toml names no"],
        ),
    ],
)
def test_a_release_is_a_tag_a_version_and_a_dated_part(
    tmp_path: Path, tag: str, part: str, repository: str, lacking: list[str]
) -> None:
    (tmp_path / "tui_arena").mkdir()
    (tmp_path / "tui_arena" / "__init__.py").write_text('__version__ = "1.2"\n')
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n## {part}\n")
    (tmp_path / "pyproject.toml").write_text(
        f'[tool.hatch.metadata.hooks.custom]\nrepository = "{repository}"\n'
    )
    said = script("check_release").faults(tag, tmp_path)
    assert [line[: len(start)] for line, start in zip(said, lacking, strict=True)] == lacking


def test_a_file_too_few_or_too_many_in_what_is_published_is_named() -> None:
    checks = script("check_built")
    files = {"tui_arena/a.py", "themes/b.toml", "tests/c.py", "tui_arena/decks/build_words.py"}
    good = {"tui_arena/a.py", "tui_arena/themes/b.toml", "tui_arena-1.dist-info/METADATA"}
    assert checks.wheel_faults(good, files) == []
    assert checks.wheel_faults({"tui_arena/a.py", "tests/c.py"}, files) == [
        "the wheel lacks tui_arena/themes/b.toml",
        "the wheel holds tests/c.py, which isn't for users",
    ]
    assert checks.sdist_faults(files | {"PKG-INFO"}, files) == []
    assert checks.sdist_faults(files - {"tests/c.py"} | {"notes"}, files) == [
        "the sdist lacks tests/c.py",
        "the sdist holds notes, which the repository has not",
    ]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    target = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(target)]
    subprocess.run([*pip, str(ROOT)], check=True, capture_output=True)
    return next(target.glob("*.whl"))


@pytest.mark.torture
def test_a_wheel_works_in_an_empty_environment_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    place = tmp_path / "empty"
    venv.create(place, with_pip=False, symlinks=os.name != "nt")
    paths = sysconfig.get_paths("venv", {"base": str(place), "platbase": str(place)})
    program = Path(paths["scripts"], "tui-arena")
    pip = [sys.executable, "-m", "pip", "--python", str(Path(paths["scripts"], "python"))]
    subprocess.run(
        [*pip, "install", "-q", "--no-compile", "--no-deps", str(wheel)], check=True, capture_output=True
    )
    # dependencies are those of this environment; its editable installs are not followed from there
    Path(paths["purelib"], "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n{_more()}")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    def told(*arguments: str, of: Path = program) -> str:
        clean = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL"))
        }
        done = subprocess.run(
            [of, *arguments],
            capture_output=True,
            text=True,
            cwd=elsewhere,
            env={**clean, HOME_VARIABLE: str(tmp_path / "home")},
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        return done.stdout

    where = told("-c", "import tui_arena; print(tui_arena.__file__)", of=Path(paths["scripts"], "python"))
    assert Path(where.strip()).is_relative_to(place)
    assert told("--version") == f"tui-arena {__version__}\n"
    assert "connections" in told("games", "--json")
    assert told("import", "--demos").count("imported as ") == len(demo_files())
    assert told("man").startswith(".TH")
    assert "complete" in told("completion", "bash")
    assert list(elsewhere.iterdir()) == []


def _more() -> str:
    """Other folders that the packages of this environment lie in."""
    return "".join(f"{p}\n" for p in sys.path if p.endswith("site-packages"))


@pytest.mark.torture  # the gate builds a wheel and looks into it by `.ci/check_built.py`
def test_a_wheel_holds_what_is_read_and_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(n for n in names if n.endswith("/METADATA"))).decode()
    assert {name.split("/")[0].partition("-")[0] for name in names} == {"tui_arena"}
    assert "tui_arena/themes/arena-dark.toml" in names
    assert "Description-Content-Type: text/markdown" in metadata
    assert "# TUI Arena" in metadata

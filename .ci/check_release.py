"""See that a tag is a release: `check_release.py v0.1.0`.

Exit status 1, with a sentence, if the version of the package is another one, if the changelog has no part of that
name or still calls it unreleased, or if pyproject.toml names no repository.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def faults(tag: str, root: Path) -> list[str]:
    """What keeps a tag from being a release, in sentences."""
    code = (root / "tui_arena" / "__init__.py").read_text("utf-8")
    version = re.findall(r'^__version__ = "([^"]+)"', code, re.MULTILINE)[0]
    parts = re.findall(r"^## (.+)$", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    found = []
    if tag != f"v{version}":
        found.append(f"the tag is {tag}, the package is v{version}: tag v{version}, or change the package")
    if not any(re.fullmatch(rf"{re.escape(version)} \(\d{{4}}-\d\d-\d\d\)", part) for part in parts):
        found.append(f"CHANGELOG.md has no part '## {version} (YEAR-MONTH-DAY)': give the release its date")
    if not project["tool"]["hatch"]["metadata"]["hooks"]["custom"]["repository"]:
        found.append("pyproject.toml names no repository: the package page's links need it")
    return found


if __name__ == "__main__":
    said = faults(sys.argv[1], ROOT)
    print("\n".join(said) or f"{sys.argv[1]} may be released")
    sys.exit(1 if said else 0)

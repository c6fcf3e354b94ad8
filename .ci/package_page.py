"""The package page: README with links that hold there, and the project's addresses, put in when a package is built.

The one line to change is `repository` in pyproject.toml. While it is empty nothing can be linked to: a link to a
file of the repository is then its text alone, and a picture is left out.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r" ?(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_VERSION = re.compile(r'^__version__ = "([^"]+)"', re.MULTILINE)


class PackagePage(MetadataHookInterface):
    """Fills in `readme` and `urls`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the values of the package's metadata."""
        root = Path(self.root)
        found = _VERSION.search((root / "tui_arena" / "__init__.py").read_text("utf-8"))
        version = found[1] if found else "0"
        repository = str(self.config.get("repository", "")).rstrip("/")
        text = page((root / "README.md").read_text("utf-8"), repository, version)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = urls(repository, version)


def page(text: str, repository: str, version: str) -> str:
    """README as the package page shows it, with links to the files of this version."""

    def absolute(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        if target.startswith(("https://", "http://", "#")):
            return found[0]
        gap = " " if found[0].startswith(" ") else ""
        if not repository:
            return "" if picture else f"{gap}{label}"
        kind = "raw" if picture else "blob"
        return f"{gap}{picture}[{label}]({repository}/{kind}/v{version}/{target})"

    return _LINK.sub(absolute, text).lstrip()


def urls(repository: str, version: str) -> dict[str, str]:
    """The project's addresses; none while there is no repository to name."""
    if not repository:
        return {}
    return {
        "Homepage": repository,
        "Documentation": f"{repository}/blob/v{version}/tui_arena/ui/README.md",
        "Changelog": f"{repository}/blob/v{version}/CHANGELOG.md",
        "Issues": f"{repository}/issues",
        "Source": repository,
    }

"""Look into the sdist and the wheel of a folder: `check_built.py FOLDER`.

Exit status 1, with a line for each fault, if there isn't one of each, if the wheel holds what it must not or lacks
what the program reads, or if the sdist lacks a file that the repository has and a build or a test needs.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
LEFT_OUT = {"tui_arena/decks/build_words.py", "tui_arena/decks/left-out.tsv"}
"""What builds the decks; pyproject.toml leaves it out of the wheel."""


def tracked() -> set[str]:
    """The files of the repository."""
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(told.stdout.split("\n")) - {""}


def wheel_faults(names: set[str], files: set[str]) -> list[str]:
    """What is wrong with a wheel that holds these names, if the repository has these files."""
    wanted = {name for name in files if name.startswith("tui_arena/")} - LEFT_OUT
    wanted |= {f"tui_arena/{name}" for name in files if name.startswith("themes/")}
    held = {name for name in names if ".dist-info/" not in name}
    return [
        *(f"the wheel lacks {name}" for name in sorted(wanted - held)),
        *(f"the wheel holds {name}, which isn't for users" for name in sorted(held - wanted)),
    ]


def sdist_faults(names: set[str], files: set[str]) -> list[str]:
    """What is wrong with an sdist that holds these names (without its folder's), if the repository has these."""
    made = {"PKG-INFO", ".gitignore"}
    return [
        *(f"the sdist lacks {name}" for name in sorted(files - names - {".gitattributes", ".gitignore"})),
        *(f"the sdist holds {name}, which the repository has not" for name in sorted(names - files - made)),
    ]


def faults(folder: Path) -> list[str]:
    """What is wrong with what was built, in lines."""
    wheels, sdists = sorted(folder.glob("*.whl")), sorted(folder.glob("*.tar.gz"))
    if (len(wheels), len(sdists)) != (1, 1):
        return [f"{folder} holds {len(wheels)} wheels and {len(sdists)} sdists: one of each is built"]
    files = tracked()
    with ZipFile(wheels[0]) as wheel:
        held = {name for name in wheel.namelist() if not name.endswith("/")}
    with tarfile.open(sdists[0]) as sdist:
        packed = {member.name.split("/", 1)[1] for member in sdist.getmembers() if member.isfile()}
    return [*wheel_faults(held, files), *sdist_faults(packed, files)]


if __name__ == "__main__":
    said = faults(Path(sys.argv[1]))
    print("\n".join(said) or "the wheel and the sdist hold what they must, and nothing else")
    sys.exit(1 if said else 0)

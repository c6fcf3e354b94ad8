"""Look at the wheels in a folder before any is installed: `check_packages.py FOLDER`.

Exit status 1, with a line for each fault, if a wheel is of a version that `known-bad.txt` names, or if it brings
a `.pth` file that runs code at every start of Python. Hashes are pip's to check: it loads no other file than
those that `constraints.txt` names.
"""

from __future__ import annotations

import sys
from pathlib import Path
from zipfile import ZipFile

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name, parse_wheel_filename

KNOWN_BAD = Path(__file__).with_name("known-bad.txt")


def known_bad(text: str) -> list[tuple[str, SpecifierSet, str]]:
    """Package, versions and reason of each line."""
    lines = [line.split(maxsplit=2) for line in text.splitlines() if line and not line.startswith("#")]
    return [
        (canonicalize_name(name), SpecifierSet(versions, prereleases=True), why)
        for name, versions, why in lines
    ]


def faults(folder: Path) -> list[str]:
    """What is wrong with the wheels of a folder, in sentences."""
    bad = known_bad(KNOWN_BAD.read_text("utf-8"))
    found = []
    for wheel in sorted(folder.glob("*.whl")):
        name, version, _, _ = parse_wheel_filename(wheel.name)
        found += [
            f"{name} {version} is known to be bad: {why}"
            for of, is_in, why in bad
            if of == name and version in is_in
        ]
        with ZipFile(wheel) as archive:
            found += [
                f"{wheel.name} brings {inside}, which runs at every start of Python"
                for inside in archive.namelist()
                if inside.endswith(".pth")
            ]
    return found


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]))
    sys.stdout.write("".join(f"{line}\n" for line in wrong or ["no wheel is known to be bad"]))
    sys.exit(1 if wrong else 0)

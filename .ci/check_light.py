"""Look at the environment that this runs in: the light install is light, and has no LiteLLM."""

import sys
from importlib.metadata import distributions
from pathlib import Path

MOST = 60_000_000
"""Bytes of all packages but pip, compiled modules included."""
COMPILED = 0.6
"""A module's compiled form adds about this share of the bytes of its source."""

files = {
    Path(path.locate())
    for one in distributions()
    if one.name not in ("pip", "setuptools")
    for path in one.files or ()
    if path.suffix != ".pyc" and Path(path.locate()).is_file()
}
size = sum(path.stat().st_size for path in files)
compiled = size + sum(COMPILED * path.stat().st_size for path in files if path.suffix == ".py")
names = {one.name.lower() for one in distributions()}
assert "tui-arena" in names, names
assert "litellm" not in names, names
assert compiled < MOST, f"{compiled / 1e6:.1f} MB"
sys.stdout.write(f"light: {size / 1e6:.1f} MB, some {compiled / 1e6:.0f} once it is compiled\n")

"""What the rules and the bots keep in caches, and how to let go of it.

The engine, the questions and the games keep results of pure functions alone, so each of them can be made again. Among
them are the tables that a bot makes of a deck: tens of megabytes that only one game needs.
"""

from __future__ import annotations

import sys
from functools import _lru_cache_wrapper


def let_go(*packages: str) -> None:
    """Clear every cache of a function in the modules of these packages that are loaded.

    Whoever works with a kept result keeps it; the next call makes it anew.
    """
    below = tuple(f"{package}." for package in packages)
    for name, module in list(sys.modules.items()):
        if name in packages or name.startswith(below):
            for one in list(vars(module).values()):
                if isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()

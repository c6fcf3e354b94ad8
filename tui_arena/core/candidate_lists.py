"""Ranked lists of a player's candidates: reading them, matching them with the secret, measuring them.

A list holds its items in order, best first. The metrics are those of GameArena's section on retrospective
analysis. See `stats/README.md`.

Law: metrics use the list as it was stored; its text is never read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from tui_arena.core.language.names import equals, plain, without_article
from tui_arena.core.record import Play
from tui_arena.core.terms import none_of, share, total
from tui_arena.core.text import split_reasoning, undecorated

MOST = 16
"""Most items of a list that count."""
MAX_ITEM = 120
"""Most characters of an item."""
MOST_GIVEN, MOST_ROUNDS = 1000, 1000
"""Most items of one list, and most rounds, that are read; a file from outside may hold any number."""
CANDIDATES, SORTING = "candidates", "sorting"
RANKED = ("recall", "top5_recall", "top10_recall", "first_appear_round", "final_rank", "ranks", "listed")
"""The metrics of `measured`."""
NO_LISTS = "nobody was asked for a list of the likeliest, or no list could be read"
UNTOLD = "what was looked for was not told"
NOT_SORTED = "nobody sorted a list by the question behind it"
"""Why a metric of lists is undefined."""
LENIENT = frozenset({"lenient", "judged"})
"""Values of the option `match` under which inflections of a name count."""
T = TypeVar("T")
_BULLETS = "-–—•·#>+"


def compared_by(options: Mapping[str, Any]) -> str:
    """How a session's lists are compared with its secret: `lenient`, where inflections count, or `strict`.

    Games say it by the option `match`, or by `inflections`; without either it is lenient.
    """
    if "match" in options:
        return "lenient" if options["match"] in LENIENT else "strict"
    return "lenient" if options.get("inflections", True) else "strict"


def read_list(text: str) -> tuple[str, ...]:
    """The items of a reply, best first; empty if none can be read.

    Lines `** Object: x **` or `** Word: x **` are the items. If there are none, numbered or bulleted lines
    are. If there are none either, all lines are, or the parts of a single line between commas. Nothing
    after `Additional Information:` is an item. A repeated item keeps its first place; at most `MOST` count.
    """
    lines = before_reasons(text)
    named = [_after(line, ("object:", "word:")) for line in lines]
    found = [item for item in named if item]
    if not found:
        found = [item for item in map(_numbered, lines) if item]
    if not found:
        bare = [line for line in lines if line]
        if len(bare) == 1:
            bare = bare[0].split(",")
        found = [undecorated(line) for line in bare if len(line.split()) <= 6]
    items = (item.rstrip(";,").strip()[:MAX_ITEM] for item in found)
    return kept([item for item in items if any(c.isalnum() for c in item)])


def kept(items: Iterable[str]) -> tuple[str, ...]:
    """The items that count: each once, at most `MOST`, each cut to `MAX_ITEM` characters."""
    first: dict[str, str] = {}
    for item in (item[:MAX_ITEM] for item in items):
        first.setdefault(plain(without_article(item)).rstrip("."), item)
    return tuple(first.values())[:MOST]


def before_reasons(text: str) -> list[str]:
    """The lines of a reply before `Additional Information:`, which gives the reasons."""
    lines = [line.strip() for line in split_reasoning(text).body.split("\n")]
    bare = (undecorated(line).casefold() for line in lines)
    reasons = (i for i, line in enumerate(bare) if line.startswith("additional information"))
    return lines[: next(reasons, None)]


def _after(line: str, marks: Sequence[str]) -> str:
    bare = undecorated(_unnumbered(undecorated(line)))
    for mark in marks:
        if bare.casefold().startswith(mark):
            return undecorated(bare[len(mark) :])
    return ""


def _unnumbered(line: str) -> str:
    head = line.lstrip("0123456789")
    return head[1:].strip() if head != line and head[:1] in (".", ")", ":") else line.lstrip(_BULLETS).strip()


def _numbered(line: str) -> str:
    bare = undecorated(line)
    rest = _unnumbered(bare)
    return undecorated(undecorated(rest).partition("**")[0]) if rest != bare else ""


def parts_of(item: str) -> tuple[str, ...]:
    """The names that one item holds; all have its rank.

    Outside brackets, names are split at slashes. Inside brackets, they are split at commas and slashes,
    after a leading `e.g.` is dropped.

    >>> parts_of("Small Hand Tool (e.g., hammer, wrench)")
    ('Small Hand Tool', 'hammer', 'wrench')
    """
    outside: list[str] = []
    inside: list[str] = []
    depth = 0
    for c in item:
        if c in "([":
            depth += 1
            (inside if depth == 1 else outside).append("\0")
        elif c in ")]" and depth:
            depth -= 1
        else:
            (inside if depth else outside).append(c)
    names = "".join(outside).replace("\0", " ").split("/")
    for bracket in "".join(inside).split("\0"):
        text = bracket.strip()
        for start in ("e.g.", "e.g", "eg."):
            if text.casefold().startswith(start):
                text = text[len(start) :]
                break
        names += text.replace("/", ",").split(",")
    return tuple(name for name in (" ".join(part.split()) for part in names) if name)


def rank_in(items: Sequence[str], names: Iterable[str], how: str) -> int | None:
    """The rank of an entity in a list, from 1; None if it is absent."""
    wanted = tuple(names)
    for rank, item in enumerate(kept(items), 1):
        if any(equals(part, wanted, how) for part in (item, *parts_of(item))):
            return rank
    return None


def items_said(play: Play[Any], kind: str, seat: str) -> Iterator[tuple[int, list[Any]]]:
    """What a seat said to the probes of a kind, in order: the round and the items, of which there are some."""
    for event in play.probes(kind):
        number, items = event.get("round"), event.get("items")
        known = isinstance(number, int) and abs(number) <= MOST_ROUNDS
        if event.get("seat") == seat and known and isinstance(items, list) and items:
            yield number, items


def lists_of(play: Play[Any], seat: str) -> dict[int, tuple[str, ...]]:
    """The lists of a session by round; the last one of each round counts, and unreadable ones don't."""
    said = items_said(play, CANDIDATES, seat)
    lists = {n: tuple(str(item)[:MAX_ITEM] for item in items[:MOST_GIVEN]) for n, items in said}
    return dict(sorted(lists.items()))


def sortings_of(play: Play[Any]) -> dict[int, tuple[int, int]]:
    """By round: how many items of the list before its question were sorted into yes, and how many into no."""
    out: dict[int, tuple[int, int]] = {}
    for event in play.probes(SORTING):
        number, yes, no = event.get("round"), event.get("yes"), event.get("no")
        if isinstance(number, int) and isinstance(yes, list) and isinstance(no, list):
            out[number] = (len(yes), len(no))
    return out


def measured(lists: Mapping[int, Sequence[str]], names: Iterable[str], how: str) -> dict[str, Any]:
    """The metrics named in `RANKED` (GameArena, retrospective analysis; see `stats/README.md`).

    Shares are of the rounds with a readable list; without one, all metrics are None. `ranks` has one value
    a round, None where the list is missing or does not hold the secret. `listed` has 1 or 0 a round:
    whether the list holds it, None where the list is missing.
    """
    wanted = tuple(names)
    ranks = {number: rank_in(items, wanted, how) for number, items in lists.items()}
    if not ranks or not wanted:
        return dict.fromkeys(RANKED)
    seen = [rank for rank in ranks.values() if rank is not None]
    return {
        "recall": len(seen) / len(ranks),
        "top5_recall": sum(rank <= 5 for rank in seen) / len(ranks),
        "top10_recall": sum(rank <= 10 for rank in seen) / len(ranks),
        "first_appear_round": next((n for n, rank in ranks.items() if rank is not None), None),
        "final_rank": ranks[max(ranks)],
        "ranks": by_round(ranks),
        "listed": by_round({number: int(rank is not None) for number, rank in ranks.items()}),
    }


def by_round(values: Mapping[int, T]) -> list[T | None]:
    """The values of rounds 1 to the last one; None for a round without a value.

    >>> by_round({1: 5, 3: 2})
    [5, None, 2]
    """
    return [values.get(number) for number in range(1, max(values, default=0) + 1)]


Sortings = Mapping[int, tuple[int, int]]
"""By round, how many items were sorted into yes, and how many into no."""


def disparity(lists: Mapping[int, Sequence[str]], sortings: Sortings) -> float | None:
    """`disparity_ratio`: mean over rounds 2..T of abs(yes - no) / size of the list of the round before.

    Only rounds whose previous list was sorted count; None if there is none.
    """
    terms = [value for value, _ in _disparities(lists, sortings)]
    return sum(terms) / len(terms) if terms else None


def explained_disparity(lists: Mapping[int, Sequence[str]], sortings: Sortings) -> list[str]:
    """How `disparity` was computed, round by round, or why it is undefined."""
    found = _disparities(lists, sortings)
    if not found:
        return [NOT_SORTED if lists else NO_LISTS]
    terms = [value for value, _ in found]
    mean = [f"mean: {total(terms, len(terms))}"] if len(terms) > 1 else []
    return [*(line for _, line in found), *mean]


def _disparities(lists: Mapping[int, Sequence[str]], sortings: Sortings) -> list[tuple[float, str]]:
    """The disparity of each round that counts, and how it was computed."""
    found = []
    for number, (yes, no) in sortings.items():
        if lists.get(number - 1) and number in lists:
            size = len(kept(lists[number - 1]))
            value = abs(yes - no) / size
            found.append((value, f"{number}. |{yes} yes - {no} no| / {size} = {value:.2f}"))
    return found


_TOP = {"top5_recall": 5, "top10_recall": 10}


def explained_ranks(
    metric: str, lists: Mapping[int, Sequence[str]], names: Sequence[str], how: str
) -> list[str]:
    """How a metric of `measured` was computed, round by round, or why it is undefined."""
    if not lists or not names:
        return [UNTOLD if lists else NO_LISTS]
    lines, counted = [], 0
    for number, items in lists.items():
        rank = rank_in(items, names, how)
        counts = rank is not None and rank <= _TOP.get(metric, len(items))
        mark = "  counts" if counts and metric.endswith("recall") else ""
        where = "absent" if rank is None else f"place {rank}"
        lines.append(f"{number}. {where} of {len(items)}{mark}")
        counted += counts
        if metric == "first_appear_round" and counts:
            return lines
    if metric == "first_appear_round":
        lines.append(f"{none_of(len(lists), 'list', 'lists')} holds it")
    if metric.endswith("recall"):
        lines.append(share(counted, len(lists)))
    return lines[-1:] if metric == "final_rank" else lines


def sought(secret: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that the lists are compared with: the first value of the secret, and its aliases."""
    first = next(iter(secret.values()), "")
    aliases = secret.get("aliases") or ()
    return (first, *map(str, aliases)) if isinstance(first, str) and first else ()

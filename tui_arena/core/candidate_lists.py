"""Ranked lists of what a player takes for likely: read, matched with the secret, measured.

Law: a list is its items in order, best first. What is measured is the list as it was stored, never
its text read again. (GameArena, section on retrospective analysis; rules.md section 7.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from tui_arena.core.language.names import equals, plain, without_article
from tui_arena.core.record import Play
from tui_arena.core.terms import none_of, share, total
from tui_arena.core.text import split_reasoning, undecorated

MOST = 16
"""Items of a list that count."""
MAX_ITEM = 120
MOST_GIVEN, MOST_ROUNDS = 1000, 1000
"""Items of one list, and rounds, that are looked at; a file from outside may hold any number."""
CANDIDATES, SORTING = "candidates", "sorting"
RANKED = ("recall", "top5_recall", "top10_recall", "first_appear_round", "final_rank", "ranks", "listed")
"""The figures of `measured`."""
NO_LISTS = "nobody was asked for a list of the likeliest, or no list could be read"
UNTOLD = "what was looked for was not told"
NOT_SORTED = "nobody sorted a list by the question behind it"
"""Why figures of lists are not defined."""
T = TypeVar("T")
_BULLETS = "-–—•·#>+"


def read_list(text: str) -> tuple[str, ...]:
    """The items of a reply, best first; empty where none can be read.

    Taken are lines `** Object: x **` or `** Word: x **`; where there are none, numbered or bulleted
    lines; where there are none either, the lines or the parts between commas of a single line.
    What follows `Additional Information:` is no item. Doubles keep the first place, at most `MOST`.
    """
    lines = [line.strip() for line in split_reasoning(text).body.split("\n")]
    lines = _before_reasons(lines)
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
    """The items that count: of doubles the first, and no more than `MOST`; none is longer than `MAX_ITEM`."""
    first: dict[str, str] = {}
    for item in (item[:MAX_ITEM] for item in items):
        first.setdefault(plain(without_article(item)).rstrip("."), item)
    return tuple(first.values())[:MOST]


def _before_reasons(lines: Sequence[str]) -> list[str]:
    for i, line in enumerate(lines):
        if undecorated(line).casefold().startswith("additional information"):
            return list(lines[:i])
    return list(lines)


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
    """The names that one item holds, all at its rank.

    Outside brackets a slash splits; text in brackets is split at commas and slashes, a leading
    `e.g.` dropped.

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


def lists_of(play: Play[Any], seat: str) -> dict[int, tuple[str, ...]]:
    """The lists that stand in a session by round, the last one of each; an unreadable one is no round."""
    out: dict[int, tuple[str, ...]] = {}
    for event in play.probes(CANDIDATES):
        items = event.get("items")
        number = event.get("round")
        known = isinstance(number, int) and abs(number) <= MOST_ROUNDS
        if event.get("seat") == seat and known and isinstance(items, list) and items:
            out[number] = tuple(str(item)[:MAX_ITEM] for item in items[:MOST_GIVEN])
    return dict(sorted(out.items()))


def sortings_of(play: Play[Any]) -> dict[int, tuple[int, int]]:
    """By round how many items of the list before were sorted into yes and into no by its question."""
    out: dict[int, tuple[int, int]] = {}
    for event in play.probes(SORTING):
        number, yes, no = event.get("round"), event.get("yes"), event.get("no")
        if isinstance(number, int) and isinstance(yes, list) and isinstance(no, list):
            out[number] = (len(yes), len(no))
    return out


def measured(lists: Mapping[int, Sequence[str]], names: Iterable[str], how: str) -> dict[str, Any]:
    """`recall`, `top5_recall`, `top10_recall`, `first_appear_round`, `final_rank` (rules.md section 7).

    Shares are of the rounds with a readable list; all are None without one. Round by round stand
    `ranks`, None where the list is missing or does not hold the secret, and `listed`: whether it does, 0
    or 1.
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
    """The values of rounds 1 to the last one, None where there is none.

    >>> by_round({1: 5, 3: 2})
    [5, None, 2]
    """
    return [values.get(number) for number in range(1, max(values, default=0) + 1)]


def disparity(lists: Mapping[int, Sequence[str]], sortings: Mapping[int, tuple[int, int]]) -> float | None:
    """`disparity_ratio`: mean over rounds 2..T of abs(yes - no) / size of the list of the round before.

    Over the rounds whose list before was sorted; None if there is none.
    """
    terms = [abs(yes - no) / size for _, yes, no, size in _counted(lists, sortings)]
    return sum(terms) / len(terms) if terms else None


def explained_disparity(
    lists: Mapping[int, Sequence[str]], sortings: Mapping[int, tuple[int, int]]
) -> list[str]:
    """How `disparity` came about, round by round, or why there is none."""
    lines = [
        f"{number}. |{yes} yes - {no} no| / {size} = {abs(yes - no) / size:.2f}"
        for number, yes, no, size in _counted(lists, sortings)
    ]
    if not lines:
        return [NOT_SORTED if lists else NO_LISTS]
    terms = [abs(yes - no) / size for _, yes, no, size in _counted(lists, sortings)]
    return [*lines, *([f"mean: {total(terms, len(terms))}"] if len(terms) > 1 else [])]


def _counted(
    lists: Mapping[int, Sequence[str]], sortings: Mapping[int, tuple[int, int]]
) -> Iterator[tuple[int, int, int, int]]:
    """The rounds that count, with how many items were sorted into yes and into no, of how many."""
    for number, (yes, no) in sortings.items():
        if lists.get(number - 1) and number in lists:
            yield number, yes, no, len(kept(lists[number - 1]))


_TOP = {"top5_recall": 5, "top10_recall": 10}


def explained_ranks(
    metric: str, lists: Mapping[int, Sequence[str]], names: Sequence[str], how: str
) -> list[str]:
    """How a figure of `measured` came about, round by round, or why it is not defined."""
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
    """What the lists of a session are held against: the first value of its secret, and its aliases."""
    first = next(iter(secret.values()), "")
    aliases = secret.get("aliases") or ()
    return (first, *map(str, aliases)) if isinstance(first, str) and first else ()

"""Ranked lists of a player's candidates: reading them, matching them with the secret, measuring them.

A list has its items in order, best first. The metrics are those of GameArena's section on retrospective
analysis. See `stats/README.md`.

Law: metrics use the stored list; the text of the answer is never read again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from tui_arena.core.language.names import equals, plain, without_article
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, none_of, share, total
from tui_arena.core.text import split_reasoning, undecorated

MOST = 16
"""The maximum number of items in a list that count."""
MAX_ITEM = 120
"""The maximum number of characters in an item."""
MOST_GIVEN, MOST_ROUNDS = 1000, 1000
"""The maximum numbers of items in a list and of rounds that are read; a foreign file may have any number."""
CANDIDATES, SORTING = "candidates", "sorting"
RANKED = ("recall", "top5_recall", "top10_recall", "first_appear_round", "final_rank", "ranks", "listed")
"""The metrics that `ranked` returns."""
NO_LISTS = "nobody was asked to list the likeliest, or no list could be read"
UNTOLD = "nobody said what the secret was"
NOT_SORTED = "nobody sorted a list by the question behind it"
"""The reasons why a metric of lists is undefined."""
T = TypeVar("T")
_BULLETS = "-–—•·#>+"


def read_list(text: str) -> tuple[str, ...]:
    """The items of a reply, best first; empty if none can be read.

    The first of these that the reply has are the items: lines `** Object: x **` or `** Word: x **`; numbered
    or bulleted lines; lines of up to six words, or the parts of a single line between commas. Nothing after
    `Additional Information:` is an item. A repeated item keeps its first place; at most `MOST` items count.
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
    """The names within one item; all of them have the item's rank.

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
    """The rank of an entity in a list, from 1; None if the entity is absent."""
    wanted = tuple(names)
    for rank, item in enumerate(kept(items), 1):
        if any(equals(part, wanted, how) for part in (item, *parts_of(item))):
            return rank
    return None


def items_said(play: Play[Any], kind: str, seat: str) -> Iterator[tuple[int, list[Any]]]:
    """A seat's answers to the probes of a kind, in order: the round and the items, one or more."""
    for event in play.probes(kind):
        number, items = event.get("round"), event.get("items")
        known = isinstance(number, int) and abs(number) <= MOST_ROUNDS
        if event.get("seat") == seat and known and isinstance(items, list) and items:
            yield number, items


def lists_of(play: Play[Any], seat: str) -> dict[int, tuple[str, ...]]:
    """Maps each round, from 1, to a seat's list; the last readable list of a round counts."""
    said = items_said(play, CANDIDATES, seat)
    lists = {n: tuple(str(item)[:MAX_ITEM] for item in items[:MOST_GIVEN]) for n, items in said if n > 0}
    return dict(sorted(lists.items()))


def sortings_of(play: Play[Any]) -> dict[int, tuple[int, int]]:
    """Maps a round to how many items of the list before it were sorted into yes, and how many into no."""
    out: dict[int, tuple[int, int]] = {}
    for event in play.probes(SORTING):
        number, yes, no = event.get("round"), event.get("yes"), event.get("no")
        if isinstance(number, int) and isinstance(yes, list) and isinstance(no, list):
            out[number] = (len(yes), len(no))
    return out


def ranked(lists: Mapping[int, Sequence[str]], names: Iterable[str], how: str) -> dict[str, Explained]:
    """The metrics named in `RANKED` (GameArena, retrospective analysis; see `stats/README.md`).

    Shares count the rounds with a readable list; if there is no such round, all metrics are None. `ranks` has
    one value per round, None if the list is missing or lacks the secret. `listed` has one value per round:
    1 if the list has the secret, 0 if it doesn't, None if the list is missing.
    """
    wanted = tuple(names)
    if not lists or not wanted:
        return dict.fromkeys(RANKED, Explained(None, lambda: [UNTOLD if lists else NO_LISTS]))
    ranks = {number: rank_in(items, wanted, how) for number, items in lists.items()}
    told = {
        number: f"{number}. {'absent' if rank is None else f'place {rank}'} of {len(lists[number])}"
        for number, rank in ranks.items()
    }
    placed = {number: rank for number, rank in ranks.items() if rank is not None}

    def within(most: int) -> Explained:
        counts = [number for number, rank in placed.items() if rank <= most]
        return recalled({n: f"{line}  counts" if n in counts else line for n, line in told.items()}, counts)

    listed = by_round({number: int(number in placed) for number in ranks})
    return {
        "recall": within(MOST),
        "top5_recall": within(5),
        "top10_recall": within(10),
        "first_appear_round": first_of(told, placed, f"{none_of(len(told), 'list')} has it"),
        "final_rank": Explained(ranks[max(ranks)], lambda: [*told.values()][-1:]),
        "ranks": Explained(by_round(ranks), lambda: [*told.values()]),
        "listed": Explained(listed, lambda: [*told.values()]),
    }


def recalled(told: Mapping[int, str], counts: Collection[int]) -> Explained:
    """The share of rounds that count; `told` maps each round to its line and isn't empty."""
    return Explained(len(counts) / len(told), lambda: [*told.values(), share(len(counts), len(told))])


def first_of(told: Mapping[int, str], counts: Collection[int], none: str) -> Explained:
    """The first round that counts; `none`: the last line if no round does."""
    rounds = list(told)
    first = next((at for at, number in enumerate(rounds) if number in counts), None)
    if first is None:
        return Explained(None, lambda: [*told.values(), none])
    return Explained(rounds[first], lambda: [*told.values()][: first + 1])


def by_round(values: Mapping[int, T]) -> list[T | None]:
    """The values of round 1 to the last round; None for a round without a value.

    >>> by_round({1: 5, 3: 2})
    [5, None, 2]
    """
    return [values.get(number) for number in range(1, max(values, default=0) + 1)]


Sortings = Mapping[int, tuple[int, int]]
"""Maps a round to how many items were sorted into yes, and how many into no."""


def disparity(lists: Mapping[int, Sequence[str]], sortings: Sortings) -> Explained:
    """`disparity_ratio`: mean over rounds 2..T of abs(yes - no) / size of the previous round's list.

    A round counts if it has a list and its previous list was sorted; None if no round counts.
    """
    values, told = [], []
    for number, (yes, no) in sortings.items():
        if lists.get(number - 1) and number in lists:
            size = len(kept(lists[number - 1]))
            values.append(abs(yes - no) / size)
            told.append(f"{number}. |{yes} yes - {no} no| / {size} = {values[-1]:.2f}")
    if not values:
        return Explained(None, lambda: [NOT_SORTED if lists else NO_LISTS])
    mean = [f"mean: {total(values, len(values))}"] if len(values) > 1 else []
    return Explained(sum(values) / len(values), lambda: [*told, *mean])


def sought(secret: Mapping[str, Any]) -> tuple[str, ...]:
    """The names that the lists are compared with: the first value of the secret, and its aliases."""
    first = next(iter(secret.values()), "")
    aliases = secret.get("aliases") or ()
    return (first, *map(str, aliases)) if isinstance(first, str) and first else ()

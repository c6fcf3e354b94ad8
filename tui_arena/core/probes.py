"""Probes: questions to seats outside the game, the reading of their answers, and the metrics of these answers.

The referee asks the probes that are due. A probe gets the same view as the seat's next reply, and that reply waits
for the probe. A failed probe is left out, so it delays nobody. A coach is a probe too: it comments on how a session
was played, and it is asked only after the end.

An answer is a list of candidates, best first, or a belief about a statement on five levels. The metrics are those of
GameArena's retrospective analysis (see `stats/README.md`). A round whose answer couldn't be read does not count.

Law: what a seat is asked in the game never depends on a probe. Metrics use the stored answer; its text is never read
again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from tui_arena.core.game import Ask, Data
from tui_arena.core.language.names import equals, plain, without_article
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, none_of, share, total
from tui_arena.core.text import split_reasoning, undecorated
from tui_arena.core.words import tokens


@dataclass(frozen=True, slots=True)
class Due:
    """A probe that must be answered before its seat continues."""

    ask: Ask
    after: int
    """Seq of the last standing reply before it; 0 if there is none. So after an undo, the probe is new."""

    @property
    def seat(self) -> str:
        return self.ask.seat

    @property
    def kind(self) -> str:
        return self.ask.name

    @property
    def round(self) -> int:
        """The number after the colon of the key; 0 without one."""
        number = self.ask.key.rpartition(":")[2]
        return int(number) if number.isdecimal() else 0


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """The result of a probe."""

    data: Data
    """The values of its `probe` event."""
    messages: tuple[Mapping[str, str], ...] | None = None
    """The chat messages that were sent for it."""


class Prober(Protocol):
    """Decides which probes are due, and asks players for them."""

    def due(self, play: Play[Any]) -> Sequence[Due]:
        """The probes to ask now: at most one per seat, and only unanswered probes."""

    async def ask(self, due: Due, play: Play[Any]) -> ProbeResult:
        """Returns the answer; raises PlayerFailed if nothing of this attempt should be saved."""


def unanswered(due: Due, why: str) -> ProbeResult:
    """The result of a probe that nobody answered, so that the session continues without it."""
    values: dict[str, list[str]] = {"yes": [], "no": []} if due.kind == SORTING else {"items": []}
    return ProbeResult(
        {"seat": due.seat, "kind": due.kind, "round": due.round, **values, "text": "", "why": why[:500]}
    )


COACH = "coach"
NOTHING_ASKED = "No questions were asked, so there's nothing to comment on."
"""The comment of a bot as the coach of a session without questions."""


def coach_ask(seat: str, *, over: bool) -> Ask | None:
    """The probe about how a seat has played; None until the session is over."""
    return Ask(seat, COACH, COACH, sealed=True) if over else None


# lists of candidates

MOST = 16
"""The maximum number of items in a list that count."""
MAX_ITEM = 120
"""The maximum number of characters in an item."""
MOST_GIVEN, MOST_ROUNDS = 1000, 1000
"""The maximum numbers of items in a list and of rounds that are read; a foreign file may have any number."""
CANDIDATES, SORTING = "candidates", "sorting"
RANKED = ("recall", "top5_recall", "top10_recall", "first_appear_round", "final_rank", "ranks", "listed")
"""The metrics that `ranked` returns."""
NO_LISTS = "nobody was asked for a list of likely answers, or no list could be read"
UNTOLD = "nobody said what the secret was"
NOT_SORTED = "no list was sorted by the question that followed it"
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


def read_sorting(text: str, items: Sequence[str]) -> tuple[list[str], list[str]]:
    r"""Returns the items that a reply sorts into yes and into no. An item that isn't mentioned is in neither.

    >>> read_sorting("1. cat: yes\n2. car: no", ["cat", "car", "cow"])
    (['cat'], ['car'])
    """
    found: dict[int, bool] = {}
    for line in split_reasoning(text).body.split("\n"):
        said = [word for word in tokens(line) if word in ("yes", "no")]
        if not said:
            continue
        head = line.strip(" *_-#`")
        number = head[: len(head) - len(head.lstrip("0123456789"))]
        place = int(number[:4]) - 1 if number else len(found)
        if 0 <= place < len(items):
            found.setdefault(place, said[-1] == "yes")
    yes = [item for i, item in enumerate(items) if found.get(i) is True]
    return yes, [item for i, item in enumerate(items) if found.get(i) is False]


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
        number: f"{number}. {'not in the list' if rank is None else f'place {rank}'} of {len(lists[number])}"
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


def recalled(lines: Mapping[int, str], counts: Collection[int]) -> Explained:
    """The share of rounds that count; `lines` maps each round to its line and isn't empty."""
    return Explained(len(counts) / len(lines), lambda: [*lines.values(), share(len(counts), len(lines))])


def first_of(lines: Mapping[int, str], counts: Collection[int], none: str) -> Explained:
    """The first round that counts; `none`: the last line if no round does."""
    rounds = list(lines)
    first = next((at for at, number in enumerate(rounds) if number in counts), None)
    if first is None:
        return Explained(None, lambda: [*lines.values(), none])
    return Explained(rounds[first], lambda: [*lines.values()][: first + 1])


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


# beliefs about a statement

BELIEF = "belief"
LEVELS = ("true", "possibly true", "unknown", "possibly false", "false")
"""The levels 1 to 5, in order: 1 for a true statement, 5 for a false statement."""
NO_BELIEFS = "nobody was asked for a belief, or no answer could be read"
TRUTH_UNTOLD = "nobody said whether the statement was true"
"""The reasons why a metric of beliefs is undefined."""
AGAINST_TRUTH = ("recall", "first_appear_round", "final_rank", "spearman", "spearman_paper", "distances")
"""The metrics of `measured` that need the truth."""
PHRASE = "i believe your statement is"
_WEAK = frozenset("possibly probably likely perhaps maybe".split())
_OPEN = frozenset("unknown uncertain unsure neutral undecided".split())
SHORT = 6
"""The maximum number of words in an answer that is read without the phrase."""


def read_belief(text: str) -> str | None:
    """The level in a reply; None if the reply has no level, or several.

    >>> read_belief("** I believe your statement is: Possibly true **")
    'possibly true'
    """
    said = [line for line in map(undecorated, before_reasons(text)) if line]
    phrased = [rest for line in said for rest in line.casefold().split(PHRASE)[1:]]
    if phrased:
        levels = {_behind(rest) for rest in phrased}
        return levels.pop() if len(levels) == 1 else None
    short = [level for line in said if len(line.split()) <= SHORT and (level := _level(tokens(line)))]
    return short[0] if len(set(short)) == 1 else None


def _behind(text: str) -> str | None:
    """The level after the phrase; the rest of the sentence may give a reason."""
    sentence = tokens(text.partition(".")[0])
    return "unknown" if sentence[:1] and sentence[0] in _OPEN else _level(sentence)


def _level(words: Sequence[str]) -> str | None:
    said = {"true", "false"} & set(words)
    if len(said) == 1 and "not" not in words:
        (side,) = said
        return f"possibly {side}" if _WEAK & set(words) else side
    return "unknown" if not said and _OPEN & set(words) else None


def beliefs_of(play: Play[Any], seat: str) -> dict[int, int]:
    """Maps each round, from 1, to a seat's level, 1 to 5; the last level of a round counts."""
    said = ((n, items) for n, items in items_said(play, BELIEF, seat) if n > 0 and len(items) == 1)
    levels = ((n, str(items[0]).strip().casefold()) for n, items in said)
    return dict(sorted({n: LEVELS.index(level) + 1 for n, level in levels if level in LEVELS}.items()))


def measured(levels: Mapping[int, int], truth: bool | None) -> dict[str, Explained]:
    """The metrics of a session's beliefs against the truth (GameArena, Bluffing; see `stats/README.md`).

    `levels` maps a round to a level, 1 to 5. Without a truth, all metrics but `hopping_penalty` are None.
    `distances` is each round's distance to the truth, or None if the round has no belief.
    """
    if truth is None or not levels:
        none = Explained(None, lambda: [TRUTH_UNTOLD if levels else NO_BELIEFS])
        return {**dict.fromkeys(AGAINST_TRUTH, none), "hopping_penalty": _hopping(levels)}
    far = {number: abs(level - (1 if truth else len(LEVELS))) for number, level in levels.items()}
    told = {n: f"{n}. {LEVELS[level - 1]}, {far[n]} off" for n, level in levels.items()}
    right = [number for number, distance in far.items() if distance == 0]
    lines = list(told.values())
    return {
        "recall": recalled(told, right),
        "first_appear_round": first_of(told, right, f"{none_of(len(told), 'belief')} is right"),
        "final_rank": Explained([*far.values()][-1], lambda: lines[-1:]),
        "spearman": _spearman(far, lines),
        "spearman_paper": _paper(far, lines),
        "distances": Explained(by_round(far), lambda: lines),
        "hopping_penalty": _hopping(levels),
    }


def _hopping(levels: Mapping[int, int]) -> Explained:
    """The mean step from one belief to the next."""
    if not levels:
        return Explained(None, lambda: [NO_BELIEFS])
    hops = [abs(b - a) for a, b in pairwise(levels.values())]
    told = [f"{number}. {LEVELS[level - 1]}" for number, level in levels.items()]
    if not hops:
        return Explained(None, lambda: [*told, "with a single belief, there is no step to measure"])
    return Explained(sum(hops) / len(hops), lambda: [*told, f"mean step: {total(hops, len(hops))}"])


def _spearman(far: Mapping[int, int], lines: Sequence[str]) -> Explained:
    """Spearman's rank correlation of the distance to the truth with the round number."""
    value = spearman(list(far), list(far.values()))
    if value is None:
        return Explained(None, lambda: [*lines, "the distance never changes, so there's no correlation"])
    rounds, distances = (" ".join(f"{rank:g}" for rank in ranks_of(list(of))) for of in (far, far.values()))
    return Explained(value, lambda: [*lines, f"rounds rank {rounds}, distances {distances}: {value:.2f}"])


def _paper(far: Mapping[int, int], lines: Sequence[str]) -> Explained:
    """The same correlation by the paper's formula, which doesn't correct for ties."""
    n = len(far)
    if n == 1:
        return Explained(None, lambda: [*lines, "a single round isn't enough for a correlation"])
    value = 1 - 6 * sum((t - d) ** 2 for t, d in far.items()) / (n * (n * n - 1))
    terms = " + ".join(f"({t} - {d})^2" for t, d in far.items())
    return Explained(value, lambda: [*lines, f"1 - 6 x ({terms}) / ({n} x ({n} x {n} - 1)) = {value:.2f}"])


def spearman(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Spearman's rank correlation, corrected for ties; None if `xs` or `ys` is constant.

    >>> spearman([1, 2, 3], [9, 9, 9]) is None
    True
    """
    a, b = ranks_of(xs), ranks_of(ys)
    mean = (len(a) + 1) / 2
    across = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return across / spread**0.5 if spread else None


def ranks_of(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of their ranks."""
    ordered = sorted(values)
    return [ordered.index(v) + (ordered.count(v) + 1) / 2 for v in values]

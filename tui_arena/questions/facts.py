"""Facts as they are written in a deck, and what follows from them.

A fact is `name` (yes), `-name` (no), `~name` (sometimes), `?name` (unknown) or `scale:NUMBER`
(`scale:LOW-HIGH`). Implied facts hold without exception; usual facts give way to written ones. A property
without a fact is no, or unknown if `?*` is among the facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tui_arena.questions.table import Answer, Property, Scale

SIGNS: Mapping[str, Answer] = {"-": "no", "~": "sometimes", "?": "unknown"}
OPEN = "?*"
"""A mark among an entity's facts: properties without a fact are unknown, not no."""
SIGN_OF: Mapping[str, str] = {"yes": "", **{answer: sign for sign, answer in SIGNS.items()}}


@dataclass(slots=True)
class Resolved:
    """An entity's facts with all that follows from them."""

    facts: dict[str, Answer] = field(default_factory=dict)
    """Answers by property."""
    amounts: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Lowest and highest amount by scale."""
    faults: list[str] = field(default_factory=list)
    """A sentence for each fact that was left out because it is unknown or contradicts an earlier one."""


def signed(token: str) -> tuple[str, Answer]:
    """Name and answer of a fact.

    >>> signed("-wood"), signed("wood")
    (('wood', 'no'), ('wood', 'yes'))
    """
    answer = SIGNS.get(token[:1])
    return (token[1:], answer) if answer else (token, "yes")


def resolve(
    tokens: Iterable[str], properties: Mapping[str, Property], scales: Mapping[str, Scale]
) -> Resolved:
    """The facts of one entity with all that follows from them.

    Written facts go first, then all that they imply, then usual facts, nearest first. A fact that contradicts
    an earlier one (a yes against a no) is left out and reported.
    """
    tokens = list(tokens)
    out = Resolved()
    why: dict[str, str] = {}
    said = [name for token in tokens if (name := _say(out, why, token, properties, scales))]
    _close(out, why, said, properties, strict=True)
    reached = list(said)
    for name in reached:
        for token in properties[name].usually:
            usual, answer = signed(token)
            if usual not in out.facts and usual in properties:
                out.facts[usual] = answer
                if answer == "yes":
                    new = [usual]
                    _close(out, why, new, properties, strict=False)
                    reached += new
    if OPEN in tokens:
        out.facts = {name: out.facts.get(name, "unknown") for name in properties}
    return out


def _say(
    out: Resolved,
    why: dict[str, str],
    token: str,
    properties: Mapping[str, Property],
    scales: Mapping[str, Scale],
) -> str | None:
    """Add one written fact; returns its property if it is a new yes, from which more may follow."""
    name, answer = signed(token)
    scale, colon, amount = name.partition(":")
    if colon:
        _measure(out, scale, amount, scales)
    elif token != OPEN and name not in properties:
        out.faults.append(f"no property {name[:40]!r}")
    elif token != OPEN and _put(out, why, name, answer, "said"):
        return name
    return None


def _close(
    out: Resolved,
    why: dict[str, str],
    reached: list[str],
    properties: Mapping[str, Property],
    *,
    strict: bool,
) -> None:
    """Add what the properties in `reached` imply, and append each new yes to `reached`.

    With `strict`, contradictions are reported; otherwise they are left out silently.
    """
    for name in reached:
        for token in properties[name].implies:
            implied, answer = signed(token)
            if implied not in properties:
                continue
            if strict:
                grown = _put(out, why, implied, answer, name)
            else:
                grown = implied not in out.facts and answer == "yes"
                out.facts.setdefault(implied, answer)
            if grown:
                reached.append(implied)


def _put(out: Resolved, why: dict[str, str], name: str, answer: Answer, source: str) -> bool:
    """Add an answer unless the property has one; returns whether it is a new yes."""
    known = out.facts.get(name)
    if known is None:
        out.facts[name] = answer
        why[name] = source
        return answer == "yes"
    if {known, answer} == {"yes", "no"}:
        out.faults.append(f"{name} is {known} ({why[name]}) and {answer} ({source})")
    return False


def _measure(out: Resolved, scale: str, amount: str, scales: Mapping[str, Scale]) -> None:
    if scale not in scales:
        out.faults.append(f"no scale {scale[:40]!r}")
        return
    dash = amount.find("-", 1)
    try:
        span = (
            (float(amount[:dash]), float(amount[dash + 1 :])) if dash > 0 else (float(amount), float(amount))
        )
    except ValueError:
        out.faults.append(f"{scale}:{amount[:20]} is no number")
        return
    if not (abs(span[0]) < 1e12 and span[0] <= span[1] < 1e12):
        out.faults.append(f"{scale}:{amount[:20]} is no span from low to high")
        return
    out.amounts[scale] = span

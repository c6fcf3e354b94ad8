"""The caster's moments in a game of Connections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tui_arena.core.caster import (
    Fact,
    Moment,
    Scene,
    gave_up,
    last_chance,
    long_thought,
    run_of,
    who,
    words_in,
)
from tui_arena.games.connections.state import SETTER, seats_of

DRY = 3
"""The caster remarks on this many clues in a row without a letter, and again after as many more."""
RUN = 2
"""The caster remarks on at least this many connections or blocks in a row."""
PAIR = 3
"""Two players are a pair once they have understood each other this often."""
SHORT, LONG = 2, 12
"""The most words of a short clue, and the fewest of a long one."""
AHEAD, BEHIND = 4, 2
"""At half-time the guessers are well ahead with at least the first number of letters, and behind with at most
the second."""
KNOWS = 3
"""The word may be guessed once at least this many letters are shown."""

Turn = Mapping[str, Any]


def moments(scene: Scene) -> Iterator[Moment]:
    """The moments of a reply, as the table's views tell them."""
    yield from gave_up(scene)
    if scene.ask == "clue" and scene.now["clue"] and not scene.was["clue"]:
        yield from _clued(scene)
    if scene.is_new_turn:
        yield from _closed(scene, scene.turns[-1])
    if scene.ask == "clue":
        yield from long_thought(scene)


def _clued(scene: Scene) -> Iterator[Moment]:
    clue = str(scene.now["clue"])
    facts: dict[str, Fact] = {"who": who(str(scene.now["giver"])), "clue": clue, "number": words_in(clue)}
    if any(str(turn["clue"]).casefold() == clue.casefold() for turn in scene.turns):
        yield Moment("clue_again", facts)
    if words_in(clue) <= SHORT:
        yield Moment("short_clue", facts)
    elif words_in(clue) >= LONG:
        yield Moment("long_clue", facts)


def _facts(scene: Scene, turn: Turn) -> dict[str, Fact]:
    left = scene.now["attempts_left"]
    return {
        "giver": who(str(turn["giver"])),
        "setter": who(SETTER),
        "clue": str(turn["clue"]),
        "word": str(turn["word"]).upper(),
        "letters": str(scene.now["letters"]),
        "shown": int(scene.now["shown"]),
        "used": len(scene.turns),
        "left": left if isinstance(left, int) else 0,
    }


def _right(turn: Turn) -> tuple[str, ...]:
    """The seats that guessed the giver's word."""
    return tuple(str(one["seat"]) for one in turn["guesses"] if one["right"])


def _closed(scene: Scene, turn: Turn) -> Iterator[Moment]:
    """The moments at the end of an attempt."""
    if turn["end"] == "forfeited":
        yield Moment("forfeited", _facts(scene, turn))
        return
    facts = _facts(scene, turn)
    if scene.over:
        yield from _ending(scene, turn, facts)
        return
    guessers = who(*seats_of(int(scene.now["guessers"])))
    yield from last_chance(scene, int(scene.now["turns_left"]), guessers, int(scene.was["turns_left"]))
    match turn["end"]:
        case "reveal":
            yield from _connected(scene, turn, facts)
        case "setter_blocked":
            yield from _blocked(scene, turn, facts)
        case _:
            yield from _missed(scene, turn, facts)
    yield from _lead(scene, facts)


def _ending(scene: Scene, turn: Turn, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    told = {**facts, "word": str(scene.now["secret"]).upper()}
    if turn["end"] == "won":
        right = _right(turn) or (str(turn["giver"]),)
        told |= {"who": who(*right)}
        named = str(turn["word"]).casefold() == str(scene.now["secret"]).casefold()
        early = named and int(turn["before"]) < KNOWS
        yield Moment("named_early" if early else "named_it" if named else "last_letter", told)
    elif SETTER in scene.outcome.winners:
        missed = next((n for n, one in enumerate(scene.turns, 1) if one["word"] == scene.now["secret"]), 0)
        if missed and scene.turns[missed - 1]["end"] == "guesser_wrong":
            yield Moment("had_it", {**told, "number": missed})
        yield Moment("kept", told)


def _connected(scene: Scene, turn: Turn, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments of a connection, which shows a letter."""
    right, turns = _right(turn), scene.turns
    told = {**facts, "who": who(*right)}
    dry = run_of(one["end"] != "reveal" for one in turns[:-1])
    run = run_of(one["end"] == "reveal" for one in turns)
    if dry >= DRY:
        yield Moment("after_drought", {**told, "number": dry})
    if run >= RUN:
        yield Moment("row", {**told, "number": run})
    if (pair := _pair(turns, turn)) is not None:
        yield Moment("pair", {**told, "who": who(*pair[0]), "number": pair[1]})
    if turn["block"] and not scene.over:
        yield Moment("slipped_past", {**told, "block": str(turn["block"]).upper()})
    others = len(turn["guesses"])
    if len(right) == others > 1:
        yield Moment("all_understood", told)
    elif len(right) == 1 < others:
        yield Moment("one_understood", told)
    yield Moment("connected", told)


def _pair(turns: Sequence[Turn], last: Turn) -> tuple[tuple[str, str], int] | None:
    """The pair that understood each other just now and has done so most often, and how often it has."""
    pairs = Counter(
        tuple(sorted((str(one["giver"]), seat)))
        for one in turns
        if one["end"] == "reveal"
        for seat in _right(one)
    )
    mine = [tuple(sorted((str(last["giver"]), seat))) for seat in _right(last)]
    best = max(mine, key=lambda pair: pairs[pair], default=None)
    if best is None or pairs[best] < PAIR:
        return None
    return (best[0], best[1]), pairs[best]


def _blocked(scene: Scene, turn: Turn, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments of a block."""
    right = _right(turn)
    run = run_of(one["end"] == "setter_blocked" for one in scene.turns)
    if run >= RUN:
        yield Moment("blocked_again", {**facts, "number": run})
    if right:
        yield Moment("both_knew", {**facts, "who": who(*right)})
    yield Moment("blocked", facts)


def _missed(scene: Scene, turn: Turn, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments of a clue that nobody understood."""
    run = run_of(one["end"] in ("guesser_wrong", "setter_blocked") for one in scene.turns)
    if run and run % DRY == 0:
        yield Moment("drought", {**facts, "number": run})
    guesses = Counter(str(one["word"]) for one in turn["guesses"] if one["word"])
    word, times = guesses.most_common(1)[0] if guesses else ("", 0)
    if times > 1:
        alike = who(*(str(one["seat"]) for one in turn["guesses"] if one["word"] == word))
        yield Moment("same_wrong", {**facts, "who": alike, "guess": word.upper()})
    if any(one["word"] == turn["word"] and one["end"] == turn["end"] for one in scene.turns[:-1]):
        yield Moment("word_again", facts)
    said = [str(one["word"]).upper() for one in turn["guesses"] if one["word"]]
    if said:
        yield Moment("missed", {**facts, "guess": said[0]})
    else:
        yield Moment("no_guess", facts)


def _lead(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moment at half-time, by who is ahead."""
    most, used = scene.now["max_attempts"], len(scene.turns)
    if most is None or used != -(-most // 2):
        return
    if facts["shown"] >= AHEAD:  # type: ignore[operator]
        yield Moment("guessers_lead", facts)
    elif facts["shown"] <= BEHIND:  # type: ignore[operator]
        yield Moment("setter_leads", facts)

"""What each seat of Connections may know.

Law: the secret stands in the setter's facts alone until the session is over, a giver's word in its own and
a guess in its own until all guesses are in, a block with the secret in the setter's until the session is
over. Other seats' personas stand there with `personas = all` alone, one's own also with `own`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tui_arena.core.game import TABLE, Line, View
from tui_arena.core.personas import described, interests_of
from tui_arena.games.connections.forms import CLUE_CHARS, written
from tui_arena.games.connections.state import FIRST, OPEN, SETTER, Attempt, State

NO_GUESS = "(no word)"
PASSED = "pass"


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("connections", seat, _facts(state, seat), tuple(_talk(state, seat)))


def is_open(state: State, attempt: Attempt) -> bool:
    """Whether the words of an attempt are still everybody's own."""
    return attempt.end is None and not state.changing and not state.aborted


def shown_block(attempt: Attempt, *, knows: bool) -> str:
    """A block as others may know it; empty for a pass, and for a block with the secret."""
    return "" if attempt.own_word and not knows else attempt.block or ""


def _facts(state: State, seat: str) -> dict[str, Any]:
    knows = seat == SETTER or state.over
    options, attempt = state.setup.options, state.open
    clue = attempt.clue if attempt else None
    givers = tuple(s for s in state.givers if s not in state.passed)
    giver = clue.giver if clue else givers[0] if len(givers) == 1 else ""
    mine = knows and seat == SETTER
    used, most = len(state.attempts), state.max_attempts
    return {
        "turn": state.number,
        "turns_left": 99 if most is None else most - used,
        "attempt": state.number,
        "attempts_used": used,
        "max_attempts": most,
        "limited": most is not None,
        "attempts_left": "" if most is None else most - used,
        "guessers": len(state.guessers),
        "prefix": state.prefix,
        "letters": state.prefix.upper(),
        "shown": len(state.prefix),
        "plays_on": options["last_letter"] == "plays_on",
        "improvises": state.improvises,
        "giver": giver,
        "giver_first": options["giver"] == FIRST,
        "giver_open": options["giver"] == OPEN,
        "gives": clue is None and seat in givers,
        "can_pass": options["giver"] == OPEN,
        "clue": clue.text if clue else "",
        "kind": clue.kind if clue else "",
        "clue_chars": CLUE_CHARS,
        "clue_word": clue.word
        if clue and (seat == clue.giver or (attempt and not is_open(state, attempt)))
        else "",
        "block": (attempt.block or "") if attempt and mine else "",
        "waits_for": list(state.waits_for),
        "said": [s for s, _ in attempt.guesses] if attempt else [],
        "blocked": list(state.blocked),
        "blocked_words": ", ".join(state.blocked).upper(),
        "played": list(state.played),
        "played_words": ", ".join(state.played).upper(),
        "changing": state.changing,
        "turns": [_attempt(a, knows=knows) for a in state.attempts],
        "started": bool(state.attempts) or state.open is not None,
        "secret": (state.secret or "") if knows else "",
        "secret_letters": (state.secret or "").upper() if knows else "",
        "is_setter": seat == SETTER,
        "found": state.over and state.found,
        "used_up": state.over and state.used_up,
        "faults_left": state.faults_left(seat),
        "over": state.over,
        **_personas(state, seat),
        **_memory(state, seat),
    }


def _attempt(attempt: Attempt, *, knows: bool) -> dict[str, Any]:
    """An attempt that is over, as everybody has seen it; `knows`: with a block that was the secret."""
    clue = attempt.clue
    return {
        "giver": clue.giver if clue else "",
        "clue": clue.text if clue else "",
        "kind": clue.kind if clue else "",
        "word": clue.word if clue else "",
        "block": shown_block(attempt, knows=knows),
        "own_word": knows and attempt.own_word,
        "guesses": [
            {"seat": seat, "word": word, "right": seat in attempt.connected} for seat, word in attempt.guesses
        ],
        "end": attempt.end,
        "before": attempt.before,
        "after": attempt.after,
    }


def _personas(state: State, seat: str) -> dict[str, Any]:
    """Who the seat is and who the others are, as far as the option tells it."""
    told, personas = state.setup.options["personas"], state.setup.extra.get("personas") or {}
    own = personas.get(seat, {}) if told != "none" else {}
    others = {s: p for s, p in personas.items() if s != seat and told == "all"}
    lines = [f"{s}: {text}" for s, p in others.items() if (text := described(p))]
    return {
        "persona": described(own),
        "interests": list(interests_of(own)),
        "others": {s: list(interests_of(p)) for s, p in others.items()},
        "personas": {s: text for s, p in others.items() if (text := described(p))},
        "other_personas": "\n".join(lines),
    }


def _memory(state: State, seat: str) -> dict[str, Any]:
    """Who solved and who missed which clues, a line a seat, with `memory = table`."""
    if state.setup.options["memory"] != "table" or not state.attempts:
        return {"memory": ""}
    lines = []
    for other in (SETTER, *state.guessers):
        if other == seat:
            continue
        solved: list[str] = []
        missed: list[str] = []
        for attempt in state.attempts:
            if attempt.clue is None or attempt.clue.giver == other:
                continue
            if other == SETTER:
                (solved if attempt.blocked else missed).append(attempt.clue.word)
            elif other in dict(attempt.guesses):
                (solved if other in attempt.connected else missed).append(attempt.clue.word)
        named = (", ".join(words).upper() or "none" for words in (solved, missed))
        lines.append("{}: solved {}; missed {}".format(other, *named))
    return {"memory": "\n".join(lines)}


def _talk(state: State, seat: str) -> Iterator[Line]:
    for attempt in (*state.attempts, *([state.open] if state.open else [])):
        yield from _told(state, attempt, seat)
    yield from (line for line in state.rejected if line.seat == seat)


def _told(state: State, attempt: Attempt, seat: str) -> Iterator[Line]:
    clue, hidden = attempt.clue, is_open(state, attempt)
    if clue is not None:
        mine = seat == clue.giver
        yield Line(clue.giver, written(clue.word, clue.text, clue.kind) if mine else clue.text, "clue")
    if attempt.block is not None and (seat == SETTER or not hidden):
        word = shown_block(attempt, knows=seat == SETTER or state.over)
        yield Line(SETTER, word or PASSED, "block")
    for guesser, word in attempt.guesses:
        if guesser == seat or not hidden:
            yield Line(guesser, word or NO_GUESS, "guess", read=not word)
    if attempt.end is not None:
        yield Line(TABLE, _ending(state, attempt), "end", read=True)
    elif state.changing and clue is not None:
        yield Line(TABLE, f"Connected: the word was {clue.word.upper()}.", "end", read=True)


def _ending(state: State, attempt: Attempt) -> str:
    """What came of an attempt, in words that everybody may know."""
    word = attempt.clue.word.upper() if attempt.clue else ""
    letters = (state.secret or "")[: attempt.after].upper()
    match attempt.end:
        case "reveal":
            return f"Connected: the word was {word}. The letters are now {letters}."
        case "won" if word == letters:
            return f"Connected: the word was {word}, and {word} is the secret."
        case "won":
            return f"Connected: the word was {word}. With its last letter it is {letters}."
        case "guesser_wrong":
            return f"The word was {word}. Nobody connected."
        case "setter_blocked":
            return f"{word} is blocked."
    return "No clue was given."

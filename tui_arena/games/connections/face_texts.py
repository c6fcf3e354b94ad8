"""What the host says while a game of Connections is played, and how it ended.

Law: of a view that is handed in; what a view does not hold is not told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tui_arena.core.game import Ask, Fault, View
from tui_arena.core.record import Play
from tui_arena.core.sentences import capital
from tui_arena.core.speaking import YOU, stopped, who_does
from tui_arena.core.text import one_line
from tui_arena.games.connections.forms import LEAST, MOST, check_fits, read_clue, read_word
from tui_arena.games.connections.state import SETTER, Attempt, State

DOES = {
    "word": ("think of a word", "thinks of a word"),
    "clue": ("give a clue", "gives a clue"),
    "block": ("may block", "may block"),
    "guess": ("name a word", "names a word"),
    "change": ("keep or change the word", "keeps or changes the word"),
}
TASKS = {
    "word": "you think of a word",
    "clue": "you give a clue",
    "block": "you may block the clue",
    "guess": "you name the word that is meant",
    "change": "you keep your word, or change it",
}
LABELS = {"word": "your word", "block": "block", "guess": "guess", "change": "change to", "clue": "clue"}
MISSING = {
    "word": "Think of a word first.",
    "clue": "A word first, then a clue to it; tab goes from one to the other.",
    "guess": "Name a word. A wrong one costs nothing but the attempt.",
}
ENDS: Mapping[str, str] = {
    "reveal": "connected",
    "won": "found it",
    "guesser_wrong": "nobody",
    "setter_blocked": "blocked",
    "forfeited": "no clue",
}
HAPPENED: Mapping[str, str] = {
    "reveal": "connected",
    "won": "connected",
    "guesser_wrong": "missed",
    "setter_blocked": "blocked",
    "forfeited": "forfeited",
}
"""Words for a guide."""
EMOJI = {"reveal": "🟩", "won": "🎯", "guesser_wrong": "⬜", "setter_blocked": "🟥", "forfeited": "⬛"}
SIGNS = {"reveal": "+", "won": "*", "guesser_wrong": ".", "setter_blocked": "#", "forfeited": "-"}
IN_WORDS = {
    "reveal": "connected",
    "won": "the word itself",
    "guesser_wrong": "missed",
    "setter_blocked": "blocked",
    "forfeited": "no clue",
}
QUICK = 3
"""Attempts up to which a word was found at once."""


def verb(name: str, mine: str, theirs: str) -> str:
    """`You give`, `Ada gives`."""
    return f"{name} {mine if name == YOU else theirs}"


def several(names: Sequence[str], last: str = "and") -> str:
    """Names in a row.

    >>> several(["Ada", "Ben", "Cleo"]), several([])
    ('Ada, Ben and Cleo', '')
    """
    told = ["you" if name == YOU else name for name in names]
    return f" {last} ".join(filter(None, (", ".join(told[:-1]), told[-1]))) if told else ""


def status(view: View, ask: Ask, names: Mapping[str, str]) -> str:
    """Whose turn it is, and which attempt."""
    facts = view.facts
    if ask.name == "word":
        return who_does(ask, names, DOES)
    if ask.name == "guess" and len(facts["waits_for"]) > 1:
        does = "everybody names a word"
    elif ask.name == "clue" and not facts["giver"]:
        does = "whoever has a clue gives it"
    else:
        does = who_does(ask, names, DOES)
    of = f" of {facts['max_attempts']}" if facts["limited"] else ""
    return f"{does} · {facts['attempt']}{of}"


# the answer


def placeholder(ask: Ask, view: View) -> str:
    """What an empty bar asks for."""
    letters = view.facts["letters"]
    return {
        "word": f"a word of {LEAST} to {MOST} letters; they see the first",
        "block": f"{letters}… is what they mean; enter alone lets it pass",
        "guess": f"{letters}… is what is meant",
        "change": f"another word that begins with {letters}; enter alone keeps yours",
    }.get(ask.name, "")


def form_asks(ask: Ask, view: View) -> tuple[str, str]:
    """What the two fields of a clue ask for while they are empty."""
    word = f"{view.facts['letters']}…"
    if ask.optional:
        return word, "what leads to it; enter alone: no clue this time"
    return word, "what leads the others to it, and the setter astray"


def while_typed(ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
    """What the rules would say of what is typed, once it can't become right any more."""
    facts = view.facts
    word, clued = typed_word(text), ask.name != "clue"
    if ask.name == "clue":
        try:
            read_clue(text)
            clued = True
        except Fault:
            fault = fault if fault and fault.kind == "rule" else _of_word(word, facts)
    begun = not word or facts["prefix"].startswith(word)
    if fault is not None and fault.kind == "rule" and not begun:
        if ask.name in ("word", "change") and len(word) < max(LEAST, facts["shown"] + 1):
            return "", ""
        return quoted(fault), "refused"
    if ask.name == "block" and word and word == facts["secret"]:
        return "That is your own word. It blocks nothing, and nobody is told.", "hint"
    if ask.name == "guess" and clued and word in facts["played"]:
        return "That word was on the table before.", "hint"
    return "", ""


def typed_word(text: str) -> str:
    """The word in what is typed, in a bar or a form."""
    first = text.partition("\n")[0]
    if first.startswith("clue: "):
        return ""
    return first.removeprefix("word: ").strip().casefold()


def _of_word(word: str, facts: Mapping[str, Any]) -> Fault | None:
    """What is wrong with the word of a clue that is not there yet."""
    try:
        check_fits(read_word(word), facts["prefix"], tuple(facts["blocked"]))
    except Fault as fault:
        return fault
    return None


def quoted(fault: Fault) -> str:
    """A sentence of the rules with the marks that people quote with."""
    parts = fault.why.split("`")
    return (
        capital("".join(part + ("“" if n % 2 == 0 else "”") for n, part in enumerate(parts[:-1])) + parts[-1])
        + "."
    )


def refusal(ask: Ask, fault: Fault) -> str:
    """Why a text was not taken, for who typed it."""
    if fault.kind in ("format", "empty"):
        return MISSING.get(ask.name, "One word, or enter alone.")
    if fault.heard:
        return "The clue says the word itself; F8 overrules."
    return quoted(fault)


def welcome(view: View) -> list[str]:
    """The rules in short, for who comes to the table."""
    if view.facts["attempts_used"] or view.facts["over"]:
        return []
    if view.seat == SETTER:
        return ["They connect, and a letter goes up.", "You name their word first, and it does not."]
    return ["Lead each other to a word and past the setter.", "Each time you connect, a letter goes up."]


# the frame


def title(view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
    """What stands in the frame's edge."""
    facts = view.facts
    if facts["clue"]:
        giver = names.get(facts["giver"], facts["giver"])
        return "your clue" if view.seat == facts["giver"] else f"{giver}'s clue"
    return "your turn" if ask is not None else ""


def lines(view: View, ask: Ask | None, names: Mapping[str, str], own: str) -> tuple[str, ...]:
    """What stands there below a clue, or in its place; `own`: the word that who looks has given."""
    facts = view.facts
    if facts["over"]:
        return ()
    if facts["clue"] and not facts["changing"]:
        return _of_clue(view, ask, names, own)
    if ask is not None:
        return _to_do(view, ask, names)
    setter = names.get(SETTER, SETTER)
    if not facts["prefix"]:
        return (verb(setter, "think of a word.", "thinks of a word."),)
    return (f"{coming(view, names)}.", "Then you may name it, and block it." if view.seat == SETTER else "")


def _to_do(view: View, ask: Ask, names: Mapping[str, str]) -> tuple[str, ...]:
    """What who sits in front is asked for, where there is no clue."""
    letters = view.facts["letters"]
    if ask.name == "word":
        return ("Think of a word.", f"They see its first letter. {LEAST} to {MOST} letters.")
    if ask.name == "change":
        return (f"They connected: a letter goes up after {letters}.", "Keep your word, or change it.")
    setter = names.get(SETTER, SETTER)
    others = several([names.get(s, s) for s in _guessers(view) if s != view.seat])
    told = (
        f"A word that begins with {letters}.",
        f"Lead {others} to it, and {'you' if setter == YOU else setter} past it.",
    )
    return (*told, "Whoever is first gives the clue.") if ask.race else told


def coming(view: View, names: Mapping[str, str]) -> str:
    """Who gives the next clue."""
    giver = view.facts["giver"]
    if view.facts["gives"]:
        return f"Your turn: a clue to a word with {view.facts['letters']}"
    if not giver:
        return f"Whoever has one gives a clue to a word with {view.facts['letters']}"
    return f"{verb(names.get(giver, giver), 'give', 'gives')} a clue to a word with {view.facts['letters']}"


def _of_clue(view: View, ask: Ask | None, names: Mapping[str, str], own: str) -> tuple[str, ...]:
    facts = view.facts
    setter = names.get(SETTER, SETTER)
    if ask is not None and ask.name == "block":
        return ("Name the word to block it, or let it pass.",)
    if view.seat == facts["giver"]:
        return (f"your word: {facts['clue_word'].upper()}",)
    if own:
        return (f"your word is in: {own.upper()}",)
    if not facts["waits_for"]:
        return (verb(setter, "may block it first.", "may block it first."),)
    if view.seat in facts["waits_for"]:
        return (f"What does {names.get(facts['giver'], facts['giver'])} mean?",)
    return ("Everybody else names it, or tries to.",)


def _guessers(view: View) -> list[str]:
    return [f"guesser_{n}" for n in range(1, view.facts["guessers"] + 1)]


# the end


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it; from the side of who played it, if all people sat there."""
    state, outcome = play.state, play.outcome()
    was = f" · {(state.secret or '').upper()}" if state.secret else ""
    if outcome.result == "aborted":
        return f"STOPPED{was}", stopped(play, names)
    if play.resigned:
        return f"GAVE UP{was}", "Some words are better company unseen."
    if outcome.result == "unfinished":
        return "", ""
    setter_won = outcome.winners == (SETTER,)
    ours = {seat == SETTER for seat in people}
    n = len(state.attempts)
    if len(ours) == 1:
        head = "WON" if setter_won in ours else "LOST"
    else:
        who = names.get(SETTER, SETTER) if setter_won else "the guessers"
        head = "YOU WIN" if who == YOU else f"{who.upper()} WIN{'S' if setter_won else ''}"
    tail = "" if setter_won else f" in {n}"
    return f"{head}{tail}{was}", _remark(state, setter_won=setter_won)


def _remark(state: State, *, setter_won: bool) -> str:
    """What happened, in a sentence."""
    ends = Counter(a.end for a in state.attempts)
    last, n = state.attempts[-1], len(state.attempts)
    shown, length = last.before, len(state.secret or "")
    alone = f"{shown} letter{'' if shown == 1 else 's'}"
    ways = (
        (setter_won and ends["setter_blocked"] * 2 > n, "The setter sat between them, and heard everything."),
        (setter_won and ends["guesser_wrong"] * 2 > n, "So many clues, and so few of them caught."),
        (setter_won, f"{shown} of {length} letters, and then the evening was over."),
        (last.end == "won" and n <= QUICK, "Straight to the word. Somebody was thinking aloud."),
        (last.end == "won" and shown * 2 <= length, f"The whole word, from {alone}. That was a good clue."),
        (not ends["setter_blocked"], "Not a single block. The setter may well have been reading."),
        (last.end == "reveal", "Letter by letter, to the very last one."),
    )
    return next((said for so, said in ways if so), "You think alike, and past the setter.")


def score(play: Play[State]) -> str:
    """`7/50`, or `X/50` where the setter won."""
    state = play.state
    found = play.outcome().result == "won" and state.found and not play.resigned
    n = str(len(state.attempts)) if found else "X"
    return n if state.max_attempts is None else f"{n}/{state.max_attempts}"


def rows(state: State) -> list[list[str]]:
    """How attempts ended, a row for each number of letters that were shown."""
    letters = max((a.before for a in state.attempts), default=0)
    return [[a.end or "" for a in state.attempts if a.before == n] for n in range(1, letters + 1)]


def in_words(state: State) -> list[str]:
    """The attempts with each number of letters, to be read out."""
    told = []
    for n, row in enumerate(rows(state), 1):
        if row:
            told.append(f"with {n} letter{'' if n == 1 else 's'}: {', '.join(IN_WORDS[end] for end in row)}")
    return told


def nearness(state: State) -> tuple[float, str]:
    """How near the guessers are: letters shown, of those that there are."""
    if not state.secret:
        return 0.0, ""
    shown = len(state.secret) if state.found else state.shown
    return shown / len(state.secret), f"{shown} letter{'' if shown == 1 else 's'} shown"


def ended(attempt: Attempt, shown: str) -> str:
    """What came of an attempt, for everybody."""
    word = attempt.clue.word.upper() if attempt.clue else ""
    return one_line(f"{word}: {ENDS[attempt.end or 'forfeited']}. {shown.upper()}", 120)


def happened(view: View) -> set[str]:
    """Words for a guide: connected, missed, blocked, forfeited, refused; gives, blocks, guesses."""
    facts = view.facts
    turns = facts["turns"]
    words = {HAPPENED[turns[-1]["end"]]} if turns and not facts["clue"] else set()
    if facts["gives"]:
        words.add("gives")
    elif facts["clue"] and view.seat in facts["waits_for"]:
        words.add("guesses")
    elif facts["clue"] and view.seat == SETTER and not facts["waits_for"]:
        words.add("blocks")
    return words | ({"refused"} if view.talk and view.talk[-1].fault else set())

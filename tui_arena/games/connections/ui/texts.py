"""The host's texts while a game of Connections is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tui_arena.core.game import Ask, Fault, View
from tui_arena.core.language.sentences import YOU, capital, listed, who_does
from tui_arena.games.connections.state import LEAST, LINE, MOST, SETTER, check_fits, read_clue, read_word

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
HAPPENED: Mapping[str, str] = {
    "reveal": "connected",
    "won": "connected",
    "guesser_wrong": "missed",
    "setter_blocked": "blocked",
    "forfeited": "forfeited",
}
"""By how an attempt ended, the word that tells a guide so."""


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names by seat; a name that several players have is replaced by the seat.

    >>> told_apart({"setter": "bot", "guesser_1": "You", "guesser_2": "bot"})
    {'setter': 'the setter', 'guesser_1': 'You', 'guesser_2': 'guesser 2'}
    """
    often = Counter(names.values())
    seats = {seat: "the setter" if seat == SETTER else seat.replace("_", " ") for seat in names}
    return {seat: name if often[name] == 1 else seats[seat] for seat, name in names.items()}


def verb(name: str, mine: str, theirs: str) -> str:
    """A name with its verb: `You give`, `Ada gives`."""
    return f"{capital(name)} {mine if name == YOU else theirs}"


def status(view: View, ask: Ask, names: Mapping[str, str]) -> str:
    """Whose turn it is, and which attempt."""
    facts, names = view.facts, told_apart(names)
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
    """The placeholder of the empty answer bar."""
    letters = view.facts["letters"]
    return {
        "word": f"a word of {LEAST} to {MOST} letters; they see the first",
        "block": f"{letters}… is what they mean; enter alone lets it pass",
        "guess": f"{letters}… is what is meant",
        "change": f"another word that begins with {letters}; enter alone keeps yours",
    }.get(ask.name, "")


def form_asks(ask: Ask, view: View) -> tuple[str, str]:
    """The placeholders of the form's fields for the word and the clue."""
    word = f"{view.facts['letters']}…"
    if ask.optional:
        return word, "what leads to it; enter alone: no clue this time"
    return word, "what leads the others to it, and the setter astray"


def while_typed(ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
    """What the rules would say about a text while it is typed, once it can't become right any more.

    A text and its kind: `refused`, `hint` or empty.
    """
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
    """The word in a typed text of the answer bar or the form; empty if there is none yet."""
    first = text.partition("\n")[0]
    if first.startswith("clue: "):
        return ""
    return first.removeprefix("word: ").strip().casefold()


def _of_word(word: str, facts: Mapping[str, Any]) -> Fault | None:
    """What is wrong with the word while its clue is still missing; None if nothing is."""
    try:
        check_fits(read_word(word), facts["prefix"], tuple(facts["blocked"]))
    except Fault as fault:
        return fault
    return None


def quoted(fault: Fault) -> str:
    """A fault's sentence with quotation marks in place of backticks."""
    parts = fault.why.split("`")
    return (
        capital("".join(part + ("“" if n % 2 == 0 else "”") for n, part in enumerate(parts[:-1])) + parts[-1])
        + "."
    )


def refusal(ask: Ask, fault: Fault) -> str:
    """Why a text was not taken, for the player who typed it."""
    nothing = fault.kind == "empty" or (fault.kind == "format" and fault.why.startswith(LINE))
    if nothing or (fault.kind == "format" and ask.optional and ask.name != "clue"):
        return MISSING.get(ask.name, "One word, or enter alone.")
    if fault.kind == "format":
        return quoted(Fault(fault.kind, fault.why.partition(";")[0]))
    if fault.heard:
        return "The clue says the word itself; F8 overrules."
    return quoted(fault)


def welcome(view: View) -> list[str]:
    """The rules in two lines, before the first attempt is over."""
    if view.facts["attempts_used"] or view.facts["over"]:
        return []
    if view.seat == SETTER:
        return ["They connect, and a letter goes up.", "You name their word first, and it does not."]
    return ["Lead each other to a word and past the setter.", "Each time you connect, a letter goes up."]


# the frame


def title(view: View, ask: Ask | None, names: Mapping[str, str]) -> str:
    """The frame's title."""
    facts = view.facts
    if facts["clue"]:
        giver = names.get(facts["giver"], facts["giver"])
        return "your clue" if view.seat == facts["giver"] else f"{giver}'s clue"
    return "your turn" if ask is not None else ""


def lines(view: View, ask: Ask | None, names: Mapping[str, str], own: str) -> tuple[str, ...]:
    """The lines below a clue or in its place. `own`: the word that this seat has guessed."""
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
    """What the hotseat has to do while there is no clue."""
    letters = view.facts["letters"]
    if ask.name == "word":
        return ("Think of a word.", f"They see its first letter. {LEAST} to {MOST} letters.")
    if ask.name == "change":
        return (f"They connected: a letter goes up after {letters}.", "Keep your word, or change it.")
    setter = names.get(SETTER, SETTER)
    others = listed([_inside(names.get(s, s)) for s in _guessers(view) if s != view.seat])
    told = (
        f"A word that begins with {letters}.",
        f"Lead {others} to it, and {_inside(setter)} past it.",
    )
    first = "Whoever is first gives the clue; bots wait half a minute."
    return (*told, first) if ask.race else told


def _inside(name: str) -> str:
    """A name as it is written within a sentence."""
    return name.lower() if name == YOU else name


def coming(view: View, names: Mapping[str, str]) -> str:
    """A sentence on who gives the next clue."""
    giver = view.facts["giver"]
    if not giver:
        return f"Whoever has one gives a clue to a word with {view.facts['letters']}"
    return f"{verb(names.get(giver, giver), 'give', 'gives')} a clue to a word with {view.facts['letters']}"


def next_clue(view: View, names: Mapping[str, str]) -> str:
    """Who gives the next clue, in short."""
    giver = view.facts["giver"]
    if not giver:
        return "Next clue: whoever has one"
    return "Your turn" if view.facts["gives"] else f"Next clue: {_inside(names.get(giver, giver))}"


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


def happened(view: View) -> set[str]:
    """The words that tell a guide what has just happened.

    They are `connected`, `missed`, `blocked`, `forfeited`, `refused`; `gives`, `blocks`, `guesses`.
    """
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

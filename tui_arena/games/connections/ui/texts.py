"""What the host says while a game of Connections is played, and how it ended.

Law: of a view that is handed in; what a view does not hold is not told.
"""

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
"""Words for a guide."""


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """The names, with the seat in place of one that several have.

    >>> told_apart({"setter": "bot", "guesser_1": "You", "guesser_2": "bot"})
    {'setter': 'the setter', 'guesser_1': 'You', 'guesser_2': 'guesser 2'}
    """
    often = Counter(names.values())
    seats = {seat: "the setter" if seat == SETTER else seat.replace("_", " ") for seat in names}
    return {seat: name if often[name] == 1 else seats[seat] for seat, name in names.items()}


def verb(name: str, mine: str, theirs: str) -> str:
    """`You give`, `Ada gives`."""
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
    nothing = fault.kind == "empty" or (fault.kind == "format" and fault.why.startswith(LINE))
    if nothing or (fault.kind == "format" and ask.optional and ask.name != "clue"):
        return MISSING.get(ask.name, "One word, or enter alone.")
    if fault.kind == "format":
        return quoted(Fault(fault.kind, fault.why.partition(";")[0]))
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
    others = listed([_inside(names.get(s, s)) for s in _guessers(view) if s != view.seat])
    told = (
        f"A word that begins with {letters}.",
        f"Lead {others} to it, and {_inside(setter)} past it.",
    )
    first = "Whoever is first gives the clue; bots wait half a minute."
    return (*told, first) if ask.race else told


def _inside(name: str) -> str:
    """A name within a sentence."""
    return name.lower() if name == YOU else name


def coming(view: View, names: Mapping[str, str]) -> str:
    """Who gives the next clue."""
    giver = view.facts["giver"]
    if not giver:
        return f"Whoever has one gives a clue to a word with {view.facts['letters']}"
    return f"{verb(names.get(giver, giver), 'give', 'gives')} a clue to a word with {view.facts['letters']}"


def next_clue(view: View, names: Mapping[str, str]) -> str:
    """The same in short."""
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

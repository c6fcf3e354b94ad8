"""What the host says while a game of Taboo is played.

Law: of a view that is handed in; what a view does not hold is not told.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tui_arena.core.game import Ask, Fault, View
from tui_arena.core.language.sentences import YOU
from tui_arena.core.text import one_line
from tui_arena.games.taboo.rules import BARE_WORDS

DOES = {
    "prompt": ("prompt", "prompts"),
    "reply": ("reply", "replies"),
    "last_guess": ("have one guess", "has one guess"),
}
TASKS = {
    "prompt": "you make them say your word",
    "reply": "you reply to a prompt",
    "last_guess": "you have one guess",
}
LABELS = {"prompt": "prompt", "reply": "reply", "last_guess": "guess"}
MISSING = {"prompt": "Ask them something first.", "reply": "Say something first."}
PHRASE = "My guess of the word is: "
_GUESS = re.compile(r"(?:my )?g(?:uess)?(?: of the word)?(?: is)?\b\s*(:?)\s*(.+)", re.IGNORECASE)
_CEREMONY = re.compile(r"(?:is it|it is|it's|the word is)\s+(?=\S)", re.IGNORECASE)
_ASIDE = frozenset("what who whom whose where when why how which that so not again if i it it's we".split())
"""Words after `guess` with which nobody names a word: `guess what happened`."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
SHORTEST = 3
"""Letters of a word that can be picked from a reply."""
FEW = 20
"""So few characters left are told with more weight."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RULES = {
    "equal": "the word itself",
    "inflection": "an inflection of {word}",
    "form": "a form of {word}",
    "look-alike": "{word} in other letters",
    "spelled": "{word}, spelled out",
    "ruling": "so the table ruled",
}
"""How a token says the word, by the rule that fired."""


def guess_typed(text: str) -> str | None:
    """What `guess X` or `g X` names; None for another text, such as one that only begins like it.

    >>> guess_typed("g: hair dryer?"), guess_typed("Guess what I had for breakfast")
    ('hair dryer', None)
    """
    found = _GUESS.fullmatch(" ".join(text.split()))
    if found is None:
        return None
    named = _named(found[2])
    words = named.split()
    if not words or len(words) > BARE_WORDS or not any(c.isalnum() for c in named):
        return None
    return named if found[1] or words[0].casefold() not in _ASIDE else None


def last_guess_typed(text: str) -> str:
    """A last guess in the form of the rules; nothing typed is no pass, as Enter is soon pressed twice."""
    bare = " ".join(text.split())
    if bare.casefold().rstrip(" .!") in ("pass", "-"):
        return "pass"
    named = guess_typed(bare) or _named(bare)
    return f"{PHRASE}{named}" if len(named.split()) <= BARE_WORDS else text


def _named(text: str) -> str:
    """What a guess names, without what people put around it."""
    return _CEREMONY.sub("", text).strip(" .?!\"'“”")


def has(name: str) -> str:
    """`You have`, `Ada has`."""
    return "You have" if name == YOU else f"{name} has"


def wins(name: str) -> str:
    """`you win`, `Ada wins`."""
    return "you win" if name == YOU else f"{name} wins"


def number(n: int) -> str:
    """A small number in a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def quoted(text: str) -> str:
    """A sentence of the rules with the marks that people quote with."""
    return re.sub(r"`([^`]*)`", r"“\1”", text)


def placeholder(ask: Ask, view: View) -> str:
    """What an empty bar asks for."""
    facts = view.facts
    if ask.name == "prompt":
        return "ask something whose answer is your word"
    if ask.name == "last_guess":
        return "one of these words, or pass" if facts["uttered"] else "a word, or pass"
    if facts["last_prompt"]:
        return "the last prompt; or:  guess kettle"
    return "answer, or to guess:  guess kettle"


def while_typed(ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
    """What stands above the bar while a text is typed, and how: characters left, a guess in the making."""
    if not text.strip():
        return "", ""
    if ask.name == "prompt":
        return _while_prompting(view, text, fault)
    if ask.name == "last_guess":
        return _while_guessing(view, last_guess_typed(text), fault)
    if (named := guess_typed(text)) is not None:
        return f"Enter makes {named.upper()} your one guess. A wrong one loses.", "hint"
    return (
        (f"at least {number(view.facts['min_words'] or 0)} words, one of your own", "") if fault else ("", "")
    )


def _while_prompting(view: View, text: str, fault: Fault | None) -> tuple[str, str]:
    if fault is not None and fault.kind == "rule":
        return quoted(fault.why), "refused"
    left = view.facts["max_chars"] - len(one_line(text))
    return f"{left} character{'' if left == 1 else 's'} left", "hint" if left <= FEW else ""


def _while_guessing(view: View, reply: str, fault: Fault | None) -> tuple[str, str]:
    facts = view.facts
    if reply == "pass":
        mine = facts["silent"] and facts["silence_wins"]
        return f"Enter passes, and {'you win' if mine else 'the setter wins'}.", "hint"
    if fault is None and reply.startswith(PHRASE):
        return f"Enter makes {reply.removeprefix(PHRASE).upper()} your one guess.", "hint"
    return "", ""


def refusal(ask: Ask, fault: Fault) -> str:
    """Why a text was not taken, for who typed it."""
    if ask.name == "last_guess":
        return f"One word (at most {number(BARE_WORDS)}), or: pass."
    if fault.kind in ("format", "empty"):
        return "Name a word:  guess kettle" if ask.name == "reply" else MISSING[ask.name]
    if ask.name == "reply":
        return f"{quoted(fault.why)}; to guess, type:  guess kettle"
    return quoted(fault.why) + ("; F8 overrules" if fault.heard else "")


def welcome(view: View) -> list[str]:
    """The rules in short, for who is prompted for the first time."""
    turns = view.facts["turns"]
    if view.seat != "guesser" or len(turns) != 1 or turns[0]["answered"]:
        return []
    return ["Answer, and work out the word. Say it by chance and one guess is left. A wrong guess loses."]


def empty(view: View, names: Mapping[str, str]) -> tuple[str, ...]:
    """What stands in the middle before anything is said: a heading, then lines."""
    facts = view.facts
    setter, guesser = names.get("setter", "the setter"), names.get("guesser", "the guesser")
    most = number(facts["max_prompts"])
    prompts = f"{most} prompt{'' if facts['max_prompts'] == 1 else 's'}"
    if view.seat == "setter":
        forms = ", nor a form of it" if facts["inflections"] else ""
        struck = ", nor what is struck" if facts["forbids"] else ""
        return (
            f"Make {guesser} say the word on your card.",
            f"{prompts.capitalize()} of {facts['max_chars']} characters. Never the word{forms}{struck}.",
            "If they name it as a guess, they win.",
        )
    head = f"{setter} have" if setter == YOU else f"{setter} has"
    if view.seat == "guesser":
        return (f"{head} a word, and wants to hear it from you.", "Don't say it. Find out what it is.")
    return (f"{head} a word, and {prompts} to hear it from {guesser}.",)


def how_said(heard: list[str], word: str) -> str:
    """The token that said the word, and the rule that fired."""
    token, rule = heard
    told = RULES.get(rule, rule).format(word=word)
    return f"“{token or word}” says it: {told}"


def pickable(reply: str) -> tuple[str, ...]:
    """The words of a reply, each once, in its order."""
    words = _WORD.findall(reply)
    return tuple({word.casefold(): word.casefold() for word in words if len(word) >= SHORTEST})


def outcome_lines(facts: Mapping[str, Any], names: Mapping[str, str]) -> list[str]:
    """What the last guess came to, once it is over."""
    guesser = names.get("guesser", "the guesser")
    word = facts["word"].upper()
    if facts["forfeited"]:
        return ["No prompt that the rules allow.", f"The word was {word}."]
    if not facts["guess"]:
        return [f"{'You pass' if guesser == YOU else f'{guesser} passes'}.", f"The word was {word}."]
    said = f"{'You say' if guesser == YOU else f'{guesser} says'} {one_line(facts['guess'], 60).upper()}."
    return [said, "Right." if facts["right"] else f"Wrong. The word was {word}."]


def happened(view: View) -> set[str]:
    """Words for a guide: uttered, guessed, refused, silent."""
    facts = view.facts
    told = {"uttered": facts["uttered"], "guessed": bool(facts["guess"]), "silent": facts["silent"]}
    words = {word for word, so in told.items() if so}
    return words | ({"refused"} if view.talk and view.talk[-1].fault else set())

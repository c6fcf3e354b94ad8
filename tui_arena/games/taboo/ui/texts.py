"""The host's texts during a game of Taboo, and the reading of typed guesses.

Every text is made from the view that is passed in, so it can't reveal what that view doesn't hold.
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
"""Words that don't begin a guess when they follow `guess`, as in `guess what happened`."""
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
SHORTEST = 3
"""The fewest letters of a word that can be picked from a reply."""
FEW = 20
"""With this many characters left or fewer, the count is emphasised."""
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
RULES = {
    "equal": "the word itself",
    "inflection": "an inflection of {word}",
    "form": "a form of {word}",
    "look-alike": "{word} in other letters",
    "spelled": "{word}, spelled out",
    "ruling": "so the table ruled",
}
"""How a token says the word, by the name of the rule that fired."""


def guess_typed(text: str) -> str | None:
    """What `guess X` or `g X` names; None for any other text, even one that begins with `guess`.

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
    """A last guess in the form that the rules read; an empty text is no pass, as Enter is soon hit twice."""
    bare = " ".join(text.split())
    if bare.casefold().rstrip(" .!") in ("pass", "-"):
        return "pass"
    named = guess_typed(bare) or _named(bare)
    return f"{PHRASE}{named}" if len(named.split()) <= BARE_WORDS else text


def _named(text: str) -> str:
    """What a guess names, without the words people put before it (`is it ...`)."""
    return _CEREMONY.sub("", text).strip(" .?!\"'“”")


def has(name: str) -> str:
    """`You have`, `Ada has`."""
    return "You have" if name == YOU else f"{name} has"


def wins(name: str) -> str:
    """`you win`, `Ada wins`."""
    return "you win" if name == YOU else f"{name} wins"


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def quoted(text: str) -> str:
    """A sentence of the rules, with quotation marks in place of backticks."""
    return re.sub(r"`([^`]*)`", r"“\1”", text)


def placeholder(ask: Ask, view: View) -> str:
    """What an empty answer bar asks for."""
    facts = view.facts
    if ask.name == "prompt":
        return "ask something whose answer is your word"
    if ask.name == "last_guess":
        return "one of these words, or pass" if facts["uttered"] else "a word, or pass"
    if facts["last_prompt"]:
        return "the last prompt; or:  guess kettle"
    return "answer, or to guess:  guess kettle"


def while_typed(ask: Ask, view: View, text: str, fault: Fault | None) -> tuple[str, str]:
    """The line above the answer bar while a text is typed, and its kind (`refused`, `hint` or none)."""
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
    """Why a text was refused, for the player who typed it."""
    if ask.name == "last_guess":
        return f"One word (at most {number(BARE_WORDS)}), or: pass."
    if fault.kind in ("format", "empty"):
        return "Name a word:  guess kettle" if ask.name == "reply" else MISSING[ask.name]
    if ask.name == "reply":
        return f"{quoted(fault.why)}; to guess, type:  guess kettle"
    return quoted(fault.why) + ("; F8 overrules" if fault.heard else "")


def welcome(view: View) -> list[str]:
    """The rules in short, for a guesser at the first prompt."""
    turns = view.facts["turns"]
    if view.seat != "guesser" or len(turns) != 1 or turns[0]["answered"]:
        return []
    return ["Answer, and work out the word. Say it by chance and one guess is left. A wrong guess loses."]


def empty(view: View, names: Mapping[str, str]) -> tuple[str, ...]:
    """The text in the middle before anything is said: a heading, then lines."""
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
    """How the last guess turned out, once the session is over."""
    guesser = names.get("guesser", "the guesser")
    word = facts["word"].upper()
    if facts["forfeited"]:
        return ["No prompt that the rules allow.", f"The word was {word}."]
    if not facts["guess"]:
        return [f"{'You pass' if guesser == YOU else f'{guesser} passes'}.", f"The word was {word}."]
    said = f"{'You say' if guesser == YOU else f'{guesser} says'} {one_line(facts['guess'], 60).upper()}."
    return [said, "Right." if facts["right"] else f"Wrong. The word was {word}."]


def happened(view: View) -> set[str]:
    """What has happened, for a guide: any of `uttered`, `guessed`, `silent` and `refused`."""
    facts = view.facts
    told = {"uttered": facts["uttered"], "guessed": bool(facts["guess"]), "silent": facts["silent"]}
    words = {word for word, so in told.items() if so}
    return words | ({"refused"} if view.talk and view.talk[-1].fault else set())

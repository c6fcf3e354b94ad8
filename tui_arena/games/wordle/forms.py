"""Reading Wordle's replies: the forms that they may have (rules.md section 1, "Form" and "Faults").

Law: what can't be read is `format`, what is read and forbidden is `rule`; word lists are not looked
up here.
"""

from __future__ import annotations

from tui_arena.core.game import Data, Fault
from tui_arena.core.text import one_line, undecorated
from tui_arena.core.words import says
from tui_arena.games.wordle.state import GREEN, GREY, LENGTH, Turn

MAX_EXPLANATION = 2000
CLUE_CHARS = (3, 120)


def parse_target(text: str, *, needs_clue: bool) -> tuple[str, str]:
    """The word and the clue of a setter's reply; raises Fault of kind format or rule."""
    word, bar, clue = (part.strip() for part in text.partition("|"))
    word = undecorated(word).lower()
    if not word or len(word.split()) != 1 or (needs_clue and not bar):
        form = "word | clue" if needs_clue else "the word alone"
        raise Fault("format", f"the form is: {form}")
    _check_letters(word)
    return word, one_line(undecorated(clue))


def check_clue(clue: str, word: str, ruling: bool | None, matching: int | None = None) -> None:
    """A clue has its length and does not say the word; raises Fault of kind rule.

    `ruling` is the table's verdict on whether it says the word; None: that of the matcher's version
    `matching` holds.
    """
    low, high = CLUE_CHARS
    if not low <= len(clue) <= high:
        raise Fault("rule", f"the clue has {len(clue)} characters; {low} to {high} are allowed")
    said = says(clue, word, version=matching)
    if said is not None if ruling is None else ruling:
        raise Fault("rule", f"the clue gives the word away: it says {said[0] if said else word}")


def parse_guess(text: str, *, strict: bool) -> tuple[str, str]:
    """The word and the explanation of a guess or proposal; raises Fault of kind format or rule."""
    fields = _tagged(text, ("guess", "explanation"))
    guesses = fields.get("guess", [])
    explanation = "\n".join(fields.get("explanation", [])).strip()
    if len(guesses) > 1:
        raise Fault("format", "there are two guess: lines; give one")
    if strict and (not guesses or "explanation" not in fields):
        raise Fault("format", "two lines are needed, explanation: and guess:")
    words = guesses[0].split() if guesses else text.split() if not fields else []
    if len(words) == 0 or (len(words) > 1 and (strict or not guesses)):
        raise Fault("format", "one word is needed, or the lines explanation: and guess:")
    if len(explanation) > MAX_EXPLANATION:
        raise Fault("rule", f"the explanation is longer than {MAX_EXPLANATION} characters")
    word = words[0].lower()
    _check_letters(word)
    return word, explanation


def parse_opinion(text: str) -> Data:
    """Agreement and explanation of a critic's reply; raises Fault of kind format or rule."""
    fields = _tagged(text, ("agreement", "explanation"))
    said = fields.get("agreement", [])
    if not said and not fields:
        said = [text]
    word = said[0].strip().lower() if len(said) == 1 else ""
    if word not in ("yes", "no"):
        raise Fault("format", "agreement: must be yes or no, with explanation: on a line of its own")
    explanation = "\n".join(fields.get("explanation", [])).strip()
    if len(explanation) > MAX_EXPLANATION:
        raise Fault("rule", f"the explanation is longer than {MAX_EXPLANATION} characters")
    return {"agreed": word == "yes", "explanation": explanation}


def _tagged(text: str, tags: tuple[str, ...]) -> dict[str, list[str]]:
    """The values of the lines that begin with a tag; an explanation goes on over plain lines."""
    fields: dict[str, list[str]] = {}
    current = ""
    for line in text.split("\n"):
        tag, colon, value = line.partition(":")
        name = undecorated(tag).lower()
        if colon and name in tags:
            fields.setdefault(name, []).append(undecorated(value))
            current = name
        elif current == "explanation":
            fields[current].append(line)
    return fields


def is_word(word: str) -> bool:
    """Whether a text is five letters a-z."""
    return len(word) == LENGTH and word.isascii() and word.isalpha()


def _check_letters(word: str) -> None:
    shown = one_line(word, 24)
    if not (word.isascii() and word.isalpha()):
        raise Fault("rule", f"{shown} holds a sign that is no letter a-z; {LENGTH} letters are needed")
    if len(word) != LENGTH:
        letters = "letter" if len(word) == 1 else "letters"
        raise Fault("rule", f"{shown} has {len(word)} {letters}; {LENGTH} are needed")


def check_hard(turns: tuple[Turn, ...], word: str) -> None:
    """Hard mode: a guess uses all that is known. Raises Fault of kind rule."""
    for turn in turns:
        need: dict[str, int] = {}
        for i, (letter, mark) in enumerate(zip(turn.guess, turn.marks, strict=True)):
            if mark == GREEN and word[i] != letter:
                raise Fault("rule", f"hard mode: letter {i + 1} must be {letter.upper()}")
            need[letter] = need.get(letter, 0) + (mark != GREY)
        for letter, n in need.items():
            if word.count(letter) < n:
                raise Fault("rule", f"hard mode: the guess must hold {letter.upper()}")

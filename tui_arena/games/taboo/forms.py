"""The forms of replies in Taboo.

Law: reads text that is already cleaned; raises Fault with a sentence. What is guessed is data: nothing
in it acts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from tui_arena.core.game import Fault
from tui_arena.core.guesses import ABBREVIATED, guessed
from tui_arena.core.names import without_article
from tui_arena.core.numbering import OFF
from tui_arena.core.text import fold, one_line
from tui_arena.core.words import same_word, says, tokens

REPLY_CHARS = 2000
BARE_WORDS = 3
"""Words of a last guess without the phrase."""
PASSES = frozenset({"pass", "-", ""})
GUESS = "My guess of the word is: X"
RUN = 12
"""Parts of a run of letters that are looked at."""
_ENDS = ".,;:!?…-–—/\\\"'“”‘’()[]"
_PHRASE = re.compile(
    rf"my[{OFF}]+guess[{OFF}]+of[{OFF}]+the[{OFF}]+word[{OFF}]+is[{OFF}]*:([^\n]*)", re.IGNORECASE
)


def read_prompt(text: str, max_chars: int) -> str:
    """The prompt in a reply, on one line; raises Fault."""
    line = one_line(text)
    if not any(c.isalnum() for c in line):
        raise Fault("format", "that is no prompt; ask the guesser something")
    if len(line) > max_chars:
        raise Fault("rule", f"the prompt has {len(line)} characters; at most {max_chars} are allowed")
    return line


def read_guess(text: str) -> str | None:
    """What the first guess in a reply is of; None without the phrase. Raises Fault if it names nothing."""
    found = _PHRASE.search(text)
    if found is None:
        return None
    named = guessed(found[1], ABBREVIATED)
    if not any(c.isalnum() for c in named):
        raise Fault("format", f"the guess names nothing; write `{GUESS}`")
    return named


def read_last_guess(text: str) -> str | None:
    """The last guess, or None for a pass; raises Fault."""
    named = read_guess(text)
    if named is not None:
        return named
    bare = guessed(one_line(text), ABBREVIATED)
    if fold(bare) in PASSES and (bare or not text.strip()):
        return None
    more = len(tokens(text)) > len(tokens(bare))  # what stands behind a name makes it a sentence
    if "\n" in text or more or len(bare.split()) > BARE_WORDS or not any(c.isalnum() for c in bare):
        raise Fault("format", f"that is no guess; write `{GUESS}`, the bare word, or `pass`")
    return bare


def check_words(text: str, prompt: str, least: int | None) -> None:
    """Raises Fault where a reply has too few words, or none that is not in the prompt."""
    if least is None:
        return
    said = tokens(text)
    if len(said) < least:
        raise Fault("rule", f"a reply needs at least {least} words; this one has {len(said)}")
    if set(said) <= set(tokens(prompt)):
        raise Fault("rule", "a reply needs a word of its own, one that is not in the prompt")


def is_word(guess: str, word: str, version: int | None) -> bool:
    """Whether a guess is the word: by head word, so that case, article, plural and inflection are of no account.

    Blanks and hyphens stand for each other. Never by containment: `pineapple` is no `apple`, and `a` is
    none either. (rules.md section 4.)
    """
    mine, wanted = (tokens(without_article(name)) for name in (guess, word))
    if not mine or "".join(mine) == "".join(wanted):
        return bool(mine)
    *head, last = mine
    *before, end = wanted
    return head == before and same_word(last, end, version=version) in ("equal", "inflection")


def across(before: str, line: str) -> Iterator[str]:
    """What two prompts may say over the gap between them: an end of one and a beginning of the next, joined.

    An end is a word, or some of a run of single letters (`c r a` and `n e`).
    """
    ended, begun = before.split(), line.split()
    tail = _letters(ended[::-1])[::-1] or ended[-1:]
    head = _letters(begun) or begun[:1]
    for i in range(len(tail)):
        for j in range(len(head)):
            yield "-".join(one.strip(_ENDS) for one in (*tail[i:], *head[: j + 1]))


def _letters(words: list[str]) -> list[str]:
    """The single letters that words begin with, each of them one or a run parted by signs; no more than `RUN`."""
    return list(takewhile(lambda word: max(map(len, tokens(word)), default=0) == 1, words[:RUN]))


def held(
    text: str, words: Iterable[str], forms: Iterable[str], *, exact: bool, version: int | None
) -> tuple[str, str, str] | None:
    """The first of the words that a text says, the token that says it, and the rule; None if it says none.

    `forms`: of the words together.
    """
    for word in words:
        heard = says(text, word, tuple(forms), exact=exact, version=version)
        if heard is not None:
            return word, heard[0], str(heard[1])
    return None

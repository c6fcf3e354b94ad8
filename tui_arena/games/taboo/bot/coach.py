"""The bot's answers to probes about replies and prompts: is a reply evasive, and the coach's lines.

An evasive reply neither answers nor guesses: it refuses, dodges, only asks back, or has nothing to do with
the prompt. The coach comments on a session as its guesser saw it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import fold, one_line
from tui_arena.games.taboo.bot.association import (
    Association,
    CardBelief,
    content_of,
    roots_of,
    suppose,
    words_of,
)
from tui_arena.games.taboo.bot.prompt_kinds import kind_of

DUE, NEAR = 0.6, 5
"""`DUE`: the share of belief at which a guess is due. `NEAR`: the last place that counts as near."""
QUOTED = 80
_DODGES = (
    "no comment",
    "not telling",
    "not going to",
    "won't say",
    "wont say",
    "will not say",
    "won't answer",
    "will not answer",
    "can't answer",
    "cannot answer",
    "rather not say",
    "refuse",
    "next question",
    "not saying",
    "nice try",
    "i pass",
    "ask something else",
    "ask me something else",
    "mind your own",
    "none of your",
    "good question",
    "can't tell you",
    "i am an ai",
    "as an ai",
)
_ANSWERS = frozenset(
    "yes no yeah nope sometimes never always often rarely usually maybe perhaps nothing everything".split()
)


def evades(net: Association, prompt: str, reply: str) -> bool:
    """Whether a reply is evasive."""
    flat = fold(reply).replace("’", "'")
    if "my guess of the word is" in flat:
        return False
    if not words_of(reply) or any(dodge in flat for dodge in _DODGES):
        return True
    sentences = [part for part in flat.replace("!", ".").replace("\n", ".").split(".") if words_of(part)]
    if all("?" in part for part in sentences):
        return True
    if not _ANSWERS.isdisjoint(words_of(reply)):
        return False
    content = content_of(reply)
    if not content:
        return kind_of(prompt) not in ("do", "would", "many", "when", "how", "why")
    return _apart(net, prompt, content)


def _apart(net: Association, prompt: str, content: tuple[str, ...]) -> bool:
    """Whether the words of a reply have nothing to do with the prompt.

    False if the net doesn't know enough of the words in both.
    """
    known = [token for token in content if net.known(token)]
    spoken = net.evidence(prompt)
    asked = [token for token in content_of(prompt) if net.known(token)]
    if len(known) < len(content) or not known or len(asked) < 2:
        return False
    theirs = net.evidence(" ".join(known))
    return set(spoken).isdisjoint(theirs)


def sorted_so(net: Association, facts: Mapping[str, Any]) -> str:
    """A line `1: yes` or `1: no` for each reply in a sorter's view; yes means evasive."""
    prompt, lines = str(facts["sorted_question"]), []
    for i, line in enumerate(str(facts["items"]).split("\n"), 1):
        reply = line.partition(". ")[2]
        lines.append(f"{i}: {'yes' if evades(net, prompt, reply) else 'no'}")
    return "\n".join(lines)


def coached(net: Association, facts: Mapping[str, Any]) -> str:
    """A line for each prompt of a session that is over, and a closing line."""
    turns, word = list(facts["turns"]), str(facts["word"])
    if not turns:
        return NOTHING_ASKED
    number = net.numbers.get(fold(word))
    lines, due = [], 0
    before: CardBelief | None = None
    for i, turn in enumerate(turns, 1):
        asked = [*turns[: i - 1], {**turn, "answer": "", "answered": False}]
        belief = suppose(net, {**facts, "turns": asked, "uttered": False})
        near = net.cards[number].near if number is not None else ()
        said = _moved(belief, before, number, _held(near, str(turn["question"])))
        if facts["uttered"] and i == len(turns):
            said += " The reply said it."
        elif not turn["guess"]:
            close = _held(near, str(turn["answer"]))
            said += f" The reply came close with {close}." if close else ""
        if not due and belief.sure >= DUE:
            due = i
        lines.append(f'{i}. "{one_line(str(turn["question"]), QUOTED)}" {said}')
        before = belief
    return "\n".join([*lines, _closing(facts, due, word)])


def _moved(belief: CardBelief, before: CardBelief | None, number: int | None, clues: str) -> str:
    """How one prompt changed the place of the word; `clues`: the near words that it says."""
    place, earlier = _place(belief, number), _place(before, number)
    if place is None:
        return "said nothing of the word that my deck knows."
    if place == 1:
        by = f", by {clues}" if clues else ""
        return f"gave the word away{by}: first, with {belief.sure:.0%} of my belief."
    if place <= NEAR:
        return f"brought the word near: place {place}."
    if earlier is None:
        return f"gave little away: place {place}."
    if place < earlier:
        return f"worked, if slowly: the word came to place {place}."
    return f"led away from the word: place {place}."


def _held(near: Sequence[str], text: str) -> str:
    """The near words that a text says, as a list in words; empty if there are none."""
    roots = roots_of(text)
    words = [word for word in near if not roots.isdisjoint(roots_of(word))]
    return listed(words[:3]) if words else ""


def _place(belief: CardBelief | None, number: int | None) -> int | None:
    ranked = belief.ranked if belief else ()
    return next((place for place, (n, _) in enumerate(ranked, 1) if n == number), None)


def _closing(facts: Mapping[str, Any], due: int, word: str) -> str:
    if facts["uttered"]:
        spoken = "right" if facts["right"] else "not used"
        return f"The word was {word}. It fell in the last reply, and the one guess left was {spoken}."
    if due:
        return f"The word was {word}. A guess was due from prompt {due} on."
    return f"The word was {word}. At no time was one word likely enough for a guess."

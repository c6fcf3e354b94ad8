"""What the bot thinks of other people's replies and prompts, as sorter and as coach.

As sorter it says which replies are evasive. Such a reply neither answers nor guesses: it refuses, dodges, only asks
back, doesn't look like an answer to the kind of question, or has nothing to do with the prompt. As coach it comments
on a session as its guesser saw it, and says which prompts nearly made it say the word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.language.families import stem
from tui_arena.core.language.function_words import FUNCTION_WORDS, NO_WORDS, YES_WORDS
from tui_arena.core.language.numbers import NUMBERS
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import NOTHING_ASKED
from tui_arena.core.text import fold, one_line
from tui_arena.games.taboo.bot.association import Association, CardBelief, suppose, topic_of
from tui_arena.games.taboo.bot.prompt_kinds import Kind, kind_of
from tui_arena.games.taboo.content import content_of, stems_of, words_of
from tui_arena.games.taboo.rules import PHRASE

DUE, NEAR = 0.6, 5
"""`DUE`: the share of belief at which a guess is due. `NEAR`: the last rank that counts as near."""
QUOTED = 80
_ANSWERS = (
    YES_WORDS
    | NO_WORDS
    | set("sometimes always often rarely usually maybe perhaps nothing everything".split())
)


def evades(net: Association, prompt: str, reply: str, dodges: Sequence[str]) -> bool:
    """True if a reply is evasive; `dodges`: the phrases of evasive replies, folded."""
    flat = fold(reply).replace("’", "'")
    if PHRASE.casefold().rstrip(": ") in flat:
        return False
    if not words_of(reply) or any(dodge in flat for dodge in dodges):
        return True
    sentences = [part for part in flat.replace("!", ".").replace("\n", ".").split(".") if words_of(part)]
    if all("?" in part for part in sentences) or not in_kind(prompt, reply):
        return True
    if not _ANSWERS.isdisjoint(words_of(reply)):
        return False
    content = content_of(reply)
    if not content:
        return kind_of(prompt) not in ("yes", "many", "often", "measure", "when", "how", "why", "feel")
    return _apart(net, prompt, content)


_PLACED = "in at on under behind near beside by to from round between inside outside down up over above below along across through here there home nowhere somewhere anywhere everywhere wherever where"
_TIMED = "when whenever after before at in on last ago until during every never always often now soon today tonight yesterday tomorrow later since once as not"
_COUNTED = (
    "many more few fewer enough lot none much less than once twice about too only not all every any so never"
)
_FORMS: Mapping[Kind, frozenset[str]] = {
    "where": frozenset(_PLACED.split()),
    "when": frozenset(_TIMED.split()),
    **dict.fromkeys(("many", "measure", "often"), frozenset(_COUNTED.split()) | set(NUMBERS)),
}
"""Maps a kind of prompt to words; an answer of that kind has one of them. For other kinds, any function word
will do."""
_NAMES = 3
"""The fewest words of a reply that must look like a sentence."""


def in_kind(prompt: str, reply: str) -> bool:
    """True if a reply looks like an answer to the kind of question that a prompt asks, or takes up its words.

    >>> in_kind("Where is it?", "Behind the house."), in_kind("What is it?", "Purple monkey dishwasher."),
    (True, False)
    """
    said = set(words_of(reply))
    if len(said) < _NAMES or not stems_of(prompt).isdisjoint(map(stem, content_of(reply))):
        return True
    known = FUNCTION_WORDS | YES_WORDS | NO_WORDS
    return not said.isdisjoint(known) and not said.isdisjoint(_FORMS.get(kind_of(prompt), known))


def _apart(net: Association, prompt: str, content: tuple[str, ...]) -> bool:
    """True if the words of a reply have nothing to do with the prompt.

    False if the net knows too few of the words in the reply or the prompt.
    """
    known = [token for token in content if net.knows(token)]
    spoken = net.evidence(topic_of(prompt))
    asked = [token for token in content_of(prompt) if net.knows(token)]
    if len(known) < len(content) or not known or len(asked) < 2:
        return False
    theirs = net.evidence(topic_of(" ".join(known)))
    return set(spoken).isdisjoint(theirs)


def sorted_so(net: Association, facts: Mapping[str, Any], dodges: Sequence[str]) -> str:
    """A line `1: yes` or `1: no` for each reply in a sorter's view; yes means that the reply is evasive."""
    prompt, lines = str(facts["sorted_question"]), []
    for i, line in enumerate(str(facts["items"]).split("\n"), 1):
        reply = line.partition(". ")[2]
        lines.append(f"{i}: {'yes' if evades(net, prompt, reply, dodges) else 'no'}")
    return "\n".join(lines)


def coached(net: Association, facts: Mapping[str, Any], lines: Mapping[str, Any]) -> str:
    """A line on each prompt of a session that is over, and a closing line."""
    turns, word = list(facts["turns"]), str(facts["word"])
    if not turns:
        return NOTHING_ASKED
    number = net.numbers.get(fold(word))
    told, due = [], 0
    before: CardBelief | None = None
    for i, turn in enumerate(turns, 1):
        asked = [*turns[: i - 1], {**turn, "answer": "", "answered": False}]
        belief = suppose(net, {**facts, "turns": asked, "uttered": False})
        near = net.cards[number].near if number is not None else ()
        clues = _held(near, str(turn["question"]))
        about = _moved(belief, before, number)
        by = lines["coach_by"].format(clues=clues) if clues else ""
        place, share = _place(belief, number), f"{100 * belief.sure:.0f}%"
        prompt = one_line(str(turn["question"]), QUOTED)
        said = lines[f"coach_{about}"].format(prompt=prompt, by=by, share=share, place=place)
        if facts["uttered"] and i == len(turns):
            said += lines["coach_said_it"]
        elif not turn["guess"]:
            close = _held(near, str(turn["answer"]))
            said += lines["coach_close"].format(clues=close) if close else ""
            if any(found.card == number for found in net.phrases.answers(str(turn["question"]))):
                said += lines["coach_nearly"].format(word=word)
        if not due and belief.sure >= DUE:
            due = i
        told.append(f"{i}. {said}")
        before = belief
    return "\n".join([*told, lines[f"coach_{_closing(facts, due)}"].format(word=word, due=due)])


def _moved(belief: CardBelief, before: CardBelief | None, number: int | None) -> str:
    """The key, without its `coach_`, that says how one prompt changed the rank of the word."""
    place, earlier = _place(belief, number), _place(before, number)
    if place is None:
        return "unknown"
    if place == 1:
        return "gave_away"
    if place <= NEAR:
        return "near"
    if earlier is None:
        return "little"
    return "worked" if place < earlier else "led_away"


def _held(near: Sequence[str], text: str) -> str:
    """The near words that occur in a text, as a list in words; empty if there are none."""
    said = stems_of(text)
    words = [word for word in near if not said.isdisjoint(stems_of(word))]
    return listed(words[:3]) if words else ""


def _place(belief: CardBelief | None, number: int | None) -> int | None:
    ranked = belief.ranked if belief else ()
    return next((place for place, (n, _) in enumerate(ranked, 1) if n == number), None)


def _closing(facts: Mapping[str, Any], due: int) -> str:
    """The key, without its `coach_`, that says how the session ended."""
    if facts["uttered"]:
        return "uttered_right" if facts["right"] else "uttered"
    return "due" if due else "never"

"""The metrics of Taboo, and the terms of each; see this game's README.md.

Law: a metric depends only on the folded session, with its lists as they were stored. None means "not defined
here", never zero. A metric that depends on the word is None until the session is over.

The lines of a figure list exactly the items that it counted.
"""

from __future__ import annotations

import re

from tui_arena.core.answers import figures_of
from tui_arena.core.game import Mark
from tui_arena.core.probes import lists_of, ranked, sortings_of
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, endings, none_of, number_of, of_whole, term
from tui_arena.core.text import fold, one_line
from tui_arena.games.taboo.rules import RULING, TabooState

TAIL = 60
"""The number of characters of a question that are shown: the last characters, with the question mark."""


SAYS = {
    "equal": "the word itself",
    "inflection": "a form of {word}",
    "form": "a form of {word}",
    "spelling": "{word} in another spelling",
    "look-alike": "{word} in other letters",
    "spelled": "{word}, spelled out",
    RULING: "you all agreed it counts",
}
"""Maps the name of a rule that fired to how a token says the word."""


def figures(play: Play[TabooState]) -> dict[str, Explained]:
    """Maps each metric of a session to its figure; the session need not be over."""
    state, over = play.state, play.over
    turns = list(enumerate(state.turns, 1))
    prompts = [term(n, turn.prompt) for n, turn in turns]
    uttered = [
        f"{n}. `{t.heard[0] or state.word}` says {state.word}: {t.heard[1]}" for n, t in turns if t.heard
    ]
    asked = [term(n, _question(t.reply)) for n, t in turns if t.reply and "?" in fold(t.reply)]
    no_reply = none_of(sum(turn.reply is not None for turn in state.turns), "reply", "replies")
    return {
        **endings(play, _ending(state)),
        "rounds": of_whole(play, len(turns), lambda: prompts or ["no prompt was given"]),
        "uttered_round": Explained(
            state.uttered_round if over else None, lambda: uttered or [f"{no_reply} says {state.word}"]
        ),
        "asked_back": number_of(asked, f"{no_reply} has a question"),
        "evasive": _evasive(play),
        **figures_of(play.setup, [turn.calls for turn in state.turns]),
        **ranked(lists_of(play, "guesser"), (state.word,) if over else (), state.compared),
    }


def marks(play: Play[TabooState]) -> list[Mark]:
    """A mark on the reply that said the word, if there is such a reply."""
    found = []
    for step in play.standing():
        if step.ask.name != "reply" or step.fault is not None:
            continue
        turn = step.after.turns[-1]
        if turn.heard:
            token, rule = turn.heard
            found.append(
                Mark(
                    step.seq,
                    "uttered",
                    f"“{token or play.state.word}” says it: {SAYS[rule].format(word='the word')}",
                )
            )
    return found


def _ending(state: TabooState) -> str:
    if state.forfeited:
        return "the setter forfeits, as the rules allowed no prompt"
    if state.unanswered:
        return f"two replies were no answer: the setter wins; the word: {state.word}"
    winner = "nobody" if state.drawn else "the guesser" if state.found else "the setter"
    if state.passed:
        why = "the word was never said" if state.silent else "the word was said"
        return f"no guess in the end, {why}: {winner} wins; the word: {state.word}"
    told = f"guessed: {state.guess}; the word: {state.word}"
    return f"{told}, never said: nobody wins" if state.drawn else told


def _question(reply: str) -> str:
    """The end of the first sentence in a reply that is a question."""
    sentences = re.split(r"(?<=[.!?])\s+", one_line(reply))
    asked = next((sentence for sentence in sentences if "?" in fold(sentence)), reply)
    return asked if len(asked) <= TAIL else f"…{asked[1 - TAIL :]}"


def _evasive(play: Play[TabooState]) -> Explained:
    """The number of evasive replies; guesses and replies that nobody judged are left out."""
    said = {n: turn.reply for n, turn in enumerate(play.state.turns, 1) if turn.reply and turn.guess is None}
    judged = {n: yes > 0 for n, (yes, no) in sortings_of(play).items() if n in said and yes + no > 0}
    lines = [term(n, said[n], "evasive" if yes else "answers") for n, yes in judged.items()]
    return Explained(sum(judged.values()) if judged else None, lambda: lines or ["nobody judged the replies"])

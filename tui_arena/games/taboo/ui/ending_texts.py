"""The host's texts about the end of a game of Taboo, and the lines to share.

Law: the lines to share hold no word that was said in the session.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from tui_arena.core.language.sentences import YOU, capital
from tui_arena.core.record import Play
from tui_arena.core.text import one_line
from tui_arena.games.taboo.rules import State
from tui_arena.ui.glyphs import Glyphs

End = Literal["named", "caught", "late", "early", "missed", "let_go", "late_wrong", "silent", "forfeit"]
"""How a session ended.

A right guess: `named` before the word was said, `caught` after it was, `late` after all prompts. A wrong
guess: `early`, `missed` and `late_wrong` for the same three moments. A pass: `let_go` after the word was
said, `silent` if it never was. `forfeit`: the setter found no prompt that the rules allow.
"""

TO_GUESSER: Mapping[End, str] = {
    "named": "Named before it slipped out. Nothing to add.",
    "caught": "It slipped out, and you caught it by the tail.",
    "late": "Silent to the end, and then the right word. Elegant.",
    "early": "Sure of it, and wrong. The word sat there and smiled.",
    "missed": "You said it yourself, and named another. It happens to the best of us.",
    "let_go": "It crossed your lips and you let it go.",
    "late_wrong": "All prompts survived, and then a wrong guess. So near.",
    "silent": "Not a word out of you. Well, not that one.",
    "forfeit": "There was no clean prompt to be had. It counts all the same.",
}
TO_SETTER: Mapping[End, str] = {
    "named": "They saw it coming. Next time, through the back door.",
    "caught": "You made them say it, and they noticed. Half a triumph is still a good evening.",
    "late": "They kept quiet, and knew it all along. Rude, really.",
    "early": "They were sure, and wrong. You hardly had to do a thing.",
    "missed": "They said it, and never knew which word it was. Beautifully led.",
    "let_go": "They said it and let it go. You may bow.",
    "late_wrong": "They never said it, and guessed something else. That counts.",
    "silent": "The word stayed where it was. A quiet evening.",
    "forfeit": "The card kept slipping into the prompts. It happens to the best of us.",
}
TO_ALL: Mapping[End, str] = {
    "named": "{guesser} named it before it slipped out.",
    "caught": "It slipped out, and {guesser} caught it by the tail.",
    "late": "{guesser} said nothing until the end, and then the word.",
    "early": "{guesser} was sure, and wrong. {setter} hardly had to do a thing.",
    "missed": "{guesser} said it, and named another. Beautifully led, {setter}.",
    "let_go": "{guesser} said it, and let it go.",
    "late_wrong": "{guesser} never said it, and then guessed something else.",
    "silent": "The word was never said. A quiet evening.",
    "forfeit": "{setter} found no prompt that the card allows.",
}
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
QUICK = 1
FAST: Mapping[End, str] = {
    "named": "On the first prompt. Did somebody whisper?",
    "caught": "Said on the first prompt, and named at once. That was quick.",
    "missed": "Said on the first prompt. That must have been a good one.",
}
"""The remarks on sessions of a single prompt, in place of the usual ones."""
MOMENTS: Mapping[str, tuple[str, str, str]] = {
    "safe": ("💬", ".", ""),
    "said": ("💥", "!", "then the word was said"),
    "right": ("🎯", "*", "named"),
    "wrong": ("❌", "x", "a wrong guess"),
    "passed": ("🤐", "-", "no guess"),
    "forfeit": ("🃏", "f", "no clean prompt"),
}
"""What can happen at a prompt and at the end: its emoji, its ASCII sign, and it in words."""


def end_of(state: State) -> End | None:
    """How a session ended; None if it isn't over by the rules."""
    if state.forfeited:
        return "forfeit"
    uttered = state.uttered_round is not None
    if state.right:
        return "caught" if uttered else "late" if state.silent and state.turns[-1].guess is None else "named"
    if state.right is False:
        if uttered:
            return "missed"
        return "late_wrong" if state.turns[-1].guess is None else "early"
    if not state.passed:
        return None
    return "let_go" if uttered else "silent"


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How the session ended, and a remark; from the person's side if exactly one person played."""
    state, outcome = play.state, play.outcome()
    word = one_line(state.word, 60).upper()
    mine = next(iter(people)) if len(people) == 1 else ""
    if play.resigned:
        return f"GAVE UP · {word}", _joined(
            "Nobody saw that coming, least of all you. Another?", _rule(state)
        )
    end = end_of(state)
    if end is None:
        return outcome.result.upper(), outcome.cause or ""
    winner = outcome.winners[0]
    tail = f" in {len(state.turns)}" if winner == "guesser" and not state.forfeited else ""
    if mine:
        head = "WON" if winner == mine else "LOST"
    else:
        who = names.get(winner, winner)
        head = "YOU WIN" if who == YOU else f"{who.upper()} WINS"
    tail = "" if head == "LOST" else tail
    return f"{head}{tail} · {word}", _joined(_remark(state, end, names, mine), _rule(state))


def _remark(state: State, end: End, names: Mapping[str, str], mine: str) -> str:
    if len(state.turns) == QUICK and end in FAST:
        return FAST[end]
    if mine == "guesser":
        return TO_GUESSER[end]
    if mine == "setter":
        return TO_SETTER[end]
    who = {seat: names.get(seat, f"the {seat}") for seat in ("setter", "guesser")}
    return capital(TO_ALL[end].format(**who))


def _rule(state: State) -> str:
    """The token that said the word, with the rule that fired."""
    heard = next((turn.heard for turn in state.turns if turn.heard), None)
    return f"{how_said(heard, state.word)}." if heard else ""


def how_said(heard: Sequence[str], word: str) -> str:
    """The token that said the word, and the rule that fired."""
    token, rule = heard
    return f"“{token or word}” says it: {RULES.get(rule, rule).format(word=word)}"


def number(n: int) -> str:
    """A small number as a word."""
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def shared(play: Play[State], glyphs: Glyphs, *, words: bool) -> list[str]:
    """The score, then what happened at each prompt and at the end: in signs, or in words to be read out.

    The score is the prompts given, of all allowed: `found 3/5`, or `kept 5/5` if the guesser did not win.
    """
    state, told = play.state, _moments(play.state)
    found = "guesser" in play.outcome().winners
    score = f"{'found' if found else 'kept'} {len(state.turns)}/{state.max_prompts}"
    if not words:
        row = (" " if glyphs.ascii else "").join(MOMENTS[moment][glyphs.ascii] for moment in told)
        return [score, row]
    safe = told.count("safe")
    first = [f"{number(safe)} {'reply' if safe == 1 else 'replies'} without the word"] if safe else []
    lines = [*first, *(MOMENTS[moment][2] for moment in told if moment != "safe")]
    return [score, ", ".join(lines)] if told else [score]


def _moments(state: State) -> list[str]:
    turns = (turn for turn in state.turns if turn.reply is not None and not turn.guess)
    told = ["said" if turn.heard else "safe" for turn in turns]
    if state.forfeited:
        return [*told, "forfeit"]
    if state.right is not None:
        return [*told, "right" if state.right else "wrong"]
    return [*told, "passed"] if state.passed else told


def _joined(remark: str, rule: str) -> str:
    """A remark, with the rule that fired on the line below."""
    return "\n".join(filter(None, (remark, rule)))

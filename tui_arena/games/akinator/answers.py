"""The setter's answers: one of five to a question, one of two to a guess.

Law: reads text that is already cleaned; raises Fault with a sentence that holds no secret. Only the word
that is read here goes on to others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tui_arena.core.game import Fault
from tui_arena.core.words import tokens
from tui_arena.games.akinator.forms import ANSWER_CHARS
from tui_arena.games.akinator.state import (
    CORRECT,
    DONT_KNOW,
    INCORRECT,
    NO,
    PROBABLY_NO,
    PROBABLY_YES,
    YES,
)

Phrases = Mapping[tuple[str, ...], str]

_YES = "yes|yeah|yep|yup|yea|aye"
_NO = "no|nope|nah|nay"
_STRONG = {
    YES: f"{_YES}|of course|no doubt|without doubt|without a doubt",
    NO: f"{_NO}|not at all|of course not|definitely not|certainly not|absolutely not",
    PROBABLY_YES: "i think so|i guess so|i believe so|not always|rather yes|more yes than no|somewhat",
    PROBABLY_NO: "i think not|i dont think so|i do not think so|i doubt it|rather not|rather no|unlikely"
    "|not likely|not really|not usually|not normally|not exactly|not quite|hardly|rarely|seldom|doubtful"
    "|more no than yes",
    DONT_KNOW: "dont know|do not know|dunno|idk|not sure|not certain|unsure|uncertain|no idea|no clue"
    "|cant say|cannot say|cant tell|cannot tell|hard to say|hard to tell|unknown|not known|depends",
}
_WEAK = {
    YES: "correct|right|true|affirmative|indeed|exactly|definitely|certainly|absolutely|sure|surely|always"
    "|not wrong|not false|not incorrect",
    NO: "incorrect|wrong|false|untrue|negative|never|not true|not correct|not right",
}
"""Words that stand in other sentences too; they count where no plainer one is said."""
_SHORT = {
    "y": YES,
    "n": NO,
    **dict.fromkeys(("py", "p y", "p yes"), PROBABLY_YES),
    **dict.fromkeys(("pn", "p n", "p no"), PROBABLY_NO),
    **dict.fromkeys(("dk", "ns"), DONT_KNOW),
}
"""What counts as a whole reply only."""
_HEDGES = "probably|prob|likely|most likely|very likely|presumably|mostly|usually|generally|partly|partially"
_SOFT = "maybe|perhaps|possibly|sometimes"


def _phrases(said: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    return {tuple(p.split()): answer for answer, phrases in said.items() for p in phrases.split("|")}


def _hedged() -> dict[tuple[str, ...], str]:
    """`probably not`, `yes, mostly`, `maybe`: a hedge with a yes or no on either side, or alone."""
    out: dict[tuple[str, ...], str] = {}
    for hedges, alone in ((_HEDGES, PROBABLY_YES), (_SOFT, DONT_KNOW)):
        for hedge in (tuple(h.split()) for h in hedges.split("|")):
            out[hedge] = alone
            for yes in _YES.split("|"):
                out[*hedge, yes] = out[yes, *hedge] = PROBABLY_YES
            for no in (*_NO.split("|"), "not"):
                out[*hedge, no] = out[no, *hedge] = PROBABLY_NO
            out["no", *hedge, "not"] = out["not", *hedge] = PROBABLY_NO
    return out


STRONG: Phrases = _hedged() | _phrases(_STRONG)
WEAK: Phrases = _phrases(_WEAK)
_LONGEST = max(map(len, [*STRONG, *WEAK]))


def _found(said: Sequence[str], phrases: Phrases) -> Iterator[str]:
    """Every answer that stands in a run of words, in order, the longest phrase first."""
    i = 0
    while i < len(said):
        for size in range(_LONGEST, 0, -1):
            answer = phrases.get(tuple(said[i : i + size]))
            if answer is not None:
                yield answer
                i += size
                break
        else:
            i += 1


def read_answer(text: str) -> str:
    """The answer to a plain question: one of the five; raises Fault.

    The first that is said counts; a yes and a no in one reply is `format`.
    """
    _not_too_long(text)
    said = tokens(text)
    whole = _SHORT.get(" ".join(said))
    if whole is not None:
        return whole
    found = list(_found(said, STRONG)) or list(_found(said, WEAK))
    for_it, against = {YES, PROBABLY_YES} & set(found), {NO, PROBABLY_NO} & set(found)
    if not found or (for_it and against):
        why = "says yes and no at once" if found else "holds none of the answers"
        raise Fault(
            "format", f"the reply {why}; one of yes, no, probably yes, probably no, don't know is needed"
        )
    return found[0]


def read_verdict(text: str) -> str:
    """The answer to a guess: `correct` or `incorrect`, yes and no taken so; raises Fault."""
    try:
        answer = read_answer(text)
    except Fault as fault:
        if fault.kind != "format":
            raise
        answer = ""
    if answer not in (YES, NO):
        raise Fault("format", "that was a guess; the answer is correct or incorrect")
    return CORRECT if answer == YES else INCORRECT


def _not_too_long(text: str) -> None:
    if len(text) > ANSWER_CHARS:
        raise Fault(
            "rule",
            f"the answer has {len(text)} characters; at most {ANSWER_CHARS} are allowed, one word will do",
        )

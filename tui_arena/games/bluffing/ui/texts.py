"""The words and signs of Bluffing's board, and what the host says about the result.

At the table, the rules' `true` and `false` are called `true` and `made up`.

Law: the truth is named only once the session is over.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tui_arena.core.belief_metrics import LEVELS, beliefs_of
from tui_arena.core.game import TABLE, Ask, Belief, View
from tui_arena.core.language.sentences import stopped
from tui_arena.core.record import Play
from tui_arena.core.text import fold
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.rules import State

TRUE, MADE_UP = "true", "made up"
SIDES = (TRUE, MADE_UP)
SHOWS = "the envelope: F5 opens it"
_NO = r"false|made[ -]?up|invented|a lie|lie|untrue"
_STATED = re.compile(rf"(true|{_NO})\s*[|:]\s*(.*)", re.IGNORECASE | re.DOTALL)
_SAID = re.compile(
    rf"(?:(?:my )?verdict(?: is)?\s*:?\s*|i (?:say|decide|believe)(?: (?:it is|it's|that it is))?\s*:?\s*)?"
    rf"(true|{_NO})\s*[.!]*",
    re.IGNORECASE,
)
_HEDGES = frozenset(
    "maybe perhaps probably possibly somehow somewhere something someone sort kind roughly guess".split()
)
FEW = 5
"""An answer of fewer words than this says little."""


def side(truth: bool) -> str:
    """`true` or `made up`."""
    return TRUE if truth else MADE_UP


def side_of(word: str) -> str:
    """`true` or `made up` for a view's `true` or `false`; empty for any other word."""
    return {"true": TRUE, "false": MADE_UP}.get(word, "")


def typed_statement(text: str, choice: str | None) -> str:
    """A statement in the form that the rules read; only the text if nothing says whether it is true.

    >>> typed_statement("made up: I was born on a ferry.", None), typed_statement("I sing.", "true")
    ('false | I was born on a ferry.', 'true | I sing.')
    """
    stated = _STATED.fullmatch(text)
    if stated:
        return f"{_value(stated[1])} | {stated[2]}"
    return f"{_value(choice)} | {text}" if choice and text else text


def typed_verdict(text: str) -> bool | None:
    """The verdict in what a judge typed; None if it can be anything else.

    >>> typed_verdict("true!"), typed_verdict("verdict: made up"), typed_verdict("is it true?")
    (True, False, None)
    """
    said = _SAID.fullmatch(text.strip())
    return None if said is None else _value(said[1]) == "true"


def verdict_reply(value: bool, reasons: str = "") -> str:
    """A verdict in the form that the rules read."""
    sentence = f"I believe your statement is: {value}"
    return f"{sentence}. {reasons}" if reasons else sentence


def spoken_verdict(text: str) -> str:
    """A verdict as it is shown at the table, followed by its reasons.

    >>> spoken_verdict("I believe your statement is: False. Too many trains.")
    'verdict: made up. Too many trains.'
    """
    for value in (True, False):
        text = text.replace(verdict_reply(value), f"verdict: {side(value)}")
    return text


def _value(said: str) -> str:
    return "true" if said.casefold() == "true" else "false"


def level_of(belief: Belief) -> int:
    """The level, 1 to 5, that a bot finds most likely; the middle level if it can't say.

    >>> level_of(Belief(2, (("true", 0.9), ("possibly true", 0.1)))), level_of(Belief(0))
    (1, 3)
    """
    likeliest = next((name for name, _ in belief.best if name in LEVELS), LEVELS[len(LEVELS) // 2])
    return 1 + LEVELS.index(likeliest)


def vague(answer: str) -> bool:
    """Whether an answer says little or hedges.

    >>> vague("Somewhere, I guess."), vague("In Lisbon, behind a closed coffee stand near gate 14.")
    (True, False)
    """
    words = tokens(answer)
    return len(words) < FEW or bool(_HEDGES & set(words))


def happened(facts: Mapping[str, Any]) -> set[str]:
    """The words that tell a guide what has just happened, such as `vague` or `repeated`."""
    turns: Sequence[Mapping[str, Any]] = facts["turns"]
    words = {"used_up"} if facts["used_up"] and not facts["judged"] else set()
    if turns and not facts["question"] and vague(turns[-1]["answer"]):
        words.add("vague")
    asked = [fold(turn["question"]).rstrip(" ?.!") for turn in turns]
    if asked and asked[-1] in asked[:-1]:
        words.add("repeated")
    return words


# on the board


def waiting(ask: Ask | None) -> str:
    """The text shown in place of the statement before there is one."""
    if ask is not None and ask.name == "statement":
        return "Something about yourself, in a sentence."
    return "A statement is being thought up."


def empty(view: View) -> str:
    """The text shown while nothing has been asked."""
    facts = view.facts
    if not facts["statement"] or facts["question"]:
        return ""
    if view.seat == "judge":
        return "The floor is yours. Ask for a detail that only somebody who was there could know."
    if view.seat == TABLE:
        return "The first question is on its way."
    return "A question comes in a moment. You answer as if every word were true."


def veil(view: View) -> str:
    """The line about the sealed truth, for the setter only; empty for other seats and at the end."""
    return SHOWS if view.seat == "setter" and view.facts["truth"] and not view.facts["over"] else ""


def steers(view: View) -> bool:
    """Whether the hotseat is a judge who marks their own belief on the meter."""
    return view.seat == "judge" and bool(view.facts["statement"]) and not view.facts["judged"]


def meter(view: View) -> str:
    """The heading of the belief meter; empty for a seat that may not see it."""
    facts = view.facts
    if view.seat == "setter" or not facts["statement"] or facts["over"]:
        return ""
    return "what you believe" if view.seat == "judge" else "what the bot believes"


def end(view: View) -> dict[str, str]:
    """The texts shown large after the verdict; the truth only at the end and if the view holds it."""
    facts = view.facts
    if not facts["judged"]:
        return {}
    verdict = side_of(facts["verdict"]).upper() or "NOTHING"
    said = {"over_verdict": "the judge says", "verdict": verdict}
    truth = side_of(facts["truth"]) if facts["over"] else ""
    if truth:
        return {**said, "stamp": truth.upper(), "after": _last_word(facts)}
    if facts["tells"] and view.seat == "setter":
        return {**said, "after": "And what was it? Now it may be told."}
    return {
        **said,
        "after": "And the truth? One moment." if facts["tells"] else "What it was, nobody has told.",
    }


def _last_word(facts: Mapping[str, Any]) -> str:
    if facts["missing"]:
        return "No verdict, so the bluff stands."
    if facts["verdict"] == facts["truth"]:
        return "The judge saw it." if facts["truth"] == "true" else "The judge saw through it."
    return "Doubted for nothing." if facts["truth"] == "true" else "The bluff holds."


DOES = {
    "statement": ("make a statement", "makes a statement"),
    "question": ("ask", "asks"),
    "answer": ("answer", "answers"),
    "verdict": ("decide", "decides"),
    "truth": ("tell what it was", "tells what it was"),
}
TASKS = {
    "statement": "you say something about yourself",
    "question": "you ask, or decide",
    "answer": "you answer a question",
    "verdict": "you decide: true or made up",
    "truth": "you tell whether it was true",
}
LABELS = {
    "statement": "claim",
    "question": "ask",
    "answer": "answer",
    "verdict": "verdict",
    "truth": "it was",
}
PLACES = {
    "statement": "I once …   tab: true or made up",
    "later": "I once …   whether it is true you keep to yourself",
    "question": "a question, or true! / made up! to decide",
    "answer": "as if it were true",
    "verdict": "tab chooses, enter gives it; reasons if you like",
    "truth": "tab chooses, enter tells it",
}
MISSING = {
    "statement": "Say something about yourself first; up and down bring ideas.",
    "question": "Ask something, or decide: true! or made up!",
    "answer": "Say something. Silence has never convinced anybody.",
    "verdict": "Tab chooses true or made up, enter gives it.",
    "truth": "Tab chooses true or made up, enter tells it.",
}
DEFENDS = "You answer as if every word were true. Details convince; so does calm."
UNSAID = "Is it true or made up? Tab chooses, then enter."
BOTH = "One of the two, please: true, or made up."
WON_TRUE = "The plain truth, and it was heard."
WON_FALSE = "Made up, and it showed."
LOST_TRUE = "Every word of it was true. Honest faces have it hard these days."
LOST_FALSE = "Made up from start to finish, and bought whole."
NOVELS = "Somebody here should write novels."
OFF = {0: "🟩", 1: "🟨", 2: "⬜", 3: "🟧", 4: "🟥"}
OFF_SIGNS = {0: "0", 1: "1", 2: "2", 3: "3", 4: "4"}
OFF_WORDS = {0: "on it", 1: "near", 2: "undecided", 3: "wrong", 4: "quite wrong"}
"""How far a belief was from the truth, by the distance in levels, 0 to 4."""


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How the session ended and a remark on it, addressed to the people who played."""
    state, outcome = play.state, play.outcome()
    was = "" if state.truth is None else f" · {side(state.truth).upper()}"
    if outcome.result == "aborted":
        return f"STOPPED{was}", stopped(play, names)
    if play.resigned:
        return f"GAVE UP{was}", "Walked out in the middle of it. That is a kind of answer."
    if outcome.result == "unfinished":
        return "", ""
    word = _who_won(outcome.winners, names, people)
    if state.missing:
        return f"{word}{was}", "No verdict was given. Whoever does not decide has lost."
    how = _how(state)
    return f"{word}{was}{', ' + how if how else ''}", _remark(play)


def _who_won(winners: Collection[str], names: Mapping[str, str], people: Collection[str]) -> str:
    """Who won: `WON` or `LOST` if exactly one person played, else the winner by name."""
    if len(people) == 1:
        return "WON" if set(people) & set(winners) else "LOST"
    winner = next(iter(winners), "setter")
    name = names.get(winner, winner)
    alike = list(names.values()).count(name) > 1
    return f"{f'the {winner}' if alike else name} wins".upper()


def _how(state: State) -> str:
    if state.truth is None:
        return ""
    if state.verdict == state.truth:
        n = len(state.turns)
        how = "and believed" if state.truth else "and seen through"
        return f"{how} after {n} question{'' if n == 1 else 's'}" if n else how
    return "and doubted" if state.truth else "and believed"


def _remark(play: Play[State]) -> str:
    """A sentence on what happened."""
    state = play.state
    n, right = len(state.turns), state.verdict == state.truth
    turned = turned_at_last(list(beliefs_of(play, "judge").values()))
    ways = (
        (right and not n, "Without a single question. Some people just know."),
        (right and n == 1 and not state.truth, "Seen through at once. One question was enough."),
        (right and turned, "A change of mind at the very last question, and the right one."),
        (right, WON_TRUE if state.truth else WON_FALSE),
        (turned, "On the right track until the last question. That answer was worth its weight in gold."),
        (not state.truth and n == state.max_questions and n > 1, f"Fooled {_times(n)}. {NOVELS}"),
    )
    lost = LOST_TRUE if state.truth else LOST_FALSE
    return next((said for so, said in ways if so), lost)


def _times(n: int) -> str:
    small = ("", "", "twice", "three times", "four times", "five times")
    return small[n] if n < len(small) else f"{n} times"


def turned_at_last(levels: Sequence[int]) -> bool:
    """Whether the belief changed sides with the last answer.

    >>> turned_at_last([2, 2, 4]), turned_at_last([2, 3])
    (True, False)
    """
    middle = 1 + len(LEVELS) // 2
    if len(levels) < 2:
        return False
    before, last = (level - middle for level in levels[-2:])
    return before * last < 0


def score(play: Play[State]) -> str:
    """`3/5`, or `X/5` where the judge was wrong."""
    state = play.state
    right = "judge" in play.outcome().winners and not play.resigned
    return f"{len(state.turns) if right else 'X'}/{state.max_questions}"


def off(play: Play[State]) -> list[int]:
    """How far the judge's belief was from the truth, in levels by round; empty if the truth is unknown."""
    truth = play.state.truth
    if truth is None or not play.over:
        return []
    goal = 1 if truth else len(LEVELS)
    return [abs(level - goal) for level in beliefs_of(play, "judge").values()]

"""What the host says about a game of Bluffing.

Law: what the truth was is told of a session that is over alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from tui_arena.core.believing import LEVELS, beliefs_of
from tui_arena.core.record import Play
from tui_arena.core.speaking import stopped
from tui_arena.games.bluffing.state import State
from tui_arena.games.bluffing.wording import side

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
"""How far a belief was from the truth, by levels."""


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it, to the person who played."""
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
    """From the side of the one person who played, or by name."""
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
    """What happened, in a sentence."""
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
    """Whether belief went from one side to the other with the last answer.

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
    """How far the judge's belief was from the truth, round by round; empty where nobody knows."""
    truth = play.state.truth
    if truth is None or not play.over:
        return []
    goal = 1 if truth else len(LEVELS)
    return [abs(level - goal) for level in beliefs_of(play, "judge").values()]

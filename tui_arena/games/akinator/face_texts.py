"""What the host says about a game of Akinator."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from tui_arena.core.game import Belief
from tui_arena.core.record import Play
from tui_arena.core.speaking import stopped
from tui_arena.core.text import one_line
from tui_arena.games.akinator.state import CORRECT, INCORRECT, YES, State

DOES = {
    "object": ("think of something", "thinks of something"),
    "question": ("ask", "asks"),
    "answer": ("answer", "answers"),
    "reveal": ("tell what it was", "tells what it was"),
}
TASKS = {
    "object": "you think of something and write it down",
    "question": "you ask",
    "answer": "you answer one question",
    "reveal": "you tell what it was",
}
LABELS = {"object": "it is", "question": "ask", "reveal": "it was"}
PLACES = {
    "object": "name | another name | another",
    "question": "Is it …?   or, to guess:  guess kettle",
    "person": "Is this person …?   or, to guess:  guess Cleopatra",
    "answer": "a key does it; tab, and you can say it in words",
    "reveal": "name | another name; leave it empty to keep it to yourself",
}
ASK_AGAIN = {
    "object": "A name is needed; other names for it go behind a | each.",
    "reveal": "A name is needed; other names for it go behind a | each.",
    "question": "Ask something that can be answered with yes or no, or type: guess, and a name.",
}
MISSING = {
    "object": "Say what it is first.",
    "question": "Ask something first.",
    "answer": "One of the keys above, or a word.",
}
WON_BY_BOT = (
    (5, "In five or fewer. One of us is easy to read."),
    (10, "I had it. You were thinking rather loudly."),
    (15, "I had it. A good one, though."),
    (19, "I had it. You made me work for that."),
)
"""What is said of a find by its turn at most, to who was found out."""
WON_BY_PERSON = (
    (5, "In five or fewer. Somebody must have talked."),
    (10, "Sharp questions. That was hardly fair."),
    (15, "Found, and without any hurry."),
    (19, "Got there. It was getting comfortable in there."),
)
LAST = "With the very last question. Nobody breathed."
CLOSE, SURE = 10, 0.9
"""So few left is close; so much of all belief on one is as good as found."""
NAMES = 4


def mood(belief: Belief | None, answers: int, *, people: bool) -> str:
    """How near the bot feels, with no name told."""
    if belief is None:
        return ""
    of = ("person" if people else "thing") if belief.left == 1 else "people" if people else "things"
    if not answers:
        return f"the bot knows {belief.left:,} {of}"
    if belief.best and belief.best[0][1] >= SURE:
        return "the bot thinks it has it"
    if belief.left <= 1:
        return "the bot is close: one is left"
    if belief.left <= CLOSE:
        return f"the bot is close: {belief.left} are left"
    return f"the bot has {belief.left:,} {of} in mind"


def headline(play: Play[State], names: Mapping[str, str], people: Collection[str]) -> tuple[str, str]:
    """How it ended and a remark on it, to the person who played."""
    state, outcome = play.state, play.outcome()
    what = one_line(state.object or "", 60).upper()
    tail = f" · {what}" if what else ""
    n = len(state.turns)
    asked = "guesser" in people
    thought = "setter" in people and not asked
    if outcome.result == "aborted":
        return f"STOPPED{tail}", stopped(play, names)
    if play.resigned:
        return f"GAVE UP{tail}", _joined("Nobody saw that coming, least of all you. Another?", _also(state))
    if "guesser" in outcome.winners:
        word = "I HAD IT" if thought else "WON" if asked else "FOUND"
        return f"{word} in {n}{tail}", _joined(_found(state, names, people), _also(state))
    word = "YOU WIN" if thought else "LOST" if asked else "NOT FOUND"
    return f"{word}{tail}", _joined(_lost(state, names, people), _also(state))


def _found(state: State, names: Mapping[str, str], people: Collection[str]) -> str:
    n = len(state.turns)
    if n == state.max_turns and people:
        return LAST
    if "guesser" not in people and "setter" not in people:
        return f"{names.get('guesser', 'the guesser')} needed {n} {'question' if n == 1 else 'questions'}."
    ways = WON_BY_PERSON if "guesser" in people else WON_BY_BOT
    return next((said for most, said in ways if n <= most), ways[-1][1])


def _lost(state: State, names: Mapping[str, str], people: Collection[str]) -> str:
    n = len(state.turns)
    if state.misjudged:
        return "It was guessed, and called incorrect. The rules let it stand; your conscience may not."
    if "guesser" in people:
        yes = sum(turn.answer == YES for turn in state.turns)
        return f"{n} questions{'' if yes else ' and not one yes'}, and it sat there all along."
    if "setter" in people:
        return f"{n} questions, and I never got there. Well hidden."
    return f"{names.get('guesser', 'the guesser')} asked {n} questions and never got there."


def score(play: Play[State]) -> str:
    """`9/20`, or `X/20`."""
    state = play.state
    return f"{len(state.turns) if state.won else 'X'}/{state.max_turns}"


def in_words(state: State) -> list[str]:
    """The answers one after the other, to be read out."""
    said = {CORRECT: "found", INCORRECT: "wrong guess"}
    told = ", ".join(said.get(turn.answer, turn.answer) for turn in state.turns)
    return [told] if told else []


def _also(state: State) -> str:
    also = [one_line(name, 40) for name in state.aliases[:NAMES]]
    return f"Also called {', '.join(also)}." if also else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)

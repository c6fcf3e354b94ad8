"""The caster's moments in a game of Bluffing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tui_arena.core.caster import (
    Fact,
    Moment,
    Scene,
    gave_up,
    long_thought,
    run_of,
    who,
    words_in,
)
from tui_arena.games.bluffing.rules import NO_ANSWER

SETTER, JUDGE = "setter", "judge"
SHORT_STORY, LONG_STORY = 7, 35
"""The most words of a short statement, and the fewest of a long one."""
CURT, TALKATIVE = 3, 40
"""The most words of a curt answer, and the fewest of a talkative one."""
LEAP = 2
"""The caster remarks on an answer that moves the judge's belief by at least this many levels."""
SWING = 10
"""The caster remarks on an answer that moves a bot's needle by at least this many percentage points."""
SURE, DOUBTS = 80, 20
"""A bot's needle is nearly decided from the first figure up, and from the second figure down, in percent."""
EVEN = (45, 55)
"""The range in which a bot's needle counts as in the middle, in percent."""
EARLY = 2
"""A verdict is early if at least this many questions are left."""
QUOTE = re.compile(r"[“\"]([^“”\"]{4,})[”\"]")
"""A quotation of at least four characters; shorter ones are often single words that recur by chance."""


def moments(scene: Scene) -> Iterator[Moment]:
    """The moments of a reply, as the table's views tell them."""
    yield from gave_up(scene)
    facts = _facts(scene)
    if scene.over and scene.outcome.result == "won" and scene.ask:
        yield from _ending(scene, facts)
    elif scene.ask == "statement":
        yield from _story_length(scene, facts)
    elif scene.ask == "question":
        yield from _asked(scene, facts)
    elif scene.ask == "answer":
        yield from _answered(scene, facts)
    elif scene.ask == "call":
        yield from _called(scene, facts)
    elif scene.ask == "verdict":
        yield from _verdict(scene, facts)
    yield from long_thought(scene)


def _facts(scene: Scene) -> dict[str, Fact]:
    turn = scene.turns[-1] if scene.turns else {}
    return {
        "who": who(SETTER),
        "judge": who(JUDGE),
        "question": str(scene.now["question"] or turn.get("question", "")),
        "answer": str(turn.get("answer", "")),
        "used": len(scene.turns),
        "left": int(scene.now["turns_left"]),
    }


def _ending(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    if scene.now["missing"]:
        yield Moment("no_verdict", facts)
    elif scene.now["unanswered"]:
        yield Moment("dodged_too_often", facts)
    elif scene.now["verdict"]:
        was_true, right = scene.now["is_true"], scene.now["found"]
        if right and not scene.turns:
            yield Moment("right_at_once", facts)
        if right:
            yield Moment("rightly_believed" if was_true else "caught", facts)
        else:
            yield Moment("wrongly_doubted" if was_true else "fooled", facts)


def _story_length(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moment of a very short or a very long story."""
    words = words_in(str(scene.now["statement"]))
    told = {**facts, "number": words}
    if words <= SHORT_STORY:
        yield Moment("short_story", told)
    elif words >= LONG_STORY:
        yield Moment("long_story", told)


def _asked(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moment of a question that quotes the setter at least twice."""
    told = [str(scene.now["statement"]), *(str(turn["answer"]) for turn in scene.turns)]
    quotes = {quote.strip(" .,…").casefold() for quote in QUOTE.findall(str(facts["question"]))}
    if sum(any(quote in one.casefold() for one in told) for quote in quotes) > 1:
        yield Moment("confronted", facts)


def _answered(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    answer = str(facts["answer"])
    told = {**facts, "number": words_in(answer)}
    if scene.turns[-1]["defaulted"] or answer == NO_ANSWER:
        yield Moment("no_answer", told)
        return
    yield from _judged(scene, told)
    if any(str(turn["answer"]) == answer for turn in scene.turns[:-1]):
        yield Moment("same_answer", told)
    if answer.rstrip().endswith("?"):
        yield Moment("asks_back", told)
    curt = run_of(words_in(str(turn["answer"])) <= CURT for turn in scene.turns)
    if curt > 1:
        yield Moment("curt", {**told, "number": curt})
    elif curt:
        yield Moment("short_answer", told)
    elif words_in(answer) >= TALKATIVE:
        yield Moment("long_answer", told)


def _judged(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments for a change of the judge's stated belief, or of a bot's needle."""
    levels, number = scene.insight.levels, len(scene.turns) - 1
    if number - 1 in levels and number in levels:
        step = levels[number] - levels[number - 1]
        if abs(step) >= LEAP:
            yield Moment("won_over" if step < 0 else "lost_faith", facts)
    if scene.insight.needle is None:
        return
    before, after = scene.insight.needle
    told = {
        **facts,
        "percent": str(after),
    }  # as text, because a number up to twelve would be written as a word
    if abs(after - before) >= SWING:
        yield Moment("needle_up" if after > before else "needle_down", told)
    if after >= SURE > before:
        yield Moment("leans_true", told)
    elif after <= DOUBTS < before:
        yield Moment("leans_false", told)
    elif scene.now["used_up"] and EVEN[0] <= after <= EVEN[1]:
        yield Moment("open_race", told)


def _called(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    upheld = len(scene.turns) < len(scene.was["turns"])
    yield Moment("call_upheld" if upheld else "call_refused", facts)


def _verdict(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments after a verdict, before the truth is known."""
    if not scene.now["verdict"]:
        return
    if scene.now["turns_left"] >= EARLY:
        yield Moment("early_verdict", facts)
    yield Moment("says_true" if scene.now["verdict"] == "true" else "says_false", facts)

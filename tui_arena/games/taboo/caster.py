"""The caster's moments in a game of Taboo."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tui_arena.core.caster import Fact, Moment, Scene, gave_up, long_thought, run_of, sighted, who, words_in
from tui_arena.games.taboo.content import stems_of

SETTER, GUESSER = "setter", "guesser"
SHORT, LONG = 3, 20
"""The most words of a short prompt or reply, and the fewest of a long prompt."""
TALE = 25
"""A reply of at least this many words is very long."""
FEW = 5
"""At most this many words are few."""
MANY = 40
"""At least this many words are many when hardly any prompt is left."""
DEEP, FROM = 4, 30
"""A reply cut deep if it left at most one word in `DEEP`, of at least `FROM`."""


def moments(scene: Scene) -> Iterator[Moment]:
    """The moments of a reply, as the table's views tell them."""
    yield from gave_up(scene)
    if not scene.turns:
        return
    facts = _facts(scene)
    if scene.over:
        yield from _ending(scene, facts)
    elif scene.ask == "call":
        yield from _called(scene, facts)
    elif scene.ask == "prompt":
        yield from _prompted(scene, facts)
    elif scene.ask == "reply":
        yield from _replied(scene, facts)
    yield from long_thought(scene)


def _facts(scene: Scene) -> dict[str, Fact]:
    turn = scene.turns[-1]
    return {
        "who": who(GUESSER),
        "setter": who(SETTER),
        "prompt": str(turn["question"]),
        "reply": str(turn["answer"]),
        "guess": str(scene.now["guess"]).upper(),
        "used": len(scene.turns),
        "left": int(scene.now["turns_left"]),
    }


# the end


def _ending(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    told = {**facts, "word": str(scene.now["word"]).upper()}
    if scene.outcome.cause and scene.now["unanswered"]:
        yield Moment("dodged_too_often", told)
    elif scene.now["forfeited"]:
        yield Moment("forfeit", told)
    elif scene.outcome.result == "drawn":
        yield Moment("wrong_after_silence" if scene.now["guess"] else "nobody_won", told)
    elif scene.ask == "reply" and scene.now["right"]:
        yield Moment("found_early" if len(scene.turns) == 1 else "found", told)
    elif scene.ask == "reply" and scene.now["guess"]:
        yield Moment("wrong_guess", told)
    elif scene.ask == "last_guess":
        yield from _last_guess(scene, told)


def _last_guess(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    said, right, guess = scene.was["uttered"], scene.now["right"], scene.now["guess"]
    if right:
        yield Moment("knew_it" if said else "found_after_silence", facts)
    elif said:
        yield Moment("missed_it" if guess else "had_no_idea", facts)
    elif guess:
        yield Moment("wrong_after_silence", facts)


# the game


def _called(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    calls = scene.turns[-1]["calls"]
    if calls:
        kind = "call_upheld" if calls[-1]["upheld"] else "call_refused"
        yield Moment(kind, {**facts, "said": str(calls[-1]["reply"])})


def _prompted(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    prompt, earlier = str(facts["prompt"]), [str(turn["question"]) for turn in scene.turns[:-1]]
    told = {**facts, "number": words_in(prompt)}
    if any(stems_of(prompt) == stems_of(one) for one in earlier):
        yield Moment("prompt_again", told)
    if words_in(prompt) <= SHORT:
        yield Moment("short_prompt", told)
    elif words_in(prompt) >= LONG:
        yield Moment("long_prompt", told)


def _replied(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    if scene.now["uttered"]:
        yield Moment("said_at_once" if len(scene.turns) == 1 else "said_it", facts)
        return
    if scene.now["silent"]:
        yield Moment("never_said", facts)
        return
    yield from _counted(scene, facts)
    yield from sighted(scene, facts)
    reply = str(facts["reply"])
    told = {**facts, "number": words_in(reply)}
    if not reply:
        yield Moment("nothing_said", told)
        return
    if reply.rstrip().endswith("?"):
        yield Moment("asks_back", told)
    if (curt := run_of(_is_curt(turn) for turn in scene.turns)) > 1:
        yield Moment("curt", {**told, "number": curt})
    elif words_in(reply) <= SHORT:
        yield Moment("short_reply", told)
    elif words_in(reply) >= TALE:
        yield Moment("long_reply", told)


def _is_curt(turn: Mapping[str, Any]) -> bool:
    return 0 < words_in(str(turn["answer"])) <= SHORT


def _counted(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """The moments for the number of words that the prompts may still mean."""
    if scene.insight.left is None:
        return
    before, after = scene.insight.left
    told = {**facts, "before": before, "after": after}
    if after == 1 < before:
        yield Moment("one_left", told)
    elif 1 < after <= FEW < before:
        yield Moment("few_left", told)
    elif before >= FROM and after * DEEP <= before:
        yield Moment("deep_cut", told)
    if int(scene.now["turns_left"]) <= 1 and after >= MANY:
        yield Moment("many_left_late", told)

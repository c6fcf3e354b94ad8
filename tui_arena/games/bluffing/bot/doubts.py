"""What the bot doesn't know: an answer that its story lacks, what to ask about a strange statement, and a reason.

Another line is said in its place only if it is better: an answer has what was asked for, contradicts neither the
story nor what was told, repeats nothing, and gives nothing away; a question is one and is new; a reason
asks nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Doubt, Fault
from tui_arena.core.language.function_words import echoes
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.cards import StoryCard, folded
from tui_arena.games.bluffing.bot.cues import StoryVocabulary
from tui_arena.games.bluffing.bot.evidence import Case, clashes
from tui_arena.games.bluffing.bot.fitting import fit_of, repeats, same_asked
from tui_arena.games.bluffing.bot.judge import harmless, reasons
from tui_arena.games.bluffing.bot.setter import Telling, framed
from tui_arena.games.bluffing.rules import written_verdict

ANSWER, QUESTION, REASON = (
    ReplyForm({part: "text"}, "alone", marks=(f"{part}:",), most_chars=180)
    for part in ("answer", "question", "reason")
)
TOLD = 3
"""How many of the last questions, with their answers, a model is shown."""
STORY = 6
"""How many lines of the story a model is shown."""


def doubted_answer(telling: Telling, known: StoryVocabulary, speech: Mapping[str, Any]) -> Doubt:
    """An answer that the story lacks. `speech`: the bots' phrases, by occasion."""
    facts, question, statement = telling.facts, telling.question, str(telling.facts["statement"])

    def accepted(line: str) -> str:
        now = (*telling.turns, (question, line))
        if "?" in line or known.says("gives_away", folded(line)) or tokens(line)[:1] == ["you"]:
            raise Fault("rule", "tell it as your own story, and ask nothing")
        fit = fit_of(statement, question, line, known)
        beside = bool(fit.fault) or fit.weight < 0 or echoes(line, question)
        if beside or repeats(now, len(now), known):
            raise Fault("rule", "it doesn't answer the question that was asked, or says something again")
        if _clashes((*telling.turns, *story_of(telling.card), now[-1]), statement, known):
            raise Fault("rule", "it contradicts the story")
        return framed(line, speech)

    lines = [line.text for line in telling.story[:STORY]]
    slots = {"statement": statement, "question": question, "story": " ".join(lines), "told": told(facts)}
    return Doubt("answer", slots, ANSWER, accepted)


def story_of(card: StoryCard | None) -> tuple[tuple[str, str], ...]:
    """Everything that a story can say, as answers to its own questions; to no question if it has none."""
    if card is None:
        return ()
    points = tuple((point.question, point.honest) for point in card.points)
    return (*points, *card.more, *(("", text) for text in card.facts.values()))


def _clashes(turns: tuple[tuple[str, str], ...], statement: str, known: StoryVocabulary) -> bool:
    """True if the last of some answers contradicts an earlier one or the statement."""
    return any(clash.second == len(turns) for clash in clashes(turns, statement, known))


def doubted_question(facts: Mapping[str, Any], known: StoryVocabulary) -> Doubt:
    """A question about a statement that no card has."""
    before = [str(turn["question"]) for turn in facts["turns"]]

    def accepted(line: str) -> str:
        if not line.endswith("?") or line.count("?") > 1 or known.says("gives_away", folded(line)):
            raise Fault("rule", "ask one question about the story")
        if any(same_asked(one, line, known) for one in before) or known.says("rude", folded(line)):
            raise Fault("rule", "ask something new, and politely")
        return f"Question {facts['turn']}: {line}"

    return Doubt("question", {"statement": facts["statement"], "told": told(facts)}, QUESTION, accepted)


def doubted_reason(
    case: Case, facts: Mapping[str, Any], speech: Mapping[str, Any], *, value: bool
) -> Doubt | None:
    """A reason for the verdict `value`; None if the judge has one that is more than a hunch."""
    if not case.heard or not (case.tossed or reasons(case, speech, value) in speech["hunch"]):
        return None
    answers = " ".join(one.answer for one in case.heard)

    def accepted(line: str) -> str:
        if "?" in line or harmless(line) != line or echoes(line, answers):
            raise Fault("rule", "give one reason in your own words, and ask nothing")
        return written_verdict(line, value=value)

    slots = {"statement": facts["statement"], "told": told(facts), "verdict": "true" if value else "made up"}
    return Doubt("reason", slots, REASON, accepted)


def told(facts: Mapping[str, Any]) -> str:
    """The last questions with their answers, in one text; empty if there are none."""
    turns: Sequence[Mapping[str, Any]] = [turn for turn in facts["turns"] if not turn["defaulted"]][-TOLD:]
    return " / ".join(f"{turn['question']} — {turn['answer']}" for turn in turns)

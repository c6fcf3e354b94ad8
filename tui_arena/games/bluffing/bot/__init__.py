"""The built-in player of Bluffing, for both seats and for the probes.

If the rules find no answer in what the setter said, the judge says so. If the judge itself finds that most
answers don't answer, it tosses a coin, so a teller gains nothing by dodging.

Law: every reply depends only on the view, the random generator and the bot's deck. The judge never has a
card's answers. The bot caches only data that follow from the deck.

A model may help if the bot has nothing good to say (`Doubt`). The bot says the model's line only if it passes
these checks:

- An answer has what was asked for. It doesn't contradict the story or an earlier answer, repeats nothing and
  gives nothing away.
- A question really is a question, and it is new.
- A reason doesn't ask anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import exp
from random import Random
from typing import Any

from tui_arena.core.answers import CALL, CALLED
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Belief, Bot, Deck, Doubt, Fault, Lexicon, View
from tui_arena.core.language.function_words import echoes
from tui_arena.core.words import tokens
from tui_arena.games.bluffing.bot.fitting import fit_of, repeats, same_asked
from tui_arena.games.bluffing.bot.judge import (
    Case,
    believed,
    case_over,
    clashes,
    coached,
    harmless,
    level_of,
    reasons,
    sure,
)
from tui_arena.games.bluffing.bot.questions import QuestionPool
from tui_arena.games.bluffing.bot.reading import StoryVocabulary, folded
from tui_arena.games.bluffing.bot.setter import Telling, framed, is_true, statement
from tui_arena.games.bluffing.bot.story import (
    JudgedStatement,
    Likeness,
    StoryCard,
    StoryLine,
    cards_of,
    judged_of,
    lines_of,
)
from tui_arena.games.bluffing.rules import written_verdict

COIN = 0.5
"""The chance that a judge believes a teller who doesn't answer."""


class BluffingBot(Bot):
    """Bluffs and judges at the levels `easy`, `medium` and `hard`."""

    def __init__(self, deck: Deck, lexicon: Lexicon | None, said: Mapping[str, Any]) -> None:
        """`deck`: the source of the bot's statements, and all its knowledge about statements.

        `lexicon`: the words of the language. `said`: the bot's phrases, by occasion.
        """
        self._deck, self._speech = deck, said
        self._known = StoryVocabulary(said, None if lexicon is None else lexicon.words)
        self._lines: dict[int, tuple[StoryLine, ...]] = {}
        """Maps a card to all its lines."""

    @cached_property
    def _cards(self) -> tuple[StoryCard, ...]:
        return cards_of(self._deck)

    @cached_property
    def _judged(self) -> tuple[JudgedStatement, ...]:
        return judged_of(self._deck)

    @cached_property
    def _likeness(self) -> Likeness:
        return Likeness([card.statement for card in self._judged])

    def reply(self, ask: Ask, view: View, level: str, rng: Random) -> str:
        """The text for any of the game's asks; ValueError for an ask of another game."""
        facts = view.facts
        if CALL in ask.also and facts["no_answer"]:
            return CALLED
        match ask.name:
            case "statement":
                text = statement(self._cards, facts, level, rng)
            case "answer":
                text = self._telling(facts).answer(level, rng)
            case "truth":
                text = str(is_true(facts)).lower()
            case "question":
                text = self._question(facts, level, rng)
            case "verdict":
                text = self._verdict(self._case(facts, level), rng)
            case "belief":
                case = self._case(facts, level)
                text = f"** I believe your statement is: {level_of(case).capitalize()} **\n"
                text += f"** Additional Information: {reasons(case, self._speech)} **"
            case "coach":
                text = coached(self._case(facts, "hard"), facts, self._speech)
            case _:
                raise ValueError(f"Bluffing has no ask {ask.name!r}")
        return text

    def doubt(self, ask: Ask, view: View, level: str, rng: Random) -> Doubt | None:
        """An answer that the story lacks, a question about a strange statement, or a verdict without a reason."""
        facts = view.facts
        if CALL in ask.also and facts["no_answer"]:
            return None
        if ask.name == "answer":
            telling = self._telling(facts)
            return doubted_answer(telling, self._known, self._speech) if telling.is_lost(rng) else None
        if ask.name not in ("question", "verdict"):
            return None
        case = self._case(facts, level)
        if ask.name == "verdict" or sure(case, facts, level):
            return doubted_reason(case, facts, self._speech, value=self._believes(case, rng))
        if self._likeness.same(str(facts["statement"])) is None:
            return doubted_question(facts, self._known)
        return None

    def hint(self, ask: Ask, view: View) -> str | None:
        """The next question or the decision of the hard judge, or the answer of a good bluffer."""
        facts = view.facts
        if facts["no_answer"]:
            return self._hint("call")
        match ask.name:
            case "question":
                case = self._case(facts, "hard")
                if sure(case, facts, "hard"):
                    return self._hint("verdict", side=_side(case), reasons=reasons(case, self._speech))
                return self._hint("ask", question=self._asked(facts, case, "hard", Random("hint")))
            case "verdict":
                case = self._case(facts, "hard")
                share = round(100 / (1 + exp(-abs(case.odds))))
                why = reasons(case, self._speech)
                return self._hint("lean", side=_side(case), share=share, reasons=why)
            case "answer":
                return self._hinted(facts)
        return None

    def _hint(self, about: str, **slots: object) -> str:
        return str(self._speech[f"hint_{about}"].format(**slots))

    def belief(self, view: View) -> Belief | None:
        """The hard judge's belief, spread over the five levels."""
        return believed(self._case(view.facts, "hard")) if view.facts["statement"] else None

    # judge

    def _case(self, facts: Mapping[str, Any], level: str) -> Case:
        return case_over(facts, level, self._judged, self._likeness, self._known)

    def _believes(self, case: Case, rng: Random) -> bool:
        # the answers are part of the coin's seed, so it differs between stories whose sessions have the same seed
        coin = Random(f"{rng.random()}/{[one.answer for one in case.heard]}").random()
        return coin < COIN if case.tossed else case.odds > 0

    def _verdict(self, case: Case, rng: Random) -> str:
        believes = self._believes(case, rng)
        return written_verdict(reasons(case, self._speech, believes), value=believes)

    def _question(self, facts: Mapping[str, Any], level: str, rng: Random) -> str:
        case = self._case(facts, level)
        if sure(case, facts, level):
            return self._verdict(case, rng)
        return f"Question {facts['turn']}: {self._asked(facts, case, level, rng)}"

    def _asked(self, facts: Mapping[str, Any], case: Case, level: str, rng: Random) -> str:
        said = str(facts["statement"])
        place = self._likeness.same(said)
        lent = () if place is None else self._judged[place].questions
        return QuestionPool(said, lent, case, level, speech=self._speech, words=self._known).next(rng)

    # setter

    def _telling(self, facts: Mapping[str, Any]) -> Telling:
        place = self._likeness.same(str(facts["statement"]))
        if place is None:
            return Telling(facts, None, (), self._speech, self._known)
        if place not in self._lines:
            self._lines[place] = lines_of(self._cards[place], self._known)
        return Telling(facts, self._cards[place], self._lines[place], self._speech, self._known)

    def _hinted(self, facts: Mapping[str, Any]) -> str:
        telling = self._telling(facts)
        if telling.light():
            return self._hint("light")
        kept = telling.kept()
        if kept is not None:
            return self._hint("kept", kept=kept)
        return self._hint("detail", text=telling.plain(Random("hint")))


ANSWER, QUESTION, REASON = (
    ReplyForm({part: "text"}, "alone", marks=(f"{part}:",), most_chars=180)
    for part in ("answer", "question", "reason")
)
LAST_TURNS = 3
"""A model is shown this many of the last questions, with their answers."""
STORY = 6
"""A model is shown this many lines of the story."""


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
    slots = {
        "statement": statement,
        "question": question,
        "story": " ".join(lines),
        "told": recent_turns(facts),
    }
    return Doubt("answer", slots, ANSWER, accepted)


def story_of(card: StoryCard | None) -> tuple[tuple[str, str], ...]:
    """Everything that a story can say: pairs of a question and its answer; the question may be empty."""
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

    return Doubt(
        "question", {"statement": facts["statement"], "told": recent_turns(facts)}, QUESTION, accepted
    )


def doubted_reason(
    case: Case, facts: Mapping[str, Any], speech: Mapping[str, Any], *, value: bool
) -> Doubt | None:
    """A reason for the verdict `value`; None if the judge already has a reason that is more than a hunch."""
    if not case.heard or not (case.tossed or reasons(case, speech, value) in speech["hunch"]):
        return None
    answers = " ".join(one.answer for one in case.heard)

    def accepted(line: str) -> str:
        if "?" in line or harmless(line) != line or echoes(line, answers):
            raise Fault("rule", "give one reason in your own words, and ask nothing")
        return written_verdict(line, value=value)

    slots = {
        "statement": facts["statement"],
        "told": recent_turns(facts),
        "verdict": "true" if value else "made up",
    }
    return Doubt("reason", slots, REASON, accepted)


def recent_turns(facts: Mapping[str, Any]) -> str:
    """The last questions with their answers, in one text; empty if there are none."""
    turns: Sequence[Mapping[str, Any]] = [turn for turn in facts["turns"] if not turn["defaulted"]][
        -LAST_TURNS:
    ]
    return " / ".join(f"{turn['question']} — {turn['answer']}" for turn in turns)


def make(deck: Deck, lexicon: Lexicon | None, said: Mapping[str, Any]) -> BluffingBot:
    """The bot for a deck. Making it is cheap: it works out its knowledge when it is first asked."""
    return BluffingBot(deck, lexicon, said)


def _side(case: Case) -> str:
    return str(case.odds > 0)

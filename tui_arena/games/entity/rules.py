"""The rules of entity deduction: the guesser finds out what the judge has in mind by asking questions.

A setter or the dealer gives the entity. The guesser asks, and the judge answers yes, no, or a third word in
between (`maybe` or `dunno`). A question that names the entity is a hit and wins. The session is lost if there
is no hit within `max_turns` questions. See this game's README.md for the exact rules.

Law: until the session is over, only the views of setter, judge and umpire have the entity, and no Fault names
it. The judge sees the question of this turn, and sees the dialogue only with `judge_memory`. The other seats
see only the answer word of a judge's reply. An `EntityState` never changes and is never saved: it is rebuilt
from the replies.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import TABLE, Ask, Data, Fault, Line, Move, Outcome, Reply, Seat, Setup
from tui_arena.core.language.names import hits, plain, split_otherwise, without_article
from tui_arena.core.language.reply_forms import at_most
from tui_arena.core.text import one_line, read_reply
from tui_arena.core.words import in_american
from tui_arena.questions import rules
from tui_arena.questions.rules import (
    ANSWER_CHARS,
    MARKS,
    MOST_ALIASES,
    NO,
    NO_QUESTION,
    QUESTION,
    QUESTION_CHARS,
    YES,
    Dialogue,
    QuestionGame,
    answers_in,
    names_form,
    names_given,
    names_in,
    one_answer,
    phrases_of,
)

# the state of a session

BINGO = "bingo"
ASKED = "asked"
"""A value of `EntityTurn.hit`: the asking part of the reply names the entity by the reading that counts."""


@dataclass(frozen=True, slots=True)
class EntityTurn:
    """One question and its answer."""

    question: str
    answer: str
    """The answer that the guesser gets: `yes`, `no`, `maybe` or `dunno`; `bingo` for a hit."""
    defaulted: bool = False
    """True if the judge gave no readable answer."""
    unruled: bool = False
    """True if the umpire gave no readable verdict."""
    read: str | None = None
    """The judge's own answer if noise flipped it; None if it wasn't flipped."""
    hit: frozenset[str] = frozenset()
    """The readings (`strict`, `substring`, `lenient`) by which the question names the entity, and `ASKED`."""
    amended: bool = False
    """True if the judge changed the answer later."""


@dataclass(frozen=True, slots=True)
class EntityState(Dialogue):
    """A session so far."""

    found: ClassVar[str] = BINGO

    turns: tuple[EntityTurn, ...] = ()
    question: str | None = None
    """The question that waits for the umpire or the judge; None while the guesser is asked."""
    readings: frozenset[str] = frozenset()
    """The readings of that question, as in `EntityTurn.hit`, although the question isn't a hit."""
    umpired: bool = False
    """True if the umpire or the table has decided that the question isn't a hit."""
    unruled: bool = False
    """True if the umpire gave no readable verdict on the question."""
    rephrased: EntityTurn | None = None
    """The turn whose question was rephrased, so that it no longer counts; None if there is none."""
    rephrased_at: int = 0
    """The number of turns before the rephrased turn."""

    @property
    def can_rephrase(self) -> bool:
        """True if the last question may be asked again in other words, free of charge."""
        allowed = self.setup.options["rephrase"] and self.rephrased is None
        return bool(allowed and self.turns and not self.over)

    @property
    def last_turn(self) -> int:
        stop = self.setup.options["stop_after"]
        return self.max_turns if stop is None else min(int(stop), self.max_turns)

    @property
    def answers(self) -> tuple[str, str, str]:
        """The answer words: yes, no and a word in between.

        By default it is `maybe`, or `dunno` for people.
        """
        chosen = self.setup.options["answers"] or ("yes/no/dunno" if self.people else "yes/no/maybe")
        return YES, NO, str(chosen).rpartition("/")[2]

    @property
    def reading(self) -> str:
        """The reading by which a question is a hit, before an umpire decides."""
        how = str(self.setup.options["match"])
        return "lenient" if how == "judged" else how


# reading replies

_WORDS = {
    YES: "yes|yeah|yep|yup|yea|correct|right|true|affirmative|indeed",
    NO: "no|nope|nah|incorrect|wrong|false|negative",
    "maybe": "maybe|sometimes|perhaps|possibly|depends|partly|partially|occasionally",
    "dunno": "dunno|unknown|unsure|idk|uncertain|unclear",
}
_REPHRASED = re.compile(
    r"(?:(?:no|sorry|wait|hm+|well)[ ,.:…-]*)?(?:what )?i (?:mean|meant)"
    r"(?: (?:was|is)(?! (?:it|he|she|they|this|that|there|the|its)\b))?\b[ ,.:…-]*(?=\S)",
    re.IGNORECASE,
)
"""The opening words that mark a question as the last question in other words."""
NEGATED = {YES: NO, NO: YES}
ANSWER_OF = phrases_of(_WORDS)
_PHRASES = {
    **ANSWER_OF,
    **{("not", *word): NEGATED[answer] for word, answer in ANSWER_OF.items() if answer in NEGATED},
    **phrases_of({"dunno": "dont know|do not know|not sure|no idea|not certain"}),
}
FORMS = {
    "entity": (names_form("entity"),),
    "question": (QUESTION,),
    "answer": (ReplyForm({"answer": "yes | no | maybe | dunno"}, marks=MARKS["answer"], phrases=_PHRASES),),
    "hit": (
        ReplyForm(
            {"answer": "yes | no"}, phrases={said: one for said, one in _PHRASES.items() if one in NEGATED}
        ),
    ),
}


def read_question(text: str, names: Iterable[str] = ()) -> str:
    """The question in a reply, on one line; raises Fault.

    Punctuation alone isn't a question, unless it is one of the entity's `names`.
    """
    question = one_line(text)
    at_most("question", question, QUESTION_CHARS)
    if not any(c.isalnum() for c in question) and not hits(question, names, "strict"):
        raise Fault("format", NO_QUESTION)
    return question


_SENTENCE_END = re.compile(r"[.!?…][\"'”’)\]]*(?=\s)|\n")


def asked_in(text: str, names: Iterable[str] = ()) -> str:
    r"""The part of a reply that asks: its last sentence with a question mark, else its last line.

    No sentence ends inside one of the `names`.

    >>> asked_in("It could be a piano. Is it alive? Please say."), asked_in("Not a piano.\nIs it alive")
    ('Is it alive?', 'Is it alive')
    >>> asked_in("So is it Dr. Who?", ["Dr Who"])
    'So is it Dr. Who?'
    """
    text = unicodedata.normalize("NFKC", text).strip()
    ends = [m.end() for m in _SENTENCE_END.finditer(text) if m.end() < len(text)]
    if not ends:
        return text
    patterns = (r"[^\w?!]+".join(map(re.escape, re.findall(r"\w+", name))) for name in names)
    whole = [m.span() for p in filter(None, patterns) for m in re.finditer(p, text, re.IGNORECASE)]
    cuts = [0, *(end for end in ends if not any(a < end < b for a, b in whole)), len(text)]
    questions = [said for a, b in pairwise(cuts) if "?" in (said := text[a:b])]
    return questions[-1].strip() if questions else text.rpartition("\n")[2]


def read_answer(text: str, names: Iterable[str], between: str, said: str | None = None) -> str:
    """The answer in a reply: `yes`, `no`, or `between` (`maybe` or `dunno`); raises Fault.

    The first of these words or their synonyms counts. Both yes and no in one reply are a `format` fault. A
    reply that names the entity is a `rule` fault, unless the reply is only an answer word. `said`: the whole
    reply, if `text` is only the answer in it.
    """
    found = answers_in(text, _PHRASES)
    whole = text if said is None else said
    bare = len(found) == 1 and (whole.casefold().strip(".,!? "),) in ANSWER_OF
    if not bare and hits(whole, names, "lenient"):
        why = "the answer must not give away what it is"
        raise Fault("rule", why, told=f"That would give it away. Just yes, no or {between}, please.")
    at_most("reply", text, ANSWER_CHARS)
    answer = one_answer(found, f"yes, no or {between}", both={YES, NO} <= set(found))
    return answer if answer in NEGATED else between


def read_verdict(text: str) -> bool:
    """True if an umpire's reply says that the question is a hit; only yes or no is read. Raises Fault."""
    found = [answer for answer in answers_in(text, _PHRASES) if answer in NEGATED]
    at_most("reply", text, ANSWER_CHARS)
    return one_answer(found, "yes or no", both={YES, NO} <= set(found)) == YES


def read_names(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the aliases in `name | alias | alias`; raises Fault."""
    name, aliases = names_given(text, "the entity")
    name = without_article(name)
    kept = {plain(alias): alias for alias in reversed(aliases) if alias and plain(alias) != plain(name)}
    return name, tuple(reversed(kept.values()))[:MOST_ALIASES]


# what each seat may know

KNOWING = ("setter", "judge", "umpire")
FREE_TURNS = 5
STEP = 0.02


def worth(turns: int) -> float:
    """The `score` of a session won in this number of turns: 1 - 0.02 * max(turns - 5, 0).

    The formula is from The Entity-Deduction Arena, section on metrics; see this game's README.md.
    """
    return round(1 - STEP * max(turns - FREE_TURNS, 0), 10)


def _hears(state: EntityState, seat: str) -> bool:
    """True if a seat may know the dialogue."""
    remembers = seat == "judge" and bool(state.setup.options["judge_memory"])
    return state.over or seat not in ("judge", "umpire") or remembers


def said(answer: str) -> str:
    """An answer, worded as it is spoken at the table.

    >>> said("yes"), said("bingo")
    ('Yes.', 'Bingo!')
    """
    return "Bingo!" if answer == BINGO else rules.said(answer)


# the game itself

READINGS = ("strict", "substring", "lenient")
MOST_FLIPS = 1000


class EntityDeduction(QuestionGame[EntityState]):
    """The rules of entity deduction, which lead from one `EntityState` to the next."""

    id = "entity"
    sought = "entity"
    guess = "Is it {}?"
    lost = Outcome("lost")
    forms = FORMS

    def seats(self, options: Data) -> tuple[Seat, ...]:
        seats = [
            Seat("setter", "neutral", "setter", "dealer"),
            Seat("judge", "neutral", "judge", "bot"),
            Seat("guesser", "solver", "guesser", "human"),
        ]
        if options["match"] == "judged":
            seats.append(Seat("umpire", "neutral", "umpire", "bot"))
        return tuple(seats)

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        dealt: dict[str, Any] = {}
        if item is not None:
            dealt["secret"] = self._secret(item)
        if options["noise"]:
            turns = range(1, int(options["max_turns"]) + 1)
            dealt["flips"] = [turn for turn in turns if rng.random() < options["noise"]]
        return dealt

    def start(self, setup: Setup) -> EntityState:
        flips = setup.extra.get("flips") or ()
        if not isinstance(flips, list | tuple) or len(flips) > MOST_FLIPS:
            raise ValueError(f"setup.flips must be a list of at most {MOST_FLIPS} turns")
        if not all(isinstance(turn, int) for turn in flips):
            raise ValueError("setup.flips must be a list of turns")
        if setup.secret is None:
            return EntityState(setup)
        named = names_in(setup.secret, "entity")
        if named is None:
            raise ValueError("setup.secret.entity is missing")
        return EntityState(setup, *named)

    def asks(self, state: EntityState) -> tuple[Ask, ...]:
        if state.over:
            return ()
        if state.entity is None:
            return (self._names_ask(state, "entity", sealed=True),)
        if state.question is None:
            return (self._question_ask(state),)
        if state.setup.options["match"] == "judged" and not state.umpired:
            return (self._choice_ask(state, "umpire", "hit", (YES, NO), FORMS["hit"][0]),)
        return (self._choice_ask(state, "judge", "answer", state.answers, FORMS["answer"][0]),)

    # replies

    def parse(self, state: EntityState, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text, *ask.marks).body
        if ask.name == "entity":
            name, aliases = read_names(text)
            values: dict[str, Any] = {"entity": name, "aliases": aliases}
        elif ask.name == "question":
            again = _REPHRASED.match(text) if state.can_rephrase else None
            said = text[again.end() :] if again else text
            question = read_question(said, state.names)
            readings = self._readings(state, question)
            ruled = reply.ruling.get("hit")
            wins = state.reading in readings if ruled is None else ruled
            asked = asked_in(said, state.names)
            named = readings if one_line(asked) == question else self._readings(state, asked)
            asks = state.reading in named if ruled is None else ruled
            umpired = ruled is not None and state.setup.options["match"] == "judged"
            values = {"question": question, "hit": readings | ({ASKED} if asks else set())}
            values |= {"rephrased": again is not None, "wins": wins, "umpired": umpired}
        elif ask.name == "hit":
            values = {"hit": reply.ruling.get("hit", read_verdict(text))}
        else:
            came = None if reply.came is None else read_reply(reply.came, *ask.marks).body
            answer = read_answer(text, state.names, state.answers[2], came)
            values = {"answer": answer, "amended": reply.amended}
        return Move(ask, ask.name, values)

    @staticmethod
    def _readings(state: EntityState, question: str) -> frozenset[str]:
        found = {how for how in READINGS if hits(question, state.names, how)}
        otherwise = state.splits_names and split_otherwise(question, state.names)
        if state.knows_spellings and not otherwise:
            otherwise = bool(hits(in_american(question), map(in_american, state.names), "lenient"))
        return frozenset(found | {"lenient"} if otherwise else found)

    def apply(self, state: EntityState, move: Move) -> EntityState:
        state = replace(state, rejected=())
        values = move.values
        if move.name == "entity":
            return replace(state, entity=values["entity"], aliases=values["aliases"], given=True)
        if move.name == "question":
            if values["rephrased"]:
                *turns, last = state.turns
                state = replace(state, turns=tuple(turns), rephrased=last, rephrased_at=len(turns))
            asked = {"question": values["question"], "readings": values["hit"], "umpired": values["umpired"]}
            state = replace(state, **asked)
            return self._with_answer(state, BINGO) if values["wins"] else state
        if move.name == "hit" and values["hit"]:
            return self._with_answer(replace(state, readings=state.readings | {ASKED}), BINGO)
        if move.name == "hit":
            return replace(state, umpired=True)
        return self._with_answer(state, values["answer"], amended=values["amended"])

    @staticmethod
    def _with_answer(
        state: EntityState, answer: str, *, defaulted: bool = False, amended: bool = False
    ) -> EntityState:
        flips = state.setup.extra.get("flips") or ()
        flipped = len(state.turns) + 1 in flips and answer in NEGATED
        turn = EntityTurn(
            question=state.question or "",
            answer=NEGATED[answer] if flipped else answer,
            defaulted=defaulted,
            unruled=state.unruled,
            read=answer if flipped else None,
            hit=state.readings,
            amended=amended,
        )
        turns = (*state.turns, turn)
        asked = EntityState(state.setup, state.entity, state.aliases, state.given)
        return replace(asked, turns=turns, rephrased=state.rephrased, rephrased_at=state.rephrased_at)

    def _defaulted(self, state: EntityState, ask: Ask) -> EntityState | None:
        if ask.name == "answer":
            return self._with_answer(state, state.answers[2], defaulted=True)
        return replace(state, umpired=True, unruled=True, rejected=()) if ask.name == "hit" else None

    def _round(self, state: EntityState) -> int:
        """The round of the open question, from 1; 0 while no question is due."""
        waits = state.over or state.entity is None or state.question is not None
        return 0 if waits else len(state.turns) + 1

    # views

    def _facts(self, state: EntityState, seat: str) -> dict[str, Any]:
        turns = state.turns if _hears(state, seat) else ()
        done = len(state.turns)
        told = [turn.answer for turn in turns]
        between = state.answers[2]
        return {
            **self._shared_facts(state, seat, knows=seat in KNOWING or state.over),
            "turns": [{"question": turn.question, "answer": turn.answer} for turn in turns],
            "started": bool(turns),
            "question": state.question or "",
            "answers": list(state.answers),
            "between": between,
            "allowed": f"`Yes.`, `No.` or `{between.capitalize()}.`",
            "kind": "person" if state.people else "thing",
            "yes": told.count(YES),
            "no": told.count(NO),
            "maybe": told.count(between),
            "worth": worth(done + 1),
            "nudge": done == state.max_turns - 1 and done > 0,
            "memory": bool(state.setup.options["judge_memory"]),
            "can_rephrase": seat == "guesser" and state.can_rephrase,
        }

    def _talk(self, state: EntityState, seat: str) -> tuple[Line, ...]:
        lines: list[Line] = []
        if state.given and seat not in ("judge", "umpire"):
            open_ = seat == "setter" or state.over
            shown = " | ".join(state.names) if open_ else "I have something in mind."
            lines.append(Line("setter", shown, "entity", read=not open_))
        if _hears(state, seat):
            heard = list(state.turns)
            if state.rephrased is not None:
                heard.insert(state.rephrased_at, state.rephrased)
            for turn in heard:
                lines.append(Line("guesser", turn.question, "question"))
                who = TABLE if turn.answer == BINGO else "judge"
                lines.append(Line(who, said(turn.answer), "answer", read=True))
        if state.question is not None and seat not in ("judge", "umpire"):
            lines.append(Line("guesser", state.question, "question"))
        return (*lines, *self._refused(state, seat))


GAME = EntityDeduction()

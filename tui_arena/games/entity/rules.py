"""The rules of entity deduction: the guesser finds out what the judge has in mind by asking questions.

A setter or the dealer gives the entity. The guesser asks, and the judge answers yes, no, or a third word
in between (`maybe` or `dunno`). A question that names the entity is a hit and wins. Without a hit within
`max_turns` questions the session is lost. See this game's README.md for the rules to the letter.

Law: until the session is over, only the views of setter, judge and umpire hold the entity, and no Fault
names it. The judge sees the question of this turn, and the dialogue only with `judge_memory`. Of a judge's
reply, the others see only the answer word. A `State` never changes and is never saved: replies rebuild it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from tui_arena.core.candidate_lists import CANDIDATES
from tui_arena.core.deal import about_people, dealt_item, names_in
from tui_arena.core.game import (
    TABLE,
    Ask,
    Attempts,
    Data,
    Deck,
    Fault,
    Line,
    Move,
    Outcome,
    Reply,
    Seat,
    Setup,
    View,
)
from tui_arena.core.language.names import hits, plain, without_article
from tui_arena.core.probes import COACH, coach_ask
from tui_arena.core.text import one_line, read_reply, undecorated
from tui_arena.core.words import tokens

# the state of a session

BINGO = "bingo"
YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and its answer."""

    question: str
    answer: str
    """As the guesser gets it: `yes`, `no`, `maybe` or `dunno`; `bingo` for a hit."""
    defaulted: bool = False
    """Whether the judge gave no answer that could be read."""
    unruled: bool = False
    """Whether the umpire gave no verdict that could be read."""
    read: str | None = None
    """The judge's own answer if noise flipped it; None if it wasn't flipped."""
    hit: frozenset[str] = frozenset()
    """The readings (`strict`, `substring`, `lenient`) by which the question names the entity."""


@dataclass(frozen=True, slots=True)
class State(Attempts):
    """A session so far."""

    entity: str | None
    aliases: tuple[str, ...] = ()
    given: bool = False
    """Whether a setter seat gave the entity."""
    turns: tuple[Turn, ...] = ()
    question: str | None = None
    """The question that waits for the umpire or the judge; None while the guesser is asked."""
    hit: frozenset[str] = frozenset()
    """The readings by which that question names the entity, none of which made it a hit."""
    umpired: bool = False
    """Whether the umpire or the table has settled that the question is no hit."""
    unruled: bool = False
    """Whether the umpire gave no verdict on it that could be read."""
    aborted: str | None = None
    """The `SEAT: FAULT` that ended the session; None if none did."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.entity, *self.aliases) if self.entity is not None else ()

    @property
    def max_turns(self) -> int:
        return int(self.setup.options["max_turns"])

    @property
    def last_turn(self) -> int:
        """The turn after which the session is lost."""
        stop = self.setup.options["stop_after"]
        return self.max_turns if stop is None else min(int(stop), self.max_turns)

    @property
    def won(self) -> bool:
        return bool(self.turns) and self.turns[-1].answer == BINGO

    @property
    def over(self) -> bool:
        return bool(self.aborted) or self.won or len(self.turns) >= self.last_turn

    @property
    def people(self) -> bool:
        """Whether the entities are people."""
        return about_people(self.setup.deck)

    @property
    def answers(self) -> tuple[str, str, str]:
        """The answer words: yes, no and the one in between, by default `maybe`, or `dunno` for people."""
        chosen = self.setup.options["answers"] or ("yes/no/dunno" if self.people else "yes/no/maybe")
        return YES, NO, str(chosen).rpartition("/")[2]


# reading replies

QUESTION_CHARS = 300
ANSWER_CHARS = 2000
NAME_CHARS = 80
MOST_ALIASES = 16

_WORDS = {
    "yes": "yes yeah yep yup yea correct right true affirmative indeed",
    "no": "no nope nah incorrect wrong false negative",
    "maybe": "maybe sometimes perhaps possibly depends partly partially occasionally",
    "dunno": "dunno unknown unsure idk uncertain unclear",
}
ANSWER_OF = {word: answer for answer, said in _WORDS.items() for word in said.split()}
_PHRASES = (("dont", "know"), ("do", "not", "know"), ("not", "sure"), ("no", "idea"), ("not", "certain"))
NEGATED = {"yes": "no", "no": "yes"}


def read_question(text: str, names: Iterable[str] = ()) -> str:
    """The question in a reply, on one line; raises Fault.

    Punctuation alone is no question, unless it is one of the entity's `names`.
    """
    question = one_line(text)
    if len(question) > QUESTION_CHARS:
        raise Fault(
            "rule", f"the question has {len(question)} characters; at most {QUESTION_CHARS} are allowed"
        )
    if not any(c.isalnum() for c in question) and not hits(question, names, "strict"):
        raise Fault("format", "that is no question; ask one that can be answered with yes or no")
    return question


def read_answer(text: str, names: Iterable[str], between: str) -> str:
    """The answer in a reply: `yes`, `no`, or `between` (`maybe` or `dunno`); raises Fault.

    The first of these words or their synonyms counts. Both yes and no in one reply are a `format` fault.
    A reply that names the entity is a `rule` fault, unless it is nothing but one answer word.
    """
    found = list(answers_in(text))
    bare = len(found) == 1 and text.casefold().strip(".,!? ") in ANSWER_OF
    if not bare and hits(text, names, "lenient"):
        raise Fault("rule", "the answer must not say what is looked for")
    _check(text, found, f"yes, no or {between}")
    return found[0] if found[0] in ("yes", "no") else between


def read_verdict(text: str) -> bool:
    """Whether an umpire's reply says that the question is a hit: only yes or no is read; raises Fault."""
    found = [answer for answer in answers_in(text) if answer in ("yes", "no")]
    _check(text, found, "yes or no")
    return found[0] == "yes"


def _check(text: str, found: Sequence[str], allowed: str) -> None:
    if len(text) > ANSWER_CHARS:
        raise Fault("rule", f"the reply has {len(text)} characters; at most {ANSWER_CHARS} are allowed")
    if not found or {"yes", "no"} <= set(found):
        why = "says yes and no at once" if found else "holds none of the answers"
        raise Fault("format", f"the reply {why}; one of {allowed} is needed")


def answers_in(text: str) -> Iterable[str]:
    """Every answer word in a text, in order; `not true` counts as a no."""
    said = tokens(text)
    i = 0
    while i < len(said):
        phrase = next((p for p in _PHRASES if tuple(said[i : i + len(p)]) == p), None)
        if phrase is not None:
            yield "dunno"
            i += len(phrase)
            continue
        negated = said[i] == "not" and i + 1 < len(said) and ANSWER_OF.get(said[i + 1]) in NEGATED
        answer = ANSWER_OF.get(said[i + 1] if negated else said[i])
        if answer is not None:
            yield NEGATED[answer] if negated else answer
        i += 2 if negated else 1


def read_names(text: str, what: str = "the entity") -> tuple[str, tuple[str, ...]]:
    """Name and aliases of `name | alias | alias`; raises Fault."""
    parts = [undecorated(one_line(part)) for part in text.split("|")]
    name, aliases = parts[0], parts[1:]
    if not name:
        raise Fault("format", f"{what} is missing; write `name | alias | alias`")
    if any(len(part) > NAME_CHARS for part in (name, *aliases)):
        raise Fault("rule", f"a name has at most {NAME_CHARS} characters")
    name = without_article(name)
    kept = {plain(alias): alias for alias in reversed(aliases) if alias and plain(alias) != plain(name)}
    return name, tuple(reversed(kept.values()))[:MOST_ALIASES]


# what each seat may know

KNOWING = ("setter", "judge", "umpire")
FREE_TURNS = 5
STEP = 0.02


def worth(turns: int) -> float:
    """`score` of a session won in that many turns: 1 - 0.02 * max(turns - 5, 0).

    (The Entity-Deduction Arena, section on metrics; see this game's README.md.)
    """
    return round(1 - STEP * max(turns - FREE_TURNS, 0), 10)


def view_of(state: State, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("entity", seat, _facts(state, seat), _talk(state, seat))


def _hears(state: State, seat: str) -> bool:
    """Whether a seat may know the dialogue."""
    return state.over or seat not in ("judge", "umpire") or _remembers(state, seat)


def _remembers(state: State, seat: str) -> bool:
    return seat == "judge" and bool(state.setup.options["judge_memory"])


def _facts(state: State, seat: str) -> dict[str, Any]:
    knows = seat in KNOWING or state.over
    turns = state.turns if _hears(state, seat) else ()
    done = len(state.turns)
    told = [turn.answer for turn in turns]
    between = state.answers[2]
    return {
        "turn": min(done + 1, state.max_turns),
        "max_turns": state.max_turns,
        "turns_left": state.max_turns - done,
        "turns": [_turn(turn) for turn in turns],
        "started": bool(turns),
        "question": state.question or "",
        "answers": list(state.answers),
        "between": between,
        "allowed": f"`Yes.`, `No.` or `{between.capitalize()}.`",
        "people": state.people,
        "kind": "person" if state.people else "thing",
        "yes": told.count("yes"),
        "no": told.count("no"),
        "maybe": told.count(between),
        "worth": worth(done + 1),
        "nudge": done == state.max_turns - 1 and done > 0,
        "match": state.setup.options["match"],
        "memory": bool(state.setup.options["judge_memory"]),
        "faults_left": state.faults_left(seat),
        "entity": state.entity if knows and state.entity else "",
        "aliases": ", ".join(state.aliases) if knows else "",
        "over": state.over,
    }


def _turn(turn: Turn) -> dict[str, Any]:
    return {"question": turn.question, "answer": turn.answer}


def said(answer: str) -> str:
    """An answer as it is said at the table.

    >>> said("yes"), said("bingo")
    ('Yes.', 'Bingo!')
    """
    return "Bingo!" if answer == BINGO else f"{answer.capitalize()}."


def _talk(state: State, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    if state.given:
        shown = "I have something in mind."
        if seat == "setter" or state.over:
            shown = " | ".join(state.names)
        if seat not in ("judge", "umpire"):
            lines.append(Line("setter", shown, "entity", read=seat != "setter" and not state.over))
    if _hears(state, seat):
        for turn in state.turns:
            lines.append(Line("guesser", turn.question, "question"))
            who = TABLE if turn.answer == BINGO else "judge"
            lines.append(Line(who, said(turn.answer), "answer", read=True))
    if state.question is not None and seat not in ("judge", "umpire"):
        lines.append(Line("guesser", state.question, "question"))
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.ask == "question")
    ]
    return tuple(lines)


# the game itself

READINGS = ("strict", "substring", "lenient")
MOST_FLIPS = 1000
MARKS = {"question": ("question:",), "answer": ("answer:",)}


class EntityDeduction:
    """The rules of entity deduction, which lead from one `State` to the next."""

    id = "entity"
    rules = 1

    def seats(self, options: Data) -> tuple[Seat, ...]:
        seats = [
            Seat("setter", "neutral", "setter", "dealer"),
            Seat("judge", "neutral", "judge", "bot"),
            Seat("guesser", "solver", "guesser", "human"),
        ]
        if options["match"] == "judged":
            seats.append(Seat("umpire", "neutral", "umpire", "bot"))
        return tuple(seats)

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        dealt: dict[str, Any] = {}
        if deck is not None:
            item = dealt_item(options, deck, rng, index)
            dealt["secret"] = {"entity": item["entity"], "aliases": list(item["aliases"])}
        if options["noise"]:
            turns = range(1, int(options["max_turns"]) + 1)
            dealt["flips"] = [turn for turn in turns if rng.random() < options["noise"]]
        return dealt

    def start(self, setup: Setup) -> State:
        flips = setup.extra.get("flips") or ()
        if not isinstance(flips, list | tuple) or len(flips) > MOST_FLIPS:
            raise ValueError(f"setup.flips must be a list of turns, {MOST_FLIPS} at the most")
        if not all(isinstance(turn, int) for turn in flips):
            raise ValueError("setup.flips must be a list of turns")
        if setup.secret is None:
            return State(setup, None)
        named = names_in(setup.secret, "entity")
        if named is None:
            raise ValueError("setup.secret.entity is missing")
        return State(setup, *named)

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over:
            return ()
        turn, attempt = len(state.turns) + 1, state.attempt
        if state.entity is None:
            most = NAME_CHARS * (MOST_ALIASES + 1)
            ask = Ask("setter", "entity", "entity", max_chars=most, attempt=attempt, sealed=True)
        elif state.question is None:
            ask = Ask("guesser", "question", f"question:{turn}", max_chars=QUESTION_CHARS, attempt=attempt)
        else:
            judged = state.setup.options["match"] == "judged" and not state.umpired
            ask = Ask(
                seat="umpire" if judged else "judge",
                name="hit" if judged else "answer",
                key=f"{'hit' if judged else 'answer'}:{turn}",
                kind="choice",
                choices=("yes", "no") if judged else state.answers,
                max_chars=ANSWER_CHARS,
                attempt=attempt,
                private=True,
            )
        return (ask,)

    # replies

    def parse(self, state: State, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text, *MARKS.get(ask.name, ())).body
        if ask.name == "entity":
            name, aliases = read_names(text)
            values: dict[str, Any] = {"entity": name, "aliases": aliases}
        elif ask.name == "question":
            question = read_question(text, state.names)
            values = {"question": question, "hit": self._readings(state, question)}
            ruled = reply.ruling.get("hit")
            by = state.setup.options["match"]
            by = "lenient" if by == "judged" else by
            values |= {"wins": by in values["hit"] if ruled is None else ruled, "ruled": ruled is not None}
        elif ask.name == "hit":
            values = {"hit": reply.ruling.get("hit", read_verdict(text))}
        else:
            values = {"answer": read_answer(text, state.names, state.answers[2])}
        return Move(ask, ask.name, values)

    @staticmethod
    def _readings(state: State, question: str) -> frozenset[str]:
        return frozenset(how for how in READINGS if hits(question, state.names, how))

    def apply(self, state: State, move: Move) -> State:
        state = replace(state, rejected=())
        values = move.values
        if move.name == "entity":
            return replace(state, entity=values["entity"], aliases=values["aliases"], given=True)
        if move.name == "question":
            state = replace(state, question=values["question"], hit=values["hit"], umpired=values["ruled"])
            return self._told(state, BINGO) if values["wins"] else state
        if move.name == "hit":
            return self._told(state, BINGO) if values["hit"] else replace(state, umpired=True)
        return self._told(state, values["answer"])

    @staticmethod
    def _told(state: State, answer: str, *, defaulted: bool = False) -> State:
        flips = state.setup.extra.get("flips") or ()
        flipped = len(state.turns) + 1 in flips and answer in NEGATED
        turn = Turn(
            question=state.question or "",
            answer=NEGATED[answer] if flipped else answer,
            defaulted=defaulted,
            unruled=state.unruled,
            read=answer if flipped else None,
            hit=state.hit,
        )
        turns = (*state.turns, turn)
        asked = State(state.setup, state.entity, state.aliases, state.given)
        return replace(asked, turns=turns)

    def reject(self, state: State, ask: Ask, reply: Reply, fault: Fault) -> State:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        if ask.name == "answer":
            return self._told(state, state.answers[2], defaulted=True)
        if ask.name == "hit":
            return replace(state, umpired=True, unruled=True, rejected=())
        return replace(state, aborted=f"{ask.seat}: {fault.kind}")

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.won:
            return Outcome("won", ("guesser",))
        return Outcome("lost") if state.over else None

    def secret(self, state: State) -> Data | None:
        if state.entity is None:
            return None
        return {"entity": state.entity, **({"aliases": list(state.aliases)} if state.aliases else {})}

    def probe(self, state: State, seat: str, kind: str) -> Ask | None:
        """The ask of a probe, or None if it can't be asked now (see this game's README.md).

        `candidates`, before each question: the likeliest entities. `coach`, after the end: which questions
        were good and which weren't.
        """
        if seat != "guesser":
            return None
        if kind == COACH:
            return coach_ask(seat, over=state.over)
        if kind != CANDIDATES or state.over:
            return None
        if state.entity is None or state.question is not None:
            return None
        turn = len(state.turns) + 1
        return Ask("guesser", CANDIDATES, f"{CANDIDATES}:{turn}", shares_prompt_of="question", sealed=True)


GAME = EntityDeduction()

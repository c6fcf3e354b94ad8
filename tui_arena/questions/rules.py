"""What the question games share: the state, the forms of replies, the course of a session, the caster's moments.

Law: no Fault names the entity sought. A state is never changed; each move makes a new one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from tui_arena.core.caster import Fact, Moment, Scene, run_of, who, words_in
from tui_arena.core.forms import ChoicePhrases, ReplyForm
from tui_arena.core.game import TABLE, Ask, Attempts, Data, Deck, Fault, Line, Outcome, Reply, View, deck_base
from tui_arena.core.language.sentences import listed
from tui_arena.core.probes import CANDIDATES, COACH, coach_ask
from tui_arena.core.reading import formed
from tui_arena.core.terms import Explained, number_of, term
from tui_arena.core.text import fold, one_line, undecorated
from tui_arena.core.words import SPELLINGS, tokens
from tui_arena.questions.wordings import phrases_in

PEOPLE = "celebrities"
"""The deck whose entities are people."""
YES, NO = "yes", "no"
QUESTION_CHARS = 300
ANSWER_CHARS = 2000
NAME_CHARS = 80
MOST_ALIASES = 16
MARKS = {"question": ("question:",), "answer": ("answer:",)}
"""Maps an ask to the words with which a reply begins."""
HELD_OUT = "30"
"""The value of the option `suite` for a deck's held-out items."""
SPLITS = 3
"""The first version of the matcher in which a name may be split differently."""
QUESTION = ReplyForm({"question": "text"}, "alone", marks=MARKS["question"])
NO_QUESTION = "that isn't a question; ask one that can be answered with yes or no"


def about_people(deck: str | None) -> bool:
    """True if the entities of a deck are people."""
    return deck_base(deck) == PEOPLE


def items_of(options: Data, deck: Deck) -> Sequence[Data]:
    """The items to deal that match `suite`, `set` and `difficulty`; raises ValueError if none does."""
    items: Sequence[Data] = [item for item in deck.items if item.get("dealt", True)]
    if options["suite"] == HELD_OUT:
        items = [item for item in items if item["suite"]]
    for name in ("set", "difficulty"):
        if options[name] is not None:
            items = [item for item in items if item[name] == options[name]]
    if not items:
        wanted = [f"{n} = {options[n]}" for n in ("suite", "set", "difficulty") if options[n] is not None]
        raise ValueError(f"it has nothing with {listed(wanted or ['a name'])}")
    return items


def names_in(secret: Data, key: str) -> tuple[str, tuple[str, ...]] | None:
    """The name and aliases of a set-up's secret; None if the secret has no name under `key`.

    Raises ValueError if the name is empty or if a name or alias isn't a text.
    """
    name, aliases = secret.get(key), secret.get("aliases") or []
    if name is None:
        return None
    if not isinstance(name, str) or not name.strip():
        raise ValueError(f"setup.secret.{key} must be a name, not {name!r}")
    if not isinstance(aliases, list | tuple) or not all(isinstance(a, str) for a in aliases):
        raise ValueError(f"setup.secret.aliases must be a list of names, not {aliases!r}")
    return name.strip(), tuple(a.strip() for a in aliases if a.strip())


@dataclass(frozen=True, slots=True)
class Dialogue(Attempts):
    """The questions and answers so far."""

    found: ClassVar[str]
    """The answer to a question that found the entity."""

    entity: str | None = None
    """The name of the entity sought; None while the rules don't know it."""
    aliases: tuple[str, ...] = ()
    given: bool = False
    """True if a setter seat gave the entity at the start."""
    turns: tuple[Any, ...] = ()
    aborted: str | None = None
    """The `SEAT: FAULT` that ended the session; None if no fault did."""

    @property
    def names(self) -> tuple[str, ...]:
        return (self.entity, *self.aliases) if self.entity is not None else ()

    @property
    def max_turns(self) -> int:
        return int(self.setup.options["max_turns"])

    @property
    def last_turn(self) -> int:
        """The turn after which the session is lost."""
        return self.max_turns

    @property
    def won(self) -> bool:
        """True if the guesser found the entity."""
        return bool(self.turns) and self.turns[-1].answer == self.found

    @property
    def over(self) -> bool:
        """True if the outcome is certain."""
        return bool(self.aborted) or self.won or len(self.turns) >= self.last_turn

    @property
    def compared(self) -> str:
        return "lenient" if self.setup.options["match"] in ("lenient", "judged") else "strict"

    @property
    def splits_names(self) -> bool:
        """True if a name may be split differently: a row boat is a rowboat."""
        return (self.setup.matching or 0) >= SPLITS

    @property
    def knows_spellings(self) -> bool:
        """True if the British and the American spelling of a name are the same name."""
        return (self.setup.matching or 0) >= SPELLINGS

    @property
    def people(self) -> bool:
        """True if the guesser looks for a person, not a thing."""
        return about_people(self.setup.deck)


# reading replies


def phrases_of(said: Mapping[str, str]) -> dict[tuple[str, ...], str]:
    """Maps phrases to the answers that they mean; `|` separates the phrases in `said`.

    >>> phrases_of({"no": "no|not at all"})
    {('no',): 'no', ('not', 'at', 'all'): 'no'}
    """
    return {tuple(p.split()): answer for answer, phrases in said.items() for p in phrases.split("|")}


def answers_in(text: str, phrases: ChoicePhrases) -> list[str]:
    """The answers in a text, in order; at each place the longest phrase counts."""
    found = phrases_in(tokens(text), phrases, max(map(len, phrases)))
    return [phrases[phrase] for phrase, _ in found if phrase]


def one_answer(found: Sequence[str], allowed: str, *, both: bool) -> str:
    """The first of the answers found. Raises Fault if there is none, or if `both` yes and no were found."""
    if not found or both:
        why = "says both yes and no" if found else "contains none of the answers"
        raise Fault("format", f"the reply {why}; answer with one of these: {allowed}")
    return found[0]


def names_given(text: str, what: str, void: str = "") -> tuple[str, list[str]]:
    """The name and aliases in `name | alias | alias`, as they are written. Raises Fault.

    The name, which messages call `what`, counts as missing if it has only characters of `void`.
    """
    name, *aliases = (undecorated(one_line(part)) for part in text.split("|"))
    if not name.strip(void or None):
        raise Fault("format", f"{what} is missing; write it as `name | alias | alias`")
    if any(len(part) > NAME_CHARS for part in (name, *aliases)):
        why = f"a name can have at most {NAME_CHARS} characters"
        raise Fault("rule", why, told=f"That's a long name: {NAME_CHARS} characters at most, please.")
    return name, aliases


def folded(question: str) -> str:
    """A question in the form for comparisons: without case, accents, extra blanks and closing punctuation.

    >>> folded("Is it  a Café ?") == folded("is it a cafe")
    True
    """
    return fold(question).rstrip("?.! ")


def said(answer: str) -> str:
    """An answer as players say it at the table.

    >>> said("probably no")
    'Probably no.'
    """
    return f"{answer.capitalize()}."


def amended(turns: Sequence[Any]) -> Explained:
    """The metric `amended`: the number of answers that were changed later."""
    changed = [term(n, "changed", turn.answer) for n, turn in enumerate(turns, 1) if turn.amended]
    return number_of(changed, "no answer was changed")


# the game itself


def names_form(part: str) -> ReplyForm:
    """The form of a reply that names an entity, and may name aliases after it."""
    return ReplyForm({part: "text"}, "alone", most_chars=NAME_CHARS)


D = TypeVar("D", bound=Dialogue)


class QuestionGame(Generic[D]):
    """The rules of a dialogue of questions and answers; a game adds its answers."""

    id: str
    rules = 1
    sought: ClassVar[str]
    """The ask for the entity sought, and the entity's key in set-ups and views."""
    guess: ClassVar[str]
    """The question that names an entity, with `{}` for the name."""
    lost: ClassVar[Outcome]
    """The outcome when all questions are used up."""
    forms: Mapping[str, Sequence[ReplyForm]]

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        return items_of(options, deck)

    def _secret(self, item: Data) -> Data:
        """The secret of a set-up to which this item is dealt."""
        return {self.sought: item["entity"], "aliases": list(item["aliases"])}

    def _names_ask(self, state: D, name: str, *, sealed: bool = False) -> Ask:
        most = NAME_CHARS * (MOST_ALIASES + 1)
        return Ask(
            "setter",
            name,
            name,
            max_chars=most,
            attempt=state.attempt,
            sealed=sealed,
            form=formed(self.forms[name][0], state.setup),
            allows=partial(self._allowed, state, self.sought, "{}"),
        )

    @staticmethod
    def _allowed(state: D, part: str, said: str) -> Mapping[str, Collection[str]]:
        """The names of the deck, as a seat says them in a part of its reply; empty if the deck isn't known."""
        deck = state.setup.source
        return {part: {said.format(item["entity"]) for item in deck.items}} if deck else {}

    def _question_ask(self, state: D) -> Ask:
        key = f"question:{len(state.turns) + 1}"
        form = formed(QUESTION, state.setup)
        last = len(state.turns) == state.max_turns - 1
        allows = partial(self._allowed, state, "question", self.guess) if last else None
        return Ask(
            "guesser",
            "question",
            key,
            max_chars=QUESTION_CHARS,
            attempt=state.attempt,
            form=form,
            allows=allows,
        )

    def _choice_ask(self, state: D, seat: str, name: str, choices: tuple[str, ...], form: ReplyForm) -> Ask:
        return Ask(
            seat=seat,
            name=name,
            key=f"{name}:{len(state.turns) + 1}",
            kind="choice",
            choices=choices,
            max_chars=ANSWER_CHARS,
            attempt=state.attempt,
            private=True,
            amendable=name == "answer" and bool(state.setup.options["changes"]),
            form=formed(form, state.setup),
        )

    def reject(self, state: D, ask: Ask, reply: Reply, fault: Fault) -> D:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        return self._defaulted(state, ask) or replace(state, aborted=f"{ask.seat}: {fault.kind}")

    def _defaulted(self, state: D, ask: Ask) -> D | None:
        """The state after the default for a seat whose replies were all refused; None: the session ends."""
        raise NotImplementedError

    def view(self, state: D, seat: str) -> View:
        return View(self.id, seat, self._facts(state, seat), self._talk(state, seat))

    def _facts(self, state: D, seat: str) -> dict[str, Any]:
        """The facts that a seat may know; a game adds its own."""
        raise NotImplementedError

    def _talk(self, state: D, seat: str) -> tuple[Line, ...]:
        """The lines that a seat may hear."""
        raise NotImplementedError

    def _shared_facts(self, state: D, seat: str, *, knows: bool) -> dict[str, Any]:
        """The facts that all games give to a seat; `knows`: whether the seat may know the entity sought."""
        done = len(state.turns)
        return {
            "turn": min(done + 1, state.max_turns),
            "max_turns": state.max_turns,
            "turns_left": state.max_turns - done,
            "match": state.setup.options["match"],
            "people": state.people,
            "faults_left": state.faults_left(seat),
            self.sought: state.entity if knows and state.entity else "",
            "aliases": ", ".join(state.aliases) if knows else "",
            "over": state.over,
            "changes": bool(state.setup.options["changes"]) and not any(t.amended for t in state.turns),
        }

    @staticmethod
    def _refused(state: D, seat: str) -> list[Line]:
        """The refused replies that a seat sees: its own; the table also sees refused questions."""
        asks = ("question",) if seat == TABLE else ()
        return [line for line in state.rejected if line.seat == seat or line.ask in asks]

    def outcome(self, state: D) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.won:
            return Outcome("won", ("guesser",))
        return self.lost if state.over else None

    def secret(self, state: D) -> Data | None:
        if state.entity is None:
            return None
        return {self.sought: state.entity, **({"aliases": list(state.aliases)} if state.aliases else {})}

    def _round(self, state: D) -> int:
        """The round for which a list of the likeliest entities may be requested now; 0: none."""
        raise NotImplementedError

    def probe(self, state: D, seat: str, kind: str) -> Ask | None:
        """The ask of a probe, or None if it can't be asked now (see the game's README.md).

        `candidates`: the likeliest entities. `coach`, after the end: which questions were good and which
        weren't.
        """
        if seat != "guesser":
            return None
        if kind == COACH:
            return coach_ask(seat, over=state.over)
        turn = self._round(state)
        if kind != CANDIDATES or not turn:
            return None
        return Ask(seat, CANDIDATES, f"{CANDIDATES}:{turn}", shares_prompt_of="question", sealed=True)


# the caster's moments

GUESSER = "guesser"
FEW = 5
"""At most this many candidates count as few."""
MANY = 20
"""At least this many candidates count as many late in the game. With fewer, the caster says nothing about
their number."""
LATE = 3
"""It is late in the game if at most this many questions are left."""
PLENTY = 8
"""At least this many questions are plenty for few candidates."""
DEEP = 4
"""An answer cut deep if it left at most one candidate in this many."""
HALF = (0.45, 0.55)
"""An answer halved the candidates if it left a share between these two."""
HARDLY = 0.95
"""An answer ruled out hardly any candidates if it left at least this share."""
RUN = 4
"""The caster remarks on this many equal answers in a row, and again after as many more."""
SETTLED = 4
"""A first yes, or half the candidates gone, is news from this question on."""
WORDY = 16
"""A question with at least this many words is long."""


def facts_of(scene: Scene) -> dict[str, Fact]:
    """The facts of the last turn: its question, its answer, its number and how many turns are left."""
    turn = scene.turns[-1]
    return {
        "who": who(GUESSER),
        "question": str(turn["question"]),
        "answer": str(turn["answer"]),
        "used": len(scene.turns),
        "left": int(scene.now["turns_left"]),
    }


def count_moments(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """Moments about the change in the number of candidates, as the board shows it."""
    if scene.insight.left is None:
        return
    before, after = scene.insight.left
    questions = int(scene.now["turns_left"])
    told = {**facts, "before": before, "after": after, "out": before - after}
    if after == 1 < before:
        yield Moment("one_left", told)
    elif 1 < after <= FEW < before:
        yield Moment("few_left_in_time" if questions >= PLENTY else "few_left", told)
    if questions <= LATE and after >= MANY:
        yield Moment("many_left_late", told)
    if after > before > 0:
        yield Moment("more_again", told)
    if before < MANY:
        return
    if after > 1 and after * DEEP <= before:
        yield Moment("deep_cut", told)
    elif len(scene.turns) >= SETTLED and HALF[0] * before <= after <= HALF[1] * before:
        yield Moment("halved", told)
    elif HARDLY * before <= after <= before:
        yield Moment("hardly_any", told)


def run_moments(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """Moments about runs of equal answers, and about the end of a run."""
    told = [str(turn["answer"]) for turn in scene.turns]
    noes, yeses = (run_of(answer == one for answer in told) for one in (NO, YES))
    before = run_of(answer == NO for answer in told[:-1])
    if noes and noes % RUN == 0:
        yield Moment("noes", {**facts, "number": noes})
    if yeses and yeses % RUN == 0:
        yield Moment("yeses", {**facts, "number": yeses})
    if told[-1] == YES and before >= RUN:
        yield Moment("yes_at_last", {**facts, "number": before})
    elif told.count(YES) == 1 and told[-1] == YES and len(told) >= SETTLED:
        yield Moment("first_yes", facts)


def wording_moments(scene: Scene, facts: Mapping[str, Fact]) -> Iterator[Moment]:
    """Moments about an odd wording of the question."""
    *earlier, last = scene.turns
    if any(folded(str(turn["question"])) == folded(str(last["question"])) for turn in earlier):
        yield Moment("asked_before", facts)
    if words_in(str(last["question"])) >= WORDY:
        yield Moment("long_question", {**facts, "number": words_in(str(last["question"]))})


def left_before(scene: Scene) -> int:
    """The number of candidates left before the reply; 0 if it isn't known."""
    return scene.insight.left[0] if scene.insight.left is not None else 0

"""A base for games in which one seat looks for one secret, turn by turn.

A subclass defines how a turn is read (`read`) and answered (`answer`), what everybody can see (`facts`), and
when the secret is found (`found`). The base does the rest of `core/game.py:Game`. A game with more seats,
simultaneous asks or a different course of play implements `Game` itself.

The secret is dealt from the deck. If the game names a `setter_ask`, a seat `setter` may give it instead.

Law: until the session is over, only the setter's view contains the secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Literal

from tui_arena.core.forms import ReplyForm
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
from tui_arena.core.language.sentences import counted
from tui_arena.core.reading import formed
from tui_arena.core.text import one_line, read_reply, undecorated

SETTER = "setter"


def one_word(text: str, lengths: Sequence[int]) -> str:
    """A reply as one word of a-z, in lower case; raises Fault if it isn't, or has none of these lengths."""
    word = undecorated(text).lower()
    if not (word.isascii() and word.isalpha()):
        why = f"{one_line(text, 24)} isn't a single word with only the letters a-z"
        raise Fault("format", why, told="Just one word, please, using only the letters a to z.")
    if len(word) not in lengths:
        spelled = "{} or {}" if len(lengths) == 2 else "{} to {}"
        allowed = spelled.format(lengths[0], lengths[-1]) if len(lengths) > 1 else str(lengths[0])
        shown = one_line(word, 24)
        raise Fault(
            "rule",
            f"{shown} has {counted(len(word), 'letter')}; {allowed} are needed",
            told=f"{shown.upper()} has {counted(len(word), 'letter')}. Make it {allowed}.",
        )
    return word


@dataclass(frozen=True, slots=True)
class Turns(Attempts):
    """A session of a simple game so far."""

    secret: Data | None = None
    """None until the setter has given it."""
    given: bool = False
    """True if a setter seat gave the secret."""
    turns: tuple[str, ...] = ()
    """What the solver said in each turn, as `read` returned it."""
    aborted: str | None = None
    """The `SEAT: FAULT` that ended the session; None if no fault ended it."""


class SimpleGame:
    """The rules of a game with one secret and one solver; a subclass adds what is special about the game."""

    id: str
    rules: int = 1
    solver: str = "guesser"
    """The seat that looks for the secret."""
    ask: str = "guess"
    """The name of the solver's ask, and of the prompt for it."""
    kind: Literal["text", "word", "choice"] = "text"
    choices: tuple[str, ...] = ()
    """The replies that an ask of kind `choice` allows."""
    setter_ask: str = ""
    """The name of the ask for the setter's secret; empty if the secret is always dealt."""
    max_chars: int = 200

    # what a subclass defines

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        """The items of a deck that may be dealt with these options."""
        return deck.items

    def secret_of(self, item: Data, rng: Random) -> Data:
        """The secret in a dealt item, without the values that nobody has to find."""
        return {"word": item["word"]}

    def read_secret(self, text: str) -> Data:
        """The secret in a setter's reply; raises Fault."""
        raise NotImplementedError

    def read(self, state: Turns, text: str) -> str:
        """What the solver says in a reply; raises Fault if the reply isn't a turn."""
        return text

    def answer(self, state: Turns) -> str:
        """The public answer to the last turn, or empty. It may reveal the secret only at the end."""
        return ""

    def found(self, state: Turns) -> bool:
        """True if the solver has found the secret."""
        raise NotImplementedError

    def turns_left(self, state: Turns) -> int:
        """The number of turns left; at 0 the game is lost unless the secret is found."""
        return int(state.setup.options["max_turns"]) - len(state.turns)

    def facts(self, state: Turns) -> Data:
        """The named values that everybody can see, in addition to the options, the turns and the end.

        A view also has the values of the secret by their names; they are empty for a seat that doesn't know
        them. A fact of the same name shows that value to everybody.
        """
        return {}

    @cached_property
    def forms(self) -> Mapping[str, Sequence[ReplyForm]]:
        """Maps an ask's name to its form: one text, word or choice, unless the game has its own forms."""
        takes = " | ".join(self.choices) if self.kind == "choice" else self.kind
        setter = (
            {self.setter_ask: (ReplyForm({self.setter_ask: "text"}, "alone"),)} if self.setter_ask else {}
        )
        return {self.ask: (ReplyForm({self.ask: takes}, "alone"),), **setter}

    # the state machine

    def seats(self, options: Data) -> tuple[Seat, ...]:
        setter = (Seat(SETTER, "neutral", SETTER, "dealer"),) if self.setter_ask else ()
        return (*setter, Seat(self.solver, "solver", self.solver, "human"))

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        return {} if item is None else {"secret": self.secret_of(item, rng)}

    def start(self, setup: Setup) -> Turns:
        if setup.secret is None and not self.setter_ask:
            raise ValueError("setup.secret is missing, and no seat can give one")
        return Turns(setup, setup.secret)

    def asks(self, state: Turns) -> tuple[Ask, ...]:
        if self.outcome(state) is not None:
            return ()
        if state.secret is None:
            name, seat, sealed = self.setter_ask, SETTER, True
        else:
            name, seat, sealed = self.ask, self.solver, False
        return (
            Ask(
                seat,
                name,
                f"{name}:{len(state.turns) + 1}",
                kind="text" if sealed else self.kind,
                choices=() if sealed else self.choices,
                max_chars=self.max_chars,
                attempt=state.attempt,
                sealed=sealed,
                form=formed(self.forms[name][0], state.setup),
            ),
        )

    def parse(self, state: Turns, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text).body
        if ask.name == self.setter_ask:
            return Move(ask, ask.name, self.read_secret(text))
        return Move(ask, ask.name, {"said": self.read(state, text)})

    def apply(self, state: Turns, move: Move) -> Turns:
        state = replace(state, rejected=())
        if move.name == self.setter_ask:
            return replace(state, secret=move.values, given=True)
        return replace(state, turns=(*state.turns, move.values["said"]))

    def reject(self, state: Turns, ask: Ask, reply: Reply, fault: Fault) -> Turns:
        state = state.refused(ask, reply, fault)
        return state if state.faults_left(ask.seat) else replace(state, aborted=f"{ask.seat}: {fault.kind}")

    def outcome(self, state: Turns) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.secret is None:
            return None
        if self.found(state):
            return Outcome("won", (self.solver,))
        return None if self.turns_left(state) > 0 else Outcome("lost")

    def view(self, state: Turns, seat: str) -> View:
        over = self.outcome(state) is not None
        knows = over or seat == SETTER
        secret = state.secret or {}
        facts = {
            **state.setup.options,
            **{name: value if knows else "" for name, value in secret.items()},
            **(self.facts(state) if secret else {}),
            "turns": list(state.turns),
            "turn": len(state.turns) + (not over),
            "turns_left": self.turns_left(state) if secret else 0,
            "faults_left": state.faults_left(seat),
            "over": over,
        }
        return View(self.id, seat, facts, tuple(self._talk(state, seat, knows=knows)))

    def _talk(self, state: Turns, seat: str, *, knows: bool) -> Iterator[Line]:
        """The talk as a seat may know it. A seat sees its refused replies; the table sees the solver's."""
        if state.given and state.secret is not None:
            told = " | ".join(map(str, state.secret.values())) if knows else "has set a secret"
            yield Line(SETTER, told, self.setter_ask)
        for number, said in enumerate(state.turns, 1):
            yield Line(self.solver, said, self.ask)
            if answer := self.answer(replace(state, turns=state.turns[:number])):
                yield Line(TABLE, answer)
        for line in state.rejected:
            if line.seat == seat or (seat == TABLE and line.ask != self.setter_ask):
                yield line

    def secret(self, state: Turns) -> Data | None:
        return state.secret

    def probe(self, state: Turns, seat: str, kind: str) -> Ask | None:
        return None

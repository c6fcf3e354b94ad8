"""Wordle: deduce a five-letter word in up to six guesses.

A setter (or the dealer) holds the word. Each guess is marked letter by letter: in place, elsewhere,
not in it. In `clue` the guesser has a crossword-style clue as well; in `critic` each guess is first
proposed to a critic, who agrees or disagrees, and only the guess after that is marked.
Found within `max_guesses`: guesser (and critic) win; else the session is lost.

Law: rules.md section 1 to the letter. The target and the clue are known to the setter and, once it
is over, to all; a proposal is checked for its form alone, a guess against the word list too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from tui_arena.core.game import Ask, Data, Deck, Fault, Move, Outcome, Reply, Seat, Setup, View
from tui_arena.core.text import read_reply
from tui_arena.games.wordle.forms import (
    CLUE_CHARS,
    MAX_EXPLANATION,
    check_clue,
    check_hard,
    is_word,
    parse_guess,
    parse_opinion,
    parse_target,
)
from tui_arena.games.wordle.state import LENGTH, State, Turn, feedback
from tui_arena.games.wordle.views import view_of

SUITE_SEED = 42
SUITE_DRAWN = 10
"""Targets that `suite = "30"` draws from each frequency group."""
GROUPS = ("high", "medium", "low")
UNKNOWN_WORDS = 25
"""Unknown words in a row that a null `unknown_words` still forgives."""


class Wordle:
    """The rules over `State`."""

    id = "wordle"
    rules = 1

    def seats(self, options: Data) -> tuple[Seat, ...]:
        seats = [
            Seat("setter", "neutral", "setter", "dealer"),
            Seat("guesser", "solver", "guesser", "human"),
        ]
        if options["variant"] == "critic":
            seats.append(Seat("critic", "solver", "critic", "bot"))
        return tuple(seats)

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        if deck is None:
            return {}
        needs_clue = options["variant"] != "classic"
        items: Sequence[Data] = [i for i in deck.items if i["clues"] or not needs_clue]
        if options["suite"] == "30":
            items = published_suite(items)
        items = [i for i in items if options["group"] in (None, i["group"])]
        if not items:
            what = " with a clue" if needs_clue else ""
            raise ValueError(f"it holds no word{what} for them")
        walks = options["suite"] == "30"
        item = rng.choice(items) if index is None or not walks else items[index % len(items)]
        secret: dict[str, Any] = {"word": item["word"]}
        if needs_clue:
            secret["clue"] = rng.choice(item["clues"])
        return {"secret": secret}

    def start(self, setup: Setup) -> State:
        if setup.secret is None:
            return State(setup, None, None)
        word = setup.secret.get("word")
        if not isinstance(word, str) or not is_word(word.lower()):
            raise ValueError(f"setup.secret.word must be {LENGTH} letters a-z, not {word!r}")
        clue = setup.secret.get("clue")
        if setup.options["variant"] == "classic":
            clue = None
        elif clue is not None and not isinstance(clue, str):
            raise ValueError(f"setup.secret.clue must be text, not {clue!r}")
        return State(setup, word.lower(), clue)

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over:
            return ()
        if state.target is None:
            name, seat, kind = "target", "setter", "text"
        elif state.variant == "critic" and state.proposal is None:
            name, seat, kind = "proposal", "guesser", "word"
        elif state.variant == "critic" and state.agreed is None:
            name, seat, kind = "opinion", "critic", "choice"
        else:
            name, seat, kind = "guess", "guesser", "word"
        return (
            Ask(
                seat=seat,
                name=name,
                key=f"{name}:{len(state.turns) + 1}",
                kind=kind,  # type: ignore[arg-type]
                choices=("yes", "no") if kind == "choice" else (),
                max_chars=LENGTH + 3 + CLUE_CHARS[1] if name == "target" else MAX_EXPLANATION,
                attempt=state.attempt,
                sealed=name == "target",
                private=seat == "guesser" and state.setup.options["critic_sees"] != "board",
            ),
        )

    # replies

    def parse(self, state: State, ask: Ask, reply: Reply) -> Move:
        text = read_reply(reply.text).body
        if ask.name == "target":
            values = self._parse_target(state, text, reply)
        elif ask.name == "opinion":
            values = parse_opinion(text)
        else:
            strict = state.setup.options["form"] == "strict"
            word, explanation = parse_guess(text, strict=strict)
            if ask.name == "guess":
                self._check_guess(state, word, reply)
            values = {"word": word, "explanation": explanation}
        return Move(ask, ask.name, values)

    def _parse_target(self, state: State, text: str, reply: Reply) -> Data:
        needs_clue = state.variant != "classic"
        word, clue = parse_target(text, needs_clue=needs_clue)
        if not self._is_listed(state, word, reply):
            raise Fault("unknown_word", f"{word} is not in the word list; choose another")
        if needs_clue:
            check_clue(clue, word, reply.ruling.get("says_word"), state.setup.matching)
        return {"word": word, "clue": clue if needs_clue else None}

    def _check_guess(self, state: State, word: str, reply: Reply) -> None:
        if not self._is_listed(state, word, reply):
            raise Fault("unknown_word", f"{word} is not in the word list; no try is lost")
        if state.setup.options["hard"]:
            check_hard(state.turns, word)

    @staticmethod
    def _is_listed(state: State, word: str, reply: Reply) -> bool:
        if word == state.target:
            return True
        if reply.listed is not None:
            return reply.listed
        lexicon = state.setup.lexicon
        return lexicon is None or word in lexicon.words

    def apply(self, state: State, move: Move) -> State:
        state = replace(state, unknown=0, rejected=())
        values = move.values
        if move.name == "target":
            return replace(state, target=values["word"], clue=values["clue"], given=True)
        if move.name == "proposal":
            return replace(state, proposal=values["word"], reason=values["explanation"])
        if move.name == "opinion":
            return replace(state, agreed=values["agreed"], opinion=values["explanation"])
        if state.target is None:
            raise ValueError("a guess before there is a target")
        turn = Turn(
            guess=values["word"],
            marks=feedback(state.target, values["word"]),
            explanation=values["explanation"],
            proposal=state.proposal,
            reason=state.reason,
            agreed=state.agreed,
            opinion=state.opinion,
        )
        turns = (*state.turns, turn)
        return replace(state, turns=turns, proposal=None, reason="", agreed=None, opinion="")

    def reject(self, state: State, ask: Ask, reply: Reply, fault: Fault) -> State:
        state = state.refused(ask, reply, fault)
        if fault.kind == "unknown_word" and ask.name == "guess":
            state = replace(state, unknown=state.unknown + 1)
            limit = state.setup.options["unknown_words"]
            past = state.unknown > (UNKNOWN_WORDS if limit is None else limit)
        else:
            past = not state.faults_left(ask.seat)
        return replace(state, aborted=f"{ask.seat}: {fault.kind}") if past else state

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.won:
            critic = ("critic",) if state.variant == "critic" else ()
            return Outcome("won", ("guesser", *critic))
        return Outcome("lost") if state.over else None

    def secret(self, state: State) -> Data | None:
        if state.target is None:
            return None
        return {"word": state.target, **({"clue": state.clue} if state.clue else {})}

    def probe(self, state: State, seat: str, kind: str) -> Ask | None:
        return None


GAME = Wordle()


def published_suite(items: Sequence[Data]) -> list[Data]:
    """The suite of 30 out of a deck's items: ten of each frequency group, drawn with seed 42.

    ValueError if a group holds fewer than that.
    """
    rng = Random(SUITE_SEED)
    drawn: list[Data] = []
    for group in GROUPS:
        own = [i for i in items if i["group"] == group]
        if len(own) < SUITE_DRAWN:
            raise ValueError(f"the suite needs {SUITE_DRAWN} words in each group, {group} has {len(own)}")
        drawn += rng.sample(own, SUITE_DRAWN)
    return drawn

"""Taboo: the setter has a word and makes the guesser say it; the guesser tries to find it out.

The setter prompts, the guesser replies. A guess that is right wins for the guesser, a wrong one for the
setter. Once a reply has said the word, or all prompts are used up, one last guess is left.

Law: rules.md section 4 to the letter. The word stands in the setter's view alone; that it has been
said is told without saying which word it was. What either thinks before a marked line is nobody
else's. Words are matched by `core/words.py` alone.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tui_arena.core.coaching import COACH, coach_ask
from tui_arena.core.game import Ask, Data, Deck, Fault, Move, Outcome, Reply, Seat, Setup, View
from tui_arena.core.ranked import CANDIDATES, SORTING
from tui_arena.core.text import read_reply
from tui_arena.games.taboo.forms import (
    REPLY_CHARS,
    across,
    check_words,
    held,
    is_word,
    read_guess,
    read_last_guess,
    read_prompt,
)
from tui_arena.games.taboo.state import FORFEIT, State, Turn
from tui_arena.games.taboo.views import view_of

MARKS = {"prompt": ("prompt:",), "reply": ("reply:",), "last_guess": ("guess:",)}
RULING = "ruling"
"""The rule that is named where the table overruled the matcher."""


class Taboo:
    """The rules over `State`."""

    id = "taboo"
    rules = 1

    def seats(self, options: Data) -> tuple[Seat, ...]:
        return (
            Seat("setter", "opponent", "setter", "human"),
            Seat("guesser", "solver", "guesser", "bot"),
        )

    def deal(self, options: Data, deck: Deck | None, rng: Random, index: int | None) -> Data:
        if deck is None:
            return {}
        wanted = {name: options[name] for name in ("difficulty", "category") if options[name] is not None}
        items = [item for item in deck.items if all(item[name] == wanted[name] for name in wanted)]
        if not items:
            raise ValueError("it holds nothing for them")
        item = rng.choice(items)
        lists = {name: list(item[name]) for name in ("forms", "forbidden") if item[name]}
        return {"secret": {"word": item["word"], **lists}}

    def start(self, setup: Setup) -> State:
        secret = setup.secret or {}
        word = secret.get("word")
        if not isinstance(word, str) or not any(c.isalnum() for c in word):
            raise ValueError(f"setup.secret.word must be a word, not {word!r}")
        return State(setup, word.strip(), _names(secret, "forms"), _names(secret, "forbidden"))

    def asks(self, state: State) -> tuple[Ask, ...]:
        if state.over:
            return ()
        turn, attempt = len(state.turns), state.attempt
        if state.open is not None:
            key = f"reply:{turn}"
            return (Ask("guesser", "reply", key, max_chars=REPLY_CHARS, attempt=attempt, private=True),)
        if state.uttered_round is not None or state.silent:
            return (Ask("guesser", "last_guess", "last_guess", attempt=attempt, optional=True),)
        chars = int(state.setup.options["max_chars"])
        key = f"prompt:{turn + 1}"
        return (Ask("setter", "prompt", key, max_chars=chars, attempt=attempt, private=True),)

    # replies

    def parse(self, state: State, ask: Ask, reply: Reply) -> Move:
        said = read_reply(reply.text, *MARKS.get(ask.name, ()))
        if ask.name == "prompt":
            return self._prompt(state, ask, said.shown, reply.ruling.get("says_word"))
        if ask.name == "reply":
            return self._reply(state, ask, said.shown, reply.ruling)
        guess = read_last_guess(said.body)
        return Move(ask, ask.name, {"guess": guess, "right": self._right(state, guess, reply.ruling)})

    @classmethod
    def _prompt(cls, state: State, ask: Ask, text: str, ruled: bool | None) -> Move:
        """A prompt that says neither the word nor a forbidden one."""
        line = read_prompt(text, ask.max_chars)
        if ruled is not False:
            exact, version = not state.setup.options["inflections"], state.setup.matching
            found = held(line, (state.word,), state.forms, exact=exact, version=version)
            if found is None and not exact and state.turns:
                found = cls._over_two(state, state.turns[-1].prompt, line)
            forbidden = state.forbidden if state.setup.options["forbidden"] else ()
            found = found or held(line, forbidden, (), exact=exact, version=version)
            if found is not None:
                raise _said(*found, mine=found[0] == state.word)
            if ruled:
                raise Fault("rule", "the table ruled that the prompt says the word", {"rule": RULING})
        return Move(ask, ask.name, {"prompt": line})

    @staticmethod
    def _over_two(state: State, before: str, line: str) -> tuple[str, str, str] | None:
        """The word in two prompts together, where the first alone does not say it (by a ruling it may)."""

        def said(text: str) -> tuple[str, str, str] | None:
            return held(text, (state.word,), state.forms, exact=False, version=state.setup.matching)

        return next(filter(None, map(said, across(before, line))), None) if said(before) is None else None

    @classmethod
    def _reply(cls, state: State, ask: Ask, text: str, ruling: Data) -> Move:
        guess = read_guess(text)
        if guess is not None:
            right = cls._right(state, guess, ruling)
            return Move(ask, ask.name, {"reply": text, "guess": guess, "right": right, "heard": None})
        assert state.open is not None, "a reply is to a prompt"
        check_words(text, state.open.prompt, state.setup.options["min_words"])
        exact, version = not state.setup.options["inflections"], state.setup.matching
        found = held(text, (state.word,), state.forms, exact=exact, version=version)
        heard = found[1:] if found else None
        ruled = ruling.get("says_word")
        if ruled is not None:
            heard = (heard or ("", RULING)) if ruled else None
        said = {"word": heard[0], "rule": heard[1]} if heard else {}
        return Move(ask, ask.name, {"reply": text, "guess": None, "right": None, "heard": heard}, said)

    @staticmethod
    def _right(state: State, guess: str | None, ruling: Data) -> bool | None:
        if guess is None:
            return None
        ruled = ruling.get("hit")
        return is_word(guess, state.word, state.setup.matching) if ruled is None else bool(ruled)

    def apply(self, state: State, move: Move) -> State:
        state, values = replace(state, rejected=()), move.values
        if move.name == "prompt":
            return replace(state, turns=(*state.turns, Turn(values["prompt"])))
        if move.name == "reply":
            return self._replied(state, values["reply"], values["guess"], values["right"], values["heard"])
        return replace(state, guess=values["guess"], right=values["right"], passed=values["guess"] is None)

    @staticmethod
    def _replied(
        state: State, reply: str, guess: str | None, right: bool | None, heard: tuple[str, str] | None
    ) -> State:
        *earlier, last = state.turns
        turn = replace(last, reply=reply, guess=guess, heard=heard)
        return replace(state, turns=(*earlier, turn), guess=guess, right=right, rejected=())

    def reject(self, state: State, ask: Ask, reply: Reply, fault: Fault) -> State:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        if ask.name == "prompt":
            return replace(state, forfeited=True)
        if ask.name == "reply":
            return self._replied(state, "", None, None, None)
        return replace(state, passed=True, rejected=())

    def view(self, state: State, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        if state.found:
            return Outcome("won", ("guesser",), FORFEIT if state.forfeited else None)
        return Outcome("won", ("setter",))

    def secret(self, state: State) -> Data | None:
        lists = {"forms": state.forms, "forbidden": state.forbidden}
        return {"word": state.word, **{name: list(names) for name, names in lists.items() if names}}

    def probe(self, state: State, seat: str, kind: str) -> Ask | None:
        """`candidates` after prompt t, before the reply to it; `sorting` of that reply; `coach` at the end.

        (rules.md sections 4 and 7.) A sorter is shown a prompt and the reply to it, and says whether the
        reply is evasive: the reply is the one item of its list.
        """
        if seat != "guesser" or not state.turns:
            return None
        turn, last = len(state.turns), state.turns[-1]
        if kind == COACH:
            return coach_ask(seat, over=state.over)
        if kind == CANDIDATES and last.reply is None and not state.over:
            return Ask(seat, CANDIDATES, f"{CANDIDATES}:{turn}", beside="reply", sealed=True)
        sorts = kind == SORTING and last.reply and last.guess is None
        return (
            Ask(seat, SORTING, f"{SORTING}:{turn}", choices=(last.reply or "",), sealed=True)
            if sorts
            else None
        )


def _names(secret: Data, key: str) -> tuple[str, ...]:
    names = secret.get(key) or []
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"setup.secret.{key} must be a list of words, not {names!r}")
    return tuple(name.strip() for name in names if name.strip())


def _said(word: str, token: str, rule: str, *, mine: bool) -> Fault:
    """The fault of a prompt that says what it may not."""
    kind = "your word" if mine else "a forbidden word"
    ways = {
        "inflection": f"a form of {word}, {kind}",
        "form": f"made of {word}, {kind}",
        "look-alike": f"{word}, {kind}, in other letters",
        "spelled": f"{word}, {kind}, spelled out",
    }
    return Fault("rule", f"`{token}` may not be said: {ways.get(rule, kind)}", {"word": token, "rule": rule})


GAME = Taboo()

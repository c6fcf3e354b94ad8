"""The rules of Connections: the setter shows a word letter by letter, and the guessers find it together.

In each attempt a giver thinks of a word that begins with the letters shown, and gives a clue to it. The other
guessers all try to name that word at once. The setter is asked before them or together with them, and blocks
the clue by naming the word. If a guesser has named a word that isn't blocked, the next letter is shown; if it
is the secret itself, the guessers win. See this game's README.md for the rules.

Law: until the session is over, only the setter's view has the secret. Only the giver's view has the giver's
word until all answers are in. A simultaneous answer doesn't end the game before all answers are in. The order
of such answers doesn't matter, except with `giver = open`, where the first clue counts.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from tui_arena.core.answers import reads_as_name
from tui_arena.core.forms import ReplyForm
from tui_arena.core.game import Ask, Data, Deck, Fault, Move, Outcome, Reply, Seat, Setup, View
from tui_arena.core.language.sentences import counted
from tui_arena.core.probes import COACH, coach_ask
from tui_arena.core.reading import formed
from tui_arena.core.session import check_personas
from tui_arena.core.text import read_reply
from tui_arena.core.words import NAME, SPELLINGS, says
from tui_arena.games.connections.state import (
    FORFEITS,
    KEEP,
    KEEPS,
    LEAST,
    MOST,
    OPEN,
    PASS,
    PASSES,
    REPLY_CHARS,
    SETTER,
    Attempt,
    Clue,
    ConnectionsState,
    End,
    check_fits,
    name_in,
    read_clue,
    read_secret,
    read_word,
    seats_of,
    tagged,
    view_of,
)

ONE_WORD = ReplyForm({"word": "word"}, "alone", marks=("word:",))
FORMS = {
    "word": (ONE_WORD,),
    "clue": (
        ReplyForm(
            {"word": "word", "clue": "text", "kind": "knowledge | personal | association"}, optional=("kind",)
        ),
    ),
    "block": (ONE_WORD,),
    "change": (ONE_WORD,),
    "guess": (ReplyForm({"guess": "word"}, "alone", marks=("guess:", "word:")),),
}
WORD_CHARS = 80
"""The most characters of a reply that is one word, with room for its mark."""
RULING = "ruling"
"""The `rule` that is stored with a reply if the table overruled the matcher."""


class Connections:
    """The rules of Connections, over `ConnectionsState`."""

    id = "connections"
    rules = 1
    forms = FORMS

    def seats(self, options: Data) -> tuple[Seat, ...]:
        names = seats_of(int(options["guessers"]))
        guessers = (Seat(n, "solver", "guesser", "bot" if i else "human") for i, n in enumerate(names))
        return (Seat(SETTER, "opponent", "setter", "bot"), *guessers)

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        items = [item for item in deck.items if LEAST <= len(item["word"]) <= MOST]
        if not items:
            raise ValueError(f"it has no word of {LEAST} to {MOST} letters")
        return items

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        return {} if item is None else {"secret": {"word": str(item["word"])}}

    def start(self, setup: Setup) -> ConnectionsState:
        check_personas(setup.extra.get("personas"), (SETTER, *seats_of(int(setup.options["guessers"]))))
        if setup.secret is None:
            return ConnectionsState(setup)
        given = setup.secret.get("word")
        if not isinstance(given, str):
            raise ValueError("setup.secret.word must be a word")  # noqa: TRY004  (like all faults of a setup)
        try:
            word = read_secret(given)
        except Fault as fault:
            raise ValueError(f"setup.secret.word: {fault.why}") from None
        return ConnectionsState(setup, secret=word, first=word)

    def asks(self, state: ConnectionsState) -> tuple[Ask, ...]:
        if state.over:
            return ()
        if state.secret is None:
            return (self._ask(state, SETTER, "word"),)
        if state.changing:
            return (self._ask(state, SETTER, "change", optional=True),)
        if state.open is None:
            races = state.setup.options["giver"] == OPEN
            givers = [seat for seat in state.givers if seat not in state.passed]
            return tuple(self._ask(state, seat, "clue", optional=races) for seat in givers)
        return tuple(
            self._ask(state, seat, "block", optional=True)
            if seat == SETTER
            else self._ask(state, seat, "guess")
            for seat in state.waits_for
        )

    @staticmethod
    def _ask(state: ConnectionsState, seat: str, name: str, *, optional: bool = False) -> Ask:
        gives = name == "clue"
        return Ask(
            seat=seat,
            name=name,
            key=name if name == "word" else f"{name}:{state.number}",
            kind="text" if gives else "word",
            max_chars=REPLY_CHARS if gives else WORD_CHARS,
            attempt=1 + state.refusals(seat),
            sealed=True,
            private=name in ("clue", "block"),
            optional=optional,
            race=gives and optional,
            form=formed(FORMS[name][0], state.setup),
            allows=partial(Connections._allowed, state, name, optional=optional),
        )

    @staticmethod
    def _allowed(state: ConnectionsState, name: str, *, optional: bool) -> Mapping[str, Collection[str]]:
        """The words of the list that fit the letters shown, and a word for a pass where one is allowed."""
        lexicon, prefix = state.setup.lexicon, state.prefix
        if lexicon is None:
            return {}
        if name in ("word", "change"):
            known = {one for one in lexicon.words if LEAST <= len(one) <= MOST}
            if name == "word":
                return {"word": known}
            left = {one for one in known - set(state.played) if one.startswith(prefix)}
            return {"word": {one for one in left if len(one) > len(prefix)} | {KEEP}}
        words = {one for one in lexicon.words if one.startswith(prefix)} - set(state.blocked)
        part = "guess" if name == "guess" else "word"
        return {part: words | {PASS} if optional and name == "block" else words}

    # replies

    def parse(self, state: ConnectionsState, ask: Ask, reply: Reply) -> Move:
        said = read_reply(reply.text, *ask.marks)
        body = said.body
        if said.mark and not body and (said.thinking or not ask.optional):
            raise Fault("empty", f"there is nothing after `{said.mark}`")
        bare = body.lower() if not said.mark or body in ("", "-") else None
        if ask.name == "word":
            return Move(ask, ask.name, {"word": read_secret(body)})
        if ask.name == "change":
            return Move(ask, ask.name, {"word": None if bare in KEEPS else self._changed(state, body, reply)})
        if ask.optional and bare in PASSES:
            return Move(ask, ask.name, {"clue": None} if ask.name == "clue" else {"word": ""})
        if ask.name == "clue":
            return self._clue(state, ask, body, reply)
        word = read_word(body, names=state.names)
        if ask.name == "block" and word == state.secret:
            return Move(ask, ask.name, {"word": word})
        check_fits(word, state.prefix, state.blocked)
        return Move(ask, ask.name, {"word": word}, self._beyond(state, word, name_in(body), reply))

    @staticmethod
    def _beyond(state: ConnectionsState, word: str, spoken: str, reply: Reply) -> Data:
        """What is kept of a name or a title beyond the word list; empty for a word of the list.

        `spoken`: the name with its blanks. Raises Fault for letters that can't be read as a name. If no word
        of the list fits the letters shown, any letters do.
        """
        words: Collection[str] = () if state.setup.lexicon is None else state.setup.lexicon.words
        if not state.names or word in words:
            return {}
        fits = reply.listed
        if fits is None:
            own = "@" in (
                state.setup.words or ""
            )  # a user's list has too few words to tell what reads as a name
            fits = own or reads_as_name(word, words) or not any(one.startswith(state.prefix) for one in words)
        if not fits:
            why = f"`{word}` isn't in the word list, and can't be read as a name or a title"
            told = f"{word.upper()} isn't a word I know, and it can't be a name."
            raise Fault("unknown_word", why, told=told)
        return {"word": spoken or word, "rule": NAME} if words else {}

    @staticmethod
    def _clue(state: ConnectionsState, ask: Ask, body: str, reply: Reply) -> Move:
        word, text, kind = read_clue(body, names=state.names)
        check_fits(word, state.prefix, state.blocked)
        spoken = name_in(tagged(body)["word"]) or word
        name = Connections._beyond(state, word, spoken, reply)
        said_in = partial(says, text, version=state.setup.matching)
        heard = said_in(word) or (said_in(spoken) if " " in spoken else None)
        ruled = reply.ruling.get("says_word", heard is not None)
        if ruled:
            token, rule = heard or ("", RULING)
            why = f"the clue contains the word itself (`{token or word}`)"
            told = f"Your clue says the word itself: “{token or word}”."
            raise Fault("rule", why, {"word": token, "rule": rule}, told=told)
        return Move(ask, ask.name, {"clue": Clue(ask.seat, word, text, kind)}, name)

    @staticmethod
    def _changed(state: ConnectionsState, body: str, reply: Reply) -> str | None:
        """The word that the setter changes to; None if it is the current one. Raises Fault."""
        word = read_secret(body)
        if word == state.secret:
            return None
        letters = len(state.prefix)
        if not word.startswith(state.prefix):
            why = f"`{word}` does not begin with {state.prefix.upper()}"
            raise Fault("rule", why, told=f"{word.upper()} doesn't begin with {state.prefix.upper()}.")
        if len(word) <= letters:
            why = f"`{word}` is too short; it needs more than {counted(letters, 'letter')}"
            raise Fault(
                "rule",
                why,
                told=f"{word.upper()} is too short. Make it longer than {counted(letters, 'letter')}.",
            )
        if word in state.played:
            why = f"everybody has seen `{word}`; another word is needed"
            raise Fault("rule", why, told=f"Everybody has seen {word.upper()} already. Another word, please.")
        lexicon = state.setup.lexicon
        listed = reply.listed if reply.listed is not None else lexicon is None or word in lexicon.words
        if not listed:
            why = f"{word} is not in the word list; choose another, or `keep`"
            told = f"{word.upper()} isn't a word I know. Choose another, or press Enter to keep yours."
            raise Fault("unknown_word", why, told=told)
        return word

    def apply(self, state: ConnectionsState, move: Move) -> ConnectionsState:
        seat, values = move.ask.seat, move.values
        state = _answered(state, seat)
        match move.name:
            case "word":
                return replace(state, secret=values["word"], first=values["word"])
            case "change":
                return self._reveal(replace(state, secret=values["word"] or state.secret, changing=False))
            case "block":
                return self._blocks(state, values["word"])
            case "guess":
                return self._guesses(state, seat, values["word"])
        if values["clue"] is None:
            return self._passes(state, seat)
        spellings = state.setup.options["spellings"] and (state.setup.matching or 0) >= SPELLINGS
        opened = Attempt(state.shown, values["clue"], spellings=bool(spellings))
        return replace(state, open=opened, passed=(), failed=(), rejected=())

    def _passes(self, state: ConnectionsState, seat: str) -> ConnectionsState:
        """The state after a guesser passes on giving a clue; if all givers pass, the attempt is forfeited."""
        state = replace(state, passed=tuple(sorted((*state.passed, seat))))
        if not set(state.givers) <= set(state.passed):
            return state
        if state.failed:
            return self._abort(state)
        return self._forfeit(state, state.givers[0], "forfeit")

    @staticmethod
    def _abort(state: ConnectionsState) -> ConnectionsState:
        """The aborted state once all answers are in; it names the first seat that used up its reprompts."""
        faults = dict(state.failed)
        seat = next(s for s in (SETTER, *state.guessers) if s in faults)
        return replace(state, aborted=f"{seat}: {faults[seat]}")

    @staticmethod
    def _forfeit(state: ConnectionsState, seat: str, reason: str) -> ConnectionsState:
        attempt = Attempt(state.shown, end="forfeited", after=state.shown)
        state = replace(state, attempts=(*state.attempts, attempt), passed=(), failed=())
        row = state.attempts[-FORFEITS:]
        if len(row) == FORFEITS and all(a.end == "forfeited" for a in row):
            return replace(state, aborted=f"{seat}: {reason}")
        return state

    def _blocks(self, state: ConnectionsState, word: str) -> ConnectionsState:
        assert state.open is not None, "a block is of a clue"
        own_word = state.open.is_word(word, state.secret or "")
        attempt = replace(state.open, block=word, own_word=own_word)
        return self._settled(replace(state, open=attempt))

    def _guesses(self, state: ConnectionsState, seat: str, word: str) -> ConnectionsState:
        assert state.open is not None, "a guess is at a clue"
        said = {**dict(state.open.guesses), seat: word}
        guesses = tuple((s, said[s]) for s in state.guessers if s in said)
        return self._settled(replace(state, open=replace(state.open, guesses=guesses)))

    def _settled(self, state: ConnectionsState) -> ConnectionsState:
        """The state after an answer to the open clue; after the last needed answer, the clue is resolved."""
        attempt, secret = state.open, state.secret
        assert attempt is not None, "an answer is to a clue"
        assert attempt.clue is not None, "an open attempt has a clue"
        assert secret is not None, "its letters were shown"
        if state.waits_for and not (attempt.names_it and not state.together):
            return state
        if state.failed:
            return self._abort(state)
        if attempt.names_it or not attempt.connected:
            end: End = "setter_blocked" if attempt.names_it else "guesser_wrong"
            return self._close(state, replace(attempt, end=end, after=state.shown))
        if attempt.is_word(attempt.clue.word, secret):
            return self._close(state, replace(attempt, end="won", after=len(secret)))
        if state.improvises:
            return replace(state, changing=True)
        return self._reveal(state)

    def _reveal(self, state: ConnectionsState) -> ConnectionsState:
        assert state.open is not None, "a letter is shown for a connection"
        length = len(state.secret or "")
        shown = min(state.shown + 1, length)
        wins = shown == length and state.setup.options["last_letter"] == "wins"
        return self._close(state, replace(state.open, end="won" if wins else "reveal", after=shown))

    @staticmethod
    def _close(state: ConnectionsState, attempt: Attempt) -> ConnectionsState:
        return replace(state, attempts=(*state.attempts, attempt), open=None, shown=attempt.after, failed=())

    def reject(self, state: ConnectionsState, ask: Ask, reply: Reply, fault: Fault) -> ConnectionsState:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        return self._exhausted(_answered(state, ask.seat), ask, fault)

    def _exhausted(self, state: ConnectionsState, ask: Ask, fault: Fault) -> ConnectionsState:
        """The state after a seat has used up its reprompts: a default reply, a forfeit, or an abort."""
        aborts = state.setup.options["exhausted"] == "aborts"
        cause = f"{ask.seat}: {fault.kind}"
        failed = tuple(sorted((*state.failed, (ask.seat, fault.kind)))) if aborts else ()
        if ask.name == "guess":
            return self._guesses(replace(state, failed=failed), ask.seat, "")
        if ask.name == "block" and not (aborts and not state.together):
            return self._blocks(replace(state, failed=failed), "")
        if ask.race:
            return self._passes(replace(state, failed=failed), ask.seat)
        if aborts or ask.name == "word":
            return replace(state, aborted=cause)
        if ask.name == "change":
            return self._reveal(replace(state, changing=False))
        return self._forfeit(state, ask.seat, fault.kind)

    def view(self, state: ConnectionsState, seat: str) -> View:
        return view_of(state, seat)

    def outcome(self, state: ConnectionsState) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.found:
            return Outcome("won", state.guessers)
        return Outcome("won", (SETTER,)) if state.used_up else None

    def secret(self, state: ConnectionsState) -> Data | None:
        return {"word": state.secret} if state.secret else None

    def probe(self, state: ConnectionsState, seat: str, kind: str) -> Ask | None:
        """The ask of `coach` once the session is over; None for any other probe."""
        return coach_ask(seat, over=state.over) if kind == COACH else None


def _answered(state: ConnectionsState, seat: str) -> ConnectionsState:
    """The state without the refused replies of a seat; the refused replies of other seats stay."""
    return replace(state, rejected=tuple(line for line in state.rejected if line.seat != seat))


GAME = Connections()

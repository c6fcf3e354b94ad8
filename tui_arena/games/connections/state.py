"""A session of Connections so far, the part of it that each seat may know, and the forms of replies.

A seat sees its own persona with `personas = own` or `all`, and other seats' personas only with `all`. Moves
of simultaneous asks are stored by seat, so their order doesn't matter.

Law: until the session is over, only the setter's facts have the secret and a block with the secret. Until all
guesses are in, only a seat's own facts have its word or guess. A Fault's sentence never contains a secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from tui_arena.core.game import REPROMPTS, TABLE, Attempts, Fault, Line, View, per_seat
from tui_arena.core.language.reply_forms import fitting
from tui_arena.core.language.sentences import counted
from tui_arena.core.language.spelling import american
from tui_arena.core.session import described, interests_of, known_fields
from tui_arena.core.text import DECORATIONS, fold, one_line, undecorated

# the state of a session

SETTER = "setter"
FIRST, OPEN = "first", "open"
"""Two values of the option `giver`; with any other value the seats take turns."""
TOGETHER = "together"
"""The value of the option `answers` with which setter and guessers answer a clue at the same time."""
IMPROVISED = "improvised"
"""The value of the option `secret_word` with which the setter may change it."""
FORFEITS = 5
"""The number of attempts in a row without a clue that abort a session (not in the paper)."""

End = Literal["reveal", "won", "guesser_wrong", "setter_blocked", "forfeited"]
"""How an attempt ended. `won`: the secret was named or its last letter shown; this isn't a `reveal`."""
KINDS = ("knowledge", "personal", "association")
"""The kinds of clue that a giver may name."""


@dataclass(frozen=True, slots=True)
class Clue:
    """A giver's word and the clue to it."""

    giver: str
    word: str
    text: str
    kind: str = ""
    """One of `KINDS`, or empty if the giver named no kind."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One clue and its consequences."""

    before: int
    """The number of letters shown when the attempt began."""
    clue: Clue | None = None
    """The clue; None in a forfeited attempt."""
    block: str | None = None
    """The setter's word; empty for a pass; None if the setter hasn't been asked yet."""
    own_word: bool = False
    """True if that word was the secret itself, so that it blocks nothing."""
    guesses: tuple[tuple[str, str], ...] = ()
    """(seat, word) in the order of the seats; the word is empty if the seat guessed nothing."""
    end: End | None = None
    """How the attempt ended; None while it is open."""
    after: int = 0
    """The number of letters shown when the attempt was over."""
    spellings: bool = False
    """True if a word in British spelling and in American spelling counts as one word."""

    def is_word(self, said: str, word: str) -> bool:
        """True if `said` is this word."""
        return said == word or (self.spellings and american(said) == american(word))

    @property
    def blocked(self) -> bool:
        return self.end == "setter_blocked"

    @property
    def names_it(self) -> bool:
        """True if the setter's word is the giver's word and not the secret, so that it blocks the clue."""
        if not self.block or self.own_word or self.clue is None:
            return False
        return self.is_word(self.block, self.clue.word)

    @property
    def right(self) -> tuple[str, ...]:
        """The seats that guessed the giver's word."""
        word = self.clue.word if self.clue else ""
        return tuple(seat for seat, guess in self.guesses if guess and self.is_word(guess, word))

    @property
    def connected(self) -> tuple[str, ...]:
        """The seats that guessed the giver's word, unless a block undid it."""
        return () if self.blocked else self.right

    @property
    def answered(self) -> tuple[str, ...]:
        """The seats that have answered the clue."""
        setter = () if self.block is None else (SETTER,)
        return (*setter, *(seat for seat, _ in self.guesses))

    @property
    def named(self) -> dict[str, bool]:
        """Maps each seat that was asked for the giver's word to whether it named the word.

        A guesser names the word by a guess, the setter by a block. Guesses at a blocked clue don't count.
        """
        if self.blocked:
            return {SETTER: True}
        guessed = {seat: seat in self.connected for seat, _ in self.guesses}
        return guessed if self.block is None else {**guessed, SETTER: self.blocked}


@dataclass(frozen=True, slots=True)
class ConnectionsState(Attempts):
    """A session so far. A state is never changed; each move makes a new one."""

    secret: str | None = None
    """The current secret, in lower case; None until the setter has given it."""
    first: str | None = None
    """The secret at the beginning of the session."""
    attempts: tuple[Attempt, ...] = ()
    """The attempts that are over."""
    open: Attempt | None = None
    """The attempt that has a clue and isn't over."""
    passed: tuple[str, ...] = ()
    """The guessers who don't give a clue in this attempt, in the order of the seats."""
    failed: tuple[tuple[str, str], ...] = ()
    """(seat, fault) for seats that used up their reprompts on simultaneous asks, if this aborts the game."""
    changing: bool = False
    """True if the setter must keep or change the word before a connection shows the next letter."""
    shown: int = 1
    """The number of letters of the secret that everybody sees."""
    aborted: str | None = None
    """`SEAT: REASON` that ended the session."""

    @property
    def guessers(self) -> tuple[str, ...]:
        return seats_of(int(self.setup.options["guessers"]))

    @property
    def prefix(self) -> str:
        """The letters that everybody sees."""
        return (self.secret or "")[: self.shown]

    @property
    def number(self) -> int:
        """The number of the open or next attempt, from 1."""
        return len(self.attempts) + 1

    @property
    def max_attempts(self) -> int | None:
        value = self.setup.options["max_attempts"]
        return None if value is None else int(value)

    @property
    def givers(self) -> tuple[str, ...]:
        """The seats that may give the next clue, in the order of the asks; with `open`, all guessers."""
        seats, how = self.guessers, self.setup.options["giver"]
        at = (self.number - 1) % len(seats)
        if how == OPEN:
            return seats[at:] + seats[:at]
        return (seats[0],) if how == FIRST else (seats[at],)

    @property
    def together(self) -> bool:
        """True if setter and guessers answer a clue at the same time."""
        return bool(self.setup.options["answers"] == TOGETHER)

    @property
    def names(self) -> bool:
        """True if a name or a title beyond the word list is a word."""
        return bool(self.setup.options["names"])

    @property
    def improvises(self) -> bool:
        """True if the setter may change the secret during the session."""
        return bool(self.setup.options["secret_word"] == IMPROVISED)

    @property
    def blocked(self) -> tuple[str, ...]:
        """The words that were blocked and still fit; nobody may use them again."""
        words = dict.fromkeys(a.clue.word for a in self.attempts if a.blocked and a.clue)
        return tuple(word for word in words if word.startswith(self.prefix))

    @property
    def played(self) -> tuple[str, ...]:
        """All words that everybody has seen, in the order of play."""
        words: list[str] = []
        seen = (*self.attempts, self.open) if self.changing else self.attempts
        for attempt in seen:
            if attempt is not None and attempt.clue is not None:
                own = "" if attempt.own_word else attempt.block or ""
                words += [attempt.clue.word, own, *(guess for _, guess in attempt.guesses)]
        return tuple(dict.fromkeys(filter(None, words)))

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The seats that are asked for the giver's word now: the setter, guessers, or all of them."""
        if self.open is None or self.open.clue is None or self.changing:
            return ()
        blocks = (SETTER,) if self.open.block is None else ()
        if blocks and not self.together:
            return blocks
        there = {self.open.clue.giver, *(seat for seat, _ in self.open.guesses)}
        return (*blocks, *(seat for seat in self.guessers if seat not in there))

    @property
    def found(self) -> bool:
        """True if the guessers have won."""
        return bool(self.attempts) and self.attempts[-1].end == "won"

    @property
    def used_up(self) -> bool:
        """True if the setter has won."""
        ended = self.found or self.aborted is not None
        return not ended and self.max_attempts is not None and len(self.attempts) >= self.max_attempts

    @property
    def over(self) -> bool:
        return bool(self.aborted) or self.found or self.used_up

    def refusals(self, seat: str) -> int:
        """The number of a seat's replies to its open ask that were refused."""
        return sum(line.seat == seat for line in self.rejected)

    def faults_left(self, seat: str) -> int:
        """The number of replies that a seat has left; simultaneous asks are counted separately by seat."""
        forgiven = per_seat(self.setup.options["reprompts"], seat, REPROMPTS)
        return max(forgiven - self.refusals(seat) + 1, 0)


def seats_of(guessers: int) -> tuple[str, ...]:
    """The guessers' seats.

    >>> seats_of(2)
    ('guesser_1', 'guesser_2')
    """
    return tuple(f"guesser_{n}" for n in range(1, guessers + 1))


# what each seat may know

NO_GUESS = "(no word)"
PASSED = "pass"


def view_of(state: ConnectionsState, seat: str) -> View:
    """The view of a seat, or of the table."""
    return View("connections", seat, _facts(state, seat), tuple(_talk(state, seat)))


def _is_sealed(state: ConnectionsState, attempt: Attempt) -> bool:
    """True while the words of an attempt are known only to their own seats."""
    return attempt.end is None and not state.changing and not state.aborted


def _shown_block(attempt: Attempt, *, knows: bool) -> str:
    """A block as a seat may know it; empty for a pass, and for a block with the secret unless `knows`."""
    return "" if attempt.own_word and not knows else attempt.block or ""


def _facts(state: ConnectionsState, seat: str) -> dict[str, Any]:
    knows = seat == SETTER or state.over
    options, attempt = state.setup.options, state.open
    clue = attempt.clue if attempt else None
    givers = tuple(s for s in state.givers if s not in state.passed)
    giver = clue.giver if clue else givers[0] if len(givers) == 1 else ""
    used, most = len(state.attempts), state.max_attempts
    left = None if most is None else most - used
    secret = (state.secret or "") if knows else ""
    told = clue is not None and attempt is not None and (seat == clue.giver or not _is_sealed(state, attempt))
    return {
        "turn": state.number,
        "turns_left": 99 if left is None else left,
        "attempt": state.number,
        "attempts_used": used,
        "max_attempts": most,
        "limited": most is not None,
        "attempts_left": "" if left is None else left,
        "guessers": len(state.guessers),
        "prefix": state.prefix,
        "letters": state.prefix.upper(),
        "shown": len(state.prefix),
        "plays_on": options["last_letter"] == "plays_on",
        "improvises": state.improvises,
        "names": state.names,
        "giver": giver,
        "giver_first": options["giver"] == FIRST,
        "giver_open": options["giver"] == OPEN,
        "gives": clue is None and seat in givers,
        "can_pass": options["giver"] == OPEN,
        "clue": clue.text if clue else "",
        "kind": clue.kind if clue else "",
        "clue_chars": CLUE_CHARS,
        "clue_word": clue.word if clue and told else "",
        "together": state.together,
        "block": (attempt.block or "") if attempt and seat == SETTER else "",
        "waits_for": list(state.waits_for),
        "said": list(attempt.answered) if attempt else [],
        "blocked": list(state.blocked),
        "blocked_words": ", ".join(state.blocked).upper(),
        "played": list(state.played),
        "played_words": ", ".join(state.played).upper(),
        "changing": state.changing,
        "turns": [_attempt(a, knows=knows) for a in state.attempts],
        "started": bool(state.attempts) or state.open is not None,
        "secret": secret,
        "secret_letters": secret.upper(),
        "is_setter": seat == SETTER,
        "found": state.over and state.found,
        "used_up": state.over and state.used_up,
        "faults_left": state.faults_left(seat),
        "over": state.over,
        **_personas(state, seat),
        **_memory(state, seat),
    }


def _attempt(attempt: Attempt, *, knows: bool) -> dict[str, Any]:
    """An attempt that is over, as everybody has seen it; if `knows`, with a block with the secret."""
    clue = attempt.clue
    return {
        "giver": clue.giver if clue else "",
        "clue": clue.text if clue else "",
        "kind": clue.kind if clue else "",
        "word": clue.word if clue else "",
        "block": _shown_block(attempt, knows=knows),
        "own_word": knows and attempt.own_word,
        "guesses": [
            {"seat": seat, "word": word, "right": seat in attempt.right} for seat, word in attempt.guesses
        ],
        "end": attempt.end,
        "before": attempt.before,
        "after": attempt.after,
    }


def _personas(state: ConnectionsState, seat: str) -> dict[str, Any]:
    """The persona of the seat, and other personas, as far as the option `personas` lets the seat see them."""
    told, personas = state.setup.options["personas"], state.setup.extra.get("personas") or {}
    own = personas.get(seat, {}) if told != "none" else {}
    others = {s: p for s, p in personas.items() if s != seat and told == "all"}
    texts = {s: text for s, p in others.items() if (text := described(p))}
    return {
        "persona": described(own),
        "interests": list(interests_of(own)),
        "others": {s: list(interests_of(p)) for s, p in others.items()},
        "personas": texts,
        "fields": {s: text for s, p in others.items() if (text := known_fields(p))},
        "other_personas": "\n".join(f"{s}: {text}" for s, text in texts.items()),
    }


def _memory(state: ConnectionsState, seat: str) -> dict[str, Any]:
    """With `memory = table`: for each other seat, a line with the words that it solved and missed."""
    if state.setup.options["memory"] != "table" or not state.attempts:
        return {"memory": ""}
    lines = []
    for other in (SETTER, *state.guessers):
        if other == seat:
            continue
        asked = [(a.clue.word, a.named[other]) for a in state.attempts if a.clue and other in a.named]
        solved, missed = ([word for word, named in asked if named is so] for so in (True, False))
        told = (", ".join(words).upper() or "none" for words in (solved, missed))
        lines.append("{}: solved {}; missed {}".format(other, *told))
    return {"memory": "\n".join(lines)}


def _talk(state: ConnectionsState, seat: str) -> Iterator[Line]:
    for attempt in (*state.attempts, *([state.open] if state.open else [])):
        yield from _attempt_lines(state, attempt, seat)
    yield from (line for line in state.rejected if line.seat == seat)


def _attempt_lines(state: ConnectionsState, attempt: Attempt, seat: str) -> Iterator[Line]:
    """The lines of an attempt that a seat may read."""
    clue, hidden = attempt.clue, _is_sealed(state, attempt)
    if clue is not None:
        mine = seat == clue.giver
        yield Line(clue.giver, written(clue.word, clue.text, clue.kind) if mine else clue.text, "clue")
    if attempt.block is not None and (seat == SETTER or not hidden):
        word = _shown_block(attempt, knows=seat == SETTER or state.over)
        yield Line(SETTER, word or PASSED, "block")
    for guesser, word in attempt.guesses:
        if guesser == seat or not hidden:
            yield Line(guesser, word or NO_GUESS, "guess", read=not word)
    if attempt.end is not None:
        yield Line(TABLE, _ending(state, attempt), "end", read=True)
    elif state.changing and clue is not None:
        yield Line(TABLE, f"Connected: the word was {clue.word.upper()}.", "end", read=True)


def _ending(state: ConnectionsState, attempt: Attempt) -> str:
    """A sentence on how an attempt ended, which everybody may know."""
    word = attempt.clue.word.upper() if attempt.clue else ""
    letters = (state.secret or "")[: attempt.after].upper()
    match attempt.end:
        case "reveal":
            return f"Connected: the word was {word}. The letters are now {letters}."
        case "won" if word == letters:
            return f"Connected: the word was {word}, and {word} is the secret."
        case "won":
            return f"Connected: the word was {word}. With its last letter it is {letters}."
        case "guesser_wrong":
            return f"The word was {word}. Nobody connected."
        case "setter_blocked":
            return f"{word} is blocked."
    return "No clue was given."


# reading replies

CLUE_CHARS = 200
LONGEST = 45
"""The most letters of a word other than the secret; no dictionary has a longer word."""
PARTS = ("word", "clue", "kind")
REPLY_CHARS = LONGEST + CLUE_CHARS + 60
"""The most characters of a giver's reply, with all three lines."""
PASS, KEEP = "pass", "keep"
PASSES = frozenset({PASS, "-", ""})
KEEPS = frozenset({KEEP, "-", ""})
LINE = "the line `"
"""The beginning of a fault about a missing line."""
FORM = "write two lines, `word: ...` and `clue: ...`"
LEAST, MOST = 3, 20
"""The least and the most letters of a secret."""
_SHOWN = 24
"""The most characters of a refused word that a fault repeats."""
NAME_WORDS = 5
"""The most words of a name or a title."""
SENTENCE = frozenset("i im is its thats because or guess think thinking dont maybe perhaps word".split())
"""Words that show that several words are a sentence about a word, and no name."""
_NAME = re.compile(r"(?:[a-z]{1,3}\. ?|[a-z]+['’ -]+)*[a-z]+")
"""Words with blanks, apostrophes, hyphens, or the dots of short forms between them."""


def name_in(text: str) -> str:
    """The words of a name or a title, folded, with a blank between them; empty if a text isn't a name or a title.

    >>> name_in("Sgt. Pepper's"), name_in("Pokémon"), name_in("a cat; a dog")
    ('sgt peppers', 'pokemon', '')
    """
    text = _trimmed(text)
    said = fold(text) if len(text) <= 3 * LONGEST and "\n" not in text else ""
    words = said.translate(_SIGNS).split() if _NAME.fullmatch(said) else []
    is_name = len(words) <= NAME_WORDS and (len(words) < 2 or SENTENCE.isdisjoint(words))
    return " ".join(words) if is_name else ""


def _trimmed(text: str) -> str:
    """A text without the signs and decorations around it."""
    return text.strip().rstrip(".,!?").strip(DECORATIONS + " ")


_SIGNS = str.maketrans({"'": None, "’": None, "-": " ", ".": " "})


def read_word(text: str, *, names: bool = False) -> str:
    """The single word of a reply, in lower case a-z; raises Fault.

    `names`: the words of a name or a title are taken together as one word.
    """
    word = _trimmed(text)
    word = (names and name_in(word).replace(" ", "")) or word
    if not any(c.isalnum() for c in word) or len(word.split()) != 1:
        one = "one word, a name or a title" if names else "one word"
        raise Fault("format", f"send {one}, and nothing else", told=f"Just {one}, please.")
    word = word.lower()
    if not re.fullmatch(r"[a-z]+", word):
        why = f"`{one_line(word, _SHOWN)}` has characters other than the letters a to z"
        raise Fault("rule", why, told="Only the letters a to z, please.")
    if len(word) > LONGEST:
        why = f"`{word[:_SHOWN]}...` has {len(word)} letters; at most {LONGEST} are allowed"
        raise Fault("rule", why, told=f"That's {len(word)} letters, and {LONGEST} is the limit.")
    return word


def read_secret(text: str) -> str:
    """A word that can be the secret; raises Fault."""
    word = read_word(text)
    if not LEAST <= len(word) <= MOST:
        letters = counted(len(word), "letter")
        why = f"the word has {letters}; {LEAST} to {MOST} are allowed"
        raise Fault("rule", why, told=f"That one has {letters}. Make it {LEAST} to {MOST}.")
    return word


def tagged(text: str) -> dict[str, str]:
    """The parts of a giver's reply by their tags. If a tag occurs several times, the last line counts."""
    found: dict[str, str] = {}
    for line in map(undecorated, text.split("\n")):
        tag, colon, value = line.partition(":")
        name = undecorated(tag).lower()
        if colon and name in PARTS:
            found[name] = undecorated(value)
    return found


def read_clue(text: str, *, names: bool = False) -> tuple[str, str, str]:
    """The word, the clue and the kind (may be empty) in a giver's tagged lines; raises Fault.

    A kind that isn't one of `KINDS` is ignored. `names`: as in `read_word`.
    """
    found = tagged(text)
    if "word" not in found or "clue" not in found:
        missing = "word" if "word" not in found else "clue"
        raise Fault("format", f"{LINE}{missing}:` is missing; {FORM}")
    word = read_word(found["word"], names=names)
    clue = fitting(one_line(found["clue"]), "clue", CLUE_CHARS, f"the clue is empty; {FORM}")
    kind = found.get("kind", "").strip(" .").lower()
    return word, clue, kind if kind in KINDS else ""


def is_in_clue(fault: Fault) -> bool:
    """True if a giver's reply was refused for its clue, and not for its word."""
    return fault.why.startswith(("the clue", f"{LINE}clue"))


def written(word: str, clue: str, kind: str) -> str:
    r"""A giver's reply in the form that `read_clue` reads; an empty part has no line.

    >>> written("catalan", "spoken in Barcelona", "")
    'word: catalan\nclue: spoken in Barcelona'
    """
    parts = zip(PARTS, (word, clue, kind), strict=True)
    return "\n".join(f"{name}: {value}" for name, value in parts if value)


def check_fits(word: str, prefix: str, blocked: tuple[str, ...]) -> None:
    """Check a word; raises Fault if it doesn't begin with the letters shown or if it was blocked."""
    shown = word[:_SHOWN].upper()
    if len(word) < len(prefix):
        why = f"`{word[:_SHOWN]}` is too short: it has to begin with {prefix.upper()}"
        raise Fault("rule", why, told=f"{shown} is too short. It has to begin with {prefix.upper()}.")
    if not word.startswith(prefix):
        why = f"`{word[:_SHOWN]}` does not begin with {prefix.upper()}"
        raise Fault("rule", why, told=f"{shown} doesn't begin with {prefix.upper()}.")
    if word in blocked:
        why = f"`{word[:_SHOWN]}` was blocked and may not be used again"
        raise Fault("rule", why, told=f"{shown} was blocked, so it's out for good.")

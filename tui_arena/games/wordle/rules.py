"""The rules of Wordle: the guesser finds a five-letter word in up to `max_guesses` guesses.

A setter or the dealer gives the word. Each guess is marked letter by letter: in place, elsewhere, or not in
the word. In the variant `clue` the guesser also gets a crossword-style clue. In `critic` the guesser first
proposes a word, a critic agrees or disagrees, and only the guess after that is marked. If the word is found,
the guesser (and the critic) win; otherwise the session is lost. The rules check only the form of a proposal;
they also check a guess against the word list. See this game's README.md for the exact rules.

Law: until the session is over, only the setter's view has the target. The critic sees what `critic_sees`
allows, and the table sees everything except the target. A `WordleState` never changes and is never saved: it
is rebuilt from the replies.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Any

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
from tui_arena.core.words import says

# the state of a session

LENGTH = 5
GREEN, YELLOW, GREY = "green", "yellow", "grey"


def feedback(target: str, guess: str) -> tuple[str, ...]:
    """The colour of each letter of a guess, by two passes.

    First every letter in the right place is green. Then, from left to right, a letter that still has an
    unmatched copy in the target is yellow. (clembench Wordle; see this game's README.md.)
    """
    marks = [GREY] * len(guess)
    left: list[str] = []
    for i, (t, g) in enumerate(zip(target, guess, strict=True)):
        if t == g:
            marks[i] = GREEN
        else:
            left.append(t)
    for i, g in enumerate(guess):
        if marks[i] == GREY and g in left:
            marks[i] = YELLOW
            left.remove(g)
    return tuple(marks)


@dataclass(frozen=True, slots=True)
class WordleTurn:
    """One guess, with the proposal and the opinion that came before it in the same turn."""

    guess: str = ""
    """The guessed word; empty while the turn is open."""
    marks: tuple[str, ...] = ()
    explanation: str = ""
    proposal: str | None = None
    """The word proposed to the critic; None without a critic."""
    reason: str = ""
    """The guesser's explanation of the proposal."""
    agreed: bool | None = None
    """True if the critic agreed; None without a critic."""
    opinion: str = ""
    """The critic's explanation."""


@dataclass(frozen=True, slots=True)
class WordleState(Attempts):
    """A session so far."""

    target: str | None
    clue: str | None
    """The clue that is shown before the first guess."""
    near: str | None = None
    """If there are two clues, the clue that is shown after `NEAR_AFTER` guesses."""
    given: bool = False
    """True if a setter seat gave the target."""
    turns: tuple[WordleTurn, ...] = ()
    open: WordleTurn = WordleTurn()
    """The proposal and the opinion so far for the next guess."""
    unknown: int = 0
    """The number of unknown words in a row that were refused at the open guess."""
    aborted: str | None = None
    """The `SEAT: FAULT` that ended the session; None if no fault did."""

    @property
    def faults(self) -> int:
        """The number of refused replies to the open ask; unknown words don't count."""
        return len(self.rejected) - self.unknown

    @property
    def variant(self) -> str:
        return str(self.setup.options["variant"])

    @property
    def clues(self) -> tuple[str, ...]:
        """The clues that are shown now, far clue first; after a win, those shown before the last guess."""
        due = len(self.turns) - self.won >= NEAR_AFTER
        return tuple(clue for clue in (self.clue, self.near if due else None) if clue)

    @property
    def won(self) -> bool:
        return bool(self.turns) and self.turns[-1].guess == self.target

    @property
    def over(self) -> bool:
        return bool(self.aborted) or self.won or len(self.turns) >= self.max_guesses

    @property
    def max_guesses(self) -> int:
        return int(self.setup.options["max_guesses"])


def known_letters(turns: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The best mark of each guessed letter: green over yellow over grey."""
    rank = {GREY: 0, YELLOW: 1, GREEN: 2}
    known: dict[str, str] = {}
    for turn in turns:
        for letter, mark in zip(turn["guess"], turn["marks"], strict=True):
            if rank[mark] >= rank.get(known.get(letter, GREY), 0):
                known[letter] = mark
    return known


# reading replies

MAX_EXPLANATION = 2000
CLUE_CHARS = (3, 120)
NEAR_AFTER = 4
"""The number of guesses after which the near clue of two is shown."""


def parse_target(text: str, *, clues: int) -> tuple[str, tuple[str, ...]]:
    """The word and the clues of a setter's reply; raises Fault of kind format or rule.

    `clues`: the most clues that the reply may have. If it may have any, it needs at least one clue.
    """
    word, bar, rest = (part.strip() for part in text.partition("|"))
    word = undecorated(word).lower()
    if not word or len(word.split()) != 1 or (clues and not bar):
        form = TARGET_FORMS[clues]
        raise Fault(
            "format", f"write it like this: {form}", told=f"Write it like this:  {form}" if clues else _ONE
        )
    _check_letters(word)
    parts = rest.split("|", 1) if clues == TWO else [rest]
    given = [one_line(undecorated(part.strip())) for part in parts]
    return word, (given[0], *(clue for clue in given[1:] if clue))


TWO = 2
_ONE = "Just the word, please: five letters."
TARGET_FORMS = ("the word alone", "word | clue", "word | hard clue | easier clue")
"""The form of a setter's reply, in words; the index is the number of clues."""
LETTERS = (LENGTH, LENGTH)
GUESS = ReplyForm({"explanation": "text", "guess": "word"}, optional=("explanation",), letters=LETTERS)
FORMS = {
    "target": (
        ReplyForm({"word": "word"}, "bar", letters=LETTERS),
        ReplyForm({"word": "word", "clue": "text"}, "bar", letters=LETTERS),
        ReplyForm(
            {"word": "word", "clue": "text", "near": "text"}, "bar", optional=("near",), letters=LETTERS
        ),
    ),
    "proposal": (GUESS,),
    "guess": (GUESS,),
    "opinion": (ReplyForm({"explanation": "text", "agreement": "yes | no"}, optional=("explanation",)),),
}


def check_clue(clue: str, word: str, ruling: bool | None, matching: int | None) -> None:
    """Check that a clue has an allowed length and does not say the word; raises Fault of kind rule.

    `ruling`: the table's verdict on whether the clue says the word. If it is None, the matcher decides, in
    its version `matching`.
    """
    low, high = CLUE_CHARS
    if not low <= len(clue) <= high:
        raise Fault(
            "rule",
            f"the clue has {len(clue)} characters; {low} to {high} are allowed",
            told=f"That clue has {counted(len(clue), 'character')}. Make it {low} to {high}.",
        )
    said = says(clue, word, version=matching)
    gives_away = said is not None if ruling is None else ruling
    if gives_away:
        token = said[0] if said else word
        why = f"the clue gives the word away: it says {token}"
        raise Fault("rule", why, told=f"Your clue says “{token}”, and that gives it away.")


def parse_guess(text: str, *, strict: bool) -> tuple[str, str]:
    """The word and the explanation of a guess or proposal; raises Fault of kind format or rule.

    `strict`: each tag must occur exactly once in the whole text, as in the published game.
    """
    fields = _tagged(text, ("guess", "explanation"))
    guesses = fields.get("guess", [])
    if len(guesses) > 1:
        raise Fault("format", "there are two guess: lines; give one")
    if strict and (not guesses or "explanation" not in fields):
        raise Fault("format", "two lines are needed, explanation: and guess:")
    if strict and (twice := [tag for tag in ("guess", "explanation") if _times(text, tag) > 1]):
        why = f"{twice[0]}: occurs more than once; write each tag once, and not inside the text"
        raise Fault("format", why, once_taken=True)
    words = guesses[0].split() if guesses else text.split() if not fields else []
    if len(words) == 0 or (len(words) > 1 and (strict or not guesses)):
        raise Fault("format", "one word is needed, or the lines explanation: and guess:")
    explanation = _explained(fields)
    word = words[0].lower()
    _check_letters(word)
    return word, explanation


def written_guess(word: str, explanation: str) -> str:
    """A guess or proposal in the form that `parse_guess` reads."""
    return f"explanation: {explanation}\nguess: {word}"


def written_opinion(agreement: str, explanation: str) -> str:
    """An opinion in the form that `parse_opinion` reads; `agreement`: `yes` or `no`."""
    return f"agreement: {agreement}\nexplanation: {explanation}"


def parse_opinion(text: str) -> Data:
    """The agreement and the explanation in a critic's reply; raises Fault of kind format or rule."""
    fields = _tagged(text, ("agreement", "explanation"))
    said = fields.get("agreement", [])
    if not said and not fields:
        said = [text]
    word = said[0].strip().lower() if len(said) == 1 else ""
    if word not in ("yes", "no"):
        raise Fault("format", "agreement: must be yes or no, with explanation: on a line of its own")
    return {"agreed": word == "yes", "explanation": _explained(fields)}


def _explained(fields: Mapping[str, Sequence[str]]) -> str:
    explanation = "\n".join(fields.get("explanation", [])).strip()
    if len(explanation) > MAX_EXPLANATION:
        why = f"the explanation is longer than {MAX_EXPLANATION} characters"
        raise Fault("rule", why, told=f"Shorter, please: {MAX_EXPLANATION} characters at most.")
    return explanation


def _tagged(text: str, tags: tuple[str, ...]) -> dict[str, list[str]]:
    """The values of lines that begin with a tag; an explanation includes the next lines without a tag."""
    fields: dict[str, list[str]] = {}
    current = ""
    for line in text.split("\n"):
        tag, colon, value = line.partition(":")
        name = undecorated(tag).lower()
        if colon and name in tags:
            fields.setdefault(name, []).append(undecorated(value))
            current = name
        elif current == "explanation":
            fields[current].append(line)
    return fields


def _times(text: str, tag: str) -> int:
    r"""The number of times a tag occurs in a text, also inside lines; it may be decorated, as at line starts.

    >>> _times("explanation: my first **guess:** was off\nGuess : crane", "guess")
    2
    """
    return sum(
        undecorated(rest).startswith(":") for line in text.lower().split("\n") for rest in line.split(tag)[1:]
    )


def is_word(word: str) -> bool:
    """True if a text is five letters a-z or A-Z."""
    return len(word) == LENGTH and word.isascii() and word.isalpha()


def _check_letters(word: str) -> None:
    shown = one_line(word, 24)
    if not (word.isascii() and word.isalpha()):
        why = f"{shown} contains something other than a-z; {LENGTH} letters are needed"
        raise Fault("rule", why, told="Only the letters a to z, please, and five of them.")
    if len(word) != LENGTH:
        has = f"{shown} has {counted(len(word), 'letter')}"
        told = f"{shown.upper()} has {counted(len(word), 'letter')}. Make it five."
        raise Fault("rule", f"{has}; {LENGTH} are needed", told=told)


def fits_hard(turns: tuple[WordleTurn, ...], word: str) -> bool:
    """True if a guess uses every letter that was found."""
    try:
        check_hard(turns, word)
    except Fault:
        return False
    return True


def check_hard(turns: tuple[WordleTurn, ...], word: str) -> None:
    """Check hard mode: a guess must use every letter that was found. Raises Fault of kind rule."""
    for turn in turns:
        need: dict[str, int] = {}
        for i, (letter, mark) in enumerate(zip(turn.guess, turn.marks, strict=True)):
            if mark == GREEN and word[i] != letter:
                why = f"hard mode: letter {i + 1} must be {letter.upper()}"
                raise Fault("rule", why, told=f"Hard mode: {letter.upper()} stays in place {i + 1}.")
            need[letter] = need.get(letter, 0) + (mark != GREY)
        for letter, n in need.items():
            if word.count(letter) < n:
                why = f"hard mode: the guess must contain {letter.upper()}"
                often = " twice" if n > 1 else ""
                raise Fault("rule", why, told=f"Hard mode: use {letter.upper()}{often}.")


# what each seat may know

SIGN = {GREEN: "X", YELLOW: "x", GREY: "-"}
WORDS_OF = {GREEN: "right place", YELLOW: "elsewhere", GREY: "not in it"}


TURNS_KEPT = 1024
"""The number of turns whose texts are kept, because every view repeats those of the turns before: those of some
200 sessions."""
CLUES_JOIN = " · "
"""The separator between two clues."""


def _most_clues(options: Data) -> int:
    """The most clues that a word may have with these options."""
    if options["variant"] == "classic":
        return 0
    return TWO if options["clues"] == "two" else 1


def _facts(state: WordleState, seat: str, sees: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    board = sees == "board"
    turns = _turns(state) if board else []
    return {
        "variant": state.variant,
        "is_critic": state.variant == "critic",
        "needs_clue": state.variant != "classic",
        "one_clue": _most_clues(state.setup.options) == 1,
        "needs_near": _most_clues(state.setup.options) == TWO,
        "clue_and": " and the clue" if state.clue else "",
        "max_guesses": state.max_guesses,
        "hard": state.setup.options["hard"],
        "form": state.setup.options["form"],
        "turn": min(len(state.turns) + 1, state.max_guesses),
        "guesses_left": state.max_guesses - len(state.turns),
        "clue": CLUES_JOIN.join(state.clues),
        "near_due": max(NEAR_AFTER - len(state.turns), 0) if state.near else 0,
        "proposal": state.open.proposal or "",
        "explanation": state.open.reason if sees != "word" else "",
        "agreement": {None: "", True: "yes", False: "no"}[state.open.agreed],
        "opinion": state.open.opinion,
        "turns": turns,
        "letters": known_letters(turns),
        "board": _board_text(state) if board else "",
        "last_marks": _marks_text(state.turns[-1]) if board and state.turns else "",
        "faults_left": state.faults_left(seat),
        "word": state.target if knows and state.target else "",
        "over": state.over,
    }


def _turns(state: WordleState) -> list[dict[str, Any]]:
    return [{"guess": t.guess, "marks": list(t.marks)} for t in state.turns]


@lru_cache(TURNS_KEPT)
def _marks_text(turn: WordleTurn) -> str:
    pairs = zip(turn.guess, turn.marks, strict=True)
    return ", ".join(f"{letter.upper()} {WORDS_OF[mark]}" for letter, mark in pairs)


def _board_text(state: WordleState) -> str:
    return "\n".join(f"{i}. {t.guess}: {_marks_text(t)}" for i, t in enumerate(state.turns, 1))


def _signs(marks: tuple[str, ...]) -> str:
    return "".join(SIGN[m] for m in marks)


def _talk(state: WordleState, seat: str, critic_sees: str) -> tuple[Line, ...]:
    """The talk, as far as a seat may know it.

    A refused reply is shown to the seat that gave it and, except for a target, to the table.
    """
    lines: list[Line] = []
    if state.given:
        shown = "has set a word"
        if seat == "setter" or state.over:
            shown = " | ".join(part for part in (state.target, state.clue, state.near) if part)
        lines.append(Line("setter", shown, "target"))
    if critic_sees == "board":
        for turn in state.turns:
            lines += _turn_lines(turn)
    lines += _before_guess(state.open, reason=critic_sees != "word")
    lines += [
        line for line in state.rejected if line.seat == seat or (seat == TABLE and line.ask != "target")
    ]
    return tuple(lines)


@lru_cache(TURNS_KEPT)
def _turn_lines(turn: WordleTurn) -> tuple[Line, ...]:
    guess = Line("guesser", _two_lines(turn.guess, turn.explanation), "guess", None, _signs(turn.marks))
    return (*_before_guess(turn, reason=True), guess, Line(TABLE, _marks_text(turn)))


def _before_guess(turn: WordleTurn, *, reason: bool) -> list[Line]:
    lines: list[Line] = []
    if turn.proposal is not None:
        said = _two_lines(turn.proposal, turn.reason if reason else "")
        lines.append(Line("guesser", said, "proposal"))
    if turn.agreed is not None:
        said = written_opinion("yes" if turn.agreed else "no", turn.opinion)
        lines.append(Line("critic", said, "opinion"))
    return lines


def _two_lines(word: str, explanation: str) -> str:
    return written_guess(word, explanation) if explanation else f"guess: {word}"


# the game itself

TARGET_VALUES = {"word": "target", "clue": "clue", "near": "near"}
"""Maps a value of a setter's move to the field of the state that stores it."""
PUBLISHED = "30"
"""The value of the option `suite` for the published suite."""
SUITE_SEED = 42
SUITE_DRAWN = 10
"""The number of targets that `suite = "30"` draws from each frequency group."""
GROUPS = ("high", "medium", "low")
UNKNOWN_WORDS = 25
"""The number of unknown words in a row that are forgiven if the option `unknown_words` is null."""


class Wordle:
    """The rules of Wordle, which lead from one `WordleState` to the next."""

    id = "wordle"
    rules = 1
    forms = FORMS

    def seats(self, options: Data) -> tuple[Seat, ...]:
        seats = [
            Seat("setter", "neutral", "setter", "dealer"),
            Seat("guesser", "solver", "guesser", "human"),
        ]
        if options["variant"] == "critic":
            seats.append(Seat("critic", "solver", "critic", "bot"))
        return tuple(seats)

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        needs_clue = options["variant"] != "classic"
        items: Sequence[Data] = [i for i in deck.items if i["clues"]] if needs_clue else deck.items
        if options["suite"] == PUBLISHED:
            items = published_suite(items)
        if options["group"] is not None:
            items = [i for i in items if i["group"] == options["group"]]
        if not items:
            group = f" with group = {options['group']}" if options["group"] is not None else ""
            raise ValueError(f"it has no word{' with a clue' if needs_clue else ''}{group}")
        return items

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        if item is None:
            return {}
        secret: dict[str, Any] = {"word": item["word"]}
        if options["variant"] != "classic":
            secret["clue"] = rng.choice(item["clues"])
        if _most_clues(options) == TWO and item.get("far") and item.get("near"):
            secret |= {"clue": item["far"], "near": item["near"]}
        return {"secret": secret}

    def start(self, setup: Setup) -> WordleState:
        if setup.secret is None:
            return WordleState(setup, None, None)
        word = setup.secret.get("word")
        if not isinstance(word, str) or not is_word(word.lower()):
            raise ValueError(f"setup.secret.word must be {LENGTH} letters a-z, not {word!r}")
        given: dict[str, str | None] = {"clue": None, "near": None}
        for name in ("clue", "near")[: _most_clues(setup.options)]:
            clue = setup.secret.get(name)
            if clue is not None and not isinstance(clue, str):
                raise ValueError(f"setup.secret.{name} must be text, not {clue!r}")
            given[name] = clue
        return WordleState(setup, word.lower(), given["clue"], given["near"])

    def asks(self, state: WordleState) -> tuple[Ask, ...]:
        if state.over:
            return ()
        if state.target is None:
            name, seat, kind = "target", "setter", "text"
        elif state.variant == "critic" and state.open.proposal is None:
            name, seat, kind = "proposal", "guesser", "word"
        elif state.variant == "critic" and state.open.agreed is None:
            name, seat, kind = "opinion", "critic", "choice"
        else:
            name, seat, kind = "guess", "guesser", "word"
        forms = FORMS[name]
        return (
            Ask(
                seat=seat,
                name=name,
                key=f"{name}:{len(state.turns) + 1}",
                kind=kind,  # type: ignore[arg-type]
                form=formed(forms[_most_clues(state.setup.options) if name == "target" else 0], state.setup),
                choices=("yes", "no") if kind == "choice" else (),
                max_chars=LENGTH + 2 * (3 + CLUE_CHARS[1]) if name == "target" else MAX_EXPLANATION,
                attempt=state.attempt,
                sealed=name == "target",
                private=seat == "guesser" and state.setup.options["critic_sees"] != "board",
                allows=None if name == "opinion" else partial(self._allowed, state, name),
            ),
        )

    @staticmethod
    def _allowed(state: WordleState, name: str) -> Mapping[str, Collection[str]]:
        """The words that are taken: those of the list that fit hard mode, if it is on, and the secret."""
        lexicon = state.setup.lexicon
        if lexicon is None:
            return {}
        if name == "target":
            return {"word": lexicon.words}
        words = {*lexicon.words, *filter(None, [state.target])}
        if state.setup.options["hard"] and name == "guess":
            words = {word for word in words if fits_hard(state.turns, word)}
        return {"guess": words}

    # replies

    def parse(self, state: WordleState, ask: Ask, reply: Reply) -> Move:
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

    def _parse_target(self, state: WordleState, text: str, reply: Reply) -> Data:
        word, clues = parse_target(text, clues=_most_clues(state.setup.options))
        if not self._is_listed(state, word, reply):
            why = f"{word} is not in the word list; choose another"
            raise Fault(
                "unknown_word", why, told=f"{word.upper()} isn't a word I know. Choose another, please."
            )
        if state.variant == "classic":
            return {"word": word, "clue": None, "near": None}
        for clue in clues:
            check_clue(clue, word, reply.ruling.get("says_word"), state.setup.matching)
        return {"word": word, "clue": clues[0], "near": clues[1] if len(clues) == TWO else None}

    def _check_guess(self, state: WordleState, word: str, reply: Reply) -> None:
        if not self._is_listed(state, word, reply):
            why = f"{word} is not in the word list; no try is lost"
            told = f"{word.upper()} isn't a word I know. Try another, it's free."
            raise Fault("unknown_word", why, told=told)
        if state.setup.options["hard"]:
            check_hard(state.turns, word)

    @staticmethod
    def _is_listed(state: WordleState, word: str, reply: Reply) -> bool:
        if word == state.target:
            return True
        if reply.listed is not None:
            return reply.listed
        lexicon = state.setup.lexicon
        return lexicon is None or word in lexicon.words

    def apply(self, state: WordleState, move: Move) -> WordleState:
        taken = partial(replace, state, unknown=0, rejected=())
        values = move.values
        if move.name == "target":
            return taken(**{of: values[name] for name, of in TARGET_VALUES.items()}, given=True)
        if move.name == "proposal":
            return taken(open=replace(state.open, proposal=values["word"], reason=values["explanation"]))
        if move.name == "opinion":
            return taken(open=replace(state.open, agreed=values["agreed"], opinion=values["explanation"]))
        if state.target is None:
            raise ValueError("a guess before there is a target")
        guess, why = values["word"], values["explanation"]
        turn = replace(state.open, guess=guess, marks=feedback(state.target, guess), explanation=why)
        return taken(turns=(*state.turns, turn), open=WordleTurn())

    def reject(self, state: WordleState, ask: Ask, reply: Reply, fault: Fault) -> WordleState:
        state = state.refused(ask, reply, fault)
        if fault.kind == "unknown_word" and ask.name == "guess":
            state = replace(state, unknown=state.unknown + 1)
            limit = state.setup.options["unknown_words"]
            past = state.unknown > (UNKNOWN_WORDS if limit is None else limit)
        else:
            past = not state.faults_left(ask.seat)
        return replace(state, aborted=f"{ask.seat}: {fault.kind}") if past else state

    def view(self, state: WordleState, seat: str) -> View:
        sees = state.setup.options["critic_sees"] if seat == "critic" and not state.over else "board"
        return View(self.id, seat, _facts(state, seat, sees), _talk(state, seat, sees))

    def outcome(self, state: WordleState) -> Outcome | None:
        if state.aborted:
            return Outcome("aborted", (), state.aborted)
        if state.won:
            critic = ("critic",) if state.variant == "critic" else ()
            return Outcome("won", ("guesser", *critic))
        return Outcome("lost") if state.over else None

    def secret(self, state: WordleState) -> Data | None:
        if state.target is None:
            return None
        told = {"word": state.target, "clue": state.clue, "near": state.near}
        return {name: value for name, value in told.items() if value}

    def probe(self, state: WordleState, seat: str, kind: str) -> Ask | None:
        return None


GAME = Wordle()


def published_suite(items: Sequence[Data]) -> list[Data]:
    """The suite of 30 from a deck's items: ten of each frequency group, drawn with seed 42.

    Raises ValueError if a group has fewer than ten items.
    """
    rng = Random(SUITE_SEED)
    drawn: list[Data] = []
    for group in GROUPS:
        own = [i for i in items if i["group"] == group]
        if len(own) < SUITE_DRAWN:
            raise ValueError(f"the suite needs {SUITE_DRAWN} words in each group, {group} has {len(own)}")
        drawn += rng.sample(own, SUITE_DRAWN)
    return drawn

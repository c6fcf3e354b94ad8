"""The rules of Taboo: the setter tries to make the guesser say a word, and the guesser tries to find it.

The setter prompts and the guesser replies. A right guess wins for the guesser, a wrong guess for the setter.
With the option `calls` the setter may say, in place of the next prompt, that a reply was no answer.
Once a reply has said the word, or all prompts are used up, the guesser has one last guess. The option
`on_silence` decides who wins if the word is neither said nor found. See this game's README.md for the exact
rules. Words are matched by `core/words.py` alone.

Law: until the session is over, only the setter's view has the word, its forms and the forbidden words. When a
reply says the word, the others learn that it did, but not where. The rules' own lines of talk never have the
word, even at the end. A player's thoughts before a marked line stay private. A `TabooState` never changes and
is never saved: it is rebuilt from the replies.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from random import Random
from typing import Any

from tui_arena.core.answers import (
    CALL,
    CALL_MARK,
    CAN_CALL,
    ENOUGH,
    NO_ANSWER,
    RULED,
    Call,
    Lack,
    ask_key,
    call_lines,
    calls_on,
    decided,
    is_call,
    lack_in,
)
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
from tui_arena.core.language.names import without_article
from tui_arena.core.language.reply_forms import ABBREVIATED, OFF, fitting, guessed
from tui_arena.core.language.sentences import counted, listed
from tui_arena.core.probes import CANDIDATES, COACH, SORTING, coach_ask
from tui_arena.core.reading import formed
from tui_arena.core.text import fold, one_line, read_reply
from tui_arena.core.words import same_word, says, tokens

# the state of a session

FORFEIT = "setter: forfeit"
UNANSWERED = f"guesser: {NO_ANSWER}"
ANSWERS = 3
"""The number of answers that the guess after silence needs with `calls`, or all prompts if there are fewer."""
GOALS = {
    "setter": "Make them say the word, and don't let them find it.",
    "guesser": "Find the word.",
}
"""The goal of each seat, in the words that help, boards and prompts use."""


@dataclass(frozen=True, slots=True)
class TabooTurn:
    """A prompt and the reply to it."""

    prompt: str
    reply: str | None = None
    """The reply; None until it comes; empty if nothing was said."""
    guess: str | None = None
    """The word that the reply guesses; None if it doesn't make a guess."""
    heard: tuple[str, str] | None = None
    """The token with which the reply says the word, and the rule that fired; None if it doesn't say it."""
    lack: Lack | None = None
    """Why the reply isn't an answer; None if it may be one, and without the option `calls`."""
    calls: tuple[Call, ...] = ()
    """The calls against the replies to this prompt, in order; a reply that was upheld is void."""

    @property
    def again(self) -> bool:
        """True if the prompt is or was answered again, because a call was upheld."""
        return any(call.upheld for call in self.calls)


@dataclass(frozen=True, slots=True)
class TabooState(Attempts):
    """A session so far."""

    word: str
    forms: tuple[str, ...] = ()
    """The derived forms that count as the word."""
    forbidden: tuple[str, ...] = ()
    turns: tuple[TabooTurn, ...] = ()
    guess: str | None = None
    """The one guess, in a reply or as the last guess; None if there was no guess."""
    right: bool | None = None
    """True if the guess was right; None if there was no guess."""
    passed: bool = False
    """True if the guesser passed on the last guess."""
    forfeited: bool = False

    @property
    def compared(self) -> str:
        return "lenient" if self.setup.options["inflections"] else "strict"

    @property
    def max_prompts(self) -> int:
        return int(self.setup.options["max_prompts"])

    @property
    def open(self) -> TabooTurn | None:
        """The turn whose prompt waits for a reply; None if there is none."""
        last = self.turns[-1] if self.turns else None
        return last if last is not None and last.reply is None else None

    @property
    def uttered_round(self) -> int | None:
        """The number of the prompt whose reply said the word; None if no reply did."""
        return next((n for n, turn in enumerate(self.turns, 1) if turn.heard), None)

    @property
    def silent(self) -> bool:
        """True if all prompts are used up without a guess, and no reply said the word."""
        used = len(self.turns) >= self.max_prompts and self.open is None
        return used and self.uttered_round is None and self.turns[-1].guess is None

    @property
    def may_call(self) -> bool:
        """True if the setter may say, in place of the next prompt, that the last reply was no answer."""
        if not calls_on(self.setup) or self.over or self.open is not None or not self.turns:
            return False
        last = self.turns[-1]
        return not (self.silent or last.heard or any(not call.upheld for call in last.calls))

    @property
    def upheld(self) -> int:
        """The number of upheld calls."""
        return sum(call.upheld for turn in self.turns for call in turn.calls)

    @property
    def unanswered(self) -> bool:
        """True if upheld calls ended the session."""
        return self.upheld >= ENOUGH

    @property
    def may_guess(self) -> bool:
        """True if there are enough replies for a guess after silence; always true without `calls`."""
        answers = sum(bool(turn.reply) for turn in self.turns)
        return not calls_on(self.setup) or answers >= min(ANSWERS, self.max_prompts)

    @property
    def over(self) -> bool:
        return self.forfeited or self.right is not None or self.passed or self.unanswered

    @property
    def found(self) -> bool:
        """True if the guesser has won."""
        if self.forfeited or self.right:
            return True
        return self.passed and self.silent and self.setup.options["on_silence"] == "guesser"

    @property
    def drawn(self) -> bool:
        """True if nobody has won: the word was neither said nor found, and the silence wins for nobody."""
        return self.over and self.silent and not self.found and self.setup.options["on_silence"] == "nobody"


# reading replies

REPLY_CHARS = 2000
BARE_WORDS = 3
"""The most words of a last guess without the phrase."""
PHRASE = "My guess of the word is: "
"""The phrase before a guess."""
GUESS = f"{PHRASE}X"
PASSED = "pass"
PASSES = frozenset({PASSED, "-", ""})
RUN = 12
"""The most parts of a run of single letters that are read."""
_ENDS = ".,;:!?…-–—/\\\"'“”‘’()[]"
_PHRASE = re.compile(
    rf"my[{OFF}]+guess[{OFF}]+of[{OFF}]+the[{OFF}]+word[{OFF}]+is[{OFF}]*:([^\n]*)", re.IGNORECASE
)


def read_prompt(text: str, max_chars: int) -> str:
    """The prompt in a reply, on one line; raises Fault."""
    return fitting(one_line(text), "prompt", max_chars, "that isn't a prompt; ask the guesser something")


def read_guess(text: str) -> str | None:
    """The name in a reply's first guess; None without the phrase. Raises Fault if the name is missing."""
    found = _PHRASE.search(text)
    if found is None:
        return None
    named = guessed(found[1], ABBREVIATED)
    if not any(c.isalnum() for c in named):
        raise Fault("format", f"the guess names nothing; write `{GUESS}`")
    return named


def read_last_guess(text: str) -> str | None:
    """The last guess, or None for a pass; raises Fault."""
    named = read_guess(text)
    if named is not None:
        return named
    bare = guessed(one_line(text), ABBREVIATED)
    if fold(bare) in PASSES and (bare or not text.strip()):
        return None
    more = len(tokens(text)) > len(tokens(bare))  # text after the name makes it a sentence
    if "\n" in text or more or len(bare.split()) > BARE_WORDS or not any(c.isalnum() for c in bare):
        raise Fault("format", f"that isn't a guess; write `{GUESS}`, the bare word, or `pass`")
    return bare


def check_words(text: str, prompt: str, least: int | None) -> None:
    """Raises Fault if a reply has fewer than `least` words, or only words of the prompt.

    If `least` is None, nothing is checked.
    """
    if least is None:
        return
    said = tokens(text)
    if len(said) < least:
        why = f"a reply needs at least {counted(least, 'word')}; this one has {len(said)}"
        slots = {"least": str(least)}
        told = f"Say a bit more: {counted(least, 'word')} at least."
        raise Fault("rule", why, told=told, occasion="few_words", slots=slots)
    if set(said) <= set(tokens(prompt)):
        why = "a reply needs a word of its own, one that is not in the prompt"
        told = "Add a word of your own: the prompt had all of those."
        raise Fault("rule", why, told=told, occasion="no_own_word")


GUESSED_FORMS = 5
"""From this version on, a guess may be a form of the word, if forms in replies count as the word."""


def is_word(guess: str, word: str, version: int | None) -> bool:
    """True if a guess is the word. Only the head word counts, not its case, article, plural or inflection.

    Blanks and hyphens are the same. A guess that only contains the word isn't enough: neither `pineapple` nor
    `a` is `apple`. See this game's README.md.
    """
    mine, wanted = (tokens(without_article(name)) for name in (guess, word))
    if not mine or "".join(mine) == "".join(wanted):
        return bool(mine)
    *head, last = mine
    *before, end = wanted
    return head == before and same_word(last, end, version=version) in ("equal", "inflection", "spelling")


def across(before: str, line: str) -> Iterator[str]:
    """The words that two prompts may form together: each end of the first with each beginning of the second.

    An end or a beginning is one word, or part of a run of single letters (`c r a` and `n e`).
    """
    ended, begun = before.split(), line.split()
    tail = _letters(ended[::-1])[::-1] or ended[-1:]
    head = _letters(begun) or begun[:1]
    for i in range(len(tail)):
        for j in range(len(head)):
            yield "-".join(one.strip(_ENDS) for one in (*tail[i:], *head[: j + 1]))


def _letters(words: list[str]) -> list[str]:
    """The run of single letters at the start of a list of words (`a` or `a-b`), at most `RUN` of them."""
    return list(takewhile(lambda word: max(map(len, tokens(word)), default=0) == 1, words[:RUN]))


def held(
    text: str, words: Iterable[str], forms: Iterable[str], *, exact: bool, version: int | None
) -> tuple[str, str, str] | None:
    """The first of the words that a text says, the token that says it, and the rule; None if it says none.

    `forms`: derived forms that count for each of the words.
    """
    for word in words:
        heard = says(text, word, tuple(forms), exact=exact, version=version)
        if heard is not None:
            return word, heard[0], str(heard[1])
    return None


# what each seat may know

NOTHING = "(nothing said)"
SAID = "The word has been said. One guess is left."
SILENT = "That was the last prompt, and the word has not been said. A guess may be made now, or not."


def _facts(state: TabooState, seat: str) -> dict[str, Any]:
    knows = seat == "setter" or state.over
    options = state.setup.options
    done, waiting = len(state.turns), state.open is not None
    forbids = bool(options["forbidden"])
    return {
        "goal": GOALS.get(seat, ""),
        "turn": min(done + (not waiting), state.max_prompts),
        "max_prompts": state.max_prompts,
        "prompts_used": done,
        "turns_left": state.max_prompts - done,
        "last_prompt": done == state.max_prompts,
        "max_chars": options["max_chars"],
        "min_words": options["min_words"],
        "on_silence": options["on_silence"],
        "silence_wins": options["on_silence"] == "guesser",
        "silence_draws": options["on_silence"] == "nobody",
        "silence_winner": _silence_winner(options["on_silence"], seat),
        "inflections": bool(options["inflections"]),
        "forbids": forbids,
        "turns": [_turn(turn, knows=knows) for turn in state.turns],
        "started": bool(state.turns),
        "prompt": state.open.prompt if state.open else "",
        "calls": calls_on(state.setup),
        CAN_CALL: state.may_call,
        "no_answer": seat == "setter" and state.may_call and state.turns[-1].lack is not None,
        "called": bool(state.open and state.open.again),
        "unanswered": state.unanswered,
        "uttered": state.uttered_round is not None,
        "silent": state.silent,
        "word": state.word if knows else "",
        "forms": list(state.forms) if knows else [],
        "forbidden": list(state.forbidden) if knows and forbids else [],
        "forbidden_words": ", ".join(state.forbidden) if knows and forbids else "",
        "guess": state.guess or "",
        "right": state.right,
        "found": state.over and state.found,
        "drawn": state.drawn,
        "forfeited": state.forfeited,
        "faults_left": state.faults_left(seat),
        "over": state.over,
    }


def _silence_winner(on_silence: str, seat: str) -> str:
    """The winner if the word is neither said nor guessed, worded for a seat."""
    if on_silence == "nobody":
        return on_silence
    if on_silence == seat:
        return "you"
    return f"the {on_silence}" if seat == TABLE else "the other player"


def _turn(turn: TabooTurn, *, knows: bool) -> dict[str, Any]:
    """A prompt and its reply, with the keys that the panels of every game read."""
    return {
        "question": turn.prompt,
        "answer": turn.reply if turn.reply is not None else "",
        "answered": turn.reply is not None,
        "guess": turn.guess or "",
        "heard": list(turn.heard) if knows and turn.heard else [],
        "calls": [call.data for call in turn.calls],
    }


def _talk(state: TabooState, seat: str) -> tuple[Line, ...]:
    lines: list[Line] = []
    for turn in state.turns:
        lines.append(Line("setter", turn.prompt, "prompt"))
        upheld = [call for call in turn.calls if call.upheld]
        for call in upheld:
            last = state.unanswered and turn is state.turns[-1] and call is upheld[-1]
            lines += [_replied_line(call.reply), *call_lines("setter", call, last=last)]
        if turn.reply is not None:
            lines.append(_replied_line(turn.reply))
        for call in turn.calls[len(upheld) :]:
            lines += call_lines("setter", call)
        if turn.heard:
            lines.append(Line(TABLE, SAID, "last_guess", read=True))
    if state.silent:
        lines.append(Line(TABLE, SILENT, "last_guess", read=True))
    if state.guess is not None and (state.uttered_round is not None or state.silent):
        lines.append(Line("guesser", f"{PHRASE}{state.guess}", "last_guess"))
    lines += [line for line in state.rejected if line.seat == seat]
    return tuple(lines)


def _replied_line(reply: str) -> Line:
    return Line("guesser", reply or NOTHING, "reply", read=not reply)


# the game itself

FORMS = {
    "prompt": (
        ReplyForm({"prompt": "text"}, "alone", marks=("prompt:",)),
        ReplyForm({"prompt": "text"}, "alone", marks=("prompt:", CALL_MARK), also={CALL: NO_ANSWER}),
    ),
    "reply": (ReplyForm({"reply": "text"}, "alone", marks=("reply:",)),),
    "last_guess": (
        ReplyForm({"guess": "name"}, "alone", marks=("guess:",), most_words=BARE_WORDS, own=_PHRASE),
    ),
}
RULING = "ruling"
"""The name of the rule if the table overruled the matcher."""


class Taboo:
    """The rules of Taboo, which lead from one `TabooState` to the next."""

    id = "taboo"
    rules = 1
    forms = FORMS

    def seats(self, options: Data) -> tuple[Seat, ...]:
        return (
            Seat("setter", "opponent", "setter", "human"),
            Seat("guesser", "solver", "guesser", "bot"),
        )

    def items(self, options: Data, deck: Deck) -> Sequence[Data]:
        wanted = {name: options[name] for name in ("difficulty", "category") if options[name] is not None}
        items = deck.items
        if wanted:
            items = [item for item in items if all(item[name] == wanted[name] for name in wanted)]
        if not items:
            asked = listed([f"{name} = {value}" for name, value in wanted.items()] or ["a word"])
            raise ValueError(f"it has nothing with {asked}")
        return items

    def deal(self, options: Data, item: Data | None, rng: Random) -> Data:
        if item is None:
            return {}
        lists = {name: list(item[name]) for name in ("forms", "forbidden") if item[name]}
        return {"secret": {"word": item["word"], **lists}}

    def start(self, setup: Setup) -> TabooState:
        secret = setup.secret or {}
        word = secret.get("word")
        if not isinstance(word, str) or not any(c.isalnum() for c in word):
            raise ValueError(f"setup.secret.word must be a word, not {word!r}")
        return TabooState(setup, word.strip(), _names(secret, "forms"), _names(secret, "forbidden"))

    def asks(self, state: TabooState) -> tuple[Ask, ...]:
        if state.over:
            return ()
        turn, attempt = len(state.turns), state.attempt
        if state.open is not None:
            key = ask_key("reply", turn, calls=len(state.open.calls))
            ask = Ask("guesser", "reply", key, max_chars=REPLY_CHARS, attempt=attempt, private=True)
        elif state.uttered_round is not None or state.silent:
            ask = Ask("guesser", "last_guess", "last_guess", attempt=attempt, optional=True)
        else:
            chars = int(state.setup.options["max_chars"])
            key = ask_key("prompt", turn + 1, calls=len(state.turns[-1].calls) if state.turns else 0)
            also = (CALL,) if state.may_call else ()
            ask = Ask("setter", "prompt", key, max_chars=chars, also=also, attempt=attempt, private=True)
        allows = partial(self._named, state) if ask.name == "last_guess" else None
        form = FORMS[ask.name][-1 if calls_on(state.setup) else 0]
        return (replace(ask, form=formed(form, state.setup), allows=allows),)

    @staticmethod
    def _named(state: TabooState) -> Mapping[str, Collection[str]]:
        """The words of the deck, and a pass; no words if the deck isn't known."""
        deck = state.setup.source
        return {"guess": {*(item["word"] for item in deck.items), PASSED}} if deck else {}

    # replies

    def parse(self, state: TabooState, ask: Ask, reply: Reply) -> Move:
        said = read_reply(reply.text, *ask.marks)
        if CALL_MARK in ask.marks and is_call(said, reply):
            return self._call(state, ask, reply.ruling.get(RULED))
        if ask.name == "prompt":
            return self._prompt(state, ask, said.shown, reply.ruling.get("says_word"))
        if ask.name == "reply":
            return self._reply(state, ask, said.shown, reply.ruling)
        guess = read_last_guess(said.body)
        return Move(ask, ask.name, {"guess": guess, "right": self._right(state, guess, reply.ruling)})

    @staticmethod
    def _call(state: TabooState, ask: Ask, ruled: bool | None) -> Move:
        if not state.may_call:
            why = "a reply can be called only once" if state.turns else "there is no reply to call yet"
            raise Fault("rule", f"{why}; send a prompt")
        last = state.turns[-1]
        return Move(ask, CALL, {"call": decided(last.reply or "", last.lack, ruled)})

    @classmethod
    def _prompt(cls, state: TabooState, ask: Ask, text: str, ruled: bool | None) -> Move:
        """The move of a prompt; raises Fault if the prompt says the word or a forbidden word."""
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
    def _over_two(state: TabooState, before: str, line: str) -> tuple[str, str, str] | None:
        """The word that two prompts say together; None if a ruling let the first prompt alone say it."""

        def said(text: str) -> tuple[str, str, str] | None:
            return held(text, (state.word,), state.forms, exact=False, version=state.setup.matching)

        return next(filter(None, map(said, across(before, line))), None) if said(before) is None else None

    @classmethod
    def _reply(cls, state: TabooState, ask: Ask, text: str, ruling: Data) -> Move:
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
    def _right(state: TabooState, guess: str | None, ruling: Data) -> bool | None:
        if guess is None:
            return None
        if (ruled := ruling.get("hit")) is not None:
            return bool(ruled)
        version = state.setup.matching
        counts = state.setup.options["inflections"] and (version or 1) >= GUESSED_FORMS
        words = (state.word, *(state.forms if counts else ()))
        return any(is_word(guess, word, version) for word in words)

    def apply(self, state: TabooState, move: Move) -> TabooState:
        state, values = replace(state, rejected=()), move.values
        if move.name == "prompt":
            return replace(state, turns=(*state.turns, TabooTurn(values["prompt"])))
        if move.name == CALL:
            return self._called(state, values["call"])
        if move.name == "reply":
            return self._replied(state, values["reply"], values["guess"], values["right"], values["heard"])
        return replace(state, guess=values["guess"], right=values["right"], passed=values["guess"] is None)

    @staticmethod
    def _called(state: TabooState, call: Call) -> TabooState:
        """The state after a call. If it was upheld, the prompt is open again."""
        *earlier, last = state.turns
        turn = replace(last, calls=(*last.calls, call), lack=None)
        return replace(state, turns=(*earlier, replace(turn, reply=None) if call.upheld else turn))

    @staticmethod
    def _replied(
        state: TabooState, reply: str, guess: str | None, right: bool | None, heard: tuple[str, str] | None
    ) -> TabooState:
        *earlier, last = state.turns
        said = [turn.reply for turn in earlier if turn.reply]
        lack = None if guess is not None else lack_in(state.setup, reply, last.prompt, said)
        turn = replace(last, reply=reply, guess=guess, heard=heard, lack=lack)
        state = replace(state, turns=(*earlier, turn), guess=guess, right=right, rejected=())
        return replace(state, passed=state.silent and not state.may_guess)

    def reject(self, state: TabooState, ask: Ask, reply: Reply, fault: Fault) -> TabooState:
        state = state.refused(ask, reply, fault)
        if state.faults_left(ask.seat):
            return state
        if ask.name == "prompt":
            return replace(state, forfeited=True)
        if ask.name == "reply":
            return self._replied(state, "", None, None, None)
        return replace(state, passed=True, rejected=())

    def view(self, state: TabooState, seat: str) -> View:
        return View(self.id, seat, _facts(state, seat), _talk(state, seat))

    def outcome(self, state: TabooState) -> Outcome | None:
        if not state.over:
            return None
        if state.found:
            return Outcome("won", ("guesser",), FORFEIT if state.forfeited else None)
        if state.unanswered:
            return Outcome("won", ("setter",), UNANSWERED)
        if state.drawn:
            return Outcome("drawn")
        return Outcome("won", ("setter",))

    def secret(self, state: TabooState) -> Data | None:
        lists = {"forms": state.forms, "forbidden": state.forbidden}
        return {"word": state.word, **{name: list(names) for name, names in lists.items() if names}}

    def probe(self, state: TabooState, seat: str, kind: str) -> Ask | None:
        """The ask of a probe, or None if it can't be asked now (see this game's README.md).

        `candidates` comes after a prompt, before its reply; `sorting` comes after that reply; `coach` comes
        after the end. A sorter is shown a prompt and its reply, and says whether the reply is evasive. The
        list has that reply as its only item.
        """
        if seat != "guesser" or not state.turns:
            return None
        turn, last = len(state.turns), state.turns[-1]
        if kind == COACH:
            return coach_ask(seat, over=state.over)
        if kind == CANDIDATES and last.reply is None and not state.over:
            return Ask(seat, CANDIDATES, f"{CANDIDATES}:{turn}", shares_prompt_of="reply", sealed=True)
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
    """The fault of a prompt that says the word (`mine`) or a forbidden word."""
    kind, banned = ("your word", "your word") if mine else ("a forbidden word", "forbidden")
    occasion = "own_word" if mine else "forbidden"
    why, told = kind, f"You can't say “{token}”: it's {banned}."
    if rule in SAID_AS:
        as_why, as_told, related = SAID_AS[rule]
        why = as_why.format(word=word, kind=kind)
        told = f"“{token}” {as_told.format(word=word)}, and that's {banned}."
        occasion = related or occasion
    why = f"`{token}` may not be said: {why}"
    slots = {"token": token, "word": word}
    return Fault("rule", why, {"word": token, "rule": rule}, told=told, occasion=occasion, slots=slots)


SAID_AS = {
    "inflection": ("a form of {word}, {kind}", "is a form of {word}", "related"),
    "form": ("made of {word}, {kind}", "comes from {word}", "related"),
    "spelling": ("{word}, {kind}, in another spelling", "is {word} in another spelling", ""),
    "look-alike": ("{word}, {kind}, in other letters", "reads as {word}", "disguised"),
    "spelled": ("{word}, {kind}, spelled out", "spells {word}", "disguised"),
}
"""Maps a rule, by which a prompt says a word, to the texts for players and people, and to the host's occasion if it
isn't the usual one."""


GAME = Taboo()

"""Calls of "no answer" (option `calls`): whether a reply answers at all.

The rules can only see that there is no answer. There are four cases: the reply is empty, most of it isn't
words of the language, it repeats the question or an earlier reply, or it is only a question. They can't see
that fluent words have nothing to do with the question (`purple monkey dishwasher`).

A word of the language is in the session's word list, is an inflection of a word there, is a function word, or
has digits. A capitalised word that people can pronounce is a name and counts as a word. Letters are hardly
pronounceable if most runs of three letters occur in no word of the list (`asdf`).

Law: `setup.matching` also names the version of this module. A released version is never edited, because saved
sessions name it. All versions so far judge alike, because sessions without the option are never judged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from tui_arena.core.game import TABLE, Fault, Line, Reply, Setup
from tui_arena.core.language.families import heads
from tui_arena.core.language.function_words import AUXILIARIES, FUNCTION_WORDS, NO_WORDS, WH_WORDS, YES_WORDS
from tui_arena.core.terms import Explained, none_of, number_of, term
from tui_arena.core.text import SplitReply, fold
from tui_arena.core.words import tokens

Lack = Literal["nothing", "no words", "same", "question"]
"""Why a reply is no answer."""
CALL = "call"
"""The name under which a call is taken, by `Ask.also`."""
CALL_MARK = "call:"
NO_ANSWER = "no answer"
CALLED = f"{CALL_MARK} {NO_ANSWER}"
"""A call as it is written in place of a question."""
CAN_CALL = "can_call"
"""The fact that says whether the seat may call now."""
RULED = "answers"
"""The question that people decide if they overrule a call: whether the reply answers."""
ENOUGH = 2
"""The number of upheld calls that ends a session."""
WHY: dict[Lack | None, str] = {
    "nothing": "nothing was said",
    "no words": "most of it isn't words",
    "same": "it has been said before",
    "question": "it's only a question",
    None: "the table decided so",
}


@dataclass(frozen=True, slots=True)
class Call:
    """A call against a reply, and how it was decided."""

    reply: str
    """The reply that was called; if the call was upheld, it is void."""
    upheld: bool
    lack: Lack | None = None
    """Why the rules find no answer in it; None if they find one, or if people ruled."""

    @property
    def data(self) -> dict[str, Any]:
        """The call as a fact of a view."""
        return {"reply": self.reply, "upheld": self.upheld, "why": WHY[self.lack] if self.upheld else ""}

    def announcement(self, *, last: bool) -> str:
        """What the table says about the call; `last`: whether it ended the session."""
        if not self.upheld:
            return "By the rules, this counts as an answer, so it stands."
        if last:
            return f"No answer again: {WHY[self.lack]}. That's the second time, so the game is over."
        return f"No answer: {WHY[self.lack]}. It doesn't count, so another reply is needed."


def call_lines(seat: str, call: Call, *, last: bool = False) -> tuple[Line, Line]:
    """A seat's call, and how it was decided, as lines of talk."""
    return Line(seat, CALLED, CALL), Line(TABLE, call.announcement(last=last), CALL, read=True)


def ask_key(name: str, turn: int, *, calls: int) -> str:
    """The key of an ask, which ends with the turn's number. After each of `calls` calls, the key is new.

    >>> ask_key("prompt", 2, calls=0), ask_key("prompt", 2, calls=1), ask_key("prompt", 2, calls=2)
    ('prompt:2', 'prompt:again:2', 'prompt:again2:2')
    """
    return f"{name}:again{calls if calls > 1 else ''}:{turn}" if calls else f"{name}:{turn}"


def decided(reply: str, found: Lack | None, ruling: bool | None) -> Call:
    """Decides a call against a reply.

    `found`: why the rules find no answer in it; None if they find one. `ruling`: whether people say that the
    reply answers; None if they haven't decided.
    """
    if ruling is None:
        return Call(reply, found is not None, found)
    return Call(reply, not ruling, None if ruling else found)


def is_call(said: SplitReply, reply: Reply) -> bool:
    """True if a reply is a call: by its ask's name, or by its mark, which may follow another mark.

    Raises Fault if the mark is followed by anything but the call and reasons for it.
    """
    behind = said.body.lower().startswith(CALL_MARK)
    if not behind and CALL not in (reply.ask, said.mark.removesuffix(":")):
        return False
    text = said.body[len(CALL_MARK) :] if behind else said.body
    if tokens(text)[:2] != NO_ANSWER.split():
        raise Fault("format", f"a call must be written exactly like this: `{CALLED}`")
    return True


def calls_on(setup: Setup) -> bool:
    """True if replies can be called in a session; a set-up without the option means no."""
    return bool(setup.options.get("calls", False))


def figures_of(setup: Setup, rounds: Sequence[Sequence[Call]]) -> dict[str, Explained]:
    """The metrics `calls` and `calls_upheld`; None without the option. `rounds`: the calls in each round."""
    if not calls_on(setup):
        none = Explained(None, lambda: ["calls are off in this game"])
        return {"calls": none, "calls_upheld": none}
    made = [(n, call) for n, calls in enumerate(rounds, 1) for call in calls]
    upheld = [term(n, call.reply or "nothing", "no answer") for n, call in made if call.upheld]
    told = [term(n, call.reply or "nothing", "no answer" if call.upheld else "it stands") for n, call in made]
    return {
        "calls": number_of(told, "no reply was called"),
        "calls_upheld": number_of(upheld, f"{none_of(len(made), 'call')} was upheld"),
    }


def lack_in(setup: Setup, reply: str, asked: str, earlier: Iterable[str]) -> Lack | None:
    """What `lack` returns with the word list of a session; None without the option `calls`."""
    if not calls_on(setup):
        return None
    return lack(reply, asked, earlier, None if setup.lexicon is None else setup.lexicon.words)


_SPOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCES = re.compile(r"[^.!?…\n]+[.!?…]*")
_LONG_RUN = re.compile(r"(.)\1{2,}")
_OPENERS = frozenset(
    "so well ok okay and but or now then hey oh ah eh hm hmm er um uh sorry wait right please no yes".split()
)
"""Words before a question that say nothing themselves."""
_ASKED = frozenset("you i he she we they".split())
"""Words after an auxiliary that make a question, even without its mark."""
_HUH = frozenset("huh eh pardon sorry hm hmm".split())
_YES, _NO = YES_WORDS, NO_WORDS | {"nobody", "nothing", "none", "nowhere", "noone"}
_UNSURE = frozenset("i do dont not know no idea sure clue dunno maybe perhaps".split())
_DOUBTS = frozenset("know idea sure clue dunno maybe perhaps".split())
_TELL = frozenset("tell name list describe show give say finish complete".split())


def lack(reply: str, asked: str, earlier: Iterable[str], known: Collection[str] | None) -> Lack | None:
    """Why a reply to a question is no answer; None if the rules can't say that it isn't one.

    `earlier`: the earlier replies that stand. `known`: the words of the language; None: no word list is
    here, so any letters may be words.

    >>> words = frozenset(["train", "home"])
    >>> lack("I took the train.", "How did you get home?", [], words)
    >>> lack("gnarf blorp zim", "How did you get home?", [], words)
    'no words'
    >>> lack("The train!", "Did you walk?", ["the train"], words), lack("No.", "Did you walk?", ["no"], words)
    ('same', None)
    >>> lack("What do you mean?", "How did you get home?", [], words)
    'question'
    """
    said = tokens(reply)
    if not said and not any(unicodedata.category(c) == "So" for c in reply):
        return "question" if "?" in fold(reply) else "nothing"
    if known is not None and _is_gibberish(reply, known):
        return "no words"
    if said and _is_same(reply, asked):
        return "same"
    if said and _only_asks(reply):
        return "question"
    again = not _is_plain(said, asked) and any(_is_same(reply, other) for other in earlier)
    return "same" if again else None


def _is_same(reply: str, other: str) -> bool:
    """True if two replies have the same words, in any order and number, or the same signs."""
    mine, theirs = set(tokens(reply)), set(tokens(other))
    return mine == theirs and (bool(mine) or fold(reply) == fold(other))


def _is_plain(said: list[str], asked: str) -> bool:
    """True for a bare yes, no or "don't know" to a question that can be answered like that."""
    words = frozenset(said)
    if words <= _UNSURE and not words.isdisjoint(_DOUBTS):
        return True
    if words and words <= _NO - YES_WORDS - {"no", "nope", "nah", "nay", "not"}:
        return True
    if said == ["no", "one"]:
        return True
    return bool(words) and (words <= _YES or words <= _NO) and _takes_yes_or_no(asked)


def _takes_yes_or_no(asked: str) -> bool:
    first = next((word for word in tokens(_last_sentence(asked)) if word not in _OPENERS), "")
    return first not in WH_WORDS and first not in _TELL


def _sentences(text: str) -> list[str]:
    return [one.group() for one in _SENTENCES.finditer(text) if any(map(str.isalnum, one.group()))]


def _last_sentence(text: str) -> str:
    found = _sentences(text)
    marked = [one for one in found if one.rstrip().endswith("?")]
    return (marked or found or [text])[-1]


def _only_asks(reply: str) -> bool:
    """True if every sentence of a reply is a question."""
    sentences = _sentences(reply)
    return bool(sentences) and all(map(_asks, sentences))


def _asks(sentence: str) -> bool:
    """True if a sentence begins like a question; without a question mark, only if its next word agrees.

    >>> _asks("A spatula?"), _asks("what do you mean"), _asks("What savings, mate."), _asks("Did I ever!")
    (False, True, False, False)
    """
    said = tokens(sentence)
    marked = fold(sentence).rstrip().endswith("?")
    if marked and frozenset(said) <= _HUH:
        return True
    while said and said[0] in _OPENERS:
        said = said[1:]
    first, after = (*said, "", "")[:2]
    if marked:
        return (
            first in WH_WORDS or first in AUXILIARIES or _is_contracted(first) or said[:2] == ["you", "mean"]
        )
    if sentence.rstrip().endswith(("!", "…")):
        return False
    return (first in WH_WORDS and after in AUXILIARIES) or (first in AUXILIARIES and after in _ASKED)


def _is_contracted(word: str) -> bool:
    """True for a question word with its verb, such as `whats`."""
    return word.endswith(("s", "d", "re")) and word.removesuffix("re").rstrip("sd") in WH_WORDS


# words of the language


def _is_gibberish(reply: str, known: Collection[str]) -> bool:
    """True if more than two in three words of a reply, and at least two, aren't words of the language.

    A single word and a capitalised word only count if they are hardly pronounceable. Three or more
    capitalised words without any word of the language only count as names if commas separate them.
    """
    spoken = [
        (one.group(), fold(one.group()).replace("'", "").replace("’", "")) for one in _SPOKEN.finditer(reply)
    ]
    strange = [(raw, word) for raw, word in spoken if not _is_word(word, known)]
    names = [(raw, word) for raw, word in strange if raw[:1].isupper() and not _is_mash(word, known)]
    if len(spoken) == 1:
        return len(strange) == 1 and len(strange[0][1]) > 3 and _is_mash(strange[0][1], known)
    if len(strange) == len(spoken) > len(reply.split(",")) and len(spoken) >= 3:
        names = []
    odd = len(strange) - len(names)
    return odd > 1 and 3 * odd > 2 * len(spoken)


def _is_word(word: str, known: Collection[str]) -> bool:
    if any(map(str.isdigit, word)) or word in FUNCTION_WORDS or word in YES_WORDS | NO_WORDS:
        return True
    if not word.isascii():
        return True  # a letter of another script: another language, or a name
    if len(word) < 3:
        return len(word) == 2 and not _VOWELS.isdisjoint(word)
    # base forms are looked up one by one, because `isdisjoint` would go through all words of the language
    return any(form in known or any(head in known for head in heads(form)) for form in _spellings(word))


_VOWELS = frozenset("aeiouy")


def _spellings(word: str) -> Iterator[str]:
    """A word, and if it is drawn out (`sooo`) the word with one or two of each repeated letter."""
    yield word
    if _LONG_RUN.search(word):
        yield _LONG_RUN.sub(r"\1", word)
        yield _LONG_RUN.sub(r"\1\1", word)


def _is_mash(word: str, known: Collection[str]) -> bool:
    """True if at least half of the runs of three letters in a word occur in no word of the language."""
    unseen = _unseen(_LONG_RUN.sub(r"\1", word), known)
    return 2 * sum(unseen) >= len(unseen)


def reads_as_name(word: str, known: Collection[str]) -> bool:
    """True if letters that aren't a word of the language can be a name or a title: people can pronounce them.

    Names are read more kindly than other words (Bohr, Marx, Cruz): at most a third of their runs of three
    letters may occur in no word; or at most half, if no three of these are in a row.

    >>> words = frozenset(["marksman", "boar", "arch", "xenon", "max"])
    >>> reads_as_name("marx", words), reads_as_name("mrx", words), reads_as_name("asdfgh", words)
    (True, False, False)
    """
    if len(word) < 3 or _VOWELS.isdisjoint(word) or _LONG_RUN.search(word):
        return False
    unseen = _unseen(word, known)
    in_a_row = (True, True, True) in zip(unseen, unseen[1:], unseen[2:], strict=False)
    return sum(unseen) * (2 if not in_a_row else 3) <= len(unseen)


def _unseen(word: str, known: Collection[str]) -> list[bool]:
    """For each run of three letters in a word: True if it occurs in no word of the language."""
    words = known if isinstance(known, Hashable) else frozenset(known)
    return [not _occurs(run, words) for run in _runs(word)]


def _runs(word: str) -> list[str]:
    whole = f" {word} "
    return [whole[i : i + 3] for i in range(len(whole) - 2)]


@lru_cache(maxsize=20_000)
def _occurs(run: str, known: Any) -> bool:
    return run in _joined(known)


@lru_cache(maxsize=4)
def _joined(known: Collection[str]) -> str:
    """All words in one text. Making and searching it is much faster than making a set of all their runs."""
    return f" {'  '.join(known)} "

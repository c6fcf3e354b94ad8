"""Challenge codes: the one module that knows how a challenge is written as a code.

A challenge is a game to play again: its set-up and, if it is sent along, how somebody played it. A code has
one of two forms, both in letters and digits that aren't mistaken for each other (Crockford's base 32):

- short, 12 characters in three groups. It has the number of a *shelf* (a game, its deck and its variant) and
  a seed, so it only works where the seed deals the secret.
- long, one word without groups. It has the whole challenge as JSON, compressed.

Law: reading a code only computes; it takes less than 20 kB and has a bounded time. A code that was changed in
any place is refused: a check covers every character. The result contains only texts and numbers of limited
size.

Law: a code is sealed, so a glance doesn't tell the secret. It isn't encrypted; anybody who takes it apart can
read it.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from typing import Any

from tui_arena.core import base32
from tui_arena.core.events import Event, Kind
from tui_arena.core.game import Data
from tui_arena.core.text import clean

CHALLENGE = "challenge"
"""The key in a set-up for the code that the session is played from."""
KNOWN = "known"
"""The key in a set-up for the seats of people who knew the secret before; also the flag of such a session."""
FORM = 1
"""The form of the codes that this version writes."""
LONGEST = 2000
"""The maximum length of a code, in characters."""
SEEDS = 1_000_000
"""A short code takes seeds below this number."""
SHELVES = 1 << 17
"""A shelf's number is below this number."""

_VALUES = {letter: value for value, letter in enumerate(base32.ALPHABET)} | {"O": 0, "I": 1, "L": 1}
_SHORT = 12
_GROUP = 4
_BITS = base32.BITS
_CHECK, _FORM_BITS, _SEED_BITS = 20, 3, 20
_BODY = _SHORT * _BITS - _CHECK - _FORM_BITS
"""The number of bits of a short code's shelf and seed together."""
_CHECK_POLYNOMIAL = (1 << 20) | 0b1001
"""x^20 + x^3 + 1: finds every change in up to four neighbouring characters."""
_STIR = (0x9E3779B97F4A7C15, 0xD1B54A32D192ED03)
"""Odd factors that spread neighbouring seeds over all codes."""
_HEAD = 5
"""The bytes of a long code before its body: the form and the check."""
_MOST_BYTES = 16 * 1024
"""The maximum size of a long code's JSON."""
_MOST_MOVES = 400
_MOST_TEXT = 4000
_MOST_LINE = 1000
_MOST_NAME = 60
_MOST_TRIES = 10_000
_KINDS = ("human", "model", "bot")
_RESULTS = ("won", "lost", "drawn", "aborted")
_MOST_VALUES = 200
"""The maximum number of values in one object or list of a challenge."""
_DEEPEST = 4
_SEALED = re.compile(r"[0-9A-Za-z](?:[0-9A-Za-z \t-]*[0-9A-Za-z])?")
_DASHES = re.compile("[\u2010-\u2015\u2212]")
"""Dashes that keyboards and chats put in place of a hyphen."""
_IN_TEXT = re.compile(
    r"(?<![0-9A-Za-z-])(?:[0-9A-Za-z]{4}-[0-9A-Za-z]{4}-[0-9A-Za-z]{4}"
    r"|[0-9A-Za-z]{30,2000}(?:\s+[0-9A-Za-z]{1,2000}){0,60})(?![0-9A-Za-z-])"
)
"""A code within a text: a short one in its groups, or a long one, which may be broken into lines."""
_DICTIONARY = (
    b"yes | no | maybe | dunno | true | false | correct | incorrect | pass | keep | What | Which | Where | Is it "
    b"something | Could you | Would you | Do you | Can you | Does it | Have you | Is it made of | Is it bigger than "
    b"| alive | used | found | person | animal | the | and | of | question: | This is a guess -- are you thinking of "
    b'| My guess of the word is: | word: | clue: | guess: | explanation: | agreement: | "connections","taboo",'
    b'"bluffing","akinator","entity","wordle","anything-1","celebrities-2","things-2","objects-1","bluffing-2",'
    b'"connections-2","taboo-2","wordle-3","lexicon-2","bot","model","human","You","bot:easy","bot:medium","bot:hard"'
    b',{"secret":"sealed","variant":"clue","variant":"critic","max_turns":20,"word":"","forbidden":["","forms":["",'
    b'"entity":"","aliases":["","object":"","clue":"","near":"","guesser","opinion","setter","statement","judge",'
    b'"verdict","setter","prompt","guesser","reply","guesser","last_guess","setter","block","guesser_2","guess",'
    b'"guesser_1","clue","setter","answer","yes"],["judge","answer","no"],["guesser","question","Is it '
    b'"y":["You","human"],"r":1,"m":5,"s":"c":"guesser","v":[["guesser","guess","slate"],["guesser","guess","'
)
"""Frequent texts, which make a compressed code shorter. A change of these texts needs a new form."""


class BadCode(ValueError):
    """A text isn't the code of a challenge that can be played here; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game to play again, and perhaps how somebody played it."""

    game: str
    options: Data = field(default_factory=dict)
    """The options whose value isn't the default or the preset's."""
    preset: str | None = None
    deck: str | None = None
    """The deck with its number or digest; None: the game's own."""
    seed: int = 0
    secret: Data | None = None
    """The secret; None if the seed deals it from the deck."""
    dealt: Data = field(default_factory=dict)
    """Other values that were dealt, if the seed doesn't deal the same ones."""
    given: tuple[Event, ...] = ()
    """Moves that come before the player's first move, such as the statement of the person who sent it."""
    seat: str = ""
    """The seat of the person who takes it up; empty: the usual seat of a person."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Bots in the other seats, as PLAYER texts by seat; a seat without an entry gets the usual bot."""
    rules: int = 0
    """The version of the game's rules, or 0 if they don't matter because there are no moves."""
    matching: int | None = None
    words: str | None = None
    by: str = ""
    """The name of the person who played or sent it; empty in a short code, or if that person has given no
    name."""
    kind: str = ""
    """The kind of player who `by` is: `human`, `model` or `bot`."""
    moves: tuple[Event, ...] = ()
    """How the game was played: the replies, rulings and resignations that counted; empty if they aren't sent along.

    Their numbers continue those of `given`.
    """
    result: str = ""
    """`won`, `lost` or `drawn` for the seat, if it was played."""
    tries: int | None = None
    """The number of tries that it took, as the game counts them."""
    helped: bool = False
    """True if it was played with help, or by somebody who knew the secret before; the league leaves it out."""
    code: str = field(default="", compare=False)
    """The code that it was read from; empty if it wasn't read."""

    @property
    def puzzle(self) -> str:
        """A key for what is to be played, whoever played it; the same for the short and the long code."""
        given = [_row(event) for event in self.given]
        own = [self.game, self.preset, self.options, self.secret, self.dealt, given]
        dealt = [self.deck, self.seed] if self.secret is None and not self.given else []
        return hashlib.sha256(_json([*own, *dealt])).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class ShortCode:
    """The two numbers in a short code."""

    shelf: int
    seed: int


def shelf_number(game: str, deck: str, variant: str) -> int:
    """The number of a shelf in short codes, the same in every version.

    >>> shelf_number("wordle", "wordle-3", "classic") < SHELVES
    True
    """
    digest = hashlib.sha256(f"{game}\n{deck}\n{variant}".encode()).digest()
    return int.from_bytes(digest[:4], "big") % SHELVES


def written_short(code: ShortCode) -> str:
    """The short code for a shelf and a seed.

    >>> written_short(ShortCode(5, 42))
    '5GPH-WQZ2-XNGF'
    >>> read_code("5gph wqz2 xngf")
    ShortCode(shelf=5, seed=42)
    """
    if not (0 <= code.shelf < SHELVES and 0 <= code.seed < SEEDS):
        raise ValueError("a short code needs the number of a shelf, and a seed below a million")
    body = (FORM << _BODY) | _stirred(code.shelf << _SEED_BITS | code.seed)
    letters = base32.letters(body << _CHECK | _check(body), _SHORT)
    return "-".join(letters[i : i + _GROUP] for i in range(0, _SHORT, _GROUP))


def written_long(challenge: Challenge) -> str | None:
    """The long code of a challenge; None if it would be longer than a code may be."""
    text = _json(_document(challenge))
    if len(text) > _MOST_BYTES:
        return None
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=_DICTIONARY)
    body = _sealed(packer.compress(text) + packer.flush())
    head = bytes([FORM])
    whole = head + zlib.crc32(head + body).to_bytes(_HEAD - 1, "big") + body
    length = -(-len(whole) * 8 // _BITS)
    if length > LONGEST:
        return None
    return base32.letters(int.from_bytes(whole, "big") << (length * _BITS - len(whole) * 8), length)


def read_code(text: str) -> ShortCode | Challenge:
    """Reads a code. Spaces, dashes, case and letters that look alike (O and 0) don't matter.

    The text may have a code in it, such as a shared result. Raises BadCode.
    """
    fault = None
    for letters in _without_gaps(text):
        try:
            return _read(letters)
        except BadCode as error:
            fault = fault or error
    raise fault or BadCode(CHANGED)


def is_code(text: str) -> bool:
    """True if a text looks like a code, so that a fault in it should be reported; it may still be refused."""
    found = text.strip()
    letters = found.replace("-", "").replace(" ", "")
    grouped = len(letters) == _SHORT and (any(c.isdigit() for c in letters) or found.count("-") == 2)
    return _SEALED.fullmatch(found) is not None and (grouped or len(letters) > 3 * _SHORT)


def _without_gaps(text: str) -> Iterator[str]:
    """The possible codes in a text, likeliest first, in capitals and without gaps. Raises BadCode.

    A long code may be broken into lines, and other words may come after it, so the check decides where it ends.
    """
    if len(text) > 4 * LONGEST:
        raise BadCode("This is too long for a challenge code.")
    text = _DASHES.sub("-", text)
    whole = re.fullmatch(r"[0-9A-Za-z-]+", "".join(text.split()))
    lines = next(reversed(_IN_TEXT.findall(text)), "").split()
    found = ["".join(lines[:most]) for most in range(len(lines), 0, -1)]
    found += [whole[0]] if whole else []
    if not found:
        raise BadCode("There's no challenge code in this. A code has only letters and digits.")
    return (one.replace("-", "").upper() for one in found)


def _read(letters: str) -> ShortCode | Challenge:
    """Reads a code in capitals and without gaps. Raises BadCode."""
    if len(letters) < _SHORT:
        missing = _SHORT - len(letters)
        raise BadCode(f"This code is too short: {missing} of {_SHORT} characters are missing.")
    if len(letters) > LONGEST:
        raise BadCode("This is too long for a challenge code.")
    odd = next((c for c in letters if c not in _VALUES), "")
    if odd:
        raise BadCode(
            f"Challenge codes never contain {odd}. Please check this code against the one you were sent."
        )
    if len(letters) == _SHORT:
        return _short_read(letters)
    return replace(_long_read(letters), code=letters)


CHANGED = (
    "This code has a mistake in it: a character is wrong or missing. Please check it, or paste it again."
)


def _newer(form: int) -> BadCode:
    return BadCode(
        f"This code was made by a newer version of TUI Arena (code format {form}; this version reads format {FORM})."
        " Update TUI Arena to play it."
    )


def _short_read(letters: str) -> ShortCode:
    value = _number(letters)
    body, check = value >> _CHECK, value & ((1 << _CHECK) - 1)
    if _check(body) != check:
        raise BadCode(CHANGED)
    form = body >> _BODY
    if form != FORM:
        raise _newer(form) if form > FORM else BadCode(CHANGED)
    found = _unstirred(body & ((1 << _BODY) - 1))
    shelf, seed = found >> _SEED_BITS, found & ((1 << _SEED_BITS) - 1)
    if seed >= SEEDS:
        raise BadCode(CHANGED)
    return ShortCode(shelf, seed)


def _long_read(letters: str) -> Challenge:
    size = len(letters) * _BITS // 8
    spare = len(letters) * _BITS - size * 8
    value = _number(letters)
    if size <= _HEAD or spare >= _BITS or value & ((1 << spare) - 1):
        raise BadCode(CHANGED)
    whole = (value >> spare).to_bytes(size, "big")
    form, check, body = whole[0], whole[1:_HEAD], whole[_HEAD:]
    if zlib.crc32(whole[:1] + body).to_bytes(_HEAD - 1, "big") != check:
        raise BadCode(CHANGED)
    if form != FORM:
        raise _newer(form) if form > FORM else BadCode(CHANGED)
    unpacker = zlib.decompressobj(-15, _DICTIONARY)
    try:
        text = unpacker.decompress(_sealed(body), _MOST_BYTES)
        if not unpacker.eof or unpacker.unconsumed_tail or unpacker.unused_data:
            raise BadCode(_ODD)
        return _challenge(json.loads(text))
    except BadCode:
        raise
    except (zlib.error, ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise BadCode(_ODD) from None


_ODD = "This code contains something that isn't part of any challenge, so it can't be played."


def _number(letters: str) -> int:
    value = 0
    for letter in letters:
        value = value << _BITS | _VALUES[letter]
    return value


def _check(body: int) -> int:
    """The check of a short code: the remainder of its other bits by a polynomial."""
    rest = body << _CHECK
    while (above := rest.bit_length() - _CHECK - 1) >= 0:
        rest ^= _CHECK_POLYNOMIAL << above
    return rest


_MASK = (1 << _BODY) - 1
_HALF = _BODY // 2 + 1


def _stirred(value: int) -> int:
    """A number with its bits spread; `_unstirred` undoes it."""
    for factor in _STIR:
        value = value * factor & _MASK
        value ^= value >> _HALF
    return value


def _unstirred(value: int) -> int:
    for factor in reversed(_STIR):
        value ^= value >> _HALF
        value = value * pow(factor, -1, _MASK + 1) & _MASK
    return value


def _sealed(body: bytes) -> bytes:
    """The bytes with the seal put on or taken off."""
    seal = hashlib.shake_256(b"tui-arena challenge").digest(len(body))
    return bytes(a ^ b for a, b in zip(body, seal, strict=True))


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False).encode(
        "utf-8", "replace"
    )


_KEYS = (
    ("o", "options"),
    ("p", "preset"),
    ("d", "deck"),
    ("s", "seed"),
    ("x", "secret"),
    ("e", "dealt"),
    ("c", "seat"),
    ("b", "players"),
    ("r", "rules"),
    ("m", "matching"),
    ("w", "words"),
    ("y", "by"),
    ("k", "kind"),
    ("z", "result"),
    ("n", "tries"),
    ("h", "helped"),
)
"""Maps the keys in the JSON to the fields that they mean."""


def _document(challenge: Challenge) -> dict[str, Any]:
    found: dict[str, Any] = {"g": challenge.game}
    for key, name in _KEYS:
        value = getattr(challenge, name)
        if value not in (None, "", {}) and not (name in ("seed", "rules", "helped") and not value):
            found[key] = dict(value) if isinstance(value, Mapping) else value
    for key, events in (("f", challenge.given), ("v", challenge.moves)):
        if events:
            found[key] = [_row(event) for event in events]
    return found


def _row(event: Event) -> list[Any]:
    """An event as a list: three or more texts for a reply, `[of, question, verdict]` for a ruling, or a seat."""
    match event.type:
        case Kind.ADJUDICATED:
            return [event["of"], event["question"], bool(event["verdict"])]
        case Kind.AMENDED:
            return [event["of"], str(event["text"])]
        case Kind.RESIGNED:
            return [event["seat"]]
    finish = event.get("finish")
    more = [finish] if finish not in (None, "stop") else []
    return [event["seat"], event["ask"], event["text"], *more]


def _challenge(document: Any) -> Challenge:
    """The challenge in a document. Raises BadCode, or one of the errors of odd values."""
    known = {"g", "f", "v", *(key for key, _ in _KEYS)}
    if not isinstance(document, dict) or not document.keys() <= known:
        raise BadCode(_ODD)
    values = {name: document[key] for key, name in _KEYS if key in document}
    texts = ("preset", "deck", "seat", "words", "by", "kind", "result")
    for name in texts:
        if name in values:
            _name(values[name])
    for name in ("seed", "rules", "matching", "tries"):
        if name in values:
            _whole(values[name])
    _end(values)
    for name in ("options", "secret", "dealt", "players"):
        if name in values:
            _plain(values[name], _DEEPEST)
            if not isinstance(values[name], dict):
                raise BadCode(_ODD)
    if not all(isinstance(text, str) for text in values.get("players", {}).values()):
        raise BadCode(_ODD)
    given = _events(document.get("f", []), 1)
    moves = _events(document.get("v", []), len(given) + 1)
    return Challenge(_name(document["g"]), **values, given=given, moves=moves)


def _end(values: Mapping[str, Any]) -> None:
    """Raise BadCode unless the values about how a challenge was played have the right types."""
    one_of = values.get("kind", "bot") in _KINDS and values.get("result", "won") in _RESULTS
    helped = isinstance(values.get("helped", False), bool)
    if not one_of or not helped or not 0 <= (values.get("tries") or 0) <= _MOST_TRIES:
        raise BadCode(_ODD)


def _events(rows: Any, first: int) -> tuple[Event, ...]:
    if not isinstance(rows, list) or len(rows) > _MOST_MOVES:
        raise BadCode(_ODD)
    return tuple(_event(seq, row) for seq, row in enumerate(rows, first))


def _event(seq: int, row: Any) -> Event:
    match row:
        case [str(seat)]:
            return Event(seq, Kind.RESIGNED, {"seat": _name(seat)})
        case [int(of), str(text)]:
            return Event(seq, Kind.AMENDED, {"of": _whole(of), "text": _said(text)})
        case [int(of), str(question), bool(verdict)]:
            return Event(
                seq,
                Kind.ADJUDICATED,
                {"of": _whole(of), "question": _name(question), "verdict": verdict, "by": "all"},
            )
        case [str(seat), str(ask), str(text)]:
            return Event(seq, Kind.REPLY, {"seat": _name(seat), "ask": _name(ask), "text": _said(text)})
        case [str(seat), str(ask), str(text), str(finish)] if finish in ("length", "refused", "broken"):
            values = {"seat": _name(seat), "ask": _name(ask), "text": _said(text), "finish": finish}
            return Event(seq, Kind.REPLY, values)
    raise BadCode(_ODD)


def _name(value: Any) -> str:
    if not isinstance(value, str) or len(value) > _MOST_NAME or not value.isprintable():
        raise BadCode(_ODD)
    return value


def _said(value: str) -> str:
    if len(value) > _MOST_TEXT or clean(value) != value:
        raise BadCode(_ODD)
    return value


def _line(value: str) -> None:
    """Raise BadCode unless a text is one line of limited length, as a deck's texts are."""
    if len(_said(value)) > _MOST_LINE or len(value.splitlines()) > 1:
        raise BadCode(_ODD)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= 1 << 63:
        raise BadCode(_ODD)
    return value


def _plain(value: Any, depth: int) -> None:
    """Raise BadCode unless a value consists of few texts, numbers, lists and objects."""
    if value is None or isinstance(value, bool):
        return
    if isinstance(value, int):
        _whole(value)
    elif isinstance(value, float):
        if not isfinite(value):
            raise BadCode(_ODD)
    elif isinstance(value, str):
        _line(value)
    elif isinstance(value, list | dict) and depth and len(value) <= _MOST_VALUES:
        inside: Iterable[Any] = value.values() if isinstance(value, dict) else value
        for one in inside:
            _plain(one, depth - 1)
        if isinstance(value, dict):
            for key in value:
                _name(key)
    else:
        raise BadCode(_ODD)


def renumbered(events: Sequence[Event]) -> tuple[Event, ...]:
    """Replies, rulings, changed answers and resignations that no undo took back, as the moves of a challenge.

    They are numbered from 1, and keep only what the rules read.
    """
    places = {event.seq: place for place, event in enumerate(events, 1)}
    found = []
    for place, event in enumerate(events, 1):
        data = dict(event.data)
        if "of" in data:
            data["of"] = places[data["of"]]
        found.append(Event(place, event.type, data))
    return tuple(found)

"""Challenge codes: what is written can be read, and what was changed is refused with a sentence."""

from __future__ import annotations

import tracemalloc
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice, pairwise, product
from random import Random

import pytest

from tests.tables import each
from tests.thorough import sampled
from tui_arena.core import base32
from tui_arena.core import challenge as codes
from tui_arena.core.challenge import (
    LONGEST,
    SEEDS,
    SHELVES,
    BadCode,
    Challenge,
    ShortCode,
    is_code,
    read_code,
    written_long,
    written_short,
)
from tui_arena.core.events import Event, Kind

LONG = Challenge(
    "wordle",
    {"variant": "clue"},
    deck="wordle-3",
    seed=12,
    secret={"word": "coast", "clue": "where land ends"},
    players={"critic": "bot:hard"},
    rules=1,
    matching=5,
    words="wordle-3",
    by="Ada",
    kind="human",
    moves=(
        Event(1, Kind.REPLY, {"seat": "guesser", "ask": "guess", "text": "slate"}),
        Event(2, Kind.REPLY, {"seat": "guesser", "ask": "guess", "text": "", "finish": "refused"}),
        Event(3, Kind.ADJUDICATED, {"of": 1, "question": "hit", "verdict": True, "by": "all"}),
        Event(4, Kind.AMENDED, {"of": 1, "text": "coast"}),
        Event(5, Kind.RESIGNED, {"seat": "guesser"}),
    ),
    result="won",
    tries=1,
)


def long_code(challenge: Challenge = LONG) -> str:
    code = written_long(challenge)
    assert code is not None
    return code


@each(*product([0, 77, SHELVES - 1], [0, 1, 4711, SEEDS - 1]))
def test_a_short_code_says_shelf_and_seed(shelf: int, seed: int) -> None:
    code = written_short(ShortCode(shelf, seed))
    assert [len(group) for group in code.split("-")] == [4, 4, 4]
    assert not set(code) & set("ILOU")
    assert read_code(code) == ShortCode(shelf, seed)


def test_codes_of_neighbouring_seeds_have_little_in_common() -> None:
    written = [written_short(ShortCode(5, seed)).replace("-", "") for seed in range(200)]
    alike = [sum(a == b for a, b in zip(one, two, strict=True)) for one, two in pairwise(written)]
    assert sum(alike) / len(alike) < 3


def test_a_long_code_keeps_everything() -> None:
    found = read_code(long_code())
    assert found == LONG
    assert isinstance(found, Challenge)
    assert found.code == long_code()


def test_case_gaps_and_lookalikes_do_not_matter() -> None:
    short = written_short(ShortCode(77, 4711))
    for text in (
        short.lower(),
        short.replace("-", ""),
        short.replace("-", " "),
        f"  {short}\n",
        short.replace("0", "o"),
    ):
        assert read_code(text) == ShortCode(77, 4711)
    long = long_code()
    broken = "\n".join(long[i : i + 40] for i in range(0, len(long), 40))
    assert read_code(broken.lower().replace("1", "l")) == LONG


def test_a_code_is_found_in_a_shared_text() -> None:
    short = written_short(ShortCode(77, 4711))
    assert read_code(f"TUI Arena · Wordle 4/6\n🟩🟩⬛\nPlay it too: {short}") == ShortCode(77, 4711)
    assert read_code(f"Beat this! {long_code()}") == LONG


def test_a_glance_at_a_code_tells_nothing() -> None:
    whole = int.from_bytes(b"coast", "big")
    assert "coast" not in long_code().casefold()
    assert "COAST" not in long_code()
    assert str(whole) not in long_code()
    assert not any(text in long_code().encode() for text in (b"slate", b"Ada", b"wordle"))


@each("", "hello", "7KQZ", "U" * 12, "täg", "x" * (5 * LONGEST), "🟩" * 12, "-" * 40)
def test_what_is_no_code_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadCode) as refused:
        read_code(text)
    assert str(refused.value)[-1] in ".)"
    assert len(str(refused.value)) < 200


def test_every_slip_of_one_character_is_found() -> None:
    """Every other character in every place, and every two neighbours exchanged; of a long code one slip in seven."""
    for code in (written_short(ShortCode(77, 4711)).replace("-", ""), long_code()):
        for slip in islice(slips(code), 0, None, 1 if len(code) < 20 else 7):
            with pytest.raises(BadCode):
                read_code(slip)


def slips(code: str) -> Iterator[str]:
    for place, letter in enumerate(code):
        for other in base32.ALPHABET:
            if other != letter:
                yield code[:place] + other + code[place + 1 :]
        if code[place : place + 1] != code[place + 1 : place + 2] and place + 1 < len(code):
            yield code[:place] + code[place + 1] + letter + code[place + 2 :]


def changed(code: str, chance: Random) -> str:
    """A code with one to four characters changed, left out, put in, exchanged, repeated or cut off."""
    letters = list(code.replace("-", ""))
    for _ in range(chance.randint(1, 4)):
        if not letters:
            break
        place = chance.randrange(len(letters))
        match chance.randrange(6):
            case 0:
                letters[place] = chance.choice(base32.ALPHABET + "UÄ!-")
            case 1:
                del letters[place]
            case 2:
                letters.insert(place, chance.choice(base32.ALPHABET))
            case 3:
                letters[place - 1], letters[place] = letters[place], letters[place - 1]
            case 4:
                letters[place:place] = letters[max(place - 8, 0) : place + 8]
            case _:
                letters = letters[: place + 1]
    return "".join(letters)


MUTATED = 20_000


def mutations(count: int) -> None:
    """Changed codes are refused; none crashes, and all together take little memory."""
    chance = Random("mutations")
    whole = [written_short(ShortCode(77, 4711)), written_short(ShortCode(9, 999_999)), long_code()]
    tracemalloc.start()
    try:
        for _ in range(count):
            code = chance.choice(whole)
            text = changed(code, chance)
            if "".join(text.split("-")) == code.replace("-", ""):
                continue
            with pytest.raises(BadCode):
                read_code(text)
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()


def test_changed_codes_are_refused() -> None:
    mutations(MUTATED // 80)


@pytest.mark.torture
def test_twenty_thousand_changed_codes_are_refused() -> None:
    mutations(MUTATED)


def signed(body: bytes, form: int = codes.FORM) -> str:
    """A long code with this body, as somebody would make it who knows the form."""
    head = bytes([form])
    whole = head + zlib.crc32(head + body).to_bytes(4, "big") + body
    length = -(-len(whole) * 8 // 5)
    return base32.letters(int.from_bytes(whole, "big") << (length * 5 - len(whole) * 8), length)


def packed(text: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=codes._DICTIONARY)
    return codes._sealed(packer.compress(text) + packer.flush())


def test_a_code_cannot_hold_more_than_its_size() -> None:
    """A bomb of ten megabytes fits into a code; it is let go after sixteen kilobytes."""
    bomb = packed(b'{"g":"' + b"a" * 1_000_000 + b'"}')
    code = signed(bomb[:1200])
    tracemalloc.start()
    try:
        with pytest.raises(BadCode):
            read_code(code)
        with pytest.raises(BadCode):
            read_code(signed(bomb))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


HOSTILE: tuple[tuple[str, bytes], ...] = (
    ("no JSON", b"}{"),
    ("a list", b"[]"),
    ("no game", b"{}"),
    ("unknown keys", b'{"g":"wordle","exec":"rm"}'),
    ("a deep list", b'{"g":"wordle","x":' + b"[" * 3000 + b"]" * 3000 + b"}"),
    ("a huge number", b'{"g":"wordle","s":' + b"9" * 300 + b"}"),
    ("too many digits", b'{"g":"wordle","s":' + b"9" * 9000 + b"}"),
    ("a number as name", b'{"g":7}'),
    ("a game with a line break", b'{"g":"wor\\ndle"}'),
    ("a long name", b'{"g":"' + b"w" * 200 + b'"}'),
    ("escapes of a terminal", b'{"g":"wordle","x":{"word":"\\u001b[2Jcoast"}}'),
    ("options as a list", b'{"g":"wordle","o":[1]}'),
    ("players as numbers", b'{"g":"wordle","b":{"critic":7}}'),
    ("moves as a text", b'{"g":"wordle","v":"slate"}'),
    ("a move of one number", b'{"g":"wordle","v":[[1]]}'),
    ("a move of four", b'{"g":"wordle","v":[["guesser","guess","slate","exploded"]]}'),
    ("a thousand moves", b'{"g":"wordle","v":[' + b'["a"],' * 999 + b'["a"]]}'),
    ("true as a seed", b'{"g":"wordle","s":true}'),
    ("a path as a deck", b'{"g":"wordle","d":"../../etc\\u0000passwd"}'),
)


@each(*[text for _, text in HOSTILE])
def test_well_made_codes_with_odd_contents_are_refused(text: bytes) -> None:
    with pytest.raises(BadCode):
        read_code(signed(packed(text)))


@pytest.mark.parametrize("spoil", sampled([*range(0, 60, 3)], 2))
def test_a_forged_code_is_refused_or_reads_as_some_challenge(spoil: int) -> None:
    """Whoever takes the check into account may write any challenge, but nothing else."""
    body = bytearray(packed(codes._json(codes._document(LONG))))
    body[spoil % len(body)] ^= 0xFF
    with suppress(BadCode):
        assert isinstance(read_code(signed(bytes(body))), Challenge)


def test_codes_of_a_newer_form_say_so() -> None:
    with pytest.raises(BadCode, match="newer version"):
        read_code(signed(b"something else entirely", form=codes.FORM + 1))
    body = (codes.FORM + 1) << codes._BODY | 12345
    letters = base32.letters(body << codes._CHECK | codes._check(body), 12)
    with pytest.raises(BadCode, match="newer version"):
        read_code(letters)


def test_a_challenge_that_is_too_long_has_no_code() -> None:
    chance = Random(1)
    noise = "".join(chance.choice("abcdefghijklmnopqrstuvwxyz ") for _ in range(3000))
    moves = tuple(Event(n, Kind.REPLY, {"seat": "a", "ask": "b", "text": noise[n:]}) for n in range(1, 3))
    assert written_long(Challenge("wordle", moves=moves)) is None


def test_the_short_and_the_long_code_are_the_same_puzzle() -> None:
    plain = Challenge("wordle", {}, deck="wordle-3", seed=7)
    played = Challenge(
        "wordle", {}, deck="wordle-3", seed=7, by="Ada", kind="human", moves=LONG.moves, result="won"
    )
    assert plain.puzzle == played.puzzle
    assert plain.puzzle != Challenge("wordle", {}, deck="wordle-3", seed=8).puzzle


LOOKS: tuple[tuple[str, bool], ...] = (
    ("wordle", False),
    ("connections", False),
    ("acommandgame", False),
    ("7KQZ-WYTK-VM5W", True),
    ("7kqzwytkvm5w", True),
    ("7KQZ WYTK VM5W", True),
    (long_code(), True),
    ("01M8NE73P1SQ1B4JVDY3XFS9F8", False),
)


@each(*LOOKS)
def test_what_looks_like_a_code(text: str, looks: bool) -> None:
    assert is_code(text) is looks


@each(*"\u2010\u2011\u2013\u2014\u2212")
def test_a_dash_of_a_chat_is_a_hyphen(dash: str) -> None:
    assert read_code("try this 7ZE4-6E7E-CWS4 now".replace("-", dash)) == read_code("7ZE4-6E7E-CWS4")


@each(*product(["try this {}", "Play it too: {}\nsee you", "here you go {} have fun", "{}"], [30, 58, 2000]))
def test_a_code_is_found_among_words_and_over_lines(text: str, width: int) -> None:
    short = written_short(ShortCode(5, 42))
    assert read_code(text.format(short)) == ShortCode(5, 42)
    challenge = Challenge("wordle", secret={"word": "crane"}, by="Ada Lovelace", kind="human", seed=7)
    long = written_long(challenge)
    assert long is not None
    lines = [long[i : i + width] for i in range(0, len(long), width)]
    for between in ("\n", " ", "\r\n  "):
        assert read_code(text.format(between.join(lines))) == challenge


def test_a_slip_in_a_code_among_words_is_told() -> None:
    with pytest.raises(BadCode, match="has a mistake in it"):
        read_code("try mine, you: 5GPH-WQZ2-XNGG bye")

"""A second copy of each session's header, on other pages than the first, so that losing a page loses no set-up.

Law: the copy says what the header says. Whoever writes a header calls `note` in the same transaction.

A copy is compressed, and its own checksum tells whether it is whole. `KNOWN` is part of the format: zlib needs the
same text to read a copy as to write it, so another text would have to be a second one, told apart by its checksum.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator
from typing import Any

from tui_arena.save.codec import text_of

TABLE = """
CREATE TABLE IF NOT EXISTS head (
  n INTEGER PRIMARY KEY REFERENCES header ON DELETE CASCADE,
  body BLOB NOT NULL
) STRICT"""
_COLUMNS = "n, id, game, rules, started, saved, origin, body"
KNOWN = (
    b'"changes":true,"difficulty":null,"suite":null,"set":null,"critic_sees":"board","hard":false,"group":null,'
    b'"max_questions":5,"truth":"sealed","family":true,"secret":{"word":"","clue":""},"secret":{"entity":"",'
    b'"aliases":[]},"secret":{"object":"","secret":{"word":"","forms":[],"forbidden":["","",""]},"secret":{},'
    b'"secret":{"text":"","facts":[{"truth":false,"category":"daily":"2026-12-0","party":"","branched":"study":"'
    b'"prompt":"terse","prompt_digest":"sha256:","sampling":{"temperature":1.0,"top_p":1.0,"max_tokens":512},'
    b'"max_tokens":1024,"reasoning_effort":"low","persona":"character":"","openai/gpt-4o-mini"'
    b'{"setup":{"preset":"taboo","deck":"taboo-2","options":{"max_prompts":5,"max_chars":140,"forbidden":true,'
    b'"inflections":true,"on_silence":"nobody","min_words":3,"reprompts":2,"difficulty":null,"category":null,'
    b'"deck":"bluffing-2","options":{"max_questions":5,"truth":"sealed","family":true,"reprompts":2,"form":"lenient",'
    b'"words":"lexicon-1","options":{"guessers":2,"giver":"turns","answers":"together","secret_word":"fixed",'
    b'"personas":"all","max_attempts":15,"last_letter":"wins","memory":"none","reprompts":3,"exhausted":"forfeits",'
    b'"form":"lenient","takebacks":true},"secret":null,"extra":{"personas":{"setter":{"profession":"museum guard",'
    b'"age":49,"culture":"","interests":["art","history","war"]},"guesser_1":{"profession":"beekeeper","age":63,'
    b'"culture":"","interests":["animals","plants","farming"]},"guesser_2":{"profession":"chess teacher","age":41,'
    b'"culture":"","interests":["chess","school","games"]}},"run":"01M8"}},"seats":{"setter":{"player":"bot","name":'
    b'"bot medium","level":"medium","topics":["food","sea","science","materials","travel","weather","vehicles"],'
    b'"vocabulary":1},"guesser_1":{"player":"bot","guesser_2":{"player":"bot",'
    b'"deck":"things-2","options":{"match":"lenient","judge_memory":false,"max_turns":20,"answers":null,"reprompts":2,'
    b'"noise":0,"difficulty":null,"suite":null,"set":null,"stop_after":null,"changes":true,"rephrase":true,'
    b'"options":{"secret":"later","match":"lenient","max_turns":20,"reprompts":2,"difficulty":null,"suite":null,'
    b'"set":null,"changes":true,"form":"lenient","takebacks":true},"secret":{},"preset":"clembench","preset":"eda",'
    b'"seats":{"setter":{"player":"human","name":"You"},"judge":{"player":"bot","name":"bot hard","level":"hard"},'
    b'"critic":{"player":"bot","name":"bot easy","level":"easy"},"guesser":{"player":"model","name":"gpt","model":"'
    b'["01M8J7FF8WGM2Q20VZWM8P7GGA","akinator","taboo","bluffing","connections","entity","wordle",1,'
    b'"2026-12-01T10:00:00.000Z","imported",""]\n{"setup":{"preset":"party","deck":"wordle-3","words":"wordle-1",'
    b'"deck":null,"words":null,"matching":5,"seed":142857,"repetition":null,"options":{"variant":"classic","clues":"two",'
    b'"max_guesses":6,"reprompts":2,"unknown_words":null,"form":"lenient","critic_sees":"board","hard":false,'
    b'"group":null,"suite":null,"takebacks":true},"secret":{"word":""},"secret":null,"extra":{"run":"01M8J7FF8W"}},'
    b'"seats":{"setter":{"player":"bot","name":"bot medium","level":"medium"},"guesser":{"player":"bot","name":'
    b'"bot medium","level":"medium"}},"extra":{"made":{"program":"0.1.0","python":"3.11.7","litellm":"1.106.2"}}}'
)
"""What most headers hold, the most frequent last."""


MOST = 64 * 2**20
"""Bytes that a copy may unpack to; a session file may be as long."""


def packed(row: tuple[Any, ...]) -> bytes:
    """The copy of a header, given its columns after the number. A text of any bytes stays as it is."""
    text = json.dumps(row[:-1], separators=(",", ":")) + "\n" + row[-1]
    press = zlib.compressobj(
        wbits=13, memLevel=5, zdict=KNOWN
    )  # no larger than a header needs, and so quicker
    return press.compress(text.encode("utf-8", "surrogateescape")) + press.flush()


def unpacked(body: bytes) -> tuple[Any, ...]:
    """The columns of a header after its number; raises ValueError if the copy isn't whole."""
    try:
        loose = zlib.decompressobj(zdict=KNOWN)
        text = text_of(loose.decompress(body, MOST))
        if not loose.eof:
            raise ValueError("it is cut off")
        columns, _, rest = text.partition("\n")
        found = (*json.loads(columns), rest)
    except (zlib.error, TypeError, RecursionError) as error:
        raise ValueError(str(error)) from None
    if len(found) != len(_COLUMNS.split()) - 1:
        raise ValueError("it has other columns")
    return found


def note(db: sqlite3.Connection, n: int) -> None:
    """Write the copy of a header, replacing an old one."""
    row = db.execute(f"SELECT {_COLUMNS} FROM header WHERE n = ?", (n,)).fetchone()
    db.execute("INSERT OR REPLACE INTO head VALUES (?, ?)", (n, packed(row[1:])))


def note_missing(db: sqlite3.Connection) -> None:
    """Write the copies of all headers that have none."""
    missing = f"SELECT {_COLUMNS} FROM header WHERE n NOT IN (SELECT n FROM head) ORDER BY n"
    rows: Iterator[tuple[Any, ...]] = db.execute(missing)
    db.executemany("INSERT INTO head VALUES (?, ?)", ((row[0], packed(row[1:])) for row in rows))

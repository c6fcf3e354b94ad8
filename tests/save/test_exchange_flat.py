"""Sessions as a flat table that other programs group."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import replace

from tests.attacks import FORMULAS
from tests.save.making import end, note, open_play, played, reply, started, target, won
from tests.save.sessions import CATALOGUE
from tests.tables import each
from tui_arena.core.events import Event
from tui_arena.core.options import resolve
from tui_arena.core.session import Session
from tui_arena.save.exchange.export import export
from tui_arena.save.exchange.flat import SEAT, SESSION, all_columns, describe


def rows(
    sessions: Iterable[Session], *, anonymous: bool = False, secrets: bool = False
) -> list[dict[str, str]]:
    pairs = [(one, CATALOGUE.game(one.game)) for one in sessions]
    text = "".join(export(pairs, "flat", anonymous=anonymous, secrets=secrets))
    return list(csv.DictReader(io.StringIO(text)))


def test_a_row_says_what_was_played_by_whom_and_how_it_went() -> None:
    session = won(CATALOGUE, started(CATALOGUE, 1))
    [row] = rows([session])
    assert list(row)[: len(SESSION)] == list(SESSION)
    assert (row["id"], row["game"], row["result"], row["preset"]) == (session.id, "wordle", "won", "party")
    assert row["item"] == session.setup.secret["word"] if session.setup.secret else False
    assert row["option.max_guesses"] == str(session.setup.options["max_guesses"])
    assert row["guesser.kind"] == session.seats["guesser"]["player"]
    assert row["metric.success"] == "1"
    assert int(row["guesser.requests"]) == len([e for e in session.events if e.type == "reply"])
    assert "metric.closeness" not in row, "a list is no cell to compute on"
    [row] = rows([session], anonymous=True)
    assert (row["id"], row["started"], row["run"], row["guesser.player"]) == ("", "", "", "P1")
    first, second = rows([played(CATALOGUE, started(CATALOGUE, 2), ["slate"]), session])
    assert list(first) == list(second), "the columns of all stand in one head"
    assert (first["metric.success"], second["metric.success"]) == ("", "1")
    assert [*rows([])] == []


def test_an_unfinished_session_keeps_its_secret_and_has_no_figures() -> None:
    [row] = rows([played(CATALOGUE, started(CATALOGUE, 2), ["slate"])])
    assert (row["item"], row["seed"], row["score"], row["result"]) == ("", "", "", "unfinished")
    assert not any(name.startswith("metric.") for name in row)
    [told] = rows([played(CATALOGUE, started(CATALOGUE, 2), ["slate"])], secrets=True)
    assert told["item"] or told["metric.success"]
    assert told["seed"] == "2"
    assert rows([won(CATALOGUE, started(CATALOGUE, 2))])[0]["seed"] == "2"


def test_a_row_says_by_what_it_was_played() -> None:
    session = won(CATALOGUE, started(CATALOGUE, 1))
    made = {"program": "9.9", "commit": "c0ffee", "python": "3.11", "litellm": "1.9", "command": "run wordle"}
    events = [
        replace(e, data={**e.data, "served": {"model": "m-2", "fingerprint": "fp_1", "file": "ab12"}})
        if e.type == "reply"
        else e
        for e in session.events
    ]
    session = replace(session, events=events, extra={**session.extra, "made": made})
    [row] = rows([session])
    assert {name: row[name] for name in ("program", "commit", "litellm", "command")} == {
        "program": "9.9", "commit": "c0ffee", "litellm": "1.9", "command": "run wordle",
    }  # fmt: skip
    assert (row["guesser.served"], row["guesser.file"]) == ("m-2 fp_1", "ab12")
    [hidden] = rows([session], anonymous=True)
    assert not any(
        hidden[name] for name in ("program", "commit", "litellm", "command", "guesser.served", "guesser.file")
    )


def test_a_row_says_on_which_rungs_a_model_was_asked_and_what_broke_off() -> None:
    session = won(CATALOGUE, started(CATALOGUE, 1))
    more = {"rungs": ["system", "schema", "stream"], "broken": [{"text": "sla"}]}
    events = [replace(e, data={**e.data, **more}) if e.type == "reply" else e for e in session.events]
    [row] = rows([replace(session, events=events)])
    assert (row["guesser.rungs"], row["guesser.broken"]) == ("schema+system", row["guesser.requests"])
    [row] = rows([session])
    assert (row["guesser.rungs"], row["guesser.broken"]) == ("", "0")


def test_a_row_has_the_faults_by_kind_and_the_mean_time_to_the_first_word() -> None:
    session = started(CATALOGUE, 1)
    texts = ["two words", "qqqqq", "vvvvv", target(session)]
    session = played(CATALOGUE, session, texts)
    times = iter((3.0, 1.0))
    events = [
        replace(e, data={**e.data, "first_word_seconds": next(times)}) if e.seq in (1, 3) else e
        for e in session.events
    ]
    [row] = rows([replace(session, events=events)])
    assert {name: value for name, value in row.items() if ".fault" in name or "first" in name} == {
        "guesser.fault.format": "1",
        "guesser.fault.unknown_word": "2",
        "guesser.first_word_seconds": "2.0",
    }
    [row] = rows([won(CATALOGUE, started(CATALOGUE, 1))])
    assert not any(".fault" in name or "first_word" in name for name in row)


def test_drafts_and_probes_are_no_replies_in_a_row() -> None:
    session = started(CATALOGUE, 1)
    play = open_play(CATALOGUE, session)
    beside = {"seat": "guesser", "first_word_seconds": 9.0, "fault": "format"}
    note(play, "draft", ask="guess", text="two words", **beside)
    reply(play, "two words", first_word_seconds=2.0)
    play.feed(Event(play.next_seq, "probe", {"kind": "secret", "text": "slate", **beside}))
    reply(play, target(session))
    end(play)
    session = session.with_events(play.events)
    [row] = rows([session])
    counted = play.tallies()["guesser"]
    assert (row["guesser.violated"], row["guesser.fault.format"]) == ("1", str(counted["fault_format"]))
    assert float(row["guesser.first_word_seconds"]) == counted["first_words_seconds"] == 2.0


@each("text", 3, None, [1], {"program": {"a": [1]}, "commit": None})
def test_what_says_by_what_it_was_played_may_be_anything(made: object) -> None:
    session = won(CATALOGUE, started(CATALOGUE, 1))
    [row] = rows([replace(session, extra={"made": made})])
    assert row["id"] == session.id


@each(*FORMULAS)
def test_no_cell_is_computed_by_a_spreadsheet(formula: str) -> None:
    session = won(CATALOGUE, started(CATALOGUE, 1))
    seats = {**session.seats, "guesser": {**session.seats["guesser"], "name": formula}}
    [row] = rows([replace(session, seats=seats)])
    assert row["guesser.player"].startswith("'") or row["guesser.player"][0] not in "=+-@\t"


def test_every_column_has_a_meaning() -> None:
    games = CATALOGUE.games
    known = all_columns(games)
    assert {f"guesser.{name}" for name in SEAT} <= set(known)
    meanings = dict(describe(known, games))
    assert all(len(text) > 5 for text in meanings.values())
    session = won(CATALOGUE, started(CATALOGUE, 1))
    [row] = rows([session])
    told = {name if ".sampling." not in name else f"{name.partition('.')[0]}.sampling.*" for name in row}
    assert told <= set(known)


@each(*CATALOGUE.games)
def test_every_column_of_a_session_with_all_seats_is_explained(game: str) -> None:
    info = CATALOGUE.games[game]
    most = {info.seats_by: int(info.options[info.seats_by].max or 0)} if info.seats_by else {}
    seats = info.game.seats(resolve(info.options, info.presets, most))
    known = set(all_columns({game: info}))
    assert {f"{seat.name}.{name}" for seat in seats for name in SEAT} <= known

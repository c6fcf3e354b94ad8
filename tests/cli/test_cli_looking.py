"""games, sessions, show, stats, report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Command
from tests.conformance import play_out, tables
from tui_arena.data import shipped_games

File = Callable[..., str]


def test_games_lists_all_that_a_program_needs(run: Command) -> None:
    game = next(game for game in run("games", "--json").json["games"] if game["id"] == "wordle")
    info = shipped_games()["wordle"]
    assert (game["id"], game["title"], game["rules"], game["decks"]) == ("wordle", "Wordle", 1, ["wordle"])
    assert {s["name"]: (s["side"], s["variants"]) for s in game["seats"]} == {
        "setter": ("neutral", ["classic", "clue", "critic"]),
        "guesser": ("solver", ["classic", "clue", "critic"]),
        "critic": ("solver", ["critic"]),
    }
    options = {o["name"]: o for o in game["options"]}
    assert options.keys() == info.options.keys()
    assert (
        options["max_guesses"] | {"type": "int", "min": 1, "max": 6, "default": 6} == options["max_guesses"]
    )
    assert options["form"]["presets"] == {"party": "lenient", "paper": "strict", "clembench-2": "strict"}
    assert options["variant"]["choices"] == ["classic", "clue", "critic"]
    assert game["presets"]["clembench-2"]["unknown_words"] == 5
    assert {m["name"] for m in game["metrics"]} == info.metrics.keys()
    assert all(m["label"] and m["text"] and m["better"] for m in game["metrics"])


def test_the_manifest_names_the_asks_that_the_rules_make() -> None:
    for info in shipped_games().values():
        asked = set()
        for table in tables(info, range(4, 6)):
            play = table.start()
            asked |= {(ask.name, play.seats[ask.seat].group) for ask in play_out(table, play)}
        assert asked == {(ask.name, ask.seat) for ask in info.asks.values()}


def test_games_for_people(run: Command) -> None:
    out = run("games").out
    for word in ("Wordle (wordle)", "max_guesses", "a whole number, 1 to 6", "clembench-2", "speed_inverse"):
        assert word in out


def test_sessions_are_listed_newest_first_and_by_game(run: Command, session_file: File) -> None:
    assert run("sessions").out == "no sessions yet; play the first with `tui-arena play wordle`\n"
    assert run("sessions", "--json").json == {"sessions": []}
    for name, day in (("old", "2026-11-20"), ("new", "2026-11-21")):
        run("import", session_file(f"{name}.json", id=name, started=f"{day}T10:00:00Z"))
    assert [r["id"] for r in run("sessions", "--game", "wordle", "--json").json["sessions"]] == ["new", "old"]
    assert [r["id"] for r in run("sessions", "--limit", "1", "--json").json["sessions"]] == ["new"]
    lines = run("sessions").out.splitlines()
    assert lines[0].split()[:3] == ["id", "game", "started"]
    assert lines[1].startswith("new")
    assert "Ada, won in 2" in lines[1]


def test_a_list_holds_no_figure_of_an_unfinished_session(run: Command, session_file: File) -> None:
    run("import", session_file(events=[], id="open"))
    (row,) = run("sessions", "--json").json["sessions"]
    assert (row["result"], row["metrics"]) == ("unfinished", {})
    assert "crane" not in json.dumps(row)


def test_show_prints_the_transcript(run: Command, session_file: File) -> None:
    run("import", session_file())
    out = run("show", "on").out
    for line in ("Wordle · one", "guesser: Ada", "secret: crane", "1. guesser, guess", "    slate"):
        assert line in out
    assert out.rstrip().splitlines()[-1].startswith("won · winners: guesser · guesses 2 · speed 100")


def test_stats_leave_imports_out_unless_asked_and_take_filters(run: Command, session_file: File) -> None:
    run("import", session_file(started="2026-11-21T10:00:00Z"))
    assert run("stats", "wordle", "--json").json == {"games": {"wordle": []}}
    (row,) = run("stats", "--include", "imported", "--json").json["games"]["wordle"]
    assert (row["player"], row["seat"], row["variant"], row["sessions"]) == ("Ada", "guesser", "classic", 1)
    assert row["won"]["count"] == 1
    assert row["guesses"]["mean"] == 2
    for where, found in (("player=Ada", 1), ("player=Bo", 0), ("seat=guesser", 1), ("variant=clue", 0)):
        rows = run("stats", "--include", "all", "--where", where, "--json").json["games"]["wordle"]
        assert len(rows) == found, where
    assert not run("stats", "--include", "all", "--since", "2026-11-22", "--json").json["games"]["wordle"]
    table = run("stats", "--include", "imported").out
    assert "guesser" in table
    assert "100% (21-100)" in table


def test_sessions_take_the_filters_of_stats(run: Command, session_file: File) -> None:
    run("import", session_file("a.json", id="a", started="2026-11-20T10:00:00Z"))
    eve = {"guesser": {"player": "human", "name": "Eve '; --"}}
    run("import", session_file("b.json", id="b", started="2026-11-21T10:00:00Z", seats=eve))

    def listed(*options: str) -> list[str]:
        return [row["id"] for row in run("sessions", *options, "--json").json["sessions"]]

    assert listed("--where", "player=ada") == ["a"]
    assert listed("--where", "player=human:eve '; --", "--where", "seat=guesser") == ["b"]
    assert listed("--where", "player=ada", "--since", "2026-11-21") == []
    assert listed("--since", "2026-11-21", "--game", "wordle") == ["b"]
    assert listed("--include", "") == listed("--include", "undone") == [], "imports are counted on demand"
    assert listed("--include", "imported") == ["b", "a"]
    assert (
        run("sessions", "--where", "deck=x").out
        == "no sessions match that; `tui-arena sessions` lists them all\n"
    )
    for option in (
        ("--since", "9\0"),
        ("--include", "nothing"),
        ("--where", "repetition=-1"),
        ("--where", "n=1"),
    ):
        assert run("sessions", *option).status == 2


def test_piped_stats_have_at_most_160_columns_unless_all_are_asked_for(run: Command) -> None:
    run("run", "entity", "--sessions", "3", "--seed", "1")
    lines = run("stats", "entity").out.splitlines()
    assert max(map(len, lines)) <= 160
    assert "guesser  bot medium  condition things" in lines
    assert any(line.split()[:3] == ["sessions", "3", "won"] for line in lines)
    title, header, *rows, note = run("stats", "entity", "--columns", "all").out.splitlines()
    assert (title, header.split()[:2], len(rows)) == ("Twenty Questions", ["seat", "player"], 2)
    assert note
    assert len(header) > 160


def test_a_report_goes_to_a_file_or_to_standard_output(
    run: Command, session_file: File, tmp_path: Path
) -> None:
    run("import", session_file())
    told = run("report", "--game", "wordle", "--include", "imported")
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("# TUI Arena: Wordle\n\n1 session that ended")
    out = tmp_path / "report.html"
    out.write_text("something older")
    ran = run("report", "--include", "all", "--where", "seat=guesser", "--out", str(out))
    assert (ran.status, ran.out) == (0, "")
    assert str(out) in ran.err
    page = out.read_text("utf-8")
    assert page.startswith("<!DOCTYPE html>")
    assert "Only sessions with seat guesser." in page
    assert run("report", "--out", str(tmp_path / "r.MD")).status == 0

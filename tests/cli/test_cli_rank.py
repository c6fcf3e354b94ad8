"""rank."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.save.sessions import reply, won

PUBLISHED = ("rank", "published", "Taboo outcome", "--against", "published:Chatbot Arena")


def take_in(run: Command, folder: Path, **turns: int) -> None:
    """A session for each model, won on that turn."""
    misses = ["slate", "pride", "mound", "vigor", "spree"]
    for number, (name, turn) in enumerate(turns.items()):
        words = [*misses[: turn - 1], "crane"]
        changes: dict[str, Any] = {
            "id": f"of-{name}",
            "setup": {"options": {"variant": "classic", "max_guesses": 6}, "secret": {"word": "crane"}},
            "seats": {"guesser": {"player": "model", "name": name.replace("_", "-")}},
            "events": [reply("guess", word, seq) for seq, word in enumerate(words, 1)],
        }
        path = folder / f"{number}.json"
        path.write_text(json.dumps(won() | changes))
        assert run("import", str(path)).status == 0


def test_a_published_order_against_another_needs_no_save_file(run: Command, home: Path) -> None:
    done = run(*PUBLISHED, "--against", "published:AgentBench")
    assert done.status == 0
    first, header, best, *_ = done.out.splitlines()
    assert first == "Taboo outcome (GameArena, Table 6 (September 2024))"
    assert header.split() == ["player"]
    assert best.split() == ["1", "gpt-4o-2024-08-06"]
    assert ["Chatbot", "Arena", "5", "-0.20", "-0.6325", "0.7365", "0.7583", "0.883", "0.292", "0.199"] in [
        line.split() for line in done.out.splitlines()
    ]
    assert "Printed: tau 0.2, but its ranks give -0.2; overlap 0.74, but its ranks give 0.883." in done.out
    assert (
        "both rank claude-3-5-sonnet-20240620 and gemini-1.5-pro alone; a figure needs at least 3."
        in done.out
    )
    assert not home.exists() or not list(home.rglob("arena.db"))


def test_json_holds_every_figure(run: Command) -> None:
    found = run(*PUBLISHED, "--against", "published:AgentBench", "--json").json
    assert found.keys() == {"order", "against"}
    order, (arena, bench) = found["order"], found["against"]
    assert (order["name"], order["published"], order["players"][0]["rank"]) == ("Taboo outcome", True, 1)
    assert arena["players"][0] == {"player": "gpt-4o-2024-08-06", "as": "gpt-4o-2024-08-06"}
    assert (arena["n"], arena["tau"]) == (5, pytest.approx(-0.2))
    assert arena["printed"] == {"tau": 0.2, "rbo": 0.74, "rbo_p": 0.1868, "contradicts": True}
    assert bench["n"] == 2
    assert {bench[name] for name in ("tau", "z", "p", "p_exact", "rbo", "rbo_paper", "rbo_p", "printed")} == {
        None
    }
    table = run("rank", "published", "taboo:top10_recall", "--json").json["order"]
    assert "gemini-1.5-pro" in table["notes"][0]
    assert table["players"][0]["value"] == 0.708


def test_own_players_by_a_metric_against_a_benchmark(run: Command, tmp_path: Path) -> None:
    take_in(run, tmp_path, gpt_4o=3, claude_3_5_sonnet=2, mistral_large_latest=5, other=3)
    line = ("rank", "wordle", "guesses", "--include", "imported")
    done = run(*line, "--against", "published:GPQA")
    rows = [row.split() for row in done.out.splitlines()]
    assert rows[0] == ["wordle", "guesses", "(sessions", "saved", "here)"]
    assert rows[1] == ["player", "kind", "figure", "n", "played", "cost"]
    assert [row[:4] for row in rows[2:6]] == [
        ["1", "claude-3-5-sonnet", "model", "2.000"],
        ["2=", "gpt-4o", "model", "3.000"],
        ["2=", "other", "model", "3.000"],
        ["4", "mistral-large-latest", "model", "5.000"],
    ]
    assert "The smallest figure comes first." in done.out
    assert "model:gpt-4o is matched with gpt-4o-2024-08-06." in done.out
    assert ["GPQA", "3", "1.00", "1.7321", "0.0416", "0.1667", "1.000"] in [row[:7] for row in rows]
    assert run("rank", "wordle", "--include", "imported").out.startswith("wordle speed")
    assert run("rank", "overall", "--include", "imported", "--against", "wordle").out.count("overall") >= 1
    assert "nobody can be ranked by wordle guesses" in run("rank", "wordle", "guesses").out
    assert "nobody" in run(*line, "--where", "player=nobody").out
    few = run(*line, "--least", "2", "--json").json["order"]
    assert few["players"] == []
    assert few["notes"][-1] == "Left out: 4 players with fewer than 2 sessions, 1 at most."
    assert "wordle guesses: 4 players with fewer than 2" in run(*line, "--least", "2").out


def test_what_papers_print_keeps_its_digits(run: Command) -> None:
    lines = run("rank", "published", "akinator:recall").out.splitlines()
    assert lines[2].split() == ["1", "claude-3-5-sonnet-20240620", "27.83%"]
    lines = run("rank", "published", "akinator:rounds").out.splitlines()
    assert lines[-1].split() == ["5", "mistral-large-latest", "19.99", "0.02"]
    lines = run("rank", "published", "bluffing:success").out.splitlines()
    assert lines[-1].split() == ["5", "mistral-large-latest", "0%", "0"]

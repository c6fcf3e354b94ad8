"""The shipped demos: complete sessions with the scores they state, and with words from the lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tui_arena.core.events import Event, Kind, outcome_data
from tui_arena.core.language.names import hits
from tui_arena.core.options import as_saved
from tui_arena.core.record import Play
from tui_arena.core.session import FORMAT, VERSION, setup_from
from tui_arena.core.text import clean, one_line
from tui_arena.core.words import says
from tui_arena.data import Catalogue, demo_files

DEMOS = demo_files()


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8")))


def replayed(demo: dict[str, Any]) -> Play[Any]:
    catalogue = Catalogue()
    info = catalogue.game(demo["game"])
    values = demo["setup"]
    options = as_saved(info.options, info.presets, values["options"], values["preset"])
    lexicon, source = catalogue.lexicon(values.get("words"), info), catalogue.source(values.get("deck"), info)
    play = Play(info.game, setup_from(values, options, lexicon, source))
    for place, row in enumerate(demo["events"], 1):
        play.feed(Event.from_json(row, place))
    return play


def test_every_game_has_something_to_watch() -> None:
    every = [read(path) for path in DEMOS]
    assert {demo["game"] for demo in every} == set(Catalogue().games)
    assert len({demo["id"] for demo in every}) == len(DEMOS)
    wordle = [demo for demo in every if demo["game"] == "wordle"]
    assert {d["events"][-1]["outcome"]["result"] for d in wordle} == {"won", "lost"}
    assert {d["setup"]["options"]["variant"] for d in wordle} == {"classic", "clue", "critic"}
    assert "pride" in {d["setup"]["secret"]["word"] for d in wordle}


@pytest.mark.parametrize("path", DEMOS, ids=lambda p: p.stem)
def test_each_is_a_session_with_a_title_and_scores_without_a_difference(path: Path) -> None:
    demo, info = read(path), Catalogue().game(read(path)["game"])
    play = replayed(demo)
    assert (demo["format"], demo["version"]) == (FORMAT, VERSION)
    for name, most in (("title", 40), ("about", 78)):
        assert demo[name] == one_line(demo[name], most)
        for text in (info.game.secret(play.state) or {}).values():
            assert hits(demo[name], [text] if isinstance(text, str) else text, "substring") is None
    for step in play.steps:
        said, fault = step.event, step.fault
        why = (fault.kind, fault.why) if fault else (None, None)
        assert (said["status"], said.get("fault"), said.get("why")) == (step.status, *why)
    ended = next(row for row in demo["events"] if row["type"] == Kind.ENDED)
    assert ended["outcome"] == outcome_data(play.outcome())
    computed = info.compute(play)
    assert demo["metrics"], "metrics that came later may be missing, but not all"
    assert demo["metrics"] == {name: computed[name] for name in demo["metrics"]}
    assert demo["counts"] == play.counts()
    replies = [row["text"] for row in demo["events"] if row["type"] == Kind.REPLY]
    assert replies == [clean(text) for text in replies]


@pytest.mark.parametrize("path", [p for p in DEMOS if p.stem.startswith("wordle-")], ids=lambda p: p.stem)
def test_words_of_wordle_are_listed_its_clue_keeps_the_secret_and_replies_explain_themselves(
    path: Path,
) -> None:
    demo, catalogue = read(path), Catalogue()
    info = catalogue.game("wordle")
    lexicon = catalogue.lexicon("wordle-1", info)
    assert lexicon is not None
    assert {turn.guess for turn in replayed(demo).state.turns} <= set(lexicon.words)
    secret = demo["setup"]["secret"]
    assert secret["word"] in {item["word"] for item in catalogue.deck("wordle-1", info).deck.items}
    assert says(secret.get("clue", ""), secret["word"]) is None
    assert all("explanation: " in row["text"] for row in demo["events"] if row["type"] == Kind.REPLY)


def test_games_of_taboo_show_what_their_figures_mean() -> None:
    demos = [demo for path in DEMOS if (demo := read(path))["game"] == "taboo"]
    figures = [demo["metrics"] for demo in demos]
    assert {f["success"] for f in figures} == {0, 1}
    assert {f["uttered_round"] for f in figures} == {1, 2, None}
    assert max(f["asked_back"] for f in figures if f["success"]) > 1
    assert max(f["evasive"] or 0 for f in figures) == max(f["rounds"] for f in figures)
    assert sum(f["recall"] is not None for f in figures) > 2


def test_a_belief_is_followed_in_a_game_of_bluffing() -> None:
    (demo,) = [demo for path in DEMOS if (demo := read(path))["game"] == "bluffing"]
    levels = [row["items"][0] for row in demo["events"] if row["type"] == Kind.PROBE]
    assert levels == ["possibly false"] * 2 + ["possibly true"] * 2 + ["true"]
    assert (demo["metrics"]["recall"], demo["metrics"]["hopping_penalty"]) == (0.2, 0.75)


@pytest.mark.parametrize("path", [p for p in DEMOS if p.stem.startswith("taboo-")], ids=lambda p: p.stem)
def test_a_list_is_asked_for_before_the_reply_and_sorted_after_it(path: Path) -> None:
    play = replayed(read(path))
    for probe in play.probes("candidates"):
        at = sum(step.name == "prompt" and step.seq < probe.seq for step in play.steps)
        replied = sum(step.name == "reply" and not step.fault and step.seq < probe.seq for step in play.steps)
        assert (at, replied) == (probe["round"], probe["round"] - 1)
    for probe in play.probes("sorting"):
        assert probe["yes"] + probe["no"] == [play.state.turns[probe["round"] - 1].reply]


def test_games_of_connections_show_what_setters_and_givers_can_do() -> None:
    demos = {demo["id"]: demo for path in DEMOS if (demo := read(path))["game"] == "connections"}
    counts = ("attempts", "reveals", "guesser_wrong", "setter_blocked", "iterations")
    found = {name: tuple(demo["metrics"][count] for count in counts) for name, demo in demos.items()}
    assert found["demo-connections-harbour"] == (7, 4, 1, 1, 6)
    assert found["demo-connections-rare-words"] == (8, 1, 2, 4, 7)
    plays = {name: replayed(demo) for name, demo in demos.items()}
    assert {winner for play in plays.values() for winner in play.outcome().winners} == {
        "setter",
        "guesser_1",
        "guesser_2",
    }
    assert plays["demo-connections-harbour"].state.attempts[-1].own_word
    changed = plays["demo-connections-change-of-plan"].state
    assert (changed.first, changed.secret) == ("catamaran", "cataclysm")
    fallen = plays["demo-connections-rare-words"].state
    blocked = [a.clue.word for a in fallen.attempts if a.blocked]
    assert "xanthophyll" in blocked
    assert "xanthophyll" not in fallen.blocked

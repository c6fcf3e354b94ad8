"""The lines that explain a figure give it, over random sessions, the golden ones and the demos; and how they are worded."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance import finished, tables
from tests.conformance_lines import LinesRead, asked_afterwards
from tests.data.test_demos import DEMOS, read, replayed
from tests.save.sessions import CATALOGUE, GOLDEN
from tests.save.sessions import read as read_session
from tests.thorough import sampled
from tui_arena.core.record import Play
from tui_arena.core.terms import Explained, number_of, term
from tui_arena.data import GameInfo, shipped_games

WORDED = Path(__file__).with_name("worded")
"""The lines of each game, by metric, as they were last read by a person."""


def kept(game: str) -> list[Play[Any]]:
    """The golden sessions and the demos of a game that are over."""
    golden = [
        one for path in GOLDEN if (one := json.loads(path.read_text("utf-8"))["session"])["game"] == game
    ]
    found = [read_session(one).session.fold(CATALOGUE.game(game).game) for one in golden]
    found += [replayed(demo) for demo in map(read, DEMOS) if demo["game"] == game]
    return [play for play in found if play.over]


@pytest.mark.parametrize("info", sampled(shipped_games().values(), 3), ids=lambda info: info.id)
def test_lines_give_the_figures(info: GameInfo) -> None:
    lines = LinesRead(info)
    for table in tables(info, range(1, 3)):
        play = finished(table)
        lines.read(play)
        asked_afterwards(play, Random(table.seed))
        lines.read(play)
    for play in kept(info.id):
        lines.read(play)
    assert lines.defined == set(info.metrics)


@pytest.mark.parametrize("info", shipped_games().values(), ids=lambda info: info.id)
def test_lines_are_worded_as_known(info: GameInfo, request: pytest.FixtureRequest) -> None:
    """`pytest tests/games/test_terms.py --update` writes the lines again; read what has changed."""
    worded: dict[str, None] = {}
    for play in kept(info.id):
        explained = info.explained(play)
        for name in info.metrics:
            lines = "\n".join(f"  {line}" for line in explained.get(name, ()))
            worded[f"{name}\n{lines}"] = None
    path = WORDED / f"{info.id}.txt"
    text = "\n".join(sorted(worded)) + "\n"
    if request.config.getoption("--update"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


def test_a_figure_in_letters_with_lines_in_words_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    info = CATALOGUE.game("taboo")
    said = iter(["a b", "a b c", "as long as this"])

    def figures(_info: GameInfo, _play: Play[Any]) -> dict[str, Explained]:
        words = next(said)
        lines = number_of(
            [term(n, word) for n, word in enumerate(words.split(), 1)], "nothing was said"
        ).lines
        return {"asked_back": Explained(len(words.replace(" ", "")), lines)}

    monkeypatch.setattr(GameInfo, "figures", figures)
    lines, play = LinesRead(info), finished(next(tables(info, range(1))))
    for _ in range(2):
        lines.read(play)
    with pytest.raises(AssertionError, match="asked_back is 12, by"):
        lines.read(play)

"""Which players are rated: a filter narrows what is shown, but all meetings still count."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui_arena.charts.builders import built
from tui_arena.charts.model import Bars
from tui_arena.data import Catalogue
from tui_arena.save.filters import Filter
from tui_arena.save.rollup.derived_rows import Meeting, Who
from tui_arena.save.store import Store, open_store
from tui_arena.stats.ranking.leaderboard import rated

CATALOGUE = Catalogue()


def test_a_filter_leaves_no_meeting_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, ben = Who("human", "Ada", "guesser"), Who("bot", "Ben", "setter")
    asked: list[Filter] = []

    def meetings(self: Store, wanted: Filter, limit: int = 0) -> list[Meeting]:
        asked.append(wanted)
        return [Meeting("1", {"solver": (ada,), "opponent": (ben,)}, "solver")]

    monkeypatch.setattr(Store, "meetings", meetings)
    store = open_store(tmp_path / "arena.db", CATALOGUE).store
    for wanted in (Filter("taboo", player="human:ada"), Filter("taboo", seat="Guesser")):
        (only,) = rated(store, CATALOGUE.game("taboo"), wanted)
        assert (only.name, only.sessions) == ("Ada", 1)
        assert only.mu > 25
        chart = built(store, CATALOGUE, wanted, "#skill")
        assert isinstance(chart, Bars)
        assert [(band.label, band.value) for band in chart.items] == [("Ada", only.mu)]
    assert len(rated(store, CATALOGUE.game("taboo"), Filter("taboo"))) == 2
    store.close()
    assert {(f.player, f.seat) for f in asked} == {(None, None)}
